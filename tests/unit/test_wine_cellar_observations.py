"""Wine Cellar: what the observation holds, block by block, against its meaning."""

from __future__ import annotations

import numpy as np
import pytest

from cardgames import SPECTATOR
from cardgames.wine_cellar import WineCellar

from .any_game import Entries, block_sizes, check_entries, entries
from .options import walk
from .wine_positions import (
    ADVANCED,
    ALL_GAMES,
    FOUR,
    SOLO,
    TWO,
    bidding,
    choosing,
    finished,
    ints,
    later,
    make,
    taking,
)


def bits(numbers: str, offset: int = 0, width: int = 72, first: int = 1) -> Entries:
    """A bit for each card, for the seat at an offset from the viewer."""
    return {offset * width + k - first: 1.0 for k in ints(numbers)}


def places(cellar: str, offset: int = 0) -> Entries:
    """Places of the bottles of a cellar from the top."""
    return {72 * offset + k - 1: place / 8 for place, k in enumerate(ints(cellar), 1)}


def equal(values: float, n: int = 4) -> Entries:
    return dict.fromkeys(range(n), values)


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_the_layout_is_contiguous_and_complete(game: WineCellar) -> None:
    """API, state: a vector of `observation_size`, laid out in a documented table."""
    n, clients = game.num_players, len(game.clients)
    solo = {"eno_face_up": 72, "eno_taken": 72, "eno_deck_size": 1, "eno_client": clients}
    assert block_sizes(game) == {
        "phase": 4,
        "game_number": 3,
        "round": 1,
        "is_seat": 1,
        "seat": n,
        "to_act": n,
        "chosen": n,
        "take_order": n,
        "hands": 72 * n,
        "hand_sizes": n,
        "low_left": n,
        "bids": 72 * n,
        "prizes": 72,
        "cellars": 72 * n,
        "dealt_clients": clients,
        "clients": clients * n,
        "past_clients": clients,
        "past_discards": clients,
        "scores": n,
    } | (solo if n == 1 else {})


def test_the_clients_as_seat_2_sees_them() -> None:
    """Seat 2 has kept 30 of 1 and 30; nobody else has chosen."""
    state = choosing(hands={2: "3 7 14 20 24 34 4 8"})
    check_entries(
        state,
        2,
        {
            "phase": {0: 1},
            "game_number": {0: 1},
            "round": {0: 1 / 8},
            "is_seat": {0: 1},
            "seat": {2: 1},
            # Seats from the viewer on: 2, 3, 0, 1.
            "to_act": {1: 1, 2: 1, 3: 1},
            "chosen": {0: 1},
            "hands": bits("3 7 14 20 24 34 4 8"),
            "hand_sizes": equal(1),
            "prizes": bits("9 16 26 32"),
            "dealt_clients": bits("1 30"),
            "clients": bits("30"),
        },
    )


def test_the_bid_as_seat_1_sees_it() -> None:
    """Seats from the viewer on: 1, 2, 3, 0."""
    check_entries(
        bidding(),
        1,
        {
            "phase": {1: 1},
            "game_number": {0: 1},
            "round": {0: 3 / 8},
            "is_seat": {0: 1},
            "seat": {1: 1},
            "to_act": {1: 1, 3: 1},
            "chosen": {0: 1, 2: 1},
            "hands": bits("2 6 13 19 23 35"),
            "hand_sizes": equal(6 / 8),
            # Its own only.
            "bids": bits("23"),
            "prizes": bits("9 16 26 32"),
            "cellars": places("27 11")
            | places("28 29", 1)
            | places("31 30", 2)
            | places("10 17", 3),
            "dealt_clients": bits("7 8"),
            "clients": bits("7", 0, 30) | bits("30", 1, 30) | bits("12", 2, 30) | bits("19", 3, 30),
        },
    )


def test_the_take_as_seat_3_and_a_spectator_see_it() -> None:
    """Bids 36, 23, 14 and 4; seats 2 and 3 are still to take."""
    expected: dict[str, Entries] = {
        "phase": {2: 1},
        "game_number": {0: 1},
        "round": {0: 3 / 8},
        "is_seat": {0: 1},
        "seat": {3: 1},
        # Seats from the viewer on: 3, 0, 1, 2.
        "to_act": {3: 1},
        "take_order": {3: 1 / 4, 0: 2 / 4},
        "hands": bits("8 15 21 25 33"),
        "hand_sizes": equal(5 / 8),
        "bids": bits("4") | bits("36", 1) | bits("23", 2) | bits("14", 3),
        "prizes": bits("16 32"),
        "cellars": places("31 30")
        | places("10 17 9", 1)
        | places("26 27 11", 2)
        | places("28 29", 3),
        "dealt_clients": bits("12 20"),
        "clients": bits("12", 0, 30) | bits("19", 1, 30) | bits("7", 2, 30) | bits("30", 3, 30),
    }
    check_entries(taking(), 3, expected)
    check_entries(
        taking(),
        SPECTATOR,
        {
            "phase": {2: 1},
            "game_number": {0: 1},
            "round": {0: 3 / 8},
            # Seats from seat 0 on.
            "to_act": {2: 1},
            "take_order": {2: 1 / 4, 3: 2 / 4},
            "hand_sizes": equal(5 / 8),
            "bids": bits("36") | bits("23", 1) | bits("14", 2) | bits("4", 3),
            "prizes": bits("16 32"),
            "cellars": places("10 17 9")
            | places("26 27 11", 1)
            | places("28 29", 2)
            | places("31 30", 3),
            "clients": bits("19", 0, 30) | bits("7", 1, 30) | bits("30", 2, 30) | bits("12", 3, 30),
        },
    )


