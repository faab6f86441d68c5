"""Reading positions of Cellar des Triplettes: forms and names here, rules and sums in the core."""

from __future__ import annotations

from typing import cast

from cardgames.cellar_des_triplettes import (
    CARDS,
    PHASES,
    SLOTS,
    CellarDesTriplettes,
    CellarDesTriplettesState,
    Phase,
)
from cardgames.errors import InvalidStateError, shown_json
from cardgames.positions import Position, array, boolean, fail, integer, sequence

_KEYS = (
    "game",
    "options",
    "round",
    "phase",
    "final_round",
    "truncated",
    "starting_player",
    "high_bidder",
    "to_act",
    "hands",
    "hand_sizes",
    "known_hands",
    "bids",
    "turn",
    "passed",
    "display",
    "pile",
    "pile_size",
    "pile_bottom",
    "placing",
    "cellars",
    "covered",
    "scores",
    "rng",
)
_DERIVED = ("to_act", "hand_sizes", "passed", "pile_size", "placing", "scores")

_COPIES = 3
_MAX_CELLARS = 5
_ROW_SIZES = (5, 4, 3, 2, 1)
_SLOTS = {word: slot for slot, word in enumerate(SLOTS[:-2])}

# The cards of the slots of a cellar, None for a free one, and the covered slots.
_CellarOf = tuple[list[int | None], list[int]]

# What is wrong with a position, by the core's code.
_FAULTS: dict[int, str] = {
    1: "a card that is not in play, or a round or seat outside the game",
    2: "rng: must not be all zero",
    3: "every card in play must be in just one place: "
    "a hand, a bid, the display, the pile or a cellar",
    4: "hands: in the bid a hand and its bid have at most 6 cards (7 if the seat passed without "
    "a bid); before placing a hand has at most 11 cards, after it at most 6",
    5: "known_hands: a known card is not in the hand",
    6: "known_hands: at most 5 cards of a hand, those of the deal, can be unknown",
    7: "display: has 1 to 6 cards before the end",
    8: "pile: has more cards than after the deal",
    9: "pile_bottom: must be the last cards of the pile, and no more than can have been put there",
    10: "final_round, truncated: the final round is max_rounds at the latest, and truncated if "
    "that alone made it the final one; else it has no pile, and no game is over before it",
    11: "bids, turn, passed, high_bidder: in the bid the seat to act has not passed, its turn is "
    "part of its bid and there is no high_bidder; later all bids and the turn are empty",
    12: "bids: two called totals are equal",
    13: "to_act: the seat has no legal action: no call can follow, or it holds no card to place",
    14: "cellars, covered: a cellar that could not have been built",
}


class PositionReader:
    """Reads one position."""

    def __init__(self, game: CellarDesTriplettes, data: object) -> None:
        self.game = game
        self.n = game.num_players
        self.types = {card.value: card.index for card in game.deck}
        self.position = Position(data, _KEYS)

    def state(self) -> CellarDesTriplettesState:
        position = self.position
        self.game.check_position_game(position.need("game"), position.need("options"))
        phase = position.choice("phase", ("bid", "place", "over"))
        fields = {
            "phase": PHASES.index(cast("Phase", phase)),
            "round": position.integer("round", 1, self.game.options.max_rounds),
            "final_round": boolean(position.need("final_round"), "final_round"),
            "truncated": boolean(position.need("truncated"), "truncated"),
            "starting_player": position.integer("starting_player", 0, self.n - 1),
            "high_bidder": self.high_bidder(),
            "to_act": self.to_act(phase),
            "hands": array(position.need("hands"), "hands", self.n, self.hand),
            "known_hands": array(position.need("known_hands"), "known_hands", self.n, self.cards),
            "bids": array(position.need("bids"), "bids", self.n, self.cards),
            "turn": self.cards(position.need("turn"), "turn"),
            "passed": array(position.need("passed"), "passed", self.n, boolean),
            "display": self.cards(position.need("display"), "display"),
            "pile": self.pile(),
            "pile_bottom": self.cards(position.need("pile_bottom"), "pile_bottom"),
            "cellars": self.cellars(),
            "rng": position.rng(),
        }
        result = self.game.core.state_from_fields(self.game, fields)
        if isinstance(result, int):
            raise InvalidStateError(_FAULTS[result])
        derived = result.view().to_dict()
        for key in _DERIVED:
            position.refuse_difference(key, derived[key])
        return result

    def high_bidder(self) -> int | None:
        value = self.position.need("high_bidder")
        return None if value is None else integer(value, "high_bidder", 0, self.n - 1)

    def to_act(self, phase: str) -> list[int]:
        """The seat to act; nobody's when the game is over."""
        seats = array(self.position.need("to_act"), "to_act", None, self.seat)
        if len(seats) != (phase != "over"):
            raise fail("to_act", f"must name {'no' if phase == 'over' else 'one'} seat")
        return seats

    def seat(self, value: object, key: str) -> int:
        return integer(value, key, 0, self.n - 1)

    def card(self, value: object, key: str) -> int:
        if type(value) is not str or value not in self.types:
            raise fail(key, f"{shown_json(value)} is no card in play")
        return self.types[value]

    def cards(self, value: object, key: str) -> list[int]:
        """Cards in any order, none of them more often than it is in play."""
        cards = array(value, key, None, self.card)
        for index in set(cards):
            if cards.count(index) > _COPIES:
                raise fail(key, f"{CARDS[index]} is there more than {_COPIES} times")
        return cards

    def hand(self, value: object, key: str) -> list[int]:
        if value is None:
            raise fail(key, "is hidden: this is a view, and a state needs the whole position")
        return self.cards(value, key)

    def pile(self) -> list[int]:
        value = self.position.need("pile")
        if value is None:
            raise fail("pile", "is hidden: this is a view, and a state needs the whole position")
        return self.cards(value, "pile")

    def cellars(self) -> list[list[_CellarOf]]:
        """For every seat the cellars, each with its covered slots."""
        cellars = array(self.position.need("cellars"), "cellars", self.n, self.seat_cellars)
        seats = sequence(self.position.need("covered"), "covered", self.n)
        return [
            list(zip(own, array(seats[i], f"covered[{i}]", len(own), _covered), strict=True))
            for i, own in enumerate(cellars)
        ]

    def seat_cellars(self, value: object, key: str) -> list[list[int | None]]:
        cellars = array(value, key, None, self.cellar)
        if not 1 <= len(cellars) <= _MAX_CELLARS:
            raise fail(key, f"must have 1 to {_MAX_CELLARS} cellars, not {len(cellars)}")
        return cellars

    def cellar(self, value: object, key: str) -> list[int | None]:
        """The slots of a cellar, row by row."""
        slots: list[int | None] = []
        for row, entry in enumerate(sequence(value, key, len(_ROW_SIZES))):
            slots += array(entry, f"{key}[{row}]", _ROW_SIZES[row], self.slot)
        return slots

    def slot(self, value: object, key: str) -> int | None:
        return None if value is None else self.card(value, key)


def _covered(value: object, key: str) -> list[int]:
    """The covered slots of a cellar, row by row."""
    slots = array(value, key, None, _slot)
    if slots != sorted(set(slots)):
        raise fail(key, "must name its slots once, row by row")
    return slots


def _slot(value: object, key: str) -> int:
    if type(value) is not str or value not in _SLOTS:
        raise fail(key, f"must be a slot, r1c1 to r5c1, not {shown_json(value)}")
    return _SLOTS[value]
