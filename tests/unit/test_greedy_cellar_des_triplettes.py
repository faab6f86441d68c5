"""The greedy bot's rules for Cellar des Triplettes. What is expected is worked out by hand.

A card is worth its stars and one more: an empty bottle 1, 3 to 9 are worth 2, 10 to 16 three and 17
to 23 four.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardgames.bots import GreedyBot
from cardgames.cellar_des_triplettes import DONE, CellarDesTriplettes

from .any_game import legal
from .bot_choices import chosen
from .cellar_positions import FIVE, FOUR, THREE, make, placing

# --- The bid ---


def test_the_first_bid_is_the_least_that_gets_a_good_display() -> None:
    """Alone it would get the display, which is worth 8, for any card; 3 and 5 are worth 2."""
    state = make(hands={0: "3 5 10 17 23"}, display="6 6 7 7")
    assert chosen(state) == "bid 3"


def test_a_bid_is_called_as_soon_as_it_can_be() -> None:
    state = make(hands={0: "5 10 17 23"}, bids={0: "3"}, turn="3", display="6 6 7 7", to_act=0)
    assert chosen(state) == "call"


@pytest.mark.parametrize(
    ("display", "action"),
    [
        ("0.2 0.2 0.2 3", "bid 5"),  # 5: the 17, 4 - 2; 20: the display, 5 - 4
        ("6 6 7 7", "bid 20"),  # 8 - 4 is more
        ("0.2 0.2 6 6", "bid 5"),  # 6 - 4 is as much: the lower action
    ],
)
def test_the_card_is_bid_that_gains_most_by_the_trade(display: str, action: str) -> None:
    state = make(hands={1: "5 20 23"}, bids={0: "17"}, display=display)
    assert chosen(state) == action


def test_a_lower_bid_gets_the_one_above_it() -> None:
    """The 10 would get the 13 and the 20 the 21, as good as they are; the 3 gets the 13 as well."""
    given: dict[str, Any] = {"bids": {0: "13", 1: "21"}, "display": "0.2 0.2 0.2"}
    assert chosen(make(hands={2: "10 20 23"}, **given)) == "pass draw"
    assert chosen(make(hands={2: "3 10 20 23"}, **given)) == "bid 3"


def test_a_total_that_another_seat_has_is_not_bid() -> None:
    """The 3 would have to be laid with the 23. Alone this gets the display, which is worth 8."""
    state = make(hands={1: "3 23"}, bids={0: "3"}, display="6 6 7 7")
    assert legal(state) == "bid 3, bid 23, pass, pass draw"
    assert chosen(state) == "bid 23"
    assert chosen(make(hands={1: "3 23"}, bids={0: "3"}, display="0.2 0.2 0.2")) == "pass draw"


def test_a_turn_that_cannot_end_goes_on_with_the_lowest_card() -> None:
    """A position that others may make: its total is 3, as that of seat 0."""
    state = make(
        FIVE, hands={2: "3 4"}, bids={0: "3", 1: "6", 2: "3"}, turn="3", to_act=2, display="7 7 7"
    )
    assert legal(state) == "bid 3, bid 4"
    assert chosen(state) == "bid 3"


def test_without_a_gain_it_passes_and_draws_if_it_may() -> None:
    """The display is worth 4, as each of its cards."""
    given: dict[str, Any] = {"hands": {0: "17 20 23"}, "display": "0.2 0.2 3"}
    assert chosen(make(**given)) == "pass draw"
    assert chosen(make(pile="", final=True, **given)) == "pass"


@pytest.mark.parametrize(
    ("display", "action"),
    [
        ("6 6 7 7", "pass"),  # the 3 gets the 20, 4 - 2; with the 19 the display, 8 - 2 - 4
        ("6 6 7 10", "bid 19"),  # 9 - 2 - 4 is more
    ],
)
def test_a_bid_is_raised_if_that_gains_more(display: str, action: str) -> None:
    state = make(hands={0: "19"}, bids={0: "3", 1: "20"}, to_act=0, display=display)
    assert chosen(state) == action


# --- Placing ---


def test_the_most_stars_are_placed() -> None:
    assert chosen(placing("", "3 5 6 10 17")) == "place 17 right"


def test_of_equals_the_lowest_card_is_placed_in_the_lowest_slot() -> None:
    assert chosen(placing("10 12", "3 5 6 19 23")) == "place 19 r2c1"


def test_four_cards_are_kept_until_the_last_round() -> None:
    assert chosen(placing("", "3 5 10 17")) == "done"
    assert chosen(placing("", "3 5 10 17", pile="", final=True)) == "place 17 right"


def test_an_empty_bottle_is_not_placed() -> None:
    assert chosen(placing("", "0.2 3", pile="", final=True)) == "place 3 right"
    assert chosen(placing("", "0.2", pile="", final=True)) == "done"


@pytest.mark.parametrize(
    ("cellar", "hand", "action"),
    [
        ("17 17", "17 5 6 7 23", "place 17 r2c1"),  # a triangle, 4 points
        ("17 17 5 / 6", "17 7 8 9 23", "place 17 left"),  # a line
        ("5 17 17 / . 6", "17 7 8 9 23", "place 17 right"),
        ("0.2 17 17", "17 5 6 7 23", "place 17 r1c1"),
        ("10 17", "3 5 6 7 8", "place 3 r2c1"),  # three different ones, 1 point
        ("10 10", "3 5 6 7 13", "place 13 r2c1"),  # two alike and another one: none
        ("3 10 5 / 6", "17 7 8 9 23", "place 17 left"),  # 3 + 1 points
    ],
)
def test_triplets_count(cellar: str, hand: str, action: str) -> None:
    assert chosen(placing(cellar, hand, FIVE)) == action


def test_a_full_cellar_is_followed_by_a_new_one() -> None:
    full = "5 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22"
    assert chosen(placing(full, "3 5 6 10 17")) == "place 17 right"


@pytest.mark.parametrize("game", [THREE, FOUR, FIVE], ids=str)
def test_no_other_place_brings_more_points(game: CellarDesTriplettes) -> None:
    """Whatever was placed before: each action is tried, and the score looked at."""
    random, bot, placed = Random(game.num_players), GreedyBot(), 0
    for seed in range(10):
        state = game.new_state(seed)
        while not state.is_terminal:
            seat, legal_ids = state.current_player, state.legal_actions()
            view = state.view(seat)
            if view.phase == "place" and (view.final_round or view.hand_sizes[seat] > 4):
                gains: dict[int, int] = {}
                for action in legal_ids:
                    after = state.copy()
                    after.apply(action)
                    gains[action] = after.scores()[seat] - view.scores[seat]
                action = bot.choose(state, seat)
                assert gains[action] == max(gains.values())
                placed += action != DONE
                if random.random() < 0.7:  # so that triplets come about
                    state.apply(action)
                    continue
            state.apply(random.choice(legal_ids))
    assert placed > 50
