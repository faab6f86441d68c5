"""Decks of Wine Cellar: the stand-in deck, decks of objects, files both ways, hash and equality."""

from __future__ import annotations

import copy
import csv
import hashlib
import io
import pickle
from pathlib import Path
from typing import Any

import pytest

from cardgames import CardGamesError
from cardgames.wine_deck import WINE_TYPES, Bottle, Client, DeckError, WineDeck

from .wine_decks import EXAMPLE, bottle, bottles, client, clients, deck

BOTTLE_HEADER = "number,wine_type,country,age1,age2,age3,age4,age5,age6,age7,age8"
CLIENT_HEADER = (
    "id,set,type1,bonus1,type2,bonus2,country_bonus,"
    "countries_1_2,countries_3_4,countries_5_6,countries_7_8"
)
DATA = Path(__file__).parents[2] / "src" / "cardgames" / "data"


def written(folder: Path, of: WineDeck) -> tuple[Path, Path]:
    """The files of a deck."""
    paths = folder / "bottles.csv", folder / "clients.csv"
    paths[0].write_text(of.bottles_csv(), encoding="utf-8", newline="")
    paths[1].write_text(of.clients_csv(), encoding="utf-8", newline="")
    return paths


# --- The stand-in deck ---


def test_the_standard_deck() -> None:
    """Page: 72 bottles, whose number is their Bid Value, and 30 clients, sets A and B."""
    standard = WineDeck.standard()
    assert [b.number for b in standard.bottles] == list(range(1, 73))
    assert [c.id for c in standard.clients] == list(range(1, 31))
    assert {c.set for c in standard.clients} == {"A", "B"}
    assert standard.is_standard
    assert str(standard) == "standard"
    assert WineDeck.standard() is standard


def test_cards_of_the_standard_deck() -> None:
    """The shipped files, lines 24 and 13 of bottles and 6 of clients."""
    standard = WineDeck.standard()
    assert standard.bottle(23) == Bottle(23, "Rosé", "Portugal", (8, 7, 6, 5, 3, 4, 2, 1))
    assert standard.bottle(12) == Bottle(12, "Red", "USA", (2, 1, 5, 7, 3, 6, 4, 8))
    assert standard.clients[4] == Client(
        id=5,
        set="A",
        type1="Red",
        bonus1=5,
        type2="White",
        bonus2=3,
        country_bonus=3,
        countries=(
            ("France",),
            ("France", "Germany"),
            ("France", "Germany", "South Africa"),
            ("France", "Germany", "South Africa", "New Zealand"),
        ),
    )


@pytest.mark.parametrize("number", [0, 73, -1, 10**30])
def test_bottles_that_do_not_exist(number: int) -> None:
    with pytest.raises(CardGamesError, match="1 to 72"):
        WineDeck.standard().bottle(number)


@pytest.mark.parametrize("number", ["1", None, True, 1.0], ids=repr)
def test_what_is_no_number_of_a_bottle_or_of_players(number: Any) -> None:
    with pytest.raises(TypeError, match="bottle must be an int"):
        WineDeck.standard().bottle(number)
    with pytest.raises(TypeError, match="num_players must be an int"):
        WineDeck.standard().clients[0].countries_for(number)


@pytest.mark.parametrize("number", [0, -1, -7, 9])
def test_countries_are_told_for_one_to_eight_players(number: int) -> None:
    with pytest.raises(CardGamesError, match="num_players must be from 1 to 8"):
        WineDeck.standard().clients[0].countries_for(number)


def test_the_types_are_the_four_of_the_rulebook() -> None:
    """Rulebook, wine bottle cards: Rosé, Red, Sparkling, White."""
    assert sorted(WINE_TYPES) == ["Red", "Rosé", "Sparkling", "White"]


