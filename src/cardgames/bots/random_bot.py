"""The bot that plays at random."""

from __future__ import annotations

from random import Random
from typing import ClassVar, SupportsIndex

from cardgames._core.state import State
from cardgames.arguments import checked_seed
from cardgames.bots.bot import seat_and_choices
from cardgames.seeds import new_seed


class RandomBot:
    """Plays any of its legal actions, each as often as every other.

    Parameters
    ----------
    seed
        0 to 2**64 - 1: two bots with the same seed that are asked the same give the same answers.
        None draws one from the operating system.

    Raises
    ------
    TypeError, CardGamesError
        The seed is no integer or out of range.
    """

    __slots__ = ("_random", "seed")

    name: ClassVar[str] = "random"

    def __init__(self, seed: SupportsIndex | None = None) -> None:
        self.seed = None if seed is None else checked_seed(seed)
        # A generator of its own: nothing that other code draws makes a difference.
        self._random = Random(new_seed() if self.seed is None else self.seed)

    def choose(self, state: State, player: SupportsIndex) -> int:
        """A legal action of a seat at random.

        Raises
        ------
        TypeError, CardGamesError
            `state` is no state, `player` no seat; the seat may not act now.
        """
        _, legal = seat_and_choices(state, player)
        # Of all its methods only random() is promised to be the same in every release of Python.
        return legal[int(self._random.random() * len(legal))]

    def with_seed(self, seed: SupportsIndex) -> RandomBot:
        """A bot with another seed, at its first decision."""
        return RandomBot(seed)

    def __repr__(self) -> str:
        return "RandomBot()" if self.seed is None else f"RandomBot(seed={self.seed})"
