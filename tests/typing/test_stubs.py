"""The stubs of the core say what the extension modules have."""

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

import cardgames
from cardgames._core import state
from cardgames._core.bottle_imp import BottleImpState
from cardgames._core.cellar_des_triplettes import CellarDesTriplettesState
from cardgames._core.triplets import TripletsState
from cardgames._core.wine_cellar import WineCellarState

ALLOWED = Path(__file__).with_name("stubtest_allowlist.txt")
CLASSES: dict[str, tuple[str, type]] = {
    "State": ("state.pyi", state.State),
    "BottleImpState": ("bottle_imp.pyi", BottleImpState),
    "CellarDesTriplettesState": ("cellar_des_triplettes.pyi", CellarDesTriplettesState),
    "WineCellarState": ("wine_cellar.pyi", WineCellarState),
    "TripletsState": ("triplets.pyi", TripletsState),
}


def documented() -> Iterator[tuple[str, str | None, str | None]]:
    """Each class and each of its public members: name, docstring in the stub, at run time."""
    for class_name, (stub, cls) in CLASSES.items():
        source = (resources.files("cardgames._core") / stub).read_text(encoding="utf-8")
        (node,) = (
            node
            for node in ast.parse(source).body
            if isinstance(node, ast.ClassDef) and node.name == class_name
        )
        yield class_name, ast.get_docstring(node), inspect.getdoc(cls)
        for member in node.body:
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                name = f"{class_name}.{member.name}"
                yield name, ast.get_docstring(member), inspect.getdoc(getattr(cls, member.name))


def words(docstring: str | None) -> list[str] | None:
    """The docstring without its line breaks."""
    return None if docstring is None else docstring.split()


DOCUMENTED = tuple(documented())


def test_the_state_of_every_game_is_here() -> None:
    states: set[type] = {type(cardgames.make(name).new_state(1)) for name in cardgames.games()}
    assert states | {state.State} == {cls for _, cls in CLASSES.values()}


def test_stubtest_finds_no_difference(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    result = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "cardgames._core", "--allowlist", ALLOWED],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_stubtest_overlooks_only_the_table_of_c_functions() -> None:
    assert ALLOWED.read_text().split() == [r".*\.__pyx_capi__"]


def test_every_member_of_a_state_is_documented_in_the_stub() -> None:
    missing = [name for name, stub, _ in DOCUMENTED if stub is None]
    assert missing == []


@pytest.mark.parametrize(
    ("stub", "runtime"),
    [pytest.param(stub, runtime, id=name) for name, stub, runtime in DOCUMENTED if stub],
)
def test_help_says_what_the_stub_says(stub: str, runtime: str | None) -> None:
    assert words(runtime) == words(stub)
