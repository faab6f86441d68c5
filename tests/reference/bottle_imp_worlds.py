"""Brute-force enumeration of the worlds that a seat cannot tell apart in Bottle Imp.

The law, from the game's page: a world is every unseen hand, the Devil's card(s) of every other
seat and every unseen choice. All worlds with the same view, in which no seat holds a colour of its
`voids` and every given card was with its receiver after the pass (is in its hand, or was played by
it), are equally likely.

A world is here a pair ``(hands, passes)`` taken over all seats, known ones too: ``hands`` a tuple
of tuples of cards, ``passes`` a tuple of ``(devil, left, right)`` (with two players ``(devil, open,
hidden)``). A *layout* is a world without the notes: during play the choices other than the
Devil's cards say only who had given a card that now lies elsewhere, and a layout has None there.
During the pass a layout is a world. Every layout of a view has the same number of worlds, so
uniform worlds mean uniform layouts.

Everything takes a view as a dict, in the position format of the page, and the seat that has it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .bottle_imp_reference import (
    COLOUR,
    COLOURS,
    Position,
    ReferenceBottleImp,
    RuleError,
    by_rank,
    deal_sizes,
    deck,
)

Choices = tuple[tuple[str, ...], str | None, str | None]
World = tuple[tuple[tuple[str, ...], ...], tuple[Choices, ...]]


@dataclass(frozen=True)
class Slot:
    """A place for `size` unseen cards: ``kind`` is "hand", "devil", or a pending choice."""

    seat: int
    kind: str
    size: int
    forbidden: frozenset[str]  # colours that cannot lie here
    certain: frozenset[str]  # unseen cards that must lie here


@dataclass(frozen=True)
class Note:
    """An unseen choice of a finished pass: `kind` of `giver`, whose card went to `receiver`."""

    giver: int
    kind: str
    receiver: int


def choice_names(view: Position) -> tuple[str, str]:
    """Names of the two choices that are given away."""
    return ("open", "hidden") if view["options"]["num_players"] == 2 else ("left", "right")


def receiver_of(view: Position, giver: int, kind: str) -> int:
    """Seat that gets a choice: left is seat + 1, right is seat - 1, else the opponent."""
    num_players: int = view["options"]["num_players"]
    step = {"left": 1, "right": -1, "open": 1, "hidden": 1}[kind]
    return (giver + step) % num_players


def devil_quota(view: Position, seat: int) -> int:
    """How many cards a seat lays into the Devil's trick: the dealer of five none."""
    options = view["options"]
    if options["num_players"] == 5 and seat == view["dealer"]:
        return 0
    return int(options["devil_cards"])


def world_of(full: Position) -> World:
    """World of a position with nothing hidden."""
    first, second = choice_names(full)
    return (
        tuple(tuple(hand) for hand in full["hands"]),
        tuple((tuple(made["devil"]), made[first], made[second]) for made in full["passes"]),
    )


def layout_of(full: Position) -> World:
    """World of a position with nothing hidden, without the notes of a finished pass."""
    hands, passes = world_of(full)
    if full["phase"] == "pass":
        return hands, passes
    return hands, tuple((devil, None, None) for devil, _, _ in passes)


# ------------------------------------------------------------------ what is unseen, and where


def unseen_cards(view: Position, player: int) -> list[str]:
    """Cards of which the player does not see where they are, ascending."""
    seen: list[str] = list(view["hands"][player])
    for cards in view["played"]:
        seen += cards
    open_hands: list[list[str]] = view["open_hands"] or []
    for cards in open_hands:
        seen += cards
    seen += view["passes"][player]["devil"]
    if view["phase"] == "pass":
        # Own choices still lie before the player; later they are with somebody else.
        seen += [c for n in choice_names(view) if (c := view["passes"][player][n]) is not None]
    assert len(seen) == len(set(seen))
    return [card for card in deck(view["options"]["num_players"]) if card not in seen]


def slots_of(view: Position, player: int) -> list[Slot]:
    """All places where the unseen cards can be."""
    unseen = unseen_cards(view, player)
    nothing: frozenset[str] = frozenset()
    slots: list[Slot] = []
    for seat in range(view["options"]["num_players"]):
        if seat == player:
            continue
        certain: set[str] = set()
        if view["phase"] == "play":
            # A given card that the player has seen go and not seen again is with its receiver.
            for giver, made in enumerate(view["passes"]):
                for kind in choice_names(view):
                    card = made[kind]
                    if card in unseen and receiver_of(view, giver, kind) == seat:
                        certain.add(card)
        voids = frozenset(view["voids"][seat])
        slots.append(Slot(seat, "hand", view["hand_sizes"][seat], voids, frozenset(certain)))
        quota = devil_quota(view, seat)
        made_choices: int = view["passed"][seat]
        if min(made_choices, quota) > 0:
            slots.append(Slot(seat, "devil", min(made_choices, quota), nothing, nothing))
        if view["phase"] == "pass":
            for place, kind in enumerate(choice_names(view)):
                if made_choices > quota + place:
                    slots.append(Slot(seat, kind, 1, nothing, nothing))
    assert sum(slot.size for slot in slots) == len(unseen)
    return slots


