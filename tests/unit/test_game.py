"""Games: options, facts, value semantics, text, seeds, random games."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import cardgames
from cardgames import (
    SPECTATOR,
    BottleImp,
    CardGamesError,
    CellarDesTriplettes,
    Game,
    OptionError,
    Triplets,
    WineCellar,
    WineDeck,
    cellar_des_triplettes,
    triplets,
    wine_cellar,
)
from cardgames.bottle_imp import Options

from .options import BOTTLE_IMP_SETS, CELLAR_SETS, OPTION_SETS, TRIPLETS_SETS, WINE_SETS

FOUR = BottleImp(num_players=4)
WINES = CellarDesTriplettes(num_players=4)
BIDS = WineCellar(num_players=4)
RANKED = Triplets(num_players=4)
EACH: tuple[Game[Any], ...] = (FOUR, WINES, BIDS, RANKED)

each_game = pytest.mark.parametrize("game", EACH, ids=lambda game: game.name)


# --- Options ---


@pytest.mark.parametrize(
    ("players", "rounds", "bottles"), [(2, 6, 1), (3, 9, 1), (4, 8, 1), (5, 5, 2), (6, 6, 2)]
)
def test_defaults(players: int, rounds: int, bottles: int) -> None:
    """Page, options: the column of defaults."""
    assert BottleImp(num_players=players).options == Options(
        num_players=players,
        rounds=rounds,
        bottles=bottles,
        teams=None,
        rotate_teams=False,
        devil_cards=1,
    )


@each_game
def test_four_players_unless_said(game: Game[Any]) -> None:
    """Pages, options: `num_players` is 4."""
    assert type(game)() == cardgames.make(game.name) == game
    assert type(game)().num_players == 4


@pytest.mark.parametrize("players", [3, 4, 5])
def test_defaults_of_the_cellar(players: int) -> None:
    """Page, options: the column of defaults."""
    assert CellarDesTriplettes(num_players=players).options == cellar_des_triplettes.Options(
        num_players=players, max_rounds=100
    )


@pytest.mark.parametrize("players", range(2, 11))
def test_defaults_of_triplets(players: int) -> None:
    """Page, options: the column of defaults."""
    assert Triplets(num_players=players).options == triplets.Options(
        num_players=players, decks=1, lead="any", refill="rule", max_rounds=1000
    )


@pytest.mark.parametrize("players", range(1, 9))
def test_defaults_of_wine_cellar(players: int) -> None:
    """Page, options: the column of defaults."""
    assert WineCellar(num_players=players).options == wine_cellar.Options(
        num_players=players, games=1, client_set="A", deck=WineDeck.standard()
    )


@pytest.mark.parametrize(
    ("players", "mode"), [(4, "2-2"), (4, "2-1-1"), (5, "2-2-1"), (6, "2-2-2"), (6, "2-2-1-1")]
)
def test_teams_have_one_bottle_unless_said(players: int, mode: str) -> None:
    """Page, options: 2 bottles with 5-6 players and no teams, else 1; 2 with teams if asked for."""
    game = BottleImp(num_players=players, teams=mode)
    assert game.options.bottles == 1
    assert game.options.teams == mode
    if players > 4:
        assert BottleImp(num_players=players, teams=mode, bottles=2).options.bottles == 2


@pytest.mark.parametrize("rounds", [1, 2, 99, 100])
def test_rounds_from_1_to_100(rounds: int) -> None:
    """Page, options: `rounds` 1..100."""
    assert BottleImp(rounds=rounds).options.rounds == rounds


@pytest.mark.parametrize("rounds", [1, 2, 999, 1000])
def test_max_rounds_from_1_to_1000(rounds: int) -> None:
    """Page, options: `max_rounds` 1..1000."""
    assert CellarDesTriplettes(max_rounds=rounds).options.max_rounds == rounds


def test_every_option_set_is_allowed() -> None:
    """Page of Bottle Imp, options: 24 sets of the options other than `rounds`."""
    assert len(set(BOTTLE_IMP_SETS)) == 24
    assert len(set(OPTION_SETS)) == sum(
        map(len, (BOTTLE_IMP_SETS, CELLAR_SETS, WINE_SETS, TRIPLETS_SETS))
    )
    for game in OPTION_SETS:
        assert type(game)(**dataclasses.asdict(game.options)) == game


# For four players; the first are those of other numbers.
NO_MODES: list[Any] = [
    "2-2-1",
    "2-2-2",
    "2-2-1-1",
    "3-1",
    "1-1-2",
    "2-2 ",
    "",
    "None",
    22,
    True,
    [],
]

BAD_OPTIONS: list[tuple[dict[str, Any], str, str]] = [
    *(
        ({"num_players": value}, "num_players", "from 2 to 6")
        for value in (1, 7, 0, -4, 10**30, "4", 4.0, None, True, [4])
    ),
    *(
        ({"rounds": value}, "rounds", "from 1 to 100")
        for value in (0, 101, -1, 10**30, "8", 8.0, True, [8])
    ),
    *(
        ({"num_players": 5, "bottles": value}, "bottles", "from 1 to 2")
        for value in (0, 3, -1, "1", 1.0, True)
    ),
    *(
        ({"num_players": players, "bottles": 2}, "bottles", "2 needs 5 or 6 players")
        for players in (2, 3, 4)
    ),
    *(
        ({"num_players": players, "teams": mode}, "teams", "must be None with")
        for players in (2, 3)
        for mode in ("2-2", "2-1-1", "1-1", "")
    ),
    *(
        ({"num_players": 4, "teams": mode}, "teams", "'2-2' or '2-1-1' with 4 players")
        for mode in NO_MODES
    ),
    *(
        ({"num_players": 5, "teams": mode}, "teams", "'2-2-1' with 5 players")
        for mode in ("2-2", "2-1-1", "2-2-2", "2-2-1-1", "2-1-2")
    ),
    *(
        ({"num_players": 6, "teams": mode}, "teams", "'2-2-2' or '2-2-1-1' with 6 players")
        for mode in ("2-2", "2-2-1", "2-1-1", "3-3")
    ),
    *(
        ({"rotate_teams": value, "teams": "2-1-1"}, "rotate_teams", "True or False")
        for value in (1, 0, "yes", None)
    ),
    *(
        ({"num_players": players, "rotate_teams": True}, "rotate_teams", "False without teams")
        for players in (2, 3, 4, 5, 6)
    ),
    *(
        ({"num_players": 2, "devil_cards": value}, "devil_cards", "from 1 to 2")
        for value in (0, 3, -1, "1", 1.0, None, True)
    ),
    *(
        ({"num_players": players, "devil_cards": 2}, "devil_cards", "2 needs 2 players")
        for players in (3, 4, 5, 6)
    ),
    ({"jokers": 2}, "jokers", "its options are num_players, rounds, bottles, teams"),
    ({"Rounds": 2}, "Rounds", "no option of bottle_imp"),
]


@pytest.mark.parametrize(
    ("options", "name", "allowed"),
    BAD_OPTIONS,
    ids=[", ".join(f"{k}={v!r}" for k, v in case[0].items())[:50] for case in BAD_OPTIONS],
)
def test_options_that_are_not_allowed(options: dict[str, Any], name: str, allowed: str) -> None:
    """API, game: a `ValueError` that names the option and what is allowed."""
    check_option_is_refused(BottleImp, options, name, allowed)


def check_option_is_refused(
    cls: type[Game[Any]], options: dict[str, Any], name: str, allowed: str
) -> None:
    builds: list[Callable[..., object]] = [cls, partial(cardgames.make, cls.name)]
    for build in builds:
        with pytest.raises(OptionError, match=f"^{name}: ") as error:
            build(**options)
        assert error.value.option == name
        assert allowed in str(error.value)
        assert isinstance(error.value, ValueError)
        assert len(str(error.value)) < 300


BAD_CELLAR_OPTIONS: list[tuple[dict[str, Any], str, str]] = [
    *(
        ({"num_players": value}, "num_players", "from 3 to 5")
        for value in (1, 2, 6, 0, -4, 10**30, "4", 4.0, None, True, [4])
    ),
    *(
        ({"max_rounds": value}, "max_rounds", "from 1 to 1000")
        for value in (0, 1001, -1, 10**30, "8", 8.0, None, True, [8])
    ),
    ({"rounds": 2}, "rounds", "its options are num_players, max_rounds"),
    ({"Max_rounds": 2}, "Max_rounds", "no option of cellar_des_triplettes"),
]


@pytest.mark.parametrize(
    ("options", "name", "allowed"),
    BAD_CELLAR_OPTIONS,
    ids=[", ".join(f"{k}={v!r}" for k, v in case[0].items())[:50] for case in BAD_CELLAR_OPTIONS],
)
def test_options_that_are_not_allowed_in_the_cellar(
    options: dict[str, Any], name: str, allowed: str
) -> None:
    """API, game: a `ValueError` that names the option and what is allowed."""
    check_option_is_refused(CellarDesTriplettes, options, name, allowed)


@pytest.mark.parametrize(
    ("cls", "rounds"),
    [
        (BottleImp, "rounds"),
        (CellarDesTriplettes, "max_rounds"),
        (WineCellar, "games"),
        (Triplets, "max_rounds"),
    ],
)
def test_an_integer_of_another_type_is_an_integer(cls: type[Game[Any]], rounds: str) -> None:
    """What has `__index__` counts as an int, and the option is a plain one."""
    game = cls(**{"num_players": np.int64(5), rounds: np.uint8(3)})
    assert game == cls(**{"num_players": 5, rounds: 3})
    assert {type(getattr(game.options, name)) for name in ("num_players", rounds)} == {int}


def test_options_are_keywords_for_forms() -> None:
    """Contract: `option_specs` for command lines; every option is there and explained."""
    specs = BottleImp.option_specs()
    assert [(spec.name, spec.type) for spec in specs] == [
        ("num_players", int),
        ("rounds", int),
        ("bottles", int),
        ("teams", str),
        ("rotate_teams", bool),
        ("devil_cards", int),
    ]
    assert [spec.name for spec in specs] == [f.name for f in dataclasses.fields(Options)]
    assert all(spec.default_text and spec.allowed_text and spec.help for spec in specs)
    assert FOUR.option_specs() == specs


def test_options_of_the_cellar_are_keywords_for_forms() -> None:
    specs = CellarDesTriplettes.option_specs()
    fields = dataclasses.fields(cellar_des_triplettes.Options)
    assert [(spec.name, spec.type) for spec in specs] == [("num_players", int), ("max_rounds", int)]
    assert [spec.name for spec in specs] == [f.name for f in fields]
    assert all(spec.default_text and spec.allowed_text and spec.help for spec in specs)
    assert WINES.option_specs() == specs


def test_options_of_triplets_are_keywords_for_forms() -> None:
    specs = Triplets.option_specs()
    fields = dataclasses.fields(triplets.Options)
    assert [(spec.name, spec.type) for spec in specs] == [
        ("num_players", int),
        ("decks", int),
        ("lead", str),
        ("refill", str),
        ("max_rounds", int),
    ]
    assert [spec.name for spec in specs] == [f.name for f in fields]
    assert all(spec.default_text and spec.allowed_text and spec.help for spec in specs)
    assert RANKED.option_specs() == specs


def test_options_of_wine_cellar_are_keywords_for_forms() -> None:
    specs = WineCellar.option_specs()
    fields = dataclasses.fields(wine_cellar.Options)
    assert [(spec.name, spec.type) for spec in specs] == [
        ("num_players", int),
        ("games", int),
        ("client_set", str),
        ("deck", WineDeck),
    ]
    assert [spec.name for spec in specs] == [f.name for f in fields]
    assert all(spec.default_text and spec.allowed_text and spec.help for spec in specs)
    assert [spec.files for spec in specs] == [(), (), (), ("bottles.csv", "clients.csv")]
    assert BIDS.option_specs() == specs


# --- Facts ---


@pytest.mark.parametrize("game", BOTTLE_IMP_SETS, ids=str)
def test_facts(game: BottleImp) -> None:
    """API, game: the attributes. Issue: a state is below 512 bytes."""
    assert game.name == "bottle_imp"
    assert game.num_players == game.options.num_players
    assert game.num_actions == 216
    assert 0 < game.state_size < 512
    assert game.observation_size > 0
    assert game.max_score == 0  # it is no game for one
    assert game.max_game_length % game.options.rounds == 0


@pytest.mark.parametrize("game", CELLAR_SETS, ids=str)
def test_facts_of_the_cellar(game: CellarDesTriplettes) -> None:
    """API, game: the attributes. Page: actions, and the bounds under the table of actions."""
    n, rounds = game.options.num_players, game.options.max_rounds
    assert game.name == "cellar_des_triplettes"
    assert game.num_players == n
    assert game.num_actions == 400
    assert game.max_legal_actions == 88
    assert len(game.deck) == {3: 48, 4: 57, 5: 66}[n]
    assert game.max_game_length == 14 * n * rounds + len(game.deck)
    assert game.observation_size > 0
    assert game.max_score == 0


@pytest.mark.parametrize("game", TRIPLETS_SETS, ids=str)
def test_facts_of_triplets(game: Triplets) -> None:
    """API, game: the attributes. Page: actions, and `max_game_length` under the options."""
    cards = 52 * game.options.decks
    assert game.name == "triplets"
    assert game.num_players == game.options.num_players
    assert game.num_actions == 26
    assert game.max_legal_actions == 5
    assert game.max_game_length == game.options.max_rounds * cards
    assert game.observation_size > 0
    assert game.max_score == cards


@pytest.mark.parametrize("game", WINE_SETS, ids=str)
def test_facts_of_wine_cellar(game: WineCellar) -> None:
    """API, game: the attributes. Page: a game; actions; the solo game's `max_score`."""
    n = game.options.num_players
    assert game.name == "wine_cellar"
    assert game.num_players == n
    assert game.num_actions == 218
    assert game.max_legal_actions == max(8, 2 * n)
    assert game.max_game_length == 17 * n * game.options.games
    assert len(game.bottles) == {1: 18, 2: 18, 3: 27, 4: 36, 5: 45, 6: 54, 7: 63, 8: 72}[n]
    assert len(game.clients) == (15 if game.options.games == 3 and n < 4 else 30)
    assert game.observation_size > 0
    assert game.max_score > 0


