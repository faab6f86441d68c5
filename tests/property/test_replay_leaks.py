"""Of the moves of a replayed game a player is told those that it saw, and no others."""

from __future__ import annotations

from random import Random

from cardgames.cli_replay import after_action, is_seen_by

from .game_set import AnyGame
from .game_sets import each_game, scaled, set_of, some_of, trajectory


@each_game
def test_a_move_that_is_told_could_have_been_no_other(game: AnyGame) -> None:
    """In no world that the viewer takes for possible does another move look the same."""
    played = trajectory(game, 51)
    moves = list(zip(played.states, played.moves, strict=False))
    for number, (state, (seat, action)) in enumerate(some_of(moves, scaled(25), Random(51))):
        for viewer in range(game.num_players):
            if viewer == seat or not is_seen_by(state, seat, action, viewer):
                continue
            seen = after_action(state, seat, action).information_key(viewer)
            for seed in (number, number + 1000):
                world = state.determinize(viewer, seed)
                for other in world.legal_actions(seat):
                    after = after_action(world, seat, other)
                    assert (
                        after.information_key(viewer) != seen
                        or other == action
                        or after == after_action(world, seat, action)
                    )


@each_game
def test_moves_in_turn_are_told_and_choices_of_the_same_time_are_not(game: AnyGame) -> None:
    played = trajectory(game, 52)
    told = hidden = 0
    for state, (seat, action) in list(zip(played.states, played.moves, strict=False))[:200]:
        for viewer in range(game.num_players):
            if viewer != seat:
                is_seen = is_seen_by(state, seat, action, viewer)
                assert not (is_seen and len(state.to_act) > 2)
                told += is_seen
                hidden += not is_seen
    if game.num_players > 1:
        assert told > 0
        assert (hidden > 0) == set_of(game).has_simultaneous_choices
