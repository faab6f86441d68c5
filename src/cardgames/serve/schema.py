"""The JSON Schema of all messages, made from their types."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec

from cardgames.serve.replies import AnyReply
from cardgames.serve.requests import VERSION, AnyRequest

_TEMPLATE = "#/$defs/{name}"


@cache
def schema() -> dict[str, Any]:
    """The schema as a dict: `$defs` has every message, and `Request` and `Reply` for any of them.

    What it says of itself is right for a request or a reply.
    """
    (request, reply), parts = msgspec.json.schema_components(
        (AnyRequest, AnyReply), ref_template=_TEMPLATE
    )
    names = {"Request": request, "Reply": reply}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"cardgames serve, version {VERSION} of the protocol",
        "description": "A line of JSON is a request, which is answered by one line, a reply.",
        "anyOf": [{"$ref": _TEMPLATE.format(name=name)} for name in names],
        "$defs": {**names, **dict(sorted(parts.items()))},
    }


def schema_text() -> str:
    """The schema as JSON on many lines, with an end of line."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
