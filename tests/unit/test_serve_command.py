"""`cardgames serve` and `python -m cardgames.serve`: options, and what is missing."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cardgames import cli
from cardgames.serve import command
from cardgames.serve.limits import Limits, bounds, limit_names
from cardgames.serve.schema import schema

Run = Callable[[Sequence[str]], int]
Served = list[tuple[int | None, Limits]]


def run_by_cli(args: Sequence[str]) -> int:
    return cli.main(["serve", *args])


both = pytest.mark.parametrize("run", [command.main, run_by_cli], ids=["module", "cli"])


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    """What the server was started with, which does not run."""
    started: Served = []

    def run(port: int | None, limits: Limits) -> int:
        started.append((port, limits))
        return 0

    monkeypatch.setattr(command, "run", run)
    return started


@both
def test_without_options_it_has_the_default_limits(run: Run, served: Served) -> None:
    assert run([]) == 0
    assert served == [(None, Limits())]


@both
def test_every_limit_is_an_option(run: Run, served: Served) -> None:
    for name in limit_names():
        least: Any = bounds(name).kind(bounds(name).least)
        assert run([command.flag_of(name), str(least), "--port", "0"]) == 0
        assert served.pop() == (0, Limits(**{name: least}))


@both
def test_options_that_are_out_of_range_are_told_in_a_line(
    run: Run, served: Served, capfd: pytest.CaptureFixture[str]
) -> None:
    for args, message in (
        (["--port", "65536"], "--port must be 0 to 65,535, not 65536"),
        (["--port", "-1"], "--port must be 0 to 65,535, not -1"),
        (["--max-tables", "0"], "--max-tables must be 1 to 10,000, not 0"),
        (["--max-seconds", "0"], "--max-seconds must be 0.001 to 1e+06, not 0.0"),
        (["--max-seconds", "nan"], "--max-seconds must be 0.001 to 1e+06, not nan"),
    ):
        assert run(args) == 2
        out, err = capfd.readouterr()
        assert out == ""
        assert message in err
        assert err.count("\n") == 1
    assert served == []


def test_what_argparse_refuses_ends_with_2(capfd: pytest.CaptureFixture[str]) -> None:
    for args in (["--port", "x"], ["--other"], ["extra"], ["--max-tab", "3"]):
        with pytest.raises(SystemExit) as ended:
            command.main(args)
        assert ended.value.code == 2
        assert capfd.readouterr().out == ""


@both
def test_the_schema_is_printed(run: Run, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["--schema"]) == 0
    assert json.loads(capfd.readouterr().out) == schema()


@both
def test_without_msgspec_the_extra_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "msgspec", None)
    monkeypatch.delitem(sys.modules, "cardgames.serve.limits")
    assert run([]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err == f"cardgames: {command.MISSING}\n"
    assert 'pip install "cardgames-engine[serve]"' in err


def test_the_rest_of_the_command_line_needs_no_msgspec(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "msgspec", None)
    monkeypatch.delitem(sys.modules, "cardgames.serve.limits")
    assert cli.main(["--version"]) == 0
    assert cli.main(["--help"]) == 0
    assert "serve" in capfd.readouterr().out
