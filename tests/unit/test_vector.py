"""`VectorGame`: its arrays, its seeds, what it refuses. Equality with single states for every game:
tests/property/test_vector.py."""

from __future__ import annotations

import array
import copy
import ctypes
import gc
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np
import pytest

import cardgames
from cardgames import BottleImp, CardGamesError, Game, IllegalActionError, State, WineCellar
from cardgames._core.vector import VectorCore
from cardgames.vector import VectorGame, VectorStep, float_observations

GAME = BottleImp(num_players=4, rounds=1)
SEEDS = ["2b50fa6de868a494", "eb6cad19c09a3c9d", "a0ed48ece86dcf9c", "657f15b3929fda9c"]
ACTIONS = [96, 64, 57]


def made(num_envs: int = 6, **arguments: Any) -> VectorGame[State, Any, Any]:
    games: VectorGame[State, Any, Any] = cast("Any", VectorGame)(
        GAME, num_envs, **({"seed": 1} | arguments)
    )
    return games


def arrays_of(games: VectorGame[State, Any, Any]) -> list[np.ndarray[Any, Any]]:
    arrays = [getattr(games, name) for name in VectorStep._fields]
    return [it for it in arrays if it is not None]


def contents(games: VectorGame[State, Any, Any]) -> list[bytes]:
    """All that can be seen of the games, as bytes."""
    states = [games.state(i).to_bytes() for i in range(games.num_envs)]
    return [it.tobytes() for it in arrays_of(games)] + states


# --- The arrays ---


def test_arrays_have_the_documented_shapes_and_types() -> None:
    games = made(6)
    shapes = {name: getattr(games, name).shape for name in VectorStep._fields}
    assert shapes == {
        "observations": (6, GAME.observation_size),
        "legal_masks": (6, GAME.num_actions),
        "current_players": (6,),
        "rewards": (6, 4),
        "dones": (6,),
        "truncated": (6,),
        "scores": (6, 4),
        "episodes": (6,),
    }
    types = [str(it.dtype) for it in arrays_of(games)]
    assert types == ["float32", "bool", "int32", "float32", "bool", "bool", "int32", "int64"]
    for it in arrays_of(games):
        assert it.flags.c_contiguous
        assert it.flags.writeable
        assert it.ctypes.data % 64 == 0


def test_arrays_stay_the_same_objects() -> None:
    games = made()
    before = arrays_of(games)
    steps = [games.step(games.random_actions()), games.reset(), games.reset(3)]
    for step in steps:
        assert step is steps[0]
        assert all(one is other for one, other in zip(step, before, strict=True))
    assert all(one is other for one, other in zip(arrays_of(games), before, strict=True))


def test_a_new_one_has_dealt_already() -> None:
    games = made()
    for i in range(6):
        state = GAME.new_state(games.seed_of(i, 0))
        assert games.state(i) == state
        assert games.observations[i].tobytes() == state.observation().tobytes()
    assert not games.dones.any()
    assert not games.rewards.any()


def test_observations_and_masks_can_be_switched_off() -> None:
    games = made(observations=None, masks=False)
    assert games.observations is None
    assert games.legal_masks is None
    step = games.step(games.random_actions())
    assert step.observations is None
    assert step.legal_masks is None
    assert step.current_players is games.current_players


@pytest.mark.parametrize("form", ["float32", "uint8"])
def test_whatever_is_written_into_the_arrays_is_gone_after_the_next_step(form: str) -> None:
    spoilt, clean = made(300, observations=form), made(300, observations=form)
    for _ in range(60):
        actions = clean.random_actions()
        assert (spoilt.random_actions() == actions).all()
        for it in arrays_of(spoilt):
            it.view(np.uint8)[...] = 0xA5
        spoilt.step(actions)
        clean.step(actions)
        assert contents(spoilt) == contents(clean)


def test_arrays_outlive_the_games() -> None:
    games = made(3000)  # observations of some megabytes, which go back to the system when freed
    arrays, before = arrays_of(games), [it.tobytes() for it in arrays_of(games)]
    del games
    gc.collect()
    assert [it.tobytes() for it in arrays] == before


