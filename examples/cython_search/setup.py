"""Builds the module against the installed library: its `.pxd` files and its header."""

from setuptools import Extension, setup

import cardgames

setup(
    ext_modules=[
        Extension(
            "cython_search",
            ["cython_search.pyx"],  # setuptools compiles it, as Cython is installed
            include_dirs=[cardgames.get_include()],
            extra_compile_args=["-O3"],
        )
    ]
)
