"""The greedy bot's rules for Bottle Imp. What is expected is worked out by hand.

Seat 0 is the first player. Blue are 3 6 8 10 13 17 20 23 27 30 32 35, red are 11 14 16 21 24 26 29
31 33 34 36 37, all others are yellow.
"""

from __future__ import annotations

import pytest

from cardgames.bottle_imp import BottleImp

from .bot_choices import chosen
from .positions import in_pass, in_play, play, trick

GAME = BottleImp(num_players=4)
TWO = BottleImp(num_players=2)


# --- The pass ---


def test_the_lowest_cards_are_given_and_the_next_one_is_the_devils() -> None:
    hand = "2 6 11 18 20 28 33 36 37"
    state = in_pass(GAME, hands={0: hand})
    assert chosen(state, 0) == "devil 11"
    state = in_pass(GAME, hands={0: "2 6 18 20 28 33 36 37"}, devil={0: "11"})
    assert chosen(state, 0) == "left 2"
    state = in_pass(GAME, hands={0: "6 18 20 28 33 36 37"}, devil={0: "11"}, first={0: "2"})
    assert chosen(state, 0) == "right 6"


def test_two_cards_for_the_devil() -> None:
    game = BottleImp(num_players=2, devil_cards=2)
    hand = "2 6 11 14 18 20 28 33 36 37"
    state = in_pass(game, hands={0: f"{hand} 8 9"})
    assert chosen(state, 0) == "devil 8"
    state = in_pass(game, hands={0: f"{hand} 9"}, devil={0: "8"})
    assert chosen(state, 0) == "devil 9"
    state = in_pass(game, hands={0: hand}, devil={0: "8 9"})
    assert chosen(state, 0) == "open 2"


def test_the_dealer_of_five_gives_its_lowest_cards() -> None:
    state = in_pass(BottleImp(num_players=5), dealer=4, hands={4: "1 2 3 4 20 28 33 34 36 37"})
    assert chosen(state, 4) == "left 1"


# --- Low cards under another one ---


def test_the_lowest_card_goes_under_another_one_that_takes_the_bottle() -> None:
    """The 17 wins so far. The 10, the 6 and the 30 would leave it to win; the 6 is got rid of."""
    state = in_play(GAME, hands={1: "6 10 30 33 34 36 37 31"}, tricks=[trick(0, "17")])
    assert chosen(state) == "6"


def test_a_card_above_the_price_is_thrown_where_no_card_goes_under() -> None:
    """The 3 is won by whoever played it; the 6 would take the bottle, and has 3 lower cards out."""
    state = in_play(GAME, hands={1: "6 2 23 30 33 34 36 37"}, tricks=[trick(0, "3")])
    assert chosen(state) == "23"


# --- Taking the bottle ---

HIGH = "26 29 31 33 34 36 37"  # all red
DEVIL = {0: "9"}  # laid away by seat 0, else one of the lowest cards would be


@pytest.mark.parametrize(
    ("card", "action"),
    [
        ("18", "18"),
        ("5", "5"),  # 1, 2, 3 and 4 can take the bottle from it: just enough
        ("4", "37"),
    ],
)
def test_the_bottle_is_taken_if_four_lower_cards_are_out(card: str, action: str) -> None:
    assert chosen(in_play(GAME, hands={0: f"{card} {HIGH}"}, devil=DEVIL)) == action


def test_what_the_seat_holds_or_laid_away_is_not_out() -> None:
    assert chosen(in_play(GAME, hands={0: "5 1 29 31 33 34 36 37"}, devil=DEVIL)) == "37"
    assert chosen(in_play(GAME, hands={0: f"5 {HIGH}"}, devil={0: "1"})) == "37"
    assert chosen(in_play(GAME, hands={0: f"5 {HIGH}"}, devil=DEVIL | {1: "1", 2: "2"})) == "5"


def test_what_was_played_is_not_out() -> None:
    """Seat 0 has taken the bottle with the 15, and leads the next trick."""
    hands = {0: "6 29 31 33 34 36 37"}
    state = in_play(GAME, hands=hands, devil=DEVIL, tricks=[trick(0, "15 4 2 1")])
    assert chosen(state) == "37"  # 3 and 5 are out
    state = in_play(GAME, hands=hands, devil=DEVIL, tricks=[trick(0, "15 22 2 25")])
    assert chosen(state) == "6"  # 1, 3, 4 and 5 are out


