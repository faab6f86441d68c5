"""Reading positions of Triplets: forms, names and known cards here, rules and sums in the core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from cardgames.errors import InvalidStateError, shown_json
from cardgames.positions import Position, array, fail, integer, mapping, record, sequence
from cardgames.triplets import CARDS, RANKS, Triplets, TripletsState

_KEYS = (
    "game",
    "options",
    "round",
    "phase",
    "dealer",
    "to_act",
    "hands",
    "stacks",
    "known_hands",
    "known_stacks",
    "bounds",
    "pot",
    "in",
    "winning",
    "removed",
    "scores",
    "rng",
)
_DERIVED = ("in", "winning", "scores")

_HAND = 5
_TRIPLET = 3
_WIDEST = (0, len(RANKS) - 1)
_CARDS = {str(card): card.index for card in CARDS}
_RANKS: dict[object, int] = {rank: number for number, rank in enumerate(RANKS)}

# What is wrong with a position, by the core's code.
_FAULTS: dict[int, str] = {
    2: "rng: must not be all zero",
    3: "every card must be in just one place: a hand, a stack, the pot or removed",
    4: "hands: a hand is empty above a stack, from which it would have been filled",
    5: "known_stacks: a known card lies above an unknown one",
    6: "bounds: each hand has one for each card that is not in known_hands; they are nested, and "
    "its cards can be matched with them",
    7: "pot: it cannot have been played clockwise: a triplet that is not higher than the one it "
    "meets, a seat after it is out, or one with cards passed over",
    8: "to_act: must be the next seat clockwise that is in; before the first play of a round any "
    "seat with cards, the dealer in round 1",
    9: "in: while the game goes on two seats or more are in; at the end the winner of the last "
    "round alone, which has cards unless nobody has",
    10: "phase: the game is over when at most one seat has cards, or after max_rounds",
}
_MISPLACED = 3
_DEFAULT_OPTIONS: dict[object, object] = dict(Triplets().position_options().items())


class PositionReader:
    """Reads one position."""

    def __init__(self, game: Triplets, data: object) -> None:
        self.game = game
        self.n = game.num_players
        self.position = Position(data, _KEYS)

    def state(self) -> TripletsState:
        position = self.position
        self.game.check_position_game(position.need("game"), self.options())
        phase = position.choice("phase", ("play", "over"))
        hands = array(position.need("hands"), "hands", self.n, self.hand)
        stacks = array(position.need("stacks"), "stacks", self.n, self.cards)
        known_hands = self.known_hands(hands)
        fields = {
            "round": position.integer("round", 1, self.game.options.max_rounds),
            "dealer": position.integer("dealer", 0, self.n - 1),
            "to_act": self.to_act(phase),
            "hands": hands,
            "stacks": stacks,
            "known_hands": known_hands,
            "known_stacks": self.known_stacks(stacks),
            "bounds": self.bounds(hands, known_hands),
            "pot": self.pot(phase),
            "in_round": self.in_round(),
            "removed": self.cards(position.need("removed"), "removed"),
            "rng": position.rng(),
        }
        position.need("winning")
        result = self.game.core.state_from_fields(self.game, fields)
        if isinstance(result, int):
            misplaced = self.misplaced(fields) if result == _MISPLACED else ""
            raise InvalidStateError(_FAULTS[result] + misplaced)
        derived = result.view().to_dict()
        for key in _DERIVED:
            position.refuse_difference(key, derived[key])
        return result

    def options(self) -> object:
        """The options of the position; those that it leaves out have their defaults."""
        value = self.position.data.get("options", {})
        given = mapping(value)
        if given is None:
            return value
        return _DEFAULT_OPTIONS | given

    def to_act(self, phase: str) -> list[int]:
        """The seat to act; nobody's when the game is over."""
        seats = array(self.position.need("to_act"), "to_act", None, self.seat)
        if len(seats) != (phase != "over"):
            raise fail("to_act", f"must name {'no' if phase == 'over' else 'one'} seat")
        return seats

    def seat(self, value: object, key: str) -> int:
        return integer(value, key, 0, self.n - 1)

    def in_round(self) -> list[int]:
        seats = array(self.position.need("in"), "in", None, self.seat)
        if seats != sorted(set(seats)):
            raise fail("in", "must name its seats once, ascending")
        return seats

    def cards(self, value: object, key: str) -> list[int]:
        """Cards of a list that hides nothing."""
        return array(value, key, None, _card)

    def hand(self, value: object, key: str) -> list[int]:
        hand = self.cards(value, key)
        if len(hand) > _HAND:
            raise fail(key, f"has more than {_HAND} cards")
        return hand

    def known_hands(self, hands: list[list[int]]) -> list[list[int]]:
        """The publicly known part of each hand; nothing if it is left out."""
        if "known_hands" not in self.position:
            return [[] for _ in hands]
        known = array(self.position.need("known_hands"), "known_hands", self.n, self.cards)
        for seat, cards in enumerate(known):
            missing = Counter(cards) - Counter(hands[seat])
            if missing:
                raise fail(f"known_hands[{seat}]", f"{CARDS[min(missing)]} is not in the hand")
        return known

    def known_stacks(self, stacks: list[list[int]]) -> list[list[int | None]]:
        """The publicly known part of each stack; nothing if it is left out."""
        if "known_stacks" not in self.position:
            return [[None] * len(stack) for stack in stacks]
        entries = sequence(self.position.need("known_stacks"), "known_stacks", self.n)
        known: list[list[int | None]] = []
        for seat, stack in enumerate(stacks):
            key = f"known_stacks[{seat}]"
            cards = array(sequence(entries[seat], key, len(stack)), key, None, _card_or_none)
            for i, index in enumerate(cards):
                if index is not None and index != stack[i]:
                    raise fail(f"{key}[{i}]", f"{CARDS[index]} is not there, but {CARDS[stack[i]]}")
                if index is None and i > 0 and cards[i - 1] is not None:
                    raise fail(f"{key}[{i - 1}]", "a known card lies above an unknown one")
            known.append(cards)
        return known

    def bounds(self, hands: list[list[int]], known: list[list[int]]) -> list[list[tuple[int, int]]]:
        """Lowest and highest rank of each hidden card; 2 to A if they are left out."""
        if "bounds" not in self.position:
            return [[_WIDEST] * (len(hand) - len(known[i])) for i, hand in enumerate(hands)]
        bounds = array(self.position.need("bounds"), "bounds", self.n, _bounds)
        for seat, pairs in enumerate(bounds):
            hidden = len(hands[seat]) - len(known[seat])
            if len(pairs) != hidden:
                raise fail(
                    f"bounds[{seat}]",
                    f"must have one for each of the {hidden} cards that are not in known_hands, "
                    f"not {len(pairs)}",
                )
        return bounds

    def pot(self, phase: str) -> list[tuple[int | None, list[int]]]:
        """Who played and what, in order; first, with nobody, the middle cards."""
        entries = sequence(self.position.need("pot"), "pot")
        if phase == "over" and entries:
            raise fail("pot", "must be empty when the game is over")
        plays: list[tuple[int | None, list[int]]] = []
        for i, value in enumerate(entries):
            key = f"pot[{i}]"
            entry = record(value, key, ("player", "cards"))
            cards = self.cards(entry["cards"], f"{key}.cards")
            if entry["player"] is None:
                if i > 0 or not cards:
                    raise fail(key, "only the first entry may be of nobody, and it has cards then")
                plays.append((None, cards))
                continue
            player = self.seat(entry["player"], f"{key}.player")
            if len(cards) != 1 and not _is_triplet(cards):
                raise fail(
                    f"{key}.cards",
                    "must be one card, or three of one rank in the order c, d, h, s",
                )
            plays.append((player, cards))
        return plays

    def misplaced(self, fields: Mapping[str, Any]) -> str:
        """Which card is there too often or too rarely, as the end of an error."""
        places: Counter[int] = Counter()
        parts: Iterable[list[int]] = (
            *fields["hands"],
            *fields["stacks"],
            *(cards for _, cards in fields["pot"]),
            fields["removed"],
        )
        for cards in parts:
            places.update(cards)
        decks = self.game.options.decks
        card = next(card for card in CARDS if places[card.index] != decks)
        return f", but of {card} there are {places[card.index]}, not {decks}"


def _card(value: object, key: str) -> int:
    if value is None:
        raise fail(key, "is hidden: this is a view, and a state needs the whole position")
    if type(value) is not str or value not in _CARDS:
        raise fail(key, f"{shown_json(value)} is no card; cards are 2c to As")
    return _CARDS[value]


def _card_or_none(value: object, key: str) -> int | None:
    return None if value is None else _card(value, key)


def _bounds(value: object, key: str) -> list[tuple[int, int]]:
    """The bounds of a hand."""
    return array(value, key, None, _bound)


def _bound(value: object, key: str) -> tuple[int, int]:
    low, high = array(value, key, 2, _rank)
    if low > high:
        raise fail(key, f"nothing is from {RANKS[low]} to {RANKS[high]}")
    return low, high


def _rank(value: object, key: str) -> int:
    if type(value) is not str or value not in _RANKS:
        raise fail(key, f"must be a rank, 2 to 10, J, Q, K or A, not {shown_json(value)}")
    return _RANKS[value]


def _is_triplet(cards: list[int]) -> bool:
    """Whether these are three cards of one rank, by suit."""
    ranks = {CARDS[index].rank for index in cards}
    return len(cards) == _TRIPLET and len(ranks) == 1 and cards == sorted(cards)
