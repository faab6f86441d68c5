"""Positions of Cellar des Triplettes made by hand: a few given things, filled up to a legal one.

Cards are given as words, `"5 14 14"`. A cellar is given row by row, the bottom row first, with a
dot for a gap and a star for a wine on an empty bottle: `"22 14* 7 / . 21"`; a bar stands between
the cellars of a seat. A test gives every card that it looks at; the others fill hands and display,
then the pile, and what does not fit there is built into cellars. Nothing here knows how a trade or
a round ends: what a test expects is worked out by hand, in the test. Only scores of given cellars
are counted, from where the slots lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import chain, combinations
from random import Random
from typing import Any

from cardgames import State
from cardgames.cellar_des_triplettes import (
    Card,
    CellarDesTriplettes,
    CellarDesTriplettesState,
    card,
)

from .any_game import Position

Cards = Mapping[int, str]  # of some seats

THREE, FOUR, FIVE = (CellarDesTriplettes(num_players=n) for n in (3, 4, 5))

ROW_SIZES = (5, 4, 3, 2, 1)
SLOTS = [(row, column) for row in range(5) for column in range(ROW_SIZES[row])]

# --- The deck, as the rulebook has it ---

EURO = ["0.2", *map(str, range(3, 24))]
_YELLOW, _ORANGE, _VIOLET = {"5", "12", "19"}, {"4", "11", "18"}, {"8", "15", "22"}
SORTED_OUT: dict[int, set[str]] = {3: _VIOLET | _YELLOW, 4: _ORANGE, 5: set()}
PILE_AFTER_DEAL = {3: 29, 4: 33, 5: 37}


def deck(players: int) -> list[str]:
    """All cards of a game, ascending."""
    return [value for value in EURO if value not in SORTED_OUT[players] for _ in range(3)]


def ascending(cards: Iterable[str]) -> list[str]:
    """Cards by their value."""
    return sorted(cards, key=float)


# --- Cellars ---

Rows = list[list[str | None]]


def slot_word(row: int, column: int) -> str:
    """The word of a slot, counted from 0."""
    return f"r{row + 1}c{column + 1}"


def read_cellar(text: str) -> tuple[Rows, list[str]]:
    """Rows and covered slots of a cellar in text."""
    rows: Rows = [[None] * size for size in ROW_SIZES]
    covered: list[str] = []
    for row, line in enumerate(text.split("/")):
        for column, word in enumerate(line.split()):
            if word == ".":
                continue
            rows[row][column] = word.removesuffix("*")
            if word.endswith("*"):
                covered.append(slot_word(row, column))
    return rows, covered


def read_cellars(text: str) -> tuple[list[Rows], list[list[str]]]:
    """A seat's cellars, and their covered slots."""
    pairs = [read_cellar(part) for part in text.split("|")]
    return [rows for rows, _ in pairs], [covered for _, covered in pairs]


