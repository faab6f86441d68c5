"""Triplets: positions refused because they contradict themselves, by the list of the page."""

from __future__ import annotations

import pytest

from .any_game import Position, full
from .edits import Edit, Path, Refusal, at, change, check_refused, drop, refusal, swap
from .test_triplets_refused_form import leading, over, playing, tripled
from .triplets_positions import LAST, TWO_DECKS, make

# --- Where they start ---


def first_round() -> Position:
    """The dealer, seat 2, is to lead."""
    return full(make(round_=1, dealer=2, to_act=2, hands={0: "2c 3c", 2: "4c 5c", 3: "6c 7c"}))


def finished() -> Position:
    """A natural end."""
    return full(make(phase="over", hands={2: "4c"}, stacks={2: "5c*"}, winner=2))


def nobody_left() -> Position:
    """The last cards have all left the game."""
    return full(make(phase="over", hands={}, winner=1))


def passed_over() -> Position:
    """Seat 0 holds no card, and its turn has come."""
    return full(make(hands={1: "4c Kc", 2: "5c Kd"}, pot="0 7c, 1 8c, 2 9c"))


def waiting() -> Position:
    """Seat 0 holds no card, its turn comes after that of seat 2."""
    return full(make(hands={1: "4c Kc", 2: "5c Kd"}, pot="0 7c, 1 8c"))


def bounded() -> Position:
    """A hand with nested bounds, and a card that is known."""
    return full(make(hands={0: "2c 5c 9d Kd*", 1: "4c"}, bounds={0: "2-5 2-9 2-A"}))


def lapped() -> Position:
    """A second time round, with a triplet and a higher one."""
    return full(
        make(
            hands={0: "2c 5c", 1: "4c 6c", 2: "8c"},
            pot="0 3c, 1 4d, 2 7c 7d 7h, 0 9c 9d 9h, 1 9s",
        )
    )


def two_triplets() -> Position:
    """A triplet on a lower one; each card is there twice."""
    return full(make(TWO_DECKS, hands={0: "2c", 1: "4c", 2: "5c"}, pot="0 7c 7d 7h, 1 8c 8d 8h"))


def two_decks() -> Position:
    """Each card twice; a card of the hand of seat 0 is known."""
    return full(make(TWO_DECKS, hands={0: "2c 2c* 5c", 1: "4c"}, stacks={1: "6c 6c*"}))


def last_round() -> Position:
    return full(make(LAST, hands={0: "2c", 1: "4c"}))


# --- What is done ---


def lean(position: Position) -> None:
    """What may be left out is, so that only the rest is judged."""
    for key in ("known_hands", "known_stacks", "bounds", "scores", "rng"):
        position.pop(key, None)


def put(card: str, source: Path, target: Path) -> Edit:
    """A card goes from one list to the end of another."""

    def edit(position: Position) -> None:
        at(position, source).remove(card)
        at(position, target).append(card)

    return edit


def play(player: int, *cards: str) -> Edit:
    """A play is put to the pot, with removed cards."""

    def edit(position: Position) -> None:
        for card in cards:
            position["removed"].remove(card)
        position["pot"].append({"player": player, "cards": list(cards)})

    return edit


def wins(kind: str, rank: str, player: int) -> Edit:
    """What wins."""
    return change("winning", {"kind": kind, "rank": rank, "player": player})


def trade(come: str, go: str) -> Edit:
    """Cards come to the removed ones, and others leave them."""

    def edit(position: Position) -> None:
        for card in go.split():
            position["removed"].remove(card)
        position["removed"] += come.split()

    return edit


def unplay(number: int) -> Edit:
    """A play of the pot has not been; its cards have left the game."""

    def edit(position: Position) -> None:
        position["removed"] += position["pot"].pop(number)["cards"]

    return edit


def empty(*seats: int) -> Edit:
    """All cards of some seats have left the game."""

    def edit(position: Position) -> None:
        for seat in seats:
            for key in ("hands", "stacks"):
                position["removed"] += position[key][seat]
                position[key][seat] = []

    return edit


