/* cardgames.h: the contract between a game's rules and everything generic.
 *
 * A state is a plain struct of fixed size without pointers; it is copied by assignment. A game (its
 * options, expanded to what the rules need) is a const struct that all of its states share. One table
 * of functions per game describes the rules; playouts, perft, views and bytes are written once over it.
 *
 * The file is plain C99 declarations, so cffi reads it as it stands.
 *
 * Conventions: `game` and `state` point to the structs of the table's game. Seats are 0..num_players-1.
 * Actions are 0..num_actions-1. No function allocates, locks or keeps a pointer; all may run at the same
 * time on different states, and those that only read a state (const) at the same time on one.
 *
 * Pointers: none may be NULL, unless its function says so, and no two of a call may point to the same bytes. The
 * memory of a state or a view is the caller's: state_size or view_size bytes, both multiples of 8, at an address
 * that is a multiple of 8. Nothing has to be written there before `reset`, `copy` or `view` fills it. What a function
 * writes an array of has room for num_players (seats, scores, returns), max_legal_actions (actions) or
 * observation_size (floats), or for the CG_MAX_ constants; entries beyond what it returns may be written and mean
 * nothing.
 * A state comes from `reset`, from copying another, or from bytes that `check` has passed: on others every function but
 * these is undefined.
 *
 * Versions: cg_table and cg_api begin with abi_version and struct_size. Members are only ever added at the end, and a
 * new version says that there are more. So a program may use a library if abi_version >= CG_ABI_VERSION and
 * struct_size >= sizeof, both as the program was compiled; it asks before it uses anything else.
 */
#ifndef CARDGAMES_H
#define CARDGAMES_H

#include <stddef.h>
#include <stdint.h>

/* xoshiro256**: the generator inside every state, and always its first member. Never all 0; rng_seed fills it. */
typedef struct cg_rng {
    uint64_t s[4];
} cg_rng;

/* What the options of a game fix; the first member of every game struct. */
typedef struct cg_limits {
    int32_t num_players;       /* 1 to CG_MAX_PLAYERS */
    int32_t num_actions;       /* 1 to CG_MAX_ACTIONS */
    int32_t max_legal_actions; /* the most actions that are legal at once for one seat */
    int32_t max_game_length;   /* a proven bound on the actions of a game */
    int32_t observation_size;  /* floats in an observation */
    int32_t state_size;        /* bytes of a state */
    int32_t view_size;         /* bytes of a view */
    int32_t max_score;         /* no seat can score more; 0: the game tells no such bound */
} cg_limits;

/* Limits that hold for all games, so that callers can use arrays of fixed size. */
enum {
    CG_MAX_PLAYERS = 10,
    CG_MAX_ACTIONS = 512,
    CG_MAX_STATE_WORDS = 128, /* 64-bit words of a state; so aligned, an array of them holds any */
    CG_MAX_VIEW_WORDS = 128, /* and those of a view */
    CG_CURRENT_PLAYER = -1,  /* as the seat of legal, refusal and apply, where that is said: current_player */
    CG_VIEW_EVERYTHING = -2, /* the viewer that sees all */
    CG_VIEW_SPECTATOR = -1   /* the viewer that sees what is public */
};

