"""Triplets: bodies of the functions in triplets.pxd, and one thin class each for game and state."""
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from cardgames._core.bits cimport bits_count, bits_lowest, contains
from cardgames._core.bytelist cimport (
    entries_from, entries_lowest, entries_nth, entries_used, list_append, list_at, list_find, list_insert, list_push,
    list_size, list_without,
)
from cardgames._core.rng cimport has_rng, rng_below, rng_seed, rng_shuffle
from cardgames._core.seats cimport put_seat, seat_after, seats_with_most
from cardgames._core.state cimport CoreGame, State, as_viewer, first_items, put_rng, register_types, seed_by_content
from cardgames._core.table cimport (
    CG_ABI_VERSION, CG_CURRENT_PLAYER, CG_VIEW_EVERYTHING, cg_rng, cg_table,
)

include "triplets_play.pxi"
include "triplets_view.pxi"
include "triplets_worlds.pxi"
include "triplets_position.pxi"

cdef cg_table TABLE
TABLE.abi_version = CG_ABI_VERSION
TABLE.struct_size = sizeof(cg_table)
TABLE.name = b"triplets"
TABLE.reset = tr_reset
TABLE.to_act = tr_to_act
TABLE.current_player = tr_current_player
TABLE.legal = tr_legal
TABLE.refusal = tr_refusal
TABLE.apply = tr_apply
TABLE.apply_unchecked = tr_apply_unchecked
TABLE.play_random = tr_play_random
TABLE.is_over = tr_is_over
TABLE.scores = tr_scores
TABLE.winners = tr_winners
TABLE.view = tr_fill_view
TABLE.observe = tr_observe
TABLE.determinize = tr_determinize
TABLE.check = tr_check


cdef void fill_tables() noexcept nogil:
    cdef int32_t seat, i
    for seat in range(TR_SEATS):
        for i in range(seat + 1, TR_ENDS):
            BEHIND[seat][i] = 0xFF


fill_tables()


cdef const cg_table *tr_table() noexcept nogil:
    return &TABLE


# --- For the facade ---

FIRST_TRIPLET = TR_FIRST_TRIPLET


@cython.final
cdef class CoreTriplets(CoreGame):
    """The core of a game; its arguments are checked by `cardgames.Triplets`."""
    def __cinit__(self, int num_players, int decks, bint lowest_lead, bint refill_round, int max_rounds):
        cdef tr_game *g = &self.rules
        if not (2 <= num_players <= TR_SEATS and 1 <= decks <= (TR_DECKS if num_players >= 4 else 1)
                and 1 <= max_rounds <= 100_000):
            raise ValueError("options were not checked")
        g.num_players = num_players
        g.decks = decks
        g.card_count = TR_DECK * decks
        g.lowest_lead = lowest_lead
        g.refill_round = refill_round
        g.max_rounds = max_rounds
        g.limits.num_players = num_players
        g.limits.num_actions = TR_ACTIONS
        g.limits.max_legal_actions = TR_LEGAL
        g.limits.max_game_length = max_rounds * g.card_count
        g.limits.observation_size = tr_observation_size(g)
        g.limits.state_size = sizeof(tr_state)
        g.limits.view_size = sizeof(tr_view)
        g.limits.max_score = g.card_count
        self.limits = &g.limits
        self.table = &TABLE
        self.state_type = TripletsState

    @cython.boundscheck(True)
    @cython.wraparound(True)
    def state_from_fields(self, owner, fields):
        """A state from plain numbers, or the code of what is wrong with them.

        The facade has checked types and ranges, and that known cards are there: `fields` is what TripletsState.fields
        gives, as far as it is not derived. Of a stack, `known_stacks` is None for the hidden cards.
        """
        cdef const tr_game *g = &self.rules
        cdef TripletsState state = <TripletsState>self.blank_state(owner)
        cdef tr_state *s = &state.state
        cdef uint8_t[TR_CARDS] players
        cdef int32_t seat, i, end = 0, code
        cdef list cards, known
        memset(s, 0, sizeof(tr_state))
        s.round = fields["round"]
        s.dealer = fields["dealer"]
        s.turn = fields["to_act"][0] if fields["to_act"] else TR_NONE
        for seat in range(g.num_players):
            s.hand[seat] = hand_of(fields["hands"][seat], fields["known_hands"][seat])
            s.bounds[seat] = bounds_of(fields["bounds"][seat])
            cards = first_items(fields["stacks"][seat], TR_CARDS)
            known = first_items(fields["known_stacks"][seat], TR_CARDS)
            if end + len(cards) > g.card_count:
                return TR_BAD_CARDS
            end += len(cards)
            move_ends(s, seat, len(cards))
            for i in range(len(cards)):
                s.cards[end - 1 - i] = byte_of(cards[i]) | (TR_HIDDEN if known[i] is None else 0)
        cards = first_items(fields["removed"], TR_CARDS)
        if end + len(cards) > g.card_count:
            return TR_BAD_CARDS
        for i in range(len(cards)):
            s.cards[removed_place(g, i)] = byte_of(cards[i])
        s.removed_size = len(cards)
        end += len(cards)
        s.next_place = pot_place(g, s, 0)
        for player, laid in first_items(fields["pot"], TR_CARDS):
            cards = first_items(laid, TR_CARDS)
            if not cards:
                return TR_BAD_POT
            if end + len(cards) > g.card_count:
                return TR_BAD_CARDS
            end += len(cards)
            if player is None:
                s.middle = len(cards)
            else:
                players[s.plays] = checked_seat(player)
                s.plays += 1
            for i in range(len(cards)):
                lay(s, byte_of(cards[i]) | (TR_TRIPLET if player is not None and len(cards) == 3 else 0))
        for seat in first_items(fields["in_round"], TR_SEATS):
            s.in_round |= 1 << checked_seat(seat)
        if not put_rng(state, fields["rng"]):
            return TR_BAD_RNG
        code = tr_complete(g, s, players)
        if code != 0:
            return code
        seed_by_content(state)
        return state


