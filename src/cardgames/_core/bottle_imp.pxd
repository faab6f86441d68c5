"""Bottle Imp: the state and every function of its rules.

Cards are 0..53 in the order of their ranks, sets of cards are the bits of a word. A bottle's price is the
number of cards below it, so that a card is below the price when its index is less: the card that took the
bottle stands for itself and the starting price 19 is BI_START, the index of rank 20.

"Page" below is the game's page in the documentation, which cites the rulebook.
"""
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from cardgames._core.state cimport CoreGame, State
from cardgames._core.table cimport cg_limits, cg_rng, cg_table

cdef enum:
    BI_SEATS = 6          # the most players
    BI_CARDS = 54         # card indices; also the distance between the kinds of action
    BI_START = 27         # the price 19
    BI_NONE = 255         # no card, no seat
    BI_PLAYS = 50         # the most plays of a round (5 players: 10 tricks)
    BI_LEADERS = 12       # the most tricks of a round (3 players), and who would lead after them
    BI_COLOURS = 3        # yellow, blue, red

    BI_OVER = 0           # phases
    BI_PASS = 1
    BI_PLAY = 2

    BI_KIND_PLAY = 0      # kinds of action; action = BI_CARDS * kind + card
    BI_KIND_DEVIL = 1
    BI_KIND_LEFT = 2      # two players: to the opponent's open hand
    BI_KIND_RIGHT = 3     # two players: to the opponent's hidden hand

    BI_MAX_SCORE = 1000000    # no position may claim more points than this, won or lost,
    BI_MAX_GAIN = 1000        # and this for every settled round: more than one can bring, so play keeps the bound

# Why an action is refused.
cdef enum:
    BI_OK = 0
    BI_NO_SEAT = 1        # no such seat
    BI_NO_ACTION = 2      # no such action
    BI_GAME_OVER = 3
    BI_NOT_IN_DECK = 4    # a half rank in the small deck
    BI_PASS_FIRST = 5     # a card played while cards are being passed
    BI_PASS_DONE = 6      # a card passed while cards are being played
    BI_ALL_CHOSEN = 7     # the seat has made its choices
    BI_OUT_OF_ORDER = 8   # another choice comes first
    BI_NOT_IN_TURN = 9
    BI_NOT_HELD = 10
    BI_MUST_FOLLOW = 11

# What is wrong with a position.
cdef enum:
    BI_BAD_RANGE = 1      # a field is outside its range
    BI_BAD_RNG = 2        # the generator is all zero
    BI_BAD_CARDS = 3      # a card is missing, or in two places
    BI_BAD_SIZES = 4      # hand sizes, passes or plays do not fit each other or the phase
    BI_BAD_GIVEN = 5      # a given card is not with its receiver
    BI_BAD_FOLLOW = 6     # a card did not follow although the seat held the led colour
    BI_BAD_SCORES = 7
    BI_BAD_LAST_ROUND = 8
    BI_BAD_LAST_TRICK = 9
    BI_BAD_DERIVED = 10   # a field that follows from the others differs
    BI_BAD_CHOICES = 11   # choices of the pass out of order, or too many
    BI_BAD_PHASE = 12     # over before the last round

ctypedef struct bi_game:
    cg_limits limits
    uint64_t deck             # the cards in play
    uint8_t cards[BI_CARDS]   # the same as a list
    uint8_t card_count        # 36 or 54
    uint8_t num_players
    uint8_t rounds
    uint8_t bottles
    uint8_t devil_cards       # cards that a seat lays into the Devil's trick
    uint8_t has_teams
    uint8_t rotate_teams
    uint8_t trick_size        # cards of a full trick: one a seat, two with two players
    uint8_t round_plays       # cards played in a round
    uint8_t team_of[BI_SEATS]     # team of the seat at this distance from the seat that teams are counted from

