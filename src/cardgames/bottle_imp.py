"""Bottle Imp: options, cards, actions, views and positions under their names.

The rules are in `cardgames._core.bottle_imp`; docs/bottle_imp.md explains them.

>>> from cardgames import bottle_imp
>>> bottle_imp.card("17")
Card(rank='17', colour='blue', points=4)
>>> bottle_imp.BottleImp().action_to_string(bottle_imp.devil("17"))
'devil 17'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Never, SupportsIndex, cast

from cardgames._core import bottle_imp as _core
from cardgames._core.bottle_imp import BottleImpState
from cardgames._core.state import State
from cardgames.arguments import as_text
from cardgames.errors import NotationError, OptionError, shown
from cardgames.game import (
    BlockSpec,
    Game,
    GameOptions,
    OptionSpec,
    View,
    option_bool,
    option_int,
    refuse_unknown,
)
from cardgames.positions import rng_words

__all__ = [
    "CARDS",
    "COLOURS",
    "PHASES",
    "START_PRICE",
    "Action",
    "Bottle",
    "BottleImp",
    "BottleImpState",
    "BottleImpView",
    "Card",
    "Colour",
    "Devil",
    "Hidden",
    "LastRound",
    "Left",
    "Open",
    "Options",
    "Passes",
    "Phase",
    "Play",
    "Right",
    "TeamMode",
    "TrickCard",
    "card",
    "devil",
    "hidden",
    "left",
    "open",
    "play",
    "right",
]

if TYPE_CHECKING:
    from cardgames._core.bottle_imp_fields import Fields

Colour = Literal["yellow", "blue", "red"]
Phase = Literal["pass", "play", "over"]
TeamMode = Literal["2-2", "2-1-1", "2-2-1", "2-2-2", "2-2-1-1"]

COLOURS: tuple[Colour, ...] = ("yellow", "blue", "red")
PHASES: tuple[Phase, ...] = ("over", "pass", "play")  # by the core's number

START_PRICE = "19"
_HALVES = (2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36)
_RANKS = tuple(
    text
    for whole in range(1, 38)
    if whole != 19
    for text in ((f"{whole}", f"{whole}.5") if whole in _HALVES else (f"{whole}",))
)
_DEFAULT_ROUNDS = {2: 6, 3: 9, 4: 8, 5: 5, 6: 6}
_MAX_ROUNDS = 100

# Teams as offsets from the seat that they are counted from: opposite seats, as far as possible.
_TEAMS: dict[str, tuple[tuple[int, ...], ...]] = {
    "2-2": ((0, 2), (1, 3)),
    "2-1-1": ((0, 2), (1,), (3,)),
    "2-2-1": ((0, 3), (1, 4), (2,)),
    "2-2-2": ((0, 3), (1, 4), (2, 5)),
    "2-2-1-1": ((0, 3), (1, 4), (2,), (5,)),
}
_TEAM_MODES: dict[int, tuple[str, ...]] = {
    4: ("2-2", "2-1-1"),
    5: ("2-2-1",),
    6: ("2-2-2", "2-2-1-1"),
}


# --- Cards and actions ---


@dataclass(frozen=True, slots=True)
class Card:
    """A card.

    Attributes
    ----------
    rank
        "1" to "37" without "19", and the half ranks "2.5" to "36.5".
    colour
        "yellow", "blue" or "red".
    points
        1 to 6: the coins on it.
    """

    rank: str
    colour: Colour
    points: int

    @property
    def index(self) -> int:
        """0 to 53, in the order of the ranks; part of the action ids."""
        return _index(self.rank)

    def __str__(self) -> str:
        return self.rank


_INDEX_BY_RANK = {rank: index for index, rank in enumerate(_RANKS)}


def _index(rank: str) -> int:
    rank = as_text(rank, "a rank")
    if rank not in _INDEX_BY_RANK:
        raise NotationError(
            f"{shown(rank)} is no rank; ranks are 1 to 37 without 19, and the halves 2.5 to 36.5"
        )
    return _INDEX_BY_RANK[rank]


CARDS: tuple[Card, ...] = tuple(
    Card(rank, COLOURS[colour], points)
    for rank, colour, points in zip(
        _RANKS, _core.COLOURS_BY_CARD, _core.POINTS_BY_CARD, strict=True
    )
)
_WHOLE_RANKS = frozenset(CARDS[index] for index in _core.SMALL_DECK)


def card(rank: str) -> Card:
    """The card of a rank.

    Raises
    ------
    TypeError, NotationError
        `rank` is no string, or no rank.
    """
    return CARDS[_index(rank)]


@dataclass(frozen=True, slots=True)
class Play:
    """A card is played into the trick."""

    card: Card


@dataclass(frozen=True, slots=True)
class Devil:
    """A card is laid into the Devil's trick."""

    card: Card


