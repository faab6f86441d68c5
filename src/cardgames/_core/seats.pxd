"""Seats around a table: who is next, who leads in points, where a seat stands in an observation."""
from libc.stdint cimport int32_t, uint8_t, uint32_t

cdef enum:
    NO_SEAT = 255      # of a byte that names a seat


cdef inline int32_t seat_after(int32_t num_players, int32_t seat, int32_t steps) noexcept nogil:
    """The seat `steps` to the left (0 <= steps <= num_players)."""
    cdef int32_t result = seat + steps
    return result - num_players if result >= num_players else result


cdef inline uint32_t seats_with_most(int32_t num_players, const int32_t *scores) noexcept nogil:
    """The seats with the highest score, as bits."""
    cdef int32_t seat, best = scores[0]
    cdef uint32_t result = 0
    for seat in range(1, num_players):
        best = max(best, scores[seat])
    for seat in range(num_players):
        if scores[seat] == best:
            result |= <uint32_t>1 << seat
    return result


cdef inline float *put_seat(float *out, int32_t num_players, int32_t first, uint8_t seat) noexcept nogil:
    """A float per seat from `first` on: 1 for the seat, all 0 for none. The end of the block."""
    if seat != NO_SEAT:
        out[seat_after(num_players, seat, num_players - first)] = 1
    return out + num_players
