"""Search for good actions, with what a seat can know, and exact solutions of small endings.

>>> import cardgames
>>> from cardgames.search import ISMCTS
>>> state = cardgames.BottleImp(num_players=3).new_state(seed=5)
>>> analysis = ISMCTS(simulations=200, seed=1).analyse(state)
>>> analysis.simulations, analysis.stopped_by
(200, 'simulations')
>>> analysis.best == ISMCTS(simulations=200, seed=1).choose(state)
True

All of it runs in the core, without the GIL. docs/search.md says how it works.
"""

from __future__ import annotations

import copy
import inspect
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import ClassVar, Literal, Self, SupportsIndex, cast

from cardgames._core import search as _core
from cardgames._core.search import CoreSearch
from cardgames._core.solver import CoreSolver
from cardgames._core.state import State, acting_seat
from cardgames.analysis import (
    ActionValue,
    Analysis,
    RankedBy,
    Solution,
    StoppedBy,
    mean_and_error,
)
from cardgames.arguments import as_integer, checked_int, checked_seed, checked_threads
from cardgames.errors import CardGamesError, shown
from cardgames.game import option_word
from cardgames.parallel import run_together
from cardgames.rollouts import (
    Evaluation,
    Policy,
    Rollout,
    RolloutFunction,
    checked_function,
    checked_rollout,
)
from cardgames.seeds import new_seed

__all__ = [
    "ISMCTS",
    "ActionValue",
    "Analysis",
    "Evaluation",
    "FlatMonteCarlo",
    "Policy",
    "Progress",
    "Rollout",
    "RolloutFunction",
    "Searcher",
    "Selection",
    "Solution",
    "UnsolvedError",
    "solve",
]

Selection = Literal["ucb", "puct"]

# Called with the simulations done so far; true ends the search.
Progress = Callable[[int], object]

_NAMED = (type, FunctionType, BuiltinFunctionType, MethodType)  # what has a __qualname__

_SIMULATIONS = 1000
_MOST_SIMULATIONS = 2**31 - 1
_MOST_SECONDS = 1e6
_MOST_LENGTH = 2**31 - 1
_LEAST_MEMORY = 1 << 16
_MOST_MEMORY = 1 << 40
_MEMORY = 256 << 20

_BLOCK_SECONDS = 0.02  # between two looks at the clock
_FIRST_BLOCK = 16
_SOLVER_STEPS = 1 << 16


class UnsolvedError(CardGamesError):
    """A position is too large to be solved within the limits."""


