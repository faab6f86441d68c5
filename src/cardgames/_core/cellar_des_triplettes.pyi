"""Types of the extension classes of Cellar des Triplettes."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Self, SupportsIndex, final

from cardgames._core.cellar_des_triplettes_fields import Fields
from cardgames._core.state import CoreGame, State
from cardgames.cellar_des_triplettes import (
    Action,
    CellarDesTriplettes,
    CellarDesTriplettesView,
    ScoreDetails,
)

TENTHS_BY_CARD: Final[tuple[int, ...]]
STARS_BY_CARD: Final[tuple[int, ...]]
VARIETY_BY_CARD: Final[tuple[int | None, ...]]
TRIPLETS_BY_SLOT: Final[tuple[tuple[int, int, int], ...]]
CALL: Final[int]
PASS: Final[int]
PASS_DRAW: Final[int]
FIRST_PLACE: Final[int]
DONE: Final[int]

def triplets(cards: Sequence[int | None]) -> list[tuple[tuple[int, int, int], int]]:
    """Slots and points of the triplets that score in a cellar of 15 slots (cards or None)."""

@final
class CoreCellarDesTriplettes(CoreGame):
    """The core of a game; its arguments are checked by `cardgames.CellarDesTriplettes`."""

    def __new__(cls, num_players: int, max_rounds: int, varieties: Collection[int]) -> Self: ...
    def state_from_fields(
        self, owner: CellarDesTriplettes, fields: Mapping[str, Any]
    ) -> CellarDesTriplettesState | int: ...

@final
class CellarDesTriplettesState(State):
    """A position of Cellar des Triplettes."""

    game: Final[CellarDesTriplettes]  # type: ignore[misc]  # narrows the base's attribute

    def view(self, player: SupportsIndex | None = None) -> CellarDesTriplettesView:
        """What a seat knows; `SPECTATOR`: what is public; None: everything."""

    def action_info(self, action: SupportsIndex) -> Action:
        """An action as a typed dataclass, with what it does here where the game's page says so."""

    def score_details(self, seat: SupportsIndex) -> ScoreDetails:
        """Where a seat's points come from: the stars and triplets of its cellars."""

    def fields(self, player: SupportsIndex | None) -> Fields:
        """What a viewer sees, as plain numbers.

        Cards by index, seats, None for what is hidden or not there.
        """
