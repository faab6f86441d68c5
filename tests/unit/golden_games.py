"""What seeds give: the golden files and the signatures, computed anew.

`.venv/bin/python -m tests.unit.golden_games` prints whether the files still hold. With `--write` it
replaces them, WHICH BREAKS A PROMISE: the same game and seed give the same state on every platform,
Python and release. Do that only for a change whose purpose it is, and say so in the changelog.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import cardgames
from cardgames import Game

from .options import OPTION_SETS

FOLDER = Path(__file__).parent / "golden"
GOLDEN = {name: FOLDER / f"{name}.json" for name in cardgames.games()}
SIGNATURE = FOLDER / "signature.txt"

SEEDS = (0, 1, 20_240_607, 2**64 - 1)
GAMES = 2_000  # random games of each option set in the signature


def option_sets(name: str) -> list[Game[Any]]:
    """The option sets of a game, in the order of its files."""
    return [game for game in OPTION_SETS if game.name == name]


def scripted_game(game: Game[Any], seed: int) -> dict[str, Any]:
    """A game in which numbers of a small generator choose the seats and actions.

    The generator is written out here (x -> 48271 x modulo 2**31 - 1), so that only the dealt cards
    come from the library.
    """
    state = game.new_state(seed)
    result: dict[str, Any] = {
        "game": str(game),
        "seed": str(seed),  # JSON readers lose 64-bit integers
        "deal": f"{state.hash64:016x}",
        "legal": ", ".join(state.legal_words()),
    }
    number: int = seed % (2**31 - 2) + 1
    hashes: list[int] = []
    while not state.is_terminal:
        number = 48271 * number % (2**31 - 1)
        seat = state.to_act[number % len(state.to_act)]
        legal = state.legal_actions(seat)
        state.apply(legal[number // 7 % len(legal)], seat)
        hashes.append(state.hash64)
    result["half"] = f"{hashes[len(hashes) // 2]:016x}"
    result["end"] = f"{hashes[-1]:016x}"
    result["scores"] = list(state.scores())
    return result


def golden(name: str) -> list[dict[str, Any]]:
    """The content of a golden file."""
    return [scripted_game(game, seed) for game in option_sets(name) for seed in SEEDS]


def signature(name: str) -> str:
    """One number for random games over every option set: it changes with any rule or draw."""
    digest = hashlib.sha256()
    for game in option_sets(name):
        sample = game.sample_games(GAMES, seed=7)
        digest.update(str(game).encode())
        for array in (sample.scores, sample.lengths, sample.choices, sample.max_choices):
            digest.update(array.astype("<i8").tobytes())
    return digest.hexdigest()[:16]


def signatures() -> str:
    """The file of signatures: a line for each game."""
    return "".join(f"{name} {signature(name)}\n" for name in GOLDEN)


def as_text(content: list[dict[str, Any]]) -> str:
    """A golden file: a line for each entry."""
    return "[\n" + ",\n".join(json.dumps(entry) for entry in content) + "\n]\n"


def main(arguments: list[str]) -> int:
    """Compare the files, or write them anew."""
    fresh = {path: as_text(golden(name)) for name, path in GOLDEN.items()}
    fresh[SIGNATURE] = signatures()
    differing = [path for path, text in fresh.items() if read(path) != text]
    if arguments == ["--write"]:
        for path in differing:
            path.write_text(fresh[path], encoding="utf-8")
    for path in fresh:
        print(f"{path.name}: {'differs' if path in differing else 'holds'}")
    return 1 if differing and not arguments else 0


def read(path: Path) -> str:
    """The text of a file, empty if it is not there yet."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
