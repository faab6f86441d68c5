"""Searching for actions: arguments, limits, threads, and what an analysis says."""

from __future__ import annotations

import json
import math
import pickle
import threading
import time
import xml.etree.ElementTree as ET
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
)
from cardgames.analysis import mean_and_error
from cardgames.search import ISMCTS, ActionValue, Analysis, FlatMonteCarlo, Searcher

from .triplets_positions import make as triplets_position

GAMES: tuple[Game[Any], ...] = (
    BottleImp(num_players=2),
    BottleImp(num_players=4, rounds=2),
    BottleImp(num_players=6, bottles=2, teams="2-2-2", rounds=1),
    CellarDesTriplettes(num_players=3),
    WineCellar(num_players=1),
    WineCellar(num_players=3),
    WineCellar(num_players=2, games=3),
    Triplets(num_players=2),
    Triplets(num_players=5, decks=2),
)
SEARCHERS: tuple[Callable[..., Searcher], ...] = (ISMCTS, FlatMonteCarlo)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)
each_searcher = pytest.mark.parametrize("searcher", SEARCHERS)


def start(game: Game[Any] | None = None, seed: int = 1) -> State:
    """A newly dealt game with something to choose."""
    state: State = (game or BottleImp(num_players=4)).new_state(seed)
    return state


def some_positions(game: Game[Any], seed: int = 1) -> list[State]:
    """Positions of a game played at random, of every phase and number of seats to act."""
    state = start(game, seed)
    found: dict[tuple[Any, ...], State] = {}
    step = 0
    while not state.is_terminal:
        view = state.view()
        found.setdefault((getattr(view, "phase", ""), len(state.to_act)), state.copy())
        legal = state.legal_actions()
        state.apply(legal[step * 7919 % len(legal)])
        step += 1
        if step % 60 == 0:
            found[step,] = state.copy()
    return [it for it in found.values() if not it.is_terminal]


def check(analysis: Analysis, state: State, seat: int) -> None:
    """What holds for every result."""
    assert analysis.player == seat
    assert [it.action for it in analysis.actions] == state.legal_actions(seat)
    assert [it.word for it in analysis.actions] == state.legal_words(seat)
    assert analysis.best in state.legal_actions(seat)
    assert analysis.best == analysis.ranked[0].action
    assert sum(it.visits for it in analysis.actions) == analysis.simulations
    assert sum(it.prior for it in analysis.actions) == pytest.approx(1)
    for it in analysis.actions:
        assert -1 <= it.mean <= 1
        assert it.error >= 0
        assert math.isfinite(it.error) == (it.visits > 1)
        assert it.visits > 0 or it.mean == 0


# --- All games ---


@each_game
@each_searcher
def test_every_seat_that_may_act_can_be_searched_for(
    game: Game[Any], searcher: Callable[..., Searcher]
) -> None:
    search = searcher(60, seed=3)
    for state in some_positions(game):
        before = state.to_bytes()
        for seat in state.to_act:
            analysis = search.analyse(state, seat)
            check(analysis, state, seat)
            assert search.choose(state, seat) == analysis.best
            if len(analysis.actions) > 1:
                assert analysis.simulations == 60
                assert analysis.stopped_by == "simulations"
        assert state.to_bytes() == before


@each_game
def test_a_whole_game_is_played_by_searches(game: Game[Any]) -> None:
    search = ISMCTS(4, seed=1, max_depth=8)
    state = start(game, seed=2)
    steps = 0
    while not state.is_terminal and steps < 300:
        state.apply(search.choose(state))
        steps += 1
    assert steps > 8


@each_game
@pytest.mark.parametrize("selection", ["ucb", "puct"])
def test_both_selections_find_what_is_best_more_often(game: Game[Any], selection: Any) -> None:
    state = next(it for it in some_positions(game, 4) if len(it.legal_actions()) > 2)
    analysis = ISMCTS(3000, seed=1, selection=selection).analyse(state)
    check(analysis, state, state.current_player)
    visits = sorted(it.visits for it in analysis.actions)
    assert visits[-1] > 1.2 * visits[0]
    assert selection == "puct" or visits[0] > 0


