"""A Cellar des Triplettes view as an SVG picture: the others above the table, the viewer below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _cellar_des_triplettes_bottles as bottles
from cardgames.pictures import _cellar_des_triplettes_facts as facts
from cardgames.pictures import seat_parts, svg, wording
from cardgames.pictures.svg import Block

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgames.cellar_des_triplettes import Card, CellarDesTriplettesView

WHOLE, GAP = 960, 12
_PAD = 10
# Sizes of cards: of the others, on the table, of the seat below.
_SMALL, _MEDIUM, _LARGE = 0.9, 1.2, 1.35
# Sizes of cellars: full ones, those of the others, that of the seat below.
_FULL, _BESIDE, _BELOW = 0.85, 1, 1.15


def render(view: CellarDesTriplettesView) -> str:
    """Draw a view as a picture for a notebook."""
    below, *others = seat_parts.around(view)
    parts = [_head(view), _others(view, others), _table(view), _below(view, below), _legend()]
    return svg.document(svg.column(parts, gap=GAP), title=facts.summary(view))


def _head(view: CellarDesTriplettesView) -> Block:
    left = seat_parts.title(
        "Cellar des Triplettes", facts.round_words(view), facts.PHASES[view.phase]
    )
    if view.final_round:
        final = "final round (limit)" if view.truncated else "final round"
        why = facts.final_words(view)
        left.append(svg.pill(final, fill=svg.BACK, ink=svg.PAPER, size=12, title=why))
    return seat_parts.head(view, left, [], WHOLE)


def _legend() -> Block:
    letters = ", ".join(
        f"{letter} {colour}" for colour, letter in facts.LETTERS.items() if colour != "none"
    )
    parts = [seat_parts.caption(letters), *bottles.legend()]
    return svg.row(parts, gap=14)


# Seats


def _others(view: CellarDesTriplettesView, seats: Sequence[int]) -> Block:
    """Draw the others side by side, clockwise from the left."""
    width = (WHOLE - GAP * (len(seats) - 1)) / len(seats)
    inner = width - 2 * _PAD
    if len(seats) == 2:
        contents = [_beside(view, seat, inner, _BESIDE, _SMALL) for seat in seats]
    else:
        hands = svg.level([_hand(view, seat, inner, _SMALL) for seat in seats])
        bids = svg.level([_bid(view, seat, inner, _SMALL) for seat in seats])
        contents = [
            svg.column(
                [
                    _names(view, seat, inner),
                    bid,
                    hand,
                    svg.middle(_latest(view, seat, _BESIDE), inner),
                    svg.middle(_earlier(view, seat, inner), inner),
                ],
                gap=8,
            )
            for seat, hand, bid in zip(seats, hands, bids, strict=True)
        ]
    height = max(content.height for content in contents) + 2 * _PAD
    panels = [
        seat_parts.panel(view, seat, content, width, height=height, padding=_PAD)
        for seat, content in zip(seats, contents, strict=True)
    ]
    return svg.row(panels, gap=GAP)


def _below(view: CellarDesTriplettesView, seat: int) -> Block:
    """Draw the viewer, or seat 0, large, and beside its cards where all points come from."""
    content = _beside(view, seat, WHOLE - 2 * _PAD, _BELOW, _LARGE, _points(view))
    return seat_parts.panel(view, seat, content, WHOLE, padding=_PAD)


def _beside(
    view: CellarDesTriplettesView,
    seat: int,
    width: float,
    scale: float,
    card_scale: float,
    note: Block = svg.EMPTY,
) -> Block:
    """Draw a seat's cellar to the left, its cards to the right."""
    cellar = _latest(view, seat, scale)
    room = width - cellar.width - 18
    earlier = _earlier(view, seat, room - note.width - 18 if note.width else room)
    parts = [
        _bid(view, seat, room, card_scale),
        _hand(view, seat, room, card_scale),
        svg.row([note, earlier], gap=18, align="start"),
    ]
    cards = svg.column(parts, gap=10)
    return svg.column(
        [_names(view, seat, width), svg.row([cellar, cards], gap=18, align="start")], gap=8
    )


_COLUMNS = {"": 0, "stars": 95, "4-point": 152, "1-point": 209, "score": 258}


def _points(view: CellarDesTriplettesView) -> Block:
    """Write a table with a line for each seat: stars, triplets of 4 points and of 1, the score."""
    lines = [_line(list(_COLUMNS), svg.MUTED)]
    for seat, score in enumerate(view.scores):
        details = view.score_details(seat)
        found = [triplet.points for triplet in details.triplets]
        counts = (details.stars, found.count(4), found.count(1), score)
        lines.append(_line([f"seat {seat}", *map(str, counts)], svg.INK))
    table = svg.column(lines, gap=1)
    return svg.panel(table, table.width + 24, padding=12, fill="#faf5e9")


def _line(cells: Sequence[str], fill: str) -> Block:
    places = list(_COLUMNS.values())
    return svg.cells(cells, places, width=places[-1], height=17, fill=fill)


