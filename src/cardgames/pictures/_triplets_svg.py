"""A Triplets view as an SVG picture: the pot on the table, the others, and the viewer below."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from cardgames.pictures import _triplets_cards as cards
from cardgames.pictures import _triplets_facts as facts
from cardgames.pictures import seat_parts, svg, wording
from cardgames.pictures.svg import Block

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgames.pictures._triplets_facts import Hand, Played
    from cardgames.triplets import TripletsView

WHOLE, GAP = 960, 12
_PAD = 12
_ABREAST = 3  # panels of others in a line at most
# Sizes of cards: in panels of the others, in that of the seat below.
_SMALL, _LARGE = 1, 1.35
_WIDE = 600  # inner width of panels with room for a stack's cards beside the hand
# Sizes of cards in the pot, by the greatest number of cards that each is for.
_POT_SIZES = {20: 1.15, 45: 0.9, 208: 0.65}


def render(view: TripletsView) -> str:
    """Draw a view as a picture for a notebook."""
    below, *others = seat_parts.around(view)
    parts = [
        _head(view),
        _felt(view),
        _others(view, others),
        _panel(view, below, WHOLE, _LARGE),
        _removed(view),
        svg.row(cards.legend(), gap=16),
    ]
    return svg.document(svg.column(parts, gap=GAP), title=facts.summary(view))


def _head(view: TripletsView) -> Block:
    left = seat_parts.title("Triplets", facts.round_words(view), facts.PHASES[view.phase])
    words = [facts.player_words(view), facts.option_words(view)]
    options = svg.label("; ".join(filter(None, words)), size=12, fill=svg.MUTED)
    return svg.column([seat_parts.head(view, left, [], WHOLE), options], gap=2)


# The table


def _felt(view: TripletsView) -> Block:
    """Draw the pot with what each seat did, or tell who has won."""
    if view.phase == "over":
        why = svg.label(facts.end_words(view), fill=svg.FELT_INK, align="middle")
        lines = [seat_parts.felt_title(facts.result(view), align="middle"), why]
        return seat_parts.felt(svg.column(lines, gap=5, align="middle"), WHOLE)
    words = seat_parts.felt_title(f"Winning: {facts.winning_words(view)}")
    size = sum(len(entry.cards) for entry in view.pot)
    scale = next(scale for most, scale in _POT_SIZES.items() if size <= most)
    drawn = [_entry(played, scale) for played in facts.pot(view)]
    pot = svg.wrap(drawn or [cards.place(scale, svg.FELT_PLACE)], WHOLE - 40, gap=7)
    part = seat_parts.felt_part(f"pot, {wording.plural(size, 'card')}, in the order played", pot)
    return seat_parts.felt(svg.column([words, part], gap=8), WHOLE)


def _entry(played: Played, scale: float) -> Block:
    """Draw what a seat played, with its name below and what it did."""
    faces = [cards.face(card, scale, note=f", {played.told()}") for card in played.cards]
    room = (1 + 0.62 * (len(faces) - 1)) * cards.WIDTH * scale
    fan = svg.wrap(faces, WHOLE - 60) if played.player is None else svg.fan(faces, room)
    framed = cards.framed(fan, wins=played.wins, leaves=played.leaves)
    if played.player is None:
        words, effect = "middle", ""
    else:
        words, effect = f"seat {played.player}", _effect(played)
    labels = [
        svg.label(words, size=11, fill=svg.FELT_INK, bold=True, align="middle"),
        svg.label(effect or " ", size=10.5, fill=svg.FELT_INK, align="middle"),
    ]
    return svg.column([framed, *labels], align="middle")


def _effect(played: Played) -> str:
    if played.effect in ("negate", "out"):
        return "negates" if played.effect == "negate" else "out"
    return "leads" if played.effect == "lead" else ""


def _removed(view: TripletsView) -> Block:
    """Draw the cards that left the game."""
    words = f"Removed from the game: {wording.plural(len(view.removed), 'card')}"
    tags = [cards.chip(card, ", removed from the game") for card in view.removed]
    parts = [svg.label(words, size=13, bold=True)]
    if tags:
        parts.append(svg.wrap(tags, WHOLE - 2 * _PAD, gap=3))
    return svg.panel(svg.column(parts, gap=5), WHOLE, padding=_PAD, fill="#faf5e9")


# Seats


def _others(view: TripletsView, seats: Sequence[int]) -> Block:
    """Draw the others clockwise, those that are out of the game after the rest."""
    gone = [seat for seat in seats if facts.is_eliminated(view, seat)]
    rest = [seat for seat in seats if seat not in gone]
    return svg.column([*_lines(view, rest), *_lines(view, gone)], gap=GAP)


def _lines(view: TripletsView, seats: Sequence[int]) -> list[Block]:
    """Draw seats in lines of as equal numbers as can be."""
    lines = -(-len(seats) // _ABREAST)
    starts = [-(-len(seats) * line // lines) for line in range(lines + 1)] if lines else []
    return [_abreast(view, seats[start:end]) for start, end in pairwise(starts)]


def _abreast(view: TripletsView, seats: Sequence[int]) -> Block:
    width = (WHOLE - GAP * (len(seats) - 1)) / len(seats)
    height = max(_panel(view, seat, width, _SMALL).height for seat in seats)
    return svg.row([_panel(view, seat, width, _SMALL, height) for seat in seats], gap=GAP)


def _panel(view: TripletsView, seat: int, width: float, scale: float, height: float = 0) -> Block:
    """Draw all that belongs to a seat: who sits there, its hand, its stack."""
    inner = width - 2 * _PAD
    parts = [_names(view, seat, inner)]
    if not facts.is_eliminated(view, seat):
        held = _hand_and_pile(view, seat, scale)
        room = inner - held.width - 16 if inner > _WIDE else inner
        known = svg.column([_bounds(view, seat), *_stack(view, seat, room)], gap=8)
        parts.append(
            svg.row([held, known], gap=16, align="start")
            if inner > _WIDE
            else svg.column([held, known], gap=8)
        )
    stripe = svg.FELT if seat in view.in_round and view.phase == "play" else None
    return seat_parts.panel(
        view,
        seat,
        svg.column(parts, gap=8),
        width,
        height=height,
        padding=_PAD,
        stripe=stripe,
        faded=facts.is_eliminated(view, seat),
    )


def _names(view: TripletsView, seat: int, width: float) -> Block:
    badges: list[Block] = []
    if seat == view.dealer:
        badges.append(seat_parts.quiet_pill("dealer"))
    state = facts.state(view, seat)
    if state:
        fill = svg.FELT if seat in view.in_round else svg.MUTED
        badges.append(svg.pill(state, fill=fill, ink=svg.PAPER))
    if view.winning is not None and seat == view.winning.player:
        badges.append(svg.pill("winning", fill=cards.WINNING, ink=svg.INK))
    left = svg.row(seat_parts.names(view, seat, badges), gap=6)
    return svg.sides(left, seat_parts.score(view, seat), width)


def _hand_and_pile(view: TripletsView, seat: int, scale: float) -> Block:
    """Draw the hand, faces where they are seen, and the stack beside it."""
    size = view.hand_sizes[seat]
    drawn = _held(facts.hand(view, seat), scale) if size else cards.place(scale)
    room = 5 * (cards.WIDTH + 3) * scale
    hand = svg.column([seat_parts.caption(f"hand, {wording.plural(size, 'card')}"), drawn], gap=2)
    pile = svg.column(
        [seat_parts.caption("stack"), cards.pile(view.stack_sizes[seat], scale)], gap=2
    )
    return svg.row([Block(room, hand.height, hand.markup), pile], gap=8, align="start")


def _held(hand: Hand, scale: float) -> Block:
    drawn = [cards.face(card, scale, known=known) for card, known in hand.cards]
    drawn += [cards.back(bound, scale) for bound in hand.hidden]
    return svg.row(drawn, gap=3 * scale)


def _bounds(view: TripletsView, seat: int) -> Block:
    """Write what all know of the cards in a hand that only the viewer sees."""
    bounds = facts.public_bounds(view, seat)
    if not bounds:
        return svg.EMPTY
    pills = [
        svg.pill(facts.bound_words(bound) or "any", fill=svg.BACK, ink=svg.PAPER)
        for bound in bounds
    ]
    caption = seat_parts.caption("what all know of the unmarked cards in hand")
    return svg.column([caption, svg.row(pills, gap=4)], gap=2)


def _stack(view: TripletsView, seat: int, width: float) -> list[Block]:
    """Draw the cards of a stack that are seen as tags, those that all know apart."""
    stack = facts.stack(view, seat)
    first = len(stack.top) + 1
    parts: list[Block] = []
    if None not in stack.top and stack.top:
        tags = [
            cards.chip(card, _placed(place, seat), known=False)
            for place, card in enumerate(stack.top, 1)
            if card is not None
        ]
        parts.append(_tags("from the top, not known to all", tags, width))
    if stack.known:
        tags = [cards.chip(c, _placed(place, seat)) for place, c in enumerate(stack.known, first)]
        under = f"below {wording.plural(len(stack.top), 'card')}" if stack.top else "whole stack"
        parts.append(_tags(f"{under}, from the top, known to all", tags, width))
    return parts


def _placed(place: int, seat: int) -> str:
    return f", number {place} from the top of the stack of seat {seat}"


def _tags(words: str, tags: Sequence[Block], width: float) -> Block:
    return svg.column([seat_parts.caption(words), svg.wrap(tags, width, gap=2)], gap=2)
