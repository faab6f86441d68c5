"""How large the hash tables of searches are: powers of 2, so that a key's low bits are its place."""
from libc.stdint cimport uint64_t

cdef enum:
    MOST_PLACES = 1 << 30


cdef inline uint64_t power_of_two(uint64_t most) noexcept nogil:
    """The largest power of 2 up to `most`, 16 at the least."""
    cdef uint64_t result = 16
    while result * 2 <= most:
        result *= 2
    return result
