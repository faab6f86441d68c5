"""Priors for a search, given by a function."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from cardgames import BottleImp, CardGamesError, Game, State, Triplets, WineCellar, triplets
from cardgames.search import ISMCTS, Policy
from tests.unit import triplets_positions
from tests.unit.test_search import each_game, some_positions, start


def puct(policy: Policy, simulations: int = 300, **more: Any) -> ISMCTS:
    return ISMCTS(simulations, seed=1, selection="puct", policy=policy, **more)


def rising(state: State, player: int) -> Iterable[float]:
    """Weights 1, 2, 3, ... of the legal actions."""
    return range(1, len(state.legal_actions(player)) + 1)


@each_game
def test_a_policy_sees_what_the_searching_seat_knows(game: Game[Any]) -> None:
    for state in some_positions(game):
        seat = state.to_act[-1]
        seen: list[tuple[State, int]] = []

        def watching(
            world: State, player: int, seen: list[tuple[State, int]] = seen
        ) -> Iterable[float]:
            seen.append((world, player))
            return rising(world, player)

        puct(watching, 40).analyse(state, seat)
        if len(state.legal_actions(seat)) > 1:
            first, player = seen[0]
            assert player == seat
            assert first.view(seat) == state.view(seat)
            assert first.seed is None
        for world, player in seen:
            assert player in world.to_act
            assert len(world.legal_actions(player)) > 1


def test_a_policy_is_not_told_of_the_true_cards() -> None:
    """Two states that the seat cannot tell apart give the same questions."""
    state = start(BottleImp(num_players=4))
    asked: list[list[State]] = []
    for true in (state, state.determinize(0, seed=9)):
        worlds: list[State] = []

        def watching(world: State, player: int, worlds: list[State] = worlds) -> Iterable[float]:
            worlds.append(world)
            return rising(world, player)

        puct(watching, 100).analyse(true, 0)
        asked.append(worlds)
    assert asked[0] == asked[1]


@pytest.mark.parametrize("threads", [1, 2])
def test_priors_are_shares_of_the_weights(threads: int) -> None:
    state = start(BottleImp(num_players=4))
    values = puct(rising, threads=threads).analyse(state).actions
    count = len(values)
    expected = [2 * (i + 1) / (count * (count + 1)) for i in range(count)]
    assert [value.prior for value in values] == pytest.approx(expected, rel=1e-6)


def test_without_a_policy_priors_are_alike() -> None:
    values = ISMCTS(100, seed=1, selection="puct").analyse(start()).actions
    assert {value.prior for value in values} == {1 / len(values)}


def test_what_has_no_weight_is_not_tried_while_the_other_does_well() -> None:
    state = start(WineCellar(num_players=1))
    for favourite in (0, 1):

        def sure(world: State, player: int, favourite: int = favourite) -> Iterable[float]:
            return [float(i == favourite) for i in range(len(world.legal_actions(player)))]

        values = puct(sure, 200).analyse(state).actions
        assert values[favourite].visits == 200
        assert values[favourite].prior == 1


def test_a_good_policy_finds_the_best_action_sooner() -> None:
    """Three twos against a three: all at once win, one loses."""
    state = triplets_positions.make(Triplets(num_players=2), hands={0: "2c 2d 2h", 1: "3c"})
    triplet = triplets.triplet("2")

    def knowing(world: State, player: int) -> Iterable[float]:
        return [9.0 if action == triplet else 1.0 for action in world.legal_actions(player)]

    visits = {
        policy: next(
            value.visits
            for value in ISMCTS(5, seed=1, selection="puct", policy=policy).analyse(state).actions
            if value.action == triplet
        )
        for policy in (None, knowing)
    }
    assert visits[knowing] == 5
    assert visits[None] < 5


def test_numpy_weights_are_weights() -> None:
    import numpy as np

    def weights(world: State, player: int) -> Any:
        return np.arange(1, len(world.legal_actions(player)) + 1, dtype=np.float32)

    state = start()
    assert puct(weights).analyse(state) == puct(rising).analyse(state)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_with_a_policy_is_deterministic(threads: int) -> None:
    state = start(Triplets(num_players=4), seed=3)
    state.apply(state.legal_actions()[0])
    search = puct(rising, threads=threads)
    assert search.analyse(state) == search.analyse(state)


def test_what_a_policy_does_to_its_state_changes_nothing() -> None:
    def playing(world: State, player: int) -> Iterable[float]:
        weights = list(rising(world, player))
        while not world.is_terminal:
            world.apply(world.legal_actions()[0])
        return weights

    assert puct(playing).analyse(start()) == puct(rising).analyse(start())


BAD: tuple[tuple[str, Callable[[State, int], Any], type[Exception], str], ...] = (
    ("too few", lambda s, p: [1.0], CardGamesError, "one weight for each legal action: 9, not 1"),
    ("endless", lambda s, p: itertools.repeat(1.0), CardGamesError, "9, not more"),
    ("negative", lambda s, p: [-1.0] * 9, CardGamesError, "weights must be from 0 to 1e"),
    ("not a number", lambda s, p: [math.nan] * 9, CardGamesError, "weights must be from 0"),
    ("infinite", lambda s, p: [math.inf] * 9, CardGamesError, "weights must be from 0"),
    ("all 0", lambda s, p: [0.0] * 9, CardGamesError, "must not all be 0"),
    ("huge", lambda s, p: [10**400] * 9, CardGamesError, "weights must be from 0 to 1e"),
    ("words", lambda s, p: ["one"] * 9, TypeError, "weights must be numbers, not str"),
    ("None", lambda s, p: None, TypeError, "must give a list of weights, not NoneType"),
    ("a number", lambda s, p: 1.0, TypeError, "must give a list of weights, not float"),
    ("raises", lambda s, p: 1 / 0, ZeroDivisionError, "division by zero"),
)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("policy", "error", "message"), [it[1:] for it in BAD], ids=[it[0] for it in BAD]
)
def test_a_bad_policy_ends_the_search_with_an_error(
    policy: Any, error: type[Exception], message: str, threads: int
) -> None:
    state = start(BottleImp(num_players=4))
    before = state.copy()
    with pytest.raises(error, match=message):
        puct(policy, threads=threads).analyse(state)
    assert state == before


def test_weights_may_be_tiny_or_large() -> None:
    state = start(BottleImp(num_players=4))
    tiny = puct(lambda s, p: [5e-324] * len(s.legal_actions(p))).analyse(state)
    large = puct(lambda s, p: [1e30] * len(s.legal_actions(p))).analyse(state)
    assert tiny == large
    assert all(0 < value.prior < 1 for value in tiny.actions)


def test_a_policy_is_for_puct() -> None:
    with pytest.raises(CardGamesError, match="policy is for selection='puct'"):
        ISMCTS(policy=rising)


@pytest.mark.parametrize("value", [1, "rising", [1.0]])
def test_a_policy_is_a_function(value: Any) -> None:
    with pytest.raises(TypeError, match="policy must be a function, not"):
        ISMCTS(selection="puct", policy=value)


class Network:
    """A policy that is an object, without a repr of its own."""

    def __call__(self, state: State, player: int) -> list[float]:
        return [1.0] * len(state.legal_actions(player))

    def weights(self, state: State, player: int) -> list[float]:
        return self(state, player)


@pytest.mark.parametrize(
    ("policy", "shown"),
    [(rising, "rising"), (Network(), "<Network>"), (Network().weights, "Network.weights")],
    ids=["function", "object", "method"],
)
def test_a_policy_is_shown_without_its_address(policy: Policy, shown: str) -> None:
    start = f"ISMCTS(simulations=5, seed=1, selection='puct', policy={shown}"
    assert repr(puct(policy, 5)) == f"{start})"
    assert repr(puct(policy, 5, progress=bool)) == f"{start}, progress=bool)"


def test_a_searcher_is_copied_with_another_seed() -> None:
    search = puct(rising, 200, exploration=1.5)
    other = search.with_seed(2)
    assert repr(other) == repr(search).replace("seed=1", "seed=2")
    assert search.seed == 1
    state = start()
    assert other.analyse(state) == ISMCTS(
        200, seed=2, selection="puct", policy=rising, exploration=1.5
    ).analyse(state)
    with pytest.raises(CardGamesError, match="seed must be from 0"):
        search.with_seed(-1)
