"""Cellar des Triplettes: `pass draw`, the bottom of the pile, and what is known of hands."""

from __future__ import annotations

import pytest

from .any_game import act, full, legal
from .cellar_positions import display, hands, known, make, pile, text

# --- Pass draw ---


@pytest.mark.parametrize(
    ("top", "taken", "put_back"),
    [
        ("14 5", "5", "14"),
        ("5 14", "5", "14"),
        ("9 9", "9", "9"),
        ("0.2 3", "0.2", "3"),
        ("23 0.2", "0.2", "23"),
        ("9 10", "9", "10"),
        ("0.2 0.2", "0.2", "0.2"),
    ],
)
def test_the_lower_card_goes_to_the_hand_and_the_other_under_the_pile(
    top: str, taken: str, put_back: str
) -> None:
    """Rulebook, passing: the lower-valued of two goes to the hand, the higher under the pile."""
    state = make(hands={0: "6 13"}, pile=f"{top} ...")
    before = pile(state)
    assert before is not None
    assert state.view().pile_size == 33
    act(state, "pass draw")
    assert hands(state)[0] == " ".join(sorted(["6", "13", taken], key=float))
    assert known(state)[0] == taken
    assert pile(state) == before.removeprefix(f"{top} ") + f" {put_back}"
    assert text(state.view().pile_bottom) == put_back
    assert state.view().pile_size == 32
    assert state.view().passed == (True, False, False, False)
    assert state.to_act == (1,)


@pytest.mark.parametrize(
    ("cards", "bottom", "taken", "left", "bottom_after"),
    [
        # The last two cards, and the last one: it is shown and taken.
        ("14 5", "", "5", "14", "14"),
        ("14", "", "14", "", ""),
        ("0.2", "", "0.2", "", ""),
        # Cards that are known to lie at the bottom leave it when they are drawn.
        ("14", "20 3", "14", "3 20", "3 20"),
        ("", "20 3", "3", "20", "20"),
        ("", "3 20", "3", "20", "20"),
        ("", "20", "20", "", ""),
        ("5 7", "20", "5", "20 7", "20 7"),
        ("5 7 9", "", "5", "9 7", "7"),
        ("", "20 3 6", "3", "6 20", "6 20"),
    ],
)
def test_the_end_of_the_pile(
    cards: str, bottom: str, taken: str, left: str, bottom_after: str
) -> None:
    """Page, bid: if only one card is left it is shown and taken; known: a card drawn leaves."""
    state = make(hands={0: ""}, pile=cards, bottom=bottom)
    act(state, "pass draw")
    assert hands(state)[0] == known(state)[0] == taken
    assert pile(state) == left
    assert text(state.view().pile_bottom) == bottom_after
    assert state.view().pile_size == len(left.split())


def test_several_seats_draw() -> None:
    """Page, known: the cards under the pile are known in their order."""
    state = make(hands=dict.fromkeys(range(4), ""), pile="14 5 20 3 6 6 9")
    act(state, "pass draw, pass draw, pass draw")
    assert hands(state)[:3] == ["5", "3", "6"]
    assert pile(state) == "9 14 20 6"
    assert text(state.view().pile_bottom) == "14 20 6"
    # The last seat draws the 9, and the 14 that was put under the pile before.
    act(state, "pass draw")
    assert hands(state) == known(state) == ["5", "3", "6", "9"]
    assert pile(state) == "20 6 14"
    assert text(state.view().pile_bottom) == "20 6 14"


def test_a_seat_may_decline() -> None:
    """Page, bid: with a pile the seat may also decline."""
    state = make(hands={0: "6"}, pile="14 5 ...")
    before = full(state)
    act(state, "pass")
    after = full(state)
    for key in ("hands", "known_hands", "pile", "pile_size", "pile_bottom", "display", "bids"):
        assert after[key] == before[key]
    assert after["passed"] == [True, False, False, False]


