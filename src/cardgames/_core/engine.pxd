"""What is written once for all games over the table of functions: playouts, perft, hashes."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from cardgames._core.rng cimport rng_seed, rng_stream
from cardgames._core.seats cimport seats_with_most
from cardgames._core.table cimport CG_MAX_ACTIONS, CG_MAX_PLAYERS, cg_limits, cg_rng, cg_table

# What one random game was like.
ctypedef struct cg_run:
    int32_t length        # actions
    int32_t max_choices   # the most actions that were legal at once
    int64_t choices       # sum of the numbers of legal actions


cdef inline cg_run engine_playout(const cg_table *table, const void *game, void *state) noexcept nogil:
    """Plays the state to the end with uniformly random actions."""
    cdef cg_run run
    cdef int32_t count
    run.length = 0
    run.max_choices = 0
    run.choices = 0
    while True:
        count = table.play_random(game, state)
        if count == 0:
            return run
        run.length += 1
        run.choices += count
        if count > run.max_choices:
            run.max_choices = count


cdef inline void engine_share(int32_t num_players, uint32_t winners, double *returns) noexcept nogil:
    """Returns in [-1, 1], zero-sum, of several seats: the winners, one at least, share alike."""
    cdef int32_t seat, k = 0
    cdef double won, lost = -1 / <double>(num_players - 1)
    for seat in range(num_players):
        k += winners >> seat & 1
    won = (num_players / <double>k - 1) / (num_players - 1)
    for seat in range(num_players):
        returns[seat] = won if winners >> seat & 1 else lost


cdef inline void engine_value(const cg_table *table, const cg_limits *limits, const void *state,
                              double *returns) noexcept nogil:
    """The returns of a game that is over; of one that goes on what they would be if the scores were final."""
    cdef int32_t[CG_MAX_PLAYERS] scores
    cdef int32_t n = limits.num_players
    if n == 1:
        table.scores(limits, state, scores)
        # Cards may be such that nothing scores.
        returns[0] = scores[0] / <double>max(limits.max_score, 1)
    elif table.is_over(limits, state):
        engine_share(n, table.winners(limits, state), returns)
    else:
        table.scores(limits, state, scores)
        engine_share(n, seats_with_most(n, scores), returns)


cdef inline void engine_reseed(void *state, uint64_t seed) noexcept nogil:
    """Gives the state a new generator (its first member)."""
    rng_seed(<cg_rng *>state, seed)


cdef inline uint64_t world_seed(uint64_t seed) noexcept nogil:
    """The seed of a world's generator: not the one that was given. If that were the seed of the game as well, and a
    world took as many draws as the deal, its generator would be the true one, and later deals could be foreseen."""
    return rng_stream(seed, <uint64_t>0x776F726C64)


cdef inline void engine_start(const cg_table *table, const void *game, void *state, uint64_t seed, uint64_t index,
                              int32_t seat) noexcept nogil:
    """Makes a copy of a state the start of playout number `index` of a run: with a generator of its own, and from
    a new determinization for a seat (-1: from the state as it is)."""
    if seat >= 0:
        table.determinize(game, state, seat, world_seed(rng_stream(seed, index)))
    else:
        engine_reseed(state, rng_stream(seed, index))


cdef inline uint64_t engine_hash(const void *data, size_t size, uint64_t seed) noexcept nogil:
    """A 64-bit hash of bytes; the same on every platform."""
    cdef const uint8_t *bytes = <const uint8_t *>data
    cdef uint64_t h = seed ^ (<uint64_t>size * <uint64_t>0x9E3779B97F4A7C15), word
    while size >= 8:
        memcpy(&word, bytes, 8)
        h = engine_mix(h, word)
        bytes += 8
        size -= 8
    if size:
        word = 0
        memcpy(&word, bytes, size)
        h = engine_mix(h, word)
    h ^= h >> 32
    h *= <uint64_t>0xD6E8FEB86659FD93
    return h ^ (h >> 32)


cdef inline uint64_t engine_key(const void *data, size_t size, uint64_t seed) noexcept nogil:
    """Another hash, never 0, for tables that live as long as a run: four words at a time do not wait for each other."""
    cdef const uint8_t *bytes = <const uint8_t *>data
    cdef uint64_t[4] lanes
    cdef uint64_t[4] words
    cdef int32_t i
    for i in range(4):
        lanes[i] = seed + i
    while size >= sizeof(words):
        memcpy(words, bytes, sizeof(words))
        for i in range(4):
            lanes[i] = engine_mix(lanes[i], words[i])
        bytes += sizeof(words)
        size -= sizeof(words)
    seed = engine_hash(bytes, size, seed)
    for i in range(4):
        seed = engine_mix(seed, lanes[i])
    return seed + (seed == 0)


cdef inline uint64_t engine_mix(uint64_t h, uint64_t word) noexcept nogil:
    h = (h ^ word) * <uint64_t>0x9FB21C651E98DF25
    return h ^ (h >> 29)


# A perft in progress. Frame i holds the position after i actions and its legal actions.
ctypedef struct cg_perft:
    const cg_table *table
    const void *game
    int32_t depth
    int32_t level         # of the frame that is worked on; -1 when done
    size_t frame_size
    uint8_t *frames
    uint64_t count

cdef bint perft_start(cg_perft *perft, const cg_table *table, const cg_limits *limits, const void *state,
                      int32_t depth) noexcept nogil
cdef void perft_run(cg_perft *perft, int64_t steps) noexcept nogil
cdef void perft_stop(cg_perft *perft) noexcept nogil
