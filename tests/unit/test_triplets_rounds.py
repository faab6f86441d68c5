"""Triplets: the end of a round, seats out of the game, and the end of the game in all its forms."""

from __future__ import annotations

import pytest

from cardgames.triplets import Triplets, TripletsState

from .any_game import act, full, legal
from .positions import near
from .triplets_positions import (
    FOUR,
    LAST,
    LOWEST,
    REFILL,
    THREE,
    TWO,
    hand,
    inside,
    make,
    pot,
    removed_since,
    stack,
    winning,
)

# --- Collecting ---


def test_the_pot_goes_under_the_stack_in_the_order_played() -> None:
    """Page, play: middle cards first, under its stack as it lies: the first card comes up first.

    Rulebook, Game Play 4: to the bottom of his un-played pile without adjusting the cards.
    """
    state = make(
        THREE,
        hands={0: "Kc 2c 9h", 1: "4c 5c", 2: "8c 3c"},
        stacks={0: "6c 2d Jh"},
        pot="- 3s Ac 2h, 0 6d, 1 6h, 2 8d",
    )
    act(state, "K, 4, 8")
    assert stack(state, 0) == "6c 2d Jh 3s Ac 2h 6d 6h 8d Kc 4c 8c"
    assert hand(state, 0) == "2c 9h"
    assert pot(state) == ""
    assert winning(state) == ""


def test_the_winner_leads_the_next_round() -> None:
    """Page, play: the winner of a round leads the next; the dealer stays who it is."""
    state = make(dealer=3, to_act=1, hands={0: "Kc 2c", 1: "4c 5c 5d", 2: "8c 3c 3d"})
    act(state, "4, 8, K, 5, 3")
    view = state.view()
    assert (view.round, view.phase, view.dealer, view.to_act) == (3, "play", 3, (0,))


def test_everybody_with_a_card_is_in_the_next_round() -> None:
    """Page, position: before the first play of a round every seat that has a card."""
    state = make(
        hands={0: "Kc 2c", 1: "4c 5c 5d", 2: "8c", 3: "7c"},
        stacks={2: "Jd"},
        to_act=1,
    )
    act(state, "4, 8, 7")
    # Seat 2 has drawn its jack; seat 3 has played its last card.
    assert inside(state) == (0, 1, 2)
    act(state, "K, 5, J")
    assert state.view().round == 3
    assert inside(state) == (0, 1)


def test_the_round_is_over_as_soon_as_one_seat_is_in() -> None:
    """Page, play: when only one seat is in, the round is over at once."""
    state = make(THREE, hands={0: "Kc 2c", 1: "4c 5c", 2: "8c 3c"}, pot="0 9d, 1 3d")
    assert state.to_act == (2,)
    act(state, "3")
    assert state.view().round == 3
    assert stack(state, 0) == "9d 3d 3c"
    assert hand(state, 0) == "2c Kc"


def test_a_seat_that_was_out_comes_in_again() -> None:
    """Rulebook, Game Play 2: OUT for the remainder of the hand only."""
    state = make(THREE, hands={0: "Kc 2c", 1: "4c 5c", 2: "8c 3c"}, pot="0 9d, 1 3d")
    assert inside(state) == (0, 2)
    act(state, "3")
    assert inside(state) == (0, 1, 2)


def test_the_last_to_go_out_draws_before_the_winner_collects() -> None:
    """Page, play: a seat draws up to 5 when it goes out, in the last turn too."""
    state = make(TWO, hands={0: "Kc 2c", 1: "4c 5c"}, stacks={1: "9h 9s Jd Jh"}, pot="0 9d")
    act(state, "4")
    assert hand(state, 1) == "5c 9h 9s Jd Jh"
    assert stack(state, 1) == ""
    assert stack(state, 0) == "9d 4c"


def test_nothing_but_the_round_changes_hands_of_the_others() -> None:
    """Page, play: draws happen when a seat goes out and when its hand is empty, only then."""
    state = make(
        THREE,
        hands={0: "Kc 2c", 1: "4c 5c", 2: "8c 3c"},
        stacks={0: "2d 2h", 1: "3h 4h", 2: "5h 6h"},
        pot="0 9d, 1 3d",
    )
    act(state, "3")
    assert (hand(state, 1), stack(state, 1)) == ("4c 5c", "3h 4h")
    assert (hand(state, 2), stack(state, 2)) == ("5h 6h 8c", "")
    assert (hand(state, 0), stack(state, 0)) == ("2c Kc", "2d 2h 9d 3d 3c")


