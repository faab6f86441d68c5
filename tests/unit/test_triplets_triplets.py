"""Triplets: triplets, their negation, and what leaves the game with them."""

from __future__ import annotations

import pytest

from cardgames.triplets import Triplet, TripletsState, triplet

from .any_game import act, legal
from .triplets_positions import (
    FOUR,
    THREE,
    TWO,
    TWO_DECKS,
    hand,
    inside,
    make,
    pot,
    removed_since,
    stack,
    winning,
)

# --- Playing a triplet ---


@pytest.mark.parametrize("rank", ["2", "5", "10", "K"])
def test_any_triplet_beats_an_ace(rank: str) -> None:
    """Rulebook, Game Play 5: a triplet of deuces has a higher value than an ace."""
    own = f"{rank}c {rank}d {rank}h 3s"
    state = make(hands={0: "6c", 1: own, 2: "Ah 4s"}, pot="0 Ac")
    assert legal(state) == f"3, {rank}, triplet {rank}" if rank != "2" else "2, 3, triplet 2"
    act(state, f"triplet {rank}")
    assert winning(state) == f"triplet {rank} of 1"
    assert inside(state) == (0, 1, 2)
    assert pot(state) == f"0 Ac, 1 {rank}c {rank}d {rank}h"
    assert hand(state, 1) == "3s"


def test_a_triplet_may_be_led() -> None:
    """Page, play: in its turn a seat plays one card, or three cards of one rank."""
    state = make(hands={0: "7c 7h 7s 2c", 1: "Ac 8c"})
    act(state, "triplet 7")
    assert winning(state) == "triplet 7 of 0"
    assert legal(state) == "8, A"
    assert pot(state) == "0 7c 7h 7s"


def test_a_single_of_a_triplet_may_be_played_too() -> None:
    """Page, play: three equal cards are three cards that can be played alone."""
    state = make(hands={0: "7c 7h 7s 2c", 1: "Ac 8c"})
    act(state, "7")
    assert winning(state) == "single 7 of 0"
    assert hand(state, 0) == "2c 7h 7s"


def test_two_equal_cards_are_no_triplet() -> None:
    """Rulebook, Game Play 5: any three cards of equal value."""
    assert legal(make(hands={0: "7c 7h 2c 2d", 1: "Ac"})) == "2, 7"


def test_an_empty_hand_after_a_triplet_is_filled() -> None:
    """Rulebook, Game Play 6: has completely exhausted the previous cards."""
    state = make(
        hands={0: "6c", 1: "7c 7h 7s", 2: "4s"}, stacks={1: "Kc Kd 3c Jh 2h 2s"}, pot="0 Ac"
    )
    act(state, "triplet 7")
    assert hand(state, 1) == "2h 3c Jh Kc Kd"
    assert stack(state, 1) == "2s"


# --- Meeting a triplet ---


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ("6c 9c Ac", "6, 9, A"),
        ("7s 9c", "7, 9"),  # 7 negates, but nothing is compulsory
        ("7s", "7"),  # a seat that holds nothing but rank w has to negate
        ("5c 5d 5h 9c", "5, 9"),  # a lower triplet is never played on a triplet
        ("8c 8d 8h 9c", "8, 9, triplet 8"),
        ("8c 8d 8h 8s 2c", "2, 8, triplet 8"),
        ("8c 8d 8h 7s", "7, 8, triplet 8"),
        ("2c 2d 2h 2s", "2"),
        ("Ac Ad Ah", "A, triplet A"),
    ],
)
def test_what_may_be_played_on_a_triplet(own: str, words: str) -> None:
    """Page, play, against a triplet of rank w."""
    state = make(hands={0: "6d", 1: own}, pot="0 7c 7d 7h")
    assert legal(state) == words


def test_a_triplet_of_the_same_rank_is_never_played_on_a_triplet() -> None:
    """Page, play: a triplet of rank w or lower is never played on a triplet. Two decks."""
    state = make(TWO_DECKS, hands={0: "6d", 1: "7c 7d 7s 9c"}, pot="0 7c 7d 7h")
    assert legal(state) == "7, 9"
    state = make(TWO_DECKS, hands={0: "6d", 1: "7c 7d 7s"}, pot="0 7c 7d 7h")
    assert legal(state) == "7"


def test_a_higher_triplet_is_the_winning_card() -> None:
    """Rulebook, Game Play 5: a triplet can only be beat by a triplet of a higher value."""
    state = make(hands={0: "6d 5c", 1: "8c 8d 8h 2c", 2: "3c 3d"}, pot="0 7c 7d 7h")
    act(state, "triplet 8")
    assert winning(state) == "triplet 8 of 1"
    assert inside(state) == (0, 1, 2)


@pytest.mark.parametrize("word", ["2", "6", "8", "A"])
def test_any_other_single_on_a_triplet_is_out(word: str) -> None:
    """Page, play: any other single may be played, and the seat is out; also an ace."""
    state = make(hands={0: "6d 5c", 1: "2c 6c 8c Ac", 2: "3c 3d"}, pot="0 7c 7d 7h")
    act(state, word)
    assert inside(state) == (0, 2)
    assert winning(state) == "triplet 7 of 0"
    assert state.to_act == (2,)


