"""Drawings of what Wine Cellar is played with: bottles on their sides, tags, clients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _wine_cellar_facts as facts
from cardgames.pictures import seat_parts, svg
from cardgames.pictures.svg import Block

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cardgames.pictures._wine_cellar_facts import Placed
    from cardgames.wine_cellar import Bottle, Client, WineCellarView

WIDTH, HEIGHT = 190, 20  # a bottle
NAME = 16  # columns of a country's name
ROW = 366  # a bottle with its Age Scores
_AGE = 21  # the cell of an Age Score
_GLASS = {"Red": "#8f1d2f", "White": "#d9e39a", "Rosé": "#f2a0ae", "Sparkling": "#efc04f"}
_EDGES = {"Red": "#560d19", "White": "#7b8532", "Rosé": "#a1495b", "Sparkling": "#86600f"}
_INKS = {"Red": "#ffffff"}  # ink on the others is dark
_PAPER, _CORK = "#fffaf0", "#d8b27c"
_COUNTS, _MATCH = "#2b2620", "#dcebd9"
# A bottle from the foot at 0 to the mouth at 183, and a cork behind it.
_OUTLINE = (
    "M6 .5h143c8 0 10 6 17 6h17v7h-17c-7 0 -9 6 -17 6h-143a5.5 5.5 0 0 1 -5.5 -5.5"
    "v-8a5.5 5.5 0 0 1 5.5 -5.5z"
)
_BUBBLES = ((151, 6, 1.6), (156, 11, 2.1), (150, 14, 1.4), (163, 10, 1.5))


def _ink(wine_type: str) -> str:
    return _INKS.get(wine_type, svg.INK)


def _lying(bottle: Bottle, name: str) -> str:
    """Draw a bottle on its side: the letters of its type on the glass, the rest on its label."""
    kind = bottle.wine_type
    edge = _EDGES[kind]
    parts = [
        svg.rect(7, 5, x=183, y=7.5, radius=1, fill=_CORK, stroke=edge, stroke_width=0.7),
        svg.path(_OUTLINE, fill=_GLASS[kind], stroke=edge),
        svg.text(
            13.5, 14.5, facts.LETTERS[kind], size=11, fill=_ink(kind), anchor="middle", bold=True
        ),
        svg.rect(120, 15, x=25, y=2.5, radius=2, fill=_PAPER, stroke=edge, stroke_width=0.7),
        svg.text(44, 14.5, str(bottle.number), size=12.5, anchor="end", bold=True),
        svg.text(50, 14, name, size=11, fit=92),
    ]
    if kind == "Sparkling":
        parts += [svg.circle(x, y, radius, fill=_PAPER) for x, y, radius in _BUBBLES]
    return "".join(parts)


def _ages(bottle: Bottle, place: int | None) -> str:
    """Write the Age Scores; the one that counts stands out in a dark box."""
    parts: list[str] = []
    for i, age in enumerate(bottle.ages):
        counts = i == place
        if counts:
            parts.append(svg.rect(_AGE - 2, 18, x=i * _AGE + 1, y=1, radius=3, fill=_COUNTS))
        parts.append(
            svg.text(
                (i + 0.5) * _AGE,
                14.5,
                str(age),
                size=12,
                fill=svg.PAPER if counts else svg.MUTED,
                anchor="middle",
                bold=counts,
            )
        )
    return "".join(parts)


def _match(word: str, x: float) -> tuple[str, float]:
    width = svg.text_width(word, 10, bold=True) + 6
    ground = svg.rect(width, 16, x=x, y=2, radius=8, fill=_MATCH)
    written = svg.text(x + width / 2, 13.5, word, size=10, anchor="middle", bold=True)
    return ground + written, x + width + 3


def _with_ages(bottle: Bottle, name: str, place: int | None) -> str:
    return _lying(bottle, name) + svg.group(WIDTH + 6, 0, _ages(bottle, place))


def row(bottle: Bottle, names: Mapping[str, str], note: str = "") -> Block:
    """Draw a bottle with its Age Scores."""
    title = facts.told_in_full(bottle) + note
    markup = svg.titled(title, _with_ages(bottle, names[bottle.country], None))
    return Block(ROW, HEIGHT, markup)


def placed(each: Placed, names: Mapping[str, str]) -> Block:
    """Draw a bottle in a cellar: its place, its Age Scores, what it matches of the client."""
    number = svg.text(7, 14.5, str(each.place + 1), size=11, fill=svg.MUTED, anchor="middle")
    drawn = svg.group(16, 0, _with_ages(each.bottle, names[each.bottle.country], each.place))
    parts = [number, drawn]
    x = 16.0 + ROW + 2
    if each.types:
        mark, x = _match(f"{each.types}+{each.type_bonus}", x)
        parts.append(mark)
    if each.is_listed:
        mark, x = _match(f"c+{each.country_bonus}", x)
        parts.append(mark)
    return Block(STACK, HEIGHT, svg.titled(facts.told_placed(each), *parts))


STACK = 454  # a row of a cellar


def stack(bottles: Sequence[Placed], names: Mapping[str, str]) -> Block:
    """Draw a cellar from the top."""
    return svg.column([placed(each, names) for each in bottles], gap=2)


def chip(bottle: Bottle, note: str = "") -> Block:
    """Draw a bottle as a small tag: number and letters of its type."""
    kind = bottle.wine_type
    parts = [
        svg.rect(47, HEIGHT, radius=5, fill=_GLASS[kind], stroke=_EDGES[kind]),
        svg.rect(24, HEIGHT - 5, x=2.5, y=2.5, radius=3, fill=_PAPER),
        svg.text(14.5, 14.5, str(bottle.number), size=12, anchor="middle", bold=True),
        svg.text(
            36, 14, facts.LETTERS[kind], size=10.5, fill=_ink(kind), anchor="middle", bold=True
        ),
    ]
    return Block(47, HEIGHT, svg.titled(facts.told_in_full(bottle) + note, *parts))


def back() -> Block:
    """Draw the back of a small card."""
    return svg.card_back(16, HEIGHT)


def hidden(words: str) -> Block:
    """Draw a card that lies face down, as long as a bottle."""
    ground = svg.rect(WIDTH, HEIGHT, radius=5, fill=svg.BACK, stroke=svg.BACK_EDGE)
    written = svg.text(WIDTH / 2, 14, words, size=11, fill=svg.BACK_INK, anchor="middle")
    return Block(WIDTH, HEIGHT, ground + written)


def place(words: str, stroke: str = svg.EDGE, ink: str = svg.MUTED) -> Block:
    """Draw the place of a bottle that is not there."""
    outline = svg.rect(WIDTH, HEIGHT, radius=5, stroke=stroke, dash="4 3")
    return Block(
        WIDTH, HEIGHT, outline + svg.text(WIDTH / 2, 14, words, size=11, fill=ink, anchor="middle")
    )


def _type(kind: str) -> Block:
    """Draw the sign of a type."""
    parts = [
        svg.rect(22, 16, radius=4, fill=_GLASS[kind], stroke=_EDGES[kind]),
        svg.text(
            11, 12, facts.LETTERS[kind], size=10.5, fill=_ink(kind), anchor="middle", bold=True
        ),
    ]
    return Block(22, 16, "".join(parts))


def client(
    view: WineCellarView, which: Client, names: Mapping[str, str], width: float, note: str = ""
) -> Block:
    """Draw a client as a card: its types with their bonuses, its countries with theirs."""
    types = [svg.label(f"client {which.id}", size=13, bold=True)]
    for number, (kind, points) in enumerate(
        ((which.type1, which.bonus1), (which.type2, which.bonus2)), 1
    ):
        words = svg.label(f"{number}: {kind} +{points}", size=12)
        types.append(svg.row([_type(kind), words], gap=4))
    bonus = svg.label(f"c: +{which.country_bonus}", size=12)
    room = width - bonus.width - 26
    countries = [names[country] for country in which.countries_for(view.game.num_players)]
    lines = [
        svg.row(types, gap=14),
        svg.row([bonus, _listed(countries, room)], gap=6, align="start"),
    ]
    content = svg.column(lines, gap=3)
    title = facts.told_client(view, which) + (f", {note}" if note else "")
    ground = svg.rect(
        width, content.height + 10, radius=6, fill=_PAPER, stroke="#8d7b57", stroke_width=1.4
    )
    markup = svg.titled(title, ground, svg.group(10, 6, content.markup))
    if note:
        markup += svg.text(width - 10, 18, note, size=11, fill=svg.MUTED, anchor="end")
    return Block(width, content.height + 10, markup)


def _listed(words: Sequence[str], width: float) -> Block:
    """Write a list in as many lines as it needs."""
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]}, {word}"
        if svg.text_width(f"{longer},", 12) <= width:
            lines[-1] = longer
        else:
            lines[-1] += ","
            lines.append(word)
    return svg.column([svg.label(line, size=12) for line in lines], gap=1)


def client_chip(which: Client, title: str) -> Block:
    """Draw a client as a small tag."""
    drawn = seat_parts.quiet_pill(f"#{which.id}", title)
    return svg.even([drawn], 38)[0]


def legend() -> list[Block]:
    """Tell what the signs mean."""
    signs = [(_type(kind), kind) for kind in facts.LETTERS]
    counts = svg.rect(19, 16, radius=3, fill=_COUNTS) + svg.text(
        9.5, 12.5, "5", size=12, fill=svg.PAPER, anchor="middle", bold=True
    )
    signs.append((Block(19, 16, counts), "Age Score that counts"))
    for word, said in (("1", "first type"), ("2", "second type"), ("c", "country")):
        mark, end = _match(word, 0)
        signs.append((Block(end - 3, 20, mark), f"matches the {said}"))
    return seat_parts.legend(signs)
