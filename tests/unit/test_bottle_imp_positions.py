"""Bottle Imp: reading positions, both ways.

What is refused is in test_bottle_imp_refused_form.py and test_bottle_imp_refused_meaning.py.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from cardgames import SPECTATOR, InvalidStateError
from cardgames.bottle_imp import BottleImp

from .any_game import (
    check_generator_from_content,
    check_generator_is_kept,
    check_read_back,
    full,
    without,
)
from .edits import DERIVED, GAME, GAME2, TWO_DEVILS
from .options import BOTTLE_IMP_SETS, walk
from .positions import in_play, pass_position, play, play_position, trick
from .rounds import FIVE_TWO_OWNERS, FOUR, TWO

# --- Both ways ---


@pytest.mark.parametrize("game", BOTTLE_IMP_SETS, ids=str)
def test_a_position_is_read_back_as_the_same_state(game: BottleImp) -> None:
    """Page, position: it is the format both ways; through JSON too."""
    for state in walk(game, 5):
        check_read_back(state)


@pytest.mark.parametrize("game", BOTTLE_IMP_SETS, ids=str)
def test_what_follows_from_the_rest_may_be_left_out(game: BottleImp) -> None:
    """Page, position: nine keys follow from the rest."""
    for state in walk(game, 6):
        position = full(state)
        for key in DERIVED:
            assert game.state_from_dict(without(position, key)) == state
        assert game.state_from_dict(without(position, *DERIVED)) == state


def test_open_hands_may_be_left_out_where_there_are_none() -> None:
    state = in_play(GAME)
    assert GAME.state_from_dict(without(full(state), "open_hands")) == state


def test_a_position_may_come_in_tuples_and_other_mappings() -> None:
    """API: bad input is an error; a tuple is as good a list as any."""
    state = in_play(GAME, tricks=[trick(0, "28 25")])
    position = full(state)
    position["hands"] = tuple(tuple(hand) for hand in position["hands"])
    position["scores"] = tuple(position["scores"])
    position["trick"] = tuple(position["trick"])
    assert GAME.state_from_dict(position) == state


def test_the_order_of_a_hand_does_not_matter() -> None:
    """Page, position: hands are written ascending; a hand is a set of cards."""
    state = in_play(GAME, hands={0: "1 17 37"})
    position = full(state)
    position["hands"][0].reverse()
    assert GAME.state_from_dict(without(position)) == state


def test_reading_a_position_leaves_it_alone() -> None:
    position = full(in_play(GAME, tricks=[trick(0, "28 25 22 18")]))
    before = copy.deepcopy(position)
    GAME.state_from_dict(position)
    assert position == before


def test_the_last_trick_left_out_is_that_of_this_round() -> None:
    """Page, position: left out, `last_trick` is the last complete trick of `played`, else []."""
    state = in_play(GAME, round_=3, tricks=[trick(0, "28 25 22 18"), trick(3, "35")])
    assert [(e.player, e.card.rank) for e in state.view().last_trick] == [
        (0, "28"),
        (1, "25"),
        (2, "22"),
        (3, "18"),
    ]
    assert in_play(GAME, round_=3, tricks=[trick(0, "28 25")]).view().last_trick == ()


def test_the_last_trick_of_the_round_before_may_be_given() -> None:
    """Page, position: `last_trick` is kept across the deal."""
    last = [
        {"player": 2, "card": "1"},
        {"player": 3, "card": "2"},
        {"player": 0, "card": "5"},
        {"player": 1, "card": "4"},
    ]
    for position in (pass_position(GAME, round_=2), play_position(GAME, round_=2)):
        state = GAME.state_from_dict(position | {"last_trick": last})
        assert full(state)["last_trick"] == last
        assert GAME.state_from_dict(full(state)) == state


def test_the_last_trick_of_two_has_two_cards_between_rounds() -> None:
    """Page, play: the ninth trick has only two cards, with `devil_cards=2` there is none."""
    short = [{"player": 1, "card": "1"}, {"player": 0, "card": "2"}]
    long = [*short, {"player": 1, "card": "4"}, {"player": 0, "card": "5"}]
    accepted = {GAME2: short, TWO_DEVILS: long}
    for game, last in accepted.items():
        position = pass_position(game, round_=2)
        assert full(game.state_from_dict(position | {"last_trick": last}))["last_trick"] == last
        other = long if last is short else short
        with pytest.raises(InvalidStateError, match="last_trick"):
            game.state_from_dict(position | {"last_trick": other})


def test_the_settled_round_left_out_is_computed_at_the_end_only() -> None:
    """Page, position: left out, `last_round` is computed at `over`, else null."""
    game = BottleImp(num_players=4, rounds=2)
    over = full(FOUR.played_out(game, round_=2))
    assert over["last_round"]["gain"] == [29, 0, 14, -6]
    assert full(game.state_from_dict(without(over, "last_round"))) == over
    settled = in_play(game, round_=2, scores=(29, 0, 14, -6))
    assert settled.view().last_round is None


def test_the_settled_round_may_be_given() -> None:
    """Page, position: `last_round` is the latest settled round."""
    state = FOUR.before_last_card(GAME)
    play(state, FOUR.last_card())
    position = full(state)
    assert GAME.state_from_dict(position) == state
    again = full(GAME.state_from_dict(without(position, "last_round")))
    assert again == position | {"last_round": None}
    assert full(GAME.state_from_dict(position | {"last_round": None})) == again


# --- The generator ---


def test_a_generator_that_is_left_out_or_null_is_seeded_from_the_content() -> None:
    """API, randomness: equal positions give equal states, and `state.seed` is None."""
    position = play_position(GAME, tricks=[trick(0, "28 25 22 18")])
    check_generator_from_content(GAME, position, position | {"dealer": 3, "round": 2})


def test_a_given_generator_is_kept() -> None:
    """API, randomness: in a position it is a list of strings."""
    check_generator_is_kept(GAME, play_position(GAME))


def test_the_generator_decides_the_next_deal() -> None:
    state = FOUR.before_last_card(GAME)
    one, same = state.copy(), GAME.state_from_dict(full(state))
    other = GAME.state_from_dict(full(state) | {"rng": ["0x000000000000000a"] * 4})
    for s in (one, same, other):
        play(s, FOUR.last_card())
    assert one == same
    assert one.view().hands != other.view().hands


# --- Refused and not refused ---


@pytest.mark.parametrize("value", [None, [], "{}", 7, b"{}"])
def test_a_position_must_be_a_dict(value: Any) -> None:
    with pytest.raises(TypeError, match="a position must be a dict"):
        GAME.state_from_dict(value)


@pytest.mark.parametrize("player", [SPECTATOR, 0, 1, 2, 3])
def test_a_view_with_hidden_parts_is_refused(player: int) -> None:
    """API, game: a view with hidden parts is refused with an error that says so."""
    for position in (pass_position(GAME), play_position(GAME, tricks=[trick(0, "28 25 22")])):
        view = GAME.state_from_dict(position).view(player)
        with pytest.raises(InvalidStateError, match="is hidden: this is a view"):
            GAME.state_from_dict(view.to_dict())


@pytest.mark.parametrize("player", [SPECTATOR, 0, 3])
def test_a_view_of_the_end_is_a_whole_position(player: int) -> None:
    """Page, known: when the game is over nothing is hidden, so such a view can be read."""
    state = FOUR.played_out(GAME, round_=8)
    again = GAME.state_from_dict(state.view(player).to_dict())
    assert full(again) | {"rng": None} == full(state) | {"rng": None}


def test_following_is_not_checked_for_two() -> None:
    """Page, position: with two players it is not checked whether a card followed."""
    state = in_play(GAME2, hands={1: "25 22"}, tricks=[trick(0, "28 37 1 36")])
    assert state.view().played[1][0].rank == "37"


def test_the_end_of_a_game_of_one_round_may_have_any_scores() -> None:
    """Page, position: scores are 0 before the first settled round only."""
    game = BottleImp(num_players=5, rounds=1)
    state = FIVE_TWO_OWNERS.played_out(game, scores=(-19, 19, 39, -19, 0))
    assert state.scores() == (-19, 19, 39, -19, 0)
    assert state.winners() == (2,)


def test_the_end_of_a_game_for_two_is_read() -> None:
    game = BottleImp(num_players=2, rounds=1)
    state = TWO.played_out(game, scores=(47, -12))
    assert full(state)["last_round"]["gain"] == [47, -12]
    assert [e["card"] for e in full(state)["last_trick"]] == ["16", "21"]
    assert game.state_from_dict(full(state)) == state


@pytest.mark.parametrize(
    ("gift", "hand_size", "open_size", "possible"),
    [("25", 10, 6, True), ("25", 9, 7, False), ("5", 9, 7, True), ("5", 10, 6, False)],
)
def test_a_played_gift_is_missing_from_the_hand_it_was_given_to(
    gift: str, hand_size: int, open_size: int, possible: bool
) -> None:
    """Page, position: a hand size that does not fit the rest is refused.

    Two players. 25 was given to the open hand of seat 0, 5 to its hidden hand, and one of them was
    played. An open hand is dealt 6 cards and gets one, a hidden hand is dealt 12, lays or gives 3
    and gets one.
    """
    game = BottleImp(num_players=2, rounds=1)
    named = {"1", "2", "3", "4", "5", "25"}
    rest = iter([card.rank for card in game.deck if card.rank not in named])
    kept = "5" if gift == "25" else "25"
    hand, open_hand = ([kept], []) if kept == "5" else ([], [kept])
    hand += [next(rest) for _ in range(hand_size - len(hand))]
    open_hand += [next(rest) for _ in range(open_size - len(open_hand))]
    other_open = ["3", *(next(rest) for _ in range(6))]
    position = {
        "game": "bottle_imp",
        "options": game.new_state(1).view().to_dict()["options"],
        "round": 1,
        "dealer": 1,
        "phase": "play",
        "hands": [hand, ["4", *rest]],
        "open_hands": [open_hand, other_open],
        "passes": [
            {"devil": ["1"], "open": "3", "hidden": "4"},
            {"devil": ["2"], "open": "25", "hidden": "5"},
        ],
        "played": [[gift], []],
        "scores": [0, 0],
    }
    if possible:
        assert game.state_from_dict(position).view().hand_sizes[0] == hand_size
    else:
        with pytest.raises(InvalidStateError, match=r"^hands, passes and played do not fit"):
            game.state_from_dict(position)
