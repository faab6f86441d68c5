# Positions from outside: what follows from the rest is derived by the rules of play, and everything is
# checked. Included by wine_cellar.pyx.

cdef int32_t wc_complete(const wc_game *g, wc_state *s) noexcept nogil:
    """Checks a position and derives what follows from the rest; 0 or what is wrong.

    Overwritten: order, waiting, turn, past_count, scored, clients_left, padding, and what lies beyond the seats.
    """
    cdef wc_state p = s[0]
    cdef int32_t code
    memset(s, 0, sizeof(wc_state))
    s.rng = p.rng
    code = complete_seats(g, s, &p)
    if code == 0:
        code = complete_turn(g, s)
    if code == 0:
        code = check_sizes(g, s)
    if code == 0:
        code = check_bottles(g, s)
    if code == 0:
        code = complete_clients(g, s, &p)
    if code == 0:
        code = complete_scores(g, s, &p)
    return code


cdef inline bint is_in_play(const wc_game *g, int32_t number) noexcept nogil:
    return 1 <= number <= g.bottle_count


cdef bint is_list(const wc_game *g, uint64_t cards) noexcept nogil:
    """Whether the bytes are bottles in play up to the first 0 and nothing behind it."""
    while cards:
        if not is_in_play(g, cards & 0xFF):
            return False
        cards >>= 8
    return True


cdef int32_t complete_seats(const wc_game *g, wc_state *s, const wc_state *p) noexcept nogil:
    """Ranges, and copies of what is not derived."""
    cdef int32_t seat, i
    if (not 1 <= p.game <= g.games or not 1 <= p.round <= WC_AGES or p.phase > WC_TAKE
            or not is_list(g, p.prizes) or p.prizes != ascending(p.prizes)):
        return WC_BAD_RANGE
    s.game = p.game
    s.round = p.round
    s.phase = p.phase
    s.prizes = p.prizes
    for seat in range(g.num_players):
        if (not is_list(g, p.hand[seat]) or not is_list(g, p.cellar[seat]) or not is_list(g, p.last_cellar[seat])
                or p.hand[seat] != ascending(p.hand[seat])
                or (p.bid[seat] and not is_in_play(g, p.bid[seat])) or p.client[seat] > g.client_count):
            return WC_BAD_RANGE
        s.hand[seat] = p.hand[seat]
        s.cellar[seat] = p.cellar[seat]
        s.bid[seat] = p.bid[seat]
        s.client[seat] = p.client[seat]
    if g.num_players == 1:
        if (not is_list(g, p.eno_deck) or not is_list(g, p.eno_taken) or p.eno_taken != ascending(p.eno_taken)
                or p.eno_client > g.client_count):
            return WC_BAD_RANGE
        s.eno_deck = p.eno_deck
        s.eno_taken = p.eno_taken
        s.eno_client = p.eno_client
        for i in range(2):
            if p.eno_face[i] and not is_in_play(g, p.eno_face[i]):
                return WC_BAD_RANGE
            s.eno_face[i] = p.eno_face[i]
        if s.eno_face[1] and s.eno_face[0] >= s.eno_face[1]:
            return WC_BAD_ENO
    return 0


cdef int32_t complete_turn(const wc_game *g, wc_state *s) noexcept nogil:
    """Who has still to choose or to take, from clients, bids and cellars."""
    cdef uint8_t[WC_SEATS] seats
    cdef int32_t seat, i, count = 0
    cdef bint has_client, has_bid
    if s.phase == WC_OVER and s.game != g.games:
        return WC_BAD_SIZES
    for seat in range(g.num_players):
        has_client = s.client[seat] != 0
        has_bid = s.bid[seat] != 0
        if s.phase == WC_CLIENT:
            if has_bid:
                return WC_BAD_SIZES
            if not has_client:
                s.waiting |= 1 << seat
            continue
        if not has_client:
            return WC_BAD_CHOICE
        if s.phase == WC_BID:
            if not has_bid:
                s.waiting |= 1 << seat
            elif list_find(s.hand[seat], s.bid[seat]) < 0:
                return WC_BAD_SIZES
        elif not has_bid:
            return WC_BAD_SIZES
        if s.phase == WC_TAKE:
            i = count
            while i > 0 and s.bid[seats[i - 1]] < s.bid[seat]:
                seats[i] = seats[i - 1]
                i -= 1
            seats[i] = seat
            count += 1
    if s.phase == WC_OVER:
        s.turn = WC_NONE
        return 0
    if s.phase != WC_TAKE:
        if s.waiting == 0:
            return WC_BAD_CHOICE if s.phase == WC_CLIENT else WC_BAD_SIZES
        s.turn = bits_lowest(s.waiting)
        return 0
    # The highest bidders have taken: they have one bottle for each round.
    i = 0
    while i < count and list_size(s.cellar[seats[i]]) == s.round:
        i += 1
    if i == count:
        return WC_BAD_SIZES
    s.turn = seats[i]
    while count > i:
        count -= 1
        s.order = list_push(s.order, seats[count] + 1)
    return 0


