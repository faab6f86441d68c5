"""Cellar des Triplettes: placing cards: who, how many, where."""

from __future__ import annotations

import pytest

from cardgames import IllegalActionError
from cardgames.cellar_des_triplettes import DONE, place

from .any_game import act, full, legal
from .cellar_positions import cellar, hands, make, placing, slots_for

# A full cellar without an empty bottle.
FULL = "5 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22"
LOWER = "5 7 9 10 13"
TWO_ROWS = f"{LOWER} / 14 15 16 17"
FOUR_ROWS = f"{TWO_ROWS} / 3 6 8 / 20 21"

# --- How many ---


def test_more_than_six_cards_must_be_placed() -> None:
    """Rulebook, placing: more than 6 cards in hand: must place; at most 6 may be held after it."""
    hand = "3 5 6 7 9 10 12 13"
    state = placing("", hand)
    words = ", ".join(f"place {value} right" for value in hand.split())
    assert legal(state) == words
    with pytest.raises(IllegalActionError):
        state.apply(DONE)
    act(state, "place 3 right")
    assert "done" not in legal(state)
    act(state, "place 5 right")
    assert legal(state).endswith(", done")
    assert hands(state)[0] == "6 7 9 10 12 13"


def test_all_eleven_cards() -> None:
    """Page, bounds: a hand of 11 when placing: five must be placed, all may be."""
    state = placing("", "3 3 5 5 6 6 7 7 9 9 13")
    for value in ("3", "3", "5", "5", "6"):
        assert "done" not in legal(state)
        act(state, f"place {value} right")
    assert "done" in legal(state)
    act(state, "place 6 r2c1, place 7 r2c2, place 7 r2c3, place 9 r2c4, place 9 r3c1")
    assert hands(state)[0] == "13"
    assert state.to_act == (0,)
    act(state, "place 13 r3c2")
    assert state.to_act == (1,)
    assert cellar(state) == "3 3 5 5 6 / 6 7 7 9 / 9 13"


def test_six_or_fewer_may_be_placed() -> None:
    """Rulebook, placing: who does not hold more than 6 cards need not place, but may."""
    for hand in ("3", "3 5", "3 5 6 7 9 10"):
        state = placing("", hand)
        words = [f"place {value} right" for value in hand.split()]
        assert legal(state) == ", ".join([*words, "done"])
    act(state, "done")
    assert state.to_act == (1,)
    assert hands(state)[0] == "3 5 6 7 9 10"


def test_the_last_card_ends_the_turn() -> None:
    """Page, place: `done` is automatic when the hand becomes empty."""
    state = placing("", "3 5")
    act(state, "place 5 right")
    assert state.to_act == (0,)
    act(state, "place 3 left")
    assert state.to_act == (1,)
    assert state.view().placing == (1, 2, 3)


def test_one_card_at_a_time_stays_with_the_seat() -> None:
    """Rulebook, placing: cards are placed one at a time by the player in question."""
    state = placing("", "3 5 6")
    act(state, "place 3 right")
    assert state.to_act == (0,)
    assert state.view().placing == (0, 1, 2, 3)
    assert state.legal_actions(1) == []
    assert not state.is_legal(place("5", "right"), 1)


def test_the_most_actions_that_can_be_legal() -> None:
    """Page, bounds: 88: eleven different wines, each to five places or on three empty bottles."""
    state = placing("0.2 5 0.2 0.2", "3 6 7 8 9 10 12 13 14 15 16")
    assert slots_for(state, "3") == "r1c1 r1c3 r1c4 r2c1 r2c2 r2c3 left right"
    assert len(state.legal_actions()) == 11 * 8 == state.game.max_legal_actions
    assert int(state.legal_mask().sum()) == 88


# --- Who ---


@pytest.mark.parametrize(("high", "starting"), [(0, 0), (2, 0), (3, 1), (None, 2), (None, 0)])
def test_clockwise_from_the_highest_bidder(high: int | None, starting: int) -> None:
    """Rulebook, placing: the highest bidder places first, then the others clockwise.

    Page, place: no bidder: from the starting seat.
    """
    state = make(phase="place", high=high, starting=starting)
    first = starting if high is None else high
    for offset in range(4):
        assert state.view().phase == "place"
        assert state.to_act == ((first + offset) % 4,)
        assert state.view().placing == tuple((first + i) % 4 for i in range(offset, 4))
        act(state, "done")
    assert state.view().phase == "bid"


def test_seats_without_cards_are_listed_until_they_are_reached_and_skipped() -> None:
    """Page, position, `placing`."""
    state = make(phase="place", high=3, hands={3: "3 5", 0: "", 1: "", 2: "7"})
    assert state.view().placing == (3, 0, 1, 2)
    act(state, "done")
    assert state.view().placing == (2,)
    assert state.to_act == (2,)


def test_the_last_seats_without_cards_end_the_round() -> None:
    state = make(phase="place", high=0, hands={0: "3", 1: "5", 2: "", 3: ""})
    act(state, "done")
    assert state.to_act == (1,)
    act(state, "done")
    assert (state.view().phase, state.view().round) == ("bid", 8)


