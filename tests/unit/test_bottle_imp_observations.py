"""Bottle Imp: what the observation holds, entry by entry, against the meaning of its blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from cardgames import SPECTATOR
from cardgames.bottle_imp import BottleImp, card

from .any_game import Entries, block_sizes, check_entries, entries
from .options import BOTTLE_IMP_SETS
from .positions import in_pass, play_position, trick
from .rounds import FOUR, SIX


def bits(cards: str, offset: int = 0) -> Entries:
    """1 for each card, for the seat at an offset from the viewer."""
    return {54 * offset + card(rank).index: 1.0 for rank in cards.split()}


def places(cards: Sequence[str], of: int) -> Entries:
    """Each card's place in its row; one row for each seat from the viewer on."""
    return {
        54 * offset + card(rank).index: number / of
        for offset, row in enumerate(cards)
        for number, rank in enumerate(row.split(), 1)
    }


# --- Layout ---


@pytest.mark.parametrize("game", BOTTLE_IMP_SETS, ids=str)
def test_the_layout_is_contiguous_and_complete(game: BottleImp) -> None:
    """API, state: a vector of `observation_size`, laid out in a documented table."""
    assert block_sizes(game)


@pytest.mark.parametrize(
    ("game", "size"),
    [
        # 5 + 4n, 5 x 54 (2 players: 7 x 54), 54 + 2n, 3 x 54n, 3 + 3n, b(1 + n), 54n + 3n,
        # 54 + 54n, b(1 + n)
        (BottleImp(num_players=2), 5 + 8 + 378 + 58 + 324 + 9 + 3 + 114 + 162 + 3),
        (BottleImp(num_players=3), 5 + 12 + 270 + 60 + 486 + 12 + 4 + 171 + 216 + 4),
        (BottleImp(num_players=5), 5 + 20 + 270 + 64 + 810 + 18 + 12 + 285 + 324 + 12),
        (BottleImp(num_players=5, bottles=1), 5 + 20 + 270 + 64 + 810 + 18 + 6 + 285 + 324 + 6),
    ],
    ids=str,
)
def test_the_size_of_the_observation(game: BottleImp, size: int) -> None:
    assert game.observation_size == size


# --- Contents ---


def test_four_players_in_the_second_round() -> None:
    """Seat 2 is to play to the third trick; it has failed to follow blue."""
    game = BottleImp(num_players=4, teams="2-1-1")
    position = play_position(
        game,
        dealer=0,
        round_=2,
        scores=(1, 2, -3, 400),
        hands={2: "1 2 4 11 14 16", 1: "6", 3: "3"},
        devil={2: "21"},
        first={2: "3", 1: "14"},
        second={2: "6", 3: "11"},
        tricks=[trick(1, "28 25 22 18"), trick(0, "35 32 26 30"), trick(0, "37 36")],
    )
    position["last_round"] = {
        "gain": [43, 0, 43, -12],
        "devil": ["11", "14", "16", "21"],
        "won": [
            ["7", "9", "12", "13", "15", "17", "20", "23"],
            [],
            ["24", "26", "29", "31"],
            [
                "1",
                "2",
                "3",
                "4",
                "5",
                "6",
                "8",
                "10",
                "18",
                "22",
                "25",
                "27",
                "28",
                "30",
                "32",
                "33",
                "34",
                "35",
                "36",
                "37",
            ],
        ],
        "bottles": [{"price": "5", "owner": 3}],
    }
    check_entries(
        game.state_from_dict(position),
        2,
        # Seats from the viewer on: 2, 3, 0, 1.
        {
            "phase": {1: 1.0},
            "round": {0: 2 / 8},
            "is_seat": {0: 1.0},
            "seat": {2: 1.0},
            "dealer": {2: 1.0},
            "leader": {2: 1.0},
            "to_act": {0: 1.0},
            "own_devil": bits("21"),
            "own_left": bits("3"),
            "own_right": bits("6"),
            "received_from_left": bits("11"),
            "received_from_right": bits("14"),
            "hand": bits("1 2 4 11 14 16"),
            "hand_sizes": {0: 6 / 12, 1: 6 / 12, 2: 5 / 12, 3: 5 / 12},
            "passed": {0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0},
            "played": places(["25 26", "22 30", "18 35 37", "28 32 36"], of=17),
            "trick": {54 * 2 + 53: 1 / 4, 54 * 3 + 51: 2 / 4},
            "last_trick": {
                54 * 2 + card("35").index: 1 / 4,
                54 * 3 + card("32").index: 2 / 4,
                card("26").index: 3 / 4,
                54 + card("30").index: 1.0,
            },
            "led_colour": {2: 1.0},
            "voids": {1: 1.0},
            "bottles": {0: 25 / 27, 1 + 2: 1.0},
            "won": bits("18 22 25 26 28 30 32 35", 2),
            "team": {0: 1.0, 2: 1.0},
            "scores": {0: -0.03, 1: 4.0, 2: 0.01, 3: 0.02},
            "last_gain": {0: 0.43, 1: -0.12, 2: 0.43},
            "last_devil": bits("11 14 16 21"),
            "last_won": bits("24 26 29 31", 0)
            | bits("1 2 3 4 5 6 8 10 18 22 25 27 28 30 32 33 34 35 36 37", 1)
            | bits("7 9 12 13 15 17 20 23", 2),
            "last_bottles": {0: 6 / 27, 1 + 1: 1.0},
        },
    )


