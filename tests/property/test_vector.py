"""A vector of games is what as many single states would be, step by step, for every game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cardgames
from cardgames import IllegalActionError, State
from cardgames.vector import VectorGame, VectorStep, float_observations

from .game_set import AnyGame
from .game_sets import each_game, every, scaled

STEPS = 120


class Singles:
    """The same games as single states, each played by its own API."""

    def __init__(self, games: VectorGame[State, Any, Any]) -> None:
        self.games = games
        self.game = games.game
        self.episodes = [0] * games.num_envs
        self.states = [self.dealt(i) for i in range(games.num_envs)]
        self.ended: dict[int, State] = {}

    def dealt(self, i: int) -> State:
        return self.game.new_state(self.games.seed_of(i, self.episodes[i]))

    def step(self, actions: list[int]) -> None:
        self.ended.clear()
        for i, action in enumerate(actions):
            self.states[i].apply(action)
            if self.states[i].is_terminal:
                self.ended[i] = self.states[i]
                self.episodes[i] += 1
                self.states[i] = self.dealt(i)

    def assert_equal(self, step: VectorStep[Any, Any]) -> None:
        nothing = np.zeros(self.game.num_players)
        for i, state in enumerate(self.states):
            assert step.current_players[i] == state.current_player >= 0
            if step.legal_masks is not None:
                assert step.legal_masks[i].tobytes() == state.legal_mask().tobytes()
            if step.observations is not None:
                assert step.observations[i].tobytes() == state.observation().tobytes()
            over = self.ended.get(i)
            assert step.dones[i] == (over is not None)
            assert step.truncated[i] == (over is not None and over.is_truncated)
            assert step.episodes[i] == self.episodes[i]
            scores = nothing if over is None else over.scores()
            returns = nothing if over is None else over.returns()
            assert step.scores[i].tolist() == list(scores)
            assert step.rewards[i].tolist() == np.array(returns, np.float32).tolist()
            single = self.games.state(i)
            assert single == state
            assert single.seed == state.seed == self.games.seed_of(i, self.episodes[i])


@each_game
def test_every_step_is_that_of_single_states(game: AnyGame) -> None:
    games = VectorGame(game, num_envs=5, seed=7)
    singles = Singles(games)
    step = games.reset()
    singles.assert_equal(step)
    for _ in range(scaled(STEPS)):
        actions = games.random_actions()
        assert games.step(actions) is step
        singles.step(actions.tolist())
        singles.assert_equal(step)


@pytest.mark.parametrize("game", every(4), ids=str)
def test_games_end_and_begin_anew_as_single_ones(game: AnyGame) -> None:
    """Long enough for some games to end; a look at all of it only when one has."""
    games = VectorGame(game, num_envs=3, seed=1, masks=False)
    singles = Singles(games)
    for _ in range(min(3000, 2 * game.max_game_length + 5)):
        actions = games.random_actions()
        step = games.step(actions)
        singles.step(actions.tolist())
        assert step.dones.tolist() == [i in singles.ended for i in range(3)]
        if step.dones.any():
            singles.assert_equal(step)
        if min(singles.episodes) > 1:
            break
    assert max(singles.episodes) > 0


@each_game
def test_the_number_of_threads_changes_nothing(game: AnyGame) -> None:
    """Observations so many that they are written past the caches are the same as well."""
    count = max(300, 2 * (1 << 23) // (4 * game.observation_size))
    runs = [VectorGame(game, count, 3, threads) for threads in (1, 3)]
    alone = VectorGame(game, count, 3, observations=None, masks=False)
    for number in range(4):
        actions = runs[0].random_actions()
        assert (runs[1].random_actions() == actions).all()
        assert (alone.random_actions() == actions).all()
        one, other, bare = (games.step(actions) for games in (*runs, alone))
        for left, right, plain in zip(one, other, bare, strict=True):
            assert left is not None
            assert right is not None
            assert left.tobytes() == right.tobytes()
            assert plain is None or left.tobytes() == plain.tobytes()
        assert one.observations is not None
        for i in range(number, count, 97):
            assert one.observations[i].tobytes() == runs[1].state(i).observation().tobytes()


# --- Observations as bytes ---


@each_game
def test_bytes_tell_the_observations_of_single_states(game: AnyGame) -> None:
    games = VectorGame(game, num_envs=5, seed=7, observations="uint8")
    for _ in range(scaled(STEPS)):
        step = games.step(games.random_actions())
        floats = float_observations(game, step.observations)
        for i in range(5):
            assert floats[i].tobytes() == games.state(i).observation().tobytes()


@pytest.mark.parametrize("game", every(4), ids=str)
def test_bytes_are_the_same_past_the_caches_and_on_any_number_of_threads(game: AnyGame) -> None:
    few = VectorGame(game, 2, 3, observations="uint8")
    count = (1 << 23) // few.observations.shape[1] + 77
    runs = [VectorGame(game, count, 3, threads, "uint8") for threads in (1, 3)]
    floats = VectorGame(game, count, 3, masks=False)
    for _ in range(3):
        actions = floats.random_actions()
        floats.step(actions)
        for games in runs:
            games.step(actions)
        one, other = (games.observations for games in runs)
        assert one.tobytes() == other.tobytes()
        for i in range(0, count, 500):
            rows = slice(i, i + 500)
            expected = floats.observations[rows].tobytes()
            assert float_observations(game, one[rows]).tobytes() == expected


EXTREMES = [
    "bottle_imp(num_players=3,rounds=100,bottles=1)",
    "bottle_imp(num_players=5,rounds=100)",
    "bottle_imp(num_players=6,rounds=100)",
    "cellar_des_triplettes(num_players=3,max_rounds=1000)",
    "cellar_des_triplettes(num_players=5,max_rounds=1000)",
    "triplets(num_players=4,decks=4,max_rounds=100000)",
    "triplets(num_players=10,decks=4,max_rounds=100000)",
]


@pytest.mark.parametrize("text", EXTREMES)
def test_bytes_hold_the_largest_numbers_of_long_games(text: str) -> None:
    game = cardgames.make(text)
    compact = VectorGame(game, 8, 11, observations="uint8")
    floats = VectorGame(game, 8, 11)
    for number in range(8000):
        actions = floats.random_actions()
        floats.step(actions)
        compact.step(actions)
        if number % 29 == 0:
            rows = float_observations(game, compact.observations)
            assert rows.tobytes() == floats.observations.tobytes()
        if floats.episodes.min() > 0:
            break


def everything(games: VectorGame[State, Any, Any]) -> list[bytes | None]:
    """The arrays and all states, as bytes."""
    arrays = [getattr(games, name) for name in VectorStep._fields]
    states = [games.state(i).to_bytes() for i in range(games.num_envs)]
    return [None if array is None else array.tobytes() for array in arrays] + states


@each_game
def test_one_illegal_action_changes_nothing(game: AnyGame) -> None:
    games = VectorGame(game, num_envs=4, seed=5)
    refused = 0
    for _ in range(scaled(30)):
        actions = games.random_actions()
        assert games.legal_masks is not None
        for illegal in np.flatnonzero(~games.legal_masks[2])[:3]:
            wrong = actions.copy()
            wrong[2] = illegal
            before = everything(games)
            with pytest.raises(IllegalActionError) as caught:
                games.step(wrong)
            with pytest.raises(IllegalActionError) as single:
                games.state(2).apply(int(illegal))
            assert str(caught.value) == f"env 2: {single.value}"
            assert caught.value.action == single.value.action
            assert caught.value.player == single.value.player
            assert everything(games) == before
            refused += 1
        games.step(actions)
    assert refused > 0
