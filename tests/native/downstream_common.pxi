# What the other project's module of every game does. The module has cimported the game's functions as game_...,
# the struct of its options as game_rules and the struct of its states as game_state.
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcmp

from cardgames._core.engine cimport cg_run, engine_playout
from cardgames._core.rng cimport rng_below, rng_seed, rng_stream
from cardgames._core.state cimport CoreGame, State
from cardgames._core.table cimport (
    CG_ABI_VERSION, CG_CURRENT_PLAYER, CG_MAX_ACTIONS, CG_MAX_PLAYERS, cg_rng, cg_table,
)


cdef const game_rules *rules_of(object game) except NULL:
    """The game's struct, which lives as long as the game."""
    cdef CoreGame core = game.core
    if core.table != game_table():
        raise TypeError("a game of another module")
    return <const game_rules *>core.limits


cdef int32_t pick(const game_rules *g, const game_state *s, cg_rng *rng) noexcept nogil:
    cdef int32_t[CG_MAX_ACTIONS] actions
    return actions[rng_below(rng, game_legal(g, s, CG_CURRENT_PLAYER, actions))]


def play(game, uint64_t seed, uint64_t choices):
    """A game in a struct of this module, by calls of the rules' functions: actions, scores, winners."""
    cdef const game_rules *g = rules_of(game)
    cdef game_state s
    cdef cg_rng rng
    cdef int32_t[CG_MAX_PLAYERS] scores
    cdef int32_t action, seat
    actions = []
    game_reset(g, &s, seed)
    rng_seed(&rng, choices)
    while game_is_over(g, &s) == 0:
        action = pick(g, &s, &rng)
        assert game_refusal(g, &s, game_current_player(g, &s), action) == 0
        assert game_apply(g, &s, CG_CURRENT_PLAYER, action) == 0
        actions.append(action)
    game_scores(g, &s, scores)
    winners = game_winners(g, &s)
    return (
        actions,
        [scores[seat] for seat in range(g.num_players)],
        [seat for seat in range(g.num_players) if winners >> seat & 1],
    )


def is_new_deal(State state, uint64_t seed):
    """Whether the struct in the state is, byte for byte, what the reset makes of the seed."""
    cdef game_state s
    game_reset(state.rules, &s, seed)
    return memcmp(&s, state.data, sizeof(game_state)) == 0


def playouts(game, int64_t n, uint64_t seed):
    """Random games without the GIL, as game.playouts has them: scores of each, actions of all."""
    cdef const game_rules *g = rules_of(game)
    cdef const cg_table *table = game_table()
    cdef game_state s
    cdef cg_run run
    cdef int32_t[CG_MAX_PLAYERS] scores
    cdef int64_t i, length = 0
    cdef int32_t seat
    rows = []
    for i in range(n):
        with nogil:
            game_reset(g, &s, rng_stream(seed, i))
            run = engine_playout(table, g, &s)
            table.scores(g, &s, scores)
        length += run.length
        rows.append([scores[seat] for seat in range(g.num_players)])
    return rows, length


def versions():
    """ABI version and size of the table: as compiled in here, and as the library has them."""
    cdef const cg_table *table = game_table()
    return [CG_ABI_VERSION, sizeof(cg_table)], [table.abi_version, table.struct_size], table.name.decode()
