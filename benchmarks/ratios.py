"""Ratios of the library to its peers, all measured in one run. See README.md beside this file.

python benchmarks/ratios.py [--repeats N] [--scale X] [--json FILE] [--check]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from measure import (
    C_BASELINE,
    C_NATIVE,
    HERE,
    Once,
    Probe,
    compile_c,
    load_cython,
    prints,
    run_c,
    run_interleaved,
    start_milliseconds,
)
from native_code import native_probes
from ours import OurGame
from spiel import SpielGame

import cardgames

COUNTED = ("bytes", "modules")  # units of whole numbers
STEPS = "M steps/s"
VECTOR = 4096  # games side by side
PASS = 12  # actions before the first trick: in Bottle Imp with four seats, and in hearts


@dataclass(frozen=True)
class Row:
    """A line of the table. `bound` and `reached` are None where there is no goal."""

    what: str
    ours: float
    peer: float | None
    unit: str
    ratio: float | None
    goal: str
    bound: float | None
    reached: bool | None


class Table:
    """Rows made from the figures of probes."""

    def __init__(self, probes: dict[str, Probe]) -> None:
        self.probes = probes
        self.rows: list[Row] = []

    def times(self, what: str, ours: str, peer: str, unit: str, goal: float | None = None) -> None:
        """How many times as fast as the peer we are; the goal is the least ratio."""
        a, b = self.probes[ours].figure, self.probes[peer].figure
        text = "-" if goal is None else f">= {goal:g}x"
        reached = None if goal is None else b / a >= goal
        self.rows.append(Row(what, a, b, unit, b / a, text, goal, reached))

    def below(self, what: str, figure: float, unit: str, goal: float) -> None:
        """A figure of ours that has to stay below the goal."""
        text = f"< {goal:g} {unit}"
        self.rows.append(Row(what, figure, None, unit, None, text, goal, figure < goal))

    def steps(self, what: str, probe: str, goal: float) -> None:
        """Millions of steps a second, at least the goal."""
        figure = 1e3 / self.probes[probe].figure
        text = f">= {goal:g} {STEPS}"
        self.rows.append(Row(what, figure, None, STEPS, None, text, goal, figure >= goal))

    def __str__(self) -> str:
        head: tuple[str, ...] = ("what", "ours", "peer", "ratio", "goal", "reached")
        lines = [head]
        for row in self.rows:
            peer = "-" if row.peer is None else amount(row.peer, row.unit)
            ours = amount(row.ours, row.unit, row.bound if row.ratio is None else None)
            ratio = "-" if row.ratio is None else f"{rounded(row.ratio, 2, row.bound)}x"
            reached = "-" if row.reached is None else "yes" if row.reached else "NO"
            lines.append((row.what, ours, peer, ratio, row.goal, reached))
        widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
        lines.insert(1, tuple("-" * width for width in widths))
        text = []
        for line in lines:
            cells = [line[0].ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
            text.append("  ".join(cells).rstrip())
        return "\n".join(text)


def rounded(figure: float, digits: int, bound: float | None = None) -> str:
    """The figure with so many digits, or more if it takes more to stay on its side of a bound."""
    text = f"{figure:.{digits}f}"
    while bound is not None and digits < 9 and (float(text) >= bound) != (figure >= bound):
        digits += 1
        text = f"{figure:.{digits}f}"
    return text


def amount(figure: float, unit: str, bound: float | None = None) -> str:
    """The figure as it stands in the table; the time of a move is told as moves per second."""
    if unit == "ns/move":
        return f"{1e3 / figure:.2f} M moves/s"
    whole = figure >= 1000 or unit in COUNTED
    return f"{rounded(figure, 0 if whole else 1, bound)} {unit}"


class Peers:
    """What several games are compared with; `scale` multiplies the work of a repetition."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.spades = SpielGame("spades", self.scaled(75), seed=1)
        self.hearts = SpielGame("hearts", self.scaled(60), seed=1)

    def scaled(self, count: int) -> int:
        """A number of games or the like for one repetition."""
        return max(1, round(count * self.scale))

    def probes(self) -> list[Probe]:
        """Their figures."""
        spades, hearts = self.spades, self.hearts
        return [
            Probe("spades rollouts", spades.rollouts(self.scaled(2000))),
            Probe("hearts rollouts", hearts.rollouts(self.scaled(1500))),
            Probe("spades apply", spades.apply()),
            Probe("spades clone", spades.clone()),
            Probe("spades legal_actions", spades.legal_actions()),
            Probe("spades loop", spades.random_loop()),
            Probe("hearts ismcts", hearts.ismcts(self.scaled(300), range(PASS + 4, PASS + 5))),
            Probe("hearts resample", hearts.resample(range(PASS + 13, PASS + 40, 13))),
        ]


