"""Writes the generated tables of the documentation, in place.

    python docs/tables.py            rewrite what is out of date
    python docs/tables.py --check    change nothing; fail if something is out of date

A table stands between two comments in a Markdown file of this folder:

    <!-- table: options bottle_imp -->
    ...
    <!-- end -->

The first word after `table:` names a table, the others are its arguments. Games are given as
`cardgames.make` takes them, without spaces. Here are the tables that every game has; those of one
game, and the example of its position format, are in `<game>_tables.py`, those of the pages on
strength and on the server in `strength_tables.py` and `serve_tables.py`.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from table_text import code, grid, json_position, python_position

import cardgames

FOLDER = Path(__file__).resolve().parent
BLOCK = re.compile(r"(<!-- table: ([^\n]*?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def facts(*texts: str) -> str:
    """Sizes of some games."""
    names = (
        "num_players",
        "num_actions",
        "max_legal_actions",
        "max_game_length",
        "observation_size",
        "state_size",
    )
    rows: list[list[object]] = []
    for text in texts:
        game = cardgames.make(text)
        rows.append([code(_arguments(text)), *(getattr(game, name) for name in names)])
    return grid(["options", *map(code, names)], rows, " rrrrrr")


def shapes(text: str) -> str:
    """Types and shapes of the arrays of a game."""
    game = cardgames.make(text)
    state = game.new_state(seed=1)
    arrays = {
        "state.observation(player)": state.observation(0),
        "state.legal_mask(player)": state.legal_mask(0),
        "state.playouts(n, seed)": state.playouts(1, 1),
        "game.playouts(n, seed)": game.playouts(1, 1),
    }
    symbols = {
        game.observation_size: "observation_size",
        game.num_actions: "num_actions",
        game.num_players: "num_players",
        1: "n",
    }
    rows = [
        (code(call), array.dtype, code(_shape([symbols[size] for size in array.shape])))
        for call, array in arrays.items()
    ]
    return grid(["call", "items", "shape"], rows)


def options(name: str) -> str:
    """The options of a game."""
    specs = type(cardgames.make(name)).option_specs()
    rows = [
        (code(spec.name), spec.type.__name__, spec.default_text, spec.allowed_text, spec.help)
        for spec in specs
    ]
    return grid(["option", "type", "default", "allowed", "meaning"], rows)


def observation(text: str) -> str:
    """The blocks of a game's observation."""
    blocks = cardgames.make(text).observation_layout()
    rows = [
        (code(block.name), block.start, block.stop, block.stop - block.start, block.meaning)
        for block in blocks
    ]
    return grid(["block", "start", "stop", "floats", "meaning"], rows, " rrr")


def example(name: str) -> str:
    """The example of a game's position format in Python: what a position needs."""
    return python_position(_example(name))


def position(name: str) -> str:
    """The same position complete, in JSON."""
    given = _example(name)
    # A deck is named by "standard"; it is the default.
    options = {option: value for option, value in given["options"].items() if option != "deck"}
    game = cardgames.make(name, **options)
    return json_position(game.state_from_dict(given).view().to_dict())


def _module(name: str) -> Any:
    return importlib.import_module(f"{name}_tables")


def _example(name: str) -> dict[str, Any]:
    return cast("dict[str, Any]", _module(name).EXAMPLE)


def _shape(names: Sequence[str]) -> str:
    return f"({', '.join(names)}{',' if len(names) == 1 else ''})"


def _arguments(text: str) -> str:
    return text.partition("(")[2].removesuffix(")").replace(",", ", ")


# --- Writing them ---

TABLES: dict[str, Callable[..., str]] = {
    "facts": facts,
    "shapes": shapes,
    "options": options,
    "observation": observation,
    "example": example,
    "position": position,
}
for _page in (*cardgames.games(), "strength", "serve"):
    TABLES |= {f"{_page}_{table}": function for table, function in _module(_page).TABLES.items()}


def rewritten(text: str) -> str:
    """The text of a page with its tables as they should be."""

    def table(match: re.Match[str]) -> str:
        opening, words, _, closing = match.groups()
        name, *arguments = words.split()
        if name not in TABLES:
            raise ValueError(f"there is no table {name}; there are {', '.join(TABLES)}")
        return f"{opening}\n{TABLES[name](*arguments)}\n{closing}"

    if text.count("<!-- table: ") != len(BLOCK.findall(text)):
        raise ValueError("a table has no <!-- end -->")
    return BLOCK.sub(table, text)


def main() -> int:
    """Rewrite or check every page; 1 if the check finds one that is out of date."""
    parser = argparse.ArgumentParser(description="Generated tables of the documentation.")
    parser.add_argument("--check", action="store_true", help="change nothing, fail if out of date")
    check: bool = parser.parse_args().check
    stale: list[str] = []
    for page in sorted(FOLDER.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        new = rewritten(text)
        if new != text:
            stale.append(page.name)
            if not check:
                page.write_text(new, encoding="utf-8")
    for name in stale:
        print(f"{name}: {'out of date' if check else 'rewritten'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
