"""Triplets: what is known to whom, step by step, by positions made by hand."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cardgames
from cardgames import SPECTATOR, View
from cardgames.triplets import (
    Bound,
    PotEntry,
    Triplets,
    TripletsState,
    TripletsView,
    Winning,
)

from .any_game import act, check_equal_for, check_generator_is_hidden, full, seen
from .options import walk
from .triplets_positions import (
    FOUR,
    LOWEST,
    REFILL,
    THREE,
    TWO,
    TWO_DECKS,
    bounds,
    cards,
    crowded,
    hand,
    known,
    known_stack,
    make,
    pot,
    stack,
)

KEYS = [
    "game",
    "options",
    "round",
    "phase",
    "dealer",
    "to_act",
    "hands",
    "stacks",
    "known_hands",
    "known_stacks",
    "bounds",
    "pot",
    "in",
    "winning",
    "removed",
    "scores",
    "rng",
]
EVERYBODY = (None, SPECTATOR, 0, 1, 2, 3)


def leading() -> TripletsState:
    return make(
        THREE,
        hands={0: "2c Kc* Ac", 1: "4c 5c", 2: ""},
        stacks={0: "6c 3h*"},
    )


def over() -> TripletsState:
    return make(
        Triplets(num_players=4, max_rounds=2),
        phase="over",
        winner=1,
        hands={0: "2c Kc", 1: "4c* 5c"},
        stacks={1: "6c* 3h*"},
    )


STATES: list[Callable[[], TripletsState]] = [crowded, leading, over]
by_state = pytest.mark.parametrize("start", STATES, ids=["play", "lead", "over"])

# --- Everything ---


def test_everything_in_the_full_view() -> None:
    """Page, position, key by key."""
    position = full(crowded())
    assert len(position.pop("rng")) == 4
    removed = position.pop("removed")
    assert (len(removed), removed[:3]) == (30, ["2s", "3d", "3s"])
    assert position == {
        "game": "triplets",
        "options": {
            "num_players": 4,
            "decks": 1,
            "lead": "any",
            "refill": "rule",
            "max_rounds": 1000,
        },
        "round": 3,
        "phase": "play",
        "dealer": 2,
        "to_act": [0],
        "hands": [
            ["4d", "9c", "Kc"],
            ["7h", "8h", "10d"],
            ["2c", "2h"],
            ["3h", "4h", "5c", "6d", "8s"],
        ],
        "stacks": [["2d", "5h"], ["Jc", "Qc"], [], ["Js", "As"]],
        "known_hands": [[], ["7h"], [], ["8s"]],
        "known_stacks": [[None, None], [None, "Qc"], [], ["Js", "As"]],
        "bounds": [
            [["2", "A"], ["2", "A"], ["2", "A"]],
            [["2", "J"], ["2", "A"]],
            [["2", "A"], ["2", "A"]],
            [["2", "8"], ["2", "8"], ["2", "8"], ["2", "8"]],
        ],
        "pot": [
            {"player": 1, "cards": ["6c"]},
            {"player": 2, "cards": ["9d"]},
            {"player": 3, "cards": ["3c"]},
        ],
        "in": [0, 1, 2],
        "winning": {"kind": "single", "rank": "9", "player": 2},
        "scores": [5, 5, 2, 7],
    }


@by_state
@pytest.mark.parametrize("player", [None, SPECTATOR, 0, 2])
def test_the_keys_are_in_the_order_of_the_page(
    start: Callable[[], TripletsState], player: int | None
) -> None:
    """Page, position."""
    assert list(seen(start(), player)) == KEYS


# --- What is hidden ---


@pytest.mark.parametrize(
    ("player", "hands"),
    [
        (SPECTATOR, ("- - -", "7h - -", "- -", "8s - - - -")),
        (0, ("4d 9c Kc", "7h - -", "- -", "8s - - - -")),
        (1, ("- - -", "7h 8h 10d", "- -", "8s - - - -")),
        (2, ("- - -", "7h - -", "2c 2h", "8s - - - -")),
        (3, ("- - -", "7h - -", "- -", "3h 4h 5c 6d 8s")),
        (None, ("4d 9c Kc", "7h 8h 10d", "2c 2h", "3h 4h 5c 6d 8s")),
    ],
)
def test_whose_hands_are_seen(player: int | None, hands: tuple[str, ...]) -> None:
    """Page, known: own hand; and public cards, which come first in the hand of another."""
    state = crowded()
    assert tuple(hand(state, seat, player) for seat in range(4)) == hands


@pytest.mark.parametrize("player", [SPECTATOR, 0, 1, 2, 3])
def test_no_stack_is_seen_but_for_its_public_cards(player: int) -> None:
    """Page, known: own hand, not its own stack; in a view `stacks` equals `known_stacks`."""
    state = crowded()
    stacks = tuple(stack(state, seat, player) for seat in range(4))
    assert stacks == ("- -", "- Qc", "", "Js As")
    assert state.view(player).stacks == state.view(player).known_stacks


@by_state
@pytest.mark.parametrize("player", [SPECTATOR, 0, 1, 2])
def test_all_the_rest_is_public(start: Callable[[], TripletsState], player: int) -> None:
    """Page, known: everything played; sizes; who is in; bounds. API: no generator, no seed."""
    state = start()
    everything, view = seen(state, None), seen(state, player)
    for key in everything.keys() - {"hands", "stacks", "rng"}:
        assert view[key] == everything[key], key
    assert view["rng"] is None
    assert state.view(player).player == player
    assert state.view(player).hand_sizes == state.view().hand_sizes
    assert state.view(player).stack_sizes == state.view().stack_sizes


def test_the_known_card_of_the_own_hand_is_marked_for_its_holder_too() -> None:
    """Page, known: so everyone knows it is there; the holder sees which of its cards those are."""
    view = crowded().view(1)
    assert view.known_hands[1] == cards("7h")
    assert view.bounds[1] == (Bound("2", "J"), Bound("2", "A"))


def test_the_seed_is_in_no_view() -> None:
    """API, randomness: `state.seed` is kept with the state, not in views."""
    state = FOUR.new_state(seed=123456789)
    for player in EVERYBODY:
        assert "123456789" not in json.dumps(seen(state, player))
        assert "123456789" not in repr(state.view(player))


# --- Collected cards ---


def test_everybody_knows_where_collected_cards_lie() -> None:
    """Page, known: the place of every card that was collected face up, while in a stack."""
    state = make(
        THREE,
        hands={0: "Kc 2c", 1: "4c 5c", 2: "8c 3c"},
        stacks={0: "6c 2d"},
        pot="- 3s, 0 9d, 1 4d",
    )
    act(state, "3")
    for player in (SPECTATOR, 0, 1, 2):
        assert stack(state, 0, player) == "- - 3s 9d 4d 3c"
    assert known_stack(state, 0) == "- - 3s 9d 4d 3c"
    assert stack(state, 0) == "6c 2d 3s 9d 4d 3c"


def test_a_card_that_leaves_the_game_lies_in_no_stack() -> None:
    state = make(TWO, hands={0: "7c 7d 7h 2c", 1: "Ac Kc"}, pot="- 3s")
    act(state, "triplet 7, A")
    assert known_stack(state, 0) == "3s Ac"


def test_everybody_knows_a_collected_card_in_the_hand_that_draws_it() -> None:
    """Page, known: and after it is drawn into a hand."""
    state = make(
        THREE,
        hands={0: "Kc 2c", 1: "3c 5c", 2: "8c 4c"},
        stacks={1: "6c Jh 8h 7s* 2d*"},
        pot="0 9d",
    )
    act(state, "3")
    assert known(state, 1) == "7s"
    assert known_stack(state, 1) == "2d"
    assert hand(state, 1, 0) == "7s - - - -"
    assert hand(state, 1, 1) == "5c 6c 7s 8h Jh"


def test_a_known_card_is_known_no_more_when_it_is_played() -> None:
    state = make(TWO, hands={0: "7s* 9c* 2c", 1: "Kc 5c"})
    act(state, "9")
    assert known(state, 0) == "7s"
    assert hand(state, 0, 1) == "7s -"
    assert bounds(state, 0) == "2-A"


def test_a_winner_that_draws_what_it_has_collected_holds_known_cards() -> None:
    """Page, play: if the winner's hand is empty it draws then; the pot was face up."""
    state = make(TWO, hands={0: "", 1: "4c 5c"}, pot="- 7s 2h, 0 6d, 1 8d, 0 Kd")
    act(state, "4")
    assert known(state, 0) == "2h 6d 7s 8d Kd"
    assert bounds(state, 0) == ""
    assert hand(state, 0, SPECTATOR) == "2h 6d 7s 8d Kd"
    assert known_stack(state, 0) == "4c"


