"""Garbage for every argument of every function: ValueError or TypeError, and nothing changes."""

from __future__ import annotations

import array
import contextlib
import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import cardgames
from cardgames import State, WineDeck, bottle_imp, triplets
from cardgames import cellar_des_triplettes as cellar
from cardgames import wine_cellar as wc

from .game_set import AnyGame
from .game_sets import every, full_position, trajectory
from .soundness import check_saved_forms


class EvilError(Exception):
    """What the evil objects raise."""


class EvilIndex:
    def __index__(self) -> int:
        raise EvilError


class StrangeIndex:
    """Its index is no int."""

    def __init__(self, index: object) -> None:
        self.index = index

    def __index__(self) -> Any:
        return self.index


class MereIndex:
    """A whole number, but not an int."""

    def __init__(self, index: int) -> None:
        self.index = index

    def __index__(self) -> int:
        return self.index


class EvilEq:
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise EvilError


class EvilEverything:
    """Raises whatever it is asked."""

    def _raise(self, *args: object) -> Any:
        raise EvilError

    __eq__ = __hash__ = __bool__ = __len__ = __iter__ = __repr__ = __str__ = _raise
    __lt__ = __le__ = __gt__ = __ge__ = __getitem__ = __contains__ = __int__ = __float__ = _raise

    def __getattr__(self, name: str) -> Any:
        raise EvilError


class EvilStr(str):
    def __eq__(self, other: object) -> bool:
        raise EvilError

    def __hash__(self) -> int:
        raise EvilError


class EvilInt(int):
    def __eq__(self, other: object) -> bool:
        raise EvilError

    def __le__(self, other: object) -> bool:
        raise EvilError

    def __lt__(self, other: object) -> bool:
        raise EvilError

    def __repr__(self) -> str:
        raise EvilError

    __hash__ = int.__hash__


class EvilMapping(Mapping[str, Any]):
    def __getitem__(self, key: str) -> Any:
        raise EvilError

    def __iter__(self) -> Iterator[str]:
        yield "game"
        raise EvilError

    def __len__(self) -> int:
        return 22


class StrSubclass(str):
    __slots__ = ()


class IntSubclass(int):
    pass


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def breaking() -> Iterator[object]:
    yield from range(200)
    raise EvilError


def released() -> memoryview:
    view = memoryview(bytearray(216))
    view.release()
    return view


def readonly(size: int, dtype: str) -> Any:
    values = np.zeros(size, dtype)
    values.flags.writeable = False
    return values


VERY_NESTED = nested(20_000)
CARDS = WineDeck.standard()

