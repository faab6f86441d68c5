"""Triplets: the state and every function of its rules.

A rank is its level, 1 (a 2) to 13 (an ace), so that 0 can mean none. A card is a byte: the level times 8, plus 4
while it is hidden (nobody but the owner of the hand knows it), plus its suit. Hands are ascending lists of such
bytes (bytelist.pxd), so of equal ranks the one that is played first stands first: a publicly known card, then the
suits in their order. Copies of a card in several decks are the same byte.

"Page" below is the game's page in the documentation, which cites the rulebook.
"""
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from cardgames._core.state cimport CoreGame, State
from cardgames._core.table cimport cg_limits, cg_rng, cg_table

cdef enum:
    TR_SEATS = 10            # the most players
    TR_LEVELS = 13
    TR_SUITS = 4
    TR_DECK = 52
    TR_DECKS = 4             # the most decks
    TR_CARDS = 208           # of four decks
    TR_GAP = 64              # zeros between stacks and pot: cards are moved in blocks of so many bytes
    TR_PLACES = 280          # for all cards, the gap, and a word that may be read beyond
    TR_ENDS = 16             # stacks and the end of the last one, rounded up to what is added to at once
    TR_HAND = 5              # the most cards of a hand
    TR_NONE = 255            # no seat

    TR_HIDDEN = 4            # of a card in a hand or stack: it is not publicly known
    TR_UNKNOWN = 4           # in a view: a card that the viewer does not know
    TR_TRIPLET = 4           # of a card in the pot: it is one of three of a triplet
    TR_LEAVES = 128          # of a card in the pot: it leaves the game with the end of the round
    TR_STANDING = 32         # of `winning`: a triplet that is not negated
    TR_FULL_BOUND = 0xD1     # a bound is its lowest level, plus 16 times its highest: 1 to 13

    TR_FIRST_TRIPLET = 13    # actions: the level - 1 for a single, this and the level - 1 for a triplet
    TR_ACTIONS = 26
    TR_LEGAL = 5             # the most legal actions: five different cards, or a triplet and three cards at most

# Why an action is refused.
cdef enum:
    TR_OK = 0
    TR_NO_SEAT = 1           # no such seat
    TR_NO_ACTION = 2         # no such action
    TR_GAME_OVER = 3
    TR_NOT_IN_TURN = 4
    TR_NOT_HELD = 5          # no card of the rank
    TR_NO_TRIPLET = 6        # fewer than three cards of the rank
    TR_LEAD_LOWEST = 7       # the round is opened with the lowest card
    TR_MUST_MEET = 8         # the hand has a card that is not lower than the winning one
    TR_LOW_TRIPLET = 9       # not higher than the standing triplet

# What is wrong with a position.
cdef enum:
    TR_BAD_RANGE = 1         # a field is outside its range
    TR_BAD_RNG = 2           # the generator is all zero
    TR_BAD_CARDS = 3         # not every card is in exactly one place
    TR_BAD_HAND = 4          # an empty hand above a stack
    TR_BAD_KNOWN = 5         # a known card above an unknown one in a stack
    TR_BAD_BOUNDS = 6        # not one for each hidden card, empty, not nested, or not met by the cards
    TR_BAD_POT = 7           # it cannot have been played clockwise
    TR_BAD_TURN = 8          # not the next seat that is in
    TR_BAD_IN = 9            # fewer than two seats in, or at the end not the winner of the last round
    TR_BAD_OVER = 10         # over too early
    TR_BAD_DERIVED = 11      # a field that follows from the others differs

ctypedef struct tr_game:
    cg_limits limits
    uint32_t max_rounds
    uint8_t num_players
    uint8_t decks
    uint8_t card_count               # 52 a deck
    uint8_t lowest_lead              # 1: every round is opened with the lowest card, 0: only the first
    uint8_t refill_round             # 1: the winner of a round draws up to five when it has collected
    uint8_t padding[7]

ctypedef struct tr_state:
    cg_rng rng
    uint64_t hand[TR_SEATS]
    uint64_t bounds[TR_SEATS]        # of the hidden cards of each hand, the tightest first
    # All cards that are in no hand. From the front the stacks, seat by seat, each from its bottom up, the known cards
    # under the hidden ones; from place card_count + TR_GAP - 1 backwards those that left the game, in their order,
    # then the pot, in its order, so that it lies as it will lie under a stack. Between them zeros, TR_GAP at least.
    uint8_t cards[TR_PLACES]
    uint32_t round                   # from 1
    uint16_t next_place              # where the next card of the pot goes
    uint16_t in_round                # bit s: seat s is in; at the end the winner of the last round
    uint16_t started                 # bit s: seat s was in when the round began; 0 at the end
    uint8_t stack_at[TR_ENDS]        # where the stack of each seat begins in `cards`; it ends where the next begins
    uint8_t passed[TR_SEATS]         # plays of the round when a seat without a card was passed over; 0: it was not
    uint8_t removed_size
    uint8_t middle                   # cards of the pot that the deal laid there,
    uint8_t leaving                  # that will leave the game,
    uint8_t plays                    # and how many singles and triplets were played
    uint8_t leader                   # who plays first in the round; TR_NONE at the end
    uint8_t winning                  # level of the winning card, with TR_STANDING for a triplet; 0 before the lead
    uint8_t winner                   # whose it is; TR_NONE before the lead
    uint8_t dealer
    uint8_t turn                     # the seat to act; TR_NONE when the game is over
    uint8_t padding[3]

# What one viewer knows: a state in which every card that it does not know is TR_UNKNOWN and the generator zero.
ctypedef struct tr_view:
    int32_t viewer                   # seat, CG_VIEW_SPECTATOR or CG_VIEW_EVERYTHING
    uint8_t padding[4]
    tr_state seen


@cython.final
cdef class CoreTriplets(CoreGame):
    cdef tr_game rules


@cython.final
@cython.no_gc
cdef class TripletsState(State):
    cdef tr_state state


cdef const cg_table *tr_table() noexcept nogil

# --- play (triplets_play.pxi) ---
cdef uint64_t tr_singles(const tr_game *g, const tr_state *s, int32_t seat, bint *meets) noexcept nogil
cdef uint64_t tr_triplet(const tr_game *g, const tr_state *s, int32_t seat) noexcept nogil
cdef void tr_reset(const void *game, void *state, uint64_t seed) noexcept nogil
cdef int32_t tr_to_act(const void *game, const void *state, int32_t *seats) noexcept nogil
cdef int32_t tr_current_player(const void *game, const void *state) noexcept nogil
cdef int32_t tr_legal(const void *game, const void *state, int32_t seat, int32_t *actions) noexcept nogil
cdef int32_t tr_refusal(const void *game, const void *state, int32_t seat, int32_t action) noexcept nogil
cdef int32_t tr_apply(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil
cdef void tr_apply_unchecked(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil
cdef int32_t tr_play_random(const void *game, void *state) noexcept nogil
cdef int32_t tr_is_over(const void *game, const void *state) noexcept nogil
cdef void tr_scores(const void *game, const void *state, int32_t *scores) noexcept nogil
cdef uint32_t tr_winners(const void *game, const void *state) noexcept nogil
