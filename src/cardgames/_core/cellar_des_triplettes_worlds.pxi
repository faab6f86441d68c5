# Determinization: a world drawn uniformly among those that the seat cannot tell from the real one. Included by
# cellar_des_triplettes.pyx.
#
# The hidden cards are shuffled, as single cards, over the hidden places: the unknown part of the other hands and
# the pile above its known bottom. One condition binds: in the middle of another seat's turn, that seat can
# finish it. Nothing here reads which hidden card lies where: only how many there are of each type and in each
# place, so equal views and seeds give equal worlds.

cdef enum:
    CLASSES = 5          # of hidden cards: see draw_able_hand
    CLASS_LOW = 0
    CLASS_FREE = 1
    CLASS_GAP = 2        # and the next two

cdef uint32_t NO_TARGET = 0xFFFFFFFF     # more than there are hands


cdef uint32_t choose_count(uint32_t n, uint32_t k) noexcept nogil:
    """How many ways to take k (0 to 5) of n (0 to 66) cards: at most 8,936,928."""
    cdef uint32_t result = 1, i
    if k > n:
        return 0
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


cdef inline int32_t take_any(cg_rng *rng, uint8_t *cards, int32_t *count) noexcept nogil:
    """Takes a random card out of a list."""
    cdef int32_t i = rng_below(rng, count[0])
    cdef uint8_t card = cards[i]
    count[0] -= 1
    cards[i] = cards[count[0]]
    return card


cdef struct able_hand:
    # Hidden cards of the seat to act, by class.
    uint64_t known                       # the known cards that it may still lay this turn
    int32_t[CT_SEATS] gaps
    int32_t gap_count
    int32_t[CLASSES] count               # hidden cards of each class
    int32_t[CLASSES] card                # the type of the classes of one type


cdef inline bint is_able(const able_hand *h, const int32_t *drawn) noexcept nogil:
    """Whether a hand with so many cards of each class can finish the turn."""
    cdef uint64_t cards = h.known
    cdef int32_t i
    if drawn[CLASS_FREE]:
        return True
    for i in range(CLASS_GAP, CLASSES):
        if drawn[i]:
            cards += drawn[i] * multiset_one(h.card[i])
    return finishes(cards, 0, h.gaps, h.gap_count)


cdef uint32_t walk_draws(const able_hand *h, int32_t size, uint32_t target, int32_t *drawn) noexcept nogil:
    """The number of able hands of `size` hidden cards; stops at the class counts of hand number `target`."""
    cdef uint32_t total = 0, ways
    cdef int32_t free, first, second, third, rest
    for free in range(min(h.count[CLASS_FREE], size) + 1):
        for first in range(min(h.count[CLASS_GAP], size - free) + 1):
            for second in range(min(h.count[CLASS_GAP + 1], size - free - first) + 1):
                for third in range(min(h.count[CLASS_GAP + 2], size - free - first - second) + 1):
                    rest = size - free - first - second - third
                    drawn[CLASS_LOW] = rest
                    drawn[CLASS_FREE] = free
                    drawn[CLASS_GAP] = first
                    drawn[CLASS_GAP + 1] = second
                    drawn[CLASS_GAP + 2] = third
                    ways = (choose_count(h.count[CLASS_LOW], rest) * choose_count(h.count[CLASS_FREE], free)
                            * choose_count(h.count[CLASS_GAP], first)
                            * choose_count(h.count[CLASS_GAP + 1], second)
                            * choose_count(h.count[CLASS_GAP + 2], third))
                    if ways and is_able(h, drawn):
                        if target < ways:
                            return total
                        target -= ways
                        total += ways
    return total


cdef bint draw_able_hand(const ct_game *g, ct_state *s, uint8_t *hidden, int32_t *hidden_count, int32_t size,
                         uint64_t *result) noexcept nogil:
    """Draws `size` cards for the seat to act, uniformly among the hands with which it can finish its turn; they
    leave the list of hidden cards. False if it always or never can.

    No other total is equal after a card of value v is laid, unless v is one of the gaps to the other totals. So
    hidden cards that may be laid are either free (one of them is enough) or of one of at most three types; the
    number of cards of each class decides, and how many hands have these numbers is known.
    """
    cdef able_hand h
    cdef uint8_t[CLASSES][CT_CARDS] cards
    cdef int32_t[CLASSES] drawn
    cdef int32_t last = last_laid(s), classes = CLASS_GAP, i, j, card, chosen
    cdef uint32_t total
    cdef uint64_t kind
    h.gap_count = other_totals(g, s, s.seat, h.gaps)
    h.known = from_kind(s.known[s.seat], last)
    if finishes(h.known, 0, h.gaps, h.gap_count) or size > CT_DEALT:
        return False
    for i in range(CLASSES):
        h.count[i] = 0
        h.card[i] = CT_NONE
    for i in range(h.gap_count):
        kind = from_kind(kind_of_value(h.gaps[i]), last)
        if kind and classes < CLASSES:
            h.card[classes] = kinds_lowest(kind)
            classes += 1
    for i in range(hidden_count[0]):
        card = hidden[i]
        chosen = CLASS_LOW if card < last else CLASS_FREE
        for j in range(CLASS_GAP, classes):
            if card == h.card[j]:
                chosen = j
        cards[chosen][h.count[chosen]] = card
        h.count[chosen] += 1
    total = walk_draws(&h, size, NO_TARGET, drawn)
    if total == 0:      # only after apply_unchecked of an illegal action
        return False
    walk_draws(&h, size, rng_below(&s.rng, total), drawn)
    result[0] = 0
    hidden_count[0] = 0
    for i in range(CLASSES):
        for j in range(drawn[i]):
            result[0] += multiset_one(take_any(&s.rng, cards[i], &h.count[i]))
        for j in range(h.count[i]):
            hidden[hidden_count[0]] = cards[i][j]
            hidden_count[0] += 1
    return True


cdef void ct_determinize(const void *game, void *state, int32_t seat, uint64_t seed) noexcept nogil:
    cdef const ct_game *g = <const ct_game *>game
    cdef ct_state *s = <ct_state *>state
    cdef uint8_t[CT_CARDS] hidden
    cdef int32_t[CT_SEATS] need
    cdef uint64_t cards = 0
    cdef int32_t other, i, count, drawn = -1
    rng_seed(&s.rng, seed)
    for other in range(g.num_players):
        need[other] = 0
        if other != seat:
            need[other] = multiset_size(s.hand[other]) - multiset_size(s.known[other])
            cards += s.hand[other] - s.known[other]
    for i in range(s.bottom, s.pile_size):
        cards += multiset_one(s.pile[i])
    count = multiset_list(cards, hidden)
    if s.phase == CT_BID and s.turn and s.seat != seat:
        cards = 0
        if draw_able_hand(g, s, hidden, &count, need[s.seat], &cards):
            drawn = s.seat
            s.hand[drawn] = s.known[drawn] + cards
    rng_shuffle(&s.rng, hidden, count)
    for other in range(g.num_players):
        if other != seat and other != drawn:
            cards = s.known[other]
            for i in range(need[other]):
                count -= 1
                cards += multiset_one(hidden[count])
            s.hand[other] = cards
    for i in range(s.bottom, s.pile_size):
        s.pile[i] = hidden[i - s.bottom]