def test_the_refilled_hand_of_a_winner_is_known_as_far_as_its_stack_was() -> None:
    """Page, options, `refill` "round"."""
    state = make(REFILL, hands={0: "2c", 1: "4c 5c"}, stacks={0: "6c"}, pot="0 9d")
    act(state, "4")
    assert known(state, 0) == "4c 9d"
    assert bounds(state, 0) == "2-A 2-A"


# --- Bounds, step by step ---


def test_a_card_drawn_unseen_has_no_bounds() -> None:
    """Page, known: a card drawn unseen starts with 2..A."""
    state = FOUR.new_state(1)
    assert [bounds(state, seat) for seat in range(4)] == ["2-A 2-A 2-A 2-A 2-A"] * 4


@pytest.mark.parametrize("rank", ["2", "5", "K"])
def test_a_compulsory_lowest_lead_bounds_the_rest_below(rank: str) -> None:
    """Page, known: after a compulsory lowest lead of rank r they are >= r."""
    state = make(round_=1, hands={0: f"{rank}s Kh Ac", 1: "4c 5c"})
    act(state, rank)
    assert bounds(state, 0) == f"{rank}-A {rank}-A"
    assert bounds(state, 1) == "2-A 2-A"


def test_the_lead_of_a_later_round_tells_nothing() -> None:
    """Page, known: only a compulsory one does."""
    state = make(hands={0: "5s Kh Ac", 1: "4c 5c"})
    act(state, "5")
    assert bounds(state, 0) == "2-A 2-A"


