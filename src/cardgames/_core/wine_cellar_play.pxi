# The rules of play: dealing, choosing clients, bidding, taking, scoring, Eno. Included by wine_cellar.pyx.

cdef inline uint32_t all_seats(const wc_game *g) noexcept nogil:
    return (<uint32_t>1 << g.num_players) - 1


# --- Scoring ---

cdef int32_t wc_cellar_score(const wc_game *g, uint64_t cellar, int32_t client, int32_t *parts) noexcept nogil:
    """The points of a cellar of eight with a client; `parts` (if not NULL): by ages, first type, second type,
    countries."""
    cdef int32_t i, number, total = 0, match, kind
    if parts != NULL:
        memset(parts, 0, 4 * sizeof(int32_t))
    for i in range(list_size(cellar)):
        number = list_at(cellar, i)
        total += g.age[number][i] + g.value[client][number]
        if parts != NULL:
            match = g.match[client][number]
            parts[0] += g.age[number][i]
            for kind in range(3):
                if match >> kind & 1:
                    parts[1 + kind] += g.bonus[client][kind]
    return total


# --- The deal ---

cdef uint64_t ascending(uint64_t cards) noexcept nogil:
    """The list of different bottles, sorted."""
    cdef uint8_t[WC_AGES] values
    memcpy(values, &cards, WC_AGES)
    return list_sorted(values, list_size(cards))


cdef bint wc_is_low_game(const wc_game *g, const wc_state *s) noexcept nogil:
    """Whether hands were dealt from two halves: the first game of the advanced variant."""
    return g.lower_count != 0 and s.game == 1


cdef void shuffle_bottles(cg_rng *rng, uint8_t *cards, int32_t first, int32_t count) noexcept nogil:
    """Writes the bottles first .. first + count - 1 in random order."""
    cdef int32_t i
    for i in range(count):
        cards[i] = first + i
    rng_shuffle(rng, cards, count)


cdef void deal_bottles(const wc_game *g, wc_state *s) noexcept nogil:
    """Eight to each hand (advanced: four of each half), the others are the first prizes. Solo: eight are Eno's."""
    cdef uint8_t[WC_BOTTLES] cards
    cdef int32_t n = g.num_players, seat, half = WC_AGES // 2, low = g.lower_count, i
    shuffle_bottles(&s.rng, cards, 1, low)
    shuffle_bottles(&s.rng, cards + low, low + 1, g.bottle_count - low)
    if low:
        for seat in range(n):
            # The upper half lies above all of the lower one.
            s.hand[seat] = (list_sorted(cards + half * seat, half)
                            | list_sorted(cards + low + half * seat, half) << (8 * half))
        s.prizes = list_sorted(cards + half * n, low - half * n)
        for i in range(low + half * n, g.bottle_count):
            s.prizes = list_insert(s.prizes, cards[i])
        return
    for seat in range(n):
        s.hand[seat] = list_sorted(cards + WC_AGES * seat, WC_AGES)
    i = WC_AGES * n
    if n == 1:
        memcpy(&s.eno_deck, cards + i, WC_AGES)
        i += WC_AGES
    s.prizes = list_sorted(cards + i, g.bottle_count - i)


cdef void shuffle_clients(const wc_game *g, wc_state *s) noexcept nogil:
    """All clients in use are undealt again, in random order."""
    cdef int32_t i
    for i in range(g.client_count):
        s.client_deck[i] = i + 1
    rng_shuffle(&s.rng, s.client_deck, g.client_count)
    s.clients_left = g.client_count
    memset(s.past, 0, sizeof(s.past))
    s.past_count = 0


cdef inline int32_t next_client(wc_state *s) noexcept nogil:
    cdef int32_t client
    s.clients_left -= 1
    client = s.client_deck[s.clients_left]
    s.client_deck[s.clients_left] = 0
    return client


