"""What users give to searches and playouts: the types of functions, and the check of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Literal, Protocol, SupportsIndex, cast

from cardgames._core.callbacks import NativeFunction
from cardgames._core.state import State
from cardgames.errors import OptionError, shown
from cardgames.game import option_word

if TYPE_CHECKING:
    from cardgames.native_functions import Kind


class CompiledFunction(Protocol):
    """What `@cfunc` of numba makes: a native function that Python cannot call."""

    @property
    def address(self) -> int | None: ...

    @property
    def ctypes(self) -> object: ...


# How playouts are played. A function is called with a state and the seat that acts; it gives an
# action.
RolloutFunction = Callable[[State, int], SupportsIndex]
Rollout = Literal["guided", "random"] | NativeFunction | CompiledFunction | RolloutFunction

# Called with a state and a seat: a weight, 0 or more, for each legal action of the seat, ascending.
Policy = Callable[[State, int], Iterable[float]] | NativeFunction | CompiledFunction

# Called with a state that is not over: what it is worth to each seat, -1 to 1.
Evaluation = Callable[[State], Iterable[float]] | NativeFunction | CompiledFunction

_PYTHONS = (FunctionType, MethodType)


def checked_rollout(rollout: object) -> Rollout:
    """How playouts are to be played: "guided", "random", or a function.

    Raises
    ------
    TypeError, CardGamesError
        It is neither.
    """
    if rollout is None or issubclass(type(rollout), str):
        try:
            return cast("Rollout", option_word(rollout, "rollout", ("guided", "random")))
        except OptionError:  # whose message has the words alone
            raise OptionError(
                "rollout", f"must be 'guided', 'random' or a function, not {shown(rollout)}"
            ) from None
    return cast("Rollout", checked_function(rollout, "rollout"))


def checked_function(function: object, kind: Kind) -> Any:
    """A function of the user's, a native one ready to be called; None if there is none.

    Raises
    ------
    TypeError
        It is no function, or a native one of another kind or signature.
    """
    if function is None or type(function) in _PYTHONS:
        return function
    # It needs ctypes, which few programs have imported.
    from cardgames.native_functions import given_function

    return given_function(function, kind)
