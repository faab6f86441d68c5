# cython: language_level=3
"""What another project's Cython code can do with the core; built and used by test_cimport.py."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcmp

from cardgames._core.bits cimport bits_count
from cardgames._core.bottle_imp cimport (
    bi_apply, bi_current_player, bi_game, bi_is_over, bi_legal, bi_refusal, bi_reset, bi_scores, bi_state,
    bi_table, bi_view, bi_winners,
)
from cardgames._core.engine cimport cg_run, engine_playout
from cardgames._core.rng cimport rng_below, rng_seed, rng_stream
from cardgames._core.state cimport CoreGame, State
from cardgames._core.table cimport (
    CG_ABI_VERSION, CG_CURRENT_PLAYER, CG_MAX_ACTIONS, CG_MAX_PLAYERS, cg_rng, cg_table,
)


cdef const bi_game *rules_of(object game) except NULL:
    """The game's struct, which lives as long as the game."""
    cdef CoreGame core = game.core
    if core.table != bi_table():
        raise TypeError("not a game of Bottle Imp")
    return <const bi_game *>core.limits


cdef int32_t pick(const bi_game *g, const bi_state *s, cg_rng *rng) noexcept nogil:
    cdef int32_t[CG_MAX_ACTIONS] actions
    return actions[rng_below(rng, bi_legal(g, s, CG_CURRENT_PLAYER, actions))]


def play(game, uint64_t seed, uint64_t choices):
    """A game in a struct of this module, by calls of the rules' functions: actions, scores, winners."""
    cdef const bi_game *g = rules_of(game)
    cdef bi_state s
    cdef cg_rng rng
    cdef int32_t[CG_MAX_PLAYERS] scores
    cdef int32_t action, seat
    actions = []
    bi_reset(g, &s, seed)
    rng_seed(&rng, choices)
    while bi_is_over(g, &s) == 0:
        action = pick(g, &s, &rng)
        assert bi_refusal(g, &s, bi_current_player(g, &s), action) == 0
        assert bi_apply(g, &s, CG_CURRENT_PLAYER, action) == 0
        actions.append(action)
    bi_scores(g, &s, scores)
    winners = bi_winners(g, &s)
    return (
        actions,
        [scores[seat] for seat in range(g.num_players)],
        [seat for seat in range(g.num_players) if winners >> seat & 1],
    )


def deck_size(game):
    return bits_count(rules_of(game).deck)


def is_new_deal(State state, uint64_t seed):
    """Whether the struct in the state is, byte for byte, what bi_reset makes of the seed."""
    cdef bi_state s
    bi_reset(state.rules, &s, seed)
    return memcmp(&s, state.data, sizeof(bi_state)) == 0


def play_in_place(State state, uint64_t choices):
    """Plays a state of Python to its end, through the table of whatever game it is of."""
    cdef const cg_table *table = state.table
    cdef int32_t[CG_MAX_ACTIONS] actions
    cdef cg_rng rng
    cdef int32_t count
    rng_seed(&rng, choices)
    while table.is_over(state.rules, state.data) == 0:
        count = table.legal(state.rules, state.data, CG_CURRENT_PLAYER, actions)
        table.apply_unchecked(state.rules, state.data, table.current_player(state.rules, state.data),
                              actions[rng_below(&rng, count)])


def playouts(game, int64_t n, uint64_t seed):
    """Random games without the GIL, as game.playouts has them: scores of each, actions of all."""
    cdef const bi_game *g = rules_of(game)
    cdef const cg_table *table = bi_table()
    cdef bi_state s
    cdef cg_run run
    cdef int32_t[CG_MAX_PLAYERS] scores
    cdef int64_t i, length = 0
    cdef int32_t seat
    rows = []
    for i in range(n):
        with nogil:
            bi_reset(g, &s, rng_stream(seed, i))
            run = engine_playout(table, g, &s)
            table.scores(g, &s, scores)
        length += run.length
        rows.append([scores[seat] for seat in range(g.num_players)])
    return rows, length


def versions():
    """ABI version and size of the table: as compiled in here, and as the library has them."""
    cdef const cg_table *table = bi_table()
    return [CG_ABI_VERSION, sizeof(cg_table)], [table.abi_version, table.struct_size], table.name.decode()


# Sizes of the structs' members, written by the test from the declarations: NAME_MEMBERS = {member: size}.
include "downstream_members.pxi"


def struct_sizes():
    """For each struct: its size, and the sizes of its members."""
    return {
        "bi_state": (sizeof(bi_state), BI_STATE_MEMBERS),
        "bi_view": (sizeof(bi_view), BI_VIEW_MEMBERS),
    }
