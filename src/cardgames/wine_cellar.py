"""Wine Cellar: options, actions, views and positions under their names.

The rules are in `cardgames._core.wine_cellar`; docs/wine_cellar.md explains them. Decks are in
`cardgames.wine_deck`.

>>> from cardgames import wine_cellar
>>> game = wine_cellar.WineCellar(num_players=4)
>>> game.action_to_string(wine_cellar.take(12, "top"))
'take 12 top'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Never, Self, SupportsIndex, cast

from cardgames._core import wine_cellar as _core
from cardgames._core.state import State
from cardgames._core.wine_cellar import WineCellarState
from cardgames.arguments import as_text, checked_int
from cardgames.errors import CardGamesError, NotationError, OptionError, shown, shown_json
from cardgames.game import (
    BlockSpec,
    Game,
    GameOptions,
    OptionSpec,
    View,
    option_int,
    refuse_unknown,
)
from cardgames.positions import mapping, rng_words
from cardgames.wine_deck import WINE_TYPES, Bottle, Client, DeckError, WineDeck, WineType

__all__ = [
    "ENDS",
    "PHASES",
    "WINE_TYPES",
    "Action",
    "Bid",
    "Bottle",
    "Client",
    "DeckError",
    "End",
    "Eno",
    "Keep",
    "Options",
    "PastClient",
    "Phase",
    "ScoreDetails",
    "Take",
    "WineCellar",
    "WineCellarState",
    "WineCellarView",
    "WineDeck",
    "WineType",
    "bid",
    "keep",
    "take",
]

if TYPE_CHECKING:
    from cardgames._core.wine_cellar_fields import EnoFields, Fields

Phase = Literal["client", "bid", "take", "over"]
End = Literal["top", "bottom"]

PHASES: tuple[Phase, ...] = ("over", "client", "bid", "take")  # by the core's number
ENDS: tuple[End, ...] = ("top", "bottom")

_BOTTLES = 72
_ROUNDS = 8
_ADVANCED_GAMES = 3


# --- Actions ---


@dataclass(frozen=True, slots=True)
class Keep:
    """The first (1) or second (2) of the two clients dealt, in the order of their ids, is kept."""

    which: int


@dataclass(frozen=True, slots=True)
class Bid:
    """A bottle is bid, by its number."""

    bottle: int


@dataclass(frozen=True, slots=True)
class Take:
    """A prize is taken, by its number, and laid at the "top" or "bottom" of the cellar."""

    bottle: int
    end: End


Action = Keep | Bid | Take


def _bottle_number(which: SupportsIndex | Bottle) -> int:
    number = getattr(which, "number", None) if isinstance(which, Bottle) else which
    return checked_int(number, "bottle", 1, _BOTTLES)


def keep(which: SupportsIndex) -> int:
    """The id of keeping the first (1) or second (2) client."""
    return checked_int(which, "which", 1, 2) - 1


def bid(which: SupportsIndex | Bottle) -> int:
    """The id of bidding a bottle, given by its number."""
    return _core.FIRST_BID + _bottle_number(which) - 1


def take(which: SupportsIndex | Bottle, end: str) -> int:
    """The id of taking a prize, given by its number, to the "top" or "bottom" of the cellar."""
    end = as_text(end, "an end")
    if end not in ENDS:
        raise NotationError(f"{shown(end)} is no end of a cellar; ends are top and bottom")
    return _core.FIRST_TAKE + 2 * (_bottle_number(which) - 1) + (end == "bottom")


# --- Views ---


@dataclass(frozen=True, slots=True)
class PastClient:
    """A seat's clients of an earlier game; `discarded` is None if the viewer has not seen it."""

    kept: Client
    discarded: Client | None


@dataclass(frozen=True, slots=True)
class Eno:
    """Eno's side of a solo game.

    Attributes
    ----------
    deck
        Its cards, the next one first; None if the order is hidden.
    deck_size
        How many.
    face_up
        Its bid cards that lie open, ascending.
    client
        Its client; None until the player has chosen.
    taken
        Bottles that left the game, ascending.
    """

    deck: tuple[Bottle, ...] | None
    deck_size: int
    face_up: tuple[Bottle, ...]
    client: Client | None
    taken: tuple[Bottle, ...]


