"""Pictures of Bottle Imp views. They read its fields and show nothing that it does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _bottle_imp_svg, _bottle_imp_text

if TYPE_CHECKING:
    from cardgames.bottle_imp import BottleImpView


def text(view: BottleImpView) -> str:
    """Write a view as a table for a terminal.

    Parameters
    ----------
    view
        What one seat, a spectator, or somebody who sees everything knows.

    Returns
    -------
    str
        Lines of at most 80 characters without control codes, no newline at the end.
    """
    return _bottle_imp_text.render(view)


def svg(view: BottleImpView) -> str:
    """Draw a view as a picture for a notebook.

    Parameters
    ----------
    view
        What one seat, a spectator, or somebody who sees everything knows.

    Returns
    -------
    str
        An SVG document that stands alone. The same view always gives the same text.
    """
    return _bottle_imp_svg.render(view)
