"""Functions that users give to searches and playouts: native ones, and Python's behind a native one that asks them."""
from cardgames._core.rollout cimport cg_roller
from cardgames._core.state cimport State
from cardgames._core.table cimport cg_rng


cdef double MOST_WEIGHT       # of a policy: sums stay finite


cdef class NativeFunction:
    """A function in native code with its context, and what keeps both alive."""
    cdef void *address
    cdef void *context
    cdef readonly str kind       # "rollout", "policy" or "evaluation"
    cdef readonly str name
    cdef readonly object keep


cdef class Callback:
    """A function of a user for one run, as the core calls it."""
    cdef void *address
    cdef void *context
    cdef State root              # states are made for its game
    cdef object function         # Python's
    cdef object error            # that it raised
    cdef bint *stop              # set when it raised

    cdef State world(self, const void *state)
    cdef void fail(self, object error) noexcept
    cdef int raise_error(self) except -1


cdef Callback make_callback(State root, object function, str kind, bint *stop)
cdef Callback set_roller(cg_roller *roller, State root, object rollout, cg_rng *rng, bint *stop)
