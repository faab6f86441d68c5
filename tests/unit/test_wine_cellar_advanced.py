"""Wine Cellar: the advanced variant, three games that hang together."""

from __future__ import annotations

from typing import Any

import pytest

from cardgames import SPECTATOR
from cardgames.wine_cellar import ScoreDetails, WineCellar, WineCellarState

from .any_game import act, full, legal, seen
from .wine_decks import deck
from .wine_positions import ADVANCED, ALL_GAMES, hands, later, make, past_games, prizes, text

THREE_GAMES = [game for game in ALL_GAMES if game.options.games == 3]

# Bottle k is worth k points wherever it lies (bottles 1 to 18 with two players).
PLAIN = deck({k: f"Red Nowhere {k}" for k in range(1, 19)}, {3: "A Red 2 White 0 0 | Nowhere"})
TWO_PLAIN = WineCellar(num_players=2, games=3, deck=PLAIN)

ENDING: dict[str, Any] = {
    "phase": "take",
    "round_": 8,
    "done": 1,
    "bids": {0: 10, 1: 2},
    "prizes": "5",
    "cellars": {0: "1 3 4 6 7 8 9 11", 1: "12 13 14 15 16 17 18"},
    "dealt": {0: "2 9", 1: "3 7"},
    "keeps": {0: 9, 1: 3},
    "client_deck": "15 4 8 1",
}


def ending(number: int = 1, **changes: Any) -> WineCellarState:
    """The last take of a game of two: seat 1 is to take 5."""
    return make(TWO_PLAIN, number=number, **(ENDING | changes))


# --- From game 1 to game 2 ---


def test_the_next_game_begins_as_the_rulebook_says() -> None:
    """Rulebook, preparing the next game; page, position, between games: key by key."""
    state = ending()
    act(state, "take 5 bottom")
    position = full(state)
    expected: dict[str, Any] = {
        "game_number": 2,
        "round": 1,
        "phase": "client",
        "to_act": [0, 1],
        # The 8 bottles of the cellar become the hand.
        "hands": [[1, 3, 4, 6, 7, 8, 9, 11], [5, 12, 13, 14, 15, 16, 17, 18]],
        "hand_sizes": [8, 8],
        "low_left": None,
        # Two new clients each, from the top of the deck: two to seat 0, two to seat 1.
        "dealt_clients": [[4, 15], [1, 8]],
        "clients": [None, None],
        # Kept, then discarded.
        "past_clients": [[[9, 2], [3, 7]]],
        "chosen": [False, False],
        "bids": [None, None],
        # The last bids become the first prizes.
        "prizes": [2, 10],
        "take_order": [],
        "cellars": [[], []],
        # 1 + 3 + 4 + 6 + 7 + 8 + 9 + 11 = 49; 12 + ... + 18 = 105, 5, and 2 for each Red.
        "scores": [49, 126],
        "game_scores": [[49, 126]],
        "last_cellars": [[1, 3, 4, 6, 7, 8, 9, 11], [12, 13, 14, 15, 16, 17, 18, 5]],
        "last_clients": [9, 3],
        "eno": None,
    }
    assert {key: position[key] for key in expected} == expected
    assert state.scores() == (49, 126)
    assert not state.is_terminal
    assert state.winners() == ()
    assert state.returns() == (0, 0)


def test_the_rest_of_the_clients_stays_in_order() -> None:
    """Page: only a shuffle uses random numbers; 15 clients, 4 are dealt in each game."""
    state = ending()
    before = full(state)
    act(state, "take 5 top")
    after = full(state)
    assert after["client_deck"] == before["client_deck"][4:]
    assert after["rng"] == before["rng"]


def test_the_second_game_is_played_by_the_normal_rules() -> None:
    """Rulebook, advanced: then play another complete game."""
    state = ending()
    act(state, "take 5 bottom")
    assert legal(state, 0) == "keep 1, keep 2"
    act(state, "keep 2, keep 1")
    assert text(state.view().clients) == "15 1"
    assert legal(state, 0) == "bid 1, bid 3, bid 4, bid 6, bid 7, bid 8, bid 9, bid 11"
    act(state, "bid 11, bid 5")
    assert state.to_act == (0,)
    assert legal(state) == "take 2 top, take 10 top"
    act(state, "take 10 top, take 2 top")
    assert prizes(state) == "5 11"
    # Scores and what was scored stay.
    assert state.scores() == (49, 126)
    assert state.score_details(1) == ScoreDetails(110, 16, 0, 0, 126)


