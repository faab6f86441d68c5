"""Cellar des Triplettes: an illegal action says in plain words why, and what is legal."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from cardgames import IllegalActionError
from cardgames.cellar_des_triplettes import CALL, PASS, CellarDesTriplettesState

from .any_game import act, legal
from .cellar_positions import make, placing

Start = Callable[[], CellarDesTriplettesState]


def bidding() -> CellarDesTriplettesState:
    return make(hands={0: "3 5 14"})


def after_5() -> CellarDesTriplettesState:
    state = bidding()
    act(state, "bid 5")
    return state


def against_5() -> CellarDesTriplettesState:
    return make(bids={0: "5"}, hands={1: "3 5"})


def equal_to_3() -> CellarDesTriplettesState:
    state = make(bids={0: "3"}, hands={1: "3 5"})
    act(state, "bid 3")
    return state


def with_bid() -> CellarDesTriplettesState:
    return make(bids={0: "5", 1: "7"}, hands={0: "3"}, passed=(2, 3), to_act=0)


def seven() -> CellarDesTriplettesState:
    return placing("5 0.2 7 / 9", "0.2 5 6 7 9 10 13")


CASES: list[tuple[Start, str, int, str]] = [
    (bidding, "call", 0, "it has laid no card in this turn"),
    (bidding, "done", 0, "cards are placed after the bid and the trade"),
    (bidding, "place 3 right", 0, "cards are placed after the bid and the trade"),
    (bidding, "bid 23", 0, "it does not hold 23"),
    (bidding, "bid 4", 0, "4 is of a variety that is sorted out with 4 players"),
    (after_5, "pass", 0, "it has laid a card in this turn and must call first"),
    (after_5, "pass draw", 0, "it has laid a card in this turn and must call first"),
    (after_5, "bid 3", 0, "cards of one turn are laid in ascending order"),
    (against_5, "bid 5", 1, "its total would equal another seat's"),
    (equal_to_3, "call", 1, "its total equals another seat's bid"),
    (lambda: make(final=True, pile=""), "pass draw", 0, "the pile is empty"),
    (with_bid, "pass draw", 0, "only a seat without a bid takes cards from the pile"),
    (seven, "done", 0, "it holds more than 6 cards and must place down to 6"),
    (seven, "call", 0, "the bid is over"),
    (seven, "bid 5", 0, "the bid is over"),
    (seven, "pass", 0, "the bid is over"),
    (seven, "place 5 r1c1", 0, "a wine lies in r1c1"),
    (seven, "place 5 r2c1", 0, "a wine lies in r2c1"),
    (seven, "place 5 r1c4", 0, "row 1 grows with 'left' and 'right' only"),
    (seven, "place 5 r3c1", 0, "r3c1 needs a card in both slots beneath it"),
    (seven, "place 5 r5c1", 0, "r5c1 needs a card in both slots beneath it"),
    (seven, "place 0.2 r1c2", 0, "an empty bottle may be covered by a wine only"),
    (seven, "place 23 right", 0, "it does not hold 23"),
    (seven, "place 4 right", 0, "4 is of a variety that is sorted out"),
    (lambda: placing("", "3 5"), "place 5 left", 0, "the first card of a cellar is placed 'right'"),
    (lambda: placing("5 7 9 10 13", "3"), "place 3 left", 0, "row 1 is full"),
    (lambda: placing("5 7 9 10 13", "3"), "place 3 right", 0, "row 1 is full"),
    (lambda: placing("5 14* 7", "3"), "place 3 r1c2", 0, "a wine lies in r1c2"),
]


@pytest.mark.parametrize(
    ("start", "word", "seat", "reason"), CASES, ids=[f"{c[1]} - {c[3][:40]}" for c in CASES]
)
def test_an_illegal_action_says_why_and_what_is_legal(
    start: Start, word: str, seat: int, reason: str
) -> None:
    """API, state: the action in words, why not, and what is legal; the state is untouched."""
    state = start()
    before = state.copy()
    action = state.game.parse_action(word)
    text = re.escape(f"player {seat} may not play {word!r}: {reason}")
    end = re.escape(f"; legal: {legal(state, seat)}")
    with pytest.raises(IllegalActionError, match=f"^{text}.*{end}$") as error:
        state.apply(action)
    assert (error.value.action, error.value.player) == (action, seat)
    assert state == before


def test_a_seat_that_is_not_to_act() -> None:
    """API, what a player knows: nothing is said about who holds the card."""
    text = "^player 1 may not play 'call': it is not its turn; to act: 0$"
    with pytest.raises(IllegalActionError, match=text):
        bidding().apply(CALL, 1)
    with pytest.raises(IllegalActionError, match=r"to act: 0$"):
        seven().apply(PASS, 3)


def test_nothing_is_legal_when_the_game_is_over() -> None:
    state = make(phase="over", final=True, pile="")
    with pytest.raises(IllegalActionError, match=r"the game is over, no action is legal$"):
        state.apply(PASS)
    with pytest.raises(IllegalActionError, match=r"the game is over, no action is legal$"):
        state.apply(PASS, 2)


@pytest.mark.parametrize("action", [-1, 400, 10**30])
def test_there_is_no_such_action(action: int) -> None:
    with pytest.raises(IllegalActionError, match="actions are 0 to 399; legal: bid 3"):
        bidding().apply(action)