class Searcher(ABC):
    """What searches for an action: `ISMCTS` and `FlatMonteCarlo`.

    A searcher keeps nothing between two searches and may be used by several threads. It only ever
    looks at determinizations of the state for the seat that acts.
    """

    __slots__ = (
        "evaluation",
        "max_depth",
        "memory",
        "progress",
        "rollout",
        "seconds",
        "seed",
        "simulations",
        "threads",
    )

    _ranked_by: ClassVar[RankedBy] = "visits"

    def __init__(
        self,
        simulations: SupportsIndex | None = None,
        *,
        seconds: float | None = None,
        threads: SupportsIndex = 1,
        seed: SupportsIndex | None = None,
        rollout: Rollout = "guided",
        evaluation: Evaluation | None = None,
        max_depth: SupportsIndex | None = None,
        memory: SupportsIndex = _MEMORY,
        progress: Progress | None = None,
    ) -> None:
        if simulations is None and seconds is None:
            simulations = _SIMULATIONS
        self.simulations = (
            _MOST_SIMULATIONS
            if simulations is None
            else checked_int(simulations, "simulations", 1, _MOST_SIMULATIONS)
        )
        self.seconds = None if seconds is None else _checked_seconds(seconds)
        self.threads = checked_threads(threads)
        self.seed = None if seed is None else checked_seed(seed)
        self.rollout = checked_rollout(rollout)
        self.evaluation: Evaluation | None = checked_function(evaluation, "evaluation")
        self.max_depth = (
            None if max_depth is None else checked_int(max_depth, "max_depth", 0, _MOST_LENGTH)
        )
        self.memory = checked_int(memory, "memory", _LEAST_MEMORY, _MOST_MEMORY)
        if progress is not None and not callable(progress):
            raise TypeError(f"progress must be a function, not {type(progress).__name__}")
        self.progress = progress

    @abstractmethod
    def _mode(self) -> tuple[str, float]:
        """The core's way to choose, and its constant."""

    def _policy(self) -> Policy | None:
        """What the core asks for the priors of actions; None: all are alike."""
        return None

    def _calls_functions(self) -> bool:
        """Whether the search calls functions of the user."""
        given = (self._policy(), self.evaluation)
        return any(it is not None for it in given) or not isinstance(self.rollout, str)

    def __repr__(self) -> str:
        signature = inspect.signature(type(self))
        values = {name: getattr(self, name) for name in signature.parameters}
        if self.simulations == (_SIMULATIONS if self.seconds is None else _MOST_SIMULATIONS):
            values["simulations"] = None
        given = ", ".join(
            f"{name}={_setting(value)}"
            for name, value in values.items()
            if not _is_same(value, signature.parameters[name].default)
        )
        return f"{type(self).__name__}({given})"

    def with_seed(self, seed: SupportsIndex) -> Self:
        """The same searcher with another seed.

        Raises
        ------
        TypeError, CardGamesError
            The seed is no integer or out of range.
        """
        other = copy.copy(self)
        other.seed = checked_seed(seed)
        return other

    def choose(self, state: State, player: SupportsIndex | None = None) -> int:
        """The best action found for a seat, by default `current_player`.

        Raises
        ------
        TypeError, CardGamesError
            `state` is no state; the seat may not act now.
        """
        return self.analyse(state, player).best

    def analyse(self, state: State, player: SupportsIndex | None = None) -> Analysis:
        """What is found out about every action of a seat, by default `current_player`.

        Raises
        ------
        TypeError, CardGamesError
            `state` is no state; the seat may not act now.
        """
        start = time.perf_counter()
        seat = acting_seat(state, player)
        state = state.copy()  # whatever the progress function does to the caller's
        legal = state.legal_actions(seat)
        if len(legal) == 1:
            word = state.legal_words(seat)[0]
            only = ActionValue(legal[0], word, 0, *mean_and_error(0, 0.0, 0.0), 1.0)
            seconds = time.perf_counter() - start
            return Analysis(seat, (only,), 0, seconds, 0, 0.0, 0, "forced", self._ranked_by)
        trees = self._trees(state, seat)
        # Nobody knows how long functions of the user take.
        first_block = 1 if self._calls_functions() else _FIRST_BLOCK
        stopped_by = _Run(self, trees, start, first_block).run()
        values = _action_values(state, seat, legal, [tree.root_edges() for tree in trees])
        simulations = sum(tree.simulations for tree in trees)
        return Analysis(
            seat,
            values,
            simulations,
            time.perf_counter() - start,
            max(tree.deepest for tree in trees),
            sum(tree.depths for tree in trees) / max(simulations, 1),
            sum(tree.nodes for tree in trees),
            stopped_by,
            self._ranked_by,
        )

    def _trees(self, state: State, seat: int) -> list[CoreSearch]:
        """A tree for each thread: they are searched on their own and added up."""
        mode, exploration = self._mode()
        seed = new_seed() if self.seed is None else self.seed
        threads = min(self.threads, self.simulations, self.memory // _LEAST_MEMORY)
        share = -(-self.simulations // threads)
        memory = self.memory // threads
        depth = self.max_depth
        if depth is None:
            depth = -1 if self.evaluation is None else 0
        return [
            CoreSearch(
                state,
                seat,
                _core.MODES[mode],
                exploration,
                self.rollout,
                depth,
                seed,
                i,
                share,
                memory,
                self._policy(),
                self.evaluation,
            )
            for i in range(threads)
        ]


class ISMCTS(Searcher):
    """Information-set Monte Carlo tree search for one seat.

    Every simulation draws a new world that the seat cannot tell from the real one and walks down
    one tree, whose nodes are what the seat sees; other seats choose for themselves, by the same
    rule. Actions that are not legal in a world are not available then, and count as such.

    Parameters
    ----------
    simulations
        1 to 2**31 - 1; default 1,000, or no limit if there is one of time.
    seconds
        Stop after this time.
    threads
        Trees that are searched at the same time, each with its share of the simulations, and added
        up. The result depends on how many there are, not on how they run.
    seed
        0 to 2**64 - 1. The same state, seed, simulations and threads give the same result, if no
        other limit stops it. None takes a new one every time.
    exploration
        How much is tried beside what looks best; returns are from -1 to 1.
    selection
        "ucb": mean + exploration * sqrt(log(available) / visits); every action is tried once first.
        "puct": mean + exploration * prior * sqrt(available) / (1 + visits).
    policy
        For "puct": what is thought of the actions before they are tried. A native function
        (`cardgames.native`), or one of a state and a seat that gives a weight, 0 or more and not
        all 0, for each of `state.legal_actions(seat)`; divided by their sum they are the priors. It
        is asked once for every node, and again where new actions appear: for any seat, in a world
        that the searching seat cannot tell from the real one. Threads wait for each other in a
        function of Python. An error that it raises ends the search, and is raised by it. None
        makes all priors alike.
    rollout
        How the seats play in a playout. "guided": by the game's own rule, that of
        `State.guided_action`; in games without one at random. "random": any action is as likely as
        every other. Else a native function (`cardgames.native`), or a function of a state and the
        seat that acts which gives an action; this one needs the GIL and is much slower.
    evaluation
        What a position is worth that is not over when its playout ends: a native function, or a
        function of a state that gives a return, -1 to 1, for each seat. None: as if the seats with
        most points so far had won.
    max_depth
        Actions of a playout. None plays on to the end, or not at all if there is an evaluation.
    memory
        Bytes for all trees together; the search ends when they are full.
    progress
        Called about 50 times a second with the number of simulations done; true ends the search.

    Raises
    ------
    TypeError, CardGamesError
        An argument is of a wrong type, or out of range.
    """

    __slots__ = ("exploration", "policy", "selection")

    def __init__(
        self,
        simulations: SupportsIndex | None = None,
        *,
        seconds: float | None = None,
        threads: SupportsIndex = 1,
        seed: SupportsIndex | None = None,
        exploration: float = 0.7,
        selection: Selection = "ucb",
        policy: Policy | None = None,
        rollout: Rollout = "guided",
        evaluation: Evaluation | None = None,
        max_depth: SupportsIndex | None = None,
        memory: SupportsIndex = _MEMORY,
        progress: Progress | None = None,
    ) -> None:
        super().__init__(
            simulations,
            seconds=seconds,
            threads=threads,
            seed=seed,
            rollout=rollout,
            evaluation=evaluation,
            max_depth=max_depth,
            memory=memory,
            progress=progress,
        )
        self.exploration = _checked_number(exploration, "exploration", 0, 1e6)
        self.selection: Selection = option_word(selection, "selection", ("ucb", "puct"))
        if policy is not None and self.selection != "puct":
            raise CardGamesError("policy is for selection='puct', which alone uses priors")
        self.policy: Policy | None = checked_function(policy, "policy")

    def _mode(self) -> tuple[str, float]:
        return self.selection, self.exploration

    def _policy(self) -> Policy | None:
        return self.policy


class FlatMonteCarlo(Searcher):
    """Playouts of each action in turn, each from a new determinization; no tree.

    Parameters
    ----------
    simulations, seconds, threads, seed, rollout, evaluation, max_depth, memory, progress
        As for `ISMCTS`.
    """

    __slots__ = ()

    # All actions have as many visits as each other, or one more.
    _ranked_by: ClassVar[RankedBy] = "mean"

    # The base's again, so that Python names this class where an argument is none of it.
    def __init__(
        self,
        simulations: SupportsIndex | None = None,
        *,
        seconds: float | None = None,
        threads: SupportsIndex = 1,
        seed: SupportsIndex | None = None,
        rollout: Rollout = "guided",
        evaluation: Evaluation | None = None,
        max_depth: SupportsIndex | None = None,
        memory: SupportsIndex = _MEMORY,
        progress: Progress | None = None,
    ) -> None:
        super().__init__(
            simulations,
            seconds=seconds,
            threads=threads,
            seed=seed,
            rollout=rollout,
            evaluation=evaluation,
            max_depth=max_depth,
            memory=memory,
            progress=progress,
        )

    def _mode(self) -> tuple[str, float]:
        return "flat", 0.0


class _Run:
    """Trees while they are searched: each by a thread of its own, the first by the caller's."""

    def __init__(
        self, searcher: Searcher, trees: Sequence[CoreSearch], start: float, first_block: int
    ) -> None:
        self.trees = trees
        self.progress = searcher.progress
        self.first_block = first_block
        self.deadline = None if searcher.seconds is None else start + searcher.seconds
        share, more = divmod(searcher.simulations, len(trees))
        self.shares = [share + (i < more) for i in range(len(trees))]
        self.ended = [False] * len(trees)
        self.reason: StoppedBy | None = None  # why all trees stop, before they are done
        self.stop = False

    def run(self) -> StoppedBy:
        """Searches until something ends it; says what."""
        others = [partial(self._search, i) for i in range(1, len(self.trees))]
        run_together([self._search_and_wait, *others], self._end)
        if [tree.simulations for tree in self.trees] == self.shares:
            return "simulations"
        return self.reason or "memory"

    def _end(self, reason: StoppedBy | None = None) -> None:
        """Stops all trees; the first reason counts."""
        self.reason = self.reason or reason
        self.stop = True

    def _search_and_wait(self) -> None:
        """The caller's tree; then it still listens, as other trees may take much longer."""
        self._search(0)
        while self.progress is not None and not self.stop and not all(self.ended):
            time.sleep(_BLOCK_SECONDS)
            self._report()

    def _search(self, i: int) -> None:
        """One tree, block by block; if it is full it alone ends, so that the result is the same."""
        tree, share, block = self.trees[i], self.shares[i], self.first_block
        try:
            while not self.stop and not tree.is_full and tree.simulations < share:
                count = min(block, share - tree.simulations)
                before = time.perf_counter()
                tree.run(count)
                now = time.perf_counter()
                fitting = int(count * _BLOCK_SECONDS / max(now - before, 1e-9))
                block = max(1, min(2 * block, fitting))
                if i == 0:
                    self._report()
                if self.deadline is not None and now >= self.deadline:
                    self._end("seconds")
        finally:
            self.ended[i] = True

    def _report(self) -> None:
        """Tells the progress function how many simulations there are."""
        done = sum(tree.simulations for tree in self.trees)
        if self.progress is not None and self.progress(done):
            self._end("progress")


def _action_values(
    state: State,
    seat: int,
    legal: Sequence[int],
    roots: Sequence[Sequence[tuple[int, int, float, float, float]]],
) -> tuple[ActionValue, ...]:
    """The statistics of all trees, added up. Priors are the mean of theirs: each asked for its own.

    A tree that made no simulation has none; without any all actions are alike.
    """
    sums: dict[int, tuple[int, float, float]] = dict.fromkeys(legal, (0, 0.0, 0.0))
    priors: dict[int, float] = dict.fromkeys(legal, 0.0)
    searched = [edges for edges in roots if edges]
    for edges in searched:
        weights = sum(weight for *_, weight in edges)
        for action, visits, value, squares, weight in edges:
            old = sums[action]
            sums[action] = (old[0] + visits, old[1] + value, old[2] + squares)
            priors[action] += weight / weights
    return tuple(
        ActionValue(
            action,
            word,
            sums[action][0],
            *mean_and_error(*sums[action]),
            priors[action] / len(searched) if searched else 1 / len(legal),
        )
        for action, word in zip(legal, state.legal_words(seat), strict=True)
    )


def solve(
    state: State,
    *,
    positions: SupportsIndex = 10_000_000,
    memory: SupportsIndex = _MEMORY,
) -> Solution:
    """The exact result of a small ending in which all cards are known, with best play of all seats.

    Each seat takes what gives it the best return, of equals the lowest action (max^n). Seats that
    choose at the same time do so one after the other, and see what was chosen. What is random later
    happens as the state's own generator has it.

    Parameters
    ----------
    state
        The position, with everything in it: no seat can know as much. To be fair, solve
        determinizations.
    positions
        1 to 2**62: give up after so many.
    memory
        Bytes for the table of positions that have been seen.

    Raises
    ------
    TypeError, CardGamesError
        An argument is of a wrong type or out of range.
    UnsolvedError
        There are more positions than that.

    Examples
    --------
    >>> import cardgames
    >>> state = cardgames.Triplets(num_players=2).state_from_dict({
    ...     "game": "triplets", "options": {"num_players": 2}, "round": 3, "phase": "play",
    ...     "dealer": 0, "to_act": [0], "hands": [["2c", "Kc"], ["3c", "Qc"]], "stacks": [[], []],
    ...     "pot": [], "in": [0, 1], "winning": None,
    ...     "removed": [str(c) for c in cardgames.triplets.CARDS
    ...                 if str(c) not in ("2c", "Kc", "3c", "Qc")],
    ... })
    >>> solve(state).returns
    (1.0, -1.0)
    """
    checked = _checked_state(state)
    most = checked_int(positions, "positions", 1, 2**62)
    start = time.perf_counter()
    solver = CoreSolver(checked, checked_int(memory, "memory", _LEAST_MEMORY, _MOST_MEMORY))
    while not solver.run(min(_SOLVER_STEPS, most - solver.positions)):
        if solver.positions >= most:
            raise UnsolvedError(
                f"the position is too large to be solved: it has more than {most} positions"
            )
    returns, line = solver.solution()
    return Solution(tuple(returns), tuple(line), solver.positions, time.perf_counter() - start)


def _setting(value: object) -> str:
    """The repr of a setting, without an address: results are named by it, in every run alike."""
    cls = type(value)
    if issubclass(cls, _NAMED):  # isinstance would believe what it says of its class
        return cast("FunctionType", value).__qualname__
    if cls.__repr__ is object.__repr__:
        return f"<{cls.__qualname__}>"
    return repr(value)


def _is_same(value: object, default: object) -> bool:
    """Whether a setting is its default; a function is not asked, as it may have any equality."""
    return type(value) is type(default) and value == default


def _checked_state(state: object) -> State:
    if not issubclass(type(state), State):  # isinstance would believe what it says of its class
        raise TypeError(f"state must be a state of a game, not {type(state).__name__}")
    return cast("State", state)


def _checked_seconds(seconds: object) -> float:
    value = _checked_number(seconds, "seconds", 0, _MOST_SECONDS)
    if value == 0:
        raise CardGamesError("seconds must be more than 0")
    return value


def _checked_number(value: object, name: str, least: float, most: float) -> float:
    """A float argument within bounds; not a truth value, not NaN."""
    try:
        if issubclass(type(value), float):  # NumPy's among them
            number = float.__float__(cast("float", value))
        else:
            number = float(as_integer(value, name))
    except TypeError:
        raise TypeError(f"{name} must be a number, not {type(value).__name__}") from None
    except OverflowError:
        number = float("inf")
    if not least <= number <= most:
        raise CardGamesError(f"{name} must be from {least} to {most:g}, not {shown(value)}")
    return number
