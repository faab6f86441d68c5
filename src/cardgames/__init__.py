"""Card games as a fast rules engine: Bottle Imp, Cellar des Triplettes, Wine Cellar, Triplets.

>>> import cardgames
>>> game = cardgames.BottleImp(num_players=4)
>>> state = game.new_state(seed=1)
>>> state.to_act
(0, 1, 2, 3)
"""

from typing import TYPE_CHECKING

from cardgames.errors import (
    BotError,
    CardGamesError,
    IllegalActionError,
    InvalidStateError,
    NotationError,
    OptionError,
    RecordError,
)

# The core imports the errors, so they come first.
from cardgames._core.state import State  # isort: skip
from cardgames.game import (
    SPECTATOR,
    Game,
    GameSample,
    ObservationBlock,
    OptionSpec,
    View,
)
from cardgames.registry import GAMES as _GAMES
from cardgames.registry import games, make, state_from_bytes

if TYPE_CHECKING:
    from cardgames import bots as bots
    from cardgames import bottle_imp as bottle_imp
    from cardgames import cellar_des_triplettes as cellar_des_triplettes
    from cardgames import ffi as ffi
    from cardgames import matches as matches
    from cardgames import native as native
    from cardgames import records as records
    from cardgames import search as search
    from cardgames import tournament as tournament
    from cardgames import triplets as triplets
    from cardgames import vector as vector
    from cardgames import wine_cellar as wine_cellar
    from cardgames.bottle_imp import BottleImp
    from cardgames.cellar_des_triplettes import CellarDesTriplettes
    from cardgames.matches import play_match
    from cardgames.records import GameRecord
    from cardgames.triplets import Triplets
    from cardgames.wine_cellar import WineCellar
    from cardgames.wine_deck import WineDeck

__version__ = "0.1.0"


# What is imported when it is first used: modules, and names of modules.
_LAZY_MODULES = (
    "bots",
    "matches",
    "native",
    "records",
    "search",
    "tournament",
    "vector",
    *_GAMES,
)
_LAZY_EXTRAS = ("ffi",)  # not in dir(): what asks for all that is there would need the extra
_LAZY = {"GameRecord": "records", "WineDeck": "wine_deck", "play_match": "matches"}


def get_include() -> str:
    """The folder of `cardgames.h`, for compilers."""
    import os.path

    return os.path.join(os.path.dirname(__file__), "include")


if not TYPE_CHECKING:  # checkers would take any name at all for one of the module's

    def __getattr__(name: str) -> object:
        """Games and other modules, imported when first used: a program pays for what it plays."""
        import importlib

        from cardgames.registry import game_class

        for game, cls in _GAMES.items():
            if name == cls:
                return game_class(game)
        if name in _LAZY_MODULES or name in _LAZY_EXTRAS:
            return importlib.import_module(f"cardgames.{name}")
        if name in _LAZY:
            return getattr(importlib.import_module(f"cardgames.{_LAZY[name]}"), name)
        raise AttributeError(f"module 'cardgames' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_LAZY_MODULES})


__all__ = [
    "SPECTATOR",
    "BotError",
    "BottleImp",
    "CardGamesError",
    "CellarDesTriplettes",
    "Game",
    "GameRecord",
    "GameSample",
    "IllegalActionError",
    "InvalidStateError",
    "NotationError",
    "ObservationBlock",
    "OptionError",
    "OptionSpec",
    "RecordError",
    "State",
    "Triplets",
    "View",
    "WineCellar",
    "WineDeck",
    "games",
    "get_include",
    "make",
    "play_match",
    "state_from_bytes",
]
