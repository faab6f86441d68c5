"""`cardgames tournament GAME`: bots play many games, and how good they turned out to be."""

from __future__ import annotations

import importlib
import json
import os
import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import cardgames
from cardgames.cli_bots import read_bots
from cardgames.cli_console import (
    EXIT_ERROR,
    EXIT_INTERRUPTED,
    Layout,
    counted,
    duration,
    fail,
    file_name,
    fitted_table,
    print_facts,
    print_lines,
    progress_bar,
    stdout_console,
    streams,
    wrap,
)
from cardgames.cli_games import (
    INTEGER,
    checked_run,
    games_app,
    json_option,
    option,
    seed_option,
)
from cardgames.errors import CardGamesError, shown
from cardgames.standings import Measure, measured, words

if TYPE_CHECKING:
    import typer
    from rich.console import Console

    from cardgames import Game
    from cardgames.records import GameRecord
    from cardgames.standings import Estimate, TournamentResult

_MAX_GAMES = 10**9
_FLAGS = {"bots": "--bots", "path": "--plot"}  # of what messages of the library begin with
_HEADS: dict[Measure, str] = {"win_share": "Win share", "score": "Score"}
_UNITS: dict[Measure, str] = {"win_share": "wins", "score": "score"}


def tournament_app() -> typer.Typer:
    """Build the command."""
    import typer

    options = [
        option(
            "bots",
            str,
            typer.Option(
                "--bots",
                metavar="<bot,...>",
                help="The bots: random, greedy, ismcts:1000 (simulations), ismcts:0.1s (time), "
                "flat:1000, puct:1000; or one of a file of yours, mine.py:MyBot.",
            ),
            "random,greedy",
        ),
        option(
            "games",
            int,
            typer.Option(
                "--games", help="How many games to play; the last deal is finished.", **INTEGER
            ),
            1000,
        ),
        option(
            "partners",
            str | None,
            typer.Option(
                "--partners",
                metavar="<seats,...>",
                help="Seats that have the same bot: 0+2,1+3. Default: each seat for itself.",
            ),
        ),
        seed_option("deals"),
        option(
            "workers",
            int | None,
            typer.Option(
                "--workers",
                help="Deals that are played at the same time. Default: one for each core.",
                **INTEGER,
            ),
        ),
        option(
            "processes",
            bool,
            typer.Option(
                "--processes/--no-processes", help="Workers are processes, or else threads."
            ),
            True,
        ),
        json_option(),
        *(
            option(
                name,
                str | None,
                typer.Option(f"--{name}", metavar="<file>", help=text),
            )
            for name, text in (
                ("csv", "Write the standings as CSV."),
                ("plot", "Write a chart of the standings: .png, .svg or .pdf."),
                ("records", "Write every game as a line of JSON."),
            )
        ),
    ]
    return games_app(
        "tournament",
        "Let bots play many games of {} and show how good they are",
        options,
        _tournament,
    )


def _tournament(ctx: typer.Context, game: Game[Any], values: dict[str, Any]) -> int:
    """Carry out the command; return the exit code."""
    from cardgames.tournament import checked_bots, tournament

    games, seed, workers = checked_run(ctx, values, _MAX_GAMES, "workers")
    drawn = values["seed"] is None
    bots = read_bots(ctx, values["bots"])
    partners = _partners(ctx, values["partners"], game.num_players)
    _check_different(ctx, values)
    # Everything is refused before a file is touched.
    try:
        checked_bots(bots)
        if values["plot"] is not None:
            check_ending = importlib.import_module("cardgames.pictures.tournament").check_ending
            check_ending(values["plot"])
    except CardGamesError as error:
        ctx.fail(_in_flags(str(error)))
    except ModuleNotFoundError as error:
        return fail(str(error), EXIT_ERROR)
    for flag in ("csv", "plot", "records"):
        _check_writable(ctx, f"--{flag}", values[flag])
    in_processes = values["processes"] and workers > 1
    _, stderr = streams()
    show = not values["json"] and stderr is not None and stderr.isatty()
    with progress_bar(games, show=show) as progress, _recorder(values["records"]) as on_record:
        result = tournament(
            game,
            bots,
            games,
            partners=partners,
            seed=seed,
            workers=workers,
            processes=in_processes,
            progress=progress,
            on_record=on_record,
        )
    try:
        _write_files(result, values)
    finally:  # what was found is shown even if a file cannot be written after all
        if values["json"]:
            report = {"cardgames": cardgames.__version__, **result.to_dict()}
            print(json.dumps(report), flush=True)
        else:
            _show_result(stdout_console(), result, drawn, in_processes)
    return EXIT_INTERRUPTED if result.interrupted else 0


