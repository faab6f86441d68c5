"""Rollouts and evaluations that are functions of Python: what they are told, and wrong answers."""

from __future__ import annotations

import functools
import gc
import math
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from cardgames import CardGamesError, Game, IllegalActionError, State, Triplets
from cardgames.parallel import run_blocks
from cardgames.search import ISMCTS, FlatMonteCarlo, RolloutFunction, Searcher
from tests.unit.test_search import each_game, some_positions, start

SEARCHES: tuple[Callable[..., Searcher], ...] = (ISMCTS, FlatMonteCarlo)
each_search = pytest.mark.parametrize("search", SEARCHES)
each_number_of_threads = pytest.mark.parametrize("threads", [1, 2])


def first(world: State, player: int) -> int:
    return world.legal_actions(player)[0]


def even(world: State) -> Iterable[float]:
    return [0.0] * world.game.num_players


def by_score(world: State) -> list[float]:
    """As positions are worth without an evaluation, where the most points win."""
    scores, n = world.scores(), world.game.num_players
    best = [seat for seat in range(n) if scores[seat] == max(scores)]
    won = (n / len(best) - 1) / (n - 1)
    return [won if seat in best else -1 / (n - 1) for seat in range(n)]


def triplets_with_a_choice() -> State:
    state = start(Triplets(num_players=3))
    while len(state.legal_actions()) < 3:
        state.apply(state.legal_actions()[0])
    return state


# --- What they do ---


@each_game
def test_playouts_are_played_by_the_rollout(game: Game[Any]) -> None:
    for state in some_positions(game):
        ends = state.playouts(4, 5, rollout=first)
        assert ends.shape == (4, game.num_players)
        told: list[int] = []

        def last(world: State, player: int, told: list[int] = told) -> int:
            assert player == world.current_player
            assert world.game == game
            told.append(player)
            return world.legal_actions(player)[-1]

        before = state.copy()
        played = state.playouts(1, 5, rollout=last)
        assert state == before
        assert len(told) <= game.max_game_length
        assert played.shape == (1, game.num_players)


def test_what_the_rollout_does_to_its_world_is_its_own_affair() -> None:
    state = start()

    def spoiling(world: State, player: int) -> int:
        action = world.legal_actions(player)[0]
        while not world.is_terminal:
            world.apply(world.legal_actions()[-1])
        return action

    assert np.array_equal(
        state.playouts(5, 1, rollout=spoiling), state.playouts(5, 1, rollout=first)
    )


@each_search
@each_number_of_threads
def test_any_kind_of_function_will_do(search: Callable[..., Searcher], threads: int) -> None:
    class Chooser:
        def __call__(self, world: State, player: int) -> int:
            return first(world, player)

        def choose(self, world: State, player: int) -> Any:
            return np.int64(first(world, player))

    state = start()
    expected = search(60, seed=2, threads=threads, rollout=first).analyse(state)
    rollouts: tuple[RolloutFunction, ...] = (
        Chooser(),
        Chooser().choose,
        functools.partial(first),
        lambda world, player: world.legal_actions(player)[0],
    )
    for rollout in rollouts:
        assert search(60, seed=2, threads=threads, rollout=rollout).analyse(state) == expected
    assert search(60, seed=2, threads=threads, rollout="random").analyse(state) != expected


@each_search
@each_number_of_threads
def test_an_evaluation_tells_what_positions_are_worth(
    search: Callable[..., Searcher], threads: int
) -> None:
    state = triplets_with_a_choice()
    same: dict[str, Any] = {"seed": 2, "threads": threads, "max_depth": 0}
    expected = search(60, **same).analyse(state)
    assert search(60, **same, evaluation=by_score).analyse(state) == expected
    nothing = search(60, **same, evaluation=even).analyse(state)
    assert {value.mean for value in nothing.actions} == {0}


def test_an_evaluation_is_asked_in_place_of_playouts_unless_a_depth_is_given() -> None:
    state = triplets_with_a_choice()
    search = ISMCTS(80, seed=2, evaluation=even)
    assert search.analyse(state) == ISMCTS(80, seed=2, evaluation=even, max_depth=0).analyse(state)
    asked: list[State] = []

    def watching(world: State) -> Iterable[float]:
        asked.append(world)
        return even(world)

    ISMCTS(30, seed=2, evaluation=watching, max_depth=2).analyse(state)
    assert asked
    assert not any(world.is_terminal for world in asked)
    assert {world.seed for world in asked} == {None}


