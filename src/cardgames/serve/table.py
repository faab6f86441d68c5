"""One table: a game that is being played, its history, and who may see what of it."""

from __future__ import annotations

import hmac
import secrets
import threading
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from cardgames import SPECTATOR, GameRecord, State
from cardgames.records import GameRecorder
from cardgames.seeds import new_seed, one_way
from cardgames.serve.errors import RefusedError

_SECRET_BYTES = 24


@dataclass(frozen=True, slots=True)
class Keys:
    """The secrets of a table."""

    owner: str
    seats: tuple[str, ...]

    @classmethod
    def drawn(cls, seats: int) -> Keys:
        """New ones from the operating system."""
        return cls(_secret(), tuple(_secret() for _ in range(seats)))


def _secret() -> str:
    return secrets.token_urlsafe(_SECRET_BYTES)


@dataclass(slots=True)
class _Moves:
    """What was played, some bytes an action."""

    seats: array[int] = field(default_factory=lambda: array("B"))
    actions: array[int] = field(default_factory=lambda: array("H"))
    # The phase before it, if others did not see it; else "".
    hidden_in: list[str] = field(default_factory=list[str])

    def cut(self, length: int) -> None:
        for each in (self.seats, self.actions, self.hidden_in):
            del each[length:]


class Table:
    """A game that is being played.

    A table belongs to whoever holds its `lock`.

    Parameters
    ----------
    name
        Its name.
    start
        How the game begins, and who plays: a record without actions.
    is_secured
        Whether it gets secrets; if not, everything is open to everybody.
    """

    def __init__(self, name: str, start: GameRecord, *, is_secured: bool) -> None:
        self.name = name
        self.lock = threading.Lock()
        self.game = start.game
        self.players = start.players
        self.state: State = start.start_state()
        # Changes with every change of the position.
        self.revision = 0
        self._start = start
        self.keys = Keys.drawn(start.game.num_players) if is_secured else None
        # What is drawn for bots must not help to work out the deal, so where there are secrets it
        # does not come from the seed of the deal, which may be one that can be guessed.
        self._noise = new_seed() if is_secured or start.seed is None else start.seed
        self._moves = _Moves()
        # Of a game that begins within a phase it is not known whether others have chosen in it.
        self._first_hidden = "" if start.start is None else phase_of(self.state)

    @property
    def is_secured(self) -> bool:
        """Whether the table has secrets."""
        return self.keys is not None

    # --- Who may do what ---

    def demand_owner(self, secret: str | None) -> None:
        """Refuses whoever may not see everything."""
        if self.keys is not None and not _is_same(secret, self.keys.owner):
            raise RefusedError("forbidden", "this needs the secret of the table's owner")

    def demand_seat(self, seat: int, secret: str | None) -> None:
        """Refuses whoever may not see what a seat knows; the owner may."""
        if seat >= self.game.num_players:
            raise RefusedError(
                "bad_seat", f"seat: must be from 0 to {self.game.num_players - 1}, not {seat}"
            )
        keys = self.keys
        if keys is None:
            return
        # Both are compared, whatever the first one gives.
        allowed = _is_same(secret, keys.seats[seat]) | _is_same(secret, keys.owner)
        if not allowed:
            raise RefusedError("forbidden", f"this needs the secret of seat {seat}, or the owner's")

    # --- Play ---

    def __len__(self) -> int:
        return len(self._moves.seats)

    def apply(self, action: int, seat: int) -> None:
        """Plays an action; IllegalActionError if it may not be played."""
        hidden_in = self._hidden_phase()
        self.state.apply(action, seat)
        self._moves.seats.append(seat)
        self._moves.actions.append(action)
        self._moves.hidden_in.append(hidden_in)
        self.revision += 1

    def _hidden_phase(self) -> str:
        """The phase, if the next action in it is chosen at the same time as others; else "".

        Others do not see it then, also if it is the last of them. This follows from what everybody
        knows, so that what is told of the history tells nothing more.
        """
        if len(self.state.to_act) > 1:
            return phase_of(self.state)
        before = self._moves.hidden_in[-1] if len(self) else self._first_hidden
        return before if before and before == phase_of(self.state) else ""

    def undo(self, count: int) -> None:
        """Takes actions back, by playing the others again."""
        left = len(self) - count
        if left < 0:
            raise RefusedError(
                "bad_value", f"count: {len(self)} actions can be taken back, not {count}"
            )
        state = self._start.start_state()
        moves = self._moves
        for seat, action in zip(moves.seats[:left], moves.actions[:left], strict=True):
            state.apply(action, seat)
        moves.cut(left)
        self.state = state
        self.revision += 1

    def history(
        self, viewer: int | None, start: int, count: int
    ) -> Sequence[tuple[int, int | None]]:
        """Seats and actions; None for one that the viewer does not see. A viewer None sees all."""
        moves = self._moves
        part = slice(start, start + count)
        return [
            (seat, None if hidden_in and viewer not in (None, seat) else action)
            for seat, action, hidden_in in zip(
                moves.seats[part], moves.actions[part], moves.hidden_in[part], strict=True
            )
        ]

    def record(self) -> GameRecord:
        """The game so far."""
        start, moves = self._start, self._moves
        actions = tuple(zip(moves.seats, moves.actions, strict=True))
        return GameRecord(start.game, start.seed, start.start, start.players, actions)

    def seed_of_choice(self, *numbers: int) -> int:
        """A seed for the choice of a bot at this point; nobody can work the deal out from it."""
        return one_way(self._noise, len(self), *numbers)


def phase_of(state: State) -> str:
    """The phase, as the game's page names it."""
    phase: str = state.view(SPECTATOR).phase
    return phase


def start_of(state: State, players: Sequence[str]) -> GameRecord:
    """The beginning of a game as a record; RecordError if a name is not right."""
    return GameRecorder(state, players).record()


def _is_same(given: str | None, secret: str) -> bool:
    return given is not None and hmac.compare_digest(given.encode(), secret.encode())
