"""The games that the property tests run over; a new game joins them by one entry of `GAME_SETS`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest

from cardgames import SPECTATOR, BottleImp, Game, State

T = TypeVar("T")

AnyGame = Game[Any]
Position = dict[str, Any]


class Move(NamedTuple):
    """An action and the seat that played it."""

    seat: int
    action: int


class Past(NamedTuple):
    """Where a round began in some world, and how it went on there."""

    start: Position
    moves: list[Move]


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
    hidden_cards
        Cards, in words, that the viewer of a full position does not see now and has not seen in an
        earlier round.
    cards_in_text, cards_in_picture
        Cards named in `str(view)` and in its SVG.
    renamed
        A full position in which only things that the viewer cannot know are others; the generator
        is left to the caller.
    past
        From a game's full positions up to now and its moves: what must have happened since the
        round began for the world, another full position of now, to have come about. None when the
        game is over.
    """

    games: tuple[AnyGame, ...]
    length_is_fixed: bool
    always_reaches_max_legal: bool
    hidden_cards: Callable[[Position, int], set[str]]
    cards_in_text: Callable[[str], set[str]]
    cards_in_picture: Callable[[str], set[str]]
    renamed: Callable[[Position, int, Random], Position]
    past: Callable[[AnyGame, Sequence[Position], Sequence[Move], Position], Past | None]


# --- Bottle Imp ---

_COLOUR_OF = {card.rank: card.colour for card in BottleImp(num_players=6).deck}
_BOTTLE_IMP_TEAMS = {4: ("2-2", "2-1-1"), 5: ("2-2-1",), 6: ("2-2-2", "2-2-1-1")}


def _bottle_imp_games() -> Iterator[BottleImp]:
    for players in range(2, 7):
        for teams in (None, *_BOTTLE_IMP_TEAMS.get(players, ())):
            for rotate in (False, True) if teams else (False,):
                for bottles in (1, 2) if players >= 5 else (1,):
                    yield BottleImp(players, 2, bottles, teams, rotate)
    yield BottleImp(num_players=2, rounds=2, devil_cards=2)
    yield BottleImp(num_players=3, rounds=1)
    yield BottleImp()


def _bottle_imp_gifts(position: Position) -> Iterator[tuple[int, int, str | None]]:
    """Giver, receiver and card of everything that is given in the pass."""
    n = position["options"]["num_players"]
    for giver, made in enumerate(position["passes"]):
        for name, step in (("open", 1), ("hidden", 1)) if n == 2 else (("left", 1), ("right", -1)):
            yield giver, (giver + step) % n, made[name]


def _bottle_imp_unseen(position: Position, viewer: int) -> set[str]:
    """Cards of this round that the viewer has not seen."""
    if position["phase"] == "over":
        return set()
    unseen: set[str] = set()
    for seat, hand in enumerate(position["hands"]):
        if seat != viewer:
            unseen.update(hand, position["passes"][seat]["devil"])
    for giver, receiver, gift in _bottle_imp_gifts(position):
        if gift is not None and giver != viewer and position["phase"] == "pass":
            unseen.add(gift)
        elif giver == viewer and receiver != viewer:
            unseen.discard(gift or "")
    return unseen


def _bottle_imp_hidden(position: Position, viewer: int) -> set[str]:
    last = position["last_round"]
    return _bottle_imp_unseen(position, viewer) if last is None else set()


def _bottle_imp_renamed(position: Position, viewer: int, random: Random) -> Position:
    """Unseen cards change names; in play those of one colour, so that everybody has followed."""
    names: dict[str, str] = {}
    unseen = sorted(_bottle_imp_unseen(position, viewer))
    for colour in ("yellow", "blue", "red"):
        group = [card for card in unseen if _COLOUR_OF[card] == colour]
        names.update(zip(group, random.sample(group, len(group)), strict=True))
    if position["phase"] == "pass":
        names = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))

    def renamed(cards: list[str]) -> list[str]:
        return sorted((names.get(card, card) for card in cards), key=float)

    passes = [
        {
            name: renamed(cards) if name == "devil" else names.get(cards, cards)
            for name, cards in made.items()
        }
        for made in position["passes"]
    ]
    return position | {"hands": [renamed(hand) for hand in position["hands"]], "passes": passes}


