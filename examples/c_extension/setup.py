"""Builds the extension module; everything else is in pyproject.toml."""

from setuptools import Extension, setup

import cardgames

setup(
    py_modules=[],
    ext_modules=[
        Extension(
            "flat_monte_carlo",
            ["flat_monte_carlo.c"],
            include_dirs=[cardgames.get_include()],
            depends=[f"{cardgames.get_include()}/cardgames.h"],
            extra_compile_args=["-std=c99"],
        )
    ],
)
