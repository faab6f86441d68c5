"""Drawings of what Bottle Imp is played with: cards, bottles, and the marks of the colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import svg
from cardgames.pictures.wording import plural

if TYPE_CHECKING:
    from cardgames.bottle_imp import Card

WIDTH, HEIGHT = 52, 74
FILLS = {"yellow": "#f0bf2c", "blue": "#2c61b3", "red": "#c4342b"}
INKS = {"yellow": "#2b2620", "blue": "#ffffff", "red": "#ffffff"}
_SHADES = {"yellow": "#c2921a", "blue": "#1b3f7a", "red": "#861f18"}
_LIGHTS = {"yellow": "#f9e08d", "blue": "#6f9bdc", "red": "#e5837b"}
_COIN, _COIN_EDGE = "#fff6d6", "#5d4708"
# Outlines of about radius 1 around the origin, like `svg.STAR`.
_DIAMOND = ((0, -1.1), (0.8, 0), (0, 1.1), (-0.8, 0))
_TRIANGLE = ((0, -0.95), (1, 0.8), (-1, 0.8))
_SHAPES = {"yellow": svg.STAR, "blue": _DIAMOND, "red": _TRIANGLE}
_BOTTLE = (
    "M15 9h10v16c0 6 11 8 11 20v29a6 6 0 0 1 -6 6h-20a6 6 0 0 1 -6 -6v-29c0 -12 11 -14 11 -20z"
)
_GLASS, _GLASS_EDGE, _CORK, _LABEL, _EYE = "#6d3a8c", "#3d1d52", "#d8b27c", "#fdf3d3", "#ffd84a"


def symbol(colour: str, x: float, y: float, radius: float, fill: str) -> str:
    """Draw the mark that tells a colour without colour."""
    return svg.shape(_SHAPES[colour], x, y, radius, fill=fill)


def mark(colour: str, size: float = 16) -> svg.Block:
    """Draw a colour's mark on a small disc."""
    half = size / 2
    disc = svg.circle(
        half, half, half, fill=FILLS[colour], stroke=_SHADES[colour], stroke_width=0.8
    )
    return svg.Block(
        size, size, svg.titled(colour, disc, symbol(colour, half, half, half * 0.62, INKS[colour]))
    )


def _coins(count: int) -> str:
    spots = ((9 + 10 * (place % 2), 46 + 9.5 * (place // 2)) for place in range(count))
    return "".join(
        svg.circle(x, y, 3.6, fill=_COIN, stroke=_COIN_EDGE, stroke_width=0.9) for x, y in spots
    )


def face(card: Card, scale: float = 1) -> svg.Block:
    """Draw a card. All that counts is in its left strip, so that cards may lie over each other."""
    colour, ink = card.colour, INKS[card.colour]
    parts = [
        svg.card(WIDTH, HEIGHT, fill=FILLS[colour], stroke=_SHADES[colour]),
        symbol(colour, 36, 49, 11, _LIGHTS[colour]),
        _rank(card.rank, ink),
        symbol(colour, 14, 31, 7, ink),
        _coins(card.points),
    ]
    title = f"{card.rank} {colour}, {plural(card.points, 'point')}"
    return svg.Block(
        WIDTH * scale, HEIGHT * scale, svg.group(0, 0, svg.titled(title, *parts), scale=scale)
    )


def _rank(rank: str, ink: str) -> str:
    if len(rank) > 2:
        return svg.text(4, 18, rank, size=15, fill=ink, bold=True, fit=27 if len(rank) > 3 else 21)
    return svg.text(4, 19, rank, size=18, fill=ink, bold=True, fit=22)


def back(scale: float = 1) -> svg.Block:
    """Draw the back of a card."""
    return svg.card_back(WIDTH * scale, HEIGHT * scale)


def place(card: Card | bool, scale: float = 1, stroke: str = svg.EDGE) -> svg.Block:
    """Draw a card, a back for True, an empty place for False."""
    if isinstance(card, bool):
        return back(scale) if card else svg.card_slot(WIDTH * scale, HEIGHT * scale, stroke=stroke)
    return face(card, scale)


def chip(card: Card) -> svg.Block:
    """Draw a card as a small tag with its rank and its colour's mark."""
    colour, ink = card.colour, INKS[card.colour]
    width = 22 + svg.text_width(card.rank, 11, bold=True)
    parts = [
        svg.rect(width, 18, radius=4, fill=FILLS[colour], stroke=_SHADES[colour]),
        symbol(colour, 10, 9, 5, ink),
        svg.text(18, 13, card.rank, size=11, fill=ink, bold=True),
    ]
    return svg.Block(width, 18, svg.titled(f"{card.rank} {colour}", *parts))


def coin_legend() -> svg.Block:
    """Tell what a coin on a card means."""
    coin = svg.circle(6, 6, 4.5, fill=_COIN, stroke=_COIN_EDGE)
    return svg.row([svg.Block(12, 12, coin), svg.label("1 point", size=11, fill=svg.MUTED)], gap=3)


def bottle(price: str, scale: float = 1) -> svg.Block:
    """Draw a bottle with its price on the label and somebody in it."""
    parts = [
        svg.rect(12, 10, x=14, radius=2, fill=_CORK, stroke=_GLASS_EDGE),
        svg.path(_BOTTLE, fill=_GLASS, stroke=_GLASS_EDGE, stroke_width=1.5),
        svg.path("M9 46c1 -6 6 -8 8 -12", fill="none", stroke="#b58fd0", stroke_width=1.5),
        svg.path(
            "M13 40l6 3.4a3.6 3.6 0 0 1 -6 -3.4zM27 40l-6 3.4a3.6 3.6 0 0 0 6 -3.4z", fill=_EYE
        ),
        svg.rect(30, 22, x=5, y=51, radius=2, fill=_LABEL, stroke=_GLASS_EDGE),
        svg.text(20, 67.5, price, size=15, anchor="middle", bold=True, fit=26),
    ]
    return svg.Block(
        40 * scale,
        81 * scale,
        svg.group(0, 0, svg.titled(f"bottle at {price}", *parts), scale=scale),
    )


def small_bottle(price: str) -> svg.Block:
    """Draw a bottle as a small sign with its price beside it."""
    glass = svg.path(_BOTTLE, fill=_GLASS, stroke=_GLASS_EDGE) + svg.rect(12, 10, x=14, fill=_CORK)
    sign = svg.Block(10, 20, svg.group(0, 0, glass, scale=0.25))
    return svg.row([sign, svg.label(price, size=13, bold=True)], gap=2)
