"""Triplets: options, cards, actions, views and positions under their names.

The rules are in `cardgames._core.triplets`; docs/triplets.md explains them.

>>> from cardgames import triplets
>>> triplets.card("10h")
Card(rank='10', suit='h')
>>> triplets.Triplets().action_to_string(triplets.triplet("5"))
'triplet 5'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Never, SupportsIndex, cast, get_args

from cardgames._core import triplets as _core
from cardgames._core.state import State
from cardgames._core.triplets import TripletsState
from cardgames.arguments import as_text
from cardgames.errors import NotationError, OptionError, shown
from cardgames.game import (
    BlockSpec,
    Game,
    GameOptions,
    OptionSpec,
    View,
    option_int,
    option_word,
    refuse_unknown,
)
from cardgames.positions import rng_words

__all__ = [
    "CARDS",
    "RANKS",
    "SUITS",
    "Action",
    "Bound",
    "Card",
    "Effect",
    "Kind",
    "Lead",
    "Options",
    "Phase",
    "PotEntry",
    "Rank",
    "Refill",
    "Single",
    "Suit",
    "Triplet",
    "Triplets",
    "TripletsState",
    "TripletsView",
    "Winning",
    "card",
    "single",
    "triplet",
]

if TYPE_CHECKING:
    from cardgames._core.triplets_fields import Fields

Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
Suit = Literal["c", "d", "h", "s"]
Phase = Literal["play", "over"]
Kind = Literal["single", "triplet"]
Effect = Literal["lead", "beat", "negate", "out"]
Lead = Literal["any", "lowest"]
Refill = Literal["rule", "round"]

RANKS: tuple[Rank, ...] = get_args(Rank)
SUITS: tuple[Suit, ...] = get_args(Suit)
_EFFECTS: tuple[Effect, ...] = get_args(Effect)  # by the core's number
_LEADS: tuple[Lead, ...] = get_args(Lead)
_REFILLS: tuple[Refill, ...] = get_args(Refill)

_DECK = 52
_MAX_DECKS = 4
_MAX_ROUNDS = 100_000
_HAND = 5


# --- Cards and actions ---


@dataclass(frozen=True, slots=True)
class Card:
    """A card; several decks have several of it.

    Attributes
    ----------
    rank
        "2" to "10", "J", "Q", "K", "A", in ascending order.
    suit
        "c", "d", "h" or "s"; it does not count.
    """

    rank: Rank
    suit: Suit

    @property
    def index(self) -> int:
        """0 to 51: by rank, then by suit."""
        return _index(str(self))

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"


CARDS: tuple[Card, ...] = tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)
_INDEX_BY_WORD = {str(card): index for index, card in enumerate(CARDS)}
_LEVEL_BY_RANK: dict[str, int] = {rank: level for level, rank in enumerate(RANKS)}


def _index(word: str) -> int:
    word = as_text(word, "a card")
    if word not in _INDEX_BY_WORD:
        raise NotationError(
            f"{shown(word)} is no card; a card is a rank (2 to 10, J, Q, K, A) and a suit "
            "(c, d, h, s), such as 10h"
        )
    return _INDEX_BY_WORD[word]


def card(word: str) -> Card:
    """The card of a word such as "10h".

    Raises
    ------
    TypeError, NotationError
        `word` is no string, or no card.
    """
    return CARDS[_index(word)]


@dataclass(frozen=True, slots=True)
class Single:
    """One card is played.

    Attributes
    ----------
    rank
        Its rank.
    effect
        What it does here: "lead", "beat" (the seat stays in, with an equal card too), "negate" (a
        triplet) or "out"; None where nothing is known of a position, or it is not legal there.
    cards
        The card that would leave the hand; empty without an effect.
    """

    rank: Rank
    effect: Effect | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Triplet:
    """Three cards of a rank are played.

    Attributes
    ----------
    rank
        Their rank.
    effect
        What they do here: "lead" or "beat"; None where nothing is known of a position, or they are
        not legal there.
    cards
        The cards that would leave the hand; empty without an effect.
    """

    rank: Rank
    effect: Effect | None = None
    cards: tuple[Card, ...] = ()


Action = Single | Triplet


def _level(rank: str) -> int:
    rank = as_text(rank, "a rank")
    if rank not in _LEVEL_BY_RANK:
        raise NotationError(f"{shown(rank)} is no rank; ranks are 2 to 10, J, Q, K and A")
    return _LEVEL_BY_RANK[rank]


def single(rank: str) -> int:
    """The id of playing one card of a rank."""
    return _level(rank)


def triplet(rank: str) -> int:
    """The id of playing three cards of a rank."""
    return _core.FIRST_TRIPLET + _level(rank)


# --- Views ---


@dataclass(frozen=True, slots=True)
class PotEntry:
    """A part of the pot: what a seat played, or the middle cards of the deal.

    Attributes
    ----------
    player
        The seat; None for the middle cards.
    cards
        One card, or the three of a triplet by suit; the middle cards as they were dealt.
    """

    player: int | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Winning:
    """The winning card, or the triplet that stands.

    Attributes
    ----------
    kind
        "single", also for a negated triplet, or "triplet".
    rank
        Its rank.
    player
        Whose it is.
    """

    kind: Kind
    rank: Rank
    player: int


@dataclass(frozen=True, slots=True)
class Bound:
    """What everybody knows of a card in a hand.

    Attributes
    ----------
    low, high
        Its lowest and its highest possible rank.
    """

    low: Rank
    high: Rank


@dataclass(frozen=True, slots=True)
class TripletsView(View):
    """What one viewer knows; the fields are the keys of the position format.

    docs/triplets.md says more about each.

    Attributes
    ----------
    game
        The game with its options.
    player
        The seat that sees this, `cardgames.SPECTATOR`, or None for everything.
    round
        1 to `max_rounds`; at the end the last one played.
    phase
        "play" or "over".
    dealer
        Seat that leads the first round.
    to_act
        Seat that may act now; empty at the end.
    hands
        Cards that the viewer knows, ascending, then None for each other one.
    stacks
        From the top; None where the viewer does not know the card.
    known_hands
        The part of each hand that everybody knows.
    known_stacks
        The stacks as everybody knows them.
    bounds
        For each hand a bound for each of its cards that not everybody knows, the tightest first.
    pot
        What lies in the middle, in the order played.
    in_round
        Seats that are in, ascending; at the end the winner of the last round. The key is "in".
    winning
        What must be met; None before the first play of a round and at the end.
    removed
        Cards that left the game, in the order played.
    scores
        Cards in hand and stack.
    rng
        The generator, in the view of everything only.
    """

    game: Triplets
    player: int | None
    round: int
    phase: Phase
    dealer: int
    to_act: tuple[int, ...]
    hands: tuple[tuple[Card | None, ...], ...]
    stacks: tuple[tuple[Card | None, ...], ...]
    known_hands: tuple[tuple[Card, ...], ...]
    known_stacks: tuple[tuple[Card | None, ...], ...]
    bounds: tuple[tuple[Bound, ...], ...]
    pot: tuple[PotEntry, ...]
    in_round: tuple[int, ...]
    winning: Winning | None
    removed: tuple[Card, ...]
    scores: tuple[int, ...]
    rng: tuple[str, ...] | None

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Number of cards of each hand."""
        return tuple(len(hand) for hand in self.hands)

    @property
    def stack_sizes(self) -> tuple[int, ...]:
        """Number of cards of each stack."""
        return tuple(len(stack) for stack in self.stacks)

    def to_dict(self) -> dict[str, Any]:
        """The view in the position format, ready for JSON."""
        winning = self.winning
        return {
            "game": self.game.name,
            "options": self.game.position_options(),
            "round": self.round,
            "phase": self.phase,
            "dealer": self.dealer,
            "to_act": list(self.to_act),
            "hands": [_words(hand) for hand in self.hands],
            "stacks": [_words(stack) for stack in self.stacks],
            "known_hands": [_words(hand) for hand in self.known_hands],
            "known_stacks": [_words(stack) for stack in self.known_stacks],
            "bounds": [[[bound.low, bound.high] for bound in hand] for hand in self.bounds],
            "pot": [{"player": entry.player, "cards": _words(entry.cards)} for entry in self.pot],
            "in": list(self.in_round),
            "winning": winning
            and {"kind": winning.kind, "rank": winning.rank, "player": winning.player},
            "removed": _words(self.removed),
            "scores": list(self.scores),
            "rng": None if self.rng is None else list(self.rng),
        }


