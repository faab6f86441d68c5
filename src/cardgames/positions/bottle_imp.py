"""Reading positions of Bottle Imp: forms and names here, rules and sums in the core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from cardgames.bottle_imp import PHASES, BottleImp, BottleImpState, Phase
from cardgames.errors import InvalidStateError, shown_json
from cardgames.positions import Position, array, fail, integer, record, sequence

_MAX_SCORE = 2_000_000  # far inside the core's integers; it knows the exact bound

_KEYS = (
    "game",
    "options",
    "round",
    "dealer",
    "phase",
    "hands",
    "hand_sizes",
    "open_hands",
    "passes",
    "passed",
    "played",
    "leader",
    "trick",
    "last_trick",
    "bottles",
    "won",
    "voids",
    "teams",
    "last_round",
    "scores",
    "to_act",
    "rng",
)
_DERIVED = ("hand_sizes", "passed", "leader", "trick", "bottles", "won", "voids", "teams", "to_act")

# What is wrong with a position, by the core's code.
_FAULTS: dict[int, str] = {
    1: "a card that is not in play, or a round or dealer outside the game",
    2: "rng: must not be all zero",
    3: "every card in play must be in just one place: a hand, an open hand, played, or passed",
    4: "hands, passes and played do not fit each other and the phase",
    5: "passes: a given card is not with its receiver (held or played), or was given twice",
    6: "played: a card did not follow although its seat held the led colour",
    7: "scores: 0 before the first settled round; later at most 1,000,000 + 1,000 a round",
    8: "last_round: is not a possible result of the round before",
    9: "last_trick: is not a possible last trick of the round before",
    11: "passes: choices are made in order (devil, then left or open, then right or hidden)",
    12: "phase: a game is over in its last round only, see round and the option rounds",
}


class PositionReader:
    """Reads one position."""

    def __init__(self, game: BottleImp, data: object) -> None:
        self.game = game
        self.n = game.num_players
        self.ranks = {card.rank: card.index for card in game.deck}
        self.position = Position(data, _KEYS)

    def state(self) -> BottleImpState:
        position = self.position
        self.game.check_position_game(position.need("game"), position.need("options"))
        phase = position.choice("phase", ("pass", "play", "over"))
        devil, given = self.passes()
        fields = {
            "round": position.integer("round", 1, self.game.options.rounds),
            "dealer": position.integer("dealer", 0, self.n - 1),
            "phase": PHASES.index(cast("Phase", phase)),
            "hands": array(position.need("hands"), "hands", self.n, self.seen_cards),
            "open_hands": self.open_hands(),
            "devil": devil,
            "given": given,
            "played": array(position.need("played"), "played", self.n, self.cards),
            "scores": array(position.need("scores"), "scores", self.n, _score),
            "last_round": self.last_round(),
            "last_trick": self.last_trick(),
            "rng": position.rng(),
        }
        result = self.game.core.state_from_fields(self.game, fields)
        if isinstance(result, int):
            raise InvalidStateError(_FAULTS[result])
        self.check_derived(result)
        return result

    def check_derived(self, state: BottleImpState) -> None:
        """Refuses values that differ from what follows from the rest."""
        derived = state.view().to_dict()
        for key in _DERIVED:
            self.position.refuse_difference(key, derived[key])
        if any(derived["played"]) and self.has_complete_trick(derived):
            self.position.refuse_difference("last_trick", derived["last_trick"])
        if derived["phase"] == "over":
            self.position.refuse_difference("last_round", derived["last_round"])

    def has_complete_trick(self, derived: Mapping[str, Any]) -> bool:
        return sum(map(len, derived["played"])) > len(derived["trick"])

    def rank(self, value: object, key: str) -> int:
        if type(value) is not str or value not in self.ranks:
            raise fail(key, f"{shown_json(value)} is no card in play")
        return self.ranks[value]

    def cards(self, value: object, key: str) -> list[int]:
        """A list of cards, none of them twice."""
        cards = array(value, key, None, self.rank)
        if len(set(cards)) != len(cards):
            raise fail(key, "a card is there twice")
        return cards

    def seen_cards(self, value: object, key: str) -> list[int]:
        if value is None:
            raise fail(key, "is hidden: this is a view, and a state needs the whole position")
        return self.cards(value, key)

    def open_hands(self) -> list[list[int]] | None:
        if self.n != 2:
            if self.position.data.get("open_hands") is not None:
                raise fail("open_hands", f"must be null with {self.n} players")
            return None
        return array(self.position.need("open_hands"), "open_hands", 2, self.cards)

    def passes(self) -> tuple[list[list[int]], list[list[int | None]]]:
        """The Devil's cards of each seat, and the cards given to either side."""
        names = self.game.gift_names
        devil: list[list[int]] = []
        given: list[list[int | None]] = [[], []]
        for seat, value in enumerate(sequence(self.position.need("passes"), "passes", self.n)):
            key = f"passes[{seat}]"
            entry = record(value, key, ("devil", *names))
            cards = self.seen_cards(entry["devil"], f"{key}.devil")
            if len(cards) > self.game.options.devil_cards:
                raise fail(
                    f"{key}.devil", f"must have at most {self.game.options.devil_cards} cards"
                )
            devil.append(sorted(cards))
            for side, name in enumerate(names):
                gift = entry[name]
                given[side].append(None if gift is None else self.rank(gift, f"{key}.{name}"))
        if self.position.data["phase"] != "pass" and any(None in side for side in given):
            raise fail("passes", "a choice is missing or hidden: a state needs the whole position")
        return devil, given

    def last_trick(self) -> list[tuple[int, int]]:
        """The last trick as seats and cards; seats go clockwise."""
        entries = [
            (
                integer(entry["player"], f"last_trick[{i}].player", 0, self.n - 1),
                self.rank(entry["card"], f"last_trick[{i}].card"),
            )
            for i, entry in enumerate(
                record(value, "last_trick", ("player", "card"))
                for value in sequence(self.position.data.get("last_trick", []), "last_trick")
            )
        ]
        if len(entries) > self.game.num_players and len(entries) > 4:
            raise fail("last_trick", "has too many cards")
        for i, (seat, _) in enumerate(entries):
            if seat != (entries[0][0] + i) % self.n:
                raise fail("last_trick", "the seats must follow each other clockwise")
        return entries

    def last_round(self) -> dict[str, Any] | None:
        value = self.position.data.get("last_round")
        if value is None:
            return None
        entry = record(value, "last_round", ("gain", "devil", "won", "bottles"))
        return {
            "gain": array(entry["gain"], "last_round.gain", self.n, _score),
            "devil": self.cards(entry["devil"], "last_round.devil"),
            "won": array(entry["won"], "last_round.won", self.n, self.cards),
            "bottles": array(
                entry["bottles"],
                "last_round.bottles",
                self.game.options.bottles,
                self.owned_bottle,
            ),
        }

    def owned_bottle(self, value: object, key: str) -> tuple[int, int]:
        entry = record(value, key, ("price", "owner"))
        return (
            self.rank(entry["price"], f"{key}.price"),
            integer(entry["owner"], f"{key}.owner", 0, self.n - 1),
        )


def _score(value: object, key: str) -> int:
    return integer(value, key, -_MAX_SCORE, _MAX_SCORE)
