"""Wine Cellar: the solo game against Eno."""

from __future__ import annotations

from typing import Any

import pytest

from cardgames import SPECTATOR, IllegalActionError
from cardgames.wine_cellar import ScoreDetails, WineCellar, WineCellarState

from .any_game import act, full, legal
from .wine_decks import deck
from .wine_positions import SOLO, cellar, finished, hands, make, play_out, prizes


def eno(state: WineCellarState) -> dict[str, Any]:
    """Eno's side, as a position."""
    found: dict[str, Any] = full(state)["eno"]
    return found


def first_round(deck_top: str = "4 9", **changes: Any) -> WineCellarState:
    """Round 1: prizes 1 and 2; the top of Eno's deck is given."""
    given: dict[str, Any] = {
        "hands": {0: "3 5 15 16"},
        "prizes": "1 2",
        "eno_deck": deck_top,
        "dealt": {0: "4 27"},
        "keeps": {0: 4},
    }
    return make(SOLO, **(given | changes))


def later_round(round_: int = 3, **changes: Any) -> WineCellarState:
    """A later round: prizes 1 and 2, Eno's 9 lies open, its next card is 12."""
    given: dict[str, Any] = {
        "round_": round_,
        "hands": {0: "3"},
        "prizes": "1 2",
        "face_up": "9",
        "eno_deck": "12" if round_ < 8 else "",
        "dealt": {0: "4 27"},
        "keeps": {0: 4},
    }
    return make(SOLO, **(given | changes))


# --- Clients ---


@pytest.mark.parametrize(("word", "own", "other"), [("keep 1", 4, 27), ("keep 2", 27, 4)])
def test_the_player_keeps_one_client_and_eno_gets_the_other(
    word: str, own: int, other: int
) -> None:
    """Rulebook, solo setup: choose 1 as your client, the other becomes Eno's."""
    state = make(SOLO, phase="client", dealt={0: "4 27"})
    assert legal(state) == "keep 1, keep 2"
    assert eno(state)["client"] is None
    act(state, word)
    position = full(state)
    assert position["clients"] == [own]
    assert eno(state)["client"] == other
    assert position["dealt_clients"] == [[4, 27]]
    assert (position["phase"], position["round"]) == ("bid", 1)
    # Nothing is shown yet.
    assert eno(state)["face_up"] == []
    assert eno(state)["deck_size"] == 8


# --- What Eno shows ---


def test_eno_shows_two_cards_in_the_first_round() -> None:
    """Rulebook, solo, first round: reveal 2 cards from Eno's deck."""
    state = first_round("9 4 11")
    act(state, "bid 15")
    assert eno(state)["face_up"] == [4, 9]
    assert eno(state)["deck"][0] == 11
    assert eno(state)["deck_size"] == 6
    assert full(state)["bids"] == [15]
    assert 15 not in full(state)["hands"][0]


@pytest.mark.parametrize("round_", range(2, 8))
def test_eno_shows_one_more_card_later(round_: int) -> None:
    """Rulebook, solo, later rounds: one stays face up, reveal 1 new card: again 2."""
    state = later_round(round_)
    size = eno(state)["deck_size"]
    assert size == 8 - round_
    act(state, "bid 3")
    assert eno(state)["face_up"] == [9, 12]
    assert eno(state)["deck_size"] == size - 1


def test_one_card_stays_alone_in_round_8() -> None:
    """Page, solo: in round 8 its deck is empty and one card stays alone."""
    state = later_round(8)
    assert eno(state)["deck"] == []
    act(state, "bid 3")
    assert eno(state)["face_up"] == [9]
    assert eno(state)["deck_size"] == 0


# --- The player's bid is higher ---


