"""Words that the pictures of all games share: seats, numbers of things, whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence


class TableView(Protocol):
    """What the views of all games have."""

    @property
    def player(self) -> int | None: ...
    @property
    def phase(self) -> str: ...
    @property
    def to_act(self) -> tuple[int, ...]: ...
    @property
    def scores(self) -> tuple[int, ...]: ...


@runtime_checkable
class RoundView(Protocol):
    """What the views of games have in which the winner of the last round may win without points."""

    @property
    def in_round(self) -> tuple[int, ...]: ...


def plural(count: int, word: str) -> str:
    """Write a number of things."""
    return f"{count} {word}" if abs(count) == 1 else f"{count} {word}s"


def ordinal(number: int) -> str:
    """Write a place: `1st`, `2nd`, up to 20."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def listed(seats: Sequence[int]) -> str:
    """Name seats in a sentence: `seats 0, 2 and 3`."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def winners(view: TableView) -> tuple[int, ...]:
    """Name the seats that have won, the ones with the highest score, when the game is over."""
    if view.phase != "over":
        return ()
    # Triplets, Play: if the last cards all left the game, the winner of the last round wins.
    if isinstance(view, RoundView) and not any(view.scores):
        return view.in_round
    best = max(view.scores)
    return tuple(seat for seat, score in enumerate(view.scores) if score == best)


def status(view: TableView) -> str:
    """Say who has to do something, or who has won."""
    if view.phase == "over":
        seats = winners(view)
        return f"{listed(seats)} {'wins' if len(seats) == 1 else 'win'}"
    return f"{listed(view.to_act)} to act" if view.to_act else ""


def result(view: TableView, thing: str = "point") -> str:
    """Say in a sentence who has won and with how many points, once the game is over."""
    words = status(view)
    return f"{words[0].upper()}{words[1:]} with {plural(max(view.scores), thing)}"


def seen_by(view: TableView) -> str:
    """Say whose view it is."""
    if view.player is None:
        return "everything shown"
    return f"seen by seat {view.player}" if view.player >= 0 else "seen by a spectator"


def told_scores(view: TableView) -> str:
    """List the scores, for those who do not see the picture."""
    return "Scores: " + ", ".join(f"seat {seat} {score}" for seat, score in enumerate(view.scores))
