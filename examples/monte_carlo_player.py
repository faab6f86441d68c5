"""A flat Monte Carlo player in a few lines, against random players.

    .venv/bin/python examples/monte_carlo_player.py --games 40 --seed 1
    .venv/bin/python examples/monte_carlo_player.py cellar_des_triplettes --games 10

For every decision the player draws worlds that its seat cannot tell from the real one, tries each
legal action in each of them, lets the core play random games from there, and takes the action with
the best mean result.
"""

from __future__ import annotations

import argparse
import random

import numpy as np
from numpy.typing import NDArray

import cardgames
from cardgames import CardGamesError, State


def margin(scores: NDArray[np.int32], player: int) -> float:
    """How far the player is ahead of the best other seat, on average over the games.

    A player who is alone has its points.
    """
    if scores.shape[1] == 1:
        return float(scores.mean())
    others = np.delete(scores, player, axis=1).max(axis=1)
    return float((scores[:, player] - others).mean())


def choose(state: State, player: int, worlds: int, playouts: int, rng: random.Random) -> int:
    """The action with the best mean result for the player.

    Parameters
    ----------
    state
        The real position. What the player may not know is redrawn before anything is read.
    player
        A seat that may act.
    worlds
        How many worlds are drawn.
    playouts
        Random games from every action in every world.
    rng
        Source of the seeds.
    """
    actions = state.legal_actions(player)
    if len(actions) == 1:
        return actions[0]
    values = dict.fromkeys(actions, 0.0)
    for _ in range(worlds):
        # First a world, then the action. The other way round would look at real hidden cards: an
        # action that ends the pass shows the cards that were given to the player, and one that
        # takes cards from a pile shows these.
        world = state.determinize(player, rng.getrandbits(64))
        seed = rng.getrandbits(64)  # the same for all actions, which makes them easier to compare
        for action in actions:
            after = world.copy()
            after.apply(action, player)
            values[action] += margin(after.playouts(playouts, seed), player)
    return max(actions, key=values.__getitem__)


def main() -> None:
    """Play games against random players; the seat of the Monte Carlo player changes every game."""
    parser = argparse.ArgumentParser(description="A flat Monte Carlo player.")
    parser.add_argument(
        "game", nargs="?", default="bottle_imp(rounds=1)", help="as cardgames.make takes it"
    )
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=15)
    parser.add_argument("--playouts", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in ("games", "worlds", "playouts"):
        if getattr(arguments, name) < 1:
            parser.error(f"--{name} must be at least 1")
    try:
        game = cardgames.make(arguments.game)
    except CardGamesError as error:
        parser.error(str(error))

    rng = random.Random(arguments.seed)
    won = 0.0
    for number in range(arguments.games):
        searcher = number % game.num_players
        state = game.new_state(rng.getrandbits(64))
        while not state.is_terminal:
            player = state.current_player
            if player == searcher:
                action = choose(state, player, arguments.worlds, arguments.playouts, rng)
            else:
                action = rng.choice(state.legal_actions())
            state.apply(action, player)
        winners = state.winners()
        won += (searcher in winners) / len(winners)
    print(f"games: {arguments.games} of {game}")
    print(f"won by the Monte Carlo player: {won / arguments.games:.3f}")
    print(f"a random player's share: {1 / game.num_players:.3f}")


if __name__ == "__main__":
    main()
