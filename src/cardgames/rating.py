"""Ratings of bots on the scale of Elo, by the Bradley-Terry model of the package choix."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Rating", "rate"]

_POINTS = 400 / math.log(10)  # Elo points of a natural logarithm of odds
_RESAMPLES = 200
_PRIOR = 0.5  # wins that every bot is given over every other: one drawn comparison for each two
_MOST_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a bot.

    Attributes
    ----------
    bot
        Its name.
    elo
        Points; 400 more are odds of 10 to 1. The mean of all bots is 0.
    low, high
        The 95% interval, by a bootstrap over the deals; None with one deal.
    """

    bot: str
    elo: float
    low: float | None
    high: float | None

    def to_dict(self) -> dict[str, float | None]:
        """Keys ``elo``, ``low`` and ``high``."""
        return {"elo": self.elo, "low": self.low, "high": self.high}


def rate(bots: Sequence[str], comparisons: NDArray[np.float64], seed: int) -> tuple[Rating, ...]:
    """The ratings of some bots.

    Parameters
    ----------
    bots
        Their names.
    comparisons
        Shape (deals, bots, bots): how often, in a deal, the bot of the row beat that of the column.
    seed
        Of the bootstrap, 0 to 2**64 - 1.

    Returns
    -------
    tuple of Rating
        In the order of `bots`; () without deals.

    Raises
    ------
    ModuleNotFoundError
        choix is not installed.
    """
    choix = _choix()
    import numpy as np

    deals, size = len(comparisons), len(bots)
    if deals == 0:
        return ()
    prior = _PRIOR * (1 - np.eye(size))

    def points(beaten: NDArray[np.float64]) -> NDArray[np.float64]:
        if size == 1:
            return np.zeros(1)
        strengths = choix.ilsr_pairwise_dense(beaten + prior, max_iter=_MOST_STEPS)
        return np.asarray((strengths - strengths.mean()) * _POINTS, np.float64)

    elo = points(comparisons.sum(axis=0)).tolist()
    if deals == 1:
        return tuple(Rating(bot, value, None, None) for bot, value in zip(bots, elo, strict=True))
    rng = np.random.default_rng(seed)
    flat = comparisons.reshape(deals, size * size)
    drawn = np.empty((_RESAMPLES, size))
    for row in drawn:
        times = np.bincount(rng.integers(0, deals, deals), minlength=deals)
        row[:] = points((times @ flat).reshape(size, size))
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0).tolist()
    return tuple(map(Rating, bots, elo, low, high))


def _choix() -> Any:
    try:
        import choix
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            'ratings need choix: pip install "cardgames-engine[ratings]" '
            '(from a clone: pip install ".[ratings]")',
            name=error.name,
        ) from error
    return choix
