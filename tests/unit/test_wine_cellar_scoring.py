"""Wine Cellar: scoring, its details, ties, winners and returns, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from cardgames import SPECTATOR, CardGamesError
from cardgames.wine_cellar import ScoreDetails, WineCellar, WineCellarState

from .any_game import act
from .wine_decks import EXAMPLE, deck
from .wine_positions import ADVANCED, FOUR, SOLO, TWO, bidding, finished, later, make, taking

# --- The example of the rulebook ---


def before_the_end(game: WineCellar, cellar: str, prize: int, client: int) -> WineCellarState:
    """Seat 0 is the last one to take a prize; it has kept a client."""
    n = game.num_players
    return make(
        game,
        phase="take",
        round_=8,
        done=n - 1,
        bids={0: 9},
        cellars={0: cellar},
        prizes=str(prize),
        keeps={0: client},
    )


def test_the_example_of_the_rulebook() -> None:
    """Rulebook, scoring example: 6 + 2 + 5 + 7 + 7 + 3 + 4 + 8 = 42; 42 + 6 + 3 + 3 = 54."""
    game = WineCellar(num_players=2, deck=EXAMPLE)
    state = before_the_end(game, "2 3 4 5 6 7 8", 1, 1)
    act(state, "take 1 top")
    assert state.scores()[0] == 54
    expected = ScoreDetails(ages=42, first_type=6, second_type=3, countries=3, total=54)
    assert state.score_details(0) == expected
    for player in (None, 0, 1, SPECTATOR):
        assert state.view(player).score_details(0) == expected
    assert state.view().game_scores[0][0] == 54


def test_the_place_in_the_cellar_decides_which_age_score_counts() -> None:
    """Rulebook, cellar score: Bottle 1 uses its 1st Age Score, ...; the top one is Bottle 1."""
    game = WineCellar(num_players=2, deck=EXAMPLE)
    state = before_the_end(game, "2 3 4 5 6 7 8", 1, 1)
    act(state, "take 1 bottom")
    # Each bottle lies one place too high, where its age is 1, and bottle 1 last, with 1 too.
    assert state.score_details(0) == ScoreDetails(8, 6, 3, 3, 20)
    # From the top 3 2 1 4 ...: 1 2 1 7 7 3 4 8.
    state = finished(game, cellars={0: "3 2 1 4 5 6 7 8"}, keeps={0: 1})
    assert state.score_details(0) == ScoreDetails(33, 6, 3, 3, 45)


def test_scores_of_the_standard_deck_by_hand() -> None:
    """Ages of bottles 2, 10, 14, 13, 4, 6, 15, 18 in the places 1 to 8, from the shipped file.

    2 is Rosé from Spain, 10 Rosé, 14 White and 4 Sparkling from France, 13 White and 6 Sparkling
    from Italy, 15 Red from USA, 18 Red from Spain. Client 5: Red 5, White 3, France 3.
    """
    state = finished(TWO, cellars={0: "2 10 14 13 4 6 15 18"}, keeps={0: 5})
    ages = 8 + 7 + 6 + 2 + 6 + 8 + 8 + 8
    assert ages == 53
    assert state.score_details(0) == ScoreDetails(53, 2 * 5, 2 * 3, 3 * 3, 78)
    # Client 28 likes the same, but Red 4 and White 4.
    state = finished(TWO, cellars={0: "2 10 14 13 4 6 15 18"}, keeps={0: 28})
    assert state.score_details(0) == ScoreDetails(53, 2 * 4, 2 * 4, 3 * 3, 78)


# --- Bonuses ---


def scored(client: str, bottle: str, game: int = 2) -> ScoreDetails:
    """Details of a cellar with one bottle that is worth something, in any place."""
    cards = deck({3: bottle, 18: "Red France 0", 17: "Red Spain 0"}, {1: client})
    state = finished(
        WineCellar(num_players=game, deck=cards), cellars={0: "1 2 3 4 5 6 7 8"}, keeps={0: 1}
    )
    return state.score_details(0)


@pytest.mark.parametrize(
    ("bottle", "first", "second", "countries"),
    [
        ("Sparkling Nowhere 0", 6, 0, 0),
        ("White Nowhere 0", 0, 1, 0),
        ("Rosé Nowhere 0", 0, 0, 0),
        ("Rosé France 0", 0, 0, 3),
        ("Rosé Spain 0", 0, 0, 3),
        # A bottle may qualify for several bonuses.
        ("Sparkling France 0", 6, 0, 3),
        ("White Spain 0", 0, 1, 3),
    ],
)
def test_a_type_and_a_country_bonus_for_every_matching_bottle(
    bottle: str, first: int, second: int, countries: int
) -> None:
    """Rulebook, client bonuses: a type and, independently, a preferred country."""
    found = scored("A Sparkling 6 White 1 3 | France, Spain", bottle)
    assert found == ScoreDetails(0, first, second, countries, first + second + countries)


def test_every_matching_bottle_counts() -> None:
    """Rulebook, client bonuses: the listed bonus for each matching bottle."""
    cards = deck(
        dict.fromkeys(range(1, 9), "White France 2"), {1: "A Red 9 White 20 20 | Nowhere, France"}
    )
    state = finished(
        WineCellar(num_players=2, deck=cards), cellars={0: "8 7 6 5 4 3 2 1"}, keeps={0: 1}
    )
    assert state.score_details(0) == ScoreDetails(16, 0, 160, 160, 336)


# Countries of bottles 1 to 8: one One, two Two, three Three, two Four.
COUNTRIES = deck(
    {
        k: f"Red {name} 0"
        for k, name in enumerate(["One", "Two", "Two", *["Three"] * 3, "Four", "Four"], 1)
    },
    {1: "A White 9 Rosé 9 3 | One | Two | Three | Four, Two"},
)


@pytest.mark.parametrize(
    ("players", "bottles"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)]
)
def test_only_the_countries_for_this_number_of_players_count(players: int, bottles: int) -> None:
    """Rulebook, countries of origin; page: columns for 1-2, 3-4, 5-6 and 7-8 players."""
    for games in (1, 3) if players > 1 else (1,):
        game = WineCellar(num_players=players, games=games, deck=COUNTRIES)
        state = finished(game, cellars={0: "5 1 6 2 7 3 8 4"}, keeps={0: 1})
        assert state.score_details(0) == ScoreDetails(0, 0, 0, 3 * bottles, 3 * bottles)


# --- When ---


def test_scores_move_only_when_a_game_is_scored() -> None:
    """Page: `scores()` moves only when a game is scored."""
    game = WineCellar(num_players=2, deck=EXAMPLE)
    state = before_the_end(game, "2 3 4 5 6 7 8", 1, 1)
    assert state.scores() == (0, 0)
    assert state.returns() == (0.0, 0.0)
    assert state.winners() == ()
    act(state, "take 1 top")
    assert state.scores() == (54, 0)


@pytest.mark.parametrize(
    "state", [bidding(), taking(), make(phase="client"), make(SOLO), make(ADVANCED[4], round_=8)]
)
def test_no_details_before_any_game_is_scored(state: WineCellarState) -> None:
    """Page: `ValueError` before any is scored."""
    with pytest.raises(ValueError, match="no game has been scored yet"):
        state.score_details(0)
    for player in (None, 0, SPECTATOR):
        with pytest.raises(ValueError, match="no game has been scored yet"):
            state.view(player).score_details(0)


@pytest.mark.parametrize("seat", [-1, 4, 10**30])
def test_details_of_a_seat_that_does_not_exist(seat: int) -> None:
    for state in (finished(FOUR), bidding()):
        with pytest.raises(ValueError, match="seat must be from 0 to 3"):
            state.score_details(seat)
        with pytest.raises(ValueError, match="seat must be from 0 to 3"):
            state.view(0).score_details(seat)


@pytest.mark.parametrize("seat", [None, "0", 1.0, True])
def test_a_seat_is_an_integer(seat: Any) -> None:
    with pytest.raises(TypeError):
        finished().score_details(seat)
    with pytest.raises(TypeError):
        finished().view().score_details(seat)


def test_details_are_of_the_game_last_scored() -> None:
    """Page: of `last_cellars` and `last_clients`, not of the present game.

    Seat 0 had 22 1 5 36 12 18 9 10 and client 5 (Red 5, White 3; France and Germany 3), from the
    shipped file: ages 3 2 6 4 3 6 6 1 in the places 1 to 8; 22, 1, 12 and 18 are Red, 9 is White,
    5 and 10 come from France.
    """
    state = later()
    assert state.score_details(0) == ScoreDetails(3 + 2 + 6 + 4 + 3 + 6 + 6 + 1, 20, 3, 6, 60)
    assert state.scores()[0] == 60


# --- Winners and returns ---


def of_points(totals: list[int]) -> WineCellarState:
    """The end of a game of four with these points, made of ages 1 to 20 and bottles of 0."""
    ages: dict[int, str] = {}
    cellars: dict[int, str] = {}
    for seat, total in enumerate(totals):
        row = range(8 * seat + 1, 8 * seat + 9)
        for place, number in enumerate(row):
            ages[number] = f"Red Nowhere {min(max(total - 20 * place, 0), 20)}"
        cellars[seat] = " ".join(map(str, row))
    return finished(WineCellar(num_players=len(totals), deck=deck(ages)), cellars=cellars)


@pytest.mark.parametrize(
    ("totals", "winners", "returns"),
    [
        ([54, 60, 3, 59], (1,), (-1 / 3, 1, -1 / 3, -1 / 3)),
        ([60, 60, 3, 59], (0, 1), (1 / 3, 1 / 3, -1 / 3, -1 / 3)),
        ([60, 59, 60, 60], (0, 2, 3), (1 / 9, -1 / 3, 1 / 9, 1 / 9)),
        ([60, 60, 60, 60], (0, 1, 2, 3), (0, 0, 0, 0)),
        ([0, 0, 0, 0], (0, 1, 2, 3), (0, 0, 0, 0)),
        ([5, 7], (1,), (-1, 1)),
        ([7, 7], (0, 1), (0, 0)),
        ([1, 1, 2], (2,), (-1 / 2, -1 / 2, 1)),
        ([2, 1, 2], (0, 2), (1 / 4, -1 / 2, 1 / 4)),
        ([160, 0, 0, 0, 0, 0, 0, 159], (0,), (1, *[-1 / 7] * 7)),
    ],
    ids=str,
)
def test_the_highest_total_wins_and_ties_share(
    totals: list[int], winners: tuple[int, ...], returns: tuple[float, ...]
) -> None:
    """Rulebook, final score and tie; API: winners get (n/k - 1)/(n-1), the others -1/(n-1)."""
    state = of_points(totals)
    assert state.scores() == tuple(totals)
    assert state.winners() == winners
    assert state.returns() == pytest.approx(returns)
    assert sum(state.returns()) == pytest.approx(0)


def test_a_bottle_of_zero_ages_and_a_client_of_zero_bonuses_give_nothing() -> None:
    state = finished(WineCellar(num_players=2, deck=deck()))
    assert state.score_details(1) == ScoreDetails(0, 0, 0, 0, 0)
    assert state.scores() == (0, 0)


def test_the_most_possible_points() -> None:
    """Page, position: a game's score is 0..480: 8 x (20 + 20 + 20)."""
    cards = deck(
        dict.fromkeys(range(1, 9), "Red France 20"), {1: "A Red 20 White 20 20 | France, Nowhere"}
    )
    state = finished(
        WineCellar(num_players=2, deck=cards), cellars={0: "1 2 3 4 5 6 7 8"}, keeps={0: 1}
    )
    assert state.score_details(0) == ScoreDetails(160, 160, 0, 160, 480)


