"""Wine Cellar: drawn worlds keep what a seat knows, and redraw the rest.

By which law they are drawn is shown in tests/reference.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from cardgames import SPECTATOR, CardGamesError
from cardgames.wine_cellar import WineCellar, WineCellarState

from .any_game import Position, full
from .options import walk
from .wine_positions import (
    ADVANCED,
    ALL_GAMES,
    FOUR,
    SOLO,
    TWO,
    bidding,
    choosing,
    finished,
    later,
    make,
    play_out,
    taking,
)

SEEDS = range(40)


def low() -> WineCellarState:
    """Game 1 of three; seats hold 1, 3, 0 and 2 of the lower half; seat 2 has bid."""
    return make(
        ADVANCED[4],
        round_=6,
        hands={0: "1 19 20", 1: "2 3 4", 2: "21 22 23", 3: "5 6 24"},
        bids={2: 22},
    )


STATES: dict[str, Callable[[], WineCellarState]] = {
    "clients": choosing,
    "bid": bidding,
    "take": taking,
    "bid of the first of three games": low,
    "bid of a later game": later,
    "clients of a later game": lambda: make(ADVANCED[5], phase="client", number=3, keeps={1: 30}),
    "clients after a shuffle": lambda: make(ADVANCED[8], phase="client", number=2),
    "two players": lambda: make(TWO, round_=5, hands={0: "3 17", 1: "4 18"}, bids={1: 4}),
    "last take": lambda: make(FOUR, phase="take", round_=8, done=2),
    "over": lambda: finished(FOUR),
    "solo, clients": lambda: make(SOLO, phase="client"),
    "solo, bid": lambda: make(SOLO, round_=3),
    "solo, take": lambda: make(SOLO, phase="take", round_=3, bids={0: 18}),
}


def worlds(state: WineCellarState, player: int, count: int = 200) -> list[Position]:
    """Some worlds of a seat."""
    return [full(state.determinize(player, seed)) for seed in range(count)]


@pytest.mark.parametrize("name", STATES)
def test_the_view_stays(name: str) -> None:
    """API, determinization: `d.view(p) == s.view(p)`, and the state itself is left alone."""
    state = STATES[name]()
    before = state.copy()
    for player in range(state.game.num_players):
        for seed in range(10):
            world = state.determinize(player, seed)
            assert world.view(player) == state.view(player)
            assert world.information_key(player) == state.information_key(player)
            assert np.array_equal(world.observation(player), state.observation(player))
            # It is a whole position, of the same cards.
            assert world.game.state_from_dict(full(world)) == world
            assert world.seed is None
    assert state == before


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_worlds_of_a_game_are_whole(game: WineCellar) -> None:
    """API, determinization: from the deal to the end, for every seat."""
    for state in walk(game, 4, every=13):
        for player in range(game.num_players):
            world = state.determinize(player, 9)
            assert world.view(player) == state.view(player)
            assert game.state_from_dict(full(world)) == world


# --- Hands ---


def test_hands_of_others_are_redrawn_by_their_sizes() -> None:
    """Page, determinization: hands by `hand_sizes`."""
    state = bidding()
    others = {k for seat in (1, 2, 3) for k in full(state)["hands"][seat]}
    found: set[int] = set()
    for world in worlds(state, 0):
        assert world["hands"][0] == full(state)["hands"][0]
        assert world["hand_sizes"] == [6, 6, 6, 6]
        assert {k for seat in (1, 2, 3) for k in world["hands"][seat]} == others
        found |= set(world["hands"][1])
    assert found == others


def test_as_many_lower_cards_as_low_left_says() -> None:
    """Page, determinization: where `low_left` is set that many from the unseen lower half."""
    state = low()
    seen: list[set[int]] = [set() for _ in range(4)]
    for world in worlds(state, 0):
        assert world["low_left"] == [1, 3, 0, 2]
        for seat, hand in enumerate(world["hands"]):
            assert sum(k <= 18 for k in hand) == (1, 3, 0, 2)[seat]
            seen[seat] |= set(hand)
    assert seen[0] == {1, 19, 20}
    assert seen[1] == {2, 3, 4, 5, 6}
    assert seen[2] == {21, 22, 23, 24}
    assert seen[3] == {2, 3, 4, 5, 6, 21, 22, 23, 24}


@pytest.mark.parametrize("name", ["two players", "bid of a later game", "clients of a later game"])
def test_hands_that_are_known_stay(name: str) -> None:
    """Page, known: with two players, and in games 2 and 3."""
    state = STATES[name]()
    for world in worlds(state, 0, 40):
        assert world["hands"] == full(state)["hands"]


# --- Choices that are pending ---


@pytest.mark.parametrize(
    ("name", "seat", "hand"),
    [
        ("two players", 1, None),
        ("bid of a later game", 1, None),
        ("bid", 1, "any"),
        ("bid", 3, "any"),
    ],
)
def test_a_pending_bid_is_redrawn_from_the_hand(name: str, seat: int, hand: str | None) -> None:
    """Page, determinization: a pending bid of another seat uniformly from its hand."""
    state = STATES[name]()
    before = full(state)
    found: set[int] = set()
    for world in worlds(state, 0, 300):
        assert world["chosen"] == before["chosen"]
        assert world["bids"][seat] in world["hands"][seat]
        found.add(world["bids"][seat])
    if hand is None:
        assert found == set(before["hands"][seat])
    else:
        assert found == {k for s in (1, 2, 3) for k in before["hands"][s]}


def test_the_own_pending_bid_stays_and_nobody_else_gets_one() -> None:
    for world in worlds(bidding(), 1, 40):
        assert world["bids"][1] == 23
        assert world["bids"][0] is None
        assert world["bids"][2] is None
        assert world["bids"][3] is not None


def test_both_clients_of_the_others_are_redrawn_while_they_choose() -> None:
    """Page, determinization: in phase `client` both clients, a pending choice among the two."""
    state = choosing()  # seat 2 has kept 30
    kept: set[int] = set()
    pairs: list[set[int]] = [set() for _ in range(4)]
    which: set[int] = set()
    for world in worlds(state, 0, 600):
        assert world["dealt_clients"][0] == [4, 19]
        assert world["chosen"] == [False, False, True, False]
        assert world["clients"][0] is None
        assert world["clients"][1] is None
        pair = world["dealt_clients"][2]
        assert world["clients"][2] in pair
        which.add(pair.index(world["clients"][2]))
        kept.add(world["clients"][2])
        for seat in range(4):
            pairs[seat] |= set(world["dealt_clients"][seat])
    unseen = set(range(1, 31)) - {4, 19}
    assert which == {0, 1}
    assert pairs[1] == pairs[2] == pairs[3] == kept == unseen


def test_the_own_choice_of_a_client_stays() -> None:
    for world in worlds(choosing(), 2, 40):
        assert world["clients"][2] == 30
        assert world["dealt_clients"][2] == [1, 30]


# --- Clients that are public ---


def test_kept_clients_stay_and_discards_are_redrawn() -> None:
    """Page, determinization: unseen clients over others' pairs; a kept one is fixed once public."""
    state = bidding()
    discards: set[int] = set()
    top: set[int] = set()
    word: set[int] = set()
    for world in worlds(state, 0, 600):
        assert world["clients"] == [19, 7, 30, 12]
        assert world["dealt_clients"][0] == [4, 19]
        pair = world["dealt_clients"][1]
        assert 7 in pair
        discards |= set(pair) - {7}
        # A redrawn pair may turn a past `keep 1` into `keep 2`.
        word.add(pair.index(7))
        top.add(world["client_deck"][0])
    unseen = set(range(1, 31)) - {4, 19, 7, 30, 12}
    assert discards == top == unseen
    assert word == {0, 1}


