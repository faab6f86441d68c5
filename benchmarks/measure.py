"""Interleaved measurements, and the programs that are compiled for them."""

from __future__ import annotations

import gc
import hashlib
import importlib.util
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import cardgames

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
C_SOURCE = HERE / "reference" / "bottle_imp.c"
C_BASELINE = ("-O3", "-std=c99")
C_NATIVE = (*C_BASELINE, "-march=native")
C_TRACE = ("-O1", "-std=c99", "-DTRACE")

S = TypeVar("S")
T = TypeVar("T")
Once = Callable[[], float]  # takes a measurement


@dataclass
class Probe:
    """One thing that is measured: `once` returns the figure of one repetition."""

    name: str
    once: Once
    pick: Callable[[list[float]], float] = min
    samples: list[float] = field(default_factory=list)

    @property
    def figure(self) -> float:
        """The best repetition, or the median where `pick` says so."""
        return self.pick(self.samples)


def nanoseconds(items: Sequence[S], prepare: Callable[[S], T], work: Callable[[T], int]) -> Once:
    """Nanoseconds per unit of the work on all items; `work` returns how many units it did.

    Each item is prepared just before its work, untimed, so that what is worked on is in the cache.
    """

    def once() -> float:
        spent = units = 0
        gc.collect()
        gc.disable()
        try:
            for item in items:
                ready = prepare(item)
                start = time.perf_counter_ns()
                units += work(ready)
                spent += time.perf_counter_ns() - start
                del ready
        finally:
            gc.enable()
        return spent / units

    return once


def same(item: S) -> S:
    """The item: for work that needs no preparation."""
    return item


def run_interleaved(probes: Iterable[Probe], repeats: int) -> None:
    """All probes once, then all again, in turn forwards and backwards: noise hits all alike."""
    order = list(probes)
    for probe in order:
        probe.once()  # warm up
    for repeat in range(repeats):
        progress(f"repetition {repeat + 1} of {repeats}")
        for probe in order if repeat % 2 == 0 else reversed(order):
            probe.samples.append(probe.once())
    progress("")


def progress(text: str) -> None:
    """Write over the line of the terminal; nothing where the messages go to a file or a pipe."""
    if sys.stderr.isatty():
        print(f"\r{text:<40}\r{text}", end="", file=sys.stderr, flush=True)


def compiler() -> list[str]:
    """The C compiler: $CC or cc."""
    return shlex.split(os.environ.get("CC", "cc"))


def compile_c(target: Path, flags: Iterable[str]) -> Path:
    """Compile the plain C program."""
    subprocess.run([*compiler(), *flags, str(C_SOURCE), "-o", str(target)], check=True)
    return target


def run_c(
    program: Path, mode: str, games: int, seed: int = 1, rounds: int = 8, processes: int = 1
) -> dict[str, Any]:
    """What one run of the plain C program prints; of several at once, what the slowest prints."""
    command = [str(program), mode, str(games), str(seed), str(rounds)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(processes)]
    results: list[dict[str, Any]] = [json.loads(process.communicate()[0]) for process in running]
    assert all(process.returncode == 0 for process in running)
    return max(results, key=lambda result: float(result["seconds"]))


def load_cython(source: Path) -> Any:
    """Compile a Cython module with the flags of the wheels, and import it.

    What was compiled stays in `build`, until the source or what it is compiled with changes.
    """
    package = Path(cardgames.__file__).parent
    flags = f"-O3 -fno-semantic-interposition -I{shlex.quote(cardgames.get_include())}"
    state = [sys.version, flags, shlex.join(compiler()), source.read_text(encoding="utf-8")]
    for path in sorted([*package.glob("_core/*.pxd"), *package.glob("include/*.h")]):
        state.append(path.read_text(encoding="utf-8"))
    digest = hashlib.sha256("\0".join(state).encode()).hexdigest()[:16]
    folder = HERE.parent / "build" / "benchmarks" / digest
    if not list(folder.glob(f"{source.stem}*.so")):
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, folder)
        variables = {"CFLAGS": flags, "CC": state[2], "PYTHONPATH": str(package.parent)}
        subprocess.run(
            [sys.executable, "-m", "Cython.Build.Cythonize", "-i", "-q", source.name],
            cwd=folder,
            env={**os.environ, **variables},
            check=True,
            capture_output=True,
        )
    [library] = folder.glob(f"{source.stem}*.so")
    return load_module(source.stem, library)


def load_module(name: str, path: Path) -> Any:
    """Import a module from its file."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def start_milliseconds(code: str) -> float:
    """How long a new interpreter takes to run the code, median of three."""

    def once() -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-I", "-c", code], check=True)
        return 1000 * (time.perf_counter() - start)

    return statistics.median(once() for _ in range(3))


def prints(code: str) -> str:
    """What a new interpreter prints for the code."""
    command = [sys.executable, "-I", "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