def test_a_drawn_card_may_make_seven() -> None:
    """Page, bounds: six at a bid's start; with the drawn card seven, one of which must be placed.

    Nobody bids, so that the starting seat is the first to place.
    """
    state = make(hands={0: "3 5 7 9 10 13"}, pile="20 16 ...", cellars={0: ""})
    act(state, "pass draw, pass, pass, pass")
    assert hands(state)[0] == "3 5 7 9 10 13 16"
    assert known(state)[0] == "13 16"
    assert state.to_act == (0,)
    assert "done" not in state.legal_words()
    act(state, "place 16 right")
    assert "done" in state.legal_words()


def test_the_display_is_not_drawn_from() -> None:
    state = make(hands={0: ""}, display="3 5 6 7", pile="14 9 ...")
    act(state, "pass draw")
    assert display(state) == "3 5 6 7"


def test_a_draw_needs_no_bid_of_others() -> None:
    """Rulebook, passing: whoever passes without having bid at least one card may draw."""
    state = make(bids={0: "5"}, hands={1: "", 2: ""}, pile="14 9 3 20 ...")
    act(state, "pass draw, pass draw")
    assert hands(state)[1:3] == ["9", "3"]
    assert state.to_act == (3,)


# --- What is known of hands ---


@pytest.mark.parametrize(
    ("hand", "seen", "word", "left", "seen_after"),
    [
        # Bidding a known type removes one of it, as if the known card had been laid.
        ("5 9 14", "5", "bid 5", "9 14", ""),
        ("5 5 14", "5", "bid 5", "5 14", ""),
        ("5 5 14", "5 5", "bid 5", "5 14", "5"),
        ("5 5 5", "5 5", "bid 5", "5 5", "5"),
        ("5 9 14", "5", "bid 9", "5 14", "5"),
        ("5 9 14", "5 9 14", "bid 14", "5 9", "5 9"),
        ("0.2 5", "0.2", "bid 0.2", "5", ""),
        ("5 9", "", "bid 5", "9", ""),
    ],
)
def test_bidding_a_card_of_a_known_type_removes_one(
    hand: str, seen: str, word: str, left: str, seen_after: str
) -> None:
    """Page, known: playing a card of a type removes one of that type, if there is one."""
    state = make(hands={0: hand}, known={0: seen})
    act(state, word)
    assert (hands(state)[0], known(state)[0]) == (left, seen_after)


def test_a_second_card_of_the_type_is_then_unknown() -> None:
    state = make(hands={0: "5 5 14"}, known={0: "5"})
    act(state, "bid 5, bid 5")
    assert known(state)[0] == ""
    assert hands(state)[0] == "14"


@pytest.mark.parametrize(
    ("hand", "seen", "word", "seen_after"),
    [
        ("5 9 14", "5 9", "place 5 right", "9"),
        ("5 5 14", "5", "place 5 right", ""),
        ("5 5 14", "5", "place 14 right", "5"),
        ("0.2 5", "0.2 5", "place 0.2 right", "5"),
    ],
)
def test_placing_a_card_of_a_known_type_removes_one(
    hand: str, seen: str, word: str, seen_after: str
) -> None:
    """Page, known: playing is bidding or placing."""
    state = make(phase="place", high=0, hands={0: hand}, known={0: seen}, cellars={0: ""})
    act(state, word)
    assert known(state)[0] == seen_after


def test_a_drawn_card_is_known_beside_an_unknown_one_of_its_type() -> None:
    state = make(hands={0: "5 9"}, known={0: "9"}, pile="14 5 ...")
    act(state, "pass draw")
    assert (hands(state)[0], known(state)[0]) == ("5 5 9", "5 9")


def test_passing_tells_nothing() -> None:
    state = make(hands={0: "5 9"}, known={0: "9"})
    act(state, "pass")
    assert known(state)[0] == "9"
    assert legal(state, 0) == ""
