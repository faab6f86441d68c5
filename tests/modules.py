"""Modules that are no part of a package, such as examples, for tests."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any


def load_module(name: str, path: Path) -> Any:
    """Imports a module from its file."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
