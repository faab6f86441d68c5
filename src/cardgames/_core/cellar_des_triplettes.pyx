"""Cellar des Triplettes: bodies of the functions in cellar_des_triplettes.pxd, and one thin class each for game
and state."""
cimport cython
from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from cardgames._core.bits cimport bits_count, bits_highest, bits_list, bits_lowest, bits_nth, contains
from cardgames._core.multiset cimport (
    from_kind, kinds_count, kinds_lowest, kinds_nth, multiset_count, multiset_kinds, multiset_list, multiset_one,
    multiset_size, multiset_within,
)
from cardgames._core.rng cimport has_rng, rng_below, rng_seed, rng_shuffle
from cardgames._core.seats cimport put_seat, seat_after, seats_with_most
from cardgames._core.state cimport CoreGame, State, as_viewer, first_items, put_rng, register_types, seed_by_content
from cardgames._core.table cimport (
    CG_ABI_VERSION, CG_CURRENT_PLAYER, CG_VIEW_EVERYTHING, CG_VIEW_SPECTATOR, cg_rng, cg_table,
)

include "cellar_des_triplettes_cellar.pxi"
include "cellar_des_triplettes_play.pxi"
include "cellar_des_triplettes_guided.pxi"
include "cellar_des_triplettes_view.pxi"
include "cellar_des_triplettes_worlds.pxi"
include "cellar_des_triplettes_position.pxi"

cdef cg_table TABLE
TABLE.abi_version = CG_ABI_VERSION
TABLE.struct_size = sizeof(cg_table)
TABLE.name = b"cellar_des_triplettes"
TABLE.reset = ct_reset
TABLE.to_act = ct_to_act
TABLE.current_player = ct_current_player
TABLE.legal = ct_legal
TABLE.refusal = ct_refusal
TABLE.apply = ct_apply
TABLE.apply_unchecked = ct_apply_unchecked
TABLE.play_random = ct_play_random
TABLE.is_over = ct_is_over
TABLE.scores = ct_scores
TABLE.winners = ct_winners
TABLE.view = ct_fill_view
TABLE.observe = ct_observe
TABLE.determinize = ct_determinize
TABLE.check = ct_check
TABLE.guided = ct_guided

ct_fill_tables()


cdef const cg_table *ct_table() noexcept nogil:
    return &TABLE


# --- For the facade ---

TENTHS_BY_CARD = tuple([VALUE_OF[card] for card in range(CT_TYPES)])
STARS_BY_CARD = tuple([STARS_OF[card] for card in range(CT_TYPES)])
# Variety of each wine; the empty bottle, card 0, has none.
VARIETY_BY_CARD = (None, *[VARIETY_OF[card] for card in range(1, CT_TYPES)])
TRIPLETS_BY_SLOT = tuple(sorted([tuple([TRIPLET_SLOTS[i][j] for j in range(3)]) for i in range(TRIPLETS)]))
CALL = CT_CALL
PASS = CT_PASS
PASS_DRAW = CT_PASS_DRAW
FIRST_PLACE = CT_FIRST_PLACE
DONE = CT_DONE


def triplets(cards):
    """Slots and points of the triplets that score in a cellar of 15 slots (cards or None)."""
    cdef int32_t points
    found = []
    for slots in TRIPLETS_BY_SLOT:
        a, b, c = [cards[slot] for slot in slots]
        if a and b and c and VARIETY_BY_CARD[a] == VARIETY_BY_CARD[b] == VARIETY_BY_CARD[c]:
            points = triplet_points(a, b, c)
            if points:
                found.append((slots, points))
    return found


