"""Cellar des Triplettes: positions refused because they contradict themselves or the rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cardgames.cellar_des_triplettes import CellarDesTriplettes

from .any_game import Position, full
from .cellar_edits import (
    bidding,
    draw,
    drawn,
    empty_truncated,
    final,
    fit,
    fresh,
    last_draw,
    laying,
    over,
    placed,
    put,
    swap_for,
    truncated,
    two_bids,
    unfinished,
)
from .edits import Edit, Refusal, change, check_refused, refusal

CARDS = [
    refusal("a card of the pile is missing", fresh, "card", lambda p: p["pile"].pop(), fit),
    refusal("a card of a hand is missing", fresh, "card", lambda p: p["hands"][0].pop(), fit),
    refusal("a card of the display is missing", fresh, "card", lambda p: p["display"].pop(), fit),
    refusal(
        "a card of the cellar is missing", placed, "card", change("cellars", 1, 0, 0, 0, None), fit
    ),
    refusal("a card of a bid is missing", two_bids, "card", change("bids", 0, ["3"]), fit),
    refusal("a card is doubled", fresh, "card", lambda p: p["pile"].append("0.2"), fit),
    refusal(
        "a fourth 5", fresh, "card", change("hands", 1, 0, "5"), change("hands", 1, 1, "5"), fit
    ),
    refusal("another card instead of one", fresh, "card", change("hands", 0, 0, "5"), fit),
    refusal("a card that is not in play", fresh, "4", change("hands", 0, 0, "4"), fit),
    refusal("a covered bottle is forgotten", placed, "card", change("covered", 0, 0, []), fit),
    refusal(
        "a covered bottle too many", placed, "card", change("covered", 0, 0, ["r1c1", "r1c2"]), fit
    ),
    refusal(
        "a bid is in the hand too", two_bids, "card", lambda p: p["hands"][1].append("16"), fit
    ),
]

SIZES = [
    # At most six in hand and bid.
    refusal(
        "seven cards at a bid's start", fresh, "hands", draw("hands", 0), draw("hands", 0), fit
    ),
    refusal("seven cards in hand and bid", two_bids, "hands", *[draw("hands", 0)] * 2, fit),
    refusal(
        "seven cards of a seat that has passed with a bid",
        two_bids,
        "hands",
        change("passed", 1, True),
        *[draw("hands", 1)] * 2,
        fit,
    ),
    refusal(
        "eight cards after a draw", drawn, "hands", draw("hands", 0), draw("known_hands", 0), fit
    ),
    refusal(
        "seven cards, not passed",
        drawn,
        "hands",
        change("passed", 0, False),
        change("to_act", [0]),
        fit,
    ),
    refusal("twelve cards when placing", placed, "hands", draw("hands", 3), fit),
    refusal("seven cards of a seat that is done", placed, "hands", draw("hands", 2), fit),
    refusal("seven cards at the end", over, "hands", *[draw("hands", 2)] * 2, fit),
    refusal("six unknown cards", two_bids, "known_hands", change("known_hands", 3, []), fit),
    refusal(
        "six unknown cards when placing",
        placed,
        "known_hands",
        lambda p: p["known_hands"][3].pop(),
        fit,
    ),
    # The display.
    refusal(
        "no display in the bid",
        final,
        "display",
        lambda p: p["hands"][0].extend(p["display"]),
        change("display", []),
        fit,
    ),
    refusal(
        "no display when placing",
        placed,
        "display",
        lambda p: p["pile"].extend(p["display"]),
        change("display", []),
        fit,
    ),
    refusal("a display of seven", fresh, "display", *[draw("display")] * 3, fit),
    refusal("a display of seven when placing", placed, "display", *[draw("display")] * 3, fit),
    # The pile.
    refusal(
        "a pile larger than after the deal",
        fresh,
        "pile",
        lambda p: p["pile"].append("0.2"),
        change("cellars", 0, 0, 0, 0, None),
        fit,
    ),
    # Scores.
    refusal("another score", placed, "scores", change("scores", 0, 6)),
    refusal("the score of another seat", placed, "scores", change("scores", 2, 1)),
]

FLAGS = [
    # Totals.
    refusal("equal totals", two_bids, "bids", swap_for("13", "bids", 1, 0), fit),
    refusal(
        "equal totals of seats that have passed",
        two_bids,
        "bids",
        change("passed", [False, True, True, True]),
        swap_for("13", "bids", 1, 0),
        fit,
    ),
    refusal(
        "the total before the turn equals another",
        laying,
        "bids",
        # Seat 0 had called 20 before this turn; now seat 2 has bid 20.
        swap_for("20", "bids", 2, 0),
        fit,
    ),
    # The turn.
    refusal("a turn that is not in the bid", bidding, "turn", change("turn", ["14"])),
    refusal(
        "a turn of more cards than the bid", bidding, "turn", change("turn", ["3", "12", "12"])
    ),
    refusal("a turn when placing", placed, "turn", change("turn", ["3"])),
    refusal("a turn at the end", over, "turn", change("turn", ["3"])),
    refusal(
        "a turn that cannot be finished",
        unfinished,
        ".",
        # It holds a 3 now, which cannot follow the 5.
        swap_for("3", "hands", 1, 0),
        fit,
    ),
    refusal(
        "a turn without cards to finish it", unfinished, ".", put("7", ["hands", 1], ["pile"]), fit
    ),
    # Bids.
    refusal(
        "bids when placing",
        placed,
        "bids",
        put("3", ["hands", 0], ["bids", 0]),
        fit,
    ),
    refusal("bids at the end", over, "bids", put("3", ["hands", 0], ["bids", 0]), fit),
    # Passed.
    refusal("all have passed in the bid", two_bids, "passed", change("passed", [True] * 4)),
    refusal("the seat to act has passed", two_bids, "passed", change("passed", 0, True)),
    refusal("not passed when placing", placed, "passed", change("passed", 1, False)),
    refusal("not passed at the end", over, "passed", change("passed", 1, False)),
    # To act.
    refusal("nobody to act in the bid", fresh, "to_act", change("to_act", [])),
    refusal("nobody to act when placing", placed, "to_act", change("to_act", [])),
    refusal("two to act", fresh, "to_act", change("to_act", [0, 1])),
    refusal("to act at the end", over, "to_act", change("to_act", [0])),
    refusal("to act is not the first to place", placed, ".", change("to_act", [0])),
    # The highest bidder.
    refusal("a highest bidder in the bid", fresh, "high_bidder", change("high_bidder", 0)),
    # Placing.
    *(
        refusal(f"placing {value}", placed, "placing", change("placing", value))
        for value in ([3, 1, 0], [3, 0], [3], [3, 0, 1, 2], [2, 3, 0, 1], [0, 1], [], [3, 0, 0])
    ),
    refusal("placing in the bid", fresh, "placing", change("placing", [0])),
    refusal("placing at the end", over, "placing", change("placing", [1])),
    refusal("placing of another highest bidder", placed, ".", change("high_bidder", 0)),
    refusal("placing without a bidder", placed, ".", change("high_bidder", None)),
    refusal(
        "the first to place has no cards",
        placed,
        ".",
        change("to_act", [1]),
        change("placing", [1]),
    ),
    # The final round.
    refusal("final with a pile", fresh, "final_round", change("final_round", True)),
    refusal("truncated, not final", fresh, "truncated", change("truncated", True)),
    refusal(
        "truncated before the last round by number",
        fresh,
        "truncated",
        change("truncated", True),
        change("final_round", True),
    ),
    refusal(
        "the last round by number is not final",
        truncated,
        "final_round",
        change("final_round", False),
        change("truncated", False),
    ),
    refusal(
        "the last round by number with a pile is not truncated",
        truncated,
        "truncated|final_round",
        change("truncated", False),
    ),
    refusal("final with a pile when placing", placed, "final_round", change("final_round", True)),
    refusal(
        "the end of a round that is not final", over, "final_round", change("final_round", False)
    ),
    # What is known.
    refusal("known and not in the hand", two_bids, "known_hands", change("known_hands", 1, ["22"])),
    refusal("known twice", fresh, "known_hands", change("known_hands", 0, ["3", "3"])),
    refusal("known of an empty hand", over, "known_hands", change("known_hands", 1, ["3"])),
    refusal(
        "known bottom is not the bottom", two_bids, "pile_bottom", change("pile_bottom", ["13"])
    ),
    refusal(
        "known bottom in another order",
        bidding,
        "pile_bottom",
        change("pile_bottom", ["19", "22"]),
    ),
    refusal("known bottom of an empty pile", final, "pile_bottom", change("pile_bottom", ["3"])),
    refusal(
        "a known bottom of a pile as dealt",
        fresh,
        "pile_bottom",
        # A draw would have taken a card away.
        lambda p: p["pile_bottom"].append(p["pile"][-1]),
    ),
]

# Each key alone is possible, and so are sizes and cards; but no game gets there.
# Our ruling: a position need not be reachable, as long as it holds together in itself.
UNREACHABLE: dict[str, tuple[Callable[[], Position], tuple[Edit, ...]]] = {
    # Seat 0 starts and has neither bid nor passed.
    "a seat that is skipped in the first go": (fresh, (change("to_act", [1]),)),
    "a seat that has not bid although a later one has": (two_bids, (change("passed", 2, False),)),
    # Nobody has passed yet, so nobody can have drawn the last card.
    "an empty pile at a bid's start, not final": (final, (change("final_round", False),)),
    "truncated, but the pile was empty when the round began": (
        empty_truncated,
        (change("truncated", True),),
    ),
    "a display of three although there is a pile": (
        fresh,
        (lambda p: p["cellars"][1][0][0].__setitem__(1, p["display"].pop()), fit),
    ),
    "a last draw that nobody made": (
        last_draw,
        (change("passed", 0, False), change("to_act", [0])),
    ),
}


@pytest.mark.parametrize("case", [*CARDS, *SIZES, *FLAGS], ids=lambda case: case.name)
def test_refused(case: Refusal) -> None:
    """Page, position: what is refused; the error names the key where it is one key."""
    check_refused(case)


@pytest.mark.parametrize("name", UNREACHABLE)
def test_unreachable_but_sound_positions_are_accepted(name: str) -> None:
    """Our ruling: such a position is accepted and can be played to the end."""
    start, edits = UNREACHABLE[name]
    position = start()
    for edit in edits:
        edit(position)
    state = CellarDesTriplettes(**position["options"]).state_from_dict(position)
    assert full(state) == {**full(state), **position}
    while not state.is_terminal:
        state.apply(state.legal_actions()[-1])
