"""A Wine Cellar view as an SVG picture: the table, the others, and the viewer below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _wine_cellar_bottles as bottles
from cardgames.pictures import _wine_cellar_facts as facts
from cardgames.pictures import seat_parts, svg, wording
from cardgames.pictures.svg import Block

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardgames.wine_cellar import Bottle, WineCellarView

WHOLE, GAP = 960, 12
_PAD = 10
_HALF = (WHOLE - GAP) / 2
_LEFT = bottles.STACK
_RIGHT = WHOLE - 2 * _PAD - _LEFT - 20
_SLAB_HEIGHT = bottles.HEIGHT + 8


class _Table:
    """A view, and the names of its countries."""

    def __init__(self, view: WineCellarView) -> None:
        self.view = view
        self.names = facts.short_names(view.game, bottles.NAME)


def render(view: WineCellarView) -> str:
    """Draw a view as a picture for a notebook."""
    table = _Table(view)
    below, *others = seat_parts.around(view)
    parts = [
        _head(view),
        _felt(table),
        _eno(table),
        _others(table, others),
        _wide(table, below),
        _scored(view),
        _in_full(table),
        svg.row(bottles.legend(), gap=13),
    ]
    return svg.document(svg.column(parts, gap=GAP), title=facts.summary(view))


def _head(view: WineCellarView) -> Block:
    left = seat_parts.title("Wine Cellar", facts.round_words(view), facts.PHASES[view.phase])
    if facts.game_words(view):
        left.insert(1, svg.label(facts.game_words(view), size=14))
    # The status of eight seats and the deck do not fit into the first line.
    deck = ", ".join((facts.player_words(view), facts.deck_words(view)))
    lines = [
        svg.sides(svg.row(left, gap=12), _muted(wording.seen_by(view), 12), WHOLE),
        svg.sides(
            svg.label(wording.status(view), size=14, fill=svg.ACCENT, bold=True),
            _muted(deck, 12),
            WHOLE,
        ),
    ]
    return svg.column(lines, gap=4)


def _muted(words: str, size: float) -> Block:
    return svg.label(words, size=size, fill=svg.MUTED, align="end")


def _in_full(table: _Table) -> Block:
    """Write the countries whose names are cut, in full."""
    shortened = facts.in_full(table.view, table.names)
    return (
        svg.wrap([seat_parts.caption(words) for words in shortened], WHOLE, gap=14)
        if shortened
        else svg.EMPTY
    )


# Seats


def _others(table: _Table, seats: Sequence[int]) -> Block:
    """Draw the others two by two, clockwise; the first of an odd number has a line of its own."""
    odd = len(seats) % 2
    lines = [_wide(table, seat) for seat in seats[:odd]]
    for place in range(odd, len(seats), 2):
        pair = seats[place : place + 2]
        contents = [_narrow(table, seat) for seat in pair]
        height = max(content.height for content in contents) + 2 * _PAD
        panels = [
            seat_parts.panel(table.view, seat, content, _HALF, height=height, padding=_PAD)
            for seat, content in zip(pair, contents, strict=True)
        ]
        lines.append(svg.row(panels, gap=GAP))
    return svg.column(lines, gap=GAP)


def _narrow(table: _Table, seat: int) -> Block:
    """Draw all that belongs to a seat, one thing below the other."""
    view = table.view
    parts = [
        _names(view, seat, _LEFT),
        _clients(table, seat, _LEFT),
        _hand(table, seat, in_full=False),
        _cellar(table, seat),
    ]
    return svg.column(parts, gap=7)


def _wide(table: _Table, seat: int) -> Block:
    """Draw a seat's cellar to the left, its client and hand to the right."""
    view = table.view
    hand = _hand(table, seat, in_full=True)
    if view.cellars[seat]:
        left = _cellar(table, seat)
        right = svg.column([_clients(table, seat, _RIGHT), hand], gap=8)
    else:
        left = svg.column([_clients(table, seat, _LEFT), _cellar(table, seat)], gap=8)
        right = hand
    sides = svg.row([_wide_as(_LEFT, left), right], gap=20, align="start")
    content = svg.column([_names(view, seat, WHOLE - 2 * _PAD), sides], gap=8)
    return seat_parts.panel(view, seat, content, WHOLE, padding=_PAD)


def _wide_as(width: float, block: Block) -> Block:
    return Block(width, block.height, block.markup)


def _names(view: WineCellarView, seat: int, width: float) -> Block:
    state = facts.state(view, seat)
    badges = [seat_parts.quiet_pill(state)] if state else []
    left = svg.row(seat_parts.names(view, seat, badges), gap=6)
    return svg.sides(left, seat_parts.score(view, seat), width)


