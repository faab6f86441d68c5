# Positions from outside: what follows from the rest is derived by the rules of play, and everything is
# checked. Included by bottle_imp.pyx.

cdef inline bint in_deck(const bi_game *g, uint8_t card) noexcept nogil:
    return card < BI_CARDS and contains(g.deck, card)


cdef bint add_cards(uint64_t *all_cards, uint64_t cards) noexcept nogil:
    """Adds the cards; False if one of them was there already."""
    if all_cards[0] & cards:
        return False
    all_cards[0] |= cards
    return True


cdef int32_t bi_complete(const bi_game *g, bi_state *s) noexcept nogil:
    """Checks a position and derives what follows from the rest; 0 or what is wrong.

    Read: the generator, phase, round, dealer, hands, devil, given, plays and play_count, scores; the latest
    settled round unless the game is over; the last trick unless one was completed this round. Every other
    field is overwritten.
    """
    cdef bi_state p = s[0]
    cdef uint64_t[BI_SEATS] played
    cdef int32_t code
    memset(s, 0, sizeof(bi_state))
    s.rng = p.rng
    code = complete_pass(g, s, &p)
    if code == 0:
        code = complete_play(g, s, &p, played)
    if code == 0:
        code = check_hands(g, s, played)
    if code == 0:
        code = complete_past(g, s, &p)
    return code


cdef int32_t complete_pass(const bi_game *g, bi_state *s, const bi_state *p) noexcept nogil:
    """Round, hands and the choices of the pass."""
    cdef int32_t n = g.num_players, seat, side
    cdef uint8_t card
    if p.phase > BI_PLAY or not 1 <= p.round <= g.rounds or p.dealer >= n:
        return BI_BAD_RANGE
    if p.phase == BI_OVER and p.round != g.rounds:
        return BI_BAD_PHASE
    s.phase = p.phase
    s.round = p.round
    s.dealer = p.dealer
    memset(s.devil, BI_NONE, sizeof(s.devil))
    memset(s.given, BI_NONE, sizeof(s.given))
    s.pending = pass_length(g)
    for seat in range(n):
        if p.hand[seat] & ~g.deck:
            return BI_BAD_RANGE
        s.hand[seat] = p.hand[seat]
        if n == 2:
            if p.open_hand[seat] & ~g.deck:
                return BI_BAD_RANGE
            s.open_hand[seat] = p.open_hand[seat]
        for side in range(2):
            card = p.devil[seat][side]
            if card != BI_NONE and not in_deck(g, card):
                return BI_BAD_RANGE
            card = p.given[side][seat]
            if card != BI_NONE and not in_deck(g, card):
                return BI_BAD_RANGE
            s.given[side][seat] = card
        s.devil[seat][0] = p.devil[seat][0]
        s.devil[seat][1] = p.devil[seat][1]
        if s.devil[seat][1] != BI_NONE and not s.devil[seat][0] < s.devil[seat][1]:
            return BI_BAD_CARDS
        # Choices come in order: Devil's cards, left, right.
        if devil_laid(s, seat) > bi_devil_count(g, s, seat):
            return BI_BAD_CHOICES
        if s.given[0][seat] != BI_NONE and devil_laid(s, seat) < bi_devil_count(g, s, seat):
            return BI_BAD_CHOICES
        if s.given[1][seat] != BI_NONE and s.given[0][seat] == BI_NONE:
            return BI_BAD_CHOICES
        s.passed[seat] = (devil_laid(s, seat) + (s.given[0][seat] != BI_NONE)
                          + (s.given[1][seat] != BI_NONE))
        s.pending -= s.passed[seat]
    if (s.pending == 0) != (s.phase != BI_PASS):
        return BI_BAD_SIZES
    return 0


cdef void begin_tricks(const bi_game *g, bi_state *s) noexcept nogil:
    """The table as it is before the first card of a round is played."""
    cdef int32_t i
    memset(s.plays, BI_NONE, sizeof(s.plays))
    memset(s.leaders, BI_NONE, sizeof(s.leaders))
    memset(s.last_trick, BI_NONE, sizeof(s.last_trick))
    memset(s.owner, BI_NONE, sizeof(s.owner))
    memset(s.last_owner, BI_NONE, sizeof(s.last_owner))
    s.last_leader = BI_NONE
    for i in range(g.bottles):
        s.price[i] = BI_START
    s.leader = seat_after(g.num_players, s.dealer, 1)
    s.leaders[0] = s.leader
    s.follow = g.deck
    s.turn = s.leader


