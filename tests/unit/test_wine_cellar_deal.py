"""Wine Cellar: the deal of bottles and clients, and the first position."""

from __future__ import annotations

import pytest

from cardgames.wine_cellar import WineCellar

from .any_game import full, seen
from .wine_positions import ADVANCED, ALL_GAMES

SEVERAL = [game for game in ALL_GAMES if game.num_players > 1]
PLAIN = [game for game in SEVERAL if game.options.games == 1]
THREE_GAMES = [game for game in SEVERAL if game.options.games == 3]


@pytest.mark.parametrize("game", SEVERAL, ids=str)
def test_eight_bottles_each_and_the_rest_are_prizes(game: WineCellar) -> None:
    """Rulebook, setup, deal cards: 8 to each player, the others are the first prizes: n."""
    n = game.num_players
    for seed in range(8):
        position = full(game.new_state(seed))
        assert [len(hand) for hand in position["hands"]] == [8] * n
        assert position["hand_sizes"] == [8] * n
        assert len(position["prizes"]) == n
        dealt = [k for row in (*position["hands"], position["prizes"]) for k in row]
        assert sorted(dealt) == list(range(1, 9 * n + 1))
        assert all(row == sorted(row) for row in (*position["hands"], position["prizes"]))


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_two_clients_each_and_the_rest_are_undealt(game: WineCellar) -> None:
    """Rulebook, setup, choose clients: 2 to each player; page: pairs are ascending by id."""
    n = game.num_players
    for seed in range(8):
        position = full(game.new_state(seed))
        assert [len(pair) for pair in position["dealt_clients"]] == [2] * n
        assert all(a < b for a, b in position["dealt_clients"])
        ids = [k for pair in position["dealt_clients"] for k in pair] + position["client_deck"]
        assert sorted(ids) == [client.id for client in game.clients]


@pytest.mark.parametrize("game", SEVERAL, ids=str)
def test_everything_else_of_the_first_position(game: WineCellar) -> None:
    """Page, position, key by key."""
    n = game.num_players
    position = full(game.new_state(7))
    known = {"hands", "prizes", "dealt_clients", "client_deck", "rng"}
    assert {key: value for key, value in position.items() if key not in known} == {
        "game": "wine_cellar",
        "options": {
            "num_players": n,
            "games": game.options.games,
            "client_set": game.options.client_set,
            "deck": "standard",
        },
        "game_number": 1,
        "round": 1,
        "phase": "client",
        "to_act": list(range(n)),
        "hand_sizes": [8] * n,
        "low_left": [4] * n if game.options.games == 3 else None,
        "clients": [None] * n,
        "past_clients": [],
        "chosen": [False] * n,
        "bids": [None] * n,
        "take_order": [],
        "cellars": [[]] * n,
        "scores": [0] * n,
        "game_scores": [],
        "last_cellars": None,
        "last_clients": None,
        "eno": None,
    }


def test_the_first_position_of_a_solo_game() -> None:
    """Rulebook, solo setup: 18 bottles, 8 to the player, 8 to Eno, 2 prizes; two clients."""
    game = WineCellar(num_players=1)
    for seed in range(8):
        position = full(game.new_state(seed))
        (hand,), eno = position["hands"], position["eno"]
        assert (len(hand), len(eno["deck"]), len(position["prizes"])) == (8, 8, 2)
        assert sorted([*hand, *eno["deck"], *position["prizes"]]) == list(range(1, 19))
        assert {key: value for key, value in eno.items() if key != "deck"} == {
            "deck_size": 8,
            "face_up": [],
            "client": None,
            "taken": [],
        }
        assert position["phase"] == "client"
        assert position["to_act"] == [0]
        assert len(position["client_deck"]) == 28
        assert position["low_left"] is None


@pytest.mark.parametrize(
    ("players", "low"), [(2, 9), (3, 14), (4, 18), (5, 23), (6, 27), (7, 32), (8, 36)]
)
def test_four_of_each_half_in_the_advanced_variant(players: int, low: int) -> None:
    """Rulebook, advanced: 4 of each pile; with an odd number the extra card is in the lower one.

    4 players use 1-36, halves 1-18 and 19-36; 3, 5 and 7 have 27, 45 and 63 bottles.
    """
    for game in THREE_GAMES:
        if game.num_players != players:
            continue
        extremes: set[int] = set()
        for seed in range(40):
            state = game.new_state(seed)
            position = full(state)
            for hand in position["hands"]:
                assert sum(k <= low for k in hand) == 4
                assert sum(k > low for k in hand) == 4
            # What is left: the lower half has one more where the number is odd.
            assert sum(k <= low for k in position["prizes"]) == low - 4 * players
            assert position["low_left"] == [4] * players
            extremes |= {k for hand in position["hands"] for k in hand} & {low, low + 1}
        assert extremes == {low, low + 1}


def test_a_plain_deal_does_not_divide_the_bottles() -> None:
    """Rulebook, setup: all cards are shuffled together."""
    counts = {
        sum(k <= 18 for k in hand)
        for seed in range(50)
        for hand in full(WineCellar().new_state(seed))["hands"]
    }
    assert len(counts) > 3


@pytest.mark.parametrize("game", [*PLAIN, ADVANCED[3], WineCellar(num_players=1)], ids=str)
def test_deals_differ_by_seed_and_are_the_same_for_one(game: WineCellar) -> None:
    """API, game: same game and same seed give the same state."""
    assert game.new_state(5) == game.new_state(5)
    deals = {
        str((full(game.new_state(s))["hands"], full(game.new_state(s))["client_deck"]))
        for s in range(10)
    }
    assert len(deals) == 10


def test_every_client_may_be_dealt_to_every_seat() -> None:
    game = WineCellar(num_players=2)
    for seat in (0, 1):
        ids = {k for seed in range(300) for k in full(game.new_state(seed))["dealt_clients"][seat]}
        assert ids == set(range(1, 31))


@pytest.mark.parametrize("players", range(2, 9))
def test_a_seat_sees_its_own_two_clients(players: int) -> None:
    """Rulebook, choose clients: each player secretly looks at its two."""
    state = WineCellar(num_players=players).new_state(3)
    pairs = full(state)["dealt_clients"]
    for seat in range(players):
        assert seen(state, seat)["dealt_clients"] == [
            pairs[s] if s == seat else None for s in range(players)
        ]
