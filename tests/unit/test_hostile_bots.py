"""Values that lie about themselves, given to matches, tournaments, records and searches.

Each case once hung, or ended in an error that did not say what was wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardgames
from cardgames import CardGamesError, RecordError, State
from cardgames.bots import GreedyBot, RandomBot, SearchBot
from cardgames.matches import ask, play_match
from cardgames.records import GameRecord, GameRecorder, write_records
from cardgames.search import ISMCTS, Searcher, solve
from cardgames.tournament import tournament

GAME = cardgames.BottleImp(num_players=3, rounds=1)
SEARCH = ISMCTS(5, seed=1)


def liar(cls: type) -> Any:
    """An object of no such class that says it is of it."""

    class Liar:
        @property  # type: ignore[misc]
        def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
            return cls

    return Liar()


class Raising:
    """An object that cannot even be asked for its class."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        raise KeyError("class")


class EndlessKeys(dict[str, Any]):
    """A dict whose keys have no end."""

    def __iter__(self) -> Iterator[str]:
        return itertools.repeat("game")

    def keys(self) -> Any:
        return itertools.repeat("game")

    def __getitem__(self, key: str) -> Any:
        return "triplets"


@pytest.mark.parametrize(
    "take",
    [
        pytest.param(lambda: ask(GreedyBot(), liar(State), 0, 1), id="ask"),
        pytest.param(lambda: play_match(liar(State), ["random"] * 3), id="match of a state"),
        pytest.param(
            lambda: play_match(liar(cardgames.BottleImp), ["random"] * 3), id="match of a game"
        ),
        pytest.param(lambda: GreedyBot().choose(liar(State), 0), id="greedy"),
        pytest.param(lambda: RandomBot(1).choose(liar(State), 0), id="random"),
        pytest.param(lambda: SEARCH.choose(liar(State)), id="search"),
        pytest.param(lambda: solve(liar(State)), id="solve"),
        pytest.param(lambda: SearchBot(liar(Searcher)), id="searcher"),
        pytest.param(lambda: GameRecord(liar(cardgames.BottleImp), 1), id="record"),
        pytest.param(lambda: GameRecorder(liar(State)), id="recorder"),
        pytest.param(lambda: tournament(liar(cardgames.BottleImp), ["random"], 1), id="tournament"),
        pytest.param(lambda: RandomBot(liar(int)), id="seed"),
        pytest.param(lambda: RandomBot(Raising()), id="raising seed"),  # type: ignore[arg-type]
        pytest.param(lambda: SearchBot(SEARCH, Raising()), id="raising seed of a search"),  # type: ignore[arg-type]
    ],
)
def test_what_an_object_says_of_its_class_is_not_believed(take: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r" must be an? "):
        take()


def test_an_object_that_says_it_is_a_game_equals_none() -> None:
    assert liar(cardgames.BottleImp) != GAME


def test_a_record_that_only_says_it_is_one_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="a record must be a GameRecord, not Liar"):
        write_records(tmp_path / "a", [liar(GameRecord)])
    assert list(tmp_path.iterdir()) == []


def test_a_position_has_the_keys_that_its_dict_has() -> None:
    position = EndlessKeys(GAME.new_state(1).view().to_dict())
    assert GAME.state_from_dict(position) == GAME.new_state(1)
    assert GameRecord(GAME, start=position).start_state() == GAME.new_state(1)
    with pytest.raises(RecordError, match="start: game: is missing"):
        GameRecord(GAME, start=EndlessKeys())


class GivesAClass:
    """A bot whose copies with a seed are a class of bots."""

    def choose(self, state: State, player: int) -> int:
        return state.legal_actions(player)[0]

    def with_seed(self, seed: int) -> Any:
        return GreedyBot


def test_a_class_is_no_bot_with_a_seed() -> None:
    with pytest.raises(TypeError, match="with_seed of the bot 'GivesAClass' must give a bot"):
        tournament(GAME, [GivesAClass()], 1)
    with pytest.raises(TypeError, match="with_seed of the bot 'GivesAClass' must give a bot"):
        play_match(GAME, [GivesAClass()] * 3)


def test_a_bot_of_a_tournament_has_a_choose_that_can_be_called() -> None:
    class Odd:
        choose = 5

    bot: Any = Odd()
    with pytest.raises(TypeError, match=r"^bots\[0\] must be a bot, with a method choose"):
        tournament(GAME, [bot], 1)


class Network:
    """A policy of many lines, which is equal to others entry by entry."""

    def __call__(self, state: State, player: int) -> Iterable[float]:
        return [1.0] * len(state.legal_actions(player))

    def __eq__(self, other: object) -> Any:
        return np.array([True, False])

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return "Network(\n  \x00layers,\n" + "  more,\n" * 50 + ")"


def test_a_policy_of_many_lines_gives_a_name_that_records_take() -> None:
    bot = SearchBot(ISMCTS(5, selection="puct", policy=Network()))
    start = "ISMCTS(simulations=5, selection='puct', policy=Network( ?layers, more, more,"
    assert bot.name.startswith(start)
    assert bot.name.endswith("...")
    assert len(bot.name) == 200
    assert play_match(GAME, [bot, "random", "random"], seed=1).players[0] == bot.name
    assert tournament(GAME, [bot, "random"], 1, seed=1).bots == (bot.name, "random")


@pytest.mark.parametrize("path", ["\ud800.png", "a\0.png"])
def test_a_chart_is_not_written_to_what_is_no_name(path: str) -> None:
    pytest.importorskip("matplotlib")
    result = tournament(GAME, ["random"], 1, seed=1)
    with pytest.raises(CardGamesError, match="is no name of a file"):
        result.plot(path)
