"""Cellar des Triplettes in the property tests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from cardgames import CellarDesTriplettes
from cardgames.cellar_des_triplettes import CARDS

from .game_set import AnyGame, GameSet, Move, Past, Position, highest, words_but_options

_TENTHS = {card.value: card.tenths for card in CARDS}
_EMPTY = "0.2"
_VARIETY = "|".join(sorted({card.variety for card in CARDS if card.stars}))


def _games() -> Iterator[CellarDesTriplettes]:
    for players in (3, 4, 5):
        for rounds in (1, 2, 3, 100):
            yield CellarDesTriplettes(players, rounds)


def _ascending(cards: list[str]) -> list[str]:
    return sorted(cards, key=_TENTHS.__getitem__)


def _less(cards: list[str], taken: list[str]) -> list[str]:
    """A multiset of cards without some of them."""
    left = Counter(cards)
    left.subtract(taken)
    assert min(left.values(), default=0) >= 0
    return list(left.elements())


def _unknown_in_hands(position: Position, viewer: int) -> list[list[str]]:
    """The cards of each hand that the viewer does not know."""
    return [
        [] if seat == viewer else _less(hand, position["known_hands"][seat])
        for seat, hand in enumerate(position["hands"])
    ]


def _unknown_in_pile(position: Position) -> list[str]:
    """From the top."""
    cards: list[str] = position["pile"]
    return cards[: len(cards) - len(position["pile_bottom"])]


def _hidden_cards(position: Position, viewer: int) -> set[str]:
    seen: set[str] = set()
    for cards in (*position["known_hands"], *position["bids"]):
        seen.update(cards)
    seen.update(position["display"], position["pile_bottom"])
    if viewer >= 0:
        seen.update(position["hands"][viewer])
    for cellars, covered in zip(position["cellars"], position["covered"], strict=True):
        seen.update(card for cellar in cellars for row in cellar for card in row if card)
        seen.update(_EMPTY for slots in covered for _ in slots)
    hidden = set(_unknown_in_pile(position))
    return hidden.union(*_unknown_in_hands(position, viewer)) - seen


def _can_end_its_turn(position: Position, hand: list[str]) -> bool:
    """Whether the seat to act, with that hand, can come to a call, by trying all sets of cards."""
    totals = [sum(map(_TENTHS.__getitem__, bid)) for bid in position["bids"]]
    (seat,) = position["to_act"]
    last = _TENTHS[position["turn"][-1]]
    worths = [_TENTHS[card] for card in hand if _TENTHS[card] >= last]
    others = {total for other, total in enumerate(totals) if other != seat}
    return any(
        totals[seat] + sum(more) not in others
        for count in range(len(worths) + 1)
        for more in combinations(worths, count)
    )


def _renamed(position: Position, viewer: int, random: Random) -> Position:
    """Hidden cards change places; who is in the middle of a turn can still end it."""
    hands = _unknown_in_hands(position, viewer)
    above = _unknown_in_pile(position)
    cards = [*above, *(card for hand in hands for card in hand)]
    while True:
        random.shuffle(cards)
        rest = iter(cards)
        pile = [next(rest) for _ in above]
        dealt = [
            _ascending(
                [
                    *(position["hands"][seat] if seat == viewer else position["known_hands"][seat]),
                    *(next(rest) for _ in hand),
                ]
            )
            for seat, hand in enumerate(hands)
        ]
        seats: list[int] = position["to_act"]
        if not position["turn"] or _can_end_its_turn(position, dealt[seats[0]]):
            return position | {"hands": dealt, "pile": [*pile, *position["pile_bottom"]]}


def _past(
    game: AnyGame, positions: Sequence[Position], moves: Sequence[Move], world: Position
) -> Past:
    """From the deal on: all that ever happened was open but for the cards that are hidden now."""
    dealt, now = positions[0], positions[-1]
    places = _pile_now(game, positions, moves)
    pile = list(dealt["pile"])
    for place, card in zip(places, world["pile"], strict=True):
        pile[place] = card
    hands = [
        _ascending(_less([*old, *other], real))
        for old, other, real in zip(dealt["hands"], world["hands"], now["hands"], strict=True)
    ]
    start = dealt | {"hands": hands, "pile": pile, "rng": world["rng"]}
    return Past(0, start, list(moves))


def _pile_now(game: AnyGame, positions: Sequence[Position], moves: Sequence[Move]) -> list[int]:
    """The places that the cards of the pile had in the pile of the deal, from the top."""
    cards: list[str] = positions[0]["pile"]
    places = list(range(len(cards)))
    for move, before, after in zip(moves, positions, positions[1:], strict=False):
        if game.action_to_string(move.action) == "pass draw":
            drawn = sorted(places[:2], key=lambda place: _TENTHS[cards[place]])
            places = places[2:] + drawn[1:]
        if after["round"] > before["round"]:
            places = places[len(places) - after["pile_size"] :]
    return places


def _was_truncated(history: Sequence[Position]) -> bool:
    """The last round began with a pile, so that only `max_rounds` can have made it the last."""
    last = history[-1]["round"]
    began: Position = next(position for position in history if position["round"] == last)
    size: int = began["pile_size"]
    return size > 0


def _cards_in_text(text: str) -> set[str]:
    body = text.rsplit("\n", 1)[0]  # the last line explains the signs
    return set(re.findall(r"(?<![\w.])(0\.2(?=e)|\d+(?=[noyrgvb][¹²³]))", body))


def _cards_in_picture(picture: str) -> set[str]:
    return set(re.findall(rf"(?<![\w.])(0\.2|\d+) (?:{_VARIETY}|empty bottle)\b", picture))


CELLAR_DES_TRIPLETTES = GameSet(
    games=tuple(_games()),
    length_is_fixed=False,
    always_reaches_max_legal=False,
    has_simultaneous_choices=False,
    scores_are_free=False,
    hides_something=lambda position, viewer: True,
    card_words=range(4, 21),
    cards_are_bytes=False,
    card_keys=(),
    winners=highest,
    was_truncated=_was_truncated,
    cards_in_position=words_but_options,
    hidden_cards=_hidden_cards,
    cards_in_text=_cards_in_text,
    cards_in_picture=_cards_in_picture,
    renamed=_renamed,
    past=_past,
)
