"""A rollout, a policy and an evaluation in every way that native code comes to Python.

All are the same: the first legal action is played; weights are 1, 2, 3, ...; seat i is worth
i / num_players to itself.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import cardgames
from cardgames import Game, State, native
from tests.modules import load_module

HERE = Path(__file__).parent
KINDS: tuple[native.Kind, ...] = ("rollout", "policy", "evaluation")
Functions = dict[str, Any]

# Prototypes of the header's types, by kind.
PROTOTYPES = {
    "rollout": "int32_t {}(void *, const void *, void *)",
    "policy": (
        "void {}(void *, const void *, const void *, int32_t, const int32_t *, int32_t, double *)"
    ),
    "evaluation": "void {}(void *, const void *, const void *, double *)",
}

C_FUNCTIONS = {
    "rollout": ("first", "random", "endless", "none"),
    "policy": (
        *("rising", "counting", "by_action", "nan", "negative", "infinite", "huge", "zero"),
        "silent",
    ),
    "evaluation": ("seats", "nan", "high", "low", "silent"),
}
C_WRONG = """
int64_t wrong_result(void *, const void *, void *);
_Bool wrong_bool(void *, const void *, void *);
int32_t wrong_few(void *, const void *);
int32_t wrong_varargs(void *, const void *, void *, ...);
void wrong_float(void *, const void *, const void *, float *);
union pair { int32_t one; float other; };
void wrong_union(void *, const void *, const void *, union pair);
"""

# --- Python's ---


def python_rollout(world: State, player: int) -> int:
    return world.legal_actions(player)[0]


def python_policy(world: State, player: int) -> Iterable[float]:
    return range(1, len(world.legal_actions(player)) + 1)


def python_evaluation(world: State) -> Iterable[float]:
    n = world.game.num_players
    return [seat / n for seat in range(n)]


PYTHON: Functions = {
    "rollout": python_rollout,
    "policy": python_policy,
    "evaluation": python_evaluation,
}


# --- Those that a compiler makes ---


def build_c(folder: Path) -> None:
    """Compiles the C functions with cffi."""
    cffi: Any = pytest.importorskip("cffi", reason="cffi is not installed")
    builder = cffi.FFI()
    for kind, names in C_FUNCTIONS.items():
        for name in names:
            builder.cdef(PROTOTYPES[kind].format(f"{kind}_{name}") + ";")
    builder.cdef(C_WRONG)
    builder.set_source(
        "native_c",
        HERE.joinpath("native_functions.c").read_text(encoding="utf-8"),
        include_dirs=[cardgames.get_include()],
    )
    builder.compile(tmpdir=str(folder))


def load_c(folder: Path) -> Any:
    """The module that `build_c` made: its `ffi` and `lib`."""
    return load_module("native_c", next(folder.glob("native_c.*so")))


def build_cython(folder: Path) -> None:
    """Compiles the Cython functions."""
    shutil.copy2(HERE / "native_functions.pyx", folder / "native_cython.pyx")
    setup = f"""
