"""Types of Bottle Imp's extension classes."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Self, SupportsIndex, final

from cardgames._core.bottle_imp_fields import Fields
from cardgames._core.state import CoreGame, State
from cardgames.bottle_imp import Action, BottleImp, BottleImpView

COLOURS_BY_CARD: Final[tuple[int, ...]]
POINTS_BY_CARD: Final[tuple[int, ...]]
SMALL_DECK: Final[tuple[int, ...]]
START_PRICE: Final[int]

@final
class CoreBottleImp(CoreGame):
    """The core of a game; its arguments are checked by `cardgames.BottleImp`."""

    def __new__(
        cls,
        num_players: int,
        rounds: int,
        bottles: int,
        teams: Sequence[int] | None,
        rotate_teams: bool,
        devil_cards: int,
    ) -> Self: ...
    def state_from_fields(
        self, owner: BottleImp, fields: Mapping[str, Any]
    ) -> BottleImpState | int: ...

@final
class BottleImpState(State):
    """A position of Bottle Imp."""

    game: Final[BottleImp]  # type: ignore[misc]  # narrows the base's attribute

    def view(self, player: SupportsIndex | None = None) -> BottleImpView:
        """What a seat knows; `SPECTATOR`: what is public; None: everything."""

    def action_info(self, action: SupportsIndex) -> Action:
        """An action as a typed dataclass, with what it does here where the game's page says so."""

    def fields(self, player: int | None) -> Fields:
        """What a viewer sees, as plain numbers.

        Cards by index, seats, None for what is hidden or not there.
        """
