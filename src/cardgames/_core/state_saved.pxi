# The form in which a state is saved as bytes. Included by state.pyx.

# The saved form: magic, version, flags, length of the game's text, seed, the game's text, the struct, and
# a hash of all that. All numbers little-endian.
cdef bytes MAGIC = b"CGST"
cdef enum:
    BYTES_VERSION = 1
    BYTES_HEAD = 16
    BYTES_TAIL = 8
    FLAG_SEED = 1


cdef bytes saved_bytes(object data):
    """The data as bytes, with the frame around the struct checked."""
    cdef Py_buffer buffer
    cdef bytes saved
    cdef const uint8_t *source
    cdef Py_ssize_t size
    cdef uint64_t stored
    if not PyObject_CheckBuffer(data):
        raise TypeError(f"a saved state must be bytes, not {type(data).__name__}")
    try:
        PyObject_GetBuffer(data, &buffer, PyBUF_SIMPLE)
    except (BufferError, ValueError):
        raise InvalidStateError("a saved state must be contiguous bytes") from None
    if buffer.len > 1 << 20:
        PyBuffer_Release(&buffer)
        raise InvalidStateError("the bytes are no saved state: too long")
    try:
        saved = PyBytes_FromStringAndSize(<const char *>buffer.buf, buffer.len)
    finally:
        PyBuffer_Release(&buffer)
    source = <const uint8_t *>PyBytes_AS_STRING(saved)
    size = len(saved)
    if size < BYTES_HEAD + BYTES_TAIL or not saved.startswith(MAGIC):
        raise InvalidStateError("the bytes are no saved state")
    if source[4] != BYTES_VERSION:
        raise InvalidStateError(f"the bytes are a saved state of version {source[4]}; "
                                f"this library reads version {BYTES_VERSION}")
    memcpy(&stored, source + size - BYTES_TAIL, BYTES_TAIL)
    if stored != engine_hash(source, size - BYTES_TAIL, 0):
        raise InvalidStateError("the saved state is damaged: its checksum does not fit")
    if source[5] & ~FLAG_SEED:
        raise InvalidStateError("the saved state has unknown flags")
    return saved


cdef bytes saved_game(bytes saved):
    """The text of the game that a saved state belongs to."""
    cdef uint16_t length
    memcpy(&length, <const char *>PyBytes_AS_STRING(saved) + 6, 2)
    if BYTES_HEAD + <Py_ssize_t>length + BYTES_TAIL > len(saved):
        raise InvalidStateError("the bytes are cut off")
    return saved[BYTES_HEAD:BYTES_HEAD + length]


def game_of_bytes(data):
    """The text of the game (as str(game) gives it) that saved bytes belong to."""
    try:
        return saved_game(saved_bytes(data)).decode()
    except UnicodeDecodeError:
        raise InvalidStateError("the bytes name no game") from None
