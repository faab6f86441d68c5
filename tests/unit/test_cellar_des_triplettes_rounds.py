"""Cellar des Triplettes: refilling the display, who starts next, the final round and the end."""

from __future__ import annotations

from typing import Any

import pytest

from cardgames.cellar_des_triplettes import CellarDesTriplettes, CellarDesTriplettesState

from .any_game import act, full, legal
from .cellar_positions import FIVE, FOUR, THREE, display, hands, make, pile, text

EIGHT = CellarDesTriplettes(num_players=4, max_rounds=8)
SEVEN = CellarDesTriplettes(num_players=4, max_rounds=7)


def last_to_place(game: CellarDesTriplettes = FOUR, **given: Any) -> CellarDesTriplettesState:
    """Seat 0, the highest bidder, holds the only cards; seat 2 has started the round."""
    values: dict[str, Any] = {
        "phase": "place",
        "starting": 2,
        "high": 0,
        "hands": {0: "3 23", 1: "", 2: "", 3: ""},
    }
    return make(game, **(values | given))


# --- Refill ---


@pytest.mark.parametrize(
    ("shown", "top", "after", "drawn"),
    [
        ("7", "20 5 6 9", "5 6 7 20", 3),
        ("7 21", "20 5 6 9", "5 7 20 21", 2),
        ("7 13 21", "20 5 6 9", "7 13 20 21", 1),
        ("0.2", "20 20 0.2 9", "0.2 0.2 20 20", 3),
        # Four or more stay.
        ("7 10 13 21", "20 5 6 9", "7 10 13 21", 0),
        ("7 10 13 21 22", "20 5 6 9", "7 10 13 21 22", 0),
        ("7 7 10 13 21 22", "20 5 6 9", "7 7 10 13 21 22", 0),
    ],
)
def test_the_display_is_refilled_to_four_from_the_top_of_the_pile(
    shown: str, top: str, after: str, drawn: int
) -> None:
    """Rulebook, refilling: if fewer than 4 cards remain, refilled up to 4; more stay."""
    state = last_to_place(display=shown, pile=f"{top} ...")
    before = pile(state)
    assert before is not None
    act(state, "done")
    assert display(state) == after
    assert pile(state) == " ".join(before.split()[drawn:])
    assert state.view().pile_size == len(before.split()) - drawn
    view = state.view()
    assert (view.round, view.phase, view.final_round, view.truncated) == (8, "bid", False, False)


@pytest.mark.parametrize(
    ("shown", "cards", "bottom", "after", "left", "bottom_after", "final"),
    [
        # Too few: correspondingly fewer are laid out.
        ("7", "20 5", "", "5 7 20", "", "", True),
        ("7", "20", "", "7 20", "", "", True),
        # Exactly enough: the pile is empty after the refill.
        ("7", "20 5 6", "", "5 6 7 20", "", "", True),
        ("7 10 13", "20", "", "7 10 13 20", "", "", True),
        # One card is left.
        ("7", "20 5 6 9", "", "5 6 7 20", "9", "", False),
        ("7 10 13 21", "9", "", "7 10 13 21", "9", "", False),
        # No card was needed, but the pile is empty (drawn empty in the bid).
        ("7 10 13 21", "", "", "7 10 13 21", "", "", True),
        ("7 10 13 21 22", "", "", "7 10 13 21 22", "", "", True),
        # A card was needed, and none was there.
        ("7 10", "", "", "7 10", "", "", True),
        # Cards that are known to be at the bottom leave it when they are laid out.
        ("7", "20", "5 9", "5 7 9 20", "", "", True),
        ("7", "20 6", "5 9", "5 6 7 20", "9", "9", False),
        ("7 10", "20", "5 9 6", "5 7 10 20", "9 6", "9 6", False),
    ],
)
def test_the_end_of_the_pile(
    shown: str, cards: str, bottom: str, after: str, left: str, bottom_after: str, final: bool
) -> None:
    """Page, refill: if the pile is empty after this step, needed or not, the next is final.

    Rulebook, refilling: if there are not enough cards, correspondingly fewer are laid out.
    """
    state = last_to_place(display=shown, pile=cards, bottom=bottom)
    act(state, "done")
    view = state.view()
    assert (display(state), pile(state), text(view.pile_bottom)) == (after, left, bottom_after)
    assert (view.round, view.phase) == (8, "bid")
    assert (view.final_round, view.truncated) == (final, False)


