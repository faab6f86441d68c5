"""Bottle Imp: the cards, the deal, who begins, and how long a round is.

"Rulebook" is the German rulebook, by its headings; "page" is the game's page of the project.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from cardgames.bottle_imp import BottleImp

from .rounds import FOUR, THREE, TWO, HandmadeRound, moved

ALL_PLAYERS = (2, 3, 4, 5, 6)

SMALL_DECK = (
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 "
    "20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37"
)
HALF_RANKS = "2.5 4.5 6.5 8.5 10.5 12.5 14.5 16.5 18.5 20.5 22.5 24.5 26.5 28.5 30.5 32.5 34.5 36.5"


def dealt_cards(game: BottleImp, seed: int = 0) -> list[str]:
    view = game.new_state(seed).view()
    return [c.rank for hand in (*view.hands, *(view.open_hands or ())) for c in hand or ()]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_has_the_36_whole_ranks_without_19(players: int) -> None:
    """Rulebook, overview: 36 cards numbered from 1 to 37, the 19 is missing."""
    cards = dealt_cards(BottleImp(num_players=players))
    assert len(cards) == 36
    assert set(cards) == set(SMALL_DECK.split())


@pytest.mark.parametrize("bottles", [1, 2])
@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_players_use_all_54_cards(players: int, bottles: int) -> None:
    """Rulebook, second bottle: all 54 cards are used; page, departure 1: also with one bottle."""
    cards = dealt_cards(BottleImp(num_players=players, bottles=bottles))
    assert len(cards) == 54
    assert set(cards) == set(SMALL_DECK.split()) | set(HALF_RANKS.split())


@pytest.mark.parametrize(("players", "size"), [(2, 12), (3, 12), (4, 9), (6, 9)])
def test_cards_are_dealt_out_evenly(players: int, size: int) -> None:
    """Page, a round: cards are dealt out evenly; two players: 12 to each hidden hand."""
    view = BottleImp(num_players=players).new_state(0).view()
    assert view.hand_sizes == (size,) * players
    assert [len(hand or ()) for hand in view.hands] == [size] * players


def test_the_dealer_of_five_gets_a_card_less() -> None:
    """Page, departure 2: with five players the dealer gets 10 cards, the others 11."""
    game = BottleImp(num_players=5)
    seen: set[int] = set()
    for seed in range(40):
        view = game.new_state(seed).view()
        assert view.hand_sizes == tuple(10 if seat == view.dealer else 11 for seat in range(5))
        seen.add(view.dealer)
    assert seen == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("devil_cards", [1, 2])
def test_two_players_get_six_open_cards_each(devil_cards: int) -> None:
    """Page, a round: two players get 6 cards face up in each open hand."""
    view = BottleImp(num_players=2, devil_cards=devil_cards).new_state(0).view()
    assert view.open_hands is not None
    assert [len(hand) for hand in view.open_hands] == [6, 6]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_more_players_have_no_open_hands(players: int) -> None:
    """Rulebook, Devil's Eye: the open hand belongs to the two-player game."""
    assert BottleImp(num_players=players).new_state(0).view().open_hands is None


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_the_first_dealer_is_drawn_uniformly(players: int) -> None:
    """Page, a round: the first dealer is drawn uniformly (within five deviations)."""
    game = BottleImp(num_players=players)
    counts = Counter(game.new_state(seed).view().dealer for seed in range(600))
    expected = 600 / players
    assert set(counts) == set(range(players))
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_every_card_is_dealt_to_every_seat(players: int) -> None:
    """Page, a round: cards are dealt out; each is as likely with any seat. 600 fixed seeds."""
    game = BottleImp(num_players=players)
    places: Counter[tuple[str, int]] = Counter()
    sizes: Counter[int] = Counter()
    for seed in range(600):
        view = game.new_state(seed).view()
        for seat, hand in enumerate(view.hands):
            sizes[seat] += len(hand or ())
            places.update((c.rank, seat) for c in hand or ())
    for seat in range(players):
        expected = sizes[seat] / len(game.deck)
        for c in game.deck:
            assert abs(places[c.rank, seat] - expected) < 5 * expected**0.5


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_the_deal_moves_one_seat_to_the_left_each_round(players: int) -> None:
    """Page, a round: the deal moves to seat + 1 each round; from the last seat to seat 0."""
    game = BottleImp(num_players=players, rounds=players + 1)
    state = game.new_state(4)
    dealers = [state.view().dealer]
    rounds = [1]
    while not state.is_terminal:
        state.apply(state.legal_actions()[0])
        view = state.view()
        if view.round != rounds[-1]:
            rounds.append(view.round)
            dealers.append(view.dealer)
    assert rounds == list(range(1, players + 2))
    assert all(later == (earlier + 1) % players for earlier, later in pairwise(dealers))


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_the_seat_left_of_the_dealer_leads(players: int) -> None:
    """Rulebook, course of play: the player left of the dealer plays the first card."""
    game = BottleImp(num_players=players)
    dealers: set[int] = set()
    for seed in range(30):
        state = game.new_state(seed)
        dealer = state.view().dealer
        assert state.view().leader == (dealer + 1) % players
        while state.view().phase == "pass":
            state.apply(state.legal_actions()[0])
        assert state.to_act == ((dealer + 1) % players,)
        assert state.view().leader == (dealer + 1) % players
        dealers.add(dealer)
    assert dealers == set(range(players))


