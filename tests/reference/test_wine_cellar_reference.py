"""Checks the reference and the enumeration of worlds of Wine Cellar without the core."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from . import wine_cellar_worlds as worlds
from .wine_cellar_decks import EDGE_CLIENTS, KINDS, cards_of, deck_texts
from .wine_cellar_reference import (
    BOTTLE_COLUMNS,
    CLIENT_COLUMNS,
    Cards,
    Options,
    Position,
    ReferenceWineCellar,
    RuleError,
    all_words,
    bottles_in_play,
    clients_in_use,
    countries,
    game_length,
    label,
    lower_half,
    max_legal_actions,
    max_score,
    read_cards,
    score_parts,
    standard_cards,
    words_of,
)

OPTION_SETS: list[Options] = [
    {"num_players": n, "games": games, "client_set": client_set, "deck": kind}
    for n in range(1, 9)
    for games in ((1, 3) if n > 1 else (1,))
    for client_set in ("AB" if games == 3 and n in (2, 3) else "A")
    for kind in KINDS
]


# ------------------------------------------------------------------ cards and positions by hand


def make_cards(bottles: dict[int, str] | None = None, clients: list[str] | None = None) -> Cards:
    """Cards by hand.

    A bottle is its type, country and, if they matter, ages. A client is type, bonus, type, bonus,
    country bonus and its countries, either for all numbers of players or four times. All other
    bottles are Red from Elsewhere without ages.
    """
    given = bottles or {}
    rows = {
        number: dict(
            zip(
                BOTTLE_COLUMNS,
                [str(number), *_padded(given.get(number, "Red Elsewhere").split())],
                strict=True,
            )
        )
        for number in bottles_in_play(8)
    }
    client_rows: dict[int, dict[str, str]] = {}
    for client, text in enumerate(clients or ["White 5 Rosé 4 3 France"] * 16, start=1):
        *fields, listed = text.split(" ", 5)
        columns = listed.split(" ")
        values = [str(client), "", *fields, *(columns if len(columns) == 4 else columns * 4)]
        client_rows[client] = dict(zip(CLIENT_COLUMNS, values, strict=True))
    return Cards(rows, client_rows)


def _padded(fields: list[str]) -> list[str]:
    return fields + ["0"] * (10 - len(fields))


def first_position(
    options: Options, hands: list[list[int]], clients: list[int], prizes: list[int]
) -> Position:
    """Position of a new game; `clients` are dealt in this order, two to each seat."""
    n = len(hands) if options["num_players"] > 1 else 1
    eno: dict[str, Any] | None = None
    if options["num_players"] == 1:
        eno = {"deck": hands[1], "face_up": [], "client": None, "taken": []}
    return {
        "options": options,
        "game_number": 1,
        "round": 1,
        "phase": "client",
        "hands": hands[:n],
        "dealt_clients": [clients[2 * seat : 2 * seat + 2] for seat in range(n)],
        "clients": [None] * n,
        "past_clients": [],
        "bids": [None] * n,
        "prizes": prizes,
        "take_order": [],
        "cellars": [[] for _ in range(n)],
        "game_scores": [],
        "last_cellars": None,
        "last_clients": None,
        "eno": eno,
        "client_deck": clients[2 * n :],
    }


def options_of(n: int, games: int = 1) -> Options:
    """Options with cards made by hand."""
    return {"num_players": n, "games": games, "client_set": "A", "deck": "by hand"}


def random_start(cards: Cards, options: Options, rng: random.Random) -> Position:
    """Shuffle and deal by the rulebook."""
    n = options["num_players"]
    clients = clients_in_use(cards, options)
    rng.shuffle(clients)
    bottles = bottles_in_play(n)
    rng.shuffle(bottles)
    piles = [bottles]
    if options["games"] == 3:
        low = lower_half(n)
        piles = [[b for b in bottles if b in low], [b for b in bottles if b not in low]]
    hands: list[list[int]] = []
    for _ in range(max(n, 2)):
        hands.append([pile.pop() for pile in piles for _ in range(8 // len(piles))])
    return first_position(options, hands, clients, [b for pile in piles for b in pile])


def shuffle(game: ReferenceWineCellar, rng: random.Random) -> None:
    """Shuffle the clients and deal."""
    clients = clients_in_use(game.cards, game.options)
    rng.shuffle(clients)
    dealt = [sorted(clients[2 * seat : 2 * seat + 2]) for seat in range(game.n)]
    game.deal(dealt, clients[2 * game.n :])


def play(game: ReferenceWineCellar, line: str) -> None:
    """Play actions of a line, each ``seat word``, separated by commas."""
    for part in line.split(", "):
        seat, word = part.split(" ", 1)
        game.apply(word, int(seat))


# ------------------------------------------------------------------ random games


def check_places(full: Position) -> None:
    """Every bottle in play and every client in use is in one place."""
    found: list[int] = list(full["prizes"])
    for place in full["hands"] + full["cellars"]:
        found += place
    if full["phase"] != "bid":
        found += [bid for bid in full["bids"] if bid is not None]
    if full["eno"]:
        found += full["eno"]["deck"] + full["eno"]["face_up"] + full["eno"]["taken"]
    assert sorted(found) == bottles_in_play(full["options"]["num_players"])


def check_clients(cards: Cards, full: Position) -> None:
    """Every client in use is dealt, of the past, or undealt."""
    found = [client for pair in full["dealt_clients"] for client in pair] + full["client_deck"]
    for row in full["past_clients"]:
        found += [client for pair in row for client in pair]
    assert sorted(found) == clients_in_use(cards, full["options"])


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda o: "-".join(map(str, o.values())))
def test_random_games(options: Options) -> None:
    cards = cards_of(options)
    options = {**options, "deck": label(cards)}
    rng = random.Random(str(options))
    for _ in range(3):
        game = ReferenceWineCellar(cards, random_start(cards, options, rng))
        actions = 0
        while not game.is_over:
            full = game.view(None)
            check_places(full)
            check_clients(cards, full)
            # Nothing but the position decides.
            assert ReferenceWineCellar(cards, full).view(None) == full
            seat = rng.choice(game.to_act())
            legal = game.legal(seat)
            assert 0 < len(legal) <= max_legal_actions(options)
            assert [word for word in all_words() if word in legal] == legal
            game.apply(rng.choice(legal), seat)
            if game.needs_shuffle:
                shuffle(game, rng)
            actions += 1
        assert actions == game_length(options)
        full = game.view(None)
        check_places(full)
        assert not full["prizes"]
        assert len(full["game_scores"]) == options["games"]
        most = max_score(cards, options)
        assert all(0 <= score <= most for score in game.scores())
        if game.n > 1:
            assert abs(sum(game.returns())) < 1e-9


@pytest.mark.parametrize("n", [2, 3, 5])
def test_views_hide(n: int) -> None:
    """What is hidden in a view is null, and everything else as it is."""
    options = options_of(n, 3)
    cards = make_cards(clients=["White 5 Rosé 4 3 Elsewhere"] * 6 * n)
    rng = random.Random(n)
    game = ReferenceWineCellar(cards, random_start(cards, {**options, "client_set": ""}, rng))
    while not game.is_over:
        full = game.view(None)
        for player in range(-1, n):
            view = game.view(player)
            hidden = {"client_deck"} if full["client_deck"] else set[str]()
            for key in ("hands", "dealt_clients", "clients", "bids"):
                for seat in range(n):
                    assert view[key][seat] in (full[key][seat], None)
            if full["game_number"] > 1:
                assert view["hands"] == full["hands"]
            if player >= 0:
                assert view["dealt_clients"][player] == full["dealt_clients"][player]
                assert view["hands"][player] == full["hands"][player]
                assert view["bids"][player] == full["bids"][player]
            if full["phase"] != "client":
                assert view["clients"] == full["clients"]
            if full["phase"] != "bid":
                assert view["bids"] == full["bids"]
            hidden |= {"hands", "dealt_clients", "clients", "bids", "past_clients"}
            assert {k: v for k, v in view.items() if k not in hidden} == {
                k: v for k, v in full.items() if k not in hidden
            }
        seat = rng.choice(game.to_act())
        game.apply(rng.choice(game.legal(seat)), seat)


def test_worlds_contain_the_truth() -> None:
    cards = make_cards(clients=["White 5 Rosé 4 3 Elsewhere"] * 7)
    rng = random.Random(0)
    game = ReferenceWineCellar(cards, random_start(cards, options_of(3), rng))
    seen: Counter[str] = Counter()
    while not game.is_over:
        full = game.view(None)
        for player in range(3):
            view = game.view(player)
            assert worlds.client_world_of(full) in worlds.client_worlds(cards, view, player)
            if game.round > 5:
                seen[game.phase] += 1
                assert worlds.bottle_world_of(full) in worlds.bottle_worlds(view, player)
        seat = rng.choice(game.to_act())
        game.apply(rng.choice(game.legal(seat)), seat)
    assert seen["bid"]
    assert seen["take"]


# ------------------------------------------------------------------ components and setup


def test_bottles_in_play_are_those_of_the_rulebook() -> None:
    highest = [bottles_in_play(n)[-1] for n in range(1, 9)]
    assert highest == [18, 18, 27, 36, 45, 54, 63, 72]
    # As many are left for the prizes as there are players.
    assert [len(bottles_in_play(n)) - 8 * n for n in range(2, 9)] == list(range(2, 9))


def test_the_lower_half_has_the_extra_card() -> None:
    # The rulebook's example: 4 players, 1 to 18 and 19 to 36.
    assert lower_half(4) == list(range(1, 19))
    assert [len(lower_half(n)) for n in (2, 3, 4, 5, 6, 7, 8)] == [9, 14, 18, 23, 27, 32, 36]


def test_the_standard_deck() -> None:
    cards = standard_cards()
    assert sorted(cards.bottles) == list(range(1, 73))
    assert sorted(cards.clients) == list(range(1, 31))
    assert {row["wine_type"] for row in cards.bottles.values()} == {
        *("Red", "White", "Rosé", "Sparkling")
    }
    assert label(cards) == "standard"
    assert label(read_cards(*deck_texts("copy", 4, False))) == "standard"


@pytest.mark.parametrize("n", range(1, 9))
def test_decks_have_as_many_clients_as_they_say(n: int) -> None:
    for games in (1, 3):
        for client_set in "AB":
            options = {"num_players": n, "games": games, "client_set": client_set}
            number = {
                kind: len(clients_in_use(cards_of({**options, "deck": kind}), options))
                for kind in KINDS
            }
            assert number["exact"] == 2 * n
            assert number["edge"] == EDGE_CLIENTS[n]
            assert number["many"] >= (4 * n if games == 3 and n in (2, 3) else 99)


def test_made_decks_are_allowed_and_differ() -> None:
    labels: set[str] = set()
    for kind in ("exact", "edge", "many"):
        for n in range(1, 9):
            cards = read_cards(*deck_texts(kind, n, False))
            labels.add(label(cards))
            on_bottles = {row["country"] for row in cards.bottles.values()}
            for row in cards.clients.values():
                assert row["type1"] != row["type2"]
                for column in CLIENT_COLUMNS[7:]:
                    listed = words_of(row[column])
                    assert len(set(listed)) == len(listed)
                    assert set(listed) <= on_bottles
    assert len(labels) == 3 * 8


# ------------------------------------------------------------------ scoring


def test_the_scoring_example_of_the_rulebook() -> None:
    ages = [6, 2, 5, 7, 7, 3, 4, 8]
    kinds = ["Sparkling A", "White A", "Red A", "White A", "Red A", "Red B", "White A", "Rosé A"]
    bottles: dict[int, str] = {}
    for at, (age, kind) in enumerate(zip(ages, kinds, strict=True)):
        row = ["9"] * 8
        row[at] = str(age)
        bottles[at + 1] = f"{kind} {' '.join(row)}"
    cards = make_cards(bottles, ["Sparkling 6 White 1 3 B"] * 8)
    parts = score_parts(cards, 4, list(range(1, 9)), 1)
    assert parts == (42, 6, 3, 3)
    assert sum(parts) == 54
    # Anywhere else each of these bottles has a 9.
    assert score_parts(cards, 4, [*range(2, 9), 1], 1).ages == 72


def test_a_bottle_may_match_type_and_country() -> None:
    cards = make_cards(
        {1: "White France 1"}, ["White 5 Rosé 4 3 France", "Rosé 5 White 4 3 France"]
    )
    assert score_parts(cards, 2, [1], 1) == (1, 5, 0, 3)
    assert score_parts(cards, 2, [1], 2) == (1, 0, 4, 3)


def test_countries_are_those_of_the_number_of_players() -> None:
    client = "White 5 Rosé 4 3 A A;B C A;B;C;D"
    cards = make_cards({1: "Red A", 2: "Red B", 3: "Red C", 4: "Red D"}, [client])
    assert [countries(cards.clients[1], n) for n in range(1, 9)] == [
        *[["A"]] * 2,
        *[["A", "B"]] * 2,
        *[["C"]] * 2,
        *[["A", "B", "C", "D"]] * 2,
    ]
    points = [score_parts(cards, n, [1, 2, 3, 4], 1).countries for n in range(1, 9)]
    assert points == [3, 3, 6, 6, 3, 3, 12, 12]


def test_max_score_is_that_of_the_eight_best() -> None:
    bottles = {k: f"White Elsewhere 0 0 {k} 1 0 0 0 0" for k in range(1, 73)}
    cards = make_cards(bottles, ["White 5 Rosé 4 3 France"] * 8)
    # 11 to 18, each with 5 for its type.
    assert max_score(cards, options_of(2)) == sum(range(11, 19)) + 8 * 5
    assert max_score(cards, options_of(4)) == sum(range(29, 37)) + 8 * 5
    assert max_score(cards, {**options_of(4), "games": 3}) == 3 * (sum(range(29, 37)) + 8 * 5)


# ------------------------------------------------------------------ a round


def three() -> ReferenceWineCellar:
    """Game of three: 25, 26 and 27 are the prizes, seat s has 8s+1 to 8s+8."""
    hands = [list(range(8 * seat + 1, 8 * seat + 9)) for seat in range(3)]
    cards = make_cards()
    return ReferenceWineCellar(
        cards, first_position(options_of(3), hands, list(range(1, 17)), [25, 26, 27])
    )


def test_clients_are_chosen_at_the_same_time() -> None:
    game = three()
    assert game.to_act() == [0, 1, 2]
    play(game, "1 keep 2, 0 keep 1")
    assert game.to_act() == [2]
    assert game.view(0)["clients"] == [1, None, None]
    assert game.view(1)["clients"] == [None, 4, None]
    assert game.view(-1)["clients"] == [None, None, None]
    assert game.view(2)["chosen"] == [True, True, False]
    play(game, "2 keep 1")
    # Face up now; the discarded ones stay unseen.
    assert game.view(-1)["clients"] == [1, 4, 5]
    assert game.view(0)["dealt_clients"] == [[1, 2], None, None]
    assert game.phase == "bid"


def test_bids_are_revealed_together_and_the_highest_chooses_first() -> None:
    game = three()
    play(game, "0 keep 1, 1 keep 1, 2 keep 1, 2 bid 20, 0 bid 3")
    assert game.view(1)["bids"] == [None, None, None]
    assert game.view(0)["bids"] == [3, None, None]
    # A pending bid is still in the hand.
    assert game.view(None)["hand_sizes"] == [8, 8, 8]
    play(game, "1 bid 9")
    assert game.view(-1)["bids"] == [3, 9, 20]
    assert game.view(-1)["take_order"] == [2, 1, 0]
    assert game.view(-1)["hand_sizes"] == [7, 7, 7]
    assert game.legal(2) == ["take 25 top", "take 26 top", "take 27 top"]
    assert not game.legal(1)
    play(game, "2 take 26 top, 1 take 25 top, 0 take 27 top")
    # The bids are the prizes now.
    assert game.view(-1)["prizes"] == [3, 9, 20]
    assert game.view(-1)["bids"] == [None, None, None]
    assert game.round == 2
    play(game, "0 bid 8, 1 bid 10, 2 bid 17")
    assert game.legal(2)[:3] == ["take 3 top", "take 3 bottom", "take 9 top"]
    play(game, "2 take 3 bottom, 1 take 9 top, 0 take 20 bottom")
    assert game.cellars == [[27, 20], [9, 25], [26, 3]]
    play(game, "0 bid 1, 1 bid 11, 2 bid 18, 2 take 8 top, 1 take 17 bottom, 0 take 10 top")
    assert game.cellars == [[10, 27, 20], [9, 25, 17], [8, 26, 3]]


@pytest.mark.parametrize(
    "word", ["bid 1", "take 25 top", "keep 3", "keep", "nothing", "take 1 top", "bid 28"]
)
def test_refuses_what_is_not_allowed(word: str) -> None:
    with pytest.raises(RuleError):
        three().apply(word, 0)


def test_refuses_a_second_choice_and_others_cards() -> None:
    game = three()
    play(game, "0 keep 1")
    with pytest.raises(RuleError):
        play(game, "0 keep 2")
    play(game, "1 keep 1, 2 keep 1")
    with pytest.raises(RuleError):
        play(game, "0 bid 9")
    play(game, "0 bid 1")
    with pytest.raises(RuleError):
        play(game, "0 bid 2")
    play(game, "1 bid 9, 2 bid 17")
    for wrong in ("0 take 25 top", "2 take 1 top", "2 take 25 bottom"):
        with pytest.raises(RuleError):
            play(game, wrong)


# ------------------------------------------------------------------ the end, and three games


def play_in_order(game: ReferenceWineCellar) -> None:
    """Play one game: the lowest bids, and the lowest prizes to the top."""
    number = game.game_number
    while not game.is_over and game.game_number == number:
        seat = game.to_act()[0]
        game.apply(game.legal(seat)[0], seat)


def test_ties_share_the_victory() -> None:
    game = three()
    play_in_order(game)
    assert game.is_over
    assert game.scores() == [0, 0, 0]
    assert game.winners() == [0, 1, 2]
    assert game.returns() == [0.0, 0.0, 0.0]
    assert game.view(-1)["prizes"] == []
    assert game.view(-1)["bids"] == [8, 16, 24]
    assert game.round == 8
    game.game_scores = [[5, 9, 9]]
    assert game.winners() == [1, 2]
    assert game.returns() == [-0.5, 0.25, 0.25]
    game.game_scores = [[5, 9, 9], [5, 0, 0]]
    assert game.winners() == [0]
    assert game.returns() == [1.0, -0.5, -0.5]


def test_three_games() -> None:
    hands = [[1, 2, 3, 4, 10, 11, 12, 13], [5, 6, 7, 8, 14, 15, 16, 17]]
    ages = {k: f"Red Elsewhere {' '.join(['1'] * 8)}" for k in range(1, 10)}
    cards = make_cards(ages, ["White 5 Rosé 4 3 France"] * 7)
    # 7 clients: 4 for the first game, 3 are too few for the second.
    for row in cards.clients.values():
        row["set"] = "A"
    game = ReferenceWineCellar(
        cards, first_position(options_of(2, 3), hands, [3, 6, 2, 7, 5, 1, 4], [9, 18])
    )
    assert game.low_left() == [4, 4]
    # With two players the other hand is what is left, but not for a spectator.
    assert game.view(0)["hands"] == hands
    assert game.view(-1)["hands"] == [None, None]
    play_in_order(game)
    # Seat 0 bids 1, 2, 3, ..., seat 1, which always bids higher, 5, 6, ...; it takes the lower
    # prize each time: 9, then what seat 0 has bid. Seat 0 gets 18, 5, 6, ...
    assert game.last_cellars == [
        [16, 15, 14, 8, 7, 6, 5, 18],
        [12, 11, 10, 4, 3, 2, 1, 9],
    ]
    assert game.game_scores == [[4, 5]]
    assert game.last_clients == [3, 2]
    assert game.needs_shuffle
    with pytest.raises(RuleError):
        game.apply("keep 1", 0)
    with pytest.raises(RuleError):
        game.deal([[1, 2], [3, 4]], [5, 6, 6])
    with pytest.raises(RuleError):
        game.deal([[2, 1], [3, 4]], [5, 6, 7])
    game.deal([[1, 2], [3, 4]], [5, 6, 7])
    full = game.view(-1)
    assert full["hands"] == [[5, 6, 7, 8, 14, 15, 16, 18], [1, 2, 3, 4, 9, 10, 11, 12]]
    assert full["prizes"] == [13, 17]
    assert (full["game_number"], full["round"], full["phase"]) == (2, 1, "client")
    assert full["low_left"] is None
    assert full["past_clients"] == []
    assert full["last_clients"] == [3, 2]
    assert full["cellars"] == [[], []]
    assert full["scores"] == [4, 5]
    assert not game.winners()


@pytest.mark.parametrize(
    ("number", "shuffles"), [(4, "23"), (7, "23"), (8, "3"), (11, "3"), (12, ""), (13, "")]
)
def test_clients_stay_out_until_there_are_too_few(number: int, shuffles: str) -> None:
    cards = make_cards(clients=["White 5 Rosé 4 3 France"] * number)
    for row in cards.clients.values():
        row["set"] = "A"
    rng = random.Random(number)
    game = ReferenceWineCellar(cards, random_start(cards, options_of(2, 3), rng))
    found = ""
    dealt: set[int] = {client for pair in game.dealt for client in pair}
    for _ in range(2):
        play_in_order(game)
        if game.needs_shuffle:
            found += str(game.game_number)
            shuffle(game, rng)
            dealt = set()
        now = {client for pair in game.dealt for client in pair}
        assert not now & dealt
        dealt |= now
        assert len(game.past) == (len(dealt) - 4) // 4
    assert found == shuffles


# ------------------------------------------------------------------ Eno


def solo(
    hand: list[int],
    eno: list[int],
    prizes: list[int],
    bottles: dict[int, str] | None = None,
    client: str = "White 5 Rosé 4 3 France",
) -> ReferenceWineCellar:
    """Game against Eno, whose client is this, after the choice of clients."""
    cards = make_cards(bottles, [client, "Red 1 Rosé 1 1 Elsewhere"])
    game = ReferenceWineCellar(cards, first_position(options_of(1), [hand, eno], [1, 2], prizes))
    assert game.view(0)["eno"]["client"] is None
    play(game, "0 keep 2")
    assert game.view(0)["eno"]["client"] == 1
    return game


HIGH, LOW = [2, 4, 6, 8, 10, 12, 14, 16], [1, 3, 5, 7, 9, 11, 13, 15]


def test_the_player_wins_a_bid_against_eno() -> None:
    game = solo(HIGH, LOW, [17, 18])
    assert game.view(0)["eno"]["deck"] is None
    play(game, "0 bid 4")
    # Two cards in the first round.
    assert game.eno_face_up == [1, 3]
    assert game.legal(0) == ["take 17 top", "take 18 top"]
    play(game, "0 take 17 top")
    assert game.eno_taken == [18]
    # The bid and the lower one of Eno are the prizes; the higher one stays.
    assert game.prizes == [1, 4]
    assert game.eno_face_up == [3]
    play(game, "0 bid 8")
    # Later one card.
    assert game.eno_face_up == [3, 5]
    assert game.view(-1)["eno"]["deck_size"] == 5


def test_eno_wins_a_bid() -> None:
    game = solo(LOW, HIGH, [17, 18])
    play(game, "0 bid 3")
    # Eno shows 2 and 4, and has chosen by Bid Value: nothing matches.
    assert game.eno_taken == [18]
    assert game.prizes == [17]
    assert game.legal(0) == ["take 17 top"]
    play(game, "0 take 17 top")
    # Page: the card that won is spent.
    assert game.prizes == [3, 4]
    assert game.eno_face_up == [2]


@pytest.mark.parametrize(
    ("lower", "higher", "taken"),
    [
        # First type, before everything else.
        ("White Elsewhere", "Red Elsewhere", 17),
        ("White Elsewhere", "Rosé France", 17),
        ("Rosé France", "White Elsewhere", 18),
        # Both of the first type: the next criteria.
        ("White France", "White Elsewhere", 17),
        ("White Elsewhere", "White France", 18),
        ("White France", "White France", 18),
        # Second type.
        ("Rosé Elsewhere", "Red France", 17),
        ("Rosé France", "Rosé Elsewhere", 17),
        # The first country only.
        ("Red France", "Red Spain", 17),
        ("Red Spain", "Red Elsewhere", 18),
        # Equally good.
        ("Red Elsewhere", "Red Elsewhere", 18),
        ("Red France", "Red France", 18),
        ("Rosé France", "Rosé France", 18),
    ],
)
def test_eno_chooses_by_its_client(lower: str, higher: str, taken: int) -> None:
    # A match counts whatever its bonus.
    for client in ("White 5 Rosé 4 3 France;Spain", "White 0 Rosé 9 0 France;Spain"):
        game = solo(LOW, HIGH, [17, 18], {17: lower, 18: higher}, client)
        play(game, "0 bid 1")
        assert game.eno_taken == [taken]


@pytest.mark.parametrize("wins", [False, True])
def test_the_last_card_of_eno_stays_alone(wins: bool) -> None:
    game = solo(HIGH, LOW, [17, 18])
    for _ in range(7):
        words = game.legal(0)
        game.apply(words[0 if wins else -1], 0)
        game.apply(game.legal(0)[-1], 0)
    assert game.round == 8
    assert not game.eno_deck
    (alone,) = game.eno_face_up
    (last,) = game.hands[0]
    game.apply(f"bid {last}", 0)
    assert game.eno_face_up == [alone]
    if last > alone:
        assert len(game.prizes) == 2
        assert len(game.eno_taken) == 7
    else:
        assert len(game.prizes) == 1
        assert len(game.eno_taken) == 8
    game.apply(game.legal(0)[0], 0)
    assert game.is_over
    assert len(game.eno_taken) == 8
    assert game.eno_face_up == [alone]
    assert game.view(0)["bids"] == [last]
    assert game.winners() == [0]
    assert game.view(-1)["eno"]["deck"] == []
