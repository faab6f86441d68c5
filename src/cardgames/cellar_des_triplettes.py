"""Cellar des Triplettes: options, cards, actions, views and positions under their names.

The rules are in `cardgames._core.cellar_des_triplettes`; docs/cellar_des_triplettes.md explains
them.

>>> from cardgames import cellar_des_triplettes as ct
>>> ct.card("14")
Card(value='14', variety='Zinfandel', colour='green', stars=2)
>>> ct.CellarDesTriplettes().action_to_string(ct.place("14", "r2c1"))
'place 14 r2c1'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Never, SupportsIndex, cast

from cardgames._core import cellar_des_triplettes as _core
from cardgames._core.cellar_des_triplettes import CellarDesTriplettesState
from cardgames._core.state import State
from cardgames.arguments import as_text, checked_int
from cardgames.errors import CardGamesError, NotationError, shown
from cardgames.game import (
    BlockSpec,
    Game,
    GameOptions,
    OptionSpec,
    View,
    option_int,
    refuse_unknown,
)
from cardgames.positions import rng_words

__all__ = [
    "CALL",
    "CARDS",
    "DONE",
    "PASS",
    "PASS_DRAW",
    "PHASES",
    "SLOTS",
    "VARIETIES",
    "Action",
    "Bid",
    "Call",
    "Card",
    "Cellar",
    "CellarDesTriplettes",
    "CellarDesTriplettesState",
    "CellarDesTriplettesView",
    "Colour",
    "Done",
    "Options",
    "Pass",
    "PassDraw",
    "Phase",
    "Place",
    "ScoreDetails",
    "Triplet",
    "bid",
    "bid_actions",
    "card",
    "euros",
    "place",
]

if TYPE_CHECKING:
    from cardgames._core.cellar_des_triplettes_fields import CellarFields, Fields

Colour = Literal["brown", "orange", "yellow", "red", "green", "violet", "blue", "none"]
Phase = Literal["bid", "place", "over"]

PHASES: tuple[Phase, ...] = ("over", "bid", "place")  # by the core's number

# Variety and colour, in the order of their prices.
VARIETIES: tuple[tuple[str, Colour], ...] = (
    ("Cabernet Sauvignon", "brown"),
    ("Chardonnay", "orange"),
    ("Dornfelder", "yellow"),
    ("Merlot", "red"),
    ("Zinfandel", "green"),
    ("Bordeaux", "violet"),
    ("Portugieser", "blue"),
)
_EMPTY: tuple[str, Colour] = ("empty", "none")
# Rulebook, Setup: varieties that are sorted out.
_SORTED_OUT: dict[int, tuple[Colour, ...]] = {3: ("violet", "yellow"), 4: ("orange",), 5: ()}
_COPIES = 3
_MAX_ROUNDS = 1000
_MOST_TENTHS = 1_000_000
_MOST_CARDS = 11  # of a hand
_ROW_SIZES = (5, 4, 3, 2, 1)

CALL: int = _core.CALL
PASS: int = _core.PASS
PASS_DRAW: int = _core.PASS_DRAW
DONE: int = _core.DONE


def euros(tenths: SupportsIndex) -> str:
    """An amount of money in Euros, as it is written: 190 is "19", 192 is "19.2".

    Raises
    ------
    TypeError, CardGamesError
        `tenths` is no integer, or not from 0 to 1,000,000.
    """
    amount = checked_int(tenths, "tenths", 0, _MOST_TENTHS)
    return f"{amount // 10}" if amount % 10 == 0 else f"{amount // 10}.{amount % 10}"


# --- Cards and actions ---


@dataclass(frozen=True, slots=True)
class Card:
    """A type of card, of which there are three each.

    Attributes
    ----------
    value
        Euros: "3" to "23", "0.2" for the empty bottle; the card's name.
    variety
        Name of the wine; "empty" for the empty bottle.
    colour
        Colour of the variety; "none" for the empty bottle.
    stars
        1 to 3; 0 for the empty bottle.
    """

    value: str
    variety: str
    colour: Colour
    stars: int

    @property
    def index(self) -> int:
        """0 to 21, in the order of the values; part of the action ids."""
        return _index(self.value)

    @property
    def tenths(self) -> int:
        """The value in tenths of Euros."""
        return _core.TENTHS_BY_CARD[self.index]

    def __str__(self) -> str:
        return self.value


_INDEX_BY_VALUE = {euros(tenths): index for index, tenths in enumerate(_core.TENTHS_BY_CARD)}


def _index(value: str) -> int:
    value = as_text(value, "the value of a card")
    if value not in _INDEX_BY_VALUE:
        raise NotationError(f"{shown(value)} is no card; cards are 0.2 and 3 to 23")
    return _INDEX_BY_VALUE[value]


def _all_cards() -> Iterator[Card]:
    facts = zip(_INDEX_BY_VALUE, _core.STARS_BY_CARD, _core.VARIETY_BY_CARD, strict=True)
    for value, stars, number in facts:
        variety, colour = _EMPTY if number is None else VARIETIES[number]
        yield Card(value, variety, colour, stars)


CARDS: tuple[Card, ...] = tuple(_all_cards())

SLOTS: tuple[str, ...] = (
    *(f"r{row}c{column}" for row in range(1, 6) for column in range(1, 7 - row)),
    "left",
    "right",
)
_CELLAR_SLOTS = SLOTS[:-2]
_WAYS = {word: way for way, word in enumerate(SLOTS)}


def card(value: str) -> Card:
    """The card of a value.

    Raises
    ------
    TypeError, NotationError
        `value` is no string, or no card has it.
    """
    return CARDS[_index(value)]


@dataclass(frozen=True, slots=True)
class Bid:
    """A card is laid on the table; `Call` ends the turn."""

    card: Card


@dataclass(frozen=True, slots=True)
class Call:
    """The total of the cards laid is called out: the turn ends."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat is out of the bidding."""


