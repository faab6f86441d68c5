"""Bytes and positions from outside, however malformed, are refused or give a sound state."""

from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

import cardgames
from cardgames import InvalidStateError, State
from cardgames.search import ISMCTS

from .game_set import AnyGame, GameSet, Move, Position, items_of
from .game_sets import (
    GAME_SETS,
    GAMES,
    each_game,
    each_set,
    every,
    full_position,
    positions,
    scaled,
    set_of,
    trajectory,
    viewers,
)
from .soundness import (
    TAIL,
    check_saved_forms,
    check_sound,
    checksum,
    saved,
    sealed,
    struct_of,
)

SEEDS = 4  # trajectories that the strategies draw from


def read_bytes(game: AnyGame, data: bytes) -> State | None:
    """The state of some bytes, None if they are refused."""
    try:
        state: State = game.state_from_bytes(data)
    except InvalidStateError:
        return None
    return state


def read_position(game: AnyGame, position: Any) -> State | None:
    """The state of a position, None if it is refused."""
    try:
        state: State = game.state_from_dict(position)
    except InvalidStateError:
        return None
    return state


@st.composite
def some_states(draw: DrawFn) -> State:
    """A state of any game, anywhere in it; each set is as likely as another."""
    game = draw(st.sampled_from(draw(st.sampled_from(GAME_SETS)).games))
    steps = trajectory(game, draw(st.integers(0, SEEDS - 1)))
    return steps.states[draw(st.integers(0, len(steps.states) - 1))].copy()


# --- Bytes ---


@each_game
def test_saved_bytes_have_the_form_that_these_tests_know(game: AnyGame) -> None:
    for state in positions(game, 5):
        data = state.to_bytes()
        assert checksum(data[:-TAIL]) == int.from_bytes(data[-TAIL:], "little")
        assert len(struct_of(state)) == game.state_size
        assert saved(str(game).encode(), struct_of(state), seed=state.seed or 0) == data


@each_game
def test_cut_and_longer_bytes_are_refused(game: AnyGame) -> None:
    data = positions(game, 3)[1].to_bytes()
    for size in range(len(data)):
        assert read_bytes(game, data[:size]) is None
        assert size == len(data) - TAIL or read_bytes(game, sealed(data[:size])) is None
        assert read_bytes(game, data[size:] if size else b"") is None
    for more in (b"\0", b"\xff" * 8, data):
        assert read_bytes(game, data + more) is None
        assert read_bytes(game, sealed(data[:-TAIL] + more)) is None


@each_game
def test_any_damage_is_found_by_the_checksum(game: AnyGame) -> None:
    data = positions(game, 3)[1].to_bytes()
    random = Random(1)
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= random.randrange(1, 256)
        assert read_bytes(game, bytes(damaged)) is None


@each_game
def test_each_byte_with_another_value_is_refused_or_sound(game: AnyGame) -> None:
    random = Random(f"2 {game}")
    for state in random.sample(trajectory(game, 2).states, scaled(1)):
        data = state.to_bytes()[:-TAIL]
        for place in range(len(data)):
            old = data[place]
            for value in {old ^ 1, old ^ 32, random.choice((0, 255)), random.randrange(256)} - {
                old
            }:
                changed = sealed(data[:place] + bytes([value]) + data[place + 1 :])
                read = read_bytes(game, changed)
                if read is not None:
                    assert read.to_bytes() == changed
                    check_saved_forms(game, read)


@each_game
def test_bytes_with_a_hostile_head_are_refused(game: AnyGame) -> None:
    struct = struct_of(game.new_state(1))
    text = str(game).encode()
    assert read_bytes(game, saved(text, struct)) is not None
    assert read_bytes(game, saved(text, struct, version=0)) is None
    assert read_bytes(game, saved(text, struct, version=2)) is None
    assert read_bytes(game, saved(text, struct, flags=2)) is None
    assert read_bytes(game, saved(text, struct, flags=255)) is None
    assert read_bytes(game, saved(text, struct, flags=0)) is None
    assert read_bytes(game, saved(text, struct, flags=0, seed=0)) is not None
    assert read_bytes(game, saved(text, bytes(len(struct)))) is None
    assert read_bytes(game, saved(text, b"\xff" * len(struct))) is None
    assert read_bytes(game, saved(text, struct[:-1])) is None
    body = saved(text, struct)[:-TAIL]
    for length in (0, 1, len(text) - 1, len(text) + 1, 0x7FFF, 0xFFFF):
        assert read_bytes(game, sealed(body[:6] + length.to_bytes(2, "little") + body[8:])) is None


