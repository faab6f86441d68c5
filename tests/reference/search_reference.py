"""A slow and plain `ISMCTS` and `FlatMonteCarlo`: what an analysis of the core has to say.

Written from docs/search.md, and never from the core, over what everybody can ask of a state and of
`cardgames.native`. It draws the random numbers that the core draws, in the same order, so that the
two agree in every visit:

- Tree i has a generator of its own, seeded by `rng_stream(seed, i)`.
- A simulation draws the seed of its world from it, then one number for each action that is as good
  as the best one so far at a node. A guided playout goes on with it.
- A random playout draws from the generator of the world.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean, pvariance

import numpy as np

from cardgames import State, native
from cardgames.search import ISMCTS, FlatMonteCarlo, Searcher

API = native.api_functions()

MOST_DECISIONS = 512  # of one simulation, in the tree
LEAST_MEMORY = 65_536  # bytes for each tree
HIGHEST_WEIGHT = 1e30
UNTRIED = math.inf  # better than everything else, and as good as whatever else is untried


class Generator:
    """The generator of the library, `cg_rng` in cardgames.h."""

    def __init__(self, seed: int) -> None:
        self._words = (ctypes.c_uint64 * 4)()
        self.address = ctypes.addressof(self._words)
        API.rng_seed(self.address, seed)

    def next(self) -> int:
        """64 random bits."""
        bits: int = API.rng_next(self.address)
        return bits

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        number: int = API.rng_below(self.address, bound)
        return number


@dataclass
class Action:
    """An action of a node.

    `total` is the sum of the returns in the order in which they came: it is rounded in this order.
    """

    weight: float
    available: int = 0
    total: float = 0.0
    returns: list[float] = field(default_factory=list[float])

    @property
    def visits(self) -> int:
        """Simulations that chose it."""
        return len(self.returns)

    @property
    def mean(self) -> float:
        """Mean return of the seat that chose it; 0 without visits."""
        return self.total / self.visits if self.returns else 0.0


# What is known of the actions of a node, those that were legal in one of its worlds.
Node = dict[int, Action]


class Tree:
    """The tree of one thread.

    `appeared` counts the times that a node met actions that were not legal there before, `hidden`
    those that one of its actions was not legal.
    """

    def __init__(self, search: Searcher, root: State, seat: int, number: int) -> None:
        self.search = search
        self.root = root
        self.seat = seat
        self.limits = native.limits_address(root.game)
        self.table = native.functions(root.game)
        self.generator = Generator(API.rng_stream(search.seed, number))
        self.nodes: dict[tuple[bytes, int], Node] = {}
        self.depths: list[int] = []
        self.appeared = self.hidden = 0

    def simulate(self) -> None:
        """One world: down the tree, on to the end, and back."""
        world = self.draw_world()
        way = self.walk(world)
        self.play_on(world)
        returns = self.worth(world)
        for seat, action in way:
            action.total += returns[seat]
            action.returns.append(returns[seat])
        self.depths.append(len(way))

    def draw_world(self) -> State:
        """What the searching seat cannot know is drawn anew."""
        world = self.root.copy()
        address = native.state_address(world)
        self.table.determinize(self.limits, address, self.seat, self.generator.next())
        return world

    def walk(self, world: State) -> list[tuple[int, Action]]:
        """Play until an action was never tried before; what was chosen, and by which seat."""
        way: list[tuple[int, Action]] = []
        seat = self.seat
        while not world.is_terminal and len(way) < MOST_DECISIONS:
            legal = world.legal_actions(seat)
            if len(legal) > 1:
                node = self.node(world, seat, legal)
                chosen = self.choose(node, legal)
                way.append((seat, node[chosen]))
            else:
                chosen = legal[0]
            world.apply(chosen, seat)
            if len(legal) > 1 and (
                isinstance(self.search, FlatMonteCarlo) or not way[-1][1].visits
            ):
                break
            seat = world.current_player
        return way

    def node(self, world: State, seat: int, legal: list[int]) -> Node:
        """The node of what the searching seat sees, with all that is legal in this world."""
        node = self.nodes.setdefault((world.information_key(self.seat), seat), {})
        new = [action for action in legal if action not in node]
        self.appeared += bool(node and new)
        self.hidden += any(action not in legal for action in node)
        if new:
            for action, weight in zip(new, self.weights(world, seat, legal, node), strict=True):
                node[action] = Action(weight)
        return node

    def weights(self, world: State, seat: int, legal: list[int], node: Node) -> list[float]:
        """Weights of the new actions of a node, as 32-bit floats.

        They are to those of the old ones that are legal here as the policy has it.
        """
        new = [action for action in legal if action not in node]
        policy = self.search.policy if isinstance(self.search, ISMCTS) else None
        if policy is None:
            return [1.0] * len(new)
        assert callable(policy)
        given = [float(weight) for weight in policy(world.copy(), seat)]
        whole = total(given)
        share = {action: weight / whole for action, weight in zip(legal, given, strict=True)}
        old = [action for action in legal if action in node]
        stored, shares = total(node[it].weight for it in old), total(share[it] for it in old)
        factor = stored / shares if stored > 0 and shares > 0 else 1.0
        return [float(np.float32(min(share[it] * factor, HIGHEST_WEIGHT))) for it in new]

    def choose(self, node: Node, legal: list[int]) -> int:
        """The action with the highest score; equals are drawn by lot."""
        for action in legal:
            node[action].available += 1
        weight = total(node[action].weight for action in legal)
        best, highest, equals = -1, -math.inf, 0
        for action in legal:
            score = self.score(node[action], weight, len(legal))
            if score > highest:
                best, highest, equals = action, score, 1
            elif score == highest:
                equals += 1
                if self.generator.below(equals) == 0:
                    best = action
        return best

    def score(self, action: Action, weight: float, count: int) -> float:
        """What makes an action better than another, where `count` with so much weight are legal."""
        if not isinstance(self.search, ISMCTS):
            return -action.visits
        exploration = self.search.exploration
        if self.search.selection == "ucb":
            if not action.visits:
                return UNTRIED
            bound = math.sqrt(math.log(action.available) / action.visits)
            return action.mean + exploration * bound
        share = exploration * action.weight / weight if weight > 0 else exploration / count
        return action.mean + share * math.sqrt(action.available) / (1 + action.visits)

    def play_on(self, world: State) -> None:
        """The playout: to the end, or for so many actions."""
        most = self.search.max_depth
        if most is None and self.search.evaluation is not None:
            most = 0
        played = 0
        while not world.is_terminal and (most is None or played < most):
            self.play(world)
            played += 1

    def play(self, world: State) -> None:
        """One action of a playout."""
        rollout = self.search.rollout
        address = native.state_address(world)
        if callable(rollout):
            world.apply(rollout(world.copy(), world.current_player))
        elif rollout == "guided" and self.table.guided is not None:
            seat = world.current_player
            world.apply(self.table.guided(self.limits, address, seat, self.generator.address))
        else:
            self.table.play_random(self.limits, address)

    def worth(self, world: State) -> Sequence[float]:
        """The return of each seat, or what it would be with the present scores."""
        if world.is_terminal:
            return world.returns()
        if self.search.evaluation is not None:
            assert callable(self.search.evaluation)
            return [float(value) for value in self.search.evaluation(world.copy())]
        game = native.NativeGame(world.game)
        returns = (ctypes.c_double * world.game.num_players)()
        API.value(game.address, native.state_address(world), ctypes.addressof(returns))
        return list(returns)


@dataclass(frozen=True)
class Value:
    """What was found out about an action of the root."""

    action: int
    visits: int
    mean: float
    variance: float  # of the mean: the square of its standard error; infinite below two visits
    prior: float


@dataclass(frozen=True)
class Findings:
    """What a search found out. `appeared` and `hidden` are those of its trees."""

    values: tuple[Value, ...]
    ranked: tuple[int, ...]
    nodes: int = 0
    depth: int = 0
    mean_depth: float = 0.0
    appeared: int = 0
    hidden: int = 0


def analyse(search: Searcher, state: State, seat: int) -> Findings:
    """What the search has to find out about the actions of a seat."""
    legal = state.legal_actions(seat)
    if len(legal) == 1:
        return Findings((Value(legal[0], 0, 0.0, math.inf, 1.0),), (legal[0],))
    count = min(search.threads, search.simulations, search.memory // LEAST_MEMORY)
    trees = [Tree(search, state, seat, number) for number in range(count)]
    for number, tree in enumerate(trees):
        more = number < search.simulations % count
        for _ in range(search.simulations // count + more):
            tree.simulate()
    roots = [tree.nodes[state.information_key(seat), seat] for tree in trees]
    values = tuple(value_of(action, roots) for action in legal)
    depths = [depth for tree in trees for depth in tree.depths]
    return Findings(
        values,
        ranked=tuple(_ranked(search, values)),
        nodes=sum(len(tree.nodes) for tree in trees),
        depth=max(depths),
        mean_depth=sum(depths) / len(depths),
        appeared=sum(tree.appeared for tree in trees),
        hidden=sum(tree.hidden for tree in trees),
    )


def value_of(action: int, roots: list[Node]) -> Value:
    """What all trees together say about an action of the root."""
    returns = [value for root in roots for value in root[action].returns]
    visits = len(returns)
    whole = total(root[action].total for root in roots)
    return Value(
        action,
        visits,
        mean=whole / visits if visits else 0.0,
        variance=pvariance(returns) / (visits - 1) if visits > 1 else math.inf,
        prior=fmean(
            root[action].weight / total(it.weight for it in root.values()) for root in roots
        ),
    )


def _ranked(search: Searcher, values: Iterable[Value]) -> list[int]:
    """The actions, the best first; of equals the lowest."""

    def flat(value: Value) -> tuple[float, ...]:
        return (value.visits > 0, value.mean, value.visits, -value.action)

    def tree(value: Value) -> tuple[float, ...]:
        return (value.visits, value.mean, -value.action)

    key = flat if isinstance(search, FlatMonteCarlo) else tree
    return [value.action for value in sorted(values, key=key, reverse=True)]


def total(numbers: Iterable[float]) -> float:
    """A sum that is rounded after each number; `sum` of newer Pythons is not."""
    result = 0.0
    for number in numbers:
        result += number
    return result
