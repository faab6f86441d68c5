"""Types of what native code gets hold of."""

from typing import Any, Final, Never, Self, final

from cardgames._core.state import State
from cardgames.game import Game

capsule: Final[object]

@final
class NativeGame:
    """A game as native code holds it. Its addresses are good for as long as this object lives."""

    def __new__(cls, game: Game[Any]) -> Self: ...
    @property
    def game(self) -> Game[Any]: ...
    @property
    def address(self) -> int:
        """Of its `cg_game`."""

    @property
    def limits(self) -> int:
        """Address of its `cg_limits`: the `game` of the functions of the table."""

    @property
    def table(self) -> int:
        """Address of its `cg_table`."""

    def __reduce__(self) -> Never: ...

def state_address(state: State) -> int:
    """Address of the bytes of a state, good for as long as it lives."""

def read_state(game: Game[Any], address: int) -> State:
    """A state with a copy of the bytes at an address.

    Raises
    ------
    InvalidStateError
        They are no state of the game.
    """

def api_address() -> int:
    """Address of the library's `cg_api`."""
