"""Wine Cellar: positions refused because they contradict themselves, by the list of the page."""

from __future__ import annotations

from typing import Any

import pytest

from .any_game import Position, full
from .edits import Edit, Refusal, at, change, check_refused, refusal, swap
from .test_wine_cellar_refused_form import (
    bid,
    choice,
    first,
    over,
    second,
    solo,
    solo_take,
    take,
    third,
)
from .wine_positions import ADVANCED, SOLO, finished, make


def lean(position: Position) -> None:
    """What follows from the rest is left out, so that only the rest is judged."""
    for key in ("to_act", "chosen", "hand_sizes", "low_left", "scores", "rng"):
        del position[key]
    if position["eno"]:
        position["eno"]["deck_size"] = len(position["eno"]["deck"])


def move(number: int, source: tuple[Any, ...], target: tuple[Any, ...]) -> Edit:
    """A card goes from one list to the end of another."""

    def edit(position: Position) -> None:
        at(position, source).remove(number)
        at(position, target).append(number)

    return edit


def add(number: int, *path: Any) -> Edit:
    """A number is changed by another one."""
    *way, key = path

    def edit(position: Position) -> None:
        at(position, way)[key] += number

    return edit


def in_order(position: Position) -> None:
    """The order of the take is that of the bids again."""
    bids: list[int] = position["bids"]
    order: list[int] = position["take_order"]
    order.sort(key=bids.__getitem__, reverse=True)


def second_choice() -> Position:
    """The clients of game 2 are chosen."""
    return full(make(ADVANCED[4], phase="client", number=2, keeps={1: 30}))


def second_take() -> Position:
    """The take of round 3 of game 2."""
    return full(make(ADVANCED[4], phase="take", number=2, round_=3))


def third_of_three() -> Position:
    """Game 3 of 3 players, after a shuffle."""
    return full(make(ADVANCED[3], number=3, round_=2))


def over_of_three() -> Position:
    return full(finished(ADVANCED[4], earlier=[(1, 2, 3, 4), (5, 6, 7, 8)]))


def solo_after_eno() -> Position:
    return full(make(SOLO, phase="take", round_=3, bids={0: 1}))


def solo_choice() -> Position:
    return full(make(SOLO, phase="client"))


def solo_over() -> Position:
    return full(finished(SOLO))


def set_b() -> Position:
    return full(make(ADVANCED[2], number=2))


# --- Every bottle in play is in exactly one place ---

PLACES = "hands|bids|prizes|cellars|eno|every bottle in play"
BOTTLES = [
    # In BIDDING 1 is in hand 0, 9 a prize, 10 on top of cellar 0.
    refusal("twice in a hand", bid, PLACES, change("hands", 0, 0, 5), lean),
    refusal("in two hands", bid, PLACES, change("hands", 0, 0, 2), lean),
    refusal("in a hand and among the prizes", bid, PLACES, change("hands", 0, 0, 9), lean),
    refusal("in a hand and a cellar", bid, PLACES, change("hands", 0, 0, 31), lean),
    refusal("twice among the prizes", bid, PLACES, change("prizes", 0, 16), lean),
    refusal("twice in a cellar", bid, PLACES, change("cellars", 0, 0, 17), lean),
    refusal("in two cellars", bid, PLACES, change("cellars", 0, 0, 31), lean),
    refusal("bid and in the hand", take, PLACES, change("hands", 0, 0, 36), lean),
    refusal("bid twice", take, PLACES, change("bids", 2, 36), lean),
    refusal("bid and in a cellar", over, PLACES, change("bids", 0, 18), lean),
    refusal("a pending bid of another hand", bid, "bids", change("bids", 1, 1), lean),
    refusal("a pending bid that is a prize", bid, "bids", change("bids", 1, 9), lean),
    refusal("a bottle is missing from a hand", bid, PLACES, lambda p: p["hands"][0].pop(), lean),
    refusal(
        "a bottle is missing from a cellar", bid, PLACES, lambda p: p["cellars"][0].pop(), lean
    ),
    refusal("a bottle is missing from the prizes", bid, PLACES, lambda p: p["prizes"].pop(), lean),
    refusal("a bottle too many", bid, PLACES, lambda p: p["prizes"].append(1), lean),
    refusal("in Eno's deck and in a hand", solo, PLACES, change("eno", "deck", 0, 1), lean),
    refusal(
        "face up and gone",
        solo,
        PLACES,
        lambda p: p["eno"]["taken"].__setitem__(0, p["eno"]["face_up"][0]),
        lean,
    ),
]

# --- Sizes that do not fit phase and round ---

