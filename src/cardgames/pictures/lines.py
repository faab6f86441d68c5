"""Lines of text pictures for a terminal of 80 columns, shared by all games."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from cardgames.pictures import wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WIDTH = 80
HIDDEN = "▒▒"
_LABEL = 16
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def superscript(count: int) -> str:
    """Write a number raised."""
    return str(count).translate(_SUPERSCRIPTS)


def columns(content: str) -> int:
    """Count the columns that text takes in a terminal: East Asian characters take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in content)


def padded(content: str, width: int) -> str:
    """Fill text up with blanks to so many columns."""
    return content + " " * (width - columns(content))


def ends(left: str, right: str) -> str:
    """Put words at both ends of a line."""
    return f" {left}{right:>{WIDTH - 2 - len(left)}}".rstrip()


def wrapped(label: str, items: Iterable[str], gap: str = "  ") -> list[str]:
    """Write items behind a label, in as many lines as they need."""
    start = f" {label:<{_LABEL}}"
    lines: list[str] = []
    line = ""
    for item in items:
        if line and len(start) + columns(line + gap + item) > WIDTH:
            lines.append(line)
            line = ""
        line = f"{line}{gap}{item}" if line else item
    lines.append(line)
    indent = " " * len(start)
    return [((indent if place else start) + line).rstrip() for place, line in enumerate(lines)]


def whose(view: wording.TableView, seat: int, thing: str) -> str:
    """Label something that belongs to a seat."""
    return f"your {thing}" if seat == view.player else f"seat {seat} {thing}"


def seat_mark(view: wording.TableView, seat: int) -> str:
    """Mark seats that are to act, and winners."""
    return "►" if seat in view.to_act else "★" if seat in wording.winners(view) else " "


def framed(head: Sequence[str], sections: Iterable[Sequence[str]], legend: str) -> str:
    """Rule off the head, the sections that are not empty and the legend from each other."""
    thin, thick = "─" * WIDTH, "═" * WIDTH
    lines = [*head, thick]
    for section in sections:
        if section:
            lines += [*section, thin]
    return "\n".join([*lines, f" {legend}"])
