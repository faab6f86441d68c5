"""Bodies of what callbacks.pxd declares."""
cimport cython
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uintptr_t
from libc.string cimport memcpy

from cardgames._core.rollout cimport ROLL_GIVEN, ROLL_GUIDED, ROLL_RANDOM
from cardgames._core.state cimport State, first_items
from cardgames._core.table cimport cg_rng, cg_rollout

from collections.abc import Mapping, Set

from cardgames.arguments import as_integer
from cardgames.errors import CardGamesError

MOST_WEIGHT = 1e30


@cython.final
cdef class NativeFunction:
    """A function in native code that searches and playouts call; made and checked by `cardgames.native`."""

    def __cinit__(self, uintptr_t address, uintptr_t context, str kind not None, str name not None, object keep):
        if address == 0:
            raise CardGamesError("a native function must not be at address 0")
        if kind not in KINDS:
            raise CardGamesError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
        self.address = <void *>address
        self.context = <void *>context
        self.kind = kind
        self.name = name
        self.keep = keep

    def __repr__(self):
        return f"<native {self.kind} {self.name}>"

    def __reduce__(self):
        raise TypeError("a native function is an address in this process: it cannot be pickled")


KINDS = ("rollout", "policy", "evaluation")


@cython.final
cdef class Callback:
    cdef State world(self, const void *state):
        """A state of the user's own, as the core's is now."""
        cdef State world = self.root.core.blank_state(self.root.game)
        memcpy(world.data, state, self.root.core.limits.state_size)
        return world

    cdef void fail(self, object error) noexcept:
        """Notes an error, which is raised again where the run was started."""
        self.error = error
        self.stop[0] = True

    cdef int raise_error(self) except -1:
        """Raises what was noted, if anything was, and forgets it: it would hold what it came from."""
        error, self.error = self.error, None
        if error is not None:
            raise error
        return 0


cdef Callback make_callback(State root, object function, str kind, bint *stop):
    """For a native function of this kind, or one of Python's."""
    cdef Callback result = Callback()
    cdef NativeFunction native
    result.root = root
    result.function = function
    result.stop = stop
    if isinstance(function, NativeFunction):
        native = function
        if native.kind != kind:
            raise TypeError(f"{kind} must be a native {kind}, not a native {native.kind}")
        result.address = native.address
        result.context = native.context
        return result
    result.context = <void *>result
    if kind == "rollout":
        result.address = <void *>ask_rollout
    elif kind == "policy":
        result.address = <void *>ask_policy
    else:
        result.address = <void *>ask_evaluation
    return result


cdef Callback set_roller(cg_roller *roller, State root, object rollout, cg_rng *rng, bint *stop):
    """A way to play playouts, from "random", "guided", or a function; returns what has to be kept for it, or None."""
    cdef Callback callback
    roller.table = root.table
    roller.limits = root.core.limits
    roller.rng = rng
    if isinstance(rollout, str):
        roller.kind = ROLL_GUIDED if rollout == "guided" and root.table.guided != NULL else ROLL_RANDOM
        return None
    callback = make_callback(root, rollout, "rollout", stop)
    roller.kind = ROLL_GIVEN
    roller.function = <cg_rollout>callback.address
    roller.context = callback.context
    return callback


# --- Asking Python's functions ---

cdef int32_t ask_rollout(void *context, const void *game, void *state) noexcept nogil:
    with gil:
        return play_answer(<Callback>context, state)


cdef int32_t play_answer(Callback self, void *state) noexcept:
    """Plays the action that the function gives for the seat to act; 0 at the end, and after an error."""
    cdef State world
    cdef int32_t seat = self.root.table.current_player(self.root.core.limits, state), action
    if seat < 0 or self.stop[0]:
        return 0
    try:
        world = self.world(state)
        answer = as_integer(self.function(world, seat), "the rollout's action")
        action = answer if -1 <= answer <= self.root.core.limits.num_actions else -1
        if self.root.table.apply(self.root.core.limits, state, seat, action) == 0:
            return 1
        self.world(state).apply(answer, seat)        # says why not
    except BaseException as error:
        self.fail(error)
    return 0


cdef void ask_policy(void *context, const void *game, const void *state, int32_t seat, const int32_t *actions,
                     int32_t count, double *weights) noexcept nogil:
    with gil:
        weigh(<Callback>context, state, seat, count, weights)


cdef void weigh(Callback self, const void *state, int32_t seat, int32_t count, double *weights) noexcept:
    """The policy's weights of the legal actions of a state."""
    cdef int32_t i
    cdef tuple given
    try:
        given = listed(self.function(self.world(state), seat), count, "policy", "weight", "legal action")
        for i in range(count):
            weights[i] = as_number(given[i], "the policy's weights")
            if not 0 <= weights[i] <= MOST_WEIGHT:
                raise CardGamesError(f"the policy's weights must be from 0 to {MOST_WEIGHT:g}, not {weights[i]}")
        if sum([weights[i] for i in range(count)]) == 0:
            raise CardGamesError("the policy's weights must not all be 0")
    except BaseException as error:
        self.fail(error)
        for i in range(count):
            weights[i] = 1


cdef void ask_evaluation(void *context, const void *game, const void *state, double *returns) noexcept nogil:
    with gil:
        evaluate(<Callback>context, state, returns)


cdef void evaluate(Callback self, const void *state, double *returns) noexcept:
    """What the function thinks a position is worth to each seat."""
    cdef int32_t i, n = self.root.core.limits.num_players
    cdef tuple given
    try:
        given = listed(self.function(self.world(state)), n, "evaluation", "return", "seat")
        for i in range(n):
            returns[i] = as_number(given[i], "the evaluation's returns")
            if not -1 <= returns[i] <= 1:
                raise CardGamesError(f"the evaluation's returns must be from -1 to 1, not {returns[i]}")
    except BaseException as error:
        self.fail(error)
        for i in range(n):
            returns[i] = 0


cdef tuple listed(object given, int32_t count, str kind, str one, str each):
    """What a function gave, as many as there have to be. In a dict or a set numbers belong to something else.

    A tuple, as nothing that a number does when it is read can change that.
    """
    cdef list items
    if not hasattr(type(given), "__iter__") or issubclass(type(given), (Mapping, Set, bytes, bytearray, str)):
        raise TypeError(f"the {kind} must give a list of {one}s, not {type(given).__name__}")
    items = first_items(given, count)
    if len(items) != count:
        raise CardGamesError(f"the {kind} must give one {one} for each {each}: "
                             f"{count}, not {len(items) if len(items) < count else 'more'}")
    return tuple(items)


cdef double as_number(object value, str name) except? -1:
    """What a function gave; infinite if it is larger than any float."""
    try:
        return value
    except OverflowError:
        return INFINITY
    except TypeError as error:
        raise TypeError(f"{name} must be numbers, not {type(value).__name__}") from error
