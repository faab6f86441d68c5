"""The exact solver of small endings: max^n over all that can follow, with a table of what is known already."""
cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from cardgames._core.engine cimport engine_key, engine_value
from cardgames._core.hash_table cimport MOST_PLACES, power_of_two
from cardgames._core.state cimport State
from cardgames._core.table cimport CG_MAX_ACTIONS, CG_MAX_PLAYERS

cdef enum:
    FIRST_PLACES = 1 << 10   # of the table, which grows

# A position on the way down: its legal actions and its state follow it in memory.
cdef struct solve_frame:
    uint64_t key
    int32_t player
    int32_t count
    int32_t next                       # the next action to try
    int32_t best                       # the best so far; -1: none yet
    double[CG_MAX_PLAYERS] returns     # that it leads to

# A position whose value is known.
cdef struct solve_entry:
    uint64_t key                       # 0: a free place
    int64_t best                       # -1 at the end
    double[CG_MAX_PLAYERS] returns


@cython.final
cdef class CoreSolver:
    """Max^n over all that can follow: each seat takes what is best for itself, of equals the lowest action."""
    cdef State root
    cdef solve_entry *entries
    cdef uint64_t places
    cdef uint64_t most_places
    cdef uint64_t known
    cdef uint8_t *frames
    cdef size_t frame_size
    cdef int64_t frame_places
    cdef int64_t depth                 # frames in use
    cdef readonly int64_t positions        # tried so far
    cdef bint is_busy
    cdef bint is_solved

    def __cinit__(self, State state not None, uint64_t memory):
        cdef size_t actions = state.core.limits.max_legal_actions * sizeof(int32_t)
        self.root = state.copy()
        # Together with the table of half the size that it grows out of.
        self.most_places = power_of_two(min(memory // sizeof(solve_entry) * 2 // 3, <uint64_t>MOST_PLACES))
        self.places = min(self.most_places, <uint64_t>FIRST_PLACES)
        self.entries = <solve_entry *>calloc(self.places, sizeof(solve_entry))
        self.frame_size = sizeof(solve_frame) + ((actions + 7) & ~<size_t>7) + state.core.limits.state_size
        self.frame_places = 64
        self.frames = <uint8_t *>malloc(self.frame_places * self.frame_size)
        if self.entries == NULL or self.frames == NULL:
            raise MemoryError
        self.open_frame(self.root.data, self.key_of(self.root.data))

    def __dealloc__(self):
        free(self.entries)
        free(self.frames)

    cdef inline solve_frame *frame(self, int64_t i) noexcept nogil:
        return <solve_frame *>(self.frames + i * self.frame_size)

    cdef inline int32_t *actions(self, solve_frame *f) noexcept nogil:
        return <int32_t *>(<uint8_t *>f + sizeof(solve_frame))

    cdef inline void *state(self, solve_frame *f) noexcept nogil:
        return <uint8_t *>f + self.frame_size - self.root.core.limits.state_size

    cdef inline uint64_t key_of(self, const void *state) noexcept nogil:
        return engine_key(state, self.root.core.limits.state_size, 0)

    cdef solve_entry *entry(self, uint64_t key) noexcept nogil:
        """The entry of a key, or the free place for it; NULL if there is no more room."""
        cdef uint64_t place = key & (self.places - 1)
        while self.entries[place].key and self.entries[place].key != key:
            place = (place + 1) & (self.places - 1)
        if self.entries[place].key == 0 and self.known >= self.places - self.places // 4:
            return NULL
        return &self.entries[place]

    cdef void make_room(self) noexcept nogil:
        """A table of twice the size if this one is full, as far as the memory goes."""
        cdef uint64_t i, old_places = self.places
        cdef solve_entry *old = self.entries
        cdef solve_entry *larger
        if self.known < old_places - old_places // 4 or 2 * old_places > self.most_places:
            return
        larger = <solve_entry *>calloc(2 * old_places, sizeof(solve_entry))
        if larger == NULL:
            self.most_places = old_places
            return
        self.entries = larger
        self.places = 2 * old_places
        for i in range(old_places):
            if old[i].key:
                self.entry(old[i].key)[0] = old[i]
        free(old)

    cdef bint open_frame(self, const void *state, uint64_t key) noexcept nogil:
        """Goes down to a position; False without memory."""
        cdef int32_t[CG_MAX_ACTIONS] actions
        cdef uint8_t *larger
        cdef solve_frame *f
        if self.depth == self.frame_places:
            larger = <uint8_t *>realloc(self.frames, 2 * self.frame_places * self.frame_size)
            if larger == NULL:
                return False
            self.frames = larger
            self.frame_places *= 2
        f = self.frame(self.depth)
        self.depth += 1
        memcpy(self.state(f), state, self.root.core.limits.state_size)
        f.key = key
        f.next = 0
        f.count = 0
        f.best = -1
        f.player = self.root.table.current_player(self.root.rules, self.state(f))
        if f.player >= 0:
            f.count = min(self.root.table.legal(self.root.rules, self.state(f), f.player, actions),
                          self.root.core.limits.max_legal_actions)
            memcpy(self.actions(f), actions, f.count * sizeof(int32_t))
            memset(f.returns, 0, sizeof(f.returns))
        else:
            engine_value(self.root.table, self.root.core.limits, self.state(f), f.returns)
        return True

    cdef void offer(self, solve_frame *f, int32_t action, const double *returns) noexcept nogil:
        """What an action leads to, for the seat that may take it."""
        if f.best < 0 or returns[f.player] > f.returns[f.player]:
            f.best = action
            memcpy(f.returns, returns, sizeof(f.returns))

    cdef int32_t search(self, int64_t steps, void *world) noexcept nogil:
        """At most so many positions more: 1 when the root is solved, 0 before, -1 without memory."""
        cdef solve_frame *f
        cdef solve_entry *known
        cdef uint64_t key
        cdef int32_t action
        while True:
            f = self.frame(self.depth - 1)
            if f.next == f.count:
                self.make_room()
                known = self.entry(f.key)
                if known != NULL and known.key == 0:
                    known.key = f.key
                    known.best = f.best
                    memcpy(known.returns, f.returns, sizeof(f.returns))
                    self.known += 1
                if self.depth == 1:
                    return 1
                self.depth -= 1
                # The parent has just tried the action before its next one.
                action = self.frame(self.depth - 1).next - 1
                self.offer(self.frame(self.depth - 1), self.actions(self.frame(self.depth - 1))[action], f.returns)
                continue
            if steps <= 0:
                return 0
            action = self.actions(f)[f.next]
            f.next += 1
            memcpy(world, self.state(f), self.root.core.limits.state_size)
            self.root.table.apply_unchecked(self.root.rules, world, f.player, action)
            self.positions += 1
            steps -= 1
            key = self.key_of(world)
            known = self.entry(key)
            if known != NULL and known.key == key:
                self.offer(f, action, known.returns)
            elif not self.open_frame(world, key):
                return -1

    def run(self, int64_t steps):
        """At most so many positions more, without the GIL; whether the root is solved."""
        cdef void *world
        cdef int32_t code
        if self.is_busy:
            raise RuntimeError("the solver is used by another thread, or it had no more memory")
        world = malloc(self.root.core.limits.state_size)
        if world == NULL:
            raise MemoryError
        self.is_busy = True
        with nogil:
            code = self.search(steps, world)
        free(world)
        if code < 0:
            raise MemoryError        # in the middle of a step: the solver stays busy for good
        self.is_busy = False
        self.is_solved = code == 1
        return self.is_solved

    def solution(self):
        """Returns of each seat, and the line of best actions as far as it is known; once the root is solved."""
        cdef solve_frame *f = self.frame(0)
        cdef solve_entry *known
        cdef State state = self.root.copy()
        cdef int32_t seat, player = f.player, best = f.best
        if not self.is_solved:
            raise RuntimeError("the position is not solved yet")
        line = []
        while best >= 0:
            line.append(best)
            state.table.apply_unchecked(state.rules, state.data, player, best)
            player = state.table.current_player(state.rules, state.data)
            known = self.entry(self.key_of(state.data))
            best = <int32_t>known.best if known != NULL and known.key else -1
        return [f.returns[seat] for seat in range(state.core.limits.num_players)], line
