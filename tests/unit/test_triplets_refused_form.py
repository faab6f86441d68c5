"""Triplets: positions refused for their form: keys, types, words and ranges."""

from __future__ import annotations

from typing import Any

import pytest

from .any_game import Position, full
from .edits import Edit, Refusal, at, change, check_refused, drop, refusal
from .triplets_positions import LAST, crowded, make

REQUIRED = (
    "game",
    "round",
    "phase",
    "dealer",
    "to_act",
    "hands",
    "stacks",
    "pot",
    "in",
    "winning",
    "removed",
)
SEAT_LISTS = ("hands", "stacks", "known_hands", "known_stacks", "bounds")
CARD_LISTS = ("hands", "stacks", "known_hands", "known_stacks")
LISTS = (*SEAT_LISTS, "to_act", "pot", "in", "removed")
NO_LISTS: tuple[Any, ...] = ("5h", {}, 7, True)
NO_CARDS: tuple[Any, ...] = ("", "5", "1h", "11h", "5H", "5h ", "h5", 5, True, ["5h"], "Th")
NO_SEATS: tuple[Any, ...] = (4, -1, "0", True, None, 1.0, [0])
NO_PLAYS: tuple[Any, ...] = (None, "5h", {}, 7, True, [])
NO_ENTRIES: tuple[Any, ...] = (None, "5h", [], 7, True, [2, ["9d"]])
NO_RANKS: tuple[Any, ...] = ("", "1", "11", "a", "5h", 5, None, True, ["5"])


def playing() -> Position:
    """Seat 0 is to meet the 9 of seat 2; see `CROWDED`."""
    return full(crowded())


def tripled() -> Position:
    """Seat 1 has played a triplet, seat 2 has negated it."""
    return full(
        make(
            hands={0: "4d Kc", 1: "8h 10d", 2: "2c 2h", 3: "5c"},
            stacks={0: "2d 5h", 1: "Jc Qc*"},
            pot="- Ah, 1 7c 7d 7h, 2 7s",
        )
    )


def leading() -> Position:
    """Before the first play of a round."""
    return full(make(hands={0: "4d Kc", 1: "8h* 10d", 3: "2c 2h"}, stacks={1: "Jc Qc*"}))


def over() -> Position:
    """The end of a game, by its number of rounds."""
    return full(make(LAST, phase="over", hands={0: "4d Kc", 1: "8h* 10d"}, winner=1))


def shorten(key: str) -> Edit:
    """The last entry is left out."""

    def edit(position: Position) -> None:
        position[key].pop()

    return edit


def leave_out(*path: Any) -> Edit:
    """A key of a part is left out."""
    *way, key = path

    def edit(position: Position) -> None:
        del at(position, way)[key]

    return edit


def lengthen(key: str) -> Edit:
    """An empty entry too many."""

    def edit(position: Position) -> None:
        position[key].append([])

    return edit