@dataclass(frozen=True, slots=True)
class PassDraw:
    """The seat, which has no bid, is out and takes two cards from the pile.

    It keeps the lower one; the other goes under the pile.
    """


@dataclass(frozen=True, slots=True)
class Place:
    """A card goes into the cellar.

    Attributes
    ----------
    card
        The card.
    slot
        "r1c1" to "r5c1": row, from the bottom, and column, from the left; "left" or "right": row 1
        grows at this end.
    """

    card: Card
    slot: str


@dataclass(frozen=True, slots=True)
class Done:
    """The seat places no more cards in this round."""


Action = Bid | Call | Pass | PassDraw | Place | Done


def _known_card(which: str | Card) -> Card:
    if isinstance(which, Card):
        if card(which.value) != which:
            raise NotationError(f"there is no {shown(which)}")
        which = which.value
    return card(which)


def bid(which: str | Card) -> int:
    """The id of laying a card, given by its value."""
    return _known_card(which).index


def place(which: str | Card, slot: str) -> int:
    """The id of placing a card in a slot: "r1c1" to "r5c1", "left" or "right"."""
    slot = as_text(slot, "a slot")
    if slot not in _WAYS:
        raise NotationError(f"{shown(slot)} is no slot; slots are r1c1 to r5c1, left and right")
    return _core.FIRST_PLACE + len(SLOTS) * _known_card(which).index + _WAYS[slot]


def bid_actions(
    state: CellarDesTriplettesState,
    cards: Iterable[str | Card],
    player: SupportsIndex | None = None,
) -> list[int]:
    """The actions that bid a set of cards: each card laid, ascending, then the call.

    Parameters
    ----------
    state
        A position of the bid.
    cards
        The cards to lay, in any order; in mid-turn those that are still to be laid, perhaps none.
    player
        The seat, default `current_player`.

    Returns
    -------
    list of int
        To be played one after the other.

    Raises
    ------
    TypeError, NotationError
        `state` is no state of this game; something is no card.
    CardGamesError
        It is not the seat's turn to bid; no card is laid; a card is not in the hand, or below the
        last one laid; the total equals another seat's bid, which the message names.

    Examples
    --------
    >>> game = CellarDesTriplettes()
    >>> state = game.new_state(seed=1)
    >>> [str(card) for card in state.view(state.current_player).hands[state.current_player]]
    ['12', '17', '19', '19', '23']
    >>> [game.action_to_string(action) for action in bid_actions(state, ["23", "12"])]
    ['bid 12', 'bid 23', 'call']
    """
    if not isinstance(state, CellarDesTriplettesState):
        raise TypeError(
            f"state must be a state of Cellar des Triplettes, not {type(state).__name__}"
        )
    laid = _ascending(cards)
    seat = state.current_player
    if player is not None:
        seat = checked_int(player, "player", 0, state.game.num_players - 1)
    view = state.view(None)
    if view.phase == "over":
        raise CardGamesError("nobody may bid now: the game is over")
    if view.phase != "bid" or view.to_act != (seat,):
        raise CardGamesError(f"player {seat} may not bid now: it is not its turn to bid")
    hand = list(view.hands[seat] or ())
    for which in laid:
        if which not in hand:
            raise CardGamesError(f"{which} is not in the hand of player {seat}")
        hand.remove(which)
        if view.turn and which.index < view.turn[-1].index:
            raise CardGamesError(
                f"{which} is below {view.turn[-1]}, the last card laid in this turn"
            )
    if not laid and not view.turn:
        raise CardGamesError("a bid needs at least one card")
    total = view.bid_totals[seat] + sum(which.tenths for which in laid)
    for other, other_total in enumerate(view.bid_totals):
        if other != seat and other_total == total:
            raise CardGamesError(f"the total equals the bid of seat {other} ({euros(total)})")
    return [*(which.index for which in laid), CALL]


