"""Compare the core with the references over many games and print how many agreed.

Run by hand from the project's root::

    python -m tests.reference.run_reference --games 1000000 --seed 1 --processes 2

Without ``--game`` all games are compared, one after the other. Game i takes the option sets of its
game in turn, and each time round the next policy, so that a run of some hundreds has been through
every pair. A game depends only on the seed and its number. The first disagreement is printed and
ends the run with status 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from .driver import Subject, Tally, play_light, play_thorough
from .games import GAMES

BLOCK = 720

_SUBJECTS: dict[str, list[Subject]] = {}


class Job(NamedTuple):
    """The games `first` to `last` - 1 of one of the games."""

    game: str
    seed: int
    first: int
    last: int
    thorough: bool


def _subjects(name: str) -> list[Subject]:
    if name not in _SUBJECTS:
        driver = GAMES[name]
        _SUBJECTS[name] = [driver.subject(options) for options in driver.option_sets()]
    return _SUBJECTS[name]


def run_block(job: Job) -> Tally | str:
    """Play the games of a job; the text of a disagreement if there is one."""
    total = Tally()
    subjects, policies = _subjects(job.game), list(GAMES[job.game].policies.values())
    play = play_thorough if job.thorough else play_light
    for index in range(job.first, job.last):
        subject = subjects[index % len(subjects)]
        policy = policies[index // len(subjects) % len(policies)]
        game_seed = random.Random(f"{job.seed}:{index}").getrandbits(63)
        try:
            total.add(play(subject, game_seed, policy))
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
            return f"{job.game} {index}: {type(error).__name__}: {error}"
    return total


@contextmanager
def _results(jobs: list[Job], processes: int) -> Generator[Iterator[Tally | str], None, None]:
    if processes <= 1:
        yield map(run_block, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield pool.imap_unordered(run_block, jobs)


def compare(name: str, given: argparse.Namespace) -> bool:
    """Compare one game and print what came of it; whether all agreed."""
    end = given.first + given.games
    jobs = [
        Job(name, given.seed, first, min(first + BLOCK, end), given.thorough)
        for first in range(given.first, end, BLOCK)
    ]
    total = Tally()
    started = time.perf_counter()
    shown = started
    with _results(jobs, given.processes) as results:
        for result in results:
            if isinstance(result, str):
                print(result, file=sys.stderr)
                print(f"DISAGREEMENT after {total.games:,} games of {name}", file=sys.stderr)
                return False
            total.add(result)
            if time.perf_counter() - shown > 30:
                shown = time.perf_counter()
                print(f"... {total.games:,} games, {shown - started:.0f} s", flush=True)
    seconds = time.perf_counter() - started
    print(
        f"{name}: {total.games:,} games agree: {total.actions:,} actions and {total.views:,} "
        f"positions compared over {len(GAMES[name].option_sets())} option sets, "
        f"seed {given.seed}, {seconds:.0f} s"
    )
    for what, times in sorted(total.happened.items()):
        print(f"    {times:10,}  {what}")
    return True


def main(arguments: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="run_reference", description=__doc__)
    parser.add_argument("--game", choices=list(GAMES), help="one game; default: all in turn")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--thorough", action="store_true", help="compare everything every action")
    given = parser.parse_args(arguments)
    names = list(GAMES) if given.game is None else [given.game]
    return 0 if all(compare(name, given) for name in names) else 1


if __name__ == "__main__":
    raise SystemExit(main())
