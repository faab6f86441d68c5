"""Pictures of Wine Cellar views. They read its fields and show nothing that it does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _wine_cellar_svg, _wine_cellar_text

if TYPE_CHECKING:
    from cardgames.wine_cellar import WineCellarView


def text(view: WineCellarView) -> str:
    """Write a view as tables and stacks of bottles for a terminal.

    Parameters
    ----------
    view
        What one seat, a spectator, or somebody who sees everything knows.

    Returns
    -------
    str
        Lines of at most 80 characters without control codes, no newline at the end.
    """
    return _wine_cellar_text.render(view)


def svg(view: WineCellarView) -> str:
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
    return _wine_cellar_svg.render(view)
