"""Errors: their classes, what they carry, and that they say in plain words what is wrong."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable

import pytest

from cardgames import (
    BottleImp,
    CardGamesError,
    IllegalActionError,
    InvalidStateError,
    NotationError,
    OptionError,
)
from cardgames._core.bottle_imp import BottleImpState
from cardgames.bottle_imp import devil, left, open, play, right
from cardgames.errors import shown, shown_json

from .any_game import act
from .positions import in_pass, in_play
from .positions import play as play_cards
from .rounds import FOUR as FOUR_ROUND

FOUR = BottleImp(num_players=4)
TWO = BottleImp(num_players=2)


@pytest.mark.parametrize("cls", [OptionError, IllegalActionError, InvalidStateError, NotationError])
def test_all_errors_are_value_errors(cls: type[Exception]) -> None:
    """Engineering, layers: `CardGamesError`, below it the others, all also `ValueError`."""
    assert issubclass(cls, CardGamesError)
    assert issubclass(cls, ValueError)
    assert issubclass(CardGamesError, ValueError)


def test_an_option_error_names_the_option() -> None:
    with pytest.raises(OptionError) as error:
        BottleImp(num_players=9)
    assert error.value.option == "num_players"
    assert error.value.message == "must be an integer from 2 to 6, not 9"
    assert str(error.value) == "num_players: must be an integer from 2 to 6, not 9"


def test_an_illegal_action_error_carries_action_and_seat() -> None:
    state = in_pass(FOUR, hands={1: "9"})
    with pytest.raises(IllegalActionError) as error:
        state.apply(left("9"), 1)
    assert error.value.action == left("9")
    assert error.value.player == 1
    assert str(error.value) == error.value.reason


@pytest.mark.parametrize(
    "error",
    [
        OptionError("rounds", "must be less"),
        IllegalActionError(5, 1, "not now"),
        InvalidStateError("rng: is missing"),
        NotationError("no word"),
        CardGamesError("no"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_pickle_and_copy(error: CardGamesError) -> None:
    """Workers hand errors on between processes."""
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert again.args == error.args
        assert vars(again) == vars(error)


# --- Illegal actions ---


def passing() -> BottleImpState:
    """Seat 1 is to choose its Devil's card; seat 0 has chosen all."""
    state = in_pass(FOUR, hands={0: "1 2 3 4", 1: "5 6 7 8 9 10 11 12 13"})
    act(state, "devil 1, left 2, right 3", player=0)
    return state


def following() -> BottleImpState:
    """Yellow is led; seat 1 holds 1, 25 and other colours."""
    state = in_play(FOUR, hands={0: "28 37", 1: "1 25 30 31 32 33 34 36"})
    play_cards(state, "28")
    return state


def ended() -> BottleImpState:
    return FOUR_ROUND.played_out(FOUR, round_=8)


CASES: list[tuple[Callable[[], BottleImpState], int, int, str]] = [
    (
        passing,
        left("9"),
        1,
        "player 1 may not play 'left 9': another choice comes first; legal: devil 5, devil 6, "
        "devil 7, devil 8, devil 9, devil 10, devil 11, devil 12, devil 13",
    ),
    (
        passing,
        devil("37"),
        1,
        "player 1 may not play 'devil 37': it does not hold 37; legal: devil 5,",
    ),
    (
        passing,
        play("9"),
        1,
        "player 1 may not play '9': cards are passed before any is played; legal:",
    ),
    (
        passing,
        right("4"),
        0,
        "player 0 may not play 'right 4': it has made all its choices; the others are still "
        "choosing; to act: 1, 2, 3",
    ),
    (
        passing,
        devil("2.5"),
        1,
        "player 1 may not play 'devil 2.5': 2.5 is a half rank, which is in play with 5 or 6 "
        "players only; legal: devil 5",
    ),
    (
        following,
        play("36"),
        1,
        "player 1 may not play '36': the led colour has to be followed; legal: 1, 25",
    ),
    (following, play("37"), 1, "player 1 may not play '37': it does not hold 37; legal: 1, 25"),
    (following, devil("1"), 1, "player 1 may not play 'devil 1': the pass is over; legal: 1, 25"),
    (following, play("37"), 0, "player 0 may not play '37': it is not its turn; to act: 1"),
    (following, play("2.5"), 1, "player 1 may not play '2.5': 2.5 is a half rank, which"),
    (following, 216, 1, "there is no action 216: actions are 0 to 215; legal: 1, 25"),
    (following, -7, 1, "there is no action -7: actions are 0 to 215; legal: 1, 25"),
    (
        following,
        10**99,
        1,
        "there is no action <a very large integer>: actions are 0 to 215; legal",
    ),
    (ended, play("1"), 2, "player 2 may not play '1'; the game is over, no action is legal"),
]


@pytest.mark.parametrize(("start", "action", "seat", "text"), CASES, ids=[c[3][:60] for c in CASES])
def test_an_illegal_action_says_why_and_what_is_legal(
    start: Callable[[], BottleImpState], action: int, seat: int, text: str
) -> None:
    """API, state: the action in words, why not, and what is legal; the state is untouched."""
    state = start()
    before = state.copy()
    with pytest.raises(IllegalActionError, match="^" + re.escape(text)):
        state.apply(action, seat)
    assert state == before


def test_nothing_is_legal_when_the_game_is_over() -> None:
    text = r"^'1' may not be played; the game is over, no action is legal$"
    with pytest.raises(IllegalActionError, match=text) as error:
        ended().apply(play("1"))
    assert error.value.player == -1
    assert error.value.action == play("1")


def test_an_error_shows_no_hidden_card() -> None:
    """API, what a player knows: the text is made from what the seat itself may play."""
    state = in_play(FOUR, hands={0: "28", 1: "1", 2: "36 37"})
    with pytest.raises(IllegalActionError) as error:
        state.apply(play("36"), 1)
    # That seat 1 is not to act is public; nothing is said about who holds 36.
    assert str(error.value) == "player 1 may not play '36': it is not its turn; to act: 0"


def test_the_words_of_two_players_are_used() -> None:
    state = in_pass(TWO, hands={0: "9"})
    with pytest.raises(IllegalActionError, match="'open 9': another choice comes first"):
        state.apply(open("9"), 0)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (1, "1"),
        (1.0, "1.0"),
        ("true", "'true'"),
        ((), "[]"),
        ((1, None), "[1, null]"),
        ({"a": [True, {"b": None}]}, "{'a': [true, {'b': null}]}"),
        ([0] * 1000, "[0, 0, 0, 0, 0, 0, ...]"),
        ("a" * 1000, shown("a" * 1000)),
        (10**80, shown(10**80)),
    ],
)
def test_a_value_of_json_is_shown_in_the_words_of_json(value: object, text: str) -> None:
    assert shown_json(value) == text
