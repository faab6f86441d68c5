"""Waiting for a turn."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Lock, Semaphore

_LOOK_SECONDS = 0.05  # between two looks whether to wait on


@contextmanager
def turn(places: Lock | Semaphore, look: Callable[[], None]) -> Generator[None]:
    """Waits for one of the places and holds it.

    Parameters
    ----------
    places
        What has them.
    look
        Called now and then while it waits, and when the place is there; what it raises ends it.
    """
    while not places.acquire(timeout=_LOOK_SECONDS):
        look()
    try:
        look()
        yield
    finally:
        places.release()