CASES = [
    *(refusal(f"no {key}", playing, rf"^{key}: is missing", drop(key)) for key in REQUIRED),
    refusal("unknown key", playing, "has no key 'colour'", change("colour", "red")),
    refusal("key that is no word", playing, "has no key 7", change(7, "red")),
    refusal("key in capitals", playing, "has no key 'In'", change("In", [0, 1, 2])),
    refusal("key of a view", playing, "has no key 'hand_sizes'", change("hand_sizes", [3] * 4)),
    refusal("another game", playing, "^game: ", change("game", "wine_cellar")),
    refusal("game is no word", playing, "^game: ", change("game", None)),
    # Options.
    refusal("other players", playing, "^options: ", change("options", "num_players", 3)),
    refusal("other rounds", playing, "^options: ", change("options", "max_rounds", 9)),
    refusal("another lead", playing, "^options: ", change("options", "lead", "lowest")),
    refusal("another refill", playing, "^options: ", change("options", "refill", "round")),
    refusal("other decks", playing, "^options: ", change("options", "decks", 2)),
    refusal("an unknown option", playing, "^options: ", change("options", "jokers", 1)),
    refusal("an option of another type", playing, "^options: ", change("options", "decks", "1")),
    refusal("an option is true", playing, "^options: ", change("options", "decks", True)),
    refusal("options are null", playing, "^options: ", change("options", None)),
    refusal("options are a list", playing, "^options: ", change("options", [4])),
    # Numbers and words.
    *(
        refusal(f"round {value!r}", playing, "^round", change("round", value))
        for value in (0, 1001, -1, "1", True, 1.0, None, 10**40)
    ),
    refusal("a round too many", over, "^round", change("round", 3)),
    *(
        refusal(f"phase {value!r}", playing, "^phase", change("phase", value))
        for value in ("deal", "Play", "", 1, None)
    ),
    *(
        refusal(f"dealer {value!r}", playing, "^dealer", change("dealer", value))
        for value in NO_SEATS
    ),
    # Lists.
    *(
        refusal(f"{key} is {value!r}", playing, f"^{key}", change(key, value))
        for key in LISTS
        for value in NO_LISTS
    ),
    *(
        refusal(f"{key} is null", playing, f"^{key}", change(key, None))
        for key in ("hands", "stacks", "to_act", "pot", "in", "removed")
    ),
    *(
        refusal(f"{key} of too few seats", playing, f"^{key}", shorten(key))
        for key in (*SEAT_LISTS, "scores")
    ),
    *(refusal(f"{key} of too many seats", playing, f"^{key}", lengthen(key)) for key in SEAT_LISTS),
    *(
        refusal(f"{key} of a seat is {value!r}", playing, rf"^{key}\[3\]", change(key, 3, value))
        for key in SEAT_LISTS
        for value in (None, *NO_LISTS)
    ),
    # Seats.
    *(
        refusal(f"to_act {value!r}", playing, "^to_act", change("to_act", [value]))
        for value in NO_SEATS
    ),
    *(refusal(f"in {value!r}", playing, "^in", change("in", [0, 1, value])) for value in NO_SEATS),
    refusal("in twice", playing, "^in", change("in", [0, 1, 2, 2])),
    refusal("in not ascending", playing, "^in", change("in", [1, 0, 2])),
    # Cards.
    *(
        refusal(f"{value!r} in {key}", playing, rf"^{key}\[3\]\[0\]", change(key, 3, 0, value))
        for key in CARD_LISTS
        for value in NO_CARDS
    ),
    *(
        refusal(f"{value!r} in removed", playing, r"^removed\[2\]", change("removed", 2, value))
        for value in (*NO_CARDS, None)
    ),
    refusal(
        "null in known_hands", playing, r"^known_hands\[1\]", change("known_hands", 1, 0, None)
    ),
    # Bounds.
    *(
        refusal(f"bound {value!r}", playing, r"^bounds\[1\]\[0\]", change("bounds", 1, 0, value))
        for value in (None, *NO_LISTS, [], ["2"], ["2", "J", "A"])
    ),
    *(
        refusal(f"low {value!r}", playing, r"^bounds\[1\]\[0\]", change("bounds", 1, 0, 0, value))
        for value in NO_RANKS
    ),
    *(
        refusal(f"high {value!r}", playing, r"^bounds\[1\]\[0\]", change("bounds", 1, 0, 1, value))
        for value in NO_RANKS
    ),
    # The pot.
    *(
        refusal(f"pot entry {value!r}", playing, r"^pot\[1\]", change("pot", 1, value))
        for value in NO_ENTRIES
    ),
    refusal("pot entry without keys", playing, r"^pot\[1\]", change("pot", 1, {})),
    refusal("pot entry without player", playing, r"^pot\[1\]", leave_out("pot", 1, "player")),
    refusal("pot entry without cards", playing, r"^pot\[1\]", leave_out("pot", 1, "cards")),
    refusal(
        "pot entry with another key", playing, r"^pot\[1\]", change("pot", 1, "kind", "single")
    ),
    *(
        refusal(
            f"player {value!r} in the pot", playing, r"^pot\[1\]", change("pot", 1, "player", value)
        )
        for value in NO_SEATS
    ),
    *(
        refusal(
            f"cards {value!r} in the pot", playing, r"^pot\[1\]", change("pot", 1, "cards", value)
        )
        for value in NO_PLAYS
    ),
    *(
        refusal(
            f"card {value!r} in the pot", playing, r"^pot\[1\]", change("pot", 1, "cards", 0, value)
        )
        for value in (*NO_CARDS, None)
    ),
    # What wins.
    *(
        refusal(f"winning {value!r}", playing, "^winning", change("winning", value))
        for value in (*NO_LISTS, ["single", "9", 2])
    ),
    *(
        refusal(f"winning without {key}", playing, "^winning", leave_out("winning", key))
        for key in ("kind", "rank", "player")
    ),
    refusal("winning with another key", playing, "^winning", change("winning", "card", "9d")),
    *(
        refusal(f"winning kind {value!r}", playing, "^winning", change("winning", "kind", value))
        for value in ("pair", "Single", "", None, 1)
    ),
    *(
        refusal(f"winning rank {value!r}", playing, "^winning", change("winning", "rank", value))
        for value in NO_RANKS
    ),
    *(
        refusal(
            f"winning player {value!r}", playing, "^winning", change("winning", "player", value)
        )
        for value in NO_SEATS
    ),
    # Scores.
    refusal("another score", playing, "^scores", change("scores", 1, 6)),
    refusal("score is a word", playing, "^scores", change("scores", 1, "5")),
    refusal("score is 5.0", playing, "^scores", change("scores", 1, 5.0)),
    refusal("score is true", over, "^scores", change("scores", 1, True)),
    refusal("score beyond any", playing, "^scores", change("scores", 0, 10**40)),
    refusal("a score too many", playing, "^scores", change("scores", [5, 5, 2, 7, 0])),
    refusal("scores are a word", playing, "^scores", change("scores", "5527")),
    # The generator.
    refusal("rng is a word", playing, "^rng: ", change("rng", "0x1")),
    refusal("rng too short", playing, "^rng: ", change("rng", ["0x0000000000000001"])),
    refusal("rng without 0x", playing, r"^rng\[0\]: ", change("rng", ["0000000000000001"] * 4)),
    refusal("rng in capitals", playing, r"^rng\[0\]: ", change("rng", ["0x000000000000000A"] * 4)),
    refusal("rng of numbers", playing, r"^rng\[0\]: ", change("rng", [1, 2, 3, 4])),
    refusal("rng all zero", playing, "^rng: .*zero", change("rng", ["0x0000000000000000"] * 4)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_refused(case: Refusal) -> None:
    """Page, position: what is refused; the error names the key where it is one key."""
    check_refused(case)
