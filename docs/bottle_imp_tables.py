"""Tables of Bottle Imp's page; `tables.py` writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from table_text import code, grid, observation_starts

import cardgames
from cardgames import BottleImp
from cardgames.bottle_imp import CARDS, COLOURS, BottleImpState, card

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


def rounds() -> str:
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


def cards() -> str:
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


def colours() -> str:
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


def actions() -> str:
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
                code(word),
                players if name not in found else "2 to 6",
                code(f'{name}(card=card("17"))'),
                code(f'{name.lower()}("17")'),
                action,
                meanings[name],
            ]
            found[name] = row
    head = ["ids", "word", "players", "`action_info`", "builder", "gives", "meaning"]
    return grid(head, found.values(), "     r")


def starts() -> str:
    """Where each block of an observation starts, for 3 to 6 players."""
    games = [
        BottleImp(num_players=players, bottles=bottles)
        for players, bottles in ((3, 1), (4, 1), (5, 1), (5, 2), (6, 1), (6, 2))
    ]
    heads: list[str] = []
    for game in games:
        players, bottles = game.num_players, game.options.bottles
        heads.append(f"n = {players}" + (f", b = {bottles}" if players > 4 else ""))
    return observation_starts(games, heads, lambda sizes: _formula(sizes, games))


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


TABLES: dict[str, Callable[[], str]] = {
    "rounds": rounds,
    "cards": cards,
    "colours": colours,
    "actions": actions,
    "observation_starts": starts,
}
