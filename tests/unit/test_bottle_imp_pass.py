"""Bottle Imp: the Devil's trick and the cards that are passed on.

"Rulebook" is the German rulebook, by its headings; "page" is the game's page of the project.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from cardgames import IllegalActionError
from cardgames.bottle_imp import BottleImp, devil, hidden, left, open, play, right

from .any_game import act
from .positions import hand, in_pass, open_hand, ranks

THREE = BottleImp(num_players=3)
FOUR = BottleImp(num_players=4)
FIVE = BottleImp(num_players=5)
TWO = BottleImp(num_players=2)
TWO_DEVILS = BottleImp(num_players=2, devil_cards=2)


def test_everybody_chooses_at_the_same_time() -> None:
    """Rulebook, start of a round: every player lays down a card, and passes cards on."""
    state = in_pass(FOUR)
    assert state.to_act == (0, 1, 2, 3)
    assert state.current_player == 0
    act(state, "devil " + (hand(state, 2) or "").split()[0], player=2)
    assert state.to_act == (0, 1, 2, 3)


def test_choices_are_made_in_order_devil_left_right() -> None:
    """Page, pass: one card an action in the order devil, left, right, any card of the hand."""
    state = in_pass(FOUR, hands={1: "1 3 5 9 17 20 28 33 37"})
    assert state.legal_words(1) == [
        f"devil {rank}" for rank in ("1", "3", "5", "9", "17", "20", "28", "33", "37")
    ]
    act(state, "devil 9", player=1)
    assert state.legal_words(1) == [
        f"left {rank}" for rank in ("1", "3", "5", "17", "20", "28", "33", "37")
    ]
    act(state, "left 37", player=1)
    assert state.legal_words(1) == [
        f"right {rank}" for rank in ("1", "3", "5", "17", "20", "28", "33")
    ]
    act(state, "right 1", player=1)
    assert state.legal_words(1) == []
    assert state.to_act == (0, 2, 3)


@pytest.mark.parametrize(
    "action", [left("9"), right("9"), play("9"), devil("10"), devil("2.5")], ids=str
)
def test_no_other_choice_can_come_first(action: int) -> None:
    """Page, pass: the order is fixed, cards come from the hand, and nothing is played yet."""
    state = in_pass(FOUR, hands={0: "9", 1: "10"})
    before = state.copy()
    assert not state.is_legal(action, 0)
    with pytest.raises(IllegalActionError):
        state.apply(action, 0)
    assert state == before


def test_the_same_card_is_not_chosen_twice() -> None:
    """Rulebook, start of a round: one card to the Devil, one to the left and one to the right."""
    state = in_pass(FOUR, hands={0: "9"})
    act(state, "devil 9", player=0)
    assert not state.is_legal(left("9"), 0)
    assert "9" not in (hand(state, 0) or "").split()
    assert len((hand(state, 0) or "").split()) == 8


def test_a_chosen_card_lies_with_the_choices() -> None:
    """Page, position: a chosen card leaves `hands` at once and lies in `passes`."""
    state = in_pass(FOUR, hands={0: "1 3 5 9 17 20 28 33 37"})
    act(state, "devil 28", player=0)
    act(state, "left 1", player=0)
    view = state.view()
    assert hand(state, 0) == "3 5 9 17 20 33 37"
    assert view.hand_sizes == (7, 9, 9, 9)
    assert view.passed == (2, 0, 0, 0)
    passes = view.to_dict()["passes"]
    assert passes[0] == {"devil": ["28"], "left": "1", "right": None}
    assert passes[1] == {"devil": [], "left": None, "right": None}


def test_cards_go_to_the_left_and_right_neighbours() -> None:
    """Rulebook, start of a round: one card to the left neighbour and one to the right neighbour.

    Page, pass: left is seat + 1, right seat - 1, around the table.
    """
    state = in_pass(
        FOUR,
        hands={
            0: "1 2 3 4 5 6 7 8 9",
            1: "10 11 12 13 14 15 16 17 18",
            2: "20 21 22 23 24 25 26 27 28",
            3: "29 30 31 32 33 34 35 36 37",
        },
    )
    act(state, "devil 1, left 2, right 3", player=0)
    act(state, "devil 10, left 11, right 12", player=1)
    act(state, "devil 20, left 21, right 22", player=2)
    act(state, "devil 29, left 30, right 31", player=3)
    assert state.view().phase == "play"
    assert hand(state, 0) == "4 5 6 7 8 9 12 30"
    assert hand(state, 1) == "2 13 14 15 16 17 18 22"
    assert hand(state, 2) == "11 23 24 25 26 27 28 31"
    assert hand(state, 3) == "3 21 32 33 34 35 36 37"


def test_with_three_players_both_neighbours_are_different_seats() -> None:
    """Rulebook, start of a round: the same for three players."""
    state = in_pass(
        THREE,
        hands={
            0: "1 2 3 4 5 6 7 8 9 10 11 12",
            1: "13 14 15 16 17 18 20 21 22 23 24 25",
            2: "26 27 28 29 30 31 32 33 34 35 36 37",
        },
    )
    act(state, "devil 1, left 2, right 3", player=0)
    act(state, "devil 13, left 14, right 15", player=1)
    act(state, "devil 26, left 27, right 28", player=2)
    assert hand(state, 0) == "4 5 6 7 8 9 10 11 12 15 27"
    assert hand(state, 1) == "2 16 17 18 20 21 22 23 24 25 28"
    assert hand(state, 2) == "3 14 29 30 31 32 33 34 35 36 37"


def test_received_cards_are_taken_up_when_all_have_finished() -> None:
    """Rulebook, start of a round: only then does everybody take up the two cards passed to it.

    Page, pass: the cards change hands when all have finished.
    """
    state = in_pass(
        THREE,
        hands={0: "1 2 3", 1: "13 14 15", 2: "26 27 28 29 30 31 32 33 34 35 36 37"},
    )
    act(state, "devil 1, left 2, right 3", player=0)
    act(state, "devil 13, left 14, right 15", player=1)
    assert state.view().phase == "pass"
    assert state.to_act == (2,)
    assert hand(state, 2) == "26 27 28 29 30 31 32 33 34 35 36 37"
    act(state, "devil 26, left 27", player=2)
    # Seat 2 gives from its own cards; 3 and 14, which it is to get, are not there yet.
    assert state.legal_words(2) == [f"right {rank}" for rank in range(28, 38)]
    act(state, "right 28", player=2)
    assert {"3", "14"} <= set((hand(state, 2) or "").split())


def test_the_dealer_of_five_lays_no_card_into_the_devils_trick() -> None:
    """Page, departure 2: the dealer of five lays none; pass: it only makes `left` and `right`."""
    state = in_pass(FIVE, dealer=2, hands={2: "1 5 9 12.5 13 20.5 25 31 35 36.5"})
    assert state.legal_words(2) == [
        f"left {rank}" for rank in ranks("1 5 9 12.5 13 20.5 25 31 35 36.5")
    ]
    act(state, "left 12.5, right 1", player=2)
    assert state.to_act == (0, 1, 3, 4)
    assert state.view().passed == (0, 0, 2, 0, 0)
    assert hand(state, 2) == "5 9 13 20.5 25 31 35 36.5"
    for seat in (0, 1, 3, 4):
        for _ in range(3):
            assert state.view().phase == "pass"
            state.apply(state.legal_actions(seat)[0], seat)
    view = state.view()
    assert view.phase == "play"
    assert view.hand_sizes == (10, 10, 10, 10, 10)
    assert [len(passes.devil or ()) for passes in view.passes] == [1, 1, 0, 1, 1]


def test_two_players_give_to_the_open_and_to_the_hidden_hand() -> None:
    """Page, pass: two players choose `devil`, `open`, `hidden` from the hidden hand."""
    state = in_pass(
        TWO,
        hands={0: "1 2 3 4 5 6 7 8 9 10 11 12", 1: "13 14 15 16 17 18 20 21 22 23 24 25"},
        open_hands={0: "26 27 28 29 30 31", 1: "32 33 34 35 36 37"},
    )
    assert state.legal_words(0) == [f"devil {rank}" for rank in range(1, 13)]
    act(state, "devil 1", player=0)
    assert state.legal_words(0) == [f"open {rank}" for rank in range(2, 13)]
    act(state, "open 2", player=0)
    assert state.legal_words(0) == [f"hidden {rank}" for rank in range(3, 13)]
    act(state, "hidden 3", player=0)
    act(state, "devil 13, open 14, hidden 15", player=1)
    assert hand(state, 0) == "4 5 6 7 8 9 10 11 12 15"
    assert open_hand(state, 0) == "14 26 27 28 29 30 31"
    assert hand(state, 1) == "3 16 17 18 20 21 22 23 24 25"
    assert open_hand(state, 1) == "2 32 33 34 35 36 37"


def test_two_players_have_hands_of_seven_and_ten_after_the_pass() -> None:
    """Rulebook, Devil's Eye: an open hand of 7 cards and a hidden hand of 10."""
    state = in_pass(TWO)
    while state.view().phase == "pass":
        state.apply(state.legal_actions()[0])
    view = state.view()
    assert view.hand_sizes == (10, 10)
    assert [len(hand) for hand in view.open_hands or ()] == [7, 7]