# --- The next round ---


def test_the_highest_bidder_starts_the_next_round() -> None:
    """Rulebook, refilling: who had the highest bid becomes the starting player."""
    state = last_to_place(display="7 9 10 14")
    act(state, "done")
    view = state.view()
    assert view.starting_player == 0
    assert view.high_bidder is None
    assert state.to_act == (0,)
    assert view.passed == (False,) * 4
    assert view.placing == ()
    assert view.bids == ((),) * 4
    assert view.turn == ()
    assert hands(state) == ["3 23", "", "", ""]


def test_without_a_bidder_the_same_seat_starts_again() -> None:
    """Page, refill: no bidder: the same seat."""
    state = make(phase="place", starting=2, high=None)
    act(state, "done, done, done, done")
    assert (state.view().starting_player, state.view().round) == (2, 8)
    assert state.to_act == (2,)


def test_the_starting_seat_stays_till_the_refill() -> None:
    """Page, position: `starting_player` started this round's bid; unchanged until the refill."""
    state = make(starting=1, bids={1: "5", 2: "20"}, passed=(3, 0, 1), to_act=2, hands={2: ""})
    act(state, "pass")
    assert (state.view().starting_player, state.view().high_bidder) == (1, 2)
    act(state, "done, done, done")
    assert (state.view().starting_player, state.view().high_bidder) == (1, 2)
    act(state, "done")
    assert (state.view().starting_player, state.view().high_bidder) == (2, None)


def test_a_seat_without_cards_takes_part_in_the_bid() -> None:
    """Rulebook, passing: it may pass at once, and then draw."""
    state = last_to_place()
    act(state, "done")
    act(state, "bid 3, call")
    assert state.to_act == (1,)
    assert legal(state) == "pass, pass draw"


def test_known_hands_outlive_the_round() -> None:
    """Page, known: nothing is forgotten at the refill."""
    state = last_to_place(known={0: "3"})
    act(state, "done")
    assert text(state.view().known_hands[0]) == "3"


# --- No seat holds a card ---


def test_a_round_without_cards_ends_with_the_last_pass() -> None:
    """Page, place: if no seat holds a card the round ends with the last pass."""
    nothing = dict.fromkeys(range(4), "")
    state = make(starting=1, hands=nothing, display="3 5 6 7", pile="20 21 ...")
    act(state, "pass, pass, pass")
    assert (state.view().round, state.view().phase) == (7, "bid")
    act(state, "pass")
    view = state.view()
    assert (view.round, view.phase, view.starting_player) == (8, "bid", 1)
    assert state.to_act == (1,)
    assert view.passed == (False,) * 4
    assert display(state) == "3 5 6 7"
    assert view.pile_size == 33


def test_a_final_round_without_cards_ends_the_game() -> None:
    nothing = dict.fromkeys(range(4), "")
    state = make(hands=nothing, pile="", final=True)
    act(state, "pass, pass, pass, pass")
    view = state.view()
    assert (view.round, view.phase, view.high_bidder) == (7, "over", None)
    assert state.is_terminal


def test_only_the_seat_that_drew_places() -> None:
    nothing = dict.fromkeys(range(4), "")
    state = make(hands=nothing, pile="20 21 ...", cellars={2: ""})
    act(state, "pass, pass, pass draw, pass")
    assert state.view().phase == "place"
    assert state.view().placing == (2, 3)
    act(state, "place 20 right")
    assert (state.view().phase, state.view().round) == ("bid", 8)


# --- The final round ---


def test_the_final_round_is_bid_and_traded_like_any_other() -> None:
    """Rulebook, end of game: the final round has a wine trade; page: must place to 6 in it too."""
    state = make(
        final=True,
        pile="",
        bids={0: "20"},
        passed=(1, 2, 3),
        to_act=0,
        hands={0: "3 5 9 13"},
        display="6 7 10 14",
        cellars={0: ""},
    )
    act(state, "pass")
    assert hands(state)[0] == "3 5 6 7 9 10 13 14"
    assert "done" not in legal(state)
    act(state, "place 3 right, place 5 right")
    assert "done" in legal(state)
    act(state, "place 6 right")
    assert state.to_act == (0,)


