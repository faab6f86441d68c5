"""Values that lie about themselves, endless iterables, private classes used from outside.

Each case once crashed, hung, or left something half done.
"""

from __future__ import annotations

import enum
import gc
import itertools
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

import numpy as np
import pytest

import cardgames
from cardgames import (
    BottleImp,
    CardGamesError,
    CellarDesTriplettes,
    Game,
    InvalidStateError,
    OptionError,
    Triplets,
    WineCellar,
    WineDeck,
    bottle_imp,
    cellar_des_triplettes,
    parallel,
    triplets,
)
from cardgames._core.bottle_imp import BottleImpState, CoreBottleImp
from cardgames._core.cellar_des_triplettes import (
    CellarDesTriplettesState,
    CoreCellarDesTriplettes,
)
from cardgames._core.playouts import run_playouts
from cardgames._core.state import CoreGame, State
from cardgames._core.triplets import CoreTriplets, TripletsState
from cardgames._core.wine_cellar import CoreWineCellar, WineCellarState

GAME = BottleImp()
WINES = CellarDesTriplettes()
BIDS = WineCellar()
RANKED = Triplets()
CARDS = WineDeck.standard()

each_game = pytest.mark.parametrize("game", [GAME, WINES, BIDS, RANKED], ids=lambda game: game.name)


class FourLong(list[int]):
    """A list that says it has four entries and yields none."""

    def __len__(self) -> int:
        return 4


class Endless(list[Any]):
    """A list whose entries have no end."""

    def __iter__(self) -> Iterator[Any]:
        return itertools.repeat("12")


class EndlessTuple(tuple[Any, ...]):
    """A tuple whose entries have no end."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return itertools.repeat("12")


class EndlessKeys(Mapping[str, Any]):
    """A mapping whose keys have no end."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __len__(self) -> int:
        return len(self.data)

    def __iter__(self) -> Iterator[str]:
        return itertools.cycle(self.data)


class _Counter:
    """Something else without an end."""

    def __iter__(self) -> Iterator[int]:
        return itertools.repeat(1)


_Counter.__name__ = "dict"  # the name of a harmless class


class Unhashable(str):
    """A string that has no hash and says that it is short."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # that is what is tried

    def __len__(self) -> int:
        return 5


class Chatty(str):
    """A string that shows itself as another one."""

    __slots__ = ()

    def __str__(self) -> str:
        return "A" * 70000

    def __format__(self, spec: str) -> str:
        return "A" * 70000


class Mode(enum.StrEnum):
    PAIRS = "2-2"


class Indexed:
    """An object with `__index__` only."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __index__(self) -> int:
        return cast("int", self.value)


@pytest.mark.parametrize(
    ("game", "key"),
    [
        *((GAME, key) for key in ("scores", "hands", "passes", "played")),
        *((WINES, key) for key in ("hands", "known_hands", "bids", "passed", "cellars", "covered")),
        *((RANKED, key) for key in ("hands", "stacks", "known_hands", "known_stacks", "bounds")),
        *((BIDS, key) for key in ("hands", "dealt_clients", "clients", "bids", "cellars")),
    ],
    ids=str,
)
def test_a_list_that_lies_about_its_length_is_refused(game: Game[Any], key: str) -> None:
    position = game.new_state(1).view().to_dict()
    with pytest.raises(InvalidStateError, match=f"{key}: must have 4 entries, not 0"):
        game.state_from_dict(position | {key: FourLong()})


@pytest.mark.parametrize("teams", [Chatty("2-2"), Mode.PAIRS, np.str_("2-2")], ids=repr)
def test_an_option_is_kept_as_a_plain_string(teams: str) -> None:
    game = BottleImp(teams=teams)
    assert {type(value) for value in game.option_values().values()} == {int, str, bool}
    assert repr(game) == "BottleImp(num_players=4, rounds=8, teams='2-2')"
    state = game.new_state(1)
    assert cardgames.State.from_bytes(state.to_bytes()) == state
    assert game.state_from_dict(state.view().to_dict()) == state


@pytest.mark.parametrize("rounds", [Indexed(7), np.int8(7)], ids=["index", "numpy"])
def test_an_option_is_kept_as_a_plain_int(rounds: Any) -> None:
    game = CellarDesTriplettes(max_rounds=rounds)
    assert {type(value) for value in game.option_values().values()} == {int}
    assert repr(game) == "CellarDesTriplettes(num_players=4, max_rounds=7)"


