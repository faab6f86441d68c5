"""How the greedy bot plays Wine Cellar; docs/bots.md has the rules in words."""

from __future__ import annotations

from collections.abc import Sequence

from cardgames.wine_cellar import Bottle, Client, WineCellarView, keep, take

_PLACES = 8  # of a cellar

# The highest bid is for a prize that brings so many points more than the average one, or more.
_WORTH_THE_HIGHEST = 8


def choose(view: WineCellarView, seat: int, legal: Sequence[int]) -> int:
    """An action of the seat that has this view, one of its legal ones."""
    if view.phase == "client":
        return _client(view, seat)
    if view.phase == "take":
        points = _points(view, seat)
        return max(legal, key=points.__getitem__)
    return _bid(view, seat, legal)


def _client(view: WineCellarView, seat: int) -> int:
    """The client that pays most for what the seat holds and for the first prizes."""
    bottles = [*(view.hands[seat] or ()), *view.prizes]
    pays = [
        sum(bonus(client, bottle, view.game.num_players) for bottle in bottles)
        for client in view.dealt_clients[seat] or ()
    ]
    return keep(1 + pays.index(max(pays)))


def _bid(view: WineCellarView, seat: int, legal: Sequence[int]) -> int:
    """The higher in the hand, the more the best prize is above the average."""
    points = _points(view, seat)
    best = [max(points[take(it, end)] for end in ("top", "bottom")) for it in view.prizes]
    lead = len(best) * max(best) - sum(best)  # over the average, times the number of prizes
    place = len(legal) * lead // (len(best) * _WORTH_THE_HIGHEST)
    return legal[min(place, len(legal) - 1)]


def _points(view: WineCellarView, seat: int) -> dict[int, int]:
    """What the cellar can score with each prize at each end, by the id of taking it.

    These are the Age Scores of all its bottles in the best place that they can still come to lie
    in together, and the bonus of the prize; the bonuses of the others are always the same.
    """
    client = view.clients[seat]
    assert client is not None
    cellar = view.cellars[seat]
    free = _PLACES - len(cellar)
    # What the present bottles score with so many above them.
    ages = [
        sum(bottle.ages[above + place] for place, bottle in enumerate(cellar))
        for above in range(free + 1)
    ]
    points: dict[int, int] = {}
    for prize in view.prizes:
        pays = bonus(client, prize, view.game.num_players)
        top = max(prize.ages[above] + ages[above + 1] for above in range(free))
        bottom = max(ages[above] + prize.ages[above + len(cellar)] for above in range(free))
        points[take(prize, "top")] = pays + top
        points[take(prize, "bottom")] = pays + bottom
    return points


def bonus(client: Client, bottle: Bottle, num_players: int) -> int:
    """What a client pays for a bottle, wherever it lies."""
    points = client.country_bonus if bottle.country in client.countries_for(num_players) else 0
    if bottle.wine_type == client.type1:
        points += client.bonus1
    elif bottle.wine_type == client.type2:
        points += client.bonus2
    return points
