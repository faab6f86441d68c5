"""Wine Cellar: reading positions, both ways.

What is refused is in test_wine_cellar_refused_*.py.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from cardgames import SPECTATOR, InvalidStateError
from cardgames.wine_cellar import WineCellar, WineCellarState

from .any_game import (
    act,
    check_generator_from_content,
    check_generator_is_kept,
    check_read_back,
    full,
    without,
)
from .options import walk
from .wine_decks import EXAMPLE, deck
from .wine_positions import (
    ADVANCED,
    ALL_GAMES,
    BIDDING,
    FOUR,
    LATER,
    SOLO,
    TAKING,
    THREE,
    TWO,
    bidding,
    cellar,
    choosing,
    finished,
    later,
    make,
    play_out,
    position,
    prizes,
    taking,
)

OWN = WineCellar(num_players=2, deck=EXAMPLE)
GAMES = [*ALL_GAMES, OWN, WineCellar(num_players=1, deck=EXAMPLE)]

# Page: sizes, `to_act`, `chosen`, `low_left`, `scores`, `rng` may be left out.
OPTIONAL = ("to_act", "hand_sizes", "low_left", "chosen", "scores", "rng")


# --- Both ways ---


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("seed", [5, 6])
def test_a_position_is_read_back_as_the_same_state(game: WineCellar, seed: int) -> None:
    """Page, position: it is the format both ways; through JSON too."""
    for state in walk(game, seed, every=5):
        check_read_back(state)


MADE: dict[str, Callable[[], WineCellarState]] = {
    "clients": lambda: make(FOUR, phase="client"),
    "clients, some chosen": choosing,
    "clients, all but one chosen": lambda: choosing(keeps={0: 4, 1: 8, 2: 30}),
    "clients of game 2": lambda: make(ADVANCED[4], phase="client", number=2),
    "clients of game 3": lambda: make(ADVANCED[2], phase="client", number=3),
    "clients after a shuffle": lambda: make(ADVANCED[8], phase="client", number=2),
    "bid": lambda: make(FOUR),
    "bid, some chosen": bidding,
    "bid, all but one chosen": lambda: bidding(bids={0: 36, 1: 23, 3: 4}),
    "last bid": lambda: make(FOUR, round_=8, bids={0: 36}),
    "bid of game 2": later,
    "bid of game 3": lambda: make(ADVANCED[4], number=3, round_=5, bids={2: 7}),
    "bid of game 3 after a shuffle": lambda: make(ADVANCED[7], number=3, round_=5, bids={2: 7}),
    "first take": lambda: make(FOUR, phase="take"),
    "take": taking,
    "last take": lambda: make(FOUR, phase="take", round_=8, done=3),
    "take of game 2": lambda: make(ADVANCED[4], phase="take", number=2, round_=6, done=1),
    "last take of game 3": lambda: make(ADVANCED[6], phase="take", number=3, round_=8, done=5),
    "over": lambda: finished(FOUR),
    "over after three games": lambda: finished(ADVANCED[4], earlier=[(0, 1, 2, 480), (7, 7, 7, 7)]),
    "over after three games and a shuffle": lambda: finished(ADVANCED[3]),
    "set B": lambda: make(WineCellar(num_players=3, games=3, client_set="B"), number=2),
    "no client left": lambda: make(WineCellar(num_players=4, deck=deck(count=8))),
    "another deck": lambda: make(OWN, round_=5, bids={1: 4}),
    "solo, clients": lambda: make(SOLO, phase="client"),
    "solo, first bid": lambda: make(SOLO),
    "solo, bid": lambda: make(SOLO, round_=4),
    "solo, last bid": lambda: make(SOLO, round_=8),
    "solo, take after a higher bid": lambda: make(SOLO, phase="take", round_=3, bids={0: 18}),
    "solo, take after Eno": lambda: make(SOLO, phase="take", round_=3, bids={0: 1}),
    "solo, first take": lambda: make(SOLO, phase="take", bids={0: 18}),
    "solo, last take after a higher bid": lambda: make(SOLO, phase="take", round_=8, bids={0: 18}),
    "solo, last take after Eno": lambda: make(SOLO, phase="take", round_=8, bids={0: 1}),
    "solo, over": lambda: finished(SOLO),
}


@pytest.mark.parametrize("name", MADE)
def test_positions_made_by_hand_are_read_as_they_are(name: str) -> None:
    """Page, position: each phase, and the limits of sizes; also saved as bytes."""
    state = MADE[name]()
    check_read_back(state)
    assert state.game.state_from_bytes(state.to_bytes()) == state


def test_a_position_is_what_was_given() -> None:
    """Nothing that was given by hand is changed by reading it."""
    for game, values in ((FOUR, BIDDING), (FOUR, TAKING), (ADVANCED[4], LATER)):
        given = position(game, **values)
        found = full(game.state_from_dict(given))
        assert {key: found[key] for key in given} == given


@pytest.mark.parametrize("name", MADE)
def test_what_follows_from_the_rest_may_be_left_out(name: str) -> None:
    """Page: sizes, `to_act`, `chosen`, `low_left`, `scores`, `rng` may be left out."""
    state = MADE[name]()
    game, given = state.game, full(state)
    for key in OPTIONAL[:-1]:
        assert game.state_from_dict(without(given, key)) == state
    lean = without(given, *OPTIONAL[:-1])
    assert game.state_from_dict(lean) == state
    found = full(game.state_from_dict(without(lean, "rng")))
    assert without(found, "rng") == without(given, "rng")


@pytest.mark.parametrize("phase", ["client", "bid", "take"])
def test_the_size_of_enos_deck_may_be_left_out(phase: str) -> None:
    """Page: sizes may be left out; `deck_size` is one of them."""
    state = make(SOLO, phase=phase)
    given = full(state)
    given["eno"] = without(given["eno"], "deck_size")
    assert SOLO.state_from_dict(given) == state


def test_everything_of_a_walk_may_be_left_out() -> None:
    for game in (THREE, ADVANCED[3], SOLO):
        for state in walk(game, 8, every=9):
            assert game.state_from_dict(without(full(state), *OPTIONAL[:-1])) == state


def test_a_position_may_come_in_tuples() -> None:
    """API: bad input is an error; a tuple is as good a list as any."""

    def in_tuples(value: Any) -> Any:
        entries: Any = value
        return tuple(in_tuples(entry) for entry in entries) if type(value) is list else value

    for state in (bidding(), later(), taking()):
        given = {key: in_tuples(value) for key, value in full(state).items()}
        assert state.game.state_from_dict(given) == state


def test_reading_changes_nothing_that_was_given() -> None:
    given = full(later())
    before = copy.deepcopy(given)
    ADVANCED[4].state_from_dict(given)
    assert given == before


def test_the_order_of_hands_and_prizes_does_not_matter() -> None:
    """Page, position: they are written ascending; they are sets."""
    for state in (bidding(), later(), taking()):
        given = full(state)
        for row in (*given["hands"], given["prizes"]):
            row.reverse()
        assert state.game.state_from_dict(given) == state
    solo = make(SOLO, phase="take", round_=3, bids={0: 18})
    given = full(solo)
    for key in ("face_up", "taken"):
        given["eno"][key].reverse()
    assert SOLO.state_from_dict(given) == solo


def test_the_order_of_cellars_and_decks_matters() -> None:
    """Page, position: a cellar from the top; what is dealt or shown next comes first."""
    for state, path in (
        (bidding(), ("cellars", 0)),
        (bidding(), ("client_deck",)),
        (make(SOLO, round_=3), ("eno", "deck")),
    ):
        given = full(state)
        part: Any = given
        for step in path:
            part = part[step]
        part.reverse()
        other = state.game.state_from_dict(given)
        assert other != state
        assert full(other) == given


def test_the_state_does_not_depend_on_the_dict_afterwards() -> None:
    given = full(bidding())
    state = FOUR.state_from_dict(given)
    given["cellars"][0].reverse()
    given["hands"].clear()
    assert cellar(state) == "10 17"
    assert state == bidding()


@pytest.mark.parametrize("name", MADE)
def test_positions_can_be_played_to_the_end(name: str) -> None:
    state = MADE[name]()
    play_out(state)
    assert state.is_terminal
    assert state.winners()


# --- A position need not be reachable ---

UNREACHABLE: dict[str, Callable[[], WineCellarState]] = {
    "a deal that is not four of each half": lambda: make(
        ADVANCED[4], phase="client", hands={0: "1 2 3 4 5 6 7 8", 1: "29 30 31 32 33 34 35 36"}
    ),
    "any scores of earlier games": lambda: make(ADVANCED[4], number=3, earlier=[(0, 480, 17, 400)]),
    "a bid that Eno would have answered otherwise": lambda: make(
        SOLO, phase="take", round_=3, bids={0: 1}, prizes="2", taken="3"
    ),
    "kept clients of the last game in a deck shuffled since": lambda: make(
        ADVANCED[8], number=2, last_clients={0: 30, 1: 29}, dealt={0: "30 29"}
    ),
}


@pytest.mark.parametrize("name", UNREACHABLE)
def test_positions_that_no_game_reaches_are_accepted(name: str) -> None:
    """Page: nothing else is checked: a position need not be reachable."""
    state = UNREACHABLE[name]()
    assert state.game.state_from_dict(full(state)) == state
    play_out(state)
    assert state.is_terminal


# --- The generator ---


def test_a_missing_generator_is_seeded_from_the_position() -> None:
    """API, randomness: null or left out, equal positions give equal states; seed None."""
    given = position(ADVANCED[3], round_=3, bids={1: 4})
    game = ADVANCED[3]
    check_generator_from_content(game, given, position(game, round_=3, bids={1: 5}))


def test_a_given_generator_is_kept() -> None:
    """API, randomness: in a position it is a list of strings."""
    check_generator_is_kept(FOUR, position())


# --- Views ---


@pytest.mark.parametrize(
    ("start", "player", "name"),
    [
        (bidding, 0, r"hands\[1\]"),
        (bidding, 2, r"hands\[0\]"),
        (bidding, SPECTATOR, r"hands\[0\]"),
        (choosing, 0, r"hands\[1\]"),
        (taking, 3, r"hands\[0\]"),
        # All hands are known; the clients dealt to others are not.
        (later, 0, r"dealt_clients\[1\]"),
        (later, SPECTATOR, r"dealt_clients\[0\]"),
        (lambda: make(TWO), 0, r"dealt_clients\[1\]"),
        (lambda: make(TWO), SPECTATOR, r"hands\[0\]"),
        (lambda: finished(FOUR), 3, r"dealt_clients\[0\]"),
        (lambda: finished(TWO), SPECTATOR, r"dealt_clients\[0\]"),
        (lambda: make(SOLO), 0, r"eno.*deck|client_deck"),
        (lambda: make(SOLO), SPECTATOR, r"hands\[0\]"),
        (lambda: finished(SOLO), 0, r"client_deck"),
        (lambda: finished(SOLO), SPECTATOR, r"dealt_clients\[0\]"),
    ],
)
def test_a_view_with_hidden_parts_is_refused(
    start: Callable[[], WineCellarState], player: int, name: str
) -> None:
    """API, game: a view with hidden parts is refused with an error that says so."""
    state = start()
    with pytest.raises(InvalidStateError, match=rf"^({name}): .*(hidden|view)"):
        state.game.state_from_dict(state.view(player).to_dict())


HIDDEN: list[tuple[Callable[[], WineCellarState], tuple[Any, ...], str]] = [
    (bidding, ("hands", 3), r"hands\[3\]"),
    (bidding, ("dealt_clients", 2), r"dealt_clients\[2\]"),
    (bidding, ("clients", 2), "clients"),
    # Who has chosen does not fit any more either.
    (choosing, ("clients", 2), "clients|chosen|to_act"),
    (bidding, ("bids", 1), "bids|chosen|to_act"),
    (taking, ("bids", 1), "bids|hands, bids"),
    (later, ("past_clients", 0, 2, 1), r"past_clients\[0\]\[2\]"),
    (bidding, ("client_deck",), "client_deck"),
    (lambda: make(SOLO, round_=3), ("eno", "deck"), r"eno.*deck"),
    (lambda: make(SOLO, round_=3), ("eno", "client"), r".*eno"),
]


@pytest.mark.parametrize(("start", "path", "name"), HIDDEN, ids=[case[2] for case in HIDDEN])
def test_the_error_says_what_is_hidden(
    start: Callable[[], WineCellarState], path: tuple[Any, ...], name: str
) -> None:
    """Page, position: null where hidden; one hidden thing is enough to be refused."""
    state = start()
    given = full(state)
    part: Any = given
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = None
    with pytest.raises(InvalidStateError, match=rf"^({name})"):
        state.game.state_from_dict(given)


# --- Decks ---


def test_a_position_of_another_deck_is_refused() -> None:
    """Page: positions of another deck are refused."""
    given = full(make(OWN))
    assert OWN.state_from_dict(given) == make(OWN)
    for game in (TWO, WineCellar(num_players=2, deck=deck())):
        with pytest.raises(InvalidStateError, match=r"^options: deck"):
            game.state_from_dict(given)
    for value in ("standard", EXAMPLE.content_hash.upper(), None, 1):
        given["options"]["deck"] = value
        with pytest.raises(InvalidStateError, match=r"^options: deck"):
            OWN.state_from_dict(given)


@pytest.mark.parametrize("value", [None, [], "{}", 7, b"{}"])
def test_a_position_must_be_a_dict(value: Any) -> None:
    with pytest.raises(TypeError, match="a position must be a dict"):
        FOUR.state_from_dict(value)


def test_a_position_goes_on_as_a_game() -> None:
    state = FOUR.state_from_dict(full(taking()))
    act(state, "take 32 bottom, take 16 top")
    assert prizes(state) == "4 14 23 36"
