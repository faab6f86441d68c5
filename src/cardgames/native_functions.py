"""Functions in native code that searches and playouts call, and the check of their signature."""

from __future__ import annotations

import ctypes
import re
import sys
from collections.abc import Callable, Sequence
from types import BuiltinFunctionType
from typing import Any, Literal, SupportsIndex, cast

from cardgames._core import native as _core
from cardgames._core.callbacks import KINDS, NativeFunction
from cardgames.arguments import as_integer, as_text
from cardgames.errors import CardGamesError
from cardgames.game import option_word

Kind = Literal["rollout", "policy", "evaluation"]

# Result and arguments, as words of C.
_SIGNATURES: dict[str, tuple[str, ...]] = {
    "rollout": ("int32_t", "void *", "void *", "void *"),
    "policy": (
        "void",
        *("void *", "void *", "void *", "int32_t", "int32_t *", "int32_t", "double *"),
    ),
    "evaluation": ("void", "void *", "void *", "void *", "double *"),
}
_CTYPES_FUNCTION: Any = ctypes.CFUNCTYPE(None).__base__
_CTYPES_SIMPLE: Any = ctypes.c_int.__base__
_CTYPES_POINTER: Any = ctypes.POINTER(ctypes.c_int).__base__
_CAPSULE: Any = type(_core.capsule)
_NEEDS_GIL = 4  # of the flags of a function of ctypes
_OWN_ORDER = "__ctype_le__" if sys.byteorder == "little" else "__ctype_be__"