def test_the_player_takes_first_with_the_higher_bid() -> None:
    """Rulebook, solo, if you win the bid: choose first; Eno's prize leaves the game."""
    state = first_round("9 4 11", cellars={})
    act(state, "bid 15")
    assert (full(state)["phase"], state.to_act) == ("take", (0,))
    assert full(state)["take_order"] == [0]
    assert full(state)["chosen"] == [False]
    assert prizes(state) == "1 2"
    assert eno(state)["taken"] == []
    assert legal(state) == "take 1 top, take 2 top"
    act(state, "take 1 top")
    position = full(state)
    assert cellar(state) == "1"
    assert eno(state)["taken"] == [2]
    # Next prizes: the player's bid and Eno's lower card; the higher stays face up.
    assert position["prizes"] == [4, 15]
    assert eno(state)["face_up"] == [9]
    assert (position["round"], position["phase"]) == (2, "bid")
    assert position["bids"] == [None]
    assert position["take_order"] == []
    # The next card joins the one that stayed.
    act(state, "bid 3")
    assert eno(state)["face_up"] == [9, 11]


def test_the_player_may_take_either_prize_to_either_end() -> None:
    state = later_round(hands={0: "18"}, cellars={0: "5 6"})
    act(state, "bid 18")
    assert legal(state) == "take 1 top, take 1 bottom, take 2 top, take 2 bottom"
    act(state, "take 2 bottom")
    assert cellar(state) == "5 6 2"
    assert 1 in eno(state)["taken"]
    assert prizes(state) == "9 18"
    assert eno(state)["face_up"] == [12]


# --- Eno's card is higher ---


def test_eno_takes_first_with_the_higher_card() -> None:
    """Rulebook, solo, if Eno wins: Eno's prize goes back to the box, the other one is the player's.

    Eno's client 27 likes Sparkling, then Red: bottle 1 is Red from Italy, 2 Rosé from Spain.
    """
    state = first_round("9 4 11")
    act(state, "bid 5")
    assert (full(state)["phase"], state.to_act) == ("take", (0,))
    assert prizes(state) == "2"
    assert eno(state)["taken"] == [1]
    assert eno(state)["face_up"] == [4, 9]
    assert legal(state) == "take 2 top"
    act(state, "take 2 top")
    # Next prizes: the player's bid and Eno's higher card; the lower stays face up.
    assert prizes(state) == "5 9"
    assert eno(state)["face_up"] == [4]
    assert eno(state)["taken"] == [1]
    assert cellar(state) == "2"
    assert full(state)["round"] == 2


def test_only_the_end_is_open_when_eno_has_taken() -> None:
    """Page, solo: only its end is open."""
    state = later_round(cellars={0: "5 6"})
    act(state, "bid 3")
    assert legal(state) == "take 2 top, take 2 bottom"
    act(state, "take 2 bottom")
    assert cellar(state) == "5 6 2"


@pytest.mark.parametrize(
    ("bid", "shown", "next_prizes", "stays"),
    [
        # The player's bid is the highest: Eno's lower card is spent.
        (18, (9, 12), [9, 18], 12),
        (13, (9, 12), [9, 13], 12),
        # Between them, or the lowest: Eno's higher card is spent.
        (10, (9, 12), [10, 12], 9),
        (3, (9, 12), [3, 12], 9),
        (11, (10, 12), [11, 12], 10),
    ],
)
@pytest.mark.parametrize("swap", [False, True])
def test_which_card_is_spent(
    bid: int, shown: tuple[int, int], next_prizes: list[int], stays: int, swap: bool
) -> None:
    """Rulebook, solo, then prepare the next round; page, solo: the card that won is spent."""
    face, new = shown[::-1] if swap else shown
    state = later_round(5, hands={0: str(bid)}, face_up=str(face), eno_deck=str(new))
    act(state, f"bid {bid}")
    act(state, state.legal_words()[0])
    assert full(state)["prizes"] == next_prizes
    assert eno(state)["face_up"] == [stays]
    assert full(state)["round"] == 6
    assert len(eno(state)["taken"]) == 5


# --- Eno's choice ---

LIKES = "A Red 5 White 3 2 | France, Spain | Nowhere"


