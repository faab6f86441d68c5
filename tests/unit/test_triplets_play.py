"""Triplets: singles, by the sentences of the page and the rulebook.

Triplets are in test_triplets_triplets.py, the end of a round in test_triplets_rounds.py.
"""

from __future__ import annotations

import pytest

from cardgames import IllegalActionError
from cardgames.triplets import Triplets, single, triplet

from .any_game import act, legal
from .triplets_positions import (
    FOUR,
    LOWEST,
    THREE,
    TWO,
    TWO_DECKS,
    crowded,
    hand,
    inside,
    known,
    make,
    pot,
    stack,
    winning,
)

# --- Leading ---


def test_the_dealer_opens_the_game_with_its_lowest_card() -> None:
    """Rulebook, Game Play 1: begun by the dealer laying down his lowest point card."""
    state = make(round_=1, dealer=0, hands={0: "4h 7d 7h 7s Kc", 1: "3c 9c"})
    assert legal(state) == "4"
    act(state, "4")
    assert winning(state) == "single 4 of 0"


def test_an_ace_is_the_highest_card_and_a_2_the_lowest() -> None:
    """Rulebook, Game Play 1: the lowest being a 2 and the highest being an Ace."""
    state = make(round_=1, hands={0: "2s 3c 10c Jc Ac", 1: "Kc Ad"})
    assert legal(state) == "2"
    state = make(round_=1, hands={0: "10c Jc Qc Kc Ac", 1: "Kd Ad"})
    assert legal(state) == "10"
    state = make(hands={0: "10c Ac 2c", 1: "Kc Ad"}, pot="1 Ks")
    assert legal(state) == "A"


def test_the_lowest_card_is_played_alone_even_if_there_are_three_of_it() -> None:
    """Page, options: the first round is opened with the lowest card, which is no triplet."""
    state = make(round_=1, hands={0: "4c 4d 4h 9c", 1: "3c"})
    assert legal(state) == "4"
    act(state, "4")
    assert pot(state) == "0 4c"


@pytest.mark.parametrize("round_", [2, 3, 1000])
def test_later_leaders_open_with_any_card_or_triplet(round_: int) -> None:
    """Page, options: `lead` "any"."""
    state = make(round_=round_, to_act=1, hands={0: "3c", 1: "4h 7d 7h 7s Kc"})
    assert legal(state) == "4, 7, K, triplet 7"


@pytest.mark.parametrize("round_", [1, 2, 1000])
def test_every_leader_opens_with_its_lowest_card_if_that_is_chosen(round_: int) -> None:
    """Page, options: `lead` "lowest"."""
    state = make(LOWEST, round_=round_, dealer=0, hands={0: "7d 7h 7s 4h Kc", 1: "3c"})
    assert legal(state) == "4"


def test_only_the_leader_has_to_play_its_lowest_card() -> None:
    """Page, options: every round is opened with the leader's lowest card."""
    state = make(LOWEST, hands={0: "4h Kc", 1: "5c 9c Ks"})
    act(state, "4")
    assert legal(state) == "5, 9, K"


@pytest.mark.parametrize("word", ["4", "7", "K"])
def test_a_single_that_leads_is_the_winning_card(word: str) -> None:
    """Page, play: the leader has no winning card to meet. Rulebook, Game Play 1."""
    state = make(hands={0: "4h 7d Kc", 1: "Ac 3c"})
    assert winning(state) == ""
    act(state, word)
    assert winning(state) == f"single {word} of 0"
    assert inside(state) == (0, 1)
    assert state.to_act == (1,)