@pytest.mark.parametrize(
    ("players", "column"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3)]
)
def test_the_column_of_countries_by_the_number_of_players(players: int, column: int) -> None:
    """Page: countries_1_2, 3_4, 5_6, 7_8; the column is chosen by the number of players."""
    card = client(1, "A Red 1 White 1 1 | One | Two, Three | Four | Five, Six")
    assert (
        card.countries_for(players)
        == (("One",), ("Two", "Three"), ("Four",), ("Five", "Six"))[column]
    )


# --- Content hash ---


def test_the_hash_is_of_both_files_as_the_library_writes_them() -> None:
    """Page: first 16 hex digits of SHA-256 over both files, bottles by number, clients by id."""
    for one in (WineDeck.standard(), EXAMPLE):
        text = one.bottles_csv() + one.clients_csv()
        assert one.content_hash == hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]
        assert len(one.content_hash) == 16
    assert str(EXAMPLE) == EXAMPLE.content_hash


def test_the_hash_of_the_shipped_files() -> None:
    """Page: columns as in the shipped files, `\\n`: they are as the library writes them."""
    texts = [
        (DATA / f"wine_cellar_{name}.csv").read_text("utf-8") for name in ("bottles", "clients")
    ]
    standard = WineDeck.standard()
    assert [standard.bottles_csv(), standard.clients_csv()] == texts
    assert standard.content_hash == hashlib.sha256("".join(texts).encode("utf-8")).hexdigest()[:16]


def test_the_hash_of_a_deck_written_by_hand() -> None:
    """Page, content hash: the files written here line by line, without the library's writer."""
    lines = [BOTTLE_HEADER, "1,Rosé,Côte d'Or,1,2,3,4,5,6,7,20"]
    lines += [f"{k},Red,Nowhere" + ",0" * 8 for k in range(2, 73)]
    lines += [CLIENT_HEADER, "2,,Red,0,White,20,3,Nowhere;Côte d'Or" + ",Nowhere" * 3]
    lines += ["99,B,Rosé,1,Red,2,0" + ",Nowhere" * 4]
    text = "".join(f"{line}\n" for line in lines)
    one = WineDeck(
        bottles=[Bottle(1, "Rosé", "Côte d'Or", (1, 2, 3, 4, 5, 6, 7, 20)), *bottles()[1:]],
        clients=[
            client(99, "B Rosé 1 Red 2 0 | Nowhere"),
            client(2, "- Red 0 White 20 3 | Nowhere, Côte d'Or | Nowhere | Nowhere | Nowhere"),
        ],
    )
    assert one.content_hash == hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def test_equal_decks_have_equal_hashes_and_others_do_not() -> None:
    """Page: equal decks have equal hashes."""
    twin = WineDeck(bottles=list(EXAMPLE.bottles), clients=list(EXAMPLE.clients))
    assert twin == EXAMPLE
    assert hash(twin) == hash(EXAMPLE)
    assert twin.content_hash == EXAMPLE.content_hash
    others = [
        deck(),
        deck({1: "Red Nowhere 1"}),
        deck({1: "White Nowhere 0"}),
        deck({2: "Red Nowhere 1"}),
        deck({1: "Red Elsewhere 0"}),
        deck({1: "Red Nowhere 0 0 0 0 0 0 0 1"}),
        deck(count=29),
        deck(client_texts={3: "B Rosé 0 Sparkling 0 0 | Nowhere"}),
        deck(client_texts={3: "A Rosé 1 Sparkling 0 0 | Nowhere"}),
        deck(client_texts={3: "A Rosé 0 Sparkling 0 1 | Nowhere"}),
        deck(client_texts={3: "A Sparkling 0 Rosé 0 0 | Nowhere"}),
        deck({72: "Red Else 0"}),
        deck({72: "Red Else 0"}, {3: "A Rosé 0 Sparkling 0 0 | Nowhere, Else"}),
        # The order of the countries is the card's.
        deck({72: "Red Else 0"}, {3: "A Rosé 0 Sparkling 0 0 | Else, Nowhere"}),
        WineDeck.standard(),
    ]
    assert len(set(others)) == len(others)
    assert len({one.content_hash for one in others}) == len(others)
    assert WineDeck.standard() != EXAMPLE
    assert EXAMPLE != "standard"


