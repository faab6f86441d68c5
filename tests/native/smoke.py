"""Uses the installed library; run by test_wheel.py in a clean environment and an empty folder.

Prints what came out as JSON, for comparison with the library under test.
"""

import importlib.util
import json
import pickle
import sys
from importlib import metadata, resources
from pathlib import Path
from xml.etree import ElementTree

import cardgames
from cardgames import bottle_imp

assert not list(Path.cwd().iterdir())
assert Path(cardgames.__file__).is_relative_to(sys.prefix)
assert metadata.version("cardgames-engine") == cardgames.__version__
assert {"numpy", "typer", "rich"}.isdisjoint(sys.modules)
assert importlib.util.find_spec("typer") is None
assert (Path(cardgames.get_include()) / "cardgames.h").is_file()
with resources.files("cardgames").joinpath("data/bottle_imp_cards.csv").open() as rows:
    assert len(list(rows)) == 1 + len(bottle_imp.CARDS)

game = cardgames.make("bottle_imp(num_players=4,rounds=2)")
state = cardgames.BottleImp(num_players=4, rounds=2).new_state(seed=1)
assert state.game == game

actions: list[int] = []
middle = state.copy()
while not state.is_terminal:
    legal = state.legal_actions()
    actions.append(legal[len(actions) % len(legal)])
    state.apply(actions[-1])
    if len(actions) == 20:
        middle = state.copy()
        for player in (0, cardgames.SPECTATOR, None):
            view = state.view(player)
            json.dumps(view.to_dict())
            assert str(view)
            ElementTree.fromstring(view._repr_svg_())  # pyright: ignore[reportPrivateUsage]
assert "numpy" not in sys.modules

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

scores = game.playouts(500, seed=7, threads=1)
assert (game.playouts(500, seed=7, threads=4) == scores).all()
assert (middle.playouts(500, seed=7, threads=4, determinize_for=1).shape) == (500, 4)
assert middle.observation(0).shape == (game.observation_size,)
assert not list(Path.cwd().iterdir())

json.dump(
    {
        "actions": actions,
        "scores": state.scores(),
        "middle": middle.to_bytes().hex(),
        "playouts": scores.sum(axis=0).tolist(),
        "perft": middle.perft(3),
    },
    sys.stdout,
)
