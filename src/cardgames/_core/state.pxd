"""The two generic extension classes: a game's core and a state. Each game derives one of each."""
cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from cardgames._core.table cimport cg_limits, cg_table


cdef class CoreGame:
    """A game's options as the rules need them: the struct lives in the subclass, behind `limits`."""
    cdef const cg_table *table
    cdef cg_limits *limits        # the first member of the game's struct
    cdef type state_type

    cdef State blank_state(self, object owner)


cdef class Block:
    """The arrays of one block of playouts, checked, and a state to play in."""
    cdef CoreGame core
    cdef void *state
    cdef uint64_t first
    cdef int64_t count
    cdef Py_buffer[6] buffers
    cdef int held
    cdef int32_t *scores
    cdef int32_t *lengths
    cdef int64_t *choices
    cdef int32_t *max_choices
    cdef int32_t *winners
    cdef uint8_t *truncated

    cdef void *hold(self, object array, bytes formats, int64_t items) except? NULL
    cdef void play(self, int64_t i) noexcept nogil
    cdef void note_scores(self, int64_t i) noexcept nogil


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
cdef str type_of(const Py_buffer *buffer)
cdef int hold_buffer(object array, Py_buffer *buffer, bytes formats, int64_t items, str name) except -1
cdef list first_items(object items, Py_ssize_t most)
cdef bint put_rng(State state, object words) except -1
cdef void seed_by_content(State state) noexcept
cdef int register_types(type core_type, type state_type) except -1
cdef uint64_t as_seed(object value) except? 0
cdef int32_t as_world_seat(State state, object player) except -2
cdef int32_t as_viewer(State state, object player) except -3