HOSTILE_TEXTS = (
    b"",
    b"\0",
    b"\xff\xfe",
    b"(" * 65000,
    b"a" * 65535,
    b"NAME" + b" " * 60000,
    b"NAME",
    b"NAME()",
    b"NAME(num_players=4)",
    b"NAME(self=1)",
    b"NAME(cls=1)",
    b"NAME(text=1)",
    b"NAME(unknown=1)",
    b"NAME(__class__=1)",
    b"NAME(num_players=999999999999999999999999999999)",
    b"NAME(num_players=" + b"9" * 900 + b")",
    b"NAME(num_players=4,num_players=4)",
    b"NAME(num_players=True)",
    b"NAME (num_players=4)",
    b"__import__('os').abort()",
    "NAME(num_players=٤)".encode(),
    "ｂottle_imp(num_players=4,rounds=8)".encode(),
    "ｃellar_des_triplettes(num_players=4)".encode(),
    "ｗine_cellar(num_players=4)".encode(),
    "ｔriplets(num_players=4)".encode(),
)
HOSTILE_OPTIONS = {
    "bottle_imp": (
        b"bottle_imp(num_players=4,rounds=8,rounds=8)",
        b"bottle_imp(num_players=None,rounds=None)",
        b"bottle_imp(num_players=4,rounds=8,teams=2-2-2)",
        b"bottle_imp(num_players=4,rounds=8,teams='2-2')",
        b"bottle_imp (num_players=4,rounds=8)",
        "bottle_imp(num_players=٤,rounds=8)".encode(),
        b"bottle_imp(num_players=5,rounds=8)",
        b"cellar_des_triplettes(num_players=4)",
    ),
    "cellar_des_triplettes": (
        b"cellar_des_triplettes(num_players=4,max_rounds=100)",
        b"cellar_des_triplettes(num_players=3)",
        b"bottle_imp(num_players=4,rounds=8)",
        b"cellar_des_triplettes(num_players=4,max_rounds=0)",
        b"cellar_des_triplettes(num_players=4,max_rounds=99,max_rounds=99)",
        b"cellar_des_triplettes(max_rounds=None)",
        b"cellar_des_triplettes(num_players=4,rounds=8)",
        "cellar_des_triplettes(num_players=4,max_rounds=٩)".encode(),
    ),
    "wine_cellar": (
        b"wine_cellar(num_players=4,games=1)",
        b"wine_cellar(num_players=4,games=2)",
        b"wine_cellar(num_players=1,games=3)",
        b"wine_cellar(num_players=4,client_set=A)",
        b"wine_cellar(num_players=4,client_set=B)",
        b"wine_cellar(num_players=3)",
        b"wine_cellar(num_players=4,deck=standard)",
        b"wine_cellar(num_players=4,deck=e7cb0a7473a7935a)",
        b"wine_cellar(num_players=4,deck=0000000000000000)",
        b"wine_cellar(num_players=4,deck=None)",
        b"wine_cellar(num_players=4,deck=)",
        b"bottle_imp(num_players=4,rounds=8)",
        "wine_cellar(num_players=４)".encode(),
    ),
    "triplets": (
        b"triplets(num_players=4,decks=1)",
        b"triplets(num_players=4,decks=2)",
        b"triplets(num_players=4,decks=5)",
        b"triplets(num_players=3)",
        b"triplets(num_players=3,decks=2)",
        b"triplets(num_players=11)",
        b"triplets(num_players=4,lead=any)",
        b"triplets(num_players=4,lead='lowest')",
        b"triplets(num_players=4,lead=)",
        b"triplets(num_players=4,refill=None)",
        b"triplets(num_players=4,max_rounds=1000)",
        b"triplets(num_players=4,max_rounds=100001)",
        b"cellar_des_triplettes(num_players=4)",
        "triplets(num_players=٤)".encode(),
    ),
}