@pytest.mark.parametrize("client_set", [Chatty("B"), np.str_("B")], ids=repr)
@pytest.mark.parametrize("count", [Indexed(3), np.int8(3)], ids=["index", "numpy"])
def test_options_of_wine_cellar_are_kept_as_plain_values(client_set: str, count: Any) -> None:
    game = WineCellar(num_players=Indexed(2), games=count, client_set=client_set)  # type: ignore[arg-type]
    assert [type(value) for value in game.option_values().values()] == [int, int, str, WineDeck]
    assert repr(game) == "WineCellar(num_players=2, games=3, client_set='B')"
    state = game.new_state(1)
    assert cardgames.State.from_bytes(state.to_bytes()) == state


@pytest.mark.parametrize("lead", [Chatty("lowest"), np.str_("lowest")], ids=repr)
@pytest.mark.parametrize("count", [Indexed(3), np.int8(3)], ids=["index", "numpy"])
def test_options_of_triplets_are_kept_as_plain_values(lead: str, count: Any) -> None:
    game = Triplets(decks=count, lead=cast("Any", lead), max_rounds=count)
    assert [type(value) for value in game.option_values().values()] == [int, int, str, str, int]
    assert repr(game) == "Triplets(num_players=4, decks=3, lead='lowest', max_rounds=3)"
    state = game.new_state(1)
    assert cardgames.State.from_bytes(state.to_bytes()) == state
    assert game.state_from_dict(state.view().to_dict()) == state


@pytest.mark.parametrize("cls", [BottleImp, CellarDesTriplettes, Triplets, WineCellar])
def test_a_game_cannot_be_made_anew(cls: type[Game[Any]]) -> None:
    game: Any = cls()
    with pytest.raises(AttributeError, match="cannot be changed"):
        game.__init__(num_players=5)
    assert game == cls()


@each_game
def test_endless_actions_end_with_the_game(game: Game[Any]) -> None:
    state = game.new_state(1)
    before = state.copy()
    with pytest.raises(cardgames.IllegalActionError):
        state.apply_all(itertools.repeat(0))
    with pytest.raises(cardgames.IllegalActionError):
        state.apply_all(itertools.cycle(state.legal_actions()))
    assert state == before


@pytest.mark.parametrize("game", cardgames.games())
@pytest.mark.parametrize("name", ["self", "text", "cls"])
def test_no_option_is_mistaken_for_a_parameter(game: str, name: str) -> None:
    with pytest.raises(OptionError, match=f"{name}: is no option of {game}"):
        cardgames.make(f"{game}({name}=3)")
    with pytest.raises(OptionError, match=f"{name}: is no option of {game}"):
        cardgames.make(game, **{name: 3})


@pytest.mark.parametrize(
    "value",
    cast("list[object]", [10**5000, np.array(["a", "b"]), [[[[[[[[[[]]]]]]]]]]]),
    ids=["beyond str", "array", "deep"],
)
@pytest.mark.parametrize("key", ["game", "round", "phase", "options"])
@each_game
def test_errors_about_odd_values_are_short(game: Game[Any], key: str, value: object) -> None:
    position = game.new_state(1).view().to_dict()
    with pytest.raises(InvalidStateError) as error:
        game.state_from_dict(position | {key: value})
    assert len(str(error.value)) < 200


@each_game
def test_index_is_asked_once_and_has_to_give_an_int(game: Game[Any]) -> None:
    state = game.new_state(1)
    with pytest.raises(TypeError):
        game.action_to_string(Indexed(3.9))
    with pytest.raises(CardGamesError, match="not 9"):
        state.legal_actions(Indexed(9))
    with pytest.raises(cardgames.IllegalActionError, match="there is no action 5000"):
        state.apply(Indexed(5000))


@each_game
def test_a_spectator_has_no_worlds(game: Game[Any]) -> None:
    state = game.new_state(1)
    with pytest.raises(CardGamesError, match="a spectator has no worlds"):
        state.determinize(cardgames.SPECTATOR, 1)
    with pytest.raises(CardGamesError, match="a spectator has no worlds"):
        state.playouts(3, 1, determinize_for=cardgames.SPECTATOR)


