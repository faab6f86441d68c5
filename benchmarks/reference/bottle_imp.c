/*
 * Plain C yardstick: complete, uniformly random games of Bottle Imp with four players.
 *
 *   cc -O3 -std=c99 bottle_imp.c -o bottle_imp
 *   ./bottle_imp [deal|position] [games] [seed] [rounds]
 *
 * `deal` deals a new game every time. `position` copies one dealt position for every game, reseeds
 * the generator and plays to the end of the game (the later rounds are dealt on the way). Each
 * action is drawn uniformly from the legal actions of the seat to act, in the order of the game:
 * 12 choices of the pass and 32 plays make a round of 44 actions. The result is one JSON object.
 * -DTRACE prints every deal, action and score instead; `benchmarks/test_reference.py` replays them
 * through the library, so that both are known to play the same game.
 *
 * It shares nothing with the library. What makes it fast:
 *  - a card is one byte, rank << 2 | colour, so bytes compare like ranks and know their colour;
 *  - a hand in play is at most eight bytes, one 64-bit word, grouped by colour, with the offsets
 *    of its groups in one 32-bit word: the legal cards are always one run of bytes, so choosing
 *    the r-th of them is a shift, and so is taking it out. No loop over bits, no branch;
 *  - the three followers of a trick depend on the lead only, so they run in parallel;
 *  - one step of the generator serves the four draws of a trick, 16 bits each; in the deal, several
 *    dice are drawn from one 32-bit word. All draws are exactly uniform: they reject (Lemire).
 */
#if defined(__GNUC__) && !defined(__clang__) /* vectors only make it slower: measured */
#pragma GCC optimize("no-tree-vectorize")
#endif
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 4, CARDS = 36, DEALT = 9, HAND = 8, ROUND_ACTIONS = 44 };

/* The cards grouped by colour (yellow, blue, red); a deck holds indices into this table. */
static const uint8_t RANKS[CARDS] = {
    1,  2,  4,  5,  7,  9,  12, 15, 18, 22, 25, 28,  3,  6,  8,  10, 13, 17,
    20, 23, 27, 30, 32, 35, 11, 14, 16, 21, 24, 26,  29, 31, 33, 34, 36, 37,
};
static const uint8_t POINTS[CARDS] = {
    1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 1, 1, 2, 2, 3, 4,
    4, 4, 5, 5, 6, 6, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6,
};
#define PRICE_19 (19u << 2)

static uint8_t byte_of[CARDS];    /* index -> rank << 2 | colour */
static uint8_t points_of[256];    /* byte -> points */
static uint8_t count12[1u << 12]; /* number of bits set in a mask of one colour */

typedef struct { uint64_t s[4]; } Rng;
/* Seat s holds deck[9 s .. 9 s + 8]. */
typedef struct { uint8_t deck[CARDS]; uint8_t dealer; } Deal;
/* Hands in play. Bytes of `ends`: where yellow, blue and red start and red stops, in bits. */
typedef struct { uint64_t cards[SEATS]; uint32_t ends[SEATS]; } Hands;

#ifdef TRACE
static void trace_deal(const Deal *d)
{
    printf("deal %u", d->dealer);
    for (unsigned i = 0; i < CARDS; i++) printf(" %u", RANKS[d->deck[i]]);
    printf("\n");
}
#define TRACE_DEAL(d) trace_deal(d)
#define TRACE_PASS(s, hand) \
    printf("pass %u %u %u %u\n", s, RANKS[(hand)[8]], RANKS[(hand)[7]], RANKS[(hand)[6]])
#define TRACE_TRICK(s, a, b, c, e) \
    printf("trick %u %u %u %u %u\n", s, (a) >> 2, (b) >> 2, (c) >> 2, (e) >> 2)
#else
#define TRACE_DEAL(d) ((void)0)
#define TRACE_PASS(s, hand) ((void)0)
#define TRACE_TRICK(s, a, b, c, e) ((void)0)
#endif

/* ---- random numbers: xoshiro256** seeded by SplitMix64 ---- */

