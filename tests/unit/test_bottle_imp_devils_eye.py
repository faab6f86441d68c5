"""Bottle Imp for two: the Devil's Eye.

"Rulebook" is the German rulebook, under the heading of this variant; "page" is the game's page of
the project. Seat 0 is the first player.
"""

from __future__ import annotations

import pytest

from cardgames import IllegalActionError
from cardgames.bottle_imp import BottleImp

from .positions import bottles, hand, in_pass, in_play, open_hand, play, ranks, trick, won
from .rounds import TWO, TWO_WITH_TWO_DEVILS_CARDS

GAME = BottleImp(num_players=2)
TWO_DEVILS = BottleImp(num_players=2, devil_cards=2)


def test_a_trick_is_four_cards_two_from_each_seat_in_turn() -> None:
    """Rulebook: a trick is four cards; the players play two each, alternately."""
    state = in_play(GAME, hands={0: "28 22", 1: "25 18"})
    assert state.to_act == (0,)
    play(state, "28")
    assert state.to_act == (1,)
    play(state, "25")
    assert state.to_act == (0,)
    play(state, "22")
    assert state.to_act == (1,)
    assert [(e.player, e.card.rank) for e in state.view().trick] == [
        (0, "28"),
        (1, "25"),
        (0, "22"),
    ]
    play(state, "18")
    # 18 is the only card below 19: seat 1 takes the bottle and leads.
    assert state.to_act == (1,)
    assert bottles(state) == [("18", 1)]
    assert won(state) == ["", "18 22 25 28"]


def test_the_leader_plays_any_card_of_both_hands() -> None:
    """Rulebook: a player may choose from which hand to play."""
    state = in_play(GAME, hands={0: "1 3 5 7 9 11 13 15 17 20"}, open_hands={0: "2 4 6 8 10 12 14"})
    assert state.legal_words() == ranks("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 17 20")


def test_the_open_hand_must_follow_and_the_hidden_hand_is_free() -> None:
    """Rulebook: an open card must follow if possible, a hidden one is free."""
    state = in_play(
        GAME,
        hands={0: "28", 1: "2 3 11 12 20 21 22 23 24 27"},
        open_hands={1: "1 25 6 8 14 16 37"},
    )
    play(state, "28")
    # Yellow is led: of the open hand 1 and 25 only, of the hidden hand every card.
    assert state.legal_words() == ranks("1 2 3 11 12 20 21 22 23 24 25 27")
    for rank in ("6", "8", "14", "16", "37"):
        with pytest.raises(IllegalActionError):
            play(state, rank)


def test_the_open_hand_looks_at_the_open_hand_only() -> None:
    """Page, departure 4: 'if possible' for a card of the open hand looks at the open hand only."""
    state = in_play(
        GAME,
        hands={0: "28", 1: "2 4 5 7 9 12 15 18 22 25"},  # all yellow
        open_hands={1: "6 8 10 14 16 36 37"},  # no yellow
    )
    play(state, "28")
    assert len(state.legal_words()) == 17
    assert {"6", "8", "10", "14", "16", "36", "37"} <= set(state.legal_words())


def test_a_hidden_card_need_not_follow_even_if_both_hands_could() -> None:
    """Rulebook: a card played from the hidden hand may be any card."""
    state = in_play(GAME, hands={0: "28", 1: "2 4 37"}, open_hands={1: "1 25"})
    play(state, "28 37")
    assert [(e.player, e.card.rank) for e in state.view().trick] == [(0, "28"), (1, "37")]


def test_the_leaders_second_card_is_bound_like_any_other() -> None:
    """Page, play: the leader's second card is bound like any other, by its own first one."""
    state = in_play(
        GAME,
        hands={0: "28 3 11", 1: "37"},
        open_hands={0: "1 6 8 10 14 16 36"},
    )
    play(state, "28 37")
    legal = state.legal_words()
    assert "1" in legal
    assert not {"6", "8", "10", "14", "16", "36"} & set(legal)
    assert {"3", "11"} <= set(legal)


def test_the_open_hand_is_free_when_it_has_none_of_the_led_colour() -> None:
    """Rulebook, course of play, second rule: whoever cannot follow plays any card."""
    state = in_play(
        GAME,
        hands={0: "28 3 11", 1: "25"},
        open_hands={0: "6 8 10 14 16 36 37"},
    )
    play(state, "28 25")
    assert {"6", "8", "10", "14", "16", "36", "37", "3", "11"} <= set(state.legal_words())


