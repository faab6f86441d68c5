"""Positions of Triplets made by hand: hands, stacks and a pot, filled up to whole decks.

Cards are given as words, `"10h As"`; a star says that everybody knows the card, `"10h* As"`. A pot
is given play by play, `"- 3s, 1 7c 7d 7h, 2 7s"`, the middle cards first. The cards that are not
given have left the game. Who is in, whose turn it is and what wins is worked out from the pot in
the plainest way; nothing here knows what a play brings about: what a test expects is worked out by
hand, in the test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from cardgames.triplets import RANKS, Card, Triplets, TripletsState, card

from .any_game import Position

Given = Mapping[int, str]  # of some seats

TWO, THREE, FOUR = (Triplets(num_players=n) for n in (2, 3, 4))
TWO_DECKS = Triplets(num_players=4, decks=2)
LOWEST = Triplets(num_players=4, lead="lowest")
REFILL = Triplets(num_players=4, refill="round")
LAST = Triplets(num_players=4, max_rounds=2)  # the rounds of these positions are their second
GAMES = (
    *(Triplets(num_players=n) for n in range(2, 11)),
    *(Triplets(num_players=4, decks=decks) for decks in (2, 3, 4)),
    LOWEST,
    REFILL,
)


def deck(decks: int = 1) -> list[str]:
    """All cards of a game, ascending by rank, then suit."""
    return [rank + suit for rank in RANKS for suit in "cdhs" for _ in range(decks)]


def _place(word: str) -> int:
    """The place of a card in the order of ranks and suits."""
    return deck().index(word)


def _rows(given: Given | None, n: int) -> tuple[list[list[str]], list[list[str]]]:
    """The cards of each seat, and those that everybody knows."""
    rows = [(given or {}).get(seat, "").split() for seat in range(n)]
    marked = [[word[:-1] for word in row if word.endswith("*")] for row in rows]
    return [[word.removesuffix("*") for word in row] for row in rows], marked


def _entries(pot: str) -> list[dict[str, Any]]:
    """The plays of a pot in words."""
    plays = [words.split() for words in pot.split(",") if words.strip()]
    return [
        {"player": None if seat == "-" else int(seat), "cards": cards} for seat, *cards in plays
    ]


def _standing(
    entries: list[dict[str, Any]], holding: set[int], n: int
) -> tuple[list[int], dict[str, Any] | None, int | None]:
    """Who is in, what wins, and whose turn it is after the plays of a pot."""
    plays = [entry for entry in entries if entry["player"] is not None]
    inside = holding | {entry["player"] for entry in plays}
    best: dict[str, Any] | None = None
    last: int | None = None
    for player, cards in ((entry["player"], entry["cards"]) for entry in plays):
        inside -= _between(last, player, n)
        rank, kind = cards[0][:-1], "triplet" if len(cards) == 3 else "single"
        lower = best is not None and RANKS.index(rank) < RANKS.index(best["rank"])
        other = best is not None and best["kind"] == "triplet" and rank != best["rank"]
        if kind == "single" and (lower or other):
            inside.discard(player)
        else:
            best = {"kind": kind, "rank": rank, "player": player}
        last = player
    if last is None:
        return sorted(inside), best, None
    after = [(last + i) % n for i in range(1, n)]
    turn = next(seat for seat in after if seat in inside and seat in holding)
    return sorted(inside - _between(last, turn, n)), best, turn


def _between(last: int | None, player: int, n: int) -> set[int]:
    """The seats after one and before another."""
    if last is None:
        return set()
    return {(last + i) % n for i in range(1, (player - last) % n or n)}


def position(
    game: Triplets = FOUR,
    *,
    hands: Given,
    stacks: Given | None = None,
    bounds: Given | None = None,
    pot: str = "",
    round_: int = 2,
    dealer: int = 0,
    to_act: int = 0,
    phase: str = "play",
    winner: int = 0,
) -> Position:
    """A whole position but for the generator.

    `bounds` are given as `"2-8 2-A"`, for each card of the hand without a star. `to_act` counts
    before the first play only, `winner` at the end only.
    """
    n, decks = game.num_players, game.options.decks
    held, seen = _rows(hands, n)
    piles, below = _rows(stacks, n)
    entries = _entries(pot)
    used = [word for row in (*held, *piles, *(entry["cards"] for entry in entries)) for word in row]
    rest = Counter(deck(decks))
    rest.subtract(used)
    assert min(rest.values()) >= 0, f"given too often: {[c for c, k in rest.items() if k < 0]}"
    holding = {seat for seat in range(n) if held[seat] or piles[seat]}
    inside, best, turn = _standing(entries, holding, n)
    over = phase == "over"
    result: Position = {
        "game": "triplets",
        "options": asdict(game.options),
        "round": round_,
        "phase": phase,
        "dealer": dealer,
        "to_act": [] if over else [to_act if turn is None else turn],
        "hands": [sorted(row, key=_place) for row in held],
        "stacks": piles,
        "known_hands": [sorted(row, key=_place) for row in seen],
        "known_stacks": [
            [None] * (len(pile) - len(known)) + known
            for pile, known in zip(piles, below, strict=True)
        ],
        "bounds": [
            [words.split("-") for words in (bounds or {}).get(seat, "").split()]
            or [["2", "A"]] * (len(held[seat]) - len(seen[seat]))
            for seat in range(n)
        ],
        "pot": entries,
        "in": [winner] if over else inside,
        "winning": best,
        "removed": list(rest.elements()),
        "scores": [len(held[seat]) + len(piles[seat]) for seat in range(n)],
    }
    return result


def make(game: Triplets = FOUR, **given: Any) -> TripletsState:
    """The state of `position`."""
    return game.state_from_dict(position(game, **given))


# --- What is looked at ---


def cards(words: str) -> tuple[Card, ...]:
    """Typed cards."""
    return tuple(card(word) for word in words.split())


def text(row: Iterable[Card | None]) -> str:
    """Cards as tests write them, a dash for what is not known."""
    return " ".join("-" if c is None else str(c) for c in row)


def hand(state: TripletsState, seat: int, player: int | None = None) -> str:
    """A hand as a viewer sees it."""
    return text(state.view(player).hands[seat])


def stack(state: TripletsState, seat: int, player: int | None = None) -> str:
    """A stack as a viewer sees it, its top first."""
    return text(state.view(player).stacks[seat])


def known(state: TripletsState, seat: int) -> str:
    """The cards of a hand that everybody knows."""
    return text(state.view().known_hands[seat])


def known_stack(state: TripletsState, seat: int) -> str:
    """The cards of a stack that everybody knows."""
    return text(state.view().known_stacks[seat])


def bounds(state: TripletsState, seat: int) -> str:
    """The bounds of a hand as tests write them."""
    return " ".join(f"{bound.low}-{bound.high}" for bound in state.view().bounds[seat])


def pot(state: TripletsState) -> str:
    """The pot as tests write it."""
    return ", ".join(
        f"{'-' if entry.player is None else entry.player} {text(entry.cards)}"
        for entry in state.view().pot
    )


def inside(state: TripletsState) -> tuple[int, ...]:
    """Who is in the round."""
    return state.view().in_round


def winning(state: TripletsState) -> str:
    """What wins and whose it is: `"triplet 7 of 1"`."""
    best = state.view().winning
    return "" if best is None else f"{best.kind} {best.rank} of {best.player}"


def removed_since(state: TripletsState, before: TripletsState) -> str:
    """What has left the game since, in order."""
    gone, more = before.view().removed, state.view().removed
    assert more[: len(gone)] == gone
    return text(more[len(gone) :])


# --- A position with something in every key ---

# Seat 3 is out: it could not beat the 9, and has drawn 8s, which everybody knows.
CROWDED: dict[str, Any] = {
    "round_": 3,
    "dealer": 2,
    "hands": {0: "4d Kc 9c", 1: "7h* 8h 10d", 2: "2c 2h", 3: "3h 4h 5c 6d 8s*"},
    "stacks": {0: "2d 5h", 1: "Jc Qc*", 3: "Js* As*"},
    "bounds": {1: "2-J 2-A", 3: "2-8 2-8 2-8 2-8"},
    "pot": "1 6c, 2 9d, 3 3c",
}


def crowded(game: Triplets = FOUR, **changes: Any) -> TripletsState:
    """Seat 0 is to meet the 9 of seat 2. Some things are changed."""
    return make(game, **(CROWDED | changes))