CARDS = [
    refusal(
        "a removed card is missing",
        leading,
        "of 3c there are 0, not 1",
        lambda p: p["removed"].remove("3c"),
    ),
    refusal(
        "a card of a hand is missing",
        leading,
        "of Kc there are 0, not 1",
        lambda p: p["hands"][0].pop(),
        lean,
    ),
    refusal(
        "a card of a stack is missing",
        leading,
        "of Jc there are 0, not 1",
        lambda p: p["stacks"][1].pop(0),
        lean,
    ),
    refusal(
        "a card of the pot is missing",
        playing,
        "of 6c there are 0, not 1",
        lambda p: p["pot"].pop(0),
    ),
    refusal(
        "a middle card is missing", tripled, "of Ah there are 0, not 1", lambda p: p["pot"].pop(0)
    ),
    refusal(
        "a card twice", leading, "of 3c there are 2, not 1", lambda p: p["removed"].append("3c")
    ),
    refusal(
        "a card in two places",
        leading,
        "of 3c there are 2, not 1",
        lambda p: p["hands"][0].append("3c"),
        lean,
    ),
    refusal(
        "another card instead of one",
        leading,
        "of (3c there are 2|2d there are 0), not 1",
        change("removed", 0, "3c"),
    ),
    refusal(
        "three of a card",
        two_decks,
        "of 2c there are 3, not 2",
        lambda p: p["removed"].append("2c"),
    ),
    refusal(
        "one of two is missing",
        two_decks,
        "of 3c there are 1, not 2",
        lambda p: p["removed"].remove("3c"),
    ),
]

SIZES = [
    refusal(
        "six cards in a hand",
        leading,
        "^hands",
        *(put(c, ["removed"], ["hands", 0]) for c in ("5c", "5d", "5h", "5s")),
        lean,
    ),
    refusal(
        "six cards in a hand at the end",
        over,
        "^hands",
        *(put(c, ["removed"], ["hands", 0]) for c in ("5c", "5d", "5h", "5s")),
        lean,
    ),
    refusal(
        "an empty hand above a stack",
        leading,
        r"^(hands|stacks)",
        put("8h", ["hands", 1], ["removed"]),
        put("10d", ["hands", 1], ["removed"]),
        lean,
    ),
    refusal(
        "an empty hand above a stack at the end",
        finished,
        r"^(hands|stacks)",
        put("4c", ["hands", 2], ["removed"]),
        lean,
    ),
    refusal("the score of another seat", leading, "^scores", change("scores", [2, 4, 2, 0])),
    refusal("scores that count the pot", playing, "^scores", change("scores", [5, 6, 3, 8])),
]

KNOWN = [
    refusal(
        "a known card that is not in the hand",
        leading,
        r"^known_hands\[1\]",
        change("known_hands", 1, ["9h"]),
    ),
    refusal(
        "a known card of another hand",
        leading,
        r"^known_hands\[1\]",
        change("known_hands", 1, ["4d"]),
    ),
    refusal(
        "a known card twice",
        leading,
        r"^known_hands\[1\]",
        change("known_hands", 1, ["8h", "8h"]),
        drop("bounds"),
    ),
    refusal(
        "a known copy too many",
        two_decks,
        r"^known_hands\[0\]",
        change("known_hands", 0, ["5c", "5c"]),
        drop("bounds"),
    ),
    refusal(
        "another card in a stack",
        leading,
        r"^known_stacks\[1\]",
        change("known_stacks", 1, 1, "Qd"),
    ),
    refusal(
        "another place in a stack",
        leading,
        r"^known_stacks\[1\]",
        change("known_stacks", 1, [None, "Jc"]),
    ),
    refusal(
        "a known card above an unknown one",
        leading,
        r"^known_stacks\[1\]\[0\]: .*above an unknown",
        change("known_stacks", 1, ["Jc", None]),
    ),
    refusal(
        "a known stack too short", leading, r"^known_stacks\[1\]", change("known_stacks", 1, ["Qc"])
    ),
    refusal(
        "a known stack too long",
        leading,
        r"^known_stacks\[1\]",
        change("known_stacks", 1, [None, None, "Qc"]),
    ),
]

