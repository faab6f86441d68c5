"""Exact results of small endings: made by hand, and against a slow search over the public API."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardgames import (
    BottleImp,
    CardGamesError,
    CellarDesTriplettes,
    Game,
    State,
    Triplets,
    WineCellar,
)
from cardgames.search import ISMCTS, Solution, UnsolvedError, solve
from cardgames.triplets import CARDS

from . import triplets_positions, wine_decks, wine_positions
from .rounds import FOUR

GAMES: tuple[Game[Any], ...] = (
    BottleImp(num_players=2, rounds=1),
    BottleImp(num_players=3, rounds=1),
    BottleImp(num_players=4, rounds=1, teams="2-2"),
    BottleImp(num_players=5, rounds=1, bottles=2, teams="2-2-1"),
    CellarDesTriplettes(num_players=3),
    CellarDesTriplettes(num_players=4),
    WineCellar(num_players=1),
    WineCellar(num_players=2),
    WineCellar(num_players=4),
    Triplets(num_players=2),
    Triplets(num_players=4),
)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)


def line_of(state: State, solution: Solution) -> str:
    """The best actions in words."""
    return ", ".join(state.game.action_to_string(action) for action in solution.line)


# --- Endings made by hand ---


def test_a_triplet_wins_where_a_single_card_loses() -> None:
    """Triplets: three twos against a three.

    A single 2 is beaten by the 3; the third 2 goes under the other stack too, and whatever is led
    then meets the last one. Against three of them the 3 is thrown off, and the other seat has
    nothing left.
    """
    state = triplets_positions.make(Triplets(num_players=2), hands={0: "2c 2d 2h", 1: "3c"})
    solution = solve(state)
    assert solution.returns == (1.0, -1.0)
    assert line_of(state, solution) == "triplet 2, 3"
    state.apply(state.game.parse_action("2"))
    assert solve(state).returns == (-1.0, 1.0)


def test_the_highest_single_card_keeps_everything() -> None:
    """Triplets: whichever is led, the ace meets the king and not the other way round."""
    state = triplets_positions.make(Triplets(num_players=2), hands={0: "2c Kc", 1: "3c Ac"})
    assert solve(state).returns == (-1.0, 1.0)


def test_the_first_to_take_has_the_only_bottle_with_points() -> None:
    """Wine Cellar: the last takes. The first seat in the order takes the bottle that is worth 9."""
    deck = wine_decks.deck({1: "Red Nowhere 9"})
    game = WineCellar(num_players=2, deck=deck)
    state = wine_positions.make(game, phase="take", round_=8, prizes="1", bids={0: 10, 1: 14})
    assert state.current_player == 1
    solution = solve(state)
    assert solution.returns == (-1.0, 1.0)
    assert line_of(state, solution).startswith("take 1 top, take ")
    assert len(solution.line) == 2


def test_the_end_of_the_cellar_can_decide() -> None:
    """Wine Cellar: a bottle that is worth something in the eighth place only."""
    deck = wine_decks.deck({1: "Red Nowhere 0 0 0 0 0 0 0 9"})
    game = WineCellar(num_players=2, deck=deck)
    state = wine_positions.make(game, phase="take", round_=8, prizes="1", bids={0: 14, 1: 10})
    solution = solve(state)
    assert solution.returns == (1.0, -1.0)
    assert line_of(state, solution).startswith("take 1 bottom, ")


def test_a_higher_bid_takes_first() -> None:
    """Wine Cellar, the last bids, both forced, then the takes: of bottles worth 9 and 5."""
    deck = wine_decks.deck({1: "Red Nowhere 9", 2: "Red Nowhere 5"})
    game = WineCellar(num_players=2, deck=deck)
    state = wine_positions.make(game, round_=8, prizes="1 2", hands={0: "14", 1: "10"})
    solution = solve(state)
    assert solution.returns == (1.0, -1.0)
    assert line_of(state, solution).startswith("bid 14, bid 10, take 1 top, take 2 top")


def test_alone_the_return_is_a_part_of_the_most_points() -> None:
    """Wine Cellar for one: the last take, of a bottle worth 9 and one worth nothing."""
    deck = wine_decks.deck({1: "Red Nowhere 9"})
    game = WineCellar(num_players=1, deck=deck)
    state = wine_positions.make(game, phase="take", round_=8, prizes="1", bids={0: 18})
    solution = solve(state)
    assert solution.returns == (9 / game.max_score,)
    assert line_of(state, solution) == "take 1 top"


@pytest.mark.parametrize(
    ("before", "returns"),
    [
        ((0, 0, 0, 0), (1.0, -1 / 3, -1 / 3, -1 / 3)),
        ((0, 29, 0, 0), (1 / 3, 1 / 3, -1 / 3, -1 / 3)),
        ((0, 29, 15, 35), (0.0, 0.0, 0.0, 0.0)),
    ],
)
def test_the_last_card_of_bottle_imp(before: tuple[int, ...], returns: tuple[float, ...]) -> None:
    """A round that is worth 29, 0, 14 and -6; winners share alike."""
    state = FOUR.before_last_card(BottleImp(num_players=4), round_=8, scores=before)
    solution = solve(state)
    assert solution.returns == pytest.approx(returns)
    assert line_of(state, solution) == FOUR.last_card()
    assert solution.positions == 1


def test_the_last_place_of_cellar_des_triplettes() -> None:
    """The last card of the game goes where its seat wins, if there is such a place."""
    found = 0
    for seed in range(30):
        state = endings(CellarDesTriplettes(num_players=3), seed, 1)[0]
        seat = state.current_player
        ends = [state.copy() for _ in state.legal_actions()]
        for end, action in zip(ends, state.legal_actions(), strict=True):
            end.apply(action)
        if not all(end.is_terminal for end in ends):
            continue
        wins = [end.returns()[seat] for end in ends]
        found += len(set(wins)) > 1
        solution = solve(state)
        assert solution.returns[seat] == max(wins)
        assert solution.line == (state.legal_actions()[wins.index(max(wins))],)
        assert solution.positions == len(wins)
    assert found > 0


def test_a_game_that_is_over_has_its_returns() -> None:
    for game in GAMES:
        state = game.new_state(1)
        while not state.is_terminal:
            state.apply(state.legal_actions()[0])
        solution = solve(state)
        assert (solution.returns, solution.line, solution.positions) == (state.returns(), (), 0)


# --- Against a slow search ---


def endings(game: Game[Any], seed: int, most: int) -> list[State]:
    """The last positions of a random game."""
    random = Random(f"{game} {seed}")
    state: State = game.new_state(seed)
    states: list[State] = []
    while not state.is_terminal:
        states.append(state.copy())
        state.apply(random.choice(state.legal_actions()))
    return states[-most:]


def slow(state: State, known: dict[bytes, tuple[float, ...]], limit: int) -> tuple[float, ...]:
    """Max^n: the returns when every seat takes what is best for it, of equals the lowest action."""
    if state.is_terminal:
        return state.returns()
    key = state.to_bytes()
    if key not in known:
        if len(known) > limit:
            raise OverflowError
        seat = state.current_player
        best: tuple[float, ...] | None = None
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action)
            returns = slow(after, known, limit)
            if best is None or returns[seat] > best[seat]:
                best = returns
        assert best is not None
        known[key] = best
    return known[key]


@each_game
def test_solutions_are_those_of_a_slow_search(game: Game[Any]) -> None:
    compared = 0
    for seed in range(8):
        known: dict[bytes, tuple[float, ...]] = {}
        for state in reversed(endings(game, seed, 9)):
            try:
                expected = slow(state, known, 1500)
            except (OverflowError, RecursionError):
                break
            before = state.to_bytes()
            solution = solve(state)
            assert solution.returns == pytest.approx(expected)
            assert state.to_bytes() == before
            assert_line_leads_there(state, solution)
            # A table that is far too small changes nothing but the time.
            assert solve(state, memory=1 << 16).returns == solution.returns
            compared += 1
    assert compared > 12


def assert_line_leads_there(state: State, solution: Solution) -> None:
    """Every action of the line is legal and keeps the returns; it goes to the end."""
    end = state.copy()
    for action in solution.line:
        end.apply(action)
    assert end.is_terminal
    assert end.returns() == pytest.approx(solution.returns)


@pytest.mark.parametrize("selection", ["ucb", "puct"])
def test_a_search_that_knows_all_cards_finds_what_the_solver_finds(selection: Any) -> None:
    """Triplets for two without stacks: the cards that one does not hold are the other's.

    Only where every hand is known, the actions differ, and one of them wins.
    """
    random = Random(5)
    game = Triplets(num_players=2, max_rounds=4)
    found = 0
    while found < 12:
        cards = random.sample([str(c) for c in CARDS if str(c)[0] in "234"], 6)
        hands = {0: " ".join(cards[:3]), 1: " ".join(cards[3:])}
        state = triplets_positions.make(game, hands=hands)
        results: dict[int, float] = {}
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action)
            results[action] = solve(after).returns[0]
        if len(set(results.values())) == 1:
            continue
        world = state.determinize(0, 1)
        assert world.view().hands == state.view().hands
        search = ISMCTS(20_000, seed=1, selection=selection)
        assert results[search.choose(state, 0)] == max(results.values()) == solve(state).returns[0]
        found += 1


# --- Limits and refusals ---


def test_positions_that_are_too_large_are_given_up() -> None:
    with pytest.raises(UnsolvedError, match="it has more than 5000 positions"):
        solve(BottleImp().new_state(1), positions=5000)
    assert issubclass(UnsolvedError, CardGamesError)


@each_game
def test_the_limit_is_exact(game: Game[Any]) -> None:
    state = endings(game, 3, 4)[0]
    solution = solve(state)
    assert solve(state, positions=solution.positions) == solution
    if solution.positions > 1:
        with pytest.raises(UnsolvedError):
            solve(state, positions=solution.positions - 1)


def test_equal_positions_have_equal_solutions_whatever_the_time() -> None:
    state = endings(GAMES[0], 1, 6)[0]
    one, two = solve(state), solve(state.copy())
    assert one == two
    assert one.seconds > 0


@pytest.mark.parametrize("value", [None, 1, "state", BottleImp(), State])
def test_only_states_are_solved(value: Any) -> None:
    with pytest.raises(TypeError, match="state must be a state of a game, not"):
        solve(value)


@pytest.mark.parametrize("name", ["positions", "memory"])
def test_wrong_limits_are_refused(name: str) -> None:
    state = endings(GAMES[0], 1, 1)[0]
    given: Any
    for given in ("1", 1.0, True, None, (1,)):
        with pytest.raises(TypeError, match=f"{name} must be an int"):
            solve(state, **{name: given})
    for given in (0, -1, 2**64):
        with pytest.raises(CardGamesError, match=f"{name} must be from "):
            solve(state, **{name: given})
