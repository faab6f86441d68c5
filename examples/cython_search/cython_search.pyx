# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The search of numba_search.py for Bottle Imp, in Cython over the structs and functions of the core.

A simulation draws a world that the seat cannot tell from the real one, follows the tree by upper confidence bounds to
the first action that is new there, and plays on at random. A node is what the seat sees.
"""
from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free

from cardgames._core.bottle_imp cimport (
    bi_apply_unchecked, bi_current_player, bi_legal, bi_state, bi_table, bi_view,
)
from cardgames._core.engine cimport engine_key, engine_playout, engine_value, world_seed
from cardgames._core.rng cimport rng_below, rng_stream
from cardgames._core.state cimport State
from cardgames._core.table cimport CG_ABI_VERSION, CG_MAX_ACTIONS, CG_MAX_PLAYERS, cg_limits

import random

import cardgames
from cardgames.tournament import tournament

cdef enum:
    MOST_DEPTH = 512
    SHIFT = 29

cdef uint64_t MIX = <uint64_t>0x9FB21C651E98DF25

# An action in a node.
ctypedef struct Edge:
    uint64_t key         # 0: a free place
    double visits
    double value

if bi_table().abi_version != CG_ABI_VERSION:
    raise ImportError("cython_search was built for another version of cardgames")


cdef Edge *edge_of(Edge *edges, uint64_t mask, uint64_t key) noexcept nogil:
    """Where an action is, or where it would be."""
    cdef uint64_t place = key >> SHIFT & mask
    while edges[place].key != 0 and edges[place].key != key:
        place = place + 1 & mask
    return &edges[place]


cdef int32_t run(const cg_limits *limits, const bi_state *root, int32_t seat, int32_t simulations, uint64_t seed,
                 Edge *edges, uint64_t mask) noexcept nogil:
    """The action that is tried most for the seat."""
    cdef bi_state world
    cdef bi_view view
    cdef int32_t[CG_MAX_ACTIONS] actions
    cdef uint64_t[CG_MAX_ACTIONS] keys
    cdef Edge *found[CG_MAX_ACTIONS]
    cdef Edge *path[MOST_DEPTH]
    cdef int32_t[MOST_DEPTH] chooser
    cdef int32_t[CG_MAX_ACTIONS] tried
    cdef double[CG_MAX_PLAYERS] returns
    cdef int32_t simulation, player, depth, count, best, i
    cdef uint64_t node
    cdef double total, n, score, best_score
    cdef bint is_new
    for i in range(limits.num_actions):
        tried[i] = 0
    for simulation in range(simulations):
        world = root[0]
        bi_table().determinize(limits, &world, seat, world_seed(rng_stream(seed, simulation)))
        player = seat
        depth = 0
        is_new = False
        while player >= 0 and not is_new and depth < MOST_DEPTH:
            bi_table().view(limits, &world, seat, &view)
            node = (engine_key(&view, sizeof(bi_view), 0) ^ <uint64_t>player) * MIX
            count = bi_legal(limits, &world, player, actions)
            total = 1
            for i in range(count):
                keys[i] = (node ^ node >> SHIFT ^ <uint64_t>actions[i]) * MIX
                found[i] = edge_of(edges, mask, keys[i])
                total += found[i].visits
            best = 0
            best_score = -1e300
            for i in range(count):     # what is new comes first; of equals, any
                n = found[i].visits + 1e-9
                score = found[i].value / n + 0.7 * sqrt(log(total) / n)
                score += 1e-12 * rng_below(&world.rng, 1000)
                if score > best_score:
                    best = i
                    best_score = score
            tried[actions[best]] += depth == 0
            path[depth] = found[best]
            chooser[depth] = player
            depth += 1
            is_new = found[best].visits == 0
            found[best].key = keys[best]
            bi_apply_unchecked(limits, &world, player, actions[best])
            player = bi_current_player(limits, &world)
        engine_playout(bi_table(), limits, &world)
        engine_value(bi_table(), limits, &world, returns)
        for i in range(depth):
            path[i].visits += 1
            path[i].value += returns[chooser[i]]
    best = 0
    for i in range(limits.num_actions):
        if tried[i] > tried[best]:
            best = i
    return best


def search(State state not None, int32_t seat, int32_t simulations, uint64_t seed):
    """The action that is tried most for a seat that may act, with 1 to 1,000,000 simulations."""
    if state.table != bi_table():
        raise TypeError("this search is for Bottle Imp")
    if seat not in state.to_act:
        raise ValueError(f"seat {seat} may not act")
    if not 1 <= simulations <= 1_000_000:
        raise ValueError("simulations must be from 1 to 1000000")
    cdef bi_state root = (<const bi_state *>state.data)[0]     # nobody else can change it
    cdef uint64_t size = 4
    cdef int32_t action
    while size < 2 * <uint64_t>simulations:     # a simulation adds one action to the tree
        size *= 2
    cdef Edge *edges = <Edge *>calloc(size, sizeof(Edge))
    if edges == NULL:
        raise MemoryError
    with nogil:
        action = run(<const cg_limits *>state.rules, &root, seat, simulations, seed, edges, size - 1)
    free(edges)
    return action


class CythonBot:
    """Plays what the search finds. A match asks for `with_seed` before each game."""

    def __init__(self, simulations=1000, seed=0):
        self.simulations = simulations
        self.random = random.Random(seed)

    def with_seed(self, seed):
        return CythonBot(self.simulations, seed)

    def choose(self, state, player):
        return search(state, player, self.simulations, self.random.getrandbits(64))


def main(games=48, seed=1):
    """Play a tournament and print its result."""
    print(tournament(cardgames.BottleImp(rounds=1), ["greedy", CythonBot()], games, seed=seed))
