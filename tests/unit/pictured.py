"""The games whose pictures are looked at, and what their views come out as.

A new game joins the checks of test_pictures.py by one entry of `PICTURED`.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import cardgames
from cardgames import Game, State
from cardgames.bottle_imp import BottleImp, BottleImpView
from cardgames.bottle_imp import Card as BottleImpCard
from cardgames.cellar_des_triplettes import Card as Wine
from cardgames.cellar_des_triplettes import CellarDesTriplettes, CellarDesTriplettesView
from cardgames.pictures import bottle_imp as bottle_imp_pictures
from cardgames.pictures import cellar_des_triplettes as cellar_des_triplettes_pictures
from cardgames.pictures import triplets as triplets_pictures
from cardgames.pictures import wine_cellar as wine_cellar_pictures
from cardgames.triplets import Triplets, TripletsView
from cardgames.wine_cellar import Bottle, WineCellar, WineCellarView

SVG = "{http://www.w3.org/2000/svg}"

AnyGame = Game[Any]
Cards = set[tuple[str, str]]  # the word of a card and the letter of its colour


class Shown(NamedTuple):
    """A view with its text, its picture, and the words and tooltips in the picture."""

    view: Any
    text: str
    picture: str
    words: tuple[str, ...]
    tooltips: tuple[str, ...]


@dataclass(frozen=True)
class Pictured:
    """A game's pictures, and how its cards are found in them and in its views.

    Attributes
    ----------
    games
        Games of many option sets.
    pictures
        The module with `text` and `svg`.
    phases
        What a phase is called.
    round_words
        The end of what a round is called.
    cards_in_text, cards_in_tooltips
        The cards that have been written or drawn.
    on_table
        The cards of a view that lie somewhere in sight: these have to be shown.
    known
        All cards that a view names anywhere.
    """

    games: tuple[AnyGame, ...]
    pictures: ModuleType
    phases: dict[str, str]
    round_words: str
    cards_in_text: Callable[[str], Cards]
    cards_in_tooltips: Callable[[Iterable[str]], Cards]
    on_table: Callable[[Any], Cards]
    known: Callable[[Any], Cards]


def _text_body(text: str) -> str:
    return text.rsplit("\n", 1)[0]  # the last line explains the signs


# --- Bottle Imp ---


def _keys(cards: Iterable[BottleImpCard]) -> Cards:
    return {(card.rank, card.colour[0]) for card in cards}


def _bottle_imp_on_table(view: BottleImpView) -> Cards:
    shown: set[BottleImpCard] = set()
    for hand in (*view.hands, *(view.open_hands or ())):
        shown.update(hand or ())
    shown.update(played.card for played in (*view.trick, *view.last_trick))
    for choices in view.passes:
        shown.update(choices.devil or ())
        if view.phase == "pass":
            shown.update(card for card in (choices.left, choices.right) if card)
    return _keys(shown)


def _bottle_imp_known(view: BottleImpView) -> Cards:
    known = _bottle_imp_on_table(view)
    for choices in view.passes:
        known |= _keys(card for card in (choices.left, choices.right) if card)
    for cards in (*view.won, *view.played):
        known |= _keys(cards)
    return known | _keys(view.last_round.devil if view.last_round else ())


def _bottle_imp_in_text(text: str) -> Cards:
    return set(re.findall(r"(?<![\w.])(\d+(?:\.5)?)([ybr])[¹²³⁴⁵⁶]", _text_body(text)))


def _bottle_imp_in_tooltips(tooltips: Iterable[str]) -> Cards:
    found = (re.match(r"(\d+(?:\.5)?) (yellow|blue|red)\b", title) for title in tooltips)
    return {(match[1], match[2][0]) for match in found if match}


# --- Cellar des Triplettes ---

_LETTERS = {"brown": "n", "none": "e"}  # the others begin with theirs


def wine_key(card: Wine) -> tuple[str, str]:
    """The value of a card and the letter of its colour."""
    return card.value, _LETTERS.get(card.colour, card.colour[0])


def _wines_on_table(view: CellarDesTriplettesView) -> Cards:
    groups = (*view.hands, *view.known_hands, *view.bids, view.display, view.pile, view.pile_bottom)
    shown = {card for group in groups for card in group or ()}
    for cellars in view.cellars:
        shown.update(card for cellar in cellars for row in cellar.rows for card in row if card)
    return {wine_key(card) for card in shown}


def _wines_in_text(text: str) -> Cards:
    pattern = r"(?<![\w.])(\d+)([noyrgvb])[¹²³]|(?<![\w.])(0\.2)(e)"
    found = re.findall(pattern, _text_body(text))
    return {(a or c, b or d) for a, b, c, d in found}


def _wines_in_tooltips(tooltips: Iterable[str]) -> Cards:
    pattern = r"(\d+) [\w ]+, (\w+), [123] stars?\b|(0\.2) empty bottle, no stars"
    found = (re.match(pattern, title) for title in tooltips)
    return {
        (m[1] or m[3], _LETTERS.get(m[2], m[2][0]) if m[2] else "e") for m in found if m is not None
    }


# --- Triplets ---


def _playing_cards_on_table(view: TripletsView) -> Cards:
    groups = (*view.hands, *view.stacks, *view.known_hands, *view.known_stacks, view.removed)
    shown = {card for group in groups for card in group if card is not None}
    shown.update(card for entry in view.pot for card in entry.cards)
    return {(card.rank, card.suit) for card in shown}


def playing_cards_in_text(text: str) -> list[tuple[str, str]]:
    """Rank and suit of each card that has been written, in order."""
    return re.findall(r"\b(10|[2-9JQKA])([cdhs])\b", _text_body(text))


def playing_cards_in_tooltips(tooltips: Iterable[str]) -> list[tuple[str, str]]:
    """Rank and suit of each card that has been drawn, in order."""
    pattern = r"(10|[2-9JQKA]) of ([cdhs])(?:lubs|iamonds|earts|pades)\b"
    found = (re.match(pattern, title) for title in tooltips)
    return [(match[1], match[2]) for match in found if match]


# --- Wine Cellar ---


def bottle_key(bottle: Bottle) -> tuple[str, str]:
    """The number of a bottle and two letters of its type."""
    return str(bottle.number), bottle.wine_type[:2]


def _bottles_on_table(view: WineCellarView) -> Cards:
    groups = [*view.hands, *view.cellars, view.prizes]
    if view.eno is not None:
        groups += [view.eno.deck, view.eno.face_up, view.eno.taken]
    shown = {bottle for group in groups for bottle in group or ()}
    shown.update(bottle for bottle in view.bids if bottle is not None)
    return {bottle_key(bottle) for bottle in shown}


def _bottles_in_text(text: str) -> Cards:
    return set(re.findall(r"(?<!\w)(\d+)(Re|Wh|Ro|Sp)\b", _text_body(text)))


def _bottles_in_tooltips(tooltips: Iterable[str]) -> Cards:
    found = (re.match(r"(\d+) (Re|Wh|Ro|Sp)(?:d|ite|sé|arkling), ", title) for title in tooltips)
    return {(match[1], match[2]) for match in found if match}


# --- All games ---

PICTURED = (
    Pictured(
        games=(
            BottleImp(num_players=2, rounds=2),
            BottleImp(num_players=2, rounds=2, devil_cards=2),
            BottleImp(num_players=3, rounds=2),
            BottleImp(num_players=4, rounds=2),
            BottleImp(num_players=4, rounds=2, teams="2-1-1", rotate_teams=True),
            BottleImp(num_players=5, rounds=2),
            BottleImp(num_players=5, rounds=2, teams="2-2-1"),
            BottleImp(num_players=6, rounds=2),
            BottleImp(num_players=6, rounds=2, bottles=2, teams="2-2-1-1"),
        ),
        pictures=bottle_imp_pictures,
        phases={"pass": "passing cards", "play": "playing", "over": "game over"},
        round_words="of 2",
        cards_in_text=_bottle_imp_in_text,
        cards_in_tooltips=_bottle_imp_in_tooltips,
        on_table=_bottle_imp_on_table,
        known=_bottle_imp_known,
    ),
    Pictured(
        games=tuple(CellarDesTriplettes(num_players=n, max_rounds=12) for n in (3, 4, 5)),
        pictures=cellar_des_triplettes_pictures,
        phases={"bid": "bidding", "place": "placing cards", "over": "game over"},
        round_words="of at most 12",
        cards_in_text=_wines_in_text,
        cards_in_tooltips=_wines_in_tooltips,
        on_table=_wines_on_table,
        known=_wines_on_table,
    ),
    Pictured(
        games=(
            Triplets(num_players=2, max_rounds=8),
            Triplets(num_players=3, max_rounds=8),
            Triplets(num_players=4, lead="lowest", refill="round", max_rounds=8),
            Triplets(num_players=4, decks=4, max_rounds=8),
            Triplets(num_players=7, decks=2, max_rounds=8),
            Triplets(num_players=10, max_rounds=8),
        ),
        pictures=triplets_pictures,
        phases={"play": "playing", "over": "game over"},
        round_words="of at most 8",
        cards_in_text=lambda text: set(playing_cards_in_text(text)),
        cards_in_tooltips=lambda tooltips: set(playing_cards_in_tooltips(tooltips)),
        on_table=_playing_cards_on_table,
        known=_playing_cards_on_table,
    ),
    Pictured(
        games=(
            WineCellar(num_players=1),
            WineCellar(num_players=2),
            WineCellar(num_players=2, games=3, client_set="B"),
            WineCellar(num_players=3),
            WineCellar(num_players=4, games=3),
            WineCellar(num_players=8),
        ),
        pictures=wine_cellar_pictures,
        phases={
            "client": "choosing clients",
            "bid": "bidding",
            "take": "taking prizes",
            "over": "game over",
        },
        round_words="of 8",
        cards_in_text=_bottles_in_text,
        cards_in_tooltips=_bottles_in_tooltips,
        on_table=_bottles_on_table,
        known=_bottles_on_table,
    ),
)


def games_of(pictured: type[AnyGame] | None = None) -> pytest.MarkDecorator:
    """Run a test with all games, or with those of one class."""
    games = [game for entry in PICTURED for game in entry.games]
    chosen = [game for game in games if pictured is None or isinstance(game, pictured)]
    return pytest.mark.parametrize("game", chosen, ids=str)


def entry_of(game: AnyGame) -> Pictured:
    """The entry that a game belongs to."""
    return next(entry for entry in PICTURED if game in entry.games)


def states(game: AnyGame, seed: int) -> Iterator[State]:
    """Play a random game, with stops at the start of each kind of phase and now and then."""
    random = Random(seed)
    state: State = game.new_state(seed=seed)
    phases = {_phase(state)}
    yield state
    while state.to_act:
        seat = random.choice(state.to_act)
        state.apply(random.choice(state.legal_actions(seat)), seat)
        if random.random() < 0.05 or _phase(state) not in phases:
            phases.add(_phase(state))
            yield state


def _phase(state: State) -> str:
    view: Any = state.view()
    phase: str = view.phase
    return phase


def viewers(game: AnyGame) -> Iterable[int | None]:
    """Everything, the spectator and the seats."""
    return (None, cardgames.SPECTATOR, *range(game.num_players))


def show(view: Any) -> Shown:
    """Write and draw a view."""
    pictures = entry_of_view(view).pictures
    picture = pictures.svg(view)
    root = ET.fromstring(picture)
    words, tooltips = (
        tuple(node.text or "" for node in root.iter(SVG + tag)) for tag in ("text", "title")
    )
    return Shown(view, pictures.text(view), picture, words, tooltips)


def entry_of_view(view: Any) -> Pictured:
    """The entry of a view's game, whatever its options."""
    return next(entry for entry in PICTURED if entry.games[0].name == view.game.name)


@cache
def shown(game: AnyGame) -> tuple[Shown, ...]:
    """Give many views of a game, drawn once for all tests."""
    return tuple(
        show(state.view(viewer)) for state in states(game, seed=1) for viewer in viewers(game)
    )
