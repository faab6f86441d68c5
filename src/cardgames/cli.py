"""The command line: `cardgames simulate GAME`, `cardgames games`, `cardgames --version`.

typer and rich come with the extra `[cli]`; they are imported in here only, and only when a command
is run, so that the base install can say what is missing. (typer evaluates the annotations of a
command where it stands: hence no `from __future__ import annotations`.)

Every game of `cardgames.games()` is a command of `simulate`, and its options are those of
`Game.option_specs()`: nothing in here knows a game.
"""

import inspect
import json
import os
import re
import secrets
import sys
import textwrap
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated, Any, TextIO, cast

import cardgames
from cardgames import OptionSpec
from cardgames.arguments import MAX_SEED, MAX_THREADS
from cardgames.errors import shown

if TYPE_CHECKING:
    import typer
    from rich.console import Console

    from cardgames.simulate import Bin, Progress, SimulationResult

    class _UsageError(Exception):
        """What `typer.BadParameter` derives from."""

        def format_message(self) -> str: ...


__all__ = ["build_app", "main"]

EXIT_ERROR = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130

_INSTALL = (
    'the command line needs typer and rich: pip install "cardgames-engine[cli]" '
    '(from a clone: pip install ".[cli]")'
)
_MAX_GAMES = 10**12
_HISTOGRAM_BARS = 12
_LONGEST_BAR = 40
_EIGHTHS = " ▏▎▍▌▋▊▉"


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line. This is the entry point `cardgames`.

    Parameters
    ----------
    args : sequence of str, optional
        Arguments without the program's name; those of the process by default.

    Returns
    -------
    int
        Exit code: 0; 1 if typer or rich is missing or the output cannot be written (silent when
        nobody reads it any more); 2 for a command line that cannot be carried out, said in one
        line on stderr; 130 after Ctrl-C.

    Raises
    ------
    TypeError
        If `args` is not a sequence of str.
    """
    words = sys.argv[1:] if args is None else _words(args)
    stdout, _ = _streams()
    if stdout is None:
        return _fail("the output cannot be written: stdout is closed", EXIT_ERROR)
    try:
        code = _run(words)
        stdout.flush()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("typer", "rich"):
            raise
        return _fail(_INSTALL, EXIT_ERROR)
    except BrokenPipeError:
        return _give_up_stdout()
    except OSError as error:
        _give_up_stdout()
        return _fail(f"the output cannot be written: {error.strerror}", EXIT_ERROR)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return code


def _words(args: object) -> list[str]:
    """Check the arguments that a program gave."""
    text = shown(args)
    given = cast("Iterable[object]", args) if isinstance(args, Sequence) else [args]
    words = [word for word in given if isinstance(word, str)]
    if isinstance(args, str) or len(words) < len(list(given)):
        raise TypeError(f"arguments must be a sequence of str, not {text}")
    return words


def _streams() -> tuple[TextIO | None, TextIO | None]:
    """Return stdout and stderr; Python has None for one that was closed from the start."""
    return sys.stdout, sys.stderr


def _run(args: list[str]) -> int:
    """Run the app and turn its usage errors into one line each."""
    import typer
    import typer.main

    command = typer.main.get_command(build_app())
    # All errors in the use of a command derive from this class, which typer does not name in
    # public, neither in the releases that bring their own click nor in those before.
    usage_error = cast("type[_UsageError]", typer.BadParameter.__base__)
    try:
        code = command.main(args or ["--help"], prog_name="cardgames", standalone_mode=False)
    except usage_error as error:
        message = " ".join(error.format_message().split())
        # what `_whole_number` says follows the option's name as it is
        message = re.sub(r"^Invalid value for '(--[\w-]+)'.*?: (?=must )", r"\1 ", message)
        return _fail(f"{message.rstrip('.')} (see {_path(command, args)} --help)", EXIT_USAGE)
    except typer.Abort:
        return EXIT_INTERRUPTED
    return code if isinstance(code, int) else 0


def _path(command: object, args: list[str]) -> str:
    """Name the command that the arguments are for, as far as there is one."""
    path = "cardgames"
    for word in args:
        command = getattr(command, "commands", {}).get(word)
        if command is None:
            break
        path += f" {word}"
    return path


def _fail(message: str, code: int) -> int:
    """Say in one line why nothing was done."""
    _, stderr = _streams()
    if stderr is not None:  # print would take stdout instead
        with suppress(OSError):
            print(f"cardgames: {message}", file=stderr)
    return code


def _give_up_stdout() -> int:
    """Let nothing more be written where it cannot be."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_ERROR


# The commands