# Made anew for each use: some are used up, some may be changed.
JUNK: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "False": lambda: False,
    "True": lambda: True,
    "zero": lambda: 0,
    "one": lambda: 1,
    "minus one": lambda: -1,
    "minus two": lambda: -2,
    "55": lambda: 55,
    "255": lambda: 255,
    "2**31": lambda: 2**31,
    "minus 2**31": lambda: -(2**31),
    "2**32": lambda: 2**32,
    "2**63": lambda: 2**63,
    "minus 2**63": lambda: -(2**63),
    "2**64": lambda: 2**64,
    "10**100": lambda: 10**100,
    "int beyond str": lambda: 10**5000,
    "negative int beyond str": lambda: -(10**5000),
    "float": lambda: 1.0,
    "nan": lambda: float("nan"),
    "infinity": lambda: float("inf"),
    "complex": lambda: 1j,
    "Fraction": lambda: Fraction(3),
    "empty str": lambda: "",
    "str": lambda: "17",
    "digit that is no ASCII": lambda: "１７",
    "lone surrogate": lambda: "\ud800",
    "long str": lambda: "devil " * 10**5,
    "str subclass": lambda: StrSubclass("devil 17"),
    "evil str": lambda: EvilStr("17"),
    "bytes": lambda: b"17",
    "bytearray": lambda: bytearray(500),
    "memoryview": lambda: memoryview(b"CGST" * 30),
    "released memoryview": released,
    "strided memoryview": lambda: memoryview(bytes(600))[::2],
    "list": list,
    "list of ints": lambda: [0, 1, 2],
    "very nested list": lambda: VERY_NESTED,
    "tuple": tuple,
    "dict": dict,
    "very nested dict": lambda: {"game": VERY_NESTED},
    "set": set,
    "range": lambda: range(3),
    "iterator": breaking,
    "object": object,
    "class": lambda: int,
    "function": lambda: len,
    "Ellipsis": lambda: ...,
    "NotImplemented": lambda: NotImplemented,
    "int subclass": lambda: IntSubclass(1),
    "evil int": lambda: EvilInt(1),
    "evil index": EvilIndex,
    "index that is a str": lambda: StrangeIndex("1"),
    "index that is a float": lambda: StrangeIndex(1.0),
    "index that is None": lambda: StrangeIndex(None),
    "index beyond 64 bits": lambda: MereIndex(2**70),
    "evil equality": EvilEq,
    "evil everything": EvilEverything,
    "evil mapping": EvilMapping,
    "numpy int8": lambda: np.int8(-1),
    "numpy uint64": lambda: np.uint64(2**64 - 1),
    "numpy int64": lambda: np.int64(3),
    "numpy float32": lambda: np.float32(3),
    "numpy bool": lambda: np.True_,
    "numpy str": lambda: np.str_("17"),
    "numpy array of nothing": lambda: np.array(3),
    "numpy array of one": lambda: np.array([3]),
    "numpy bool array": lambda: np.zeros(216, np.bool_),
    "longer numpy bool array": lambda: np.zeros(400, np.bool_),
    "numpy float array": lambda: np.zeros(10, np.float32),
    "numpy object array": lambda: np.array([None, EvilIndex()], object),
    "numpy dates": lambda: np.zeros(216, "datetime64[s]"),
    "structured array": lambda: np.zeros(216, [("a", "?"), ("b", "f4")]),
    "read-only array": lambda: readonly(216, "?"),
    "array.array": lambda: array.array("f", [0] * 216),
    "ctypes array": ctypes.c_float * 216,
    "game": lambda: cardgames.BottleImp(num_players=2),
    "game class": lambda: cardgames.BottleImp,
    "state": lambda: cardgames.BottleImp(num_players=2).new_state(1),
    "view": lambda: cardgames.BottleImp(num_players=2).new_state(1).view(),
    "view as a dict": lambda: cardgames.BottleImp(num_players=2).new_state(1).view(0).to_dict(),
    "other game": lambda: cardgames.CellarDesTriplettes(num_players=3),
    "other state": lambda: cardgames.CellarDesTriplettes(num_players=3).new_state(1),
    "other view": lambda: cardgames.CellarDesTriplettes(num_players=3).new_state(1).view(),
    "other position": lambda: full_position(cardgames.CellarDesTriplettes().new_state(1)),
    "card": lambda: bottle_imp.CARDS[0],
    "action": lambda: bottle_imp.Play(bottle_imp.CARDS[0]),
    "wrong card": lambda: bottle_imp.Card("19", "blue", 3),
    "nonsense card": lambda: bottle_imp.Card(None, 1, []),  # type: ignore[arg-type]
    "wine": lambda: cellar.CARDS[9],
    "empty bottle": lambda: cellar.CARDS[0],
    "placing": lambda: cellar.Place(cellar.CARDS[9], "r1c1"),
    "wrong wine": lambda: cellar.Card("14", "Merlot", "red", 2),
    "nonsense wine": lambda: cellar.Card(None, 1, [], "x"),  # type: ignore[arg-type]
    "slot": lambda: "r2c1",
    "list of wines": lambda: [cellar.CARDS[9], "14", None],
    "iterator of wines": lambda: iter(["3", "23"]),
    "third game": lambda: cardgames.WineCellar(num_players=1),
    "third state": lambda: cardgames.WineCellar(num_players=1).new_state(1),
    "third view": lambda: cardgames.WineCellar(num_players=1).new_state(1).view(),
    "third position": lambda: full_position(cardgames.WineCellar().new_state(1)),
    "deck": lambda: CARDS,
    "bottle": lambda: CARDS.bottle(72),
    "nonsense bottle": lambda: wc.Bottle(None, 1, [], "x"),  # type: ignore[arg-type]
    "client": lambda: CARDS.clients[0],
    "bottles": lambda: list(CARDS.bottles),
    "clients": lambda: iter(CARDS.clients),
    "end": lambda: "top",
    "fourth game": lambda: cardgames.Triplets(num_players=2, max_rounds=3),
    "fourth state": lambda: cardgames.Triplets(num_players=2).new_state(1),
    "fourth view": lambda: cardgames.Triplets(num_players=2).new_state(1).view(),
    "fourth position": lambda: full_position(cardgames.Triplets().new_state(1)),
    "playing card": lambda: triplets.card("10h"),
    "nonsense playing card": lambda: triplets.Card(None, 1),  # type: ignore[arg-type]
    "playing": lambda: triplets.Single("5"),
    "rank": lambda: "K",
}
# Where these are possible they take hours or all the memory.
TOO_MANY = ("55", "255", "2**31", "2**32")
ALLOWED = (ValueError, TypeError, EvilError)


