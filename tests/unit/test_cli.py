"""The command line: in this process through typer's runner and `main`, and as a process."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.console import Console

import cardgames
from cardgames import WineDeck, cli, cli_console, cli_games, cli_simulate
from cardgames.simulate import Bin, simulate

from .command_line import PLAIN, environment, invoke, needs_posix, refuse, run, run_closed

GAMES = cardgames.games()
SPECS = [(name, spec) for name in GAMES for spec in cardgames.make(name).option_specs()]
SPEC_IDS = [f"{name}-{spec.name}" for name, spec in SPECS]


@pytest.fixture(scope="module")
def app() -> typer.Typer:
    return cli.build_app()


def without_times(report: str) -> str:
    return re.sub(r"(?m)^(Speed|Time).*$", "", report)


# What it shows


def test_version(app: typer.Typer) -> None:
    assert invoke(app, "--version") == f"cardgames {cardgames.__version__}\n"


def test_help_names_the_commands(app: typer.Typer) -> None:
    text = invoke(app, "--help")
    assert "simulate" in text
    assert "games" in text
    assert run().stdout == run("--help").stdout


@pytest.mark.parametrize("name", GAMES)
def test_help_names_the_games(app: typer.Typer, name: str) -> None:
    assert name in invoke(app, "simulate", "--help")


def test_help_tells_where_the_options_of_a_game_are(app: typer.Typer) -> None:
    assert f"cardgames simulate {GAMES[0]} --help lists" in invoke(app, "simulate", "--help")


@pytest.mark.parametrize("width", [30, 40, 50, 80, 200])
def test_output_fits_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAIN, "COLUMNS", str(width))
    app = cli.build_app()
    listing = invoke(app, "games").splitlines()
    assert listing[0] == GAMES[0]
    assert set(GAMES) <= set(listing)
    if width >= 80:
        assert listing[1] == f"  {cardgames.BottleImp.__doc__}".partition("\n")[0]
    for name in GAMES:
        report = invoke(app, "simulate", name, "--games", "200", "--seed", "1").splitlines()
        for line in [*listing, *report[1:]]:  # the game itself is in one piece, to be copied
            assert line == line.rstrip()
            assert len(line) <= width


def test_narrow_tables_leave_columns_out() -> None:
    result = simulate(cardgames.make("bottle_imp"), 50, 1)
    heads = {
        width: cli_simulate.seat_table(result, width, "-")[0].split("  ")
        for width in (80, 50, 36, 20)
    }
    names = {width: [head.strip() for head in found if head] for width, found in heads.items()}
    assert names[80] == ["Seat", "Mean score", "Spread", "Lowest", "Highest", "Win share"]
    assert names[50] == ["Seat", "Mean", "Spread", "Lowest", "Highest", "Wins"]
    assert names[36] == ["Seat", "Mean", "Spread", "Wins"]
    assert names[20] == ["Seat", "Mean", "Wins"]


def test_empty_bars_leave_no_spaces(capsys: pytest.CaptureFixture[str]) -> None:
    cli_simulate.show_histogram(Console(width=80), [Bin(0, 0, 1), Bin(1, 1, 0), Bin(2, 2, 3)])
    assert "1    0.0%\n" in capsys.readouterr().out


def test_durations() -> None:
    assert cli_console.duration(0.00074) == "0.7 ms"
    assert cli_console.duration(0.9994) == "999.4 ms"
    assert cli_console.duration(0.9996) == "1.00 s"
    assert cli_console.duration(1234.5) == "1,234.50 s"


@pytest.mark.parametrize(("name", "spec"), SPECS, ids=SPEC_IDS)
def test_options_of_a_game_are_options_of_its_command(
    app: typer.Typer, name: str, spec: cardgames.OptionSpec
) -> None:
    flag = cli_games.flag_of(spec.name)
    assert re.search(f"{flag}[ ,]", invoke(app, "simulate", name, "--help"))
    assert f"{flag} " in invoke(app, "games")
    assert flag not in ("--games", "--seed", "--threads", "--json", "--help")


@pytest.mark.parametrize("name", GAMES)
def test_table(app: typer.Typer, name: str) -> None:
    text = invoke(app, "simulate", name, "--games", "500", "--seed", "1", "--threads", "2")
    game = cardgames.make(name)
    assert str(game) in text.replace("\n", "")
    assert "500 random games, seed 1\n" in text
    result = simulate(game, 500, 1)
    for seat, it in enumerate(result.seats):
        row = rf"^ +{seat} +{it.mean:,.2f} +{it.spread:,.2f} +{it.lowest:,} +{it.highest:,} "
        assert re.search(row + rf"+{it.win_share:.2%}", text, re.MULTILINE)
    for word in ("Mean score", "Spread", "Win share", "Length", "Legal actions", "games/s"):
        assert word in text
    assert "actions/s" in text
    assert "on 2 threads" in text
    histogram = text.partition("Scores of all seats\n")[2].splitlines()
    shares = [re.search(r"([\d.]+)%", line) for line in histogram]
    assert sum(float(share[1]) for share in shares if share) == pytest.approx(100, abs=1)
    assert all(len(line.rstrip()) <= 80 for line in text.splitlines())


@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing_but_times(app: typer.Typer, name: str) -> None:
    args = ("simulate", name, "--games", "400", "--seed", "5")
    one, three = (invoke(app, *args, "--threads", n) for n in "13")
    assert without_times(one) == without_times(three)


@pytest.mark.parametrize("name", GAMES)
def test_json(app: typer.Typer, name: str) -> None:
    text = invoke(app, "simulate", name, "--games", "300", "--seed", "2", "--json")
    assert text.count("\n") == 1
    report = json.loads(text)
    game = cardgames.make(name)
    expected = {"cardgames": cardgames.__version__, **simulate(game, 300, 2).to_dict()}
    assert list(report) == list(expected)
    for key in ("threads", "seconds", "games_per_second", "actions_per_second"):
        del report[key], expected[key]
    assert report == expected
    assert cardgames.make(report["game"]) == game


@pytest.mark.parametrize("name", GAMES)
def test_drawn_seed_is_shown_and_repeats_the_run(app: typer.Typer, name: str) -> None:
    args = ("simulate", name, "--games", "200")
    drawn = invoke(app, *args)
    seed = re.search(r"seed (\d+) \(drawn\)", drawn)
    assert seed
    again = invoke(app, *args, "--seed", seed[1])
    assert without_times(again) == without_times(drawn.replace(" (drawn)", ""))
    assert json.loads(invoke(app, *args, "--json"))["seed"] != int(seed[1])


def test_options_reach_the_game(app: typer.Typer) -> None:
    args = "bottle_imp --players 5 --rounds 3 --teams 2-2-1 --rotate-teams --bottles 2"
    report = json.loads(invoke(app, "simulate", *args.split(), "--games", "20", "--json"))
    game = cardgames.BottleImp(num_players=5, rounds=3, teams="2-2-1", rotate_teams=True, bottles=2)
    assert cardgames.make(report["game"]) == game
    assert len(report["seats"]) == 5
    assert report["length"] == {"mean": 192.0, "shortest": 192, "longest": 192}


def test_options_reach_the_cellar(app: typer.Typer) -> None:
    args = "cellar_des_triplettes --players 5 --max-rounds 1"
    report = json.loads(invoke(app, "simulate", *args.split(), "--games", "20", "--json"))
    assert cardgames.make(report["game"]) == cardgames.CellarDesTriplettes(5, max_rounds=1)
    assert len(report["seats"]) == 5
    assert 5 <= report["length"]["shortest"] < report["length"]["longest"] <= 14 * 5 + 66


def test_options_reach_triplets(app: typer.Typer) -> None:
    args = "triplets --decks 2 --lead lowest --refill round --max-rounds 200"
    report = json.loads(
        invoke(app, "simulate", *args.split(), "--games", "2000", "--seed", "1", "--json")
    )
    game = cardgames.Triplets(4, decks=2, lead="lowest", refill="round", max_rounds=200)
    assert cardgames.make(report["game"]) == game
    assert len(report["seats"]) == 4
    assert 0 < report["truncated"] == game.sample_games(2000, 1).truncated.sum() < 2000
    assert report["length"]["longest"] <= 200 * 104


@pytest.mark.parametrize("name", GAMES)
def test_the_number_of_players_has_a_second_flag(app: typer.Typer, name: str) -> None:
    """Its name in Python is taken too, and messages name the other one."""
    args = ("simulate", name, "--games", "30", "--seed", "1")
    reports = [invoke(app, *args, flag, "3") for flag in ("--players", "--num-players")]
    assert "num_players=3" in reports[0]
    assert without_times(reports[0]) == without_times(reports[1])


def test_games_that_a_limit_cut_short_are_told_if_there_are_any(app: typer.Typer) -> None:
    args = ("simulate", "triplets", "--players", "3", "--games", "2000", "--seed", "1")
    assert "Cut short" not in invoke(app, *args)
    text = invoke(app, *args, "--max-rounds", "60")
    cut = cardgames.Triplets(3, max_rounds=60).sample_games(2000, 1).truncated.sum()
    assert 0 < cut < 2000
    assert f"\nCut short      {cut:,} games ({cut / 2000:.2%}), by a limit of rounds\n" in text
    one = invoke(app, *args[:4], "--games", "1", "--seed", "1", "--max-rounds", "1")
    assert "\nCut short      1 game (100.00%), by a limit of rounds\n" in one


def write_deck(folder: Path, deck: WineDeck) -> list[str]:
    """The words of the option that names the two files of a deck."""
    bottles, clients = folder / "bottles.csv", folder / "clients.csv"
    bottles.write_text(deck.bottles_csv(), encoding="utf-8")
    clients.write_text(deck.clients_csv(), encoding="utf-8")
    return ["--deck", str(bottles), str(clients)]


def own_deck() -> WineDeck:
    """The stand-in deck with bottles that score 20 wherever they lie."""
    standard = WineDeck.standard()
    return WineDeck([replace(card, ages=(20,) * 8) for card in standard.bottles], standard.clients)


def test_options_reach_wine_cellar(app: typer.Typer, tmp_path: Path) -> None:
    """`--games` says how many games are played, `--connected-games` of how many each is."""
    args = ["wine_cellar", "--players", "3", "--connected-games", "3", "--client-set", "B"]
    report = json.loads(invoke(app, "simulate", *args, "--games", "20", "--json"))
    assert cardgames.make(report["game"]) == cardgames.WineCellar(3, 3, "B")
    assert report["games"] == 20
    assert report["length"] == {"mean": 153.0, "shortest": 153, "longest": 153}

    deck = own_deck()
    args += write_deck(tmp_path, deck)
    report = json.loads(invoke(app, "simulate", *args, "--games", "20", "--seed", "4", "--json"))
    game = cardgames.WineCellar(3, 3, "B", deck)
    assert report["game"] == str(game)
    assert [seat["mean"] for seat in report["seats"]] == game.playouts(20, 4).mean(axis=0).tolist()
    assert all(seat["lowest"] >= 3 * 160 for seat in report["seats"])


def test_a_deck_of_the_shipped_cards_is_the_shipped_one(app: typer.Typer, tmp_path: Path) -> None:
    words = write_deck(tmp_path, WineDeck.standard())
    args = ("simulate", "wine_cellar", "--games", "10", "--json")
    assert json.loads(invoke(app, *args, *words))["game"] == "wine_cellar(num_players=4)"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1,Red,Italy", "1,Rde,Italy", "bottles.csv, row 2, column wine_type: must be one of Red"),
        ("2,Rosé,Spain,8", "2,Rosé,Spain,88", "bottles.csv, row 3, column age1: must be a number"),
        ("number,", "numbre,", "bottles.csv, row 1, column number: is missing"),
        ("number,", '"number,', "bottles.csv, row"),
        ("1,Red,Italy", "2,Red,Italy", "bottles.csv, row 3, column number: 2 is there twice"),
        (
            "2,Rosé,Spain",
            "2,Rosé",
            "bottles.csv, row 3, column age8: the row has 10 fields, not 11",
        ),
        ("2,Rosé,Spain", "2,Rosé,\x1b[31mSpain", "bottles.csv, row 3, column country: must be"),
        ("2,Rosé,Spain", "2,Rosé,\ud800", "bottles.csv: is no UTF-8 text"),
    ],
)
def test_a_deck_with_a_fault_is_refused_in_one_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, message: str
) -> None:
    words = write_deck(tmp_path, WineDeck.standard())
    text = WineDeck.standard().bottles_csv().replace(old, new, 1)
    Path(words[1]).write_bytes(text.encode("utf-8", "surrogatepass"))
    line = refuse(capfd, "simulate", "wine_cellar", *words)
    assert line.startswith("cardgames: --deck: the deck is not right: ") or "UTF-8" in line
    assert message in line
    assert "\x1b" not in line


def test_a_deck_with_many_faults_is_refused_in_one_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = write_deck(tmp_path, WineDeck.standard())
    text = WineDeck.standard().bottles_csv().replace(",8", ",88")
    Path(words[1]).write_text(text, encoding="utf-8")
    line = refuse(capfd, "simulate", "wine_cellar", *words)
    assert "; and 52 more (see " in line


def test_a_deck_with_too_few_clients_is_refused(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    deck = own_deck()
    words = write_deck(tmp_path, WineDeck(deck.bottles, deck.clients[:7]))
    line = refuse(capfd, "simulate", "wine_cellar", *words)
    assert line.startswith("cardgames: --deck has 7 clients in use, but 4 players need 8")
    done = run("simulate", "wine_cellar", "--players", "3", "--games", "10", *words)
    assert "wine_cellar(num_players=3,deck=" in done.stdout


@pytest.mark.parametrize("place", [1, 2])
def test_a_deck_that_cannot_be_read_is_refused(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, place: int
) -> None:
    words = write_deck(tmp_path, WineDeck.standard())
    for path, why in ((tmp_path / "none.csv", "No such file"), (tmp_path, "directory")):
        line = refuse(
            capfd, "simulate", "wine_cellar", *words[:place], str(path), *words[place + 1 :]
        )
        assert line.startswith(f"cardgames: --deck: cannot read {path}: ")
        assert why in line
    line = refuse(capfd, "simulate", "wine_cellar", "--deck", "a\0b", words[2])
    assert line.startswith("cardgames: --deck")


def test_none_is_a_value(app: typer.Typer) -> None:
    args = ("simulate", "bottle_imp", "--games", "20", "--seed", "1")
    plain = invoke(app, *args)
    assert without_times(invoke(app, *args, "--teams", "None")) == without_times(plain)


def test_lengths_of_bars() -> None:
    assert cli_simulate.draw_bar(2.5, ascii_only=False) == "██▌"
    assert cli_simulate.draw_bar(0.001, ascii_only=False) == "▏"
    assert cli_simulate.draw_bar(0, ascii_only=False) == ""
    assert cli_simulate.draw_bar(2.7, ascii_only=True) == "###"
    assert cli_simulate.draw_bar(0.001, ascii_only=True) == "#"
    assert cli_simulate.draw_bar(0, ascii_only=True) == ""


def test_labels_of_bars() -> None:
    bars = [Bin(None, -1001, 1), Bin(-1000, -1, 1), Bin(0, 999, 1), Bin(1000, None, 1)]
    assert cli_simulate.bar_labels(bars) == [
        "up to -1,001",
        "-1,000 to     -1",
        "     0 to    999",
        "from  1,000",
    ]
    assert cli_simulate.bar_labels([Bin(3, 3, 1), Bin(4, None, 2)]) == ["3", "from 4"]
    assert cli_simulate.bar_labels([Bin(None, None, 1)]) == ["all"]


def test_output_without_unicode() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cardgames", "simulate", GAMES[0], "--games", "50"],
        capture_output=True,
        env={**environment(), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        timeout=60,
        check=True,
    )
    assert b"###" in done.stdout
    assert done.stdout.isascii()


# What it refuses


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("--", "which command? (see cardgames --help)"),
        (
            "simulate",
            "which game? the games are bottle_imp, cellar_des_triplettes, wine_cellar, triplets; "
            "try: cardgames",
        ),
        ("simulate no_game", "unknown game 'no_game'; the games are"),
        ("simulate botle_imp", "'bottle_imp'? (see cardgames simulate --help)"),
        ("nothing", "No such command 'nothing' (see cardgames --help)"),
        ("--nothing", "No such option: --nothing"),
        ("games more", "more"),
        ("simulate bottle_imp --nothing", "(see cardgames simulate bottle_imp --help)"),
        ("simulate bottle_imp more", "more"),
        ("simulate bottle_imp --games", "(see cardgames simulate bottle_imp --help)"),
        ("simulate bottle_imp --games 0", "--games must be 1 to 1,000,000,000,000, not 0"),
        ("simulate bottle_imp --games ten", "--games must be a whole number, not 'ten'"),
        ("simulate bottle_imp --games 1.5", "--games must be a whole number, not '1.5'"),
        ("simulate bottle_imp --threads nan", "--threads must be a whole number, not 'nan'"),
        ("simulate bottle_imp --threads 0", "--threads must be 1 to 1,024, not 0"),
        ("simulate bottle_imp --seed -1", "--seed must be 0 to 18,446,744,073,709,551,615, not -1"),
        ("simulate bottle_imp --players four", "--players must be a whole number, not 'four'"),
        ("simulate bottle_imp --players 99999999999999999999", "--players"),
        (
            "simulate cellar_des_triplets",
            "'cellar_des_triplettes'? (see cardgames simulate --help)",
        ),
        ("simulate cellar_des_triplettes --rounds 2", "No such option: --rounds"),
        (
            "simulate cellar_des_triplettes --max-rounds many",
            "--max-rounds must be a whole number, not 'many'",
        ),
        (
            "simulate wine_cellar --connected-games many",
            "--connected-games must be a whole number, not 'many'",
        ),
        ("simulate wine_cellar --deck one.csv", "--deck"),
        ("simulate triplets --players many", "--players must be a whole number, not 'many'"),
        ("simulate triplets --num-players many", "--players must be a whole number, not 'many'"),
        ("simulate triplets --deck 2", "--decks"),
        (
            "simulate wine_cellar --deck no_bottles.csv no_clients.csv",
            "--deck: cannot read no_bottles.csv: No such file",
        ),
    ],
)
def test_bad_use_is_one_line(capfd: pytest.CaptureFixture[str], args: str, message: str) -> None:
    line = refuse(capfd, *args.split())
    assert message in line
    assert " --help)\n" in line


@pytest.mark.parametrize("flag", ["--games", "--seed", "--threads", "--players"])
@pytest.mark.parametrize("number", ["9" * 4000, "-" + "9" * 5000, "x" * 5000])
def test_long_values_are_not_repeated(
    capfd: pytest.CaptureFixture[str], flag: str, number: str
) -> None:
    line = refuse(capfd, "simulate", "bottle_imp", f"{flag}={number}")
    assert line.startswith(f"cardgames: {flag} must be ")
    assert len(line) < 200


def test_whole_numbers(app: typer.Typer) -> None:
    args = ("simulate", GAMES[0], "--json", "--games", "+1_0", "--seed", "0" * 5000 + "7")
    report = json.loads(invoke(app, *args))
    assert (report["games"], report["seed"]) == (10, 7)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("--teams x", "--teams must be 2-2 or 2-1-1 with 4 players, not 'x'"),
        ("--teams None2 --players 5", "--teams must be 2-2-1 with 5 players, not 'None2'"),
        ("--players 3 --teams 2-2", "--teams must not be given with 3 players"),
        ("--rotate-teams", "--rotate-teams must be off without teams"),
    ],
)
def test_no_python_in_refusals(capfd: pytest.CaptureFixture[str], args: str, message: str) -> None:
    line = refuse(capfd, "simulate", "bottle_imp", *args.split())
    assert line == f"cardgames: {message} (see cardgames simulate bottle_imp --help)\n"


@pytest.mark.parametrize("args", ["games", b"games", [None], ["games", 3], 5, {"games": 1}])
def test_arguments_of_main_are_checked(args: Any) -> None:
    with pytest.raises(TypeError, match="arguments must be a sequence of str, not "):
        cli.main(args)


@pytest.mark.parametrize(
    ("name", "args", "options"),
    [
        ("bottle_imp", "--players 7", {"num_players": 7}),
        ("bottle_imp", "--players 1", {"num_players": 1}),
        ("bottle_imp", "--rounds 0", {"rounds": 0}),
        ("bottle_imp", "--rounds 101", {"rounds": 101}),
        ("bottle_imp", "--bottles 2", {"bottles": 2}),
        ("bottle_imp", "--teams 2-2-1", {"teams": "2-2-1"}),
        ("bottle_imp", "--teams [bold]", {"teams": "[bold]"}),
        ("bottle_imp", "--rotate-teams", {"rotate_teams": True}),
        ("bottle_imp", "--players 3 --devil-cards 2", {"num_players": 3, "devil_cards": 2}),
        ("cellar_des_triplettes", "--players 2", {"num_players": 2}),
        ("cellar_des_triplettes", "--players 6", {"num_players": 6}),
        ("cellar_des_triplettes", "--max-rounds 0", {"max_rounds": 0}),
        ("cellar_des_triplettes", "--max-rounds 1001", {"max_rounds": 1001}),
        ("wine_cellar", "--players 9", {"num_players": 9}),
        ("wine_cellar", "--players 0", {"num_players": 0}),
        ("wine_cellar", "--connected-games 2", {"games": 2}),
        ("wine_cellar", "--connected-games 4", {"games": 4}),
        ("wine_cellar", "--players 1 --connected-games 3", {"num_players": 1, "games": 3}),
        ("wine_cellar", "--client-set B", {"client_set": "B"}),
        ("wine_cellar", "--client-set C", {"client_set": "C"}),
        ("triplets", "--players 1", {"num_players": 1}),
        ("triplets", "--num-players 11", {"num_players": 11}),
        ("triplets", "--decks 5", {"decks": 5}),
        ("triplets", "--players 3 --decks 2", {"num_players": 3, "decks": 2}),
        ("triplets", "--lead highest", {"lead": "highest"}),
        ("triplets", "--refill hand", {"refill": "hand"}),
        ("triplets", "--max-rounds 0", {"max_rounds": 0}),
        ("triplets", "--max-rounds 100001", {"max_rounds": 100_001}),
    ],
)
def test_options_are_checked_as_the_game_does(
    capfd: pytest.CaptureFixture[str], name: str, args: str, options: dict[str, object]
) -> None:
    with pytest.raises(cardgames.OptionError) as caught:
        cardgames.make(name, **options)
    line = refuse(capfd, "simulate", name, *args.split())
    assert line.startswith(f"cardgames: {cli_games.flag_of(caught.value.option)} ")
    assert not re.search(r"None|True|False|\w_\w", line.replace(name, ""))
    for number in re.findall(r"\d+", caught.value.message.partition(", not ")[0]):
        assert number in line


def test_refusal_of_a_process() -> None:
    done = run("simulate", "bottle_imp", "--players", "7", code=2)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "--players" in done.stderr


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_the_extra(missing: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; import cardgames.cli as c; "
    done = subprocess.run(
        [sys.executable, "-c", program + "raise SystemExit(c.main(['games']))"],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert 'pip install "cardgames-engine[cli]" (from a clone: pip install ".[cli]")' in done.stderr
    assert done.stderr.count("\n") == 1


# As a process


def test_pipes_get_no_bar_and_no_colours() -> None:
    done = run("simulate", GAMES[0], "--games", "3000", "--seed", "1")
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "3,000 random games" in done.stdout


def interrupting_program(args: Sequence[str]) -> str:
    """Write a program that runs the command and sends itself a SIGINT a second later."""
    return (
        "import os, signal, threading, numpy, rich.progress, typer\n"
        "from cardgames import cli, simulate\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "timer = threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT))\n"
        "timer.daemon = True\n"
        "timer.start()\n"
        f"raise SystemExit(cli.main({list(args)!r}))\n"
    )


def run_interrupted(*args: str) -> subprocess.CompletedProcess[str]:
    long_run = ("simulate", GAMES[0], "--games", "1000000000000", "--seed", "1", *args)
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", interrupting_program(long_run)],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        timeout=60,
        check=False,
    )
    assert time.monotonic() - start < 20
    assert done.returncode == 130
    assert done.stderr == ""
    return done


@needs_posix
def test_interrupt_shows_what_was_done() -> None:
    text = run_interrupted().stdout
    assert re.search(r"Interrupted: [\d,]+ of 1,000,000,000,000 games were played", text)
    assert "Win share" in text
    assert "Scores of all seats" in text


@needs_posix
def test_interrupt_with_json() -> None:
    report = json.loads(run_interrupted("--json", "--threads", "2").stdout)
    assert report["interrupted"] is True
    assert report["games_asked"] == 10**12
    assert report["games"] > 0
    again = simulate(cardgames.make(GAMES[0]), report["games"], 1, threads=2)
    assert report["seats"] == again.to_dict()["seats"]


@needs_posix
def test_progress_bar_and_interrupt_at_a_terminal() -> None:
    pty = pytest.importorskip("pty")
    program = (
        "import signal; from cardgames.cli import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"raise SystemExit(main(['simulate', {GAMES[0]!r}, '--games', '2000000000']))"
    )
    terminal, its_end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=its_end,
        encoding="utf-8",
        env={**environment(), "TERM": "xterm"},
    )
    os.close(its_end)
    shown = b""
    try:
        while not re.search(rb"Playing.*[1-9][\d,]*/2,000,000,000", shown, re.DOTALL):
            shown += os.read(terminal, 4096)
        process.send_signal(signal.SIGINT)
        while True:
            try:
                shown += os.read(terminal, 4096)
            except OSError:  # the other end is closed
                break
        out, _ = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
    assert process.returncode == 130
    assert b"Traceback" not in shown
    assert shown.rstrip().endswith(b"\x1b[2K")  # the bar is wiped out
    assert "Interrupted: " in out
    assert "Playing" not in out


@needs_posix
@pytest.mark.parametrize("json_option", [[], ["--json"]])
def test_closed_pipe(json_option: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "cardgames", "simulate", GAMES[0], "--games", "100", *json_option],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 1


@needs_posix
@pytest.mark.parametrize("args", ["games", "--version", "--help", "nothing", "simulate bottle_imp"])
def test_stdout_closed_from_the_start(args: str) -> None:
    done = run_closed(1, *args.split())
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "cardgames: the output cannot be written: stdout is closed\n"


@needs_posix
def test_stderr_closed_from_the_start() -> None:
    done = run_closed(2, "simulate", GAMES[0], "--games", "300", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "300 random games" in done.stdout
    refused = run_closed(2, "nothing")
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("json_option", [[], ["--json"]])
def test_full_disk(json_option: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cardgames", "simulate", GAMES[0], "--games", "9", *json_option],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment(),
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert re.fullmatch(r"cardgames: the output cannot be written: .*\n", done.stderr)


def test_installed_script() -> None:
    script = Path(sys.executable).with_name("cardgames")
    if not script.exists():
        pytest.skip("installed without its script")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"cardgames {cardgames.__version__}\n"
