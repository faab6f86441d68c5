"""Cellar des Triplettes: positions refused because a cellar could not have been built."""

from __future__ import annotations

import pytest

from cardgames import InvalidStateError

from .any_game import full
from .cellar_edits import placed, two_cellars
from .cellar_positions import FOUR, FULL, make, position
from .edits import Refusal, change, check_refused, refusal

LOWER = "5 7 9 10 13"
TWO_ROWS = f"{LOWER} / 14 15 16 17"
FOUR_ROWS = f"{TWO_ROWS} / 3 6 8 / 20 21"

# A cellar, and the like that could not have been built.
PAIRS: dict[str, tuple[str, str]] = {
    "a gap in row 1": ("5 7 9", "5 . 7 9"),
    "a gap in row 1 below others": ("5 7 9 10 13 / 14 . . 15", "5 7 . 10 13 / 14 . . 15"),
    "row 1 does not begin at its left end": ("5 7", ". 5 7"),
    "row 1 lies at the right end": ("5 7", ". . . 5 7"),
    "no row 1": ("5", " / 5"),
    "row 2 on one card": ("5 7 / 9", "5 / 9"),
    "row 2 on one card, to the right": ("5 7 9 / . 10", "5 7 9 / . . 10"),
    "row 2 on one card, to the left": ("5 7 9 / 10", "5 7 9 / . . . 10"),
    "row 3 without row 2": ("5 7 9 / 10 13 / 14", "5 7 9 / / 14"),
    "row 3 on one card": (f"{LOWER} / 14 15 16 / 3", f"{LOWER} / 14 . 16 / 3"),
    "row 3 on one card, to the right": (f"{LOWER} / . 15 16 / . 3", f"{LOWER} / . 15 16 / . . 3"),
    "row 4 on one card": (f"{TWO_ROWS} / 3 6 . / 20", f"{TWO_ROWS} / 3 . 8 / 20"),
    "row 5 on one card": (f"{FOUR_ROWS} / 22", f"{TWO_ROWS} / 3 6 8 / 20 . / 22"),
    "a second cellar beside a first of 14": (f"{FULL} | 23", f"{FOUR_ROWS} | 23"),
    "a second cellar beside one of two cards": (f"{FULL} | 23", "5 7 | 23"),
    "a second cellar while an empty bottle shows": (
        f"{FOUR_ROWS} / 22* | 23",
        f"{FOUR_ROWS} / 0.2 | 23",
    ),
    "a second cellar without a card": (FULL, f"{FULL} | "),
    "a first cellar without a card": ("23", " | 23"),
    "a third cellar beside an unfinished second": (f"{FULL} | 23 19", f"{FULL} | 23 | 19"),
    "a gap in the second cellar": (f"{FULL} | 23 19", f"{FULL} | 23 . 19"),
    "an empty bottle on an empty bottle": ("5 7* 9", "5 0.2* 9"),
    "an empty bottle on an empty bottle, above": ("5 7 9 / 10*", "5 7 9 / 0.2*"),
}


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("phase", ["bid", "place"])
def test_a_cellar_that_could_not_have_been_built(name: str, phase: str) -> None:
    """Page, position: a cellar that could not have been built is refused.

    Rulebook, wine cellar: no gaps in the bottom level; higher levels rest on two cards; a new
    cellar is opened when the old one is full and no empty bottle can be covered.
    """
    right, wrong = PAIRS[name]
    given = position(phase=phase, high=0 if phase == "place" else None, cellars={0: right})
    assert full(FOUR.state_from_dict(given))["cellars"] == given["cellars"]
    given = position(phase=phase, high=0 if phase == "place" else None, cellars={0: wrong})
    with pytest.raises(InvalidStateError, match=r"^(cellars|covered)"):
        FOUR.state_from_dict(given)


CASES = [
    # Seat 0 of `placed` has 12, 14 on an empty bottle, 7, and an empty bottle above.
    refusal(
        "covered, but nothing lies there",
        placed,
        "^(cellars, )?covered",
        change("covered", 0, 0, ["r2c2"]),
    ),
    refusal(
        "covered by an empty bottle",
        placed,
        "^(cellars, )?covered",
        change("covered", 0, 0, ["r2c1"]),
    ),
    refusal(
        "covered twice", placed, "^(cellars, )?covered", change("covered", 0, 0, ["r1c2", "r1c2"])
    ),
    refusal(
        "covered in another cellar",
        two_cellars,
        "^(cellars, )?covered",
        change("covered", 0, 1, ["r2c1"]),
    ),
    refusal(
        "covered by an empty bottle in the second cellar",
        two_cellars,
        "^(cellars, )?covered",
        change("covered", 0, 1, ["r1c2"]),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_refused(case: Refusal) -> None:
    """Page, position, `covered`: slots where a wine covers an empty bottle."""
    check_refused(case)


@pytest.mark.parametrize(
    "rows",
    [
        "5 7 9 10 13 / 14 . . 15",
        f"{LOWER} / . 14 15 . / . 3",
        "0.2 0.2 / 0.2",
        "5* 7* 9*",
        "5* 7* / 9*",
        f"{FULL} | 0.2",
        "5* 7 9 10 13 / 14* 15 16 17 / 3 6* 8 / 20 21 / 22",
        "5* 7 9 10 13 / 14* 15 16 17 / 3 6* 8 / 20 21 / 22 | 23 / ",
        f"{FULL} | 3 6 8 9 10 / 12 12 12 13 / 13 14 15 / 16 17 / 19 | 19",
    ],
)
def test_odd_cellars_that_can_be_built(rows: str) -> None:
    """Page, cellar: gaps above row 1 are allowed; three empty bottles may all be covered."""
    state = make(cellars={0: rows})
    assert FOUR.state_from_dict(full(state)) == state
