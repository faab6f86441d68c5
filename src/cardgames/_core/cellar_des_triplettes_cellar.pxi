# Cards and cellars: values, stars, where a card can be placed and which triplets it completes. Included by
# cellar_des_triplettes.pyx.

cdef enum:
    TRIPLETS = 34            # 18 lines and 16 triangles

# By card type; an empty bottle has no variety.
cdef int16_t[CT_TYPES] VALUE_OF
cdef uint8_t[CT_TYPES] STARS_OF
cdef uint8_t[256] VARIETY_OF         # also of CT_NONE, which is as colourless
# The three slots of every triplet, ascending; and slot by slot the other two of each triplet that it lies in:
# those of slot s are FIRST_PARTNERS[s] to FIRST_PARTNERS[s + 1] - 1.
cdef uint8_t[TRIPLETS][3] TRIPLET_SLOTS
cdef uint8_t[3 * TRIPLETS][2] PARTNERS
cdef uint8_t[CT_SLOTS + 1] FIRST_PARTNERS
cdef uint64_t[231] KIND_OF_VALUE     # the type (as kinds) of a value in tenths, up to 23 Euros; 0: no card has it


cdef inline int32_t slot_at(int32_t row, int32_t column) noexcept nogil:
    """The slot, rows and columns from 0; -1 outside the pyramid."""
    if not 0 <= row < 5 or not 0 <= column < 5 - row:
        return -1
    return column + 5 * row - row * (row - 1) // 2


cdef void add_triplet(int32_t *count, int32_t a, int32_t b, int32_t c) noexcept nogil:
    """Notes a triplet, slots ascending, if all of them are in the pyramid."""
    if a >= 0 and b >= 0 and c >= 0:
        TRIPLET_SLOTS[count[0]][0] = a
        TRIPLET_SLOTS[count[0]][1] = b
        TRIPLET_SLOTS[count[0]][2] = c
        count[0] += 1


cdef void fill_partners() noexcept nogil:
    cdef int32_t slot, i, j, count = 0
    for slot in range(CT_SLOTS):
        FIRST_PARTNERS[slot] = count
        for i in range(TRIPLETS):
            for j in range(3):
                if TRIPLET_SLOTS[i][j] == slot:
                    PARTNERS[count][0] = TRIPLET_SLOTS[i][(j + 1) % 3]
                    PARTNERS[count][1] = TRIPLET_SLOTS[i][(j + 2) % 3]
                    count += 1
    FIRST_PARTNERS[CT_SLOTS] = count


cdef void ct_fill_tables() noexcept nogil:
    cdef int32_t card, row, column, count = 0, here
    memset(VARIETY_OF, CT_NONE, sizeof(VARIETY_OF))
    for card in range(CT_TYPES):
        VALUE_OF[card] = 10 * (card + 2) if card else 2
        STARS_OF[card] = 1 + (card - 1) // 7 if card else 0
        if card:
            VARIETY_OF[card] = (card - 1) % 7
        KIND_OF_VALUE[VALUE_OF[card]] = multiset_one(card)
    for row in range(5):
        for column in range(5 - row):
            here = slot_at(row, column)
            # Lines: along the row, and up to either side. (Rulebook: diagonal or horizontal.)
            add_triplet(&count, here, slot_at(row, column + 1), slot_at(row, column + 2))
            add_triplet(&count, here, slot_at(row + 1, column), slot_at(row + 2, column))
            add_triplet(&count, here, slot_at(row + 1, column - 1), slot_at(row + 2, column - 2))
            # Triangles: on its base, and on its tip. (Rulebook: triangular.)
            add_triplet(&count, here, slot_at(row, column + 1), slot_at(row + 1, column))
            add_triplet(&count, here, slot_at(row + 1, column - 1), slot_at(row + 1, column))
    fill_partners()


cdef int32_t ct_value(int32_t card) noexcept nogil:
    """Tenths of Euros."""
    return VALUE_OF[card]


cdef int32_t ct_stars(int32_t card) noexcept nogil:
    return STARS_OF[card]


cdef int32_t ct_variety(int32_t card) noexcept nogil:
    """0..6; CT_NONE for an empty bottle."""
    return VARIETY_OF[card]


cdef inline uint64_t kind_of_value(int32_t tenths) noexcept nogil:
    """The type of this value, as kinds; none for what no card is worth."""
    return KIND_OF_VALUE[tenths] if tenths < 231 else 0


cdef int32_t ct_cards_value(uint64_t cards) noexcept nogil:
    """The value of a multiset in tenths of Euros."""
    cdef uint64_t kinds = multiset_kinds(cards)
    cdef int32_t total = 0, card
    while kinds:
        card = kinds_lowest(kinds)
        total += VALUE_OF[card] * multiset_count(cards, card)
        kinds &= kinds - 1
    return total


cdef inline int32_t triplet_points(int32_t a, int32_t b, int32_t c) noexcept nogil:
    """The points of three wines of one colour: 4 if they are the same bottle, 1 if all differ."""
    if a == b and b == c:
        return CT_SAME
    return CT_DIFFERENT if a != b and b != c and a != c else 0


cdef int32_t ct_bonus(const uint8_t *cellar, int32_t slot) noexcept nogil:
    """The points of all triplets that the card in the slot belongs to."""
    cdef int32_t card = cellar[slot], variety = VARIETY_OF[card], points = 0, i, a, b
    if variety == CT_NONE:
        return 0
    for i in range(FIRST_PARTNERS[slot], FIRST_PARTNERS[slot + 1]):
        a = cellar[PARTNERS[i][0]]
        b = cellar[PARTNERS[i][1]]
        if VARIETY_OF[a] == variety and VARIETY_OF[b] == variety:
            points += triplet_points(card, a, b)
    return points


cdef inline bint is_full(uint32_t filled, uint32_t empties) noexcept nogil:
    """Whether the next card opens a new cellar: no slot is free and no empty bottle can be covered."""
    return filled == CT_FULL and empties == 0


cdef inline uint32_t supported(uint32_t filled) noexcept nogil:
    """The slots above row 1 with both slots beneath filled."""
    cdef uint32_t pairs = filled & (filled >> 1)     # slots filled together with the next one
    return ((pairs & 0xF) << 5) | ((pairs & 0xE0) << 4) | ((pairs & 0x600) << 3) | ((pairs & 0x1000) << 2)


cdef uint32_t ct_ways(const ct_state *s, int32_t seat, uint32_t *wine_ways) noexcept nogil:
    """The ways to place an empty bottle, as bits; `wine_ways`: the ways to place a wine, which may also
    cover an empty bottle."""
    cdef uint32_t filled = s.filled[seat], empties = s.empties[seat], row = filled & CT_ROW_1
    cdef uint32_t ways
    if is_full(filled, empties):
        ways = 1 << CT_RIGHT
    else:
        ways = (supported(filled) & ~filled
                | <uint32_t>(row != CT_ROW_1) << CT_RIGHT
                | <uint32_t>((row != CT_ROW_1) & (row != 0)) << CT_LEFT)
    wine_ways[0] = ways | empties
    return ways
