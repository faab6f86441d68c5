"""States: saved bytes, and what a player knows."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from cardgames import (
    SPECTATOR,
    BottleImp,
    CardGamesError,
    CellarDesTriplettes,
    Game,
    InvalidStateError,
    Triplets,
    WineCellar,
)

from .options import OPTION_SETS, walk

# A game of each kind; and others of its kind: for three players, and longer or shorter ones.
EACH: tuple[Game[Any], ...] = (
    BottleImp(num_players=4),
    CellarDesTriplettes(num_players=4),
    WineCellar(num_players=4),
    Triplets(num_players=4),
)
OTHERS = {
    "bottle_imp": (BottleImp(num_players=3), BottleImp(rounds=9)),
    "cellar_des_triplettes": (
        CellarDesTriplettes(num_players=3),
        CellarDesTriplettes(max_rounds=99),
    ),
    "wine_cellar": (WineCellar(num_players=3), WineCellar(games=3)),
    "triplets": (Triplets(num_players=3), Triplets(max_rounds=999)),
}

each_game = pytest.mark.parametrize("game", EACH, ids=lambda game: game.name)


# --- Saving ---


@each_game
def test_saved_bytes_say_what_they_are(game: Game[Any]) -> None:
    """API, state: versioned and checksummed."""
    data = game.new_state(1).to_bytes()
    assert data[:5] == b"CGST\x01"
    assert str(game).encode() in data
    assert len(data) == 16 + len(str(game)) + game.state_size + 8


@each_game
def test_every_changed_byte_is_noticed(game: Game[Any]) -> None:
    """API, state: anything malformed raises `ValueError`."""
    *_, state, _ = walk(game)
    data = state.to_bytes()
    for i in range(len(data)):
        for mask in (0x01, 0x80, 0xFF):
            damaged = bytearray(data)
            damaged[i] ^= mask
            with pytest.raises(InvalidStateError):
                game.state_from_bytes(damaged)


@each_game
def test_every_other_length_is_noticed(game: Game[Any]) -> None:
    data = game.new_state(1).to_bytes()
    for size in range(len(data)):
        with pytest.raises(InvalidStateError):
            game.state_from_bytes(data[:size])
    for more in (b"\0", b"x" * 100, data):
        with pytest.raises(InvalidStateError):
            game.state_from_bytes(data + more)


@each_game
def test_bytes_of_another_game_are_refused(game: Game[Any]) -> None:
    three, _ = OTHERS[game.name]
    with pytest.raises(InvalidStateError, match=r"num_players=3.*num_players=4"):
        game.state_from_bytes(three.new_state(1).to_bytes())
    for other in EACH:
        if other.name != game.name:
            with pytest.raises(InvalidStateError, match=rf"{other.name}.*{game.name}"):
                game.state_from_bytes(other.new_state(1).to_bytes())


@each_game
def test_bytes_of_another_version_are_refused(game: Game[Any]) -> None:
    data = bytearray(game.new_state(1).to_bytes())
    data[4] = 2
    with pytest.raises(InvalidStateError, match="version 2; this library reads version 1"):
        game.state_from_bytes(data)


@each_game
def test_a_state_without_a_seed_is_saved_without_one(game: Game[Any]) -> None:
    state = game.new_state(1).determinize(0, 1)
    assert state.seed is None
    for again in (game.state_from_bytes(state.to_bytes()), pickle.loads(pickle.dumps(state))):
        assert again == state
        assert again.seed is None


@each_game
@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_a_seed_is_saved(game: Game[Any], seed: int) -> None:
    assert game.state_from_bytes(game.new_state(seed).to_bytes()).seed == seed


# --- What a player knows ---


@each_game
def test_equal_views_have_equal_keys_and_others_not(game: Game[Any]) -> None:
    """API, state: keys are equal if and only if the seat's views are equal."""
    states = [s.copy() for s in walk(game, every=5)] + [s.copy() for s in walk(game, 2, every=5)]
    for seat in (SPECTATOR, 0, 3):
        keys = [state.information_key(seat) for state in states]
        views = [state.view(seat) for state in states]
        for i in range(0, len(states), 7):
            for j in range(len(states)):
                assert (keys[i] == keys[j]) == (views[i] == views[j])


@each_game
def test_keys_of_different_games_and_seats_differ(game: Game[Any]) -> None:
    state = game.new_state(1)
    assert len({state.information_key(seat) for seat in (SPECTATOR, 0, 1, 2, 3)}) == 5
    other = OTHERS[game.name][1].new_state(1)
    assert other.information_key(0) != state.information_key(0)


@pytest.mark.parametrize("game", OPTION_SETS, ids=str)
def test_a_determinization_keeps_the_view(game: Game[Any]) -> None:
    """API, determinization: d.view(p) == s.view(p), another generator, and no seed.

    What a player knows: so the key, observation and legal actions are equal too.
    """
    for state in walk(game, every=31):
        for seat in range(game.num_players):
            drawn = state.determinize(seat, 5)
            assert drawn == state.determinize(seat, 5)
            assert drawn.view(seat) == state.view(seat)
            assert drawn.information_key(seat) == state.information_key(seat)
            assert np.array_equal(drawn.observation(seat), state.observation(seat))
            assert drawn.legal_actions(seat) == state.legal_actions(seat)
            assert drawn.seed is None
            assert drawn.view().rng != state.view().rng
            assert game.state_from_dict(drawn.view().to_dict()) == drawn


@each_game
def test_determinizations_differ(game: Game[Any]) -> None:
    state = game.new_state(1)
    assert len({state.determinize(0, seed).hash64 for seed in range(50)}) == 50


@each_game
@pytest.mark.parametrize("player", [SPECTATOR, None])
def test_only_a_seat_has_determinizations(game: Game[Any], player: Any) -> None:
    """API, determinization: p is a seat, not the spectator."""
    with pytest.raises((CardGamesError, TypeError), match="player must be"):
        game.new_state(1).determinize(player, 1)
