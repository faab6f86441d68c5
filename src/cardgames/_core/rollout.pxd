"""How playouts are played: at random, by the rule of the game, or by a function that the user gives."""
from libc.stdint cimport int32_t

from cardgames._core.table cimport cg_limits, cg_rng, cg_rollout, cg_table

cdef enum:
    ROLL_RANDOM = 0
    ROLL_GUIDED = 1
    ROLL_GIVEN = 2

ctypedef struct cg_roller:
    const cg_table *table
    const cg_limits *limits
    cg_rng *rng              # that guided actions are drawn with
    cg_rollout function      # ROLL_GIVEN
    void *context            # for it
    int32_t kind


cdef inline void roll_out(const cg_roller *r, void *state, int32_t most) noexcept nogil:
    """Plays to the end, or as many actions as are allowed (-1: any number)."""
    cdef int32_t played = 0, seat, action
    if r.kind == ROLL_RANDOM:
        while played != most and r.table.play_random(r.limits, state):
            played += 1
    elif r.kind == ROLL_GUIDED:
        while played != most:
            seat = r.table.current_player(r.limits, state)
            action = r.table.guided(r.limits, state, seat, r.rng) if seat >= 0 else -1
            if action < 0:
                break
            r.table.apply_unchecked(r.limits, state, seat, action)
            played += 1
    else:
        # No game is longer, so that a function which plays nothing ends as well.
        if not 0 <= most <= r.limits.max_game_length:
            most = r.limits.max_game_length
        while played != most and r.function(r.context, r.limits, state) > 0:
            played += 1
