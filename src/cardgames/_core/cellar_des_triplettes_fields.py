"""What `CellarDesTriplettesState.fields` gives the facade, as types."""

from typing import TypedDict

# The cards of the 15 slots, None for a free one, and the covered slots.
CellarFields = tuple[tuple[int | None, ...], list[int]]


class Fields(TypedDict):
    """A view as the core gives it: cards by index, None for what is hidden or not there."""

    round: int
    phase: int
    final_round: bool
    truncated: bool
    starting_player: int
    high_bidder: int | None
    to_act: list[int]
    hands: list[tuple[int, ...] | None]
    hand_sizes: list[int]
    known_hands: list[tuple[int, ...]]
    bids: list[tuple[int, ...]]
    turn: tuple[int, ...]
    passed: list[bool]
    display: tuple[int, ...]
    pile: list[int] | None
    pile_size: int
    pile_bottom: list[int]
    placing: list[int]
    cellars: list[list[CellarFields]]
    scores: list[int]
    rng: list[int] | None