def test_a_starting_seat_without_cards_is_skipped() -> None:
    """Page, place: `done` is automatic when the hand is empty; here nobody has bid."""
    state = make(starting=2, passed=(2, 3, 0), hands={2: "", 3: "", 0: "3"})
    act(state, "pass")
    assert state.view().placing == (0, 1)
    assert state.to_act == (0,)


# --- Where ---


@pytest.mark.parametrize(
    ("rows", "where"),
    [
        # Row 1: the first card only to the right, then at both ends till there are five.
        ("", "right"),
        ("5", "left right"),
        ("5 7 9 10", "r2c1 r2c2 r2c3 left right"),
        (LOWER, "r2c1 r2c2 r2c3 r2c4"),
        # Upper rows: on two cards.
        ("5 7", "r2c1 left right"),
        ("5 7 9", "r2c1 r2c2 left right"),
        ("5 7 9 / 10", "r2c2 left right"),
        ("5 7 9 / . 10", "r2c1 left right"),
        ("5 7 9 / 10 13", "r3c1 left right"),
        (f"{LOWER} / 14 . 16", "r2c2 r2c4"),
        (f"{LOWER} / 14 . 16 17", "r2c2 r3c3"),
        (f"{LOWER} / 14 15 . 17", "r2c3 r3c1"),
        (TWO_ROWS, "r3c1 r3c2 r3c3"),
        (f"{TWO_ROWS} / 3 . 6", "r3c2"),
        (f"{TWO_ROWS} / 3 6", "r3c3 r4c1"),
        (f"{TWO_ROWS} / . 3 6", "r3c1 r4c2"),
        (f"{TWO_ROWS} / 3 6 8", "r4c1 r4c2"),
        (f"{TWO_ROWS} / 3 6 8 / . 20", "r4c1"),
        (FOUR_ROWS, "r5c1"),
        # An empty bottle bears others like a wine.
        ("0.2 0.2 / 7", "r1c1 r1c2 left right"),
        # A wine may cover an empty bottle that shows.
        ("0.2", "r1c1 left right"),
        ("5 0.2 7", "r1c2 r2c1 r2c2 left right"),
        ("5 0.2 7 / 9", "r1c2 r2c2 left right"),
        ("5 7 / 0.2", "r2c1 left right"),
        (f"{TWO_ROWS} / 0.2 3 6", "r3c1 r4c1 r4c2"),
        # But not one that is covered already.
        ("5 14* 7", "r2c1 r2c2 left right"),
        ("14*", "left right"),
        ("5 14* 0.2", "r1c3 r2c1 r2c2 left right"),
        # A full cellar.
        (FULL, "right"),
        (f"{FULL} | 5", "left right"),
        (f"{FULL} | 5 7", "r2c1 left right"),
        ("0.2 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22", "r1c1"),
        (f"{FOUR_ROWS} / 0.2", "r5c1"),
        ("5* 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22", "right"),
        ("5* 7 9 0.2 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22", "r1c4"),
    ],
)
def test_where_a_wine_may_go(rows: str, where: str) -> None:
    """Page, cellar: row 1 grows at either end, upper slots rest on two, empty bottles are covered.

    Rulebook, wine cellar: gaps in higher levels are allowed and may be filled in afterward.
    """
    state = placing(rows, "23 23")
    assert slots_for(state, "23") == where
    assert legal(state) == ", ".join([*(f"place 23 {w}" for w in where.split()), "done"])


@pytest.mark.parametrize(
    ("rows", "where"),
    [
        ("", "right"),
        ("0.2", "left right"),
        ("5 0.2 7", "r2c1 r2c2 left right"),
        ("5 7 9 / 0.2", "r2c2 left right"),
        ("5 14* 7", "r2c1 r2c2 left right"),
        (FULL, "right"),
        # Only a wine can be placed now.
        ("0.2 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22", ""),
        (f"{FOUR_ROWS} / 0.2", ""),
        (FOUR_ROWS, "r5c1"),
    ],
)
def test_where_an_empty_bottle_may_go(rows: str, where: str) -> None:
    """Rulebook, wine cellar: empty bottles are placed like wines, but cover nothing."""
    state = placing(rows, "0.2 23")
    assert slots_for(state, "0.2") == where
    state = placing(rows, "0.2")
    assert legal(state) == ", ".join([*(f"place 0.2 {w}" for w in where.split()), "done"])


def test_seven_cards_with_empty_bottles_and_one_place() -> None:
    """Page, cellar: above 6 cards at least 4 are wines, and a wine always has a place."""
    state = placing(f"{FOUR_ROWS} / 0.2", "0.2 0.2 3 3 6 7 9")
    assert legal(state) == ", ".join(f"place {value} r5c1" for value in ("3", "6", "7", "9"))
    act(state, "place 3 r5c1")
    # The cellar is full and shows no empty bottle: any card opens the next.
    assert legal(state) == ", ".join(
        [*(f"place {value} right" for value in ("0.2", "3", "6", "7", "9")), "done"]
    )
    assert cellar(state) == f"{FOUR_ROWS} / 3*"


