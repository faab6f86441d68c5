"""Bottle Imp once more, slow and obvious, as something to compare the core with.

Written from the rulebook and the game's page alone: it shares no code, no table and no idea with
the library, and it does not import it. Cards are their ranks as words (``"17"``, ``"2.5"``), hands
are sorted lists of such words, positions are dicts in the format of the game's page. There is no
generator in here: who drives the reference hands it every deal.

In the comments "rulebook" is the German rulebook and "page" is the game's page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Position = dict[str, Any]
Options = dict[str, Any]

SPECTATOR = -1

# Page: the cards, as "rank points", one line a colour. Page: the order of colours in `voids` is
# yellow, blue, red.
COLOURS = ("yellow", "blue", "red")
_TABLE = {
    "yellow": "1 1, 2 1, 2.5 1, 4 2, 4.5 2, 5 2, 7 3, 9 3, 12 4, 12.5 4, 15 4, 18 5, 18.5 5, "
    "22 5, 22.5 5, 25 6, 28 6, 28.5 6",
    "blue": "3 1, 6 1, 6.5 1, 8 2, 8.5 2, 10 2, 10.5 2, 13 3, 17 4, 20 4, 20.5 4, 23 4, 27 5, "
    "30 5, 30.5 5, 32 6, 32.5 6, 35 6",
    "red": "11 1, 14 1, 14.5 1, 16 2, 16.5 2, 21 2, 24 3, 24.5 3, 26 3, 26.5 3, 29 4, 31 4, "
    "33 5, 34 5, 34.5 5, 36 6, 36.5 6, 37 6",
}
COLOUR: dict[str, str] = {}
POINTS: dict[str, int] = {}
for _colour, _line in _TABLE.items():
    for _entry in _line.split(", "):
        _rank, _points = _entry.split(" ")
        COLOUR[_rank] = _colour
        POINTS[_rank] = int(_points)

# The number on a card. Every rank is a whole or a half, so a float holds it exactly.
RANK: dict[str, float] = {card: float(card) for card in COLOUR}
ALL_CARDS: list[str] = sorted(COLOUR, key=RANK.__getitem__)
PLACE: dict[str, int] = {card: place for place, card in enumerate(ALL_CARDS)}

# Rulebook: the bottle costs 19 at the start of every round, and there is no card 19.
START_PRICE = "19"

# Page: how many rounds a game has by default.
DEFAULT_ROUNDS = {2: 6, 3: 9, 4: 8, 5: 5, 6: 6}

# Page: the most actions that are ever legal at once (two players: 16 with two Devil's cards).
MAX_LEGAL = {2: 17, 3: 12, 4: 9, 5: 11, 6: 9}

# Page: who sits with whom, counted from seat 0 (or from the round's first player when the teams
# rotate). Rulebook: teams of two, a few may play alone.
SEATING: dict[str, list[list[int]]] = {
    "2-2": [[0, 2], [1, 3]],
    "2-1-1": [[0, 2], [1], [3]],
    "2-2-1": [[0, 3], [1, 4], [2]],
    "2-2-2": [[0, 3], [1, 4], [2, 5]],
    "2-2-1-1": [[0, 3], [1, 4], [2], [5]],
}


class RuleError(ValueError):
    """The reference was asked for something that the rules do not allow."""


def by_rank(cards: list[str]) -> list[str]:
    """Sort cards in ascending order of rank."""
    return sorted(cards, key=PLACE.__getitem__)


def deck(num_players: int) -> list[str]:
    """Cards of the game: 36 whole ranks with 2-4 players, all 54 with 5-6 (page, also with one
    bottle: departure 1)."""
    if num_players <= 4:
        return [card for card in ALL_CARDS if "." not in card]
    return list(ALL_CARDS)


def legal_teams(num_players: int) -> list[str | None]:
    """Page, options table: 4 players 2-2 or 2-1-1, 5 players 2-2-1, 6 players 2-2-2 or 2-2-1-1."""
    names: list[str | None] = [None]
    if num_players == 4:
        names += ["2-2", "2-1-1"]
    if num_players == 5:
        names += ["2-2-1"]
    if num_players == 6:
        names += ["2-2-2", "2-2-1-1"]
    return names


def default_options(num_players: int = 4) -> Options:
    """All six options with nothing but the number of players given."""
    return {
        "num_players": num_players,
        "rounds": DEFAULT_ROUNDS[num_players],
        # Page: two bottles by default with 5-6 players and no teams, else one.
        "bottles": 2 if num_players >= 5 else 1,
        "teams": None,
        "rotate_teams": False,
        "devil_cards": 1,
    }


def all_option_sets(rounds: tuple[int, ...] = (1, 2, 3)) -> Iterator[Options]:
    """Every legal combination of the other five options, each with each of these `rounds`."""
    for num_players in range(2, 7):
        for teams in legal_teams(num_players):
            # Page: rotate_teams=True needs teams.
            for rotate_teams in [False, True] if teams is not None else [False]:
                # Page: two bottles only with 5-6 players, teams or not.
                for bottles in [1, 2] if num_players >= 5 else [1]:
                    # Page: two Devil's cards only with two players.
                    for devil_cards in [1, 2] if num_players == 2 else [1]:
                        for number in rounds:
                            yield {
                                "num_players": num_players,
                                "rounds": number,
                                "bottles": bottles,
                                "teams": teams,
                                "rotate_teams": rotate_teams,
                                "devil_cards": devil_cards,
                            }


def deal_sizes(options: Options, dealer: int) -> list[int]:
    """Cards dealt to each (hidden) hand."""
    num_players = options["num_players"]
    if num_players == 2:
        # Page: 12 to each hidden hand (and 6, face up, to each open one).
        return [12, 12]
    if num_players == 5:
        # Page, departure 2: the dealer of five gets a card less.
        return [10 if seat == dealer else 11 for seat in range(5)]
    # Page: the cards are dealt out evenly.
    return [len(deck(num_players)) // num_players] * num_players


def actions_per_round(options: Options) -> int:
    """Page: every round has exactly this many actions."""
    return {2: 40, 3: 42, 4: 44, 5: 64, 6: 66}[int(options["num_players"])]


def max_legal_actions(options: Options) -> int:
    """Page: the most actions that are ever legal at once."""
    if options["num_players"] == 2 and options["devil_cards"] == 2:
        return 16
    return MAX_LEGAL[int(options["num_players"])]


class ReferenceBottleImp:
    """One game of Bottle Imp in progress.

    Parameters
    ----------
    options
        All six options, resolved.
    start
        A full position at the start of a round: its dealer, hands, open hands, round number,
        scores, last trick and last round are taken from it, everything else follows.
    """

    def __init__(self, options: Options, start: Position) -> None:
        self.options = dict(options)
        self.n: int = options["num_players"]
        self.scored: list[int] = list(start["scores"])
        self.round: int = start["round"]
        self.dealer: int = start["dealer"]
        self.last_trick: list[dict[str, Any]] = [dict(entry) for entry in start["last_trick"]]
        self.last_round: dict[str, Any] | None = start["last_round"]
        self.needs_deal = False
        self.is_over = False
        self._start_round(start["hands"], start["open_hands"])

    # ------------------------------------------------------------------ the start of a round

    @property
    def round_ended(self) -> bool:
        """True between the settling of a round and the next deal (and at the end)."""
        return self.needs_deal or self.is_over

    @property
    def is_truncated(self) -> bool:
        """Never: the game has no safety limit."""
        return False

    def deal(self, hands: list[list[str]], open_hands: list[list[str]] | None) -> None:
        """Start the next round with these cards."""
        if not self.needs_deal:
            raise RuleError("there is nothing to deal")
        self.needs_deal = False
        self.round += 1
        # Page: the deal moves one seat to the left, seat + 1, each round.
        self.dealer = (self.dealer + 1) % self.n
        self._start_round(hands, open_hands)

    def _start_round(self, hands: list[list[str]], open_hands: list[list[str]] | None) -> None:
        # Page: every hand has its number of cards, and every card of the game is dealt once.
        if [len(hand) for hand in hands] != deal_sizes(self.options, self.dealer):
            raise RuleError("the deal has wrong hand sizes")
        if (open_hands is not None) != (self.n == 2):
            raise RuleError("open hands are for two players")
        if open_hands is not None and [len(hand) for hand in open_hands] != [6, 6]:
            raise RuleError("an open hand is dealt six cards")
        dealt = [card for hand in hands + (open_hands or []) for card in hand]
        if by_rank(dealt) != deck(self.n):
            raise RuleError("the deal is not the deck")
        self.hands = [by_rank(list(hand)) for hand in hands]
        self.open_hands = [by_rank(list(hand)) for hand in open_hands] if open_hands else None
        seats = range(self.n)
        self.phase = "pass"
        # Every choice of the round so far, in the order in which the seat made it.
        self.choices: list[list[tuple[str, str]]] = [[] for _ in seats]
        self.played: list[list[str]] = [[] for _ in seats]
        self.won: list[list[str]] = [[] for _ in seats]
        self.voids: list[list[str]] = [[] for _ in seats]
        self.trick: list[dict[str, Any]] = []
        # Rulebook: in every round the bottle's price starts at 19; with the second bottle both do.
        self.prices = [START_PRICE for _ in range(self.options["bottles"])]
        self.owners: list[int | None] = [None for _ in range(self.options["bottles"])]
        # Rulebook: the player left of the dealer leads first. Page: left is seat + 1.
        self.leader = (self.dealer + 1) % self.n
        self.teams = self._teams_of_round()

    def _teams_of_round(self) -> list[list[int]] | None:
        if self.options["teams"] is None:
            return None
        # Page: seating is counted from seat 0, or with rotate_teams from the first player.
        origin = (self.dealer + 1) % self.n if self.options["rotate_teams"] else 0
        teams = [
            sorted((origin + offset) % self.n for offset in team)
            for team in SEATING[self.options["teams"]]
        ]
        # Page: members ascending, teams by lowest seat.
        return sorted(teams, key=min)

    # ------------------------------------------------------------------ the pass

    def _choice_kinds(self, seat: int) -> list[str]:
        """The choices a seat makes in a round's pass, in order."""
        if self.n == 2:
            # Page: `devil` (as often as devil_cards says), `open`, `hidden`.
            return ["devil"] * self.options["devil_cards"] + ["open", "hidden"]
        if self.n == 5 and seat == self.dealer:
            # Page, departure 2: the dealer of five lays none into the Devil's trick.
            return ["left", "right"]
        # Rulebook: everybody lays a card down for the Devil's trick, gives one to the left
        # neighbour and one to the right. Page: in that order.
        return ["devil", "left", "right"]

    def _finished_pass(self, seat: int) -> bool:
        return len(self.choices[seat]) == len(self._choice_kinds(seat))

    def _receiver(self, giver: int, kind: str) -> int:
        if kind == "left":
            # Page: left is to seat + 1.
            return (giver + 1) % self.n
        if kind == "right":
            # Page: right is to seat - 1.
            return (giver - 1) % self.n
        # Page: `open` and `hidden` go to the opponent.
        return 1 - giver

    def _exchange(self) -> None:
        """Page: the cards change hands when all have finished."""
        for giver in range(self.n):
            for kind, card in self.choices[giver]:
                if kind == "devil":
                    continue  # stays where it is: choices are the place of the Devil's cards
                receiver = self._receiver(giver, kind)
                if kind == "open":
                    # Page: `open` goes to the opponent's open hand.
                    assert self.open_hands is not None
                    self.open_hands[receiver] = by_rank(self.open_hands[receiver] + [card])
                else:
                    # Rulebook: everybody takes up the cards that were passed to him.
                    self.hands[receiver] = by_rank(self.hands[receiver] + [card])
        self.phase = "play"

    # ------------------------------------------------------------------ whose turn, what is legal

    def to_act(self) -> list[int]:
        """Seats that may act now."""
        if self.round_ended:
            return []
        if self.phase == "pass":
            # Page: the pass is simultaneous, every seat that has not finished may act.
            return [seat for seat in range(self.n) if not self._finished_pass(seat)]
        # Rulebook: the winner of the last trick leads, then clockwise (page: seat + 1). With two
        # seats this is the alternation leader, other, leader, other of the page.
        return [(self.leader + len(self.trick)) % self.n]

    def legal(self, seat: int) -> list[str]:
        """What this seat may do now, in notation, ascending."""
        if seat not in self.to_act():
            return []
        if self.phase == "pass":
            # Page: one card an action, from the (hidden) hand, kinds in fixed order.
            kind = self._choice_kinds(seat)[len(self.choices[seat])]
            return [f"{kind} {card}" for card in self.hands[seat]]
        if self.open_hands is None:
            return self._followers(self.hands[seat])
        # Rulebook, Devil's Eye: a card from the open hand must follow the led colour if possible
        # (page, departure 4: if the open hand can); a card from the hidden hand is free.
        return by_rank(self._followers(self.open_hands[seat]) + self.hands[seat])

    def _followers(self, hand: list[str]) -> list[str]:
        """Rulebook: follow the led colour if you can, otherwise play any card."""
        if not self.trick:
            return list(hand)
        led = COLOUR[self.trick[0]["card"]]
        following = [card for card in hand if COLOUR[card] == led]
        return following if following else list(hand)

    # ------------------------------------------------------------------ acting

    def apply(self, word: str, seat: int) -> None:
        """Play an action given in notation."""
        if word not in self.legal(seat):
            raise RuleError(f"{word!r} is not legal for seat {seat}")
        if self.phase == "pass":
            kind, card = word.split(" ")
            # Page: a chosen card leaves the hand at once.
            self.hands[seat].remove(card)
            self.choices[seat].append((kind, card))
            if all(self._finished_pass(other) for other in range(self.n)):
                self._exchange()
            return
        card = word
        if card in self.hands[seat]:
            self.hands[seat].remove(card)
        else:
            assert self.open_hands is not None
            self.open_hands[seat].remove(card)
        if self.trick and self.n > 2:
            # Page: a seat that did not follow a colour holds none of it (3-6 players).
            led = COLOUR[self.trick[0]["card"]]
            if COLOUR[card] != led and led not in self.voids[seat]:
                self.voids[seat].append(led)
        self.trick.append({"player": seat, "card": card})
        self.played[seat].append(card)
        if self._trick_is_complete():
            self._finish_trick()

    def _cards_left(self) -> int:
        return sum(len(hand) for hand in self.hands + (self.open_hands or []))

    def _trick_is_complete(self) -> bool:
        # Page: a trick is one card from each seat; with two players it is four cards; with 34
        # cards in play the last trick is what is left, two.
        full = 4 if self.n == 2 else self.n
        return len(self.trick) == full or self._cards_left() == 0

    def _finish_trick(self) -> None:
        # Rulebook, second bottle: only the bottle with the higher price can be taken. Page,
        # departure 5: while both stand at 19 they are alike and the first taken is bottle 0.
        takeable = 0
        for bottle in range(len(self.prices)):
            if float(self.prices[bottle]) > float(self.prices[takeable]):
                takeable = bottle
        price = float(self.prices[takeable])
        below = [entry for entry in self.trick if RANK[entry["card"]] < price]
        if below:
            # Rulebook: with a card lower than the price, the highest of those wins the trick and
            # takes the bottle, whose price falls to that card's value.
            best = max(below, key=lambda entry: RANK[entry["card"]])
            self.prices[takeable] = best["card"]
            self.owners[takeable] = best["player"]
        else:
            # Rulebook: with all cards higher, the highest wins and the bottle stays.
            best = max(self.trick, key=lambda entry: RANK[entry["card"]])
        winner: int = best["player"]
        # Rulebook: the card that set the old price goes to the won cards of the old owner: it is
        # in `won` of the seat that won it from the start (page: all cards go to the winner).
        self.won[winner] = by_rank(self.won[winner] + [entry["card"] for entry in self.trick])
        self.last_trick = self.trick
        self.trick = []
        # Rulebook: the winner of a trick leads the next. Page: at the end of the game the leader
        # is the winner of the last trick.
        self.leader = winner
        if self._cards_left() == 0:
            # Rulebook: the round is over when all cards have been played.
            self._settle()

    # ------------------------------------------------------------------ settling a round

    def _devil_trick(self) -> list[str]:
        return by_rank([card for made in self.choices for kind, card in made if kind == "devil"])

    def round_gains(self) -> list[int]:
        """What the round as it stands adds to each seat's score."""
        devil = sum(POINTS[card] for card in self._devil_trick())
        groups = self.teams if self.teams is not None else [[seat] for seat in range(self.n)]
        gains = [0] * self.n
        for group in groups:
            bottles = sum(1 for owner in self.owners if owner in group)
            if bottles > 0:
                # Rulebook: who owns the bottle gets the Devil's trick as minus points instead,
                # twice for two bottles; in a team both get them.
                result = -bottles * devil
            else:
                # Rulebook: the points of the cards of one's tricks; in a team they are added.
                result = sum(POINTS[card] for seat in group for card in self.won[seat])
            if self.teams is not None and len(group) == 1:
                # Rulebook: among teams a seat alone gets double, minus points too.
                result = 2 * result
            for seat in group:
                # Rulebook: both members get the same.
                gains[seat] = result
        return gains

    def _settle(self) -> None:
        # Page: every bottle is owned when a round ends.
        assert all(owner is not None for owner in self.owners)
        gains = self.round_gains()
        self.scored = [score + gain for score, gain in zip(self.scored, gains, strict=True)]
        self.last_round = {
            "gain": gains,
            "devil": self._devil_trick(),
            "won": [list(cards) for cards in self.won],
            "bottles": self._bottles(),
        }
        if self.round == self.options["rounds"]:
            # Rulebook: the game ends after the agreed number of rounds.
            self.is_over = True
            self.phase = "over"
        else:
            # Page: the action that plays the last card settles the round and deals the next.
            self.needs_deal = True

    # ------------------------------------------------------------------ results

    def scores(self) -> list[int]:
        """Points settled so far."""
        return list(self.scored)

    def winners(self) -> list[int]:
        """Rulebook: the highest total wins. Page: ties share. Nobody before the end."""
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

    def _bottles(self) -> list[dict[str, Any]]:
        return [
            {"price": price, "owner": owner}
            for price, owner in zip(self.prices, self.owners, strict=True)
        ]

    def _sees_hand(self, viewer: int | None, seat: int) -> bool:
        # Page: a player knows its own hand; None is everything; nothing is hidden at the end.
        return viewer is None or self.is_over or viewer == seat

    def _sees_choice(self, viewer: int | None, seat: int, kind: str) -> bool:
        if self._sees_hand(viewer, seat):
            return True  # page: own choices of this round
        if self.phase == "pass" or kind == "devil":
            return False
        if kind == "open":
            return True  # page: after the pass both `open` choices are public
        # Page: after the pass, what it was given and by whom.
        return self._receiver(seat, kind) == viewer

    def _passes(self, viewer: int | None, seat: int) -> dict[str, Any]:
        kinds = ["devil", "open", "hidden"] if self.n == 2 else ["devil", "left", "right"]
        shown: dict[str, Any] = {}
        for kind in kinds:
            cards = by_rank([card for made, card in self.choices[seat] if made == kind])
            if kind == "devil":
                # Page: a list, null where it is not to be seen, even while it is empty.
                shown[kind] = cards if self._sees_choice(viewer, seat, kind) else None
            else:
                # Page: null where not chosen or not visible.
                visible = bool(cards) and self._sees_choice(viewer, seat, kind)
                shown[kind] = cards[0] if visible else None
        return shown

    def view(self, player: int | None = None) -> Position:
        """Position as this player knows it; None: everything; -1: what is public.

        The generator is not part of the rules: `rng` is always null in here.
        """
        if self.needs_deal:
            raise RuleError("the next round has not been dealt")
        seats = range(self.n)
        open_hands = self.open_hands
        return {
            "game": "bottle_imp",
            "options": dict(self.options),
            "round": self.round,
            "dealer": self.dealer,
            "phase": self.phase,
            "hands": [
                list(self.hands[seat]) if self._sees_hand(player, seat) else None for seat in seats
            ],
            "hand_sizes": [len(hand) for hand in self.hands],
            # Page: open hands lie face up.
            "open_hands": None if open_hands is None else [list(hand) for hand in open_hands],
            "passes": [self._passes(player, seat) for seat in seats],
            # Page: how many choices each seat has made is known, not which.
            "passed": [len(made) for made in self.choices],
            "played": [list(cards) for cards in self.played],
            "leader": self.leader,
            "trick": [dict(entry) for entry in self.trick],
            "last_trick": [dict(entry) for entry in self.last_trick],
            "bottles": self._bottles(),
            "won": [list(cards) for cards in self.won],
            "voids": [[c for c in COLOURS if c in self.voids[seat]] for seat in seats],
            "teams": None if self.teams is None else [list(team) for team in self.teams],
            "last_round": self.last_round,
            "scores": list(self.scored),
            "to_act": self.to_act(),
            "rng": None,
        }