def draw_cellar(rows: Sequence[Sequence[str | None]], covered: Sequence[str]) -> str:
    """The text of a cellar."""
    lines: list[str] = []
    for row, cards in enumerate(rows):
        line = [
            "." if c is None else c + ("*" if slot_word(row, column) in covered else "")
            for column, c in enumerate(cards)
        ]
        while line and line[-1] == ".":
            line.pop()
        lines.append(" ".join(line))
    while lines and not lines[-1]:
        lines.pop()
    return " / ".join(lines)


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two slots touch; each row lies half a card further to the right."""
    x = 2 * (other[1] - one[1]) + other[0] - one[0]
    y = other[0] - one[0]
    return (abs(x), abs(y)) in {(2, 0), (1, 1)}


def _is_triplet(slots: Sequence[tuple[int, int]]) -> bool:
    """Three slots in row-major order that lie in a straight line, or touch each other."""
    a, b, c = slots
    if not (_touch(a, b) and (_touch(b, c) or _touch(a, c))):
        return False
    straight = _touch(b, c) and (b[0] - a[0], b[1] - a[1]) == (c[0] - b[0], c[1] - b[1])
    return straight or (_touch(a, c) and _touch(b, c))


TRIPLETS = [slots for slots in combinations(SLOTS, 3) if _is_triplet(slots)]


def cellar_points(rows: Rows) -> int:
    """Stars that show, and bonus points of the triplets that lie there."""

    def stars(euro: str) -> int:
        return 0 if euro == "0.2" else 1 + (int(euro) - 3) // 7

    total = sum(stars(c) for row in rows for c in row if c is not None)
    for slots in TRIPLETS:
        bottles = [rows[r][c] for r, c in slots]
        if None in bottles or "0.2" in bottles:
            continue
        values = [int(euro) for euro in bottles if euro is not None]
        if len({value % 7 for value in values}) == 1:
            total += {1: 4, 2: 0, 3: 1}[len(set(values))]
    return total


def _built(cards: Sequence[str]) -> str:
    """The text of a cellar with these cards, from the bottom up."""
    lines: list[str] = []
    rest = list(cards)
    for size in ROW_SIZES:
        lines.append(" ".join(rest[:size]))
        rest = rest[size:]
    return " / ".join(lines).rstrip(" /")


# --- Positions ---


def _rows(given: Cards | None, n: int) -> list[list[str]]:
    return [(given or {}).get(seat, "").split() for seat in range(n)]


def _take(rest: list[str], count: int) -> list[str]:
    assert len(rest) >= count, "too few cards are left"
    taken = rest[:count]
    del rest[:count]
    return taken


def _left(players: int, used: Iterable[str]) -> list[str]:
    """The cards that were not given, in an order without meaning, the empty bottles last."""
    left = Counter(deck(players))
    left.subtract(used)
    assert min(left.values()) >= 0, f"given too often: {[c for c, k in left.items() if k < 0]}"
    rest = ascending(left.elements())
    Random(1).shuffle(rest)
    return sorted(rest, key=lambda c: c == "0.2")


def position(
    game: CellarDesTriplettes = FOUR,
    *,
    phase: str = "bid",
    round_: int = 7,
    starting: int = 0,
    high: int | None = None,
    to_act: int | None = None,
    hands: Cards | None = None,
    known: Cards | None = None,
    bids: Cards | None = None,
    turn: str = "",
    passed: Sequence[int] = (),
    display: str | None = None,
    pile: str = "...",
    bottom: str = "",
    placing: Sequence[int] | None = None,
    cellars: Cards | None = None,
    final: bool = False,
    truncated: bool = False,
) -> Position:
    """A whole position but for the generator.

    Hands that are not given have five cards (with the bid), a display that is not given four.
    `pile` is given from the top; "..." stands for any cards, and `bottom` lies below. Known is what
    is given, else what a hand has above five cards. To act is, unless said, the first seat from
    the starting one that has neither bid nor passed, or the first of `placing`; `placing` are all
    seats, from the highest bidder.
    """
    n = game.num_players
    held, laid = _rows(hands, n), _rows(bids, n)
    shown = [] if display is None else display.split()
    below, top = bottom.split(), [word for word in pile.split() if word != "..."]
    built: Mapping[int, str] = cellars or {}
    texts = [built.get(seat, "") for seat in range(n)]
    placed = [
        word
        for text in texts
        for rows, covered in zip(*read_cellars(text), strict=True)
        for word in [c for row in rows for c in row if c is not None] + ["0.2"] * len(covered)
    ]
    rest = _left(n, [*chain(*held, *laid), *shown, *top, *below, *placed])
    for seat in range(n):
        if hands is None or seat not in hands:
            held[seat] = _take(rest, max(0, 5 - len(laid[seat])))
    if display is None:
        shown = _take(rest, 4)
    if "..." in pile:
        # Each card below was put there by a draw, which took another one away.
        size = PILE_AFTER_DEAL[n] - len(top) - 2 * len(below)
        # The last cards first, so that empty bottles are rather in the pile than in a cellar.
        middle = [rest.pop() for _ in range(min(size, len(rest)))]
        top += middle
    for seat in reversed(range(n)):
        if seat not in built and rest:
            texts[seat] = _built(_take(rest, min(15, len(rest))))
    assert not rest, "there is no place for the rest: give fewer cellars"
    pairs = [read_cellars(text) for text in texts]

    first = starting if high is None else high
    order = [(first + i) % n for i in range(n)]
    if phase == "place":
        order = list(order if placing is None else placing)
        acting = order[:1]
    elif phase == "bid":
        seats = [(starting + i) % n for i in range(n)]
        fresh = [seat for seat in seats if seat not in passed and not laid[seat]]
        acting = [fresh[0] if to_act is None else to_act]
    else:
        acting = []
    told = _rows(known, n)
    for seat in range(n):
        if known is None or seat not in known:
            told[seat] = held[seat][5:]
    return {
        "game": "cellar_des_triplettes",
        "options": asdict(game.options),
        "round": round_,
        "phase": phase,
        "final_round": final,
        "truncated": truncated,
        "starting_player": starting,
        "high_bidder": high,
        "to_act": acting,
        "hands": [ascending(row) for row in held],
        "hand_sizes": [len(row) for row in held],
        "known_hands": [ascending(row) for row in told],
        "bids": [ascending(row) for row in laid],
        "turn": turn.split(),
        "passed": [phase != "bid" or seat in passed for seat in range(n)],
        "display": ascending(shown),
        "pile": top + below,
        "pile_size": len(top + below),
        "pile_bottom": below,
        "placing": order if phase == "place" else [],
        "cellars": [rows for rows, _ in pairs],
        "covered": [covered for _, covered in pairs],
        "scores": [sum(map(cellar_points, rows)) for rows, _ in pairs],
    }


def make(game: CellarDesTriplettes = FOUR, **given: Any) -> CellarDesTriplettesState:
    """The state of `position`."""
    return game.state_from_dict(position(game, **given))


def placing(
    cellar: str, hand: str, game: CellarDesTriplettes = FOUR, **given: Any
) -> CellarDesTriplettesState:
    """Seat 0 places: its cellars and its hand."""
    values: dict[str, Any] = {"phase": "place", "high": 0, "cellars": {0: cellar}} | given
    values["hands"] = {0: hand} | values.get("hands", {})
    return make(game, **values)


# --- What is looked at ---


def slots_for(state: State, value: str) -> str:
    """Where a card may be placed."""
    prefix = f"place {value} "
    return " ".join(w.removeprefix(prefix) for w in state.legal_words() if w.startswith(prefix))


def text(cards: Iterable[Card] | None) -> str | None:
    """Cards as tests write them; None stays None."""
    return None if cards is None else " ".join(str(c) for c in cards)


def hands(state: CellarDesTriplettesState) -> list[str | None]:
    """What the seats hold."""
    return [text(cards) for cards in state.view().hands]


def known(state: CellarDesTriplettesState) -> list[str | None]:
    """What is known of the hands."""
    return [text(cards) for cards in state.view().known_hands]


def bids(state: CellarDesTriplettesState) -> list[str | None]:
    """What the seats have bid."""
    return [text(cards) for cards in state.view().bids]


def display(state: CellarDesTriplettesState) -> str | None:
    """The open display."""
    return text(state.view().display)


def pile(state: CellarDesTriplettesState) -> str | None:
    """The pile, its top first."""
    return text(state.view().pile)


def cellar(state: CellarDesTriplettesState, seat: int = 0) -> str:
    """The cellars of a seat, as tests write them."""
    return " | ".join(
        draw_cellar([[None if c is None else str(c) for c in row] for row in one.rows], one.covered)
        for one in state.view().cellars[seat]
    )


def cards(words: str) -> tuple[Card, ...]:
    """Typed cards."""
    return tuple(card(word) for word in words.split())


# --- A position with something in every key ---

FULL = "5 7 9 10 13 / 14 15 16 17 / 3 6 8 / 20 21 / 22"  # a cellar without a triplet, 28 stars
CROWDED: dict[str, Any] = {
    "round_": 9,
    "starting": 1,
    "to_act": 0,
    "hands": {0: "5 9 14 20", 1: "3 7", 2: "6 8", 3: "10 13 16 22 23"},
    "known": {0: "9", 1: "3"},
    "bids": {0: "3 12", 1: "5 6", 2: "0.2"},  # 15, 11 and 0.2
    "turn": "12",
    "passed": (3,),
    "display": "9 10 15 23",
    "pile": "17 21 ...",  # twelve cards
    "bottom": "22 19",
    "cellars": {0: "7 14* 8 / 15", 1: "16 0.2", 2: f"{FULL} | 23", 3: ""},
}


def crowded(game: CellarDesTriplettes = FOUR, **changes: Any) -> CellarDesTriplettesState:
    """Seat 0 has bid 3 before, and lays a 12 now; seat 3 has passed. Some things are changed."""
    return make(game, **(CROWDED | changes))
