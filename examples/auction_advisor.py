"""What to bid: every set of cards that a seat may bid, ranked by random games.

    .venv/bin/python examples/auction_advisor.py --round 3 --seed 1

A game of Cellar des Triplettes is played at random up to the asked round. Then the second seat of
its bid is advised: for each way to use its turn the core plays random games from worlds that the
seat cannot tell from the real one. `gain` is by how many points the turn is better than to pass: in
the seat's lead over the best other seat at the end, on average, give or take `error`. Random
players bid badly, so it is a first guess; a search would put better players into the playouts.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cardgames import CardGamesError, CellarDesTriplettes
from cardgames import cellar_des_triplettes as ct
from cardgames.cellar_des_triplettes import Card, CellarDesTriplettesState


def turns(state: CellarDesTriplettesState) -> Iterator[tuple[str, list[int]]]:
    """Every way to use a turn of the bid, with the actions that it takes; first the pass."""
    seat = state.current_player
    view = state.view(seat)
    for action in (ct.PASS, ct.PASS_DRAW):
        if state.is_legal(action):
            yield state.game.action_to_string(action), [action]
    hand = view.hands[seat] or ()
    sets: set[tuple[Card, ...]] = set()  # alike cards make alike sets
    for size in range(1, len(hand) + 1):
        sets.update(combinations(hand, size))
    for cards in sorted(sets, key=lambda cards: [card.tenths for card in cards]):
        try:
            actions = ct.bid_actions(state, cards)
        except CardGamesError:
            continue  # the total would equal the bid of another seat
        total = view.bid_totals[seat] + sum(card.tenths for card in cards)
        yield f"{' + '.join(map(str, cards))}  (total {ct.euros(total)})", actions


def leads(
    state: CellarDesTriplettesState, actions: list[int], seeds: list[int], playouts: int
) -> NDArray[np.float64]:
    """For each world the mean lead of the seat over the best other one, after these actions."""
    seat = state.current_player
    result: list[float] = []
    for seed in seeds:
        # The same worlds and random numbers for every way, which makes them easier to compare.
        world = state.determinize(seat, seed)
        world.apply_all(actions)
        scores = world.playouts(playouts, seed)
        others = np.delete(scores, seat, axis=1).max(axis=1)
        result.append(float((scores[:, seat] - others).mean()))
    return np.array(result)


def position(game: CellarDesTriplettes, round_number: int, seed: int) -> CellarDesTriplettesState:
    """A game at the second turn in the bid of a round, or at its end if that comes earlier."""
    state = game.new_state(seed)
    rng = random.Random(seed)
    while state.view().round < round_number and not state.is_terminal:
        # Who keeps what need not be placed has more to bid with.
        legal = state.legal_actions()
        state.apply(ct.DONE if ct.DONE in legal else rng.choice(legal))
    if not state.is_terminal:
        hand = state.view(state.current_player).hands[state.current_player] or ()
        state.apply_all(ct.bid_actions(state, hand[-1:]) if hand else [ct.PASS])
    return state


def main() -> None:
    """Read the options and print the table."""
    parser = argparse.ArgumentParser(description="Advice for a bid in Cellar des Triplettes.")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--round", type=int, default=3)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--best", type=int, default=12, help="how many turns to show")
    arguments = parser.parse_args()
    for name in ("round", "worlds", "playouts", "best"):
        if getattr(arguments, name) < 1:
            parser.error(f"--{name} must be at least 1")
    try:
        game = CellarDesTriplettes(num_players=arguments.players)
        state = position(game, arguments.round, arguments.seed)
    except CardGamesError as error:
        parser.error(str(error))
    if state.is_terminal:
        parser.error(f"this game was over before round {arguments.round}")

    print(state.view(state.current_player))
    seeds = list(range(arguments.worlds))
    values = {name: leads(state, way, seeds, arguments.playouts) for name, way in turns(state)}
    gains = {name: value - values["pass"] for name, value in values.items()}
    print("  gain   error   the turn")
    ranked = sorted(gains.items(), key=lambda item: -item[1].mean())
    for name, gain in ranked[: arguments.best]:
        print(f"{gain.mean():6.2f}   {gain.std() / np.sqrt(len(gain)):5.2f}   {name}")


if __name__ == "__main__":
    main()
