"""Clean environments: the source distribution, wheels built from it, where they are installed."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Variables that would change what is built, or what is imported; and what a test run adds.
_PREFIXES = ("CARDGAMES_", "PYTHON", "PYTEST_", "COV_", "COVERAGE_", "VIRTUAL_ENV", "LD_PRELOAD")


@dataclass(frozen=True)
class Environment:
    """A virtual environment with a wheel of the library."""

    version: str
    python: Path
    wheel: Path

    def run(
        self, *arguments: str | Path, cwd: Path, returns: int = 0
    ) -> subprocess.CompletedProcess[str]:
        """Runs its Python in a folder; warnings are errors there."""
        return run(self.python, "-W", "error", *arguments, cwd=cwd, returns=returns)

    def script(
        self, name: str, *arguments: str, cwd: Path, returns: int = 0
    ) -> subprocess.CompletedProcess[str]:
        """Runs an installed command in a folder; warnings are errors there."""
        command = self.python.with_name(name)
        return run(command, *arguments, cwd=cwd, returns=returns, PYTHONWARNINGS="error")


def run(
    *command: str | Path, cwd: Path, returns: int = 0, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Runs a command that has to end with the given code and shows what it says if it does not."""
    kept = {name: it for name, it in os.environ.items() if not name.startswith(_PREFIXES)}
    result = subprocess.run(
        command,
        cwd=cwd,
        env={**kept, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert result.returncode == returns, f"{command}\n{result.stdout}\n{result.stderr}"
    return result


def interpreters() -> dict[str, Path]:
    """The Pythons to test wheels on, by version: CARDGAMES_WHEEL_PYTHONS, or the running one."""
    paths = os.environ.get("CARDGAMES_WHEEL_PYTHONS", "").split(os.pathsep)
    found: dict[str, Path] = {}
    for path in filter(None, paths):
        ask = "import sys; print('.'.join(map(str, sys.version_info[:3])))"
        found[run(path, "-c", ask, cwd=ROOT).stdout.strip()] = Path(path)
    return found or {".".join(map(str, sys.version_info[:3])): Path(sys.executable)}


def make_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder of this test run that `make` fills, once for all processes that run tests."""
    shared = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder


def copy_sources(folder: Path) -> None:
    """Copies what a clone of the repository would have, and new files that are not ignored."""
    listed = run(
        "git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", cwd=ROOT
    ).stdout
    for name in filter(None, listed.split("\0")):
        source, target = ROOT / name, folder / name
        if source.is_file():  # it may be deleted and still known to git
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def build_sdist(sources: Path, folder: Path) -> None:
    """Builds the source distribution, with the build tools that it asks for."""
    run(sys.executable, "-m", "build", "--sdist", "--outdir", folder, sources, cwd=folder)


def build_wheel(interpreter: Path, sdist: Path, folder: Path) -> None:
    """Builds a wheel from the source distribution alone, with the build tools that it asks for."""
    python = new_environment(interpreter, folder / "environment")
    run(python, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, sdist, cwd=folder)


def new_environment(interpreter: Path, folder: Path) -> Path:
    """A virtual environment without any package; its Python."""
    run(interpreter, "-m", "venv", folder, cwd=folder.parent)
    return folder / "bin" / "python"


def install(python: Path, *requirements: str) -> None:
    """Installs into the environment of a Python."""
    run(python, "-m", "pip", "install", *requirements, cwd=python.parent)
