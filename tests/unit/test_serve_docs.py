"""What docs/serve.md says is what the server does; its client in Node.js plays."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from cardgames.serve.errors import Code
from cardgames.serve.replies import AnyReply
from cardgames.serve.requests import AnyRequest
from cardgames.serve.schema import schema_text
from cardgames.serve.service import Service

from .serving import check

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "serve.md").read_text(encoding="utf-8")
CLIENT = ROOT / "examples" / "serve_client.mjs"
NODE = shutil.which("node")

BLOCKS = [
    block
    for block in re.findall(r"^```text\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    if block.startswith("> ")
]


@pytest.mark.parametrize("block", BLOCKS, ids=[f"{i}" for i in range(len(BLOCKS))])
def test_the_server_answers_as_the_page_has_it(block: str) -> None:
    service = Service()
    lines = block.splitlines()
    for request, reply in zip(lines[::2], lines[1::2], strict=True):
        assert request.startswith("> ")
        assert reply.startswith("< ")
        answer = service.answer(request[2:].encode()).decode().rstrip("\n")
        check("Reply", json.loads(answer))
        pattern = ".*".join(re.escape(part) for part in reply[2:].split("..."))
        assert re.fullmatch(pattern, answer), (reply, answer)


def test_the_page_shows_some_games_in_lines() -> None:
    assert len(BLOCKS) == 4
    assert "..." not in BLOCKS[0].splitlines()[1]


def test_the_page_has_every_message_and_every_code() -> None:
    for cls in get_args(AnyRequest):
        assert f"\n#### `{cls.__struct_config__.tag}`\n" in PAGE
    for cls in get_args(AnyReply):
        assert f"\n#### The reply `{cls.__struct_config__.tag}`\n" in PAGE
    for code in get_args(Code):
        assert f"\n| `{code}` | " in PAGE


def test_the_schema_file_is_up_to_date() -> None:
    """If this fails: python docs/serve_tables.py."""
    text = (ROOT / "docs" / "serve_schema.json").read_text(encoding="utf-8")
    assert text == schema_text()


# --- The client in Node.js ---


def node(*arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the client; without Node.js the test is skipped, but not where it has to be there."""
    if NODE is None:
        assert "CI" not in os.environ, "Node.js has to be installed in CI"
        pytest.skip("Node.js is not installed")
    done = subprocess.run(
        [NODE, str(CLIENT), *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


@pytest.mark.parametrize(
    "game",
    [
        "bottle_imp(num_players=3,rounds=1)",
        "cellar_des_triplettes(num_players=3,max_rounds=4)",
        "wine_cellar(num_players=4)",
        "triplets(num_players=3,max_rounds=10)",
    ],
)
def test_the_client_in_node_plays_a_whole_game(game: str) -> None:
    done = node(game, "--bot", "greedy", "--python", sys.executable)
    assert done.stderr == ""
    *_, moves, result = done.stdout.splitlines()
    match = re.fullmatch(re.escape(game) + r".*: (\d+) actions, (\d+) of them by seat 0", moves)
    assert match
    assert 0 < int(match[2]) < int(match[1])
    assert re.fullmatch(r"scores -?\d+(, -?\d+)+; winners \d(, \d)*", result)


def test_the_client_in_node_plays_against_a_search() -> None:
    done = node("wine_cellar(num_players=2)", "--bot", "ismcts:20", "--python", sys.executable)
    assert "actions" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("chess", "--python", sys.executable), 1, "bad_game: there is no game 'chess'"),
        (("--bot", "clever", "--python", sys.executable), 1, "bad_bot: there is no bot 'clever'"),
        (("--python", "no-python-here"), 1, "the server cannot be started: spawn no-python-here"),
        (("--python", "true"), 1, "the server cannot be started: true has ended; --python names"),
        (("--other",), 2, "Unknown option '--other'"),
    ],
)
def test_the_client_in_node_tells_what_is_wrong_in_a_line(
    arguments: tuple[str, ...], code: int, message: str
) -> None:
    done = node(*arguments, code=code)
    assert done.stdout == ""
    assert done.stderr.startswith(f"serve_client.mjs: error: {message}")
    assert done.stderr.count("\n") == 1


def test_the_client_in_node_names_the_option_where_cardgames_is_missing(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S -I "$@"\n')
    python.chmod(0o755)
    done = node("--python", str(python), code=1)
    first, last = done.stderr.splitlines()
    assert "cardgames" in first
    assert last.endswith("has ended; --python names the Python that has cardgames")


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_the_client_in_node_prints_its_usage(option: str) -> None:
    done = node(option)
    assert done.stderr == ""
    assert done.stdout.startswith("usage: node serve_client.mjs [GAME]")
    for name in ("--bot", "--python", "--help"):
        assert name in done.stdout


def test_the_client_in_node_is_short() -> None:
    assert len(CLIENT.read_text(encoding="utf-8").splitlines()) <= 110
