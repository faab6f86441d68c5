"""Bottle Imp: exactly who sees what, in each phase, by positions made by hand."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

import cardgames
from cardgames import SPECTATOR, View
from cardgames._core.bottle_imp import BottleImpState
from cardgames.bottle_imp import (
    Bottle,
    BottleImp,
    BottleImpView,
    Card,
    LastRound,
    Passes,
    TrickCard,
    card,
)

from .any_game import Position, act, seen
from .positions import in_pass, in_play, play
from .rounds import FIVE_TWO_OWNERS, FOUR, TWO, HandmadeRound

GAME3 = BottleImp(num_players=3)
GAME2 = BottleImp(num_players=2)
GAME5 = BottleImp(num_players=5)

NOTHING: Position = {"devil": None, "left": None, "right": None}
NONE_CHOSEN: Position = {"devil": [], "left": None, "right": None}
NOTHING2: Position = {"devil": None, "open": None, "hidden": None}


def ranks(text: str) -> list[str]:
    return text.split()


# --- Three players ---


def three_in_pass() -> BottleImpState:
    """Seat 0 has made all its choices, seat 1 two of them, seat 2 none."""
    return in_pass(
        GAME3,
        hands={
            0: "4 5 6 7 8 9 10 11 12",
            1: "15 16 17 18 20 21 22 23 24 25",
            2: "26 27 28 29 30 31 32 33 34 35 36 37",
        },
        devil={0: "1", 1: "13"},
        first={0: "2", 1: "14"},
        second={0: "3"},
    )


def three_in_play() -> BottleImpState:
    """The same later; a trick and two cards have been played."""
    state = three_in_pass()
    act(state, "right 15", player=1)
    act(state, "devil 26, left 27, right 28", player=2)
    play(state, "27 20 30")  # blue; seat 2 wins with 30
    play(state, "37 11")  # red; seat 1 is next
    return state


def test_everything_in_the_pass_of_three() -> None:
    """Page, position, key by key."""
    position = seen(three_in_pass(), None)
    rng = position.pop("rng")
    assert len(rng) == 4
    expected: Position = {
        "game": "bottle_imp",
        "options": {
            "num_players": 3,
            "rounds": 9,
            "bottles": 1,
            "teams": None,
            "rotate_teams": False,
            "devil_cards": 1,
        },
        "round": 1,
        "dealer": 2,
        "phase": "pass",
        "hands": [
            ranks("4 5 6 7 8 9 10 11 12"),
            ranks("15 16 17 18 20 21 22 23 24 25"),
            ranks("26 27 28 29 30 31 32 33 34 35 36 37"),
        ],
        "hand_sizes": [9, 10, 12],
        "open_hands": None,
        "passes": [
            {"devil": ["1"], "left": "2", "right": "3"},
            {"devil": ["13"], "left": "14", "right": None},
            {"devil": [], "left": None, "right": None},
        ],
        "passed": [3, 2, 0],
        "played": [[], [], []],
        "leader": 0,
        "trick": [],
        "last_trick": [],
        "bottles": [{"price": "19", "owner": None}],
        "won": [[], [], []],
        "voids": [[], [], []],
        "teams": None,
        "last_round": None,
        "scores": [0, 0, 0],
        "to_act": [1, 2],
    }
    assert position == expected
    assert list(seen(three_in_pass(), None)) == [*position, "rng"]


@pytest.mark.parametrize(
    ("player", "hands", "passes"),
    [
        (
            0,
            [ranks("4 5 6 7 8 9 10 11 12"), None, None],
            [{"devil": ["1"], "left": "2", "right": "3"}, NOTHING, NOTHING],
        ),
        (
            1,
            [None, ranks("15 16 17 18 20 21 22 23 24 25"), None],
            [NOTHING, {"devil": ["13"], "left": "14", "right": None}, NOTHING],
        ),
        (
            2,
            [None, None, ranks("26 27 28 29 30 31 32 33 34 35 36 37")],
            [NOTHING, NOTHING, NONE_CHOSEN],
        ),
        (SPECTATOR, [None, None, None], [NOTHING, NOTHING, NOTHING]),
    ],
)
def test_own_hand_and_choices_are_seen_in_the_pass(
    player: int, hands: list[Any], passes: list[Any]
) -> None:
    """Page, known: own hand and own choices; of the others how many choices, not which."""
    state = three_in_pass()
    expected = seen(state, None) | {"hands": hands, "passes": passes, "rng": None}
    assert seen(state, player) == expected
    assert expected["passed"] == [3, 2, 0]
    assert expected["hand_sizes"] == [9, 10, 12]


PLAY_KEYS = [
    "phase",
    "hands",
    "hand_sizes",
    "passes",
    "passed",
    "played",
    "leader",
    "trick",
    "last_trick",
    "bottles",
    "won",
    "voids",
    "to_act",
]


def test_everything_in_the_play_of_three() -> None:
    """Page, position, key by key: `devil` stays, the passed cards stay as a note."""
    position = seen(three_in_play(), None)
    assert {key: position[key] for key in PLAY_KEYS} == {
        "phase": "play",
        "hands": [
            ranks("4 5 6 7 8 9 10 12 15"),
            ranks("2 16 17 18 21 22 23 24 25 28"),
            ranks("3 14 29 31 32 33 34 35 36"),
        ],
        "hand_sizes": [9, 10, 9],
        "passes": [
            {"devil": ["1"], "left": "2", "right": "3"},
            {"devil": ["13"], "left": "14", "right": "15"},
            {"devil": ["26"], "left": "27", "right": "28"},
        ],
        "passed": [3, 3, 3],
        "played": [["27", "11"], ["20"], ["30", "37"]],
        "leader": 2,
        "trick": [{"player": 2, "card": "37"}, {"player": 0, "card": "11"}],
        "last_trick": [
            {"player": 0, "card": "27"},
            {"player": 1, "card": "20"},
            {"player": 2, "card": "30"},
        ],
        "bottles": [{"price": "19", "owner": None}],
        "won": [[], [], ["20", "27", "30"]],
        "voids": [[], [], []],
        "to_act": [1],
    }


@pytest.mark.parametrize(
    ("player", "hands", "passes"),
    [
        (
            0,
            [ranks("4 5 6 7 8 9 10 12 15"), None, None],
            [
                {"devil": ["1"], "left": "2", "right": "3"},
                {"devil": None, "left": None, "right": "15"},
                {"devil": None, "left": "27", "right": None},
            ],
        ),
        (
            1,
            [None, ranks("2 16 17 18 21 22 23 24 25 28"), None],
            [
                {"devil": None, "left": "2", "right": None},
                {"devil": ["13"], "left": "14", "right": "15"},
                {"devil": None, "left": None, "right": "28"},
            ],
        ),
        (
            2,
            [None, None, ranks("3 14 29 31 32 33 34 35 36")],
            [
                {"devil": None, "left": None, "right": "3"},
                {"devil": None, "left": "14", "right": None},
                {"devil": ["26"], "left": "27", "right": "28"},
            ],
        ),
        (SPECTATOR, [None, None, None], [NOTHING, NOTHING, NOTHING]),
    ],
)
def test_received_cards_and_their_givers_are_seen_in_the_play(
    player: int, hands: list[Any], passes: list[Any]
) -> None:
    """Page, known: after the pass what a seat was given and by whom; all cards played."""
    state = three_in_play()
    assert seen(state, player) == seen(state, None) | {
        "hands": hands,
        "passes": passes,
        "rng": None,
    }


# --- Two players ---


def two_in_pass() -> BottleImpState:
    """Seat 0 has made all its choices, seat 1 the first."""
    return in_pass(
        GAME2,
        hands={0: "4 5 6 7 8 9 10 11 12", 1: "14 15 16 17 18 20 21 22 23 24 25"},
        open_hands={0: "26 27 28 29 30 31", 1: "32 33 34 35 36 37"},
        devil={0: "1", 1: "13"},
        first={0: "2"},
        second={0: "3"},
    )


def two_in_play() -> BottleImpState:
    state = two_in_pass()
    act(state, "open 14, hidden 15", player=1)
    play(state, "26 37 15")  # one from each open hand, one from the hidden hand of seat 0
    return state


def test_everything_in_the_pass_of_two() -> None:
    """Page, position: "open" and "hidden" with two players, and the open hands."""
    position = seen(two_in_pass(), None)
    expected: Position = {
        "hands": [ranks("4 5 6 7 8 9 10 11 12"), ranks("14 15 16 17 18 20 21 22 23 24 25")],
        "hand_sizes": [9, 11],
        "open_hands": [ranks("26 27 28 29 30 31"), ranks("32 33 34 35 36 37")],
        "passes": [
            {"devil": ["1"], "open": "2", "hidden": "3"},
            {"devil": ["13"], "open": None, "hidden": None},
        ],
        "passed": [3, 1],
        "voids": [[], []],
        "leader": 0,
        "to_act": [1],
    }
    assert {key: position[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("player", "hands", "passes"),
    [
        (
            0,
            [ranks("4 5 6 7 8 9 10 11 12"), None],
            [{"devil": ["1"], "open": "2", "hidden": "3"}, NOTHING2],
        ),
        (
            1,
            [None, ranks("14 15 16 17 18 20 21 22 23 24 25")],
            [NOTHING2, {"devil": ["13"], "open": None, "hidden": None}],
        ),
        (SPECTATOR, [None, None], [NOTHING2, NOTHING2]),
    ],
)
def test_both_open_hands_are_seen_in_the_pass(
    player: int, hands: list[Any], passes: list[Any]
) -> None:
    """Page, known: open hands are seen by all; a pending choice is not, also not an `open` one."""
    state = two_in_pass()
    expected = seen(state, None) | {"hands": hands, "passes": passes, "rng": None}
    assert seen(state, player) == expected
    assert expected["open_hands"] == [ranks("26 27 28 29 30 31"), ranks("32 33 34 35 36 37")]


@pytest.mark.parametrize(
    ("player", "hands", "passes"),
    [
        (
            0,
            [ranks("4 5 6 7 8 9 10 11 12"), None],
            [
                {"devil": ["1"], "open": "2", "hidden": "3"},
                {"devil": None, "open": "14", "hidden": "15"},
            ],
        ),
        (
            1,
            [None, ranks("3 16 17 18 20 21 22 23 24 25")],
            [
                {"devil": None, "open": "2", "hidden": "3"},
                {"devil": ["13"], "open": "14", "hidden": "15"},
            ],
        ),
        (
            SPECTATOR,
            [None, None],
            [
                {"devil": None, "open": "2", "hidden": None},
                {"devil": None, "open": "14", "hidden": None},
            ],
        ),
    ],
)
def test_both_open_choices_are_public_in_the_play(
    player: int, hands: list[Any], passes: list[Any]
) -> None:
    """Page, known: both `open` choices are public, as the open hands are."""
    state = two_in_play()
    expected = seen(state, None) | {"hands": hands, "passes": passes, "rng": None}
    assert seen(state, player) == expected
    assert expected["open_hands"] == [ranks("14 27 28 29 30 31"), ranks("2 32 33 34 35 36")]
    assert expected["hand_sizes"] == [9, 10]
    assert expected["played"] == [["26", "15"], ["37"]]
    assert expected["trick"] == [
        {"player": 0, "card": "26"},
        {"player": 1, "card": "37"},
        {"player": 0, "card": "15"},
    ]


def test_two_devils_cards_are_seen_by_their_seat_only() -> None:
    """Page, position: `devil` is null in a view of another seat."""
    game = BottleImp(num_players=2, devil_cards=2)
    state = in_play(game, devil={0: "37 1", 1: "2 36"})
    assert [entry["devil"] for entry in seen(state, 0)["passes"]] == [["1", "37"], None]
    assert [entry["devil"] for entry in seen(state, 1)["passes"]] == [None, ["2", "36"]]
    assert [entry["devil"] for entry in seen(state, SPECTATOR)["passes"]] == [None, None]


# --- Five players ---


def five_in_play() -> BottleImpState:
    """Seat s gave s + 1 to the left and s + 6 to the right; the dealer is seat 4."""
    return in_play(
        GAME5,
        hands={0: "5 7", 1: "1 8", 2: "2 9", 3: "3 10", 4: "4 6"},
        devil={0: "30", 1: "31", 2: "32", 3: "33"},
        first={0: "1", 1: "2", 2: "3", 3: "4", 4: "5"},
        second={0: "6", 1: "7", 2: "8", 3: "9", 4: "10"},
    )


@pytest.mark.parametrize(
    ("player", "passes"),
    [
        (0, [("30", "1", "6"), (None, None, "7"), (None,) * 3, (None,) * 3, (None, "5", None)]),
        (1, [(None, "1", None), ("31", "2", "7"), (None, None, "8"), (None,) * 3, (None,) * 3]),
        (2, [(None,) * 3, (None, "2", None), ("32", "3", "8"), (None, None, "9"), (None,) * 3]),
        (3, [(None,) * 3, (None,) * 3, (None, "3", None), ("33", "4", "9"), (None, None, "10")]),
        (4, [(None, None, "6"), (None,) * 3, (None,) * 3, (None, "4", None), ("", "5", "10")]),
        (SPECTATOR, [(None,) * 3] * 5),
        (
            None,
            [
                ("30", "1", "6"),
                ("31", "2", "7"),
                ("32", "3", "8"),
                ("33", "4", "9"),
                ("", "5", "10"),
            ],
        ),
    ],
)
def test_five_see_what_their_neighbours_gave_them(
    player: int | None, passes: list[tuple[str | None, str | None, str | None]]
) -> None:
    """Page, known: what a seat was given and by whom.

    Position: `devil` is [] for the dealer of five, and null for another viewer even while empty.
    """
    state = five_in_play()
    assert seen(state, player)["passes"] == [
        {"devil": None if devil is None else devil.split(), "left": left, "right": right}
        for devil, left, right in passes
    ]
    hands = seen(state, None)["hands"]
    assert seen(state, player)["hands"] == [
        hand if player in (None, seat) else None for seat, hand in enumerate(hands)
    ]


def test_the_dealer_of_five_sees_its_empty_devil_list() -> None:
    """Page, position: `devil` is [] while nothing is laid and always for the dealer of five."""
    state = in_pass(GAME5, dealer=1)
    for seat in range(5):
        assert [entry["devil"] for entry in seen(state, seat)["passes"]] == [
            [] if other == seat else None for other in range(5)
        ]


# --- Hidden hands, the end ---


def test_an_empty_hand_of_another_seat_is_null() -> None:
    """Page, position: `hands` are null where the viewer may not see, even if empty."""
    state = FOUR.before_last_card(BottleImp(num_players=4))
    assert seen(state, None)["hands"] == [[], [], ["1"], []]
    assert seen(state, 0)["hands"] == [[], None, None, None]
    assert seen(state, 2)["hands"] == [None, None, ["1"], None]
    assert seen(state, SPECTATOR)["hands"] == [None, None, None, None]
    assert seen(state, SPECTATOR)["hand_sizes"] == [0, 0, 1, 0]


@pytest.mark.parametrize(
    ("game", "table"),
    [
        (BottleImp(num_players=2, rounds=1), TWO),
        (BottleImp(num_players=4, rounds=1), FOUR),
        (BottleImp(num_players=5, rounds=1), FIVE_TWO_OWNERS),
    ],
    ids=["2", "4", "5"],
)
def test_nothing_is_hidden_when_the_game_is_over(game: BottleImp, table: HandmadeRound) -> None:
    """Page, known: when the game is over nothing is hidden (but the generator, by the API page)."""
    state = table.played_out(game)
    everything = seen(state, None)
    assert [entry["devil"] for entry in everything["passes"]] == [
        sorted(devil.split(), key=float) for devil in table.devil
    ]
    for player in (SPECTATOR, *range(game.num_players)):
        assert seen(state, player) == everything | {"rng": None}


def test_the_devils_trick_is_shown_once_the_round_is_settled() -> None:
    """Page, position: `last_round.devil` has all cards of the Devil's trick, for everybody."""
    state = FOUR.before_last_card(BottleImp(num_players=4))
    play(state, FOUR.last_card())
    for player in (None, SPECTATOR, 0, 1, 2, 3):
        last = state.view(player).last_round
        assert last is not None
        assert [c.rank for c in last.devil] == ["11", "14", "16", "21"]


