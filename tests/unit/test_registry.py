"""Games by name and text, and what the package offers."""

from __future__ import annotations

import os.path
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import cardgames
from cardgames import (
    BottleImp,
    CellarDesTriplettes,
    Game,
    InvalidStateError,
    NotationError,
    OptionError,
    Triplets,
    WineCellar,
    WineDeck,
    games,
    make,
)


def test_names_of_the_games() -> None:
    """API, game: `cardgames.games()` gives the names."""
    assert games() == ("bottle_imp", "cellar_des_triplettes", "wine_cellar", "triplets")
    for name in games():
        assert make(name).name == name


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("bottle_imp", BottleImp()),
        ("bottle_imp()", BottleImp()),
        ("bottle_imp(num_players=4,rounds=8)", BottleImp(num_players=4, rounds=8)),
        ("bottle_imp(rounds=2)", BottleImp(rounds=2)),
        ("bottle_imp( num_players = 4 , teams = 2-2 )", BottleImp(teams="2-2")),
        (" bottle_imp (num_players=4)\n", BottleImp()),
        (
            "bottle_imp(teams='2-1-1',rotate_teams=True)",
            BottleImp(teams="2-1-1", rotate_teams=True),
        ),
        ('bottle_imp(teams="2-2")', BottleImp(teams="2-2")),
        ("bottle_imp(teams=None,rotate_teams=False)", BottleImp()),
        ("bottle_imp(num_players=2,devil_cards=2)", BottleImp(num_players=2, devil_cards=2)),
        ("cellar_des_triplettes", CellarDesTriplettes()),
        ("cellar_des_triplettes()", CellarDesTriplettes()),
        ("cellar_des_triplettes(num_players=4)", CellarDesTriplettes()),
        ("cellar_des_triplettes(num_players=4,max_rounds=100)", CellarDesTriplettes()),
        ("cellar_des_triplettes( max_rounds = 3 )", CellarDesTriplettes(max_rounds=3)),
        (" cellar_des_triplettes (num_players=5)\n", CellarDesTriplettes(num_players=5)),
        ("triplets", Triplets()),
        ("triplets()", Triplets()),
        ("triplets(num_players=4)", Triplets()),
        (
            "triplets(num_players=4,decks=1,lead=any,refill=rule,max_rounds=1000)",
            Triplets(),
        ),
        ("triplets( decks = 2 , lead = 'lowest' )", Triplets(decks=2, lead="lowest")),
        (' triplets (num_players=10,refill="round")\n', Triplets(10, refill="round")),
        ("wine_cellar", WineCellar()),
        ("wine_cellar()", WineCellar()),
        ("wine_cellar(num_players=4,games=1,client_set=A)", WineCellar()),
        ("wine_cellar(deck=None)", WineCellar()),
        ("wine_cellar(num_players=2, games=3, client_set='B')", WineCellar(2, 3, "B")),
        (" wine_cellar (num_players=1)\n", WineCellar(num_players=1)),
    ],
)
def test_games_from_texts(text: str, game: Game[Any]) -> None:
    """API, game: the same from one string."""
    assert make(text) == game


