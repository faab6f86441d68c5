"""Decks of cards for Wine Cellar, as the texts of their two files.

They are made from fixed seeds, and are awkward on purpose: columns and rows in any order, blanks,
countries that have to be quoted, all values up to the limits, and numbers of clients that make the
clients last or be shuffled anew at different times.
"""

from __future__ import annotations

import csv
import io
import random
from functools import cache

from .wine_cellar_reference import (
    ALL_BOTTLES,
    BOTTLE_COLUMNS,
    CLIENT_COLUMNS,
    DATA,
    Cards,
    Options,
    Row,
    read_cards,
    standard_cards,
    uses_set,
)

# "standard": the shipped files. "copy": the same cards, written in another way. "exact": as few
# clients as there may be. "edge": numbers of clients next to those that matter. "many": 99 clients.
KINDS = ("standard", "exact", "edge", "many")

_TYPES = ["Red", "White", "Rosé", "Sparkling"]
_COUNTRIES = ["France", "Italy", "South Africa", "Côte, d'Or", 'the "Mosel"', "Österreich", "日本"]

# Clients in use of the "edge" decks. Two are dealt to each of n players in each of three games:
# 2n+1, 4n-1, 4n, 6n-1 and 6n are where it changes whether there are enough.
EDGE_CLIENTS = {1: 3, 2: 5, 3: 11, 4: 16, 5: 29, 6: 36, 7: 15, 8: 31}


def _text(rng: random.Random, columns: list[str], rows: list[Row]) -> str:
    """File with columns and rows in any order, and some blanks."""
    columns = rng.sample(columns, len(columns))
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator=rng.choice(["\n", "\r\n"]))
    writer.writerow(columns)
    for row in rng.sample(rows, len(rows)):
        writer.writerow(rng.choice(["{}", " {}", "{}  "]).format(row[name]) for name in columns)
    return file.getvalue()


def _bottles(rng: random.Random) -> list[Row]:
    # Every country is on a bottle; some countries and types are on many.
    countries = _COUNTRIES + rng.choices(_COUNTRIES, range(1, 8), k=ALL_BOTTLES - len(_COUNTRIES))
    rng.shuffle(countries)
    return [
        {
            "number": str(number),
            "wine_type": rng.choices(_TYPES, [4, 1, 2, 2])[0],
            "country": countries[number - 1],
            **{column: str(rng.choice([0, 20, *range(21)])) for column in BOTTLE_COLUMNS[3:]},
        }
        for number in range(1, ALL_BOTTLES + 1)
    ]


def _clients(rng: random.Random, sets: list[str], bonuses: list[int]) -> list[Row]:
    ids = sorted(rng.sample(range(1, 100), len(sets)))
    rows: list[Row] = []
    for client, of_set in zip(ids, sets, strict=True):
        types = rng.sample(_TYPES, 2)
        row = {"id": str(client), "set": of_set, "type1": types[0], "type2": types[1]}
        for column in ("bonus1", "bonus2", "country_bonus"):
            row[column] = str(rng.choice(bonuses))
        for column in CLIENT_COLUMNS[7:]:
            listed = rng.sample(_COUNTRIES, rng.randint(1, len(_COUNTRIES)))
            row[column] = rng.choice([";", " ; "]).join(listed)
        rows.append(row)
    return rows


def made_deck(
    seed: str, sets: list[str], bonuses: list[int], bottles: list[Row] | None = None
) -> tuple[str, str]:
    """Texts of a deck made at random, with a client of each of these sets."""
    rng = random.Random(seed)
    bottle_rows = _bottles(rng) if bottles is None else bottles
    return (
        _text(rng, BOTTLE_COLUMNS, bottle_rows),
        _text(rng, CLIENT_COLUMNS, _clients(rng, sets, bonuses)),
    )


@cache
def deck_texts(kind: str, n: int, sets_matter: bool) -> tuple[str, str]:
    """Texts of the files of bottles and clients of a kind of deck, for so many players."""
    if kind == "standard":
        return (
            (DATA / "wine_cellar_bottles.csv").read_text("utf-8"),
            (DATA / "wine_cellar_clients.csv").read_text("utf-8"),
        )
    if kind == "copy":
        rng, cards = random.Random(kind), standard_cards()
        return (
            _text(rng, BOTTLE_COLUMNS, list(cards.bottles.values())),
            _text(rng, CLIENT_COLUMNS, list(cards.clients.values())),
        )
    rng = random.Random(f"{kind} {n}")
    if kind == "many":
        sets = ["A"] * 4 * n + ["B"] * 6 * n + rng.choices(["A", "B", ""], k=99 - 10 * n)
        return made_deck(kind, rng.sample(sets, 99), [0, 20, *range(21)])
    number = 2 * n if kind == "exact" else EDGE_CLIENTS[n]
    # With sets there are as many of each, and some that no game of this kind uses.
    sets = ["A", "B"] * number + ["", ""] if sets_matter else rng.choices(["A", "B", ""], k=number)
    return made_deck(
        f"{kind} {n}", rng.sample(sets, len(sets)), [0] if kind == "exact" else [0, 1, 5]
    )


def texts_of(options: Options) -> tuple[str, str]:
    """Texts of the deck that options name by its kind."""
    return deck_texts(options["deck"], options["num_players"], uses_set(options))


def cards_of(options: Options) -> Cards:
    """Its cards."""
    return read_cards(*texts_of(options))
