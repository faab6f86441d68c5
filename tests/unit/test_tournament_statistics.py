"""What tournaments count and work out, against figures worked out by hand."""

from __future__ import annotations

import csv
import io
import json
import math
import pickle
from array import array
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from xml.etree import ElementTree

import numpy as np
import pytest

import cardgames
from cardgames import CardGamesError
from cardgames.seeds import stream
from cardgames.standings import Estimate, TournamentResult
from cardgames.tournament import lineups, tournament
from cardgames.tournament_counts import Counts, counts_of

from . import staged_games
from .staged_games import Idle, record

if TYPE_CHECKING:
    from cardgames.records import GameRecord

TRIPLETS = cardgames.Triplets(num_players=3)
BOTTLE_IMP = cardgames.BottleImp(num_players=4)
ALONE = cardgames.WineCellar(num_players=1)


def counted(bots: int, *deals: Sequence[GameRecord]) -> Counts:
    """The counts of deals whose players are called a, b, c by the number of the bot."""
    rows = array("d")
    for records in deals:
        lineups = [["abc".index(name) for name in it.players] for it in records]
        rows.extend(counts_of(bots, lineups, records))
    return Counts.of_rows(rows, bots)


TWO_DEALS = (
    # a wins alone, then a and b share
    [
        record("aab", [0], [9, 4, 2]),
        record("aba", [0, 1], [5, 5, 1]),
        record("baa", [1], [0, 6, 3]),
    ],
    # b wins, b wins, and all three share
    [
        record("aab", [2], [1, 1, 8]),
        record("aba", [1], [2, 7, 3]),
        record("baa", [0, 1, 2], [4] * 3),
    ],
)


def test_counts_of_a_deal() -> None:
    counts = counted(2, TWO_DEALS[0])
    assert (counts.deals, counts.games, counts.truncated, counts.actions) == (1, 3, 0, 9)
    assert counts.sums.tolist() == [
        [[6, 3]],  # seats
        [[2.5, 0.5]],  # wins
        [[28, 7]],  # points
        [[0, -1]],  # returns: 1 -1 | 1 -1 | 1 -1 for a, -1 | 1 | -1 for b
    ]
    # a beats b in the first game and the last, and nobody in the second: the third seat is a's
    # too, which b beats with half a win
    assert counts.beaten.tolist() == [[[0, 2], [0.5, 0]]]


def test_truncated_games_and_actions_are_counted() -> None:
    cut = record("abc", [0], [1, 0, 0], is_truncated=True, actions=((0, 1),) * 7)
    counts = counted(3, [cut, record("bca", [0], [1, 0, 0])], [cut])
    assert (counts.deals, counts.games, counts.truncated, counts.actions) == (2, 3, 2, 17)


def test_standings_are_means_over_deals() -> None:
    first, second = counted(2, *TWO_DEALS).standings(["A", "B"], alone=False)
    # win shares for each seat: A 2.5/6 and (2/3)/6, B 0.5/3 and (2 + 1/3)/3
    assert (first.bot, first.seats, second.bot, second.seats) == ("B", 6, "A", 12)
    assert first.win_share is not None
    assert first.win_share.mean == pytest.approx((1 / 6 + 7 / 9) / 2)
    # of two values the error is half of their difference
    assert first.win_share.error == pytest.approx((7 / 9 - 1 / 6) / 2)
    assert second.win_share is not None
    assert second.win_share.mean == pytest.approx((5 / 12 + 1 / 9) / 2)
    assert second.win_share.error == pytest.approx((5 / 12 - 1 / 9) / 2)
    # points: A 28/6 and 15/6, B 7/3 and 19/3
    assert first.score.mean == pytest.approx(13 / 3)
    assert first.score.error == pytest.approx(2)
    assert second.score.mean == pytest.approx(43 / 12)
    assert second.score.error == pytest.approx(13 / 12)
    # returns: A 0 and (-4 + 2)/6, B -1/3 and 1
    assert second.returns.mean == pytest.approx(-1 / 6)
    assert first.returns.mean == pytest.approx(1 / 3)


def test_differences_are_those_within_the_deals() -> None:
    (pair,) = counted(2, *TWO_DEALS).pairs(["A", "B"], alone=False)
    assert (pair.first, pair.second) == ("B", "A")
    # B less A, points: 7/3 - 28/6 = -7/3 and 19/3 - 15/6 = 23/6
    assert pair.score.mean == pytest.approx(3 / 4)
    assert pair.score.error == pytest.approx((23 / 6 + 7 / 3) / 2)
    assert pair.win_share is not None
    assert pair.win_share.mean == pytest.approx((1 / 6 - 5 / 12 + 7 / 9 - 1 / 9) / 2)