def test_arrays_cannot_be_moved_from_under_the_core() -> None:
    games = made()
    for it in arrays_of(games):
        with pytest.raises(ValueError, match="own"):
            it.resize((1,), refcheck=False)
    games.current_players.flags.writeable = False
    games.step(games.random_actions())
    assert games.current_players.tolist() == [games.state(i).current_player for i in range(6)]


# --- Observations as bytes ---


def block(game: Game[Any], name: str) -> slice:
    return next(slice(it.start, it.stop) for it in game.observation_layout() if it.name == name)


def test_a_byte_is_the_whole_number_of_its_entry() -> None:
    games = VectorGame(BottleImp(num_players=4, rounds=8), 1, 5, 1, "uint8")
    for _ in range(12 + 5):  # the pass, a trick and a card
        games.step(games.random_actions())
    [row] = games.observations
    state = games.state(0)
    hand = state.view().hands[state.current_player]
    assert hand is not None
    assert row.dtype == np.uint8
    assert row[block(games.game, "phase")].tolist() == [0, 1, 0]
    assert row[block(games.game, "round")].tolist() == [1]
    assert row[block(games.game, "hand_sizes")].tolist() == [7, 7, 7, 6]
    assert np.flatnonzero(row[block(games.game, "hand")]).tolist() == sorted(
        cardgames.bottle_imp.CARDS.index(card) for card in hand
    )
    # Who plays next sits left of who led: its right neighbour's card is the first of the trick.
    [place] = np.flatnonzero(row[block(games.game, "trick")])
    assert place // 54 == 3
    assert row[block(games.game, "trick")][place] == 1
    assert sorted(row[block(games.game, "last_trick")])[-5:] == [0, 1, 2, 3, 4]
    assert sorted(row[block(games.game, "played")])[-6:] == [0, 1, 1, 1, 1, 2]


