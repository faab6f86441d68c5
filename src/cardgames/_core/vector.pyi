"""Types of the games of a vector; `cardgames.vector` documents what they do."""

from collections.abc import Sequence
from typing import Any, Final, Self, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray

from cardgames._core.state import State
from cardgames.game import Game

@final
class VectorCore:
    """The games of a vector. Private to the facade; see cardgames._core."""

    arrays: Final[dict[str, memoryview]]

    def __new__(
        cls,
        owner: Game[Any],
        count: int,
        seed: int,
        threads: int,
        observations: bool,
        masks: bool,
        scales: list[int] | None = None,
        wide: list[int] | None = None,
    ) -> Self: ...
    @property
    def seed(self) -> int: ...
    def seed_of(self, env: int, episode: int) -> int: ...
    def reset(self, seed: int) -> None: ...
    def step(
        self, actions: NDArray[np.int32] | NDArray[np.int64] | Sequence[SupportsIndex]
    ) -> None:
        """Plays an action in every game; IllegalActionError and no change if any is not legal."""

    def random_actions(self, out: NDArray[np.int32]) -> None:
        """Writes a uniformly random legal action for every game to an int32 array."""

    def state(self, i: int) -> State:
        """A copy of the game of env i."""
