"""What seeds give: the golden file and the signature, computed anew.

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

from cardgames.bottle_imp import BottleImp

from .options import OPTION_SETS

FOLDER = Path(__file__).parent / "golden"
GOLDEN = FOLDER / "bottle_imp.json"
SIGNATURE = FOLDER / "signature.txt"

SEEDS = (0, 1, 20_240_607, 2**64 - 1)
GAMES = 2_000  # random games of each option set in the signature


def scripted_game(game: BottleImp, seed: int) -> dict[str, Any]:
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
    half = game.max_game_length // 2
    for action_number in range(game.max_game_length):
        number = 48271 * number % (2**31 - 1)
        seat = state.to_act[number % len(state.to_act)]
        legal = state.legal_actions(seat)
        state.apply(legal[number // 7 % len(legal)], seat)
        if action_number == half:
            result["half"] = f"{state.hash64:016x}"
    result["end"] = f"{state.hash64:016x}"
    result["scores"] = list(state.scores())
    return result


def golden() -> list[dict[str, Any]]:
    """The content of the golden file."""
    return [scripted_game(game, seed) for game in OPTION_SETS for seed in SEEDS]


def signature() -> str:
    """One number for random games over every option set: it changes with any rule or draw."""
    digest = hashlib.sha256()
    for game in OPTION_SETS:
        sample = game.sample_games(GAMES, seed=7)
        digest.update(str(game).encode())
        for array in (sample.scores, sample.lengths, sample.choices, sample.max_choices):
            digest.update(array.astype("<i8").tobytes())
    return digest.hexdigest()[:16]


def as_text(content: list[dict[str, Any]]) -> str:
    """The golden file: a line for each game."""
    return "[\n" + ",\n".join(json.dumps(entry) for entry in content) + "\n]\n"


def main(arguments: list[str]) -> int:
    """Compare the files, or write them anew."""
    fresh = {GOLDEN: as_text(golden()), SIGNATURE: signature() + "\n"}
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