def test_cards_leave_the_hand_that_they_come_from() -> None:
    """Rulebook: every player has two hands and plays from one of them."""
    state = in_play(
        GAME,
        hands={0: "1 3 5 7 9 11 13 15 17 20", 1: "37"},
        open_hands={0: "2 4 6 8 10 12 14"},
    )
    play(state, "4")
    assert hand(state, 0) == "1 3 5 7 9 11 13 15 17 20"
    assert open_hand(state, 0) == "2 6 8 10 12 14"
    play(state, "37 17")
    assert hand(state, 0) == "1 3 5 7 9 11 13 15 20"
    assert open_hand(state, 0) == "2 6 8 10 12 14"
    assert state.view().hand_sizes == (9, 9)


def test_failing_to_follow_is_not_noted() -> None:
    """Page, position: `voids` with two players are [[], []], as a hidden hand need not follow."""
    state = in_play(GAME, hands={0: "28 22", 1: "37 36"})
    play(state, "28 37 22 36")
    assert state.view().voids == ((), ())


@pytest.mark.parametrize(
    ("cards", "winner", "bottle"),
    [
        ("28 25 22 18", 1, ("18", 1)),
        ("18 25 17 22", 0, ("18", 0)),
        ("17 25 18 22", 0, ("18", 0)),
        ("20 23 37 27", 0, ("19", None)),
        ("20 37 23 27", 1, ("19", None)),
        ("28 1 22 20", 1, ("1", 1)),
    ],
)
def test_tricks_are_won_by_the_usual_rules(
    cards: str, winner: int, bottle: tuple[str, int | None]
) -> None:
    """Rulebook: for winning tricks and taking the bottle the usual rules hold; both cards count."""
    state = in_play(GAME, tricks=[trick(0, cards)])
    assert state.to_act == (winner,)
    assert bottles(state) == [bottle]
    assert [len((pile or "").split()) for pile in won(state)] == [
        4 if seat == winner else 0 for seat in range(2)
    ]


def test_the_ninth_trick_has_two_cards() -> None:
    """Page, play: with 34 cards in play the ninth and last trick has one card from each seat."""
    state = TWO.at_start(GAME)
    for line in TWO.lines[:-1]:
        play(state, line.cards)
    assert state.to_act == (1,)
    assert state.view().hand_sizes == (1, 1)
    play(state, "16")
    assert state.to_act == (0,)
    play(state, "21")
    view = state.view()
    assert (view.round, view.phase) == (2, "pass")
    assert [(e.player, e.card.rank) for e in view.last_trick] == [(1, "16"), (0, "21")]
    # Both are above the price of 5, so the higher one wins and the bottle stays.
    assert view.last_round is not None
    assert [(b.price, b.owner) for b in view.last_round.bottles] == [("5", 1)]
    assert {"16", "21"} <= {c.rank for c in view.last_round.won[0]}


def test_two_devils_cards_make_eight_full_tricks() -> None:
    """Page, departure 3: `devil_cards=2` leaves eight full tricks."""
    state = TWO_WITH_TWO_DEVILS_CARDS.at_start(TWO_DEVILS)
    for line in TWO_WITH_TWO_DEVILS_CARDS.lines:
        assert state.view().round == 1
        play(state, line.cards)
    view = state.view()
    assert (view.round, view.phase) == (2, "pass")
    assert len(view.last_trick) == 4


def test_the_round_is_scored_by_the_usual_rules() -> None:
    """Rulebook: for the scoring the usual rules hold."""
    state = TWO.before_last_card(GAME)
    play(state, TWO.last_card())
    # Seat 0 won 47 points; seat 1 has the bottle and the Devil's trick is worth 12.
    assert state.scores() == (47, -12)
    assert state.view().last_round is not None
    state = TWO_WITH_TWO_DEVILS_CARDS.before_last_card(TWO_DEVILS)
    play(state, TWO_WITH_TWO_DEVILS_CARDS.last_card())
    # Without the last trick seat 0 won 43; its four points are in the Devil's trick now.
    assert state.scores() == (43, -16)


def test_open_cards_are_dealt_anew_each_round() -> None:
    """Page, a round: 6 cards, face up, to each open hand."""
    state = TWO.before_last_card(GAME)
    play(state, TWO.last_card())
    assert [len(cards) for cards in state.view().open_hands or ()] == [6, 6]


def test_both_players_pass_at_the_same_time() -> None:
    """Page, pass: simultaneous, as with more players."""
    assert in_pass(GAME).to_act == (0, 1)
