"""Random self-play in the core, counted block by block.

`simulate` plays many random games of one kind and says what came out: scores and wins per seat, how
long a game is, how many actions are legal, how fast it went. Nothing here prints or reads a
terminal: the command line (`cardgames.cli`) is one user of it, a notebook another.

Everything counted is an integer (how often each seat got each score, how often it shared a win with
how many, actions, choices, games that a safety limit ended), so the counts of two blocks add up
without rounding, and every mean and variance is one division of exact integers at the end. The
result is therefore the same to the last bit for every number of threads and every way to cut the
run into blocks.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

import numpy as np

from cardgames.arguments import checked_int, checked_seed, checked_threads

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = [
    "Bin",
    "GameShape",
    "Progress",
    "Sample",
    "Sampler",
    "SeatStatistics",
    "SimulationResult",
    "Tally",
    "simulate",
]

Progress = Callable[[int, int], None]
"""Called after every block with the games done so far and the games asked for."""

_MAX_GAMES = 10**12
_MAX_BINS = 2**31 - 1  # no limit in practice
_BLOCK_SECONDS = 0.4  # long enough to keep all threads busy, often enough for a progress bar
_FIRST_BLOCK = 256
_LARGEST_BLOCK = 1 << 17  # bounds the memory of a block, whatever its speed


class Sample(Protocol):
    """What a block of games looks like: `cardgames.GameSample`, or anything with its arrays."""

    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """Final scores, one row a game and one column a seat."""
        ...

    @property
    def lengths(self) -> npt.NDArray[np.int32]:
        """Actions of each game."""
        ...

    @property
    def choices(self) -> npt.NDArray[np.int64]:
        """Legal actions of each game, summed over its actions."""
        ...

    @property
    def max_choices(self) -> npt.NDArray[np.int32]:
        """Most actions that were legal at once in each game."""
        ...

    @property
    def winners(self) -> npt.NDArray[np.int32]:
        """Seats that won each game, one bit each."""
        ...

    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """Whether a safety limit ended each game."""
        ...


class Sampler(Protocol):
    """What `simulate` needs of a game; every `cardgames.Game` has it."""

    @property
    def num_players(self) -> int:
        """Number of seats."""
        ...

    def sample_games(self, n: int, seed: int, threads: int = 1, first: int = 0) -> Sample:
        """Play games `first` to `first + n - 1` of the run `seed`, each independent of the rest."""
        ...


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """How one seat fared.

    Attributes
    ----------
    mean : float
        Mean final score.
    spread : float
        Standard deviation of the final score (of these games, not an estimate: divided by n).
    lowest, highest : int
        Smallest and largest final score.
    win_share : float
        Part of all wins, 0 to 1. Who wins is the game's matter; k seats that tie get 1/k each.
    """

    mean: float
    spread: float
    lowest: int
    highest: int
    win_share: float


@dataclass(frozen=True, slots=True)
class GameShape:
    """What a game is like.

    Attributes
    ----------
    mean_length : float
        Actions a game.
    shortest, longest : int
        Actions of the shortest and of the longest game.
    mean_legal : float
        Legal actions at a decision, over all decisions of all games.
    most_legal : int
        Most legal actions at one decision.
    """

    mean_length: float
    shortest: int
    longest: int
    mean_legal: float
    most_legal: int


@dataclass(frozen=True, slots=True)
class Bin:
    """One bar of a histogram: the scores from `low` to `high`, both included.

    The first and the last bar of a histogram may be open: `low` or `high` is then None.
    """

    low: int | None
    high: int | None
    count: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Exact counts over some games. Immutable: adding two gives a third.

    Attributes
    ----------
    games, truncated, actions, choices : int
        Games, those of them that a safety limit ended, all their actions, and the legal actions
        summed over those.
    shortest, longest, most_choices : int
        Extremes over the games (0 when there is none).
    scores : tuple of dict
        For each seat: how many games ended with each score.
    wins : tuple of tuple of int
        For each seat: at index k - 1, the games it won together with k - 1 others.
    """

    games: int
    truncated: int
    actions: int
    choices: int
    shortest: int
    longest: int
    most_choices: int
    scores: tuple[Mapping[int, int], ...]
    wins: tuple[tuple[int, ...], ...]

    @classmethod
    def empty(cls, num_players: int) -> Tally:
        """Return the tally of no games."""
        no_scores: Mapping[int, int] = {}
        no_wins = (0,) * num_players
        return cls(0, 0, 0, 0, 0, 0, 0, (no_scores,) * num_players, (no_wins,) * num_players)

    @classmethod
    def of(cls, sample: Sample) -> Tally:
        """Count a block of games."""
        seats = np.ascontiguousarray(sample.scores.T)  # one row a seat: several times faster
        num_players, games = seats.shape
        if games == 0:
            return cls.empty(num_players)
        won = np.array([sample.winners >> seat & 1 for seat in range(num_players)], np.bool_)
        sharers = won.sum(axis=0, dtype=np.int8)
        wins = [np.bincount(sharers[mine], minlength=num_players + 1) for mine in won]
        return cls(
            games=games,
            truncated=int(np.count_nonzero(sample.truncated)),
            actions=int(sample.lengths.sum(dtype=np.int64)),
            choices=int(sample.choices.sum(dtype=np.int64)),
            shortest=int(sample.lengths.min()),
            longest=int(sample.lengths.max()),
            most_choices=int(sample.max_choices.max()),
            scores=tuple(map(_counts, seats)),
            wins=tuple(tuple(counts[1:].tolist()) for counts in wins),
        )

    def __add__(self, other: Tally) -> Tally:
        """Count the games of both."""
        if not self.games or not other.games:
            return self if self.games else other
        return Tally(
            games=self.games + other.games,
            truncated=self.truncated + other.truncated,
            actions=self.actions + other.actions,
            choices=self.choices + other.choices,
            shortest=min(self.shortest, other.shortest),
            longest=max(self.longest, other.longest),
            most_choices=max(self.most_choices, other.most_choices),
            scores=tuple(map(_merge, self.scores, other.scores)),
            wins=tuple(
                tuple(a + b for a, b in zip(mine, theirs, strict=True))
                for mine, theirs in zip(self.wins, other.wins, strict=True)
            ),
        )

    def seats(self) -> tuple[SeatStatistics, ...]:
        """Return the statistics of each seat, nothing when there is no game."""
        if not self.games:
            return ()
        return tuple(map(_seat_statistics, self.scores, self.wins))

    def shape(self) -> GameShape | None:
        """Return what a game is like, None when there is no game."""
        if not self.games:
            return None
        return GameShape(
            mean_length=self.actions / self.games,
            shortest=self.shortest,
            longest=self.longest,
            mean_legal=self.choices / self.actions if self.actions else 0.0,
            most_legal=self.most_choices,
        )


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """What `simulate` found. Two results are equal if all but threads and time agree.

    Attributes
    ----------
    game : str
        The game with its options, as `cardgames.make` reads it.
    num_players : int
        Number of seats.
    seed : int
        Seed of the run.
    games_asked, games : int
        Games asked for, and games that were played to the end and counted.
    truncated : int
        How many of these a safety limit ended.
    interrupted : bool
        Whether Ctrl-C ended the run early.
    actions : int
        Actions of all counted games.
    seats : tuple of SeatStatistics
        One for each seat; empty when no game was counted.
    shape : GameShape or None
        What a game is like; None when no game was counted.
    scores : tuple of dict
        For each seat: how many games ended with each score, scores ascending.
    threads : int
        Threads used.
    seconds : float
        Time the run took, up to the last counted game.
    """

    game: str
    num_players: int
    seed: int
    games_asked: int
    games: int
    truncated: int
    interrupted: bool
    actions: int
    seats: tuple[SeatStatistics, ...]
    shape: GameShape | None
    scores: tuple[Mapping[int, int], ...]
    threads: int = field(compare=False)
    seconds: float = field(compare=False)

    @property
    def games_per_second(self) -> float:
        """Games a second, 0 before the first."""
        return self.games / self.seconds if self.seconds > 0 else 0.0

    @property
    def actions_per_second(self) -> float:
        """Actions a second, 0 before the first game."""
        return self.actions / self.seconds if self.seconds > 0 else 0.0

    def histogram(self, most_bins: SupportsIndex = 12) -> tuple[Bin, ...]:
        """Put the scores of all seats into a few bars of equal, round width.

        The rare scores at both ends (less than one in 200 each) are taken into the first and the
        last bar, which are then open.

        Parameters
        ----------
        most_bins : int
            Most bars to make, at least 3.

        Returns
        -------
        tuple of Bin
            From the lowest scores to the highest, bars without a score included; empty when no
            game was counted.

        Raises
        ------
        TypeError
            If `most_bins` is not an integer.
        CardGamesError
            If it is less than 3.
        """
        most = checked_int(most_bins, "most_bins", 3, _MAX_BINS)
        counts: Mapping[int, int] = {}
        for seat in self.scores:
            counts = _merge(counts, seat)
        return _bins(counts, most) if counts else ()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values, ready for JSON.

        Returns
        -------
        dict
            ``game`` (str), ``num_players``, ``seed``, ``games_asked``, ``games`` (done),
            ``truncated`` (games that a safety limit ended), ``interrupted`` (bool), ``threads``,
            ``seconds``, ``games_per_second``, ``actions``, ``actions_per_second``; ``seed`` is an
            integer up to 2**64 - 1, which a reader that takes numbers for doubles (JavaScript)
            rounds from 2**53 on;
            ``seats``: for each seat ``seat``, ``mean``, ``spread`` (standard deviation),
            ``lowest``, ``highest``, ``win_share`` (0 to 1, ties shared); ``[]`` without games;
            ``length``: ``mean``, ``shortest``, ``longest`` actions of a game; null without games;
            ``legal_actions``: ``mean``, ``most`` at a decision; null without games;
            ``histogram``: ``scores``, all final scores that occurred, ascending, and ``counts``,
            for each seat how many games ended with each of them.
        """
        shape = self.shape
        all_scores = sorted({score for seat in self.scores for score in seat})
        return {
            "game": self.game,
            "num_players": self.num_players,
            "seed": self.seed,
            "games_asked": self.games_asked,
            "games": self.games,
            "truncated": self.truncated,
            "interrupted": self.interrupted,
            "threads": self.threads,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
            "actions": self.actions,
            "actions_per_second": self.actions_per_second,
            "seats": [
                {
                    "seat": seat,
                    "mean": it.mean,
                    "spread": it.spread,
                    "lowest": it.lowest,
                    "highest": it.highest,
                    "win_share": it.win_share,
                }
                for seat, it in enumerate(self.seats)
            ],
            "length": shape
            and {
                "mean": shape.mean_length,
                "shortest": shape.shortest,
                "longest": shape.longest,
            },
            "legal_actions": shape and {"mean": shape.mean_legal, "most": shape.most_legal},
            "histogram": {
                "scores": all_scores,
                "counts": [[seat.get(score, 0) for score in all_scores] for seat in self.scores],
            },
        }


def simulate(
    game: Sampler,
    games: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex = 1,
    progress: Progress | None = None,
) -> SimulationResult:
    """Play random games in the core and count what happens.

    Parameters
    ----------
    game : Game
        The game to play.
    games : int
        How many games, 1 to 10**12.
    seed : int
        0 to 2**64 - 1. Game i of the run depends on nothing but the game, this seed and i.
    threads : int
        Threads to play on, 1 to 1024; changes nothing but the time it takes.
    progress : callable, optional
        Called as ``progress(done, games)`` after every block of games (a few times a second).

    Returns
    -------
    SimulationResult
        What was found. A KeyboardInterrupt (Ctrl-C) ends the run early and is not passed on: the
        result covers the finished blocks and says so (`interrupted`).

    Raises
    ------
    TypeError
        If games, seed or threads is not an integer.
    CardGamesError
        If one of them is out of range.
    """
    asked = checked_int(games, "games", 1, _MAX_GAMES)
    seed = checked_seed(seed)
    threads = checked_threads(threads)
    tally = Tally.empty(game.num_players)
    block = _FIRST_BLOCK
    interrupted = False
    start = end = time.perf_counter()
    # An interrupt may come between any two steps in here. A tally is never changed, only
    # replaced, so that a block counts as a whole or not at all.
    try:
        while tally.games < asked:
            n = min(block, asked - tally.games)
            tally += Tally.of(game.sample_games(n, seed, threads, tally.games))
            block_start, end = end, time.perf_counter()
            block = next_block_size(n, end - block_start)
            if progress is not None:
                progress(tally.games, asked)
    except KeyboardInterrupt:
        interrupted = True
    return SimulationResult(
        game=str(game),
        num_players=game.num_players,
        seed=seed,
        games_asked=asked,
        games=tally.games,
        truncated=tally.truncated,
        interrupted=interrupted,
        actions=tally.actions,
        seats=tally.seats(),
        shape=tally.shape(),
        scores=tuple(dict(sorted(counts.items())) for counts in tally.scores),
        threads=threads,
        seconds=end - start,
    )


def next_block_size(n: int, seconds: float) -> int:
    """Choose the size of the next block after one of `n` games took `seconds`."""
    wanted = n * _BLOCK_SECONDS / max(seconds, 1e-9)
    return int(min(max(wanted, n / 4, 1), n * 4, _LARGEST_BLOCK))


def _counts(values: npt.NDArray[np.int32]) -> dict[int, int]:
    """Count how often each value occurs."""
    low, high = int(values.min()), int(values.max())
    if high - low > 4 * len(values) + 1000:  # too sparse for a table
        found, counts = np.unique(values, return_counts=True)
        return dict(zip(found.tolist(), counts.tolist(), strict=True))
    table = np.bincount(values - low)
    return {low + int(k): int(table[k]) for k in np.flatnonzero(table)}


def _merge(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    """Add two counts."""
    merged = dict(a)
    for value, count in b.items():
        merged[value] = merged.get(value, 0) + count
    return merged


def _seat_statistics(scores: Mapping[int, int], wins: tuple[int, ...]) -> SeatStatistics:
    """Compute one seat's statistics from its counts, exactly up to the last step."""
    games = sum(scores.values())
    total = sum(score * count for score, count in scores.items())
    squares = sum(score * score * count for score, count in scores.items())
    shared = sum((Fraction(count, k) for k, count in enumerate(wins, start=1)), Fraction(0))
    return SeatStatistics(
        mean=total / games,
        spread=math.sqrt((games * squares - total * total) / (games * games)),
        lowest=min(scores),
        highest=max(scores),
        win_share=float(shared / games),
    )


