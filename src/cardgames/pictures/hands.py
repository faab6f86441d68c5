"""Cards of hands, shared by games in which everybody knows some of them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

CardT = TypeVar("CardT", bound="Hashable")


def marked(cards: Iterable[CardT], known: Iterable[CardT]) -> tuple[tuple[CardT, bool], ...]:
    """Tell of each card whether everybody knows it; of equal cards the first ones are known."""
    left = Counter(known)
    told: list[tuple[CardT, bool]] = []
    for card in cards:
        told.append((card, left[card] > 0))
        left[card] -= 1
    return tuple(told)
