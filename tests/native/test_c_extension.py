"""The extension module of `examples/c_extension` compiles clean and searches as the library."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from cardgames import BottleImp, CellarDesTriplettes, State, Triplets, WineCellar
from cardgames.native import NativeGame, api_functions, native_function, state_address
from cardgames.search import ISMCTS, FlatMonteCarlo
from tests.modules import load_module
from tests.native import environments

EXAMPLE = environments.ROOT / "examples" / "c_extension"
SEED = 2**64 - 1

GAMES: tuple[Any, ...] = (
    BottleImp(num_players=4, rounds=2),
    BottleImp(num_players=2, rounds=1),
    CellarDesTriplettes(num_players=3, max_rounds=4),
    WineCellar(num_players=1),
    WineCellar(num_players=4, games=3),
    Triplets(num_players=4, max_rounds=40),
    Triplets(num_players=10, decks=4, max_rounds=20),
)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the module is, built by its `setup.py`; whatever the compiler warns of is an error."""
    if shutil.which("cc") is None:
        pytest.skip("there is no cc here")
    return environments.make_once(tmp_path_factory, "c_extension", build)


def build(folder: Path) -> None:
    for path in EXAMPLE.iterdir():
        if path.is_file():
            shutil.copy(path, folder)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    flags = "-Wall -Wextra -pedantic -Werror"
    result = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "CFLAGS": flags},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.fixture(scope="session")
def module(folder: Path) -> Any:
    """The module, loaded into this process."""
    (path,) = folder.glob("flat_monte_carlo.*.so")
    return load_module("flat_monte_carlo", path)


def positions(game: Any, count: int) -> list[tuple[State, int]]:
    """Positions of a random game, with a seat that has a choice; not always the first to act."""
    rng = random.Random(str(game))
    found: list[tuple[State, int]] = []
    seed = 0
    while len(found) < count:
        seed += 1
        state = game.new_state(seed)
        choices: list[tuple[State, int]] = []
        while not state.is_terminal:
            seat = rng.choice(state.to_act)
            if len(state.legal_actions(seat)) > 1:
                choices.append((state.copy(), seat))
            state.apply(rng.choice(state.legal_actions(seat)), seat)
        found += rng.sample(choices, min(len(choices), 4))
    return found[:count]


@each_game
def test_it_finds_what_the_search_of_the_library_finds(game: Any, module: Any) -> None:
    native = NativeGame(game)
    for seed, (state, seat) in enumerate(positions(game, 8), SEED - 7):
        before = state.to_bytes()
        analysis = FlatMonteCarlo(150, seed=seed, rollout="random").analyse(state, seat)
        found = module.search(native, state, seat, 150, seed)
        assert found == [(it.action, it.visits, it.mean) for it in analysis.actions]
        assert sum(visits for _, visits, _ in found) == 150
        assert module.choose(native, state, seat, simulations=150, seed=seed) == analysis.best
        assert state.to_bytes() == before


def test_another_seed_gives_other_numbers(module: Any) -> None:
    game = GAMES[0]
    ((state, seat),) = positions(game, 1)
    one, other = (module.search(NativeGame(game), state, seat, 150, seed) for seed in (1, 2))
    assert one != other


def test_fewer_simulations_than_actions_choose_one_that_was_tried(module: Any) -> None:
    game = BottleImp(num_players=4)
    state = game.new_state(1)
    found = module.search(NativeGame(game), state, 0, 2, 5)
    tried = [action for action, visits, _ in found if visits]
    assert len(tried) == 2
    assert module.choose(NativeGame(game), state, 0, 2, 5) in tried


def test_what_is_forced_is_not_searched(module: Any) -> None:
    game = BottleImp(num_players=4, rounds=1)
    state = game.new_state(1)
    while len(state.legal_actions()) > 1:
        state.apply(state.legal_actions()[0])
    (action,) = state.legal_actions()
    found = module.search(NativeGame(game), state, state.current_player, 2**62, 1)
    assert found == [(action, 0, 0)]


