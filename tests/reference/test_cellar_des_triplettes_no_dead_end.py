"""Shows that no reachable position of Cellar des Triplettes lacks a legal action.

Bids: for small hands and all totals of others that could be in their way, every sequence of cards
that the core allows is walked to its end. Placing: every shape that a cellar can have, with every
way of up to three empty bottles to show in it, and long walks with hands above the limit.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from .cellar_des_triplettes_driver import CellarDesTriplettesDriver
from .cellar_des_triplettes_positions import cards, placing_position, points, position
from .cellar_des_triplettes_reference import (
    EMPTY,
    ROWS,
    Cellar,
    Place,
    Position,
    ReferenceCellarDesTriplettes,
    by_value,
    deck,
    default_options,
    total,
)

SUBJECT = CellarDesTriplettesDriver().subject(default_options(5))
IDS, WORDS = SUBJECT.ids, SUBJECT.words
Hand = tuple[str, ...]

# ------------------------------------------------------------------ bids

# Types whose sums often meet: 3 + 3 = 6, 3 + 4 = 7, and three empty bottles.
COLLIDING = cards("0.2 3 4 6 7")
# Cards that bids of others are not made of: they lie in the cellar of seat 1.
IN_CELLAR = cards("17 17 17 18 18 18 19 19 19 20 20 20 21 21 21")


def hands_of(types: list[str], most: int) -> Iterator[Hand]:
    """All hands of up to so many cards of these types, each of which there is three times."""
    for size in range(1, most + 1):
        for hand in itertools.combinations_with_replacement(types, size):
            if max(Counter(hand).values()) <= 3:
                yield hand


def sums_of(hand: Iterable[str]) -> list[int]:
    """All totals that cards of the hand make."""
    hand = list(hand)
    return sorted(
        {total(some) for size in range(1, len(hand) + 1) for some in combinations(hand, size)}
    )


def combinations(hand: list[str], size: int) -> Iterator[Hand]:
    """Multisets of so many cards of a hand, each once, ascending."""
    yield from sorted(set(itertools.combinations(by_value(hand), size)))


def bids_of(totals: list[int], left: Counter[str]) -> list[Hand] | None:
    """Bids of up to three cards that make these totals, out of the cards that are left."""
    if not totals:
        return []
    wines = [card for card in left if card != EMPTY and left[card]]
    empties, euros = totals[0] % 10 // 2, totals[0] // 10 * 10
    for size in range(1 if euros else 0, 4 - empties):
        for some in itertools.combinations_with_replacement(wines, size):
            bid = Counter([*some, *[EMPTY] * empties])
            if total(some) == euros and bid <= left:
                rest = bids_of(totals[1:], left - bid)
                if rest is not None:
                    return [tuple(bid.elements()), *rest]
    return None


def _template() -> Position:
    """Position whose hands, bids and pile are to be replaced."""
    full = position(5, hands=[""] * 5, display="22 22 22 23", elsewhere=[])
    for row in ROWS.values():
        full["cellars"][1][0][5 - row][:] = [None] * row
    cellar = Cellar()
    places = [(row, column) for row in ROWS for column in range(1, ROWS[row] + 1)]
    cellar.showing = dict(zip(places, IN_CELLAR, strict=True))
    full["cellars"][1] = [cellar.rows()]
    full["scores"][1] = points([cellar])
    return full


TEMPLATE = _template()
FREE = Counter(deck(5)) - Counter([*IN_CELLAR, *TEMPLATE["display"]])


def bidding_position(hand: Hand, before: Hand, others: list[Hand], passed: bool) -> Position:
    """Seat 0 to bid with a hand, after an earlier bid, against the bids of others."""
    rest = list((FREE - Counter([*hand, *before]) - Counter(sum(others, ()))).elements())
    hands = [list(hand), *(rest[3 * seat : 3 * seat + 3] for seat in range(4))]
    pile = rest[12:]
    return TEMPLATE | {
        "hands": [by_value(cards) for cards in hands],
        "hand_sizes": [len(cards) for cards in hands],
        "known_hands": [list(hand), [], [], [], []],
        "bids": [list(before), *map(by_value, others), *[[] for _ in range(4 - len(others))]],
        "passed": [False, *[passed] * len(others), *[False] * (4 - len(others))],
        "pile": pile,
        "pile_size": len(pile),
    }


def prefixes(hand: Hand, before: Hand, forbidden: set[int]) -> tuple[set[Hand], set[Hand]]:
    """What may lie on the table during the turn, and at which of these `call` is legal.

    A turn is a multiset of the hand, laid in ascending order. It may be begun if its total is free.
    """
    ends = {
        some
        for size in range(1, len(hand) + 1)
        for some in combinations(list(hand), size)
        if total([*before, *some]) not in forbidden
    }
    return {end[:size] for end in ends for size in range(len(end) + 1)} | {()}, ends


def expected_words(hand: Hand, laid: Hand, allowed: set[Hand], ends: set[Hand]) -> list[str]:
    """Legal words in mid-turn, or at its beginning without `pass`."""
    words = [f"bid {card}" for card in by_value(set(hand)) if (*laid, card) in allowed]
    return [*words, "call"] if laid in ends else words


def check_turn(full: Position, with_reference: bool) -> int:
    """Walk through every turn of seat 0 that is allowed; how many positions there were."""
    hand, before = tuple(full["hands"][0]), tuple(full["bids"][0])
    forbidden = {total(bid) for bid in full["bids"][1:] if bid}
    allowed, ends = prefixes(hand, before, forbidden)
    passes = ["pass"] if before else ["pass", "pass draw"]
    visited: set[Hand] = set()

    def walk(state: Any, laid: Hand) -> None:
        visited.add(laid)
        expected = expected_words(hand, laid, allowed, ends) + ([] if laid else passes)
        assert expected, "no legal action"
        assert state.legal_actions(0) == [IDS[word] for word in expected], (full, laid)
        if with_reference:
            reference = ReferenceCellarDesTriplettes(state.view(None).to_dict())
            assert reference.legal(0) == expected
        for word in expected:
            if word.startswith("bid"):
                after = state.copy()
                after.apply(IDS[word], 0)
                walk(after, (*laid, word[4:]))

    walk(SUBJECT.game.state_from_dict(full), ())
    # Each turn that can end was gone through, and every one that was begun can end.
    assert visited == allowed
    assert all(any(end[: len(some)] == some for end in ends) for some in visited - {()})
    return len(visited)


def against(hand: Hand, before: Hand, totals: Iterable[int]) -> list[Hand] | None:
    """Bids of others with these totals, if there can be such."""
    return bids_of(list(totals), FREE - Counter([*hand, *before]))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_turn_can_be_finished(size: int) -> None:
    """Hands of up to four cards against up to four of the totals that they can make."""
    number = visited = 0
    for hand in hands_of(COLLIDING, size):
        if len(hand) != size:
            continue
        sums = sums_of(hand)
        for many in range(5):
            # Four cards make up to 15 totals: a part of their 1365 quadruples.
            step = 4 if size == 4 and many == 4 else 1
            for totals in itertools.islice(itertools.combinations(sums, many), None, None, step):
                others = against(hand, (), totals)
                if others is None:
                    continue  # there are only three empty bottles
                number += 1
                full = bidding_position(hand, (), others, passed=number % 2 == 0)
                visited += check_turn(full, with_reference=number % 20 == 0)
    assert number > [0, 5, 60, 900, 10_000][size]
    assert visited > number


@pytest.mark.parametrize("before", ["3", "0.2 4"])
def test_every_later_turn_can_be_finished(before: str) -> None:
    """The same after an earlier bid of the same seat, which counts but does not bind."""
    earlier = tuple(cards(before))
    number = 0
    for hand in hands_of(COLLIDING, 3):
        if max(Counter([*hand, *earlier]).values()) > 3:
            continue
        sums = [total(earlier) + some for some in sums_of(hand)]
        for many in range(4):
            for totals in itertools.combinations(sums, many):
                others = against(hand, earlier, totals)
                if others is None:
                    continue
                number += 1
                full = bidding_position(hand, earlier, others, passed=number % 2 == 0)
                check_turn(full, with_reference=number % 20 == 0)
    assert number > 400


def test_every_turn_with_a_large_hand_can_be_finished() -> None:
    """Random hands of up to six cards against four totals, many of which are in the way."""
    rng = random.Random(1)
    refused = 0
    for _ in range(4_000):
        free = list((FREE - Counter(cards("22 22 22 23 23 23"))).elements())
        most = rng.choice([5, 10, 20, len(free)])
        hand = tuple(by_value(rng.sample(by_value(free)[:most], rng.randint(4, min(most, 6)))))
        sums = sums_of(hand)
        totals = rng.sample(sums[: rng.choice([5, 10, 60])], 4)
        others = against(hand, (), totals)
        if others is None:
            continue
        full = bidding_position(hand, (), others, passed=False)
        visited = check_turn(full, with_reference=rng.random() < 0.05)
        refused += visited < 1 + len(
            {some for size in range(1, len(hand) + 1) for some in combinations(list(hand), size)}
        )
    assert refused > 500


# ------------------------------------------------------------------ placing


def shapes() -> Iterator[list[Place]]:
    """Every shape of a cellar: row 1 without gaps, the others only where two cards carry."""

    def rows_above(row: int, below: set[int]) -> Iterator[list[Place]]:
        carried = [column for column in below if column + 1 in below]
        for size in range(len(carried) + 1):
            for chosen in itertools.combinations(carried, size):
                if not chosen:
                    yield []
                    continue
                for more in rows_above(row + 1, set(chosen)):
                    yield [*((row, column) for column in chosen), *more]

    for size in range(ROWS[1] + 1):
        for more in rows_above(2, set(range(1, size + 1))):
            yield [*((1, column) for column in range(1, size + 1)), *more]


SHAPES = list(shapes())


def cellar_with(shape: list[Place], empties: Iterable[Place], wines: list[str]) -> Cellar:
    """Cellar of this shape with empty bottles showing at some places."""
    cellar = Cellar()
    showing = set(empties)
    for place in shape:
        cellar.showing[place] = EMPTY if place in showing else wines.pop()
    return cellar


def check_placements(full: Position, has_place: bool | None = None) -> Any:
    """Core and reference agree, and there is something to do; the core's state."""
    state = SUBJECT.driver.subject(full["options"]).game.state_from_dict(full)
    reference = ReferenceCellarDesTriplettes(full)
    words = state.legal_words(0)
    assert words == reference.legal(0)
    assert words
    assert len(words) <= 88
    if len(full["hands"][0]) > 6:
        assert "done" not in words
    return state


