"""The greedy bot's rules for Triplets. What is expected is worked out by hand."""

from __future__ import annotations

import pytest

from .bot_choices import chosen
from .triplets_positions import LOWEST, TWO_DECKS, make

# The others, who hold nothing that matters.
OTHERS = {0: "Ac", 2: "Ad", 3: "Ah"}


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("4c 8d 9h Ks", "8"),  # the lowest that beats the 7
        ("4c 7d 9h Ks", "7"),  # an equal card beats it too
        ("4c 4d 4h 9s Ks", "9"),  # rather a card than a triplet
        ("9c 9d 9h Ks", "9"),  # even one of a triplet
        ("4c 4d 4h 5s", "triplet 4"),
        ("3c 4d 5h 6s", "3"),  # nothing beats it: out, with the lowest card
    ],
)
def test_a_single_card_is_met_as_low_as_can_be(hand: str, action: str) -> None:
    assert chosen(make(hands=OTHERS | {1: hand}, pot="0 7c")) == action


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("3c 7s Kh", "7"),  # it negates the triplet
        ("3c 7s 9c 9d 9h", "7"),  # rather than to beat it
        ("3c 9c 9d 9h Ks", "triplet 9"),
        ("3c 4c 4d 4h Ks", "3"),  # a lower triplet does not beat it: out
        ("8c 9d Js Ks", "8"),
    ],
)
def test_a_triplet_is_negated_before_it_is_beaten(hand: str, action: str) -> None:
    assert chosen(make(hands=OTHERS | {1: hand}, pot="0 7c 7d 7h")) == action


def test_of_two_triplets_the_lower_one_is_played() -> None:
    state = make(TWO_DECKS, hands=OTHERS | {1: "8c 8d 8h 8s 8c"}, pot="0 7c 7d 7h")
    assert chosen(state) == "triplet 8"


def test_a_negated_triplet_is_met_like_a_card() -> None:
    assert chosen(make(hands=OTHERS | {2: "5c 8d Kc"}, pot="0 7c 7d 7h, 1 7s")) == "8"


@pytest.mark.parametrize("hand", ["3c 3d 3h 9c Ks", "3c 9c 9d 9h Ks"])
def test_the_lowest_card_is_led(hand: str) -> None:
    assert chosen(make(hands=OTHERS | {0: hand})) == "3"
    assert chosen(make(LOWEST, hands=OTHERS | {0: hand})) == "3"
