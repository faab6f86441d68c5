"""The generic extension classes: everything about states that the table of functions is enough for.

What needs the names, texts and dataclasses of a game is asked of the facade's game through the hooks
`_view_of`, `_illegal`, `_action_info_here`, `_words` and `_text`; see cardgames.game.
"""
cimport cython
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_CheckExact
from cpython.object cimport Py_EQ, Py_NE, PyObject
from cpython.ref cimport Py_INCREF
from libc.stdint cimport INT32_MAX, INT32_MIN, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from cardgames._core.engine cimport (
    cg_perft, cg_run, engine_hash, engine_playout, engine_reseed, engine_value, perft_run, perft_start, perft_stop,
    world_seed,
)
from cardgames._core.rng cimport has_rng, rng_below, rng_seed, rng_stream
from cardgames._core.table cimport (
    CG_CURRENT_PLAYER, CG_MAX_ACTIONS, CG_MAX_PLAYERS, CG_VIEW_EVERYTHING, CG_VIEW_SPECTATOR, cg_rng,
)

from operator import index as as_index

from cardgames.arguments import as_integer
from cardgames.errors import CardGamesError, InvalidStateError, shown


cdef extern from *:
    """
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    #error "the saved bytes of a state are little-endian, as every supported platform is"
    #endif
    """

cdef extern from "Python.h":
    void PyObject_GC_UnTrack(object value)
    PyObject *PyTuple_GET_ITEM(object items, Py_ssize_t i)      # borrowed
    long PyLong_AsLongAndOverflow(object o, int *overflow) except? -1

include "state_memory.pxi"
include "state_arguments.pxi"
include "state_saved.pxi"

SPECTATOR = CG_VIEW_SPECTATOR

cdef enum:
    STEPS_BETWEEN_SIGNALS = 1 << 20

cdef int64_t MOST_GAMES = 1 << 40      # in one call; their scores would not fit into any memory


cdef list first_items(object items, Py_ssize_t most):
    """The items as a true list, one more than `most` of them at the most: they may lie about their number, or have
    no end."""
    cdef list result = []
    for item in items:
        result.append(item)
        if len(result) > most:
            break
    return result


@cython.boundscheck(True)
cdef bint put_rng(State state, object words) except -1:
    """Writes the generator of a position, which may be None for now; False if it is all zeros."""
    cdef cg_rng *rng = <cg_rng *>state.data
    cdef int i
    if words is None:
        return True
    for i in range(4):
        rng.s[i] = words[i]
    return has_rng(rng)


cdef void seed_by_content(State state) noexcept:
    """Gives a state that has no generator one: equal positions get equal ones."""
    if not has_rng(<cg_rng *>state.data):
        engine_reseed(state.data, engine_hash(state.data, state.core.limits.state_size, 0))


