"""A search in Rust, called by ctypes: the crate of this folder.

    cargo build --offline --release --manifest-path examples/rust/Cargo.toml
    .venv/bin/python examples/rust/rust_search.py
    .venv/bin/python examples/rust/rust_search.py "triplets(num_players=5)" --threads 2

It deals a game and prints what Rust finds out about the first choice.
"""

from __future__ import annotations

import argparse
import ctypes
import platform
from pathlib import Path

import numpy as np

import cardgames
from cardgames import CardGamesError, State
from cardgames.native import NativeGame, api_address, state_address

_NAMES = {"Darwin": "libworlds.dylib", "Windows": "worlds.dll"}
BUILT = Path(__file__).parent / "target" / "release" / _NAMES.get(platform.system(), "libworlds.so")

# What the functions answer below 0.
REFUSED = {
    -1: "this library of cardgames is too old for the crate",
    -2: "there is no such seat",
    -3: "the seat may not act now",
    -4: "worlds must be at least 1, threads 1 to 256",
}


class RustSearch:
    """The functions of the crate.

    Parameters
    ----------
    library
        The file that cargo made.

    Raises
    ------
    OSError
        It cannot be loaded.
    """

    def __init__(self, library: Path = BUILT) -> None:
        self.functions = ctypes.CDLL(str(library))  # which releases the GIL while they run
        search, layout = self.functions.search, self.functions.layout
        pointer = ctypes.c_void_p  # an address
        search.restype = ctypes.c_int32
        search.argtypes = (
            *(pointer, pointer, pointer, ctypes.c_int32, ctypes.c_int64, ctypes.c_uint64),
            *(ctypes.c_int32, pointer, pointer),
        )
        layout.restype = ctypes.c_size_t
        layout.argtypes = (ctypes.c_char_p, ctypes.c_size_t)

    def search(
        self, state: State, player: int, worlds: int, seed: int, threads: int = 1
    ) -> dict[int, float]:
        """The mean of the player's returns, -1 to 1, for each legal action, ascending.

        Raises
        ------
        CardGamesError
            The player may not act, or a number is out of range.
        """
        native = NativeGame(state.game)
        # Nobody but this function has the copy, so nobody changes it while Rust reads it.
        position = state.copy()
        actions = np.empty(state.game.max_legal_actions, np.int32)
        means = np.empty(state.game.max_legal_actions)
        # ctypes would cut numbers that do not fit.
        if not (abs(player) < 2**31 and abs(worlds) < 2**63 and abs(threads) < 2**31):
            raise CardGamesError("a number is out of range")
        if not 0 <= seed < 2**64:
            raise CardGamesError("seed must be from 0 to 2**64 - 1")
        # All that is addressed here lives until the function returns.
        count: int = self.functions.search(
            api_address(),
            native.address,
            state_address(position),
            player,
            worlds,
            seed,
            threads,
            actions.ctypes.data,
            means.ctypes.data,
        )
        if count < 0:
            raise CardGamesError(REFUSED[count])
        return dict(zip(actions[:count].tolist(), means[:count].tolist(), strict=True))

    def layout(self) -> dict[str, int]:
        """Sizes of structs, and offsets of members, as the crate sees them."""
        text = ctypes.create_string_buffer(self.functions.layout(None, 0))
        self.functions.layout(text, len(text))
        rows = (line.split() for line in text.raw.decode().splitlines())
        return {name: int(value) for name, value in rows}


def main() -> None:
    """Search in one position and print what was found."""
    parser = argparse.ArgumentParser(description="A search in Rust.")
    parser.add_argument("game", nargs="?", default="bottle_imp", help="as cardgames.make takes it")
    parser.add_argument("--worlds", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--library", type=Path, default=BUILT)
    arguments = parser.parse_args()
    try:
        rust = RustSearch(arguments.library)
    except OSError as error:
        parser.error(f"{error}; cargo build --offline --release makes it")
    try:
        game = cardgames.make(arguments.game)
        state = game.new_state(arguments.seed)
        while len(state.legal_actions()) < 2:
            state.apply(state.legal_actions()[0])
        player = state.current_player
        means = rust.search(state, player, arguments.worlds, arguments.seed, arguments.threads)
    except CardGamesError as error:
        parser.error(str(error))
    print(f"{game}, player {player}, {arguments.worlds} worlds")
    for action in sorted(means, key=means.__getitem__, reverse=True):
        print(f"{game.action_to_string(action):20} {means[action]:+8.3f}")


if __name__ == "__main__":
    main()
