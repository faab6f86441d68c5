"""Tournaments of bots: every bot at every seat, the same cards for all, and what came out.

The unit is a deal. Its games have the same cards and the same bots, moved on by one seat from game
to game, so that cards and seats are the same luck for every bot. See docs/tournaments.md.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from cardgames.arguments import MAX_THREADS, as_text, checked_int, checked_seed
from cardgames.bots import BotFor, bot_name, make_bot
from cardgames.bots.bot import is_bot
from cardgames.errors import BotError, CardGamesError, shown
from cardgames.game import Game, StateT
from cardgames.rating import Rating
from cardgames.seeds import new_seed, stream
from cardgames.standings import Estimate, Measure, PairDifference, Standing, TournamentResult
from cardgames.tournament_counts import Counts, counts_of
from cardgames.tournament_play import Deal, Entrant, Table, deals_played

if TYPE_CHECKING:
    from cardgames.records import GameRecord

__all__ = [
    "Estimate",
    "Measure",
    "PairDifference",
    "Rating",
    "Standing",
    "TournamentResult",
    "tournament",
]

_MAX_GAMES = 10**9
_MAX_BOTS = 100
_MAX_NAME = 200  # characters of a name in a record
_SHUFFLE = 2**32  # a stream of the deal's seed that no seat of a match has


def tournament(
    game: Game[StateT],
    bots: Sequence[BotFor[StateT] | str] | Mapping[str, BotFor[StateT] | str],
    games: SupportsIndex = 1000,
    *,
    partners: Sequence[Sequence[SupportsIndex]] | None = None,
    seed: SupportsIndex | None = None,
    workers: SupportsIndex = 1,
    processes: bool = False,
    progress: Callable[[int, int], object] | None = None,
    on_record: Callable[[GameRecord], object] | None = None,
) -> TournamentResult:
    """Let bots play many games against each other and say how good they are.

    Parameters
    ----------
    game
        What is played.
    bots
        Bots, or texts that `make_bot` takes; each under its `bot_name`, or a mapping from names to
        bots. Names must differ.
    games
        How many games at least, 1 to 10**9: the deal that reaches the number is played to its end.
    partners
        Groups of seats that always have the same bot, as ``[(0, 2), (1, 3)]`` for teams; together
        every seat once. By default every seat is alone.
    seed
        0 to 2**64 - 1; None draws one. Same seed, same deals at the same seats, and bots with
        `with_seed` play the same games.
    workers
        How many deals are played at the same time, 1 to 1024. It does not change the result.
    processes
        Whether the workers are processes instead of threads: for bots written in Python. Bots and
        their classes must be picklable and importable.
    progress
        Called as ``progress(done, games)`` after every deal, with the games played so far.
    on_record
        Called with the record of every game, in the order of the deals and of their games, before
        the deal is counted: after Ctrl-C it may have been called for a deal that is not.

    Returns
    -------
    TournamentResult
        What was found. Ctrl-C ends the tournament early and is not passed on: the result covers
        the first deals and says so (`interrupted`).

    Raises
    ------
    TypeError
        An argument is of a wrong type; `processes` is asked for and a bot cannot be pickled.
    CardGamesError
        `games`, `seed` or `workers` is out of range; `partners` are no groups of all seats.
    BotError
        There is no bot, or two have one name; a text is no bot; a bot chose what is not legal.
        What a bot raises itself goes through, with a note that names the bot and the game.
    """
    if not issubclass(type(game), Game):  # isinstance would believe what it says of its class
        raise TypeError(f"game must be a Game, not {type(game).__name__}")
    entrants = checked_bots(bots)
    groups = checked_partners(partners, game.num_players)
    asked = checked_int(games, "games", 1, _MAX_GAMES)
    seed = new_seed() if seed is None else checked_seed(seed)
    workers = checked_int(workers, "workers", 1, MAX_THREADS)
    if not isinstance(processes, bool):
        raise TypeError(f"processes must be True or False, not {type(processes).__name__}")
    for name, function in (("progress", progress), ("on_record", on_record)):
        if function is not None and not callable(function):
            raise TypeError(f"{name} must be a function, not {type(function).__name__}")
    deals = _deals(len(entrants), groups, seed, asked)
    rows = array("d")  # the counts of the deals, one after the other
    done = 0
    interrupted = False
    start = end = time.perf_counter()
    # An interrupt may come between any two steps in here. A deal's row is added in one of them.
    try:
        with closing(deals_played(Table(game, entrants), deals, workers, processes)) as played:
            for deal, records in played:
                if on_record is not None:
                    for record in records:
                        on_record(record)
                rows.extend(counts_of(len(entrants), deal.lineups, records))
                end = time.perf_counter()
                done += len(records)
                if progress is not None:
                    progress(done, asked)
    except KeyboardInterrupt:
        interrupted = True
    seconds = end - start
    names = tuple(entrant.name for entrant in entrants)
    counts = Counts.of_rows(rows, len(names))
    return TournamentResult(
        game=str(game),
        num_players=game.num_players,
        bots=names,
        partners=groups,
        seed=seed,
        games_asked=asked,
        games=counts.games,
        deals=counts.deals,
        truncated=counts.truncated,
        actions=counts.actions,
        interrupted=interrupted,
        standings=counts.standings(names, alone=game.num_players == 1),
        pairs=counts.pairs(names, alone=game.num_players == 1),
        comparisons=counts.beaten,
        workers=workers,
        seconds=seconds,
    )


def lineups(bots: int, places: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """Who sits where in the games of a deal.

    A ring holds every bot equally often, as rarely as is enough for all places, in an order drawn
    from the deal's seed. In each game it is moved on by one, until it comes to repeat itself: so
    every bot has every place equally often, and no lineup comes twice.

    Parameters
    ----------
    bots, places
        How many of each, at least 1.
    seed
        Of the deal.

    Returns
    -------
    tuple of tuple of int
        For each game the number of the bot at each place.
    """
    size = bots * -(-places // bots)
    order = sorted(range(size), key=lambda entry: stream(seed, _SHUFFLE, entry))
    ring = [entry % bots for entry in order]
    period = next(n for n in range(1, size + 1) if size % n == 0 and ring[n:] + ring[:n] == ring)
    return tuple(
        tuple(ring[(game + place) % size] for place in range(places)) for game in range(period)
    )


def _deals(bots: int, groups: tuple[tuple[int, ...], ...], seed: int, games: int) -> Iterator[Deal]:
    """The deals of a tournament, until they have enough games."""
    group_of = {seat: number for number, group in enumerate(groups) for seat in group}
    number = 0
    while games > 0:
        deal_seed = stream(seed, number)
        of_groups = lineups(bots, len(groups), deal_seed)
        of_seats = tuple(
            tuple(lineup[group_of[seat]] for seat in range(len(group_of))) for lineup in of_groups
        )
        yield Deal(number, deal_seed, of_seats)
        games -= len(of_seats)
        number += 1


def checked_bots(bots: object) -> tuple[Entrant, ...]:
    """The bots of a tournament with their names; see there for the errors."""
    named: list[tuple[object, object]]
    if isinstance(bots, Mapping):
        by_name = cast("Mapping[object, object]", bots)
        named = [(name, by_name[name]) for name in islice(by_name, _MAX_BOTS + 1)]
    elif isinstance(bots, Sequence) and not isinstance(bots, str | bytes | bytearray):
        given = cast("Sequence[object]", bots)
        named = [(None, bot) for bot in islice(given, _MAX_BOTS + 1)]
    else:
        raise TypeError(f"bots must be a list of bots or a dict, not {type(bots).__name__}")
    if not 1 <= len(named) <= _MAX_BOTS:
        count = f"more than {_MAX_BOTS}" if named else "0"
        raise BotError(f"bots: there must be from 1 to {_MAX_BOTS}, not {count}")
    entrants: list[Entrant] = []
    for number, (name, bot) in enumerate(named):
        entrant = _entrant(name, bot, f"bots[{number if name is None else shown(name)}]")
        if any(entrant.name == other.name for other in entrants):
            raise BotError(
                f"bots: two are called {shown(entrant.name)}; names must differ, and a dict of "
                "names and bots gives them others"
            )
        entrants.append(entrant)
    return tuple(entrants)


def _entrant(name: object, bot: object, where: str) -> Entrant:
    """A bot, or the bot of a text, under a name or else its own."""
    found = make_bot(as_text(bot, where)) if isinstance(bot, str) else bot
    if not is_bot(found):
        raise TypeError(
            f"{where} must be a bot, with a method choose(state, player), not {shown(found)}"
        )
    text = bot_name(found) if name is None else as_text(name, "the name of a bot")
    if not text or len(text) > _MAX_NAME or not text.isprintable():
        raise BotError(
            f"{where}: a name must have 1 to {_MAX_NAME} printable characters, not {shown(text)}"
        )
    return Entrant(text, cast("BotFor[Any]", found))


def checked_partners(partners: object, num_players: int) -> tuple[tuple[int, ...], ...]:
    """The groups of seats, each of which has one bot; see `tournament` for the errors."""
    if partners is None:
        return tuple((seat,) for seat in range(num_players))
    groups = tuple(
        tuple(
            checked_int(seat, "a seat of partners", 0, num_players - 1)
            for seat in _some(group, "each group of partners", num_players)
        )
        for group in _some(partners, "partners", num_players)
    )
    if sorted(seat for group in groups for seat in group) != list(range(num_players)):
        raise CardGamesError(
            f"partners must have each of the seats 0 to {num_players - 1} once, not {shown(groups)}"
        )
    if not all(groups):
        raise CardGamesError(f"partners must have no empty group, not {shown(groups)}")
    return groups


def _some(values: object, name: str, most: int) -> list[object]:
    """The members of a list; one too many is enough to see that it is too long."""
    if not isinstance(values, Sequence) or isinstance(values, str | bytes | bytearray):
        raise TypeError(f"{name} must be a list of seats, not {type(values).__name__}")
    return list(islice(cast("Sequence[object]", values), most + 1))
