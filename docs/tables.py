"""Writes the generated tables of the documentation, in place.

    python docs/tables.py            rewrite what is out of date
    python docs/tables.py --check    change nothing; fail if something is out of date

A table stands between two comments in a Markdown file of this folder:

    <!-- table: options bottle_imp -->
    ...
    <!-- end -->

The first word after `table:` names one of `TABLES`, the others are its arguments. Games are given
as `cardgames.make` takes them, without spaces.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, cast

import cardgames
from cardgames import BottleImp
from cardgames.bottle_imp import CARDS, COLOURS, BottleImpState, card

FOLDER = Path(__file__).resolve().parent
BLOCK = re.compile(r"(<!-- table: ([^\n]*?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)

# The example of Bottle Imp's position format: what a position needs, the rest follows.
EXAMPLE: dict[str, Any] = {
    "game": "bottle_imp",
    "options": {
        "num_players": 4,
        "rounds": 8,
        "bottles": 1,
        "teams": None,
        "rotate_teams": False,
        "devil_cards": 1,
    },
    "round": 1,
    "dealer": 3,
    "phase": "play",
    "hands": [
        ["2", "5", "9", "13", "29", "33"],
        ["6", "7", "14", "22", "27", "34", "35"],
        ["4", "8", "12", "17", "24", "31", "36"],
        ["10", "15", "18", "23", "25", "30", "32"],
    ],
    "passes": [
        {"devil": ["1"], "left": "34", "right": "18"},
        {"devil": ["37"], "left": "8", "right": "2"},
        {"devil": ["3"], "left": "10", "right": "7"},
        {"devil": ["11"], "left": "33", "right": "31"},
    ],
    "played": [["16", "20"], ["26"], ["21"], ["28"]],
    "scores": [0, 0, 0, 0],
}


def grid(head: Sequence[object], rows: Iterable[Sequence[object]], align: str = "") -> str:
    """A Markdown table; `align` has a letter a column, `r` for right."""
    rules = ["---:" if align[i : i + 1] == "r" else "---" for i in range(len(head))]
    lines = [head, rules, *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


# --- Tables of any game ---


def facts(*texts: str) -> str:
    """Sizes of some games."""
    names = (
        "num_players",
        "num_actions",
        "max_legal_actions",
        "max_game_length",
        "observation_size",
        "state_size",
    )
    rows: list[list[object]] = []
    for text in texts:
        game = cardgames.make(text)
        rows.append([_code(_arguments(text)), *(getattr(game, name) for name in names)])
    return grid(["options", *map(_code, names)], rows, " rrrrrr")


def shapes(text: str) -> str:
    """Types and shapes of the arrays of a game."""
    game = cardgames.make(text)
    state = game.new_state(seed=1)
    arrays = {
        "state.observation(player)": state.observation(0),
        "state.legal_mask(player)": state.legal_mask(0),
        "state.playouts(n, seed)": state.playouts(1, 1),
        "game.playouts(n, seed)": game.playouts(1, 1),
    }
    symbols = {
        game.observation_size: "observation_size",
        game.num_actions: "num_actions",
        game.num_players: "num_players",
        1: "n",
    }
    rows = [
        (_code(call), array.dtype, _code(_shape([symbols[size] for size in array.shape])))
        for call, array in arrays.items()
    ]
    return grid(["call", "items", "shape"], rows)


def options(name: str) -> str:
    """The options of a game."""
    specs = type(cardgames.make(name)).option_specs()
    rows = [
        (_code(spec.name), spec.type.__name__, spec.default_text, spec.allowed_text, spec.help)
        for spec in specs
    ]
    return grid(["option", "type", "default", "allowed", "meaning"], rows)


def observation(text: str) -> str:
    """The blocks of a game's observation."""
    blocks = cardgames.make(text).observation_layout()
    rows = [
        (_code(block.name), block.start, block.stop, block.stop - block.start, block.meaning)
        for block in blocks
    ]
    return grid(["block", "start", "stop", "floats", "meaning"], rows, " rrr")


# --- Tables of Bottle Imp ---