# --- Refilling ---


def test_the_winner_draws_if_its_hand_is_empty() -> None:
    """Page, play: if the winner's hand is empty it draws then, what it has just collected."""
    state = make(TWO, hands={0: "", 1: "4c 5c"}, pot="- 7s 2h, 0 6d, 1 8d, 0 Kd")
    act(state, "4")
    assert hand(state, 0) == "2h 6d 7s 8d Kd"
    assert stack(state, 0) == "4c"


def test_the_winner_draws_what_there_is() -> None:
    state = make(TWO, hands={0: "", 1: "4c 5c"}, pot="0 Kd")
    act(state, "4")
    assert (hand(state, 0), stack(state, 0)) == ("4c Kd", "")


@pytest.mark.parametrize(
    ("game", "own", "left"),
    [(TWO, "2c", "6c 3h 9d 4c"), (Triplets(num_players=2, refill="round"), "2c 3h 4c 6c 9d", "")],
    ids=str,
)
def test_the_winner_draws_up_to_five_if_that_is_chosen(game: Triplets, own: str, left: str) -> None:
    """Page, options: `refill` "round": the winner of a round also draws when it has collected."""
    state = make(game, hands={0: "2c", 1: "4c 5c"}, stacks={0: "6c 3h"}, pot="0 9d")
    act(state, "4")
    assert (hand(state, 0), stack(state, 0)) == (own, left)


def test_only_the_winner_draws_after_the_round() -> None:
    """Page, options: the winner; others draw as always."""
    state = make(
        REFILL,
        hands={0: "2c", 1: "4c 5c", 2: "7h 8h"},
        stacks={0: "6c 3h", 2: "Jc Jd"},
        pot="2 9c, 0 9d",
    )
    assert inside(state) == (0, 1, 2)
    act(state, "4")
    assert (hand(state, 2), stack(state, 2)) == ("7h 8h", "Jc Jd")
    act(state, "7")
    assert (hand(state, 2), stack(state, 2)) == ("8h Jc Jd", "")
    assert (hand(state, 0), stack(state, 0)) == ("2c 3h 6c 9c 9d", "4c 7h")


def test_staying_in_draws_nothing_whatever_the_refill() -> None:
    state = make(REFILL, hands={0: "2c", 1: "Kc 5c"}, stacks={1: "6c 3h"}, pot="0 9d")
    act(state, "K")
    assert (hand(state, 1), stack(state, 1)) == ("5c", "6c 3h")


def test_the_winner_draws_after_the_last_round_too() -> None:
    """Page, options: `refill` "round": after the last round too."""
    game = Triplets(num_players=2, refill="round", max_rounds=2)
    state = make(game, hands={0: "2c", 1: "4c 5c"}, stacks={0: "6c 3h"}, pot="0 9d")
    act(state, "4")
    assert state.is_truncated
    assert (hand(state, 0), stack(state, 0)) == ("2c 3h 4c 6c 9d", "")


def test_the_winner_draws_after_the_last_round_if_its_hand_is_empty() -> None:
    game = Triplets(num_players=2, max_rounds=2)
    state = make(game, hands={0: "", 1: "4c 5c"}, pot="0 9d")
    act(state, "4")
    assert state.is_truncated
    assert (hand(state, 0), stack(state, 0)) == ("4c 9d", "")


# --- Out of the game ---


def test_a_seat_without_any_card_is_out_of_the_game() -> None:
    """Rulebook, Game Play 7: when he has no more cards to play."""
    state = make(THREE, hands={0: "Kc 2c", 1: "4c 5c", 2: "3c"}, pot="0 9d, 1 3d")
    act(state, "3")
    assert state.scores() == (5, 2, 0)
    assert inside(state) == (0, 1)
    act(state, "2, 4")
    assert state.to_act == (0,)


