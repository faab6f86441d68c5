# What players with some sense do in playouts: they keep and take what scores, and bid at random. Included by
# wine_cellar.pyx.

cdef int32_t pay(const wc_game *g, int32_t client, uint64_t bottles) noexcept nogil:
    """All bonuses of a client for a list of bottles."""
    cdef int32_t total = 0
    while bottles:
        total += g.value[client][bottles & 0xFF]
        bottles >>= 8
    return total


cdef int32_t guided_client(const wc_game *g, const wc_state *s, int32_t seat) noexcept nogil:
    """The client that pays most for the bottles of the hand and the first prizes; of equals the first."""
    cdef int32_t[2] pays
    cdef int32_t i
    for i in range(2):
        pays[i] = pay(g, s.dealt[seat][i], s.hand[seat]) + pay(g, s.dealt[seat][i], s.prizes)
    return pays[1] > pays[0]


cdef int32_t guided_take(const wc_game *g, const wc_state *s, int32_t seat) noexcept nogil:
    """The prize and end that can score most: its bonuses, and the Age Scores of the whole cellar where that can
    still come to lie best; of equals the lowest bottle, and the top."""
    cdef uint64_t cellar = s.cellar[seat], prizes = s.prizes
    cdef int32_t size = list_size(cellar), free = WC_AGES - size, above, i, number, pays, best = -1, most = -1
    cdef int32_t top, bottom
    cdef int32_t[WC_AGES + 1] ages       # of the cellar, with so many bottles above it
    for above in range(free + 1):
        ages[above] = 0
        for i in range(size):
            ages[above] += g.age[list_at(cellar, i)][above + i]
    while prizes:
        number = prizes & 0xFF
        prizes >>= 8
        pays = g.value[s.client[seat]][number]
        top = bottom = -1
        for above in range(free):
            top = max(top, pays + g.age[number][above] + ages[above + 1])
            if size:                     # the first bottle of a cellar goes to the top
                bottom = max(bottom, pays + ages[above] + g.age[number][above + size])
        if max(top, bottom) > most:
            most = max(top, bottom)
            best = WC_FIRST_TAKE + 2 * (number - 1) + (WC_BOTTOM if bottom > top else WC_TOP)
    return best


cdef int32_t wc_guided(const void *game, const void *state, int32_t seat, cg_rng *rng) noexcept nogil:
    cdef const wc_game *g = <const wc_game *>game
    cdef const wc_state *s = <const wc_state *>state
    if seat == CG_CURRENT_PLAYER:
        seat = s.turn
    if not <uint32_t>seat < <uint32_t>g.num_players or not may_act(s, seat):
        return -1
    if s.phase == WC_CLIENT:
        return guided_client(g, s, seat)
    if s.phase == WC_TAKE:
        return guided_take(g, s, seat)
    return WC_FIRST_BID - 1 + list_at(s.hand[seat], rng_below(rng, list_size(s.hand[seat])))
