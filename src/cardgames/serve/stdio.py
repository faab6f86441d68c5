"""The server on standard input and output."""

from __future__ import annotations

import os
import sys
from functools import partial

from cardgames.serve.service import Service
from cardgames.serve.transport import converse


def serve_stdio(service: Service) -> None:
    """Answers the lines of standard input on standard output, until the input ends.

    Nothing else gets onto standard output: what anything else in the process prints there goes to
    standard error.

    Raises
    ------
    BrokenPipeError
        Nobody reads the output any more.
    OSError
        The input cannot be read, or the output cannot be written.
    """
    output = os.dup(1)
    try:
        sys.stdout.flush()
        os.dup2(_errors(), 1)
        converse(service, partial(os.read, 0), partial(_write, output))
    finally:
        os.dup2(output, 1)
        os.close(output)


def _errors() -> int:
    """Standard error, or what takes everything if it was closed from the start."""
    try:
        os.fstat(2)
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)
    return 2


def _write(file: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]