def build_app() -> "typer.Typer":
    """Build the typer app, with a command of `simulate` for each game.

    Returns
    -------
    typer.Typer
        To be run by `main`, or by a test.
    """
    import typer

    app = typer.Typer(
        name="cardgames",
        help="Card games on a fast core.",
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
    )

    @app.callback(invoke_without_command=True)
    def _cardgames(
        ctx: typer.Context,
        version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
    ) -> None:
        if version:
            print(f"cardgames {cardgames.__version__}")
            raise typer.Exit
        if ctx.invoked_subcommand is None:
            ctx.fail("which command?")

    @app.command("games")
    def _games() -> None:
        """List the games and their options."""
        _show_games(_console())

    app.add_typer(_simulate_app(), name="simulate")
    return app


def _simulate_app() -> "typer.Typer":
    """Build the command `simulate`, a group of one command a game."""
    import typer
    from typer.core import TyperGroup

    names = cardgames.games()

    class Games(TyperGroup):
        """The games as commands; an unknown one is answered with those that there are."""

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            command = super().get_command(ctx, cmd_name)
            if command is None and not ctx.resilient_parsing:
                ctx.fail(f"unknown game {cmd_name!r}; the games are {', '.join(names)}")
            return command

    app = typer.Typer(
        cls=Games,
        help="Play random games of one kind in the core and show what comes out.\n\n"
        f"cardgames simulate {names[0]} --help lists the options of {names[0]}.",
        subcommand_metavar="GAME [OPTIONS]",
        rich_markup_mode="rich",
    )

    @app.callback(invoke_without_command=True)
    def _which(ctx: typer.Context) -> None:
        if ctx.invoked_subcommand is None:
            ctx.fail(
                f"which game? the games are {', '.join(names)}; try: cardgames simulate {names[0]}"
            )

    for name in names:
        _add_game(app, name)
    return app


def _add_game(app: "typer.Typer", name: str) -> None:
    """Add the command that simulates one game, with the game's options as options."""
    import typer
    from rich.markup import escape

    specs = cardgames.make(name).option_specs()
    panel = "Options of the game"

    def command(ctx: typer.Context, **values: Any) -> int:
        run = {key: values.pop(f"run_{key}") for key in ("games", "seed", "threads", "json")}
        # None is an option that was not given; the word is the value, as `cardgames.make` has it
        given = {
            key: None if value == "None" else value
            for key, value in values.items()
            if value is not None
        }
        for spec in specs:
            if spec.files and spec.name in given:
                given[spec.name] = _read_files(ctx, spec, given[spec.name])
        return _simulate(ctx, name, given, **run)

    context = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    game_options = [
        _option(
            spec.name,
            _annotation(spec),
            typer.Option(
                _flags(spec.name, spec.type),
                *_SECOND_FLAGS.get(spec.name, ()),
                **(_INTEGER if spec.type is int else {}),
                **_metavar(spec),
                help=escape(
                    f"{spec.help} Allowed: {spec.allowed_text}. Default: {spec.default_text}."
                ),
                rich_help_panel=panel,
            ),
        )
        for spec in specs
    ]
    run_options = [
        _option(
            "run_games",
            int,
            typer.Option("--games", help="How many games to play.", **_INTEGER),
            1_000_000,
        ),
        _option(
            "run_seed",
            int | None,
            typer.Option(
                "--seed", help="Same seed, same games. Default: drawn and shown.", **_INTEGER
            ),
        ),
        _option(
            "run_threads",
            int | None,
            typer.Option(
                "--threads", help="Threads to play on. Default: one for each core.", **_INTEGER
            ),
        ),
        _option(
            "run_json",
            bool,
            typer.Option("--json", help="Print one JSON object and nothing else."),
            False,
        ),
    ]
    # typer reads the parameters of a command from its signature
    vars(command)["__signature__"] = inspect.Signature([context, *game_options, *run_options])
    app.command(
        name,
        help=f"Play random games of {name} and show what comes out.",
        short_help=_summary(name),
        rich_help_panel="Games",
    )(command)


def _annotation(spec: OptionSpec) -> Any:
    """The type of an option for typer: the names of its files for what is read from files."""
    if spec.files:
        return tuple[(str,) * len(spec.files)] | None  # type: ignore[misc]  # made at run time
    return spec.type | None


def _metavar(spec: OptionSpec) -> dict[str, Any]:
    """What stands for the value of an option in its help."""
    return {"metavar": " ".join(spec.files)} if spec.files else {}


def _read_files(ctx: "typer.Context", spec: OptionSpec, paths: Any) -> object:
    """The value of an option from its files."""
    try:
        return spec.type.from_csv(*paths)
    except OSError as error:
        name = str(error.filename or " or ".join(paths))
        name = name if name.isprintable() else shown(name)
        ctx.fail(f"{flag_of(spec.name)}: cannot read {name}: {error.strerror}")
    except cardgames.CardGamesError as error:
        ctx.fail(f"{flag_of(spec.name)}: {error}")