cdef void put_pair(uint8_t *pair, int32_t a, int32_t b) noexcept nogil:
    """Two clients, ascending."""
    pair[0] = min(a, b)
    pair[1] = max(a, b)


cdef void start_game(const wc_game *g, wc_state *s) noexcept nogil:
    """Two clients for each seat; fewer than that undealt, and all are shuffled anew first."""
    cdef int32_t seat, a, b
    if s.clients_left < 2 * g.num_players:
        shuffle_clients(g, s)
    for seat in range(g.num_players):
        a = next_client(s)
        b = next_client(s)
        put_pair(s.dealt[seat], a, b)
    memset(s.client, 0, sizeof(s.client))
    memset(s.bid, 0, sizeof(s.bid))
    memset(s.cellar, 0, sizeof(s.cellar))
    s.round = 1
    s.phase = WC_CLIENT
    s.waiting = all_seats(g)
    s.turn = 0


cdef void wc_reset(const void *game, void *state, uint64_t seed) noexcept nogil:
    cdef const wc_game *g = <const wc_game *>game
    cdef wc_state *s = <wc_state *>state
    memset(s, 0, sizeof(wc_state))
    rng_seed(&s.rng, seed)
    s.game = 1
    deal_bottles(g, s)
    start_game(g, s)      # nothing is left undealt yet, so it shuffles


# --- Choosing at the same time: clients and bids ---

cdef inline bint has_chosen_last(wc_state *s, int32_t seat) noexcept nogil:
    """The seat has made its choice; whether it was the last one. Nothing depends on the order of the choices."""
    s.waiting &= ~(1 << seat)
    if s.waiting == 0:
        return True
    s.turn = bits_lowest(s.waiting)
    return False


cdef inline void start_bid(const wc_game *g, wc_state *s) noexcept nogil:
    s.phase = WC_BID
    s.waiting = all_seats(g)
    s.turn = 0


cdef inline void keep(const wc_game *g, wc_state *s, int32_t seat, int32_t which) noexcept nogil:
    """One client is kept. Solo: the other one is Eno's."""
    s.client[seat] = s.dealt[seat][which]
    if g.num_players == 1:
        s.eno_client = s.dealt[seat][1 - which]
    if has_chosen_last(s, seat):
        start_bid(g, s)


cdef inline void bid(const wc_game *g, wc_state *s, int32_t seat, int32_t number) noexcept nogil:
    """A card is bid; all are revealed together when the last one is chosen."""
    s.bid[seat] = number
    if has_chosen_last(s, seat):
        reveal(g, s)


cdef inline void reveal(const wc_game *g, wc_state *s) noexcept nogil:
    """The bids leave the hands; the prizes are taken in descending order of the bids."""
    cdef uint8_t[WC_SEATS] seats
    cdef int32_t seat, i
    for seat in range(g.num_players):
        s.hand[seat] = list_without(s.hand[seat], list_find(s.hand[seat], s.bid[seat]))
        i = seat
        while i > 0 and s.bid[seats[i - 1]] < s.bid[seat]:
            seats[i] = seats[i - 1]
            i -= 1
        seats[i] = seat
    s.order = 0
    for i in range(g.num_players - 1, -1, -1):
        s.order = list_push(s.order, seats[i] + 1)
    s.phase = WC_TAKE
    s.turn = seats[0]
    if g.num_players == 1:
        answer_bid(g, s)


# --- Taking ---

cdef inline void take(const wc_game *g, wc_state *s, int32_t prize, int32_t end) noexcept nogil:
    """The seat whose turn it is takes the prize of this place in the list; the last one ends the round."""
    cdef int32_t seat = s.turn, number = list_at(s.prizes, prize)
    s.prizes = list_without(s.prizes, prize)
    s.cellar[seat] = list_push(s.cellar[seat], number) if end == WC_TOP else list_append(s.cellar[seat], number)
    s.order >>= 8
    if s.order:
        s.turn = (s.order & 0xFF) - 1
    else:
        end_round(g, s)