def test_numbers_too_large_for_a_byte_follow_behind_the_bytes() -> None:
    game = BottleImp(num_players=4, rounds=8)
    games = VectorGame(game, 50, 3, 1, "uint8")
    assert [it.name for it in game.observation_layout() if it.wide] == ["scores", "last_gain"]
    for _ in range(7 * game.max_game_length // 8):  # seven rounds
        games.step(games.random_actions())
    assert games.observations.shape == (50, game.observation_size + 4 * (4 + 4))
    numbers = games.observations[:, game.observation_size :].copy().view(np.int32)
    for i in range(50):
        first = games.current_players[i]
        assert np.roll(numbers[i, :4], first).tolist() == list(games.state(i).scores())
    assert numbers.min() < 0
    assert numbers.max() > 255
    assert not games.observations[:, block(game, "scores")].any()
    assert not games.observations[:, block(game, "last_gain")].any()


def test_a_scale_above_255_makes_a_block_wide() -> None:
    for most in (255, 256):
        game = cardgames.CellarDesTriplettes(max_rounds=most)
        layout = {it.name: it for it in game.observation_layout()}
        assert layout["round"].scale == most
        assert layout["round"].wide == (most == 256)
        games = VectorGame(game, 2, 1, 1, "uint8")
        width = sum(it.stop - it.start for it in layout.values() if it.wide)
        assert games.observations.shape == (2, game.observation_size + 4 * width)
        floats = float_observations(game, games.observations)
        assert floats[:, block(game, "round")].tolist() == [[np.float32(1 / most)]] * 2


def test_float_observations_take_rows_in_any_shape() -> None:
    games, plain = made(6, observations="uint8"), made(6)
    rows = games.observations
    assert float_observations(GAME, rows[2]).tobytes() == plain.observations[2].tobytes()
    halves = float_observations(GAME, rows.reshape(2, 3, -1))
    assert halves.shape == (2, 3, GAME.observation_size)
    assert halves.tobytes() == plain.observations.tobytes()
    assert float_observations(GAME, rows[:0]).shape == (0, GAME.observation_size)
    assert float_observations(GAME, rows[::-1]).tobytes() == plain.observations[::-1].tobytes()


@pytest.mark.parametrize(
    ("game", "rows", "error", "message"),
    [
        ("bottle_imp", np.zeros(1556, np.uint8), TypeError, "game must be a Game, not str"),
        (GAME, b"0" * 1556, TypeError, "NumPy array of uint8, not bytes"),
        (GAME, np.zeros(1556, np.int8), TypeError, "uint8, not of int8"),
        (GAME, np.zeros((2, 1524), np.uint8), CardGamesError, r"1556 bytes .* \(2, 1524\)"),
        (GAME, np.zeros((), np.uint8), CardGamesError, r"1556 bytes .* \(\)"),
    ],
    ids=["game", "bytes", "int8", "length", "scalar"],
)
def test_wrong_rows_of_bytes_are_refused(
    game: Any, rows: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        float_observations(game, rows)


# --- Seeds and episodes ---


def test_seeds_are_the_same_in_every_release() -> None:
    games = VectorGame(GAME, 3, seed=12345)
    seeds = [
        games.seed_of(0, 0),
        games.seed_of(0, 1),
        games.seed_of(2, 0),
        games.seed_of(2, 2**63 - 1),
    ]
    assert [f"{seed:016x}" for seed in seeds] == SEEDS
    assert games.random_actions().tolist() == ACTIONS


def test_games_of_an_env_do_not_depend_on_how_many_there_are() -> None:
    few, many = made(2), made(200, threads=2)
    assert all(few.state(i) == many.state(i) for i in range(2))
    assert few.seed_of(1, 7) == many.seed_of(1, 7)


def test_no_two_games_have_one_seed() -> None:
    games = made(100)
    assert len({games.seed_of(i, k) for i in range(100) for k in range(100)}) == 10_000


def test_reset_deals_the_same_again_or_by_another_seed() -> None:
    games = made()
    first, actions = contents(games), games.random_actions()
    for _ in range(100):
        games.step(games.random_actions())
    assert games.episodes.min() > 0
    games.reset()
    assert contents(games) == first
    assert (games.random_actions() == actions).all()
    games.reset(2)
    assert games.seed == 2
    assert contents(games) == contents(made(seed=2))
    assert games.reset(1).episodes.tolist() == [0] * 6
    assert contents(games) == first


def test_a_game_that_ends_tells_its_results_and_is_followed_by_the_next() -> None:
    games = made()
    for _ in range(GAME.max_game_length - 1):
        assert not games.step(games.random_actions()).dones.any()
    last, actions = [games.state(i) for i in range(6)], games.random_actions()
    step = games.step(actions)
    assert step.dones.all()
    assert step.episodes.tolist() == [1] * 6
    for i, state in enumerate(last):
        state.apply(actions[i])
        assert step.rewards[i].tolist() == np.array(state.returns(), np.float32).tolist()
        assert step.scores[i].tolist() == list(state.scores())
        assert games.state(i) == GAME.new_state(games.seed_of(i, 1))
        assert games.state(i).seed == games.seed_of(i, 1)
    step = games.step(games.random_actions())
    assert not step.dones.any()
    assert not step.rewards.any()
    assert not step.scores.any()


def test_a_limit_that_ends_a_game_is_told() -> None:
    games = VectorGame(cardgames.Triplets(num_players=4, max_rounds=2), 50, seed=1)
    truncated = done = 0
    for _ in range(200):
        step = games.step(games.random_actions())
        assert not (step.truncated & ~step.dones).any()
        truncated += int(step.truncated.sum())
        done += int(step.dones.sum())
    assert 0 < truncated <= done


def test_a_game_for_one_has_one_reward() -> None:
    games = VectorGame(WineCellar(num_players=1), 4, seed=1)
    while not games.dones.any():
        games.step(games.random_actions())
    ended = games.scores[games.dones] / games.game.max_score
    assert games.rewards[games.dones].tolist() == ended.astype(np.float32).tolist()


# --- Actions ---


FORMS: dict[str, Callable[[Any], Any]] = {
    "int32": lambda actions: actions,
    "int64": lambda actions: actions.astype(np.int64),
    "list": lambda actions: actions.tolist(),
    "tuple": lambda actions: tuple(actions.tolist()),
    "scalars": list,
    "array": lambda actions: array.array("i", actions.tolist()),
    "memoryview": memoryview,
    "ctypes": lambda actions: (ctypes.c_int64 * len(actions))(*actions.tolist()),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_actions_come_in_many_forms(form: Callable[[Any], Any]) -> None:
    games, plain = made(), made()
    for _ in range(50):
        actions = plain.random_actions()
        plain.step(actions)
        games.step(form(actions))
    assert contents(games) == contents(plain)


def test_a_read_only_array_is_good_enough() -> None:
    games = made()
    actions = games.random_actions()
    actions.flags.writeable = False
    games.step(actions)


class Lying(list[int]):
    """A list that says it has six entries."""

    def __len__(self) -> int:
        return 6


class Endless(list[int]):
    """A list without an end."""

    def __iter__(self) -> Iterator[int]:
        while True:
            yield 0


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        (np.zeros(5, np.int32), CardGamesError, r"of shape \(6,\), not \(5,\)"),
        (np.zeros((6, 1), np.int32), CardGamesError, r"of shape \(6,\), not \(6, 1\)"),
        (np.zeros((), np.int32), CardGamesError, r"of shape \(6,\), not \(\)"),
        (np.zeros(0, np.int64), CardGamesError, r"of shape \(6,\), not \(0,\)"),
        (np.zeros(12, np.int32)[::2], CardGamesError, "C-contiguous"),
        (np.zeros(6, np.float32), TypeError, "int32 or int64, not float32"),
        (np.zeros(6, np.bool_), TypeError, "int32 or int64, not bool"),
        (np.zeros(6, np.int16), TypeError, "int32 or int64"),
        (np.zeros(6, np.uint32), TypeError, "int32 or int64, not uint32"),
        (np.zeros(6, np.dtype(">i4")), TypeError, "int32 or int64, not format '>i'"),
        (np.zeros(6, object), TypeError, "int32 or int64"),
        (np.zeros(6, np.dtype([("a", np.int32)])), TypeError, "int32 or int64"),
        (b"123456", TypeError, "int32 or int64"),
        ("123456", TypeError, "not str"),
        ({1, 2, 3, 4, 5, 6}, TypeError, "not set"),
        (dict.fromkeys(range(6)), TypeError, "not dict"),
        (iter(range(6)), TypeError, "not range_iterator"),
        (7, TypeError, "not int"),
        (None, TypeError, "not NoneType"),
        ([1] * 5, CardGamesError, "6 items, not 5"),
        ([1] * 7, CardGamesError, "6 items, not more than 6"),
        ([], CardGamesError, "6 items, not 0"),
        (Lying([1]), CardGamesError, "6 items, not 1"),
        (Endless(), CardGamesError, "6 items, not more than 6"),
        ([1.0] * 6, TypeError, "must be an int, not float"),
        ([True] * 6, TypeError, "must be an int, not bool"),
        ([1, 2, 3, 4, 5, None], TypeError, "must be an int, not NoneType"),
    ],
    ids=lambda value: str(value).split(" object at ")[0],
)
def test_actions_of_a_wrong_form_are_refused(
    actions: Any, error: type[Exception], message: str
) -> None:
    games = made()
    before = contents(games)
    with pytest.raises(error, match=message):
        games.step(actions)
    assert contents(games) == before


def test_the_first_illegal_action_is_told_and_how_many_there_are() -> None:
    games = made()
    actions = games.random_actions()
    actions[[2, 3, 5]] = cardgames.bottle_imp.play("17")
    before = contents(games)
    with pytest.raises(IllegalActionError) as caught:
        games.step(actions)
    text = str(caught.value)
    assert text.startswith(
        "env 2: player 0 may not play '17': cards are passed before any is played; "
    )
    assert text.endswith("; 2 more of the actions are illegal too")
    assert all(word in text for word in games.state(2).legal_words())
    assert (caught.value.action, caught.value.player) == (24, 0)
    assert contents(games) == before


@pytest.mark.parametrize("form", [np.array, list], ids=["array", "list"])
@pytest.mark.parametrize("action", [-1, -(2**31), 216, 2**31, 2**32, 2**63 - 1, -(2**63)])
def test_ids_that_are_none_are_told(form: Callable[[list[int]], Any], action: int) -> None:
    games = made()
    actions = games.random_actions().tolist()
    actions[5] = action
    before = contents(games)
    with pytest.raises(
        IllegalActionError, match=f"^env 5: there is no action {action}: actions are 0"
    ):
        games.step(form(actions))
    assert contents(games) == before


def test_ids_of_any_size_are_refused() -> None:
    games = made()
    with pytest.raises(IllegalActionError, match="there is no action 1000000000000"):
        games.step([10**30] * 6)


def test_actions_may_step_the_games_themselves_while_they_are_read() -> None:
    games, plain = made(), made()
    legal = games.random_actions()
    played: list[int] = []

    class Playing:
        def __index__(self) -> int:
            if not played:
                played.append(1)
                games.step(legal)
            return -1

    with pytest.raises(IllegalActionError, match=r"^env 0"):
        games.step([Playing()] * 6)
    plain.step(legal)
    assert contents(games) == contents(plain)


def test_random_actions_are_legal_and_uniform() -> None:
    games = VectorGame(GAME, 20_000, seed=1, observations=None)
    games.step(games.random_actions())
    out = np.empty(20_000, np.int32)
    assert games.random_actions(out) is out
    assert games.legal_masks[np.arange(20_000), out].all()
    # All have eight cards left, so each place among the legal ones has probability 1/8.
    places = np.cumsum(games.legal_masks, axis=1)[np.arange(20_000), out]
    counts = np.bincount(places, minlength=9)[1:]
    assert games.legal_masks.sum(axis=1).tolist() == [8] * 20_000
    assert abs(counts - 2500).max() < 5 * np.sqrt(2500)


def test_random_actions_do_not_change_the_games() -> None:
    games, plain = made(), made()
    games.random_actions()
    assert contents(games) == contents(plain)


@pytest.mark.parametrize(
    ("out", "error"),
    [
        (np.zeros(5, np.int32), CardGamesError),
        (np.zeros(6, np.int64), TypeError),
        (np.zeros(12, np.int32)[::2], CardGamesError),
        ([0] * 6, TypeError),
        (b"x" * 24, CardGamesError),
    ],
    ids=str,
)
def test_wrong_places_for_random_actions_are_refused(out: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="out must"):
        made().random_actions(out)


# --- What is refused ---


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "bottle_imp"}, TypeError, "game must be a Game, not str"),
        ({"num_envs": 0}, CardGamesError, "num_envs must be from 1"),
        ({"num_envs": -3}, CardGamesError, "num_envs must be from 1"),
        ({"num_envs": 2**31 - 1}, CardGamesError, "num_envs must be from 1 to"),
        ({"num_envs": 10**30}, CardGamesError, "num_envs must be from 1 to"),
        ({"num_envs": 1.5}, TypeError, "num_envs must be an int"),
        ({"num_envs": True}, TypeError, "num_envs must be an int"),
        ({"seed": None}, TypeError, "seed must be an int"),
        ({"seed": -1}, CardGamesError, "seed must be from 0 to"),
        ({"seed": 2**64}, CardGamesError, "seed must be from 0 to"),
        ({"threads": 0}, CardGamesError, "threads must be from 1 to 1024"),
        ({"threads": 1025}, CardGamesError, "threads must be from 1 to 1024"),
        (
            {"observations": "float64"},
            CardGamesError,
            "observations must be 'float32', 'uint8' or None",
        ),
        ({"observations": True}, CardGamesError, "observations must be 'float32', 'uint8' or None"),
        (
            {"observations": np.zeros(3)},
            CardGamesError,
            "observations must be 'float32', 'uint8' or None",
        ),
        ({"masks": None}, TypeError, "masks must be True or False"),
    ],
)
def test_wrong_arguments_are_refused(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        cast("Any", VectorGame)(**({"game": GAME, "num_envs": 4, "seed": 1} | arguments))


QUESTIONS: list[tuple[Callable[[Any], object], type[Exception]]] = [
    (lambda games: games.state(6), CardGamesError),
    (lambda games: games.state(-1), CardGamesError),
    (lambda games: games.state("0"), TypeError),
    (lambda games: games.seed_of(6, 0), CardGamesError),
    (lambda games: games.seed_of(0, -1), CardGamesError),
    (lambda games: games.seed_of(0, 2**63), CardGamesError),
    (lambda games: games.seed_of(0, 0.0), TypeError),
    (lambda games: games.reset(-1), CardGamesError),
    (lambda games: games.reset("1"), TypeError),
]


@pytest.mark.parametrize(("call", "error"), QUESTIONS)
def test_wrong_questions_are_refused(call: Callable[[Any], object], error: type[Exception]) -> None:
    games = made()
    before = contents(games)
    with pytest.raises(error):
        call(games)
    assert contents(games) == before


def test_it_cannot_be_pickled_or_copied() -> None:
    games = made()
    for one in (games, cast("Any", games)._core):
        for way in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="cannot be pickled or copied"):
                way(one)


