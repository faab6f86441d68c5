"""Pictures of Bottle Imp views."""

from cardgames.pictures._bottle_imp_svg import render as svg
from cardgames.pictures._bottle_imp_text import render as text

__all__ = ["svg", "text"]
