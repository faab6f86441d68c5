"""Types of Triplets' extension classes."""

from collections.abc import Mapping
from typing import Any, Final, Self, SupportsIndex, final

from cardgames._core.state import CoreGame, State
from cardgames._core.triplets_fields import Fields
from cardgames.triplets import Action, Triplets, TripletsView

FIRST_TRIPLET: Final[int]

@final
class CoreTriplets(CoreGame):
    """The core of a game; its arguments are checked by `cardgames.Triplets`."""

    def __new__(
        cls,
        num_players: int,
        decks: int,
        lowest_lead: bool,
        refill_round: bool,
        max_rounds: int,
    ) -> Self: ...
    def state_from_fields(
        self, owner: Triplets, fields: Mapping[str, Any]
    ) -> TripletsState | int: ...

@final
class TripletsState(State):
    """A position of Triplets."""

    game: Final[Triplets]  # type: ignore[misc]  # narrows the base's attribute

    def view(self, player: SupportsIndex | None = None) -> TripletsView:
        """What a seat knows; `SPECTATOR`: what is public; None: everything."""

    def action_info(self, action: SupportsIndex) -> Action:
        """An action as a typed dataclass, with what it does here where the game's page says so."""

    def action_effect(self, action: int) -> tuple[int, list[int]] | None:
        """What a legal action of `current_player` does, and the cards, by index, that it plays.

        0: leads; 1: beats; 2: negates; 3: is out. None for an action that is not legal now.
        """

    def fields(self, player: SupportsIndex | None) -> Fields:
        """What a viewer sees, as plain numbers.

        Cards by index, ranks from 0, None for an unknown card.
        """
