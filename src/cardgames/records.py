"""Records of games: how a game began, who played, and every action; as lines of JSON.

>>> import cardgames
>>> from cardgames.records import GameRecord, GameRecorder
>>> recorder = GameRecorder(cardgames.Triplets(num_players=2).new_state(seed=1), ["Ann", "Bob"])
>>> recorder.apply(recorder.state.legal_actions()[0])
>>> record = recorder.record()
>>> record.players, len(record.actions), record.is_over
(('Ann', 'Bob'), 1, False)
>>> GameRecord.from_json(record.to_json()) == record
True

docs/records.md has the format.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Generic, SupportsIndex, TextIO, cast

from cardgames import record_json
from cardgames._core.state import State
from cardgames.arguments import as_integer, as_path, as_text, checked_int, checked_seed
from cardgames.errors import CardGamesError, InvalidStateError, RecordError, shown
from cardgames.game import Game, StateT_co
from cardgames.positions import items
from cardgames.record_json import MAX_LENGTH

__all__ = ["MAX_LENGTH", "GameRecord", "GameRecorder", "read_records", "write_records"]

_MOST_NAME = 200  # characters of a player's name


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was played, or a part of one: immutable, comparable, hashable, picklable.

    It is checked when it is made: every action was legal for its seat. What came out of the
    game is found by playing it again.

    Parameters
    ----------
    game
        The game.
    seed
        The seed of `game.new_state` that the game began with; None if it began otherwise.
    start
        The whole position that the game began with, in the format of the game's page; None if it
        began with a seed. It is kept in full, with the generator, and must not be changed.
    players
        The name of each seat's player, up to 200 printable characters; may be empty. Nothing at
        all is the same as all of them empty.
    actions
        Each action as its seat and id.

    Attributes
    ----------
    scores
        Points of each seat after the last action.
    returns
        Results in [-1, 1] of each seat; all 0 if the game is not over.
    winners
        Seats that won; () if the game is not over.
    is_over
        Whether the last action ended the game.
    is_truncated
        Whether a safety limit did.

    Raises
    ------
    TypeError
        A value is of a wrong type.
    RecordError
        There is neither a seed nor a position, or both; the position or a name is not right; an
        action was not legal.
    """

    game: Game[Any]
    seed: int | None = None
    start: dict[str, Any] | None = field(default=None, hash=False)
    players: tuple[str, ...] = ()
    actions: tuple[tuple[int, int], ...] = ()
    scores: tuple[int, ...] = field(init=False, compare=False)
    returns: tuple[float, ...] = field(init=False, compare=False)
    winners: tuple[int, ...] = field(init=False, compare=False)
    is_over: bool = field(init=False, compare=False)
    is_truncated: bool = field(init=False, compare=False)

    def __post_init__(self) -> None:
        # By the true type: isinstance would believe what it says of its class.
        if not issubclass(type(self.game), Game):
            raise TypeError(f"game must be a Game, not {type(self.game).__name__}")
        if (self.seed is None) == (self.start is None):
            has = "both" if self.start is not None else "neither of them"
            raise RecordError(f"seed, start: a record has one of them, not {has}")
        # What was given becomes plain values, which nobody else can change.
        if self.seed is not None:
            self._set(seed=checked_seed(self.seed))
        state = self.start_state()
        if self.start is not None:
            self._set(start=state.view().to_dict())
        self._set(
            players=_checked_players(self.players, self.game.num_players),
            actions=_checked_actions(self.actions),
        )
        for number, (seat, action) in enumerate(self.actions, 1):
            try:
                state.apply(action, seat)
            except CardGamesError as error:
                raise RecordError(f"action {number}: {error}") from None
        self._set(
            scores=state.scores(),
            returns=state.returns(),
            winners=state.winners(),
            is_over=state.is_terminal,
            is_truncated=state.is_truncated,
        )

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    # --- The game again ---

    def start_state(self) -> State:
        """The state that the game began with."""
        if self.start is None:
            return cast("State", self.game.new_state(self.seed))
        try:
            return cast("State", self.game.state_from_dict(self.start))
        except InvalidStateError as error:
            raise RecordError(f"start: {error}") from None

    def replay(self) -> Iterator[tuple[State, int, int]]:
        """Every action with the state before it.

        Yields
        ------
        state, player, action
            The position, which is a copy and may be kept; the seat that acted and what it played.

        Examples
        --------
        >>> import cardgames
        >>> record = cardgames.play_match(cardgames.Triplets(num_players=2), ["random"] * 2, seed=1)
        >>> all(state.is_legal(action, player) for state, player, action in record.replay())
        True
        """
        state = self.start_state()
        for seat, action in self.actions:
            yield state.copy(), seat, action
            state.apply(action, seat)

    def state_after(self, count: SupportsIndex) -> State:
        """The state after the first so many actions: 0 to `len(actions)`."""
        most = checked_int(count, "count", 0, len(self.actions))
        state = self.start_state()
        for seat, action in self.actions[:most]:
            state.apply(action, seat)
        return state

    def final_state(self) -> State:
        """The state after the last action."""
        return self.state_after(len(self.actions))

    # --- JSON ---

    def to_json(self) -> str:
        """The record as a line of JSON, without the end of line; docs/records.md has its keys.

        Raises
        ------
        RecordError
            It would be longer than `MAX_LENGTH` characters.
        """
        words = self.game.action_to_string
        text = json.dumps(
            {
                "format": record_json.FORMAT,
                "version": record_json.VERSION,
                "game": self.game.name,
                "options": self.game.saved_options(),
                "seed": None if self.seed is None else str(self.seed),
                "start": self.start,
                "players": self.players,
                "actions": [(seat, words(action)) for seat, action in self.actions],
                "result": self._result() if self.is_over else None,
            },
            ensure_ascii=False,
        )
        if len(text) > MAX_LENGTH:
            raise RecordError(f"the record would be longer than {MAX_LENGTH:,} characters")
        return text

    def _result(self) -> dict[str, object]:
        return {
            "scores": self.scores,
            "winners": self.winners,
            "returns": self.returns,
            "truncated": self.is_truncated,
        }

    @classmethod
    def from_json(cls, text: str) -> GameRecord:
        """The record of a line of JSON; all of it is checked, and the game is played again.

        Raises
        ------
        TypeError
            `text` is no str.
        RecordError
            It is no record, or of another version; what it tells cannot have happened.
        """
        data = record_json.parsed(as_text(text, "a record"))
        game = record_json.read_game(data)
        record = cls(
            game,
            record_json.read_seed(data),
            record_json.read_start(data),
            record_json.read_players(data),
            record_json.read_actions(data, game),
        )
        record_json.check_result(data, record.is_over, record._result())
        return record


