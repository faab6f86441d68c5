"""Wine Cellar: what is chosen at the same time: clients and bids, hidden until all have chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from cardgames import SPECTATOR, State
from cardgames.wine_cellar import WineCellarState

from .any_game import act, full, legal, seen
from .wine_positions import (
    ADVANCED,
    THREE,
    TWO,
    bidding,
    choosing,
    hands,
    later,
    make,
    prizes,
    text,
)

Choices = Sequence[str]  # by seat


def play(state: State, choices: Choices, order: Sequence[int]) -> None:
    """Each seat makes its choice, in an order."""
    for seat in order:
        act(state, choices[seat], seat)


# --- Clients ---


def client_phase(**changes: Any) -> WineCellarState:
    given: dict[str, Any] = {"phase": "client", "dealt": {0: "4 19", 1: "7 8", 2: "1 30"}}
    return make(THREE, **(given | changes))


def test_every_seat_may_keep_one_of_its_two_clients() -> None:
    """Rulebook, choose clients: everybody chooses 1 of 2; page, a game: simultaneous."""
    state = client_phase()
    assert full(state)["to_act"] == [0, 1, 2]
    for seat in range(3):
        assert legal(state, seat) == "keep 1, keep 2"
    act(state, "keep 2", 1)
    assert full(state)["to_act"] == [0, 2]
    assert legal(state, 1) == ""
    assert legal(state, 2) == "keep 1, keep 2"
    assert full(state)["chosen"] == [False, True, False]
    assert full(state)["phase"] == "client"


def test_the_first_is_the_one_with_the_lower_id() -> None:
    """Page, actions: the first or second of the two dealt clients, ascending by id."""
    state = client_phase()
    act(state, "keep 2, keep 1, keep 2")
    assert text(state.view().clients) == "19 7 30"
    assert full(state)["dealt_clients"] == [[4, 19], [7, 8], [1, 30]]
    assert full(state)["phase"] == "bid"
    assert full(state)["round"] == 1
    assert full(state)["chosen"] == [False] * 3
    assert state.to_act == (0, 1, 2)


def test_the_discarded_clients_do_not_go_back() -> None:
    """Rulebook, choose clients: discard the other; page: undealt clients do not change."""
    state = client_phase(client_deck="9 2")
    before = full(state)["client_deck"]
    act(state, "keep 2, keep 1, keep 2")
    assert full(state)["client_deck"] == before
    assert before[:2] == [9, 2]


def test_kept_clients_are_public_once_all_have_chosen() -> None:
    """Rulebook, choose clients: the kept client lies face up."""
    state = client_phase()
    act(state, "keep 2", 0)
    act(state, "keep 1", 2)
    for player, expected in ((0, "19 - -"), (1, "- - -"), (2, "- - 1"), (SPECTATOR, "- - -")):
        assert text(state.view(player).clients) == expected
    act(state, "keep 1", 1)
    for player in (0, 1, 2, SPECTATOR):
        assert text(state.view(player).clients) == "19 7 1"
    assert full(state)["clients"] == [19, 7, 1]


# --- Bids ---


def bid_phase(**changes: Any) -> WineCellarState:
    given: dict[str, Any] = {
        "round_": 6,
        "hands": {0: "3 17 25", 1: "4 18 24", 2: "5 19 23"},
        "prizes": "1 9 27",
    }
    return make(THREE, **(given | changes))


def test_every_seat_bids_a_bottle_of_its_hand() -> None:
    """Rulebook, choose a bid: each chooses 1 bottle from the hand, face down."""
    state = bid_phase()
    assert [legal(state, seat) for seat in range(3)] == [
        "bid 3, bid 17, bid 25",
        "bid 4, bid 18, bid 24",
        "bid 5, bid 19, bid 23",
    ]
    act(state, "bid 18", 1)
    assert state.to_act == (0, 2)
    assert legal(state, 1) == ""
    assert legal(state, 0) == "bid 3, bid 17, bid 25"
    position = full(state)
    assert position["chosen"] == [False, True, False]
    assert position["bids"] == [None, 18, None]
    # Page, position: a pending bid stays in both until all bids are in.
    assert position["hands"][1] == [4, 18, 24]
    assert position["hand_sizes"] == [3, 3, 3]


def test_the_last_bid_reveals_all_and_the_hands_lose_them() -> None:
    """Rulebook, reveal bids: all at once, when everyone has selected a card."""
    state = bid_phase()
    act(state, "bid 18", 1)
    act(state, "bid 5", 2)
    act(state, "bid 25", 0)
    for player in (None, 0, 1, 2, SPECTATOR):
        view = state.view(player)
        assert text(view.bids) == "25 18 5"
        assert view.hand_sizes == (2, 2, 2)
        assert view.chosen == (False, False, False)
        assert view.phase == "take"
        assert view.take_order == (0, 1, 2)
    assert hands(state) == ["3 17", "4 24", "19 23"]
    assert prizes(state) == "1 9 27"


def test_a_bid_is_seen_by_its_seat_only_until_all_have_bid() -> None:
    """Page, known: own unrevealed bid; API: no other seat's unrevealed choice."""
    state = bid_phase(bids={1: 18})
    for player, expected in ((None, 18), (0, None), (1, 18), (2, None), (SPECTATOR, None)):
        view = state.view(player)
        assert [None if bottle is None else bottle.number for bottle in view.bids] == [
            None,
            expected,
            None,
        ]
        assert view.chosen == (False, True, False)
        assert view.to_act == (0, 2)