def _option(name: str, kind: Any, option: Any, default: object = None) -> inspect.Parameter:
    """Make a parameter of a command."""
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option]
    )


def _whole_number(text: object) -> int:
    """Read an integer option; a default is one already. Bounds are checked later."""
    import typer

    parts = re.fullmatch(r"\s*([+-]?)([0-9]+(?:_[0-9]+)*)\s*", str(text))
    if parts is None:
        raise typer.BadParameter(f"must be a whole number, not {shown(text)}")
    # int() refuses thousands of digits; a hundred are as far out of all bounds
    digits = parts[2].replace("_", "").lstrip("0")[:100]
    return int(parts[1] + (digits or "0"))


_INTEGER: dict[str, Any] = {"parser": _whole_number, "metavar": "<int>"}


# Options whose flag is not their name; --games says how many games to play.
_FLAGS = {"num_players": "--players", "games": "--connected-games"}
# Flags that are taken as well.
_SECOND_FLAGS = {"num_players": ("--num-players",)}


def flag_of(name: str) -> str:
    """Name the command-line option of a game's option."""
    return _FLAGS.get(name, "--" + name.replace("_", "-"))


def _flags(name: str, kind: type) -> str:
    """Name it in the way typer declares it: a bool has a positive and a negative form."""
    flag = flag_of(name)
    return f"{flag}/--no-{flag.removeprefix('--')}" if kind is bool else flag


def _summary(name: str) -> str:
    """Give the first line of what the game's class says of itself."""
    doc = inspect.getdoc(type(cardgames.make(name))) or name
    return doc.partition("\n")[0]


def _simulate(
    ctx: "typer.Context",
    name: str,
    options: Mapping[str, object],
    *,
    games: int,
    seed: int | None,
    threads: int | None,
    json: bool,
) -> int:
    """Carry out `cardgames simulate`; return the exit code."""
    from cardgames.simulate import simulate

    try:
        game = cardgames.make(name, **options)
    except cardgames.OptionError as error:
        ctx.fail(f"{flag_of(error.option)} {_in_flags(error.message, options)}")
    drawn = seed is None
    seed = secrets.randbits(32) if seed is None else seed
    threads = os.cpu_count() or 1 if threads is None else threads
    for flag, value, low, high in (
        ("--games", games, 1, _MAX_GAMES),
        ("--seed", seed, 0, MAX_SEED),
        ("--threads", threads, 1, MAX_THREADS),
    ):
        if not low <= value <= high:
            ctx.fail(f"{flag} must be {low:,} to {high:,}, not {shown(value)}")
    _, stderr = _streams()
    show = not json and stderr is not None and stderr.isatty()
    with _progress_bar(games, show=show) as progress:
        result = simulate(game, games, seed, threads, progress)
    if json:
        _print_json(result)
    else:
        _show_result(_console(), result, drawn)
    return EXIT_INTERRUPTED if result.interrupted else 0


def _in_flags(message: str, options: Mapping[str, object]) -> str:
    """Say a message of the library in the words of the command line.

    Options are named as flags (single words need no change); Python's None, True, False and quotes
    go. The value that was given, at the end, stays as it is.
    """
    message, but, value = message.partition(", not ")
    for name in [*options, "num_players"]:
        if "_" in name:
            message = re.sub(rf"\b{name}\b", flag_of(name), message)
    message = re.sub(r"\bNone(, | or )|(, | or )None\b", "", message)
    message = re.sub(r"'([\w-]+)'", r"\1", message)
    message = re.sub(r"\bTrue\b", "on", message)
    message = re.sub(r"\bFalse\b", "off", message)
    if "must be None" in message:
        return message.replace("must be None", "must not be given")
    return message + but + value


# What a person sees


def _console() -> "Console":
    from rich.console import Console

    return Console(highlight=False)


