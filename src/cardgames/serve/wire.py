"""Lines to requests, replies to lines."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable
from typing import Any, cast

import msgspec

from cardgames.errors import shown_json
from cardgames.serve.errors import Code, RefusedError
from cardgames.serve.faults import fault, fault_of_id
from cardgames.serve.replies import AnyReply, Error, Fault
from cardgames.serve.requests import VERSION, AnyRequest, Id, Request

MAX_DEPTH = 64  # lists and objects in each other
_LONGEST_MESSAGE = 4000  # characters; longer than any list of what is legal
_MAX_DIGITS = 30  # more than any number of a request has

_KINDS = {str(cls.__struct_config__.tag): cls for cls in Request.__subclasses__()}
_ENCODER = msgspec.json.Encoder()


class BadLineError(Exception):
    """A line that holds no request.

    Parameters
    ----------
    refusal
        Why.
    id
        That of the reply, as far as the line told one.
    """

    def __init__(self, refusal: RefusedError, id: Id | None = None) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal
        self.id: Id | None = id


def read(line: bytes) -> AnyRequest:
    """The request of a line.

    Raises
    ------
    BadLineError
        There is none in it.
    """
    value = _parsed(line)
    if not isinstance(value, dict):
        raise _bad("bad_message", f"a request must be an object, not {shown_json(value)}")
    message = cast("dict[str, object]", value)
    try:
        id = msgspec.convert(message.get("id"), Id | None)
    except msgspec.ValidationError:
        raise _bad("bad_message", fault_of_id(message["id"])) from None
    if "v" not in message:
        raise _bad("bad_message", f"v: is missing; this is version {VERSION}", id)
    version = message["v"]
    if type(version) is not int or version != VERSION:
        raise _bad("bad_version", f"v: must be {VERSION}, not {shown_json(version)}", id)
    if "type" not in message:
        raise _bad("bad_message", "type: is missing", id)
    kind = message["type"]
    if type(kind) is not str or kind not in _KINDS:
        known = ", ".join(sorted(_KINDS))
        raise _bad("unknown_type", f"type: must be one of {known}, not {shown_json(kind)}", id)
    try:
        return cast("AnyRequest", msgspec.convert(message, type=AnyRequest))
    except msgspec.ValidationError:
        raise _bad("bad_message", fault(_KINDS[kind], message), id) from None


def write(reply: AnyReply) -> bytes:
    """The line of a reply, with its end."""
    return _ENCODER.encode(reply) + b"\n"


def error_line(refusal: RefusedError, id: Id | None = None) -> bytes:
    """The line of a reply that refuses."""
    limit = msgspec.UNSET if refusal.limit is None else refusal.limit
    message = _one_line(refusal.message)
    return write(Error(id=id, error=Fault(code=refusal.code, message=message, limit=limit)))


def _bad(code: Code, message: str, id: Id | None = None) -> BadLineError:
    return BadLineError(RefusedError(code, message), id)


def _parsed(line: bytes) -> object:
    """The JSON value of a line, in which nothing can be read in two ways."""
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise _bad("not_utf8", f"the line is no UTF-8: see byte {error.start + 1}") from None
    try:
        # The one reader is strict about texts and numbers, the other one can tell keys given twice.
        msgspec.json.decode(line)
        value: object = json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_float=_number
        )
    except RecursionError:
        raise _bad("not_json", f"the JSON is nested deeper than {MAX_DEPTH}") from None
    except msgspec.MsgspecError as error:
        raise _bad("not_json", f"the line is no JSON: {error}") from None
    except json.JSONDecodeError as error:
        raise _bad("not_json", f"the line is no JSON: see character {error.pos + 1}") from None
    _refuse_depth(value)
    return value


def _refuse_depth(value: object) -> None:
    level = _containers([value])
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for each in level
            for inner in _containers(each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return
    raise _bad("not_json", f"the JSON is nested deeper than {MAX_DEPTH}")


def _containers(values: Iterable[object]) -> list[dict[str, object] | list[object]]:
    return [
        cast("dict[str, object] | list[object]", value)
        for value in values
        if isinstance(value, dict | list)
    ]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise _bad("not_json", f"the key {shown_json(twice)} is there twice")
    return value


def _integer(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise _bad("not_json", f"there is a number of {len(text):,} digits")
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _bad("not_json", f"the number {shown_json(text)} is too large")
    return value


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_MESSAGE else line[: _LONGEST_MESSAGE - 3] + "..."
