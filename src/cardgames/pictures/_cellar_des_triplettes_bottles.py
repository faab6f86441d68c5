"""Drawings of what Cellar des Triplettes is played with: bottles, cards, pyramids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _cellar_des_triplettes_facts as facts
from cardgames.pictures import seat_parts, svg, wording
from cardgames.pictures.svg import Block

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardgames.cellar_des_triplettes import Card, Cellar, Triplet

WIDTH, HEIGHT = 38, 50
_CHIP = 35
_GAP = 3
_GLASS = {
    "brown": "#7a4a2a",
    "orange": "#e8842a",
    "yellow": "#f2c938",
    "red": "#c0302b",
    "green": "#3f8f46",
    "violet": "#7d459f",
    "blue": "#2c61b3",
}
_EDGES = {
    "brown": "#4a2a14",
    "orange": "#9c4f0c",
    "yellow": "#9a7710",
    "red": "#7a1814",
    "green": "#205426",
    "violet": "#4b2365",
    "blue": "#183b73",
}
_CORK, _TAG, _EMPTY_EDGE, _FREE = "#d8b27c", "#fffaf0", "#6b6458", "#c9bda5"
_CARD, _CARD_EDGE = "#fbf7ec", "#b9ab8e"
# Bands through triplets, by their points.
_BONUS = {4: "#e3a012", 1: "#9d89d1"}
_BAND_WIDTHS = {4: 9, 1: 5}
# Outlines by the stars, around the middle line 0, from the top of the neck at 0 to the foot at 35.
_OUTLINES = {
    0: "M-3 1h6v10c0 3 5 4 5 8v14a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-14c0 -4 5 -5 5 -8z",
    1: "M-2.5 1h5v9c0 3 3.5 4 3.5 8v15a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-15c0 -4 3.5 -5 3.5 -8z",
    2: "M-3 1h6v9h5a2.5 2.5 0 0 1 2.5 2.5v20.5a2 2 0 0 1 -2 2h-17a2 2 0 0 1 -2 -2v-20.5"
    "a2.5 2.5 0 0 1 2.5 -2.5h5z",
    3: "M-3 1h6v7c1 2 3 2 5.5 3.5a13.5 13.5 0 0 1 0 23l-1 .5h-15l-1 -.5a13.5 13.5 0 0 1 0 -23"
    "c2.5 -1.5 4.5 -1.5 5.5 -3.5z",
}


def _bottle(card: Card) -> str:
    """Draw a bottle around the middle line 0: its shape tells the stars, a tag the price."""
    if card.stars == 0:
        glass = svg.path(_OUTLINES[0], fill="none", stroke=_EMPTY_EDGE, stroke_width=1.3)
        edge = _EMPTY_EDGE
    else:
        edge = _EDGES[card.colour]
        cork = svg.rect(5, 4, x=-2.5, y=-1.5, radius=1, fill=_CORK, stroke=edge, stroke_width=0.7)
        glass = cork + svg.path(
            _OUTLINES[card.stars], fill=_GLASS[card.colour], stroke=edge, stroke_width=1
        )
    tag = svg.rect(20, 13, x=-10, y=16.5, radius=2, fill=_TAG, stroke=edge, stroke_width=0.8)
    price = svg.text(0, 27, card.value, size=11.5, anchor="middle", bold=True, fit=20)
    return glass + tag + price


def _stars(count: int, x: float, y: float, radius: float) -> str:
    first = x - (count - 1) * radius * 1.25
    return "".join(
        svg.shape(svg.STAR, first + place * radius * 2.5, y, radius, fill=svg.INK)
        for place in range(count)
    )


def _content(card: Card) -> str:
    """Draw what is on a card: the bottle, the stars, the first letter of the colour."""
    letter = svg.text(3.5, 11, facts.LETTERS[card.colour], size=10.5, fill=svg.MUTED, bold=True)
    wine = card.stars > 0
    return (
        svg.group(WIDTH / 2, 3, _bottle(card))
        + (letter if wine else "")
        + _stars(card.stars, WIDTH / 2, 44.5, 3.6)
    )


def face(card: Card, scale: float = 1, *, known: bool = False, note: str = "") -> Block:
    """Draw a card.

    Parameters
    ----------
    known
        Mark it as one that everybody knows in a hand.
    note
        More words for its tooltip.
    """
    parts = [svg.card(WIDTH, HEIGHT, fill=_CARD, stroke=_CARD_EDGE), _content(card)]
    if known:
        parts.append(svg.eye(WIDTH - 7.5, 7.5))
    return _scaled(facts.told(card) + note, parts, scale)


def _scaled(title: str, parts: Iterable[str], scale: float) -> Block:
    drawn = svg.group(0, 0, svg.titled(title, *parts), scale=scale)
    return Block(WIDTH * scale, HEIGHT * scale, drawn)


def back(scale: float = 1) -> Block:
    """Draw the back of a card."""
    return svg.card_back(WIDTH * scale, HEIGHT * scale)


def place(scale: float = 1, stroke: str = svg.EDGE) -> Block:
    """Draw the place of a card that is not there."""
    return svg.card_slot(WIDTH * scale, HEIGHT * scale, stroke=stroke)


def chip(card: Card, note: str = "") -> Block:
    """Draw a card as a small tag: price, letter of the colour, stars."""
    wine = card.stars > 0
    fill, edge = (_GLASS[card.colour], _EDGES[card.colour]) if wine else ("none", _EMPTY_EDGE)
    parts = [
        svg.rect(_CHIP, 20, radius=4, fill=_CARD),
        svg.rect(7, 20, radius=3, fill=fill, stroke=edge),
        svg.rect(_CHIP, 20, radius=4, stroke=edge),
        svg.text(10, 10.5, card.value, size=10, bold=True),
        svg.text(_CHIP - 3.5, 10, facts.LETTERS[card.colour], size=9, anchor="end") if wine else "",
        _stars(card.stars, (_CHIP + 7) / 2, 15.5, 2.5),
    ]
    return Block(_CHIP, 20, svg.titled(facts.told(card) + note, *parts))


def _spot(slot: str, width: float, height: float) -> tuple[float, float]:
    """Give the place of a slot in a pyramid; each row lies half a slot further to the right."""
    row, column = int(slot[1]), int(slot[3])
    return (column - 1 + (row - 1) / 2) * width, (5 - row) * height


def pyramid(cellar: Cellar, triplets: Iterable[Triplet], scale: float = 1) -> Block:
    """Draw a cellar with its bottles and with bands through its triplets."""
    right, down = WIDTH + _GAP, HEIGHT + _GAP
    slots: list[str] = []
    bottles: list[str] = []
    for row, words in zip(cellar.rows, facts.ROWS, strict=True):
        for card, slot in zip(row, words, strict=True):
            x, y = _spot(slot, right, down)
            ground, content = _slot(card, slot, covers=slot in cellar.covered)
            slots.append(svg.group(x, y, ground))
            bottles.append(svg.group(x, y, content))
    bands = [_band(triplet, right, down) for triplet in triplets]
    width, height = 5 * right - _GAP, 5 * down - _GAP
    drawn = svg.group(0, 0, *slots, *bands, *bottles, scale=scale)
    return Block(width * scale, height * scale, drawn)


# An empty bottle under a wine.
_UNDER = svg.path(_OUTLINES[0], fill=_CARD, stroke=_EMPTY_EDGE, stroke_width=2)


def _slot(card: Card | None, slot: str, *, covers: bool) -> tuple[str, str]:
    """Draw a slot's ground and what lies in it, apart, as bands lie between them."""
    if card is None:
        free = svg.rect(WIDTH, HEIGHT, radius=4, stroke=_FREE, dash="3 3")
        return svg.titled(f"{slot} is free", free), ""
    ground = svg.card(WIDTH, HEIGHT, fill=_CARD, stroke=_CARD_EDGE)
    content = _content(card)
    if covers:
        content += svg.group(WIDTH - 6.5, 3, _UNDER, scale=0.36)
    title = f"{facts.told(card)}, in {slot}{', on an empty bottle' if covers else ''}"
    return ground, svg.titled(title, content)