def _bins(counts: Mapping[int, int], most: int) -> tuple[Bin, ...]:
    """Group counts into at most `most` bars of a width 1, 2 or 5 times a power of ten."""
    low, high = _body(counts)
    width = 1
    while high // width - low // width >= most:
        # 1, 2, 5, 10, 20, 50, ...: a leading 2 grows by 5/2, the others double
        width = width * 5 // 2 if str(width)[0] == "2" else width * 2
    first, last = low // width, high // width
    filled = [0] * (last - first + 1)
    for score, count in counts.items():
        filled[min(max(score // width, first), last) - first] += count
    open_low = min(counts) < first * width
    open_high = max(counts) >= (last + 1) * width
    return tuple(
        Bin(
            low=None if k == first and open_low else k * width,
            high=None if k == last and open_high else (k + 1) * width - 1,
            count=filled[k - first],
        )
        for k in range(first, last + 1)
    )


def _body(counts: Mapping[int, int]) -> tuple[int, int]:
    """Return the scores between which all but the rarest at both ends lie."""
    scores = sorted(counts)
    spare = sum(counts.values()) // 200
    return _cut(scores, counts, spare), _cut(scores[::-1], counts, spare)


def _cut(scores: list[int], counts: Mapping[int, int], spare: int) -> int:
    """Walk from one end over at most `spare` counts; return the score that comes next."""
    for score in scores:
        spare -= counts[score]
        if spare < 0:
            return score
    return scores[-1]
