# The rules of play. Included by triplets.pyx.

cdef inline int32_t level_of(int32_t card) noexcept nogil:
    return card >> 3 & 15


cdef inline uint64_t only_levels(uint64_t hand) noexcept nogil:
    """The hand without suits and whether its cards are hidden."""
    return hand & <uint64_t>0xF8F8F8F8F8F8F8F8


# Sets of cards of a hand are sets of entries of its list (bytelist.pxd).

cdef inline uint64_t first_cards(uint64_t hand) noexcept nogil:
    """The first card of each level."""
    cdef uint64_t levels = only_levels(hand)
    return entries_used(levels ^ levels << 8) & entries_used(levels)


cdef inline uint64_t not_lower(uint64_t hand, int32_t level) noexcept nogil:
    """The cards of a level and above."""
    return entries_from(only_levels(hand), level << 3)


cdef inline uint64_t triplet_cards(uint64_t hand) noexcept nogil:
    """The cards that are followed by two of their level. Five cards have no triplet of two levels."""
    cdef uint64_t levels = only_levels(hand)
    return ~entries_used(levels ^ levels >> 16) & entries_used(levels)


cdef inline int32_t place_of(uint64_t hand, int32_t level) noexcept nogil:
    """Where the first card of a level lies in a hand; -1 if there is none."""
    return list_find(only_levels(hand), level << 3)


cdef inline int32_t level_at(uint64_t hand, int32_t place) noexcept nogil:
    return level_of(list_at(hand, place))


# --- Bounds ---

cdef inline int32_t bound_low(int32_t bound) noexcept nogil:
    return bound & 15


cdef inline int32_t bound_high(int32_t bound) noexcept nogil:
    return bound >> 4


cdef inline bint admits(int32_t bound, int32_t level) noexcept nogil:
    return bound_low(bound) <= level <= bound_high(bound)


cdef inline uint64_t bounds_without(uint64_t bounds, int32_t level) noexcept nogil:
    """A hidden card is played: the tightest bound that admits it goes with it. (If there is none, after
    apply_unchecked of an illegal action, the widest goes.)"""
    cdef int32_t i = 0
    while not admits(list_at(bounds, i), level) and list_at(bounds, i + 1):
        i += 1
    return list_without(bounds, i)


cdef inline uint64_t bounds_within(uint64_t bounds, int32_t low, int32_t high) noexcept nogil:
    """All bounds, cut down to `low` and `high`."""
    cdef uint64_t result = 0
    cdef int32_t place = 0, bound
    while bounds:
        bound = bounds & 0xFF
        result |= <uint64_t>(max(bound_low(bound), low) | min(bound_high(bound), high) << 4) << place
        place += 8
        bounds >>= 8
    return result


# --- Stacks, pot and what left the game ---

cdef inline int32_t stack_start(const tr_state *s, int32_t seat) noexcept nogil:
    return s.stack_at[seat]


cdef inline int32_t stack_end(const tr_state *s, int32_t seat) noexcept nogil:
    return s.stack_at[seat + 1]


cdef inline int32_t stack_size(const tr_state *s, int32_t seat) noexcept nogil:
    return stack_end(s, seat) - stack_start(s, seat)


cdef inline int32_t removed_place(const tr_game *g, int32_t i) noexcept nogil:
    """Where the i-th card that left the game lies."""
    return g.card_count + TR_GAP - 1 - i


cdef inline int32_t pot_place(const tr_game *g, const tr_state *s, int32_t i) noexcept nogil:
    """Where the i-th card of the pot lies: it follows those that left the game."""
    return removed_place(g, s.removed_size + i)


cdef inline int32_t pot_size(const tr_game *g, const tr_state *s) noexcept nogil:
    return pot_place(g, s, 0) - s.next_place


cdef inline void lay(tr_state *s, int32_t card) noexcept nogil:
    """A card, with its marks, goes into the pot."""
    s.cards[s.next_place] = card
    s.next_place -= 1