def test_states_of_a_game_have_one_size() -> None:
    """Engineering: the size of the struct is pinned; saved bytes depend on it."""
    assert {game.state_size for game in BOTTLE_IMP_SETS} == {376}
    assert {game.state_size for game in CELLAR_SETS} == {728}
    assert {game.state_size for game in TRIPLETS_SETS} == {520}
    assert {game.state_size for game in WINE_SETS} == {488}


def test_the_spectator_is_minus_one() -> None:
    """Contract: SPECTATOR (= -1)."""
    assert SPECTATOR == -1


# --- Value semantics ---


def test_games_compare_by_value() -> None:
    """API, game: games compare and hash by value."""
    assert BottleImp(num_players=4, rounds=8) == BottleImp(num_players=4)
    assert hash(BottleImp(num_players=4, rounds=8)) == hash(BottleImp(num_players=4))
    assert BottleImp(num_players=4, rounds=7) != BottleImp(num_players=4)
    assert BottleImp(num_players=5) != BottleImp(num_players=5, bottles=1)
    assert BottleImp(num_players=4) != "bottle_imp(num_players=4,rounds=8)"
    assert CellarDesTriplettes(max_rounds=100) == WINES
    assert CellarDesTriplettes(max_rounds=99) != WINES
    assert WineCellar(num_players=4, games=1, client_set="A", deck=WineDeck.standard()) == BIDS
    assert WineCellar(num_players=4, games=3) != BIDS
    assert WineCellar(num_players=2, games=3) != WineCellar(num_players=2, games=3, client_set="B")
    assert Triplets(decks=1, lead="any", refill="rule", max_rounds=1000) == RANKED
    for other in (Triplets(decks=2), Triplets(lead="lowest"), Triplets(refill="round")):
        assert other != RANKED
    assert len({WINES, FOUR, BIDS, RANKED}) == 4
    assert len({*OPTION_SETS, *map(copy.copy, OPTION_SETS)}) == len(OPTION_SETS)


