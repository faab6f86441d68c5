"""What is counted in a tournament, deal by deal, and the statistics of it.

A deal is one row of numbers: its games are not independent, so every mean, error and comparison
is over deals.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from cardgames.standings import Estimate, PairDifference, Standing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardgames.records import GameRecord

_FACTS = 3  # games, truncated games and actions of a deal, in front of the bots' numbers
_SUMS = 4  # of each bot: seats, wins, scores, returns


class _Estimates(TypedDict):
    win_share: Estimate | None
    score: Estimate
    returns: Estimate


def counts_of(
    bots: int, lineups: Sequence[Sequence[int]], records: Sequence[GameRecord]
) -> list[float]:
    """The row of a deal.

    Parameters
    ----------
    bots
        How many there are.
    lineups
        For each game the number of each seat's bot.
    records
        The games.

    Returns
    -------
    list of float
        Games, truncated games and actions; for each bot how often it sat at a seat, then its wins
        (1/k for each of k winning seats), points and returns; for every two bots how often the
        first beat the second.
    """
    seats, wins, scores, returns = ([0.0] * bots for _ in range(_SUMS))
    beaten = [0.0] * (bots * bots)
    for lineup, record in zip(lineups, records, strict=True):
        for seat, bot in enumerate(lineup):
            seats[bot] += 1
            scores[bot] += record.scores[seat]
            returns[bot] += record.returns[seat]
        share = 1 / max(len(record.winners), 1)
        for winner in record.winners:
            wins[lineup[winner]] += share
            for seat, bot in enumerate(lineup):
                if seat not in record.winners and bot != lineup[winner]:
                    beaten[lineup[winner] * bots + bot] += share
    if len(lineups[0]) == 1:
        beaten = _beaten_alone(scores)
    return [
        len(records),
        sum(record.is_truncated for record in records),
        sum(len(record.actions) for record in records),
        *seats,
        *wins,
        *scores,
        *returns,
        *beaten,
    ]


def _beaten_alone(scores: Sequence[float]) -> list[float]:
    """Who beat whom when each played the same cards alone; equals beat each other half."""
    return [
        1.0 if mine > other else 0.5 if mine == other and first != second else 0.0
        for first, mine in enumerate(scores)
        for second, other in enumerate(scores)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """The counts of some deals.

    Attributes
    ----------
    games, truncated, actions
        Over all deals.
    sums
        float64, shape (4, deals, bots): seats, wins, points and returns.
    beaten
        float64, shape (deals, bots, bots): how often the bot of the row beat that of the column.
    """

    games: int
    truncated: int
    actions: int
    sums: NDArray[np.float64]
    beaten: NDArray[np.float64]

    @classmethod
    def of_rows(cls, rows: array[float], bots: int) -> Counts:
        """Takes the rows apart; a copy is made of them."""
        import numpy as np

        table = np.array(rows, np.float64).reshape(-1, _FACTS + bots * (_SUMS + bots))
        facts, sums, beaten = np.split(table, [_FACTS, _FACTS + _SUMS * bots], axis=1)
        games, truncated, actions = facts.sum(axis=0).tolist()
        matrices = beaten.reshape(-1, bots, bots)
        matrices.flags.writeable = False
        return cls(
            int(games),
            int(truncated),
            int(actions),
            sums.reshape(-1, _SUMS, bots).swapaxes(0, 1),
            matrices,
        )

    @property
    def deals(self) -> int:
        """How many they are."""
        return len(self.beaten)

    def standings(self, names: Sequence[str], *, alone: bool) -> tuple[Standing, ...]:
        """How each bot did, the best first; () without deals.

        Parameters
        ----------
        names
            Of the bots.
        alone
            Whether the game has one seat, so that points count and not wins.
        """
        return tuple(
            Standing(
                names[bot], int(self.sums[0, :, bot].sum()), **self._estimates([bot], alone=alone)
            )
            for bot in self._ranked(alone=alone)
        )

    def pairs(self, names: Sequence[str], *, alone: bool) -> tuple[PairDifference, ...]:
        """Differences of every two bots, in the order of the standings."""
        ranked = self._ranked(alone=alone)
        return tuple(
            PairDifference(
                names[first], names[second], **self._estimates([first, second], alone=alone)
            )
            for place, first in enumerate(ranked)
            for second in ranked[place + 1 :]
        )

    def _ranked(self, *, alone: bool) -> list[int]:
        """The bots, the best first."""
        if not self.deals:
            return []
        means = self._means(2 if alone else 1).mean(axis=0).tolist()
        return sorted(range(len(means)), key=lambda bot: -means[bot])

    def _means(self, which: int) -> NDArray[np.float64]:
        """Shape (deals, bots): one of the sums for each time that a bot sat at a seat."""
        means: NDArray[np.float64] = self.sums[which] / self.sums[0]
        return means

    def _estimates(self, bots: Sequence[int], *, alone: bool) -> _Estimates:
        """The estimates of a bot, or of the difference of two."""

        def of(which: int) -> Estimate:
            values = self._means(which)[:, bots]
            return _estimate(values[:, 0] if len(bots) == 1 else values[:, 0] - values[:, 1])

        return {"win_share": None if alone else of(1), "score": of(2), "returns": of(3)}


def _estimate(values: NDArray[np.float64]) -> Estimate:
    """The mean of some values, at least one, and its standard error."""
    count = len(values)
    error = float(values.std(ddof=1)) / math.sqrt(count) if count > 1 else None
    return Estimate(float(values.mean()), error)
