"""Full positions of Cellar des Triplettes written by hand, with the rest of the deck in cellars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .cellar_des_triplettes_reference import (
    EMPTY,
    STARS,
    Cellar,
    Position,
    by_value,
    deck,
    triplet_points,
)


def cards(line: str) -> list[str]:
    """Cards of a line."""
    return line.split()


def build_cellars(num_players: int, rest: list[str]) -> list[list[Cellar]]:
    """Cellars built of these cards, shared among the seats: wines first, then empty bottles."""
    built = [[Cellar()] for _ in range(num_players)]
    wines = [card for card in rest if card != EMPTY]
    share = -(-len(wines) // num_players)
    for at, card in enumerate(wines):
        cellars = built[at // share]
        if cellars[-1].is_complete():
            cellars.append(Cellar())
        cellars[-1].put(card, next(iter(reversed(cellars[-1].open_places(card).values()))))
    for card in [card for card in rest if card == EMPTY]:
        for cellars in built:
            if cellars[-1].is_complete():
                cellars.append(Cellar())
            places = list(cellars[-1].open_places(card).values())
            if places:
                cellars[-1].put(card, places[-1])
                break
        else:
            raise AssertionError("no place for an empty bottle")
    return built


def points(cellars: list[Cellar]) -> int:
    """Stars and triplets of the cellars of a seat."""
    return sum(
        sum(STARS[card] for card in cellar.showing.values())
        + sum(triplet_points(found) for _, found, _ in cellar.triplets())
        for cellar in cellars
    )


def position(
    num_players: int,
    *,
    hands: Sequence[str],
    known: Sequence[str] | None = None,
    bids: Sequence[str] | None = None,
    turn: str = "",
    to_act: int = 0,
    passed: Sequence[int] = (),
    display: str,
    pile: str = "",
    pile_bottom: str = "",
    elsewhere: Sequence[str] | None = None,
    **others: Any,
) -> Position:
    """Full position, by default of a bid in round 2; cards that are not mentioned are in cellars.

    Parameters
    ----------
    num_players
        Number of seats.
    hands, known
        For each seat the cards of its hand about which nothing is known, and the known ones.
    bids
        Cards on the table, with those of the present turn.
    turn
        Those of the present turn.
    to_act
        Seat to act.
    passed
        Seats that have passed.
    display, pile, pile_bottom
        Cards there; those of `pile` lie above those of `pile_bottom`.
    elsewhere
        Cards in cellars, of all seats; with None everything that is left. Otherwise seat 0 is left
        out, and the caller gives it the rest.
    **others
        Anything else that is not as usual, by its key.
    """
    known = known or [""] * num_players
    bids = bids or [""] * num_players
    held = [by_value(cards(one) + cards(two)) for one, two in zip(hands, known, strict=True)]
    used = [card for hand in held for card in hand]
    used += cards(" ".join([*bids, display, pile, pile_bottom]))
    left = Counter(deck(num_players))
    left.subtract(used)
    assert min(left.values()) >= 0, left
    if elsewhere is None:
        cellars = build_cellars(num_players, by_value(left.elements()))
    else:
        cellars = [[Cellar()], *build_cellars(num_players - 1, by_value(elsewhere))]
    return {
        "game": "cellar_des_triplettes",
        "options": {"num_players": num_players, "max_rounds": 100},
        "round": 2,
        "phase": "bid",
        "final_round": False,
        "truncated": False,
        "starting_player": 0,
        "high_bidder": None,
        "to_act": [to_act],
        "hands": held,
        "hand_sizes": [len(hand) for hand in held],
        "known_hands": [by_value(cards(line)) for line in known],
        "bids": [by_value(cards(line)) for line in bids],
        "turn": cards(turn),
        "passed": [seat in passed for seat in range(num_players)],
        "display": by_value(cards(display)),
        "pile": cards(pile) + cards(pile_bottom),
        "pile_size": len(cards(pile) + cards(pile_bottom)),
        "pile_bottom": cards(pile_bottom),
        "placing": [],
        "cellars": [[cellar.rows() for cellar in built] for built in cellars],
        "covered": [[cellar.covered_words() for cellar in built] for built in cellars],
        "scores": [points(built) for built in cellars],
        "rng": None,
        **others,
    }


def placing_position(
    num_players: int, hand: Sequence[str], built: list[Cellar], **others: Any
) -> Position:
    """Seat 0 places from this hand into these cellars.

    The rest of the deck lies in the display, in the other hands, in the pile, and in the cellars of
    the other seats, in this order.
    """
    left = Counter(deck(num_players))
    left.subtract(hand)
    for cellar in built:
        left.subtract([*cellar.showing.values(), *[EMPTY] * len(cellar.covered)])
    assert min(left.values()) >= 0, left
    rest = by_value(left.elements())[::-1]
    lines = [" ".join(rest[4 + 5 * seat : 9 + 5 * seat]) for seat in range(num_players - 1)]
    start = 4 + 5 * (num_players - 1)
    most = len(deck(num_players)) - 5 * num_players - 4
    pile = rest[start : start + most]
    wanted = rest[:4] + rest[4:start] + pile
    full = position(
        num_players,
        hands=["", *lines],
        known=[" ".join(hand), *[""] * (num_players - 1)],
        display=" ".join(rest[:4]),
        pile=" ".join(pile),
        phase="place",
        passed=range(num_players),
        placing=list(range(num_players)),
        high_bidder=0,
        elsewhere=list((Counter(rest) - Counter(wanted)).elements()),
        **others,
    )
    full["cellars"][0] = [cellar.rows() for cellar in built]
    full["covered"][0] = [cellar.covered_words() for cellar in built]
    full["scores"][0] = points(built)
    return full
