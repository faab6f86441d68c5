"""What callers give, made plain: numbers and texts of a subclass become what they stand for."""

from __future__ import annotations

import operator
import os
from typing import SupportsIndex, cast

from cardgames.errors import CardGamesError, shown

MAX_SEED = 2**64 - 1
MAX_THREADS = 1024


def as_integer(value: object, name: str) -> int:
    """The value as an int; TypeError for anything that is not a whole number (True is not)."""
    if type(value) is int:
        return value
    # By the true type, whatever a value says of its class. A class has __index__ too, but is no
    # number.
    cls = type(value)
    if issubclass(cls, bool | type) or not hasattr(cls, "__index__"):
        is_word = issubclass(cls, str) and name.endswith("action")
        hint = "; game.parse_action gives the id of a word" if is_word else ""
        raise TypeError(f"{name} must be an int, not {cls.__name__}{hint}")
    try:
        return operator.index(cast("SupportsIndex", value))
    except TypeError:  # an array has __index__ too, but only that of one integer is a number
        raise TypeError(f"{name} must be an int, not {cls.__name__}") from None


def checked_int(value: object, name: str, least: int, most: int) -> int:
    """An integer within bounds, for arguments of functions."""
    number = as_integer(value, name)
    if not least <= number <= most:
        raise CardGamesError(f"{name} must be from {least} to {most}, not {shown(number)}")
    return number


def checked_seed(value: object) -> int:
    """A seed, 0 to 2**64 - 1."""
    return checked_int(value, "seed", 0, MAX_SEED)


def checked_threads(value: object) -> int:
    """A number of threads, 1 to 1024."""
    return checked_int(value, "threads", 1, MAX_THREADS)


def as_text(value: object, name: str) -> str:
    """The value as a plain str, whatever a subclass makes of its length, hash or equality."""
    if not issubclass(type(value), str):  # isinstance would believe what it says of its class
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    return str.__str__(cast("str", value))


def as_path(path: str | os.PathLike[str]) -> str:
    """The name of a file as a plain str; CardGamesError for a text that no file can have."""
    text = as_text(path if isinstance(path, str) else os.fspath(path), "a path")
    try:
        is_name = b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        is_name = False
    if not is_name:
        raise CardGamesError(f"{shown(text)} is no name of a file")
    return text
