"""Many threads at once give what one alone gives, and Ctrl-C ends a long run at once."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any, TypeVar

import numpy as np
import pytest

import cardgames
from cardgames import BottleImp, CellarDesTriplettes, Game, State, Triplets, WineCellar

T = TypeVar("T")

GAMES: tuple[Game[Any], ...] = (
    BottleImp(),
    BottleImp(num_players=2, rounds=1, devil_cards=2),
    BottleImp(num_players=3, rounds=1),
    BottleImp(num_players=5, rounds=2, bottles=2, teams="2-2-1", rotate_teams=True),
    BottleImp(num_players=6, rounds=1),
    CellarDesTriplettes(num_players=3),
    CellarDesTriplettes(num_players=5, max_rounds=2),
    WineCellar(num_players=1),
    WineCellar(num_players=3, games=3),
    Triplets(num_players=3, max_rounds=20),
    Triplets(num_players=10, decks=2, lead="lowest", refill="round", max_rounds=2),
)
THREADS = 8

each_game = pytest.mark.parametrize("game", GAMES, ids=str)


@pytest.fixture(autouse=True)
def quick_switches() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def at_once(tasks: list[Callable[[], T]]) -> list[T]:
    """Runs all tasks, each on a thread of its own, from the same moment on."""
    barrier = threading.Barrier(len(tasks))

    def run(task: Callable[[], T]) -> T:
        barrier.wait()
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def record(game: Game[Any], seed: int) -> list[object]:
    """A game at random, with a look at everything on the way."""
    random = Random(seed)
    state = game.new_state(seed)
    seen: list[object] = []
    while not state.is_terminal:
        seat = random.choice(state.to_act)
        if random.random() < 0.2:
            world = state.determinize(seat, seed)
            seen += [
                state.view(seat),
                state.observation(seat).tobytes(),
                state.legal_mask(seat).tobytes(),
                state.information_key(seat),
                world.to_bytes(),
                world.playout(seed),
                state.playouts(20, seed, threads=2, determinize_for=seat).tobytes(),
                game.state_from_bytes(state.to_bytes()) == state,
                game.state_from_dict(state.view().to_dict()) == state,
                str(state.view(seat)),
                state.perft(2),
            ]
        state.apply(random.choice(state.legal_actions(seat)), seat)
        seen.append(state.hash64)
    return [*seen, state.scores(), state.returns()]


@each_game
def test_threads_that_share_a_game_play_as_one_alone(game: Game[Any]) -> None:
    alone = [record(game, seed) for seed in range(THREADS)]
    together = at_once([partial(record, game, seed) for seed in range(THREADS)])
    assert together == alone


def test_threads_that_make_their_own_games_play_as_one_alone() -> None:
    def task(game: Game[Any]) -> list[object]:
        return record(cardgames.make(str(game)), 1)

    alone = [task(game) for game in GAMES]
    assert at_once([partial(task, game) for game in GAMES]) == alone


@each_game
def test_batches_from_many_threads_do_not_mix(game: Game[Any]) -> None:
    count = 3000
    alone = [game.sample_games(count, seed) for seed in range(THREADS)]
    together = at_once([partial(game.sample_games, count, seed, 2) for seed in range(THREADS)])
    for one, other in zip(alone, together, strict=True):
        assert np.array_equal(one.scores, other.scores)
        assert np.array_equal(one.lengths, other.lengths)
        assert np.array_equal(one.choices, other.choices)
        assert np.array_equal(one.max_choices, other.max_choices)
        assert np.array_equal(one.winners, other.winners)
        assert np.array_equal(one.truncated, other.truncated)


@each_game
def test_many_threads_may_read_one_state(game: Game[Any]) -> None:
    state = game.new_state(3)
    before = state.to_bytes()

    def look() -> list[object]:
        return [
            [
                state.view(seat).to_dict(),
                state.legal_actions(seat),
                state.observation(seat).tobytes(),
                state.determinize(seat, 1).to_bytes(),
                state.playouts(50, 2, determinize_for=seat).tobytes(),
                state.perft(2),
            ]
            for seat in range(game.num_players)
        ]

    alone = look()
    assert at_once([look] * THREADS) == [alone] * THREADS
    assert state.to_bytes() == before


@pytest.mark.parametrize(
    "game",
    [
        BottleImp(num_players=4, rounds=1),
        CellarDesTriplettes(num_players=4, max_rounds=2),
        WineCellar(num_players=4),
        Triplets(num_players=4, max_rounds=6),
    ],
    ids=str,
)
def test_playouts_start_from_one_position_while_another_thread_plays_on(game: Game[Any]) -> None:
    start = game.new_state(5)
    ends = start.copy()
    expected = {ends.playouts(400, 1).tobytes()}
    moves: list[int] = []
    while not ends.is_terminal:
        moves.append(ends.legal_actions()[0])
        ends.apply(moves[-1])
        expected.add(ends.playouts(400, 1).tobytes())
    state = start.copy()
    done = threading.Event()

    def play_on() -> None:
        for move in moves:
            state.apply(move)
            time.sleep(0.0005)
        done.set()

    def watch() -> set[bytes]:
        found: set[bytes] = set()
        while not done.is_set():
            found.add(state.playouts(400, 1).tobytes())
        return found

    with ThreadPoolExecutor(3) as pool:
        watching = [pool.submit(watch) for _ in range(2)]
        pool.submit(play_on).result()
        for future in watching:
            assert future.result() <= expected
    assert state == ends


@pytest.mark.parametrize("threads", [1, 2, 3, 7, 64])
@pytest.mark.parametrize(
    "game",
    [
        BottleImp(num_players=3, rounds=1),
        CellarDesTriplettes(num_players=3, max_rounds=2),
        WineCellar(num_players=3),
        Triplets(num_players=3, max_rounds=10),
    ],
    ids=str,
)
def test_any_number_of_threads_gives_the_same_scores(game: Game[Any], threads: int) -> None:
    assert np.array_equal(game.playouts(20_000, 4, threads), game.playouts(20_000, 4))


@pytest.mark.parametrize("game", [GAMES[0], GAMES[-5], GAMES[-3], GAMES[-1]], ids=str)
def test_an_error_in_a_thread_leaves_the_others_alone(game: Game[Any]) -> None:

    def task(seed: int) -> list[object]:
        state: State = game.new_state(seed)
        for action in range(game.num_actions):
            if not state.is_legal(action):
                with pytest.raises(cardgames.IllegalActionError):
                    state.apply(action)
        assert state == game.new_state(seed)
        return record(game, seed)

    alone = [record(game, seed) for seed in range(THREADS)]
    assert at_once([partial(task, seed) for seed in range(THREADS)]) == alone


INTERRUPTED = """
import cardgames, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
game = cardgames.make("{name}")
state = game.new_state(1)
game.sample_games(10, 1)
print("started", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    before = state.to_bytes() == game.new_state(1).to_bytes()
    print("sound", before and state.playouts(5, 1).shape == (5, 4), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize("name", cardgames.games())
@pytest.mark.parametrize(
    "call",
    [
        "game.playouts(5_000_000, 1)",
        "game.playouts(5_000_000, 1, threads=2)",
        "game.sample_games(5_000_000, 1, threads=3)",
        "state.playouts(5_000_000, 1)",
        "state.playouts(5_000_000, 1, threads=2, determinize_for=0)",
        "state.perft(40)",
    ],
)
def test_an_interrupt_ends_a_long_run_at_once(call: str, name: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED.replace("{call}", call).replace("{name}", name)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        time.sleep(0.3)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - sent < 3
        assert process.stdout.readline() == "sound True\n"
        assert process.wait(30) == 0
