"""Cellar des Triplettes: exactly who sees what, in each phase, by positions made by hand."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cardgames
from cardgames import SPECTATOR, View
from cardgames.cellar_des_triplettes import (
    Card,
    Cellar,
    CellarDesTriplettes,
    CellarDesTriplettesState,
    CellarDesTriplettesView,
)

from .any_game import act, check_equal_for, check_generator_is_hidden, seen
from .cellar_positions import FOUR, cards, crowded, make, placing

NINE = CellarDesTriplettes(num_players=4, max_rounds=9)

KEYS = [
    "game",
    "options",
    "round",
    "phase",
    "final_round",
    "truncated",
    "starting_player",
    "high_bidder",
    "to_act",
    "hands",
    "hand_sizes",
    "known_hands",
    "bids",
    "turn",
    "passed",
    "display",
    "pile",
    "pile_size",
    "pile_bottom",
    "placing",
    "cellars",
    "covered",
    "scores",
    "rng",
]


def in_place() -> CellarDesTriplettesState:
    """Seat 2 is placing, seat 1 has done so; seat 3 holds nothing."""
    return make(
        phase="place",
        starting=3,
        high=1,
        placing=(2, 3, 0),
        hands={0: "0.2 5 14", 1: "3", 2: "3 5 6 7 9 10 13 20", 3: ""},
        known={0: "5", 2: "6 7 13 20"},
    )


def over() -> CellarDesTriplettesState:
    return make(
        NINE,
        phase="over",
        round_=9,
        final=True,
        truncated=True,
        high=1,
        hands={0: "0.2 5 14", 1: "3", 2: "6 7", 3: ""},
    )


STATES = [crowded, in_place, over]
by_phase = pytest.mark.parametrize("start", STATES, ids=["bid", "place", "over"])

# --- Everything ---


def test_everything_in_the_bid() -> None:
    """Page, position, key by key."""
    position = seen(crowded(), None)
    rng = position.pop("rng")
    assert len(rng) == 4
    hidden = position.pop("pile")
    assert (hidden[:2], hidden[-2:], len(hidden)) == (["17", "21"], ["22", "19"], 12)
    blank: list[list[None]] = [[None] * 4, [None] * 3, [None] * 2, [None]]
    expected: dict[str, Any] = {
        "game": "cellar_des_triplettes",
        "options": {"num_players": 4, "max_rounds": 100},
        "round": 9,
        "phase": "bid",
        "final_round": False,
        "truncated": False,
        "starting_player": 1,
        "high_bidder": None,
        "to_act": [0],
        "hands": [["5", "9", "14", "20"], ["3", "7"], ["6", "8"], ["10", "13", "16", "22", "23"]],
        "hand_sizes": [4, 2, 2, 5],
        "known_hands": [["9"], ["3"], [], []],
        "bids": [["3", "12"], ["5", "6"], ["0.2"], []],
        "turn": ["12"],
        "passed": [False, False, False, True],
        "display": ["9", "10", "15", "23"],
        "pile_size": 12,
        "pile_bottom": ["22", "19"],
        "placing": [],
        "cellars": [
            [[["7", "14", "8", None, None], ["15", None, None, None], *blank[1:]]],
            [[["16", "0.2", None, None, None], *blank]],
            [
                [
                    ["5", "7", "9", "10", "13"],
                    ["14", "15", "16", "17"],
                    ["3", "6", "8"],
                    ["20", "21"],
                    ["22"],
                ],
                [["23", None, None, None, None], *blank],
            ],
            [[[None] * 5, *blank]],
        ],
        "covered": [[["r1c2"]], [[]], [[], []], [[]]],
        # Stars: 1 2 1 2; 2; 28 of the full cellar and 3; none.
        "scores": [6, 2, 31, 0],
    }
    assert position == expected


def test_everything_in_the_placing() -> None:
    position = seen(in_place(), None)
    expected: dict[str, Any] = {
        "phase": "place",
        "starting_player": 3,
        "high_bidder": 1,
        "to_act": [2],
        "hands": [["0.2", "5", "14"], ["3"], ["3", "5", "6", "7", "9", "10", "13", "20"], []],
        "hand_sizes": [3, 1, 8, 0],
        "known_hands": [["5"], [], ["6", "7", "13", "20"], []],
        "bids": [[], [], [], []],
        "turn": [],
        "passed": [True] * 4,
        "placing": [2, 3, 0],
    }
    assert {key: position[key] for key in expected} == expected


@by_phase
@pytest.mark.parametrize("player", [None, SPECTATOR, 0, 3])
def test_the_keys_are_in_the_order_of_the_page(
    start: Callable[[], CellarDesTriplettesState], player: int | None
) -> None:
    """Page, position."""
    assert list(seen(start(), player)) == KEYS


# --- What is hidden ---


@by_phase
@pytest.mark.parametrize("player", [SPECTATOR, 0, 1, 2, 3])
def test_a_seat_sees_its_own_hand_and_all_that_is_public(
    start: Callable[[], CellarDesTriplettesState], player: int
) -> None:
    """Page, position: hands are null for every other seat, even if empty or at the end; pile null.

    API, randomness: the generator is null in every view but the full one.
    """
    state = start()
    everything = seen(state, None)
    expected = everything | {
        "hands": [everything["hands"][s] if s == player else None for s in range(4)],
        "pile": None,
        "rng": None,
    }
    assert seen(state, player) == expected
    assert state.view(player).player == player


def test_an_empty_hand_and_an_empty_pile_are_null_too() -> None:
    """Page, position: null even if empty."""
    state = make(hands={0: "3", 1: ""}, pile="", final=True)
    assert seen(state, 0)["hands"] == [["3"], None, None, None]
    assert seen(state, 1)["hands"] == [None, [], None, None]
    assert seen(state, 0)["pile"] is None
    assert seen(state, 0)["pile_size"] == 0
    assert seen(state, None)["pile"] == []


def test_the_pile_is_seen_in_the_full_view_only() -> None:
    """Page, known: of the pile only its size and the cards put under it."""
    state = crowded()
    assert seen(state, None)["pile"][-2:] == ["22", "19"]
    for player in (SPECTATOR, 0, 1, 2, 3):
        assert state.view(player).pile is None
        assert state.view(player).pile_bottom == cards("22 19")
        assert state.view(player).pile_size == 12


def test_the_seed_is_in_no_view() -> None:
    """API, randomness: `state.seed` is kept with the state, not in views."""
    state = FOUR.new_state(seed=123456789)
    for player in (None, SPECTATOR, 0):
        assert "123456789" not in json.dumps(seen(state, player))
        assert "123456789" not in repr(state.view(player))


# --- Two states that a seat cannot tell apart ---

HIDDEN: list[dict[str, Any]] = [
    # The unknown 7 of seat 1 and the unknown 13 of seat 3.
    {"hands": {0: "5 9 14 20", 1: "3 13", 2: "6 8", 3: "7 10 16 22 23"}},
    # A card of seat 3 and one of the pile.
    {
        "hands": {0: "5 9 14 20", 1: "3 7", 2: "6 8", 3: "10 13 16 19 23"},
        "pile": "17 21 22 ...",
    },
    # The order of the pile.
    {"pile": "21 17 ..."},
]


@pytest.mark.parametrize("changes", HIDDEN, ids=["hands", "hand and pile", "pile"])
@pytest.mark.parametrize("player", [0, 2, SPECTATOR])
def test_hidden_things_make_no_difference(changes: dict[str, Any], player: int) -> None:
    """API, what a player knows: equal view, observation, information key and legal actions."""
    one, other = crowded(), crowded(**changes)
    check_equal_for(player, one, other)


def test_the_generator_makes_no_difference() -> None:
    check_generator_is_hidden(crowded())


# Each changes something that everybody sees.
OPEN_HANDS = {0: "5 9 14 20", 1: "3 7", 2: "6 8"}
VISIBLE: dict[str, dict[str, Any]] = {
    "round": {"round_": 10},
    "starting_player": {"starting": 0},
    "hand size": {"hands": OPEN_HANDS | {3: "10 13 16 22"}},
    "known_hands of one seat": {"known": {0: "9", 1: "7"}},
    "known_hands of another seat": {"known": {0: "9", 1: "3", 3: "10"}},
    "known_hands of the viewer": {"known": {0: "5", 1: "3"}},
    "bids": {"hands": {0: "5 9 14 20", 1: "3 6", 2: "6 8"}, "bids": {0: "3 12", 1: "5 7", 2: "0.2"}}
    | {"known": {0: "9", 1: "3"}},
    "turn": {"turn": "3 12"},
    "passed": {"passed": (2, 3)},
    "display": {"display": "9 10 12 15", "pile": "17 21 23 ..."},
    "pile_bottom": {"pile": "17 21 22 ...", "bottom": "19"},
    "order of pile_bottom": {"bottom": "19 22"},
    "none of the bottom known": {"pile": "17 21 22 19 ...", "bottom": ""},
    "cellar": {"cellars": {0: "8 14* 7 / 15", 1: "16 0.2", 2: "", 3: ""}},
    "place in a cellar": {"cellars": {0: "7 14* 8 / . 15", 1: "16 0.2", 2: "", 3: ""}},
    "covered": {"cellars": {0: "7* 14 8 / 15", 1: "16 0.2", 2: "", 3: ""}},
    "empty bottle": {"cellars": {0: "7 14* 8 / 15", 1: "0.2 16", 2: "", 3: ""}},
    "cellar of another seat": {"cellars": {0: "7 14* 8 / 15", 1: "", 2: "16 0.2", 3: ""}},
}
# The same with fewer cards in the cellars.
SIMPLE: dict[str, Any] = {"cellars": {0: "7 14* 8 / 15", 1: "16 0.2", 2: "", 3: ""}}


@pytest.mark.parametrize("name", VISIBLE)
@pytest.mark.parametrize("player", [0, 2, SPECTATOR])
def test_visible_things_make_a_difference(name: str, player: int) -> None:
    """API, what a player knows: everything the seat has seen is in its view and its observation."""
    one, other = crowded(**SIMPLE), crowded(**(SIMPLE | VISIBLE[name]))
    assert_different(one, other, player)


def assert_different(
    one: CellarDesTriplettesState, other: CellarDesTriplettesState, player: int
) -> None:
    assert one.view(player) != other.view(player)
    assert one.information_key(player) != other.information_key(player)
    assert not np.array_equal(one.observation(player), other.observation(player))


NINTH: dict[str, Any] = {"game": NINE, "round_": 9, "final": True, "pile": ""}
PAIRS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "final_round": (
        {"pile": "", "final": True, "passed": (0,)},
        {"pile": "", "final": False, "passed": (0,)},
    ),
    "truncated": (
        NINTH | {"truncated": True, "passed": (0,)},
        NINTH | {"truncated": False, "passed": (0,)},
    ),
    "high_bidder": ({"phase": "place", "high": 0}, {"phase": "place", "high": None}),
    "to_act": (
        {"phase": "place", "high": 0, "placing": (1, 2, 3)},
        {"phase": "place", "high": 0, "placing": (2, 3)},
    ),
    "phase": (
        NINTH | {"phase": "place", "placing": (3,), "high": 0},
        NINTH | {"phase": "over", "high": 0},
    ),
    "an older cellar": (
        {"cellars": {0: "5 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22 | 23"}},
        {"cellars": {0: "5 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 20 | 23"}},
    ),
    "number of cellars": (
        {"cellars": {0: "5 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22 | 23"}},
        {"cellars": {0: "5 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22"}},
    ),
}


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("player", [0, 2, SPECTATOR])
def test_other_visible_things_make_a_difference(name: str, player: int) -> None:
    one, other = PAIRS[name]
    held: dict[str, Any] = {"hands": {0: "3", 1: "5", 2: "6", 3: "7"}}
    assert_different(make(**(held | one)), make(**(held | other)), player)


def test_views_of_different_seats_differ() -> None:
    state = make(hands={0: "", 1: "", 2: "", 3: ""})
    views = [state.view(player) for player in (None, SPECTATOR, 0, 1, 2, 3)]
    assert len(set(views)) == 6


def test_the_own_hand_makes_a_difference_to_its_holder() -> None:
    one, other = crowded(), crowded(**HIDDEN[0])
    for player in (1, 3):
        assert_different(one, other, player)


# --- Types ---


def test_a_view_is_a_frozen_typed_value() -> None:
    """API, state: `view()` is a frozen typed dataclass."""
    view = crowded().view(0)
    assert type(view) is CellarDesTriplettesView
    assert isinstance(view, View)
    assert view.game is FOUR
    assert (view.player, view.round, view.phase) == (0, 9, "bid")
    assert (view.final_round, view.truncated) == (False, False)
    assert (view.starting_player, view.high_bidder, view.to_act) == (1, None, (0,))
    assert view.hands == (cards("5 9 14 20"), None, None, None)
    assert view.hand_sizes == (4, 2, 2, 5)
    assert view.known_hands == (cards("9"), cards("3"), (), ())
    assert view.bids == (cards("3 12"), cards("5 6"), cards("0.2"), ())
    assert view.turn == (Card("12", "Dornfelder", "yellow", 2),)
    assert view.passed == (False, False, False, True)
    assert view.display == cards("9 10 15 23")
    assert (view.pile, view.pile_size, view.pile_bottom) == (None, 12, cards("22 19"))
    assert (view.placing, view.scores, view.rng) == ((), (6, 2, 31, 0), None)
    a, b, c, d = cards("7 14 8 15")
    assert view.cellars[0] == (
        Cellar(
            rows=(
                (a, b, c, None, None),
                (d, None, None, None),
                (None, None, None),
                (None, None),
                (None,),
            ),
            covered=("r1c2",),
        ),
    )
    assert [len(own) for own in view.cellars] == [1, 1, 2, 1]
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.round = 2  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        view.note = "x"  # type: ignore[attr-defined]


def test_the_full_view_has_everything() -> None:
    view = in_place().view()
    assert view.player is None
    assert view.hands == (cards("0.2 5 14"), cards("3"), cards("3 5 6 7 9 10 13 20"), ())
    assert (view.high_bidder, view.placing, view.to_act) == (1, (2, 3, 0), (2,))
    assert view.pile is not None
    assert len(view.pile) == view.pile_size
    assert view.rng is not None
    for word in view.rng:
        assert word.startswith("0x")
        assert len(word) == 18
        assert set(word[2:]) <= set("0123456789abcdef")


def test_a_view_does_not_change_with_its_state() -> None:
    state = placing("5", "3 6")
    before = state.view()
    act(state, "place 3 right")
    assert before.cellars[0][0].rows[0][1] is None
    assert state.view() != before


@by_phase
@pytest.mark.parametrize("player", [None, SPECTATOR, 0, 3])
def test_a_view_is_ready_for_json(
    start: Callable[[], CellarDesTriplettesState], player: int | None
) -> None:
    """API, state: `to_dict()` is JSON-ready."""
    position = seen(start(), player)
    assert json.loads(json.dumps(position)) == position


@pytest.mark.parametrize("player", [4, -2, -5, 100, 10**30, -(10**30)])
def test_there_is_no_such_viewer(player: int) -> None:
    state = crowded()
    for ask in (state.view, state.observation, state.information_key):
        with pytest.raises(cardgames.CardGamesError, match="player must be from 0 to 3"):
            ask(player)