def test_two_devils_cards_leave_hands_of_seven_and_nine() -> None:
    """Page, departure 3: `devil_cards=2` leaves 7 and 9."""
    state = in_pass(TWO_DEVILS, hands={0: "1 2 3 4 5 6 7 8 9 10 11 12"})
    act(state, "devil 5", player=0)
    assert state.legal_words(0) == [f"devil {r}" for r in ranks("1 2 3 4 6 7 8 9 10 11 12")]
    act(state, "devil 2", player=0)
    assert state.legal_words(0) == [f"open {r}" for r in ranks("1 3 4 6 7 8 9 10 11 12")]
    act(state, "open 1, hidden 3", player=0)
    assert state.view().to_dict()["passes"][0] == {"devil": ["2", "5"], "open": "1", "hidden": "3"}
    assert state.view().passed == (4, 0)
    while state.view().phase == "pass":
        state.apply(state.legal_actions()[0])
    view = state.view()
    assert view.hand_sizes == (9, 9)
    assert [len(hand) for hand in view.open_hands or ()] == [7, 7]
    assert [len(passes.devil or ()) for passes in view.passes] == [2, 2]


def test_the_order_of_two_devils_cards_means_nothing() -> None:
    """Page, position: `devil` is a list, ascending; both cards are laid into one trick."""
    start = in_pass(TWO_DEVILS, hands={0: "2 5"})
    one, other = start.copy(), start.copy()
    act(one, "devil 2, devil 5", player=0)
    act(other, "devil 5, devil 2", player=0)
    assert one == other
    assert one.to_bytes() == other.to_bytes()


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_any_order_of_the_same_choices_gives_the_same_position(order: tuple[int, ...]) -> None:
    """Rulebook, start of a round: all choose at once, so who is quicker changes nothing."""
    start = in_pass(THREE, hands={0: "1 2 3", 1: "13 14 15", 2: "26 27 28"})
    choices = (
        "devil 1, left 2, right 3",
        "devil 13, left 14, right 15",
        "devil 26, left 27, right 28",
    )
    by_seat, one_each = start.copy(), start.copy()
    for seat in order:
        act(by_seat, choices[seat], player=seat)
    for number in range(3):
        for seat in order:
            act(one_each, choices[seat].split(", ")[number], player=seat)
    expected = start.copy()
    for seat in range(3):
        act(expected, choices[seat], player=seat)
    assert by_seat.to_bytes() == one_each.to_bytes() == expected.to_bytes()


