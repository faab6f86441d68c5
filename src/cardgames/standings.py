"""What a tournament found: who did how well and how sure that is, as a table, JSON, CSV, a plot."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from cardgames.arguments import as_text
from cardgames.errors import CardGamesError, shown

if TYPE_CHECKING:
    import os

    import numpy as np
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from cardgames.rating import Rating

__all__ = ["Estimate", "Measure", "PairDifference", "Standing", "TournamentResult"]

Measure = Literal["win_share", "score", "returns"]

MEASURES: tuple[Measure, ...] = ("win_share", "score", "returns")
_NORMAL_95 = 1.96  # standard errors to each side of a mean that hold it in 95 of 100 cases


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over the deals, and how sure it is.

    Attributes
    ----------
    mean
        Mean of the deals' values.
    error
        Standard error of the mean, from the spread between the deals; None with one deal.
    """

    mean: float
    error: float | None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% interval, mean ± 1.96 errors; None with one deal."""
        if self.error is None:
            return None
        return self.mean - _NORMAL_95 * self.error, self.mean + _NORMAL_95 * self.error

    @property
    def low(self) -> float | None:
        """Lower end of the 95% interval; None with one deal."""
        return None if self.interval is None else self.interval[0]

    @property
    def high(self) -> float | None:
        """Upper end of the 95% interval; None with one deal."""
        return None if self.interval is None else self.interval[1]

    def to_dict(self) -> dict[str, float | None]:
        """Keys ``mean``, ``error``, ``low`` and ``high``; all but the mean None with one deal."""
        return {"mean": self.mean, "error": self.error, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did.

    Attributes
    ----------
    bot
        Its name.
    seats
        How often it sat at a seat, over all games.
    win_share
        Part of a win for each time it sat at a seat, 0 to 1: k winners of a game have 1/k each.
        A bot that sits at several seats of a game cannot win at all of them alone. None in games
        of one seat, which that seat always wins.
    score, returns
        Final points, and `State.returns()`, for each time it sat at a seat.
    """

    bot: str
    seats: int
    win_share: Estimate | None
    score: Estimate
    returns: Estimate

    def to_dict(self) -> dict[str, Any]:
        """The fields, estimates as `Estimate.to_dict` has them."""
        return {"bot": self.bot, "seats": self.seats, **_estimates(self)}


@dataclass(frozen=True, slots=True)
class PairDifference:
    """How much better one bot did than another: the differences within the deals.

    Attributes
    ----------
    first, second
        Names of the bots.
    win_share, score, returns
        As in `Standing`, those of the first less those of the second.
    """

    first: str
    second: str
    win_share: Estimate | None
    score: Estimate
    returns: Estimate

    def to_dict(self) -> dict[str, Any]:
        """The fields, estimates as `Estimate.to_dict` has them."""
        return {"first": self.first, "second": self.second, **_estimates(self)}


