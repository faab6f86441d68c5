"""Positions of Cellar des Triplettes that are spoilt on purpose: where they start.

What is done to them is in edits.py: the parts of a position are named by their path.
"""

from __future__ import annotations

from cardgames.cellar_des_triplettes import CellarDesTriplettes

from .any_game import Position, full
from .cellar_positions import FULL, crowded, make, placing
from .edits import Edit, Path, at

DERIVED = ("hand_sizes", "pile_size", "placing", "scores")


def bidding() -> Position:
    """Seat 0 lays 12 beside its 3, seat 3 has passed; see `CROWDED`."""
    return full(crowded())


def fresh() -> Position:
    """The first seat of a round is to bid; the pile is as large as after the deal."""
    return full(
        make(
            hands={0: "3 5 5 6 7", 1: "6 7 9 13", 2: "8 12 14 16", 3: "10 13 15 20"},
            cellars={0: "0.2", 1: "9", 2: "10", 3: ""},
        )
    )


def two_bids() -> Position:
    """Seats 0 and 1 have bid 13 and 16, the others have passed, one of them with a card drawn."""
    return full(
        make(
            bids={0: "3 10", 1: "16"},
            hands={0: "5 6 20", 1: "5 7 9 23", 3: "6 7 9 10 14 20"},
            known={3: "20"},
            passed=(2, 3),
            to_act=0,
            pile="13 ...",
            bottom="21",
        )
    )


def unfinished() -> Position:
    """Seat 1 has laid a 5, equal to the bid of seat 0; only its 7 can finish the turn."""
    return full(make(bids={0: "5", 1: "5"}, turn="5", to_act=1, hands={1: "7"}, pile="3 ..."))


def laying() -> Position:
    """Seat 0 has bid 20 before, and lays a 12 now."""
    bids = {0: "12 20", 1: "5", 2: "7"}
    return full(make(bids=bids, turn="12", to_act=0, passed=(3,), pile="20 ..."))


def drawn() -> Position:
    """Seat 0 has passed and drawn a card; it holds seven."""
    return full(make(hands={0: "3 5 6 7 9 10 13"}, passed=(0,), bottom="20", pile="14 15 ..."))


def last_draw() -> Position:
    """Seat 0 has passed and drawn the last card of the pile."""
    return full(make(hands={0: "3"}, passed=(0,), pile=""))


def placed() -> Position:
    """Seat 2 has had the highest bid and is done; seat 3 places its eleven cards, then seat 0."""
    return full(
        make(
            phase="place",
            high=2,
            placing=(3, 0, 1),
            hands={0: "3 5", 1: "", 2: "3 5 6 7 9 10", 3: "3 5 6 7 9 10 13 14 16 20 23"},
            known={2: "3 5", 3: "10 13 14 16 20 23"},
            cellars={0: "12 14* 7 / 0.2", 1: "8", 3: ""},
        )
    )


def two_cellars() -> Position:
    """Seat 0 places into its second cellar."""
    return full(placing(f"{FULL} | 23 0.2", "3 5"))


def final() -> Position:
    """A final round, as the pile is empty."""
    return full(make(final=True, pile="", hands={0: "3 5"}))


def truncated() -> Position:
    """The last round by number; there is a pile."""
    game = CellarDesTriplettes(num_players=4, max_rounds=7)
    return full(make(game, final=True, truncated=True, hands={0: "3 5"}))


def empty_truncated() -> Position:
    """The last round by number, and the pile is empty; nobody has passed yet."""
    return full(make(CellarDesTriplettes(num_players=4, max_rounds=7), final=True, pile=""))


def over() -> Position:
    """The end of a game."""
    game = CellarDesTriplettes(num_players=4, max_rounds=7)
    hands = {0: "3 5", 1: "", 2: "3 6 7 9 10"}
    return full(make(game, phase="over", final=True, truncated=True, high=1, hands=hands))


def fit(position: Position) -> None:
    """Sizes and scores are left out, so that only the rest is judged."""
    for key in ("hand_sizes", "pile_size", "scores"):
        del position[key]


def lean(position: Position) -> None:
    """Everything that follows from the rest is left out."""
    for key in DERIVED:
        del position[key]


def draw(*target: object) -> Edit:
    """The first card of the pile goes to a list of cards."""

    def edit(position: Position) -> None:
        at(position, target).append(position["pile"].pop(0))

    return edit


def put(card: str, source: Path, target: Path) -> Edit:
    """A card goes from one list of cards to the end of another."""

    def edit(position: Position) -> None:
        at(position, source).remove(card)
        at(position, target).append(card)

    return edit


def swap_for(card: str, *path: object) -> Edit:
    """The card at a place changes with a card of the pile."""

    def edit(position: Position) -> None:
        *way, key = path
        row = at(position, way)
        pile = position["pile"]
        pile[pile.index(card)], row[key] = row[key], card

    return edit