def test_the_seat_that_acts_first_is_the_default() -> None:
    state = start(WineCellar(num_players=3))
    assert ISMCTS(50, seed=1).analyse(state) == ISMCTS(50, seed=1).analyse(state, 0)


def test_a_pending_choice_of_the_own_seat_is_kept() -> None:
    """Bottle Imp: two choices are left when one is made, whatever other seats do meanwhile."""
    state = start(BottleImp(num_players=3))
    state.apply(state.legal_actions(1)[0], 1)
    analysis = ISMCTS(100, seed=1).analyse(state, 1)
    assert {it.word.split()[0] for it in analysis.actions} <= {"left", "right"}


def test_a_forced_action_is_found_without_a_simulation() -> None:
    state = start(Triplets(num_players=3))
    while len(state.legal_actions()) != 1:
        state.apply(state.legal_actions()[0])
    for search in (ISMCTS(100, seed=1), FlatMonteCarlo(100)):
        analysis = search.analyse(state)
        assert (analysis.stopped_by, analysis.simulations, analysis.nodes) == ("forced", 0, 0)
        assert analysis.best == state.legal_actions()[0]
        assert analysis.actions[0].visits == 0
        assert "forced" in repr(analysis)
        json.dumps(analysis.to_dict(), allow_nan=False)
        ET.fromstring(analysis.to_svg())


def test_means_are_of_the_seat_that_searches() -> None:
    """Triplets: three twos win against a three, and a single one loses; see test_solve.py."""
    game = Triplets(num_players=2)
    for seat, hands in enumerate(({0: "2c 2d 2h", 1: "3c"}, {0: "3c", 1: "2c 2d 2h"})):
        state = triplets_position(game, hands=hands, to_act=seat)
        analysis = ISMCTS(500, seed=1).analyse(state)
        assert [it.word for it in analysis.ranked] == ["triplet 2", "2"]
        assert [it.mean for it in analysis.ranked] == [1, -1]
        assert analysis.player == seat


# --- Determinism ---


@each_game
@pytest.mark.parametrize("threads", [1, 3])
def test_equal_seeds_give_equal_results(game: Game[Any], threads: int) -> None:
    state = some_positions(game)[-1]
    search = ISMCTS(301, seed=11, threads=threads, max_depth=50)
    assert search.analyse(state) == search.analyse(state.copy())


def test_other_seeds_give_other_results() -> None:
    state = start()
    assert ISMCTS(300, seed=1).analyse(state) != ISMCTS(300, seed=2).analyse(state)
    assert ISMCTS(300).analyse(state) != ISMCTS(300).analyse(state)


def test_threads_share_the_simulations() -> None:
    state = start()
    one, three = (ISMCTS(100, seed=5, threads=n).analyse(state) for n in (1, 3))
    assert one.simulations == three.simulations == 100
    assert one != three
    assert FlatMonteCarlo(5, threads=1000, seed=1).analyse(state).simulations == 5


def test_the_time_is_no_part_of_equality() -> None:
    state = start()
    one, two = (ISMCTS(50, seed=1).analyse(state) for _ in range(2))
    assert one == two
    assert one.seconds > 0


def test_the_memory_does_not_change_a_result_that_fits() -> None:
    state = start()
    results = [ISMCTS(200, seed=1, memory=n).analyse(state) for n in (1 << 20, 1 << 24, 1 << 28)]
    assert results[0] == results[1] == results[2]