cdef class CoreGame:
    """A game's options as the rules need them. Private to the facade; see cardgames._core."""

    def __cinit__(self, *arguments):
        if type(self) not in CORE_TYPES:
            raise TypeError("games are made by cardgames.make() or by their own class")

    @property
    def num_players(self):
        return self.limits.num_players

    @property
    def num_actions(self):
        return self.limits.num_actions

    @property
    def max_legal_actions(self):
        return self.limits.max_legal_actions

    @property
    def max_game_length(self):
        return self.limits.max_game_length

    @property
    def observation_size(self):
        return self.limits.observation_size

    @property
    def state_size(self):
        return self.limits.state_size

    @property
    def max_score(self):
        return self.limits.max_score

    cdef State blank_state(self, object owner):
        """A state of the owner's game; the struct is the caller's to write."""
        cdef State state = new_with(self.state_type, TOKEN_ARGUMENTS)
        state.game = owner
        state.core = self
        state.table = self.table
        state.rules = self.limits
        state.seed_value = 0
        state.has_seed = False
        return state

    def new_state(self, owner, seed):
        cdef uint64_t value = as_seed(seed)
        cdef State state = self.blank_state(owner)
        self.table.reset(self.limits, state.data, value)
        state.seed_value = value
        state.has_seed = True
        return state

    def state_from_bytes(self, owner, data, game_text):
        """A state from what to_bytes gave; InvalidStateError for anything else."""
        cdef bytes saved = saved_bytes(data)
        cdef State state
        cdef const uint8_t *source = <const uint8_t *>PyBytes_AS_STRING(saved)
        cdef bytes text = saved_game(saved)
        cdef size_t size = self.limits.state_size
        if text != game_text:
            raise InvalidStateError(f"the bytes hold a state of the game "
                                    f"{shown(text.decode('utf-8', 'replace'))}, not of {game_text.decode()}")
        if <size_t>len(saved) != BYTES_HEAD + len(text) + size + BYTES_TAIL:
            raise InvalidStateError("the bytes are cut off or too long")
        state = self.blank_state(owner)
        memcpy(state.data, source + BYTES_HEAD + len(text), size)
        if self.table.check(self.limits, state.data) != 0:
            raise InvalidStateError("the bytes hold no possible position")
        if source[5] & FLAG_SEED:
            memcpy(&state.seed_value, source + 8, 8)
            state.has_seed = True
        elif memcmp(source + 8, b"\0\0\0\0\0\0\0\0", 8) != 0:
            raise InvalidStateError("the bytes hold a seed without its flag")
        return state

    def run_games(self, first, count, seed, scores, lengths, choices, max_choices, winners, truncated):
        """Plays games first .. first + count - 1 of a run from new deals, without the GIL.

        Row i of the arrays belongs to game first + i; all but scores may be None.
        """
        cdef uint64_t run_seed = as_seed(seed)
        cdef Block block = Block(self, first, count, scores, lengths, choices, max_choices, winners, truncated)
        cdef void *state = block.state
        cdef int64_t i
        with nogil:
            for i in range(block.count):
                self.table.reset(self.limits, state, rng_stream(run_seed, block.first + i))
                block.play(i)


@cython.final
cdef class Block:
    """The arrays of one block of playouts, checked, and a state to play in."""
    def __cinit__(self, CoreGame core not None, first, count, scores, lengths, choices, max_choices, winners,
                  truncated):
        count = plain_int(count, "count")
        if scores is None or not 0 <= count <= MOST_GAMES:
            raise CardGamesError(f"there must be an array of scores and 0 to {MOST_GAMES} games")
        self.core = core
        self.first = as_seed(first)
        self.count = count
        self.state = malloc(core.limits.state_size)
        if self.state == NULL:
            raise MemoryError
        self.scores = <int32_t *>self.hold(scores, b"il", self.count * core.limits.num_players)
        self.lengths = <int32_t *>self.hold(lengths, b"il", self.count)
        self.choices = <int64_t *>self.hold(choices, b"lq", self.count)
        self.max_choices = <int32_t *>self.hold(max_choices, b"il", self.count)
        self.winners = <int32_t *>self.hold(winners, b"il", self.count)
        self.truncated = <uint8_t *>self.hold(truncated, b"?", self.count)

    cdef void *hold(self, object array, bytes formats, int64_t items) except? NULL:
        if array is None:
            return NULL
        hold_buffer(array, &self.buffers[self.held], formats, items, "array")
        self.held += 1
        return self.buffers[self.held - 1].buf

    def __dealloc__(self):
        cdef int i
        for i in range(self.held):
            PyBuffer_Release(&self.buffers[i])
        free(self.state)

    cdef void play(self, int64_t i) noexcept nogil:
        """Row i is that of the state played to the end at random."""
        cdef cg_run run = engine_playout(self.core.table, self.core.limits, self.state)
        self.note_scores(i)
        if self.lengths != NULL:
            self.lengths[i] = run.length
        if self.choices != NULL:
            self.choices[i] = run.choices
        if self.max_choices != NULL:
            self.max_choices[i] = run.max_choices
        if self.winners != NULL:
            self.winners[i] = self.core.table.winners(self.core.limits, self.state)
        if self.truncated != NULL:
            self.truncated[i] = self.core.table.is_over(self.core.limits, self.state) == 2

    cdef void note_scores(self, int64_t i) noexcept nogil:
        self.core.table.scores(self.core.limits, self.state,
                               self.scores + i * self.core.limits.num_players)


