"""Brute-force enumeration of the worlds that a seat cannot tell apart in Wine Cellar.

The law, from the game's page: the unseen bottles are shared out to the hidden hands uniformly, such
that each hand has its size and (game 1 of the advanced variant) so many of the lower half as
`low_left` says; against Eno they are its deck, in any order. The unseen clients are shared out
uniformly to what is hidden: while clients are chosen both clients of every other seat, later the
discarded one; the discarded ones of earlier games; the undealt clients, in order. A pending choice
of another seat is any of its pair, or of its hand, with the same probability.

Bottles and clients are independent of each other, and enumerated separately. A world of bottles is
``(hands, bids, Eno's deck)``, one of clients ``(pairs, kept, discarded in earlier games, deck)``.

Everything takes a view as a dict, in the position format of the page, and the seat that has it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from .wine_cellar_reference import Cards, Position, bottles_in_play, clients_in_use, lower_half

Hand = tuple[int, ...]
BottleWorld = tuple[tuple[Hand, ...], tuple[int | None, ...], Hand]
ClientWorld = tuple[tuple[Hand, ...], tuple[int | None, ...], tuple[Hand, ...], Hand]


# ------------------------------------------------------------------ bottles


def unseen_bottles(view: Position) -> list[int]:
    """Bottles of which the viewer does not see where they are."""
    seen: list[int] = list(view["prizes"])
    for hand in view["hands"]:
        seen += hand or []
    for cellar in view["cellars"]:
        seen += cellar
    if view["phase"] != "bid":
        # A pending bid is still in its hand.
        seen += [bid for bid in view["bids"] if bid is not None]
    if view["eno"] is not None:
        seen += view["eno"]["face_up"] + view["eno"]["taken"]
    bottles = bottles_in_play(view["options"]["num_players"])
    assert len(set(seen)) == len(seen)
    return [bottle for bottle in bottles if bottle not in seen]


def hidden_hands(view: Position) -> list[int]:
    """Seats with a hand that the viewer does not see."""
    return [seat for seat, hand in enumerate(view["hands"]) if hand is None]


def _share(pool: list[int], sizes: list[int]) -> Iterator[list[Hand]]:
    """All ways to share bottles out to hands."""
    if not sizes:
        yield []
        return
    for hand in itertools.combinations(pool, sizes[0]):
        for rest in _share([bottle for bottle in pool if bottle not in hand], sizes[1:]):
            yield [hand, *rest]


def bottle_worlds(view: Position, player: int) -> list[BottleWorld]:
    """Every consistent world of bottles; each has the same probability."""
    hidden, unseen = hidden_hands(view), unseen_bottles(view)
    if view["eno"] is not None:
        assert not hidden
        assert len(unseen) == view["eno"]["deck_size"]
        hand, bids = tuple(view["hands"][player]), tuple(view["bids"])
        return [((hand,), bids, deck) for deck in itertools.permutations(unseen)]
    sizes = [view["hand_sizes"][seat] for seat in hidden]
    assert sum(sizes) == len(unseen)
    low = lower_half(view["options"]["num_players"])
    found: list[BottleWorld] = []
    for shared in _share(unseen, sizes):
        hands = [
            shared[hidden.index(seat)] if hand is None else tuple(hand)
            for seat, hand in enumerate(view["hands"])
        ]
        counts = [sum(bottle in low for bottle in hand) for hand in hands]
        if view["low_left"] is not None and counts != view["low_left"]:
            continue
        for bids in itertools.product(*_pending(view, player, "bid", "bids", hands)):
            found.append((tuple(hands), bids, ()))
    return found


def _pending(
    view: Position, player: int, phase: str, key: str, among: list[Hand]
) -> list[list[int | None]]:
    """For each seat the choices that it may have made: what is seen, or any if it is hidden."""
    return [
        list(among[seat])
        if view["phase"] == phase and seat != player and view["chosen"][seat]
        else [shown]
        for seat, shown in enumerate(view[key])
    ]


def bottle_world_of(full: Position) -> BottleWorld:
    """World of a position with nothing hidden."""
    eno = full["eno"]
    deck = () if eno is None else tuple(eno["deck"])
    return tuple(tuple(hand) for hand in full["hands"]), tuple(full["bids"]), deck


# ------------------------------------------------------------------ clients


def unseen_clients(cards: Cards, view: Position, player: int) -> list[int]:
    """Clients of which the viewer does not know where they are."""
    seen: set[int] = set(view["dealt_clients"][player])
    # Those of the game last scored are not among them if all have been shuffled since.
    seen.update(client for client in view["clients"] if client is not None)
    for row in view["past_clients"]:
        seen.update(client for pair in row for client in pair if client is not None)
    return [client for client in clients_in_use(cards, view["options"]) if client not in seen]


def client_worlds(cards: Cards, view: Position, player: int) -> Counter[ClientWorld]:
    """Every consistent world of clients, with the number of ways to place the clients."""
    others = [seat for seat in range(len(view["hands"])) if seat != player]
    is_choosing = view["phase"] == "client"
    found: Counter[ClientWorld] = Counter()
    for order in itertools.permutations(unseen_clients(cards, view, player)):
        rest = list(order)
        pairs: list[Hand] = []
        for seat, shown in enumerate(view["dealt_clients"]):
            if seat not in others:
                pairs.append(tuple(shown))
            elif is_choosing:
                pairs.append(tuple(sorted([rest.pop(), rest.pop()])))
            else:
                pairs.append(tuple(sorted([view["clients"][seat], rest.pop()])))
        past = tuple(
            tuple(rest.pop() if discarded is None else discarded for _, discarded in row)
            for row in view["past_clients"]
        )
        for kept in itertools.product(*_pending(view, player, "client", "clients", pairs)):
            found[tuple(pairs), kept, past, tuple(rest)] += 1
    return found


def client_world_of(full: Position) -> ClientWorld:
    """World of a position with nothing hidden."""
    return (
        tuple(tuple(pair) for pair in full["dealt_clients"]),
        tuple(full["clients"]),
        tuple(tuple(discarded for _, discarded in row) for row in full["past_clients"]),
        tuple(full["client_deck"]),
    )
