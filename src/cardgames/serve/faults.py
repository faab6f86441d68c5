"""What is wrong with a request that msgspec refuses, in the words of the server."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from cardgames.errors import shown_json
from cardgames.positions import items
from cardgames.serve.requests import Hello, Id, Request
from cardgames.serve.schema import schema

Form = Mapping[str, Any]  # a part of the schema


def fault(kind: type[Request], message: Mapping[str, object]) -> str:
    """The first thing that is wrong: a field that is unknown, missing, or has a wrong value.

    Parameters
    ----------
    kind
        The request that the type of the message names.
    message
        An object that is none.
    """
    form = _form(kind)
    fields: Mapping[str, Form] = form["properties"]
    for name in message:
        if name not in fields:
            known = ", ".join(fields)
            return f"{message['type']} has no field {shown_json(name)}; its fields are {known}"
    for name in form["required"]:
        if name not in message:
            return f"{name}: is missing"
    name, type = next(
        (field.encode_name, field.type)
        for field in msgspec.structs.fields(kind)
        if field.encode_name in message and not _fits(message[field.encode_name], field.type)
    )
    return _misfit(name, message[name], type, fields[name])


def fault_of_id(value: object) -> str:
    """What is wrong with a value that is no `id`, which is the same in all requests."""
    return _misfit("id", value, Id | None, _form(Hello)["properties"]["id"])


def _form(kind: type[Request]) -> Form:
    form: Form = schema()["$defs"][kind.__name__]
    return form


def _misfit(name: str, value: object, type: Any, form: Form) -> str:
    entries = items(value) if "items" in form else None
    if entries is not None:
        # The first wrong entry ends the shortest beginning that does not fit. A line may have very
        # many entries: to look at one after the other would take seconds.
        every = range(len(entries))
        place = bisect_left(every, True, key=lambda end: not _fits(entries[: end + 1], type))
        return _misfit(f"{name}[{place}]", entries[place], type, form["items"])
    return f"{name}: must be {_allowed(form)}, not {shown_json(value)}"


def _fits(value: object, type: Any) -> bool:
    try:
        msgspec.convert(value, type)
    except msgspec.ValidationError:
        return False
    return True


def _allowed(form: Form) -> str:
    """What a part of the schema allows, in words."""
    if "anyOf" in form:
        # What is said of one of several is said as its type alone would not be understood.
        *first, last = (each.get("description", _allowed(each)) for each in form["anyOf"])
        return f"{', '.join(first)} or {last}"
    if "enum" in form:
        values = form["enum"]
        return shown_json(values[0]) if len(values) == 1 else f"one of {', '.join(values)}"
    return _WORDS[form["type"]](form)


def _text(form: Form) -> str:
    return f"a text of up to {form['maxLength']} characters" if "maxLength" in form else "a text"


_WORDS: dict[str, Callable[[Form], str]] = {
    "integer": lambda form: f"a whole number from {form['minimum']} to {form['maximum']}",
    "number": lambda form: f"a number above {form['exclusiveMinimum']}",
    "string": _text,
    "array": lambda _form: "a list",
    "object": lambda _form: "an object",
    "boolean": lambda _form: "true or false",
    "null": lambda _form: "null",
}
