"""Wine Cellar: options, what is refused, text and repr, equality and pickling, with any deck."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import cardgames
from cardgames import InvalidStateError
from cardgames.errors import CardGamesError, OptionError
from cardgames.wine_cellar import Options, WineCellar, WineDeck
from cardgames.wine_deck import Bottle, Client

from .any_game import full
from .wine_decks import EXAMPLE, deck
from .wine_positions import ALL_GAMES, make

OTHER = WineCellar(num_players=2, deck=EXAMPLE)
# A deck that is equal to the example, but made anew.
TWIN = WineDeck(bottles=EXAMPLE.bottles, clients=EXAMPLE.clients)


# --- Defaults and facts ---


def test_the_defaults() -> None:
    """Page, options: 4 players, 1 game, set A, the stand-in deck."""
    game = WineCellar()
    assert game.options == Options(4, 1, "A", WineDeck.standard())
    assert game == WineCellar(num_players=4, games=1, client_set="A", deck=None)
    assert game == WineCellar(deck=WineDeck.standard())
    assert game.name == "wine_cellar"
    assert "wine_cellar" in cardgames.games()


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_lengths_and_most_legal_actions(game: WineCellar) -> None:
    """Page, a game: 17 x players x games actions; at most max(8, 2 x players) are legal at once."""
    n = game.num_players
    assert game.max_game_length == 17 * n * game.options.games
    assert game.max_legal_actions == max(8, 2 * n)


@pytest.mark.parametrize(
    ("players", "most"), [(1, 18), (2, 18), (3, 27), (4, 36), (5, 45), (6, 54), (7, 63), (8, 72)]
)
def test_bottles_in_play(players: int, most: int) -> None:
    """Rulebook, setup: 1-18 for one or two players, then nine more with each player."""
    for games in (1, 3) if players > 1 else (1,):
        game = WineCellar(num_players=players, games=games)
        assert [bottle.number for bottle in game.bottles] == list(range(1, most + 1))


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        ({"num_players": 1}, range(1, 31)),
        ({"num_players": 2}, range(1, 31)),
        ({"num_players": 8}, range(1, 31)),
        ({"num_players": 2, "games": 3}, range(1, 16)),
        ({"num_players": 3, "games": 3, "client_set": "A"}, range(1, 16)),
        ({"num_players": 2, "games": 3, "client_set": "B"}, range(16, 31)),
        ({"num_players": 3, "games": 3, "client_set": "B"}, range(16, 31)),
        ({"num_players": 4, "games": 3}, range(1, 31)),
    ],
)
def test_clients_in_use(options: dict[str, Any], ids: range) -> None:
    """Rulebook, advanced: a set with 2 or 3 players, else all clients; page, options."""
    assert [client.id for client in WineCellar(**options).clients] == list(ids)


# --- What is refused ---


NO_DECKS: tuple[Any, ...] = ("", "standard", 1, [], {}, ("a", "b"))
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    *(({"num_players": value}, "num_players") for value in (0, 9, -1, "4", 4.0, True, None)),
    *(({"games": value}, "games") for value in (0, 2, 4, -3, "3", 3.0, True, None)),
    ({"num_players": 1, "games": 3}, "games"),
    *(({"num_players": 2, "games": 3, "client_set": v}, "client_set") for v in ("C", "", "a")),
    *(({"num_players": 2, "games": 3, "client_set": v}, "client_set") for v in (1, None, b"A")),
    # Only the advanced variant with 2 or 3 players uses a set.
    ({"client_set": "B"}, "client_set"),
    ({"num_players": 2, "client_set": "B"}, "client_set"),
    ({"num_players": 1, "client_set": "B"}, "client_set"),
    ({"num_players": 4, "games": 3, "client_set": "B"}, "client_set"),
    ({"num_players": 8, "games": 3, "client_set": "B"}, "client_set"),
    *(({"deck": value}, "deck") for value in NO_DECKS),
    ({"rounds": 8}, "rounds"),
    ({"players": 4}, "players"),
]


@pytest.mark.parametrize(("options", "name"), IMPOSSIBLE)
def test_impossible_options_are_refused(options: dict[str, Any], name: str) -> None:
    """API, game: `ValueError` naming the option and what is allowed; page, options."""
    with pytest.raises(OptionError) as error:
        WineCellar(**options)
    assert error.value.option == name
    assert isinstance(error.value, ValueError)
    assert str(error.value).startswith(f"{name}: ")


def test_unknown_options_say_which_there_are() -> None:
    with pytest.raises(OptionError, match="num_players, games, client_set, deck"):
        cardgames.make("wine_cellar", cards=7)


@pytest.mark.parametrize("players", range(1, 9))
def test_a_deck_needs_two_clients_a_player(players: int) -> None:
    """Page: the clients in use are at least 2 x num_players (`ValueError` naming `deck`)."""
    enough = deck(count=2 * players)
    assert len(WineCellar(num_players=players, deck=enough).clients) == 2 * players
    with pytest.raises(OptionError, match=rf"^deck: .*{2 * players}"):
        WineCellar(num_players=players, deck=deck(count=2 * players - 1))


def test_a_set_needs_two_clients_a_player() -> None:
    """Page: only the clients in use count; here set B has five, set A fifteen."""
    few = deck(count=20)
    assert len(WineCellar(num_players=2, games=3, client_set="B", deck=few).clients) == 5
    with pytest.raises(OptionError, match=r"^deck: "):
        WineCellar(num_players=3, games=3, client_set="B", deck=few)
    assert len(WineCellar(num_players=3, games=3, deck=few).clients) == 15
    assert len(WineCellar(num_players=3, deck=few).clients) == 20


def test_clients_of_no_set_are_used_by_games_without_sets_only() -> None:
    """Page: sets `A`/`B` or empty; only the advanced variant with 2-3 players uses a set."""
    plain = deck(
        client_texts={
            k: "- Red 1 White 1 1 | Nowhere" if k > 4 else "A Red 1 White 1 1 | Nowhere"
            for k in range(1, 9)
        },
        count=8,
    )
    assert len(WineCellar(num_players=4, games=3, deck=plain).clients) == 8
    game = WineCellar(num_players=2, games=3, deck=plain)
    assert [client.id for client in game.clients] == [1, 2, 3, 4]
    with pytest.raises(OptionError, match=r"^deck: .* 0 clients"):
        WineCellar(num_players=2, games=3, client_set="B", deck=plain)


# --- Text ---


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (WineCellar(), "wine_cellar(num_players=4)"),
        (WineCellar(num_players=1), "wine_cellar(num_players=1)"),
        (WineCellar(num_players=2, games=3), "wine_cellar(num_players=2,games=3)"),
        (
            WineCellar(num_players=3, games=3, client_set="B"),
            "wine_cellar(num_players=3,games=3,client_set=B)",
        ),
        (OTHER, f"wine_cellar(num_players=2,deck={EXAMPLE.content_hash})"),
        (
            WineCellar(num_players=4, games=3, deck=EXAMPLE),
            f"wine_cellar(num_players=4,games=3,deck={EXAMPLE.content_hash})",
        ),
    ],
)
def test_the_text_of_a_game(game: WineCellar, text: str) -> None:
    """API, game: `str(game)`; page, options: another deck by its content hash."""
    assert str(game) == text


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_make_gives_a_game_back(game: WineCellar) -> None:
    """API, game: `make(str(game))`, and an evaluable repr."""
    assert cardgames.make(str(game)) == game
    assert eval(repr(game), {"WineCellar": WineCellar}) == game


def test_make_takes_a_deck() -> None:
    assert cardgames.make("wine_cellar", num_players=2, deck=EXAMPLE) == OTHER
    assert cardgames.make("wine_cellar(num_players=2)") == WineCellar(num_players=2)


@pytest.mark.parametrize(
    "text",
    [
        str(OTHER),
        "wine_cellar(deck=standard)",
        # Some hashes are all digits.
        "wine_cellar(num_players=2,deck=1234567890123456)",
    ],
)
def test_make_refuses_a_deck_in_words_with_a_hint(text: str) -> None:
    """Page: `deck=<content hash>` (which `make` refuses with a hint to pass `deck=`)."""
    with pytest.raises(CardGamesError, match="deck") as error:
        cardgames.make(text)
    assert isinstance(error.value, ValueError)
    assert "deck=" in str(error.value).split("deck", 1)[1]


def test_the_repr_holds_the_deck_whole() -> None:
    """Page, options: repr holds it whole; API: it is evaluable."""
    names = {"WineCellar": WineCellar, "WineDeck": WineDeck, "Bottle": Bottle, "Client": Client}
    again = eval(repr(OTHER), names)
    assert again == OTHER
    assert again.options.deck == EXAMPLE
    assert "Sparkling" in repr(OTHER)
    assert eval(repr(WineDeck.standard()), names) == WineDeck.standard()


# --- Values ---


def test_games_compare_by_their_decks() -> None:
    """API, game: games compare and hash by value; page: equal decks."""
    twin = WineCellar(num_players=2, deck=TWIN)
    assert TWIN is not EXAMPLE
    assert twin == OTHER
    assert hash(twin) == hash(OTHER)
    assert WineCellar(num_players=2) != OTHER
    assert WineCellar(num_players=2, deck=deck({1: "Red Nowhere 1"})) != OTHER
    assert len({OTHER, twin, WineCellar(num_players=2), WineCellar(num_players=3)}) == 3


def test_a_deck_equal_to_the_standard_one_is_the_standard_one() -> None:
    """Page, options."""
    standard = WineDeck.standard()
    same = WineDeck(bottles=standard.bottles[::-1], clients=standard.clients[::-1])
    game = WineCellar(deck=same)
    assert game == WineCellar()
    assert str(game) == "wine_cellar(num_players=4)"
    assert repr(game) == "WineCellar(num_players=4)"
    assert game.position_options()["deck"] == "standard"
    assert game.new_state(5) == WineCellar().new_state(5)


@pytest.mark.parametrize("game", [*ALL_GAMES, OTHER], ids=str)
def test_games_are_pickled_and_copied(game: WineCellar) -> None:
    """API, game: games pickle."""
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.options == game.options
    assert again.new_state(3) == game.new_state(3)
    assert copy.copy(game) == game
    assert copy.deepcopy(game) == game


def test_states_with_another_deck_are_pickled_and_saved() -> None:
    state = make(OTHER, round_=3, bids={0: 4})
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.game == OTHER
    assert OTHER.state_from_bytes(state.to_bytes()) == state
    assert WineCellar(num_players=2, deck=TWIN).state_from_bytes(state.to_bytes()) == state


def test_games_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        OTHER.num_players = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        OTHER.options.games = 3  # type: ignore[misc]


def test_positions_and_bytes_of_another_deck_are_refused() -> None:
    """Page, options: positions and bytes of another deck are refused."""
    standard = WineCellar(num_players=2)
    one = OTHER.new_state(1)
    other = standard.new_state(1)
    assert full(one)["options"] == {
        "num_players": 2,
        "games": 1,
        "client_set": "A",
        "deck": EXAMPLE.content_hash,
    }
    assert full(other)["options"]["deck"] == "standard"
    for game, state in ((standard, one), (OTHER, other)):
        with pytest.raises(InvalidStateError, match=r"^options: deck"):
            game.state_from_dict(full(state))
        with pytest.raises(InvalidStateError):
            game.state_from_bytes(state.to_bytes())
    assert one != other
