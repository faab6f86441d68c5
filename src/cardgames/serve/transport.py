"""Lines out of a stream of bytes, and what is done with them on any transport."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardgames.serve.service import Service

BLOCK = 1 << 16  # bytes that are read at once

Receive = Callable[[int], bytes]
"""Gives so many bytes at the most, none at the end."""
Send = Callable[[bytes], object]


def lines(receive: Receive, most: int) -> Iterator[bytes | None]:
    """The lines of a stream without their ends; None for one of more than `most` bytes.

    Of a line that is too long nothing is kept: what this needs does not grow with it. The last line
    need not have an end.
    """
    buffer = bytearray()
    is_too_long = False
    while block := receive(BLOCK):
        # What was there already has no end of line in it.
        begin = 0
        while (end := block.find(b"\n", begin)) >= 0:
            size = len(buffer) + end - begin
            if is_too_long or size > most + 1:  # the one may be a carriage return
                yield None
            else:
                yield bytes(buffer + block[begin:end]).removesuffix(b"\r")
            buffer.clear()
            is_too_long = False
            begin = end + 1
        if not is_too_long:
            buffer += block[begin:]
            if len(buffer) > most + 1:
                is_too_long = True
                buffer.clear()
    if is_too_long:
        yield None
    elif buffer:
        yield bytes(buffer).removesuffix(b"\r")


def converse(service: Service, receive: Receive, send: Send) -> None:
    """Answers every line of a stream, in their order, until it ends."""
    for line in lines(receive, service.limits.line_bytes):
        send(service.answer(line))
