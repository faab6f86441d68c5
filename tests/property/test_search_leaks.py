"""A search depends on nothing that its seat cannot know, and changes nothing."""

from __future__ import annotations

from random import Random

from cardgames import State
from cardgames.search import ISMCTS, FlatMonteCarlo

from .game_set import AnyGame
from .game_sets import (
    changed_generator,
    each_game,
    full_position,
    scaled,
    set_of,
    some_of,
    trajectory,
)

SEARCHES = (
    ISMCTS(40, seed=5, max_depth=40),
    ISMCTS(40, seed=5, selection="puct", threads=2, max_depth=40),
    ISMCTS(40, seed=5, rollout="random", max_depth=40),
    FlatMonteCarlo(20, seed=5, max_depth=40),
)


def choices(game: AnyGame, seed: int, count: int) -> list[tuple[State, int]]:
    """Positions with a seat that has a choice; of all phases, as far as there are enough."""
    random = Random(f"{seed} {game}")
    found = [
        (state, seat)
        for state in trajectory(game, seed).states
        for seat in state.to_act
        if len(state.legal_actions(seat)) > 1
    ]
    return some_of(found, scaled(count), random)


def assert_found_alike(state: State, other: State, seat: int) -> None:
    for search in SEARCHES:
        assert search.analyse(state, seat) == search.analyse(other, seat), search


@each_game
def test_a_determinized_world_is_searched_alike(game: AnyGame) -> None:
    for number, (state, seat) in enumerate(choices(game, 21, 12)):
        before = state.to_bytes()
        assert_found_alike(state, state.determinize(seat, number), seat)
        assert state.to_bytes() == before


@each_game
def test_what_a_seat_cannot_know_does_not_change_its_search(game: AnyGame) -> None:
    random = Random(22)
    for state, seat in choices(game, 22, 8):
        hidden_parts = set_of(game).renamed(full_position(state), seat, random)
        world = game.state_from_dict(changed_generator(hidden_parts, random))
        assert_found_alike(state, world, seat)


@each_game
def test_a_pending_choice_of_another_seat_does_not_change_a_search(game: AnyGame) -> None:
    random = Random(f"23 {game}")
    found = [state for state in trajectory(game, 23).states if len(state.to_act) > 1]
    for state in some_of(found, scaled(4), random):
        chooser, searcher = random.sample(state.to_act, 2)
        legal = state.legal_actions(chooser)
        first, second = state.copy(), state.copy()
        first.apply(legal[0], chooser)
        second.apply(legal[-1], chooser)
        assert_found_alike(first, second, searcher)
