"""What `cardgames serve` and `python -m cardgames.serve` do."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from cardgames.cli_console import EXIT_ERROR, EXIT_INTERRUPTED, EXIT_USAGE, fail
from cardgames.errors import shown

if TYPE_CHECKING:
    from cardgames.serve.limits import Limits
    from cardgames.serve.service import Service

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
    from cardgames.serve.service import Service

    service = Service(limits)
    try:
        with _terminable():
            if port is None:
                _serve_stdio(service)
            else:
                _serve_tcp(service, port)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except _Terminated:
        return EXIT_TERMINATED
    except BrokenPipeError:
        return EXIT_ERROR
    except OSError as error:
        what = "stdin or stdout cannot be used" if port is None else f"port {port} cannot be had"
        return fail(f"{what}: {error.strerror}", EXIT_ERROR)
    return 0


def _serve_stdio(service: Service) -> None:
    from cardgames.serve.stdio import serve_stdio

    serve_stdio(service)


def _serve_tcp(service: Service, port: int) -> None:
    from cardgames.serve.tcp import HOST, TcpServer

    server = TcpServer(service, port)
    try:
        told = {"listening": {"host": HOST, "port": server.port}}
        print(json.dumps(told), file=sys.stderr, flush=True)
        server.serve()
    finally:
        server.close()


class _Terminated(BaseException):
    """SIGTERM has come."""


@contextmanager
def _terminable() -> Generator[None]:
    """Lets SIGTERM end what runs in here, as Ctrl-C does."""

    def end(number: int, frame: object) -> NoReturn:
        raise _Terminated

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


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