def _clients(table: _Table, seat: int, width: float) -> Block:
    """Draw a seat's client, or the two to choose from, and those of earlier games as tags."""
    view = table.view
    kept, others = facts.kept_and_discarded(view, seat)
    parts: list[Block] = []
    if kept is not None:
        note = "not shown yet" if view.phase == "client" else ""
        parts.append(bottles.client(view, kept, table.names, width, note))
        tags = [
            bottles.client_chip(each, f"{facts.told_client(view, each)}, discarded")
            for each in others
        ]
        earlier = [svg.row([seat_parts.caption("discarded"), *tags], gap=5)] if tags else []
    else:
        for number, each in enumerate(others, 1):
            parts.append(bottles.client(view, each, table.names, width, f"choice {number}"))
        if not others:
            parts.append(bottles.hidden("two clients, one to keep"))
        earlier = []
    tags = [
        bottles.client_chip(client, facts.told_earlier(game, client, discarded))
        for game, client, discarded in facts.earlier(view, seat)
    ]
    if tags:
        earlier.append(svg.row([seat_parts.caption("earlier games"), *tags], gap=5))
    if earlier:
        parts.append(svg.row(earlier, gap=18))
    return svg.column(parts, gap=5)


def _hand(table: _Table, seat: int, *, in_full: bool) -> Block:
    """Draw a hand: bottles where they are seen, backs where not."""
    view = table.view
    hand, size = view.hands[seat], view.hand_sizes[seat]
    if view.phase == "over":
        return svg.EMPTY
    words = f"hand, {wording.plural(size, 'card')}"
    if view.low_left is not None:
        words += f", {view.low_left[seat]} of the lower half"
    if not size:
        drawn = bottles.place("no cards left")
    elif hand is None:
        drawn = svg.row([bottles.back()] * size, gap=4)
    elif in_full:
        drawn = svg.column([_held(table, seat, bottle) for bottle in hand], gap=2)
    else:
        drawn = svg.row([bottles.chip(bottle) for bottle in hand], gap=4)
    return svg.column([seat_parts.caption(words), drawn], gap=2)


def _held(table: _Table, seat: int, bottle: Bottle) -> Block:
    """Draw a bottle of a hand; one that is bid already is marked."""
    if bottle != table.view.bids[seat] or table.view.phase != "bid":
        return bottles.row(bottle, table.names)
    row = bottles.row(bottle, table.names, ", bid, face down")
    return svg.row([row, seat_parts.quiet_pill("bid")], gap=4)


def _cellar(table: _Table, seat: int) -> Block:
    """Draw a cellar as a stack, with the sum of its points."""
    placed = facts.cellar(table.view, seat)
    if not placed:
        return bottles.place("empty cellar")
    sums = table.view.details_so_far[seat]
    so_far = "" if len(placed) == 8 else " so far"
    words = (
        f"ages {sums.ages} + first type {sums.first_type} + second type "
        f"{sums.second_type} + countries {sums.countries} = {sums.total}{so_far}"
    )
    parts = [bottles.stack(placed, table.names), seat_parts.caption(words)]
    return svg.column([seat_parts.caption("cellar, from the top"), svg.column(parts, gap=3)], gap=1)


# The table


def _felt(table: _Table) -> Block:
    """Draw the prizes and the bids."""
    view = table.view
    parts: list[Block] = []
    if view.phase == "over":
        parts.append(seat_parts.felt_title(wording.result(view)))
    if view.prizes:
        prizes = [_named("", _slab(bottles.row(bottle, table.names))) for bottle in view.prizes]
        parts.append(seat_parts.felt_part("prizes", _in_pairs(prizes)))
    if view.phase != "client":
        words = "bids"
        if len(view.take_order) > 1:
            words += f": {', then '.join(f'seat {seat}' for seat in view.take_order)} to take"
        bids = [_bid(table, seat) for seat in range(view.game.num_players)]
        parts.append(seat_parts.felt_part(words, _in_pairs(bids)))
    if view.client_deck:
        tags = [bottles.client_chip(c, facts.told_client(view, c)) for c in view.client_deck]
        deck = svg.wrap(tags, WHOLE - 40, gap=4)
        parts.append(seat_parts.felt_part("undealt clients, the next one first", deck))
    return seat_parts.felt(svg.column(parts, gap=10), WHOLE)


