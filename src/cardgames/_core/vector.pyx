"""Many games with the same options side by side: dealt, stepped and written to arrays without the GIL."""
cimport cython
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_FillInfo, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer,
)
from libc.stdint cimport INT32_MAX, INT32_MIN, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from cardgames._core.bits cimport bit, bits_count, bits_nth, contains
from cardgames._core.engine cimport engine_value
from cardgames._core.rng cimport rng_below, rng_seed, rng_stream
from cardgames._core.rows cimport nearest_int, rows_bytes, rows_send, rows_sent
from cardgames._core.state cimport CoreGame, State, first_items, format_of, hold_buffer, type_of
from cardgames._core.table cimport CG_CURRENT_PLAYER, CG_MAX_ACTIONS, CG_MAX_PLAYERS, cg_limits

from collections.abc import Sequence

from cardgames.arguments import as_integer
from cardgames.errors import CardGamesError, IllegalActionError


# Python's own threads and locks in C, which are there on every platform. A thread for one step touches no Python
# object, so it needs no Python thread: it starts in some microseconds, and nothing has to be stopped or forked.
cdef extern from "pythread.h" nogil:
    void *PyThread_allocate_lock() noexcept
    void PyThread_free_lock(void *lock) noexcept
    int PyThread_acquire_lock(void *lock, int wait) noexcept
    void PyThread_release_lock(void *lock) noexcept
    unsigned long PyThread_start_new_thread(void (*work)(void *) noexcept nogil, void *argument) noexcept
    unsigned long PYTHREAD_INVALID_THREAD_ID

cdef extern from * nogil:
    """
    /* Large pages where the system gives them on request, as NumPy asks for them: the tables of small ones do not fit
       into the processor. */
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif
    #if defined(MADV_HUGEPAGE)
    #define cg_large_pages(data, size) ((void)madvise(data, size, MADV_HUGEPAGE))
    #else
    #define cg_large_pages(data, size) ((void)0)
    #endif
    """
    void cg_large_pages(void *data, size_t size)

cdef enum:
    CACHE_LINE = 64
    LARGE_PAGE = 1 << 21
    STREAM_FROM = 1 << 23      # bytes of observations that are too many for the caches
    ROWS_TO_LINE = 64          # so many rows are whole cache lines, whatever their size
    GAMES_PER_THREAD = 64      # fewer are not worth the start of a thread
    MOST_SCALE = 1 << 23       # floats tell whole numbers apart up to here

cdef int64_t MOST_BYTES = <int64_t>1 << 40


# --- One game ---

cdef uint64_t vector_seed(uint64_t seed, uint64_t env, uint64_t episode) noexcept nogil:
    """The seed of the episode-th game that env plays."""
    return rng_stream(rng_stream(seed, env), episode)


cdef inline void show(cg_part *part, int64_t i, void *state) noexcept nogil:
    """Writes whose turn it is, what is legal, and what the seat knows."""
    cdef int32_t[CG_MAX_ACTIONS] actions
    cdef const cg_vector *v = part.vector
    cdef const cg_limits *limits = v.limits
    cdef int32_t player = v.table.current_player(limits, state), count, k
    cdef uint64_t *legal = v.legal + i * v.words
    cdef uint8_t *mask
    count = v.table.legal(limits, state, CG_CURRENT_PLAYER, actions)
    for k in range(v.words):
        legal[k] = 0
    for k in range(count):
        legal[actions[k] >> 6] |= bit(actions[k] & 63)
    if v.masks != NULL:
        mask = v.masks + i * limits.num_actions
        memset(mask, 0, limits.num_actions)
        for k in range(count):
            mask[actions[k]] = 1
    v.players[i] = player
    v.episodes[i] = v.ended[i]
    if v.observations != NULL:
        v.table.view(limits, state, player, part.view)
        put_row(part, i)


cdef inline void put_row(cg_part *part, int64_t i) noexcept nogil:
    """Writes the observation of what is in the view of the part."""
    cdef const cg_vector *v = part.vector
    cdef uint8_t *row = v.observations + i * v.row if part.stage == NULL else part.stage + part.staged
    if v.scales == NULL:
        v.table.observe(v.limits, part.view, <float *>row)
    else:
        v.table.observe(v.limits, part.view, part.floats)
        put_bytes(v, part.floats, row)
    if part.stage != NULL:
        send(part, part.staged + v.row)


