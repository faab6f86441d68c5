"""Bottle Imp in teams: who sits with whom, and what a round is worth to them.

"Rulebook" is the German rulebook, under the heading of the team mode; "page" is the game's page of
the project.
"""

from __future__ import annotations

import pytest

from cardgames.bottle_imp import BottleImp

from .positions import bottles, in_play, near, play
from .rounds import (
    FIVE_ONE_BOTTLE,
    FIVE_ONE_OWNER,
    FIVE_TWO_OWNERS,
    FOUR,
    SIX,
    SIX_ONE_BOTTLE,
    HandmadeRound,
    moved,
)

Teams = tuple[tuple[int, ...], ...]


# --- Seating ---


@pytest.mark.parametrize(
    ("players", "mode", "teams"),
    [
        (4, "2-2", ((0, 2), (1, 3))),
        (4, "2-1-1", ((0, 2), (1,), (3,))),
        (5, "2-2-1", ((0, 3), (1, 4), (2,))),
        (6, "2-2-2", ((0, 3), (1, 4), (2, 5))),
        (6, "2-2-1-1", ((0, 3), (1, 4), (2,), (5,))),
    ],
)
def test_partners_sit_opposite_each_other(players: int, mode: str, teams: Teams) -> None:
    """Rulebook: teams of two sit opposite each other; seats alone may take part too.

    Page, options: the seating counted from seat 0, whoever deals.
    """
    game = BottleImp(num_players=players, teams=mode)
    for dealer in range(players):
        view = in_play(game, dealer=dealer).view()
        assert view.teams == teams
        assert view.to_dict()["teams"] == [list(team) for team in teams]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_there_are_no_teams_unless_asked_for(players: int) -> None:
    """Rulebook: players may form teams."""
    assert BottleImp(num_players=players).new_state(0).view().teams is None


@pytest.mark.parametrize(
    ("players", "mode", "first", "teams"),
    [
        (4, "2-1-1", 0, ((0, 2), (1,), (3,))),
        (4, "2-1-1", 1, ((0,), (1, 3), (2,))),
        (4, "2-1-1", 2, ((0, 2), (1,), (3,))),
        (4, "2-1-1", 3, ((0,), (1, 3), (2,))),
        (5, "2-2-1", 0, ((0, 3), (1, 4), (2,))),
        (5, "2-2-1", 1, ((0, 2), (1, 4), (3,))),
        (5, "2-2-1", 2, ((0, 2), (1, 3), (4,))),
        (5, "2-2-1", 3, ((0,), (1, 3), (2, 4))),
        (5, "2-2-1", 4, ((0, 3), (1,), (2, 4))),
        (6, "2-2-1-1", 0, ((0, 3), (1, 4), (2,), (5,))),
        (6, "2-2-1-1", 1, ((0,), (1, 4), (2, 5), (3,))),
        (6, "2-2-1-1", 2, ((0, 3), (1,), (2, 5), (4,))),
        (6, "2-2-1-1", 3, ((0, 3), (1, 4), (2,), (5,))),
        (6, "2-2-1-1", 5, ((0, 3), (1,), (2, 5), (4,))),
        (4, "2-2", 1, ((0, 2), (1, 3))),
        (6, "2-2-2", 1, ((0, 3), (1, 4), (2, 5))),
    ],
)
def test_rotating_teams_are_counted_from_the_first_player(
    players: int, mode: str, first: int, teams: Teams
) -> None:
    """Page, options: with `rotate_teams` the seating is counted from each round's first player.

    Members ascending and teams by lowest seat (page, position); no effect for 2-2 and 2-2-2.
    """
    game = BottleImp(num_players=players, teams=mode, rotate_teams=True)
    assert in_play(game, dealer=(first - 1) % players).view().teams == teams


def test_rotating_teams_change_from_round_to_round() -> None:
    """Page, options: from each round's first player."""
    game = BottleImp(num_players=4, teams="2-1-1", rotate_teams=True)
    state = FOUR.before_last_card(game)
    assert state.view().teams == ((0, 2), (1,), (3,))
    play(state, FOUR.last_card())
    assert state.view().teams == ((0,), (1, 3), (2,))


