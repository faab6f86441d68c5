"""How the greedy bot plays Bottle Imp; docs/bots.md has the rules in words.

Cards are their indices, in the order of ranks, which are also the ids of playing them.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgames._core.bottle_imp import POINTS_BY_CARD, SMALL_DECK, START_PRICE
from cardgames.bottle_imp import CARDS, BottleImpView
from cardgames.bottle_imp import START_PRICE as START_WORD

_INDEX: dict[str, int] = {card.rank: index for index, card in enumerate(CARDS)}
_PRICES: dict[str, int] = _INDEX | {START_WORD: START_PRICE}
# The cards that can take a bottle, with 2 to 4 players and with more.
_LOW_OF_FEW = tuple(index for index in SMALL_DECK if index < START_PRICE)
_LOW_OF_MANY = tuple(range(START_PRICE))
_FIRST_GIFT = 2 * len(CARDS)  # ids below are those of playing and of the Devil's trick

# With so many lower cards in other hands, somebody will take the bottle again.
_ENOUGH_LOWER = 4


def choose(view: BottleImpView, seat: int, legal: Sequence[int]) -> int:
    """An action of the seat that has this view, one of its legal ones."""
    if view.phase == "pass":
        # The two lowest cards are for others, the next one for the Devil's trick, which comes
        # first.
        return legal[2] if legal[0] < _FIRST_GIFT else legal[0]
    price = max(_PRICES[bottle.price] for bottle in view.bottles)
    low = [card for card in legal if card < price]
    high = legal[len(low) :]
    winning = _winning(view, price)
    if low and winning is not None and low[0] < winning < price:
        return low[0]
    if low and _lower_elsewhere(view, seat, low[-1]) >= _ENOUGH_LOWER:
        return low[-1]
    if high and (winning is None or price <= winning < high[-1]):
        return high[-1]
    if high:
        return min(high, key=POINTS_BY_CARD.__getitem__)
    return low[-1]


def _winning(view: BottleImpView, price: int) -> int | None:
    """The card that wins the trick so far."""
    cards = [_INDEX[entry.card.rank] for entry in view.trick]
    return max([card for card in cards if card < price] or cards, default=None)


def _lower_elsewhere(view: BottleImpView, seat: int, card: int) -> int:
    """How many lower cards others may hold: they are neither played nor the seat's own."""
    cards = [*(view.hands[seat] or ()), *(view.passes[seat].devil or ())]
    if view.open_hands is not None:
        cards += view.open_hands[seat]
    for played in view.played:
        cards += played
    gone = {_INDEX[it.rank] for it in cards}
    low = _LOW_OF_FEW if view.game.num_players <= 4 else _LOW_OF_MANY
    return sum(it < card and it not in gone for it in low)
