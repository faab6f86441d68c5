"""A Triplets view as text for a terminal of 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _triplets_facts as facts
from cardgames.pictures import wording
from cardgames.pictures.lines import HIDDEN, ends, framed, seat_mark, whose, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardgames.pictures._triplets_facts import Hand, Played
    from cardgames.triplets import Bound, Card, TripletsView

_KNOWN, _KNOWN_BELOW = "°", "│"
_WINS, _LEAVES = "◄", "×"
_LEGEND = (
    "◄ winning, × leaves the game; stacks from the top; ° and below │ known to all\n"
    " ▒2-7▒ a card from 2 to 7: known of the hand, not of which of its cards\n"
    " 10h = 10 of hearts; c clubs, d diamonds, s spades; ▒▒ hidden"
)


def render(view: TripletsView) -> str:
    """Write a view as a table, the pot, hands and stacks for a terminal."""
    return framed(_head(view), [_table(view), _middle(view), _cards(view)], _LEGEND)


def _head(view: TripletsView) -> list[str]:
    lines = [
        ends(f"TRIPLETS  {facts.round_words(view)}", wording.seen_by(view)),
        ends(f"{facts.PHASES[view.phase]}: {wording.status(view)}", facts.player_words(view)),
    ]
    options = facts.option_words(view)
    return [*lines, f" {options}"] if options else lines


def _table(view: TripletsView) -> list[str]:
    """Write one line a seat with its numbers."""
    lines = [f"   {'seat':<14}{'score':>7}{'hand':>7}{'stack':>7}   round"]
    for seat in range(view.game.num_players):
        lines.append(_seat_line(view, seat).rstrip())
    return lines


def _seat_line(view: TripletsView, seat: int) -> str:
    roles = {"you": seat == view.player, "dealer": seat == view.dealer}
    name = " ".join([str(seat), *(role for role, is_true in roles.items() if is_true)])
    return (
        f" {seat_mark(view, seat)} {name:<14}{view.scores[seat]:>7}{view.hand_sizes[seat]:>7}"
        f"{view.stack_sizes[seat]:>7}   {facts.state(view, seat)}"
    )


def _middle(view: TripletsView) -> list[str]:
    """Write what lies on the table: the winning card, the pot, the cards that left the game."""
    lines = wrapped("result", [facts.end_words(view)]) if view.phase == "over" else []
    if view.phase == "play":
        lines += wrapped("winning", [facts.winning_words(view)])
        lines += wrapped("pot", map(_played, facts.pot(view)) if view.pot else ["empty"], "   ")
    size = wording.plural(len(view.removed), "card")
    return lines + wrapped("removed", _in_columns([size, *map(str, view.removed)]), " ")


def _played(played: Played) -> str:
    """Write an entry of the pot: `2: (7c 7d 7h)× ◄`, `3: 4s out`."""
    name = "middle" if played.player is None else str(played.player)
    cards = " ".join(map(str, played.cards))
    if played.leaves:
        cards = f"({cards}){_LEAVES}" if len(played.cards) > 1 else f"{cards}{_LEAVES}"
    words = f"{name}: {cards}"
    if played.effect in ("negate", "out"):
        words += " negates" if played.effect == "negate" else " out"
    return f"{words} {_WINS}" if played.wins else words


def _in_columns(items: Iterable[str]) -> list[str]:
    return [f"{item:<3}" for item in items]


# Hands and stacks


def _cards(view: TripletsView) -> list[str]:
    """Write the hand and the stack of each seat that has cards."""
    lines: list[str] = []
    for seat in range(view.game.num_players):
        if facts.is_eliminated(view, seat):
            continue
        lines += wrapped(whose(view, seat, "hand"), _hand(facts.hand(view, seat)) or ["empty"])
        bounds = facts.public_bounds(view, seat)
        if bounds:
            lines += wrapped("  all know", map(_hidden, bounds))
        lines += wrapped("  stack", _stack(view, seat) or ["empty"], " ")
    return lines


def _hand(hand: Hand) -> list[str]:
    seen = [f"{card}{_KNOWN if known else ''}" for card, known in hand.cards]
    return [*seen, *map(_hidden, hand.hidden)]


def _hidden(bound: Bound) -> str:
    words = facts.bound_words(bound)
    return f"▒{words}▒" if words else HIDDEN


def _stack(view: TripletsView, seat: int) -> list[str]:
    stack = facts.stack(view, seat)
    items = _in_columns(_top(stack.top))
    if stack.known:
        items += [_KNOWN_BELOW, *_in_columns(map(str, stack.known))]
    return items


def _top(cards: tuple[Card | None, ...]) -> list[str]:
    """Write the upper part of a stack; cards that are not seen are counted."""
    hidden = cards.count(None)
    seen = [str(card) for card in cards if card is not None]
    return [f"{HIDDEN}×{hidden}", *seen] if hidden else seen