def test_an_action_without_a_player_is_the_first_seats() -> None:
    """API, simultaneous phases: `apply(a)` without a player acts for `current_player`."""
    state = in_pass(THREE, hands={0: "1 2 3", 1: "13 14 15"})
    act(state, "devil 1, left 2, right 3, devil 13")
    assert state.view().passed == (3, 1, 0)
    assert state.current_player == 1


def test_a_seat_that_has_finished_waits_for_the_others() -> None:
    """API, simultaneous phases: every seat that has not finished choosing is in `to_act`."""
    state = in_pass(THREE, hands={0: "1 2 3 4"})
    act(state, "devil 1, left 2, right 3", player=0)
    assert state.to_act == (1, 2)
    assert state.current_player == 1
    assert state.legal_actions(0) == []
    for action in (devil("4"), left("4"), right("4"), play("4")):
        assert not state.is_legal(action, 0)
        with pytest.raises(IllegalActionError):
            state.apply(action, 0)


def test_nothing_is_passed_once_cards_are_played() -> None:
    """Rulebook, start of a round: cards are passed on before the first one is played."""
    state = in_pass(FOUR)
    while state.view().phase == "pass":
        state.apply(state.legal_actions()[0])
    card = (hand(state, 0) or "").split()[0]
    for action in (devil(card), left(card), right(card)):
        assert not state.is_legal(action, 0)
    assert state.is_legal(play(card), 0)


def test_open_cards_are_not_passed() -> None:
    """Page, pass: the choices are made from the (hidden) hand."""
    state = in_pass(TWO, hands={0: "1 2"}, open_hands={0: "26", 1: "27"})
    assert not state.is_legal(devil("26"), 0)
    act(state, "devil 1", player=0)
    assert not state.is_legal(open("26"), 0)
    act(state, "open 2", player=0)
    assert not state.is_legal(hidden("26"), 0)
    assert not state.is_legal(hidden("27"), 0)
