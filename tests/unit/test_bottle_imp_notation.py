"""Bottle Imp: action ids and their words, cards, builders, `action_info`."""

from __future__ import annotations

import csv
import dataclasses
import importlib.resources
from typing import Any

import pytest

from cardgames import NotationError, bottle_imp
from cardgames.bottle_imp import (
    CARDS,
    BottleImp,
    Card,
    Devil,
    Hidden,
    Left,
    Open,
    Play,
    Right,
    card,
)

from .positions import in_pass, in_play

GAMES = [
    BottleImp(num_players=2),
    BottleImp(num_players=2, devil_cards=2),
    BottleImp(num_players=3),
    BottleImp(num_players=4),
    BottleImp(num_players=4, teams="2-1-1", rotate_teams=True),
    BottleImp(num_players=5),
    BottleImp(num_players=5, bottles=1),
    BottleImp(num_players=6),
]
TWO = BottleImp(num_players=2)
FOUR = BottleImp(num_players=4)
SIX = BottleImp(num_players=6)

# Ranks in order: rank i has card index i.
RANKS = [
    "1",
    "2",
    "2.5",
    "3",
    "4",
    "4.5",
    "5",
    "6",
    "6.5",
    "7",
    "8",
    "8.5",
    "9",
    "10",
    "10.5",
    "11",
    "12",
    "12.5",
    "13",
    "14",
    "14.5",
    "15",
    "16",
    "16.5",
    "17",
    "18",
    "18.5",
    "20",
    "20.5",
    "21",
    "22",
    "22.5",
    "23",
    "24",
    "24.5",
    "25",
    "26",
    "26.5",
    "27",
    "28",
    "28.5",
    "29",
    "30",
    "30.5",
    "31",
    "32",
    "32.5",
    "33",
    "34",
    "34.5",
    "35",
    "36",
    "36.5",
    "37",
]
HALVES = [rank for rank in RANKS if "." in rank]


# --- Ids and words ---


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_id_has_a_word_and_every_word_its_id(game: BottleImp) -> None:
    """Page, actions: id = 54 x kind + card, exact inverses over all 216 ids."""
    kinds = ["", "devil ", "open ", "hidden "]
    if game.num_players > 2:
        kinds = ["", "devil ", "left ", "right "]
    assert len(RANKS) == 54
    expected = [kind + rank for kind in kinds for rank in RANKS]
    assert game.num_actions == 216
    assert [game.action_to_string(action) for action in range(216)] == expected
    assert [game.parse_action(word) for word in expected] == list(range(216))


@pytest.mark.parametrize(
    ("game", "word", "action"),
    [
        (FOUR, "1", 0),
        (FOUR, "2", 1),
        (FOUR, "2.5", 2),
        (FOUR, "17", 24),
        (FOUR, "37", 53),
        (FOUR, "devil 17", 54 + 24),
        (FOUR, "left 2.5", 108 + 2),
        (FOUR, "right 4", 162 + 4),
        (TWO, "open 2.5", 108 + 2),
        (TWO, "hidden 4", 162 + 4),
    ],
)
def test_the_examples_of_the_page(game: BottleImp, word: str, action: int) -> None:
    """Page, actions: `1`=0, `2`=1, `2.5`=2, ... `37`=53, and an example of each kind."""
    assert game.parse_action(word) == action
    assert game.action_to_string(action) == word


NO_WORDS = [
    "",
    " ",
    "0",
    "17.0",
    "017",
    "17 ",
    " 17",
    "+17",
    "-1",
    "17.5",
    "1.5",
    "19",
    "19.5",
    "37.5",
    "38",
    "2.50",
    "2,5",
    ".5",
    "1e1",
    "0x11",
    "١٧",
    "1_7",
    "17\n",
    "play 17",
    "devil",
    "devil ",
    "devil  17",
    "devil\t17",
    " devil 17",
    "devil 17 ",
    "devil 19",
    "devil 017",
    "Devil 17",
    "DEVIL 17",
    "devil17",
    "devil left 17",
    "up 17",
    "17 devil",
    "left",
    "right 38",
    "17\x00",
    "x" * 10_000,
]


@pytest.mark.parametrize("word", NO_WORDS, ids=lambda word: repr(word[:12]))
@pytest.mark.parametrize("game", [TWO, FOUR, SIX], ids=str)
def test_words_that_are_no_words(game: BottleImp, word: str) -> None:
    """Page, actions: one space, no leading zeros, `17` and not `17.0`."""
    with pytest.raises(NotationError, match="is no action of bottle_imp") as error:
        game.parse_action(word)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("word", ["left 17", "right 4", "left 2.5", "right 37"])
