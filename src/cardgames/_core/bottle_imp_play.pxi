# The rules of play: dealing, passing, tricks, bottles, scoring. Included by bottle_imp.pyx.

# By card index; the shipped card table says the same (tests/unit/test_bottle_imp_notation.py).
cdef uint8_t[BI_CARDS] COLOUR_OF = [
    0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 0, 1, 1, 2, 0, 0,
    1, 2, 2, 0, 2, 2, 1, 0, 0, 1, 1, 2, 0, 0, 1, 2, 2, 0,
    2, 2, 1, 0, 0, 2, 1, 1, 2, 1, 1, 2, 2, 2, 1, 2, 2, 2,
]
cdef uint8_t[BI_CARDS] POINTS_OF = [
    1, 1, 1, 1, 2, 2, 2, 1, 1, 3, 2, 2, 3, 2, 2, 1, 4, 4,
    3, 1, 1, 4, 2, 2, 4, 5, 5, 4, 4, 2, 5, 5, 4, 3, 3, 6,
    3, 3, 5, 6, 6, 4, 5, 5, 4, 6, 6, 5, 5, 5, 6, 6, 6, 6,
]
# The whole ranks: 1 to 18 and 20 to 37.
cdef uint8_t[36] WHOLE_RANKS = [
    0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19, 21, 22, 24, 25,
    27, 29, 30, 32, 33, 35, 36, 38, 39, 41, 42, 44, 45, 47, 48, 50, 51, 53,
]
cdef uint64_t[BI_COLOURS] COLOUR_SET
cdef uint64_t[3] POINTS_SET        # the cards whose points have this binary digit
cdef float[BI_PLAYS + 1] PLAYED_AS   # in an observation: the first card that a seat played, the second


cdef void bi_fill_tables() noexcept nogil:
    cdef int32_t card, digit, i
    for i in range(BI_PLAYS + 1):
        PLAYED_AS[i] = i / <float>17
    for card in range(BI_CARDS):
        COLOUR_SET[COLOUR_OF[card]] |= bit(card)
        for digit in range(3):
            POINTS_SET[digit] |= <uint64_t>(POINTS_OF[card] >> digit & 1) << card


cdef int32_t bi_colour(int32_t card) noexcept nogil:
    return COLOUR_OF[card]


cdef int32_t bi_points(uint64_t cards) noexcept nogil:
    """The points on a set of cards."""
    return (bits_count(cards & POINTS_SET[0]) + 2 * bits_count(cards & POINTS_SET[1])
            + 4 * bits_count(cards & POINTS_SET[2]))


cdef int32_t bi_devil_count(const bi_game *g, const bi_state *s, int32_t seat) noexcept nogil:
    """How many cards the seat lays into the Devil's trick: the dealer of five lays none (page, departure 2)."""
    if g.num_players == 5 and seat == s.dealer:
        return 0
    return g.devil_cards


cdef int32_t bi_choices(const bi_game *g, const bi_state *s, int32_t seat) noexcept nogil:
    """How many choices the seat makes in the pass."""
    return bi_devil_count(g, s, seat) + 2


cdef inline int32_t pass_kind(const bi_game *g, const bi_state *s, int32_t seat) noexcept nogil:
    """The kind of the seat's next choice: Devil's cards, then left, then right."""
    cdef int32_t kind = BI_KIND_LEFT + s.passed[seat] - bi_devil_count(g, s, seat)
    return kind if kind >= BI_KIND_LEFT else BI_KIND_DEVIL


cdef inline int32_t next_to_choose(const bi_game *g, const bi_state *s, int32_t seat) noexcept nogil:
    """The first seat from `seat` up that has choices left."""
    while s.passed[seat] >= bi_choices(g, s, seat):
        seat += 1
    return seat


# --- The deal ---

cdef int32_t dealt_size(const bi_game *g, const bi_state *s, int32_t seat) noexcept nogil:
    """Cards dealt to the (hidden) hand of the seat."""
    if g.num_players == 2:
        return 12
    if g.num_players == 5:
        return 10 if seat == s.dealer else 11
    return g.card_count // g.num_players


cdef inline uint64_t take_cards(const uint8_t *cards, int32_t *position, int32_t count) noexcept nogil:
    """The next so many cards of a list, as a set."""
    cdef uint64_t result = 0
    while count > 0:
        result |= bit(cards[position[0]])
        position[0] += 1
        count -= 1
    return result


