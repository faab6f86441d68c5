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

    /* pdep finds the n-th bit and popcnt counts them, in a tenth of the time of the portable way. They are
       not in every processor that a wheel meets, so one flag, set when the module is loaded, chooses. (On
       Zen 1 and 2 pdep is slower than the portable way.) */
    #if defined(__x86_64__) && defined(__GNUC__) && !defined(CARDGAMES_PORTABLE)
    static int cg_fast_bits;
    __attribute__((constructor)) static void cg_find_fast_bits(void)
    {
        __builtin_cpu_init();
        cg_fast_bits = __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")
            && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
    }
    static inline int cg_fast_count(unsigned long long x)
    { __asm__("popcntq %1, %0" : "=r"(x) : "r"(x) : "cc"); return (int)x; }
    static inline int cg_fast_nth(unsigned long long x, int n)
    { __asm__("pdepq %1, %2, %0" : "=r"(x) : "r"(x), "r"(1ULL << n)); return cg_lowest(x); }
    #else
    enum { cg_fast_bits = 0 };
    static inline int cg_fast_count(unsigned long long x) { (void)x; return 0; }
    static inline int cg_fast_nth(unsigned long long x, int n) { (void)x; return n; }
    #endif
    """
    int32_t bits_lowest "cg_lowest"(uint64_t x)      # x != 0
    int32_t bits_highest "cg_highest"(uint64_t x)    # x != 0
    const bint cg_fast_bits
    int32_t cg_fast_count(uint64_t x)
    int32_t cg_fast_nth(uint64_t x, int32_t n)


cdef inline uint64_t bit(int32_t index) noexcept nogil:
    return <uint64_t>1 << index


cdef inline bint contains(uint64_t x, int32_t index) noexcept nogil:
    return x >> index & 1


cdef inline int32_t bits_count(uint64_t x) noexcept nogil:
    if cg_fast_bits:
        return cg_fast_count(x)
    x = x - ((x >> 1) & <uint64_t>0x5555555555555555)
    x = (x & <uint64_t>0x3333333333333333) + ((x >> 2) & <uint64_t>0x3333333333333333)
    x = (x + (x >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int32_t>((x * <uint64_t>0x0101010101010101) >> 56)


cdef inline int32_t bits_nth(uint64_t x, int32_t n) noexcept nogil:
    """The index of the n-th lowest member; x has more than n members."""
    if cg_fast_bits:
        return cg_fast_nth(x, n)
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
