"""Wine Cellar: action ids and their words, builders, `action_info`."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from cardgames import NotationError
from cardgames.wine_cellar import ENDS, PHASES, Bid, Keep, Take, WineCellar, bid, keep, take

from .options import walk
from .wine_positions import ADVANCED, ALL_GAMES, FOUR, SOLO, TWO, bidding

WORDS = [
    *("keep 1", "keep 2"),
    *(f"bid {k}" for k in range(1, 73)),
    *(f"take {k} {end}" for k in range(1, 73) for end in ("top", "bottom")),
]


# --- Ids and words ---


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_every_id_has_a_word_and_every_word_its_id(game: WineCellar) -> None:
    """Page, actions: two clients, 72 bids, 72 x 2 takes: 218, in this order, in every game."""
    assert len(WORDS) == 218
    assert game.num_actions == 218
    assert [game.action_to_string(action) for action in range(218)] == WORDS
    assert [game.parse_action(word) for word in WORDS] == list(range(218))


@pytest.mark.parametrize(
    ("word", "action"),
    [
        ("keep 1", 0),
        ("keep 2", 1),
        ("bid 1", 2),
        ("bid 23", 24),
        ("bid 72", 73),
        ("take 1 top", 74),
        ("take 1 bottom", 75),
        ("take 12 top", 96),
        ("take 12 bottom", 97),
        ("take 72 top", 216),
        ("take 72 bottom", 217),
    ],
)
def test_ids_by_the_formula_of_the_page(word: str, action: int) -> None:
    """Page, actions: 0, 1, 2 + (k - 1), 74 + 2 (k - 1) + e."""
    assert FOUR.parse_action(word) == action
    assert FOUR.action_to_string(action) == word


NO_WORDS = [
    "",
    " ",
    "23",
    "keep",
    "keep 0",
    "keep 3",
    "keep 01",
    "keep1",
    "keep one",
    "Keep 1",
    "bid",
    "bid ",
    "bid 0",
    "bid 73",
    "bid 023",
    "bid +23",
    "bid -1",
    "bid 23.0",
    "bid 23 ",
    " bid 23",
    "bid  23",
    "bid\t23",
    "bid 23\n",
    "bid 23\x00",
    "Bid 23",
    "bid23",
    "bid 2 3",
    "bid ١٢",
    "take",
    "take 12",
    "take 12 up",
    "take 12 Top",
    "take 12 top ",
    "take 12  top",
    "take top 12",
    "take 0 top",
    "take 73 bottom",
    "take 012 top",
    "take 12 left",
    "pass",
    "x" * 10_000,
]


@pytest.mark.parametrize("word", NO_WORDS, ids=lambda word: repr(word[:16]))
def test_words_that_are_no_words(word: str) -> None:
    """Page, actions: every id has its word; nothing else is one."""
    with pytest.raises(NotationError, match="is no action of wine_cellar") as error:
        FOUR.parse_action(word)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("value", [23, None, b"bid 23", ["bid 23"], 1.0])
def test_a_word_must_be_a_string(value: Any) -> None:
    with pytest.raises(TypeError, match="an action in words must be a str"):
        FOUR.parse_action(value)


@pytest.mark.parametrize("action", [-1, 218, 219, 10**6, -(10**30), 10**30])
def test_ids_that_are_no_ids(action: int) -> None:
    for ask in (FOUR.action_to_string, FOUR.action_info, FOUR.new_state(1).action_info):
        with pytest.raises(NotationError, match="actions are 0 to 217"):
            ask(action)


@pytest.mark.parametrize("action", ["23", 1.0, None, True, [1]])
def test_an_id_must_be_an_integer(action: Any) -> None:
    for ask in (FOUR.action_to_string, FOUR.action_info):
        with pytest.raises(TypeError, match="action must be an int"):
            ask(action)


@pytest.mark.parametrize(("game", "most"), [(SOLO, 18), (TWO, 18), (FOUR, 36)], ids=str)
def test_actions_with_bottles_that_are_not_in_play_are_never_legal(
    game: WineCellar, most: int
) -> None:
    """Page, bottles in play and actions: ids do not depend on the state, nor on the players."""
    absent = {bid(k) for k in range(most + 1, 73)}
    absent |= {take(k, end) for k in range(most + 1, 73) for end in ENDS}
    assert len(absent) == 3 * (72 - most)
    for state in walk(game, 3, every=1):
        assert not absent & set(state.legal_actions())
        assert not any(state.is_legal(action) for action in absent)


# --- Builders ---


def test_builders_give_the_ids() -> None:
    """API, game: each game module has builders that give ids."""
    assert (keep(1), keep(2)) == (0, 1)
    deck = FOUR.options.deck
    for k in range(1, 73):
        assert bid(k) == bid(deck.bottle(k)) == 2 + (k - 1)
        for e, end in enumerate(("top", "bottom")):
            assert take(k, end) == take(deck.bottle(k), end) == 74 + 2 * (k - 1) + e


def test_the_words_of_ends_and_phases() -> None:
    """Page, actions and position."""
    assert ENDS == ("top", "bottom")
    assert set(PHASES) == {"client", "bid", "take", "over"}


@pytest.mark.parametrize("which", [0, 3, -1, 10**30])
def test_keep_refuses_what_is_neither_1_nor_2(which: int) -> None:
    with pytest.raises(ValueError, match="which must be from 1 to 2"):
        keep(which)


@pytest.mark.parametrize("which", [0, 73, -1, 10**30])
def test_builders_refuse_bottles_that_do_not_exist(which: int) -> None:
    with pytest.raises(ValueError, match="bottle must be from 1 to 72"):
        bid(which)
    with pytest.raises(ValueError, match="bottle must be from 1 to 72"):
        take(which, "top")


@pytest.mark.parametrize("end", ["", "Top", "top ", "left", "up"])
def test_take_refuses_what_is_no_end(end: str) -> None:
    with pytest.raises(NotationError, match="ends are top and bottom") as error:
        take(12, end)
    assert repr(end) in str(error.value)


@pytest.mark.parametrize("value", ["12", None, 1.5, True])
def test_builders_refuse_other_types(value: Any) -> None:
    for build in (keep, bid):
        with pytest.raises(TypeError):
            build(value)
    with pytest.raises(TypeError):
        take(value, "top")


@pytest.mark.parametrize("value", [0, None, True, b"top"])
def test_an_end_must_be_a_string(value: Any) -> None:
    with pytest.raises(TypeError, match="an end must be a str"):
        take(12, value)


# --- action_info ---


@pytest.mark.parametrize(
    ("word", "info"),
    [
        ("keep 1", Keep(1)),
        ("keep 2", Keep(2)),
        ("bid 23", Bid(23)),
        ("take 12 top", Take(12, "top")),
        ("take 72 bottom", Take(bottle=72, end="bottom")),
    ],
)
def test_action_info_is_a_typed_value(word: str, info: object) -> None:
    """API, game: `action_info(a)` gives a typed dataclass, `Take(bottle=12, end="top")`."""
    action = FOUR.parse_action(word)
    assert FOUR.action_info(action) == info
    assert type(FOUR.action_info(action)) is type(info)
    assert bidding().action_info(action) == info
    assert ADVANCED[8].action_info(action) == info


def test_action_info_of_every_id() -> None:
    expected: list[object] = [Keep(1), Keep(2)]
    expected += [Bid(k) for k in range(1, 73)]
    expected += [Take(k, end) for k in range(1, 73) for end in ENDS]
    assert [FOUR.action_info(action) for action in range(218)] == expected


def test_action_values_are_frozen_and_compare() -> None:
    assert Take(12, "top") != Take(12, "bottom")
    assert len({Keep(1), Keep(1), Bid(1), Bid(2), Take(1, "top")}) == 4
    assert repr(Take(12, "top")) == "Take(bottle=12, end='top')"
    with pytest.raises(dataclasses.FrozenInstanceError):
        Bid(1).bottle = 2  # type: ignore[misc]