def test_the_game_ends_after_the_placements_of_the_final_round() -> None:
    """Page, refill: not after the final round; position: at the end much stays as it was."""
    state = last_to_place(display="7", pile="", final=True)
    act(state, "done")
    position = full(state)
    assert state.is_terminal
    assert not state.is_truncated
    assert state.to_act == ()
    assert state.current_player == -1
    assert state.legal_actions() == []
    assert {
        key: position[key]
        for key in (
            "round",
            "phase",
            "final_round",
            "truncated",
            "starting_player",
            "high_bidder",
            "display",
            "pile",
            "placing",
            "passed",
            "to_act",
            "bids",
            "turn",
        )
    } == {
        "round": 7,
        "phase": "over",
        "final_round": True,
        "truncated": False,
        "starting_player": 2,
        "high_bidder": 0,
        "display": ["7"],
        "pile": [],
        "placing": [],
        "passed": [True] * 4,
        "to_act": [],
        "bids": [[]] * 4,
        "turn": [],
    }


def test_cards_may_be_kept_at_the_end() -> None:
    """Rulebook, end of game: players may place all their remaining cards; they need not."""
    state = make(phase="place", high=1, pile="", final=True, hands={0: "3 5", 1: "6"})
    act(state, "done, done, done")
    assert state.view().phase == "place"
    scores = state.scores()
    act(state, "done")
    assert state.is_terminal
    assert hands(state)[:2] == ["3 5", "6"]
    assert state.scores() == scores


@pytest.mark.parametrize("game", [THREE, FOUR, FIVE], ids=str)
def test_a_whole_round_to_the_end(game: CellarDesTriplettes) -> None:
    """Page, refill and end: from the round before the last one."""
    n = game.num_players
    state = make(game, phase="place", high=1, display="7", pile="20 6")
    act(state, ", ".join(["done"] * n))
    view = state.view()
    assert (view.final_round, view.starting_player, view.round) == (True, 1, 8)
    assert display(state) == "6 7 20"
    act(state, ", ".join(["pass"] * n))
    act(state, ", ".join(["done"] * n))
    assert state.is_terminal
    assert state.view().round == 8


# --- max_rounds ---


def test_the_last_round_by_number_is_final_and_truncated() -> None:
    """Page, options: round number `max_rounds` is the final one at the latest."""
    state = last_to_place(EIGHT, display="7", pile="20 5 6 9 ...")
    assert not state.view().final_round
    act(state, "done")
    view = state.view()
    assert (view.round, view.final_round, view.truncated) == (8, True, True)
    # The refill before it is as always.
    assert display(state) == "5 6 7 20"
    assert (state.is_terminal, state.is_truncated) == (False, False)
    act(state, "pass, pass, pass, pass, done")
    assert state.is_terminal
    assert state.is_truncated
    assert (state.view().round, state.view().truncated) == (8, True)


def test_not_truncated_if_the_pile_is_empty_too() -> None:
    """Page, options: `truncated` is false if the pile was empty too."""
    state = last_to_place(EIGHT, display="7", pile="20 5 6")
    act(state, "done")
    view = state.view()
    assert (view.round, view.final_round, view.truncated) == (8, True, False)
    act(state, "pass, pass, pass, pass, done")
    assert state.is_terminal
    assert not state.is_truncated


def test_an_earlier_round_is_not_truncated() -> None:
    game = CellarDesTriplettes(num_players=4, max_rounds=9)
    state = last_to_place(game, display="7")
    act(state, "done")
    assert (state.view().final_round, state.view().truncated) == (False, False)


