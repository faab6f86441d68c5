# How state objects come to life. Included by state.pyx.

cdef extern from *:
    """
    /* Searches copy and drop millions of states. Their memory is kept for the next one and not cleared, as
       blank_state and its callers write all of it. The sanitizer build goes without, to see
       every use after the end; so would a Python without the GIL. */
    #if !defined(__SANITIZE_ADDRESS__) && !defined(Py_GIL_DISABLED)
    enum { CG_POOLS = 8, CG_POOL_BLOCKS = 64 };
    static struct cg_pool {
        PyTypeObject *type;
        int count;
        void *blocks[CG_POOL_BLOCKS];
    } cg_pools[CG_POOLS];

    static inline struct cg_pool *cg_pool_of(PyTypeObject *type)
    {
        int i;
        for (i = 0; cg_pools[i].type != type; i++) {}   /* it is there: only its functions ask */
        return &cg_pools[i];
    }
    static PyObject *cg_pool_alloc(PyTypeObject *type, Py_ssize_t items)
    {
        struct cg_pool *pool = cg_pool_of(type);
        void *block = pool->count ? pool->blocks[--pool->count] : PyObject_Malloc(type->tp_basicsize);
        (void)items;
        if (block == NULL) return PyErr_NoMemory();
        return PyObject_Init((PyObject *)block, type);
    }
    static void cg_pool_free(void *object)
    {
        struct cg_pool *pool = cg_pool_of(Py_TYPE((PyObject *)object));
        if (pool->count < CG_POOL_BLOCKS) pool->blocks[pool->count++] = object;
        else PyObject_Free(object);
    }
    static void cg_keep_blocks(PyObject *state_type)
    {
        PyTypeObject *type = (PyTypeObject *)state_type;
        int i = 0;
        while (i < CG_POOLS && cg_pools[i].type != NULL) i++;
        if (i == CG_POOLS || (type->tp_flags & (Py_TPFLAGS_HEAPTYPE | Py_TPFLAGS_HAVE_GC))) return;
        cg_pools[i].type = type;
        type->tp_alloc = cg_pool_alloc;
        type->tp_free = cg_pool_free;
    }
    #else
    #define cg_keep_blocks(state_type) ((void)(state_type))
    #endif

    /* What calling the type does, less the look-up of its arguments and __init__. */
    static inline PyObject *cg_new_object(PyObject *type, PyObject *arguments)
    {
        return ((PyTypeObject *)type)->tp_new((PyTypeObject *)type, arguments, NULL);
    }
    /* A second object with the same bytes behind the header; references are the caller's to count. */
    static inline PyObject *cg_clone_object(PyObject *object)
    {
        PyTypeObject *type = Py_TYPE(object);
        PyObject *other = type->tp_alloc(type, 0);
        if (other != NULL)
            memcpy((char *)other + sizeof(PyObject), (char *)object + sizeof(PyObject),
                   type->tp_basicsize - sizeof(PyObject));
        return other;
    }
    """
    State new_with "cg_new_object"(object state_type, object arguments)
    State clone_object "cg_clone_object"(object state)
    void cg_keep_blocks(object state_type)

cdef object state_token = object()    # only the core makes states
cdef tuple TOKEN_ARGUMENTS = (state_token,)
PyObject_GC_UnTrack(TOKEN_ARGUMENTS)     # the garbage collector would show it to everybody

# The types whose struct is set up by their own __cinit__; no other may come to life.
cdef set CORE_TYPES = set()


cdef int register_types(type core_type, type state_type) except -1:
    """Makes the types of a game known; called once, when they are ready."""
    CORE_TYPES.add(core_type)
    cg_keep_blocks(state_type)
    return 0


cdef State clone(State state):
    """A copy: the bytes of the object, and references to the same game."""
    cdef State other = clone_object(state)
    Py_INCREF(state.game)
    Py_INCREF(state.core)
    other.data = <uint8_t *><PyObject *>other + (<uint8_t *>state.data - <uint8_t *><PyObject *>state)
    return other
