"""A search depends on nothing that its seat cannot know, and changes nothing."""

from __future__ import annotations

from random import Random

from cardgames import State
from cardgames.search import ISMCTS, FlatMonteCarlo

from .game_set import AnyGame
from .game_sets import (
    changed_generator,
    decisions,
    each_game,
    full_position,
    secret_choices,
    set_of,
)

SEARCHES = (
    ISMCTS(40, seed=5, max_depth=40),
    ISMCTS(40, seed=5, selection="puct", threads=2, max_depth=40),
    ISMCTS(40, seed=5, rollout="random", max_depth=40),
    FlatMonteCarlo(20, seed=5, max_depth=40),
)


def has_choice(state: State, seat: int) -> bool:
    return len(state.legal_actions(seat)) > 1


def assert_found_alike(state: State, other: State, seat: int) -> None:
    for search in SEARCHES:
        assert search.analyse(state, seat) == search.analyse(other, seat), search


@each_game
def test_a_determinized_world_is_searched_alike(game: AnyGame) -> None:
    for number, (state, seat) in enumerate(decisions(game, 21, 12, has_choice)):
        before = state.to_bytes()
        assert_found_alike(state, state.determinize(seat, number), seat)
        assert state.to_bytes() == before


@each_game
def test_what_a_seat_cannot_know_does_not_change_its_search(game: AnyGame) -> None:
    random = Random(22)
    for state, seat in decisions(game, 22, 8, has_choice):
        hidden_parts = set_of(game).renamed(full_position(state), seat, random)
        world = game.state_from_dict(changed_generator(hidden_parts, random))
        assert_found_alike(state, world, seat)


@each_game
def test_a_pending_choice_of_another_seat_does_not_change_a_search(game: AnyGame) -> None:
    for searcher, first, second in secret_choices(game, 23, 4):
        assert_found_alike(first, second, searcher)
