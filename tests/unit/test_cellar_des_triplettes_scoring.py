"""Cellar des Triplettes: points of placed cards, triplets of every shape, `score_details`."""

from __future__ import annotations

import dataclasses
from itertools import combinations
from typing import Any

import pytest

from cardgames import SPECTATOR, CardGamesError
from cardgames.cellar_des_triplettes import CellarDesTriplettesState, ScoreDetails, Triplet

from .any_game import act
from .cellar_positions import ROW_SIZES, TRIPLETS, cards, cellar, make, placing, slot_word

# All 18 lines and 16 triangles, written out by hand.
LINES = """
    r1c1 r1c2 r1c3, r1c2 r1c3 r1c4, r1c3 r1c4 r1c5, r2c1 r2c2 r2c3, r2c2 r2c3 r2c4, r3c1 r3c2 r3c3,
    r1c1 r2c1 r3c1, r1c2 r2c2 r3c2, r1c3 r2c3 r3c3, r2c1 r3c1 r4c1, r2c2 r3c2 r4c2, r3c1 r4c1 r5c1,
    r1c3 r2c2 r3c1, r1c4 r2c3 r3c2, r1c5 r2c4 r3c3, r2c3 r3c2 r4c1, r2c4 r3c3 r4c2, r3c3 r4c2 r5c1
"""
TRIANGLES = """
    r1c1 r1c2 r2c1, r1c2 r1c3 r2c2, r1c3 r1c4 r2c3, r1c4 r1c5 r2c4, r2c1 r2c2 r3c1, r2c2 r2c3 r3c2,
    r2c3 r2c4 r3c3, r3c1 r3c2 r4c1, r3c2 r3c3 r4c2, r4c1 r4c2 r5c1,
    r1c2 r2c1 r2c2, r1c3 r2c2 r2c3, r1c4 r2c3 r2c4, r2c2 r3c1 r3c2, r2c3 r3c2 r3c3, r3c2 r4c1 r4c2
"""
SHAPES = [shape.split() for shape in f"{LINES},{TRIANGLES}".split(",")]

# Wines of three colours, such that no two slots that touch have the same colour: no triplet.
GREEN, VIOLET, BLUE = (
    ["7", "7", "14", "14", "21"],
    ["8", "8", "15", "15", "22"],
    ["9", "9", "16", "16", "23"],
)


def background() -> dict[str, str]:
    """A card for each slot, in row-major order."""
    rest = [list(GREEN), list(VIOLET), list(BLUE)]
    return {
        slot_word(row, column): rest[(column + 2 * row) % 3].pop()
        for row in range(5)
        for column in range(ROW_SIZES[row])
    }


def rows_of(slots: dict[str, str]) -> str:
    """The text of a cellar with these slots."""
    return " / ".join(
        " ".join(slots.get(slot_word(row, column), ".") for column in range(ROW_SIZES[row]))
        for row in range(5)
    )


def unfinished(shape: list[str], first: str, second: str) -> tuple[str, str]:
    """A cellar in which only the last slot of the shape is missing, and how to place a card there.

    Two of the shape's slots hold the given cards. Slots after the last one are empty.
    """
    slots = background()
    words = list(slots)
    slots |= {shape[0]: first, shape[1]: second}
    for word in words[words.index(shape[2]) :]:
        del slots[word]
    return rows_of(slots), "right" if shape[2].startswith("r1") else shape[2]


def details(state: CellarDesTriplettesState, seat: int = 0) -> ScoreDetails:
    """What makes up a score; that of every view is the same and fits the score."""
    found = state.score_details(seat)
    for player in (None, SPECTATOR, 0, 1):
        assert state.view(player).score_details(seat) == found
    assert found.total == state.scores()[seat] == state.view().scores[seat]
    assert found.total == found.stars + sum(triplet.points for triplet in found.triplets)
    return found


