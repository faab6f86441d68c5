"""The generator inside every state: xoshiro256** (Blackman and Vigna), seeded by SplitMix64.

Everything random in the library comes from here, so that a seed gives the same game on every platform.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from cardgames._core.table cimport cg_rng


cdef inline uint64_t rng_splitmix(uint64_t *counter) noexcept nogil:
    """The next word of SplitMix64."""
    cdef uint64_t z
    counter[0] += <uint64_t>0x9E3779B97F4A7C15
    z = counter[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline void rng_seed(cg_rng *rng, uint64_t seed) noexcept nogil:
    """Four words of SplitMix64, which are never all zero."""
    cdef int i
    for i in range(4):
        rng.s[i] = rng_splitmix(&seed)


cdef inline bint has_rng(const cg_rng *rng) noexcept nogil:
    """Whether it is a generator: one of all zeros would give nothing else."""
    return (rng.s[0] | rng.s[1] | rng.s[2] | rng.s[3]) != 0


cdef inline uint64_t rng_stream(uint64_t seed, uint64_t index) noexcept nogil:
    """The seed of the index-th of many independent runs that share one seed."""
    cdef uint64_t counter = seed
    cdef uint64_t key = rng_splitmix(&counter)
    counter = key ^ (index * <uint64_t>0xD1342543DE82EF95)
    return rng_splitmix(&counter)


cdef inline uint64_t rng_rotl(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef inline uint64_t rng_next(cg_rng *rng) noexcept nogil:
    cdef uint64_t result = rng_rotl(rng.s[1] * 5, 7) * 9
    cdef uint64_t t = rng.s[1] << 17
    rng.s[2] ^= rng.s[0]
    rng.s[3] ^= rng.s[1]
    rng.s[1] ^= rng.s[2]
    rng.s[0] ^= rng.s[3]
    rng.s[2] ^= t
    rng.s[3] = rng_rotl(rng.s[3], 45)
    return result


cdef inline uint32_t rng_below(cg_rng *rng, uint32_t bound) noexcept nogil:
    """An unbiased integer in 0..bound-1 (bound > 0), by Lemire's multiplication with rejection."""
    cdef uint64_t product = (rng_next(rng) >> 32) * bound
    cdef uint32_t low = <uint32_t>product
    cdef uint32_t threshold
    if low < bound:
        threshold = (0 - bound) % bound
        while low < threshold:
            product = (rng_next(rng) >> 32) * bound
            low = <uint32_t>product
    return <uint32_t>(product >> 32)


cdef inline double rng_unit(cg_rng *rng) noexcept nogil:
    """A double in [0, 1) with 53 random bits."""
    return <double>(rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline void rng_shuffle(cg_rng *rng, uint8_t *items, int32_t count, int32_t keep=1) noexcept nogil:
    """Fisher-Yates, from the last place down; the first `keep` places may stay in any order."""
    cdef int32_t i
    cdef uint32_t j
    cdef uint8_t item
    for i in range(count - 1, keep - 1, -1):
        j = rng_below(rng, <uint32_t>i + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item