@dataclass(frozen=True, slots=True)
class Left:
    """A card is given to the seat on the left (seat + 1); 3 to 6 players."""

    card: Card


@dataclass(frozen=True, slots=True)
class Right:
    """A card is given to the seat on the right (seat - 1); 3 to 6 players."""

    card: Card


@dataclass(frozen=True, slots=True)
class Open:
    """A card is given to the opponent's open hand; two players."""

    card: Card


@dataclass(frozen=True, slots=True)
class Hidden:
    """A card is given to the opponent's hidden hand; two players."""

    card: Card


Action = Play | Devil | Left | Right | Open | Hidden

_KINDS_MANY: tuple[type[Action], ...] = (Play, Devil, Left, Right)
_KINDS_TWO: tuple[type[Action], ...] = (Play, Devil, Open, Hidden)


def _id(kind: int, which: str | Card) -> int:
    if isinstance(which, Card):
        if card(which.rank) != which:
            raise NotationError(f"there is no {shown(which)}")
        which = which.rank
    return len(CARDS) * kind + card(which).index


def play(which: str | Card) -> int:
    """The id of playing a card, given by its rank."""
    return _id(0, which)


def devil(which: str | Card) -> int:
    """The id of laying a card into the Devil's trick."""
    return _id(1, which)


def left(which: str | Card) -> int:
    """The id of giving a card to the left (3 to 6 players)."""
    return _id(2, which)


def right(which: str | Card) -> int:
    """The id of giving a card to the right (3 to 6 players)."""
    return _id(3, which)


def open(which: str | Card) -> int:
    """The id of giving a card to the opponent's open hand (two players)."""
    return _id(2, which)


def hidden(which: str | Card) -> int:
    """The id of giving a card to the opponent's hidden hand (two players)."""
    return _id(3, which)


# --- Views ---


@dataclass(frozen=True, slots=True)
class Bottle:
    """A bottle: the rank that is its price ("19" at first) and the seat that owns it, if any."""

    price: str
    owner: int | None


@dataclass(frozen=True, slots=True)
class TrickCard:
    """A card in a trick and the seat that played it."""

    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class Passes:
    """A seat's choices of the pass.

    Attributes
    ----------
    devil
        Cards laid into the Devil's trick, ascending; None if they are hidden from the viewer.
    left, right
        Cards given to the left and right; with two players to the open and to the hidden hand. None
        if not chosen or not seen.
    """

    devil: tuple[Card, ...] | None
    left: Card | None
    right: Card | None


@dataclass(frozen=True, slots=True)
class LastRound:
    """The latest settled round: gain of each score, Devil's trick, cards won and bottles."""

    gain: tuple[int, ...]
    devil: tuple[Card, ...]
    won: tuple[tuple[Card, ...], ...]
    bottles: tuple[Bottle, ...]


