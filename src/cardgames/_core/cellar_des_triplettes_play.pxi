# The rules of play: dealing, bidding, trading, placing, refilling. Included by cellar_des_triplettes.pyx.

# --- The deal ---

cdef uint64_t take_cards(ct_state *s, int32_t count) noexcept nogil:
    """The next so many cards from the top of the pile, as far as there are."""
    cdef uint64_t cards = 0
    count = min(count, <int32_t>s.pile_size)
    while count > 0:
        s.pile_size -= 1
        cards += multiset_one(s.pile[s.pile_size])
        s.pile[s.pile_size] = CT_NONE
        count -= 1
    s.bottom = min(s.bottom, s.pile_size)
    return cards


cdef void start_bid(const ct_game *g, ct_state *s) noexcept nogil:
    """A round begins; it is the final one if the pile is empty, and at the latest by max_rounds."""
    s.phase = CT_BID
    s.passed = 0
    s.seat = s.starting_player
    if s.pile_size == 0:
        s.final_round = 1
    elif s.round == g.max_rounds:
        s.final_round = 1
        s.truncated = 1


cdef void ct_reset(const void *game, void *state, uint64_t seed) noexcept nogil:
    """Five cards to each hand, four to the display; the starting player is drawn."""
    cdef const ct_game *g = <const ct_game *>game
    cdef ct_state *s = <ct_state *>state
    cdef uint8_t[CT_CARDS] cards
    cdef int32_t seat, i, count = multiset_list(g.deck, cards)
    memset(s, 0, sizeof(ct_state))
    rng_seed(&s.rng, seed)
    rng_shuffle(&s.rng, cards, count)
    for seat in range(g.num_players):
        for i in range(CT_DEALT):
            count -= 1
            s.hand[seat] += multiset_one(cards[count])
        s.cellars[seat] = 1
    for i in range(CT_DISPLAY):
        count -= 1
        s.display += multiset_one(cards[count])
    memset(s.cellar, CT_NONE, sizeof(s.cellar))
    memset(s.pile, CT_NONE, sizeof(s.pile))
    memcpy(s.pile, cards, count)
    s.pile_size = count
    s.high_bidder = CT_NONE
    s.round = 1
    s.starting_player = rng_below(&s.rng, g.num_players)
    start_bid(g, s)


# --- The bid ---

cdef inline void take_from_hand(ct_state *s, int32_t seat, int32_t card) noexcept nogil:
    """A card leaves a hand; a known one of its type goes first, so that `known` stays certain."""
    s.hand[seat] -= multiset_one(card)
    s.known[seat] -= multiset_kinds(s.known[seat]) & multiset_one(card)


cdef inline void give(ct_state *s, int32_t seat, uint64_t cards) noexcept nogil:
    """Cards go openly to a hand."""
    s.hand[seat] += cards
    s.known[seat] += cards


cdef int32_t other_totals(const ct_game *g, const ct_state *s, int32_t seat, int32_t *gaps) noexcept nogil:
    """How much every other bid is above the seat's own, as far as it is not below; returns how many.

    Written without branches, as random play makes them unforeseeable.
    """
    cdef int32_t other, count = 0, own = s.total[seat]
    for other in range(g.num_players):
        gaps[count] = s.total[other] - own
        count += (gaps[count] >= 0) & (s.total[other] != 0) & (other != seat)
    return count


cdef bint finishes(uint64_t cards, int32_t laid, const int32_t *gaps, int32_t count) noexcept nogil:
    """Whether some of the cards (perhaps none), laid after cards of value `laid`, make a total that no other
    seat has. (Rulebook: two equally high bids may never be on the table.)"""
    cdef int32_t[8] sums
    cdef int32_t made = 1, i, j, card
    # n cards, laid one after the other, make n + 1 different totals.
    if multiset_size(cards) >= count:
        return True
    sums[0] = laid
    if is_free(laid, gaps, count):
        return True
    while cards:      # three at most, as there are at most four gaps
        card = kinds_lowest(cards)
        cards -= multiset_one(card)
        for j in range(made):
            sums[made + j] = sums[j] + VALUE_OF[card]
            if is_free(sums[made + j], gaps, count):
                return True
        made *= 2
    return False


cdef inline bint is_free(int32_t laid, const int32_t *gaps, int32_t count) noexcept nogil:
    cdef int32_t i
    for i in range(count):
        if gaps[i] == laid:
            return False
    return True


cdef inline int32_t last_laid(const ct_state *s) noexcept nogil:
    """The highest type laid this turn, below which nothing can be laid; 0 before the first."""
    return bits_highest(s.turn) >> 1 if s.turn else 0


