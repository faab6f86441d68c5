"""Tables of the page on the strength of the bots, from the results in strength/.

`benchmarks/strength.py` plays the tournaments and writes them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from table_text import code, grid

import cardgames

_RESULTS = Path(__file__).resolve().parent / "strength"
_DUELS = ("greedy", "search", "more")


def duels() -> str:
    """Each tournament of two bots."""
    rows: list[list[object]] = []
    for game in cardgames.games():
        for name in _DUELS:
            result = _result(f"{game}_{name}")
            (pair,) = result["pairs"]
            shares = {it["bot"]: it["win_share"]["mean"] for it in result["standings"]}
            rows.append(
                [
                    code(result["game"].replace(",", ", ")),
                    pair["first"],
                    pair["second"],
                    f"{result['games']:,}",
                    f"{100 * shares[pair['first']]:.1f}",
                    f"{100 * shares[pair['second']]:.1f}",
                    f"{100 * pair['win_share']['mean']:.1f} ± {_half(pair['win_share'], 100):.1f}",
                    f"{pair['score']['mean']:.2f} ± {_half(pair['score']):.2f}",
                ]
            )
    heads = ["game", "better", "other", "games", "wins, %", "other's", "difference", "in points"]
    return grid(heads, rows, "   rrrrr")


def ladder() -> str:
    """The tournaments of all bots: win shares, and ratings in brackets."""
    results = [_result(f"{game}_ladder") for game in cardgames.games()]
    bots: list[str] = results[0]["bots"]
    standings = [{it["bot"]: it for it in result["standings"]} for result in results]
    rows: list[list[object]] = [
        [
            bot,
            *(
                f"{100 * it[bot]['win_share']['mean']:.1f} ± {_half(it[bot]['win_share'], 100):.1f}"
                f" ({it[bot]['rating']['elo']:+.0f})"
                for it in standings
            ),
        ]
        for bot in bots
    ]
    rows.append(["(games)", *(f"{result['games']:,}" for result in results)])
    return grid(["bot", *(code(result["game"]) for result in results)], rows, " rrrr")


def commands() -> str:
    """What was run."""
    names = [f"{game}_{name}" for game in cardgames.games() for name in (*_DUELS, "ladder")]
    lines = [_result(name)["command"] for name in names]
    return "\n".join(["```console", *(f"$ {line}" for line in lines), "```\n"])


def _half(estimate: dict[str, float], scale: float = 1) -> float:
    """Half of the 95% interval."""
    return scale * (estimate["high"] - estimate["low"]) / 2


def _result(name: str) -> Any:
    return json.loads((_RESULTS / f"{name}.json").read_text(encoding="utf-8"))


TABLES: dict[str, Callable[..., str]] = {
    "duels": duels,
    "ladder": ladder,
    "commands": commands,
}