def test_a_later_game_as_seat_0_sees_it() -> None:
    """All hands are public; kept clients of game 1 were 5, 6, 3 and 14, seat 0 discarded 2."""
    found = entries(later(), 0)
    assert found["game_number"] == {1: 1}
    assert found["hands"] == (
        bits("1 5 12 18 22 36")
        | bits("2 6 13 19 23 35", 1)
        | bits("3 7 14 20 24 34", 2)
        | bits("4 8 15 21 25 33", 3)
    )
    assert "bids" not in found  # those of seats 1 and 3 are pending
    assert "low_left" not in found
    assert found["past_clients"] == bits("5 6 3 14")
    assert found["past_discards"] == bits("2")
    totals = later().scores()
    assert found["scores"] == pytest.approx({i: totals[i] / 100 for i in range(4)})
    assert entries(later(), 3)["past_discards"] == bits("11")
    assert "past_discards" not in entries(later(), SPECTATOR)
    assert entries(later(), SPECTATOR)["hands"] == found["hands"]
    assert entries(later(), 3)["bids"] == bits("4")


def test_low_left_in_the_first_of_three_games() -> None:
    """Layout: lower-half bottles / 4; the lower half of 36 is 1 to 18."""
    state = make(
        ADVANCED[4], round_=6, hands={0: "1 2 18", 1: "19 20 36", 2: "3 21 22", 3: "4 5 23"}
    )
    assert entries(state, 1)["low_left"] == {1: 1 / 4, 2: 2 / 4, 3: 3 / 4}
    assert entries(state, SPECTATOR)["low_left"] == {0: 3 / 4, 2: 1 / 4, 3: 2 / 4}


def test_clients_of_set_b_are_counted_from_its_first() -> None:
    """Layout: a bit for each client in use, by id."""
    game = WineCellar(num_players=2, games=3, client_set="B")
    found = entries(make(game, dealt={0: "16 30", 1: "20 21"}, keeps={0: 30, 1: 20}), 0)
    assert found["dealt_clients"] == {0: 1, 14: 1}
    assert found["clients"] == {14: 1, 15 + 4: 1}


def test_both_hands_of_two_players() -> None:
    """Page, known: each seat knows the other hand; a spectator does not."""
    state = make(TWO, round_=7, hands={0: "3 4", 1: "5 6"}, bids={1: 5})
    assert entries(state, 0)["hands"] == bits("3 4") | bits("5 6", 1)
    assert "bids" not in entries(state, 0)
    assert entries(state, 1)["hands"] == bits("5 6") | bits("3 4", 1)
    assert entries(state, 1)["bids"] == bits("5")
    assert "hands" not in entries(state, SPECTATOR)


def test_a_solo_game() -> None:
    state = make(
        SOLO,
        phase="take",
        round_=3,
        hands={0: "4 6 10 13 14"},
        bids={0: 5},
        prizes="2",
        cellars={0: "17 15"},
        face_up="9 12",
        taken="1 8 11",
        eno_deck="3 7 16 18",
        dealt={0: "4 27"},
        keeps={0: 27},
    )
    public: dict[str, Entries] = {
        "phase": {2: 1},
        "game_number": {0: 1},
        "round": {0: 3 / 8},
        "to_act": {0: 1},
        "take_order": {0: 1},
        "hand_sizes": {0: 5 / 8},
        "bids": bits("5"),
        "prizes": bits("2"),
        "cellars": places("17 15"),
        "clients": bits("27"),
        "eno_face_up": bits("9 12"),
        "eno_taken": bits("1 8 11"),
        "eno_deck_size": {0: 4 / 8},
        "eno_client": bits("4"),
    }
    own: dict[str, Entries] = {
        "is_seat": {0: 1},
        "seat": {0: 1},
        "hands": bits("4 6 10 13 14"),
        "dealt_clients": bits("4 27"),
    }
    check_entries(state, 0, public | own)
    check_entries(state, SPECTATOR, public)


def test_before_the_choice_eno_has_no_client() -> None:
    found = entries(make(SOLO, phase="client"), 0)
    assert "eno_client" not in found
    assert "clients" not in found
    assert "eno_face_up" not in found
    assert found["eno_deck_size"] == {0: 1}


@pytest.mark.parametrize("player", [0, 2, SPECTATOR])
def test_the_end_of_a_game(player: int) -> None:
    """The phase says so, nobody is to act, bids stay shown."""
    state = finished(FOUR, bids={0: 1, 1: 2, 2: 3, 3: 4})
    found = entries(state, player)
    assert found["phase"] == {3: 1}
    assert found["round"] == {0: 1}
    for name in ("to_act", "chosen", "take_order", "hands", "hand_sizes", "prizes"):
        assert name not in found
    seat = max(player, 0)
    assert found["bids"] == {72 * i + (seat + i) % 4: 1 for i in range(4)}
    assert sorted(found["cellars"].values()) == sorted([k / 8 for k in range(1, 9)] * 4)
    assert found["scores"] == pytest.approx(
        {i: state.scores()[(seat + i) % 4] / 100 for i in range(4)}
    )


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_numbers_of_the_observation_stay_within_their_scales(game: WineCellar) -> None:
    """Documented scales: low_left / 4 is at most 1, scores / 100 of three games a few."""
    for state in walk(game, 2, every=5):
        for player in (0, SPECTATOR):
            vector = state.observation(player)
            assert vector.dtype == np.float32
            assert vector.shape == (game.observation_size,)
            assert float(vector.min()) >= 0
            assert float(vector.max()) <= 4
