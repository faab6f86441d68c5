# What callers give, checked; what they get, made. Included by state.pyx.

cdef object numpy = None


cdef object import_numpy():
    """NumPy, imported when it is first needed."""
    global numpy
    if numpy is None:
        import numpy as module
        numpy = module
    return numpy


cdef object plain_int(object value, str name):
    """The value as a Python int; TypeError for anything that is not a whole number."""
    if PyLong_CheckExact(value):
        return value
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        return as_integer(value, name)      # which says what is wrong with it
    return as_index(value)


cdef int64_t as_int(object value, str name) except? -1:
    """The value, clipped to the ends of int32, so that anything too large is out of every range."""
    cdef int overflow = 0
    cdef long long result
    value = plain_int(value, name)
    result = PyLong_AsLongAndOverflow(value, &overflow)
    if overflow > 0 or (overflow == 0 and result > INT32_MAX):
        return INT32_MAX
    if overflow < 0 or result < INT32_MIN:
        return INT32_MIN
    return result


cdef uint64_t as_seed(object value) except? 0:
    value = plain_int(value, "seed")
    if not 0 <= value < 1 << 64:
        raise CardGamesError(f"seed must be from 0 to 2**64 - 1, not {shown(value)}")
    return value


cdef str clipped(int64_t number):
    """What as_int gave, for an error message."""
    return "a number beyond 32 bits" if number in (INT32_MAX, INT32_MIN) else str(number)


# Codes of the buffer protocol, with the type and its size: `l` is of one size here and another there.
cdef dict ITEM_TYPES = {b"il": ("int32", 4), b"lq": ("int64", 8), b"?": ("bool", 1), b"f": ("float32", 4)}


cdef const char *format_of(const Py_buffer *buffer) noexcept:
    """The code of a buffer's items, without the mark of the machine's own byte order."""
    cdef const char *code = buffer.format
    if code == NULL:
        code = "B"
    if code[0] == c"<" or code[0] == c"=" or code[0] == c"@":
        code += 1
    return code


cdef str type_of(const Py_buffer *buffer):
    """What a buffer's items are, as NumPy calls it where it is a plain number."""
    cdef const char *code = format_of(buffer)
    if code[0] and not code[1]:
        if code[0] == c"?":
            return "bool"
        for codes, kind in ((b"bhilq", "int"), (b"BHILQ", "uint"), (b"efd", "float")):
            if code[0] in <bytes>codes:
                return f"{kind}{8 * buffer.itemsize}"
    return f"format {code.decode('ascii', 'replace')!r}"


cdef int hold_buffer(object array, Py_buffer *buffer, bytes formats, int64_t items, str name) except -1:
    """Takes hold of a writable C-contiguous buffer of so many items of one of the formats."""
    cdef const char *code
    if not PyObject_CheckBuffer(array):
        raise TypeError(f"{name} must be a NumPy array or another writable buffer, "
                        f"not {type(array).__name__}")
    try:
        PyObject_GetBuffer(array, buffer, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE | PyBUF_FORMAT)
    except (BufferError, ValueError):
        raise CardGamesError(
            f"{name} must be a writable C-contiguous array of numbers") from None
    code = format_of(buffer)
    name_of_type, size = <tuple>ITEM_TYPES[formats]
    if code[0] == 0 or code[1] != 0 or code[0] not in formats or buffer.itemsize != <Py_ssize_t>size:
        given = type_of(buffer)
        PyBuffer_Release(buffer)
        raise TypeError(f"{name} must hold items of type {name_of_type}, not {given}")
    held = buffer.len // buffer.itemsize
    if held != items:
        PyBuffer_Release(buffer)
        raise CardGamesError(f"{name} must hold {items} items, not {held}")
    return 0


cdef inline int32_t seat_or_current(State state, object player) except -2:
    """The seat; CG_CURRENT_PLAYER for None."""
    return CG_CURRENT_PLAYER if player is None else as_seat(state, player)


cdef int32_t as_seat(State state, object player) except -2:
    cdef int64_t seat = as_int(player, "player")
    if not 0 <= seat < state.core.limits.num_players:
        raise CardGamesError(f"player must be from 0 to {state.core.limits.num_players - 1}, "
                             f"not {clipped(seat)}")
    return <int32_t>seat


cdef int32_t as_world_seat(State state, object player) except -2:
    """A seat whose worlds are asked for."""
    if player is not None and as_int(player, "player") == CG_VIEW_SPECTATOR:
        raise CardGamesError("a spectator has no worlds: player must be a seat")
    return as_seat(state, player)


cdef int32_t as_viewer(State state, object player) except -3:
    """A seat, SPECTATOR, or None for everything."""
    if player is None:
        return CG_VIEW_EVERYTHING
    if as_int(player, "player") == CG_VIEW_SPECTATOR:
        return CG_VIEW_SPECTATOR
    return as_seat(state, player)


cdef int32_t legal_for(State state, object player, int32_t *actions) except -1:
    return state.table.legal(state.rules, state.data, seat_or_current(state, player), actions)


cdef tuple ACTION_IDS = tuple(range(CG_MAX_ACTIONS))


cdef list id_list(const int32_t *actions, int32_t count):
    """Action ids as a list, without making an int for each."""
    cdef list result = PyList_New(count)
    cdef int32_t i
    cdef PyObject *value
    for i in range(count):
        value = PyTuple_GET_ITEM(ACTION_IDS, actions[i])
        Py_INCREF(<object>value)
        PyList_SET_ITEM(result, i, <object>value)
    return result


cdef tuple int_tuple(const int32_t *values, int32_t count):
    cdef int32_t i
    return tuple([values[i] for i in range(count)])