@dataclass(frozen=True, slots=True)
class ScoreDetails:
    """Where a seat's points of the game last scored come from.

    Attributes
    ----------
    ages
        Age Scores.
    first_type, second_type
        Bonuses for bottles of the client's first and second type.
    countries
        Bonuses for bottles from the client's countries.
    total
        The sum: the seat's score of that game.
    """

    ages: int
    first_type: int
    second_type: int
    countries: int
    total: int


@dataclass(frozen=True, slots=True)
class WineCellarView(View):
    """What one viewer knows; the fields are the keys of the position format.

    docs/wine_cellar.md says more about each.

    Attributes
    ----------
    game
        The game with its options.
    player
        The seat that sees this, `cardgames.SPECTATOR`, or None for everything.
    game_number
        1, up to 3 in the advanced variant.
    round
        1 to 8.
    phase
        "client", "bid", "take" or "over".
    to_act
        Seats that may act now.
    hands
        Bottles ascending, a pending bid among them; None where the viewer may not see.
    hand_sizes
        Sizes of all hands.
    low_left
        Lower-half bottles in each hand, in game 1 of the advanced variant; else None.
    dealt_clients
        The two clients dealt to each seat; None where the viewer may not see.
    clients
        The client of each seat; None where not chosen or not seen.
    past_clients
        Clients of the games before this one since the last shuffle.
    chosen
        Who has chosen in the present simultaneous phase.
    bids
        The bid of each seat; None where there is none or it is not seen.
    prizes
        Bottles to take, ascending.
    take_order
        Seats still to take, in order.
    cellars
        From the top.
    scores
        Points of the games scored.
    game_scores
        The same game by game.
    last_cellars, last_clients
        Cellars and clients of the game last scored.
    last_details
        How that game's scores come about, per seat; empty before any game is scored. No key of the
        position format.
    details_so_far
        What the present cellars would score as they lie now, per seat, a client as far as it is
        seen. No key of the position format.
    eno
        Eno's side of a solo game.
    client_deck
        Undealt clients, the next one first; None if the order is hidden.
    rng
        The generator, in the view of everything only.
    """

    game: WineCellar
    player: int | None
    game_number: int
    round: int
    phase: Phase
    to_act: tuple[int, ...]
    hands: tuple[tuple[Bottle, ...] | None, ...]
    hand_sizes: tuple[int, ...]
    low_left: tuple[int, ...] | None
    dealt_clients: tuple[tuple[Client, ...] | None, ...]
    clients: tuple[Client | None, ...]
    past_clients: tuple[tuple[PastClient, ...], ...]
    chosen: tuple[bool, ...]
    bids: tuple[Bottle | None, ...]
    prizes: tuple[Bottle, ...]
    take_order: tuple[int, ...]
    cellars: tuple[tuple[Bottle, ...], ...]
    scores: tuple[int, ...]
    game_scores: tuple[tuple[int, ...], ...]
    last_cellars: tuple[tuple[Bottle, ...], ...] | None
    last_clients: tuple[Client, ...] | None
    last_details: tuple[ScoreDetails, ...]
    details_so_far: tuple[ScoreDetails, ...]
    eno: Eno | None
    client_deck: tuple[Client, ...] | None
    rng: tuple[str, ...] | None

    def score_details(self, seat: SupportsIndex) -> ScoreDetails:
        """Where a seat's points of the game last scored come from.

        Raises
        ------
        TypeError, CardGamesError
            `seat` is no integer; there is no such seat; no game has been scored yet.
        """
        number = checked_int(seat, "seat", 0, self.game.num_players - 1)
        if not self.last_details:
            raise CardGamesError(
                "no game has been scored yet; score_so_far tells what the cellar would score now"
            )
        return self.last_details[number]

    def score_so_far(self, seat: SupportsIndex) -> ScoreDetails:
        """What a seat's present cellar would score as it lies now.

        Bottles that come on top later move the others down, to other Age Scores.

        Raises
        ------
        TypeError, CardGamesError
            `seat` is no integer; there is no such seat.
        """
        return self.details_so_far[checked_int(seat, "seat", 0, self.game.num_players - 1)]

    def to_dict(self) -> dict[str, Any]:
        """The view in the position format, ready for JSON."""
        return {
            "game": self.game.name,
            "options": self.game.position_options(),
            "game_number": self.game_number,
            "round": self.round,
            "phase": self.phase,
            "to_act": list(self.to_act),
            "hands": [None if hand is None else _numbers(hand) for hand in self.hands],
            "hand_sizes": list(self.hand_sizes),
            "low_left": None if self.low_left is None else list(self.low_left),
            "dealt_clients": [None if pair is None else _ids(pair) for pair in self.dealt_clients],
            "clients": [_id(client) for client in self.clients],
            "past_clients": [
                [[past.kept.id, _id(past.discarded)] for past in row] for row in self.past_clients
            ],
            "chosen": list(self.chosen),
            "bids": [None if bottle is None else bottle.number for bottle in self.bids],
            "prizes": _numbers(self.prizes),
            "take_order": list(self.take_order),
            "cellars": [_numbers(cellar) for cellar in self.cellars],
            "scores": list(self.scores),
            "game_scores": [list(row) for row in self.game_scores],
            "last_cellars": None
            if self.last_cellars is None
            else [_numbers(cellar) for cellar in self.last_cellars],
            "last_clients": None if self.last_clients is None else _ids(self.last_clients),
            "eno": None if self.eno is None else _eno_dict(self.eno),
            "client_deck": None if self.client_deck is None else _ids(self.client_deck),
            "rng": None if self.rng is None else list(self.rng),
        }


