"""A project of somebody else compiles against the installed `.pxd` files and the header."""

import json
import re
import shutil
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from cardgames import BottleImp
from tests.native import environments
from tests.native.environments import Environment

SOURCE = Path(__file__).with_name("downstream.pyx")
STRUCTS = ("bi_state", "bi_view")

# The library is named by the path of its wheel, as no index has it.
PYPROJECT = """\
[build-system]
requires = ["setuptools>=77", "Cython>=3.3,<3.4", "cardgames-engine @ {wheel}"]
build-backend = "setuptools.build_meta"

[project]
name = "downstream"
version = "1"

[tool.setuptools]
py-modules = []
"""
SETUP = """\
import cardgames
from Cython.Build import cythonize
from setuptools import Extension, setup

extension = Extension("downstream", ["downstream.pyx"], include_dirs=[cardgames.get_include()])
setup(ext_modules=cythonize([extension]))
"""


def members(struct: str) -> list[str]:
    """The members of a struct as the .pxd of the library declares them."""
    declarations = resources.files("cardgames._core").joinpath("bottle_imp.pxd").read_text()
    match = re.search(rf"^ctypedef struct {struct}:\n((?: .*\n)+)", declarations, re.MULTILINE)
    assert match is not None
    return re.findall(r"^ {4}\w+ (\w+)", match[1], re.MULTILINE)


def write_project(folder: Path, wheel: Path) -> None:
    shutil.copy(SOURCE, folder)
    (folder / "pyproject.toml").write_text(PYPROJECT.format(wheel=wheel.as_uri()))
    (folder / "setup.py").write_text(SETUP)
    sizes = (
        f"{struct.upper()}_MEMBERS = {{"
        + ", ".join(f"{name!r}: sizeof((<{struct} *>NULL).{name})" for name in members(struct))
        + "}\n"
        for struct in STRUCTS
    )
    (folder / "members.pxi").write_text("".join(sizes))


@pytest.fixture(scope="session")
def downstream(environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The environment with the other project in it, built in isolation against the wheel."""

    def make(folder: Path) -> None:
        write_project(folder, environment.wheel)
        environments.install(environment.python, "--no-deps", str(folder))

    environments.make_once(tmp_path_factory, f"downstream-{environment.version}", make)
    return environment


@pytest.fixture
def ask(downstream: Environment, tmp_path: Path) -> Callable[[str], Any]:
    """Asks the module for the value of an expression."""

    def ask(expression: str) -> Any:
        program = "import cardgames, downstream, json; from cardgames import BottleImp\n"
        program += f"print(json.dumps({expression}))"
        return json.loads(downstream.run("-c", program, cwd=tmp_path).stdout)

    return ask


@pytest.mark.parametrize(
    "game",
    [
        BottleImp(num_players=2, rounds=2),
        BottleImp(num_players=4, rounds=1),
        BottleImp(num_players=5, rounds=3),
        BottleImp(num_players=6, rounds=1, teams="2-2-1-1"),
    ],
    ids=str,
)
def test_native_game_goes_as_in_python(game: BottleImp, ask: Callable[[str], Any]) -> None:
    actions, scores, winners = ask(f"downstream.play({game!r}, seed=5, choices=6)")
    state = game.new_state(seed=5)
    state.apply_all(actions)
    assert state.is_terminal
    assert list(state.scores()) == scores
    assert list(state.winners()) == winners


def test_native_playouts_are_those_of_python(ask: Callable[[str], Any]) -> None:
    game = BottleImp(num_players=3, rounds=2)
    scores, actions = ask(f"downstream.playouts({game!r}, 50, seed=9)")
    sample = game.sample_games(50, seed=9)
    assert sample.scores.tolist() == scores
    assert sample.lengths.sum() == actions


def test_struct_of_a_python_state_is_used_without_a_copy(ask: Callable[[str], Any]) -> None:
    state = "state := BottleImp().new_state(3)"
    same, other = ask(f"[downstream.is_new_deal({state}, 3), downstream.is_new_deal(state, 4)]")
    assert (same, other) == (True, False)
    played = "downstream.play_in_place(state, 1), state.is_terminal, state.scores()"
    _, over, scores = ask(f"[{state}, [{played}]][1]")
    assert over
    assert len(scores) == 4


def test_inline_functions_of_the_core_compile_elsewhere(ask: Callable[[str], Any]) -> None:
    assert ask("[downstream.deck_size(BottleImp(num_players=n)) for n in (4, 5)]") == [36, 54]


def test_table_of_the_library_is_of_the_version_compiled_against(ask: Callable[[str], Any]) -> None:
    compiled, loaded, name = ask("downstream.versions()")
    assert compiled == loaded
    assert name == "bottle_imp"


@pytest.mark.parametrize("struct", STRUCTS)
def test_structs_have_no_hidden_padding(struct: str, ask: Callable[[str], Any]) -> None:
    """Equal positions are equal byte for byte only if every byte belongs to a member."""
    size, sizes = ask("downstream.struct_sizes()")[struct]
    assert sum(sizes.values()) == size
    assert list(sizes) == members(struct)


def test_size_of_a_state_is_that_of_its_struct(ask: Callable[[str], Any]) -> None:
    assert ask("downstream.struct_sizes()")["bi_state"][0] == BottleImp().state_size
