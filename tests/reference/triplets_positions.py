"""Full positions of Triplets, by hand and at random, with the rest of the pack out of the game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from .triplets_reference import (
    ANYTHING,
    CARDS,
    HAND,
    RANKS,
    Bound,
    Options,
    Position,
    ascending,
    default_options,
    pack,
    rank_of,
    value,
    without,
)


def cards(line: str) -> list[str]:
    """Cards of a line."""
    return line.split()


def bound_words(bound: Bound) -> list[str]:
    """Bound as a position has it."""
    low, high = bound
    return [RANKS[low], RANKS[high]]


def pot_of(line: str) -> list[dict[str, Any]]:
    """Pot of a line: ``3s, 1 7c 7d 7h, 2 7s``; without a seat: the middle cards."""
    entries: list[dict[str, Any]] = []
    for part in line.split(", ") if line else []:
        words = part.split()
        player = None if words[0] in CARDS else int(words.pop(0))
        entries.append({"player": player, "cards": words})
    return entries


def winning_of(line: str) -> dict[str, Any] | None:
    """Winning card of a line: ``single 7 by 2``."""
    if not line:
        return None
    kind, rank, _, player = line.split()
    return {"kind": kind, "rank": rank, "player": int(player)}


def position(
    *,
    hands: Sequence[str],
    known: Sequence[str] = (),
    bounds: Sequence[str] = (),
    stacks: Sequence[str] = (),
    known_below: Sequence[int] = (),
    pot: str = "",
    winning: str = "",
    in_round: Sequence[int] | None = None,
    to_act: int | None = 0,
    dealer: int = 0,
    round: int = 2,
    **options: Any,
) -> Position:
    """Full position.

    Parameters
    ----------
    hands, known, stacks
        Lines of cards; what is left out is empty.
    bounds
        Lines of bounds, such as ``2-8 2-A``, for the first of the cards that are not known; the
        others can be anything.
    known_below
        How many of the lowest cards of each stack are known.
    in_round
        Seats that are in; default: all with cards.
    **options
        Options other than the number of players.
    """
    n = len(hands)

    def every(lines: Sequence[str]) -> list[list[str]]:
        return [cards(line) for line in [*lines, *[""] * (n - len(lines))]]

    held, public, piles = every(hands), every(known), every(stacks)
    below = [*known_below, *[0] * (n - len(known_below))]
    entries = pot_of(pot)
    placed = Counter([card for place in held + piles for card in place])
    placed.update(card for entry in entries for card in entry["cards"])
    given = default_options(num_players=n, **options)
    everything = Counter(pack(given))
    assert not placed - everything
    limits: list[list[list[str]]] = []
    for seat, line in enumerate(every(bounds)):
        number = len(held[seat]) - len(public[seat])
        words = [bound.split("-") for bound in line]
        limits.append(words + [bound_words(ANYTHING)] * (number - len(words)))
    scores = [len(held[seat]) + len(piles[seat]) for seat in range(n)]
    return {
        "game": "triplets",
        "options": given,
        "round": round,
        "phase": "play" if to_act is not None else "over",
        "dealer": dealer,
        "to_act": [] if to_act is None else [to_act],
        "hands": [ascending(hand) for hand in held],
        "stacks": piles,
        "known_hands": [ascending(hand) for hand in public],
        "known_stacks": [
            [None if at < len(pile) - below[seat] else card for at, card in enumerate(pile)]
            for seat, pile in enumerate(piles)
        ],
        "bounds": limits,
        "pot": entries,
        "in": [seat for seat in range(n) if scores[seat]] if in_round is None else list(in_round),
        "winning": winning_of(winning),
        "removed": ascending((everything - placed).elements()),
        "scores": scores,
        "rng": None,
    }


# ------------------------------------------------------------------ at random


def nested_bounds(rng: random.Random, secret: Sequence[str]) -> list[Bound]:
    """Nested bounds, tightest first, that these cards meet."""
    values = [value(rank_of(card)) for card in secret]
    rng.shuffle(values)
    found: list[Bound] = []
    low, high = ANYTHING
    for left in range(len(values), 0, -1):
        if rng.random() < 0.4:
            low = rng.randint(low, min(values[:left]))
        if rng.random() < 0.4:
            high = rng.randint(max(values[:left]), high)
        found.insert(0, (low, high))
    return found


def shared_out(rng: random.Random, options: Options) -> dict[int, list[str]]:
    """Few cards, of few ranks, for two seats or more; the first one is to lead."""
    n: int = options["num_players"]
    if rng.random() < 0.25:
        # Nothing is left of these if the first seat leads a triplet.
        rank = rng.choice(RANKS)
        one, other = rng.sample(range(n), 2)
        equal = [card for card in CARDS if rank_of(card) == rank]
        rng.shuffle(equal)
        return {one: equal[:3], other: equal[3:]}
    ranks = rng.sample(RANKS, rng.randint(1, 5))
    alike = [card for card in pack(options) if rank_of(card) in ranks]
    rng.shuffle(alike)
    alive = rng.sample(range(n), rng.randint(2, min(n, len(alike))))
    # Everyone has a card, and some have many more than others.
    piles = {seat: [alike.pop()] for seat in alive}
    if rng.random() < 0.5:
        for rank in ranks:
            equal = [card for card in alike if rank_of(card) == rank][:3]
            piles[rng.choice(alive)] += equal
            alike = without(alike, equal)
        rng.shuffle(alike)
    for _ in range(rng.randint(0, min(len(alike), 2 * len(alive) + 6))):
        piles[rng.choice(alive[rng.randrange(len(alive)) :])].append(alike.pop())
    for pile in piles.values():
        rng.shuffle(pile)
    return piles


def few_cards(rng: random.Random, options: Options) -> Position:
    """Position before a lead in which some seats hold few cards, of few ranks."""
    n: int = options["num_players"]
    piles = shared_out(rng, options)
    held = [card for pile in piles.values() for card in pile]
    middle = rng.sample(without(pack(options), held), rng.choice([0, 0, 1, 3]))
    max_rounds: int = options["max_rounds"]
    # Page: the dealer leads the first round.
    is_first = max_rounds == 1 or rng.random() < 0.2
    leader = next(iter(piles))
    hands: list[str] = []
    known: list[str] = []
    bounds: list[str] = []
    stacks: list[str] = []
    below: list[int] = []
    for seat in range(n):
        pile = piles.get(seat, [])
        size = min(len(pile), rng.choice([1, 2, 3, 4, *[HAND] * 4]))
        hand, stack = pile[:size], pile[size:]
        public = [card for card in hand if rng.random() < 0.3]
        limits = nested_bounds(rng, without(hand, public))
        hands.append(" ".join(hand))
        known.append(" ".join(public))
        bounds.append(" ".join("-".join(bound_words(bound)) for bound in limits))
        stacks.append(" ".join(stack))
        below.append(rng.randint(0, len(stack)))
    return position(
        hands=hands,
        known=known,
        bounds=bounds,
        stacks=stacks,
        known_below=below,
        pot=" ".join(middle),
        to_act=leader,
        dealer=leader if is_first else rng.randrange(n),
        round=1 if is_first else rng.randint(2, max_rounds),
        **{key: options[key] for key in ("decks", "lead", "refill", "max_rounds")},
    )
