"""The header `cardgames.h` as Cython sees it. The core includes the header itself, so the two cannot drift."""
from libc.stdint cimport int32_t, uint32_t, uint64_t


cdef extern from "cardgames.h" nogil:
    ctypedef struct cg_rng:
        uint64_t s[4]

    ctypedef struct cg_limits:
        int32_t num_players
        int32_t num_actions
        int32_t max_legal_actions
        int32_t max_game_length
        int32_t observation_size
        int32_t state_size
        int32_t view_size
        int32_t max_score

    enum:
        CG_MAX_PLAYERS
        CG_MAX_ACTIONS
        CG_CURRENT_PLAYER
        CG_VIEW_EVERYTHING
        CG_VIEW_SPECTATOR
        CG_ABI_VERSION

    ctypedef struct cg_table:
        uint32_t abi_version
        uint32_t struct_size
        const char *name
        void (*reset)(const void *game, void *state, uint64_t seed) noexcept nogil
        int32_t (*to_act)(const void *game, const void *state, int32_t *seats) noexcept nogil
        int32_t (*current_player)(const void *game, const void *state) noexcept nogil
        int32_t (*legal)(const void *game, const void *state, int32_t seat, int32_t *actions) noexcept nogil
        int32_t (*refusal)(const void *game, const void *state, int32_t seat, int32_t action) noexcept nogil
        int32_t (*apply)(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil
        void (*apply_unchecked)(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil
        int32_t (*play_random)(const void *game, void *state) noexcept nogil
        int32_t (*is_over)(const void *game, const void *state) noexcept nogil
        void (*scores)(const void *game, const void *state, int32_t *scores) noexcept nogil
        uint32_t (*winners)(const void *game, const void *state) noexcept nogil
        void (*view)(const void *game, const void *state, int32_t viewer, void *view) noexcept nogil
        void (*observe)(const void *game, const void *view, float *out) noexcept nogil
        void (*determinize)(const void *game, void *state, int32_t seat, uint64_t seed) noexcept nogil
        int32_t (*check)(const void *game, const void *state) noexcept nogil
        int32_t (*guided)(const void *game, const void *state, int32_t seat, cg_rng *rng) noexcept nogil
