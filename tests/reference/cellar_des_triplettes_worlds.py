"""Brute-force enumeration of the worlds that a seat cannot tell apart in Cellar des Triplettes.

The law, from the game's page: the hidden cards are shuffled, as single cards, uniformly over the
hidden places: the part of every other hand that is not in its `known_hands`, and the pile above
`pile_bottom`. While `turn` is not empty there is one condition: the seat to act can finish its
turn.

A world is a pair ``(hands, pile)``: a sorted tuple of cards for each seat, known ones too, and the
whole pile in its order. Three copies of a card make one world several times: the enumeration counts
how many ways of placing the single cards make each world.

Everything takes a view as a dict, in the position format of the page, and the seat that has it.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping

from .cellar_des_triplettes_reference import (
    Position,
    by_value,
    can_end_turn,
    deck,
    total,
)

Hand = tuple[str, ...]
World = tuple[tuple[Hand, ...], tuple[str, ...]]


def hidden_cards(view: Position, player: int) -> list[str]:
    """Cards of which the player does not see where they are, ascending."""
    seen: list[str] = list(view["hands"][player])
    for seat, known in enumerate(view["known_hands"]):
        if seat != player:
            seen += known
    for bid in view["bids"]:
        seen += bid
    seen += view["display"] + view["pile_bottom"]
    for cellars, words in zip(view["cellars"], view["covered"], strict=True):
        for rows, covered in zip(cellars, words, strict=True):
            seen += [card for row in rows for card in row if card is not None]
            # Under every wine that covers lies an empty bottle.
            seen += ["0.2" for _ in covered]
    rest = deck(view["options"]["num_players"])
    for card in seen:
        rest.remove(card)
    return rest


def hidden_sizes(view: Position, player: int) -> list[int]:
    """How many hidden cards each hand has."""
    return [
        0 if seat == player else size - len(view["known_hands"][seat])
        for seat, size in enumerate(view["hand_sizes"])
    ]


def hidden_pile(view: Position) -> int:
    """How many hidden cards the pile has."""
    return int(view["pile_size"]) - len(view["pile_bottom"])


def acting_seat(view: Position, player: int) -> int | None:
    """Seat in the middle of its turn, whose hand the player does not see."""
    if not view["turn"] or view["to_act"] == [player]:
        return None
    return int(view["to_act"][0])


def can_finish(view: Position, hand: list[str]) -> bool:
    """Whether the seat in the middle of its turn could finish it with this hand."""
    seat = view["to_act"][0]
    forbidden = {total(bid) for other, bid in enumerate(view["bids"]) if other != seat and bid}
    return can_end_turn(total(view["bids"][seat]), view["turn"][-1], hand, forbidden)


def _share(pool: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to share single cards out to hands; the last part is the pile, in any order."""
    if not sizes:
        for order in itertools.permutations(pool):
            yield [order]
        return
    for chosen in itertools.combinations(pool, sizes[0]):
        for rest in _share([card for card in pool if card not in chosen], sizes[1:]):
            yield [chosen, *rest]


def worlds(view: Position, player: int) -> Counter[World]:
    """Every consistent world, with the number of ways of placing the single cards."""
    hidden = hidden_cards(view, player)
    sizes = hidden_sizes(view, player)
    assert sum(sizes) + hidden_pile(view) == len(hidden)
    acting = acting_seat(view, player)
    found: Counter[World] = Counter()
    for *parts, pile in _share(list(range(len(hidden))), sizes):
        hands = [
            list(view["hands"][player])
            if seat == player
            else by_value([*view["known_hands"][seat], *(hidden[at] for at in part)])
            for seat, part in enumerate(parts)
        ]
        if acting is not None and not can_finish(view, hands[acting]):
            continue
        whole_pile = [hidden[at] for at in pile] + view["pile_bottom"]
        found[tuple(tuple(hand) for hand in hands), tuple(whole_pile)] += 1
    return found


def world_of(full: Position) -> World:
    """World of a position with nothing hidden."""
    return tuple(tuple(hand) for hand in full["hands"]), tuple(full["pile"])


# ------------------------------------------------------------------ many hidden cards


def _parts(copies: list[tuple[str, int]], size: int) -> Iterator[tuple[Hand, int]]:
    """Multisets of so many cards, each with the number of ways to choose its single cards."""
    if not copies:
        if size == 0:
            yield (), 1
        return
    (card, number), others = copies[0], copies[1:]
    for taken in range(min(number, size) + 1):
        for rest, ways in _parts(others, size - taken):
            yield (card,) * taken + rest, ways * math.comb(number, taken)


def acting_hand_law(view: Position, player: int) -> dict[Hand, float]:
    """Probability of each multiset of hidden cards in the hand of the seat in mid-turn."""
    seat = acting_seat(view, player)
    assert seat is not None
    copies = list(Counter(hidden_cards(view, player)).items())
    ways = {
        hand: number
        for hand, number in _parts(copies, hidden_sizes(view, player)[seat])
        if can_finish(view, [*view["known_hands"][seat], *hand])
    }
    every = sum(ways.values())
    return {hand: number / every for hand, number in ways.items()}


def share_of_deals(view: Position, player: int) -> float:
    """Share of all ways of placing the single cards that meet the condition."""
    seat = acting_seat(view, player)
    assert seat is not None
    hidden = hidden_cards(view, player)
    size = hidden_sizes(view, player)[seat]
    fine = sum(
        number
        for hand, number in _parts(list(Counter(hidden).items()), size)
        if can_finish(view, [*view["known_hands"][seat], *hand])
    )
    return fine / math.comb(len(hidden), size)


def elsewhere_law(view: Position, player: int, law: Mapping[Hand, float]) -> dict[str, float]:
    """Probability of each card at any one hidden place outside the hand in mid-turn."""
    hidden = Counter(hidden_cards(view, player))
    found: dict[str, float] = {}
    for hand, share in law.items():
        rest = hidden - Counter(hand)
        for card, number in rest.items():
            found[card] = found.get(card, 0.0) + share * number / rest.total()
    return found


def pairs_elsewhere_law(
    view: Position, player: int, law: Mapping[Hand, float]
) -> dict[tuple[str, str], float]:
    """Probability of each pair of cards at two hidden places outside the hand in mid-turn."""
    hidden = Counter(hidden_cards(view, player))
    found: dict[tuple[str, str], float] = {}
    for hand, share in law.items():
        rest = hidden - Counter(hand)
        for one, number in rest.items():
            for other, left in (rest - Counter([one])).items():
                ways = number * left / (rest.total() * (rest.total() - 1))
                found[one, other] = found.get((one, other), 0.0) + share * ways
    return found


def hidden_part(full: Position, view: Position, seat: int) -> Hand:
    """Hidden cards of a hand in a world."""
    hand: list[str] = full["hands"][seat]
    known: list[str] = view["known_hands"][seat]
    hidden: Counter[str] = Counter(hand)
    hidden.subtract(known)
    return tuple(by_value(hidden.elements()))
