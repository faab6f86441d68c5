"""States: value semantics, legal actions, playing."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from cardgames import (
    BottleImp,
    CardGamesError,
    IllegalActionError,
    State,
)
from cardgames._core.bottle_imp import BottleImpState

from .options import OPTION_SETS
from .positions import in_play, trick, walk

FOUR = BottleImp(num_players=4)


# --- Where states come from ---


@pytest.mark.parametrize("cls", [State, BottleImpState])
def test_states_come_from_games_only(cls: Any) -> None:
    """Contract: state objects come only from a game."""
    for arguments in ((), (FOUR,), (None,)):
        with pytest.raises(TypeError, match=r"states come from game\.new_state\(\)"):
            cls(*arguments)
    with pytest.raises(TypeError):
        cls.__new__(cls)


def test_a_state_knows_its_game() -> None:
    assert FOUR.new_state(1).game is FOUR
    assert isinstance(FOUR.new_state(1), State)


@pytest.mark.parametrize(
    "name", ["game", "seed", "to_act", "current_player", "is_terminal", "hash64", "note"]
)
def test_states_have_no_attributes_to_set(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(FOUR.new_state(1), name, 1)


# --- Value semantics ---


@pytest.mark.parametrize("game", OPTION_SETS, ids=str)
def test_copies_are_equal_and_independent(game: BottleImp) -> None:
    """API, state: value semantics of `copy()`, `copy.copy`, `copy.deepcopy`, `pickle`, bytes."""
    for state in walk(game):
        before = state.to_bytes()
        copies = [
            state.copy(),
            copy.copy(state),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
            game.state_from_bytes(before),
            game.state_from_bytes(bytearray(before)),
            game.state_from_bytes(memoryview(before)),
        ]
        for other in copies:
            assert other == state
            assert (other != state) is False
            assert type(other) is BottleImpState
            assert other.hash64 == state.hash64
            assert other.seed == state.seed == 1
            assert other.to_bytes() == before
            if not other.is_terminal:
                other.apply(other.legal_actions()[-1])
                assert other != state
                assert other.hash64 != state.hash64
        assert state.to_bytes() == before


def test_copies_go_on_in_the_same_way() -> None:
    """Engineering, layers: copies keep the game in progress, the generator included."""
    state = FOUR.new_state(5)
    others = [state.copy(), pickle.loads(pickle.dumps(state))]
    while not state.is_terminal:
        action = state.legal_actions()[0]
        for s in (state, *others):
            s.apply(action)
    assert others[0] == others[1] == state


def test_states_are_not_hashable_and_not_ordered() -> None:
    """API, state: states are not hashable."""
    state = FOUR.new_state(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
    with pytest.raises(TypeError):
        sorted([state, state])
    assert state != "state"
    assert state is not None


def test_states_of_different_games_differ() -> None:
    """The same cards in another game are another state."""
    one, other = BottleImp(rounds=8).new_state(1), BottleImp(rounds=9).new_state(1)
    assert one.view().hands == other.view().hands
    assert one != other
    assert one.hash64 != other.hash64


def test_equal_games_have_equal_states() -> None:
    assert BottleImp(num_players=4).new_state(1) == BottleImp(num_players=4).new_state(1)


def test_the_generator_belongs_to_the_state() -> None:
    """Engineering, layers: the generator is inside the state."""
    state = in_play(FOUR)
    position = state.view().to_dict()
    other = FOUR.state_from_dict(position | {"rng": ["0x0000000000000001"] * 4})
    assert other != state
    assert other.hash64 != state.hash64
    assert other.view(0) == state.view(0)


def test_the_hash_is_a_number_of_64_bits() -> None:
    hashes = {state.hash64 for game in OPTION_SETS for state in walk(game)}
    assert len(hashes) > 400
    assert all(0 <= number < 2**64 for number in hashes)
    assert max(hashes) > 2**62


# --- Legal actions ---


@pytest.mark.parametrize("game", OPTION_SETS, ids=str)
def test_all_ways_to_ask_for_legal_actions_agree(game: BottleImp) -> None:
    """API, state: list, mask, words and `is_legal` say the same, for every seat."""
    for state in walk(game):
        assert state.current_player == (state.to_act[0] if state.to_act else -1)
        assert state.is_terminal == (state.to_act == ())
        for seat in range(game.num_players):
            legal = state.legal_actions(seat)
            assert legal == sorted(set(legal))
            assert bool(legal) == (seat in state.to_act)
            assert state.legal_words(seat) == [game.action_to_string(a) for a in legal]
            mask = state.legal_mask(seat)
            assert mask.dtype == np.bool_
            assert mask.shape == (game.num_actions,)
            assert np.flatnonzero(mask).tolist() == legal
            assert [a for a in range(216) if state.is_legal(a, seat)] == legal
        current = state.current_player if state.to_act else 0
        assert state.legal_actions() == state.legal_actions(current)
        assert state.legal_words() == state.legal_words(current)
        assert np.array_equal(state.legal_mask(), state.legal_mask(current))


def test_a_mask_is_written_to_out() -> None:
    """API, state: `legal_mask(player, out)`."""
    state = FOUR.new_state(1)
    out = np.ones(216, np.bool_)
    assert state.legal_mask(2, out=out) is out
    assert np.flatnonzero(out).tolist() == state.legal_actions(2)


@pytest.mark.parametrize(
    ("out", "error", "match"),
    [
        (np.zeros(215, np.bool_), ValueError, "out must hold 216 items, not 215"),
        (np.zeros(217, np.bool_), ValueError, "out must hold 216 items, not 217"),
        (np.zeros(216, np.uint8), TypeError, "out must hold items of type bool"),
        (np.zeros(216, np.float32), TypeError, "out must hold items of type bool"),
        (np.zeros(432, np.bool_)[::2], ValueError, "C-contiguous"),
        (bytes(216), ValueError, "writable"),
        ([False] * 216, TypeError, "out must be a NumPy array"),
    ],
    ids=["short", "long", "int", "float", "strided", "bytes", "list"],
)
def test_a_wrong_mask_is_refused(out: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        FOUR.new_state(1).legal_mask(0, out=out)


@pytest.mark.parametrize("player", [4, -1, -2, 1000, 10**30, -(10**30)])
def test_there_is_no_such_seat(player: int) -> None:
    """API, errors: what is wrong and what would be right; the spectator has no actions."""
    state = FOUR.new_state(1)
    before = state.copy()
    calls: list[Callable[[int], object]] = [
        state.legal_actions,
        state.legal_words,
        state.legal_mask,
        lambda p: state.is_legal(0, p),
        lambda p: state.apply(0, p),
        lambda p: state.apply_unchecked(0, p),
        lambda p: state.determinize(p, 1),
        lambda p: state.playouts(1, 1, determinize_for=p),
    ]
    for ask in calls:
        with pytest.raises(CardGamesError, match=r"player must be (from 0 to 3, not|a seat)"):
            ask(player)
    assert state == before


@pytest.mark.parametrize("player", ["0", 1.0, True, [0]])
def test_a_seat_is_an_integer(player: Any) -> None:
    state = FOUR.new_state(1)
    calls: list[Callable[[int], object]] = [
        state.legal_actions,
        state.view,
        lambda p: state.apply(0, p),
        lambda p: state.determinize(p, 1),
    ]
    for ask in calls:
        with pytest.raises(TypeError, match="player must be an int"):
            ask(player)


@pytest.mark.parametrize("action", [-1, 216, 10**6, 10**30, -(10**30), 2**32, 2**32 + 54])
def test_ids_out_of_range_are_not_legal(action: int) -> None:
    state = FOUR.new_state(1)
    assert not state.is_legal(action)
    with pytest.raises(IllegalActionError, match="actions are 0 to 215"):
        state.apply(action)
    with pytest.raises(CardGamesError, match="actions are 0 to 215"):
        state.apply_unchecked(action, 0)


@pytest.mark.parametrize("action", ["devil 17", 54.0, None, True, [54]])
def test_an_action_is_an_integer(action: Any) -> None:
    state = FOUR.new_state(1)
    calls: list[Callable[[int], object]] = [
        state.is_legal,
        state.apply,
        lambda a: state.apply_unchecked(a, 0),
    ]
    for ask in calls:
        with pytest.raises(TypeError, match="action must be an int"):
            ask(action)


def test_numpy_integers_are_actions_and_seats() -> None:
    state, same = FOUR.new_state(1), FOUR.new_state(1)
    action = same.legal_actions(2)[3]
    state.apply(np.int64(action), np.int32(2))
    same.apply(action, 2)
    assert state == same


# --- Playing ---


@pytest.mark.parametrize("game", [OPTION_SETS[1], FOUR, OPTION_SETS[-1]], ids=str)
def test_a_refused_action_changes_nothing(game: BottleImp) -> None:
    """API, state: the state is untouched after an error."""
    for state in walk(game, every=29):
        before = state.to_bytes()
        for seat in (None, *range(game.num_players)):
            legal = state.legal_actions(seat)
            for action in range(-2, 220):
                if action not in legal:
                    with pytest.raises(IllegalActionError):
                        state.apply(action, seat)
        assert state.to_bytes() == before


def test_apply_plays_in_place() -> None:
    """API, state: `apply` plays it, in place, and gives nothing."""
    state = FOUR.new_state(1)
    before = state.copy()
    assert state.apply(state.legal_actions()[0]) is None  # type: ignore[func-returns-value]
    assert state != before


def test_apply_all_is_apply_one_after_the_other() -> None:
    """API, state: several."""
    one, other = FOUR.new_state(1), FOUR.new_state(1)
    actions: list[int] = []
    while not one.is_terminal:
        actions.append(one.legal_actions()[-1])
        one.apply(actions[-1])
    assert len(actions) == FOUR.max_game_length
    other.apply_all(actions)
    assert other == one
    third = FOUR.new_state(1)
    third.apply_all(iter(actions))
    third.apply_all([])
    assert third == one


def test_apply_all_plays_all_or_nothing() -> None:
    """Stubs: all of them, or none if one is refused."""
    state = FOUR.new_state(1)
    good = state.legal_actions()[:1]
    before = state.to_bytes()
    mixed: list[list[Any]] = [[*good, *good], [*good, 999], [*good, "x"], [*good, None]]
    for actions in mixed:
        with pytest.raises((IllegalActionError, TypeError)):
            state.apply_all(actions)
        assert state.to_bytes() == before

    def breaking() -> Iterator[int]:
        yield good[0]
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        state.apply_all(breaking())
    assert state.to_bytes() == before
    with pytest.raises(TypeError):
        state.apply_all(5)  # type: ignore[arg-type]


def test_apply_unchecked_plays_legal_actions_alike() -> None:
    """API, state: without any check, for loops over `legal_actions`."""
    for game in OPTION_SETS:
        one, other = game.new_state(1), game.new_state(1)
        while not one.is_terminal:
            seat, action = one.to_act[-1], one.legal_actions(one.to_act[-1])[0]
            one.apply(action, seat)
            other.apply_unchecked(action, seat)
        assert other == one


def test_apply_unchecked_stays_within_memory() -> None:
    """API, errors: no input may crash; whatever comes, the state can be looked at and copied."""
    for game in (OPTION_SETS[1], FOUR, OPTION_SETS[10], OPTION_SETS[-1]):
        state = game.new_state(1)
        number = 12345
        for _ in range(1500):
            number = (number * 1103515245 + 12345) % 2**31
            state.apply_unchecked(number // 64 % 216, number // 16384 % game.num_players)
            if state.is_terminal:
                state = game.new_state(number)
        assert state.copy() == state
        state.view()
        state.observation()
        state.legal_actions()
        state.determinize(0, 1)
        state.playout(1)
        state.perft(2)
        assert len(state.scores()) == game.num_players


# --- For people ---


def test_repr_and_str() -> None:
    """API, state: a readable table; the repr is short and hides nothing wrong."""
    state = in_play(FOUR, tricks=[trick(0, "28 25")])
    assert repr(state) == (
        "<BottleImpState of bottle_imp(num_players=4,rounds=8): to act (2,), scores (0, 0, 0, 0)>"
    )
    assert str(state) == str(state.view())
    svg = state._repr_svg_()  # pyright: ignore[reportPrivateUsage]
    assert svg == state.view()._repr_svg_()  # pyright: ignore[reportPrivateUsage]
    assert "28" in str(state)
