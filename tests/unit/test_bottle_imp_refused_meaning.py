"""Bottle Imp: positions that are refused because they contradict themselves or the rules."""

from __future__ import annotations

import pytest

from .edits import (
    Refusal,
    change,
    check_refused,
    choose,
    drop,
    exchange,
    five_passing,
    fresh,
    later,
    lean,
    move,
    nearly_passed,
    over,
    passing,
    playing,
    refusal,
    swap,
    two_devils,
    two_passing,
    two_playing,
    two_playing_open,
    two_starting,
)

CASES = [
    # What follows from the rest differs.
    refusal("won differs", playing, "^won: ", change("won", 0, ["1"])),
    refusal("trick differs", playing, "^trick: ", change("trick", 0, "card", "25")),
    refusal("trick of another seat", playing, "^trick: ", change("trick", 0, "player", 2)),
    refusal("trick is null", playing, "^trick: ", change("trick", None)),
    refusal("leader differs", playing, "^leader: ", change("leader", 0)),
    refusal("price differs", playing, "^bottles: ", change("bottles", 0, "price", "19")),
    refusal("owner differs", playing, "^bottles: ", change("bottles", 0, "owner", 1)),
    refusal("a bottle too many", playing, "^bottles: ", change("bottles", [{}, {}])),
    refusal("voids differ", playing, "^voids: ", change("voids", 0, ["red"])),
    refusal("hand_sizes differ", playing, "^hand_sizes: ", change("hand_sizes", 0, 7)),
    refusal("hand_sizes are true", over, "^hand_sizes: ", change("hand_sizes", [False] * 4)),
    refusal("passed differs", passing, "^passed: ", change("passed", 1, 3)),
    refusal("to_act differs", passing, "^to_act: ", change("to_act", [0])),
    refusal("to_act is null", over, "^to_act: ", change("to_act", None)),
    refusal("teams differ", playing, "^teams: ", change("teams", [[0, 2], [1, 3]])),
    # A phase that does not fit.
    refusal("play before all have chosen", passing, "^p", change("phase", "play"), lean),
    refusal("play before any has chosen", fresh, "^p", change("phase", "play"), lean),
    refusal("pass after all have chosen", playing, "phase", change("phase", "pass"), lean),
    refusal(
        "pass although all have chosen",
        nearly_passed,
        "phase",
        choose("33", 3, "right"),
        lean,
    ),
    refusal("over while cards are held", playing, "round", change("phase", "over"), lean),
    refusal("over before the last round", over, "round", change("round", 7), lean),
    refusal("play after the last card", over, "phase", change("phase", "play"), lean),
    refusal(
        "cards played in the pass",
        fresh,
        "phase",
        move("1", ["hands", 0], ["played", 0]),
        lean,
    ),
    # Sizes.
    refusal(
        "a card too many in a hand of the pass",
        fresh,
        "hands",
        move("1", ["hands", 0], ["hands", 1]),
        lean,
    ),
    refusal(
        "a card too many in a hand of the play",
        playing,
        "hands",
        move("36", ["hands", 1], ["hands", 2]),
        lean,
    ),
    refusal(
        "an open card too many in the pass",
        two_passing,
        "hands",
        swap(("hands", 0), ("open_hands", 0)),
        lean,
    ),
    refusal(
        "an open hand of seven and one of five in the pass",
        two_passing,
        "hands",
        move("26", ["open_hands", 0], ["open_hands", 1]),
        lean,
    ),
    refusal(
        "eight open cards",
        two_starting,
        "hands",
        move("6", ["hands", 1], ["open_hands", 1]),
        lean,
    ),
    refusal(
        "a card too many in a hidden hand of the play",
        two_playing,
        "hands",
        move("1", ["hands", 0], ["hands", 1]),
        lean,
    ),
    refusal(
        "eleven hidden cards",
        two_starting,
        "hands",
        move("10", ["open_hands", 1], ["hands", 1]),
        lean,
    ),
    refusal(
        "the dealer of five has eleven cards",
        five_passing,
        "hands",
        change("dealer", 0),
        lean,
    ),
    # Plays.
    refusal(
        "a card played out of turn",
        playing,
        "played",
        move("33", ["hands", 0], ["played", 0]),
        move("24", ["played", 3], ["hands", 3]),
        lean,
    ),
    refusal(
        "a seat has played more than its turns",
        playing,
        "played",
        move("34", ["hands", 2], ["played", 2]),
        lean,
    ),
    # Cards.
    refusal("a card is missing", fresh, "every card", change("hands", 0, 0, "37"), lean),
    refusal(
        "a card in a hand and among the choices",
        passing,
        "every card",
        change("hands", 0, 0, "1"),
        lean,
    ),
    refusal(
        "a card in a hand and played",
        playing,
        "every card",
        change("hands", 1, 2, "28"),
        lean,
    ),
    refusal(
        "a Devil's card in a hand",
        playing,
        "every card",
        change("passes", 0, "devil", ["37"]),
        lean,
    ),
    refusal(
        "two Devil's cards alike",
        two_devils,
        "twice",
        change("passes", 0, "devil", ["1", "1"]),
        lean,
    ),
    # Choices in order.
    refusal(
        "left without a Devil's card",
        fresh,
        "^passes: .*order",
        choose("1", 0, "left"),
        lean,
    ),
    refusal(
        "right before left",
        fresh,
        "^passes: .*order",
        move("1", ["hands", 0], ["passes", 0, "devil"]),
        choose("2", 0, "right"),
        lean,
    ),
    refusal(
        "open after one of two Devil's cards",
        two_devils,
        "^passes: .*order",
        move("1", ["hands", 0], ["passes", 0, "devil"]),
        choose("2", 0, "open"),
        lean,
    ),
    refusal(
        "a Devil's card of the dealer of five",
        five_passing,
        "^passes: ",
        lambda p: p["passes"][4]["devil"].append(p["hands"][4].pop()),
        lean,
    ),
    # Given cards.
    refusal(
        "given to the left and not there",
        playing,
        "^passes: ",
        change("passes", 0, "left", "37"),
        lean,
    ),
    refusal(
        "given to the right and not there",
        playing,
        "^passes: ",
        change("passes", 0, "right", "36"),
        lean,
    ),
    refusal(
        "a card given by both neighbours",
        playing,
        "^passes: ",
        change("passes", 2, "right", "7"),
        lean,
    ),
    refusal(
        "given to the Devil as well",
        playing,
        "^passes: ",
        lambda p: change("passes", 0, "left", p["passes"][0]["devil"][0])(p),
        lean,
    ),
    refusal(
        "given to the open hand and in the hidden one",
        two_playing,
        "^passes: ",
        change("passes", 0, "open", "6"),
        lean,
    ),
    refusal(
        "given to the hidden hand and in the open one",
        two_playing,
        "^passes: ",
        change("passes", 0, "hidden", "10"),
        lean,
    ),
    refusal(
        "the open gift was played and the open hand is complete",
        two_playing,
        "hands",
        # Seat 0 has played 28 and 22 from its hidden hand.
        change("passes", 1, "open", "28"),
        lean,
    ),
    refusal(
        "the hidden gift was played and the hidden hand is complete",
        two_playing_open,
        "hands",
        # Seat 0 has played 28 and 22 from its open hand.
        change("passes", 1, "hidden", "28"),
        lean,
    ),
    # Following.
    refusal(
        "did not follow although it could, now",
        playing,
        "^played: .*follow",
        # Seat 0 followed with blue 32 in the second trick; now it played red 33 and holds blue 32.
        exchange("33", "32"),
        lean,
    ),
    refusal(
        "did not follow although it could, later",
        playing,
        "^played: .*follow",
        # Seat 2 followed with yellow 22, then blue 27: the other way round it held 22 when it
        # played 27. Now it has neither colour.
        swap(("played", 2, 0), ("played", 2, 1)),
        lean,
        drop("last_trick"),
    ),
    # The past.
    refusal("scores in the first round", playing, "^scores: ", change("scores", [0, 0, 1, 0])),
    refusal(
        "last_round in the first round",
        fresh,
        "^last_round: ",
        change("last_round", later()["last_round"]),
    ),
    refusal(
        "another last_round at the end", over, "^last_round: ", change("last_round", "gain", 0, 30)
    ),
    refusal("no last_round at the end", over, "^last_round: ", change("last_round", None)),
    refusal("impossible gain", later, "^last_round: ", change("last_round", "gain", 0, 30)),
    refusal("a settled card twice", later, "^last_round: ", change("last_round", "won", 1, ["24"])),
    refusal(
        "another settled price",
        later,
        "^last_round: ",
        change("last_round", "bottles", 0, "price", "12"),
    ),
    refusal(
        "another last trick of this round",
        playing,
        "^last_trick: ",
        change("last_trick", later()["last_trick"]),
    ),
    refusal(
        "no last trick although there is one", playing, "^last_trick: ", change("last_trick", [])
    ),
    refusal(
        "a last trick before the first",
        fresh,
        "^last_trick: ",
        change("last_trick", later()["last_trick"]),
    ),
    refusal("a last trick too short", later, "^last_trick: ", lambda p: p["last_trick"].pop()),
    refusal(
        "a last trick against the clock",
        later,
        "^last_trick: ",
        change("last_trick", 1, "player", 2),
    ),
    refusal(
        "a last trick with a card twice",
        later,
        "^last_trick: ",
        change("last_trick", 1, "card", "5"),
    ),
    refusal(
        "a last trick too long",
        later,
        "^last_trick: ",
        lambda p: p["last_trick"].append({"player": 3, "card": "37"}),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_refused(case: Refusal) -> None:
    """Page, position: what is refused; the error names the key where it is one key."""
    check_refused(case)
