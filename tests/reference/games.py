"""The games that have a reference."""

from __future__ import annotations

from .bottle_imp_driver import BottleImpDriver
from .cellar_des_triplettes_driver import CellarDesTriplettesDriver
from .driver import GameDriver
from .triplets_driver import TripletsDriver
from .wine_cellar_driver import WineCellarDriver

GAMES: dict[str, GameDriver] = {
    driver.name: driver
    for driver in (
        BottleImpDriver(),
        CellarDesTriplettesDriver(),
        TripletsDriver(),
        WineCellarDriver(),
    )
}
