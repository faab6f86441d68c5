"""Reads the perft tables, and counts in plain Python what they say.

A table is a text file of blocks with a blank line between them, `#` begins a comment:

    game bottle_imp(num_players=4,rounds=1)
    seed 1                 (or: position {...}, as JSON in one line)
    1 9                    depth and count
    2 72

`python -m tests.perft.tables` counts every row in plain Python, which takes minutes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cardgames
from cardgames import State

FOLDER = Path(__file__).parent


class Block(NamedTuple):
    """A position and its counts by depth, and the file, without its ending, that they are in."""

    table: str
    name: str
    game: str
    start: str
    counts: dict[int, int]

    def state(self) -> State:
        """The position that is counted from."""
        game = cardgames.make(self.game)
        kind, _, text = self.start.partition(" ")
        if kind == "seed":
            state: State = game.new_state(int(text))
        else:
            position: dict[str, Any] = json.loads(text)
            state = game.state_from_dict(position)
        return state


def blocks() -> Iterator[Block]:
    """All blocks of all tables."""
    for path in sorted(FOLDER.glob("*.perft")):
        for part in path.read_text(encoding="utf-8").split("\n\n"):
            lines = [line for line in part.splitlines() if line and not line.startswith("#")]
            if not lines:
                continue
            name = next((line for line in part.splitlines() if line.startswith("#")), "#")
            game, start, *rows = lines
            if not game.startswith("game ") or not start.startswith(("seed ", "position ")):
                raise ValueError(f"{path.name}: a block begins with its game and seed or position")
            counts = {int(depth): int(count) for depth, count in map(str.split, rows)}
            name = name.removeprefix("#").strip()
            yield Block(path.stem, name, game.removeprefix("game "), start, counts)


def slow_count(state: State, depth: int) -> int:
    """The count by the safe calls only: legal actions, copy, apply, one level at a time."""
    if depth == 0:
        return 1
    total = 0
    for action in state.legal_actions():
        child = state.copy()
        child.apply(action)
        total += slow_count(child, depth - 1)
    return total


def main() -> int:
    """Count every row; the number of wrong ones."""
    wrong = 0
    for block in blocks():
        state = block.state()
        for depth, count in block.counts.items():
            found = slow_count(state, depth)
            wrong += found != count
            print(
                f"{block.table}, {block.name}: {depth} {count}",
                "" if found == count else f"counted {found}",
            )
    return wrong


if __name__ == "__main__":
    sys.exit(main())
