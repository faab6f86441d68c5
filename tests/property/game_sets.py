"""The games that the property tests run over; a new game joins them by one entry of `GAME_SETS`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, TypeVar

import pytest

from cardgames import SPECTATOR, State

from .bottle_imp_set import BOTTLE_IMP
from .cellar_des_triplettes_set import CELLAR_DES_TRIPLETTES
from .game_set import AnyGame, GameSet, Move, Position
from .triplets_set import TRIPLETS
from .wine_cellar_set import WINE_CELLAR

T = TypeVar("T")

GAME_SETS = (BOTTLE_IMP, CELLAR_DES_TRIPLETTES, WINE_CELLAR, TRIPLETS)
GAMES: tuple[AnyGame, ...] = tuple(game for games in GAME_SETS for game in games.games)

# Multiplies how many positions and games the tests look at.
EFFORT = float(os.environ.get("CARDGAMES_PROPERTY_EFFORT", "1"))

each_game = pytest.mark.parametrize("game", GAMES, ids=str)
each_set = pytest.mark.parametrize("entry", GAME_SETS, ids=lambda entry: entry.name)


def set_of(game: AnyGame) -> GameSet:
    """The entry that a game belongs to."""
    return next(entry for entry in GAME_SETS if game in entry.games)


def is_named_by_text(game: AnyGame) -> bool:
    """Whether `make(str(game))` is the game; a deck cannot be made from its name."""
    return str(getattr(game.options, "deck", "standard")) == "standard"


def every(step: int) -> list[AnyGame]:
    """Each so many-th game of every set, the first among them."""
    return [game for entry in GAME_SETS for game in entry.games[::step]]


def scaled(count: int) -> int:
    """A number of positions or games, more or fewer as the environment says."""
    return max(1, round(count * EFFORT))


def viewers(game: AnyGame) -> tuple[int, ...]:
    """The seats and the spectator."""
    return (*range(game.num_players), SPECTATOR)


@dataclass(frozen=True)
class Trajectory:
    """A whole game at random. `states[i]` is before `moves[i]`; nobody may change them."""

    states: tuple[State, ...]
    moves: tuple[Move, ...]


@cache
def trajectory(game: AnyGame, seed: int) -> Trajectory:
    """A game in which seats that may act at the same time do so in any order."""
    random = Random(seed)
    state: State = game.new_state(seed)
    states = [state.copy()]
    moves: list[Move] = []
    while not state.is_terminal:
        moves.append(random_move(state, random))
        state.apply(moves[-1].action, moves[-1].seat)
        states.append(state.copy())
    return Trajectory(tuple(states), tuple(moves))


def random_move(state: State, random: Random) -> Move:
    """Any seat that may act, any of its actions."""
    seat = random.choice(state.to_act)
    return Move(seat, random.choice(state.legal_actions(seat)))


def spread(items: Sequence[T], count: int) -> list[T]:
    """About so many of the items, the first, the last and one between among them."""
    count = max(3, min(scaled(count), len(items)))
    return [items[i * (len(items) - 1) // (count - 1)] for i in range(count)]


def positions(game: AnyGame, count: int, seed: int = 1) -> list[State]:
    """States spread over a game, the first and the last among them; to be copied, not changed."""
    return spread(trajectory(game, seed).states, count)


def picture(shown: Any) -> str:
    """The SVG of a view or state."""
    svg: str = shown.to_svg()
    return svg


def with_something_hidden(game: AnyGame, states: Sequence[State]) -> Sequence[State]:
    """The states of a game in which nobody sees every card."""
    hides = set_of(game).hides_something
    return [
        state
        for state in states
        if all(hides(full_position(state), viewer) for viewer in viewers(game))
    ]


def some_of(items: Sequence[T], count: int, random: Random) -> list[T]:
    """So many of the items at random, all of them if they are fewer."""
    return random.sample(items, min(count, len(items)))


def any_decision(state: State, seat: int) -> bool:
    return True


def decisions(
    game: AnyGame, seed: int, count: int, where: Callable[[State, int], bool] = any_decision
) -> list[tuple[State, int]]:
    """Some positions of a game, each with a seat that may act and of which this holds."""
    found = [
        (state, seat)
        for state in trajectory(game, seed).states
        for seat in state.to_act
        if where(state, seat)
    ]
    return some_of(found, scaled(count), Random(f"{seed} {game}"))


def secret_choices(game: AnyGame, seed: int, count: int) -> list[tuple[int, State, State]]:
    """A seat that still has to choose, and two states in which another has chosen otherwise."""
    random = Random(f"choices {seed} {game}")
    found: list[tuple[int, State, State]] = []
    for state, seat in decisions(game, seed, count, lambda state, seat: len(state.to_act) > 1):
        chooser = random.choice([other for other in state.to_act if other != seat])
        choices = state.legal_actions(chooser)
        first, second = state.copy(), state.copy()
        first.apply(choices[0], chooser)
        second.apply(choices[-1], chooser)
        found.append((seat, first, second))
    return found


def full_position(state: State) -> Position:
    """Everything about a state, in the position format."""
    return state.view().to_dict()


def changed_generator(position: Position, random: Random) -> Position:
    """The same position with another generator."""
    return position | {"rng": [f"0x{random.getrandbits(64):016x}" for _ in range(4)]}
