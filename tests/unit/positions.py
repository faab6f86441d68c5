"""Positions of Bottle Imp made by hand: a few given things, filled up to a legal position.

Cards are given as words, `"17 28"`. A test gives every card that it looks at; the cards that it
does not care for are filled in, so that sizes, void colours and given cards fit. Nothing here knows
how a trick or a round ends: what a test expects is worked out by hand, in the test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from math import isclose
from typing import Any, NamedTuple

from cardgames._core.bottle_imp import BottleImpState
from cardgames.bottle_imp import BottleImp, Card, card

from .any_game import Position

Cards = Mapping[int, str]  # of some seats

SIDES = {False: ("left", "right"), True: ("open", "hidden")}


class Trick(NamedTuple):
    """Cards in the order in which they were played, the leader's first."""

    leader: int
    cards: tuple[str, ...]


def trick(leader: int, cards: str) -> Trick:
    """A trick, perhaps not complete."""
    return Trick(leader, tuple(cards.split()))


@dataclass
class _Slot:
    """A place for one card that the test did not give."""

    cards: list[str]
    void: frozenset[str] = frozenset()


def _dealt(n: int, dealer: int) -> list[int]:
    """Cards dealt to the (hidden) hands."""
    if n == 5:
        return [10 if seat == dealer else 11 for seat in range(5)]
    return [{2: 12, 3: 12, 4: 9, 6: 9}[n]] * n


def _devil_sizes(game: BottleImp, dealer: int) -> list[int]:
    n = game.num_players
    return [0 if n == 5 and seat == dealer else game.options.devil_cards for seat in range(n)]


def _rows(given: Cards | None, n: int) -> list[list[str]]:
    return [(given or {}).get(seat, "").split() for seat in range(n)]


def _fill(deck: Sequence[Card], used: list[str], slots: list[_Slot]) -> None:
    """Puts the unused cards into the slots, one in each."""
    assert len(set(used)) == len(used), "a card was given twice"
    rest = [c for c in deck if c.rank not in used]
    assert len(rest) == len(slots), f"{len(rest)} cards are left for {len(slots)} places"
    chosen: list[int | None] = [None] * len(slots)  # the card in each slot

    def place(number: int, seen: set[int]) -> bool:
        for i, slot in enumerate(slots):
            if i in seen or rest[number].colour in slot.void:
                continue
            seen.add(i)
            holder = chosen[i]
            if holder is None or place(holder, seen):
                chosen[i] = number
                return True
        return False

    for number in range(len(rest)):
        assert place(number, set()), "the rest of the cards does not fit: give more of them by hand"
    for slot, taken in zip(slots, chosen, strict=True):
        assert taken is not None
        slot.cards.append(rest[taken].rank)


def _by_rank(cards: list[str]) -> list[str]:
    return sorted(cards, key=lambda rank: card(rank).index)


def _base(game: BottleImp, phase: str, dealer: int, round_: int, scores: Sequence[int]) -> Position:
    return {
        "game": "bottle_imp",
        "options": asdict(game.options),
        "round": round_,
        "dealer": dealer,
        "phase": phase,
        "scores": list(scores) or [0] * game.num_players,
    }


def pass_position(
    game: BottleImp,
    *,
    dealer: int | None = None,
    hands: Cards | None = None,
    open_hands: Cards | None = None,
    devil: Cards | None = None,
    first: Cards | None = None,
    second: Cards | None = None,
    round_: int = 1,
    scores: Sequence[int] = (),
) -> Position:
    """A position of the pass; keys that follow from the rest are left out.

    `devil`, `first` (left or open) and `second` (right or hidden) are the choices made, `hands`
    what is held after them. The dealer is the last seat unless said, so that seat 0 is the first
    player.
    """
    n = game.num_players
    dealer = n - 1 if dealer is None else dealer
    laid, one, two = (_rows(given, n) for given in (devil, first, second))
    held, open_held = _rows(hands, n), _rows(open_hands, n)
    chosen = [laid[seat] + one[seat] + two[seat] for seat in range(n)]
    slots = [
        _Slot(held[seat])
        for seat, size in enumerate(_dealt(n, dealer))
        for _ in range(size - len(chosen[seat]) - len(held[seat]))
    ]
    if n == 2:
        slots += [_Slot(row) for row in open_held for _ in range(6 - len(row))]
    _fill(game.deck, [*chain(*held, *open_held, *chosen)], slots)
    names = SIDES[n == 2]
    return _base(game, "pass", dealer, round_, scores) | {
        "hands": [_by_rank(row) for row in held],
        "open_hands": [_by_rank(row) for row in open_held] if n == 2 else None,
        "passes": [
            {
                "devil": _by_rank(laid[seat]),
                names[0]: one[seat][0] if one[seat] else None,
                names[1]: two[seat][0] if two[seat] else None,
            }
            for seat in range(n)
        ],
        "played": [[] for _ in range(n)],
    }


