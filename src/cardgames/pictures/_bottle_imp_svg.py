"""A Bottle Imp view as an SVG picture: seats around a table, notes in the corners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _bottle_imp_cards as cards
from cardgames.pictures import _bottle_imp_facts as facts
from cardgames.pictures import seat_parts, svg, wording
from cardgames.pictures.svg import Block

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgames.bottle_imp import BottleImpView, Card, TrickCard

SIDE, CENTRE, GAP = 330, 404, 14
WHOLE = 2 * SIDE + CENTRE + 2 * GAP
_PAD = 11
_MINI = 0.66
_GOOD, _BAD = "#dcebd9", "#f6d9d2"
_TEAM_FILLS = ("#0b7a75", "#7a4a9c", "#8a5a22", "#55606e")
# Where seats sit, clockwise from the bottom, by the number of players.
_SPOTS = {
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left low", "left high", "right high", "right low"),
    6: ("bottom", "left low", "left high", "top", "right high", "right low"),
}
# Where a seat's card lies on the table: shares of the room to the right and down.
_TRICK_SPOTS = {
    "bottom": (0.5, 1.0),
    "top": (0.5, 0.0),
    "left": (0.0, 0.5),
    "right": (1.0, 0.5),
    "left low": (0.0, 0.84),
    "left high": (0.0, 0.16),
    "right low": (1.0, 0.84),
    "right high": (1.0, 0.16),
}


def render(view: BottleImpView) -> str:
    """Draw a view as a picture for a notebook."""
    table = _two_players(view) if view.game.num_players == 2 else _around(view)
    return svg.document(svg.column([_head(view), table], gap=12), title=facts.summary(view))


def _seats(view: BottleImpView) -> dict[str, int]:
    """Seat the players around the table, the viewer or seat 0 at the bottom."""
    return dict(zip(_SPOTS[view.game.num_players], seat_parts.around(view), strict=True))


def _two_players(view: BottleImpView) -> Block:
    seats = _seats(view)
    left = svg.column([_scores(view), _last_trick(view)], gap=GAP)
    right = svg.column([_devil(view), _last_round(view)], gap=GAP)
    height = max(left.height, right.height, 224)
    middle = [svg.spread([left], height), _felt(view, height), svg.spread([right], height)]
    return svg.column(
        [
            _seat(view, seats["top"], WHOLE, 0.86),
            svg.row(middle, gap=GAP, align="start"),
            _seat(view, seats["bottom"], WHOLE, 1),
        ],
        gap=GAP,
    )


def _around(view: BottleImpView) -> Block:
    seats = _seats(view)
    size = {spot: 1 if spot == "bottom" else 0.84 for spot in seats}
    panels = {
        spot: _seat(view, seat, CENTRE if spot in ("bottom", "top") else SIDE, size[spot])
        for spot, seat in seats.items()
    }
    left = [panels[spot] for spot in ("left high", "left", "left low") if spot in panels]
    right = [panels[spot] for spot in ("right high", "right", "right low") if spot in panels]
    left = [_scores(view), *left, _last_trick(view)]
    right = [_devil(view), *right, _last_round(view)]
    top = panels.get("top", svg.EMPTY)
    ends = top.height + panels["bottom"].height + GAP * (2 if "top" in panels else 1)
    height = max(svg.column(left, gap=GAP).height, svg.column(right, gap=GAP).height, ends + 344)
    middle = [top, _felt(view, height - ends), panels["bottom"]]
    columns = [svg.spread(left, height), svg.column(middle, gap=GAP), svg.spread(right, height)]
    return svg.row(columns, gap=GAP, align="start")


def _head(view: BottleImpView) -> Block:
    left = seat_parts.title(
        "Bottle Imp",
        f"round {view.round} of {view.game.options.rounds}",
        facts.PHASES[view.phase],
    )
    legend = [
        svg.row([cards.mark(c), svg.label(c, size=11, fill=svg.MUTED)], gap=3)
        for c in facts.COLOURS
    ]
    return seat_parts.head(view, left, [*legend, cards.coin_legend()], WHOLE)


# Seats


def _seat(view: BottleImpView, seat: int, width: float, scale: float) -> Block:
    """Draw a seat's panel: who sits there, what it has won, what it holds and gives."""
    inner = width - 2 * _PAD
    parts = [
        svg.sides(_names(view, seat), seat_parts.score(view, seat), inner),
        _state(view, seat),
        svg.EMPTY if view.phase == "over" else _hands(view, seat, inner, scale),
        _gifts(view, seat),
    ]
    team = facts.team_index(view, seat)
    return seat_parts.panel(
        view,
        seat,
        svg.column(parts, gap=7),
        width,
        padding=_PAD,
        stripe=None if team is None else _TEAM_FILLS[team],
        tooltip=_seat_title(view, seat),
    )


