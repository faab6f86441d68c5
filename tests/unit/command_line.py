"""Running the command line: in this process and as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from cardgames import cli

# A terminal without colours; tests may set another width.
PLAIN = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}

needs_posix = pytest.mark.skipif(os.name != "posix", reason="POSIX signals and pipes")


def invoke(app: typer.Typer, *args: str) -> str:
    """Run in this process what must succeed; return what it printed."""
    result = CliRunner(env=PLAIN).invoke(app, args, catch_exceptions=False)
    assert result.stderr == ""
    return result.stdout


def environment() -> dict[str, str]:
    return {**os.environ, **PLAIN, "PYTHONIOENCODING": "utf-8"}


def run_closed(number: int, *args: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m cardgames` with stdout (1) or stderr (2) closed from the start."""
    program = "import os, sys; os.close(int(sys.argv[1])); os.execv(sys.executable, sys.argv[2:])"
    command = [sys.executable, "-m", "cardgames", *args]
    return subprocess.run(
        [sys.executable, "-c", program, str(number), *command],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        timeout=60,
        check=False,
    )


def run(*args: str, code: int = 0, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `python -m cardgames` as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "cardgames", *args],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        timeout=60,
        cwd=folder,
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done


def refuse(capfd: pytest.CaptureFixture[str], *args: str) -> str:
    """Run what must fail with one line; return that line."""
    assert cli.main(args) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("cardgames: ")
    assert err.count("\n") == 1
    return err