static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next64(Rng *g)
{
    uint64_t *s = g->s;
    const uint64_t result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

static inline uint64_t splitmix(uint64_t *x)
{
    uint64_t z = (*x += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void seed_rng(Rng *g, uint64_t seed)
{
    for (int i = 0; i < 4; i++) g->s[i] = splitmix(&seed);
}

/* 8 x a uniform integer below n8 / 8 from 16 random bits; rejects with a fresh word if it must. */
static inline unsigned below(Rng *g, unsigned bits, unsigned n8)
{
    uint32_t m = (uint32_t)bits * n8;
    if ((m & 0x7ffff) < n8) {
        const uint32_t threshold = 0x80000u % n8;
        while ((m & 0x7ffff) < threshold) m = (uint32_t)(next64(g) >> 48) * n8;
    }
    return m >> 16 & 0x78;
}

/* `count` independent dice with n, n - 1, ... sides from one 32-bit word. */
static inline void dice(Rng *g, uint32_t word, unsigned n, unsigned count, unsigned *out)
{
    for (;;) {
        uint32_t low = word, product = 1;
        for (unsigned i = 0; i < count; i++) {
            const uint64_t m = (uint64_t)low * (n - i);
            out[i] = (unsigned)(m >> 32);
            low = (uint32_t)m;
            product *= n - i;
        }
        if (low >= product || low >= (0u - product) % product) return;
        word = (uint32_t)(next64(g) >> 32);
    }
}

/* ---- the game ---- */

static inline void swap(uint8_t *a, uint8_t *b)
{
    const uint8_t t = *a;
    *a = *b;
    *b = t;
}

/* Four steps of Fisher-Yates from the top. */
static inline void shuffle4(uint8_t *deck, unsigned top, uint64_t word, Rng *g)
{
    unsigned r[4];
    dice(g, (uint32_t)word, top, 4, r);
    for (unsigned i = 0; i < 4; i++) swap(&deck[top - 1 - i], &deck[r[i]]);
}

/* The order within the last cards does not matter: they are all of seat 0. */
static void shuffle(uint8_t *deck, Rng *g)
{
    uint64_t word = next64(g);
    shuffle4(deck, 36, word >> 32, g);
    shuffle4(deck, 32, word, g);
    word = next64(g);
    shuffle4(deck, 28, word >> 32, g);
    shuffle4(deck, 24, word, g);
    word = next64(g);
    shuffle4(deck, 20, word >> 32, g);
    shuffle4(deck, 16, word, g);
    shuffle4(deck, 12, next64(g) >> 32, g);
}

/* The choices of seat s in the pass, devil, left, right: `mask` gets the cards of the hands. */
static inline unsigned choose(Deal *d, uint64_t *mask, unsigned s, uint64_t word, Rng *g)
{
    uint8_t *hand = d->deck + DEALT * s;
    unsigned r[3];
    dice(g, (uint32_t)word, DEALT, 3, r);
    for (unsigned i = 0; i < 3; i++) swap(&hand[DEALT - 1 - i], &hand[r[i]]);
    mask[(s + 1) & 3] |= (uint64_t)1 << hand[7];
    mask[(s + 3) & 3] |= (uint64_t)1 << hand[6];
    for (unsigned i = 0; i < 6; i++) mask[s] |= (uint64_t)1 << hand[i];
    TRACE_PASS(s, hand);
    return POINTS[hand[8]];
}

/* The pass: fills the hands of the play, returns the points of the Devil's trick. */
static unsigned pass_cards(Deal *d, Hands *h, Rng *g)
{
    uint64_t mask[SEATS] = {0, 0, 0, 0}, word = next64(g);
    unsigned devil = choose(d, mask, 0, word >> 32, g);
    devil += choose(d, mask, 1, word, g);
    word = next64(g);
    devil += choose(d, mask, 2, word >> 32, g);
    devil += choose(d, mask, 3, word, g);
    for (unsigned s = 0; s < SEATS; s++) {
        const unsigned yellow = count12[mask[s] & 0xfff], blue = count12[mask[s] >> 12 & 0xfff];
        uint64_t left = mask[s], cards = 0;
        for (unsigned i = 0; i < HAND; i++, left &= left - 1)
            cards |= (uint64_t)byte_of[__builtin_ctzll(left)] << (8 * i);
        h->cards[s] = cards;
        h->ends[s] = yellow << 11 | (yellow + blue) << 19 | (uint32_t)HAND << 27;
    }
    return devil;
}

/* Take the card at bit `at` out of the hand. */
static inline unsigned take(Hands *h, unsigned s, unsigned at)
{
    const uint64_t from = h->cards[s] >> at;
    const unsigned card = from & 0xff;
    h->cards[s] -= (from - (from >> 8)) << at;
    h->ends[s] -= (uint32_t)0x08080800 << (8 * card & 31); /* 8 x colour: the low two bits */
    return card;
}

/* How good a card is in a trick: those below the price wrap around and so beat all others. */
static inline uint32_t worth(unsigned card, unsigned price, unsigned offset)
{
    return (card - price) * 4 + offset;
}

static inline uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* A play of seat s after the card `lead`; `size` is 8 x the size of the hand. */
static inline unsigned follow(Hands *h, unsigned s, unsigned lead, unsigned size, unsigned bits,
                              Rng *g)
{
    const uint32_t ends = h->ends[s] >> (8 * lead & 31);
    const unsigned first = ends & 0xff, run = (ends >> 8 & 0xff) - first;
    const unsigned none = 0u - (run == 0); /* all bits set if any card may be played */
    return take(h, s, (first & ~none) + below(g, bits, run + (none & size)));
}

static void play_round(Deal *d, int32_t *scores, Rng *g)
{
    Hands h;
    const unsigned devil = pass_cards(d, &h, g);
    uint64_t won = 0; /* the points of the four seats, 16 bits each */
    unsigned leader = (d->dealer + 1u) & 3, price = PRICE_19, owner = 0;
    for (unsigned size = 8 * HAND; size > 0; size -= 8) {
        const uint64_t word = size > 8 ? next64(g) : 0; /* the last trick is forced */
        const unsigned a = take(&h, leader, below(g, word & 0xffff, size));
        const unsigned b = follow(&h, (leader + 1) & 3, a, size, word >> 16 & 0xffff, g);
        const unsigned c = follow(&h, (leader + 2) & 3, a, size, word >> 32 & 0xffff, g);
        const unsigned e = follow(&h, (leader + 3) & 3, a, size, (unsigned)(word >> 48), g);
        const uint32_t best = larger(larger(worth(a, price, 0), worth(b, price, 1)),
                                     larger(worth(c, price, 2), worth(e, price, 3)));
        const uint32_t taken = 0u - (best >> 31); /* all bits set if the bottle is taken */
        TRACE_TRICK(leader, a, b, c, e);
        leader = (leader + best) & 3;
        won += (uint64_t)(points_of[a] + points_of[b] + points_of[c] + points_of[e]) << 16 * leader;
        owner ^= (owner ^ leader) & taken;
        price += (best >> 2 | 0xc0000000) & taken;
    }
    for (unsigned s = 0; s < SEATS; s++)
        scores[s] += s == owner ? -(int32_t)devil : (int32_t)(won >> 16 * s & 0xffff);
}

/* The rest of a game whose first round is dealt. */
static void play_game(Deal *d, int rounds, int32_t *scores, Rng *g)
{
    for (int round = 0; round < rounds; round++) {
        if (round > 0) {
            d->dealer = (d->dealer + 1) & 3;
            shuffle(d->deck, g);
        }
        TRACE_DEAL(d);
        play_round(d, scores, g);
    }
}

static void new_game(Deal *d, Rng *g)
{
    d->dealer = (uint8_t)(next64(g) >> 62);
    shuffle(d->deck, g);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "deal";
    const int64_t games = argc > 2 ? strtoll(argv[2], NULL, 10) : 200000;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    const int rounds = argc > 4 ? atoi(argv[4]) : 8;
    const int from_position = strcmp(mode, "position") == 0;
    if ((!from_position && strcmp(mode, "deal") != 0) || games < 1 || rounds < 1 || rounds > 100) {
        fprintf(stderr, "usage: %s [deal|position] [games] [seed] [rounds]\n", argv[0]);
        return 2;
    }
    for (unsigned i = 0; i < CARDS; i++) {
        byte_of[i] = (uint8_t)(RANKS[i] << 2 | i / 12);
        points_of[byte_of[i]] = POINTS[i];
    }
    for (unsigned i = 1; i < 1u << 12; i++) count12[i] = (uint8_t)(count12[i >> 1] + (i & 1));

    Rng rng;
    Deal dealt;
    int64_t total[SEATS] = {0, 0, 0, 0};
    uint64_t stream = seed;
    struct timespec start, stop;
    seed_rng(&rng, seed);
    for (unsigned i = 0; i < CARDS; i++) dealt.deck[i] = (uint8_t)i;
    if (from_position) new_game(&dealt, &rng);
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int64_t i = 0; i < games; i++) {
        int32_t scores[SEATS] = {0, 0, 0, 0};
        if (from_position) {
            Deal copy = dealt;
            seed_rng(&rng, splitmix(&stream));
            play_game(&copy, rounds, scores, &rng);
        } else {
            new_game(&dealt, &rng); /* the deck of the last game is as good as a new one */
            play_game(&dealt, rounds, scores, &rng);
        }
        for (unsigned s = 0; s < SEATS; s++) total[s] += scores[s];
#ifdef TRACE
        printf("scores %" PRId32 " %" PRId32 " %" PRId32 " %" PRId32 "\n", scores[0], scores[1],
               scores[2], scores[3]);
#endif
    }
    clock_gettime(CLOCK_MONOTONIC, &stop);
#ifndef TRACE
    const double seconds =
        (double)(stop.tv_sec - start.tv_sec) + 1e-9 * (double)(stop.tv_nsec - start.tv_nsec);
    const int64_t actions = games * rounds * ROUND_ACTIONS;
    printf("{\"mode\": \"%s\", \"games\": %" PRId64 ", \"rounds\": %d, \"actions\": %" PRId64
           ", \"seconds\": %.6f, \"ns_per_action\": %.4f"
           ", \"mean_scores\": [%.4f, %.4f, %.4f, %.4f]}\n",
           mode, games, rounds, actions, seconds, 1e9 * seconds / (double)actions,
           (double)total[0] / (double)games, (double)total[1] / (double)games,
           (double)total[2] / (double)games, (double)total[3] / (double)games);
#endif
    return 0;
}
