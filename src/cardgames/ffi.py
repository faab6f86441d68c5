"""Native code by cffi: the whole header, the library's functions, and pointers to states.

>>> import cardgames
>>> from cardgames.ffi import ffi, game, lib, pointer
>>> triplets = cardgames.Triplets(num_players=4)
>>> state = triplets.new_state(seed=1)
>>> native, here = game(triplets), pointer(state)
>>> native.table.apply(native.limits, here, -1, state.legal_actions()[0])
0
>>> lib.playout(native, here) > 0, state.is_terminal
(True, True)

It needs cffi, the extra "ffi", but no compiler. Every pointer that a function of this module gives
keeps what it points to alive. One that is made of it by a cast, by arithmetic or by reading a
member (`native.limits`) does not: hold on to the first for as long as that is used. What is called
through a pointer is not checked; docs/native.md says what that means.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex

from cardgames import native as _native
from cardgames._core.state import State
from cardgames.arguments import as_integer, checked_int
from cardgames.errors import CardGamesError
from cardgames.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["States", "ffi", "game", "lib", "limits", "pointer", "read_state", "states"]

_MOST_BYTES = 2**40


def _header() -> Any:
    """The header, as cffi reads it."""
    try:
        import cffi
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            'cardgames.ffi needs cffi: pip install "cardgames-engine[ffi]" '
            '(from a clone: pip install ".[ffi]")',
            name=error.name,
        ) from error
    made = cffi.FFI()
    made.cdef(_native.header_declarations())
    return made


def _checked(table: Any, struct: str) -> Any:
    """The table, if its struct is the one that the header declares.

    Raises
    ------
    ImportError
        The header and the library are of different versions.
    """
    # As the size of an array a constant of the header is known on every platform.
    declared = ffi.sizeof("char[CG_ABI_VERSION]"), ffi.sizeof(struct)
    found = table.abi_version, table.struct_size
    if found != declared:
        raise ImportError(
            f"cardgames.h does not fit the library: {struct} is version {declared[0]} with "
            f"{declared[1]} bytes in the header, version {found[0]} with {found[1]} bytes in the "
            "library; install cardgames-engine anew"
        )
    return table


#: The header `cardgames.h`, all of it: `ffi.new("int32_t[CG_MAX_ACTIONS]")`, `ffi.new("cg_rng *")`.
ffi: Any = _header()

#: The `cg_api` of the library: `lib.open(...)`, `lib.playouts(...)`.
lib: Any = _checked(ffi.cast("const cg_api *", _native.api_address()), "cg_api")


def _nothing(kept: object) -> None:
    """What is done at the end of a pointer; until then its arguments are alive."""


def _kept(pointer_type: str, address: int, owner: object) -> Any:
    """A pointer that keeps its owner alive."""
    made = ffi.cast(pointer_type, address)
    # Not by ffi.gc: what that gives can be released early, and would then point to nothing.
    weakref.finalize(made, _nothing, owner).atexit = False
    return made


def pointer(state: State) -> Any:
    """A `void *` to the bytes of a state itself, no copy; it keeps the state alive.

    What is played through it is played in the state. Its copies have bytes of their own.

    Raises
    ------
    TypeError
        It is no state.
    """
    return _kept("void *", _native.state_address(state), state)


def game(game: Game[Any]) -> Any:
    """The `const cg_game *` of a game, which it keeps alive, as the functions of `lib` take it.

    Its members are `table`, with the functions of this game, and `limits`, which they take as
    their `game`. Nobody has to close it.

    Raises
    ------
    TypeError
        It is no game.
    """
    native = _native.NativeGame(game)
    made = _kept("const cg_game *", native.address, native)
    _checked(made.table, "cg_table")
    return made


def limits(game: Game[Any]) -> Any:
    """The `const cg_limits *` of a game: the `game` of the functions of its table; keeps it alive.

    Raises
    ------
    TypeError
        It is no game.
    """
    native = _native.NativeGame(game)
    return _kept("const cg_limits *", native.limits, native)


def read_state(game: Game[Any], pointer: Any) -> State:
    """A state with a copy of the bytes that a pointer points to.

    Raises
    ------
    TypeError
        `game` is no game, or `pointer` is no pointer of cffi.
    InvalidStateError
        The bytes are no state of the game, or it is the pointer NULL.
    """
    if not isinstance(pointer, ffi.CData) or ffi.typeof(pointer).kind not in ("pointer", "array"):
        raise TypeError(f"a pointer of cffi is needed, not {type(pointer).__name__}")
    return _native.read_state(game, int(ffi.cast("uintptr_t", pointer)))


def states(game: Game[Any], n: SupportsIndex) -> States:
    """A block of n states of a game, one after the other; state i is `game.new_state(seed=i)`.

    Raises
    ------
    TypeError
        `game` is no game, or `n` no integer.
    CardGamesError
        There are too few or too many: 1 at least, and 2**40 bytes at the most.
    """
    return States(game, n)


class States:
    """States of a game in one block of memory, without gaps, for native code.

    >>> import cardgames
    >>> from cardgames.ffi import states
    >>> block = states(cardgames.WineCellar(num_players=2), 3)
    >>> block
    <3 states of wine_cellar(num_players=2)>
    >>> block.native.table.current_player(block.native.limits, block[2])
    0
    >>> block.copy_out(2) == block.game.new_state(seed=2)
    True

    `block[i]` is a `void *` to a state, which keeps the block alive; -1 is the last. It is made by
    `states`. A block belongs to one thread at a time, or each of its states does.
    """

    __slots__ = ("__weakref__", "_game", "_memory", "_n", "_native", "_state_size")

    def __init__(self, game: Game[Any], n: SupportsIndex) -> None:
        self._native = _open(game)
        self._game = game
        self._state_size: int = self._native.limits.state_size
        self._n = checked_int(n, "n", 1, _MOST_BYTES // self.state_size)
        self._memory = ffi.new("uint64_t[]", self._n * self.state_size // 8)
        start = self.address
        for i in range(self._n):
            place = ffi.cast("void *", start + i * self.state_size)
            self.native.table.reset(self.native.limits, place, i)

    @property
    def game(self) -> Game[Any]:
        """The game."""
        return self._game

    @property
    def native(self) -> Any:
        """Its `const cg_game *`."""
        return self._native

    @property
    def state_size(self) -> int:
        """Bytes from one state to the next, a multiple of 8, as is the address of the first."""
        return self._state_size

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, i: SupportsIndex) -> Any:
        return _kept("void *", self._place(i), self._memory)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(self._n))

    def __repr__(self) -> str:
        return f"<{self._n} states of {self.game}>"

    @property
    def address(self) -> int:
        """Where the first state lies, as long as the block or one of its pointers lives."""
        return int(ffi.cast("uintptr_t", self._memory))

    def array(self) -> NDArray[np.uint8]:
        """The bytes of all states as they are, no copy: shape (n, state_size), for NumPy and numba.

        It keeps the block's memory alive.
        """
        import numpy as np

        return np.frombuffer(ffi.buffer(self._memory), np.uint8).reshape(self._n, self.state_size)

    def copy_in(self, i: SupportsIndex, state: State) -> None:
        """Makes state i a copy of a state, its generator included.

        Raises
        ------
        TypeError
            `i` is no integer, or `state` no state.
        IndexError
            There is no state i.
        CardGamesError
            It is a state of another game.
        """
        place = self._place(i)
        source = _native.state_address(state)
        if state.game != self.game:
            raise CardGamesError(f"this block is for states of {self.game}, not of {state.game}")
        ffi.memmove(ffi.cast("char *", place), ffi.cast("const char *", source), self.state_size)

    def copy_out(self, i: SupportsIndex) -> State:
        """A copy of state i, after a check of all its bytes; it has no `seed`.

        Raises
        ------
        TypeError
            `i` is no integer.
        IndexError
            There is no state i.
        InvalidStateError
            Its bytes are no state of the game.
        """
        return _native.read_state(self.game, self._place(i))

    def _place(self, i: SupportsIndex) -> int:
        """The address of state i."""
        number = as_integer(i, "the number of a state")
        if not -self._n <= number < self._n:
            raise IndexError(f"the block has {self._n} states, and no number {number}")
        return self.address + number % self._n * self.state_size


_open = game  # where a game is called `game`
