"""Multisets of up to 32 kinds of cards, at most three of each, as the bits of a word: two bits a kind.

Multisets add and subtract as numbers, as long as no kind gets more than three or fewer than none.
"""
from libc.stdint cimport int32_t, uint8_t, uint64_t

from cardgames._core.bits cimport bits_count, bits_lowest, bits_nth


cdef inline uint64_t multiset_one(int32_t kind) noexcept nogil:
    """One card."""
    return <uint64_t>1 << (2 * kind)


cdef inline int32_t multiset_count(uint64_t x, int32_t kind) noexcept nogil:
    """How many cards of a kind."""
    return x >> (2 * kind) & 3


cdef inline int32_t multiset_size(uint64_t x) noexcept nogil:
    """How many cards in all."""
    return (bits_count(x & <uint64_t>0x5555555555555555)
            + 2 * bits_count(x & <uint64_t>0xAAAAAAAAAAAAAAAA))


# The kinds of a multiset are a word too, with the lower bit of each kind that is there.

cdef inline uint64_t multiset_kinds(uint64_t x) noexcept nogil:
    return (x | x >> 1) & <uint64_t>0x5555555555555555


cdef inline int32_t kinds_count(uint64_t kinds) noexcept nogil:
    return bits_count(kinds)


cdef inline int32_t kinds_lowest(uint64_t kinds) noexcept nogil:
    """The lowest kind; there is one."""
    return bits_lowest(kinds) >> 1


cdef inline int32_t kinds_nth(uint64_t kinds, int32_t n) noexcept nogil:
    """The n-th lowest kind; there are more than n."""
    return bits_nth(kinds, n) >> 1


cdef inline uint64_t from_kind(uint64_t x, int32_t kind) noexcept nogil:
    """The part of a multiset, or of its kinds, from a kind up."""
    return x & ~(multiset_one(kind) - 1)


cdef inline bint multiset_within(uint64_t part, uint64_t whole) noexcept nogil:
    """Whether the whole has every card of the part."""
    cdef uint64_t kinds = multiset_kinds(part)
    cdef int32_t kind
    while kinds:
        kind = kinds_lowest(kinds)
        if multiset_count(part, kind) > multiset_count(whole, kind):
            return False
        kinds &= kinds - 1
    return True


cdef inline int32_t multiset_list(uint64_t x, uint8_t *out) noexcept nogil:
    """Writes every card, ascending; returns how many."""
    cdef int32_t count = 0, kind
    while x:
        kind = kinds_lowest(x)
        out[count] = kind
        count += 1
        x -= multiset_one(kind)
    return count