typedef struct cg_table {
    uint32_t abi_version;
    uint32_t struct_size; /* sizeof(cg_table) of the library that filled it */
    const char *name;     /* as in cardgames.make, such as "bottle_imp"; it stays as long as the process lives */

    /* Deals a new game, whatever the bytes were. The generator of the state is seeded from `seed`: any one
     * gives a game, equal ones equal games. */
    void (*reset)(const void *game, void *state, uint64_t seed);

    /* Writes the seats that may act now, ascending, and returns how many; 0 when the game is over. Room for
     * num_players. */
    int32_t (*to_act)(const void *game, const void *state, int32_t *seats);

    /* The first seat of to_act, or -1 when the game is over. */
    int32_t (*current_player)(const void *game, const void *state);

    /* Writes a seat's legal actions, ascending, and returns how many; 0 if it may not act. Any int32 may be asked as
     * the seat, CG_CURRENT_PLAYER among them. What is legal for a seat is so in all of its worlds (determinize). */
    int32_t (*legal)(const void *game, const void *state, int32_t seat, int32_t *actions);

    /* 0 if the seat may play the action now, else a code for the reason. Any int32 may be asked, CG_CURRENT_PLAYER
     * among them. In every game 1: there is no such seat; 2: there is no such action; 3: the game is over. The others
     * are the game's own; the .pxd of its rules lists them, and refusal_text of cg_api has all in words. */
    int32_t (*refusal)(const void *game, const void *state, int32_t seat, int32_t action);

    /* Plays the action if `refusal` gives 0; else changes nothing. Returns what `refusal` gives. Takes whatever
     * `refusal` takes. */
    int32_t (*apply)(const void *game, void *state, int32_t seat, int32_t action);

    /* Plays an action that the caller knows to be legal, for a seat (not CG_CURRENT_PLAYER). An illegal one gives a
     * meaningless position, but never touches memory outside the state, as long as seat and action are in their
     * ranges. */
    void (*apply_unchecked)(const void *game, void *state, int32_t seat, int32_t action);

    /* Plays a uniformly random legal action of current_player with the state's own generator; returns how
     * many were legal, 0 (and nothing changes) when the game is over. */
    int32_t (*play_random)(const void *game, void *state);

    /* 0: going on; 1: over; 2: over because a safety limit was reached. */
    int32_t (*is_over)(const void *game, const void *state);

    /* Points settled so far, one per seat, as state.scores() has them: the unit is on the game's page. */
    void (*scores)(const void *game, const void *state, int32_t *scores);

    /* One bit per winning seat, 1 << seat; 0 before the end. */
    uint32_t (*winners)(const void *game, const void *state);

    /* Fills the view of a seat, CG_VIEW_SPECTATOR or CG_VIEW_EVERYTHING: the only way by which what a seat may see
     * leaves a state. Equal views are equal byte for byte, so that they may be compared and hashed as bytes. */
    void (*view)(const void *game, const void *state, int32_t viewer, void *view);

    /* Lays a view out as observation_size floats, what each of them is game.observation_layout() says. Reads the view
     * only. */
    void (*observe)(const void *game, const void *view, float *out);

    /* Redraws what the seat cannot know, by the law on the game's page, and reseeds the state's generator from
     * `seed`. The seed should come from a generator or from rng_stream: with the one that the game was dealt with, the
     * world might foresee later deals. `determinize` of cg_api takes any. */
    void (*determinize)(const void *game, void *state, int32_t seat, uint64_t seed);

    /* 0 if the bytes are a state of this game in which every invariant holds, else the game's code for what is wrong,
     * as the .pxd of its rules lists them. Any bytes of the right size may be given. */
    int32_t (*check)(const void *game, const void *state);

    /* Draws an action as a player with some sense may choose it, by the rule on the game's page, for a seat
     * that may act: for playouts that say more than uniformly random ones. Looks at nothing that the seat
     * cannot know. -1 if the seat may not act. `rng` may be the state's own. NULL: the game has no such rule. */
    int32_t (*guided)(const void *game, const void *state, int32_t seat, cg_rng *rng);
} cg_table;

/* --- For programs outside the library --- */

/* A game with its table, as native code holds it. What it points to stays as it is from `open` to `close`, or as long
 * as the NativeGame of Python lives whose address it is. */
typedef struct cg_game {
    const cg_table *table;
    const cg_limits *limits; /* the `game` of every function of the table */
    void *owner;             /* for the library; nobody else changes it */
} cg_game;

/* Functions that users give to the library, which calls them without the lock of the Python interpreter, perhaps in
 * several threads at once. `context` is the user's: NULL, or for example the address of a cg_game, without which they
 * have no table. `game` is what functions of the table take. They keep no pointer to a state, and come back by return
 * alone: no exception of C++, no panic, no longjmp. Where a seed is to fix the result, they depend on nothing but their
 * arguments.
 *
 * A rollout plays one action of current_player, by the table's functions; it returns 0, and plays nothing, when
 * the game is over, else anything above 0. play_random is one but for the context. Chance is best drawn from the
 * state's own generator, (cg_rng *)state, which is seeded for this playout. It is called max_game_length times at most
 * in a playout. */
typedef int32_t (*cg_rollout)(void *context, const void *game, void *state);

/* A policy writes a weight for each of a seat's `count` legal actions, ascending, before a search tries them: 0 to
 * 1e30, not all 0. Others, and one that is left unset, end the search with an error. */
typedef void (*cg_policy)(void *context, const void *game, const void *state, int32_t seat, const int32_t *actions,
                          int32_t count, double *weights);

/* An evaluation writes what a position is worth to each of num_players seats, -1 to 1. The game is not over.
 * Others, and one that is left unset, end the search with an error. */
typedef void (*cg_evaluation)(void *context, const void *game, const void *state, double *returns);