def test_threads_stop_when_one_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = 0
    start = threading.Thread.start

    def fail_second(self: threading.Thread) -> None:
        nonlocal starts
        starts += 1
        if starts == 2:
            raise RuntimeError("can't start new thread")
        start(self)

    monkeypatch.setattr(threading.Thread, "start", fail_second)
    before = threading.active_count()
    with pytest.raises(RuntimeError, match="can't start"):
        parallel.run_blocks(lambda begin, end: None, 1 << 20, 4, 1)
    assert threading.active_count() == before


class Bare(CoreGame):
    """A core that has no game."""


@pytest.mark.parametrize("cls", [CoreGame, Bare])
def test_a_core_without_a_game_cannot_be_made(cls: type[CoreGame]) -> None:
    with pytest.raises(TypeError, match="games are made by"):
        cls()
    with pytest.raises(TypeError, match="games are made by"):
        cls.__new__(cls)


@pytest.mark.parametrize("teams", [[255] * 4, [6] * 4, [-1] * 4, [0, 1]])
def test_a_core_checks_its_teams(teams: list[int]) -> None:
    with pytest.raises(ValueError, match="options were not checked"):
        CoreBottleImp(4, 8, 1, teams, False, 1)


@pytest.mark.parametrize(
    ("players", "rounds", "varieties"),
    [
        (2, 100, [0, 1, 2, 3]),
        (6, 100, [0, 1, 2, 3, 4, 5, 6, 7]),
        (5, 0, [0, 1, 2, 3, 4, 5, 6]),
        (5, 1001, [0, 1, 2, 3, 4, 5, 6]),
        (4, 100, []),
        (4, 100, [0, 1, 2, 3, 4]),
        (4, 100, [0, 0, 0, 0, 0, 0]),
        (4, 100, [0, 1, 2, 3, 4, 99]),
        (4, 100, [0, 1, 2, 3, 4, -1]),
    ],
)
def test_a_core_checks_its_players_rounds_and_varieties(
    players: int, rounds: int, varieties: list[int]
) -> None:
    with pytest.raises(ValueError, match="options were not checked"):
        CoreCellarDesTriplettes(players, rounds, varieties)


@pytest.mark.parametrize(
    ("players", "decks", "rounds"),
    [
        (1, 1, 10),
        (11, 1, 10),
        (-1, 1, 10),
        (4, 0, 10),
        (4, 5, 10),
        (3, 2, 10),
        (4, 1, 0),
        (4, 1, 100_001),
    ],
)
def test_a_core_checks_its_players_decks_and_rounds(players: int, decks: int, rounds: int) -> None:
    with pytest.raises(ValueError, match="options were not checked"):
        CoreTriplets(players, decks, False, False, rounds)


AGES = [bottle.ages for bottle in CARDS.bottles[:36]]
VALUES: list[Any] = [((6, 3, 3), [5] * 36)] * 30


@pytest.mark.parametrize(
    ("players", "games", "ages", "clients"),
    [
        (0, 1, AGES[:18], VALUES),
        (9, 1, AGES, VALUES),
        (4, 2, AGES, VALUES),
        (4, 0, AGES, VALUES),
        (1, 3, AGES[:18], VALUES),
        (4, 1, AGES[:35], VALUES),
        (4, 1, [*AGES, AGES[0]], VALUES),
        (4, 1, AGES, VALUES[:7]),
        (4, 1, AGES, VALUES * 4),
        (4, 1, AGES, []),
    ],
)
def test_a_core_checks_its_players_games_bottles_and_clients(
    players: int, games: int, ages: Any, clients: Any
) -> None:
    with pytest.raises(ValueError, match="options were not checked"):
        CoreWineCellar(players, games, ages, clients)


@pytest.mark.parametrize("count", [1, 2**60, 2**62, 2**70, -1])
@each_game
def test_playouts_never_leave_their_array(
    game: BottleImp | CellarDesTriplettes | Triplets | WineCellar, count: int
) -> None:
    state = game.new_state(1)
    empty = np.empty(0, np.int32)
    with pytest.raises(CardGamesError):
        run_playouts(state, 0, count, 1, empty, None, "random")
    with pytest.raises(CardGamesError):
        run_playouts(state, 0, count, 1, cast("Any", None), None, "random")
    with pytest.raises(CardGamesError):
        game.core.run_games(0, count, 1, empty, None, None, None, None, None)