cdef uint8_t[TR_SEATS][TR_ENDS] BEHIND       # all bits of the places of `stack_at` behind a seat's


cdef inline void move_ends(tr_state *s, int32_t seat, int32_t steps) noexcept nogil:
    """The stack of a seat gets longer; all behind it begin so much later."""
    cdef int32_t i
    for i in range(TR_ENDS):
        s.stack_at[i] += steps & BEHIND[seat][i]


cdef inline int32_t stacks_end(const tr_state *s) noexcept nogil:
    return s.stack_at[TR_ENDS - 1]


# Cards are moved in blocks, as the number of blocks is easily foreseen (one for a deck), and so are the branches;
# memmove of a changing length took 2 ns of a move more. What is moved beyond the end of the stacks is zeros.

cdef inline void move_block(uint8_t *target, const uint8_t *source) noexcept nogil:
    cdef uint8_t[TR_GAP] block
    memcpy(block, source, TR_GAP)
    memcpy(target, block, TR_GAP)


cdef inline void close_gap(uint8_t *cards, int32_t start, int32_t end, int32_t count) noexcept nogil:
    """Moves all from `start` to `end`, where the stacks end, down by `count` (a hand at most); zeros stay behind."""
    while start < end:
        move_block(cards + start - count, cards + start)
        start += TR_GAP
    memset(cards + end - count, 0, TR_HAND)