@each_game
def test_functions_see_what_the_searching_seat_knows(game: Game[Any]) -> None:
    """Two states that the seat cannot tell apart give the same questions."""
    for state in some_positions(game):
        seat = state.to_act[0]
        asked: list[list[State]] = []
        for true in (state, state.determinize(seat, seed=9)):
            worlds: list[State] = []

            def rollout(world: State, player: int, worlds: list[State] = worlds) -> int:
                worlds.append(world)
                return first(world, player)

            def evaluation(world: State, worlds: list[State] = worlds) -> Iterable[float]:
                worlds.append(world)
                return even(world)

            ISMCTS(20, seed=1, rollout=rollout, evaluation=evaluation, max_depth=2).analyse(
                true, seat
            )
            asked.append(worlds)
        assert asked[0] == asked[1]


# --- What they may not do ---


class GiveUpError(Exception):
    """What a function raises."""


def analyse(threads: int, **functions: Any) -> None:
    state = start()
    before = state.copy()
    try:
        ISMCTS(300, seed=1, threads=threads, **functions).analyse(state)
    finally:
        assert state == before


@pytest.mark.parametrize("error", [GiveUpError, KeyboardInterrupt, SystemExit, ValueError])
@each_number_of_threads
@pytest.mark.parametrize("kind", ["rollout", "evaluation"])
def test_an_error_ends_the_search_and_the_playouts(
    error: type[BaseException], threads: int, kind: str
) -> None:
    calls: list[int] = []

    def failing(*arguments: object) -> Any:
        calls.append(1)
        if len(calls) == 20:
            raise error("enough")
        return first(*arguments) if kind == "rollout" else even(*arguments)  # type: ignore[arg-type]

    with pytest.raises(error, match="enough"):
        analyse(threads, **{kind: failing})
    assert len(calls) < 20_000  # of 100,000: another thread plays its first 16 games to the end
    if kind == "rollout":
        calls.clear()
        with pytest.raises(error, match="enough"):
            start().playouts(50, 1, threads=threads, rollout=failing)
        assert len(calls) < 10_000  # of 17,600
    assert threading.active_count() < 20


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (-1, IllegalActionError, "-1"),
        (10**6, IllegalActionError, "1000000"),
        (2**80, CardGamesError, "1208925819614629174706176"),
        (None, TypeError, "the rollout's action must be an int, not NoneType"),
        ("1", TypeError, "the rollout's action must be an int, not str"),
        (1.0, TypeError, "the rollout's action must be an int, not float"),
        (True, TypeError, "the rollout's action must be an int, not bool"),
        ([1], TypeError, "the rollout's action must be an int, not list"),
    ],
)
@each_number_of_threads
def test_what_is_no_legal_action_ends_the_search(
    answer: Any, error: Any, message: str, threads: int
) -> None:
    def wrong(world: State, player: int) -> Any:
        return answer

    with pytest.raises(error, match=message):
        analyse(threads, rollout=wrong)
    with pytest.raises(error, match=message):
        start().playouts(5, 1, threads=threads, rollout=wrong)


@each_game
def test_an_illegal_action_is_told_as_apply_tells_it(game: Game[Any]) -> None:
    def illegal(world: State, player: int) -> int:
        return next(a for a in range(game.num_actions) if not world.is_legal(a, player))

    for state in some_positions(game):
        seat = state.to_act[0]
        with pytest.raises(IllegalActionError) as applied:
            state.copy().apply(illegal(state, seat), seat)
        with pytest.raises(IllegalActionError) as played:
            state.playouts(1, 1, rollout=illegal)
        assert str(played.value) == str(applied.value)


def endless(world: State) -> Iterator[float]:
    while True:
        yield 0.0


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        ([], CardGamesError, "must give one return for each seat: 3, not 0"),
        ([0.0, 0.0], CardGamesError, "must give one return for each seat: 3, not 2"),
        ([0.0] * 4, CardGamesError, "must give one return for each seat: 3, not more"),
        ([0, 0, math.nan], CardGamesError, "returns must be from -1 to 1, not nan"),
        ([0, 0, 1.001], CardGamesError, "returns must be from -1 to 1, not 1.001"),
        ([-math.inf, 0, 0], CardGamesError, "returns must be from -1 to 1, not -inf"),
        ([10**400, 0, 0], CardGamesError, "returns must be from -1 to 1, not inf"),
        (None, TypeError, "must give a list of returns, not NoneType"),
        (0.5, TypeError, "must give a list of returns, not float"),
        ("abc", TypeError, "must give a list of returns, not str"),
        ({0: 0.5, 1: -0.5, 2: 0}, TypeError, "must give a list of returns, not dict"),
        ({0.1, 0.2, 0.3}, TypeError, "must give a list of returns, not set"),
        (b"abc", TypeError, "must give a list of returns, not bytes"),
        ([None] * 3, TypeError, "returns must be numbers, not NoneType"),
        ([1j] * 3, TypeError, "returns must be numbers, not complex"),
    ],
)
@each_number_of_threads
def test_what_can_be_no_returns_ends_the_search(
    answer: Any, error: type[Exception], message: str, threads: int
) -> None:
    def wrong(world: State) -> Any:
        return answer

    with pytest.raises(error, match=message):
        ISMCTS(60, seed=1, threads=threads, evaluation=wrong).analyse(triplets_with_a_choice())


