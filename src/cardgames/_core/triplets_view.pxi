# What a viewer may see, and its layout as floats. Included by triplets.pyx.
#
# tr_fill_view decides by who owns a card; whatever leaves a state for a player is read from the tr_view that it
# fills.

cdef inline uint64_t known_cards(uint64_t hand) noexcept nogil:
    """The hand as the others see it: the unknown cards in front, then the known ones, ascending."""
    cdef uint64_t unknown = 0, known = 0
    cdef int32_t card
    while hand:
        card = hand & 0xFF
        if card & TR_HIDDEN:
            unknown = list_push(unknown, TR_UNKNOWN)
        else:
            known = list_append(known, card)
        hand >>= 8
    return unknown | known << (8 * list_size(unknown))


cdef void tr_fill_view(const void *game, const void *state, int32_t viewer, void *view) noexcept nogil:
    cdef const tr_game *g = <const tr_game *>game
    cdef tr_view *v = <tr_view *>view
    cdef int32_t seat, i
    memset(v, 0, sizeof(tr_view))
    v.viewer = viewer
    v.seen = (<const tr_state *>state)[0]
    if viewer == CG_VIEW_EVERYTHING:
        return
    for seat in range(g.num_players):
        if seat != viewer:
            v.seen.hand[seat] = known_cards(v.seen.hand[seat])
    # Nobody knows the order of the deal, not even of the own stack.
    for i in range(stacks_end(&v.seen)):
        if v.seen.cards[i] & TR_HIDDEN:
            v.seen.cards[i] = TR_UNKNOWN
    memset(&v.seen.rng, 0, sizeof(cg_rng))


# --- The observation ---

cdef enum:
    NEXT_CARDS = 5           # cards of a stack that are told one by one: a draw takes so many at the most
    COUNTS = 16              # by level; 0 counts the unknown cards


cdef inline void count_card(int32_t *counts, int32_t card, bint hidden) noexcept nogil:
    """Counts a card; one that is hidden from the public as unknown, unless hidden ones are seen."""
    counts[0 if card & TR_HIDDEN and not hidden else level_of(card)] += 1


cdef inline void count_hand(int32_t *counts, uint64_t hand, bint hidden) noexcept nogil:
    while hand:
        count_card(counts, hand & 0xFF, hidden)
        hand >>= 8


cdef inline void count_stack(int32_t *counts, const tr_state *s, int32_t seat) noexcept nogil:
    cdef int32_t i
    for i in range(stack_start(s, seat), stack_end(s, seat)):
        count_card(counts, s.cards[i], False)


cdef inline float *put_counts(float *out, const int32_t *counts, int32_t whole) noexcept nogil:
    """13 floats: cards of each rank / whole."""
    cdef int32_t i
    for i in range(TR_LEVELS):
        out[i] = counts[i + 1] / <float>whole
    return out + TR_LEVELS


cdef inline float *put_bounds(float *out, uint64_t bounds) noexcept nogil:
    """Five times 3 floats: 1 for a card that is not publicly known, its lowest and highest level / 13."""
    cdef int32_t i, bound
    for i in range(list_size(bounds)):
        bound = list_at(bounds, i)
        out[3 * i] = 1
        out[3 * i + 1] = bound_low(bound) / <float>TR_LEVELS
        out[3 * i + 2] = bound_high(bound) / <float>TR_LEVELS
    return out + 3 * TR_HAND


cdef inline float *put_next(float *out, const tr_state *s, int32_t seat) noexcept nogil:
    """Five times 13 floats: the rank of each of the next cards of a stack, all 0 for an unknown one and for none."""
    cdef int32_t i, top = stack_end(s, seat) - 1, card
    for i in range(min(stack_size(s, seat), NEXT_CARDS)):
        card = s.cards[top - i]
        if card & TR_HIDDEN == 0:
            out[TR_LEVELS * i + level_of(card) - 1] = 1
    return out + NEXT_CARDS * TR_LEVELS


