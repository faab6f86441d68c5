"""Objects never made properly, and calls past the checks: refused, or at least no crash."""

from __future__ import annotations

import copy
import subprocess
import sys
from typing import Any

import pytest

import cardgames
from cardgames import bottle_imp
from cardgames import cellar_des_triplettes as cellar

from .game_set import AnyGame, GameSet
from .game_sets import each_set

IN_ANOTHER_PROCESS = """
import copy, copyreg, faulthandler, gc, pickle
import numpy as np
import cardgames
from cardgames import BottleImp, CellarDesTriplettes, Game, State, View, bottle_imp
from cardgames import cellar_des_triplettes as cellar
from cardgames._core.bottle_imp import BottleImpState, CoreBottleImp
from cardgames._core.cellar_des_triplettes import CellarDesTriplettesState, CoreCellarDesTriplettes
from cardgames._core.state import CoreGame, State as CoreState

faulthandler.enable()
game = BottleImp()
state = game.new_state(1)
wines = CellarDesTriplettes()
bidding = wines.new_state(1)

class Bare(CoreGame):
    def __init__(self, *args): pass

class Sub(State):
    def __init__(self, *args): pass

class Liar(list):
    def __init__(self, items, length):
        super().__init__(items)
        self.length = length
    def __len__(self):
        return self.length

def lonely_objects():
    # What the garbage collector knows of: the core's token could be one of them.
    single = [t for t in gc.get_objects() if type(t) is tuple and len(t) == 1]
    return [t for t in single if type(t[0]) is object]

def short(key, keep, state=state):
    position = state.view().to_dict()
    position[key] = Liar(position[key][:keep], len(position[key]))
    return position

def from_fields(*changes):
    # The first state that is made with one of the changes; an error if none is.
    for change in changes:
        try:
            made = wines._core.state_from_fields(wines, bidding.fields(None) | change)
        except (IndexError, KeyError, OverflowError, TypeError, ValueError):
            continue
        if not isinstance(made, int):
            return made
    raise ValueError("refused, all of them")

GOOD = [
    *(None, 0, 1, "17", b"", [], {}, game, state, wines, bidding),
    *(np.zeros(216, bool), np.zeros(400, bool), np.zeros((4, 4), np.int32)),
]

def poke(thing):
    for name in dir(type(thing)):
        if name in ("__class__", "__init_subclass__", "__subclasshook__"):
            continue
        try:
            found = getattr(thing, name)
        except Exception:
            continue
        for values in [(), *[(g,) for g in GOOD], (0, 0), (game, 1), (0, 1, 1, GOOD[-1], None)]:
            try:
                found(*values)
            except Exception:
                pass
    for act in (repr, str, hash, copy.copy, copy.deepcopy, pickle.dumps, bool, list, len):
        try:
            act(thing)
        except Exception:
            pass

try:
    made = {expression}
except Exception as error:
    print("refused", type(error).__name__)
else:
    print("made", type(made).__name__)
    poke(made)
"""

# Numbers that the facade would not let through.
WRONG_FIELDS: tuple[dict[str, Any], ...] = (
    {"hands": []},
    {"hands": [(-1, 200)] * 4},
    {"hands": [(0, 0, 0, 0)] * 4},
    {"known_hands": [()]},
    {"bids": [(22,)] * 4},
    {"turn": [10**10]},
    {"display": [5] * 4},
    {"pile": [10**10]},
    {"pile": [-1] * 33},
    {"pile": [255] * 33},
    {"pile": [5] * 1000},
    {"pile_bottom": [5] * 1000},
    {"cellars": []},
    {"cellars": [[]] * 4},
    {"cellars": [[((), [])]] * 4},
    {"cellars": [[((-1,) * 15, [])]] * 4},
    {"cellars": [[((200,) * 15, [])]] * 4},
    {"cellars": [[((256,) * 15, [])]] * 4},
    {"cellars": [[((255,) * 15, [14])]] * 4},
    {"cellars": [[((None,) * 15, [15])]] * 4},
    {"cellars": [[((None,) * 15, [])] * 6] * 4},
    {"round": 10**6},
    {"phase": 200},
    {"starting_player": -1},
    {"starting_player": 200},
    {"high_bidder": 200},
    {"to_act": [200]},
    {"to_act": [300]},
    {"rng": [1]},
)

