"""The crate of `examples/rust` builds offline, and finds what the same search in Python finds."""

from __future__ import annotations

import ctypes
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardgames import (
    BottleImp,
    CardGamesError,
    CellarDesTriplettes,
    State,
    Triplets,
    WineCellar,
)
from cardgames.native import NativeGame, api_address, api_functions, state_address
from tests.modules import load_module
from tests.native import environments
from tests.native.test_header import declarations

EXAMPLE = environments.ROOT / "examples" / "rust"
PROGRAM = EXAMPLE / "rust_search.py"

GAMES: tuple[Any, ...] = (
    BottleImp(num_players=4, rounds=1),
    CellarDesTriplettes(num_players=3, max_rounds=3),
    WineCellar(num_players=1),
    WineCellar(num_players=4, games=3),
    Triplets(num_players=10, decks=4, max_rounds=20),
)


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What cargo makes of the crate; whatever the compiler warns of is an error."""
    cargo = shutil.which("cargo")
    if cargo is None or subprocess.run([cargo, "--version"], check=False).returncode != 0:
        pytest.skip("there is no cargo here")
    folder = environments.make_once(tmp_path_factory, "rust", build)
    files = (folder / "release").glob("libworlds.*")
    return next(path for path in files if path.suffix in (".so", ".dylib"))


def build(folder: Path) -> None:
    command = ["cargo", "build", "--offline", "--locked", "--release", "--target-dir"]
    result = subprocess.run(
        [*command, folder],
        cwd=EXAMPLE,
        env={**os.environ, "RUSTFLAGS": "-D warnings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


@pytest.fixture(scope="session")
def rust(library: Path) -> Any:
    """The functions of the crate, as the example calls them."""
    return load_module("rust_search", PROGRAM).RustSearch(library)


def test_structs_are_laid_out_as_in_the_header(rust: Any) -> None:
    cffi = pytest.importorskip("cffi", reason="cffi is not installed")
    ffi: Any = cffi.FFI()
    ffi.cdef(declarations())
    expected: dict[str, int] = {}
    for struct in ("cg_rng", "cg_limits", "cg_table", "cg_game", "cg_api"):
        expected[struct] = ffi.sizeof(struct)
        for name, member in ffi.typeof(struct).fields:
            expected[f"{struct}.{name}"] = member.offset
    assert rust.layout() == expected


def test_its_constants_are_those_of_the_header() -> None:
    cffi = pytest.importorskip("cffi", reason="cffi is not installed")
    ffi: Any = cffi.FFI()
    ffi.cdef(declarations())
    header = ffi.dlopen(None)
    source = (EXAMPLE / "src" / "cardgames.rs").read_text(encoding="utf-8")
    constants = re.findall(r"^pub const (CG_\w+): \w+ = (\d+);$", source, re.MULTILINE)
    assert len(constants) == 4
    assert all(getattr(header, name) == int(value) for name, value in constants)


def in_python(state: State, player: int, worlds: int, seed: int) -> dict[int, float]:
    """The search of the crate, in Python."""
    api, native = api_functions(), NativeGame(state.game)
    sums = dict.fromkeys(state.legal_actions(player), 0.0)
    for i in range(worlds):
        world = state.determinize(player, api.rng_stream(seed, i))
        for action in sums:
            after = world.copy()
            after.apply(action, player)
            api.playout(native.address, state_address(after))  # in place: it goes on as it was
            sums[action] += after.returns()[player]
    return {action: total / worlds for action, total in sums.items()}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_it_finds_what_the_same_search_in_python_finds(game: Any, rust: Any) -> None:
    rng = random.Random(str(game))
    state, seed, compared = game.new_state(1), 2**64 - 40, 0
    while not state.is_terminal and compared < 6:
        player = rng.choice(state.to_act)
        if rng.random() < 0.3:
            before = state.to_bytes()
            found = rust.search(state, player, 20, seed + compared, threads=3)
            assert found == in_python(state, player, 20, seed + compared)
            assert list(found) == state.legal_actions(player)
            assert state.to_bytes() == before
            compared += 1
        state.apply(rng.choice(state.legal_actions(player)), player)
    assert compared >= 2


def test_number_of_threads_changes_nothing(rust: Any) -> None:
    """More worlds than are searched at once, and more threads than the last of them."""
    state = BottleImp(num_players=4, rounds=1).new_state(1)
    one = rust.search(state, 0, 4099, 5)
    assert all(rust.search(state, 0, 4099, 5, threads) == one for threads in (2, 7))
    assert rust.search(state, 0, 4099, 6) != one


def test_what_it_is_given_is_checked(rust: Any) -> None:
    state = BottleImp(num_players=4).new_state(1)
    over = state.copy()
    while not over.is_terminal:
        over.apply(over.legal_actions()[0])

    def refused(message: str, *arguments: Any) -> None:
        with pytest.raises(CardGamesError, match=message):
            rust.search(*arguments)

    refused("there is no such seat", state, 4, 10, 1)
    refused("there is no such seat", state, -1, 10, 1)
    refused("the seat may not act now", over, 0, 10, 1)
    refused("worlds must be at least 1", state, 0, 0, 1)
    refused("threads 1 to 256", state, 0, 1, 1, 0)
    refused("threads 1 to 256", state, 0, 1, 1, 257)
    refused("a number is out of range", state, 2**32, 1, 1)
    refused("seed must be from 0", state, 0, 1, -1)


def test_a_library_with_fewer_functions_is_refused(rust: Any) -> None:
    """The crate sees a copy of the table that says so; the library's own is left as it is."""
    state = BottleImp(num_players=4).new_state(1)
    api = (ctypes.c_uint32 * 2).from_buffer_copy(ctypes.string_at(api_address(), 8))
    native = NativeGame(state.game)
    search = rust.functions.search
    room = np.empty(200)
    for version, size in ((api[0] - 1, api[1]), (api[0], api[1] - 8)):
        given = (ctypes.c_uint32 * 2)(version, size)
        arguments = (native.address, state_address(state), 0, 1, 1, 1, room.ctypes.data)
        assert search(ctypes.addressof(given), *arguments, room.ctypes.data) == -1


def test_program_that_uses_it_runs(library: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", PROGRAM, "wine_cellar", "--library", library],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert re.search(r"^keep 1 +[+-]0\.\d{3}$", result.stdout, re.MULTILINE)


def test_program_says_what_is_missing(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, PROGRAM, "--library", tmp_path / "libworlds.so"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert "cargo build --offline --release makes it" in result.stderr