@dataclass(frozen=True, repr=False)  # without slots: the ratings are kept
class TournamentResult:
    """What a tournament found. Two results are equal if all but workers and time agree.

    Attributes
    ----------
    game
        The game with its options, as `cardgames.make` reads it.
    num_players
        Number of seats.
    bots
        Names of the bots, in the order in which they were given.
    partners
        The groups of seats; each group has one bot a game.
    seed
        Seed of the tournament.
    games_asked, games, deals
        Games asked for, games that were played and counted, and how many deals they are of.
    truncated, actions
        Games that a safety limit ended, and all actions.
    interrupted
        Whether Ctrl-C ended it early.
    standings
        One for each bot, the best first: by win share, in games of one seat by score.
    pairs
        For every two bots the differences, the better bot of the standings first.
    comparisons
        float64, shape (deals, bots, bots), read-only: how often, in a deal, the bot of the row
        beat that of the column, in the order of `bots`. `ratings` is made of it.
    workers, seconds
        Workers that played, and the time they took.
    """

    game: str
    num_players: int
    bots: tuple[str, ...]
    partners: tuple[tuple[int, ...], ...]
    seed: int
    games_asked: int
    games: int
    deals: int
    truncated: int
    actions: int
    interrupted: bool
    standings: tuple[Standing, ...]
    pairs: tuple[PairDifference, ...]
    comparisons: NDArray[np.float64] = field(compare=False)
    workers: int = field(compare=False)
    seconds: float = field(compare=False)

    @property
    def expected(self) -> float:
        """The win share of a bot that is as good as the others: 1 / number of seats."""
        return 1 / self.num_players

    @property
    def most(self) -> float:
        """What no win share can be more than: below 1 where a bot has several seats of a game.

        A bot that wins every game comes to it if the seats can be shared out evenly; else it may
        stay below.
        """
        return min(len(self.bots), len(self.partners)) / self.num_players

    def ratings(self) -> tuple[Rating, ...]:
        """Ratings on the scale of Elo, mean 0, in the order of `standings`.

        Raises
        ------
        ModuleNotFoundError
            choix is not installed: it comes with the extra ``ratings``.
        """
        return self._ratings

    @cached_property
    def _ratings(self) -> tuple[Rating, ...]:
        from cardgames.rating import rate

        found = {it.bot: it for it in rate(self.bots, self.comparisons, self.seed)}
        return tuple(found[it.bot] for it in self.standings)

    def ratings_if_installed(self) -> tuple[Rating, ...]:
        """The ratings, () without choix."""
        try:
            return self.ratings()
        except ModuleNotFoundError:
            return ()

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values, ready for JSON; docs/tournaments.md has the keys."""
        ratings = {it.bot: it.to_dict() for it in self.ratings_if_installed()}
        return {
            "game": self.game,
            "num_players": self.num_players,
            "bots": list(self.bots),
            "partners": [list(group) for group in self.partners],
            "seed": self.seed,
            "games_asked": self.games_asked,
            "games": self.games,
            "deals": self.deals,
            "truncated": self.truncated,
            "actions": self.actions,
            "interrupted": self.interrupted,
            "workers": self.workers,
            "seconds": self.seconds,
            "expected_win_share": self.expected,
            "standings": [{**it.to_dict(), "rating": ratings.get(it.bot)} for it in self.standings],
            "pairs": [it.to_dict() for it in self.pairs],
        }

    def to_json(self) -> str:
        """`to_dict` as one line of JSON."""
        return json.dumps(self.to_dict())

    def to_csv(self) -> str:
        """The standings as CSV, one line a bot; docs/tournaments.md has the columns.

        What is not known (an error with one deal, a rating without choix) is an empty field.
        """
        ratings = {it.bot: it for it in self.ratings_if_installed()}
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        columns = ["bot", "seats"]
        for measure in MEASURES:
            columns += [measure, f"{measure}_error", f"{measure}_low", f"{measure}_high"]
        writer.writerow([*columns, "elo", "elo_low", "elo_high"])
        for it in self.standings:
            row: list[object] = [it.bot, it.seats]
            for measure in MEASURES:
                value = measured(it, measure)
                row += value.to_dict().values() if value is not None else [None] * 4
            rating = ratings.get(it.bot)
            row += [rating.elo, rating.low, rating.high] if rating is not None else [None] * 3
            writer.writerow(row)
        return text.getvalue()

    def plot(
        self, path: str | os.PathLike[str] | None = None, measure: Measure | None = None
    ) -> Figure:
        """A chart of the standings: a dot a bot, with its 95% interval.

        Parameters
        ----------
        path
            A file to write as well; its ending says what it is (``.png``, ``.svg``, ``.pdf``).
        measure
            "win_share", "score" or "returns"; by default what the standings are ordered by.

        Raises
        ------
        TypeError, CardGamesError
            `measure` is no text; it is none of these, or the win share in a game of one seat; no
            game was counted; matplotlib does not know the ending of `path`.
        OSError
            The file cannot be written.
        ModuleNotFoundError
            matplotlib is not installed: it comes with the extra ``plot``.
        """
        from cardgames.pictures.tournament import figure, write

        picture = figure(self, self._checked_measure(measure))
        if path is not None:
            write(picture, path)
        return picture

    def _checked_measure(self, measure: object) -> Measure:
        if measure is None:
            return ranked_by(self.num_players)
        text = as_text(measure, "measure")
        if text not in MEASURES:
            allowed = ", ".join(repr(it) for it in MEASURES)
            raise CardGamesError(f"measure must be one of {allowed}, not {shown(text)}")
        if text == "win_share" and self.num_players == 1:
            raise CardGamesError("measure: a game of one seat has no win share")
        return text

    def _summary(self) -> str:
        text = f"{self.game}, {self.games:,} games of {self.deals:,} deals, seed {self.seed}"
        return text + (", interrupted" if self.interrupted else "")

    def table(self) -> tuple[tuple[str, ...], ...]:
        """The cells of a table: its head, then one row a bot."""
        heads = ["bot"]
        for measure in MEASURES:
            if any(measured(it, measure) is not None for it in self.standings):
                heads += [measure.replace("_", " "), "±"]
        return tuple(heads), *(tuple(_cells(it)) for it in self.standings)

    def _notes(self) -> list[str]:
        """What has to be known to read the table."""
        if not self.standings:
            return []
        notes = ["±: half of the 95% interval over the deals"]
        if self.num_players > 1:
            most = f"; more than {self.most:.2%} cannot be" if self.most < 1 else ""
            notes.append(f"win share: equal bots would have {self.expected:.2%}{most}")
        return notes

    def to_html(self) -> str:
        """The table of `print` as an HTML table."""
        head, *rows = self.table()
        notes = "".join(
            f'<tr><td colspan="{len(head)}">{html.escape(note)}</td></tr>' for note in self._notes()
        )
        heads = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
            for row in rows
        )
        return (
            f"<table><caption>{html.escape(self._summary())}</caption>"
            f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody>"
            f"<tfoot>{notes}</tfoot></table>"
        )

    def _repr_html_(self) -> str:
        return self.to_html()

    def __repr__(self) -> str:
        head = f"TournamentResult: {self._summary()}"
        return "\n".join([head, *aligned(self.table()), *self._notes()])


def ranked_by(num_players: int) -> Measure:
    """What the standings are ordered by."""
    return "score" if num_players == 1 else "win_share"


def measured(it: Standing | PairDifference, measure: Measure) -> Estimate | None:
    """One of the three estimates."""
    value: Estimate | None = getattr(it, measure)
    return value


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """A table as lines, its first column at the left and the others at the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def words(value: Estimate, measure: Measure) -> tuple[str, str]:
    """The mean, and half the width of its interval."""
    half = None if value.error is None else _NORMAL_95 * value.error
    if measure == "win_share":
        return f"{value.mean:.2%}", "-" if half is None else f"{half:.2%}"
    form = ",.2f" if measure == "score" else ".3f"
    return format(value.mean, form), "-" if half is None else format(half, form)


def _cells(it: Standing) -> Iterator[str]:
    yield it.bot
    for measure in MEASURES:
        value = measured(it, measure)
        if value is not None:
            yield from words(value, measure)


def _estimates(it: Standing | PairDifference) -> dict[str, dict[str, float | None] | None]:
    found = {measure: measured(it, measure) for measure in MEASURES}
    return {name: None if value is None else value.to_dict() for name, value in found.items()}