def _partners(ctx: typer.Context, text: str | None, num_players: int) -> list[list[int]] | None:
    """The groups of seats that a text such as 0+2,1+3 names."""
    from cardgames.tournament import checked_partners

    if text is None:
        return None
    groups = [group.split("+") for group in text.split(",")]
    seats = [seat.strip() for group in groups for seat in group]
    if not all(seat.isascii() and seat.isdecimal() and len(seat) < 10 for seat in seats):
        ctx.fail(f"--partners must be seats such as 0+2,1+3, not {shown(text)}")
    partners = [[int(seat) for seat in group] for group in groups]
    try:
        checked_partners(partners, num_players)
    except CardGamesError:  # whose message has lists of Python
        ctx.fail(
            f"--partners must have each of the seats 0 to {num_players - 1} once, not {shown(text)}"
        )
    return partners


def _in_flags(message: str) -> str:
    """Say a message of the library in the words of the command line."""
    return re.sub("^(bots|path)", lambda found: _FLAGS[found[1]], message)


# Files


def _check_different(ctx: typer.Context, values: dict[str, Any]) -> None:
    """Refuse one file for two things: the later one would overwrite the other."""
    flags: dict[str, str] = {}
    for name in ("csv", "plot", "records"):
        if values[name] is not None:
            other = flags.setdefault(os.path.normcase(os.path.abspath(values[name])), f"--{name}")
            if other != f"--{name}":
                ctx.fail(
                    f"{other} and --{name} must be different files, not both {shown(values[name])}"
                )


def _check_writable(ctx: typer.Context, flag: str, path: str | None) -> None:
    """Refuse a file that cannot be written, before hours are spent on what it should hold."""
    if path is None:
        return
    try:
        with open(path, "ab"):
            pass
    except (OSError, ValueError) as error:  # a zero byte in a name is a ValueError
        reason = error.strerror if isinstance(error, OSError) else "it is no name of a file"
        ctx.fail(f"{flag}: cannot write {file_name(path)}: {reason}")


def _write_files(result: TournamentResult, values: dict[str, Any]) -> None:
    if values["csv"] is not None:
        with open(values["csv"], "w", encoding="utf-8", newline="") as file:
            file.write(result.to_csv())
    if values["plot"] is not None and result.standings:
        result.plot(values["plot"])


@contextmanager
def _recorder(path: str | None) -> Generator[Callable[[GameRecord], None] | None]:
    """Write each record to a file when it comes."""
    if path is None:
        yield None
        return
    from cardgames.records import write_records

    with open(path, "w", encoding="utf-8", newline="\n") as file:
        yield lambda record: write_records(file, [record])


# What a person sees


def _show_result(
    console: Console, result: TournamentResult, seed_drawn: bool, in_processes: bool
) -> None:
    drawn = " (drawn)" if seed_drawn else ""
    # in one piece, to be copied
    console.print(result.game, style="bold", markup=False, soft_wrap=True)
    games = f"{counted(result.games, 'game')} of {counted(result.deals, 'deal')}"
    print_lines(console, wrap(console, f"{games}, seed {result.seed}{drawn}"))
    if result.interrupted:
        text = f"Interrupted: {result.games:,} of {result.games_asked:,} games were played."
        print_lines(console, wrap(console, text), style="yellow")
    if not result.standings:
        return
    ascii_only = console.options.ascii_only
    for table in (
        standings_table(result, console.width, ascii_only=ascii_only),
        pairs_table(result, console.width, ascii_only=ascii_only),
    ):
        if table:
            console.print()
            print_lines(console, table[:1], style="bold")
            print_lines(console, table[1:])
    console.print()
    facts = _facts(result, in_processes) | {
        _sign(ascii_only): "half of the 95% interval over the deals"
    }
    print_facts(console, facts)


