"""Building blocks of SVG pictures, shared by all games.

A picture is put together from blocks: pieces of markup that know how much room they fill, so that
rows and columns of them cannot overlap. The markup uses no `id`, no style sheet, no script and no
outside font: several pictures can stand in one page without touching each other or the page.
"""

import html
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Align = Literal["start", "middle", "end"]

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
BACKGROUND = "#f3ede0"
PAPER = "#fffdf8"
EDGE = "#c9bda5"
INK = "#2b2620"
MUTED = "#655d50"
FELT = "#2e6b50"
FELT_EDGE = "#1f4c38"
FELT_INK = "#f4f1e4"
FELT_PLACE = "#7fae97"
ACCENT = "#c2570c"
ACCENT_PAPER = "#fff3e2"
BACK = "#3c3a5c"
BACK_EDGE = "#211f38"
BACK_INK = "#a9a4d6"

# A star of about radius 1 around the origin.
STAR = (
    (0, -1.1), (0.27, -0.34), (1.05, -0.34), (0.43, 0.13), (0.66, 0.89),
    (0, 0.43), (-0.66, 0.89), (-0.43, 0.13), (-1.05, -0.34), (-0.27, -0.34),
)  # fmt: skip

_NARROW = frozenset("fijlrtI.,:;'|!()[] ·-")
_WIDE = frozenset("mwMW@%→←–—")


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a picture.

    Attributes
    ----------
    width, height
        The room it fills, from its own origin at the top left.
    markup
        SVG elements.
    """

    width: float
    height: float
    markup: str


EMPTY = Block(0, 0, "")


def number(value: float) -> str:
    """Write a coordinate: at most two decimals, no trailing zeros, no negative zero."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def escape(content: str) -> str:
    """Escape text for use between tags and in quoted attributes."""
    return html.escape(content, quote=True)


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """Write one element.

    Parameters
    ----------
    tag
        Its name.
    *children
        Markup inside of it; text has to be escaped already.
    **attributes
        Numbers are rounded, None is left out, `_` in a name becomes `-`.
    """
    parts = [tag]
    for name, value in attributes.items():
        if value is not None:
            written = escape(value) if isinstance(value, str) else number(value)
            parts.append(f'{name.replace("_", "-")}="{written}"')
    start = " ".join(parts)
    return f"<{start}>{''.join(children)}</{tag}>" if children else f"<{start}/>"


def group(x: float, y: float, *children: str, scale: float = 1) -> str:
    """Move markup to a place, and scale it."""
    transform = f"translate({number(x)} {number(y)})"
    if scale != 1:
        transform += f" scale({number(scale)})"
    return element("g", *children, transform=transform)


def titled(title: str, *children: str) -> str:
    """Give markup a title, which browsers show as a tooltip and screen readers read out."""
    return element("g", element("title", escape(title)), *children)


def rect(
    width: float,
    height: float,
    *,
    x: float = 0,
    y: float = 0,
    radius: float = 0,
    fill: str = "none",
    stroke: str | None = None,
    stroke_width: float = 1,
    dash: str | None = None,
) -> str:
    """Draw a rectangle; its outline lies inside of the given box."""
    inset = stroke_width / 2 if stroke else 0
    return element(
        "rect",
        x=x + inset,
        y=y + inset,
        width=width - 2 * inset,
        height=height - 2 * inset,
        rx=radius or None,
        fill=fill,
        stroke=stroke,
        stroke_width=stroke_width if stroke else None,
        stroke_dasharray=dash,
    )


def circle(
    x: float,
    y: float,
    radius: float,
    *,
    fill: str,
    stroke: str | None = None,
    stroke_width: float = 1,
) -> str:
    """Draw a circle."""
    width = stroke_width if stroke else None
    return element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke, stroke_width=width)


def path(
    outline: str,
    *,
    fill: str,
    stroke: str | None = None,
    stroke_width: float = 1,
) -> str:
    """Draw a path from its `d` attribute."""
    width = stroke_width if stroke else None
    return element("path", d=outline, fill=fill, stroke=stroke, stroke_width=width)


def shape(
    corners: Iterable[tuple[float, float]], x: float, y: float, radius: float, *, fill: str
) -> str:
    """Draw a shape, given by corners around the origin, at a place and in a size."""
    spots = [f"{number(x + radius * u)} {number(y + radius * v)}" for u, v in corners]
    return path(f"M{'L'.join(spots)}Z", fill=fill)


def text_width(content: str, size: float, bold: bool = False) -> float:
    """Estimate the width of text from above, whatever the sans-serif font at hand."""
    return sum(map(_ems, content)) * size * (1.08 if bold else 1)