def _ascending(cards: Iterable[str | Card]) -> list[Card]:
    """The cards that somebody wants to bid, one more than a hand can have at the most."""
    if isinstance(cards, str | Card) or not isinstance(cards, Iterable):
        raise TypeError("cards must be several cards, such as a list: [card]")
    read: list[Card] = []
    for which in cards:
        read.append(_known_card(which))
        if len(read) > _MOST_CARDS:
            break  # they are not in the hand, and may have no end
    return sorted(read, key=lambda card: card.index)


# --- Views ---


@dataclass(frozen=True, slots=True)
class Cellar:
    """A cellar.

    Attributes
    ----------
    rows
        Five rows of 5, 4, 3, 2 and 1 slots, the bottom row first; None for a free slot.
    covered
        Slots where a wine covers an empty bottle, row by row.
    """

    rows: tuple[tuple[Card | None, ...], ...]
    covered: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Triplet:
    """A triplet that scored.

    Attributes
    ----------
    cellar
        Its cellar, 0 for the oldest.
    slots
        Its three slots, row by row.
    cards
        The wines in them.
    points
        4 for three identical bottles, 1 for three different ones of a colour.
    """

    cellar: int
    slots: tuple[str, str, str]
    cards: tuple[Card, Card, Card]
    points: int


@dataclass(frozen=True, slots=True)
class ScoreDetails:
    """Where a seat's points come from.

    Attributes
    ----------
    stars
        The stars that show in all its cellars.
    triplets
        Its triplets, by cellar and slots.
    total
        The sum of both: the score.
    """

    stars: int
    triplets: tuple[Triplet, ...]
    total: int


