# cython: language_level=3
"""What another project's Cython code can do with Triplets; built and used by test_cimport.py."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcmp

from cardgames._core.bytelist cimport list_at, list_size
from cardgames._core.engine cimport cg_run, engine_playout
from cardgames._core.rng cimport rng_below, rng_seed, rng_stream
from cardgames._core.state cimport CoreGame, State
from cardgames._core.table cimport (
    CG_ABI_VERSION, CG_CURRENT_PLAYER, CG_MAX_ACTIONS, CG_MAX_PLAYERS, cg_rng, cg_table,
)
from cardgames._core.triplets cimport (
    TR_FIRST_TRIPLET, TR_HIDDEN, TR_STANDING, TR_SUITS, tr_apply, tr_current_player, tr_game, tr_is_over, tr_legal,
    tr_refusal, tr_reset, tr_scores, tr_state, tr_table, tr_view, tr_winners,
)


cdef const tr_game *rules_of(object game) except NULL:
    """The game's struct, which lives as long as the game."""
    cdef CoreGame core = game.core
    if core.table != tr_table():
        raise TypeError("not a game of Triplets")
    return <const tr_game *>core.limits


def play(game, uint64_t seed, uint64_t choices):
    """A game in a struct of this module, by calls of the rules' functions: actions, scores, winners."""
    cdef const tr_game *g = rules_of(game)
    cdef tr_state s
    cdef cg_rng rng
    cdef int32_t[CG_MAX_ACTIONS] legal
    cdef int32_t[CG_MAX_PLAYERS] scores
    cdef int32_t action, seat
    actions = []
    tr_reset(g, &s, seed)
    rng_seed(&rng, choices)
    while tr_is_over(g, &s) == 0:
        action = legal[rng_below(&rng, tr_legal(g, &s, CG_CURRENT_PLAYER, legal))]
        assert tr_refusal(g, &s, tr_current_player(g, &s), action) == 0
        assert tr_apply(g, &s, CG_CURRENT_PLAYER, action) == 0
        actions.append(action)
    tr_scores(g, &s, scores)
    winners = tr_winners(g, &s)
    return (
        actions,
        [scores[seat] for seat in range(g.num_players)],
        [seat for seat in range(g.num_players) if winners >> seat & 1],
    )


def deck_size(game):
    return rules_of(game).card_count


def turn(State state):
    """Of the seat to act: rank levels and suits of its hand, by hidden or known to all; its actions; what stands."""
    cdef const tr_game *g = <const tr_game *>state.rules
    cdef const tr_state *s = <const tr_state *>state.data
    cdef int32_t[CG_MAX_ACTIONS] legal
    cdef int32_t seat = tr_current_player(g, s), count = tr_legal(g, s, CG_CURRENT_PLAYER, legal), card, i
    hand = []
    for i in range(list_size(s.hand[seat])):
        card = list_at(s.hand[seat], i)
        hand.append([card >> 3, card & TR_SUITS - 1, card & TR_HIDDEN != 0])
    return hand, [legal[i] for i in range(count)], [s.winning & ~TR_STANDING, s.winning & TR_STANDING != 0]


def first_triplet():
    return TR_FIRST_TRIPLET


def is_new_deal(State state, uint64_t seed):
    """Whether the struct in the state is, byte for byte, what tr_reset makes of the seed."""
    cdef tr_state s
    tr_reset(state.rules, &s, seed)
    return memcmp(&s, state.data, sizeof(tr_state)) == 0


def playouts(game, int64_t n, uint64_t seed):
    """Random games without the GIL, as game.playouts has them: scores of each, actions of all."""
    cdef const tr_game *g = rules_of(game)
    cdef const cg_table *table = tr_table()
    cdef tr_state s
    cdef cg_run run
    cdef int32_t[CG_MAX_PLAYERS] scores
    cdef int64_t i, length = 0
    cdef int32_t seat
    rows = []
    for i in range(n):
        with nogil:
            tr_reset(g, &s, rng_stream(seed, i))
            run = engine_playout(table, g, &s)
            table.scores(g, &s, scores)
        length += run.length
        rows.append([scores[seat] for seat in range(g.num_players)])
    return rows, length


def versions():
    """ABI version and size of the table: as compiled in here, and as the library has them."""
    cdef const cg_table *table = tr_table()
    return [CG_ABI_VERSION, sizeof(cg_table)], [table.abi_version, table.struct_size], table.name.decode()


# Sizes of the structs' members, written by the test from the declarations: NAME_MEMBERS = {member: size}.
include "downstream_triplets_members.pxi"


def struct_sizes():
    """For each struct: its size, and the sizes of its members."""
    return {
        "tr_game": (sizeof(tr_game), TR_GAME_MEMBERS),
        "tr_state": (sizeof(tr_state), TR_STATE_MEMBERS),
        "tr_view": (sizeof(tr_view), TR_VIEW_MEMBERS),
    }
