"""Cellar des Triplettes: positions refused for their form: keys, types, words and ranges."""

from __future__ import annotations

from typing import Any

import pytest

from .any_game import Position
from .cellar_edits import bidding, final, fresh, over, placed, truncated, two_cellars
from .edits import Edit, Refusal, change, check_refused, drop, refusal

REQUIRED = (
    "game",
    "options",
    "round",
    "phase",
    "final_round",
    "truncated",
    "starting_player",
    "high_bidder",
    "to_act",
    "hands",
    "known_hands",
    "bids",
    "turn",
    "passed",
    "display",
    "pile",
    "pile_bottom",
    "cellars",
    "covered",
)
LISTS = ("to_act", "turn", "passed", "display", "pile", "pile_bottom", "placing")
SEAT_LISTS = ("hands", "known_hands", "bids", "cellars", "covered")
CARD_LISTS = ("turn", "display", "pile", "pile_bottom")
SEAT_CARD_LISTS = ("hands", "known_hands", "bids")
FLAGS = ("final_round", "truncated")
NO_LISTS: tuple[Any, ...] = ("14", {}, 7)
NO_FLAGS: tuple[Any, ...] = (0, 1, None, "true", [])
NO_CARDS: tuple[Any, ...] = ("2", "24", "0.20", "14.0", "", "014", 14, 0.2, None, ["14"], True)


def shorten(key: str) -> Edit:
    """The last entry is left out."""

    def edit(position: Position) -> None:
        position[key].pop()

    return edit


def lengthen(key: str) -> Edit:
    """An empty entry too many."""

    def edit(position: Position) -> None:
        position[key].append([])

    return edit


