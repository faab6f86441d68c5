# Determinization: a world drawn uniformly among those that the seat cannot tell from the real one.
# Included by bottle_imp.pyx.
#
# A world gives every hidden hand and Devil's card its cards and every unseen choice its card; the page fixes
# that all worlds with the same view are equally likely. Nothing here reads a card that the seat does not
# know: sizes, voids and the known cards decide, so equal views and seeds give equal worlds.

cdef double[19][19] BINOMIAL      # a colour has at most 18 cards


cdef void bi_fill_binomials() noexcept nogil:
    cdef int32_t i, k
    for i in range(19):
        BINOMIAL[i][0] = 1
        for k in range(1, i + 1):
            BINOMIAL[i][k] = BINOMIAL[i - 1][k - 1] + (BINOMIAL[i - 1][k] if k < i else 0)


cdef inline double choose_count(int32_t n, int32_t k) noexcept nogil:
    """How many ways to take k cards of n; 0 if that cannot be done."""
    return BINOMIAL[n][k] if 0 <= k <= n else 0


cdef inline int32_t list_cards(uint64_t cards, uint8_t *out) noexcept nogil:
    cdef int32_t count = 0
    while cards:
        out[count] = bits_lowest(cards)
        count += 1
        cards &= cards - 1
    return count


cdef inline int32_t devil_laid(const bi_state *s, int32_t seat) noexcept nogil:
    return (s.devil[seat][0] != BI_NONE) + (s.devil[seat][1] != BI_NONE)


cdef inline void redraw_devil(bi_state *s, int32_t seat, const uint8_t *cards, int32_t *position) noexcept nogil:
    """As many Devil's cards as the seat has laid, from the next cards, ascending."""
    cdef int32_t count = devil_laid(s, seat), i
    cdef uint8_t *devil = s.devil[seat]
    for i in range(count):
        devil[i] = cards[position[0]]
        position[0] += 1
    if count == 2 and devil[0] > devil[1]:
        devil[0], devil[1] = devil[1], devil[0]


cdef void redraw_pass(const bi_game *g, bi_state *s, int32_t seat) noexcept nogil:
    """In the pass every other seat keeps the number of its choices; its choices and its hand are any cards."""
    cdef uint8_t[BI_CARDS] cards
    cdef int32_t other, side, count, size, hidden = 0, position = 0
    cdef uint64_t unseen = g.deck & ~s.hand[seat]
    for side in range(2):
        if s.devil[seat][side] != BI_NONE:
            unseen &= ~bit(s.devil[seat][side])
        if s.given[side][seat] != BI_NONE:
            unseen &= ~bit(s.given[side][seat])
        if g.num_players == 2:
            unseen &= ~s.open_hand[side]
    for other in range(g.num_players):
        if other != seat:
            hidden += bits_count(s.hand[other]) + s.passed[other]
    count = list_cards(unseen, cards)
    if count != hidden:      # only after apply_unchecked of an illegal action
        return
    rng_shuffle(&s.rng, cards, count)
    for other in range(g.num_players):
        if other == seat:
            continue
        redraw_devil(s, other, cards, &position)
        for side in range(2):
            if s.given[side][other] != BI_NONE:
                s.given[side][other] = cards[position]
                position += 1
        size = bits_count(s.hand[other])
        s.hand[other] = take_cards(cards, &position, size)


cdef struct split:
    # How many cards of colour 0 lie in the pools {0, 1} and {0, 2}, and of colour 1 in the pool {1, 2}.
    int32_t first
    int32_t second
    int32_t third


cdef inline double split_weight(const int32_t *left, const int32_t *pool, split x) noexcept nogil:
    """The ways to choose the cards of the three two-coloured pools, given how many of each colour they get."""
    cdef int32_t b1 = pool[3] - x.first, c2 = pool[5] - x.second, c3 = pool[6] - x.third
    return (choose_count(left[0], x.first) * choose_count(left[0] - x.first, x.second)
            * choose_count(left[1], b1) * choose_count(left[1] - b1, x.third)
            * choose_count(left[2], c2) * choose_count(left[2] - c2, c3))


cdef bint draw_split(cg_rng *rng, const int32_t *left, const int32_t *pool, split *result) noexcept nogil:
    """Draws how the two-coloured pools divide into colours, each division as likely as it has worlds; False
    if there is none.

    pool[m] is the number of places open to exactly the colours in the bits of m, left[c] the number of
    cards of colour c. The weights are whole numbers, summed in double precision.
    """
    cdef split x
    cdef double total = 0, target = 0, weight
    cdef int32_t turn
    cdef bint found = False
    for turn in range(2):
        if turn == 1:
            target = rng_unit(rng) * total
        for x.first in range(min(pool[3], left[0]) + 1):
            if pool[3] - x.first > left[1]:
                continue
            for x.second in range(min(pool[5], left[0] - x.first) + 1):
                if pool[5] - x.second > left[2]:
                    continue
                for x.third in range(min(pool[6], left[1] - (pool[3] - x.first)) + 1):
                    weight = split_weight(left, pool, x)
                    if turn == 0:
                        total += weight
                    elif weight > 0:
                        result[0] = x
                        found = True
                        target -= weight
                        if target < 0:
                            return True
    return found


