"""Cellar des Triplettes: `bid_actions`, which turns a set of cards into actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from cardgames import SPECTATOR, CardGamesError
from cardgames.cellar_des_triplettes import (
    CALL,
    CellarDesTriplettesState,
    bid,
    bid_actions,
    card,
)

from .any_game import act
from .cellar_positions import FOUR, bids, make, placing


def words(state: CellarDesTriplettesState, cards: str, player: int | None = None) -> str:
    """The actions that bid the cards."""
    ids = bid_actions(state, cards.split(), player)
    return ", ".join(state.game.action_to_string(action) for action in ids)


def start() -> CellarDesTriplettesState:
    """Seat 0 has bid 10, seat 1 holds 0.2, 3, 5, 5, 7."""
    return make(bids={0: "10"}, hands={1: "0.2 3 5 5 7"})


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("3", "bid 3, call"),
        ("3 5", "bid 3, bid 5, call"),
        ("5 3", "bid 3, bid 5, call"),
        # 5 + 5 alone would be equal; on the way an equal total does not matter.
        ("5 5 7", "bid 5, bid 5, bid 7, call"),
        ("7 5 0.2 5 3", "bid 0.2, bid 3, bid 5, bid 5, bid 7, call"),
        ("3 7 0.2", "bid 0.2, bid 3, bid 7, call"),
        ("5 7 5", "bid 5, bid 5, bid 7, call"),
    ],
)
def test_a_set_of_cards_has_one_spelling(cards: str, expected: str) -> None:
    """Page, actions: the ids that bid a set of cards, ending with `call`; in any order."""
    state = start()
    before = state.copy()
    assert words(state, cards) == words(state, cards, 1) == expected
    assert state == before
    state.apply_all(bid_actions(state, cards.split()))
    assert bids(state)[1] == " ".join(sorted(cards.split(), key=float))
    assert state.to_act == (2,)


def test_cards_may_be_words_or_typed_or_both() -> None:
    state = start()
    expected = [bid("3"), bid("5"), CALL]
    assert bid_actions(state, ["5", "3"]) == expected
    assert bid_actions(state, (card("5"), "3")) == expected
    assert bid_actions(state, (c for c in [card("3"), card("5")])) == expected
    assert bid_actions(state, cards=["3", "5"], player=1) == expected


def test_in_mid_turn_only_the_cards_still_to_lay() -> None:
    """Page, actions: in mid-turn `bid_actions` is of the cards still to lay."""
    state = start()
    act(state, "bid 3")
    assert words(state, "5") == "bid 5, call"
    assert words(state, "5 5") == "bid 5, bid 5, call"
    assert words(state, "") == "call"
    with pytest.raises(CardGamesError, match=r"equals the bid of seat 0 \(10\)$"):
        words(state, "7")


def test_in_a_later_turn_the_total_is_of_all_cards_of_the_seat() -> None:
    state = make(bids={0: "3", 1: "10"}, hands={0: "5 7"}, passed=(2, 3), to_act=0)
    assert words(state, "5") == "bid 5, call"
    with pytest.raises(CardGamesError, match=r"equals the bid of seat 1 \(10\)$"):
        words(state, "7")


@pytest.mark.parametrize(
    ("others", "hand", "cards", "end"),
    [
        ({0: "10"}, "3 7", "3 7", "equals the bid of seat 0 (10)"),
        ({0: "10"}, "10", "10", "equals the bid of seat 0 (10)"),
        ({0: "0.2 5 14", 1: "3"}, "0.2 19", "0.2 19", "equals the bid of seat 0 (19.2)"),
        ({0: "3", 1: "0.2 0.2"}, "0.2", "0.2", None),
        ({0: "3", 1: "0.2"}, "0.2", "0.2", "equals the bid of seat 1 (0.2)"),
        ({0: "3", 1: "5", 2: "20 21"}, "20 21", "20 21", "equals the bid of seat 2 (41)"),
        ({0: "0.2 0.2 20"}, "0.2 20", "0.2 20", None),
    ],
)
def test_an_equal_total_names_seat_and_total(
    others: dict[int, str], hand: str, cards: str, end: str | None
) -> None:
    """Page, actions: 'equals the bid of seat q (10)'."""
    state = make(bids=others, hands={len(others): hand})
    if end is None:
        assert words(state, cards).endswith(", call")
        return
    with pytest.raises(CardGamesError, match=re.escape(end) + "$"):
        words(state, cards)


def test_an_equal_total_of_a_seat_that_has_passed() -> None:
    """Page, bid: also of those that have passed."""
    state = make(bids={0: "10", 1: "3"}, hands={1: "7"}, passed=(0, 2, 3), to_act=1)
    with pytest.raises(CardGamesError, match=r"equals the bid of seat 0 \(10\)$"):
        words(state, "7")


def after_14() -> CellarDesTriplettesState:
    state = make(hands={0: "5 14 14 20"})
    act(state, "bid 14")
    return state


def over() -> CellarDesTriplettesState:
    return make(phase="over", final=True, pile="")


REFUSED: list[tuple[str, Callable[[], CellarDesTriplettesState], str, int | None, str]] = [
    ("not in the hand", start, "23", None, "23"),
    ("one of two is not in the hand", start, "3 23", None, "23"),
    ("more of a kind than in the hand", start, "5 5 5", None, "5"),
    ("not in play", start, "4", None, "4"),
    ("below the last card laid", after_14, "5", None, "5"),
    ("one below the last card laid", after_14, "20 5", None, "5"),
    ("nothing", start, "", None, ""),
    ("another seat", start, "10", 0, "0"),
    ("a seat that comes later", start, "3", 2, "2"),
    ("placing", lambda: placing("", "3 5"), "3", None, ""),
    ("the game is over", over, "3", None, ""),
    ("the game is over for a seat", over, "3", 0, ""),
    ("no such seat", start, "3", 4, "4"),
    ("a spectator", start, "3", SPECTATOR, ""),
    ("no card", start, "3 2", None, "2"),
]


@pytest.mark.parametrize(
    ("begin", "cards", "player", "named"),
    [row[1:] for row in REFUSED],
    ids=[row[0] for row in REFUSED],
)
def test_what_cannot_be_bid_is_refused(
    begin: Callable[[], CellarDesTriplettesState], cards: str, player: int | None, named: str
) -> None:
    """Page, actions: `ValueError`: not in the hand, a card below the last one laid, ..."""
    state = begin()
    before = state.copy()
    with pytest.raises(CardGamesError) as error:
        bid_actions(state, cards.split(), player)
    assert named in str(error.value)
    assert len(str(error.value)) < 200
    assert state == before


def test_a_seat_that_has_passed_cannot_bid() -> None:
    state = make(hands={0: "3 5"})
    act(state, "pass")
    with pytest.raises(CardGamesError):
        bid_actions(state, ["3"], 0)


@pytest.mark.parametrize("cards", [[3], [None], 5, None, [["3"]]])
def test_cards_of_a_wrong_type(cards: Any) -> None:
    with pytest.raises(TypeError):
        bid_actions(start(), cards)


@pytest.mark.parametrize("player", ["1", 1.0, True])
def test_a_seat_of_a_wrong_type(player: Any) -> None:
    with pytest.raises(TypeError):
        bid_actions(start(), ["3"], player)


def test_every_spelling_of_a_first_turn_is_played() -> None:
    """Page, bid: a set of cards has one spelling: 31 sets of five different cards, 31 spellings."""
    state = make(hands={0: "3 5 6 7 20"})
    cards = ["3", "5", "6", "7", "20"]
    spellings: set[tuple[int, ...]] = set()
    for number in range(1, 32):
        chosen = [c for i, c in enumerate(cards) if number >> i & 1]
        ids = bid_actions(state, chosen)
        spellings.add(tuple(ids))
        copy = state.copy()
        copy.apply_all(ids)
        assert bids(copy)[0] == " ".join(chosen)
    assert len(spellings) == 31
    assert FOUR.parse_action("call") == CALL
