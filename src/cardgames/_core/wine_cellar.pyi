"""Types of Wine Cellar's extension classes."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Self, SupportsIndex, final

from cardgames._core.state import CoreGame, State
from cardgames._core.wine_cellar_fields import Fields
from cardgames.wine_cellar import Action, ScoreDetails, WineCellar, WineCellarView

FIRST_BID: Final[int]
FIRST_TAKE: Final[int]

@final
class CoreWineCellar(CoreGame):
    """The core of a game; its arguments are checked by `cardgames.WineCellar`."""

    def __new__(
        cls,
        num_players: int,
        games: int,
        ages: Sequence[Sequence[int]],
        clients: Sequence[tuple[tuple[int, int, int], Sequence[int]]],
    ) -> Self: ...
    def state_from_fields(
        self, owner: WineCellar, fields: Mapping[str, Any]
    ) -> WineCellarState | int: ...

@final
class WineCellarState(State):
    """A position of Wine Cellar."""

    game: Final[WineCellar]  # type: ignore[misc]  # narrows the base's attribute

    def view(self, player: SupportsIndex | None = None) -> WineCellarView:
        """What a seat knows; `SPECTATOR`: what is public; None: everything."""

    def action_info(self, action: SupportsIndex) -> Action:
        """An action as a typed dataclass, with what it does here where the game's page says so."""

    def score_details(self, seat: SupportsIndex) -> ScoreDetails:
        """Where a seat's points of the game last scored come from."""

    def score_so_far(self, seat: SupportsIndex) -> ScoreDetails:
        """What a seat's present cellar would score as it lies now."""

    def fields(self, player: SupportsIndex | None) -> Fields:
        """What a viewer sees, as plain numbers.

        Bottles by number, clients by their place among those in use, None for what is hidden or
        not there.
        """
