"""Pictures of Cellar des Triplettes views. They read its fields and show only what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _cellar_des_triplettes_svg, _cellar_des_triplettes_text

if TYPE_CHECKING:
    from cardgames.cellar_des_triplettes import CellarDesTriplettesView


def text(view: CellarDesTriplettesView) -> str:
    """Write a view as a table and pyramids for a terminal.

    Parameters
    ----------
    view
        What one seat, a spectator, or somebody who sees everything knows.

    Returns
    -------
    str
        Lines of at most 80 characters without control codes, no newline at the end.
    """
    return _cellar_des_triplettes_text.render(view)


def svg(view: CellarDesTriplettesView) -> str:
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
    return _cellar_des_triplettes_svg.render(view)
