"""The same game and seed give the same state on every platform, Python and release.

Before you change a golden file, read tests/unit/golden/README.md.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from .golden_games import GOLDEN, SEEDS, SIGNATURE, as_text, scripted_game, signature
from .options import OPTION_SETS

ENTRIES: list[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_every_option_set_and_seed_has_an_entry() -> None:
    """API, game: a golden file in the tests holds the promise."""
    assert [(entry["game"], int(entry["seed"])) for entry in ENTRIES] == [
        (str(game), seed) for game in OPTION_SETS for seed in SEEDS
    ]


def test_the_file_is_written_as_it_is_read() -> None:
    assert GOLDEN.read_text(encoding="utf-8") == as_text(ENTRIES)


@pytest.mark.parametrize("number", range(len(OPTION_SETS)), ids=map(str, OPTION_SETS))
def test_seeds_give_what_they_gave(number: int) -> None:
    """API, game: same game + same seed = same state on every platform, Python and release."""
    entries = ENTRIES[number * len(SEEDS) : (number + 1) * len(SEEDS)]
    assert [scripted_game(OPTION_SETS[number], seed) for seed in SEEDS] == entries


def test_the_signature() -> None:
    """Engineering: one number for a seeded run over everything, changed on purpose only."""
    assert signature() == SIGNATURE.read_text(encoding="utf-8").strip()
