"""Bottle Imp: positions that are refused for their form: keys, types, words and ranges."""

from __future__ import annotations

import pytest

from .edits import (
    Refusal,
    change,
    check_refused,
    drop,
    later,
    passing,
    playing,
    refusal,
    two_playing,
)

REQUIRED = ("game", "options", "round", "dealer", "phase", "hands", "passes", "played", "scores")

CASES = [
    *(refusal(f"no {key}", playing, rf"^{key}: is missing", drop(key)) for key in REQUIRED),
    refusal("no open hands of two", two_playing, "^open_hands: ", drop("open_hands")),
    refusal("unknown key", playing, "has no key 'colour'", change("colour", "red")),
    refusal("key that is no word", playing, "has no key 7", change(7, "red")),
    refusal("another game", playing, "^game: ", change("game", "wine_cellar")),
    refusal("game is no word", playing, "^game: ", change("game", None)),
    refusal(
        "another number of players", playing, "^options: ", change("options", "num_players", 3)
    ),
    refusal("another number of rounds", playing, "^options: ", change("options", "rounds", 9)),
    refusal("an option is missing", playing, "^options: ", change("options", {"num_players": 4})),
    refusal("an unknown option", playing, "^options: ", change("options", "jokers", 1)),
    refusal("an option of another type", playing, "^options: ", change("options", "rounds", 8.0)),
    refusal("0 is not false", playing, "^options: ", change("options", "rotate_teams", 0)),
    refusal("options are no dict", playing, "^options: ", change("options", None)),
    refusal("round 0", playing, "^round: ", change("round", 0)),
    refusal("a round too many", playing, "^round: ", change("round", 9)),
    refusal("round is a word", playing, "^round: ", change("round", "1")),
    refusal("round is true", playing, "^round: ", change("round", True)),
    refusal("round is 1.0", playing, "^round: ", change("round", 1.0)),
    refusal("a huge round", playing, "^round: ", change("round", 10**40)),
    refusal("dealer -1", playing, "^dealer: ", change("dealer", -1)),
    refusal("dealer 4 of four", playing, "^dealer: ", change("dealer", 4)),
    refusal("no dealer", playing, "^dealer: ", change("dealer", None)),
    refusal("unknown phase", playing, "^phase: ", change("phase", "deal")),
    refusal("phase is a number", playing, "^phase: ", change("phase", 1)),
    refusal("hands are no list", playing, "^hands: ", change("hands", {})),
    refusal("a hand too few", playing, "^hands: ", change("hands", [[], [], []])),
    refusal("a hidden hand", playing, r"^hands\[1\]: is hidden", change("hands", 1, None)),
    refusal("a hand is a word", playing, r"^hands\[1\]: ", change("hands", 1, "12")),
    refusal("no such card", playing, r"^hands\[1\]\[0\]: .*'19'", change("hands", 1, 0, "19")),
    refusal("half rank", playing, r"^hands\[1\]\[0\]: .*'2.5'", change("hands", 1, 0, "2.5")),
    refusal("card as number", playing, r"^hands\[1\]\[0\]: .*12", change("hands", 1, 0, 12)),
    refusal("card twice in a hand", playing, r"^hands\[1\]: .*twice", change("hands", 1, 0, "12")),
    refusal("open hands of four", playing, "^open_hands: ", change("open_hands", [[], [], [], []])),
    refusal("open hands are null", two_playing, "^open_hands: ", change("open_hands", None)),
    refusal("an open hand too few", two_playing, "^open_hands: ", change("open_hands", [[]])),
    refusal("open hand null", two_playing, r"^open_hands\[0\]: ", change("open_hands", 0, None)),
    refusal("passes are null", playing, "^passes: ", change("passes", None)),
    refusal("passes too few", playing, "^passes: ", change("passes", [])),
    refusal("a seat's passes are null", playing, r"^passes\[2\]: ", change("passes", 2, None)),
    refusal(
        "open and hidden of four",
        playing,
        r"^passes\[0\]: .*devil, left, right",
        change("passes", 0, {"devil": ["1"], "open": "2", "hidden": "3"}),
    ),
    refusal(
        "left and right of two",
        two_playing,
        r"^passes\[0\]: .*devil, open, hidden",
        change("passes", 0, {"devil": ["1"], "left": "2", "right": "3"}),
    ),
    refusal(
        "a hidden Devil's card", playing, "devil: is hidden", change("passes", 1, "devil", None)
    ),
    refusal("a hidden choice", playing, "^passes: ", change("passes", 1, "left", None)),
    refusal("devil is a word", playing, r"passes\[1\].devil: ", change("passes", 1, "devil", "1")),
    refusal(
        "two Devil's cards where one is laid",
        passing,
        r"passes\[1\].devil: .*at most 1",
        change("passes", 1, "devil", ["4", "6"]),
    ),
    refusal(
        "a choice is a list", playing, r"passes\[1\].left: ", change("passes", 1, "left", ["1"])
    ),
    refusal(
        "a choice is no card", playing, r"passes\[1\].left: ", change("passes", 1, "left", "0")
    ),
    refusal("played is null", playing, "^played: ", change("played", None)),
    refusal("played by too few", playing, "^played: ", change("played", [[], [], []])),
    refusal("played cards null", playing, r"^played\[0\]: ", change("played", 0, None)),
    refusal("no such played card", playing, r"^played\[0\]\[0\]: ", change("played", 0, 0, "38")),
    refusal("played twice", playing, r"^played\[0\]: ", change("played", 0, 1, "28")),
    refusal("scores too few", playing, "^scores: ", change("scores", [0, 0, 0])),
    refusal("score is a word", later, r"^scores\[0\]: ", change("scores", 0, "1")),
    refusal("score is 1.5", later, r"^scores\[0\]: ", change("scores", 0, 1.5)),
    refusal("score beyond any", later, r"^scores\[0\]: ", change("scores", 0, 10**9)),
    refusal("rng is a word", playing, "^rng: ", change("rng", "0x1")),
    refusal("rng too short", playing, "^rng: ", change("rng", ["0x0000000000000001"])),
    refusal("rng without 0x", playing, r"^rng\[0\]: ", change("rng", ["0000000000000001"] * 4)),
    refusal("rng in capitals", playing, r"^rng\[0\]: ", change("rng", ["0x000000000000000A"] * 4)),
    refusal("rng word too short", playing, r"^rng\[0\]: ", change("rng", ["0x1"] * 4)),
    refusal("rng with a space", playing, r"^rng\[0\]: ", change("rng", ["0x 00000000000000f"] * 4)),
    refusal("rng of numbers", playing, r"^rng\[0\]: ", change("rng", [1, 2, 3, 4])),
    refusal("rng all zero", playing, "^rng: .*zero", change("rng", ["0x0000000000000000"] * 4)),
    refusal("last_trick is null", playing, "^last_trick: ", change("last_trick", None)),
    refusal("last_trick without seats", playing, "^last_trick", change("last_trick", ["28"])),
    refusal(
        "last_round without bottles",
        later,
        "^last_round: ",
        change("last_round", {"gain": [0, 0, 0, 0], "devil": [], "won": [[], [], [], []]}),
    ),
    refusal("last_round is a list", later, "^last_round: ", change("last_round", [])),
    refusal("gain too short", later, "^last_round.gain: ", change("last_round", "gain", [29])),
    refusal(
        "gain of words", later, r"^last_round.gain\[0\]: ", change("last_round", "gain", 0, "29")
    ),
    refusal(
        "settled bottle of nobody",
        later,
        r"^last_round.bottles\[0\].owner: ",
        change("last_round", "bottles", 0, "owner", None),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_refused(case: Refusal) -> None:
    """Page, position: what is refused; the error names the key where it is one key."""
    check_refused(case)
