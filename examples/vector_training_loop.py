"""Self-play with many games at once: `VectorGame` gives the batches, a small policy learns.

    .venv/bin/python examples/vector_training_loop.py --envs 256 --batches 15 --seed 1
    .venv/bin/python examples/vector_training_loop.py "wine_cellar(num_players=2)" --threads 2

The policy is one preference for each action, learned by REINFORCE from how the games ended. A
network would take its place, and read `step.observations` in `choose`.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cardgames
from cardgames import State
from cardgames.vector import VectorGame, VectorStep

# Games of any kind and their arrays: observations of any form, and masks.
Games = VectorGame[State, Any, NDArray[np.bool_]]
Step = VectorStep[Any, NDArray[np.bool_]]


class Policy:
    """A preference for each action; legal ones are drawn in proportion to exp(preference)."""

    def __init__(self, num_actions: int) -> None:
        self.preferences = np.zeros(num_actions, np.float32)

    def choose(self, step: Step, rng: np.random.Generator) -> NDArray[np.int32]:
        """An action for every game: the largest preference + Gumbel noise is such a draw."""
        noisy = self.preferences + rng.gumbel(size=step.legal_masks.shape)
        noisy[~step.legal_masks] = -np.inf
        actions: NDArray[np.int32] = np.argmax(noisy, axis=1).astype(np.int32)
        return actions

    def learn(
        self, masks: NDArray[np.bool_], actions: NDArray[np.int32], returns: NDArray[np.float32]
    ) -> None:
        """A step along the gradient of log-probability times return, for rows of decisions."""
        weights = np.where(masks, np.exp(self.preferences), np.float32(0))
        wanted = -weights / weights.sum(axis=1, keepdims=True)
        wanted[np.arange(len(actions)), actions] += 1
        # Per time that an action could be chosen, so that rare ones learn as fast.
        gradient = returns @ wanted / np.maximum(masks.sum(axis=0), 1)
        self.preferences = np.clip(self.preferences + gradient, -5, 5)


def train(games: Games, policy: Policy, steps: int, rng: np.random.Generator) -> int:
    """Play so many steps, learn from the decisions of the games that ended; how many those are."""
    masks = np.empty((steps, games.num_envs, games.game.num_actions), np.bool_)
    actions, players = np.empty((2, steps, games.num_envs), np.int32)
    returns = np.full((steps, games.num_envs), np.nan, np.float32)
    begun = np.zeros(games.num_envs, int)
    step = games.reset(int(rng.integers(2**63)))
    for t in range(steps):
        # The arrays are written anew by every step: what is kept is copied.
        masks[t], players[t] = games.legal_masks, games.current_players
        actions[t] = policy.choose(step, rng)
        step = games.step(actions[t])
        for i in np.flatnonzero(step.dones):
            # Only now is it known how the decisions turned out, for each decision's own seat.
            game = slice(begun[i], t + 1)
            returns[game, i] = step.rewards[i, players[game, i]]
            begun[i] = t + 1
    ended = ~np.isnan(returns)
    policy.learn(masks[ended], actions[ended], returns[ended])
    return int(ended.sum())


def strength(games: Games, policy: Policy, count: int, seed: int) -> float:
    """Mean return of the policy in seat 0 against random players, over so many games."""
    rng, step = np.random.default_rng(seed), games.reset(seed)
    returns: list[float] = []
    while len(returns) < count:
        actions = games.random_actions()
        own = step.current_players == 0
        actions[own] = policy.choose(step, rng)[own]
        step = games.step(actions)
        returns += step.rewards[step.dones, 0].tolist()
    return sum(returns) / len(returns)


def main() -> None:
    """Train, and tell how the policy does before and after."""
    parser = argparse.ArgumentParser(description="Self-play with many games at once.")
    parser.add_argument("game", nargs="?", default="bottle_imp(rounds=1)", help="for make()")
    parser.add_argument("--envs", type=int, default=256, help="games side by side (256)")
    parser.add_argument("--batches", type=int, default=15)
    parser.add_argument("--steps", type=int, default=100, help="of every game, in a batch (100)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if min(arguments.batches, arguments.steps) < 1:
        parser.error("--batches and --steps must be at least 1")
    seed = arguments.seed
    try:
        game = cardgames.make(arguments.game)
        # A policy that reads observations leaves out the last argument.
        games = VectorGame(game, arguments.envs, seed, arguments.threads, observations=None)
    except cardgames.CardGamesError as error:
        parser.error(str(error))
    policy, rng = Policy(game.num_actions), np.random.default_rng(seed)
    print(f"against random players before: {strength(games, policy, 2000, seed):+.3f}")
    decisions = sum(train(games, policy, arguments.steps, rng) for _ in range(arguments.batches))
    print(f"decisions learned from: {decisions}")
    print(f"against random players after: {strength(games, policy, 2000, seed):+.3f}")


if __name__ == "__main__":
    main()
