"""Functions in native code that searches and playouts call, and the check of their signature."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from typing import Any, Literal, SupportsIndex, cast

from cardgames._core.callbacks import KINDS, NativeFunction
from cardgames.arguments import as_integer
from cardgames.errors import CardGamesError
from cardgames.game import option_word

Kind = Literal["rollout", "policy", "evaluation"]

# Result and arguments; a pointer may point to anything.
_SIGNATURES: dict[str, tuple[str, ...]] = {
    "rollout": ("int32", "pointer", "pointer", "pointer"),
    "policy": ("void", "pointer", "pointer", "pointer", "int32", "pointer", "int32", "pointer"),
    "evaluation": ("void", "pointer", "pointer", "pointer", "pointer"),
}
_CTYPES_FUNCTION: Any = ctypes.CFUNCTYPE(None).__base__

# What C types are called by cffi and Cython.
_C_NAMES = {
    "void": "void",
    "int": "int32",
    "int32_t": "int32",
    "signed int": "int32",
    "size_t": "pointer",
    "uintptr_t": "pointer",
    "uint64_t": "pointer",
    "unsigned long": "pointer",
}


def native_function(
    function: object, kind: Kind, context: SupportsIndex = 0, name: str | None = None
) -> NativeFunction:
    """A function in native code, for the `rollout`, `policy` or `evaluation` of a search.

    The header says what each kind takes and gives: `cg_rollout`, `cg_policy`, `cg_evaluation`. The
    function is called without the GIL, perhaps by several threads at the same time.

    Parameters
    ----------
    function
        A function of ctypes with `argtypes` and `restype`; a `@cfunc` of numba; a function pointer
        of cffi (of a compiled module: `ffi.addressof(lib, "name")`); what a Cython module has in
        its `__pyx_capi__`; or a PyCapsule that is named as its type, such as "cg_policy".
    kind
        "rollout", "policy" or "evaluation".
    context
        Address that the function gets as its `context`. What lies there is the caller's to keep.
    name
        What the function is called in a repr; by default what it is called itself.

    Raises
    ------
    TypeError
        It is no native function, or its result or arguments are others.
    CardGamesError
        There is no such kind; the function's address is 0; the context is out of range.
    """
    kind = option_word(kind, "kind", ("rollout", "policy", "evaluation"))
    where = as_integer(context, "context")
    if not 0 <= where < 1 << 64:
        raise CardGamesError("context must be an address, from 0 to 2**64 - 1")
    found = _read(function)
    if found is None:
        raise TypeError(
            f"a native {kind} must be a function of ctypes, numba, cffi or Cython, or a capsule, "
            f"not {type(function).__name__}"
        )
    address, signature, own_name = found
    if signature not in (_SIGNATURES[kind], (f"cg_{kind}",)):
        raise TypeError(
            f"a native {kind} must be {_shown(_SIGNATURES[kind])}, not {_shown(signature)}"
        )
    return NativeFunction(address, where, kind, name or own_name or "function", function)


def given_function(function: object, kind: Kind) -> NativeFunction | Callable[..., Any]:
    """What a search or a playout was given: a native function of this kind, or one of Python's.

    Raises
    ------
    TypeError
        It is neither, or a native function of another kind or signature.
    """
    if isinstance(function, NativeFunction):
        if function.kind != kind:
            raise TypeError(f"{kind} must be a native {kind}, not a native {function.kind}")
        return function
    if _read(function) is not None:
        return native_function(function, kind)
    if not callable(function):
        raise TypeError(f"{kind} must be a function, not {type(function).__name__}")
    return cast("Callable[..., Any]", function)


Found = tuple[int, tuple[str, ...], str | None]


def _read(function: object) -> Found | None:
    """Address, signature and name of a native function; None if it is none."""
    cls = type(function)
    if cls.__module__.partition(".")[0] == "numba" and hasattr(function, "ctypes"):
        found = _read(function.ctypes)
        return None if found is None else (*found[:2], getattr(function, "__name__", None))
    if issubclass(cls, _CTYPES_FUNCTION):
        return _of_ctypes(function)
    if cls.__module__ == "_cffi_backend":
        return _of_cffi(function)
    if cls.__name__ == "PyCapsule" and cls.__module__ == "builtins":
        return _of_capsule(function)
    return None


# --- ctypes and numba ---


def _of_ctypes(function: Any) -> Found:
    address = ctypes.cast(function, ctypes.c_void_p).value or 0
    if function.argtypes is None:
        raise TypeError("a function of ctypes must have argtypes and restype")
    types = (function.restype, *function.argtypes)
    return address, tuple(map(_ctypes_word, types)), getattr(function, "__name__", None)


def _ctypes_word(cls: Any) -> str:
    if cls is None:
        return "void"
    if issubclass(cls, ctypes._Pointer) or cls in (
        ctypes.c_void_p,
        ctypes.c_char_p,
        ctypes.c_size_t,
    ):
        return "pointer"
    if cls is ctypes.c_int32:
        return "int32"
    return str(cls.__name__)


# --- cffi ---


def _of_cffi(function: Any) -> Found | None:
    backend = sys.modules["_cffi_backend"]
    try:
        found: Any = cast("Any", backend).typeof(function)
    except TypeError:
        return None
    if found.kind != "function":
        return None
    address = int(cast("Any", backend).FFI().cast("uintptr_t", function))
    return address, tuple(map(_cffi_word, (found.result, *found.args))), None


def _cffi_word(found: Any) -> str:
    if found.kind == "pointer":
        return "pointer"
    name: str = found.cname
    return _C_NAMES.get(name, name)


# --- Capsules, Cython's among them ---


def _of_capsule(capsule: object) -> Found:
    api: Any = ctypes.pythonapi
    get_name = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(("PyCapsule_GetName", api))
    get_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", api)
    )
    name = get_name(capsule)
    address = get_pointer(capsule, name) or 0
    text = "" if name is None else name.decode("utf-8", "replace")
    if text in (f"cg_{kind}" for kind in KINDS):
        return address, (text,), None
    return address, _declared(text), None


def _declared(text: str) -> tuple[str, ...]:
    """The words of a signature as Cython writes it: `int32_t (void *, void const *, void *)`."""
    result, bracket, rest = text.partition("(")
    if not bracket:
        return (text,)
    return tuple(_c_word(word) for word in (result, *rest.partition(")")[0].split(",")))


def _c_word(text: str) -> str:
    if "*" in text:
        return "pointer"
    word = " ".join(text.replace("const", " ").split())
    return _C_NAMES.get(word, word)


def _shown(signature: Sequence[str]) -> str:
    if len(signature) == 1:
        return signature[0] or "a capsule without a name"
    return f"{signature[0]} ({', '.join(signature[1:])})"
