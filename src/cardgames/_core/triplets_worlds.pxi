# Determinization: a world drawn among those that the seat cannot tell from the real one. Included by triplets.pyx.
#
# The hidden cards are laid at random into the hidden places of hands and stacks, given that the hidden cards of each
# hand can be matched one to one with its bounds. As the bounds of a hand are nested, that is: for every k, k of its
# cards or more are within its k tightest bounds. Nothing here reads which hidden card lies where: only how many
# there are of each kind and in each place, so equal views and seeds give equal worlds.
#
# One hand with bounds is drawn exactly, by counting. With several, each is drawn exactly given the others, in turn,
# and single cards are exchanged between them: a Markov chain whose law tends to the wanted one.

cdef enum:
    CARD_BYTES = 112        # every card is a lower byte
    SWEEPS = 4               # of the chain; see docs/triplets.md for how near that is
    SWAPS = 4                # tried for each place of a hand with bounds, in every sweep


# The hands that have bounds, with their hidden cards, and the pool of all other hidden cards.
cdef struct tr_world:
    int32_t[TR_SEATS] seat
    int32_t[TR_SEATS] size
    uint64_t[TR_SEATS] bounds
    uint8_t[TR_SEATS][TR_HAND] hand
    int32_t hands
    uint8_t[TR_CARDS] pool
    int32_t pool_size


cdef inline bint is_free(uint64_t bounds) noexcept nogil:
    """Whether nothing is known of the hidden cards of a hand: the widest bound is the last one."""
    return bounds == 0 or bounds & 0xFF == TR_FULL_BOUND


cdef bint is_matched(const uint8_t *cards, int32_t count, uint64_t bounds) noexcept nogil:
    """Whether the cards can be matched one to one with nested bounds, the tightest first."""
    cdef int32_t within, i, k
    for k in range(count):
        within = 0
        for i in range(count):
            within += admits(list_at(bounds, k), level_of(cards[i]))
        if within <= k:
            return False
    return True