def test_the_order_of_the_cards_is_irrelevant() -> None:
    """Page, content hash: bottles by number, clients by id."""
    mixed = WineDeck(bottles=EXAMPLE.bottles[::-1], clients=EXAMPLE.clients[::-1])
    assert mixed == EXAMPLE
    assert mixed.content_hash == EXAMPLE.content_hash
    assert mixed.bottles == EXAMPLE.bottles
    assert mixed.clients == EXAMPLE.clients


def test_a_deck_equal_to_the_standard_one_is_standard() -> None:
    standard = WineDeck.standard()
    same = WineDeck(bottles=standard.bottles, clients=reversed(standard.clients))
    assert same.is_standard
    assert str(same) == "standard"
    assert repr(same) == "WineDeck.standard()"
    assert not EXAMPLE.is_standard


# --- Values ---


def test_a_deck_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        EXAMPLE.bottles = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        EXAMPLE.name = "x"
    with pytest.raises(AttributeError):
        delattr(EXAMPLE, "bottles")
    with pytest.raises(AttributeError):
        EXAMPLE.bottles[0].number = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        EXAMPLE.clients[0].id = 2  # type: ignore[misc]
    assert isinstance(EXAMPLE.bottles, tuple)
    assert isinstance(EXAMPLE.clients, tuple)


def test_a_deck_does_not_change_with_the_lists_it_was_made_of() -> None:
    cards, people = bottles(), clients()
    ages: Any = [1] * 8
    cards[0] = Bottle(1, "Red", "Nowhere", ages)
    one = WineDeck(bottles=cards, clients=people)
    before = one.content_hash
    ages[0] = 20
    cards.clear()
    people.clear()
    assert len(one.bottles) == 72
    assert one.bottle(1).ages == (1,) * 8
    assert one == deck({1: "Red Nowhere 1"})
    assert one.content_hash == before


@pytest.mark.parametrize("one", [EXAMPLE, WineDeck.standard()], ids=str)
def test_decks_are_pickled_copied_and_written_as_code(one: WineDeck) -> None:
    names = {"WineDeck": WineDeck, "Bottle": Bottle, "Client": Client}
    for again in (
        pickle.loads(pickle.dumps(one)),
        copy.copy(one),
        copy.deepcopy(one),
        eval(repr(one), names),
    ):
        assert again == one
        assert again.content_hash == one.content_hash


def test_decks_of_objects_are_stripped_too() -> None:
    """Page: blanks around fields and countries are stripped."""
    padded: Any = (" Red ", " Nowhere\t")
    one = WineDeck(
        bottles=[Bottle(1, padded[0], padded[1], (0,) * 8), *bottles()[1:]],
        clients=[client(1), client(2, "A Rosé 0 Sparkling 0 0 |  Nowhere  ")],
    )
    assert one == deck(count=2)


# --- Files ---


@pytest.mark.parametrize("one", [EXAMPLE, WineDeck.standard()], ids=str)
def test_files_both_ways(one: WineDeck, tmp_path: Path) -> None:
    """Page: people who own the game load theirs, `WineDeck.from_csv(bottles, clients)`."""
    paths = written(tmp_path, one)
    assert WineDeck.from_csv(*paths) == one
    assert WineDeck.from_csv(str(paths[0]), str(paths[1])).content_hash == one.content_hash
    assert one.bottles_csv().splitlines()[0] == BOTTLE_HEADER
    assert one.clients_csv().splitlines()[0] == CLIENT_HEADER


def test_columns_and_rows_in_any_order(tmp_path: Path) -> None:
    """Page, CSV: column order free; a deck is the same in whatever order its rows are."""
    paths = written(tmp_path, EXAMPLE)
    for path in paths:
        rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))
        file = io.StringIO()
        writer = csv.DictWriter(file, list(rows[0])[::-1], lineterminator="\r\n")
        writer.writeheader()
        writer.writerows(rows[::-1])
        path.write_bytes(file.getvalue().encode("utf-8"))
    assert WineDeck.from_csv(*paths) == EXAMPLE


