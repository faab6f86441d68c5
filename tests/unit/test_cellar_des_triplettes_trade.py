"""Cellar des Triplettes: the wine trade, who gets what, and what becomes the display."""

from __future__ import annotations

import pytest

from .any_game import act, full
from .cellar_positions import FIVE, THREE, bids, display, hands, known, make


def test_some_bid() -> None:
    """Rulebook, wine trade: highest bid gets the display, each next one the bid above its own.

    Page, trade: only seats that bid take part; the lowest bid becomes the display. Bids are 20, 8
    and 14, seat 3 has passed.
    """
    state = make(
        bids={0: "20", 1: "3 5", 2: "14"},
        passed=(0, 1, 3),
        to_act=2,
        hands={0: "3 6", 1: "10", 2: "7 13", 3: "17"},
        known={0: "6", 2: "13", 3: "17"},
        display="6 7 9 10",
    )
    act(state, "pass")
    assert hands(state) == ["3 6 6 7 9 10", "10 14", "7 13 20", "17"]
    assert known(state) == ["6 6 7 9 10", "14", "13 20", "17"]
    assert display(state) == "3 5"
    assert bids(state) == [""] * 4
    view = state.view()
    assert (view.phase, view.high_bidder, view.placing) == ("place", 0, (0, 1, 2, 3))
    assert state.to_act == (0,)


def test_one_bids() -> None:
    """Page, trade: one bidder gets the display, and its bid becomes the display."""
    state = make(
        bids={2: "0.2 3"},
        passed=(0, 1, 3),
        to_act=2,
        hands={2: "20 21"},
        display="6 7 9 10",
    )
    before = hands(state)
    act(state, "pass")
    assert hands(state) == [before[0], before[1], "6 7 9 10 20 21", before[3]]
    assert known(state) == ["", "", "6 7 9 10", ""]
    assert display(state) == "0.2 3"
    assert state.view().high_bidder == 2
    assert state.view().placing == (2, 3, 0, 1)


def test_nobody_bids() -> None:
    """Page, trade: no bidder: nothing moves; placing begins with the starting seat."""
    state = make(
        starting=1,
        passed=(1, 2, 3),
        hands={0: "3 5", 1: "6", 2: "7 9", 3: "10"},
        known={2: "9"},
        display="6 7 9 10",
    )
    assert state.to_act == (0,)
    before = full(state)
    act(state, "pass")
    after = full(state)
    for key in ("hands", "known_hands", "display", "pile", "pile_bottom", "cellars", "scores"):
        assert after[key] == before[key]
    assert (after["phase"], after["high_bidder"]) == ("place", None)
    assert after["placing"] == [1, 2, 3, 0]
    assert after["starting_player"] == 1
    assert state.to_act == (1,)


@pytest.mark.parametrize("last", [0, 1, 2])
def test_all_bid(last: int) -> None:
    """Page, trade: in descending order of total, whoever passes last. Bids are 9, 23, 16."""
    state = make(
        THREE,
        bids={0: "9", 1: "23", 2: "6 10"},
        passed=[seat for seat in range(3) if seat != last],
        to_act=last,
        hands={0: "3", 1: "4", 2: "7"},
        display="11 13 14 16",
    )
    act(state, "pass")
    assert hands(state) == ["3 6 10", "4 11 13 14 16", "7 23"]
    assert display(state) == "9"
    assert state.view().placing == (1, 2, 0)


def test_five_bid() -> None:
    """Bids are 12, 41, 19.2, 19 and 0.4: tenths of a Euro decide between 19.2 and 19."""
    state = make(
        FIVE,
        starting=4,
        bids={0: "5 7", 1: "20 21", 2: "0.2 19", 3: "5 14", 4: "0.2 0.2"},
        passed=(0, 1, 2, 3),
        to_act=4,
        hands={0: "3", 1: "4", 2: "6", 3: "8", 4: "9"},
        display="15 16 17 18",
    )
    act(state, "pass")
    assert hands(state) == ["3 5 14", "4 15 16 17 18", "6 20 21", "0.2 8 19", "5 7 9"]
    assert known(state) == ["5 14", "15 16 17 18", "20 21", "0.2 19", "5 7"]
    assert display(state) == "0.2 0.2"
    assert state.view().placing == (1, 2, 3, 4, 0)
    assert state.view().starting_player == 4


def test_more_cards_are_not_a_higher_bid() -> None:
    """Rulebook, wine trade: bids are in order of their value in Euros, not of their cards."""
    state = make(
        bids={0: "0.2 0.2 0.2 3 3 3", 1: "10"},
        passed=(0, 2, 3),
        to_act=1,
        hands={0: "", 1: "6"},
        display="5 7 9 14",
    )
    act(state, "pass")
    assert hands(state)[:2] == ["10", "5 6 7 9 14"]
    # Six cards: the most that a display can have.
    assert display(state) == "0.2 0.2 0.2 3 3 3"


def test_the_largest_display_is_traded() -> None:
    """Page, bounds: a hand is at most 11 when placing: 5 and a display of 6."""
    state = make(
        bids={0: "10"},
        passed=(1, 2, 3),
        to_act=0,
        hands={0: "3 5 6 7 9"},
        display="3 5 6 7 9 13",
    )
    act(state, "pass")
    assert hands(state)[0] == "3 3 5 5 6 6 7 7 9 9 13"
    assert known(state)[0] == "3 5 6 7 9 13"
    assert display(state) == "10"


@pytest.mark.parametrize("low", ["0.2", "3", "9"])
def test_two_bid(low: str) -> None:
    state = make(
        starting=3,
        bids={3: low, 1: "10"},
        passed=(0, 2, 1),
        to_act=3,
        hands={3: "", 1: ""},
        display="5 7 13 14",
    )
    act(state, "pass")
    assert [hands(state)[seat] for seat in (1, 3)] == ["5 7 13 14", "10"]
    assert display(state) == low


def test_the_draw_of_the_last_seat_comes_before_the_trade() -> None:
    """Page, bid and trade: a seat that draws takes no part in the trade."""
    state = make(
        starting=1,
        bids={1: "20", 2: "14"},
        passed=(3,),
        hands={0: "6", 1: "", 2: ""},
        display="5 7 9 10",
        pile="23 3 ...",
    )
    act(state, "pass draw, pass, pass")
    assert hands(state)[:3] == ["3 6", "5 7 9 10", "20"]
    assert known(state)[:3] == ["3", "5 7 9 10", "20"]
    assert display(state) == "14"
    assert [c.value for c in state.view().pile_bottom] == ["23"]
