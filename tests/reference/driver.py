"""Plays the core and a reference side by side and compares them, whatever the game.

What is particular to a game is in its `GameDriver`; `games.py` lists them.
"""

from __future__ import annotations

import json
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import cardgames

Position = dict[str, Any]
Options = dict[str, Any]

# Chooses one of the legal words of a seat; the reference is there to be looked at.
Policy = Callable[[random.Random, Any, int, list[str]], str]


class DisagreementError(AssertionError):
    """The core and the reference do not say the same."""


class Reference(Protocol):
    """What every reference can be asked."""

    @property
    def is_over(self) -> bool:
        """True at the end of the game."""
        ...

    @property
    def is_truncated(self) -> bool:
        """Over because a safety limit was reached."""
        ...

    def to_act(self) -> list[int]:
        """Seats that may act now."""
        ...

    def legal(self, seat: int) -> list[str]:
        """What a seat may do now, in notation, in ascending order of ids."""
        ...

    def apply(self, word: str, seat: int) -> None:
        """Play an action."""
        ...

    def scores(self) -> list[int]:
        """Points settled so far."""
        ...

    def winners(self) -> list[int]:
        """Seats that have won."""
        ...

    def returns(self) -> list[float]:
        """Result of each seat."""
        ...

    def view(self, player: int | None = None) -> Position:
        """Position as a player knows it; None: everything; -1: what is public."""
        ...


@dataclass
class Tally:
    """What a run of comparisons has been through."""

    games: int = 0
    actions: int = 0
    views: int = 0
    refusals: int = 0
    # How often what the reference takes note of has happened.
    happened: Counter[str] = field(default_factory=Counter[str])

    def add(self, other: Tally) -> None:
        """Add another run's figures to this one's."""
        self.games += other.games
        self.actions += other.actions
        self.views += other.views
        self.refusals += other.refusals
        self.happened += other.happened


def choose_any(rng: random.Random, reference: Any, seat: int, words: list[str]) -> str:
    """Policy that takes every action with the same probability."""
    return words[int(rng.random() * len(words))]


@dataclass(frozen=True)
class Subject:
    """The core's game with some options, and its notation by the page."""

    driver: GameDriver
    options: Options
    game: Any
    words: list[str]
    ids: dict[str, int]

    def check_words(self) -> None:
        """Each word of the notation is the action of its id, and no other."""
        for word, action in self.ids.items():
            if self.game.parse_action(word) != action or self.game.action_to_string(action) != word:
                raise DisagreementError(f"{word} is not action {action} of {self.options}")


class GameDriver(ABC):
    """What is particular to the comparison of one game.

    Attributes
    ----------
    name
        Name of the game.
    policies
        Ways to play it, among them the uniform one.
    """

    name: str
    policies: dict[str, Policy]

    def subject(self, options: Options, given: Options | None = None) -> Subject:
        """Game with these options, all of them; the core gets only those `given`, if any are."""
        game = cardgames.make(self.name, **(options if given is None else given))
        words = self.words(options)
        return Subject(
            self, options, game, words, {word: action for action, word in enumerate(words)}
        )

    @abstractmethod
    def option_sets(self) -> list[Options]:
        """All combinations of options to compare."""

    @abstractmethod
    def option_name(self, options: Options) -> str:
        """Short name of options."""

    @abstractmethod
    def default_options(self) -> list[tuple[Options, Options]]:
        """What may be given to the core alone, and all the options that this must mean."""

    @abstractmethod
    def words(self, options: Options) -> list[str]:
        """Every word of the notation, by id."""

    @abstractmethod
    def check_game(self, subject: Subject) -> None:
        """Compare what the core's game says of itself with the page."""

    def first_state(self, subject: Subject, seed: int) -> Any:
        """State of the core with which a comparison begins."""
        return subject.game.new_state(seed)

    @abstractmethod
    def fault_of_start(self, start: Position) -> str | None:
        """What is wrong with the full position of a new game."""

    @abstractmethod
    def new_reference(self, options: Options, start: Position) -> Any:
        """Reference of a new game."""

    @abstractmethod
    def after_action(self, play: Comparison) -> bool:
        """Give the reference what chance has brought; True if a round has ended."""

    @abstractmethod
    def check_end(self, play: Comparison) -> None:
        """Compare what is to be seen only at the end of the game."""

    def likely_refusal(self, play: Comparison) -> tuple[str, int]:
        """An action that is probably illegal, and who is to try it."""
        words = play.subject.words
        return play.rng.choice(words), play.rng.randrange(play.options["num_players"])

    # The games without helpers of their own have nothing more to compare.
    def compare_helpers(self, play: Comparison) -> None:  # noqa: B027
        """Compare what only this game's module offers."""

    def happened(self, reference: Any) -> Counter[str]:
        """What the reference has taken note of."""
        taken: Counter[str] = reference.happened
        return taken