def test_left_and_right_are_no_words_for_two(word: str) -> None:
    """Page, actions: `left`, `right` with 2 players are no words."""
    with pytest.raises(NotationError, match="'open 4', 'hidden 4'"):
        TWO.parse_action(word)


@pytest.mark.parametrize("word", ["open 17", "hidden 4", "open 2.5", "hidden 37"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_open_and_hidden_are_no_words_for_more(players: int, word: str) -> None:
    """Page, actions: `open` and `hidden` with more players are no words."""
    with pytest.raises(NotationError, match="'left 4', 'right 4'"):
        BottleImp(num_players=players).parse_action(word)


@pytest.mark.parametrize("value", [17, None, b"17", ["17"], 1.0])
def test_a_word_must_be_a_string(value: Any) -> None:
    with pytest.raises(TypeError, match="an action in words must be a str"):
        FOUR.parse_action(value)


@pytest.mark.parametrize("action", [-1, 216, 217, 10**6, -(10**30), 10**30])
def test_ids_that_are_no_ids(action: int) -> None:
    for ask in (FOUR.action_to_string, FOUR.action_info, FOUR.new_state(1).action_info):
        with pytest.raises(NotationError, match="actions are 0 to 215"):
            ask(action)


@pytest.mark.parametrize("action", ["17", 1.0, None, True, [1]])
def test_an_id_must_be_an_integer(action: Any) -> None:
    for ask in (FOUR.action_to_string, FOUR.action_info):
        with pytest.raises(TypeError, match="action must be an int"):
            ask(action)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_half_ranks_parse_and_are_never_legal_with_36_cards(players: int) -> None:
    """Page, actions: the 18 half ranks (72 ids) parse in every game and are never legal there."""
    game = BottleImp(num_players=players, rounds=1)
    kinds = (
        ("", "devil ", "open ", "hidden ") if players == 2 else ("", "devil ", "left ", "right ")
    )
    ids = {game.parse_action(kind + rank) for kind in kinds for rank in HALVES}
    assert len(HALVES) == 18
    assert len(ids) == 72
    for seed in range(5):
        state = game.new_state(seed)
        while not state.is_terminal:
            for seat in range(players):
                assert not ids & set(state.legal_actions(seat))
                assert not any(state.is_legal(action, seat) for action in ids)
            state.apply(state.legal_actions()[-1])


@pytest.mark.parametrize("players", [5, 6])
def test_half_ranks_are_played_with_54_cards(players: int) -> None:
    """Page: all 54 cards with 5 and 6 players."""
    game = BottleImp(num_players=players)
    state = in_play(game, hands={0: " ".join(HALVES[:8])})
    assert set(HALVES[:8]) <= set(state.legal_words())


# --- Builders and action_info ---


def test_builders_give_the_ids() -> None:
    for index, rank in enumerate(RANKS):
        assert bottle_imp.play(rank) == index
        assert bottle_imp.devil(rank) == 54 + index
        assert bottle_imp.left(rank) == bottle_imp.open(rank) == 108 + index
        assert bottle_imp.right(rank) == bottle_imp.hidden(rank) == 162 + index
        assert bottle_imp.left(card(rank)) == bottle_imp.left(rank)


@pytest.mark.parametrize("which", ["19", "17.0", "", "devil 17", " 17"])
def test_builders_refuse_what_is_no_rank(which: str) -> None:
    for build in (bottle_imp.play, bottle_imp.devil, bottle_imp.left, bottle_imp.hidden):
        with pytest.raises(NotationError, match="is no rank"):
            build(which)


@pytest.mark.parametrize("which", [Card("17", "red", 4), Card("1", "yellow", 6)], ids=str)
def test_builders_refuse_cards_that_do_not_exist(which: Card) -> None:
    with pytest.raises(NotationError, match="there is no Card"):
        bottle_imp.play(which)


@pytest.mark.parametrize("which", [17, None, 2.5])
def test_builders_refuse_other_types(which: Any) -> None:
    with pytest.raises(TypeError, match="a rank must be a str"):
        bottle_imp.play(which)


@pytest.mark.parametrize(
    ("game", "word", "info"),
    [
        (FOUR, "17", Play(Card("17", "blue", 4))),
        (FOUR, "devil 1", Devil(Card("1", "yellow", 1))),
        (FOUR, "left 37", Left(Card("37", "red", 6))),
        (FOUR, "right 2.5", Right(Card("2.5", "yellow", 1))),
        (TWO, "17", Play(Card("17", "blue", 4))),
        (TWO, "devil 1", Devil(Card("1", "yellow", 1))),
        (TWO, "open 37", Open(Card("37", "red", 6))),
        (TWO, "hidden 11", Hidden(Card("11", "red", 1))),
    ],
)
def test_action_info_is_a_typed_value(game: BottleImp, word: str, info: object) -> None:
    """API, game: `action_info(a)` gives a typed dataclass."""
    action = game.parse_action(word)
    assert game.action_info(action) == info
    assert type(game.action_info(action)) is type(info)
    assert in_pass(game).action_info(action) == info


@pytest.mark.parametrize("game", [TWO, FOUR], ids=str)
def test_action_info_of_every_id(game: BottleImp) -> None:
    kinds = (Play, Devil, Open, Hidden) if game.num_players == 2 else (Play, Devil, Left, Right)
    for action in range(216):
        info = game.action_info(action)
        assert type(info) is kinds[action // 54]
        assert info.card is CARDS[action % 54]


def test_action_info_cannot_be_changed() -> None:
    info = FOUR.action_info(0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        info.card = CARDS[1]  # type: ignore[misc]


# --- Cards ---


def shipped_table() -> list[dict[str, str]]:
    file = importlib.resources.files("cardgames") / "data" / "bottle_imp_cards.csv"
    return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))


def test_cards_are_those_of_the_shipped_table() -> None:
    """Page: rank, colour and points are those of bottle_imp_cards.csv; index in rank order."""
    table = shipped_table()
    assert [row["rank"] for row in table] == RANKS
    assert [{"rank": c.rank, "colour": c.colour, "points": str(c.points)} for c in CARDS] == table
    assert [c.index for c in CARDS] == list(range(54))


@pytest.mark.parametrize(
    ("rank", "colour", "points"),
    [
        ("1", "yellow", 1),
        ("3", "blue", 1),
        ("11", "red", 1),
        ("18", "yellow", 5),
        ("18.5", "yellow", 5),
        ("20", "blue", 4),
        ("34.5", "red", 5),
        ("37", "red", 6),
    ],
)
def test_some_cards(rank: str, colour: str, points: int) -> None:
    """Rulebook, overview: three colours; the coins on a card are its points."""
    c = card(rank)
    assert (c.rank, c.colour, c.points) == (rank, colour, points)
    assert str(c) == rank


def test_totals_of_the_table() -> None:
    """Facts of the table: cards and points of each colour, of all and of the whole ranks."""
    for colour, points, whole_points in (("yellow", 65, 42), ("blue", 63, 43), ("red", 62, 42)):
        cards = [c for c in CARDS if c.colour == colour]
        whole = [c for c in cards if "." not in c.rank]
        assert (len(cards), sum(c.points for c in cards)) == (18, points)
        assert (len(whole), sum(c.points for c in whole)) == (12, whole_points)


def test_a_half_rank_is_like_the_whole_one_below() -> None:
    """Fact of the table: a half rank has the colour and points of the rank below it."""
    for rank in HALVES:
        whole = card(rank.removesuffix(".5"))
        assert (card(rank).colour, card(rank).points) == (whole.colour, whole.points)


def test_the_deck_of_a_game() -> None:
    """Page: 36 whole ranks with 2-4 players, all 54 with 5-6."""
    for players in (2, 3, 4):
        assert [c.rank for c in BottleImp(num_players=players).deck] == [
            rank for rank in RANKS if rank not in HALVES
        ]
    for players in (5, 6):
        assert [c.rank for c in BottleImp(num_players=players, bottles=1).deck] == RANKS


def test_cards_are_values() -> None:
    """API: cards are typed values."""
    assert Card("17", "blue", 4) == card("17")
    assert hash(Card("17", "blue", 4)) == hash(card("17"))
    assert repr(card("17")) == "Card(rank='17', colour='blue', points=4)"
    with pytest.raises(dataclasses.FrozenInstanceError):
        card("17").points = 5  # type: ignore[misc]


@pytest.mark.parametrize("rank", ["19", "17.0", "0", "", "devil 17", "38", "36.50"])
def test_no_card_of_that_rank(rank: str) -> None:
    with pytest.raises(NotationError, match=r"ranks are 1 to 37 without 19"):
        card(rank)