CASES = [
    *(refusal(f"no {key}", bidding, rf"^{key}: is missing", drop(key)) for key in REQUIRED),
    refusal("unknown key", bidding, "has no key 'colour'", change("colour", "red")),
    refusal("key that is no word", bidding, "has no key 7", change(7, "red")),
    refusal("another game", bidding, "^game: ", change("game", "bottle_imp")),
    refusal("game is no word", bidding, "^game: ", change("game", None)),
    refusal("other players", bidding, "^options: ", change("options", "num_players", 3)),
    refusal("other rounds", bidding, "^options: ", change("options", "max_rounds", 9)),
    refusal("an option is missing", bidding, "^options: ", change("options", {"num_players": 4})),
    refusal("an unknown option", bidding, "^options: ", change("options", "jokers", 1)),
    refusal(
        "an option of another type", bidding, "^options: ", change("options", "num_players", "4")
    ),
    refusal("options are no dict", bidding, "^options: ", change("options", None)),
    *(
        refusal(f"round {value!r}", bidding, "^round", change("round", value))
        for value in (0, 101, -1, "1", True, 1.0, None, 10**40)
    ),
    refusal("a round too many", truncated, "^round", change("round", 8)),
    *(
        refusal(f"phase {value!r}", bidding, "^phase", change("phase", value))
        for value in ("deal", "play", "", 1, None)
    ),
    *(
        refusal(f"{key} {value!r}", bidding, f"^{key}", change(key, value))
        for key in FLAGS
        for value in (0, 1, None, "false")
    ),
    *(
        refusal(
            f"starting_player {value!r}",
            bidding,
            "^starting_player",
            change("starting_player", value),
        )
        for value in (-1, 4, None, "1", True, 1.0)
    ),
    *(
        refusal(f"high_bidder {value!r}", placed, "^high_bidder", change("high_bidder", value))
        for value in (-1, 4, "1", True, 1.0)
    ),
    # Lists.
    *(
        refusal(f"{key} is {value!r}", bidding, f"^{key}", change(key, value))
        for key in (*LISTS, *SEAT_LISTS)
        for value in NO_LISTS
    ),
    *(
        refusal(f"{key} is null", bidding, f"^{key}", change(key, None))
        for key in (*LISTS, *SEAT_LISTS)
    ),
    *(
        refusal(f"{key} of too few seats", bidding, f"^{key}", shorten(key))
        for key in (*SEAT_LISTS, "passed")
    ),
    *(refusal(f"{key} of too many seats", bidding, f"^{key}", lengthen(key)) for key in SEAT_LISTS),
    *(
        refusal(f"{key} of a seat is {value!r}", bidding, rf"^{key}\[2\]", change(key, 2, value))
        for key in SEAT_LISTS
        for value in (None, *NO_LISTS)
    ),
    # Seats.
    *(
        refusal(f"to_act {value!r}", bidding, "^to_act", change("to_act", value))
        for value in ([4], [-1], ["0"], [True], [None], [0, 0])
    ),
    *(
        refusal(f"placing {value!r}", placed, "^placing", change("placing", value))
        for value in ([3, 0, 4], [3, 0, -1], ["3", 0, 1], [True], [3.0, 0, 1])
    ),
    *(
        refusal(f"passed {value!r}", bidding, "^passed", change("passed", 1, value))
        for value in NO_FLAGS
    ),
    # Cards.
    *(
        refusal(f"{value!r} in {key}", bidding, rf"^{key}\[0\]", change(key, 0, value))
        for key in CARD_LISTS
        for value in NO_CARDS
    ),
    *(
        refusal(f"{value!r} in {key}", bidding, rf"^{key}\[0\]\[0\]", change(key, 0, 0, value))
        for key in SEAT_CARD_LISTS
        for value in NO_CARDS
    ),
    *(
        refusal(f"{value!r} in a cellar", bidding, "^cellars", change("cellars", 0, 0, 0, 0, value))
        for value in NO_CARDS
        if value is not None
    ),
    # Cellars.
    refusal("no cellar", bidding, "^cellars", change("cellars", 3, [])),
    refusal(
        "no cellar and no covered",
        bidding,
        "^c",
        change("cellars", 3, []),
        change("covered", 3, []),
    ),
    refusal("a cellar is null", bidding, "^cellars", change("cellars", 1, 0, None)),
    refusal("four rows", bidding, "^cellars", lambda p: p["cellars"][1][0].pop()),
    refusal("six rows", bidding, "^cellars", lambda p: p["cellars"][1][0].append([])),
    refusal("a row is null", bidding, "^cellars", change("cellars", 1, 0, 4, None)),
    refusal("a row too short", bidding, "^cellars", lambda p: p["cellars"][1][0][0].pop()),
    refusal("a row too long", bidding, "^cellars", lambda p: p["cellars"][1][0][4].append(None)),
    refusal("too few lists of covered slots", two_cellars, "^covered", change("covered", 0, [[]])),
    refusal("too many lists of covered slots", bidding, "^covered", change("covered", 1, [[], []])),
    *(
        refusal(f"covered slot {value!r}", bidding, "^covered", change("covered", 0, 0, [value]))
        for value in ("r1c6", "r0c1", "left", "right", "", "R1C2", 1, None, ["r1c2"])
    ),
    refusal("covered is a word", bidding, "^covered", change("covered", 0, 0, "r1c2")),
    refusal("covered is null", bidding, "^covered", change("covered", 0, 0, None)),
    # Sizes and scores.
    refusal("hand_sizes differ", bidding, "^hand_sizes", change("hand_sizes", 0, 5)),
    refusal("hand_sizes too few", bidding, "^hand_sizes", change("hand_sizes", [4, 2, 2])),
    refusal("hand_sizes are true", over, "^hand_sizes", change("hand_sizes", 1, False)),
    refusal("hand_sizes are null", bidding, "^hand_sizes", change("hand_sizes", None)),
    refusal("pile_size differs", bidding, "^pile_size", change("pile_size", 13)),
    refusal("pile_size is false", final, "^pile_size", change("pile_size", False)),
    refusal("scores differ", bidding, "^scores", change("scores", 1, 3)),
    refusal("scores too few", bidding, "^scores", change("scores", [6, 2, 31])),
    refusal("score is a word", bidding, "^scores", change("scores", 1, "2")),
    refusal("score is 2.0", bidding, "^scores", change("scores", 1, 2.0)),
    refusal("score beyond any", fresh, "^scores", change("scores", 0, 10**40)),
    # The generator.
    refusal("rng is a word", bidding, "^rng: ", change("rng", "0x1")),
    refusal("rng too short", bidding, "^rng: ", change("rng", ["0x0000000000000001"])),
    refusal("rng without 0x", bidding, r"^rng\[0\]: ", change("rng", ["0000000000000001"] * 4)),
    refusal("rng in capitals", bidding, r"^rng\[0\]: ", change("rng", ["0x000000000000000A"] * 4)),
    refusal("rng of numbers", bidding, r"^rng\[0\]: ", change("rng", [1, 2, 3, 4])),
    refusal("rng all zero", bidding, "^rng: .*zero", change("rng", ["0x0000000000000000"] * 4)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_refused(case: Refusal) -> None:
    """Page, position: what is refused; the error names the key where it is one key."""
    check_refused(case)
