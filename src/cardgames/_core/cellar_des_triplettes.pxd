"""Cellar des Triplettes: the state and every function of its rules.

A card is one of 22 types, 0 the empty bottle and e - 2 the wine of e Euros; sets of cards in hands, bids and
the display are multisets (multiset.pxd). Money is counted in tenths of Euros. The slots of a cellar are
numbered row by row from the left: row 1 is 0..4, row 2 is 5..8, row 3 is 9..11, row 4 is 12..13, row 5 is 14;
sets of slots are bits.

"Page" below is the game's page in the documentation, which cites the rulebook.
"""
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from cardgames._core.state cimport CoreGame, State
from cardgames._core.table cimport cg_limits, cg_rng, cg_table

cdef enum:
    CT_SEATS = 5             # the most players
    CT_TYPES = 22
    CT_COPIES = 3            # cards of each type
    CT_CARDS = 66            # the most cards in play
    CT_PILE = 37             # the most cards in the pile: 66 less 5 hands of 5 and a display of 4
    CT_NONE = 255            # no card, no seat

    CT_CELLARS = 5           # the most cellars of a seat: 66 cards fill four and begin a fifth
    CT_SLOTS = 15            # of a cellar
    CT_CELLAR_BYTES = 16
    CT_FULL = 0x7FFF         # all slots
    CT_ROW_1 = 0x1F

    CT_DEALT = 5             # cards dealt to a hand
    CT_DISPLAY = 4           # cards that the display is filled up to
    CT_HAND = 6              # cards that a hand may keep
    CT_PLACING_HAND = 11     # the most cards before placing: one bid of six, the other six received
    # The most legal actions: 11 types for 8 ways (4 cards in row 1: 3 slots above them, both ends, and the 3
    # empty bottles to cover).
    CT_LEGAL = 88
    CT_TURN_ACTIONS = 14     # of a seat in a round: 6 cards, each with its call, a pass and a done

    CT_OVER = 0              # phases
    CT_BID = 1
    CT_PLACE = 2

    CT_CALL = 22             # actions; below CT_CALL: lay a card of this type
    CT_PASS = 23
    CT_PASS_DRAW = 24
    CT_FIRST_PLACE = 25      # + CT_WAYS * type + way
    CT_DONE = 399
    CT_ACTIONS = 400
    CT_LEFT = 15             # ways to place: a slot, or growing row 1 at an end
    CT_RIGHT = 16
    CT_WAYS = 17

    CT_MOST_TOTAL = 1380     # tenths: six bottles of 23 Euros
    CT_SAME = 4              # points of a triplet of three identical bottles,
    CT_DIFFERENT = 1         # and of three different ones of a colour

# Why an action is refused.
cdef enum:
    CT_OK = 0
    CT_NO_SEAT = 1           # no such seat
    CT_NO_ACTION = 2         # no such action
    CT_GAME_OVER = 3
    CT_NOT_IN_DECK = 4       # a variety that is sorted out with so few players
    CT_BID_FIRST = 5         # a card placed while bids are laid
    CT_BID_DONE = 6          # a bid while cards are placed
    CT_NOT_IN_TURN = 7
    CT_NOT_HELD = 8
    CT_BELOW_LAST = 9        # a type below the one laid before
    CT_DEAD_END = 10         # no call could follow
    CT_CALL_NOTHING = 11     # no card laid this turn
    CT_CALL_EQUAL = 12       # another seat's total
    CT_PASS_LATE = 13        # a card has been laid this turn
    CT_DRAW_WITH_BID = 14
    CT_NO_PILE = 15
    CT_MUST_PLACE = 16       # more than six cards in the hand
    CT_TAKEN = 17            # a wine lies in the slot
    CT_ONLY_WINE = 18        # an empty bottle may be covered by a wine only
    CT_UNSUPPORTED = 19      # two cards must lie beneath
    CT_ROW_FULL = 20         # row 1 holds five cards
    CT_ROW_GROWS = 21        # row 1 grows at its ends
    CT_FIRST_RIGHT = 22      # the first card of a cellar is placed `right`
    CT_NEW_CELLAR = 23       # the cellar is full: the next card opens a new one, `right`

# What is wrong with a position.
cdef enum:
    CT_BAD_RANGE = 1         # a field is outside its range
    CT_BAD_RNG = 2           # the generator is all zero
    CT_BAD_CARDS = 3         # cards missing or doubled
    CT_BAD_HAND = 4          # a hand, or hand and bid, too large for the phase
    CT_BAD_KNOWN = 5         # known cards that are not held
    CT_BAD_HIDDEN = 6        # more cards of the deal in a hand than were dealt to it
    CT_BAD_DISPLAY = 7
    CT_BAD_PILE = 8          # more cards in the pile than after the deal
    CT_BAD_BOTTOM = 9        # more known cards at the bottom than can have been put there
    CT_BAD_FINAL = 10        # final_round, truncated, round and pile contradict each other
    CT_BAD_BIDS = 11         # bids, turn, passed or high_bidder do not fit the phase or each other
    CT_BAD_TOTALS = 12       # two called totals are equal
    CT_BAD_TURN = 13         # the seat to act has no legal action
    CT_BAD_CELLAR = 14       # a cellar that could not have been built
    CT_BAD_DERIVED = 15      # a field that follows from the others differs

