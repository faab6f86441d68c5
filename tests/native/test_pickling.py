"""Games, states, views and errors go to other processes and come back as they were."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

import cardgames
from cardgames import BottleImp, CellarDesTriplettes, Game, State, Triplets, WineCellar, WineDeck

GAMES: tuple[Game[Any], ...] = (
    BottleImp(),
    BottleImp(num_players=2, rounds=1, devil_cards=2),
    BottleImp(num_players=5, rounds=2, bottles=2, teams="2-2-1", rotate_teams=True),
    BottleImp(num_players=6, rounds=1),
    CellarDesTriplettes(),
    CellarDesTriplettes(num_players=3, max_rounds=2),
    CellarDesTriplettes(num_players=5, max_rounds=1),
    WineCellar(num_players=1),
    WineCellar(num_players=3, games=3, client_set="B"),
    Triplets(),
    Triplets(num_players=2, lead="lowest", max_rounds=3),
    Triplets(num_players=10, decks=4, refill="round", max_rounds=2),
)
# Games that carry a deck.
CARDS = WineDeck.standard()
OWN_DECKS: tuple[Game[Any], ...] = (
    WineCellar(deck=WineDeck(CARDS.bottles, CARDS.clients[:8])),
    WineCellar(
        num_players=2,
        games=3,
        deck=WineDeck([replace(card, ages=(20,) * 8) for card in CARDS.bottles], CARDS.clients),
    ),
)
PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


def some_states(game: Game[Any]) -> list[State]:
    """The beginning, the middle and the end of a game, and a state without a seed."""
    state: State = game.new_state(7)
    states = [state.copy()]
    while not state.is_terminal:
        legal = state.legal_actions()
        state.apply(legal[len(states) % len(legal)])
        states.append(state.copy())
    half = len(states) // 2
    return [states[0], states[0].determinize(0, 3), states[half], states[-1]]


STATES = [state for game in GAMES for state in some_states(game)]
ALL_STATES = [*STATES, *(state for game in OWN_DECKS for state in some_states(game))]


class Seen(NamedTuple):
    """What a process sees of a state."""

    game: str
    saved: bytes
    hash64: int
    seed: int | None
    position: dict[str, Any]
    legal: list[str]
    playout: tuple[int, ...]


def seen(state: State) -> Seen:
    return Seen(
        repr(state.game),
        state.to_bytes(),
        state.hash64,
        state.seed,
        state.view().to_dict(),
        state.legal_words(),
        state.playout(5),
    )


def seen_and_back(state: State) -> tuple[Seen, State]:
    return seen(state), state


def played_on(state: State, count: int) -> State:
    for _ in range(count):
        if not state.is_terminal:
            state.apply(state.legal_actions()[0])
    return state


def refused(state: State) -> None:
    state.apply(state.game.num_actions)


def options_refused() -> Game[Any]:
    return cardgames.make("bottle_imp", rounds=0)


@pytest.fixture(scope="module")
def process() -> Iterator[ProcessPoolExecutor]:
    """Another process that has not inherited anything."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


def test_states_are_the_same_in_another_process(process: ProcessPoolExecutor) -> None:
    there_and_back = process.map(seen_and_back, ALL_STATES)
    for state, (there, back) in zip(ALL_STATES, there_and_back, strict=True):
        assert there == seen(state)
        assert seen(back) == seen(state)
        assert back == state


def test_games_are_the_same_in_another_process(process: ProcessPoolExecutor) -> None:
    for game in (*GAMES, *OWN_DECKS):
        back = process.submit(copy.copy, game).result()
        assert back == game
        assert hash(back) == hash(game)
        assert process.submit(repr, game).result() == repr(game)
        state = process.submit(game.new_state, 9).result()
        assert state == game.new_state(9)
        there = process.submit(game.playouts, 100, 3).result()
        assert there.tobytes() == game.playouts(100, 3).tobytes()


def test_a_game_goes_on_in_another_process(process: ProcessPoolExecutor) -> None:
    """The generator goes along: the next round is dealt as here."""
    for game in (*GAMES, *OWN_DECKS):
        start = game.new_state(11)
        count = game.max_game_length - 1
        there = process.submit(played_on, start, count).result()
        assert start == game.new_state(11)
        assert there == played_on(start, count)


def test_views_are_the_same_in_another_process(process: ProcessPoolExecutor) -> None:
    for state in ALL_STATES:
        for viewer in (None, cardgames.SPECTATOR, 0):
            view = state.view(viewer)
            assert process.submit(copy.copy, view).result() == view
            assert process.submit(str, view).result() == str(view)


def test_errors_come_back_whole(process: ProcessPoolExecutor) -> None:
    state = GAMES[0].new_state(1)
    with pytest.raises(cardgames.IllegalActionError) as here:
        refused(state)
    with pytest.raises(cardgames.IllegalActionError) as there:
        process.submit(refused, state).result()
    assert str(there.value) == str(here.value)
    assert there.value.args == here.value.args
    assert (there.value.action, there.value.player) == (216, 0)
    with pytest.raises(cardgames.OptionError, match=r"^rounds: ") as option:
        process.submit(options_refused).result()
    assert option.value.option == "rounds"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_protocol_gives_equal_objects(protocol: int) -> None:
    for state in ALL_STATES:
        back = pickle.loads(pickle.dumps(state, protocol))
        assert type(back) is type(state)
        assert seen(back) == seen(state)
        game = pickle.loads(pickle.dumps(state.game, protocol))
        assert game == state.game
        assert hash(game) == hash(state.game)
        assert (str(game), repr(game)) == (str(state.game), repr(state.game))
        view = state.view(0)
        assert pickle.loads(pickle.dumps(view, protocol)) == view


def test_states_of_one_game_still_share_it() -> None:
    first, second = pickle.loads(pickle.dumps([STATES[0], STATES[1]]))
    assert first.game is second.game


def test_a_deck_is_pickled_once_for_many_states() -> None:
    states = [OWN_DECKS[0].new_state(seed) for seed in range(20)]
    games = {id(state.game) for state in pickle.loads(pickle.dumps(states))}
    assert len(games) == 1
    assert len(pickle.dumps(states)) < 2 * len(pickle.dumps(states[0])) + 20 * 600


def test_pickles_are_small() -> None:
    for state in STATES:
        assert len(pickle.dumps(state)) < state.game.state_size + 400
        assert len(pickle.dumps(state.game)) < 300


def test_deep_copies_are_equal_and_independent() -> None:
    for state in STATES:
        twin = copy.deepcopy(state)
        assert seen(twin) == seen(state)
        assert twin.game is state.game
        both = copy.deepcopy({"a": [state], "b": (state.game, state.view(0))})
        assert both["a"] == [state]
        assert both["b"] == (state.game, state.view(0))
        if not state.is_terminal:
            before = state.to_bytes()
            twin.apply(twin.legal_actions()[0])
            assert twin != state
            assert state.to_bytes() == before


def test_a_damaged_pickle_is_refused() -> None:
    """A pickle holds checked bytes: damage is found when they are read."""
    state = STATES[0]
    data = pickle.dumps(state)
    saved = state.to_bytes()
    place = data.index(saved[100:200])
    for offset in range(100):
        damaged = bytearray(data)
        damaged[place + offset] ^= 0x10
        with pytest.raises(cardgames.InvalidStateError):
            pickle.loads(bytes(damaged))
