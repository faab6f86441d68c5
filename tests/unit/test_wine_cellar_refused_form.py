"""Wine Cellar: positions refused for their form: keys, types, words and ranges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .any_game import Position, full
from .edits import Edit, Refusal, at, change, check_refused, drop, refusal
from .wine_positions import ADVANCED, SOLO, bidding, choosing, finished, later, make, taking

REQUIRED = (
    "game",
    "options",
    "game_number",
    "round",
    "phase",
    "hands",
    "dealt_clients",
    "clients",
    "past_clients",
    "bids",
    "prizes",
    "take_order",
    "cellars",
    "game_scores",
    "last_cellars",
    "last_clients",
    "eno",
    "client_deck",
)
SEAT_LISTS = ("hands", "dealt_clients", "clients", "bids", "cellars")
LISTS = (*SEAT_LISTS, "past_clients", "prizes", "take_order", "game_scores", "client_deck")
DERIVED = ("to_act", "hand_sizes", "chosen", "scores")
NO_LISTS: tuple[Any, ...] = ("14", {}, 7, True)
NO_NUMBERS: tuple[Any, ...] = (0, -1, "9", 9.0, True, [9], 10**40)


def bid() -> Position:
    """Round 3 of 4 players, seats 1 and 3 have bid; see `BIDDING`."""
    return full(bidding())


def take() -> Position:
    return full(taking())


def choice() -> Position:
    return full(choosing())


def second() -> Position:
    """Round 3 of the second of three games; see `LATER`."""
    return full(later())


def third() -> Position:
    return full(make(ADVANCED[4], number=3, round_=3))


def first() -> Position:
    """The first of three games."""
    return full(make(ADVANCED[4], round_=3))


def over() -> Position:
    return full(finished())


def solo() -> Position:
    return full(make(SOLO, round_=3))


def solo_take() -> Position:
    return full(make(SOLO, phase="take", round_=3, bids={0: 18}))


def longer(*path: object) -> Edit:
    """The last entry of a list is there once more."""

    def edit(position: Position) -> None:
        row = at(position, path)
        row.append(row[-1])

    return edit


def shorter(*path: object) -> Edit:
    """The last entry of a list is left out."""

    def edit(position: Position) -> None:
        at(position, path).pop()

    return edit


def drop_of_eno(key: str) -> Edit:
    """A key of Eno is left out."""

    def edit(position: Position) -> None:
        del position["eno"][key]

    return edit


def each(
    start: Callable[[], Position], match: str, *path: Any, values: tuple[Any, ...]
) -> list[Refusal]:
    """One case for each value at a path."""
    name = ".".join(map(str, path))
    return [
        refusal(f"{name} {value!r:.30}", start, match, change(*path, value)) for value in values
    ]


CASES = [
    *(refusal(f"no {key}", bid, rf"^{key}: is missing", drop(key)) for key in REQUIRED),
    refusal("unknown key", bid, "has no key 'colour'", change("colour", "red")),
    refusal("key that is no word", bid, "has no key 7", change(7, "red")),
    *each(bid, "^game: ", "game", values=("bottle_imp", None, 1)),
    *each(bid, "^options: ", "options", values=(None, {}, [], {"num_players": 4})),
    *each(bid, "^options: ", "options", "num_players", values=(3, "4", True, 4.0)),
    *each(bid, "^options: ", "options", "games", values=(3, "1", True, None)),
    *each(bid, "^options: ", "options", "client_set", values=("B", None, 1)),
    *each(bid, "^options: ", "options", "deck", values=("0123456789abcdef", "", None)),
    refusal("an unknown option", bid, "^options: ", change("options", "jokers", 1)),
    # Numbers and words.
    *each(bid, "^game_number", "game_number", values=(0, 2, -1, "1", True, 1.0, None, 10**40)),
    *each(second, "^game_number", "game_number", values=(0, 4, None)),
    *each(bid, "^round", "round", values=(0, 9, -1, "3", True, 3.0, None, 10**40)),
    *each(bid, "^phase", "phase", values=("play", "", "Bid", 1, None)),
    # Lists.
    *(case for key in LISTS for case in each(bid, f"^{key}", key, values=NO_LISTS)),
    *(
        refusal(f"{key} is null", bid, f"^{key}", change(key, None))
        for key in (*SEAT_LISTS, "past_clients", "prizes", "take_order", "game_scores", *DERIVED)
    ),
    *(case for key in DERIVED for case in each(bid, f"^{key}", key, values=NO_LISTS)),
    *(
        refusal(f"{key} of too few seats", bid, f"^{key}", shorter(key))
        for key in (*SEAT_LISTS, *DERIVED)
    ),
    *(
        refusal(f"{key} of too many seats", bid, f"^{key}", longer(key))
        for key in (*SEAT_LISTS, "hand_sizes", "chosen", "scores")
    ),
    *(
        case
        for key in ("hands", "dealt_clients", "cellars")
        for case in each(bid, rf"^{key}\[2\]", key, 2, values=(*NO_LISTS, None))
    ),
    # Bottles.
    *(
        case
        for path in (("hands", 0, 0), ("prizes", 0), ("cellars", 0, 0), ("bids", 1))
        for case in each(bid, f"^{path[0]}", *path, values=(*NO_NUMBERS, 37))
    ),
    *each(bid, "^hands", "hands", 0, 0, values=(None,)),
    *each(bid, "^prizes", "prizes", 0, values=(None,)),
    *each(bid, "^cellars", "cellars", 0, 0, values=(None,)),
    # Clients.
    *(
        case
        for path in (("dealt_clients", 0, 0), ("clients", 0), ("client_deck", 0))
        for case in each(bid, f"^{path[0]}", *path, values=(*NO_NUMBERS, 31, 99))
    ),
    *each(second, "^past_clients", "past_clients", 0, 0, 0, values=(*NO_NUMBERS, 31)),
    *each(second, "^past_clients", "past_clients", 0, 0, values=(None, [5], [5, 2, 2], 5)),
    *each(second, "^past_clients", "past_clients", 0, values=(None, [], [[5, 2]], 5)),
    *each(bid, "^dealt_clients", "dealt_clients", 0, values=([4], [4, 19, 9], [])),
    # Seats.
    *each(bid, "^to_act", "to_act", values=([4], [-1], ["0"], [True], [None], [0, 0], [2, 0])),
    *each(take, "^take_order", "take_order", values=([4, 2], [-1], ["2", 3], [None], [2, 2])),
    *each(bid, "^chosen", "chosen", 1, values=(0, 1, None, "true", [])),
    # Scores and what was scored.
    *each(bid, "^scores", "scores", 1, values=(1, "0", 0.0, None, False, -1, 10**40)),
    *each(second, "^game_scores", "game_scores", 0, values=(None, [], [60], 60)),
    *each(second, "^game_scores", "game_scores", 0, 0, values=("60", 60.0, None, True, -1, 10**40)),
    *each(third, "^game_scores", "game_scores", 0, 0, values=(-1, 481, "0", False, None)),
    *each(second, "last_cellars", "last_cellars", values=(None, [], 7, "x")),
    *each(second, "^last_cellars", "last_cellars", 0, values=(None, [], [1], 7)),
    *each(second, "^last_cellars", "last_cellars", 0, 0, values=(*NO_NUMBERS, 37, None)),
    *each(second, "^last_clients", "last_clients", values=(None, [], [5], 7, "x")),
    *each(second, "^last_clients", "last_clients", 0, values=(*NO_NUMBERS, 31, None)),
    *each(first, "^low_left", "low_left", values=([1], [], 7, "x", [9, 9, 9, 9])),
    *each(first, "^low_left", "low_left", 0, values=(-1, "1", None, True, 9, 10**40)),
    # Sizes.
    *each(bid, "^hand_sizes", "hand_sizes", 0, values=(5, 7, "6", 6.0, None, True)),
    # Eno.
    *each(bid, "^eno", "eno", values=({}, [], {"deck": []}, 7)),
    *each(solo, "^eno", "eno", values=(None, {}, [], 7)),
    *(
        refusal(f"no {key} of Eno", solo, "eno", drop_of_eno(key))
        for key in ("deck", "face_up", "client", "taken")
    ),
    refusal("an unknown key of Eno", solo, "eno", change("eno", "hand", [])),
    *(
        case
        for key in ("deck", "face_up", "taken")
        for case in each(solo, f"eno.*{key}", "eno", key, values=NO_LISTS)
    ),
    *(
        case
        for key in ("deck", "face_up", "taken")
        for case in each(solo, f"eno.*{key}", "eno", key, 0, values=(*NO_NUMBERS, 19, None))
    ),
    *each(solo, "eno", "eno", "client", values=(*NO_NUMBERS, 31)),
    *each(solo, "eno.*deck_size", "eno", "deck_size", values=(0, 4, 6, "5", 5.0, None, True)),
    # The generator.
    refusal("rng is a word", bid, "^rng: ", change("rng", "0x1")),
    refusal("rng too short", bid, "^rng: ", change("rng", ["0x0000000000000001"])),
    refusal("rng without 0x", bid, r"^rng\[0\]: ", change("rng", ["0000000000000001"] * 4)),
    refusal("rng in capitals", bid, r"^rng\[0\]: ", change("rng", ["0x000000000000000A"] * 4)),
    refusal("rng of numbers", bid, r"^rng\[0\]: ", change("rng", [1, 2, 3, 4])),
    refusal("rng all zero", bid, "^rng: .*zero", change("rng", ["0x0000000000000000"] * 4)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_refused(case: Refusal) -> None:
    """Page, position: what is refused; the error names the key where it is one key."""
    check_refused(case)
