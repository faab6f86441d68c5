"""The library's half of the ratios: the same loops as in spiel.py."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

import numpy as np
from measure import Once, nanoseconds, same

import cardgames
from cardgames.search import ISMCTS
from cardgames.vector import VectorGame

Line = tuple[Any, list[int]]  # a dealt state and the actions that end its game


class OurGame:
    """A game of the library with a few of its dealt positions and random games from them."""

    def __init__(self, name: str, games: int, seed: int) -> None:
        self.game: Any = cardgames.make(name)
        self.rng = Random(seed)
        self.lines: list[Line] = [self.random_line(seed + i) for i in range(games)]

    def random_line(self, seed: int) -> Line:
        """Deal a game and play it with random actions."""
        dealt = self.game.new_state(seed)
        state, actions = dealt.copy(), []
        while not state.is_terminal:
            actions.append(self.rng.choice(state.legal_actions()))
            state.apply(actions[-1])
        return dealt, actions

    def positions(self, line: Line, moves: range) -> list[Any]:
        """The positions of a game after so many moves from the deal."""
        dealt, actions = line
        state, found = dealt.copy(), []
        for number, action in enumerate(actions):
            if number in moves:
                found.append(state.copy())
            state.apply(action)
        return found

    def copied(self, line: Line) -> Line:
        """A new copy of the dealt state, with the actions of its game."""
        return line[0].copy(), line[1]

    def all_positions(self, line: Line) -> list[Any]:
        """The positions before each move of a game."""
        return self.positions(line, range(len(line[1])))

    def state_playouts(self, count: int, threads: int = 1, rollout: Any = "random") -> Once:
        """`state.playouts` from a dealt position, per move; all games must be of one length."""
        lengths = {len(actions) for _, actions in self.lines}
        assert len(lengths) == 1, f"games of {self.game} differ in length: {lengths}"
        length = lengths.pop()

        def work(line: Line) -> int:
            line[0].playouts(count, 1, threads=threads, rollout=rollout)
            return count * length

        return nanoseconds(self.lines[:1], same, work)

    def ismcts(
        self, simulations: int, moves: range, threads: int = 1, rollout: Any = "guided"
    ) -> Once:
        """`ISMCTS` for the seat to move after so many moves, per simulation."""
        search = ISMCTS(simulations, seed=1, threads=threads, rollout=rollout)

        def prepare(line: Line) -> list[Any]:
            return self.positions(line, moves)

        def work(states: list[Any]) -> int:
            return sum(search.analyse(state).simulations for state in states)

        return nanoseconds(self.lines[:1], prepare, work)

    def game_playouts(self, count: int) -> Once:
        """`game.sample_games`: games from new deals, per move; it also counts the moves."""

        def work(game: Any) -> int:
            return int(game.sample_games(count, 1).lengths.sum())

        return nanoseconds([self.game], same, work)

    def apply(self, instead: Any = None) -> Once:
        """`apply` over recorded games, per move; or of another object in the same loop."""

        def prepare(line: Line) -> Line:
            return self.copied(line) if instead is None else (instead, line[1])

        def work(line: Line) -> int:
            state, actions = line
            for action in actions:
                state.apply(action)
            return len(actions)

        return nanoseconds(self.lines, prepare, work)

    def copy(self) -> Once:
        """`copy()`, at all moves of the games."""

        def work(states: list[Any]) -> int:
            for state in states:
                state.copy()
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
            while not state.is_terminal:
                legal = state.legal_actions()
                state.apply(legal[int(random() * len(legal))])
            return len(actions)

        return nanoseconds(self.lines, self.copied, work)

    def determinize(self, moves: range) -> Once:
        """`determinize` for the seat to move, at the positions after so many moves."""

        def prepare(line: Line) -> list[tuple[Any, int]]:
            return [(state, state.current_player) for state in self.positions(line, moves)]

        def work(pairs: list[tuple[Any, int]]) -> int:
            for state, player in pairs:
                state.determinize(player, 1)
            return len(pairs)

        return nanoseconds(self.lines, prepare, work)

    def observation(self) -> Once:
        """`observation(out=buffer)`, at all moves of the games."""
        buffer = np.empty(self.game.observation_size, np.float32)

        def work(states: list[Any]) -> int:
            for state in states:
                state.observation(out=buffer)
            return len(states)

        return nanoseconds(self.lines, self.all_positions, work)

    def vector_steps(
        self,
        num_envs: int,
        steps: int,
        observations: Literal["float32", "uint8"] | None = "float32",
        threads: int = 1,
    ) -> Once:
        """`VectorGame.step` with masks, per game and step; random actions are drawn untimed."""
        games: VectorGame[Any, Any, Any] = VectorGame(self.game, num_envs, 1, threads, observations)
        actions = np.empty(num_envs, np.int32)

        def prepare(_: int) -> Any:
            return games.random_actions(actions)

        def work(actions: Any) -> int:
            games.step(actions)
            return num_envs

        return nanoseconds(range(steps), prepare, work)

    def zeros(self, num_envs: int, steps: int) -> Once:
        """Filling the observations of as many games with zeros, per game and step."""
        observations = np.empty((num_envs, self.game.observation_size), np.float32)

        def work(_: int) -> int:
            observations.fill(0)
            return num_envs

        return nanoseconds(range(steps), same, work)