cdef void start_round(const bi_game *g, bi_state *s) noexcept nogil:
    """Deals the cards evenly; the dealer of five gets one less. The seat left of the dealer leads."""
    cdef uint8_t[BI_CARDS] cards
    cdef int32_t n = g.num_players, seat, i, next_card = 0
    memcpy(cards, g.cards, g.card_count)
    # The order of the first hand's own cards means nothing.
    rng_shuffle(&s.rng, cards, g.card_count, dealt_size(g, s, 0))
    for seat in range(n):
        s.hand[seat] = take_cards(cards, &next_card, dealt_size(g, s, seat))
        s.won[seat] = 0
        s.passed[seat] = 0
    if n == 2:
        for seat in range(2):
            s.open_hand[seat] = take_cards(cards, &next_card, 6)
    memset(s.plays, BI_NONE, sizeof(s.plays))
    memset(s.leaders, BI_NONE, sizeof(s.leaders))
    memset(s.devil, BI_NONE, sizeof(s.devil))
    memset(s.given, BI_NONE, sizeof(s.given))
    s.owner[0] = BI_NONE
    s.owner[1] = BI_NONE
    for i in range(g.bottles):
        s.price[i] = BI_START
    s.play_count = 0
    s.trick_count = 0
    s.in_trick = 0
    s.follow = g.deck
    s.phase = BI_PASS
    s.leader = seat_after(g.num_players, s.dealer, 1)
    s.leaders[0] = s.leader
    s.turn = 0
    s.pending = pass_length(g)


cdef inline int32_t pass_length(const bi_game *g) noexcept nogil:
    """Choices in one pass, of all seats together."""
    return g.num_players * (g.devil_cards + 2) - (1 if g.num_players == 5 else 0)


cdef void bi_reset(const void *game, void *state, uint64_t seed) noexcept nogil:
    cdef const bi_game *g = <const bi_game *>game
    cdef bi_state *s = <bi_state *>state
    memset(s, 0, sizeof(bi_state))
    rng_seed(&s.rng, seed)
    memset(s.last_trick, BI_NONE, sizeof(s.last_trick))
    memset(s.last_owner, BI_NONE, sizeof(s.last_owner))
    s.last_leader = BI_NONE
    s.round = 1
    s.dealer = rng_below(&s.rng, g.num_players)
    start_round(g, s)


# --- The pass ---

cdef inline void choose(const bi_game *g, bi_state *s, int32_t seat, int32_t kind, int32_t card) noexcept nogil:
    """One choice of the pass; the last one of all seats ends it."""
    cdef uint8_t *devil
    s.hand[seat] &= ~bit(card)
    if kind == BI_KIND_DEVIL:
        devil = s.devil[seat]
        if devil[0] == BI_NONE:
            devil[0] = card
        elif devil[0] < card:
            devil[1] = card
        else:                       # kept ascending: the order of two Devil's cards means nothing
            devil[1] = devil[0]
            devil[0] = card
    else:
        s.given[kind - BI_KIND_LEFT][seat] = card
    s.passed[seat] += 1
    s.pending -= 1
    if s.pending == 0:
        exchange(g, s)
    elif s.turn == seat:
        s.turn = next_to_choose(g, s, seat)


cdef void exchange(const bi_game *g, bi_state *s) noexcept nogil:
    """The given cards change hands, all at once."""
    cdef int32_t n = g.num_players, seat, other
    for seat in range(n):
        if n == 2:
            other = 1 - seat
            s.open_hand[other] |= bit(s.given[0][seat])
            s.hand[other] |= bit(s.given[1][seat])
        else:
            s.hand[seat_after(g.num_players, seat, 1)] |= bit(s.given[0][seat])
            s.hand[seat_after(g.num_players, seat, n - 1)] |= bit(s.given[1][seat])
    start_play(s)


cdef inline void start_play(bi_state *s) noexcept nogil:
    s.phase = BI_PLAY
    s.turn = s.leader


# --- The tricks ---

cdef int32_t bi_play_seat(const bi_game *g, const bi_state *s, int32_t index) noexcept nogil:
    """The seat that made play number `index` of this round."""
    cdef int32_t trick = index // g.trick_size
    return (s.leaders[trick] + index - trick * g.trick_size) % g.num_players


cdef void bi_voids(const bi_game *g, const bi_state *s, uint8_t *voids) noexcept nogil:
    """For each seat, the colours (as bits) that it failed to follow this round; none with two players, where
    a card of the hidden hand is free."""
    cdef int32_t i, led = 0, seat = 0, trick = 0, next_trick = 0, colour
    memset(voids, 0, BI_SEATS)
    if g.num_players == 2:
        return
    for i in range(s.play_count):
        colour = COLOUR_OF[s.plays[i]]
        if i == next_trick:
            led = colour
            seat = s.leaders[trick] % g.num_players
            trick += 1
            next_trick += g.trick_size
        voids[seat] |= (colour != led) << led      # no branch: whether a card follows cannot be foreseen
        seat = seat_after(g.num_players, seat, 1)