def test_fields_that_were_not_checked_stay_in_their_arrays() -> None:
    state = GAME.new_state(1)
    fields: dict[str, Any] = dict(state.fields(None))
    wrongs: list[dict[str, Any]] = [
        {"hands": []},
        {"hands": [(-1, 200)] * 4},
        {"scores": []},
        {"dealer": 4000},
    ]
    for wrong in wrongs:
        with pytest.raises((IndexError, ValueError, OverflowError)):
            GAME.core.state_from_fields(GAME, fields | wrong)
    assert isinstance(
        GAME.core.state_from_fields(GAME, fields | {"last_trick": [(0, 1)] * 99}), int
    )
    with pytest.raises(CardGamesError):
        state.fields(99)


NO_NUMBERS: list[dict[str, Any]] = [
    {"hands": []},
    {"hands": [(-1, 200)] * 4},
    {"hands": [(3, 3, 3, 3)] * 4},
    {"bids": [()]},
    {"cellars": []},
    {"cellars": [[]]},
    {"cellars": [[((None,), [])]] * 4},
    {"pile": [10**10]},
    {"starting_player": 4000},
    {"rng": [1]},
]


@pytest.mark.parametrize("wrong", NO_NUMBERS, ids=str)
def test_wines_that_were_not_checked_stay_in_their_arrays(wrong: dict[str, Any]) -> None:
    state = WINES.new_state(1)
    fields: dict[str, Any] = dict(state.fields(None))
    with pytest.raises((IndexError, ValueError, OverflowError)):
        WINES.core.state_from_fields(WINES, cast("Any", fields | wrong))
    with pytest.raises(CardGamesError):
        state.fields(99)


NOWHERE: list[dict[str, Any]] = [
    {"pile": [5] * 99},
    {"pile_bottom": [5] * 99},
    {"pile": [255] * 33},
    {"cellars": [[((200,) * 15, [])]] * 4},
    {"cellars": [[((None,) * 15, [15])]] * 4},
    {"cellars": [[((None,) * 15, [])] * 9] * 4},
    {"cellars": [[]] * 4},
    {"starting_player": 200},
    {"high_bidder": 200},
    {"to_act": [200]},
    {"phase": 7},
]


@pytest.mark.parametrize("wrong", NOWHERE, ids=lambda wrong: str(wrong)[:50])
def test_wines_that_are_nowhere_are_refused_by_the_core(wrong: dict[str, Any]) -> None:
    fields: dict[str, Any] = dict(WINES.new_state(1).fields(None))
    assert isinstance(WINES.core.state_from_fields(WINES, cast("Any", fields | wrong)), int)


def test_no_state_without_a_game_can_be_made() -> None:
    classes = (BottleImpState, CellarDesTriplettesState, TripletsState, WineCellarState)
    for cls in (State, *classes):
        with pytest.raises(TypeError, match="states come from"):
            cls()
        with pytest.raises(TypeError, match="states come from"):
            cls.__new__(cls)
    tokens = [cast("tuple[object, ...]", t) for t in gc.get_objects() if type(t) is tuple]
    for cls in classes:
        new = cast("Callable[..., object]", cls.__new__)
        for token in tokens:
            if len(token) == 1:
                with pytest.raises(TypeError):
                    new(cls, *token)


# --- Wine Cellar: numbers that the facade would not let through ---

NO_BOTTLES: list[dict[str, Any]] = [
    {"hands": []},
    {"hands": [(-1, 200)] * 4},
    {"hands": [(1,) * 9] * 4},
    {"cellars": [(73,)] * 4},
    {"bids": []},
    {"bids": [-1] * 4},
    {"dealt_clients": [(1, 2, 3)] * 4},
    {"client_deck": [10**10] * 22},
    {"game_number": 4000},
    {"rng": [1]},
]


@pytest.mark.parametrize("wrong", NO_BOTTLES, ids=str)
def test_bottles_that_were_not_checked_stay_in_their_arrays(wrong: dict[str, Any]) -> None:
    state = BIDS.new_state(1)
    fields: dict[str, Any] = dict(state.fields(None))
    with pytest.raises((IndexError, ValueError, OverflowError)):
        BIDS.core.state_from_fields(BIDS, fields | wrong)
    with pytest.raises(CardGamesError):
        state.fields(99)


