"""What `cardgames serve` and `python -m cardgames.serve` do."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from cardgames.cli_console import EXIT_ERROR, EXIT_INTERRUPTED, EXIT_USAGE, fail
from cardgames.errors import shown

if TYPE_CHECKING:
    from cardgames.serve.limits import Limits

MISSING = (
    'the server needs msgspec: pip install "cardgames-engine[serve]" '
    '(from a clone: pip install ".[serve]")'
)
EXIT_TERMINATED = 143

PORT_HELP = "Listen on this port of 127.0.0.1; 0: any that is free. Default: stdin and stdout."
SCHEMA_HELP = "Print the schema of all messages as JSON, and end."
MOST_PORT = 65535


def flag_of(limit: str) -> str:
    """The command-line option of a limit."""
    return "--max-" + limit.replace("_", "-")


def run(port: int | None, limits: Limits) -> int:
    """Serve until the input ends or the process is told to end.

    Returns
    -------
    int
        Exit code: 0 at the end of the input, 1 if the port or the output cannot be had (silent when
        nobody reads it any more), 130 after Ctrl-C, 143 after SIGTERM.
    """
    code = 0
    with _Signals() as signals:
        try:
            if port is None:
                code = _serve_stdio(limits, signals)
            else:
                code = _serve_port(port, limits, signals)
        except _Ended:
            pass
        finally:
            signals.is_raising = False
    return signals.code or code


def _serve_stdio(limits: Limits, signals: _Signals) -> int:
    from cardgames.serve.service import Service
    from cardgames.serve.stdio import serve_stdio

    signals.raise_from_now_on()
    try:
        serve_stdio(Service(limits))
    except BrokenPipeError:
        return EXIT_ERROR
    except OSError as error:
        return fail(f"stdin or stdout cannot be used: {error.strerror}", EXIT_ERROR)
    return 0


def _serve_port(port: int, limits: Limits, signals: _Signals) -> int:
    from cardgames.serve.service import Service
    from cardgames.serve.tcp import HOST, TcpServer

    try:
        server = TcpServer(Service(limits), port)
    except OSError as error:
        return fail(f"port {port} cannot be had: {error.strerror}", EXIT_ERROR)
    try:
        told = {"listening": {"host": HOST, "port": server.port}}
        print(json.dumps(told), file=sys.stderr, flush=True)
        server.serve(lambda: signals.code is not None)
    except OSError:  # nobody reads where it listens
        return EXIT_ERROR
    finally:
        server.close()
    return 0


class _Ended(BaseException):
    """A signal has come that ends the process."""


class _Signals:
    """Notes the first signal that ends the process, from `with` on; later ones change nothing.

    Attributes
    ----------
    code
        The exit code of the signal; None before one has come.
    is_raising
        Whether a signal raises `_Ended` as well.
    """

    _CODES: ClassVar = {signal.SIGINT: EXIT_INTERRUPTED, signal.SIGTERM: EXIT_TERMINATED}

    def __init__(self) -> None:
        self.code: int | None = None
        self.is_raising = False

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._note) for number in self._CODES}
        return self

    def __exit__(self, *exception: object) -> None:
        for number, before in self._before.items():
            # A process that was told to end is not told anything else while it does.
            signal.signal(number, before if self.code is None else signal.SIG_IGN)

    def raise_from_now_on(self) -> None:
        """Ends the waiting for input at once when a signal comes.

        `_Ended` may be raised anywhere, also where threads are started and locks are held: this is
        for one thread.
        """
        self.is_raising = True
        if self.code is not None:
            raise _Ended

    def _note(self, number: int, frame: object) -> None:
        self.code = self.code or self._CODES[signal.Signals(number)]
        # Not KeyboardInterrupt: after one that was raised within `eval`, of which msgspec makes
        # use, Python ends the process by the signal, even if it was caught.
        if self.is_raising:
            raise _Ended


def print_schema() -> None:
    """Print the schema of all messages."""
    from cardgames.serve.schema import schema_text

    print(schema_text(), end="")


def main(args: Sequence[str] | None = None) -> int:
    """Run `python -m cardgames.serve`, which needs neither typer nor rich.

    Parameters
    ----------
    args
        Arguments without the program's name; those of the process by default.

    Returns
    -------
    int
        As `run`; 1 if msgspec is missing, 2 for arguments that are not right.
    """
    try:
        from cardgames.serve.limits import bounds, limit_names
    except ModuleNotFoundError as error:
        return missing(error)
    parser = argparse.ArgumentParser(
        prog="python -m cardgames.serve",
        description="Serve games to programs in any language, over lines of JSON; docs/serve.md.",
        allow_abbrev=False,
    )
    parser.add_argument("--port", type=int, help=PORT_HELP)
    parser.add_argument("--schema", action="store_true", help=SCHEMA_HELP)
    for name in limit_names():
        limit = bounds(name)
        parser.add_argument(
            flag_of(name),
            type=limit.kind,
            default=limit.default,
            help=f"At most so many {limit.description}. Default: {limit.default}.",
        )
    given = vars(parser.parse_args(args))
    port, schema = given.pop("port"), given.pop("schema")
    values = {name: given[f"max_{name}"] for name in limit_names()}
    try:
        limits = checked(port, values)
    except ValueError as error:
        return fail(str(error), EXIT_USAGE)
    try:
        if schema:
            print_schema()
            return 0
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return EXIT_ERROR
    return run(port, limits)


def missing(error: ModuleNotFoundError) -> int:
    """Say that the extra is not installed; another error goes on."""
    if error.name != "msgspec":
        raise error
    return fail(MISSING, EXIT_ERROR)


def checked(port: int | None, values: Mapping[str, Any]) -> Limits:
    """The limits of these values.

    Raises
    ------
    ValueError
        The port or a value is out of range; the message is in words of the command line.
    """
    from cardgames.serve.limits import Limits, bounds

    if port is not None and not 0 <= port <= MOST_PORT:
        raise ValueError(f"--port must be 0 to {MOST_PORT:,}, not {shown(port)}")
    for name, value in values.items():
        limit = bounds(name)
        if not limit.least <= value <= limit.most:
            raise ValueError(
                f"{flag_of(name)} must be {limit.least:,g} to {limit.most:,g}, not {shown(value)}"
            )
    return Limits(**values)
