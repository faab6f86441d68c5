"""Brute-force enumeration of the worlds that a seat cannot tell apart in Triplets.

The law, from the game's page: the hidden cards, copies of several decks counted as different, are
laid at random into the hidden places (of hands and stacks), given that the unknown cards of each
hand can be matched one to one with its bounds.

A world is ``(hands, stacks)``: for every seat the cards of its hand that the viewer does not know,
ascending, and those of its stack, from the top. Everything takes a view as a dict, in the position
format of the page, and the seat that has it.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence

from .triplets_reference import Bound, Position, admits, ascending, pack, read_bound, without

Hand = tuple[str, ...]
Hands = tuple[Hand, ...]
World = tuple[Hands, Hands]


def can_be_matched(cards: Sequence[str], bounds: Sequence[Bound]) -> bool:
    """Whether some order of the cards meets the bounds one by one."""
    if not cards:
        return not bounds
    return any(
        admits(bounds[0], card) and can_be_matched([*cards[:at], *cards[at + 1 :]], bounds[1:])
        for at, card in enumerate(cards)
    )


def unseen_cards(view: Position) -> list[str]:
    """Cards of which the viewer does not know where they are."""
    left = Counter(pack(view["options"]))
    places = [*view["hands"], *view["stacks"], *(entry["cards"] for entry in view["pot"])]
    for place in [*places, view["removed"]]:
        for card in place:
            if card is not None:
                assert left[card] > 0
                left[card] -= 1
    return ascending(left.elements())


def hidden_sizes(places: list[list[str | None]]) -> list[int]:
    """How many unknown cards there are in each of these places."""
    return [place.count(None) for place in places]


def bounds_of(view: Position, player: int) -> list[list[Bound]]:
    """Bounds of the cards that the viewer does not know; its own hand hides nothing."""
    return [
        [] if seat == player else [read_bound(words) for words in bounds]
        for seat, bounds in enumerate(view["bounds"])
    ]


def _share(copies: list[int], cards: list[str], bounds: list[list[Bound]]) -> Iterator[list[Hand]]:
    """All ways to give copies of cards to hands, as the bounds say; then what is left."""
    if not bounds:
        yield [tuple(cards[copy] for copy in copies)]
        return
    for chosen in itertools.combinations(copies, len(bounds[0])):
        hand = tuple(cards[copy] for copy in chosen)
        if can_be_matched(hand, bounds[0]):
            rest = [copy for copy in copies if copy not in chosen]
            for others in _share(rest, cards, bounds[1:]):
                yield [hand, *others]


def ways(view: Position, player: int) -> Iterator[tuple[Hands, Hand]]:
    """Hidden cards of all hands, and what is left for the stacks; all equally likely.

    Ways that differ only in which copies of a card lie where come one by one.
    """
    # Each set of copies in a hand comes about in as many orders, and so do the stacks: sets
    # instead of orders are counted.
    cards = unseen_cards(view)
    bounds = bounds_of(view, player)
    assert [len(of_hand) for of_hand in bounds] == hidden_sizes(view["hands"])
    assert len(cards) == sum(hidden_sizes(view["hands"] + view["stacks"]))
    for *hands, rest in _share(list(range(len(cards))), cards, bounds):
        yield tuple(hands), rest


def ways_without_bounds(view: Position) -> int:
    """How many ways there would be if nothing were known of the hidden cards."""
    left, found = len(unseen_cards(view)), 1
    for size in hidden_sizes(view["hands"]):
        found *= math.comb(left, size)
        left -= size
    return found


def _not_empty(hands: Hands) -> Hands:
    return tuple(hand for hand in hands if hand)


def law_of_hands(view: Position, player: int) -> dict[Hands, float]:
    """Probability of the hidden cards of the hands with any, in the order of the seats."""
    counts: Counter[Hands] = Counter()
    for hands, _ in ways(view, player):
        counts[_not_empty(hands)] += 1
    return {hands: number / counts.total() for hands, number in counts.items()}


def _stacks(cards: Sequence[str], sizes: Sequence[int]) -> Iterator[Hands]:
    """All ways to lay cards into the hidden places of stacks; copies one by one."""
    for order in itertools.permutations(cards):
        left = iter(order)
        yield tuple(tuple(itertools.islice(left, size)) for size in sizes)


def law_of_worlds(view: Position, player: int) -> dict[World, float]:
    """Probability of every world."""
    counts: Counter[World] = Counter()
    sizes = hidden_sizes(view["stacks"])
    for hands, rest in ways(view, player):
        counts.update((hands, stacks) for stacks in _stacks(rest, sizes))
    return {world: number / counts.total() for world, number in counts.items()}


def law_of_stacks(view: Position, hands: Hands) -> dict[Hands, float]:
    """Probability of every way the stacks can be if the hidden cards of the hands are these."""
    rest = without(unseen_cards(view), itertools.chain.from_iterable(hands))
    counts = Counter(_stacks(rest, hidden_sizes(view["stacks"])))
    return {stacks: number / counts.total() for stacks, number in counts.items()}


def world_of(full: Position, view: Position) -> World:
    """World of a position with nothing hidden, as one who has the view would have to guess it."""
    hands = [
        tuple(without(hand, [card for card in shown if card is not None]))
        for hand, shown in zip(full["hands"], view["hands"], strict=True)
    ]
    stacks = [
        tuple(card for card, seen in zip(stack, shown, strict=True) if seen is None)
        for stack, shown in zip(full["stacks"], view["stacks"], strict=True)
    ]
    return tuple(hands), tuple(stacks)


def hands_of_world(world: World) -> Hands:
    """Hidden cards of the hands with any."""
    hands, _ = world
    return _not_empty(hands)
