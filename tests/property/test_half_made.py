"""Objects never made properly, and calls past the checks: refused, or at least no crash."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

import cardgames
from cardgames import WineDeck, bottle_imp, triplets
from cardgames import cellar_des_triplettes as cellar

from .game_set import AnyGame, GameSet
from .game_sets import each_set

IN_ANOTHER_PROCESS = """
import copy, copyreg, faulthandler, gc, pickle
import numpy as np
import cardgames
from dataclasses import replace
from cardgames import (
    BottleImp, CellarDesTriplettes, Game, State, Triplets, View, WineCellar, WineDeck, bottle_imp,
    triplets, wine_cellar
)
from cardgames import cellar_des_triplettes as cellar
from cardgames._core.bottle_imp import BottleImpState, CoreBottleImp
from cardgames._core.cellar_des_triplettes import CellarDesTriplettesState, CoreCellarDesTriplettes
from cardgames._core.callbacks import Callback, NativeFunction
from cardgames._core.native import NativeGame, read_state, state_address
from cardgames._core.playouts import run_playouts
from cardgames._core.search import CoreSearch
from cardgames._core.solver import CoreSolver
from cardgames._core.state import CoreGame, State as CoreState
from cardgames._core.triplets import CoreTriplets, TripletsState
from cardgames._core.wine_cellar import CoreWineCellar, WineCellarState
from cardgames.wine_cellar import Bottle, Client

faulthandler.enable()
game = BottleImp()
state = game.new_state(1)
wines = CellarDesTriplettes()
bidding = wines.new_state(1)
cellars = WineCellar()
choosing = cellars.new_state(1)
alone = WineCellar(num_players=1)
packs = Triplets()
leading = packs.new_state(1)
answering = packs.new_state(1)
answering.apply(answering.legal_actions()[0])
cards = WineDeck.standard()
own = WineDeck([replace(cards.bottles[0], ages=(20,) * 8), *cards.bottles[1:]], cards.clients)
AGES = [card.ages for card in cards.bottles[:36]]
VALUES = [((6, 3, 3), [5] * 36)] * 30

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

class Two(list):
    # Says one length when it is checked and another one when it is read.
    def __init__(self, items, first, then):
        super().__init__(items)
        self.lengths, self.then = [first], then
    def __len__(self):
        return self.lengths.pop() if self.lengths else self.then

def lonely_objects():
    # What the garbage collector knows of: the core's token could be one of them.
    single = [t for t in gc.get_objects() if type(t) is tuple and len(t) == 1]
    return [t for t in single if type(t[0]) is object]

def short(key, keep, state=state):
    position = state.view().to_dict()
    position[key] = Liar(position[key][:keep], len(position[key]))
    return position

def from_fields(*changes, game=wines, state=bidding):
    # The first state that is made with one of the changes; an error if none is.
    for change in changes:
        try:
            made = game._core.state_from_fields(game, state.fields(None) | change)
        except (IndexError, KeyError, OverflowError, TypeError, ValueError):
            continue
        if not isinstance(made, int):
            return made
    raise ValueError("refused, all of them")

def ended(game):
    state = game.new_state(1)
    while not state.is_terminal:
        state.apply(state.legal_actions()[0])
    return state

def broken(game):
    # Where apply_unchecked leaves no position with a meaning.
    state = game.new_state(1)
    for action in range(0, game.num_actions, 5):
        state.apply_unchecked(action, action % 4)
    return state

def searched(search):
    for count in (-1, 0, 1, 2000):
        search.run(count)
        search.root_edges(), search.nodes, search.is_full, search.deepest, search.depths
    return search

def solved(solver):
    for steps in (-1, 0, 1, 2000):
        if solver.run(steps):
            solver.solution()
    return solver