def unseen_notes(view: Position, player: int) -> list[Note]:
    """Choices of a finished pass that the player has not seen."""
    if view["phase"] != "play":
        return []
    return [
        Note(giver, kind, receiver_of(view, giver, kind))
        for giver, made in enumerate(view["passes"])
        for kind in choice_names(view)
        if giver != player and made[kind] is None
    ]


def known_gifts(view: Position, receiver: int) -> set[str]:
    """Cards which the player knows to have been given to this receiver."""
    return {
        made[kind]
        for giver, made in enumerate(view["passes"])
        for kind in choice_names(view)
        if made[kind] is not None and receiver_of(view, giver, kind) == receiver
    }


# ------------------------------------------------------------------ enumeration


def _fill(pool: list[str], slots: list[Slot]) -> Iterator[list[tuple[str, ...]]]:
    if not slots:
        yield []
        return
    slot, others = slots[0], slots[1:]
    reserved = frozenset[str]().union(*(other.certain for other in others))
    usable = [
        card
        for card in pool
        if card not in slot.certain and card not in reserved and COLOUR[card] not in slot.forbidden
    ]
    for chosen in itertools.combinations(usable, slot.size - len(slot.certain)):
        cards = set(chosen) | slot.certain
        for rest in _fill([card for card in pool if card not in cards], others):
            yield [tuple(by_rank(list(cards))), *rest]


def layouts(view: Position, player: int) -> Iterator[World]:
    """Every consistent layout once."""
    num_players = view["options"]["num_players"]
    if view["phase"] == "over":
        yield layout_of(view)
        return
    slots = slots_of(view, player)
    for filling in _fill(unseen_cards(view, player), slots):
        hands: list[tuple[str, ...]] = [() for _ in range(num_players)]
        choices: list[dict[str, Any]] = [{"devil": ()} for _ in range(num_players)]
        hands[player] = tuple(view["hands"][player])
        choices[player]["devil"] = tuple(view["passes"][player]["devil"])
        if view["phase"] == "pass":
            for kind in choice_names(view):
                choices[player][kind] = view["passes"][player][kind]
        for slot, cards in zip(slots, filling, strict=True):
            if slot.kind == "hand":
                hands[slot.seat] = cards
            elif slot.kind == "devil":
                choices[slot.seat]["devil"] = cards
            else:
                choices[slot.seat][slot.kind] = cards[0]
        first, second = choice_names(view)
        yield (
            tuple(hands),
            tuple((made["devil"], made.get(first), made.get(second)) for made in choices),
        )


def _write_notes(view: Position, player: int, layout: World) -> Iterator[World]:
    hands, passes = layout
    kinds = choice_names(view)
    notes = unseen_notes(view, player)
    candidates: list[list[str]] = []
    for note in notes:
        # It was with its receiver after the pass, and nobody else had given that very card.
        after_pass: list[str] = [*hands[note.receiver], *view["played"][note.receiver]]
        known = known_gifts(view, note.receiver)
        candidates.append([card for card in after_pass if card not in known])
    for cards in itertools.product(*candidates):
        if len(set(cards)) < len(cards):
            continue
        written: list[list[str | None]] = [[made[k] for k in kinds] for made in view["passes"]]
        for note, card in zip(notes, cards, strict=True):
            written[note.giver][kinds.index(note.kind)] = card
        yield (
            hands,
            tuple(
                (devil, first, second)
                for (devil, _, _), (first, second) in zip(passes, written, strict=True)
            ),
        )


def worlds(view: Position, player: int) -> Iterator[World]:
    """Every consistent world once."""
    if view["phase"] == "over":
        yield world_of(view)
        return
    for layout in layouts(view, player):
        if view["phase"] == "pass":
            yield layout
        else:
            yield from _write_notes(view, player, layout)


# ------------------------------------------------------------------ counting without enumerating


