"""Sets of up to 64 cards as the bits of a word."""
from libc.stdint cimport int32_t, uint64_t


cdef extern from * nogil:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int cg_lowest(unsigned long long x)
    { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static inline int cg_highest(unsigned long long x)
    { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
    #else
    static inline int cg_lowest(unsigned long long x) { return __builtin_ctzll(x); }
    static inline int cg_highest(unsigned long long x) { return 63 ^ __builtin_clzll(x); }
    #endif
    /* Without a processor flag the builtin is a call; this is as fast and needs none. */
    static inline int cg_count(unsigned long long x)
    {
        x = x - ((x >> 1) & 0x5555555555555555ULL);
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
    }
    """
    int32_t bits_lowest "cg_lowest"(uint64_t x)      # x != 0
    int32_t bits_highest "cg_highest"(uint64_t x)    # x != 0
    int32_t bits_count "cg_count"(uint64_t x)


cdef inline uint64_t bit(int32_t index) noexcept nogil:
    return <uint64_t>1 << index


cdef inline int32_t bits_nth(uint64_t x, int32_t n) noexcept nogil:
    """The index of the n-th lowest member; x has more than n members."""
    while n > 0:
        x &= x - 1
        n -= 1
    return bits_lowest(x)


cdef inline int32_t bits_list(uint64_t x, int32_t offset, int32_t *out) noexcept nogil:
    """Writes offset + member for every member, ascending; returns how many."""
    cdef int32_t count = 0
    while x:
        out[count] = offset + bits_lowest(x)
        count += 1
        x &= x - 1
    return count