cdef int32_t check_sizes(const wc_game *g, const wc_state *s) noexcept nogil:
    """Sizes of hands, cellars, prizes and Eno's cards."""
    cdef int32_t played = s.round - (s.phase == WC_BID or s.phase == WC_CLIENT)
    cdef int32_t seat, cellar, hand, prizes = g.prize_count
    cdef uint64_t order = s.order
    cdef bint[WC_SEATS] takes
    if (s.phase == WC_CLIENT and s.round != 1) or (s.phase == WC_OVER and s.round != WC_AGES):
        return WC_BAD_SIZES
    memset(takes, 0, sizeof(takes))
    while order:
        takes[(order & 0xFF) - 1] = True
        order >>= 8
    for seat in range(g.num_players):
        hand = WC_AGES - played
        cellar = played - takes[seat]
        if list_size(s.hand[seat]) != hand or list_size(s.cellar[seat]) != cellar:
            return WC_BAD_SIZES
    if s.phase == WC_TAKE:
        prizes = list_size(s.order)
        if g.num_players == 1 and s.bid[0] > eno_higher(s):
            prizes = 2
    if list_size(s.prizes) != (0 if s.phase == WC_OVER else prizes):
        return WC_BAD_SIZES
    return check_eno(s, played) if g.num_players == 1 else 0


cdef int32_t check_eno(const wc_state *s, int32_t played) noexcept nogil:
    """Eno shows two cards at first, then one a round; each round one bottle leaves the game."""
    cdef int32_t shown = min(played + 1, WC_AGES) if played else 0, face, taken = played
    if s.phase == WC_TAKE or s.phase == WC_OVER:
        face = 1 if s.round == WC_AGES else 2
        if s.phase == WC_TAKE and s.bid[0] > eno_higher(s):
            taken -= 1
    else:
        face = 1 if played else 0
    if ((s.eno_face[0] != 0) + (s.eno_face[1] != 0) != face or (s.eno_face[0] == 0 and face)
            or list_size(s.eno_deck) != WC_AGES - shown or list_size(s.eno_taken) != taken):
        return WC_BAD_ENO
    return 0


cdef bint add_list(uint64_t cards, uint8_t *seen) noexcept nogil:
    """Notes the bottles of a list; False if one of them was there already."""
    while cards:
        if seen[cards & 0xFF]:
            return False
        seen[cards & 0xFF] = 1
        cards >>= 8
    return True


cdef int32_t check_bottles(const wc_game *g, const wc_state *s) noexcept nogil:
    """Every bottle in play is in exactly one place."""
    cdef uint8_t[WC_BOTTLES + 1] seen
    cdef int32_t seat, number
    memset(seen, 0, sizeof(seen))
    if not add_list(s.prizes, seen):
        return WC_BAD_BOTTLES
    for seat in range(g.num_players):
        if not add_list(s.hand[seat], seen) or not add_list(s.cellar[seat], seen):
            return WC_BAD_BOTTLES
        # A pending bid is in the hand still.
        if s.phase != WC_BID and not add_list(s.bid[seat], seen):
            return WC_BAD_BOTTLES
    if not (add_list(s.eno_deck, seen) and add_list(s.eno_taken, seen)
            and add_list(s.eno_face[0], seen) and add_list(s.eno_face[1], seen)):
        return WC_BAD_BOTTLES
    for number in range(1, g.bottle_count + 1):
        if not seen[number]:
            return WC_BAD_BOTTLES
    return 0


cdef bint add_client(const wc_game *g, int32_t client, uint8_t *seen) noexcept nogil:
    if not 1 <= client <= g.client_count or seen[client]:
        return False
    seen[client] = 1
    return True


