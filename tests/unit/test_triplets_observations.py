"""Triplets: what the observation holds, block by block, against its meaning."""

from __future__ import annotations

import numpy as np
import pytest

from cardgames import SPECTATOR
from cardgames.triplets import RANKS, Triplets

from .any_game import Entries, block_sizes, check_entries, entries
from .options import walk
from .triplets_positions import FOUR, LAST, LOWEST, TWO, TWO_DECKS, crowded, deck, make

GAMES = [TWO, FOUR, TWO_DECKS, LOWEST, Triplets(num_players=10, decks=4, max_rounds=20)]


def counts(ranks: str, share: float, offset: int = 0) -> Entries:
    """A share for each card of a rank, for the seat at an offset from the viewer."""
    result: Entries = {}
    for rank in ranks.split():
        place = 13 * offset + RANKS.index(rank)
        result[place] = result.get(place, 0) + share
    return result


def limits(words: str, offset: int) -> Entries:
    """Bounds of the hand at an offset from the viewer: 1, the lowest and the highest rank."""
    result: Entries = {}
    for number, (low, high) in enumerate(word.split("-") for word in words.split()):
        place = 3 * (5 * offset + number)
        result[place] = 1
        result[place + 1] = (RANKS.index(low) + 1) / 13
        result[place + 2] = (RANKS.index(high) + 1) / 13
    return result


def tops(ranks: str, offset: int) -> Entries:
    """The top cards of the stack at an offset, a dash for one that is not known."""
    return {
        13 * (5 * offset + number) + RANKS.index(rank): 1.0
        for number, rank in enumerate(ranks.split())
        if rank != "-"
    }


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_layout_is_contiguous_and_complete(game: Triplets) -> None:
    """API, state: a vector of `observation_size`, laid out in a documented table."""
    n = game.num_players
    assert block_sizes(game) == {
        "phase": 2,
        "round": 1,
        "is_seat": 1,
        "seat": n,
        "to_act": n,
        "dealer": n,
        "in": n,
        "winning_kind": 3,
        "winning_rank": 13,
        "winning_player": n,
        "hand": 13,
        "hand_sizes": n,
        "known_hands": 13 * n,
        "bounds": 15 * n,
        "stack_sizes": n,
        "stack_hidden": n,
        "stack_cards": 13 * n,
        "next_cards": 65 * n,
        "pot": 13,
        "leaving": 13,
        "removed": 13,
        "unseen": 13,
        "scores": n,
    }


def left_over(*seen: str) -> str:
    """The ranks of one deck without these cards."""
    return " ".join(c[:-1] for c in deck() if c not in " ".join(seen).split())


# What `crowded` gives, by who sees it; the rest has left the game.
HELD = ("4d Kc 9c", "7h 8h 10d", "2c 2h", "3h 4h 5c 6d 8s")
STACKS = ("2d 5h", "Jc Qc", "Js As")
POT = "6c 9d 3c"


def test_a_single_to_meet_as_seat_1_sees_it() -> None:
    """Seats from the viewer on: 1, 2, 3, 0."""
    check_entries(
        crowded(),
        1,
        {
            "phase": {0: 1},
            "round": {0: 3 / 1000},
            "is_seat": {0: 1},
            "seat": {1: 1},
            "to_act": {3: 1},
            "dealer": {1: 1},
            "in": {0: 1, 1: 1, 3: 1},
            "winning_kind": {1: 1},
            "winning_rank": {RANKS.index("9"): 1},
            "winning_player": {1: 1},
            "hand": counts("7 8 10", 1 / 5),
            "hand_sizes": {0: 3 / 5, 1: 2 / 5, 2: 1, 3: 3 / 5},
            "known_hands": counts("7", 1 / 5, 0) | counts("8", 1 / 5, 2),
            "bounds": limits("2-J 2-A", 0)
            | limits("2-A 2-A", 1)
            | limits("2-8 2-8 2-8 2-8", 2)
            | limits("2-A 2-A 2-A", 3),
            "stack_sizes": {0: 2 / 52, 2: 2 / 52, 3: 2 / 52},
            "stack_hidden": {0: 1 / 52, 3: 2 / 52},
            "stack_cards": counts("Q", 1 / 4, 0) | counts("J A", 1 / 4, 2),
            "next_cards": tops("- Q", 0) | tops("J A", 2),
            "pot": counts("6 9 3", 1 / 4),
            "removed": counts(left_over(*HELD, *STACKS, POT), 1 / 4),
            # The hands of seats 0, 2 and 3 but for the 8s, the stack of seat 0 and the own jack.
            "unseen": counts("4 K 9 2 2 3 4 5 6 2 5 J", 1 / 4),
            "scores": {0: 5 / 52, 1: 2 / 52, 2: 7 / 52, 3: 5 / 52},
        },
    )


def test_what_a_spectator_sees() -> None:
    """Seats from seat 0 on; no hand, and all hands are unseen but for known cards."""
    found = entries(crowded(), SPECTATOR)
    assert "hand" not in found
    assert "is_seat" not in found
    assert "seat" not in found
    assert found["unseen"] == pytest.approx(counts("4 K 9 8 10 2 2 3 4 5 6 2 5 J", 1 / 4))
    assert found["known_hands"] == pytest.approx(counts("7", 1 / 5, 1) | counts("8", 1 / 5, 3))
    assert found["in"] == {0: 1, 1: 1, 2: 1}
    assert found["to_act"] == {0: 1}
    assert found["dealer"] == {2: 1}
    assert found["winning_player"] == {2: 1}