def _band(triplet: Triplet, right: float, down: float) -> str:
    """Draw a band through the middles of a triplet: a line, or a triangle."""
    spots = [_spot(slot, right, down) for slot in triplet.slots]
    middles = [(x + WIDTH / 2, y + HEIGHT / 2) for x, y in spots]
    way = "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in middles)
    (ax, ay), (bx, by), (cx, cy) = middles
    straight = (ax + cx, ay + cy) == (2 * bx, 2 * by)
    band = svg.element(
        "path",
        d=f"M{way}" if straight else f"M{way}Z",
        fill="none",
        stroke=_BONUS[triplet.points],
        stroke_width=_BAND_WIDTHS[triplet.points],
        stroke_linejoin="round",
        stroke_linecap="round",
    )
    prices = " ".join(card.value for card in triplet.cards)
    slots = " ".join(triplet.slots)
    return svg.titled(
        f"triplet {prices} in {slots}: {wording.plural(triplet.points, 'point')}", band
    )


def legend() -> list[Block]:
    """Tell what the signs mean."""
    signs = [
        (Block(10, 15, svg.group(5, 1, _UNDER, scale=0.36)), "on an empty bottle"),
        (seat_parts.KNOWN, "known to all"),
    ]
    for points, height in _BAND_WIDTHS.items():
        line = Block(20, height, svg.rect(20, height, radius=3, fill=_BONUS[points]))
        signs.append((line, f"triplet, {wording.plural(points, 'point')}"))
    return seat_parts.legend(signs)