def _seat_title(view: BottleImpView, seat: int) -> str:
    played = " ".join(card.rank for card in view.played[seat]) or "nothing"
    won = " ".join(card.rank for card in view.won[seat]) or "nothing"
    return f"seat {seat} played {played}; won {won}"


def _names(view: BottleImpView, seat: int) -> Block:
    badges: list[Block] = []
    name, index = facts.team_name(view, seat), facts.team_index(view, seat)
    if name is not None and index is not None:
        word = f"team {name}" if len(name) == 1 else name
        badges.append(svg.pill(word, fill=_TEAM_FILLS[index], ink=svg.PAPER))
    if seat == view.dealer:
        badges.append(seat_parts.quiet_pill("dealer"))
    return svg.row(seat_parts.names(view, seat, badges), gap=6)


def _state(view: BottleImpView, seat: int) -> Block:
    """Tell what a seat has done this round: tricks, points, bottles, voids."""
    tricks = wording.plural(facts.tricks(view, seat), "trick")
    points = wording.plural(facts.points(view.won[seat]), "point")
    parts = [svg.label(f"{tricks}, {points}", fill=svg.MUTED)]
    parts += [cards.small_bottle(bottle.price) for bottle in view.bottles if bottle.owner == seat]
    if view.voids[seat]:
        marks = [cards.mark(colour, 15) for colour in view.voids[seat]]
        parts.append(svg.row([svg.label("void", fill=svg.MUTED), *marks], gap=3))
    return svg.row(parts, gap=9)


def _hands(view: BottleImpView, seat: int, width: float, scale: float) -> Block:
    if view.open_hands is None:
        return _hand(view, seat, width, scale)
    small = scale * 0.96
    share = width * 0.58
    hidden = svg.column([seat_parts.caption("hidden hand"), _hand(view, seat, share, small)], gap=2)
    faces = [cards.face(card, small) for card in facts.hand_order(view.open_hands[seat])]
    laid = svg.fan(faces or [cards.place(False, small)], width - share - 24)
    opened = svg.column([seat_parts.caption("open hand"), laid], gap=2)
    return svg.row([Block(share + 24, hidden.height, hidden.markup), opened])


def _hand(view: BottleImpView, seat: int, width: float, scale: float) -> Block:
    """Draw a hand: faces where they are seen, else backs and their number."""
    hand, size = view.hands[seat], view.hand_sizes[seat]
    if size == 0:
        return cards.place(False, scale)
    if hand is not None:
        return svg.fan([cards.face(card, scale) for card in facts.hand_order(hand)], width)
    small = scale * 0.75
    backs = svg.fan([cards.back(small)] * size, width - 90, gap=-cards.WIDTH * small * 0.55)
    count = svg.pill(wording.plural(size, "card"), fill=svg.BACK, ink=svg.PAPER)
    return svg.row([backs, count], gap=8)


def _gifts(view: BottleImpView, seat: int) -> Block:
    """Draw the cards that a seat passes on: in the pass all of them, then those that are seen."""
    places = facts.given_places(view, seat)
    if view.phase == "pass":
        done = f"{view.passed[seat]} of {facts.pass_room(view, seat)} chosen"
        parts = [seat_parts.quiet_pill(done)]
        parts += [_gift(to, cards.place(card, 0.5)) for to, card in places]
        return svg.row(parts, gap=10)
    seen = [(to, card) for to, card in places if not isinstance(card, bool)]
    if not seen:
        return svg.EMPTY
    return svg.row(
        [seat_parts.caption("gave"), *(_gift(to, cards.chip(card)) for to, card in seen)], gap=9
    )


