"""Training data from self-play: observations, legal masks and returns in NumPy arrays.

    .venv/bin/python examples/self_play_data.py --games 20 --seed 1 --batch 256
    .venv/bin/python examples/self_play_data.py "cellar_des_triplettes(num_players=3)"

The players choose at random; put a policy of your own into `choose`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cardgames
from cardgames import Game, State


@dataclass
class Data:
    """One row per decision, in arrays with room for more, which are written in place."""

    observations: NDArray[np.float32]  # what the acting seat knew
    masks: NDArray[np.bool_]  # which actions were legal
    actions: NDArray[np.int16]  # which one was played
    returns: NDArray[np.float32]  # how the game ended for the acting seat: the target
    size: int = 0

    @classmethod
    def room(cls, game: Game[State], rows: int) -> Data:
        """Room for so many decisions."""
        return cls(
            np.empty((rows, game.observation_size), np.float32),
            np.empty((rows, game.num_actions), np.bool_),
            np.empty(rows, np.int16),
            np.empty(rows, np.float32),
        )

    def grow(self) -> None:
        """Twice the room. (`max_game_length` is often far above what is played.)"""
        for name in ("observations", "masks", "actions", "returns"):
            array = getattr(self, name)
            setattr(self, name, np.concatenate([array, np.empty_like(array)]))

    def batches(self, size: int, rng: np.random.Generator) -> Iterator[tuple[NDArray[Any], ...]]:
        """All rows once, in random order; the last batch may be smaller."""
        order = rng.permutation(self.size)
        for start in range(0, self.size, size):
            rows = order[start : start + size]
            yield self.observations[rows], self.masks[rows], self.actions[rows], self.returns[rows]


def choose(_: NDArray[np.float32], mask: NDArray[np.bool_], rng: np.random.Generator) -> int:
    """The policy: a uniformly random legal action. A network would read the observation."""
    return int(rng.choice(np.flatnonzero(mask)))


def play_game(state: State, data: Data, rng: np.random.Generator) -> None:
    """Play a game to its end and append its decisions."""
    first = row = data.size
    players: list[int] = []
    while not state.is_terminal:
        player = state.current_player
        if row == len(data.actions):
            data.grow()
        observation, mask = data.observations[row], data.masks[row]
        state.observation(player, out=observation)
        state.legal_mask(player, out=mask)
        data.actions[row] = choose(observation, mask, rng)
        state.apply(int(data.actions[row]), player)
        players.append(player)
        row += 1
    # Only now is it known how the decisions turned out, for each decision's own seat.
    data.returns[first:row] = np.array(state.returns(), np.float32)[players]
    data.size = row


def main() -> None:
    """Play the games and go through the batches once, as a training loop would."""
    parser = argparse.ArgumentParser(description="Self-play data.")
    parser.add_argument("game", nargs="?", default="bottle_imp", help="as cardgames.make takes it")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=256)
    arguments = parser.parse_args()
    if min(arguments.games, arguments.batch) < 1:
        parser.error("--games and --batch must be at least 1")
    try:
        game = cardgames.make(arguments.game)
        states = [game.new_state(arguments.seed + i) for i in range(arguments.games)]
    except cardgames.CardGamesError as error:
        parser.error(str(error))

    rng = np.random.default_rng(arguments.seed)
    data = Data.room(game, rows=1024)
    for state in states:
        play_game(state, data, rng)
    print(f"rows: {data.size}, floats per observation: {game.observation_size}")
    print(f"mean return: {data.returns[: data.size].mean():z.3f}")  # z: no -0.000
    for number, (_, masks, actions, _) in enumerate(data.batches(arguments.batch, rng)):
        legal = masks[np.arange(len(actions)), actions].all()
        print(f"batch {number}: {len(actions)} rows, all actions legal: {legal}")


if __name__ == "__main__":
    main()