def test_who_goes_out_against_a_triplet_draws() -> None:
    """Rulebook, Game Play 6."""
    state = make(
        hands={0: "6d", 1: "2c Ac", 2: "3c 3d"}, stacks={1: "Kc 4c 4d 4h 9s"}, pot="0 7c 7d 7h"
    )
    act(state, "A")
    assert hand(state, 1) == "2c 4c 4d 4h Kc"
    assert stack(state, 1) == "9s"


# --- Negation ---


def test_the_negated_threes_of_the_rulebook() -> None:
    """Rulebook, Game Play 5: the 4th 3 makes it just a 3, met by a 4 or greater."""
    state = make(hands={0: "5c Kc", 1: "3s 2h", 2: "2c 4c 10c", 3: "2d Ac"}, pot="0 3c 3d 3h")
    act(state, "3")
    assert winning(state) == "single 3 of 1"
    assert inside(state) == (0, 1, 2, 3)
    assert state.to_act == (2,)
    assert legal(state) == "4, 10"
    act(state, "4")
    assert winning(state) == "single 4 of 2"
    assert legal(state) == "A"


def test_who_played_the_triplet_has_to_meet_the_negated_rank() -> None:
    """Page, play: after negation rank w is met like any single."""
    state = make(TWO, hands={0: "5c 2c", 1: "3s 2h"}, pot="0 3c 3d 3h")
    act(state, "3")
    assert state.to_act == (0,)
    assert legal(state) == "5"
    state = make(TWO, hands={0: "2c 2d", 1: "3s 2h"}, pot="0 3c 3d 3h")
    act(state, "3")
    assert legal(state) == "2"


def test_a_triplet_may_be_played_on_a_negated_one() -> None:
    """Page, play: against a single, any triplet keeps the seat in; also a lower one."""
    state = make(hands={0: "6c", 1: "7s 3s", 2: "2c 2d 2h 9c"}, pot="0 7c 7d 7h")
    act(state, "7")
    assert legal(state) == "9, triplet 2"
    act(state, "triplet 2")
    assert winning(state) == "triplet 2 of 2"


def test_negation_with_the_last_card_fills_the_hand() -> None:
    state = make(TWO, hands={0: "5c 2c", 1: "3s"}, stacks={1: "9c 8c"}, pot="0 3c 3d 3h")
    act(state, "3")
    assert inside(state) == (0, 1)
    assert hand(state, 1) == "8c 9c"


def test_negation_while_holding_other_cards_draws_nothing() -> None:
    """Page, play: the seat stays in."""
    state = make(TWO, hands={0: "5c 2c", 1: "3s Kc"}, stacks={1: "9c 8c"}, pot="0 3c 3d 3h")
    act(state, "3")
    assert hand(state, 1) == "Kc"
    assert stack(state, 1) == "9c 8c"


def test_a_higher_triplet_may_be_negated_in_its_turn() -> None:
    state = make(
        THREE, hands={0: "5c 2c", 1: "9c 9d 9h", 2: "9s 4c"}, stacks={1: "2d"}, pot="0 7c 7d 7h"
    )
    act(state, "triplet 9, 9")
    assert winning(state) == "single 9 of 2"
    assert inside(state) == (0, 1, 2)


@pytest.mark.parametrize(("word", "rank"), [("7", "triplet 9"), ("9", "single 9")])
def test_only_the_standing_triplet_is_negated(word: str, rank: str) -> None:
    """Page, play: a card of rank w on a standing triplet negates; a beaten one stands no more."""
    state = make(THREE, hands={0: "5c", 1: "2c 2d", 2: "7s 9s 4c"}, pot="0 7c 7d 7h, 1 9c 9d 9h")
    assert legal(state) == "4, 7, 9"
    act(state, word)
    assert winning(state).startswith(rank)
    assert inside(state) == ((0, 1) if word == "7" else (0, 1, 2))


# --- Several decks ---


def test_a_negated_rank_is_met_by_the_same_rank() -> None:
    """Page, play: with several decks also by another w or a triplet of w."""
    state = make(TWO_DECKS, hands={0: "6c", 1: "7s 3s", 2: "7s 7c 7d 2c"}, pot="0 7c 7d 7h")
    act(state, "7")
    assert legal(state) == "7, triplet 7"
    act(state, "7")
    assert winning(state) == "single 7 of 2"
    assert inside(state) == (0, 1, 2)


def test_a_triplet_on_the_negated_rank_can_be_negated_again() -> None:
    """Page, play: the first card of rank w on a standing triplet; each triplet has its own."""
    state = make(
        TWO_DECKS,
        hands={0: "6c 7h", 1: "7s 3s", 2: "7s 7c 7d 2c", 3: "2d 2h"},
        pot="0 7c 7d 7h",
    )
    before = state.copy()
    act(state, "7, triplet 7, 2, 7")
    # Seat 3 is out, and seat 0 has negated the second triplet.
    assert winning(state) == "single 7 of 0"
    assert inside(state) == (0, 1, 2)
    act(state, "3, 2")
    assert removed_since(state, before) == "7c 7d 7h 7s 7c 7d 7s 7h"
    assert stack(state, 0) == "2d 3s 2c"