REFUSED = (
    "State()",
    "State(None)",
    "State(object())",
    "State.__new__(State)",
    "State.__new__(State, None)",
    "object.__new__(State)",
    "Sub()",
    "Sub.__new__(Sub, 1)",
    "BottleImpState()",
    "BottleImpState(object())",
    "BottleImpState.__new__(BottleImpState)",
    "State.__new__(BottleImpState)",
    "object.__new__(BottleImpState)",
    "copyreg.__newobj__(BottleImpState)",
    "copyreg._reconstructor(BottleImpState, object, None)",
    "[State.__new__(State, *token) for token in lonely_objects()][0]",
    "[BottleImpState.__new__(BottleImpState, *token) for token in lonely_objects()][0]",
    "type('Derived', (BottleImpState,), {{}})",
    "type('Derived', (CoreBottleImp,), {{}})",
    "CoreGame()",
    "CoreGame.__new__(CoreGame)",
    "Bare()",
    "CoreBottleImp()",
    "CoreBottleImp.__new__(CoreBottleImp)",
    "CoreBottleImp(7, 8, 1, None, False, 1)",
    "CoreBottleImp(4, 101, 1, None, False, 1)",
    "CoreBottleImp(4, 8, 3, None, False, 1)",
    "CoreBottleImp(4, 8, 1, [0], False, 1)",
    "CoreBottleImp(4, 8, 1, [255, 255, 255, 255], False, 1)",
    "CoreBottleImp(4, 8, 1, Liar([0], 4), False, 1)",
    "CoreBottleImp(4, 8, 1, None, False, 2)",
    "CoreBottleImp(2**40, 8, 1, None, False, 1)",
    "Game()",
    "View()",
    "state.run_playouts(0, 1, 1, None, None)",
    "state.run_playouts(0, 2**62, 1, np.empty(0, np.int32), None)",
    "state.run_playouts(0, -1, 1, np.empty(0, np.int32), None)",
    "state.run_playouts(0, 5, 1, np.empty((4, 4), np.int32), None)",
    "state.run_playouts(0, 4, 1, np.empty((4, 4), np.int64), None)",
    "game._core.run_games(0, 1, 1, None, None, None, None)",
    "game._core.run_games(0, 2**62, 1, np.empty(0, np.int32), None, None, None)",
    "game._core.run_games(0, 2, 1, np.empty((2, 4), np.int32), np.empty(1, np.int32), None, None)",
    *(
        f"game.state_from_dict(short('{key}', {keep}))"
        for key in ("hands", "passes", "played", "scores")
        for keep in (0, 1, 3)
    ),
    "CellarDesTriplettesState()",
    "CellarDesTriplettesState.__new__(CellarDesTriplettesState)",
    "BottleImpState.__new__(CellarDesTriplettesState)",
    "copyreg.__newobj__(CellarDesTriplettesState)",
    "[CellarDesTriplettesState.__new__(CellarDesTriplettesState, *token) "
    "for token in lonely_objects()][0]",
    "type('Derived', (CellarDesTriplettesState,), {{}})",
    "type('Derived', (CoreCellarDesTriplettes,), {{}})",
    "CoreCellarDesTriplettes()",
    "CoreCellarDesTriplettes.__new__(CoreCellarDesTriplettes)",
    "CoreCellarDesTriplettes(2, 100, range(4))",
    "CoreCellarDesTriplettes(6, 100, range(8))",
    "CoreCellarDesTriplettes(5, 0, range(7))",
    "CoreCellarDesTriplettes(5, 1001, range(7))",
    "CoreCellarDesTriplettes(4, 100, [])",
    "CoreCellarDesTriplettes(4, 100, Liar([0], 6))",
    "CoreCellarDesTriplettes(4, 100, [0] * 6)",
    "CoreCellarDesTriplettes(4, 100, [0, 1, 2, 3, 4, 99])",
    "CoreCellarDesTriplettes(2**40, 100, range(7))",
    "game.state_from_bytes(bidding.to_bytes())",
    "wines.state_from_bytes(state.to_bytes())",
    "bidding.run_playouts(0, 2**62, 1, np.empty(0, np.int32), None)",
    "wines._core.run_games(0, 1, 1, None, None, None, None)",
    *(
        f"wines.state_from_dict(short('{key}', {keep}, bidding))"
        for key in ("hands", "known_hands", "bids", "cellars", "covered")
        for keep in (0, 3)
    ),
    "wines._core.state_from_fields(wines, {{}})",
    f"from_fields(*{WRONG_FIELDS!r})",
)
# Whether these are made or refused, they do not crash.
ODD = (
    "BottleImp.__new__(BottleImp)",
    "Game.__new__(Game)",
    "game",
    "state",
    "game._core",
    "game._core.new_state(None, 1)",
    "game._core.new_state(state, 1)",
    "game._core.state_from_bytes(None, state.to_bytes(), game._text)",
    "BottleImp(num_players=2)._core.new_state(game, 1)",
    "CellarDesTriplettes.__new__(CellarDesTriplettes)",
    "wines",
    "bidding",
    "wines._core",
    "wines._core.new_state(None, 1)",
    "wines._core.new_state(game, 1)",
    "wines._core.new_state(bidding, 1)",
    "wines._core.state_from_bytes(None, bidding.to_bytes(), wines._text)",
    "wines._core.state_from_bytes(game, bidding.to_bytes(), wines._text)",
    "wines._core.state_from_fields(None, bidding.fields(None))",
    "CellarDesTriplettes(num_players=3)._core.new_state(wines, 1)",
    "from_fields(dict(cellars=[[((255,) * 15, [])]] * 4))",
    "cellar.bid_actions(bidding, ['14'] * 10**6)",
    "cellar._core.triplets([5] * 15)",
    "cellar._core.triplets([])",
    "cellar._core.triplets([10**10] * 15)",
    "cellar._core.triplets([-1] * 15)",
    "cellar._core.triplets([22] * 15)",
)


