"""What is particular to the comparison of the core with the reference in Triplets."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import cardgames
from cardgames import triplets

from .driver import (
    Comparison,
    DisagreementError,
    GameDriver,
    Options,
    Policy,
    Position,
    Subject,
    choose_any,
    differences,
    full_position,
)
from .triplets_positions import few_cards
from .triplets_reference import (
    CARDS,
    HAND,
    RANKS,
    SUITS,
    ReferenceTriplets,
    all_words,
    ascending,
    default_options,
    game_length,
    pack,
    parts,
    rank_of,
)

# ------------------------------------------------------------------ ways to play


def _staying(reference: ReferenceTriplets, words: list[str]) -> list[str]:
    return [word for word in words if reference.effect(word) != "out"]


def save(rng: random.Random, reference: ReferenceTriplets, seat: int, words: list[str]) -> str:
    """The lowest card that stays in, else the lowest."""
    return (_staying(reference, words) or words)[0]


def high(rng: random.Random, reference: ReferenceTriplets, seat: int, words: list[str]) -> str:
    """Mostly the highest single: games hardly end."""
    if rng.random() < 0.08:
        return choose_any(rng, reference, seat, words)
    return [word for word in words if parts(word)[1] == 1][-1]


def like_triplets(
    rng: random.Random, reference: ReferenceTriplets, seat: int, words: list[str]
) -> str:
    """Play the lowest triplet, or negate one, or keep what may become one of these."""
    held = Counter(map(rank_of, reference.seats[seat].hand()))

    def dislike(word: str) -> tuple[bool, int]:
        rank, number = parts(word)
        return number == 1 and reference.effect(word) != "negate", held[rank]

    if rng.random() < 0.05:
        return choose_any(rng, reference, seat, words)
    return min(words, key=dislike)


def dodge(rng: random.Random, reference: ReferenceTriplets, seat: int, words: list[str]) -> str:
    """Go out as soon as possible."""
    if rng.random() < 0.05:
        return choose_any(rng, reference, seat, words)
    staying = _staying(reference, words)
    return next((word for word in words if word not in staying), words[0])


def favourite(rng: random.Random, reference: ReferenceTriplets, seat: int, words: list[str]) -> str:
    """The dealer stays in, the others go out: seats are soon out of the game."""
    return (save if seat == reference.dealer else dodge)(rng, reference, seat, words)


# ------------------------------------------------------------------ what actions tell

Info = tuple[type, str, str | None, list[str]]


def shown_info(info: triplets.Action) -> Info:
    """What the core tells of an action."""
    return type(info), info.rank, info.effect, [str(card) for card in info.cards]


def expected_info(word: str, effect: str | None = None, cards: Sequence[str] = ()) -> Info:
    """What it has to tell; without effect and cards where the action is not legal."""
    rank, number = parts(word)
    return triplets.Single if number == 1 else triplets.Triplet, rank, effect, list(cards)


# ------------------------------------------------------------------ the driver


class TripletsDriver(GameDriver):
    """Triplets: the reference needs the first position only.

    In the options of this driver `start` says what a game begins with: "deal", or "few" for a
    position in which few cards are left, so that games come to all of their ends soon.
    """

    def __init__(self) -> None:
        self.name = "triplets"
        self.policies: dict[str, Policy] = {
            "uniform": choose_any,
            "save": save,
            "high": high,
            "triplets": like_triplets,
            "dodge": dodge,
            "favourite": favourite,
        }

    def subject(self, options: Options, given: Options | None = None) -> Subject:
        """Game with these options; the core knows nothing of `start`."""
        shown = {key: value for key, value in options.items() if key != "start"}
        return super().subject(options, shown if given is None else given)

    def first_state(self, subject: Subject, seed: int) -> Any:
        """A new game, or a position with few cards, which must be read as it is."""
        if subject.options["start"] == "deal":
            return super().first_state(subject, seed)
        start = few_cards(random.Random(f"few {seed}"), subject.options)
        state = subject.game.state_from_dict(start)
        if full_position(state) != start:
            raise DisagreementError(f"read {start!r}, got {full_position(state)!r}")
        return state

    def option_sets(self) -> list[Options]:
        """All numbers of players and decks, each with two ways to lead and refill."""
        tables = [(n, decks) for n in range(2, 11) for decks in range(1, 5 if n >= 4 else 2)]
        variants = [("any", "rule"), ("lowest", "round"), ("lowest", "rule"), ("any", "round")]
        starts = [("few", 40), ("deal", 2), ("few", 1), ("deal", 6)]
        found: list[Options] = []
        for at, (n, decks) in enumerate(tables):
            for turn in (0, 1):
                lead, refill = variants[(at + 2 * turn + at // 4) % 4]
                start, max_rounds = starts[(at + turn) % 4]
                found.append(
                    {
                        "num_players": n,
                        "decks": decks,
                        "lead": lead,
                        "refill": refill,
                        "max_rounds": max_rounds,
                        "start": start,
                    }
                )
        # Whole games.
        for n, (lead, refill) in zip((3, 5), variants[:2], strict=True):
            found.append(
                {
                    "num_players": n,
                    "decks": 1,
                    "lead": lead,
                    "refill": refill,
                    "max_rounds": 1000,
                    "start": "deal",
                }
            )
        return found

    def option_name(self, options: Options) -> str:
        """Such as ``4p_2d_lowest_rule_12r_deal``."""
        n, decks, lead, refill, max_rounds, start = options.values()
        return f"{n}p_{decks}d_{lead}_{refill}_{max_rounds}r_{start}"

    def default_options(self) -> list[tuple[Options, Options]]:
        """Nothing, or only some of the options; most of them with few rounds, to be short."""
        given: list[Options] = [
            {},
            *({"num_players": n, "max_rounds": 5} for n in range(2, 11)),
            {"decks": 2, "max_rounds": 5},
            {"lead": "lowest", "max_rounds": 5},
            {"refill": "round", "max_rounds": 5},
        ]
        return [(some, {**default_options(**some), "start": "deal"}) for some in given]

    def words(self, options: Options) -> list[str]:
        """The same for all options."""
        return all_words()

    def check_game(self, subject: Subject) -> None:
        """Bounds, cards and notation."""
        game = subject.game
        options = {key: value for key, value in subject.options.items() if key != "start"}
        differing = {
            key: value
            for key, value in options.items()
            if key == "num_players" or value != default_options()[key]
        }
        shown = ",".join(f"{key}={value}" for key, value in differing.items())
        for what, core, page in [
            ("str", str(game), f"triplets({shown})"),
            ("options", dataclasses.asdict(game.options), options),
            ("num_actions", game.num_actions, 26),
            ("max_legal_actions", game.max_legal_actions, 5),
            ("max_game_length", game.max_game_length, game_length(options)),
            ("max_score", game.max_score, len(pack(options))),
            ("ranks", list(triplets.RANKS), RANKS),
            ("suits", list(triplets.SUITS), SUITS),
            ("cards", [str(card) for card in triplets.CARDS], CARDS),
        ]:
            if core != page:
                raise DisagreementError(f"{what}: core {core!r}, page {page!r} of {options}")
        if cardgames.make(str(game)) != game:
            raise DisagreementError(f"{game} does not make the game again")
        subject.check_words()
        for word, action in subject.ids.items():
            info = game.action_info(action)
            if shown_info(info) != expected_info(word):
                raise DisagreementError(f"{word} is {info!r}")

    def fault_of_start(self, start: Position) -> str | None:
        """Compare a new game with what the rulebook's setup makes of its cards."""
        if start["removed"]:
            # A position with few cards is compared when it is made.
            return None
        options = start["options"]
        n, everything = options["num_players"], pack(options)
        share = len(everything) // n
        middle: list[str] = start["pot"][0]["cards"] if start["pot"] else []
        dealt = list(middle)
        for place in start["hands"] + start["stacks"]:
            dealt += place
        if ascending(dealt) != everything:
            return "the deal is not the pack"
        if start["dealer"] not in range(n):
            return "nobody deals"
        sizes = [len(stack) for stack in start["stacks"]]
        if sizes != [share - HAND] * n or [len(hand) for hand in start["hands"]] != [HAND] * n:
            return "not the same number of cards to each, 5 of them in hand"
        expected: Position = {
            "game": self.name,
            "options": options,
            "round": 1,
            "phase": "play",
            "dealer": start["dealer"],
            "to_act": [start["dealer"]],
            "hands": [ascending(hand) for hand in start["hands"]],
            "stacks": start["stacks"],
            "known_hands": [[] for _ in range(n)],
            "known_stacks": [[None] * (share - HAND) for _ in range(n)],
            "bounds": [[["2", "A"]] * HAND for _ in range(n)],
            "pot": [{"player": None, "cards": middle}] if middle else [],
            "in": list(range(n)),
            "winning": None,
            "removed": [],
            "scores": [share] * n,
            "rng": None,
        }
        return "; ".join(differences(start, expected)) or None

    def new_reference(self, options: Options, start: Position) -> ReferenceTriplets:
        """Reference with the core's deal."""
        return ReferenceTriplets(start)

    # -------------------------------------------------------------- playing

    def after_action(self, play: Comparison) -> bool:
        """Nothing is drawn after the deal; a round has ended when there is no winning card."""
        reference: ReferenceTriplets = play.reference
        return reference.winning is None

    def check_end(self, play: Comparison) -> None:
        """Page: the bound on actions, and no card gets lost."""
        reference: ReferenceTriplets = play.reference
        if play.tally.actions > game_length(play.options):
            raise play.disagreement("the game is too long")
        left = sum(reference.scores()) + len(reference.removed)
        play.same("cards at the end", left, len(pack(play.options)))

    def likely_refusal(self, play: Comparison) -> tuple[str, int]:
        """Mostly what is nearly right: a card or triplet of a rank in the hand of the seat."""
        reference: ReferenceTriplets = play.reference
        (seat,) = reference.to_act()
        if play.rng.random() < 0.3:
            return super().likely_refusal(play)
        rank = rank_of(play.rng.choice(reference.seats[seat].hand()))
        return play.rng.choice([rank, f"triplet {rank}"]), seat

    # -------------------------------------------------------------- what else is offered

    def compare_helpers(self, play: Comparison) -> None:
        """What actions do, sizes, and that the full position makes the state again."""
        reference: ReferenceTriplets = play.reference
        to_act = reference.to_act()
        legal = reference.legal(to_act[0]) if to_act else []
        for word, action in play.subject.ids.items():
            expected = expected_info(word)
            if word in legal:
                expected = expected_info(word, reference.effect(word), reference.cards_for(word))
            found = shown_info(play.state.action_info(action))
            play.same(f"action_info of {word}", found, expected)
        view = play.state.view(play.rng.randrange(-1, reference.n))
        hands = tuple(len(seat.hand()) for seat in reference.seats)
        play.same("hand sizes", view.hand_sizes, hands)
        stacks = tuple(len(seat.stack) for seat in reference.seats)
        play.same("stack sizes", view.stack_sizes, stacks)
        self._compare_reading(play)

    def _compare_reading(self, play: Comparison) -> None:
        full = play.state.view(None).to_dict()
        given = dict(full)
        # Page: the order within these is free.
        for key in ("hands", "known_hands", "bounds"):
            given[key] = [play.rng.sample(part, len(part)) for part in full[key]]
        play.compare_reading(given)
