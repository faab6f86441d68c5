"""OpenSpiel's half of the ratios: spades and hearts through its Python API and its C++ search."""

from __future__ import annotations

import importlib
from random import Random
from typing import Any

from measure import Once, nanoseconds, same

pyspiel: Any = importlib.import_module("pyspiel")  # it has no type stubs

Line = tuple[Any, list[int]]  # a dealt state and the actions that end its game


class SpielGame:
    """A game of OpenSpiel with a few of its dealt positions and random games from them."""

    def __init__(self, name: str, games: int, seed: int) -> None:
        self.game = pyspiel.load_game(name)
        self.rng = Random(seed)
        self.length: int = self.game.max_game_length()
        self.lines: list[Line] = []
        while len(self.lines) < games:
            line = self.random_line()
            if len(line[1]) == self.length:  # not a game of hearts without a pass: it is shorter
                self.lines.append(line)

    def random_line(self) -> Line:
        """Deal a game and play it with random actions."""
        dealt = self.game.new_initial_state()
        while dealt.is_chance_node():
            dealt.apply_action(self.rng.choice(dealt.legal_actions()))
        state, actions = dealt.clone(), []
        while not state.is_terminal():
            assert not state.is_chance_node()
            actions.append(self.rng.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        return dealt, actions

    def positions(self, line: Line, moves: range) -> list[Any]:
        """The positions of a game after so many moves from the deal."""
        dealt, actions = line
        state, found = dealt.clone(), []
        for number, action in enumerate(actions):
            if number in moves:
                found.append(state.clone())
            state.apply_action(action)
        return found

    def rollouts(self, count: int) -> Once:
        """Rollouts in C++, per move: a search of one simulation is one evaluation of its root.

        That evaluation is `count` rollouts from the dealt position, each to the end of the game;
        what the search itself does besides is the same for any count and vanishes in it.
        """
        evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
        bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 10, False, 1, False)

        def work(line: Line) -> int:
            bot.mcts_search(line[0])
            return count * self.length

        return nanoseconds(self.lines[:1], same, work)

    def ismcts(self, simulations: int, moves: range) -> Once:
        """`ISMCTSBot` in C++ for the seat to move after so many moves, per simulation.

        One rollout a simulation, and a new world each time, as the library's own search has it.
        """

        def prepare(line: Line) -> tuple[Any, list[Any]]:
            evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
            return pyspiel.ISMCTSBot(1, evaluator, 0.7, simulations), self.positions(line, moves)

        def work(ready: tuple[Any, list[Any]]) -> int:
            bot, states = ready
            for state in states:
                bot.step(state)
            return simulations * len(states)

        return nanoseconds(self.lines[:1], prepare, work)

    def copied(self, line: Line) -> Line:
        """A new copy of the dealt state, with the actions of its game."""
        return line[0].clone(), line[1]

    def all_positions(self, line: Line) -> list[Any]:
        """The positions before each move of a game."""
        return self.positions(line, range(self.length))

    def apply(self) -> Once:
        """`apply_action` over recorded games, per move."""

        def work(line: Line) -> int:
            state, actions = line
            for action in actions:
                state.apply_action(action)
            return len(actions)

        return nanoseconds(self.lines, self.copied, work)

    def clone(self) -> Once:
        """`clone()`, at all moves of the games."""

        def work(states: list[Any]) -> int:
            for state in states:
                state.clone()
            return len(states)

        return nanoseconds(self.lines, self.all_positions, work)

    def legal_actions(self) -> Once:
        """`legal_actions()`, at all moves of the games."""

        def work(states: list[Any]) -> int:
            for state in states:
                state.legal_actions()
            return len(states)

        return nanoseconds(self.lines, self.all_positions, work)

    def random_loop(self) -> Once:
        """A random game from a dealt position written in Python, per move."""
        random = Random(1).random

        def work(line: Line) -> int:
            state, actions = line
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
            return len(actions)

        return nanoseconds(self.lines, self.copied, work)

    def resample(self, moves: range) -> Once:
        """`resample_from_infostate` of the seat to move, at the positions after so many moves."""
        random = Random(1).random

        def prepare(line: Line) -> list[tuple[Any, int]]:
            return [(state, state.current_player()) for state in self.positions(line, moves)]

        def work(pairs: list[tuple[Any, int]]) -> int:
            for state, player in pairs:
                state.resample_from_infostate(player, random)
            return len(pairs)

        return nanoseconds(self.lines, prepare, work)