def _numbers(bottles: Sequence[Bottle]) -> list[int]:
    return [bottle.number for bottle in bottles]


def _ids(clients: Sequence[Client]) -> list[int]:
    return [client.id for client in clients]


def _id(client: Client | None) -> int | None:
    return None if client is None else client.id


def _eno_dict(eno: Eno) -> dict[str, Any]:
    return {
        "deck": None if eno.deck is None else _numbers(eno.deck),
        "deck_size": eno.deck_size,
        "face_up": _numbers(eno.face_up),
        "client": _id(eno.client),
        "taken": _numbers(eno.taken),
    }


# --- The game ---


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """The options of a game of Wine Cellar; see `WineCellar`."""

    num_players: int
    games: int
    client_set: Literal["A", "B"]
    deck: WineDeck


class WineCellar(Game[WineCellarState]):
    """Wine Cellar: bids become prizes, prizes age in cellars, for 1 to 8 players.

    Parameters
    ----------
    num_players
        1 to 8; one plays against Eno.
    games
        1, or 3: the advanced variant, with 2 players or more.
    client_set
        "A" or "B": the clients of the advanced variant with 2 or 3 players. Every other game uses
        all clients, and "A".
    deck
        The cards; None is the stand-in deck that comes with the library.

    Raises
    ------
    OptionError
        An option is unknown, of a wrong type, not allowed or does not fit the others.

    Examples
    --------
    >>> WineCellar(num_players=2, games=3)
    WineCellar(num_players=2, games=3)
    >>> WineCellar(num_players=1, games=3)
    Traceback (most recent call last):
    ...
    cardgames.errors.OptionError: games: must be 1 with 1 player, not 3
    """

    __slots__ = ("_clients",)

    name: ClassVar[str] = "wine_cellar"
    OPTIONS: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec("num_players", int, "4", "1 to 8", "Number of players; 1 plays against Eno."),
        OptionSpec(
            "games",
            int,
            "1",
            "1, or 3 with 2 players or more",
            "Games in a row; 3 is the advanced variant.",
        ),
        OptionSpec(
            "client_set",
            str,
            "A",
            "A; also B with 2 or 3 players and 3 games",
            "Clients of the advanced variant with 2 or 3 players.",
        ),
        OptionSpec(
            "deck",
            WineDeck,
            "the stand-in deck",
            "a deck of 72 bottles with its clients",
            "The cards, from a file of bottles and a file of clients.",
            files=("bottles.csv", "clients.csv"),
        ),
    )

    _clients: tuple[Client, ...]

    def __init__(
        self,
        /,
        num_players: int = 4,
        games: int = 1,
        client_set: str = "A",
        deck: WineDeck | None = None,
        **unknown: Never,
    ) -> None:
        refuse_unknown(type(self), unknown)
        options = _checked_options(num_players, games, client_set, deck)
        clients = _clients_in_use(options)
        if len(clients) < 2 * options.num_players:
            raise OptionError(
                "deck",
                f"has {len(clients)} clients in use, but {options.num_players} players "
                f"need {2 * options.num_players}",
            )
        bottles = options.deck.bottles[: _bottle_count(options.num_players)]
        core = _core.CoreWineCellar(
            options.num_players,
            options.games,
            [bottle.ages for bottle in bottles],
            [_client_values(client, bottles, options.num_players) for client in clients],
        )
        self._set_up(core, options, _WORDS)
        object.__setattr__(self, "_clients", clients)

    @property
    def options(self) -> Options:
        """The options, checked and complete."""
        return cast("Options", self._options)

    @property
    def bottles(self) -> tuple[Bottle, ...]:
        """The bottles in play, by number."""
        return self.options.deck.bottles[: _bottle_count(self.num_players)]

    @property
    def clients(self) -> tuple[Client, ...]:
        """The clients in use, by id."""
        return self._clients

    def _default_values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"games": 1, "client_set": "A", "deck": WineDeck.standard()}

    def position_options(self) -> dict[str, Any]:
        """The options as a position has them: the deck by "standard" or its content hash."""
        return self.option_values() | {"deck": str(self.options.deck)}

    def saved_options(self) -> dict[str, Any]:
        """The options as a record has them: another deck than the standard one by all its cards."""
        deck = self.options.deck
        if deck.is_standard:
            return self.position_options()
        cards = {"bottles": deck.bottles_csv(), "clients": deck.clients_csv()}
        return self.option_values() | {"deck": cards}

    @classmethod
    def from_saved_options(cls, options: Mapping[str, Any]) -> Self:
        """The game of what `saved_options` gave."""
        values = {**options}
        deck = values.get("deck", "standard")
        if deck == "standard":
            values["deck"] = None
            return cls(**values)
        cards = mapping(deck) or {}
        bottles, clients = cards.get("bottles"), cards.get("clients")
        if len(cards) != 2 or not (isinstance(bottles, str) and isinstance(clients, str)):
            raise OptionError(
                "deck",
                "must be 'standard', or an object with the texts of the files bottles and clients, "
                f"not {shown_json(deck)}",
            )
        values["deck"] = WineDeck.from_csv_text(bottles, clients)
        return cls(**values)

    def action_info(self, a: SupportsIndex) -> Action:
        """An action as a dataclass: `Keep`, `Bid` or `Take`."""
        return _ACTIONS[self._action_id(a)]

    def _observation_blocks(self) -> Iterator[BlockSpec]:
        return _observation_blocks(self)

    @property
    def core(self) -> _core.CoreWineCellar:
        """The core, for the reader of positions."""
        return cast("_core.CoreWineCellar", self._core)

    def _view_of(self, state: State, player: int | None) -> WineCellarView:
        return _ViewMaker(self).view(player, cast("WineCellarState", state).fields(player))

    def _example_words(self) -> tuple[str, ...]:
        return "keep 1", "bid 12", "take 12 top", "take 12 bottom"

    def _why_illegal(self, state: State, player: int, action: int, code: int) -> str:
        info = _ACTIONS[action]
        number = "" if isinstance(info, Keep) else str(info.bottle)
        return _REFUSALS[code].format(number=number, most=_bottle_count(self.num_players))