cdef bint lay_first(tr_world *w) noexcept nogil:
    """Gives every hand with bounds cards that match them: each card of the pool, from the lowest, goes to the place
    that it fits and whose bound ends first. False if there are none (after apply_unchecked of an illegal action)."""
    cdef uint8_t[TR_SEATS][TR_HAND] placed
    cdef uint8_t[TR_CARDS] rest
    cdef int32_t i, j, k, bound, best, best_high, left = 0
    memset(placed, 0, sizeof(placed))
    for k in range(w.pool_size):
        best = -1
        best_high = TR_LEVELS + 1
        for i in range(w.hands):
            for j in range(w.size[i]):
                bound = list_at(w.bounds[i], j)
                if not placed[i][j] and admits(bound, level_of(w.pool[k])) and bound_high(bound) < best_high:
                    best = TR_HAND * i + j
                    best_high = bound_high(bound)
        if best < 0:
            rest[left] = w.pool[k]
            left += 1
        else:
            placed[best // TR_HAND][best % TR_HAND] = w.pool[k]
    for i in range(w.hands):
        for j in range(w.size[i]):
            if not placed[i][j]:
                return False
    memcpy(w.pool, rest, left)
    w.pool_size = left
    memcpy(w.hand, placed, sizeof(placed))
    return True


cdef void fill_choices(uint32_t n, uint32_t *choices) noexcept nogil:
    """How many ways to take 0 to 5 of n (0 to 208) cards: at most 3,091,033,296."""
    cdef uint64_t ways = 1
    cdef uint32_t k
    for k in range(TR_HAND + 1):
        choices[k] = <uint32_t>ways
        ways = ways * (n - k) // (k + 1) if k < n else 0


cdef void redraw_hand(cg_rng *rng, tr_world *w, int32_t i) noexcept nogil:
    """Draws a hand anew out of its own cards and the pool, uniformly among all that its bounds allow.

    Ring k holds the cards within bound k but within none that is tighter; ways[k][t] is how many sets of t cards out
    of the first k rings have enough in each of them.
    """
    cdef uint8_t[TR_HAND + 1][TR_CARDS] ring          # the last one: cards that no bound admits
    cdef int32_t[TR_HAND + 1] count
    cdef int32_t[TR_LEVELS + 1] ring_of
    cdef uint32_t[TR_HAND][TR_HAND + 1] choices
    cdef uint32_t[TR_HAND + 1][TR_HAND + 1] ways
    cdef int32_t size = w.size[i], level, k, t, taken, place, left = size
    cdef uint32_t target, share
    for level in range(1, TR_LEVELS + 1):
        k = 0
        while k < size and not admits(list_at(w.bounds[i], k), level):
            k += 1
        ring_of[level] = k
    memset(count, 0, sizeof(count))
    memcpy(w.pool + w.pool_size, w.hand[i], size)
    for t in range(w.pool_size + size):
        k = ring_of[level_of(w.pool[t])]
        ring[k][count[k]] = w.pool[t]
        count[k] += 1
    memset(ways, 0, sizeof(ways))
    ways[0][0] = 1
    for k in range(size):
        fill_choices(count[k], choices[k])
        for t in range(k + 1, size + 1):
            for taken in range(min(t, count[k]) + 1):
                ways[k + 1][t] += choices[k][taken] * ways[k][t - taken]
    for k in range(size - 1, -1, -1):
        # How many of the cards still to be drawn come out of ring k?
        target = rng_below(rng, ways[k + 1][left])
        taken = 0
        share = ways[k][left]
        while target >= share:
            target -= share
            taken += 1
            share = choices[k][taken] * ways[k][left - taken]
        for t in range(taken):
            left -= 1
            place = rng_below(rng, count[k])
            w.hand[i][left] = ring[k][place]
            count[k] -= 1
            ring[k][place] = ring[k][count[k]]
    w.pool_size = 0
    for k in range(size + 1):
        memcpy(w.pool + w.pool_size, ring[k], count[k])
        w.pool_size += count[k]


cdef int32_t random_place(cg_rng *rng, const tr_world *w, int32_t places, int32_t *place) noexcept nogil:
    """One of all the places of hands with bounds: which hand, and where in it."""
    cdef int32_t i = 0
    place[0] = rng_below(rng, places)
    while place[0] >= w.size[i]:
        place[0] -= w.size[i]
        i += 1
    return i


cdef void swap_cards(cg_rng *rng, tr_world *w, int32_t places) noexcept nogil:
    """Exchanges two cards of two hands with bounds, if both hands stay allowed.

    Two places of one hand may come up, and nothing changes. Without that, where every exchange is allowed, a fixed
    number of them would give only every other arrangement.
    """
    cdef int32_t place, other_place
    cdef int32_t i = random_place(rng, w, places, &place), k = random_place(rng, w, places, &other_place)
    cdef uint8_t card = w.hand[i][place]
    if i == k:
        return
    w.hand[i][place] = w.hand[k][other_place]
    w.hand[k][other_place] = card
    if not (is_matched(w.hand[i], w.size[i], w.bounds[i]) and is_matched(w.hand[k], w.size[k], w.bounds[k])):
        w.hand[k][other_place] = w.hand[i][place]
        w.hand[i][place] = card


cdef void draw_bounded_hands(cg_rng *rng, tr_world *w) noexcept nogil:
    cdef int32_t sweep, i, places = 0
    if not lay_first(w):
        w.hands = 0
    if w.hands == 0:
        return
    if w.hands == 1:
        redraw_hand(rng, w, 0)
        return
    for i in range(w.hands):
        places += w.size[i]
    for sweep in range(SWEEPS):
        for i in range(w.hands):
            redraw_hand(rng, w, i)
        for i in range(SWAPS * places):
            swap_cards(rng, w, places)


cdef void gather(const tr_game *g, const tr_state *s, int32_t seat, tr_world *w) noexcept nogil:
    """All cards that the seat does not know, in the pool, and the hands of the others that have bounds."""
    cdef int32_t[CARD_BYTES] hidden       # how many there are of each
    cdef int32_t other, i, card
    cdef uint64_t hand
    memset(hidden, 0, sizeof(hidden))
    w.hands = 0
    for other in range(g.num_players):
        if other == seat:
            continue
        hand = s.hand[other]
        while hand:
            hidden[hand & 0xFF] += 1
            hand >>= 8
        if not is_free(s.bounds[other]):
            w.seat[w.hands] = other
            w.size[w.hands] = list_size(s.bounds[other])
            w.bounds[w.hands] = s.bounds[other]
            w.hands += 1
    for i in range(stacks_end(s)):
        hidden[s.cards[i]] += 1
    w.pool_size = 0
    for card in range(CARD_BYTES):
        if card & TR_HIDDEN:
            for i in range(hidden[card]):
                w.pool[w.pool_size] = card
                w.pool_size += 1


cdef void put_hidden(tr_state *s, int32_t seat, const uint8_t *cards) noexcept nogil:
    """The hidden cards of a hand are these now."""
    cdef uint64_t hand = s.hand[seat], result = 0
    cdef int32_t i = 0, card
    while hand:
        card = hand & 0xFF
        if card & TR_HIDDEN:
            card = cards[i]
            i += 1
        result = list_insert(result, card)
        hand >>= 8
    s.hand[seat] = result


cdef void tr_determinize(const void *game, void *state, int32_t seat, uint64_t seed) noexcept nogil:
    cdef const tr_game *g = <const tr_game *>game
    cdef tr_state *s = <tr_state *>state
    cdef tr_world w
    cdef int32_t other, i, bounded = 0
    rng_seed(&s.rng, seed)
    gather(g, s, seat, &w)
    draw_bounded_hands(&s.rng, &w)
    rng_shuffle(&s.rng, w.pool, w.pool_size)
    for other in range(g.num_players):
        if other == seat:
            continue
        if bounded < w.hands and w.seat[bounded] == other:
            put_hidden(s, other, w.hand[bounded])
            bounded += 1
        else:
            w.pool_size -= list_size(s.bounds[other])
            put_hidden(s, other, w.pool + w.pool_size)
    for i in range(stacks_end(s)):
        if s.cards[i] & TR_HIDDEN:
            w.pool_size -= 1
            s.cards[i] = w.pool[w.pool_size]