cdef uint64_t ct_layable(const ct_game *g, const ct_state *s, bint *can_call) noexcept nogil:
    """The types that the seat to act may lay, as kinds; `can_call`: whether it may call.

    A type may be laid if a call can follow, at once or after more cards of the same or higher types.
    """
    cdef int32_t[CT_SEATS] gaps
    cdef int32_t seat = s.seat, count = other_totals(g, s, seat, gaps), i, card
    cdef uint64_t hand = from_kind(s.hand[seat], last_laid(s)), kinds = multiset_kinds(hand), doubtful = 0
    can_call[0] = s.turn != 0
    for i in range(count):
        can_call[0] &= gaps[i] != 0
        doubtful |= kind_of_value(gaps[i])
    doubtful &= kinds
    while doubtful:
        card = kinds_lowest(doubtful)
        doubtful &= doubtful - 1
        if not finishes(from_kind(hand, card) - multiset_one(card), VALUE_OF[card], gaps, count):
            kinds -= multiset_one(card)
    return kinds


cdef inline void lay(ct_state *s, int32_t card) noexcept nogil:
    take_from_hand(s, s.seat, card)
    s.bid[s.seat] += multiset_one(card)
    s.turn += multiset_one(card)
    s.total[s.seat] += VALUE_OF[card]


cdef inline void next_bidder(const ct_game *g, ct_state *s) noexcept nogil:
    """The next seat that has not passed, perhaps the same; when all have passed the bids are traded."""
    cdef uint32_t everybody = (1 << g.num_players) - 1, waiting, later
    s.turn = 0
    if s.passed == everybody:
        trade(g, s)
        return
    waiting = ~s.passed & everybody
    later = waiting & -(<uint32_t>2 << s.seat)
    s.seat = bits_lowest(later if later else waiting)


cdef void draw(ct_state *s) noexcept nogil:
    """Two cards from the pile are shown: the lower goes to the hand, the higher under the pile. A single last
    card is taken."""
    cdef uint64_t cards = take_cards(s, 2)
    cdef int32_t lower = kinds_lowest(cards)
    cdef uint8_t[CT_PILE - 1] others
    give(s, s.seat, multiset_one(lower))
    cards -= multiset_one(lower)
    if cards:
        # By way of another array, which costs less than a call of memmove.
        memcpy(others, s.pile, sizeof(others))
        memcpy(&s.pile[1], others, sizeof(others))
        s.pile[0] = kinds_lowest(cards)
        s.pile_size += 1
        s.bottom += 1


# --- The trade ---

cdef void trade(const ct_game *g, ct_state *s) noexcept nogil:
    """In descending order of the bids each gets the bid above its own, the highest the display; the lowest
    bid becomes the display. Then the highest bidder places first."""
    cdef uint64_t moving = s.display
    cdef int32_t seat, best
    while True:
        best = 0
        for seat in range(1, g.num_players):
            if s.total[seat] > s.total[best]:
                best = seat
        if s.total[best] == 0:
            break
        if s.high_bidder == CT_NONE:
            s.high_bidder = best
        give(s, best, moving)
        moving = s.bid[best]
        s.bid[best] = 0
        s.total[best] = 0
    s.display = moving
    s.phase = CT_PLACE
    s.seat = first_to_place(s)
    if s.hand[s.seat] == 0:
        next_to_place(g, s)


# --- Placing ---

cdef inline int32_t first_to_place(const ct_state *s) noexcept nogil:
    """The highest bidder; the starting player if nobody bid."""
    return s.starting_player if s.high_bidder == CT_NONE else s.high_bidder


cdef int32_t ct_placing(const ct_game *g, const ct_state *s, int32_t *seats) noexcept nogil:
    """Writes the seats still to finish placing in their order and returns how many; 0 in other phases."""
    cdef int32_t count = 0, seat = s.seat
    if s.phase == CT_PLACE:
        while count == 0 or seat != first_to_place(s):
            seats[count] = seat
            count += 1
            seat = seat_after(g.num_players, seat, 1)
    return count


cdef void next_to_place(const ct_game *g, ct_state *s) noexcept nogil:
    """The next seat that holds a card; after the last one the round ends."""
    cdef int32_t first = first_to_place(s)
    s.seat = seat_after(g.num_players, s.seat, 1)
    while s.seat != first:
        if s.hand[s.seat]:
            return
        s.seat = seat_after(g.num_players, s.seat, 1)
    end_round(g, s)