def _all_actions() -> Iterator[tuple[str, Action]]:
    for which in (1, 2):
        yield f"keep {which}", Keep(which)
    for number in range(1, _BOTTLES + 1):
        yield f"bid {number}", Bid(number)
    for number in range(1, _BOTTLES + 1):
        for end in ENDS:
            yield f"take {number} {end}", Take(number, end)


_ACTIONS: tuple[Action, ...] = tuple(action for _, action in _all_actions())
_WORDS: tuple[str, ...] = tuple(word for word, _ in _all_actions())

# Why an action is refused, by the core's code.
_REFUSALS: dict[int, str] = {
    3: "the game is over",
    4: "bottle {number} is not in play; the bottles are 1 to {most}",
    5: "clients are chosen first",
    6: "the clients have been chosen",
    7: "prizes are taken when all have bid",
    8: "the bids are made, prizes are being taken",
    9: "it has made its choice; the others are still choosing",
    10: "it is not its turn",
    11: "it does not hold {number}",
    12: "{number} is not among the prizes",
    13: "the first bottle of a cellar goes to the top",
}


def _bottle_count(num_players: int) -> int:
    """Bottles in play: 18 with one or two players, nine more with every further one."""
    return 9 * max(num_players, 2)


def _uses_set(options: Options) -> bool:
    """Whether only one set of clients is used: in the advanced variant with 2 or 3 players."""
    return options.games == _ADVANCED_GAMES and options.num_players <= 3