def standings_table(result: TournamentResult, width: int, *, ascii_only: bool) -> list[str]:
    """Tabulate the standings, in the first layout that is narrow enough."""
    standings = result.standings
    sign = _sign(ascii_only)
    columns = {"Bot": [it.bot for it in standings]}
    for measure, head in _HEADS.items():
        columns |= _columns([measured(it, measure) for it in standings], measure, head, sign)
    if ratings := result.ratings_if_installed():
        columns["Elo"] = [f"{it.elo:+.0f}" for it in ratings]
        columns["95%"] = [
            "-" if it.low is None or it.high is None else f"{it.low:+.0f} to {it.high:+.0f}"
            for it in ratings
        ]
    layouts = _layouts(result, sign, (("95%",), ("95%", "Elo")))
    return fitted_table(columns, layouts, width, _rule(ascii_only), left="Bot")


def pairs_table(result: TournamentResult, width: int, *, ascii_only: bool) -> list[str]:
    """Tabulate the differences of every two bots; nothing for one bot alone."""
    pairs = result.pairs
    if not pairs:
        return []
    sign = _sign(ascii_only)
    columns = {"Difference": [f"{it.first} - {it.second}" for it in pairs]}
    for measure, head in _HEADS.items():
        columns |= _columns([measured(it, measure) for it in pairs], measure, head, sign)
    layouts = _layouts(result, sign, ())
    return fitted_table(columns, layouts, width, _rule(ascii_only), left="Difference")


def _sign(ascii_only: bool) -> str:
    return "+-" if ascii_only else "±"


def _rule(ascii_only: bool) -> str:
    return "-" if ascii_only else "─"


def _layouts(
    result: TournamentResult, sign: str, narrower: Sequence[tuple[str, ...]]
) -> list[Layout]:
    """Layouts of both tables, the widest first; `narrower` are columns that are left out later."""
    wins, score = f"{sign} wins", f"{sign} score"
    short = {"Win share": "Wins", wins: sign, score: sign}
    second = ("Score", score) if result.num_players > 1 else ()  # to what the standings go by
    last = narrower[-1] if narrower else ()
    return [
        Layout(),
        Layout(2, short),
        Layout(2, short, second),
        *(Layout(2, short, (*second, *columns)) for columns in narrower),
        Layout(1, short, (*second, *last, wins, score)),
    ]


def _columns(
    values: Sequence[Estimate | None], measure: Measure, head: str, sign: str
) -> dict[str, list[str]]:
    """The columns of means and of half widths of their intervals; none for what is not there."""
    known = [words(value, measure) for value in values if value is not None]
    if not known:
        return {}
    means, halves = zip(*known, strict=True)
    return {head: list(means), f"{sign} {_UNITS[measure]}": list(halves)}


def _facts(result: TournamentResult, in_processes: bool) -> dict[str, str]:
    """Say what an equal bot would have, how long games are and how fast it went."""
    facts: dict[str, str] = {}
    if result.num_players > 1:
        facts["Equal bots"] = f"would have a win share of {result.expected:.2%}"
        if result.most < 1:
            facts["At most"] = f"{result.most:.2%} can be, as a bot has several seats of a game"
    if not result.ratings_if_installed():
        facts["Ratings"] = (
            'need choix: pip install "cardgames-engine[ratings]" '
            '(from a clone: pip install ".[ratings]")'
        )
    facts["Length"] = f"{result.actions / result.games:,.1f} actions"
    if result.truncated:
        facts["Cut short"] = (
            f"{counted(result.truncated, 'game')} ({result.truncated / result.games:.2%}), "
            "by a limit of rounds"
        )
    speed = result.games / result.seconds if result.seconds > 0 else 0.0
    facts["Speed"] = f"{speed:,.1f} games/s"
    workers = f"{result.workers:,} processes" if in_processes else counted(result.workers, "thread")
    facts["Time"] = f"{duration(result.seconds)} on {workers}"
    return facts
