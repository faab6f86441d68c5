"""pytest-benchmark suite: what each operation costs, for several games.

A new game is one more line in GAMES. Every benchmark does the operation at all the positions of one
recorded random game (or, for the algorithms, at its middle) and says in `extra_info` how often.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import cardgames
from cardgames.vector import VectorGame

GAMES = [
    "bottle_imp(num_players=2)",
    "bottle_imp(num_players=3)",
    "bottle_imp(num_players=4)",
    "bottle_imp(num_players=5)",
    "bottle_imp(num_players=6)",
    'bottle_imp(num_players=6,bottles=2,teams="2-2-2")',
    "cellar_des_triplettes(num_players=3)",
    "cellar_des_triplettes(num_players=4)",
    "cellar_des_triplettes(num_players=5)",
    "wine_cellar(num_players=1)",
    "wine_cellar(num_players=4)",
    "wine_cellar(num_players=4,games=3)",
    "wine_cellar(num_players=8)",
    "wine_cellar(num_players=1)",
    "wine_cellar(num_players=2)",
    "wine_cellar(num_players=4)",
    "wine_cellar(num_players=8)",
    "wine_cellar(num_players=4,games=3)",
    "triplets(num_players=2)",
    "triplets(num_players=4)",
    "triplets(num_players=10)",
    "triplets(num_players=4,decks=4,max_rounds=5000)",
]


@dataclass(frozen=True)
class Recorded:
    """A random game: where it starts, its actions with their seats, every position."""

    game: Any
    start: Any
    actions: list[tuple[int, int]]
    positions: list[Any]

    @property
    def middle(self) -> Any:
        return self.positions[len(self.positions) // 2]


@pytest.fixture(scope="module", params=GAMES)
def recorded(request: pytest.FixtureRequest) -> Recorded:
    game: Any = cardgames.make(request.param)
    state, random = game.new_state(1), Random(1)
    result = Recorded(game, state.copy(), [], [])
    while not state.is_terminal:
        player = state.current_player
        result.positions.append(state.copy())
        result.actions.append((random.choice(state.legal_actions()), player))
        state.apply(*result.actions[-1])
    return result


def note(benchmark: BenchmarkFixture, operations: int) -> None:
    """Say how many operations one call of the benchmark does."""
    benchmark.extra_info["operations"] = operations


def test_new_state(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    note(benchmark, 1)
    assert benchmark(recorded.game.new_state, 1).seed == 1


def play_through(benchmark: Any, recorded: Recorded, work: Callable[[Any], Any]) -> None:
    """Benchmark the work, which plays the whole game, on new copies of its start."""
    note(benchmark, len(recorded.actions))
    played = benchmark.pedantic(work, setup=lambda: ((recorded.start.copy(),), {}), rounds=200)
    assert played.is_terminal


def test_apply(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    actions = [action for action, _ in recorded.actions]

    def work(state: Any) -> Any:
        for action in actions:
            state.apply(action)
        return state

    play_through(benchmark, recorded, work)


def test_apply_unchecked(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    def work(state: Any) -> Any:
        for action, player in recorded.actions:
            state.apply_unchecked(action, player)
        return state

    play_through(benchmark, recorded, work)


def test_legal_actions(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    def work() -> int:
        return sum(len(state.legal_actions()) for state in recorded.positions)

    note(benchmark, len(recorded.positions))
    assert benchmark(work) >= len(recorded.positions)


def test_legal_mask(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    mask = np.empty(recorded.game.num_actions, np.bool_)

    def work() -> None:
        for state in recorded.positions:
            state.legal_mask(out=mask)

    note(benchmark, len(recorded.positions))
    benchmark(work)
    assert mask.any()


def test_copy(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    def work() -> list[Any]:
        return [state.copy() for state in recorded.positions]

    note(benchmark, len(recorded.positions))
    assert benchmark(work) == recorded.positions


def test_determinize(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    pairs = [(state, state.current_player) for state in recorded.positions]

    def work() -> None:
        for state, player in pairs:
            state.determinize(player, 1)

    note(benchmark, len(pairs))
    benchmark(work)
    middle, player = pairs[len(pairs) // 2]
    assert middle.determinize(player, 1).view(player) == middle.view(player)


def test_observation(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    buffer = np.zeros(recorded.game.observation_size, np.float32)

    def work() -> None:
        for state in recorded.positions:
            state.observation(out=buffer)

    note(benchmark, len(recorded.positions))
    benchmark(work)
    assert buffer.any()


def test_view(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    middle = recorded.middle
    player = middle.current_player
    note(benchmark, 1)
    assert benchmark(middle.view, player).player == player


def test_information_key(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    middle = recorded.middle
    note(benchmark, 1)
    assert benchmark(middle.information_key, middle.current_player)


def test_to_bytes(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    def work() -> int:
        return sum(len(state.to_bytes()) for state in recorded.positions)

    note(benchmark, len(recorded.positions))
    assert benchmark(work)


def test_from_bytes(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    saved = [state.to_bytes() for state in recorded.positions]
    note(benchmark, len(saved))
    assert benchmark(lambda: list(map(recorded.game.state_from_bytes, saved))) == recorded.positions


def test_state_playouts(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    note(benchmark, 100)
    scores = benchmark(recorded.start.playouts, 100, 1)
    assert scores.shape == (100, recorded.game.num_players)


def test_game_playouts(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    note(benchmark, 100)
    scores = benchmark(recorded.game.playouts, 100, 1)
    assert scores.shape == (100, recorded.game.num_players)


def test_perft(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    count = recorded.middle.perft(4)
    note(benchmark, count)
    assert benchmark(recorded.middle.perft, 4) == count


def test_vector_step(benchmark: Any, recorded: Recorded) -> None:
    games: VectorGame[Any, Any, Any] = VectorGame(recorded.game, 256, 1)
    note(benchmark, 256)
    step = benchmark.pedantic(games.step, setup=lambda: ((games.random_actions(),), {}), rounds=200)
    assert step.dones is games.dones