cdef inline int32_t take_way(ct_state *s, int32_t seat, int32_t way) noexcept nogil:
    """Makes room for a card in the latest cellar of the seat; returns its slot."""
    cdef uint8_t *cellar
    cdef uint8_t[CT_SLOTS - 1] others
    cdef int32_t number
    if is_full(s.filled[seat], s.empties[seat]) and s.cellars[seat] < CT_CELLARS:
        s.cellars[seat] += 1
        s.filled[seat] = 0
    number = s.cellars[seat] - 1
    if way == CT_RIGHT:
        return bits_count(s.filled[seat] & CT_ROW_1)
    if way == CT_LEFT:
        # Every row moves on by one slot. As row 1 is not full, the last slot of no row is filled, so the whole
        # list of slots moves: what leaves a row is always a free slot.
        cellar = s.cellar[seat][number]
        memcpy(others, cellar, sizeof(others))
        memcpy(cellar + 1, others, sizeof(others))
        s.filled[seat] = s.filled[seat] << 1 & CT_FULL
        s.empties[seat] = s.empties[seat] << 1 & CT_FULL
        s.covered[seat][number] = s.covered[seat][number] << 1 & CT_FULL
        return 0
    if s.empties[seat] >> way & 1:
        s.empties[seat] &= ~(1 << way)
        s.covered[seat][number] |= 1 << way
    return way


cdef inline void place(const ct_game *g, ct_state *s, int32_t card, int32_t way) noexcept nogil:
    """A card goes into the cellar and scores: its stars and the triplets that it completes."""
    cdef int32_t seat = s.seat, slot = take_way(s, seat, way)
    cdef uint8_t *cellar = s.cellar[seat][s.cellars[seat] - 1]
    take_from_hand(s, seat, card)
    cellar[slot] = card
    s.filled[seat] |= 1 << slot
    if card == 0:
        s.empties[seat] |= 1 << slot
    s.score[seat] += STARS_OF[card] + ct_bonus(cellar, slot)
    if s.hand[seat] == 0:
        next_to_place(g, s)


# --- The end of a round ---

cdef void end_round(const ct_game *g, ct_state *s) noexcept nogil:
    """Refills the display and begins the next round, or ends the game."""
    if s.final_round:
        s.phase = CT_OVER
        s.seat = CT_NONE
        return
    s.display += take_cards(s, CT_DISPLAY - multiset_size(s.display))
    s.starting_player = first_to_place(s)
    s.high_bidder = CT_NONE
    s.round += 1
    start_bid(g, s)


# --- The functions of the table ---

cdef inline void play(const ct_game *g, ct_state *s, int32_t action) noexcept nogil:
    """Plays a legal action of the seat to act."""
    cdef int32_t card
    if action < CT_CALL:
        lay(s, action)
    elif action == CT_DONE:
        next_to_place(g, s)
    elif action >= CT_FIRST_PLACE:
        card = (action - CT_FIRST_PLACE) // CT_WAYS
        place(g, s, card, action - CT_FIRST_PLACE - CT_WAYS * card)
    else:
        if action != CT_CALL:
            s.passed |= 1 << s.seat
            if action == CT_PASS_DRAW:
                draw(s)
        next_bidder(g, s)


cdef int32_t ct_to_act(const void *game, const void *state, int32_t *seats) noexcept nogil:
    cdef const ct_state *s = <const ct_state *>state
    if s.phase == CT_OVER:
        return 0
    seats[0] = s.seat
    return 1


cdef int32_t ct_current_player(const void *game, const void *state) noexcept nogil:
    cdef const ct_state *s = <const ct_state *>state
    return -1 if s.phase == CT_OVER else s.seat


cdef int32_t ct_legal(const void *game, const void *state, int32_t seat, int32_t *actions) noexcept nogil:
    cdef const ct_game *g = <const ct_game *>game
    cdef const ct_state *s = <const ct_state *>state
    cdef uint64_t kinds
    cdef uint32_t wine_ways, ways
    cdef bint can_call
    cdef int32_t count = 0, card
    if s.phase == CT_OVER or (seat != s.seat and seat != CG_CURRENT_PLAYER):
        return 0
    seat = s.seat
    if s.phase == CT_BID:
        kinds = ct_layable(g, s, &can_call)
        while kinds:
            actions[count] = kinds_lowest(kinds)
            count += 1
            kinds &= kinds - 1
        if can_call:
            actions[count] = CT_CALL
            count += 1
        if not s.turn:
            actions[count] = CT_PASS
            count += 1
            if can_draw(s):
                actions[count] = CT_PASS_DRAW
                count += 1
        return count
    ways = ct_ways(s, seat, &wine_ways)
    kinds = multiset_kinds(s.hand[seat])
    while kinds:
        card = kinds_lowest(kinds)
        count += bits_list(wine_ways if card else ways, CT_FIRST_PLACE + CT_WAYS * card, actions + count)
        kinds &= kinds - 1
    if may_stop(s):
        actions[count] = CT_DONE
        count += 1
    return count