def _clients_in_use(options: Options) -> tuple[Client, ...]:
    clients = options.deck.clients
    if _uses_set(options):
        return tuple(client for client in clients if client.set == options.client_set)
    return clients


def _client_values(
    client: Client, bottles: Sequence[Bottle], num_players: int
) -> tuple[tuple[int, int, int], list[int]]:
    """The bonuses of a client, and what of it matches each bottle, as the core takes them."""
    countries = client.countries_for(num_players)
    matches = [
        (bottle.wine_type == client.type1)
        | (bottle.wine_type == client.type2) << 1
        | (bottle.country in countries) << 2
        | (bottle.country == countries[0]) << 3
        for bottle in bottles
    ]
    return (client.bonus1, client.bonus2, client.country_bonus), matches


def _checked_options(
    num_players: object, games: object, client_set: object, deck: object
) -> Options:
    n = option_int(num_players, "num_players", 1, 8)
    count = option_int(games, "games", 1, _ADVANCED_GAMES)
    if count not in (1, _ADVANCED_GAMES):
        raise OptionError("games", f"must be 1 or {_ADVANCED_GAMES}, not {count}")
    if n == 1 and count != 1:
        raise OptionError("games", f"must be 1 with 1 player, not {count}")
    if deck is None:
        deck = WineDeck.standard()
    if type(deck) is not WineDeck or not hasattr(deck, "_hash"):
        hint = (
            "; a deck is given itself, as deck=WineDeck.from_csv(...), not by its content hash"
            if isinstance(deck, str | int)
            else ""
        )
        raise OptionError("deck", f"must be a WineDeck, not {shown(deck)}{hint}")
    # A plain one, whatever a subclass makes of itself.
    name = str.__str__(client_set) if isinstance(client_set, str) else ""
    if name not in ("A", "B"):
        raise OptionError("client_set", f"must be 'A' or 'B', not {shown(client_set)}")
    options = Options(
        n,
        count,
        "A" if name == "A" else "B",
        WineDeck.standard() if deck.is_standard else deck,
    )
    if options.client_set == "B" and not _uses_set(options):
        raise OptionError(
            "client_set",
            "must be 'A': only the advanced variant with 2 or 3 players uses a set of clients",
        )
    return options


def _observation_blocks(game: WineCellar) -> Iterator[BlockSpec]:
    """The blocks of an observation; the core writes them in this order (wc_observe)."""
    n, clients = game.num_players, len(game.clients)
    by_seat = "per seat from the viewer on"
    bits = "a bit for each of the 72 bottles"
    client_bits = "a bit for each client in use, by id"
    yield BlockSpec("phase", 4, "one-hot: client, bid, take, over")
    yield BlockSpec("game_number", 3, "one-hot: 1, 2, 3")
    yield BlockSpec("round", 1, "round / 8", 8)
    yield BlockSpec("is_seat", 1, "1 for a seat's view, 0 for a spectator's")
    yield BlockSpec("seat", n, "one-hot: the viewer's seat; 0 for a spectator")
    yield BlockSpec("to_act", n, f"1 for each seat that may act, {by_seat}")
    yield BlockSpec(
        "chosen", n, f"1 for each seat that has chosen in this simultaneous phase, {by_seat}"
    )
    yield BlockSpec(
        "take_order", n, f"place among those still to take / {n}, {by_seat}; 0 for the others", n
    )
    yield BlockSpec("hands", n * _BOTTLES, f"hands that the viewer sees, {by_seat}: {bits}")
    yield BlockSpec("hand_sizes", n, f"size / 8, {by_seat}", 8)
    yield BlockSpec(
        "low_left", n, f"lower-half bottles / 4, {by_seat}; game 1 of the advanced variant", 4
    )
    yield BlockSpec("bids", n * _BOTTLES, f"one-hot, {by_seat}: the bid, if it is seen")
    yield BlockSpec("prizes", _BOTTLES, bits)
    yield BlockSpec("cellars", n * _BOTTLES, f"{by_seat}: place of the bottle from the top / 8", 8)
    yield BlockSpec("dealt_clients", clients, f"the viewer's two: {client_bits}")
    yield BlockSpec(
        "clients", n * clients, f"the client kept, if it is seen, {by_seat}: {client_bits}"
    )
    yield BlockSpec(
        "past_clients", clients, f"kept in earlier games since the last shuffle: {client_bits}"
    )
    yield BlockSpec(
        "past_discards", clients, f"discarded by the viewer in those games: {client_bits}"
    )
    yield BlockSpec("scores", n, f"points / 100, {by_seat}", 100, unbounded=True)
    if n == 1:
        yield BlockSpec("eno_face_up", _BOTTLES, bits)
        yield BlockSpec("eno_taken", _BOTTLES, f"bottles that left the game: {bits}")
        yield BlockSpec("eno_deck_size", 1, "cards / 8", 8)
        yield BlockSpec("eno_client", clients, client_bits)


