"""Compare the core with the reference over many games and print how many agreed.

Run by hand from the project's root::

    python -m tests.reference.run_reference --games 1000000 --seed 1 --processes 2

Game i takes the option sets in turn (all of them with 1, 2 and 3 rounds), so a run of 72 or more
has been through every one. A game depends only on the seed and its number. The first disagreement
is printed and ends the run with status 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

from .bottle_imp_reference import Options, all_option_sets
from .driver import Tally, all_words, make_game, play_light, play_thorough

BLOCK = 720

_SETS: list[Options] = list(all_option_sets())
_GAMES: dict[int, tuple[Any, dict[str, int]]] = {}


def _game(number: int) -> tuple[Any, dict[str, int]]:
    if number not in _GAMES:
        options = _SETS[number]
        ids = {word: action for action, word in enumerate(all_words(options))}
        _GAMES[number] = make_game(options), ids
    return _GAMES[number]


def run_block(job: tuple[int, int, int, bool]) -> Tally | str:
    """Play the games `first` to `last` - 1; the text of a disagreement if there is one."""
    seed, first, last, thorough = job
    total = Tally()
    for index in range(first, last):
        number = index % len(_SETS)
        game, ids = _game(number)
        game_seed = random.Random(f"{seed}:{index}").getrandbits(63)
        try:
            if thorough:
                total.add(play_thorough(game, _SETS[number], game_seed))
            else:
                total.add(play_light(game, _SETS[number], game_seed, ids))
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
            return f"game {index}: {type(error).__name__}: {error}"
    return total


@contextmanager
def _results(
    jobs: list[tuple[int, int, int, bool]], processes: int
) -> Generator[Iterator[Tally | str], None, None]:
    if processes <= 1:
        yield map(run_block, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield pool.imap_unordered(run_block, jobs)


def main(arguments: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="run_reference", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--thorough", action="store_true", help="compare everything every action")
    given = parser.parse_args(arguments)
    end = given.first + given.games
    jobs = [
        (given.seed, first, min(first + BLOCK, end), given.thorough)
        for first in range(given.first, end, BLOCK)
    ]
    total = Tally()
    started = time.perf_counter()
    shown = started
    with _results(jobs, given.processes) as results:
        for result in results:
            if isinstance(result, str):
                print(result, file=sys.stderr)
                print(f"DISAGREEMENT after {total.games:,} games", file=sys.stderr)
                return 1
            total.add(result)
            if time.perf_counter() - shown > 30:
                shown = time.perf_counter()
                print(f"... {total.games:,} games, {shown - started:.0f} s", flush=True)
    seconds = time.perf_counter() - started
    print(
        f"{total.games:,} games agree: {total.actions:,} actions and {total.views:,} positions "
        f"compared over {len(_SETS)} option sets, seed {given.seed}, {seconds:.0f} s"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
