"""What native code of other projects gets hold of: games, states, and the table of functions for all games."""
from cardgames._core.table cimport cg_api, cg_game


cdef class NativeGame:
    """A game as native code holds it, and what keeps it alive."""
    cdef cg_game native
    cdef readonly object game


cdef const cg_api *native_api() noexcept nogil
