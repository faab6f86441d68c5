"""What `TripletsState.fields` gives the facade, as types."""

from typing import TypedDict

# A seat, or None for the middle cards of the deal; its cards by index.
PotFields = tuple[int | None, list[int]]


class Fields(TypedDict):
    """A view as the core gives it: cards by index, ranks from 0, None for an unknown card."""

    round: int
    to_act: list[int]
    dealer: int
    hands: list[list[int | None]]
    stacks: list[list[int | None]]
    known_hands: list[list[int]]
    known_stacks: list[list[int | None]]
    bounds: list[list[tuple[int, int]]]
    pot: list[PotFields]
    in_round: list[int]
    winning: tuple[bool, int, int] | None
    removed: list[int]
    scores: list[int]
    rng: list[int] | None
