"""Triplets once more, slow and obvious, as something to compare the core with.

Written from the rulebook and the game's page alone: it shares no code, no table and no idea with
the library, and it does not import it. Cards and ranks are their words, hands and stacks are lists
of such words, and positions are dicts in the format of the game's page. There is no generator in
here: nothing is random after the deal.

In the comments "rulebook" is the rulebook and "page" is the game's page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

Position = dict[str, Any]
Options = dict[str, Any]
# Lowest and highest rank that a card can be of, as places in `RANKS`.
Bound = tuple[int, int]

SPECTATOR = -1

# Page: ranks in ascending order, and suits in the order in which equal cards are listed.
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = ["c", "d", "h", "s"]
CARDS = [rank + suit for rank in RANKS for suit in SUITS]
PLACE = {card: place for place, card in enumerate(CARDS)}
# Page: a card drawn unseen is anything.
ANYTHING: Bound = (RANKS.index("2"), RANKS.index("A"))

# Rulebook, Game Setup 3 and Game Play 6: a hand is 5 cards, and never more.
HAND = 5


class RuleError(ValueError):
    """The reference was asked for something that the rules do not allow."""


# ------------------------------------------------------------------ cards, options, notation


def rank_of(card: str) -> str:
    """Rank of a card."""
    return card[:-1]


def value(rank: str) -> int:
    """What a rank counts, from 0."""
    return RANKS.index(rank)


def ascending(cards: Iterable[str]) -> list[str]:
    """Page: ascending by rank, then suit (c, d, h, s)."""
    return sorted(cards, key=lambda card: PLACE[card])


def without(cards: Iterable[str], some: Iterable[str]) -> list[str]:
    """Cards but these, each as often as it is there; ascending."""
    left = Counter(cards)
    left.subtract(some)
    assert all(number >= 0 for number in left.values())
    return ascending(left.elements())


def all_words() -> list[str]:
    """Page: the 26 words by id."""
    return RANKS + [f"triplet {rank}" for rank in RANKS]


def parts(word: str) -> tuple[str, int]:
    """Rank of an action, and how many cards it plays."""
    *triplet, rank = word.split(" ")
    return rank, 3 if triplet else 1


def default_options(**given: Any) -> Options:
    """Page: the options, those not given at their defaults, in the page's order."""
    defaults: Options = {
        "num_players": 4,
        "decks": 1,
        "lead": "any",
        "refill": "rule",
        "max_rounds": 1000,
    }
    assert given.keys() <= defaults.keys()
    return {**defaults, **given}


def pack(options: Options) -> list[str]:
    """All cards of the game, ascending."""
    return ascending(CARDS * int(options["decks"]))


def game_length(options: Options) -> int:
    """Page: no game has more actions."""
    return int(options["max_rounds"]) * 52 * int(options["decks"])


def admits(bound: Bound, card: str) -> bool:
    """Whether a card with this bound can be that card."""
    low, high = bound
    return low <= value(rank_of(card)) <= high


def tightest_first(bounds: Iterable[Bound]) -> list[Bound]:
    """Page: bounds of one hand are nested, and listed so."""
    return sorted(bounds, key=lambda bound: bound[1] - bound[0])


# ------------------------------------------------------------------ parts of a game


