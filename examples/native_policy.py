"""A policy and a rollout in C for a search: compiled here, and compared with what is built in.

It needs a C compiler and cffi (the extra "ffi"). The policy prefers actions with high numbers; the
rollout plays at random, so a search with it finds exactly what it finds with rollout="random".
"""

import argparse
import importlib.util
import tempfile
import time
from pathlib import Path
from typing import Any

import cffi

import cardgames
from cardgames import native
from cardgames.ffi import game as open_game
from cardgames.search import ISMCTS

DECLARATIONS = """
int32_t play_random(void *context, const void *game, void *state);
void prefer_high(void *context, const void *game, const void *state, int32_t seat,
                 const int32_t *actions, int32_t count, double *weights);
"""

SOURCE = """
#include "cardgames.h"

/* The context is what Python gave: the game, in whose table the rules are. */
int32_t play_random(void *context, const void *game, void *state)
{
    const cg_table *table = ((const cg_game *)context)->table;
    return table->play_random(game, state);
}

void prefer_high(void *context, const void *game, const void *state, int32_t seat,
                 const int32_t *actions, int32_t count, double *weights)
{
    for (int32_t i = 0; i < count; i++)
        weights[i] = 1 + actions[i];
}
"""


def compiled(folder: Path) -> Any:
    """The functions, compiled by the system's compiler: a module with `ffi` and `lib`."""
    builder = cffi.FFI()
    builder.cdef(DECLARATIONS)
    builder.set_source("native_policy_c", SOURCE, include_dirs=[cardgames.get_include()])
    path = builder.compile(tmpdir=str(folder))
    spec = importlib.util.spec_from_file_location("native_policy_c", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def prefer_high(world: cardgames.State, player: int) -> list[int]:
    """The same policy in Python."""
    return [1 + action for action in world.legal_actions(player)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Native functions in a search.")
    parser.add_argument("game", nargs="?", default="bottle_imp", help="such as wine_cellar")
    parser.add_argument("--simulations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        game = cardgames.make(arguments.game)
        state = game.new_state(arguments.seed)
        ISMCTS(arguments.simulations, seed=arguments.seed)
    except cardgames.CardGamesError as error:
        parser.error(str(error))
    while len(state.legal_actions()) == 1:
        state.apply(state.legal_actions()[0])

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        c = compiled(Path(folder))
    held = open_game(game)  # alive for as long as the functions are called with it
    context = int(c.ffi.cast("uintptr_t", held))
    rollout = native.native_function(
        c.ffi.addressof(c.lib, "play_random"), "rollout", context, "play_random"
    )
    policy = native.native_function(
        c.ffi.addressof(c.lib, "prefer_high"), "policy", name="prefer_high"
    )

    def search(name: str, **functions: Any) -> Any:
        start = time.perf_counter()
        found = ISMCTS(arguments.simulations, seed=arguments.seed, **functions).analyse(state)
        speed = found.simulations / (time.perf_counter() - start)
        print(f"{name:20} {game.action_to_string(found.best):16} {speed:10,.0f} per second")
        return found

    print(f"{game}, seat {state.current_player}, {arguments.simulations} simulations")
    one = search("random, built in", rollout="random")
    print("equal:", search("random, in C", rollout=rollout) == one)
    puct = {"selection": "puct", "rollout": "random"}
    one = search("policy in Python", policy=prefer_high, **puct)
    print("equal:", search("policy in C", policy=policy, **puct) == one)


if __name__ == "__main__":
    main()