# --- Meeting a single ---


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ("9c", "9"),  # equal
        ("10c", "10"),  # greater
        ("3c 9c Kc", "9, K"),
        ("3c 4c Kc", "K"),
        ("9c 9h Kc", "9, K"),
        ("3c 4c", "3, 4"),  # cannot: any card
        ("3c", "3"),
        ("3c 3h 8c", "3, 8"),
        ("3c 3d 3h 9c Kc", "9, K, triplet 3"),  # or a triplet of any rank
        ("3c 3d 3h 4c 4d", "3, 4, triplet 3"),  # otherwise a triplet, or any one card
        ("9c 9h 9s 3c 4c", "9, triplet 9"),  # also as part of three equal ones
        ("Kc Kh Ks 3c 4c", "K, triplet K"),
        ("3c 3d 3h 3s", "3, triplet 3"),
        ("Ac", "A"),
    ],
)
def test_what_may_be_played_on_a_single(own: str, words: str) -> None:
    """Page, play, against a single of rank w. Rulebook, Game Play 2 and 5."""
    state = make(hands={1: own, 0: "5c 6c"}, pot="0 9d")
    assert legal(state) == words


@pytest.mark.parametrize(("word", "rank"), [("9", "9"), ("K", "K")])
def test_an_equal_or_greater_card_is_the_winning_card(word: str, rank: str) -> None:
    """Rulebook, Game Play 2: of equal or greater value; this is then the winning card."""
    state = make(hands={0: "5c 6c", 1: "3c 9c Kc", 2: "4c"}, pot="0 9d")
    act(state, word)
    assert winning(state) == f"single {rank} of 1"
    assert inside(state) == (0, 1, 2)
    assert state.to_act == (2,)


def test_a_lower_card_is_out_and_the_winning_card_stays() -> None:
    """Rulebook, Game Play 2: any card, and OUT; the next player meets the winning card."""
    state = make(hands={0: "5c 6c", 1: "3c 8c", 2: "4c 9c 8h"}, pot="0 9d")
    act(state, "8")
    assert winning(state) == "single 9 of 0"
    assert inside(state) == (0, 2)
    assert state.to_act == (2,)
    assert legal(state) == "9"
    assert pot(state) == "0 9d, 1 8c"


def test_the_three_fives_of_the_rulebook() -> None:
    """Rulebook, Game Play 3: three 5s; who laid down the first one has to meet them too.

    Page, options: the example needs a leader that does not play its lowest card.
    """
    state = make(THREE, hands={0: "5c 3c 4c", 1: "5d Kc 2c", 2: "5h Qc 2d"})
    act(state, "5, 5, 5")
    assert winning(state) == "single 5 of 2"
    assert inside(state) == (0, 1, 2)
    assert state.to_act == (0,)
    assert legal(state) == "3, 4"
    act(state, "4")
    assert inside(state) == (1, 2)
    assert legal(state) == "K"


def test_the_first_that_cannot_play_an_equal_card_is_out() -> None:
    """Rulebook, Game Play 3: the first player that cannot; before it others stay in."""
    state = make(THREE, hands={0: "5c 5s 4c", 1: "5d 3c", 2: "5h Qc 2d"})
    act(state, "5, 5, 5, 5")
    assert winning(state) == "single 5 of 0"
    assert legal(state) == "3"
    act(state, "3")
    assert inside(state) == (0, 2)


def test_play_goes_round_among_the_seats_that_are_in() -> None:
    """Page, play: clockwise among the seats that are in, as many times round as it takes."""
    state = make(
        hands={0: "6c 10c Kc", 1: "3c 4c", 2: "7c Jc 2c", 3: "8c 9h Qc"},
        to_act=3,
    )
    turns: list[int] = []
    for word in ["8", "10", "3", "J", "Q", "K", "2"]:
        turns.append(state.current_player)
        act(state, word)
    # Seat 1 is out after its 3, seat 2 after its 2; seat 3 has a 9 only, against the K.
    assert turns == [3, 0, 1, 2, 3, 0, 2]
    assert state.to_act == (3,)
    assert inside(state) == (0, 3)
    assert pot(state) == "3 8c, 0 10c, 1 3c, 2 Jc, 3 Qc, 0 Kc, 2 2c"


