"""A search in C beside the library's own: the extension module of this folder.

    .venv/bin/python -m pip install 'setuptools>=77'
    .venv/bin/python -m pip install --no-build-isolation --no-deps examples/c_extension
    .venv/bin/python examples/c_extension/c_search.py
    .venv/bin/python examples/c_extension/c_search.py triplets --simulations 2000

It deals a game and asks three for the first choice: flat Monte Carlo in C, the library's, and the
library's tree search with a policy and a rollout in C.
"""

from __future__ import annotations

import argparse

# The module is compiled; only its types are in this folder.
import flat_monte_carlo  # pyright: ignore[reportMissingModuleSource]

import cardgames
from cardgames.native import NativeGame, native_function
from cardgames.search import ISMCTS, FlatMonteCarlo


def main() -> None:
    """Search in one position and print what was found."""
    parser = argparse.ArgumentParser(description="A search in C beside the library's own.")
    parser.add_argument("game", nargs="?", default="bottle_imp", help="as cardgames.make takes it")
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    seed, simulations = arguments.seed, arguments.simulations
    try:
        game = cardgames.make(arguments.game)
        flat = FlatMonteCarlo(simulations, seed=seed, rollout="random")
        state = game.new_state(seed)
    except cardgames.CardGamesError as error:
        parser.error(str(error))
    while len(state.legal_actions()) < 2:
        state.apply(state.legal_actions()[0])
    player = state.current_player

    native = NativeGame(game)  # its address is good for as long as this object lives
    found = flat_monte_carlo.search(native, state, player, simulations, seed)
    print(f"{game}, player {player}")
    for action, visits, mean in found:
        print(f"{game.action_to_string(action):20} {visits:8} {mean:+8.3f}")
    best = flat_monte_carlo.choose(native, state, player, simulations, seed)
    print("in C:", game.action_to_string(best))
    print("by the library:", game.action_to_string(flat.choose(state, player)))
    assert best == flat.choose(state, player)  # they draw the same numbers

    tree = ISMCTS(
        simulations,
        seed=seed,
        selection="puct",
        policy=native_function(flat_monte_carlo.POLICY, "policy", context=native.address),
        rollout=native_function(flat_monte_carlo.ROLLOUT, "rollout", context=native.address),
    )
    print("by a tree, guided in C:", game.action_to_string(tree.choose(state, player)))


if __name__ == "__main__":
    main()