def _ems(character: str) -> float:
    if character in _NARROW:
        return 0.36
    if character in _WIDE:
        return 0.9
    return 1.05 if unicodedata.east_asian_width(character) in "WF" else 0.61


def text(
    x: float,
    y: float,
    content: str,
    *,
    size: float = 12,
    fill: str = INK,
    anchor: Align = "start",
    bold: bool = False,
    fit: float | None = None,
) -> str:
    """Write a line of text on a base line.

    Parameters
    ----------
    x, y
        Where the base line starts, has its middle or ends, as `anchor` says.
    content
        The text, not escaped.
    fit
        Squeeze the text to this width if it may be wider.
    """
    squeeze = fit if fit is not None and text_width(content, size, bold) > fit else None
    return element(
        "text",
        escape(content),
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        text_anchor=anchor if anchor != "start" else None,
        font_weight="bold" if bold else None,
        textLength=squeeze,
        lengthAdjust="spacingAndGlyphs" if squeeze is not None else None,
    )


def label(
    content: str, *, size: float = 12, fill: str = INK, bold: bool = False, align: Align = "start"
) -> Block:
    """Make a block of one line of text, which starts, is centred or ends in it."""
    width = text_width(content, size, bold)
    x = -_offset(0, width, align)
    line = text(x, size, content, size=size, fill=fill, anchor=align, bold=bold)
    return Block(width, size * 1.3, line)


def pill(content: str, *, fill: str, ink: str, size: float = 11, title: str | None = None) -> Block:
    """Make a small rounded badge with a word in it."""
    height = size + 7
    width = max(height, text_width(content, size, bold=True) + 12)
    body = rect(width, height, radius=height / 2, fill=fill) + text(
        width / 2, size + 2.5, content, size=size, fill=ink, anchor="middle", bold=True
    )
    return Block(width, height, titled(title, body) if title else body)


def _offset(room: float, size: float, align: Align) -> float:
    return {"start": 0.0, "middle": (room - size) / 2, "end": room - size}[align]


def row(blocks: Sequence[Block], *, gap: float = 0, align: Align = "middle") -> Block:
    """Put blocks side by side; empty ones take no room."""
    shown = [block for block in blocks if block.width > 0]
    height = max((block.height for block in shown), default=0)
    x = 0.0
    parts: list[str] = []
    for block in shown:
        parts.append(group(x, _offset(height, block.height, align), block.markup))
        x += block.width + gap
    return Block(max(x - gap, 0), height, "".join(parts))


def column(blocks: Sequence[Block], *, gap: float = 0, align: Align = "start") -> Block:
    """Put blocks below each other; empty ones take no room."""
    shown = [block for block in blocks if block.height > 0]
    width = max((block.width for block in shown), default=0)
    y = 0.0
    parts: list[str] = []
    for block in shown:
        parts.append(group(_offset(width, block.width, align), y, block.markup))
        y += block.height + gap
    return Block(width, max(y - gap, 0), "".join(parts))


def spread(blocks: Sequence[Block], height: float, *, gap: float = 0) -> Block:
    """Put blocks below each other over a whole height, with equal gaps of at least `gap`."""
    shown = [block for block in blocks if block.height > 0]
    spare = height - sum(block.height for block in shown)
    between = max(gap, spare / (len(shown) - 1)) if len(shown) > 1 else gap
    stack = column(shown, gap=between)
    return Block(stack.width, max(stack.height, height), stack.markup)


def sides(left: Block, right: Block, width: float) -> Block:
    """Put one block at each end of a line."""
    height = max(left.height, right.height)
    parts = [
        group(0, _offset(height, left.height, "middle"), left.markup),
        group(
            max(left.width, width - right.width),
            _offset(height, right.height, "middle"),
            right.markup,
        ),
    ]
    return Block(max(width, left.width + right.width), height, "".join(parts))


def even(blocks: Sequence[Block], width: float = 0) -> list[Block]:
    """Make all blocks as wide as the widest and at least of a width, each in the middle."""
    room = max(width, max((block.width for block in blocks), default=0))
    return [Block(room, b.height, group((room - b.width) / 2, 0, b.markup)) for b in blocks]


def middle(block: Block, width: float) -> Block:
    """Put a block in the middle of a width; an empty one stays empty."""
    return even([block], width)[0] if block.width else block


def level(blocks: Sequence[Block]) -> list[Block]:
    """Give all blocks the height of the highest."""
    height = max((block.height for block in blocks), default=0)
    return [Block(block.width, height, block.markup) for block in blocks]