def _gift(receiver: str, drawn: Block) -> Block:
    return svg.row([drawn, seat_parts.caption(f"to {receiver}")], gap=4)


# The table


def _felt(view: BottleImpView, height: float) -> Block:
    """Draw the table: the bottles in its middle, the current trick around them."""
    ground = svg.rect(
        CENTRE, height, radius=46, fill=svg.FELT, stroke=svg.FELT_EDGE, stroke_width=5
    )
    two = view.game.num_players == 2
    bottles, led = _bottles(view), _led(view)
    room = 142 if two and view.phase != "over" else CENTRE
    middle = svg.group((room - bottles.width) / 2, (height - bottles.height) / 2, bottles.markup)
    corner = (
        svg.group(CENTRE - 122, (height - led.height) / 2, led.markup)
        if two
        else svg.group(72, 18, led.markup)
    )
    cards_played = [_result(view)] if view.phase == "over" else _trick(view, height)
    return Block(CENTRE, height, "".join([ground, middle, corner, *cards_played]))


def _result(view: BottleImpView) -> str:
    return svg.text(
        CENTRE / 2,
        40,
        wording.result(view),
        size=16,
        fill=svg.FELT_INK,
        anchor="middle",
        bold=True,
        fit=CENTRE - 40,
    )


def _led(view: BottleImpView) -> Block:
    colour = facts.led_colour(view)
    if not colour:
        return svg.EMPTY
    words = (svg.label(word, fill=svg.FELT_INK) for word in ("led", colour))
    return svg.row([cards.mark(colour, 20), *words], gap=4)


def _bottles(view: BottleImpView) -> Block:
    drawn: list[Block] = []
    for bottle in view.bottles:
        owner = facts.owner_name(bottle.owner)
        below = svg.label(owner, size=13, fill=svg.FELT_INK, bold=True, align="middle")
        drawn.append(svg.column([cards.bottle(bottle.price, 1.15), below], gap=3, align="middle"))
    return svg.row(drawn, gap=20)


def _trick(view: BottleImpView, height: float) -> list[str]:
    """Draw the cards of the current trick, and the empty places of those still to come."""
    parts: list[str] = []
    size = 2 if view.game.num_players == 2 else 1
    for spot, seat in _seats(view).items():
        drawn = [_played(turn, t) for turn, t in enumerate(view.trick, 1) if t.player == seat]
        while len(drawn) < size:
            drawn.append(_awaited(view, seat, first=not drawn))
        block = svg.row(svg.even(drawn, 72), gap=6)
        right, down = _TRICK_SPOTS[spot]
        x = 8 + right * (CENTRE - 16 - block.width)
        y = 14 + down * (height - 28 - block.height)
        parts.append(svg.group(x, y, block.markup))
    return parts


def _under(drawn: Block, words: str) -> Block:
    """Write a word below a card on the table."""
    return svg.column(
        [drawn, svg.label(words, size=11, fill=svg.FELT_INK, align="middle")], gap=2, align="middle"
    )


def _played(turn: int, played: TrickCard) -> Block:
    drawn = cards.face(played.card)
    badge = svg.circle(cards.WIDTH - 9, 10, 7.5, fill=svg.PAPER, stroke=svg.INK, stroke_width=0.8)
    badge += svg.text(cards.WIDTH - 9, 14, str(turn), size=11, anchor="middle", bold=True)
    return _under(Block(drawn.width, drawn.height, drawn.markup + badge), f"seat {played.player}")


def _awaited(view: BottleImpView, seat: int, *, first: bool) -> Block:
    leads = first and not view.trick and seat == view.leader
    words = f"seat {seat} leads" if leads else f"seat {seat}"
    return _under(cards.place(False, 1, svg.FELT_PLACE), words)


