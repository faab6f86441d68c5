# cython: language_level=3
"""A rollout in native code that does what the built-in random one does: how much a function of the user's costs.

The context is the address of the game's table.
"""
from libc.stdint cimport int32_t

from cardgames._core.table cimport cg_table


cdef api int32_t play_random(void *context, const void *game, void *state) noexcept nogil:
    return (<const cg_table *>context).play_random(game, state)