def start_probes() -> list[Probe]:
    """What starting Python costs."""

    def start(code: str) -> Once:
        return lambda: start_milliseconds(code)

    return [
        Probe("start", start("pass"), statistics.median),
        Probe("start and import", start("import cardgames"), statistics.median),
    ]


def bottle_imp_probes(folder: Path, scaled: Callable[[int], int]) -> list[Probe]:
    """What the rows of Bottle Imp need."""
    ours = OurGame("bottle_imp(num_players=4)", scaled(12), seed=1)
    middle = OurGame("bottle_imp(num_players=4)", scaled(60), seed=1001)
    rounds = ours.game.options.rounds
    baseline = compile_c(folder / "baseline", C_BASELINE)
    native = compile_c(folder / "native", C_NATIVE)
    empty = load_cython(HERE / "empty_call.pyx").EmptyCall()

    def c_program(program: Path, mode: str, processes: int = 1) -> Once:
        def once() -> float:
            result = run_c(program, mode, games, rounds=rounds, processes=processes)
            return float(result["ns_per_action"]) / processes

        games = scaled(10_000)
        return once

    return [
        Probe("playouts", ours.state_playouts(scaled(5000))),
        Probe("c position", c_program(baseline, "position")),
        Probe("c position native", c_program(native, "position")),
        Probe("games", ours.game_playouts(scaled(5000))),
        Probe("c deal", c_program(baseline, "deal")),
        Probe("one thread", ours.state_playouts(scaled(10_000), threads=1)),
        Probe("two threads", ours.state_playouts(scaled(10_000), threads=2)),
        Probe("two c programs", c_program(baseline, "deal", processes=2)),
        Probe("apply", ours.apply()),
        Probe("empty call", ours.apply(instead=empty)),
        Probe("copy", ours.copy()),
        Probe("legal_actions", ours.legal_actions()),
        Probe("loop", ours.random_loop()),
        Probe("determinize", middle.determinize(range(PASS + 8, PASS + 25, 8))),
        Probe("observation", ours.observation()),
    ]


# By how much a search that ends when its memory is full makes the process grow. The peak is read
# from the system's file: that of getrusage begins with the peak of whoever started the process.
FULL_SEARCH = """
import cardgames
from cardgames.search import ISMCTS

def peak():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))

state = cardgames.BottleImp(rounds=1).new_state(1)
ISMCTS(100, seed=1).analyse(state)
before = peak()
analysis = ISMCTS(10**7, seed=1, memory=64 << 20).analyse(state)
assert analysis.stopped_by == "memory"
assert peak() > before
print((peak() - before) / 1024)
"""


def search_probes(scaled: Callable[[int], int]) -> list[Probe]:
    """What the rows of the search need: a position of Bottle Imp just after the pass."""
    one = OurGame("bottle_imp(num_players=4,rounds=1)", 1, seed=1)
    all_rounds = OurGame("bottle_imp(num_players=4)", 1, seed=1)
    start = range(PASS, PASS + 1)
    return [
        Probe("ismcts", one.ismcts(scaled(3000), start)),
        Probe("ismcts long", one.ismcts(scaled(20_000), start)),
        Probe("ismcts two threads", one.ismcts(scaled(20_000), start, threads=2)),
        Probe("ismcts all rounds", all_rounds.ismcts(scaled(1000), start)),
    ]


