# Positions from outside: what follows from the rest is derived by the rules of play, and everything is
# checked. Included by cellar_des_triplettes.pyx.

cdef bint is_dealt(const ct_game *g, uint64_t cards) noexcept nogil:
    """Whether the multiset has cards in play only."""
    return cards & ~g.deck == 0


cdef int32_t ct_complete(const ct_game *g, ct_state *s) noexcept nogil:
    """Checks a position and derives what follows from the rest; 0 or what is wrong.

    Read: everything but `total`, `filled`, `empties`, `score` and padding, which are overwritten; so is `passed`
    outside the bid, and blank places of pile and cellars.
    """
    cdef ct_state p = s[0]
    cdef int32_t code
    memset(s, 0, sizeof(ct_state))
    s.rng = p.rng
    code = complete_round(g, s, &p)
    if code == 0:
        code = complete_cards(g, s, &p)
    if code == 0:
        code = complete_cellars(g, s, &p)
    if code == 0:
        code = check_all_cards(g, s)
    if code == 0:
        code = check_bids(g, s)
    if code == 0:
        code = check_hands(g, s)
    if code == 0:
        code = check_turn(g, s)
    return code


cdef int32_t complete_round(const ct_game *g, ct_state *s, const ct_state *p) noexcept nogil:
    """Round, phase and seats."""
    cdef int32_t n = g.num_players, everybody = (1 << n) - 1
    if (p.phase > CT_PLACE or not 1 <= p.round <= g.max_rounds or p.starting_player >= n
            or (p.high_bidder >= n and p.high_bidder != CT_NONE) or p.passed & ~everybody
            or p.final_round > 1 or p.truncated > 1 or p.pile_size > CT_PILE
            or (p.seat != CT_NONE if p.phase == CT_OVER else p.seat >= n)):
        return CT_BAD_RANGE
    s.phase = p.phase
    s.round = p.round
    s.starting_player = p.starting_player
    s.high_bidder = p.high_bidder
    s.seat = p.seat
    s.final_round = p.final_round
    s.truncated = p.truncated
    s.passed = p.passed if p.phase == CT_BID else everybody
    if p.pile_size > g.pile_count:
        return CT_BAD_PILE
    # The final round is the last one that max_rounds allows, or one that began without a pile; what is truncated
    # began with one.
    if (s.round == g.max_rounds or s.phase == CT_OVER) and not s.final_round:
        return CT_BAD_FINAL
    if s.final_round and not s.truncated and p.pile_size:
        return CT_BAD_FINAL
    if s.truncated and (not s.final_round or s.round != g.max_rounds):
        return CT_BAD_FINAL
    return 0


cdef int32_t complete_cards(const ct_game *g, ct_state *s, const ct_state *p) noexcept nogil:
    """Hands, bids, display and pile."""
    cdef int32_t seat, i
    memset(s.pile, CT_NONE, sizeof(s.pile))
    for seat in range(g.num_players):
        if not (is_dealt(g, p.hand[seat]) and is_dealt(g, p.known[seat]) and is_dealt(g, p.bid[seat])):
            return CT_BAD_RANGE
        if not multiset_within(p.known[seat], p.hand[seat]):
            return CT_BAD_KNOWN
        s.hand[seat] = p.hand[seat]
        s.known[seat] = p.known[seat]
        s.bid[seat] = p.bid[seat]
        s.total[seat] = ct_cards_value(p.bid[seat])
    if not (is_dealt(g, p.turn) and is_dealt(g, p.display)):
        return CT_BAD_RANGE
    s.turn = p.turn
    s.display = p.display
    if s.phase != CT_OVER and not 1 <= multiset_size(s.display) <= CT_HAND:
        return CT_BAD_DISPLAY
    s.pile_size = p.pile_size
    for i in range(s.pile_size):
        if p.pile[i] >= CT_TYPES:
            return CT_BAD_RANGE
        s.pile[i] = p.pile[i]
    # Each card that was put under the pile left the pile one card smaller.
    if p.bottom > min(p.pile_size, g.pile_count - p.pile_size):
        return CT_BAD_BOTTOM
    s.bottom = p.bottom
    return 0


cdef int32_t complete_cellars(const ct_game *g, ct_state *s, const ct_state *p) noexcept nogil:
    cdef int32_t seat, number, slot, card
    cdef uint32_t filled, empties
    memset(s.cellar, CT_NONE, sizeof(s.cellar))
    for seat in range(g.num_players):
        if not 1 <= p.cellars[seat] <= CT_CELLARS:
            return CT_BAD_RANGE
        s.cellars[seat] = p.cellars[seat]
        for number in range(s.cellars[seat]):
            filled = 0
            empties = 0
            for slot in range(CT_SLOTS):
                card = p.cellar[seat][number][slot]
                if card != CT_NONE:
                    if card >= CT_TYPES:
                        return CT_BAD_RANGE
                    filled |= 1 << slot
                    if card == 0:
                        empties |= 1 << slot
                s.cellar[seat][number][slot] = card
            s.covered[seat][number] = p.covered[seat][number]
            if not could_be_built(filled, empties, s.covered[seat][number]):
                return CT_BAD_CELLAR
            if number < s.cellars[seat] - 1 and not is_full(filled, empties):
                return CT_BAD_CELLAR
            if number > 0 and not filled:
                return CT_BAD_CELLAR
            s.score[seat] += cellar_points(s.cellar[seat][number], filled)
        s.filled[seat] = filled
        s.empties[seat] = empties
    return 0


