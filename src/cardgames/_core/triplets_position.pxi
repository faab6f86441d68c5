# Positions from outside: what follows from the rest is derived by the rules of play, and everything is checked.
# Included by triplets.pyx.

cdef int32_t tr_complete(const tr_game *g, tr_state *s, const uint8_t *players) noexcept nogil:
    """Checks a position and derives what follows from the rest; 0 or what is wrong.

    `players`: who made each play of the pot; NULL: it follows from started, leader and passed.
    Overwritten: those, winning, winner, leaving, of the pot the mark of cards that leave the game, in_round before
    the end, and what lies beyond the seats and cards that there are.
    """
    cdef tr_state p = s[0]
    cdef int32_t code
    memset(s, 0, sizeof(tr_state))
    s.rng = p.rng
    s.winner = TR_NONE
    code = complete_seats(g, s, &p)
    if code == 0:
        code = complete_cards(g, s, &p)
    if code == 0:
        code = check_bounds(g, s)
    if code == 0:
        code = complete_end(g, s, &p) if p.turn == TR_NONE else complete_pot(g, s, &p, players)
    return code


cdef int32_t complete_seats(const tr_game *g, tr_state *s, const tr_state *p) noexcept nogil:
    """Ranges, and copies of what is not derived."""
    cdef int32_t seat, end = 0
    if (not 1 <= p.round <= g.max_rounds or p.dealer >= g.num_players
            or (p.turn >= g.num_players and p.turn != TR_NONE)):
        return TR_BAD_RANGE
    s.round = p.round
    s.dealer = p.dealer
    s.turn = p.turn
    for seat in range(g.num_players):
        if stack_end(p, seat) < end:
            return TR_BAD_RANGE
        move_ends(s, seat, stack_end(p, seat) - end)
        end = stack_end(p, seat)
        if p.hand[seat] == 0 and stack_size(s, seat):
            return TR_BAD_HAND
        s.hand[seat] = p.hand[seat]
        s.bounds[seat] = p.bounds[seat]
    if pot_size(g, p) < 0 or end + p.removed_size + pot_size(g, p) > g.card_count:
        return TR_BAD_CARDS
    if p.middle > pot_size(g, p):
        return TR_BAD_POT
    s.removed_size = p.removed_size
    s.next_place = p.next_place
    s.middle = p.middle
    return 0


cdef inline bint add_card(int32_t card, int32_t marks, uint8_t *counts) noexcept nogil:
    """Counts a card, which may have these marks; False if it is none."""
    if card & ~(marks | 0x7B) or not 1 <= level_of(card) <= TR_LEVELS:
        return False
    counts[card & 0x7B] += 1
    return True


cdef int32_t complete_cards(const tr_game *g, tr_state *s, const tr_state *p) noexcept nogil:
    """Every card is in exactly one place, and the lists of cards are what they must be."""
    cdef uint8_t[128] counts
    cdef int32_t seat, i, card
    cdef bint is_hidden
    cdef uint64_t hand, ascending
    memset(counts, 0, sizeof(counts))
    for seat in range(g.num_players):
        hand = s.hand[seat]
        ascending = 0
        if list_size(hand) > TR_HAND:
            return TR_BAD_RANGE
        while hand:
            if not add_card(hand & 0xFF, TR_HIDDEN, counts):
                return TR_BAD_RANGE
            ascending = list_insert(ascending, hand & 0xFF)
            hand >>= 8
        if ascending != s.hand[seat]:
            return TR_BAD_RANGE
        is_hidden = False
        for i in range(stack_start(s, seat), stack_end(s, seat)):
            card = p.cards[i]
            if not add_card(card, TR_HIDDEN, counts):
                return TR_BAD_RANGE
            if card & TR_HIDDEN == 0 and is_hidden:
                return TR_BAD_KNOWN
            is_hidden = card & TR_HIDDEN != 0
            s.cards[i] = card
    for i in range(s.removed_size):
        card = p.cards[removed_place(g, i)]
        if not add_card(card, 0, counts):
            return TR_BAD_RANGE
        s.cards[removed_place(g, i)] = card
    for i in range(pot_size(g, s)):
        card = p.cards[pot_place(g, s, i)]
        if not add_card(card, TR_TRIPLET | TR_LEAVES, counts):
            return TR_BAD_RANGE
        s.cards[pot_place(g, s, i)] = card & ~TR_LEAVES
    for card in range(8, 8 * TR_LEVELS + 8):
        if counts[card] != (g.decks if card & TR_HIDDEN == 0 else 0):
            return TR_BAD_CARDS
    return 0


