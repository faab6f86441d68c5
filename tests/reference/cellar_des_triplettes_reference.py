"""Cellar des Triplettes once more, slow and obvious, as something to compare the core with.

Written from the rulebook and the game's page alone: it shares no code, no table and no idea with
the library, and it does not import it. Cards are their values as words (``"14"``, ``"0.2"``), hands
are sorted lists of such words, money is a whole number of tenths, a cellar is a dict from places to
cards, and positions are dicts in the format of the game's page. There is no generator in here: the
pile of a game is known from the start.

In the comments "rulebook" is the rulebook and "page" is the game's page.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

Position = dict[str, Any]
Options = dict[str, Any]
# Row (1 is the bottom) and column.
Place = tuple[int, int]

SPECTATOR = -1

# Page: the bottle of each colour with one, two and three stars.
EMPTY = "0.2"
_TABLE = {
    "brown": ["3", "10", "17"],
    "orange": ["4", "11", "18"],
    "yellow": ["5", "12", "19"],
    "red": ["6", "13", "20"],
    "green": ["7", "14", "21"],
    "violet": ["8", "15", "22"],
    "blue": ["9", "16", "23"],
}
COLOUR = {card: colour for colour, bottles in _TABLE.items() for card in bottles}
STARS = {card: 1 + at for bottles in _TABLE.values() for at, card in enumerate(bottles)}
# Rulebook: an empty bottle is worth 0.2 and has no stars.
STARS[EMPTY] = 0
TENTHS = {card: 2 if card == EMPTY else 10 * int(card) for card in STARS}

# Page: types in ascending order of value.
TYPES: list[str] = sorted(STARS, key=TENTHS.__getitem__)

# Rulebook: 3 players play without violet and yellow, 4 without orange.
_LEFT_OUT = {3: ["violet", "yellow"], 4: ["orange"], 5: []}

# Rulebook: each player is dealt 5 cards, the display has 4, nobody keeps more than 6; a cellar has
# rows of 5, 4, 3, 2 and 1.
DEALT = 5
DISPLAY = 4
HAND_LIMIT = 6
ROWS = {1: 5, 2: 4, 3: 3, 4: 2, 5: 1}

# Page: the words of the 17 slots, in order.
SLOTS = [
    *(f"r{row}c{column}" for row in ROWS for column in range(1, ROWS[row] + 1)),
    "left",
    "right",
]


class RuleError(ValueError):
    """The reference was asked for something that the rules do not allow."""


def by_value(cards: Iterable[str]) -> list[str]:
    """Sort cards in ascending order of value."""
    return sorted(cards, key=TENTHS.__getitem__)


def total(cards: Iterable[str]) -> int:
    """Value of cards together, in tenths."""
    return sum(TENTHS[card] for card in cards)


def deck(num_players: int) -> list[str]:
    """Cards of the game, ascending: three of each type."""
    return [
        card
        for card in TYPES
        if card == EMPTY or COLOUR[card] not in _LEFT_OUT[num_players]
        for _ in range(3)
    ]


def default_options(num_players: int = 4) -> Options:
    """Both options with nothing but the number of players given."""
    return {"num_players": num_players, "max_rounds": 100}


def all_option_sets(max_rounds: tuple[int, ...] = (1, 2, 3, 5, 11, 100)) -> Iterator[Options]:
    """Every number of players with each of these numbers of rounds.

    By round 11 the pile may be empty just when `max_rounds` makes the round the final one.
    """
    for num_players in (3, 4, 5):
        for number in max_rounds:
            yield {"num_players": num_players, "max_rounds": number}


def max_game_length(options: Options) -> int:
    """Page: a bound on the number of actions."""
    number: int = options["num_players"]
    return 14 * number * int(options["max_rounds"]) + len(deck(number))


def without(cards: list[str], card: str) -> list[str]:
    """Cards without one card of this type."""
    rest = list(cards)
    rest.remove(card)
    return rest


def can_end_turn(so_far: int, last: str | None, hand: list[str], forbidden: set[int]) -> bool:
    """Whether a turn can end with a `call`.

    Page: some multiset of the hand, perhaps none, of the same or a higher type than the card that
    was laid last, makes a total that no other seat has.
    """
    usable = [card for card in hand if last is None or TENTHS[card] >= TENTHS[last]]
    return any(
        so_far + total(more) not in forbidden
        for size in range(len(usable) + 1)
        for more in itertools.combinations(usable, size)
    )


# ------------------------------------------------------------------ the geometry of a cellar


def touch(one: Place, other: Place) -> bool:
    """Whether two bottles touch: side by side, or one resting on the other.

    Page: (r, c) rests on (r-1, c) and (r-1, c+1). So a row lies half a bottle to the right of the
    row below; across is counted in halves.
    """
    across = abs((2 * one[1] + one[0]) - (2 * other[1] + other[0]))
    up = abs(one[0] - other[0])
    return (across, up) in {(2, 0), (1, 1)}


def is_triplet(places: Iterable[Place]) -> bool:
    """Rulebook: three in a straight line (diagonal or horizontal), or in a triangle."""
    one, two, three = places
    if touch(one, two) and touch(two, three) and touch(one, three):
        return True
    for middle, left, right in [(one, two, three), (two, one, three), (three, one, two)]:
        centred = left[0] + right[0] == 2 * middle[0] and left[1] + right[1] == 2 * middle[1]
        if centred and touch(left, middle) and touch(middle, right):
            return True
    return False


def triplet_points(cards: Iterable[str]) -> int:
    """Rulebook: 4 points for three identical bottles of a colour, 1 for three different ones."""
    bottles = list(cards)
    # Page: a showing empty bottle belongs to no triplet.
    if EMPTY in bottles or len({COLOUR[card] for card in bottles}) != 1:
        return 0
    return {1: 4, 2: 0, 3: 1}[len(set(bottles))]


class Cellar:
    """One cellar, as it lies on the table.

    Nothing moves in here: growing to the left takes the column left of the leftmost, be it 0 or
    negative. What the page calls column 1 is the leftmost column of row 1.
    """

    def __init__(self) -> None:
        self.showing: dict[Place, str] = {}
        self.covered: set[Place] = set()

    @classmethod
    def of(cls, rows: list[list[str | None]], covered: list[str]) -> Cellar:
        """Cellar of a position."""
        cellar = cls()
        for row, cards in enumerate(rows, start=1):
            for column, card in enumerate(cards, start=1):
                if card is not None:
                    cellar.showing[row, column] = card
        cellar.covered = {cellar.place(word) for word in covered}
        return cellar

    def bottom(self) -> list[int]:
        """Columns of row 1 that are filled."""
        return sorted(column for row, column in self.showing if row == 1)

    def _shift(self) -> int:
        return min(self.bottom(), default=1) - 1

    def word(self, place: Place) -> str:
        """Slot word of a place."""
        return f"r{place[0]}c{place[1] - self._shift()}"

    def place(self, word: str) -> Place:
        """Place of a slot word."""
        row, column = word[1:].split("c")
        return int(row), int(column) + self._shift()

    def is_complete(self) -> bool:
        """Rulebook: full, and no empty bottle is left to be covered."""
        return len(self.showing) == sum(ROWS.values()) and EMPTY not in self.showing.values()

    def open_places(self, card: str) -> dict[str, Place]:
        """Where this card may go, from slot words in their order to places."""
        found: dict[str, Place] = {}
        bottom = self.bottom()
        if not bottom:
            # Page: the first card of a cellar is only `right`.
            found["right"] = (1, 1)
        elif len(bottom) < ROWS[1]:
            # Page: row 1 grows at either end until it holds five.
            found["left"] = (1, bottom[0] - 1)
            found["right"] = (1, bottom[-1] + 1)
        # Rulebook: every card above the bottom level is supported by two cards beneath it.
        for row, column in self.showing:
            above = (row + 1, column)
            if (row, column + 1) in self.showing and above not in self.showing:
                found[self.word(above)] = above
        # Rulebook: an empty bottle may be covered by a wine bottle; nothing else is ever covered.
        for place, lying in self.showing.items():
            if lying == EMPTY and card != EMPTY:
                found[self.word(place)] = place
        return dict(sorted(found.items(), key=lambda entry: SLOTS.index(entry[0])))

    def put(self, card: str, place: Place) -> int:
        """Put a card into an open place; the points that it brings."""
        if place in self.showing:
            self.covered.add(place)
        self.showing[place] = card
        # Rulebook: a point for each star, and the bonus of each triplet that the card completes.
        others = [other for other in self.showing if other != place]
        return STARS[card] + sum(
            triplet_points(self.showing[at] for at in (place, *pair))
            for pair in itertools.combinations(others, 2)
            if is_triplet((place, *pair))
        )

    def triplets(self) -> list[tuple[tuple[str, ...], tuple[str, ...], int]]:
        """Slots, cards and points of all triplets lying in the cellar, in order of their slots."""
        return [
            (
                tuple(self.word(place) for place in places),
                tuple(self.showing[place] for place in places),
                triplet_points(self.showing[place] for place in places),
            )
            for places in itertools.combinations(sorted(self.showing), 3)
            if is_triplet(places) and triplet_points(self.showing[place] for place in places)
        ]

    def rows(self) -> list[list[str | None]]:
        """Page: rows from the bottom, with null where nothing lies."""
        shift = self._shift()
        return [
            [self.showing.get((row, column + shift)) for column in range(1, size + 1)]
            for row, size in ROWS.items()
        ]

    def covered_words(self) -> list[str]:
        """Page: slots where a wine covers an empty bottle, row-major."""
        return [self.word(place) for place in sorted(self.covered)]


# ------------------------------------------------------------------ the game


class ReferenceCellarDesTriplettes:
    """One game of Cellar des Triplettes in progress.

    Parameters
    ----------
    start
        A full position, usually a fresh deal. Everything follows from it.
    """

    def __init__(self, start: Position) -> None:
        self.options: Options = dict(start["options"])
        self.n: int = self.options["num_players"]
        self.round: int = start["round"]
        self.phase: str = start["phase"]
        self.final_round: bool = start["final_round"]
        self.truncated: bool = start["truncated"]
        self.starting_player: int = start["starting_player"]
        self.high_bidder: int | None = start["high_bidder"]
        self.hands: list[list[str]] = [by_value(hand) for hand in start["hands"]]
        self.known_hands: list[list[str]] = [by_value(hand) for hand in start["known_hands"]]
        self.bids: list[list[str]] = [by_value(bid) for bid in start["bids"]]
        self.turn: list[str] = list(start["turn"])
        self.passed: list[bool] = list(start["passed"])
        self.display: list[str] = by_value(start["display"])
        # Top first, each card with whether everybody has seen it go under the pile.
        unknown = len(start["pile"]) - len(start["pile_bottom"])
        self.pile: list[tuple[str, bool]] = [
            (card, at >= unknown) for at, card in enumerate(start["pile"])
        ]
        self.placing: list[int] = list(start["placing"])
        self.cellars: list[list[Cellar]] = [
            [Cellar.of(rows, covered) for rows, covered in zip(cellars, words, strict=True)]
            for cellars, words in zip(start["cellars"], start["covered"], strict=True)
        ]
        self.scored: list[int] = list(start["scores"])
        self._bidder: int = start["to_act"][0] if start["phase"] == "bid" else 0
        # How often each thing that is worth knowing of has happened.
        self.happened: Counter[str] = Counter()

    # ------------------------------------------------------------------ whose turn, what is legal

    @property
    def is_over(self) -> bool:
        """True at the end of the game."""
        return self.phase == "over"

    @property
    def is_truncated(self) -> bool:
        """Page: over, and only `max_rounds` made the last round the final one."""
        return self.is_over and self.truncated

    def to_act(self) -> list[int]:
        """Seats that may act now: one, or none at the end."""
        if self.is_over:
            return []
        return [self._bidder] if self.phase == "bid" else [self.placing[0]]

    def legal(self, seat: int) -> list[str]:
        """What this seat may do now, in notation, in ascending order of ids."""
        if seat not in self.to_act():
            return []
        return self._legal_bids(seat) if self.phase == "bid" else self._legal_placements(seat)

    def forbidden(self, seat: int) -> set[int]:
        """Rulebook: totals that this seat's bid must differ from, those of all other bids."""
        # Page: also of the seats that have passed.
        return {total(bid) for other, bid in enumerate(self.bids) if other != seat and bid}

    def _types_in_hand(self, seat: int) -> list[str]:
        return [card for card in TYPES if card in self.hands[seat]]

    def layable(self, seat: int) -> list[str]:
        """Types that keep the order of the turn; page: within one turn they never decrease."""
        return [
            card
            for card in self._types_in_hand(seat)
            if not self.turn or TENTHS[card] >= TENTHS[self.turn[-1]]
        ]

    def _legal_bids(self, seat: int) -> list[str]:
        forbidden = self.forbidden(seat)
        laid = total(self.bids[seat])
        words = [
            f"bid {card}"
            for card in self.layable(seat)
            if can_end_turn(laid + TENTHS[card], card, without(self.hands[seat], card), forbidden)
        ]
        if self.turn:
            # Page: after the first card of a turn, passing is not possible until `call`.
            if laid not in forbidden:
                words.append("call")
            return words
        words.append("pass")
        # Rulebook: who passes without having bid a card may reveal two cards of the pile.
        if not self.bids[seat] and self.pile:
            words.append("pass draw")
        return words

    def _legal_placements(self, seat: int) -> list[str]:
        cellar = self.cellars[seat][-1]
        if cellar.is_complete():
            # Rulebook: then a new cellar is opened, following the same rules.
            cellar = Cellar()
        words = [
            f"place {card} {slot}"
            for card in self._types_in_hand(seat)
            for slot in cellar.open_places(card)
        ]
        # Rulebook: after placing, a hand has at most 6 cards.
        if len(self.hands[seat]) <= HAND_LIMIT:
            words.append("done")
        return words

    # ------------------------------------------------------------------ acting

    def apply(self, word: str, seat: int) -> None:
        """Play an action given in notation."""
        legal = self.legal(seat)
        if word not in legal:
            raise RuleError(f"{word!r} is not legal for seat {seat}")
        if self.phase == "bid":
            refused = [card for card in self.layable(seat) if f"bid {card}" not in legal]
            self.happened["choices in a bid with a card refused"] += bool(refused)
            self.happened["choices in mid-turn without call"] += bool(
                self.turn and "call" not in legal
            )
        kind, *arguments = word.split(" ")
        if kind == "bid":
            self._lay(seat, arguments[0])
        elif kind == "call":
            self.turn = []
            self._next_bidder()
            self.happened["call back to the same seat"] += self._bidder == seat
        elif kind == "pass":
            if arguments == ["draw"]:
                self._draw(seat)
            self.passed[seat] = True
            if all(self.passed):
                # Rulebook: the bidding round ends when all have passed.
                self._trade()
            else:
                self._next_bidder()
        elif kind == "place":
            self._put(seat, *arguments)
        else:
            self.placing.pop(0)
            self._skip_empty_hands()

    def _play_from_hand(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        # Page: playing a card of a type removes one of that type from `known_hands`, if there is
        # one.
        if card in self.known_hands[seat]:
            self.known_hands[seat].remove(card)

    def _take_openly(self, seat: int, cards: list[str]) -> None:
        # Page: a card that is taken openly is added to `known_hands`.
        self.hands[seat] = by_value(self.hands[seat] + cards)
        self.known_hands[seat] = by_value(self.known_hands[seat] + cards)

    def _lay(self, seat: int, card: str) -> None:
        self._play_from_hand(seat, card)
        self.bids[seat] = by_value([*self.bids[seat], card])
        self.turn.append(card)

    def _next_bidder(self) -> None:
        # Rulebook: clockwise, without those who have passed. Page: this may be the same seat.
        for step in range(1, self.n + 1):
            seat = (self._bidder + step) % self.n
            if not self.passed[seat]:
                self._bidder = seat
                return

    def _draw(self, seat: int) -> None:
        shown = [card for card, _ in self.pile[:2]]
        self.happened["pass draw"] += 1
        self.happened["pass draw of a known card"] += any(known for _, known in self.pile[:2])
        self.pile = self.pile[2:]
        lower, *higher = by_value(shown)
        # Rulebook: the lower-valued into the hand, the higher-valued face down under the pile.
        # Page: a single card is shown and taken.
        self._take_openly(seat, [lower])
        for card in higher:
            self.pile.append((card, True))
        self.happened["pass draw with one card"] += not higher
        self.happened["pile drawn empty in a truncated final round"] += (
            self.truncated and not self.pile
        )

    def _trade(self) -> None:
        # Rulebook: the highest bid gets the display, the second-highest the highest bid, and so on;
        # the lowest bid becomes the display.
        bidders = [seat for seat in range(self.n) if self.bids[seat]]
        bidders.sort(key=lambda seat: -total(self.bids[seat]))
        self.happened["no bidder"] += not bidders
        self.happened["one bidder"] += len(bidders) == 1
        self.happened["all seats bid"] += len(bidders) == self.n
        for seat in bidders:
            self._take_openly(seat, self.display)
            self.display = self.bids[seat]
            self.bids[seat] = []
        self.high_bidder = bidders[0] if bidders else None
        self.happened["a display of more than 4"] += len(self.display) > DISPLAY
        # Rulebook: who had the highest bid places first, then clockwise. Page: no bidder, from the
        # starting seat.
        first = self.starting_player if self.high_bidder is None else self.high_bidder
        self.placing = [(first + step) % self.n for step in range(self.n)]
        self.phase = "place"
        self._skip_empty_hands()

    def _skip_empty_hands(self) -> None:
        # Page: a turn is over when the hand is or becomes empty.
        while self.placing and not self.hands[self.placing[0]]:
            self.placing.pop(0)
            self.happened["a seat without cards does not place"] += 1
        if not self.placing:
            self._refill()

    def _put(self, seat: int, card: str, slot: str) -> None:
        if self.cellars[seat][-1].is_complete():
            self.cellars[seat].append(Cellar())
            self.happened[f"cellar {len(self.cellars[seat])} opened"] += 1
        cellar = self.cellars[seat][-1]
        place = cellar.open_places(card)[slot]
        self.happened["cover"] += place in cellar.showing
        self.happened["growth to the left"] += slot == "left"
        self.happened["growth to the left under upper rows"] += slot == "left" and any(
            row > 1 for row, _ in cellar.showing
        )
        self.happened["growth to the left with a covered bottle"] += slot == "left" and bool(
            cellar.covered
        )
        self.happened["cover in a full cellar"] += len(cellar.showing) == sum(ROWS.values())
        self.happened["an empty bottle placed"] += card == EMPTY
        self._play_from_hand(seat, card)
        points = cellar.put(card, place)
        self.happened["triplets"] += points > STARS[card]
        self.happened["several triplets at once"] += points - STARS[card] not in (0, 1, 4)
        self.happened["triplets of identical bottles"] += points - STARS[card] >= 4
        # Rulebook: points are received at once.
        self.scored[seat] += points
        self._skip_empty_hands()

    def _refill(self) -> None:
        if self.final_round:
            # Page: the game ends after the placements of the final round.
            self.phase = "over"
            return
        # Rulebook: refilled up to 4 cards; if there are not enough, correspondingly fewer.
        empty_before = not self.pile
        while len(self.display) < DISPLAY and self.pile:
            card, _ = self.pile.pop(0)
            self.display = by_value([*self.display, card])
        # Rulebook: who had the highest bid starts. Page: no bidder, the same seat.
        if self.high_bidder is not None:
            self.starting_player = self.high_bidder
        self.high_bidder = None
        self.round += 1
        # Page: an empty pile, whether or not a card was needed, makes the next round the final one;
        # so does `max_rounds`, and if it does so alone the game is truncated.
        at_limit = self.round == self.options["max_rounds"]
        self.final_round = at_limit or not self.pile
        self.truncated = at_limit and bool(self.pile)
        self.happened["final round by the pile, emptied by refilling"] += (
            not self.pile and not empty_before
        )
        self.happened["final round by the pile, emptied by pass draw"] += empty_before
        self.happened["final round by both"] += at_limit and not self.pile
        self.happened["final round by max_rounds"] += self.truncated
        self.phase = "bid"
        self.passed = [False] * self.n
        self._bidder = self.starting_player

    # ------------------------------------------------------------------ results

    def scores(self) -> list[int]:
        """Points so far."""
        return list(self.scored)

    def stars(self, seat: int) -> int:
        """Stars showing in the cellars of a seat."""
        return sum(STARS[card] for cellar in self.cellars[seat] for card in cellar.showing.values())

    def triplets(self, seat: int) -> list[tuple[int, tuple[str, ...], tuple[str, ...], int]]:
        """Cellar, slots, cards and points of all triplets of a seat."""
        return [
            (number, *found)
            for number, cellar in enumerate(self.cellars[seat])
            for found in cellar.triplets()
        ]

    def winners(self) -> list[int]:
        """Rulebook: most points win. Page: ties share. Nobody before the end."""
        if not self.is_over:
            return []
        return [seat for seat in range(self.n) if self.scored[seat] == max(self.scored)]

    def returns(self) -> list[float]:
        """Common page: of n seats the k winners get (n/k - 1)/(n-1), the others -1/(n-1)."""
        if not self.is_over:
            return [0.0] * self.n
        winners = self.winners()
        share = (self.n / len(winners) - 1) / (self.n - 1)
        return [share if seat in winners else -1 / (self.n - 1) for seat in range(self.n)]

    # ------------------------------------------------------------------ positions and views

    def view(self, player: int | None = None) -> Position:
        """Position as this player knows it; None: everything; -1: what is public.

        The generator is not part of the rules: `rng` is always null in here.
        """
        return {
            "game": "cellar_des_triplettes",
            "options": dict(self.options),
            "round": self.round,
            "phase": self.phase,
            "final_round": self.final_round,
            "truncated": self.truncated,
            "starting_player": self.starting_player,
            "high_bidder": self.high_bidder,
            "to_act": self.to_act(),
            # Page: null for every other seat in a view, even if empty or at the end.
            "hands": [
                list(hand) if player is None or player == seat else None
                for seat, hand in enumerate(self.hands)
            ],
            "hand_sizes": [len(hand) for hand in self.hands],
            "known_hands": [list(hand) for hand in self.known_hands],
            "bids": [list(bid) for bid in self.bids],
            "turn": list(self.turn),
            "passed": list(self.passed),
            "display": list(self.display),
            # Page: null in every view but the full one.
            "pile": [card for card, _ in self.pile] if player is None else None,
            "pile_size": len(self.pile),
            "pile_bottom": [card for card, known in self.pile if known],
            "placing": list(self.placing),
            "cellars": [[cellar.rows() for cellar in cellars] for cellars in self.cellars],
            "covered": [[cellar.covered_words() for cellar in cellars] for cellars in self.cellars],
            "scores": list(self.scored),
            "rng": None,
        }