# --- Scoring ---


@pytest.mark.parametrize(
    ("mode", "rotate", "table", "scores"),
    [
        # The bottle is with seat 3. Points won: 29, 0, 14, 78; the Devil's trick is worth 6.
        ("2-2", False, FOUR, (43, -6, 43, -6)),
        ("2-1-1", False, FOUR, (43, 0, 43, -12)),
        ("2-1-1", True, FOUR, (43, 0, 43, -12)),
        # One seat further: the bottle is with seat 0. Points won: 78, 29, 0, 14.
        ("2-2", False, moved(FOUR, 1), (-6, 43, -6, 43)),
        ("2-1-1", False, moved(FOUR, 1), (-6, 58, -6, 28)),
        ("2-1-1", True, moved(FOUR, 1), (-12, 43, 0, 43)),
        # The bottle is with seat 1. Points won: 14, 78, 29, 0.
        ("2-1-1", False, moved(FOUR, 2), (43, -12, 43, 0)),
        ("2-1-1", True, moved(FOUR, 2), (43, -12, 43, 0)),
        # The bottle is with seat 2. Points won: 0, 14, 78, 29.
        ("2-1-1", False, moved(FOUR, 3), (-6, 28, -6, 58)),
        ("2-1-1", True, moved(FOUR, 3), (0, 43, -12, 43)),
    ],
)
def test_four_players(
    mode: str, rotate: bool, table: HandmadeRound, scores: tuple[int, ...]
) -> None:
    """Rulebook: points of the members are added and both get the same.

    If one of them has the bottle, both get the minus points of the Devil's trick. Seats alone get
    double, minus points too.
    """
    game = BottleImp(num_players=4, teams=mode, rotate_teams=rotate)
    state = table.before_last_card(game)
    play(state, table.last_card())
    assert state.scores() == scores


@pytest.mark.parametrize(
    ("rotate", "table", "scores"),
    [
        # Teams {0, 3}, {1, 4}, {2}. Points won: 0, 69, 39, 63, 0; the bottle is with seat 3; the
        # Devil's trick is worth 19.
        (False, FIVE_ONE_BOTTLE, (-19, 69, 78, -19, 69)),
        # Points won: 0, 0, 69, 39, 63; the bottle is with seat 4.
        (False, moved(FIVE_ONE_BOTTLE, 1), (39, -19, 138, 39, -19)),
        # The same with {0, 2}, {1, 4}, {3}.
        (True, moved(FIVE_ONE_BOTTLE, 1), (69, -19, 69, 78, -19)),
        # Points won: 69, 39, 63, 0, 0; the bottle is with seat 2, which is alone.
        (False, moved(FIVE_ONE_BOTTLE, 4), (69, 39, -38, 69, 39)),
    ],
)
def test_five_players(rotate: bool, table: HandmadeRound, scores: tuple[int, ...]) -> None:
    """Rulebook: the same with two teams and a seat alone."""
    game = BottleImp(num_players=5, teams="2-2-1", rotate_teams=rotate)
    state = table.before_last_card(game)
    assert len(bottles(state)) == 1
    play(state, table.last_card())
    assert state.scores() == scores


@pytest.mark.parametrize(
    ("table", "scores"),
    [
        # Teams {0, 3}, {1, 4}, {2}; 19 points. Seats 3 and 0 own a bottle each: one team, twice 19.
        (FIVE_TWO_OWNERS, (-38, 19, 78, -38, 19)),
        # Seat 0 owns both.
        (FIVE_ONE_OWNER, (-38, 19, 78, -38, 19)),
        # Seats 4 and 1 own one each: one team again. Points won: 0, 50, 19, 39, 63.
        (moved(FIVE_TWO_OWNERS, 1), (39, -38, 38, 39, -38)),
        # Seats 0 and 2 own one each. Points won: 63, 0, 50, 19, 39; seat 2 is alone.
        (moved(FIVE_TWO_OWNERS, 2), (-19, 39, -38, -19, 39)),
        # Seat 2 owns both and is alone: twice 19, doubled. Points won: 53, 0, 60, 19, 39.
        (moved(FIVE_ONE_OWNER, 2), (72, 39, -76, 72, 39)),
    ],
)
def test_five_players_with_two_bottles(table: HandmadeRound, scores: tuple[int, ...]) -> None:
    """Rulebook, second bottle: both bottles double the minus points; being alone doubles again.

    Page, scoring: a team with b > 0 bottles gets -b x D.
    """
    game = BottleImp(num_players=5, teams="2-2-1", bottles=2)
    state = table.before_last_card(game)
    play(state, table.last_card())
    assert state.scores() == scores


