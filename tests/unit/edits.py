"""Positions that are spoilt on purpose: where they start, and what is done to them.

The parts of a position are named by their path: `change("passes", 0, "left", "17")`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

import cardgames
from cardgames import InvalidStateError
from cardgames.bottle_imp import BottleImp

from .any_game import Position, full, without
from .positions import in_pass, in_play, play, trick
from .rounds import FOUR

GAME = BottleImp(num_players=4)
GAME2 = BottleImp(num_players=2)
TWO_DEVILS = BottleImp(num_players=2, devil_cards=2)
GAME5 = BottleImp(num_players=5)

Path = Sequence[Any]
Edit = Callable[[Position], None]

# The keys that follow from the rest.
DERIVED = (
    "won",
    "trick",
    "leader",
    "bottles",
    "voids",
    "hand_sizes",
    "passed",
    "to_act",
    "teams",
)


def fresh() -> Position:
    """Four players before any choice."""
    return full(in_pass(GAME, hands={0: "1 2", 1: "37"}))


def passing() -> Position:
    """Seat 0 has chosen all, seat 1 a Devil's card and a left card."""
    return full(in_pass(GAME, devil={0: "1", 1: "4"}, first={0: "2", 1: "5"}, second={0: "3"}))


def nearly_passed() -> Position:
    """All choices but the last one, of seat 3, have been made."""
    return full(
        in_pass(
            GAME,
            hands={3: "33"},
            devil={0: "1", 1: "4", 2: "7", 3: "10"},
            first={0: "2", 1: "5", 2: "8", 3: "11"},
            second={0: "3", 1: "6", 2: "9"},
        )
    )


def playing() -> Position:
    """After two tricks and two cards; seat 3 has taken the bottle and leads.

    Seat 2 holds red cards only. Seat 0 gave 7 to the left and 9 to the right, seat 2 gave 12 to
    the right.
    """
    return full(
        in_play(
            GAME,
            hands={0: "33", 1: "7 12 36", 2: "11 14 16 21 29 34", 3: "9 37"},
            first={0: "7"},
            second={0: "9", 2: "12"},
            tricks=[trick(0, "28 25 22 18"), trick(3, "35 32 30 27"), trick(3, "24 26")],
        )
    )


def later() -> Position:
    """The pass of the second round, with the settled first one."""
    state = FOUR.before_last_card(GAME)
    play(state, FOUR.last_card())
    return full(state)


def over() -> Position:
    """The end of a game."""
    return full(FOUR.played_out(GAME, round_=8, scores=(1, 2, 3, 4)))


def two_passing() -> Position:
    """Two players before any choice."""
    return full(in_pass(GAME2, open_hands={0: "26"}))


def two_playing() -> Position:
    """Two players after a trick and a card; seat 0 gave 4 to the open and 5 to the hidden hand."""
    return full(
        in_play(
            GAME2,
            hands={0: "1", 1: "5 6"},
            open_hands={1: "4 10"},
            first={0: "4"},
            second={0: "5"},
            tricks=[trick(0, "28 25 22 18"), trick(1, "35")],
        )
    )


def two_playing_open() -> Position:
    """Two players after a trick, of which seat 0 played its cards from the open hand."""
    return full(in_play(GAME2, tricks=[trick(0, "28 25 22 18")], from_open="28 22"))


def two_starting() -> Position:
    """Two players before the first card."""
    return full(
        in_play(
            GAME2,
            hands={1: "5 6"},
            open_hands={1: "4 10"},
            first={0: "4"},
            second={0: "5"},
        )
    )


def two_devils() -> Position:
    """Two players with two Devil's cards each, before any choice."""
    return full(in_pass(TWO_DEVILS, hands={0: "1 2"}))


def five_passing() -> Position:
    """Five players before any choice; the dealer is seat 4."""
    return full(in_pass(GAME5))


# --- What is done ---


def at(position: Position, path: Path) -> Any:
    """The part of a position at a path."""
    part: Any = position
    for step in path:
        part = part[step]
    return part


def change(*path: Any) -> Edit:
    """Another value: `change("hands", 0, [])`, the last argument is the new one."""
    *way, key, value = path

    def edit(position: Position) -> None:
        at(position, way)[key] = value

    return edit


def drop(key: str) -> Edit:
    """The key is left out."""

    def edit(position: Position) -> None:
        del position[key]

    return edit


def lean(position: Position) -> None:
    """Everything that follows from the rest is left out, so that only the rest is judged."""
    for key in DERIVED:
        del position[key]


def swap(one: Path, other: Path) -> Edit:
    """Two parts change places."""

    def edit(position: Position) -> None:
        a, b = at(position, one[:-1]), at(position, other[:-1])
        a[one[-1]], b[other[-1]] = b[other[-1]], a[one[-1]]

    return edit


def move(card: str, source: Path, target: Path) -> Edit:
    """A card goes from one list of cards to another."""

    def edit(position: Position) -> None:
        at(position, source).remove(card)
        at(position, target).append(card)
        at(position, target).sort(key=float)

    return edit


def choose(card: str, seat: int, choice: str) -> Edit:
    """A card goes from a hand to a choice of the pass."""

    def edit(position: Position) -> None:
        position["hands"][seat].remove(card)
        position["passes"][seat][choice] = card

    return edit


def exchange(one: str, other: str) -> Edit:
    """Two cards change places wherever they are among hands and plays."""
    names = {one: other, other: one}

    def edit(position: Position) -> None:
        for key in ("hands", "played"):
            position[key] = [[names.get(rank, rank) for rank in row] for row in position[key]]

    return edit


# --- What comes of it ---


class Refusal(NamedTuple):
    """A position, what is done to it, and what the error says."""

    name: str
    start: Callable[[], Position]
    match: str
    edits: tuple[Edit, ...]


def refusal(name: str, start: Callable[[], Position], match: str, *edits: Edit) -> Refusal:
    """One case; `match` is a regular expression for the error's text."""
    return Refusal(name, start, match, edits)


def check_refused(case: Refusal) -> None:
    """The position is right before the edits and refused after them."""
    position = case.start()
    game = cardgames.make(position["game"], **without(position["options"], "deck"))
    assert full(game.state_from_dict(position)) == position
    for edit in case.edits:
        edit(position)
    with pytest.raises(InvalidStateError, match=case.match) as error:
        game.state_from_dict(position)
    assert len(str(error.value)) < 400
