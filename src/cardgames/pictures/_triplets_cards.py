"""Drawings of playing cards for Triplets: faces, backs with bounds, tags, stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _triplets_facts as facts
from cardgames.pictures import seat_parts, svg
from cardgames.pictures.svg import Block

if TYPE_CHECKING:
    from cardgames.triplets import Bound, Card

WIDTH, HEIGHT = 42, 58
_CHIP, _CHIP_HEIGHT = 33, 19
_CARD, _CARD_EDGE = "#fffefb", "#8f866f"
_SEEN = "#dcd9ee"  # ground of cards that the table does not know
_INKS = {"c": "#1d1b19", "d": "#b5161d", "h": "#b5161d", "s": "#1d1b19"}
WINNING, _LEAVING = "#ffc83d", "#c4342b"
# Outlines around the origin, about 20 high. The stems of clubs and spades are the same.
_STEM = "M-1 2C-1 6 -2 8.5 -4 10H4C2 8.5 1 6 1 2Z"
_OUTLINES = {
    "c": "M-4.6 -5.4a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1 -9.2 0Z"
    "M-9.6 2.2a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1 -9.2 0Z"
    "M.4 2.2a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1 -9.2 0Z"
    f"M-2 -3H2V3H-2Z{_STEM}",
    "d": "M0 -10L7.6 0L0 10L-7.6 0Z",
    "h": "M0 9.5C-13 -.5 -10 -9 -5 -9C-2.5 -9 -.6 -7.4 0 -5C.6 -7.4 2.5 -9 5 -9"
    "C10 -9 13 -.5 0 9.5Z",
    "s": "M0 -10C13 0 9.5 6.5 5 6.5C2.5 6.5 .6 5 0 3C-.6 5 -2.5 6.5 -5 6.5"
    f"C-9.5 6.5 -13 0 0 -10Z{_STEM}",
}


def suit(card: Card, x: float, y: float, height: float) -> str:
    """Draw the symbol of a card's suit around a spot."""
    return svg.group(x, y, svg.path(_OUTLINES[card.suit], fill=_INKS[card.suit]), scale=height / 20)


def face(card: Card, scale: float = 1, *, known: bool = False, note: str = "") -> Block:
    """Draw a card. All that counts is in its left strip, so that cards may lie over each other.

    Parameters
    ----------
    known
        Mark it as one that everybody knows in a hand.
    note
        More words for its tooltip.
    """
    parts = [
        svg.card(WIDTH, HEIGHT, fill=_CARD, stroke=_CARD_EDGE),
        svg.text(4, 18, card.rank, size=17, fill=_INKS[card.suit], bold=True, fit=19),
        suit(card, 10.5, 29, 13),
        suit(card, 28, 43, 20),
    ]
    if known:
        parts.append(svg.group(WIDTH - 9, 9, svg.eye(0, 0)))
    title = f"{facts.told(card)}{', known to all' if known else ''}{note}"
    return _scaled(svg.titled(title, *parts), scale)


def _scaled(drawn: str, scale: float) -> Block:
    return Block(WIDTH * scale, HEIGHT * scale, svg.group(0, 0, drawn, scale=scale))


def back(bound: Bound, scale: float = 1) -> Block:
    """Draw the back of a card, with the ranks that it may have if not all are possible."""
    drawn = svg.card_back(WIDTH, HEIGHT).markup
    words = facts.bound_words(bound)
    if words:
        drawn += svg.rect(WIDTH - 4, 20, x=2, y=19, radius=4, fill=svg.PAPER)
        drawn += svg.text(WIDTH / 2, 34, words, size=13, anchor="middle", bold=True, fit=WIDTH - 8)
    return _scaled(svg.titled(facts.told_hidden(bound), drawn), scale)


def place(scale: float = 1, stroke: str = svg.EDGE) -> Block:
    """Draw the place of a card that is not there."""
    return svg.card_slot(WIDTH * scale, HEIGHT * scale, stroke=stroke)


def pile(size: int, scale: float = 1) -> Block:
    """Draw a stack, higher the more cards it has, with their number on its back."""
    if not size:
        return place(scale)
    edges = min(-(-size // 8), 6)
    step = 2 * scale
    width, height = WIDTH * scale, HEIGHT * scale
    back = svg.card_back(width, height).markup
    drawn = "".join(svg.group(0, step * (edges - i), back) for i in range(edges + 1))
    number = svg.pill(str(size), fill=svg.PAPER, ink=svg.INK, size=13)
    drawn += svg.group((width - number.width) / 2, (height - number.height) / 2, number.markup)
    return Block(width, height + step * edges, drawn)


def chip(card: Card, note: str = "", *, known: bool = True) -> Block:
    """Draw a card as a small tag; the ground of those that the table does not know is darker."""
    parts = [
        svg.rect(_CHIP, _CHIP_HEIGHT, radius=4, fill=_CARD if known else _SEEN, stroke=_CARD_EDGE),
        svg.text(18, 14, card.rank, size=12.5, fill=_INKS[card.suit], anchor="end", bold=True),
        suit(card, 25, 9.5, 11),
    ]
    return Block(_CHIP, _CHIP_HEIGHT, svg.titled(facts.told(card) + note, *parts))


def framed(cards: Block, *, wins: bool, leaves: bool) -> Block:
    """Put cards into a frame: a thick one if they are winning, a broken one if they leave."""
    margin = 5
    width, height = cards.width + 2 * margin, cards.height + 2 * margin
    drawn = svg.group(margin, margin, cards.markup)
    if wins:
        drawn = svg.rect(width, height, radius=8, fill=WINNING) + drawn
    if leaves:
        drawn += svg.rect(width, height, radius=8, stroke=_LEAVING, stroke_width=2.5, dash="6 4")
    return Block(width, height, drawn)


def legend() -> list[Block]:
    """Tell what the signs mean."""
    blank = Block(10, 12, svg.rect(10, 12, radius=2, fill=_CARD, stroke=_CARD_EDGE))
    unknown = Block(14, 16, svg.rect(14, 16, radius=3, fill=_SEEN, stroke=_CARD_EDGE))
    signs = [
        (framed(blank, wins=True, leaves=False), "winning"),
        (framed(blank, wins=False, leaves=True), "leaves the game after the round"),
        (seat_parts.KNOWN, "known to all"),
        (unknown, "in a stack, not known to all"),
    ]
    return seat_parts.legend(signs)
