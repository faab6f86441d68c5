"""Seeds out of seeds: many independent runs that share one.

>>> from cardgames.seeds import stream
>>> stream(1, 2) == stream(1, 2), stream(1, 2) == stream(1, 3)
(True, False)
"""

from __future__ import annotations

import os
from typing import SupportsIndex

from cardgames._core.state import seed_stream
from cardgames.arguments import MAX_SEED, checked_int, checked_seed

__all__ = ["new_seed", "one_way", "stream"]


def stream(seed: SupportsIndex, *numbers: SupportsIndex) -> int:
    """The seed of a run, or of a part of it: the same on every platform and in every release.

    Parameters
    ----------
    seed
        0 to 2**64 - 1.
    numbers
        Which run, which part of it, and so on; each 0 to 2**64 - 1.

    Raises
    ------
    TypeError, CardGamesError
        One of them is no integer or out of range.
    """
    value = checked_seed(seed)
    for number in numbers:
        value = seed_stream(value, checked_int(number, "a number of a stream", 0, MAX_SEED))
    return value


def one_way(seed: SupportsIndex, *numbers: SupportsIndex) -> int:
    """As `stream`, but nobody can work out `seed` from it, other than by trying all there are.

    `stream` can be undone. So what a bot gets to see is seeded by this: with the seed of its match
    it could deal the true cards.
    """
    import hashlib

    words = [checked_seed(seed)]
    words += [checked_int(number, "a number of a stream", 0, MAX_SEED) for number in numbers]
    data = b"".join(word.to_bytes(8, "little") for word in words)
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")


def new_seed() -> int:
    """A seed from the operating system."""
    return int.from_bytes(os.urandom(8), "little")
