"""Cellar des Triplettes: what the observation holds, block by block, against its meaning."""

from __future__ import annotations

import numpy as np
import pytest

from cardgames import SPECTATOR
from cardgames.cellar_des_triplettes import CellarDesTriplettes

from .any_game import Entries, block_sizes, check_entries, entries
from .cellar_positions import FIVE, FOUR, THREE, crowded, make, slot_word

INDEX = {"0.2": 0} | {str(euro): euro - 2 for euro in range(3, 24)}
SLOT = {
    slot_word(row, column): number
    for number, (row, column) in enumerate(
        [(row, column) for row in range(5) for column in range(5 - row)]
    )
}
COLOURS = ("brown", "orange", "yellow", "red", "green", "violet", "blue")


def shares(words: str, offset: int = 0) -> Entries:
    """A third for each card, for the seat at an offset from the viewer."""
    result: Entries = {}
    for word in words.split():
        place = 22 * offset + INDEX[word]
        result[place] = result.get(place, 0) + 1 / 3
    return result


def wine(offset: int, slot: str, colour: str, stars: int, covers: bool = False) -> Entries:
    """A wine in the latest cellar of a seat: its variety, its stars, and what is below it."""
    start = 12 * (15 * offset + SLOT[slot])
    places = [start + COLOURS.index(colour), start + 6 + stars, *([start + 11] if covers else [])]
    return dict.fromkeys(places, 1.0)


def empty(offset: int, slot: str) -> Entries:
    """An empty bottle that shows."""
    return {12 * (15 * offset + SLOT[slot]) + 10: 1.0}


@pytest.mark.parametrize(
    ("game", "n", "bottom"), [(THREE, 3, 14), (FOUR, 4, 16), (FIVE, 5, 18)], ids=str
)
def test_the_layout_is_contiguous_and_complete(
    game: CellarDesTriplettes, n: int, bottom: int
) -> None:
    """API, state: a vector of `observation_size`, laid out in a documented table."""
    assert block_sizes(game) == {
        "phase": 3,
        "round": 1,
        "final_round": 1,
        "truncated": 1,
        "is_seat": 1,
        "seat": n,
        "starting_player": n,
        "high_bidder": n,
        "to_act": n,
        "passed": n,
        "hand": 22,
        "hand_sizes": n,
        "known_hands": 22 * n,
        "bids": 22 * n,
        "bid_totals": n,
        "turn": 22,
        "display": 22,
        "pile_size": 1,
        "pile_bottom": 22 * bottom,
        "cellar": 15 * 12 * n,
        "full_cellars": n,
        "full_cellar_cards": 22 * n,
        "scores": n,
    }


def test_the_bid_as_seat_1_sees_it() -> None:
    """Seats from the viewer on: 1, 2, 3, 0."""
    check_entries(
        crowded(),
        1,
        {
            "phase": {0: 1},
            "round": {0: 9 / 100},
            "is_seat": {0: 1},
            "seat": {1: 1},
            "starting_player": {0: 1},
            "to_act": {3: 1},
            "passed": {2: 1},
            "hand": shares("3 7"),
            "hand_sizes": {0: 2 / 11, 1: 2 / 11, 2: 5 / 11, 3: 4 / 11},
            "known_hands": shares("3", 0) | shares("9", 3),
            "bids": shares("5 6", 0) | shares("0.2", 1) | shares("3 12", 3),
            "bid_totals": {0: 11 / 138, 1: 0.2 / 138, 3: 15 / 138},
            "turn": shares("12"),
            "display": shares("9 10 15 23"),
            "pile_size": {0: 12 / 33},
            # The lowest card first: 19, then 22.
            "pile_bottom": {INDEX["19"]: 1, 22 + INDEX["22"]: 1},
            "cellar": wine(0, "r1c1", "blue", 2)
            | empty(0, "r1c2")
            | wine(1, "r1c1", "blue", 3)
            | wine(3, "r1c1", "green", 1)
            | wine(3, "r1c2", "green", 2, covers=True)
            | wine(3, "r1c3", "violet", 1)
            | wine(3, "r2c1", "violet", 2),
            "full_cellars": {1: 1 / 4},
            "full_cellar_cards": shares("5 7 9 10 13 14 15 16 17 3 6 8 20 21 22", 1),
            "scores": {0: 0.02, 1: 0.31, 3: 0.06},
        },
    )


