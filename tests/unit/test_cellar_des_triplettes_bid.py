"""Cellar des Triplettes: bidding, card by card: what may be laid, called and passed."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from cardgames import IllegalActionError
from cardgames.cellar_des_triplettes import CALL, DONE, PASS, PASS_DRAW, CellarDesTriplettes, bid

from .any_game import act, legal
from .cellar_positions import FIVE, FOUR, THREE, bids, display, hands, known, make, text

MIKE, ELKE, GERD, SUSI = range(4)


def example() -> Any:
    """The rulebook's example of a bidding round, before its first bid; Mike starts."""
    return make(
        hands={
            MIKE: "0.2 3 5 14 17",
            ELKE: "6 7 10 13 22",
            GERD: "9 12 16 20 21",
            SUSI: "8 15 19 20 23",
        },
        display="3 10 13 22",
    )


# --- The example ---


def test_the_bids_of_the_example() -> None:
    """Rulebook, bidding round, example: nine turns, and who bids what in them."""
    state = example()
    turns = [
        (MIKE, "bid 5, bid 14, call"),  # 19
        (ELKE, "bid 7, call"),  # 7
        (GERD, "bid 9, bid 12, bid 20, call"),  # 41
        (SUSI, "bid 23, call"),  # 23
        (MIKE, "bid 0.2, call"),  # 19.2
        (ELKE, "pass"),
        (GERD, "pass"),
        (SUSI, "bid 20, call"),  # 43
    ]
    for seat, words in turns:
        assert state.to_act == (seat,)
        act(state, words)
    assert state.to_act == (MIKE,)
    assert bids(state) == ["0.2 5 14", "7", "9 12 20", "20 23"]
    assert [sum(c.tenths for c in row) for row in state.view().bids] == [192, 70, 410, 430]
    assert state.view().passed == (False, True, True, False)
    # Mike still has 3 and 17; with a bid on the table only `pass` is left beside.
    assert legal(state) == "bid 3, bid 17, pass"


def test_the_trade_of_the_example() -> None:
    """Rulebook, wine trade, example: Susi gets the display, Gerd hers, Mike Gerd's, Elke Mike's.

    Elke's 7 becomes the display; Susi is the first to place cards.
    """
    state = example()
    act(state, "bid 5, bid 14, call, bid 7, call, bid 9, bid 12, bid 20, call, bid 23, call")
    act(state, "bid 0.2, call, pass, pass, bid 20, call, pass, pass")
    assert hands(state) == [
        "3 9 12 17 20",
        "0.2 5 6 10 13 14 22",
        "16 20 21 23",
        "3 8 10 13 15 19 22",
    ]
    assert known(state) == ["9 12 20", "0.2 5 14", "20 23", "3 10 13 22"]
    assert display(state) == "7"
    assert bids(state) == [""] * 4
    view = state.view()
    assert (view.phase, view.high_bidder, view.starting_player) == ("place", SUSI, MIKE)
    assert view.placing == (SUSI, MIKE, ELKE, GERD)
    assert state.to_act == (SUSI,)
    assert view.passed == (True,) * 4


# --- One turn ---


@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        ("", "bid 3, bid 5, bid 14, bid 20, pass, pass draw"),
        ("3", "bid 3, bid 5, bid 14, bid 20, call"),
        ("3 3", "bid 5, bid 14, bid 20, call"),
        ("5", "bid 14, bid 20, call"),
        ("3 14", "bid 20, call"),
        ("20", "call"),
        ("3 3 5 14 20", "call"),
    ],
)
def test_cards_of_a_turn_never_go_down(laid: str, expected: str) -> None:
    """Page, bid: within a turn types never decrease; `call` once a card is laid, no `pass` then."""
    state = make(hands={0: "3 3 5 14 20"})
    for value in laid.split():
        act(state, f"bid {value}")
        assert state.to_act == (0,)
    assert legal(state) == expected
    assert text(state.view().turn) == laid
    assert bids(state)[0] == laid


def test_equal_cards_may_follow_each_other() -> None:
    """Page, bid: 5, 5, 14 is fine."""
    state = make(hands={0: "5 5 14"})
    act(state, "bid 5, bid 5, bid 14, call")
    assert bids(state)[0] == "5 5 14"
    assert hands(state)[0] == ""