cdef int32_t complete_clients(const wc_game *g, wc_state *s, const wc_state *p) noexcept nogil:
    """Dealt, past and undealt clients are those in use, once each."""
    cdef uint8_t[WC_CLIENTS + 1] seen
    cdef int32_t n = g.num_players, seat, i, k, number
    memset(seen, 0, sizeof(seen))
    # Every game deals two clients a seat; too few left, and all are shuffled anew.
    s.clients_left = g.client_count - 2 * n
    for number in range(2, s.game + 1):
        s.past_count += 1
        if s.clients_left < 2 * n:
            s.past_count = 0
            s.clients_left = g.client_count
        s.clients_left -= 2 * n
    if p.past_count != s.past_count or p.clients_left != s.clients_left:
        return WC_BAD_PAST
    for seat in range(n):
        for k in range(2):
            s.dealt[seat][k] = p.dealt[seat][k]
            if not add_client(g, s.dealt[seat][k], seen):
                return WC_BAD_CLIENTS
        if s.dealt[seat][0] > s.dealt[seat][1]:
            return WC_BAD_CLIENTS
        if s.client[seat] and s.client[seat] != s.dealt[seat][0] and s.client[seat] != s.dealt[seat][1]:
            return WC_BAD_CHOICE
        for i in range(s.past_count):
            for k in range(2):
                s.past[i][seat][k] = p.past[i][seat][k]
                if not add_client(g, s.past[i][seat][k], seen):
                    return WC_BAD_CLIENTS
    for i in range(s.clients_left):
        s.client_deck[i] = p.client_deck[i]
        if not add_client(g, s.client_deck[i], seen):
            return WC_BAD_CLIENTS
    if n == 1 and s.eno_client != (s.dealt[0][0] + s.dealt[0][1] - s.client[0] if s.client[0] else 0):
        return WC_BAD_ENO
    return 0


cdef int32_t complete_scores(const wc_game *g, wc_state *s, const wc_state *p) noexcept nogil:
    """The games scored, and the cellars and clients of the last one."""
    cdef uint8_t[WC_BOTTLES + 1] seen
    cdef int32_t n = g.num_players, seat, row
    cdef uint64_t held
    s.scored = s.game - (s.phase != WC_OVER)
    if p.scored != s.scored:
        return WC_BAD_SCORES
    if s.scored == 0:
        return 0
    for seat in range(n):
        s.last_cellar[seat] = p.last_cellar[seat]
        s.last_client[seat] = p.last_client[seat]
        if list_size(s.last_cellar[seat]) != WC_AGES or not 1 <= s.last_client[seat] <= g.client_count:
            return WC_BAD_LAST
        memset(seen, 0, sizeof(seen))
        if not add_list(s.last_cellar[seat], seen):
            return WC_BAD_LAST
        if s.phase == WC_OVER:
            if s.last_cellar[seat] != s.cellar[seat] or s.last_client[seat] != s.client[seat]:
                return WC_BAD_LAST
        else:
            # The cellar became the hand; what was bid since came from it.
            held = s.hand[seat]
            while held:
                if list_find(s.last_cellar[seat], held & 0xFF) < 0:
                    return WC_BAD_LAST
                held >>= 8
            if s.bid[seat] and list_find(s.last_cellar[seat], s.bid[seat]) < 0:
                return WC_BAD_LAST
            if s.past_count and s.last_client[seat] != s.past[s.past_count - 1][seat][0]:
                return WC_BAD_LAST
        for row in range(s.scored):
            s.game_score[row][seat] = p.game_score[row][seat]
            if not 0 <= s.game_score[row][seat] <= WC_MOST_GAME_SCORE:
                return WC_BAD_SCORES
        if s.game_score[s.scored - 1][seat] != wc_cellar_score(g, s.last_cellar[seat], s.last_client[seat], NULL):
            return WC_BAD_SCORES
    return 0


cdef int32_t wc_check(const void *game, const void *state) noexcept nogil:
    cdef const wc_state *s = <const wc_state *>state
    cdef wc_state derived = s[0]
    cdef int32_t code
    if not has_rng(&s.rng):
        return WC_BAD_RNG
    code = wc_complete(<const wc_game *>game, &derived)
    if code == 0 and memcmp(&derived, s, sizeof(wc_state)):
        code = WC_BAD_DERIVED
    return code