cdef int32_t check_bounds(const tr_game *g, const tr_state *s) noexcept nogil:
    """Each hidden card of a hand has a bound; they are nested, the tightest first, and the cards match them."""
    cdef uint8_t[TR_HAND] hidden
    cdef int32_t seat, count, i, low, high, tighter_low, tighter_high
    cdef uint64_t hand
    for seat in range(g.num_players):
        hand = s.hand[seat]
        count = 0
        while hand:
            if hand & TR_HIDDEN:
                hidden[count] = hand & 0xFF
                count += 1
            hand >>= 8
        if list_size(s.bounds[seat]) != count:
            return TR_BAD_BOUNDS
        tighter_low = TR_LEVELS
        tighter_high = 1
        for i in range(count):
            low = bound_low(list_at(s.bounds[seat], i))
            high = bound_high(list_at(s.bounds[seat], i))
            if not 1 <= low <= high <= TR_LEVELS or (i > 0 and (low > tighter_low or high < tighter_high)):
                return TR_BAD_BOUNDS
            tighter_low = low
            tighter_high = high
        if not is_matched(hidden, count, s.bounds[seat]):
            return TR_BAD_BOUNDS
    return 0


cdef int32_t complete_end(const tr_game *g, tr_state *s, const tr_state *p) noexcept nogil:
    """The game is over: at most one seat has cards, or max_rounds are played. The winner of the last round has
    cards, unless nobody has."""
    cdef uint32_t holders = seats_with_cards(g, s)
    if pot_size(g, s) or p.plays:
        return TR_BAD_POT
    if not is_one_or_none(holders) and s.round != g.max_rounds:
        return TR_BAD_OVER
    if p.in_round == 0 or not is_one_or_none(p.in_round) or p.in_round >> g.num_players:
        return TR_BAD_IN
    if holders and p.in_round & holders == 0:
        return TR_BAD_IN
    s.in_round = p.in_round
    s.leader = TR_NONE
    return 0


cdef bint passes_to(tr_state *s, int32_t wanted) noexcept nogil:
    """Whether the turn passes from the last player to this seat: those that are in before it have no card, and so
    are out from now on."""
    cdef int32_t seat = s.turn
    while not is_one_or_none(s.in_round):
        seat = next_in(s, seat)
        if seat == wanted:
            s.turn = seat
            return True
        if s.hand[seat]:
            return False
        s.in_round &= ~(1 << seat)
        s.passed[seat] = s.plays
    return False


cdef int32_t cards_of_play(const tr_game *g, const tr_state *s, int32_t i) noexcept nogil:
    """How many cards the play that begins with card i of the pot has: 1, 3 for a triplet, 0 if it is none."""
    cdef int32_t first = s.cards[pot_place(g, s, i)], second, third
    if first & TR_TRIPLET == 0:
        return 1
    if i + 2 >= pot_size(g, s):
        return 0
    second = s.cards[pot_place(g, s, i + 1)]
    third = s.cards[pot_place(g, s, i + 2)]
    if level_of(first) != level_of(second) or level_of(first) != level_of(third):
        return 0
    return 3 if first <= second <= third and second & third & TR_TRIPLET else 0