cdef inline bint can_draw(const ct_state *s) noexcept nogil:
    """Whether a seat that passes now may take cards: only without a bid."""
    return s.total[s.seat] == 0 and s.pile_size > 0


cdef inline bint may_stop(const ct_state *s) noexcept nogil:
    return multiset_size(s.hand[s.seat]) <= CT_HAND


cdef inline bint is_legal(const ct_game *g, const ct_state *s, int32_t action) noexcept nogil:
    """Yes or no, for the seat to act and an action in its range."""
    cdef bint can_call
    cdef uint32_t wine_ways, ways
    cdef int32_t card, way
    if s.phase == CT_BID:
        if action < CT_CALL:
            return contains(ct_layable(g, s, &can_call), 2 * action)
        if action == CT_CALL:
            if s.turn:
                ct_layable(g, s, &can_call)
                return can_call
            return False
        if action == CT_PASS:
            return s.turn == 0
        return action == CT_PASS_DRAW and s.turn == 0 and can_draw(s)
    if action == CT_DONE:
        return may_stop(s)
    if action < CT_FIRST_PLACE:
        return False
    card = (action - CT_FIRST_PLACE) // CT_WAYS
    way = action - CT_FIRST_PLACE - CT_WAYS * card
    if not multiset_count(s.hand[s.seat], card):
        return False
    ways = ct_ways(s, s.seat, &wine_ways)
    return contains(wine_ways if card else ways, way)


cdef int32_t bid_refusal(const ct_game *g, const ct_state *s, int32_t action) noexcept nogil:
    """Why the seat to act may not do this in the bid."""
    if action < CT_CALL:
        if not multiset_count(s.hand[s.seat], action):
            return CT_NOT_HELD
        return CT_BELOW_LAST if action < last_laid(s) else CT_DEAD_END
    if action == CT_CALL:
        return CT_CALL_EQUAL if s.turn else CT_CALL_NOTHING
    if s.turn:
        return CT_PASS_LATE
    return CT_DRAW_WITH_BID if s.total[s.seat] else CT_NO_PILE


cdef int32_t place_refusal(const ct_state *s, int32_t action) noexcept nogil:
    """Why the seat to act may not do this in the placing."""
    cdef int32_t card = (action - CT_FIRST_PLACE) // CT_WAYS, way = action - CT_FIRST_PLACE - CT_WAYS * card
    cdef uint32_t filled = s.filled[s.seat], empties = s.empties[s.seat]
    if action == CT_DONE:
        return CT_MUST_PLACE
    if not multiset_count(s.hand[s.seat], card):
        return CT_NOT_HELD
    if is_full(filled, empties):
        return CT_NEW_CELLAR
    if way == CT_LEFT and not filled:
        return CT_FIRST_RIGHT
    if way >= CT_SLOTS:
        return CT_ROW_FULL
    if contains(empties, way):
        return CT_ONLY_WINE
    if contains(filled, way):
        return CT_TAKEN
    return CT_ROW_GROWS if way < 5 else CT_UNSUPPORTED


cdef int32_t ct_refusal(const void *game, const void *state, int32_t seat, int32_t action) noexcept nogil:
    cdef const ct_game *g = <const ct_game *>game
    cdef const ct_state *s = <const ct_state *>state
    cdef int32_t card
    if seat == CG_CURRENT_PLAYER:
        if s.phase == CT_OVER:
            return CT_GAME_OVER
        seat = s.seat
    if not <uint32_t>seat < <uint32_t>g.num_players:
        return CT_NO_SEAT
    if not <uint32_t>action < <uint32_t>CT_ACTIONS:
        return CT_NO_ACTION
    if s.phase == CT_OVER:
        return CT_GAME_OVER
    if seat == s.seat and is_legal(g, s, action):
        return CT_OK
    card = action
    if CT_FIRST_PLACE <= action < CT_DONE:
        card = (action - CT_FIRST_PLACE) // CT_WAYS
    if card < CT_TYPES and not multiset_count(g.deck, card):
        return CT_NOT_IN_DECK
    if s.phase == CT_BID and action >= CT_FIRST_PLACE:
        return CT_BID_FIRST
    if s.phase == CT_PLACE and action < CT_FIRST_PLACE:
        return CT_BID_DONE
    if seat != s.seat:
        return CT_NOT_IN_TURN
    return bid_refusal(g, s, action) if s.phase == CT_BID else place_refusal(s, action)