@pytest.mark.parametrize("round_", [1, 2, 50])
def test_every_lead_tells_something_if_all_are_compulsory(round_: int) -> None:
    """Page, options: `lead` "lowest"."""
    state = make(LOWEST, round_=round_, hands={0: "5s Kh Ac", 1: "4c 5c"})
    act(state, "5")
    assert bounds(state, 0) == "5-A 5-A"


def test_a_known_card_that_leads_bounds_the_unknown_ones() -> None:
    """Page, known: no bound goes with a known card, but the rest is >= r as well."""
    state = make(LOWEST, hands={0: "5s* 5c Kh Ac*", 1: "4c 6c"}, bounds={0: "2-J 2-A"})
    act(state, "5")
    assert pot(state) == "0 5s"
    assert known(state, 0) == "Ac"
    assert bounds(state, 0) == "5-J 5-A"


def test_a_lead_before_a_draw_bounds_what_was_held() -> None:
    """Page, known: both for the cards then left in the hand and before it draws."""
    state = make(LOWEST, hands={0: "5s", 1: "4c 6c"}, stacks={0: "2c 3c"})
    act(state, "5")
    assert bounds(state, 0) == "2-A 2-A"


@pytest.mark.parametrize(("rank", "highest"), [("9", "8"), ("A", "K"), ("J", "10"), ("3", "2")])
def test_going_out_against_a_single_bounds_the_rest_above(rank: str, highest: str) -> None:
    """Page, known: after going out against a single of rank w they are < w."""
    state = make(hands={0: "6c", 1: "2c 2d 2h", 2: "Kh"}, pot=f"0 {rank}s")
    act(state, "2")
    assert bounds(state, 1) == f"2-{highest} 2-{highest}"


