"""Pictures of Triplets views."""

from cardgames.pictures._triplets_svg import render as svg
from cardgames.pictures._triplets_text import render as text

__all__ = ["svg", "text"]
