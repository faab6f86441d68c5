"""Perft over the table of functions; the rest of the engine is inline in engine.pxd."""
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

# A frame is the number of legal actions, the next one to try, the actions, the state.
cdef enum:
    FRAME_HEAD = 2


cdef inline int32_t *frame(cg_perft *perft, int32_t level) noexcept nogil:
    return <int32_t *>(perft.frames + <size_t>level * perft.frame_size)


cdef inline void *frame_state(cg_perft *perft, int32_t level) noexcept nogil:
    return <uint8_t *>frame(perft, level) + perft.frame_size - (<const cg_limits *>perft.game).state_size


cdef void open_frame(cg_perft *perft, int32_t level) noexcept nogil:
    # Illegal actions played unchecked may leave more legal actions than the game's bound; those are cut.
    cdef int32_t[CG_MAX_ACTIONS] actions
    cdef int32_t *head = frame(perft, level)
    cdef void *state = frame_state(perft, level)
    cdef int32_t seat = perft.table.current_player(perft.game, state), count = 0
    if seat >= 0:
        count = min(perft.table.legal(perft.game, state, seat, actions),
                    (<const cg_limits *>perft.game).max_legal_actions)
    memcpy(head + FRAME_HEAD, actions, count * sizeof(int32_t))
    head[0] = count
    head[1] = 0


cdef bint perft_start(cg_perft *perft, const cg_table *table, const cg_limits *limits, const void *state,
                      int32_t depth) noexcept nogil:
    """Prepares the count of all sequences of `depth` >= 1 actions; False without memory.

    The limits are the first member of the game. Nothing is recursive: depth may be as long as a game.
    """
    cdef size_t head = (FRAME_HEAD + limits.max_legal_actions) * sizeof(int32_t)
    perft.table = table
    perft.game = limits
    perft.depth = depth
    perft.level = 0
    perft.count = 0
    perft.frame_size = ((head + 7) & ~<size_t>7) + limits.state_size
    perft.frames = <uint8_t *>calloc(depth, perft.frame_size)
    if perft.frames == NULL:
        return False
    memcpy(frame_state(perft, 0), state, limits.state_size)
    open_frame(perft, 0)
    return True


cdef void perft_run(cg_perft *perft, int64_t steps) noexcept nogil:
    """At most so many steps; done when level is -1."""
    cdef int32_t *head
    cdef int32_t seat
    cdef void *child
    while perft.level >= 0 and steps > 0:
        steps -= 1
        head = frame(perft, perft.level)
        if perft.level == perft.depth - 1:
            # The last action of a sequence need not be played: it only counts.
            perft.count += head[0]
            perft.level -= 1
        elif head[1] == head[0]:
            perft.level -= 1
        else:
            child = frame_state(perft, perft.level + 1)
            memcpy(child, frame_state(perft, perft.level), (<const cg_limits *>perft.game).state_size)
            seat = perft.table.current_player(perft.game, child)
            perft.table.apply_unchecked(perft.game, child, seat, head[FRAME_HEAD + head[1]])
            head[1] += 1
            perft.level += 1
            open_frame(perft, perft.level)


cdef void perft_stop(cg_perft *perft) noexcept nogil:
    free(perft.frames)
    perft.frames = NULL
