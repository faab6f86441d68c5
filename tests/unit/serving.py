"""A client for tests: every request and reply is held to the schema, and has no other fields."""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from cardgames.serve.limits import Limits
from cardgames.serve.schema import schema
from cardgames.serve.service import Service

Message = dict[str, Any]


@cache
def validator(name: str, *, strict: bool = False) -> Any:
    """What checks messages of this name in the schema; if strict, they have no other fields."""
    jsonschema: Any = importlib.import_module("jsonschema")  # which brings no types
    parts = schema()["$defs"]
    if strict:
        closed = {"additionalProperties": False}
        parts = {
            key: part | closed if "properties" in part else part for key, part in parts.items()
        }
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": parts})


@cache
def definitions(union: str) -> dict[str, str]:
    """The names of the messages of a union by their types."""
    names = [entry["$ref"].rpartition("/")[2] for entry in schema()["$defs"][union]["anyOf"]]
    return {schema()["$defs"][name]["properties"]["type"]["enum"][0]: name for name in names}


def check(union: str, message: Message) -> None:
    """Hold a message to the schema: to that of its type, which is quicker than to all of them.

    The schema lets replies have fields that it does not know; those of this server have none.
    """
    name = definitions(union).get(message["type"], union)
    errors = [error.message for error in validator(name, strict=True).iter_errors(message)]
    assert not errors, (message, errors)


class Client:
    """Talks to a server within this process.

    Attributes
    ----------
    told
        The types of the replies that came.
    """

    def __init__(self, service: Service | None = None, **limits: Any) -> None:
        self.service = service or Service(Limits(**limits))
        self.told: set[str] = set()

    def line(self, line: bytes | None) -> Message:
        """The reply to any line."""
        answer = self.service.answer(line)
        assert answer.endswith(b"\n")
        assert answer.count(b"\n") == 1
        assert len(answer) <= self.service.limits.reply_bytes
        reply: Message = json.loads(answer.decode())
        check("Reply", reply)
        self.told.add(reply["type"])
        return reply

    def send(self, type: str, **fields: Any) -> Message:
        """The reply to a request that the schema allows, whatever it is."""
        request = {"v": 1, "id": f"{type} 1", "type": type, **fields}
        check("Request", request)
        reply = self.line(json.dumps(request).encode())
        assert reply["v"] == 1
        assert reply["id"] == request["id"]
        return reply

    def ask(self, type: str, **fields: Any) -> Message:
        """The reply to a request that is right."""
        reply = self.send(type, **fields)
        assert reply["type"] != "error", reply
        return reply

    def refuse(self, code: str, type: str, **fields: Any) -> str:
        """The message of the error that a request gets."""
        return refused(code, self.send(type, **fields))

    def new(self, game: str, **fields: Any) -> str:
        """The name of a new table."""
        return str(self.ask("new", game=game, **fields)["table"])

    def words(self, table: str, **fields: Any) -> list[str]:
        """The words of the legal actions."""
        actions: Sequence[Message] = self.ask("legal", table=table, **fields)["actions"]
        return [action["word"] for action in actions]

    def play(self, table: str, random: Random, most: int = 10**6) -> Message:
        """Play so many random actions by their words; the state after them."""
        state = self.ask("state", table=table)
        for _ in range(most):
            if state["terminal"]:
                break
            seat = random.choice(state["to_act"])
            word = random.choice(self.words(table, seat=seat))
            state = self.ask("apply", table=table, seat=seat, action=word)
            assert state["played"]["word"] == word
        return state


def refused(code: str, reply: Message) -> str:
    """The message of an error with this code."""
    assert reply["type"] == "error", reply
    assert reply["error"]["code"] == code, reply
    message: str = reply["error"]["message"]
    assert message.strip() == message != ""
    assert "\n" not in message
    assert ("limit" in reply["error"]) == (code == "limit")
    return message