def test_returns_without_an_end_are_too_many() -> None:
    with pytest.raises(CardGamesError, match="one return for each seat: 3, not more"):
        ISMCTS(60, evaluation=endless).analyse(triplets_with_a_choice())


@pytest.mark.parametrize("wrong", [3, "best", b"random", 1.5, [first], object()])
@each_search
def test_what_is_no_function_is_refused(search: Callable[..., Searcher], wrong: Any) -> None:
    for name in ("rollout", "evaluation"):
        with pytest.raises((TypeError, CardGamesError), match=name):
            search(10, **{name: wrong})
    with pytest.raises((TypeError, CardGamesError), match="rollout"):
        start().playouts(3, 1, rollout=wrong)


def test_no_rollout_is_not_none() -> None:
    wrong: Any = None
    with pytest.raises((TypeError, CardGamesError), match="rollout"):
        ISMCTS(10, rollout=wrong)
    with pytest.raises((TypeError, CardGamesError), match="rollout"):
        start().playouts(3, 1, rollout=wrong)


# --- What functions do beside ---


def clear_lists(holders: Iterable[Any]) -> None:
    for holder in holders:
        if type(holder) is list:
            holder.clear()


class Thief:
    """A number that takes away every list it is in while it is read."""

    def __float__(self) -> float:
        clear_lists(gc.get_referrers(self))
        return 0.5


def test_what_a_function_gave_may_be_taken_away_while_it_is_read() -> None:
    def policy(world: State, player: int) -> Any:
        return [Thief() for _ in world.legal_actions(player)]

    def evaluation(world: State) -> Any:
        return [Thief() for _ in world.scores()]

    searches = (
        ISMCTS(50, seed=1, selection="puct", policy=policy),
        ISMCTS(50, seed=1, evaluation=evaluation),
    )
    for search in searches:
        assert search.analyse(start()).simulations == 50


def test_a_function_may_clear_every_list_that_holds_it() -> None:
    def rollout(world: State, player: int) -> int:
        callbacks = [it for it in gc.get_objects() if type(it).__name__ == "Callback"]
        for callback in callbacks:
            clear_lists(it for it in gc.get_referrers(callback) if it is not callbacks)
        return world.legal_actions(player)[0]

    state = start()
    assert ISMCTS(3, seed=1, rollout=rollout, max_depth=3).analyse(state).simulations == 3
    assert state.playouts(1, 1, rollout=first).shape == (1, state.game.num_players)


@each_search
@each_number_of_threads
@pytest.mark.parametrize("of", ["progress", "evaluation", "rollout"])
def test_a_search_that_failed_leaves_nothing_behind(search: Any, threads: int, of: str) -> None:
    """Its tables may be large, and nobody knows when objects that hold each other are collected."""

    def broken(*_: object) -> Any:
        raise ZeroDivisionError

    functions: dict[str, Any] = {"evaluation": even, of: broken}
    held = weakref.ref(broken)
    gc.disable()
    try:
        with pytest.raises(ZeroDivisionError):
            search(100, seed=1, threads=threads, max_depth=2, **functions).analyse(start())
        del broken, functions
        assert held() is None
    finally:
        gc.enable()


# --- Slow functions ---


@each_search
@each_number_of_threads
def test_a_slow_function_does_not_outlast_the_time(search: Any, threads: int) -> None:
    """The time is looked at after the first simulation, as nobody knows how long one takes."""

    def slow(world: State) -> Iterable[float]:
        time.sleep(0.05)
        return even(world)

    found = search(seconds=0.01, threads=threads, evaluation=slow, seed=1).analyse(start())
    assert found.stopped_by == "seconds"
    assert found.simulations <= 3 * threads


def test_slow_playouts_are_run_one_by_one_and_quick_ones_many_at_a_time() -> None:
    """So an interrupt, which is heard between two blocks, need not wait."""
    blocks: list[int] = []

    def slow(begin: int, end: int) -> None:
        blocks.append(end - begin)
        time.sleep(0.05)

    run_blocks(slow, 6, 1, 10)
    assert blocks == [1] * 6
    blocks.clear()
    run_blocks(lambda begin, end: blocks.append(end - begin), 10_000, 1, 10)
    assert sum(blocks) == 10_000
    assert max(blocks) > 6  # 4096 of them, unless something else held the processor
