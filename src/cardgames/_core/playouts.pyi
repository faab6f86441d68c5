"""Types of the core's playouts."""

from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from cardgames._core.state import State

def run_playouts(
    state: State,
    first: int,
    count: int,
    seed: int,
    scores: NDArray[np.int32],
    determinize_for: SupportsIndex | None,
    rollout: object,
) -> None:
    """Playouts first to first + count - 1 of a run: their scores, one row each."""
