"""Pictures of Wine Cellar views."""

from cardgames.pictures._wine_cellar_svg import render as svg
from cardgames.pictures._wine_cellar_text import render as text

__all__ = ["svg", "text"]
