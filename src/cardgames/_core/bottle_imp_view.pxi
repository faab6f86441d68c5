# What a viewer may see, and its layout as floats. Included by bottle_imp.pyx.
#
# bi_fill_view decides by who owns a card, never by the phase alone; whatever leaves a state for a player
# is read from the bi_view that it fills.

cdef void bi_fill_view(const void *game, const void *state, int32_t viewer, void *view) noexcept nogil:
    cdef const bi_game *g = <const bi_game *>game
    cdef const bi_state *s = <const bi_state *>state
    cdef bi_view *v = <bi_view *>view
    cdef int32_t n = g.num_players, seat
    cdef bint everything = viewer == CG_VIEW_EVERYTHING
    memset(v, 0, sizeof(bi_view) - sizeof(bi_state))
    v.viewer = viewer
    # A call, where an assignment of this size would be a slow string instruction.
    memcpy(&v.seen, s, g.limits.state_size)
    bi_voids(g, s, v.voids)
    for seat in range(n):
        v.hand_sizes[seat] = bits_count(s.hand[seat])
        # When the game is over nothing is hidden but the generator.
        if everything or s.phase == BI_OVER or seat == viewer:
            v.shows_hand |= 1 << seat
            v.shows_devil |= 1 << seat
        else:
            v.seen.hand[seat] = 0
            memset(v.seen.devil[seat], BI_NONE, 2)
            if not sees_gift(g, s, viewer, seat, 0):
                v.seen.given[0][seat] = BI_NONE
            if not sees_gift(g, s, viewer, seat, 1):
                v.seen.given[1][seat] = BI_NONE
    if not everything:
        memset(&v.seen.rng, 0, sizeof(cg_rng))


cdef bint sees_gift(const bi_game *g, const bi_state *s, int32_t viewer, int32_t giver, int32_t side) noexcept nogil:
    """Whether the viewer, who is not the giver, sees what was given to this side: after the pass, if it
    was given to the viewer; with two players the open hand's gift lies open."""
    if s.phase == BI_PASS:
        return False
    if g.num_players == 2:
        return side == 0 or viewer >= 0
    return viewer == seat_after(g.num_players, giver, 1 if side == 0 else g.num_players - 1)


# --- The observation ---

cdef inline float *put_set(float *out, uint64_t cards) noexcept nogil:
    """54 floats: 1 for the cards of the set."""
    while cards:
        out[bits_lowest(cards)] = 1
        cards &= cards - 1
    return out + BI_CARDS


cdef inline float *put_card_bit(float *out, uint8_t card) noexcept nogil:
    """54 floats: 1 for the card, all 0 for none."""
    if card != BI_NONE:
        out[card] = 1
    return out + BI_CARDS


cdef inline float *put_bottles(float *out, const bi_game *g, int32_t first, const uint8_t *price,
                               const uint8_t *owner) noexcept nogil:
    cdef int32_t i
    for i in range(g.bottles):
        out[0] = price[i] / <float>BI_START
        out = put_seat(out + 1, g.num_players, first, owner[i])
    return out


cdef int32_t bi_observation_size(const bi_game *g) noexcept nogil:
    cdef int32_t n = g.num_players
    cdef int32_t size = 3 + 1 + 1 + n + n + n + n + 3 * BI_CARDS + 2 * BI_CARDS   # phase .. received
    if n == 2:
        size += 2 * BI_CARDS                                  # open hands
    size += n + BI_CARDS + n                                  # own hand and sizes, choices made
    size += n * (3 * BI_CARDS)                                # played, trick, last trick
    size += BI_COLOURS + n * BI_COLOURS                       # led colour, voids
    size += g.bottles * (1 + n) + n * BI_CARDS + n + n        # bottles, won, team, scores
    size += n + BI_CARDS + n * BI_CARDS + g.bottles * (1 + n)  # last round
    return size