# --- Types ---


def test_a_view_is_a_frozen_typed_value() -> None:
    """API, state: `view()` is a frozen typed dataclass."""
    view = three_in_play().view(0)
    assert type(view) is BottleImpView
    assert isinstance(view, View)
    assert view.game is GAME3
    assert view.player == 0
    assert view.hands[0] is not None
    assert view.hands[0][0] == Card("4", "yellow", 2)
    assert view.hands[1] is None
    assert view.passes[0] == Passes(devil=(card("1"),), left=card("2"), right=card("3"))
    assert view.passes[1] == Passes(devil=None, left=None, right=card("15"))
    assert view.trick == (TrickCard(2, card("37")), TrickCard(0, card("11")))
    assert view.bottles == (Bottle("19", None),)
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.round = 2  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        view.note = "x"  # type: ignore[attr-defined]


def test_with_two_players_left_is_the_open_and_right_the_hidden_choice() -> None:
    view = two_in_play().view(0)
    assert view.passes[0] == Passes(devil=(card("1"),), left=card("2"), right=card("3"))
    assert view.open_hands is not None
    assert view.open_hands[0][0] == card("14")


def test_the_settled_round_as_a_typed_value() -> None:
    state = FOUR.before_last_card(BottleImp(num_players=4))
    play(state, FOUR.last_card())
    last = state.view(1).last_round
    assert last is not None
    assert last == LastRound(
        gain=(29, 0, 14, -6),
        devil=(card("11"), card("14"), card("16"), card("21")),
        won=last.won,
        bottles=(Bottle("5", 3),),
    )
    assert last.won[1] == ()
    assert last.won[2] == (card("24"), card("26"), card("29"), card("31"))