# An integer as large as an address, which may stand for a pointer.
_ADDRESS = "size_t"
_BYTES = ("char", "signed char", "unsigned char", "int8_t", "uint8_t")  # as memory is often seen
_SIGNED: dict[str, int] = {
    **dict.fromkeys(("int", "signed int", "signed"), ctypes.sizeof(ctypes.c_int)),
    **dict.fromkeys(("long", "long int"), ctypes.sizeof(ctypes.c_long)),
    **dict.fromkeys(("long long", "long long int"), ctypes.sizeof(ctypes.c_longlong)),
    **dict.fromkeys(("ssize_t", "intptr_t", "ptrdiff_t"), ctypes.sizeof(ctypes.c_void_p)),
    **{"int32_t": 4, "int64_t": 8, "Py_ssize_t": ctypes.sizeof(ctypes.c_void_p)},
}
_UNSIGNED: dict[str, int] = {
    **dict.fromkeys(("unsigned long", "unsigned long int"), ctypes.sizeof(ctypes.c_long)),
    **dict.fromkeys(("unsigned long long", "uint64_t"), 8),
    **dict.fromkeys(("size_t", "uintptr_t"), ctypes.sizeof(ctypes.c_void_p)),
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
        What the function is called in a repr; by default what it is called itself, if it knows.

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
    if signature != (f"cg_{kind}",) and not _fits(signature, _SIGNATURES[kind]):
        raise TypeError(
            f"a native {kind} must be {_shown(_SIGNATURES[kind])}, not {_shown(signature)}"
        )
    called = own_name or "function" if name is None else as_text(name, "name")
    if not called.isprintable():
        raise CardGamesError("name must be of letters that can be printed")
    return NativeFunction(address, where, kind, called, function)


def given_function(function: object, kind: Kind) -> NativeFunction | Callable[..., Any]:
    """What a search or a playout was given: a native function of this kind, or one of Python's.

    Raises
    ------
    TypeError
        It is neither, or a native function of another kind or signature.
    """
    if type(function) is NativeFunction:  # isinstance would believe what it says of its class
        if function.kind != kind:
            raise TypeError(f"{kind} must be a native {kind}, not a native {function.kind}")
        return function
    if _read(function) is not None:
        return native_function(function, kind)
    if not callable(function):
        raise TypeError(f"{kind} must be a function, not {type(function).__name__}")
    return cast("Callable[..., Any]", function)


def _fits(signature: Sequence[str], expected: Sequence[str]) -> bool:
    """Whether a function can be called as one of the expected signature."""
    return len(signature) == len(expected) and all(map(_is_like, signature, expected))


def _is_like(word: str, expected: str) -> bool:
    """Whether an argument or result can be taken as the expected one."""
    if word == expected or not expected.endswith("*"):
        return word == expected
    # What lies at a `void *` is the function's to know; but no `float *` is a `double *`.
    return word in ("void *", _ADDRESS) or (expected == "void *" and word.endswith("*"))


def _word(name: str) -> str:
    """One word for all names that C has for an integer of the size."""
    if _SIGNED.get(name) == 4:
        return "int32_t"
    if _SIGNED.get(name, _UNSIGNED.get(name)) == ctypes.sizeof(ctypes.c_void_p):
        return _ADDRESS
    return name


def _pointer_to(word: str) -> str:
    return "void *" if word in _BYTES else f"{word} *"


Found = tuple[int, tuple[str, ...], str | None]


def _read(function: object) -> Found | None:
    """Address, signature and name of a native function; None if it is none."""
    cls = type(function)
    module: object = cls.__module__  # a class may have anything there
    if isinstance(module, str) and module.partition(".")[0] == "numba":
        inner: object = getattr(function, "ctypes", None)
        if issubclass(type(inner), _CTYPES_FUNCTION):
            name: object = getattr(function, "__name__", None)
            return (*_of_ctypes(inner)[:2], name if isinstance(name, str) else None)
    if issubclass(cls, _CTYPES_FUNCTION):
        return _of_ctypes(function)
    if module == "_cffi_backend" and "_cffi_backend" in sys.modules:
        return _of_cffi(function)
    if cls is _CAPSULE:
        return _of_capsule(function)
    if cls is BuiltinFunctionType:
        _refuse_wrapper(cast("BuiltinFunctionType", function))
    return None


def _refuse_wrapper(function: BuiltinFunctionType) -> None:
    """Says how a function of a module that cffi compiled is given: it shows itself to Python."""
    owner: object = function.__self__
    if type(owner).__module__ == "_cffi_backend":
        name = function.__name__
        raise TypeError(
            f"this is how Python calls {name}; its pointer is ffi.addressof(lib, {name!r})"
        )


# --- ctypes and numba ---


def _of_ctypes(function: Any) -> Found:
    # Not by ctypes.cast, which would make the function hold itself.
    address = ctypes.c_void_p.from_buffer(function).value or 0
    if function.argtypes is None:
        raise TypeError("a function of ctypes must have argtypes and restype")
    flags: int = cast("Any", type(function))._flags_
    if flags & _NEEDS_GIL:
        raise TypeError("a function of ctypes must not need the GIL, as those of PyDLL do")
    types = (function.restype, *(function.argtypes or (None,)))
    return address, tuple(map(_ctypes_word, types)), getattr(function, "__name__", None)


def _ctypes_word(cls: Any) -> str:
    if cls is None:
        return "void"
    if not isinstance(cls, type):  # a result may be any function of Python
        return "an object"
    if getattr(cls, _OWN_ORDER, cls) is not cls:
        return f"{cls.__name__} of another byte order"
    return _ctypes_class(cast("type[Any]", cls))


def _ctypes_class(cls: type[Any]) -> str:
    if issubclass(cls, ctypes.c_void_p | ctypes.c_char_p):
        return "void *"
    if issubclass(cls, _CTYPES_POINTER):
        return _pointer_to(_ctypes_word(getattr(cls, "_type_", object)))
    if issubclass(cls, _CTYPES_SIMPLE):
        return _word(_CTYPES_CODES.get(cast("Any", cls)._type_, cls.__name__))
    return f"struct {cls.__name__}"  # whatever it calls itself


# What ctypes calls the simple types; several of its names are one type.
_CTYPES_CODES = {
    "b": "signed char",
    "B": "unsigned char",
    "c": "char",
    "d": "double",
    "f": "float",
    "i": "int",
    "l": "long",
    "L": "unsigned long",
    "q": "long long",
    "Q": "unsigned long long",
    "?": "bool",
}


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
    words = [_cffi_word(found.result), *(map(_cffi_word, found.args) if found.args else ["void"])]
    # A callback tells which function of Python it calls, but in its repr only.
    name = re.search(r" calling <function (\S+) at ", repr(function))
    return address, (*words, *["..."] * found.ellipsis), None if name is None else name[1]


def _cffi_word(found: Any) -> str:
    if found.kind == "pointer":
        return _pointer_to(_cffi_word(found.item))
    return _word(found.cname)


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
    inside, _, after = rest.partition(")")
    if after:  # what Cython writes ends there
        return (text,)
    return tuple(_c_word(word) for word in (result, *inside.split(",")))


def _c_word(text: str) -> str:
    name, star, rest = text.replace("const", " ").partition("*")
    word = _word(" ".join(name.split()))
    return f"{_pointer_to(word)}{rest.strip()}" if star else word


def _shown(signature: Sequence[str]) -> str:
    if len(signature) == 1:
        return signature[0] or "a capsule without a name"
    return f"{signature[0]} ({', '.join(signature[1:])})"