cdef inline void put_bytes(const cg_vector *v, const float *floats, uint8_t *row) noexcept nogil:
    """A row of bytes: each entry as its whole number, behind them the numbers of the wide ones."""
    cdef int32_t size = v.limits.observation_size, k, entry, number
    rows_bytes(row, floats, v.scales, size)
    for k in range(v.wide_count):
        entry = v.wide[k]
        row[entry] = 0
        number = nearest_int(<double>floats[entry] * v.scales[entry])
        memcpy(row + size + k * sizeof(int32_t), &number, sizeof(int32_t))


cdef inline void send(cg_part *part, size_t staged) noexcept nogil:
    """Writes the whole cache lines of what is staged to the observations; the rest waits for the next row."""
    cdef size_t whole = staged & ~<size_t>(CACHE_LINE - 1)
    rows_send(part.target, part.stage, whole)
    memcpy(part.stage, part.stage + whole, staged - whole)
    part.target += whole
    part.staged = staged - whole


cdef inline void *state_at(const cg_vector *v, int64_t i) noexcept nogil:
    return v.states + i * v.limits.state_size


cdef void vector_deal(cg_part *part, int64_t i) noexcept nogil:
    """The first game of env i."""
    cdef const cg_vector *v = part.vector
    cdef int32_t n = v.limits.num_players
    memset(v.rewards + i * n, 0, n * sizeof(float))
    memset(v.scores + i * n, 0, n * sizeof(int32_t))
    v.dones[i] = 0
    v.truncated[i] = 0
    v.ended[i] = 0
    v.table.reset(v.limits, state_at(v, i), vector_seed(v.seed, i, 0))
    show(part, i, state_at(v, i))


cdef void vector_step(cg_part *part, int64_t i) noexcept nogil:
    """Plays the action of env i, which is legal; a game that it ends is followed by the next one."""
    cdef const cg_vector *v = part.vector
    cdef double[CG_MAX_PLAYERS] returns
    cdef void *state = state_at(v, i)
    cdef int32_t n = v.limits.num_players, over, seat
    cdef float *rewards = v.rewards + i * n
    cdef int32_t *scores = v.scores + i * n
    v.table.apply_unchecked(v.limits, state, v.table.current_player(v.limits, state), v.actions[i])
    over = v.table.is_over(v.limits, state)
    v.dones[i] = over != 0
    v.truncated[i] = over == 2
    if over:
        engine_value(v.table, v.limits, state, returns)
        for seat in range(n):
            rewards[seat] = <float>returns[seat]
        v.table.scores(v.limits, state, scores)
        v.ended[i] += 1
        v.table.reset(v.limits, state, vector_seed(v.seed, i, v.ended[i]))
    else:
        for seat in range(n):
            rewards[seat] = 0
            scores[seat] = 0
    show(part, i, state)


# --- All games ---

cdef inline size_t whole_lines(size_t size) noexcept nogil:
    return (size + CACHE_LINE - 1) & ~<size_t>(CACHE_LINE - 1)


cdef void do_part(cg_part *part) noexcept nogil:
    cdef int64_t i
    part.staged = 0
    if part.stage != NULL:
        part.target = part.vector.observations + part.begin * part.vector.row
    if part.deals:
        for i in range(part.begin, part.end):
            vector_deal(part, i)
    else:
        for i in range(part.begin, part.end):
            vector_step(part, i)
    if part.stage != NULL:
        memcpy(part.target, part.stage, part.staged)
        rows_sent()


cdef void do_part_on_thread(void *argument) noexcept nogil:
    cdef cg_part *part = <cg_part *>argument
    do_part(part)
    PyThread_release_lock(part.done)


@cython.final
@cython.internal
@cython.auto_pickle(False)
cdef class Memory:
    """Zeroed memory that lives as long as anything shows it: the arrays are made over it."""
    cdef void *allocated
    cdef void *data           # the same, from the next cache line or large page on
    cdef Py_ssize_t size

    def __cinit__(self, Py_ssize_t size):
        if size < 1:
            raise CardGamesError(f"size must be at least 1, not {size}")
        # Zeroed here and not when it is allocated: what is not there shows now, and not in the middle of a step.
        cdef size_t aligned = LARGE_PAGE if size >= 2 * LARGE_PAGE else CACHE_LINE
        self.allocated = malloc(size + aligned)
        if self.allocated == NULL:
            raise MemoryError(f"there is no memory for {size} bytes")
        self.data = <void *>((<size_t>self.allocated + aligned - 1) & ~(aligned - 1))
        self.size = size
        if aligned == LARGE_PAGE:
            cg_large_pages(self.data, size)
        with nogil:
            memset(self.data, 0, self.size)

    def __dealloc__(self):
        free(self.allocated)

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        PyBuffer_FillInfo(buffer, self, self.data, self.size, False, flags)

    def __reduce__(self):
        raise TypeError("the memory of a VectorGame cannot be pickled or copied; copy an array that shows it")


