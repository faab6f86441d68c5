"""Triplets: how many rounds games last, with three ways to play and any options.

    .venv/bin/python examples/how_long_games_last.py --games 200
    .venv/bin/python examples/how_long_games_last.py "triplets(num_players=7,lead=lowest)"
    .venv/bin/python examples/how_long_games_last.py "triplets(max_rounds=300)" --policy high

Nothing is random in Triplets after the deal, so players that always do the same in the same
position can go round in circles for ever. `max_rounds` ends such games; the last column says how
many it ended.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from statistics import mean, median

import cardgames
from cardgames import CardGamesError, Game, State, Triplets
from cardgames.triplets import TripletsState

Policy = Callable[[TripletsState, Sequence[int], random.Random], int]


def play_random(_: TripletsState, legal: Sequence[int], rng: random.Random) -> int:
    """Any action."""
    return rng.choice(legal)


def play_saving(state: TripletsState, legal: Sequence[int], _: random.Random) -> int:
    """The lowest card that keeps the seat in; else a triplet that does; else the lowest card."""
    # Legal actions are ascending: cards by rank, then the triplet.
    stays = (action for action in legal if state.action_info(action).effect != "out")
    return next(stays, legal[0])


def play_high(_: TripletsState, legal: Sequence[int], __: random.Random) -> int:
    """The triplet, if one may be played, else the highest card."""
    return legal[-1]


POLICIES: dict[str, Policy] = {"random": play_random, "saving": play_saving, "high": play_high}


def play(game: Triplets, policy: Policy, seed: int) -> tuple[int, bool]:
    """Play a game in which all seats use the policy: its rounds, and whether the limit ended it."""
    state = game.new_state(seed)
    rng = random.Random(seed)
    while not state.is_terminal:
        state.apply(policy(state, state.legal_actions(), rng))
    return state.view().round, state.is_truncated


def triplets_game(text: str) -> Triplets:
    """The game of a text; only Triplets will do."""
    game: Game[State] = cardgames.make(text)
    if not isinstance(game, Triplets):
        raise CardGamesError(f"this is about triplets, not {game.name}")
    return game


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description="How many rounds games of Triplets last.")
    parser.add_argument(
        "game", nargs="*", default=["triplets"], help="some games, as cardgames.make takes them"
    )
    parser.add_argument(
        "--policy", action="append", choices=POLICIES, help="may be repeated; default: all"
    )
    parser.add_argument("--games", type=int, default=100, help="games for each line of the table")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error("--games must be at least 1")
    try:
        games = [triplets_game(text) for text in arguments.game]
        seeds = range(arguments.seed, arguments.seed + arguments.games)
        for seed in (seeds[0], seeds[-1]):
            games[0].new_state(seed)  # refuses a seed that is none
    except CardGamesError as error:
        parser.error(str(error))

    for game in games:
        print(game)
        print("policy      mean   median   longest   stopped")
        for name in arguments.policy or POLICIES:
            results = [play(game, POLICIES[name], seed) for seed in seeds]
            rounds = [count for count, _ in results]
            stopped = mean(truncated for _, truncated in results)
            print(
                f"{name:8} {mean(rounds):7.1f} {median(rounds):8.1f} {max(rounds):9} {stopped:9.1%}"
            )


if __name__ == "__main__":
    main()
