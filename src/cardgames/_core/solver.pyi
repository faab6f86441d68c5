"""Types of the solver's extension class."""

from typing import Self, final

from cardgames._core.state import State

@final
class CoreSolver:
    """Max^n over all that can follow.

    Each seat takes what is best for itself, of equals the lowest action.
    """

    def __new__(cls, state: State, memory: int) -> Self: ...
    @property
    def positions(self) -> int: ...
    def run(self, steps: int) -> bool:
        """At most so many positions more, without the GIL; whether the root is solved."""

    def solution(self) -> tuple[list[float], list[int]]:
        """Returns of each seat, and the line of best actions as far as it is known."""