def test_call_ends_the_turn() -> None:
    """Page, bid: `call` ends the turn; the next seat clockwise is to act."""
    state = make(hands={0: "3 5 14"})
    act(state, "bid 5, call")
    assert state.to_act == (1,)
    assert text(state.view().turn) == ""
    assert (bids(state)[0], hands(state)[0]) == ("5", "3 14")


def test_a_new_turn_starts_afresh() -> None:
    """Page, bid: a new turn starts afresh, so that a lower card than in the last one may be laid.

    Rulebook, bidding: each player may bid additional cards multiple times.
    """
    state = make(bids={0: "14", 1: "3"}, hands={0: "3 5 20"}, passed=(2, 3), to_act=0)
    assert legal(state) == "bid 3, bid 5, bid 20, pass"
    act(state, "bid 3")
    assert (text(state.view().turn), bids(state)[0]) == ("3", "3 14")
    assert legal(state) == "bid 5, bid 20, call"
    act(state, "call")
    assert state.to_act == (1,)


def test_a_lower_bid_than_the_others_is_allowed() -> None:
    """Rulebook, bidding: underbidding is expressly allowed."""
    state = make(bids={0: "20"}, hands={1: "0.2 3 23"})
    act(state, "bid 0.2, call")
    assert bids(state)[:2] == ["20", "0.2"]


@pytest.mark.parametrize("action", [CALL, DONE, bid("23"), bid("4")])
def test_what_is_not_legal_is_refused(action: int) -> None:
    """API, apply: an error, and the state is untouched."""
    state = make(hands={0: "3 5 14"})
    before = state.copy()
    assert not state.is_legal(action)
    with pytest.raises(IllegalActionError):
        state.apply(action)
    assert state == before


def test_no_pass_within_a_turn() -> None:
    """Page, bid: after the first card of a turn, passing is not possible until `call`."""
    state = make(bids={0: "14", 1: "3"}, hands={0: "3 5 20"}, passed=(2, 3), to_act=0)
    act(state, "bid 3")
    for action in (PASS, PASS_DRAW):
        with pytest.raises(IllegalActionError):
            state.apply(action)
    assert state.legal_actions(1) == []


# --- Dead ends ---


class DeadEnd(NamedTuple):
    """What the others have bid, a hand, and what is legal after some cards of it."""

    game: CellarDesTriplettes
    others: str  # bids of the seats before the one to act
    hand: str
    expected: dict[str, str]


