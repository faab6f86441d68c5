"""Checks by brute force that the bounds of Triplets tell exactly what was seen.

What a hand could be is found here without bounds: all hands that can be made of the cards that lie
somewhere unseen are played through what was seen, and those stay that could have played so. By the
page two plays tell something of the rest of a hand: a compulsory lead of the lowest card, and going
out against a single. After every action these hands have to be those that the bounds admit.
"""

from __future__ import annotations

import itertools
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pytest

from cardgames.triplets import Triplets

from .driver import full_position
from .triplets_positions import cards, few_cards, position
from .triplets_reference import (
    Bound,
    Position,
    ReferenceTriplets,
    ascending,
    default_options,
    parts,
    rank_of,
    read_bound,
    value,
    without,
)
from .triplets_worlds import can_be_matched, unseen_cards

SPECTATOR = -1

Hand = tuple[str, ...]


# ------------------------------------------------------------------ what is looked at


class Table(ABC):
    """A game in progress: the core or the reference."""

    @abstractmethod
    def full(self) -> Position:
        """Full position."""

    @abstractmethod
    def public(self) -> Position:
        """What a spectator sees."""

    @abstractmethod
    def legal(self) -> list[str]:
        """What the seat to act may do."""

    @abstractmethod
    def play(self, word: str) -> None:
        """Let the seat to act do this."""


class CoreTable(Table):
    """The core."""

    def __init__(self, start: Position) -> None:
        self.game = Triplets(**start["options"])
        self.state = self.game.state_from_dict(start)

    def full(self) -> Position:
        return full_position(self.state)

    def public(self) -> Position:
        found: Position = self.state.view(SPECTATOR).to_dict()
        return found

    def legal(self) -> list[str]:
        return list(self.state.legal_words())

    def play(self, word: str) -> None:
        self.state.apply(self.game.parse_action(word))


class ReferenceTable(Table):
    """The reference."""

    def __init__(self, start: Position) -> None:
        self.game = ReferenceTriplets(start)

    def full(self) -> Position:
        return self.game.view(None)

    def public(self) -> Position:
        return self.game.view(SPECTATOR)

    def legal(self) -> list[str]:
        return [word for seat in self.game.to_act() for word in self.game.legal(seat)]

    def play(self, word: str) -> None:
        (seat,) = self.game.to_act()
        self.game.apply(word, seat)


# Makes a table of a position.
Sit = Callable[[Position], Table]

TABLES = pytest.mark.parametrize("table", [CoreTable, ReferenceTable])


# ------------------------------------------------------------------ what was seen of a hand


@dataclass(frozen=True)
class Seen:
    """What was seen of a seat when an action was played.

    Attributes
    ----------
    known
        The publicly known cards of its hand before that.
    went
        Cards that it played and that were not publicly known.
    lowest
        Rank of what it had to lead as its lowest card.
    not_as_high
        Rank of the single against which it went out.
    drawn
        How many cards it then drew unseen.
    """

    known: Hand = ()
    went: Hand = ()
    lowest: str | None = None
    not_as_high: str | None = None
    drawn: int = 0

    def could_play(self, secret: Hand) -> bool:
        """Whether a hand with these unknown cards could have played so."""
        values = [value(rank_of(card)) for card in self.known + secret]
        if self.lowest is not None and min(values) != value(self.lowest):
            return False
        if self.not_as_high is not None and max(values) >= value(self.not_as_high):
            return False
        return not Counter(self.went) - Counter(secret)


def secret_size(full: Position, seat: int) -> int:
    """How many cards of a hand are not publicly known."""
    return len(full["hands"][seat]) - len(full["known_hands"][seat])


def seen_of(before: Position, word: str, after: Position, seat: int) -> Seen:
    """What is seen of a seat when somebody plays."""
    known = tuple(before["known_hands"][seat])
    drawn = secret_size(after, seat) - secret_size(before, seat)
    if before["to_act"] != [seat]:
        return Seen(known, drawn=drawn)
    rank, number = parts(word)
    # Page: publicly known cards go first, then by suit.
    public = [card for card in known if rank_of(card) == rank][:number]
    hidden = without(before["hands"][seat], known)
    went = [card for card in hidden if rank_of(card) == rank][: number - len(public)]
    winning, lowest, not_as_high = before["winning"], None, None
    if winning is None:
        if before["round"] == 1 or before["options"]["lead"] == "lowest":
            lowest = rank
    elif number == 1 and winning["kind"] == "single" and value(rank) < value(winning["rank"]):
        not_as_high = winning["rank"]
    return Seen(known, tuple(went), lowest, not_as_high, drawn + len(went))


# ------------------------------------------------------------------ hands, with and without bounds


def subsets(cards: Iterable[str], size: int) -> set[Hand]:
    """Hands of so many of these cards, each ascending."""
    return set(itertools.combinations(ascending(cards), size))


def bounds_at(full: Position, seat: int) -> list[Bound]:
    """Bounds of a hand in a position."""
    return [read_bound(words) for words in full["bounds"][seat]]


def admitted(public: Position, seat: int) -> set[Hand]:
    """Unknown cards of a hand that its bounds admit."""
    bounds = bounds_at(public, seat)
    hands = subsets(unseen_cards(public), len(bounds))
    return {hand for hand in hands if can_be_matched(hand, bounds)}