@dataclass
class Seat:
    """What a seat holds.

    Attributes
    ----------
    public, secret
        Cards of the hand of which everyone knows that they are there, and the others.
    bounds
        One for each secret card, tightest first; it is not told which is whose.
    stack
        Cards from the top, each with whether everyone knows that it lies there.
    """

    public: list[str]
    secret: list[str]
    bounds: list[Bound]
    stack: list[tuple[str, bool]]

    def hand(self) -> list[str]:
        """All cards of the hand."""
        return ascending(self.public + self.secret)

    def size(self) -> int:
        """Number of cards held, in hand and stack."""
        return len(self.public) + len(self.secret) + len(self.stack)

    def draw(self) -> None:
        """Draw up to 5 from the top of the stack."""
        while self.stack and len(self.hand()) < HAND:
            card, is_public = self.stack.pop(0)
            if is_public:
                # Page: the place of a card collected face up stays known in the hand.
                self.public.append(card)
            else:
                self.secret.append(card)
                self.bounds = tightest_first([*self.bounds, ANYTHING])

    def next_of(self, rank: str) -> str:
        """Page: of equal cards a publicly known one goes first, then the first in c, d, h, s."""
        for cards in (self.public, self.secret):
            equal = [card for card in ascending(cards) if rank_of(card) == rank]
            if equal:
                return equal[0]
        raise RuleError(f"no {rank} is in the hand")

    def lay(self, rank: str) -> str:
        """Take a card of this rank out of the hand."""
        card = self.next_of(rank)
        if card in self.public:
            self.public.remove(card)
        else:
            self.secret.remove(card)
            # Page: the tightest bound that admits it goes with it.
            self.bounds.remove(next(bound for bound in self.bounds if admits(bound, card)))
        return card

    def learn(self, lowest: int, highest: int) -> None:
        """All secret cards are now known to be of ranks between these."""
        self.bounds = tightest_first(
            (max(low, lowest), min(high, highest)) for low, high in self.bounds
        )


@dataclass
class Winning:
    """The winning card: a single or a triplet."""

    kind: str
    rank: str
    player: int


@dataclass
class Played:
    """What lies in the pot: the middle cards (of nobody), or what a seat has played."""

    player: int | None
    cards: list[str]


def leaving(pot: list[Played]) -> list[bool]:
    """Rulebook, Game Play 5: for each, whether it leaves the game.

    Page: every triplet, and the first card of its rank that is played while it stands.
    """
    found: list[bool] = []
    standing: str | None = None
    for played in pot:
        if played.player is None:
            found.append(False)
            continue
        rank = rank_of(played.cards[0])
        if len(played.cards) == 3:
            standing = rank
            found.append(True)
        elif rank == standing:
            standing = None
            found.append(True)
        else:
            found.append(False)
    return found


def read_bound(words: list[str]) -> Bound:
    """Bound of a position."""
    low, high = words
    return value(low), value(high)


# ------------------------------------------------------------------ the game


