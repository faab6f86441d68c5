"""Wine Cellar: exactly who sees what, in each phase, by positions made by hand."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cardgames
from cardgames import SPECTATOR, View
from cardgames.wine_cellar import (
    Eno,
    PastClient,
    ScoreDetails,
    WineCellar,
    WineCellarState,
    WineCellarView,
)

from .any_game import Position, check_equal_for, check_generator_is_hidden, full, seen
from .wine_decks import deck
from .wine_positions import (
    ADVANCED,
    FOUR,
    SOLO,
    TWO,
    bidding,
    choosing,
    finished,
    hands,
    later,
    make,
    taking,
)

KEYS = [
    "game",
    "options",
    "game_number",
    "round",
    "phase",
    "to_act",
    "hands",
    "hand_sizes",
    "low_left",
    "dealt_clients",
    "clients",
    "past_clients",
    "chosen",
    "bids",
    "prizes",
    "take_order",
    "cellars",
    "scores",
    "game_scores",
    "last_cellars",
    "last_clients",
    "eno",
    "client_deck",
    "rng",
]


def over() -> WineCellarState:
    return finished(FOUR)


STATES = [choosing, bidding, taking, later, over]
by_state = pytest.mark.parametrize("start", STATES, ids=lambda start: start.__name__)


def only(seat: int, row: list[Any]) -> list[Any]:
    """The entry of one seat; the others are hidden."""
    return [entry if i == seat else None for i, entry in enumerate(row)]


def expected_view(state: WineCellarState, player: int) -> Position:
    """What a viewer may see of a game of four, by the page."""
    everything = full(state)
    expected = everything | {"client_deck": None, "rng": None}
    expected["dealt_clients"] = only(player, everything["dealt_clients"])
    if everything["game_number"] == 1 and everything["phase"] != "over":
        expected["hands"] = only(player, everything["hands"])
    if everything["phase"] == "client":
        expected["clients"] = only(player, everything["clients"])
    if everything["phase"] == "bid":
        expected["bids"] = only(player, everything["bids"])
    expected["past_clients"] = [
        [[kept, discard if i == player else None] for i, (kept, discard) in enumerate(row)]
        for row in everything["past_clients"]
    ]
    return expected


# --- Who sees what ---


@by_state
@pytest.mark.parametrize("player", [SPECTATOR, 0, 1, 2, 3])
def test_a_viewer_sees_its_own_things_and_all_that_is_public(
    start: Callable[[], WineCellarState], player: int
) -> None:
    """Page, known to a player."""
    state = start()
    assert seen(state, player) == expected_view(state, player)
    assert state.view(player).player == player


def test_the_view_of_a_bid_in_full() -> None:
    """Page, position, key by key: seat 1 has bid 23, seat 3 something."""
    assert seen(bidding(), 1) == {
        "game": "wine_cellar",
        "options": {"num_players": 4, "games": 1, "client_set": "A", "deck": "standard"},
        "game_number": 1,
        "round": 3,
        "phase": "bid",
        "to_act": [0, 2],
        "hands": [None, [2, 6, 13, 19, 23, 35], None, None],
        "hand_sizes": [6, 6, 6, 6],
        "low_left": None,
        "dealt_clients": [None, [7, 8], None, None],
        "clients": [19, 7, 30, 12],
        "past_clients": [],
        "chosen": [False, True, False, True],
        "bids": [None, 23, None, None],
        "prizes": [9, 16, 26, 32],
        "take_order": [],
        "cellars": [[10, 17], [27, 11], [28, 29], [31, 30]],
        "scores": [0, 0, 0, 0],
        "game_scores": [],
        "last_cellars": None,
        "last_clients": None,
        "eno": None,
        "client_deck": None,
        "rng": None,
    }


def test_the_view_of_a_later_game_in_full() -> None:
    """Page, known: in game 2 all hands; own discards only."""
    position = seen(later(), 3)
    expected: Position = {
        "game_number": 2,
        "hands": [
            [1, 5, 12, 18, 22, 36],
            [2, 6, 13, 19, 23, 35],
            [3, 7, 14, 20, 24, 34],
            [4, 8, 15, 21, 25, 33],
        ],
        "low_left": None,
        "dealt_clients": [None, None, None, [12, 20]],
        "past_clients": [[[5, None], [6, None], [3, None], [14, 11]]],
        "bids": [None, None, None, 4],
        "last_clients": [5, 6, 3, 14],
        "client_deck": None,
    }
    assert {key: position[key] for key in expected} == expected


@by_state
@pytest.mark.parametrize("player", [None, SPECTATOR, 0, 3])
def test_the_keys_are_in_the_order_of_the_page(
    start: Callable[[], WineCellarState], player: int | None
) -> None:
    """Page, position."""
    assert list(seen(start(), player)) == KEYS


@pytest.mark.parametrize("player", [None, SPECTATOR, 0])
def test_the_keys_of_eno_are_in_the_order_of_the_page(player: int | None) -> None:
    position = seen(make(SOLO, round_=2), player)
    assert list(position) == KEYS
    assert list(position["eno"]) == ["deck", "deck_size", "face_up", "client", "taken"]
    assert list(position["options"]) == ["num_players", "games", "client_set", "deck"]


# --- Two players ---


@pytest.mark.parametrize("game", [TWO, ADVANCED[2]], ids=str)
@pytest.mark.parametrize("phase", ["client", "bid", "take"])
def test_with_two_players_each_seat_knows_the_other_hand(game: WineCellar, phase: str) -> None:
    """Page, known: 18 = 8 + 8 + 2, so each seat (not a spectator) knows it in game 1 too."""
    state = make(game, phase=phase, round_=1 if phase == "client" else 4, bids={})
    for seat in (0, 1):
        assert hands(state, seat) == hands(state)
    assert hands(state, SPECTATOR) == [None, None]


def test_a_pending_bid_of_two_players_is_among_the_known_hand() -> None:
    """Page, position: a pending bid stays in the hand until all bids are in."""
    state = make(TWO, round_=5, hands={1: "4 18"}, bids={1: 4})
    position = seen(state, 0)
    assert position["hands"] == full(state)["hands"]
    assert 4 in position["hands"][1]
    assert position["bids"] == [None, None]
    # The last card of a hand is known too, but the bid is not shown.
    state = make(TWO, round_=8, bids={1: 4})
    assert seen(state, 0)["hands"][1] == [4]
    assert seen(state, 0)["bids"] == [None, None]


@pytest.mark.parametrize("players", [3, 4, 8])
def test_more_players_do_not_know_the_other_hands(players: int) -> None:
    state = make(WineCellar(num_players=players), round_=4)
    assert hands(state, 1) == only(1, hands(state))


# --- Empty is not hidden ---


@pytest.mark.parametrize("player", [None, SPECTATOR, 0, 2])
def test_empty_hands_are_lists(player: int | None) -> None:
    """Page, position: null where hidden, [] where empty."""
    state = make(FOUR, phase="take", round_=8)
    assert seen(state, player)["hands"] == [[], [], [], []]
    assert seen(over(), player)["hands"] == [[], [], [], []]


@pytest.mark.parametrize("player", [SPECTATOR, 0, 1])
def test_an_empty_client_deck_is_a_list_in_every_view(player: int) -> None:
    """Page, position: null in views, also when one card is left; [] where empty."""
    for count in (4, 5, 6):
        state = make(WineCellar(num_players=2, deck=deck(count=count)))
        assert len(full(state)["client_deck"]) == count - 4
        assert seen(state, player)["client_deck"] == ([] if count == 4 else None)


@pytest.mark.parametrize("player", [SPECTATOR, 0])
@pytest.mark.parametrize(("round_", "size"), [(1, 8), (2, 6), (6, 2), (7, 1), (8, 0)])
def test_enos_deck_is_hidden_until_it_is_empty(player: int, round_: int, size: int) -> None:
    """Page, position: `eno.deck` null in every view but the full one, also when one is left."""
    state = make(SOLO, round_=round_)
    found = seen(state, player)["eno"]
    assert found["deck_size"] == size
    assert found["deck"] == ([] if size == 0 else None)
    assert len(full(state)["eno"]["deck"]) == size


# --- Solo ---


def test_what_the_player_and_a_spectator_see_of_a_solo_game() -> None:
    """Page, known: face-up cards, bottles that left, Eno's client; a spectator sees no hand."""
    state = make(
        SOLO, round_=3, face_up="9", taken="2 11", dealt={0: "4 27"}, keeps={0: 27}, prizes="5 6"
    )
    everything = full(state)
    public: Position = {
        "deck": None,
        "deck_size": 5,
        "face_up": [9],
        "client": 4,
        "taken": [2, 11],
    }
    assert seen(state, 0) == everything | {
        "eno": public,
        "client_deck": None,
        "rng": None,
    }
    assert seen(state, SPECTATOR) == everything | {
        "hands": [None],
        "dealt_clients": [None],
        "eno": public,
        "client_deck": None,
        "rng": None,
    }


