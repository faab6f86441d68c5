"""The documentation is true: its examples run, its links lead somewhere, its tables are fresh."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from math import comb
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import cardgames
from cardgames._core.cellar_des_triplettes import TRIPLETS_BY_SLOT
from tests.modules import load_module

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
# Pages that are read in full; the others are looked at for links only.
PAGES = [page for page in (ROOT / "README.md", *sorted(DOCS.glob("*.md"))) if page.is_file()]
LINKING = [
    *PAGES,
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "examples" / "README.md",
    ROOT / "benchmarks" / "README.md",
]

FENCE = re.compile(r"^\s*```(\S*)")
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.MULTILINE)
GAME_PAGES = {name: DOCS / f"{name}.md" for name in cardgames.games()}
each_game = pytest.mark.parametrize("name", GAME_PAGES)
# What the command line, charts, the server and cffi's pointers need beyond the base install.
EXTRAS = {"typer", "rich", "matplotlib", "msgspec", "cffi"}


def page_id(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


# --- Examples ---


def example_text(text: str) -> str:
    """The page with all lines blank but those of Python code blocks, so that line numbers stay.

    The line that ends a block is blank as well: doctest would take it for expected output.
    """
    lines: list[str] = []
    language: str | None = None
    for line in text.splitlines():
        fence = FENCE.match(line)
        if fence:
            language = None if language is not None else fence[1]
            lines.append("")
        else:
            lines.append(line if language in ("python", "pycon") else "")
    return "\n".join(lines) + "\n"


def run_doctest(test: doctest.DocTest) -> None:
    runner = doctest.DocTestRunner()
    report: list[str] = []
    runner.run(test, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_examples_of_the_page(page: Path) -> None:
    text = example_text(page.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    run_doctest(test)


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_python_without_prompts_is_valid(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        if ">>> " not in block:
            compile(block, str(page), "exec")


def module_names() -> Iterator[str]:
    yield "cardgames"
    for module in pkgutil.walk_packages(cardgames.__path__, "cardgames."):
        if not module.name.endswith("__main__"):
            yield module.name


def loaded(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name in EXTRAS:
            pytest.skip(f"{error.name} is not installed")
        raise


@pytest.mark.parametrize("name", list(module_names()))
def test_examples_of_the_module(name: str) -> None:
    module = loaded(name)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module):
        if test.examples:
            run_doctest(test)


def test_examples_are_found() -> None:
    """The tests above have something to run."""
    examples = sum(
        len(doctest.DocTestParser().get_examples(example_text(page.read_text(encoding="utf-8"))))
        for page in PAGES
    )
    assert examples > 50


# --- Links ---


def anchors(page: Path) -> set[str]:
    """The anchors that the headings of a page get."""
    headings = HEADING.findall(example_free(page.read_text(encoding="utf-8")))
    return {
        re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).replace(" ", "-")
        for heading in headings
    }


def example_free(text: str) -> str:
    """The page without its code blocks."""
    return re.sub(r"^\s*```.*?^\s*```", "", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", LINKING, ids=page_id)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(example_free(page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue  # another site: not looked up here
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.is_relative_to(ROOT), f"{link} leads out of the project"
        assert target.exists(), f"{link} leads nowhere"
        if anchor:
            assert anchor in anchors(target), f"{link}: there is no such heading"


# --- Tables and positions ---


def test_tables_are_up_to_date() -> None:
    """If this fails: python docs/tables.py."""
    result = subprocess.run(
        [sys.executable, str(DOCS / "tables.py"), "--check"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def given_options(options: dict[str, Any]) -> dict[str, Any]:
    """Options of a position as a game takes them: a deck is named by "standard", the default."""
    assert options.get("deck", "standard") == "standard"
    return {name: value for name, value in options.items() if name != "deck"}


@each_game
def test_positions_in_json_can_be_read(name: str) -> None:
    text = GAME_PAGES[name].read_text(encoding="utf-8")
    blocks = re.findall(r"^```json\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert blocks
    for block in blocks:
        position = json.loads(block)
        assert position["game"] == name
        game = cardgames.make(position["game"], **given_options(position["options"]))
        assert game.state_from_dict(position).view().to_dict() == position


@each_game
def test_the_table_of_the_position_format_has_every_key(name: str) -> None:
    page = section(GAME_PAGES[name], "Position format")
    keys = re.findall(r"^\| `(\w+)` \|.*\|.*\|$", example_free(page), re.MULTILINE)
    assert keys == list(cardgames.make(name).new_state(1).view().to_dict())


def test_every_result_of_the_page_on_strength_is_of_its_command() -> None:
    """2,000 games at least, and nothing was left out."""
    strength = load_module("strength", ROOT / "benchmarks" / "strength.py")
    commands = dict(strength.tournaments())
    assert {path.stem for path in (DOCS / "strength").glob("*.json")} == set(commands)
    for name, command in commands.items():
        result = json.loads((DOCS / "strength" / f"{name}.json").read_text(encoding="utf-8"))
        assert result["command"] == f"cardgames tournament {command}"
        words = command.split()
        assert result["game"].partition("(")[0] == words[0]
        assert ",".join(result["bots"]) == words[words.index("--bots") + 1]
        assert str(result["games_asked"]) == words[words.index("--games") + 1]
        assert result["games"] >= result["games_asked"] >= 2000
        assert not result["interrupted"]


def test_every_page_of_a_game_has_the_same_sections() -> None:
    """Some games have more of them."""
    headings = [
        re.findall(r"^## (.*)$", example_free(page.read_text(encoding="utf-8")), re.MULTILINE)
        for page in GAME_PAGES.values()
    ]
    common = [heading for heading in headings[0] if all(heading in other for other in headings)]
    assert common == [
        "Facts",
        "Rules",
        "Options",
        "Rulings",
        "Actions and notation",
        "What each player knows",
        "Determinization",
        "Observation",
        "Position format",
        "Refusals",
        "Version history",
    ]
    for text, own in zip(GAME_PAGES.values(), headings, strict=True):
        contents = text.read_text(encoding="utf-8").partition("Contents: ")[2].partition("\n\n")[0]
        assert [link.lower() for link in re.findall(r"\[(.*?)\]", contents)] == [
            heading.lower() for heading in own
        ]


@each_game
def test_every_game_is_shown(name: str) -> None:
    for page in (ROOT / "README.md", DOCS / "api.md"):
        assert f"{name}.md)" in page.read_text(encoding="utf-8")
    for script in ("Makefile", ".ci/run"):
        assert f"cardgames simulate {name} " in (ROOT / script).read_text(encoding="utf-8")


def section(page: Path, heading: str) -> str:
    """The text under a heading, up to the next one of its level."""
    text = page.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2]
    assert text
    return text.partition("\n## ")[0]


# --- What the pages say in passing ---


def test_numbers_of_the_page_of_cellar_des_triplettes() -> None:
    text = GAME_PAGES["cellar_des_triplettes"].read_text(encoding="utf-8")
    game = cardgames.CellarDesTriplettes(num_players=5)
    assert f"There are at most {comb(66, 5):,} hands (5 of 66 cards)" in text
    assert f"An action is an id from 0 to {game.num_actions - 1}." in text
    assert game.max_legal_actions == 11 * (3 + 2 + 3)
    assert game.max_game_length == 14 * 5 * game.options.max_rounds + len(game.deck)
    assert "There are 18 lines and 16 triangles." in text
    assert len(TRIPLETS_BY_SLOT) == 18 + 16


def test_how_long_random_games_of_cellar_des_triplettes_are() -> None:
    sample = cardgames.CellarDesTriplettes().sample_games(2000, seed=1)
    assert 150 < sample.lengths.mean() < 170


def test_numbers_of_the_page_of_wine_cellar() -> None:
    text = GAME_PAGES["wine_cellar"].read_text(encoding="utf-8")
    game = cardgames.WineCellar(num_players=8, games=3)
    assert f"An action is an id from 0 to {game.num_actions - 1}." in text
    assert game.max_legal_actions == 2 * 8
    assert game.max_game_length == 17 * 8 * 3
    assert f"A score** is from 0 to {8 * (20 + 20 + 20)} for a game" in text


def test_how_much_a_seat_scores_in_random_games_of_wine_cellar() -> None:
    text = GAME_PAGES["wine_cellar"].read_text(encoding="utf-8")
    assert "In random games with the stand-in deck a seat scores 57 to 60 points a game." in text
    for players in range(1, 9):
        scores = cardgames.WineCellar(num_players=players).playouts(2000, seed=1)
        assert 57 < scores.mean() < 60


def test_the_deck_of_the_page_of_wine_cellar_is_the_shipped_one() -> None:
    """Whose numbers of bottles by type the table has; and that the page says what deck it is."""
    text = GAME_PAGES["wine_cellar"].read_text(encoding="utf-8")
    assert "**The cards are not the publisher's.**" in text
    for name in ("bottles", "clients"):
        assert f"data/wine_cellar_{name}.csv" in text
        assert (files("cardgames") / "data" / f"wine_cellar_{name}.csv").is_file()


def test_numbers_of_the_page_of_triplets() -> None:
    text = GAME_PAGES["triplets"].read_text(encoding="utf-8")
    game = cardgames.Triplets(num_players=10, decks=4)
    assert f"An action is an id from 0 to {game.num_actions - 1}." in text
    assert game.max_legal_actions == 5
    assert game.max_game_length == game.options.max_rounds * 52 * 4
    assert game.max_score == 52 * 4
    assert (
        f"A state has {game.state_size} bytes, whatever the options. {52 * 4 + 72} of them are"
        in text
    )
    assert game.state_size == cardgames.Triplets(num_players=2).state_size
    architecture = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert f"Triplets (`tr_state`, {game.state_size} bytes)" in architecture


def test_the_table_of_how_long_games_of_triplets_last() -> None:
    """Some of its rows, as the example prints them: with and without stacks, of all options."""
    rows = re.findall(
        r"^\| `(num_players=\d+.*?)` \|(.*%) \|$", how_long_games_last(), re.MULTILINE
    )
    figures = {
        options: [float(x.rstrip(" %")) for x in cells.split("|")] for options, cells in rows
    }
    assert len(figures) == 18
    for options in (
        "num_players=10",
        "num_players=4",
        "num_players=10, lead=lowest",
        "num_players=4, decks=2, refill=round, max_rounds=5000",
    ):
        game = f"triplets({options.replace(' ', '')})"
        games = "200" if "decks" in options else "1000"
        random, saving = printed_lengths(
            "--games", games, "--policy", "random", "--policy", "saving", game
        )
        (high,) = printed_lengths("--games", "200", "--policy", "high", game)
        assert random[3] == saving[3] == 0
        assert figures[options] == [*random[:3], *saving[:3], *high]


def test_the_commands_of_how_long_games_of_triplets_last() -> None:
    """They are understood, and give the rows of the table without other ways to lead and draw."""
    commands = re.findall(r"^\.venv/bin/python examples/(.*)$", how_long_games_last(), re.MULTILINE)
    printed: list[list[float]] = []
    for command in commands:
        script, *arguments = shlex.split(command)
        assert script == "how_long_games_last.py"
        assert arguments[:1] == ["--games"]
        printed += printed_lengths(*arguments, "--games", "1")
    assert len(printed) == 4 * 2 + 4 + 2 * 3


def test_how_long_random_games_of_triplets_are() -> None:
    text = " ".join(GAME_PAGES["triplets"].read_text(encoding="utf-8").split())
    assert "games of four with one deck last about 366 actions, in about 86 rounds." in text
    sample = cardgames.Triplets().sample_games(20_000, seed=1)
    assert round(sample.lengths.mean()) == 366


def test_what_is_said_of_long_games_of_triplets_is_what_the_examples_print() -> None:
    """The prose has figures of the examples below it, which run with those of the page."""
    words = " ".join(how_long_games_last().split())
    for said, printed in (
        ("that is 75 of 100 games of four", ">>> circles() # takes some seconds (75, "),
        ("up to 441 rounds until the circle begins", "(75, 441, "),
        ("the longest one has 10,010 rounds", "(75, 441, 10010)"),
        ("one in all is longer than 500 rounds", "[0, 1, 0, 0]"),
        ("with two decks none is longer than 1000 rounds", "max_rounds=1000) 0"),
        ("with four decks 138 are, and none is longer than 2000", "(138, 0)"),
    ):
        assert said in words
        assert printed in words


def test_high_play_of_triplets_goes_round_in_circles() -> None:
    """Ten times as many rounds end no more games: as many are stopped as have circles."""
    games = [f"triplets(max_rounds={rounds})" for rounds in (1000, 10_000)]
    few, many = printed_lengths("--games", "100", "--policy", "high", *games)
    assert few[3] == many[3] == 75


def how_long_games_last() -> str:
    return section(GAME_PAGES["triplets"], "How long games last")


def printed_lengths(*arguments: str) -> list[list[float]]:
    """The figures of each line that the example prints."""
    result = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "how_long_games_last.py"), *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    lines = re.findall(r"^(?:random|saving|high) (.*)$", result.stdout, re.MULTILINE)
    return [[float(word.rstrip("%")) for word in line.split()] for line in lines]


def test_every_command_of_the_readme_is_run_by_ci() -> None:
    """The README is true to the letter: `make bench` may be given fewer repetitions there."""
    commands = re.findall(r"^\$ (.+)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M)
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert len(commands) > 3
    for command in commands:
        assert re.search(rf"^ *{re.escape(command)}( |$)", script, re.M), command
