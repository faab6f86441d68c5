"""What the text and the picture of a Wine Cellar view have in common: names and sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardgames.pictures import wording
from cardgames.pictures.lines import columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardgames.wine_cellar import Bottle, Client, WineCellar, WineCellarView

LETTERS = {"Red": "Re", "White": "Wh", "Rosé": "Ro", "Sparkling": "Sp"}
PHASES = {
    "client": "choosing clients",
    "bid": "bidding",
    "take": "taking prizes",
    "over": "game over",
}


class Placed(NamedTuple):
    """A bottle at its present place in a cellar, and what it matches of its owner's client.

    Attributes
    ----------
    bottle
        The bottle.
    place
        From the top, 0 for the first.
    types
        1 or 2 if it is of the client's first or second type, else 0.
    type_bonus
        The points for that.
    is_listed
        Whether it is from one of the client's countries.
    country_bonus
        The points for that.
    """

    bottle: Bottle
    place: int
    types: int
    type_bonus: int
    is_listed: bool
    country_bonus: int

    @property
    def age(self) -> int:
        """The Age Score that counts at this place."""
        return self.bottle.ages[self.place]

    @property
    def total(self) -> int:
        """All points of the bottle."""
        return self.age + self.type_bonus + self.country_bonus


def placed(
    game: WineCellar, bottles: Sequence[Bottle], client: Client | None
) -> tuple[Placed, ...]:
    """Go through a cellar from the top."""
    bonuses = {} if client is None else {client.type1: client.bonus1, client.type2: client.bonus2}
    countries = () if client is None else client.countries_for(game.num_players)
    kinds = list(bonuses)
    return tuple(
        Placed(
            bottle,
            place,
            kinds.index(bottle.wine_type) + 1 if bottle.wine_type in bonuses else 0,
            bonuses.get(bottle.wine_type, 0),
            bottle.country in countries,
            client.country_bonus if client is not None and bottle.country in countries else 0,
        )
        for place, bottle in enumerate(bottles)
    )


def cellar(view: WineCellarView, seat: int) -> tuple[Placed, ...]:
    """Go through a seat's cellar from the top."""
    return placed(view.game, view.cellars[seat], view.clients[seat])


def short_names(game: WineCellar, most: int) -> dict[str, str]:
    """Name all countries of a deck in at most so many columns, each in its own way."""
    countries = sorted({bottle.country for bottle in game.options.deck.bottles})
    names = {country: country for country in countries if columns(country) <= most}
    taken = set(names)
    for country in countries:
        if country in names:
            continue
        name, count = _cut(country, most, "…"), 1
        while name in taken:
            count += 1
            name = _cut(country, most, f"…{count}")
        names[country] = name
        taken.add(name)
    return names


def _cut(content: str, most: int, end: str) -> str:
    while columns(content + end) > most:
        content = content[:-1].rstrip()
    return content + end


def in_full(view: WineCellarView, names: dict[str, str]) -> list[str]:
    """Write the countries in sight that have shortened names: `Republic…= Republic of X`."""
    seen = {bottle.country for bottle in _bottles_in_sight(view)}
    for client in _clients_in_sight(view):
        seen.update(client.countries_for(view.game.num_players))
    return [
        f"{names[country]} = {country}" for country in sorted(seen) if names[country] != country
    ]


def _bottles_in_sight(view: WineCellarView) -> Iterable[Bottle]:
    groups = (*view.hands, *view.cellars, view.prizes)
    yield from (bottle for group in groups for bottle in group or ())
    yield from (bottle for bottle in view.bids if bottle is not None)
    if view.eno is not None:
        yield from (*view.eno.face_up, *view.eno.taken, *(view.eno.deck or ()))


def _clients_in_sight(view: WineCellarView) -> Iterable[Client]:
    yield from (client for client in view.clients if client is not None)
    yield from (client for pair in view.dealt_clients for client in pair or ())
    if view.eno is not None and view.eno.client is not None:
        yield view.eno.client


def kept_and_discarded(view: WineCellarView, seat: int) -> tuple[Client | None, tuple[Client, ...]]:
    """Tell a seat's client, and those of its two that the viewer sees besides it."""
    kept = view.clients[seat]
    others = tuple(client for client in view.dealt_clients[seat] or () if client != kept)
    # The other client of a solo game is Eno's, and shown there.
    return kept, others if view.eno is None or kept is None else ()