@cython.final
@cython.auto_pickle(False)
cdef class VectorCore:
    """The games of a vector. Private to the facade; see cardgames._core."""

    def __cinit__(self, owner, int64_t count, uint64_t seed, int32_t threads, bint observations, bint masks,
                  list scales=None, list wide=None):
        cdef cg_vector *v = &self.vector
        cdef CoreGame core = owner._core
        cdef int64_t each
        if count < 1 or not 1 <= threads <= 1024:
            raise CardGamesError("there must be at least 1 game and 1 to 1024 threads")
        self.owner = owner
        self.core = core
        self.kept = []
        self.arrays = {}
        v.table = core.table
        v.limits = core.limits
        v.count = count
        v.seed = seed
        v.words = (core.limits.num_actions + 63) // 64
        each = core.limits.state_size + 8 * v.words + 8 * core.limits.num_players + 26
        if masks:
            each += core.limits.num_actions
        if observations:
            self.make_row(scales, wide)
            each += v.row
        if count > MOST_BYTES // each:
            raise CardGamesError(f"num_envs must be from 1 to {MOST_BYTES // each} here, as a game takes {each} bytes "
                                 f"with its arrays; not {count}")
        v.states = <uint8_t *>self.room(None, count, core.limits.state_size)
        v.legal = <uint64_t *>self.room(None, count * v.words, sizeof(uint64_t))
        v.actions = <int32_t *>self.room(None, count, sizeof(int32_t))
        v.ended = <int64_t *>self.room(None, count, sizeof(int64_t))
        if observations:
            v.observations = <uint8_t *>self.room("observations", count * v.row, 1)
        if masks:
            v.masks = <uint8_t *>self.room("legal_masks", count * core.limits.num_actions, 1)
        v.players = <int32_t *>self.room("current_players", count, sizeof(int32_t))
        v.rewards = <float *>self.room("rewards", count * core.limits.num_players, sizeof(float))
        v.dones = <uint8_t *>self.room("dones", count, 1)
        v.truncated = <uint8_t *>self.room("truncated", count, 1)
        v.scores = <int32_t *>self.room("scores", count * core.limits.num_players, sizeof(int32_t))
        v.episodes = <int64_t *>self.room("episodes", count, sizeof(int64_t))
        self.make_parts(<int32_t>min(threads, max(1, count // GAMES_PER_THREAD)))
        self.reset(seed)

    cdef int make_row(self, list scales, list wide) except -1:
        """How a row of observations is written: as floats without scales, else as bytes."""
        cdef cg_vector *v = &self.vector
        cdef int32_t size = self.core.limits.observation_size, i
        cdef float *factors
        cdef int32_t *entries
        v.row = size * sizeof(float)
        if scales is None:
            return 0
        if len(scales) != size or not all([1 <= scale <= MOST_SCALE for scale in scales]):
            raise CardGamesError(f"there must be {size} scales, from 1 to {MOST_SCALE}")
        if wide is None:
            wide = []
        if not all([0 <= entry < size for entry in wide]) or len(wide) > size:
            raise CardGamesError(f"there must be at most {size} wide entries, from 0 to {size - 1}")
        factors = <float *>self.room(None, size, sizeof(float))
        for i in range(size):
            factors[i] = scales[i]
        entries = <int32_t *>self.room(None, max(1, len(wide)), sizeof(int32_t))
        for i in range(<int32_t>len(wide)):
            entries[i] = wide[i]
        v.scales = factors
        v.wide = entries
        v.wide_count = <int32_t>len(wide)
        v.row = size + v.wide_count * sizeof(int32_t)
        return 0

    cdef int make_parts(self, int32_t threads) except -1:
        """The ranges of games, with what each thread needs."""
        cdef size_t view_size = whole_lines(self.core.limits.view_size)
        cdef size_t floats_size = whole_lines(self.core.limits.observation_size * sizeof(float))
        cdef size_t stage_size = whole_lines(self.vector.row) + CACHE_LINE
        cdef uint8_t *views = <uint8_t *>self.room(None, threads, view_size)
        cdef uint8_t *floats = NULL
        cdef uint8_t *stages = NULL
        cdef cg_part *part
        if self.vector.scales != NULL:
            floats = <uint8_t *>self.room(None, threads, floats_size)
        if self.vector.count * self.vector.row >= STREAM_FROM:
            stages = <uint8_t *>self.room(None, threads, stage_size)
        self.parts = <cg_part *>calloc(threads, sizeof(cg_part))
        if self.parts == NULL:
            raise MemoryError
        while self.threads < threads:      # counts the parts that are made
            part = &self.parts[self.threads]
            part.vector = &self.vector
            part.begin = self.vector.count * self.threads // threads // ROWS_TO_LINE * ROWS_TO_LINE
            part.end = self.vector.count
            if self.threads:
                self.parts[self.threads - 1].end = part.begin
            part.view = views + self.threads * view_size
            part.floats = NULL if floats == NULL else <float *>(floats + self.threads * floats_size)
            part.stage = NULL if stages == NULL else stages + self.threads * stage_size
            part.done = PyThread_allocate_lock()
            if part.done == NULL:
                raise MemoryError
            self.threads += 1
        return 0

    def __dealloc__(self):
        cdef int32_t i
        if self.parts != NULL:
            for i in range(self.threads):
                PyThread_free_lock(self.parts[i].done)
            free(self.parts)

    cdef void *room(self, str name, int64_t items, size_t size) except NULL:
        """Memory for an array that the facade shows under a name, or that nobody else is to see."""
        cdef Memory memory = Memory(items * size)
        self.kept.append(memory)
        if name is not None:
            self.arrays[name] = memoryview(memory)
        return memory.data

    cdef int claim(self) except -1:
        """To be called before the GIL is released: one thread at a time may work on the games."""
        if self.busy:
            raise CardGamesError("another thread is at work on this VectorGame: one thread at a time may use it")
        self.busy = True
        return 0

    cdef void work(self, bint deals) noexcept nogil:
        """Does all games, each thread a range of them; this thread does the first, and what finds no thread."""
        cdef int32_t i, started = 1
        cdef cg_part *part
        for i in range(self.threads):
            self.parts[i].deals = deals
        while started < self.threads:
            part = &self.parts[started]
            PyThread_acquire_lock(part.done, 1)
            if PyThread_start_new_thread(do_part_on_thread, part) == PYTHREAD_INVALID_THREAD_ID:
                PyThread_release_lock(part.done)
                break
            started += 1
        do_part(&self.parts[0])
        for i in range(started, self.threads):
            do_part(&self.parts[i])
        for i in range(1, started):
            PyThread_acquire_lock(self.parts[i].done, 1)
            PyThread_release_lock(self.parts[i].done)

    def seed_of(self, int64_t env, int64_t episode):
        return vector_seed(self.vector.seed, env, episode)

    @property
    def seed(self):
        return self.vector.seed

    def reset(self, uint64_t seed):
        self.claim()
        self.vector.seed = seed
        # The last of the streams: the games take the first ones.
        rng_seed(&self.rng, rng_stream(seed, <uint64_t>-1))
        with nogil:
            self.work(deals=True)
        self.busy = False

    def step(self, actions):
        cdef Py_buffer buffer
        if PyObject_CheckBuffer(actions):
            self.hold_actions(actions, &buffer)
            try:
                self.step_with(buffer.buf, buffer.itemsize, None)
            finally:
                PyBuffer_Release(&buffer)
        else:
            self.step_with(NULL, 0, self.listed(actions))

    cdef int step_with(self, const void *data, Py_ssize_t size, list listed) except -1:
        """A step with the actions of an array, or with those of a list."""
        cdef int64_t first = -1, value = 0, illegal
        self.claim()
        try:
            if listed is not None:
                illegal = self.take_list(listed, &first)
            else:
                with nogil:
                    illegal = self.take(data, size, &first, &value)
            if illegal == 0:
                with nogil:
                    self.work(deals=False)
                return 0
            state = self.state_of(first)
        finally:
            self.busy = False
        raise self.refusal(state, first, value if listed is None else listed[first], illegal)

    cdef object refusal(self, State state, int64_t i, object action, int64_t illegal):
        """The error for the first action that is not legal, one of so many."""
        cdef int32_t number = -1, code, seat = self.vector.table.current_player(self.vector.limits, state.data)
        if INT32_MIN <= action <= INT32_MAX:
            number = action
        code = self.vector.table.refusal(self.vector.limits, state.data, CG_CURRENT_PLAYER, number)
        error = self.owner._illegal(state, action, seat, code)
        text = f"env {i}: {error}"
        if illegal > 1:
            text += f"; {illegal - 1} more of the actions are illegal too"
        return IllegalActionError(action, seat, text)

    cdef list listed(self, object actions):
        """The actions of a sequence, as ints."""
        cdef list items
        if not isinstance(actions, Sequence) or isinstance(actions, str):
            raise TypeError("actions must be an int32 or int64 array or a sequence of ints, "
                            f"not {type(actions).__name__}")
        items = first_items(actions, self.vector.count)
        if len(items) != self.vector.count:
            many = f"more than {self.vector.count}" if len(items) > self.vector.count else len(items)
            raise CardGamesError(f"actions must hold {self.vector.count} items, not {many}")
        return [as_integer(item, "an action") for item in items]

    cdef int hold_actions(self, object actions, Py_buffer *buffer) except -1:
        """Takes hold of an array of actions."""
        cdef const char *code
        try:
            PyObject_GetBuffer(actions, buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
        except (BufferError, ValueError):
            raise CardGamesError("actions must be a C-contiguous array") from None
        code = format_of(buffer)
        if code[0] == 0 or code[1] != 0 or code[0] not in b"ilq" or buffer.itemsize not in (4, 8):
            given = type_of(buffer)
            PyBuffer_Release(buffer)
            raise TypeError(f"actions must be of type int32 or int64, not {given}")
        if buffer.ndim != 1 or buffer.shape[0] != self.vector.count:
            shape = tuple([buffer.shape[i] for i in range(buffer.ndim)])
            PyBuffer_Release(buffer)
            raise CardGamesError(f"actions must be of shape ({self.vector.count},), not {shape}")
        return 0

    cdef int64_t take(self, const void *data, Py_ssize_t size, int64_t *first, int64_t *first_value) noexcept nogil:
        """Reads the actions of an array; how many are not legal, and where and what the first of them is.

        They are read once: another thread may write to the array at any time.
        """
        cdef const cg_vector *v = &self.vector
        cdef int64_t i, value, illegal = 0
        for i in range(v.count):
            value = (<const int32_t *>data)[i] if size == 4 else (<const int64_t *>data)[i]
            if not self.put(i, value):
                if illegal == 0:
                    first[0] = i
                    first_value[0] = value
                illegal += 1
        return illegal

    cdef inline bint put(self, int64_t i, int64_t value) noexcept nogil:
        """Notes an action; whether it is legal."""
        cdef const cg_vector *v = &self.vector
        if not 0 <= value < v.limits.num_actions:
            return False
        v.actions[i] = <int32_t>value
        return contains(v.legal[i * v.words + (value >> 6)], value & 63)

    cdef int64_t take_list(self, list listed, int64_t *first) except -1:
        """The same with the actions of a list of ints."""
        cdef int64_t i, illegal = 0
        for i in range(self.vector.count):
            value = listed[i]
            if not self.put(i, value if INT32_MIN <= value <= INT32_MAX else -1):
                if illegal == 0:
                    first[0] = i
                illegal += 1
        return illegal

    def random_actions(self, out):
        """Writes a uniformly random legal action for every game to an int32 array."""
        cdef Py_buffer buffer
        hold_buffer(out, &buffer, b"il", self.vector.count, "out")
        try:
            self.claim()
            with nogil:
                self.draw(<int32_t *>buffer.buf)
            self.busy = False
        finally:
            PyBuffer_Release(&buffer)

    cdef void draw(self, int32_t *out) noexcept nogil:
        cdef const cg_vector *v = &self.vector
        cdef const uint64_t *legal
        cdef int64_t i
        cdef int32_t k, count, n
        for i in range(v.count):
            legal = v.legal + i * v.words
            count = 0
            for k in range(v.words):
                count += bits_count(legal[k])
            n = <int32_t>rng_below(&self.rng, count)
            k = 0
            while n >= bits_count(legal[k]):
                n -= bits_count(legal[k])
                k += 1
            out[i] = 64 * k + bits_nth(legal[k], n)

    cdef State state_of(self, int64_t i):
        cdef const cg_vector *v = &self.vector
        cdef State state = self.core.blank_state(self.owner)
        memcpy(state.data, state_at(v, i), v.limits.state_size)
        state.seed_value = vector_seed(v.seed, i, v.ended[i])
        state.has_seed = True
        return state

    def state(self, int64_t i):
        """A copy of the game of env i."""
        if not 0 <= i < self.vector.count:
            raise CardGamesError(f"env must be from 0 to {self.vector.count - 1}, not {i}")
        self.claim()
        try:
            return self.state_of(i)
        finally:
            self.busy = False

    def __reduce__(self):
        raise TypeError("a VectorGame cannot be pickled or copied: make another one of the same game and seed")
