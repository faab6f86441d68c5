"""Whole rounds made by hand, one for each number of players, with what every trick comes to.

In each the tricks but the last are of one colour, so that everybody can follow. The points of the
cards are those of the shipped table, which the notation tests hold. All of them have seat 0 as
first player, so the last seat is the dealer; `moved` turns the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardgames._core.bottle_imp import BottleImpState
from cardgames.bottle_imp import BottleImp

from .positions import Cards, Trick, play_position

Bottles = tuple[tuple[str, int | None], ...]


@dataclass(frozen=True)
class Line:
    """A trick: who led, the cards in order, who wins it, its points, the bottles afterwards."""

    leader: int
    cards: str
    winner: int
    points: int
    bottles: Bottles


@dataclass(frozen=True)
class HandmadeRound:
    """A whole round: the Devil's card or cards of each seat, and the tricks."""

    players: int
    devil: tuple[str, ...]
    lines: tuple[Line, ...]
    first_player: int = 0

    @property
    def dealer(self) -> int:
        """The seat right of the first player."""
        return (self.first_player - 1) % self.players

    def tricks(self) -> list[Trick]:
        """The tricks as positions take them."""
        return [Trick(line.leader, tuple(line.cards.split())) for line in self.lines]

    def at_start(self, game: BottleImp, **given: Any) -> BottleImpState:
        """The state before the first card."""
        hands: dict[int, str] = {}
        opened = self._from_open()
        for leader, cards in self.tricks():
            for i, rank in enumerate(cards):
                if rank not in opened:
                    seat = (leader + i) % self.players
                    hands[seat] = f"{hands.get(seat, '')} {rank}"
        return self._state(game, hands=hands, open_hands=self._open_hands(), **given)

    def before_last_card(self, game: BottleImp, **given: Any) -> BottleImpState:
        """The state in which one card is left; it is returned by `last_card`."""
        tricks = self.tricks()
        tricks[-1] = Trick(tricks[-1].leader, tricks[-1].cards[:-1])
        return self._state(game, tricks=tricks, **given)

    def played_out(self, game: BottleImp, **given: Any) -> BottleImpState:
        """The state at the end of the last round of a game."""
        return self._state(game, tricks=self.tricks(), phase="over", **given)

    def last_card(self) -> str:
        """The card that ends the round."""
        return self.lines[-1].cards.split()[-1]

    def _state(self, game: BottleImp, **given: Any) -> BottleImpState:
        fixed: dict[str, Any] = {
            "dealer": self.dealer,
            "devil": dict(enumerate(self.devil)),
            "from_open": " ".join(self._from_open()) if given.get("tricks") else "",
        }
        return game.state_from_dict(play_position(game, **(fixed | given)))

    def _open_hands(self) -> Cards:
        """Two players: the first seven cards that each seat plays come from its open hand."""
        if self.players != 2:
            return {}
        rows: list[list[str]] = [[], []]
        for leader, cards in self.tricks():
            for i, rank in enumerate(cards):
                rows[(leader + i) % 2].append(rank)
        return {seat: " ".join(row[:7]) for seat, row in enumerate(rows)}

    def _from_open(self) -> list[str]:
        return " ".join(self._open_hands().values()).split()


def moved(table: HandmadeRound, steps: int) -> HandmadeRound:
    """The same round with everybody some seats further to the left."""
    n = table.players
    return replace(
        table,
        first_player=(table.first_player + steps) % n,
        devil=tuple(table.devil[(seat - steps) % n] for seat in range(n)),
        lines=tuple(
            replace(
                line,
                leader=(line.leader + steps) % n,
                winner=(line.winner + steps) % n,
                bottles=tuple(
                    (price, None if owner is None else (owner + steps) % n)
                    for price, owner in line.bottles
                ),
            )
            for line in table.lines
        ),
    )


def _bottles(*bottles: tuple[str, int | None]) -> Bottles:
    return bottles


def _lines(*lines: tuple[int, str, int, int, Sequence[tuple[str, int | None]]]) -> tuple[Line, ...]:
    return tuple(Line(*line[:4], tuple(line[4])) for line in lines)


