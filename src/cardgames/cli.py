"""The command line: `cardgames simulate GAME`, `cardgames tournament GAME` and the others.

typer and rich come with the extra `[cli]`; they are imported only when a command is run, so that
the base install can say what is missing. (typer evaluates the annotations of a command where it
stands: hence no `from __future__ import annotations`.)

The commands are in modules of their own, cli_simulate and so on. cli_games makes a command
for each game, cli_console shows things.
"""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, cast

import cardgames
from cardgames.cli_console import (
    EXIT_ERROR,
    EXIT_INTERRUPTED,
    EXIT_USAGE,
    fail,
    stdout_console,
    streams,
)
from cardgames.cli_games import show_games
from cardgames.cli_replay import add_replay
from cardgames.cli_serve import add_serve
from cardgames.cli_simulate import simulate_app
from cardgames.cli_tournament import tournament_app
from cardgames.errors import shown

if TYPE_CHECKING:
    import typer

    class _UsageError(Exception):
        """What `typer.BadParameter` derives from."""

        def format_message(self) -> str: ...


__all__ = ["build_app", "main"]

_INSTALL = (
    'the command line needs typer and rich: pip install "cardgames-engine[cli]" '
    '(from a clone: pip install ".[cli]")'
)


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
    stdout, _ = streams()
    if stdout is None:
        return fail("the output cannot be written: stdout is closed", EXIT_ERROR)
    try:
        code = _run(words)
        stdout.flush()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("typer", "rich"):
            raise
        return fail(_INSTALL, EXIT_ERROR)
    except BrokenPipeError:
        return _give_up_stdout()
    except OSError as error:
        _give_up_stdout()
        return fail(f"the output cannot be written: {error.strerror}", EXIT_ERROR)
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
        return fail(f"{message.rstrip('.')} (see {_path(command, args)} --help)", EXIT_USAGE)
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
        show_games(stdout_console())

    app.add_typer(simulate_app(), name="simulate")
    app.add_typer(tournament_app(), name="tournament")
    add_replay(app)
    add_serve(app)
    return app
