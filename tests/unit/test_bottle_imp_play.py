"""Bottle Imp: playing a card, winning a trick and taking the bottle, three players and more.

"Rulebook" is the German rulebook, by its headings; "page" is the game's page of the project.
Seat 0 is the first player unless it is said otherwise.
"""

from __future__ import annotations

import pytest

from cardgames import IllegalActionError
from cardgames.bottle_imp import BottleImp

from .positions import Trick, bottles, in_play, play, trick, won
from .rounds import FIVE_TWO_OWNERS, ROUNDS, HandmadeRound, moved

GAME = BottleImp(num_players=4)
LARGE = BottleImp(num_players=5, bottles=1)


# --- Who plays, and what may be played ---


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_play_goes_clockwise(players: int) -> None:
    """Rulebook, course of play: left of the dealer first, then clockwise (seat + 1)."""
    state = in_play(BottleImp(num_players=players), dealer=1)
    seats: list[int] = []
    for _ in range(players):
        assert len(state.to_act) == 1
        seats += state.to_act
        state.apply(state.legal_actions()[0])
    assert seats == [(2 + i) % players for i in range(players)]


def test_the_leader_may_play_any_card() -> None:
    """Rulebook, course of play: the led colour is to be followed; the leader leads any."""
    state = in_play(GAME, hands={0: "1 3 9 17 20 28 33 37"})
    assert state.legal_words() == ["1", "3", "9", "17", "20", "28", "33", "37"]


def test_only_the_seat_whose_turn_it_is_may_play() -> None:
    """Rulebook, course of play: when it is your turn, you play a card."""
    state = in_play(GAME, hands={0: "1", 1: "2", 3: "4"})
    assert state.to_act == (0,)
    for seat in (1, 2, 3):
        assert state.legal_actions(seat) == []
    assert not state.is_legal(GAME.parse_action("2"), 1)
    with pytest.raises(IllegalActionError):
        state.apply(GAME.parse_action("4"), 3)


# Seat 1 holds yellow 1, 25; blue 30, 32; red 31, 33, 34, 36.
MIXED_HAND = "1 25 30 31 32 33 34 36"


@pytest.mark.parametrize(
    ("led", "legal"), [("28", "1 25"), ("3", "30 32"), ("37", "31 33 34 36")], ids=["y", "b", "r"]
)
def test_the_led_colour_must_be_followed(led: str, legal: str) -> None:
    """Rulebook, course of play, first rule: follow the led colour if you can."""
    state = in_play(GAME, hands={0: "28 3 37", 1: MIXED_HAND})
    play(state, led)
    assert state.legal_words() == legal.split()


def test_whoever_cannot_follow_plays_any_card() -> None:
    """Rulebook, course of play, second rule: if you cannot follow you may play any card."""
    state = in_play(GAME, hands={0: "28", 1: "3 11 30 31 32 33 34 36"})
    play(state, "28")
    assert state.legal_words() == ["3", "11", "30", "31", "32", "33", "34", "36"]


def test_the_led_colour_binds_and_not_the_card_before() -> None:
    """Rulebook, course of play, first rule: it is the led colour that must be followed."""
    state = in_play(GAME, hands={0: "28", 1: "3 11 30 31 32 33 34 36", 2: "2 8 16 37"})
    play(state, "28 31")
    assert "2" in state.legal_words()
    assert not {"8", "16", "37"} & set(state.legal_words())


def test_a_played_card_leaves_the_hand() -> None:
    """Rulebook, course of play: you play one card from your hand."""
    state = in_play(GAME, hands={0: "1 3 9 17 20 28 33 37"})
    play(state, "17")
    view = state.view()
    assert [c.rank for c in view.hands[0] or ()] == ["1", "3", "9", "20", "28", "33", "37"]
    assert view.hand_sizes == (7, 8, 8, 8)
    assert [[c.rank for c in row] for row in view.played] == [["17"], [], [], []]
    assert [(entry.player, entry.card.rank) for entry in view.trick] == [(0, "17")]
    assert state.to_act == (1,)


# --- Who wins the trick, and the bottle ---

# A trick of one colour after which seat 0 has the bottle at the price.
AT = {
    "17": trick(0, "17 13 10 8"),
    "18": trick(0, "18 15 12 9"),
    "16": trick(0, "16 14 11 21"),
    "5": trick(0, "5 4 2 1"),
}