cdef void *make_view(State state, int32_t viewer) except NULL:
    """The view struct, to be freed by the caller."""
    cdef void *view = malloc(state.core.limits.view_size)
    if view == NULL:
        raise MemoryError
    state.table.view(state.rules, state.data, viewer, view)
    return view


@cython.no_gc
@cython.auto_pickle(False)
cdef class State:
    """A position of a game: mutable, copyable, comparable, never hashable.

    States come from a game: `new_state`, `state_from_dict`, `state_from_bytes`. One state may be
    used by one thread at a time.
    """

    def __cinit__(self, *arguments):
        if len(arguments) != 1 or arguments[0] is not state_token:
            raise TypeError("states come from game.new_state(), state_from_dict() or state_from_bytes()")

    # --- whose turn it is, and what may be played ---

    @property
    def seed(self):
        """The seed of `new_state`; None for a state that came from elsewhere."""
        return self.seed_value if self.has_seed else None

    @property
    def to_act(self):
        """Seats that may act now, ascending; several in a simultaneous phase, none at the end."""
        cdef int32_t[CG_MAX_PLAYERS] seats
        return int_tuple(seats, self.table.to_act(self.rules, self.data, seats))

    @property
    def current_player(self):
        """`to_act[0]`, or -1 at the end."""
        return self.table.current_player(self.rules, self.data)

    @property
    def is_terminal(self):
        """Whether the game is over."""
        return self.table.is_over(self.rules, self.data) != 0

    @property
    def is_truncated(self):
        """Whether the game is over because a safety limit was reached."""
        return self.table.is_over(self.rules, self.data) == 2

    def legal_actions(self, player=None):
        """Legal actions of a seat (default `current_player`), ascending; [] if it may not act."""
        cdef int32_t[CG_MAX_ACTIONS] actions
        return id_list(actions, legal_for(self, player, actions))

    def legal_words(self, player=None):
        """The legal actions in notation, in the order of `legal_actions`."""
        cdef int32_t[CG_MAX_ACTIONS] actions
        cdef int32_t count = legal_for(self, player, actions), i
        words = self.game._words
        with cython.boundscheck(True):
            return [words[actions[i]] for i in range(count)]

    def legal_mask(self, player=None, out=None):
        """The legal actions as a bool array of `num_actions`.

        Parameters
        ----------
        player
            The seat, default `current_player`.
        out
            A writable C-contiguous bool array of `num_actions` to write to and return.
        """
        cdef int32_t[CG_MAX_ACTIONS] actions
        cdef int32_t count = legal_for(self, player, actions), i
        cdef Py_buffer buffer
        if out is None:
            out = import_numpy().empty(self.core.limits.num_actions, "bool")
        hold_buffer(out, &buffer, b"?", self.core.limits.num_actions, "out")
        memset(buffer.buf, 0, self.core.limits.num_actions)
        for i in range(count):
            (<uint8_t *>buffer.buf)[actions[i]] = 1
        PyBuffer_Release(&buffer)
        return out

    def is_legal(self, action, player=None):
        """Whether a seat (default `current_player`) may play it now; False for unknown ids."""
        cdef int64_t number = as_int(action, "action")
        return self.table.refusal(
            self.rules, self.data, seat_or_current(self, player), <int32_t>number) == 0

    # --- playing ---

    def apply(self, action, player=None):
        """Plays an action for a seat (default `current_player`), in place.

        Raises
        ------
        IllegalActionError
            The seat may not play it now; the state is untouched.
        TypeError, CardGamesError
            `action` or `player` is no integer; there is no such seat.
        """
        cdef int64_t number
        cdef int32_t seat, code
        cdef int overflow = 0
        if not PyLong_CheckExact(action):
            action = plain_int(action, "action")
        number = PyLong_AsLongAndOverflow(action, &overflow)
        if overflow or number != <int32_t>number:
            number = -1
        seat = seat_or_current(self, player)
        code = self.table.apply(self.rules, self.data, seat, <int32_t>number)
        if code != 0:
            if player is None:
                seat = self.table.current_player(self.rules, self.data)
            raise self.game._illegal(self, action, seat, code)

    def apply_all(self, actions):
        """Plays several actions, each for `current_player`: all, or none if one is refused."""
        cdef State before = clone(self)
        try:
            for action in actions:
                self.apply(action)
        except BaseException:
            memcpy(self.data, before.data, self.core.limits.state_size)
            raise

    def apply_unchecked(self, action, player):
        """Plays an action without asking whether it is legal.

        For loops that take actions from `legal_actions`. An illegal action leaves a meaningless
        position, which may then be refused by `state_from_bytes` and `state_from_dict`; memory
        stays safe.
        """
        cdef int64_t number = as_int(action, "action")
        cdef int32_t seat = as_seat(self, player)
        if not 0 <= number < self.core.limits.num_actions:
            raise CardGamesError(f"there is no action {clipped(number)}: actions are 0 to "
                                 f"{self.core.limits.num_actions - 1}")
        self.table.apply_unchecked(self.rules, self.data, seat, <int32_t>number)

    # --- results ---

    def scores(self):
        """Points settled so far, one per seat; the final points at the end."""
        cdef int32_t[CG_MAX_PLAYERS] scores
        self.table.scores(self.rules, self.data, scores)
        return int_tuple(scores, self.core.limits.num_players)

    def winners(self):
        """Seats that won, () before the end."""
        cdef uint32_t winners = self.table.winners(self.rules, self.data)
        cdef int32_t seat
        return tuple([seat for seat in range(self.core.limits.num_players) if winners >> seat & 1])

    def returns(self):
        """Results in [-1, 1], zero-sum; all 0 before the end.

        With k winners among n seats, winners get (n / k - 1) / (n - 1), the others -1 / (n - 1).
        Solo games: score / max_score.
        """
        cdef double[CG_MAX_PLAYERS] returns
        cdef int32_t n = self.core.limits.num_players, seat
        if self.table.is_over(self.rules, self.data) == 0:
            return (0.0,) * n
        engine_value(self.table, self.core.limits, self.data, returns)
        return tuple([returns[seat] for seat in range(n)])

    # --- value semantics ---

    def copy(self):
        """An independent state of the same position, its generator and seed included."""
        return clone(self)

    def __copy__(self):
        return clone(self)

    def __deepcopy__(self, memo):
        return clone(self)

    def __richcmp__(self, other, int operation):
        cdef bint equal
        if operation not in (Py_EQ, Py_NE) or type(self) is not type(other):
            return NotImplemented
        equal = (self.game == (<State>other).game
                 and memcmp(self.data, (<State>other).data, self.core.limits.state_size) == 0)
        return equal if operation == Py_EQ else not equal

    __hash__ = None

    @property
    def hash64(self):
        """A 64-bit hash of game and position, generator included; equal for equal positions."""
        cdef bytes text = self.game._text
        cdef uint64_t key = engine_hash(PyBytes_AS_STRING(text), len(text), 0)
        return engine_hash(self.data, self.core.limits.state_size, key)

    def to_bytes(self):
        """Versioned bytes with a checksum, for `from_bytes` and `game.state_from_bytes`."""
        cdef bytes text = self.game._text
        cdef size_t size = BYTES_HEAD + len(text) + self.core.limits.state_size
        cdef bytes saved = PyBytes_FromStringAndSize(NULL, size + BYTES_TAIL)
        cdef uint8_t *target = <uint8_t *>PyBytes_AS_STRING(saved)
        cdef uint16_t length = len(text)
        cdef uint64_t checksum
        if length != len(text):
            raise CardGamesError("the game's text is too long to be saved")
        memcpy(target, PyBytes_AS_STRING(MAGIC), 4)
        target[4] = BYTES_VERSION
        target[5] = FLAG_SEED if self.has_seed else 0
        memcpy(target + 6, &length, 2)
        memcpy(target + 8, &self.seed_value, 8)
        memcpy(target + BYTES_HEAD, PyBytes_AS_STRING(text), length)
        memcpy(target + BYTES_HEAD + length, self.data, self.core.limits.state_size)
        checksum = engine_hash(target, size, 0)
        memcpy(target + size, &checksum, BYTES_TAIL)
        return saved

    @staticmethod
    def from_bytes(data):
        """The state that `to_bytes` saved, with the game that it belongs to.

        Raises
        ------
        TypeError
            `data` is not bytes.
        InvalidStateError
            The bytes are damaged, of another version, or hold no possible state.
        """
        from cardgames.registry import state_from_bytes
        return state_from_bytes(data)

    def __reduce__(self):
        return restore_state, (self.game, self.to_bytes())

    # --- what a player knows ---

    def view(self, player=None):
        """What a seat knows; `SPECTATOR`: what is public; None: everything."""
        cdef int32_t viewer = as_viewer(self, player)
        return self.game._view_of(self, None if viewer == CG_VIEW_EVERYTHING else viewer)

    def observation(self, player=None, out=None):
        """What a viewer knows as float32 numbers, laid out as `game.observation_layout()` says.

        Parameters
        ----------
        player
            The seat or `SPECTATOR`; default `current_player`, at the end the spectator.
        out
            A writable C-contiguous float32 array of `observation_size` to write to and return.
        """
        cdef int32_t viewer
        cdef Py_buffer buffer
        cdef void *view
        if player is None:
            viewer = self.table.current_player(self.rules, self.data)    # the spectator when it is over
        else:
            viewer = as_viewer(self, player)
        if out is None:
            out = import_numpy().empty(self.core.limits.observation_size, "float32")
        hold_buffer(out, &buffer, b"f", self.core.limits.observation_size, "out")
        try:
            view = make_view(self, viewer)
            self.table.observe(self.rules, view, <float *>buffer.buf)
            free(view)
        finally:
            PyBuffer_Release(&buffer)
        return out

    def information_key(self, player):
        """Bytes that are equal for two states if and only if the views of the seat are equal."""
        cdef int32_t viewer = as_viewer(self, player)
        cdef void *view = make_view(self, viewer)
        try:
            return self.game._text + b"\0" + (<const uint8_t *>view)[:self.core.limits.view_size]
        finally:
            free(view)

    def determinize(self, player, seed):
        """A state drawn from those that the seat cannot tell from this one.

        The law is that of the game's page. Its generator is seeded from `seed` (0 to 2**64 - 1),
        and its own `seed` is None.
        """
        cdef int32_t seat = as_world_seat(self, player)
        cdef uint64_t value = as_seed(seed)
        cdef State other = clone(self)
        other.seed_value = 0
        other.has_seed = False
        other.table.determinize(other.rules, other.data, seat, world_seed(value))
        return other

    # --- algorithms ---

    def guided_action(self, seed, player=None):
        """An action of a seat, by default `current_player`, as guided playouts choose it.

        It is drawn from `seed` (0 to 2**64 - 1) by the rule on the game's page, which looks at
        nothing that the seat does not know. In games without a rule any legal action may come.
        """
        cdef int32_t[CG_MAX_ACTIONS] actions
        cdef cg_rng rng
        cdef uint64_t value = as_seed(seed)
        cdef int32_t seat = acting_seat(self, player)
        rng_seed(&rng, value)
        if self.table.guided != NULL:
            return self.table.guided(self.rules, self.data, seat, &rng)
        return actions[rng_below(&rng, self.table.legal(self.rules, self.data, seat, actions))]

    def playout(self, seed):
        """Final scores of a copy played to the end with uniformly random actions.

        The generator of the copy is seeded from `seed`: later deals are not those of this state.
        Equal to row 0 of `playouts(n, seed)`.
        """
        cdef uint64_t value = as_seed(seed)
        cdef State other = clone(self)
        engine_reseed(other.data, rng_stream(value, 0))
        with nogil:
            engine_playout(other.table, other.rules, other.data)
        return other.scores()

    def playouts(self, n, seed, threads=1, determinize_for=None, rollout="random"):
        """Final scores of games from here, played in the core without the GIL.

        Parameters
        ----------
        n
            Number of games.
        seed
            0 to 2**64 - 1. Game i depends on the position, the seed and i only, not on the threads.
        threads
            How many threads play.
        determinize_for
            A seat: every game starts from a new determinization for it.
        rollout
            "random": any action is as likely as every other; "guided": by the rule of
            `guided_action`; a native function of `cardgames.native`; or a function of a state and
            a seat that gives an action, which needs the GIL.

        Returns
        -------
        numpy.ndarray
            int32, shape (n, num_players).
        """
        if determinize_for is not None:
            determinize_for = as_world_seat(self, determinize_for)
        return self.game._state_playouts(self, n, seed, threads, determinize_for, rollout)

    def perft(self, depth):
        """How many sequences of `depth` actions start here, `current_player` acting each time."""
        cdef int64_t number = as_int(depth, "depth")
        cdef cg_perft perft
        cdef State start = clone(self)
        if number < 0:
            raise CardGamesError(f"depth must be 0 or more, not {clipped(number)}")
        if number == 0:
            return 1
        if number > self.core.limits.max_game_length:
            return 0        # no game is that long
        if not perft_start(&perft, start.table, self.core.limits, start.data, <int32_t>number):
            raise MemoryError
        try:
            while perft.level >= 0:
                with nogil:
                    perft_run(&perft, STEPS_BETWEEN_SIGNALS)
                PyErr_CheckSignals()
            return perft.count
        finally:
            perft_stop(&perft)

    # --- for people ---

    def action_info(self, action):
        """An action as a typed dataclass, with what it does here where the game's page says so."""
        return self.game._action_info_here(self, action)

    def __str__(self):
        return str(self.view())

    def __repr__(self):
        return (f"<{type(self).__name__} of {self.game}: to act {self.to_act}, scores {self.scores()}>")

    def to_svg(self):
        """A picture of the whole position, the text of an SVG document."""
        return self.view().to_svg()

    def _repr_svg_(self):
        return self.to_svg()


