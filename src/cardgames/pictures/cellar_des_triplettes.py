"""Pictures of Cellar des Triplettes views."""

from cardgames.pictures._cellar_des_triplettes_svg import render as svg
from cardgames.pictures._cellar_des_triplettes_text import render as text

__all__ = ["svg", "text"]
