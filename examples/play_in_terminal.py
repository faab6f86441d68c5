"""A human against random players, in the terminal.

    .venv/bin/python examples/play_in_terminal.py --seat 0
    .venv/bin/python examples/play_in_terminal.py "cellar_des_triplettes(num_players=3)"
    .venv/bin/python examples/play_in_terminal.py wine_cellar --deck bottles.csv clients.csv

Type an action as it is listed (`devil 17`), without what it would do (`10 (negate)`). Enter alone
plays the first one; `quit` ends the game. Only what the human's seat may see is printed.
"""

from __future__ import annotations

import argparse
import random

import cardgames
from cardgames import CardGamesError, State, WineDeck

HOW = "Type an action as it is listed. Enter alone plays the first one; quit ends the game."

# Phases in which all choose at the same time, and what is said of a seat that has done so.
HIDDEN = {
    ("bottle_imp", "pass"): "passes a card",
    ("wine_cellar", "client"): "keeps a client",
    ("wine_cellar", "bid"): "bids a bottle",
}


def told(state: State, action: int) -> str:
    """The word of an action, and what it would do now where the game says so."""
    effect = getattr(state.action_info(action), "effect", None)
    return state.game.action_to_string(action) + (f" ({effect})" if effect else "")


def ask(state: State, seat: int) -> int | None:
    """The action that the human chooses; None to quit."""
    while True:
        print("legal:", ", ".join(told(state, action) for action in state.legal_actions(seat)))
        try:
            word = input("your action> ").strip()
        except EOFError:
            return None
        if word == "quit":
            return None
        try:
            # Errors say what would be right: of a word that is no action, and of one not legal.
            action = state.game.parse_action(word) if word else state.legal_actions(seat)[0]
            state.copy().apply(action, seat)
        except CardGamesError as error:
            print(f"Not possible: {error}")
        else:
            return action


def play(state: State, human: int, rng: random.Random) -> bool:
    """Play to the end; False if the human quits."""
    position = state.view(human).to_dict()
    while not state.is_terminal:
        # Of several seats the human is first: choices are hidden, so the order does not matter.
        if human in state.to_act:
            print(f"\n{state.view(human)}")
            action = ask(state, human)
            if action is None:
                return False
            state.apply(action, human)
        else:
            seat = state.current_player
            action = rng.choice(state.legal_actions(seat))
            # What others choose at the same time is not for the human's eyes.
            hidden = HIDDEN.get((state.game.name, position["phase"]))
            print(f"seat {seat}:", hidden or told(state, action))
            state.apply(action, seat)
        before, position = position, state.view(human).to_dict()
        if position["round"] != before["round"]:
            print(f"\nRound {before['round']} is over. Scores:", *state.scores())
    return True


def main() -> None:
    """Read the options and play one game."""
    parser = argparse.ArgumentParser(description=f"A game against random players. {HOW}")
    parser.add_argument(
        "game", nargs="?", default="bottle_imp(rounds=1)", help="as cardgames.make takes it"
    )
    parser.add_argument(
        "--deck", nargs=2, metavar=("BOTTLES.CSV", "CLIENTS.CSV"), help="own cards for Wine Cellar"
    )
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--seed", type=int, default=None, help="default: another game every time")
    arguments = parser.parse_args()
    try:
        own = {"deck": WineDeck.from_csv(*arguments.deck)} if arguments.deck else {}
        game = cardgames.make(arguments.game, **own)
        state = game.new_state(arguments.seed)
    except (CardGamesError, OSError) as error:
        parser.error(str(error))
    if arguments.seat not in range(game.num_players):
        parser.error(f"--seat must be from 0 to {game.num_players - 1}")

    print(HOW)
    if not play(state, arguments.seat, random.Random(arguments.seed)):
        print("\nGame given up.")
        return
    print(f"\n{state.view(arguments.seat)}")
    print("Final scores:", *state.scores())
    print("Winners: seat", ", ".join(str(seat) for seat in state.winners()))


if __name__ == "__main__":
    main()
