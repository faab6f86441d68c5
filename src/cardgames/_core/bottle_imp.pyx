"""Bottle Imp: bodies of the functions in bottle_imp.pxd, and one thin class each for game and state."""
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from cardgames._core.bits cimport bit, bits_count, bits_highest, bits_list, bits_lowest, bits_nth, contains
from cardgames._core.rng cimport has_rng, rng_below, rng_seed, rng_shuffle, rng_unit
from cardgames._core.seats cimport put_seat, seat_after, seats_with_most
from cardgames._core.state cimport CoreGame, State, as_viewer, first_items, put_rng, register_types, seed_by_content
from cardgames._core.table cimport (
    CG_ABI_VERSION, CG_CURRENT_PLAYER, CG_MAX_PLAYERS, CG_VIEW_EVERYTHING, cg_rng, cg_table,
)

include "bottle_imp_play.pxi"
include "bottle_imp_view.pxi"
include "bottle_imp_worlds.pxi"
include "bottle_imp_position.pxi"

cdef cg_table TABLE
TABLE.abi_version = CG_ABI_VERSION
TABLE.struct_size = sizeof(cg_table)
TABLE.name = b"bottle_imp"
TABLE.reset = bi_reset
TABLE.to_act = bi_to_act
TABLE.current_player = bi_current_player
TABLE.legal = bi_legal
TABLE.refusal = bi_refusal
TABLE.apply = bi_apply
TABLE.apply_unchecked = bi_apply_unchecked
TABLE.play_random = bi_play_random
TABLE.is_over = bi_is_over
TABLE.scores = bi_scores
TABLE.winners = bi_winners
TABLE.view = bi_fill_view
TABLE.observe = bi_observe
TABLE.determinize = bi_determinize
TABLE.check = bi_check

bi_fill_tables()
bi_fill_binomials()


cdef const cg_table *bi_table() noexcept nogil:
    return &TABLE


# --- For the facade ---

COLOURS_BY_CARD = tuple([COLOUR_OF[card] for card in range(BI_CARDS)])
POINTS_BY_CARD = tuple([POINTS_OF[card] for card in range(BI_CARDS)])
SMALL_DECK = tuple([WHOLE_RANKS[card] for card in range(36)])
START_PRICE = BI_START


@cython.final
cdef class CoreBottleImp(CoreGame):
    """The core of a game; its arguments are checked by `cardgames.BottleImp`."""
    def __cinit__(self, int num_players, int rounds, int bottles, teams, bint rotate_teams, int devil_cards):
        """`teams`: for every seat from the one that teams are counted from, the number of its team."""
        cdef bi_game *g = &self.rules
        cdef int32_t i, longest, team
        cdef list team_list = list(range(CG_MAX_PLAYERS)) if teams is None else first_items(teams, BI_SEATS)
        if not (2 <= num_players <= BI_SEATS and 1 <= rounds <= 100 and 1 <= bottles <= 2
                and 1 <= devil_cards <= (2 if num_players == 2 else 1)
                and (teams is None or len(team_list) == num_players)):
            raise ValueError("options were not checked")
        for i in range(num_players):
            team = team_list[i]
            if not 0 <= team < num_players:
                raise ValueError("options were not checked")
            g.team_of[i] = team
        g.card_count = BI_CARDS if num_players >= 5 else 36
        for i in range(g.card_count):
            g.cards[i] = i if num_players >= 5 else WHOLE_RANKS[i]
            g.deck |= bit(g.cards[i])
        g.num_players = num_players
        g.rounds = rounds
        g.bottles = bottles
        g.devil_cards = devil_cards
        g.rotate_teams = rotate_teams
        g.trick_size = 4 if num_players == 2 else num_players
        g.round_plays = g.card_count - num_players * devil_cards + (1 if num_players == 5 else 0)
        g.has_teams = teams is not None
        longest = pass_length(g) + g.round_plays
        # A hand is largest before the pass. With two players any card of both hands may be led: 10 + 7.
        g.limits.max_legal_actions = 18 - devil_cards if num_players == 2 else g.card_count // num_players
        if num_players == 5:
            g.limits.max_legal_actions = 11
        g.limits.num_players = num_players
        g.limits.num_actions = 4 * BI_CARDS
        g.limits.max_game_length = rounds * longest
        g.limits.observation_size = bi_observation_size(g)
        g.limits.state_size = sizeof(bi_state)
        g.limits.view_size = sizeof(bi_view)
        self.limits = &g.limits
        self.table = &TABLE
        self.state_type = BottleImpState

    @cython.boundscheck(True)
    @cython.wraparound(True)
    def state_from_fields(self, owner, fields):
        """A state from plain numbers, or the code of what is wrong with them.

        The facade has checked types and ranges: `fields` is what BottleImpState.fields gives, as far as it
        is not derived.
        """
        cdef const bi_game *g = &self.rules
        cdef BottleImpState state = <BottleImpState>self.blank_state(owner)
        cdef bi_state *s = &state.state
        cdef uint8_t[BI_SEATS][BI_PLAYS] played
        cdef int32_t[BI_SEATS] counts
        cdef int32_t seat, i, code
        memset(s, 0, sizeof(bi_state))
        memset(s.devil, BI_NONE, sizeof(s.devil))
        memset(s.given, BI_NONE, sizeof(s.given))
        memset(s.plays, BI_NONE, sizeof(s.plays))
        memset(s.last_trick, BI_NONE, sizeof(s.last_trick))
        memset(s.last_owner, BI_NONE, sizeof(s.last_owner))
        s.last_leader = BI_NONE
        s.phase = fields["phase"]
        s.round = fields["round"]
        s.dealer = fields["dealer"]
        for seat in range(g.num_players):
            s.hand[seat] = set_of(fields["hands"][seat])
            if g.num_players == 2:
                s.open_hand[seat] = set_of(fields["open_hands"][seat])
            for i, card in enumerate(first_items(fields["devil"][seat], 1)):
                s.devil[seat][i] = card
            for i in range(2):
                if fields["given"][i][seat] is not None:
                    s.given[i][seat] = fields["given"][i][seat]
            s.score[seat] = fields["scores"][seat]
            cards = first_items(fields["played"][seat], BI_PLAYS)
            if len(cards) > BI_PLAYS:
                return BI_BAD_SIZES
            counts[seat] = len(cards)
            for i in range(counts[seat]):
                played[seat][i] = cards[i]
        if not bi_order_plays(g, s, &played[0][0], counts):
            return BI_BAD_SIZES
        if fields["last_round"] is not None:
            put_last_round(g, s, fields["last_round"])
        trick = first_items(fields["last_trick"], BI_SEATS)
        if trick:
            if len(trick) > BI_SEATS:
                return BI_BAD_LAST_TRICK
            s.last_size = len(trick)
            s.last_leader = trick[0][0]
            for i in range(s.last_size):
                s.last_trick[i] = trick[i][1]
        if not put_rng(state, fields["rng"]):
            return BI_BAD_RNG
        code = bi_complete(g, s)
        if code != 0:
            return code
        seed_by_content(state)
        return state


