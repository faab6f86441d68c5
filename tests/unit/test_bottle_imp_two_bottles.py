"""Bottle Imp with the second bottle, five and six players.

"Rulebook" is the German rulebook, under the heading of this variant; "page" is the game's page of
the project. Seat 0 is the first player.
"""

from __future__ import annotations

import pytest

from cardgames.bottle_imp import BottleImp

from .positions import Trick, bottles, in_play, play, trick
from .rounds import FIVE_ONE_OWNER, FIVE_TWO_OWNERS, SIX

GAME = BottleImp(num_players=5, bottles=2)

Owned = list[tuple[str, int | None]]

# After these seat 0 has bottle 0 at 18, seat 1 bottle 1 at 17; then bottle 0 is the dearer one.
FIRST = trick(0, "18 22 22.5 25 28")
SECOND = trick(0, "20 17 23 27 30")


def test_both_bottles_begin_with_nineteen() -> None:
    """Rulebook: two bottles are used; both begin with a price of 19."""
    assert bottles(in_play(GAME)) == [("19", None), ("19", None)]


@pytest.mark.parametrize(
    ("cards", "owned"),
    [
        ("18.5 22 22.5 25 28", [("18.5", 0), ("19", None)]),
        ("20 23 17 27 30", [("17", 2), ("19", None)]),
        ("1 2 4 5 7", [("7", 4), ("19", None)]),
        ("20 23 27 30 32", [("19", None), ("19", None)]),
    ],
)
def test_the_first_bottle_taken_is_bottle_0(cards: str, owned: Owned) -> None:
    """Rulebook: the first to win a trick below 19 takes one of the two bottles as it likes.

    Page, departure 5: at 19 they are alike, so the first taken is bottle 0 and nothing is chosen.
    """
    assert bottles(in_play(GAME, tricks=[trick(0, cards)])) == owned


@pytest.mark.parametrize(
    ("before", "cards", "leader", "owned"),
    [
        # Bottle 0 at 18: bottle 1, still at 19, is the dearer one, and 18.5 is enough for it.
        ((FIRST,), "18.5 12 12.5 15 9", 0, [("18", 0), ("18.5", 0)]),
        ((FIRST,), "20 18.5 23 27 30", 1, [("18", 0), ("18.5", 1)]),
        ((FIRST,), "20 17 23 27 30", 1, [("18", 0), ("17", 1)]),
        ((FIRST,), "20 23 27 30 32", 4, [("18", 0), ("19", None)]),
        # Bottle 0 at 18, bottle 1 at 17: bottle 0 can be taken, by cards below 18.
        ((FIRST, SECOND), "16.5 36 37 33 34", 1, [("16.5", 1), ("17", 1)]),
        ((FIRST, SECOND), "18.5 28.5 37 12 15", 0, [("15", 0), ("17", 1)]),
        # From 16.5 and 17 the dearer one is bottle 1.
        (
            (FIRST, SECOND, trick(1, "36 16.5 37 33 34")),
            "16 31 29 26 24",
            2,
            [("16.5", 2), ("16", 2)],
        ),
    ],
)
def test_only_the_dearer_bottle_can_be_taken(
    before: tuple[Trick, ...], cards: str, leader: int, owned: Owned
) -> None:
    """Rulebook: from then on only the bottle with the higher current price can be taken."""
    start = in_play(GAME, tricks=before).view().leader
    state = in_play(GAME, tricks=[*before, trick(start, cards)])
    assert bottles(state) == owned
    assert state.view().leader == leader


def test_a_card_between_the_two_prices_takes_the_dearer_bottle() -> None:
    """Rulebook: the higher price counts, so a card between both prices is below it."""
    # Bottle 0 at 5 (seat 4), bottle 1 at 18 (seat 0): 16 takes bottle 1, not bottle 0.
    before = [trick(0, "1 2 2.5 4 5"), trick(4, "20 18 23 27 30")]
    assert bottles(in_play(GAME, tricks=before)) == [("5", 4), ("18", 0)]
    state = in_play(GAME, tricks=[*before, trick(0, "16 36 37 33 34")])
    assert bottles(state) == [("5", 4), ("16", 0)]


def test_the_higher_card_wins_above_the_higher_price() -> None:
    """Rulebook, course of play: if all cards are higher than the price, the highest one wins."""
    before = [trick(0, "1 2 2.5 4 5"), trick(4, "20 18 23 27 30")]
    state = in_play(GAME, tricks=[*before, trick(0, "21 24 26 29 31")])
    assert bottles(state) == [("5", 4), ("18", 0)]
    assert state.view().leader == 4


def test_the_owner_may_take_its_bottle_again_or_the_other_too() -> None:
    """Page, who wins: the owner may take it again. Rulebook: a player may have both bottles."""
    again = in_play(GAME, tricks=[FIRST, SECOND, trick(1, "36 37 33 34 16.5")])
    # Seat 0 owns the dearer bottle, at 18, and takes it again with 16.5.
    assert bottles(again) == [("16.5", 0), ("17", 1)]
    both = in_play(GAME, tricks=[FIRST, trick(0, "17 20 23 27 30")])
    assert bottles(both) == [("18", 0), ("17", 0)]


@pytest.mark.parametrize("players", [5, 6])
def test_one_bottle_can_be_played_with_54_cards(players: int) -> None:
    """Page, options: `bottles` may be 1 with five and six players."""
    game = BottleImp(num_players=players, bottles=1)
    assert len(in_play(game).view().bottles) == 1


def test_an_owner_of_one_bottle_loses_the_devils_trick() -> None:
    """Rulebook: every player who owns a bottle gets the Devil's trick as minus points."""
    state = FIVE_TWO_OWNERS.before_last_card(GAME)
    play(state, FIVE_TWO_OWNERS.last_card())
    assert state.scores() == (-19, 19, 39, -19, 0)


def test_an_owner_of_both_bottles_loses_it_twice() -> None:
    """Rulebook: a player who owns both bottles gets the minus points twice."""
    state = FIVE_ONE_OWNER.before_last_card(GAME)
    play(state, FIVE_ONE_OWNER.last_card())
    assert state.scores() == (-38, 19, 39, 53, 0)


def test_six_players_with_two_bottles() -> None:
    """Rulebook: the same for six."""
    game = BottleImp(num_players=6)
    state = SIX.before_last_card(game)
    play(state, SIX.last_card())
    assert state.scores() == (-9, -9, 0, 0, 43, 66)
