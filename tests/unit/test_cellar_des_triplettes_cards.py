"""Cellar des Triplettes: the card table, the deck of a game, options and names."""

from __future__ import annotations

import csv
import dataclasses
import importlib.resources
from typing import Any

import pytest

import cardgames
from cardgames import NotationError, OptionError
from cardgames.cellar_des_triplettes import CARDS, Card, CellarDesTriplettes, Options, card

from .cellar_positions import FIVE, FOUR, THREE

EURO = ["0.2", *(str(euro) for euro in range(3, 24))]

# --- Cards ---


def shipped_table() -> list[dict[str, str]]:
    file = importlib.resources.files("cardgames") / "data" / "cellar_des_triplettes_cards.csv"
    return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))


def test_cards_are_those_of_the_shipped_table() -> None:
    """Page: type index 0 is the empty bottle, else euro - 2; columns as in the table of cards."""
    assert shipped_table() == [
        {
            "euro": c.value,
            "variety": c.variety,
            "colour": c.colour,
            "stars": str(c.stars),
            "copies": "3",
        }
        for c in CARDS
    ]
    assert [c.value for c in CARDS] == EURO
    assert [c.index for c in CARDS] == list(range(22))
    assert isinstance(CARDS, tuple)


# By (euro - 3) mod 7.
VARIETIES = [
    ("Cabernet Sauvignon", "brown"),
    ("Chardonnay", "orange"),
    ("Dornfelder", "yellow"),
    ("Merlot", "red"),
    ("Zinfandel", "green"),
    ("Bordeaux", "violet"),
    ("Portugieser", "blue"),
]


@pytest.mark.parametrize("euro", range(3, 24))
def test_variety_and_stars_follow_from_the_value(euro: int) -> None:
    """Page: variety = (euro - 3) mod 7, stars = 1 + (euro - 3) div 7; money in tenths."""
    c = card(str(euro))
    assert (c.variety, c.colour) == VARIETIES[(euro - 3) % 7]
    assert c.stars == 1 + (euro - 3) // 7
    assert c.tenths == 10 * euro
    assert c.index == euro - 2
    assert str(c) == str(euro)


@pytest.mark.parametrize(
    ("value", "colour", "stars"),
    [
        ("5", "yellow", 1),
        ("12", "yellow", 2),
        ("7", "green", 1),
        ("14", "green", 2),
        ("20", "red", 3),
        ("9", "blue", 1),
        ("16", "blue", 2),
        ("23", "blue", 3),
        ("22", "violet", 3),
    ],
)
def test_cards_of_the_examples(value: str, colour: str, stars: int) -> None:
    """Rulebook, examples: yellow 5 and 12, green 7 and 14, red 20, blue 9, 16, 23."""
    assert (card(value).colour, card(value).stars) == (colour, stars)


def test_the_empty_bottle() -> None:
    """Rulebook, wine bottles: worth 0.2 Euros, no stars."""
    c = card("0.2")
    assert c == Card("0.2", "empty", "none", 0)
    assert (c.tenths, c.index, str(c)) == (2, 0, "0.2")


def test_cards_are_values() -> None:
    """API: cards are typed values."""
    c = card("14")
    assert c == Card(value="14", variety="Zinfandel", colour="green", stars=2)
    assert hash(c) == hash(Card("14", "Zinfandel", "green", 2))
    assert repr(c).startswith("Card(value='14', variety='Zinfandel', colour='green', stars=2")
    assert c is CARDS[12]
    with pytest.raises(dataclasses.FrozenInstanceError):
        c.stars = 3  # type: ignore[misc]


@pytest.mark.parametrize("value", ["2", "24", "0", "0.20", "14.0", " 14", "", "green 14"])
def test_no_card_of_that_value(value: str) -> None:
    with pytest.raises(NotationError):
        card(value)


@pytest.mark.parametrize("value", [14, 0.2, None, b"14"])
def test_a_value_must_be_a_string(value: Any) -> None:
    with pytest.raises(TypeError):
        card(value)


# --- The deck ---


@pytest.mark.parametrize(
    ("game", "wines", "colours"),
    [
        (THREE, 45, {"brown", "orange", "red", "green", "blue"}),
        (FOUR, 54, {"brown", "yellow", "red", "green", "violet", "blue"}),
        (FIVE, 63, {"brown", "orange", "yellow", "red", "green", "violet", "blue"}),
    ],
    ids=["3", "4", "5"],
)
def test_the_cards_in_play(game: CellarDesTriplettes, wines: int, colours: set[str]) -> None:
    """Rulebook, setup: 45, 54, 63 wine cards and 3 empty bottles; which varieties are sorted out.

    Rulebook, wine bottles: of each variety nine cards, three of each kind of bottle.
    """
    assert isinstance(game.deck, tuple)
    assert len(game.deck) == wines + 3
    assert [c.value for c in game.deck[:3]] == ["0.2"] * 3
    assert {c.colour for c in game.deck[3:]} == colours
    assert list(game.deck) == [c for c in CARDS if c.colour in {"none", *colours} for _ in range(3)]
    for colour in colours:
        stars = [c.stars for c in game.deck if c.colour == colour]
        assert stars == [1, 1, 1, 2, 2, 2, 3, 3, 3]