@dataclass(frozen=True)
class Call:
    """A function and good arguments for it, made from a state."""

    name: str
    function: Callable[..., object]
    arguments: Callable[[State], list[Any]]
    changes_state: bool = False
    takes_amount: bool = False  # junk may not be as large as it can be
    game: str | None = None  # of whose states the arguments are good, if not of every game's

    def __str__(self) -> str:
        return self.name


def method(
    name: str,
    *arguments: Any,
    changes_state: bool = False,
    takes_amount: bool = False,
    game: str | None = None,
) -> Call:
    """A method of the state; good arguments may be made from it."""

    def call(state: State, *values: Any) -> object:
        return getattr(state, name)(*values)

    def good(state: State) -> list[Any]:
        return [value(state) if callable(value) else value for value in arguments]

    return Call(f"State.{name}", call, good, changes_state, takes_amount, game)


def of_game(name: str, *arguments: Any, takes_amount: bool = False) -> Call:
    """A method of the state's game."""

    def call(state: State, *values: Any) -> object:
        return getattr(state.game, name)(*values)

    def good(state: State) -> list[Any]:
        return [value(state) if callable(value) else value for value in arguments]

    return Call(f"Game.{name}", call, good, takes_amount=takes_amount)


def of_module(function: Callable[..., object], *arguments: Any, game: str | None = None) -> Call:
    def call(state: State, *values: Any) -> object:
        return function(*values)

    def good(state: State) -> list[Any]:
        return [value(state) if callable(value) else value for value in arguments]

    name = function.__name__ if game is None else f"{game}.{function.__name__}"
    return Call(name, call, good, game=game)


def option(cls: type[AnyGame], name: str, good: object) -> Call:
    """A keyword of a game, by its class and by its name."""

    def call(state: State, value: Any) -> object:
        made = cardgames.make(cls.name, **{name: value})
        assert made == cls(**{name: value})
        return made

    return Call(f"{cls.__name__}({name}=)", call, lambda state: [good])


def some_action(state: State) -> int:
    return next(iter(state.legal_actions()), 0)


def some_actions(state: State) -> list[int]:
    return [some_action(state)]


def mask(state: State) -> NDArray[np.bool_]:
    return np.zeros(state.game.num_actions, np.bool_)


def vector(state: State) -> NDArray[np.float32]:
    return np.zeros(state.game.observation_size, np.float32)


def game_of(state: State) -> AnyGame:
    return state.game


def some_seat(state: State) -> int:
    return max(state.current_player, 0)


def itself(state: State) -> State:
    return state


def some_word(state: State) -> str:
    word: str = state.game.action_to_string(some_action(state))
    return word


def some_wines(state: State) -> list[str]:
    """A card that may be bid."""
    return [word[4:] for word in state.legal_words() if word.startswith("bid ")][:1]