def _details(seats: Sequence[tuple[int, int, int, int]]) -> tuple[ScoreDetails, ...]:
    return tuple(ScoreDetails(*parts, sum(parts)) for parts in seats)


class _ViewMaker:
    """Puts names to the numbers of the core."""

    def __init__(self, game: WineCellar) -> None:
        self.game = game
        self.bottle_by_number = (None, *game.options.deck.bottles)
        self.client_by_place = (None, *game.clients)

    def bottles(self, numbers: Sequence[int]) -> tuple[Bottle, ...]:
        return cast("tuple[Bottle, ...]", tuple([self.bottle_by_number[k] for k in numbers]))

    def clients(self, places: Sequence[int]) -> tuple[Client, ...]:
        return cast("tuple[Client, ...]", tuple([self.client_by_place[k] for k in places]))

    def client(self, place: int | None) -> Client | None:
        return None if place is None else self.client_by_place[place]

    def past(self, pair: tuple[int, int | None]) -> PastClient:
        return PastClient(cast("Client", self.client(pair[0])), self.client(pair[1]))

    def eno(self, fields: EnoFields | None) -> Eno | None:
        if fields is None:
            return None
        return Eno(
            None if fields["deck"] is None else self.bottles(fields["deck"]),
            fields["deck_size"],
            self.bottles(fields["face_up"]),
            self.client(fields["client"]),
            self.bottles(fields["taken"]),
        )

    def view(self, player: int | None, f: Fields) -> WineCellarView:
        return WineCellarView(
            game=self.game,
            player=player,
            game_number=f["game_number"],
            round=f["round"],
            phase=PHASES[f["phase"]],
            to_act=tuple(f["to_act"]),
            hands=tuple(None if hand is None else self.bottles(hand) for hand in f["hands"]),
            hand_sizes=tuple(f["hand_sizes"]),
            low_left=None if f["low_left"] is None else tuple(f["low_left"]),
            dealt_clients=tuple(
                None if pair is None else self.clients(pair) for pair in f["dealt_clients"]
            ),
            clients=tuple(self.client(place) for place in f["clients"]),
            past_clients=tuple(tuple(self.past(pair) for pair in row) for row in f["past_clients"]),
            chosen=tuple(f["chosen"]),
            bids=tuple(None if k is None else self.bottle_by_number[k] for k in f["bids"]),
            prizes=self.bottles(f["prizes"]),
            take_order=tuple(f["take_order"]),
            cellars=tuple(self.bottles(cellar) for cellar in f["cellars"]),
            scores=tuple(sum(column) for column in zip(*f["game_scores"], strict=True))
            or (0,) * self.game.num_players,
            game_scores=tuple(tuple(row) for row in f["game_scores"]),
            last_cellars=None
            if f["last_cellars"] is None
            else tuple(self.bottles(cellar) for cellar in f["last_cellars"]),
            last_clients=None if f["last_clients"] is None else self.clients(f["last_clients"]),
            last_details=_details(f["details"]),
            details_so_far=_details(f["so_far"]),
            eno=self.eno(f["eno"]),
            client_deck=None if f["client_deck"] is None else self.clients(f["client_deck"]),
            rng=None if f["rng"] is None else rng_words(f["rng"]),
        )
