"""Many games with the same options side by side, written once over the table of functions."""
cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from cardgames._core.state cimport CoreGame, State
from cardgames._core.table cimport cg_limits, cg_rng, cg_table

# What stepping needs, as plain pointers, so that threads work without the GIL. Entry or row i of each belongs to
# game i, and to nothing else: threads that do different games share nothing that they write.
ctypedef struct cg_vector:
    const cg_table *table
    const cg_limits *limits
    int64_t count             # games
    int32_t words             # 64-bit words of a set of actions
    uint64_t seed
    # Private to the core: the truth.
    uint8_t *states           # the structs, one behind the other
    uint64_t *legal           # the set of actions that current_player may play
    int32_t *actions          # those of the step that is being done
    int64_t *ended            # games that ended here since the reset
    # The caller's arrays are only written, so whatever the caller writes there does no harm.
    uint8_t *observations     # NULL: switched off
    uint8_t *masks            # NULL: switched off
    int32_t *players
    float *rewards
    uint8_t *dones
    uint8_t *truncated
    int32_t *scores
    int64_t *episodes
    # How a row of observations is written.
    int64_t row               # its bytes
    const float *scales       # NULL: as floats; else as bytes, each number times its scale
    const int32_t *wide       # the entries that do not fit into a byte: their bytes are 0, and int32 follow the bytes
    int32_t wide_count

cdef uint64_t vector_seed(uint64_t seed, uint64_t env, uint64_t episode) noexcept nogil

# A range of games for one thread.
ctypedef struct cg_part:
    const cg_vector *vector
    int64_t begin
    int64_t end
    bint deals                # new games; else a step
    void *view                # room for one view
    float *floats             # room for one row as floats before it is bytes; NULL: not needed
    uint8_t *stage            # room for one row of observations and a cache line; NULL: not needed
    uint8_t *target           # where what is staged goes
    size_t staged             # bytes
    void *done                # a lock that is held until the part is done


@cython.final
cdef class VectorCore:
    """The games of a vector. Private to the facade; see cardgames._core."""
    cdef cg_vector vector
    cdef CoreGame core
    cdef object owner         # the facade's game
    cdef cg_rng rng           # of random_actions
    cdef bint busy            # a thread is at work on the games, without the GIL
    cdef int32_t threads
    cdef cg_part *parts       # one for each thread
    cdef list kept            # all the memory behind the pointers
    cdef readonly dict arrays  # by name, the part of it that the caller sees

    cdef int make_row(self, list scales, list wide) except -1
    cdef int make_parts(self, int32_t threads) except -1
    cdef void *room(self, str name, int64_t items, size_t size) except NULL
    cdef int claim(self) except -1
    cdef void work(self, bint deals) noexcept nogil
    cdef list listed(self, object actions)
    cdef int hold_actions(self, object actions, Py_buffer *buffer) except -1
    cdef int step_with(self, const void *data, Py_ssize_t size, list listed) except -1
    cdef int64_t take(self, const void *data, Py_ssize_t size, int64_t *first, int64_t *first_value) noexcept nogil
    cdef int64_t take_list(self, list listed, int64_t *first) except -1
    cdef bint put(self, int64_t i, int64_t value) noexcept nogil
    cdef object refusal(self, State state, int64_t i, object action, int64_t illegal)
    cdef void draw(self, int32_t *out) noexcept nogil
    cdef State state_of(self, int64_t i)