def test_seats_that_were_eliminated_are_passed_over() -> None:
    """Page, position: eliminated seats are not in `in`."""
    state = make(hands={1: "6c 10c", 3: "7c 9c"}, to_act=1)
    assert inside(state) == (1, 3)
    act(state, "6")
    assert state.to_act == (3,)
    act(state, "7")
    assert state.to_act == (1,)


def test_an_only_action_is_taken_by_the_seat() -> None:
    """Page, actions: a seat with only one legal action still takes it itself."""
    state = make(hands={0: "6c", 1: "7c", 2: "8c 9c"})
    for seat, word in enumerate(["6", "7", "8, 9"]):
        assert state.to_act == (seat,)
        assert legal(state) == word
        if seat < 2:
            act(state, word)


def test_five_actions_are_the_most() -> None:
    """Page, actions: at most 5 are legal at once."""
    assert legal(make(hands={0: "2c 5c 9c Qc Ac", 1: "3c"})) == "2, 5, 9, Q, A"
    assert legal(make(hands={0: "2c 2d 2h Qc Ac", 1: "3c"})) == "2, Q, A, triplet 2"
    assert FOUR.max_legal_actions == 5


# --- Which of equal cards ---


@pytest.mark.parametrize(
    ("own", "played"),
    [
        ("7s 7c 7h", "7c"),
        ("7s 7d", "7d"),
        ("7s 7h", "7h"),
        ("7s* 7c 7h", "7s"),
        ("7s* 7h* 7c", "7h"),
        ("7d* 7s", "7d"),
    ],
)
def test_of_equal_cards_a_known_one_goes_first_then_by_suit(own: str, played: str) -> None:
    """Page, play: a publicly known one goes first, then the first in the order c, d, h, s."""
    state = make(hands={0: f"{own} Kc", 1: "9c Kd"})
    act(state, "7")
    assert pot(state) == f"0 {played}"
    left = sorted([*own.replace("*", "").split(), "Kc"], key=lambda c: (c == "Kc", c))
    left.remove(played)
    assert hand(state, 0) == " ".join(left)


@pytest.mark.parametrize(
    ("own", "played", "left"),
    [
        ("7s 7c 7h", "7c 7h 7s", "Kc"),
        ("7s 7c 7h 7d", "7c 7d 7h", "7s Kc"),
        ("7s* 7c 7h 7d", "7c 7d 7s", "7h Kc"),
        ("7s* 7c 7h* 7d", "7c 7h 7s", "7d Kc"),
    ],
)
def test_three_of_four_equal_cards(own: str, played: str, left: str) -> None:
    """Page, play: the same of three; they are listed in the order c, d, h, s."""
    state = make(hands={0: f"{own} Kc", 1: "9c Kd"})
    act(state, "triplet 7")
    assert pot(state) == f"0 {played}"
    assert hand(state, 0) == left


def test_three_of_five_equal_cards_of_two_decks() -> None:
    state = make(TWO_DECKS, hands={0: "7h 7h* 7s 7c 7s", 1: "9c"})
    act(state, "triplet 7")
    assert pot(state) == "0 7c 7h 7h"
    assert hand(state, 0) == "7s 7s"
    state = make(TWO_DECKS, hands={0: "7d 7c 7d* Kc", 1: "9c"})
    act(state, "7")
    assert pot(state) == "0 7d"
    assert (hand(state, 0), known(state, 0)) == ("7c 7d Kc", "")


# --- Drawing ---


def test_who_goes_out_draws_up_to_five() -> None:
    """Rulebook, Game Play 6: after he has gone OUT, from the top of his stack."""
    state = make(
        hands={0: "5c 6c", 1: "3c 8c 2c", 2: "4c"}, stacks={1: "Kc Kd 7c Jh 2h"}, pot="0 9d"
    )
    act(state, "3")
    assert hand(state, 1) == "2c 7c 8c Kc Kd"
    assert stack(state, 1) == "Jh 2h"


