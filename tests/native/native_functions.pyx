"""Functions for searches and playouts; compiled by tests/native/native_sources.py."""
from libc.stdint cimport int32_t, int64_t
from cardgames._core.table cimport CG_CURRENT_PLAYER, CG_MAX_ACTIONS, cg_game

cdef api int32_t rollout(void *context, const void *game, void *state) noexcept nogil:
    cdef int32_t[CG_MAX_ACTIONS] actions
    cdef const cg_game *it = <const cg_game *>context
    if it.table.legal(game, state, CG_CURRENT_PLAYER, actions) == 0:
        return 0
    return it.table.apply(game, state, CG_CURRENT_PLAYER, actions[0]) == 0

cdef api void policy(void *context, const void *game, const void *state, int32_t seat, const int32_t *actions,
                     int32_t count, double *weights) noexcept nogil:
    cdef int32_t i
    for i in range(count):
        weights[i] = i + 1

cdef api void evaluation(void *context, const void *game, const void *state, double *returns) noexcept nogil:
    cdef int32_t n = (<const cg_game *>context).limits.num_players, i
    for i in range(n):
        returns[i] = i / <double>n

cdef api int64_t wrong_result(void *context, const void *game, void *state) noexcept nogil:
    return 0

cdef api void wrong_float(void *context, const void *game, const void *state, float *returns) noexcept nogil:
    pass

cdef api int32_t wrong_none() noexcept nogil:
    return 0
