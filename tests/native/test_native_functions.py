"""Functions in native code for searches and playouts: from everywhere, right and wrong ones."""

from __future__ import annotations

import ctypes
import gc
import pickle
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cardgames import (
    BottleImp,
    CardGamesError,
    CellarDesTriplettes,
    Game,
    State,
    Triplets,
    WineCellar,
    native,
)
from cardgames.search import ISMCTS, Analysis, FlatMonteCarlo
from tests.native import environments, native_sources
from tests.native.native_sources import KINDS, PYTHON, Functions, capsule

GAMES: tuple[Game[Any], ...] = (
    BottleImp(num_players=3, rounds=1),
    CellarDesTriplettes(num_players=3, max_rounds=1),
    WineCellar(num_players=2),
    WineCellar(num_players=1),
    Triplets(num_players=3, max_rounds=5),
)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)
SOURCES = ("ctypes", "cffi", "numba", "c", "cython", "capsule")
each_source = pytest.mark.parametrize("source", SOURCES)
each_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(scope="module")
def c(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The module that cffi compiled."""
    return native_sources.load_c(
        environments.make_once(tmp_path_factory, "native_c", native_sources.build_c)
    )


@pytest.fixture(scope="module")
def cython(tmp_path_factory: pytest.TempPathFactory) -> Functions:
    """The capsules of the module that Cython compiled."""
    return native_sources.load_cython(
        environments.make_once(tmp_path_factory, "native_cython", native_sources.build_cython)
    )


Make = Callable[[str, Game[Any]], Functions]


@pytest.fixture
def make(request: pytest.FixtureRequest) -> Make:
    """The functions of a source for a game; only what is asked for is compiled."""

    def made(source: str, game: Game[Any]) -> Functions:
        if source == "ctypes":
            return native_sources.from_ctypes(game)
        if source == "cffi":
            return native_sources.from_cffi(game)
        if source == "numba":
            return native_sources.from_numba(game)
        if source == "cython":
            found: Functions = request.getfixturevalue("cython")
            return found
        module = request.getfixturevalue("c")
        return (native_sources.from_c if source == "c" else native_sources.from_capsules)(module)

    return made


def searched(state: State, threads: Any = 1, **functions: Any) -> Analysis:
    """What a short search finds with these functions."""
    if "policy" in functions:
        functions["selection"] = "puct"
    return ISMCTS(120, seed=3, threads=threads, **functions).analyse(state)


def position(game: Game[Any]) -> State:
    """A position with a choice, some actions into a game."""
    state: State = game.new_state(2)
    for _ in range(5):
        state.apply(state.legal_actions()[-1])
    while len(state.legal_actions()) < 2:
        state.apply(state.legal_actions()[0])
    return state


# --- What they do ---


@each_source
@each_game
def test_a_search_with_native_functions_is_that_with_the_same_ones_in_python(
    make: Make, source: str, game: Game[Any]
) -> None:
    functions = make(source, game)
    held, state = native.NativeGame(game), position(game)
    for kind in KINDS:
        given = native.native_function(functions[kind], kind, held.address)
        found = searched(state, **{kind: given})
        assert found == searched(state, **{kind: PYTHON[kind]})
        assert found != searched(state, **({"selection": "puct"} if kind == "policy" else {}))


@each_source
def test_all_three_kinds_work_together_and_on_threads(make: Make, source: str) -> None:
    game = GAMES[-1]
    functions = make(source, game)
    held, state = native.NativeGame(game), position(game)
    given = {kind: native.native_function(functions[kind], kind, held.address) for kind in KINDS}
    found = searched(state, threads=2, max_depth=3, **given)
    assert found == searched(state, threads=2, max_depth=3, **given)
    assert found == searched(state, threads=2, max_depth=3, **PYTHON)
    flat = FlatMonteCarlo(60, seed=1, rollout=given["rollout"]).analyse(state)
    assert flat == FlatMonteCarlo(60, seed=1, rollout=PYTHON["rollout"]).analyse(state)


@each_source
def test_playouts_by_a_native_rollout_are_those_by_pythons(make: Make, source: str) -> None:
    game = GAMES[1]
    held, state = native.NativeGame(game), position(game)
    rollout = native.native_function(make(source, game)["rollout"], "rollout", held.address)
    for threads in (1, 2):
        found = state.playouts(40, 1, threads=threads, determinize_for=0, rollout=rollout)
        expected = state.playouts(40, 1, determinize_for=0, rollout=PYTHON["rollout"])
        assert np.array_equal(found, expected)


@each_game
def test_a_rollout_that_plays_at_random_is_random(c: Any, game: Game[Any]) -> None:
    held, state = native.NativeGame(game), position(game)
    address = c.ffi.addressof(c.lib, "rollout_random")
    rollout = native.native_function(address, "rollout", held.address)
    for threads in (1, 2):
        assert searched(state, threads, rollout=rollout) == searched(
            state, threads, rollout="random"
        )
    assert np.array_equal(
        state.playouts(50, 4, rollout=rollout), state.playouts(50, 4, rollout="random")
    )


@each_game
def test_a_policy_is_told_the_legal_actions_of_the_seat(c: Any, game: Game[Any]) -> None:
    held, state = native.NativeGame(game), position(game)
    told, rising = (
        native.native_function(c.ffi.addressof(c.lib, f"policy_{name}"), "policy", held.address)
        for name in ("by_action", "rising")
    )
    assert searched(state, policy=told) == searched(state, policy=rising)


def test_the_context_is_handed_on_and_calls_run_at_the_same_time(c: Any) -> None:
    state = position(GAMES[0])
    calls = np.zeros(1, np.int64)
    counting = native.native_function(
        c.ffi.addressof(c.lib, "policy_counting"), "policy", calls.ctypes.data
    )
    found = ISMCTS(4000, seed=1, threads=2, selection="puct", policy=counting).analyse(state)
    once = int(calls[0])
    assert found.nodes <= once
    again = ISMCTS(4000, seed=1, threads=2, selection="puct", policy=counting).analyse(state)
    assert (again, int(calls[0])) == (found, 2 * once)


# --- What cannot be ---


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["nan", "negative", "infinite", "huge", "zero", "silent"])
@each_game
def test_weights_that_are_none_end_the_search(
    c: Any, name: str, threads: int, game: Game[Any]
) -> None:
    state = position(game)
    before = state.copy()
    policy = native.native_function(c.ffi.addressof(c.lib, f"policy_{name}"), "policy")
    with pytest.raises(CardGamesError, match=r"weights must be from 0 to 1e\+30, and not all 0"):
        searched(state, threads, policy=policy)
    assert state == before


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["nan", "high", "low", "silent"])
@each_game
def test_returns_that_are_none_end_the_search(
    c: Any, name: str, threads: int, game: Game[Any]
) -> None:
    held, state = native.NativeGame(game), position(game)
    pointer = c.ffi.addressof(c.lib, f"evaluation_{name}")
    evaluation = native.native_function(pointer, "evaluation", held.address)
    with pytest.raises(CardGamesError, match="evaluation's returns must be from -1 to 1"):
        searched(state, threads, evaluation=evaluation)


@pytest.mark.parametrize("game", [BottleImp(num_players=3, rounds=1), GAMES[-1]], ids=str)
def test_a_rollout_that_never_ends_is_ended(c: Any, game: Game[Any]) -> None:
    state, calls = position(game), np.zeros(1, np.int64)
    endless = native.native_function(
        c.ffi.addressof(c.lib, "rollout_endless"), "rollout", calls.ctypes.data
    )
    found = state.playouts(3, 1, rollout=endless)
    assert np.array_equal(found, [state.scores()] * 3)
    assert calls[0] == 3 * game.max_game_length
    calls[0] = 0
    assert searched(state, rollout=endless).simulations == 120
    assert 0 < calls[0] <= 120 * game.max_game_length
    calls[0] = 0
    assert searched(state, rollout=endless, max_depth=2).simulations == 120
    assert 0 < calls[0] <= 240


def test_a_search_with_a_rollout_that_never_ends_can_be_stopped(c: Any) -> None:
    calls = np.zeros(1, np.int64)
    endless = native.native_function(
        c.ffi.addressof(c.lib, "rollout_endless"), "rollout", calls.ctypes.data
    )
    state = position(Triplets(num_players=3))
    start = time.monotonic()
    found = ISMCTS(seconds=0.2, seed=1, rollout=endless).analyse(state)
    assert found.stopped_by == "seconds"
    assert time.monotonic() - start < 5


@each_game
def test_a_rollout_that_plays_nothing_leaves_the_position_as_it_is(c: Any, game: Game[Any]) -> None:
    state = position(game)
    pointer = c.ffi.addressof(c.lib, "rollout_none")
    rollout = native.native_function(pointer, "rollout")
    assert np.array_equal(state.playouts(3, 1, rollout=rollout), [state.scores()] * 3)
    assert searched(state, rollout=rollout) == searched(state, max_depth=0)


# --- What is taken ---


@each_source
def test_functions_are_taken_without_context_as_they_are(make: Make, source: str) -> None:
    """Those of run time know their game; a policy needs none."""
    game = GAMES[0]
    functions, state = make(source, game), position(game)
    expected = searched(state, policy=PYTHON["policy"])
    assert searched(state, policy=functions["policy"]) == expected
    if source in ("ctypes", "cffi", "numba"):
        expected = searched(state, rollout=PYTHON["rollout"])
        assert searched(state, rollout=functions["rollout"]) == expected


@each_source
@each_kind
def test_a_function_of_another_kind_is_told_what_is_needed(
    make: Make, source: str, kind: Any
) -> None:
    game = GAMES[0]
    functions = make(source, game)
    for other in KINDS:
        if other == kind:
            continue
        function = functions[other]
        with pytest.raises(TypeError, match=f"a native {kind} must be (int32_t|void) "):
            native.native_function(function, kind)
        with pytest.raises(TypeError, match=f"a native {kind} must be (int32_t|void) "):
            searched(position(game), **{kind: function})
        taken = native.native_function(function, other)
        with pytest.raises(TypeError, match=f"must be a native {kind}, not a native {other}"):
            searched(position(game), **{kind: taken})


ROLLOUT = r"a native rollout must be int32_t \(void \*, void \*, void \*\), not "


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("result", r"size_t \(void \*, void \*, void \*\)"),
        ("bool", r"_Bool \(void \*, void \*, void \*\)"),
        ("few", r"int32_t \(void \*, void \*\)"),
        ("varargs", r"int32_t \(void \*, void \*, void \*, \.\.\.\)"),
    ],
)
def test_functions_of_cffi_with_other_signatures_are_refused(c: Any, name: str, shown: str) -> None:
    with pytest.raises(TypeError, match=ROLLOUT + shown):
        native.native_function(c.ffi.addressof(c.lib, f"wrong_{name}"), "rollout")


@pytest.mark.parametrize(
    ("name", "shown"), [("float", r"float \*\)"), ("union", r"union pair.*\)")]
)
def test_numbers_of_another_type_are_not_written_to(c: Any, name: str, shown: str) -> None:
    with pytest.raises(TypeError, match=rf"double \*\), not void \(.*{shown}"):
        native.native_function(c.ffi.addressof(c.lib, f"wrong_{name}"), "evaluation")


def test_capsules_of_cython_with_other_signatures_are_refused(cython: Functions) -> None:
    for name, shown in (
        ("wrong_result", r"size_t \(void \*, void \*, void \*\)"),
        ("wrong_none", r"int32_t \(void\)"),
    ):
        with pytest.raises(TypeError, match=ROLLOUT + shown):
            native.native_function(cython[name], "rollout")
    with pytest.raises(TypeError, match=r"double \*\), not void \(.*float \*\)"):
        native.native_function(cython["wrong_float"], "evaluation")


P, I32 = ctypes.c_void_p, ctypes.c_int32


SWAPPED: Any = ctypes.c_int32.__ctype_be__ if sys.byteorder == "little" else I32.__ctype_le__


class Pair(ctypes.Union):
    _fields_ = (("one", ctypes.c_int32), ("other", ctypes.c_float))


@pytest.mark.parametrize(
    ("prototype", "shown"),
    [
        (ctypes.CFUNCTYPE(None, P, P, P), r"void \(void \*, void \*, void \*\)"),
        (ctypes.CFUNCTYPE(ctypes.c_bool, P, P, P), r"bool \("),
        (ctypes.CFUNCTYPE(ctypes.c_double, P, P, P), r"double \("),
        (ctypes.CFUNCTYPE(ctypes.c_uint32, P, P, P), r"c_uint \("),
        (ctypes.CFUNCTYPE(ctypes.c_int16, P, P, P), r"c_short \("),
        (ctypes.CFUNCTYPE(P, P, P, P), r"void \* \("),
        (ctypes.CFUNCTYPE(I32, P, P), r"int32_t \(void \*, void \*\)"),
        (ctypes.CFUNCTYPE(I32), r"int32_t \(void\)"),
        (ctypes.CFUNCTYPE(I32, P, P, I32), r"int32_t \(void \*, void \*, int32_t\)"),
        (ctypes.CFUNCTYPE(I32, P, P, Pair), r"int32_t \(void \*, void \*, struct Pair\)"),
        (ctypes.CFUNCTYPE(type("int32_t", (Pair,), {}), P, P, P), r"struct int32_t \("),
        (ctypes.CFUNCTYPE(I32, P, P, SWAPPED), r".*, c_int\w* of another byte order\)"),
    ],
)
def test_functions_of_ctypes_with_other_signatures_are_refused(prototype: Any, shown: str) -> None:
    with pytest.raises(TypeError, match=ROLLOUT + shown):
        native.native_function(prototype(1), "rollout")


def test_ctypes_has_to_know_arguments_and_result() -> None:
    puts = ctypes.CDLL(None).puts
    with pytest.raises(TypeError, match="must have argtypes and restype"):
        native.native_function(puts, "rollout")
    puts.argtypes = (P, P, P)
    puts.restype = lambda value: value
    with pytest.raises(TypeError, match=ROLLOUT + "an object"):
        native.native_function(puts, "rollout")


@pytest.mark.parametrize(
    "types",
    [
        (P, P, P),
        (ctypes.c_size_t, ctypes.c_uint64, ctypes.c_int64),
        (ctypes.c_char_p, ctypes.POINTER(ctypes.c_uint8), ctypes.POINTER(Pair)),
    ],
)
def test_addresses_may_be_declared_in_any_way(types: tuple[Any, ...]) -> None:
    function = native.native_function(ctypes.CFUNCTYPE(I32, *types)(1), "rollout")
    assert function.kind == "rollout"


@each_kind
@pytest.mark.parametrize(
    "name",
    [
        *(None, b"", b"cg_", b"cg_table", b"cardgames.native.API", b"\xff", b"((", b"int"),
        b"int32_t (void *, void const *, void *))(int)",
    ],
)
def test_capsules_of_anything_else_are_refused(kind: Any, name: bytes | None) -> None:
    with pytest.raises(TypeError, match=f"a native {kind} must be "):
        native.native_function(capsule(1, name), kind)
    with pytest.raises(TypeError, match=f"a native {kind} must be "):
        native.native_function(native.API, kind)


@each_kind
@pytest.mark.parametrize("wrong", [None, 3, 2**70, "first", b"first", object(), int, len])
def test_what_is_no_native_function_is_refused(kind: Any, wrong: Any) -> None:
    with pytest.raises(TypeError, match=f"a native {kind} must be a function of ctypes, numba"):
        native.native_function(wrong, kind)


def test_the_wrapper_of_a_compiled_function_says_where_its_pointer_is(c: Any) -> None:
    for call in (
        lambda: native.native_function(c.lib.policy_rising, "policy"),
        lambda: searched(position(GAMES[0]), policy=c.lib.policy_rising),
    ):
        with pytest.raises(
            TypeError, match=r"its pointer is ffi.addressof\(lib, 'policy_rising'\)"
        ):
            call()


def test_a_pointer_to_no_function_is_refused(c: Any) -> None:
    for wrong in (c.ffi.NULL, c.ffi.new("int[3]"), c.ffi.cast("int", 3), c.ffi.typeof("int")):
        with pytest.raises(TypeError, match="a native rollout must be a function of"):
            native.native_function(wrong, "rollout")


def test_an_address_of_0_is_refused(c: Any) -> None:
    null = c.ffi.cast("int32_t(*)(void *, const void *, void *)", 0)
    for wrong in (null, ctypes.CFUNCTYPE(I32, P, P, P)(0)):
        with pytest.raises(CardGamesError, match="must not be at address 0"):
            native.native_function(wrong, "rollout")


@pytest.mark.parametrize("context", [-1, 2**64, 2**70])
def test_a_context_is_an_address(c: Any, context: int) -> None:
    pointer = c.ffi.addressof(c.lib, "policy_rising")
    with pytest.raises(CardGamesError, match="context must be an address"):
        native.native_function(pointer, "policy", context)
    wrong: Any
    for wrong in (1.5, "1", None, c.ffi.NULL):
        with pytest.raises(TypeError, match="context must be an int"):
            native.native_function(pointer, "policy", wrong)


def test_an_unknown_kind_is_refused(c: Any) -> None:
    pointer = c.ffi.addressof(c.lib, "policy_rising")
    wrong: Any
    for wrong in ("polisy", "", "Policy"):
        with pytest.raises(CardGamesError, match="kind"):
            native.native_function(pointer, wrong)
    for wrong in (None, 3, ["policy"]):
        with pytest.raises((TypeError, CardGamesError), match="kind"):
            native.native_function(pointer, wrong)


# --- What they are ---


def test_a_native_function_is_shown_by_name_and_kind(c: Any) -> None:
    pointer = c.ffi.addressof(c.lib, "policy_rising")
    named = native.native_function(pointer, "policy", name="rising")
    assert (named.kind, named.name, repr(named)) == ("policy", "rising", "<native policy rising>")
    assert repr(native.native_function(pointer, "policy")) == "<native policy function>"
    search = ISMCTS(10, selection="puct", policy=named)
    assert repr(search).endswith("selection='puct', policy=<native policy rising>)")
    wrong: Any = 3
    with pytest.raises(TypeError):
        native.native_function(pointer, "policy", name=wrong)


def test_a_native_function_has_the_name_that_its_source_tells() -> None:
    puts = ctypes.CDLL(None).puts
    puts.argtypes, puts.restype = (P, P, P), I32
    assert native.native_function(puts, "rollout").name == "puts"
    cffi = native_sources.from_cffi(GAMES[0])["policy"]
    assert native.native_function(cffi, "policy").name == "from_cffi.<locals>.policy"


def test_the_name_of_a_numba_function_is_its_own() -> None:
    numba = native_sources.from_numba(GAMES[0])["policy"]
    assert native.native_function(numba, "policy").name == "policy"


def test_a_native_function_cannot_leave_the_process(c: Any) -> None:
    function = native.native_function(c.ffi.addressof(c.lib, "policy_rising"), "policy")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="cannot be pickled"):
            pickle.dumps(function, protocol)
    with pytest.raises(TypeError):
        pickle.dumps(native.NativeGame(GAMES[0]))


@each_source
def test_a_search_keeps_the_function_that_it_was_given(make: Make, source: str) -> None:
    """Under AddressSanitizer, a call of what was freed ends the process."""
    game = GAMES[0]
    state = position(game)

    def make_search() -> ISMCTS:
        policy = make(source, game)["policy"]
        return ISMCTS(120, seed=3, selection="puct", policy=policy)

    search = make_search()
    make_search()
    for _ in range(30):
        native_sources.from_ctypes(game)
    gc.collect()
    assert search.analyse(state) == searched(state, policy=PYTHON["policy"])
    other = search.with_seed(3)
    del search
    gc.collect()
    assert other.analyse(state) == searched(state, policy=PYTHON["policy"])


def test_the_owner_is_kept_and_let_go_again() -> None:
    function = native_sources.from_ctypes(GAMES[0])["policy"]
    before = sys.getrefcount(function)
    held = native.native_function(function, "policy")
    assert held.keep is function
    search = ISMCTS(20, selection="puct", policy=held)
    search.analyse(position(GAMES[0]))
    del held, search
    gc.collect()
    assert sys.getrefcount(function) == before


def test_a_function_of_ctypes_that_needs_the_gil_is_refused() -> None:
    function = ctypes.PYFUNCTYPE(I32, P, P, P)(1)
    with pytest.raises(TypeError, match="must not need the GIL"):
        native.native_function(function, "rollout")


def odd_class(**members: Any) -> Any:
    """An object that can be called, of a class that is odd."""

    def call(self: object, world: State, seat: int) -> int:
        return 0

    return type("PyCapsule", (), {"__call__": call, **members})()


@pytest.mark.parametrize(
    "function",
    [
        odd_class(__module__=None),
        odd_class(__module__="builtins"),
        odd_class(__module__="numba", ctypes=property(lambda self: self)),
        odd_class(__class__=property(lambda self: native.NativeFunction)),
    ],
    ids=["no module", "capsule", "numba", "native"],
)
def test_what_only_looks_like_a_native_function_is_one_of_python(function: Any) -> None:
    assert ISMCTS(rollout=function).rollout is function


@pytest.mark.parametrize("name", ["a\nb", "\x00"])
def test_names_are_of_letters_that_can_be_printed(name: str) -> None:
    with pytest.raises(CardGamesError, match="can be printed"):
        native.native_function(capsule(1, b"cg_rollout"), "rollout", name=name)


@pytest.mark.parametrize("address", [-1, 0, 2**64])
def test_what_is_no_address_holds_no_state(address: int) -> None:
    with pytest.raises(CardGamesError, match="there is no state at address"):
        native.read_state(GAMES[0], address)
    with pytest.raises(TypeError, match="address must be an int, not float"):
        native.read_state(GAMES[0], 1.0)  # type: ignore[arg-type]
