"""Compares what the core's searches find out with a slow search that is written from their page."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cardgames import BottleImp, CellarDesTriplettes, Game, State, Triplets, WineCellar
from cardgames.search import ISMCTS, FlatMonteCarlo, Searcher
from tests.unit import triplets_positions

from . import search_reference
from .search_reference import Findings

# Multiplies how many searches are compared.
EFFORT = float(os.environ.get("CARDGAMES_REFERENCE_EFFORT", "1"))
SEARCHES = max(2, round(24 * EFFORT))  # of each kind in each game

GAMES: tuple[Game[Any], ...] = (
    BottleImp(num_players=2, rounds=2),
    BottleImp(num_players=3, rounds=1),
    BottleImp(num_players=4, teams="2-1-1", rounds=1),
    BottleImp(num_players=5, bottles=2, rounds=1),
    BottleImp(num_players=6, bottles=2, teams="2-2-2", rounds=1),
    CellarDesTriplettes(num_players=3, max_rounds=6),
    CellarDesTriplettes(num_players=5, max_rounds=3),
    WineCellar(num_players=1),
    WineCellar(num_players=2, games=3),
    WineCellar(num_players=4),
    WineCellar(num_players=6),
    Triplets(num_players=2, max_rounds=25),
    Triplets(num_players=3, lead="lowest", max_rounds=12),
    Triplets(num_players=4, decks=2, max_rounds=12),
    Triplets(num_players=6, refill="round", max_rounds=12),
)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)
KINDS = ("ucb", "puct", "policy", "flat")
each_kind = pytest.mark.parametrize("kind", KINDS)

# --- Functions of Python: whatever they say depends on the whole world ---


def some_action(world: State, player: int) -> int:
    """Any legal action."""
    legal = world.legal_actions(player)
    return legal[world.hash64 % len(legal)]


def some_weights(world: State, player: int) -> Sequence[float]:
    """Weights from 0 to 7, of another sum in each world."""
    count, bits = len(world.legal_actions(player)), world.hash64
    weights = [float((bits >> i) % 8) for i in range(count)]
    return weights if any(weights) else [1.0] * count


def some_returns(world: State) -> Sequence[float]:
    """Returns from -1 to 1, which need not add up to 0."""
    return [((world.hash64 >> 7 * seat) % 101 - 50) / 50 for seat in range(world.game.num_players)]


# --- What is compared ---


def game_at_random(game: Game[Any], random: Random) -> list[State]:
    """All positions of a game, where seats that act at the same time do so in any order."""
    state = game.new_state(random.getrandbits(64))
    found: list[State] = []
    while not state.is_terminal:
        found.append(state.copy())
        seat = random.choice(state.to_act)
        state.apply(random.choice(state.legal_actions(seat)), seat)
    return found


def has_choice(state: State) -> bool:
    """Whether a seat may choose between actions."""
    return any(len(state.legal_actions(seat)) > 1 for seat in state.to_act)


def seat_with_choice(state: State, random: Random) -> int:
    """Any of the seats that may choose between actions."""
    return random.choice([seat for seat in state.to_act if len(state.legal_actions(seat)) > 1])


def searcher(kind: str, random: Random, **given: Any) -> Searcher:
    """A search with any settings, but for those that are given."""
    settings: dict[str, Any] = {
        "simulations": random.choice((1, 2, 20, 60, 60, 150)),
        "seed": random.getrandbits(64),
        "threads": random.choice((1, 1, 2, 3)),
        "max_depth": random.choice((None, None, 0, 3)),
        "rollout": random.choice(("guided", "guided", "random", "random", some_action)),
        "evaluation": random.choice((None, None, some_returns)),
    }
    if kind == "flat":
        return FlatMonteCarlo(**settings | given)
    if kind == "policy":
        settings["policy"] = some_weights
    settings["exploration"] = random.choice((0, 0.3, 0.7, 2))
    settings["selection"] = "ucb" if kind == "ucb" else "puct"
    return ISMCTS(**settings | given)


def compare(search: Searcher, state: State, seat: int) -> Findings:
    """The core has to find out what the reference does."""
    found = search.analyse(state, seat)
    expected = search_reference.analyse(search, state, seat)
    values = expected.values
    case = f"{search} for seat {seat} in {state.game}:\n{found}\n{expected}"
    assert found.player == seat, case
    assert [(it.action, it.visits, it.mean) for it in found.actions] == [
        (it.action, it.visits, it.mean) for it in values
    ], case
    assert found.simulations == sum(it.visits for it in values), case
    assert found.stopped_by == ("simulations" if len(values) > 1 else "forced"), case
    assert found.nodes == expected.nodes, case
    assert (found.depth, found.mean_depth) == (expected.depth, expected.mean_depth), case
    assert tuple(it.action for it in found.ranked) == expected.ranked, case
    assert found.best == expected.ranked[0], case
    # The core works with sums of squares, which are rounded.
    assert [it.error**2 for it in found.actions] == pytest.approx(
        [it.variance for it in values], rel=1e-12, abs=1e-14
    ), case
    assert [it.prior for it in found.actions] == pytest.approx(
        [it.prior for it in values], rel=1e-12
    ), case
    return expected


# --- All games ---


@each_game
@each_kind
def test_a_search_finds_out_what_the_reference_does(game: Game[Any], kind: str) -> None:
    """In positions from the first to the last of a game, with any settings."""
    random = Random(f"{game} {kind}")
    states = [state for state in game_at_random(game, random) if has_choice(state)]
    for number in range(SEARCHES):
        part = random.random() + number
        state = states[int(part * len(states) / SEARCHES)]
        compare(searcher(kind, random), state, seat_with_choice(state, random))


@each_game
@pytest.mark.parametrize("kind", ["ucb", "puct", "policy"])
def test_a_larger_tree_is_that_of_the_reference(game: Game[Any], kind: str) -> None:
    """Near the end, where it is many decisions deep, and most of them are of other seats."""
    random = Random(f"{game} {kind} large")
    states = [state for state in game_at_random(game, random) if has_choice(state)]
    for state in random.choices(states[len(states) // 2 :], k=max(1, SEARCHES // 12)):
        search = searcher(kind, random, simulations=300, exploration=0.3, evaluation=None)
        compare(search, state, seat_with_choice(state, random))


@pytest.mark.parametrize(
    "game", [game for game in GAMES if len(game.new_state(1).to_act) > 1], ids=str
)
@each_kind
def test_each_seat_that_acts_at_the_same_time_has_its_own_search(
    game: Game[Any], kind: str
) -> None:
    """Also with others before it, and when some of them have made their choice."""
    random = Random(f"{game} {kind} together")
    states = [state for state in game_at_random(game, random) if len(state.to_act) > 1]
    for state in (states[0], random.choice(states)):
        for seat in state.to_act:
            compare(searcher(kind, random, simulations=40), state, seat)


@pytest.mark.parametrize("game", [game for game in GAMES if game.num_players > 1], ids=str)
def test_an_action_without_alternative_is_not_searched(game: Game[Any]) -> None:
    random = Random(f"{game} forced")
    forced = next(
        (state, seat)
        for state in (it for _ in range(9) for it in game_at_random(game, random))
        for seat in state.to_act
        if len(state.legal_actions(seat)) == 1
    )
    for kind in KINDS:
        compare(searcher(kind, random), *forced)


# --- What is easily wrong ---


@pytest.mark.parametrize("kind", ["ucb", "puct", "policy"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_actions_count_in_the_worlds_in_which_they_are_legal(kind: str, players: int) -> None:
    """Bottle Imp: what others have to follow suit with is in their hand in some worlds only."""
    random = Random(f"{players} {kind} hidden")
    states = game_at_random(BottleImp(num_players=players, rounds=1), random)
    expected = [
        compare(
            searcher(kind, random, simulations=400, max_depth=0, threads=1),
            state,
            seat_with_choice(state, random),
        )
        for state in (it for it in states[-4 * players :: players] if has_choice(it))
    ]
    assert sum(it.hidden for it in expected) > 100
    assert sum(it.appeared for it in expected) > 10


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("max_depth", [0, 1, 2, 3, 7])
def test_a_playout_ends_after_as_many_actions_as_it_may_have(kind: str, max_depth: int) -> None:
    """An evaluation says of each position something else, so one action more is seen."""
    random = Random(f"{max_depth} {kind}")
    for game in (BottleImp(num_players=4), CellarDesTriplettes(), WineCellar(), Triplets()):
        state = random.choice([it for it in game_at_random(game, random) if has_choice(it)])
        search = searcher(
            kind, random, simulations=40, max_depth=max_depth, evaluation=some_returns
        )
        compare(search, state, seat_with_choice(state, random))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("simulations", "threads", "memory"),
    [(1, 3, 1 << 28), (2, 3, 1 << 28), (31, 2, 1 << 28), (32, 3, 1 << 28), (30, 3, 2 << 16)],
)
def test_trees_share_the_simulations(
    kind: str, simulations: int, threads: int, memory: int
) -> None:
    random = Random(f"{simulations} {threads} {kind}")
    state = BottleImp(num_players=4).new_state(1)
    search = searcher(kind, random, simulations=simulations, threads=threads, memory=memory)
    compare(search, state, 2)


def test_the_reference_knows_the_error_of_a_mean() -> None:
    """Four returns 1, -1, 1, 1: their variance is 1, so that of the mean is a quarter."""
    action = search_reference.Action(1.0)
    for value in (1.0, -1.0, 1.0, 1.0):
        action.total += value
        action.returns.append(value)
    found = search_reference.value_of(5, [{5: action}])
    assert (found.visits, found.mean, found.variance, found.prior) == (4, 0.5, 0.25, 1.0)
    assert math.isinf(search_reference.value_of(5, [{5: search_reference.Action(1.0)}]).variance)


# --- An ending by hand: what others do is best for themselves, not worst for the searching seat ---

# Triplets, the last round, in which all cards are known to all: after it most cards win. Seat 2 has
# led a 2. Seat 0 may meet it with a single 9 or play all three.
#
# - A single 9 leaves it to seat 1 who takes the pot.
#   - With its three 6s seat 1 takes it: seat 2 and seat 0 can only throw off. Then seats 0 and 1
#     have six cards each (8 - 2 and 5 - 3 + 4), seat 2 has one.
#   - With one 6 it is out. Seat 2 meets with its 9, seat 0 has to follow with the next 9, and the
#     king takes seven cards. Seats 0 and 1 have five and four. (The king at once would take five:
#     six cards, as many as seat 0.)
#   For itself seat 1 plays the three 6s; against seat 0 it would play one.
# - The triplet leaves it to seat 2. The last 9 negates it, and no card that seat 0 has drawn meets
#   a 9: seat 2 takes three cards, and all have four. The king would leave the pot to seat 0, which
#   then had eight. For itself, and against seat 0 too, seat 2 plays the 9.
#
# So the single 9 gives seat 0 a half of the victory where others play for themselves, and a defeat
# where they play against it; the triplet gives a third of it in both cases.
ENDING = triplets_positions.make(
    Triplets(num_players=3, max_rounds=2),
    hands={0: "9c* 9d* 9h*", 1: "6c* 6d* 6h*", 2: "9s* Kc*"},
    stacks={0: "2d* 2h* 3c* 3d* 4c*", 1: "4d* 4h*"},
    pot="2 2c",
    round_=2,
)
SHARED, DRAWN, LOST = (0.25, 0.25, -0.5), (0.0, 0.0, 0.0), (-0.5, -0.5, 1.0)


@pytest.mark.parametrize(
    ("words", "returns"),
    [
        ("9, triplet 6, K, 9", SHARED),
        ("9, triplet 6, 9, 9", SHARED),
        ("9, 6, 9, 9, K, 9", LOST),
        ("9, 6, K, 9", (0.25, -0.5, 0.25)),
        ("triplet 9, 6, 9, 2", DRAWN),
        ("triplet 9, 6, 9, 4", DRAWN),
        ("triplet 9, 6, K", (1.0, -0.5, -0.5)),
    ],
)
def test_the_ending_by_hand_goes_as_it_is_told(words: str, returns: tuple[float, ...]) -> None:
    state = ENDING.copy()
    for word in words.split(", "):
        assert not state.is_terminal
        assert word in state.legal_words()
        state.apply(state.game.parse_action(word))
    assert state.is_terminal
    assert state.returns() == returns


@pytest.mark.parametrize("selection", ["ucb", "puct"])
@pytest.mark.parametrize("seed", range(5))
def test_other_seats_play_for_themselves(selection: Any, seed: int) -> None:
    analysis = ISMCTS(4000, seed=seed, selection=selection).analyse(ENDING)
    single, triplet = analysis.ranked
    assert (single.word, triplet.word) == ("9", "triplet 9")
    assert single.mean == pytest.approx(SHARED[0], abs=0.05)
    assert single.visits > 0.9 * analysis.simulations
    assert triplet.mean == pytest.approx(DRAWN[0], abs=0.2)


def test_other_seats_know_what_they_do() -> None:
    """After the single 9 and after the triplet, searched for the seat that is to choose."""
    for word, answer in (("9", "triplet 6"), ("triplet 9, 6", "9"), ("9, 6", "9")):
        state = ENDING.copy()
        for played in word.split(", "):
            state.apply(state.game.parse_action(played))
        assert ISMCTS(500, seed=1).analyse(state).ranked[0].word == answer


@pytest.mark.parametrize("kind", KINDS)
def test_the_ending_by_hand_is_searched_as_by_the_reference(kind: str) -> None:
    compare(searcher(kind, Random(kind), simulations=1000, threads=1), ENDING, 0)