def test_the_core_checks_for_itself() -> None:
    for wrong in ((GAME, 0, 1, 1), (GAME, -1, 1, 1), (GAME, 1, 1, 0), (GAME, 1, 1, 5000)):
        with pytest.raises(CardGamesError):
            VectorCore(*wrong, True, True)
    size = GAME.observation_size
    for scales in ([1] * (size - 1), [1] * (size + 1), [0] * size, [2**23 + 1] * size):
        with pytest.raises(CardGamesError, match=f"there must be {size} scales"):
            VectorCore(GAME, 1, 1, 1, True, True, scales, [])
    for wide in ([-1], [size], [0] * (size + 1)):
        with pytest.raises(CardGamesError, match=f"at most {size} wide entries"):
            VectorCore(GAME, 1, 1, 1, True, True, [1] * size, wide)
    with pytest.raises((TypeError, AttributeError)):
        VectorCore(cast("Any", None), 1, 1, 1, True, True)
    memory = cast("Any", made())._core.arrays["dones"].obj
    for size in (0, -1):
        with pytest.raises(CardGamesError, match="size must be at least 1"):
            type(memory)(size)
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(memory)


def test_repr_says_what_it_is() -> None:
    assert repr(made()) == "<VectorGame of 6 x bottle_imp(num_players=4,rounds=1), seed 1>"


# --- Threads ---


def test_a_second_thread_is_refused_while_one_is_at_work() -> None:
    """Both step all the time: each step is done whole or refused."""
    games = VectorGame(GAME, 3000, seed=1, threads=2, observations=None)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    done, refused = [0, 0], set[str]()

    def play(number: int) -> None:
        for _ in range(200):
            try:
                games.step(games.random_actions())
                done[number] += 1
            except IllegalActionError:  # the other one stepped in between
                pass
            except CardGamesError as error:
                refused.add(str(error).partition(":")[0])

    try:
        threads = [threading.Thread(target=play, args=(number,)) for number in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert games.episodes[0] == sum(done) // GAME.max_game_length
    assert refused <= {"another thread is at work on this VectorGame"}
    assert sum(done) > 0
    games.step(games.random_actions())


def test_more_threads_than_games_are_fine() -> None:
    for count in (1, 2, 64, 127, 129, 1000):
        games, plain = made(count, threads=1000), made(count)
        actions = games.random_actions()
        games.step(actions)
        plain.step(actions)
        assert contents(games) == contents(plain)
        assert games.threads == 1000
