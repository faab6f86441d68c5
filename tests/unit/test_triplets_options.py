"""Triplets: options, what is refused, facts, text and repr, equality and pickling."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import cardgames
from cardgames.errors import OptionError
from cardgames.triplets import Options, Triplets

from .options import TRIPLETS_SETS

# --- Defaults and facts ---


def test_the_defaults() -> None:
    """Page, options: the column of defaults."""
    game = Triplets()
    assert game.options == Options(
        num_players=4, decks=1, lead="any", refill="rule", max_rounds=1000
    )
    assert game.name == "triplets"
    assert "triplets" in cardgames.games()
    assert cardgames.make("triplets") == game


def test_the_order_of_the_options() -> None:
    """Page, options: the table."""
    names = [field.name for field in dataclasses.fields(Options)]
    assert names == ["num_players", "decks", "lead", "refill", "max_rounds"]
    assert [spec.name for spec in Triplets.option_specs()] == names
    assert Triplets(5, 2, "lowest", "round", 7) == Triplets(
        num_players=5, decks=2, lead="lowest", refill="round", max_rounds=7
    )


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("decks", range(1, 5))
def test_what_follows_from_the_options(players: int, decks: int) -> None:
    """Page, actions; options: `max_game_length` = max_rounds x 52 x decks."""
    if decks > 1 and players < 4:
        return
    game = Triplets(num_players=players, decks=decks, max_rounds=30)
    assert game.num_players == players
    assert game.num_actions == 26
    assert game.max_legal_actions == 5
    assert game.max_game_length == 30 * 52 * decks
    assert game.max_score == 52 * decks
    assert 0 < game.state_size < 640


def test_the_longest_game() -> None:
    assert Triplets().max_game_length == 52_000
    assert Triplets(decks=4, max_rounds=100_000).max_game_length == 100_000 * 208


@pytest.mark.parametrize("rounds", [1, 2, 5000, 99_999, 100_000])
def test_max_rounds_from_1_to_100000(rounds: int) -> None:
    """Page, options."""
    assert Triplets(max_rounds=rounds).options.max_rounds == rounds


# --- What is refused ---

IMPOSSIBLE: list[tuple[dict[str, Any], str, str]] = [
    *(
        ({"num_players": value}, "num_players", "from 2 to 10")
        for value in (0, 1, 11, -4, 10**30, "4", 4.0, True, None, [4])
    ),
    *(
        ({"decks": value}, "decks", "from 1 to 4")
        for value in (0, 5, -1, 10**30, "1", 1.0, True, None)
    ),
    # More than one only with 4 or more players.
    *(
        ({"num_players": players, "decks": decks}, "decks", "4")
        for players in (2, 3)
        for decks in (2, 3, 4)
    ),
    *(
        ({"lead": value}, "lead", "'any' or 'lowest'")
        for value in ("", "Any", "highest", "any ", 1, None, True, b"any", ["any"])
    ),
    *(
        ({"refill": value}, "refill", "'rule' or 'round'")
        for value in ("", "Rule", "rules", " round", 1, None, False, b"rule", ["rule"])
    ),
    *(
        ({"max_rounds": value}, "max_rounds", "from 1 to 100000")
        for value in (0, 100_001, -1, 10**30, "8", 8.0, True, None)
    ),
    ({"rounds": 8}, "rounds", "num_players, decks, lead, refill, max_rounds"),
    ({"Decks": 1}, "Decks", "no option of triplets"),
]


@pytest.mark.parametrize(
    ("options", "name", "allowed"),
    IMPOSSIBLE,
    ids=[", ".join(f"{k}={v!r}" for k, v in case[0].items())[:50] for case in IMPOSSIBLE],
)
def test_impossible_options_are_refused(options: dict[str, Any], name: str, allowed: str) -> None:
    """API, game: `ValueError` naming the option and what is allowed; page, options."""
    builds: list[Callable[..., object]] = [Triplets, partial(cardgames.make, "triplets")]
    for build in builds:
        with pytest.raises(OptionError, match=f"^{name}: ") as error:
            build(**options)
        assert error.value.option == name
        assert isinstance(error.value, ValueError)
        assert allowed in str(error.value)
        assert len(str(error.value)) < 300


def test_several_decks_need_four_players() -> None:
    """Page, options; rulebook, Game Setup 1."""
    for players in range(4, 11):
        for decks in range(1, 5):
            assert Triplets(num_players=players, decks=decks).options.decks == decks


# --- Text, equality, pickling ---


@pytest.mark.parametrize(
    ("game", "text", "shown"),
    [
        (Triplets(), "triplets(num_players=4)", "Triplets(num_players=4)"),
        (Triplets(num_players=2), "triplets(num_players=2)", "Triplets(num_players=2)"),
        (
            Triplets(num_players=4, decks=2, lead="lowest"),
            "triplets(num_players=4,decks=2,lead=lowest)",
            "Triplets(num_players=4, decks=2, lead='lowest')",
        ),
        (
            Triplets(num_players=10, decks=4, lead="lowest", refill="round", max_rounds=5000),
            "triplets(num_players=10,decks=4,lead=lowest,refill=round,max_rounds=5000)",
            "Triplets(num_players=10, decks=4, lead='lowest', refill='round', max_rounds=5000)",
        ),
        (
            Triplets(num_players=3, max_rounds=7),
            "triplets(num_players=3,max_rounds=7)",
            "Triplets(num_players=3, max_rounds=7)",
        ),
    ],
)
def test_texts(game: Triplets, text: str, shown: str) -> None:
    """API, game: what differs from the defaults is shown, and gives the game back."""
    assert str(game) == text
    assert repr(game) == shown
    assert cardgames.make(text) == game
    assert eval(shown, {"Triplets": Triplets}) == game


@pytest.mark.parametrize("game", TRIPLETS_SETS, ids=str)
def test_games_are_values(game: Triplets) -> None:
    """API, game: games compare and hash by value, pickle, and have an evaluable repr."""
    twin = Triplets(**dataclasses.asdict(game.options))
    assert twin == game
    assert hash(twin) == hash(game)
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        assert other.new_state(1) == game.new_state(1)
    assert eval(repr(game), {"Triplets": Triplets}) == game
    assert cardgames.make(str(game)) == game


def test_every_option_makes_another_game() -> None:
    changes: list[dict[str, Any]] = [
        {},
        {"num_players": 5},
        {"decks": 2},
        {"lead": "lowest"},
        {"refill": "round"},
        {"max_rounds": 999},
    ]
    games = [Triplets(**change) for change in changes]
    assert len(set(games)) == 6
    assert len({game.new_state(1).hash64 for game in games}) == 6


def test_options_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Triplets().options.decks = 2  # type: ignore[misc]
