"""What a request can be refused for: a closed list of codes."""

from __future__ import annotations

from typing import Literal

Code = Literal[
    "too_long",
    "not_utf8",
    "not_json",
    "bad_message",
    "bad_version",
    "unknown_type",
    "bad_game",
    "bad_record",
    "bad_value",
    "bad_bot",
    "bad_action",
    "bad_seat",
    "illegal_action",
    "unknown_table",
    "forbidden",
    "limit",
    "changed",
    "internal",
]

# What each of them is for, as the documentation has it.
MEANINGS: dict[Code, str] = {
    "too_long": "the line is longer than `line_bytes`; what it asked for is not known",
    "not_utf8": "the line is no UTF-8",
    "not_json": "the line is no JSON, or nested deeper than 64, or has a key twice, or a number "
    "that is no finite one or too large",
    "bad_message": "the JSON is no request: no object, a field is missing, unknown, of a wrong "
    "type or out of its range",
    "bad_version": "`v` is not 1",
    "unknown_type": "there is no request of this `type`",
    "bad_game": "there is no such game, or an option of it is not right",
    "bad_record": "what is loaded is damaged, foreign, or cannot have happened",
    "bad_value": "a value does not fit the table, such as more to undo than there is",
    "bad_bot": "there is no bot of this word",
    "bad_action": "the game has no action of this word or id",
    "bad_seat": "the game has no such seat, or it may not act now",
    "illegal_action": "the action may not be played now; the message says why and what is legal",
    "unknown_table": "there is no table of this name",
    "forbidden": "the table has secrets, and the one that is needed was not given",
    "limit": "a limit of the server is reached; `limit` names it",
    "changed": "the table changed while a bot was thinking; nothing was played",
    "internal": "the server has a fault; it goes on, and stderr says more",
}


class RefusedError(Exception):
    """A request that is refused; nothing has changed.

    Parameters
    ----------
    code
        Why, for programs.
    message
        Why, for people.
    limit
        The limit that is reached, where one is.
    """

    def __init__(self, code: Code, message: str, limit: str | None = None) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.limit = limit
