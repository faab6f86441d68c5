"""The distribution: what is in it, and that it works where nothing else of the project is.

CARDGAMES_WHEEL_PYTHONS
    Paths of the Pythons to build for and to install in, separated as in PATH; default: the running
    one. For each, the wheel is built with that Python from the source distribution.
"""

import email
import json
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

import cardgames
from tests.native.environments import Environment

SMOKE = Path(__file__).with_name("smoke.py")
VERSION = cardgames.__version__

# What setuptools adds to a source distribution.
GENERATED = {"PKG-INFO", "setup.cfg"}


@pytest.fixture(scope="session")
def in_tree(sources: Path) -> set[str]:
    """The files of the repository."""
    return {it.relative_to(sources).as_posix() for it in sources.rglob("*") if it.is_file()}


@pytest.fixture(scope="session")
def in_sdist(sdist: Path) -> set[str]:
    with tarfile.open(sdist) as archive:
        names = [it.name for it in archive.getmembers() if it.isfile()]
    top = f"cardgames_engine-{VERSION}/"
    assert all(name.startswith(top) for name in names)
    return {name.removeprefix(top) for name in names}


@pytest.fixture
def in_wheel(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {it.filename for it in archive.infolist() if not it.is_dir()}


# --- the source distribution ---


def test_sdist_holds_only_files_of_the_repository(in_sdist: set[str], in_tree: set[str]) -> None:
    added = {name for name in in_sdist if not name.startswith("src/cardgames_engine.egg-info/")}
    assert added - in_tree - GENERATED == set()


def test_sdist_holds_all_that_is_needed_to_build_and_test(
    in_sdist: set[str], in_tree: set[str]
) -> None:
    folders = ("src/", "tests/", "docs/", "examples/", "benchmarks/")
    needed = {name for name in in_tree if name.startswith(folders)}
    needed |= {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"}
    needed |= {"pyproject.toml", "setup.py", "MANIFEST.in", "Makefile"}
    assert needed - in_sdist == set()


# C that people wrote.
BY_HAND = {"examples/c_extension/flat_monte_carlo.c", "tests/native/native_functions.c"}


def test_sdist_holds_no_generated_code(in_sdist: set[str]) -> None:
    generated = {".c", ".cpp", ".html", ".so", ".o", ".pyc"}
    stray = {name for name in in_sdist if PurePosixPath(name).suffix in generated}
    assert {name for name in stray if not name.startswith(("benchmarks/", "docs/"))} == BY_HAND


# --- the wheel ---


def test_wheel_holds_the_package_and_its_compiled_modules(
    in_wheel: set[str], in_tree: set[str]
) -> None:
    package = {name.removeprefix("src/") for name in in_tree if name.startswith("src/")}
    modules = {name.removesuffix(".pyx") for name in package if name.endswith(".pyx")}
    found = {name for name in in_wheel if ".dist-info/" not in name}
    compiled = {name for name in found if name.endswith((".so", ".pyd"))}
    assert found - compiled == package
    assert sorted(name.partition(".")[0] for name in compiled) == sorted(modules)


@pytest.mark.parametrize(
    "name",
    [
        "cardgames/py.typed",
        "cardgames/__init__.pxd",
        "cardgames/_core/__init__.pxd",
        "cardgames/_core/table.pxd",
        "cardgames/_core/state.pxd",
        "cardgames/_core/state.pyi",
        "cardgames/_core/bottle_imp.pxd",
        "cardgames/_core/bottle_imp.pyi",
        "cardgames/_core/bottle_imp_play.pxi",
        "cardgames/_core/multiset.pxd",
        "cardgames/_core/cellar_des_triplettes.pxd",
        "cardgames/_core/cellar_des_triplettes.pyi",
        "cardgames/_core/cellar_des_triplettes_play.pxi",
        "cardgames/include/cardgames.h",
        "cardgames/data/bottle_imp_cards.csv",
        "cardgames/data/cellar_des_triplettes_cards.csv",
        "cardgames/_core/bytelist.pxd",
        "cardgames/_core/wine_cellar.pxd",
        "cardgames/_core/wine_cellar.pyi",
        "cardgames/_core/wine_cellar_play.pxi",
        "cardgames/data/wine_cellar_bottles.csv",
        "cardgames/data/wine_cellar_clients.csv",
        "cardgames/_core/triplets.pxd",
        "cardgames/_core/triplets.pyi",
        "cardgames/_core/triplets_play.pxi",
        f"cardgames_engine-{VERSION}.dist-info/licenses/LICENSE",
    ],
)
def test_wheel_holds(name: str, in_wheel: set[str]) -> None:
    assert name in in_wheel


def test_wheel_holds_no_generated_code_and_no_tests(in_wheel: set[str]) -> None:
    assert {name for name in in_wheel if name.endswith((".c", ".cpp", ".html", ".pyc"))} == set()
    assert {name for name in in_wheel if "test" in name} == set()
    assert {name.partition("/")[0] for name in in_wheel} == {
        "cardgames",
        f"cardgames_engine-{VERSION}.dist-info",
    }


def test_every_package_with_declarations_can_be_cimported(in_wheel: set[str]) -> None:
    declared = (PurePosixPath(name) for name in in_wheel if name.endswith(".pxd"))
    packages = {package for name in declared for package in name.parents} - {PurePosixPath()}
    assert {f"{package}/__init__.pxd" for package in packages} - in_wheel == set()


def test_base_install_requires_numpy_only(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        name = f"cardgames_engine-{VERSION}.dist-info/METADATA"
        fields = email.message_from_string(archive.read(name).decode())
    required = [str(it) for it in fields.get_all("Requires-Dist", [])]
    assert [it for it in required if "extra ==" not in it] == ["numpy>=1.26"]
    assert set(fields.get_all("Provides-Extra", [])) == {"cli", "ratings", "plot", "serve", "ffi"}
    assert fields["License-Expression"] == "Apache-2.0"
    assert fields["Requires-Python"] == ">=3.11"


# --- installed ---


def test_installed_library_works_in_an_empty_folder(
    environment: Environment, tmp_path: Path
) -> None:
    answers = json.loads(environment.run(SMOKE, cwd=tmp_path).stdout)
    games = [cardgames.make(text) for text in answers]
    assert tuple(game.name for game in games) == cardgames.games()
    # And it does what the library under test does, whatever Python and build.
    for game, answer in zip(games, answers.values(), strict=True):
        state = game.new_state(seed=1)
        state.apply_all(answer["actions"][:20])
        assert state.to_bytes().hex() == answer["middle"]
        assert state.perft(3) == answer["perft"]
        state.apply_all(answer["actions"][20:])
        assert list(state.scores()) == answer["scores"]
        assert game.playouts(500, seed=7).sum(axis=0).tolist() == answer["playouts"]


@pytest.mark.parametrize("arguments", [(), ("games",), ("simulate", "bottle_imp"), ("--version",)])
def test_command_without_its_extra_says_what_to_install(
    arguments: tuple[str, ...], environment: Environment, tmp_path: Path
) -> None:
    result = environment.script("cardgames", *arguments, cwd=tmp_path, returns=1)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert 'pip install "cardgames-engine[cli]"' in line


def test_command_as_a_module_without_its_extra_says_what_to_install(
    environment: Environment, tmp_path: Path
) -> None:
    result = environment.run("-m", "cardgames", "games", cwd=tmp_path, returns=1)
    assert 'pip install "cardgames-engine[cli]"' in result.stderr


@pytest.mark.parametrize("name", cardgames.games())
def test_command_with_its_extra_simulates(
    name: str, cli_environment: Environment, tmp_path: Path
) -> None:
    arguments = ("simulate", name, "--games", "1000", "--seed", "1", "--json")
    result = cli_environment.script("cardgames", *arguments, cwd=tmp_path)
    assert result.stderr == ""
    answer = json.loads(result.stdout)
    expected = cardgames.make(name).playouts(1000, seed=1)
    assert answer["games"] == len(expected)
    assert [seat["mean"] for seat in answer["seats"]] == expected.mean(axis=0).tolist()
    assert list(tmp_path.iterdir()) == []


def test_command_with_its_extra_shows_a_table(cli_environment: Environment, tmp_path: Path) -> None:
    arguments = ("simulate", "bottle_imp", "--players", "3", "--games", "100", "--seed", "1")
    assert "Mean score" in cli_environment.script("cardgames", *arguments, cwd=tmp_path).stdout
    listing = cli_environment.run("-m", "cardgames", "games", cwd=tmp_path).stdout
    assert set(cardgames.games()) <= set(listing.splitlines())
