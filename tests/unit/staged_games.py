"""Games of a tournament whose results are known beforehand, without playing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import pytest

from cardgames import State, tournament_play

if TYPE_CHECKING:
    from cardgames.records import GameRecord

Winners = Callable[[Sequence[str], int], Sequence[int]]


@dataclass(frozen=True)
class Staged:
    """What a tournament reads of a record."""

    players: tuple[str, ...]
    seed: int
    scores: tuple[int, ...]
    returns: tuple[float, ...]
    winners: tuple[int, ...]
    is_truncated: bool = False
    actions: tuple[tuple[int, int], ...] = ((0, 0), (1, 0), (2, 0))


def record(players: str, winners: Sequence[int], scores: Sequence[int], **more: Any) -> GameRecord:
    """A record of players that are called by one letter each, with returns 1 and -1."""
    returns = tuple(1.0 if seat in winners else -1.0 for seat in range(len(players)))
    staged = Staged(tuple(players), 0, tuple(scores), returns, tuple(winners), **more)
    return cast("GameRecord", staged)


class Idle:
    """A bot that is never asked."""

    def choose(self, state: State, player: int) -> int:
        raise AssertionError


def stage(monkeypatch: pytest.MonkeyPatch, winners: Winners) -> None:
    """Let a function of the names at the seats and the seed say who wins; winners get 10 points."""

    def play(_game: object, seats: Sequence[Any], seed: int, *, on_action: object) -> GameRecord:
        names = tuple(seat.name for seat in seats)
        won = tuple(winners(names, seed))
        staged = Staged(
            players=names,
            seed=seed,
            scores=tuple(10 * (seat in won) for seat in range(len(names))),
            returns=tuple(1.0 if seat in won else -1.0 for seat in range(len(names))),
            winners=won,
        )
        return cast("GameRecord", staged)

    monkeypatch.setattr(tournament_play, "play_match", play)
