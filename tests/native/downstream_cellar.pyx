# cython: language_level=3
"""What another project's Cython code can do with Cellar des Triplettes; built and used by test_cimport.py."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcmp

from cardgames._core.cellar_des_triplettes cimport (
    CT_CALL, CT_FIRST_PLACE, CT_WAYS, ct_apply, ct_cards_value, ct_current_player, ct_game, ct_is_over, ct_legal,
    ct_refusal, ct_reset, ct_scores, ct_stars, ct_state, ct_table, ct_value, ct_view, ct_winners,
)
from cardgames._core.engine cimport cg_run, engine_playout
from cardgames._core.multiset cimport multiset_one, multiset_size
from cardgames._core.rng cimport rng_below, rng_seed, rng_stream
from cardgames._core.state cimport CoreGame, State
from cardgames._core.table cimport (
    CG_ABI_VERSION, CG_CURRENT_PLAYER, CG_MAX_ACTIONS, CG_MAX_PLAYERS, cg_rng, cg_table,
)


cdef const ct_game *rules_of(object game) except NULL:
    """The game's struct, which lives as long as the game."""
    cdef CoreGame core = game.core
    if core.table != ct_table():
        raise TypeError("not a game of Cellar des Triplettes")
    return <const ct_game *>core.limits


def play(game, uint64_t seed, uint64_t choices):
    """A game in a struct of this module, by calls of the rules' functions: actions, scores, winners."""
    cdef const ct_game *g = rules_of(game)
    cdef ct_state s
    cdef cg_rng rng
    cdef int32_t[CG_MAX_ACTIONS] legal
    cdef int32_t[CG_MAX_PLAYERS] scores
    cdef int32_t action, seat
    actions = []
    ct_reset(g, &s, seed)
    rng_seed(&rng, choices)
    while ct_is_over(g, &s) == 0:
        action = legal[rng_below(&rng, ct_legal(g, &s, CG_CURRENT_PLAYER, legal))]
        assert ct_refusal(g, &s, ct_current_player(g, &s), action) == 0
        assert ct_apply(g, &s, CG_CURRENT_PLAYER, action) == 0
        actions.append(action)
    ct_scores(g, &s, scores)
    winners = ct_winners(g, &s)
    return (
        actions,
        [scores[seat] for seat in range(g.num_players)],
        [seat for seat in range(g.num_players) if winners >> seat & 1],
    )


def deck_size(game):
    return multiset_size(rules_of(game).deck)


def card_facts(int32_t card):
    """Value in tenths, stars, value of two such cards, and the ids that place it."""
    first = CT_FIRST_PLACE + CT_WAYS * card
    return ct_value(card), ct_stars(card), ct_cards_value(2 * multiset_one(card)), [first, first + CT_WAYS - 1]


def call_id():
    return CT_CALL


def is_new_deal(State state, uint64_t seed):
    """Whether the struct in the state is, byte for byte, what ct_reset makes of the seed."""
    cdef ct_state s
    ct_reset(state.rules, &s, seed)
    return memcmp(&s, state.data, sizeof(ct_state)) == 0


def playouts(game, int64_t n, uint64_t seed):
    """Random games without the GIL, as game.playouts has them: scores of each, actions of all."""
    cdef const ct_game *g = rules_of(game)
    cdef const cg_table *table = ct_table()
    cdef ct_state s
    cdef cg_run run
    cdef int32_t[CG_MAX_PLAYERS] scores
    cdef int64_t i, length = 0
    cdef int32_t seat
    rows = []
    for i in range(n):
        with nogil:
            ct_reset(g, &s, rng_stream(seed, i))
            run = engine_playout(table, g, &s)
            table.scores(g, &s, scores)
        length += run.length
        rows.append([scores[seat] for seat in range(g.num_players)])
    return rows, length


def versions():
    """ABI version and size of the table: as compiled in here, and as the library has them."""
    cdef const cg_table *table = ct_table()
    return [CG_ABI_VERSION, sizeof(cg_table)], [table.abi_version, table.struct_size], table.name.decode()


# Sizes of the structs' members, written by the test from the declarations: NAME_MEMBERS = {member: size}.
include "downstream_cellar_members.pxi"


def struct_sizes():
    """For each struct: its size, and the sizes of its members."""
    return {
        "ct_game": (sizeof(ct_game), CT_GAME_MEMBERS),
        "ct_state": (sizeof(ct_state), CT_STATE_MEMBERS),
        "ct_view": (sizeof(ct_view), CT_VIEW_MEMBERS),
    }