def test_cards_drawn_after_going_out_have_no_bounds() -> None:
    """Page, known: before it draws; nested bounds, older cards tighter."""
    state = make(hands={0: "6c", 1: "2c 3d 4h", 2: "Kh"}, stacks={1: "Kd Ks Qc"}, pot="0 9s")
    act(state, "3")
    assert bounds(state, 1) == "2-8 2-8 2-A 2-A 2-A"
    assert hand(state, 1) == "2c 4h Qc Kd Ks"


def test_a_known_card_has_no_bounds() -> None:
    """Page, known: per card in a hand that is not publicly known."""
    state = make(hands={0: "6c", 1: "2c 3d* 4h"}, stacks={0: "Kh", 1: "Kd Ks* Qc*"}, pot="0 9s")
    act(state, "4")
    assert known(state, 1) == "3d Qc Ks"
    assert bounds(state, 1) == "2-8 2-A"


def test_going_out_against_a_triplet_tells_nothing() -> None:
    """Page, known: against a **single**; a triplet need not be met though it could be."""
    state = make(hands={0: "6c", 1: "2c Ac Ad Ah", 2: "Kh"}, pot="0 9c 9d 9s")
    act(state, "2")
    assert bounds(state, 1) == "2-A 2-A 2-A"


@pytest.mark.parametrize("word", ["9", "J", "triplet 3"])
def test_staying_in_tells_nothing(word: str) -> None:
    """Page, known: nothing else does."""
    state = make(hands={0: "6c", 1: "9c Jc 3c 3d 3h", 2: "Kh"}, pot="0 9s")
    act(state, word)
    assert set(bounds(state, 1).split()) == {"2-A"}


def test_negation_tells_nothing() -> None:
    state = make(hands={0: "6c", 1: "9h Jc 3c", 2: "Kh"}, pot="0 9c 9d 9s")
    act(state, "9")
    assert bounds(state, 1) == "2-A 2-A"


def test_bounds_of_two_rounds_are_nested() -> None:
    """Page, known: bounds fall on all such cards of the hand: those of one hand are nested."""
    state = make(
        hands={0: "6c Qh", 1: "2c 3d 4h", 2: "Kh 2h"},
        stacks={1: "5d 7s"},
        bounds={1: "2-10 2-10 2-A"},
        pot="0 8s",
    )
    act(state, "2")
    # Two of the three remain: the tightest bound that admits the 2 has gone with it.
    assert bounds(state, 1) == "2-7 2-7 2-A 2-A"


def test_a_later_bound_that_is_wider_changes_the_newer_cards_only() -> None:
    state = make(
        hands={0: "6c Qh", 1: "2c 3d 4h", 2: "Kh 2h"},
        bounds={1: "2-5 2-5 2-A"},
        pot="0 8s",
    )
    act(state, "2")
    assert bounds(state, 1) == "2-5 2-7"


def test_a_lowest_lead_and_going_out_bound_from_both_sides() -> None:
    """Page, known: the leader of the first round is out later in it."""
    state = make(
        TWO, round_=1, hands={0: "4c 5d 6h 9c", 1: "10c Kc"}, stacks={0: "2c 3c", 1: "2h 2d"}
    )
    act(state, "4")
    assert bounds(state, 0) == "4-A 4-A 4-A"
    act(state, "10")
    assert bounds(state, 0) == "4-A 4-A 4-A"
    act(state, "6")
    assert bounds(state, 0) == "4-9 4-9 2-A 2-A"
    assert hand(state, 0) == "2c 3c 5d 9c"


def test_a_lowest_lead_bounds_older_cards_from_both_sides() -> None:
    """Page, known, with `lead` "lowest": bounds from going out before, then from the lead."""
    state = make(LOWEST, hands={0: "5c 6d 7h Kc", 1: "4c"}, bounds={0: "2-8 2-8 2-8 2-A"})
    act(state, "5")
    assert bounds(state, 0) == "5-8 5-8 5-A"


