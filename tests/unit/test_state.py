"""States: value semantics, legal actions, playing."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import cardgames
from cardgames import (
    BottleImp,
    CardGamesError,
    CellarDesTriplettes,
    Game,
    IllegalActionError,
    State,
    Triplets,
    WineCellar,
    WineDeck,
)
from cardgames._core.bottle_imp import BottleImpState
from cardgames._core.cellar_des_triplettes import CellarDesTriplettesState
from cardgames._core.triplets import TripletsState
from cardgames._core.wine_cellar import WineCellarState

from .options import CELLAR_SETS, OPTION_SETS, TRIPLETS_SETS, WINE_SETS, walk
from .positions import in_play, trick

FOUR = BottleImp(num_players=4)
WINES = CellarDesTriplettes(num_players=4)
# One game of each kind, all for four players.
BIDS = WineCellar(num_players=4)
RANKED = Triplets(num_players=4)
EACH: tuple[Game[Any], ...] = (FOUR, WINES, BIDS, RANKED)

each_game = pytest.mark.parametrize("game", EACH, ids=lambda game: game.name)


def test_each_kind_of_game_is_tested() -> None:
    assert tuple(game.name for game in EACH) == cardgames.games()


# --- Where states come from ---


@pytest.mark.parametrize(
    "cls", [State, BottleImpState, CellarDesTriplettesState, WineCellarState, TripletsState]
)
def test_states_come_from_games_only(cls: Any) -> None:
    """Contract: state objects come only from a game."""
    for arguments in ((), (FOUR,), (None,)):
        with pytest.raises(TypeError, match=r"states come from game\.new_state\(\)"):
            cls(*arguments)
    with pytest.raises(TypeError):
        cls.__new__(cls)


@each_game
def test_a_state_knows_its_game(game: Game[Any]) -> None:
    assert game.new_state(1).game is game
    assert isinstance(game.new_state(1), State)


@each_game
@pytest.mark.parametrize(
    "name", ["game", "seed", "to_act", "current_player", "is_terminal", "hash64", "note"]
)
def test_states_have_no_attributes_to_set(game: Game[Any], name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(game.new_state(1), name, 1)


# --- Value semantics ---


@pytest.mark.parametrize("game", OPTION_SETS, ids=str)
def test_copies_are_equal_and_independent(game: Game[Any]) -> None:
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
            assert type(other) is type(state)
            assert other.hash64 == state.hash64
            assert other.seed == state.seed == 1
            assert other.to_bytes() == before
            if not other.is_terminal:
                other.apply(other.legal_actions()[-1])
                assert other != state
                assert other.hash64 != state.hash64
        assert state.to_bytes() == before


@each_game
def test_copies_go_on_in_the_same_way(game: Game[Any]) -> None:
    """Engineering, layers: copies keep the game in progress, the generator included."""
    state = game.new_state(5)
    others = [state.copy(), pickle.loads(pickle.dumps(state))]
    while not state.is_terminal:
        action = state.legal_actions()[0]
        for s in (state, *others):
            s.apply(action)
    assert others[0] == others[1] == state


@each_game
def test_states_are_not_hashable_and_not_ordered(game: Game[Any]) -> None:
    """API, state: states are not hashable."""
    state = game.new_state(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
    with pytest.raises(TypeError):
        sorted([state, state])
    assert state != "state"
    assert state is not None


@pytest.mark.parametrize(
    ("game", "longer"),
    [
        (BottleImp(rounds=8), BottleImp(rounds=9)),
        (WINES, CellarDesTriplettes(max_rounds=101)),
        (BIDS, WineCellar(deck=WineDeck(WineDeck.standard().bottles, BIDS.clients[:29]))),
        (WineCellar(2, 3, "A"), WineCellar(2, 3, "B")),
        (RANKED, Triplets(max_rounds=999)),
        (RANKED, Triplets(lead="lowest")),
        (RANKED, Triplets(refill="round")),
    ],
    ids=str,
)
def test_states_of_different_games_differ(game: Game[Any], longer: Game[Any]) -> None:
    """The same cards in another game are another state."""
    one, other = game.new_state(1), longer.new_state(1)
    assert one.view().hands == other.view().hands
    assert one != other
    assert one.hash64 != other.hash64


@each_game
def test_equal_games_have_equal_states(game: Game[Any]) -> None:
    assert cardgames.make(game.name, num_players=4).new_state(1) == game.new_state(1)


@each_game
def test_the_generator_belongs_to_the_state(game: Game[Any]) -> None:
    """Engineering, layers: the generator is inside the state."""
    *_, state, _ = walk(game)
    position = state.view().to_dict()
    other = game.state_from_dict(position | {"rng": ["0x0000000000000001"] * 4})
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
def test_all_ways_to_ask_for_legal_actions_agree(game: Game[Any]) -> None:
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
            assert [a for a in range(game.num_actions) if state.is_legal(a, seat)] == legal
        current = state.current_player if state.to_act else 0
        assert state.legal_actions() == state.legal_actions(current)
        assert state.legal_words() == state.legal_words(current)
        assert np.array_equal(state.legal_mask(), state.legal_mask(current))


@each_game
def test_a_mask_is_written_to_out(game: Game[Any]) -> None:
    """API, state: `legal_mask(player, out)`."""
    state = game.new_state(1)
    out = np.ones(game.num_actions, np.bool_)
    assert state.legal_mask(2, out=out) is out
    assert np.flatnonzero(out).tolist() == state.legal_actions(2)


WRONG_MASKS: dict[str, tuple[Callable[[int], Any], type[Exception], str]] = {
    "short": (lambda n: np.zeros(n - 1, np.bool_), ValueError, "hold {n} items, not {less}"),
    "long": (lambda n: np.zeros(n + 1, np.bool_), ValueError, "hold {n} items, not {more}"),
    "int": (lambda n: np.zeros(n, np.uint8), TypeError, "out must hold items of type bool"),
    "float": (lambda n: np.zeros(n, np.float32), TypeError, "out must hold items of type bool"),
    "strided": (lambda n: np.zeros(2 * n, np.bool_)[::2], ValueError, "C-contiguous"),
    "bytes": (bytes, ValueError, "writable"),
    "list": (lambda n: [False] * n, TypeError, "out must be a NumPy array"),
}


@each_game
@pytest.mark.parametrize(
    ("make_out", "error", "match"), WRONG_MASKS.values(), ids=WRONG_MASKS.keys()
)
def test_a_wrong_mask_is_refused(
    game: Game[Any], make_out: Callable[[int], Any], error: type[Exception], match: str
) -> None:
    n = game.num_actions
    with pytest.raises(error, match=match.format(n=n, less=n - 1, more=n + 1)):
        game.new_state(1).legal_mask(0, out=make_out(n))


@each_game
@pytest.mark.parametrize("player", [4, -1, -2, 1000, 10**30, -(10**30)])
def test_there_is_no_such_seat(game: Game[Any], player: int) -> None:
    """API, errors: what is wrong and what would be right; the spectator has no actions."""
    state = game.new_state(1)
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


@each_game
@pytest.mark.parametrize("player", ["0", 1.0, True, [0]])
def test_a_seat_is_an_integer(game: Game[Any], player: Any) -> None:
    state = game.new_state(1)
    calls: list[Callable[[int], object]] = [
        state.legal_actions,
        state.view,
        lambda p: state.apply(0, p),
        lambda p: state.determinize(p, 1),
    ]
    for ask in calls:
        with pytest.raises(TypeError, match="player must be an int"):
            ask(player)


@each_game
@pytest.mark.parametrize("action", [-1, None, 10**6, 10**30, -(10**30), 2**32, 2**32 + 54])
def test_ids_out_of_range_are_not_legal(game: Game[Any], action: int | None) -> None:
    state = game.new_state(1)
    action = game.num_actions if action is None else action
    last = game.num_actions - 1
    assert not state.is_legal(action)
    with pytest.raises(IllegalActionError, match=f"actions are 0 to {last}"):
        state.apply(action)
    with pytest.raises(CardGamesError, match=f"actions are 0 to {last}"):
        state.apply_unchecked(action, 0)


@each_game
@pytest.mark.parametrize("action", ["devil 17", "pass", 54.0, None, True, [54]])
def test_an_action_is_an_integer(game: Game[Any], action: Any) -> None:
    state = game.new_state(1)
    calls: list[Callable[[int], object]] = [
        state.is_legal,
        state.apply,
        lambda a: state.apply_unchecked(a, 0),
    ]
    for ask in calls:
        with pytest.raises(TypeError, match="action must be an int"):
            ask(action)


@each_game
def test_numpy_integers_are_actions_and_seats(game: Game[Any]) -> None:
    state, same = game.new_state(1), game.new_state(1)
    seat = same.to_act[-1]
    action = same.legal_actions(seat)[-1]
    state.apply(np.int64(action), np.int32(seat))
    same.apply(action, seat)
    assert state == same


# --- Playing ---


# A few option sets of every game.
SOME_SETS: tuple[Game[Any], ...] = (
    OPTION_SETS[1],
    FOUR,
    BottleImp(num_players=6, bottles=2),
    *CELLAR_SETS[::2],
    *WINE_SETS[::5],
    *TRIPLETS_SETS[::5],
)


@pytest.mark.parametrize("game", SOME_SETS, ids=str)
def test_a_refused_action_changes_nothing(game: Game[Any]) -> None:
    """API, state: the state is untouched after an error."""
    for state in walk(game, every=29):
        before = state.to_bytes()
        for seat in (None, *range(game.num_players)):
            legal = state.legal_actions(seat)
            for action in range(-2, game.num_actions + 4):
                if action not in legal:
                    with pytest.raises(IllegalActionError):
                        state.apply(action, seat)
        assert state.to_bytes() == before


@each_game
def test_apply_plays_in_place(game: Game[Any]) -> None:
    """API, state: `apply` plays it, in place, and gives nothing."""
    state = game.new_state(1)
    before = state.copy()
    assert state.apply(state.legal_actions()[0]) is None
    assert state != before


@each_game
def test_apply_all_is_apply_one_after_the_other(game: Game[Any]) -> None:
    """API, state: several."""
    one, other = game.new_state(1), game.new_state(1)
    actions: list[int] = []
    while not one.is_terminal:
        actions.append(one.legal_actions()[-1])
        one.apply(actions[-1])
    assert len(actions) <= game.max_game_length
    other.apply_all(actions)
    assert other == one
    third = game.new_state(1)
    third.apply_all(iter(actions))
    third.apply_all([])
    assert third == one


@each_game
def test_apply_all_plays_all_or_nothing(game: Game[Any]) -> None:
    """Stubs: all of them, or none if one is refused."""
    state = game.new_state(1)
    good = state.legal_actions()[:1]
    before = state.to_bytes()
    out_of_turn = next(a for a in range(game.num_actions) if not state.is_legal(a))
    mixed: list[list[Any]] = [[*good, out_of_turn], [*good, 999], [*good, "x"], [*good, None]]
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
        state.apply_all(5)


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
    for game in SOME_SETS:
        state = game.new_state(1)
        number = 12345
        for _ in range(1500):
            number = (number * 1103515245 + 12345) % 2**31
            seat = number // 16384 % game.num_players
            state.apply_unchecked(number // 64 % game.num_actions, seat)
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
    svg = state.to_svg()
    assert svg == state.view().to_svg()
    assert "28" in str(state)


def test_repr_and_str_of_a_cellar() -> None:
    state = WINES.new_state(1)
    seat = state.current_player
    text = f"of cellar_des_triplettes(num_players=4): to act ({seat},), scores (0, 0, 0, 0)>"
    assert repr(state) == f"<CellarDesTriplettesState {text}"
    assert str(state) == str(state.view())
    svg = state.to_svg()
    assert svg == state.view().to_svg()
    assert all(card.value in str(state) for card in state.view().display)


def test_repr_and_str_of_bids() -> None:
    state = BIDS.new_state(1)
    text = "of wine_cellar(num_players=4): to act (0, 1, 2, 3), scores (0, 0, 0, 0)>"
    assert repr(state) == f"<WineCellarState {text}"
    assert str(state) == str(state.view())
    svg = state.to_svg()
    assert svg == state.view().to_svg()
    assert all(bottle.country in str(state) for bottle in state.view().prizes)


def test_repr_and_str_of_triplets() -> None:
    state = RANKED.new_state(1)
    seat = state.current_player
    text = f"of triplets(num_players=4): to act ({seat},), scores (13, 13, 13, 13)>"
    assert repr(state) == f"<TripletsState {text}"
    assert str(state) == str(state.view())
    svg = state.to_svg()
    assert svg == state.view().to_svg()
    assert all(str(card) in str(state) for card in state.view().hands[seat])
