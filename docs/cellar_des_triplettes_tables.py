"""Tables of the page of Cellar des Triplettes; `tables.py` writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from table_text import code, grid, observation_starts

from cardgames import CellarDesTriplettes, cellar_des_triplettes
from cardgames.cellar_des_triplettes import CARDS, SLOTS, VARIETIES

# The example of the position format: what a position needs, the rest follows.
EXAMPLE: dict[str, Any] = {
    "game": "cellar_des_triplettes",
    "options": {"num_players": 3, "max_rounds": 100},
    "round": 4,
    "phase": "bid",
    "final_round": False,
    "truncated": False,
    "starting_player": 1,
    "high_bidder": None,
    "to_act": [0],
    "hands": [
        ["3", "4", "9", "11", "21"],
        ["3", "4", "7", "11", "14"],
        ["0.2", "6", "7", "10"],
    ],
    "known_hands": [["3", "4"], ["4", "11", "14"], ["0.2", "10"]],
    "bids": [["13"], [], ["13"]],
    "turn": ["13"],
    "passed": [False, True, False],
    "display": ["0.2", "4", "14", "16"],
    "pile": [
        *("20", "10", "16", "6", "23", "6", "3", "21", "13", "10", "18"),
        *("16", "9", "14", "20", "11", "18", "9", "7", "23", "20"),
    ],
    "pile_bottom": ["23", "20"],
    "cellars": [
        [[["23", None, None, None, None], [None] * 4, [None] * 3, [None] * 2, [None]]],
        [[["18", "21", None, None, None], [None] * 4, [None] * 3, [None] * 2, [None]]],
        [
            [
                ["17", "17", None, None, None],
                ["17", None, None, None],
                [None] * 3,
                [None] * 2,
                [None],
            ]
        ],
    ],
    "covered": [[[]], [[]], [["r2c1"]]],
}

PLAYERS = (3, 4, 5)


def deals() -> str:
    """What is dealt, counted in a game that is dealt."""
    rows: list[list[object]] = []
    for players in PLAYERS:
        game = CellarDesTriplettes(num_players=players)
        view = game.new_state(seed=1).view()
        present = {card.colour for card in game.deck}
        rows.append(
            [
                players,
                ", ".join(colour for _, colour in VARIETIES if colour not in present) or "none",
                len(game.deck),
                view.hand_sizes[0],
                len(view.display),
                view.pile_size,
            ]
        )
    head = ["players", "sorted out", "cards", "dealt to a seat", "display", "pile"]
    return grid(head, rows, "r rrrr")


def cards() -> str:
    """All cards, a variety on each line."""
    decks = {players: CellarDesTriplettes(num_players=players).deck for players in PLAYERS}
    rows: list[list[object]] = []
    for variety in ("empty", *(name for name, _ in VARIETIES)):
        bottles = [card for card in CARDS if card.variety == variety]
        prices: dict[int, object] = {card.stars: f"**{card}**" for card in bottles}
        rows.append(
            [
                variety,
                bottles[0].colour,
                *(prices.get(stars, "") for stars in range(4)),
                ", ".join(str(card.index) for card in bottles),
                ", ".join(str(n) for n, deck in decks.items() if bottles[0] in deck),
            ]
        )
    head = ["variety", "colour", "no star", "1 star", "2 stars", "3 stars", "index", "players"]
    return grid(head, rows, "  rrrr")


def actions() -> str:
    """The kinds of action with their ids, words, classes and builders."""
    game = CellarDesTriplettes()
    kinds = [
        ("bid 14", "bid 0.2", "bid 23", 'bid("14")', "The card is laid on the table."),
        ("call", "call", "call", "CALL", "The cards laid are the bid; the turn ends."),
        ("pass", "pass", "pass", "PASS", "The seat is out of the bidding."),
        (
            "pass draw",
            "pass draw",
            "pass draw",
            "PASS_DRAW",
            "The same, and it takes a card from the pile.",
        ),
        (
            "place 14 r2c1",
            "place 0.2 r1c1",
            "place 23 right",
            'place("14", "r2c1")',
            "The card fills the slot, or covers the empty bottle that shows there.",
        ),
        ("place 14 left", "", "", 'place("14", "left")', "Row 1 grows at its left end."),
        ("place 14 right", "", "", 'place("14", "right")', "Row 1 grows at its right end."),
        ("done", "done", "done", "DONE", "The seat has finished placing."),
    ]
    rows: list[list[object]] = []
    for word, first, last, builder, meaning in kinds:
        action = game.parse_action(word)
        assert eval(builder, vars(cellar_des_triplettes)) == action
        ids = ""
        if first:
            start, end = game.parse_action(first), game.parse_action(last)
            ids = f"{start} to {end}" if start < end else str(start)
        info = repr(game.action_info(action)).replace(repr(CARDS[12]), 'card("14")')
        rows.append([ids, code(word), code(info), code(builder), action, meaning])
    rows[5][0] = rows[6][0] = "among these"
    head = ["ids", "word", "`action_info`", "builder", "gives", "meaning"]
    return grid(head, rows, "    r")


def slots() -> str:
    """The slots of a cellar with their numbers, as they lie."""
    lines: list[str] = []
    words = iter(reversed(list(enumerate(SLOTS[:15]))))
    for size in range(1, 6):
        row = reversed([next(words) for _ in range(size)])
        lines.append(" " * (4 * (5 - size)) + "".join(f"{word}:{n:<3}" for n, word in row).rstrip())
    return "```text\n" + "\n".join(lines) + "\n```\n"


def starts() -> str:
    """Where each block of an observation starts, for 3 to 5 players."""
    games = [CellarDesTriplettes(num_players=players) for players in PLAYERS]
    return observation_starts(games, [f"n = {players}" for players in PLAYERS], _formula)


def _formula(sizes: Sequence[int]) -> str:
    """The size of a block in the number of players n."""
    each = sizes[1] - sizes[0]
    rest = sizes[0] - each * PLAYERS[0]
    if list(sizes) != [each * players + rest for players in PLAYERS]:
        raise ValueError(f"no formula for sizes {sizes}")
    if each == 0:
        return str(rest)
    return ("n" if each == 1 else f"{each}n") + (f" + {rest}" if rest else "")


TABLES: dict[str, Callable[[], str]] = {
    "deals": deals,
    "cards": cards,
    "actions": actions,
    "slots": slots,
    "observation_starts": starts,
}