def test_what_hits_all_bots_of_a_deal_alike_is_no_part_of_a_difference() -> None:
    deals = [
        [record("ab", [0], [luck + 3, luck]), record("ba", [1], [luck, luck + 3])]
        for luck in (0, 50, 90)
    ]
    counts = counted(2, *deals)
    (pair,) = counts.pairs(["A", "B"], alone=False)
    assert (pair.score.mean, pair.score.error) == (3, 0)
    assert all((it.score.error or 0) > 20 for it in counts.standings(["A", "B"], alone=False))


def test_errors_of_many_deals() -> None:
    points = [3, 5, 7, 1, 9]
    deals = [[record("ab", [0], [it, 0]), record("ba", [1], [0, it])] for it in points]
    standing = counted(2, *deals).standings(["A", "B"], alone=False)[0]
    # squares of the deviations from 5: 4 + 0 + 4 + 16 + 16 = 40; 40 / 4 / 5 = 2
    assert standing.score.mean == 5
    assert standing.score.error == pytest.approx(math.sqrt(2))


def test_intervals() -> None:
    assert Estimate(3.0, 0.5).interval == (3 - 0.98, 3 + 0.98)
    assert Estimate(3.0, None).interval is None
    assert Estimate(3.0, None).to_dict() == {"mean": 3.0, "error": None, "low": None, "high": None}


def test_one_deal_has_no_error() -> None:
    counts = counted(2, TWO_DEALS[0])
    standings, pairs = counts.standings("AB", alone=False), counts.pairs("AB", alone=False)
    for it in (*standings[0].to_dict().values(), *pairs[0].to_dict().values()):
        assert not isinstance(it, dict) or it["error"] is None


def test_alone_the_points_on_the_same_cards_are_compared() -> None:
    def deal(*points: int) -> list[GameRecord]:
        return [record(name, [0], [score]) for name, score in zip("abc", points, strict=True)]

    counts = counted(3, deal(10, 30, 20), deal(20, 20, 5))
    assert counts.beaten.tolist() == [
        [[0, 0, 0], [1, 0, 1], [1, 0, 0]],
        [[0, 0.5, 1], [0.5, 0, 1], [0, 0, 0]],
    ]
    standings = counts.standings(["A", "B", "C"], alone=True)
    assert [(it.bot, it.score.mean, it.win_share) for it in standings] == [
        ("B", 25, None),
        ("A", 15, None),
        ("C", 12.5, None),
    ]
    assert [(it.first, it.second) for it in counts.pairs("ABC", alone=True)] == [
        ("B", "A"),
        ("B", "C"),
        ("A", "C"),
    ]


def test_equals_stay_in_the_order_they_were_given_in() -> None:
    counts = counted(3, [record("cab", [0, 1, 2], [1, 1, 1])])
    assert [it.bot for it in counts.standings("xyz", alone=False)] == ["x", "y", "z"]


# Results


def strong_wins(names: Sequence[str], _seed: int) -> Sequence[int]:
    """The first seat of the strong bot wins."""
    return [names.index("strong") if "strong" in names else 0]


@pytest.fixture
def result(monkeypatch: pytest.MonkeyPatch) -> TournamentResult:
    """The strong bot always wins; it sits at two of four seats."""
    staged_games.stage(monkeypatch, strong_wins)
    return tournament(BOTTLE_IMP, {"weak": Idle(), "strong": Idle()}, 100, seed=1)


def test_who_always_wins_is_first(result: TournamentResult) -> None:
    first, second = result.standings
    assert (first.bot, second.bot) == ("strong", "weak")
    assert first.win_share == Estimate(0.5, 0)  # one of its two seats wins every game
    assert second.win_share == Estimate(0, 0)
    assert first.score == Estimate(5, 0)
    assert result.expected == 0.25
    (pair,) = result.pairs
    assert pair.win_share == Estimate(0.5, 0)
    assert result.ratings()[0].elo > 400


def test_equal_bots_have_equal_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    staged_games.stage(monkeypatch, lambda _names, seed: [seed % 3])
    result = tournament(TRIPLETS, {name: Idle() for name in "abc"}, 3000, seed=1)
    # the same seat wins all games of a deal, and everyone has it once
    for it in result.standings:
        assert it.win_share is not None
        assert it.win_share.mean == pytest.approx(1 / 3)
        assert it.win_share.error == pytest.approx(0)