def test_scores_of_the_games_add_up() -> None:
    """Rulebook, advanced, game end: add each player's scores of all 3 games."""
    state = ending(2, earlier=[])
    first = full(state)["game_scores"]
    act(state, "take 5 bottom")
    second = full(state)
    assert second["game_scores"] == [*first, [49, 126]]
    assert second["scores"] == [first[0][0] + 49, first[0][1] + 126]
    assert second["game_number"] == 3
    assert second["phase"] == "client"
    assert len(second["past_clients"]) == 2
    assert second["past_clients"][1] == [[9, 2], [3, 7]]


def test_the_end_after_three_games() -> None:
    """Rulebook, advanced: the highest combined score wins; page: last game in no past_clients."""
    state = ending(3, earlier=[(200, 0)], client_deck="15 4 8")
    before = full(state)
    # The hands and bids lie in the cellars of game 2, which are scored in the position.
    second = before["game_scores"][1]
    act(state, "take 5 bottom")
    position = full(state)
    assert state.is_terminal
    assert position["game_scores"] == [[200, 0], second, [49, 126]]
    totals = (200 + second[0] + 49, second[1] + 126)
    assert state.scores() == totals
    assert state.winners() == ((0,) if totals[0] > totals[1] else (1,))
    assert position["phase"] == "over"
    assert (position["game_number"], position["round"]) == (3, 8)
    assert position["past_clients"] == before["past_clients"]
    assert len(position["past_clients"]) == 2
    assert position["last_clients"] == [9, 3]
    assert position["last_cellars"] == position["cellars"]
    assert position["bids"] == [10, 2]
    assert position["prizes"] == []
    assert position["client_deck"] == before["client_deck"]
    assert position["rng"] == before["rng"]


# --- Shuffles of the clients ---


@pytest.mark.parametrize(
    ("players", "before"),
    [
        # Set of 15: 15, 11, 7.
        (2, []),
        # Set of 15: 15, 9, 3 < 6.
        (3, [3]),
        # 30, 22, 14.
        (4, []),
        # 30, 20, 10.
        (5, []),
        # 30, 18, 6 < 12.
        (6, [3]),
        # 30, 16, 2 < 14.
        (7, [3]),
        # 30, 14 < 16; 30, 14 < 16.
        (8, [2, 3]),
    ],
)
def test_when_the_clients_are_shuffled_anew(players: int, before: list[int]) -> None:
    """Page: all clients in use are shuffled when fewer than 2 x num_players are left before a deal.

    Only a shuffle uses random numbers.
    """
    for game in THREE_GAMES:
        if game.num_players != players:
            continue
        state = game.new_state(11)
        position = full(state)
        everyone = {client.id for client in game.clients}
        past = 0
        for number in (2, 3):
            deck_before = position["client_deck"]
            rng = position["rng"]
            while full(state)["game_number"] < number:
                state.apply(state.legal_actions()[0])
            position = full(state)
            dealt = [k for pair in position["dealt_clients"] for k in pair]
            if number in before:
                past = 0
                assert position["rng"] != rng
                assert set(dealt) | set(position["client_deck"]) == everyone
                assert len(dealt + position["client_deck"]) == len(everyone)
                # The new order is a new one.
                assert position["client_deck"] != sorted(position["client_deck"])
            else:
                past += 1
                assert position["rng"] == rng
                for seat, pair in enumerate(position["dealt_clients"]):
                    assert pair == sorted(deck_before[2 * seat : 2 * seat + 2])
                assert position["client_deck"] == deck_before[2 * players :]
            assert len(position["past_clients"]) == past == past_games(game, number)
        while not state.is_terminal:
            state.apply(state.legal_actions()[0])
        assert full(state)["rng"] == position["rng"]
        assert full(state)["past_clients"] == position["past_clients"]


def test_a_deck_with_just_enough_clients_is_shuffled_before_each_game() -> None:
    """Page: fewer than 2 x num_players are left before a deal."""
    game = WineCellar(num_players=4, games=3, deck=deck(count=8))
    state = game.new_state(3)
    pairs: list[Any] = []
    for number in (1, 2, 3):
        while full(state)["game_number"] < number:
            state.apply(state.legal_actions()[0])
        position = full(state)
        assert position["client_deck"] == []
        assert position["past_clients"] == []
        assert sorted(k for pair in position["dealt_clients"] for k in pair) == list(range(1, 9))
        pairs.append(position["dealt_clients"])
    assert pairs[0] != pairs[1] != pairs[2]


def test_after_a_shuffle_the_kept_clients_may_come_again() -> None:
    """Page: all clients in use are shuffled anew, also those just discarded."""
    again = 0
    for seed in range(40):
        state = ADVANCED[8].new_state(seed)
        while full(state)["game_number"] == 1:
            state.apply(state.legal_actions()[0])
        position = full(state)
        dealt = {k for pair in position["dealt_clients"] for k in pair}
        again += len(dealt & set(position["last_clients"]))
        assert position["past_clients"] == []
        assert len(position["last_clients"]) == 8
    assert again > 40


