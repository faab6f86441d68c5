"""Every function of `cg_table` and `cg_api`, called by ctypes, says what the Python API says."""

from __future__ import annotations

import ctypes
import gc
import reprlib
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

import cardgames
from cardgames import (
    SPECTATOR,
    BottleImp,
    CellarDesTriplettes,
    Game,
    IllegalActionError,
    InvalidStateError,
    State,
    Triplets,
    WineCellar,
    native,
)

CURRENT = -1
EVERYTHING = -2
WORLD = 0x776F726C64  # makes the seed of a world of that which state.determinize is given

GAMES: tuple[Game[Any], ...] = (
    BottleImp(num_players=2, rounds=2),
    BottleImp(num_players=6, bottles=2, teams="2-2-2", rounds=1),
    CellarDesTriplettes(num_players=3, max_rounds=2),
    CellarDesTriplettes(num_players=5, max_rounds=1),
    WineCellar(num_players=1),
    WineCellar(num_players=3, games=3, client_set="B"),
    Triplets(num_players=2, max_rounds=3),
    Triplets(num_players=10, decks=4, refill="round", max_rounds=2),
)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)

API = native.api_functions()


class Native:
    """A game and room for what its functions write."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.held = native.NativeGame(game)
        self.table = native.functions(game)
        self.limits = self.held.limits
        self.n = game.num_players

    def legal(self, state: int, seat: int) -> list[int]:
        """Legal actions; nothing is written behind those that there is room for."""
        actions = np.full(self.game.max_legal_actions + 1, -7, np.int32)
        count = self.table.legal(self.limits, state, seat, actions.ctypes.data)
        assert actions[-1] == -7
        return [int(action) for action in actions[:count]]

    def to_act(self, state: int) -> tuple[int, ...]:
        seats = np.full(self.n + 1, -7, np.int32)
        count = self.table.to_act(self.limits, state, seats.ctypes.data)
        assert seats[-1] == -7
        return tuple(int(seat) for seat in seats[:count])

    def scores(self, state: int) -> tuple[int, ...]:
        scores = np.full(self.n + 1, -7, np.int32)
        self.table.scores(self.limits, state, scores.ctypes.data)
        assert scores[self.n] == -7
        return tuple(int(score) for score in scores[: self.n])

    def numbers(self, name: str, state: int) -> tuple[float, ...]:
        """What `returns` or `value` writes."""
        written = np.full(self.n + 1, 7.0)
        getattr(API, name)(self.held.address, state, written.ctypes.data)
        assert written[self.n] == 7
        return tuple(float(number) for number in written[: self.n])

    def view(self, state: int, viewer: int) -> bytes:
        room = np.full(self.view_size // 8 + 1, 7, np.uint64)
        self.table.view(self.limits, state, viewer, room.ctypes.data)
        assert room[-1] == 7
        return room.tobytes()[: self.view_size]

    def observation(self, view: bytes) -> bytes:
        floats = np.full(self.game.observation_size + 1, 7, np.float32)
        aligned = np.frombuffer(view, np.uint64).copy()
        self.table.observe(self.limits, aligned.ctypes.data, floats.ctypes.data)
        assert floats[-1] == 7
        return floats[:-1].tobytes()

    @property
    def view_size(self) -> int:
        return ctypes.c_int32.from_address(self.limits + 24).value


def walk(game: Game[Any], seed: int) -> Iterator[tuple[State, int, int]]:
    """A game at random: each state with the seat and the action that come next, and the end."""
    random = Random(seed)
    state: State = game.new_state(seed)
    while not state.is_terminal:
        seat = random.choice(state.to_act)
        action = random.choice(state.legal_actions(seat))
        yield state, seat, action
        state.apply(action, seat)
    yield state, -1, -1


def some(game: Game[Any], step: int = 11) -> list[State]:
    """States of a game, its last among them."""
    states = [state.copy() for state, _, _ in walk(game, 3)]
    return [*states[::step], states[-1]]


def address(state: State) -> int:
    return native.state_address(state)


def rng(seed: int) -> Any:
    """Room for a generator, seeded."""
    made = np.zeros(4, np.uint64)
    API.rng_seed(made.ctypes.data, seed)
    return made


# --- The table of a game ---


def test_limits_are_those_of_the_game() -> None:
    for game in GAMES:
        found = (ctypes.c_int32 * 8).from_address(native.limits_address(game))
        assert list(found[:6]) == [
            game.num_players,
            game.num_actions,
            game.max_legal_actions,
            game.max_game_length,
            game.observation_size,
            game.state_size,
        ]


@each_game
def test_tables_say_their_version_size_and_name(game: Game[Any]) -> None:
    for table, functions, extra in (
        (native.table_address(game), native.functions(game), 1),
        (native.api_address(), native.api_functions(), 0),
    ):
        version, size = (ctypes.c_uint32 * 2).from_address(table)
        assert version == 2
        assert size == 8 + 8 * (extra + len(vars(functions)))
    name = ctypes.c_char_p.from_address(native.table_address(game) + 8).value
    assert name == game.name.encode()


@each_game
def test_a_game_played_in_native_code_is_the_game_played_in_python(game: Game[Any]) -> None:
    it = Native(game)
    mirror, unchecked = game.new_state(999), game.new_state(998)
    for state in (mirror, unchecked):
        it.table.reset(it.limits, address(state), 5)
    assert mirror == unchecked == game.new_state(5)
    for state, seat, action in walk(game, 5):
        place = address(mirror)
        assert mirror == state
        assert it.to_act(place) == state.to_act
        assert it.table.current_player(it.limits, place) == state.current_player
        for player in range(it.n):
            legal = state.legal_actions(player) if player in state.to_act else []
            assert it.legal(place, player) == legal
        first = state.legal_actions() if state.to_act else []
        assert it.legal(place, CURRENT) == first
        assert it.table.is_over(it.limits, place) == state.is_terminal + state.is_truncated
        assert it.scores(place) == state.scores()
        winners = it.table.winners(it.limits, place)
        assert winners == sum(1 << player for player in state.winners())
        assert it.numbers("returns", place) == state.returns()
        if seat >= 0:
            assert it.table.refusal(it.limits, place, seat, action) == 0
            assert it.table.apply(it.limits, place, seat, action) == 0
            it.table.apply_unchecked(it.limits, address(unchecked), seat, action)
            assert unchecked == mirror
    assert mirror.is_terminal


@each_game
def test_refusal_and_apply_agree_with_is_legal_for_any_number(game: Game[Any]) -> None:
    it = Native(game)
    extreme = (-(2**31), -2, -1, game.num_actions, 2**31 - 1)
    for state in some(game, 29):
        copy = state.copy()
        for seat in (*range(it.n), it.n, -3, 2**31 - 1, -(2**31)):
            for action in (*extreme, *range(0, game.num_actions, 7)):
                code = it.table.refusal(it.limits, address(copy), seat, action)
                known = 0 <= seat < it.n and 0 <= action < game.num_actions
                assert (code == 0) == (known and state.is_legal(action, seat))
                if code != 0:
                    assert it.table.apply(it.limits, address(copy), seat, action) == code
                    assert copy == state


@each_game
def test_current_player_may_be_asked_for_as_a_seat(game: Game[Any]) -> None:
    it = Native(game)
    for state in some(game):
        seat = it.table.current_player(it.limits, address(state))
        for action in range(game.num_actions):
            expected = seat >= 0 and state.is_legal(action)
            found = it.table.refusal(it.limits, address(state), CURRENT, action)
            assert (found == 0) == expected
        if seat >= 0:
            one, other = state.copy(), state.copy()
            assert it.table.apply(it.limits, address(one), CURRENT, state.legal_actions()[-1]) == 0
            other.apply(state.legal_actions()[-1])
            assert one == other


@each_game
def test_views_and_observations_are_those_of_the_state(game: Game[Any]) -> None:
    it = Native(game)
    for state in some(game):
        for viewer in (*range(it.n), SPECTATOR):
            view = it.view(address(state), viewer)
            assert state.information_key(viewer) == str(game).encode() + b"\0" + view
            assert it.observation(view) == state.observation(viewer).tobytes()
        copy = state.copy()
        everything = it.view(address(state), EVERYTHING)
        assert everything == it.view(address(copy), EVERYTHING)
        if it.n > 1 and not state.is_terminal:
            assert everything != it.view(address(state), SPECTATOR)


@each_game
def test_worlds_are_those_of_the_state(game: Game[Any]) -> None:
    it = Native(game)
    for state in some(game, 17):
        for seat in range(it.n):
            expected, world, by_table = state.determinize(seat, seed=12), state.copy(), state.copy()
            API.determinize(it.held.address, address(world), seat, 12)
            it.table.determinize(it.limits, address(by_table), seat, API.rng_stream(12, WORLD))
            assert world == by_table == expected
            assert it.view(address(world), seat) == it.view(address(state), seat)


@each_game
def test_hashes_of_views_are_equal_where_views_are(game: Game[Any]) -> None:
    it = Native(game)
    seen: dict[bytes, int] = {}
    for state in some(game):
        for viewer in (*range(it.n), SPECTATOR, EVERYTHING):
            found = API.view_hash(it.held.address, address(state), viewer)
            assert seen.setdefault(it.view(address(state), viewer), found) == found
            if viewer >= 0:
                world = state.determinize(viewer, seed=3)
                assert API.view_hash(it.held.address, address(world), viewer) == found
    assert len({*seen.values()}) == len(seen) > it.n


@each_game
def test_check_passes_states_and_no_other_bytes(game: Game[Any]) -> None:
    it = Native(game)
    random = Random(1)
    for state in some(game):
        assert it.table.check(it.limits, address(state)) == 0
        assert native.read_state(game, address(state)) == state
        noise = np.frombuffer(random.randbytes(game.state_size), np.uint64).copy()
        assert it.table.check(it.limits, noise.ctypes.data) != 0
        with pytest.raises(InvalidStateError):
            native.read_state(game, noise.ctypes.data)
    with pytest.raises(InvalidStateError):
        native.read_state(game, 0)


@each_game
def test_guided_actions_are_those_of_the_state(game: Game[Any]) -> None:
    it = Native(game)
    guided: Any = it.table.guided
    for state in some(game):
        for seat in state.to_act:
            expected = state.guided_action(8, seat)
            if guided is None:
                found = API.random_action(it.held.address, address(state), seat, rng(8).ctypes.data)
            else:
                found = guided(it.limits, address(state), seat, rng(8).ctypes.data)
            assert found == expected
        if guided is None:
            continue
        for seat in {*range(it.n)} - {*state.to_act}:
            assert guided(it.limits, address(state), seat, rng(8).ctypes.data) == -1


def test_two_games_have_a_rule_for_playouts() -> None:
    guided = {game.name for game in GAMES if native.functions(game).guided is not None}
    assert guided == {"cellar_des_triplettes", "wine_cellar"}


@each_game
def test_play_random_plays_what_the_generator_of_the_state_draws(game: Game[Any]) -> None:
    it = Native(game)
    state = game.new_state(4)
    drawn: set[int] = set()
    while not state.is_terminal:
        expected, legal = state.copy(), state.legal_actions()
        place = API.rng_below(address(expected), len(legal))  # the generator is its first member
        expected.apply(legal[place])
        assert it.table.play_random(it.limits, address(state)) == len(legal)
        assert state == expected
        drawn.add(place)
    assert len(drawn) > 1
    end = state.copy()
    assert it.table.play_random(it.limits, address(state)) == 0
    assert state == end


# --- The table for all games ---


@each_game
def test_playouts_are_those_of_the_state(game: Game[Any]) -> None:
    it = Native(game)
    for state in islice(some(game, 23), 4):
        before = state.copy()
        for seat in (-1, it.n - 1):
            determinize_for = None if seat < 0 else seat
            scores = np.full((8, it.n), -7, np.int32)
            for first, count in ((0, 3), (3, 4), (7, 0), (7, -5)):
                place = scores[first:].ctypes.data if first < 8 else 0
                API.playouts(it.held.address, address(state), first, count, 6, seat, place)
            expected = state.playouts(7, 6, determinize_for=determinize_for)
            assert np.array_equal(scores[:7], expected)
            assert np.all(scores[7] == -7)
        assert state == before


@each_game
def test_a_playout_ends_the_game(game: Game[Any]) -> None:
    it = Native(game)
    for state in some(game, 23):
        one, other = state.copy(), state.copy()
        length = API.playout(it.held.address, address(one))
        steps = 0
        while it.table.play_random(it.limits, address(other)):
            steps += 1
        assert (length, one) == (steps, other)
        assert one.is_terminal
        assert length <= game.max_game_length


@each_game
def test_hashes_are_equal_for_equal_states_only(game: Game[Any]) -> None:
    it = Native(game)
    states = [state.copy() for state, _, _ in walk(game, 3)]
    copies = [state.copy() for state in states]  # an address keeps nothing alive
    hashes = [API.hash(it.held.address, address(state)) for state in states]
    assert hashes == [API.hash(it.held.address, address(copy)) for copy in copies]
    assert len(set(hashes)) == len(states)


@each_game
def test_a_copy_has_the_bytes_of_the_state(game: Game[Any]) -> None:
    it = Native(game)
    source, target = some(game)[1], game.new_state(77)
    API.copy(it.held.address, address(target), address(source))
    assert target == source


@each_game
def test_value_is_what_the_present_scores_would_be_worth(game: Game[Any]) -> None:
    it = Native(game)
    for state in some(game):
        value = it.numbers("value", address(state))
        if state.is_terminal:
            assert value == state.returns()
            continue
        if it.n == 1:
            most = ctypes.c_int32.from_address(it.limits + 28).value
            assert value == (state.scores()[0] / most,)
            continue
        best = [seat for seat in range(it.n) if state.scores()[seat] == max(state.scores())]
        won = (it.n / len(best) - 1) / (it.n - 1)
        assert value == pytest.approx([won if s in best else -1 / (it.n - 1) for s in range(it.n)])


@each_game
def test_random_actions_are_legal_and_all_of_them_come(game: Game[Any]) -> None:
    it = Native(game)
    for state in some(game, 31):
        generator = rng(2)
        for seat in (CURRENT, *range(it.n)):
            legal = it.legal(address(state), seat)
            found = {
                API.random_action(it.held.address, address(state), seat, generator.ctypes.data)
                for _ in range(20 * len(legal) + 1)
            }
            assert found == (set(legal) or {-1})


def test_the_generator_gives_the_numbers_of_its_algorithm() -> None:
    """xoshiro256** with words from splitmix64, written down here once more."""
    mask = 2**64 - 1

    def splitmix(seed: int) -> Iterator[int]:
        while True:
            seed = (seed + 0x9E3779B97F4A7C15) & mask
            z = ((seed ^ seed >> 30) * 0xBF58476D1CE4E5B9) & mask
            z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
            yield z ^ z >> 31

    def turned(x: int, by: int) -> int:
        return (x << by | x >> 64 - by) & mask

    for seed in (0, 1, mask):
        generator = rng(seed)
        s = list(islice(splitmix(seed), 4))
        assert [int(word) for word in generator] == s
        for _ in range(10):
            expected = turned(s[1] * 5 & mask, 7) * 9 & mask
            t = s[1] << 17 & mask
            s[2] ^= s[0]
            s[3] ^= s[1]
            s[1] ^= s[2]
            s[0] ^= s[3]
            s[2] ^= t
            s[3] = turned(s[3], 45)
            assert API.rng_next(generator.ctypes.data) == expected


def test_numbers_below_a_bound_are_below_it_and_all_alike() -> None:
    generator = rng(1)
    for bound in (1, 2, 3, 2**31 + 1, 2**32 - 1):
        drawn = [API.rng_below(generator.ctypes.data, bound) for _ in range(3000)]
        assert 0 <= min(drawn) <= max(drawn) < bound
        # The mean of 3,000 has a standard error of 0.53% of the bound.
        assert abs(sum(drawn) / 3000 - (bound - 1) / 2) < 0.03 * bound


def test_streams_of_runs_differ() -> None:
    streams = [API.rng_stream(seed, index) for seed in range(30) for index in range(30)]
    assert len(set(streams)) == 900
    assert API.rng_stream(3, 4) == API.rng_stream(3, 4)


# --- Texts ---


def cut(text: str, size: int) -> bytes:
    """What is written of a text into room of this size, with the mark behind it."""
    return text.encode()[: max(size - 1, 0)].decode(errors="ignore").encode()


def written(call: Any, size: int, *arguments: Any) -> tuple[int, bytes]:
    """What a function returns and writes into room of this size; what lies behind stays."""
    room = ctypes.create_string_buffer(b"\x07" * (size + 1), size + 1)
    result = call(*arguments, ctypes.addressof(room) if size else 0, size)
    assert room.raw[size] == 7
    if size == 0:
        return result, b""
    text, end, _ = room.raw[:size].partition(b"\0")
    assert end
    return result, text


@each_game
def test_actions_are_written_and_read_as_python_does(game: Game[Any]) -> None:
    it = Native(game)
    for action in range(game.num_actions):
        words = game.action_to_string(action)
        need = len(words.encode()) + 1
        sizes = range(need + 3) if action % 40 == 0 else (0, need)
        for size in sizes:
            found = written(API.action_text, size, it.held.address, action)
            assert found == (need, cut(words, size))
        assert API.read_action(it.held.address, words.encode()) == action
    for action in (-1, game.num_actions, 2**31 - 1, -(2**31)):
        for size in (0, 1, 9):
            assert written(API.action_text, size, it.held.address, action) == (0, b"")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"abracadabra",
        b"\xff\xfe",
        b"\xc3\xbc\xed\xb2\x80",
        b"x" * 5000,
        None,
    ],
)
@each_game
def test_words_of_no_action_are_read_as_none(game: Game[Any], text: bytes | None) -> None:
    assert API.read_action(native.NativeGame(game).address, text) == -1


def why_not(state: State, action: int, seat: int | None) -> str:
    """What Python says to an action that may not be played; empty if it may."""
    try:
        state.copy().apply(action, seat)
    except cardgames.CardGamesError as error:
        return str(error)
    return ""


@each_game
def test_refusals_are_written_as_python_tells_them(game: Game[Any]) -> None:
    it = Native(game)
    seats = (CURRENT, 0, it.n - 1, it.n, -2, -5)
    for state in some(game, 37):
        before = state.copy()
        for seat in seats:
            for action in (-1, game.num_actions, *range(0, game.num_actions, 9)):
                words = why_not(state, action, None if seat == CURRENT else seat)
                need = len(words.encode()) + 1 if words else 0
                sizes = range(need + 2) if action == 9 and seat == 0 else (0, 1, need + 1)
                for size in sizes:
                    arguments = it.held.address, address(state), seat, action
                    found = written(API.refusal_text, size, *arguments)
                    assert found == (need, cut(words, size))
        assert state == before


@each_game
def test_texts_open_games_until_they_are_closed(game: Game[Any]) -> None:
    message = ctypes.create_string_buffer(b"untouched", 64)
    opened = API.open(str(game).encode(), ctypes.addressof(message), 64)
    assert opened
    assert message.value == b"untouched"
    table, limits, _ = (ctypes.c_size_t * 3).from_address(opened)
    assert table == native.table_address(game)
    state = game.new_state(3)
    native.functions(game).reset(limits, address(state), 4)
    assert state == game.new_state(4)
    API.close(opened)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"chess", "there is no game 'chess'"),
        (b"", "'' is no game"),
        (b"triplets(num_players=11)", "num_players: must be an integer from 2 to 10, not 11"),
        (b"triplets(num_players", "triplets(num_players"),
        (b"\xff", "'utf-8' codec can't decode"),
        (b"x" * 100_000, "is no game; a game looks like"),
        ("ü".encode() * 40, "'üüü"),
        (None, "there is no text of a game"),
    ],
)
def test_texts_of_no_game_open_nothing_and_say_why(text: bytes | None, why: str) -> None:
    result, full = written(API.open, 4000, text)
    assert not result
    assert why in full.decode()
    for size in range(len(full) + 2):
        result, found = written(API.open, size, text)
        assert not result
        assert found == cut(full.decode(), size)


def test_closing_nothing_does_nothing() -> None:
    API.close(0)


def test_opening_and_closing_many_games_keeps_no_memory() -> None:
    texts = [str(game).encode() for game in GAMES]

    def use() -> None:
        for text in texts:
            opened = API.open(text, 0, 0)
            written(API.action_text, 50, opened, 0)
            API.read_action(opened, b"none")
            API.close(opened)
            assert not API.open(text + b"?", 0, 0)

    # Messages are made by reprlib, which looks up methods by new names: Python's own cache of
    # methods keeps some of these, up to a limit.
    ours = tracemalloc.Filter(inclusive=False, filename_pattern=reprlib.__file__)

    def traced() -> int:
        gc.collect()
        kept = tracemalloc.take_snapshot().filter_traces([ours])
        return sum(trace.size for trace in kept.traces)

    for _ in range(5):
        use()
    gc.collect()
    objects = len(gc.get_objects())
    tracemalloc.start()
    try:
        use()
        traced()
        before = traced()
        for _ in range(40):
            use()
        after = traced()
    finally:
        tracemalloc.stop()
    # 320 games; the least of them takes more than 100 bytes. Other threads have some of their own.
    assert after - before < 20_000
    assert len(gc.get_objects()) - objects < 300


# --- What Python gives ---


def test_a_native_game_keeps_its_game() -> None:
    held = native.NativeGame(Triplets(num_players=3, max_rounds=2))
    gc.collect()
    assert held.game == Triplets(num_players=3, max_rounds=2)
    table = native.functions(held.game)
    state = held.game.new_state(1)
    assert table.current_player(held.limits, address(state)) == state.current_player


@pytest.mark.parametrize("wrong", [None, 3, "triplets", object(), Triplets])
def test_what_is_no_game_or_state_is_refused(wrong: Any) -> None:
    for call in (native.NativeGame, native.functions, native.limits_address, native.table_address):
        with pytest.raises(TypeError):
            call(wrong)
    with pytest.raises(TypeError):
        native.state_address(wrong)
    with pytest.raises(TypeError):
        native.read_state(wrong, 1)


def test_the_capsule_is_found_in_a_new_interpreter() -> None:
    program = """
import ctypes, sys
load = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)(
    ("PyCapsule_Import", ctypes.pythonapi)
)
found = load(b"cardgames.native.API", 0)
assert "cardgames.ffi" not in sys.modules
from cardgames import native
assert found == native.api_address()
print((ctypes.c_uint32 * 1).from_address(found)[0])
"""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout) == (0, "2\n"), result.stderr


def test_an_illegal_action_is_refused_before_it_is_played() -> None:
    """The checked way of Python and the native one are the same."""
    game = Triplets(num_players=3)
    state = game.new_state(1)
    wrong = next(action for action in range(game.num_actions) if not state.is_legal(action))
    with pytest.raises(IllegalActionError):
        state.apply(wrong)
    assert native.functions(game).apply(native.limits_address(game), address(state), -1, wrong)