def triplet(shape: str, bottles: str, points: Any, cellar: int = 0) -> Triplet:
    """A triplet in words."""
    one, two, three = shape.split()
    a, b, c = cards(bottles)
    return Triplet(cellar=cellar, slots=(one, two, three), cards=(a, b, c), points=points)


# --- The rulebook's examples ---


def test_the_example_of_ten_points() -> None:
    """Rulebook, placing, Susi's example: 3, 2, 1, and 3 + 1 points for a triangle."""
    state = placing("", "3 5 6 7 14 21 22")
    points: list[int] = []
    for word in ("22 right", "14 right", "7 right", "21 r2c2"):
        before = state.scores()[0]
        act(state, f"place {word}")
        points.append(state.scores()[0] - before)
    assert points == [3, 2, 1, 4]
    assert state.scores() == (10, *state.scores()[1:])
    assert details(state) == ScoreDetails(
        stars=9, triplets=(triplet("r1c2 r1c3 r2c2", "14 7 21", 1),), total=10
    )


def test_the_example_of_seven_points() -> None:
    """Rulebook, placing, Elke's example: two stars, 4 for a line of three, 1 for a triangle."""
    state = placing("9 23 6 10 14 / . 16 16", "3 16")
    assert details(state) == ScoreDetails(stars=13, triplets=(), total=13)
    act(state, "place 16 r2c1")
    assert details(state) == ScoreDetails(
        stars=15,
        triplets=(
            triplet("r1c1 r1c2 r2c1", "9 23 16", 1),
            triplet("r2c1 r2c2 r2c3", "16 16 16", 4),
        ),
        total=20,
    )


# --- Stars ---


@pytest.mark.parametrize(
    ("value", "points"),
    [("0.2", 0), ("3", 1), ("9", 1), ("10", 2), ("16", 2), ("17", 3), ("23", 3), ("12", 2)],
)
def test_stars_are_points(value: str, points: int) -> None:
    """Rulebook, placing: as many points as stars; an empty bottle brings none."""
    state = placing("", f"{value} 6")
    act(state, f"place {value} right")
    assert details(state) == ScoreDetails(stars=points, triplets=(), total=points)
    # At once, in the middle of the turn.
    assert state.to_act == (0,)


def test_only_the_stars_that_show_count() -> None:
    """Page, points: the stars of a wine that covers an empty bottle count as any other's."""
    state = placing("5 0.2", "20 6")
    act(state, "place 20 r1c2")
    assert details(state).stars == 4


# --- Shapes ---


def test_there_are_34_shapes() -> None:
    """Page, points: 18 lines and 16 triangles."""
    assert [len(part.split(",")) for part in (LINES, TRIANGLES)] == [18, 16]
    assert len({tuple(shape) for shape in SHAPES}) == 34
    # The helper that counts the points of positions found them from where the slots lie.
    found = {tuple(slot_word(*slot) for slot in slots) for slots in TRIPLETS}
    assert found == {tuple(shape) for shape in SHAPES}


def test_the_background_has_no_triplet() -> None:
    state = placing(rows_of(background()), "3 6")
    assert details(state).triplets == ()


@pytest.mark.parametrize("shape", SHAPES, ids=" ".join)
@pytest.mark.parametrize(
    ("bottles", "points"),
    [
        ("20 20 20", 4),
        ("13 13 13", 4),
        ("6 13 20", 1),
        ("20 6 13", 1),
        # Two the same and one other, of one colour.
        ("20 20 13", None),
        ("6 13 6", None),
        ("13 20 20", None),
        # Not of one colour, though all of them have three stars.
        ("20 17 20", None),
        ("20 20 19", None),
        ("10 13 20", None),
        # An empty bottle is no wine.
        ("0.2 20 20", None),
        ("20 0.2 13", None),
    ],
)
def test_a_triplet_of_each_shape(shape: list[str], bottles: str, points: int | None) -> None:
    """Rulebook, placing: a triplet lies in a line or a triangle; three identical 4, different 1.

    Nothing else in the cellar is red, brown or yellow.
    """
    first, second, third = bottles.split()
    rows, where = unfinished(shape, first, second)
    state = placing(rows, f"{third} 3")
    before = details(state)
    assert before.triplets == ()
    act(state, f"place {third} {where}")
    after = details(state)
    assert after.stars == before.stars + cards(third)[0].stars
    expected = () if points is None else (triplet(" ".join(shape), bottles, points),)
    assert after.triplets == expected