@each_set
def test_bytes_with_a_hostile_game_text_are_refused(entry: GameSet) -> None:
    game: AnyGame = cardgames.make(entry.name)
    struct = struct_of(game.new_state(1))
    assert read_bytes(game, saved(str(game).encode(), struct)) is not None
    general = {text.replace(b"NAME", entry.name.encode()) for text in HOSTILE_TEXTS}
    for text in (*(general - {str(game).encode()}), *HOSTILE_OPTIONS[entry.name]):
        data = saved(text, struct)
        for read in (cardgames.state_from_bytes, State.from_bytes):
            with pytest.raises(InvalidStateError):
                read(data)
        assert read_bytes(game, data) is None


@given(st.binary(max_size=600))
def test_random_bytes_are_refused(data: bytes) -> None:
    for hostile in (data, sealed(data), b"CGST\1" + data, sealed(b"CGST\1" + data)):
        with pytest.raises(InvalidStateError):
            cardgames.state_from_bytes(hostile)


@given(st.sampled_from(GAMES), st.data())
def test_random_structs_are_refused(game: AnyGame, data: st.DataObject) -> None:
    struct = data.draw(st.binary(min_size=game.state_size, max_size=game.state_size))
    assert read_bytes(game, saved(str(game).encode(), struct)) is None


# What changes a struct: it, another state's struct, the set of their game.
Edit = Callable[[bytearray, bytes, GameSet], None]


def put_bytes(place: int, values: bytes) -> Edit:
    def edit(struct: bytearray, other: bytes, entry: GameSet) -> None:
        start = place % len(struct)
        for i, value in enumerate(values[: len(struct) - start]):
            struct[start + i] = value

    return edit