@dataclass(frozen=True, slots=True)
class BottleImpView(View):
    """What one viewer knows; the fields are the keys of the position format.

    docs/bottle_imp.md says more about each.

    Attributes
    ----------
    game
        The game with its options.
    player
        The seat that sees this, `cardgames.SPECTATOR`, or None for everything.
    round
        1 to `rounds`.
    dealer
        Seat of the dealer.
    phase
        "pass", "play" or "over".
    hands
        (Hidden) hands, cards ascending; None where the viewer may not see.
    hand_sizes
        Sizes of `hands`.
    open_hands
        Two players: the open hands; else None.
    passes, passed
        This round's choices, and how many each seat has made.
    played
        Cards that each seat has played this round, in order.
    leader
        Leader of the current trick; in the pass, the seat that will lead.
    trick, last_trick
        Cards in the order of play; the last trick is the latest complete one of the game.
    bottles
        Price and owner of each.
    won
        Cards won this round, ascending.
    voids
        Colours that a seat failed to follow this round.
    teams
        Members of the teams of this round, or None.
    last_round
        The latest settled round, if any.
    scores
        Points of the settled rounds.
    to_act
        Seats that may act now.
    rng
        The generator, in the view of everything only.
    """

    game: BottleImp
    player: int | None
    round: int
    dealer: int
    phase: Phase
    hands: tuple[tuple[Card, ...] | None, ...]
    hand_sizes: tuple[int, ...]
    open_hands: tuple[tuple[Card, ...], ...] | None
    passes: tuple[Passes, ...]
    passed: tuple[int, ...]
    played: tuple[tuple[Card, ...], ...]
    leader: int
    trick: tuple[TrickCard, ...]
    last_trick: tuple[TrickCard, ...]
    bottles: tuple[Bottle, ...]
    won: tuple[tuple[Card, ...], ...]
    voids: tuple[tuple[Colour, ...], ...]
    teams: tuple[tuple[int, ...], ...] | None
    last_round: LastRound | None
    scores: tuple[int, ...]
    to_act: tuple[int, ...]
    rng: tuple[str, ...] | None

    def to_dict(self) -> dict[str, Any]:
        """The view in the position format, ready for JSON."""
        last = self.last_round
        return {
            "game": self.game.name,
            "options": self.game.position_options(),
            "round": self.round,
            "dealer": self.dealer,
            "phase": self.phase,
            "hands": [None if hand is None else _ranks(hand) for hand in self.hands],
            "hand_sizes": list(self.hand_sizes),
            "open_hands": None if self.open_hands is None else _rank_lists(self.open_hands),
            "passes": [self._passes_dict(passes) for passes in self.passes],
            "passed": list(self.passed),
            "played": _rank_lists(self.played),
            "leader": self.leader,
            "trick": _trick_list(self.trick),
            "last_trick": _trick_list(self.last_trick),
            "bottles": _bottle_list(self.bottles),
            "won": _rank_lists(self.won),
            "voids": [list(colours) for colours in self.voids],
            "teams": None if self.teams is None else [list(team) for team in self.teams],
            "last_round": None
            if last is None
            else {
                "gain": list(last.gain),
                "devil": _ranks(last.devil),
                "won": _rank_lists(last.won),
                "bottles": _bottle_list(last.bottles),
            },
            "scores": list(self.scores),
            "to_act": list(self.to_act),
            "rng": None if self.rng is None else list(self.rng),
        }

    def _passes_dict(self, passes: Passes) -> dict[str, Any]:
        first, second = self.game.gift_names
        return {
            "devil": None if passes.devil is None else _ranks(passes.devil),
            first: None if passes.left is None else passes.left.rank,
            second: None if passes.right is None else passes.right.rank,
        }


def _ranks(cards: tuple[Card, ...]) -> list[str]:
    return [card.rank for card in cards]


def _rank_lists(lists: tuple[tuple[Card, ...], ...]) -> list[list[str]]:
    return [_ranks(cards) for cards in lists]


def _trick_list(trick: tuple[TrickCard, ...]) -> list[dict[str, Any]]:
    return [{"player": entry.player, "card": entry.card.rank} for entry in trick]


def _bottle_list(bottles: tuple[Bottle, ...]) -> list[dict[str, Any]]:
    return [{"price": bottle.price, "owner": bottle.owner} for bottle in bottles]


# --- The game ---


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """The options of a game of Bottle Imp, complete and checked; see `BottleImp`."""

    num_players: int
    rounds: int
    bottles: int
    teams: TeamMode | None
    rotate_teams: bool
    devil_cards: int


