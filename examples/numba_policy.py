"""A search that asks functions of yours which numba has compiled: a policy and a rollout.

    .venv/bin/python examples/numba_policy.py --games 100 --seed 1

Both say that low cards are played first: the policy of what the tree tries, the rollout of how
games go on from there. The search calls them without the interpreter, in each of its threads. They
know of no rules, only that actions are in the order of the cards.
"""

import argparse
from typing import Any

import numpy as np
from numba import cfunc

import cardgames
from cardgames import CardGamesError, Game
from cardgames.bots import SearchBot
from cardgames.native import NativeFunction, api_functions, functions, native_function
from cardgames.search import ISMCTS
from cardgames.tournament import tournament


@cfunc("void(uintp, uintp, uintp, int32, CPointer(int32), int32, CPointer(float64))")
def low_first(
    context: int, limits: int, state: int, seat: int, actions: Any, count: int, weights: Any
) -> None:
    """A weight for each legal action: they are ascending, and the first gets most."""
    for i in range(count):
        weights[i] = count - i


def low_playouts(game: Game[Any]) -> NativeFunction:
    """A rollout that plays the lower of two random actions, by the functions of the game."""
    table = functions(game)
    legal, apply, current_player = table.legal, table.apply_unchecked, table.current_player
    rng_below = api_functions().rng_below

    @cfunc("int32(uintp, uintp, uintp)")
    def play(context: int, limits: int, state: int) -> int:
        actions = np.empty(512, np.int32)
        count = legal(limits, state, -1, actions.ctypes.data)
        if count > 0:
            # A state begins with its generator.
            lower = min(rng_below(state, count), rng_below(state, count))
            apply(limits, state, current_player(limits, state), actions[lower])
        return int(count)

    return native_function(play, "rollout")


def main() -> None:
    """Play a tournament of the search with the two functions and the search without."""
    parser = argparse.ArgumentParser(description="A policy and a rollout compiled by numba.")
    parser.add_argument("game", nargs="?", default="bottle_imp(rounds=1)")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        game = cardgames.make(options.game)
        plain = ISMCTS(options.simulations, selection="puct", rollout="random")
        rollout = low_playouts(game)
        low = ISMCTS(options.simulations, selection="puct", policy=low_first, rollout=rollout)
        print("policy:", low.policy, "rollout:", low.rollout)
        bots = {"all alike": SearchBot(plain), "low first": SearchBot(low)}
        print(tournament(game, bots, options.games, seed=options.seed))
    except CardGamesError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