cdef inline bint could_be_built(uint32_t filled, uint32_t empties, uint32_t covered) noexcept nogil:
    """Row 1 without gaps from the left end, everything above it on two cards, a wine on each covered slot."""
    cdef uint32_t row = filled & CT_ROW_1, above = filled & ~<uint32_t>CT_ROW_1
    return row & (row + 1) == 0 and above & ~supported(filled) == 0 and covered & ~(filled & ~empties) == 0


cdef int32_t cellar_points(const uint8_t *cellar, uint32_t filled) noexcept nogil:
    """The stars showing and all triplets: what the cards scored when they were placed, in whatever order."""
    cdef int32_t points = 0, triplets = 0, slot
    for slot in range(CT_SLOTS):
        if filled >> slot & 1:
            points += STARS_OF[cellar[slot]]
            triplets += ct_bonus(cellar, slot)
    return points + triplets // 3       # each triplet was found from its three slots


cdef int32_t check_all_cards(const ct_game *g, const ct_state *s) noexcept nogil:
    """Every card in play is in just one place."""
    cdef int32_t[CT_TYPES] counts
    cdef uint8_t[CT_CARDS] cards
    cdef int32_t seat, number, slot, card, i
    memset(counts, 0, sizeof(counts))
    for seat in range(g.num_players):
        count_cards(s.hand[seat], counts)
        count_cards(s.bid[seat], counts)
        for number in range(s.cellars[seat]):
            for slot in range(CT_SLOTS):
                card = s.cellar[seat][number][slot]
                if card != CT_NONE:
                    counts[card] += 1
            counts[0] += bits_count(s.covered[seat][number])
    count_cards(s.display, counts)
    for i in range(s.pile_size):
        counts[s.pile[i]] += 1
    for card in range(CT_TYPES):
        if counts[card] != multiset_count(g.deck, card):
            return CT_BAD_CARDS
    return 0


cdef void count_cards(uint64_t cards, int32_t *counts) noexcept nogil:
    cdef int32_t card
    for card in range(CT_TYPES):
        counts[card] += multiset_count(cards, card)


cdef int32_t check_bids(const ct_game *g, const ct_state *s) noexcept nogil:
    """Bids, turn and who passed fit the phase, and called totals differ."""
    cdef int32_t seat, other
    cdef int32_t[CT_SEATS] called
    if s.phase != CT_BID:
        for seat in range(g.num_players):
            if s.bid[seat]:
                return CT_BAD_BIDS
        return CT_BAD_BIDS if s.turn else 0
    if s.high_bidder != CT_NONE or s.passed >> s.seat & 1 or not multiset_within(s.turn, s.bid[s.seat]):
        return CT_BAD_BIDS
    for seat in range(g.num_players):
        called[seat] = s.total[seat]
        if seat == s.seat:
            called[seat] -= ct_cards_value(s.turn)
        for other in range(seat):
            if called[seat] and called[seat] == called[other]:
                return CT_BAD_TOTALS
    return 0


cdef int32_t check_hands(const ct_game *g, const ct_state *s) noexcept nogil:
    """Sizes of the hands."""
    cdef int32_t[CT_SEATS] placing
    cdef int32_t seat, size, most, i, count = ct_placing(g, s, placing)
    for seat in range(g.num_players):
        size = multiset_size(s.hand[seat])
        if size - multiset_size(s.known[seat]) > CT_DEALT:
            return CT_BAD_HIDDEN
        most = CT_HAND
        if s.phase == CT_BID:
            size += multiset_size(s.bid[seat])
            # Passing without a bid may bring a seventh card.
            if s.passed >> seat & 1 and s.bid[seat] == 0:
                most += 1
        for i in range(count):
            if placing[i] == seat:
                most = CT_PLACING_HAND
        if size > most:
            return CT_BAD_HAND
    return 0


cdef int32_t check_turn(const ct_game *g, const ct_state *s) noexcept nogil:
    """The seat to act has a legal action, now and until its turn ends."""
    cdef bint can_call
    if s.phase == CT_PLACE and s.hand[s.seat] == 0:
        return CT_BAD_TURN
    if s.phase == CT_BID and s.turn and ct_layable(g, s, &can_call) == 0 and not can_call:
        return CT_BAD_TURN
    return 0


cdef int32_t ct_check(const void *game, const void *state) noexcept nogil:
    cdef const ct_state *s = <const ct_state *>state
    cdef ct_state derived = s[0]
    cdef int32_t code
    if not has_rng(&s.rng):
        return CT_BAD_RNG
    code = ct_complete(<const ct_game *>game, &derived)
    if code == 0 and memcmp(&derived, s, sizeof(ct_state)):
        code = CT_BAD_DERIVED
    return code
