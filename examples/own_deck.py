"""Wine Cellar with a deck of one's own: two files, changed like in a spreadsheet, read and played.

    .venv/bin/python examples/own_deck.py --bottle 12 --ages 8 8 8 8 8 8 8 8

The deck that comes with the library is a stand-in, not the publisher's. It is written to two CSV
files, one bottle gets other Age Scores there, and the files are read as a deck. Then random games
of both decks are compared. The last lines show what a fault in a file looks like.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from pathlib import Path

from cardgames import CardGamesError, WineCellar, WineDeck
from cardgames.wine_cellar import DeckError


def write_standard(folder: Path) -> tuple[Path, Path]:
    """The stand-in deck as two files, a first draft of one's own."""
    bottles, clients = folder / "bottles.csv", folder / "clients.csv"
    bottles.write_text(WineDeck.standard().bottles_csv(), encoding="utf-8")
    clients.write_text(WineDeck.standard().clients_csv(), encoding="utf-8")
    return bottles, clients


def change(path: Path, number: int, values: dict[str, str]) -> None:
    """Writes other values for some columns of a bottle."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["number"] == str(number):
            row.update(values)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def own_deck(files: tuple[Path, Path], bottle: int, ages: list[int]) -> WineDeck:
    """A deck in which one bottle has other Age Scores than in the files."""
    change(files[0], bottle, {f"age{i}": str(age) for i, age in enumerate(ages, 1)})
    return WineDeck.from_csv(*files)


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description="Wine Cellar with a deck of one's own.")
    parser.add_argument("--bottle", type=int, default=12, help="the bottle that is changed")
    parser.add_argument("--ages", type=int, nargs=8, default=[8] * 8, help="its new Age Scores")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    bottle: int = arguments.bottle
    if not 1 <= bottle <= 72:
        parser.error("--bottle must be from 1 to 72")
    if arguments.games < 1:
        parser.error("--games must be at least 1")

    with tempfile.TemporaryDirectory() as folder:
        try:
            files = write_standard(Path(folder))
            deck = own_deck(files, bottle, arguments.ages)
            # A game's text names the deck by a hash of its content; pickles carry all of it.
            game = WineCellar(num_players=4, deck=deck)
            state = game.new_state(arguments.seed)
        except CardGamesError as error:
            parser.error(str(error))
        print("the bottle:", repr(deck.bottle(bottle)))
        print("the game:", game)
        for name, played in (("own", game), ("stand-in", WineCellar(num_players=4))):
            scores = played.playouts(arguments.games, arguments.seed)
            print(f"points of a seat in random games, {name} deck: {scores.mean():.2f}")

        # One game, to see where the points come from.
        while not state.is_terminal:
            state.apply(state.legal_actions()[0])
        print("seat 0:", state.score_details(0))

        # A deck with faults is not read: each of them is named by file, row and column.
        change(files[0], bottle, {"wine_type": "Rde", "age1": "88"})
        try:
            WineDeck.from_csv(*files)
        except DeckError as error:
            for fault in error.faults:
                print("fault:", fault)


if __name__ == "__main__":
    main()
