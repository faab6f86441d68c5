"""`cardgames simulate GAME`: random games in the core, and what came out of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cardgames
from cardgames.cli_console import (
    EXIT_INTERRUPTED,
    Layout,
    counted,
    duration,
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

if TYPE_CHECKING:
    import typer
    from rich.console import Console

    from cardgames import Game
    from cardgames.simulate import Bin, SimulationResult

_MAX_GAMES = 10**12
_HISTOGRAM_BARS = 12
_LONGEST_BAR = 40
_EIGHTHS = " ▏▎▍▌▋▊▉"


def simulate_app() -> typer.Typer:
    """Build the command."""
    import typer

    options = [
        option(
            "games",
            int,
            typer.Option("--games", help="How many games to play.", **INTEGER),
            1_000_000,
        ),
        seed_option("games"),
        option(
            "threads",
            int | None,
            typer.Option(
                "--threads", help="Threads to play on. Default: one for each core.", **INTEGER
            ),
        ),
        json_option(),
    ]
    return games_app(
        "simulate",
        "Play random games of {} in the core and show what comes out",
        options,
        _simulate,
    )


def _simulate(ctx: typer.Context, game: Game[Any], values: dict[str, Any]) -> int:
    """Carry out the command; return the exit code."""
    from cardgames.simulate import simulate

    games, seed, threads = checked_run(ctx, values, _MAX_GAMES, "threads")
    _, stderr = streams()
    show = not values["json"] and stderr is not None and stderr.isatty()
    with progress_bar(games, show=show) as progress:
        result = simulate(game, games, seed, threads, progress)
    if values["json"]:
        print(json.dumps({"cardgames": cardgames.__version__, **result.to_dict()}))
    else:
        _show_result(stdout_console(), result, values["seed"] is None)
    return EXIT_INTERRUPTED if result.interrupted else 0


def _show_result(console: Console, result: SimulationResult, seed_drawn: bool) -> None:
    drawn = " (drawn)" if seed_drawn else ""
    # in one piece, to be copied
    console.print(result.game, style="bold", markup=False, soft_wrap=True)
    games = f"{counted(result.games, 'random game')}, seed {result.seed}{drawn}"
    print_lines(console, wrap(console, games))
    if result.interrupted:
        text = f"Interrupted: {result.games:,} of {result.games_asked:,} games were played."
        print_lines(console, wrap(console, text), style="yellow")
    if not result.seats:
        return
    console.print()
    ascii_only = console.options.ascii_only
    head, *rows = seat_table(result, console.width, "-" if ascii_only else "─")
    print_lines(console, [head], style="bold")
    print_lines(console, rows)
    console.print()
    print_facts(console, _facts(result))
    console.print()
    show_histogram(console, result.histogram(_HISTOGRAM_BARS))


def seat_table(result: SimulationResult, width: int, rule: str) -> list[str]:
    """Tabulate scores and wins, one row a seat, in the first layout that is narrow enough."""
    seats = result.seats
    columns = {
        "Seat": [f"{seat}" for seat in range(len(seats))],
        "Mean score": [f"{it.mean:,.2f}" for it in seats],
        "Spread": [f"{it.spread:,.2f}" for it in seats],
        "Lowest": [f"{it.lowest:,}" for it in seats],
        "Highest": [f"{it.highest:,}" for it in seats],
        "Win share": [f"{it.win_share:.2%}" for it in seats],
    }
    if len(seats) == 1:  # alone, a seat always wins
        del columns["Win share"]
    short = {"Mean score": "Mean", "Win share": "Wins"}
    layouts = (
        Layout(),
        Layout(2, short),
        Layout(2, short, ("Lowest", "Highest")),
        Layout(2, short, ("Lowest", "Highest", "Spread")),
    )
    return fitted_table(columns, layouts, width, rule)


def _facts(result: SimulationResult) -> dict[str, str]:
    """Say how fast it went and what a game is like."""
    facts: dict[str, str] = {}
    shape = result.shape
    if shape is not None:
        facts["Length"] = (
            f"{shape.mean_length:,.1f} actions, {shape.shortest:,} to {shape.longest:,}"
        )
        if shape.shortest == shape.longest:
            facts["Length"] = f"{shape.longest:,} actions, every game"
        if result.truncated:
            facts["Cut short"] = (
                f"{counted(result.truncated, 'game')} ({result.truncated / result.games:.2%}), "
                "by a limit of rounds"
            )
        facts["Legal actions"] = f"{shape.mean_legal:.2f} on average, at most {shape.most_legal:,}"
    facts["Speed"] = (
        f"{result.games_per_second:,.0f} games/s, {result.actions_per_second:,.0f} actions/s"
    )
    facts["Time"] = f"{duration(result.seconds)} on {counted(result.threads, 'thread')}"
    return facts


def show_histogram(console: Console, bins: Sequence[Bin]) -> None:
    """Draw one bar a line, as wide as the terminal allows."""
    total = sum(bar.count for bar in bins)
    most = max(bar.count for bar in bins)
    labels = bar_labels(bins)
    label_width = max(map(len, labels))
    room = min(console.width - label_width - len("  100.0%  "), _LONGEST_BAR)
    console.print("[bold]Scores of all seats[/]")
    for label, bar in zip(labels, bins, strict=True):
        drawn = draw_bar(bar.count / most * max(room, 1), ascii_only=console.options.ascii_only)
        share = f"{bar.count / total:.1%}"
        line = f"{label:>{label_width}}  {share:>6}"
        if drawn:
            line += f"  [cyan]{drawn}[/]"
        console.print(line, soft_wrap=True)


def bar_labels(bins: Sequence[Bin]) -> list[str]:
    """Name the scores of each bar, in columns."""
    numbers = [f"{n:,}" for bar in bins for n in (bar.low, bar.high) if n is not None]
    width = max(map(len, numbers), default=0)

    def label(bar: Bin) -> str:
        if bar.low is None and bar.high is None:
            return "all"
        if bar.low == bar.high:
            return f"{bar.low:,}"
        if bar.low is None:
            return f"up to {bar.high:>{width},}"
        if bar.high is None:
            return f"from {bar.low:>{width},}"
        return f"{bar.low:>{width},} to {bar.high:>{width},}"

    return [label(bar) for bar in bins]


def draw_bar(length: float, *, ascii_only: bool) -> str:
    """Draw a bar of so many characters; what is not nothing shows."""
    if ascii_only:
        return "#" * (max(round(length), 1) if length > 0 else 0)
    eighths = max(round(length * 8), 1) if length > 0 else 0
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
