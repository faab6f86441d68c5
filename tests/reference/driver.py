"""Plays the core and the reference side by side and compares them."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any

import cardgames

from .bottle_imp_reference import (
    ALL_CARDS,
    Options,
    Position,
    ReferenceBottleImp,
    actions_per_round,
    max_legal_actions,
)

KINDS = {False: ("", "devil ", "left ", "right "), True: ("", "devil ", "open ", "hidden ")}


class DisagreementError(AssertionError):
    """The core and the reference do not say the same."""


@dataclass
class Tally:
    """What a run of comparisons has been through."""

    games: int = 0
    actions: int = 0
    views: int = 0
    refusals: int = 0

    def add(self, other: Tally) -> None:
        """Add another run's figures to this one's."""
        self.games += other.games
        self.actions += other.actions
        self.views += other.views
        self.refusals += other.refusals


def make_game(options: Options) -> Any:
    """Game of the core with these options, all six of them given."""
    return cardgames.make("bottle_imp", **options)


def all_words(options: Options) -> list[str]:
    """Every word of this game's notation, by id: 54 x kind + card."""
    return [kind + card for kind in KINDS[options["num_players"] == 2] for card in ALL_CARDS]


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
    game
        The core's game.
    options
        Its options, all six.
    seed
        Seeds the core's state and the choice of actions.
    """

    def __init__(self, game: Any, options: Options, seed: int) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.rng = random.Random(seed)
        self.state = game.new_state(seed)
        self.history: list[tuple[int, str]] = []
        start = full_position(self.state)
        if start["round"] != 1 or any(start["scores"]) or start["last_round"] is not None:
            raise self.disagreement("a new game does not start at the start")
        self.reference = ReferenceBottleImp(options, start)
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
        """Refuse a difference between two positions."""
        if core != reference:
            lines = "\n    ".join(differences(core, reference))
            raise self.disagreement(f"{what}\n    {lines}")

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

    def compare_views(self) -> None:
        """Positions as every seat and a spectator know them."""
        for viewer in range(-1, self.options["num_players"]):
            self.tally.views += 1
            core = self.state.view(viewer).to_dict()
            self.same_position(f"view of {viewer}", core, self.reference.view(viewer))

    def compare_json(self) -> None:
        """A view goes through JSON unchanged."""
        position = self.state.view(self.rng.randrange(self.options["num_players"])).to_dict()
        self.same_position("view through JSON", json.loads(json.dumps(position)), position)

    def compare_refusal(self) -> None:
        """An action that the reference does not allow is refused and changes nothing."""
        self.tally.refusals += 1
        action = self.rng.randrange(216)
        seat = self.rng.randrange(self.options["num_players"])
        word = all_words(self.options)[action]
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
        seat = to_act[0] if len(to_act) == 1 else self.rng.choice(to_act)
        return self.rng.choice(self.reference.legal(seat)), seat

    def step(self, word: str, seat: int, action: int) -> bool:
        """Play an action on both sides; True if a round was settled by it."""
        self.history.append((seat, word))
        self.state.apply(action, seat)
        self.reference.apply(word, seat)
        self.tally.actions += 1
        if not self.reference.round_ended:
            return False
        if self.reference.needs_deal:
            position = full_position(self.state)
            if position["phase"] != "pass":
                raise self.disagreement("the core has not dealt the next round")
            self.reference.deal(position["hands"], position["open_hands"])
        return True


def check_game(game: Any, options: Options) -> None:
    """What a game says of itself."""
    rounds = options["rounds"]
    if game.max_legal_actions != max_legal_actions(options):
        raise DisagreementError(f"max_legal_actions {game.max_legal_actions} of {options}")
    if game.max_game_length != rounds * actions_per_round(options):
        raise DisagreementError(f"max_game_length {game.max_game_length} of {options}")
    for action, word in enumerate(all_words(options)):
        if game.parse_action(word) != action or game.action_to_string(action) != word:
            raise DisagreementError(f"{word} is not action {action} of {options}")
    # Page: `left`, `right` with 2 players and `open`, `hidden` with more are no words.
    for kind in KINDS[options["num_players"] != 2][2:]:
        try:
            game.parse_action(kind + "1")
        except cardgames.NotationError:
            continue
        raise DisagreementError(f"{kind}1 is a word of {options}")


def play_thorough(game: Any, options: Options, seed: int) -> Tally:
    """Compare everything after every action of one game."""
    play = Comparison(game, options, seed)
    while True:
        play.compare_turn()
        play.compare_results()
        play.compare_full()
        play.compare_views()
        if play.reference.is_over:
            break
        if play.rng.random() < 0.2:
            play.compare_refusal()
            play.compare_json()
        word, seat = play.choose()
        play.step(word, seat, game.parse_action(word))
    return _finished(play)


def play_medium(game: Any, options: Options, seed: int) -> Tally:
    """Compare turns and results after every action, and one view of a random viewer."""
    play = Comparison(game, options, seed)
    while True:
        play.compare_turn()
        play.compare_results()
        viewer = play.rng.randrange(-1, options["num_players"])
        play.tally.views += 1
        core = play.state.view(viewer).to_dict()
        play.same_position(f"view of {viewer}", core, play.reference.view(viewer))
        if play.reference.is_over:
            break
        word, seat = play.choose()
        play.step(word, seat, game.parse_action(word))
    return _finished(play)


def play_light(game: Any, options: Options, seed: int, ids: dict[str, int]) -> Tally:
    """Compare whose turn it is and what is legal, and everything at each round's end."""
    play = Comparison(game, options, seed)
    state, reference, rng = play.state, play.reference, play.rng
    play.compare_full()
    while not reference.is_over:
        to_act = reference.to_act()
        if state.to_act != tuple(to_act):
            play.same("to_act", state.to_act, tuple(to_act))
        seat = to_act[0] if len(to_act) == 1 else to_act[int(rng.random() * len(to_act))]
        words = reference.legal(seat)
        legal = [ids[word] for word in words]
        if state.legal_actions(seat) != legal:
            play.same(f"legal actions of {seat}", state.legal_actions(seat), legal)
        word = words[int(rng.random() * len(words))]
        if play.step(word, seat, ids[word]):
            play.compare_full()
            play.compare_results()
    return _finished(play)


def _finished(play: Comparison) -> Tally:
    length = play.options["rounds"] * actions_per_round(play.options)
    play.same("number of actions", play.tally.actions, length)
    return play.tally
