"""Four card games as a fast rules engine; the first of them is Bottle Imp.

>>> import cardgames
>>> game = cardgames.BottleImp(num_players=4)
>>> state = game.new_state(seed=1)
>>> state.to_act
(0, 1, 2, 3)
"""

from cardgames.errors import (
    CardGamesError,
    IllegalActionError,
    InvalidStateError,
    NotationError,
    OptionError,
)

# The core imports the errors, so they come first.
from cardgames._core.state import State  # isort: skip
from cardgames.bottle_imp import BottleImp
from cardgames.game import (
    SPECTATOR,
    Game,
    GameSample,
    ObservationBlock,
    OptionSpec,
    View,
)
from cardgames.registry import games, make, state_from_bytes

__version__ = "0.1.0"


def get_include() -> str:
    """The folder of `cardgames.h`, for compilers."""
    import os.path  # noqa: PLC0415

    return os.path.join(os.path.dirname(__file__), "include")


__all__ = [
    "SPECTATOR",
    "BottleImp",
    "CardGamesError",
    "Game",
    "GameSample",
    "IllegalActionError",
    "InvalidStateError",
    "NotationError",
    "ObservationBlock",
    "OptionError",
    "OptionSpec",
    "State",
    "View",
    "games",
    "get_include",
    "make",
    "state_from_bytes",
]