@cython.final
cdef class CoreCellarDesTriplettes(CoreGame):
    """The core of a game; its arguments are checked by `cardgames.CellarDesTriplettes`."""
    def __cinit__(self, int num_players, int max_rounds, varieties):
        """`varieties`: those in play, by number."""
        cdef ct_game *g = &self.rules
        cdef uint32_t in_play = 0
        cdef int32_t card, variety
        for variety in first_items(varieties, VARIETIES):
            if not 0 <= variety < VARIETIES:
                raise ValueError("options were not checked")
            in_play |= 1 << variety
        if not (3 <= num_players <= CT_SEATS and 1 <= max_rounds <= 1000
                and bits_count(in_play) == num_players + 2):
            raise ValueError("options were not checked")
        g.num_players = num_players
        g.max_rounds = max_rounds
        for card in range(CT_TYPES):
            if card == 0 or in_play >> VARIETY_OF[card] & 1:
                g.deck += CT_COPIES * multiset_one(card)
        g.card_count = multiset_size(g.deck)
        g.pile_count = g.card_count - num_players * CT_DEALT - CT_DISPLAY
        g.limits.num_players = num_players
        g.limits.num_actions = CT_ACTIONS
        g.limits.max_legal_actions = CT_LEGAL
        g.limits.max_game_length = CT_TURN_ACTIONS * num_players * max_rounds + g.card_count
        g.limits.observation_size = ct_observation_size(g)
        g.limits.state_size = sizeof(ct_state)
        g.limits.view_size = sizeof(ct_view)
        self.limits = &g.limits
        self.table = &TABLE
        self.state_type = CellarDesTriplettesState

    @cython.boundscheck(True)
    @cython.wraparound(True)
    def state_from_fields(self, owner, fields):
        """A state from plain numbers, or the code of what is wrong with them.

        The facade has checked types and ranges: `fields` is what CellarDesTriplettesState.fields gives, as far as
        it is not derived.
        """
        cdef const ct_game *g = &self.rules
        cdef CellarDesTriplettesState state = <CellarDesTriplettesState>self.blank_state(owner)
        cdef ct_state *s = &state.state
        cdef int32_t seat, number, i, code
        memset(s, 0, sizeof(ct_state))
        memset(s.cellar, CT_NONE, sizeof(s.cellar))
        s.phase = fields["phase"]
        s.round = fields["round"]
        s.final_round = fields["final_round"]
        s.truncated = fields["truncated"]
        s.starting_player = fields["starting_player"]
        s.high_bidder = CT_NONE if fields["high_bidder"] is None else fields["high_bidder"]
        s.seat = fields["to_act"][0] if fields["to_act"] else CT_NONE
        for seat in range(g.num_players):
            s.passed |= <uint8_t>bool(fields["passed"][seat]) << seat
            s.hand[seat] = multiset_of(fields["hands"][seat])
            s.known[seat] = multiset_of(fields["known_hands"][seat])
            s.bid[seat] = multiset_of(fields["bids"][seat])
            cellars = first_items(fields["cellars"][seat], CT_CELLARS)
            if len(cellars) > CT_CELLARS:
                return CT_BAD_CELLAR
            s.cellars[seat] = len(cellars)
            for number, (cards, covered) in enumerate(cellars):
                for i in range(CT_SLOTS):
                    s.cellar[seat][number][i] = CT_NONE if cards[i] is None else cards[i]
                for i in first_items(covered, CT_SLOTS):
                    if not 0 <= i < CT_SLOTS:
                        return CT_BAD_CELLAR
                    s.covered[seat][number] |= 1 << i
        s.turn = multiset_of(fields["turn"])
        s.display = multiset_of(fields["display"])
        # Both from the bottom up.
        pile = first_items(fields["pile"], CT_PILE)[::-1]
        bottom = first_items(fields["pile_bottom"], CT_PILE)[::-1]
        if len(pile) > g.pile_count:
            return CT_BAD_PILE
        if bottom != pile[:len(bottom)]:
            return CT_BAD_BOTTOM
        s.pile_size = len(pile)
        s.bottom = len(bottom)
        for i in range(s.pile_size):
            s.pile[i] = pile[i]
        if not put_rng(state, fields["rng"]):
            return CT_BAD_RNG
        code = ct_complete(g, s)
        if code != 0:
            return code
        seed_by_content(state)
        return state


