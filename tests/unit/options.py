"""Every option set of Bottle Imp, with its default number of rounds."""

from __future__ import annotations

from cardgames.bottle_imp import BottleImp

OPTION_SETS: tuple[BottleImp, ...] = (
    BottleImp(num_players=2),
    BottleImp(num_players=2, devil_cards=2),
    BottleImp(num_players=3),
    BottleImp(num_players=4),
    *(
        BottleImp(num_players=4, teams=teams, rotate_teams=rotate)
        for teams in ("2-2", "2-1-1")
        for rotate in (False, True)
    ),
    *(
        BottleImp(num_players=players, bottles=bottles, teams=teams, rotate_teams=rotate)
        for players, modes in ((5, ("2-2-1",)), (6, ("2-2-2", "2-2-1-1")))
        for bottles in (1, 2)
        for teams, rotate in (
            (None, False),
            *((mode, rotate) for mode in modes for rotate in (False, True)),
        )
    ),
)