cdef bint draw_shares(cg_rng *rng, const int32_t *unseen, const int32_t *pool, int32_t[3] *share) noexcept nogil:
    """How many cards of each colour lie in each pool; False if the pools cannot be filled.

    unseen[c] is the number of cards of colour c. A one-coloured pool has no choice, the two-coloured ones are
    drawn, the pool of all colours gets the rest.
    """
    cdef int32_t[3] left
    cdef int32_t colour, mask
    cdef split x
    for mask in range(8):
        for colour in range(3):
            share[mask][colour] = 0
    for colour in range(3):
        share[1 << colour][colour] = pool[1 << colour]
        left[colour] = unseen[colour] - pool[1 << colour]
        if left[colour] < 0:
            return False
    if pool[3] or pool[5] or pool[6]:
        if not draw_split(rng, left, pool, &x):
            return False
        share[3][0], share[3][1] = x.first, pool[3] - x.first
        share[5][0], share[5][2] = x.second, pool[5] - x.second
        share[6][1], share[6][2] = x.third, pool[6] - x.third
    for colour in range(3):
        share[7][colour] = left[colour] - share[3][colour] - share[5][colour] - share[6][colour]
    return pool[0] == 0 and share[7][0] + share[7][1] + share[7][2] == pool[7]


cdef void redraw_play(const bi_game *g, bi_state *s, int32_t seat) noexcept nogil:
    """In play the voids and the cards that the seat gave bind the hands; the Devil's cards are any.

    Places that are open to the same colours form a pool. Cards of one colour are alike for the voids, so a
    world is drawn by the number of cards of each colour in each pool, then by which they are, then by which
    place of the pool each one gets.
    """
    cdef uint8_t[3][BI_CARDS] cards        # the unseen cards of each colour, shuffled
    cdef uint8_t[BI_CARDS] mixed           # the cards of one pool
    cdef int32_t[3] count                  # how many of each colour
    cdef int32_t[3] used
    cdef int32_t[8] pool
    cdef int32_t[8][3] share               # cards of each colour in each pool
    cdef int32_t[BI_SEATS] need
    cdef int32_t[BI_SEATS] open_to
    cdef uint64_t[BI_SEATS] known          # unplayed cards that the seat gave
    cdef uint64_t[BI_SEATS] played
    cdef uint8_t[BI_SEATS] voids
    cdef uint64_t unseen
    cdef int32_t n = g.num_players, other, side, colour, mask, i, size, position
    memset(pool, 0, sizeof(pool))
    memset(known, 0, sizeof(known))
    memset(played, 0, sizeof(played))
    bi_voids(g, s, voids)
    for i in range(s.play_count):
        played[bi_play_seat(g, s, i)] |= bit(s.plays[i])
    for side in range(2):
        if n > 2:
            other = seat_after(g.num_players, seat, 1 if side == 0 else n - 1)
            known[other] |= bit(s.given[side][seat]) & s.hand[other]
        elif side == 1:
            known[1 - seat] = bit(s.given[1][seat]) & s.hand[1 - seat]
    unseen = g.deck & ~s.hand[seat]
    for i in range(2):
        if s.devil[seat][i] != BI_NONE:
            unseen &= ~bit(s.devil[seat][i])
        if n == 2:
            unseen &= ~s.open_hand[i]
    for other in range(n):
        unseen &= ~(played[other] | known[other])
        if other != seat:
            need[other] = bits_count(s.hand[other]) - bits_count(known[other])
            open_to[other] = 7 & ~voids[other]
            pool[open_to[other]] += need[other]
            pool[7] += devil_laid(s, other)
    for colour in range(3):
        count[colour] = list_cards(unseen & COLOUR_SET[colour], cards[colour])
        used[colour] = 0
    if not draw_shares(&s.rng, count, pool, share):
        return                             # only after apply_unchecked of an illegal action
    for colour in range(3):
        rng_shuffle(&s.rng, cards[colour], count[colour])
    for mask in range(1, 8):
        size = 0
        for colour in range(3):
            for i in range(share[mask][colour]):
                mixed[size] = cards[colour][used[colour]]
                used[colour] += 1
                size += 1
        rng_shuffle(&s.rng, mixed, size)
        position = 0
        for other in range(n):
            if other == seat:
                continue
            if open_to[other] == mask:
                s.hand[other] = known[other] | take_cards(mixed, &position, need[other])
            if mask == 7:
                redraw_devil(s, other, mixed, &position)
    if n > 2:
        redraw_gifts(g, s, seat, played)


cdef void redraw_gifts(const bi_game *g, bi_state *s, int32_t seat, const uint64_t *played) noexcept nogil:
    """Who else gave what to whom: any of the cards that the receiver held after the pass, none twice."""
    cdef int32_t n = g.num_players, receiver, side, giver
    cdef uint64_t held
    for receiver in range(n):
        if receiver == seat:
            continue
        held = s.hand[receiver] | played[receiver]
        for side in range(2):
            giver = seat_after(g.num_players, receiver, n - 1 if side == 0 else 1)
            if giver == seat:
                held &= ~bit(s.given[side][seat])
        for side in range(2):
            giver = seat_after(g.num_players, receiver, n - 1 if side == 0 else 1)
            if giver != seat and held:
                s.given[side][giver] = bits_nth(held, rng_below(&s.rng, bits_count(held)))
                held &= ~bit(s.given[side][giver])


cdef void bi_determinize(const void *game, void *state, int32_t seat, uint64_t seed) noexcept nogil:
    cdef const bi_game *g = <const bi_game *>game
    cdef bi_state *s = <bi_state *>state
    rng_seed(&s.rng, seed)
    if s.phase == BI_PASS:
        redraw_pass(g, s, seat)
    elif s.phase == BI_PLAY:
        redraw_play(g, s, seat)