def test_games_by_name_and_keywords() -> None:
    """API, game: the same by name."""
    assert make("bottle_imp", num_players=3, rounds=2) == BottleImp(num_players=3, rounds=2)
    assert make("bottle_imp(num_players=3)", rounds=2) == BottleImp(num_players=3, rounds=2)
    assert make("wine_cellar", num_players=3, games=3) == WineCellar(3, 3)
    assert make("wine_cellar", deck=WineDeck.standard()) == WineCellar()
    assert make("cellar_des_triplettes", num_players=3, max_rounds=2) == CellarDesTriplettes(3, 2)
    assert make("cellar_des_triplettes(num_players=3)", max_rounds=2) == CellarDesTriplettes(3, 2)
    assert make("triplets", num_players=5, decks=3) == Triplets(5, 3)
    assert make("triplets(num_players=5)", lead="lowest", max_rounds=9) == Triplets(
        5, lead="lowest", max_rounds=9
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "bottle",
        "bottle_imp2",
        "Bottle_imp",
        "BottleImp",
        "bottle imp",
        "bottle_imp(",
        "bottle_imp)",
        "bottle_imp(num_players)",
        "bottle_imp(num_players=)",
        "bottle_imp(4)",
        "bottle_imp(num_players=4,)",
        "bottle_imp(,num_players=4)",
        "bottle_imp(num_players=4;rounds=2)",
        "bottle_imp(num_players=4)(rounds=2)",
        "bottle_imp(num_players=(4))",
        "bottle_imp(num_players=[4])",
        "bottle_imp(teams='2-2)",
        "bottle_imp(num_players==4)",
        "wine",
        "cellar",
        "CellarDesTriplettes",
        "cellar_des_triplettes(",
        "cellar_des_triplettes(4)",
        "cellar_des_triplettes(num_players)",
        "triplet",
        "Triplets",
        "triplets(",
        "triplets(4)",
        "triplets(lead)",
        "triplets(lead='any)",
        "__import__('os')",
        "bottle_imp(num_players=4)" + " " * 2000,
        "(" * 5000,
    ],
    ids=lambda text: repr(text[:36]),
)
def test_texts_that_are_no_games(text: str) -> None:
    """API, errors: bad input raises a typed error that says what would be right."""
    with pytest.raises(NotationError) as error:
        make(text)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("bottle_imp(num_players=7)", "num_players"),
        ("bottle_imp(num_players=four)", "num_players"),
        ("bottle_imp(num_players=4.0)", "num_players"),
        ("bottle_imp(num_players=99999999999999999999999999999999)", "num_players"),
        ("bottle_imp(num_players=None)", "num_players"),
        ("bottle_imp(rounds=True)", "rounds"),
        ("bottle_imp(rotate_teams=true,teams=2-2)", "rotate_teams"),
        ("bottle_imp(teams=2-2-2)", "teams"),
        ("bottle_imp(jokers=1)", "jokers"),
        ("bottle_imp(rounds=1,rounds=1)", "rounds"),
        ("cellar_des_triplettes(num_players=2)", "num_players"),
        ("cellar_des_triplettes(num_players=6)", "num_players"),
        ("cellar_des_triplettes(max_rounds=0)", "max_rounds"),
        ("cellar_des_triplettes(max_rounds=1001)", "max_rounds"),
        ("cellar_des_triplettes(max_rounds=1e2)", "max_rounds"),
        ("cellar_des_triplettes(max_rounds=None)", "max_rounds"),
        ("cellar_des_triplettes(rounds=8)", "rounds"),
        ("cellar_des_triplettes(max_rounds=1,max_rounds=1)", "max_rounds"),
        ("triplets(num_players=1)", "num_players"),
        ("triplets(num_players=11)", "num_players"),
        ("triplets(decks=0)", "decks"),
        ("triplets(decks=5)", "decks"),
        ("triplets(num_players=3,decks=2)", "decks"),
        ("triplets(lead=first)", "lead"),
        ("triplets(lead=None)", "lead"),
        ("triplets(lead=1)", "lead"),
        ("triplets(refill=any)", "refill"),
        ("triplets(refill=True)", "refill"),
        ("triplets(max_rounds=0)", "max_rounds"),
        ("triplets(max_rounds=100001)", "max_rounds"),
        ("triplets(max_rounds=1e2)", "max_rounds"),
        ("triplets(rounds=8)", "rounds"),
        ("triplets(decks=1,decks=1)", "decks"),
        ("wine_cellar(num_players=0)", "num_players"),
        ("wine_cellar(num_players=9)", "num_players"),
        ("wine_cellar(games=2)", "games"),
        ("wine_cellar(games=3,num_players=1)", "games"),
        ("wine_cellar(client_set=B)", "client_set"),
        ("wine_cellar(client_set=C,games=3,num_players=2)", "client_set"),
        ("wine_cellar(client_set=None)", "client_set"),
        ("wine_cellar(deck=standard)", "deck"),
        ("wine_cellar(deck=0123456789abcdef)", "deck"),
        ("wine_cellar(deck=0123456789012345)", "deck"),
        ("wine_cellar(rounds=8)", "rounds"),
    ],
)
def test_texts_with_options_that_are_not_allowed(text: str, option: str) -> None:
    """API, game: a `ValueError` that names the option."""
    with pytest.raises(OptionError, match=f"^{option}: ") as error:
        make(text)
    assert error.value.option == option