def in_another_process(expression: str) -> str:
    """What came of an expression; a crash would take the tests with it."""
    code = IN_ANOTHER_PROCESS.replace("{{}}", "{}").replace("{expression}", expression)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr[-2000:]}"
    return done.stdout


@pytest.mark.parametrize("expression", REFUSED)
def test_half_made_objects_and_unsafe_calls_are_refused(expression: str) -> None:
    assert in_another_process(expression.replace("{{}}", "{}")).startswith("refused")


@pytest.mark.parametrize("expression", ODD)
def test_odd_objects_do_not_crash(expression: str) -> None:
    assert in_another_process(expression)


@each_set
def test_a_game_cannot_be_made_another_by_its_init(entry: GameSet) -> None:
    game: Any = entry.games[-1]
    twin = copy.copy(game)
    with pytest.raises((AttributeError, TypeError, ValueError)):
        game.__init__(num_players=3)
    assert game == twin == cardgames.make(str(game))


@pytest.mark.parametrize(
    ("name", "card", "fact"),
    [
        ("bottle_imp", bottle_imp.CARDS[0], "rank"),
        ("cellar_des_triplettes", cellar.CARDS[0], "value"),
    ],
    ids=cardgames.games(),
)
def test_attributes_cannot_be_set(name: str, card: object, fact: str) -> None:
    game: AnyGame = cardgames.make(name)
    state: Any = game.new_state(1)
    view: Any = state.view()
    before = state.to_bytes()
    for target, attribute in (
        (game, "name"),
        (game, "_core"),
        (game, "new"),
        (state, "game"),
        (state, "seed"),
        (state, "to_act"),
        (state, "new"),
        (view, "hands"),
        (view, "new"),
        (card, fact),
    ):
        with pytest.raises((AttributeError, TypeError)):
            setattr(target, attribute, None)
        with pytest.raises((AttributeError, TypeError)):
            delattr(target, attribute)
    assert state.to_bytes() == before
