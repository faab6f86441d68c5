"""Cellar des Triplettes: action ids and their words, builders, `action_info`."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from cardgames import NotationError
from cardgames.cellar_des_triplettes import (
    CALL,
    CARDS,
    DONE,
    PASS,
    PASS_DRAW,
    SLOTS,
    Bid,
    Call,
    Card,
    CellarDesTriplettes,
    Done,
    Pass,
    PassDraw,
    Place,
    bid,
    card,
    place,
)

from .cellar_positions import FIVE, FOUR, THREE, make

GAMES = [THREE, FOUR, FIVE, CellarDesTriplettes(num_players=4, max_rounds=1)]

# By index.
VALUES = ["0.2", *(str(euro) for euro in range(3, 24))]
WHERE = [
    *("r1c1", "r1c2", "r1c3", "r1c4", "r1c5"),
    *("r2c1", "r2c2", "r2c3", "r2c4"),
    *("r3c1", "r3c2", "r3c3"),
    *("r4c1", "r4c2"),
    "r5c1",
    *("left", "right"),
]
WORDS = [
    *(f"bid {value}" for value in VALUES),
    "call",
    "pass",
    "pass draw",
    *(f"place {value} {where}" for value in VALUES for where in WHERE),
    "done",
]


# --- Ids and words ---


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_id_has_a_word_and_every_word_its_id(game: CellarDesTriplettes) -> None:
    """Page, actions: 22 bids, call, pass, pass draw, 22 x 17 places, done: 400, in this order."""
    assert len(WORDS) == 400
    assert game.num_actions == 400
    assert [game.action_to_string(action) for action in range(400)] == WORDS
    assert [game.parse_action(word) for word in WORDS] == list(range(400))


@pytest.mark.parametrize(
    ("word", "action"),
    [
        ("bid 0.2", 0),
        ("bid 3", 1),
        ("bid 14", 12),
        ("bid 23", 21),
        ("call", 22),
        ("pass", 23),
        ("pass draw", 24),
        ("place 0.2 r1c1", 25),
        ("place 0.2 right", 25 + 16),
        ("place 14 r2c1", 25 + 17 * 12 + 5),
        ("place 14 r3c1", 25 + 17 * 12 + 9),
        ("place 14 r4c1", 25 + 17 * 12 + 12),
        ("place 14 r5c1", 25 + 17 * 12 + 14),
        ("place 14 left", 25 + 17 * 12 + 15),
        ("place 14 right", 25 + 17 * 12 + 16),
        ("place 23 right", 398),
        ("done", 399),
    ],
)
def test_ids_by_the_formula_of_the_page(word: str, action: int) -> None:
    """Page, actions: t, 22 to 24, 25 + 17 t + s, 399."""
    assert FOUR.parse_action(word) == action
    assert FOUR.action_to_string(action) == word


NO_WORDS = [
    "",
    " ",
    "14",
    "bid",
    "bid ",
    "bid 2",
    "bid 24",
    "bid 0",
    "bid 1",
    "bid 0.20",
    "bid .2",
    "bid 0,2",
    "bid 14.0",
    "bid 014",
    "bid +14",
    "bid 14 ",
    " bid 14",
    "bid  14",
    "bid\t14",
    "Bid 14",
    "bid14",
    "bid 5 14",
    "bid ١٤",
    "bid 14\n",
    "bid 14\x00",
    "call ",
    "Call",
    "call 14",
    "passdraw",
    "pass  draw",
    "pass_draw",
    "draw",
    "place",
    "place 14",
    "place r2c1",
    "place r2c1 14",
    "place 14 r0c1",
    "place 14 r1c0",
    "place 14 r1c6",
    "place 14 r2c5",
    "place 14 r3c4",
    "place 14 r4c3",
    "place 14 r5c2",
    "place 14 r6c1",
    "place 14 R2C1",
    "place 14 c1r2",
    "place 14 up",
    "place 14 right ",
    "place 2 right",
    "done ",
    "done 14",
    "x" * 10_000,
]


@pytest.mark.parametrize("word", NO_WORDS, ids=lambda word: repr(word[:16]))
def test_words_that_are_no_words(word: str) -> None:
    """Page, actions: every id has its word; nothing else is one."""
    with pytest.raises(NotationError, match="is no action of cellar_des_triplettes") as error:
        FOUR.parse_action(word)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("value", [14, None, b"bid 14", ["bid 14"], 1.0])
def test_a_word_must_be_a_string(value: Any) -> None:
    with pytest.raises(TypeError, match="an action in words must be a str"):
        FOUR.parse_action(value)


@pytest.mark.parametrize("action", [-1, 400, 401, 10**6, -(10**30), 10**30])
def test_ids_that_are_no_ids(action: int) -> None:
    for ask in (FOUR.action_to_string, FOUR.action_info, FOUR.new_state(1).action_info):
        with pytest.raises(NotationError, match="actions are 0 to 399"):
            ask(action)


@pytest.mark.parametrize("action", ["14", 1.0, None, True, [1]])
def test_an_id_must_be_an_integer(action: Any) -> None:
    for ask in (FOUR.action_to_string, FOUR.action_info):
        with pytest.raises(TypeError, match="action must be an int"):
            ask(action)


@pytest.mark.parametrize(
    ("game", "absent"), [(THREE, "5 8 12 15 19 22"), (FOUR, "4 11 18")], ids=["3", "4"]
)
def test_actions_with_cards_that_are_not_in_play_parse_and_are_never_legal(
    game: CellarDesTriplettes, absent: str
) -> None:
    """Page, actions: every id has its word, also those that are never legal."""
    ids = {bid(value) for value in absent.split()}
    ids |= {place(value, where) for value in absent.split() for where in WHERE}
    assert len(ids) == 18 * len(absent.split())
    assert all(game.parse_action(game.action_to_string(action)) == action for action in ids)
    for seed in range(3):
        state = game.new_state(seed)
        number = 0
        while not state.is_terminal:
            actions = state.legal_actions()
            assert not ids & set(actions)
            assert not any(state.is_legal(action) for action in ids)
            number += 1
            state.apply(actions[(5 * number + seed) % len(actions)])


# --- Builders ---


def test_builders_give_the_ids() -> None:
    """API, game: each game module has builders that give ids."""
    for index, value in enumerate(VALUES):
        assert bid(value) == index
        assert bid(card(value)) == index
        for number, where in enumerate(WHERE):
            assert place(value, where) == 25 + 17 * index + number
            assert place(card(value), where) == place(value, where)


def test_the_constants_are_the_other_ids() -> None:
    """Page, actions: 22, 23, 24 and 399."""
    assert (CALL, PASS, PASS_DRAW, DONE) == (22, 23, 24, 399)
    assert [FOUR.action_to_string(a) for a in (CALL, PASS, PASS_DRAW, DONE)] == [
        "call",
        "pass",
        "pass draw",
        "done",
    ]


def test_slots_are_row_major_then_the_two_ends() -> None:
    """Page, actions: slot s row-major; s 15, 16 are left and right."""
    assert list(SLOTS) == WHERE
    assert isinstance(SLOTS, tuple)


@pytest.mark.parametrize("which", ["2", "24", "", "14.0", " 14", "bid 14", "0.20"])
def test_builders_refuse_what_is_no_card(which: str) -> None:
    with pytest.raises(NotationError):
        bid(which)
    with pytest.raises(NotationError):
        place(which, "right")


@pytest.mark.parametrize(
    "which", [Card("14", "Zinfandel", "red", 2), Card("0.2", "empty", "none", 1)], ids=repr
)
def test_builders_refuse_cards_that_do_not_exist(which: Card) -> None:
    with pytest.raises(NotationError, match="there is no Card"):
        bid(which)
    with pytest.raises(NotationError, match="there is no Card"):
        place(which, "right")


@pytest.mark.parametrize("where", ["r1c6", "r0c1", "r5c2", "", "up", "LEFT", "right "])
def test_place_refuses_what_is_no_slot(where: Any) -> None:
    with pytest.raises(NotationError) as error:
        place("14", where)
    assert repr(where) in str(error.value)


@pytest.mark.parametrize("value", [14, None, 0.2])
def test_builders_refuse_other_types(value: Any) -> None:
    with pytest.raises(TypeError):
        bid(value)
    with pytest.raises(TypeError):
        place(value, "right")
    with pytest.raises(TypeError):
        place("14", value)


# --- action_info ---


@pytest.mark.parametrize(
    ("word", "info"),
    [
        ("bid 14", Bid(Card("14", "Zinfandel", "green", 2))),
        ("bid 0.2", Bid(Card("0.2", "empty", "none", 0))),
        ("call", Call()),
        ("pass", Pass()),
        ("pass draw", PassDraw()),
        ("place 14 r2c1", Place(Card("14", "Zinfandel", "green", 2), "r2c1")),
        ("place 23 left", Place(Card("23", "Portugieser", "blue", 3), "left")),
        ("place 3 right", Place(Card("3", "Cabernet Sauvignon", "brown", 1), "right")),
        ("done", Done()),
    ],
)
def test_action_info_is_a_typed_value(word: str, info: object) -> None:
    """API, game: `action_info(a)` gives a typed dataclass."""
    action = FOUR.parse_action(word)
    assert FOUR.action_info(action) == info
    assert type(FOUR.action_info(action)) is type(info)
    assert make().action_info(action) == info


@pytest.mark.parametrize("game", GAMES[:3], ids=str)
def test_action_info_of_every_id(game: CellarDesTriplettes) -> None:
    expected: list[object] = [Bid(c) for c in CARDS]
    expected += [Call(), Pass(), PassDraw()]
    expected += [Place(c, where) for c in CARDS for where in SLOTS]
    expected += [Done()]
    assert [game.action_info(action) for action in range(400)] == expected


def test_action_info_cannot_be_changed() -> None:
    info = FOUR.action_info(0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        info.card = CARDS[1]  # type: ignore[misc, union-attr]


def test_action_values_compare_and_hash() -> None:
    assert Place(card("14"), "r2c1") == Place(card("14"), "r2c1")
    assert Place(card("14"), "r2c1") != Place(card("14"), "r2c2")
    assert hash(Bid(card("3"))) == hash(Bid(card("3")))
    assert Call() == Call()