# --- Any order, byte for byte ---

ORDERS: dict[str, tuple[WineCellarState, Choices]] = {
    "clients": (client_phase(), ("keep 2", "keep 1", "keep 2")),
    "bids": (bid_phase(), ("bid 17", "bid 4", "bid 23")),
    "clients of a later game": (
        make(ADVANCED[3], phase="client", number=2),
        ("keep 2", "keep 1", "keep 1"),
    ),
    "bids of a later game": (
        make(ADVANCED[3], number=3, round_=8, hands={0: "7", 1: "20", 2: "13"}),
        ("bid 7", "bid 20", "bid 13"),
    ),
}


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("count", [2, 3])
def test_any_order_of_the_same_choices_gives_the_same_position(name: str, count: int) -> None:
    """API, simultaneous phases: the same position byte for byte, also half way."""
    start, choices = ORDERS[name]
    for seats in permutations(range(3), count):
        one, other = start.copy(), start.copy()
        play(one, choices, seats)
        play(other, choices, sorted(seats))
        assert one == other
        assert one.to_bytes() == other.to_bytes()
        assert one.hash64 == other.hash64


def test_without_a_player_the_lowest_seat_that_may_act_chooses() -> None:
    """API, simultaneous phases: `apply(a)` without a player acts for `current_player`."""
    state = bid_phase()
    act(state, "bid 18", 1)
    assert state.current_player == 0
    act(state, "bid 3")
    assert state.current_player == 2
    act(state, "bid 5")
    assert text(state.view().bids) == "3 18 5"
    assert state.current_player == 1  # 18 is the highest


# --- What is hidden makes no difference ---

PAIRS: dict[str, tuple[WineCellarState, WineCellarState, tuple[int, ...]]] = {
    "another client kept": (choosing(keeps={2: 30}), choosing(keeps={2: 1}), (0, 1, 3)),
    "another client kept by two": (
        choosing(keeps={1: 7, 2: 30}),
        choosing(keeps={1: 8, 2: 1}),
        (0, 3),
    ),
    "another pair, the first kept": (
        choosing(keeps={2: 30}),
        choosing(dealt={0: "4 19", 1: "7 8", 2: "3 14", 3: "12 20"}, keeps={2: 3}),
        (0, 1, 3),
    ),
    "another bid": (bidding(), bidding(bids={1: 23, 3: 33}), (0, 1, 2)),
    "another bid and hand": (
        bidding(),
        bidding(
            hands={0: "1 5 12 18 22 36", 1: "2 6 13 19 23 35", 2: "3 8 14 20 24 33"},
            bids={1: 23, 3: 7},
        ),
        (0, 1),
    ),
    "another bid in a later game": (later(), later(bids={1: 35, 3: 4}), (0, 2, 3)),
    "another bid of two players": (
        make(TWO, round_=5, hands={0: "3 17", 1: "4 18"}, bids={1: 4}),
        make(TWO, round_=5, hands={0: "3 17", 1: "4 18"}, bids={1: 18}),
        (0,),
    ),
    "another last bid but one": (
        make(TWO, round_=7, hands={0: "3 17", 1: "4 18"}, bids={0: 17}),
        make(TWO, round_=7, hands={0: "3 17", 1: "4 18"}, bids={0: 3}),
        (1,),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_pending_choice_shows_nowhere(name: str) -> None:
    """API, what a player knows: not in view, observation, key, legal actions, text or picture."""
    one, other, players = PAIRS[name]
    assert one != other
    assert one.view() != other.view()
    assert len(one.to_bytes()) == len(other.to_bytes())
    for player in (*players, SPECTATOR):
        assert one.view(player) == other.view(player)
        assert one.view(player).to_dict() == other.view(player).to_dict()
        assert repr(one.view(player)) == repr(other.view(player))
        assert one.information_key(player) == other.information_key(player)
        assert np.array_equal(one.observation(player), other.observation(player))
        assert one.to_act == other.to_act
        if player >= 0:
            assert one.legal_actions(player) == other.legal_actions(player)


@pytest.mark.parametrize("name", PAIRS)
def test_a_pending_choice_is_seen_by_its_seat(name: str) -> None:
    one, other, players = PAIRS[name]
    for seat in set(range(one.game.num_players)) - set(players):
        assert one.view(seat) != other.view(seat)
        assert one.information_key(seat) != other.information_key(seat)
        assert not np.array_equal(one.observation(seat), other.observation(seat))


def test_keys_have_the_same_length_whatever_is_chosen() -> None:
    """API: what is hidden shows in no size either."""
    for one, other, players in PAIRS.values():
        for player in (*players, SPECTATOR):
            assert len(one.information_key(player)) == len(other.information_key(player))
    fresh = choosing(keeps={})
    for word in ("keep 1", "keep 2"):
        for seat in range(4):
            state = fresh.copy()
            act(state, word, seat)
            assert len(state.to_bytes()) == len(fresh.to_bytes())


@pytest.mark.parametrize("start", [choosing, bidding, later])
def test_that_a_seat_has_chosen_is_public(start: Any) -> None:
    """Page, position: `chosen` says who has chosen."""
    state = start()
    seat = state.to_act[0]
    before = seen(state, SPECTATOR)
    act(state, state.legal_words(seat)[0], seat)
    after = seen(state, SPECTATOR)
    changed = {key for key in before if before[key] != after[key]}
    assert changed == {"chosen", "to_act"}
    assert after["chosen"][seat]
