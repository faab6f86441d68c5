# Determinization: a world drawn uniformly among those that the seat cannot tell from the real one. Included by
# wine_cellar.pyx.
#
# Bottles and clients are independent of each other. Only what the view holds decides: sizes, known cards and who
# has chosen; so equal views and seeds give equal worlds.

cdef void redraw_hands(const wc_game *g, wc_state *s, int32_t seat) noexcept nogil:
    """The hands that are not seen: any of their cards, in the advanced variant as many of each half as the seat is
    known to hold. A pending bid is any card of the new hand."""
    cdef uint8_t[2][WC_BOTTLES] cards      # of the upper and the lower half; without halves all are upper
    cdef bint[WC_BOTTLES + 1] hidden
    cdef int32_t[2] count
    cdef int32_t[2] need
    cdef int32_t other, number, half, i
    cdef uint64_t hand
    memset(hidden, 0, sizeof(hidden))
    for other in range(g.num_players):
        if not sees_hand(g, s, seat, other):
            hand = s.hand[other]
            while hand:
                hidden[hand & 0xFF] = True
                hand >>= 8
    count[0] = 0
    count[1] = 0
    for number in range(1, g.bottle_count + 1):
        if hidden[number]:
            half = number <= g.lower_count
            cards[half][count[half]] = number
            count[half] += 1
    for half in range(2):
        rng_shuffle(&s.rng, cards[half], count[half])
    for other in range(g.num_players):
        if sees_hand(g, s, seat, other):
            continue
        need[1] = low_count(g, s.hand[other])
        need[0] = list_size(s.hand[other]) - need[1]
        s.hand[other] = 0
        for half in range(2):
            for i in range(need[half]):
                count[half] -= 1
                s.hand[other] = list_insert(s.hand[other], cards[half][count[half]])


cdef void redraw_bids(const wc_game *g, wc_state *s, int32_t seat) noexcept nogil:
    cdef int32_t other
    for other in range(g.num_players):
        if other != seat and s.bid[other]:
            s.bid[other] = list_at(s.hand[other], rng_below(&s.rng, list_size(s.hand[other])))


cdef void redraw_clients(const wc_game *g, wc_state *s, int32_t seat) noexcept nogil:
    """The clients that nobody but their seat has seen, over the pairs, discards and the order of the deck."""
    cdef uint8_t[WC_CLIENTS] hidden
    cdef bint[WC_CLIENTS + 1] known
    cdef int32_t other, client, i, count = 0, a, b
    memset(known, 0, sizeof(known))
    for other in range(g.num_players):
        for i in range(s.past_count):
            known[s.past[i][other][0]] = True
            known[s.past[i][other][1]] |= other == seat
        if other == seat:
            known[s.dealt[other][0]] = True
            known[s.dealt[other][1]] = True
        elif s.phase != WC_CLIENT:
            known[s.client[other]] = True
    for client in range(1, g.client_count + 1):
        if not known[client]:
            hidden[count] = client
            count += 1
    rng_shuffle(&s.rng, hidden, count)
    for other in range(g.num_players):
        if other == seat:
            continue
        for i in range(s.past_count):
            count -= 1
            s.past[i][other][1] = hidden[count]
        count -= 1
        a = hidden[count]
        if s.phase == WC_CLIENT:
            count -= 1
            b = hidden[count]
        else:
            b = s.client[other]
        put_pair(s.dealt[other], a, b)
        if s.phase == WC_CLIENT and s.client[other]:
            s.client[other] = s.dealt[other][rng_below(&s.rng, 2)]
    memcpy(s.client_deck, hidden, s.clients_left)


cdef void redraw_eno(wc_state *s) noexcept nogil:
    """The order of Eno's deck."""
    cdef uint8_t[WC_AGES] cards
    cdef uint64_t deck = ascending(s.eno_deck)
    memcpy(cards, &deck, WC_AGES)
    rng_shuffle(&s.rng, cards, list_size(deck))
    memcpy(&s.eno_deck, cards, WC_AGES)


cdef void wc_determinize(const void *game, void *state, int32_t seat, uint64_t seed) noexcept nogil:
    cdef const wc_game *g = <const wc_game *>game
    cdef wc_state *s = <wc_state *>state
    rng_seed(&s.rng, seed)
    redraw_hands(g, s, seat)
    if s.phase == WC_BID:
        redraw_bids(g, s, seat)
    redraw_clients(g, s, seat)
    if g.num_players == 1:
        redraw_eno(s)