def test_an_option_cannot_be_given_twice() -> None:
    with pytest.raises(OptionError, match=r"^rounds: is given twice"):
        make("bottle_imp(rounds=1)", rounds=1)


@pytest.mark.parametrize("text", [None, 4, b"bottle_imp", BottleImp, ["bottle_imp"]])
def test_a_game_is_named_by_a_string(text: Any) -> None:
    with pytest.raises(TypeError, match="the name or text of a game must be a str"):
        make(text)


def test_no_such_game_names_the_games() -> None:
    names = "the games are bottle_imp, cellar_des_triplettes, wine_cellar, triplets"
    with pytest.raises(NotationError, match=f"no game 'chess'; {names}"):
        make("chess")


@pytest.mark.parametrize(
    "game",
    [
        BottleImp(num_players=5, teams="2-2-1", rotate_teams=True, rounds=3),
        CellarDesTriplettes(num_players=5, max_rounds=3),
        Triplets(num_players=5, decks=2, lead="lowest", refill="round", max_rounds=3),
        WineCellar(num_players=3, games=3, client_set="B"),
    ],
    ids=str,
)
def test_a_state_from_bytes_brings_its_game(game: Game[Any]) -> None:
    """API, state: `from_bytes`; the bytes say which game they belong to."""
    state = game.new_state(5)
    for read in (cardgames.state_from_bytes, cardgames.State.from_bytes, game.state_from_bytes):
        again = read(state.to_bytes())
        assert again == state
        assert again.game == game
        assert again.seed == 5


def all_digits() -> WineDeck:
    """A deck whose content hash, 7590516765369994, can be taken for a number."""
    cards = WineDeck.standard()
    odd = replace(cards.bottle(1), country="Greece", ages=(2, 2, 4, 5, 5, 8, 6, 7))
    return WineDeck([odd, *cards.bottles[1:]], cards.clients)


def one_blank() -> WineDeck:
    cards = WineDeck.standard()
    odd = replace(cards.bottle(1), ages=(0,) * 8)
    return WineDeck([odd, *cards.bottles[1:]], cards.clients)


@pytest.mark.parametrize("make_deck", [one_blank, all_digits], ids=["hex", "digits only"])
def test_a_game_with_a_deck_of_its_own_is_not_made_from_text(
    make_deck: Callable[[], WineDeck],
) -> None:
    """Page, specification of Wine Cellar: `make` refuses the hash with a hint to pass `deck=`."""
    game = WineCellar(num_players=3, deck=make_deck())
    assert str(game) == f"wine_cellar(num_players=3,deck={game.options.deck.content_hash})"
    with pytest.raises(OptionError, match=r"^deck: .*deck=WineDeck.from_csv") as error:
        make(str(game))
    assert error.value.option == "deck"
    state = game.new_state(5)
    assert game.state_from_bytes(state.to_bytes()) == state
    for read in (cardgames.state_from_bytes, cardgames.State.from_bytes):
        with pytest.raises(InvalidStateError, match=game.options.deck.content_hash):
            read(state.to_bytes())


@pytest.mark.parametrize("data", [b"", b"CGST", b"x" * 400, b"\x00" * 400, b"CGST" + b"\x01" * 396])
def test_bytes_that_are_no_state(data: bytes) -> None:
    for read in (cardgames.state_from_bytes, cardgames.State.from_bytes):
        with pytest.raises(InvalidStateError):
            read(data)


@pytest.mark.parametrize("data", [None, "text", 5, ["bytes"]])
def test_a_saved_state_is_bytes(data: Any) -> None:
    for read in (cardgames.state_from_bytes, cardgames.State.from_bytes):
        with pytest.raises(TypeError, match="a saved state must be bytes"):
            read(data)


def test_the_package() -> None:
    """Issue: version 0.1.0; API, native access: the header's folder."""
    assert cardgames.__version__ == "0.1.0"
    assert os.path.isfile(os.path.join(cardgames.get_include(), "cardgames.h"))
    for name in cardgames.__all__:
        assert hasattr(cardgames, name)
