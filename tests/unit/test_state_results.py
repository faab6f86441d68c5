"""States: results, and random games from a position."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardgames import (
    SPECTATOR,
    BottleImp,
    CardGamesError,
    CellarDesTriplettes,
    Game,
    Triplets,
    WineCellar,
)

from .options import OPTION_SETS, walk
from .positions import in_pass, near, play
from .rounds import FOUR as FOUR_ROUND
from .rounds import SIX as SIX_ROUND

FOUR = BottleImp(num_players=4)


# --- Results ---


@pytest.mark.parametrize(
    ("scores", "winners", "returns"),
    [
        # Before, the last round adds 29, 0, 14, -6. With k winners of 4: (4/k - 1) / 3 and -1/3.
        ((0, 0, 0, 0), (0,), (1.0, -1 / 3, -1 / 3, -1 / 3)),
        ((0, 29, 0, 0), (0, 1), (1 / 3, 1 / 3, -1 / 3, -1 / 3)),
        ((0, 29, 15, 0), (0, 1, 2), (1 / 9, 1 / 9, 1 / 9, -1 / 3)),
        ((0, 29, 15, 35), (0, 1, 2, 3), (0.0, 0.0, 0.0, 0.0)),
    ],
)
def test_returns_of_four(
    scores: tuple[int, ...], winners: tuple[int, ...], returns: tuple[float, ...]
) -> None:
    """API, state: with k winners among n, winners get (n/k - 1)/(n-1), the others -1/(n-1)."""
    state = FOUR_ROUND.before_last_card(FOUR, round_=8, scores=scores)
    assert state.returns() == (0.0,) * 4
    assert state.winners() == ()
    play(state, FOUR_ROUND.last_card())
    assert state.winners() == winners
    assert near(state.returns(), returns)
    assert near([sum(state.returns())], [0.0])


def test_returns_of_six() -> None:
    """API, state: the same with n = 6: one winner gets 1, the others -1/5; two get 2/5."""
    game = BottleImp(num_players=6, rounds=1)
    # The round adds -9, -9, 0, 0, 43, 66.
    one = SIX_ROUND.played_out(game, scores=(-9, -9, 0, 0, 43, 66))
    assert one.winners() == (5,)
    assert near(one.returns(), (-0.2, -0.2, -0.2, -0.2, -0.2, 1.0))
    two = SIX_ROUND.played_out(game, scores=(66, -9, 0, 0, 43, 66))
    assert near(two.returns(), (0.4, -0.2, -0.2, -0.2, -0.2, 0.4))


@pytest.mark.parametrize("game", OPTION_SETS, ids=str)
def test_results_through_a_game(game: Game[Any]) -> None:
    """API, state: `returns()` all 0 and no winners before the end, zero-sum after."""
    for state in walk(game):
        assert len(state.scores()) == len(state.returns()) == game.num_players
        assert all(type(score) is int for score in state.scores())
        assert all(type(value) is float for value in state.returns())
        assert type(state.is_truncated) is bool
        assert state.is_terminal or not state.is_truncated
        if state.is_terminal:
            best = max(state.scores())
            assert state.winners() == tuple(
                seat for seat, score in enumerate(state.scores()) if score == best
            )
            if game.num_players > 1:
                assert near([sum(state.returns())], [0.0])
            else:
                assert state.returns() == (state.scores()[0] / game.max_score,)
            assert state.legal_actions() == []
            assert not state.legal_mask().any()
            assert state.legal_words() == []
        else:
            assert state.winners() == ()
            assert state.returns() == (0.0,) * game.num_players


# --- Random games from a position ---


@pytest.mark.parametrize("game", OPTION_SETS, ids=str)
def test_playouts_from_a_position(game: Game[Any]) -> None:
    """API, algorithms: from a position; `playout(seed)` plays a copy to the end."""
    for state in walk(game, every=60):
        before = state.to_bytes()
        scores = state.playouts(20, 3)
        assert scores.shape == (20, game.num_players)
        assert scores.dtype == np.int32
        assert tuple(scores[0].tolist()) == state.playout(3)
        assert np.array_equal(scores, state.playouts(20, 3, threads=3))
        assert np.array_equal(scores[:7], state.playouts(7, 3))
        assert state.to_bytes() == before
        if state.is_terminal:
            assert scores.tolist() == [list(state.scores())] * 20


def test_playouts_begin_with_the_scores_so_far() -> None:
    # One card is left of the last round, so every game ends in the same way.
    state = FOUR_ROUND.before_last_card(FOUR, round_=8, scores=(1, 2, 3, 4))
    assert state.playouts(3, 1).tolist() == [[30, 2, 17, -2]] * 3
    assert state.playout(9) == (30, 2, 17, -2)
    assert state.playouts(3, 1, determinize_for=0).shape == (3, 4)


@pytest.mark.parametrize(
    "state",
    [
        in_pass(FOUR, hands={0: "1 2 3 4 5 6 7 8 9"}),
        CellarDesTriplettes().new_state(1),
        WineCellar().new_state(1),
        Triplets().new_state(1),
    ],
    ids=["bottle_imp", "cellar_des_triplettes", "wine_cellar", "triplets"],
)
def test_playouts_of_a_seat_draw_what_it_does_not_know(state: Any) -> None:
    """API, algorithms: `determinize_for`; two states that a seat cannot tell apart are alike."""
    other = state.determinize(0, 77)
    assert other.view().hands != state.view().hands
    for threads in (1, 2):
        assert np.array_equal(
            state.playouts(50, 3, threads, determinize_for=0),
            other.playouts(50, 3, determinize_for=0),
        )
    assert not np.array_equal(state.playouts(50, 3), other.playouts(50, 3))
    assert not np.array_equal(
        state.playouts(50, 3, determinize_for=0), state.playouts(50, 3, determinize_for=1)
    )


each_game = pytest.mark.parametrize(
    "game",
    [FOUR, CellarDesTriplettes(), WineCellar(), Triplets()],
    ids=lambda game: game.name,
)


@each_game
@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"n": -1}, "n must be from"),
        ({"n": 2**41}, "n must be from"),
        ({"threads": 0}, "threads must be from"),
        ({"seed": -1}, "seed must be from"),
        ({"determinize_for": 4}, "player must be from 0 to 3"),
        ({"determinize_for": SPECTATOR}, "a spectator has no worlds"),
    ],
    ids=str,
)
def test_wrong_arguments_of_playouts(
    game: Game[Any], arguments: dict[str, int], match: str
) -> None:
    with pytest.raises(CardGamesError, match=match):
        game.new_state(1).playouts(**({"n": 1, "seed": 1} | arguments))


def test_perft_counts_sequences() -> None:
    """API, algorithms: number of action sequences of that length; one sequence of none."""
    state = FOUR.new_state(1)
    assert state.perft(0) == 1
    assert state.perft(1) == 9
    assert state.perft(2) == 9 * 8
    assert state.perft(4) == 9 * 8 * 7 * 9
    last = FOUR_ROUND.before_last_card(BottleImp(rounds=1))
    assert [last.perft(depth) for depth in (0, 1, 2, 3, 50, 10**30)] == [1, 1, 0, 0, 0, 0]
    before = FOUR_ROUND.before_last_card(BottleImp(rounds=2))
    assert [before.perft(depth) for depth in (1, 2, 3)] == [1, 9, 72]


@each_game
@pytest.mark.parametrize("depth", [-1, -(10**30)])
def test_perft_has_no_negative_depth(game: Game[Any], depth: int) -> None:
    with pytest.raises(CardGamesError, match="depth must be 0 or more"):
        game.new_state(1).perft(depth)


@each_game
@pytest.mark.parametrize("depth", [1.0, "1", None, True])
def test_perft_takes_an_integer(game: Game[Any], depth: Any) -> None:
    with pytest.raises(TypeError, match="depth must be an int"):
        game.new_state(1).perft(depth)
