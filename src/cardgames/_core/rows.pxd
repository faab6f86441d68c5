"""Rows of arrays: numbers into bytes, and bytes past the caches."""
from libc.stdint cimport int32_t, uint8_t


cdef extern from * nogil:
    """
    /* Wide registers take half the time or less. Not every processor has them, so one flag, set when the module is
       loaded, chooses. */
    #if defined(__x86_64__) && defined(__GNUC__) && !defined(CARDGAMES_PORTABLE)
    #include <immintrin.h>
    static int cg_has_avx2;
    __attribute__((constructor)) static void cg_find_avx2(void)
    {
        __builtin_cpu_init();
        cg_has_avx2 = __builtin_cpu_supports("avx2");
    }
    __attribute__((target("avx2"))) static void cg_send_avx2(void *target, const void *source, size_t size)
    {
        __m256i *to = (__m256i *)target;
        const __m256i *from = (const __m256i *)source;
        for (; size; size -= 32) _mm256_stream_si256(to++, _mm256_load_si256(from++));
    }
    __attribute__((target("avx2"))) static inline __m256i cg_eight_ints(const float *numbers, const float *scales)
    {
        return _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps(numbers), _mm256_loadu_ps(scales)));
    }
    /* As many as are whole blocks of 32; returns how many. */
    __attribute__((target("avx2"))) static int32_t cg_bytes_avx2(
        uint8_t *out, const float *numbers, const float *scales, int32_t count)
    {
        const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);    /* packing is by halves of a register */
        int32_t i;
        for (i = 0; i + 32 <= count; i += 32) {
            __m256i low = _mm256_packs_epi32(
                cg_eight_ints(numbers + i, scales + i), cg_eight_ints(numbers + i + 8, scales + i + 8));
            __m256i high = _mm256_packs_epi32(
                cg_eight_ints(numbers + i + 16, scales + i + 16), cg_eight_ints(numbers + i + 24, scales + i + 24));
            _mm256_storeu_si256((__m256i *)(out + i),
                                _mm256_permutevar8x32_epi32(_mm256_packus_epi16(low, high), order));
        }
        return i;
    }
    #else
    enum { cg_has_avx2 = 0 };
    static void cg_send_avx2(void *target, const void *source, size_t size)
    { (void)target; (void)source; (void)size; }
    static int32_t cg_bytes_avx2(uint8_t *out, const float *numbers, const float *scales, int32_t count)
    { (void)out; (void)numbers; (void)scales; (void)count; return 0; }
    #endif

    static inline void cg_bytes(uint8_t *out, const float *numbers, const float *scales, int32_t count)
    {
        int32_t i = cg_has_avx2 ? cg_bytes_avx2(out, numbers, scales, count) : 0;
        for (; i < count; i++) out[i] = (uint8_t)(int32_t)(numbers[i] * scales[i] + 0.5f);
    }

    #if defined(__x86_64__) || defined(_M_X64)
    #include <emmintrin.h>
    static inline void cg_send(void *target, const void *source, size_t size)
    {
        __m128i *to = (__m128i *)target;
        const __m128i *from = (const __m128i *)source;
        if (cg_has_avx2) {
            cg_send_avx2(target, source, size);
            return;
        }
        for (; size; size -= 16) _mm_stream_si128(to++, _mm_load_si128(from++));
    }
    static inline void cg_sent(void) { _mm_sfence(); }
    #else
    #define cg_send memcpy
    #define cg_sent() ((void)0)
    #endif

    #include <math.h>
    static inline int32_t cg_nearest_int(double x) { return (int32_t)lrint(x); }
    """
    # numbers * scales, which are whole numbers but for rounding. An entry that does not fit into a byte gets any.
    void rows_bytes "cg_bytes"(uint8_t *out, const float *numbers, const float *scales, int32_t count)
    int32_t nearest_int "cg_nearest_int"(double x)
    # Past the cache: to memory that is written once and not read, in half the time, as no line is fetched to be
    # overwritten and nothing else is driven out of the cache. Whole cache lines, both sides aligned to one.
    void rows_send "cg_send"(void *target, const void *source, size_t size)
    # To be called by each thread after the last one, before others read what it sent.
    void rows_sent "cg_sent"()
