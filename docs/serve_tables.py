"""The tables of the page on the server: its messages, errors and limits, from their types.

`python docs/serve_tables.py` writes `serve_schema.json`, which the command prints as well.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from table_text import code, grid

from cardgames.serve.command import flag_of
from cardgames.serve.errors import MEANINGS
from cardgames.serve.limits import bounds, limit_names
from cardgames.serve.schema import schema, schema_text

SCHEMA_FILE = Path(__file__).resolve().parent / "serve_schema.json"

_COMMON = ("type", "v", "id")


def requests() -> str:
    """Every request with its fields."""
    return _messages("Request", "field of the request")


def replies() -> str:
    """Every reply with its fields."""
    return _messages("Reply", "field of the reply")


def parts() -> str:
    """What replies are made of."""
    names = {*_names("Request"), *_names("Reply"), "Request", "Reply", "Limits"}
    blocks = [
        f"`{name}`: {_sentence(part['description'])}\n\n{_fields(part, 'field')}"
        for name, part in schema()["$defs"].items()
        if name not in names
    ]
    return "\n".join(blocks)


def errors() -> str:
    """The codes of errors."""
    return grid(["code", "when"], [(code(name), text) for name, text in MEANINGS.items()])


def limits() -> str:
    """The limits of a server."""
    rows = [
        (code(name), limit.description, _number(limit.default), code(flag_of(name)))
        for name in limit_names()
        for limit in [bounds(name)]
    ]
    return grid(["limit", "at most so many", "default", "option"], rows, "  r")


def _messages(union: str, head: str) -> str:
    blocks: list[str] = []
    for name in _names(union):
        message = schema()["$defs"][name]
        (tag,) = message["properties"]["type"]["enum"]
        text = f"#### {'' if union == 'Request' else 'The reply '}`{tag}`\n\n"
        text += f"{_sentence(message['description'])}\n"
        fields = _fields(message, head)
        blocks.append(text + (f"\n{fields}" if fields else ""))
    return "\n".join(blocks)


def _names(union: str) -> list[str]:
    return [_name(entry) for entry in schema()["$defs"][union]["anyOf"]]


def _name(reference: dict[str, Any]) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _sentence(description: str) -> str:
    return description.partition("\n")[0]


def _fields(message: dict[str, Any], head: str) -> str:
    needed = message.get("required", ())
    rows = [
        (
            code(name),
            _kind(field),
            "" if name in needed else _default(field),
            field.get("description", ""),
        )
        for name, field in message["properties"].items()
        if name not in (_COMMON if "v" in message["properties"] else ())
    ]
    return grid([head, "type", "default", "meaning"], rows) if rows else ""


def _default(field: dict[str, Any]) -> str:
    value = field.get("default", "")
    words = {None: "null", True: "true", False: "false"}
    return words[value] if value is None or isinstance(value, bool) else f"{value}"


def _kind(field: dict[str, Any]) -> str:
    """The type of a field in a few words."""
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(_kind(each) for each in field["anyOf"]))
    if "$ref" in field:
        return "[limits](#limits)" if _name(field) == "Limits" else code(_name(field))
    if "enum" in field:
        return (
            " or ".join(
                "null" if value is None else code(f'"{value}"')
                for value in field["enum"]
                if len(field["enum"]) < 10
            )
            or "text"
        )
    if field.get("type") == "array":
        return f"list of {_kind(field['items'])}"
    kinds = {"integer": "whole number", "string": "text", "boolean": "true or false"}
    kind = str(field.get("type", "anything"))
    return kinds.get(kind, kind)


def _number(value: float) -> str:
    return f"{value:,g}" if isinstance(value, float) else f"{value:,}"


TABLES: dict[str, Callable[..., str]] = {
    "requests": requests,
    "replies": replies,
    "parts": parts,
    "errors": errors,
    "limits": limits,
}

if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