class ReferenceTriplets:
    """One game of Triplets in progress.

    Parameters
    ----------
    start
        A full position, usually a fresh deal; all of its keys.
    """

    def __init__(self, start: Position) -> None:
        self.options: Options = dict(start["options"])
        self.n: int = self.options["num_players"]
        self.round: int = start["round"]
        self.phase: str = start["phase"]
        self.dealer: int = start["dealer"]
        self.turn: int | None = start["to_act"][0] if start["to_act"] else None
        self.seats: list[Seat] = []
        for seat in range(self.n):
            public = list(start["known_hands"][seat])
            secret = list(start["hands"][seat])
            for card in public:
                secret.remove(card)
            self.seats.append(
                Seat(
                    public,
                    secret,
                    tightest_first(map(read_bound, start["bounds"][seat])),
                    [
                        (card, known is not None)
                        for card, known in zip(
                            start["stacks"][seat], start["known_stacks"][seat], strict=True
                        )
                    ],
                )
            )
        self.pot = [Played(entry["player"], list(entry["cards"])) for entry in start["pot"]]
        self.in_round: list[int] = list(start["in"])
        self.winning = None if start["winning"] is None else Winning(**start["winning"])
        self.removed: list[str] = list(start["removed"])
        # How often each thing that is worth knowing of has happened.
        self.happened: Counter[str] = Counter()

    # ------------------------------------------------------------------ whose turn, what is legal

    @property
    def is_over(self) -> bool:
        """True at the end of the game."""
        return self.phase == "over"

    @property
    def is_truncated(self) -> bool:
        """Page: over with two or more seats that hold cards."""
        return self.is_over and len(self.with_cards()) >= 2

    def with_cards(self) -> list[int]:
        """Seats that hold a card."""
        return [seat for seat in range(self.n) if self.seats[seat].size() > 0]

    def to_act(self) -> list[int]:
        """The seat whose turn it is."""
        return [] if self.turn is None else [self.turn]

    def must_lead_lowest(self) -> bool:
        """Rulebook, Game Play 1: the game is begun so. Page, `lead`: or every round."""
        return self.round == 1 or self.options["lead"] == "lowest"

    def legal(self, seat: int) -> list[str]:
        """What this seat may do now, in notation, in ascending order of ids."""
        if seat != self.turn:
            return []
        held = Counter(rank_of(card) for card in self.seats[seat].hand())
        singles = [rank for rank in RANKS if held[rank] >= 1]
        triplets = [rank for rank in RANKS if held[rank] >= 3]
        if self.winning is None:
            if self.must_lead_lowest():
                singles, triplets = singles[:1], []
        elif self.winning.kind == "single":
            # Page: any triplet beats a single; who can play a card as high has to, or a triplet.
            enough = [rank for rank in singles if value(rank) >= value(self.winning.rank)]
            singles = enough or singles
        else:
            # Rulebook, Game Play 5: only a higher triplet beats a triplet. Page: any single may be
            # played, and one of its rank negates.
            triplets = [rank for rank in triplets if value(rank) > value(self.winning.rank)]
        return singles + [f"triplet {rank}" for rank in triplets]

    def effect(self, word: str) -> str:
        """Page: what a legal action does here."""
        rank, number = parts(word)
        if self.winning is None:
            return "lead"
        if number == 3:
            return "beat"
        if self.winning.kind == "triplet":
            return "negate" if rank == self.winning.rank else "out"
        return "beat" if value(rank) >= value(self.winning.rank) else "out"

    def cards_for(self, word: str) -> list[str]:
        """Cards that would leave the hand for a legal action, as they are listed."""
        assert self.turn is not None
        seat = self.seats[self.turn]
        trial = Seat(list(seat.public), list(seat.secret), list(seat.bounds), [])
        rank, number = parts(word)
        return ascending(trial.lay(rank) for _ in range(number))

    # ------------------------------------------------------------------ playing

    def apply(self, word: str, seat: int) -> None:
        """Play an action."""
        if word not in self.legal(seat):
            raise RuleError(f"{word} by {seat} is not allowed")
        effect, met, mine = self.effect(word), self.winning, self.seats[seat]
        rank, number = parts(word)
        self._note(word, seat, effect)
        # Page: the cards of a triplet are listed in the order c, d, h, s.
        cards = ascending(mine.lay(rank) for _ in range(number))
        self.pot.append(Played(seat, cards))
        # Page: two plays tell something of the cards left in the hand, before it draws.
        if effect == "lead" and self.must_lead_lowest():
            mine.learn(value(rank), value("A"))
        if effect == "out" and met is not None and met.kind == "single":
            mine.learn(value("2"), value(met.rank) - 1)
        if effect == "out":
            self.in_round.remove(seat)
        else:
            # Page: whoever stays in holds the winning card; after negation it is a single.
            self.winning = Winning("single" if number == 1 else "triplet", rank, seat)
        # Rulebook, Game Play 6: after going out, or when the hand is exhausted.
        if effect == "out" or not mine.hand():
            mine.draw()
        self._next_turn(seat)

    def _next_turn(self, after: int) -> None:
        """Page: clockwise among the seats that are in; cardless ones are out in their turn."""
        for step in range(1, self.n + 1):
            if len(self.in_round) == 1:
                break
            seat = (after + step) % self.n
            if seat not in self.in_round:
                continue
            if self.seats[seat].size() > 0:
                self.turn = seat
                return
            self.happened["a cardless seat passed over"] += 1
            self.in_round.remove(seat)
        # Rulebook, Game Play 4: the last remaining player wins.
        (winner,) = self.in_round
        self._end_round(winner)

    def _end_round(self, winner: int) -> None:
        mine = self.seats[winner]
        self.happened["a round won without a card"] += mine.size() == 0
        for played, leaves in zip(self.pot, leaving(self.pot), strict=True):
            if leaves:
                self.removed += played.cards
            else:
                # Rulebook, Game Play 4: to the bottom, without changing the order.
                mine.stack += [(card, True) for card in played.cards]
        players = {played.player for played in self.pot} - {None}
        self.pot, self.winning, self.turn = [], None, None
        if not mine.hand() or self.options["refill"] == "round":
            mine.draw()
        alive = self.with_cards()
        self.happened["an elimination"] += len(players - set(alive))
        if len(alive) <= 1 or self.round == self.options["max_rounds"]:
            self.phase = "over"
            self.in_round = [winner]
            self._note_end()
            return
        self.round += 1
        self.in_round = alive
        self.turn = winner

    # ------------------------------------------------------------------ what has happened

    def _note(self, word: str, seat: int, effect: str) -> None:
        rank, number = parts(word)
        mine, legal = self.seats[seat], self.legal(seat)
        kind = "single" if number == 1 else "triplet"
        met = "nothing" if self.winning is None else f"a {self.winning.kind}"
        self.happened[f"{kind} against {met}: {effect}"] += 1
        if self.winning is not None:
            self.happened[f"{kind} against {met} of its rank"] += rank == self.winning.rank
        if met == "a triplet":
            can_stay = any(self.effect(other) != "out" for other in legal)
            self.happened["out of one's own will"] += effect == "out" and can_stay
            self.happened["nothing to play but the negation"] += legal == [rank] and can_stay
        equal = [card for card in mine.hand() if rank_of(card) == rank]
        self.happened["a known card before another suit"] += mine.next_of(rank) != equal[0]
        self.happened["hands with bounds that differ"] += len(set(mine.bounds)) > 1

    def _note_end(self) -> None:
        held = len(self.with_cards())
        self.happened["truncated"] += self.is_truncated
        self.happened["truncated, shared"] += self.is_truncated and len(self.winners()) > 1
        self.happened["the end with one seat that holds cards"] += held == 1
        self.happened["the end with no card left"] += held == 0

    # ------------------------------------------------------------------ results

    def scores(self) -> list[int]:
        """Page: cards held in hand and stack; the pot counts for nobody."""
        return [seat.size() for seat in self.seats]

    def winners(self) -> list[int]:
        """Page: who has cards, else the winner of the last round; truncated: who has most."""
        if not self.is_over:
            return []
        if not self.with_cards():
            return list(self.in_round)
        most = max(self.scores())
        return [seat for seat in range(self.n) if self.scores()[seat] == most]

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
        known_stacks = [
            [card if is_public else None for card, is_public in seat.stack] for seat in self.seats
        ]
        return {
            "game": "triplets",
            "options": dict(self.options),
            "round": self.round,
            "phase": self.phase,
            "dealer": self.dealer,
            "to_act": self.to_act(),
            "hands": [
                seat.hand()
                if player in (None, number)
                else ascending(seat.public) + [None] * len(seat.secret)
                for number, seat in enumerate(self.seats)
            ],
            "stacks": [[card for card, _ in seat.stack] for seat in self.seats]
            if player is None
            else known_stacks,
            "known_hands": [ascending(seat.public) for seat in self.seats],
            "known_stacks": [list(stack) for stack in known_stacks],
            "bounds": [
                [[RANKS[low], RANKS[high]] for low, high in seat.bounds] for seat in self.seats
            ],
            "pot": [{"player": played.player, "cards": list(played.cards)} for played in self.pot],
            "in": list(self.in_round),
            "winning": None
            if self.winning is None
            else {
                "kind": self.winning.kind,
                "rank": self.winning.rank,
                "player": self.winning.player,
            },
            "removed": list(self.removed),
            "scores": self.scores(),
            "rng": None,
        }