def test_there_are_65_shapes() -> None:
    """Row 1 of k cards carries as many pyramids as the (k)th Catalan number says."""
    assert Counter(sum(row == 1 for row, _ in shape) for shape in SHAPES) == {
        0: 1,
        1: 1,
        2: 2,
        3: 5,
        4: 14,
        5: 42,
    }


def test_every_cellar_has_a_place_for_a_hand_above_the_limit() -> None:
    """Every shape, every way of empty bottles to show in it, the other ones in the hand."""
    rng = random.Random(2)
    wines = [card for card in deck(5) if card != EMPTY]
    number = 0
    for shape in SHAPES:
        for showing in range(4):
            for empties in itertools.combinations(shape, showing):
                pack = rng.sample(wines, len(wines))
                cellar = cellar_with(shape, empties, pack)
                # At least four wines are in the hand: there are only three empty bottles.
                size = 7 if number % 4 else rng.randint(8, 11)
                hand = by_value([EMPTY] * (3 - showing) + pack[: size - 3 + showing])
                state = check_placements(placing_position(5, hand, [cellar]))
                number += 1
                # Every wine has a place, not only one of them.
                placed = {word.split(" ")[1] for word in state.legal_words(0)}
                assert placed >= {card for card in hand if card != EMPTY}
                full_without_place = len(shape) == 15 and showing
                assert (EMPTY in placed) == (EMPTY in hand and not full_without_place)
    assert number > 7_000


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_a_hand_above_the_limit_can_always_be_placed(num_players: int) -> None:
    """Long walks through cellar after cellar, keeping the empty bottles where that is possible."""
    rng = random.Random(num_players)
    game = SUBJECT.driver.subject(default_options(num_players)).game
    most_cellars = 0
    for _ in range(12):
        pack = deck(num_players)
        rng.shuffle(pack)
        if rng.random() < 0.7:
            # The empty bottles first.
            pack.sort(key=lambda card: card != EMPTY)
        hand: list[str] = []
        built = [Cellar()]
        keeps = rng.random() < 0.5
        # One card has to be in the display.
        while len(pack) + len(hand) - 1 > 6:
            wanted = min(rng.randint(7, 11), len(hand) + len(pack) - 1)
            while len(hand) < wanted:
                hand.append(pack.pop(0))
            state = check_placements(placing_position(num_players, by_value(hand), built))
            reference = ReferenceCellarDesTriplettes(state.view(None).to_dict())
            while len(reference.hands[0]) > 6:
                words = reference.legal(0)
                if keeps:
                    words = [word for word in words if EMPTY not in word.split(" ")] or words
                word = rng.choice(words)
                reference.apply(word, 0)
                state.apply(IDS[word], 0)
                assert state.legal_words(0) == reference.legal(0)
                assert reference.legal(0)
            hand, built = reference.hands[0], reference.cellars[0]
            assert game.state_from_dict(state.view(None).to_dict()) == state
        most_cellars = max(most_cellars, len(built))
    assert most_cellars >= num_players - 1 - (num_players == 5)