def test_past_discards_of_others_are_redrawn() -> None:
    """Page, determinization: others' past discards and the client deck in order."""
    state = later()
    found: set[int] = set()
    deck: set[int] = set()
    for world in worlds(state, 0, 600):
        past = world["past_clients"][0]
        assert past[0] == [5, 2]
        assert [kept for kept, _ in past] == [5, 6, 3, 14]
        assert world["last_clients"] == [5, 6, 3, 14]
        found.add(past[2][1])
        deck.add(world["client_deck"][-1])
    unseen = set(range(1, 31)) - {5, 2, 6, 3, 14, 4, 19, 7, 30, 12}
    assert found == deck == unseen


def test_the_order_of_the_client_deck_is_redrawn_at_the_end_too() -> None:
    """Page, known: a finished game reveals nothing more."""
    state = finished(TWO)
    decks = {tuple(world["client_deck"]) for world in worlds(state, 0, 40)}
    assert len(decks) == 40


# --- Solo ---


def test_enos_deck_is_shuffled() -> None:
    """Page, known: to the player its cards are all that are nowhere else; their order is hidden."""
    state = make(SOLO, round_=3, eno_deck="9 7 12")
    before = full(state)
    first: set[int] = set()
    for world in worlds(state, 0):
        assert sorted(world["eno"]["deck"]) == sorted(before["eno"]["deck"])
        assert world["eno"]["face_up"] == before["eno"]["face_up"]
        assert world["eno"]["client"] == before["eno"]["client"]
        assert world["eno"]["taken"] == before["eno"]["taken"]
        assert world["hands"] == before["hands"]
        first.add(world["eno"]["deck"][0])
    assert first == set(before["eno"]["deck"])


def test_enos_client_is_the_other_one_of_the_pair_in_every_world() -> None:
    state = make(SOLO, phase="client", dealt={0: "4 27"})
    for world in worlds(state, 0, 20):
        assert world["dealt_clients"] == [[4, 27]]
        assert world["eno"]["client"] is None


# --- The draw itself ---


def test_the_generator_is_reseeded() -> None:
    """API, determinization: a search cannot foresee a later deal."""
    state = bidding()
    rngs = {tuple(world["rng"]) for world in worlds(state, 0, 40)}
    assert len(rngs) == 40
    assert tuple(full(state)["rng"]) not in rngs


def test_the_same_seed_draws_the_same_world() -> None:
    state = bidding()
    assert state.determinize(2, 5) == state.determinize(2, 5)
    assert state.determinize(2, 5) != state.determinize(2, 6)


@pytest.mark.parametrize("name", ["clients", "bid", "bid of the first of three games"])
def test_worlds_do_not_depend_on_what_is_hidden(name: str) -> None:
    """Our ruling: a world is drawn from the view: equal views and seeds give equal worlds."""
    state = STATES[name]()
    for seed in range(10):
        other = state.determinize(0, 100 + seed)
        assert other != state
        assert other.determinize(0, seed) == state.determinize(0, seed)


def test_a_spectator_has_no_worlds() -> None:
    """API, determinization: p is a seat, not the spectator."""
    for player in (SPECTATOR, 4):
        with pytest.raises(CardGamesError):
            bidding().determinize(player, 1)


@pytest.mark.parametrize("name", STATES)
def test_a_world_goes_on_as_a_game(name: str) -> None:
    world = STATES[name]().determinize(0, 3)
    play_out(world)
    assert world.is_terminal
    assert world.winners()
