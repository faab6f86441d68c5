"""A chart of the standings of a tournament, by matplotlib."""

# pyright: reportUnknownMemberType=false
# matplotlib leaves the types of its keywords open.

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cardgames.arguments import as_path
from cardgames.errors import CardGamesError, shown
from cardgames.standings import Measure, TournamentResult, measured

try:
    from matplotlib.figure import Figure
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'charts need matplotlib: pip install "cardgames-engine[plot]" '
        '(from a clone: pip install ".[plot]")',
        name=error.name,
    ) from error

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TITLES: dict[Measure, str] = {
    "win_share": "Win share",
    "score": "Mean score",
    "returns": "Mean return",
}
_WIDTH = 7.0  # inches
_ROW = 0.45


def figure(result: TournamentResult, measure: Measure) -> Figure:
    """A dot for each bot with its 95% interval, the best at the top.

    A line shows where all bots would be if they were equal; for points there is none.
    """
    if not result.standings:
        raise CardGamesError("there is nothing to plot: no game was counted")
    picture = Figure(figsize=(_WIDTH, 1.4 + _ROW * len(result.standings)), layout="constrained")
    axes = picture.add_subplot()
    _draw_standings(axes, result, measure)
    equal = {"win_share": result.expected, "returns": 0.0}.get(measure)
    if equal is not None and result.num_players > 1:
        axes.axvline(equal, color="0.6", linestyle="--", linewidth=1, zorder=0)
    axes.set_xlabel(f"{_TITLES[measure]}, 95% interval over {result.deals:,} deals")
    axes.set_title(result.game, fontsize="medium", parse_math=False, wrap=True)
    axes.grid(axis="x", color="0.9")
    axes.set_axisbelow(True)
    return picture


def _draw_standings(axes: Axes, result: TournamentResult, measure: Measure) -> None:
    for row, it in enumerate(result.standings):
        value = measured(it, measure)
        if value is None:  # a game of one seat has no win share, and is not asked for it
            continue
        low, high = value.interval or (value.mean, value.mean)
        reach = [[value.mean - low], [high - value.mean]]
        axes.errorbar([value.mean], [row], xerr=reach, fmt="o", color="C0", capsize=3)
    labels = axes.set_yticks(range(len(result.standings)), [it.bot for it in result.standings])
    for label in labels:
        label.label1.set_parse_math(False)  # a name may have a $
    axes.set_ylim(len(result.standings) - 0.5, -0.5)


def write(picture: Figure, path: str | os.PathLike[str]) -> None:
    """Write a chart to a file, whose ending says what kind it is of."""
    check_ending(path)
    picture.savefig(as_path(path))


def check_ending(path: str | os.PathLike[str]) -> None:
    """Refuse the name of a file that does not say what kind of picture it is."""
    name = as_path(path)
    ending = os.path.splitext(name)[1].removeprefix(".").lower()
    if ending not in Figure().canvas.get_supported_filetypes():  # these three and some others
        raise CardGamesError(f"path must end in .png, .svg or .pdf, not {shown(name)}")