# Notes


def _note(title: str, content: Sequence[Block], extra: str = "") -> Block:
    head = svg.label(title, size=13, bold=True)
    right = svg.label(extra, size=12, fill=svg.MUTED, align="end")
    top = svg.sides(head, right, SIDE - 2 * _PAD)
    return svg.panel(svg.column([top, *content], gap=6), SIDE, padding=_PAD, fill="#faf5e9")


def _below(drawn: Block, words: str) -> Block:
    return svg.column(
        [drawn, svg.label(words, size=10, fill=svg.MUTED, align="middle")], gap=1, align="middle"
    )


def _last_trick(view: BottleImpView) -> Block:
    if not view.last_trick:
        return _note("Last trick", [svg.label("none yet", fill=svg.MUTED)])
    drawn = [_below(cards.face(t.card, _MINI), f"seat {t.player}") for t in view.last_trick]
    fan = svg.fan(svg.even(drawn), SIDE - 2 * _PAD, gap=12)
    return _note("Last trick", [fan], facts.last_trick_note(view))


def _devil(view: BottleImpView) -> Block:
    """Draw the Devil's trick, each card above the seat that laid it."""
    drawn = [
        _below(cards.place(card, _MINI), f"seat {seat}")
        for seat in range(view.game.num_players)
        for card in facts.devil_places(view, seat)
    ]
    return _note("Devil's trick", [svg.fan(svg.even(drawn), SIDE - 2 * _PAD, gap=12)])


_COLUMNS = {"": 0, "tricks": 118, "points": 172, "last round": 240, "score": SIDE - 2 * _PAD}


def _scores(view: BottleImpView) -> Block:
    """Write a table with a line for each seat."""
    seats = range(view.game.num_players)
    lines = [_line(list(_COLUMNS), svg.MUTED, 11)]
    for seat in seats:
        gain = f"{view.last_round.gain[seat]:+}" if view.last_round else "–"
        numbers = [str(facts.tricks(view, seat)), str(facts.points(view.won[seat])), gain]
        line = _line([f"seat {seat}", *numbers, str(view.scores[seat])], svg.INK, 12)
        lines.append(Block(line.width, line.height, line.markup + _team_mark(view, seat)))
    return _note("Scores", [svg.column(lines, gap=1)])


def _team_mark(view: BottleImpView, seat: int) -> str:
    name, index = facts.team_name(view, seat), facts.team_index(view, seat)
    if name is None or index is None:
        return ""
    return svg.text(48, 12, name, size=11, fill=_TEAM_FILLS[index], bold=True)


def _line(words: Sequence[str], fill: str, size: float) -> Block:
    places = list(_COLUMNS.values())
    return svg.cells(words, places, width=places[-1], height=16, size=size, fill=fill)


def _last_round(view: BottleImpView) -> Block:
    """Tell how the latest settled round ended."""
    last = view.last_round
    if last is None:
        return _note("Last round", [svg.label("none yet", fill=svg.MUTED)])
    devil = f"Devil's trick {wording.plural(facts.points(last.devil), 'point')}"
    chips = svg.wrap([cards.chip(card) for card in last.devil], SIDE - 2 * _PAD)
    bottles: list[Block] = []
    for bottle in last.bottles:
        bottles += [cards.small_bottle(bottle.price), svg.label(facts.owner_name(bottle.owner))]
    gains = [
        _gain(seat, gain, won)
        for seat, (gain, won) in enumerate(zip(last.gain, last.won, strict=True))
    ]
    return _note(
        "Last round",
        [chips, svg.row(bottles, gap=7), svg.wrap(gains, SIDE - 2 * _PAD, gap=8)],
        devil,
    )


def _gain(seat: int, gain: int, won: Sequence[Card]) -> Block:
    fill = _GOOD if gain >= 0 else _BAD
    title = f"seat {seat} won {' '.join(card.rank for card in won) or 'nothing'}: {gain:+}"
    return svg.pill(f"seat {seat} {gain:+}", fill=fill, ink=svg.INK, title=title)
