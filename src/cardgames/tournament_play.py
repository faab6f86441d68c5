"""Playing the deals of a tournament: here, on threads, or in processes, always with one result."""

from __future__ import annotations

import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cardgames.bots import Bot
from cardgames.bots.bot import seeded
from cardgames.errors import BotError, CardGamesError, shown
from cardgames.matches import play_match

if TYPE_CHECKING:
    from cardgames._core.state import State
    from cardgames.game import Game
    from cardgames.records import GameRecord

_IMPORTED_AGAIN = (
    'processes import the program again: put the call under `if __name__ == "__main__":` and the '
    "bot in a module that can be imported; or use processes=False"
)
_DEALS_AHEAD = 4  # a worker: enough that none waits for a slow one, few enough to keep


class Deal(NamedTuple):
    """One deal and who plays it.

    Attributes
    ----------
    number
        Which deal of the tournament, from 0.
    seed
        Seed of all its games: they have the same cards.
    lineups
        For each game the bot of each seat, by its number.
    """

    number: int
    seed: int
    lineups: tuple[tuple[int, ...], ...]


class Entrant:
    """A bot under the name that the tournament knows it by."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name = name
        self.bot = bot

    def choose(self, state: State, player: int) -> int:
        """What the bot chooses; an error of the bot tells whose it is."""
        try:
            return self.bot.choose(state, player)
        except Exception as error:
            error.add_note(f"raised by the bot {self.name!r} at seat {player}")
            raise

    def with_seed(self, seed: int) -> Entrant:
        """The bot with this seed, or itself if it has no use for one."""
        return Entrant(self.name, seeded(self.bot, seed, self.name))


class Table(NamedTuple):
    """What is played, and by whom."""

    game: Game[Any]
    entrants: tuple[Entrant, ...]


class _Stop(Protocol):
    """An event of threads or of processes."""

    def is_set(self) -> bool: ...

    def set(self) -> None: ...


class _StoppedError(Exception):
    """Nobody waits for this game any more."""


def deals_played(
    table: Table, deals: Iterator[Deal], workers: int, processes: bool
) -> Generator[tuple[Deal, list[GameRecord]]]:
    """Each deal with the records of its games, in the order of the deals.

    To be closed when it is left early: then what is still being played ends after its next move.
    """
    if processes:
        return _played_by_processes(table, deals, workers)
    if workers > 1:
        return _played_by_threads(table, deals, workers)
    return ((deal, _play(table, deal)) for deal in deals)


def _play(table: Table, deal: Deal, stop: _Stop | None = None) -> list[GameRecord]:
    """Plays the games of a deal."""

    def give_up(_state: State, _player: int, _action: int) -> None:
        if stop is not None and stop.is_set():
            raise _StoppedError

    records: list[GameRecord] = []
    for number, lineup in enumerate(deal.lineups):
        seats = [table.entrants[bot] for bot in lineup]
        try:
            records.append(
                play_match(
                    table.game, seats, deal.seed, on_action=None if stop is None else give_up
                )
            )
        except Exception as error:
            names = ", ".join(seat.name for seat in seats)
            error.add_note(f"in game {number} of deal {deal.number}, seed {deal.seed}: {names}")
            if isinstance(error, StopIteration):  # generators on its way would not let it through
                raise _told(error) from error
            raise
    return records


def _played_by_threads(
    table: Table, deals: Iterator[Deal], workers: int
) -> Generator[tuple[Deal, list[GameRecord]]]:
    stop = threading.Event()
    with_threads = ThreadPoolExecutor(workers, thread_name_prefix="cardgames-tournament")
    return _played(with_threads, lambda deal: _play(table, deal, stop), deals, workers, stop)


def _played_by_processes(
    table: Table, deals: Iterator[Deal], workers: int
) -> Generator[tuple[Deal, list[GameRecord]]]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    try:
        pickled = pickle.dumps(table)
    except Exception as error:
        raise TypeError(
            f"bots that play in processes must be picklable: {shown(str(error))}"
        ) from error
    # Forked processes would inherit the locks of this one's threads as they happen to be.
    spawn = multiprocessing.get_context("spawn")
    stop, begun = spawn.Event(), spawn.Event()
    pool = ProcessPoolExecutor(workers, spawn, _start_worker, (pickled, stop, begun))
    try:
        yield from _played(pool, _play_in_worker, deals, workers, stop)
    except BrokenProcessPool as error:
        why = "a bot may have ended it" if begun.is_set() else _IMPORTED_AGAIN
        raise CardGamesError(f"a process of the tournament ended early; {why}") from error


def _played(
    executor: Executor,
    play: Callable[[Deal], list[GameRecord]],
    deals: Iterator[Deal],
    workers: int,
    stop: _Stop,
) -> Generator[tuple[Deal, list[GameRecord]]]:
    waiting: deque[tuple[Deal, Future[list[GameRecord]]]] = deque()
    try:
        while True:
            while len(waiting) < workers * _DEALS_AHEAD:
                deal = next(deals, None)
                if deal is None:
                    break
                with _interrupts_held():  # this may start a process
                    waiting.append((deal, executor.submit(play, deal)))
            if not waiting:
                return
            deal, future = waiting.popleft()
            yield deal, future.result()
    finally:
        stop.set()
        executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held() -> Generator[None]:
    """Let Ctrl-C wait. A process that is started meanwhile never gets it.

    `_start_worker` would come too late: the process has to import the program before.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In a process


class _Worker:
    """What a process of the pool was given."""

    pickled: bytes
    stop: _Stop
    begun: _Stop


def _start_worker(pickled: bytes, stop: _Stop, begun: _Stop) -> None:
    # Ctrl-C reaches all processes of a terminal; the one that started them ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Worker.pickled = pickled
    _Worker.stop = stop
    _Worker.begun = begun


def _play_in_worker(deal: Deal) -> list[GameRecord]:
    try:
        # Not unpickled in _start_worker: nobody would see its errors.
        table = _unpickled(_Worker.pickled)
        _Worker.begun.set()
        return _play(table, deal, _Worker.stop)
    except Exception as error:
        raise _that_travels(error) from None


@cache
def _unpickled(table: bytes) -> Table:
    try:
        unpickled: Table = pickle.loads(table)
    except Exception as error:
        raise TypeError(
            f"a bot cannot be unpickled in another process ({shown(str(error))}); {_IMPORTED_AGAIN}"
        ) from error
    return unpickled


def _that_travels(error: Exception) -> Exception:
    """The error, or one like it if it would not survive the way to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return _told(error)
    return error


def _told(error: Exception) -> BotError:
    """An error that tells of another one, with its notes."""
    told = BotError(f"{type(error).__name__}: {shown(str(error))}")
    for note in getattr(error, "__notes__", ()):
        told.add_note(note)
    return told