def test_blanks_around_fields_and_countries_are_stripped(tmp_path: Path) -> None:
    """Page, CSV."""
    one = deck({1: "White France 3"}, {2: "B Red 1 White 2 3 | France, Nowhere"}, 4)
    paths = written(tmp_path, one)
    for path in paths:
        lines = path.read_text("utf-8").splitlines()
        spaced = [" , ".join(line.split(",")).replace(";", " ; ") for line in lines]
        path.write_text("".join(f"  {line}\t\n" for line in spaced), encoding="utf-8")
    assert "France ; Nowhere" in paths[1].read_text("utf-8")
    assert WineDeck.from_csv(*paths) == one


def test_a_byte_order_mark_quotes_and_empty_lines_are_no_fault(tmp_path: Path) -> None:
    """Page, CSV: UTF-8; spreadsheets write a mark before it."""
    paths = written(tmp_path, EXAMPLE)
    for path in paths:
        lines = path.read_text("utf-8").splitlines()
        quoted = [",".join(f'"{field}"' for field in line.split(",")) for line in lines]
        path.write_bytes(b"\xef\xbb\xbf" + "\r\n\r\n".join(quoted).encode("utf-8") + b"\r\n\r\n")
    assert WineDeck.from_csv(*paths) == EXAMPLE


def test_limits_are_allowed() -> None:
    """Page: ages 0..20, ids 1..99, sets A, B or empty, bonuses 0..20, the country bonus too."""
    one = WineDeck(
        bottles=[bottle(1, "Red Nowhere 20 0 20 0 20 0 20 0"), *bottles()[1:]],
        clients=[
            client(1, "- Red 20 White 20 20 | Nowhere"),
            client(99, "B Sparkling 0 Rosé 0 0 | Nowhere"),
        ],
    )
    assert one.bottle(1).ages == (20, 0, 20, 0, 20, 0, 20, 0)
    assert [c.set for c in one.clients] == ["", "B"]


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    paths = written(tmp_path, EXAMPLE)
    with pytest.raises(FileNotFoundError):
        WineDeck.from_csv(tmp_path / "none.csv", paths[1])
    with pytest.raises(FileNotFoundError):
        WineDeck.from_csv(paths[0], tmp_path / "none.csv")


@pytest.mark.parametrize("cards", [None, 7, "bottles.csv", b"x", [1], [None], [("a",)], [[]]])
def test_cards_must_be_cards(cards: Any) -> None:
    with pytest.raises(TypeError):
        WineDeck(bottles=cards, clients=clients())
    with pytest.raises(TypeError):
        WineDeck(bottles=bottles(), clients=cards)


def test_cards_of_the_other_kind() -> None:
    people: Any = clients()
    with pytest.raises(TypeError, match="must be a Bottle"):
        WineDeck(bottles=people, clients=people)


def test_a_deck_error_is_an_error_of_the_library_and_pickles() -> None:
    with pytest.raises(DeckError) as error:
        WineDeck(bottles=bottles()[:-1], clients=clients())
    assert isinstance(error.value, CardGamesError)
    assert isinstance(error.value, ValueError)
    again = pickle.loads(pickle.dumps(error.value))
    assert again.faults == error.value.faults
    assert str(again) == str(error.value)


def test_a_client_is_found_by_its_id() -> None:
    standard = WineDeck.standard()
    assert standard.client(17).id == 17
    with pytest.raises(CardGamesError, match="no client of the deck has the id 31"):
        standard.client(31)
    for number in (0, 100):
        with pytest.raises(CardGamesError, match="client must be from 1 to 99"):
            standard.client(number)
    for wrong in (True, "1", None):
        with pytest.raises(TypeError, match="client must be an int"):
            standard.client(wrong)  # type: ignore[arg-type]  # that is what is tried