def full_position(state: Any) -> Position:
    """Full position of a state of the core, without its random numbers."""
    position: Position = state.view(None).to_dict()
    rng: list[str] | None = position["rng"]
    if not rng:
        raise DisagreementError("the full position has no random numbers")
    position["rng"] = None
    return position


def differences(core: Position, reference: Position) -> list[str]:
    """What two positions disagree about, one line a key."""
    return [
        f"{key}: core {core.get(key, 'absent')!r}, reference {reference.get(key, 'absent')!r}"
        for key in sorted(core.keys() | reference.keys())
        if key not in core or key not in reference or core[key] != reference[key]
    ]


class Comparison:
    """One game, played in the core and in the reference.

    Parameters
    ----------
    subject
        The game.
    seed
        Seeds the core's state and the choice of actions.
    policy
        How to choose actions.
    """

    def __init__(self, subject: Subject, seed: int, policy: Policy = choose_any) -> None:
        self.subject = subject
        self.driver = subject.driver
        self.options = subject.options
        self.seed = seed
        self.policy = policy
        self.rng = random.Random(seed)
        self.state = self.driver.first_state(subject, seed)
        self.history: list[tuple[int, str]] = []
        start = full_position(self.state)
        fault = self.driver.fault_of_start(start)
        if fault is not None:
            raise self.disagreement(f"a new game does not start at the start: {fault}")
        self.reference: Any = self.driver.new_reference(subject.options, start)
        self.tally = Tally(games=1)

    def disagreement(self, what: str) -> DisagreementError:
        """Error that says how to get to this place again."""
        return DisagreementError(
            f"{what}\n  options: {self.options}\n  seed: {self.seed}\n"
            f"  actions: {', '.join(f'{seat}: {word}' for seat, word in self.history)}"
        )

    def same(self, what: str, core: object, reference: object) -> None:
        """Refuse a difference."""
        if core != reference:
            raise self.disagreement(f"{what}: core {core!r}, reference {reference!r}")

    def same_position(self, what: str, core: Position, reference: Position) -> None:
        """Refuse a difference between two positions, the order of their keys too."""
        if core != reference:
            lines = "\n    ".join(differences(core, reference))
            raise self.disagreement(f"{what}\n    {lines}")
        self.same(f"order of keys, {what}", list(core), list(reference))

    # -------------------------------------------------------------- comparisons

    def compare_turn(self) -> None:
        """Who may act, and what; for every seat."""
        to_act = self.reference.to_act()
        self.same("to_act", self.state.to_act, tuple(to_act))
        self.same("current player", self.state.current_player, to_act[0] if to_act else -1)
        for seat in range(self.options["num_players"]):
            words = self.reference.legal(seat)
            self.same(f"legal words of {seat}", self.state.legal_words(seat), words)
        self.same("is_terminal", bool(self.state.is_terminal), self.reference.is_over)
        self.same("is_truncated", bool(self.state.is_truncated), self.reference.is_truncated)

    def compare_results(self) -> None:
        """Scores, winners and returns."""
        self.same("scores", tuple(self.state.scores()), tuple(self.reference.scores()))
        self.same("winners", tuple(self.state.winners()), tuple(self.reference.winners()))
        core, reference = self.state.returns(), self.reference.returns()
        if len(core) != len(reference) or any(
            abs(mine - other) > 1e-12 for mine, other in zip(core, reference, strict=True)
        ):
            self.same("returns", core, tuple(reference))

    def compare_full(self) -> None:
        """Position with nothing hidden."""
        self.tally.views += 1
        core = full_position(self.state)
        self.same_position("full position", core, self.reference.view(None))

    def compare_view(self, viewer: int) -> None:
        """Position as a seat or a spectator knows it."""
        self.tally.views += 1
        core = self.state.view(viewer).to_dict()
        self.same_position(f"view of {viewer}", core, self.reference.view(viewer))

    def compare_reading(self, given: Position) -> None:
        """A full position as somebody gives it, perhaps in another order, makes the state again."""
        again = self.subject.game.state_from_dict(given)
        full = self.state.view(None).to_dict()
        self.same_position("state from a position", again.view(None).to_dict(), full)
        self.same("legal words of that", again.legal_words(), self.state.legal_words())

    def compare_json(self) -> None:
        """A view goes through JSON unchanged."""
        position = self.state.view(self.rng.randrange(self.options["num_players"])).to_dict()
        self.same_position("view through JSON", json.loads(json.dumps(position)), position)

    def compare_refusal(self) -> None:
        """An action that the reference does not allow is refused and changes nothing."""
        self.tally.refusals += 1
        word, seat = self.driver.likely_refusal(self)
        action = self.subject.ids[word]
        if word in self.reference.legal(seat):
            self.same(f"is_legal {word} by {seat}", self.state.is_legal(action, seat), True)
            return
        self.same(f"is_legal {word} by {seat}", self.state.is_legal(action, seat), False)
        before = self.state.to_bytes()
        try:
            self.state.apply(action, seat)
        except cardgames.IllegalActionError:
            self.same(f"state after refused {word} by {seat}", self.state.to_bytes(), before)
        else:
            raise self.disagreement(f"the core allows {word} by {seat}")

    # -------------------------------------------------------------- playing

    def choose(self) -> tuple[str, int]:
        """An action for a random one of the seats to act."""
        to_act = self.reference.to_act()
        seat = to_act[0] if len(to_act) == 1 else to_act[int(self.rng.random() * len(to_act))]
        return self.policy(self.rng, self.reference, seat, self.reference.legal(seat)), seat

    def step(self, word: str, seat: int) -> bool:
        """Play an action on both sides; True if a round has ended."""
        self.history.append((seat, word))
        self.state.apply(self.subject.ids[word], seat)
        self.reference.apply(word, seat)
        self.tally.actions += 1
        return self.driver.after_action(self)

    def finish(self) -> Tally:
        """What this game has been through, when it is over."""
        self.driver.check_end(self)
        self.tally.happened = self.driver.happened(self.reference)
        return self.tally