cdef bint replay(const tr_game *g, tr_state *s, int32_t seat, int32_t i, int32_t size) noexcept nogil:
    """What a play does to the winning card and to who is in; False for a triplet that is too low."""
    cdef int32_t level = level_of(s.cards[pot_place(g, s, i)]), winning = s.winning, k
    s.plays += 1
    if size == 3:
        s.leaving += 3
        for k in range(3):
            s.cards[pot_place(g, s, i + k)] |= TR_LEAVES
        set_winning(s, seat, level | TR_STANDING)
        return winning & TR_STANDING == 0 or level > winning - TR_STANDING
    if winning == level | TR_STANDING:
        s.leaving += 1
        s.cards[pot_place(g, s, i)] |= TR_LEAVES
        set_winning(s, seat, level)
    elif level >= winning:
        set_winning(s, seat, level)
    else:
        s.in_round &= ~(1 << seat)
    return True


cdef bint list_players(const tr_game *g, const tr_state *s, uint8_t *players) noexcept nogil:
    """Who made each play of the pot: each the next seat that was still in. False if that is nonsense."""
    cdef tr_state r = s[0]
    cdef int32_t seat = s.leader, i = s.middle, play, size
    if s.started >> g.num_players or (s.plays and (seat >= g.num_players or not contains(s.started, seat))):
        return False
    r.in_round = s.started
    r.winning = 0
    for play in range(s.plays):
        size = cards_of_play(g, s, i) if i < pot_size(g, s) else 0
        if size == 0:
            return False
        players[play] = seat
        replay(g, &r, seat, i, size)
        i += size
        while r.in_round:
            seat = next_in(&r, seat)
            if s.passed[seat] != play + 1:
                break
            r.in_round &= ~(1 << seat)
    return r.in_round != 0 or s.plays == 0


cdef int32_t complete_pot(const tr_game *g, tr_state *s, const tr_state *p, const uint8_t *players) noexcept nogil:
    """Plays the pot again: who is in, what wins, who is next."""
    cdef uint8_t[TR_CARDS] found
    cdef int32_t i, play, seat, size
    for i in range(s.middle):
        if s.cards[pot_place(g, s, i)] & TR_TRIPLET:
            return TR_BAD_POT
    if players == NULL:
        if not list_players(g, p, found):
            return TR_BAD_POT
        players = found
    i = s.middle
    # Who has neither a card nor a play of this round was not in.
    s.in_round = seats_with_cards(g, s)
    for play in range(p.plays):
        if players[play] >= g.num_players:
            return TR_BAD_POT
        s.in_round |= 1 << players[play]
    s.started = s.in_round
    s.leader = players[0] if p.plays else p.turn
    for play in range(p.plays):
        if i >= pot_size(g, s):
            return TR_BAD_POT
        seat = players[play]
        size = cards_of_play(g, s, i)
        if play == 0:
            s.turn = seat
        if size == 0 or (play and not passes_to(s, seat)) or not replay(g, s, seat, i, size):
            return TR_BAD_POT
        i += size
    if i != pot_size(g, s):
        return TR_BAD_POT
    if is_one_or_none(s.in_round):
        return TR_BAD_IN
    if not contains(s.in_round, p.turn) or s.hand[p.turn] == 0:
        return TR_BAD_TURN
    if p.plays:
        return 0 if passes_to(s, p.turn) else TR_BAD_TURN
    s.turn = p.turn
    return TR_BAD_TURN if s.round == 1 and s.turn != s.dealer else 0


cdef int32_t tr_check(const void *game, const void *state) noexcept nogil:
    cdef const tr_state *s = <const tr_state *>state
    cdef tr_state derived = s[0]
    cdef int32_t code
    if not has_rng(&s.rng):
        return TR_BAD_RNG
    code = tr_complete(<const tr_game *>game, &derived, NULL)
    if code == 0 and memcmp(&derived, s, sizeof(tr_state)):
        code = TR_BAD_DERIVED
    return code
