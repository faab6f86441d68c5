"""The bot that searches."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, SupportsIndex

from cardgames._core.state import State
from cardgames.arguments import checked_seed
from cardgames.bots.bot import seat_and_choices
from cardgames.errors import CardGamesError
from cardgames.search import ISMCTS, FlatMonteCarlo, Searcher
from cardgames.seeds import stream


def _puct(**limit: Any) -> Searcher:
    return ISMCTS(**limit, selection="puct")


SEARCHERS: dict[str, Callable[..., Searcher]] = {
    "ismcts": ISMCTS,
    "puct": _puct,
    "flat": FlatMonteCarlo,
}
_LONGEST_NAME = 200  # that a record takes
_WORD = re.compile(r"(\w+):(?:([0-9]{1,10})|([0-9]{1,7}(?:\.[0-9]{1,9})?)s)")


class SearchBot:
    """Plays what a searcher finds best.

    Parameters
    ----------
    searcher
        What looks for the action, with its limits; see docs/search.md.
    seed
        0 to 2**64 - 1: decision number i of the bot, from 0, is searched with the seed
        `stream(seed, i)`. None: every search has the seed of the searcher.

    Raises
    ------
    TypeError, CardGamesError
        `searcher` is no searcher; the seed is no integer or out of range.

    Attributes
    ----------
    name
        The word with which `make_bot` makes a searcher like this one, whatever its seed; if there
        is none, the searcher as its repr shows it, on one line of 200 characters at the most.

    Examples
    --------
    >>> SearchBot(ISMCTS(500)).name, SearchBot(ISMCTS(500, threads=2)).name
    ('ismcts:500', 'ISMCTS(simulations=500, threads=2)')
    """

    __slots__ = ("_decisions", "name", "searcher", "seed")

    def __init__(self, searcher: Searcher, seed: SupportsIndex | None = None) -> None:
        if not issubclass(type(searcher), Searcher):
            raise TypeError(f"searcher must be a Searcher, not {type(searcher).__name__}")
        self.searcher = searcher
        self.seed = None if seed is None else checked_seed(seed)
        self.name = _word_of(searcher) or _line_of(searcher)
        self._decisions = 0

    def choose(self, state: State, player: SupportsIndex) -> int:
        """The best action that the searcher finds for a seat.

        Raises
        ------
        TypeError, CardGamesError
            `state` is no state, `player` no seat; the seat may not act now.
        """
        seat, _ = seat_and_choices(state, player)
        if self.seed is None:
            return self.searcher.choose(state, seat)
        searcher = self.searcher.with_seed(stream(self.seed, self._decisions))
        action = searcher.choose(state, seat)
        self._decisions += 1
        return action

    def with_seed(self, seed: SupportsIndex) -> SearchBot:
        """A bot with the same searcher and this seed, at its first decision."""
        return SearchBot(self.searcher, seed)

    def __repr__(self) -> str:
        seed = "" if self.seed is None else f", seed={self.seed}"
        return f"SearchBot({self.searcher!r}{seed})"


def searcher_of(word: str) -> Searcher | None:
    """The searcher of a word such as "ismcts:500" or "flat:0.5s"; None if it is no such word."""
    match = _WORD.fullmatch(word)
    if match is None or match[1] not in SEARCHERS:
        return None
    make = SEARCHERS[match[1]]
    try:
        return make(seconds=float(match[3])) if match[3] else make(simulations=int(match[2]))
    except CardGamesError:  # the number is out of range
        return None


def _line_of(searcher: Searcher) -> str:
    """The repr of a searcher as a name: that of a policy may have any length and many lines."""
    words = " ".join(repr(searcher).split())
    text = "".join(letter if letter.isprintable() else "?" for letter in words)
    return text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 3] + "..."


def _word_of(searcher: Searcher) -> str | None:
    """The word of a searcher, its seed left aside; None if there is none."""
    by_time = searcher.seconds is not None
    limit = f"{searcher.seconds:g}s" if by_time else f"{searcher.simulations}"
    for kind in SEARCHERS:
        made = searcher_of(f"{kind}:{limit}")
        if made is not None and repr(made.with_seed(0)) == repr(searcher.with_seed(0)):
            return f"{kind}:{limit}"
    return None
