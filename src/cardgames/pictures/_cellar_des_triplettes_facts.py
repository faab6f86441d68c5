"""What text and picture of a Cellar des Triplettes view have in common: names and sums."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from cardgames.cellar_des_triplettes import SLOTS, euros
from cardgames.pictures import wording
from cardgames.pictures.hands import marked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardgames.cellar_des_triplettes import Card, CellarDesTriplettesView, Triplet

# "b" is blue; brown takes its last letter.
LETTERS = {
    "brown": "n",
    "orange": "o",
    "yellow": "y",
    "red": "r",
    "green": "g",
    "violet": "v",
    "blue": "b",
    "none": "e",
}
PHASES = {"bid": "bidding", "place": "placing cards", "over": "game over"}
ROWS = tuple(tuple(slot for slot in SLOTS if slot.startswith(f"r{row}")) for row in range(1, 6))


class Hand(NamedTuple):
    """What a view tells of a seat's hand.

    Attributes
    ----------
    cards
        The cards that are seen, each with whether everybody knows it.
    hidden
        How many others there are.
    """

    cards: tuple[tuple[Card, bool], ...]
    hidden: int


class CellarScore(NamedTuple):
    """Points of one cellar, and the triplets among its cards."""

    stars: int
    triplets: tuple[Triplet, ...]

    @property
    def total(self) -> int:
        """All points of the cellar."""
        return self.stars + sum(triplet.points for triplet in self.triplets)

    def words(self, plus: str = " + ") -> str:
        """Write where the points come from: `8 stars + 2×4 + 1×1`."""
        counts = Counter(triplet.points for triplet in self.triplets)
        bonus = (f"{counts[points]}×{points}" for points in sorted(counts, reverse=True))
        return plus.join([wording.plural(self.stars, "star"), *bonus])


def told(card: Card) -> str:
    """Name a card in words: `14 Zinfandel, green, 2 stars`."""
    if card.stars == 0:
        return f"{card.value} empty bottle, no stars"
    return f"{card.value} {card.variety}, {card.colour}, {wording.plural(card.stars, 'star')}"


def cards_told(cards: Iterable[Card]) -> str:
    """Name cards in a sentence."""
    return "; ".join(told(card) for card in cards) or "none"


def without(cards: Iterable[Card], others: Iterable[Card]) -> tuple[Card, ...]:
    """Leave out some of the cards, each once."""
    left = list(cards)
    for card in others:
        left.remove(card)
    return tuple(left)


def called(view: CellarDesTriplettesView, seat: int) -> tuple[Card, ...]:
    """List the cards of a seat's bid, but for those of the present turn."""
    return without(view.bids[seat], turn(view, seat))


def turn(view: CellarDesTriplettesView, seat: int) -> tuple[Card, ...]:
    """List the cards that a seat has laid in the present turn."""
    return view.turn if view.phase == "bid" and seat in view.to_act else ()


def total(view: CellarDesTriplettesView, seat: int) -> str:
    """Write the total of a seat's bid in Euros."""
    return euros(view.bid_totals[seat])


def hand(view: CellarDesTriplettesView, seat: int) -> Hand:
    """Tell what is seen of a seat's hand."""
    seen, known = view.hands[seat], view.known_hands[seat]
    if seen is None:
        return Hand(tuple((card, True) for card in known), view.hand_sizes[seat] - len(known))
    return Hand(marked(seen, known), 0)


def state(view: CellarDesTriplettesView, seat: int) -> str:
    """Say in a word how far a seat is in this phase."""
    if view.phase == "bid":
        return "passed" if view.passed[seat] else ""
    if view.phase == "place" and seat not in view.to_act:
        return "waits" if seat in view.placing else "done"
    return ""


def cellar_scores(view: CellarDesTriplettesView, seat: int) -> tuple[CellarScore, ...]:
    """Split a seat's points by its cellars."""
    triplets = view.score_details(seat).triplets
    return tuple(
        CellarScore(
            sum(card.stars for row in cellar.rows for card in row if card is not None),
            tuple(triplet for triplet in triplets if triplet.cellar == number),
        )
        for number, cellar in enumerate(view.cellars[seat])
    )


def round_words(view: CellarDesTriplettesView) -> str:
    """Name the round."""
    return f"round {view.round} of at most {view.game.options.max_rounds}"


def final_words(view: CellarDesTriplettesView) -> str:
    """Say why this is the final round, if it is."""
    if not view.final_round:
        return ""
    why = "no more are allowed" if view.truncated else "the pile has run out"
    return f"final round: {why}"


def summary(view: CellarDesTriplettesView) -> str:
    """Tell a view in a few sentences, for those who do not see its picture."""
    parts = [
        f"Cellar des Triplettes, {view.game.num_players} players, {round_words(view)}, "
        f"{PHASES[view.phase]}, {wording.status(view)}, {wording.seen_by(view)}"
    ]
    if view.final_round:
        parts.append(final_words(view).capitalize())
    parts.append(f"Display: {cards_told(view.display)}")
    parts.append(f"Pile: {wording.plural(view.pile_size, 'card')}")
    for seat, cards in enumerate(view.bids):
        if cards:
            parts.append(f"Seat {seat} bids {total(view, seat)} Euros: {cards_told(cards)}")
    for seat, seen in enumerate(view.hands):
        if seen is not None and seat == view.player:
            parts.append(f"Hand: {cards_told(seen)}")
    parts.append(wording.told_scores(view))
    return ". ".join(parts) + "."