@pytest.mark.parametrize(
    ("before", "cards", "winner", "bottle"),
    [
        # The bottle at its first price of 19, nobody's.
        ((), "28 25 22 18", 3, ("18", 3)),
        ((), "20 23 27 30", 3, ("19", None)),
        ((), "37 36 34 33", 0, ("19", None)),
        ((), "18 20 17 37", 0, ("18", 0)),
        ((), "20 18 17 37", 1, ("18", 1)),
        ((), "1 20 21 37", 0, ("1", 0)),
        ((), "17 18 16 15", 1, ("18", 1)),
        # Seat 0 has it at 17.
        ((AT["17"],), "18 20 22 37", 3, ("17", 0)),
        ((AT["17"],), "37 20 36 18", 0, ("17", 0)),
        ((AT["17"],), "18 16 15 37", 1, ("16", 1)),
        ((AT["17"],), "16 15 14 9", 0, ("16", 0)),
        ((AT["17"],), "1 20 22 24", 0, ("1", 0)),
        # Seat 0 has it at 18, 16, 5.
        ((AT["18"],), "17 20 37 36", 0, ("17", 0)),
        ((AT["18"],), "20 37 36 17", 3, ("17", 3)),
        ((AT["16"],), "18 15 17 20", 1, ("15", 1)),
        ((AT["16"],), "18 20 17 22", 3, ("16", 0)),
        ((AT["5"],), "3 6 8 10", 0, ("3", 0)),
        ((AT["5"],), "6 8 10 13", 3, ("5", 0)),
    ],
)
def test_the_highest_card_below_the_price_wins(
    before: tuple[Trick, ...], cards: str, winner: int, bottle: tuple[str, int | None]
) -> None:
    """Rulebook, course of play: the two rules about the price of the bottle.

    If a card is lower than the price, the highest of those wins the trick, takes the bottle, and
    its value is the new price. If all are higher, the highest card wins and the bottle stays.
    """
    state = in_play(GAME, tricks=[*before, trick(0, cards)])
    assert bottles(state) == [bottle]
    assert state.to_act == (winner,)
    assert state.view().leader == winner
    pile = won(state)[winner] or ""
    assert set(cards.split()) <= set(pile.split())


@pytest.mark.parametrize(
    ("before", "cards", "winner", "bottle"),
    [
        ((), "18.5 18 20 20.5 37", 0, ("18.5", 0)),
        ((), "20 20.5 36.5 37 21", 3, ("19", None)),
        ((trick(0, "18.5 22 22.5 25 28"),), "18 20 21 37 36", 0, ("18", 0)),
        ((trick(0, "18 22 22.5 25 28"),), "18.5 20 21 37 36", 3, ("18", 0)),
        ((trick(0, "16.5 21 24 26 29"),), "17 16 20 23 37", 1, ("16", 1)),
        ((trick(0, "2.5 22 22.5 25 28"),), "3 2 20 23 37", 1, ("2", 1)),
        ((trick(0, "2 22 22.5 25 28"),), "3 2.5 20 23 37", 4, ("2", 0)),
    ],
)
def test_half_ranks_lie_between_the_whole_ones(
    before: tuple[Trick, ...], cards: str, winner: int, bottle: tuple[str, int | None]
) -> None:
    """Rulebook, second bottle: all 54 cards are used; they count by their value, as ever."""
    state = in_play(LARGE, tricks=[*before, trick(0, cards)])
    assert bottles(state) == [bottle]
    assert state.view().leader == winner


def test_colour_does_not_matter_for_winning() -> None:
    """Rulebook, course of play: a card's colour has no influence on which card wins the trick."""
    # Yellow is led; red 37 wins over yellow 28, then blue 17 wins below the price.
    high = in_play(GAME, tricks=[trick(0, "28 20 37 22")])
    assert high.view().leader == 2
    low = in_play(GAME, tricks=[trick(0, "15 37 28 17")])
    assert low.view().leader == 3
    assert bottles(low) == [("17", 3)]


def test_the_owner_may_take_the_bottle_again() -> None:
    """Rulebook, course of play: the highest card below the price wins; page: also the owner's."""
    state = in_play(GAME, tricks=[trick(0, "18 22 25 28"), trick(0, "17 20 23 27")])
    assert bottles(state) == [("17", 0)]