def bottle_imp_rounds() -> str:
    """What a round is like, counted in a game that is played."""
    head = [
        "players",
        "cards",
        "dealt to a seat",
        "hand in play",
        "Devil's trick",
        "tricks",
        "actions in the pass",
        "actions in play",
        "default rounds",
        "default bottles",
    ]
    rows: list[list[object]] = []
    for players, devil_cards in ((2, 1), (2, 2), (3, 1), (4, 1), (5, 1), (6, 1)):
        game = BottleImp(num_players=players, devil_cards=devil_cards)
        state = game.new_state(seed=1)
        dealt = _hands(state)
        passes = _play_while(state, "pass", 1)
        hand = _hands(state)
        plays = _play_while(state, "play", 1)
        last = state.view().last_round
        assert last is not None
        rows.append(
            [
                f"{players}, `devil_cards=2`" if devil_cards == 2 else players,
                len(game.deck),
                dealt,
                hand,
                len(last.devil),
                -(-plays // (4 if players == 2 else players)),
                passes,
                plays,
                game.options.rounds,
                game.options.bottles,
            ]
        )
        assert (passes + plays) * game.options.rounds == game.max_game_length
    return grid(head, rows, " rrrrrrrrr")


def bottle_imp_cards() -> str:
    """All cards with their index."""
    columns = 3
    height = len(CARDS) // columns
    rows: list[list[object]] = []
    for row in range(height):
        cells: list[object] = []
        for each in CARDS[row::height]:
            cells += [each.index, f"**{each.rank}**", each.colour, each.points]
        rows.append(cells)
    return grid(["index", "rank", "colour", "points"] * columns, rows, "rr r" * columns)


def bottle_imp_colours() -> str:
    """How many cards and points each colour has."""
    decks = {"36 cards": BottleImp(num_players=4).deck, "54 cards": BottleImp(num_players=6).deck}
    rows: list[list[object]] = []
    for colour in (*COLOURS, "all"):
        cells: list[object] = [colour]
        for deck in decks.values():
            cards = [each for each in deck if colour in ("all", each.colour)]
            low = sum(float(each.rank) < 19 for each in cards)
            cells += [len(cards), low, sum(each.points for each in cards)]
        rows.append(cells)
    head = ["colour"]
    for name in decks:
        head += [name, "below 19", "points"]
    return grid(head, rows, " rrrrrr")


def bottle_imp_actions() -> str:
    """The kinds of action with their ids, words, classes and builders."""
    meanings = {
        "Play": "The card is played into the trick.",
        "Devil": "The card is laid into the Devil's trick.",
        "Left": "The card is given to seat + 1.",
        "Right": "The card is given to seat - 1.",
        "Open": "The card is given to the opponent's open hand.",
        "Hidden": "The card is given to the opponent's hidden hand.",
    }
    found: dict[str, list[object]] = {}
    for game, players in ((BottleImp(num_players=4), "3 to 6"), (BottleImp(num_players=2), "2")):
        for action in range(card("17").index, game.num_actions, len(CARDS)):
            name = type(game.action_info(action)).__name__
            builder = getattr(cardgames.bottle_imp, name.lower())
            word = game.action_to_string(action)
            assert builder("17") == game.parse_action(word) == action
            first = builder(CARDS[0])
            row: list[object] = [
                f"{first} to {first + len(CARDS) - 1}",
                _code(word),
                players if name not in found else "2 to 6",
                _code(f'{name}(card=card("17"))'),
                _code(f'{name.lower()}("17")'),
                action,
                meanings[name],
            ]
            found[name] = row
    head = ["ids", "word", "players", "`action_info`", "builder", "gives", "meaning"]
    return grid(head, found.values(), "     r")


def bottle_imp_observation_starts() -> str:
    """Where each block starts, for 3 to 6 players."""
    games = [
        BottleImp(num_players=players, bottles=bottles)
        for players, bottles in ((3, 1), (4, 1), (5, 1), (5, 2), (6, 1), (6, 2))
    ]
    layouts = [game.observation_layout() for game in games]
    rows: list[list[object]] = []
    for blocks in zip(*layouts, strict=True):
        assert len({block.name for block in blocks}) == 1
        sizes = [block.stop - block.start for block in blocks]
        rows.append(
            [
                _code(blocks[0].name),
                _formula(sizes, games),
                *(block.start for block in blocks),
            ]
        )
    rows.append(["(size)", "", *(game.observation_size for game in games)])
    head = ["block", "floats"]
    for game in games:
        players, bottles = game.num_players, game.options.bottles
        head.append(f"n = {players}" + (f", b = {bottles}" if players > 4 else ""))
    return grid(head, rows, " " + "r" * (len(games) + 1))


def bottle_imp_example() -> str:
    """The example as a Python literal."""
    lines = [">>> position = {"]
    lines += [f"...     {line}" for line in _lines(EXAMPLE, python=True)]
    return "```pycon\n" + "\n".join([*lines, "... }"]) + "\n```\n"


def bottle_imp_position() -> str:
    """The example complete, in JSON."""
    position = cardgames.make("bottle_imp").state_from_dict(EXAMPLE).view().to_dict()
    lines = [f" {line}" for line in _lines(position, python=False)]
    return "```json\n{\n" + "\n".join(lines).rstrip(",") + "\n}\n```\n"


def _lines(position: dict[str, Any], *, python: bool) -> list[str]:
    """A line for each key, several where one would be long."""
    lines: list[str] = []
    value: Any
    for key, value in position.items():
        text = f'"{key}": {_text(value, python=python)},'
        if len(text) <= 80:
            lines.append(text)
            continue
        if isinstance(value, dict):
            entries = cast("dict[str, object]", value)
            items = [f'"{name}": {_text(item, python=python)}' for name, item in entries.items()]
            start, end = "{}"
        else:
            items = [_text(item, python=python) for item in value]
            start, end = "[]"
        lines += [f'"{key}": {start}', *(f"    {item}," for item in items)]
        if not python:
            lines[-1] = lines[-1].rstrip(",")
        lines.append(f"{end},")
    return lines


def _text(value: object, *, python: bool) -> str:
    text = json.dumps(value)
    if python:
        for word, name in (("null", "None"), ("true", "True"), ("false", "False")):
            text = re.sub(rf"\b{word}\b", name, text)
    return text


def _formula(sizes: Sequence[int], games: Sequence[BottleImp]) -> str:
    """The size of a block in the number of players n and of bottles b."""
    players = [game.num_players for game in games]
    bottles = [game.options.bottles for game in games]
    each = sizes[0] // players[0]
    if len(set(sizes)) == 1:
        return str(sizes[0])
    if list(sizes) == [each * n for n in players]:
        return f"{each}n" if each > 1 else "n"
    if list(sizes) == [b * (n + 1) for n, b in zip(players, bottles, strict=True)]:
        return "b(n + 1)"
    raise ValueError(f"no formula for sizes {sizes}")


def _hands(state: BottleImpState) -> str:
    """Sizes of the hands, with two players of both hands."""
    view = state.view()
    if view.open_hands is not None:
        return f"{view.hand_sizes[0]} + {len(view.open_hands[0])} open"
    sizes = sorted(set(view.hand_sizes), reverse=True)
    dealer = f", the dealer {sizes[-1]}" if len(sizes) > 1 else ""
    return f"{sizes[0]}{dealer}"


def _play_while(state: BottleImpState, phase: str, round_number: int) -> int:
    """Plays the first legal action while in this phase of this round; returns how many."""
    count = 0
    while (view := state.view()).phase == phase and view.round == round_number:
        state.apply(state.legal_actions()[0])
        count += 1
    return count


def _shape(names: Sequence[str]) -> str:
    return f"({', '.join(names)}{',' if len(names) == 1 else ''})"


def _arguments(text: str) -> str:
    return text.partition("(")[2].removesuffix(")").replace(",", ", ")


def _code(text: str) -> str:
    return f"`{text}`"


# --- Writing them ---

TABLES: dict[str, Callable[..., str]] = {
    "facts": facts,
    "shapes": shapes,
    "options": options,
    "observation": observation,
    "bottle_imp_rounds": bottle_imp_rounds,
    "bottle_imp_cards": bottle_imp_cards,
    "bottle_imp_colours": bottle_imp_colours,
    "bottle_imp_actions": bottle_imp_actions,
    "bottle_imp_observation_starts": bottle_imp_observation_starts,
    "bottle_imp_example": bottle_imp_example,
    "bottle_imp_position": bottle_imp_position,
}


def rewritten(text: str) -> str:
    """The text of a page with its tables as they should be."""

    def table(match: re.Match[str]) -> str:
        opening, words, _, closing = match.groups()
        name, *arguments = words.split()
        if name not in TABLES:
            raise ValueError(f"there is no table {name}; there are {', '.join(TABLES)}")
        return f"{opening}\n{TABLES[name](*arguments)}\n{closing}"

    if text.count("<!-- table: ") != len(BLOCK.findall(text)):
        raise ValueError("a table has no <!-- end -->")
    return BLOCK.sub(table, text)


def main() -> int:
    """Rewrite or check every page; 1 if the check finds one that is out of date."""
    parser = argparse.ArgumentParser(description="Generated tables of the documentation.")
    parser.add_argument("--check", action="store_true", help="change nothing, fail if out of date")
    check: bool = parser.parse_args().check
    stale: list[str] = []
    for page in sorted(FOLDER.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        new = rewritten(text)
        if new != text:
            stale.append(page.name)
            if not check:
                page.write_text(new, encoding="utf-8")
    for name in stale:
        print(f"{name}: {'out of date' if check else 'rewritten'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
