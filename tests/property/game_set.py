"""What the property tests need to know of a game that they cannot ask the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from cardgames import Game

AnyGame = Game[Any]
Position = dict[str, Any]


class Move(NamedTuple):
    """An action and the seat that played it."""

    seat: int
    action: int


class Past(NamedTuple):
    """Where a game or its round began in some world, and how it went on there.

    `moves` are the last moves of the game: `begin` is the number of those before them.
    """

    begin: int
    start: Position
    moves: list[Move]


_ITEMS: dict[type, Callable[[Any], Iterable[tuple[str | int, Any]]]] = {
    dict: dict[str | int, Any].items,
    list: enumerate,
}


def items_of(value: Any) -> list[tuple[str | int, Any]]:
    """Keys or places of a dict or list with their values; nothing in anything else."""
    read = _ITEMS.get(value.__class__)
    return [] if read is None else list(read(value))


def words(value: Any) -> Iterable[str]:
    """All strings in a position, keys left out."""
    if type(value) is str:
        yield value
    for _, item in items_of(value):
        yield from words(item)


def highest(position: Position) -> tuple[int, ...]:
    """The winners of a full position at the end, where the highest score wins."""
    scores: list[int] = position["scores"]
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def words_but_options(position: Position) -> set[str]:
    """The cards that a position names, and other words, where all cards are words."""
    return set(words(position | {"options": None}))


@dataclass(frozen=True)
class GameSet:
    """Games of one class, and the few things about them that the tests cannot ask the library.

    Attributes
    ----------
    games
        Games of all option sets, small enough to be played many times.
    length_is_fixed
        Whether every game is exactly `max_game_length` actions long.
    always_reaches_max_legal
        Whether every game has a position with `max_legal_actions` legal actions.
    has_simultaneous_choices
        Whether several seats may act at the same time, if there are several.
    scores_are_free
        Whether a position may have any scores; if not, they follow from the rest.
    hides_something
        Whether a full position holds a card that the viewer does not see.
    card_words
        The 64-bit words of a state that are sets, multisets or lists of cards.
    cards_are_bytes
        Whether they are lists: a byte of such a word is a card. If not, a bit of it is.
    card_keys
        The keys of a position that hold cards as numbers.
    winners
        From the last full position of a game: who has won.
    was_truncated
        From all full positions of a game: whether a safety limit ended it.
    cards_in_position
        Cards named in a position or in the same of a view, in words; other words may be among them.
    hidden_cards
        Cards, in words, that the viewer of a full position does not see now and has not seen in an
        earlier round, and that are like none that it sees.
    cards_in_text, cards_in_picture
        Cards named in `str(view)` and in its SVG.
    renamed
        A full position in which only things that the viewer cannot know are others; the generator
        is left to the caller.
    past
        From a game's full positions up to now and its moves: what must have happened for the
        world, another full position of now, to have come about. None when nothing is hidden, or
        where a page excepts the world.
    """

    games: tuple[AnyGame, ...]
    length_is_fixed: bool
    always_reaches_max_legal: bool
    has_simultaneous_choices: bool
    scores_are_free: bool
    hides_something: Callable[[Position, int], bool]
    card_words: Sequence[int]
    cards_are_bytes: bool
    card_keys: tuple[str, ...]
    winners: Callable[[Position], tuple[int, ...]]
    was_truncated: Callable[[Sequence[Position]], bool]
    cards_in_position: Callable[[Position], set[str]]
    hidden_cards: Callable[[Position, int], set[str]]
    cards_in_text: Callable[[str], set[str]]
    cards_in_picture: Callable[[str], set[str]]
    renamed: Callable[[Position, int, Random], Position]
    past: Callable[[AnyGame, Sequence[Position], Sequence[Move], Position], Past | None]

    @property
    def name(self) -> str:
        """The name of the games."""
        return self.games[0].name
