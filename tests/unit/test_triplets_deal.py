"""Triplets: the deal, the dealer, and the first position."""

from __future__ import annotations

from collections import Counter

import pytest

from cardgames.triplets import Triplets

from .any_game import full, legal
from .triplets_positions import FOUR, GAMES, TWO_DECKS, deck

# Rulebook, Game Setup 2: cards of each seat, and what remains, with one deck.
DEALT = {
    2: (26, 0),
    3: (17, 1),
    4: (13, 0),
    5: (10, 2),
    6: (8, 4),
    7: (7, 3),
    8: (6, 4),
    9: (5, 7),
    10: (5, 2),
}


@pytest.mark.parametrize(("players", "dealt"), DEALT.items())
def test_the_cards_are_dealt_out_evenly(players: int, dealt: tuple[int, int]) -> None:
    """Rulebook, Game Setup: divided among all players; 5 cards form a hand, the rest is a stack."""
    each, middle = dealt
    for seed in range(5):
        state = Triplets(num_players=players).new_state(seed)
        view = state.view()
        assert view.hand_sizes == (5,) * players
        assert view.stack_sizes == (each - 5,) * players
        assert state.scores() == (each,) * players
        assert [(entry.player, len(entry.cards)) for entry in view.pot] == (
            [(None, middle)] if middle else []
        )


@pytest.mark.parametrize(
    ("players", "decks", "each", "middle"),
    [(4, 2, 26, 0), (4, 4, 52, 0), (5, 2, 20, 4), (7, 4, 29, 5), (10, 3, 15, 6), (9, 4, 23, 1)],
)
def test_several_decks_are_dealt_out_evenly(
    players: int, decks: int, each: int, middle: int
) -> None:
    """Rulebook, Game Setup 1: two or more decks with 4 or more players."""
    view = Triplets(num_players=players, decks=decks).new_state(1).view()
    assert view.hand_sizes == (5,) * players
    assert view.stack_sizes == (each - 5,) * players
    assert sum(len(entry.cards) for entry in view.pot) == middle


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_card_of_the_decks_is_dealt_once(game: Triplets) -> None:
    """Rulebook, Game Setup 2: the entire deck."""
    for seed in range(5):
        position = full(game.new_state(seed))
        rows = [*position["hands"], *position["stacks"], *(e["cards"] for e in position["pot"])]
        assert Counter(c for row in rows for c in row) == Counter(deck(game.options.decks))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_everything_else_of_the_first_position(game: Triplets) -> None:
    """Page, position, key by key; nothing is known, a card drawn unseen has bounds 2 to A."""
    n = game.num_players
    position = full(game.new_state(7))
    dealer = position["dealer"]
    rest = {"options", "hands", "stacks", "pot", "rng", "dealer", "known_stacks", "scores"}
    assert {key: value for key, value in position.items() if key not in rest} == {
        "game": "triplets",
        "round": 1,
        "phase": "play",
        "to_act": [dealer],
        "known_hands": [[]] * n,
        "bounds": [[["2", "A"]] * 5] * n,
        "in": list(range(n)),
        "winning": None,
        "removed": [],
    }
    assert position["known_stacks"] == [[None] * len(pile) for pile in position["stacks"]]


def test_the_options_of_the_first_position() -> None:
    assert full(FOUR.new_state(1))["options"] == {
        "num_players": 4,
        "decks": 1,
        "lead": "any",
        "refill": "rule",
        "max_rounds": 1000,
    }


def test_hands_are_written_in_the_order_of_ranks_then_suits() -> None:
    """Page, position: ascending by rank then suit (c, d, h, s)."""
    order = deck()
    for seed in range(20):
        for row in full(TWO_DECKS.new_state(seed))["hands"]:
            assert row == sorted(row, key=order.index)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_dealer_leads_with_its_lowest_card(game: Triplets) -> None:
    """Rulebook, Game Play 1; page, options: in the first round whatever `lead` says."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    for seed in range(10):
        state = game.new_state(seed)
        position = full(state)
        own = position["hands"][position["dealer"]]
        assert legal(state) == min((c[:-1] for c in own), key=ranks.index)


@pytest.mark.parametrize("game", [Triplets(num_players=n) for n in (2, 4, 10)], ids=str)
def test_the_dealer_is_drawn_uniformly(game: Triplets) -> None:
    """Page, play: the dealer is drawn from the seed (within five deviations)."""
    counts = Counter(game.new_state(seed).view().dealer for seed in range(800))
    expected = 800 / game.num_players
    assert set(counts) == set(range(game.num_players))
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


@pytest.mark.parametrize("game", [Triplets(num_players=6), TWO_DECKS], ids=str)
def test_every_card_is_dealt_to_every_place(game: Triplets) -> None:
    """Rulebook, Game Setup 2: shuffled; each card is as likely anywhere. 400 seeds."""
    places: Counter[tuple[str, str]] = Counter()
    sizes: Counter[str] = Counter()
    for seed in range(400):
        position = full(game.new_state(seed))
        rows: dict[str, list[str]] = {
            f"hand {seat}": row for seat, row in enumerate(position["hands"])
        }
        rows |= {f"top {seat}": row[:1] for seat, row in enumerate(position["stacks"])}
        rows |= {"bottom": [row[-1] for row in position["stacks"]]}
        rows |= {"middle": [c for entry in position["pot"] for c in entry["cards"]]}
        for name, row in rows.items():
            sizes[name] += len(row)
            places.update((c, name) for c in row)
    for name, size in sizes.items():
        expected = size / 52
        for c in deck():
            assert abs(places[c, name] - expected) < 5 * expected**0.5 + 1, (name, c)


def test_the_deal_depends_on_the_seed_only() -> None:
    """API, game: same game and seed, same state."""
    for game in GAMES:
        assert game.new_state(5) == game.new_state(5)
        assert full(game.new_state(5))["hands"] != full(game.new_state(6))["hands"]
        assert game.new_state(5).seed == 5


def test_nothing_is_random_after_the_deal() -> None:
    """Page, options: nothing is random after the deal."""
    state = FOUR.new_state(5)
    rng = state.view().rng
    for _ in range(40):
        state.apply(state.legal_actions()[0])
    assert state.view().rng == rng