def _count(pool: list[str], slots: list[Slot]) -> int:
    """Ways to put the cards of the pool into the slots."""
    # Cards that are certain to be somewhere leave nothing to count.
    for slot in slots:
        if not slot.certain <= set(pool):
            return 0
    certain = {card for slot in slots for card in slot.certain}
    free = [(slot.size - len(slot.certain), slot.forbidden) for slot in slots]
    if any(size < 0 for size, _ in free):
        return 0
    # Slots that forbid the same colours are alike: count them as one and share its cards out.
    merged: dict[frozenset[str], int] = {}
    ways = 1
    for size, forbidden in free:
        total = merged.get(forbidden, 0) + size
        ways *= math.comb(total, size)
        merged[forbidden] = total
    kinds = list(merged)
    colours = [sum(COLOUR[c] == colour for c in pool if c not in certain) for colour in COLOURS]
    return ways * _share(colours, kinds, tuple(merged[kind] for kind in kinds))


def _share(colours: list[int], kinds: list[frozenset[str]], sizes: tuple[int, ...]) -> int:
    """Ways to share out so many cards of each colour, one colour after the other."""
    # From the sizes that are left to the ways to get there.
    reached = {sizes: 1}
    for colour, amount in zip(COLOURS, colours, strict=True):
        following: dict[tuple[int, ...], int] = {}
        for left, ways in reached.items():
            ranges = [
                range(1) if colour in kind else range(min(size, amount) + 1)
                for kind, size in zip(kinds, left, strict=True)
            ]
            for taken in itertools.product(*ranges):
                if sum(taken) != amount:
                    continue
                after = tuple(size - take for size, take in zip(left, taken, strict=True))
                multinomial = math.factorial(amount)
                for take in taken:
                    multinomial //= math.factorial(take)
                following[after] = following.get(after, 0) + ways * multinomial
        reached = following
    return reached.get(tuple(0 for _ in sizes), 0)


def count_layouts(view: Position, player: int) -> int:
    """Number of consistent layouts."""
    if view["phase"] == "over":
        return 1
    return _count(unseen_cards(view, player), slots_of(view, player))


def count_notes(view: Position, player: int) -> int:
    """Number of ways to write the notes, the same for every layout."""
    ways = 1
    notes = unseen_notes(view, player)
    for receiver in range(view["options"]["num_players"]):
        open_notes = sum(note.receiver == receiver for note in notes)
        after_pass = view["hand_sizes"][receiver] + len(view["played"][receiver])
        ways *= math.perm(after_pass - len(known_gifts(view, receiver)), open_notes)
    return ways


def count_worlds(view: Position, player: int) -> int:
    """Number of consistent worlds."""
    return count_layouts(view, player) * count_notes(view, player)


def marginals(view: Position, player: int) -> dict[str, dict[tuple[int, str], float]]:
    """For each unseen card the probability of each place (seat, kind) under the law."""
    pool = unseen_cards(view, player)
    slots = slots_of(view, player)
    total = _count(pool, slots)
    found: dict[str, dict[tuple[int, str], float]] = {}
    for card in pool:
        found[card] = {}
        for place, slot in enumerate(slots):
            if COLOUR[card] in slot.forbidden:
                continue
            # Put the card there, and count what is left to be done.
            if any(card in other.certain for other in slots if other is not slot):
                continue
            placed = Slot(
                slot.seat,
                slot.kind,
                slot.size - 1,
                slot.forbidden,
                slot.certain - {card},
            )
            rest = [other if at != place else placed for at, other in enumerate(slots)]
            if placed.size < 0:
                continue
            ways = _count([other for other in pool if other != card], rest)
            if ways:
                found[card][(slot.seat, slot.kind)] = ways / total
    return found


def colours_in_hand(view: Position, player: int, seat: int) -> dict[tuple[int, ...], float]:
    """Probabilities of how many yellow, blue and red cards another seat's hand has."""
    pool = unseen_cards(view, player)
    slots = slots_of(view, player)
    total = _count(pool, slots)
    hand = next(slot for slot in slots if slot.seat == seat and slot.kind == "hand")
    others = [slot for slot in slots if slot is not hand]
    elsewhere = {card for slot in slots for card in slot.certain}
    free = {c: [card for card in pool if COLOUR[card] == c] for c in COLOURS}
    for colour in COLOURS:
        free[colour] = [card for card in free[colour] if card not in elsewhere]
    found: dict[tuple[int, ...], float] = {}
    for numbers in itertools.product(*(range(len(free[colour]) + 1) for colour in COLOURS)):
        if sum(numbers) != hand.size - len(hand.certain):
            continue
        if any(n and c in hand.forbidden for n, c in zip(numbers, COLOURS, strict=True)):
            continue
        # As many ways to choose such a hand, and for each as many for the rest.
        ways = 1
        taken = set(hand.certain)
        for number, colour in zip(numbers, COLOURS, strict=True):
            ways *= math.comb(len(free[colour]), number)
            taken.update(free[colour][:number])
        ways *= _count([card for card in pool if card not in taken], others)
        if ways:
            found[count_colours([*taken])] = ways / total
    return found


