"""Decks of Wine Cellar that are not right: every fault is named by file, row and column."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardgames.wine_deck import Bottle, Client, DeckError, WineDeck

from .test_wine_deck import BOTTLE_HEADER, CLIENT_HEADER, written
from .wine_decks import bottles, client, clients, deck

B, C = "bottles.csv", "clients.csv"

# Eight clients; bottle k is in row k + 1 of its file, client k too.
DECK = deck({1: "White France 1 2 3 4 5 6 7 8"}, {1: "A Red 6 White 1 3 | France, Nowhere"}, 8)


def faults_of(folder: Path, bottle_lines: list[str], client_lines: list[str]) -> tuple[str, ...]:
    """The faults of a deck in files."""
    paths = folder / B, folder / C
    for path, lines in zip(paths, (bottle_lines, client_lines), strict=True):
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with pytest.raises(DeckError) as error:
        WineDeck.from_csv(*paths)
    assert all(fault in str(error.value) for fault in error.value.faults[:20])
    assert "\n" not in str(error.value)
    return error.value.faults


def lines_of(one: WineDeck = DECK) -> tuple[list[str], list[str]]:
    """The lines of the files of a deck; line i is row i + 1."""
    return one.bottles_csv().splitlines(), one.clients_csv().splitlines()


def with_field(line: str, column: int, value: str) -> str:
    fields = line.split(",")
    fields[column] = value
    return ",".join(fields)


# --- One field is wrong ---

BOTTLE_COLUMNS: list[str] = [*BOTTLE_HEADER.split(",")]
CLIENT_COLUMNS: list[str] = [*CLIENT_HEADER.split(",")]
NO_POINTS = ("", "-1", "21", "x", "1.0", "1e1", "+3", "٣", "3 3", "9" * 50)
NO_TYPES = ("", "red", "Rose", "Blue", "Red White", "Rosé;Red")
BAD_BOTTLES = [
    *(("number", value) for value in ("", "0", "73", "-1", "x", "5.0", "2x")),
    *(("wine_type", value) for value in NO_TYPES),
    *(("country", value) for value in ("", " ", "France;Spain", "x" * 1000, "Fr\x01ance")),
    *((f"age{age}", value) for age in (1, 4, 8) for value in NO_POINTS),
]
BAD_CLIENTS = [
    *(("id", value) for value in ("", "0", "100", "-1", "x", "1.5")),
    *(("set", value) for value in ("C", "a", "AB", "0")),
    *((name, value) for name in ("type1", "type2") for value in NO_TYPES),
    *((f"bonus{k}", value) for k in (1, 2) for value in NO_POINTS),
    *(("country_bonus", value) for value in NO_POINTS),
    *(
        (f"countries_{group}", value)
        for group in ("1_2", "3_4", "5_6", "7_8")
        for value in (
            "",
            ";",
            "France;",
            ";France",
            "France;;Nowhere",
            "France;France",
            "France; France",
            "Spain",
            "france",
            "France;Spain",
        )
    ),
]


@pytest.mark.parametrize(("column", "value"), BAD_BOTTLES, ids=repr)
def test_a_field_of_a_bottle_is_wrong(column: str, value: str, tmp_path: Path) -> None:
    """Page: numbers 1..72 each once, ages 0..20, the four types; named by file, row and column."""
    cards, people = lines_of()
    cards[5] = with_field(cards[5], BOTTLE_COLUMNS.index(column), value)
    found = faults_of(tmp_path, cards, people)
    assert found[0].startswith(f"{B}, row 6, column {column}: ")
    # A bottle without a number is missing as well; nothing else is wrong.
    rest = [fault for fault in found[1:] if "bottle 5 is missing" not in fault]
    assert not rest
    assert (len(found) == 2) == (column == "number")


@pytest.mark.parametrize(("column", "value"), BAD_CLIENTS, ids=repr)
def test_a_field_of_a_client_is_wrong(column: str, value: str, tmp_path: Path) -> None:
    """Page: ids 1..99, sets, types, bonuses 0..20, countries: one, none twice, on bottles."""
    cards, people = lines_of()
    people[1] = with_field(people[1], CLIENT_COLUMNS.index(column), value)
    found = faults_of(tmp_path, cards, people)
    assert found
    for fault in found:
        assert fault.startswith(f"{C}, row 2, column {column}: ")


def test_both_types_are_equal(tmp_path: Path) -> None:
    """Page: two different types."""
    cards, people = lines_of()
    people[3] = with_field(people[3], CLIENT_COLUMNS.index("type2"), "Rosé")
    assert [f.split(":")[0] for f in faults_of(tmp_path, cards, people)] == [
        f"{C}, row 4, column type2"
    ]


def test_a_number_twice_and_another_missing(tmp_path: Path) -> None:
    """Page: numbers 1..72 each once."""
    cards, people = lines_of()
    cards[72] = with_field(cards[72], 0, "7")
    found = faults_of(tmp_path, cards, people)
    assert found[0] == f"{B}, row 73, column number: 7 is there twice"
    assert len(found) == 2
    assert found[1].startswith(B)
    assert "72" in found[1]
    assert "missing" in found[1]


def test_a_bottle_is_missing(tmp_path: Path) -> None:
    cards, people = lines_of()
    del cards[40]
    found = faults_of(tmp_path, cards, people)
    assert len(found) == 1
    assert found[0].startswith(B)
    assert "column number" in found[0]
    assert "bottle 40 is missing" in found[0]


def test_73_bottles(tmp_path: Path) -> None:
    cards, people = lines_of()
    cards.append(cards[1])
    assert faults_of(tmp_path, cards, people) == (f"{B}, row 74, column number: 1 is there twice",)


def test_an_id_twice(tmp_path: Path) -> None:
    """Page: client ids unique in 1..99."""
    cards, people = lines_of()
    people[8] = with_field(people[8], 0, "3")
    assert faults_of(tmp_path, cards, people) == (f"{C}, row 9, column id: 3 is there twice",)


def test_a_country_that_is_on_bottles_out_of_play_will_do() -> None:
    """Page: all of them on bottles, of the deck."""
    assert deck({72: "Red Far 0"}, {1: "A Red 1 White 1 1 | Far"}).clients[0].countries[0] == (
        "Far",
    )


# --- The form of a file ---


@pytest.mark.parametrize("column", BOTTLE_COLUMNS)
def test_a_column_of_bottles_is_missing(column: str, tmp_path: Path) -> None:
    """Page: header needed."""
    cards, people = lines_of()
    place = BOTTLE_COLUMNS.index(column)
    cards = [",".join(f for i, f in enumerate(line.split(",")) if i != place) for line in cards]
    found = faults_of(tmp_path, cards, people)
    assert found == (f"{B}, row 1, column {column}: is missing",)


@pytest.mark.parametrize("column", CLIENT_COLUMNS)
def test_a_column_of_clients_is_missing(column: str, tmp_path: Path) -> None:
    cards, people = lines_of()
    place = CLIENT_COLUMNS.index(column)
    people = [",".join(f for i, f in enumerate(line.split(",")) if i != place) for line in people]
    assert faults_of(tmp_path, cards, people) == (f"{C}, row 1, column {column}: is missing",)


def test_an_unknown_column(tmp_path: Path) -> None:
    cards, people = lines_of()
    people = [people[0] + ",note", *(f"{line},x" for line in people[1:])]
    found = faults_of(tmp_path, cards, people)
    assert len(found) == 1
    assert found[0].startswith(f"{C}, row 1, column ")
    assert "note" in found[0]


def test_a_column_twice(tmp_path: Path) -> None:
    cards, people = lines_of()
    cards = [cards[0] + ",age1", *(f"{line},3" for line in cards[1:])]
    found = faults_of(tmp_path, cards, people)
    assert len(found) == 1
    assert found[0].startswith(f"{B}, row 1, column age1: ")


def test_no_header(tmp_path: Path) -> None:
    """Page: header needed; without it the first row is no header."""
    cards, people = lines_of()
    found = faults_of(tmp_path, cards[1:], people)
    assert all(fault.startswith(f"{B}, row 1, column ") for fault in found)
    for column in BOTTLE_COLUMNS:
        assert f"{B}, row 1, column {column}: is missing" in found


def test_empty_files(tmp_path: Path) -> None:
    found = faults_of(tmp_path, [], [])
    assert len(found) == 2
    assert found[0].startswith(B)
    assert found[1].startswith(C)
    assert BOTTLE_HEADER in found[0]
    assert CLIENT_HEADER in found[1]


def test_a_header_only(tmp_path: Path) -> None:
    cards, people = lines_of()
    found = faults_of(tmp_path, cards[:1], people)
    assert len(found) > 71
    assert all(fault.startswith((B, C)) for fault in found)


def _with_comma(line: str) -> str:
    return line + ","


def _with_field(line: str) -> str:
    return line + ",7"


def _without_field(line: str) -> str:
    return line.rsplit(",", 1)[0]


@pytest.mark.parametrize("edit", [_with_comma, _with_field, _without_field])
def test_a_wrong_number_of_fields(edit: Callable[[str], str], tmp_path: Path) -> None:
    cards, people = lines_of()
    people[2] = edit(people[2])
    found = faults_of(tmp_path, cards, people)
    assert found[0].startswith(f"{C}, row 3")
    cards, people = lines_of()
    cards[10] = edit(cards[10])
    found = faults_of(tmp_path, cards, people)
    assert found[0].startswith(f"{B}, row 11")


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("codec", ["latin-1", "utf-16"])
def test_a_file_that_is_not_utf_8(which: int, codec: str, tmp_path: Path) -> None:
    """Page, CSV: UTF-8."""
    paths = written(tmp_path, DECK)
    spoilt = paths[which]
    spoilt.write_bytes(spoilt.read_text("utf-8").replace("Red", "Rosé").encode(codec))
    with pytest.raises(DeckError, match="UTF-8") as error:
        WineDeck.from_csv(*paths)
    assert error.value.faults[0].startswith((B, C)[which])


def test_rows_are_counted_as_lines_of_the_file(tmp_path: Path) -> None:
    """The row is the one that an editor shows, empty lines and all."""
    cards, people = lines_of()
    people[2] = with_field(people[2], 0, "x")
    people.insert(1, "")
    assert faults_of(tmp_path, cards, people)[0].startswith(f"{C}, row 4, column id: ")


def test_an_open_quote_and_a_zero_byte_are_faults(tmp_path: Path) -> None:
    for bad in ('"Fr', "Fr\x00"):
        cards, people = lines_of()
        cards[72] = with_field(cards[72], 2, bad)
        found = faults_of(tmp_path, cards, people)
        assert found
        assert all(fault.startswith(B) for fault in found)


def test_several_faults_at_once(tmp_path: Path) -> None:
    """Page: every fault is named."""
    cards, people = lines_of()
    cards[3] = with_field(with_field(cards[3], 1, "Blue"), 10, "21")
    cards[9] = with_field(cards[9], 3, "")
    people[2] = with_field(with_field(people[2], 3, "x"), 7, "Spain")
    people[5] = with_field(people[5], 0, "1")
    found = faults_of(tmp_path, cards, people)
    assert [fault.split(":")[0] for fault in found] == [
        f"{B}, row 4, column wine_type",
        f"{B}, row 4, column age8",
        f"{B}, row 10, column age1",
        f"{C}, row 3, column bonus1",
        f"{C}, row 3, column countries_1_2",
        f"{C}, row 6, column id",
    ]


def test_faults_of_both_headers_are_named(tmp_path: Path) -> None:
    cards, people = lines_of()
    cards[0] = cards[0].replace("age8", "age9")
    people[0] = people[0].replace("set", "sort")
    found = " ".join(faults_of(tmp_path, cards, people))
    for words in (f"{B}, row 1, column age8", "age9", f"{C}, row 1, column set", "sort"):
        assert words in found


def test_very_many_faults_make_a_message_of_bearable_length(tmp_path: Path) -> None:
    cards, people = lines_of()
    cards = [cards[0], *(with_field(line, 4, "x" * 500) for line in cards[1:])]
    paths = tmp_path / B, tmp_path / C
    paths[0].write_text("\n".join(cards), encoding="utf-8")
    paths[1].write_text("\n".join(people), encoding="utf-8")
    with pytest.raises(DeckError) as error:
        WineDeck.from_csv(*paths)
    assert len(error.value.faults) == 72
    assert len(str(error.value)) < 4000


# --- Objects ---

TOO_ODD: tuple[Any, ...] = (None, -1, 21, 1.0, True, [1], 10**30)
GOOD = Bottle(5, "Red", "Nowhere", (0,) * 8)
GOOD_CLIENT = client(2, "A Red 6 White 1 3 | Nowhere")


@pytest.mark.parametrize(
    ("changes", "column"),
    [
        *(({"number": value}, "number") for value in (0, 73, None, 5.0, True, "x")),
        *(({"wine_type": value}, "wine_type") for value in ("Blue", "", None, 1, ["Red"])),
        *(({"country": value}, "country") for value in ("", " ", "A;B", None, 1, ["A"])),
        *(({"ages": (0,) * 7 + (value,)}, "age8") for value in TOO_ODD),
        *(({"ages": value}, "age1") for value in ((0,) * 7, (0,) * 9, None, 3, "00000000", ())),
    ],
)
def test_an_odd_bottle_is_named_by_its_place(changes: dict[str, Any], column: str) -> None:
    values = {name: getattr(GOOD, name) for name in Bottle.__dataclass_fields__}
    cards = bottles()
    cards[4] = Bottle(**(values | changes))
    with pytest.raises(DeckError) as error:
        WineDeck(bottles=cards, clients=clients())
    assert error.value.faults[0].startswith(f"bottles[4].{column}: ")


@pytest.mark.parametrize(
    ("changes", "column"),
    [
        *(({"id": value}, "id") for value in (0, 100, None, 1.0, True, "x", 1)),
        *(({"set": value}, "set") for value in ("C", None, 1)),
        *(({"type1": value}, "type1") for value in ("Blue", "", None)),
        ({"type2": "Red"}, "type2"),
        *((({name: value}), name) for name in ("bonus1", "bonus2") for value in TOO_ODD),
        *(({"country_bonus": value}, "country_bonus") for value in TOO_ODD),
        ({"countries": (("Nowhere",),) * 3}, "countries_"),
        ({"countries": None}, "countries_"),
        ({"countries": ((), *(("Nowhere",),) * 3)}, "countries_1_2"),
        ({"countries": (*(("Nowhere",),) * 3, ())}, "countries_7_8"),
        ({"countries": (*(("Nowhere",),) * 3, ("Nowhere", "Nowhere"))}, "countries_7_8"),
        ({"countries": (*(("Nowhere",),) * 2, ("Spain",), ("Nowhere",))}, "countries_5_6"),
        ({"countries": (("Nowhere",), (1,), ("Nowhere",), ("Nowhere",))}, "countries_3_4"),
    ],
)
def test_an_odd_client_is_named_by_its_place(changes: dict[str, Any], column: str) -> None:
    values = {name: getattr(GOOD_CLIENT, name) for name in Client.__dataclass_fields__}
    people = clients()
    people[1] = Client(**(values | changes))
    with pytest.raises(DeckError) as error:
        WineDeck(bottles=bottles(), clients=people)
    assert error.value.faults[0].startswith(f"clients[1].{column}")


@pytest.mark.parametrize("count", [0, 71, 73])
def test_another_number_of_bottles(count: int) -> None:
    """Page: numbers 1..72 each once."""
    cards = (bottles() * 2)[:count]
    with pytest.raises(DeckError, match="bottle"):
        WineDeck(bottles=cards, clients=clients())


def test_endless_cards_do_not_hang() -> None:
    """API, errors: no input may hang."""

    def endless() -> Any:
        while True:
            yield GOOD

    with pytest.raises(DeckError):
        WineDeck(bottles=endless(), clients=clients())
    with pytest.raises((DeckError, TypeError)):
        WineDeck(bottles=bottles(), clients=endless())


# --- Faults of several kinds at once ---


def test_a_row_of_the_wrong_length_hides_no_other_fault(tmp_path: Path) -> None:
    """Page: every fault is named by file, row and column."""
    bottle_lines, client_lines = lines_of()
    bottle_lines[3] = bottle_lines[3].rpartition(",")[0]
    bottle_lines[5] = with_field(bottle_lines[5], 1, "Purple")
    bottle_lines[7] += ",9"
    client_lines[2] = with_field(client_lines[2], 1, "Q")
    assert [
        fault.partition(": ")[0] for fault in faults_of(tmp_path, bottle_lines, client_lines)
    ] == [
        f"{B}, row 4, column age8",
        f"{B}, row 8, column age8",
        f"{B}, row 6, column wine_type",
        f"{C}, row 3, column set",
    ]


def test_a_wrong_header_of_one_file_hides_no_fault_of_the_other(tmp_path: Path) -> None:
    """Page: every fault is named; what cannot be compared (countries on bottles) is not."""
    bottle_lines, client_lines = lines_of()
    bottle_lines[0] = bottle_lines[0].replace("country", "land")
    client_lines[2] = with_field(client_lines[2], 3, "21")
    assert [
        fault.partition(": ")[0] for fault in faults_of(tmp_path, bottle_lines, client_lines)
    ] == [
        f"{B}, row 1, column country",
        f"{B}, row 1, column 'land'",
        f"{C}, row 3, column bonus1",
    ]


def test_a_row_is_named_by_the_line_where_it_begins(tmp_path: Path) -> None:
    bottle_lines, client_lines = lines_of()
    bottle_lines[2] = with_field(bottle_lines[2], 1, '"Re\nd"')
    bottle_lines[3] = with_field(bottle_lines[3], 1, "Purple")
    assert [
        fault.partition(": ")[0] for fault in faults_of(tmp_path, bottle_lines, client_lines)
    ] == [
        f"{B}, row 3, column wine_type",
        f"{B}, row 5, column wine_type",  # the line break made it one lower
    ]


@pytest.mark.parametrize("separator", [";", "\t"])
def test_other_separators_are_told_apart(tmp_path: Path, separator: str) -> None:
    """What spreadsheets of some languages write."""
    bottle_lines, client_lines = lines_of()
    bottle_lines = [line.replace(",", separator) for line in bottle_lines]
    assert faults_of(tmp_path, bottle_lines, client_lines) == (
        f"{B}, row 1, column number: columns must be separated by commas",
    )


def test_a_country_of_very_many_marks_is_refused_at_once(tmp_path: Path) -> None:
    """To compose such a text takes minutes, which nothing can interrupt."""
    marks = "a" + "\u0301" * 50_000 + "\u0316" * 50_000
    bottle_lines, client_lines = lines_of()
    bottle_lines[1] = with_field(bottle_lines[1], 2, marks)
    before = time.monotonic()
    (fault, *_) = faults_of(tmp_path, bottle_lines, client_lines)
    assert fault.startswith(f"{B}, row 2, column country: must be a country of 1 to 60 printable")
    assert time.monotonic() - before < 5


def test_a_file_of_very_many_rows_is_not_read_to_its_end(tmp_path: Path) -> None:
    bottle_lines, client_lines = lines_of()
    faults = faults_of(tmp_path, [bottle_lines[0], *["x"] * 200_000], client_lines)
    assert faults[-1].endswith("the file has more than 72 cards")
    assert len(faults) < 80


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    paths = tmp_path / "bottles" / "d.csv", tmp_path / "clients" / "d.csv"
    for path, lines in zip(paths, lines_of(), strict=True):
        path.parent.mkdir()
        path.write_text("\n".join(lines).replace("Red", "Blue"), encoding="utf-8")
    with pytest.raises(DeckError) as error:
        WineDeck.from_csv(*paths)
    for path in paths:
        assert any(fault.startswith(f"{path}, row ") for fault in error.value.faults)


def test_the_name_of_a_file_cannot_pass_for_a_message(tmp_path: Path) -> None:
    path = tmp_path / "a\n\x1b[31mb.csv"
    path.write_text("", encoding="utf-8")
    with pytest.raises(DeckError) as error:
        WineDeck.from_csv(path, path)
    assert str(error.value).isprintable()


def test_text_is_no_number_in_an_object() -> None:
    """Only files hold all as text."""
    wrong = [Bottle("1", "Red", "Nowhere", (1,) * 8), *DECK.bottles[1:]]  # type: ignore[arg-type]
    with pytest.raises(DeckError, match="must be a number from 1 to 72, not '1'"):
        WineDeck(wrong, DECK.clients)
