"""`cardgames.ffi`: the header without a compiler, and pointers that keep what they point to."""

from __future__ import annotations

import gc
import shutil
import subprocess
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import cardgames
from cardgames import (
    BottleImp,
    CardGamesError,
    CellarDesTriplettes,
    Game,
    InvalidStateError,
    State,
    Triplets,
    WineCellar,
    native,
)

pytest.importorskip("cffi", reason="cffi is not installed")

from cardgames.ffi import States, ffi, lib, limits, pointer, read_state, states
from cardgames.ffi import game as open_game

GAMES: tuple[Game[Any], ...] = (
    BottleImp(num_players=4, rounds=1),
    CellarDesTriplettes(num_players=4, max_rounds=2),
    WineCellar(num_players=2),
    WineCellar(num_players=1),
    Triplets(num_players=5, decks=2, max_rounds=3),
)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)


def collect() -> None:
    """Frees what nothing holds, and writes over where it lay."""
    gc.collect()
    for game in GAMES:
        for seed in range(100):
            game.new_state(seed)
    gc.collect()


def numbers(kind: str, count: int, fill: Callable[[Any], object]) -> list[Any]:
    """What a function writes into an array of this kind."""
    room = ffi.new(f"{kind}[]", count)
    fill(room)
    return list(room)


# --- The functions ---


def check_what_is_told(it: Any, here: Any, state: State) -> None:
    """All that tells of a position says what the state says."""
    table, rules, n = it.table, it.limits, state.game.num_players
    seats = ffi.new("int32_t[CG_MAX_PLAYERS]")
    assert ffi.unpack(seats, table.to_act(rules, here, seats)) == list(state.to_act)
    assert table.current_player(rules, here) == state.current_player
    assert table.is_over(rules, here) == state.is_terminal + state.is_truncated
    scores = numbers("int32_t", n, lambda room: table.scores(rules, here, room))
    assert tuple(scores) == state.scores()
    assert table.winners(rules, here) == sum(1 << seat for seat in state.winners())
    assert table.check(rules, here) == 0
    returns = numbers("double", n, lambda room: lib.returns(it, here, room))
    assert tuple(returns) == state.returns()
    value = numbers("double", n, lambda room: lib.value(it, here, room))
    assert value == returns or not state.is_terminal


