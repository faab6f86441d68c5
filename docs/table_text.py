"""Pieces of generated tables: Markdown, and positions as Python or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from cardgames import Game

_WIDTH = 80
_CONSTANTS = {None: "None", True: "True", False: "False"}


def grid(head: Sequence[object], rows: Iterable[Sequence[object]], align: str = "") -> str:
    """A Markdown table; `align` has a letter a column, `r` for right."""
    rules = ["---:" if align[i : i + 1] == "r" else "---" for i in range(len(head))]
    lines = [head, rules, *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def code(text: str) -> str:
    """Text as code."""
    return f"`{text}`"


def observation_starts(
    games: Sequence[Game[Any]], heads: Sequence[str], formula: Callable[[Sequence[int]], str]
) -> str:
    """Where each block of an observation starts, in several games with the same blocks.

    `formula` gives the size of a block in words, from its sizes in the games.
    """
    rows: list[list[object]] = []
    for blocks in zip(*(game.observation_layout() for game in games), strict=True):
        assert len({block.name for block in blocks}) == 1
        sizes = [block.stop - block.start for block in blocks]
        rows.append([code(blocks[0].name), formula(sizes), *(block.start for block in blocks)])
    rows.append(["(size)", "", *(game.observation_size for game in games)])
    return grid(["block", "floats", *heads], rows, " " + "r" * (len(games) + 1))


def python_position(position: dict[str, Any]) -> str:
    """A position as a dialogue with Python, which assigns it to `position`."""
    first, *rest = _lines(position, "position = ", 0, python=True)
    return "\n".join(["```pycon", f">>> {first}", *(f"... {line}" for line in rest), "```\n"])


def json_position(position: dict[str, Any]) -> str:
    """A position in JSON."""
    return "\n".join(["```json", *_lines(position, "", 0, python=False), "```\n"])


def _lines(value: object, name: str, indent: int, *, python: bool) -> list[str]:
    """A value on one line, or on several where that would be long or is the whole position."""
    margin = " " * indent
    text = _text(value, python=python)
    if indent and len(margin + name + text) < _WIDTH:
        return [margin + name + text]
    if isinstance(value, dict):
        items = cast("dict[str, object]", value)
        blocks = [
            _lines(item, f'"{key}": ', indent + 4, python=python) for key, item in items.items()
        ]
        brackets = "{}"
    else:
        entries = cast("Sequence[object]", value)
        words = [item for item in entries if isinstance(item, str)]
        if python and len(words) == len(entries):
            # A formatter would give a list of many words a line for each.
            return [f'{margin}{name}"{" ".join(words)}".split()']
        if all(isinstance(item, str | int | None) for item in entries):
            blocks = [[line] for line in _filled(entries, indent + 4)]
        else:
            blocks = [_lines(item, "", indent + 4, python=python) for item in entries]
        brackets = "[]"
    lines = [margin + name + brackets[0]]
    for number, block in enumerate(blocks):
        comma = "," if python or number < len(blocks) - 1 else ""
        lines += [*block[:-1], block[-1] + comma]
    return [*lines, margin + brackets[1]]


def _filled(entries: Sequence[object], indent: int) -> list[str]:
    """Entries in JSON, as many as fit on each line; no comma at the end of a line."""
    lines: list[str] = []
    for entry in entries:
        text = json.dumps(entry)
        if lines and len(lines[-1]) + len(text) + 3 < _WIDTH:
            lines[-1] += f", {text}"
        else:
            lines.append(" " * indent + text)
    return lines


def _text(value: object, *, python: bool) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        pairs = cast("dict[str, object]", value).items()
        items = (f'"{key}": {_text(item, python=python)}' for key, item in pairs)
        return "{" + ", ".join(items) + "}"
    if isinstance(value, list | tuple):
        items = (_text(item, python=python) for item in cast("Sequence[object]", value))
        return "[" + ", ".join(items) + "]"
    if python and (value is None or isinstance(value, bool)):
        return _CONSTANTS[value]
    return json.dumps(value)
