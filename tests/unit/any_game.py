"""What tests ask of the states and positions of any game."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from cardgames import SPECTATOR, Game, State

Position = dict[str, Any]
Entries = dict[int, float]

# --- Actions ---


def act(state: State, words: str, player: int | None = None) -> None:
    """Plays actions, words with a comma between them, for a seat or for whoever is to act."""
    for word in words.split(", "):
        state.apply(state.game.parse_action(word), player)


def legal(state: State, player: int | None = None) -> str:
    """The legal actions, words with a comma between them, in the order of their ids."""
    return ", ".join(state.legal_words(player))


# --- Positions ---


def full(state: State) -> Position:
    """The whole position."""
    return state.view().to_dict()


def seen(state: State, player: int | None) -> Position:
    """What a viewer sees, as a position."""
    return state.view(player).to_dict()


def without(position: Position, *keys: str) -> Position:
    """The position with some keys left out."""
    return {key: value for key, value in position.items() if key not in keys}


def check_read_back(state: State) -> None:
    """The position of a state, through JSON too, is read back as the same state."""
    given = full(state)
    again = state.game.state_from_dict(json.loads(json.dumps(given)))
    assert again == state
    assert again.hash64 == state.hash64
    assert full(again) == given
    assert again.seed is None
    assert again.legal_words() == state.legal_words()


def check_generator_is_kept(game: Game[Any], position: Position) -> None:
    """A generator that is given with a position is the state's."""
    rng = ["0x0000000000000001", "0x0123456789abcdef", "0x0000000000000000", "0xffffffffffffffff"]
    state = game.state_from_dict(position | {"rng": rng})
    assert full(state)["rng"] == rng
    assert state.view().rng == tuple(rng)


def check_generator_from_content(game: Game[Any], position: Position, other: Position) -> None:
    """A generator that is left out or null is seeded from the rest of the position."""
    one = game.state_from_dict(position)
    assert one == game.state_from_dict(position | {"rng": None})
    assert one.seed is None
    words = full(one)["rng"]
    assert len(set(words)) == 4
    assert game.state_from_dict(without(full(one), "rng")) == one
    assert full(game.state_from_dict(other))["rng"] != words


# --- What a player knows ---


def check_equal_for(player: int, one: State, other: State) -> None:
    """Two different states are the same to a seat or a spectator."""
    assert one != other
    assert one.view() != other.view()
    assert one.view(player) == other.view(player)
    assert hash(one.view(player)) == hash(other.view(player))
    assert one.information_key(player) == other.information_key(player)
    assert np.array_equal(one.observation(player), other.observation(player))
    if player >= 0:
        assert one.legal_actions(player) == other.legal_actions(player)


def check_generator_is_hidden(state: State) -> None:
    """Another generator makes no difference to anybody."""
    other = state.game.state_from_dict(full(state) | {"rng": ["0x000000000000000a"] * 4})
    for player in (SPECTATOR, *range(state.game.num_players)):
        check_equal_for(player, state, other)


# --- Observations ---


def block_sizes(game: Game[Any]) -> dict[str, int]:
    """The sizes of the blocks of an observation, which follow each other without gaps."""
    end = 0
    sizes: dict[str, int] = {}
    for block in game.observation_layout():
        assert block.start == end
        assert block.stop > block.start
        assert block.meaning
        assert block.name not in sizes
        end = block.stop
        sizes[block.name] = block.stop - block.start
    assert end == game.observation_size
    return sizes


def entries(state: State, player: int) -> dict[str, Entries]:
    """What is not zero in each block, by its place in the block."""
    vector = state.observation(player)
    result: dict[str, Entries] = {}
    for place in state.game.observation_layout():
        block = vector[place.start : place.stop]
        found = {int(i): float(block[i]) for i in np.flatnonzero(block)}
        if found:
            result[place.name] = found
    return result


def check_entries(state: State, player: int, expected: dict[str, Entries]) -> None:
    """The observation has these entries, and zeros everywhere else."""
    found = entries(state, player)
    assert found.keys() == expected.keys()
    for name, block in expected.items():
        assert found[name] == pytest.approx(block), name