def earlier(view: WineCellarView, seat: int) -> tuple[tuple[int, Client, Client | None], ...]:
    """List a seat's clients of earlier games, each with its game and the one discarded, if seen."""
    first = view.game_number - len(view.past_clients)
    return tuple(
        (first + place, row[seat].kept, row[seat].discarded)
        for place, row in enumerate(view.past_clients)
    )


def shows_last_cellars(view: WineCellarView) -> bool:
    """Tell whether the cellars last scored are others than those that lie there now."""
    return view.last_cellars is not None and view.phase != "over"


def told(bottle: Bottle) -> str:
    """Name a bottle in words: `23 Rosé, Italy`."""
    return f"{bottle.number} {bottle.wine_type}, {bottle.country}"


def told_in_full(bottle: Bottle) -> str:
    """Name a bottle with its Age Scores."""
    return f"{told(bottle)}, Age Scores {' '.join(map(str, bottle.ages))}"


def told_placed(each: Placed) -> str:
    """Tell what a bottle in a cellar scores at its present place."""
    parts = [
        told_in_full(each.bottle),
        f"{wording.ordinal(each.place + 1)} from the top: {wording.plural(each.age, 'point')}",
    ]
    if each.types:
        parts.append(f"{('first', 'second')[each.types - 1]} type +{each.type_bonus}")
    if each.is_listed:
        parts.append(f"country +{each.country_bonus}")
    return ", ".join(parts)


def told_bottles(bottles: Iterable[Bottle]) -> str:
    """Name bottles in a sentence."""
    return "; ".join(map(told, bottles)) or "none"


def told_client(view: WineCellarView, client: Client) -> str:
    """Tell what a client gives points for."""
    countries = ", ".join(client.countries_for(view.game.num_players))
    return (
        f"client {client.id}: {client.type1} +{client.bonus1}, {client.type2} +{client.bonus2}, "
        f"each bottle from {countries} +{client.country_bonus}"
    )


def told_earlier(game: int, kept: Client, discarded: Client | None) -> str:
    """Tell a seat's client of an earlier game."""
    seen = "" if discarded is None else f", client {discarded.id} discarded"
    return f"game {game}: client {kept.id}{seen}"


def state(view: WineCellarView, seat: int) -> str:
    """Say in a word how far a seat is in this phase."""
    if view.phase in ("client", "bid"):
        return "has chosen" if view.chosen[seat] else ""
    if view.phase == "take":
        if seat not in view.take_order:
            return "has taken"
        place = view.take_order.index(seat)
        return f"takes {wording.ordinal(place + 1)}" if place else "takes now"
    return ""


def game_words(view: WineCellarView) -> str:
    """Name the game of several, if there are several."""
    games: int = view.game.options.games
    return f"game {view.game_number} of {games}" if games > 1 else ""


def round_words(view: WineCellarView) -> str:
    """Name the round."""
    return f"round {view.round} of 8"


def player_words(view: WineCellarView) -> str:
    """Say how many play."""
    players = wording.plural(view.game.num_players, "player")
    return players if view.eno is None else f"{players} against Eno"


def deck_words(view: WineCellarView) -> str:
    """Name the deck, and the set of clients where there is a choice."""
    options = view.game.options
    deck = "stand-in deck" if options.deck.is_standard else f"deck {options.deck}"
    uses_set = len(view.game.clients) < len(options.deck.clients)
    return f"{deck}, clients {options.client_set}" if uses_set else deck


def summary(view: WineCellarView) -> str:
    """Tell a view in a few sentences, for those who do not see its picture."""
    head = (
        f"Wine Cellar, {player_words(view)}",
        game_words(view),
        round_words(view),
        PHASES[view.phase],
        wording.status(view),
        wording.seen_by(view),
    )
    parts = [", ".join(word for word in head if word), f"Prizes: {told_bottles(view.prizes)}"]
    for seat, bottle in enumerate(view.bids):
        if bottle is not None:
            parts.append(f"Seat {seat} bids {told(bottle)}")
    if view.eno is not None and view.eno.face_up:
        parts.append(f"Eno's open cards: {told_bottles(view.eno.face_up)}")
    for seat, hand in enumerate(view.hands):
        if hand is not None and seat == view.player:
            parts.append(f"Hand: {told_bottles(hand)}")
    for seat, bottles in enumerate(view.cellars):
        if bottles:
            parts.append(f"Cellar of seat {seat} from the top: {told_bottles(bottles)}")
    parts.append(wording.told_scores(view))
    return ". ".join(parts) + "."
