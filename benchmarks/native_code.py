"""What users write in native code: a search of their own, and rollouts for the library's."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from measure import EXAMPLES, HERE, Once, Probe, load_cython, load_module, nanoseconds, same
from numba import cfunc
from ours import OurGame

from cardgames import native

DEALS = "bottle_imp(num_players=4)"
ONE_DEAL = "bottle_imp(num_players=4,rounds=1)"


def native_probes(scaled: Callable[[int], int], after_pass: range) -> list[Probe]:
    """What the rows of native code need. The rollouts are all random, as is the built-in one."""
    one, all_rounds = OurGame(ONE_DEAL, 1, seed=1), OurGame(DEALS, 1, seed=1)
    rollouts = {"native": compiled_rollout(one.game), "numba": numba_rollout(one.game)}
    probes = search_probes(one.lines[0][0], scaled(2))
    for name, rollout in rollouts.items():
        probes += [
            Probe(f"ismcts {name}", one.ismcts(scaled(3000), after_pass, rollout=rollout)),
            Probe(f"playouts {name}", all_rounds.state_playouts(scaled(5000), rollout=rollout)),
        ]
    python = python_rollout()
    return [
        *probes,
        Probe("ismcts python", one.ismcts(scaled(60), after_pass, rollout=python)),
        Probe("playouts python", all_rounds.state_playouts(scaled(6), rollout=python)),
    ]


def search_probes(state: Any, searches: int) -> list[Probe]:
    """The search of the examples by numba and by Cython, for the first seat, per simulation."""
    by_numba = load_module("numba_search", EXAMPLES / "numba_search.py")
    by_cython = load_cython(EXAMPLES / "cython_search" / "cython_search.pyx")
    rules, _ = by_numba.rules_of(state.game)
    address, seat, simulations = native.state_address(state), state.current_player, 1000

    def in_numba(seed: int) -> Any:
        return by_numba.search(rules, address, seat, simulations, np.uint64(seed))

    def in_cython(seed: int) -> Any:
        return by_cython.search(state, seat, simulations, seed)

    def measured(search: Callable[[int], Any]) -> Once:
        def work(seed: int) -> int:
            search(seed)
            return simulations

        return nanoseconds(range(searches), same, work)

    assert [in_numba(seed) for seed in range(9)] == [in_cython(seed) for seed in range(9)]
    return [Probe("numba search", measured(in_numba)), Probe("cython search", measured(in_cython))]


def compiled_rollout(game: Any) -> native.NativeFunction:
    """A C function."""
    module = load_cython(HERE / "native_rollout.pyx")
    function, table = module.__pyx_capi__["play_random"], native.table_address(game)
    return native.native_function(function, "rollout", table)


def numba_rollout(game: Any) -> native.NativeFunction:
    """The same by numba."""
    play_random = native.functions(game).play_random

    @cfunc("int32(uintp, uintp, uintp)")
    def play(context: int, limits: int, state: int) -> Any:
        return play_random(limits, state)

    return native.native_function(play, "rollout")


def python_rollout() -> Callable[[Any, int], int]:
    """A function of Python."""
    choice = Random(1).choice

    def play(state: Any, seat: int) -> int:
        action: int = choice(state.legal_actions(seat))
        return action

    return play
