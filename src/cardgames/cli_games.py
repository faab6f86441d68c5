"""The games as commands of the command line, with their options as options.

Every game of `cardgames.games()` is a command, and its options are those of `Game.option_specs()`:
nothing in here knows a game. (typer evaluates the annotations of a command where it stands: hence
no `from __future__ import annotations`.)
"""

import inspect
import os
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import cardgames
from cardgames import Game, OptionSpec
from cardgames.arguments import MAX_SEED, MAX_THREADS
from cardgames.cli_console import file_name, print_lines, wrap
from cardgames.errors import shown

if TYPE_CHECKING:
    import typer
    from rich.console import Console

Run = Callable[["typer.Context", Game[Any], dict[str, Any]], int]
"""What a command does with a game and with the values of its own options."""

_RUN = "run_"  # in front of the names of options that are not the game's


def games_app(
    verb: str, does: str, run_options: Sequence[inspect.Parameter], run: Run
) -> "typer.Typer":
    """Build a command that is a group of one command a game, with the game's options as options.

    Parameters
    ----------
    verb : str
        Name of the command.
    does : str
        What it does, a sentence without its full stop; {} stands for the game.
    run_options : sequence of inspect.Parameter
        Options beside those of the game, made by `option`.
    run : callable
        Called as ``run(ctx, game, values)`` with the values of these options by their names;
        returns the exit code.
    """
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
        help=f"{does.format('one kind')}.\n\n"
        f"cardgames {verb} {names[0]} --help lists the options of {names[0]}.",
        subcommand_metavar="GAME [OPTIONS]",
        rich_markup_mode="rich",
    )

    @app.callback(invoke_without_command=True)
    def _which(ctx: typer.Context) -> None:
        if ctx.invoked_subcommand is None:
            ctx.fail(
                f"which game? the games are {', '.join(names)}; try: cardgames {verb} {names[0]}"
            )

    for name in names:
        _add_game(app, name, does, run_options, run)
    return app


def _add_game(
    app: "typer.Typer", name: str, does: str, run_options: Sequence[inspect.Parameter], run: Run
) -> None:
    """Add the command of one game."""
    import typer
    from rich.markup import escape

    specs = cardgames.make(name).option_specs()
    panel = "Options of the game"

    def command(ctx: typer.Context, **values: Any) -> int:
        of_run = {it.name.removeprefix(_RUN): values.pop(it.name) for it in run_options}
        # None is an option that was not given; the word is the value, as `cardgames.make` has it
        given = {
            key: None if value == "None" else value
            for key, value in values.items()
            if value is not None
        }
        for spec in specs:
            if spec.files and spec.name in given:
                given[spec.name] = _read_files(ctx, spec, given[spec.name])
        try:
            game = cardgames.make(name, **given)
        except cardgames.OptionError as error:
            ctx.fail(f"{flag_of(error.option)} {in_flags(error.message, given)}")
        return run(ctx, game, of_run)

    context = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    game_options = [
        _parameter(
            spec.name,
            _annotation(spec),
            typer.Option(
                _flags(spec.name, spec.type),
                *_SECOND_FLAGS.get(spec.name, ()),
                **(INTEGER if spec.type is int else {}),
                **_metavar(spec),
                help=escape(
                    f"{spec.help} Allowed: {spec.allowed_text}. Default: {spec.default_text}."
                ),
                rich_help_panel=panel,
            ),
        )
        for spec in specs
    ]
    # typer reads the parameters of a command from its signature
    vars(command)["__signature__"] = inspect.Signature([context, *game_options, *run_options])
    app.command(
        name,
        help=f"{does.format(name)}.",
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
        name = file_name(str(error.filename or " or ".join(paths)))
        ctx.fail(f"{flag_of(spec.name)}: cannot read {name}: {error.strerror}")
    except cardgames.CardGamesError as error:
        ctx.fail(f"{flag_of(spec.name)}: {error}")


def _parameter(name: str, kind: Any, option: Any, default: object = None) -> inspect.Parameter:
    """Make a parameter of a command."""
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option]
    )


def option(name: str, kind: Any, declared: Any, default: object = None) -> inspect.Parameter:
    """Make an option of a run, whose name no option of a game has.

    Parameters
    ----------
    name : str
        Its name among the values that the run is given.
    kind : type
        Type of its value.
    declared : typer.Option(...)
        Flags and help.
    default : object
        Its default value.
    """
    return _parameter(_RUN + name, kind, declared, default)


def _whole_number(text: object) -> int:
    """Read an integer option; a default is one already. Bounds are checked later."""
    import typer

    parts = re.fullmatch(r"\s*([+-]?)([0-9]+(?:_[0-9]+)*)\s*", str(text))
    if parts is None:
        raise typer.BadParameter(f"must be a whole number, not {shown(text)}")
    # int() refuses thousands of digits; a hundred are as far out of all bounds
    digits = parts[2].replace("_", "").lstrip("0")[:100]
    return int(parts[1] + (digits or "0"))


INTEGER: dict[str, Any] = {"parser": _whole_number, "metavar": "<int>"}


def seed_option(what: str) -> inspect.Parameter:
    """Make the option by which a run has the same games, or whatever it is, every time."""
    import typer

    text = f"Same seed, same {what}. Default: drawn and shown."
    return option("seed", int | None, typer.Option("--seed", help=text, **INTEGER))


def json_option() -> inspect.Parameter:
    """Make the option to print for machines."""
    import typer

    text = "Print one JSON object and nothing else."
    return option("json", bool, typer.Option("--json", help=text), default=False)


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


def in_flags(message: str, options: Mapping[str, object]) -> str:
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


def show_games(console: "Console") -> None:
    """List the games, each with its options as `simulate` takes them."""
    for position, name in enumerate(cardgames.games()):
        if position:
            console.print()
        print_lines(console, [name], style="bold")
        print_lines(console, wrap(console, _summary(name), "  "))
        specs = cardgames.make(name).option_specs()
        column = max(len(flag_of(spec.name)) for spec in specs) + 4
        beside = console.width >= column + 30  # else the texts stand below
        margin = " " * (column if beside else 6)
        for spec in specs:
            flag = f"  {flag_of(spec.name)}"
            texts = wrap(console, spec.help, margin)
            if beside:
                texts[0] = flag + texts[0][len(flag) :]
            else:
                print_lines(console, [flag], style="cyan")
            print_lines(console, texts, head=("cyan", len(flag) if beside else 0))
            limits = f"{spec.allowed_text}; default {spec.default_text}"
            print_lines(console, wrap(console, limits, margin), style="dim")


def check_range(ctx: "typer.Context", flag: str, value: int, low: int, high: int) -> None:
    """Refuse a number that is out of range."""
    if not low <= value <= high:
        ctx.fail(f"{flag} must be {low:,} to {high:,}, not {shown(value)}")


def checked_run(
    ctx: "typer.Context", values: Mapping[str, Any], most_games: int, workers: str
) -> tuple[int, int, int]:
    """Games, seed and number of workers of a run: what was not given is drawn, or one a core."""
    games, seed, count = values["games"], values["seed"], values[workers]
    seed = secrets.randbits(32) if seed is None else seed
    count = os.cpu_count() or 1 if count is None else count
    check_range(ctx, "--games", games, 1, most_games)
    check_range(ctx, "--seed", seed, 0, MAX_SEED)
    check_range(ctx, f"--{workers}", count, 1, MAX_THREADS)
    return games, seed, count