cdef inline void end_round(const wc_game *g, wc_state *s) noexcept nogil:
    """The bids become the next prizes; after eight rounds the game is scored."""
    if g.num_players == 1:
        eno_ends_round(s)
    if s.round == WC_AGES:
        end_game(g, s)
        return
    if g.num_players > 1:
        s.prizes = list_sorted(s.bid, g.num_players)
    memset(s.bid, 0, sizeof(s.bid))
    s.round += 1
    start_bid(g, s)


cdef void end_game(const wc_game *g, wc_state *s) noexcept nogil:
    """Scores the game; in the advanced variant the cellars become the hands of the next one, with new clients."""
    cdef int32_t seat, kept, row = s.game - 1
    for seat in range(g.num_players):
        s.game_score[row][seat] = wc_cellar_score(g, s.cellar[seat], s.client[seat], NULL)
    memcpy(s.last_cellar, s.cellar, sizeof(s.cellar))
    memcpy(s.last_client, s.client, sizeof(s.client))
    s.scored += 1
    if s.game == g.games:
        s.phase = WC_OVER
        s.turn = WC_NONE
        return
    s.prizes = list_sorted(s.bid, g.num_players)
    for seat in range(g.num_players):
        s.hand[seat] = ascending(s.cellar[seat])
        kept = s.client[seat]
        s.past[s.past_count][seat][0] = kept
        s.past[s.past_count][seat][1] = s.dealt[seat][0] + s.dealt[seat][1] - kept
    s.past_count += 1
    s.game += 1
    start_game(g, s)


# --- Eno ---

cdef inline int32_t eno_higher(const wc_state *s) noexcept nogil:
    return s.eno_face[1] if s.eno_face[1] else s.eno_face[0]


cdef inline int32_t eno_wish(const wc_game *g, const wc_state *s, int32_t number) noexcept nogil:
    """How much Eno wants a prize: by its first type, its second type, its first listed country, the number."""
    cdef int32_t match = g.match[s.eno_client][number]
    return (match & 1) << 10 | (match & 2) << 8 | (match & 8) << 5 | number


cdef void answer_bid(const wc_game *g, wc_state *s) noexcept nogil:
    """Eno shows cards until two are face up, as far as it has any. If it has the higher one, it takes the prize
    that it wants more, which leaves the game."""
    cdef int32_t choice, number
    while s.eno_face[1] == 0 and s.eno_deck:
        number = s.eno_deck & 0xFF
        s.eno_deck >>= 8
        if s.eno_face[0] == 0:
            s.eno_face[0] = number
        else:
            put_pair(s.eno_face, s.eno_face[0], number)
    if s.bid[0] > eno_higher(s):
        return
    choice = eno_wish(g, s, list_at(s.prizes, 1)) > eno_wish(g, s, list_at(s.prizes, 0))
    s.eno_taken = list_insert(s.eno_taken, list_at(s.prizes, choice))
    s.prizes = list_without(s.prizes, choice)


cdef void eno_ends_round(wc_state *s) noexcept nogil:
    """The prize that is left leaves the game. Of Eno's two cards the one that lost (or, if it won, the one that
    won) is spent: with the player's bid it is the next prizes; the other stays face up."""
    cdef int32_t spent, stays
    if s.prizes:
        s.eno_taken = list_insert(s.eno_taken, s.prizes & 0xFF)
        s.prizes = 0
    if s.round == WC_AGES:
        return
    spent, stays = s.eno_face[0], s.eno_face[1]
    if s.bid[0] < eno_higher(s):
        spent, stays = stays, spent
    s.prizes = list_insert(list_insert(0, s.bid[0]), spent)
    s.eno_face[0] = stays
    s.eno_face[1] = 0


# --- The functions of the table ---

cdef inline bint may_act(const wc_state *s, int32_t seat) noexcept nogil:
    """Whether a seat in its range may act now."""
    if s.phase == WC_TAKE:
        return seat == s.turn
    return s.phase != WC_OVER and s.waiting >> seat & 1


