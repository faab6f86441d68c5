# cython: language_level=3
"""What another project's Cython code can do with Wine Cellar; built and used by test_cimport.py."""
from cardgames._core.bytelist cimport list_append, list_at, list_find, list_insert, list_push, list_size, list_without
from cardgames._core.wine_cellar cimport (
    WC_BOTTOM, WC_FIRST_BID, WC_FIRST_TAKE, wc_cellar_score,
    wc_apply as game_apply, wc_current_player as game_current_player, wc_game as game_rules, wc_is_over as game_is_over,
    wc_legal as game_legal, wc_refusal as game_refusal, wc_reset as game_reset, wc_scores as game_scores,
    wc_state as game_state, wc_table as game_table, wc_winners as game_winners,
)

include "downstream_common.pxi"
include "downstream_wine_sizes.pxi"


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