@pytest.mark.parametrize("shape", SHAPES, ids=" ".join)
@pytest.mark.parametrize("covered", [0, 1])
def test_a_wine_on_an_empty_bottle_completes_each_shape(shape: list[str], covered: int) -> None:
    """Page, points: a covered empty bottle counts as the wine on it."""
    bottles = ["20", "20"]
    bottles[covered] = "0.2"
    rows, where = unfinished(shape, *bottles)
    state = placing(rows, "3 20 20")
    act(state, f"place 20 {where}")
    before = details(state)
    assert before.triplets == ()
    act(state, f"place 20 {shape[covered]}")
    after = details(state)
    assert after.triplets == (triplet(" ".join(shape), "20 20 20", 4),)
    assert after.total == before.total + 3 + 4


def test_no_other_three_slots_are_a_triplet() -> None:
    """Page, points: 34 shapes; three identical bottles anywhere else bring nothing more.

    No bent rows, no gaps, no columns straight up: all 455 sets of three slots.
    """
    slots = background()
    for chosen in combinations(slots, 3):
        found = make(cellars={0: rows_of(slots | dict.fromkeys(chosen, "20"))}).score_details(0)
        expected = [chosen] if list(chosen) in SHAPES else []
        assert [t.slots for t in found.triplets] == expected


# --- Orders and several at once ---


@pytest.mark.parametrize(
    ("rows", "word", "gain", "shapes"),
    [
        # The middle of a row, and its left end.
        ("9 8 6 10 14 / 20 . 20", "20 r2c2", 3 + 4, "r2c1 r2c2 r2c3"),
        ("9 8 6 10 14 / . 20 20", "20 r2c1", 3 + 4, "r2c1 r2c2 r2c3"),
        # Growing to the left.
        ("20 20 9", "20 left", 3 + 4, "r1c1 r1c2 r1c3"),
        ("13 20 9 / 20", "6 left", 1 + 1, "r1c1 r1c2 r1c3"),
        # A wine on an empty bottle.
        ("20 0.2 8 / 20", "20 r1c2", 3 + 4, "r1c1 r1c2 r2c1"),
        ("0.2 20 8 / 20", "20 r1c1", 3 + 4, "r1c1 r1c2 r2c1"),
        # Several at once.
        ("6 13 20 / 20", "6 r2c2", 1 + 2, "r1c2 r1c3 r2c2, r1c2 r2c1 r2c2"),
        (
            "6 13 20 / 20 6",
            "13 r3c1",
            2 + 3,
            "r1c1 r2c1 r3c1, r1c3 r2c2 r3c1, r2c1 r2c2 r3c1",
        ),
        # Two of three lines in a row; the third has 13 twice.
        ("6 13 0.2 13 6", "20 r1c3", 3 + 2, "r1c1 r1c2 r1c3, r1c3 r1c4 r1c5"),
        # In the middle of six slots, 13 and 6 in turn: six triangles and three lines.
        (
            "7 13 6 8 9 / 6 0.2 13 / 13 6",
            "20 r2c2",
            3 + 9,
            "r1c2 r1c3 r2c2, r1c2 r2c1 r2c2, r1c2 r2c2 r3c2, r1c3 r2c2 r2c3, r1c3 r2c2 r3c1, "
            "r2c1 r2c2 r2c3, r2c1 r2c2 r3c1, r2c2 r2c3 r3c2, r2c2 r3c1 r3c2",
        ),
    ],
)
def test_what_one_card_completes(rows: str, word: str, gain: int, shapes: str) -> None:
    """Rulebook, placing: several triplets may be completed at once by a single card."""
    state = placing(rows, f"{word.split(maxsplit=1)[0]} 3")
    before = details(state)
    act(state, f"place {word}")
    after = details(state)
    new = [t for t in after.triplets if t not in before.triplets]
    assert ", ".join(" ".join(t.slots) for t in new) == shapes
    assert after.total - before.total == gain