cdef uint64_t bi_playable(const bi_game *g, const bi_state *s, int32_t seat) noexcept nogil:
    """The cards that the seat may play when it is its turn.

    The led colour has to be followed if possible. With two players this binds the open hand only and looks
    at the open hand only (page, departure 4); a card of the hidden hand is free.
    """
    cdef uint64_t bound_hand = s.hand[seat], free_hand = 0, following
    if g.num_players == 2:
        free_hand = bound_hand
        bound_hand = s.open_hand[seat]
    following = bound_hand & s.follow
    if following:
        bound_hand = following
    return bound_hand | free_hand


cdef inline bint put_card(const bi_game *g, bi_state *s, int32_t card) noexcept nogil:
    """The card goes into the trick from the seat whose turn it is; hands are the caller's.

    True if it ended the trick.
    """
    if s.in_trick == 0:
        s.follow = COLOUR_SET[COLOUR_OF[card]]
    s.plays[s.play_count] = card
    s.play_count += 1
    s.in_trick += 1
    if s.in_trick == g.trick_size or s.play_count == g.round_plays:
        finish_trick(g, s)
        return True
    s.turn = seat_after(g.num_players, s.turn, 1)
    return False


cdef inline void finish_trick(const bi_game *g, bi_state *s) noexcept nogil:
    """The highest card below the price wins and takes the bottle; without one, the highest card wins.

    Of two bottles the dearer one can be taken; while both are at 19 the first is (page, departure 5).
    """
    cdef int32_t size = s.in_trick, winning_card, place = 0, seat, i, bottle = 0
    cdef const uint8_t *trick = &s.plays[s.play_count - size]
    cdef uint64_t cards = 0, below
    for i in range(size):
        cards |= bit(trick[i])
    if g.bottles == 2 and s.price[1] > s.price[0]:
        bottle = 1
    below = cards & (bit(s.price[bottle]) - 1)
    winning_card = bits_highest(below if below else cards)
    for i in range(1, size):
        place = i if trick[i] == winning_card else place
    seat = (s.leader + place) % g.num_players if g.num_players == 2 else seat_after(g.num_players, s.leader, place)
    if below:
        s.price[bottle] = winning_card
        s.owner[bottle] = seat
    s.won[seat] |= cards
    s.trick_count += 1
    s.leaders[s.trick_count] = seat
    s.in_trick = 0
    s.follow = g.deck
    s.leader = seat
    s.turn = seat
    if s.trick_count == 1:
        forget_last_trick(s)


cdef void forget_last_trick(bi_state *s) noexcept nogil:
    """The last trick of the round before is the last one no more; from now on `plays` has it."""
    memset(s.last_trick, BI_NONE, sizeof(s.last_trick))
    s.last_size = 0
    s.last_leader = BI_NONE


cdef int32_t bi_last_trick(const bi_game *g, const bi_state *s, int32_t *leader, const uint8_t **cards) noexcept nogil:
    """The last complete trick of the game: its size, leader and cards in order; 0 if there is none."""
    cdef int32_t size
    if s.trick_count == 0:
        leader[0] = s.last_leader
        cards[0] = &s.last_trick[0]
        return s.last_size
    size = (s.play_count - s.in_trick) - (s.trick_count - 1) * g.trick_size
    leader[0] = s.leaders[s.trick_count - 1]
    cards[0] = &s.plays[s.play_count - s.in_trick - size]
    return size


# --- The end of a round ---

cdef int32_t bi_team(const bi_game *g, int32_t dealer, int32_t seat) noexcept nogil:
    """The team of the seat in the round of this dealer; seats alone are teams of one.

    Teams are counted from seat 0, with rotate_teams from the round's first player.
    """
    cdef int32_t first = 0
    if g.rotate_teams:
        first = seat_after(g.num_players, dealer, 1)
    return g.team_of[seat_after(g.num_players, seat, g.num_players - first)]


