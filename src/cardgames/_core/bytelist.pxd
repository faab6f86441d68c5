"""Lists of up to eight small numbers, 1 to 255, as the bytes of a word; entry 0 is the lowest byte, 0 ends a list."""
from libc.stdint cimport int32_t, uint8_t, uint64_t

from cardgames._core.bits cimport bit, bits_highest, bits_lowest, bits_nth


cdef inline int32_t list_size(uint64_t x) noexcept nogil:
    return (bits_highest(x) >> 3) + 1 if x else 0


cdef inline int32_t list_at(uint64_t x, int32_t i) noexcept nogil:
    return x >> (8 * i) & 0xFF


# Sets of entries are a word too, with the highest bit of each byte that is in the set. Values are up to 127, so that
# no byte carries into the next one or borrows from it.

cdef inline uint64_t entries_used(uint64_t x) noexcept nogil:
    """The bytes that are not 0."""
    return x + <uint64_t>0x7F7F7F7F7F7F7F7F & <uint64_t>0x8080808080808080


cdef inline uint64_t entries_from(uint64_t x, int32_t value) noexcept nogil:
    """The bytes that are not below a value."""
    return ((x | <uint64_t>0x8080808080808080) - <uint64_t>0x0101010101010101 * <uint64_t>value
            & <uint64_t>0x8080808080808080)


cdef inline int32_t entries_lowest(uint64_t entries) noexcept nogil:
    """The first place of a set, which is not empty."""
    return bits_lowest(entries) >> 3


cdef inline int32_t entries_nth(uint64_t entries, int32_t n) noexcept nogil:
    """The n-th place of a set; there are more than n."""
    return bits_nth(entries, n) >> 3


cdef inline int32_t list_find(uint64_t x, int32_t value) noexcept nogil:
    """Where the value (not 0) is for the first time; -1 if it is nowhere."""
    cdef uint64_t found = ~entries_used(x ^ <uint64_t>0x0101010101010101 * <uint64_t>value)
    found &= <uint64_t>0x8080808080808080
    return entries_lowest(found) if found else -1


cdef inline uint64_t list_without(uint64_t x, int32_t i) noexcept nogil:
    """The list without entry i; later entries move up."""
    cdef uint64_t below = (<uint64_t>1 << (8 * i)) - 1
    return (x & below) | (x >> 8 & ~below)


cdef inline uint64_t list_push(uint64_t x, int32_t value) noexcept nogil:
    """The list with a new first entry; it has room."""
    return x << 8 | <uint64_t>value


cdef inline uint64_t list_append(uint64_t x, int32_t value) noexcept nogil:
    """The list with a new last entry; it has room."""
    return x | <uint64_t>value << (8 * list_size(x) & 63)


cdef inline uint64_t list_sorted(const uint8_t *values, int32_t count) noexcept nogil:
    """The ascending list of up to eight different values, 1 to 127."""
    cdef uint64_t low = 0, high = 0, result = 0
    cdef int32_t i, place = 0
    for i in range(count):
        if values[i] < 64:
            low |= bit(values[i])
        else:
            high |= bit(values[i] - 64)
    while low:
        result |= <uint64_t>bits_lowest(low) << place
        low &= low - 1
        place += 8
    while high:
        result |= <uint64_t>(bits_lowest(high) + 64) << place
        high &= high - 1
        place += 8
    return result


cdef inline uint64_t list_insert(uint64_t x, int32_t value) noexcept nogil:
    """The ascending list of values up to 127 with one more entry in its place; it has room."""
    cdef uint64_t lower = entries_used(x) & ~entries_from(x, value)
    cdef int32_t place = bits_lowest(~lower & <uint64_t>0x8080808080808080) - 7
    cdef uint64_t below = (<uint64_t>1 << place) - 1
    return (x & below) | <uint64_t>value << place | (x & ~below) << 8