@cython.boundscheck(True)
@cython.wraparound(True)
cdef int put_last_round(const bi_game *g, bi_state *s, dict last) except -1:
    cdef int32_t seat, i
    s.has_last = 1
    s.last_devil = set_of(last["devil"])
    for seat in range(g.num_players):
        s.last_gain[seat] = last["gain"][seat]
        s.last_won[seat] = set_of(last["won"][seat])
    for i in range(g.bottles):
        s.last_price[i], s.last_owner[i] = last["bottles"][i]
    return 0


cdef uint64_t set_of(object cards) except? 0:
    cdef uint64_t result = 0
    cdef int32_t card
    for card in first_items(cards, BI_CARDS):
        if not 0 <= card < BI_CARDS:
            raise ValueError("cards were not checked")
        result |= bit(card)
    return result


cdef tuple cards_of(uint64_t cards):
    cdef int32_t[BI_CARDS] members
    cdef int32_t count = bits_list(cards, 0, members), i
    return tuple([members[i] for i in range(count)])


cdef object card_or_none(uint8_t card):
    return None if card == BI_NONE else card


@cython.final
@cython.no_gc
@cython.auto_pickle(False)
cdef class BottleImpState(State):
    """A position of Bottle Imp."""

    def __cinit__(self, *arguments):
        self.data = &self.state

    def fields(self, player):
        """What a viewer sees, as plain numbers.

        Cards by index, seats, None for what is hidden or not there.
        """
        cdef const bi_game *g = <const bi_game *>self.rules
        cdef bi_view view
        cdef const bi_state *s = &view.seen
        cdef int32_t n = g.num_players, seat, i
        cdef int32_t[CG_MAX_PLAYERS] acting
        cdef const uint8_t *trick
        cdef int32_t acting_count, leader, size
        bi_fill_view(g, &self.state, as_viewer(self, player), &view)
        acting_count = bi_to_act(g, s, acting)
        size = bi_last_trick(g, s, &leader, &trick)
        played = [[] for _ in range(n)]
        for i in range(s.play_count):
            played[bi_play_seat(g, s, i)].append(s.plays[i])
        result = {
            "round": s.round,
            "dealer": s.dealer,
            "phase": s.phase,
            "hands": [cards_of(s.hand[seat]) if view.shows_hand >> seat & 1 else None for seat in range(n)],
            "hand_sizes": [view.hand_sizes[seat] for seat in range(n)],
            "open_hands": [cards_of(s.open_hand[seat]) for seat in range(2)] if n == 2 else None,
            "devil": [
                [s.devil[seat][i] for i in range(2) if s.devil[seat][i] != BI_NONE]
                if view.shows_devil >> seat & 1 else None
                for seat in range(n)
            ],
            "given": [[card_or_none(s.given[i][seat]) for seat in range(n)] for i in range(2)],
            "passed": [s.passed[seat] for seat in range(n)],
            "played": played,
            "leader": s.leader,
            "trick": [((s.leader + i) % n, s.plays[s.play_count - s.in_trick + i]) for i in range(s.in_trick)],
            "last_trick": [((leader + i) % n, trick[i]) for i in range(size)],
            "bottles": [(s.price[i], card_or_none(s.owner[i])) for i in range(g.bottles)],
            "won": [cards_of(s.won[seat]) for seat in range(n)],
            "voids": [[i for i in range(BI_COLOURS) if view.voids[seat] >> i & 1] for seat in range(n)],
            "teams": [bi_team(g, s.dealer, seat) for seat in range(n)] if g.has_teams else None,
            "last_round": None,
            "scores": [s.score[seat] for seat in range(n)],
            "to_act": [acting[i] for i in range(acting_count)],
            "rng": [s.rng.s[i] for i in range(4)] if player is None else None,
        }
        if s.has_last:
            result["last_round"] = {
                "gain": [s.last_gain[seat] for seat in range(n)],
                "devil": cards_of(s.last_devil),
                "won": [cards_of(s.last_won[seat]) for seat in range(n)],
                "bottles": [(s.last_price[i], s.last_owner[i]) for i in range(g.bottles)],
            }
        return result


register_types(CoreBottleImp, BottleImpState)