def flip_bit(place: int) -> Edit:
    def edit(struct: bytearray, other: bytes, entry: GameSet) -> None:
        struct[place // 8 % len(struct)] ^= 1 << place % 8

    return edit


def exchange_words(first: int, second: int) -> Edit:
    def edit(struct: bytearray, other: bytes, entry: GameSet) -> None:
        i, j = (8 * (place % (len(struct) // 8)) for place in (first, second))
        struct[i : i + 8], struct[j : j + 8] = struct[j : j + 8], struct[i : i + 8]

    return edit


def exchange_cards(first: int, second: int, choice: int) -> Edit:
    """Two words that hold cards swap one: often this gives a possible position.

    In sets this swaps members, in multisets a single card or two of a kind, in lists entries.
    """

    def edit(struct: bytearray, other: bytes, entry: GameSet) -> None:
        i, j = (8 * entry.card_words[place % len(entry.card_words)] for place in (first, second))
        words = [int.from_bytes(struct[k : k + 8], "little") for k in (i, j)]
        if entry.cards_are_bytes:
            sizes = [(word.bit_length() + 7) // 8 for word in words]
            if all(sizes):
                i, j = i + choice % sizes[0], j + choice // 8 % sizes[1]
                struct[i], struct[j] = struct[j], struct[i]
            return
        only = [[bit for bit in range(64) if words[a] & ~words[1 - a] & 1 << bit] for a in range(2)]
        if all(only):
            swap = 1 << only[0][choice % len(only[0])] | 1 << only[1][choice % len(only[1])]
            struct[i : i + 8] = (words[0] ^ swap).to_bytes(8, "little")
            struct[j : j + 8] = (words[1] ^ swap).to_bytes(8, "little")

    return edit


def take_from_other(start: int, size: int) -> Edit:
    def edit(struct: bytearray, other: bytes, entry: GameSet) -> None:
        begin = start % len(struct)
        struct[begin : begin + size] = other[begin : begin + size]

    return edit


places = st.integers(0, 8 * 1024)
card_words = st.integers(0, max(len(entry.card_words) for entry in GAME_SETS) - 1)
edits = st.one_of(
    st.builds(put_bytes, places, st.binary(min_size=1, max_size=9)),
    st.builds(
        put_bytes,
        places,
        st.sampled_from([bytes(8), b"\xff" * 8, b"\0\0\0\x80", b"\xff\xff\xff\x7f"]),
    ),
    st.builds(flip_bit, places),
    st.builds(exchange_words, places, places),
    st.builds(exchange_cards, card_words, card_words, places),
    st.builds(take_from_other, places, st.integers(1, 64)),
)


@given(some_states(), st.integers(0, 10**6), st.lists(edits, min_size=1, max_size=5))
def test_changed_structs_are_refused_or_sound(
    state: State, other: int, changes: list[Edit]
) -> None:
    game = state.game
    states = trajectory(game, 1).states
    struct = bytearray(struct_of(state))
    for edit in changes:
        edit(struct, struct_of(states[other % len(states)]), set_of(game))
    data = saved(str(game).encode(), bytes(struct), seed=5)
    read = read_bytes(game, data)
    if read is not None:
        assert read.to_bytes() == data
        assert read.seed == 5
        check_sound(game, read)


@given(some_states(), st.lists(st.tuples(card_words, card_words, places), min_size=1))
def test_redealt_cards_are_refused_or_sound(
    state: State, swaps: list[tuple[int, int, int]]
) -> None:
    game = state.game
    struct = bytearray(struct_of(state))
    for first, second, choice in swaps:
        exchange_cards(first, second, choice)(struct, b"", set_of(game))
    read = read_bytes(game, saved(str(game).encode(), bytes(struct)))
    if read is not None:
        check_sound(game, read)


# --- Positions ---


class Nasty:
    """A value that is no JSON."""

    def __repr__(self) -> str:
        return "Nasty()"


Path = tuple[str | int, ...]


def nested(depth: int) -> Any:
    """Lists in lists, deeper than Python likes."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


JUNK: dict[str, Any] = {
    "null": None,
    "true": True,
    "false": False,
    "zero": 0,
    "minus one": -1,
    "seven": 7,
    "256": 256,
    "2**31": 2**31,
    "2**63": 2**63,
    "2**64": 2**64,
    "minus 2**63": -(2**63),
    "googol": 10**100,
    "int beyond str": 10**5000,
    "float": 1.0,
    "nan": float("nan"),
    "infinity": float("inf"),
    "empty text": "",
    "rank": "17",
    "half rank": "2.5",
    "card": "10h",
    "rank of a card": "K",
    "empty bottle": "0.2",
    "slot": "r1c2",
    "no rank": "19.5",
    "long text": "x" * 10_000,
    "lone surrogate": "\ud800",
    "zero byte": "\0",
    "bytes": b"17",
    "empty list": [],
    "empty dict": {},
    "list of null": [None],
    "list of int": [0, 1, 2, 3],
    "long list": [0] * 1000,
    "list of ranks": ["1", "2", "3", "4"],
    "list of cards, one four times": ["5", "5", "5", "5"],
    "list of slots": ["r1c1", "r5c1"],
    "triplet": ["7c", "7d", "7h"],
    "bounds": [["2", "8"], ["2", "A"]],
    "winning card": {"kind": "triplet", "rank": "7", "player": 1},
    "play": {"player": 1, "cards": ["7c", "7d", "7h"]},
    "nested list": nested(20),
    "very nested list": nested(20_000),
    "dict with int keys": {0: 0},
    "very nested dict": {"a": nested(20_000)},
    "set": {1, 2},
    "object": Nasty(),
    "function": len,
    "class": int,
    "complex": 1j,
    "tuple": (),
    "range": range(4),
}


COPYABLE_JUNK = sorted(name for name in JUNK if not name.startswith("very nested"))


def paths_in(value: object, path: Path = ()) -> Iterator[Path]:
    """Paths to every value inside dicts and lists."""
    for key, item in items_of(value):
        yield (*path, key)
        yield from paths_in(item, (*path, key))


def parent(position: Position, path: Path) -> Any:
    """The dict or list that holds the value at a path."""
    value: Any = position
    for key in path[:-1]:
        value = value[key]
    return value


def value_at(position: Position, path: Path) -> Any:
    return parent(position, path)[path[-1]]


def checked_read(game: AnyGame, position: Position) -> State | None:
    read = read_position(game, position)
    if read is not None:
        check_saved_forms(game, read)
    return read


@each_game
def test_each_value_of_a_position_replaced_by_junk(game: AnyGame) -> None:
    random = Random(f"3 {game}")
    faults: set[str] = set()
    for state in random.sample(trajectory(game, 3).states, scaled(1)):
        paths = list(paths_in(full_position(state)))
        for path in paths:
            names = list(JUNK) if len(path) == 1 else random.sample(list(JUNK), 3)
            for name in names:
                position = full_position(state)
                parent(position, path)[path[-1]] = JUNK[name]
                try:
                    checked_read(game, position)
                except Exception as error:
                    faults.add(f"{name} as {path[0]}: {error!r:.200}")
    assert not faults


@each_game
def test_each_value_of_a_position_left_out_doubled_or_added(game: AnyGame) -> None:
    random = Random(f"4 {game}")
    for state in random.sample(trajectory(game, 4).states, scaled(2)):
        for path in paths_in(full_position(state)):
            position = full_position(state)
            container, key = parent(position, path), path[-1]
            value = container.pop(key)
            checked_read(game, position)
            if isinstance(key, int):
                container.insert(key, value)
                container.append(value)
            else:
                container[key] = value
                container["more"] = value
            assert checked_read(game, position) is None


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK.keys())
def test_junk_is_no_position(junk: object) -> None:
    for game in every(5):
        with pytest.raises(InvalidStateError if isinstance(junk, dict) else TypeError):
            game.state_from_dict(junk)  # type: ignore[arg-type]


@each_game
def test_a_position_with_everything_derivable_left_out_is_read(game: AnyGame) -> None:
    """Values that may be left out: any that a shorter position is still read without."""
    for state in positions(game, 6):
        position = full_position(state)
        for key in list(position):
            shorter = {name: value for name, value in position.items() if name != key}
            if read_position(game, shorter) is not None:
                position = shorter
        read = game.state_from_dict(position)
        check_saved_forms(game, read)
        assert read.legal_actions() == state.legal_actions()
        assert read.scores() == state.scores()
        assert len(position) < len(full_position(state))


@st.composite
def values_like(draw: DrawFn, position: Position) -> Any:
    """Something from elsewhere in the position, or near it, or junk."""
    paths = list(paths_in(position))
    value = value_at(position, draw(st.sampled_from(paths)))
    kind = draw(st.sampled_from(["same", "near", "junk", "text"]))
    if kind == "junk":
        return copy.deepcopy(JUNK[draw(st.sampled_from(COPYABLE_JUNK))])
    if kind == "text":
        return draw(st.text(max_size=5))
    if kind == "near" and type(value) is int:
        return value + draw(st.integers(-3, 3))
    if kind == "near" and isinstance(value, str):
        return value + draw(st.sampled_from(["", ".5", "0", " "]))
    return json.loads(json.dumps(value))


@st.composite
def changed_positions(draw: DrawFn) -> tuple[AnyGame, Position]:
    state = draw(some_states())
    position = full_position(state)
    for _ in range(draw(st.integers(1, 4))):
        paths = list(paths_in(position))
        path = draw(st.sampled_from(paths))
        container = parent(position, path)
        kind = draw(
            st.sampled_from(["delete", "replace", "double", "swap", "swap words", "drop rng"])
        )
        if kind == "delete":
            del container[path[-1]]
        elif kind == "replace":
            container[path[-1]] = draw(values_like(full_position(state)))
        elif kind == "double" and isinstance(path[-1], int):
            container.append(container[path[-1]])
        elif kind == "drop rng":
            position.pop("rng", None)
        else:
            if kind == "swap words":
                paths = [p for p in paths if isinstance(value_at(position, p), str)] or paths
                path = draw(st.sampled_from(paths))
            other = draw(st.sampled_from(paths))
            if path[: len(other)] != other and other[: len(path)] != path:
                first, second = value_at(position, path), value_at(position, other)
                parent(position, path)[path[-1]] = second
                parent(position, other)[other[-1]] = first
        if not position:
            break
    return state.game, position


@given(changed_positions())
def test_changed_positions_are_refused_or_sound(changed: tuple[AnyGame, Position]) -> None:
    game, position = changed
    read = read_position(game, position)
    if read is not None:
        check_sound(game, read)


@st.composite
def redealt_positions(draw: DrawFn) -> tuple[AnyGame, Position]:
    """Cards change places, everything that follows from the rest is left out where that helps."""
    state = draw(some_states())
    position = full_position(state)
    for key in list(position):
        shorter = {name: value for name, value in position.items() if name != key}
        if draw(st.booleans()) and read_position(state.game, shorter) is not None:
            position = shorter
    keys = set_of(state.game).card_keys
    cards = [
        path
        for path in paths_in(position)
        if (path[0] in keys and type(value_at(position, path)) is int)
        or (isinstance(value_at(position, path), str) and len(path) > 1)
    ]
    cards = [path for path in cards if path[0] not in ("options", "rng")]
    for _ in range(draw(st.integers(1, 4))):
        first, second = draw(st.sampled_from(cards)), draw(st.sampled_from(cards))
        one, two = value_at(position, first), value_at(position, second)
        parent(position, first)[first[-1]] = two
        parent(position, second)[second[-1]] = one
    return state.game, position


@given(redealt_positions())
def test_redealt_positions_are_refused_or_sound(changed: tuple[AnyGame, Position]) -> None:
    game, position = changed
    read = read_position(game, position)
    if read is not None:
        check_sound(game, read)


@given(some_states(), st.data())
def test_views_of_accepted_states_are_equal_just_where_keys_are(
    state: State, data: st.DataObject
) -> None:
    game = state.game
    shorter = full_position(state)
    for key in data.draw(st.lists(st.sampled_from(sorted(shorter)), max_size=4, unique=True)):
        del shorter[key]
    read = read_position(game, shorter)
    if read is not None:
        for viewer in viewers(game):
            same = read.view(viewer) == state.view(viewer)
            assert (read.information_key(viewer) == state.information_key(viewer)) == same


FREE = [game for game in GAMES if set_of(game).scores_are_free]
DERIVED = [game for game in GAMES if not set_of(game).scores_are_free]


@pytest.mark.parametrize("game", FREE, ids=str)
def test_scores_as_high_as_are_accepted_can_be_played_on(game: AnyGame) -> None:
    """The bound on scores in a position leaves room for the rounds to come."""
    for state in positions(game, 8)[:-1]:
        position = full_position(state)
        for sign in (1, -1):
            most = max_accepted_score(game, position, sign)
            read = game.state_from_dict(position | {"scores": [sign * most] * game.num_players})
            check_sound(game, read)


@pytest.mark.parametrize("game", DERIVED, ids=str)
def test_scores_that_follow_from_the_rest_cannot_be_others(game: AnyGame) -> None:
    for state in positions(game, 8):
        position = full_position(state)
        for seat in range(game.num_players):
            for change in (-1, 1, 2**31, 2**64):
                scores = list(position["scores"])
                scores[seat] += change
                assert read_position(game, position | {"scores": scores}) is None


def max_accepted_score(game: AnyGame, position: Position, sign: int) -> int:
    low, high = 0, 2**40
    while low + 1 < high:
        middle = (low + high) // 2
        scores = [sign * middle] * game.num_players
        if read_position(game, position | {"scores": scores}) is None:
            high = middle
        else:
            low = middle
    return low


class Forgetful(Mapping[str, Any]):
    """A mapping that gives another value at every second look."""

    def __init__(self, position: Position, other: Position) -> None:
        self.values_by_turn = [position, other]

    def __getitem__(self, key: str) -> Any:
        self.values_by_turn.reverse()
        return self.values_by_turn[0][key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_turn[0])

    def __len__(self) -> int:
        return len(self.values_by_turn[0])


@each_game
def test_positions_that_change_while_they_are_read(game: AnyGame) -> None:
    states = trajectory(game, 5).states
    random = Random(5)
    for _ in range(scaled(100)):
        first, second = random.choice(states), random.choice(states)
        mapping = Forgetful(full_position(first), full_position(second))
        with contextlib.suppress(InvalidStateError):
            check_saved_forms(game, game.state_from_dict(mapping))


# --- States that nobody should have ---


def all_methods(state: State) -> None:
    """Calls everything; exceptions are fine, crashes are not."""
    game = state.game
    calls: list[Callable[[], object]] = [
        lambda: state.to_act,
        lambda: state.current_player,
        lambda: (state.is_terminal, state.is_truncated, state.seed, state.hash64),
        lambda: (state.scores(), state.winners(), state.returns()),
        lambda: (str(state), repr(state), state.to_svg()),
        lambda: (state.copy() == state, state != state.copy()),
        lambda: game.state_from_bytes(state.to_bytes()),
        lambda: game.state_from_dict(full_position(state)),
        lambda: state.guided_action(1),
        lambda: state.playout(1),
        lambda: state.playouts(3, 1),
        lambda: state.perft(2),
        lambda: state.apply_all(state.legal_actions()),
    ]
    for viewer in viewers(game):
        calls += [
            lambda v=viewer: str(state.view(v)),  # type: ignore[misc]
            lambda v=viewer: state.view(v).to_svg(),  # type: ignore[misc]
            lambda v=viewer: state.observation(v),  # type: ignore[misc]
            lambda v=viewer: state.information_key(v),  # type: ignore[misc]
        ]
    for seat in range(game.num_players):
        calls += [
            lambda p=seat: (state.legal_actions(p), state.legal_words(p)),  # type: ignore[misc]
            lambda p=seat: state.legal_mask(p),  # type: ignore[misc]
            lambda p=seat: [state.is_legal(a, p) for a in range(game.num_actions)],  # type: ignore[misc]
            lambda p=seat: state.guided_action(1, p),  # type: ignore[misc]
            lambda p=seat: ISMCTS(4, seed=1).analyse(state, p),  # type: ignore[misc]
            lambda p=seat: state.determinize(p, 1).playout(1),  # type: ignore[misc]
            lambda p=seat: state.playouts(3, 1, determinize_for=p),  # type: ignore[misc]
            lambda p=seat: state.apply(0, p),  # type: ignore[misc]
        ]
    for call in calls:
        with contextlib.suppress(Exception):
            call()


def nonsense(state: State, number: int) -> Move:
    """Any action, one that is legal, one that is nearly legal, or one of the last ids."""
    game = state.game
    legal: list[int] = state.legal_actions() or [0]
    kind, number = number % 4, number // 4
    seat, number = number % game.num_players, number // game.num_players
    near, number = legal[number % len(legal)], number // len(legal)
    action = (number, near, near + number % 20, game.num_actions - 1 - number % 3)[kind]
    return Move(seat, action % game.num_actions)


@given(some_states(), st.lists(st.integers(0, 2**24), max_size=150))
def test_unchecked_illegal_actions_never_crash(state: State, numbers: list[int]) -> None:
    for number in numbers:
        move = nonsense(state, number)
        state.apply_unchecked(move.action, move.seat)
    all_methods(state)


@each_game
def test_unchecked_nonsense_all_through_a_game_never_crashes(game: AnyGame) -> None:
    random = Random(f"6 {game}")
    for _ in range(scaled(10)):
        state: State = game.new_state(random.getrandbits(64))
        length = 2 * len(trajectory(game, 6).moves)
        looked_at = random.randrange(length)
        for step in range(length):
            move = nonsense(state, random.getrandbits(24))
            state.apply_unchecked(move.action, move.seat)
            if step == looked_at:
                all_methods(state.copy())