def test_a_searcher_may_be_used_by_several_threads() -> None:
    state = start()
    search = ISMCTS(500, seed=9)
    expected = search.analyse(state)
    found: list[Analysis] = []
    workers = [
        threading.Thread(target=lambda: found.append(search.analyse(state))) for _ in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [expected] * 4


# --- Limits ---


@each_searcher
@pytest.mark.parametrize("threads", [1, 2])
def test_time_ends_a_search(searcher: Callable[..., Searcher], threads: int) -> None:
    began = time.perf_counter()
    analysis = searcher(seconds=0.2, threads=threads, seed=1).analyse(start())
    assert analysis.stopped_by == "seconds"
    assert 0.15 < analysis.seconds < 5
    assert time.perf_counter() - began < 5
    assert analysis.simulations > 100
    check(analysis, start(), 0)


def test_what_comes_first_ends_a_search() -> None:
    analysis = ISMCTS(20, seconds=1000, seed=1).analyse(start())
    assert (analysis.stopped_by, analysis.simulations) == ("simulations", 20)


def test_no_limit_means_a_thousand_simulations() -> None:
    assert ISMCTS().simulations == FlatMonteCarlo().simulations == 1000
    assert ISMCTS(seconds=1).simulations == 2**31 - 1


@pytest.mark.parametrize("threads", [1, 2])
def test_memory_ends_a_search_at_the_same_place_every_time(threads: int) -> None:
    search = ISMCTS(10**6, seed=1, memory=1 << 17, threads=threads)
    one, two = search.analyse(start()), search.analyse(start())
    assert one == two
    assert one.stopped_by == "memory"
    assert 100 < one.simulations < 10_000
    check(one, start(), 0)


def test_a_wide_tree_has_the_room_that_its_simulations_need() -> None:
    """With far more actions in a node than `EDGES_PER_NODE`."""
    state = start(BottleImp(num_players=2))
    assert len(state.legal_actions()) > 10
    for count in (1, 2, 10, 500, 5000):
        analysis = ISMCTS(count, seed=1, exploration=100).analyse(state)
        assert (analysis.stopped_by, analysis.simulations) == ("simulations", count)


def test_more_threads_do_not_take_more_memory() -> None:
    search = ISMCTS(10_000, seed=1, threads=1024, memory=1 << 17)
    analysis = search.analyse(start())
    assert analysis == ISMCTS(10_000, seed=1, threads=2, memory=1 << 17).analyse(start())


@pytest.mark.parametrize("threads", [1, 2])
def test_the_progress_function_ends_a_search(threads: int) -> None:
    told: list[int] = []

    def enough(done: int) -> bool:
        told.append(done)
        return done >= 200

    analysis = ISMCTS(10**6, seed=1, threads=threads, progress=enough).analyse(start())
    assert analysis.stopped_by == "progress"
    assert told == sorted(told)
    assert told[-1] >= 200
    assert analysis.simulations >= told[-1]


def test_the_progress_function_is_told_of_the_end() -> None:
    told: list[int] = []
    analysis = ISMCTS(777, seed=1, progress=told.append).analyse(start())
    assert told[-1] == analysis.simulations == 777
    assert analysis.stopped_by == "simulations"


def test_a_search_that_is_done_was_not_ended_by_its_progress_function() -> None:
    analysis = ISMCTS(16, seed=1, progress=lambda done: True).analyse(start())
    assert (analysis.stopped_by, analysis.simulations) == ("simulations", 16)


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError, SystemExit])
@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_of_the_progress_function_ends_all_threads(
    error: type[BaseException], threads: int
) -> None:
    def interrupt(done: int) -> None:
        raise error

    state = start()
    before, running = state.to_bytes(), threading.active_count()
    search = ISMCTS(10**9, seed=1, threads=threads, progress=interrupt)
    with pytest.raises(error):
        search.analyse(state)
    assert threading.active_count() == running
    assert state.to_bytes() == before


def test_the_progress_function_may_play_on_with_the_state() -> None:
    """The search is of the state as it was."""
    state = start()
    expected = ISMCTS(200, seed=1).analyse(state)

    def play(done: int) -> None:
        if not state.is_terminal:
            state.apply(state.legal_actions()[0])

    assert ISMCTS(200, seed=1, progress=play).analyse(state) == expected