def test_views_compare_and_hash_by_value() -> None:
    state = three_in_play()
    assert state.view(0) == state.copy().view(0)
    assert hash(state.view(0)) == hash(state.copy().view(0))
    assert state.view(0) != state.view(1)
    assert state.view() != state.view(SPECTATOR)


def test_a_view_does_not_change_with_its_state() -> None:
    state = three_in_play()
    before = state.view()
    play(state, "24")
    assert before.to_act == (1,)
    assert state.view() != before


@pytest.mark.parametrize("player", [None, SPECTATOR, 0, 1, 2])
def test_a_view_is_ready_for_json(player: int | None) -> None:
    """API, state: `to_dict()` is JSON-ready."""
    for state in (three_in_pass(), three_in_play()):
        position = state.view(player).to_dict()
        assert json.loads(json.dumps(position)) == position


def test_the_generator_is_in_the_full_view_only() -> None:
    """API, randomness: `0x` and 16 lower-case hex digits; null in every view but the full one."""
    state = three_in_play()
    words = seen(state, None)["rng"]
    assert len(words) == 4
    for word in words:
        assert word.startswith("0x")
        assert len(word) == 18
        assert set(word[2:]) <= set("0123456789abcdef")
    for player in (SPECTATOR, 0, 1, 2):
        assert seen(state, player)["rng"] is None


def test_the_seed_is_in_no_view() -> None:
    """API, randomness: `state.seed` is kept with the state, not in views."""
    state = GAME3.new_state(seed=123456789)
    for player in (None, SPECTATOR, 0):
        assert "123456789" not in json.dumps(state.view(player).to_dict())
        assert "123456789" not in repr(state.view(player))


@pytest.mark.parametrize("player", [3, -2, -5, 100, 10**30, -(10**30)])
def test_there_is_no_such_viewer(player: int) -> None:
    state = three_in_play()
    for ask in (state.view, state.observation, state.information_key):
        with pytest.raises(cardgames.CardGamesError, match="player must be from 0 to 2"):
            ask(player)


@pytest.mark.parametrize("player", ["0", 1.0, True])
def test_a_viewer_must_be_an_integer(player: Any) -> None:
    with pytest.raises(TypeError, match="player must be an int"):
        three_in_play().view(player)