SIZES = [
    refusal("another round", bid, "round|hands", change("round", 4), lean),
    refusal("a hand too large", bid, PLACES, move(9, ("prizes",), ("hands", 0)), lean),
    refusal("hands of different sizes", bid, PLACES, move(1, ("hands", 0), ("hands", 1)), lean),
    refusal(
        "cellars of different sizes", bid, PLACES, move(10, ("cellars", 0), ("cellars", 1)), lean
    ),
    refusal("a prize too many", bid, PLACES, move(1, ("hands", 0), ("prizes",)), lean),
    refusal("the phase is client in round 3", bid, ".", change("phase", "client"), lean),
    refusal("the phase is over in round 3", bid, ".", change("phase", "over"), lean),
    refusal("the phase is take without bids", bid, ".", change("phase", "take"), lean),
    refusal("the phase is bid in a take", take, ".", change("phase", "bid"), lean),
    refusal(
        "a take with a bid missing",
        take,
        "bids|hands",
        change("bids", 1, None),
        lambda p: p["hands"][1].append(23),
        lean,
    ),
    refusal("all have bid in the bid", bid, "bids", change("bids", [1, 23, 3, 4]), lean),
    refusal(
        "all have chosen in the client phase",
        choice,
        "clients",
        change("clients", [4, 7, 1, 12]),
        lean,
    ),
    refusal("bids in the client phase", choice, "bids", change("bids", 0, 1), lean),
    refusal(
        "a bottle in a cellar in the client phase",
        choice,
        PLACES,
        move(1, ("hands", 0), ("cellars", 0)),
        lean,
    ),
    refusal("the client phase of round 2", choice, "round", change("round", 2), lean),
    refusal(
        "a seat that has taken without a bottle",
        take,
        PLACES,
        move(9, ("cellars", 0), ("cellars", 2)),
        lean,
    ),
    refusal("over with a prize", over, PLACES, move(3, ("cellars", 0), ("prizes",)), lean),
    refusal("over in round 7", over, "round", change("round", 7), lean),
    refusal(
        "over in game 2 of 3",
        over_of_three,
        "game_number|game_scores|phase",
        change("game_number", 2),
    ),
    # Eno.
    refusal(
        "two cards face up in a bid",
        solo,
        "eno",
        lambda p: p["eno"]["face_up"].append(p["eno"]["deck"].pop(0)),
        lean,
    ),
    refusal(
        "a third card face up, which is also in a hand",
        solo_take,
        "eno",
        lambda p: p["eno"]["face_up"].append(p["hands"][0][-1]),
        lean,
    ),
    refusal(
        "one card face up in a take",
        solo_take,
        "eno",
        lambda p: p["eno"]["deck"].append(p["eno"]["face_up"].pop()),
        lean,
    ),
    refusal(
        "too few bottles left the game",
        solo,
        "eno",
        lambda p: p["eno"]["deck"].append(p["eno"]["taken"].pop()),
        lean,
    ),
    refusal(
        "Eno has taken although the bid is higher",
        solo_take,
        "eno|bids|prizes",
        lambda p: p["eno"]["taken"].append(p["prizes"].pop()),
        lean,
    ),
    refusal(
        "Eno has not taken although its card is higher",
        solo_after_eno,
        "eno|bids|prizes",
        lambda p: p["prizes"].append(p["eno"]["taken"].pop()),
        lean,
    ),
    refusal(
        "Eno has a client before the choice", solo_choice, "eno", change("eno", "client", 1), lean
    ),
]

# --- What follows from the rest ---