def test_a_triplet_to_meet() -> None:
    """The triplets of the pot are among what leaves; middle cards go to the winner."""
    state = make(
        hands={0: "2c 5c", 1: "4c", 2: "6s"}, pot="- As Ad, 0 9d, 1 7c 7d 7h, 2 7s, 0 8c 8d 8h"
    )
    found = entries(state, 1)
    assert found["winning_kind"] == {2: 1}
    assert found["winning_rank"] == {RANKS.index("8"): 1}
    assert found["winning_player"] == {3: 1}
    assert found["pot"] == pytest.approx(counts("A A 9", 1 / 4))
    assert found["leaving"] == pytest.approx(counts("7 7 7 7 8 8 8", 1 / 4))


def test_a_negated_triplet_is_a_single_to_meet() -> None:
    state = make(hands={0: "2c 5c", 1: "4c", 2: "6s"}, pot="0 7c 7d 7h, 1 7s")
    found = entries(state, 2)
    assert found["winning_kind"] == {1: 1}
    assert found["winning_rank"] == {RANKS.index("7"): 1}
    assert found["winning_player"] == {3: 1}
    assert found["leaving"] == pytest.approx(counts("7 7 7 7", 1 / 4))
    assert "pot" not in found


def test_nothing_to_meet() -> None:
    state = make(hands={0: "2c 5c", 1: "4c"}, to_act=1, dealer=3)
    found = entries(state, 0)
    assert found["winning_kind"] == {0: 1}
    assert "winning_rank" not in found
    assert "winning_player" not in found
    assert "pot" not in found
    assert found["to_act"] == {1: 1}
    assert found["dealer"] == {3: 1}


def test_several_equal_cards_of_two_decks() -> None:
    """With two decks there are eight cards of a rank, and 104 cards."""
    state = make(
        TWO_DECKS,
        hands={0: "4c 4c 4d 4h 9c", 1: "4s 2c"},
        stacks={0: "5c 5c* 5d*", 1: "Kc"},
        pot="0 6c 6c 6d",
    )
    found = entries(state, 0)
    assert found["hand"] == pytest.approx(counts("4 4 4 4 9", 1 / 5))
    assert found["stack_cards"] == pytest.approx(counts("5 5", 1 / 8))
    assert found["stack_sizes"] == pytest.approx({0: 3 / 104, 1: 1 / 104})
    assert found["stack_hidden"] == pytest.approx({0: 1 / 104, 1: 1 / 104})
    assert found["leaving"] == pytest.approx(counts("6 6 6", 1 / 8))
    assert found["unseen"] == pytest.approx(counts("5 4 2 K", 1 / 8))
    assert found["scores"] == pytest.approx({0: 8 / 104, 1: 3 / 104})


def test_the_five_top_cards_of_a_stack() -> None:
    """Layout: five of each; those below are counted among the known ones."""
    state = make(hands={0: "2c", 1: "4c"}, stacks={0: "3c 3d* 5c* 6c* 7c* 8c* 9c*", 1: "Jd* Qd*"})
    found = entries(state, 0)
    assert found["next_cards"] == tops("- 3 5 6 7", 0) | tops("J Q", 1)
    assert found["stack_cards"] == pytest.approx(
        counts("3 5 6 7 8 9", 1 / 4, 0) | counts("J Q", 1 / 4, 1)
    )
    assert found["stack_hidden"] == pytest.approx({0: 1 / 52})


@pytest.mark.parametrize("player", [0, 2, SPECTATOR])
def test_the_end_of_a_game(player: int) -> None:
    """When the game is over the phase says so, and nobody is to act."""
    state = make(LAST, phase="over", hands={0: "2c 5c", 1: "4c"}, winner=1)
    found = entries(state, player)
    assert found["phase"] == {1: 1}
    assert "to_act" not in found
    assert found["winning_kind"] == {0: 1}
    assert found["in"] == {(1 - max(player, 0)) % 4: 1}
    assert found["round"] == {0: 1}
    assert ("hand" in found) is (player == 0)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_deal(game: Triplets) -> None:
    """Nothing is known at the deal but the own hand and the middle cards."""
    state = game.new_state(3)
    n, total = game.num_players, 52 * game.options.decks
    found = entries(state, 1)
    assert "removed" not in found
    assert "known_hands" not in found
    assert "stack_cards" not in found
    assert "next_cards" not in found
    each = total // n
    assert found["scores"] == pytest.approx(dict.fromkeys(range(n), each / total))
    assert sum(found["unseen"].values()) * 4 * game.options.decks == pytest.approx(n * each - 5)
    assert sum(found["hand"].values()) == pytest.approx(1)
    assert found["hand_sizes"] == dict.fromkeys(range(n), 1)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_numbers_of_the_observation_are_from_0_to_1(game: Triplets) -> None:
    """Documented scales: whatever a game brings, no entry leaves [0, 1]."""
    for state in walk(game, 2):
        for player in (SPECTATOR, *range(game.num_players)):
            vector = state.observation(player)
            assert vector.dtype == np.float32
            assert vector.shape == (game.observation_size,)
            assert float(vector.min()) >= 0
            assert float(vector.max()) <= 1
