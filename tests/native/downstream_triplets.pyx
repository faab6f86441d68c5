# cython: language_level=3
"""What another project's Cython code can do with Triplets; built and used by test_cimport.py."""
from cardgames._core.bytelist cimport list_at, list_size
from cardgames._core.triplets cimport (
    TR_FIRST_TRIPLET, TR_HIDDEN, TR_STANDING, TR_SUITS,
    tr_apply as game_apply, tr_current_player as game_current_player, tr_game as game_rules, tr_is_over as game_is_over,
    tr_legal as game_legal, tr_refusal as game_refusal, tr_reset as game_reset, tr_scores as game_scores,
    tr_state as game_state, tr_table as game_table, tr_winners as game_winners,
)

include "downstream_common.pxi"
include "downstream_triplets_sizes.pxi"


def deck_size(game):
    return rules_of(game).card_count


def turn(State state):
    """Of the seat to act: rank levels and suits of its hand, by hidden or known to all; its actions; what stands."""
    cdef const game_rules *g = <const game_rules *>state.rules
    cdef const game_state *s = <const game_state *>state.data
    cdef int32_t[CG_MAX_ACTIONS] legal
    cdef int32_t seat = game_current_player(g, s), count = game_legal(g, s, CG_CURRENT_PLAYER, legal), card, i
    hand = []
    for i in range(list_size(s.hand[seat])):
        card = list_at(s.hand[seat], i)
        hand.append([card >> 3, card & TR_SUITS - 1, card & TR_HIDDEN != 0])
    return hand, [legal[i] for i in range(count)], [s.winning & ~TR_STANDING, s.winning & TR_STANDING != 0]


def first_triplet():
    return TR_FIRST_TRIPLET
