"""A bot in a match is only ever handed what its seat may know."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from cardgames import State
from cardgames.matches import ask, play_match
from cardgames.seeds import one_way

from .game_set import AnyGame
from .game_sets import (
    changed_generator,
    decisions,
    each_game,
    full_position,
    secret_choices,
    set_of,
)


@dataclass
class Spy:
    """A bot that keeps every state that it is given, and plays at random."""

    random: Random = field(default_factory=lambda: Random(1))
    given: list[State] = field(default_factory=list[State])

    def choose(self, state: State, player: int) -> int:
        self.given.append(state.copy())
        return self.random.choice(state.legal_actions(player))


def given_to_bot(state: State, seat: int, seed: int) -> State:
    """What a bot is given when it is asked for a seat."""
    spy = Spy()
    ask(spy, state, seat, seed)
    (given,) = spy.given
    return given


@each_game
def test_in_a_whole_match_every_bot_gets_the_view_of_its_seat_and_nothing_true(
    game: AnyGame,
) -> None:
    spies = [Spy() for _ in range(game.num_players)]
    true: list[State] = []
    record = play_match(
        game, spies, seed=41, on_action=lambda state, player, action: true.append(state.copy())
    )
    hides = set_of(game).hides_something
    others = hidden = 0
    before = [record.start_state(), *true[:-1]]
    for move, (state, (seat, _)) in enumerate(zip(before, record.actions, strict=True)):
        given = spies[seat].given.pop(0)
        assert given == state.determinize(seat, one_way(41, 0, move))
        assert given.view(seat) == state.view(seat)
        assert given.legal_actions(seat) == state.legal_actions(seat)
        assert given.seed is None
        position, drawn = full_position(state), full_position(given)
        assert drawn["rng"] != position["rng"]
        hidden += hides(position, seat)
        others += drawn | {"rng": None} != position | {"rng": None}
    assert all(spy.given == [] for spy in spies)
    assert others >= hidden / 2  # what is hidden may be drawn as it is


@each_game
def test_a_bot_is_given_the_same_whatever_it_cannot_know(game: AnyGame) -> None:
    """Two true positions that only differ in that: what it is given is equal to the last byte."""
    random = Random(f"42 {game}")
    for number, (state, seat) in enumerate(decisions(game, 42, 30)):
        hidden_parts = set_of(game).renamed(full_position(state), seat, random)
        world = game.state_from_dict(changed_generator(hidden_parts, random))
        given = given_to_bot(state, seat, number).to_bytes()
        assert given_to_bot(world, seat, number).to_bytes() == given
        assert given_to_bot(state.determinize(seat, number), seat, number).to_bytes() == given


@each_game
def test_a_bot_is_given_the_same_whatever_others_have_chosen_before_it(game: AnyGame) -> None:
    for number, (seat, first, second) in enumerate(secret_choices(game, 43, 8)):
        given = [given_to_bot(each, seat, number).to_bytes() for each in (first, second)]
        assert given[0] == given[1]


@each_game
def test_what_is_hidden_depends_on_the_seed(game: AnyGame) -> None:
    hides = set_of(game).hides_something
    worlds = [
        {str(full_position(given_to_bot(state, seat, seed)) | {"rng": None}) for seed in range(4)}
        for state, seat in decisions(
            game, 44, 20, lambda state, seat: hides(full_position(state), seat)
        )
    ]
    assert max(len(drawn) for drawn in worlds) > 1
