"""Reading positions of Wine Cellar: forms and names here, rules and sums in the core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from cardgames.errors import InvalidStateError, shown_json
from cardgames.positions import Position, array, fail, integer, mapping, record, same, sequence
from cardgames.wine_cellar import PHASES, Phase, WineCellar, WineCellarState

_KEYS = (
    "game",
    "options",
    "game_number",
    "round",
    "phase",
    "to_act",
    "hands",
    "hand_sizes",
    "low_left",
    "dealt_clients",
    "clients",
    "past_clients",
    "chosen",
    "bids",
    "prizes",
    "take_order",
    "cellars",
    "scores",
    "game_scores",
    "last_cellars",
    "last_clients",
    "eno",
    "client_deck",
    "rng",
)
_DERIVED = ("to_act", "hand_sizes", "low_left", "chosen", "take_order", "scores")
_ENO_KEYS = ("deck", "deck_size", "face_up", "client", "taken")
_ENO_KEYS_NEEDED = ("deck", "face_up", "client", "taken")  # deck_size follows from deck

_ROUNDS = 8
_MOST_GAME_SCORE = 480

# What is wrong with a position, by the core's code.
_FAULTS: dict[int, str] = {
    1: "a bottle, client, round or game number outside the game",
    2: "rng: must not be all zero",
    3: "hands, bids, prizes, cellars, eno: every bottle in play must be in just one place",
    4: "hands, bids, prizes, cellars, game_number, round, phase: do not fit each other",
    5: "dealt_clients, past_clients, client_deck: must be the clients in use, once each",
    6: "clients, dealt_clients: each seat keeps one of the two clients dealt to it; in the phase "
    "client not all have chosen, later all have",
    7: "past_clients, client_deck: another number of games, or of undealt clients, "
    "than game_number and the reshuffle rule give",
    8: "game_scores, last_cellars: must have a row for each game scored by game_number and phase, "
    "0 to 480, the last one as last_cellars score with last_clients",
    9: "last_cellars, last_clients: do not fit hands, bids and past_clients, "
    "or cellars and clients at the end",
    10: "eno: deck, face_up, client and taken do not fit the phase and the round",
}


_MISPLACED = 3


class PositionReader:
    """Reads one position."""

    def __init__(self, game: WineCellar, data: object) -> None:
        self.game = game
        self.n = game.num_players
        self.bottle_count = len(game.bottles)
        self.places = {client.id: place for place, client in enumerate(game.clients, 1)}
        self.position = Position(data, _KEYS)

    def state(self) -> WineCellarState:
        position, n = self.position, self.n
        self.game.check_position_game(position.need("game"), position.need("options"))
        phase = position.choice("phase", ("client", "bid", "take", "over"))
        fields = {
            "game_number": position.integer("game_number", 1, self.game.options.games),
            "round": position.integer("round", 1, _ROUNDS),
            "phase": PHASES.index(cast("Phase", phase)),
            "hands": array(position.need("hands"), "hands", n, self.seen_bottles),
            "dealt_clients": array(position.need("dealt_clients"), "dealt_clients", n, self.pair),
            "clients": array(position.need("clients"), "clients", n, self.client_or_none),
            "past_clients": array(
                position.need("past_clients"), "past_clients", None, self.past_row
            ),
            "bids": array(position.need("bids"), "bids", n, self.bottle_or_none),
            "prizes": self.bottles(position.need("prizes"), "prizes"),
            "cellars": array(position.need("cellars"), "cellars", n, self.bottles),
            "game_scores": array(position.need("game_scores"), "game_scores", None, self.scores),
            "last_cellars": self.last_cellars(),
            "last_clients": self.last_clients(),
            "eno": self.eno(),
            "client_deck": self.client_deck(),
            "rng": position.rng(),
        }
        position.need("take_order")
        self.refuse_missing("clients", fields["clients"], has_all=phase != "client")
        self.refuse_missing("bids", fields["bids"], has_all=phase in ("take", "over"))
        if (fields["last_cellars"] is None) != (fields["last_clients"] is None):
            raise fail("last_clients", "must be null if last_cellars is, and only then")
        result = self.game.core.state_from_fields(self.game, fields)
        if isinstance(result, int):
            misplaced = self.misplaced(fields) if result == _MISPLACED else ""
            raise InvalidStateError(_FAULTS[result] + misplaced)
        derived = result.view().to_dict()
        for key in _DERIVED:
            position.refuse_difference(key, derived[key])
        return result

    def refuse_missing(self, key: str, values: Any, *, has_all: bool) -> None:
        """Refuses a choice that is missing when all have chosen."""
        if has_all and None in values:
            where = f"{key}[{values.index(None)}]"
            raise fail(where, "is missing or hidden, but all have chosen in this phase")

    def misplaced(self, fields: Mapping[str, Any]) -> str:
        """Which bottle is in no place or in several, as the end of an error."""
        places: dict[int, list[str]] = {number: [] for number in range(1, self.bottle_count + 1)}
        parts = {"prizes": fields["prizes"]}
        for seat in range(self.n):
            parts[f"hands[{seat}]"] = fields["hands"][seat]
            parts[f"cellars[{seat}]"] = fields["cellars"][seat]
        if fields["phase"] != PHASES.index("bid"):  # a pending bid is in the hand still
            parts["bids"] = [number for number in fields["bids"] if number is not None]
        if self.n == 1:
            parts |= {f"eno.{key}": fields["eno"][key] for key in ("deck", "face_up", "taken")}
        for part, numbers in parts.items():
            for number in numbers:
                places[number].append(part)
        number, found = next(item for item in places.items() if len(item[1]) != 1)
        return f", but {number} is in {' and '.join(found) or 'none'}"

    def bottle(self, value: object, key: str) -> int:
        return integer(value, key, 1, self.bottle_count)

    def bottle_or_none(self, value: object, key: str) -> int | None:
        return None if value is None else self.bottle(value, key)

    def bottles(self, value: object, key: str) -> list[int]:
        """At most eight bottles, none of them twice."""
        bottles = array(value, key, None, self.bottle)
        if len(bottles) > _ROUNDS:
            raise fail(key, f"has more than {_ROUNDS} bottles")
        if len(set(bottles)) != len(bottles):
            raise fail(key, "a bottle is there twice")
        return bottles

    def seen_bottles(self, value: object, key: str) -> list[int]:
        return self.bottles(self.seen(value, key), key)

    def seen(self, value: object, key: str) -> object:
        if value is None:
            raise fail(key, "is hidden: this is a view, and a state needs the whole position")
        return value

    def client(self, value: object, key: str) -> int:
        """The place of a client among those in use."""
        if type(value) is not int or value not in self.places:
            raise fail(key, f"{shown_json(value)} is no client in use")
        return self.places[value]

    def client_or_none(self, value: object, key: str) -> int | None:
        return None if value is None else self.client(value, key)

    def pair(self, value: object, key: str) -> list[int]:
        """The two clients dealt to a seat."""
        pair = array(self.seen(value, key), key, 2, self.client)
        if pair[0] == pair[1]:
            raise fail(key, "a client is there twice")
        return sorted(pair)

    def past_pair(self, value: object, key: str) -> list[int]:
        """The clients that a seat kept and discarded."""
        kept, discarded = sequence(value, key, 2)
        return [
            self.client(kept, f"{key}[0]"),
            self.client(self.seen(discarded, f"{key}[1]"), f"{key}[1]"),
        ]

    def past_row(self, value: object, key: str) -> list[list[int]]:
        return array(value, key, self.n, self.past_pair)

    def scores(self, value: object, key: str) -> list[int]:
        return array(value, key, self.n, _score)

    def last_cellars(self) -> list[list[int]] | None:
        value = self.position.need("last_cellars")
        return None if value is None else array(value, "last_cellars", self.n, self.bottles)

    def last_clients(self) -> list[int] | None:
        value = self.position.need("last_clients")
        return None if value is None else array(value, "last_clients", self.n, self.client)

    def client_deck(self) -> list[int]:
        value = self.seen(self.position.need("client_deck"), "client_deck")
        return array(value, "client_deck", None, self.client)

    def eno(self) -> dict[str, Any] | None:
        value = self.position.need("eno")
        if self.n != 1:
            if value is not None:
                raise fail("eno", f"must be null with {self.n} players")
            return None
        given = mapping(value) or {}
        entry = record(value, "eno", _ENO_KEYS if "deck_size" in given else _ENO_KEYS_NEEDED)
        deck = self.seen_bottles(entry["deck"], "eno.deck")
        if "deck_size" in entry and not same(entry["deck_size"], len(deck)):
            raise fail(
                "eno.deck_size", f"must be {len(deck)}, not {shown_json(entry['deck_size'])}"
            )
        return {
            "deck": deck,
            "face_up": self.bottles(entry["face_up"], "eno.face_up"),
            "client": self.client_or_none(entry["client"], "eno.client"),
            "taken": self.bottles(entry["taken"], "eno.taken"),
        }


def _score(value: object, key: str) -> int:
    return integer(value, key, 0, _MOST_GAME_SCORE)
