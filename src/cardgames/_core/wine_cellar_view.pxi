# What a viewer may see, and its layout as floats. Included by wine_cellar.pyx.
#
# wc_fill_view decides by who owns a card; whatever leaves a state for a player is read from the wc_view that it
# fills.

cdef inline bint sees_hand(const wc_game *g, const wc_state *s, int32_t viewer, int32_t seat) noexcept nogil:
    """Its own; that of the only other player, as it holds what is nowhere else; and after the first game all, as
    the cellars became hands."""
    return viewer == seat or s.game > 1 or (g.num_players == 2 and viewer >= 0)


cdef void wc_fill_view(const void *game, const void *state, int32_t viewer, void *view) noexcept nogil:
    cdef const wc_game *g = <const wc_game *>game
    cdef const wc_state *s = <const wc_state *>state
    cdef wc_view *v = <wc_view *>view
    cdef int32_t seat, i
    cdef bint everything = viewer == CG_VIEW_EVERYTHING
    memset(v, 0, sizeof(wc_view))
    v.viewer = viewer
    v.seen = s[0]
    v.eno_deck_size = list_size(s.eno_deck)
    for seat in range(g.num_players):
        v.hand_sizes[seat] = list_size(s.hand[seat])
        if wc_is_low_game(g, s):
            v.low_left[seat] = low_count(g, s.hand[seat])
        if everything or sees_hand(g, s, viewer, seat):
            v.shows_hand |= 1 << seat
        else:
            v.seen.hand[seat] = 0
        if everything or viewer == seat:
            v.shows_clients |= 1 << seat
            continue
        v.seen.dealt[seat][0] = 0
        v.seen.dealt[seat][1] = 0
        for i in range(s.past_count):
            v.seen.past[i][seat][1] = 0
        # What is chosen at the same time stays hidden until all have chosen.
        if s.phase == WC_CLIENT:
            v.seen.client[seat] = 0
        if s.phase == WC_BID:
            v.seen.bid[seat] = 0
    if everything:
        v.shows_decks = 1
        return
    memset(v.seen.client_deck, 0, sizeof(v.seen.client_deck))
    v.seen.eno_deck = 0
    memset(&v.seen.rng, 0, sizeof(cg_rng))


cdef inline int32_t low_count(const wc_game *g, uint64_t hand) noexcept nogil:
    """How many cards of the lower half are in a hand."""
    cdef int32_t count = 0
    while hand:
        count += <int32_t>(hand & 0xFF) <= g.lower_count
        hand >>= 8
    return count


# --- The observation ---

cdef inline float *put_bottles(float *out, uint64_t cards) noexcept nogil:
    """72 floats: 1 for the bottles of a list."""
    while cards:
        out[(cards & 0xFF) - 1] = 1
        cards >>= 8
    return out + WC_BOTTLES


cdef inline float *put_places(float *out, uint64_t cellar) noexcept nogil:
    """72 floats: for the bottles of a cellar, the place from the top / 8."""
    cdef int32_t place = 1
    while cellar:
        out[(cellar & 0xFF) - 1] = place / <float>WC_AGES
        place += 1
        cellar >>= 8
    return out + WC_BOTTLES


cdef inline float *put_client(float *out, const wc_game *g, int32_t client) noexcept nogil:
    """A float per client in use: 1 for the client, all 0 for none."""
    if client:
        out[client - 1] = 1
    return out + g.client_count


cdef int32_t wc_observation_size(const wc_game *g) noexcept nogil:
    cdef int32_t n = g.num_players, clients = g.client_count
    cdef int32_t size = 4 + WC_GAMES + 1 + 1 + n              # phase .. seat
    size += n + n + n                                         # to act, chosen, take order
    size += n * WC_BOTTLES + n + n                            # hands, sizes, lower half
    size += n * WC_BOTTLES + WC_BOTTLES + n * WC_BOTTLES      # bids, prizes, cellars
    size += clients + n * clients + 2 * clients + n           # clients, scores
    if n == 1:
        size += 2 * WC_BOTTLES + 1 + clients                  # Eno
    return size


cdef void wc_observe(const void *game, const void *view, float *out) noexcept nogil:
    """The blocks in the order of observation_layout (tests compare the two); seats count from the viewer."""
    cdef const wc_game *g = <const wc_game *>game
    cdef const wc_view *v = <const wc_view *>view
    cdef const wc_state *s = &v.seen
    cdef int32_t n = g.num_players, first = v.viewer if v.viewer > 0 else 0, offset, seat, i, total
    cdef bint is_seat = v.viewer >= 0
    cdef uint64_t order = s.order
    cdef int32_t[WC_SEATS] seats
    cdef int32_t[CG_MAX_PLAYERS] acting
    memset(out, 0, g.limits.observation_size * sizeof(float))
    for offset in range(n):
        seats[offset] = seat_after(n, first, offset)
    out[(s.phase + 3) % 4] = 1                    # client, bid, take, over
    out += 4
    out[s.game - 1] = 1
    out += WC_GAMES
    out[0] = s.round / <float>WC_AGES
    out[1] = 1 if is_seat else 0
    out += 2
    if is_seat:
        out[v.viewer] = 1
    out += n
    for i in range(wc_to_act(game, s, acting)):
        put_seat(out, n, first, acting[i])
    out += n
    if s.phase == WC_CLIENT or s.phase == WC_BID:
        for offset in range(n):
            out[offset] = 1 - (s.waiting >> seats[offset] & 1)
    out += n
    i = 1
    while order:
        seat = (order & 0xFF) - 1
        out[seat_after(n, seat, n - first)] = i / <float>n
        i += 1
        order >>= 8
    out += n
    for offset in range(n):
        out = put_bottles(out, s.hand[seats[offset]])
    for offset in range(n):
        out[offset] = v.hand_sizes[seats[offset]] / <float>WC_AGES
        out[n + offset] = v.low_left[seats[offset]] / <float>(WC_AGES // 2)
    out += 2 * n
    for offset in range(n):
        out = put_bottles(out, s.bid[seats[offset]])
    out = put_bottles(out, s.prizes)
    for offset in range(n):
        out = put_places(out, s.cellar[seats[offset]])
    if is_seat:
        put_client(out, g, s.dealt[v.viewer][0])
        put_client(out, g, s.dealt[v.viewer][1])
    out += g.client_count
    for offset in range(n):
        out = put_client(out, g, s.client[seats[offset]])
    for i in range(s.past_count):
        for seat in range(n):
            put_client(out, g, s.past[i][seat][0])
            put_client(out + g.client_count, g, s.past[i][seat][1])     # the viewer's own only
    out += 2 * g.client_count
    for offset in range(n):
        total = 0
        for i in range(s.scored):
            total += s.game_score[i][seats[offset]]
        out[offset] = total / <float>100
    out += n
    if n == 1:
        out = put_bottles(out, <uint64_t>s.eno_face[0] | <uint64_t>s.eno_face[1] << 8)
        out = put_bottles(out, s.eno_taken)
        out[0] = v.eno_deck_size / <float>WC_AGES
        put_client(out + 1, g, s.eno_client)