def all_bottles(state: State) -> list[wc.Bottle]:
    return list(CARDS.bottles)


def all_clients(state: State) -> list[wc.Client]:
    return list(CARDS.clients)


def deck_of(state: State) -> WineDeck:
    return CARDS


CALLS = (
    method("legal_actions", 0),
    method("legal_words", 0),
    method("legal_mask", 0, mask),
    method("is_legal", some_action, some_seat),
    method("apply", some_action, some_seat, changes_state=True),
    method("apply_all", some_actions, changes_state=True),
    method("apply_unchecked", some_action, some_seat, changes_state=True),
    method("view", 0),
    method("observation", 0, vector),
    method("information_key", 0),
    method("determinize", 0, 1),
    method("guided_action", 1, some_seat),
    method("playout", 1),
    method("playouts", 2, 1, 1, 0, takes_amount=True),
    method("perft", 1, takes_amount=True),
    method("action_info", 0),
    method("__eq__", State.copy),
    method("__lt__", State.copy),
    method("__deepcopy__", None),
    method("from_bytes", State.to_bytes),
    of_game("new_state", 1),
    of_game("state_from_dict", full_position),
    of_game("state_from_bytes", State.to_bytes),
    of_game("action_to_string", 0),
    of_game("parse_action", some_word),
    of_game("action_info", 0),
    of_game("playouts", 2, 1, 1, takes_amount=True),
    of_game("sample_games", 2, 1, 1, 0, takes_amount=True),
    of_game("__eq__", game_of),
    method("score_details", 0, game="cellar_des_triplettes"),
    method("score_details", 0, game="wine_cellar"),
    of_module(wc.keep, 1, game="wine_cellar"),
    of_module(wc.bid, 12, game="wine_cellar"),
    of_module(wc.take, 12, "top", game="wine_cellar"),
    of_module(WineDeck, all_bottles, all_clients, game="wine_cellar"),
    of_module(CARDS.bottle, 12, game="wine_cellar"),
    of_module(CARDS.__eq__, deck_of, game="wine_cellar"),
    of_module(cardgames.make, "bottle_imp"),
    of_module(cardgames.state_from_bytes, b""),
    of_module(bottle_imp.card, "17", game="bottle_imp"),
    *(
        of_module(build, "17", game="bottle_imp")
        for build in (
            bottle_imp.play,
            bottle_imp.devil,
            bottle_imp.left,
            bottle_imp.right,
            bottle_imp.open,
            bottle_imp.hidden,
        )
    ),
    of_module(cellar.card, "14", game="cellar_des_triplettes"),
    of_module(cellar.bid, "14", game="cellar_des_triplettes"),
    of_module(cellar.place, "14", "r2c1", game="cellar_des_triplettes"),
    of_module(cellar.bid_actions, itself, some_wines, some_seat, game="cellar_des_triplettes"),
    of_module(triplets.card, "10h", game="triplets"),
    of_module(triplets.single, "5", game="triplets"),
    of_module(triplets.triplet, "5", game="triplets"),
    option(cardgames.BottleImp, "num_players", 4),
    option(cardgames.BottleImp, "rounds", 2),
    option(cardgames.BottleImp, "bottles", 1),
    option(cardgames.BottleImp, "teams", "2-2"),
    option(cardgames.BottleImp, "rotate_teams", False),
    option(cardgames.BottleImp, "devil_cards", 1),
    option(cardgames.BottleImp, "unknown", 1),
    option(cardgames.CellarDesTriplettes, "num_players", 4),
    option(cardgames.CellarDesTriplettes, "max_rounds", 2),
    option(cardgames.CellarDesTriplettes, "unknown", 1),
    option(cardgames.WineCellar, "num_players", 4),
    option(cardgames.WineCellar, "games", 3),
    option(cardgames.WineCellar, "client_set", "A"),
    option(cardgames.WineCellar, "deck", CARDS),
    option(cardgames.WineCellar, "unknown", 1),
    option(cardgames.Triplets, "num_players", 4),
    option(cardgames.Triplets, "decks", 2),
    option(cardgames.Triplets, "lead", "lowest"),
    option(cardgames.Triplets, "refill", "round"),
    option(cardgames.Triplets, "max_rounds", 9),
    option(cardgames.Triplets, "unknown", 1),
)


