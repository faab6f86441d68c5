"""Wine Cellar: bodies of the functions in wine_cellar.pxd, and one thin class each for game and state."""
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from cardgames._core.bits cimport bits_list, bits_lowest
from cardgames._core.bytelist cimport (
    list_append, list_at, list_find, list_insert, list_push, list_size, list_sorted, list_without,
)
from cardgames._core.rng cimport has_rng, rng_below, rng_seed, rng_shuffle
from cardgames._core.seats cimport put_seat, seat_after, seats_with_most
from cardgames._core.state cimport CoreGame, State, as_viewer, first_items, put_rng, register_types, seed_by_content
from cardgames._core.table cimport (
    CG_ABI_VERSION, CG_CURRENT_PLAYER, CG_MAX_PLAYERS, CG_VIEW_EVERYTHING, CG_VIEW_SPECTATOR, cg_rng, cg_table,
)

include "wine_cellar_play.pxi"
include "wine_cellar_guided.pxi"
include "wine_cellar_view.pxi"
include "wine_cellar_worlds.pxi"
include "wine_cellar_position.pxi"

cdef cg_table TABLE
TABLE.abi_version = CG_ABI_VERSION
TABLE.struct_size = sizeof(cg_table)
TABLE.name = b"wine_cellar"
TABLE.reset = wc_reset
TABLE.to_act = wc_to_act
TABLE.current_player = wc_current_player
TABLE.legal = wc_legal
TABLE.refusal = wc_refusal
TABLE.apply = wc_apply
TABLE.apply_unchecked = wc_apply_unchecked
TABLE.play_random = wc_play_random
TABLE.is_over = wc_is_over
TABLE.scores = wc_scores
TABLE.winners = wc_winners
TABLE.view = wc_fill_view
TABLE.observe = wc_observe
TABLE.determinize = wc_determinize
TABLE.check = wc_check
TABLE.guided = wc_guided


cdef const cg_table *wc_table() noexcept nogil:
    return &TABLE


cdef int32_t best_score(const wc_game *g) noexcept nogil:
    """The most that a client can get out of the eight best bottles in play, each at its best age."""
    cdef int32_t[WC_BOTTLES] values
    cdef int32_t client, number, i, j, best = 0, total
    for client in range(1, g.client_count + 1):
        total = 0
        for number in range(1, g.bottle_count + 1):
            values[number - 1] = g.value[client][number] + best_age(g, number)
        for i in range(WC_AGES):
            for j in range(i + 1, g.bottle_count):
                if values[j] > values[i]:
                    values[i], values[j] = values[j], values[i]
            total += values[i]
        best = max(best, total)
    return best


cdef int32_t best_age(const wc_game *g, int32_t number) noexcept nogil:
    cdef int32_t i, best = 0
    for i in range(WC_AGES):
        best = max(best, <int32_t>g.age[number][i])
    return best


# --- For the facade ---

FIRST_BID = WC_FIRST_BID
FIRST_TAKE = WC_FIRST_TAKE


