"""How the greedy bot plays Cellar des Triplettes; docs/bots.md has the rules in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cardgames._core import cellar_des_triplettes as core
from cardgames.cellar_des_triplettes import (
    CALL,
    CARDS,
    DONE,
    PASS,
    PASS_DRAW,
    SLOTS,
    Card,
    CellarDesTriplettesView,
)

_INDEX = {card.value: index for index, card in enumerate(CARDS)}
_EMPTY = 0  # the index of the empty bottle
_ROW_SIZES = (5, 4, 3, 2, 1)
_LEFT, _RIGHT = SLOTS.index("left"), SLOTS.index("right")

# Until the last round so many cards are kept in hand, to bid with.
_KEPT = 4

# A slot's card by its index, 0 for an empty bottle.
Slots = list[int | None]


def choose(view: CellarDesTriplettesView, seat: int, legal: Sequence[int]) -> int:
    """An action of the seat that has this view, one of its legal ones."""
    if view.phase == "place":
        return _place(view, seat, legal)
    if CALL in legal:
        return CALL
    if PASS not in legal:
        return legal[0]  # its total is that of another seat: it has to lay more
    return _bid(view, seat, legal)


def _bid(view: CellarDesTriplettesView, seat: int, legal: Sequence[int]) -> int:
    """The card with which the trade would gain most if the bidding ended now, or none."""
    totals = list(view.bid_totals)
    own = totals[seat]
    best, most = (PASS_DRAW if PASS_DRAW in legal else PASS), _gain(view, seat, totals)
    for action in legal:
        if action >= len(CARDS):
            break
        totals[seat] = own + core.TENTHS_BY_CARD[action]
        if totals.count(totals[seat]) > 1:
            continue
        gain = _gain(view, seat, totals) - _worth([CARDS[action]])
        if gain > most:
            best, most = action, gain
    return best


def _gain(view: CellarDesTriplettesView, seat: int, totals: Sequence[int]) -> int:
    """What a seat would get for these totals, without what it bids."""
    if totals[seat] == 0:
        return 0
    above = [total for total in totals if total > totals[seat]]
    got = view.bids[totals.index(min(above))] if above else view.display
    return _worth(got) - _worth(view.bids[seat])


def _worth(cards: Iterable[Card]) -> int:
    """Its stars and one more for each card."""
    return sum(1 + card.stars for card in cards)


def _place(view: CellarDesTriplettesView, seat: int, legal: Sequence[int]) -> int:
    """The most points, of those that the hand can spare."""
    if DONE in legal and not view.final_round and view.hand_sizes[seat] <= _KEPT:
        return DONE
    slots: Slots = [
        None if card is None else _INDEX[card.value]
        for row in view.cellars[seat][-1].rows
        for card in row
    ]
    if None not in slots and _EMPTY not in slots:
        slots = [None] * len(slots)  # it is full: the card begins a new one
    before = _triplet_points(slots)
    varieties = Counter(core.VARIETY_BY_CARD[card] for card in slots if card is not None)
    best, most = DONE, 0 if DONE in legal else -1
    for action in legal:
        if action == DONE:
            continue
        card, slot = divmod(action - core.FIRST_PLACE, len(SLOTS))
        points = core.STARS_BY_CARD[card]
        # A triplet needs two others of the variety.
        if card != _EMPTY and varieties[core.VARIETY_BY_CARD[card]] >= 2:
            points += _triplet_points(_with(slots, card, slot)) - before
        if points > most:
            best, most = action, points
    return best


def _triplet_points(slots: Slots) -> int:
    return sum(points for _, points in core.triplets(slots))


def _with(slots: Slots, card: int, slot: int) -> Slots:
    """The cellar with one more card."""
    if slot == _LEFT:
        # All cards move one column on.
        moved: Slots = []
        start = 0
        for size in _ROW_SIZES:
            moved += [None, *slots[start : start + size - 1]]
            start += size
        slots, slot = moved, 0
    elif slot == _RIGHT:
        slot = slots.index(None)
    return [*slots[:slot], card, *slots[slot + 1 :]]