def test_before_the_choice_of_a_solo_game() -> None:
    """Page, position: Eno's client is null until the player has chosen."""
    state = make(SOLO, phase="client", dealt={0: "4 27"})
    for player, pair in ((None, [4, 27]), (0, [4, 27]), (SPECTATOR, None)):
        position = seen(state, player)
        assert position["dealt_clients"] == [pair]
        assert position["clients"] == [None]
        assert position["eno"]["client"] is None


# --- Two states that a viewer cannot tell apart ---

TWO_HANDS: dict[str, Any] = {"round_": 5, "cellars": {0: "1 2", 1: "3 4"}, "prizes": "17 18"}
SOLO_THIRD: dict[str, Any] = {"round_": 3, "face_up": "9", "hands": {0: "1 2"}}
Pair = tuple[WineCellarState, WineCellarState, tuple[int, ...]]
HIDDEN: dict[str, Pair] = {
    "hands of others": (
        bidding(),
        bidding(
            hands={
                0: "1 5 12 18 22 36",
                1: "2 6 13 19 23 34",
                2: "3 7 14 20 24 35",
                3: "4 8 15 21 25 33",
            }
        ),
        (0, 3, SPECTATOR),
    ),
    "order of the client deck": (bidding(), bidding(client_deck="2 9"), (0, 1, 2, 3, SPECTATOR)),
    "discards of others": (
        bidding(),
        bidding(dealt={0: "4 19", 1: "7 9", 2: "2 30", 3: "12 20"}, client_deck="8 1"),
        (0, 3, SPECTATOR),
    ),
    "discards of others in the end": (
        finished(FOUR, dealt={0: "1 2", 1: "3 4", 2: "5 6", 3: "7 8"}),
        finished(FOUR, dealt={0: "1 2", 1: "3 6", 2: "5 4", 3: "7 8"}, keeps={2: 5}),
        (0, 3, SPECTATOR),
    ),
    "discards of others in an earlier game": (
        later(),
        later(past=[{0: "5 2", 1: "6 13", 2: "3 10", 3: "14 11"}], client_deck="9 15"),
        (0, 2, 3, SPECTATOR),
    ),
    "hands with as many low cards": (
        make(ADVANCED[4], round_=7, hands={0: "3 30", 1: "4 31", 2: "5 32", 3: "6 33"}),
        make(ADVANCED[4], round_=7, hands={0: "3 30", 1: "5 32", 2: "4 31", 3: "6 33"}),
        (0, 3, SPECTATOR),
    ),
    "hands of two players, for a spectator": (
        make(TWO, hands={0: "5 6 7 8", 1: "9 10 11 12"}, **TWO_HANDS),
        make(TWO, hands={0: "5 6 7 9", 1: "8 10 11 12"}, **TWO_HANDS),
        (SPECTATOR,),
    ),
    "order of Eno's deck": (
        make(SOLO, eno_deck="7 8", **SOLO_THIRD),
        make(SOLO, eno_deck="8 7", **SOLO_THIRD),
        (0, SPECTATOR),
    ),
    "hand of a solo game, for a spectator": (
        make(SOLO, eno_deck="7 8", **SOLO_THIRD),
        make(SOLO, eno_deck="7 1", **(SOLO_THIRD | {"hands": {0: "8 2"}})),
        (SPECTATOR,),
    ),
    "clients of a solo game before the choice, for a spectator": (
        make(SOLO, phase="client", dealt={0: "4 27"}),
        make(SOLO, phase="client", dealt={0: "4 26"}),
        (SPECTATOR,),
    ),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_things_make_no_difference(name: str) -> None:
    """API, what a player knows: equal view, observation, information key and legal actions."""
    one, other, players = HIDDEN[name]
    for player in players:
        check_equal_for(player, one, other)


@pytest.mark.parametrize("start", [*STATES, lambda: make(SOLO, round_=3)])
def test_the_generator_makes_no_difference(start: Callable[[], WineCellarState]) -> None:
    """API, randomness: null in every view but the full one."""
    check_generator_is_hidden(start())


def test_the_seed_is_in_no_view() -> None:
    """API, randomness: `state.seed` is kept with the state, not in views."""
    state = FOUR.new_state(seed=123456789)
    for player in (None, SPECTATOR, 0):
        assert "123456789" not in json.dumps(seen(state, player))
        assert "123456789" not in repr(state.view(player))


# --- What makes a difference ---

VISIBLE: dict[str, tuple[WineCellarState, WineCellarState, tuple[int, ...]]] = {
    "prizes and cellar": (
        bidding(),
        bidding(prizes="10 16 26 32", cellars=({0: "9 17", 1: "27 11", 2: "28 29", 3: "31 30"})),
        (0, 1, 3, SPECTATOR),
    ),
    "order of a cellar": (
        bidding(),
        bidding(cellars={0: "17 10", 1: "27 11", 2: "28 29", 3: "31 30"}),
        (0, 1, 3, SPECTATOR),
    ),
    "kept client": (bidding(), bidding(keeps={0: 4, 1: 7, 2: 30, 3: 12}), (0, 1, 3, SPECTATOR)),
    "who has chosen": (bidding(), bidding(bids={1: 23}), (0, 1, 3, SPECTATOR)),
    "a revealed bid": (
        taking(),
        taking(
            hands={0: "1 5 12 18 22", 1: "2 6 13 19 35", 2: "3 7 20 24 34", 3: "4 15 21 25 33"},
            bids={0: 36, 1: 23, 2: 14, 3: 8},
        ),
        (0, 1, 3, SPECTATOR),
    ),
    "game number": (
        make(ADVANCED[5], number=2, keeps={0: 30}),
        make(ADVANCED[5], number=3, keeps={0: 30}),
        (0, 1, SPECTATOR),
    ),
    "scores of an earlier game": (
        make(ADVANCED[5], number=3, earlier=[(1, 0, 0, 0, 0)]),
        make(ADVANCED[5], number=3, earlier=[(0, 1, 0, 0, 0)]),
        (0, 1, SPECTATOR),
    ),
    "low cards": (
        make(ADVANCED[4], round_=7, hands={0: "3 30", 1: "4 31", 2: "5 32", 3: "6 33"}),
        make(ADVANCED[4], round_=7, hands={0: "3 30", 1: "4 5", 2: "31 32", 3: "6 33"}),
        (0, 3, SPECTATOR),
    ),
    "kept in an earlier game": (
        later(),
        later(past=[{0: "5 2", 1: "9 6", 2: "3 10", 3: "14 11"}]),
        (0, 1, SPECTATOR),
    ),
    "what lies open of Eno": (
        make(SOLO, round_=3, face_up="9"),
        make(SOLO, round_=3, face_up="10"),
        (0, SPECTATOR),
    ),
    "what left the game": (
        make(SOLO, round_=3, taken="9"),
        make(SOLO, round_=3, taken="10"),
        (0, SPECTATOR),
    ),
    "own hand": (HIDDEN["hands of others"][0], HIDDEN["hands of others"][1], (1, 2)),
    "own discard": (HIDDEN["discards of others"][0], HIDDEN["discards of others"][1], (1, 2)),
    "own earlier discard": (
        HIDDEN["discards of others in an earlier game"][0],
        HIDDEN["discards of others in an earlier game"][1],
        (1,),
    ),
}


@pytest.mark.parametrize("name", VISIBLE)
def test_visible_things_make_a_difference(name: str) -> None:
    """API, what a player knows: everything the seat has seen is in its view and observation."""
    one, other, players = VISIBLE[name]
    for player in players:
        assert one.view(player) != other.view(player)
        assert one.information_key(player) != other.information_key(player)
        assert not np.array_equal(one.observation(player), other.observation(player))


def test_views_of_different_seats_differ() -> None:
    state = make(FOUR, phase="take", round_=8)
    views = [state.view(player) for player in (None, SPECTATOR, 0, 1, 2, 3)]
    assert len(set(views)) == 6


# --- Types ---


def test_a_view_is_a_frozen_typed_value() -> None:
    """API, state: `view()` is a frozen typed dataclass; cards are typed values."""
    state = later()
    view = state.view(0)
    bottle = FOUR.options.deck.bottle
    client = {c.id: c for c in FOUR.clients}
    assert type(view) is WineCellarView
    assert isinstance(view, View)
    assert view.game == ADVANCED[4]
    assert (view.player, view.game_number, view.round, view.phase) == (0, 2, 3, "bid")
    assert view.to_act == (0, 2)
    assert view.hands[0] == tuple(bottle(k) for k in (1, 5, 12, 18, 22, 36))
    assert view.hand_sizes == (6, 6, 6, 6)
    assert view.low_left is None
    assert view.dealt_clients == ((client[4], client[19]), None, None, None)
    assert view.clients == (client[19], client[7], client[30], client[12])
    assert view.past_clients == (
        (
            PastClient(client[5], client[2]),
            PastClient(client[6], None),
            PastClient(client[3], None),
            PastClient(client[14], None),
        ),
    )
    assert view.chosen == (False, True, False, True)
    assert view.bids == (None, None, None, None)
    assert view.prizes == tuple(bottle(k) for k in (9, 16, 26, 32))
    assert view.take_order == ()
    assert view.cellars[0] == (bottle(10), bottle(17))
    assert view.game_scores == (view.scores,)
    assert view.last_clients == (client[5], client[6], client[3], client[14])
    assert view.last_cellars is not None
    assert view.last_cellars[0][0] == bottle(22)
    assert view.score_details(0) == ScoreDetails(31, 20, 3, 6, 60)
    assert (view.eno, view.client_deck, view.rng) == (None, None, None)
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.round = 2  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        view.note = "x"  # type: ignore[attr-defined]


def test_the_full_view_and_eno_are_typed() -> None:
    view = make(SOLO, round_=7, face_up="9", eno_deck="12", keeps={0: 27}, dealt={0: "4 27"}).view()
    bottle = FOUR.options.deck.bottle
    assert type(view.eno) is Eno
    assert view.eno.deck == (bottle(12),)
    assert view.eno.face_up == (bottle(9),)
    assert view.eno.client is not None
    assert view.eno.client.id == 4
    assert len(view.eno.taken) == 6
    assert view.client_deck is not None
    assert len(view.client_deck) == 28
    assert view.rng is not None
    for word in view.rng:
        assert word.startswith("0x")
        assert len(word) == 18
        assert set(word[2:]) <= set("0123456789abcdef")


def test_a_view_does_not_change_with_its_state() -> None:
    state = taking()
    before = state.view()
    state.apply(state.legal_actions()[0])
    assert len(before.prizes) == 2
    assert state.view() != before


@by_state
@pytest.mark.parametrize("player", [None, SPECTATOR, 0, 3])
def test_a_view_is_ready_for_json(start: Callable[[], WineCellarState], player: int | None) -> None:
    """API, state: `to_dict()` is JSON-ready."""
    position = seen(start(), player)
    assert json.loads(json.dumps(position)) == position


@pytest.mark.parametrize("player", [4, -2, -5, 100, 10**30, -(10**30)])
def test_there_is_no_such_viewer(player: int) -> None:
    state = bidding()
    for ask in (state.view, state.observation, state.information_key):
        with pytest.raises(cardgames.CardGamesError):
            ask(player)