@cython.final
cdef class CoreWineCellar(CoreGame):
    """The core of a game; its arguments are checked by `cardgames.WineCellar`."""
    @cython.boundscheck(True)
    @cython.wraparound(True)
    def __cinit__(self, int num_players, int games, ages, clients):
        """`ages`: the Age Scores of the bottles in play, in order. `clients`: for each client in use, by id, its
        three bonuses (first type, second type, country) and for each bottle in play what matches, as bits: 1 the
        first type, 2 the second, 4 a listed country, 8 the first one."""
        cdef wc_game *g = &self.rules
        cdef int32_t number, i, client, kind
        cdef list age_list = first_items(ages, WC_BOTTLES), client_list = first_items(clients, WC_CLIENTS), row
        if not (1 <= num_players <= WC_SEATS and (games == 1 or (games == WC_GAMES and num_players > 1))
                and len(age_list) == 9 * max(num_players, 2)
                and 2 * num_players <= len(client_list) <= WC_CLIENTS):
            raise ValueError("options were not checked")
        g.num_players = num_players
        g.games = games
        g.bottle_count = len(age_list)
        g.lower_count = (g.bottle_count + 1) // 2 if games > 1 else 0
        g.client_count = len(client_list)
        g.prize_count = max(num_players, 2)
        for number in range(1, g.bottle_count + 1):
            row = first_items(age_list[number - 1], WC_AGES)
            for i in range(WC_AGES):
                g.age[number][i] = row[i]
        for client in range(1, g.client_count + 1):
            bonuses, matches = client_list[client - 1]
            row = first_items(bonuses, 3)
            for kind in range(3):
                g.bonus[client][kind] = row[kind]
            row = first_items(matches, WC_BOTTLES)
            for number in range(1, g.bottle_count + 1):
                g.match[client][number] = row[number - 1]
                for kind in range(3):
                    if g.match[client][number] >> kind & 1:
                        g.value[client][number] += g.bonus[client][kind]
        g.limits.num_players = num_players
        g.limits.num_actions = WC_ACTIONS
        g.limits.max_legal_actions = max(WC_AGES, 2 * num_players)
        g.limits.max_game_length = 17 * num_players * games
        g.limits.observation_size = wc_observation_size(g)
        g.limits.state_size = sizeof(wc_state)
        g.limits.view_size = sizeof(wc_view)
        g.limits.max_score = games * best_score(g)
        self.limits = &g.limits
        self.table = &TABLE
        self.state_type = WineCellarState

    @cython.boundscheck(True)
    @cython.wraparound(True)
    def state_from_fields(self, owner, fields):
        """A state from plain numbers, or the code of what is wrong with them.

        The facade has checked types and ranges: `fields` is what WineCellarState.fields gives, as far as it is
        not derived.
        """
        cdef const wc_game *g = &self.rules
        cdef WineCellarState state = <WineCellarState>self.blank_state(owner)
        cdef wc_state *s = &state.state
        cdef int32_t seat, i, k, code
        memset(s, 0, sizeof(wc_state))
        s.game = fields["game_number"]
        s.round = fields["round"]
        s.phase = fields["phase"]
        s.prizes = ascending(bytes_of(fields["prizes"]))
        for seat in range(g.num_players):
            s.hand[seat] = ascending(bytes_of(fields["hands"][seat]))
            s.cellar[seat] = bytes_of(fields["cellars"][seat])
            s.bid[seat] = fields["bids"][seat] or 0
            s.client[seat] = fields["clients"][seat] or 0
            first, second = first_items(fields["dealt_clients"][seat], 2)
            put_pair(s.dealt[seat], first, second)
            if fields["last_cellars"] is not None:
                s.last_cellar[seat] = bytes_of(fields["last_cellars"][seat])
                s.last_client[seat] = fields["last_clients"][seat]
        past = first_items(fields["past_clients"], WC_PAST)
        if len(past) > WC_PAST:
            return WC_BAD_PAST
        s.past_count = len(past)
        for i in range(s.past_count):
            for seat in range(g.num_players):
                for k in range(2):
                    s.past[i][seat][k] = past[i][seat][k]
        scores = first_items(fields["game_scores"], WC_GAMES)
        if len(scores) > WC_GAMES or (len(scores) > 0) != (fields["last_cellars"] is not None):
            return WC_BAD_SCORES
        s.scored = len(scores)
        for i in range(s.scored):
            for seat in range(g.num_players):
                s.game_score[i][seat] = scores[i][seat]
        if g.num_players == 1:
            eno = fields["eno"]
            s.eno_deck = bytes_of(eno["deck"])
            s.eno_taken = ascending(bytes_of(eno["taken"]))
            s.eno_client = eno["client"] or 0
            face_up = sorted(first_items(eno["face_up"], 2))
            if len(face_up) > 2:
                return WC_BAD_ENO
            for i, number in enumerate(face_up):
                s.eno_face[i] = number
        deck = first_items(fields["client_deck"], g.client_count)[::-1]
        if len(deck) > g.client_count:
            return WC_BAD_CLIENTS
        s.clients_left = len(deck)
        for i in range(s.clients_left):
            s.client_deck[i] = deck[i]
        if not put_rng(state, fields["rng"]):
            return WC_BAD_RNG
        code = wc_complete(g, s)
        if code != 0:
            return code
        seed_by_content(state)
        return state


cdef uint64_t bytes_of(object numbers) except? 0:
    """A list of at most eight bottles."""
    cdef uint64_t result = 0
    cdef int32_t number
    for number in first_items(numbers, WC_AGES):
        if not 1 <= number <= WC_BOTTLES or list_size(result) == WC_AGES:
            raise ValueError("bottles were not checked")
        result = list_append(result, number)
    return result


