"""Triplets: reading positions, both ways.

What is refused is in test_triplets_refused_*.py.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from cardgames import SPECTATOR, InvalidStateError
from cardgames.triplets import Triplets, TripletsState

from .any_game import (
    Position,
    act,
    check_generator_from_content,
    check_generator_is_kept,
    check_read_back,
    full,
    legal,
    seen,
    without,
)
from .options import walk
from .triplets_positions import (
    FOUR,
    LAST,
    LOWEST,
    REFILL,
    THREE,
    TWO,
    TWO_DECKS,
    bounds,
    crowded,
    hand,
    inside,
    known,
    known_stack,
    make,
    position,
    stack,
    winning,
)

GAMES = [TWO, FOUR, LOWEST, REFILL, TWO_DECKS, Triplets(num_players=7, max_rounds=9)]
OPTIONAL = ("known_hands", "known_stacks", "bounds", "scores", "rng", "options")
NO_RNG = ["0x0000000000000001"] * 4


# --- Both ways ---


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("seed", [5, 6])
def test_a_position_is_read_back_as_the_same_state(game: Triplets, seed: int) -> None:
    """Page, position: it is the format both ways; through JSON too."""
    for state in walk(game, seed, every=13):
        check_read_back(state)


MADE: dict[str, Callable[[], TripletsState]] = {
    "crowded": crowded,
    "lead": lambda: make(hands={0: "2c", 1: "4c"}),
    "lead of any seat": lambda: make(hands={0: "2c", 1: "4c", 3: "5c"}, to_act=3),
    "lead of the dealer": lambda: make(round_=1, dealer=2, to_act=2, hands={0: "2c", 2: "4c"}),
    "middle cards": lambda: make(hands={0: "2c", 1: "4c"}, pot="- 3c 9h Kd", round_=1),
    "middle cards in a later round": lambda: make(
        hands={0: "2c", 1: "4c"}, pot="- 3c 9h Kd, 0 7c", round_=9
    ),
    "after the first lead": lambda: make(
        round_=1, hands={0: "4c", 1: "4d"}, pot="0 2c", bounds={0: "2-A"}
    ),
    "another leader of the first round": lambda: make(
        round_=1, dealer=2, hands={0: "4c", 1: "4d"}, pot="0 2c"
    ),
    "a triplet wins": lambda: make(hands={0: "2c", 1: "4c"}, pot="0 7c 7d 7s"),
    "negated": lambda: make(hands={0: "2c", 1: "4c"}, pot="0 7c 7d 7s, 1 7h"),
    "a triplet on a negated one": lambda: make(
        hands={0: "2c", 1: "4c"}, pot="0 7c 7d 7s, 1 7h, 0 2d 2h 2s"
    ),
    "a seat without cards stayed in": lambda: make(hands={1: "4c", 2: "5c"}, pot="0 7c, 1 8c"),
    "a seat without cards wins": lambda: make(hands={1: "4c", 2: "5c"}, pot="0 7c"),
    "a seat without cards was passed over": lambda: make(
        hands={1: "4c", 2: "5c"}, pot="0 7c, 1 8c, 2 9c"
    ),
    "an only stack": lambda: make(hands={0: "2c", 1: "4c"}, stacks={0: "3c 4d 5d 6d 7d 8d"}),
    "known cards": lambda: make(hands={0: "2c* 3c*", 1: "4c"}, stacks={1: "9c 9d* 9h*"}),
    "bounds": lambda: make(hands={0: "2c 5c 9d", 1: "4c"}, bounds={0: "2-5 2-9 2-A"}),
    "two decks": lambda: make(
        TWO_DECKS, hands={0: "2c 2c* 5c", 1: "4c"}, pot="0 7c 7c 7d, 1 7d, 2 7h 7h 7s, 3 7s"
    ),
    "the last round": lambda: make(LAST, hands={0: "2c", 1: "4c"}),
    "over, one seat": lambda: make(phase="over", hands={0: "2c"}),
    "over, another winner": lambda: make(phase="over", hands={2: "2c"}, winner=2),
    "over, nobody": lambda: make(phase="over", hands={}, winner=3),
    "over, truncated": lambda: make(LAST, phase="over", hands={0: "2c", 1: "4c 5c"}),
    "over, natural, last round": lambda: make(LAST, phase="over", hands={1: "4c"}, winner=1),
}


@pytest.mark.parametrize("name", MADE)
def test_positions_made_by_hand_are_read_as_they_are(name: str) -> None:
    """Page, position: each phase, and the limits; also saved as bytes."""
    state = MADE[name]()
    check_read_back(state)
    assert state.game.state_from_bytes(state.to_bytes()) == state


def test_a_position_is_what_was_given() -> None:
    """Nothing that was given by hand is changed by reading it."""
    for game, given in (
        (FOUR, position(hands={0: "2c* 5c 9d", 1: "4c"}, bounds={0: "2-5 2-9"})),
        (FOUR, position(hands={1: "4c", 2: "5c"}, pot="- 2h, 0 7c, 1 8c", round_=12)),
        (TWO_DECKS, position(TWO_DECKS, hands={1: "4c 4c*", 2: "5c"}, pot="1 7c 7c 7d, 2 7d")),
        (LAST, position(LAST, phase="over", hands={1: "4c", 2: "5c"}, winner=2)),
    ):
        found = full(game.state_from_dict(given))
        assert {key: found[key] for key in given} == given


def test_what_follows_from_a_position_made_by_hand() -> None:
    """Page, position: who is in, what wins and whose turn it is."""
    state = make(hands={1: "4c", 2: "5c", 3: "6c"}, pot="0 7c, 1 8c, 2 3c, 3 9c")
    # The turn of seat 0 was after that of seat 3: it is out without an action.
    assert inside(state) == (1, 3)
    assert state.to_act == (1,)
    assert winning(state) == "single 9 of 3"
    assert legal(state) == "4"


# --- What may be left out ---


@pytest.mark.parametrize("key", ["known_hands", "known_stacks", "bounds"])
def test_what_is_known_may_be_left_out(key: str) -> None:
    """Page, position: nothing is known then, and bounds are 2..A."""
    given = full(crowded())
    if key == "known_hands":
        # Bounds are for each card outside `known_hands`.
        given["bounds"] = [[["2", "A"]] * len(row) for row in given["hands"]]
    state = FOUR.state_from_dict(without(given, key))
    found = full(state)
    assert without(found, key) == without(given, key)
    if key == "known_hands":
        assert found[key] == [[], [], [], []]
    elif key == "known_stacks":
        assert found[key] == [[None] * len(pile) for pile in given["stacks"]]
    else:
        assert found[key] == [[["2", "A"]] * n for n in (3, 2, 2, 4)]


def test_known_hands_and_bounds_may_be_left_out_together() -> None:
    state = FOUR.state_from_dict(without(full(crowded()), "known_hands", "bounds"))
    assert [known(state, seat) for seat in range(4)] == [""] * 4
    assert bounds(state, 3) == "2-A 2-A 2-A 2-A 2-A"


def test_bounds_left_out_are_those_of_the_unknown_cards() -> None:
    """Page, position: one for each card outside `known_hands`."""
    state = FOUR.state_from_dict(without(full(crowded()), "bounds"))
    assert bounds(state, 1) == "2-A 2-A"
    assert known(state, 1) == "7h"


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_scores_may_be_left_out(game: Triplets) -> None:
    """Page, position."""
    for state in walk(game, 8, every=29):
        assert game.state_from_dict(without(full(state), "scores")) == state


def test_everything_that_may_be_left_out_at_once() -> None:
    given = without(full(crowded()), *OPTIONAL)
    state = FOUR.state_from_dict(given)
    assert without(full(state), *OPTIONAL) == given
    assert known_stack(state, 3) == "- -"
    assert state.scores() == (5, 5, 2, 7)


def test_options_may_be_left_out_one_by_one() -> None:
    """Page, position: options (their defaults)."""
    given = full(crowded())
    for key in given["options"]:
        less = given | {"options": without(given["options"], key)}
        assert FOUR.state_from_dict(less) == crowded()
    for options in ({}, {"num_players": 4}):
        assert full(FOUR.state_from_dict(given | {"options": options})) == given
    assert full(FOUR.state_from_dict(without(given, "options"))) == given


@pytest.mark.parametrize(
    ("game", "key"),
    [
        (TWO, "num_players"),
        (TWO_DECKS, "decks"),
        (LOWEST, "lead"),
        (REFILL, "refill"),
        (LAST, "max_rounds"),
    ],
)
def test_an_option_left_out_is_its_default(game: Triplets, key: str) -> None:
    """The result must be the options of the game that reads the position."""
    given = position(game, hands={0: "2c", 1: "4c"})
    assert game.state_from_dict(given).game is game
    for wrong in (given | {"options": without(given["options"], key)}, without(given, "options")):
        with pytest.raises(InvalidStateError, match=r"^options"):
            game.state_from_dict(wrong)


# --- Order ---


def test_the_order_within_hands_known_hands_and_bounds_is_free() -> None:
    """Page, position."""
    given = position(
        hands={0: "2c* 5c 9d* Kd", 1: "4c 4d 7c 8c"}, bounds={0: "2-5 2-A", 1: "2-4 2-4 2-7 2-A"}
    )
    state = FOUR.state_from_dict(given | {"rng": NO_RNG})
    mixed: Position = copy.deepcopy(given) | {"rng": NO_RNG}
    for key in ("hands", "known_hands", "bounds"):
        for row in mixed[key]:
            row.reverse()
    assert mixed != given | {"rng": NO_RNG}
    again = FOUR.state_from_dict(mixed)
    assert again == state
    assert full(again) == full(state)
    assert bounds(again, 1) == "2-4 2-4 2-7 2-A"
    assert hand(again, 0) == "2c 5c 9d Kd"


def test_a_generator_from_the_content_does_not_depend_on_the_order() -> None:
    """API, randomness: equal positions give equal states."""
    given = position(hands={0: "2c 5c 9d", 1: "4c 4d"})
    mixed = copy.deepcopy(given)
    mixed["hands"][0].reverse()
    assert FOUR.state_from_dict(mixed) == FOUR.state_from_dict(given)


def test_the_order_of_a_stack_matters() -> None:
    given = full(make(hands={0: "2c", 1: "4c"}, stacks={0: "9c Jc 3c"}))
    given["stacks"][0].reverse()
    state = FOUR.state_from_dict(given)
    assert stack(state, 0) == "3c Jc 9c"
    assert state != make(hands={0: "2c", 1: "4c"}, stacks={0: "9c Jc 3c"})


def test_the_order_of_removed_cards_is_kept() -> None:
    """Page, position: `removed` may hold any cards."""
    given = position(hands={0: "2c", 1: "4c"})
    given["removed"].reverse()
    state = FOUR.state_from_dict(given)
    assert full(state)["removed"] == given["removed"]
    assert state != make(hands={0: "2c", 1: "4c"})


# --- Reading ---


def test_a_position_may_come_in_tuples() -> None:
    """API, errors: bad input is an error; a tuple is as good a list as any."""
    given = full(crowded())
    for key in ("to_act", "in", "removed", "scores"):
        given[key] = tuple(given[key])
    for key in ("hands", "stacks", "known_hands", "known_stacks"):
        given[key] = tuple(tuple(row) for row in given[key])
    given["bounds"] = tuple(tuple(tuple(b) for b in row) for row in given["bounds"])
    given["pot"] = tuple(entry | {"cards": tuple(entry["cards"])} for entry in given["pot"])
    assert FOUR.state_from_dict(given) == crowded()


def test_reading_a_position_leaves_it_alone() -> None:
    given = position(hands={0: "5c* 2c", 1: "4c"}, stacks={0: "9c Jc*"}, pot="- 3c, 0 7c")
    given["hands"][0].reverse()
    before = copy.deepcopy(given)
    FOUR.state_from_dict(given)
    assert given == before


def test_an_own_position_goes_on_as_a_game() -> None:
    """API, game: a state of a position is a state as any other."""
    state = crowded()
    act(state, "9, 10, 2, K")
    # Seat 2 is out and has no stack, seat 0 leads with its king, seat 1 has 7h and 8h.
    assert inside(state) == (0, 1)
    assert legal(state) == "7, 8"
    act(state, "8")
    assert hand(state, 1) == "7h Jc Qc"
    assert stack(state, 0) == "2d 5h 6c 9d 3c 9c 10d 2c Kc 8h"
    assert state.view().round == 4
    assert state.to_act == (0,)


# --- The generator ---


def test_a_generator_that_is_left_out_or_null_is_seeded_from_the_content() -> None:
    """API, randomness: equal positions give equal states, and `state.seed` is None."""
    given = position(hands={0: "2c", 1: "4c"})
    check_generator_from_content(FOUR, given, given | {"round": 8})


def test_a_given_generator_is_kept() -> None:
    """API, randomness: in a position it is a list of strings."""
    check_generator_is_kept(FOUR, position(hands={0: "2c", 1: "4c"}))


# --- Views ---


@pytest.mark.parametrize(
    ("player", "key"),
    [(0, r"hands\[1\]"), (1, r"hands\[0\]"), (3, r"hands\[0\]"), (SPECTATOR, r"hands\[0\]")],
)
def test_a_view_with_hidden_parts_is_refused(player: int, key: str) -> None:
    """Page, position: a null in `hands` or `stacks` is a view; the error says so and whose."""
    with pytest.raises(InvalidStateError, match=rf"^{key}.*view"):
        FOUR.state_from_dict(seen(crowded(), player))


def test_a_view_with_a_hidden_stack_only_is_refused() -> None:
    given = full(crowded())
    given["stacks"][0][0] = None
    with pytest.raises(InvalidStateError, match=r"^stacks\[0\].*view"):
        FOUR.state_from_dict(given)


def test_a_view_of_the_end_is_refused_too() -> None:
    state = make(LAST, phase="over", hands={0: "2c", 1: "4c 5c"})
    with pytest.raises(InvalidStateError, match=r"^hands\[1\].*view"):
        LAST.state_from_dict(seen(state, 0))


def test_a_view_that_hides_nothing_is_a_position() -> None:
    """Page, position: only nulls make it a view."""
    state = make(THREE, hands={0: "2c", 1: "4c* 5c*"}, stacks={1: "6c*"})
    assert full(THREE.state_from_dict(seen(state, 0) | {"rng": full(state)["rng"]})) == full(state)


@pytest.mark.parametrize("value", [None, [], "{}", 7, b"{}"])
def test_a_position_must_be_a_dict(value: Any) -> None:
    with pytest.raises(TypeError, match="a position must be a dict"):
        FOUR.state_from_dict(value)
