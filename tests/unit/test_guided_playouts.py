"""The rules of guided playouts (docs/search.md). What is expected is worked out by hand.

Where a rule is one of the greedy bot's, `test_greedy_*.py` has the hand-made cases of the bot, and
here the two are compared in many positions: they are written independently, in two languages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cardgames import BottleImp, CardGamesError, CellarDesTriplettes, Game, State, Triplets
from cardgames.bots import GreedyBot
from cardgames.cellar_des_triplettes import DONE
from cardgames.search import ISMCTS, FlatMonteCarlo, Rollout
from cardgames.wine_cellar import WineCellar

from .any_game import act, full
from .cellar_positions import make as cellar
from .cellar_positions import placing
from .wine_decks import deck
from .wine_positions import make as wine

RULED: tuple[Game[Any], ...] = (
    CellarDesTriplettes(num_players=3),
    CellarDesTriplettes(num_players=5, max_rounds=4),
    WineCellar(num_players=1),
    WineCellar(num_players=2, games=3),
    WineCellar(num_players=8),
)
UNRULED: tuple[Game[Any], ...] = (
    BottleImp(num_players=4, rounds=2),
    Triplets(num_players=3),
)


def words(state: State, seeds: int = 200, player: int | None = None) -> Counter[str]:
    """How often each action comes, in words."""
    game = state.game
    return Counter(
        game.action_to_string(state.guided_action(seed, player)) for seed in range(seeds)
    )


def only(state: State, player: int | None = None) -> str:
    """The action that always comes."""
    (word,) = words(state, 20, player)
    return word


def phase_of(state: State) -> str:
    phase: str = full(state)["phase"]
    return phase


def guided_games(game: Game[Any], count: int) -> Iterator[State]:
    """All positions of some games that are played by the rule."""
    draws = Random(f"{game}")
    for seed in range(count):
        state = game.new_state(seed)
        while not state.is_terminal:
            yield state
            state.apply(state.guided_action(draws.getrandbits(64)))


# --- Cellar des Triplettes: bids ---


def test_a_bid_is_called_as_soon_as_it_can_be() -> None:
    state = cellar(hands={0: "5 10 17 23"}, bids={0: "3"}, turn="3", display="6 6 7 7", to_act=0)
    assert only(state) == "call"


def test_the_card_is_bid_that_gains_most_by_the_trade() -> None:
    """A card is worth its stars and 1 more. The 5 gets the 17, 4 - 2; the 20 the display, 8 - 4."""
    state = cellar(hands={1: "5 20 23"}, bids={0: "17"}, display="6 6 7 7")
    assert only(state) == "bid 20"


def test_without_a_gain_it_passes_and_draws_if_it_may() -> None:
    given: dict[str, Any] = {"hands": {0: "17 20 23"}, "display": "0.2 0.2 3"}
    assert only(cellar(**given)) == "pass draw"
    assert only(cellar(pile="", final=True, **given)) == "pass"


def test_what_a_seat_has_bid_is_not_counted_as_a_gain() -> None:
    """The 3 gets the 20, 4 - 2; with the 19 the display, 8 - 2 - 4, or one that is worth 9."""
    given: dict[str, Any] = {"hands": {0: "19"}, "bids": {0: "3", 1: "20"}, "to_act": 0}
    assert only(cellar(display="6 6 7 7", **given)) == "pass"
    assert only(cellar(display="6 6 7 10", **given)) == "bid 19"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_bids_are_those_of_the_greedy_bot(players: int) -> None:
    compared = 0
    for state in guided_games(CellarDesTriplettes(num_players=players), 12):
        if phase_of(state) == "bid":
            seat = state.current_player
            assert state.guided_action(1) == GreedyBot().choose(state, seat)
            compared += 1
    assert compared > 300


# --- Cellar des Triplettes: placing ---


def points_of(state: State, action: int) -> int:
    """What an action scores at once for the seat to act."""
    seat = state.current_player
    after = state.copy()
    after.apply(action)
    return after.scores()[seat] - state.scores()[seat]


def test_any_of_the_ways_that_score_most_is_placed() -> None:
    """The 23 has three stars, the 3 one; on either side of the 17 nothing else counts."""
    found = words(placing("17", "3 23", pile="", final=True), 2000)
    assert set(found) == {"place 23 left", "place 23 right"}
    assert abs(found["place 23 left"] - 1000) < 5 * 23


def test_four_cards_are_kept_until_the_last_round() -> None:
    assert only(placing("", "3 5 10 17")) == "done"
    assert only(placing("", "3 5 10 17", pile="", final=True)) == "place 17 right"
    assert only(placing("", "3 5 6 10 17")) == "place 17 right"


def test_an_empty_bottle_is_placed_only_if_something_must_be() -> None:
    assert only(placing("", "0.2", pile="", final=True)) == "done"
    found = words(placing("", "0.2 0.2 0.2 5 5 5 6"))
    assert set(found) == {"place 5 right", "place 6 right"}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_places_are_the_best_by_the_points_that_they_score(players: int) -> None:
    """Points are taken from the rules, by playing each action."""
    counts: Counter[str] = Counter()
    for state in guided_games(CellarDesTriplettes(num_players=players), 12):
        position = full(state)
        if position["phase"] != "place":
            continue
        seat, legal = state.current_player, state.legal_actions()
        found = {state.guided_action(seed) for seed in range(40)}
        points: dict[int, int] = {}
        for action in legal:
            after = state.copy()
            after.apply(action)
            points[action] = after.scores()[seat] - state.scores()[seat]
        if len(position["hands"][seat]) <= 4 and not position["final_round"]:
            assert found == {DONE}
            counts["kept"] += 1
        elif max(points.values()) == 0 and DONE in legal:
            assert found == {DONE}
        else:
            best = {action for action in legal if points[action] == max(points.values())}
            assert found <= best
            counts["tied"] += len(found) > 1
            words = [state.game.action_to_string(action).split()[-1] for action in found]
            counts.update(words)
            counts["new cellar"] += len(position["cellars"][seat]) > 1
    assert counts["kept"] > 100
    assert counts["tied"] > 30
    assert counts["left"] > 10
    assert counts["right"] > 30


# --- Wine Cellar ---


def test_the_client_is_kept_that_pays_most_for_the_hand_and_the_prizes() -> None:
    """Three bottles of the hand and both prizes are White: 5 times 2 is more than 9 for the Red."""
    bottles = dict.fromkeys((1, 2, 3, 9, 10), "White Nowhere 1")
    bottles |= dict.fromkeys((4, 5, 6, 7), "Sparkling Nowhere 1") | {8: "Red Nowhere 1"}
    clients = {1: "A Red 9 Rosé 9 0 | Nowhere", 2: "A White 2 Rosé 0 0 | Nowhere"}
    given: dict[str, Any] = {"phase": "client", "hands": {0: "1 2 3 4 5 6 7 8"}}
    given |= {"dealt": {0: "1 2"}, "prizes": "9 10"}
    game = WineCellar(num_players=2, deck=deck(bottles, clients))
    assert only(wine(game, **given), 0) == "keep 2"
    bottles[9] = "Rosé Nowhere 1"
    game = WineCellar(num_players=2, deck=deck(bottles, clients))
    assert only(wine(game, **given), 0) == "keep 1"


def test_every_bottle_of_the_hand_is_bid_as_often() -> None:
    state = WineCellar(num_players=3).new_state(4)
    for seat in range(3):
        act(state, "keep 1", seat)
    for seat in (1, 2):  # of several that choose at the same time any may be asked for
        found = words(state, 4000, seat)
        assert set(found) == set(state.legal_words(seat))
        assert all(abs(count - 500) < 5 * 21 for count in found.values())


@pytest.mark.parametrize("ends", [("0 4 0 0", "9 0 0 0", "top"), ("9 0 0 0", "0 4 0 0", "bottom")])
def test_a_prize_is_laid_where_the_cellar_can_score_most(ends: tuple[str, str, str]) -> None:
    """The old bottle and the new one score 13 together in this order only."""
    old, new, end = ends
    bottles = {3: f"Red Nowhere {old} 0 0 0 0", 1: f"Red Nowhere {new} 0 0 0 0"}
    game = WineCellar(num_players=2, deck=deck(bottles))
    state = wine(
        game,
        phase="take",
        round_=2,
        bids={0: 18, 1: 17},
        prizes="1 2",
        cellars={0: "3"},
        keeps={0: 1},
    )
    assert only(state) == f"take 1 {end}"


@pytest.mark.parametrize("players", [1, 2, 3, 5, 8])
def test_clients_and_takes_are_those_of_the_greedy_bot(players: int) -> None:
    compared: Counter[str] = Counter()
    for state in guided_games(WineCellar(num_players=players), 12):
        phase = phase_of(state)
        if phase != "bid":
            for seat in state.to_act:
                assert state.guided_action(1, seat) == GreedyBot().choose(state, seat)
                compared[phase] += 1
    assert compared["client"] > 10
    assert compared["take"] > 70


# --- All games ---


@pytest.mark.parametrize("game", UNRULED, ids=str)
def test_a_game_without_a_rule_plays_any_legal_action(game: Game[Any]) -> None:
    state = game.new_state(1)
    found = words(state, 3000)
    legal = state.legal_words()
    assert set(found) == set(legal)
    error = (3000 / len(legal)) ** 0.5
    assert all(abs(count - 3000 / len(legal)) < 5 * error for count in found.values())


@pytest.mark.parametrize("game", RULED, ids=str)
def test_the_rule_beats_random_play(game: Game[Any]) -> None:
    """Seat 0 alone plays by it; the others, or the other half of the solo games, play at random."""
    points = {True: 0, False: 0}
    for seed in range(40):
        for is_guided in points:
            random = Random(seed)
            state = game.new_state(seed)
            while not state.is_terminal:
                seat = state.current_player
                if seat == 0 and is_guided:
                    state.apply(state.guided_action(random.getrandbits(64)))
                else:
                    state.apply(random.choice(state.legal_actions()))
            points[is_guided] += state.scores()[0]
    assert points[True] > 1.05 * points[False]


def test_a_seat_that_may_not_act_has_no_guided_action() -> None:
    state = CellarDesTriplettes(num_players=3).new_state(1)
    other = (state.current_player + 1) % 3
    with pytest.raises(CardGamesError, match=f"player {other} may not act now; to act: "):
        state.guided_action(1, other)
    while not state.is_terminal:
        state.apply(state.guided_action(1))
    with pytest.raises(CardGamesError, match="nobody may act now; the game is over"):
        state.guided_action(1)
    with pytest.raises(CardGamesError, match="player 2 may not act now; the game is over"):
        state.guided_action(1, 2)


# --- In a search ---


@pytest.mark.parametrize("searcher", [ISMCTS, FlatMonteCarlo])
@pytest.mark.parametrize("game", RULED + UNRULED, ids=str)
def test_playouts_are_guided_unless_they_are_to_be_random(searcher: Any, game: Game[Any]) -> None:
    state = game.new_state(3)
    found = {
        rollout: searcher(300, seed=1, rollout=rollout).analyse(state)
        for rollout in ("guided", "random")
    }
    assert searcher(300, seed=1).analyse(state) == found["guided"]
    assert searcher(300, seed=1, rollout="guided").analyse(state) == found["guided"]
    assert (found["guided"] == found["random"]) == (game in UNRULED)
    for rollout, depth in (("guided", 0), ("random", 0)):
        found[rollout] = searcher(300, seed=1, rollout=rollout, max_depth=depth).analyse(state)
    assert found["guided"] == found["random"]  # without a playout there is no difference


def test_guided_playouts_see_what_random_ones_do_not() -> None:
    """Four rounds before the end a good hand is worth nothing to those that place it anywhere."""
    state = CellarDesTriplettes(num_players=4, max_rounds=4).new_state(2)
    scores: dict[Rollout, list[int]] = {"guided": [], "random": []}
    for rollout, sums in scores.items():
        for seed in range(60):
            played = state.copy()
            while not played.is_terminal:
                legal = played.legal_actions()
                played.apply(
                    played.guided_action(seed)
                    if rollout == "guided"
                    else Random(seed).choice(legal)
                )
            sums.append(sum(played.scores()))
    assert sum(scores["guided"]) > 1.2 * sum(scores["random"])


def test_a_wrong_rollout_is_refused() -> None:
    with pytest.raises(CardGamesError, match="rollout: must be 'guided', 'random' or a function"):
        ISMCTS(rollout="greedy")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rollout must be a function, not int"):
        FlatMonteCarlo(rollout=1)  # type: ignore[arg-type]
    assert repr(ISMCTS(10, rollout="random")) == "ISMCTS(simulations=10, rollout='random')"
    assert repr(FlatMonteCarlo(10, rollout="guided")) == "FlatMonteCarlo(simulations=10)"