cdef void round_gains(const bi_game *g, int32_t dealer, const uint64_t *won, const uint8_t *owner,
                      uint64_t devil, int32_t *gain) noexcept nogil:
    """What a round adds to each score.

    A seat without a bottle gets the points of its tricks, one with b bottles loses b times the points of
    the Devil's trick. Teams own bottles and add up points together, every member gets the whole; a seat
    alone among teams gets double, minus points too.
    """
    cdef int32_t[BI_SEATS] tricks
    cdef int32_t[BI_SEATS] bottles
    cdef int32_t[BI_SEATS] team
    cdef int32_t[BI_SEATS] members
    cdef int32_t n = g.num_players, seat, i, penalty = bi_points(devil)
    for seat in range(BI_SEATS):
        tricks[seat] = 0
        bottles[seat] = 0
        members[seat] = 0
    for seat in range(n):
        team[seat] = bi_team(g, dealer, seat) if g.has_teams else seat
        members[team[seat]] += 1
        tricks[team[seat]] += bi_points(won[seat])
    for i in range(g.bottles):
        if owner[i] < n:
            bottles[team[owner[i]]] += 1
    for seat in range(n):
        i = team[seat]
        gain[seat] = -bottles[i] * penalty if bottles[i] else tricks[i]
        if g.has_teams and members[i] == 1:
            gain[seat] *= 2


cdef uint64_t devils_trick(const bi_state *s) noexcept nogil:
    cdef uint64_t cards = 0
    cdef int32_t seat, i
    for seat in range(BI_SEATS):
        for i in range(2):
            if s.devil[seat][i] != BI_NONE:
                cards |= bit(s.devil[seat][i])
    return cards


cdef void record_round(const bi_game *g, bi_state *s) noexcept nogil:
    """Notes the finished round as the latest settled one."""
    s.last_devil = devils_trick(s)
    round_gains(g, s.dealer, s.won, s.owner, s.last_devil, s.last_gain)
    memcpy(s.last_won, s.won, sizeof(s.won))
    memcpy(s.last_price, s.price, sizeof(s.price))
    memcpy(s.last_owner, s.owner, sizeof(s.owner))
    s.has_last = 1


cdef void settle_round(const bi_game *g, bi_state *s) noexcept nogil:
    """Scores the round, then deals the next or ends the game."""
    cdef int32_t seat, leader
    cdef const uint8_t *trick
    record_round(g, s)
    for seat in range(g.num_players):
        s.score[seat] += s.last_gain[seat]
    if s.round == g.rounds:
        s.phase = BI_OVER
        s.turn = BI_NONE
        return
    s.last_size = bi_last_trick(g, s, &leader, &trick)
    s.last_leader = leader
    memcpy(s.last_trick, trick, s.last_size)
    s.round += 1
    s.dealer = seat_after(g.num_players, s.dealer, 1)
    start_round(g, s)


cdef inline void play(const bi_game *g, bi_state *s, int32_t seat, int32_t card) noexcept nogil:
    cdef uint64_t others = ~bit(card)
    s.hand[seat] &= others
    if g.num_players == 2:
        s.open_hand[seat] &= others
    if put_card(g, s, card) and s.play_count == g.round_plays:
        settle_round(g, s)


# --- The functions of the table ---

cdef int32_t bi_to_act(const void *game, const void *state, int32_t *seats) noexcept nogil:
    cdef const bi_game *g = <const bi_game *>game
    cdef const bi_state *s = <const bi_state *>state
    cdef int32_t seat, count = 0
    if s.phase == BI_PLAY:
        seats[0] = s.turn
        return 1
    if s.phase == BI_PASS:
        for seat in range(g.num_players):
            if s.passed[seat] < bi_choices(g, s, seat):
                seats[count] = seat
                count += 1
    return count


cdef int32_t bi_current_player(const void *game, const void *state) noexcept nogil:
    cdef const bi_state *s = <const bi_state *>state
    return -1 if s.phase == BI_OVER else s.turn


cdef int32_t bi_legal(const void *game, const void *state, int32_t seat, int32_t *actions) noexcept nogil:
    cdef const bi_game *g = <const bi_game *>game
    cdef const bi_state *s = <const bi_state *>state
    if seat == CG_CURRENT_PLAYER:
        seat = s.turn
    if s.phase == BI_PLAY:
        if seat != s.turn:
            return 0
        return bits_list(bi_playable(g, s, seat), 0, actions)
    if (s.phase == BI_PASS and <uint32_t>seat < <uint32_t>g.num_players
            and s.passed[seat] < bi_choices(g, s, seat)):
        return bits_list(s.hand[seat], BI_CARDS * pass_kind(g, s, seat), actions)
    return 0


cdef inline bint is_legal(const bi_game *g, const bi_state *s, int32_t seat, int32_t action) noexcept nogil:
    """Yes or no, for a seat and an action in their ranges."""
    cdef int32_t kind
    if s.phase == BI_PLAY:
        return action < BI_CARDS and seat == s.turn and contains(bi_playable(g, s, seat), action)
    if s.phase == BI_PASS and s.passed[seat] < bi_choices(g, s, seat):
        kind = pass_kind(g, s, seat)
        action -= BI_CARDS * kind
        return 0 <= action < BI_CARDS and contains(s.hand[seat], action)
    return False