cdef uint64_t multiset_of(object cards) except? 0:
    """A multiset from cards by index, none of them more than three times."""
    cdef uint64_t result = 0
    cdef int32_t card
    for card in first_items(cards, CT_CARDS):
        if not 0 <= card < CT_TYPES or multiset_count(result, card) == CT_COPIES:
            raise ValueError("cards were not checked")
        result += multiset_one(card)
    return result


cdef tuple cards_of(uint64_t cards):
    """A multiset as cards by index, ascending."""
    cdef uint8_t[CT_CARDS] members
    cdef int32_t count = multiset_list(cards, members), i
    return tuple([members[i] for i in range(count)])


cdef list slots_of(uint32_t slots):
    cdef int32_t i
    return [i for i in range(CT_SLOTS) if slots >> i & 1]


cdef object seat_or_none(uint8_t seat):
    return None if seat == CT_NONE else seat


cdef list cellars_of(const ct_state *s, int32_t seat):
    """For each cellar the cards of its slots (None for a free one) and the covered slots."""
    cdef int32_t number, i
    cdef const uint8_t *cellar
    result = []
    for number in range(s.cellars[seat]):
        cellar = s.cellar[seat][number]
        result.append((tuple([None if cellar[i] == CT_NONE else cellar[i] for i in range(CT_SLOTS)]),
                       slots_of(s.covered[seat][number])))
    return result


@cython.final
@cython.no_gc
@cython.auto_pickle(False)
cdef class CellarDesTriplettesState(State):
    """A position of Cellar des Triplettes."""

    def __cinit__(self, *arguments):
        self.data = &self.state

    def score_details(self, seat):
        """Where a seat's points come from: the stars and triplets of its cellars."""
        return self.view(CG_VIEW_SPECTATOR).score_details(seat)

    def fields(self, player):
        """What a viewer sees, as plain numbers.

        Cards by index, seats, None for what is hidden or not there.
        """
        cdef const ct_game *g = <const ct_game *>self.rules
        cdef ct_view view
        cdef const ct_state *s = &view.seen
        cdef int32_t n = g.num_players, seat, i, placing_count
        cdef int32_t[CT_SEATS] placing
        ct_fill_view(g, &self.state, as_viewer(self, player), &view)
        placing_count = ct_placing(g, s, placing)
        return {
            "round": s.round,
            "phase": s.phase,
            "final_round": s.final_round == 1,
            "truncated": s.truncated == 1,
            "starting_player": s.starting_player,
            "high_bidder": seat_or_none(s.high_bidder),
            "to_act": [] if s.seat == CT_NONE else [s.seat],
            "hands": [cards_of(s.hand[seat]) if view.shows_hand >> seat & 1 else None for seat in range(n)],
            "hand_sizes": [view.hand_sizes[seat] for seat in range(n)],
            "known_hands": [cards_of(s.known[seat]) for seat in range(n)],
            "bids": [cards_of(s.bid[seat]) for seat in range(n)],
            "turn": cards_of(s.turn),
            "passed": [s.passed >> seat & 1 == 1 for seat in range(n)],
            "display": cards_of(s.display),
            "pile": [s.pile[i] for i in range(s.pile_size - 1, -1, -1)] if view.shows_pile else None,
            "pile_size": s.pile_size,
            "pile_bottom": [s.pile[i] for i in range(s.bottom - 1, -1, -1)],
            "placing": [placing[i] for i in range(placing_count)],
            "cellars": [cellars_of(s, seat) for seat in range(n)],
            "scores": [s.score[seat] for seat in range(n)],
            "rng": [s.rng.s[i] for i in range(4)] if player is None else None,
        }


register_types(CoreCellarDesTriplettes, CellarDesTriplettesState)