@pytest.mark.parametrize(
    ("one", "two", "client", "taken"),
    [
        # The first type comes before all.
        ("Red Nowhere", "Rosé Nowhere", LIKES, 1),
        ("Rosé Nowhere", "Red Nowhere", LIKES, 2),
        ("Red Nowhere", "White Nowhere", LIKES, 1),
        ("Red Nowhere", "White France", LIKES, 1),
        ("Red Nowhere", "Rosé France", LIKES, 1),
        # The second type comes before the country.
        ("White Nowhere", "Rosé Nowhere", LIKES, 1),
        ("White Nowhere", "Sparkling France", LIKES, 1),
        ("Sparkling France", "White Nowhere", LIKES, 2),
        # The first listed country comes before the number.
        ("Rosé France", "Rosé Nowhere", LIKES, 1),
        ("Rosé France", "Sparkling Nowhere", LIKES, 1),
        # Only the first one counts, of the countries for 1-2 players.
        ("Rosé Spain", "Rosé Nowhere", LIKES, 2),
        ("Rosé France", "Rosé Spain", LIKES, 1),
        ("Rosé Nowhere", "Sparkling Spain", LIKES, 2),
        ("Rosé France", "Rosé Nowhere", "A Red 5 White 3 2 | Spain, France | France", 2),
        ("Rosé France", "Rosé Nowhere", "A Red 5 White 3 2 | Spain | France", 2),
        ("Rosé Nowhere", "Rosé Spain", "A Red 5 White 3 2 | Spain | France", 2),
        # Equal in one, the next decides.
        ("Red France", "Red Nowhere", LIKES, 1),
        ("Red France", "Red Spain", LIKES, 1),
        ("White France", "White Nowhere", LIKES, 1),
        # Equally good, or no match: the higher Bid Value.
        ("Red Nowhere", "Red Nowhere", LIKES, 2),
        ("Red France", "Red France", LIKES, 2),
        ("White Nowhere", "White Nowhere", LIKES, 2),
        ("Rosé France", "Sparkling France", LIKES, 2),
        ("Rosé Nowhere", "Sparkling Nowhere", LIKES, 2),
        ("Red Spain", "Red Nowhere", LIKES, 2),
        # A match counts whatever its bonus; ages count nothing.
        ("Red Nowhere", "White France", "A Red 0 White 20 20 | France, Spain", 1),
        ("White Nowhere", "Rosé France", "A Red 9 White 0 20 | France, Spain", 1),
        ("Rosé France", "Rosé Nowhere", "A Red 9 White 9 0 | France, Spain", 1),
        ("White Nowhere", "Red Nowhere", "A Red 0 White 20 0 | France, Spain", 2),
    ],
)
@pytest.mark.parametrize("ages", [(0, 20), (20, 0)])
def test_the_prize_that_eno_takes(
    one: str, two: str, client: str, taken: int, ages: tuple[int, int]
) -> None:
    """Rulebook, solo, if Eno wins: priorities; page, solo: compared in that order."""
    cards = deck(
        {1: f"{one} {ages[0]}", 2: f"{two} {ages[1]}", 71: "Red France 0", 72: "Red Spain 0"},
        {1: "A Sparkling 20 Rosé 20 20 | Nowhere", 2: client},
    )
    state = make(
        WineCellar(num_players=1, deck=cards),
        hands={0: "3"},
        prizes="1 2",
        eno_deck="17 18",
        dealt={0: "1 2"},
        keeps={0: 1},
    )
    act(state, "bid 3")
    assert eno(state)["taken"] == [taken]
    assert prizes(state) == str(3 - taken)


# --- What is illegal ---


@pytest.mark.parametrize(
    ("words", "word", "reason"),
    [
        ("", "bid 4", "it does not hold 4"),
        ("", "bid 1", "it does not hold 1"),
        ("", "bid 19", "bottle 19 is not in play; the bottles are 1 to 18"),
        ("", "take 1 top", "prizes are taken when all have bid"),
        ("", "keep 1", "the clients have been chosen"),
        # Eno has taken 1.
        ("bid 5", "take 1 top", "1 is not among the prizes"),
        ("bid 5", "take 2 bottom", "the first bottle of a cellar goes to the top"),
        ("bid 5", "bid 3", "the bids are made, prizes are being taken"),
        ("bid 15", "take 9 top", "9 is not among the prizes"),
    ],
)
def test_an_illegal_action_of_a_solo_game(words: str, word: str, reason: str) -> None:
    """API, state: the action in words, why not, and what is legal; the state is untouched."""
    state = first_round("9 4 11")
    if words:
        act(state, words)
    before = state.copy()
    with pytest.raises(IllegalActionError, match=rf"{word}.*: {reason}; legal: ") as error:
        act(state, word)
    assert str(error.value).endswith(legal(state))
    assert state == before


