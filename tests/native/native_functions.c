/* Functions for searches and playouts, right and wrong ones; compiled by tests/native/native_sources.py. */
/* The context is a `cg_game`; for functions that count their calls an int64. */
#include <math.h>
#include "cardgames.h"

#define ROLLOUT(name) int32_t name(void *context, const void *game, void *state)
#define POLICY(name) void name(void *context, const void *game, const void *state, int32_t seat, \
                               const int32_t *actions, int32_t count, double *weights)
#define EVALUATION(name) void name(void *context, const void *game, const void *state, double *returns)
#define UNUSED (void)context, (void)game, (void)state
#define UNUSED_POLICY UNUSED, (void)seat, (void)actions, (void)count, (void)weights

ROLLOUT(rollout_first)
{
    const cg_table *table = ((const cg_game *)context)->table;
    int32_t actions[CG_MAX_ACTIONS];
    if (table->legal(game, state, CG_CURRENT_PLAYER, actions) == 0)
        return 0;
    return table->apply(game, state, CG_CURRENT_PLAYER, actions[0]) == 0;
}
ROLLOUT(rollout_random)
{
    return ((const cg_game *)context)->table->play_random(game, state);
}
ROLLOUT(rollout_endless)
{
    (void)game, (void)state;
    __atomic_fetch_add((int64_t *)context, 1, __ATOMIC_RELAXED);
    return 1;
}
ROLLOUT(rollout_none) { UNUSED; return 0; }

POLICY(policy_rising)
{
    int32_t i;
    UNUSED_POLICY;
    for (i = 0; i < count; i++)
        weights[i] = i + 1;
}
POLICY(policy_counting)
{
    policy_rising(context, game, state, seat, actions, count, weights);
    __atomic_fetch_add((int64_t *)context, 1, __ATOMIC_RELAXED);
}
POLICY(policy_by_action)     /* asks that it is told the legal actions of the seat */
{
    const cg_table *table = ((const cg_game *)context)->table;
    int32_t legal[CG_MAX_ACTIONS], n = table->legal(game, state, seat, legal), i;
    for (i = 0; i < count; i++)
        weights[i] = n == count && legal[i] == actions[i] ? i + 1 : NAN;
}
#define LAST(name, value) POLICY(name) \
{ policy_rising(context, game, state, seat, actions, count, weights); weights[count - 1] = value; }
LAST(policy_nan, NAN)
LAST(policy_negative, -1e-300)
LAST(policy_infinite, INFINITY)
LAST(policy_huge, 1.1e30)
POLICY(policy_zero) { int32_t i; UNUSED_POLICY; for (i = 0; i < count; i++) weights[i] = 0; }
POLICY(policy_silent) { UNUSED_POLICY; }

EVALUATION(evaluation_seats)
{
    int32_t n = ((const cg_game *)context)->limits->num_players, i;
    (void)game, (void)state;
    for (i = 0; i < n; i++)
        returns[i] = (double)i / n;
}
#define FIRST(name, value) EVALUATION(name) \
{ evaluation_seats(context, game, state, returns); returns[0] = value; }
FIRST(evaluation_nan, NAN)
FIRST(evaluation_high, 1.0000001)
FIRST(evaluation_low, -INFINITY)
EVALUATION(evaluation_silent) { UNUSED; (void)returns; }

/* What looks like one of them and is not. */
int64_t wrong_result(void *c, const void *g, void *s) { (void)c, (void)g, (void)s; return 0; }
_Bool wrong_bool(void *c, const void *g, void *s) { (void)c, (void)g, (void)s; return 0; }
int32_t wrong_few(void *c, const void *g) { (void)c, (void)g; return 0; }
int32_t wrong_varargs(void *c, const void *g, void *s, ...) { (void)c, (void)g, (void)s; return 0; }
void wrong_float(void *c, const void *g, const void *s, float *r) { (void)c, (void)g, (void)s, (void)r; }
union pair { int32_t one; float other; };
void wrong_union(void *c, const void *g, const void *s, union pair r) { (void)c, (void)g, (void)s, (void)r; }