cdef int32_t tr_observation_size(const tr_game *g) noexcept nogil:
    cdef int32_t n = g.num_players
    cdef int32_t size = 2 + 1 + 1 + 4 * n                         # phase .. in
    size += 3 + TR_LEVELS + n                                     # winning card
    size += TR_LEVELS + n + n * TR_LEVELS + n * 3 * TR_HAND       # hands
    size += 2 * n + n * TR_LEVELS + n * NEXT_CARDS * TR_LEVELS    # stacks
    return size + 4 * TR_LEVELS + n                               # pot, removed, unseen, scores


cdef void tr_observe(const void *game, const void *view, float *out) noexcept nogil:
    """The blocks in the order of observation_layout (tests compare the two); seats count from the viewer."""
    cdef const tr_game *g = <const tr_game *>game
    cdef const tr_view *v = <const tr_view *>view
    cdef const tr_state *s = &v.seen
    cdef int32_t n = g.num_players, first = v.viewer if v.viewer > 0 else 0, copies = TR_SUITS * g.decks
    cdef int32_t offset, i, card
    cdef bint is_seat = v.viewer >= 0
    cdef int32_t[TR_SEATS] seats
    cdef int32_t[COUNTS] counts
    cdef int32_t[COUNTS] unseen
    cdef int32_t[COUNTS] staying
    cdef int32_t[COUNTS] leaving
    cdef int32_t[COUNTS] removed
    cdef int32_t[TR_SEATS] scores
    memset(out, 0, g.limits.observation_size * sizeof(float))
    for offset in range(n):
        seats[offset] = seat_after(n, first, offset)
    out[s.turn == TR_NONE] = 1                    # play, over
    out[2] = s.round / <float>g.max_rounds
    out[3] = 1 if is_seat else 0
    out += 4
    if is_seat:
        out[v.viewer] = 1
    out += n
    out = put_seat(out, n, first, s.turn)
    out = put_seat(out, n, first, s.dealer)
    for offset in range(n):
        out[offset] = s.in_round >> seats[offset] & 1
    out += n
    out[0 if s.winning == 0 else 1 if s.winning & TR_STANDING == 0 else 2] = 1
    out += 3
    if s.winning:
        out[(s.winning & ~TR_STANDING) - 1] = 1
    out += TR_LEVELS
    out = put_seat(out, n, first, s.winner)
    memset(counts, 0, sizeof(counts))
    if is_seat:
        count_hand(counts, s.hand[v.viewer], True)
    out = put_counts(out, counts, TR_HAND)
    for offset in range(n):
        out[offset] = list_size(s.hand[seats[offset]]) / <float>TR_HAND
    out += n
    for offset in range(n):
        memset(counts, 0, sizeof(counts))
        count_hand(counts, s.hand[seats[offset]], False)
        out = put_counts(out, counts, TR_HAND)
    for offset in range(n):
        out = put_bounds(out, s.bounds[seats[offset]])
    for offset in range(n):
        out[offset] = stack_size(s, seats[offset]) / <float>g.card_count
        memset(counts, 0, sizeof(counts))
        count_stack(counts, s, seats[offset])
        out[n + offset] = counts[0] / <float>g.card_count
        put_counts(out + 2 * n + offset * TR_LEVELS, counts, copies)
    out += 2 * n + n * TR_LEVELS
    for offset in range(n):
        out = put_next(out, s, seats[offset])
    memset(staying, 0, sizeof(staying))
    memset(leaving, 0, sizeof(leaving))
    memset(removed, 0, sizeof(removed))
    memset(unseen, 0, sizeof(unseen))
    for i in range(pot_size(g, s)):
        card = s.cards[pot_place(g, s, i)]
        if card & TR_LEAVES:
            count_card(leaving, card, True)
        else:
            count_card(staying, card, True)
    for i in range(s.removed_size):
        count_card(removed, s.cards[removed_place(g, i)], True)
    for offset in range(n):
        count_hand(unseen, s.hand[seats[offset]], is_seat and offset == 0)
        count_stack(unseen, s, seats[offset])
    for i in range(1, TR_LEVELS + 1):
        unseen[i] = copies - unseen[i] - staying[i] - leaving[i] - removed[i]
    out = put_counts(out, staying, copies)
    out = put_counts(out, leaving, copies)
    out = put_counts(out, removed, copies)
    out = put_counts(out, unseen, copies)
    tr_scores(game, s, scores)
    for offset in range(n):
        out[offset] = scores[seats[offset]] / <float>g.card_count
