"""Pictures of a position: what a notebook shows, written to SVG files.

    .venv/bin/python examples/picture.py --actions 26 --seat 0 --folder pictures
    .venv/bin/python examples/picture.py cellar_des_triplettes --actions 90

In a notebook a state or view as the last line of a cell is enough. Here the same pictures go to
files, one of a seat's view, one of the spectator's and one of everything.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import cardgames
from cardgames import SPECTATOR, CardGamesError, State


def random_position(game: cardgames.Game[State], actions: int, seed: int) -> State:
    """A position after some random actions, or at the end of the game."""
    state = game.new_state(seed)
    rng = random.Random(seed)
    for _ in range(actions):
        if state.is_terminal:
            break
        state.apply(rng.choice(state.legal_actions()))
    return state


def main() -> None:
    """Read the options and write the three files."""
    parser = argparse.ArgumentParser(description="SVG pictures of a position.")
    parser.add_argument("game", nargs="?", default="bottle_imp", help="as cardgames.make takes it")
    parser.add_argument("--actions", type=int, default=26)
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("."))
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    if arguments.actions < 0:
        parser.error("--actions must be at least 0")
    try:
        game = cardgames.make(arguments.game)
        state = random_position(game, arguments.actions, arguments.seed)
        folder.mkdir(parents=True, exist_ok=True)
    except (CardGamesError, OSError) as error:
        parser.error(str(error))
    if arguments.seat not in range(game.num_players):
        parser.error(f"--seat must be from 0 to {game.num_players - 1}")

    viewers: dict[str, int | None] = {
        f"seat{arguments.seat}": arguments.seat,
        "spectator": SPECTATOR,
        "everything": None,
    }
    for name, viewer in viewers.items():
        # A picture is made from a view, never from the state, so it shows what the view holds.
        path = folder / f"{name}.svg"
        path.write_text(state.view(viewer).to_svg(), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
