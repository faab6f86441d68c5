# What players with some sense do in playouts: they bid for what the trade brings, and place for points. Included
# by cellar_des_triplettes.pyx.

cdef enum:
    GUIDED_KEPT = 4          # cards that are kept in hand until the last round, to bid with


cdef inline int32_t worth(uint64_t cards) noexcept nogil:
    """Stars, and one more for each card. Wines have one star from type 1 on, another from 8 and another from 15."""
    return (multiset_size(cards) + multiset_size(from_kind(cards, 1)) + multiset_size(from_kind(cards, 8))
            + multiset_size(from_kind(cards, 15)))


cdef int32_t next_above(const ct_game *g, const ct_state *s, int32_t total) noexcept nogil:
    """The other seat with the next higher total, whose bid is traded for this one; if there is none, so many seats
    as there are, for the display."""
    cdef int32_t other, next_one = g.num_players, least = CT_MOST_TOTAL + 1
    for other in range(g.num_players):
        if other != s.seat and total < s.total[other] < least:
            least = s.total[other]
            next_one = other
    return next_one


cdef int32_t guided_bid(const ct_game *g, const ct_state *s) noexcept nogil:
    """Calls if it may. Else lays the card, of those with which it may call, that brings most if the bidding ends
    then; passes if that is not more than now, and draws if it may. -1 if nothing is legal."""
    cdef int32_t[CT_SEATS + 1] got       # for the bid of each seat, and for the display
    cdef int32_t[CT_SEATS] gaps
    cdef bint can_call
    cdef uint64_t kinds = ct_layable(g, s, &can_call)
    cdef int32_t count = other_totals(g, s, s.seat, gaps), own = s.total[s.seat], paid = worth(s.bid[s.seat])
    cdef int32_t card, seat, gain, best, most = 0
    if can_call:
        return CT_CALL
    if s.turn:        # only after apply_unchecked of an illegal action is there nothing to lay
        return kinds_lowest(kinds) if kinds else -1
    for seat in range(g.num_players):
        got[seat] = worth(s.bid[seat]) - paid
    got[g.num_players] = worth(s.display) - paid
    best = CT_PASS_DRAW if can_draw(s) else CT_PASS
    if own:
        most = got[next_above(g, s, own)]
    while kinds:
        card = kinds_lowest(kinds)
        kinds &= kinds - 1
        if is_free(VALUE_OF[card], gaps, count):
            gain = got[next_above(g, s, own + VALUE_OF[card])] - 1 - STARS_OF[card]
            if gain > most:
                most = gain
                best = card
    return best


cdef int32_t pairs_at(const ct_state *s, int32_t way, uint8_t (*pairs)[2]) noexcept nogil:
    """Writes the pairs of one colour with which a card of the seat to act that is placed there can make a triplet;
    returns how many."""
    cdef const uint8_t *cellar = s.cellar[s.seat][s.cellars[s.seat] - 1]
    cdef int32_t slot = way, moved = 0, count = 0, i, a, b
    if is_full(s.filled[s.seat], s.empties[s.seat]):
        return 0                     # the first card of a new cellar
    if way == CT_RIGHT:
        slot = bits_count(s.filled[s.seat] & CT_ROW_1)
    elif way == CT_LEFT:             # all others move on by one slot
        slot = 0
        moved = 1
    for i in range(FIRST_PARTNERS[slot], FIRST_PARTNERS[slot + 1]):
        a = cellar[PARTNERS[i][0] - moved]
        b = cellar[PARTNERS[i][1] - moved]
        if VARIETY_OF[a] == VARIETY_OF[b] != CT_NONE:
            pairs[count][0] = a
            pairs[count][1] = b
            count += 1
    return count


cdef int32_t guided_place(const ct_state *s, cg_rng *rng) noexcept nogil:
    """Stops while it holds few cards, but for the last round. Else any of those that score most, and nothing that
    scores nothing if it may stop. -1 if nothing is legal."""
    cdef int32_t[CT_ACTIONS] best
    cdef uint8_t[3 * TRIPLETS][2] pairs
    cdef uint64_t kinds = multiset_kinds(s.hand[s.seat]), left
    cdef uint32_t for_empties, ways
    cdef bint can_stop = may_stop(s)
    cdef int32_t count = 0, most = 0 if can_stop else -1, points, card, way, pair_count, i
    if can_stop and not s.final_round and multiset_size(s.hand[s.seat]) <= GUIDED_KEPT:
        return CT_DONE
    for_empties = ct_ways(s, s.seat, &ways)
    while ways:
        way = bits_lowest(ways)
        ways &= ways - 1
        pair_count = pairs_at(s, way, pairs)
        left = kinds if contains(for_empties, way) else from_kind(kinds, 1)
        while left:
            card = kinds_lowest(left)
            left &= left - 1
            points = STARS_OF[card]
            for i in range(pair_count):
                if VARIETY_OF[pairs[i][0]] == VARIETY_OF[card]:
                    points += triplet_points(card, pairs[i][0], pairs[i][1])
            if points > most:
                most = points
                count = 0
            elif points < most or count == 0:
                continue
            best[count] = CT_FIRST_PLACE + CT_WAYS * card + way
            count += 1
    if count:
        return best[rng_below(rng, count)]
    return CT_DONE if can_stop else -1


cdef int32_t ct_guided(const void *game, const void *state, int32_t seat, cg_rng *rng) noexcept nogil:
    cdef const ct_state *s = <const ct_state *>state
    if s.phase == CT_OVER or (seat != s.seat and seat != CG_CURRENT_PLAYER):
        return -1
    return guided_bid(<const ct_game *>game, s) if s.phase == CT_BID else guided_place(s, rng)