cdef int32_t wc_to_act(const void *game, const void *state, int32_t *seats) noexcept nogil:
    cdef const wc_state *s = <const wc_state *>state
    if s.phase == WC_OVER:
        return 0
    if s.phase == WC_TAKE:
        seats[0] = s.turn
        return 1
    return bits_list(s.waiting, 0, seats)


cdef int32_t wc_current_player(const void *game, const void *state) noexcept nogil:
    cdef const wc_state *s = <const wc_state *>state
    return -1 if s.phase == WC_OVER else s.turn


cdef int32_t wc_legal(const void *game, const void *state, int32_t seat, int32_t *actions) noexcept nogil:
    cdef const wc_game *g = <const wc_game *>game
    cdef const wc_state *s = <const wc_state *>state
    cdef uint64_t cards
    cdef int32_t count = 0, ends, end
    if seat == CG_CURRENT_PLAYER:
        seat = s.turn
    if not <uint32_t>seat < <uint32_t>g.num_players or not may_act(s, seat):
        return 0
    if s.phase == WC_CLIENT:
        actions[0] = 0
        actions[1] = 1
        return 2
    if s.phase == WC_BID:
        cards = s.hand[seat]
        while cards:
            actions[count] = WC_FIRST_BID + (cards & 0xFF) - 1
            count += 1
            cards >>= 8
        return count
    cards = s.prizes
    ends = 2 if s.cellar[seat] else 1
    while cards:
        for end in range(ends):
            actions[count] = WC_FIRST_TAKE + 2 * (<int32_t>(cards & 0xFF) - 1) + end
            count += 1
        cards >>= 8
    return count