cdef void bi_observe(const void *game, const void *view, float *out) noexcept nogil:
    """The blocks in the order of observation_layout (tests compare the two); seats count from the viewer."""
    cdef const bi_game *g = <const bi_game *>game
    cdef const bi_view *v = <const bi_view *>view
    cdef const bi_state *s = &v.seen
    cdef int32_t n = g.num_players, first = v.viewer if v.viewer > 0 else 0, offset, seat = 0, i
    cdef int32_t trick_number = 0, next_trick = 0
    cdef bint is_seat = v.viewer >= 0
    cdef float *block
    cdef const uint8_t *trick
    cdef int32_t leader
    cdef int32_t[BI_SEATS] order
    cdef int32_t[CG_MAX_PLAYERS] acting
    cdef uint8_t[BI_SEATS] made
    memset(out, 0, g.limits.observation_size * sizeof(float))
    for offset in range(n):
        order[offset] = seat_after(g.num_players, first, offset)
    out[(s.phase + 2) % 3] = 1                    # pass, play, over
    out += 3
    out[0] = s.round / <float>g.rounds
    out[1] = 1 if is_seat else 0
    out += 2
    if is_seat:
        out[v.viewer] = 1
    out += n
    out = put_seat(out, g.num_players, first, s.dealer)
    out = put_seat(out, g.num_players, first, s.leader)
    for i in range(bi_to_act(game, s, acting)):
        put_seat(out, g.num_players, first, acting[i])
    out += n
    # The viewer's own choices, then what it was given by its left and right neighbours (two players: what
    # the opponent gave to its open hand and to its hidden hand).
    if is_seat:
        for i in range(2):
            put_card_bit(out, s.devil[v.viewer][i])
        put_card_bit(out + BI_CARDS, s.given[0][v.viewer])
        put_card_bit(out + 2 * BI_CARDS, s.given[1][v.viewer])
    elif n == 2:
        put_card_bit(out + BI_CARDS, s.given[0][0])     # what lies open, the spectator sees too
    out += 3 * BI_CARDS
    if s.phase != BI_PASS and (is_seat or n == 2):
        if n == 2:
            put_card_bit(out, s.given[0][1 - first])
            if is_seat:
                put_card_bit(out + BI_CARDS, s.given[1][1 - first])
        else:
            put_card_bit(out, s.given[1][seat_after(g.num_players, first, 1)])
            put_card_bit(out + BI_CARDS, s.given[0][seat_after(g.num_players, first, n - 1)])
    out += 2 * BI_CARDS
    if n == 2:
        for offset in range(n):
            out = put_set(out, s.open_hand[order[offset]])
    if is_seat:
        put_set(out, s.hand[v.viewer])
    out += BI_CARDS
    for offset in range(n):
        out[offset] = v.hand_sizes[order[offset]] / <float>12
        out[n + offset] = s.passed[order[offset]] / <float>(g.devil_cards + 2)
    out += 2 * n
    # Played cards carry the order in which their seat played them.
    memset(made, 0, sizeof(made))
    for i in range(s.play_count):
        if i == next_trick:
            seat = s.leaders[trick_number] % n
            trick_number += 1
            next_trick += g.trick_size
        made[seat] += 1
        block = out + BI_CARDS * seat_after(n, seat, n - first)
        block[s.plays[i]] = PLAYED_AS[made[seat]]
        seat = seat_after(n, seat, 1)
    out += n * BI_CARDS
    for i in range(s.in_trick):
        seat = (s.leader + i) % n
        block = out + BI_CARDS * seat_after(n, seat, n - first)
        block[s.plays[s.play_count - s.in_trick + i]] = (i + 1) / <float>g.trick_size
    out += n * BI_CARDS
    for i in range(bi_last_trick(g, s, &leader, &trick)):
        seat = (leader + i) % n
        block = out + BI_CARDS * seat_after(n, seat, n - first)
        block[trick[i]] = (i + 1) / <float>g.trick_size
    out += n * BI_CARDS
    if s.in_trick:
        out[COLOUR_OF[s.plays[s.play_count - s.in_trick]]] = 1
    out += BI_COLOURS
    for offset in range(n):
        for i in range(BI_COLOURS):
            out[i] = v.voids[order[offset]] >> i & 1
        out += BI_COLOURS
    out = put_bottles(out, g, first, s.price, s.owner)
    for offset in range(n):
        out = put_set(out, s.won[order[offset]])
    for offset in range(n):
        if is_seat and g.has_teams and bi_team(g, s.dealer, order[offset]) == bi_team(g, s.dealer, first):
            out[offset] = 1
    out += n
    for offset in range(n):
        out[offset] = s.score[order[offset]] / <float>100
        out[n + offset] = s.last_gain[order[offset]] / <float>100
    out += 2 * n
    out = put_set(out, s.last_devil)
    for offset in range(n):
        out = put_set(out, s.last_won[order[offset]])
    if s.has_last:
        put_bottles(out, g, first, s.last_price, s.last_owner)