def cells(
    words: Sequence[str],
    places: Sequence[float],
    *,
    width: float,
    height: float,
    size: float = 12,
    fill: str = INK,
) -> Block:
    """Write a line of a table: a word begins at the left edge, or ends at its place."""
    parts = [
        text(x, 12, word, size=size, fill=fill, anchor="end" if x else "start")
        for word, x in zip(words, places, strict=True)
        if word
    ]
    return Block(width, height, "".join(parts))


def fan(blocks: Sequence[Block], width: float, *, gap: float = 4) -> Block:
    """Put blocks of equal size in a row of at most a width, overlapping where they do not fit."""
    if not blocks:
        return EMPTY
    size = blocks[0].width
    step = size + gap
    if len(blocks) > 1:
        step = min(step, (width - size) / (len(blocks) - 1))
    parts = [group(place * step, 0, block.markup) for place, block in enumerate(blocks)]
    return Block((len(blocks) - 1) * step + size, blocks[0].height, "".join(parts))


def wrap(blocks: Sequence[Block], width: float, *, gap: float = 4) -> Block:
    """Put blocks in as many rows as a width needs."""
    rows: list[list[Block]] = [[]]
    used = 0.0
    for block in blocks:
        if rows[-1] and used + block.width > width:
            rows.append([])
            used = 0.0
        rows[-1].append(block)
        used += block.width + gap
    return column([row(line, gap=gap) for line in rows], gap=gap)


def panel(
    content: Block,
    width: float,
    *,
    height: float = 0,
    padding: float = 11,
    fill: str = PAPER,
    stroke: str = EDGE,
    stroke_width: float = 1,
    stripe: str | None = None,
    title: str | None = None,
) -> Block:
    """Frame a block.

    Parameters
    ----------
    width
        Of the whole panel.
    height
        The least height of the whole panel.
    stripe
        Colour of a bar along its left edge.
    title
        Tooltip of the panel's ground.
    """
    full = max(height, content.height + 2 * padding)
    ground = rect(width, full, radius=9, fill=fill, stroke=stroke, stroke_width=stroke_width)
    if stripe:
        ground += rect(4, full - 16, x=3.5, y=8, radius=2, fill=stripe)
    if title:
        ground = titled(title, ground)
    return Block(width, full, ground + group(padding, padding, content.markup))


def card(width: float, height: float, *, fill: str, stroke: str, inner: str | None = None) -> str:
    """Draw the blank front of a card, with an inner line if a colour for one is given."""
    body = rect(width, height, radius=width * 0.11, fill=fill, stroke=stroke, stroke_width=1.2)
    if inner:
        inset = width * 0.06
        body += rect(
            width - 2 * inset,
            height - 2 * inset,
            x=inset,
            y=inset,
            radius=width * 0.08,
            stroke=inner,
            stroke_width=0.8,
        )
    return body


def card_back(width: float, height: float) -> Block:
    """Draw the back of a card."""
    x, y, r = width / 2, height / 2, width * 0.2
    diamond = f"M{number(x)} {number(y - 1.5 * r)}L{number(x + r)} {number(y)}"
    diamond += f"L{number(x)} {number(y + 1.5 * r)}L{number(x - r)} {number(y)}Z"
    front = card(width, height, fill=BACK, stroke=BACK_EDGE, inner=BACK_INK)
    return Block(width, height, front + path(diamond, fill="none", stroke=BACK_INK))


def card_slot(width: float, height: float, *, stroke: str = EDGE) -> Block:
    """Draw the place of a card that is not there."""
    outline = rect(width, height, radius=width * 0.11, stroke=stroke, stroke_width=1.2, dash="4 3")
    return Block(width, height, outline)


def eye(x: float, y: float) -> str:
    """Draw the sign of what everybody knows, around a spot."""
    outline = "M-5 0c3 -4.5 7 -4.5 10 0c-3 4.5 -7 4.5 -10 0z"
    return group(x, y, path(outline, fill=PAPER, stroke=MUTED) + circle(0, 0, 1.7, fill=INK))


def document(content: Block, *, title: str, margin: float = 16) -> str:
    """Make a picture that stands alone: its own ground, a name for screen readers, the content."""
    width, height = content.width + 2 * margin, content.height + 2 * margin
    ground = rect(width, height, radius=14, fill=BACKGROUND, stroke=EDGE)
    return element(
        "svg",
        element("title", escape(title)),
        ground,
        group(margin, margin, content.markup),
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        aria_label=title,
        font_family=FONT,
        style="max-width:100%;height:auto",
    )
