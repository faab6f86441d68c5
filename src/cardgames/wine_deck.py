"""Decks for Wine Cellar: bottles and clients, from CSV files, from objects, and the stand-in.

The shipped cards are not the publisher's: the rulebook prints no list of them. People who own the
game enter theirs.

>>> deck = WineDeck.standard()
>>> deck.bottle(23).country
'Portugal'
>>> len(deck.bottles), len(deck.clients), str(deck)
(72, 30, 'standard')
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, SupportsIndex, cast

from cardgames.arguments import as_text, checked_int
from cardgames.errors import CardGamesError, shown
from cardgames.positions import items

__all__ = ["WINE_TYPES", "Bottle", "Client", "DeckError", "WineDeck", "WineType"]

WineType = Literal["Red", "White", "Rosé", "Sparkling"]
WINE_TYPES: tuple[WineType, ...] = ("Red", "White", "Rosé", "Sparkling")

_BOTTLES = 72
_AGES = 8
_MOST_POINTS = 20
_MOST_CLIENT = 99
_MOST_WORD = 60  # characters of a country
_MOST_FAULTS = 20  # named in one error
_MOST_TEXT = 1 << 22  # characters of a file: more than those of any deck
_GROUPS = ("1_2", "3_4", "5_6", "7_8")  # numbers of players that share a list of countries

_BOTTLE_COLUMNS = ("number", "wine_type", "country", *(f"age{i}" for i in range(1, _AGES + 1)))
_CLIENT_COLUMNS = (
    "id",
    "set",
    "type1",
    "bonus1",
    "type2",
    "bonus2",
    "country_bonus",
    *(f"countries_{group}" for group in _GROUPS),
)


class DeckError(CardGamesError):
    """A deck is not right; each fault is named by its file (or list), row and column.

    Attributes
    ----------
    faults
        All that was found wrong, in the order of the cards.
    """

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        lines = list(self.faults[:_MOST_FAULTS])
        if len(self.faults) > _MOST_FAULTS:
            lines.append(f"and {len(self.faults) - _MOST_FAULTS} more")
        super().__init__("the deck is not right: " + "; ".join(lines))

    def __reduce__(self) -> tuple[type[DeckError], tuple[tuple[str, ...]]]:
        return DeckError, (self.faults,)


@dataclass(frozen=True, slots=True)
class Bottle:
    """A bottle.

    Attributes
    ----------
    number
        1 to 72: its Bid Value.
    wine_type
        "Red", "White", "Rosé" or "Sparkling".
    country
        Country of origin.
    ages
        Its eight Age Scores, 0 to 20: the i-th counts when it lies i-th from the top.
    """

    number: int
    wine_type: WineType
    country: str
    ages: tuple[int, ...]

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Client:
    """A client.

    Attributes
    ----------
    id
        1 to 99.
    set
        "A", "B" or "": the set of the advanced variant that it belongs to.
    type1, bonus1
        First preferred type, and the points, 0 to 20, for each bottle of it.
    type2, bonus2
        Second preferred type, likewise.
    country_bonus
        Points, 0 to 20, for each bottle from a listed country.
    countries
        Four lists of countries, for 1-2, 3-4, 5-6 and 7-8 players, each in the card's order.
    """

    id: int
    set: Literal["A", "B", ""]
    type1: WineType
    bonus1: int
    type2: WineType
    bonus2: int
    country_bonus: int
    countries: tuple[tuple[str, ...], ...]

    def countries_for(self, num_players: SupportsIndex) -> tuple[str, ...]:
        """The countries that count with so many players, 1 to 8."""
        return self.countries[(checked_int(num_players, "num_players", 1, 8) - 1) // 2]

    def __str__(self) -> str:
        return str(self.id)


class _Rows:
    """The cards of a file or list as rows with their numbers, and what is wrong with them.

    Attributes
    ----------
    where
        From a row and a column to words for the place.
    rows
        Each with its number.
    are_texts
        Whether numbers and lists are given as text, as in a file.
    are_all
        Whether all rows could be read.
    faults
        What was found wrong.
    """

    def __init__(self, where: Callable[[int, str], str], *, are_texts: bool = False) -> None:
        self.where = where
        self.are_texts = are_texts
        self.rows: list[tuple[int, dict[str, object]]] = []
        self.are_all = True
        self.faults: list[str] = []

    def add(self, row: int, column: str, message: str) -> None:
        """Note a fault."""
        self.faults.append(f"{self.where(row, column)}: {message}")

    def key(self, row: int, column: str, value: object, most: int, found: set[int]) -> int:
        """A whole number from 1 that no card had before; 0 after a fault."""
        number = self.number(row, column, value, 1, most)
        if number in found:
            self.add(row, column, f"{number} is there twice")
        elif number:
            found.add(number)
        return number

    def number(self, row: int, column: str, value: object, least: int, most: int) -> int:
        """A whole number; 0 after a fault."""
        number = value
        if type(value) is str and self.are_texts:
            is_short = value.isascii() and value.isdigit() and len(value) <= 4
            number = int(value) if is_short else None
        if type(number) is int and least <= number <= most:
            return number
        self.add(row, column, f"must be a number from {least} to {most}, not {shown(value)}")
        return 0

    def choice(self, row: int, column: str, value: object, allowed: Sequence[str]) -> str:
        """One of some words; the first one after a fault."""
        word = _composed(value)
        if word is not None and word in allowed:
            return word
        words = ", ".join(word or "empty" for word in allowed)
        self.add(row, column, f"must be one of {words}, not {shown(value)}")
        return allowed[0]

    def word(self, row: int, column: str, value: object) -> str:
        """A country; empty after a fault."""
        word = _composed(value) or ""
        if word and len(word) <= _MOST_WORD and word.isprintable() and ";" not in word:
            return word
        self.add(
            row,
            column,
            f"must be a country of 1 to {_MOST_WORD} printable characters without ;, "
            f"not {shown(value)}",
        )
        return ""


def _composed(value: object) -> str | None:
    """A word without blanks around it, its accents composed as in the shipped files.

    None for anything else.
    """
    import unicodedata

    # To compose a text takes time that grows with the square of its marks.
    if type(value) is not str or len(value) > 4 * _MOST_WORD:
        return None
    return unicodedata.normalize("NFC", value.strip())


class WineDeck:
    """72 bottles and their clients: immutable, comparable, hashable.

    Parameters
    ----------
    bottles
        `Bottle`s with the numbers 1 to 72, in any order.
    clients
        `Client`s with ids 1 to 99, in any order.

    Raises
    ------
    TypeError
        Something is no list of bottles or clients.
    DeckError
        The deck is not right; the error names every fault.
    """

    __slots__ = ("_bottles", "_clients", "_hash")

    _bottles: tuple[Bottle, ...]
    _clients: tuple[Client, ...]
    _hash: str

    def __init__(self, bottles: Iterable[Bottle], clients: Iterable[Client]) -> None:
        if hasattr(self, "_hash"):
            raise AttributeError("a deck cannot be changed; make a new one")
        self._set_up(
            _rows_of(bottles, Bottle, "bottles", _BOTTLES + 1, _bottle_row),
            _rows_of(clients, Client, "clients", _MOST_CLIENT + 1, _client_row),
        )

    def _set_up(self, bottles: _Rows, clients: _Rows) -> None:
        """Checks the rows of both files."""
        checked = list(_checked_bottles(bottles))
        # Bottles that could not be read may be from anywhere.
        countries = {bottle.country for bottle in checked} if bottles.are_all else None
        checked_clients = list(_checked_clients(clients, countries))
        if bottles.faults or clients.faults:
            raise DeckError([*bottles.faults, *clients.faults])
        if hasattr(self, "_hash"):  # set up by what was read meanwhile
            raise AttributeError("a deck cannot be changed; make a new one")
        set_attribute = object.__setattr__
        set_attribute(self, "_bottles", tuple(sorted(checked, key=lambda card: card.number)))
        set_attribute(self, "_clients", tuple(sorted(checked_clients, key=lambda card: card.id)))
        import hashlib

        text = self.bottles_csv() + self.clients_csv()
        set_attribute(self, "_hash", hashlib.sha256(text.encode()).hexdigest()[:16])

    @classmethod
    def from_csv(cls, bottles: str | os.PathLike[str], clients: str | os.PathLike[str]) -> WineDeck:
        """A deck from two CSV files; docs/wine_cellar.md has their columns.

        Parameters
        ----------
        bottles, clients
            Paths of the files.

        Raises
        ------
        OSError
            A file cannot be read.
        DeckError
            The deck is not right; the error names every fault by file, row (the header is row 1)
            and column.
        """
        paths = [_path_text(bottles), _path_text(clients)]
        names = [os.path.basename(path) for path in paths]
        if names[0] == names[1]:
            names = paths
        # A file may have any name; shown on one line, it cannot pass for a part of the message.
        names = [name if name.isprintable() else shown(name) for name in names]
        deck = cls.__new__(cls)
        deck._set_up(
            _parsed(_read(paths[0], names[0]), names[0], _BOTTLE_COLUMNS, _BOTTLES),
            _parsed(_read(paths[1], names[1]), names[1], _CLIENT_COLUMNS, _MOST_CLIENT),
        )
        return deck

    @classmethod
    def from_csv_text(cls, bottles: str, clients: str) -> WineDeck:
        """A deck from the text of two CSV files, as `bottles_csv` and `clients_csv` give it.

        Raises
        ------
        TypeError
            Something is no str.
        DeckError
            The deck is not right; the error names every fault by file, row and column.
        """
        deck = cls.__new__(cls)
        deck._set_up(
            _parsed(_checked_text(bottles, "bottles"), "bottles", _BOTTLE_COLUMNS, _BOTTLES),
            _parsed(_checked_text(clients, "clients"), "clients", _CLIENT_COLUMNS, _MOST_CLIENT),
        )
        return deck

    @staticmethod
    def standard() -> WineDeck:
        """The shipped stand-in deck, the same object each time."""
        return _standard()

    @property
    def bottles(self) -> tuple[Bottle, ...]:
        """The 72 bottles by number."""
        return self._bottles

    @property
    def clients(self) -> tuple[Client, ...]:
        """The clients by id."""
        return self._clients

    def bottle(self, number: SupportsIndex) -> Bottle:
        """The bottle of a number, 1 to 72."""
        return self._bottles[checked_int(number, "bottle", 1, _BOTTLES) - 1]

    def client(self, number: SupportsIndex) -> Client:
        """The client of an id."""
        wanted = checked_int(number, "client", 1, _MOST_CLIENT)
        for client in self._clients:
            if client.id == wanted:
                return client
        raise CardGamesError(f"no client of the deck has the id {wanted}")

    @property
    def content_hash(self) -> str:
        """16 hex digits of SHA-256 over both files as the library writes them."""
        return self._hash

    @property
    def is_standard(self) -> bool:
        """Whether it is the shipped deck, or has the same cards."""
        return self == _standard()

    def bottles_csv(self) -> str:
        """The bottles as a CSV file."""
        return _written(_BOTTLE_COLUMNS, (_bottle_row(bottle) for bottle in self._bottles))

    def clients_csv(self) -> str:
        """The clients as a CSV file."""
        return _written(_CLIENT_COLUMNS, (_client_row(client) for client in self._clients))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WineDeck):
            return NotImplemented
        return self._bottles == other._bottles and self._clients == other._clients

    def __hash__(self) -> int:
        return hash(self._hash)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a deck cannot be changed; make a new one to change {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a deck cannot be changed")

    def __copy__(self) -> WineDeck:
        return self

    def __deepcopy__(self, memo: object) -> WineDeck:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        if self.is_standard:
            return _standard, ()
        return WineDeck, (self._bottles, self._clients)

    def __str__(self) -> str:
        """ "standard" or the content hash."""
        return "standard" if self.is_standard else self._hash

    def __repr__(self) -> str:
        if self.is_standard:
            return "WineDeck.standard()"
        return f"WineDeck(bottles={list(self._bottles)!r}, clients={list(self._clients)!r})"


@cache
def _standard() -> WineDeck:
    folder = os.path.join(os.path.dirname(__file__), "data")
    names = ("wine_cellar_bottles.csv", "wine_cellar_clients.csv")
    return WineDeck.from_csv(*(os.path.join(folder, name) for name in names))


# --- Reading and writing files ---


def _path_text(path: str | os.PathLike[str]) -> str:
    text: object = path if isinstance(path, str) or not hasattr(path, "__fspath__") else None
    if text is None:
        text = os.fspath(path)
    if not isinstance(text, str):
        raise TypeError(f"a path must be a str or a path, not {type(path).__name__}")
    return str.__str__(text)


def _read(path: str, name: str) -> str:
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            text = file.read(_MOST_TEXT + 1)
    except UnicodeDecodeError:
        raise DeckError([f"{name}: is no UTF-8 text"]) from None
    except ValueError:
        raise DeckError([f"{name}: is no name of a file"]) from None
    return _checked_text(text, name)


def _checked_text(text: object, name: str) -> str:
    """A text that is not too long."""
    plain = as_text(text, name)
    if len(plain) > _MOST_TEXT:
        raise DeckError([f"{name}: is longer than {_MOST_TEXT} characters"])
    return plain


def _parsed(text: str, name: str, columns: Sequence[str], most: int) -> _Rows:
    """The rows of a CSV file with the numbers of the lines that they begin in."""
    found = _Rows(lambda row, column: f"{name}, row {row}, column {column}", are_texts=True)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    header: list[str] | None = None
    begin = 1
    try:
        for fields in reader:
            row, begin = begin, reader.line_num + 1
            stripped = [field.strip() for field in fields]
            if not any(stripped):
                continue
            if header is None:
                header = stripped
                _check_header(found, row, header, columns)
                if found.faults:
                    found.are_all = False
                    return found
            elif len(found.rows) + len(found.faults) > most:
                found.add(row, columns[0], f"the file has more than {most} cards")
                found.are_all = False
                return found
            else:
                _add_row(found, row, header, stripped)
    except csv.Error as error:
        found.faults.append(f"{name}, row {begin}: is no CSV ({error})")
        found.are_all = False
    if header is None:
        found.faults.append(f"{name}: has no header; it must be {','.join(columns)}")
        found.are_all = False
    return found


def _check_header(found: _Rows, row: int, header: Sequence[str], columns: Sequence[str]) -> None:
    if len(header) == 1 and (";" in header[0] or "\t" in header[0]):
        found.add(row, columns[0], "columns must be separated by commas")
        return
    for column in columns:
        if header.count(column) != 1:
            how = "is missing" if column not in header else "is there more than once"
            found.add(row, column, how)
    for column in dict.fromkeys(header):
        if column not in columns:
            found.add(row, shown(column), "is unknown")


def _add_row(found: _Rows, row: int, header: Sequence[str], fields: Sequence[str]) -> None:
    """A row of the file, if it has a field for each column."""
    count = len(fields)
    if count == len(header):
        found.rows.append((row, dict(zip(header, fields, strict=True))))
        return
    found.are_all = False
    column = header[min(count, len(header) - 1)]
    found.add(row, column, f"the row has {count} fields, not {len(header)}")


def _written(columns: Sequence[str], rows: Iterable[dict[str, object]]) -> str:
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {
            column: ";".join(cast("Sequence[str]", value)) if isinstance(value, tuple) else value
            for column, value in row.items()
        }
        for row in rows
    )
    return file.getvalue()


# --- Cards as rows ---


def _rows_of(
    cards: object,
    kind: type[Bottle] | type[Client],
    name: str,
    most: int,
    row_of: Callable[..., dict[str, object]],
) -> _Rows:
    """Cards given as objects, as rows with their places in the list."""
    if isinstance(cards, str | bytes) or not isinstance(cards, Iterable):
        raise TypeError(f"{name} must be a list of {kind.__name__}, not {type(cards).__name__}")
    found = _Rows(lambda row, column: f"{name}[{row}].{column}")
    for place, card in enumerate(cast("Iterable[object]", cards)):
        if type(card) is not kind:
            raise TypeError(f"{name}[{place}] must be a {kind.__name__}, not {type(card).__name__}")
        if place >= most:
            raise DeckError([f"{name}: has more than {most - 1} entries"])
        found.rows.append((place, row_of(card)))
    return found


def _bottle_row(bottle: Bottle) -> dict[str, object]:
    row = _fields(bottle, ("number", "wine_type", "country"))
    ages = _tuple(getattr(bottle, "ages", None), _AGES)
    return row | {f"age{i + 1}": age for i, age in enumerate(ages)}


def _client_row(client: Client) -> dict[str, object]:
    row = _fields(client, ("id", "set", "type1", "bonus1", "type2", "bonus2", "country_bonus"))
    lists = _tuple(getattr(client, "countries", None), len(_GROUPS))
    return row | {f"countries_{group}": lists[i] for i, group in enumerate(_GROUPS)}


def _fields(card: object, names: Sequence[str]) -> dict[str, object]:
    """The fields of a card; None, which is refused, for one that was never set."""
    return {name: getattr(card, name, None) for name in names}


def _tuple(value: object, size: int) -> tuple[object, ...]:
    """A tuple or list of a certain size; for anything else values that are refused."""
    entries = items(value)
    return (None,) * size if entries is None or len(entries) != size else tuple(entries)


# --- Checks ---


def _checked_bottles(bottles: _Rows) -> Iterator[Bottle]:
    found: set[int] = set()
    for row, fields in bottles.rows:
        yield Bottle(
            bottles.key(row, "number", fields["number"], _BOTTLES, found),
            cast("WineType", bottles.choice(row, "wine_type", fields["wine_type"], WINE_TYPES)),
            bottles.word(row, "country", fields["country"]),
            tuple(
                bottles.number(row, column, fields[column], 0, _MOST_POINTS)
                for column in _BOTTLE_COLUMNS[3:]
            ),
        )
    if bottles.are_all:
        for number in sorted(set(range(1, _BOTTLES + 1)) - found):
            # It is missing after the last row, if there is any.
            last = bottles.rows[-1][0] if bottles.rows else 0
            bottles.add(last, "number", f"bottle {number} is missing")


def _checked_clients(clients: _Rows, countries: set[str] | None) -> Iterator[Client]:
    found: set[int] = set()
    for row, fields in clients.rows:
        number = clients.key(row, "id", fields["id"], _MOST_CLIENT, found)
        types = [clients.choice(row, name, fields[name], WINE_TYPES) for name in ("type1", "type2")]
        if types[0] == types[1]:
            clients.add(row, "type2", f"must differ from type1, {types[0]}")
        bonuses = [
            clients.number(row, name, fields[name], 0, _MOST_POINTS)
            for name in ("bonus1", "bonus2", "country_bonus")
        ]
        yield Client(
            number,
            cast(
                "Literal['A', 'B', '']", clients.choice(row, "set", fields["set"], ("A", "B", ""))
            ),
            cast("WineType", types[0]),
            bonuses[0],
            cast("WineType", types[1]),
            bonuses[1],
            bonuses[2],
            tuple(
                _checked_countries(row, column, fields[column], countries, clients)
                for column in _CLIENT_COLUMNS[7:]
            ),
        )


def _checked_countries(
    row: int, column: str, value: object, countries: set[str] | None, clients: _Rows
) -> tuple[str, ...]:
    """The countries of a column: text with semicolons, or a tuple or list."""
    words: list[object] = items(value) or []
    if type(value) is str and clients.are_texts:
        words = list(value.split(";"))
    if not words or len(words) > _BOTTLES:
        clients.add(row, column, f"must list at least one country, not {shown(value)}")
        return ()
    result = [clients.word(row, column, word) for word in words]
    for i, word in enumerate(result):
        if word and word in result[:i]:
            clients.add(row, column, f"{shown(word)} is there twice")
        if word and countries is not None and word not in countries:
            clients.add(row, column, f"no bottle is from {shown(word)}")
    return tuple(result)