def _in_pairs(blocks: Sequence[Block]) -> Block:
    """Put blocks into two columns, the first half of them on the left."""
    half = -(-len(blocks) // 2)
    sides = [svg.column(part, gap=4) for part in (blocks[:half], blocks[half:])]
    return svg.row(sides, gap=24, align="start")


def _slab(row: Block) -> Block:
    """Lay a bottle with its Age Scores on paper."""
    return svg.panel(row, row.width + 8, padding=(_SLAB_HEIGHT - row.height) / 2)


def _bid(table: _Table, seat: int) -> Block:
    view = table.view
    bottle = view.bids[seat]
    if bottle is not None:
        note = ", bid, face down" if view.phase == "bid" else f", bid of seat {seat}"
        drawn = _slab(bottles.row(bottle, table.names, note))
    elif view.phase == "bid" and view.chosen[seat]:
        drawn = bottles.hidden("bid, face down")
    else:
        drawn = bottles.place("no bid yet", svg.FELT_PLACE, svg.FELT_INK)
    return _named(f"seat {seat}", drawn)


def _named(name: str, drawn: Block) -> Block:
    """Write a name before something on the felt, all as large as a slab."""
    words = svg.label(name, size=12, fill=svg.FELT_INK, bold=True)
    place = svg.group(0, (_SLAB_HEIGHT - drawn.height) / 2, drawn.markup)
    slab = Block(bottles.ROW + 8, _SLAB_HEIGHT, place)
    return svg.row([Block(44, words.height, words.markup), slab], gap=8)


# Eno


def _eno(table: _Table) -> Block:
    """Draw Eno's side of a solo game."""
    eno = table.view.eno
    if eno is None:
        return svg.EMPTY
    size = wording.plural(eno.deck_size, "card")
    backs = [bottles.back()] * eno.deck_size or [bottles.place("no cards left")]
    deck = [bottles.chip(bottle) for bottle in eno.deck] if eno.deck else backs
    said = f"deck, {size}, the next one first" if eno.deck else f"deck, {size}"
    left = [
        _part("bids, face up", [bottles.row(b, table.names, ", Eno's bid") for b in eno.face_up]),
        _line(said, deck),
    ]
    right = [
        bottles.hidden("the client that is not kept")
        if eno.client is None
        else bottles.client(table.view, eno.client, table.names, _RIGHT),
        _line("left the game", [bottles.chip(bottle, ", left the game") for bottle in eno.taken]),
    ]
    columns = [_wide_as(_LEFT, svg.column(part, gap=6)) for part in (left, right)]
    name = svg.label("Eno", size=16, bold=True)
    content = svg.column([name, svg.row(columns, gap=20, align="start")], gap=6)
    return svg.panel(content, WHOLE, padding=_PAD, fill="#f6f0fb")


def _part(words: str, rows: Sequence[Block]) -> Block:
    drawn = rows or [bottles.place("none")]
    return svg.column([seat_parts.caption(words), *drawn], gap=2)


def _line(words: str, tags: Sequence[Block]) -> Block:
    drawn = svg.wrap(tags or [bottles.place("none")], _LEFT, gap=4)
    return svg.column([seat_parts.caption(words), drawn], gap=2)


# Games scored


def _scored(view: WineCellarView) -> Block:
    """Write where the points of the game last scored come from, and the scores of all games."""
    if not view.game_scores:
        return svg.EMPTY
    several = view.game.options.games > 1
    number = len(view.game_scores)
    games = [f"game {game}" for game in range(1, number + 1)] if several else []
    heads = ["", "ages", "first type", "second type", "countries", *games, "score"]
    places = [0.0, 80, 145, 225, 290, *(345.0 + 55 * place for place in range(len(games) + 1))]
    lines = [_cells(heads, places, svg.MUTED)]
    for seat in range(view.game.num_players):
        line = _cells(_numbers(view, seat, several), places, svg.INK)
        lines.append(svg.row([line, _last(view, seat)], gap=16))
    words = "Scores, and how those of the last game came about" if several else "Scores"
    table = svg.column([svg.label(words, size=13, bold=True), *lines], gap=2)
    return svg.panel(table, WHOLE, padding=12, fill="#faf5e9")


def _numbers(view: WineCellarView, seat: int, several: bool) -> list[str]:
    details = view.score_details(seat)
    sums = (details.ages, details.first_type, details.second_type, details.countries)
    games = [scores[seat] for scores in view.game_scores] if several else []
    return [f"seat {seat}", *map(str, (*sums, *games, view.scores[seat]))]


def _cells(words: Sequence[str], places: Sequence[float], fill: str) -> Block:
    return svg.cells(words, places, width=places[-1], height=17, fill=fill)


def _last(view: WineCellarView, seat: int) -> Block:
    """Draw the cellar last scored as tags from the top, behind its client."""
    if not facts.shows_last_cellars(view) or view.last_cellars is None or view.last_clients is None:
        return svg.EMPTY
    client = view.last_clients[seat]
    tags: Iterable[Block] = (
        bottles.chip(bottle, f", {wording.ordinal(place)} from the top")
        for place, bottle in enumerate(view.last_cellars[seat], 1)
    )
    return svg.row([bottles.client_chip(client, facts.told_client(view, client)), *tags], gap=3)
