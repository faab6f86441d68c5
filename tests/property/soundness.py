"""What must hold for a state that was accepted from outside, and the form of saved bytes."""

from __future__ import annotations

import json
import pickle
from random import Random

import numpy as np

from cardgames import State

from .game_set import AnyGame
from .game_sets import full_position, picture, random_move, viewers

_WORD = 2**64 - 1
HEAD, TAIL = 16, 8


def checksum(data: bytes) -> int:
    """The 64-bit hash that ends saved bytes: little-endian words, the last filled up with zeros."""
    h = len(data) * 0x9E3779B97F4A7C15 & _WORD
    for start in range(0, len(data), 8):
        h = (h ^ int.from_bytes(data[start : start + 8], "little")) * 0x9FB21C651E98DF25 & _WORD
        h ^= h >> 29
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93 & _WORD
    return h ^ h >> 32


def sealed(body: bytes) -> bytes:
    """Bytes with the checksum that belongs to them."""
    return body + checksum(body).to_bytes(TAIL, "little")


def saved(text: bytes, struct: bytes, *, flags: int = 1, seed: int = 1, version: int = 1) -> bytes:
    """Bytes as `to_bytes` makes them: magic, version, flags, length of text, seed, text, struct."""
    head = b"CGST" + bytes([version, flags]) + len(text).to_bytes(2, "little")
    return sealed(head + seed.to_bytes(8, "little") + text + struct)


def struct_of(state: State) -> bytes:
    """The part of the saved bytes that is the position."""
    return state.to_bytes()[HEAD + len(str(state.game).encode()) : -TAIL]


def check_saved_forms(game: AnyGame, state: State) -> None:
    """Bytes, dict and pickle give the state back."""
    assert game.state_from_bytes(state.to_bytes()) == state
    position = full_position(state)
    read = game.state_from_dict(json.loads(json.dumps(position, allow_nan=False)))
    assert read == state
    assert full_position(read) == position
    assert pickle.loads(pickle.dumps(state)) == state


def check_knowledge(game: AnyGame, state: State) -> None:
    """Views, observations and determinized worlds can be had and fit each other."""
    for viewer in viewers(game):
        view = state.view(viewer)
        assert str(view)
        assert np.isfinite(state.observation(viewer)).all()
        assert state.information_key(viewer)
    for seat in range(game.num_players):
        world = state.determinize(seat, 1)
        assert world.view(seat) == state.view(seat)
        assert game.state_from_bytes(world.to_bytes()) == world
    assert picture(state).startswith("<svg")


def check_sound(game: AnyGame, state: State, seed: int = 0) -> None:
    """The state can be saved, looked at and played to its end."""
    random = Random(seed)
    check_saved_forms(game, state)
    check_knowledge(game, state)
    assert len(state.playout(seed)) == game.num_players
    state = state.copy()
    length = 0
    while not state.is_terminal:
        assert state.to_act
        move = random_move(state, random)
        assert len(state.legal_actions(move.seat)) <= game.max_legal_actions
        state.apply(move.action, move.seat)
        length += 1
        assert length <= game.max_game_length
        if length % 23 == 0:
            check_saved_forms(game, state)
    check_saved_forms(game, state)
    assert state.winners()
    assert abs(sum(state.returns())) < 1e-9 or game.num_players == 1
