"""What ends a search is told as it was, whatever the speed of the machine and of its threads."""

from __future__ import annotations

import itertools
import threading

import pytest

from cardgames import BottleImp, State, WineCellar
from cardgames.search import ISMCTS, FlatMonteCarlo

SECONDS = 20  # what never lasts so long, unless it would last for ever
PASS = BottleImp(num_players=4, rounds=1).new_state(1)


def test_memory_that_fills_up_in_the_last_block_ended_the_search() -> None:
    """A search is told to be done if it made all simulations, and only then."""
    state = WineCellar(num_players=4).new_state(1)
    full = ISMCTS(10_000, seed=1, memory=1 << 16).analyse(state).simulations
    assert 100 < full < 10_000
    for wanted in (*range(full - 3, full + 3), *range(full + 10, 2 * full, 50)):
        found = ISMCTS(wanted, seed=1, memory=1 << 16).analyse(state)
        assert found.simulations == min(wanted, full)
        assert found.stopped_by == ("simulations" if wanted <= full else "memory")


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_progress_function_ended_only_what_was_not_done(threads: int) -> None:
    for wanted in range(threads, 30):
        found = ISMCTS(wanted, seed=1, threads=threads, progress=lambda _: True).analyse(PASS)
        done = found.simulations == wanted
        assert found.stopped_by == ("simulations" if done else "progress")


@pytest.mark.parametrize("ends", [False, True])
def test_progress_is_told_while_another_tree_is_slower(ends: bool) -> None:
    """Here the other tree waits until progress was told often after the caller's was done."""
    told: list[int] = []
    heard, caller = threading.Event(), threading.current_thread()

    def rollout(world: State, seat: int) -> int:
        if threading.current_thread() is not caller:
            assert heard.wait(SECONDS)
        return world.legal_actions(seat)[0]

    def progress(done: int) -> bool:
        told.append(done)
        # The other tree is in its first simulation.
        if told.count(5) < 3:
            return False
        heard.set()
        return ends

    search = ISMCTS(10, seed=1, threads=2, rollout=rollout, progress=progress)
    found = search.analyse(PASS)
    assert heard.is_set()
    if not ends:
        assert found.simulations == 10
    # By chance the other tree was so quick that it was done before it could be stopped.
    assert found.stopped_by == ("simulations" if found.simulations == 10 else "progress")


def test_an_error_of_another_tree_is_not_waited_for() -> None:
    caller = threading.current_thread()

    def rollout(world: State, seat: int) -> int:
        if threading.current_thread() is not caller:
            raise ZeroDivisionError
        return world.legal_actions(seat)[0]

    search = ISMCTS(10, seed=1, threads=2, rollout=rollout, progress=lambda _: False)
    with pytest.raises(ZeroDivisionError):
        search.analyse(PASS)


def test_priors_are_the_mean_of_those_of_all_trees() -> None:
    """A policy that says something else each time it is asked: the roots are asked first."""
    asked = itertools.count()
    lock = threading.Lock()
    count = len(PASS.legal_actions(0))

    def policy(world: State, player: int) -> list[float]:
        size = len(world.legal_actions(player))
        if player != 0 or size != count:
            return [1.0] * size
        with lock:
            first = next(asked) % 2 == 0
        return [3.0 if (i == 0) == first else 1.0 for i in range(size)]

    search = ISMCTS(2, seed=1, threads=2, selection="puct", policy=policy)
    one = [3 / (count + 2), *[1 / (count + 2)] * (count - 1)]
    other = [1 / (3 * count - 2), *[3 / (3 * count - 2)] * (count - 1)]
    expected = [(a + b) / 2 for a, b in zip(one, other, strict=True)]
    found = [value.prior for value in search.analyse(PASS).actions]
    assert found == pytest.approx(expected, rel=1e-6)  # weights are floats of 32 bits


@pytest.mark.parametrize("threads", [1, 3])
def test_flat_visits_of_a_tree_differ_by_one(threads: int) -> None:
    found = FlatMonteCarlo(100, seed=1, threads=threads).analyse(PASS)
    visits = [value.visits for value in found.actions]
    assert sum(visits) == 100
    assert max(visits) - min(visits) <= threads