cdef tuple numbers_of(uint64_t cards):
    result = []
    while cards:
        result.append(cards & 0xFF)
        cards >>= 8
    return tuple(result)


cdef object number_or_none(uint8_t number):
    return None if number == 0 else number


@cython.final
@cython.no_gc
@cython.auto_pickle(False)
cdef class WineCellarState(State):
    """A position of Wine Cellar."""

    def __cinit__(self, *arguments):
        self.data = &self.state

    def score_details(self, seat):
        """Where a seat's points of the game last scored come from."""
        return self.view(CG_VIEW_SPECTATOR).score_details(seat)

    def score_so_far(self, seat):
        """What a seat's present cellar would score as it lies now."""
        return self.view(CG_VIEW_SPECTATOR).score_so_far(seat)

    def fields(self, player):
        """What a viewer sees, as plain numbers.

        Bottles by number, clients by their place among those in use, None for what is hidden or
        not there.
        """
        cdef const wc_game *g = <const wc_game *>self.rules
        cdef wc_view view
        cdef const wc_state *s = &view.seen
        cdef int32_t n = g.num_players, seat, i, acting_count
        cdef int32_t[CG_MAX_PLAYERS] acting
        cdef int32_t[4] parts
        cdef bint choosing
        wc_fill_view(g, &self.state, as_viewer(self, player), &view)
        acting_count = wc_to_act(g, s, acting)
        choosing = s.phase == WC_CLIENT or s.phase == WC_BID
        details = []
        so_far = []
        for seat in range(n):
            if s.scored:
                wc_cellar_score(g, s.last_cellar[seat], s.last_client[seat], parts)
                details.append((parts[0], parts[1], parts[2], parts[3]))
            wc_cellar_score(g, s.cellar[seat], s.client[seat], parts)
            so_far.append((parts[0], parts[1], parts[2], parts[3]))
        return {
            "game_number": s.game,
            "round": s.round,
            "phase": s.phase,
            "to_act": [acting[i] for i in range(acting_count)],
            "hands": [
                numbers_of(s.hand[seat]) if view.shows_hand >> seat & 1 or view.hand_sizes[seat] == 0 else None
                for seat in range(n)
            ],
            "hand_sizes": [view.hand_sizes[seat] for seat in range(n)],
            "low_left": [view.low_left[seat] for seat in range(n)] if wc_is_low_game(g, s) else None,
            "dealt_clients": [
                (s.dealt[seat][0], s.dealt[seat][1]) if view.shows_clients >> seat & 1 else None
                for seat in range(n)
            ],
            "clients": [number_or_none(s.client[seat]) for seat in range(n)],
            "past_clients": [
                [(s.past[i][seat][0], number_or_none(s.past[i][seat][1])) for seat in range(n)]
                for i in range(s.past_count)
            ],
            "chosen": [choosing and not s.waiting >> seat & 1 for seat in range(n)],
            "bids": [number_or_none(s.bid[seat]) for seat in range(n)],
            "prizes": numbers_of(s.prizes),
            "take_order": [number - 1 for number in numbers_of(s.order)],
            "cellars": [numbers_of(s.cellar[seat]) for seat in range(n)],
            "game_scores": [[s.game_score[i][seat] for seat in range(n)] for i in range(s.scored)],
            "last_cellars": [numbers_of(s.last_cellar[seat]) for seat in range(n)] if s.scored else None,
            "last_clients": [s.last_client[seat] for seat in range(n)] if s.scored else None,
            "details": details,
            "so_far": so_far,
            "eno": {
                "deck": numbers_of(s.eno_deck) if view.shows_decks or view.eno_deck_size == 0 else None,
                "deck_size": view.eno_deck_size,
                "face_up": numbers_of(<uint64_t>s.eno_face[0] | <uint64_t>s.eno_face[1] << 8),
                "client": number_or_none(s.eno_client),
                "taken": numbers_of(s.eno_taken),
            } if n == 1 else None,
            "client_deck": [s.client_deck[i] for i in range(s.clients_left - 1, -1, -1)]
            if view.shows_decks or s.clients_left == 0 else None,
            "rng": [s.rng.s[i] for i in range(4)] if player is None else None,
        }


register_types(CoreWineCellar, WineCellarState)
