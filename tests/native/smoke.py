"""Uses the installed library; run by test_wheel.py in a clean environment and an empty folder.

Prints what came out for each game as JSON, for comparison with the library under test.
"""

import importlib.util
import json
import pickle
import sys
from importlib import metadata, resources
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import cardgames
from cardgames import bottle_imp, cellar_des_triplettes

MIDDLE = 20  # actions before the position in the middle

assert not list(Path.cwd().iterdir())
assert Path(cardgames.__file__).is_relative_to(sys.prefix)
assert metadata.version("cardgames-engine") == cardgames.__version__
assert {"numpy", "typer", "rich"}.isdisjoint(sys.modules)
assert importlib.util.find_spec("typer") is None
assert (Path(cardgames.get_include()) / "cardgames.h").is_file()
for module in (bottle_imp, cellar_des_triplettes):
    name = f"data/{module.__name__.partition('.')[2]}_cards.csv"
    with resources.files("cardgames").joinpath(name).open() as rows:
        assert len(list(rows)) == 1 + len(module.CARDS)
for name, count in (("bottles", 72), ("clients", 30)):
    table = resources.files("cardgames").joinpath(f"data/wine_cellar_{name}.csv")
    with table.open(encoding="utf-8") as rows:
        assert len(list(rows)) == 1 + count


def used(game: cardgames.Game[Any]) -> dict[str, Any]:
    """A game from its beginning to its end, with a look at everything on the way."""
    state = game.new_state(seed=1)
    assert state.game == cardgames.make(str(game)) == game
    actions: list[int] = []
    middle = state.copy()
    while not state.is_terminal:
        legal = state.legal_actions()
        actions.append(legal[len(actions) % len(legal)])
        state.apply(actions[-1])
        if len(actions) == MIDDLE:
            middle = state.copy()
            for player in (0, cardgames.SPECTATOR, None):
                view = state.view(player)
                json.dumps(view.to_dict())
                assert str(view)
                ElementTree.fromstring(view.to_svg())

    assert game.state_from_bytes(state.to_bytes()) == state
    assert pickle.loads(pickle.dumps(state)) == state
    assert game.state_from_dict(middle.view().to_dict()) == middle
    assert middle.determinize(0, seed=1).view(0) == middle.view(0)
    message = ""
    try:
        state.apply(0)
    except cardgames.IllegalActionError as error:
        message = str(error)
    assert "the game is over" in message
    return {
        "actions": actions,
        "scores": state.scores(),
        "middle": middle.to_bytes().hex(),
        "perft": middle.perft(3),
    }


def run_on_threads(game: cardgames.Game[Any], middle: str) -> list[int]:
    """Random games, and the sum of their scores."""
    state = game.state_from_bytes(bytes.fromhex(middle))
    scores = game.playouts(500, seed=7, threads=1)
    assert (game.playouts(500, seed=7, threads=4) == scores).all()
    assert state.playouts(500, seed=7, threads=4, determinize_for=1).shape == (500, 4)
    assert state.observation(0).shape == (game.observation_size,)
    sums: list[int] = scores.sum(axis=0).tolist()
    return sums


GAMES: tuple[cardgames.Game[Any], ...] = (
    cardgames.BottleImp(num_players=4, rounds=2),
    cardgames.CellarDesTriplettes(num_players=4, max_rounds=3),
    cardgames.WineCellar(num_players=4, games=3),
    cardgames.Triplets(num_players=4, max_rounds=30),
)
answers = {str(game): used(game) for game in GAMES}
assert "numpy" not in sys.modules
for game in GAMES:
    answers[str(game)]["playouts"] = run_on_threads(game, answers[str(game)]["middle"])
assert tuple(game.name for game in GAMES) == cardgames.games()
assert not list(Path.cwd().iterdir())

json.dump(answers, sys.stdout)
