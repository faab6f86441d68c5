"""Cellar des Triplettes: drawn worlds keep what a seat knows, and redraw the rest.

By which law they are drawn is shown in tests/reference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from cardgames import SPECTATOR, CardGamesError
from cardgames.cellar_des_triplettes import CellarDesTriplettes, CellarDesTriplettesState

from .any_game import act, full
from .cellar_positions import FIVE, FOUR, THREE, crowded, deck, make
from .options import walk

SEEDS = range(40)


def in_place() -> CellarDesTriplettesState:
    return make(
        phase="place",
        high=0,
        hands={0: "3 5", 1: "6 7 9 10 13 14 16 20"},
        known={1: "7 13 20"},
        bottom="22 19",
    )


STATES: list[Callable[[], CellarDesTriplettesState]] = [
    crowded,
    in_place,
    lambda: make(hands={0: "3 5", 1: "6 7"}, known={1: "7"}),
    lambda: make(phase="over", final=True, pile="", hands={0: "3", 1: "5 6"}),
    lambda: make(final=True, pile=""),
]
by_state = pytest.mark.parametrize("start", STATES, ids=["mid-turn", "place", "bid", "over", "end"])


@by_state
@pytest.mark.parametrize("player", range(4))
def test_the_view_stays(start: Callable[[], CellarDesTriplettesState], player: int) -> None:
    """API, determinization: `d.view(p) == s.view(p)`, and the state itself is left alone."""
    state = start()
    before = state.copy()
    for seed in SEEDS:
        world = state.determinize(player, seed)
        assert world.view(player) == state.view(player)
        assert world.information_key(player) == state.information_key(player)
        assert np.array_equal(world.observation(player), state.observation(player))
        # It is a whole position, of the same cards.
        assert world.game.state_from_dict(full(world)) == world
    assert state == before


@by_state
def test_known_cards_stay_and_the_rest_of_the_others_is_redrawn(
    start: Callable[[], CellarDesTriplettesState],
) -> None:
    """Page, determinization: shuffles the hidden cards over the hidden places."""
    state = start()
    view = state.view()
    seen: set[tuple[str, ...]] = set()
    for seed in SEEDS:
        world = state.determinize(0, seed).view()
        assert world.hands[0] == view.hands[0]
        for seat in range(4):
            hand = world.hands[seat]
            assert hand is not None
            assert len(hand) == view.hand_sizes[seat]
            assert Counter(hand) >= Counter(view.known_hands[seat])
        assert world.pile is not None
        assert world.pile[len(world.pile) - len(view.pile_bottom) :] == view.pile_bottom
        seen.add(tuple(str(c) for row in (*world.hands, world.pile) for c in row or ()))
    assert len(seen) == len(SEEDS)


def test_every_hidden_card_may_be_in_every_hidden_place() -> None:
    """Page, determinization: uniformly over the hidden places."""
    state = make(hands={0: "3 5", 1: "6 7"}, known={1: "7"}, pile="9 ...", bottom="20")
    unknown: set[str] = set()
    top: set[str] = set()
    for seed in range(600):
        world = state.determinize(0, seed).view()
        assert world.hands[1] is not None
        rest = [str(c) for c in world.hands[1]]
        rest.remove("7")
        unknown.update(rest)
        assert world.pile is not None
        top.add(str(world.pile[0]))
    view = state.view()
    assert view.pile is not None
    hidden = [*view.pile[:-1], *(view.hands[2] or ()), *(view.hands[3] or ())]
    possible = {str(c) for c in hidden} | {"6"}
    assert unknown == top == possible


def test_a_hand_that_is_known_completely_stays() -> None:
    state = make(hands={0: "3", 1: "6 7", 2: ""}, known={1: "6 7"})
    for seed in SEEDS:
        assert state.determinize(0, seed).view().hands[1:3] == state.view().hands[1:3]


def test_the_generator_is_reseeded() -> None:
    """API, determinization: a search cannot foresee a later deal."""
    state = crowded()
    rngs = {tuple(full(state.determinize(0, seed))["rng"]) for seed in SEEDS}
    assert len(rngs) == len(SEEDS)
    assert tuple(full(state)["rng"]) not in rngs


def test_the_same_seed_draws_the_same_world() -> None:
    state = crowded()
    assert state.determinize(2, 5) == state.determinize(2, 5)
    assert state.determinize(2, 5) != state.determinize(2, 6)


@pytest.mark.parametrize("player", [1, 2, 3])
def test_a_turn_can_be_finished_in_every_world(player: int) -> None:
    """Page, determinization: while `turn` is not empty, the seat to act can finish its turn.

    Seat 0 has laid a 13, which is equal to the bid of seat 1, so that one of its three unknown
    cards is a 13 or higher.
    """
    state = make(
        starting=1,
        bids={1: "3 10", 2: "5", 3: "7", 0: "13"},
        turn="13",
        to_act=0,
        hands={0: "3 5 14"},
        known={0: ""},
    )
    highest: set[int] = set()
    for seed in range(100):
        world = state.determinize(player, seed)
        hand = world.view().hands[0]
        assert hand is not None
        assert max(c.tenths for c in hand) >= 130
        assert world.legal_actions(0)
        assert all(word.startswith("bid ") for word in world.legal_words())
        highest.add(max(c.tenths for c in hand))
    assert len(highest) > 3


@pytest.mark.parametrize("player", [1, 3])
def test_two_more_cards_are_needed_in_every_world(player: int) -> None:
    """The same where one card is not enough: the hand is one unknown card and a known 5.

    3 and 8 are taken, and seat 0 has laid a 3: any unknown card from 3 on but one that makes a
    taken total, or a 5 as well, finishes the turn.
    """
    state = make(
        starting=1,
        bids={1: "3", 2: "8", 3: "20", 0: "3"},
        turn="3",
        to_act=0,
        hands={0: "5 5"},
        known={0: "5"},
    )
    for seed in range(100):
        world = state.determinize(player, seed)
        hand = [str(c) for c in world.view().hands[0] or ()]
        assert "5" in hand
        # An empty bottle, or the 17 that makes 20, would be a dead end.
        hand.remove("5")
        assert hand != ["0.2"]
        assert world.legal_words()


@pytest.mark.parametrize("game", [THREE, FOUR, FIVE], ids=str)
def test_worlds_of_a_game_are_whole(game: CellarDesTriplettes) -> None:
    """API, determinization: from the deal to the end, for every seat."""
    for state in walk(game, 4, every=11):
        for player in range(game.num_players):
            world = state.determinize(player, 9)
            position = full(world)
            assert world.view(player) == state.view(player)
            assert game.state_from_dict(position) == world
            cards = [c for row in (*position["hands"], *position["bids"]) for c in row]
            cards += position["display"] + position["pile"]
            cards += ["0.2" for own in position["covered"] for slots in own for _ in slots]
            cards += [
                c
                for own in position["cellars"]
                for rows in own
                for row in rows
                for c in row
                if c is not None
            ]
            assert sorted(cards, key=float) == deck(game.num_players)


def test_a_spectator_has_no_worlds() -> None:
    """API, determinization: p is a seat, not the spectator."""
    with pytest.raises(CardGamesError):
        crowded().determinize(SPECTATOR, 1)
    with pytest.raises(CardGamesError):
        crowded().determinize(4, 1)


def test_a_world_goes_on_as_a_game() -> None:
    world = crowded().determinize(0, 3)
    act(world, "call")
    assert world.to_act == (1,)
    while not world.is_terminal:
        world.apply(world.legal_actions()[-1])
    assert sum(world.returns()) == pytest.approx(0)
