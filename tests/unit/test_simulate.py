"""The statistics of `cardgames.simulate`, against figures worked out by hand."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

import cardgames
from cardgames import BottleImp, CardGamesError, CellarDesTriplettes, Game, Triplets
from cardgames import simulate as simulate_module
from cardgames.simulate import Bin, GameShape, SimulationResult, Tally, simulate
from cardgames.triplets import TripletsState

from . import triplets_positions


class Block(NamedTuple):
    scores: npt.NDArray[np.int32]
    lengths: npt.NDArray[np.int32]
    choices: npt.NDArray[np.int64]
    max_choices: npt.NDArray[np.int32]
    winners: npt.NDArray[np.int32]
    truncated: npt.NDArray[np.bool_]


def bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


class Prepared:
    """A game whose random games are known beforehand; the best score wins if nobody is named."""

    def __init__(
        self,
        scores: Sequence[Sequence[int]],
        lengths: Sequence[int] | None = None,
        choices: Sequence[int] | None = None,
        most: Sequence[int] | None = None,
        winners: Sequence[Sequence[int]] | None = None,
        truncated: Sequence[bool] | None = None,
        interrupt_at: int | None = None,
    ) -> None:
        n = len(scores)
        self.num_players = len(scores[0])
        if winners is None:
            winners = [[i for i, it in enumerate(row) if it == max(row)] for row in scores]
        self.all = Block(
            np.array(scores, np.int32),
            np.array(lengths if lengths is not None else [10] * n, np.int32),
            np.array(choices if choices is not None else [25] * n, np.int64),
            np.array(most if most is not None else [4] * n, np.int32),
            np.array([bits(seats) for seats in winners], np.int32),
            np.array(truncated if truncated is not None else [False] * n, np.bool_),
        )
        self.interrupt_at = interrupt_at
        self.calls: list[tuple[int, int, int, int]] = []

    def __str__(self) -> str:
        return f"prepared(num_players={self.num_players})"

    def sample_games(self, n: int, seed: int, threads: int = 1, first: int = 0) -> Block:
        if len(self.calls) == self.interrupt_at:
            raise KeyboardInterrupt
        self.calls.append((n, seed, threads, first))
        part = slice(first, first + n)
        scores, lengths, choices, most, winners, truncated = self.all
        return Block(
            scores[part], lengths[part], choices[part], most[part], winners[part], truncated[part]
        )


SCORES = [[1, 2, 3], [5, 5, 0], [-4, -4, -4], [10, 0, 0]]


def small(**changes: Any) -> Prepared:
    return Prepared(SCORES, [10, 12, 8, 10], [20, 36, 16, 28], [4, 7, 3, 5], **changes)


def many(n: int = 500, players: int = 4, **changes: Any) -> Prepared:
    rng = random.Random(7)
    scores = [[round(rng.gauss(100, 60) / 10) for _ in range(players)] for _ in range(n)]
    lengths = [rng.randint(20, 60) for _ in range(n)]
    choices = [length * rng.randint(1, 5) for length in lengths]
    most = [rng.randint(3, 9) for _ in range(n)]
    truncated = [rng.random() < 0.3 for _ in range(n)]
    return Prepared(scores, lengths, choices, most, truncated=truncated, **changes)


@pytest.fixture
def blocks_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    set_block(monkeypatch, 1)


def set_block(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(simulate_module, "_FIRST_BLOCK", size)
    monkeypatch.setattr(simulate_module, "_LARGEST_BLOCK", size)


def test_mean_spread_and_extremes() -> None:
    result = simulate(small(), 4, seed=1)
    assert [seat.mean for seat in result.seats] == [3.0, 0.75, -0.25]
    assert [seat.spread for seat in result.seats] == [
        math.sqrt(26.5),
        math.sqrt(10.6875),
        math.sqrt(6.1875),
    ]
    assert [(seat.lowest, seat.highest) for seat in result.seats] == [(-4, 10), (-4, 5), (-4, 3)]


def test_tied_seats_share_a_win() -> None:
    result = simulate(small(), 4, seed=1)
    # seat 0: half of game 1, a third of game 2, game 3; seat 1: the other half, a third; ...
    assert [seat.win_share for seat in result.seats] == [11 / 24, 5 / 24, 8 / 24]


def test_the_game_says_who_wins_whatever_the_scores() -> None:
    winners = [[0], [1, 2], [2], [0, 1, 2]]
    result = simulate(small(winners=winners), 4, seed=1)
    assert [seat.win_share for seat in result.seats] == [8 / 24, 5 / 24, 11 / 24]


class Endgame:
    """Triplets from a position whose last four cards may all leave the game, played at random."""

    num_players = 2

    def __init__(self) -> None:
        self.start = triplets_positions.make(
            triplets_positions.TWO, hands={0: "7c 7d 7h", 1: "7s"}, to_act=0
        )

    def sample_games(self, n: int, seed: int, threads: int = 1, first: int = 0) -> Block:
        ends = [self.end(f"{seed} {number}") for number in range(first, first + n)]
        return Block(
            np.array([end.scores() for end in ends], np.int32),
            np.full(n, 4, np.int32),
            np.full(n, 5, np.int64),
            np.full(n, 2, np.int32),
            np.array([bits(end.winners()) for end in ends], np.int32),
            np.array([end.is_truncated for end in ends], np.bool_),
        )

    def end(self, name: str) -> TripletsState:
        rng = random.Random(name)
        state = self.start.copy()
        while not state.is_terminal:
            state.apply(rng.choice(state.legal_actions()))
        return state


def test_a_game_in_which_nobody_is_left_with_a_card_has_one_winner() -> None:
    """Led as a triplet the sevens are negated and all gone, and the last of them has won."""
    result = simulate(Endgame(), 200, seed=1)
    empty = result.scores[0][0]
    assert 0 < empty < 200
    assert result.scores == ({0: empty, 4: 200 - empty}, {0: 200})
    assert [seat.win_share for seat in result.seats] == [1 - empty / 200, empty / 200]


def test_games_that_a_safety_limit_ended() -> None:
    assert simulate(small(), 4, seed=1).truncated == 0
    result = simulate(small(truncated=[True, False, False, True]), 4, seed=1)
    assert (result.games, result.truncated) == (4, 2)
    assert result != simulate(small(), 4, seed=1)
    assert result.to_dict()["truncated"] == 2


def test_what_a_game_is_like() -> None:
    result = simulate(small(), 4, seed=1)
    assert result.shape == GameShape(
        mean_length=10.0, shortest=8, longest=12, mean_legal=2.5, most_legal=7
    )
    assert result.actions == 40


def test_counts_of_scores() -> None:
    result = simulate(small(), 4, seed=1)
    assert result.scores == (
        {-4: 1, 1: 1, 5: 1, 10: 1},
        {-4: 1, 0: 1, 2: 1, 5: 1},
        {-4: 1, 0: 2, 3: 1},
    )
    assert list(result.scores[0]) == [-4, 1, 5, 10]


def test_about_the_run() -> None:
    result = simulate(small(), 4, seed=9, threads=3)
    assert (result.game, result.num_players) == ("prepared(num_players=3)", 3)
    assert (result.seed, result.threads) == (9, 3)
    assert (result.games_asked, result.games, result.interrupted) == (4, 4, False)
    assert result.seconds > 0
    assert result.games_per_second == result.games / result.seconds
    assert result.actions_per_second == result.actions / result.seconds


def test_one_seat_wins_always() -> None:
    result = simulate(Prepared([[3], [5]]), 2, seed=0)
    assert [(seat.mean, seat.spread, seat.win_share) for seat in result.seats] == [(4.0, 1.0, 1.0)]


def test_one_game_has_no_spread() -> None:
    assert simulate(Prepared([[3, 4]]), 1, seed=0).seats[0].spread == 0.0


@pytest.mark.parametrize("block", [1, 2, 3, 7, 64, 499])
def test_blocks_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    set_block(monkeypatch, 500)
    whole_game = many()
    whole = simulate(whole_game, 500, seed=1)
    assert len(whole_game.calls) == 1
    set_block(monkeypatch, block)
    cut_game = many()
    cut = simulate(cut_game, 500, seed=1)
    assert len(cut_game.calls) >= 500 // block
    assert cut == whole  # to the last bit
    assert cut.to_dict()["seats"] == whole.to_dict()["seats"]


def test_blocks_follow_on_each_other() -> None:
    game = many(n=3000)
    simulate(game, 3000, seed=5, threads=2)
    first = 0
    for n, seed, threads, start in game.calls:
        assert (seed, threads, start) == (5, 2, first)
        assert n >= 1
        first += n
    assert first == 3000


def test_agrees_with_numpy() -> None:
    game = many()
    result = simulate(game, 500, seed=1)
    scores = game.all.scores
    np.testing.assert_allclose([s.mean for s in result.seats], scores.mean(axis=0), rtol=1e-13)
    np.testing.assert_allclose([s.spread for s in result.seats], scores.std(axis=0), rtol=1e-13)
    assert sum(seat.win_share for seat in result.seats) == pytest.approx(1.0)
    assert result.truncated == game.all.truncated.sum() > 0


@pytest.mark.parametrize("base", [2**31 - 3, -(2**31)])
def test_large_scores_lose_nothing(base: int, blocks_of_one: None) -> None:
    result = simulate(Prepared([[base, base + 2], [base + 2, base]] * 5), 10, seed=1)
    assert [(s.mean, s.spread) for s in result.seats] == [(base + 1.0, 1.0)] * 2


def test_tallies_add_up() -> None:
    game = many()
    parts = [Tally.of(game.sample_games(n, 0, 1, k)) for n, k in ((100, 0), (1, 100), (399, 101))]
    a, b, c = parts
    whole = Tally.of(game.all)
    assert a + b + c == c + a + b == a + (b + c) == whole
    assert whole + Tally.empty(4) == Tally.empty(4) + whole == whole
    assert Tally.of(game.sample_games(0, 0)) == Tally.empty(4)
    assert Tally.empty(4).seats() == ()
    assert Tally.empty(4).shape() is None


@pytest.mark.parametrize("finished", [0, 1, 3])
def test_interrupt_keeps_finished_blocks(finished: int, blocks_of_one: None) -> None:
    result = simulate(small(interrupt_at=finished), 4, seed=1)
    assert (result.games_asked, result.games, result.interrupted) == (4, finished, True)
    if finished:
        fewer = simulate(small(), finished, seed=1)
        assert (result.seats, result.shape, result.scores) == (
            fewer.seats,
            fewer.shape,
            fewer.scores,
        )


def test_interrupt_in_the_progress_callback(blocks_of_one: None) -> None:
    def progress(done: int, games: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    result = simulate(small(), 4, seed=1, progress=progress)
    assert (result.games, result.interrupted) == (2, True)


def test_interrupted_before_the_first_game() -> None:
    result = simulate(small(interrupt_at=0), 4, seed=1)
    assert (result.seats, result.shape, result.histogram()) == ((), None, ())
    report = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert (report["games"], report["interrupted"], report["seats"]) == (0, True, [])
    assert report["length"] is None
    assert report["legal_actions"] is None
    assert report["games_per_second"] == 0
    assert report["histogram"] == {"scores": [], "counts": [[], [], []]}


def test_other_errors_pass() -> None:
    def progress(done: int, games: int) -> None:
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        simulate(small(), 4, seed=1, progress=progress)


def test_progress_ends_at_the_last_game(blocks_of_one: None) -> None:
    told: list[tuple[int, int]] = []
    simulate(small(), 4, seed=1, progress=lambda done, games: told.append((done, games)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize("games", [0, -1])
def test_needs_a_game(games: int) -> None:
    with pytest.raises(CardGamesError, match=rf"^games must be from 1 to 10+, not {games}$"):
        simulate(small(), games, seed=1)


@pytest.mark.parametrize("name", ["games", "seed", "threads"])
@pytest.mark.parametrize("value", [math.inf, math.nan, 2.0, True, None, "3"])
def test_needs_integers(name: str, value: Any) -> None:
    arguments: dict[str, Any] = {"games": 4, "seed": 1, "threads": 1, name: value}
    with pytest.raises(TypeError, match=f"^{name} must be an int, not {type(value).__name__}$"):
        simulate(small(), **arguments)


@pytest.mark.parametrize(
    ("name", "value"),
    [("games", 10**12 + 1), ("seed", -1), ("seed", 2**64), ("threads", 0), ("threads", 1025)],
)
def test_integers_have_bounds(name: str, value: int) -> None:
    arguments: dict[str, Any] = {"games": 4, "seed": 1, "threads": 1, name: value}
    with pytest.raises(CardGamesError, match=rf"^{name} must be from \d+ to \d+, not {value}$"):
        simulate(small(), **arguments)


def test_takes_integers_of_numpy() -> None:
    result = simulate(small(), np.int64(4), np.uint64(2**64 - 1), np.int8(2))
    assert (result.games, result.seed, result.threads) == (4, 2**64 - 1, 2)
    assert json.loads(json.dumps(result.to_dict()))["seed"] == 2**64 - 1
    assert result.histogram(np.int64(3)) == result.histogram(3)


@pytest.mark.parametrize(
    ("n", "seconds", "expected"),
    [
        (1000, 0.4, 1000),  # as long as wanted
        (1000, 0.2, 2000),
        (1000, 0.0, 4000),  # at most four times as many
        (1000, 100.0, 250),  # at least a quarter
        (1, 100.0, 1),
        (60000, 0.01, 1 << 17),  # bounded
    ],
)
def test_size_of_the_next_block(n: int, seconds: float, expected: int) -> None:
    assert simulate_module.next_block_size(n, seconds) == expected


def one_seat(counts: dict[int, int]) -> SimulationResult:
    scores = [[score] for score, count in counts.items() for _ in range(count)]
    return simulate(Prepared(scores), len(scores), seed=1)


def test_histogram_of_few_scores() -> None:
    assert one_seat({4: 2, 6: 1}).histogram() == (Bin(4, 4, 2), Bin(5, 5, 0), Bin(6, 6, 1))
    assert one_seat({-7: 3}).histogram() == (Bin(-7, -7, 3),)


def test_histogram_has_round_bars() -> None:
    histogram = one_seat({-11: 1, -10: 1, -1: 1, 0: 1, 9: 1, 10: 1, 34: 1}).histogram(6)
    assert histogram == (
        Bin(-20, -11, 1),
        Bin(-10, -1, 2),
        Bin(0, 9, 2),
        Bin(10, 19, 1),
        Bin(20, 29, 0),
        Bin(30, 39, 1),
    )


def test_histogram_takes_rare_ends_together() -> None:
    histogram = one_seat({-900: 1, 0: 500, 1: 400, 2: 98, 5000: 1}).histogram()
    assert histogram == (Bin(None, 0, 501), Bin(1, 1, 400), Bin(2, None, 99))
    assert one_seat({-9: 1, 0: 998, 5: 1}).histogram() == (Bin(None, None, 1000),)


@pytest.mark.parametrize("most", [3, 4, 7, 12, 40])
def test_histogram_counts_every_score_once(most: int) -> None:
    rng = random.Random(most)
    for spread in (0.3, 3, 30, 300, 3000, 3e6):
        scores = [[round(rng.gauss(50, spread)) for _ in range(2)] for _ in range(700)]
        bars = simulate(Prepared(scores), 700, seed=1).histogram(most)
        assert len(bars) <= most
        assert sum(bar.count for bar in bars) == 1400
        for bar, after in itertools.pairwise(bars):
            assert bar.high is not None
            assert after.low == bar.high + 1
        for bar in bars:
            low = -math.inf if bar.low is None else bar.low
            high = math.inf if bar.high is None else bar.high
            assert bar.count == sum(low <= score <= high for row in scores for score in row)


def test_histogram_needs_room() -> None:
    result = simulate(small(), 4, seed=1)
    with pytest.raises(CardGamesError, match=r"^most_bins must be from 3 to "):
        result.histogram(2)


@pytest.mark.parametrize("value", [math.inf, math.nan, 5.0, True, None])
def test_histogram_needs_an_integer(value: Any) -> None:
    result = simulate(small(), 4, seed=1)
    with pytest.raises(TypeError, match=r"^most_bins must be an int"):
        result.histogram(value)


def test_report_for_machines() -> None:
    result = simulate(small(), 4, seed=1, threads=2)
    report = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert report["game"] == "prepared(num_players=3)"
    assert (report["num_players"], report["seed"], report["threads"]) == (3, 1, 2)
    assert (report["games_asked"], report["games"], report["interrupted"]) == (4, 4, False)
    assert report["truncated"] == 0
    assert report["actions"] == 40
    assert report["seats"][0] == {
        "seat": 0,
        "mean": 3.0,
        "spread": math.sqrt(26.5),
        "lowest": -4,
        "highest": 10,
        "win_share": 11 / 24,
    }
    assert report["length"] == {"mean": 10.0, "shortest": 8, "longest": 12}
    assert report["legal_actions"] == {"mean": 2.5, "most": 7}
    assert report["histogram"] == {
        "scores": [-4, 0, 1, 2, 3, 5, 10],
        "counts": [[1, 0, 1, 0, 0, 1, 1], [1, 1, 0, 1, 0, 1, 0], [1, 2, 0, 0, 1, 0, 0]],
    }


@pytest.mark.parametrize("name", cardgames.games())
def test_real_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = cardgames.make(name)
    whole = simulate(game, 300, seed=3)
    assert whole.game == str(game)
    set_block(monkeypatch, 37)
    assert simulate(game, 300, seed=3, threads=3) == whole
    assert simulate(game, 300, seed=4) != whole
    scores = np.asarray(game.playouts(300, 3))
    assert [seat.mean for seat in whole.seats] == [total / 300 for total in scores.sum(0).tolist()]
    assert whole.shape is not None
    assert whole.shape.longest <= game.max_game_length
    assert whole.shape.most_legal <= game.max_legal_actions


@pytest.mark.parametrize(
    ("game", "some"),
    [
        (Triplets(num_players=3), False),
        (Triplets(num_players=3, max_rounds=60), True),
        (Triplets(num_players=4, decks=2, lead="lowest", refill="round", max_rounds=200), True),
        (CellarDesTriplettes(max_rounds=2), True),
        (BottleImp(rounds=1), False),
    ],
    ids=str,
)
def test_safety_limits_of_real_games(game: Game[Any], some: bool) -> None:
    result = simulate(game, 300, seed=1)
    ends = game.sample_games(300, 1)
    assert result.truncated == ends.truncated.sum()
    assert (result.truncated > 0) == some
    # The cards of two seats or more are what a limit leaves over in Triplets.
    if isinstance(game, Triplets):
        assert result.truncated == ((ends.scores > 0).sum(axis=1) > 1).sum()
