"""Recorded games for tests of records and of what reads them."""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

import cardgames
from cardgames import Game, State, WineDeck, triplets
from cardgames.records import GameRecord, GameRecorder

STANDARD = WineDeck.standard()
OWN_DECK = WineDeck(
    [dataclasses.replace(STANDARD.bottle(1), country='Côte, d\'Or "été"'), *STANDARD.bottles[1:]],
    STANDARD.clients,
)
OWN = cardgames.WineCellar(num_players=2, games=3, client_set="B", deck=OWN_DECK)
GAMES: tuple[Game[Any], ...] = (
    cardgames.BottleImp(num_players=3, rounds=1),
    cardgames.CellarDesTriplettes(num_players=3),
    cardgames.WineCellar(num_players=1),
    OWN,
    cardgames.Triplets(num_players=3, max_rounds=20),
)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)

TWO = cardgames.Triplets(num_players=2)
ENDING: dict[str, Any] = {
    "game": "triplets",
    "options": {"num_players": 2, "decks": 1, "lead": "any", "refill": "rule", "max_rounds": 1000},
    "round": 3,
    "phase": "play",
    "dealer": 0,
    "to_act": [0],
    "hands": [["2c", "2d", "2h"], ["3c"]],
    "stacks": [[], []],
    "known_hands": [[], []],
    "known_stacks": [[], []],
    "bounds": [[["2", "A"], ["2", "A"], ["2", "A"]], [["2", "A"]]],
    "pot": [],
    "in": [0, 1],
    "winning": None,
    "removed": [str(card) for card in triplets.CARDS if str(card) not in ("2c", "2d", "2h", "3c")],
    "scores": [3, 1],
    "rng": ["0x0000000000000001", "0x0000000000000002", "0x0000000000000003", "0xfedcba9876543210"],
}
# The three twos beat the three and leave the game for good; Ann takes the three, Bob has nothing.
ENDING_RECORD: dict[str, Any] = {
    "format": "cardgames-record",
    "version": 1,
    "game": "triplets",
    "options": {"num_players": 2, "decks": 1, "lead": "any", "refill": "rule", "max_rounds": 1000},
    "seed": None,
    "start": ENDING,
    "players": ["Ann", "Bob"],
    "actions": [[0, "triplet 2"], [1, "3"]],
    "result": {"scores": [1, 0], "winners": [0], "returns": [1.0, -1.0], "truncated": False},
}


def played(start: State, players: Iterable[str] = (), moves: int | None = None) -> GameRecord:
    """A record of a game in which every choice is drawn, and of the seat too if several may act."""
    random = Random(1)
    recorder = GameRecorder(start, list(players))
    state = recorder.state
    for _ in itertools.count() if moves is None else range(moves):
        if state.is_terminal:
            break
        seat = random.choice(state.to_act)
        recorder.apply(random.choice(state.legal_actions(seat)), seat)
    return recorder.record()


def ending_record() -> GameRecord:
    return GameRecord.from_json(json.dumps(ENDING_RECORD))
