"""Triplets: cards, action ids and their words, builders."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from cardgames import NotationError
from cardgames.triplets import (
    CARDS,
    RANKS,
    SUITS,
    Card,
    Single,
    Triplet,
    Triplets,
    card,
    single,
    triplet,
)

from .triplets_positions import FOUR, GAMES

NAMES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
WORDS = [*NAMES, *(f"triplet {rank}" for rank in NAMES)]

# --- Cards ---


def test_ranks_and_suits() -> None:
    """Page: ranks 2 < ... < 10 < J < Q < K < A; suits c, d, h, s."""
    assert list(RANKS) == NAMES
    assert isinstance(RANKS, tuple)
    assert SUITS == ("c", "d", "h", "s")


def test_a_card_is_its_rank_and_suit() -> None:
    """Page: a card is written rank + suit letter: `10h`, `As`, `2c`, `Kd`."""
    assert card("10h") == Card(rank="10", suit="h") == Card("10", "h")
    for word, rank, suit in [
        ("10h", "10", "h"),
        ("As", "A", "s"),
        ("2c", "2", "c"),
        ("Kd", "K", "d"),
    ]:
        found = card(word)
        assert (found.rank, found.suit, str(found)) == (rank, suit, word)


def test_all_cards_by_index() -> None:
    """The index: 4 x the rank's place + the suit's place."""
    assert [str(c) for c in CARDS] == [rank + suit for rank in NAMES for suit in "cdhs"]
    assert [c.index for c in CARDS] == list(range(52))
    assert all(card(str(c)) == c for c in CARDS)
    assert len(set(CARDS)) == 52


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        card("5h").rank = "6"  # type: ignore[misc]


NO_CARDS = [
    *("", "1h", "11h", "5", "h", "5x", "5H", "10", "ah", "aS", "5h ", " 5h", "5 h", "h5"),
    *("05h", "Th", "0h", "5hh", "Joker", "5♥", "５h", "5h\n", "5h\x00", "x" * 10_000),
]


@pytest.mark.parametrize("word", NO_CARDS, ids=lambda word: repr(word[:16]))
def test_words_that_are_no_cards(word: str) -> None:
    with pytest.raises(NotationError) as error:
        card(word)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("value", [5, None, b"5h", ["5h"], 1.0, Card("5", "h")], ids=repr)
def test_a_card_is_read_from_a_string(value: Any) -> None:
    with pytest.raises(TypeError):
        card(value)


# --- Ids and words ---


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_id_has_a_word_and_every_word_its_id(game: Triplets) -> None:
    """Page, actions: 0..12 a single of rank 2..A, 13..25 a triplet."""
    assert game.num_actions == 26
    assert [game.action_to_string(action) for action in range(26)] == WORDS
    assert [game.parse_action(word) for word in WORDS] == list(range(26))


@pytest.mark.parametrize(
    ("word", "action"),
    [
        ("2", 0),
        ("5", 3),
        ("10", 8),
        ("J", 9),
        ("K", 11),
        ("A", 12),
        ("triplet 2", 13),
        ("triplet 5", 16),
        ("triplet 10", 21),
        ("triplet A", 25),
    ],
)
def test_ids_by_the_page(word: str, action: int) -> None:
    """Page, actions."""
    assert FOUR.parse_action(word) == action
    assert FOUR.action_to_string(action) == word


NO_WORDS = [
    *("", " ", "1", "11", "0", "02", "+2", "2 ", " 2", "a", "k", "T", "5h", "single 5", "two"),
    *("triplet", "triplet ", "triplet 1", "triplet 11", "triplet a", "Triplet 5", "triplet5"),
    *("triplet  5", "triplet 5 ", " triplet 5", "triplet\t5", "triplet 5h", "triplet 5 5 5"),
    *("5 triplet", "5\n", "5\x00", "٥", "triplet ٥", "x" * 10_000),
]


@pytest.mark.parametrize("word", NO_WORDS, ids=lambda word: repr(word[:16]))
def test_words_that_are_no_words(word: str) -> None:
    """Page, actions: every id has its word; nothing else is one."""
    with pytest.raises(NotationError, match="is no action of triplets") as error:
        FOUR.parse_action(word)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("value", [5, None, b"5", ["5"], 1.0])
def test_a_word_must_be_a_string(value: Any) -> None:
    with pytest.raises(TypeError, match="an action in words must be a str"):
        FOUR.parse_action(value)


@pytest.mark.parametrize("action", [-1, 26, 27, 10**6, -(10**30), 10**30])
def test_ids_that_are_no_ids(action: int) -> None:
    for ask in (FOUR.action_to_string, FOUR.action_info, FOUR.new_state(1).action_info):
        with pytest.raises(NotationError, match="actions are 0 to 25"):
            ask(action)


@pytest.mark.parametrize("action", ["5", 1.0, None, True, [1]])
def test_an_id_must_be_an_integer(action: Any) -> None:
    for ask in (FOUR.action_to_string, FOUR.action_info, FOUR.new_state(1).action_info):
        with pytest.raises(TypeError, match="action must be an int"):
            ask(action)


# --- Builders ---


def test_builders_give_the_ids() -> None:
    """API, game: each game module has builders that give ids."""
    assert [single(rank) for rank in RANKS] == list(range(13))
    assert [triplet(rank) for rank in RANKS] == list(range(13, 26))
    assert (single("5"), triplet("5")) == (3, 16)


@pytest.mark.parametrize("rank", ["", "1", "11", "a", "5h", " 5", "triplet 5", "x" * 10_000])
def test_builders_refuse_what_is_no_rank(rank: Any) -> None:
    for build in (single, triplet):
        with pytest.raises(NotationError) as error:
            build(rank)
        assert len(str(error.value)) < 250


@pytest.mark.parametrize("rank", [5, None, b"5", 5.0, ["5"], True])
def test_builders_refuse_other_types(rank: Any) -> None:
    for build in (single, triplet):
        with pytest.raises(TypeError):
            build(rank)


# --- action_info of the game ---


@pytest.mark.parametrize("game", GAMES[:3], ids=str)
def test_action_info_of_every_id(game: Triplets) -> None:
    """API, game: `action_info(a)` gives a typed dataclass."""
    expected: list[object] = [Single(rank) for rank in RANKS]
    expected += [Triplet(rank) for rank in RANKS]
    found = [game.action_info(action) for action in range(26)]
    assert found == expected
    assert [type(info) for info in found] == [Single] * 13 + [Triplet] * 13


def test_a_game_knows_neither_effects_nor_cards() -> None:
    """Ids and words never depend on the state; what an action does is the state's to tell."""
    info = FOUR.action_info(single("5"))
    assert info == Single(rank="5", effect=None, cards=())
    assert (info.rank, info.effect, info.cards) == ("5", None, ())
    assert FOUR.action_info(triplet("5")) == Triplet(rank="5", effect=None, cards=())


def test_action_values_compare_hash_and_do_not_change() -> None:
    assert Single("5") == Single("5")
    assert Single("5") != Single("6")
    assert Single("5") != Single("5", effect="lead")
    assert hash(Triplet("5")) == hash(Triplet("5"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        Single("5").rank = "6"  # type: ignore[misc]