@pytest.mark.parametrize(
    ("given", "word", "left"),
    [
        ("2-8 2-J 2-A", "7", "2-J 2-A"),
        ("2-8 2-J 2-A", "10", "2-8 2-A"),
        ("2-8 2-J 2-A", "K", "2-8 2-J"),
        ("5-8 3-J 2-A", "7", "3-J 2-A"),
    ],
)
def test_the_tightest_bound_that_admits_a_card_goes_with_it(
    given: str, word: str, left: str
) -> None:
    """Page, known: when a card that was not publicly known is played."""
    state = make(hands={0: "7c 10d Kc", 1: "4c"}, bounds={0: given})
    act(state, word)
    assert bounds(state, 0) == left


def test_three_bounds_go_with_a_triplet() -> None:
    """Page, known: the same for each of three cards."""
    state = make(hands={0: "7c 7d 7h 3c Kc", 1: "4c"}, bounds={0: "2-8 2-8 2-J 2-A 2-A"})
    act(state, "triplet 7")
    assert bounds(state, 0) == "2-A 2-A"
    state = make(hands={0: "Jc Jd Jh 3c Kc", 1: "4c"}, bounds={0: "2-8 2-J 2-J 2-A 2-A"})
    act(state, "triplet J")
    assert bounds(state, 0) == "2-8 2-A"


def test_no_bound_goes_with_a_known_card() -> None:
    """Page, known: only when a card that was not publicly known is played."""
    state = make(hands={0: "7c 7d* Kc", 1: "4c"}, bounds={0: "2-8 2-A"})
    act(state, "7")
    assert pot(state) == "0 7d"
    assert bounds(state, 0) == "2-8 2-A"


def test_a_triplet_of_known_and_unknown_cards() -> None:
    state = make(hands={0: "7c 7d* 7h Kc", 1: "4c"}, bounds={0: "2-8 2-J 2-A"})
    act(state, "triplet 7")
    assert known(state, 0) == ""
    assert bounds(state, 0) == "2-A"


def test_the_card_that_goes_out_takes_the_tightest_bound_that_admits_it() -> None:
    """Page, known: the bound of the play first, then that of going out on what is left."""
    state = make(hands={0: "6c", 1: "2c 7d 4h", 2: "Kh"}, bounds={1: "2-5 2-5 2-10"}, pot="0 9s")
    act(state, "7")
    assert bounds(state, 1) == "2-5 2-5"


def test_which_of_equal_cards_went_tells_nothing() -> None:
    """Page, play: no conclusion about the rest of the hand from which one went."""
    state = make(hands={0: "7d Kc", 1: "4c"})
    act(state, "7")
    assert bounds(state, 0) == "2-A"
    assert hand(state, 0, 1) == "-"


# --- Two states that a seat cannot tell apart ---

HIDDEN: list[dict[str, Any]] = [
    # Unknown cards of seats 1 and 3.
    {"hands": {0: "4d Kc 9c", 1: "7h* 3h 10d", 2: "2c 2h", 3: "8h 4h 5c 6d 8s*"}},
    # A card of the hand of seat 1 and one of its stack.
    {
        "hands": {0: "4d Kc 9c", 1: "7h* Jc 10d", 2: "2c 2h", 3: "3h 4h 5c 6d 8s*"},
        "stacks": {0: "2d 5h", 1: "8h Qc*", 3: "Js* As*"},
    },
    # The order of a stack, that of the viewer.
    {"stacks": {0: "5h 2d", 1: "Jc Qc*", 3: "Js* As*"}},
    # A card of the viewer's stack and one of another.
    {"stacks": {0: "Jc 5h", 1: "2d Qc*", 3: "Js* As*"}},
]


@pytest.mark.parametrize("changes", HIDDEN, ids=["hands", "hand and stack", "order", "stacks"])
@pytest.mark.parametrize("player", [0, 2, SPECTATOR])
def test_hidden_things_make_no_difference(changes: dict[str, Any], player: int) -> None:
    """API, what a player knows: equal view, observation, information key and legal actions."""
    one, other = crowded(), crowded(**changes)
    check_equal_for(player, one, other)


def test_the_generator_makes_no_difference() -> None:
    check_generator_is_hidden(crowded())


