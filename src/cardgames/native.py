"""Native code: addresses of games, states and functions, for C, cffi, numba, Cython and others.

>>> import cardgames
>>> from cardgames import native
>>> game = cardgames.Triplets(num_players=4)
>>> table = native.functions(game)
>>> state = game.new_state(seed=1)
>>> table.current_player(native.limits_address(game), native.state_address(state))
2
>>> state.current_player
2

All of it deals in addresses, which nobody can check: a wrong one crashes the process. The header
`cardgames.h` (in `cardgames.get_include()`) says what each function takes and gives; docs/native.md
shows how to use them from every language.
"""

from __future__ import annotations

import ctypes
import os.path
import re
from functools import cache
from types import SimpleNamespace
from typing import Any, Literal

import cardgames
from cardgames._core import native as _core
from cardgames._core.callbacks import NativeFunction
from cardgames._core.native import NativeGame, read_state, state_address
from cardgames.game import Game
from cardgames.native_functions import Kind, native_function

__all__ = [
    "API",
    "Kind",
    "NativeFunction",
    "NativeGame",
    "api_address",
    "api_functions",
    "functions",
    "header_declarations",
    "limits_address",
    "native_function",
    "read_state",
    "state_address",
    "table_address",
]

#: The capsule of the table of functions for all games, as `PyCapsule_Import` takes it.
API = _core.capsule

# Addresses are integers on both sides: so NumPy's and numba's can be given as they are.
_TYPES: dict[str, Any] = {
    "void": None,
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "size_t": ctypes.c_size_t,
}
_MEMBER = re.compile(r"^    (?:const )?(\w+ \*?)\(\*(\w+)\)\(([^)]*)\);", re.MULTILINE)
_FIRST_FUNCTION = {"cg_table": 16, "cg_api": 8}  # bytes before it: two integers, and the name


def api_address() -> int:
    """Address of the library's `cg_api`."""
    return _core.api_address()


def table_address(game: Game[Any]) -> int:
    """Address of a game's `cg_table`; it stays there as long as the process lives."""
    return NativeGame(game).table


def limits_address(game: Game[Any]) -> int:
    """Address of the `game` that every function of the table takes; good while the game lives."""
    return NativeGame(game).limits


def functions(game: Game[Any]) -> SimpleNamespace:
    """The functions of a game's `cg_table`, as `ctypes` functions under their own names.

    Every pointer is an integer, an address: `state_address(state)`, or `array.ctypes.data`; text
    that is read is bytes. numba can call them too. A function that the game does not have
    (`guided`) is None.
    """
    return _functions("cg_table", table_address(game))


def api_functions() -> SimpleNamespace:
    """The functions of the library's `cg_api`, as `functions` has those of a game's table.

    What takes a `cg_game` takes the `address` of a `NativeGame`, which has to be kept meanwhile: of
    one that nothing refers to, as in `NativeGame(game).address`, nothing is left at that address.
    """
    return _functions("cg_api", api_address())


def header_declarations() -> str:
    """The text of `cardgames.h` without the lines of the preprocessor, for `cdef` of cffi."""
    path = os.path.join(cardgames.get_include(), "cardgames.h")
    with open(path, encoding="utf-8") as header:
        return "".join(line for line in header if not line.startswith("#"))


def _functions(struct: str, address: int) -> SimpleNamespace:
    found = SimpleNamespace()
    place = address + _FIRST_FUNCTION[struct]
    for name, prototype in _prototypes(struct):
        function = ctypes.c_size_t.from_address(place).value
        setattr(found, name, prototype(function) if function else None)
        place += ctypes.sizeof(ctypes.c_size_t)
    return found


@cache
def _prototypes(struct: Literal["cg_table", "cg_api"]) -> tuple[tuple[str, Any], ...]:
    """Name and type of each function of a struct, as the header declares them."""
    text = header_declarations()
    body = text[text.index(f"typedef struct {struct} {{") : text.index(f"}} {struct};")]
    return tuple(
        (name, ctypes.CFUNCTYPE(_type(result), *map(_type, arguments.split(","))))
        for result, name, arguments in _MEMBER.findall(body)
    )


def _type(declaration: str) -> Any:
    """The type of an argument or a result."""
    if "const char *" in declaration:
        return ctypes.c_char_p
    if "*" in declaration:
        return ctypes.c_size_t
    return _TYPES[declaration.replace("const ", "").split()[0]]
