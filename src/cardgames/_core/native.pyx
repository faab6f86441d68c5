"""Bodies of the functions of `cg_api`, which cardgames.h documents, and the classes behind `cardgames.native`."""
cimport cython
from cpython.bytes cimport PyBytes_AS_STRING
from cpython.pycapsule cimport PyCapsule_New
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memcpy, memset

from cardgames._core.engine cimport (
    engine_hash, engine_key, engine_playout, engine_start, engine_value, world_seed,
)
from cardgames._core.rng cimport rng_below, rng_next, rng_seed, rng_stream
from cardgames._core.state cimport CoreGame, State
from cardgames._core.table cimport (
    CG_ABI_VERSION, CG_CURRENT_PLAYER, CG_MAX_ACTIONS, CG_MAX_STATE_WORDS, CG_MAX_VIEW_WORDS, cg_api, cg_game,
    cg_rng,
)

from cardgames.arguments import as_integer
from cardgames.errors import CardGamesError, InvalidStateError, shown


cdef CoreGame core_of(object game):
    from cardgames.game import Game
    core = getattr(game, "_core", None)
    if not issubclass(type(game), Game) or not isinstance(core, CoreGame):
        raise TypeError(f"game must be a Game, not {type(game).__name__}")
    return core


@cython.final
cdef class NativeGame:
    """A game as native code holds it. Its address is good for as long as this object lives."""

    def __cinit__(self, game):
        cdef CoreGame core = core_of(game)
        self.game = game
        self.native.table = core.table
        self.native.limits = core.limits
        self.native.owner = <void *>self

    @property
    def address(self):
        """Of its `cg_game`."""
        return <uintptr_t>&self.native

    @property
    def limits(self):
        """Address of its `cg_limits`: the `game` of the functions of the table."""
        return <uintptr_t>self.native.limits

    @property
    def table(self):
        """Address of its `cg_table`."""
        return <uintptr_t>self.native.table

    def __reduce__(self):
        raise TypeError("a native game is an address in this process: it cannot be pickled")


def state_address(State state not None):
    """Address of the bytes of a state, good for as long as it lives."""
    return <uintptr_t>state.data


def read_state(game, address):
    """A state with a copy of the bytes at an address.

    Raises
    ------
    TypeError
        The game is no game, the address no integer.
    InvalidStateError
        It is no address, or there is no state of the game.
    """
    cdef CoreGame core = core_of(game)
    cdef State state = core.blank_state(game)
    place = as_integer(address, "address")
    if not 0 < place < 1 << 64:
        raise InvalidStateError(f"there is no state at address {shown(place)}")
    memcpy(state.data, <const void *><uintptr_t>place, core.limits.state_size)
    if core.table.check(core.limits, state.data) != 0:
        raise InvalidStateError("there is no possible position at this address")
    return state


def api_address():
    """Address of the library's `cg_api`."""
    return <uintptr_t>&API


# --- Functions that need the interpreter ---

cdef size_t put_text(str text, char *target, size_t size):
    """Writes a text as far as there is room; returns the bytes that all of it needs."""
    cdef bytes data = text.encode(errors="replace")
    cdef size_t length = min(<size_t>len(data), size - 1) if size else 0
    if size:
        # No character is cut in two.
        while 0 < length < <size_t>len(data) and (data[length] & 0xC0) == 0x80:
            length -= 1
        memcpy(target, PyBytes_AS_STRING(data), length)
        target[length] = 0
    return len(data) + 1


cdef const cg_game *api_open(const char *text, char *message, size_t size) noexcept nogil:
    with gil:
        return opened(text, message, size)


cdef const cg_game *opened(const char *text, char *message, size_t size) noexcept:
    cdef NativeGame native
    try:
        if text == NULL:
            raise CardGamesError("there is no text of a game")
        from cardgames.registry import make
        native = NativeGame(make((<bytes>text).decode()))
    except Exception as error:
        put_text(str(error), message, size)
        return NULL
    Py_INCREF(native)
    return &native.native


cdef void api_close(const cg_game *game) noexcept nogil:
    if game == NULL:
        return
    with gil:
        Py_DECREF(<object>game.owner)


cdef size_t api_action_text(const cg_game *game, int32_t action, char *text, size_t size) noexcept nogil:
    with gil:
        return words_of(<NativeGame>game.owner, action, text, size)


cdef size_t words_of(NativeGame native, int32_t action, char *text, size_t size) noexcept:
    if size:
        text[0] = 0
    if not 0 <= action < native.native.limits.num_actions:
        return 0
    return put_text(native.game.action_to_string(action), text, size)


