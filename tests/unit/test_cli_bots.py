"""`cardgames tournament --bots mine.py:MyBot`: bots in files of the user's."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from cardgames import cli

from .command_line import invoke, refuse, run

SHORT = ("tournament", "bottle_imp", "--rounds", "1", "--seed", "1", "--games", "12")
BOTS = """
from cardgames import Triplets


class First:
    def choose(self, state, player):
        return state.legal_actions(player)[0]


class Last:
    name = "the last"

    def __init__(self, place=-1):
        self.place = place

    def choose(self, state, player):
        return state.legal_actions(player)[self.place]


second_last = Last(-2)
second_last.name = "second last"
number = 7


class Needy:
    def __init__(self):
        raise ValueError("no model")

    choose = None


class NoBot:
    pass
"""


@pytest.fixture(scope="module")
def app() -> typer.Typer:
    return cli.build_app()


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Path]:
    """A file of bots, forgotten afterwards, as a module is imported once in a process."""
    places = list(sys.path)
    path = tmp_path / "bots_of_mine.py"
    path.write_text(BOTS, encoding="utf-8")
    yield path
    sys.path[:] = places
    sys.modules.pop(path.stem, None)


def test_classes_and_bots_of_a_file_play(app: typer.Typer, mine: Path) -> None:
    bots = f"greedy, {mine}:First, {mine}:Last"
    text = invoke(app, *SHORT, "--bots", bots, "--no-processes", "--json")
    report = json.loads(text)
    assert report["bots"] == ["greedy", "First", "the last"]
    wins = {it["bot"]: it["win_share"]["mean"] for it in report["standings"]}
    assert wins["greedy"] == max(wins.values())


def test_a_file_is_found_from_where_the_command_is_given_and_by_processes(mine: Path) -> None:
    args = [*SHORT, "--bots", f"greedy,{mine.name}:Last,{mine.name}:First", "--workers", "2"]
    shown = [run(*args, *more, folder=mine.parent) for more in ([], ["--no-processes"])]
    assert [done.stderr for done in shown] == ["", ""]
    tables = [re.sub("(?m)^(Speed|Time).*$", "", done.stdout) for done in shown]
    assert tables[0] == tables[1]
    assert "the last" in tables[0]
    assert " on 2 processes\n" in shown[0].stdout


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("nowhere.py:First", "--bots: there is no file nowhere.py"),
        ("{}:Fist", "{} has no Fist"),
        ("{}:number", "number of {} is no bot: it has no method choose(state, player)"),
        ("{}:NoBot", "NoBot of {} is no bot: it has no method choose(state, player)"),
        ("{}:Needy", "Needy of {} cannot be made: ValueError: no model (line 27)"),
        ("{}:Last,{}:Last", "--bots: 'the last' is named twice"),
    ],
)
def test_what_is_no_bot_of_a_file_is_told_in_one_line(
    capfd: pytest.CaptureFixture[str], mine: Path, bot: str, message: str
) -> None:
    line = refuse(capfd, *SHORT, "--bots", bot.replace("{}", str(mine)))
    assert message.replace("{}", str(mine)) in line


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "\n\nimport no_such_module",
            "ModuleNotFoundError: No module named 'no_such_module' (line 3)",
        ),
        ("class First:\n    def", "SyntaxError: "),
        ("raise SystemExit(3)", "SystemExit: 3 (line 1)"),
        ("\0", "cannot be imported: "),
    ],
)
def test_a_file_that_cannot_be_imported_is_told_with_its_line(
    capfd: pytest.CaptureFixture[str], mine: Path, code: str, message: str
) -> None:
    mine.write_text(code, encoding="utf-8")
    line = refuse(capfd, *SHORT, "--bots", f"{mine}:First")
    assert f"--bots: {mine} cannot be imported: " in line
    assert message in line


def test_a_file_named_as_another_module_is_refused(
    capfd: pytest.CaptureFixture[str], mine: Path
) -> None:
    path = mine.with_name("json.py")
    path.write_text(BOTS, encoding="utf-8")
    line = refuse(capfd, *SHORT, "--bots", f"{path}:First")
    assert f"--bots: there is another module json; give {path} another name" in line