def test_a_second_card_of_the_rank_does_not_leave_the_game() -> None:
    """Page, play: only the first card of rank w negates and leaves; further ones go to the winner.

    Seat 1 negates, seat 2 plays another 7 on the single, and wins.
    """
    state = make(TWO_DECKS, hands={0: "6c", 1: "7s 3s 3d", 2: "7s 2c"}, pot="0 7c 7d 7h")
    before = state.copy()
    act(state, "7, 7, 6, 3")
    assert removed_since(state, before) == "7c 7d 7h 7s"
    assert stack(state, 2) == "7s 6c 3d"
    assert state.scores() == (0, 1, 4, 0)


def test_a_hand_of_two_of_the_rank_has_to_negate() -> None:
    """Page, play: a seat that holds nothing but rank w has to negate."""
    state = make(TWO_DECKS, hands={0: "6c", 1: "7s 7s"}, pot="0 7c 7d 7h")
    assert legal(state) == "7"
    act(state, "7")
    assert winning(state) == "single 7 of 1"
    assert legal(state) == "6"


# --- What leaves the game ---


def finished(state: TripletsState, words: str) -> TripletsState:
    """The state after these actions; the one given is left alone."""
    after = state.copy()
    act(after, words)
    return after


def test_every_triplet_leaves_the_game_and_the_rest_goes_to_the_winner() -> None:
    """Rulebook, Game Play 5: removed for the remainder of the game; the winner takes the rest."""
    state = make(THREE, hands={0: "5c Kd", 1: "9c 9d 9h 4c", 2: "7s 4h"}, pot="- As, 0 7c 7d 7h")
    after = finished(state, "triplet 9, 7, K")
    # The fourth 7 comes after its triplet was beaten.
    assert removed_since(after, state) == "7c 7d 7h 9c 9d 9h"
    assert stack(after, 1) == "As 7s Kd"
    assert after.scores() == (1, 4, 1)
    assert after.to_act == (1,)


def test_triplets_and_negating_cards_stay_in_the_pot_until_the_round_ends() -> None:
    """Page, position: they stay in `pot` and go to `removed` when the round ends."""
    state = make(THREE, hands={0: "5c Kd", 1: "9c 9d 9h 4c", 2: "9s 4h"}, pot="0 7c 7d 7h")
    after = finished(state, "triplet 9, 9")
    assert removed_since(after, state) == ""
    assert pot(after) == "0 7c 7d 7h, 1 9c 9d 9h, 2 9s"
    assert after.scores() == (2, 1, 1)


def test_the_negating_card_leaves_with_its_triplet() -> None:
    """Page, play: every triplet played in the round, and the card that negated it."""
    state = make(THREE, hands={0: "5c 8d", 1: "7s 4c", 2: "10s 4h"}, pot="- As, 0 7c 7d 7h")
    after = finished(state, "7, 10, 8, 4")
    assert removed_since(after, state) == "7c 7d 7h 7s"
    assert stack(after, 2) == "As 10s 8d 4c"
    assert after.scores() == (1, 0, 5)


def test_what_leaves_is_listed_in_the_order_played() -> None:
    """Page, position: in the order played."""
    state = make(
        THREE,
        hands={0: "5c 8d", 1: "7s 4c", 2: "3c 3d 3h 4h"},
        stacks={0: "2h 2s"},
        pot="0 Jd, 1 Qc, 2 Kc, 0 7c 7d 7h",
    )
    after = finished(state, "7, triplet 3, 8, 4")
    assert removed_since(after, state) == "7c 7d 7h 7s 3c 3d 3h"
    assert stack(after, 2) == "Jd Qc Kc 8d 4c"


def test_the_fourth_card_that_was_played_before_its_triplet_goes_to_the_winner() -> None:
    """Page, play: only a card on the standing triplet leaves the game with it."""
    state = make(THREE, hands={0: "Kc 2c", 1: "7c 7d 7h 2d", 2: "4c 5c"}, pot="0 7s")
    after = finished(state, "triplet 7, 4, K")
    assert removed_since(after, state) == "7c 7d 7h"
    assert stack(after, 1) == "7s 4c Kc"


def test_a_triplet_that_wins_leaves_too() -> None:
    state = make(TWO, hands={0: "7c 7d 7h 2c", 1: "Ac Kc"})
    after = finished(state, "triplet 7, A")
    assert removed_since(after, state) == "7c 7d 7h"
    assert stack(after, 0) == "Ac"
    assert after.scores() == (2, 1)


def test_the_cards_of_a_triplet_are_told() -> None:
    """Page, play: the cards of a triplet are listed in the order c, d, h, s."""
    state = make(hands={0: "7s 7c 7h 2c", 1: "Ac"})
    info = state.action_info(triplet("7"))
    assert isinstance(info, Triplet)
    assert [str(c) for c in info.cards] == ["7c", "7h", "7s"]
    assert FOUR.action_info(triplet("7")) == Triplet("7")