def test_without_a_shuffle_no_client_comes_twice() -> None:
    """Page: all clients dealt since the last shuffle stay out."""
    for players in (2, 4, 5):
        state = ADVANCED[players].new_state(4)
        found: list[int] = []
        for number in (1, 2, 3):
            while full(state)["game_number"] < number:
                state.apply(state.legal_actions()[-1])
            found += [k for pair in full(state)["dealt_clients"] for k in pair]
        assert len(set(found)) == len(found) == 6 * players


@pytest.mark.parametrize("letter", ["A", "B"])
@pytest.mark.parametrize("players", [2, 3])
def test_only_the_chosen_set_is_used(letter: str, players: int) -> None:
    """Rulebook, prepare clients: use only clients from the chosen set."""
    game = WineCellar(num_players=players, games=3, client_set=letter)
    ids = set(range(1, 16)) if letter == "A" else set(range(16, 31))
    state = game.new_state(2)
    for number in (1, 2, 3):
        while full(state)["game_number"] < number:
            state.apply(state.legal_actions()[0])
        position = full(state)
        dealt = {k for pair in position["dealt_clients"] for k in pair}
        past = {k for row in position["past_clients"] for pair in row for k in pair}
        assert dealt | past | set(position["client_deck"]) == ids
    assert {client.set for client in game.clients} == {letter}


# --- What is known ---


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize("player", [0, 1, 3, SPECTATOR])
def test_hands_are_public_in_games_2_and_3(number: int, player: int) -> None:
    """Page, advanced: the hand is the cellar of the game before, so hands are public."""
    state = make(ADVANCED[4], number=number, round_=4, hands={0: "3", 1: "20", 2: "11", 3: "30"})
    assert hands(state, player) == hands(state)
    assert None not in hands(state, player)
    state = make(ADVANCED[4], number=number, phase="client")
    assert hands(state, player) == hands(state)


def test_a_pending_bid_is_hidden_although_the_hand_is_public() -> None:
    """Page, position: a pending bid stays in the hand until all bids are in."""
    state = later()
    for player in (0, 2, SPECTATOR):
        position = seen(state, player)
        assert position["hands"][1] == [2, 6, 13, 19, 23, 35]
        assert position["bids"] == [None] * 4
    assert seen(state, 1)["bids"] == [None, 23, None, None]


def test_hands_are_hidden_in_game_1() -> None:
    state = make(ADVANCED[4], round_=4)
    assert hands(state, SPECTATOR) == [None] * 4
    assert hands(state, 2) == [None, None, hands(state)[2], None]


@pytest.mark.parametrize("player", [None, 0, 2, SPECTATOR])
def test_low_left_counts_the_lower_half_that_each_seat_holds(player: int | None) -> None:
    """Page, position: lower-half cards each seat holds; a pending bid counts; public in game 1.

    27 bottles: the lower half is 1 to 14.
    """
    game = ADVANCED[3]
    state = make(
        game, round_=6, hands={0: "1 14 15", 1: "16 17 27", 2: "2 3 4"}, bids={0: 14, 2: 2}
    )
    assert state.view(player).low_left == (2, 0, 3)
    act(state, "bid 16", 1)
    assert state.view(player).low_left == (1, 0, 2)
    act(state, state.legal_words()[0])
    assert state.view(player).low_left == (1, 0, 2)


def test_low_left_at_the_end_of_game_1_and_later() -> None:
    """Page, position: null except in game 1 of the advanced variant."""
    assert ending().view(0).low_left == (0, 0)
    assert ending(2).view(0).low_left is None
    assert make(ADVANCED[3], number=3).view(0).low_left is None
    assert make(round_=3).view(0).low_left is None


@pytest.mark.parametrize("player", [0, 1, SPECTATOR])
def test_past_clients_hide_what_others_discarded(player: int) -> None:
    """Page, known: earlier kept clients since the last shuffle, own discards."""
    state = ending()
    act(state, "take 5 bottom")
    own, other = [9, 2 if player == 0 else None], [3, 7 if player == 1 else None]
    assert seen(state, player)["past_clients"] == [[own, other]]
    assert seen(state, player)["last_clients"] == [9, 3]
    past = state.view(player).past_clients[0][0]
    assert past.kept.id == 9
    assert (past.discarded is None) == (player != 0)


def test_last_clients_are_known_after_a_shuffle_too() -> None:
    """Page, known: those last scored (`last_clients`)."""
    state = make(ADVANCED[8], number=2, last_clients={0: 17, 7: 3})
    for player in (0, 7, SPECTATOR):
        position = seen(state, player)
        assert position["past_clients"] == []
        assert (position["last_clients"][0], position["last_clients"][7]) == (17, 3)