@pytest.mark.parametrize(
    ("players", "bottles"), [(2, 1), (3, 1), (4, 1), (5, 1), (5, 2), (6, 1), (6, 2)]
)
def test_bottles_cost_19_and_belong_to_nobody_at_first(players: int, bottles: int) -> None:
    """Rulebook, overview: the bottle's first price is 19; second bottle: both begin with 19."""
    view = BottleImp(num_players=players, bottles=bottles).new_state(0).view()
    assert [(bottle.price, bottle.owner) for bottle in view.bottles] == [("19", None)] * bottles


def test_the_price_is_19_again_in_every_round() -> None:
    """Rulebook, overview: the first price is 19 in every round."""
    state = FOUR.before_last_card(BottleImp(num_players=4))
    assert state.view().bottles[0].price == "10"
    state.apply(state.legal_actions()[0])
    view = state.view()
    assert view.round == 2
    assert [(bottle.price, bottle.owner) for bottle in view.bottles] == [("19", None)]


@pytest.mark.parametrize("table", [TWO, THREE, FOUR], ids=["2", "3", "4"])
def test_the_last_card_of_a_round_deals_the_next(table: HandmadeRound) -> None:
    """Page, scoring: the action that plays the last card settles the round and deals the next."""
    turned = moved(table, 1)
    n = turned.players
    game = BottleImp(num_players=n)
    state = turned.before_last_card(game, round_=3)
    last = state.legal_actions()
    assert [game.action_to_string(a) for a in last] == [turned.last_card()]
    state.apply(last[0])
    view = state.view()
    assert (view.round, view.phase, view.dealer, view.leader) == (4, "pass", 1, 2 % n)
    assert view.hand_sizes == ({2: 12, 3: 12, 4: 9}[n],) * n
    assert view.passed == (0,) * n
    assert view.played == view.won == ((),) * n
    assert view.trick == ()
    assert state.to_act == tuple(range(n))


ACTIONS_A_ROUND = [
    (BottleImp(num_players=2, rounds=2), 40),
    (BottleImp(num_players=2, rounds=2, devil_cards=2), 40),
    (BottleImp(num_players=3, rounds=2), 42),
    (BottleImp(num_players=4, rounds=2), 44),
    (BottleImp(num_players=4, rounds=2, teams="2-1-1", rotate_teams=True), 44),
    (BottleImp(num_players=5, rounds=2), 64),
    (BottleImp(num_players=5, rounds=2, bottles=1), 64),
    (BottleImp(num_players=6, rounds=2), 66),
    (BottleImp(num_players=6, rounds=2, teams="2-2-2"), 66),
]


@pytest.mark.parametrize(("game", "actions"), ACTIONS_A_ROUND, ids=str)
def test_a_round_has_its_number_of_actions(game: BottleImp, actions: int) -> None:
    """Page, scoring: a round is exactly 40, 42, 44, 64, 66 actions for 2 to 6 players."""
    assert game.max_game_length == 2 * actions
    state = game.new_state(3)
    lengths = [0, 0]
    while not state.is_terminal:
        lengths[state.view().round - 1] += 1
        state.apply(state.legal_actions()[-1])
    assert lengths == [actions, actions]
    sample = game.sample_games(50, 1)
    assert set(sample.lengths.tolist()) == {2 * actions}


@pytest.mark.parametrize(
    ("game", "most"),
    [
        (BottleImp(num_players=2), 17),
        (BottleImp(num_players=2, devil_cards=2), 16),
        (BottleImp(num_players=3), 12),
        (BottleImp(num_players=4), 9),
        (BottleImp(num_players=5), 11),
        (BottleImp(num_players=6), 9),
    ],
    ids=str,
)
def test_the_most_legal_actions_are_reached_and_never_passed(game: BottleImp, most: int) -> None:
    """Page, scoring: at most 17 (16 with two Devil's cards), 12, 9, 11, 9 are legal at once."""
    assert game.max_legal_actions == most
    assert set(game.sample_games(200, 1).max_choices.tolist()) == {most}


def test_two_players_have_most_to_choose_from_at_the_first_lead() -> None:
    """Rulebook, Devil's Eye: 7 open and 10 hidden cards, of which the leader may play any."""
    state = TWO.at_start(BottleImp(num_players=2))
    assert len(state.legal_actions()) == 7 + 10