@dataclass(frozen=True, slots=True)
class CellarDesTriplettesView(View):
    """What one viewer knows; the fields are the keys of the position format.

    docs/cellar_des_triplettes.md says more about each.

    Attributes
    ----------
    game
        The game with its options.
    player
        The seat that sees this, `cardgames.SPECTATOR`, or None for everything.
    round
        1 to `max_rounds`.
    phase
        "bid", "place" or "over".
    final_round
        Whether this is the last round.
    truncated
        Whether `max_rounds` alone made it the last.
    starting_player
        Seat that began this round's bid.
    high_bidder
        Highest bidder of this round, from the trade on; None in the bid and if nobody bid.
    to_act
        Seats that may act now.
    hands
        Cards ascending; None where the viewer may not see.
    hand_sizes
        Sizes of all hands.
    known_hands
        The part of each hand that everybody knows.
    bids
        Cards on the table, ascending.
    turn
        Cards of `bids` laid in the present turn, before its call.
    passed
        Who is out of the bidding.
    display
        The open display, ascending.
    pile
        From the top, in the view of everything only.
    pile_size
        Cards in the pile.
    pile_bottom
        The last cards of the pile, as far as everybody knows them, from the top.
    placing
        Seats still to finish placing, in their order.
    cellars
        For every seat its cellars, the oldest first, each with its covered slots.
    scores
        Points so far.
    rng
        The generator, in the view of everything only.
    """

    game: CellarDesTriplettes
    player: int | None
    round: int
    phase: Phase
    final_round: bool
    truncated: bool
    starting_player: int
    high_bidder: int | None
    to_act: tuple[int, ...]
    hands: tuple[tuple[Card, ...] | None, ...]
    hand_sizes: tuple[int, ...]
    known_hands: tuple[tuple[Card, ...], ...]
    bids: tuple[tuple[Card, ...], ...]
    turn: tuple[Card, ...]
    passed: tuple[bool, ...]
    display: tuple[Card, ...]
    pile: tuple[Card, ...] | None
    pile_size: int
    pile_bottom: tuple[Card, ...]
    placing: tuple[int, ...]
    cellars: tuple[tuple[Cellar, ...], ...]
    scores: tuple[int, ...]
    rng: tuple[str, ...] | None

    @property
    def bid_totals(self) -> tuple[int, ...]:
        """The value of each seat's bid in tenths of Euros, the present turn included."""
        return tuple(sum(card.tenths for card in cards) for cards in self.bids)

    def score_details(self, seat: SupportsIndex) -> ScoreDetails:
        """Where a seat's points come from: the stars and triplets of its cellars.

        Raises
        ------
        TypeError, CardGamesError
            `seat` is no integer; there is no such seat.
        """
        cellars = self.cellars[checked_int(seat, "seat", 0, self.game.num_players - 1)]
        stars = 0
        found: list[Triplet] = []
        for number, cellar in enumerate(cellars):
            cards = [card for row in cellar.rows for card in row]
            stars += sum(card.stars for card in cards if card is not None)
            indices = [None if card is None else card.index for card in cards]
            for (a, b, c), points in _core.triplets(indices):
                words = (SLOTS[a], SLOTS[b], SLOTS[c])
                wines = cast("tuple[Card, Card, Card]", (cards[a], cards[b], cards[c]))
                found.append(Triplet(number, words, wines, points))
        total = stars + sum(triplet.points for triplet in found)
        return ScoreDetails(stars, tuple(found), total)

    def to_dict(self) -> dict[str, Any]:
        """The view in the position format, ready for JSON."""
        return {
            "game": self.game.name,
            "options": self.game.position_options(),
            "round": self.round,
            "phase": self.phase,
            "final_round": self.final_round,
            "truncated": self.truncated,
            "starting_player": self.starting_player,
            "high_bidder": self.high_bidder,
            "to_act": list(self.to_act),
            "hands": [None if hand is None else _values(hand) for hand in self.hands],
            "hand_sizes": list(self.hand_sizes),
            "known_hands": [_values(cards) for cards in self.known_hands],
            "bids": [_values(cards) for cards in self.bids],
            "turn": _values(self.turn),
            "passed": list(self.passed),
            "display": _values(self.display),
            "pile": None if self.pile is None else _values(self.pile),
            "pile_size": self.pile_size,
            "pile_bottom": _values(self.pile_bottom),
            "placing": list(self.placing),
            "cellars": [
                [
                    [[None if card is None else card.value for card in row] for row in cellar.rows]
                    for cellar in cellars
                ]
                for cellars in self.cellars
            ],
            "covered": [[list(cellar.covered) for cellar in cellars] for cellars in self.cellars],
            "scores": list(self.scores),
            "rng": None if self.rng is None else list(self.rng),
        }


def _values(cards: tuple[Card, ...]) -> list[str]:
    return [card.value for card in cards]


# --- The game ---


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """The options of a game of Cellar des Triplettes; see `CellarDesTriplettes`."""

    num_players: int
    max_rounds: int