DERIVED = [
    *(
        refusal(f"to_act {value}", bid, "^to_act", change("to_act", value))
        for value in ([], [0], [2], [0, 1, 2], [0, 1, 2, 3], [1, 3])
    ),
    *(
        refusal(f"to_act {v} in a take", take, "^to_act", change("to_act", v))
        for v in ([], [3], [2, 3])
    ),
    refusal("to_act at the end", over, "^to_act", change("to_act", [0])),
    *(
        refusal(f"chosen {value}", bid, "^chosen", change("chosen", value))
        for value in (
            [False] * 4,
            [True, True, False, True],
            [True] * 4,
            [True, False, True, False],
        )
    ),
    refusal("chosen in a take", take, "^chosen", change("chosen", 0, True)),
    refusal("chosen at the end", over, "^chosen", change("chosen", 0, True)),
    refusal("not chosen in the client phase", choice, "^chosen", change("chosen", 2, False)),
    # Bids 36, 23, 14 and 4; seats 0 and 1 have taken.
    *(
        refusal(f"take_order {value}", take, "^take_order", change("take_order", value))
        for value in ([3, 2], [2], [3], [], [0, 1], [1, 2, 3], [0, 1, 2, 3], [3, 1])
    ),
    refusal("take_order in a bid", bid, "^take_order", change("take_order", [0])),
    refusal("take_order at the end", over, "^take_order", change("take_order", [0])),
    refusal("take_order in the client phase", choice, "^take_order", change("take_order", [0, 1])),
    refusal("low_left in a plain game", bid, "^low_left", change("low_left", [4, 4, 4, 4])),
    refusal("no low_left in game 1", first, "^low_left", change("low_left", None)),
    refusal("low_left in game 2", second, "^low_left", change("low_left", [4, 4, 4, 4])),
    refusal(
        "one low_left too many",
        first,
        "^low_left",
        lambda p: p["low_left"].__setitem__(0, p["low_left"][0] + 1),
    ),
    refusal("scores before any", bid, "^scores", change("scores", [1, 0, 0, 0])),
    refusal(
        "scores are not the sum",
        third,
        "^scores",
        lambda p: p["scores"].__setitem__(1, p["scores"][1] + 1),
    ),
    refusal(
        "scores are of the last game",
        over_of_three,
        "^scores",
        lambda p: p.__setitem__("scores", p["game_scores"][-1]),
    ),
]

# --- Clients ---

CLIENTS = "clients|client_deck"
DEALT = [
    # In BIDDING seat 0 was dealt 4 and 19; 9 and 2 are dealt next.
    refusal("a client twice in a pair", bid, CLIENTS, change("dealt_clients", 0, [19, 19]), lean),
    refusal("a client dealt to two", bid, CLIENTS, change("dealt_clients", 0, [7, 19]), lean),
    refusal(
        "a client dealt and in the deck", bid, CLIENTS, change("dealt_clients", 0, [9, 19]), lean
    ),
    refusal("a client twice in the deck", bid, CLIENTS, change("client_deck", 0, 2), lean),
    refusal("a client is missing", bid, CLIENTS, lambda p: p["client_deck"].pop(), lean),
    refusal("a client too many", bid, CLIENTS, lambda p: p["client_deck"].append(4), lean),
    refusal("a client of the other set", set_b, CLIENTS, change("client_deck", 0, 16), lean),
    refusal("a past client is in the deck too", second, CLIENTS, change("client_deck", 0, 2), lean),
    refusal(
        "a past client is dealt too", second, CLIENTS, change("past_clients", 0, 0, [5, 4]), lean
    ),
    refusal("kept is not dealt", bid, "clients", change("clients", 0, 9), lean),
    refusal("kept is another seat's", bid, "clients", change("clients", 0, 8), lean),
    refusal("kept by nobody after the choice", bid, "clients", change("clients", 0, None), lean),
    refusal(
        "Eno has the player's",
        solo,
        "eno|clients",
        lambda p: p["eno"].__setitem__("client", p["clients"][0]),
        lean,
    ),
    refusal("Eno has another one", solo, "eno|clients", change("eno", "client", 30), lean),
    refusal("Eno has none", solo, "eno|clients", change("eno", "client", None), lean),
    # As many games' worth as the reshuffle rule gives.
    refusal(
        "past clients in game 1",
        bid,
        "past_clients",
        change("past_clients", [[[9, 2], [3, 5], [6, 10], [11, 13]]]),
        lambda p: p.__setitem__("client_deck", p["client_deck"][8:]),
        lean,
    ),
    refusal(
        "no past clients in game 2 of 4 players",
        second,
        "past_clients",
        lambda p: p["client_deck"].extend(
            k for row in p["past_clients"] for pair in row for k in pair
        ),
        change("past_clients", []),
        lean,
    ),
    refusal(
        "one game's past clients in game 3 of 4 players",
        third,
        "past_clients",
        lambda p: p["client_deck"].extend(k for pair in p["past_clients"].pop(0) for k in pair),
        lean,
    ),
    refusal(
        "past clients after a shuffle",
        third_of_three,
        "past_clients",
        lambda p: p["past_clients"].append(
            [[p["client_deck"].pop() for _ in range(2)] for _ in range(3)]
        ),
        lean,
    ),
    refusal(
        "the game just finished is among the past ones",
        over_of_three,
        "past_clients",
        lambda p: p["past_clients"].append(
            [[k, sum(pair) - k] for k, pair in zip(p["clients"], p["dealt_clients"], strict=True)]
        ),
    ),
]

# --- What was scored ---