START = "pass, pass draw"
DEAD_ENDS = [
    # The page's first example.
    DeadEnd(FOUR, "5", "3 5", {"": f"bid 3, {START}", "3": "bid 5, call", "3 5": "call"}),
    # The page's second example: 3, then 3 (6 is taken), then 4.
    DeadEnd(
        THREE,
        "3|6",
        "3 3 4",
        {
            "": f"bid 3, bid 4, {START}",
            "3": "bid 3, bid 4",
            "3 3": "bid 4",
            "3 3 4": "call",
            "3 4": "call",
            "4": "call",
        },
    ),
    # 3 and 8 are taken: two more cards are needed after the 3.
    DeadEnd(
        FOUR,
        "3|8",
        "3 5 5",
        {"": f"bid 3, bid 5, {START}", "3": "bid 5", "3 5": "bid 5", "3 5 5": "call"},
    ),
    # 13 is taken as well.
    DeadEnd(FOUR, "3|8|13", "3 5 5", {"": f"bid 5, {START}", "5": "bid 5, call", "5 5": "call"}),
    # Three more cards are needed after the 3.
    DeadEnd(
        FOUR,
        "3|8|13",
        "3 5 5 5",
        {
            "": f"bid 3, bid 5, {START}",
            "3": "bid 5",
            "3 5": "bid 5",
            "3 5 5": "bid 5",
            "3 5 5 5": "call",
        },
    ),
    # 18 is taken as well.
    DeadEnd(FIVE, "3|8|13|18", "3 5 5 5", {"": f"bid 5, {START}"}),
    # Four totals are taken, then a fifth card.
    DeadEnd(
        FIVE,
        "3|8|13|18",
        "3 5 5 5 20",
        {
            "": f"bid 3, bid 5, bid 20, {START}",
            "3": "bid 5, bid 20",
            "3 5": "bid 5, bid 20",
            "3 5 5": "bid 5, bid 20",
            "3 5 5 5": "bid 20",
            "3 5 5 5 20": "call",
        },
    ),
    # A lower card cannot follow a higher one.
    DeadEnd(FOUR, "14", "3 14", {"": f"bid 3, {START}", "3": "bid 14, call"}),
    DeadEnd(FOUR, "14", "14", {"": START}),
    DeadEnd(FOUR, "14", "3 14 14", {"": f"bid 3, bid 14, {START}", "14": "bid 14"}),
    # Totals of several cards count, not the cards: 5 + 14 and 19 are the same.
    DeadEnd(FOUR, "5 14", "19 20", {"": f"bid 19, bid 20, {START}", "19": "bid 20"}),
    DeadEnd(FOUR, "5 14|20", "9 10 19", {"": f"bid 9, bid 10, {START}", "9 10": "bid 19"}),
    # Tenths.
    DeadEnd(FOUR, "5", "0.2 5", {"": f"bid 0.2, {START}", "0.2": "bid 5, call", "0.2 5": "call"}),
    DeadEnd(
        FOUR,
        "0.2 5",
        "0.2 0.2 5",
        {
            "": f"bid 0.2, bid 5, {START}",
            "0.2": "bid 0.2, call",
            "0.2 5": "",
            "0.2 0.2": "bid 5, call",
            "0.2 0.2 5": "call",
        },
    ),
    DeadEnd(FOUR, "0.2", "0.2", {"": START}),
    DeadEnd(FOUR, "0.2", "0.2 0.2", {"": f"bid 0.2, {START}", "0.2": "bid 0.2"}),
]


@pytest.mark.parametrize("case", DEAD_ENDS, ids=lambda case: f"{case.others} - {case.hand}")
def test_no_dead_end_can_be_reached(case: DeadEnd) -> None:
    """Page, bid: a card may be laid only if some multiset of the same or higher cards completes it.

    An empty text in a case stands for cards that cannot be laid in this order.
    """
    others = dict(enumerate(case.others.split("|")))
    seat = len(others)
    for laid, expected in case.expected.items():
        state = make(case.game, bids=others, hands={seat: case.hand})
        words = [f"bid {value}" for value in laid.split()]
        if not expected:
            for word in words[:-1]:
                act(state, word)
            assert words[-1] not in state.legal_words()
            continue
        for word in words:
            act(state, word)
        assert legal(state) == expected


@pytest.mark.parametrize(
    ("own", "other", "hand", "laid", "expected"),
    [
        # 19 + 0.2 is taken; 19.4 is not.
        ("19", "0.2 5 14", "0.2", "", "pass"),
        ("19", "0.2 5 14", "0.2 0.2", "", "bid 0.2, pass"),
        ("19", "0.2 5 14", "0.2 0.2", "0.2", "bid 0.2"),
        ("19", "0.2 5 14", "0.2 0.2", "0.2 0.2", "call"),
        # 3 + 7 is taken; 3 + 7 + 7 is not.
        ("3", "10", "7", "", "pass"),
        ("3", "10", "7 7", "", "bid 7, pass"),
        ("3", "10", "7 7", "7", "bid 7"),
        ("3", "10", "7 7", "7 7", "call"),
        # The seat's own last total is no bar.
        ("3", "20", "0.2", "", "bid 0.2, pass"),
    ],
)
def test_cards_of_earlier_turns_count(
    own: str, other: str, hand: str, laid: str, expected: str
) -> None:
    """Page, bid: the total of all the seat's cards on the table has to differ."""
    for order in ((2, 3), (1, 2, 3)):  # seat 1 is still in, or has passed with its bid
        state = make(bids={0: own, 1: other}, hands={0: hand}, passed=order, to_act=0)
        for value in laid.split():
            act(state, f"bid {value}")
        assert legal(state) == expected