cdef inline int32_t place_of(const wc_state *s, int32_t seat, int32_t action) noexcept nogil:
    """Where the card of an action that fits the phase lies: in the hand, among the prizes; -1 if it does not.
    For clients the action itself."""
    if s.phase == WC_CLIENT:
        return action if action < WC_FIRST_BID else -1
    if s.phase == WC_BID:
        if WC_FIRST_BID <= action < WC_FIRST_TAKE:
            return list_find(s.hand[seat], action - WC_FIRST_BID + 1)
        return -1
    if s.phase == WC_TAKE and action >= WC_FIRST_TAKE:
        return list_find(s.prizes, (action - WC_FIRST_TAKE) // 2 + 1)
    return -1


cdef inline bint is_too_low(const wc_state *s, int32_t seat, int32_t action) noexcept nogil:
    """Whether the first bottle of a cellar would go to its bottom."""
    return s.phase == WC_TAKE and (action - WC_FIRST_TAKE) & 1 == WC_BOTTOM and s.cellar[seat] == 0


cdef int32_t wc_refusal(const void *game, const void *state, int32_t seat, int32_t action) noexcept nogil:
    cdef const wc_game *g = <const wc_game *>game
    cdef const wc_state *s = <const wc_state *>state
    if seat == CG_CURRENT_PLAYER:
        if s.phase == WC_OVER:
            return WC_GAME_OVER
        seat = s.turn
    if not <uint32_t>seat < <uint32_t>g.num_players:
        return WC_NO_SEAT
    if not <uint32_t>action < <uint32_t>WC_ACTIONS:
        return WC_NO_ACTION
    if s.phase == WC_OVER:
        return WC_GAME_OVER
    if action >= WC_FIRST_BID and bottle_of(action) > g.bottle_count:
        return WC_NOT_IN_PLAY
    if s.phase == WC_CLIENT and action >= WC_FIRST_BID:
        return WC_CLIENT_FIRST
    if s.phase != WC_CLIENT and action < WC_FIRST_BID:
        return WC_CLIENT_DONE
    if s.phase == WC_BID and action >= WC_FIRST_TAKE:
        return WC_BID_FIRST
    if s.phase == WC_TAKE and action < WC_FIRST_TAKE:
        return WC_BID_DONE
    if not may_act(s, seat):
        return WC_NOT_IN_TURN if s.phase == WC_TAKE else WC_ALL_CHOSEN
    if place_of(s, seat, action) < 0:
        return WC_NO_PRIZE if s.phase == WC_TAKE else WC_NOT_HELD
    return WC_FIRST_TOP if is_too_low(s, seat, action) else WC_OK


cdef inline int32_t bottle_of(int32_t action) noexcept nogil:
    """The bottle of a bid or take."""
    return action - WC_FIRST_BID + 1 if action < WC_FIRST_TAKE else (action - WC_FIRST_TAKE) // 2 + 1


cdef inline void play(const wc_game *g, wc_state *s, int32_t seat, int32_t action, int32_t place) noexcept nogil:
    """Plays a legal action; `place` is that of its card."""
    if s.phase == WC_TAKE:
        take(g, s, place, (action - WC_FIRST_TAKE) & 1)
    elif s.phase == WC_BID:
        bid(g, s, seat, bottle_of(action))
    else:
        keep(g, s, seat, action)


cdef int32_t wc_apply(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil:
    cdef const wc_game *g = <const wc_game *>game
    cdef wc_state *s = <wc_state *>state
    cdef int32_t player = seat, place = -1
    if seat == CG_CURRENT_PLAYER:
        seat = s.turn       # WC_NONE, which is out of range, when the game is over
    if (<uint32_t>seat < <uint32_t>g.num_players and <uint32_t>action < <uint32_t>WC_ACTIONS
            and may_act(s, seat)):
        place = place_of(s, seat, action)
    if place < 0 or is_too_low(s, seat, action):
        return wc_refusal(game, state, player, action)
    play(g, s, seat, action, place)
    return WC_OK


cdef void wc_apply_unchecked(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil:
    # What is not there is not played, nor is anything out of turn: no list can get more than its eight entries.
    cdef wc_state *s = <wc_state *>state
    cdef int32_t place
    if may_act(s, seat):
        place = place_of(s, seat, action)
        if place >= 0:
            play(<const wc_game *>game, s, seat, action, place)


cdef int32_t wc_play_random(const void *game, void *state) noexcept nogil:
    cdef const wc_game *g = <const wc_game *>game
    cdef wc_state *s = <wc_state *>state
    cdef int32_t seat = s.turn, count, choice
    cdef bint both_ends
    if s.phase == WC_TAKE:
        both_ends = s.cellar[seat] != 0
        count = list_size(s.prizes) << both_ends
        choice = rng_below(&s.rng, count)
        take(g, s, choice >> both_ends, choice & both_ends)
    elif s.phase == WC_BID:
        count = list_size(s.hand[seat])
        bid(g, s, seat, list_at(s.hand[seat], rng_below(&s.rng, count)))
    elif s.phase == WC_CLIENT:
        count = 2
        keep(g, s, seat, rng_below(&s.rng, 2))
    else:
        return 0
    return count


cdef int32_t wc_is_over(const void *game, const void *state) noexcept nogil:
    return (<const wc_state *>state).phase == WC_OVER


cdef void wc_scores(const void *game, const void *state, int32_t *scores) noexcept nogil:
    """The sums over the games scored."""
    cdef const wc_state *s = <const wc_state *>state
    cdef int32_t seat, row
    for seat in range((<const wc_game *>game).num_players):
        scores[seat] = 0
        for row in range(WC_GAMES):
            scores[seat] += s.game_score[row][seat]


cdef uint32_t wc_winners(const void *game, const void *state) noexcept nogil:
    """Most points win, ties share; alone, the player."""
    cdef int32_t[WC_SEATS] scores
    if (<const wc_state *>state).phase != WC_OVER:
        return 0
    wc_scores(game, state, scores)
    return seats_with_most((<const wc_game *>game).num_players, scores)
