"""What `WineCellarState.fields` gives the facade, as types."""

from typing import TypedDict


class EnoFields(TypedDict):
    """Eno's side of a solo game."""

    deck: tuple[int, ...] | None
    deck_size: int
    face_up: tuple[int, ...]
    client: int | None
    taken: tuple[int, ...]


class Fields(TypedDict):
    """A view as the core gives it: bottles by number, clients by their place among those in use."""

    game_number: int
    round: int
    phase: int
    to_act: list[int]
    hands: list[tuple[int, ...] | None]
    hand_sizes: list[int]
    low_left: list[int] | None
    dealt_clients: list[tuple[int, int] | None]
    clients: list[int | None]
    past_clients: list[list[tuple[int, int | None]]]
    chosen: list[bool]
    bids: list[int | None]
    prizes: tuple[int, ...]
    take_order: list[int]
    cellars: list[tuple[int, ...]]
    game_scores: list[list[int]]
    last_cellars: list[tuple[int, ...]] | None
    last_clients: list[int] | None
    details: list[tuple[int, int, int, int]]
    so_far: list[tuple[int, int, int, int]]
    eno: EnoFields | None
    client_deck: list[int] | None
    rng: list[int] | None
