"""Tables of the page of Wine Cellar; `tables.py` writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from table_text import code, grid, observation_starts

from cardgames import WineCellar, wine_cellar
from cardgames.wine_cellar import WINE_TYPES, WineDeck

# The example of the position format: what a position needs, the rest follows.
EXAMPLE: dict[str, Any] = {
    "game": "wine_cellar",
    "options": {"num_players": 2, "games": 3, "client_set": "A", "deck": "standard"},
    "game_number": 2,
    "round": 6,
    "phase": "bid",
    "hands": [[1, 7, 10], [2, 3, 13]],
    "dealt_clients": [[5, 6], [3, 11]],
    "clients": [5, 11],
    "past_clients": [[[2, 7], [1, 13]]],
    "bids": [None, 13],
    "prizes": [8, 12],
    "take_order": [],
    "cellars": [[9, 6, 11, 17, 4], [15, 16, 18, 5, 14]],
    "game_scores": [[54, 48]],
    "last_cellars": [[1, 15, 8, 7, 14, 10, 16, 18], [9, 6, 13, 3, 2, 17, 12, 4]],
    "last_clients": [2, 1],
    "eno": None,
    "client_deck": [8, 15, 9, 4, 14, 10, 12],
}

PLAYERS = tuple(range(1, 9))


def deals() -> str:
    """What is dealt, counted in games that are dealt."""
    rows: list[list[object]] = []
    for players in PLAYERS:
        game = WineCellar(num_players=players)
        view = game.new_state(seed=1).view()
        row: list[object] = [players, f"1 to {len(game.bottles)}", len(view.prizes)]
        if players == 1:
            rows.append([*row, "", len(game.clients), "", ""])
            continue
        advanced = WineCellar(num_players=players, games=3)
        low = (len(game.bottles) + 1) // 2
        rows.append(
            [
                *row,
                f"1 to {low}, {low + 1} to {len(game.bottles)}",
                len(game.clients),
                len(advanced.clients),
                ", ".join(map(str, _shuffles(advanced))) or "none",
            ]
        )
    head = [
        "players",
        "bottles in play",
        "prizes",
        "halves",
        "clients",
        "advanced: clients",
        "shuffled before game",
    ]
    return grid(head, rows, "r r rr")


def _shuffles(game: WineCellar) -> list[int]:
    """The games of the advanced variant before which all clients are shuffled anew."""
    state = game.new_state(seed=1)
    found: list[int] = []
    number = 1
    while not state.is_terminal:
        state.apply(state.legal_actions()[0])
        view = state.view()
        if view.game_number > number:
            number = view.game_number
            if not view.past_clients:
                found.append(number)
    return found


def cards() -> str:
    """The bottles of the stand-in deck, in the portions that come into play."""
    bottles = WineDeck.standard().bottles
    rows: list[list[object]] = []
    first = 1
    for players in PLAYERS[1:]:
        last = len(WineCellar(num_players=players).bottles)
        portion = bottles[first - 1 : last]
        types = Counter(bottle.wine_type for bottle in portion)
        countries = Counter(bottle.country for bottle in portion)
        rows.append(
            [
                f"{first} to {last}",
                "all" if players == 2 else f"{players} and more" if players < 8 else players,
                *(types[name] for name in WINE_TYPES),
                ", ".join(f"{name} {count}" for name, count in sorted(countries.items())),
            ]
        )
        first = last + 1
    return grid(["bottles", "players", *WINE_TYPES, "countries"], rows, "  rrrr")


def actions() -> str:
    """The kinds of action with their ids, words, classes and builders."""
    game = WineCellar()
    kinds = [
        (
            "keep 1",
            "keep 1",
            "keep 2",
            "keep(1)",
            "The first or second of the two clients dealt, which are ascending by id, is kept.",
        ),
        ("bid 23", "bid 1", "bid 72", "bid(23)", "The bottle is bid."),
        (
            "take 12 top",
            "take 1 top",
            "take 72 bottom",
            'take(12, "top")',
            "The prize is taken and laid at the top of the cellar.",
        ),
        ("take 12 bottom", "", "", 'take(12, "bottom")', "The same, at the bottom."),
    ]
    rows: list[list[object]] = []
    for word, first, last, builder, meaning in kinds:
        action = game.parse_action(word)
        assert eval(builder, vars(wine_cellar)) == action
        ids = "among these"
        if first:
            start, end = game.parse_action(first), game.parse_action(last)
            ids = f"{start}, {end}" if end == start + 1 else f"{start} to {end}"
        rows.append(
            [ids, code(word), code(repr(game.action_info(action))), code(builder), action, meaning]
        )
    head = ["ids", "word", "`action_info`", "builder", "gives", "meaning"]
    return grid(head, rows, "    r")


def starts() -> str:
    """Where each block of an observation starts, for 2 to 8 players and all clients."""
    games = [WineCellar(num_players=players) for players in PLAYERS[1:]]
    sets = [WineCellar(num_players=players, games=3) for players in (2, 3)]
    return observation_starts(
        [*games, *sets],
        [f"n = {players}" for players in PLAYERS[1:]]
        + [f"n = {game.num_players}, c = {len(game.clients)}" for game in sets],
        _formula,
    )


def _formula(sizes: Sequence[int]) -> str:
    """The size of a block in the number of players n and the number of clients in use c."""
    clients = [30] * 7 + [15] * 2
    players = [*PLAYERS[1:], 2, 3]
    by_both = (sizes[1] - sizes[0] - (sizes[8] - sizes[7])) // 15
    by_players = sizes[1] - sizes[0] - 30 * by_both
    by_clients = (sizes[0] - sizes[7]) // 15 - 2 * by_both
    rest = sizes[0] - 2 * by_players - 30 * by_clients - 60 * by_both
    for n, c, size in zip(players, clients, sizes, strict=True):
        if size != by_both * n * c + by_players * n + by_clients * c + rest:
            raise ValueError(f"no formula for sizes {sizes}")
    terms = ((by_both, "nc"), (by_players, "n"), (by_clients, "c"), (rest, ""))
    return " + ".join(
        name if factor == 1 and name else f"{factor}{name}" for factor, name in terms if factor
    )


TABLES: dict[str, Callable[[], str]] = {
    "deals": deals,
    "cards": cards,
    "actions": actions,
    "observation_starts": starts,
}