ctypedef struct bi_state:
    cg_rng rng
    uint64_t hand[BI_SEATS]           # (hidden) hands
    uint64_t open_hand[2]             # two players
    uint64_t won[BI_SEATS]            # cards won this round
    uint64_t last_won[BI_SEATS]       # the latest settled round: cards won,
    uint64_t last_devil               # the Devil's trick,
    uint64_t follow                   # the cards that follow: those of the led colour, all for a leader
    int32_t score[BI_SEATS]
    int32_t last_gain[BI_SEATS]       # what it added to the scores
    uint8_t plays[BI_PLAYS]           # cards played this round, in order
    uint8_t leaders[BI_LEADERS]       # who led each trick, the current one too
    uint8_t devil[BI_SEATS][2]        # the Devil's cards of each seat, ascending
    uint8_t given[2][BI_SEATS]        # card given to the left (open hand), to the right (hidden hand)
    uint8_t passed[BI_SEATS]          # choices made
    uint8_t price[2]
    uint8_t owner[2]
    uint8_t last_price[2]             # bottles at the end of the latest settled round
    uint8_t last_owner[2]
    uint8_t last_trick[BI_SEATS]      # until a trick is complete: the last one of the round before, in order
    uint8_t last_leader
    uint8_t last_size
    uint8_t play_count
    uint8_t trick_count               # complete tricks of this round
    uint8_t in_trick                  # cards of the current trick
    uint8_t phase
    uint8_t round                     # from 1
    uint8_t dealer
    uint8_t leader                    # of the current trick; in the pass, the seat that will lead
    uint8_t turn                      # the first seat that may act; BI_NONE when the game is over
    uint8_t pending                   # choices of the pass that are still to come
    uint8_t has_last                  # a round has been settled and is known
    uint8_t padding[2]

# What one viewer knows. `seen` is a state in which everything hidden is blank: sets empty, cards BI_NONE,
# the generator zero.
ctypedef struct bi_view:
    int32_t viewer                    # seat, CG_VIEW_SPECTATOR or CG_VIEW_EVERYTHING
    uint8_t shows_hand                # bit s: the hidden hand of seat s is seen
    uint8_t shows_devil               # bit s: the Devil's cards of seat s are seen
    uint8_t hand_sizes[BI_SEATS]
    uint8_t voids[BI_SEATS]           # bit c: failed to follow colour c this round
    uint8_t padding[6]
    bi_state seen


@cython.final
cdef class CoreBottleImp(CoreGame):
    cdef bi_game rules


@cython.final
@cython.no_gc
cdef class BottleImpState(State):
    cdef bi_state state


cdef const cg_table *bi_table() noexcept nogil

# --- play (bottle_imp.pyx) ---
cdef int32_t bi_colour(int32_t card) noexcept nogil
cdef int32_t bi_points(uint64_t cards) noexcept nogil
cdef int32_t bi_devil_count(const bi_game *g, const bi_state *s, int32_t seat) noexcept nogil
cdef int32_t bi_choices(const bi_game *g, const bi_state *s, int32_t seat) noexcept nogil
cdef int32_t bi_play_seat(const bi_game *g, const bi_state *s, int32_t index) noexcept nogil
cdef int32_t bi_last_trick(const bi_game *g, const bi_state *s, int32_t *leader, const uint8_t **cards) noexcept nogil
cdef void bi_voids(const bi_game *g, const bi_state *s, uint8_t *voids) noexcept nogil
cdef uint64_t bi_playable(const bi_game *g, const bi_state *s, int32_t seat) noexcept nogil
cdef void bi_reset(const void *game, void *state, uint64_t seed) noexcept nogil
cdef int32_t bi_to_act(const void *game, const void *state, int32_t *seats) noexcept nogil
cdef int32_t bi_current_player(const void *game, const void *state) noexcept nogil
cdef int32_t bi_legal(const void *game, const void *state, int32_t seat, int32_t *actions) noexcept nogil
cdef int32_t bi_refusal(const void *game, const void *state, int32_t seat, int32_t action) noexcept nogil
cdef int32_t bi_apply(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil
cdef void bi_apply_unchecked(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil
cdef int32_t bi_play_random(const void *game, void *state) noexcept nogil
cdef int32_t bi_is_over(const void *game, const void *state) noexcept nogil
cdef void bi_scores(const void *game, const void *state, int32_t *scores) noexcept nogil
cdef uint32_t bi_winners(const void *game, const void *state) noexcept nogil
cdef int32_t bi_team(const bi_game *g, int32_t dealer, int32_t seat) noexcept nogil
