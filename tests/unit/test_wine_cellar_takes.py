"""Wine Cellar: taking prizes, the next auction, the course of a game, and what is illegal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from cardgames import IllegalActionError
from cardgames.wine_cellar import WineCellar, WineCellarState

from .any_game import act, full, legal
from .wine_positions import (
    ALL_GAMES,
    FOUR,
    THREE,
    TWO,
    bidding,
    cellar,
    choosing,
    finished,
    hands,
    make,
    prizes,
    taking,
    text,
)


def first_take(**changes: Any) -> WineCellarState:
    """Round 1: bids 12, 30, 7 and 21."""
    given: dict[str, Any] = {
        "phase": "take",
        "bids": {0: 12, 1: 30, 2: 7, 3: 21},
        "prizes": "2 9 11 36",
    }
    return make(FOUR, **(given | changes))


# --- Order ---


def test_the_highest_bid_takes_first() -> None:
    """Rulebook, reveal bids: in descending order of Bid Values until everybody has a prize."""
    state = first_take()
    assert state.view().take_order == (1, 3, 0, 2)
    for seat, rest, word in (
        (1, (1, 3, 0, 2), "take 9 top"),
        (3, (3, 0, 2), "take 36 top"),
        (0, (0, 2), "take 2 top"),
        (2, (2,), "take 11 top"),
    ):
        assert state.to_act == (seat,)
        assert state.view().take_order == rest
        assert full(state)["chosen"] == [False] * 4
        assert all(legal(state, other) == "" for other in range(4) if other != seat)
        act(state, word, seat)
    assert [cellar(state, seat) for seat in range(4)] == ["2", "9", "11", "36"]


def test_a_prize_is_any_one_of_those_that_are_left() -> None:
    """Rulebook, select prize bottles: 1 available prize."""
    state = first_take()
    assert legal(state) == "take 2 top, take 9 top, take 11 top, take 36 top"
    act(state, "take 9 top")
    assert prizes(state) == "2 11 36"
    assert legal(state) == "take 2 top, take 11 top, take 36 top"
    act(state, "take 36 top")
    assert legal(state) == "take 2 top, take 11 top"
    act(state, "take 11 top")
    assert legal(state) == "take 2 top"


def test_bids_stay_shown_through_the_take() -> None:
    """Page, position: bids stay shown through the take; hands do not change."""
    state = first_take()
    before = hands(state)
    for _ in range(3):
        act(state, state.legal_words()[0])
        assert text(state.view().bids) == "12 30 7 21"
        assert hands(state) == before
    assert full(state)["round"] == 1


# --- Ends ---


def test_the_first_bottle_goes_to_the_top_only() -> None:
    """Page, take: first bottle `top`."""
    state = first_take()
    assert not any(word.endswith("bottom") for word in state.legal_words())


def test_later_bottles_go_to_either_end() -> None:
    """Rulebook, later bottles: to the top or the bottom, never between."""
    state = taking()
    assert (state.to_act, cellar(state, 2)) == ((2,), "28 29")
    assert legal(state) == "take 16 top, take 16 bottom, take 32 top, take 32 bottom"
    top, bottom = state.copy(), state.copy()
    act(top, "take 32 top")
    act(bottom, "take 32 bottom")
    assert cellar(top, 2) == "32 28 29"
    assert cellar(bottom, 2) == "28 29 32"
    for after in (top, bottom):
        assert [cellar(after, seat) for seat in (0, 1, 3)] == ["10 17 9", "26 27 11", "31 30"]
        assert after.to_act == (3,)
        assert prizes(after) == "16"


def test_top_and_bottom_differ_from_the_second_bottle_on() -> None:
    state = make(THREE, phase="take", round_=2, bids={0: 20}, prizes="5 6", cellars={0: "9"})
    assert state.to_act == (0,)
    act(state, "take 5 bottom")
    assert cellar(state) == "9 5"
    state = make(THREE, phase="take", round_=8, bids={0: 20}, prizes="5", cellars={0: "9 8 7"})
    assert (cellar(state) or "").split()[:3] == ["9", "8", "7"]
    act(state, "take 5 top")
    assert (cellar(state) or "").split()[:4] == ["5", "9", "8", "7"]


@pytest.mark.parametrize("players", range(2, 9))
def test_most_legal_actions_of_a_take(players: int) -> None:
    """Page: at most max(8, 2 x num_players) are legal at once: n prizes, two ends."""
    game = WineCellar(num_players=players)
    state = make(game, phase="take", round_=2)
    assert len(state.legal_actions()) == 2 * players
    assert len(make(game, phase="take", round_=1).legal_actions()) == players
    assert len(make(game, phase="bid", round_=1).legal_actions()) == 8


# --- The next auction ---


def test_the_bids_are_the_next_prizes() -> None:
    """Rulebook, prepare the next auction: the bids become the prizes of the next round."""
    state = taking()
    act(state, "take 16 bottom, take 32 top")
    position = full(state)
    assert position["prizes"] == [4, 14, 23, 36]
    assert position["bids"] == [None] * 4
    assert position["chosen"] == [False] * 4
    assert position["take_order"] == []
    assert (position["round"], position["phase"]) == (4, "bid")
    assert position["to_act"] == [0, 1, 2, 3]
    assert position["cellars"] == [[10, 17, 9], [26, 27, 11], [28, 29, 16], [32, 31, 30]]
    assert position["hand_sizes"] == [5] * 4
    assert hands(state) == ["1 5 12 18 22", "2 6 13 19 35", "3 7 20 24 34", "8 15 21 25 33"]


def test_two_rounds_of_two_players_by_hand() -> None:
    """Rulebook, how to play, with every step."""
    state = make(TWO, phase="client", hands={0: "1 2 3 4 5 6 7 8", 1: "9 10 11 12 13 14 15 16"})
    act(state, "keep 1, keep 1")
    assert prizes(state) == "17 18"
    act(state, "bid 8", 0)
    act(state, "bid 9", 1)
    assert state.to_act == (1,)  # 9 beats 8
    act(state, "take 17 top")
    assert legal(state) == "take 18 top"
    act(state, "take 18 top")
    assert prizes(state) == "8 9"
    act(state, "bid 16", 1)
    act(state, "bid 1", 0)
    act(state, "take 8 bottom, take 9 top")
    assert (cellar(state, 0), cellar(state, 1)) == ("9 18", "17 8")
    assert prizes(state) == "1 16"
    assert hands(state) == ["2 3 4 5 6 7", "10 11 12 13 14 15"]
    assert full(state)["round"] == 3


# --- The end ---


def last_take(**changes: Any) -> WineCellarState:
    """The last take of two players: seat 1 lays 5 at the top or the bottom of its seven."""
    given: dict[str, Any] = {
        "phase": "take",
        "round_": 8,
        "done": 1,
        "bids": {0: 18, 1: 2},
        "prizes": "5",
        "cellars": {1: "6 7 8 9 10 11 12"},
    }
    return make(TWO, **(given | changes))


def test_the_game_ends_after_eight_rounds() -> None:
    """Rulebook, game end: all bottles played, 8 in each cellar."""
    state = last_take()
    assert state.winners() == ()
    assert state.scores() == (0, 0)
    act(state, "take 5 bottom")
    assert state.is_terminal
    assert not state.is_truncated
    assert state.to_act == ()
    assert state.current_player == -1
    assert [len(row) for row in full(state)["cellars"]] == [8, 8]


def test_nothing_moves_after_the_last_take() -> None:
    """Page, position: bids stay shown, `prizes` is [], round 8."""
    state = last_take()
    act(state, "take 5 bottom")
    position = full(state)
    assert position["bids"] == [18, 2]
    assert position["prizes"] == []
    assert position["round"] == 8
    assert position["phase"] == "over"
    assert position["take_order"] == []
    assert position["chosen"] == [False, False]
    assert position["hands"] == [[], []]
    assert position["cellars"][1] == [6, 7, 8, 9, 10, 11, 12, 5]
    assert position["last_cellars"] == position["cellars"]
    assert position["last_clients"] == position["clients"]
    assert len(position["game_scores"]) == 1


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_a_game_has_as_many_actions_as_the_page_says(game: WineCellar) -> None:
    """Page: exactly 17 x num_players x games actions; solo 17."""
    for seed in range(3):
        state = game.new_state(seed)
        count = most = 0
        phases: list[str] = []
        while not state.is_terminal:
            seat = state.to_act[-1]
            actions = state.legal_actions(seat)
            phases.append(f"{full(state)['game_number']} {full(state)['phase']}")
            state.apply(actions[(5 * count + seed) % len(actions)], seat)
            count += 1
            most = max(most, len(actions))
        assert count == 17 * game.num_players * game.options.games
        assert most <= max(8, 2 * game.num_players)
        for number in range(1, game.options.games + 1):
            for phase, times in (("client", 1), ("bid", 8), ("take", 8)):
                assert phases.count(f"{number} {phase}") == times * game.num_players


# --- What is illegal ---

CASES: list[tuple[Callable[[], WineCellarState], str, int, str]] = [
    (choosing, "bid 1", 0, "clients are chosen first"),
    (choosing, "take 9 top", 0, "clients are chosen first"),
    (choosing, "keep 1", 2, "it has made its choice; the others are still choosing"),
    (choosing, "bid 60", 0, "bottle 60 is not in play; the bottles are 1 to 36"),
    (bidding, "keep 1", 0, "the clients have been chosen"),
    (bidding, "take 9 top", 0, "prizes are taken when all have bid"),
    (bidding, "bid 2", 0, "it does not hold 2"),
    (bidding, "bid 9", 0, "it does not hold 9"),
    (bidding, "bid 37", 0, "bottle 37 is not in play; the bottles are 1 to 36"),
    (bidding, "bid 6", 1, "it has made its choice; the others are still choosing"),
    (taking, "keep 2", 2, "the clients have been chosen"),
    (taking, "bid 3", 2, "the bids are made, prizes are being taken"),
    (taking, "take 9 top", 2, "9 is not among the prizes"),
    (taking, "take 3 top", 2, "3 is not among the prizes"),
    (taking, "take 72 top", 2, "bottle 72 is not in play"),
    (taking, "take 16 top", 3, "it is not its turn"),
    (first_take, "take 9 bottom", 1, "the first bottle of a cellar goes to the top"),
]


@pytest.mark.parametrize(
    ("start", "word", "seat", "reason"), CASES, ids=[f"{c[1]} - {c[3][:40]}" for c in CASES]
)
def test_an_illegal_action_says_why_and_what_is_legal(
    start: Callable[[], WineCellarState], word: str, seat: int, reason: str
) -> None:
    """API, state: the action in words, why not, and what is legal; the state is untouched."""
    state = start()
    before = state.copy()
    action = state.game.parse_action(word)
    assert not state.is_legal(action, seat)
    with pytest.raises(IllegalActionError) as error:
        state.apply(action, seat)
    message = str(error.value)
    assert re.match(re.escape(f"player {seat} may not play {word!r}: {reason}"), message)
    if words := legal(state, seat):
        assert message.endswith(f"; legal: {words}")
    else:
        assert message.endswith(f"; to act: {', '.join(map(str, state.to_act))}")
    assert (error.value.action, error.value.player) == (action, seat)
    assert state == before
    assert state.to_bytes() == before.to_bytes()


def test_an_error_says_nothing_about_who_holds_a_bottle() -> None:
    """API, what a player knows: refusals leak nothing hidden."""
    state = bidding()
    texts: list[str] = []
    # 3 is held by seat 2, 10 lies in the own cellar, 7 is held by seat 2, 16 is a prize.
    for bottle in (3, 10, 7, 16):
        with pytest.raises(IllegalActionError) as error:
            act(state, f"bid {bottle}", 0)
        texts.append(str(error.value).replace(str(bottle), "k", 2))
    assert len(set(texts)) == 1


def test_nothing_is_legal_when_the_game_is_over() -> None:
    state = finished()
    for action in (0, 5, 100):
        with pytest.raises(IllegalActionError, match=r"the game is over, no action is legal$"):
            state.apply(action)
    assert state.legal_actions() == []
    assert state.legal_actions(1) == []
