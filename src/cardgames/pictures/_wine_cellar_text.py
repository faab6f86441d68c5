"""A Wine Cellar view as text for a terminal of 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _wine_cellar_facts as facts
from cardgames.pictures import wording
from cardgames.pictures.lines import (
    HIDDEN,
    WIDTH,
    columns,
    ends,
    framed,
    padded,
    seat_mark,
    whose,
    wrapped,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardgames.pictures._wine_cellar_facts import Placed
    from cardgames.wine_cellar import Bottle, Client, ScoreDetails, WineCellar, WineCellarView

_NAME = 12  # columns of a country
_SECOND = 41  # where the right half of a line begins
_LEGEND = (
    "cellars from the top, the score that counts in []; 1 or 2 matches the client's\n"
    " first or second type, c a country; sums: ages + first + second type + countries\n"
    " 12Ro = bottle 12, Rosé; Re Red, Wh White, Sp Sparkling; #7 client 7; ▒▒ hidden"
)


class _Rows:
    """Writes bottles as rows of a table that suits the deck."""

    def __init__(self, game: WineCellar) -> None:
        self.names = facts.short_names(game, _NAME)
        self.name_width = max(columns(self.names[bottle.country]) for bottle in game.bottles)
        self.digits = max(len(str(age)) for bottle in game.bottles for age in bottle.ages)

    def row(self, before: str, bottle: Bottle, place: int = -1, marks: str = "") -> str:
        """Write a bottle with its Age Scores, one of them in brackets."""
        name = padded(self.names[bottle.country], self.name_width)
        ages = " "
        for i, age in enumerate(bottle.ages):
            ages += "[" if i == place else "]" if 0 <= place == i - 1 else " "
            ages += f"{age:>{self.digits}}"
        ages += "]" if place == len(bottle.ages) - 1 else " "
        return f"{before:<1} {_card(bottle):>4} {name}{ages}{marks}".rstrip()

    def placed(self, each: Placed) -> str:
        """Write a bottle in a cellar."""
        marks = (str(each.types) if each.types else "") + ("c" if each.is_listed else "")
        return self.row(str(each.place + 1), each.bottle, each.place, marks)

    def in_halves(self, rows: Sequence[str]) -> list[str]:
        """Write rows two to a line, the first half of them on the left, if there is room."""
        half = -(-len(rows) // 2)
        if max(map(columns, rows), default=0) > WIDTH - _SECOND:
            return [f" {row}" for row in rows]
        return beside(rows[:half], rows[half:])


def beside(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """Put lines beside each other."""
    height = max(len(left), len(right))
    lines: list[str] = []
    for place in range(height):
        one, other = (part[place] if place < len(part) else "" for part in (left, right))
        lines.append((padded(f" {one}", _SECOND) + other).rstrip())
    return lines


def render(view: WineCellarView) -> str:
    """Write a view as tables and stacks of bottles for a terminal."""
    rows = _Rows(view.game)
    sections = [
        _table(view),
        _prizes(view, rows),
        _eno(view, rows),
        _clients(view, rows),
        _hands(view, rows),
        *_cellars(view, rows),
        _scored(view),
        [f" {line}" for line in facts.in_full(view, rows.names)],
    ]
    return framed(_head(view), sections, _LEGEND)


def _card(bottle: Bottle) -> str:
    return f"{bottle.number}{facts.LETTERS[bottle.wine_type]}"


def _head(view: WineCellarView) -> list[str]:
    words = (facts.player_words(view), facts.game_words(view), facts.round_words(view))
    title = f"WINE CELLAR  {', '.join(word for word in words if word)}"
    status = f"{facts.PHASES[view.phase]}: {wording.status(view)}"
    return [ends(title, wording.seen_by(view)), ends(status, facts.deck_words(view))]


def _table(view: WineCellarView) -> list[str]:
    """Write one line a seat with its numbers and its bid."""
    lines = [f"   {'seat':<10}{'score':>6}{'cards':>7}{'cellar':>8}{'points so far':>15}   bid"]
    for seat in range(view.game.num_players):
        lines.append(_seat_line(view, seat).rstrip())
    return lines


def _seat_line(view: WineCellarView, seat: int) -> str:
    name = f"{seat} you" if seat == view.player else str(seat)
    points = view.details_so_far[seat].total
    return (
        f" {seat_mark(view, seat)} {name:<10}{view.scores[seat]:>6}{view.hand_sizes[seat]:>7}"
        f"{len(view.cellars[seat]):>8}{points:>15}   {_bid(view, seat):<7}{facts.state(view, seat)}"
    )


def _bid(view: WineCellarView, seat: int) -> str:
    bottle = view.bids[seat]
    if bottle is not None:
        return _card(bottle)
    return HIDDEN if view.phase == "bid" and view.chosen[seat] else "-"


def _prizes(view: WineCellarView, rows: _Rows) -> list[str]:
    """Write the bottles to take, and while they are taken the bids that come after them."""
    lines = [" prizes" if view.prizes else " prizes: none"]
    lines += rows.in_halves([rows.row("", bottle) for bottle in view.prizes])
    if view.phase in ("take", "over"):
        bids = [(seat, bottle) for seat, bottle in enumerate(view.bids) if bottle is not None]
        lines.append(" bids, each behind its seat")
        lines += rows.in_halves([rows.row(str(seat), bottle) for seat, bottle in bids])
    return lines


def _eno(view: WineCellarView, rows: _Rows) -> list[str]:
    eno = view.eno
    if eno is None:
        return []
    lines = wrapped("Eno's deck", [wording.plural(eno.deck_size, "card")])
    if eno.deck:
        lines += wrapped("  from the top", map(_card, eno.deck))
    lines += wrapped("  face up", map(_card, eno.face_up) if eno.face_up else ["none"])
    if eno.client is not None:
        lines += wrapped("  client", _client(view, rows, eno.client), " ")
    return lines + wrapped("  left the game", map(_card, eno.taken) if eno.taken else ["none"])


def _client(view: WineCellarView, rows: _Rows, client: Client) -> list[str]:
    """Write a client in pieces that may stand in several lines."""
    letters = [facts.LETTERS[kind] for kind in (client.type1, client.type2)]
    types = f"{letters[0]}+{client.bonus1} {letters[1]}+{client.bonus2}"
    countries = [rows.names[country] for country in client.countries_for(view.game.num_players)]
    return [
        f"{f'#{client.id}':<4}{types}  c+{client.country_bonus}:",
        *(f"{country}," for country in countries[:-1]),
        countries[-1],
    ]


def _clients(view: WineCellarView, rows: _Rows) -> list[str]:
    lines: list[str] = []
    for seat in range(view.game.num_players):
        kept, others = facts.kept_and_discarded(view, seat)
        if kept is not None:
            pending = ["(not shown yet)"] if view.phase == "client" else []
            lines += wrapped(
                whose(view, seat, "client"), [*_client(view, rows, kept), *pending], " "
            )
        for number, client in enumerate(others, 1):
            label = "  discarded" if kept is not None else whose(view, seat, f"choice {number}")
            lines += wrapped(label, _client(view, rows, client), " ")
        past = [_earlier(*each) for each in facts.earlier(view, seat)]
        if past:
            lines += wrapped("  earlier" if kept or others else f"seat {seat} earlier", past)
    if view.client_deck:
        lines += wrapped("undealt clients", (f"#{client.id}" for client in view.client_deck))
    return lines


def _earlier(game: int, kept: Client, discarded: Client | None) -> str:
    words = f"game {game} #{kept.id}"
    return words if discarded is None else f"{words}, discarded #{discarded.id}"


def _hands(view: WineCellarView, rows: _Rows) -> list[str]:
    """Write the viewer's hand in full, the others' shortly."""
    lines: list[str] = []
    for seat, hand in enumerate(view.hands):
        label = whose(view, seat, "hand")
        if hand and seat == view.player:
            lines += [f" {label}", *rows.in_halves([rows.row("", bottle) for bottle in hand])]
            continue
        size = view.hand_sizes[seat]
        items = [HIDDEN] * size if hand is None else [f"{_card(bottle):<4}" for bottle in hand]
        if hand is None and view.low_left is not None and size:
            items.append(f"({view.low_left[seat]} of the lower half)")
        lines += wrapped(label, items or ["empty"])
    return lines


def _cellars(view: WineCellarView, rows: _Rows) -> list[list[str]]:
    """Write all cellars, two side by side if there is room, and each pair apart."""
    if not any(view.cellars):
        return []
    stacks = [_stack(view, rows, seat) for seat in range(view.game.num_players)]
    if max(columns(line) for stack in stacks for line in stack) > WIDTH - _SECOND:
        return [[f" {line}" for line in stack] for stack in stacks]
    stacks.append([])
    return [beside(*stacks[place : place + 2]) for place in range(0, len(stacks) - 1, 2)]


def _stack(view: WineCellarView, rows: _Rows, seat: int) -> list[str]:
    bottles = facts.cellar(view, seat)
    if not bottles:
        return [f"seat {seat}: empty"]
    return [f"seat {seat}: {_sum(view.details_so_far[seat])}", *map(rows.placed, bottles)]


def _sum(details: ScoreDetails) -> str:
    parts = (details.ages, details.first_type, details.second_type, details.countries)
    return f"{'+'.join(map(str, parts))} = {details.total}"


def _scored(view: WineCellarView) -> list[str]:
    """Write the scores of all games, and how those of the last one came about."""
    lines: list[str] = []
    if view.game.options.games > 1:
        for number, scores in enumerate(view.game_scores, 1):
            items = [f"seat {seat} {score}" for seat, score in enumerate(scores)]
            lines += wrapped(f"game {number} scored", items)
    if facts.shows_last_cellars(view):
        for seat in range(view.game.num_players):
            lines += wrapped(f"  seat {seat} cellar", _last(view, seat))
    return lines


def _last(view: WineCellarView, seat: int) -> Iterable[str]:
    if view.last_cellars is None or view.last_clients is None:
        return []
    return [
        f"{f'#{view.last_clients[seat].id}':<3} {_sum(view.score_details(seat)):<15}",
        " ".join(map(_card, view.last_cellars[seat])),
    ]
