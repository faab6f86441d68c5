# cython: language_level=3
"""What another project's Cython code can do with Wine Cellar; built and used by test_cimport.py."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcmp

from cardgames._core.bytelist cimport list_append, list_at, list_find, list_insert, list_push, list_size, list_without
from cardgames._core.engine cimport cg_run, engine_playout
from cardgames._core.rng cimport rng_below, rng_seed, rng_stream
from cardgames._core.state cimport CoreGame, State
from cardgames._core.table cimport (
    CG_ABI_VERSION, CG_CURRENT_PLAYER, CG_MAX_ACTIONS, CG_MAX_PLAYERS, cg_rng, cg_table,
)
from cardgames._core.wine_cellar cimport (
    WC_BOTTOM, WC_FIRST_BID, WC_FIRST_TAKE, wc_apply, wc_cellar_score, wc_current_player, wc_game, wc_is_over, wc_legal,
    wc_refusal, wc_reset, wc_scores, wc_state, wc_table, wc_view, wc_winners,
)


cdef const wc_game *rules_of(object game) except NULL:
    """The game's struct, which lives as long as the game."""
    cdef CoreGame core = game.core
    if core.table != wc_table():
        raise TypeError("not a game of Wine Cellar")
    return <const wc_game *>core.limits


def play(game, uint64_t seed, uint64_t choices):
    """A game in a struct of this module, by calls of the rules' functions: actions, scores, winners."""
    cdef const wc_game *g = rules_of(game)
    cdef wc_state s
    cdef cg_rng rng
    cdef int32_t[CG_MAX_ACTIONS] legal
    cdef int32_t[CG_MAX_PLAYERS] scores
    cdef int32_t action, seat
    actions = []
    wc_reset(g, &s, seed)
    rng_seed(&rng, choices)
    while wc_is_over(g, &s) == 0:
        action = legal[rng_below(&rng, wc_legal(g, &s, CG_CURRENT_PLAYER, legal))]
        assert wc_refusal(g, &s, wc_current_player(g, &s), action) == 0
        assert wc_apply(g, &s, CG_CURRENT_PLAYER, action) == 0
        actions.append(action)
    wc_scores(g, &s, scores)
    winners = wc_winners(g, &s)
    return (
        actions,
        [scores[seat] for seat in range(g.num_players)],
        [seat for seat in range(g.num_players) if winners >> seat & 1],
    )


def deck_size(game):
    return rules_of(game).bottle_count


def cellar_parts(game, bottles, int32_t client):
    """What a cellar scores with a client, by its place among those in use: the sum, and its parts."""
    cdef int32_t[4] parts
    cdef uint64_t cellar = 0
    for number in bottles:
        cellar = list_append(cellar, number)
    total = wc_cellar_score(rules_of(game), cellar, client, parts)
    return total, [parts[0], parts[1], parts[2], parts[3]]


def action_ids(int32_t number):
    """The ids that bid a bottle and that take it, to the top and to the bottom."""
    first = WC_FIRST_TAKE + 2 * (number - 1)
    return [WC_FIRST_BID + number - 1, first, first + WC_BOTTOM]


def lists():
    """A short list, changed in every way: entries after each change, and where a value is."""
    cdef uint64_t x = 0
    results = []
    for number in (30, 10, 20):
        x = list_insert(x, number)
    results.append(entries(x))
    results.append(entries(list_push(x, 72)))
    results.append(entries(list_append(x, 5)))
    results.append(entries(list_without(x, 1)))
    return results, list_find(x, 20), list_find(x, 21)


cdef entries(uint64_t x):
    return [list_at(x, i) for i in range(list_size(x))]


def is_new_deal(State state, uint64_t seed):
    """Whether the struct in the state is, byte for byte, what wc_reset makes of the seed."""
    cdef wc_state s
    wc_reset(state.rules, &s, seed)
    return memcmp(&s, state.data, sizeof(wc_state)) == 0


def playouts(game, int64_t n, uint64_t seed):
    """Random games without the GIL, as game.playouts has them: scores of each, actions of all."""
    cdef const wc_game *g = rules_of(game)
    cdef const cg_table *table = wc_table()
    cdef wc_state s
    cdef cg_run run
    cdef int32_t[CG_MAX_PLAYERS] scores
    cdef int64_t i, length = 0
    cdef int32_t seat
    rows = []
    for i in range(n):
        with nogil:
            wc_reset(g, &s, rng_stream(seed, i))
            run = engine_playout(table, g, &s)
            table.scores(g, &s, scores)
        length += run.length
        rows.append([scores[seat] for seat in range(g.num_players)])
    return rows, length


def versions():
    """ABI version and size of the table: as compiled in here, and as the library has them."""
    cdef const cg_table *table = wc_table()
    return [CG_ABI_VERSION, sizeof(cg_table)], [table.abi_version, table.struct_size], table.name.decode()


# Sizes of the structs' members, written by the test from the declarations: NAME_MEMBERS = {member: size}.
include "downstream_wine_members.pxi"


def struct_sizes():
    """For each struct: its size, and the sizes of its members."""
    return {
        "wc_game": (sizeof(wc_game), WC_GAME_MEMBERS),
        "wc_state": (sizeof(wc_state), WC_STATE_MEMBERS),
        "wc_view": (sizeof(wc_view), WC_VIEW_MEMBERS),
    }
