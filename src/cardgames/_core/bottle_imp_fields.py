"""What `BottleImpState.fields` gives the facade, as types."""

from typing import TypedDict


class LastRoundFields(TypedDict):
    """The latest settled round, as the core gives it."""

    gain: list[int]
    devil: tuple[int, ...]
    won: list[tuple[int, ...]]
    bottles: list[tuple[int, int]]


class Fields(TypedDict):
    """A view as the core gives it: cards by index, teams by their number for each seat."""

    round: int
    dealer: int
    phase: int
    hands: list[tuple[int, ...] | None]
    hand_sizes: list[int]
    open_hands: list[tuple[int, ...]] | None
    devil: list[list[int] | None]
    given: list[list[int | None]]
    passed: list[int]
    played: list[list[int]]
    leader: int
    trick: list[tuple[int, int]]
    last_trick: list[tuple[int, int]]
    bottles: list[tuple[int, int | None]]
    won: list[tuple[int, ...]]
    voids: list[list[int]]
    teams: list[int] | None
    last_round: LastRoundFields | None
    scores: list[int]
    to_act: list[int]
    rng: list[int] | None