def test_the_placing_as_a_spectator_sees_it() -> None:
    """Three players in a truncated final round; seats from seat 0 on."""
    game = CellarDesTriplettes(num_players=3, max_rounds=7)
    state = make(
        game,
        phase="place",
        starting=1,
        high=2,
        placing=(0, 1),
        final=True,
        truncated=True,
        hands={0: "3 4 6 7 9 10 11 13", 1: "", 2: "23"},
        known={0: "10 11 13", 2: ""},
        display="0.2 21",
        cellars={0: "3 10 17 / 4 11", 1: "18* 0.2", 2: ""},
    )
    expected: dict[str, Entries] = {
        "phase": {1: 1},
        "round": {0: 1},
        "final_round": {0: 1},
        "truncated": {0: 1},
        "starting_player": {1: 1},
        "high_bidder": {2: 1},
        "to_act": {0: 1},
        "passed": {0: 1, 1: 1, 2: 1},
        "hand_sizes": {0: 8 / 11, 2: 1 / 11},
        "known_hands": shares("10 11 13"),
        "display": shares("0.2 21"),
        "pile_size": {0: 1},
        "cellar": wine(0, "r1c1", "brown", 1)
        | wine(0, "r1c2", "brown", 2)
        | wine(0, "r1c3", "brown", 3)
        | wine(0, "r2c1", "orange", 1)
        | wine(0, "r2c2", "orange", 2)
        | wine(1, "r1c1", "orange", 3, covers=True)
        | empty(1, "r1c2"),
        # Stars 6 and 3, and 1 for the line of browns.
        "scores": {0: 0.1, 1: 0.03},
    }
    check_entries(state, SPECTATOR, expected)
    # Seat 2 sees its own 23 too; seats from the viewer on are 2, 0, 1.
    found = entries(state, 2)
    assert found["hand"] == pytest.approx(shares("23"))
    assert found["hand_sizes"] == pytest.approx({0: 1 / 11, 1: 8 / 11})
    assert found["high_bidder"] == {0: 1}
    assert found["to_act"] == {1: 1}
    assert found["seat"] == {2: 1}
    assert found["known_hands"] == pytest.approx(shares("10 11 13", 1))


def test_three_equal_cards_are_a_whole_share() -> None:
    state = make(FIVE, hands={0: "4 4 4 0.2 0.2"}, display="5 5 11 11")
    found = entries(state, 0)
    assert found["hand"] == pytest.approx({INDEX["4"]: 1, 0: 2 / 3})
    assert found["display"] == pytest.approx({INDEX["5"]: 2 / 3, INDEX["11"]: 2 / 3})


@pytest.mark.parametrize("player", [0, 2, SPECTATOR])
def test_the_end_of_a_game(player: int) -> None:
    """When the game is over the phase says so, and nobody is to act."""
    state = make(phase="over", final=True, pile="", high=2, hands={0: "3", 2: "5"})
    found = entries(state, player)
    assert found["phase"] == {2: 1}
    assert "to_act" not in found
    assert "truncated" not in found
    assert found["high_bidder"] == {(2 - max(player, 0)) % 4: 1}
    assert ("hand" in found) is (player >= 0)


def test_the_latest_cellar_is_shown_and_older_ones_counted() -> None:
    """Layout: `cellar` is the latest; the cards of the others are shares, covered ones too."""
    first = "5* 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22"
    found = entries(make(cellars={0: f"{first} | 23"}), 0)
    assert found["full_cellars"] == {0: 1 / 4}
    assert found["full_cellar_cards"] == pytest.approx(
        shares("0.2 5 7 9 10 13 14 15 16 17 3 6 8 20 21 22")
    )
    own = {i: value for i, value in found["cellar"].items() if i < 180}
    assert own == wine(0, "r1c1", "blue", 3)


def test_numbers_of_the_observation_are_at_most_about_one() -> None:
    """Documented scales: whatever a random game brings, no entry leaves [0, 3]."""
    for game in (THREE, FOUR, FIVE):
        state = game.new_state(2)
        number = 0
        while not state.is_terminal:
            vector = state.observation()
            assert vector.dtype == np.float32
            assert vector.shape == (game.observation_size,)
            assert float(vector.min()) >= 0
            assert float(vector.max()) <= 3
            actions = state.legal_actions()
            state.apply(actions[(5 * number + 1) % len(actions)])
            number += 1