def _words(cards: Sequence[Card | None]) -> list[str | None]:
    return [None if card is None else str(card) for card in cards]


# --- The game ---


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """The options of a game of Triplets; see `Triplets`."""

    num_players: int
    decks: int
    lead: Lead
    refill: Refill
    max_rounds: int


class Triplets(Game[TripletsState]):
    """Triplets: cards meet cards, three of a kind beat them all, for 2 to 10 players.

    Parameters
    ----------
    num_players
        2 to 10.
    decks
        1 to 4; more than one only with 4 or more players.
    lead
        "any": the first round is opened with the dealer's lowest card, all later ones with any
        card or triplet; "lowest": every round is opened with the leader's lowest card.
    refill
        "rule": a seat draws when it goes out and when its hand is empty; "round": the winner of a
        round draws up to five as well when it has collected.
    max_rounds
        1 to 100,000: after so many rounds the game stops, and most cards win.

    Raises
    ------
    OptionError
        An option is unknown, of a wrong type or not allowed.

    Examples
    --------
    >>> Triplets(num_players=6, decks=2)
    Triplets(num_players=6, decks=2)
    >>> Triplets(num_players=3, decks=2)
    Traceback (most recent call last):
    ...
    cardgames.errors.OptionError: decks: must be 1 with fewer than 4 players, not 2
    """

    __slots__ = ()

    name: ClassVar[str] = "triplets"
    OPTIONS: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec("num_players", int, "4", "2 to 10", "Number of players."),
        OptionSpec("decks", int, "1", "1 to 4, with 4 or more players", "Decks of 52 cards."),
        OptionSpec(
            "lead",
            str,
            "any",
            "any or lowest",
            "Whether only the first round or every one is opened with the lowest card.",
        ),
        OptionSpec(
            "refill",
            str,
            "rule",
            "rule or round",
            "Whether the winner of a round draws up to five too.",
        ),
        OptionSpec(
            "max_rounds", int, "1000", "1 to 100000", "After so many rounds most cards win."
        ),
    )

    def __init__(
        self,
        /,
        num_players: int = 4,
        decks: int = 1,
        lead: str = "any",
        refill: str = "rule",
        max_rounds: int = 1000,
        **unknown: Never,
    ) -> None:
        refuse_unknown(type(self), unknown)
        options = Options(
            option_int(num_players, "num_players", 2, 10),
            option_int(decks, "decks", 1, _MAX_DECKS),
            option_word(lead, "lead", _LEADS),
            option_word(refill, "refill", _REFILLS),
            option_int(max_rounds, "max_rounds", 1, _MAX_ROUNDS),
        )
        if options.decks > 1 and options.num_players < 4:
            raise OptionError("decks", f"must be 1 with fewer than 4 players, not {options.decks}")
        core = _core.CoreTriplets(
            options.num_players,
            options.decks,
            options.lead == "lowest",
            options.refill == "round",
            options.max_rounds,
        )
        self._set_up(core, options, _ACTION_WORDS)

    @property
    def options(self) -> Options:
        """The options, checked and complete."""
        return cast("Options", self._options)

    def _default_values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return dict(_DEFAULTS)

    def action_info(self, a: SupportsIndex) -> Action:
        """An action as a dataclass: `Single` or `Triplet`."""
        return _ACTIONS[self._action_id(a)]

    def _action_info_here(self, state: State, a: SupportsIndex) -> Action:
        number = self._action_id(a)
        action = _ACTIONS[number]
        here = cast("TripletsState", state).action_effect(number)
        if here is None:
            return action
        effect, cards = here
        return type(action)(action.rank, _EFFECTS[effect], tuple(CARDS[index] for index in cards))

    def _observation_blocks(self) -> Iterator[BlockSpec]:
        return _observation_blocks(self)

    @property
    def core(self) -> _core.CoreTriplets:
        """The core, for the reader of positions."""
        return cast("_core.CoreTriplets", self._core)

    def _view_of(self, state: State, player: int | None) -> TripletsView:
        fields = cast("TripletsState", state).fields(player)
        return _view_from_fields(self, player, fields)

    def _example_words(self) -> tuple[str, ...]:
        return "5", "10", "K", "triplet 5"

    def _why_illegal(self, state: State, player: int, action: int, code: int) -> str:
        return _REFUSALS[code].format(rank=_ACTIONS[action].rank)