def test_what_it_is_given_is_checked(module: Any) -> None:
    game, other = BottleImp(num_players=4), BottleImp(num_players=5)
    native, state = NativeGame(game), game.new_state(1)
    over = state.copy()
    while not over.is_terminal:
        over.apply(over.legal_actions()[0])

    def refused(error: type[Exception], message: str, *arguments: object) -> None:
        with pytest.raises(error, match=message):
            module.search(*arguments)

    refused(TypeError, "game must be a NativeGame, not BottleImp", game, state, 0, 10, 1)
    refused(TypeError, "State", native, game, 0, 10, 1)
    refused(TypeError, "int", native, state, 0, 10, 1.5)
    refused(ValueError, "state is one of another game", NativeGame(other), state, 0, 10, 1)
    refused(ValueError, "player must be from 0 to 3, not 4", native, state, 4, 10, 1)
    refused(ValueError, "player must be from 0 to 3, not -1", native, state, -1, 10, 1)
    refused(ValueError, "player 0 may not act now", native, over, 0, 10, 1)
    refused(ValueError, "simulations must be at least 1", native, state, 0, 0, 1)
    refused(OverflowError, "negative", native, state, 0, 10, -1)
    refused(OverflowError, "too big", native, state, 0, 10, 2**64)
    refused(OverflowError, "too big", native, state, 0, 2**63, 1)
    refused(TypeError, "argument", native, state, 0, 10)


def test_other_threads_run_while_it_searches_and_a_signal_ends_it(module: Any) -> None:
    game = BottleImp(num_players=4)
    ticks: list[int] = []
    is_done = threading.Event()

    def tick() -> None:
        while not is_done.wait(0.001):
            ticks.append(1)

    def stop(*_: object) -> None:
        raise TimeoutError(len(ticks) - before)

    ticker = threading.Thread(target=tick)
    ticker.start()
    old = signal.signal(signal.SIGALRM, stop)
    before = len(ticks)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(TimeoutError) as error:
            module.search(NativeGame(game), game.new_state(1), 0, 2**62, 1)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
        is_done.set()
        ticker.join()
    assert error.value.args[0] > 10


def greedy_rollout(state: State, seat: int) -> int:
    """What the rollout in C does, in Python."""
    best: list[int] = []
    most = -(2**31)
    for action in state.legal_actions(seat):
        after = state.copy()
        after.apply_unchecked(action, seat)
        points = after.scores()[seat]
        if points > most:
            most, best = points, []
        if points == most:
            best.append(action)
    native = NativeGame(state.game)  # its address is good only as long as it lives
    hashed: int = api_functions().hash(native.address, state_address(state))
    return best[hashed % len(best)]


def greedy_policy(state: State, seat: int) -> list[float]:
    """What the policy in C does, in Python."""
    weights: list[float] = []
    for action in state.legal_actions(seat):
        after = state.copy()
        after.apply_unchecked(action, seat)
        weights.append(max(1, 1 + after.scores()[seat] - state.scores()[seat]))
    return weights


@each_game
def test_its_policy_and_rollout_guide_a_search_as_those_in_python_do(
    game: Any, module: Any
) -> None:
    native = NativeGame(game)
    policy = native_function(module.POLICY, "policy", context=native.address)
    rollout = native_function(module.ROLLOUT, "rollout", context=native.address)
    for state, seat in positions(game, 2):
        settings: dict[str, Any] = {"seed": 3, "selection": "puct", "max_depth": 12}
        in_c = ISMCTS(40, policy=policy, rollout=rollout, **settings)
        in_python = ISMCTS(40, policy=greedy_policy, rollout=greedy_rollout, **settings)
        found = in_c.analyse(state, seat)
        assert found.actions == in_python.analyse(state, seat).actions
        # In two threads it is called by both at the same time.
        two = ISMCTS(40, policy=policy, rollout=rollout, threads=2, **settings)
        assert two.analyse(state, seat).simulations == 40


@each_game
def test_its_rollout_plays_playouts(game: Any, module: Any) -> None:
    native = NativeGame(game)
    rollout = native_function(module.ROLLOUT, "rollout", context=native.address)
    ((state, seat),) = positions(game, 1)
    scores = state.playouts(3, seed=5, determinize_for=seat, rollout=rollout)
    expected = state.playouts(3, seed=5, determinize_for=seat, rollout=greedy_rollout)
    assert scores.tolist() == expected.tolist()


@pytest.mark.parametrize("game", ["bottle_imp", "wine_cellar(num_players=1)"])
def test_program_that_uses_it_runs(game: str, folder: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", folder / "c_search.py", game, "--simulations", "200"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "by a tree, guided in C: " in result.stdout


def test_an_older_library_is_refused(folder: Path) -> None:
    """One whose table has fewer functions: others would be looked for behind its end."""
    program = (
        "import ctypes\n"
        "from cardgames import native\n"
        "size = ctypes.c_uint32.from_address(native.api_address() + 4)\n"
        "size.value -= 8\n"
        "import flat_monte_carlo\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])},
    )
    assert result.returncode == 1
    assert "ImportError: flat_monte_carlo needs version" in result.stderr