class GameRecorder(Generic[StateT_co]):
    """Writes down a game while it is played.

    Parameters
    ----------
    state
        Where the game begins; a copy of it is played on. If it is newly dealt, the record has its
        seed, else the position.
    players
        As for `GameRecord`.

    Raises
    ------
    TypeError
        An argument is of a wrong type.
    RecordError
        A name is not right; `apply_unchecked` has left no possible position.
    """

    __slots__ = ("_actions", "_start", "_state")

    def __init__(self, state: StateT_co, players: Sequence[str] = ()) -> None:
        if not issubclass(type(state), State):
            raise TypeError(f"state must be a State, not {type(state).__name__}")
        game, seed = state.game, state.seed
        names = _checked_players(players, game.num_players)
        if seed is not None and game.new_state(seed) == state:
            self._start = GameRecord(game, seed, players=names)
        else:
            self._start = GameRecord(game, start=state.view().to_dict(), players=names)
        self._state: StateT_co = state.copy()
        self._actions: list[tuple[int, int]] = []

    @property
    def state(self) -> StateT_co:
        """The position now: to be looked at, and changed by `apply` of the recorder only."""
        return self._state

    def apply(self, action: SupportsIndex, player: SupportsIndex | None = None) -> None:
        """Plays an action and writes it down; as `State.apply`, with the same errors."""
        number = as_integer(action, "action")
        seat = self._state.current_player if player is None else as_integer(player, "player")
        self._state.apply(number, None if player is None else seat)
        self._actions.append((seat, number))

    def record(self) -> GameRecord:
        """The game so far."""
        start = self._start
        return GameRecord(start.game, start.seed, start.start, start.players, tuple(self._actions))


# --- Files ---


def write_records(
    file: str | os.PathLike[str] | TextIO, records: Iterable[GameRecord], append: bool = False
) -> None:
    """Writes records to a file, each as a line of JSON.

    Parameters
    ----------
    file
        The path of a file, which is written in UTF-8; or an open text file, which is written on
        from where it is.
    records
        The records. They may be read from the same file.
    append
        For a path: whether the records come after those that the file has. If not, they take
        their place when all are written; after an error the file is as it was.

    Raises
    ------
    OSError
        The file cannot be written.
    TypeError
        An argument is of a wrong type.
    RecordError
        A record is too long or cannot be said in the encoding of the file; the path is no name of
        a file; the file is closed.
    """
    if not isinstance(append, bool):
        raise TypeError(f"append must be True or False, not {type(append).__name__}")
    if not isinstance(records, Iterable):
        raise TypeError(f"records must be a list of GameRecord, not {type(records).__name__}")
    lines = (_line(record) for record in records)
    if isinstance(file, str | os.PathLike):
        path = _path_text(file)
        if append:
            _append(path, lines)
        else:
            _replace(path, lines)
        return
    _refuse_no_file(file, "write")
    for line in lines:
        try:
            file.write(line)
        except UnicodeEncodeError:
            raise RecordError(
                "the encoding of the file has no letters for a record; it should be UTF-8"
            ) from None


