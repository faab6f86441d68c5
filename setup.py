"""Builds the extension modules of the core; everything else is in pyproject.toml.

Environment switches, each "1" to turn on:
  CARDGAMES_SANITIZE   AddressSanitizer and UndefinedBehaviorSanitizer
  CARDGAMES_COVERAGE   line tracing, for coverage of the core
  CARDGAMES_DEBUG      no optimization, debug symbols
  CARDGAMES_PORTABLE   only instructions that every processor has (see _core/bits.pxd)
  CARDGAMES_ANNOTATE   an HTML page for each module, in build/cython, that shows the generated C
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

CORE = Path("src/cardgames/_core")
INCLUDE = "src/cardgames/include"


def switched_on(name: str) -> bool:
    return os.environ.get(f"CARDGAMES_{name}", "") == "1"


compile_args = [] if sys.platform == "win32" else ["-O3", "-fno-semantic-interposition"]
link_args: list[str] = []
macros: list[tuple[str, str | None]] = []
directives: dict[str, object] = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "embedsignature": True,
    # Methods of builtin kind, which are called faster; their signature is in __text_signature__.
    "binding": False,
    "embedsignature.format": "clinic",
    "autotestdict": False,
    "auto_pickle": False,
}
if switched_on("SANITIZE"):
    compile_args = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
    link_args = ["-fsanitize=address,undefined"]
elif switched_on("DEBUG"):
    compile_args = ["-O0", "-g"]
if switched_on("PORTABLE"):
    macros.append(("CARDGAMES_PORTABLE", None))
if switched_on("COVERAGE"):
    directives["linetrace"] = True
    macros += [("CYTHON_TRACE_NOGIL", "1"), ("CYTHON_USE_SYS_MONITORING", "0")]

extensions = [
    Extension(
        f"cardgames._core.{source.stem}",
        [source.as_posix()],
        include_dirs=[INCLUDE],
        depends=[
            f"{INCLUDE}/cardgames.h",
            *(path.as_posix() for path in sorted(CORE.glob("*.p*"))),
        ],
        extra_compile_args=compile_args,
        extra_link_args=link_args,
        define_macros=macros,
    )
    for source in sorted(CORE.glob("*.pyx"))
]

setup(
    ext_modules=cythonize(
        extensions,
        include_path=["src"],
        # Cython.Coverage looks for the generated C beside its source.
        build_dir=None if switched_on("COVERAGE") else "build/cython",
        compiler_directives=directives,
        annotate=switched_on("ANNOTATE"),
    ),
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
