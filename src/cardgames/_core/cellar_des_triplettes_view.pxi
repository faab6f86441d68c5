# What a viewer may see, and its layout as floats. Included by cellar_des_triplettes.pyx.
#
# ct_fill_view decides by who owns a card, never by the phase; whatever leaves a state for a player is read from
# the ct_view that it fills.

cdef void ct_fill_view(const void *game, const void *state, int32_t viewer, void *view) noexcept nogil:
    cdef const ct_game *g = <const ct_game *>game
    cdef const ct_state *s = <const ct_state *>state
    cdef ct_view *v = <ct_view *>view
    cdef int32_t seat, i
    cdef bint everything = viewer == CG_VIEW_EVERYTHING
    memset(v, 0, sizeof(ct_view))
    v.viewer = viewer
    v.seen = s[0]
    for seat in range(g.num_players):
        v.hand_sizes[seat] = multiset_size(s.hand[seat])
        if everything or seat == viewer:
            v.shows_hand |= 1 << seat
        else:
            v.seen.hand[seat] = 0
    if everything:
        v.shows_pile = 1
        return
    for i in range(s.bottom, CT_PILE):
        v.seen.pile[i] = CT_NONE
    memset(&v.seen.rng, 0, sizeof(cg_rng))


# --- The observation ---

cdef enum:
    SLOT_FLOATS = 12         # of a slot: variety, stars, empty bottle, covers an empty bottle
    VARIETIES = 7


cdef inline float *put_counts(float *out, uint64_t cards) noexcept nogil:
    """22 floats: the share of each type's three cards that is there."""
    cdef uint64_t kinds = multiset_kinds(cards)
    cdef int32_t card
    while kinds:
        card = kinds_lowest(kinds)
        out[card] = multiset_count(cards, card) / <float>CT_COPIES
        kinds &= kinds - 1
    return out + CT_TYPES


cdef float *put_cellar(float *out, const ct_state *s, int32_t seat) noexcept nogil:
    """The latest cellar: 12 floats a slot."""
    cdef int32_t number = s.cellars[seat] - 1, slot, card
    cdef uint32_t filled = s.filled[seat]
    while filled:
        slot = bits_lowest(filled)
        filled &= filled - 1
        card = s.cellar[seat][number][slot]
        if card == 0:
            out[SLOT_FLOATS * slot + VARIETIES + 3] = 1
        else:
            out[SLOT_FLOATS * slot + VARIETY_OF[card]] = 1
            out[SLOT_FLOATS * slot + VARIETIES + STARS_OF[card] - 1] = 1
        if contains(s.covered[seat][number], slot):
            out[SLOT_FLOATS * slot + VARIETIES + 4] = 1
    return out + SLOT_FLOATS * CT_SLOTS


cdef float *put_full_cellars(float *out, const ct_state *s, int32_t seat) noexcept nogil:
    """What lies in the cellars before the latest: it scores no more, but is out of the game."""
    cdef int32_t number, slot
    for number in range(s.cellars[seat] - 1):
        for slot in range(CT_SLOTS):
            out[s.cellar[seat][number][slot]] += 1 / <float>CT_COPIES
        out[0] += bits_count(s.covered[seat][number]) / <float>CT_COPIES
    return out + CT_TYPES


cdef inline int32_t bottom_places(const ct_game *g) noexcept nogil:
    """The most known cards under the pile: each that is put there leaves one less in the pile."""
    return g.pile_count // 2


cdef int32_t ct_observation_size(const ct_game *g) noexcept nogil:
    cdef int32_t n = g.num_players
    cdef int32_t size = 3 + 1 + 1 + 1 + 1 + n             # phase .. seat
    size += 4 * n                                         # starting player, high bidder, to act, passed
    size += CT_TYPES + n + n * CT_TYPES                   # hand, sizes, known hands
    size += n * CT_TYPES + n + CT_TYPES + CT_TYPES        # bids, totals, turn, display
    size += 1 + bottom_places(g) * CT_TYPES               # pile
    size += n * SLOT_FLOATS * CT_SLOTS + n + n * CT_TYPES + n      # cellars, scores
    return size


cdef void ct_observe(const void *game, const void *view, float *out) noexcept nogil:
    """The blocks in the order of observation_layout (tests compare the two); seats count from the viewer."""
    cdef const ct_game *g = <const ct_game *>game
    cdef const ct_view *v = <const ct_view *>view
    cdef const ct_state *s = &v.seen
    cdef int32_t n = g.num_players, first = v.viewer if v.viewer > 0 else 0, offset, i
    cdef bint is_seat = v.viewer >= 0
    cdef int32_t[CT_SEATS] order
    memset(out, 0, g.limits.observation_size * sizeof(float))
    for offset in range(n):
        order[offset] = seat_after(n, first, offset)
    out[(s.phase + 2) % 3] = 1                    # bid, place, over
    out += 3
    out[0] = s.round / <float>g.max_rounds
    out[1] = s.final_round
    out[2] = s.truncated
    out[3] = 1 if is_seat else 0
    out += 4
    if is_seat:
        out[v.viewer] = 1
    out += n
    out = put_seat(out, n, first, s.starting_player)
    out = put_seat(out, n, first, s.high_bidder)
    out = put_seat(out, n, first, s.seat)
    for offset in range(n):
        out[offset] = s.passed >> order[offset] & 1
    out += n
    if is_seat:
        put_counts(out, s.hand[v.viewer])
    out += CT_TYPES
    for offset in range(n):
        out[offset] = v.hand_sizes[order[offset]] / <float>CT_PLACING_HAND
    out += n
    for offset in range(n):
        out = put_counts(out, s.known[order[offset]])
    for offset in range(n):
        out = put_counts(out, s.bid[order[offset]])
    for offset in range(n):
        out[offset] = s.total[order[offset]] / <float>CT_MOST_TOTAL
    out += n
    out = put_counts(out, s.turn)
    out = put_counts(out, s.display)
    out[0] = s.pile_size / <float>g.pile_count
    out += 1
    for i in range(s.bottom):
        out[CT_TYPES * i + s.pile[i]] = 1
    out += bottom_places(g) * CT_TYPES
    for offset in range(n):
        out = put_cellar(out, s, order[offset])
    for offset in range(n):
        out[offset] = (s.cellars[order[offset]] - 1) / <float>(CT_CELLARS - 1)
    out += n
    for offset in range(n):
        out = put_full_cellars(out, s, order[offset])
    for offset in range(n):
        out[offset] = s.score[order[offset]] / <float>100
