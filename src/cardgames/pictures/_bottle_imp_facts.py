"""What the text and the picture of a Bottle Imp view have in common: names and sums, no rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import wording

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardgames.bottle_imp import BottleImpView, Card

COLOURS = ("yellow", "blue", "red")
PHASES = {"pass": "passing cards", "play": "playing", "over": "game over"}


def owner_name(owner: int | None) -> str:
    """Name the owner of a bottle."""
    return "nobody" if owner is None else f"seat {owner}"


def points(cards: Iterable[Card]) -> int:
    """Add up the points on cards."""
    return sum(card.points for card in cards)


def by_colour(cards: Iterable[Card]) -> list[list[Card]]:
    """Sort a hand: a list for each colour that it has, each in the order of ranks."""
    ordered = sorted(cards, key=lambda card: card.index)
    groups = [[card for card in ordered if card.colour == colour] for colour in COLOURS]
    return [group for group in groups if group]


def hand_order(cards: Iterable[Card]) -> list[Card]:
    """Sort a hand by colour, then by rank."""
    return [card for group in by_colour(cards) for card in group]


def tricks(view: BottleImpView, seat: int) -> int:
    """Count the tricks that a seat has won this round; with two players the last may be a half."""
    size = 4 if view.game.num_players == 2 else view.game.num_players
    return -(-len(view.won[seat]) // size)


def in_round(view: BottleImpView) -> bool:
    """Tell whether a trick of this round is complete."""
    return any(view.won)


def last_trick_note(view: BottleImpView) -> str:
    """Say whose the last trick is, or that it belongs to the round before."""
    if not in_round(view):
        return "of the round before"
    return "" if view.trick else f"won by seat {view.leader}"


def team_index(view: BottleImpView, seat: int) -> int | None:
    """Give the place of a seat's team in `view.teams`."""
    for index, members in enumerate(view.teams or ()):
        if seat in members:
            return index
    return None


def team_name(view: BottleImpView, seat: int) -> str | None:
    """Name a seat's team: a letter, `alone`, or None without teams."""
    index = team_index(view, seat)
    if view.teams is None or index is None:
        return None
    return "ABCDEF"[index] if len(view.teams[index]) > 1 else "alone"


def devil_room(view: BottleImpView, seat: int) -> int:
    """Count the cards that a seat lays into the Devil's trick in a round."""
    if view.game.num_players == 5 and seat == view.dealer:
        return 0
    return view.game.options.devil_cards


def pass_room(view: BottleImpView, seat: int) -> int:
    """Count the choices that a seat makes in the pass."""
    return devil_room(view, seat) + 2


def devil_places(view: BottleImpView, seat: int) -> tuple[Card | bool, ...]:
    """Show a seat's part of the Devil's trick.

    Returns
    -------
    tuple of Card or bool
        One for each card that it lays there: the card, True where it lies hidden, False where
        none lies yet.
    """
    room = devil_room(view, seat)
    seen = view.passes[seat].devil
    laid = min(view.passed[seat], room) if seen is None else len(seen)
    faces: tuple[Card | bool, ...] = (True,) * laid if seen is None else seen
    return faces + (False,) * (room - laid)


def given_places(view: BottleImpView, seat: int) -> tuple[tuple[str, Card | bool], ...]:
    """Show the two cards that a seat passes on, each behind its receiver, as in `devil_places`."""
    chosen = view.passed[seat] - devil_room(view, seat)
    cards = (view.passes[seat].left, view.passes[seat].right)
    return tuple(
        (receiver, chosen > place if card is None else card)
        for place, (receiver, card) in enumerate(zip(receivers(view, seat), cards, strict=True))
    )


def receivers(view: BottleImpView, seat: int) -> tuple[str, str]:
    """Name the places that a seat's two passed cards go to."""
    players = view.game.num_players
    if players == 2:
        return "open hand", "hidden hand"
    return f"seat {(seat + 1) % players}", f"seat {(seat - 1) % players}"


def led_colour(view: BottleImpView) -> str | None:
    """Name the colour of the first card of the current trick."""
    return view.trick[0].card.colour if view.trick else None


def summary(view: BottleImpView) -> str:
    """Tell a view in a few sentences, for those who do not see its picture."""
    parts = [
        f"Bottle Imp, {view.game.num_players} players, "
        f"round {view.round} of {view.game.options.rounds}, {PHASES[view.phase]}, "
        f"{wording.status(view)}, {wording.seen_by(view)}"
    ]
    parts += [f"Bottle at {bottle.price}, {owner_name(bottle.owner)}'s" for bottle in view.bottles]
    if view.trick:
        cards = (f"seat {t.player} {t.card.rank} {t.card.colour}" for t in view.trick)
        parts.append("Trick: " + ", ".join(cards))
    for seat, hand in enumerate(view.hands):
        if hand is not None and seat == view.player:
            parts.append(
                "Hand: " + (", ".join(f"{c.rank} {c.colour}" for c in hand_order(hand)) or "empty")
            )
    parts.append(wording.told_scores(view))
    return ". ".join(parts) + "."