cdef int32_t complete_play(const bi_game *g, bi_state *s, const bi_state *p, uint64_t *played) noexcept nogil:
    """The tricks, replayed, and that every card is in just one place."""
    cdef int32_t seat, i
    cdef uint64_t all_cards = 0
    begin_tricks(g, s)
    if (p.play_count > g.round_plays or (s.phase == BI_PASS and p.play_count != 0)
            or (s.phase == BI_OVER) != (p.play_count == g.round_plays)):
        return BI_BAD_SIZES
    for seat in range(BI_SEATS):
        played[seat] = 0
    for i in range(p.play_count):
        if not in_deck(g, p.plays[i]):
            return BI_BAD_RANGE
        played[s.turn] |= bit(p.plays[i])
        if not add_cards(&all_cards, bit(p.plays[i])):
            return BI_BAD_CARDS
        put_card(g, s, p.plays[i])
    for seat in range(g.num_players):
        if not add_cards(&all_cards, s.hand[seat]):
            return BI_BAD_CARDS
        if g.num_players == 2 and not add_cards(&all_cards, s.open_hand[seat]):
            return BI_BAD_CARDS
        for i in range(2):
            if s.devil[seat][i] != BI_NONE and not add_cards(&all_cards, bit(s.devil[seat][i])):
                return BI_BAD_CARDS
            if (s.phase == BI_PASS and s.given[i][seat] != BI_NONE
                    and not add_cards(&all_cards, bit(s.given[i][seat]))):
                return BI_BAD_CARDS
    if all_cards != g.deck:
        return BI_BAD_CARDS
    if s.phase == BI_PASS:
        s.turn = next_to_choose(g, s, 0)
    elif s.phase == BI_OVER:
        s.turn = BI_NONE
    return 0


cdef int32_t check_hands(const bi_game *g, const bi_state *s, const uint64_t *played) noexcept nogil:
    """Sizes, given cards, following."""
    cdef int32_t n = g.num_players, seat, side, i, receiver, size, hidden, open_size, gone, led
    cdef uint64_t[BI_SEATS] later      # what each seat held after the play that is looked at
    cdef uint64_t place
    for seat in range(n):
        hidden = bits_count(s.hand[seat])
        open_size = bits_count(s.open_hand[seat]) if n == 2 else 0
        size = dealt_size(g, s, seat) - s.passed[seat]
        if s.phase == BI_PASS:
            if hidden != size or open_size != (6 if n == 2 else 0):
                return BI_BAD_SIZES
            continue
        gone = bits_count(played[seat])
        if n == 2:
            # A gift that was played is missing from the hand that it was given to.
            if (hidden > size + 1 - contains(played[seat], s.given[1][1 - seat])
                    or open_size > 7 - contains(played[seat], s.given[0][1 - seat])
                    or hidden + open_size + gone != size + 8):
                return BI_BAD_SIZES
        elif hidden + gone != size + 2:
            return BI_BAD_SIZES
        for side in range(2):
            if n == 2:
                receiver = 1 - seat
                place = s.open_hand[receiver] if side == 0 else s.hand[receiver]
            else:
                receiver = seat_after(g.num_players, seat, 1 if side == 0 else n - 1)
                place = s.hand[receiver]
            if not contains(place | played[receiver], s.given[side][seat]):
                return BI_BAD_GIVEN
    if s.phase != BI_PASS:
        # A card was given away once.
        place = 0
        for seat in range(n):
            for side in range(2):
                if not add_cards(&place, bit(s.given[side][seat])):
                    return BI_BAD_GIVEN
    if n > 2:
        memcpy(later, s.hand, sizeof(later))
        for i in range(s.play_count - 1, -1, -1):
            seat = bi_play_seat(g, s, i)
            led = COLOUR_OF[s.plays[i - i % g.trick_size]]
            if COLOUR_OF[s.plays[i]] != led and later[seat] & COLOUR_SET[led]:
                return BI_BAD_FOLLOW
            later[seat] |= bit(s.plays[i])
    return 0