def test_the_total_of_a_seat_that_has_passed_counts() -> None:
    """Page, bid: differs from the totals also of those that have passed.

    Rulebook, bidding: two equally high bids may never be on the table at the same time.
    """
    given: dict[str, Any] = {"bids": {0: "10", 1: "3"}, "hands": {1: "7 13"}, "to_act": 1}
    for passed in ((2, 3), (0, 2, 3)):
        state = make(passed=passed, **given)
        assert legal(state) == "bid 7, bid 13, pass"
        act(state, "bid 7")
        assert legal(state) == "bid 13"


# --- Whose turn it is ---


def test_seats_that_have_passed_are_left_out() -> None:
    """Rulebook, passing: a player who passes drops out of the current bidding round."""
    state = make(
        starting=2,
        bids={2: "5", 0: "9"},
        passed=(1, 3),
        to_act=2,
        hands={2: "3 14", 0: "6 13"},
    )
    act(state, "bid 3, call")
    assert state.to_act == (0,)
    act(state, "bid 6, call")
    assert state.to_act == (2,)
    for seat in (1, 3, 0):
        assert state.legal_actions(seat) == []


def test_every_seat_has_its_turn_clockwise_from_the_starting_seat() -> None:
    """Rulebook, bidding round: clockwise, the starting player begins."""
    state = make(FIVE, starting=3)
    order: list[int] = []
    for _ in range(5):
        order.append(state.current_player)
        act(state, "pass")
    assert order == [3, 4, 0, 1, 2]
    assert state.view().phase == "place"


def test_the_last_seat_may_go_on() -> None:
    """Page, bid: the last seat left may go on; `call` can give the turn back to the same seat."""
    state = make(bids={0: "5"}, hands={0: "3 14"}, passed=(1, 2, 3), to_act=0)
    assert legal(state) == "bid 3, bid 14, pass"
    act(state, "bid 3, call")
    assert state.to_act == (0,)
    assert text(state.view().turn) == ""
    assert legal(state) == "bid 14, pass"
    act(state, "bid 14, call")
    assert state.to_act == (0,)
    assert legal(state) == "pass"
    assert state.view().phase == "bid"
    act(state, "pass")
    assert state.view().phase == "place"


def test_the_last_seat_may_begin_to_bid() -> None:
    """Page, bid: a seat whose turn comes after all others have passed bids as any other."""
    state = make(passed=(0, 1, 2), hands={3: "3 14"})
    assert legal(state) == "bid 3, bid 14, pass, pass draw"
    act(state, "bid 14, call")
    assert state.to_act == (3,)
    assert legal(state) == "bid 3, pass"


# --- Passing ---


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "bid 3, pass, pass draw"),
        ({"pile": "14"}, "bid 3, pass, pass draw"),
        ({"pile": "", "final": True}, "bid 3, pass"),
        ({"hands": {1: ""}}, "pass, pass draw"),
        ({"hands": {1: ""}, "pile": "", "final": True}, "pass"),
        ({"bids": {0: "5", 1: "7"}, "passed": (2, 3), "to_act": 1}, "bid 3, pass"),
        (
            {"bids": {0: "5", 1: "7"}, "passed": (2, 3), "to_act": 1, "pile": "", "final": True},
            "bid 3, pass",
        ),
        ({"bids": {0: "5", 1: "7"}, "passed": (2, 3), "to_act": 1, "hands": {1: ""}}, "pass"),
    ],
)
def test_which_ways_to_pass_there_are(given: dict[str, Any], expected: str) -> None:
    """Page, bid: `pass draw` for a seat without a card on the table while there is a pile."""
    values: dict[str, Any] = {"bids": {0: "5"}, "hands": {1: "3"}}
    assert legal(make(**(values | given))) == expected


def test_a_pile_emptied_in_this_round_cannot_be_drawn_from() -> None:
    """Page, bid: with an empty pile only `pass` exists."""
    state = make(hands={0: "3", 1: "5"}, pile="14")
    act(state, "pass draw")
    assert legal(state) == "bid 5, pass"


def test_passing_leaves_the_bid_on_the_table() -> None:
    """Rulebook, passing: cards bid so far are left lying."""
    state = make(bids={0: "5", 1: "7"}, hands={0: "3"}, passed=(3,), to_act=0)
    before = display(state)
    act(state, "pass")
    assert bids(state)[:2] == ["5", "7"]
    assert hands(state)[0] == "3"
    assert state.view().passed == (True, False, False, True)
    assert display(state) == before
