/* An extension module in C99 that searches: flat Monte Carlo for any game of the library, and a policy and a rollout
 * for the library's own searches. Nothing in a loop below is an object of Python.
 *
 * search(game, state, player, simulations, seed) gives what `FlatMonteCarlo(simulations, seed=seed, rollout="random")`
 * of the library gives, number for number.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "cardgames.h"

/* The library's table of functions. It is set before any function of this module can be called, and never changes. */
static const cg_api *api;

/* --- The search: C only, called without the GIL --- */

enum { SIMULATIONS_AT_ONCE = 256 }; /* without the GIL; between two looks for Ctrl-C */

typedef struct trial {
    int32_t action;
    int64_t visits;
    double sum; /* of the seat's returns */
} trial;

typedef struct search {
    const cg_game *game;
    int32_t seat;
    int32_t count; /* of trials: one for each legal action, ascending */
    cg_rng rng;
    uint64_t root[CG_MAX_STATE_WORDS]; /* the position; words, so that it is aligned */
    trial trials[CG_MAX_ACTIONS];
} search;

/* Of the actions with the fewest visits, any with the same probability. */
static trial *least_visited(search *s)
{
    trial *least = &s->trials[0];
    uint32_t equals = 1;
    int32_t i;
    for (i = 1; i < s->count; i++) {
        trial *it = &s->trials[i];
        if (it->visits < least->visits) {
            least = it;
            equals = 1;
        } else if (it->visits == least->visits && api->rng_below(&s->rng, ++equals) == 0) {
            least = it;
        }
    }
    return least;
}

/* First a world that the seat cannot tell from the real one, then the action, then a random game from there. The other
 * way round, the action would be played in the real position and might show what the seat cannot know. */
static void simulate(search *s)
{
    const cg_game *game = s->game;
    const cg_table *table = game->table;
    uint64_t world[CG_MAX_STATE_WORDS];
    double returns[CG_MAX_PLAYERS];
    trial *tried;
    api->copy(game, world, s->root);
    table->determinize(game->limits, world, s->seat, api->rng_next(&s->rng));
    tried = least_visited(s);
    table->apply_unchecked(game->limits, world, s->seat, tried->action);
    api->playout(game, world);
    api->returns(game, world, returns);
    tried->visits++;
    tried->sum += returns[s->seat];
}

/* --- A rollout and a policy: the library calls them without the GIL, in several threads --- */

/* The context of both is a cg_game: its table is what they play by. */

/* The seat's points after an action. */
static int32_t points_after(const cg_game *game, const void *state, int32_t seat, int32_t action)
{
    uint64_t after[CG_MAX_STATE_WORDS];
    int32_t scores[CG_MAX_PLAYERS];
    api->copy(game, after, state);
    game->table->apply_unchecked(game->limits, after, seat, action);
    game->table->scores(game->limits, after, scores);
    return scores[seat];
}

/* Plays the action that gives most points at once; which of equals, follows from the position. */
static int32_t greedy_rollout(void *context, const void *rules, void *state)
{
    const cg_game *game = context;
    int32_t actions[CG_MAX_ACTIONS], best[CG_MAX_ACTIONS];
    int32_t seat = game->table->current_player(rules, state);
    int32_t most = INT32_MIN, equals = 0, count, i;
    if (seat < 0)
        return 0; /* the game is over */
    count = game->table->legal(rules, state, seat, actions);
    for (i = 0; i < count; i++) {
        int32_t points = points_after(game, state, seat, actions[i]);
        if (points > most) {
            most = points;
            equals = 0;
        }
        if (points == most)
            best[equals++] = actions[i];
    }
    game->table->apply_unchecked(rules, state, seat, best[api->hash(game, state) % (uint32_t)equals]);
    return 1;
}

/* Weighs an action by the points that it gives at once: 1 for none. */
static void greedy_policy(void *context, const void *rules, const void *state, int32_t seat, const int32_t *actions,
                          int32_t count, double *weights)
{
    const cg_game *game = context;
    int32_t scores[CG_MAX_PLAYERS], i;
    game->table->scores(rules, state, scores);
    for (i = 0; i < count; i++) {
        double gain = (double)points_after(game, state, seat, actions[i]) - scores[seat];
        weights[i] = gain > 0 ? 1 + gain : 1;
    }
}

