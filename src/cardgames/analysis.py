"""What a search found out, for programs and for people: a table as text and HTML, a bar chart."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

StoppedBy = Literal["simulations", "seconds", "memory", "progress", "forced"]
RankedBy = Literal["visits", "mean"]

_HEADS = ("action", "id", "visits", "share", "mean return", "error", "prior")


@dataclass(frozen=True, slots=True)
class ActionValue:
    """What a search found out about an action.

    Attributes
    ----------
    action
        Its id.
    word
        The action in notation.
    visits
        Simulations that began with it.
    mean
        Mean return of the seat in them, -1 to 1; solo 0 to 1. 0 without visits.
    error
        Standard error of the mean; infinite with fewer than two visits.
    prior
        0 to 1: what was thought of it before the search.
    """

    action: int
    word: str
    visits: int
    mean: float
    error: float
    prior: float


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """The result of a search. Two are equal if all but the time agrees.

    Attributes
    ----------
    player
        The seat that it was made for.
    actions
        All legal actions, ascending by id.
    simulations
        How many were made.
    seconds
        Time it took.
    depth, mean_depth
        The most and the mean number of decisions in the tree in a simulation.
    nodes
        Nodes of all trees.
    stopped_by
        What ended it: a limit, the progress function, or "forced" if there is only one action.
    ranked_by
        What makes an action a better one than another: more visits, or a higher mean.
    """

    player: int
    actions: tuple[ActionValue, ...]
    simulations: int
    seconds: float = field(compare=False)
    depth: int
    mean_depth: float
    nodes: int
    stopped_by: StoppedBy
    ranked_by: RankedBy = "visits"

    @property
    def best(self) -> int:
        """The first of `ranked`."""
        return self.ranked[0].action

    @property
    def ranked(self) -> tuple[ActionValue, ...]:
        """The actions, the best first: by visits, then mean, or the other way; last by id."""
        if self.ranked_by == "visits":
            return tuple(sorted(self.actions, key=lambda it: (-it.visits, -it.mean, it.action)))
        return tuple(
            sorted(self.actions, key=lambda it: (it.visits == 0, -it.mean, -it.visits, it.action))
        )

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values, ready for JSON; an infinite error is None."""
        return {
            "player": self.player,
            "best": self.best,
            "actions": [
                {
                    "action": it.action,
                    "word": it.word,
                    "visits": it.visits,
                    "mean": it.mean,
                    "error": it.error if math.isfinite(it.error) else None,
                    "prior": it.prior,
                }
                for it in self.actions
            ],
            "simulations": self.simulations,
            "seconds": self.seconds,
            "depth": self.depth,
            "mean_depth": self.mean_depth,
            "nodes": self.nodes,
            "stopped_by": self.stopped_by,
            "ranked_by": self.ranked_by,
        }

    def _rows(self) -> Iterator[tuple[str, ...]]:
        """The cells of the table, the best action first."""
        for it in self.ranked:
            share = it.visits / self.simulations if self.simulations else 1
            yield (
                it.word,
                str(it.action),
                str(it.visits),
                f"{100 * share:.1f}%",
                f"{it.mean:+.3f}",
                f"{it.error:.3f}" if math.isfinite(it.error) else "-",
                f"{it.prior:.3f}",
            )

    def _summary(self) -> str:
        return (
            f"player {self.player}, {self.simulations} simulations in {self.seconds:.3f} s, "
            f"depth {self.depth} (mean {self.mean_depth:.1f}), {self.nodes} nodes, "
            f"stopped by {self.stopped_by}"
        )

    def __repr__(self) -> str:
        rows = [_HEADS, *self._rows()]
        widths = [max(len(row[i]) for row in rows) for i in range(len(_HEADS))]
        lines = [
            "  ".join(
                cell.ljust(width) if i == 0 else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
        return "\n".join([f"Analysis: {self._summary()}", *lines])

    def to_html(self) -> str:
        """The table of `print` as an HTML table."""
        heads = "".join(f"<th>{html.escape(head)}</th>" for head in _HEADS)
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
            for row in self._rows()
        )
        return (
            f"<table><caption>{html.escape(self._summary())}</caption>"
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_svg(self) -> str:
        """A bar chart: visits as bars, mean returns with their errors beside them."""
        from cardgames.pictures.analysis import svg

        return svg(self)


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact result of a position with best play of all seats.

    Two are equal if all but the time agrees.

    Attributes
    ----------
    returns
        Of each seat, -1 to 1; solo 0 to 1.
    line
        Best actions from here on, each for `current_player`, as far as they are known.
    positions
        How many were tried.
    seconds
        Time it took.
    """

    returns: tuple[float, ...]
    line: tuple[int, ...]
    positions: int
    seconds: float = field(compare=False)


def mean_and_error(count: int, total: float, squares: float) -> tuple[float, float]:
    """Mean of some numbers and its standard error, from their sum and the sum of their squares."""
    if count == 0:
        return 0.0, math.inf
    mean = total / count
    if count == 1:
        return mean, math.inf
    return mean, math.sqrt(max(squares / count - mean * mean, 0) / (count - 1))
