"""What importing and using the library loads: nothing heavy before it is needed."""

import json
import subprocess
import sys
from collections.abc import Iterable

import pytest

import cardgames

HEAVY = (
    "argparse",
    "asyncio",
    "cffi",
    "concurrent.futures",
    "ctypes",
    "email",
    "importlib.metadata",
    "json",
    "logging",
    "msgspec",
    "multiprocessing",
    "numba",
    "numpy",
    "rich",
    "socket",
    "subprocess",
    "tempfile",
    "typer",
    "typing_extensions",
    "unittest",
    "urllib",
    "xml",
)


def loaded_by(program: str, names: Iterable[str] = HEAVY) -> set[str]:
    """The modules that a program of a new Python has loaded, less those that Python starts with."""
    lines = (
        "import sys",
        "before = set(sys.modules)",
        program,
        "after = set(sys.modules) - before",
        "import json",
        "print(json.dumps(sorted(after)))",
    )
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(lines)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return set(json.loads(result.stdout)).intersection(names)


def test_import_loads_nothing_heavy() -> None:
    small = ("dataclasses", "hashlib", "inspect", "pathlib", "pickle", "random", "secrets")
    assert loaded_by("import cardgames", {*HEAVY, *small}) == set()


def test_import_loads_only_what_all_games_share() -> None:
    late = {
        f"cardgames.{name}"
        for name in (*cardgames.games(), "cli", "pictures", "simulate", "search", "analysis")
    }
    late |= {f"cardgames._core.{name}" for name in (*cardgames.games(), "search")}
    assert loaded_by("import cardgames; cardgames.games()", late) == set()


@pytest.mark.parametrize("name", cardgames.games())
def test_playing_loads_nothing_heavy(name: str) -> None:
    program = f"""
import cardgames, copy, pickle
state = cardgames.make({name!r}).new_state(seed=1)
while not state.is_terminal:
    state.apply(state.legal_actions()[-1])
    state.determinize(0, seed=1).view(0).to_dict()
state.playout(seed=1), state.returns(), str(state), repr(state), state.hash64
assert copy.deepcopy(state) == pickle.loads(pickle.dumps(state))
state.game.state_from_dict(state.view().to_dict())
"""
    assert loaded_by(program) == set()


@pytest.mark.parametrize("name", cardgames.games())
def test_a_game_loads_no_other_game(name: str) -> None:
    others = [other for other in cardgames.games() if other != name]
    late = [f"cardgames{part}.{other}" for other in others for part in ("", "._core")]
    used = f"state = cardgames.make({name!r}).new_state(1); state.playout(1); str(state)"
    assert loaded_by(f"import cardgames; {used}", late) == set()


@pytest.mark.parametrize("name", cardgames.games())
@pytest.mark.parametrize(
    "use",
    [
        "game.playouts(2, seed=1)",
        "state.playouts(2, seed=1)",
        "state.legal_mask()",
        "state.observation(0)",
    ],
)
def test_numpy_is_loaded_when_an_array_is_asked_for(use: str, name: str) -> None:
    program = f"import cardgames; game = cardgames.make({name!r}); state = game.new_state(1)"
    assert loaded_by(f"{program}; {use}", ["numpy"]) == {"numpy"}


def test_a_search_loads_nothing_heavy() -> None:
    program = """
from cardgames.search import ISMCTS, FlatMonteCarlo
import cardgames
state = cardgames.WineCellar(num_players=2).new_state(1)
for search in (ISMCTS(50, threads=2), FlatMonteCarlo(50)):
    analysis = search.analyse(state)
    repr(analysis), analysis.to_html(), analysis.to_svg(), analysis.to_dict()
"""
    assert loaded_by(program) == set()


def test_module_of_the_command_line_loads_no_extra() -> None:
    names = ["typer", "rich", "numpy", "msgspec", "socket"]
    assert loaded_by("import cardgames.cli", names) == set()
