"""Triplets: drawn worlds keep what a seat knows, and redraw the rest.

By which law they are drawn is shown in tests/reference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest

from cardgames import SPECTATOR, CardGamesError
from cardgames.triplets import RANKS, Bound, Card, Triplets, TripletsState

from .any_game import act, full
from .options import walk
from .triplets_positions import (
    FOUR,
    LOWEST,
    REFILL,
    THREE,
    TWO,
    TWO_DECKS,
    bounds,
    crowded,
    deck,
    hand,
    make,
    text,
)

SEEDS = range(40)


def bounded() -> TripletsState:
    """Three hands with bounds that leave few worlds."""
    return make(
        hands={0: "2c Kc", 1: "3c 4c 8c 10h* Ac", 2: "3d 5d Jd", 3: "4h 6h 7h Qh"},
        stacks={0: "9c 9d 2h*", 1: "5c 5h", 2: "6d 7d 3s*", 3: "8h"},
        bounds={1: "3-5 2-8 2-8 2-A", 2: "2-5 2-J 2-A", 3: "4-7 4-7 4-Q 4-A"},
        pot="- 2d, 0 9h",
    )


def middle_of_a_game() -> TripletsState:
    state = TWO_DECKS.new_state(4)
    for number in range(60):
        actions = state.legal_actions()
        state.apply(actions[(7 * number + 3) % len(actions)])
    return state


STATES: list[Callable[[], TripletsState]] = [
    crowded,
    bounded,
    lambda: FOUR.new_state(1),
    lambda: make(phase="over", hands={0: "2c"}, stacks={0: "3c 4c 5c*"}),
    middle_of_a_game,
]
by_state = pytest.mark.parametrize(
    "start", STATES, ids=["crowded", "bounded", "deal", "over", "two decks"]
)


def matched(row: tuple[Card, ...], limits: tuple[Bound, ...]) -> bool:
    """Whether cards can be matched one to one with bounds."""
    ranks = [RANKS.index(c.rank) for c in row]
    pairs = [(RANKS.index(b.low), RANKS.index(b.high)) for b in limits]
    return any(
        all(low <= rank <= high for rank, (low, high) in zip(order, pairs, strict=True))
        for order in permutations(ranks)
    )


@by_state
@pytest.mark.parametrize("player", range(4))
def test_the_view_stays(start: Callable[[], TripletsState], player: int) -> None:
    """API, determinization: `d.view(p) == s.view(p)`, and the state itself is left alone."""
    state = start()
    before = state.copy()
    for seed in SEEDS:
        world = state.determinize(player, seed)
        assert world.view(player) == state.view(player)
        assert world.information_key(player) == state.information_key(player)
        assert np.array_equal(world.observation(player), state.observation(player))
        assert world.legal_actions(player) == state.legal_actions(player)
        # It is a whole position, of the same cards.
        assert world.game.state_from_dict(full(world)) == world
    assert state == before


@by_state
@pytest.mark.parametrize("player", range(4))
def test_known_cards_stay_and_bounds_hold(start: Callable[[], TripletsState], player: int) -> None:
    """Page, determinization: each hand's unknown cards can be matched with its bounds."""
    state = start()
    view = state.view()
    for seed in SEEDS:
        world = state.determinize(player, seed).view()
        assert world.hands[player] == view.hands[player]
        for seat in range(4):
            row = [c for c in world.hands[seat] if c is not None]
            for c in view.known_hands[seat]:
                row.remove(c)
            assert matched(tuple(row), view.bounds[seat])
            pairs = zip(world.stacks[seat], view.known_stacks[seat], strict=True)
            assert all(old is None or new == old for new, old in pairs)


def test_all_the_rest_is_redrawn() -> None:
    """Page, determinization: the hidden cards are laid into the hidden places, own stack too."""
    state = bounded()
    worlds = [state.determinize(0, seed) for seed in SEEDS]
    assert len({str(full(world)["hands"]) for world in worlds}) > 20
    for seat in range(4):
        assert len({str(full(world)["stacks"][seat]) for world in worlds}) > 3, seat


def test_every_hidden_card_may_be_in_every_hidden_place() -> None:
    """Page, determinization: at random into the hidden places, hands and stacks."""
    state = make(
        THREE,
        hands={0: "2c Kc", 1: "3c 10h*", 2: "5d"},
        stacks={0: "9c 2h*", 1: "5c 5h", 2: "6d 3s*"},
    )
    hidden = {"3c", "5d", "9c", "5c", "5h", "6d"}
    places: dict[str, set[str]] = {}
    for seed in range(300):
        world = state.determinize(0, seed)
        rows = {
            "hand 1": hand(world, 1).replace("10h", "").split(),
            "hand 2": hand(world, 2).split(),
            "own stack": full(world)["stacks"][0][:1],
            "top of 1": full(world)["stacks"][1][:1],
            "bottom of 1": full(world)["stacks"][1][1:],
            "top of 2": full(world)["stacks"][2][:1],
        }
        for name, row in rows.items():
            places.setdefault(name, set()).update(row)
    assert places == dict.fromkeys(places, hidden)
    assert len(places) == 6