def test_two_players_in_the_play() -> None:
    """Seat 1 has the bottle and has led; seat 0 is to play."""
    game = BottleImp(num_players=2, devil_cards=2)
    position = play_position(
        game,
        hands={0: "1 2", 1: "5 6 7 8 9 10 11 14"},
        open_hands={0: "21 23 24 26 27 29", 1: "30 31 32 33 34"},
        devil={0: "36 37", 1: "12 13"},
        first={0: "30", 1: "21"},
        second={0: "5", 1: "1"},
        tricks=[trick(0, "28 25 22 18"), trick(1, "35")],
        from_open="28 25 35",
    )
    check_entries(
        game.state_from_dict(position),
        1,
        {
            "phase": {1: 1.0},
            "round": {0: 1 / 6},
            "is_seat": {0: 1.0},
            "seat": {1: 1.0},
            "dealer": {0: 1.0},
            "leader": {0: 1.0},
            "to_act": {1: 1.0},
            "own_devil": bits("12 13"),
            "own_open": bits("21"),
            "own_hidden": bits("1"),
            "received_open": bits("30"),
            "received_hidden": bits("5"),
            "open_hands": bits("30 31 32 33 34", 0) | bits("21 23 24 26 27 29", 1),
            "hand": bits("5 6 7 8 9 10 11 14"),
            "hand_sizes": {0: 8 / 12, 1: 8 / 12},
            "passed": {0: 1.0, 1: 1.0},
            "played": places(["25 18 35", "28 22"], of=17),
            "trick": bits("35", 0) | {card("35").index: 1 / 4},
            "last_trick": {
                54 + card("28").index: 1 / 4,
                card("25").index: 2 / 4,
                54 + card("22").index: 3 / 4,
                card("18").index: 1.0,
            },
            "led_colour": {1: 1.0},
            "bottles": {0: 25 / 27, 1: 1.0},
            "won": bits("18 22 25 28", 0),
        },
    )


def test_three_players_in_the_pass() -> None:
    """Seat 1 has made two choices, seat 2 all."""
    game = BottleImp(num_players=3)
    state = in_pass(
        game,
        dealer=1,
        hands={1: "15 16 17 18 20 21 22 23 24 25"},
        devil={1: "13", 2: "1"},
        first={1: "14", 2: "2"},
        second={2: "3"},
    )
    check_entries(
        state,
        1,
        # Seats from the viewer on: 1, 2, 0.
        {
            "phase": {0: 1.0},
            "round": {0: 1 / 9},
            "is_seat": {0: 1.0},
            "seat": {1: 1.0},
            "dealer": {0: 1.0},
            "leader": {1: 1.0},
            "to_act": {0: 1.0, 2: 1.0},
            "own_devil": bits("13"),
            "own_left": bits("14"),
            "hand": bits("15 16 17 18 20 21 22 23 24 25"),
            "hand_sizes": {0: 10 / 12, 1: 9 / 12, 2: 1.0},
            "passed": {0: 2 / 3, 1: 1.0},
            "bottles": {0: 1.0},
        },
    )


