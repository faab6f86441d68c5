"""Types of the extension module."""

from typing import Any, Final

from cardgames import State
from cardgames.native import NativeGame

POLICY: Final[Any]
ROLLOUT: Final[Any]

def search(
    game: NativeGame, state: State, player: int, simulations: int, seed: int
) -> list[tuple[int, int, float]]: ...
def choose(game: NativeGame, state: State, player: int, simulations: int, seed: int) -> int: ...
