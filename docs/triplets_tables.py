"""Tables of the page of Triplets; `tables.py` writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from table_text import code, grid, observation_starts

from cardgames import Triplets, triplets
from cardgames.triplets import RANKS

# The example of the position format: what a position needs, and what everybody knows.
EXAMPLE: dict[str, Any] = {
    "game": "triplets",
    "options": {"num_players": 3},
    "round": 10,
    "phase": "play",
    "dealer": 2,
    "to_act": [0],
    "hands": [
        ["2c", "7c", "10d", "10h", "Ks"],
        ["2h", "As"],
        ["7d", "Kd", "Kh", "Ah"],
    ],
    "stacks": [
        ["Ac", "7s"],
        ["Kc", "10s", "2d"],
        ["10c", "2s", "7h", "Ad"],
    ],
    "known_hands": [["2c", "Ks"], ["As"], []],
    "known_stacks": [
        ["Ac", "7s"],
        ["Kc", "10s", "2d"],
        [None, "2s", "7h", "Ad"],
    ],
    "bounds": [
        [["2", "10"], ["2", "10"], ["2", "A"]],
        [["2", "9"]],
        [["2", "A"], ["2", "A"], ["2", "A"], ["2", "A"]],
    ],
    "pot": [
        {"player": 1, "cards": ["5c", "5d", "5s"]},
        {"player": 2, "cards": ["5h"]},
    ],
    "in": [0, 1, 2],
    "winning": {"kind": "single", "rank": "5", "player": 2},
    "removed": [rank + suit for rank in ("J", "4", "9", "3", "Q", "6", "8") for suit in "cdhs"],
}

# A first round with a play of every kind: the seed of the deal, the plays and what is to be said.
ROUND_SEED = 1381
ROUND = (
    ("5", "The dealer has to lead its lowest card."),
    ("5", "An equal card meets it and is the winning card now. The 2 may not be played."),
    ("triplet Q", "A triplet beats any one card. The Q or the A would have met the 5 too."),
    ("6", "It cannot beat or negate the triplet, so any card goes. It is out and draws one card."),
    ("Q", "It negates the triplet, which it need not: what has to be met is one Q now."),
    ("A", "The only card that meets the Q."),
    ("2", "It cannot meet the A. It is out and draws three cards. Seat 1 is left and wins."),
)

PLAYERS = tuple(range(2, 11))
DECKS = (1, 2, 3, 4)


def deals() -> str:
    """What is dealt, counted in games that are dealt."""
    rows: list[list[object]] = []
    for players in PLAYERS:
        row: list[object] = [players]
        for decks in DECKS:
            if players < 4 and decks > 1:
                row += ["", ""]
                continue
            view = Triplets(num_players=players, decks=decks).new_state(seed=1).view()
            row += [view.scores[0], sum(len(entry.cards) for entry in view.pot)]
        rows.append(row)
    head: list[str] = ["players"]
    for decks in DECKS:
        head += [f"{decks} {'deck' if decks == 1 else 'decks'}: a seat", "middle"]
    return grid(head, rows, "r" * len(head))


def actions() -> str:
    """The kinds of action with their ids, words, classes and builders."""
    game = Triplets()
    kinds = [
        ("10", RANKS[0], RANKS[-1], 'single("10")', "One card of the rank is played."),
        (
            "triplet 10",
            f"triplet {RANKS[0]}",
            f"triplet {RANKS[-1]}",
            'triplet("10")',
            "Three cards of the rank are played.",
        ),
    ]
    rows: list[list[object]] = []
    for word, first, last, builder, meaning in kinds:
        action = game.parse_action(word)
        assert eval(builder, vars(triplets)) == action
        ids = f"{game.parse_action(first)} to {game.parse_action(last)}"
        info = repr(game.action_info(action))
        rows.append([ids, code(word), code(info), code(builder), action, meaning])
    head = ["ids", "word", "`game.action_info`", "builder", "gives", "meaning"]
    return grid(head, rows, "    r")


def played_round() -> str:
    """A round, play by play."""
    state = Triplets(num_players=3).new_state(ROUND_SEED)
    rows: list[list[object]] = []
    for word, remark in ROUND:
        seat = state.current_player
        hand = " ".join(map(str, state.view().hands[seat]))
        action = state.game.parse_action(word)
        info = state.action_info(action)
        cards = " ".join(map(str, info.cards))
        rows.append([seat, hand, code(word), cards, code(str(info.effect)), remark])
        state.apply(action)
    head = ["seat", "its hand", "plays", "cards", "effect", "remark"]
    return grid(head, rows, "r")


def starts() -> str:
    """Where each block of an observation starts, for all numbers of players."""
    games = [Triplets(num_players=players) for players in PLAYERS]
    return observation_starts(games, [f"n = {players}" for players in PLAYERS], _formula)


def _formula(sizes: Sequence[int]) -> str:
    """The size of a block in the number of players n."""
    step = sizes[1] - sizes[0]
    rest = sizes[0] - PLAYERS[0] * step
    if any(size != step * n + rest for n, size in zip(PLAYERS, sizes, strict=True)):
        raise ValueError(f"no formula for sizes {sizes}")
    terms = ("n" if step == 1 else f"{step}n" if step else "", str(rest) if rest else "")
    return " + ".join(term for term in terms if term)


TABLES: dict[str, Callable[[], str]] = {
    "deals": deals,
    "actions": actions,
    "round": played_round,
    "observation_starts": starts,
}