class BottleImp(Game[BottleImpState]):
    """Bottle Imp: a trick-taking game with a cursed bottle, for 2 to 6 players.

    Parameters
    ----------
    num_players
        2 to 6; two players play the Devil's Eye.
    rounds
        1 to 100; None is 6, 9, 8, 5, 6 for 2 to 6 players.
    bottles
        1, or 2 with 5 or 6 players; None is 2 with 5 or 6 players and no teams, else 1.
    teams
        None; "2-2" or "2-1-1" with 4 players, "2-2-1" with 5, "2-2-2" or "2-2-1-1" with 6.
    rotate_teams
        Teams are counted from each round's first player instead of seat 0; needs `teams`.
    devil_cards
        Cards that a player lays into the Devil's trick: 1, or 2 with two players.

    Raises
    ------
    OptionError
        An option is unknown, of a wrong type, not allowed or does not fit the others.

    Examples
    --------
    >>> BottleImp(num_players=5)
    BottleImp(num_players=5, rounds=5)
    >>> BottleImp(num_players=4, teams="3-1")
    Traceback (most recent call last):
    ...
    cardgames.errors.OptionError: teams: must be None, '2-2' or '2-1-1' with 4 players, not '3-1'
    """

    __slots__ = ()

    name: ClassVar[str] = "bottle_imp"
    OPTIONS: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec("num_players", int, "4", "2 to 6", "Number of players; 2 play the Devil's Eye."),
        OptionSpec(
            "rounds", int, "6, 9, 8, 5, 6 for 2 to 6 players", "1 to 100", "Rounds of the game."
        ),
        OptionSpec(
            "bottles",
            int,
            "2 with 5 or 6 players and no teams, else 1",
            "1, or 2 with 5 or 6 players",
            "Number of bottles.",
        ),
        OptionSpec(
            "teams",
            str,
            "no teams",
            "2-2 or 2-1-1 with 4 players, 2-2-1 with 5, 2-2-2 or 2-2-1-1 with 6",
            "Teams of two, and seats alone.",
        ),
        OptionSpec(
            "rotate_teams",
            bool,
            "no",
            "only with teams",
            "Count the teams from each round's first player.",
        ),
        OptionSpec(
            "devil_cards",
            int,
            "1",
            "1, or 2 with 2 players",
            "Cards that each player lays into the Devil's trick.",
        ),
    )
    _always_shown: ClassVar[tuple[str, ...]] = ("num_players", "rounds")

    def __init__(
        self,
        /,
        num_players: int = 4,
        rounds: int | None = None,
        bottles: int | None = None,
        teams: str | None = None,
        rotate_teams: bool = False,
        devil_cards: int = 1,
        **unknown: Never,
    ) -> None:
        refuse_unknown(type(self), unknown)
        options = _checked_options(num_players, rounds, bottles, teams, rotate_teams, devil_cards)
        core = _core.CoreBottleImp(
            options.num_players,
            options.rounds,
            options.bottles,
            None if options.teams is None else _team_numbers(options.teams),
            options.rotate_teams,
            options.devil_cards,
        )
        self._set_up(core, options, _WORDS_TWO if options.num_players == 2 else _WORDS_MANY)

    @property
    def options(self) -> Options:
        """The options, checked and complete."""
        return cast("Options", self._options)

    @property
    def gift_names(self) -> tuple[str, str]:
        """The words for the two cards that a seat gives: left and right, or open and hidden."""
        return ("open", "hidden") if self.num_players == 2 else ("left", "right")

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in play: 36 whole ranks with 2 to 4 players, all 54 with 5 and 6."""
        return tuple(card for card in CARDS if self.num_players > 4 or card in _WHOLE_RANKS)

    def _default_values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        defaults = _checked_options(given["num_players"], None, None, None, False, 1)
        values = {name: getattr(defaults, name) for name in ("rounds", "bottles")}
        if self.options.teams is not None:
            values["bottles"] = 1
        return values | {"teams": None, "rotate_teams": False, "devil_cards": 1}

    def action_info(self, a: SupportsIndex) -> Action:
        """An action as a dataclass: `Play`, `Devil`, and `Left`, `Right` or `Open`, `Hidden`."""
        kind, index = divmod(self._action_id(a), len(CARDS))
        return (_KINDS_TWO if self.num_players == 2 else _KINDS_MANY)[kind](CARDS[index])

    def _observation_blocks(self) -> Iterator[BlockSpec]:
        return _observation_blocks(self)

    @property
    def core(self) -> _core.CoreBottleImp:
        """The core, for the reader of positions."""
        return cast("_core.CoreBottleImp", self._core)

    def _view_of(self, state: State, player: int | None) -> BottleImpView:
        return _view_from_fields(self, player, cast("BottleImpState", state).fields(player))

    def _example_words(self) -> tuple[str, ...]:
        first, second = self.gift_names
        return "17", "devil 17", f"{first} 4", f"{second} 4"

    def _why_illegal(self, state: State, player: int, action: int, code: int) -> str:
        card = CARDS[action % len(CARDS)].rank
        return _REFUSALS[code].format(card=card, player=player)


# Why an action is refused, by the core's code.
_REFUSALS: dict[int, str] = {
    3: "the game is over",
    4: "{card} is a half rank, which is in play with 5 or 6 players only",
    5: "cards are passed before any is played",
    6: "the pass is over",
    7: "it has made all its choices; the others are still choosing",
    8: "another choice comes first",
    9: "it is not its turn",
    10: "it does not hold {card}",
    11: "the led colour has to be followed",
}


def _words(kinds: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(prefix + card.rank for prefix in kinds for card in CARDS)


_WORDS_MANY = _words(("", "devil ", "left ", "right "))
_WORDS_TWO = _words(("", "devil ", "open ", "hidden "))


def _checked_options(
    num_players: object,
    rounds: object,
    bottles: object,
    teams: object,
    rotate_teams: object,
    devil_cards: object,
) -> Options:
    n = option_int(num_players, "num_players", 2, 6)
    modes = _TEAM_MODES.get(n, ())
    if isinstance(teams, str):
        teams = str.__str__(teams)  # a plain one, whatever a subclass makes of itself
    if teams is not None and (not isinstance(teams, str) or teams not in modes):
        names = (
            " or ".join([", ".join(["None", *map(repr, modes[:-1])]), repr(modes[-1])])
            if modes
            else "None"
        )
        raise OptionError("teams", f"must be {names} with {n} players, not {shown(teams)}")
    if bottles is None:
        bottles = 2 if n >= 5 and teams is None else 1
    bottle_count = option_int(bottles, "bottles", 1, 2)
    if bottle_count == 2 and n < 5:
        raise OptionError("bottles", f"must be 1 with {n} players; 2 needs 5 or 6 players")
    rotate = option_bool(rotate_teams, "rotate_teams")
    if rotate and teams is None:
        raise OptionError("rotate_teams", "must be False without teams")
    devils = option_int(devil_cards, "devil_cards", 1, 2)
    if devils == 2 and n > 2:
        raise OptionError("devil_cards", f"must be 1 with {n} players; 2 needs 2 players")
    return Options(
        num_players=n,
        rounds=_DEFAULT_ROUNDS[n]
        if rounds is None
        else option_int(rounds, "rounds", 1, _MAX_ROUNDS),
        bottles=bottle_count,
        teams=cast("TeamMode | None", teams),
        rotate_teams=rotate,
        devil_cards=devils,
    )


def _team_numbers(mode: str) -> list[int]:
    """The team of each seat, counted from the seat that teams are counted from."""
    members = {seat: number for number, team in enumerate(_TEAMS[mode]) for seat in team}
    return [members[seat] for seat in range(len(members))]


def _observation_blocks(game: BottleImp) -> Iterator[BlockSpec]:
    """The blocks of an observation; the core writes them in this order (bi_observe)."""
    n, cards, bottles = game.num_players, len(CARDS), game.options.bottles
    trick = 4 if n == 2 else n
    by_seat = "per seat from the viewer on"
    yield BlockSpec("phase", 3, "one-hot: pass, play, over")
    yield BlockSpec("round", 1, "round / rounds", game.options.rounds)
    yield BlockSpec("is_seat", 1, "1 for a seat's view, 0 for a spectator's")
    yield BlockSpec("seat", n, "one-hot: the viewer's seat; 0 for a spectator")
    yield BlockSpec("dealer", n, f"one-hot, {by_seat}")
    yield BlockSpec("leader", n, f"one-hot, {by_seat}: leader of the trick, or who will lead")
    yield BlockSpec("to_act", n, f"1 for each seat that may act, {by_seat}")
    for name in ("own_devil", f"own_{game.gift_names[0]}", f"own_{game.gift_names[1]}"):
        also = "; for a spectator what seat 0 gave" if name == "own_open" else ""
        yield BlockSpec(name, cards, f"card bits: the viewer's own choice of this round{also}")
    if n == 2:
        yield BlockSpec(
            "received_open", cards, "card bits: what the other seat gave to the open hand"
        )
        yield BlockSpec(
            "received_hidden", cards, "card bits: what the other seat gave to the hidden hand"
        )
        yield BlockSpec("open_hands", n * cards, f"card bits {by_seat}")
    else:
        yield BlockSpec("received_from_left", cards, "card bits: what the left neighbour gave")
        yield BlockSpec("received_from_right", cards, "card bits: what the right neighbour gave")
    yield BlockSpec("hand", cards, "card bits: the viewer's (hidden) hand")
    yield BlockSpec("hand_sizes", n, f"size / 12, {by_seat}", 12)
    yield BlockSpec(
        "passed", n, f"choices made / (devil_cards + 2), {by_seat}", game.options.devil_cards + 2
    )
    yield BlockSpec(
        "played",
        n * cards,
        f"{by_seat}: place of the card in the order of its seat's plays / 17",
        17,
    )
    yield BlockSpec(
        "trick",
        n * cards,
        f"{by_seat}: place of the card in the trick / size of a full trick",
        trick,
    )
    yield BlockSpec(
        "last_trick", n * cards, f"{by_seat}: the same for the last complete trick", trick
    )
    yield BlockSpec("led_colour", 3, "one-hot: yellow, blue, red")
    yield BlockSpec("voids", n * 3, f"1 for each colour that the seat failed to follow, {by_seat}")
    yield BlockSpec(
        "bottles",
        bottles * (1 + n),
        "per bottle: price (cards below it / 27), owner one-hot from the viewer on",
        27,
    )
    yield BlockSpec("won", n * cards, f"card bits of the cards won this round, {by_seat}")
    yield BlockSpec(
        "team", n, f"1 for the seats of the viewer's team, {by_seat}; 0 without teams or seat"
    )
    yield BlockSpec("scores", n, f"points / 100, {by_seat}", 100, unbounded=True)
    yield BlockSpec(
        "last_gain", n, f"points of the latest settled round / 100, {by_seat}", 100, unbounded=True
    )
    yield BlockSpec("last_devil", cards, "card bits: Devil's trick of the latest settled round")
    yield BlockSpec(
        "last_won", n * cards, f"card bits: cards won in the latest settled round, {by_seat}"
    )
    yield BlockSpec(
        "last_bottles", bottles * (1 + n), "as bottles, at the end of the latest settled round", 27
    )


def _view_from_fields(game: BottleImp, player: int | None, f: Fields) -> BottleImpView:
    last = f["last_round"]
    return BottleImpView(
        game=game,
        player=player,
        round=f["round"],
        dealer=f["dealer"],
        phase=PHASES[f["phase"]],
        hands=tuple(None if hand is None else _cards(hand) for hand in f["hands"]),
        hand_sizes=tuple(f["hand_sizes"]),
        open_hands=None if f["open_hands"] is None else _card_tuples(f["open_hands"]),
        passes=tuple(
            Passes(
                None if devil is None else _cards(devil),
                _card_or_none(f["given"][0][seat]),
                _card_or_none(f["given"][1][seat]),
            )
            for seat, devil in enumerate(f["devil"])
        ),
        passed=tuple(f["passed"]),
        played=_card_tuples(f["played"]),
        leader=f["leader"],
        trick=tuple(TrickCard(seat, CARDS[index]) for seat, index in f["trick"]),
        last_trick=tuple(TrickCard(seat, CARDS[index]) for seat, index in f["last_trick"]),
        bottles=_bottles(f["bottles"]),
        won=_card_tuples(f["won"]),
        voids=tuple(tuple(COLOURS[colour] for colour in colours) for colours in f["voids"]),
        teams=None if f["teams"] is None else _teams(f["teams"]),
        last_round=None
        if last is None
        else LastRound(
            tuple(last["gain"]),
            _cards(last["devil"]),
            _card_tuples(last["won"]),
            _bottles(last["bottles"]),
        ),
        scores=tuple(f["scores"]),
        to_act=tuple(f["to_act"]),
        rng=None if f["rng"] is None else rng_words(f["rng"]),
    )


def _cards(indices: Sequence[int]) -> tuple[Card, ...]:
    return tuple([CARDS[index] for index in indices])


def _card_tuples(lists: Sequence[Sequence[int]]) -> tuple[tuple[Card, ...], ...]:
    return tuple([_cards(indices) for indices in lists])


def _card_or_none(index: int | None) -> Card | None:
    return None if index is None else CARDS[index]


def _bottles(bottles: Sequence[tuple[int, int | None]]) -> tuple[Bottle, ...]:
    return tuple(
        Bottle(START_PRICE if price == _core.START_PRICE else CARDS[price].rank, owner)
        for price, owner in bottles
    )


def _teams(team_of: list[int]) -> tuple[tuple[int, ...], ...]:
    members: dict[int, list[int]] = {}
    for seat, team in enumerate(team_of):
        members.setdefault(team, []).append(seat)
    return tuple(tuple(team) for team in members.values())
