# cython: language_level=3
"""What another project's Cython code can do with Cellar des Triplettes; built and used by test_cimport.py."""
from cardgames._core.cellar_des_triplettes cimport (
    CT_CALL, CT_FIRST_PLACE, CT_WAYS, ct_cards_value, ct_stars, ct_value,
    ct_apply as game_apply, ct_current_player as game_current_player, ct_game as game_rules, ct_is_over as game_is_over,
    ct_legal as game_legal, ct_refusal as game_refusal, ct_reset as game_reset, ct_scores as game_scores,
    ct_state as game_state, ct_table as game_table, ct_winners as game_winners,
)
from cardgames._core.multiset cimport multiset_one, multiset_size

include "downstream_common.pxi"
include "downstream_cellar_sizes.pxi"


def deck_size(game):
    return multiset_size(rules_of(game).deck)


def card_facts(int32_t card):
    """Value in tenths, stars, value of two such cards, and the ids that place it."""
    first = CT_FIRST_PLACE + CT_WAYS * card
    return ct_value(card), ct_stars(card), ct_cards_value(2 * multiset_one(card)), [first, first + CT_WAYS - 1]


def call_id():
    return CT_CALL
