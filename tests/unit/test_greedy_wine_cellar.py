"""The greedy bot's rules for Wine Cellar. What is expected is worked out by hand."""

from __future__ import annotations

from random import Random

import pytest

from cardgames.bots.greedy_wine_cellar import bonus
from cardgames.wine_cellar import Take, WineCellar, WineCellarState

from .bot_choices import chosen
from .wine_decks import deck
from .wine_positions import FOUR, make


def game_of(bottles: dict[int, str], clients: dict[int, str] | None = None) -> WineCellar:
    """Two players with a deck of which these cards are worth anything."""
    return WineCellar(num_players=2, deck=deck(bottles, clients))


def taking(game: WineCellar, cellar: str = "", prizes: str = "1 2") -> WineCellarState:
    """Seat 0 has bid the 18 and takes first; client 1 is its client."""
    size = len(cellar.split())
    return make(
        game,
        phase="take",
        round_=size + 1,
        bids={0: 18, 1: 17},
        prizes=prizes,
        cellars={0: cellar},
        keeps={0: 1},
    )


# --- Clients ---


def test_the_client_is_kept_that_pays_most_for_the_hand_and_the_prizes() -> None:
    """Three bottles of the hand and both prizes are White: 5 times 2 is more than 9 for the Red."""
    bottles = dict.fromkeys((1, 2, 3, 9, 10), "White Nowhere 1")
    bottles |= dict.fromkeys((4, 5, 6, 7, 8), "Sparkling Nowhere 1") | {8: "Red Nowhere 1"}
    clients = {1: "A Red 9 Rosé 9 0 | Nowhere", 2: "A White 2 Rosé 0 0 | Nowhere"}
    given = {"phase": "client", "hands": {0: "1 2 3 4 5 6 7 8"}, "dealt": {0: "1 2"}}
    assert chosen(make(game_of(bottles, clients), prizes="9 10", **given), 0) == "keep 2"
    bottles[9] = "Rosé Nowhere 1"
    assert chosen(make(game_of(bottles, clients), prizes="9 10", **given), 0) == "keep 1"


def test_countries_pay_too_and_equal_clients_are_kept_by_the_first() -> None:
    bottles = {1: "Red France 1"}
    given = {"phase": "client", "hands": {0: "1"}, "dealt": {0: "1 2"}}
    clients = {1: "A White 1 Rosé 1 1 | Nowhere", 2: "A White 1 Rosé 1 1 | France, Nowhere"}
    assert chosen(make(game_of(bottles, clients), **given), 0) == "keep 2"
    assert chosen(make(game_of(bottles), **given), 0) == "keep 1"


@pytest.mark.parametrize("players", [1, 4, 8])
def test_bonuses_are_those_of_the_rules(players: int) -> None:
    """Whatever lies in a cellar: its Age Scores and these bonuses are its points."""
    game = WineCellar(num_players=players)
    random = Random(players)
    state = game.new_state(players)
    while not state.is_terminal:
        state.apply(random.choice(state.legal_actions()))
        view = state.view()
        for seat, cellar in enumerate(view.cellars):
            client = view.clients[seat]
            if client is not None:
                ages = sum(bottle.ages[place] for place, bottle in enumerate(cellar))
                pays = sum(bonus(client, bottle, players) for bottle in cellar)
                assert view.score_so_far(seat).total == ages + pays


# --- Prizes ---


def test_the_prize_with_most_points_is_taken() -> None:
    assert chosen(taking(game_of({1: "Red Nowhere 3", 2: "Red Nowhere 5"}))) == "take 2 top"
    assert chosen(taking(game_of({1: "Red Nowhere 5", 2: "Red Nowhere 5"}))) == "take 1 top"


def test_the_clients_bonus_counts() -> None:
    bottles = {1: "Red Nowhere 5", 2: "White France 2"}
    clients = {1: "A White 2 Rosé 0 2 | France"}
    assert chosen(taking(game_of(bottles, clients))) == "take 2 top"
    clients = {1: "A White 2 Rosé 0 1 | France"}
    assert chosen(taking(game_of(bottles, clients))) == "take 1 top"


@pytest.mark.parametrize(
    ("old", "new", "action"),
    [
        ("9 0 0 0 0 0 0 0", "0 9 0 0 0 0 0 0", "take 1 bottom"),
        ("0 9 0 0 0 0 0 0", "9 0 0 0 0 0 0 0", "take 1 top"),
        # They do not lie well yet, but with six bottles above them they will.
        ("0 0 0 0 0 0 0 9", "0 0 0 0 0 0 9 0", "take 1 top"),
        ("0 0 0 0 0 0 9 0", "0 0 0 0 0 0 0 9", "take 1 bottom"),
        # What is equal goes to the top.
        ("1", "1", "take 1 top"),
    ],
)
def test_it_is_laid_where_the_cellar_can_still_score_most(old: str, new: str, action: str) -> None:
    game = game_of({3: f"Red Nowhere {old}", 1: f"Red Nowhere {new}"})
    assert chosen(taking(game, cellar="3")) == action


def test_the_bottles_that_lie_there_count_with_the_prize() -> None:
    """On top the prize scores 5 and the others keep their 4 each; below it scores 9."""
    game = game_of(
        {
            3: "Red Nowhere 0 4 0 0 0 0 0 0",
            4: "Red Nowhere 0 0 4 0 0 0 0 0",
            1: "Red Nowhere 5 0 9 9 0 0 0 0",
        }
    )
    assert chosen(taking(game, cellar="3 4")) == "take 1 bottom"  # 0 and 4 above: 4 + 4 + 9
    game = game_of(
        {
            3: "Red Nowhere 0 4 0 0 0 0 0 0",
            4: "Red Nowhere 0 0 4 0 0 0 0 0",
            1: "Red Nowhere 5 0 9 0 0 0 0 0",
        }
    )
    assert chosen(taking(game, cellar="3 4")) == "take 1 top"  # 13 against 9


def test_the_last_bottle_is_laid_where_the_cellar_scores_most() -> None:
    """Then nothing moves any more: the points are what the rules say."""
    for seed in range(20):
        random = Random(seed)
        state = FOUR.new_state(seed)
        while state.view().round < 8 or state.view().phase != "take":
            state.apply(random.choice(state.legal_actions()))
        seat = state.current_player
        found: dict[str, int] = {}
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action)
            found[FOUR.action_to_string(action)] = after.view().score_so_far(seat).total
            assert isinstance(FOUR.action_info(action), Take)
        assert found[chosen(state)] == max(found.values())


# --- Bids ---


@pytest.mark.parametrize(
    ("points", "bid"),
    [
        (0, "bid 3"),  # the prizes are alike
        (1, "bid 3"),  # half a point above the average is half of an eighth
        (2, "bid 4"),
        (8, "bid 7"),
        (15, "bid 10"),
        (16, "bid 10"),  # eight points above the average
        (20, "bid 10"),
    ],
)
def test_the_more_the_best_prize_stands_out_the_higher_is_the_bid(points: int, bid: str) -> None:
    game = game_of({1: f"Red Nowhere {points}"})
    state = make(game, hands={0: "3 4 5 6 7 8 9 10"}, prizes="1 2", keeps={0: 1})
    assert chosen(state, 0) == bid


def test_the_bid_is_one_of_those_that_are_left() -> None:
    game = game_of({1: "Red Nowhere 8"})
    state = make(game, round_=6, hands={0: "3 4 10"}, prizes="1 2", keeps={0: 1})
    assert chosen(state, 0) == "bid 4"  # four of eight above the average: in the middle