@pytest.mark.parametrize("where", ["r1c1", "r1c3", "r2c1", "r1c4", "r3c1", "r5c1"])
def test_nothing_else_is_covered_or_hangs_in_the_air(where: str) -> None:
    """Rulebook, wine cellar: a wine bottle may never be covered; cards must be supported."""
    state = placing("5 0.2 7 / 9", "23 23")
    before = state.copy()
    with pytest.raises(IllegalActionError):
        state.apply(place("23", where))
    assert state == before


# --- What a card does to the cellar ---


@pytest.mark.parametrize(
    ("rows", "where", "after"),
    [
        ("", "right", "23"),
        ("5", "right", "5 23"),
        ("5", "left", "23 5"),
        ("5 7 9 10", "right", "5 7 9 10 23"),
        ("5 7 9 10", "left", "23 5 7 9 10"),
        ("5 7", "r2c1", "5 7 / 23"),
        ("5 7 9", "r2c2", "5 7 9 / . 23"),
        ("5 7 9 / 10 . ", "r2c2", "5 7 9 / 10 23"),
        (FOUR_ROWS, "r5c1", f"{FOUR_ROWS} / 23"),
        # Growing to the left shifts everything, gaps and covered slots too.
        ("5 7 9 / 10 13 / 16", "left", "23 5 7 9 / . 10 13 / . 16"),
        ("5 7 9 10 / . 13 14 / . 16", "left", "23 5 7 9 10 / . . 13 14 / . . 16"),
        ("5 14* 7 / . 9", "left", "23 5 14* 7 / . . 9"),
        ("5 7 9 / 10 13*", "left", "23 5 7 9 / . 10 13*"),
        ("14* 0.2 6* / 3", "left", "23 14* 0.2 6* / . 3"),
        # To the right nothing moves.
        ("5 14* 7 / . 9", "right", "5 14* 7 23 / . 9"),
        # A wine covers an empty bottle.
        ("0.2", "r1c1", "23*"),
        ("5 0.2 7 / 9", "r1c2", "5 23* 7 / 9"),
        ("5 0.2 0.2 / 9 0.2", "r2c2", "5 0.2 0.2 / 9 23*"),
        # A new cellar.
        (FULL, "right", f"{FULL} | 23"),
        (f"{FULL} | 5 7", "left", f"{FULL} | 23 5 7"),
        (f"{FULL} | 5 7", "r2c1", f"{FULL} | 5 7 / 23"),
        (
            "5* 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22",
            "right",
            "5* 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22 | 23",
        ),
    ],
)
def test_a_placed_card(rows: str, where: str, after: str) -> None:
    """Page, cellar: what is placed stays; growing to the left shifts everything one column."""
    state = placing(rows, "23 23")
    act(state, f"place 23 {where}")
    assert cellar(state) == after
    assert hands(state)[0] == "23"


def test_covered_slots_are_listed_row_major_and_shift() -> None:
    """Page, position, `covered`: per cellar, row-major; they shift with the cards."""
    state = placing("5 0.2 0.2 / 0.2", "20 21 22 23")
    act(state, "place 20 r2c1, place 21 r1c3")
    assert full(state)["covered"][0] == [["r1c3", "r2c1"]]
    act(state, "place 22 left")
    assert full(state)["covered"][0] == [["r1c4", "r2c2"]]
    assert full(state)["cellars"][0] == [
        [
            ["22", "5", "0.2", "21", None],
            [None, "20", None, None],
            [None, None, None],
            [None, None],
            [None],
        ]
    ]


def test_an_empty_bottle_opens_a_cellar() -> None:
    """Page, cellar: the next card (of any kind) opens a new cellar."""
    state = placing(FULL, "0.2 23")
    act(state, "place 0.2 right")
    assert cellar(state) == f"{FULL} | 0.2"
    assert slots_for(state, "23") == "r1c1 left right"
    assert full(state)["covered"][0] == [[], []]


def test_covering_in_a_new_cellar_leaves_the_old_one() -> None:
    state = placing(f"{FULL} | 0.2", "23 23")
    act(state, "place 23 r1c1")
    assert cellar(state) == f"{FULL} | 23*"
    assert full(state)["covered"][0] == [[], ["r1c1"]]


def test_the_cellars_of_others_stay() -> None:
    state = placing("5", "23 23", cellars={0: "5", 1: "7 9", 2: "", 3: "10"})
    act(state, "place 23 left")
    assert [cellar(state, seat) for seat in range(4)] == ["23 5", "7 9", "", "10"]


def test_the_same_bottle_again() -> None:
    """Three copies of a bottle are three cards."""
    state = placing("", "23 23 23 3")
    act(state, "place 23 right, place 23 right, place 23 r2c1")
    assert cellar(state) == "23 23 / 23"
    assert hands(state)[0] == "3"
