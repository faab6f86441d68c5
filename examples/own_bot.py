"""A bot of your own in a tournament, and its games in a file.

    .venv/bin/python examples/own_bot.py --games 200 --seed 1
    .venv/bin/python examples/own_bot.py "triplets(num_players=3,max_rounds=20)" --games 60

The bot needs one method. The state that it is handed is a world: true is only what its seat knows,
so it may look at all of it and play on in it. This one tries each action in that world with some
random games. Standings are printed, and every game is a line of JSON in the file, which
`cardgames replay` shows.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cardgames
from cardgames import CardGamesError, GameRecord, State
from cardgames.records import write_records
from cardgames.seeds import stream
from cardgames.tournament import tournament


class OneWorld:
    """Takes the action after which it has most points in some random games in one world."""

    name = "one world"

    def __init__(self, playouts: int, seed: int = 0) -> None:
        self.playouts = playouts
        self.seed = seed
        self.asked = 0

    def with_seed(self, seed: int) -> OneWorld:
        """The same bot for another seat or game: a match calls this before it begins."""
        return OneWorld(self.playouts, seed)

    def choose(self, state: State, player: int) -> int:
        """An action of the player, who may act."""
        actions = state.legal_actions(player)
        if len(actions) == 1:
            return actions[0]
        self.asked += 1
        values: dict[int, float] = {}
        for action in actions:
            after = state.copy()
            after.apply(action, player)
            # The same seed for all actions, which makes them easier to compare.
            scores = after.playouts(self.playouts, stream(self.seed, self.asked))
            values[action] = float(scores[:, player].mean())
        return max(actions, key=values.__getitem__)


def main() -> None:
    """Play a tournament and write its games to a file."""
    parser = argparse.ArgumentParser(description="A bot of your own in a tournament.")
    parser.add_argument(
        "game", nargs="?", default="bottle_imp(rounds=1)", help="as cardgames.make takes it"
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=Path("own_bot.jsonl"))
    arguments = parser.parse_args()
    if arguments.playouts < 1:
        parser.error("--playouts must be at least 1")
    records: list[GameRecord] = []
    try:
        result = tournament(
            cardgames.make(arguments.game),
            ["random", "greedy", OneWorld(arguments.playouts)],
            arguments.games,
            seed=arguments.seed,
            on_record=records.append,
        )
    except CardGamesError as error:
        parser.error(str(error))
    write_records(arguments.file, records)
    print(result)
    print(f"{len(records)} games in {arguments.file}")


if __name__ == "__main__":
    main()
