"""Nothing that a player cannot know reaches that player, by any way."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import cardgames
from cardgames import SPECTATOR, IllegalActionError, State

from .game_set import AnyGame, GameSet
from .game_sets import (
    changed_generator,
    each_game,
    each_set,
    full_position,
    picture,
    positions,
    scaled,
    set_of,
    some_of,
    spread,
    trajectory,
    viewers,
    with_something_hidden,
)


def everything_for(state: State, viewer: int, drawn: bool) -> dict[str, Any]:
    """All that a seat or the spectator can ask a state for on its own behalf, by how it is asked.

    Pictures are slow, so that not every test has them drawn.
    """
    view = state.view(viewer)
    told: dict[str, Any] = {
        "view": view,
        "view.to_dict()": view.to_dict(),
        "repr(view)": repr(view),
        "str(view)": str(view),
        "view.to_svg()": picture(view) if drawn else "",
        "hash(view)": hash(view),
        "observation": state.observation(viewer).tobytes(),
        "information_key": state.information_key(viewer),
        "repr(state)": repr(state),
        "to_act": state.to_act,
        "current_player": state.current_player,
        "is_terminal": state.is_terminal,
        "scores": state.scores(),
        "returns": state.returns(),
        "winners": state.winners(),
    }
    if viewer != SPECTATOR:
        told |= asked_as(state, viewer)
    return told


def asked_as(state: State, seat: int) -> dict[str, Any]:
    legal = state.legal_actions(seat)
    ids = range(state.game.num_actions)
    return {
        "legal_actions": legal,
        "legal_words": state.legal_words(seat),
        "legal_mask": state.legal_mask(seat).tobytes(),
        "is_legal": [state.is_legal(action, seat) for action in ids],
        "action_info": [state.action_info(action) for action in legal],
        "errors": [refusal(state, action, seat) for action in (-1, *ids) if action not in legal],
        "determinize": state.determinize(seat, 77).to_bytes(),
        "playouts": state.playouts(5, 78, determinize_for=seat).tobytes(),
        "guided_action": [state.guided_action(seed, seat) for seed in range(8) if legal],
    }


def refusal(state: State, action: int, seat: int) -> tuple[str, object]:
    with pytest.raises(IllegalActionError) as caught:
        state.apply(action, seat)
    return str(caught.value), caught.value.args


def some_positions(game: AnyGame, seed: int) -> list[State]:
    """Positions with something hidden, others of each game; fewer where each of them costs more."""
    random = Random(f"{seed} {game}")
    states = with_something_hidden(game, trajectory(game, seed).states)
    return some_of(states, scaled(24 // game.num_players), random)


def assert_alike(state: State, other: State, viewer: int, drawn: bool = True) -> None:
    mine, theirs = everything_for(state, viewer, drawn), everything_for(other, viewer, drawn)
    for way, answer in mine.items():
        assert answer == theirs[way], f"{way} of viewer {viewer} tells what is hidden"


@each_game
def test_a_determinized_world_looks_the_same_to_its_seat(game: AnyGame) -> None:
    for number, state in enumerate(some_positions(game, seed=11)):
        for seat in range(game.num_players):
            assert_alike(state, state.determinize(seat, number), seat)


@each_game
def test_what_a_seat_cannot_know_may_be_anything(game: AnyGame) -> None:
    random = Random(12)
    for state in some_positions(game, seed=12):
        position = full_position(state)
        for viewer in viewers(game):
            hidden_parts = set_of(game).renamed(position, viewer, random)
            world = game.state_from_dict(changed_generator(hidden_parts, random))
            assert_alike(state, world, viewer)


@each_game
def test_the_spectator_cannot_tell_worlds_apart(game: AnyGame) -> None:
    for number, state in enumerate(some_positions(game, seed=13)):
        world = state
        for seat in range(game.num_players):
            world = world.determinize(seat, number)
        assert_alike(state, world, SPECTATOR)


@each_game
def test_the_other_worlds_are_others(game: AnyGame) -> None:
    """The tests above compare states that differ in more than the generator, if not everywhere."""
    random = Random(14)
    states = trajectory(game, 14).states[10:]
    drawn, renamed = 0, 0
    for state in spread(states, 24):
        position = full_position(state) | {"rng": None}
        for seat in range(game.num_players):
            drawn += full_position(state.determinize(seat, 1)) | {"rng": None} != position
            renamed += set_of(game).renamed(position, seat, random) != position
    assert min(drawn, renamed) > game.num_players


@each_game
def test_a_pending_choice_is_not_seen_by_others(game: AnyGame) -> None:
    random = Random(f"15 {game}")
    states = [state for state in trajectory(game, 15).states if len(state.to_act) > 1]
    for state in some_of(states, scaled(3), random):
        for seat in state.to_act:
            choices = state.legal_actions(seat)
            first, second = state.copy(), state.copy()
            first.apply(choices[0], seat)
            second.apply(choices[-1], seat)
            for viewer in viewers(game):
                if viewer != seat:
                    assert_alike(first, second, viewer, drawn=False)


@each_game
def test_views_hold_no_generator_and_no_seed(game: AnyGame) -> None:
    random = Random(16)
    for number in range(scaled(3)):
        seed = random.getrandbits(64) | 1 << 63
        states = trajectory(game, seed).states
        state = states[number % 3 * (len(states) - 1) // 3]
        assert state.seed == seed
        full = full_position(state)
        seed_words = (str(seed), f"{seed:x}")
        generator = [int(word, 16) for word in full["rng"]]
        for word in seed_words:
            assert word not in json.dumps(full)
            assert word not in str(state) + repr(state) + picture(state)
        for viewer in viewers(game):
            view = state.view(viewer)
            assert view.to_dict()["rng"] is None
            text = repr(view) + str(view) + picture(view) + json.dumps(view.to_dict())
            for value in (seed, *generator):
                for word in (str(value), f"{value:x}", f"{value:016x}"):
                    assert word not in text
                key = state.information_key(viewer) + state.observation(viewer).tobytes()
                assert value.to_bytes(8, "little") not in key
                assert value.to_bytes(8, "big") not in key


@each_game
def test_views_name_no_hidden_card(game: AnyGame) -> None:
    entry = set_of(game)
    random = Random(f"17 {game}")
    states = [
        state
        for state in trajectory(game, 17).states
        if entry.hidden_cards(full_position(state), SPECTATOR)
    ]
    for state in some_of(states, scaled(24 // game.num_players), random):
        text, drawing = str(state), picture(state)
        for viewer in viewers(game):
            hidden = entry.hidden_cards(full_position(state), viewer)
            view = state.view(viewer)
            assert hidden.isdisjoint(entry.cards_in_position(view.to_dict()))
            assert hidden.isdisjoint(entry.cards_in_text(str(view)))
            assert hidden.isdisjoint(entry.cards_in_picture(picture(view)))
            assert hidden <= entry.cards_in_text(text)  # they would be found
            assert hidden <= entry.cards_in_picture(drawing)


@each_game
def test_the_generator_of_a_determinized_world_comes_from_its_seed(game: AnyGame) -> None:
    """So that a search cannot foresee a later deal."""
    random = Random(18)
    for state in positions(game, 3, seed=18):
        other = game.state_from_dict(changed_generator(full_position(state), random))
        worlds = [(state.determinize(0, seed), other.determinize(0, seed)) for seed in range(3)]
        assert all(one == two for one, two in worlds)
        generators = {json.dumps(full_position(world)["rng"]) for world, _ in worlds}
        assert len(generators | {json.dumps(full_position(state)["rng"])}) == 4


@each_game
def test_a_world_of_the_seed_of_the_game_has_another_generator(game: AnyGame) -> None:
    """Also where drawing it takes as many numbers as dealing did."""
    for state in trajectory(game, 1).states[:60]:
        assert state.seed == 1
        world = state.determinize(0, 1)
        assert full_position(world)["rng"] != full_position(state)["rng"]


@each_set
def test_errors_of_views_do_not_tell_what_is_hidden(entry: GameSet) -> None:
    """Reading a view as a position fails with words about the view only."""
    game = entry.games[-1]
    state: State = game.new_state(3)
    texts: set[str] = set()
    for seed in range(20):
        with pytest.raises(cardgames.InvalidStateError) as caught:
            game.state_from_dict(state.determinize(2, seed).view(2).to_dict())
        texts.add(str(caught.value))
    assert len(texts) == 1