NO_PLACES: list[dict[str, Any]] = [
    {"hands": [(1,) * 8] * 4},
    {"prizes": [37, 38, 39, 40]},
    {"bids": [1, None, None, None]},
    {"clients": [200] * 4},
    {"dealt_clients": [(98, 99)] * 4},
    {"past_clients": [[(1, 2)] * 4] * 300},
    {"game_scores": [[0] * 4] * 400},
    {"client_deck": [1] * 10_000},
    {"client_deck": []},
    {"game_number": 2},
    {"round": 200},
    {"phase": 7},
]


@pytest.mark.parametrize("wrong", NO_PLACES, ids=lambda wrong: str(wrong)[:50])
def test_bottles_that_are_nowhere_are_refused_by_the_core(wrong: dict[str, Any]) -> None:
    fields: dict[str, Any] = dict(BIDS.new_state(1).fields(None))
    assert isinstance(BIDS.core.state_from_fields(BIDS, fields | wrong), int)


# --- Triplets: numbers that the facade would not let through ---

NO_RANKS: list[dict[str, Any]] = [
    {"hands": []},
    {"hands": [(-1, 200)] * 4},
    {"hands": [(1,) * 9] * 4},
    {"hands": [(52,) * 5] * 4},
    {"stacks": []},
    {"stacks": [(255,)] * 4},
    {"known_hands": []},
    {"known_stacks": [[]] * 4},
    {"bounds": []},
    {"bounds": [[(0, 99)] * 5] * 4},
    {"bounds": [[()] * 5] * 4},
    {"bounds": [[(3,)] * 5] * 4},
    {"in_round": [200]},
    {"in_round": [-1]},
    {"pot": [(-1, (1,))]},
    {"bounds": [[(0, 12)] * 90] * 4},
    {"bounds": [[(0, 1, 2)] * 5] * 4},
    {"pot": [(0, (99,))]},
    {"pot": [(0,)]},
    {"removed": [99]},
    {"dealer": 4000},
    {"round": 2**40},
    {"rng": [1]},
]


@pytest.mark.parametrize("wrong", NO_RANKS, ids=lambda wrong: str(wrong)[:50])
def test_ranks_that_were_not_checked_stay_in_their_arrays(wrong: dict[str, Any]) -> None:
    state = RANKED.new_state(1)
    fields: dict[str, Any] = dict(state.fields(None))
    with pytest.raises((IndexError, ValueError, OverflowError)):
        RANKED.core.state_from_fields(RANKED, fields | wrong)
    with pytest.raises(CardGamesError):
        state.fields(99)


NO_PILES: list[dict[str, Any]] = [
    {"stacks": [(1,) * 300] * 4},
    {"stacks": [(0,) * 8] * 4},
    {"pot": [(9, (1,))]},
    {"pot": [(0, ())]},
    {"pot": [(0, (1, 2, 3, 4))]},
    {"pot": [(0, (5,))] * 5000},
    {"pot": [(None, tuple(range(52)) * 9)]},
    {"removed": [7] * 500},
    {"dealer": 200},
    {"round": 0},
    {"to_act": [200]},
    {"to_act": [1] * 90},
    {"to_act": []},
]


@pytest.mark.parametrize("wrong", NO_PILES, ids=lambda wrong: str(wrong)[:50])
def test_ranks_that_are_nowhere_are_refused_by_the_core(wrong: dict[str, Any]) -> None:
    fields: dict[str, Any] = dict(RANKED.new_state(1).fields(None))
    assert isinstance(RANKED.core.state_from_fields(RANKED, fields | wrong), int)


# --- What has no end ---


@pytest.mark.parametrize("entries", [Endless(), EndlessTuple()], ids=["list", "tuple"])
@pytest.mark.parametrize("key", ["hands", "scores", "to_act", "rng"])
@each_game
def test_an_endless_list_in_a_position_is_refused(
    game: Game[Any], key: str, entries: object
) -> None:
    """Only its true entries count, of which there are none."""
    with pytest.raises(InvalidStateError):
        game.state_from_dict(game.new_state(1).view().to_dict() | {key: entries})