def play_thorough(subject: Subject, seed: int, policy: Policy = choose_any) -> Tally:
    """Compare everything after every action of one game."""
    play = Comparison(subject, seed, policy)
    while True:
        play.compare_turn()
        play.compare_results()
        play.compare_full()
        for viewer in range(-1, play.options["num_players"]):
            play.compare_view(viewer)
        if play.reference.is_over:
            break
        if play.rng.random() < 0.2:
            play.compare_refusal()
            play.compare_json()
            play.driver.compare_helpers(play)
        play.step(*play.choose())
    play.driver.compare_helpers(play)
    return play.finish()


def play_medium(subject: Subject, seed: int, policy: Policy = choose_any) -> Tally:
    """Compare turns and results after every action, and one view of a random viewer."""
    play = Comparison(subject, seed, policy)
    while True:
        play.compare_turn()
        play.compare_results()
        play.compare_view(play.rng.randrange(-1, play.options["num_players"]))
        if play.reference.is_over:
            break
        play.step(*play.choose())
    return play.finish()


def play_light(subject: Subject, seed: int, policy: Policy = choose_any) -> Tally:
    """Compare whose turn it is and what is legal, and everything at each round's end."""
    play = Comparison(subject, seed, policy)
    state, reference, rng = play.state, play.reference, play.rng
    play.compare_full()
    while not reference.is_over:
        to_act = reference.to_act()
        if state.to_act != tuple(to_act):
            play.same("to_act", state.to_act, tuple(to_act))
        seat = to_act[0] if len(to_act) == 1 else to_act[int(rng.random() * len(to_act))]
        words = reference.legal(seat)
        legal = [subject.ids[word] for word in words]
        if state.legal_actions(seat) != legal:
            play.same(f"legal actions of {seat}", state.legal_actions(seat), legal)
        if play.step(policy(rng, reference, seat, words), seat):
            play.compare_full()
            play.compare_results()
    return play.finish()