# Devil's trick: 6 + 6 = 12 points. Tricks won by seat 0: 14 + 15 + 14 + 4 = 47 points, by seat 1:
# 22 + 22 + 12 + 6 + 6 = 68. Seat 1 ends with the bottle.
TWO = HandmadeRound(
    2,
    ("37", "36"),
    _lines(
        (0, "28 25 22 18", 1, 22, [("18", 1)]),
        (1, "35 32 30 27", 1, 22, [("18", 1)]),
        (1, "24 26 29 31", 0, 14, [("18", 1)]),
        (0, "20 23 17 13", 0, 15, [("17", 0)]),
        (0, "15 12 9 7", 0, 14, [("15", 0)]),
        (0, "33 34 11 14", 1, 12, [("14", 1)]),
        (1, "10 8 6 3", 1, 6, [("10", 1)]),
        (1, "5 4 2 1", 1, 6, [("5", 1)]),
        (1, "16 21", 0, 4, [("5", 1)]),
    ),
)

# The same without its last trick, whose cards are in the Devil's trick: 12 + 2 + 2 = 16 points.
# Seat 0 wins 43 points.
TWO_WITH_TWO_DEVILS_CARDS = replace(TWO, devil=("21 37", "16 36"), lines=TWO.lines[:-1])

# Devil's trick: 1 + 1 + 2 = 4 points. Seat 0 wins 17 + 8 + 14 + 17 + 8 + 5 = 69, seat 1
# 11 + 13 + 13 = 37, seat 2 13 + 4 = 17. Seat 2 ends with the bottle.
THREE = HandmadeRound(
    3,
    ("11", "14", "16"),
    _lines(
        (0, "28 25 22", 0, 17, [("19", None)]),
        (0, "20 17 13", 1, 11, [("17", 1)]),
        (1, "21 24 26", 0, 8, [("17", 1)]),
        (0, "18 15 12", 1, 13, [("15", 1)]),
        (1, "23 27 30", 0, 14, [("15", 1)]),
        (0, "29 31 33", 2, 13, [("15", 1)]),
        (2, "32 35 3", 1, 13, [("3", 1)]),
        (1, "34 36 37", 0, 17, [("3", 1)]),
        (0, "9 7 5", 0, 8, [("3", 1)]),
        (0, "10 8 6", 0, 5, [("3", 1)]),
        (0, "1 4 2", 2, 4, [("2", 2)]),
    ),
)

# Devil's trick: 1 + 1 + 2 + 2 = 6 points. Seat 0 wins 15 + 14 = 29, seat 1 nothing, seat 2 14,
# seat 3 22 + 22 + 22 + 6 + 6 = 78. Seat 3 ends with the bottle.
FOUR = HandmadeRound(
    4,
    ("11", "14", "16", "21"),
    _lines(
        (0, "28 25 22 18", 3, 22, [("18", 3)]),
        (3, "35 32 30 27", 3, 22, [("18", 3)]),
        (3, "24 26 29 31", 2, 14, [("18", 3)]),
        (2, "20 23 17 13", 0, 15, [("17", 0)]),
        (0, "15 12 9 7", 0, 14, [("15", 0)]),
        (0, "33 34 36 37", 3, 22, [("15", 0)]),
        (3, "10 8 6 3", 3, 6, [("10", 3)]),
        (3, "5 4 2 1", 3, 6, [("5", 3)]),
    ),
)

# Five players. Devil's trick: 6 + 6 + 6 + 1 = 19 points, the dealer lays none.
_FIVE_DEVIL = ("28", "28.5", "35", "11", "")
_FIVE_START = _lines(
    (0, "25 22.5 22 18.5 18", 3, 26, [("18.5", 3), ("19", None)]),
    (3, "32.5 32 30.5 30 27", 3, 27, [("18.5", 3), ("19", None)]),
    (3, "36.5 36 34.5 16 16.5", 2, 21, [("18.5", 3), ("16.5", 2)]),
    (2, "15 12.5 12 9 7", 2, 18, [("15", 2), ("16.5", 2)]),
    (2, "23 20.5 20 17 13", 1, 19, [("15", 2), ("13", 1)]),
    (1, "34 33 31 29 14.5", 0, 19, [("14.5", 0), ("13", 1)]),
    (0, "26.5 26 24.5 24 21", 0, 14, [("14.5", 0), ("13", 1)]),
    (0, "10.5 10 8.5 8 6.5", 0, 9, [("10.5", 0), ("13", 1)]),
    (0, "5 4.5 4 2.5 2", 0, 8, [("10.5", 0), ("5", 0)]),
)

# Seat 0 wins 19 + 14 + 9 + 8 = 50, seat 1 19, seat 2 21 + 18 = 39, seat 3 26 + 27 + 10 = 63, seat 4
# nothing. Seats 3 and 0 end with a bottle each.
FIVE_TWO_OWNERS = HandmadeRound(
    5, _FIVE_DEVIL, (*_FIVE_START, *_lines((0, "37 14 3 6 1", 3, 10, [("6", 3), ("5", 0)])))
)

