"""Playouts from a position, by any rollout."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from cardgames._core.callbacks cimport Callback, set_roller
from cardgames._core.engine cimport engine_start
from cardgames._core.rollout cimport cg_roller, roll_out
from cardgames._core.state cimport Block, State, as_seed, as_world_seat
from cardgames._core.table cimport cg_rng


def run_playouts(State state not None, first, count, seed, scores, determinize_for, rollout):
    """Playouts first to first + count - 1 of a run: their scores, one row each. For the facade, which checks."""
    cdef uint64_t run_seed = as_seed(seed)
    cdef int32_t seat = -1 if determinize_for is None else as_world_seat(state, determinize_for)
    cdef Block block = Block(state.core, first, count, scores, None, None, None, None, None)
    cdef State start = state.copy()       # nobody else can change it while the GIL is released
    cdef size_t size = start.core.limits.state_size
    cdef cg_roller roller
    cdef bint is_stopped = False
    cdef Callback callback = set_roller(&roller, start, rollout, <cg_rng *>block.state, &is_stopped)
    cdef int64_t i
    with nogil:
        for i in range(block.count):
            memcpy(block.state, start.data, size)
            engine_start(start.table, start.rules, block.state, run_seed, block.first + i, seat)
            roll_out(&roller, block.state, -1)
            if is_stopped:
                break
            block.note_scores(i)
    if callback is not None:
        callback.raise_error()