def test_refusals_do_not_tell_the_hidden_cards_of_eno() -> None:
    """API, what a player knows: 4 lies in Eno's deck, 1 is a prize, 6 is in Eno's deck too."""
    texts: set[str] = set()
    for bottle in (1, 4, 6):
        with pytest.raises(IllegalActionError) as error:
            act(first_round("9 4 6"), f"bid {bottle}")
        texts.add(str(error.value).replace(str(bottle), "k", 2))
    assert len(texts) == 1


# --- The end ---


def test_round_8_with_the_higher_bid_of_the_player() -> None:
    """Page, solo: round 8: the game is over; Eno's last card stays face up."""
    state = later_round(8, hands={0: "18"}, cellars={0: "3 4 5 6 7 8 10"}, taken="11")
    act(state, "bid 18")
    assert legal(state) == "take 1 top, take 1 bottom, take 2 top, take 2 bottom"
    act(state, "take 1 bottom")
    position = full(state)
    assert state.is_terminal
    assert (position["phase"], position["round"]) == ("over", 8)
    assert position["cellars"] == [[3, 4, 5, 6, 7, 8, 10, 1]]
    assert position["prizes"] == []
    assert position["bids"] == [18]
    assert position["hands"] == [[]]
    assert eno(state) == {
        "deck": [],
        "deck_size": 0,
        "face_up": [9],
        "client": 27,
        "taken": [2, 11, 12, 13, 14, 15, 16, 17],
    }


def test_round_8_with_the_higher_card_of_eno() -> None:
    state = later_round(8, cellars={0: "4 5 6 7 8 10 18"}, taken="11")
    act(state, "bid 3")
    # Eno's client 27 likes Red: it takes 1.
    assert legal(state) == "take 2 top, take 2 bottom"
    act(state, "take 2 top")
    position = full(state)
    assert state.is_terminal
    assert position["cellars"] == [[2, 4, 5, 6, 7, 8, 10, 18]]
    assert position["prizes"] == []
    assert eno(state)["face_up"] == [9]
    assert eno(state)["taken"] == [1, 11, 12, 13, 14, 15, 16, 17]
    assert position["last_cellars"] == position["cellars"]
    assert position["last_clients"] == [4]


def test_a_whole_game_shows_all_of_enos_cards_and_takes_eight_bottles() -> None:
    for seed in range(20):
        state = SOLO.new_state(seed)
        play_out(state)
        position = full(state)
        lying = [*position["cellars"][0], *position["bids"], *position["eno"]["face_up"]]
        assert sorted(lying + position["eno"]["taken"]) == list(range(1, 19))
        assert [len(row) for row in (position["cellars"][0], position["eno"]["taken"])] == [8, 8]


def test_the_rulebook_round_by_hand() -> None:
    """Rulebook, solo: three rounds, every card by hand.

    Eno's client 27: Sparkling 4, Red 4, USA.
    """
    state = make(
        SOLO,
        phase="client",
        hands={0: "1 3 5 8 10 12 14 16"},
        prizes="2 13",
        eno_deck="7 15 4 18 9 6 11 17",
        dealt={0: "4 27"},
    )
    act(state, "keep 1, bid 16")
    assert eno(state)["face_up"] == [7, 15]  # 16 is higher than 15
    act(state, "take 13 top")
    assert prizes(state) == "7 16"
    assert eno(state)["face_up"] == [15]
    act(state, "bid 14")
    assert eno(state)["face_up"] == [4, 15]  # 14 is lower than 15
    # 7 is Rosé from USA, 16 Rosé from France: Eno takes 7.
    assert legal(state) == "take 16 top, take 16 bottom"
    act(state, "take 16 bottom")
    assert prizes(state) == "14 15"
    assert eno(state)["face_up"] == [4]
    act(state, "bid 1")
    assert eno(state)["face_up"] == [4, 18]
    # 14 is White from France, 15 Red from USA: Eno takes 15.
    assert legal(state) == "take 14 top, take 14 bottom"
    act(state, "take 14 top")
    assert prizes(state) == "1 18"
    assert eno(state)["face_up"] == [4]
    assert cellar(state) == "14 13 16"
    assert eno(state)["taken"] == [2, 7, 15]
    assert hands(state) == ["3 5 8 10 12"]
    assert eno(state)["deck"] == [9, 6, 11, 17]