cdef int32_t api_read_action(const cg_game *game, const char *text) noexcept nogil:
    if text == NULL:
        return -1
    with gil:
        return action_of(<NativeGame>game.owner, text)


cdef int32_t action_of(NativeGame native, const char *text) noexcept:
    try:
        return native.game.parse_action((<bytes>text).decode())
    except ValueError:      # a NotationError, or no UTF-8
        return -1


cdef size_t api_refusal_text(const cg_game *game, const void *state, int32_t seat, int32_t action, char *text,
                             size_t size) noexcept nogil:
    if size:
        text[0] = 0
    if game.table.refusal(game.limits, state, seat, action) == 0:
        return 0
    with gil:
        return refusal_of(<NativeGame>game.owner, state, seat, action, text, size)


cdef size_t refusal_of(NativeGame native, const void *state, int32_t seat, int32_t action, char *text,
                       size_t size) noexcept:
    cdef State copied
    try:
        copied = read_state(native.game, <uintptr_t>state)
        copied.apply(action, None if seat == CG_CURRENT_PLAYER else seat)
    except Exception as error:
        return put_text(str(error), text, size)
    return 0


# --- Functions that do not ---

cdef void api_rng_seed(cg_rng *rng, uint64_t seed) noexcept nogil:
    rng_seed(rng, seed)


cdef uint64_t api_rng_next(cg_rng *rng) noexcept nogil:
    return rng_next(rng)


cdef uint32_t api_rng_below(cg_rng *rng, uint32_t bound) noexcept nogil:
    return rng_below(rng, bound)


cdef uint64_t api_rng_stream(uint64_t seed, uint64_t index) noexcept nogil:
    return rng_stream(seed, index)


cdef void api_copy(const cg_game *game, void *target, const void *source) noexcept nogil:
    memcpy(target, source, game.limits.state_size)


cdef uint64_t api_hash(const cg_game *game, const void *state) noexcept nogil:
    return engine_hash(state, game.limits.state_size, 0)


cdef void api_value(const cg_game *game, const void *state, double *returns) noexcept nogil:
    engine_value(game.table, game.limits, state, returns)


cdef void api_returns(const cg_game *game, const void *state, double *returns) noexcept nogil:
    if game.table.is_over(game.limits, state):
        engine_value(game.table, game.limits, state, returns)
    else:
        memset(returns, 0, game.limits.num_players * sizeof(double))


cdef int32_t api_random_action(const cg_game *game, const void *state, int32_t seat, cg_rng *rng) noexcept nogil:
    cdef int32_t[CG_MAX_ACTIONS] actions
    cdef int32_t count = game.table.legal(game.limits, state, seat, actions)
    return actions[rng_below(rng, count)] if count else -1


cdef int32_t api_playout(const cg_game *game, void *state) noexcept nogil:
    return engine_playout(game.table, game.limits, state).length


cdef void api_playouts(const cg_game *game, const void *state, uint64_t first, int64_t count, uint64_t seed,
                       int32_t seat, int32_t *scores) noexcept nogil:
    cdef uint64_t[CG_MAX_STATE_WORDS] played
    cdef int64_t i
    for i in range(count):
        memcpy(played, state, game.limits.state_size)
        engine_start(game.table, game.limits, played, seed, first + i, seat)
        engine_playout(game.table, game.limits, played)
        game.table.scores(game.limits, played, scores + i * game.limits.num_players)


cdef void api_determinize(const cg_game *game, void *state, int32_t seat, uint64_t seed) noexcept nogil:
    game.table.determinize(game.limits, state, seat, world_seed(seed))


cdef uint64_t api_view_hash(const cg_game *game, const void *state, int32_t viewer) noexcept nogil:
    cdef uint64_t[CG_MAX_VIEW_WORDS] view
    game.table.view(game.limits, state, viewer, view)
    return engine_key(view, game.limits.view_size, 0)


cdef cg_api API
API.abi_version = CG_ABI_VERSION
API.struct_size = sizeof(cg_api)
API.open = api_open
API.close = api_close
API.action_text = api_action_text
API.read_action = api_read_action
API.refusal_text = api_refusal_text
API.rng_seed = api_rng_seed
API.rng_next = api_rng_next
API.rng_below = api_rng_below
API.rng_stream = api_rng_stream
API.copy = api_copy
API.hash = api_hash
API.returns = api_returns
API.value = api_value
API.random_action = api_random_action
API.playout = api_playout
API.playouts = api_playouts
API.determinize = api_determinize
API.view_hash = api_view_hash

capsule = PyCapsule_New(&API, b"cardgames.native.API", NULL)


cdef const cg_api *native_api() noexcept nogil:
    return &API