def test_playouts_can_be_cut_off() -> None:
    state = start(WineCellar(num_players=3), seed=3)
    cut, full = (ISMCTS(300, seed=1, max_depth=n).analyse(state) for n in (0, None))
    assert {it.mean for it in cut.actions} == {0.0}  # nobody has points yet: all share alike
    assert len({it.mean for it in full.actions}) > 1


# --- Refusals ---


@each_searcher
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"simulations": 0}, "simulations must be from 1 to 2147483647, not 0"),
        ({"simulations": -(10**400)}, "simulations must be from 1"),
        ({"simulations": 2**31}, "simulations must be from 1"),
        ({"seconds": 0}, "seconds must be more than 0"),
        ({"seconds": -0.0}, "seconds must be more than 0"),
        ({"seconds": -1}, "seconds must be from 0"),
        ({"seconds": math.nan}, "seconds must be from 0"),
        ({"seconds": math.inf}, "seconds must be from 0"),
        ({"seconds": 10**400}, "seconds must be from 0"),
        ({"threads": 0}, "threads must be from 1 to 1024, not 0"),
        ({"threads": 1025}, "threads must be from 1 to 1024, not 1025"),
        ({"seed": -1}, "seed must be from 0"),
        ({"seed": 2**64}, "seed must be from 0"),
        ({"max_depth": -1}, "max_depth must be from 0"),
        ({"memory": 0}, "memory must be from 65536"),
        ({"memory": 2**80}, "memory must be from 65536"),
    ],
)
def test_arguments_out_of_range_are_refused(
    searcher: Callable[..., Searcher], arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(CardGamesError) as caught:
        searcher(**arguments)
    assert message in str(caught.value)


GARBAGE: tuple[Any, ...] = ("1", b"1", True, 1.5j, [], {}, object(), ISMCTS, int, np.zeros(2))
NUMBERS = ("simulations", "seconds", "threads", "seed", "max_depth", "memory")


@each_searcher
@pytest.mark.parametrize("name", [*NUMBERS, "progress"])
@pytest.mark.parametrize("value", GARBAGE, ids=lambda value: type(value).__name__)
def test_arguments_of_a_wrong_type_are_refused(
    searcher: Callable[..., Searcher], name: str, value: Any
) -> None:
    if name == "progress" and callable(value):
        value = 3
    with pytest.raises(TypeError, match=f"{name} must be a"):
        searcher(**{name: value})


@pytest.mark.parametrize("value", ["0.7", None, True, [], 1j])
def test_the_exploration_is_a_number(value: Any) -> None:
    with pytest.raises(TypeError, match="exploration must be a number, not"):
        ISMCTS(exploration=value)


@pytest.mark.parametrize("value", [-0.1, math.nan, math.inf, 1e7, 10**400])
def test_the_exploration_has_a_range(value: float) -> None:
    with pytest.raises(CardGamesError, match="exploration must be from 0 to 1e"):
        ISMCTS(exploration=value)


def test_numbers_of_numpy_are_numbers() -> None:
    search: Any = ISMCTS(np.int64(50), seconds=np.float64(9), exploration=np.float64(0.5), seed=1)
    assert type(search.exploration) is type(search.seconds) is float
    assert search.analyse(start()).simulations == 50


@pytest.mark.parametrize("value", ["UCB", "", "flat", "x" * 1000])
def test_the_selection_is_one_of_two(value: Any) -> None:
    with pytest.raises(CardGamesError, match="selection"):
        ISMCTS(selection=value)


@pytest.mark.parametrize("value", [None, 1, b"ucb", []])
def test_the_selection_is_a_word(value: Any) -> None:
    with pytest.raises((TypeError, CardGamesError), match="selection"):
        ISMCTS(selection=value)


@each_searcher
@pytest.mark.parametrize("value", [None, 1, "state", object(), BottleImp(), State])
def test_only_states_are_searched(searcher: Callable[..., Searcher], value: Any) -> None:
    with pytest.raises(TypeError, match="state must be a state of a game, not"):
        searcher(10).choose(value)


@each_searcher
def test_seats_that_may_not_act_are_refused(searcher: Callable[..., Searcher]) -> None:
    state = start(CellarDesTriplettes(num_players=3))
    other = (state.current_player + 1) % 3
    with pytest.raises(CardGamesError, match=f"player {other} may not act now; to act: "):
        searcher(10).choose(state, other)
    for seat in (-1, 3, 10**30):
        with pytest.raises(CardGamesError, match="player must be from 0 to 2"):
            searcher(10).choose(state, seat)
    garbage: Any
    for garbage in ("0", 0.0, True, (1,)):
        with pytest.raises(TypeError, match="player must be an int"):
            searcher(10).choose(state, garbage)


@each_searcher
def test_there_is_nothing_to_choose_at_the_end(searcher: Callable[..., Searcher]) -> None:
    state = start(WineCellar(num_players=2))
    while not state.is_terminal:
        state.apply(state.legal_actions()[0])
    for seat in (None, 0):
        with pytest.raises(CardGamesError, match="the game is over"):
            searcher(10).analyse(state, seat)


def test_the_base_of_searchers_is_abstract() -> None:
    base: Any = Searcher
    with pytest.raises(TypeError, match="abstract"):
        base(10)


def test_positions_without_a_meaning_do_no_harm() -> None:
    for game in GAMES:
        state = start(game)
        for action in range(0, game.num_actions, 5):
            state.apply_unchecked(action, action % game.num_players)
        for seat in state.to_act:
            if state.legal_actions(seat):
                ISMCTS(20, seed=1, max_depth=20).analyse(state, seat)
            else:
                with pytest.raises(CardGamesError, match="no action is legal"):
                    ISMCTS(20, seed=1, max_depth=20).analyse(state, seat)


# --- What an analysis says ---


def value(action: int, visits: int, mean: float) -> ActionValue:
    return ActionValue(action, f"<word {action}>", visits, mean, 0.1 if visits > 1 else math.inf, 0)


def analysis_of(*actions: ActionValue, by: Any = "visits") -> Analysis:
    visits = sum(it.visits for it in actions)
    return Analysis(1, actions, visits, 0.5, 3, 1.5, 7, "simulations", by)


def test_the_best_action_has_most_visits() -> None:
    actions = value(2, 5, 0.9), value(4, 6, 0.1), value(7, 6, 0.2), value(9, 6, 0.2)
    analysis = analysis_of(*actions)
    assert [it.action for it in analysis.ranked] == [7, 9, 4, 2]
    assert analysis.best == 7


def test_the_best_action_of_equal_shares_has_the_best_mean() -> None:
    actions = value(2, 5, 0.1), value(4, 4, 0.9), value(7, 5, -0.2), value(9, 0, 0)
    assert [it.action for it in analysis_of(*actions, by="mean").ranked] == [4, 2, 7, 9]


def test_flat_search_is_not_led_astray_by_the_rest_of_a_division() -> None:
    state = start(Triplets(num_players=3), seed=2)
    for simulations in range(20, 27):
        analysis = FlatMonteCarlo(simulations, seed=simulations).analyse(state)
        visits = [it.visits for it in analysis.actions]
        assert max(visits) - min(visits) <= 1
        assert analysis.ranked[0].mean == max(it.mean for it in analysis.actions)


def test_a_flat_search_has_one_node_and_depth_one() -> None:
    analysis = FlatMonteCarlo(100, seed=1).analyse(start())
    assert (analysis.nodes, analysis.depth, analysis.mean_depth) == (1, 1, 1.0)


def test_a_tree_grows_by_at_most_one_node_a_simulation() -> None:
    analysis = ISMCTS(500, seed=1).analyse(start())
    assert 1 < analysis.nodes <= 500
    assert 1 <= analysis.mean_depth <= analysis.depth


def test_means_and_errors() -> None:
    values = [1.0, -1.0, 0.5, 0.5]
    mean, error = mean_and_error(4, sum(values), sum(v * v for v in values))
    assert mean == np.mean(values)
    assert error == pytest.approx(np.std(values, ddof=1) / 2)
    assert mean_and_error(0, 0.0, 0.0) == (0.0, math.inf)
    assert mean_and_error(1, 0.5, 0.25) == (0.5, math.inf)
    assert mean_and_error(3, 0.3, 0.03)[1] == pytest.approx(0, abs=1e-8)


def test_the_repr_is_a_table() -> None:
    lines = repr(analysis_of(value(2, 1, 0.25), value(14, 3, -0.5))).splitlines()
    assert lines == [
        "Analysis: player 1, 4 simulations in 0.500 s, depth 3 (mean 1.5), 7 nodes, "
        "stopped by simulations",
        "action     id  visits  share  mean return  error  prior",
        "<word 14>  14       3  75.0%       -0.500  0.100  0.000",
        "<word 2>    2       1  25.0%       +0.250      -  0.000",
    ]


def test_the_html_is_a_table_with_its_words_escaped() -> None:
    shown: Any = analysis_of(value(2, 1, 0.25), value(14, 3, -0.5))
    assert shown._repr_html_() == shown.to_html()
    table = ET.fromstring(shown.to_html())
    rows = [[cell.text for cell in row] for row in table.iter("tr")]
    assert rows[0][:3] == ["action", "id", "visits"]
    assert rows[1][:3] == ["<word 14>", "14", "3"]
    assert len(rows) == 3


def test_the_picture_has_a_bar_for_each_action_up_to_thirty() -> None:
    few, many = (analysis_of(*(value(i, i, 0.1) for i in range(n))) for n in (3, 100))
    picture = few.to_svg()
    ET.fromstring(picture)
    assert picture.count("&lt;word") == 3
    assert "and 70 more" in many.to_svg()
    assert many.to_svg().count("&lt;word") == 30


def test_the_dict_is_ready_for_json() -> None:
    analysis = ISMCTS(3, seed=1).analyse(start())
    plain = json.loads(json.dumps(analysis.to_dict(), allow_nan=False))
    assert plain == analysis.to_dict()
    assert plain["best"] == analysis.best
    assert plain["ranked_by"] == "visits"
    assert [it["visits"] for it in plain["actions"]] == [it.visits for it in analysis.actions]
    assert None in [it["error"] for it in plain["actions"]]


def test_results_and_searchers_go_to_other_processes() -> None:
    analysis = ISMCTS(30, seed=1).analyse(start())
    assert pickle.loads(pickle.dumps(analysis)) == analysis
    assert len({analysis, pickle.loads(pickle.dumps(analysis))}) == 1
    for search in (ISMCTS(30, seed=1, selection="puct"), FlatMonteCarlo(30, seed=1)):
        again = pickle.loads(pickle.dumps(search))
        assert again.analyse(start()) == search.analyse(start())


def test_results_cannot_be_changed() -> None:
    analysis: Any = ISMCTS(30, seed=1).analyse(start())
    with pytest.raises(AttributeError):
        analysis.player = 3
    with pytest.raises(AttributeError):
        analysis.actions[0].visits = 3


def test_searchers_say_how_they_were_made() -> None:
    for text in (
        "ISMCTS()",
        "ISMCTS(simulations=50, threads=2, seed=1, selection='puct')",
        "ISMCTS(seconds=2.0, exploration=1.0)",
        "FlatMonteCarlo(simulations=7, max_depth=3)",
    ):
        assert repr(eval(text)) == text


def test_an_unknown_argument_is_told_of_the_class_that_was_called() -> None:
    wrong: dict[str, Any] = {"policy": None}
    with pytest.raises(TypeError, match=r"^FlatMonteCarlo\.__init__\(\) got an unexpected keyword"):
        FlatMonteCarlo(5, **wrong)