@pytest.mark.parametrize(
    ("mode", "bottle_count", "rotate", "table", "scores"),
    [
        # Points won: 42, 30, 0, 0, 43, 66; the Devil's trick is worth 9. One bottle, with seat 1.
        ("2-2-2", 1, False, SIX_ONE_BOTTLE, (42, -9, 66, 42, -9, 66)),
        ("2-2-1-1", 1, False, SIX_ONE_BOTTLE, (42, -9, 0, 42, -9, 132)),
        # Two bottles, with seats 1 and 0.
        ("2-2-2", 2, False, SIX, (-9, -9, 66, -9, -9, 66)),
        ("2-2-1-1", 2, False, SIX, (-9, -9, 0, -9, -9, 132)),
        # Two seats further: 43, 66, 42, 30, 0, 0; one bottle, with seat 3.
        ("2-2-1-1", 1, False, moved(SIX_ONE_BOTTLE, 2), (-9, 66, 84, -9, 66, 0)),
        ("2-2-1-1", 1, True, moved(SIX_ONE_BOTTLE, 2), (-9, 132, 42, -9, 0, 42)),
        # Two bottles, with seats 3 and 2. Teams {0, 3}, {1, 4}, {2}, {5}, or counted from seat 2
        # {2, 5}, {3, 0}, {4}, {1}.
        ("2-2-1-1", 2, False, moved(SIX, 2), (-9, 66, -18, -9, 66, 0)),
        ("2-2-1-1", 2, True, moved(SIX, 2), (-9, 132, -9, -9, 0, -9)),
    ],
)
def test_six_players(
    mode: str, bottle_count: int, rotate: bool, table: HandmadeRound, scores: tuple[int, ...]
) -> None:
    """Rulebook: the same with three teams, or two teams and two seats alone."""
    game = BottleImp(num_players=6, teams=mode, bottles=bottle_count, rotate_teams=rotate)
    state = table.before_last_card(game)
    play(state, table.last_card())
    assert state.scores() == scores


def test_the_teams_of_the_settled_round_count() -> None:
    """Page, options: rotating teams are those of the round that is scored, not of the next."""
    game = BottleImp(num_players=4, teams="2-1-1", rotate_teams=True, rounds=1)
    state = moved(FOUR, 1).played_out(game)
    # {1, 3}, {2}, {0}; the bottle is with seat 0.
    assert state.view().last_round is not None
    assert state.view().to_dict()["last_round"]["gain"] == [-12, 43, 0, 43]
    assert state.view().teams == ((0,), (1, 3), (2,))


def test_partners_share_a_victory() -> None:
    """Rulebook: both get the same score. Page, scoring: ties share."""
    game = BottleImp(num_players=4, teams="2-2", rounds=1)
    state = FOUR.before_last_card(game)
    play(state, FOUR.last_card())
    assert state.winners() == (0, 2)
    assert near(state.returns(), (1 / 3, -1 / 3, 1 / 3, -1 / 3))


def test_a_bottle_is_owned_by_a_seat_also_in_teams() -> None:
    """Rulebook, course of play: the winner of the trick takes it; its partner pays as well."""
    game = BottleImp(num_players=4, teams="2-2")
    state = FOUR.at_start(game)
    play(state, FOUR.lines[0].cards)
    assert bottles(state) == [("18", 3)]
