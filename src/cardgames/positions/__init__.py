"""Reading the JSON form of positions: small checked readers that name the key in their errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeVar, cast

from cardgames.errors import InvalidStateError, shown_json

T = TypeVar("T")

_RNG_WORDS = 4
_MOST_KEYS = 100


def fail(key: str, message: str) -> InvalidStateError:
    """The error for a key of a position."""
    return InvalidStateError(f"{key}: {message}")


class Position:
    """A position as it was given, read key by key.

    Parameters
    ----------
    data
        What the user gave.
    known
        Every key that the game's page names.

    Raises
    ------
    TypeError
        `data` is no mapping.
    InvalidStateError
        It has a key that no position has.
    """

    def __init__(self, data: object, known: Iterable[str]) -> None:
        given = mapping(data)
        if given is None:
            raise TypeError(f"a position must be a dict, not {type(data).__name__}")
        self.data = given
        names = set(known)
        for key in self.data:
            if key not in names:
                raise InvalidStateError(f"a position has no key {shown_json(key)}")

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def need(self, key: str) -> object:
        """The value of a key that may not be left out."""
        if key not in self.data:
            raise fail(key, "is missing")
        return self.data[key]

    def integer(self, key: str, least: int, most: int) -> int:
        """An integer from `least` to `most`."""
        return integer(self.need(key), key, least, most)

    def choice(self, key: str, allowed: Sequence[str]) -> str:
        """One of some words."""
        value = self.need(key)
        if type(value) is not str or value not in allowed:
            raise fail(key, f"must be one of {', '.join(allowed)}, not {shown_json(value)}")
        return value

    def rng(self) -> list[int] | None:
        """The generator; None if it is null or left out."""
        value = self.data.get("rng")
        if value is None:
            return None
        words = array(value, "rng", _RNG_WORDS, _rng_word)
        if not any(words):
            raise fail("rng", "must not be all zero")
        return words

    def refuse_difference(self, key: str, derived: object) -> None:
        """Refuses a key whose value follows from the rest, when it is given and differs."""
        if key in self.data and not same(self.data[key], derived):
            raise fail(key, f"does not follow from the rest, which gives {shown_json(derived)}")


def mapping(value: object) -> dict[object, object] | None:
    """A plain copy if the value is a dict or the like.

    Of a dict its true keys, whatever a subclass says; of another mapping not more than any part of
    a position has, as it may have no end.
    """
    if isinstance(value, dict):
        # Not by copy(), which asks a subclass for its keys.
        return dict(dict[object, object].items(cast("dict[object, object]", value)))
    if not isinstance(value, Mapping):
        return None
    given = cast("Mapping[object, object]", value)
    keys = list(islice(given, _MOST_KEYS + 1))
    if len(keys) > _MOST_KEYS:
        raise InvalidStateError(
            f"a mapping of more than {_MOST_KEYS} keys is no part of a position"
        )
    return {key: given[key] for key in keys}


def items(value: object) -> list[object] | None:
    """The entries of a list or tuple: a copy, which nobody can change while it is read.

    Of a subclass the true entries, whatever it says.
    """
    if isinstance(value, list):
        return list[object].copy(cast("list[object]", value))
    if isinstance(value, tuple):
        return [*tuple[object, ...].__iter__(cast("tuple[object, ...]", value))]
    return None


def same(given: object, derived: object) -> bool:
    """JSON equality: lists and tuples are alike, true is not 1, 1.0 is not 1."""
    wanted = mapping(derived)
    if wanted is not None:
        found = mapping(given)
        return (
            found is not None
            and found.keys() == wanted.keys()
            and all(same(found[key], wanted[key]) for key in wanted)
        )
    entries = items(derived)
    if entries is not None:
        others = items(given)
        return (
            others is not None
            and len(others) == len(entries)
            and all(same(a, b) for a, b in zip(others, entries, strict=True))
        )
    return type(given) is type(derived) and given == derived


def integer(value: object, key: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        raise fail(key, f"must be an integer from {least} to {most}, not {shown_json(value)}")
    return value


def boolean(value: object, key: str) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise fail(key, f"must be true or false, not {shown_json(value)}")
    return value


def sequence(value: object, key: str, length: int | None = None) -> list[object]:
    """A list (or tuple), of a certain length if one is given."""
    entries = items(value)
    if entries is None:
        raise fail(key, f"must be a list, not {shown_json(value)}")
    if length is not None and len(entries) != length:
        raise fail(key, f"must have {length} entries, not {len(entries)}")
    return entries


def array(value: object, key: str, length: int | None, read: Callable[[object, str], T]) -> list[T]:
    """A list, each entry of it read by a reader."""
    return [read(item, f"{key}[{i}]") for i, item in enumerate(sequence(value, key, length))]


def record(value: object, key: str, names: Sequence[str]) -> dict[str, object]:
    """A dict with just these keys."""
    entry = mapping(value)
    if entry is None or set(entry) != set(names):
        raise fail(key, f"must be a dict with the keys {', '.join(names)}, not {shown_json(value)}")
    return {name: entry[name] for name in names}


def rng_words(words: Iterable[int]) -> tuple[str, ...]:
    """A generator as positions show it."""
    return tuple(f"0x{word:016x}" for word in words)


def _rng_word(value: object, key: str) -> int:
    digits = value[2:] if type(value) is str and value.startswith("0x") else ""
    if len(digits) != 16 or set(digits) - set("0123456789abcdef"):
        raise fail(key, f"must be '0x' and 16 lower-case hex digits, not {shown_json(value)}")
    return int(digits, 16)
