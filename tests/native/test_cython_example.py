"""The example in Cython builds against the installed library and plays."""

import json
import shutil
from pathlib import Path

import pytest

import cardgames
from tests.native import environments
from tests.native.conftest import PYTHONS
from tests.native.environments import ROOT, Environment

EXAMPLE = ROOT / "examples" / "cython_search"

# One Python is enough: test_cimport.py compiles more of the library for all of them.
pytestmark = pytest.mark.parametrize(
    "interpreter", list(PYTHONS.values())[:1], ids=list(PYTHONS)[:1], indirect=True
)


@pytest.fixture(scope="module")
def with_example(environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The environment with the example in it, built in isolation against the wheel."""

    def make(folder: Path) -> None:
        for name in ("pyproject.toml", "setup.py", "cython_search.pyx"):
            shutil.copy(EXAMPLE / name, folder)
        # No index has the library: what is needed for the build is named by its path.
        project = (folder / "pyproject.toml").read_text(encoding="utf-8")
        required = '"Cython>=3.3,<3.4", "cardgames-engine"]'
        assert required in project
        found = f'"Cython>=3.3,<3.4", "cardgames-engine @ {environment.wheel.as_uri()}"]'
        project = project.replace(required, found)
        (folder / "pyproject.toml").write_text(project, encoding="utf-8")
        environments.install(environment.python, "--no-deps", str(folder))

    environments.make_once(tmp_path_factory, "cython-example", make)
    return environment


def test_its_bot_beats_the_greedy_one(with_example: Environment, tmp_path: Path) -> None:
    program = "import cython_search; cython_search.main(games=48, seed=1)"
    text = with_example.run("-c", program, cwd=tmp_path).stdout
    shares = {line.split()[0]: line.split()[1] for line in text.splitlines() if "%  " in line}
    assert float(shares["CythonBot"].rstrip("%")) > float(shares["greedy"].rstrip("%")) + 10


def test_it_looks_at_what_the_seat_knows_only(with_example: Environment, tmp_path: Path) -> None:
    program = """
import json
import cardgames
from cython_search import search

state = cardgames.BottleImp(num_players=5, rounds=2).new_state(2)
answers = []
while len(answers) < 60:
    seat = state.current_player
    answers.append([search(it, seat, 300, 7) for it in (state, state.determinize(seat, 1))])
    state.apply(answers[-1][0])
print(json.dumps(answers))
"""
    answers = json.loads(with_example.run("-c", program, cwd=tmp_path).stdout)
    state = cardgames.BottleImp(num_players=5, rounds=2).new_state(2)
    for real, drawn in answers:
        assert real == drawn
        state.apply(real)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("Triplets().new_state(1), 0, 10, 1", "TypeError: this search is for Bottle Imp"),
        ("BottleImp().new_state(1), 4, 10, 1", "ValueError: seat 4 may not act"),
        ("BottleImp().new_state(1), 0, 0, 1", "ValueError: simulations must be from 1 to 1000000"),
        ("None, 0, 10, 1", "TypeError: Argument 'state' has incorrect type"),
    ],
)
def test_it_says_what_it_does_not_take(
    call: str, error: str, with_example: Environment, tmp_path: Path
) -> None:
    program = f"from cardgames import *; from cython_search import search\nsearch({call})"
    result = with_example.run("-c", program, cwd=tmp_path, returns=1)
    assert result.stderr.splitlines()[-1].startswith(error)