@each_game
@pytest.mark.parametrize(
    "name", ["name", "options", "num_players", "note", "_options", "_core", "rounds"]
)
def test_games_cannot_be_changed(game: Game[Any], name: str) -> None:
    """API, words: a game is immutable."""
    changed = cardgames.make(str(game))
    with pytest.raises(AttributeError):
        setattr(changed, name, 5)
    with pytest.raises(AttributeError):
        delattr(changed, name)
    assert changed == game


def test_options_cannot_be_changed() -> None:
    """API, game: `options` is a frozen dataclass."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        FOUR.options.rounds = 3  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        WINES.options.max_rounds = 3  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        BIDS.options.deck = WineDeck.standard()  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        RANKED.options.lead = "lowest"  # type: ignore[misc]
    assert hash(FOUR.options) == hash(BottleImp(num_players=4).options)


@pytest.mark.parametrize("game", OPTION_SETS, ids=str)
def test_games_pickle_and_copy(game: Game[Any]) -> None:
    """API, game: games pickle. Engineering: pickles are small."""
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        data = pickle.dumps(game, protocol)
        assert len(data) < 400
        again = pickle.loads(data)
        assert again == game
        assert type(again) is type(game)
        assert again.new_state(1) == game.new_state(1)
    assert copy.copy(game) == game
    assert copy.deepcopy(game) == game


# --- Text ---


@pytest.mark.parametrize("rounds", [None, 1, 17])
@pytest.mark.parametrize("game", OPTION_SETS, ids=str)
def test_repr_and_str_give_the_game_back(game: Game[Any], rounds: int | None) -> None:
    """API, game: an evaluable repr; `make` takes what str gives."""
    if rounds is not None:
        options: dict[str, Any] = dataclasses.asdict(game.options)
        names = {"rounds", "max_rounds"} & set(options)
        game = type(game)(**options | dict.fromkeys(names, rounds))
    assert eval(repr(game), {type(game).__name__: type(game)}) == game
    assert cardgames.make(str(game)) == game


@pytest.mark.parametrize(
    ("game", "text", "shown"),
    [
        (FOUR, "bottle_imp(num_players=4,rounds=8)", "BottleImp(num_players=4, rounds=8)"),
        (
            BottleImp(num_players=4, teams="2-1-1", rotate_teams=True),
            "bottle_imp(num_players=4,rounds=8,teams=2-1-1,rotate_teams=True)",
            "BottleImp(num_players=4, rounds=8, teams='2-1-1', rotate_teams=True)",
        ),
        (
            BottleImp(num_players=5, bottles=1, rounds=2),
            "bottle_imp(num_players=5,rounds=2,bottles=1)",
            "BottleImp(num_players=5, rounds=2, bottles=1)",
        ),
        (
            BottleImp(num_players=5, teams="2-2-1", bottles=2),
            "bottle_imp(num_players=5,rounds=5,bottles=2,teams=2-2-1)",
            "BottleImp(num_players=5, rounds=5, bottles=2, teams='2-2-1')",
        ),
        (
            BottleImp(num_players=2, devil_cards=2),
            "bottle_imp(num_players=2,rounds=6,devil_cards=2)",
            "BottleImp(num_players=2, rounds=6, devil_cards=2)",
        ),
        (WINES, "cellar_des_triplettes(num_players=4)", "CellarDesTriplettes(num_players=4)"),
        (
            CellarDesTriplettes(num_players=3, max_rounds=7),
            "cellar_des_triplettes(num_players=3,max_rounds=7)",
            "CellarDesTriplettes(num_players=3, max_rounds=7)",
        ),
        (RANKED, "triplets(num_players=4)", "Triplets(num_players=4)"),
        (
            Triplets(decks=2, lead="lowest"),
            "triplets(num_players=4,decks=2,lead=lowest)",
            "Triplets(num_players=4, decks=2, lead='lowest')",
        ),
        (BIDS, "wine_cellar(num_players=4)", "WineCellar(num_players=4)"),
        (
            WineCellar(num_players=3, games=3, client_set="B"),
            "wine_cellar(num_players=3,games=3,client_set=B)",
            "WineCellar(num_players=3, games=3, client_set='B')",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_texts(game: Game[Any], text: str, shown: str) -> None:
    assert str(game) == text
    assert repr(game) == shown


# --- New states ---


def test_the_same_seed_gives_the_same_state() -> None:
    """API, game: same game + same seed = same state."""
    for game in OPTION_SETS:
        assert game.new_state(7) == game.new_state(seed=7)
        assert game.new_state(7) != game.new_state(8)
    for game in EACH:
        assert game.new_state(7).seed == 7
        assert len({game.new_state(seed).hash64 for seed in range(500)}) == 500


@each_game
@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1, np.int64(5)])
def test_seeds(game: Game[Any], seed: int) -> None:
    state = game.new_state(seed)
    assert state.seed == seed
    assert type(state.seed) is int


@each_game
@pytest.mark.parametrize("seed", [-1, 2**64, 10**40, -(10**40)])
def test_seeds_out_of_range(game: Game[Any], seed: int) -> None:
    calls: list[Callable[[int], object]] = [
        game.new_state,
        game.new_state(1).playout,
        partial(game.playouts, 1),
        partial(game.new_state(1).determinize, 0),
    ]
    for ask in calls:
        with pytest.raises(CardGamesError, match=r"seed must be from 0 to (2\*\*64 - 1|\d+), not"):
            ask(seed)


@each_game
@pytest.mark.parametrize("seed", ["1", 1.0, True, b"1", [1]])
def test_seeds_of_other_types(game: Game[Any], seed: Any) -> None:
    with pytest.raises(TypeError, match="seed must be an int"):
        game.new_state(seed)


@each_game
def test_no_seed_draws_one(game: Game[Any]) -> None:
    """API, game: `seed=None` draws one from the operating system; `state.seed` tells it."""
    states = [game.new_state() for _ in range(4)]
    seeds = [state.seed for state in states]
    assert len(set(seeds)) == 4
    for state, seed in zip(states, seeds, strict=True):
        assert seed is not None
        assert game.new_state(seed) == state


# --- Random games ---


@pytest.mark.parametrize("game", OPTION_SETS, ids=str)
def test_playouts_are_scores_of_whole_games(game: Game[Any]) -> None:
    """API, algorithms: NumPy int32 array (n, num_players) of scores."""
    scores = game.playouts(30, 1)
    assert scores.shape == (30, game.num_players)
    assert scores.dtype == np.int32
    # One seat alone, or cards that are shared out or held by one seat: fewer ways to end.
    few = game.num_players == 1 or game.name == "triplets"
    assert len({tuple(row) for row in scores.tolist()}) > (10 if few else 25)
    sample = game.sample_games(30, 1)
    assert np.array_equal(sample.scores, scores)
    assert sample.lengths.dtype == sample.max_choices.dtype == np.int32
    assert sample.choices.dtype == np.int64
    assert sample.lengths.shape == sample.choices.shape == sample.max_choices.shape == (30,)
    assert sample.winners.dtype == np.int32
    assert sample.truncated.dtype == np.bool_
    assert sample.winners.shape == sample.truncated.shape == (30,)
    best = (scores == scores.max(axis=1, keepdims=True)) << np.arange(game.num_players)
    if game.name == "triplets":
        # When no card is left, the winner of the last round wins alone.
        assert (sample.truncated == ((scores > 0).sum(axis=1) > 1)).all()
        alone = np.isin(sample.winners, 1 << np.arange(game.num_players))
        assert np.where(scores.any(axis=1), sample.winners == best.sum(axis=1), alone).all()
    else:
        assert (sample.winners == best.sum(axis=1)).all()
    if game.name not in ("cellar_des_triplettes", "triplets"):
        assert (sample.lengths == game.max_game_length).all()
    assert (sample.lengths <= game.max_game_length).all()
    assert (sample.max_choices <= game.max_legal_actions).all()
    assert (sample.choices >= sample.lengths).all()
    assert (sample.choices <= sample.lengths * sample.max_choices).all()


# Short games: they are played by ten thousands.
SHORT: tuple[Game[Any], ...] = (
    BottleImp(num_players=3, rounds=1),
    CellarDesTriplettes(3, 2),
    WineCellar(2),
    Triplets(5, max_rounds=2),
)

each_short_game = pytest.mark.parametrize("game", SHORT, ids=lambda game: game.name)


@each_short_game
@pytest.mark.parametrize("threads", [1, 2, 3, 8, 64])
def test_the_number_of_threads_changes_nothing(game: Game[Any], threads: int) -> None:
    """API, algorithms: same result for every number of threads."""
    expected = game.sample_games(30_000, 5)
    found = game.sample_games(30_000, 5, threads=threads)
    for name in expected._fields:
        assert np.array_equal(getattr(expected, name), getattr(found, name))


@each_short_game
@pytest.mark.parametrize(
    "cuts", [[0, 500], [0, 1, 2, 3, 500], [0, 137, 138, 499, 500], [0, 0, 500]]
)
def test_a_run_can_be_cut_into_blocks(game: Game[Any], cuts: list[int]) -> None:
    """Contract: game i of a run depends only on the seed and i."""
    whole = game.sample_games(500, 9)
    parts = [game.sample_games(b - a, 9, first=a) for a, b in pairwise(cuts)]
    for name in whole._fields:
        assert np.array_equal(
            np.concatenate([getattr(part, name) for part in parts]), getattr(whole, name)
        )


@each_game
def test_a_longer_run_begins_with_the_shorter(game: Game[Any]) -> None:
    assert np.array_equal(game.playouts(10, 3), game.playouts(100, 3)[:10])
    assert not np.array_equal(game.playouts(10, 3), game.playouts(10, 4))


@each_game
def test_no_games_at_all(game: Game[Any]) -> None:
    assert game.playouts(0, 1).shape == (0, 4)
    assert game.sample_games(0, 1, threads=4).lengths.shape == (0,)


def test_a_random_game_is_one_of_legal_actions() -> None:
    """The sums of a sample are those of a game played by hand from the same beginning."""
    game = BottleImp(num_players=4, rounds=3)
    sample = game.sample_games(400, 2)
    # A round of four has 3 choices of 9, 8, 7 cards for each seat, then 8 leads of 8 to 1 cards.
    least = 3 * (4 * (9 + 8 + 7) + 32)
    assert (sample.choices > least).all()
    # In a play at most all cards in hand are legal: 8 + 7 + ... + 1 for each seat.
    most = 3 * (4 * (9 + 8 + 7) + 4 * 36)
    assert (sample.choices <= most).all()


@each_game
@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"n": -1}, "n"),
        ({"n": 2**41}, "n"),
        ({"n": 10**30}, "n"),
        ({"threads": 0}, "threads"),
        ({"threads": -1}, "threads"),
        ({"threads": 5000}, "threads"),
        ({"first": -1}, "first"),
        ({"first": 2**41}, "first"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
    ],
    ids=str,
)
def test_arguments_out_of_range(game: Game[Any], arguments: dict[str, int], name: str) -> None:
    """API, errors: what is wrong and what would be right."""
    with pytest.raises(CardGamesError, match=f"^{name} must be from "):
        game.sample_games(**({"n": 1, "seed": 1} | arguments))


@each_game
@pytest.mark.parametrize("value", ["1", 1.5, None, True])
@pytest.mark.parametrize("name", ["n", "seed", "threads", "first"])
def test_arguments_of_other_types(game: Game[Any], name: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"^{name} must be an int"):
        game.sample_games(**({"n": 1, "seed": 1} | {name: value}))
