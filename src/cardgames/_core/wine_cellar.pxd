"""Wine Cellar: the state and every function of its rules.

A bottle is its number, 1 to 72, which is its Bid Value; hands, prizes and cellars are lists of bytes
(bytelist.pxd). A client is its place, from 1, among the clients in use in the order of their ids.

"Page" below is the game's page in the documentation, which cites the rulebook.
"""
cimport cython
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from cardgames._core.state cimport CoreGame, State
from cardgames._core.table cimport cg_limits, cg_rng, cg_table

cdef enum:
    WC_SEATS = 8             # the most players
    WC_BOTTLES = 72
    WC_CLIENTS = 99          # the most clients of a deck
    WC_AGES = 8              # places of a cellar, rounds of a game, cards dealt to a hand
    WC_GAMES = 3             # of the advanced variant
    WC_PAST = 2              # games before the present one
    WC_NONE = 255            # no seat

    WC_OVER = 0              # phases
    WC_CLIENT = 1
    WC_BID = 2
    WC_TAKE = 3

    WC_FIRST_BID = 2         # actions; below: keep the first or second client. + number - 1
    WC_FIRST_TAKE = 74       # + 2 * (number - 1) + end
    WC_ACTIONS = 218
    WC_TOP = 0               # ends of a cellar
    WC_BOTTOM = 1

    WC_MOST_GAME_SCORE = 480     # eight bottles of 20, with a type and a country bonus of 20 each

# Why an action is refused.
cdef enum:
    WC_OK = 0
    WC_NO_SEAT = 1           # no such seat
    WC_NO_ACTION = 2         # no such action
    WC_GAME_OVER = 3
    WC_NOT_IN_PLAY = 4       # a bottle that is not in play with so few players
    WC_CLIENT_FIRST = 5      # a bid or a take while clients are chosen
    WC_CLIENT_DONE = 6       # a client chosen later
    WC_BID_FIRST = 7         # a take before all have bid
    WC_BID_DONE = 8          # a bid while prizes are taken
    WC_ALL_CHOSEN = 9        # the seat has made its choice; others are still choosing
    WC_NOT_IN_TURN = 10
    WC_NOT_HELD = 11
    WC_NO_PRIZE = 12         # the bottle is not among the prizes
    WC_FIRST_TOP = 13        # the first bottle of a cellar goes to the top

# What is wrong with a position.
cdef enum:
    WC_BAD_RANGE = 1         # a field is outside its range
    WC_BAD_RNG = 2           # the generator is all zero
    WC_BAD_BOTTLES = 3       # a bottle in play is not in exactly one place
    WC_BAD_SIZES = 4         # hands, cellars, bids and prizes do not fit phase and round
    WC_BAD_CLIENTS = 5       # the clients are not those in use, once each
    WC_BAD_CHOICE = 6        # a chosen client that was not dealt to its seat, or one missing
    WC_BAD_PAST = 7          # another number of past games than the reshuffle rule gives
    WC_BAD_SCORES = 8        # games scored, or the score of the last one
    WC_BAD_LAST = 9          # last cellars or clients that contradict the rest
    WC_BAD_ENO = 10          # Eno's cards do not fit phase and round
    WC_BAD_DERIVED = 11      # a field that follows from the others differs

ctypedef struct wc_game:
    cg_limits limits
    uint8_t num_players
    uint8_t games
    uint8_t bottle_count             # bottles in play: 1 to this number
    uint8_t lower_count              # advanced variant: the lower half is 1 to this number; else 0
    uint8_t client_count             # clients in use
    uint8_t prize_count              # prizes of a round
    uint8_t padding[2]
    uint8_t age[WC_BOTTLES + 1][WC_AGES]            # Age Scores by number
    # What of a client a bottle matches, as bits: 1 first type, 2 second type, 4 a listed country, 8 the first one.
    uint8_t match[WC_CLIENTS + 1][WC_BOTTLES + 1]
    uint8_t bonus[WC_CLIENTS + 1][3]                # of first type, second type, country
    uint8_t value[WC_CLIENTS + 1][WC_BOTTLES + 1]   # all bonuses of a bottle