def test_a_truncated_round_stays_so_when_the_pile_is_drawn_empty() -> None:
    """Page, options: does not change when `pass draw` empties the pile later."""
    state = make(SEVEN, final=True, truncated=True, pile="20", hands={0: "3"})
    act(state, "pass draw")
    view = state.view()
    assert (view.pile_size, view.final_round, view.truncated) == (0, True, True)
    act(state, "pass, pass, pass, done, done, done, done")
    assert state.is_terminal
    assert state.is_truncated


def test_a_pile_drawn_empty_makes_the_next_round_final_not_this_one() -> None:
    """Page, refill: the next round is the final one."""
    state = make(pile="20", hands={0: "3"}, display="5 6 7 9")
    act(state, "pass draw")
    assert not state.view().final_round
    act(state, "pass, pass, pass, done, done, done, done")
    view = state.view()
    assert (view.round, view.final_round, view.truncated) == (8, True, False)
    assert display(state) == "5 6 7 9"


def test_the_pile_stays_when_the_last_round_by_number_ends() -> None:
    """Page, refill: not after the final round."""
    state = last_to_place(SEVEN, final=True, truncated=True, display="7", pile="20 5 ...")
    before = full(state)
    act(state, "done")
    after = full(state)
    assert state.is_terminal
    assert state.is_truncated
    for key in ("display", "pile", "pile_size", "pile_bottom", "starting_player", "high_bidder"):
        assert after[key] == before[key]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_game_of_one_round(players: int) -> None:
    """Page, options: with `max_rounds` 1 from the start."""
    state = CellarDesTriplettes(num_players=players, max_rounds=1).new_state(2)
    act(state, ", ".join(["pass draw"] * players + ["done"] * players))
    assert state.is_terminal
    assert state.is_truncated
    assert state.scores() == (0,) * players
    assert state.winners() == tuple(range(players))
    assert state.returns() == (0.0,) * players


# --- Winners ---


@pytest.mark.parametrize(
    ("cellars", "scores", "winners", "returns"),
    [
        ({0: "20", 1: "21", 2: "3", 3: ""}, (3, 3, 1, 0), (0, 1), (1 / 3, 1 / 3, -1 / 3, -1 / 3)),
        ({0: "20", 1: "", 2: "3 9 13", 3: ""}, (3, 0, 4, 0), (2,), (-1 / 3, -1 / 3, 1, -1 / 3)),
        ({0: "5", 1: "6", 2: "7", 3: "8"}, (1, 1, 1, 1), (0, 1, 2, 3), (0, 0, 0, 0)),
        ({0: "", 1: "12", 2: "13", 3: "14"}, (0, 2, 2, 2), (1, 2, 3), (-1 / 3, *([1 / 9] * 3))),
        ({0: "", 1: "", 2: "", 3: "0.2"}, (0, 0, 0, 0), (0, 1, 2, 3), (0, 0, 0, 0)),
    ],
)
def test_most_points_win_and_ties_share(
    cellars: dict[int, str],
    scores: tuple[int, ...],
    winners: tuple[int, ...],
    returns: tuple[float, ...],
) -> None:
    """Page, refill: most points win, ties share. API, returns: (n/k - 1)/(n-1), else -1/(n-1)."""
    state = make(SEVEN, phase="over", final=True, truncated=True, cellars=cellars)
    assert state.scores() == scores
    assert state.winners() == winners
    assert state.returns() == pytest.approx(returns)


def test_nobody_has_won_before_the_end() -> None:
    """API, state: `winners()` is () and `returns()` all 0 before the end."""
    state = make(SEVEN, final=True, truncated=True, cellars={0: "20", 1: "", 2: "", 3: ""})
    assert state.winners() == ()
    assert state.returns() == (0.0,) * 4
    assert state.scores() == (3, 0, 0, 0)


def test_a_game_is_played_to_its_end() -> None:
    """Page, options: random play ends after some 10 to 28 rounds, by the pile."""
    for game in (THREE, FOUR, FIVE):
        for seed in range(5):
            state = game.new_state(seed)
            number = 0
            while not state.is_terminal:
                actions = state.legal_actions()
                state.apply(actions[(11 * number + seed) % len(actions)])
                number += 1
            assert number <= game.max_game_length
            view = state.view()
            assert view.final_round
            assert view.truncated is (view.pile_size > 0 and view.round == 100)
