"""Pictures of Triplets views. They read its fields and show nothing that it does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _triplets_svg, _triplets_text

if TYPE_CHECKING:
    from cardgames.triplets import TripletsView


def text(view: TripletsView) -> str:
    """Write a view as a table, the pot, hands and stacks for a terminal.

    Parameters
    ----------
    view
        What one seat, a spectator, or somebody who sees everything knows.

    Returns
    -------
    str
        Lines of at most 80 characters without control codes, no newline at the end.
    """
    return _triplets_text.render(view)


def svg(view: TripletsView) -> str:
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
    return _triplets_svg.render(view)
