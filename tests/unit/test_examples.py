"""Every example runs, in a process of its own, and does what it says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SECONDS = 120


def run(name: str, *arguments: str, typed: str = "", folder: Path | None = None) -> str:
    """What the example prints."""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-X", "utf8", str(EXAMPLES / name), *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
        cwd=folder,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert not result.stderr
    return result.stdout


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        (
            "monte_carlo_player.py",
            "--players 9",
            "num_players: must be an integer from 2 to 6, not 9",
        ),
        ("monte_carlo_player.py", "--worlds 0", "--worlds must be at least 1"),
        ("picture.py", "--seat 7", "--seat must be from 0 to 3"),
        ("picture.py", "--seat -1", "--seat must be from 0 to 3"),
        ("picture.py", "--actions -1", "--actions must be at least 0"),
        ("picture.py", "--players 1", "num_players: must be"),
        ("play_in_terminal.py", "--seat 4", "--seat must be from 0 to 3"),
        ("play_in_terminal.py", "--rounds 0", "rounds: must be"),
        ("random_games.py", "--threads 0", "threads must be from 1 to"),
        ("random_games.py", "--games 0", "--games must be at least 1"),
        ("save_and_load.py", f"--folder {Path(__file__).as_posix()}", "exists"),
        ("self_play_data.py", "--seed -1", "seed must be from 0 to"),
        ("self_play_data.py", "--batch 0", "--games and --batch must be at least 1"),
    ],
)
def test_wrong_arguments_are_told_in_a_line(
    name: str, arguments: str, message: str, tmp_path: Path
) -> None:
    result = subprocess.run(
        [sys.executable, "-X", "utf8", str(EXAMPLES / name), *arguments.split()],
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
        cwd=tmp_path,
    )
    assert result.returncode == 2
    assert result.stdout == ""
    last = result.stderr.splitlines()[-1]
    assert last.startswith(f"{name}: error: ")
    assert message in last
    assert "Traceback" not in result.stderr


def without_speed(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if "per second" not in line)


def test_every_example_is_tested() -> None:
    names = {path.name for path in EXAMPLES.glob("*.py")}
    tested = set(re.findall(r'run\(\s*"(\w+\.py)"', Path(__file__).read_text(encoding="utf-8")))
    assert names == tested


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_examples_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 110


def test_random_games() -> None:
    options = ("--games", "2000", "--seed", "3")
    one = run("random_games.py", *options, "--threads", "1")
    two = run("random_games.py", *options, "--threads", "2")
    assert without_speed(one) == without_speed(two)
    shares = [float(line.split()[3]) for line in one.splitlines() if re.match(r" +\d ", line)]
    assert len(shares) == 4
    assert abs(sum(shares) - 1) < 0.01
    assert "actions per game: 352.0" in one


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_play_in_terminal(players: int) -> None:
    # A word that is none, an action that is not legal, then the first legal action each time.
    typed = "abracadabra\n17\n" + "\n" * 40
    text = run("play_in_terminal.py", "--players", str(players), "--seed", "3", typed=typed)
    assert "Not possible: 'abracadabra' is no action" in text
    assert "Not possible: player 0 may not play '17'" in text
    assert f"BOTTLE IMP  {players} players" in text
    assert "Final scores:" in text
    assert "Winners: seat" in text


def test_play_in_terminal_hides_what_others_pass() -> None:
    text = run("play_in_terminal.py", "--seed", "3", typed="\n" * 40)
    told = re.findall(r"seat \d (passes a card|plays \S+)", text)
    assert told.count("passes a card") == 9
    assert all(re.fullmatch(r"passes a card|plays \d+", what) for what in told)


@pytest.mark.parametrize("typed", ["quit\n", "\n\n", ""])
def test_play_in_terminal_can_be_given_up(typed: str) -> None:
    assert "Game given up." in run("play_in_terminal.py", "--seed", "3", typed=typed)


def test_monte_carlo_player_wins() -> None:
    text = run("monte_carlo_player.py", "--games", "40", "--seed", "1")
    match = re.search(r"won by the Monte Carlo player: ([\d.]+)", text)
    assert match
    # By chance alone, more than half of 40 games has a probability below 1 in 1000.
    assert float(match[1]) > 0.5


def test_save_and_load(tmp_path: Path) -> None:
    text = run("save_and_load.py", "--folder", str(tmp_path))
    assert "JSON: True seed None" in text
    assert "bytes: True seed 5 game bottle_imp(num_players=4,rounds=2)" in text
    assert "pickle: True seed 5" in text
    assert "hashes equal: True" in text
    assert "refused: passes[1].devil: is hidden" in text
    view = json.loads((tmp_path / "seat0.json").read_text(encoding="utf-8"))
    assert [hand is None for hand in view["hands"]] == [False, True, True, True]
    assert run("save_and_load.py") == text


def test_self_play_data() -> None:
    text = run("self_play_data.py", "--games", "3", "--batch", "400")
    assert "rows: 1056, floats per observation: 1524" in text
    assert "-0.000" not in text
    batches = [line for line in text.splitlines() if line.startswith("batch")]
    assert [int(line.split()[2]) for line in batches] == [400, 400, 256]
    assert all(line.endswith("True") for line in batches)


def test_picture(tmp_path: Path) -> None:
    text = run("picture.py", "--seat", "2", folder=tmp_path)
    names = ["seat2.svg", "spectator.svg", "everything.svg"]
    assert text.split() == names
    pictures = [(tmp_path / name).read_text(encoding="utf-8") for name in names]
    assert len(set(pictures)) == 3
    for picture in pictures:
        assert ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