def test_who_goes_out_with_its_last_card_draws_five() -> None:
    state = make(hands={0: "5c 6c", 1: "3c", 2: "4c"}, stacks={1: "Kc Kd 7c Jh 2h 2s"}, pot="0 9d")
    act(state, "3")
    assert hand(state, 1) == "2h 7c Jh Kc Kd"
    assert stack(state, 1) == "2s"


@pytest.mark.parametrize("piles", ["", "Kc", "Kc Kd"])
def test_who_goes_out_draws_what_there_is(piles: str) -> None:
    state = make(hands={0: "5c 6c", 1: "3c 8c 2c", 2: "4c"}, stacks={1: piles}, pot="0 9d")
    act(state, "3")
    assert hand(state, 1) == f"2c 8c {piles}".rstrip()
    assert stack(state, 1) == ""


def test_who_stays_in_draws_nothing_while_it_holds_a_card() -> None:
    """Page, play: when it goes out and when its hand is empty, at no other time."""
    state = make(
        hands={0: "5c 6c", 1: "10c 2c", 2: "4c"}, stacks={0: "3d 3h", 1: "Kc Kd 7c"}, pot="0 9d"
    )
    act(state, "10")
    assert hand(state, 1) == "2c"
    assert stack(state, 1) == "Kc Kd 7c"
    assert hand(state, 0) == "5c 6c"
    assert stack(state, 0) == "3d 3h"


@pytest.mark.parametrize(
    ("piles", "own", "left"),
    [
        ("Kc Kd 7c Jh 2h 2s 3s", "2h 7c Jh Kc Kd", "2s 3s"),
        ("Kc Kd 7c Jh 2h", "2h 7c Jh Kc Kd", ""),
        ("Kc 7c", "7c Kc", ""),
        ("", "", ""),
    ],
)
def test_an_empty_hand_is_filled_at_once(piles: str, own: str, left: str) -> None:
    """Rulebook, Game Play 6: or has completely exhausted the previous 5 cards."""
    state = make(hands={0: "5c 6c", 1: "10c", 2: "4c"}, stacks={1: piles}, pot="0 9d")
    act(state, "10")
    assert hand(state, 1) == own
    assert stack(state, 1) == left
    assert inside(state) == (0, 1, 2)
    assert winning(state) == "single 10 of 1"


def test_a_leader_that_plays_its_last_card_draws() -> None:
    state = make(TWO, hands={0: "5c", 1: "9c 9d"}, stacks={0: "7c 3c"})
    act(state, "5")
    assert hand(state, 0) == "3c 7c"
    act(state, "9")
    assert legal(state) == "3, 7"


# --- Errors ---


@pytest.mark.parametrize("word", ["3", "7", "10", "triplet 9", "triplet 2", "triplet 3"])
def test_what_is_not_legal_is_refused_and_changes_nothing(word: str) -> None:
    """API, state: `IllegalActionError` with the action in words and what is legal."""
    state = make(hands={0: "5c", 1: "3c 3h 9c Kc"}, pot="0 9d")
    before = state.copy()
    with pytest.raises(IllegalActionError, match=rf"{word}.*\b9, K\b") as error:
        act(state, word)
    assert len(str(error.value)) < 300
    assert state == before


@pytest.mark.parametrize("player", [1, 2, 3])
def test_only_the_seat_to_act_may_act(player: int) -> None:
    state = crowded()
    assert state.to_act == (0,)
    assert legal(state, player) == ""
    for action in (single("9"), triplet("9")):
        with pytest.raises(IllegalActionError):
            state.apply(action, player)
    assert state == crowded()


def test_a_card_that_is_lower_is_refused_while_the_seat_can_beat() -> None:
    """Page, play: it must play one such card or a triplet of any rank."""
    state = make(Triplets(num_players=2), hands={0: "5c", 1: "3c 3d 3h 3s Kc"}, pot="0 9d")
    assert legal(state) == "K, triplet 3"
    with pytest.raises(IllegalActionError):
        act(state, "3")
