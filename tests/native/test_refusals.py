"""What the functions of the header answer to a seat or an action that there is not."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

import cardgames
from cardgames import State, native
from tests.property.game_sets import each_game

NO_SEAT, NO_ACTION, GAME_OVER = 1, 2, 3  # in every game
LEGAL = 0
LARGEST, LEAST = 2**31 - 1, -(2**31)


def seats_beyond(game: cardgames.Game[Any]) -> tuple[int, ...]:
    return (-2, -3, game.num_players, 77, LARGEST, LEAST)


def moments(game: cardgames.Game[Any]) -> list[State]:
    """A new game, and each position of it in which others than the first may act, up to a few."""
    state = game.new_state(1)
    found = [state.copy()]
    while not state.is_terminal and len(found) < 20:
        state.apply(state.legal_actions()[-1])
        found.append(state.copy())
    return found


@each_game
def test_seat_that_there_is_not_has_nothing_to_play(game: cardgames.Game[Any]) -> None:
    table, api, rules = native.functions(game), native.api_functions(), native.NativeGame(game)
    room = (ctypes.c_int32 * 512)()
    rng = (ctypes.c_uint64 * 4)(1, 2, 3, 4)
    for state in moments(game):
        address, before = native.state_address(state), state.to_bytes()
        action = (state.legal_actions() or [0])[0]
        for seat in seats_beyond(game):
            assert table.legal(rules.limits, address, seat, ctypes.addressof(room)) == 0
            picked = api.random_action(rules.address, address, seat, ctypes.addressof(rng))
            assert picked == -1
            assert table.refusal(rules.limits, address, seat, action) == NO_SEAT
            assert table.apply(rules.limits, address, seat, action) == NO_SEAT
        assert state.to_bytes() == before


@each_game
def test_first_codes_of_refusal_are_those_of_every_game(game: cardgames.Game[Any]) -> None:
    table, limits = native.functions(game), native.limits_address(game)
    state = game.new_state(1)
    address = native.state_address(state)
    seat, action = state.current_player, state.legal_actions()[0]
    assert table.refusal(limits, address, seat, action) == LEGAL
    for action in (-1, game.num_actions, LARGEST, LEAST):
        assert table.refusal(limits, address, seat, action) == NO_ACTION
    while not state.is_terminal:
        state.apply(state.legal_actions()[0])
    assert table.refusal(limits, address, 0, 0) == GAME_OVER
    assert table.refusal(limits, address, -1, -1) == GAME_OVER


@pytest.mark.parametrize("name", cardgames.games())
def test_refusal_in_words_is_there_when_there_is_a_code(name: str) -> None:
    game = cardgames.make(name)
    api, table, rules = native.api_functions(), native.functions(game), native.NativeGame(game)
    state = game.new_state(1)
    address = native.state_address(state)
    seats = (*range(-1, game.num_players), *seats_beyond(game))
    for seat in seats:
        for action in (*range(-1, game.num_actions + 1, 7), *state.legal_actions()):
            text = ctypes.create_string_buffer(4)
            where = ctypes.addressof(text)
            size = api.refusal_text(rules.address, address, seat, action, where, len(text))
            refused = table.refusal(rules.limits, address, seat, action) != LEGAL
            assert (size > 0) == refused
            assert (len(text.value) == 3) == refused
