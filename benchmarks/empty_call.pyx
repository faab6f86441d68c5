# cython: language_level=3
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: embedsignature=True, embedsignature.format=python, autotestdict=False, auto_pickle=False
"""What a call from Python into a Cython class costs when it does nothing.

The signature is that of `State.apply`, the directives are those of the library's setup.py.
"""


cdef class EmptyCall:
    def apply(self, action, player=None):
        pass