# --- Options ---


def test_defaults() -> None:
    """Page, options: 4 players, 100 rounds."""
    game = CellarDesTriplettes()
    assert game.options == Options(num_players=4, max_rounds=100)
    assert game == CellarDesTriplettes(num_players=4, max_rounds=100)
    assert game.num_players == 4
    assert game.name == "cellar_des_triplettes"
    with pytest.raises(dataclasses.FrozenInstanceError):
        game.options.max_rounds = 5  # type: ignore[misc]


@pytest.mark.parametrize("value", [2, 6, 0, -3, 10**30, "4", 4.0, True, None, [4]])
def test_a_wrong_number_of_players(value: Any) -> None:
    """Page, options: `num_players` 3 to 5."""
    with pytest.raises(OptionError, match=r"^num_players: .*3 to 5") as error:
        CellarDesTriplettes(num_players=value)
    assert error.value.option == "num_players"


@pytest.mark.parametrize("value", [0, 1001, -1, 10**30, "100", 100.0, True, None, [1]])
def test_a_wrong_number_of_rounds(value: Any) -> None:
    """Page, options: `max_rounds` 1 to 1000."""
    with pytest.raises(OptionError, match=r"^max_rounds: .*1 to 1000") as error:
        CellarDesTriplettes(max_rounds=value)
    assert error.value.option == "max_rounds"


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("rounds", [1, 1000])
def test_the_limits_of_the_options_are_allowed(players: int, rounds: int) -> None:
    game = CellarDesTriplettes(num_players=players, max_rounds=rounds)
    assert game.options == Options(players, rounds)
    assert game.new_state(1).view().final_round is (rounds == 1)


def test_an_unknown_option() -> None:
    """API, game: unknown options raise, naming the option and what is allowed."""
    unknown: dict[str, Any] = {"rounds": 5}
    with pytest.raises(OptionError, match=r"^rounds: .*num_players, max_rounds"):
        CellarDesTriplettes(**unknown)
    assert [spec.name for spec in CellarDesTriplettes.option_specs()] == [
        "num_players",
        "max_rounds",
    ]


# --- Names and facts ---

NAMED = [
    (FOUR, "cellar_des_triplettes(num_players=4)", "CellarDesTriplettes(num_players=4)"),
    (THREE, "cellar_des_triplettes(num_players=3)", "CellarDesTriplettes(num_players=3)"),
    (
        CellarDesTriplettes(num_players=5, max_rounds=7),
        "cellar_des_triplettes(num_players=5,max_rounds=7)",
        "CellarDesTriplettes(num_players=5, max_rounds=7)",
    ),
]


@pytest.mark.parametrize(("game", "text", "code"), NAMED, ids=[row[1] for row in NAMED])
def test_names_of_a_game(game: CellarDesTriplettes, text: str, code: str) -> None:
    """API, game: `str(game)` makes it again by `make`; the repr is evaluable."""
    assert str(game) == text
    assert repr(game) == code
    assert cardgames.make(text) == game
    assert eval(code, {"CellarDesTriplettes": CellarDesTriplettes}) == game


def test_made_by_name() -> None:
    """API, game: the same by name; `games()` has it."""
    assert "cellar_des_triplettes" in cardgames.games()
    assert cardgames.make("cellar_des_triplettes", num_players=3) == THREE
    assert cardgames.make("cellar_des_triplettes") == FOUR
    assert cardgames.CellarDesTriplettes is CellarDesTriplettes
    assert hash(cardgames.make("cellar_des_triplettes")) == hash(FOUR)
    assert THREE != FOUR
    assert CellarDesTriplettes(max_rounds=99) != FOUR


@pytest.mark.parametrize(("players", "cards"), [(3, 48), (4, 57), (5, 66)])
@pytest.mark.parametrize("rounds", [1, 7, 100, 1000])
def test_sizes_of_a_game(players: int, cards: int, rounds: int) -> None:
    """Page, bounds: at most 88 legal actions, 14 n max_rounds + cards actions in a game."""
    game = CellarDesTriplettes(num_players=players, max_rounds=rounds)
    assert game.num_actions == 400
    assert game.max_legal_actions == 88
    assert game.max_game_length == 14 * players * rounds + cards
    assert len(game.deck) == cards
