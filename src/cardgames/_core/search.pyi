"""Types of the search's extension classes."""

from typing import Final, Self, final

from cardgames._core.state import State

MODES: Final[dict[str, int]]

@final
class CoreSearch:
    """One tree, for one thread at a time. Its arguments are checked by `cardgames.search`."""

    def __new__(
        cls,
        state: State,
        seat: int,
        mode: int,
        exploration: float,
        rollout: object,
        max_playout: int,
        seed: int,
        stream: int,
        simulations: int,
        memory: int,
        policy: object,
        evaluation: object,
    ) -> Self: ...
    @property
    def simulations(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def is_full(self) -> bool:
        """Whether there is no room for more nodes or actions."""

    @property
    def deepest(self) -> int: ...
    @property
    def depths(self) -> int: ...
    def run(self, simulations: int) -> None:
        """So many simulations, without the GIL; fewer when there is no more room."""

    def root_edges(self) -> list[tuple[int, int, float, float, float]]:
        """Of each action of the root: action, visits, returns, their squares, a policy's weight."""
