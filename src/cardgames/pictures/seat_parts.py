"""Parts of SVG pictures about seats, shared by all games: who sits there, the score, the frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import svg, wording
from cardgames.pictures.svg import Block

if TYPE_CHECKING:
    from collections.abc import Iterable

QUIET = "#e6dcc4"
KNOWN = Block(12, 10, svg.eye(6, 5))


def around(view: wording.TableView) -> tuple[int, ...]:
    """List the seats clockwise, from the viewer or seat 0 on."""
    players = len(view.scores)
    first = view.player if view.player is not None and view.player >= 0 else 0
    return tuple((first + place) % players for place in range(players))


def head(
    view: wording.TableView, left: Iterable[Block], right: Iterable[Block], width: float
) -> Block:
    """Write the first line: what is played and who is to act, signs, and who looks on."""
    status = svg.label(wording.status(view), size=14, fill=svg.ACCENT, bold=True)
    seen_by = svg.label(wording.seen_by(view), size=12, fill=svg.MUTED, align="end")
    return svg.sides(svg.row([*left, status], gap=12), svg.row([*right, seen_by], gap=10), width)


def title(name: str, round_words: str, phase: str) -> list[Block]:
    """Write the game's name, its round and its phase."""
    return [
        svg.label(name, size=20, bold=True),
        svg.label(round_words, size=14),
        svg.pill(phase, fill=svg.INK, ink=svg.PAPER, size=12),
    ]


def caption(content: str) -> Block:
    """Write a small heading."""
    return svg.label(content, size=11, fill=svg.MUTED)


def legend(signs: Iterable[tuple[Block, str]]) -> list[Block]:
    """Tell what signs mean, each in a block."""
    return [svg.row([sign, caption(said)], gap=4) for sign, said in signs]


def quiet_pill(content: str, tooltip: str | None = None) -> Block:
    """Make a badge that does not catch the eye."""
    return svg.pill(content, fill=QUIET, ink=svg.INK, title=tooltip)


def names(view: wording.TableView, seat: int, badges: Iterable[Block] = ()) -> list[Block]:
    """Name a seat, with badges: the viewer's, the game's own, to act, winner."""
    parts = [svg.label(f"Seat {seat}", size=16, bold=True)]
    if seat == view.player:
        parts.append(svg.pill("you", fill=svg.INK, ink=svg.PAPER))
    parts += badges
    if seat in view.to_act:
        parts.append(svg.pill("to act", fill=svg.ACCENT, ink=svg.PAPER))
    if seat in wording.winners(view):
        parts.append(svg.pill("winner", fill=svg.ACCENT, ink=svg.PAPER))
    return parts


def score(view: wording.TableView, seat: int) -> Block:
    """Write a seat's score."""
    drawn = svg.label(str(view.scores[seat]), size=19, bold=True, align="end")
    return Block(drawn.width, drawn.height, svg.titled("score", drawn.markup))


def panel(
    view: wording.TableView,
    seat: int,
    content: Block,
    width: float,
    *,
    height: float = 0,
    padding: float = 11,
    stripe: str | None = None,
    tooltip: str | None = None,
    faded: bool = False,
) -> Block:
    """Frame all that belongs to a seat; thick where it is to act, faded where it has left."""
    acting = seat in view.to_act
    paper = svg.BACKGROUND if faded else svg.PAPER
    return svg.panel(
        content,
        width,
        height=height,
        padding=padding,
        fill=svg.ACCENT_PAPER if acting else paper,
        stroke=svg.ACCENT if acting else svg.EDGE,
        stroke_width=2.5 if acting else 1,
        stripe=stripe,
        title=tooltip,
    )


def felt(content: Block, width: float) -> Block:
    """Lay what is on the table in the middle of its felt."""
    padding = 20
    return svg.panel(
        svg.middle(content, width - 2 * padding),
        width,
        padding=padding,
        fill=svg.FELT,
        stroke=svg.FELT_EDGE,
        stroke_width=4,
    )


def felt_title(words: str, align: svg.Align = "start") -> Block:
    """Write what has to catch the eye on the felt."""
    return svg.label(words, size=16, fill=svg.FELT_INK, bold=True, align=align)


def felt_part(words: str, content: Block) -> Block:
    """Write a small heading above something that lies on the felt."""
    return svg.column([svg.label(words, size=12, fill=svg.FELT_INK), content], gap=4)
