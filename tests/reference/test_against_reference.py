"""Compares the core with the reference over every option set."""

from __future__ import annotations

import pytest

from .bottle_imp_reference import Options, all_option_sets, default_options
from .driver import Tally, all_words, check_game, make_game, play_light, play_medium, play_thorough

# Games of each option set, by how much of them is compared.
THOROUGH_GAMES = 8
MEDIUM_GAMES = 20
LIGHT_GAMES = 150

OPTION_SETS = list(all_option_sets())


def _name(options: Options) -> str:
    parts = [f"{options['num_players']}p", f"{options['rounds']}r"]
    if options["bottles"] == 2:
        parts.append("2bottles")
    if options["teams"] is not None:
        parts.append(f"teams{options['teams']}")
    if options["rotate_teams"]:
        parts.append("rotate")
    if options["devil_cards"] == 2:
        parts.append("2devil")
    return "_".join(parts)


@pytest.mark.parametrize("options", OPTION_SETS, ids=_name)
def test_core_agrees(options: Options) -> None:
    game = make_game(options)
    check_game(game, options)
    ids = {word: action for action, word in enumerate(all_words(options))}
    number = OPTION_SETS.index(options)
    for index in range(THOROUGH_GAMES):
        play_thorough(game, options, 1_000_000 * number + index)
    for index in range(MEDIUM_GAMES):
        play_medium(game, options, 1_000_000 * number + 1_000 + index)
    for index in range(LIGHT_GAMES):
        play_light(game, options, 1_000_000 * number + 2_000 + index, ids)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_core_agrees_with_default_options(num_players: int) -> None:
    options = default_options(num_players)
    # Only the number of players is given: the defaults themselves are compared as well.
    game = make_game({"num_players": num_players})
    total = Tally()
    total.add(play_thorough(game, options, num_players))
    for index in range(10):
        total.add(play_medium(game, options, 1_000 * num_players + index))
    assert total.games == 11