from Cython.Build import cythonize
from setuptools import Extension, setup
include, packages = {cardgames.get_include()!r}, {str(Path(cardgames.__file__).parents[1])!r}
extension = Extension("native_cython", ["native_cython.pyx"], include_dirs=[include])
modules = cythonize([extension], include_path=[packages], language_level=3)
setup(script_args=["build_ext", "--inplace"], ext_modules=modules)
"""
    result = subprocess.run(
        [sys.executable, "-c", setup], cwd=folder, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


def load_cython(folder: Path) -> dict[str, Any]:
    """The capsules of the module that `build_cython` made."""
    module = load_module("native_cython", next(folder.glob("native_cython.*so")))
    return dict(module.__pyx_capi__)


# --- Those that are made at run time ---


def _first(game: Game[Any]) -> Any:
    """A rollout for callbacks: what `rollout_first` does, with addresses."""
    table: Any = native.functions(game)

    def rollout(context: int, rules: int, state: int) -> int:
        room = (ctypes.c_int32 * 512)()  # of this thread: a call of ctypes lets the GIL go
        if table.legal(rules, state, -1, ctypes.addressof(room)) == 0:
            return 0
        return int(table.apply(rules, state, -1, room[0]) == 0)

    return rollout


def from_ctypes(game: Game[Any]) -> Functions:
    """Callbacks of ctypes."""
    address, int32 = ctypes.c_void_p, ctypes.c_int32
    numbers = ctypes.POINTER(ctypes.c_double)
    n = game.num_players

    def policy(*arguments: Any) -> None:
        for i in range(arguments[5]):
            arguments[6][i] = i + 1

    def evaluation(context: int, rules: int, state: int, returns: Any) -> None:
        for i in range(n):
            returns[i] = i / n

    pointers = (address, address, address)
    return {
        "rollout": ctypes.CFUNCTYPE(int32, *pointers)(_first(game)),
        "policy": ctypes.CFUNCTYPE(None, *pointers, int32, ctypes.c_size_t, int32, numbers)(policy),
        "evaluation": ctypes.CFUNCTYPE(None, *pointers, numbers)(evaluation),
    }


def from_cffi(game: Game[Any]) -> Functions:
    """Callbacks of cffi."""
    cffi: Any = pytest.importorskip("cffi", reason="cffi is not installed")
    ffi = cffi.FFI()
    first = _first(game)
    n = game.num_players

    def rollout(*pointers: Any) -> int:
        return int(first(*(int(ffi.cast("uintptr_t", pointer)) for pointer in pointers)))

    def policy(*arguments: Any) -> None:
        arguments[6][0 : arguments[5]] = range(1, arguments[5] + 1)

    def evaluation(*arguments: Any) -> None:
        arguments[3][0:n] = [i / n for i in range(n)]

    functions = {"rollout": rollout, "policy": policy, "evaluation": evaluation}
    return {
        kind: ffi.callback(PROTOTYPES[kind].format(""), function)
        for kind, function in functions.items()
    }


def from_numba(game: Game[Any]) -> Functions:
    """Functions that numba compiles, with the functions of the table in them."""
    numba: Any = pytest.importorskip("numba", reason="numba is not installed")
    np: Any = pytest.importorskip("numpy")
    types = numba.types
    table: Any = native.functions(game)
    legal, apply = table.legal, table.apply
    n = game.num_players

    def rollout(context: Any, rules: Any, state: Any) -> Any:
        actions = np.empty(512, np.int32)
        if legal(rules, state, -1, actions.ctypes.data) == 0:
            return 0
        return 1 if apply(rules, state, -1, actions[0]) == 0 else 0

    def policy(
        context: Any, rules: Any, state: Any, seat: Any, actions: Any, count: Any, weights: Any
    ) -> None:
        for i in range(count):
            weights[i] = i + 1

    def evaluation(context: Any, rules: Any, state: Any, returns: Any) -> None:
        for i in range(n):
            returns[i] = i / n

    address, pointers = types.uintp, (types.voidptr, types.voidptr, types.voidptr)
    actions, number = types.CPointer(types.int32), types.CPointer(types.double)
    signatures = {
        rollout: types.int32(address, address, address),
        policy: types.void(*pointers, types.int32, actions, types.int32, number),
        evaluation: types.void(*pointers, number),
    }
    return {
        function.__name__: numba.cfunc(signature)(function)
        for function, signature in signatures.items()
    }


# --- Capsules ---

_NAMES = {kind: f"cg_{kind}".encode() for kind in KINDS}  # a capsule does not copy its name


def capsule(address: int, name: bytes | None) -> Any:
    """A PyCapsule; the name has to live as long."""
    new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return new(("PyCapsule_New", ctypes.pythonapi))(address, name, None)


def from_capsules(c: Any) -> Functions:
    """Capsules that are named as the header's types."""
    names: dict[native.Kind, str] = {"rollout": "first", "policy": "rising", "evaluation": "seats"}
    return {
        kind: capsule(
            int(c.ffi.cast("uintptr_t", c.ffi.addressof(c.lib, f"{kind}_{name}"))), _NAMES[kind]
        )
        for kind, name in names.items()
    }


def from_c(c: Any) -> Functions:
    """Pointers to the functions of the module that cffi compiled."""
    return {
        "rollout": c.ffi.addressof(c.lib, "rollout_first"),
        "policy": c.ffi.addressof(c.lib, "policy_rising"),
        "evaluation": c.ffi.addressof(c.lib, "evaluation_seats"),
    }
