"""Wine Cellar once more, slow and obvious, as something to compare the core with.

Written from the rulebook and the game's page alone: it shares no code, no table and no idea with
the library, and it does not import it. Bottles are their numbers and clients their ids; what is on
the cards is looked up in the rows of the CSV files, which are read here with the `csv` module.
Positions are dicts in the format of the game's page. There is no generator in here: the order of
the clients (and of Eno's cards) is known from the start, and when the clients are shuffled anew
the result has to be handed over (`needs_shuffle`, `deal`).

In the comments "rulebook" is the rulebook and "page" is the game's page.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

Position = dict[str, Any]
Options = dict[str, Any]
Row = dict[str, str]

SPECTATOR = -1

# Rulebook: 8 rounds, 8 cards to each hand, 8 Age Scores on a bottle.
ROUNDS = 8
ALL_BOTTLES = 72
# Page: columns of the files.
BOTTLE_COLUMNS = ["number", "wine_type", "country", *(f"age{at}" for at in range(1, 9))]
CLIENT_COLUMNS = [
    *["id", "set", "type1", "bonus1", "type2", "bonus2", "country_bonus"],
    *["countries_1_2", "countries_3_4", "countries_5_6", "countries_7_8"],
]


def _data_folder() -> Path:
    """Where the files are as the package installs them, found without importing it."""
    spec = find_spec("cardgames")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("the package cardgames is not installed")
    return Path(spec.submodule_search_locations[0]) / "data"


DATA = _data_folder()


class RuleError(ValueError):
    """The reference was asked for something that the rules do not allow."""


# ------------------------------------------------------------------ cards


class Cards(NamedTuple):
    """What is on the cards: the rows of both files, by number and by id."""

    bottles: dict[int, Row]
    clients: dict[int, Row]


class ScoreParts(NamedTuple):
    """Where a score comes from."""

    ages: int
    first_type: int
    second_type: int
    countries: int


def _rows(text: str) -> list[Row]:
    # Page: blanks around fields are stripped.
    return [
        {key.strip(): value.strip() for key, value in row.items()}
        for row in csv.DictReader(io.StringIO(text, newline=""))
    ]


def read_cards(bottles: str, clients: str) -> Cards:
    """Cards of two CSV texts."""
    return Cards(
        {int(row["number"]): row for row in _rows(bottles)},
        {int(row["id"]): row for row in _rows(clients)},
    )


def standard_cards() -> Cards:
    """The stand-in deck that comes with the library."""
    return read_cards(
        (DATA / "wine_cellar_bottles.csv").read_text("utf-8"),
        (DATA / "wine_cellar_clients.csv").read_text("utf-8"),
    )


def words_of(cell: str) -> list[str]:
    """Countries of a cell: separated by semicolons, without the blanks around them."""
    return [word.strip() for word in cell.split(";")]


def written(cards: Cards) -> str:
    """Page: both files, bottles by number and clients by id, as the hash takes them."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(BOTTLE_COLUMNS)
    for number in sorted(cards.bottles):
        writer.writerow(cards.bottles[number][column] for column in BOTTLE_COLUMNS)
    writer.writerow(CLIENT_COLUMNS)
    for client in sorted(cards.clients):
        row = cards.clients[client]
        writer.writerow(
            ";".join(words_of(row[column])) if column.startswith("countries") else row[column]
            for column in CLIENT_COLUMNS
        )
    return file.getvalue()


def label(cards: Cards) -> str:
    """Page: "standard", or the first 16 hex digits of the SHA-256."""
    text = written(cards)
    if text == written(standard_cards()):
        return "standard"
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


# ------------------------------------------------------------------ what the options mean


def bottles_in_play(n: int) -> list[int]:
    """Rulebook: the table of bottles by number of players."""
    highest = {1: 18, 2: 18, 3: 27, 4: 36, 5: 45, 6: 54, 7: 63, 8: ALL_BOTTLES}[n]
    return list(range(1, highest + 1))