_DEFAULTS: dict[str, Any] = {"decks": 1, "lead": "any", "refill": "rule", "max_rounds": 1000}

_ACTIONS: tuple[Action, ...] = (
    *(Single(rank) for rank in RANKS),
    *(Triplet(rank) for rank in RANKS),
)
_ACTION_WORDS: tuple[str, ...] = (*RANKS, *(f"triplet {rank}" for rank in RANKS))

# Why an action is refused, by the core's code.
_REFUSALS: dict[int, str] = {
    3: "the game is over",
    4: "it is not its turn",
    5: "it does not hold a card of rank {rank}",
    6: "it does not hold three cards of rank {rank}",
    7: "the round is opened with the lowest card of the leader",
    8: "it holds a card that is not lower than the winning one, and must play such a card or a "
    "triplet",
    9: "a triplet is beaten by a higher triplet only",
}


def _observation_blocks(game: Triplets) -> Iterator[BlockSpec]:
    """The blocks of an observation; the core writes them in this order (tr_observe)."""
    n, ranks, decks = game.num_players, len(RANKS), game.options.decks
    by_seat = "per seat from the viewer on"
    of_hand = "13 numbers of cards of a rank / 5"
    of_rank = len(SUITS) * decks
    of_all = f"13 numbers of cards of a rank / {of_rank}"
    cards = f"cards / {_DECK * decks}"
    yield BlockSpec("phase", 2, "one-hot: play, over")
    yield BlockSpec("round", 1, "round / max_rounds", game.options.max_rounds)
    yield BlockSpec("is_seat", 1, "1 for a seat's view, 0 for a spectator's")
    yield BlockSpec("seat", n, "one-hot: the viewer's seat; 0 for a spectator")
    yield BlockSpec("to_act", n, f"1 for the seat that may act, {by_seat}")
    yield BlockSpec("dealer", n, f"one-hot, {by_seat}")
    yield BlockSpec(
        "in", n, f"1 for each seat that is in, {by_seat}; at the end the winner of the last round"
    )
    yield BlockSpec("winning_kind", 3, "one-hot: nothing to meet, a single card, a triplet")
    yield BlockSpec("winning_rank", ranks, "one-hot; 0 if there is nothing to meet")
    yield BlockSpec("winning_player", n, f"one-hot, {by_seat}; 0 if there is nothing to meet")
    yield BlockSpec("hand", ranks, f"the viewer's hand: {of_hand}", _HAND)
    yield BlockSpec("hand_sizes", n, f"size / 5, {by_seat}", _HAND)
    yield BlockSpec(
        "known_hands", n * ranks, f"publicly known cards of the hands, {by_seat}: {of_hand}", _HAND
    )
    yield BlockSpec(
        "bounds",
        n * _HAND * 3,
        f"for each card of a hand that is not publicly known, {by_seat}, the tightest bound first: "
        "1, lowest and highest rank as 1/13 (2) to 1 (A); 0 for no card",
        ranks,
    )
    yield BlockSpec("stack_sizes", n, f"{cards}, {by_seat}", _DECK * decks)
    yield BlockSpec(
        "stack_hidden", n, f"{cards} of the stack that nobody knows, {by_seat}", _DECK * decks
    )
    yield BlockSpec(
        "stack_cards", n * ranks, f"known cards of the stacks, {by_seat}: {of_all}", of_rank
    )
    yield BlockSpec(
        "next_cards",
        n * _HAND * ranks,
        f"rank of the five top cards of each stack, {by_seat}, one-hot; 0 if unknown or not there",
    )
    yield BlockSpec("pot", ranks, f"cards of the pot that go to the winner: {of_all}", of_rank)
    yield BlockSpec("leaving", ranks, f"cards of the pot that leave the game: {of_all}", of_rank)
    yield BlockSpec("removed", ranks, f"cards that left the game: {of_all}", of_rank)
    yield BlockSpec("unseen", ranks, f"cards that the viewer has not seen: {of_all}", of_rank)
    yield BlockSpec("scores", n, f"{cards} in hand and stack, {by_seat}", _DECK * decks)


