"""What has to hold for every game, in every position."""

from __future__ import annotations

import copy
import dataclasses
import json
import math
import pickle
import sys
from collections.abc import Iterator
from random import Random
from typing import Any, cast

import numpy as np
import pytest

import cardgames
from cardgames import SPECTATOR, CardGamesError, IllegalActionError, State

from .game_set import AnyGame, GameSet, Move, Position
from .game_sets import (
    GAME_SETS,
    GAMES,
    changed_generator,
    each_game,
    each_set,
    full_position,
    is_named_by_text,
    positions,
    random_move,
    scaled,
    set_of,
    spread,
    trajectory,
    viewers,
    with_something_hidden,
)


def through_json(position: Position) -> Position:
    loaded: Position = json.loads(json.dumps(position, allow_nan=False))
    return loaded


def test_no_game_is_left_out() -> None:
    for entry in GAME_SETS:
        assert {game.name for game in entry.games} == {entry.name}
    assert {entry.name for entry in GAME_SETS} == set(cardgames.games())


# --- Games ---


@each_game
def test_games_are_values(game: AnyGame) -> None:
    same = type(game)(**dataclasses.asdict(game.options))
    named = cardgames.make(str(game)) if is_named_by_text(game) else same
    for twin in (same, named, copy.copy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        assert hash(twin) == hash(game)
        assert repr(twin) == repr(game)
        assert str(twin) == str(game)
    names = {name: getattr(cardgames, name) for name in cardgames.__all__}
    assert eval(repr(game), vars(sys.modules[type(game).__module__]) | names) == game
    options = game_options(game)
    assert list(options) == list(game.option_values())
    if is_named_by_text(game):
        # A deck is named by "standard", which is the default.
        given = {name: value for name, value in options.items() if name != "deck"}
        assert cardgames.make(game.name, **through_json(given)) == game
    else:
        with pytest.raises(cardgames.OptionError, match="deck="):
            cardgames.make(str(game))
    with pytest.raises(AttributeError):
        game.name = "other"  # type: ignore[misc]


def game_options(game: AnyGame) -> dict[str, Any]:
    options: dict[str, Any] = full_position(game.new_state(1))["options"]
    return options


@each_game
def test_action_words_are_unique_and_exact_inverses(game: AnyGame) -> None:
    ids = range(game.num_actions)
    words = [game.action_to_string(a) for a in ids]
    assert len(set(words)) == game.num_actions
    assert [game.parse_action(word) for word in words] == list(ids)
    for word in words:
        for wrong in (
            f" {word}",
            f"{word} ",
            word.upper() if word.upper() != word else f"{word}x",
            "",
        ):
            with pytest.raises(cardgames.NotationError):
                game.parse_action(wrong)


@each_game
def test_action_infos_are_unique_frozen_and_the_states_too(game: AnyGame) -> None:
    infos = [game.action_info(a) for a in range(game.num_actions)]
    assert len(set(infos)) == game.num_actions
    state = game.new_state(1)
    for a, info in enumerate(infos):
        assert type(state.action_info(a)) is type(info)
        fields = [field.name for field in dataclasses.fields(cast("Any", info))]
        for name in (*fields, "new"):
            with pytest.raises((AttributeError, TypeError)):
                setattr(info, name, None)


@each_game
def test_observation_layout_has_no_gaps(game: AnyGame) -> None:
    blocks = game.observation_layout()
    assert [block.start for block in blocks] == [0, *(block.stop for block in blocks[:-1])]
    assert blocks[-1].stop == game.observation_size
    assert len({block.name for block in blocks}) == len(blocks)
    assert all(block.start < block.stop and block.meaning for block in blocks)


@each_game
def test_observations_are_whole_numbers_by_the_scale_of_their_block(game: AnyGame) -> None:
    layout = game.observation_layout()
    sizes = [block.stop - block.start for block in layout]
    scales = np.repeat([block.scale for block in layout], sizes)
    wide = np.repeat([block.wide for block in layout], sizes)
    for state in positions(game, 40):
        for viewer in viewers(game):
            entries = state.observation(viewer)
            numbers = np.rint(entries.astype(np.float64) * scales)
            back = numbers.astype(np.float32) / scales.astype(np.float32)
            assert back.tobytes() == entries.tobytes()
            assert ((numbers >= 0) & (numbers <= 255) | wide).all()


@each_game
def test_a_seed_gives_one_deal_and_other_seeds_others(game: AnyGame) -> None:
    deals = {game.new_state(seed).hash64 for seed in range(scaled(200))}
    assert len(deals) == scaled(200)
    for seed in (0, 1, 2**63, 2**64 - 1):
        state = game.new_state(seed)
        assert state.seed == seed
        assert state == game.new_state(seed)
    drawn = game.new_state()
    assert drawn.seed is not None
    assert drawn == game.new_state(drawn.seed)


# --- Legal actions ---


@each_game
def test_legal_actions_agree_in_all_their_forms(game: AnyGame) -> None:
    for state in trajectory(game, 1).states:
        assert sorted(set(state.to_act)) == list(state.to_act)
        assert state.current_player == (state.to_act[0] if state.to_act else -1)
        assert (state.to_act == ()) == state.is_terminal
        assert state.legal_actions() == (
            state.legal_actions(state.current_player) if state.to_act else []
        )
        for seat in range(game.num_players):
            legal = state.legal_actions(seat)
            assert bool(legal) == (seat in state.to_act)
            assert legal == sorted(set(legal))
            assert all(type(a) is int and 0 <= a < game.num_actions for a in legal)
            assert len(legal) <= game.max_legal_actions
            words = state.legal_words(seat)
            assert words == [game.action_to_string(a) for a in legal]
            mask = state.legal_mask(seat)
            assert mask.dtype == np.bool_
            assert mask.shape == (game.num_actions,)
            assert np.flatnonzero(mask).tolist() == legal
            assert [a for a in range(game.num_actions) if state.is_legal(a, seat)] == legal
            assert not any(state.is_legal(a, seat) for a in (-1, game.num_actions, 2**70, -(2**70)))


@each_game
def test_arrays_can_be_reused(game: AnyGame) -> None:
    mask = np.ones(game.num_actions, np.bool_)
    vector = np.full(game.observation_size, np.nan, np.float32)
    for state in positions(game, 10):
        assert state.legal_mask(out=mask) is mask
        assert mask.tolist() == state.legal_mask().tolist()
        assert state.observation(out=vector) is vector
        assert vector.tobytes() == state.observation().tobytes()


@each_game
def test_legal_actions_reach_their_bound_and_stay_below(game: AnyGame) -> None:
    most = game.sample_games(scaled(2000), seed=3).max_choices
    assert most.max() <= game.max_legal_actions
    if set_of(game).always_reaches_max_legal:
        assert most.min() == game.max_legal_actions


@each_game
def test_illegal_actions_are_refused_and_change_nothing(game: AnyGame) -> None:
    for state in positions(game, 12):
        probe = state.copy()
        before = probe.to_bytes()
        for seat in range(game.num_players):
            legal = set(state.legal_actions(seat))
            words = state.legal_words(seat)
            for action in (a for a in range(game.num_actions) if a not in legal):
                with pytest.raises(IllegalActionError) as caught:
                    probe.apply(action, seat)
                assert probe.to_bytes() == before
                assert (caught.value.action, caught.value.player) == (action, seat)
                text = str(caught.value)
                assert repr(game.action_to_string(action)) in text
                assert all(word in text for word in words)
            for action in (-1, game.num_actions, 2**31, -(2**31), 2**64, -(10**30)):
                with pytest.raises(IllegalActionError):
                    probe.apply(action, seat)
        for seat in (-1, -2, game.num_players, 2**31, 2**64):
            with pytest.raises(CardGamesError):
                probe.apply(0, seat)
        assert probe.to_bytes() == before


@each_game
def test_apply_all_plays_everything_or_nothing(game: AnyGame) -> None:
    state = game.new_state(5)
    alone = state.copy()
    actions: list[int] = []
    random = Random(5)
    for _ in range(20):
        if not alone.is_terminal:
            actions.append(random.choice(alone.legal_actions()))
            alone.apply(actions[-1])
    together = state.copy()
    together.apply_all(iter(actions))
    assert together == alone
    before = state.to_bytes()
    refused = next(a for a in range(game.num_actions) if not alone.is_legal(a))
    with pytest.raises(IllegalActionError):
        state.apply_all([*actions, refused])
    assert state.to_bytes() == before


@each_game
def test_apply_unchecked_plays_legal_actions_as_apply_does(game: AnyGame) -> None:
    for state in positions(game, 40):
        for seat in state.to_act:
            for action in state.legal_actions(seat):
                checked, unchecked = state.copy(), state.copy()
                checked.apply(action, seat)
                unchecked.apply_unchecked(action, seat)
                assert checked.to_bytes() == unchecked.to_bytes()


@each_game
def test_apply_without_a_player_acts_for_the_current_one(game: AnyGame) -> None:
    for state in positions(game, 20)[:-1]:
        action = state.legal_actions()[-1]
        named, unnamed = state.copy(), state.copy()
        named.apply(action, state.current_player)
        unnamed.apply(action)
        assert named == unnamed


# --- Simultaneous phases ---


def solo_choices(state: State, seat: int, random: Random) -> list[Move]:
    """Everything that the seat chooses in a simultaneous phase, until it waits for the others."""
    state = state.copy()
    moves: list[Move] = []
    while seat in state.to_act:
        moves.append(Move(seat, random.choice(state.legal_actions(seat))))
        state.apply(moves[-1].action, seat)
    return moves


def interleaved(choices: list[list[Move]], random: Random) -> Iterator[Move]:
    """The moves of all seats in some order, each seat's in their own."""
    left = [list(moves) for moves in choices]
    while any(left):
        yield random.choice([moves for moves in left if moves]).pop(0)


@each_game
def test_several_seats_act_at_once_where_the_game_says_so(game: AnyGame) -> None:
    at_once = any(len(state.to_act) > 1 for state in trajectory(game, 2).states)
    assert at_once == (set_of(game).has_simultaneous_choices and game.num_players > 1)


@each_game
def test_the_order_of_simultaneous_choices_does_not_matter(game: AnyGame) -> None:
    random = Random(9)
    for state in trajectory(game, 2).states:
        if len(state.to_act) < 2:
            continue
        choices = [solo_choices(state, seat, random) for seat in state.to_act]
        results: set[bytes] = set()
        for _ in range(scaled(5)):
            after = state.copy()
            for move in interleaved(choices, random):
                assert after.is_legal(move.action, move.seat)
                after.apply(move.action, move.seat)
            results.add(after.to_bytes())
        assert len(results) == 1


# --- Values and saved forms ---


@each_game
def test_copies_are_equal_and_independent(game: AnyGame) -> None:
    steps = trajectory(game, 1)
    for state, move in zip(steps.states, (*steps.moves, None), strict=True):
        before = state.to_bytes()
        for twin in (state.copy(), copy.copy(state), copy.deepcopy(state)):
            assert type(twin) is type(state)
            assert twin is not state
            assert twin == state
            assert not twin != state  # noqa: SIM202
            assert twin.game is state.game
            assert twin.seed == state.seed
            assert twin.hash64 == state.hash64
            assert twin.to_bytes() == before
            if move is not None:
                twin.apply(move.action, move.seat)
                assert twin != state
                assert state.to_bytes() == before
    with pytest.raises(TypeError):
        hash(steps.states[0])


@each_game
def test_saved_forms_come_back_at_every_step(game: AnyGame) -> None:
    for state in trajectory(game, 1).states:
        saved = state.to_bytes()
        twins = [game.state_from_bytes(saved), pickle.loads(pickle.dumps(state))]
        if is_named_by_text(game):
            twins += [
                State.from_bytes(bytearray(saved)),
                cardgames.state_from_bytes(memoryview(saved)),
            ]
        for twin in twins:
            assert type(twin) is type(state)
            assert twin == state
            assert twin.game == game
            assert twin.seed == state.seed
            assert twin.hash64 == state.hash64
            assert twin.to_bytes() == saved
        position = full_position(state)
        read = game.state_from_dict(through_json(position))
        assert read == state
        assert read.seed is None
        assert full_position(read) == position
        assert game.state_from_bytes(read.to_bytes()) == state


@each_game
def test_a_position_without_generator_gets_one_from_its_content(game: AnyGame) -> None:
    random = Random(1)
    for state in positions(game, 10):
        position = full_position(state)
        without = {key: value for key, value in position.items() if key != "rng"}
        first, second = (
            game.state_from_dict(without),
            game.state_from_dict(position | {"rng": None}),
        )
        assert first.to_bytes() == second.to_bytes()
        assert first.view(0) == state.view(0)
        other = game.state_from_dict(changed_generator(position, random))
        assert other != state
        assert other.view(0) == state.view(0)


@each_game
def test_views_with_hidden_parts_are_no_positions(game: AnyGame) -> None:
    for state in with_something_hidden(game, positions(game, 10)):
        for viewer in viewers(game):
            with pytest.raises(cardgames.InvalidStateError, match=r"hidden|view"):
                game.state_from_dict(state.view(viewer).to_dict())


@each_game
def test_hashes_are_equal_for_equal_positions_only(game: AnyGame) -> None:
    by_hash: dict[int, State] = {}
    for seed in range(scaled(3)):
        for state in trajectory(game, seed).states:
            assert 0 <= state.hash64 < 2**64
            assert by_hash.setdefault(state.hash64, state) == state
    distinct = {state.to_bytes()[16:] for state in by_hash.values()}
    assert len(distinct) == len(by_hash)


def test_positions_of_different_games_are_different() -> None:
    hashes = [game.new_state(1).hash64 for game in GAMES]
    assert len(set(hashes)) == len(hashes)


@each_set
def test_a_state_of_one_game_is_none_of_another(entry: GameSet) -> None:
    first, second = entry.games[:2]
    for other in (second, *(each.games[0] for each in GAME_SETS if each is not entry)):
        assert first.new_state(1) != other.new_state(1)
        with pytest.raises(cardgames.InvalidStateError):
            first.state_from_bytes(other.new_state(1).to_bytes())
        with pytest.raises(cardgames.InvalidStateError):
            first.state_from_dict(full_position(other.new_state(1)))


# --- Results ---


@each_game
def test_games_end_within_their_bound_and_results_fit(game: AnyGame) -> None:
    n = game.num_players
    for seed in range(scaled(6)):
        steps = trajectory(game, seed)
        for state in steps.states[:-1]:
            assert not state.is_terminal
            assert state.returns() == (0.0,) * n
            assert state.winners() == ()
        for state in steps.states:
            assert len(state.scores()) == n
            assert all(type(score) is int for score in state.scores())
            assert state.is_terminal or not state.is_truncated
        assert len(steps.moves) <= game.max_game_length
        if set_of(game).length_is_fixed:
            assert len(steps.moves) == game.max_game_length
        end = steps.states[-1]
        assert end.is_terminal
        assert end.legal_actions() == []
        history = [full_position(state) for state in steps.states]
        assert end.is_truncated == set_of(game).was_truncated(history)
        check_returns(game, end)
        assert end.winners() == set_of(game).winners(history[-1])


def check_returns(game: AnyGame, end: State) -> None:
    n, returns, winners = game.num_players, end.returns(), end.winners()
    assert len(returns) == n
    assert all(type(value) is float and -1 <= value <= 1 for value in returns)
    if n == 1:
        assert returns == (end.scores()[0] / game.max_score,)
        return
    assert math.isclose(sum(returns), 0, abs_tol=1e-12)
    assert winners
    k = len(winners)
    for seat, value in enumerate(returns):
        expected = (n / k - 1) / (n - 1) if seat in winners else -1 / (n - 1)
        assert math.isclose(value, expected, abs_tol=1e-12)


# --- What a player knows ---


@each_game
def test_determinizing_keeps_what_the_seat_knows(game: AnyGame) -> None:
    for number, state in enumerate(positions(game, 20)):
        before = state.to_bytes()
        for seat in range(game.num_players):
            world = state.determinize(seat, number)
            assert world == state.determinize(seat, number)
            assert world.seed is None
            assert state.to_bytes() == before
            assert world.view(seat) == state.view(seat)
            assert world.information_key(seat) == state.information_key(seat)
            assert world.observation(seat).tobytes() == state.observation(seat).tobytes()
            for other in range(game.num_players):
                assert bool(world.legal_actions(other)) == bool(state.legal_actions(other))
            assert world.legal_actions(seat) == state.legal_actions(seat)
            assert full_position(world)["rng"] != full_position(state)["rng"]
            redrawn = state.determinize(seat, number + 1)
            assert full_position(world)["rng"] != full_position(redrawn)["rng"]


@each_game
def test_determinized_states_are_possible_and_can_be_played(game: AnyGame) -> None:
    random = Random(4)
    for number, state in enumerate(positions(game, 12)):
        for seat in range(game.num_players):
            world = state.determinize(seat, number)
            assert game.state_from_bytes(world.to_bytes()) == world
            assert game.state_from_dict(through_json(full_position(world))) == world
            while not world.is_terminal:
                move = random_move(world, random)
                world.apply(move.action, move.seat)
            assert game.state_from_bytes(world.to_bytes()) == world


@each_game
def test_what_happened_can_have_happened_in_determinized_worlds(game: AnyGame) -> None:
    """Every action of the past could be played, and the seat saw the same all the time."""
    steps = trajectory(game, 3)
    history = [full_position(state) for state in steps.states]
    compared = 0
    for now in spread(range(len(steps.states)), 40):
        for seat in range(game.num_players):
            world = steps.states[now].determinize(seat, now)
            past = set_of(game).past(
                game, history[: now + 1], steps.moves[:now], full_position(world)
            )
            if past is None:
                continue
            replay = game.state_from_dict(past.start)
            assert past.begin + len(past.moves) == now
            for real, move in zip(steps.states[past.begin :], past.moves, strict=False):
                assert replay.view(seat) == real.view(seat)
                assert replay.is_legal(move.action, move.seat)
                replay.apply(move.action, move.seat)
            assert replay == world
            compared += 1
    assert compared > game.num_players


@each_game
def test_keys_are_equal_just_where_views_are(game: AnyGame) -> None:
    keys: dict[Any, bytes] = {}
    views: dict[bytes, Any] = {}
    observations: dict[bytes, bytes] = {}
    random = Random(6)
    states: list[State] = []
    for seed in range(scaled(2)):
        for state in spread(trajectory(game, seed).states, 40):
            states.append(state)
            states.append(state.determinize(random.randrange(game.num_players), seed))
            states.append(states[-1].determinize(random.randrange(game.num_players), seed))
    states += [game.new_state(seed) for seed in range(scaled(20))]
    for state in states:
        for viewer in viewers(game):
            view, key = state.view(viewer), state.information_key(viewer)
            assert type(key) is bytes
            assert keys.setdefault(view, key) == key
            assert views.setdefault(key, view) == view
            seen = state.observation(viewer).tobytes()
            assert observations.setdefault(key, seen) == seen
    assert len(keys) == len(views) < len(states) * len(viewers(game))


@each_game
def test_observations_are_finite_floats(game: AnyGame) -> None:
    for state in positions(game, 30):
        for viewer in viewers(game):
            vector = state.observation(viewer)
            assert vector.dtype == np.float32
            assert vector.shape == (game.observation_size,)
            assert np.isfinite(vector).all()
        default = state.current_player if state.to_act else SPECTATOR
        assert state.observation().tobytes() == state.observation(default).tobytes()


@each_game
def test_views_are_frozen_values_ready_for_json(game: AnyGame) -> None:
    for state in positions(game, 15):
        for viewer in (None, *viewers(game)):
            view = state.view(viewer)
            assert view == state.view(viewer)
            assert hash(view) == hash(state.view(viewer))
            assert through_json(view.to_dict()) == view.to_dict()
            assert pickle.loads(pickle.dumps(view)) == view
            with pytest.raises(AttributeError):
                view.scores = ()  # type: ignore[misc]


# --- Algorithms ---


@each_game
def test_playouts_are_the_same_for_any_number_of_threads(game: AnyGame) -> None:
    count = scaled(5000)  # more than one block
    alone = game.sample_games(count, seed=7)
    types = [np.int32, np.int32, np.int64, np.int32, np.int32, np.bool_]
    assert [part.dtype for part in alone] == types
    assert alone.scores.shape == (count, game.num_players)
    won = alone.scores == alone.scores.max(axis=1, keepdims=True)
    assert np.array_equal(alone.winners, (won << np.arange(game.num_players)).sum(axis=1))
    assert alone.lengths.max() <= game.max_game_length
    if set_of(game).length_is_fixed:
        assert alone.lengths.min() == game.max_game_length
    assert (alone.choices >= alone.lengths).all()
    for threads in (2, 3):
        other = game.sample_games(count, 7, threads)
        assert np.array_equal(other.scores, alone.scores)
        assert np.array_equal(other.lengths, alone.lengths)
        assert np.array_equal(other.choices, alone.choices)
        assert np.array_equal(other.max_choices, alone.max_choices)
        assert np.array_equal(other.winners, alone.winners)
        assert np.array_equal(other.truncated, alone.truncated)
    assert game.playouts(count, 7, threads=2).tobytes() == alone.scores.tobytes()
    cut = count // 3
    for part, (first, size) in enumerate([(0, cut), (cut, count - cut)]):
        block = game.sample_games(size, 7, first=first)
        expected = alone.scores[:cut] if part == 0 else alone.scores[cut:]
        assert block.scores.tobytes() == expected.tobytes()
    assert game.playouts(50, 8).tobytes() != alone.scores[:50].tobytes()


@each_game
def test_playouts_from_a_position_are_the_same_for_any_number_of_threads(game: AnyGame) -> None:
    count = scaled(5000)
    for state in positions(game, 3):
        before = state.to_bytes()
        alone = state.playouts(count, 7)
        assert alone.dtype == np.int32
        assert alone.shape == (count, game.num_players)
        assert tuple(alone[0].tolist()) == state.playout(7)
        assert state.playout(7) == state.copy().playout(7)
        assert state.playouts(10, 7).tobytes() == alone[:10].tobytes()
        blind = state.playouts(count, 7, determinize_for=0)
        for threads in (2, 3):
            assert state.playouts(count, 7, threads).tobytes() == alone.tobytes()
            again = state.playouts(count, 7, threads=threads, determinize_for=0)
            assert again.tobytes() == blind.tobytes()
        assert state.to_bytes() == before
        if state.is_terminal:
            assert (alone == state.scores()).all()
            assert (blind == state.scores()).all()
            assert state.playout(7) == state.scores()


@each_game
def test_perft_counts_sequences_of_actions(game: AnyGame) -> None:
    for number, state in enumerate(positions(game, 12)):
        before = state.to_bytes()
        assert state.perft(0) == 1
        assert state.perft(1) == len(state.legal_actions())
        assert state.perft(2) == slow_perft(state, 2)
        if number % 6 == 5:
            assert state.perft(3) == slow_perft(state, 3)
        assert state.perft(game.max_game_length + 1) == 0
        assert state.to_bytes() == before


def slow_perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        total += slow_perft(after, depth - 1)
    return total