def _names(view: CellarDesTriplettesView, seat: int, width: float) -> Block:
    """Write who sits there; the badges go below where there is no room beside the name."""
    badges: list[Block] = []
    if seat == view.starting_player:
        badges.append(seat_parts.quiet_pill("start", "began the bid of this round"))
    if seat == view.high_bidder:
        badges.append(seat_parts.quiet_pill("high bid", "highest bidder of this round"))
    state = facts.state(view, seat)
    if state:
        badges.append(seat_parts.quiet_pill(state))
    name, *pills = seat_parts.names(view, seat, badges)
    score = seat_parts.score(view, seat)
    if width > 400:
        return svg.sides(svg.row([name, *pills], gap=6), score, width)
    line = svg.row(pills, gap=5)
    return svg.column(
        [svg.sides(name, score, width), Block(line.width or 1, 18, line.markup)], gap=3
    )


def _bid(view: CellarDesTriplettesView, seat: int, width: float, scale: float) -> Block:
    """Draw a seat's bid; cards of the present turn are apart, with a plus before them."""
    if view.phase != "bid":
        return svg.EMPTY
    turn = facts.turn(view, seat)
    if not view.bids[seat]:
        return svg.column([seat_parts.caption("no bid"), bottles.place(scale)], gap=2)
    words = f"bid {facts.total(view, seat)} Euros"
    head = svg.row(
        [
            svg.label(words, size=13, bold=True),
            seat_parts.caption("not yet called") if turn else svg.EMPTY,
        ],
        gap=6,
    )
    drawn = [bottles.face(card, scale) for card in facts.called(view, seat)]
    drawn += [_raised(card, scale) for card in turn]
    return svg.column([head, svg.fan(drawn, width)], gap=2)


def _raised(card: Card, scale: float) -> Block:
    drawn = bottles.face(card, scale, note=", laid in this turn")
    frame = svg.rect(drawn.width, drawn.height, radius=4, stroke=svg.ACCENT, stroke_width=2)
    return Block(drawn.width, drawn.height, drawn.markup + frame)


def _hand(view: CellarDesTriplettesView, seat: int, width: float, scale: float) -> Block:
    """Draw a hand: faces where they are seen, backs where not."""
    if view.phase == "over" and not any(view.hand_sizes):
        return svg.EMPTY
    hand = facts.hand(view, seat)
    seen = view.hands[seat] is not None
    size = wording.plural(view.hand_sizes[seat], "card")
    head = seat_parts.caption(f"hand, {size}")
    drawn = [
        bottles.face(card, scale, known=seen and known, note=", known to all" if known else "")
        for card, known in hand.cards
    ]
    drawn += [bottles.back(scale)] * hand.hidden
    if not drawn:
        drawn = [bottles.place(scale)]
    return svg.column([head, svg.wrap(drawn, width, gap=scale)], gap=2)


def _latest(view: CellarDesTriplettesView, seat: int, scale: float) -> Block:
    """Draw the cellar that a seat builds now."""
    score = facts.cellar_scores(view, seat)[-1]
    cellar = view.cellars[seat][-1]
    pyramid = bottles.pyramid(cellar, score.triplets, scale)
    return svg.column([pyramid, seat_parts.caption(score.words())], gap=3, align="middle")


def _earlier(view: CellarDesTriplettesView, seat: int, width: float) -> Block:
    """Draw the full cellars of a seat, smaller."""
    scores = facts.cellar_scores(view, seat)[:-1]
    drawn = [
        svg.column(
            [
                bottles.pyramid(cellar, score.triplets, _FULL),
                seat_parts.caption(f"full: {score.words()} = {score.total}"),
            ],
            gap=3,
            align="middle",
        )
        for cellar, score in zip(view.cellars[seat], scores, strict=False)
    ]
    return svg.wrap(drawn, width, gap=14) if drawn else svg.EMPTY


# The table

_UNDER_WIDTH = 350


def _table(view: CellarDesTriplettesView) -> Block:
    """Draw the open display and the pile."""
    parts = [seat_parts.felt_part("open display", _display(view)), _pile(view)]
    if view.pile_bottom:
        known = [bottles.chip(card, ", under the pile") for card in view.pile_bottom]
        said = "known under the pile, the lowest last"
        parts.append(seat_parts.felt_part(said, svg.wrap(known, _UNDER_WIDTH, gap=4)))
    content = svg.row(parts, gap=28)
    if view.phase == "over":
        result = seat_parts.felt_title(wording.result(view))
        content = svg.column([result, content], gap=8)
    if view.pile:
        chips = [bottles.chip(card) for card in view.pile]
        pile = seat_parts.felt_part("pile, from the top", svg.wrap(chips, WHOLE - 40, gap=4))
        content = svg.column([content, pile], gap=8)
    return seat_parts.felt(content, WHOLE)


def _display(view: CellarDesTriplettesView) -> Block:
    drawn = [bottles.face(card, _MEDIUM) for card in view.display]
    return svg.row(drawn or [bottles.place(_MEDIUM, svg.FELT_PLACE)], gap=5)


def _pile(view: CellarDesTriplettesView) -> Block:
    drawn = bottles.back(_MEDIUM) if view.pile_size else bottles.place(_MEDIUM, svg.FELT_PLACE)
    return seat_parts.felt_part(f"pile, {wording.plural(view.pile_size, 'card')}", drawn)