def test_half_ranks_are_out_with_five_players() -> None:
    """Below the 4 are 1, 2, 2.5 and 3."""
    state = in_play(BottleImp(num_players=5), hands={0: f"4 {HIGH} 24 21"}, devil=DEVIL)
    assert chosen(state) == "4"


def test_the_highest_card_below_the_price_takes_it() -> None:
    """Seat 1 has to follow yellow, and could take it with the 7 or the 15."""
    state = in_play(GAME, hands={1: f"7 15 {HIGH[3:]}"}, tricks=[trick(0, "22")])
    assert chosen(state) == "15"


def test_a_seat_that_has_to_take_it_does_so_at_the_highest_price() -> None:
    """Only 1 and 3 are below the 4 that it does not hold, too few, but it has to follow yellow."""
    state = in_play(GAME, hands={1: "2 4 20 23 27 30 32 35"}, tricks=[trick(0, "22")])
    assert chosen(state) == "4"


# --- Cards above the price ---


def test_the_highest_card_is_led() -> None:
    assert chosen(in_play(GAME, hands={0: "1 2 20 22 23 25 27 36"})) == "36"


def test_a_trick_without_a_low_card_is_won_with_the_highest() -> None:
    state = in_play(GAME, hands={1: f"23 27 {HIGH[3:]}"}, tricks=[trick(0, "20")])
    assert chosen(state) == "27"


def test_a_lost_trick_gets_the_fewest_points() -> None:
    """Seat 1 has no blue card, and the 26 has three points, fewer than its others above 19."""
    state = in_play(GAME, hands={1: "1 2 22 25 26 28 29 31"}, tricks=[trick(0, "35")])
    assert chosen(state) == "26"


def test_of_cards_with_as_many_points_the_lowest_is_thrown() -> None:
    """24 and 26 have three points each."""
    state = in_play(GAME, hands={1: "1 2 22 24 25 26 28 29"}, tricks=[trick(0, "35")])
    assert chosen(state) == "24"


def test_what_counts_is_the_price_of_the_bottle() -> None:
    """It costs 12 now, so the 17 is no card that takes it: it wins over the 13."""
    first = trick(0, "12 22 25 28")
    state = in_play(GAME, hands={0: "13", 1: "17 20 31 33 34 36 37"}, tricks=[first])
    play(state, "13")
    assert chosen(state) == "20"
    state = in_play(GAME, hands={0: "13", 1: "3 17 31 33 34 36 37"}, tricks=[first])
    play(state, "13")
    assert chosen(state) == "17"


def test_of_two_bottles_the_dearer_one_counts() -> None:
    """One costs 4, the other one 19: the 18 takes that one."""
    game = BottleImp(num_players=6)
    first = trick(0, "4 22 25 28 22.5 28.5")
    state = in_play(game, hands={0: "18 26 29 31 33 36 37"}, tricks=[first])
    assert chosen(state) == "18"


# --- The Devil's Eye ---


def test_the_open_hand_of_the_other_seat_is_out_and_ones_own_is_not() -> None:
    hands, high = {0: "5 20 21 22 23 24 25 26 28 29"}, "34 35 30 32 27 36"
    state = in_play(TWO, hands=hands, open_hands={0: f"37 {high}", 1: "1 2 3 4"}, devil=DEVIL)
    assert chosen(state) == "5"
    state = in_play(TWO, hands=hands, open_hands={0: f"1 {high}", 1: "2 3 4"}, devil=DEVIL)
    assert chosen(state) == "36"


def test_the_second_card_of_a_trick_of_four() -> None:
    """Its own 17 wins so far: the lowest card goes under it."""
    state = in_play(
        TWO,
        hands={0: "2 5 21 22 23 24 25 26 28"},
        open_hands={0: "37 34 35 30 32 27 36"},
        tricks=[trick(0, "17 20")],
    )
    assert chosen(state) == "2"