def test_the_winner_of_a_trick_leads_the_next() -> None:
    """Rulebook, course of play: the winner of a trick leads the next one."""
    state = in_play(GAME, hands={0: "28", 1: "25", 2: "1 37", 3: "22"})
    play(state, "28 25")
    assert state.to_act == (2,)
    play(state, "1 22")
    # 1 is the only card below 19.
    assert state.to_act == (2,)
    assert state.view().leader == 2
    assert "37" in state.legal_words()
    play(state, "37")
    assert state.to_act == (3,)


def test_the_price_card_goes_to_the_former_owners_pile() -> None:
    """Rulebook, course of play: the card that made the price before goes to its owner's won cards.

    Page, who wins: all cards of the trick go to the winner.
    """
    state = in_play(GAME, tricks=[trick(0, "17 20 23 27"), trick(0, "28 25 22 15")])
    assert bottles(state) == [("15", 3)]
    assert won(state) == ["17 20 23 27", "", "", "15 22 25 28"]


def test_the_winner_gets_all_cards_of_the_trick() -> None:
    """Page, who wins: all cards of the trick go to the winner."""
    state = in_play(GAME, hands={0: "28", 1: "25", 2: "22", 3: "18"})
    play(state, "28 25 22")
    assert won(state) == ["", "", "", ""]
    play(state, "18")
    view = state.view()
    assert won(state) == ["", "", "", "18 22 25 28"]
    assert view.trick == ()
    assert [(entry.player, entry.card.rank) for entry in view.last_trick] == [
        (0, "28"),
        (1, "25"),
        (2, "22"),
        (3, "18"),
    ]


@pytest.mark.parametrize("steps", [0, 1])
@pytest.mark.parametrize(("game", "table"), ROUNDS.values(), ids=ROUNDS)
def test_a_whole_round_card_by_card(game: BottleImp, table: HandmadeRound, steps: int) -> None:
    """Rulebook, course of play: leads, winners, bottles and won cards of whole rounds."""
    table = moved(table, steps)
    state = table.at_start(game, round_=2)
    piles: list[set[str]] = [set() for _ in range(table.players)]
    for line in table.lines:
        cards = line.cards.split()
        for i, rank in enumerate(cards):
            assert state.to_act == ((line.leader + i) % table.players,)
            play(state, rank)
        piles[line.winner] |= set(cards)
        view = state.view()
        if line is table.lines[-1]:
            assert view.last_round is not None
            assert view.round == 3
            settled = view.last_round
            assert tuple((b.price, b.owner) for b in settled.bottles) == line.bottles
            assert [{c.rank for c in pile} for pile in settled.won] == piles
        else:
            assert view.leader == line.winner
            assert tuple(bottles(state)) == line.bottles
            assert [{c.rank for c in pile} for pile in view.won] == piles


# --- Colours that a seat failed to follow ---


def test_a_seat_that_does_not_follow_is_void() -> None:
    """Page, position: `voids` are the colours a seat failed to follow this round."""
    state = in_play(
        GAME,
        hands={0: "28", 1: "20 23 30 31 32 33 34 36", 2: "25", 3: "22"},
    )
    play(state, "28 31 25 22")
    assert state.view().voids == ((), ("yellow",), (), ())


@pytest.mark.parametrize(
    ("first", "second", "voids"),
    [
        ("37 20 36 34", "28 23 25 22", ("yellow", "red")),
        ("35 21 32 30", "28 24 25 22", ("yellow", "blue")),
        ("37 28 36 34", "35 25 32 30", ("blue", "red")),
    ],
)
def test_voids_come_in_the_order_yellow_blue_red(
    first: str, second: str, voids: tuple[str, ...]
) -> None:
    """Page, position: `voids` in the order yellow, blue, red, whichever was failed first."""
    state = in_play(GAME, tricks=[trick(0, first), trick(0, second)])
    assert state.view().voids == ((), voids, (), ())


def test_leading_makes_nobody_void() -> None:
    """Page, known: it is the seat that did not follow that holds none of the colour."""
    state = in_play(GAME, tricks=[trick(0, "28 25 22 12")])
    assert state.view().voids == ((), (), (), ())


def test_voids_are_forgotten_with_the_round() -> None:
    """Page, position: `voids` are this round's."""
    game = BottleImp(num_players=5)
    state = FIVE_TWO_OWNERS.before_last_card(game)
    # In the last trick red 37 is led; the seats after seat 1 play yellow and blue.
    assert state.view().voids == ((), (), ("red",), ("red",), ())
    play(state, FIVE_TWO_OWNERS.last_card())
    assert state.view().voids == ((),) * 5