def test_intervals_hold_the_truth_as_often_as_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wins by chance, 70% for the first of two bots, each twice for the games of a deal."""
    staged_games.stage(
        monkeypatch,
        lambda names, seed: [names.index("ab"[stream(seed, 5) % 10 >= 7])],
    )
    held = 0
    for seed in range(300):
        result = tournament(cardgames.Triplets(2), {"a": Idle(), "b": Idle()}, 200, seed=seed)
        share = {it.bot: it.win_share for it in result.standings}["a"]
        assert share is not None
        low, high = share.interval or (0, 0)
        held += low <= 0.7 <= high
    assert held / 300 == pytest.approx(0.95, abs=0.045)


def test_real_bots_differ() -> None:
    game = cardgames.BottleImp(num_players=4, rounds=1)
    result = tournament(game, ["random", "greedy"], 200, seed=1)
    assert [it.bot for it in result.standings] == ["greedy", "random"]
    share = result.pairs[0].win_share
    assert share is not None
    assert share.interval is not None
    assert share.interval[0] > 0


def test_equality_leaves_out_workers_and_time(result: TournamentResult) -> None:
    assert replace(result, workers=9, seconds=99.0) == result
    assert hash(replace(result, workers=9, seconds=99.0)) == hash(result)
    assert replace(result, games=9) != result
    assert pickle.loads(pickle.dumps(result)) == result


def test_comparisons_cannot_be_changed(result: TournamentResult) -> None:
    assert result.comparisons.shape == (result.deals, 2, 2)
    with pytest.raises(ValueError, match="read-only"):
        result.comparisons[0, 0, 1] = 7


def test_repr_is_a_table(result: TournamentResult) -> None:
    lines = repr(result).splitlines()
    assert lines[0] == (
        f"TournamentResult: bottle_imp(num_players=4,rounds=8), {result.games} games of "
        f"{result.deals} deals, seed 1"
    )
    assert lines[1].split() == ["bot", "win", "share", "±", "score", "±", "returns", "±"]
    assert lines[2].split() == ["strong", "50.00%", "0.00%", "5.00", "0.00", "0.000", "0.000"]
    assert lines[4:] == [
        "±: half of the 95% interval over the deals",
        "win share: equal bots would have 25.00%; more than 50.00% cannot be",
    ]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("bots", range(1, 9))
def test_no_win_share_can_be_more_than_the_bound(bots: int, seats: int) -> None:
    """The bound is reached where the seats can be shared out evenly. Bot 0 wins every game."""
    deals = [lineups(bots, seats, seed) for seed in range(300)]
    shares = [
        sum(0 in lineup for lineup in deal) / sum(lineup.count(0) for lineup in deal)
        for deal in deals
    ]
    bound = min(bots, seats) / seats
    assert max(shares) <= bound + 1e-12
    mean = sum(shares) / len(shares)
    if bots >= seats or seats % bots == 0:
        assert mean == pytest.approx(bound)
    if (bots, seats) == (3, 4):
        assert 0.68 < mean < 0.72


def test_the_bound_of_a_win_share() -> None:
    for bots, partners, most in (
        (["random", "greedy"], None, 2 / 3),
        (["random"], None, 1 / 3),
        (["random", "greedy", "flat:1"], None, 1),
        (["random", "greedy", "flat:1"], [[0, 1], [2]], 2 / 3),
    ):
        assert tournament(TRIPLETS, bots, 1, partners=partners, seed=1).most == most


def test_the_ends_of_an_interval() -> None:
    value = Estimate(2.0, 0.5)
    assert (value.low, value.high) == value.interval
    assert value.low == pytest.approx(2 - 1.96 * 0.5)
    assert (Estimate(2.0, None).low, Estimate(2.0, None).high) == (None, None)


def test_html_is_escaped() -> None:
    result = tournament(TRIPLETS, {"<b>": "random", "c": "random"}, 6, seed=1)
    assert result._repr_html_() == result.to_html()  # pyright: ignore[reportPrivateUsage]
    table = ElementTree.fromstring(result.to_html())
    assert [cell.text for cell in table.iter("td")].count("<b>") == 1
    assert len(table.findall("./tbody/tr")) == 2
    assert len(table.findall("./tfoot/tr")) == 2


def test_json_has_everything(result: TournamentResult) -> None:
    text = result.to_json()
    assert "\n" not in text
    report = json.loads(text, parse_constant=pytest.fail)
    assert report == result.to_dict()
    assert report["game"] == str(BOTTLE_IMP)
    assert report["bots"] == ["weak", "strong"]
    assert report["partners"] == [[0], [1], [2], [3]]
    assert report["expected_win_share"] == 0.25
    assert (report["seed"], report["games_asked"], report["games"]) == (1, 100, result.games)
    strong, weak = report["standings"]
    assert strong["win_share"] == {"mean": 0.5, "error": 0, "low": 0.5, "high": 0.5}
    assert (strong["bot"], weak["bot"]) == ("strong", "weak")
    assert strong["seats"] == weak["seats"] == 2 * result.games
    assert strong["rating"]["elo"] == -weak["rating"]["elo"] == result.ratings()[0].elo
    share = {"mean": 0.5, "error": 0.0, "low": 0.5, "high": 0.5}
    (pair,) = report["pairs"]
    assert (pair["first"], pair["second"], pair["win_share"]) == ("strong", "weak", share)


def test_json_alone_has_no_win_shares() -> None:
    result = tournament(ALONE, ["random", "greedy"], 4, seed=1)
    for it in (*result.to_dict()["standings"], *result.to_dict()["pairs"]):
        assert it["win_share"] is None
        assert it["score"]["error"] >= 0
    assert "win share" not in repr(result)


def test_csv_can_be_read_back(result: TournamentResult) -> None:
    rows = list(csv.DictReader(io.StringIO(result.to_csv())))
    assert [row["bot"] for row in rows] == ["strong", "weak"]
    for row, it, rating in zip(rows, result.standings, result.ratings(), strict=True):
        assert it.win_share is not None
        assert int(row["seats"]) == it.seats
        assert float(row["win_share"]) == it.win_share.mean
        assert float(row["score_error"]) == it.score.error
        assert (float(row["returns_low"]), float(row["returns_high"])) == it.returns.interval
        assert float(row["elo"]) == rating.elo
        assert float(row["elo_low"]) == rating.low


def test_csv_leaves_empty_what_is_not_known() -> None:
    result = tournament(ALONE, {'a,"b': "random", "c": "greedy"}, 2, seed=1)
    rows = list(csv.DictReader(io.StringIO(result.to_csv())))
    assert {row["bot"] for row in rows} == {'a,"b', "c"}
    for row in rows:
        assert row["win_share"] == row["score_error"] == row["elo_low"] == ""
        assert row["score"] != ""


# Charts


@pytest.mark.parametrize("measure", [None, "win_share", "score", "returns"])
def test_a_chart_shows_every_bot(result: TournamentResult, measure: Any) -> None:
    picture = result.plot(measure=measure)
    (axes,) = picture.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["strong", "weak"]
    assert len(axes.containers) == 2
    assert axes.get_ylim() == (1.5, -0.5)  # the best at the top


def test_a_chart_shows_means_and_intervals() -> None:
    result = tournament(TRIPLETS, ["random", "greedy"], 60, seed=1)
    (axes,) = result.plot(measure="score").axes
    for row, (it, drawn) in enumerate(zip(result.standings, axes.containers, strict=True)):
        dot, _, (bar,) = cast("Any", drawn)
        assert np.asarray(dot.get_xydata()).tolist() == [[it.score.mean, row]]
        ends = bar.get_segments()[0][:, 0].tolist()
        assert it.score.interval is not None
        assert ends == pytest.approx(list(it.score.interval))


def test_a_chart_alone_is_of_points() -> None:
    result = tournament(ALONE, ["random", "greedy"], 4, seed=1)
    (axes,) = result.plot().axes
    assert axes.get_xlabel() == "Mean score, 95% interval over 2 deals"
    with pytest.raises(CardGamesError, match="a game of one seat has no win share"):
        result.plot(measure="win_share")


def test_charts_are_written(result: TournamentResult, tmp_path: Path) -> None:
    result.plot(tmp_path / "a.png")
    result.plot(str(tmp_path / "a.SVG"))
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert ElementTree.parse(tmp_path / "a.SVG").getroot().tag.endswith("svg")


def test_names_are_drawn_as_they_are(tmp_path: Path) -> None:
    result = tournament(TRIPLETS, {"$a_1^": "random", "$\\frac$": "greedy"}, 6, seed=1)
    result.plot(tmp_path / "a.png")
    assert (tmp_path / "a.png").stat().st_size > 0


@pytest.mark.parametrize("name", ["a", "a.txt", ".png", "a.png.gz"])
def test_a_chart_needs_an_ending_that_is_known(
    result: TournamentResult, tmp_path: Path, name: str
) -> None:
    with pytest.raises(CardGamesError, match=r"path must end in \.png, \.svg or \.pdf, not"):
        result.plot(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("measure", "error"), [("wins", CardGamesError), (1, TypeError), (b"score", TypeError)]
)
def test_a_chart_of_nothing_known(
    result: TournamentResult, measure: Any, error: type[Exception]
) -> None:
    with pytest.raises(error, match="measure must be "):
        result.plot(measure=measure)


def test_a_chart_that_cannot_be_written(result: TournamentResult, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        result.plot(tmp_path / "nowhere" / "a.png")
    with pytest.raises(TypeError):
        result.plot(7)  # type: ignore[arg-type]