# --- Score ---

SMALL = deck(
    {
        1: "Red France 0 0 0 0 10 0 0 0",
        2: "White France 8 1 1 1 1 1 1 1",
        3: "Sparkling Nowhere 0 0 7 0 0 0 0 0",
        4: "Rosé Nowhere 6",
        **dict.fromkeys((5, 6, 7, 8), "Red Nowhere 1"),
        # Not in play.
        19: "Sparkling France 20",
    },
    {1: "A Red 2 White 1 3 | France", 2: "B Sparkling 20 Rosé 20 0 | France"},
)


def test_the_best_possible_score_of_a_small_deck() -> None:
    """Page, solo: the largest, over the clients, sum of the 8 best (best age + bonuses) in play.

    Client 1: 10 + 2 + 3, 8 + 1 + 3, 7, 6, and 1 + 2 four times: 52. Client 2: 10, 8, 7 + 20,
    6 + 20, and 1 four times: 75. A blank client: 10, 8, 7, 6, 1, 1, 1, 1: 35.
    """
    assert WineCellar(num_players=1, deck=SMALL).max_score == 75
    only = deck(
        {
            b.number: f"{b.wine_type} {b.country} " + " ".join(map(str, b.ages))
            for b in SMALL.bottles
        },
        {1: "A Red 2 White 1 3 | France"},
    )
    assert WineCellar(num_players=1, deck=only).max_score == 52
    assert WineCellar(num_players=1, deck=deck({19: "Red Nowhere 20"})).max_score == 0


def test_the_best_possible_score_counts_every_game() -> None:
    """Page, solo: max_score = games x ...; so it is told for games in a row too."""
    assert WineCellar(num_players=2, deck=SMALL).max_score == 75
    # Two players use one set of clients in the advanced variant: client 1 is of set A.
    assert WineCellar(num_players=2, games=3, deck=SMALL).max_score == 3 * 52
    assert WineCellar(num_players=2, games=3, client_set="B", deck=SMALL).max_score == 3 * 75


def test_the_best_possible_score_of_the_standard_deck() -> None:
    """Page, solo, by its own formula."""
    best = 0
    for client in SOLO.clients:
        values = [
            max(bottle.ages)
            + {client.type1: client.bonus1, client.type2: client.bonus2}.get(bottle.wine_type, 0)
            + client.country_bonus * (bottle.country in client.countries[0])
            for bottle in SOLO.bottles
        ]
        best = max(best, sum(sorted(values)[-8:]))
    assert SOLO.max_score == best


def test_the_result_of_a_solo_game() -> None:
    """Page, solo: the player's score alone; winners (0,); returns (score / max_score,)."""
    game = WineCellar(num_players=1, deck=SMALL)
    # Ages 8 0 7 6 10 0 0 1 in the places 1 to 8, bonuses of client 2 for 3 and 4.
    state = finished(game, cellars={0: "2 5 3 4 1 9 10 6"}, dealt={0: "1 2"}, keeps={0: 2})
    assert state.score_details(0) == ScoreDetails(8 + 1 + 7 + 6 + 10 + 0 + 0 + 1, 20, 20, 0, 73)
    assert state.scores() == (73,)
    assert state.returns() == pytest.approx((73 / 75,))
    assert state.winners() == (0,)
    assert state.view(SPECTATOR).score_details(0).total == 73


def test_nobody_has_won_before_the_end() -> None:
    state = later_round()
    assert state.winners() == ()
    assert state.returns() == (0,)
    assert state.scores() == (0,)
    with pytest.raises(ValueError, match="no game has been scored yet"):
        state.score_details(0)


def test_a_deck_without_any_points_has_no_returns_but_a_winner() -> None:
    """API, state: returns are in [-1, 1]; with max_score 0 there is nothing to divide by."""
    state = finished(WineCellar(num_players=1, deck=deck()))
    assert state.game.max_score == 0
    assert state.returns() == (0,)
    assert state.winners() == (0,)