cdef inline void insert_cards(uint8_t *cards, int32_t start, int32_t end, const uint8_t *items,
                              int32_t count) noexcept nogil:
    """Puts cards in at `start` and moves all from there to `end`, where the stacks end, up by `count`.

    `items` has room for a block more.
    """
    cdef uint8_t[TR_GAP] lowest
    cdef int32_t i = start + ((end - start) & ~(TR_GAP - 1))
    while i > start:
        move_block(cards + i + count, cards + i)
        i -= TR_GAP
    memcpy(lowest, cards + start, TR_GAP)
    for i in range(0, (count + TR_GAP - 1) // TR_GAP):
        memcpy(cards + start + TR_GAP * i, items + TR_GAP * i, TR_GAP)
    memcpy(cards + start + count, lowest, TR_GAP)


cdef inline void take_out(uint8_t *target, uint8_t *source, int32_t count) noexcept nogil:
    """Moves `count` cards, word by word; zeros stay behind. Both have room for a word more."""
    cdef uint64_t word
    cdef int32_t i, rest
    for i in range(0, count, 8):
        rest = 8 * (count - i)
        memcpy(&word, source + i, 8)
        memcpy(target + i, &word, 8)
        word = 0 if rest >= 64 else word >> rest << rest
        memcpy(source + i, &word, 8)


cdef inline void draw(tr_state *s, int32_t seat, uint64_t hand) noexcept nogil:
    """Fills a hand up to five from the top of the seat's stack, as far as it goes."""
    cdef int32_t top = stack_end(s, seat), end = stacks_end(s), i, card
    cdef int32_t count = min(TR_HAND - list_size(hand), stack_size(s, seat))
    for i in range(1, count + 1):
        card = s.cards[top - i]
        hand = list_insert(hand, card)
        if card & TR_HIDDEN:
            # Nothing is known of it: its bound, the widest, is the last one.
            s.bounds[seat] = list_append(s.bounds[seat], TR_FULL_BOUND)
    s.hand[seat] = hand
    if count:
        close_gap(s.cards, top, end, count)
        move_ends(s, seat, -count)


cdef int32_t take_leaving(const tr_game *g, tr_state *s) noexcept nogil:
    """Triplets, and the cards that negated them, leave the game; the others close up towards the front of the pot's
    places. Returns how many stay."""
    cdef uint8_t[TR_CARDS] staying
    cdef int32_t size = pot_size(g, s), count = 0, removed = s.removed_size, i, card
    for i in range(size):
        card = s.cards[pot_place(g, s, i)]
        s.cards[pot_place(g, s, i)] = 0
        if card & TR_LEAVES:
            s.cards[removed_place(g, removed)] = card & ~(TR_LEAVES | TR_TRIPLET)
            removed += 1
        else:
            staying[count] = card
            count += 1
    for i in range(count):
        s.cards[s.next_place + count - i] = staying[i]
    s.removed_size = removed
    s.leaving = 0
    return count


cdef inline void collect(const tr_game *g, tr_state *s) noexcept nogil:
    """The winner of the round takes the pot, in its order, under its stack; triplets and the cards that negated
    them leave the game."""
    cdef uint8_t[TR_CARDS + TR_GAP] pot
    cdef int32_t winner = s.winner, first = s.next_place + 1
    cdef int32_t count = take_leaving(g, s) if s.leaving else pot_size(g, s)
    take_out(pot, s.cards + first, count)
    insert_cards(s.cards, stack_start(s, winner), stacks_end(s), pot, count)
    move_ends(s, winner, count)
    s.next_place = pot_place(g, s, 0)
    s.middle = 0
    s.plays = 0
    if g.refill_round or s.hand[winner] == 0:
        draw(s, winner, s.hand[winner])


cdef inline uint32_t seats_with_cards(const tr_game *g, const tr_state *s) noexcept nogil:
    """As bits. A hand is empty only above an empty stack."""
    cdef uint32_t result = 0
    cdef int32_t seat
    for seat in range(g.num_players):
        result |= <uint32_t>(s.hand[seat] != 0) << seat
    return result


cdef inline bint is_one_or_none(uint32_t seats) noexcept nogil:
    return seats & (seats - 1) == 0


cdef inline void set_winning(tr_state *s, int32_t seat, int32_t winning) noexcept nogil:
    s.winning = winning
    s.winner = seat


cdef void end_round(const tr_game *g, tr_state *s) noexcept nogil:
    """The last seat that is in wins the round; then, and only then, it is looked at whether the game is over."""
    cdef uint32_t holders
    collect(g, s)
    holders = seats_with_cards(g, s)
    if is_one_or_none(holders) or s.round == g.max_rounds:
        s.in_round = 1 << s.winner
        s.started = 0
        s.turn = TR_NONE
    else:
        s.in_round = holders
        s.started = holders
        s.turn = s.winner
        s.round += 1
    s.leader = s.turn
    memset(s.passed, 0, sizeof(s.passed))
    set_winning(s, TR_NONE, 0)


cdef inline int32_t next_in(const tr_state *s, int32_t seat) noexcept nogil:
    """The next seat clockwise that is in."""
    cdef uint32_t twice = s.in_round | <uint32_t>s.in_round << 16
    return (bits_lowest(twice >> (seat + 1)) + seat + 1) & 15


cdef inline void pass_turn(const tr_game *g, tr_state *s, int32_t seat) noexcept nogil:
    """The turn goes to the next seat that is in; one without any card is out without an action."""
    while not is_one_or_none(s.in_round):
        seat = next_in(s, seat)
        if s.hand[seat]:
            s.turn = seat
            return
        s.in_round &= ~(1 << seat)
        s.passed[seat] = s.plays
    end_round(g, s)


# --- The deal ---

cdef void tr_reset(const void *game, void *state, uint64_t seed) noexcept nogil:
    """Every seat gets the same number of cards, of which it draws five; the remainder is the first pot."""
    cdef const tr_game *g = <const tr_game *>game
    cdef tr_state *s = <tr_state *>state
    cdef uint8_t[TR_CARDS] deck
    cdef int32_t n = g.num_players, share = g.card_count // n, seat, i, end = 0
    memset(s, 0, sizeof(tr_state))
    rng_seed(&s.rng, seed)
    for i in range(g.card_count):
        deck[i] = ((i % TR_DECK) // TR_SUITS + 1) << 3 | TR_HIDDEN | i % TR_SUITS
    rng_shuffle(&s.rng, deck, g.card_count)
    for seat in range(n):
        for i in range(TR_HAND):
            s.hand[seat] = list_insert(s.hand[seat], deck[share * seat + i])
            s.bounds[seat] = list_append(s.bounds[seat], TR_FULL_BOUND)
        memcpy(s.cards + end, deck + share * seat + TR_HAND, share - TR_HAND)
        end += share - TR_HAND
        move_ends(s, seat, share - TR_HAND)
    s.winner = TR_NONE
    s.next_place = pot_place(g, s, 0)
    for i in range(share * n, g.card_count):
        lay(s, deck[i] & ~TR_HIDDEN)
        s.middle += 1
    s.round = 1
    s.in_round = (1 << n) - 1
    s.started = s.in_round
    s.dealer = rng_below(&s.rng, n)
    s.leader = s.dealer
    s.turn = s.dealer


# --- Playing ---

cdef enum:
    AT_RANDOM = -1           # any legal action

cdef inline bint must_lead_lowest(const tr_game *g, const tr_state *s) noexcept nogil:
    return s.winning == 0 and (g.lowest_lead or s.round == 1)


cdef inline uint64_t tr_singles(const tr_game *g, const tr_state *s, int32_t seat, bint *meets) noexcept nogil:
    """The cards of a seat's hand that may be played as singles now, of each level the first; and whether they are
    not lower than a single winning card."""
    cdef uint64_t cards = first_cards(s.hand[seat]), meeting
    meets[0] = True
    if s.winning == 0:      # a leader has no card to meet
        return cards & (0 - cards) if must_lead_lowest(g, s) else cards
    if s.winning & TR_STANDING:
        return cards
    # Who can meet the winning card must.
    meeting = cards & not_lower(s.hand[seat], s.winning)
    meets[0] = meeting != 0
    return meeting if meeting else cards


cdef inline uint64_t tr_triplet(const tr_game *g, const tr_state *s, int32_t seat) noexcept nogil:
    """The cards of a seat's hand with which a triplet that may be played now can begin."""
    cdef uint64_t cards = triplet_cards(s.hand[seat])
    if cards == 0 or must_lead_lowest(g, s):
        return 0
    return cards & not_lower(s.hand[seat], s.winning - TR_STANDING + 1) if s.winning & TR_STANDING else cards


cdef inline void lose_bound(tr_state *s, int32_t seat, int32_t card) noexcept nogil:
    """A card leaves the hand: with a hidden one goes its bound."""
    if s.bounds[seat] and card & TR_HIDDEN:
        s.bounds[seat] = bounds_without(s.bounds[seat], level_of(card))


cdef inline void play_single(const tr_game *g, tr_state *s, int32_t place, bint meets) noexcept nogil:
    """The seat whose turn it is plays the card at this place of its hand.

    `meets`: it is not lower than a single winning card. Random play knows that before it has chosen the card.
    """
    cdef int32_t seat = s.turn, winning = s.winning
    cdef uint64_t hand = s.hand[seat]
    cdef int32_t card = list_at(hand, place), level = level_of(card)
    hand = list_without(hand, place)
    lose_bound(s, seat, card)
    s.plays += 1
    card &= ~TR_HIDDEN
    if winning & TR_STANDING:
        meets = level == winning - TR_STANDING
        if meets:      # it negates the triplet
            card |= TR_LEAVES
            s.leaving += 1
    elif not meets:
        s.bounds[seat] = bounds_within(s.bounds[seat], 1, winning - 1)
    elif must_lead_lowest(g, s):
        s.bounds[seat] = bounds_within(s.bounds[seat], level, TR_LEVELS)
    lay(s, card)
    s.hand[seat] = hand
    if meets:
        set_winning(s, seat, level)
    else:
        s.in_round &= ~(1 << seat)
    if hand == 0 or not meets:
        draw(s, seat, hand)
    pass_turn(g, s, seat)


cdef void play_triplet(const tr_game *g, tr_state *s, int32_t place) noexcept nogil:
    """The seat whose turn it is plays the three cards from this place of its hand on."""
    cdef int32_t seat = s.turn, i, card
    cdef uint64_t hand = s.hand[seat]
    cdef int32_t level = level_at(hand, place)
    cdef uint8_t[3] cards
    for i in range(3):
        card = list_at(hand, place)
        hand = list_without(hand, place)
        lose_bound(s, seat, card)
        cards[i] = card & ~TR_HIDDEN | TR_TRIPLET | TR_LEAVES
    # Listed by suit.
    lay(s, min(min(cards[0], cards[1]), cards[2]))
    lay(s, max(min(cards[0], cards[1]), min(max(cards[0], cards[1]), cards[2])))
    lay(s, max(max(cards[0], cards[1]), cards[2]))
    s.leaving += 3
    s.plays += 1
    set_winning(s, seat, level | TR_STANDING)
    s.hand[seat] = hand
    if hand == 0:
        draw(s, seat, hand)
    pass_turn(g, s, seat)


# --- The functions of the table ---

cdef int32_t tr_to_act(const void *game, const void *state, int32_t *seats) noexcept nogil:
    cdef const tr_state *s = <const tr_state *>state
    seats[0] = s.turn
    return s.turn != TR_NONE


cdef int32_t tr_current_player(const void *game, const void *state) noexcept nogil:
    cdef const tr_state *s = <const tr_state *>state
    return -1 if s.turn == TR_NONE else s.turn


cdef int32_t tr_legal(const void *game, const void *state, int32_t seat, int32_t *actions) noexcept nogil:
    cdef const tr_game *g = <const tr_game *>game
    cdef const tr_state *s = <const tr_state *>state
    cdef int32_t count = 0
    cdef uint64_t hand, cards
    cdef bint meets
    if s.turn == TR_NONE or (seat != s.turn and seat != CG_CURRENT_PLAYER):
        return 0
    hand = s.hand[s.turn]
    cards = tr_singles(g, s, s.turn, &meets)
    while cards:
        actions[count] = level_at(hand, entries_lowest(cards)) - 1
        count += 1
        cards &= cards - 1
    cards = tr_triplet(g, s, s.turn)
    if cards:
        actions[count] = TR_FIRST_TRIPLET + level_at(hand, entries_lowest(cards)) - 1
        count += 1
    return count


cdef int32_t tr_refusal(const void *game, const void *state, int32_t seat, int32_t action) noexcept nogil:
    cdef const tr_game *g = <const tr_game *>game
    cdef const tr_state *s = <const tr_state *>state
    cdef int32_t place
    cdef uint64_t hand
    cdef bint meets
    if seat == CG_CURRENT_PLAYER:
        if s.turn == TR_NONE:
            return TR_GAME_OVER
        seat = s.turn
    if not <uint32_t>seat < <uint32_t>g.num_players:
        return TR_NO_SEAT
    if not <uint32_t>action < <uint32_t>TR_ACTIONS:
        return TR_NO_ACTION
    if s.turn == TR_NONE:
        return TR_GAME_OVER
    if seat != s.turn:
        return TR_NOT_IN_TURN
    hand = s.hand[seat]
    place = place_of_action(hand, action)
    if place < 0:
        return TR_NOT_HELD if action < TR_FIRST_TRIPLET else TR_NO_TRIPLET
    if is_in(tr_singles(g, s, seat, &meets) if action < TR_FIRST_TRIPLET else tr_triplet(g, s, seat), place):
        return TR_OK
    if must_lead_lowest(g, s):
        return TR_LEAD_LOWEST
    return TR_MUST_MEET if action < TR_FIRST_TRIPLET else TR_LOW_TRIPLET


cdef inline bint is_in(uint64_t cards, int32_t place) noexcept nogil:
    """Whether the card at a place of a hand is in a set of its cards."""
    return cards >> (8 * place + 7) & 1


cdef inline int32_t place_of_action(uint64_t hand, int32_t action) noexcept nogil:
    """Where the card, or the first of the three, lies that an action plays; -1 if they are not there."""
    cdef int32_t place
    if action < TR_FIRST_TRIPLET:
        return place_of(hand, action + 1)
    place = place_of(hand, action - TR_FIRST_TRIPLET + 1)
    return place if place >= 0 and is_in(triplet_cards(hand), place) else -1


cdef int32_t play(const tr_game *g, tr_state *s, int32_t action) noexcept nogil:
    """Plays an action of the seat whose turn it is, if the cards are there; AT_RANDOM: any of its legal actions.

    Returns how many it could choose from. It is one function for both, so that the compiler puts all that a move
    does into one body.
    """
    cdef int32_t seat = s.turn, count = 1, place, choice
    cdef uint64_t singles, triplet
    cdef bint meets
    if action == AT_RANDOM:
        singles = tr_singles(g, s, seat, &meets)
        triplet = tr_triplet(g, s, seat)
        count = bits_count(singles) + (triplet != 0)
        choice = rng_below(&s.rng, count)
        if triplet and choice == count - 1:
            action = TR_FIRST_TRIPLET
            place = entries_lowest(triplet)
        else:
            place = entries_nth(singles, choice)
    else:
        place = place_of_action(s.hand[seat], action)
        meets = action + 1 >= s.winning
        if place < 0:
            return 0
    if action < TR_FIRST_TRIPLET:
        play_single(g, s, place, meets)
    else:
        play_triplet(g, s, place)
    return count


cdef int32_t tr_apply(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil:
    cdef const tr_game *g = <const tr_game *>game
    cdef tr_state *s = <tr_state *>state
    cdef int32_t code = tr_refusal(game, state, seat, action)
    if code == TR_OK:
        play(g, s, action)
    return code


cdef void tr_apply_unchecked(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil:
    # What is not there is not played, nor is anything out of turn: no list can get too long.
    cdef tr_state *s = <tr_state *>state
    if seat == s.turn:
        play(<const tr_game *>game, s, action)


cdef int32_t tr_play_random(const void *game, void *state) noexcept nogil:
    cdef tr_state *s = <tr_state *>state
    return 0 if s.turn == TR_NONE else play(<const tr_game *>game, s, AT_RANDOM)


cdef int32_t tr_is_over(const void *game, const void *state) noexcept nogil:
    """2 if the limit of rounds ended it: two seats or more hold cards."""
    cdef const tr_state *s = <const tr_state *>state
    if s.turn != TR_NONE:
        return 0
    return 1 if is_one_or_none(seats_with_cards(<const tr_game *>game, s)) else 2


cdef void tr_scores(const void *game, const void *state, int32_t *scores) noexcept nogil:
    """The cards of each seat, in hand and stack."""
    cdef const tr_state *s = <const tr_state *>state
    cdef int32_t seat
    for seat in range((<const tr_game *>game).num_players):
        scores[seat] = list_size(s.hand[seat]) + stack_size(s, seat)


cdef uint32_t tr_winners(const void *game, const void *state) noexcept nogil:
    """The last seat with cards; without any, the winner of the last round; at the limit who has most, ties share."""
    cdef const tr_game *g = <const tr_game *>game
    cdef const tr_state *s = <const tr_state *>state
    cdef int32_t[TR_SEATS] scores
    if s.turn != TR_NONE:
        return 0
    if tr_is_over(game, state) == 1:
        return s.in_round
    tr_scores(game, state, scores)
    return seats_with_most(g.num_players, scores)
