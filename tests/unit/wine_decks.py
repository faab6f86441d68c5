"""Small decks for tests of Wine Cellar: a few cards matter, the others are worth nothing.

A bottle is written `"White France 1 2 3 4 5 6 7 8"`; one number stands for all eight ages. A client
is written `"A Red 6 White 1 3 | France | France, Italy | ..."`, a `-` for the empty set; the last
list of countries stands for the columns that follow too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgames.wine_deck import Bottle, Client, WineDeck

# What fills a deck up: no points, and a client whose bonuses are 0.
BLANK_BOTTLE = "Red Nowhere 0"
BLANK_CLIENT = "Rosé 0 Sparkling 0 0 | Nowhere"


def bottle(number: int, text: str = BLANK_BOTTLE) -> Bottle:
    """A bottle by its text."""
    kind, country, *words = text.split()
    ages = tuple(int(word) for word in words)
    typed: Any = kind
    return Bottle(number, typed, country, ages * 8 if len(ages) == 1 else ages)


def client(number: int, text: str | None = None) -> Client:
    """A client by its text; without one a client that gives no points, of set A up to 15."""
    line = text or f"{'A' if number <= 15 else 'B'} {BLANK_CLIENT}"
    head, *columns = line.split("|")
    group, type1, bonus1, type2, bonus2, country_bonus = head.split()
    lists = [tuple(word.strip() for word in column.split(",")) for column in columns]
    typed: Any = ("" if group == "-" else group, type1, type2)
    return Client(
        number,
        typed[0],
        typed[1],
        int(bonus1),
        typed[2],
        int(bonus2),
        int(country_bonus),
        tuple(lists + lists[-1:] * (4 - len(lists))),
    )


def bottles(given: Mapping[int, str] | None = None) -> list[Bottle]:
    """The 72 bottles of a deck, those that are not given without points."""
    return [bottle(k, (given or {}).get(k, BLANK_BOTTLE)) for k in range(1, 73)]


def clients(given: Mapping[int, str] | None = None, count: int = 30) -> list[Client]:
    """The clients of a deck, ids 1 to `count`, those that are not given without bonuses."""
    return [client(k, (given or {}).get(k)) for k in range(1, count + 1)]


def deck(
    bottle_texts: Mapping[int, str] | None = None,
    client_texts: Mapping[int, str] | None = None,
    count: int = 30,
) -> WineDeck:
    """A deck of which some cards are given."""
    return WineDeck(bottles=bottles(bottle_texts), clients=clients(client_texts, count))


# The first eight prizes of the rulebook's example, as bottles 1 to 8: their ages in the places 1
# to 8 are 6 2 5 7 7 3 4 8; one is Sparkling, three are White, one comes from a preferred country.
EXAMPLE = deck(
    {
        1: "Sparkling Nowhere 6 1 1 1 1 1 1 1",
        2: "White Nowhere 1 2 1 1 1 1 1 1",
        3: "White Nowhere 1 1 5 1 1 1 1 1",
        4: "White Nowhere 1 1 1 7 1 1 1 1",
        5: "Red France 1 1 1 1 7 1 1 1",
        6: "Red Nowhere 1 1 1 1 1 3 1 1",
        7: "Rosé Nowhere 1 1 1 1 1 1 4 1",
        8: "Rosé Nowhere 1 1 1 1 1 1 1 8",
    },
    {1: "A Sparkling 6 White 1 3 | France"},
)
