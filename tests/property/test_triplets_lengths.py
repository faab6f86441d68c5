"""Stacks and pots of every length: cards are moved in blocks, whose ends must not show."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cardgames.triplets import CARDS, Triplets, TripletsState, single

GAMES = (
    Triplets(num_players=2),
    *(Triplets(num_players=4, decks=decks) for decks in (2, 3, 4)),
)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)

# Of each seat: the cards of the hand (before a K is played: a K more), of the stack.
Shape = tuple[int, int]


def sound(state: TripletsState) -> dict[str, Any]:
    """The position of a state that is the one that its position and its bytes give."""
    position = state.view().to_dict()
    assert state.game.state_from_dict(position) == state
    assert state.game.state_from_bytes(state.to_bytes()) == state
    return position


def check(game: Triplets, first: Shape, second: Shape, pot: int) -> None:
    """Seat 0 beats a 2 with a K and seat 1 goes out: draws, then collects or meets a longer pot.

    `pot`: how many middle cards lie before the 2.
    """
    n, decks = game.num_players, game.options.decks
    left = Counter({str(card): decks for card in CARDS})
    left.subtract(["Kh", "2c", "2d"])
    low = [word for word in left.elements() if word[0] not in "KA2"]
    hands: list[list[str]] = [[] for _ in range(n)]
    stacks: list[list[str]] = [[] for _ in range(n)]
    for seat, (held, _) in enumerate((first, second)):
        hands[seat] = [low.pop() for _ in range(held)]
    left.subtract([word for hand in hands for word in hand])
    hands[0].append("Kh")
    rest = list(left.elements())
    for seat, (_, piled) in enumerate((first, second)):
        stacks[seat], rest = rest[:piled], rest[piled:]
    middle, removed = rest[:pot], rest[pot:]
    plays = [{"player": 0, "cards": ["2c"]}, {"player": 1, "cards": ["2d"]}]
    state = game.state_from_dict(
        {
            "game": "triplets",
            "options": {"num_players": n, "decks": decks},
            "round": 2,
            "phase": "play",
            "dealer": 0,
            "to_act": [0],
            "hands": hands,
            "stacks": stacks,
            "pot": [*([{"player": None, "cards": middle}] if middle else []), *plays],
            "in": [0, 1],
            "winning": {"kind": "single", "rank": "2", "player": 1},
            "removed": removed,
        }
    )
    state.apply(single("K"))
    drawn = 5 if first[0] == 0 else 0
    hand, stack = hands[0][:-1], stacks[0]
    seen = sound(state)
    assert Counter(seen["hands"][0]) == Counter([*hand, *stack[:drawn]])
    assert seen["stacks"][:2] == [stack[drawn:], stacks[1]]
    assert seen["removed"] == removed
    # Seat 1 has no card of rank K or A: it is out, draws, and seat 0 takes all.
    lost = seen["hands"][1][0]
    state.apply(single(lost[:-1]))
    last = sound(state)
    drawn = 5 - (second[0] - 1)
    assert Counter(last["hands"][1]) == Counter([*seen["hands"][1][1:], *stacks[1][:drawn]])
    assert last["stacks"][1] == stacks[1][drawn:]
    taken = [*seen["stacks"][0], *middle, "2c", "2d", "Kh", lost]
    assert [*last["hands"][0], *last["stacks"][0]] == [*seen["hands"][0], *taken]
    assert last["removed"] == removed


@each_game
def test_stacks_of_every_length_behind_a_draw(game: Triplets) -> None:
    room = 52 * game.options.decks - 12
    for behind in range(room - 5):
        for own in (1, 2, 3, 4, 5):
            check(game, (0, own), (3, behind), 0)


@each_game
def test_pots_of_every_length_under_stacks_of_many_lengths(game: Triplets) -> None:
    room = 52 * game.options.decks - 12
    for pot in range(room):
        for own in range(0, room - pot, 13):
            check(game, (2, own), (1, room - pot - own), pot)
            check(game, (2, own), (1, min(5, room - pot - own)), pot)