cdef int32_t checked_seat(int32_t seat) except -1:
    if not 0 <= seat < TR_SEATS:
        raise ValueError("seats were not checked")
    return seat


cdef int32_t byte_of(object index) except -1:
    """A card by its index, 0 to 51, as a byte."""
    cdef int32_t card = index
    if not 0 <= card < TR_DECK:
        raise ValueError("cards were not checked")
    return (card // TR_SUITS + 1) << 3 | card % TR_SUITS


cdef inline int32_t index_of(int32_t card) noexcept nogil:
    return (level_of(card) - 1) * TR_SUITS + (card & 3)


cdef uint64_t hand_of(object cards, object known) except? 0:
    """A hand from cards by index, some of which are publicly known."""
    cdef list public = first_items(known, TR_HAND)
    cdef uint64_t hand = 0
    cdef list held = first_items(cards, TR_HAND)
    if len(held) > TR_HAND:
        raise ValueError("hands were not checked")
    for card in held:
        if card in public:
            public.remove(card)
            hand = list_insert(hand, byte_of(card))
        else:
            hand = list_insert(hand, byte_of(card) | TR_HIDDEN)
    return hand


cdef uint64_t bounds_of(object bounds) except? 0:
    """Bounds from pairs of ranks in any order; nested ones get tightest first."""
    cdef uint64_t result = 0
    cdef int32_t low, high
    pairs = [(last - first, first, last) for first, last in first_items(bounds, TR_HAND)]
    if len(pairs) > TR_HAND:
        raise ValueError("bounds were not checked")
    for _, low, high in sorted(pairs):
        if not (0 <= low < TR_LEVELS and 0 <= high < TR_LEVELS):
            raise ValueError("bounds were not checked")
        result = list_append(result, (low + 1) | (high + 1) << 4)
    return result


cdef list hand_cards(uint64_t hand, bint public):
    """Cards by index, ascending, then None for each unknown one; or the publicly known ones only."""
    cdef int32_t card, i
    known = []
    unknown = []
    for i in range(list_size(hand)):
        card = list_at(hand, i)
        if card == TR_UNKNOWN:
            unknown.append(None)
        elif not public or card & TR_HIDDEN == 0:
            known.append(index_of(card))
    known.sort()
    return known if public else known + unknown


cdef list stack_cards(const tr_state *s, int32_t seat, bint public):
    """Cards by index, from the top; None for an unknown one."""
    cdef int32_t i, card
    result = []
    for i in range(stack_end(s, seat) - 1, stack_start(s, seat) - 1, -1):
        card = s.cards[i]
        result.append(None if card == TR_UNKNOWN or (public and card & TR_HIDDEN) else index_of(card))
    return result


cdef list bounds_list(uint64_t bounds):
    cdef int32_t i
    return [(bound_low(list_at(bounds, i)) - 1, bound_high(list_at(bounds, i)) - 1) for i in range(list_size(bounds))]


cdef list pot_plays(const tr_game *g, const tr_state *s):
    """Who played and what, in order; None for who stands for the deal."""
    cdef uint8_t[TR_CARDS] players
    cdef int32_t i = 0, play, size, k
    plays = []
    list_players(g, s, players)
    if s.middle:
        plays.append((None, [index_of(s.cards[pot_place(g, s, k)]) for k in range(s.middle)]))
        i = s.middle
    for play in range(s.plays):
        size = 3 if s.cards[pot_place(g, s, i)] & TR_TRIPLET else 1
        plays.append((players[play], [index_of(s.cards[pot_place(g, s, i + k)]) for k in range(size)]))
        i += size
    return plays


cdef list seats_of(uint32_t seats):
    cdef int32_t seat
    return [seat for seat in range(TR_SEATS) if seats >> seat & 1]


@cython.final
@cython.no_gc
@cython.auto_pickle(False)
cdef class TripletsState(State):
    """A position of Triplets."""

    def __cinit__(self, *arguments):
        self.data = &self.state

    def action_effect(self, int32_t action):
        """What a legal action of `current_player` does, and the cards, by index, that it plays.

        0: leads; 1: beats; 2: negates; 3: is out. None for an action that is not legal now.
        """
        cdef const tr_state *s = &self.state
        cdef const tr_game *g = <const tr_game *>self.rules
        cdef int32_t i, place, effect = 1
        cdef bint single = action < TR_FIRST_TRIPLET
        if tr_refusal(g, s, CG_CURRENT_PLAYER, action) != TR_OK:
            return None
        place = place_of_action(s.hand[s.turn], action)
        cards = [index_of(list_at(s.hand[s.turn], place + i)) for i in range(1 if single else 3)]
        if s.winning == 0:
            effect = 0
        elif single and s.winning & TR_STANDING:
            effect = 2 if action + 1 == s.winning - TR_STANDING else 3
        elif single and action + 1 < s.winning:
            effect = 3
        return effect, sorted(cards)

    def fields(self, player):
        """What a viewer sees, as plain numbers.

        Cards by index, ranks from 0, None for an unknown card.
        """
        cdef const tr_game *g = <const tr_game *>self.rules
        cdef tr_view view
        cdef const tr_state *s = &view.seen
        cdef int32_t n = g.num_players, seat, i
        cdef int32_t[TR_SEATS] scores
        tr_fill_view(g, &self.state, as_viewer(self, player), &view)
        tr_scores(g, s, scores)
        return {
            "round": s.round,
            "to_act": [] if s.turn == TR_NONE else [s.turn],
            "dealer": s.dealer,
            "hands": [hand_cards(s.hand[seat], False) for seat in range(n)],
            "stacks": [stack_cards(s, seat, False) for seat in range(n)],
            "known_hands": [hand_cards(s.hand[seat], True) for seat in range(n)],
            "known_stacks": [stack_cards(s, seat, True) for seat in range(n)],
            "bounds": [bounds_list(s.bounds[seat]) for seat in range(n)],
            "pot": pot_plays(g, s),
            "in_round": seats_of(s.in_round),
            "winning": ((s.winning & TR_STANDING != 0, (s.winning & ~TR_STANDING) - 1, s.winner)
                        if s.winning else None),
            "removed": [index_of(s.cards[removed_place(g, i)]) for i in range(s.removed_size)],
            "scores": [scores[seat] for seat in range(n)],
            "rng": [s.rng.s[i] for i in range(4)] if player is None else None,
        }


register_types(CoreTriplets, TripletsState)
