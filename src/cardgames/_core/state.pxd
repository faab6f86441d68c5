"""The two generic extension classes: a game's core and a state. Each game derives one of each."""
cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from cardgames._core.table cimport cg_limits, cg_table


cdef class CoreGame:
    """A game's options as the rules need them: the struct lives in the subclass, behind `limits`."""
    cdef const cg_table *table
    cdef cg_limits *limits        # the first member of the game's struct
    cdef type state_type

    cdef State blank_state(self, object owner)


@cython.no_gc         # it refers to its game only, and no game refers to a state
cdef class State:
    """A position. The struct lives in the subclass, behind `data`, which it sets."""
    cdef readonly object game     # the facade's game, which owns `core`
    cdef CoreGame core
    cdef const cg_table *table
    cdef const void *rules        # the game's struct
    cdef void *data
    cdef uint64_t seed_value
    cdef bint has_seed


cdef const char *format_of(const Py_buffer *buffer) noexcept
cdef int hold_buffer(object array, Py_buffer *buffer, bytes formats, int64_t items, str name) except -1
cdef list first_items(object items, Py_ssize_t most)
cdef bint put_rng(State state, object words) except -1
cdef void seed_by_content(State state) noexcept
cdef int register_types(type core_type, type state_type) except -1
cdef int32_t as_viewer(State state, object player) except -3