def fill_search(table: Table) -> None:
    """The rows of the search."""
    times, unit = table.times, "ns/simulation"
    times("ISMCTS / hearts ISMCTSBot in C++", "ismcts", "hearts ismcts", unit, 10)
    times("ISMCTS, 8 rounds / hearts ISMCTSBot", "ismcts all rounds", "hearts ismcts", unit)
    times("ISMCTS: two threads / one thread", "ismcts two threads", "ismcts long", unit, 1.8)
    if sys.platform == "linux":
        # What the process itself needs meanwhile, such as the analysis, is in the figure too.
        table.below("ISMCTS: what a search of 64 MiB takes", float(prints(FULL_SEARCH)), "MiB", 65)


def fill_native(table: Table) -> None:
    """The rows of native code that users write."""
    times, simulation, move = table.times, "ns/simulation", "ns/move"
    times("search in numba / in Cython", "numba search", "cython search", simulation, 0.5)
    # At most 1.3 times the time.
    times("ISMCTS: native rollout / built-in", "ismcts native", "ismcts", simulation, 0.77)
    times("ISMCTS: numba rollout / built-in", "ismcts numba", "ismcts", simulation)
    times("ISMCTS: Python rollout / built-in", "ismcts python", "ismcts", simulation)
    times("playouts: native rollout / built-in", "playouts native", "playouts", move, 0.77)
    times("playouts: numba rollout / built-in", "playouts numba", "playouts", move)
    times("playouts: Python rollout / built-in", "playouts python", "playouts", move)


