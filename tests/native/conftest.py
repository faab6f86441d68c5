"""What tests of the distribution share: it is built and installed once for each Python."""

import shutil
from pathlib import Path
from typing import cast

import pytest

from tests.native import environments
from tests.native.environments import Environment

PYTHONS = environments.interpreters()


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository's files. Nothing is built in it."""
    if not (environments.ROOT / ".git").exists():
        pytest.skip("the files of the repository are not known without git")
    return environments.make_once(tmp_path_factory, "sources", environments.copy_sources)


@pytest.fixture(scope="session")
def sdist(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution."""

    def make(folder: Path) -> None:
        shutil.copytree(sources, folder / "sources")
        environments.build_sdist(folder / "sources", folder)

    (path,) = environments.make_once(tmp_path_factory, "sdist", make).glob("*.tar.gz")
    return path


@pytest.fixture(scope="session", params=PYTHONS.values(), ids=list(PYTHONS))
def interpreter(request: pytest.FixtureRequest) -> Path:
    """A Python to install the library for."""
    return cast("Path", request.param)


@pytest.fixture(scope="session")
def wheel(interpreter: Path, sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel for the interpreter, built from the source distribution."""

    def make(folder: Path) -> None:
        environments.build_wheel(interpreter, sdist, folder)

    name = f"wheel-{_version(interpreter)}"
    (path,) = environments.make_once(tmp_path_factory, name, make).glob("*.whl")
    return path


@pytest.fixture(scope="session")
def environment(
    interpreter: Path, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    """A clean environment with the wheel and what it requires."""
    return _installed(tmp_path_factory, interpreter, wheel, "base", str(wheel))


@pytest.fixture(scope="session")
def cli_environment(
    interpreter: Path, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    """A clean environment with the wheel and the extra of the command line."""
    return _installed(tmp_path_factory, interpreter, wheel, "cli", f"{wheel}[cli]")


def _installed(
    factory: pytest.TempPathFactory, interpreter: Path, wheel: Path, kind: str, requirement: str
) -> Environment:
    def make(folder: Path) -> None:
        python = environments.new_environment(interpreter, folder / "environment")
        environments.install(python, requirement)

    version = _version(interpreter)
    folder = environments.make_once(factory, f"{kind}-{version}", make)
    return Environment(version, folder / "environment" / "bin" / "python", wheel)


def _version(interpreter: Path) -> str:
    return next(version for version, path in PYTHONS.items() if path == interpreter)
