"""The ways to keep a state: position dict and JSON, bytes, pickle; and a view for a front end.

    .venv/bin/python examples/save_and_load.py --folder saved
    .venv/bin/python examples/save_and_load.py cellar_des_triplettes

Without `--folder` the files go to a temporary one.
"""

from __future__ import annotations

import argparse
import json
import pickle
import tempfile
from pathlib import Path

import cardgames
from cardgames import SPECTATOR, CardGamesError, Game, InvalidStateError, State


def example_state(game: Game[State]) -> State:
    """A position in the middle of a round, after some actions."""
    state = game.new_state(seed=5)
    for _ in range(min(19, game.max_game_length // 2)):
        state.apply(state.legal_actions()[0])
    return state


def save_and_load(game: Game[State], folder: Path) -> None:
    """Write a state in every form, read it back and compare."""
    state = example_state(game)

    # A position in JSON: readable, checked on the way in, fit for hand-made positions. The full
    # view holds everything, the generator included, so later deals stay the same too. Only
    # `state.seed`, which is no part of a position, is not kept.
    (folder / "position.json").write_text(json.dumps(state.view().to_dict(), indent=1))
    loaded = game.state_from_dict(json.loads((folder / "position.json").read_text()))
    print("JSON:", loaded == state, "seed", loaded.seed)

    # Bytes: small and fast, with a version and a checksum. They name their game, so that
    # `cardgames.state_from_bytes` needs no game to read them.
    (folder / "state.bin").write_bytes(state.to_bytes())
    any_state = cardgames.state_from_bytes((folder / "state.bin").read_bytes())
    print("bytes:", any_state == state, "seed", any_state.seed, "game", any_state.game)

    # Pickle, for multiprocessing and the like. Load pickles from sources that you trust only; the
    # two forms above are safe to read from anywhere.
    (folder / "state.pickle").write_bytes(pickle.dumps(state))
    unpickled = pickle.loads((folder / "state.pickle").read_bytes())
    print("pickle:", unpickled == state, "seed", unpickled.seed)

    # All copies play on alike, because the generator is part of the state.
    for other in (loaded, any_state, unpickled):
        other.apply(state.legal_actions()[0])
    print("hashes equal:", loaded.hash64 == any_state.hash64 == unpickled.hash64)

    # What a server sends to a front end: the view of one seat, in the same format, with null for
    # what that seat may not see.
    for viewer in (0, SPECTATOR):
        view = state.view(viewer).to_dict()
        name = "spectator" if viewer == SPECTATOR else f"seat{viewer}"
        (folder / f"{name}.json").write_text(json.dumps(view))
        # A hand is null, or in Triplets a list with null for each hidden card.
        hidden = sum(hand is None or None in hand for hand in view["hands"])
        print(f"view of {name}: {hidden} hands with hidden cards, rng {view['rng']}")

    # Such a view is no position: it is refused when it is read as one.
    try:
        game.state_from_dict(state.view(0).to_dict())
    except InvalidStateError as error:
        print("refused:", error)


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description="Save and load states.")
    parser.add_argument("game", nargs="?", default="bottle_imp", help="as cardgames.make takes it")
    parser.add_argument("--folder", type=Path, default=None)
    arguments = parser.parse_args()
    folder: Path | None = arguments.folder
    try:
        game = cardgames.make(arguments.game)
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    except (CardGamesError, OSError) as error:
        parser.error(str(error))
    if folder is not None:
        save_and_load(game, folder)
        return
    with tempfile.TemporaryDirectory() as temporary:
        save_and_load(game, Path(temporary))


if __name__ == "__main__":
    main()