def check_what_is_seen(it: Any, here: Any, state: State, seat: int) -> None:
    """The view, the observation, and a world of a seat are those of the state."""
    table, rules, game = it.table, it.limits, state.game
    view = ffi.new("uint64_t[]", rules.view_size // 8)
    table.view(rules, here, seat, view)
    assert state.information_key(seat).endswith(bytes(ffi.buffer(view)))
    floats = ffi.new("float[]", game.observation_size)
    table.observe(rules, view, floats)
    assert bytes(ffi.buffer(floats)) == state.observation(seat).tobytes()
    world = game.new_state(1)
    lib.copy(it, pointer(world), here)
    assert world == state
    assert lib.hash(it, pointer(world)) == lib.hash(it, here)
    table.determinize(rules, pointer(world), seat, lib.rng_stream(3, 0x776F726C64))
    assert world == state.determinize(seat, 3)


def check_what_is_chosen(it: Any, here: Any, state: State, seat: int) -> None:
    """Legal actions of a seat, and one that is drawn, are those of the state."""
    actions = ffi.new("int32_t[CG_MAX_ACTIONS]")
    count = it.table.legal(it.limits, here, seat, actions)
    assert ffi.unpack(actions, count) == state.legal_actions(seat)
    generator = ffi.new("cg_rng *")
    lib.rng_seed(generator, 7)
    if it.table.guided:
        found = it.table.guided(it.limits, here, seat, generator)
    else:
        found = lib.random_action(it, here, seat, generator)
    assert found == state.guided_action(7, seat)


@each_game
def test_a_game_played_by_cffi_is_the_game_played_in_python(game: Game[Any]) -> None:
    it = open_game(game)
    mirror, other, state = game.new_state(9), game.new_state(8), game.new_state(5)
    here = pointer(mirror)
    for place in (here, pointer(other)):
        it.table.reset(it.limits, place, 5)
    random = Random(5)
    while not state.is_terminal:
        check_what_is_told(it, here, state)
        for seat in range(game.num_players):
            check_what_is_seen(it, here, state, seat)
        seat = random.choice(state.to_act)
        check_what_is_chosen(it, here, state, seat)
        action = random.choice(state.legal_actions(seat))
        state.apply(action, seat)
        assert it.table.refusal(it.limits, here, seat, action) == 0
        assert it.table.apply(it.limits, here, seat, action) == 0
        it.table.apply_unchecked(it.limits, pointer(other), seat, action)
        assert mirror == state == other
    check_what_is_told(it, here, state)
    assert it.table.play_random(it.limits, here) == lib.playout(it, here) == 0
    it.table.reset(it.limits, here, 5)
    assert it.table.play_random(it.limits, here) == len(game.new_state(5).legal_actions())


@each_game
def test_playouts_and_texts_say_what_python_says(game: Game[Any]) -> None:
    it = open_game(game)
    state = game.new_state(2)
    scores = np.empty((5, game.num_players), np.int32)
    room = ffi.from_buffer("int32_t[]", scores)
    lib.playouts(it, pointer(state), 0, 5, 6, 0, room)
    assert np.array_equal(scores, state.playouts(5, 6, determinize_for=0))
    again = state.copy()
    assert 0 < lib.playout(it, pointer(again)) <= game.max_game_length
    assert again.is_terminal
    text = ffi.new("char[]", 400)
    for action in range(0, game.num_actions, 5):
        words = game.action_to_string(action)
        assert lib.action_text(it, action, text, 400) == len(words.encode()) + 1
        assert ffi.string(text).decode() == words
        assert lib.action_text(it, action, ffi.NULL, 0) == len(words.encode()) + 1
        assert lib.read_action(it, words.encode()) == action
        if not state.is_legal(action):
            with pytest.raises(cardgames.IllegalActionError) as error:
                state.apply(action)
            assert lib.refusal_text(it, pointer(state), -1, action, text, 400)
            assert ffi.string(text).decode() == str(error.value)[:399]
    opened = lib.open(str(game).encode(), text, 400)
    assert opened.table == it.table
    assert opened.limits.state_size == game.state_size
    lib.close(opened)


def test_the_generator_moves_on() -> None:
    one, other = ffi.new("cg_rng *"), ffi.new("cg_rng *")
    lib.rng_seed(one, 3)
    lib.rng_seed(other, 3)
    drawn = [lib.rng_next(one) for _ in range(5)]
    assert drawn == [lib.rng_next(other) for _ in range(5)]
    assert len(set(drawn)) == 5
    assert all(lib.rng_below(one, 6) < 6 for _ in range(100))


def test_what_null_is_allowed_for_does_nothing() -> None:
    text = ffi.new("char[]", 40)
    assert lib.open(ffi.NULL, text, 40) == ffi.NULL
    assert ffi.string(text) == b"there is no text of a game"
    lib.close(ffi.NULL)
    assert lib.read_action(open_game(GAMES[0]), ffi.NULL) == -1


def test_constants_are_sizes_of_arrays() -> None:
    assert ffi.sizeof("char[CG_MAX_ACTIONS]") == 512
    assert ffi.sizeof("char[CG_ABI_VERSION]") == lib.abi_version


# --- Pointers ---


def test_a_pointer_is_to_the_state_itself() -> None:
    game = Triplets(num_players=4)
    state, it = game.new_state(1), open_game(game)
    here = pointer(state)
    assert ffi.typeof(here) is ffi.typeof("void *")
    assert int(ffi.cast("uintptr_t", here)) == native.state_address(state)
    copy = state.copy()
    assert it.table.apply(it.limits, here, -1, state.legal_actions()[0]) == 0
    assert state != copy
    copy.apply(copy.legal_actions()[0])
    assert state == copy
    assert pointer(copy) != here


@each_game
def test_pointers_are_good_when_all_else_is_gone(game: Game[Any]) -> None:
    """Under AddressSanitizer, without pools, a use of what was freed ends the process."""
    expected = [game.new_state(seed) for seed in range(20)]
    kept = [pointer(state.copy()) for state in expected]
    options = str(game)
    mine = cardgames.make(options)
    it, rules = open_game(mine), limits(mine)
    here = pointer(mine.new_state(3))
    del mine
    collect()
    assert it.table.reset(rules, here, 4) is None
    assert rules.num_players == it.limits.num_players == game.num_players
    for place, state in zip(kept, expected, strict=True):
        assert read_state(game, place) == state
        while it.table.play_random(rules, place):
            pass
        assert it.table.is_over(rules, place)
    assert read_state(game, here) == game.new_state(4)


def test_a_pointer_keeps_its_state_no_longer_than_it_lives() -> None:
    class Probe(Triplets):
        """Its states keep it; it can be watched."""

        __slots__ = ("__weakref__",)

    game = Probe(num_players=3)
    watch = weakref.ref(game)
    owners = [
        pointer(game.new_state(1)),
        pointer(game.new_state(1)),
        open_game(game),
        limits(game),
        states(game, 2),
    ]
    del game
    while owners:
        collect()
        assert watch() is not None
        owners.pop()
    gc.collect()
    assert watch() is None


def test_equal_pointers_keep_their_state_each_for_itself() -> None:
    game = BottleImp(num_players=4)
    state = game.new_state(6)
    one, two = pointer(state), pointer(state)
    assert one == two
    del state, one
    collect()
    assert read_state(game, two) == game.new_state(6)


def test_a_pointer_cannot_be_released_early() -> None:
    state = GAMES[0].new_state(1)
    here = pointer(state)
    with pytest.raises(ValueError, match="release"):
        ffi.release(here)
    with pytest.raises(ValueError, match="with"), here:
        pass
    with pytest.raises(TypeError):
        ffi.gc(here, None)
    assert read_state(GAMES[0], here) == state


@pytest.mark.parametrize("wrong", [None, 3, "triplets", object(), State, ffi.NULL])
def test_what_is_no_state_or_game_has_no_pointer(wrong: Any) -> None:
    for call in (pointer, open_game, limits):
        with pytest.raises(TypeError):
            call(wrong)
    with pytest.raises(TypeError):
        states(wrong, 3)


@each_game
def test_only_states_are_read(game: Game[Any]) -> None:
    noise = ffi.new("uint64_t[]", game.state_size // 8)
    with pytest.raises(InvalidStateError):
        read_state(game, noise)
    with pytest.raises(InvalidStateError):
        read_state(game, ffi.NULL)
    for wrong in (3, None, game.new_state(1), ffi.cast("int", 3), b"bytes"):
        with pytest.raises(TypeError):
            read_state(game, wrong)
    with pytest.raises(TypeError):
        read_state(3, noise)  # type: ignore[arg-type]


# --- Blocks ---


@each_game
def test_a_block_holds_states_that_are_dealt(game: Game[Any]) -> None:
    block = states(game, 4)
    assert len(block) == 4
    assert repr(block) == f"<4 states of {game}>"
    assert block.game == game
    assert block.state_size == game.state_size
    assert block.address % 8 == 0
    for i, place in enumerate(block):
        assert int(ffi.cast("uintptr_t", place)) == block.address + i * block.state_size
        assert block[i - 4] == place
        assert block.copy_out(i) == read_state(game, place) == game.new_state(i)
        block.native.table.reset(block.native.limits, place, 50 + i)
        assert block.copy_out(i) == game.new_state(50 + i)


@each_game
def test_states_go_into_a_block_and_out_of_it(game: Game[Any]) -> None:
    block = states(game, 3)
    state = game.new_state(10)
    lib.playout(block.native, pointer(state))
    block.copy_in(1, state)
    assert [block.copy_out(i) == state for i in range(3)] == [False, True, False]
    assert block.copy_out(-2) == state
    assert block.copy_out(0) == game.new_state(0)
    assert block.copy_out(2) == game.new_state(2)
    assert block.copy_out(1).seed is None
    equal = cardgames.make(str(game))
    block.copy_in(np.int64(0), equal.new_state(7))
    assert block.copy_out(0) == game.new_state(7)


def test_a_block_takes_states_of_its_game_only() -> None:
    block = states(Triplets(num_players=3), 2)
    for game in (Triplets(num_players=4), BottleImp(num_players=3)):
        with pytest.raises(CardGamesError, match="this block is for states of triplets"):
            block.copy_in(0, game.new_state(1))
    with pytest.raises(TypeError):
        block.copy_in(0, ffi.NULL)
    assert block.copy_out(0) == Triplets(num_players=3).new_state(0)


def test_a_block_has_no_other_states_than_its_own() -> None:
    block = states(GAMES[0], 3)
    state = GAMES[0].new_state(1)

    def copy_in(i: Any) -> None:
        block.copy_in(i, state)

    calls: tuple[Callable[[Any], object], ...] = (block.__getitem__, block.copy_out, copy_in)
    wrong: Any
    for call in calls:
        for i in (3, -4, 2**70, -(2**70)):
            with pytest.raises(IndexError, match="the block has 3 states"):
                call(i)
        for wrong in (1.0, "1", None, slice(0, 2), True):
            with pytest.raises(TypeError):
                call(wrong)


@pytest.mark.parametrize("n", [0, -1, 2**40, 2**80])
def test_a_block_of_too_few_or_too_many_is_refused(n: int) -> None:
    with pytest.raises(CardGamesError, match="n must be from 1 to"):
        states(GAMES[0], n)


def test_a_block_does_not_read_what_is_no_state() -> None:
    block = states(GAMES[0], 2)
    block.array()[1, 40:] = 255
    with pytest.raises(InvalidStateError):
        block.copy_out(1)
    assert block.copy_out(0) == GAMES[0].new_state(0)


@each_game
def test_the_array_of_a_block_is_its_memory(game: Game[Any]) -> None:
    block = states(game, 5)
    array = block.array()
    assert array.shape == (5, game.state_size)
    assert array.dtype == np.dtype(np.uint8)
    assert array.ctypes.data == block.address
    array[4] = array[0]
    assert block.copy_out(4) == game.new_state(0)
    block.copy_in(3, game.new_state(9))
    copy = np.frombuffer(array[3].tobytes(), np.uint64).copy()
    assert native.read_state(game, copy.ctypes.data) == game.new_state(9)


@each_game
def test_pointers_and_arrays_of_a_block_outlive_it(game: Game[Any]) -> None:
    block = states(cardgames.make(str(game)), 200)
    watch: weakref.ref[States] = weakref.ref(block)
    places, array, it = list(block), block.array(), block.native
    del block
    collect()
    assert watch() is None
    for i, place in enumerate(places):
        assert read_state(game, place) == game.new_state(i)
        assert lib.playout(it, place) > 0
    first = places[0]
    del places, it
    collect()
    assert read_state(game, first) == native.read_state(game, array.ctypes.data)
    del first
    collect()
    assert native.read_state(game, array[7].ctypes.data).is_terminal


# --- Import ---


def program(text: str, *, returns: int = 0) -> str:
    """What a new Python prints; or the last line of its error."""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", text], capture_output=True, text=True, check=False
    )
    assert result.returncode == returns, result.stderr
    return result.stdout if returns == 0 else result.stderr.splitlines()[-1]


def test_the_module_is_there_when_it_is_asked_for() -> None:
    text = """
import cardgames, sys
assert "cffi" not in sys.modules
cardgames.native.API
assert "cffi" not in sys.modules and "ctypes" in sys.modules
print(cardgames.ffi.lib.abi_version, "cffi" in sys.modules)
"""
    assert program(text) == "2 True\n"


def test_without_cffi_the_error_names_the_extra() -> None:
    text = """
import sys
sys.modules["cffi"] = None
import inspect, cardgames
assert inspect.getmembers(cardgames)
cardgames.ffi
"""
    assert program(text, returns=1) == (
        'ModuleNotFoundError: cardgames.ffi needs cffi: pip install "cardgames-engine[ffi]" '
        '(from a clone: pip install ".[ffi]")'
    )


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("CG_ABI_VERSION = 2", "CG_ABI_VERSION = 3", "cg_api is version 3 with"),
        ("} cg_api;", "void (*more)(void);\n} cg_api;", "cg_api is version 2 with"),
        ("} cg_table;", "void (*more)(void);\n} cg_table;", "cg_table is version 2 with"),
    ],
)
def test_a_header_of_another_version_is_refused(
    old: str, new: str, found: str, tmp_path: Path
) -> None:
    shutil.copytree(cardgames.get_include(), tmp_path / "include")
    header = tmp_path / "include" / "cardgames.h"
    text = header.read_text(encoding="utf-8")
    assert text.count(old) == 1
    header.write_text(text.replace(old, new), encoding="utf-8")
    error = program(
        f"""
import cardgames
cardgames.get_include = lambda: {str(header.parent)!r}
cardgames.ffi.game(cardgames.Triplets())
""",
        returns=1,
    )
    assert error.startswith(f"ImportError: cardgames.h does not fit the library: {found}")
    assert error.endswith("bytes in the library; install cardgames-engine anew")