cdef int32_t ct_apply(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil:
    cdef const ct_game *g = <const ct_game *>game
    cdef ct_state *s = <ct_state *>state
    if ((seat != s.seat and seat != CG_CURRENT_PLAYER) or s.phase == CT_OVER
            or not <uint32_t>action < <uint32_t>CT_ACTIONS or not is_legal(g, s, action)):
        return ct_refusal(game, state, seat, action)
    play(g, s, action)
    return CT_OK


cdef void ct_apply_unchecked(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil:
    # A card that is not held, or an action of another phase, is ignored: cards are never made, so that no list
    # of cards or actions can overflow.
    cdef const ct_game *g = <const ct_game *>game
    cdef ct_state *s = <ct_state *>state
    cdef int32_t card = action
    if s.phase != (CT_PLACE if action >= CT_FIRST_PLACE else CT_BID):
        return
    if CT_FIRST_PLACE <= action < CT_DONE:
        card = (action - CT_FIRST_PLACE) // CT_WAYS
    if card < CT_TYPES and not multiset_count(s.hand[s.seat], card):
        return
    if action == CT_PASS_DRAW and s.pile_size == 0:
        return
    play(g, s, action)


cdef int32_t random_bid(const ct_game *g, ct_state *s, int32_t *action) noexcept nogil:
    """A random action of the bid; how many there are."""
    cdef bint can_call, has_turn = s.turn != 0
    cdef uint64_t kinds = ct_layable(g, s, &can_call)
    cdef int32_t cards = kinds_count(kinds), count, choice
    # After the cards comes the call in a turn; else the pass, and the pass with a draw.
    count = cards
    if has_turn:
        count += can_call
    else:
        count += 1 + can_draw(s)
    if count == 0:      # only after apply_unchecked of an illegal action
        return 0
    choice = rng_below(&s.rng, count)
    if choice < cards:
        action[0] = kinds_nth(kinds, choice)
    else:
        action[0] = (CT_CALL if has_turn else CT_PASS) + choice - cards
    return count


cdef int32_t random_place(ct_state *s, int32_t *action) noexcept nogil:
    """A random action of the placing; how many there are."""
    cdef uint32_t wine_ways, ways = ct_ways(s, s.seat, &wine_ways)
    cdef uint64_t hand = s.hand[s.seat], kinds = multiset_kinds(hand)
    cdef int32_t for_empties = bits_count(ways) if multiset_count(hand, 0) else 0
    cdef int32_t for_wine = bits_count(wine_ways), wines = kinds_count(from_kind(kinds, 1)), choice, card
    cdef int32_t count = for_empties + wines * for_wine + may_stop(s)
    if count == 0:      # only after apply_unchecked of an illegal action
        return 0
    choice = rng_below(&s.rng, count)
    if choice < for_empties:
        action[0] = CT_FIRST_PLACE + bits_nth(ways, choice)
        return count
    choice -= for_empties
    if choice == wines * for_wine:
        action[0] = CT_DONE
        return count
    card = kinds_nth(from_kind(kinds, 1), <uint32_t>choice // <uint32_t>for_wine)
    action[0] = CT_FIRST_PLACE + CT_WAYS * card + bits_nth(wine_ways, <uint32_t>choice % <uint32_t>for_wine)
    return count


cdef int32_t ct_play_random(const void *game, void *state) noexcept nogil:
    cdef const ct_game *g = <const ct_game *>game
    cdef ct_state *s = <ct_state *>state
    cdef int32_t action = 0, count
    if s.phase == CT_OVER:
        return 0
    count = random_bid(g, s, &action) if s.phase == CT_BID else random_place(s, &action)
    if count:
        play(g, s, action)
    return count


cdef int32_t ct_is_over(const void *game, const void *state) noexcept nogil:
    cdef const ct_state *s = <const ct_state *>state
    if s.phase != CT_OVER:
        return 0
    return 2 if s.truncated else 1


cdef void ct_scores(const void *game, const void *state, int32_t *scores) noexcept nogil:
    memcpy(scores, (<const ct_state *>state).score, (<const ct_game *>game).num_players * sizeof(int32_t))


cdef uint32_t ct_winners(const void *game, const void *state) noexcept nogil:
    """Most points win, ties share."""
    cdef const ct_state *s = <const ct_state *>state
    if s.phase != CT_OVER:
        return 0
    return seats_with_most((<const ct_game *>game).num_players, s.score)