def _wrap(console: "Console", text: str, first: str = "", indent: str | None = None) -> list[str]:
    """Break text into lines no wider than the terminal, without spaces at their ends."""
    return textwrap.wrap(
        text,
        max(console.width, 20),
        initial_indent=first,
        subsequent_indent=first if indent is None else indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


@contextmanager
def _progress_bar(games: int, *, show: bool) -> "Generator[Progress | None]":
    """Show a progress bar on stderr, which is gone when the run is over."""
    if not show:
        yield None
        return
    from rich import progress as bars
    from rich.console import Console

    with bars.Progress(
        bars.TextColumn("{task.description}"),
        bars.BarColumn(bar_width=24),  # not the full width: the terminal may add a ^C
        bars.TaskProgressColumn(),
        bars.TextColumn("{task.completed:,.0f}/{task.total:,.0f}"),
        bars.TimeRemainingColumn(compact=True),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("Playing", total=games)
        yield lambda done, _asked: bar.update(task, completed=done)


def _print_json(result: "SimulationResult") -> None:
    print(json.dumps({"cardgames": cardgames.__version__, **result.to_dict()}))


def _show_result(console: "Console", result: "SimulationResult", seed_drawn: bool) -> None:
    drawn = " (drawn)" if seed_drawn else ""
    # in one piece, to be copied
    console.print(result.game, style="bold", markup=False, soft_wrap=True)
    games = f"{_count(result.games, 'random game')}, seed {result.seed}{drawn}"
    _print_lines(console, _wrap(console, games))
    if result.interrupted:
        text = f"Interrupted: {result.games:,} of {result.games_asked:,} games were played."
        _print_lines(console, _wrap(console, text), style="yellow")
    if not result.seats:
        return
    console.print()
    ascii_only = console.options.ascii_only
    head, *rows = seat_table(result, console.width, "-" if ascii_only else "─")
    _print_lines(console, [head], style="bold")
    _print_lines(console, rows)
    console.print()
    for name, fact in _facts(result).items():
        _print_lines(
            console, _wrap(console, fact, f"{name:<15}", " " * 15), head=("bold", len(name))
        )
    console.print()
    show_histogram(console, result.histogram(_HISTOGRAM_BARS))


def _print_lines(
    console: "Console", lines: Iterable[str], style: str = "", head: tuple[str, int] = ("", 0)
) -> None:
    """Print lines as they are; `head` is the style of the first so many characters."""
    from rich.text import Text

    text = Text("\n".join(lines), style)
    text.stylize(head[0], 0, head[1])
    console.print(text, soft_wrap=True)


def seat_table(result: "SimulationResult", width: int, rule: str) -> list[str]:
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
    table: list[str] = []
    for gap, heads, without in (
        (3, {}, ()),
        (2, short, ()),
        (2, short, ("Lowest", "Highest")),
        (2, short, ("Lowest", "Highest", "Spread")),
    ):
        cells = [
            [heads.get(head, head), *column]
            for head, column in columns.items()
            if head not in without
        ]
        widths = [max(map(len, column)) for column in cells]
        table = [(" " * gap).join(map(str.rjust, row, widths)) for row in zip(*cells, strict=True)]
        if len(table[0]) <= width:
            break
    return [table[0], rule * len(table[0]), *table[1:]]


def _facts(result: "SimulationResult") -> dict[str, str]:
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
                f"{_count(result.truncated, 'game')} ({result.truncated / result.games:.2%}), "
                "by a limit of rounds"
            )
        facts["Legal actions"] = f"{shape.mean_legal:.2f} on average, at most {shape.most_legal:,}"
    facts["Speed"] = (
        f"{result.games_per_second:,.0f} games/s, {result.actions_per_second:,.0f} actions/s"
    )
    facts["Time"] = f"{duration(result.seconds)} on {_count(result.threads, 'thread')}"
    return facts


def duration(seconds: float) -> str:
    """Name a time, in milliseconds if it is short."""
    return f"{seconds * 1000:.1f} ms" if seconds < 0.9995 else f"{seconds:,.2f} s"


def show_histogram(console: "Console", bins: "Sequence[Bin]") -> None:
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


def bar_labels(bins: "Sequence[Bin]") -> list[str]:
    """Name the scores of each bar, in columns."""
    numbers = [f"{n:,}" for bar in bins for n in (bar.low, bar.high) if n is not None]
    width = max(map(len, numbers), default=0)

    def label(bar: "Bin") -> str:
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


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def _show_games(console: "Console") -> None:
    """List the games, each with its options as `simulate` takes them."""
    for position, name in enumerate(cardgames.games()):
        if position:
            console.print()
        _print_lines(console, [name], style="bold")
        _print_lines(console, _wrap(console, _summary(name), "  "))
        specs = cardgames.make(name).option_specs()
        column = max(len(flag_of(spec.name)) for spec in specs) + 4
        beside = console.width >= column + 30  # else the texts stand below
        margin = " " * (column if beside else 6)
        for spec in specs:
            flag = f"  {flag_of(spec.name)}"
            texts = _wrap(console, spec.help, margin)
            if beside:
                texts[0] = flag + texts[0][len(flag) :]
            else:
                _print_lines(console, [flag], style="cyan")
            _print_lines(console, texts, head=("cyan", len(flag) if beside else 0))
            limits = f"{spec.allowed_text}; default {spec.default_text}"
            _print_lines(console, _wrap(console, limits, margin), style="dim")
