"""Random games on several threads, and a summary of what they were like.

    .venv/bin/python examples/random_games.py --games 20000 --seed 1 --threads 2
    .venv/bin/python examples/random_games.py "cellar_des_triplettes(num_players=5)"

The games are played in the core without the GIL. The same seed gives the same games with any number
of threads. `cardgames simulate` is the complete version of this, with every option of a game.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

import cardgames


def win_shares(winners: NDArray[np.int32], players: int) -> NDArray[np.float64]:
    """The share of the games that each seat won; k winners of a game get 1/k each."""
    won = winners[:, None] >> np.arange(players) & 1  # a bit for each winner
    shares: NDArray[np.float64] = (won / won.sum(axis=1, keepdims=True)).mean(axis=0)
    return shares


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description="Random games, and what they were like.")
    parser.add_argument("game", nargs="?", default="bottle_imp", help="as cardgames.make takes it")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error("--games must be at least 1")

    start = time.perf_counter()
    try:
        game = cardgames.make(arguments.game)
        # `playouts` gives the scores only, `sample_games` also says what the games were like.
        sample = game.sample_games(arguments.games, arguments.seed, threads=arguments.threads)
    except cardgames.CardGamesError as error:
        parser.error(str(error))
    seconds = time.perf_counter() - start

    print(game)
    print("seat   mean score   spread   win share")
    rows = zip(
        sample.scores.mean(axis=0),
        sample.scores.std(axis=0),
        win_shares(sample.winners, game.num_players),
        strict=True,
    )
    for seat, (mean, spread, share) in enumerate(rows):
        print(f"{seat:4}   {mean:10.2f}   {spread:6.2f}   {share:9.3f}")

    if sample.truncated.any():
        print(f"games that a limit ended: {sample.truncated.mean():.2%}")
    actions = int(sample.lengths.sum())
    print(f"actions per game: {actions / arguments.games:.1f}")
    print(f"legal actions on average: {sample.choices.sum() / actions:.2f}")
    print(f"legal actions at most: {sample.max_choices.max()}")
    print(f"{actions / seconds:,.0f} actions per second")


if __name__ == "__main__":
    main()
