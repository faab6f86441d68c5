"""The bar chart of a search's result."""

from __future__ import annotations

import math

from cardgames.analysis import ActionValue, Analysis
from cardgames.pictures.svg import ACCENT, FELT, MUTED, Block, column, document, label, rect, text

_LINE = 24.0
_WORDS = 150.0
_BAR = 320.0
_FIGURES = 170.0
_MOST_SHOWN = 30


def svg(analysis: Analysis) -> str:
    """A bar for each action, the best first: its share of the visits, and its mean return."""
    most = max((it.visits for it in analysis.actions), default=0)
    shown = analysis.ranked[:_MOST_SHOWN]
    bars = [_bar(it, most, i == 0) for i, it in enumerate(shown)]
    rest = len(analysis.actions) - len(shown)
    more = [label(f"and {rest} more", size=11, fill=MUTED)] if rest else []
    title = f"Search for player {analysis.player}: {analysis.simulations} simulations"
    head = label(title, size=15, bold=True)
    return document(column([head, *bars, *more], gap=4), title=title)


def _bar(value: ActionValue, most: int, is_best: bool) -> Block:
    width = _BAR * value.visits / most if most else 0.0
    error = f" ± {value.error:.3f}" if math.isfinite(value.error) else ""
    markup = (
        text(_WORDS - 8, 16, value.word, size=13, anchor="end", bold=is_best, fit=_WORDS - 8)
        + rect(_BAR, _LINE - 6, x=_WORDS, y=3, radius=3, fill="#e7dec9")
        + rect(width, _LINE - 6, x=_WORDS, y=3, radius=3, fill=ACCENT if is_best else FELT)
        + text(
            _WORDS + _BAR + 8, 16, f"{value.visits} · {value.mean:+.3f}{error}", size=12, fill=MUTED
        )
    )
    return Block(_WORDS + _BAR + _FIGURES, _LINE, markup)