cdef int32_t complete_past(const bi_game *g, bi_state *s, const bi_state *p) noexcept nogil:
    """Scores, the latest settled round and the last trick."""
    cdef int32_t settled = s.round - (s.phase != BI_OVER)
    cdef int32_t bound = (BI_MAX_SCORE + BI_MAX_GAIN * settled) if settled else 0, seat
    cdef bint any_settled = settled > 0
    for seat in range(g.num_players):
        if not -bound <= p.score[seat] <= bound:
            return BI_BAD_SCORES
        s.score[seat] = p.score[seat]
    if s.phase == BI_OVER:
        record_round(g, s)
    elif p.has_last:
        if not any_settled or not last_round_fits(g, s, p):
            return BI_BAD_LAST_ROUND
        s.last_devil = p.last_devil
        memcpy(s.last_won, p.last_won, sizeof(s.last_won))
        memcpy(s.last_gain, p.last_gain, sizeof(s.last_gain))
        memcpy(s.last_price, p.last_price, sizeof(s.last_price))
        memcpy(s.last_owner, p.last_owner, sizeof(s.last_owner))
        s.has_last = 1
    if s.trick_count == 0 and p.last_size:
        if s.round == 1 or not last_trick_fits(g, p):
            return BI_BAD_LAST_TRICK
        memcpy(s.last_trick, p.last_trick, sizeof(s.last_trick))
        s.last_size = p.last_size
        s.last_leader = p.last_leader
    return 0


cdef bint last_round_fits(const bi_game *g, const bi_state *s, const bi_state *p) noexcept nogil:
    """Whether the latest settled round could be: all cards once, bottles with the cards that took them,
    and the gain that follows."""
    cdef int32_t n = g.num_players, seat, i
    cdef uint64_t all_cards = p.last_devil
    cdef int32_t[BI_SEATS] gain
    if bits_count(p.last_devil) != g.card_count - g.round_plays or p.has_last != 1:
        return False
    for seat in range(BI_SEATS):
        if not add_cards(&all_cards, p.last_won[seat]):
            return False
        if seat >= n and (p.last_won[seat] or p.last_gain[seat]):
            return False
    if all_cards != g.deck:
        return False
    for i in range(2):
        if i >= g.bottles:
            if p.last_price[i] != 0 or p.last_owner[i] != BI_NONE:
                return False
        elif (p.last_owner[i] >= n or p.last_price[i] >= BI_START
                or not contains(p.last_won[p.last_owner[i]], p.last_price[i])):
            return False
    if g.bottles == 2 and p.last_price[0] == p.last_price[1]:
        return False
    round_gains(g, seat_after(g.num_players, s.dealer, n - 1), p.last_won, p.last_owner, p.last_devil, gain)
    for seat in range(n):
        if gain[seat] != p.last_gain[seat]:
            return False
    return True


cdef bint last_trick_fits(const bi_game *g, const bi_state *p) noexcept nogil:
    """Whether it could be the trick that ended the round before."""
    cdef int32_t i, size = g.round_plays % g.trick_size
    cdef uint64_t all_cards = 0
    if p.last_size != (size if size else g.trick_size) or p.last_leader >= g.num_players:
        return False
    for i in range(BI_SEATS):
        if i >= p.last_size:
            if p.last_trick[i] != BI_NONE:
                return False
        elif not in_deck(g, p.last_trick[i]) or not add_cards(&all_cards, bit(p.last_trick[i])):
            return False
    return True


cdef bint bi_order_plays(const bi_game *g, bi_state *s, const uint8_t *played, const int32_t *counts) noexcept nogil:
    """Fills plays and play_count from the cards that each seat played (rows of BI_PLAYS), in the order of
    the tricks; False if the counts do not fit the turns. Dealer is read."""
    cdef bi_state table
    cdef int32_t[BI_SEATS] taken
    cdef int32_t seat, total = 0, i
    memset(&table, 0, sizeof(bi_state))
    table.dealer = s.dealer
    begin_tricks(g, &table)
    for seat in range(g.num_players):
        taken[seat] = 0
        total += counts[seat]
    if total > g.round_plays:
        return False
    for i in range(total):
        seat = table.turn
        if taken[seat] >= counts[seat]:
            return False
        s.plays[i] = played[seat * BI_PLAYS + taken[seat]]
        taken[seat] += 1
        put_card(g, &table, s.plays[i])
    s.play_count = total
    return True


cdef int32_t bi_check(const void *game, const void *state) noexcept nogil:
    cdef const bi_state *s = <const bi_state *>state
    cdef bi_state derived = s[0]
    cdef int32_t code
    if not has_rng(&s.rng):
        return BI_BAD_RNG
    code = bi_complete(<const bi_game *>game, &derived)
    if code == 0 and memcmp(&derived, s, sizeof(bi_state)):
        code = BI_BAD_DERIVED
    return code
