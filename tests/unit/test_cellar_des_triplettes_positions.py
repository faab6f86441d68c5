"""Cellar des Triplettes: reading positions, both ways.

What is refused is in test_cellar_des_triplettes_refused_*.py.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from cardgames import SPECTATOR, InvalidStateError
from cardgames.cellar_des_triplettes import CellarDesTriplettes, CellarDesTriplettesState

from .any_game import (
    act,
    check_generator_from_content,
    check_generator_is_kept,
    check_read_back,
    full,
    without,
)
from .cellar_positions import FIVE, FOUR, FULL, THREE, crowded, hands, make, pile, placing, position
from .options import walk

GAMES = [THREE, FOUR, FIVE, CellarDesTriplettes(num_players=4, max_rounds=3)]
DERIVED = ("hand_sizes", "pile_size", "placing", "scores")

# --- Both ways ---


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("seed", [5, 6, 7])
def test_a_position_is_read_back_as_the_same_state(game: CellarDesTriplettes, seed: int) -> None:
    """Page, position: it is the format both ways; through JSON too."""
    for state in walk(game, seed, every=7):
        check_read_back(state)


MADE: dict[str, Callable[[], CellarDesTriplettesState]] = {
    "bid, mid-turn": crowded,
    "bid, first turn": lambda: make(hands={0: "3 5 5"}),
    "bid, six cards": lambda: make(hands={0: "3 5 5 6 7 9"}),
    "bid, six cards on the table": lambda: make(
        bids={0: "0.2 0.2 0.2 3 3 3"}, hands={0: ""}, passed=(1, 2, 3), to_act=0
    ),
    "bid, seven cards after a draw": lambda: make(
        hands={0: "3 5 5 6 7 9 10"}, passed=(0,), bottom="20"
    ),
    "bid, display of six": lambda: make(display="3 5 5 6 7 9"),
    "bid, display of five": lambda: make(display="3 5 5 6 7"),
    "bid, final round": lambda: make(final=True, pile=""),
    "bid, final round, few on display": lambda: make(final=True, pile="", display="7"),
    "bid, pile drawn empty": lambda: make(pile="", passed=(0,)),
    "bid, truncated": lambda: make(
        CellarDesTriplettes(num_players=4, max_rounds=7), final=True, truncated=True
    ),
    "bid, last seat": lambda: make(bids={2: "5"}, passed=(0, 1, 3), to_act=2),
    "place, eleven cards": lambda: placing(
        "", "3 3 5 5 6 6 7 7 9 9 13", known={0: "3 5 6 7 9 13"}, display="20"
    ),
    "place, last seat": lambda: make(phase="place", high=1, placing=(0,)),
    "place, nobody bid": lambda: make(phase="place", high=None, starting=2),
    "place, a seat without cards later": lambda: make(phase="place", high=0, hands={1: "", 3: ""}),
    "place, second cellar": lambda: placing(f"{FULL} | 0.2 23", "3 5"),
    "place, covered": lambda: placing("5 14* 7* / 0.2 / ", "3 5"),
    "place, display of one": lambda: make(phase="place", high=0, display="0.2"),
    "place, final": lambda: make(phase="place", high=0, final=True, pile="", display="3"),
    "place, pile drawn empty": lambda: make(phase="place", high=0, pile=""),
    "over": lambda: make(phase="over", high=3, final=True, pile="", hands={0: "", 1: "3 5"}),
    "over, nobody bid": lambda: make(phase="over", final=True, pile=""),
    "over, truncated": lambda: make(
        CellarDesTriplettes(num_players=4, max_rounds=7), phase="over", final=True, truncated=True
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_positions_made_by_hand_are_read_as_they_are(name: str) -> None:
    """Page, position: each phase, and the limits of sizes; also saved as bytes."""
    state = MADE[name]()
    check_read_back(state)
    assert state.game.state_from_bytes(state.to_bytes()) == state


def test_a_position_is_what_was_given() -> None:
    """Nothing that was given by hand is changed by reading it."""
    for given in (
        position(hands={0: "3 5 5"}, known={0: "5"}, bottom="20 3"),
        position(phase="place", high=1, placing=(3, 0), cellars={0: "5 14* / 7"}),
    ):
        found = full(FOUR.state_from_dict(given))
        assert {key: found[key] for key in given} == given


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_follows_from_the_rest_may_be_left_out(game: CellarDesTriplettes) -> None:
    """Sizes and scores follow from the rest, and so does `placing` from who is to act."""
    for state in walk(game, 8, every=9):
        given = full(state)
        for key in DERIVED:
            assert game.state_from_dict(without(given, key)) == state
        assert game.state_from_dict(without(given, *DERIVED)) == state


def test_a_position_may_come_in_tuples() -> None:
    """API: bad input is an error; a tuple is as good a list as any."""
    state = crowded()
    given = full(state)
    for key in ("to_act", "hands", "bids", "passed", "display", "pile", "scores"):
        given[key] = tuple(given[key])
    given["cellars"] = tuple(
        tuple(tuple(tuple(row) for row in rows) for rows in own) for own in given["cellars"]
    )
    assert FOUR.state_from_dict(given) == state


def test_the_order_of_a_hand_does_not_matter() -> None:
    """Page, position: hands, bids and display are written ascending; they are multisets."""
    state = crowded()
    given = full(state)
    given["hands"][0].reverse()
    given["hands"][3].reverse()
    given["bids"][1].reverse()
    given["display"].reverse()
    assert FOUR.state_from_dict(given) == state


def test_the_order_of_the_pile_matters() -> None:
    state = make(hands={0: ""}, pile="20 3 5 6 ...")
    given = full(state)
    given["pile"][:4] = ["5", "6", "20", "3"]
    other = FOUR.state_from_dict(given)
    assert other != state
    act(other, "pass draw")
    assert hands(other)[0] == "5"
    found = pile(other)
    assert found is not None
    assert found.startswith("20 3 ")
    assert found.endswith(" 6")


def test_reading_a_position_leaves_it_alone() -> None:
    given = position(hands={0: "3 5"}, cellars={0: "5 14*"})
    before = copy.deepcopy(given)
    FOUR.state_from_dict(given)
    assert given == before


def test_an_own_position_goes_on_as_a_game() -> None:
    """API, game: a state of a position is a state as any other."""
    state = crowded()
    act(state, "call, bid 7, call, pass, pass, pass")
    # Bids: 15 of seat 0, 18 of seat 1, 0.2 of seat 2.
    assert state.view().high_bidder == 1
    assert hands(state) == [
        "5 5 6 7 9 14 20",
        "3 9 10 15 23",
        "3 6 8 12",
        "10 13 16 22 23",
    ]
    assert state.view().placing == (1, 2, 3, 0)


# --- The generator ---


def test_a_generator_that_is_left_out_or_null_is_seeded_from_the_content() -> None:
    """API, randomness: equal positions give equal states, and `state.seed` is None."""
    given = position(hands={0: "3 5"})
    check_generator_from_content(FOUR, given, given | {"round": 8})


def test_a_given_generator_is_kept() -> None:
    """API, randomness: in a position it is a list of strings."""
    check_generator_is_kept(FOUR, position())


# --- Views ---


def test_a_view_with_hidden_parts_is_refused() -> None:
    """Page, position: a position with a null hand or pile is a view: the error says whose."""
    for state in (crowded(), make(phase="place", high=0)):
        for player in range(4):
            hidden = 1 if player == 0 else 0
            with pytest.raises(InvalidStateError, match=rf"^hands\[{hidden}\]: .*view"):
                FOUR.state_from_dict(state.view(player).to_dict())
        with pytest.raises(InvalidStateError, match=r"^hands\[0\]: .*view"):
            FOUR.state_from_dict(state.view(SPECTATOR).to_dict())


@pytest.mark.parametrize("player", [SPECTATOR, 0, 3])
def test_a_view_of_the_end_is_refused_too(player: int) -> None:
    """Page, position: hands are null for every other seat at the end too."""
    state = make(phase="over", final=True, pile="")
    with pytest.raises(InvalidStateError, match="hidden"):
        FOUR.state_from_dict(state.view(player).to_dict())


@pytest.mark.parametrize(("seat", "name"), [(0, r"hands\[0\]"), (3, r"hands\[3\]")])
def test_the_error_says_whose_hand_is_hidden(seat: int, name: str) -> None:
    given = full(crowded())
    given["hands"][seat] = None
    with pytest.raises(InvalidStateError, match=rf"^{name}: is hidden"):
        FOUR.state_from_dict(given)


def test_the_error_says_that_the_pile_is_hidden() -> None:
    with pytest.raises(InvalidStateError, match=r"^pile: is hidden"):
        FOUR.state_from_dict(full(crowded()) | {"pile": None})


@pytest.mark.parametrize("value", [None, [], "{}", 7, b"{}"])
def test_a_position_must_be_a_dict(value: Any) -> None:
    with pytest.raises(TypeError, match="a position must be a dict"):
        FOUR.state_from_dict(value)