def read_records(file: str | os.PathLike[str] | TextIO) -> Iterator[GameRecord]:
    """The records of a file, one after the other; each is checked when it is its turn.

    Lines that hold nothing are passed over. Of a path the lines are read that the file has when it
    is opened, so that what is read may be appended to it.

    Parameters
    ----------
    file
        The path of a file in UTF-8, or an open text file.

    Raises
    ------
    OSError
        The file cannot be read.
    TypeError
        `file` is of a wrong type.
    RecordError
        A line holds no record; the message begins with its number. The path is no name of a file;
        the file is closed.
    """
    if isinstance(file, str | os.PathLike):
        return _read_path(_path_text(file))
    _refuse_no_file(file, "readline")
    return _read_file(file)


def _line(record: object) -> str:
    if not issubclass(type(record), GameRecord):
        raise TypeError(f"a record must be a GameRecord, not {type(record).__name__}")
    return cast("GameRecord", record).to_json() + "\n"


def _is_stream(path: str) -> bool:
    """Whether it is a pipe or device, such as /dev/stdout. Where that leads to may have no name."""
    return os.path.exists(path) and not os.path.isfile(path)


def _append(path: str, lines: Iterable[str]) -> None:
    with open(path, "ab" if _is_stream(path) else "a+b") as file:
        if file.readable() and file.tell():
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":  # what wrote the last line was stopped within it
                file.write(b"\n")
        file.writelines(line.encode() for line in lines)


def _replace(path: str, lines: Iterable[str]) -> None:
    if not os.path.basename(path):
        raise RecordError(f"{shown(path)} is no name of a file")
    if _is_stream(path):
        with open(path, "wb") as file:
            file.writelines(line.encode() for line in lines)
        return
    import secrets
    import shutil

    target = os.path.realpath(path)
    # Beside the file, under a name of its own, as the file's may be as long as a name can be.
    part = os.path.join(os.path.dirname(target), f"{secrets.token_hex(8)}.part")
    try:
        with open(part, "xb") as file:
            file.writelines(line.encode() for line in lines)
        if os.path.exists(target):
            shutil.copymode(target, part)
        os.replace(part, target)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(part)
        if isinstance(error, OSError) and error.filename == part:
            raise OSError(error.errno, error.strerror, path) from None
        raise


def _read_path(path: str) -> Iterator[GameRecord]:
    # Bytes that are no UTF-8 become surrogates, so that the line that they are in can be named.
    with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        # Of what is no file, such as a pipe, the size is 0 and says nothing.
        yield from _read_file(file, os.fstat(file.fileno()).st_size)


def _read_file(file: TextIO, size: int = 0) -> Iterator[GameRecord]:
    """The records of a file; of one with a size those that begin within it."""
    done = 0
    for number in count(1):
        if 0 < size <= done:
            return
        try:
            line = as_text(file.readline(MAX_LENGTH + 1), "a line")
            done += len(line.encode())
        except UnicodeError:
            raise RecordError(f"line {number}: is no UTF-8 text") from None
        if not line:
            return
        if len(line) > MAX_LENGTH and not line.endswith("\n"):
            raise RecordError(f"line {number}: is longer than {MAX_LENGTH:,} characters")
        text = (line.removeprefix("\ufeff") if number == 1 else line).strip()
        if not text:
            continue
        try:
            record = GameRecord.from_json(text)
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from None
        yield record


def _path_text(path: str | os.PathLike[str]) -> str:
    try:
        return as_path(path)
    except CardGamesError as error:
        raise RecordError(str(error)) from None


def _refuse_no_file(file: object, method: str) -> None:
    is_binary = isinstance(file, io.RawIOBase | io.BufferedIOBase)
    if is_binary or isinstance(file, type) or not callable(getattr(file, method, None)):
        raise TypeError(f"file must be a path or an open text file, not {type(file).__name__}")
    if getattr(file, "closed", False) is True:
        raise RecordError("the file is closed")


# --- Checks of what a record is made of ---


def _checked_players(players: object, num_players: int) -> tuple[str, ...]:
    given = items(players)
    if given is None:
        raise TypeError(f"players must be a list of names, not {type(players).__name__}")
    if not given:
        return ("",) * num_players
    if len(given) != num_players:
        raise RecordError(f"players: must be {num_players} names, not {len(given)}")
    names = [as_text(name, f"players[{seat}]") for seat, name in enumerate(given)]
    for seat, name in enumerate(names):
        if len(name) > _MOST_NAME or not name.isprintable():
            raise RecordError(
                f"players[{seat}]: must be up to {_MOST_NAME} printable characters, "
                f"not {shown(name)}"
            )
    return tuple(names)


def _checked_actions(actions: object) -> tuple[tuple[int, int], ...]:
    given = items(actions)
    if given is None:
        raise TypeError(f"actions must be a list, not {type(actions).__name__}")
    checked: list[tuple[int, int]] = []
    for number, entry in enumerate(given, 1):
        pair = items(entry)
        if pair is None or len(pair) != 2:
            raise TypeError(f"action {number} must be a seat and an id, not {shown(entry)}")
        checked.append((as_integer(pair[0], "a seat"), as_integer(pair[1], "an action")))
    return tuple(checked)