def test_a_seat_without_a_card_is_in_until_its_turn() -> None:
    """Page, play: until then it is in, and never in `to_act`."""
    state = make(THREE, hands={0: "6c", 1: "9c 9h", 2: "Jc Jh"})
    act(state, "6")
    assert inside(state) == (0, 1, 2)
    act(state, "9")
    assert inside(state) == (0, 1, 2)
    act(state, "J")
    # The turn of seat 0: it is out without an action.
    assert inside(state) == (1, 2)
    assert state.to_act == (1,)
    assert pot(state) == "0 6c, 1 9c, 2 Jc"


def test_several_seats_without_a_card_are_passed_over() -> None:
    state = make(hands={0: "6c", 1: "9c", 2: "Jc Jh Kd", 3: "Qc Qh"})
    act(state, "6, 9, J, Q")
    assert inside(state) == (2, 3)
    assert state.to_act == (2,)
    assert winning(state) == "single Q of 3"


def test_a_seat_without_a_card_can_win_the_round() -> None:
    """Page, play: until its turn it is in and can win the round."""
    state = make(THREE, hands={0: "", 1: "9c 3h", 2: "Jc 4h"}, pot="0 Kc")
    assert inside(state) == (0, 1, 2)
    act(state, "3")
    assert not state.is_terminal
    act(state, "4")
    assert state.to_act == (0,)
    assert inside(state) == (0, 1, 2)
    assert hand(state, 0) == "3h 4h Kc"
    assert state.view().round == 3


def test_the_round_is_over_when_the_last_other_seat_is_passed_over() -> None:
    """Page, play: out without an action; then only one seat is in, and it wins at once."""
    state = make(THREE, hands={0: "", 1: "9c 3h 3d", 2: "Jc 4h"}, pot="0 8c")
    act(state, "9, J, 3")
    # Seat 0 was passed over after the J, seat 1 is out.
    assert state.view().round == 3
    assert state.to_act == (2,)
    assert stack(state, 2) == "8c 9c Jc 3d"


def test_a_passed_over_seat_ends_the_round_of_two() -> None:
    state = make(TWO, hands={0: "", 1: "9c 3h"}, pot="0 8c")
    act(state, "9")
    assert state.is_terminal
    assert stack(state, 1) == "8c 9c"
    assert state.winners() == (1,)


def test_the_game_is_not_over_while_a_seat_without_cards_may_win_the_round() -> None:
    """Page, play: then, and only then, it is looked at whether the game is over."""
    state = make(TWO, hands={0: "", 1: "9c 3h"}, pot="0 8c")
    assert state.scores() == (0, 2)
    assert not state.is_terminal
    state = make(TWO, hands={0: "", 1: "7c 3h"}, pot="0 8c")
    act(state, "7")
    assert not state.is_terminal
    assert state.scores() == (2, 1)
    assert state.to_act == (0,)


# --- The end of the game ---


def check_over(
    state: TripletsState, winner: int, scores: tuple[int, ...], truncated: bool = False
) -> None:
    """Page, position: what holds at `over`."""
    view = state.view()
    assert state.is_terminal
    assert state.is_truncated is truncated
    assert (view.phase, view.to_act, view.pot, view.winning) == ("over", (), (), None)
    assert view.in_round == (winner,)
    assert state.scores() == view.scores == scores
    assert state.legal_actions() == []
    assert state.current_player == -1


def test_the_last_seat_with_cards_wins() -> None:
    """Rulebook, Game Play 8: the one player left holding all the cards."""
    state = make(THREE, round_=7, hands={0: "Kc 2c", 1: "4c", 2: "8c 3c"}, pot="0 9d")
    act(state, "4, 3")
    assert not state.is_terminal
    act(state, "K, 8")
    check_over(state, 0, (6, 0, 0))
    assert state.view().round == 8
    assert state.winners() == (0,)
    assert near(state.returns(), (1.0, -0.5, -0.5))
    assert stack(state, 0) == "9d 4c 3c Kc 8c"
    assert hand(state, 0) == "2c"


def test_the_winner_of_the_last_round_wins_when_no_card_is_left() -> None:
    """Page, play: if the last cards all left the game, the winner of the last round."""
    state = make(TWO, round_=5, hands={0: "5c 5d 5h", 1: "5s"})
    act(state, "triplet 5, 5")
    check_over(state, 1, (0, 0))
    assert state.view().round == 5
    assert state.winners() == (1,)
    assert near(state.returns(), (-1.0, 1.0))
    assert full(state)["removed"][-4:] == ["5c", "5d", "5h", "5s"]
    assert len(full(state)["removed"]) == 52


