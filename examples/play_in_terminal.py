"""A human against random players, in the terminal.

    .venv/bin/python examples/play_in_terminal.py --players 4 --seat 0 --rounds 1

Type an action as it is listed (`devil 17`, `left 4`, `23`), nothing for the first one listed, or
`quit`. The table is printed from the view of the human's seat, so it can show nothing hidden.
"""

from __future__ import annotations

import argparse
import random

from cardgames import BottleImp, CardGamesError
from cardgames.bottle_imp import BottleImpState


def ask(state: BottleImpState, seat: int) -> int | None:
    """The action that the human chooses; None to quit."""
    while True:
        print("legal:", ", ".join(state.legal_words(seat)))
        try:
            word = input("your action> ").strip()
        except EOFError:
            return None
        if word == "quit":
            return None
        try:
            # Both errors say what is wrong and what would be right: a word that is no action at
            # all, and an action that may not be played now.
            action = state.game.parse_action(word) if word else state.legal_actions(seat)[0]
            state.copy().apply(action, seat)
        except CardGamesError as error:
            print(f"Not possible: {error}")
        else:
            return action


def play(state: BottleImpState, human: int, rng: random.Random) -> bool:
    """Play to the end; False if the human quits."""
    round_shown = state.view(human).round
    while not state.is_terminal:
        # While cards are passed several seats may act. The human chooses first: the choices are
        # hidden from each other, so the order does not matter.
        if human in state.to_act:
            print(f"\n{state.view(human)}")
            action = ask(state, human)
            if action is None:
                return False
            state.apply(action, human)
        else:
            seat = state.current_player
            action = rng.choice(state.legal_actions(seat))
            # What others pass is not for the human's eyes.
            passing = state.view(human).phase == "pass"
            what = "passes a card" if passing else f"plays {state.game.action_to_string(action)}"
            print(f"seat {seat} {what}")
            state.apply(action, seat)
        view = state.view(human)
        if view.round != round_shown and view.last_round is not None:
            round_shown = view.round
            print(f"\nThe round is over. Gains: {view.last_round.gain}, scores: {view.scores}")
    return True


def main() -> None:
    """Read the options and play one game."""
    parser = argparse.ArgumentParser(description="Bottle Imp against random players.")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--seed", type=int, default=None, help="default: another game every time")
    arguments = parser.parse_args()
    try:
        game = BottleImp(num_players=arguments.players, rounds=arguments.rounds)
        state = game.new_state(arguments.seed)
    except CardGamesError as error:
        parser.error(str(error))
    if arguments.seat not in range(game.num_players):
        parser.error(f"--seat must be from 0 to {game.num_players - 1}")

    if not play(state, arguments.seat, random.Random(arguments.seed)):
        print("\nGame given up.")
        return
    print(f"\n{state.view(arguments.seat)}")
    print("Final scores:", *state.scores())
    print("Winners: seat", ", ".join(str(seat) for seat in state.winners()))


if __name__ == "__main__":
    main()
