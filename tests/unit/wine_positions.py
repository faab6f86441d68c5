"""Positions of Wine Cellar made by hand: a few given things, filled up to a legal one.

Bottles are given as words of numbers, `"3 17"`. What is given of a hand, of the prizes, of a cellar
and so on lies there among others: what is missing is filled up with the lowest bottles that were
not given. Nothing here knows how a round or a game ends: what a test expects is worked out by hand,
in the test. Only the points of given cellars are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardgames import State
from cardgames.wine_cellar import Bottle, Client, WineCellar, WineCellarState

from .any_game import Position

Given = Mapping[int, str]  # of some seats

SOLO, TWO, THREE, FOUR = (WineCellar(num_players=n) for n in (1, 2, 3, 4))
ADVANCED = {n: WineCellar(num_players=n, games=3) for n in range(2, 9)}
ALL_GAMES = (
    *(WineCellar(num_players=n) for n in range(1, 9)),
    *ADVANCED.values(),
    WineCellar(num_players=2, games=3, client_set="B"),
    WineCellar(num_players=3, games=3, client_set="B"),
)


def ints(text: str) -> list[int]:
    """Numbers in words."""
    return [int(word) for word in text.split()]


def points(game: WineCellar, cellar: Sequence[int], client: int) -> int:
    """Rulebook, scoring: ages by place, and the client's bonuses for every bottle."""
    card = next(c for c in game.clients if c.id == client)
    countries = card.countries[(game.num_players - 1) // 2]
    total = 0
    for place, number in enumerate(cellar):
        bottle = game.options.deck.bottles[number - 1]
        total += bottle.ages[place]
        total += {card.type1: card.bonus1, card.type2: card.bonus2}.get(bottle.wine_type, 0)
        total += card.country_bonus if bottle.country in countries else 0
    return total


def past_games(game: WineCellar, number: int) -> int:
    """Page, advanced: for how many games before this one the clients have not been shuffled."""
    dealt = 2 * game.num_players
    left, past = len(game.clients), -1
    for _ in range(number):
        if left < dealt:
            left, past = len(game.clients), -1
        left -= dealt
        past += 1
    return past


def _rows(given: Given | None, n: int) -> list[list[int]]:
    return [ints((given or {}).get(seat, "")) for seat in range(n)]


class _Rest:
    """Cards that were not given, in ascending order."""

    def __init__(self, cards: Iterable[int], used: Iterable[int]) -> None:
        cards, used = list(cards), list(used)
        assert len(used) == len(set(used)), "a card is given twice"
        assert set(used) <= set(cards), "a card is given that is not in play"
        self.cards = [card for card in cards if card not in set(used)]

    def fill(self, row: list[int], size: int) -> list[int]:
        missing = size - len(row)
        assert missing >= 0, f"there is no place for {row}"
        taken, self.cards = self.cards[:missing], self.cards[missing:]
        return row + taken


def _dealt_clients(
    game: WineCellar,
    number: int,
    dealt: Given | None,
    kept: Mapping[int, int],
    past: Sequence[Given],
    client_deck: str,
) -> tuple[list[list[int]], list[list[list[int]]], list[int]]:
    """Pairs of this game, pairs of the games before since the last shuffle, and the undealt."""
    n = game.num_players
    pairs = [
        pair or ([kept[seat]] if seat in kept else []) for seat, pair in enumerate(_rows(dealt, n))
    ]
    earlier = [_rows(row, n) for row in past]
    undealt = ints(client_deck)
    used = [k for row in (*pairs, undealt, *(pair for g in earlier for pair in g)) for k in row]
    rest = _Rest([client.id for client in game.clients], used)
    pairs = [sorted(rest.fill(pair, 2)) for pair in pairs]
    earlier += [[[] for _ in range(n)]] * (past_games(game, number) - len(earlier))
    earlier = [[rest.fill(pair, 2) for pair in row] for row in earlier]
    return pairs, earlier, undealt + rest.cards


def _last_cellars(
    numbers: Sequence[int], own: Sequence[list[int]], given: Given | None
) -> list[list[int]]:
    """Cellars of the game before: what is left of them is in the hands, and lies there as bids."""
    rows = [row or list(own[seat]) for seat, row in enumerate(_rows(given, len(own)))]
    assert all(set(own[seat]) <= set(row) for seat, row in enumerate(rows))
    rest = _Rest(numbers, [k for row in rows for k in row])
    return [rest.fill(row, 8) for row in rows]


def position(  # noqa: PLR0915
    game: WineCellar = FOUR,
    *,
    phase: str = "bid",
    number: int = 1,
    round_: int = 1,
    hands: Given | None = None,
    bids: Mapping[int, int] | None = None,
    prizes: str = "",
    cellars: Given | None = None,
    done: int = 0,
    dealt: Given | None = None,
    keeps: Mapping[int, int] | None = None,
    past: Sequence[Given] = (),
    client_deck: str = "",
    earlier: Sequence[Sequence[int]] = (),
    last_cellars: Given | None = None,
    last_clients: Mapping[int, int] | None = None,
    eno_deck: str = "",
    face_up: str = "",
    taken: str = "",
) -> Position:
    """A whole position but for the generator.

    `bids` are pending in phase "bid", revealed in "take" and "over". `keeps` are the clients that
    are kept: in phase "client" by the seats that have chosen, later by default the lower one of
    each pair. `past` gives kept and discarded clients of each seat, game by game. In phase "take"
    `done` seats have taken already. `earlier` are the scores of the games before the one last
    scored.
    """
    n, solo = game.num_players, game.num_players == 1
    open_bids = phase in ("take", "over")
    laid = dict(bids or {})
    held = _rows(hands, n)
    if not open_bids:
        for seat, bid in laid.items():
            held[seat] = [bid, *(k for k in held[seat] if k != bid)]
    built = _rows(cellars, n)
    middle, deck, shown, gone = (ints(text) for text in (prizes, eno_deck, face_up, taken))
    numbers = [bottle.number for bottle in game.bottles]
    used = [k for row in (*held, *built, middle, deck, shown, gone) for k in row]
    rest = _Rest(numbers, used + (list(laid.values()) if open_bids else []))

    # Revealed bids come first, as they say who has taken already.
    if open_bids:
        laid = {seat: laid.get(seat) or rest.fill([], 1)[0] for seat in range(n)}
    order = sorted(range(n), key=lambda seat: -laid.get(seat, 0))
    waiting = order[done:] if phase == "take" else []
    out = 0
    if solo:
        # Eno's cards that lie open, and how many of its eight have been shown.
        revealed = {"client": 0, "bid": min(round_ - 1, 1), "take": 1 + (round_ < 8)}.get(phase, 1)
        out = 0 if revealed == 0 else round_ if phase == "bid" else min(round_ + 1, 8)
        shown = sorted(rest.fill(shown, revealed))
    eno_won = solo and phase == "take" and max(shown) > laid[0]
    hand_size = {"client": 8, "bid": 9 - round_, "take": 8 - round_, "over": 0}[phase]
    held = [sorted(rest.fill(row, hand_size)) for row in held]
    middle_size = (2 - eno_won if solo else len(waiting)) if phase == "take" else max(n, 2)
    middle = sorted(rest.fill(middle, 0 if phase == "over" else middle_size))
    for seat in range(n):
        after = phase == "over" or (phase == "take" and seat not in waiting)
        built[seat] = rest.fill(built[seat], round_ - 1 + after)
    if solo:
        gone = sorted(rest.fill(gone, round_ - 1 + (eno_won or phase == "over")))
        deck = rest.fill(deck, 8 - out)
    assert not rest.cards, f"there is no place for {rest.cards}"

    kept = dict(keeps or {})
    pairs, earlier_pairs, undealt = _dealt_clients(game, number, dealt, kept, past, client_deck)
    chosen = [phase != "client" or seat in kept for seat in range(n)]
    clients = [kept.get(seat, pairs[seat][0]) if chosen[seat] else None for seat in range(n)]
    other = sum(pairs[0]) - (clients[0] or 0) if chosen[0] else None

    old: list[list[int]] | None = None
    old_clients: list[int] | None = None
    if phase == "over":
        old, old_clients = built, [client or 0 for client in clients]
    elif number > 1:
        own = [held[seat] + ([laid[seat]] if open_bids else []) for seat in range(n)]
        old = _last_cellars(numbers, own, last_cellars)
        some = _Rest([client.id for client in game.clients], (last_clients or {}).values())
        old_clients = [(last_clients or {}).get(seat) or some.fill([], 1)[0] for seat in range(n)]
        if earlier_pairs:
            old_clients = [pair[0] for pair in earlier_pairs[-1]]
    rows: list[list[int]] = []
    if old is not None and old_clients is not None:
        rows = [list(row) for row in earlier]
        rows = [[0] * n for _ in range(number - 2 + (phase == "over") - len(rows))] + rows
        rows.append([points(game, old[seat], old_clients[seat]) for seat in range(n)])

    is_choosing = {"client": chosen, "bid": [seat in laid for seat in range(n)]}.get(phase)
    acting = [seat for seat in range(n) if is_choosing and not is_choosing[seat]] or waiting[:1]
    half = (len(numbers) + 1) // 2
    low = [sum(k <= half for k in row) for row in held] if game.options.games == 3 else None
    return {
        "game": "wine_cellar",
        "options": game.position_options(),
        "game_number": number,
        "round": round_,
        "phase": phase,
        "to_act": acting,
        "hands": held,
        "hand_sizes": [len(row) for row in held],
        "low_left": low if number == 1 else None,
        "dealt_clients": pairs,
        "clients": clients,
        "past_clients": earlier_pairs,
        "chosen": is_choosing or [False] * n,
        "bids": [laid.get(seat) for seat in range(n)],
        "prizes": middle,
        "take_order": waiting,
        "cellars": built,
        "scores": [sum(column) for column in zip(*rows, strict=True)] or [0] * n,
        "game_scores": rows,
        "last_cellars": old,
        "last_clients": old_clients,
        "eno": {
            "deck": deck,
            "deck_size": len(deck),
            "face_up": shown,
            "client": other,
            "taken": gone,
        }
        if solo
        else None,
        "client_deck": undealt,
    }


def make(game: WineCellar = FOUR, **given: Any) -> WineCellarState:
    """The state of `position`."""
    return game.state_from_dict(position(game, **given))


# --- What is looked at ---


def text(cards: Iterable[Bottle | Client | None] | None) -> str | None:
    """Cards as tests write them; None stays None."""
    return None if cards is None else " ".join("-" if c is None else str(c) for c in cards)


def prizes(state: WineCellarState) -> str | None:
    """The prizes in the middle."""
    return text(state.view().prizes)


def cellar(state: WineCellarState, seat: int = 0) -> str | None:
    """The cellar of a seat, from the top."""
    return text(state.view().cellars[seat])


def hands(state: WineCellarState, player: int | None = None) -> list[str | None]:
    """The hands that a viewer sees."""
    return [text(hand) for hand in state.view(player).hands]


def play_out(state: State) -> None:
    """Goes on to the end, each seat with the last of its actions."""
    while not state.is_terminal:
        state.apply(state.legal_actions()[-1])


# --- Positions with something in every key ---

# Seats 1 and 3 have bid. Bottles of the standard deck.
BIDDING: dict[str, Any] = {
    "round_": 3,
    "hands": {
        0: "1 5 12 18 22 36",
        1: "2 6 13 19 23 35",
        2: "3 7 14 20 24 34",
        3: "4 8 15 21 25 33",
    },
    "bids": {1: 23, 3: 4},
    "prizes": "9 16 26 32",
    "cellars": {0: "10 17", 1: "27 11", 2: "28 29", 3: "31 30"},
    "dealt": {0: "4 19", 1: "7 8", 2: "1 30", 3: "12 20"},
    "keeps": {0: 19, 1: 7, 2: 30, 3: 12},
    "client_deck": "9 2",
}


def bidding(game: WineCellar = FOUR, **changes: Any) -> WineCellarState:
    """Round 3 of 4 players, seats 1 and 3 have bid 23 and 4. Some things are changed."""
    return make(game, **(BIDDING | changes))


# The bids are 36, 23, 14 and 4: seats 0 and 1 have taken.
TAKING: dict[str, Any] = {
    **BIDDING,
    "phase": "take",
    "done": 2,
    "hands": {0: "1 5 12 18 22", 1: "2 6 13 19 35", 2: "3 7 20 24 34", 3: "8 15 21 25 33"},
    "bids": {0: 36, 1: 23, 2: 14, 3: 4},
    "prizes": "16 32",
    "cellars": {0: "10 17 9", 1: "26 27 11", 2: "28 29", 3: "31 30"},
}


def taking(game: WineCellar = FOUR, **changes: Any) -> WineCellarState:
    """Round 3 of 4 players, seats 2 and 3 are still to take 16 and 32. Some things are changed."""
    return make(game, **(TAKING | changes))


def choosing(game: WineCellar = FOUR, **changes: Any) -> WineCellarState:
    """The clients are chosen; seat 2 has kept 30, which only it knows. Some things are changed."""
    given: dict[str, Any] = {
        "phase": "client",
        "hands": {0: "1 5 12 18 22 36 10 17", 1: "2 6 13 19 23 35 11 27"},
        "prizes": "9 16 26 32",
        "dealt": BIDDING["dealt"],
        "keeps": {2: 30},
        "client_deck": "9 2",
    }
    return make(game, **(given | changes))


# Game 2 of 4 players; the hands are what is left of the cellars of game 1.
LATER: dict[str, Any] = {
    **BIDDING,
    "number": 2,
    "last_cellars": {
        0: "22 1 5 36 12 18 9 10",
        1: "2 6 13 19 23 35 16 17",
        2: "3 7 14 20 24 34 26 11",
        3: "8 15 25 33 4 21 27 28",
    },
    "past": [{0: "5 2", 1: "6 9", 2: "3 10", 3: "14 11"}],
    "client_deck": "13 15",
}


def later(**changes: Any) -> WineCellarState:
    """Round 3 of the second of three games, seats 1 and 3 have bid. Some things are changed."""
    return make(ADVANCED[4], **(LATER | changes))


def finished(game: WineCellar = TWO, **changes: Any) -> WineCellarState:
    """The end of a game."""
    return make(game, **({"phase": "over", "round_": 8, "number": game.options.games} | changes))
