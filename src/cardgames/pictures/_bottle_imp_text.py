"""A Bottle Imp view as text for a terminal of 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.pictures import _bottle_imp_facts as facts
from cardgames.pictures import wording
from cardgames.pictures.lines import HIDDEN, ends, framed, seat_mark, superscript, whose, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgames.bottle_imp import Bottle, BottleImpView, Card, TrickCard

_NONE = "··"
_LEGEND = "17b⁴ = rank 17, blue, 4 points; y yellow, b blue, r red; ▒▒ hidden"


def render(view: BottleImpView) -> str:
    """Write a view as a table for a terminal."""
    sections = [_table(view), _middle(view), _passing(view), _hands(view), _last_round(view)]
    return framed(_head(view), sections, _LEGEND)


def _card(card: Card | bool) -> str:
    if isinstance(card, bool):
        return HIDDEN if card else _NONE
    return card.rank + card.colour[0] + superscript(card.points)


def _head(view: BottleImpView) -> list[str]:
    game = view.game
    title = f"BOTTLE IMP  {game.num_players} players, round {view.round} of {game.options.rounds}"
    return [
        ends(title, wording.seen_by(view)),
        ends(f"{facts.PHASES[view.phase]}: {wording.status(view)}", f"dealer: seat {view.dealer}"),
    ]


def _table(view: BottleImpView) -> list[str]:
    """Write one line a seat with its numbers."""
    teams = view.teams is not None
    head = f"   {'seat':<13}{'team':<6}" if teams else f"   {'seat':<13}"
    lines = [
        f"{head}{'score':>7}{'last':>7}{'tricks':>8}{'points':>8}{'cards':>7}   {'void':<5}bottle"
    ]
    for seat in range(view.game.num_players):
        lines.append(_seat_line(view, seat).rstrip())
    return lines


def _seat_line(view: BottleImpView, seat: int) -> str:
    name = (
        f"{seat}{' you' if seat == view.player else ''}{' dealer' if seat == view.dealer else ''}"
    )
    team = f"{facts.team_name(view, seat):<6}" if view.teams is not None else ""
    last = f"{view.last_round.gain[seat]:+}" if view.last_round else "-"
    cards = str(view.hand_sizes[seat])
    if view.open_hands is not None:
        cards += f"+{len(view.open_hands[seat])}"
    void = "".join(colour[0] for colour in view.voids[seat]) or "-"
    prices = " ".join(bottle.price for bottle in view.bottles if bottle.owner == seat) or "-"
    return (
        f" {seat_mark(view, seat)} {name:<13}{team}{view.scores[seat]:>7}{last:>7}"
        f"{facts.tricks(view, seat):>8}{facts.points(view.won[seat]):>8}{cards:>7}"
        f"   {void:<5}{prices}"
    )


def _middle(view: BottleImpView) -> list[str]:
    """Write what lies on the table: the bottles, the tricks, the Devil's trick."""
    bottles = _bottles(view.bottles)
    lines = wrapped("bottle" if len(bottles) == 1 else "bottles", bottles, "; ")
    lines += _trick("trick", view.trick, _trick_note(view))
    if view.last_trick:
        lines += _trick("last trick", view.last_trick, facts.last_trick_note(view))
    devil = [
        f"{seat}: {' '.join(map(_card, facts.devil_places(view, seat)))}"
        for seat in range(view.game.num_players)
        if facts.devil_room(view, seat)
    ]
    return lines + wrapped("Devil's trick", devil)


def _bottles(bottles: Sequence[Bottle]) -> list[str]:
    return [f"price {bottle.price}, {facts.owner_name(bottle.owner)}'s" for bottle in bottles]


def _trick_note(view: BottleImpView) -> str:
    colour = facts.led_colour(view)
    if colour:
        return f"led {colour}"
    return "" if view.phase == "over" else f"seat {view.leader} leads"


def _trick(label: str, trick: Sequence[TrickCard], note: str) -> list[str]:
    items = [f"{played.player}: {_card(played.card)}" for played in trick]
    return wrapped(label, [*items, f"({note})"] if note else items or ["-"])


def _passing(view: BottleImpView) -> list[str]:
    """Write the cards passed on, as far as they are seen, and in the pass who has chosen what."""
    lines: list[str] = []
    for seat in range(view.game.num_players):
        places = facts.given_places(view, seat)
        if view.phase != "pass":
            places = tuple((to, card) for to, card in places if not isinstance(card, bool))
        items = [f"{_card(card)} to {to}" for to, card in places]
        if view.phase == "pass":
            items.insert(0, f"{view.passed[seat]} of {facts.pass_room(view, seat)} chosen")
        if items:
            lines += wrapped(
                f"seat {seat} passes" if view.phase == "pass" else f"seat {seat} gave", items
            )
    return lines


def _hands(view: BottleImpView) -> list[str]:
    lines: list[str] = []
    if view.phase == "over":
        return lines
    for seat, hand in enumerate(view.hands):
        name = whose(view, seat, "hand")
        if hand is not None:
            lines += wrapped(name, _by_colour(hand))
        elif view.open_hands is not None:
            lines += wrapped(name, [" ".join([HIDDEN] * view.hand_sizes[seat]) or "empty"])
        if view.open_hands is not None:
            lines += wrapped("  open hand", _by_colour(view.open_hands[seat]))
    return lines


def _by_colour(cards: Sequence[Card]) -> list[str]:
    """Write cards colour by colour, with a bar between the colours."""
    groups = [[_card(card) for card in group] for group in facts.by_colour(cards)]
    items = [item for group in groups for item in [*group[:-1], f"{group[-1]} │"]]
    return [*items[:-1], items[-1].removesuffix(" │")] if items else ["empty"]


def _last_round(view: BottleImpView) -> list[str]:
    last = view.last_round
    if last is None:
        return []
    gains = [
        f"{seat}: {gain:+} ({facts.points(won)})"
        for seat, (gain, won) in enumerate(zip(last.gain, last.won, strict=True))
    ]
    devil = [*map(_card, last.devil), f"= {wording.plural(facts.points(last.devil), 'point')}"]
    bottles = _bottles(last.bottles)
    lines = wrapped("last round", [*gains, "(points of the cards won)"])
    lines += wrapped("  Devil's trick", devil)
    return lines + wrapped("  bottle" if len(bottles) == 1 else "  bottles", bottles, "; ")
