"""A Cellar des Triplettes view as text for a terminal of 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _cellar_des_triplettes_facts as facts
from cardgames.pictures import wording
from cardgames.pictures.lines import HIDDEN, ends, framed, seat_mark, superscript, whose, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardgames.cellar_des_triplettes import Card, Cellar, CellarDesTriplettesView

# A cell of a pyramid; each row begins half a step further to the right.
_CELL, _STEP = 5, 6
_FREE, _COVERS = "··", "°"
_FIRST, _SECOND = 5, 43  # where pyramids begin in a line
_LEGEND = (
    "n brown, o orange, y yellow, r red, g green, v violet, b blue; + not yet called\n"
    " 14g² = 14 Euros, green, 2 stars; 14g²° covers an empty bottle, 0.2e; ▒▒ hidden"
)


def render(view: CellarDesTriplettesView) -> str:
    """Write a view as a table and pyramids for a terminal."""
    sections = [_table(view), _middle(view), _hands(view), *_cellars(view)]
    return framed(_head(view), sections, _LEGEND)


def _card(card: Card) -> str:
    stars = superscript(card.stars) if card.stars else ""
    return card.value + facts.LETTERS[card.colour] + stars


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(_card, cards))


def _head(view: CellarDesTriplettesView) -> list[str]:
    title = f"CELLAR DES TRIPLETTES  {view.game.num_players} players, {facts.round_words(view)}"
    status = f"{facts.PHASES[view.phase]}: {wording.status(view)}"
    return [ends(title, wording.seen_by(view)), ends(status, facts.final_words(view))]


def _table(view: CellarDesTriplettesView) -> list[str]:
    """Write one line a seat with its numbers and its bid."""
    head = f"   {'seat':<16}{'score':>6}{'cards':>6}"
    lines = [f"{head}{'bid':>17} in Euros" if view.phase == "bid" else head]
    for seat in range(view.game.num_players):
        lines.append(_seat_line(view, seat).rstrip())
    return lines


def _seat_line(view: CellarDesTriplettesView, seat: int) -> str:
    roles = {
        "you": seat == view.player,
        "start": seat == view.starting_player,
        "high": seat == view.high_bidder,
    }
    name = " ".join([str(seat), *(role for role, is_true in roles.items() if is_true)])
    return (
        f" {seat_mark(view, seat)} {name:<16}{view.scores[seat]:>6}{view.hand_sizes[seat]:>6}"
        f"  {facts.state(view, seat):<7}{_bid(view, seat)}"
    )


def _bid(view: CellarDesTriplettesView, seat: int) -> str:
    if not view.bids[seat]:
        return f"{'-':>5}" if view.phase == "bid" else ""
    bid = f"{facts.total(view, seat):>5}  {_cards(facts.called(view, seat))}"
    turn = facts.turn(view, seat)
    return f"{bid.rstrip()} + {_cards(turn)}" if turn else bid


def _middle(view: CellarDesTriplettesView) -> list[str]:
    """Write what lies on the table: the open display and the pile."""
    lines = wrapped("display", map(_card, view.display) if view.display else ["empty"])
    lines += wrapped("pile", [wording.plural(view.pile_size, "card")])
    if view.pile:
        lines += wrapped("  from the top", (f"{_card(card):<4}" for card in view.pile))
    if view.pile_bottom:
        lines += wrapped("  known bottom", [*map(_card, view.pile_bottom), "(the lowest last)"])
    return lines


def _hands(view: CellarDesTriplettesView) -> list[str]:
    lines: list[str] = []
    for seat in range(view.game.num_players):
        hand = facts.hand(view, seat)
        items = [_card(card) for card, _ in hand.cards] + [HIDDEN] * hand.hidden
        name = whose(view, seat, "hand")
        lines += wrapped(name, items or ["empty"])
        if view.hands[seat] is not None and view.known_hands[seat]:
            lines += wrapped("  known to all", map(_card, view.known_hands[seat]))
    return lines


def _cellars(view: CellarDesTriplettesView) -> list[list[str]]:
    """Draw all cellars, two side by side, and each pair apart."""
    drawn = [
        pair
        for seat, cellars in enumerate(view.cellars)
        for pair in zip(_headings(view, seat), cellars, strict=True)
    ]
    return [_pair(drawn[place : place + 2]) for place in range(0, len(drawn), 2)]


def _headings(view: CellarDesTriplettesView, seat: int) -> list[str]:
    """Write above each cellar of a seat whose it is, and its points."""
    scores = facts.cellar_scores(view, seat)
    headings: list[str] = []
    for number, score in enumerate(scores, 1):
        name = f"seat {seat} #{number}" if len(scores) > 1 else f"seat {seat}"
        total = f" = {score.total}" if score.triplets else ""
        headings.append(f"{name}: {score.words('+')}{total}")
    return headings


def _pair(drawn: Sequence[tuple[str, Cellar]]) -> list[str]:
    lines = [_beside("", [heading for heading, _ in drawn])]
    for row in reversed(range(max(_height(cellar) for _, cellar in drawn))):
        lines.append(_beside(f"r{row + 1}", [_row(cellar, row) for _, cellar in drawn]))
    return lines


def _beside(label: str, parts: Sequence[str]) -> str:
    line = f" {label}".ljust(_FIRST) + parts[0]
    return (line.ljust(_SECOND) + parts[1] if len(parts) > 1 else line).rstrip()


def _height(cellar: Cellar) -> int:
    """Count the rows to draw: those with cards, and one above."""
    filled = [number for number, row in enumerate(cellar.rows, 1) if any(row)]
    return min(max(filled, default=0) + 1, len(cellar.rows))


def _row(cellar: Cellar, row: int) -> str:
    cells = [
        (_cell(card) + _COVERS * (slot in cellar.covered)).ljust(_CELL)
        for card, slot in zip(cellar.rows[row], facts.ROWS[row], strict=True)
    ]
    gap = " " * (_STEP - _CELL)
    return " " * (row * _STEP // 2) + gap.join(cells)


def _cell(card: Card | None) -> str:
    """Write a card so that the values of a column end at the same place."""
    return f" {_FREE}" if card is None else f"{_card(card):>4}"