# Seat 0 wins 50 + 10 = 60, seat 1 19, seat 2 39, seat 3 26 + 27 = 53. Seat 0 ends with both.
FIVE_ONE_OWNER = HandmadeRound(
    5, _FIVE_DEVIL, (*_FIVE_START, *_lines((0, "6 14 3 37 1", 0, 10, [("6", 0), ("5", 0)])))
)

# With one bottle. Seat 1 wins 19 + 19 + 14 + 9 + 8 = 69, seat 2 21 + 18 = 39, seat 3
# 26 + 27 + 10 = 63, the others nothing. Seat 3 ends with the bottle.
FIVE_ONE_BOTTLE = HandmadeRound(
    5,
    _FIVE_DEVIL,
    _lines(
        (0, "25 22.5 22 18.5 18", 3, 26, [("18.5", 3)]),
        (3, "32.5 32 30.5 30 27", 3, 27, [("18.5", 3)]),
        (3, "36.5 36 34.5 16 16.5", 2, 21, [("16.5", 2)]),
        (2, "15 12.5 12 9 7", 2, 18, [("15", 2)]),
        (2, "23 20.5 20 17 13", 1, 19, [("13", 1)]),
        (1, "34 33 31 29 14.5", 1, 19, [("13", 1)]),
        (1, "26.5 26 24.5 24 21", 1, 14, [("13", 1)]),
        (1, "10.5 10 8.5 8 6.5", 1, 9, [("10.5", 1)]),
        (1, "5 4.5 4 2.5 2", 1, 8, [("5", 1)]),
        (1, "37 14 3 6 1", 3, 10, [("3", 3)]),
    ),
)

# Six players. Devil's trick: 1 + 1 + 1 + 2 + 2 + 2 = 9 points. Seat 0 wins 33 + 9 = 42, seat 1
# 21 + 9 = 30, seat 4 20 + 23 = 43, seat 5 33 + 33 = 66, the others nothing. Seats 1 and 0 end with
# a bottle each.
SIX = HandmadeRound(
    6,
    ("11", "14", "14.5", "16", "16.5", "21"),
    _lines(
        (0, "28.5 28 25 22.5 22 18.5", 5, 33, [("18.5", 5), ("19", None)]),
        (5, "35 32.5 32 30.5 30 27", 5, 33, [("18.5", 5), ("19", None)]),
        (5, "24 24.5 26 26.5 29 31", 4, 20, [("18.5", 5), ("19", None)]),
        (4, "18 15 12.5 12 9 7", 4, 23, [("18.5", 5), ("18", 4)]),
        (4, "23 20.5 20 17 13 10.5", 1, 21, [("17", 1), ("18", 4)]),
        (1, "33 34 34.5 36 36.5 37", 0, 33, [("17", 1), ("18", 4)]),
        (0, "10 8.5 8 6.5 6 3", 0, 9, [("17", 1), ("10", 0)]),
        (0, "2 5 4.5 4 2.5 1", 1, 9, [("5", 1), ("10", 0)]),
    ),
)

# With one bottle the same tricks are won by the same seats; seat 1 ends with the bottle.
SIX_ONE_BOTTLE = replace(
    SIX,
    lines=tuple(
        replace(line, bottles=(bottle,))
        for line, bottle in zip(
            SIX.lines,
            _bottles(
                ("18.5", 5),
                ("18.5", 5),
                ("18.5", 5),
                ("18", 4),
                ("17", 1),
                ("17", 1),
                ("10", 0),
                ("5", 1),
            ),
            strict=True,
        )
    ),
)

# Every table with the plain game that it is of.
ROUNDS: dict[str, tuple[BottleImp, HandmadeRound]] = {
    "2": (BottleImp(num_players=2), TWO),
    "2 with two Devil's cards": (
        BottleImp(num_players=2, devil_cards=2),
        TWO_WITH_TWO_DEVILS_CARDS,
    ),
    "3": (BottleImp(num_players=3), THREE),
    "4": (BottleImp(num_players=4), FOUR),
    "5 with one bottle": (BottleImp(num_players=5, bottles=1), FIVE_ONE_BOTTLE),
    "5": (BottleImp(num_players=5), FIVE_TWO_OWNERS),
    "5 with one owner": (BottleImp(num_players=5), FIVE_ONE_OWNER),
    "6": (BottleImp(num_players=6), SIX),
    "6 with one bottle": (BottleImp(num_players=6, bottles=1), SIX_ONE_BOTTLE),
}