NO_MATCH = "^bounds: .*nested.*matched"
BOUNDS = [
    refusal("an empty bound", bounded, r"^bounds\[0\]", change("bounds", 0, 0, ["6", "5"])),
    refusal("bounds that overlap", bounded, NO_MATCH, change("bounds", 0, 1, ["3", "J"])),
    refusal(
        "bounds side by side",
        bounded,
        NO_MATCH,
        change("bounds", 0, [["2", "4"], ["5", "9"], ["2", "A"]]),
    ),
    refusal("a card outside its bound", bounded, NO_MATCH, change("bounds", 0, 0, ["3", "4"])),
    refusal(
        "two bounds for one card",
        bounded,
        NO_MATCH,
        change("bounds", 0, [["2", "4"], ["2", "4"], ["2", "A"]]),
    ),
    refusal(
        "bounds met by a known card only",
        bounded,
        NO_MATCH,
        change("bounds", 0, [["10", "A"], ["2", "A"], ["2", "A"]]),
    ),
    refusal("a bound too few", bounded, r"^bounds\[0\]", lambda p: p["bounds"][0].pop()),
    refusal(
        "a bound for a known card", bounded, r"^bounds\[0\]", change("bounds", 0, [["2", "A"]] * 4)
    ),
    refusal("a bound of no card", bounded, r"^bounds\[2\]", change("bounds", 2, [["2", "A"]])),
    refusal("bounds without known cards", bounded, r"^bounds\[0\]", drop("known_hands")),
]

POT = [
    refusal(
        "a triplet on an equal one",
        two_triplets,
        "^pot",
        trade("8c 8d 8h", "7c 7d 7h"),
        change("pot", 1, "cards", ["7c", "7d", "7h"]),
        wins("triplet", "7", 1),
        lean,
    ),
    refusal(
        "a lower triplet on a higher one",
        lapped,
        "^pot",
        swap(("pot", 2, "cards"), ("pot", 3, "cards")),
        lean,
    ),
    refusal("a seat after it is out", playing, "^pot", play(3, "Ad"), lean),
    refusal("a seat with cards passed over", playing, "^pot", unplay(1), lean),
    refusal(
        "a seat plays twice",
        leading,
        "^pot",
        play(0, "5c"),
        play(0, "6c"),
        wins("single", "6", 0),
        change("to_act", [1]),
        lean,
    ),
    refusal(
        "play against the clock",
        leading,
        "^pot",
        play(1, "5c"),
        play(0, "6c"),
        play(3, "7c"),
        wins("single", "7", 3),
        change("to_act", [1]),
        lean,
    ),
    refusal(
        "a play of two cards",
        leading,
        "^pot",
        play(0, "5c", "5d"),
        wins("single", "5", 0),
        change("to_act", [1]),
        lean,
    ),
    refusal(
        "a play of four cards",
        leading,
        "^pot",
        play(0, "5c", "5d", "5h", "5s"),
        wins("triplet", "5", 0),
        change("to_act", [1]),
        lean,
    ),
    refusal(
        "three cards of two ranks",
        leading,
        "^pot",
        play(0, "5c", "5d", "6h"),
        wins("triplet", "5", 0),
        change("to_act", [1]),
        lean,
    ),
    refusal(
        "a triplet in another order",
        tripled,
        "^pot",
        change("pot", 1, "cards", ["7d", "7c", "7h"]),
        lean,
    ),
    refusal("middle cards later", playing, r"^pot\[1\]", change("pot", 1, "player", None), lean),
    refusal(
        "middle cards twice",
        tripled,
        "^pot",
        lambda p: p["pot"].insert(0, {"player": None, "cards": ["As"]}),
        lambda p: p["removed"].remove("As"),
        lean,
    ),
    refusal(
        "a seat that was passed over for want of cards plays again",
        passed_over,
        "^pot",
        play(1, "10c"),
        play(2, "Jc"),
        play(0, "Qc"),
        wins("single", "Q", 0),
        change("in", [0, 1, 2]),
        lean,
    ),
]