def lower_half(n: int) -> list[int]:
    """Rulebook: an odd number of bottles: the extra card goes to the lower-numbered pile."""
    bottles = bottles_in_play(n)
    return bottles[: (len(bottles) + 1) // 2]


def uses_set(options: Options) -> bool:
    """Rulebook: only the variant with 2 or 3 players divides the clients into sets."""
    return bool(options["games"] == 3 and options["num_players"] in (2, 3))


def clients_in_use(cards: Cards, options: Options) -> list[int]:
    """Clients of the game, ascending."""
    return sorted(
        client
        for client, row in cards.clients.items()
        if not uses_set(options) or row["set"] == options["client_set"]
    )


def countries(row: Row, n: int) -> list[str]:
    """Rulebook: only the countries listed for the number of players count."""
    groups = {1: "1_2", 2: "1_2", 3: "3_4", 4: "3_4", 5: "5_6", 6: "5_6", 7: "7_8", 8: "7_8"}
    return words_of(row[f"countries_{groups[n]}"])


def bonuses(cards: Cards, n: int, bottle: int, client: int) -> tuple[int, int, int]:
    """Points of one bottle for its client: first type, second type, country."""
    on_bottle, on_client = cards.bottles[bottle], cards.clients[client]
    first = second = country = 0
    if on_bottle["wine_type"] == on_client["type1"]:
        first = int(on_client["bonus1"])
    if on_bottle["wine_type"] == on_client["type2"]:
        second = int(on_client["bonus2"])
    # Rulebook: a bottle may match a type and a country, and receives both bonuses.
    if on_bottle["country"] in countries(on_client, n):
        country = int(on_client["country_bonus"])
    return first, second, country


def score_parts(cards: Cards, n: int, cellar: Sequence[int], client: int) -> ScoreParts:
    """Score of a cellar, from the top, with its client."""
    # Rulebook: the top bottle is Bottle 1 and uses its first Age Score, and so on.
    ages = sum(int(cards.bottles[bottle][f"age{at}"]) for at, bottle in enumerate(cellar, start=1))
    found = [bonuses(cards, n, bottle, client) for bottle in cellar]
    return ScoreParts(
        ages,
        sum(first for first, _, _ in found),
        sum(second for _, second, _ in found),
        sum(country for _, _, country in found),
    )


def max_score(cards: Cards, options: Options) -> int:
    """Page: games x the largest sum of the 8 best (best age + bonuses), over the clients in use."""
    n, games = options["num_players"], options["games"]
    best = 0
    for client in clients_in_use(cards, options):
        worth = sorted(
            max(int(cards.bottles[bottle][f"age{at}"]) for at in range(1, ROUNDS + 1))
            + sum(bonuses(cards, n, bottle, client))
            for bottle in bottles_in_play(n)
        )
        best = max(best, sum(worth[-ROUNDS:]))
    return int(games) * best


def game_length(options: Options) -> int:
    """Page: so many actions exactly."""
    return 17 * int(options["num_players"]) * int(options["games"])


def max_legal_actions(options: Options) -> int:
    """Page: at most so many are legal at once."""
    return max(8, 2 * int(options["num_players"]))


def all_words() -> list[str]:
    """Page: the 218 words by id."""
    words = ["keep 1", "keep 2"]
    words += [f"bid {bottle}" for bottle in range(1, ALL_BOTTLES + 1)]
    for bottle in range(1, ALL_BOTTLES + 1):
        words += [f"take {bottle} top", f"take {bottle} bottom"]
    return words


# ------------------------------------------------------------------ the game


class ReferenceWineCellar:
    """One game of Wine Cellar in progress.

    Parameters
    ----------
    cards
        What is on the cards.
    start
        A full position, usually a fresh deal.
    """

    def __init__(self, cards: Cards, start: Position) -> None:
        self.cards = cards
        self.options: Options = dict(start["options"])
        self.n: int = self.options["num_players"]
        self.game_number: int = start["game_number"]
        self.round: int = start["round"]
        self.phase: str = start["phase"]
        self.hands: list[list[int]] = [sorted(hand) for hand in start["hands"]]
        self.dealt: list[list[int]] = [sorted(pair) for pair in start["dealt_clients"]]
        self.clients: list[int | None] = list(start["clients"])
        # Game by game, seat by seat: kept, discarded.
        self.past: list[list[tuple[int, int]]] = [
            [(kept, discarded) for kept, discarded in row] for row in start["past_clients"]
        ]
        self.bids: list[int | None] = list(start["bids"])
        self.prizes: list[int] = sorted(start["prizes"])
        self.take_order: list[int] = list(start["take_order"])
        # From the top.
        self.cellars: list[list[int]] = [list(cellar) for cellar in start["cellars"]]
        self.game_scores: list[list[int]] = [list(row) for row in start["game_scores"]]
        self.last_cellars: list[list[int]] | None = start["last_cellars"]
        self.last_clients: list[int] | None = start["last_clients"]
        self.client_deck: list[int] = list(start["client_deck"])
        eno: Position | None = start["eno"]
        self.solo: bool = eno is not None
        self.eno_deck: list[int] = list(eno["deck"]) if eno else []
        self.eno_face_up: list[int] = sorted(eno["face_up"]) if eno else []
        self.eno_client: int | None = eno["client"] if eno else None
        self.eno_taken: list[int] = sorted(eno["taken"]) if eno else []
        # Whether the clients have to be shuffled and dealt by somebody else now.
        self.needs_shuffle = False
        # How often each thing that is worth knowing of has happened.
        self.happened: Counter[str] = Counter()

    # ------------------------------------------------------------------ whose turn, what is legal

    @property
    def is_over(self) -> bool:
        """True at the end of the last game."""
        return self.phase == "over"

    @property
    def is_truncated(self) -> bool:
        """There is no limit to reach."""
        return False

    def chosen(self) -> list[bool]:
        """Who has chosen in the present simultaneous phase."""
        if self.phase == "client":
            return [client is not None for client in self.clients]
        if self.phase == "bid":
            return [bid is not None for bid in self.bids]
        return [False] * self.n

    def to_act(self) -> list[int]:
        """Seats that may act now, ascending."""
        if self.phase in ("client", "bid"):
            return [seat for seat, chosen in enumerate(self.chosen()) if not chosen]
        return self.take_order[:1]

    def legal(self, seat: int) -> list[str]:
        """What this seat may do now, in notation, in ascending order of ids."""
        if seat not in self.to_act():
            return []
        if self.phase == "client":
            return ["keep 1", "keep 2"]
        if self.phase == "bid":
            return [f"bid {bottle}" for bottle in self.hands[seat]]
        # Page: the first bottle goes to the top. Rulebook: later ones to the top or the bottom.
        ends = ["top", "bottom"] if self.cellars[seat] else ["top"]
        return [f"take {bottle} {end}" for bottle in self.prizes for end in ends]

    # ------------------------------------------------------------------ playing

    def apply(self, word: str, seat: int) -> None:
        """Play an action."""
        if self.needs_shuffle:
            raise RuleError("the clients have to be shuffled first")
        if word not in self.legal(seat):
            raise RuleError(f"{word} by {seat} is not allowed")
        verb, *rest = word.split(" ")
        if verb == "keep":
            self._keep(seat, int(rest[0]))
        elif verb == "bid":
            self._bid(seat, int(rest[0]))
        else:
            self._take(seat, int(rest[0]), rest[1])

    def _keep(self, seat: int, which: int) -> None:
        self.clients[seat] = self.dealt[seat][which - 1]
        if all(self.chosen()):
            self.phase = "bid"
            if self.solo:
                # Rulebook: the other client becomes Eno's.
                self.eno_client = self.discarded(0)

    def discarded(self, seat: int) -> int:
        """Client that a seat did not keep."""
        (other,) = (client for client in self.dealt[seat] if client != self.clients[seat])
        return other

    def _bid(self, seat: int, bottle: int) -> None:
        self.bids[seat] = bottle
        if not all(self.chosen()):
            return
        self.phase = "take"
        bids = self.revealed()
        for bidder, bid in enumerate(bids):
            self.hands[bidder].remove(bid)
        # Rulebook: in descending order of Bid Values.
        self.take_order = sorted(range(self.n), key=lambda bidder: -bids[bidder])
        if self.solo:
            self._eno_bids()

    def revealed(self) -> list[int]:
        """All bids."""
        return [bid for bid in self.bids if bid is not None]

    def _take(self, seat: int, bottle: int, end: str) -> None:
        self.prizes.remove(bottle)
        if end == "top":
            self.cellars[seat].insert(0, bottle)
        else:
            self.cellars[seat].append(bottle)
        self.take_order.remove(seat)
        if self.take_order:
            return
        # Rulebook: the bids become the prizes of the next round; against Eno one bid of each side.
        next_prizes = self.revealed()
        if self.solo:
            next_prizes += self._eno_ends_round()
        if self.round < ROUNDS:
            self.round += 1
            self._open_round(next_prizes)
        else:
            self._end_game(next_prizes)

    def _open_round(self, prizes: list[int]) -> None:
        self.phase = "bid"
        self.prizes = sorted(prizes)
        self.bids = [None] * self.n

    # ------------------------------------------------------------------ Eno

    def _eno_bids(self) -> None:
        # Rulebook: two cards in the first round, later one more to the one that stayed. Page: in
        # round 8 the deck is empty and one card stays alone.
        while len(self.eno_face_up) < 2 and self.eno_deck:
            self.eno_face_up = sorted([*self.eno_face_up, self.eno_deck.pop(0)])
        if self._eno_is_higher():
            self.happened["Eno wins a bid"] += 1
            self._eno_takes(self._eno_choice())
        else:
            self.happened["the player wins a bid against Eno"] += 1

    def _eno_is_higher(self) -> bool:
        (bid,) = self.revealed()
        return max(self.eno_face_up) > bid

    def _eno_takes(self, bottle: int) -> None:
        self.prizes.remove(bottle)
        self.eno_taken = sorted([*self.eno_taken, bottle])

    def _eno_choice(self) -> int:
        """The prize that Eno takes when it may choose first."""
        assert self.eno_client is not None
        client = self.cards.clients[self.eno_client]
        criteria = {
            "first type": ("wine_type", client["type1"]),
            "second type": ("wine_type", client["type2"]),
            "first country": ("country", countries(client, self.n)[0]),
        }
        for name, (column, wanted) in criteria.items():
            matching = [b for b in self.prizes if self.cards.bottles[b][column] == wanted]
            if len(matching) == 1:
                self.happened[f"Eno chooses by {name}"] += 1
                return matching[0]
        # Rulebook: neither matches, or both match equally well: the higher Bid Value.
        self.happened["Eno chooses by Bid Value"] += 1
        return max(self.prizes)

    def _eno_ends_round(self) -> list[int]:
        """Give Eno what the player left; the card of Eno that becomes a prize, if one does."""
        eno_won = self._eno_is_higher()
        for bottle in list(self.prizes):
            self._eno_takes(bottle)
        if self.round == ROUNDS:
            # Page: after the last take nothing moves.
            return []
        # Rulebook: if the player won, the lower of Eno's cards becomes a prize. Page: if Eno won,
        # the higher one.
        spent = max(self.eno_face_up) if eno_won else min(self.eno_face_up)
        self.eno_face_up.remove(spent)
        return [spent]

    # ------------------------------------------------------------------ the end of a game

    def _end_game(self, next_prizes: list[int]) -> None:
        kept = [client for client in self.clients if client is not None]
        self.last_cellars = [list(cellar) for cellar in self.cellars]
        self.last_clients = kept
        self.game_scores.append(
            [sum(score_parts(self.cards, self.n, self.cellars[s], kept[s])) for s in range(self.n)]
        )
        if self.game_number == self.options["games"]:
            self.phase = "over"
            self.prizes = []
            self.happened["a shared victory"] += len(self.winners()) > 1
            return
        # Rulebook: the cellar becomes the hand, the final bids become the prizes, and each player
        # is dealt two new clients.
        self.game_number += 1
        self.round = 1
        self.phase = "client"
        self.prizes = sorted(next_prizes)
        self.bids = [None] * self.n
        self.hands = [sorted(cellar) for cellar in self.cellars]
        self.cellars = [[] for _ in range(self.n)]
        # Page: the clients stay out until there are too few.
        self.past.append([(kept[seat], self.discarded(seat)) for seat in range(self.n)])
        self.clients = [None] * self.n
        left = len(self.client_deck)
        if left < 2 * self.n:
            self.happened[f"the clients are shuffled before game {self.game_number}"] += 1
            self.happened["a shuffle with clients left over"] += left > 0
            self.needs_shuffle = True
            return
        self.happened[f"the clients last for game {self.game_number}"] += 1
        self.happened["a deal that takes the last clients"] += left == 2 * self.n
        self.dealt = [sorted(self.client_deck[2 * s : 2 * s + 2]) for s in range(self.n)]
        self.client_deck = self.client_deck[2 * self.n :]

    def deal(self, dealt: list[list[int]], client_deck: list[int]) -> None:
        """Take over what a shuffle of all clients in use has brought."""
        if not self.needs_shuffle:
            raise RuleError("nothing is to be shuffled")
        everything = sorted([client for pair in dealt for client in pair] + client_deck)
        if everything != clients_in_use(self.cards, self.options):
            raise RuleError(f"{dealt} and {client_deck} are not the clients in use, once each")
        if len(dealt) != self.n or any(len(pair) != 2 or pair != sorted(pair) for pair in dealt):
            raise RuleError(f"{dealt} is not an ascending pair for each seat")
        self.dealt = [list(pair) for pair in dealt]
        self.client_deck = list(client_deck)
        self.past = []
        self.needs_shuffle = False

    # ------------------------------------------------------------------ results

    def scores(self) -> list[int]:
        """Rulebook: the scores of all games are added. Page: they move when a game is scored."""
        return [sum(row[seat] for row in self.game_scores) for seat in range(self.n)]

    def details(self, seat: int) -> ScoreParts | None:
        """Where the points of the game last scored come from."""
        if self.last_cellars is None or self.last_clients is None:
            return None
        return score_parts(self.cards, self.n, self.last_cellars[seat], self.last_clients[seat])

    def winners(self) -> list[int]:
        """Rulebook: the highest total wins, ties share. Page: alone, the player."""
        if not self.is_over:
            return []
        scores = self.scores()
        return [seat for seat in range(self.n) if scores[seat] == max(scores)]

    def returns(self) -> list[float]:
        """Common page: of n seats the k winners get (n/k - 1)/(n-1), the others -1/(n-1)."""
        if not self.is_over:
            return [0.0] * self.n
        if self.solo:
            most = max_score(self.cards, self.options)
            return [self.scores()[0] / most if most else 0.0]
        winners = self.winners()
        share = (self.n / len(winners) - 1) / (self.n - 1)
        return [share if seat in winners else -1 / (self.n - 1) for seat in range(self.n)]

    # ------------------------------------------------------------------ positions and views

    def _sees_hand(self, viewer: int | None, seat: int) -> bool:
        if viewer is None or viewer == seat:
            return True
        # Page: in games 2 and 3 all hands are known; an empty hand hides nothing; with two players
        # each seat, but no spectator, can tell the other's hand.
        if self.game_number > 1 or not self.hands[seat]:
            return True
        return self.n == 2 and viewer != SPECTATOR

    def _shown_pile(self, viewer: int | None, pile: list[int]) -> list[int] | None:
        # Page: null in every view but the full one, even with one card; [] where empty.
        return list(pile) if viewer is None or not pile else None

    def low_left(self) -> list[int] | None:
        """Page: lower-half cards in each hand, only in game 1 of the variant."""
        if self.options["games"] == 1 or self.game_number > 1:
            return None
        low = lower_half(self.n)
        return [sum(bottle in low for bottle in hand) for hand in self.hands]

    def view(self, player: int | None = None) -> Position:
        """Position as this player knows it; None: everything; -1: what is public.

        The generator is not part of the rules: `rng` is always null in here.
        """
        is_secret = {seat: player not in (None, seat) for seat in range(self.n)}
        return {
            "game": "wine_cellar",
            "options": dict(self.options),
            "game_number": self.game_number,
            "round": self.round,
            "phase": self.phase,
            "to_act": self.to_act(),
            "hands": [
                list(hand) if self._sees_hand(player, seat) else None
                for seat, hand in enumerate(self.hands)
            ],
            "hand_sizes": [len(hand) for hand in self.hands],
            "low_left": self.low_left(),
            "dealt_clients": [
                None if is_secret[seat] else list(pair) for seat, pair in enumerate(self.dealt)
            ],
            "clients": [
                None if self.phase == "client" and is_secret[seat] else client
                for seat, client in enumerate(self.clients)
            ],
            "past_clients": [
                [
                    [kept, None if is_secret[seat] else discarded]
                    for seat, (kept, discarded) in enumerate(row)
                ]
                for row in self.past
            ],
            "chosen": self.chosen(),
            "bids": [
                None if self.phase == "bid" and is_secret[seat] else bid
                for seat, bid in enumerate(self.bids)
            ],
            "prizes": list(self.prizes),
            "take_order": list(self.take_order),
            "cellars": [list(cellar) for cellar in self.cellars],
            "scores": self.scores(),
            "game_scores": [list(row) for row in self.game_scores],
            "last_cellars": copied(self.last_cellars),
            "last_clients": None if self.last_clients is None else list(self.last_clients),
            "eno": self._eno_view(player) if self.solo else None,
            "client_deck": self._shown_pile(player, self.client_deck),
            "rng": None,
        }

    def _eno_view(self, player: int | None) -> Position:
        return {
            "deck": self._shown_pile(player, self.eno_deck),
            "deck_size": len(self.eno_deck),
            "face_up": list(self.eno_face_up),
            "client": self.eno_client,
            "taken": list(self.eno_taken),
        }


def copied(cellars: Iterable[list[int]] | None) -> list[list[int]] | None:
    """Cellars, copied."""
    return None if cellars is None else [list(cellar) for cellar in cellars]
