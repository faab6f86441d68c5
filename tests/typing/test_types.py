"""What users' type checkers see of the installed library.

The files in `cases` are checked outside of the project, with nothing but the strictest settings:
`reveal_types.py` and `reveal_player_types.py` state the type of each expression, `wrong_uses.py`
has an error in every line that says so and nowhere else.
"""

import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.typing.cases import reveal_player_types, reveal_types

CASES = Path(__file__).parent / "cases"
FILES = ("reveal_types.py", "reveal_player_types.py", "wrong_uses.py")

# File, line and text of what a checker reports.
Report = list[tuple[str, int, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that has the cases and no settings of the project."""
    folder = tmp_path_factory.mktemp("cases")
    for name in FILES:
        shutil.copy(CASES / name, folder)
    return folder


@pytest.fixture(scope="module")
def mypy_report(folder: Path) -> Report:
    pytest.importorskip("mypy", reason="mypy is not installed")
    options = ("--strict", "--config-file=", "--output=json", "--cache-dir", "cache")
    result = _run(folder, "mypy", *options, *FILES)
    assert result.returncode in {0, 1}, result.stdout + result.stderr
    found = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    return [
        (it["file"], it["line"], f"{it['message']} [{it['code']}]")
        for it in found
        if it["severity"] == "error"
    ]


@pytest.fixture(scope="module")
def pyright_report(folder: Path) -> Report:
    pytest.importorskip("pyright", reason="pyright is not installed")
    settings = {
        "typeCheckingMode": "strict",
        "enableTypeIgnoreComments": False,  # those are for mypy
        "reportUnnecessaryTypeIgnoreComment": "error",
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    result = _run(
        folder,
        "pyright",
        "--outputjson",
        "-p",
        "pyrightconfig.json",
        "--pythonpath",
        sys.executable,
    )
    assert result.returncode in {0, 1}, result.stdout + result.stderr
    answer: dict[str, Any] = json.loads(result.stdout)
    assert answer["summary"]["filesAnalyzed"] == len(FILES)
    return [
        (
            Path(it["file"]).name,
            it["range"]["start"]["line"] + 1,
            f"{it['message']} [{it.get('rule')}]",
        )
        for it in answer["generalDiagnostics"]
    ]


def _run(folder: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("file", FILES)
def test_mypy_reports_exactly_the_expected(file: str, mypy_report: Report) -> None:
    assert [entry for entry in mypy_report if entry[0] == file] == []


@pytest.mark.parametrize("file", FILES)
def test_pyright_reports_exactly_the_expected(file: str, pyright_report: Report) -> None:
    assert [entry for entry in pyright_report if entry[0] == file] == []


def test_every_wrong_use_is_an_error_for_both_checkers() -> None:
    """An expected error of one checker only would be a hole in the types or in the test."""
    lines = (CASES / "wrong_uses.py").read_text().splitlines()
    markers = Counter(
        ("# type: ignore[" in line, "# pyright: ignore[" in line)
        for line in lines
        if "ignore" in line
    )
    assert set(markers) == {(True, True)}
    assert markers[True, True] >= 60


@pytest.mark.parametrize("example", [*reveal_types.EXAMPLES, *reveal_player_types.EXAMPLES])
def test_typed_examples_run(example: Callable[[], None]) -> None:
    example()