def possible(start: Sequence[Bound], story: Sequence[Seen], public: Position) -> set[Hand]:
    """Unknown cards of a hand that could have played what was seen, with some bounds at first."""
    # What the seat held it has played, or lies unseen now.
    played = [card for seen in story for card in seen.went]
    everything = ascending([*unseen_cards(public), *played])
    hands = {hand for hand in subsets(everything, len(start)) if can_be_matched(hand, start)}
    gone: list[str] = []
    for seen in story:
        gone += seen.went
        left = {tuple(without(hand, seen.went)) for hand in hands if seen.could_play(hand)}
        hands = {
            tuple(ascending(hand + drawn))
            for hand in left
            for drawn in subsets(without(everything, [*hand, *gone]), seen.drawn)
        }
    return hands


class Watched:
    """A game of which is written down what was seen of every hand."""

    def __init__(self, table: Table) -> None:
        self.table = table
        full = table.full()
        self.start = [bounds_at(full, seat) for seat in range(len(full["hands"]))]
        self.stories: list[list[Seen]] = [[] for _ in self.start]

    def play(self, word: str) -> None:
        """Play an action, and write it down."""
        before = self.table.full()
        self.table.play(word)
        after = self.table.full()
        for seat, story in enumerate(self.stories):
            story.append(seen_of(before, word, after, seat))

    def check(self) -> None:
        """Compare what the bounds admit with what is possible, for every hand."""
        public = self.table.public()
        for seat, story in enumerate(self.stories):
            assert admitted(public, seat) == possible(self.start[seat], story, public)


# ------------------------------------------------------------------ by hand


@TABLES
def test_a_compulsory_lead(table: Sit) -> None:
    game = Watched(table(position(hands=["4c 9c Kc", "8c 2c"], stacks=["3c", "As"], round=1)))
    game.play("4")
    game.check()
    # Unseen are 2, 3, 8, 9, K and A.
    assert admitted(game.table.public(), 0) == subsets(cards("8c 9c Kc As"), 2)
    assert admitted(game.table.public(), 1) == subsets(cards("2c 3c 8c 9c Kc As"), 2)


@TABLES
def test_a_lead_of_choice(table: Sit) -> None:
    game = Watched(table(position(hands=["4c 9c Kc", "8c 2c"], stacks=["3c"])))
    game.play("4")
    game.check()
    assert admitted(game.table.public(), 0) == subsets(cards("2c 3c 8c 9c Kc"), 2)


@TABLES
def test_going_out_against_a_single_and_drawing(table: Sit) -> None:
    game = Watched(table(position(hands=["9c Kc", "8c 2c 3c", "Qc"], stacks=["", "Jc"])))
    game.play("9")
    game.play("2")
    game.check()
    # Two cards below 9, of which there are two, and any one that was drawn.
    assert admitted(game.table.public(), 1) == {
        tuple(ascending(["3c", "8c", card])) for card in cards("Jc Qc Kc")
    }


@TABLES
def test_going_out_against_a_triplet(table: Sit) -> None:
    game = Watched(table(position(hands=["9c 9d 9h Kc", "8c 2c 9s"], stacks=["", "Jc"])))
    game.play("triplet 9")
    game.play("2")
    game.check()
    assert admitted(game.table.public(), 1) == subsets(cards("8c 9s Jc Kc"), 3)


@TABLES
def test_an_old_card_and_a_new_one_cannot_be_told_apart(table: Sit) -> None:
    # Seat 1 goes out below 9, draws a jack, and goes out with an 8 below a king.
    game = Watched(table(position(hands=["9c Kc", "8c 2c", "3c Qc 4d"], stacks=["", "Jc"])))
    for word in ["9", "2", "Q", "K", "4", "K", "8"]:
        game.play(word)
        game.check()
    # The 8 may have been the new card, so that the 3 is the old one.
    assert admitted(game.table.public(), 1) == {("3c",), ("Jc",)}
    assert game.table.public()["bounds"][1] == [["2", "Q"]]


@TABLES
def test_bounds_from_both_sides(table: Sit) -> None:
    # Seat 0 has to lead its lowest card, then goes out against a king.
    game = Watched(
        table(position(hands=["4c 9c Jc Qc", "Kc 2c", "3c"], stacks=["3d"], lead="lowest"))
    )
    for word in ["4", "K", "3", "9"]:
        game.play(word)
        game.check()
    assert game.table.public()["bounds"][0] == [["4", "Q"], ["4", "Q"], ["2", "A"]]


# ------------------------------------------------------------------ at random


@TABLES
def test_every_short_sequence(table: Sit) -> None:
    rng = random.Random(1)
    seen: Counter[str] = Counter()
    for _ in range(700):
        options = default_options(
            num_players=rng.choice([2, 2, 3, 4]),
            lead=rng.choice(["any", "lowest", "lowest"]),
            refill=rng.choice(["rule", "round"]),
        )
        options["decks"] = rng.choice([1, 2]) if options["num_players"] == 4 else 1
        start = few_cards(rng, options)
        if len(unseen_cards(ReferenceTriplets(start).view(SPECTATOR))) > 10:
            continue
        game = Watched(table(start))
        for _ in range(rng.randint(1, 9)):
            legal = game.table.legal()
            if not legal:
                break
            game.play(rng.choice(legal))
            game.check()
            for seat, story in enumerate(game.stories):
                bounds = bounds_at(game.table.public(), seat)
                seen["checks"] += 1
                seen["bounds that differ"] += len(set(bounds)) > 1
                seen["learnt low"] += bool(bounds and story[-1].lowest)
                seen["learnt high"] += bool(bounds and story[-1].not_as_high)
                seen["drawn unseen"] += bool(len(bounds) > 1 and story[-1].drawn)
                tells = [at for at, one in enumerate(story) if one.lowest or one.not_as_high]
                later = story[tells[0] + 1 :] if tells else []
                seen["played after that"] += bool(bounds and any(one.went for one in later))
    assert seen["checks"] > 3_000
    assert min(seen.values()) > 100, seen
