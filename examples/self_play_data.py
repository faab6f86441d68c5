"""Training data from self-play: observations, legal masks and returns in NumPy arrays.

    .venv/bin/python examples/self_play_data.py --players 4 --games 20 --seed 1 --batch 256

The players choose uniformly; put a policy of your own into `choose`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cardgames import BottleImp, CardGamesError
from cardgames.bottle_imp import BottleImpState


@dataclass
class Data:
    """One row per decision, in arrays that are allocated once and written in place."""

    observations: NDArray[np.float32]  # what the acting seat knew
    masks: NDArray[np.bool_]  # which actions were legal
    actions: NDArray[np.int16]  # which one was played
    returns: NDArray[np.float32]  # how the game ended for the acting seat: the target
    size: int = 0

    @classmethod
    def for_games(cls, game: BottleImp, games: int) -> Data:
        """Room for so many games, whatever happens in them."""
        rows = games * game.max_game_length
        return cls(
            np.empty((rows, game.observation_size), np.float32),
            np.empty((rows, game.num_actions), np.bool_),
            np.empty(rows, np.int16),
            np.empty(rows, np.float32),
        )

    def batches(self, size: int, rng: np.random.Generator) -> Iterator[Data]:
        """All rows once, in random order; the last batch may be smaller."""
        order = rng.permutation(self.size)
        for start in range(0, self.size, size):
            rows = order[start : start + size]
            yield Data(
                self.observations[rows],
                self.masks[rows],
                self.actions[rows],
                self.returns[rows],
                len(rows),
            )


def choose(_: NDArray[np.float32], mask: NDArray[np.bool_], rng: np.random.Generator) -> int:
    """The policy: a uniformly random legal action. A network would read the observation."""
    return int(rng.choice(np.flatnonzero(mask)))


def play_game(state: BottleImpState, data: Data, rng: np.random.Generator) -> None:
    """Play a game to its end and append its decisions."""
    first, row = data.size, data.size
    players: list[int] = []
    while not state.is_terminal:
        player = state.current_player
        observation, mask = data.observations[row], data.masks[row]
        state.observation(player, out=observation)
        state.legal_mask(player, out=mask)
        action = choose(observation, mask, rng)
        data.actions[row] = action
        state.apply(action, player)
        players.append(player)
        row += 1
    # Only now is it known how the decisions turned out, for each decision's own seat.
    data.returns[first:row] = np.array(state.returns(), np.float32)[players]
    data.size = row


def main() -> None:
    """Play the games and go through the batches once, as a training loop would."""
    parser = argparse.ArgumentParser(description="Self-play data of Bottle Imp.")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=256)
    arguments = parser.parse_args()
    if min(arguments.games, arguments.batch) < 1:
        parser.error("--games and --batch must be at least 1")
    try:
        game = BottleImp(num_players=arguments.players)
        states = [game.new_state(arguments.seed + i) for i in range(arguments.games)]
    except CardGamesError as error:
        parser.error(str(error))

    rng = np.random.default_rng(arguments.seed)
    data = Data.for_games(game, arguments.games)
    for state in states:
        play_game(state, data, rng)
    print(f"rows: {data.size}, floats per observation: {game.observation_size}")
    print(f"mean return: {data.returns[: data.size].mean():z.3f}")  # z: no -0.000
    for number, batch in enumerate(data.batches(arguments.batch, rng)):
        legal = batch.masks[np.arange(batch.size), batch.actions].all()
        print(f"batch {number}: {batch.size} rows, all actions legal: {legal}")


if __name__ == "__main__":
    main()
