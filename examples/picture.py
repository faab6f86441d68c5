"""Pictures of a position: what a notebook shows, written to SVG files.

    .venv/bin/python examples/picture.py --players 4 --actions 26 --seat 0 --folder pictures

In a notebook a state or view as the last line of a cell is enough: both have `_repr_svg_`. Here the
same pictures go to files, one of a seat's view, one of the spectator's and one of everything.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from cardgames import SPECTATOR, BottleImp, CardGamesError
from cardgames.bottle_imp import BottleImpState
from cardgames.pictures import bottle_imp as pictures


def random_position(players: int, actions: int, seed: int) -> BottleImpState:
    """A position after some random actions, or at the end of the game."""
    state = BottleImp(num_players=players).new_state(seed)
    rng = random.Random(seed)
    for _ in range(min(actions, state.game.max_game_length)):
        state.apply(rng.choice(state.legal_actions()))
    return state


def main() -> None:
    """Read the options and write the three files."""
    parser = argparse.ArgumentParser(description="SVG pictures of a position of Bottle Imp.")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--actions", type=int, default=26)
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("."))
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    if arguments.actions < 0:
        parser.error("--actions must be at least 0")
    try:
        state = random_position(arguments.players, arguments.actions, arguments.seed)
        folder.mkdir(parents=True, exist_ok=True)
    except (CardGamesError, OSError) as error:
        parser.error(str(error))
    if arguments.seat not in range(state.game.num_players):
        parser.error(f"--seat must be from 0 to {state.game.num_players - 1}")

    viewers: dict[str, int | None] = {
        f"seat{arguments.seat}": arguments.seat,
        "spectator": SPECTATOR,
        "everything": None,
    }
    for name, viewer in viewers.items():
        # A picture is made from a view, never from the state, so it shows what the view holds.
        path = folder / f"{name}.svg"
        path.write_text(pictures.svg(state.view(viewer)), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
