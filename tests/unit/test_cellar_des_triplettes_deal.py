"""Cellar des Triplettes: the deal, who begins, and the first position."""

from __future__ import annotations

from collections import Counter

import pytest

from cardgames.cellar_des_triplettes import CellarDesTriplettes

from .any_game import full
from .cellar_positions import FIVE, FOUR, THREE, cellar, deck

GAMES = [THREE, FOUR, FIVE]


@pytest.mark.parametrize(("game", "pile"), [(THREE, 29), (FOUR, 33), (FIVE, 37)], ids=str)
def test_five_cards_each_four_on_display_and_the_rest_in_the_pile(
    game: CellarDesTriplettes, pile: int
) -> None:
    """Rulebook, setup: 5 cards each; the rest is the pile, four of which form the display."""
    for seed in range(5):
        view = game.new_state(seed).view()
        n = game.num_players
        assert view.hand_sizes == (5,) * n
        assert [len(hand or ()) for hand in view.hands] == [5] * n
        assert len(view.display) == 4
        assert view.pile is not None
        assert (len(view.pile), view.pile_size) == (pile, pile)
        cards = [c.value for row in (*view.hands, view.display, view.pile) for c in row or ()]
        assert sorted(cards, key=float) == deck(n)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_everything_else_of_the_first_position(game: CellarDesTriplettes) -> None:
    """Page, position, key by key; one all-null cellar from the start, nothing known of hands."""
    n = game.num_players
    state = game.new_state(7)
    position = full(state)
    start = position["starting_player"]
    empty: list[list[None]] = [[None] * size for size in (5, 4, 3, 2, 1)]
    assert state.to_act == (start,)
    assert {
        key: value
        for key, value in position.items()
        if key not in {"hands", "display", "pile", "starting_player", "rng"}
    } == {
        "game": "cellar_des_triplettes",
        "options": {"num_players": n, "max_rounds": 100},
        "round": 1,
        "phase": "bid",
        "final_round": False,
        "truncated": False,
        "high_bidder": None,
        "to_act": [start],
        "hand_sizes": [5] * n,
        "known_hands": [[]] * n,
        "bids": [[]] * n,
        "turn": [],
        "passed": [False] * n,
        "pile_size": {3: 29, 4: 33, 5: 37}[n],
        "pile_bottom": [],
        "placing": [],
        "cellars": [[empty]] * n,
        "covered": [[[]]] * n,
        "scores": [0] * n,
    }
    assert [cellar(state, seat) for seat in range(n)] == [""] * n
    assert state.scores() == (0,) * n


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_starting_seat_is_drawn_uniformly(game: CellarDesTriplettes) -> None:
    """Rulebook, setup: a starting player is chosen at random (within five deviations)."""
    counts = Counter(game.new_state(seed).view().starting_player for seed in range(600))
    expected = 600 / game.num_players
    assert set(counts) == set(range(game.num_players))
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_card_is_dealt_to_every_place(game: CellarDesTriplettes) -> None:
    """Rulebook, setup: the cards are shuffled well; each is as likely anywhere. 400 seeds."""
    places: Counter[tuple[str, str]] = Counter()
    sizes: Counter[str] = Counter()
    for seed in range(400):
        view = game.new_state(seed).view()
        assert view.pile is not None
        rows = {f"hand {seat}": hand or () for seat, hand in enumerate(view.hands)}
        rows |= {"display": view.display, "top": view.pile[:3], "bottom": view.pile[-3:]}
        for name, cards in rows.items():
            sizes[name] += len(cards)
            places.update((c.value, name) for c in cards)
    for name, size in sizes.items():
        expected = 3 * size / len(game.deck)
        for c in set(game.deck):
            assert abs(places[c.value, name] - expected) < 5 * expected**0.5, (name, c)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_first_bid_of_the_first_seat(game: CellarDesTriplettes) -> None:
    """Rulebook, bidding: must either bid cards or pass; page: or `pass draw`."""
    for seed in range(10):
        state = game.new_state(seed)
        view = state.view()
        own = view.hands[view.starting_player]
        assert own is not None
        types = dict.fromkeys(f"bid {c.value}" for c in own)
        assert state.legal_words() == [*types, "pass", "pass draw"]


def test_a_single_round_is_final_and_truncated_from_the_start() -> None:
    """Page, options: with `max_rounds` 1 the first round is final, `truncated` from the start."""
    for players in (3, 4, 5):
        state = CellarDesTriplettes(num_players=players, max_rounds=1).new_state(3)
        view = state.view()
        assert (view.round, view.final_round, view.truncated) == (1, True, True)
        assert not state.is_truncated
        view = CellarDesTriplettes(num_players=players, max_rounds=2).new_state(3).view()
        assert (view.round, view.final_round, view.truncated) == (1, False, False)


def test_the_deal_depends_on_the_seed_only() -> None:
    """API, game: same game and seed, same state."""
    for game in GAMES:
        assert game.new_state(5) == game.new_state(5)
        assert full(game.new_state(5))["hands"] != full(game.new_state(6))["hands"]
        assert game.new_state(5).seed == 5