WINNING = [
    refusal("nothing wins", playing, "^winning", change("winning", None)),
    refusal("another kind", playing, "^winning", wins("triplet", "9", 2)),
    refusal("another rank", playing, "^winning", wins("single", "10", 2)),
    refusal("another seat", playing, "^winning", wins("single", "9", 0)),
    refusal("a card that was beaten", playing, "^winning", wins("single", "6", 1)),
    refusal("a card that is out", playing, "^winning", wins("single", "3", 3)),
    refusal("a negated triplet", tripled, "^winning", wins("triplet", "7", 1)),
    refusal("the single of another seat", tripled, "^winning", wins("single", "7", 1)),
    refusal("something wins before the first play", leading, "^winning", wins("single", "5", 0)),
    refusal("something wins at the end", over, "^winning", wins("single", "5", 1)),
]

IN = [
    refusal("a seat with a card is not in", leading, "^in", change("in", [0, 1])),
    refusal("a seat without a card is in", leading, "^in", change("in", [0, 1, 2, 3])),
    refusal("a seat that is out", playing, "^in", change("in", [0, 1, 2, 3])),
    refusal("a seat that stayed in is not", playing, "^in", change("in", [0, 2])),
    refusal("a seat that is still to play is not", playing, "^in", change("in", [1, 2])),
    refusal("nobody is in", leading, "^in", change("in", [])),
    refusal("a cardless seat whose turn has come", passed_over, "^in", change("in", [0, 1, 2])),
    refusal("a cardless seat whose turn has not come", waiting, "^in", change("in", [1, 2])),
    refusal("an eliminated seat", waiting, "^in", change("in", [0, 1, 2, 3])),
    refusal("nobody has won", over, "^in", change("in", [])),
    refusal("two have won", over, "^in", change("in", [0, 1])),
    refusal("a winner without cards", finished, "^in", change("in", [1])),
    refusal("a winner without cards, by rounds", over, "^in", change("in", [3])),
    refusal("nobody has won, nobody has cards", nobody_left, "^in", change("in", [])),
]

TURNS = [
    refusal("nobody is to act", playing, "^to_act", change("to_act", [])),
    refusal("two are to act", playing, "^to_act", change("to_act", [0, 1])),
    refusal("the seat after the next", playing, "^to_act", change("to_act", [1])),
    refusal("the seat that has played", playing, "^to_act", change("to_act", [3])),
    refusal("a seat without cards", waiting, "^to_act", change("to_act", [0])),
    refusal("an eliminated seat leads", leading, "^to_act", change("to_act", [2])),
    refusal("another than the dealer in round 1", first_round, "^to_act", change("to_act", [0])),
    refusal("another dealer in round 1", first_round, "^(to_act|dealer)", change("dealer", 0)),
    refusal(
        "a dealer without cards in round 1", first_round, "^(to_act|dealer)", change("dealer", 1)
    ),
    refusal("somebody is to act at the end", over, "^to_act", change("to_act", [1])),
]

ENDS = [
    refusal(
        "one seat in before the first play",
        leading,
        "^in: .*two seats",
        empty(1, 3),
        change("in", [0]),
        lean,
    ),
    refusal(
        "one seat in after a play",
        playing,
        "^in: .*two seats",
        play(0, "2s"),
        play(1, "3d"),
        change("in", [2]),
        change("to_act", [2]),
        lean,
    ),
    refusal(
        "nobody has a card",
        leading,
        "^in: .*two seats",
        empty(0, 1, 3),
        change("in", []),
        lean,
    ),
    refusal(
        "over with two seats that hold cards",
        finished,
        "^(phase|round)",
        put("6c", ["removed"], ["hands", 0]),
        lean,
    ),
    refusal("over a round too early", over, "^(phase|round)", change("round", 1)),
    refusal("over with a play", over, "^pot", play(0, "5c"), lean),
    refusal(
        "over with middle cards",
        over,
        "^pot",
        lambda p: p["pot"].append({"player": None, "cards": ["As"]}),
        lambda p: p["removed"].remove("As"),
        lean,
    ),
    refusal("over, but to be played", last_round, "^(phase|in|to_act)", change("phase", "over")),
    refusal("played, but over", over, "^(phase|in|to_act)", change("phase", "play")),
]


@pytest.mark.parametrize(
    "case",
    [*CARDS, *SIZES, *KNOWN, *BOUNDS, *POT, *WINNING, *IN, *TURNS, *ENDS],
    ids=lambda case: case.name,
)
def test_refused(case: Refusal) -> None:
    """Page, position: the list of what is refused; the error names the key."""
    check_refused(case)