def test_cards_outside_the_bounds_go_elsewhere() -> None:
    """Page, determinization: given the bounds. Seat 1 holds two cards below 5 of four hidden."""
    state = make(
        TWO,
        hands={0: "Kc", 1: "3c 4c"},
        stacks={0: "9c", 1: "Jc"},
        bounds={1: "2-4 2-4"},
    )
    found = {
        (hand(w, 1), text(w.view().stacks[1])) for w in (state.determinize(0, s) for s in SEEDS)
    }
    assert found == {("3c 4c", "9c"), ("3c 4c", "Jc")}


def test_nested_bounds_are_met_by_some_order_of_the_hand() -> None:
    """Page, known: matched one to one. Of 3, 4 and J two are drawn: not 4 and J, not 3 alone."""
    state = make(
        TWO,
        hands={0: "Kc", 1: "3c Jc"},
        stacks={1: "4c"},
        bounds={1: "2-3 2-A"},
    )
    found = {hand(state.determinize(0, seed), 1) for seed in SEEDS}
    assert found == {"3c Jc", "3c 4c"}


def test_a_hand_that_is_known_completely_stays() -> None:
    state = make(hands={0: "3c", 1: "6c* 7c*", 2: "8c 9c"}, stacks={2: "Jc Jd"})
    for seed in SEEDS:
        assert hand(state.determinize(0, seed), 1) == "6c 7c"


def test_nothing_is_concluded_from_which_of_equal_cards_went() -> None:
    """Page, play: a redrawn hand may hold a card that would have gone first."""
    state = make(TWO, hands={0: "6c", 1: "9d Kd"}, stacks={0: "9c 2c", 1: "2d 3d"}, pot="0 6d")
    act(state, "9")
    found = {hand(state.determinize(0, seed), 1) for seed in range(100)}
    assert "9c" in found
    assert bounds(state, 1) == "2-A"


def test_a_lowest_lead_stays_the_lowest_in_every_world() -> None:
    """API, determinization: every past action stays one that could legally have been taken."""
    state = FOUR.new_state(3)
    leader = state.current_player
    rank = state.legal_words()[0]
    act(state, rank)
    for seed in SEEDS:
        world = state.determinize((leader + 1) % 4, seed)
        own = [RANKS.index(c.rank) for c in world.view().hands[leader] if c is not None]
        assert min(own) >= RANKS.index(state.view().pot[-1].cards[0].rank)


def test_the_generator_is_reseeded() -> None:
    """API, determinization: the random-number state is reseeded."""
    state = crowded()
    rngs = {tuple(full(state.determinize(0, seed))["rng"]) for seed in SEEDS}
    assert len(rngs) == len(SEEDS)
    assert tuple(full(state)["rng"]) not in rngs


def test_the_same_seed_draws_the_same_world() -> None:
    state = crowded()
    assert state.determinize(2, 5) == state.determinize(2, 5)
    assert state.determinize(2, 5) != state.determinize(2, 6)


@by_state
@pytest.mark.parametrize("player", range(4))
def test_equal_views_draw_equal_worlds(start: Callable[[], TripletsState], player: int) -> None:
    """API, what a player knows: what it cannot know does not matter to what is drawn."""
    state = start()
    for seed in range(8):
        other = state.determinize(player, 1000 + seed)
        assert other.view(player) == state.view(player)
        assert other.determinize(player, seed) == state.determinize(player, seed)


@pytest.mark.parametrize("game", [TWO, FOUR, LOWEST, REFILL, TWO_DECKS], ids=str)
def test_worlds_of_a_game_are_whole(game: Triplets) -> None:
    """API, determinization: from the deal to the end, for every seat."""
    for state in walk(game, 4, every=31):
        for player in range(game.num_players):
            world = state.determinize(player, 9)
            position = full(world)
            assert world.view(player) == state.view(player)
            assert game.state_from_dict(position) == world
            rows = [*position["hands"], *position["stacks"], position["removed"]]
            rows += [entry["cards"] for entry in position["pot"]]
            assert Counter(c for row in rows for c in row) == Counter(deck(game.options.decks))


def test_a_spectator_has_no_worlds() -> None:
    """API, determinization: p is a seat, not the spectator."""
    for player in (SPECTATOR, 4):
        with pytest.raises(CardGamesError):
            crowded().determinize(player, 1)


def test_a_world_goes_on_as_a_game() -> None:
    world = crowded().determinize(0, 3)
    act(world, "9")
    assert world.to_act == (1,)
    while not world.is_terminal:
        world.apply(world.legal_actions()[0])
    assert sum(world.returns()) == pytest.approx(0)
