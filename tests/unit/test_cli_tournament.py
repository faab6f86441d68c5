"""`cardgames tournament`: what it shows, prints and writes, and what it refuses."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer

import cardgames
from cardgames import cli, cli_games, cli_tournament
from cardgames.records import read_records
from cardgames.seeds import stream
from cardgames.standings import TournamentResult
from cardgames.tournament import tournament

from .command_line import PLAIN, environment, invoke, needs_posix, refuse, run, run_closed

GAMES = cardgames.games()
SHORT = ("tournament", "bottle_imp", "--rounds", "1", "--seed", "1", "--no-processes")
GAME = cardgames.BottleImp(num_players=4, rounds=1)
TIMES = ("workers", "seconds")


@pytest.fixture(scope="module")
def app() -> typer.Typer:
    return cli.build_app()


def played(games: int = 12, bots: str = "random,greedy") -> TournamentResult:
    return tournament(GAME, bots.split(","), games, seed=1)


def without_times(report: str) -> str:
    return re.sub(r"(?m)^(Speed|Time).*$", "", report)


def test_help_names_the_games_and_where_their_options_are(app: typer.Typer) -> None:
    text = invoke(app, "tournament", "--help")
    assert set(GAMES) <= set(re.findall(r"\w+", text))
    assert f"cardgames tournament {GAMES[0]} --help lists" in text


@pytest.mark.parametrize("name", GAMES)
def test_help_lists_the_options_of_the_game(app: typer.Typer, name: str) -> None:
    text = invoke(app, "tournament", name, "--help")
    for spec in cardgames.make(name).option_specs():
        assert re.search(f"{cli_games.flag_of(spec.name)}[ ,]", text)
    own = {"--bots", "--partners", "--workers", "--csv", "--plot", "--records"}
    assert own <= set(re.findall(r"--[\w-]+", text))
    assert not own & {cli_games.flag_of(spec.name) for spec in cardgames.make(name).option_specs()}


@pytest.mark.parametrize("name", GAMES)
def test_a_tournament_of_every_game(app: typer.Typer, name: str) -> None:
    args = ("tournament", name, "--games", "2", "--seed", "1", "--no-processes")
    text = invoke(app, *args)
    assert text.splitlines()[0].startswith(f"{name}(num_players=")
    assert re.search(r"^greedy  .*%", text, re.MULTILINE)
    assert re.search(r"^random  .*%", text, re.MULTILINE)


def test_table(app: typer.Typer) -> None:
    text = invoke(app, *SHORT, "--games", "12")
    lines = text.splitlines()
    result = played()
    assert lines[0] == str(GAME)
    assert lines[1] == f"{result.games} games of {result.deals} deals, seed 1"
    assert lines[3].split("   ")[0] == "Bot"
    for line, it, rating in zip(lines[5:7], result.standings, result.ratings(), strict=True):
        assert it.win_share is not None
        low, high = it.win_share.interval or (0.0, 0.0)
        cells = line.split()
        assert cells[:3] == [it.bot, f"{it.win_share.mean:.2%}", f"{(high - low) / 2:.2%}"]
        assert f" {it.score.mean:,.2f} " in line
        assert rating.low is not None
        assert rating.high is not None
        assert cells[5:] == [
            f"{rating.elo:+.0f}",
            f"{rating.low:+.0f}",
            "to",
            f"{rating.high:+.0f}",
        ]
    pair = result.pairs[0]
    assert pair.win_share is not None
    assert f"{pair.first} - {pair.second} " in text
    assert f" {pair.win_share.mean:.2%} " in text
    assert "\nEqual bots     would have a win share of 25.00%\n" in text
    assert "\nAt most        50.00% can be, as a bot has several seats of a game\n" in text
    assert f"\nLength         {result.actions / result.games:.1f} actions\n" in text
    assert re.search(r"^Time .* on \d+ thread", text, re.MULTILINE)


def test_alone_there_are_points_only(app: typer.Typer) -> None:
    args = ("tournament", "wine_cellar", "--players", "1", "--games", "6", "--no-processes")
    text = invoke(app, *args)
    assert "Score" in text
    assert "Elo" in text
    assert "Win share" not in text
    assert "Equal bots" not in text


def test_one_bot_has_no_differences(app: typer.Typer) -> None:
    text = invoke(app, *SHORT, "--bots", "random", "--games", "3")
    assert "Difference" not in text
    assert re.search(r"^random .* 25.00%", text, re.MULTILINE)


@pytest.mark.parametrize("width", [30, 40, 50, 60, 80, 200])
@pytest.mark.parametrize("players", ["1", "3"])
def test_output_fits_the_terminal(
    width: int, players: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLAIN, "COLUMNS", str(width))
    args = ("tournament", "wine_cellar", "--players", players, "--games", "6", "--no-processes")
    for line in invoke(cli.build_app(), *args).splitlines():
        assert line == line.rstrip()
        assert len(line) <= width


def test_narrow_tables_leave_columns_out() -> None:
    result = played()
    heads = {
        width: cli_tournament.standings_table(result, width, ascii_only=False)[0].split()
        for width in (80, 60, 44, 30, 24, 14)
    }
    assert heads[80] == ["Bot", "Win", "share", "±", "wins", "Score", "±", "score", "Elo", "95%"]
    assert heads[60] == ["Bot", "Wins", "±", "Score", "±", "Elo", "95%"]
    assert heads[44] == ["Bot", "Wins", "±", "Elo", "95%"]
    assert heads[30] == ["Bot", "Wins", "±", "Elo"]
    assert heads[24] == ["Bot", "Wins", "±"]
    assert heads[14] == ["Bot", "Wins"]


def test_without_choix_the_table_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    assert cli.main([*SHORT, "--games", "4"]) == 0
    text = capsys.readouterr().out
    assert "Elo" not in text
    assert 'choix: pip install "cardgames-engine[ratings]"' in " ".join(text.split())


def test_json(app: typer.Typer) -> None:
    text = invoke(app, *SHORT, "--games", "12", "--json")
    assert text.count("\n") == 1
    report = json.loads(text)
    expected = {"cardgames": cardgames.__version__, **played().to_dict()}
    assert list(report) == list(expected)
    for key in TIMES:
        del report[key], expected[key]
    assert report == expected


def test_processes_are_the_default_and_change_nothing() -> None:
    args = [*SHORT[:-1], "--bots", "random,greedy,flat:20", "--games", "12", "--workers", "2"]
    processes = run(*args)
    assert processes.stderr == ""
    assert " on 2 processes\n" in processes.stdout
    threads = run(*args, "--no-processes")
    assert " on 2 threads\n" in threads.stdout
    assert without_times(processes.stdout) == without_times(threads.stdout)


def test_drawn_seed_is_shown_and_repeats_the_tournament(app: typer.Typer) -> None:
    args = ("tournament", "triplets", "--games", "4", "--no-processes")
    drawn = invoke(app, *args)
    seed = re.search(r"seed (\d+) \(drawn\)", drawn)
    assert seed
    again = invoke(app, *args, "--seed", seed[1])
    assert without_times(again) == without_times(drawn.replace(" (drawn)", ""))


def test_options_reach_the_game_and_the_tournament(app: typer.Typer) -> None:
    args = "--teams 2-2 --partners 0+2,1+3 --bots greedy,flat:10 --games 4 --json"
    report = json.loads(invoke(app, *SHORT, *args.split()))
    assert report["game"] == "bottle_imp(num_players=4,rounds=1,teams=2-2)"
    assert report["partners"] == [[0, 2], [1, 3]]
    assert report["bots"] == ["greedy", "flat:10"]
    assert (report["games"], report["deals"]) == (4, 2)


# Files


def test_standings_are_written_as_csv(app: typer.Typer, tmp_path: Path) -> None:
    path = tmp_path / "standings.csv"
    path.write_text("old " * 1000, encoding="utf-8")
    invoke(app, *SHORT, "--games", "12", "--csv", str(path))
    assert path.read_text(encoding="utf-8") == played().to_csv()
    with path.open(newline="", encoding="utf-8") as file:
        assert [row["bot"] for row in csv.DictReader(file)] == ["greedy", "random"]


def test_a_chart_is_written(app: typer.Typer, tmp_path: Path) -> None:
    invoke(app, *SHORT, "--games", "6", "--plot", str(tmp_path / "a.svg"))
    assert "</svg>" in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_records_are_written_in_order(app: typer.Typer, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    invoke(app, *SHORT, "--games", "12", "--workers", "3", "--records", str(path))
    records = list(read_records(path))
    assert len(records) == played().games
    assert {record.game for record in records} == {GAME}
    seeds = list(dict.fromkeys(record.seed for record in records))
    assert seeds == [stream(1, deal) for deal in range(len(seeds))]


def test_a_file_that_cannot_be_written_is_refused_at_once(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for flag in ("--csv", "--records", "--plot"):
        path = str(tmp_path / "nowhere" / "a.png")
        line = refuse(capfd, *SHORT, "--games", "1000000", flag, path)
        assert line.startswith(f"cardgames: {flag}: cannot write {path}: No such file")
    assert "cannot write 'a\\x00b'" in refuse(capfd, *SHORT, "--csv", "a\0b")


def test_nothing_is_written_when_the_command_is_refused(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = [f"--csv={tmp_path / 'a.csv'}", f"--records={tmp_path / 'a.jsonl'}"]
    refuse(capfd, *SHORT, *files, "--bots", "random,nobody")
    refuse(capfd, *SHORT, *files, "--partners", "0+1")
    refuse(capfd, *SHORT, *files, f"--plot={tmp_path / 'a.txt'}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("flag", ["--csv", "--records"])
def test_full_disk(flag: str) -> None:
    done = run(*SHORT, "--games", "3", flag, "/dev/full", code=1)
    assert re.fullmatch(r"cardgames: the output cannot be written: .*\n", done.stderr)
    assert ("Win share" in done.stdout) == (flag == "--csv")


def test_without_matplotlib_a_chart_is_refused(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.delitem(sys.modules, "cardgames.pictures.tournament", raising=False)
    assert cli.main([*SHORT, "--plot", str(tmp_path / "a.png")]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err == (
        'cardgames: charts need matplotlib: pip install "cardgames-engine[plot]" '
        '(from a clone: pip install ".[plot]")\n'
    )


# What it refuses


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("tournament", "which game? the games are bottle_imp, cellar_des_triplettes, "),
        ("tournament no_game", "unknown game 'no_game'; the games are"),
        ("tournament bottle_imp --players 9", "--players must be an integer from 2 to 6, not 9"),
        ("tournament bottle_imp --bots=", "--bots must be bots with commas between them, not ''"),
        ("tournament bottle_imp --bots random,", "with commas between them, not 'random,'"),
        ("tournament bottle_imp --bots nobody", "--bots: there is no bot 'nobody'; bots are "),
        ("tournament bottle_imp --bots gredy", "(did you mean 'greedy'?)"),
        ("tournament bottle_imp --bots flat:0", "--bots: flat needs a whole number of simulations"),
        (
            "tournament bottle_imp --bots greedy,greedy",
            "--bots: 'greedy' is named twice; name each bot once",
        ),
        ("tournament bottle_imp --bots flat:5,flat:05", "--bots: 'flat:5' is named twice"),
        ("tournament bottle_imp --games 0", "--games must be 1 to 1,000,000,000, not 0"),
        ("tournament bottle_imp --seed -1", "--seed must be 0 to "),
        ("tournament bottle_imp --workers 0", "--workers must be 1 to 1,024, not 0"),
        ("tournament bottle_imp --workers many", "--workers must be a whole number, not 'many'"),
        ("tournament bottle_imp --partners x", "--partners must be seats such as 0+2,1+3"),
        ("tournament bottle_imp --partners=", "--partners must be seats such as 0+2,1+3, not ''"),
        (
            "tournament bottle_imp --partners 0+2",
            "--partners must have each of the seats 0 to 3 once, not '0+2'",
        ),
        ("tournament bottle_imp --partners 0+2,1+4", "of the seats 0 to 3 once, not '0+2,1+4'"),
        (
            "tournament bottle_imp --plot a.txt",
            "--plot must end in .png, .svg or .pdf, not 'a.txt'",
        ),
        ("tournament bottle_imp --threads 2", "No such option: --threads"),
    ],
)
def test_bad_use_is_one_line(capfd: pytest.CaptureFixture[str], args: str, message: str) -> None:
    line = refuse(capfd, *args.split())
    assert message in line
    assert " --help)\n" in line


@pytest.mark.parametrize("flags", ["csv plot", "csv records", "plot records"])
def test_two_things_do_not_go_to_one_file(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, flags: str
) -> None:
    first, second = flags.split()
    path = tmp_path / "same.svg"
    other = f"{tmp_path}/./same.svg"
    line = refuse(capfd, *SHORT, f"--{first}", str(path), f"--{second}", other)
    assert f"--{first} and --{second} must be different files" in line
    assert not path.exists()


# As a process


def test_ascii_terminals_get_ascii() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cardgames", *SHORT, "--games", "6"],
        capture_output=True,
        env={**environment(), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        timeout=60,
        check=True,
    )
    assert b"-----" in done.stdout
    assert b" +- wins " in done.stdout
    assert done.stdout.isascii()


@needs_posix
@pytest.mark.parametrize("processes", ["--processes", "--no-processes"])
def test_interrupt_shows_what_was_done(processes: str, tmp_path: Path) -> None:
    """Ctrl-C at a terminal reaches all processes of its group."""
    path = tmp_path / "games.jsonl"
    args = [*SHORT[:-1], processes, "--workers", "2", "--games", "1000000000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "cardgames", *args, "--records", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 30
        while not (path.exists() and path.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, err) == (130, "")
    shown = re.search(r"Interrupted: ([\d,]+) of 1,000,000,000 games were played", out)
    assert shown
    assert "Win share" in out
    counted = int(shown[1].replace(",", ""))
    assert counted <= sum(1 for _ in read_records(path)) <= counted + 4  # a deal more at the most


@needs_posix
def test_stderr_closed_from_the_start() -> None:
    done = run_closed(2, *SHORT, "--games", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Win share" in done.stdout
