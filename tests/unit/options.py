"""The option sets of all games, and a walk through any of them, for tests of what they share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from cardgames import BottleImp, CellarDesTriplettes, Game, State, Triplets, WineCellar

StateT = TypeVar("StateT", bound=State)

# Every option set of Bottle Imp, with its default number of rounds.
BOTTLE_IMP_SETS: tuple[BottleImp, ...] = (
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

# Every number of players, with the default limit of rounds and with one that is met.
CELLAR_SETS: tuple[CellarDesTriplettes, ...] = tuple(
    CellarDesTriplettes(num_players=players, max_rounds=rounds)
    for players in (3, 4, 5)
    for rounds in (100, 2)
)

# Every option set with the deck that comes with the library.
WINE_SETS: tuple[WineCellar, ...] = (
    *(WineCellar(num_players=players) for players in range(1, 9)),
    *(WineCellar(num_players=players, games=3) for players in range(2, 9)),
    *(WineCellar(num_players=players, games=3, client_set="B") for players in (2, 3)),
)

# Every number of players and of decks, and every choice of the other options; with limits of rounds
# that keep the games short, as some would have no end.
TRIPLETS_SETS: tuple[Triplets, ...] = (
    *(Triplets(num_players=players, max_rounds=20) for players in range(2, 11)),
    Triplets(num_players=4, decks=2, max_rounds=20),
    Triplets(num_players=5, decks=3, lead="lowest", max_rounds=20),
    Triplets(num_players=10, decks=4, refill="round", max_rounds=20),
    Triplets(num_players=2, lead="lowest", refill="round", max_rounds=100),
    Triplets(num_players=3, lead="lowest", max_rounds=3),
    Triplets(num_players=4, refill="round", max_rounds=1),
)

OPTION_SETS: tuple[Game[Any], ...] = (*BOTTLE_IMP_SETS, *CELLAR_SETS, *WINE_SETS, *TRIPLETS_SETS)


def walk(game: Game[StateT], seed: int = 1, every: int = 17) -> Iterator[StateT]:
    """Some states of a game, from the deal to the end."""
    state = game.new_state(seed)
    number = 0
    while not state.is_terminal:
        if number % every == 0:
            yield state
        seat = state.to_act[number % len(state.to_act)]
        legal = state.legal_actions(seat)
        state.apply(legal[(7 * number + 3) % len(legal)], seat)
        number += 1
    yield state