GOOD = [
    *(None, 0, 1, "17", b"", [], {}, game, state, wines, bidding, cellars, choosing, cards),
    *(packs, leading),
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

for expression in {expressions}:
    print(expression, end=": ", flush=True)
    try:
        made = eval(expression)
    except Exception as error:
        print("refused", type(error).__name__, flush=True)
    else:
        print("made", type(made).__name__, flush=True)
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

WRONG_CELLAR_FIELDS: tuple[dict[str, Any], ...] = (
    {"hands": []},
    {"hands": [(-1, 200)] * 4},
    {"hands": [(0,) * 8] * 4},
    {"hands": [(73,) * 8] * 4},
    {"hands": [(1, 2, 3, 4, 5, 6, 7, 8, 9)] * 4},
    {"hands": [(1,) * 1000] * 4},
    {"cellars": [(1,) * 9] * 4},
    {"cellars": [()]},
    {"prizes": [10**10]},
    {"prizes": [37, 38, 39, 40]},
    {"bids": [255] * 4},
    {"bids": [-1] * 4},
    {"bids": []},
    {"clients": [200] * 4},
    {"clients": [10**10] * 4},
    {"dealt_clients": []},
    {"dealt_clients": [(1, 2, 3)] * 4},
    {"dealt_clients": [(0, 0)] * 4},
    {"dealt_clients": [(98, 99)] * 4},
    {"past_clients": [[(1, 2)] * 4] * 3},
    {"past_clients": [[(1, 2)] * 4] * 300},
    {"past_clients": [[]]},
    {"past_clients": [[(1, None)] * 4]},
    {"game_scores": [[0] * 4] * 4},
    {"game_scores": [[0] * 4] * 400},
    {"game_scores": [[10**6] * 4]},
    {"game_scores": [[]], "last_cellars": [], "last_clients": []},
    {"game_scores": [[0] * 4], "last_cellars": [(200,) * 8] * 4, "last_clients": [1] * 4},
    {"game_scores": [[0] * 4], "last_cellars": [(1,) * 8] * 4, "last_clients": [200] * 4},
    {"last_cellars": [()] * 4, "last_clients": None},
    {"client_deck": [1] * 99},
    {"client_deck": [1] * 10_000},
    {"client_deck": [-1] * 22},
    {"client_deck": [10**10] * 22},
    {"client_deck": [200] * 22},
    {"client_deck": []},
    {"game_number": 0},
    {"game_number": 2},
    {"game_number": 200},
    {"game_number": 10**6},
    {"round": 0},
    {"round": 200},
    {"phase": 7},
    {"phase": 0},
    {"phase": -1},
    {"rng": [1]},
)
WRONG_ENO_FIELDS: tuple[dict[str, Any], ...] = (
    {"eno": None},
    {"eno": {}},
    *(
        {"eno": {"deck": [1] * 8, "face_up": [], "client": None, "taken": []} | change}
        for change in (
            {"deck": [73] * 8},
            {"deck": [1] * 100},
            {"deck": [10**10]},
            {"face_up": [200, 201]},
            {"face_up": [10**10]},
            {"face_up": [1] * 9},
            {"client": 200},
            {"client": 10**10},
            {"taken": [1] * 9},
            {"taken": [200]},
        )
    ),
)

# From the deal, and after the lead.
WRONG_PACK_FIELDS: tuple[dict[str, Any], ...] = (
    {"hands": []},
    {"hands": [[52] * 5] * 4},
    {"hands": [[-1] * 5] * 4},
    {"hands": [[10**10]] * 4},
    {"hands": [[None] * 5] * 4},
    {"hands": [list(range(6))] * 4},
    {"hands": [[0] * 1000] * 4},
    {"hands": [[]] * 4},
    {"known_hands": []},
    {"stacks": []},
    {"stacks": [[0] * 53] * 4},
    {"stacks": [[0] * 1000] * 4},
    {"stacks": [[255] * 8] * 4},
    {"stacks": [[-1] * 8] * 4},
    {"stacks": [[None] * 8] * 4},
    {"stacks": [[]] * 4},
    {"known_stacks": []},
    {"known_stacks": [[]] * 4},
    {"known_stacks": [[0] + [None] * 7] * 4},
    {"bounds": []},
    {"bounds": [[]] * 4},
    {"bounds": [[(0, 12)] * 6] * 4},
    {"bounds": [[(0, 12)] * 100] * 4},
    {"bounds": [[(-1, 12)] * 5] * 4},
    {"bounds": [[(0, 13)] * 5] * 4},
    {"bounds": [[(0, 15)] * 5] * 4},
    {"bounds": [[(12, 0)] * 5] * 4},
    {"bounds": [[(0, 10**10)] * 5] * 4},
    {"bounds": [[(0,)] * 5] * 4},
    {"bounds": [[None] * 5] * 4},
    {"pot": [(None, [0])]},
    {"pot": [(None, list(range(52)))]},
    {"pot": [(None, [0] * 1000)]},
    {"pot": [(0, [])] * 300},
    {"pot": [(9, [0])]},
    {"pot": [(16, [])]},
    {"pot": [(200, [0])]},
    {"pot": [(-1, [0])]},
    {"pot": [(10**10, [0])]},
    {"pot": [(0, [0, 1])]},
    {"pot": [(0, [255])]},
    {"pot": [(0,)]},
    {"pot": [None]},
    {"in_round": [200]},
    {"in_round": [-1]},
    {"in_round": [10**10]},
    {"in_round": [0], "to_act": []},
    {"removed": [0]},
    {"removed": [255]},
    {"removed": [0] * 1000},
    {"round": 0},
    {"round": -1},
    {"round": 1001},
    {"round": 2**32},
    {"dealer": 4},
    {"dealer": 255},
    {"dealer": -1},
    {"dealer": 300},
    {"to_act": []},
    {"to_act": [4]},
    {"to_act": [254]},
    {"to_act": [300]},
    {"to_act": [-1]},
    {"rng": [1]},
    {"rng": [0] * 4},
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
    "run_playouts(state, 0, 1, 1, None, None, 'random')",
    "run_playouts(state, 0, 2**62, 1, np.empty(0, np.int32), None, 'random')",
    "run_playouts(state, 0, -1, 1, np.empty(0, np.int32), None, 'random')",
    "run_playouts(state, 0, 5, 1, np.empty((4, 4), np.int32), None, 'random')",
    "run_playouts(state, 0, 4, 1, np.empty((4, 4), np.int64), None, 'random')",
    "game._core.run_games(0, 1, 1, *[None] * 6)",
    "game._core.run_games(0, 2**62, 1, np.empty(0, np.int32), *[None] * 5)",
    "game._core.run_games(0, 2, 1, np.empty((2, 4), np.int32), np.empty(1, np.int32), *[None] * 4)",
    *(
        f"game._core.run_games(0, 2, 1, np.empty((2, 4), np.int32), None, None, None, {arrays})"
        for arrays in (
            "np.empty(1, np.int32), None",
            "np.empty(2, np.int64), None",
            "np.empty(2, np.bool_), None",
            "None, np.empty(1, np.bool_)",
            "None, np.empty(2, np.int32)",
            "None, np.empty(2, np.uint8)",
            "None, [False, False]",
        )
    ),
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
    "run_playouts(bidding, 0, 2**62, 1, np.empty(0, np.int32), None, 'random')",
    "wines._core.run_games(0, 1, 1, *[None] * 6)",
    *(
        f"wines.state_from_dict(short('{key}', {keep}, bidding))"
        for key in ("hands", "known_hands", "bids", "cellars", "covered")
        for keep in (0, 3)
    ),
    "wines._core.state_from_fields(wines, {{}})",
    f"from_fields(*{WRONG_FIELDS!r})",
    "WineCellarState()",
    "WineCellarState.__new__(WineCellarState)",
    "WineCellarState.__new__(WineCellarState, object())",
    "BottleImpState.__new__(WineCellarState)",
    "object.__new__(WineCellarState)",
    "copyreg.__newobj__(WineCellarState)",
    "[WineCellarState.__new__(WineCellarState, *token) for token in lonely_objects()][0]",
    "type('Derived', (WineCellarState,), {{}})",
    "type('Derived', (CoreWineCellar,), {{}})",
    "CoreWineCellar()",
    "CoreWineCellar.__new__(CoreWineCellar)",
    "CoreWineCellar(0, 1, AGES[:18], VALUES)",
    "CoreWineCellar(9, 1, AGES * 3, VALUES)",
    "CoreWineCellar(4, 2, AGES, VALUES)",
    "CoreWineCellar(1, 3, AGES[:18], VALUES)",
    "CoreWineCellar(4, 1, AGES[:35], VALUES)",
    "CoreWineCellar(4, 1, Liar(AGES[:1], 36), VALUES)",
    "CoreWineCellar(4, 1, AGES, VALUES[:7])",
    "CoreWineCellar(4, 1, AGES, VALUES * 4)",
    "CoreWineCellar(4, 1, AGES, Liar(VALUES[:1], 30))",
    "CoreWineCellar(8, 1, Two([(1,) * 8] * 300, 72, 250), [((9,) * 3, [7] * 72)] * 30)",
    "CoreWineCellar(8, 1, [(1,) * 8] * 72, Two([((9,) * 3, [7] * 72)] * 300, 30, 250))",
    "CoreBottleImp(4, 2, 1, Two([0, 1] * 200, 4, 250), False, 1)",
    "CoreWineCellar(4, 1, [(1, 2)] * 36, VALUES)",
    "CoreWineCellar(4, 1, [(300,) * 8] * 36, VALUES)",
    "CoreWineCellar(4, 1, [(-1,) * 8] * 36, VALUES)",
    "CoreWineCellar(4, 1, [None] * 36, VALUES)",
    "CoreWineCellar(4, 1, AGES, [((1, 2), [5] * 36)] * 30)",
    "CoreWineCellar(4, 1, AGES, [((1, 2, 3), [5] * 35)] * 30)",
    "CoreWineCellar(4, 1, AGES, [((1, 2, 3), [300] * 36)] * 30)",
    "CoreWineCellar(4, 1, AGES, [((1, 2, 300), [5] * 36)] * 30)",
    "CoreWineCellar(4, 1, AGES, [None] * 30)",
    "CoreWineCellar(2**40, 1, AGES, VALUES)",
    "cellars.state_from_bytes(state.to_bytes())",
    "run_playouts(choosing, 0, 2**62, 1, np.empty(0, np.int32), None, 'random')",
    "cellars._core.run_games(0, 1, 1, *[None] * 6)",
    "cellars._core.state_from_fields(cellars, {{}})",
    f"from_fields(*{WRONG_CELLAR_FIELDS!r}, game=cellars, state=choosing)",
    f"from_fields(*{WRONG_ENO_FIELDS!r}, game=alone, state=alone.new_state(1))",
    *(
        f"cellars.state_from_dict(short('{key}', {keep}, choosing))"
        for key in ("hands", "dealt_clients", "clients", "bids", "cellars", "client_deck")
        for keep in (0, 3)
    ),
    "TripletsState()",
    "TripletsState.__new__(TripletsState)",
    "TripletsState.__new__(TripletsState, object())",
    "BottleImpState.__new__(TripletsState)",
    "object.__new__(TripletsState)",
    "copyreg.__newobj__(TripletsState)",
    "[TripletsState.__new__(TripletsState, *token) for token in lonely_objects()][0]",
    "type('Derived', (TripletsState,), {{}})",
    "type('Derived', (CoreTriplets,), {{}})",
    "CoreTriplets()",
    "CoreTriplets.__new__(CoreTriplets)",
    "CoreTriplets(1, 1, False, False, 1000)",
    "CoreTriplets(11, 1, False, False, 1000)",
    "CoreTriplets(3, 2, False, False, 1000)",
    "CoreTriplets(4, 0, False, False, 1000)",
    "CoreTriplets(4, 5, False, False, 1000)",
    "CoreTriplets(4, 1, False, False, 0)",
    "CoreTriplets(4, 1, False, False, 100_001)",
    "CoreTriplets(2**40, 1, False, False, 1000)",
    "CoreTriplets(4, None, False, False, 1000)",
    "packs.state_from_bytes(state.to_bytes())",
    "wines.state_from_bytes(leading.to_bytes())",
    "run_playouts(leading, 0, 2**62, 1, np.empty(0, np.int32), None, 'random')",
    "packs._core.run_games(0, 1, 1, *[None] * 6)",
    "packs._core.state_from_fields(packs, {{}})",
    f"from_fields(*{WRONG_PACK_FIELDS!r}, game=packs, state=leading)",
    f"from_fields(*{WRONG_PACK_FIELDS!r}, game=packs, state=answering)",
    *(
        f"packs.state_from_dict(short('{key}', {keep}, leading))"
        for key in ("hands", "stacks", "known_hands", "known_stacks", "bounds", "scores")
        for keep in (0, 3)
    ),
    "CoreSearch()",
    "CoreSearch.__new__(CoreSearch)",
    "CoreSearch(None, 0, 0, 0.7, 'random', -1, 1, 0, 100, 1 << 20, None, None)",
    "CoreSearch(game, 0, 0, 0.7, 'random', -1, 1, 0, 100, 1 << 20, None, None)",
    "CoreSearch(state, -1, 0, 0.7, 'random', -1, 1, 0, 100, 1 << 20, None, None)",
    "CoreSearch(state, 4, 0, 0.7, 'random', -1, 1, 0, 100, 1 << 20, None, None)",
    "CoreSearch(state, 2**40, 0, 0.7, 'random', -1, 1, 0, 100, 1 << 20, None, None)",
    "CoreSearch(state, 0, 0, 0.7, 'random', -1, 2**64, 0, 100, 1 << 20, None, None)",
    "CoreSearch(state, 0, 0, 0.7, 'random', -1, 1, 0, 100, -1, None, None)",
    "type('Derived', (CoreSearch,), {{}})",
    "pickle.dumps(CoreSearch(state, 0, 0, 0.7, 'random', -1, 1, 0, 100, 1 << 20, None, None))",
    "CoreSearch(state, 0, 0, 0.7, None, -1, 1, 0, 100, 1 << 20, None, None).run(9)",
    "CoreSearch(state, 0, 0, 0.7, len, -1, 1, 0, 100, 1 << 20, None, None).run(9)",
    "CoreSearch(state, 0, 1, 0.7, 'random', -1, 1, 0, 100, 1 << 20, len, None).run(9)",
    "CoreSearch(state, 0, 0, 0.7, 'random', 1, 1, 0, 100, 1 << 20, None, len).run(9)",
    "run_playouts(state, 0, 4, 1, np.empty((4, 4), np.int32), None, None)",
    "run_playouts(state, 0, 4, 1, np.empty((4, 4), np.int32), None, len)",
    "run_playouts(None, 0, 4, 1, np.empty((4, 4), np.int32), None, 'random')",
    "NativeFunction()",
    "NativeFunction(0, 0, 'rollout', 'name', None)",
    "NativeFunction(1, 0, 'move', 'name', None)",
    "NativeFunction(-1, 0, 'rollout', 'name', None)",
    "NativeFunction(1, 0, None, None, None)",
    "pickle.dumps(NativeFunction(1, 0, 'rollout', 'name', None))",
    "NativeGame()",
    "NativeGame(None)",
    "NativeGame(state)",
    "NativeGame(Bare())",
    "NativeGame(object.__new__(BottleImp))",
    "pickle.dumps(NativeGame(game))",
    "state_address(None)",
    "state_address(game)",
    "read_state(game, 0)",
    "read_state(None, state_address(state))",
    "type('Derived', (NativeFunction,), {{}})",
    "type('Derived', (NativeGame,), {{}})",
    "type('Derived', (Callback,), {{}})",
    "CoreSolver()",
    "CoreSolver.__new__(CoreSolver)",
    "CoreSolver(None, 1 << 20)",
    "CoreSolver(game, 1 << 20)",
    "CoreSolver(state, -1)",
    "CoreSolver(state, 1 << 20).solution()",
    "type('Derived', (CoreSolver,), {{}})",
    "pickle.dumps(CoreSolver(state, 1 << 20))",
    "WineDeck()",
    "WineDeck([], [])",
    "WineDeck(None, None)",
    "WineDeck(cards.bottles, 'clients')",
    "WineDeck(cards.clients, cards.bottles)",
    "WineDeck(Liar(cards.bottles[:1], 72), cards.clients)",
    "WineDeck([Bottle.__new__(Bottle)] * 72, cards.clients)",
    "WineDeck(cards.bottles, [Client.__new__(Client)])",
    "WineDeck([replace(card, ages=Liar([1], 8)) for card in cards.bottles], cards.clients)",
    "WineDeck(cards.bottles, [replace(cards.clients[0], countries=Liar([], 4))])",
    "WineDeck(cards.bottles, [replace(cards.clients[0], countries=(Liar([], 1),) * 4)])",
    "WineDeck(cards.bottles, [replace(cards.clients[0], countries=([],) * 4)])",
    "WineCellar(deck=object.__new__(WineDeck))",
    "WineCellar(deck=type('Deck', (WineDeck,), {{}})(cards.bottles, cards.clients))",
    "cards.__init__(cards.bottles, cards.clients)",
    "cards.__setattr__('_bottles', ())",
    "pickle.loads(pickle.dumps(own).replace(b'Italy', b'It;ly'))",
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
    "WineCellar.__new__(WineCellar)",
    "WineDeck.__new__(WineDeck)",
    "object.__new__(WineDeck)",
    "Bottle(1, 'Red', 'Italy', None)",
    "Client.__new__(Client)",
    "cards",
    "cellars",
    "choosing",
    "alone",
    "alone.new_state(1)",
    "choosing.view()",
    "cellars._core",
    "cellars._core.new_state(None, 1)",
    "cellars._core.new_state(game, 1)",
    "cellars._core.new_state(choosing, 1)",
    "cellars._core.state_from_bytes(None, choosing.to_bytes(), cellars._text)",
    "cellars._core.state_from_bytes(game, choosing.to_bytes(), cellars._text)",
    "cellars._core.state_from_fields(None, choosing.fields(None))",
    "alone._core.new_state(cellars, 1)",
    "CoreWineCellar(4, 1, AGES, VALUES)",
    "CoreWineCellar(4, 1, [(255,) * 8] * 36, [((255,) * 3, [255] * 36)] * 99)",
    "CoreWineCellar(4, 1, AGES, VALUES).new_state(None, 1)",
    "searched(CoreSearch(state, 0, 0, 0.7, 'random', -1, 1, 0, 100, 1 << 20, None, None))",
    "searched(CoreSearch(broken(wines), 0, 0, 0.7, 'guided', -1, 1, 0, 100, 1 << 20, None, None))",
    "searched(CoreSearch(broken(cellars), 0, 0, 0.7, 'guided', -1, 1, 0, 99, 1 << 20, None, None))",
    "Callback()",
    "Callback().error",
    "searched(CoreSearch(state, 0, 0, float('nan'), 'random', -1, 1, 0, 100, 1 << 20, None, None))",
    "searched(CoreSearch(state, 0, 1, float('inf'), 'random', -1, 1, 0, 100, 1 << 20, None, None))",
    "searched(CoreSearch(state, 0, 0, -float('inf'), 'random', -1, 1, 0, 99, 1 << 20, None, None))",
    "searched(CoreSearch(state, 0, 77, 0.7, 'random', -(2**31), 1, 0, 100, 1 << 20, None, None))",
    "searched(CoreSearch(state, 3, 2, 0.7, 'random', 0, 1, 0, 0, 0, None, None))",
    "searched(CoreSearch(state, 0, 0, 0.7, 'random', -1, 1, 0, -(2**63), 0, None, None))",
    "searched(CoreSearch(state, 0, 0, 0.7, 'random', -1, 1, 0, 2**63 - 1, 1, None, None))",
    "searched(CoreSearch(state, 0, 0, 0.7, 'random', -1, 1, 0, 2**63 - 1, 1 << 20, None, None))",
    "searched(CoreSearch(state, 0, 0, 0.7, 'random', -1, 1, 2**64 - 1, 10, 2**64 - 1, None, None))",
    "searched(CoreSearch(bidding, 2, 0, 0.7, 'random', -1, 1, 0, 100, 1 << 20, None, None))",
    "searched(CoreSearch(choosing, 3, 0, 0.7, 'random', -1, 1, 0, 100, 1 << 20, None, None))",
    "searched(CoreSearch(alone.new_state(1), 0, 0, 0.7, 'random', -1, 1, 0, 9, 9**6, None, None))",
    "searched(CoreSearch(leading, 1, 0, 0.7, 'random', 5, 1, 0, 100, 1 << 20, None, None))",
    "searched(CoreSearch(ended(cellars), 0, 0, 0.7, 'random', -1, 1, 0, 100, 1 << 20, None, None))",
    "searched(CoreSearch(broken(game), 0, 0, 0.7, 'random', 9, 1, 0, 100, 1 << 20, None, None))",
    "searched(CoreSearch(broken(cellars), 0, 0, 0.7, 'random', 9, 1, 0, 100, 1 << 20, None, None))",
    "solved(CoreSolver(state, 0))",
    "solved(CoreSolver(ended(cellars), 1))",
    "solved(CoreSolver(bidding, 1 << 16))",
    "solved(CoreSolver(leading, 1 << 20))",
    "solved(CoreSolver(broken(game), 1 << 20))",
    "solved(CoreSolver(broken(cellars), 1 << 20))",
    "Triplets.__new__(Triplets)",
    "packs",
    "leading",
    "answering",
    "leading.view()",
    "packs._core",
    "packs._core.new_state(None, 1)",
    "packs._core.new_state(game, 1)",
    "packs._core.new_state(leading, 1)",
    "packs._core.state_from_bytes(None, leading.to_bytes(), packs._text)",
    "packs._core.state_from_bytes(game, leading.to_bytes(), packs._text)",
    "packs._core.state_from_fields(None, leading.fields(None))",
    "packs._core.state_from_fields(packs, leading.fields(0))",
    "from_fields(dict(known_hands=[[None]] * 4), game=packs, state=leading)",
    "Triplets(num_players=2)._core.new_state(packs, 1)",
    "CoreTriplets(4, 1, 5, 'yes', 1000)",
    "CoreTriplets(10, 4, True, True, 100_000).new_state(None, 1)",
    "leading.action_effect(-1)",
    "leading.action_effect(26)",
    "leading.action_effect(2**31 - 1)",
    "triplets.Card.__new__(triplets.Card)",
    "triplets.Card('1', 'x').index",
    "triplets.TripletsView.__new__(triplets.TripletsView)",
)


def in_another_process(expressions: Sequence[str]) -> list[str]:
    """What came of some expressions; a crash would take the tests with it."""
    written = [expression.replace("{{}}", "{}") for expression in expressions]
    code = IN_ANOTHER_PROCESS.replace("{expressions}", repr(written))
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    # The last line of the output is about the expression that crashed.
    assert done.returncode == 0, f"{done.stdout[-300:]}: {done.stderr[-2000:]}"
    lines = done.stdout.splitlines()
    assert len(lines) == len(expressions)
    return lines


def parts(expressions: Sequence[str], size: int) -> list[Sequence[str]]:
    """So many at a time: starting a process costs more than most expressions."""
    return [expressions[start : start + size] for start in range(0, len(expressions), size)]


@pytest.mark.parametrize("expressions", parts(REFUSED, 20), ids=lambda part: part[0][:40])
def test_half_made_objects_and_unsafe_calls_are_refused(expressions: Sequence[str]) -> None:
    lines = in_another_process(expressions)
    assert [line for line in lines if ": refused " not in line] == []


@pytest.mark.parametrize("expressions", parts(ODD, 5), ids=lambda part: part[0][:40])
def test_odd_objects_do_not_crash(expressions: Sequence[str]) -> None:
    assert in_another_process(expressions)


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
        ("wine_cellar", WineDeck.standard().bottle(1), "ages"),
        ("triplets", triplets.CARDS[0], "suit"),
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
