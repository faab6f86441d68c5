"""The same game and seed give the same state on every platform, Python and release.

Before you change a golden file, read tests/unit/golden/README.md.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardgames import Game

from .golden_games import (
    GOLDEN,
    SEEDS,
    SIGNATURE,
    as_text,
    option_sets,
    scripted_game,
    signature,
)
from .options import OPTION_SETS

ENTRIES: dict[str, list[dict[str, Any]]] = {
    name: json.loads(path.read_text(encoding="utf-8")) for name, path in GOLDEN.items()
}

each_file = pytest.mark.parametrize("name", GOLDEN)


@each_file
def test_every_option_set_and_seed_has_an_entry(name: str) -> None:
    """API, game: a golden file in the tests holds the promise."""
    assert [(entry["game"], int(entry["seed"])) for entry in ENTRIES[name]] == [
        (str(game), seed) for game in option_sets(name) for seed in SEEDS
    ]


@each_file
def test_the_file_is_written_as_it_is_read(name: str) -> None:
    assert GOLDEN[name].read_text(encoding="utf-8") == as_text(ENTRIES[name])


@pytest.mark.parametrize("game", OPTION_SETS, ids=str)
def test_seeds_give_what_they_gave(game: Game[Any]) -> None:
    """API, game: same game + same seed = same state on every platform, Python and release."""
    entries = [entry for entry in ENTRIES[game.name] if entry["game"] == str(game)]
    assert [scripted_game(game, seed) for seed in SEEDS] == entries


@each_file
def test_the_signature(name: str) -> None:
    """Engineering: one number for a seeded run over everything, changed on purpose only."""
    lines = SIGNATURE.read_text(encoding="utf-8").splitlines()
    assert [line.split()[0] for line in lines] == list(GOLDEN)
    assert f"{name} {signature(name)}" in lines