def test_a_cellar_of_seven_triplets() -> None:
    """Page, points: stars showing plus all triplets lying in the cellar, in row-major order.

    Red, 6 and 13 and 20, so that every line and triangle of these six slots has three different
    bottles.
    """
    state = placing("6 13 20 / 20 6 / 13", "3 5")
    assert details(state) == ScoreDetails(
        stars=12,
        triplets=(
            triplet("r1c1 r1c2 r1c3", "6 13 20", 1),
            triplet("r1c1 r1c2 r2c1", "6 13 20", 1),
            triplet("r1c1 r2c1 r3c1", "6 20 13", 1),
            triplet("r1c2 r1c3 r2c2", "13 20 6", 1),
            triplet("r1c2 r2c1 r2c2", "13 20 6", 1),
            triplet("r1c3 r2c2 r3c1", "20 6 13", 1),
            triplet("r2c1 r2c2 r3c1", "20 6 13", 1),
        ),
        total=19,
    )


def test_triplets_move_to_the_right_with_their_cards() -> None:
    """Page, cellar: growing to the left shifts everything one column; points stay."""
    state = placing("20 20 8 / 20", "9 3")
    assert [t.slots for t in details(state).triplets] == [("r1c1", "r1c2", "r2c1")]
    before = state.scores()[0]
    act(state, "place 9 left")
    assert [t.slots for t in details(state).triplets] == [("r1c2", "r1c3", "r2c2")]
    assert state.scores()[0] == before + 1


def test_several_cellars() -> None:
    """Page, points: all triplets lying in its cellars; the oldest cellar first."""
    full = rows_of(background() | {"r1c1": "20", "r1c2": "20", "r2c1": "20"})
    state = placing(f"{full} | 3 10", "17 6")
    before = details(state)
    old = triplet("r1c1 r1c2 r2c1", "20 20 20", 4)
    assert before.triplets == (old,)
    act(state, "place 17 r2c1")
    after = details(state)
    assert after.triplets == (old, triplet("r1c1 r1c2 r2c1", "3 10 17", 1, cellar=1))
    assert after.total == before.total + 3 + 1


def test_no_triplet_across_two_cellars() -> None:
    full = rows_of(background() | {"r1c4": "20", "r1c5": "20"})
    state = placing(f"{full} | 20", "3 6")
    assert details(state).triplets == ()


# --- The calls ---


def test_a_seat_without_cards_in_its_cellar() -> None:
    state = placing("", "3 6")
    assert details(state) == ScoreDetails(stars=0, triplets=(), total=0)


@pytest.mark.parametrize("seat", [-1, 4, 100, 10**30])
def test_there_is_no_such_seat(seat: int) -> None:
    state = make()
    for ask in (state.score_details, state.view(0).score_details):
        with pytest.raises(CardGamesError):
            ask(seat)


@pytest.mark.parametrize("seat", ["0", 1.0, None, True])
def test_a_seat_must_be_an_integer(seat: Any) -> None:
    state = make()
    for ask in (state.score_details, state.view(0).score_details):
        with pytest.raises(TypeError):
            ask(seat)


def test_details_are_frozen_values() -> None:
    state = placing("6 13 20", "3 5")
    found = details(state)
    assert found == state.copy().score_details(0)
    assert hash(found) == hash(state.copy().score_details(0))
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.total = 99  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.triplets[0].points = 4  # type: ignore[misc]
    assert cellar(state) == "6 13 20"
