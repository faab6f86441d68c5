"""Builds the module against the installed library: its `.pxd` files and its header."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import cardgames

extension = Extension(
    "cython_search",
    ["cython_search.pyx"],
    include_dirs=[cardgames.get_include()],
    extra_compile_args=["-O3"],
)
setup(ext_modules=cythonize([extension]))