def acting_seat(state, player=None):
    """The seat, by default `current_player`, if it may act now: the check of all that choose an action.

    Raises
    ------
    TypeError, CardGamesError
        `state` is no state, `player` no seat; the seat may not act now, or has no legal action.
    """
    cdef int32_t[CG_MAX_ACTIONS] actions
    cdef State checked
    cdef int32_t seat
    if not isinstance(state, State):
        raise TypeError(f"state must be a state of a game, not {type(state).__name__}")
    checked = state
    seat = seat_or_current(checked, player)
    if checked.table.legal(checked.rules, checked.data, seat, actions):
        return checked.table.current_player(checked.rules, checked.data) if seat < 0 else seat
    if checked.is_terminal:
        raise CardGamesError("nobody may act now; the game is over" if seat < 0
                             else f"player {seat} may not act now; the game is over")
    if seat < 0 or seat in checked.to_act:       # only after apply_unchecked of an illegal action
        raise CardGamesError("there is nothing to choose: no action is legal")
    raise CardGamesError(f"player {seat} may not act now; to act: {', '.join(map(str, checked.to_act))}")


def seed_stream(uint64_t seed, uint64_t number):
    """The seed of one of many independent runs that share a seed."""
    return rng_stream(seed, number)


def restore_state(game, data):
    """Unpickles a state."""
    if not hasattr(game, "state_from_bytes"):
        raise TypeError(f"a state belongs to a game, not to a {type(game).__name__}")
    return game.state_from_bytes(data)
