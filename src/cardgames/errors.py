"""The errors of the library. All are `ValueError` too; a wrong type is `TypeError`."""

import reprlib
from typing import cast

_LONGEST = 60
_LONGEST_BITS = 199  # a number of 60 digits at the most
_CONTAINERS = (tuple, list, set, frozenset, dict)


class _Repr(reprlib.Repr):
    """Looks into true containers only: the base goes by the names of classes, whatever they do."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxlong = self.maxother = _LONGEST

    def repr1(self, x: object, level: int) -> str:
        if type(x) in (*_CONTAINERS, str, int):
            return super().repr1(x, level)
        return self.repr_instance(x, level)


class _JsonRepr(_Repr):
    """Says null, true and false, and shows a tuple as a list, which JSON makes of it."""

    def repr1(self, x: object, level: int) -> str:
        if x is None:
            return "null"
        if type(x) is bool:
            return "true" if x else "false"
        return super().repr1(x, level)

    def repr_tuple(self, x: tuple[object, ...], level: int) -> str:
        return self.repr_list([*x], level)


_REPR, _JSON_REPR = _Repr(), _JsonRepr()


def shown(value: object) -> str:
    """A value for an error message: one short line for anything, however large or odd it is."""
    return _short(value, _REPR)


def shown_json(value: object) -> str:
    """A value of JSON for an error message, for people who may not know Python."""
    return _short(value, _JSON_REPR)


def _short(value: object, form: _Repr) -> str:
    # By the true type and int's own method: a subclass may lie about both.
    if issubclass(type(value), int) and int.bit_length(cast("int", value)) > _LONGEST_BITS:
        return "<a very large integer>"
    try:
        text = form.repr(value)
    except Exception:  # a value's own repr may do anything
        return f"a {type(value).__name__}"
    if type(value) is not str:  # whose repr is one line, with its blanks as they were given
        text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


class CardGamesError(ValueError):
    """Something that the library was given is not possible; the message says what would be."""


class OptionError(CardGamesError):
    """An option of a game is unknown, of a wrong type, out of range or does not fit the others.

    Parameters
    ----------
    option
        Name of the option.
    message
        What is wrong and what is allowed.
    """

    def __init__(self, option: str, message: str) -> None:
        super().__init__(option, message)
        self.option = option
        self.message = message

    def __str__(self) -> str:
        return f"{self.option}: {self.message}"


class IllegalActionError(CardGamesError):
    """An action that may not be played now; the state has not changed.

    Parameters
    ----------
    action
        The id that was given.
    player
        The seat that it was played for, -1 when the game is over.
    reason
        The action in words, why it is refused and what is legal.
    """

    def __init__(self, action: int, player: int, reason: str) -> None:
        super().__init__(action, player, reason)
        self.action = action
        self.player = player
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class InvalidStateError(CardGamesError):
    """A position or saved bytes that are no possible state of the game."""


class NotationError(CardGamesError):
    """A word, card or game text that the notation does not know."""


class BotError(CardGamesError):
    """A bot that there is none of, or that chose what is not legal."""


class RecordError(CardGamesError):
    """A record of a game that is damaged, foreign, or tells what cannot have happened."""