def play_position(
    game: BottleImp,
    *,
    dealer: int | None = None,
    hands: Cards | None = None,
    open_hands: Cards | None = None,
    devil: Cards | None = None,
    first: Cards | None = None,
    second: Cards | None = None,
    tricks: Sequence[Trick] = (),
    from_open: str = "",
    round_: int = 1,
    scores: Sequence[int] = (),
    phase: str = "play",
) -> Position:
    """A position of the play, after some tricks; keys that follow from the rest are left out.

    `hands` are those held now. `first` and `second` are cards given by seats; any that a receiver
    has will do for those that are not said. Two players: `from_open` are the played cards that came
    from the open hands.
    """
    n = game.num_players
    dealer = n - 1 if dealer is None else dealer
    held, open_held, laid = _rows(hands, n), _rows(open_hands, n), _rows(devil, n)
    played: list[list[str]] = [[] for _ in range(n)]
    void: list[set[str]] = [set() for _ in range(n)]
    for leader, cards in tricks:
        for i, rank in enumerate(cards):
            seat = (leader + i) % n
            played[seat].append(rank)
            if n > 2 and card(rank).colour != card(cards[0]).colour:
                void[seat].add(card(cards[0]).colour)
    opened = [[rank for rank in row if rank in from_open.split()] for row in played]
    devils = _devil_sizes(game, dealer)
    slots: list[_Slot] = []
    for seat, dealt in enumerate(_dealt(n, dealer)):
        size = dealt - devils[seat] - (1 if n == 2 else 0)
        missing = size - len(held[seat]) - len(played[seat]) + len(opened[seat])
        slots += [_Slot(held[seat], frozenset(void[seat])) for _ in range(missing)]
        if n == 2:
            missing = 7 - len(open_held[seat]) - len(opened[seat])
            slots += [_Slot(open_held[seat]) for _ in range(missing)]
    slots += [
        _Slot(row) for row, size in zip(laid, devils, strict=True) for _ in range(size - len(row))
    ]
    _fill(game.deck, [*chain(*held, *open_held, *laid, *played)], slots)
    names = SIDES[n == 2]
    gifts = (_rows(first, n), _rows(second, n))
    taken = set(chain(*gifts[0], *gifts[1]))

    def gift(giver: int, side: int) -> str:
        if gifts[side][giver]:
            return gifts[side][giver][0]
        receiver = (giver + (1 if side == 0 else -1)) % n
        places = held[receiver] + [r for r in played[receiver] if r not in opened[receiver]]
        if n == 2 and side == 0:
            places = open_held[receiver] + opened[receiver]
        chosen = next(rank for rank in places if rank not in taken)
        taken.add(chosen)
        return chosen

    return _base(game, phase, dealer, round_, scores) | {
        "hands": [_by_rank(row) for row in held],
        "open_hands": [_by_rank(row) for row in open_held] if n == 2 else None,
        "passes": [
            {"devil": _by_rank(laid[seat]), names[0]: gift(seat, 0), names[1]: gift(seat, 1)}
            for seat in range(n)
        ],
        "played": played,
    }


def in_pass(game: BottleImp, **given: Any) -> BottleImpState:
    """The state of `pass_position`."""
    return game.state_from_dict(pass_position(game, **given))


def in_play(game: BottleImp, **given: Any) -> BottleImpState:
    """The state of `play_position`."""
    return game.state_from_dict(play_position(game, **given))


def play(state: BottleImpState, cards: str) -> None:
    """Plays cards in turn."""
    for rank in cards.split():
        state.apply(state.game.parse_action(rank))


def near(found: Sequence[float], expected: Sequence[float]) -> bool:
    """Whether the numbers are equal but for rounding."""
    return len(found) == len(expected) and all(
        isclose(a, b, abs_tol=1e-6) for a, b in zip(found, expected, strict=True)
    )


def ranks(text: str) -> list[str]:
    """Cards as positions write them."""
    return text.split()


def words(cards: Sequence[Card] | None) -> str | None:
    """Cards as tests write them; None stays None."""
    return None if cards is None else " ".join(c.rank for c in cards)


def hand(state: BottleImpState, seat: int) -> str | None:
    """What a seat holds, as words."""
    return words(state.view().hands[seat])


def open_hand(state: BottleImpState, seat: int) -> str | None:
    """What lies in the open hand of a seat, as words."""
    hands = state.view().open_hands
    return None if hands is None else words(hands[seat])


def bottles(state: BottleImpState) -> list[tuple[str, int | None]]:
    """Price and owner of each bottle."""
    return [(bottle.price, bottle.owner) for bottle in state.view().bottles]


def won(state: BottleImpState) -> list[str | None]:
    """The cards that each seat has won this round, as words."""
    return [words(cards) for cards in state.view().won]