def test_a_triplet_that_takes_the_last_cards() -> None:
    """The same, where the triplet is not negated but beaten, and its player has no card left."""
    state = make(THREE, hands={0: "5c 5d 5h", 1: "7c 7d 7h"})
    act(state, "triplet 5, triplet 7")
    check_over(state, 1, (0, 0, 0))
    assert state.winners() == (1,)
    assert near(state.returns(), (-0.5, 1.0, -0.5))


def test_the_last_round_by_number_is_truncated() -> None:
    """Page, options: after that many rounds the game stops, most cards win."""
    state = make(
        LAST,
        hands={0: "Kc 2c", 1: "4c 5c", 2: "8c 3c 3h"},
        stacks={2: "6c 6h 6d"},
        pot="0 9d",
    )
    act(state, "4, 3")
    # Seat 2 has drawn its last three cards.
    check_over(state, 0, (5, 1, 5, 0), truncated=True)
    assert state.view().round == 2
    assert state.winners() == (0, 2)
    assert near(state.returns(), (1 / 3, -1 / 3, 1 / 3, -1 / 3))


def test_the_most_cards_win_even_without_the_last_round() -> None:
    """Page, options: most cards (hand + stack) win; `in` is the winner of the last round."""
    state = make(
        LAST,
        hands={0: "Kc 2c", 1: "4c 5c", 2: "8c 3c 3h"},
        stacks={2: "6c 6h 6d 7d"},
        pot="0 9d",
    )
    act(state, "4, 3")
    check_over(state, 0, (5, 1, 6, 0), truncated=True)
    assert state.winners() == (2,)
    assert near(state.returns(), (-1 / 3, -1 / 3, 1.0, -1 / 3))


def test_three_seats_share_a_win() -> None:
    """Page, options: ties share. API, state: with k winners among n."""
    state = make(
        LAST,
        hands={0: "2c", 1: "4c 5c 5d", 2: "8c 3c 3h"},
        stacks={1: "7c 7s", 2: "6h 6d"},
        pot="0 9d",
    )
    act(state, "4, 3")
    check_over(state, 0, (4, 4, 4, 0), truncated=True)
    assert state.winners() == (0, 1, 2)
    assert near(state.returns(), (1 / 9, 1 / 9, 1 / 9, -1 / 3))


def test_a_natural_end_in_the_last_round_is_not_truncated() -> None:
    """Page, position: `is_truncated` = over with two or more seats that hold cards."""
    state = make(LAST, hands={0: "Kc 2c", 3: "4c"}, pot="0 9d")
    act(state, "4")
    check_over(state, 0, (4, 0, 0, 0))
    assert state.winners() == (0,)
    game = Triplets(num_players=2, max_rounds=2)
    state = make(game, hands={0: "5c 5d 5h", 1: "5s"})
    act(state, "triplet 5, 5")
    check_over(state, 1, (0, 0))
    assert state.winners() == (1,)


def test_a_game_of_one_round() -> None:
    """Page, options: `max_rounds` from 1."""
    state = Triplets(num_players=4, max_rounds=1).new_state(3)
    while not state.is_terminal:
        assert state.view().round == 1
        state.apply(state.legal_actions()[0])
    assert state.is_truncated
    assert state.view().round == 1


@pytest.mark.parametrize("game", [FOUR, LOWEST, REFILL], ids=str)
def test_results_before_the_end(game: Triplets) -> None:
    """API, state: `winners()` and `returns()` before the end; page: the pot counts for nobody."""
    state = make(game, hands={0: "2c", 1: "4c 5c 5d"}, stacks={1: "7c"}, pot="0 9d, 1 9c")
    assert state.scores() == (1, 4, 0, 0)
    assert state.winners() == ()
    assert state.returns() == (0.0,) * 4
    assert not state.is_truncated


def test_cards_are_never_lost() -> None:
    """Page, play: the winner takes the pot but what leaves for good; nothing else leaves."""
    state = make(TWO, hands={0: "Kc 2c", 1: "4c 5c"}, pot="- As, 0 9d")
    before = state.copy()
    act(state, "4")
    assert removed_since(state, before) == ""
    assert sum(state.scores()) + len(state.view().removed) == 52
    assert legal(state) == "2, K"