OPEN_HANDS = {0: "4d Kc 9c", 1: "7h* 8h 10d", 2: "2c 2h", 3: "3h 4h 5c 6d 8s*"}
OPEN_STACKS = {0: "2d 5h", 1: "Jc Qc*", 3: "Js* As*"}
VISIBLE: dict[str, dict[str, Any]] = {
    "round": {"round_": 4},
    "dealer": {"dealer": 1},
    "hand size": {"hands": OPEN_HANDS | {2: "2c"}},
    "stack size": {"stacks": OPEN_STACKS | {0: "2d"}},
    "which card of a hand is known": {"hands": OPEN_HANDS | {1: "7h 8h* 10d"}},
    "nothing known of a hand": {
        "hands": OPEN_HANDS | {1: "7h 8h 10d"},
        "bounds": {1: "2-J 2-A 2-A", 3: "2-8 2-8 2-8 2-8"},
    },
    "order of a known stack": {"stacks": OPEN_STACKS | {3: "As* Js*"}},
    "nothing known of a stack": {"stacks": OPEN_STACKS | {1: "Jc Qc"}},
    "high bound": {"bounds": {1: "2-10 2-A", 3: "2-8 2-8 2-8 2-8"}},
    "low bound": {"bounds": {1: "3-J 2-A", 3: "2-8 2-8 2-8 2-8"}},
    "bound of a newer card": {"bounds": {1: "2-J 2-J", 3: "2-8 2-8 2-8 2-8"}},
    "rank of a known card of a hand": {"hands": OPEN_HANDS | {1: "6h* 8h 10d"}},
    "rank of a known card of a stack": {"stacks": OPEN_STACKS | {1: "Jc Kd*"}},
    "winning rank": {"pot": "1 6c, 2 10h, 3 3c"},
    "rank in the pot": {"pot": "1 7c, 2 9d, 3 3c"},
    "who played": {"pot": "2 9d, 3 3c"},
    "middle cards": {"pot": "- Kd, 1 6c, 2 9d, 3 3c"},
}
# The same with other suits.
SUITS: dict[str, dict[str, Any]] = {
    "known card of a hand": {"hands": OPEN_HANDS | {1: "7s* 8h 10d"}},
    "known card of a stack": {"stacks": OPEN_STACKS | {1: "Jc Qd*"}},
    "card of the pot": {"pot": "1 6h, 2 9d, 3 3c"},
    "winning card": {"pot": "1 6c, 2 9h, 3 3c"},
}


def assert_different(one: TripletsState, other: TripletsState, player: int) -> None:
    assert one.view(player) != other.view(player)
    assert one.information_key(player) != other.information_key(player)
    assert not np.array_equal(one.observation(player), other.observation(player))


@pytest.mark.parametrize("name", VISIBLE)
@pytest.mark.parametrize("player", [0, 2, SPECTATOR])
def test_visible_things_make_a_difference(name: str, player: int) -> None:
    """API, what a player knows: everything the seat has seen is in its view and its observation."""
    assert_different(crowded(), crowded(**VISIBLE[name]), player)


@pytest.mark.parametrize("name", SUITS)
@pytest.mark.parametrize("player", [0, 2, SPECTATOR])
def test_suits_are_seen_but_not_observed(name: str, player: int) -> None:
    """Page: suits do not count but cards keep them; an observation counts the cards of a rank."""
    one, other = crowded(), crowded(**SUITS[name])
    assert one.view(player) != other.view(player)
    assert one.information_key(player) != other.information_key(player)
    assert np.array_equal(one.observation(player), other.observation(player))


def test_the_own_hand_makes_a_difference_to_its_holder() -> None:
    for player in (1, 3):
        assert_different(crowded(), crowded(**HIDDEN[0]), player)


def test_who_is_to_lead_makes_a_difference() -> None:
    for player in (SPECTATOR, 0, 1):
        one, other = (make(hands={0: "2c", 1: "4c"}, to_act=seat) for seat in (0, 1))
        assert_different(one, other, player)


def test_views_of_different_seats_differ() -> None:
    state = crowded()
    assert len({state.view(player) for player in EVERYBODY}) == 6