def test_five_players_with_two_bottles_seen_by_the_dealer() -> None:
    """Seats 1 and 3 own a bottle; the dealer, seat 4, laid nothing and is alone in this round."""
    game = BottleImp(num_players=5, bottles=2, teams="2-2-1", rotate_teams=True)
    position = play_position(
        game,
        dealer=4,
        hands={4: "1 2 3 4 5 6 7 8", 0: "37", 3: "34"},
        first={4: "37", 3: "2"},
        second={4: "34", 0: "1"},
        tricks=[trick(0, "28 18.5 22 25 28.5"), trick(1, "20 23 17 27 30")],
    )
    # Seat 1 took bottle 0 with 18.5, seat 3 bottle 1 with 17.
    check_entries(
        game.state_from_dict(position),
        4,
        # Seats from the viewer on: 4, 0, 1, 2, 3.
        {
            "phase": {1: 1.0},
            "round": {0: 1 / 5},
            "is_seat": {0: 1.0},
            "seat": {4: 1.0},
            "dealer": {0: 1.0},
            "leader": {4: 1.0},
            "to_act": {4: 1.0},
            "own_left": bits("37"),
            "own_right": bits("34"),
            "received_from_left": bits("1"),
            "received_from_right": bits("2"),
            "hand": bits("1 2 3 4 5 6 7 8"),
            "hand_sizes": dict.fromkeys(range(5), 8 / 12),
            "passed": {0: 2 / 3, 1: 1.0, 2: 1.0, 3: 1.0, 4: 1.0},
            "played": places(["28.5 27", "28 30", "18.5 20", "22 23", "25 17"], of=17),
            "last_trick": {
                54 * 2 + card("20").index: 1 / 5,
                54 * 3 + card("23").index: 2 / 5,
                54 * 4 + card("17").index: 3 / 5,
                card("27").index: 4 / 5,
                54 + card("30").index: 1.0,
            },
            "bottles": {0: 26 / 27, 1 + 2: 1.0, 6: 24 / 27, 7 + 4: 1.0},
            "won": bits("18.5 22 25 28 28.5", 2) | bits("17 20 23 27 30", 4),
            # Counted from seat 0: {0, 3}, {1, 4}, {2}.
            "team": {0: 1.0, 2: 1.0},
        },
    )


def test_six_players_seen_by_a_spectator_in_the_last_trick() -> None:
    """A spectator sees seats from seat 0 on, and no cards but played ones."""
    game = BottleImp(num_players=6, rounds=2)
    state = SIX.before_last_card(game, round_=2, scores=(100, 0, -50, 0, 0, 1))
    rows = [
        "28.5 32.5 24.5 12.5 20 37 10 2",
        "28 32 26 12 17 33 8.5 5",
        "25 30.5 26.5 9 13 34 8 4.5",
        "22.5 30 29 7 10.5 34.5 6.5 4",
        "22 27 31 18 23 36 6 2.5",
        "18.5 35 24 15 20.5 36.5 3",
    ]
    check_entries(
        state,
        SPECTATOR,
        {
            "phase": {1: 1.0},
            "round": {0: 1.0},
            "dealer": {5: 1.0},
            "leader": {0: 1.0},
            "to_act": {5: 1.0},
            "hand_sizes": {5: 1 / 12},
            "passed": dict.fromkeys(range(6), 1.0),
            "played": places(rows, of=17),
            "trick": {
                54 * seat + card(rank).index: (seat + 1) / 6
                for seat, rank in enumerate(["2", "5", "4.5", "4", "2.5"])
            },
            "last_trick": {
                54 * seat + card(rank).index: (seat + 1) / 6
                for seat, rank in enumerate(["10", "8.5", "8", "6.5", "6", "3"])
            },
            "led_colour": {0: 1.0},
            "bottles": {0: 24 / 27, 1 + 1: 1.0, 7: 13 / 27, 8 + 0: 1.0},
            "won": bits("33 34 34.5 36 36.5 37 10 8.5 8 6.5 6 3", 0)
            | bits("23 20.5 20 17 13 10.5", 1)
            | bits("24 24.5 26 26.5 29 31 18 15 12.5 12 9 7", 4)
            | bits("28.5 28 25 22.5 22 18.5 35 32.5 32 30.5 30 27", 5),
            "scores": {0: 1.0, 2: -0.5, 5: 0.01},
        },
    )


