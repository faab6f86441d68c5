# cython: language_level=3
"""What another project's Cython code can do with the core; built and used by test_cimport.py."""
from cardgames._core.bits cimport bits_count
from cardgames._core.bottle_imp cimport (
    bi_apply as game_apply, bi_current_player as game_current_player, bi_game as game_rules, bi_is_over as game_is_over,
    bi_legal as game_legal, bi_refusal as game_refusal, bi_reset as game_reset, bi_scores as game_scores,
    bi_state as game_state, bi_table as game_table, bi_winners as game_winners,
)

include "downstream_common.pxi"
include "downstream_sizes.pxi"


def deck_size(game):
    return bits_count(rules_of(game).deck)


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