def _view_from_fields(game: Triplets, player: int | None, f: Fields) -> TripletsView:
    winning = f["winning"]
    return TripletsView(
        game=game,
        player=player,
        round=f["round"],
        phase="play" if f["to_act"] else "over",
        dealer=f["dealer"],
        to_act=tuple(f["to_act"]),
        hands=tuple(_cards(hand) for hand in f["hands"]),
        stacks=tuple(_cards(stack) for stack in f["stacks"]),
        known_hands=tuple(tuple(CARDS[index] for index in hand) for hand in f["known_hands"]),
        known_stacks=tuple(_cards(stack) for stack in f["known_stacks"]),
        bounds=tuple(
            tuple(Bound(RANKS[low], RANKS[high]) for low, high in hand) for hand in f["bounds"]
        ),
        pot=tuple(
            PotEntry(seat, tuple(CARDS[index] for index in cards)) for seat, cards in f["pot"]
        ),
        in_round=tuple(f["in_round"]),
        winning=None
        if winning is None
        else Winning("triplet" if winning[0] else "single", RANKS[winning[1]], winning[2]),
        removed=tuple(CARDS[index] for index in f["removed"]),
        scores=tuple(f["scores"]),
        rng=None if f["rng"] is None else rng_words(f["rng"]),
    )


def _cards(indices: Sequence[int | None]) -> tuple[Card | None, ...]:
    return tuple([None if index is None else CARDS[index] for index in indices])