/* What is written once for all games. There is one such table: in Python the capsule `cardgames.native.API`, with this
 * very name, which PyCapsule_Import gives. New functions are added at the end, with a new version: ask for at least the
 * abi_version that you compiled with. */
typedef struct cg_api {
    uint32_t abi_version;
    uint32_t struct_size; /* sizeof(cg_api) of the library */

    /* These five take the lock of the Python interpreter, so they may be called with or without it, by any thread,
     * until the interpreter ends. (Not while holding a lock of one's own that a thread with the interpreter's waits
     * for.) Texts are UTF-8 and end with a 0. Those that are written are cut to `size` bytes, the 0 among them, and
     * never within a character; `text` or `message` may be NULL if `size` is 0. */

    /* A game from its text, such as "bottle_imp(num_players=4)", as str(game) gives it; NULL if there is none such,
     * and why is written. Whoever opened it closes it, once, when no thread uses it any more; its states may be kept,
     * as they are bytes. What Python has (NativeGame) is not closed. */
    const cg_game *(*open)(const char *text, char *message, size_t size);
    void (*close)(const cg_game *game);

    /* Writes an action in words; returns the bytes that all of it needs, its 0 among them; 0 for no action of the
     * game. */
    size_t (*action_text)(const cg_game *game, int32_t action, char *text, size_t size);

    /* The action of these words; -1 if there is none, or no words (NULL). */
    int32_t (*read_action)(const cg_game *game, const char *text);

    /* Writes why the seat may not play the action now, CG_CURRENT_PLAYER among the seats; returns the bytes that all of
     * it needs, its 0 among them; 0 if it may. */
    size_t (*refusal_text)(const cg_game *game, const void *state, int32_t seat, int32_t action, char *text,
                           size_t size);

    /* The rest needs no lock, allocates nothing, and may run at the same time on different states. `returns` have room
     * for num_players. */

    /* The generator: its seeding, 64 random bits, an unbiased integer from 0 to bound - 1 (bound > 0), and the seed of
     * the index-th of many independent runs that share a seed. */
    void (*rng_seed)(cg_rng *rng, uint64_t seed);
    uint64_t (*rng_next)(cg_rng *rng);
    uint32_t (*rng_below)(cg_rng *rng, uint32_t bound);
    uint64_t (*rng_stream)(uint64_t seed, uint64_t index);

    /* A state is its bytes: this is memcpy of state_size of them, to a place that does not overlap. */
    void (*copy)(const cg_game *game, void *target, const void *source);

    /* 64 bits, equal for equal states of a game, on every platform. (state.hash64 of Python tells games apart too, and
     * is another number.) */
    uint64_t (*hash)(const cg_game *game, const void *state);

    /* Results of all seats as state.returns() has them, -1 to 1 (alone 0 to 1), all 0 before the end; and what they
     * would be if the game ended now with its present scores. */
    void (*returns)(const cg_game *game, const void *state, double *returns);
    void (*value)(const cg_game *game, const void *state, double *returns);

    /* Any legal action of a seat (CG_CURRENT_PLAYER: of the first that may act), all alike; -1 if there is none. `rng`
     * may be the state's own. */
    int32_t (*random_action)(const cg_game *game, const void *state, int32_t seat, cg_rng *rng);

    /* Plays to the end at random with the state's own generator; returns how many actions that were, 0 at the end. */
    int32_t (*playout)(const cg_game *game, void *state);

    /* Playouts first to first + count - 1 of a run, each from this state: num_players scores of each, one after the
     * other, as state.playouts(n, seed, determinize_for=seat) has them in its rows; seat -1: no determinization.
     * `scores` has room for count * num_players. A run may be cut into parts for several threads. */
    void (*playouts)(const cg_game *game, const void *state, uint64_t first, int64_t count, uint64_t seed, int32_t seat,
                     int32_t *scores);

    /* The world of state.determinize(seat, seed) of Python: that of the table's function with the seed
     * rng_stream(seed, 0x776F726C64). So any seed will do, also the one that the game was dealt with. */
    void (*determinize)(const cg_game *game, void *state, int32_t seat, uint64_t seed);

    /* 64 bits, not all 0, equal where views are equal (`viewer` is as for `view` of the table). In a search for a seat
     * they tell the nodes of its tree: worlds that it cannot tell apart have the same. Not to be kept: another version
     * of the library may have others. */
    uint64_t (*view_hash)(const cg_game *game, const void *state, int32_t viewer);
} cg_api;

enum { CG_ABI_VERSION = 2 };

#endif