# --- Throughout a game ---


@pytest.mark.parametrize("game", [TWO, FOUR, LOWEST, REFILL, TWO_DECKS], ids=str)
def test_views_agree_with_the_truth_throughout_a_game(game: Triplets) -> None:
    """Page, known and position: what a view shows is there, and the bounds hold."""
    for state in walk(game, 3, every=23):
        truth = state.view()
        for player in range(game.num_players):
            view = state.view(player)
            assert view.hands[player] == truth.hands[player]
            for seat in range(game.num_players):
                shown = [c for c in view.hands[seat] if c is not None]
                assert all(shown.count(c) <= truth.hands[seat].count(c) for c in shown)
                assert len(view.hands[seat]) == len(truth.hands[seat])
                pairs = zip(view.stacks[seat], truth.stacks[seat], strict=True)
                assert all(one is None or one == other for one, other in pairs)
        for seat in range(game.num_players):
            unknown = len(truth.hands[seat]) - len(truth.known_hands[seat])
            assert len(truth.bounds[seat]) == unknown


# --- Types ---


def test_a_view_is_a_frozen_typed_value() -> None:
    """API, state: `view()` is a frozen typed dataclass."""
    view = crowded().view(1)
    assert type(view) is TripletsView
    assert isinstance(view, View)
    assert view.game is FOUR
    assert (view.player, view.round, view.phase, view.dealer) == (1, 3, "play", 2)
    assert (view.to_act, view.in_round) == ((0,), (0, 1, 2))
    assert view.hands == (
        (None,) * 3,
        cards("7h 8h 10d"),
        (None,) * 2,
        (*cards("8s"), None, None, None, None),
    )
    assert view.hand_sizes == (3, 3, 2, 5)
    assert view.stacks == ((None,) * 2, (None, *cards("Qc")), (), cards("Js As"))
    assert view.stack_sizes == (2, 2, 0, 2)
    assert view.known_hands == ((), cards("7h"), (), cards("8s"))
    assert view.known_stacks == view.stacks
    assert view.bounds[1] == (Bound(low="2", high="J"), Bound(low="2", high="A"))
    assert view.bounds[3] == (Bound("2", "8"),) * 4
    assert view.pot == (
        PotEntry(1, cards("6c")),
        PotEntry(2, cards("9d")),
        PotEntry(player=3, cards=cards("3c")),
    )
    assert view.winning == Winning(kind="single", rank="9", player=2)
    assert (len(view.removed), view.scores, view.rng) == (30, (5, 5, 2, 7), None)
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.round = 2  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        view.note = "x"  # type: ignore[attr-defined]


def test_the_middle_cards_belong_to_nobody() -> None:
    state = make(hands={0: "2c", 1: "4c"}, pot="- Kd 3c")
    assert state.view(0).pot == (PotEntry(None, cards("Kd 3c")),)
    assert state.view(0).winning is None


def test_the_full_view_has_the_generator() -> None:
    rng = crowded().view().rng
    assert rng is not None
    assert len(rng) == 4
    for word in rng:
        assert word.startswith("0x")
        assert len(word) == 18
        assert set(word[2:]) <= set("0123456789abcdef")


def test_a_view_does_not_change_with_its_state() -> None:
    state = crowded()
    before = state.view()
    act(state, "9")
    assert before.pot == crowded().view().pot
    assert state.view() != before


@by_state
@pytest.mark.parametrize("player", [None, SPECTATOR, 0, 2])
def test_a_view_is_ready_for_json(start: Callable[[], TripletsState], player: int | None) -> None:
    """API, state: `to_dict()` is JSON-ready."""
    position = seen(start(), player)
    assert json.loads(json.dumps(position)) == position


@pytest.mark.parametrize("player", [4, -2, -5, 100, 10**30, -(10**30)])
def test_there_is_no_such_viewer(player: int) -> None:
    state = crowded()
    for ask in (state.view, state.observation, state.information_key):
        with pytest.raises(cardgames.CardGamesError, match="player must be from 0 to 3"):
            ask(player)
