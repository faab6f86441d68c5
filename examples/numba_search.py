"""A search that is written in Python, compiled by numba, and plays as a bot at the speed of C.

    .venv/bin/python examples/numba_search.py "wine_cellar(num_players=2)" --games 20

A simulation draws a world that the seat cannot tell from the real one, follows the tree by upper
confidence bounds to the first action that is new there, and plays on at random. A node is what the
seat sees. numba (`pip install numba`) compiles it once, for all games.
"""

import argparse
import time
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numba import njit

import cardgames
from cardgames import CardGamesError, Game, State, native
from cardgames.tournament import tournament

SIMULATIONS, MIX, SHIFT, ONE = 1000, np.uint64(0x9FB21C651E98DF25), np.uint64(29), np.uint64(1)


@njit(nogil=True)
def search(rules: Any, state: int, seat: int, simulations: int, seed: np.uint64) -> int:
    """The action that is tried most for the seat, in the state at this address."""
    limits, game, table, library = rules
    legal, apply, current_player = table
    copy, determinize, view_hash, returns_of, playout, rng_below, rng_stream = library
    size = 1 << int(np.log2(simulations) + 2)  # a simulation adds one action to the tree
    keys, mask = np.zeros(size, np.uint64), np.uint64(size - 1)
    visits, values = np.zeros((2, size))
    actions, places, path, chooser = np.zeros((4, 512), np.int32)
    words, hashes = np.zeros((2, 512), np.uint64)
    returns, tried, scores = np.zeros((3, 512))
    for simulation in range(simulations):
        world = words.ctypes.data  # in here, as numba frees what is not used any more
        copy(game, world, state)
        determinize(game, world, seat, rng_stream(seed, simulation))
        player, depth, is_new = seat, 0, False
        while player >= 0 and not is_new and depth < len(path):
            node = (view_hash(game, world, seat) ^ np.uint64(player)) * MIX
            count, total = legal(limits, world, player, actions.ctypes.data), 1.0
            for i in range(count):  # where is the action, or where would it be?
                hashes[i] = (node ^ node >> SHIFT ^ np.uint64(actions[i])) * MIX
                place = hashes[i] >> SHIFT & mask
                while keys[place] != 0 and keys[place] != hashes[i]:
                    place = (place + ONE) & mask
                places[i] = place
                total += visits[place]
            for i in range(count):  # what is new comes first; of equals, any
                n = visits[places[i]] + 1e-9
                scores[i] = values[places[i]] / n + 0.7 * np.sqrt(np.log(total) / n)
                scores[i] += 1e-12 * rng_below(world, 1000)
            best = np.argmax(scores[:count])
            tried[actions[best]] += depth == 0
            path[depth], chooser[depth], keys[places[best]] = places[best], player, hashes[best]
            depth, is_new = depth + 1, visits[places[best]] == 0
            apply(limits, world, player, actions[best])
            player = current_player(limits, world)
        playout(game, world)
        returns_of(game, world, returns.ctypes.data)
        for i in range(depth):
            visits[path[i]] += 1
            values[path[i]] += returns[chooser[i]]
    return int(np.argmax(tried))


@cache
def rules_of(game: Game[Any]) -> tuple[tuple[Any, ...], native.NativeGame]:
    """What the search needs of a game, and the object that keeps the addresses good."""
    opened, t, api = native.NativeGame(game), native.functions(game), native.api_functions()
    table = t.legal, t.apply_unchecked, t.current_player
    chance = api.playout, api.rng_below, api.rng_stream
    library = api.copy, api.determinize, api.view_hash, api.returns, *chance
    return (opened.limits, opened.address, table, library), opened


class NumbaBot:
    """Plays what the search finds. A match asks for `with_seed` before each game."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)

    def with_seed(self, seed: int) -> "NumbaBot":
        return NumbaBot(seed)

    def choose(self, state: State, player: int) -> int:
        where, seed = native.state_address(state), np.uint64(self.random.getrandbits(64))
        return search(rules_of(state.game)[0], where, player, SIMULATIONS, seed)


def main() -> None:
    """Play a tournament, then compare the speed with that of the same code in plain Python."""
    parser = argparse.ArgumentParser(description="A search compiled by numba, as a bot.")
    parser.add_argument("game", nargs="?", default="bottle_imp(rounds=1)")
    parser.add_argument("--games", type=int, default=48)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        game = cardgames.make(options.game)
        print(tournament(game, ["greedy", NumbaBot()], options.games, seed=options.seed))
    except CardGamesError as error:
        parser.error(str(error))
    state = game.new_state(options.seed)
    np.seterr(over="ignore")  # the hashes do
    for name, find in ("numba", search), ("plain Python", search.py_func):
        start, seat = time.perf_counter(), state.current_player
        find(rules_of(game)[0], native.state_address(state), seat, SIMULATIONS, np.uint64(1))
        print(f"{name}: {SIMULATIONS / (time.perf_counter() - start):,.0f} simulations per second")


if __name__ == "__main__":
    main()