def count_colours(cards: Iterable[str]) -> tuple[int, ...]:
    """How many yellow, blue and red cards there are among these."""
    found = [COLOUR[card] for card in cards]
    return tuple(found.count(colour) for colour in COLOURS)


def place_of(full: Position, view: Position, player: int) -> dict[str, tuple[int, str]]:
    """Where each card that is unseen in the view lies in a position with nothing hidden."""
    places: dict[str, tuple[int, str]] = {}
    for slot in slots_of(view, player):
        if slot.kind == "hand":
            cards = full["hands"][slot.seat]
        elif slot.kind == "devil":
            cards = full["passes"][slot.seat]["devil"]
        else:
            cards = [full["passes"][slot.seat][slot.kind]]
        for card in cards:
            places[card] = (slot.seat, slot.kind)
    return places


def note_marginals(view: Position, player: int) -> dict[Note, dict[str, float]]:
    """For each unseen note the probability of each card under the law."""
    where = marginals(view, player)
    found: dict[Note, dict[str, float]] = {}
    for note in unseen_notes(view, player):
        receiver = note.receiver
        known = known_gifts(view, receiver)
        # Any card that was with the receiver after the pass is as likely as any other of them.
        number = view["hand_sizes"][receiver] + len(view["played"][receiver]) - len(known)
        held = {card: places.get((receiver, "hand"), 0.0) for card, places in where.items()}
        held.update(dict.fromkeys(view["played"][receiver], 1.0))
        found[note] = {
            card: share / number for card, share in held.items() if share and card not in known
        }
    return found


# ------------------------------------------------------------------ other ways to say the same


def with_world(full: Position, world: World) -> Position:
    """Position with another world written into it."""
    hands, passes = world
    first, second = choice_names(full)
    changed = dict(full)
    changed["hands"] = [list(hand) for hand in hands]
    changed["passes"] = [
        {"devil": list(devil), first: one, second: two} for devil, one, two in passes
    ]
    return changed


def view_of(full: Position, player: int) -> Position:
    """Hide from a full position (not of a finished game) what a seat or spectator may not see."""
    view: Position = dict(full)
    view["hands"] = [h if s == player else None for s, h in enumerate(full["hands"])]
    passes: list[dict[str, Any]] = []
    view["passes"] = passes
    view["rng"] = None
    for giver, made in enumerate(full["passes"]):
        shown = dict(made)
        if giver != player:
            shown["devil"] = None
            for kind in choice_names(full):
                known = full["phase"] == "play" and (
                    kind == "open" or receiver_of(full, giver, kind) == player
                )
                if not known:
                    shown[kind] = None
        passes.append(shown)
    return view


def replay(full: Position, dealt_open: list[list[str]] | None = None) -> ReferenceBottleImp | None:
    """Play a position's round again from its deal; None if that is not legal.

    With two players the open hands as they were dealt are needed.
    """
    options, num_players = full["options"], full["options"]["num_players"]
    kinds = choice_names(full)
    words: list[list[str]] = []
    dealt: list[set[str]] = []
    for seat in range(num_players):
        made = full["passes"][seat]
        given = [made[kind] for kind in kinds if made[kind] is not None]
        words.append([f"devil {card}" for card in made["devil"]])
        words[seat] += [f"{kind} {made[kind]}" for kind in kinds if made[kind] is not None]
        dealt.append({*full["hands"][seat], *made["devil"], *given, *full["played"][seat]})
        if dealt_open is not None:
            dealt[seat] -= set(dealt_open[seat])
    if full["phase"] == "play":
        for giver, made in enumerate(full["passes"]):
            for kind in kinds:
                dealt[receiver_of(full, giver, kind)].discard(made[kind])
    if [len(hand) for hand in dealt] != deal_sizes(options, full["dealer"]):
        return None
    start = {
        "round": full["round"],
        "dealer": full["dealer"],
        "hands": [list(hand) for hand in dealt],
        "open_hands": dealt_open,
        "scores": full["scores"],
        # Of the round before, as long as this one has no complete trick; then it does not matter.
        "last_trick": full["last_trick"],
        "last_round": full["last_round"],
    }
    plays = [list(cards) for cards in full["played"]]
    try:
        game = ReferenceBottleImp(options, start)
        for seat in range(num_players):
            for word in words[seat]:
                game.apply(word, seat)
        while any(plays):
            seat = game.to_act()[0]
            if not plays[seat]:
                return None
            game.apply(plays[seat].pop(0), seat)
    except RuleError:
        return None
    return game