def _bottle_imp_past(
    game: AnyGame, positions: Sequence[Position], moves: Sequence[Move], world: Position
) -> Past | None:
    if world["phase"] == "over":
        return None
    begin = next(i for i, old in enumerate(positions) if old["round"] == world["round"])
    dealt = positions[begin]
    gift_names = ("open", "hidden") if game.num_players == 2 else ("left", "right")
    hands = [set(hand) for hand in world["hands"]]
    choices: list[list[int]] = []
    for seat, made in enumerate(world["passes"]):
        own = [("devil", card) for card in made["devil"]]
        own += [(name, made[name]) for name in gift_names if made[name] is not None]
        choices.append([game.parse_action(f"{name} {card}") for name, card in own])
        if world["phase"] == "play":
            hands[seat].update(world["played"][seat])
            if game.num_players == 2:
                hands[seat].update(world["open_hands"][seat])
            gifts = _bottle_imp_gifts(world)
            hands[seat] -= {gift for _, receiver, gift in gifts if receiver == seat}
        hands[seat].update(card for _, card in own)
        if game.num_players == 2:
            hands[seat] -= set(dealt["open_hands"][seat])
    start = dealt | {"hands": [sorted(hand, key=float) for hand in hands], "rng": world["rng"]}
    replay: list[Move] = []
    for number, move in enumerate(moves[begin:]):
        if number < sum(world["passed"]):
            replay.append(Move(move.seat, choices[move.seat].pop(0)))
        else:
            replay.append(move)
    return Past(start, replay)


def _bottle_imp_cards_in_text(text: str) -> set[str]:
    body = text.rsplit("\n", 1)[0]  # the last line explains the signs
    return set(re.findall(r"(?<![\w.])(\d+(?:\.5)?)[ybr][¹²³⁴⁵⁶]", body))


def _bottle_imp_cards_in_picture(picture: str) -> set[str]:
    return set(re.findall(r"(?<![\w.])(\d+(?:\.5)?) (?:yellow|blue|red)\b", picture))


# --- All games ---

GAME_SETS = (
    GameSet(
        games=tuple(_bottle_imp_games()),
        length_is_fixed=True,
        always_reaches_max_legal=True,
        hidden_cards=_bottle_imp_hidden,
        cards_in_text=_bottle_imp_cards_in_text,
        cards_in_picture=_bottle_imp_cards_in_picture,
        renamed=_bottle_imp_renamed,
        past=_bottle_imp_past,
    ),
)
GAMES: tuple[AnyGame, ...] = tuple(game for games in GAME_SETS for game in games.games)

# Multiplies how many positions and games the tests look at.
EFFORT = float(os.environ.get("CARDGAMES_PROPERTY_EFFORT", "1"))

each_game = pytest.mark.parametrize("game", GAMES, ids=str)


def set_of(game: AnyGame) -> GameSet:
    """The entry that a game belongs to."""
    return next(entry for entry in GAME_SETS if game in entry.games)


def scaled(count: int) -> int:
    """A number of positions or games, more or fewer as the environment says."""
    return max(1, round(count * EFFORT))


def viewers(game: AnyGame) -> tuple[int, ...]:
    """The seats and the spectator."""
    return (*range(game.num_players), SPECTATOR)


@dataclass(frozen=True)
class Trajectory:
    """A whole game at random. `states[i]` is before `moves[i]`; nobody may change them."""

    states: tuple[State, ...]
    moves: tuple[Move, ...]


@cache
def trajectory(game: AnyGame, seed: int) -> Trajectory:
    """A game in which seats that may act at the same time do so in any order."""
    random = Random(seed)
    state: State = game.new_state(seed)
    states = [state.copy()]
    moves: list[Move] = []
    while not state.is_terminal:
        moves.append(random_move(state, random))
        state.apply(moves[-1].action, moves[-1].seat)
        states.append(state.copy())
    return Trajectory(tuple(states), tuple(moves))


def random_move(state: State, random: Random) -> Move:
    """Any seat that may act, any of its actions."""
    seat = random.choice(state.to_act)
    return Move(seat, random.choice(state.legal_actions(seat)))


def spread(items: Sequence[T], count: int) -> list[T]:
    """About so many of the items, the first, the last and one between among them."""
    count = max(3, min(scaled(count), len(items)))
    return [items[i * (len(items) - 1) // (count - 1)] for i in range(count)]


def positions(game: AnyGame, count: int, seed: int = 1) -> list[State]:
    """States spread over a game, the first and the last among them; to be copied, not changed."""
    return spread(trajectory(game, seed).states, count)


def picture(shown: Any) -> str:
    """The SVG of a view or state."""
    svg: str = shown._repr_svg_()
    return svg


def full_position(state: State) -> Position:
    """Everything about a state, in the position format."""
    return state.view().to_dict()


def changed_generator(position: Position, random: Random) -> Position:
    """The same position with another generator."""
    return position | {"rng": [f"0x{random.getrandbits(64):016x}" for _ in range(4)]}


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
