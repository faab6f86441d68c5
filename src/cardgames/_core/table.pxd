"""The header `cardgames.h` as Cython sees it. The core includes the header itself, so the two cannot drift."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t


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
        CG_MAX_STATE_WORDS
        CG_MAX_VIEW_WORDS
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

    ctypedef struct cg_game:
        const cg_table *table
        const cg_limits *limits
        void *owner

    ctypedef int32_t (*cg_rollout)(void *context, const void *game, void *state) noexcept nogil
    ctypedef void (*cg_policy)(void *context, const void *game, const void *state, int32_t seat,
                               const int32_t *actions, int32_t count, double *weights) noexcept nogil
    ctypedef void (*cg_evaluation)(void *context, const void *game, const void *state,
                                   double *returns) noexcept nogil

    ctypedef struct cg_api:
        uint32_t abi_version
        uint32_t struct_size
        const cg_game *(*open)(const char *text, char *message, size_t size) noexcept nogil
        void (*close)(const cg_game *game) noexcept nogil
        size_t (*action_text)(const cg_game *game, int32_t action, char *text, size_t size) noexcept nogil
        int32_t (*read_action)(const cg_game *game, const char *text) noexcept nogil
        size_t (*refusal_text)(const cg_game *game, const void *state, int32_t seat, int32_t action, char *text,
                               size_t size) noexcept nogil
        void (*rng_seed)(cg_rng *rng, uint64_t seed) noexcept nogil
        uint64_t (*rng_next)(cg_rng *rng) noexcept nogil
        uint32_t (*rng_below)(cg_rng *rng, uint32_t bound) noexcept nogil
        uint64_t (*rng_stream)(uint64_t seed, uint64_t index) noexcept nogil
        void (*copy)(const cg_game *game, void *target, const void *source) noexcept nogil
        uint64_t (*hash)(const cg_game *game, const void *state) noexcept nogil
        void (*returns)(const cg_game *game, const void *state, double *returns) noexcept nogil
        void (*value)(const cg_game *game, const void *state, double *returns) noexcept nogil
        int32_t (*random_action)(const cg_game *game, const void *state, int32_t seat, cg_rng *rng) noexcept nogil
        int32_t (*playout)(const cg_game *game, void *state) noexcept nogil
        void (*playouts)(const cg_game *game, const void *state, uint64_t first, int64_t count, uint64_t seed,
                         int32_t seat, int32_t *scores) noexcept nogil
        void (*determinize)(const cg_game *game, void *state, int32_t seat, uint64_t seed) noexcept nogil
        uint64_t (*view_hash)(const cg_game *game, const void *state, int32_t viewer) noexcept nogil
