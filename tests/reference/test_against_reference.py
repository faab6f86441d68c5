"""Compares the core with the references over every option set."""

from __future__ import annotations

import os
from typing import NamedTuple

import pytest

from .driver import GameDriver, Options, Tally, play_light, play_medium, play_thorough
from .games import GAMES


class Numbers(NamedTuple):
    """Games of each option set with each policy, by how much of them is compared."""

    thorough: int
    medium: int
    light: int

    def scaled(self) -> Numbers:
        """As many as the environment asks for, one of each at least."""
        return Numbers(*(max(1, round(EFFORT * number)) for number in self))


# Multiplies how many games are played.
EFFORT = float(os.environ.get("CARDGAMES_REFERENCE_EFFORT", "1"))
NUMBERS = {
    "bottle_imp": Numbers(8, 20, 150),
    "cellar_des_triplettes": Numbers(1, 2, 8),
    "triplets": Numbers(1, 1, 2),
    "wine_cellar": Numbers(1, 1, 6),
}

CASES = [
    pytest.param(driver, number, policy, id="-".join([name, driver.option_name(options), policy]))
    for name, driver in GAMES.items()
    for number, options in enumerate(driver.option_sets())
    for policy in driver.policies
]

DEFAULTS = [
    pytest.param(
        driver,
        given,
        options,
        id="-".join([name, *(f"{key}{value}" for key, value in given.items())]),
    )
    for name, driver in GAMES.items()
    for given, options in driver.default_options()
]


@pytest.mark.parametrize(("driver", "number", "policy"), CASES)
def test_core_agrees(driver: GameDriver, number: int, policy: str) -> None:
    subject = driver.subject(driver.option_sets()[number])
    driver.check_game(subject)
    numbers, play = NUMBERS[driver.name].scaled(), driver.policies[policy]
    seed = 1_000_000 * number + 100_000 * list(driver.policies).index(policy)
    for index in range(numbers.thorough):
        play_thorough(subject, seed + index, play)
    for index in range(numbers.medium):
        play_medium(subject, seed + 1_000 + index, play)
    for index in range(numbers.light):
        play_light(subject, seed + 2_000 + index, play)


@pytest.mark.parametrize(("driver", "given", "options"), DEFAULTS)
def test_core_agrees_with_default_options(
    driver: GameDriver, given: Options, options: Options
) -> None:
    # The core gets only some of the options: the defaults themselves are compared as well.
    subject = driver.subject(options, given)
    driver.check_game(subject)
    number = options["num_players"]
    total = Tally()
    total.add(play_thorough(subject, number))
    for index in range(10):
        total.add(play_medium(subject, 1_000 * number + index))
    assert total.games == 11
