"""Decks of Wine Cellar made of lists that lie, of forged cards, and of things that are none."""

from __future__ import annotations

import enum
import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from cardgames import InvalidStateError, OptionError, WineCellar, WineDeck
from cardgames.wine_cellar import Bottle, DeckError

CARDS = WineDeck.standard()


class Chatty(str):
    """A string that shows itself as another one."""

    __slots__ = ()

    def __str__(self) -> str:
        return "A" * 70000


class Mode(enum.StrEnum):
    RED = "Red"


class Indexed:
    """An object with `__index__` only."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __index__(self) -> int:
        return cast("int", self.value)


class OneLong(list[Any]):
    """A list that says it has other entries than it yields."""

    def __init__(self, items: Iterable[object], length: int) -> None:
        super().__init__(items)
        self.length = length

    def __len__(self) -> int:
        return self.length


class OddBottle(Bottle):
    """No bottle of the library."""


def endless(card: object) -> Iterator[Any]:
    while True:
        yield card


def breaking(cards: Iterable[object]) -> Iterator[Any]:
    yield from cards
    raise RuntimeError("no more")


def forged(card: Any, **values: object) -> Any:
    """A card with values of wrong types."""
    return replace(card, **values)


CYCLE: list[Any] = []
CYCLE.append(CYCLE)

LISTS_OF_NO_BOTTLES: dict[str, Callable[[], object]] = {
    "endless": lambda: endless(CARDS.bottle(1)),
    "too short for what it says": lambda: OneLong(CARDS.bottles[:1], 72),
    "too long": lambda: [*CARDS.bottles, CARDS.bottle(1)],
    "none": list,
    "a subclass": lambda: [OddBottle(1, "Red", "Italy", (1,) * 8), *CARDS.bottles[1:]],
    "clients": lambda: CARDS.clients,
    "numbers": lambda: range(1, 73),
    "a cycle": lambda: CYCLE,
    "a dict": lambda: dict(enumerate(CARDS.bottles)),
    "text": lambda: "bottles",
    "nothing": lambda: None,
    "a deck": lambda: CARDS,
}
LISTS_OF_NO_CLIENTS: dict[str, Callable[[], object]] = {
    "endless": lambda: endless(CARDS.clients[0]),
    "too many": lambda: [*CARDS.clients] * 4,
    "bottles": lambda: CARDS.bottles,
    "a cycle": lambda: CYCLE,
    "nothing": lambda: None,
}
HUGE = 10**5000  # cannot be written in decimal digits

WRONG_BOTTLES: dict[str, list[Any]] = {
    "number": [None, True, 1.0, 0, 73, 2, -1, HUGE, [1], CYCLE, Indexed(1), np.int64(1)],
    "wine_type": [None, 1, "red", "", [], Mode.RED, CYCLE],
    "country": [None, "", " ", "a;b", "\n", "x" * 61, 5, [], CYCLE, "\ud800", Chatty("Italy")],
    "ages": [
        *(None, 5, (), (1,) * 7, (1,) * 9, [21] * 8, (True,) * 8, (1.0,) * 8, "12345678"),
        *(CYCLE, [CYCLE] * 8, OneLong([], 8), OneLong([1] * 9, 8), (HUGE,) * 8, range(8)),
    ],
}
WRONG_CLIENTS: dict[str, list[Any]] = {
    "id": [None, True, 1.0, 0, 100, -1, HUGE, [1], CYCLE, Indexed(1)],
    "set": [None, "C", "a", 1, [], CYCLE],
    "type1": [None, "White", "red", [], CYCLE],
    "type2": [None, "Red", "", 5, CYCLE],
    "bonus1": [None, -1, 21, 1.0, True, CYCLE, HUGE],
    "country_bonus": [None, -1, 21, "x", CYCLE],
    "countries": [
        *(None, (), (("France",),) * 3, (("France",),) * 5, [[]] * 4, ((),) * 4),
        *((("France", "France"),) * 4, (("Atlantis",),) * 4, ((None,),) * 4, CYCLE * 4),
        *([CYCLE] * 4, OneLong([], 4), OneLong([["France"]] * 5, 4), [OneLong([], 1)] * 4),
        *([["x"] * 10**5] * 4, (("France;",),) * 4, ("",) * 4, {0: "France"}),
    ],
}


def cases(values: dict[str, list[Any]]) -> pytest.MarkDecorator:
    """A test for each of the wrong values."""
    each = [(name, value) for name, wrong in values.items() for value in wrong]
    names = [f"{name} {i}" for name, wrong in values.items() for i in range(len(wrong))]
    return pytest.mark.parametrize(("name", "value"), each, ids=names)


def check_refused(bottles: Any, clients: Any) -> None:
    """No deck, and an error of a bearable length that can go to another process."""
    with pytest.raises((DeckError, TypeError)) as error:
        WineDeck(bottles, clients)
    assert len(str(error.value)) < 8000
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)


@pytest.mark.parametrize("make", LISTS_OF_NO_BOTTLES.values(), ids=LISTS_OF_NO_BOTTLES.keys())
def test_what_is_no_list_of_72_bottles_makes_no_deck(make: Callable[[], Any]) -> None:
    check_refused(make(), CARDS.clients)


@pytest.mark.parametrize("make", LISTS_OF_NO_CLIENTS.values(), ids=LISTS_OF_NO_CLIENTS.keys())
def test_what_is_no_list_of_clients_makes_no_deck(make: Callable[[], Any]) -> None:
    check_refused(CARDS.bottles, make())


@cases(WRONG_BOTTLES)
def test_a_forged_bottle_makes_no_deck(name: str, value: Any) -> None:
    check_refused([forged(CARDS.bottle(1), **{name: value}), *CARDS.bottles[1:]], CARDS.clients)


@cases(WRONG_CLIENTS)
def test_a_forged_client_makes_no_deck(name: str, value: Any) -> None:
    check_refused(CARDS.bottles, [forged(CARDS.clients[0], **{name: value})])


def test_what_a_list_of_cards_raises_is_raised() -> None:
    with pytest.raises(RuntimeError, match="no more"):
        WineDeck(breaking(CARDS.bottles), CARDS.clients)


def test_values_of_a_deck_are_kept_as_plain_ones() -> None:
    """Lists for tuples."""
    listed = forged(CARDS.bottle(1), ages=list(CARDS.bottle(1).ages))
    columns = forged(CARDS.clients[0], countries=[list(row) for row in CARDS.clients[0].countries])
    deck = WineDeck([listed, *CARDS.bottles[1:]], [columns, *CARDS.clients[1:]])
    assert deck == CARDS
    assert deck.is_standard
    assert type(deck.bottle(1).ages) is tuple
    assert {type(row) for row in deck.clients[0].countries} == {tuple}
    hash(deck.bottle(1))
    hash(deck.clients[0])


def test_a_deck_does_not_change_with_the_lists_that_it_was_made_of() -> None:
    ages = list(CARDS.bottle(1).ages)
    cards: list[Any] = [forged(CARDS.bottle(1), ages=ages), *CARDS.bottles[1:]]
    deck = WineDeck(cards, CARDS.clients)
    before = deck.content_hash, repr(deck)
    ages[0] = 20
    cards.clear()
    assert (deck.content_hash, repr(deck)) == before


class OddDeck(WineDeck):
    """A subclass may say anything of its cards."""


@pytest.mark.parametrize(
    "make",
    [
        lambda: OddDeck(CARDS.bottles, CARDS.clients),
        lambda: "standard",
        lambda: CARDS.content_hash,
        lambda: (CARDS.bottles, CARDS.clients),
        lambda: WineDeck,
        lambda: 5,
    ],
)
def test_a_game_takes_a_deck_only(make: Callable[[], Any]) -> None:
    with pytest.raises(OptionError, match=r"^deck: must be a WineDeck"):
        WineCellar(deck=make())


@pytest.mark.parametrize("new", [WineDeck.__new__, object.__new__], ids=["WineDeck", "object"])
def test_a_deck_that_was_not_made_is_no_deck(new: Callable[[type], Any]) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError)):
        WineCellar(deck=new(WineDeck))


def test_a_deck_cannot_be_changed() -> None:
    deck: Any = WineDeck(CARDS.bottles, CARDS.clients)
    for act in (
        lambda: deck.__init__(CARDS.bottles, CARDS.clients[:8]),
        lambda: setattr(deck, "_bottles", ()),
        lambda: setattr(deck, "note", 1),
        lambda: delattr(deck, "_hash"),
        lambda: setattr(deck.bottle(1), "ages", (20,) * 8),
        lambda: setattr(deck.clients[0], "bonus1", 20),
    ):
        with pytest.raises((AttributeError, TypeError)):
            act()
    assert deck == CARDS


def test_a_damaged_pickle_of_a_deck_is_refused() -> None:
    own = WineDeck(CARDS.bottles, CARDS.clients[:20])
    for data in (pickle.dumps(own), pickle.dumps(WineCellar(deck=own).new_state(1))):
        for old, new in ((b"Italy", b"It;ly"), (b"White", b"Green"), (b"Spain", b"Spa\nn")):
            assert old in data
            with pytest.raises((DeckError, InvalidStateError)):
                pickle.loads(data.replace(old, new))