class CellarDesTriplettes(Game[CellarDesTriplettesState]):
    """Cellar des Triplettes: wines are bid for wines and laid into pyramids, for 3 to 5 players.

    Parameters
    ----------
    num_players
        3 to 5. Three play without violet and yellow, four without orange.
    max_rounds
        1 to 1000: this round is the final one at the latest.

    Raises
    ------
    OptionError
        An option is unknown, of a wrong type or not allowed.

    Examples
    --------
    >>> CellarDesTriplettes(num_players=5)
    CellarDesTriplettes(num_players=5)
    >>> CellarDesTriplettes(num_players=2)
    Traceback (most recent call last):
    ...
    cardgames.errors.OptionError: num_players: must be an integer from 3 to 5, not 2
    """

    __slots__ = ()

    name: ClassVar[str] = "cellar_des_triplettes"
    OPTIONS: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec(
            "num_players",
            int,
            "4",
            "3 to 5",
            "Number of players; 3 play without violet and yellow, 4 without orange.",
        ),
        OptionSpec(
            "max_rounds", int, "100", "1 to 1000", "This round is the final one at the latest."
        ),
    )

    def __init__(self, /, num_players: int = 4, max_rounds: int = 100, **unknown: Never) -> None:
        refuse_unknown(type(self), unknown)
        options = Options(
            option_int(num_players, "num_players", 3, 5),
            option_int(max_rounds, "max_rounds", 1, _MAX_ROUNDS),
        )
        core = _core.CoreCellarDesTriplettes(
            options.num_players,
            options.max_rounds,
            [
                number
                for number, (_, colour) in enumerate(VARIETIES)
                if colour not in _SORTED_OUT[options.num_players]
            ],
        )
        self._set_up(core, options, _WORDS)

    @property
    def options(self) -> Options:
        """The options, checked and complete."""
        return cast("Options", self._options)

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in play, ascending: three of each type, 48, 57 or 66 in all."""
        sorted_out = _SORTED_OUT[self.num_players]
        return tuple(
            card for card in CARDS if card.colour not in sorted_out for _ in range(_COPIES)
        )

    def _default_values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"max_rounds": 100}

    def action_info(self, a: SupportsIndex) -> Action:
        """An action as a dataclass: `Bid`, `Call`, `Pass`, `PassDraw`, `Place` or `Done`."""
        return _ACTIONS[self._action_id(a)]

    def _observation_blocks(self) -> Iterator[BlockSpec]:
        return _observation_blocks(self)

    @property
    def core(self) -> _core.CoreCellarDesTriplettes:
        """The core, for the reader of positions."""
        return cast("_core.CoreCellarDesTriplettes", self._core)

    def _view_of(self, state: State, player: int | None) -> CellarDesTriplettesView:
        fields = cast("CellarDesTriplettesState", state).fields(player)
        return _view_from_fields(self, player, fields)

    def _example_words(self) -> tuple[str, ...]:
        return "bid 14", "call", "pass", "place 14 r2c1", "place 14 right", "done"

    def _why_illegal(self, state: State, player: int, action: int, code: int) -> str:
        info = _ACTIONS[action]
        which = info.card.value if isinstance(info, Bid | Place) else ""
        slot = info.slot if isinstance(info, Place) else ""
        return _REFUSALS[code].format(card=which, slot=slot, n=self.num_players)


def _all_actions() -> Iterator[tuple[str, Action]]:
    for card in CARDS:
        yield f"bid {card}", Bid(card)
    yield from (("call", Call()), ("pass", Pass()), ("pass draw", PassDraw()))
    for card in CARDS:
        for slot in SLOTS:
            yield f"place {card} {slot}", Place(card, slot)
    yield "done", Done()


_ACTIONS: tuple[Action, ...] = tuple(action for _, action in _all_actions())
_WORDS: tuple[str, ...] = tuple(word for word, _ in _all_actions())

# Why an action is refused, by the core's code.
_REFUSALS: dict[int, str] = {
    3: "the game is over",
    4: "{card} is of a variety that is sorted out with {n} players",
    5: "cards are placed after the bid and the trade",
    6: "the bid is over, cards are being placed",
    7: "it is not its turn",
    8: "it does not hold {card}",
    9: "cards of one turn are laid in ascending order, and a higher one has been laid",
    10: "its total would equal another seat's, and no card that it may still lay would change that",
    11: "it has laid no card in this turn",
    12: "its total equals another seat's bid; it must lay more",
    13: "it has laid a card in this turn and must call first",
    14: "only a seat without a bid takes cards from the pile",
    15: "the pile is empty",
    16: "it holds more than 6 cards and must place down to 6",
    17: "a wine lies in {slot}",
    18: "an empty bottle may be covered by a wine only",
    19: "{slot} needs a card in both slots beneath it",
    20: "row 1 is full",
    21: "row 1 grows with 'left' and 'right' only",
    22: "the first card of a cellar is placed 'right'",
    23: "its cellar is full; the next card opens a new one, with 'right'",
}


def _observation_blocks(game: CellarDesTriplettes) -> Iterator[BlockSpec]:
    """The blocks of an observation; the core writes them in this order (ct_observe)."""
    n, types = game.num_players, len(CARDS)
    by_seat = "per seat from the viewer on"
    pile = len(game.deck) - 5 * n - 4
    counts = "22 shares of a type's three cards"
    yield BlockSpec("phase", 3, "one-hot: bid, place, over")
    yield BlockSpec("round", 1, "round / max_rounds", game.options.max_rounds)
    yield BlockSpec("final_round", 1, "1 in the final round")
    yield BlockSpec("truncated", 1, "1 if max_rounds alone made it the final round")
    yield BlockSpec("is_seat", 1, "1 for a seat's view, 0 for a spectator's")
    yield BlockSpec("seat", n, "one-hot: the viewer's seat; 0 for a spectator")
    yield BlockSpec("starting_player", n, f"one-hot, {by_seat}: started this round's bid")
    yield BlockSpec("high_bidder", n, f"one-hot, {by_seat}; 0 in the bid and if nobody bid")
    yield BlockSpec("to_act", n, f"1 for the seat that may act, {by_seat}")
    yield BlockSpec("passed", n, f"1 for each seat out of the bidding, {by_seat}")
    yield BlockSpec("hand", types, f"the viewer's hand: {counts}", 3)
    yield BlockSpec("hand_sizes", n, f"size / 11, {by_seat}", 11)
    yield BlockSpec("known_hands", n * types, f"known cards of the hands, {by_seat}: {counts}", 3)
    yield BlockSpec("bids", n * types, f"cards on the table, {by_seat}: {counts}", 3)
    yield BlockSpec("bid_totals", n, f"Euros / 138, {by_seat}", 1380)
    yield BlockSpec("turn", types, f"cards laid in the present turn: {counts}", 3)
    yield BlockSpec("display", types, f"the open display: {counts}", 3)
    yield BlockSpec("pile_size", 1, f"cards / {pile}, the pile after the deal", pile)
    yield BlockSpec(
        "pile_bottom",
        pile // 2 * types,
        "one-hot of 22 for each known card under the pile, from the lowest up",
    )
    yield BlockSpec(
        "cellar",
        n * 15 * 12,
        f"latest cellar, {by_seat}, per slot row by row: variety one-hot (brown, orange, yellow, "
        "red, green, violet, blue), stars one-hot (1, 2, 3), 1 for an empty bottle, 1 for a wine "
        "on an empty bottle",
    )
    yield BlockSpec("full_cellars", n, f"cellars before the latest / 4, {by_seat}", 4)
    yield BlockSpec(
        "full_cellar_cards",
        n * types,
        f"cards in the cellars before the latest, {by_seat}: {counts}",
        3,
    )
    yield BlockSpec("scores", n, f"points / 100, {by_seat}", 100, unbounded=True)


def _view_from_fields(
    game: CellarDesTriplettes, player: int | None, f: Fields
) -> CellarDesTriplettesView:
    return CellarDesTriplettesView(
        game=game,
        player=player,
        round=f["round"],
        phase=PHASES[f["phase"]],
        final_round=f["final_round"],
        truncated=f["truncated"],
        starting_player=f["starting_player"],
        high_bidder=f["high_bidder"],
        to_act=tuple(f["to_act"]),
        hands=tuple(None if hand is None else _cards(hand) for hand in f["hands"]),
        hand_sizes=tuple(f["hand_sizes"]),
        known_hands=tuple(_cards(cards) for cards in f["known_hands"]),
        bids=tuple(_cards(cards) for cards in f["bids"]),
        turn=_cards(f["turn"]),
        passed=tuple(f["passed"]),
        display=_cards(f["display"]),
        pile=None if f["pile"] is None else _cards(f["pile"]),
        pile_size=f["pile_size"],
        pile_bottom=_cards(f["pile_bottom"]),
        placing=tuple(f["placing"]),
        cellars=tuple(tuple(_cellar(fields) for fields in cellars) for cellars in f["cellars"]),
        scores=tuple(f["scores"]),
        rng=None if f["rng"] is None else rng_words(f["rng"]),
    )


def _cards(indices: Sequence[int]) -> tuple[Card, ...]:
    return tuple([CARDS[index] for index in indices])


def _cellar(fields: CellarFields) -> Cellar:
    indices, covered = fields
    cards = iter([None if index is None else CARDS[index] for index in indices])
    rows = tuple(tuple(next(cards) for _ in range(size)) for size in _ROW_SIZES)
    return Cellar(rows, tuple(_CELLAR_SLOTS[slot] for slot in covered))
