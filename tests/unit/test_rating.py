"""Ratings on the scale of Elo: known comparisons, intervals, and what happens without choix."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

import cardgames
from cardgames.rating import Rating, rate
from cardgames.tournament import tournament

THREE_TO_ONE = 400 * math.log10(3)


def deals(*matrices: list[list[float]], times: int = 1) -> NDArray[np.float64]:
    return np.array(matrices * times, np.float64)


def difference(ratings: tuple[Rating, ...]) -> float:
    return ratings[0].elo - ratings[1].elo


def test_three_wins_to_one() -> None:
    """400 log10(3) points apart in the end; a drawn comparison more draws it together a little."""
    ratings = rate(["a", "b"], deals([[0, 3], [1, 0]], times=1000), seed=1)
    assert difference(ratings) == pytest.approx(THREE_TO_ONE, abs=0.5)
    assert difference(ratings) == pytest.approx(400 * math.log10(3000.5 / 1000.5))
    few = rate(["a", "b"], deals([[0, 3], [1, 0]]), seed=1)
    assert difference(few) == pytest.approx(400 * math.log10(3.5 / 1.5))


def test_the_mean_is_zero() -> None:
    ratings = rate(["a", "b", "c"], deals([[0, 3, 9], [1, 0, 2], [2, 2, 0]], times=5), seed=1)
    assert sum(rating.elo for rating in ratings) == pytest.approx(0)
    assert [rating.bot for rating in ratings] == ["a", "b", "c"]


def test_strengths_that_fit_are_found_again() -> None:
    """Comparisons as the model has them for strengths 4, 2 and 1."""
    strengths = np.array([4.0, 2.0, 1.0])
    beaten = 1e6 * strengths[:, None] / (strengths[:, None] + strengths)
    np.fill_diagonal(beaten, 0)
    a, b, c = rate(["a", "b", "c"], beaten[None], seed=1)
    assert a.elo - b.elo == pytest.approx(400 * math.log10(2), abs=0.01)
    assert b.elo - c.elo == pytest.approx(400 * math.log10(2), abs=0.01)


def test_bots_that_never_met_are_rated_through_a_third() -> None:
    chain = deals([[0, 30, 0], [10, 0, 30], [0, 10, 0]], times=100)
    a, b, c = rate(["a", "b", "c"], chain, seed=1)
    assert a.elo - b.elo == pytest.approx(THREE_TO_ONE, abs=2)
    assert b.elo - c.elo == pytest.approx(THREE_TO_ONE, abs=2)


@pytest.mark.parametrize("size", [2, 3, 6])
@pytest.mark.parametrize("wins", [1.0, 1e3, 1e6])
def test_a_bot_that_always_wins_has_a_finite_rating(size: int, wins: float) -> None:
    above = np.triu(np.full((size, size), wins), 1)
    ratings = rate([str(bot) for bot in range(size)], np.array([above, above]), seed=1)
    elo = [rating.elo for rating in ratings]
    assert all(math.isfinite(value) for value in elo)
    assert elo == sorted(elo, reverse=True)
    assert len(set(elo)) == size


def test_bots_without_comparisons_are_equal() -> None:
    ratings = rate(["a", "b"], np.zeros((3, 2, 2)), seed=1)
    assert ratings == (Rating("a", 0, 0, 0), Rating("b", 0, 0, 0))


def test_one_bot_has_nobody_to_be_better_than() -> None:
    assert rate(["a"], np.zeros((3, 1, 1)), seed=1) == (Rating("a", 0, 0, 0),)


def test_no_deals_no_ratings() -> None:
    assert rate(["a", "b"], np.zeros((0, 2, 2)), seed=1) == ()


def test_one_deal_has_no_interval() -> None:
    ratings = rate(["a", "b"], deals([[0, 3], [1, 0]]), seed=1)
    assert all(rating.low is rating.high is None for rating in ratings)


def test_intervals_come_from_the_spread_between_deals() -> None:
    """Of 100 deals each has one comparison, 75 for a: odds with an error of 0.23 in their log."""
    ones = deals([[0, 1], [0, 0]], [[0, 1], [0, 0]], [[0, 1], [0, 0]], [[0, 0], [1, 0]], times=25)
    a, b = rate(["a", "b"], ones, seed=1)
    assert a.low is not None
    assert a.high is not None
    assert a.low < a.elo < a.high
    error = 1 / math.sqrt(100 * 0.75 * 0.25) * 400 / math.log(10) / 2  # of half the difference
    assert (a.high - a.low) / 2 == pytest.approx(1.96 * error, rel=0.25)
    assert b.low == pytest.approx(-a.high)
    assert b.high == pytest.approx(-a.low)
    # the same comparisons in deals that all agree leave no doubt
    alike = rate(["a", "b"], deals([[0, 3], [1, 0]], times=25), seed=1)
    assert alike[0].low == pytest.approx(alike[0].elo)
    assert alike[0].elo == pytest.approx(a.elo)


def test_the_same_seed_gives_the_same_intervals() -> None:
    ones = deals([[0, 1], [0, 0]], [[0, 0], [1, 0]], times=20)
    first, again, other = (rate(["a", "b"], ones, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first[0].elo == other[0].elo
    assert first[0].low != other[0].low


def test_ratings_of_a_result_are_in_the_order_of_its_standings() -> None:
    game = cardgames.BottleImp(num_players=4, rounds=1)
    result = tournament(game, ["random", "greedy"], 200, seed=1)
    best, worst = result.ratings()
    assert [best.bot, worst.bot] == [it.bot for it in result.standings] == ["greedy", "random"]
    assert best.elo > 0 > worst.elo


def without(module: str, program: str) -> str:
    """Run a program in which a module cannot be imported; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.modules[{module!r}] = None\n{program}"],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


PLAYED = (
    "import cardgames\n"
    "from cardgames.tournament import tournament\n"
    "result = tournament(cardgames.Triplets(2), ['random', 'greedy'], 4, seed=1)\n"
)


def test_without_choix_there_are_no_ratings_and_an_error_says_why() -> None:
    program = PLAYED + (
        "assert [it['rating'] for it in result.to_dict()['standings']] == [None, None]\n"
        "assert result.to_csv().splitlines()[1].endswith(',,,')\n"
        "try:\n    result.ratings()\n"
        "except ModuleNotFoundError as error:\n    print(error)\n"
    )
    message = 'ratings need choix: pip install "cardgames-engine[ratings]" '
    assert without("choix", program).startswith(message)


def test_without_matplotlib_an_error_says_why() -> None:
    program = PLAYED + (
        "try:\n    result.plot()\nexcept ModuleNotFoundError as error:\n    print(error)\n"
    )
    message = 'charts need matplotlib: pip install "cardgames-engine[plot]" '
    assert without("matplotlib", program).startswith(message)
