"""Checks that the order of simultaneous choices in Wine Cellar does not matter, byte for byte."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from .wine_cellar_driver import WineCellarDriver

DRIVER = WineCellarDriver()
SMALL = [options for options in DRIVER.option_sets() if 2 <= options["num_players"] <= 4]
LARGE = [
    options
    for options in DRIVER.option_sets()
    if options["num_players"] > 4 and options["deck"] in ("standard", "edge")
]

# As many combinations of choices of one phase are tried.
MOST_COMBINATIONS = 24


def after(state: Any, choices: Sequence[tuple[int, int]]) -> Any:
    """Copy of a state after these choices of seats, in this order."""
    copied = state.copy()
    for seat, action in choices:
        copied.apply(action, seat)
    return copied


def combinations(state: Any, rng: random.Random) -> Iterator[list[tuple[int, int]]]:
    """All choices of all seats, or some of them if there are many."""
    seats = state.to_act
    legal = [state.legal_actions(seat) for seat in seats]
    every = [list(zip(seats, actions, strict=True)) for actions in itertools.product(*legal)]
    if len(every) > MOST_COMBINATIONS:
        every = rng.sample(every, MOST_COMBINATIONS)
    yield from every


def check_same(one: Any, other: Any) -> None:
    """Two states are the same."""
    assert one.to_bytes() == other.to_bytes()
    assert one == other
    assert one.hash64 == other.hash64


def check_phase(state: Any, rng: random.Random) -> None:
    """All orders of the choices of a phase, and of those of some of the seats only."""
    n = len(state.to_act)
    for choices in combinations(state, rng):
        for size in range(2, n + 1):
            for some in itertools.combinations(choices, size):
                first = after(state, some)
                for order in itertools.permutations(some):
                    check_same(after(state, order), first)


def walk(options: dict[str, Any], rng: random.Random) -> Iterator[Any]:
    """States of a game at the beginning of each simultaneous phase."""
    state = DRIVER.subject(options).game.new_state(rng.getrandbits(60))
    while not state.is_terminal:
        if len(state.to_act) == state.game.num_players:
            yield state
        seat = rng.choice(state.to_act)
        state.apply(rng.choice(state.legal_actions(seat)), seat)


@pytest.mark.parametrize("options", SMALL, ids=DRIVER.option_name)
def test_every_order_of_the_same_choices_is_the_same(options: dict[str, Any]) -> None:
    rng = random.Random(DRIVER.option_name(options))
    phases = 0
    for state in walk(options, rng):
        check_phase(state, rng)
        phases += 1
    # The choice of clients and 8 bids.
    assert phases == 9 * options["games"]


@pytest.mark.parametrize("options", LARGE, ids=DRIVER.option_name)
def test_some_orders_of_many_seats(options: dict[str, Any]) -> None:
    rng = random.Random(DRIVER.option_name(options))
    for state in walk(options, rng):
        choices = [(seat, rng.choice(state.legal_actions(seat))) for seat in state.to_act]
        for size in (2, len(choices) - 1, len(choices)):
            some = rng.sample(choices, size)
            first = after(state, sorted(some))
            for _ in range(6):
                check_same(after(state, rng.sample(some, size)), first)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_what_the_others_chose_does_not_show(num_players: int) -> None:
    """While choices are hidden, a seat's view is the same whatever the others have chosen."""
    options = {"num_players": num_players, "games": 3, "client_set": "A", "deck": "edge"}
    rng = random.Random(num_players)
    for state in walk(options, rng):
        for seat in range(num_players):
            others = [other for other in state.to_act if other != seat]
            rng.shuffle(others)
            # With the viewer the last one to choose nothing is revealed.
            for some in (others[:1], others):
                seen = {
                    after(
                        state, [(other, rng.choice(state.legal_actions(other))) for other in some]
                    ).information_key(seat)
                    for _ in range(8)
                }
                assert len(seen) == 1