# --- The present cellar ---


def test_the_present_cellar_is_told_as_it_lies_now() -> None:
    """Rulebook, Cellar Score: the position decides which Age Score a bottle uses."""
    state = bidding()
    first, second = state.view().cellars[1]
    client = state.view().clients[1]
    assert client is not None
    details = state.score_so_far(1)
    assert details == state.view(0).score_so_far(1) == state.view().details_so_far[1]
    assert details.ages == first.ages[0] + second.ages[1]
    types = [bottle.wine_type for bottle in (first, second)]
    assert details.first_type == client.bonus1 * types.count(client.type1)
    assert details.second_type == client.bonus2 * types.count(client.type2)
    listed = [bottle.country in client.countries_for(4) for bottle in (first, second)]
    assert details.countries == client.country_bonus * sum(listed)
    assert details.total == sum(
        (details.ages, details.first_type, details.second_type, details.countries)
    )
    assert state.scores() == (0,) * 4


def test_an_empty_cellar_has_no_points_yet() -> None:
    state = FOUR.new_state(1)
    assert state.score_so_far(2) == ScoreDetails(0, 0, 0, 0, 0)
    for seat in (-1, 4):
        with pytest.raises(CardGamesError, match="seat must be from 0 to 3"):
            state.score_so_far(seat)
    with pytest.raises(TypeError, match="seat must be an int"):
        state.score_so_far("1")  # type: ignore[arg-type]  # that is what is tried


@pytest.mark.parametrize("players", [1, 2, 5])
def test_at_the_end_both_tell_the_same(players: int) -> None:
    state = WineCellar(num_players=players).new_state(players)
    while not state.is_terminal:
        state.apply(state.legal_actions()[-1])
    view = state.view()
    assert view.details_so_far == view.last_details