def try_call(call: Call, state: State, arguments: list[Any]) -> None:
    """The call may refuse its arguments by the allowed errors; then the state is as it was."""
    before = state.to_bytes()
    try:
        call.function(state, *arguments)
    except ALLOWED:
        assert state.to_bytes() == before
    else:
        assert call.changes_state or state.to_bytes() == before


def junk_for(call: Call) -> list[str]:
    return [name for name in JUNK if not (call.takes_amount and name in TOO_MANY)]


def games_for(call: Call, step: int) -> list[AnyGame]:
    """Each so many-th game of every set that the call is for, the first among them."""
    return [game for game in every(step) if call.game in (None, game.name)]


def steps_of(game: AnyGame, seed: int, parts: int) -> Sequence[State]:
    """The first state of a game and some more, at equal distances."""
    states = trajectory(game, seed).states
    return states[:: (len(states) - 1) // parts]


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_good_arguments_are_taken(call: Call) -> None:
    for game in games_for(call, 100):
        state: State = game.new_state(1)
        if call.name == "State.score_details" and game.name == "wine_cellar":
            with pytest.raises(ValueError, match="no game has been scored"):
                call.function(state, *call.arguments(state))
        elif call.name.endswith("(unknown=)") or call.name == "state_from_bytes":
            with pytest.raises(ValueError, match=r"unknown|no saved state"):
                call.function(state, *call.arguments(state))
        else:
            call.function(state, *call.arguments(state))


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_junk_in_place_of_one_argument(call: Call) -> None:
    faults: set[str] = set()
    for game in games_for(call, 13):
        for state in steps_of(game, 1, 2):
            for place in range(len(call.arguments(state))):
                for name in junk_for(call):
                    probe = state.copy()
                    arguments = call.arguments(probe)
                    arguments[place] = JUNK[name]()
                    try:
                        try_call(call, probe, arguments)
                    except Exception as error:
                        faults.add(f"{name} as argument {place}: {error!r:.200}")
    assert not faults


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_too_few_and_too_many_arguments(call: Call) -> None:
    for game in games_for(call, 100):
        state: State = game.new_state(1)
        with pytest.raises(TypeError):
            call.function(state, *call.arguments(state), 1, 1)


@given(st.data())
def test_junk_in_place_of_any_arguments(data: st.DataObject) -> None:
    call = data.draw(st.sampled_from(CALLS))
    game = data.draw(st.sampled_from(games_for(call, 1)))
    states = trajectory(game, 1).states
    state = states[data.draw(st.integers(0, len(states) - 1))].copy()
    names = junk_for(call)
    arguments = call.arguments(state)
    for place in range(len(arguments)):
        if data.draw(st.booleans()):
            arguments[place] = JUNK[data.draw(st.sampled_from(names))]()
    try_call(call, state, arguments)


@given(st.data())
def test_any_number_in_place_of_an_action_or_a_seat(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(cardgames.games()))
    state: State = cardgames.make(name, num_players=3).new_state(1)
    number = data.draw(st.integers())
    as_int8 = st.integers(-128, 127).map(np.int8)
    index = data.draw(st.one_of(st.just(number), st.just(MereIndex(number)), as_int8))
    value = index.__index__()
    assert state.is_legal(index) == (value in state.legal_actions())
    if 0 <= value < 3:
        assert state.legal_actions(index) == state.legal_actions(value)
    else:
        with pytest.raises(cardgames.CardGamesError):
            state.legal_actions(index)
    if state.is_legal(index):
        state.apply(index)
    else:
        with pytest.raises(cardgames.IllegalActionError):
            state.apply(index)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    forms = (
        text,
        f"bottle_imp({text})",
        f"bottle_imp(rounds={text})",
        f"devil {text}",
        f"cellar_des_triplettes({text})",
        f"cellar_des_triplettes(max_rounds={text})",
        f"bid {text}",
        f"place 14 {text}",
        f"wine_cellar({text})",
        f"wine_cellar(deck={text})",
        f"take {text} top",
        f"triplets({text})",
        f"triplets(lead={text})",
        f"triplet {text}",
    )
    parsers = [cardgames.make(name).parse_action for name in cardgames.games()]
    readers = (bottle_imp.card, cellar.card, cellar.bid, triplets.card, triplets.single)
    for read in (*parsers, *readers, cardgames.make):
        for whole in forms:
            try:
                result = read(whole)
            except cardgames.CardGamesError:
                continue
            assert result is not None


@pytest.mark.parametrize("name", cardgames.games())
def test_apply_all_ends_though_the_actions_do_not(name: str) -> None:
    state: State = cardgames.make(name).new_state(1)
    before = state.to_bytes()
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        while taken < 100_000:
            taken += 1
            yield state.game.max_legal_actions
        raise EvilError

    with pytest.raises(cardgames.IllegalActionError):
        state.apply_all(endless())
    assert taken <= state.game.max_game_length + 1
    assert state.to_bytes() == before


# --- Objects that change things while they are asked ---


class IndexThatPlays:
    """Plays on in a state when it is asked for its number."""

    def __init__(self, state: State, number: int) -> None:
        self.state = state
        self.number = number

    def __index__(self) -> int:
        self.state.apply_all(self.state.legal_actions()[:1])
        return self.number


@pytest.mark.parametrize("call", [call for call in CALLS if call.name.startswith("State")], ids=str)
def test_a_state_that_changes_during_a_call_stays_sound(call: Call) -> None:
    for game in games_for(call, 4):
        for start in steps_of(game, 2, 4):
            for place in range(len(call.arguments(start))):
                for number in (0, 1, 2, 2**70) if call.takes_amount else (0, 1, 60, 2**70):
                    state = start.copy()
                    arguments = call.arguments(state)
                    arguments[place] = IndexThatPlays(state, number)
                    if isinstance(call.arguments(state)[place], list):
                        arguments[place] = [arguments[place]]
                    with contextlib.suppress(ValueError, TypeError):
                        call.function(state, *arguments)
                    if call.name != "State.apply_unchecked":
                        check_saved_forms(game, state)


class KeyThatClears(str):
    """Empties the dict that it is a key of when it is compared."""

    __slots__ = ("owner",)
    owner: dict[Any, Any]

    def __hash__(self) -> int:
        return hash(str(self))

    def __eq__(self, other: object) -> bool:
        if hasattr(self, "owner"):
            self.owner.clear()
        return str(self) == other


class ValueThatClears:
    """Empties the dict or list that it is in when it is shown or compared."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner

    def __repr__(self) -> str:
        self.owner.clear()
        return "cleared"

    def __eq__(self, other: object) -> bool:
        self.owner.clear()
        return False

    __hash__ = None  # type: ignore[assignment]


def test_a_position_that_changes_while_it_is_read_never_crashes() -> None:
    for game in every(4):
        for state in steps_of(game, 3, 3):
            for key in full_position(state):
                for place in ("key", "value", "inner"):
                    position: dict[Any, Any] = full_position(state)
                    if place == "key":
                        evil = KeyThatClears(key)
                        position[evil] = position.pop(key)
                        evil.owner = position
                    elif place == "value":
                        position[key] = ValueThatClears(position)
                    elif isinstance(position[key], list) and position[key]:
                        position[key][0] = ValueThatClears(position[key])
                    elif isinstance(position[key], dict):
                        name = next(iter(position[key]))
                        position[key][name] = ValueThatClears(position[key])
                    try:
                        read = game.state_from_dict(position)
                    except (ValueError, TypeError, RuntimeError, KeyError):
                        continue
                    check_saved_forms(game, read)