/* --- What Python sees --- */

/* An address that an object has as a number. Gives NULL with an error set. */
static void *as_address(PyObject *number)
{
    void *address = NULL;
    if (number != NULL) {
        address = PyLong_AsVoidPtr(number);
        Py_DECREF(number);
    }
    return address;
}

/* The address of a NativeGame, if the state is one of its game. Nothing is kept alive here: the caller of a function
 * of this module holds both objects while it runs. */
static const cg_game *game_of(PyObject *native, PyObject *native_game, PyObject *state)
{
    PyObject *cls = PyObject_GetAttrString(native, "NativeGame"), *game, *of_state;
    int is_one = cls == NULL ? -1 : PyObject_IsInstance(native_game, cls), is_same = -1;
    Py_XDECREF(cls);
    if (is_one < 0)
        return NULL;
    if (!is_one) {
        PyErr_Format(PyExc_TypeError, "game must be a NativeGame, not %s", Py_TYPE(native_game)->tp_name);
        return NULL;
    }
    game = PyObject_GetAttrString(native_game, "game");
    of_state = PyObject_GetAttrString(state, "game");
    if (game != NULL && of_state != NULL)
        is_same = PyObject_RichCompareBool(game, of_state, Py_EQ);
    Py_XDECREF(game);
    Py_XDECREF(of_state);
    if (is_same < 0)
        return NULL;
    if (!is_same) {
        PyErr_SetString(PyExc_ValueError, "the state is one of another game");
        return NULL;
    }
    return as_address(PyObject_GetAttrString(native_game, "address"));
}

/* Fills in the position and its legal actions. 0, or -1 with an error set. */
static int start(search *s, PyObject *native_game, PyObject *state, int player, unsigned long long seed)
{
    int32_t actions[CG_MAX_ACTIONS];
    int32_t i;
    const void *address;
    PyObject *native = PyImport_ImportModule("cardgames.native");
    if (native == NULL)
        return -1;
    /* This first: it is what says that `state` is a State. */
    address = as_address(PyObject_CallMethod(native, "state_address", "O", state));
    s->game = address == NULL ? NULL : game_of(native, native_game, state);
    Py_DECREF(native);
    if (s->game == NULL)
        return -1;
    if (player < 0 || player >= s->game->limits->num_players) {
        PyErr_Format(PyExc_ValueError, "player must be from 0 to %d, not %d", (int)s->game->limits->num_players - 1,
                     player);
        return -1;
    }
    s->seat = player;
    /* A copy: another thread may play on in the state while the GIL is released. */
    api->copy(s->game, s->root, address);
    s->count = s->game->table->legal(s->game->limits, s->root, s->seat, actions);
    if (s->count == 0) {
        PyErr_Format(PyExc_ValueError, "player %d may not act now", player);
        return -1;
    }
    for (i = 0; i < s->count; i++) {
        s->trials[i].action = actions[i];
        s->trials[i].visits = 0;
        s->trials[i].sum = 0;
    }
    /* The first of the runs that share a seed; a run in another thread would take the next. */
    api->rng_seed(&s->rng, api->rng_stream(seed, 0));
    return 0;
}

/* 0, or -1 with an error set. */
static int run(search *s, long long simulations)
{
    while (simulations > 0) {
        long long i, count = simulations < SIMULATIONS_AT_ONCE ? simulations : SIMULATIONS_AT_ONCE;
        Py_BEGIN_ALLOW_THREADS
        for (i = 0; i < count; i++)
            simulate(s);
        Py_END_ALLOW_THREADS
        if (PyErr_CheckSignals() < 0)
            return -1;
        simulations -= count;
    }
    return 0;
}