ctypedef struct ct_game:
    cg_limits limits
    uint64_t deck                     # the types in play, three of each
    uint16_t max_rounds
    uint8_t num_players
    uint8_t card_count                # 48, 57 or 66
    uint8_t pile_count                # cards in the pile after the deal
    uint8_t padding[3]

ctypedef struct ct_state:
    cg_rng rng
    uint64_t hand[CT_SEATS]
    uint64_t known[CT_SEATS]          # the part of each hand that everybody knows
    uint64_t bid[CT_SEATS]            # cards on the table
    uint64_t turn                     # of those, the cards of the present, uncalled turn
    uint64_t display
    int32_t score[CT_SEATS]
    uint16_t total[CT_SEATS]          # value of each bid
    uint16_t filled[CT_SEATS]         # of each seat's latest cellar: slots with a card,
    uint16_t empties[CT_SEATS]        # and of those, where an empty bottle shows
    uint16_t covered[CT_SEATS][CT_CELLARS]     # slots where a wine covers an empty bottle
    uint16_t round                    # from 1
    uint8_t cellar[CT_SEATS][CT_CELLARS][CT_CELLAR_BYTES]    # the type that shows in each slot
    uint8_t cellars[CT_SEATS]         # cellars begun; 1 from the start
    uint8_t pile[CT_PILE]             # from the bottom up
    uint8_t pile_size
    uint8_t bottom                    # cards at the bottom of the pile that everybody knows
    uint8_t phase
    uint8_t starting_player           # of this round's bid
    uint8_t high_bidder               # from the trade to the refill
    uint8_t seat                      # to act; CT_NONE when the game is over
    uint8_t passed                    # bit s: seat s is out of the bidding
    uint8_t final_round
    uint8_t truncated                 # max_rounds alone made this round the final one
    uint8_t padding[7]

# What one viewer knows. `seen` is a state in which everything hidden is blank: hands 0, cards CT_NONE, the
# generator zero.
ctypedef struct ct_view:
    int32_t viewer                    # seat, CG_VIEW_SPECTATOR or CG_VIEW_EVERYTHING
    uint8_t shows_hand                # bit s: the hand of seat s is seen
    uint8_t shows_pile
    uint8_t hand_sizes[CT_SEATS]
    uint8_t padding[5]
    ct_state seen


@cython.final
cdef class CoreCellarDesTriplettes(CoreGame):
    cdef ct_game rules


@cython.final
@cython.no_gc
cdef class CellarDesTriplettesState(State):
    cdef ct_state state


cdef const cg_table *ct_table() noexcept nogil

# --- cards and cellars (cellar_des_triplettes_cellar.pxi) ---
cdef int32_t ct_value(int32_t card) noexcept nogil
cdef int32_t ct_stars(int32_t card) noexcept nogil
cdef int32_t ct_variety(int32_t card) noexcept nogil
cdef int32_t ct_cards_value(uint64_t cards) noexcept nogil
cdef int32_t ct_bonus(const uint8_t *cellar, int32_t slot) noexcept nogil
cdef uint32_t ct_ways(const ct_state *s, int32_t seat, uint32_t *wine_ways) noexcept nogil

# --- play (cellar_des_triplettes_play.pxi) ---
cdef uint64_t ct_layable(const ct_game *g, const ct_state *s, bint *can_call) noexcept nogil
cdef int32_t ct_placing(const ct_game *g, const ct_state *s, int32_t *seats) noexcept nogil
cdef void ct_reset(const void *game, void *state, uint64_t seed) noexcept nogil
cdef int32_t ct_to_act(const void *game, const void *state, int32_t *seats) noexcept nogil
cdef int32_t ct_current_player(const void *game, const void *state) noexcept nogil
cdef int32_t ct_legal(const void *game, const void *state, int32_t seat, int32_t *actions) noexcept nogil
cdef int32_t ct_refusal(const void *game, const void *state, int32_t seat, int32_t action) noexcept nogil
cdef int32_t ct_apply(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil
cdef void ct_apply_unchecked(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil
cdef int32_t ct_play_random(const void *game, void *state) noexcept nogil
cdef int32_t ct_is_over(const void *game, const void *state) noexcept nogil
cdef void ct_scores(const void *game, const void *state, int32_t *scores) noexcept nogil
cdef uint32_t ct_winners(const void *game, const void *state) noexcept nogil

# --- playouts (cellar_des_triplettes_guided.pxi) ---
cdef int32_t ct_guided(const void *game, const void *state, int32_t seat, cg_rng *rng) noexcept nogil
