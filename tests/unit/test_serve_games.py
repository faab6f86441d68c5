"""Whole games over lines, of all games and many options, against the library itself."""

from __future__ import annotations

import json
from random import Random

import pytest

import cardgames
from cardgames import GameRecord

from .serving import Client

GAMES = (
    "bottle_imp(num_players=2,rounds=2)",
    "bottle_imp(num_players=3,rounds=2)",
    "bottle_imp(num_players=4,rounds=2,teams=2-2,rotate_teams=True)",
    "bottle_imp(num_players=6,rounds=1,bottles=2)",
    "cellar_des_triplettes(num_players=3)",
    "cellar_des_triplettes(num_players=5,max_rounds=3)",
    "wine_cellar(num_players=1)",
    "wine_cellar(num_players=2)",
    "wine_cellar(num_players=4,games=3)",
    "wine_cellar(num_players=8)",
    "triplets(num_players=2,max_rounds=20)",
    "triplets(num_players=4,decks=2,lead=lowest,refill=round,max_rounds=10)",
    "triplets(num_players=10,max_rounds=5)",
)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_played_by_words_comes_out_as_in_the_library(game: str) -> None:
    client = Client()
    table = client.new(game, seed=1)
    end = client.play(table, Random(game))
    record = GameRecord.from_json(json.dumps(client.ask("save", table=table)["record"]))
    assert record.game == cardgames.make(game)
    assert record.is_over
    assert record.scores == tuple(end["scores"])
    assert record.winners == tuple(end["winners"])
    assert record.returns == tuple(end["returns"])
    assert record.is_truncated == end["truncated"]
    assert len(record.actions) == end["actions"]
    assert (end["terminal"], end["to_act"]) == (True, [])


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_a_game_to_its_end(game: str) -> None:
    client = Client()
    table = client.new(game, seed=2)
    state = client.ask("state", table=table)
    bots = ["greedy", "random", "flat:2"]
    while not state["terminal"]:
        current: int = state["current"]
        bot = bots[current % 3] if state["actions"] < 60 else "random"
        state = client.ask("bot_move", table=table, bot=bot)
    assert state["winners"]