/* The arguments of both functions, and the whole search. 0, or -1 with an error set. */
static int searched(search *s, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"game", "state", "player", "simulations", "seed", NULL};
    PyObject *native_game, *state, *seed_given;
    unsigned long long seed;
    long long simulations;
    int player;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOiLO!", names, &native_game, &state, &player, &simulations,
                                     &PyLong_Type, &seed_given))
        return -1;
    seed = PyLong_AsUnsignedLongLong(seed_given);
    if (PyErr_Occurred())
        return -1;
    if (simulations < 1) {
        PyErr_SetString(PyExc_ValueError, "simulations must be at least 1");
        return -1;
    }
    if (start(s, native_game, state, player, seed) < 0)
        return -1;
    return s->count == 1 ? 0 : run(s, simulations); /* what is forced needs no search */
}

static double mean(const trial *it)
{
    return it->visits ? it->sum / (double)it->visits : 0;
}

/* By the mean, then by visits; what was not tried comes last. */
static int is_better(const trial *a, const trial *b)
{
    if (!a->visits || !b->visits)
        return a->visits > b->visits;
    return mean(a) > mean(b) || (mean(a) == mean(b) && a->visits > b->visits);
}

static PyObject *py_search(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    search s;
    PyObject *list;
    Py_ssize_t i;
    (void)module;
    if (searched(&s, arguments, keywords) < 0)
        return NULL;
    list = PyList_New(s.count);
    for (i = 0; list != NULL && i < s.count; i++) {
        const trial *it = &s.trials[i];
        PyObject *entry = Py_BuildValue("(iLd)", (int)it->action, (long long)it->visits, mean(it));
        if (entry == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, entry);
    }
    return list;
}

static PyObject *py_choose(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    search s;
    const trial *best;
    int32_t i;
    (void)module;
    if (searched(&s, arguments, keywords) < 0)
        return NULL;
    best = &s.trials[0];
    for (i = 1; i < s.count; i++) {
        const trial *it = &s.trials[i];
        if (is_better(it, best))
            best = it;
    }
    return PyLong_FromLong(best->action);
}

/* A function as a capsule that the library takes. ISO C has no cast from a function's address to void *. */
static int add_capsule(PyObject *module, const char *name, const char *type, void (*function)(void))
{
    union {
        void (*function)(void);
        void *address;
    } it;
    PyObject *capsule;
    int code = -1;
    it.function = function;
    capsule = PyCapsule_New(it.address, type, NULL);
    if (capsule != NULL)
        code = PyModule_AddObjectRef(module, name, capsule);
    Py_XDECREF(capsule);
    return code;
}

/* The table of the library, if it is at least what this file was compiled for: members are added at the end only. */
static const cg_api *import_api(void)
{
    const cg_api *found = PyCapsule_Import("cardgames.native.API", 0);
    if (found != NULL && (found->abi_version < CG_ABI_VERSION || found->struct_size < sizeof(cg_api))) {
        PyErr_Format(PyExc_ImportError,
                     "flat_monte_carlo needs version %d of the functions of cardgames, and found version %d",
                     (int)CG_ABI_VERSION, (int)found->abi_version);
        return NULL;
    }
    return found;
}

static PyMethodDef methods[] = {
    {"search", (PyCFunction)(void (*)(void))py_search, METH_VARARGS | METH_KEYWORDS,
     "search(game, state, player, simulations, seed)\n--\n\n"
     "Of each legal action, ascending: the action, how often it was tried, and the mean of the player's returns."},
    {"choose", (PyCFunction)(void (*)(void))py_choose, METH_VARARGS | METH_KEYWORDS,
     "choose(game, state, player, simulations, seed)\n--\n\nThe action with the best mean."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "flat_monte_carlo",
    .m_doc = "Flat Monte Carlo search in C, and a policy and a rollout for the searches of cardgames.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit_flat_monte_carlo(void)
{
    PyObject *module;
    api = import_api();
    if (api == NULL)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    if (add_capsule(module, "POLICY", "cg_policy", (void (*)(void))greedy_policy) < 0 ||
        add_capsule(module, "ROLLOUT", "cg_rollout", (void (*)(void))greedy_rollout) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