SCORED = [
    refusal("game 3 with the scores of one game", second, ".", change("game_number", 3), lean),
    refusal("game 2 with the scores of two games", third, ".", change("game_number", 2), lean),
    refusal("game 1 with the scores of one game", second, ".", change("game_number", 1), lean),
    refusal("game 2 without scores", first, ".", change("game_number", 2), lean),
    refusal(
        "a hand at the beginning that is not the last cellar",
        second_choice,
        "hands|last_cellars",
        swap(("hands", 0, 0), ("prizes", 0)),
        lean,
    ),
    refusal(
        "a pending bid that is not among the last cellars",
        second,
        "hands|bids|last_cellars",
        change("bids", 1, 26),
        lambda p: p["hands"][1].__setitem__(p["hands"][1].index(23), 26),
        lambda p: p["prizes"].__setitem__(2, 23),
        lean,
    ),
    refusal("scores of no game", bid, "^game_scores", change("game_scores", [[0, 0, 0, 0]])),
    refusal(
        "last cellars of no game",
        bid,
        "last_cellars",
        lambda p: p.__setitem__("last_cellars", [[1, 2, 3, 4, 5, 6, 7, 8]] * 4),
    ),
    refusal("last clients of no game", bid, "^last_clients", change("last_clients", [1, 2, 3, 4])),
    refusal("no last cellars in game 2", second, "last_cellars", change("last_cellars", None)),
    refusal("no last clients in game 2", second, "^last_clients", change("last_clients", None)),
    refusal("too few game scores", second, "^game_scores", change("game_scores", []), lean),
    refusal(
        "too many game scores",
        second,
        "^game_scores",
        lambda p: p["game_scores"].append([0] * 4),
        lean,
    ),
    *(
        refusal(
            f"a last row that is not what the cellars score: {d:+}",
            start,
            "game_scores",
            add(d, "game_scores", -1, 1),
            lean,
        )
        for start in (second, third, over, over_of_three)
        for d in (1, -1)
    ),
    refusal(
        "a last row of a solo game",
        solo_over,
        "game_scores",
        change("game_scores", 0, 0, 479),
        lean,
    ),
    refusal(
        "another order of a last cellar",
        second,
        "game_scores",
        swap(("last_cellars", 0, 0), ("last_cellars", 0, 2)),
        lean,
    ),
    refusal(
        "an earlier row above 480", third, "^game_scores", change("game_scores", 0, 0, 481), lean
    ),
    refusal(
        "an earlier row below 0",
        over_of_three,
        "^game_scores",
        change("game_scores", 1, 0, -1),
        lean,
    ),
    refusal(
        "a hand that is not among the last cellars",
        second,
        "hands|last_cellars",
        swap(("hands", 0, 0), ("prizes", 2)),
        lean,
    ),
    refusal(
        "hands changed between seats",
        second,
        "hands|last_cellars",
        swap(("hands", 0, 0), ("hands", 1, 0)),
        lean,
    ),
    refusal(
        "a revealed bid that is not among the last cellars",
        second_take,
        "bids|last_cellars",
        swap(("bids", 0), ("cellars", 1, 0)),
        in_order,
        lean,
    ),
    refusal(
        "revealed bids changed between seats",
        second_take,
        "bids|last_cellars|take_order",
        swap(("bids", 0), ("bids", 1)),
        in_order,
        lean,
    ),
    refusal(
        "a bottle twice in the last cellars",
        second,
        "last_cellars",
        change("last_cellars", 0, 6, 10),
    ),
    refusal(
        "a bottle in two last cellars", second, "last_cellars", change("last_cellars", 0, 6, 16)
    ),
    refusal(
        "a last cellar of seven", second, "^last_cellars", lambda p: p["last_cellars"][0].pop()
    ),
    refusal(
        "last clients are not the kept ones",
        second,
        "^last_clients|past_clients",
        change("last_clients", 0, 2),
        lean,
    ),
    refusal(
        "a last client that is discarded",
        second,
        "^last_clients|past_clients",
        change("last_clients", 3, 11),
        lean,
    ),
    refusal(
        "last clients of two seats are equal",
        third_of_three,
        "last_clients",
        lambda p: p["last_clients"].__setitem__(0, p["last_clients"][1]),
    ),
    refusal(
        "last cellars of the end are the cellars",
        over,
        "last_cellars|game_scores",
        lambda p: p["last_cellars"].reverse(),
        lean,
    ),
    refusal(
        "last clients of the end are the clients",
        over,
        "last_clients|game_scores",
        lambda p: p["last_clients"].reverse(),
        lean,
    ),
]


@pytest.mark.parametrize(
    "case", [*BOTTLES, *SIZES, *DERIVED, *DEALT, *SCORED], ids=lambda case: case.name
)
def test_refused(case: Refusal) -> None:
    """Page, position: what is refused; the error names the key."""
    check_refused(case)