ctypedef struct wc_state:
    cg_rng rng
    uint64_t hand[WC_SEATS]          # ascending; a pending bid stays in it
    uint64_t cellar[WC_SEATS]        # from the top
    uint64_t last_cellar[WC_SEATS]   # of the game last scored
    uint64_t prizes                  # ascending
    uint64_t order                   # in the take: seats + 1 still to take, in order
    uint64_t eno_deck                # solo: Eno's cards, the next one first
    uint64_t eno_taken               # solo: bottles that left the game, ascending
    int16_t game_score[WC_GAMES][WC_SEATS]     # of the games scored
    uint8_t bid[WC_SEATS]            # 0: none yet
    uint8_t dealt[WC_SEATS][2]       # the two clients dealt, ascending
    uint8_t client[WC_SEATS]         # the client kept, 0: none yet
    uint8_t past[WC_PAST][WC_SEATS][2]         # kept and discarded clients of earlier games since the last shuffle
    uint8_t last_client[WC_SEATS]    # kept clients of the game last scored
    uint8_t client_deck[WC_CLIENTS]  # the next one is the last
    uint8_t clients_left
    uint8_t past_count               # games in `past`
    uint8_t scored                   # games scored
    uint8_t game                     # from 1
    uint8_t round                    # from 1
    uint8_t phase
    uint8_t waiting                  # bit s: seat s has still to choose (phases client and bid)
    uint8_t turn                     # the first seat that may act; WC_NONE when the game is over
    uint8_t eno_client               # solo: 0 until the player has chosen
    uint8_t eno_face[2]              # solo: Eno's face-up cards, ascending; 0: none
    uint8_t padding[2]

# What one viewer knows. `seen` is a state in which everything hidden is blank: cards and clients 0, the
# generator zero.
ctypedef struct wc_view:
    int32_t viewer                   # seat, CG_VIEW_SPECTATOR or CG_VIEW_EVERYTHING
    uint8_t shows_hand               # bit s: the hand of seat s is seen
    uint8_t shows_clients            # bit s: the clients dealt to seat s, and which it discarded, are seen
    uint8_t shows_decks              # the order of undealt clients and of Eno's deck
    uint8_t eno_deck_size
    uint8_t hand_sizes[WC_SEATS]
    uint8_t low_left[WC_SEATS]       # advanced variant, first game: lower-half cards each seat holds
    wc_state seen


@cython.final
cdef class CoreWineCellar(CoreGame):
    cdef wc_game rules


@cython.final
@cython.no_gc
cdef class WineCellarState(State):
    cdef wc_state state


cdef const cg_table *wc_table() noexcept nogil

# --- scoring (wine_cellar_play.pxi) ---
cdef int32_t wc_cellar_score(const wc_game *g, uint64_t cellar, int32_t client, int32_t *parts) noexcept nogil

# --- play (wine_cellar_play.pxi) ---
cdef bint wc_is_low_game(const wc_game *g, const wc_state *s) noexcept nogil
cdef void wc_reset(const void *game, void *state, uint64_t seed) noexcept nogil
cdef int32_t wc_to_act(const void *game, const void *state, int32_t *seats) noexcept nogil
cdef int32_t wc_current_player(const void *game, const void *state) noexcept nogil
cdef int32_t wc_legal(const void *game, const void *state, int32_t seat, int32_t *actions) noexcept nogil
cdef int32_t wc_refusal(const void *game, const void *state, int32_t seat, int32_t action) noexcept nogil
cdef int32_t wc_apply(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil
cdef void wc_apply_unchecked(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil
cdef int32_t wc_play_random(const void *game, void *state) noexcept nogil
cdef int32_t wc_is_over(const void *game, const void *state) noexcept nogil
cdef void wc_scores(const void *game, const void *state, int32_t *scores) noexcept nogil
cdef uint32_t wc_winners(const void *game, const void *state) noexcept nogil

# --- playouts (wine_cellar_guided.pxi) ---
cdef int32_t wc_guided(const void *game, const void *state, int32_t seat, cg_rng *rng) noexcept nogil