def test_a_spectator_has_no_team() -> None:
    """Layout: `team` is 0 without teams or seat."""
    state = BottleImp(num_players=4, teams="2-2").new_state(1)
    assert entries(state, 1)["team"] == {0: 1.0, 2: 1.0}
    assert "team" not in entries(state, SPECTATOR)


@pytest.mark.parametrize("player", [0, 3, SPECTATOR])
def test_the_end_of_a_game(player: int) -> None:
    """When the game is over the phase says so, and nobody is to act."""
    game = BottleImp(num_players=4, rounds=8)
    found = entries(FOUR.played_out(game, round_=8), player)
    assert found["phase"] == {2: 1.0}
    assert found["round"] == {0: 1.0}
    assert "to_act" not in found
    assert "hand" not in found
    assert found["last_devil"] == bits("11 14 16 21")


# --- The call ---


def test_the_default_is_the_view_of_the_seat_to_act() -> None:
    """Stubs: default `current_player`, at the end the spectator."""
    game = BottleImp(num_players=4, rounds=1)
    state = game.new_state(3)
    state.apply(state.legal_actions(0)[0], 0)
    while not state.is_terminal:
        assert np.array_equal(state.observation(), state.observation(state.current_player))
        assert not np.array_equal(state.observation(), state.observation(SPECTATOR))
        state.apply(state.legal_actions()[0])
    assert np.array_equal(state.observation(), state.observation(SPECTATOR))


def test_the_vector_is_float32_of_the_observation_size() -> None:
    """API, state: NumPy float32 vector of `observation_size`."""
    for players in (2, 3, 4, 5, 6):
        game = BottleImp(num_players=players)
        vector = game.new_state(1).observation(0)
        assert vector.dtype == np.float32
        assert vector.shape == (game.observation_size,)
        assert bool(np.isfinite(vector).all())


def test_out_is_filled_completely_and_returned() -> None:
    """API, state: `observation(player, out)`."""
    game = BottleImp(num_players=4)
    state = game.new_state(1)
    out = np.full(game.observation_size, 7, np.float32)
    assert state.observation(1, out=out) is out
    assert np.array_equal(out, state.observation(1))
    assert not (out == 7).any()


@pytest.mark.parametrize(
    ("out", "error", "match"),
    [
        (np.zeros(5, np.float32), ValueError, "out must hold .* items, not 5"),
        (np.zeros(0, np.float32), ValueError, "out must hold"),
        (np.zeros(10_000, np.float64), TypeError, "out must hold items of type float32"),
        (np.zeros(10_000, np.int32), TypeError, "out must hold items of type float32"),
        (np.zeros(10_000, ">f4"), TypeError, "out must hold items of type float32"),
        (np.zeros(20_000, np.float32)[::2], ValueError, "C-contiguous"),
        (b"1234", ValueError, "writable"),
        ([0.0], TypeError, "out must be a NumPy array"),
    ],
    ids=["short", "empty", "double", "int", "big-endian", "strided", "bytes", "list"],
)
def test_a_wrong_out_is_refused(out: Any, error: type[Exception], match: str) -> None:
    """API, errors: bad input raises a typed error and changes nothing."""
    state = BottleImp(num_players=4).new_state(1)
    with pytest.raises(error, match=match):
        state.observation(0, out=out)


def test_a_read_only_out_is_refused() -> None:
    state = BottleImp(num_players=4).new_state(1)
    out = np.zeros(state.game.observation_size, np.float32)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        state.observation(0, out=out)
    assert not out.any()