def vector_probes(scaled: Callable[[int], int]) -> list[Probe]:
    """What the rows of VectorGame need."""
    ours = OurGame("bottle_imp(num_players=4)", 1, seed=1)
    steps = scaled(40)
    return [
        Probe("vector", ours.vector_steps(VECTOR, steps)),
        Probe("vector bytes", ours.vector_steps(VECTOR, steps, observations="uint8")),
        Probe("vector bare", ours.vector_steps(VECTOR, steps, observations=None)),
        Probe("vector two threads", ours.vector_steps(VECTOR, steps, threads=2)),
        Probe("vector small", ours.vector_steps(VECTOR // 16, 16 * steps)),
        Probe("vector zeros", ours.zeros(VECTOR, steps)),
    ]


def fill_vector(table: Table) -> None:
    """The rows of VectorGame."""
    table.steps("VectorGame: 4,096 games, float32 and masks", "vector", 3)
    table.times("VectorGame: uint8 / float32", "vector bytes", "vector", "ns/step")
    table.steps("VectorGame: 4,096 games, masks", "vector bare", 8)
    table.times("VectorGame: step / zeros to its observations", "vector", "vector zeros", "ns/step")
    table.times("VectorGame: 256 games / 4,096", "vector small", "vector", "ns/step")
    table.times("VectorGame: two threads / one", "vector two threads", "vector", "ns/step")


def cellar_des_triplettes_probes(scaled: Callable[[int], int]) -> list[Probe]:
    """What the rows of Cellar des Triplettes need."""
    ours = OurGame("cellar_des_triplettes(num_players=4)", scaled(60), seed=1)
    return [
        Probe("ct games", ours.game_playouts(scaled(5000))),
        Probe("ct apply", ours.apply()),
        Probe("ct copy", ours.copy()),
        Probe("ct legal_actions", ours.legal_actions()),
        Probe("ct determinize", ours.determinize(range(0, 100, 20))),
        Probe("ct observation", ours.observation()),
    ]


def fill_cellar_des_triplettes(table: Table) -> None:
    """The rows of Cellar des Triplettes."""
    times, below = table.times, table.below
    times("Cellar: games / hearts rollouts in C++", "ct games", "hearts rollouts", "ns/move", 5)
    times("Cellar: apply / spades apply_action", "ct apply", "spades apply", "ns", 8)
    times("Cellar: apply / an empty Cython call", "ct apply", "empty call", "ns")
    times("Cellar: copy / spades clone", "ct copy", "spades clone", "ns")
    times("Cellar: legal_actions / spades", "ct legal_actions", "spades legal_actions", "ns")
    times("Cellar: determinize / hearts resample", "ct determinize", "hearts resample", "ns")
    below("Cellar: observation(out=buffer)", table.probes["ct observation"].figure, "ns", 1000)
    size = cardgames.make("cellar_des_triplettes").state_size
    below("Cellar: size of a state", size, "bytes", 768)


def wine_cellar_probes(scaled: Callable[[int], int]) -> list[Probe]:
    """What the rows of Wine Cellar need."""
    ours = OurGame("wine_cellar(num_players=4)", scaled(60), seed=1)
    return [
        Probe("wc games", ours.game_playouts(scaled(5000))),
        Probe("wc playouts", ours.state_playouts(scaled(5000))),
        Probe("wc apply", ours.apply()),
        Probe("wc copy", ours.copy()),
        Probe("wc legal_actions", ours.legal_actions()),
        Probe("wc determinize", ours.determinize(range(4, 68, 16))),
        Probe("wc observation", ours.observation()),
    ]


def fill_wine_cellar(table: Table) -> None:
    """The rows of Wine Cellar."""
    times, below = table.times, table.below
    times("Wine: playouts / hearts rollouts in C++", "wc playouts", "hearts rollouts", "ns/move", 8)
    times("Wine: games / hearts rollouts in C++", "wc games", "hearts rollouts", "ns/move")
    times("Wine: apply / spades apply_action", "wc apply", "spades apply", "ns", 10)
    times("Wine: apply / an empty Cython call", "wc apply", "empty call", "ns")
    times("Wine: copy / spades clone", "wc copy", "spades clone", "ns")
    times("Wine: legal_actions / spades", "wc legal_actions", "spades legal_actions", "ns")
    times("Wine: determinize / hearts resample", "wc determinize", "hearts resample", "ns")
    below("Wine: observation(out=buffer)", table.probes["wc observation"].figure, "ns", 1000)
    below("Wine: size of a state", cardgames.make("wine_cellar").state_size, "bytes", 640)


def triplets_probes(scaled: Callable[[int], int]) -> list[Probe]:
    """What the rows of Triplets need."""
    ours = OurGame("triplets(num_players=4)", scaled(15), seed=1)
    return [
        Probe("tr games", ours.game_playouts(scaled(1000))),
        Probe("tr apply", ours.apply()),
        Probe("tr copy", ours.copy()),
        Probe("tr legal_actions", ours.legal_actions()),
        Probe("tr determinize", ours.determinize(range(0, 100, 20))),
        Probe("tr observation", ours.observation()),
    ]


def fill_triplets(table: Table) -> None:
    """The rows of Triplets."""
    times, below = table.times, table.below
    times("Triplets: games / hearts rollouts in C++", "tr games", "hearts rollouts", "ns/move")
    times("Triplets: apply / spades apply_action", "tr apply", "spades apply", "ns")
    times("Triplets: apply / an empty Cython call", "tr apply", "empty call", "ns")
    times("Triplets: copy / spades clone", "tr copy", "spades clone", "ns")
    times("Triplets: legal_actions / spades", "tr legal_actions", "spades legal_actions", "ns")
    times("Triplets: determinize / hearts resample", "tr determinize", "hearts resample", "ns")
    below("Triplets: observation(out=buffer)", table.probes["tr observation"].figure, "ns", 1000)
    below("Triplets: size of a state", cardgames.make("triplets").state_size, "bytes", 640)


def fill_bottle_imp(table: Table) -> None:
    """The rows of Bottle Imp and of the library as a whole."""
    times, below = table.times, table.below
    times("playouts / spades rollouts in C++", "playouts", "spades rollouts", "ns/move", 10)
    times("playouts / hearts rollouts in C++", "playouts", "hearts rollouts", "ns/move")
    times("playouts / plain C, -O3", "playouts", "c position", "ns/move", 0.5)
    times("playouts / plain C, -march=native", "playouts", "c position native", "ns/move")
    times("games from the deal / plain C, -O3", "games", "c deal", "ns/move")
    times("two threads / one thread", "two threads", "one thread", "ns/move", 1.8)
    times("two plain C at once / one", "two c programs", "c deal", "ns/move")
    times("apply / spades apply_action", "apply", "spades apply", "ns", 10)
    times("apply / an empty Cython call", "apply", "empty call", "ns")
    times("copy / spades clone", "copy", "spades clone", "ns", 10)
    times("legal_actions / spades", "legal_actions", "spades legal_actions", "ns", 2.5)
    times("random game loop / spades", "loop", "spades loop", "ns/step", 5)
    times("determinize / hearts resample", "determinize", "hearts resample", "ns", 10)
    below("observation(out=buffer)", table.probes["observation"].figure, "ns", 1000)
    below("size of a state", cardgames.make("bottle_imp").state_size, "bytes", 512)
    started = table.probes["start and import"].figure - table.probes["start"].figure
    below("starting Python: what import cardgames adds", started, "ms", 30)
    loaded = prints("import sys, cardgames; print(sum(m == 'numpy' for m in sys.modules))")
    below("NumPy loaded by import cardgames", float(loaded), "modules", 1)


def main(arguments: list[str] | None = None) -> int:
    """Measure, print the table; with --check, 1 if a goal is not reached."""
    parser = argparse.ArgumentParser(description="Ratios of cardgames to its peers.")
    parser.add_argument("--repeats", type=int, default=25, help="interleaved repetitions (25)")
    parser.add_argument("--scale", type=float, default=1.0, help="work of a repetition (1.0)")
    parser.add_argument("--json", metavar="FILE", help="also write the results; - for the output")
    parser.add_argument("--check", action="store_true", help="fail if a goal is not reached")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        peers = Peers(options.scale)
        probes = [
            *bottle_imp_probes(Path(folder), peers.scaled),
            *search_probes(peers.scaled),
            *cellar_des_triplettes_probes(peers.scaled),
            *wine_cellar_probes(peers.scaled),
            *triplets_probes(peers.scaled),
            *vector_probes(peers.scaled),
            *native_probes(peers.scaled, range(PASS, PASS + 1)),
            *peers.probes(),
            *start_probes(),
        ]
        run_interleaved(probes, options.repeats)
    table = Table({probe.name: probe for probe in probes})
    fill_bottle_imp(table)
    fill_search(table)
    fill_cellar_des_triplettes(table)
    fill_wine_cellar(table)
    fill_triplets(table)
    fill_vector(table)
    fill_native(table)
    if options.json != "-":
        print(table)
    if options.json:
        text = json.dumps(report(table, options.repeats), indent=1) + "\n"
        if options.json == "-":
            sys.stdout.write(text)
        else:
            Path(options.json).write_text(text, encoding="utf-8")
    missed = [row.what for row in table.rows if row.reached is False]
    return 1 if options.check and missed else 0


def report(table: Table, repeats: int) -> dict[str, Any]:
    """Everything measured, for machines. Figures of probes are in nanoseconds or milliseconds."""
    return {
        "library": cardgames.__version__,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "repeats": repeats,
        "rows": [asdict(row) for row in table.rows],
        "samples": {name: probe.samples for name, probe in table.probes.items()},
    }


if __name__ == "__main__":
    sys.exit(main())