@each_game
def test_an_endless_mapping_is_refused(game: Game[Any]) -> None:
    position = game.new_state(1).view().to_dict()
    with pytest.raises(InvalidStateError, match="more than 100 keys"):
        game.state_from_dict(EndlessKeys(position))
    with pytest.raises(InvalidStateError, match="more than 100 keys"):
        game.state_from_dict(position | {"options": EndlessKeys(position["options"])})


@each_game
def test_an_error_does_not_look_into_what_only_has_the_name_of_a_container(
    game: Game[Any],
) -> None:
    with pytest.raises(InvalidStateError, match=r"^round: .* not <.*ter object at"):
        game.state_from_dict(game.new_state(1).view().to_dict() | {"round": _Counter()})


@pytest.mark.parametrize("cards", [Endless(), itertools.repeat("12")], ids=["list", "iterator"])
def test_endless_cards_make_no_bid(cards: Any) -> None:
    state = WINES.new_state(1)
    with pytest.raises(CardGamesError, match="not in the hand"):
        cellar_des_triplettes.bid_actions(state, cards)


@pytest.mark.parametrize("cards", [None, 5, "12", cellar_des_triplettes.card("12")], ids=repr)
def test_a_bid_is_made_of_several_cards(cards: Any) -> None:
    with pytest.raises(TypeError, match="cards must be several cards"):
        cellar_des_triplettes.bid_actions(WINES.new_state(1), cards)


def test_endless_varieties_make_no_core() -> None:
    with pytest.raises(ValueError, match="not checked"):
        CoreCellarDesTriplettes(4, 1, cast(Any, itertools.repeat(0)))


def test_a_string_is_what_it_holds() -> None:
    """Whatever a subclass makes of its length and hash."""
    assert bottle_imp.card(Unhashable("17")) is bottle_imp.card("17")
    assert cellar_des_triplettes.place(Unhashable("14"), Unhashable("r2c1")) == 234
    assert triplets.card(Unhashable("10h")) == triplets.card("10h")
    assert triplets.triplet(cast("Any", Unhashable("5"))) == 16
    assert WINES.parse_action(Unhashable("place 14 r2c1")) == 234
    assert cardgames.make(Unhashable("cellar_des_triplettes")) == WINES
    with pytest.raises(CardGamesError, match="is no game"):
        cardgames.make(Unhashable("cellar_des_triplettes" + " " * 60_000 + "x"))


# --- Numbers and cards ---


@pytest.mark.parametrize("number", [int, bool, float, 1.0, True, "1", None], ids=repr)
@each_game
def test_what_is_no_number_is_a_type_error_in_plain_words(game: Game[Any], number: Any) -> None:
    with pytest.raises(TypeError, match=r"^action must be an int, not "):
        game.action_to_string(number)


@pytest.mark.parametrize("tenths", [1.5, 192.0, float("nan"), True, "190", None], ids=repr)
def test_money_is_a_whole_number(tenths: Any) -> None:
    with pytest.raises(TypeError, match=r"^tenths must be an int, not "):
        cellar_des_triplettes.euros(tenths)


@pytest.mark.parametrize("tenths", [-1, -15, 1_000_001, 10**5000], ids=["-1", "-15", "+1", "huge"])
def test_money_is_in_its_range(tenths: int) -> None:
    with pytest.raises(CardGamesError, match=r"^tenths must be from 0 to 1000000, not "):
        cellar_des_triplettes.euros(tenths)


def test_a_card_made_by_hand_is_the_card() -> None:
    wine = cellar_des_triplettes.Card("14", "Zinfandel", "green", 2)
    assert (wine, wine.index, wine.tenths) == (cellar_des_triplettes.card("14"), 12, 140)
    assert triplets.Card("10", "h").index == triplets.card("10h").index
    assert bottle_imp.Card("17", "blue", 4).index == bottle_imp.card("17").index


def test_errors_about_forged_cards_are_short() -> None:
    with pytest.raises(CardGamesError) as wrong:
        cellar_des_triplettes.bid(cellar_des_triplettes.Card("14", "x" * 99_999, "green", 2))
    assert len(str(wrong.value)) < 200
    with pytest.raises(CardGamesError, match="is no card"):
        _ = cellar_des_triplettes.Card("1", "Merlot", "red", 1).tenths