cdef inline bint in_range(const bi_game *g, int32_t seat, int32_t action) noexcept nogil:
    return (<uint32_t>seat < <uint32_t>g.num_players
            and <uint32_t>action < <uint32_t>g.limits.num_actions)


cdef int32_t bi_refusal(const void *game, const void *state, int32_t seat, int32_t action) noexcept nogil:
    cdef const bi_game *g = <const bi_game *>game
    cdef const bi_state *s = <const bi_state *>state
    cdef int32_t kind, card
    if seat == CG_CURRENT_PLAYER:
        if s.phase == BI_OVER:
            return BI_GAME_OVER
        seat = s.turn
    if not <uint32_t>seat < <uint32_t>g.num_players:
        return BI_NO_SEAT
    if not in_range(g, seat, action):
        return BI_NO_ACTION
    if is_legal(g, s, seat, action):
        return BI_OK
    kind = action // BI_CARDS
    card = action - BI_CARDS * kind
    if s.phase == BI_OVER:
        return BI_GAME_OVER
    if not contains(g.deck, card):
        return BI_NOT_IN_DECK
    if s.phase == BI_PASS:
        if kind == BI_KIND_PLAY:
            return BI_PASS_FIRST
        if s.passed[seat] >= bi_choices(g, s, seat):
            return BI_ALL_CHOSEN
        return BI_NOT_HELD if kind == pass_kind(g, s, seat) else BI_OUT_OF_ORDER
    if kind != BI_KIND_PLAY:
        return BI_PASS_DONE
    if seat != s.turn:
        return BI_NOT_IN_TURN
    if contains(s.hand[seat] | (s.open_hand[seat] if g.num_players == 2 else 0), card):
        return BI_MUST_FOLLOW
    return BI_NOT_HELD


cdef int32_t bi_apply(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil:
    cdef const bi_game *g = <const bi_game *>game
    cdef bi_state *s = <bi_state *>state
    cdef int32_t kind
    cdef int32_t player = seat
    if seat == CG_CURRENT_PLAYER:
        seat = s.turn       # BI_NONE, which is out of range, when the game is over
    if not in_range(g, seat, action) or not is_legal(g, s, seat, action):
        return bi_refusal(game, state, player, action)
    if s.phase == BI_PLAY:
        play(g, s, seat, action)
    else:
        kind = action // BI_CARDS
        choose(g, s, seat, kind, action - BI_CARDS * kind)
    return BI_OK


cdef void bi_apply_unchecked(const void *game, void *state, int32_t seat, int32_t action) noexcept nogil:
    # Which choice it is follows from the seat, never from the action, so that no index leaves its array.
    cdef const bi_game *g = <const bi_game *>game
    cdef bi_state *s = <bi_state *>state
    if s.phase == BI_PLAY:
        play(g, s, seat, action % BI_CARDS)
    elif s.phase == BI_PASS and s.passed[seat] < bi_choices(g, s, seat):
        choose(g, s, seat, pass_kind(g, s, seat), action % BI_CARDS)


cdef int32_t bi_play_random(const void *game, void *state) noexcept nogil:
    cdef const bi_game *g = <const bi_game *>game
    cdef bi_state *s = <bi_state *>state
    cdef int32_t seat = s.turn, count, card
    cdef uint64_t cards
    if s.phase == BI_PLAY:
        cards = bi_playable(g, s, seat)
    elif s.phase == BI_PASS:
        cards = s.hand[seat]
    else:
        return 0
    count = bits_count(cards)
    if count == 0:      # only after apply_unchecked of an illegal action
        return 0
    card = bits_nth(cards, rng_below(&s.rng, count))
    if s.phase == BI_PLAY:
        play(g, s, seat, card)
    else:
        choose(g, s, seat, pass_kind(g, s, seat), card)
    return count


cdef int32_t bi_is_over(const void *game, const void *state) noexcept nogil:
    return (<const bi_state *>state).phase == BI_OVER


cdef void bi_scores(const void *game, const void *state, int32_t *scores) noexcept nogil:
    memcpy(scores, (<const bi_state *>state).score, (<const bi_game *>game).num_players * sizeof(int32_t))


cdef uint32_t bi_winners(const void *game, const void *state) noexcept nogil:
    """The highest total wins, ties share."""
    cdef const bi_state *s = <const bi_state *>state
    if s.phase != BI_OVER:
        return 0
    return seats_with_most((<const bi_game *>game).num_players, s.score)
