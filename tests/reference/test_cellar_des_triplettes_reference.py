"""Checks the reference and the enumeration of worlds of Cellar des Triplettes without the core."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from . import cellar_des_triplettes_worlds as worlds
from .cellar_des_triplettes_positions import cards, points, position
from .cellar_des_triplettes_reference import (
    EMPTY,
    ROWS,
    SLOTS,
    TENTHS,
    TYPES,
    Cellar,
    Options,
    Place,
    Position,
    ReferenceCellarDesTriplettes,
    RuleError,
    all_option_sets,
    by_value,
    can_end_turn,
    deck,
    default_options,
    is_triplet,
    max_game_length,
    total,
    triplet_points,
)

OPTION_SETS = list(all_option_sets())
ALL_PLACES: list[Place] = [(row, column) for row in ROWS for column in range(1, ROWS[row] + 1)]


def first_position(options: Options, rng: random.Random) -> Position:
    """Shuffle and deal."""
    number, pack = options["num_players"], deck(options["num_players"])
    rng.shuffle(pack)
    hands = [" ".join(pack[5 * seat : 5 * seat + 5]) for seat in range(number)]
    rest = pack[5 * number :]
    starting = rng.randrange(number)
    return position(
        number,
        hands=hands,
        display=" ".join(rest[:4]),
        pile=" ".join(rest[4:]),
        to_act=starting,
        starting_player=starting,
        options=options,
        round=1,
        final_round=options["max_rounds"] == 1,
        truncated=options["max_rounds"] == 1,
    )


def check_cards(full: Position) -> None:
    """Every card of the game is in exactly one place."""
    found = [*full["display"], *full["pile"]]
    for held in full["hands"] + full["bids"]:
        found += held
    for cellars, words in zip(full["cellars"], full["covered"], strict=True):
        for rows, covered in zip(cellars, words, strict=True):
            found += [card for row in rows for card in row if card is not None]
            found += [EMPTY] * len(covered)
    assert by_value(found) == deck(full["options"]["num_players"])


def check_bounds(full: Position) -> None:
    """Sizes that the page says are never exceeded."""
    for seat, hand in enumerate(full["hands"]):
        assert not Counter(full["known_hands"][seat]) - Counter(hand)
        assert len(hand) - len(full["known_hands"][seat]) <= 5
        if full["phase"] == "bid":
            drew = full["passed"][seat] and not full["bids"][seat]
            assert len(hand) + len(full["bids"][seat]) <= (7 if drew else 6)
        else:
            assert len(hand) <= (11 if seat in full["placing"] else 6)
    assert 1 <= len(full["display"]) <= 6


@pytest.mark.parametrize("number", range(len(OPTION_SETS)))
def test_random_games(number: int) -> None:
    options = OPTION_SETS[number]
    rng = random.Random(number)
    for _ in range(10):
        game = ReferenceCellarDesTriplettes(first_position(options, rng))
        actions = 0
        while not game.is_over:
            full = game.view(None)
            check_cards(full)
            check_bounds(full)
            # Nothing but the position decides.
            assert ReferenceCellarDesTriplettes(full).view(None) == full
            (seat,) = game.to_act()
            legal = game.legal(seat)
            assert 0 < len(legal) <= 88
            assert all(not game.legal(other) for other in range(game.n) if other != seat)
            game.apply(rng.choice(legal), seat)
            actions += 1
        check_cards(game.view(None))
        assert actions <= max_game_length(options)
        assert game.is_truncated == game.truncated
        assert game.final_round
        for seat in range(game.n):
            assert game.scored[seat] == points(game.cellars[seat])
            assert (game.scores()[seat] == max(game.scores())) == (seat in game.winners())
        assert abs(sum(game.returns())) < 1e-9


def test_views_hide() -> None:
    rng = random.Random(1)
    game = ReferenceCellarDesTriplettes(first_position(default_options(3), rng))
    while not game.is_over:
        full = game.view(None)
        for player in range(-1, 3):
            hands = [hand if seat == player else None for seat, hand in enumerate(full["hands"])]
            assert game.view(player) == {**full, "hands": hands, "pile": None}
        (seat,) = game.to_act()
        game.apply(rng.choice(game.legal(seat)), seat)


def test_refuses_what_is_not_allowed() -> None:
    game = ReferenceCellarDesTriplettes(first_position(default_options(), random.Random(0)))
    (seat,) = game.to_act()
    for word in ["call", "done", "bid 4", "place 3 right", "bid", "nothing"]:
        with pytest.raises(RuleError):
            game.apply(word, seat)
    with pytest.raises(RuleError):
        game.apply("pass", (seat + 1) % 4)


# ------------------------------------------------------------------ the cards


def test_decks_are_those_of_the_rulebook() -> None:
    assert [len(deck(number)) for number in (3, 4, 5)] == [48, 57, 66]
    assert [EMPTY, *map(str, range(3, 24))] == TYPES
    assert [TENTHS[card] for card in TYPES] == [2, *range(30, 240, 10)]
    # The rulebook's examples: yellow 5, 12; green 7, 14; red 20; blue 9, 16, 23.
    for number, missing in [(3, "5 8 12 15 19 22"), (4, "4 11 18"), (5, "")]:
        assert set(TYPES) - set(deck(number)) == set(cards(missing))


# ------------------------------------------------------------------ bids


def play(game: ReferenceCellarDesTriplettes, seat: int, line: str) -> None:
    """Play actions of a line, separated by commas."""
    for word in line.split(", "):
        game.apply(word, seat)


def rulebook_bids() -> ReferenceCellarDesTriplettes:
    """The rulebook's example: Mike 0, Elke 1, Gerd 2, Susi 3."""
    return ReferenceCellarDesTriplettes(
        position(
            4,
            hands=["0.2 5 14", "3 7 7", "9 12 20 21 22", "3 6 20 23"],
            display="8 10 13 17",
            pile="15 19 6 16",
        )
    )


def test_the_bidding_example_of_the_rulebook() -> None:
    game = rulebook_bids()
    play(game, 0, "bid 5, bid 14, call")
    assert game.to_act() == [1]
    play(game, 1, "bid 7, call")
    play(game, 2, "bid 9, bid 12, bid 20, call")
    play(game, 3, "bid 23, call")
    assert [total(bid) for bid in game.bids] == [190, 70, 410, 230]
    play(game, 0, "bid 0.2, call")
    # With a bid there is only `pass`.
    assert "pass draw" not in game.legal(1)
    play(game, 1, "pass")
    play(game, 2, "pass")
    play(game, 3, "bid 20, call")
    assert [total(bid) for bid in game.bids] == [192, 70, 410, 430]
    # Elke and Gerd are out.
    assert game.to_act() == [0]
    play(game, 0, "pass")
    # The last seat left may go on, and gets the turn again.
    assert game.to_act() == [3]
    assert game.legal(3) == ["bid 3", "bid 6", "pass"]
    play(game, 3, "pass")
    # The trade: Susi gets the display, Gerd Susi's bid, Mike Gerd's, Elke Mike's; Elke's is left.
    view = game.view(None)
    assert view["known_hands"] == [
        cards("9 12 20"),
        cards("0.2 5 14"),
        cards("20 23"),
        cards("8 10 13 17"),
    ]
    assert view["hands"][1] == cards("0.2 3 5 7 14")
    assert view["display"] == ["7"]
    assert view["high_bidder"] == 3
    assert view["bids"] == [[], [], [], []]
    assert (view["phase"], view["placing"], view["to_act"]) == ("place", [3, 0, 1, 2], [3])
    # Nobody has to place; the display is filled up, and Susi starts the next round.
    for seat in (3, 0, 1, 2):
        play(game, seat, "done")
    view = game.view(None)
    assert (view["round"], view["starting_player"], view["to_act"]) == (3, 3, [3])
    assert view["display"] == cards("6 7 15 19")
    assert view["pile"] == ["16"]
    assert view["high_bidder"] is None
    assert view["passed"] == [False] * 4


def bidding(hand: str, *others: str) -> ReferenceCellarDesTriplettes:
    """Seat 0 with this hand, against other bids."""
    bids = ["", *others, *[""] * (4 - len(others))]
    return ReferenceCellarDesTriplettes(
        position(5, hands=[hand, "", "", "", ""], bids=bids, display="23 23 23", pile="22 22")
    )


def test_two_bids_are_never_equal() -> None:
    # The page's examples.
    game = bidding("3 5", "5")
    assert game.legal(0) == ["bid 3", "pass", "pass draw"]
    play(game, 0, "bid 3")
    assert game.legal(0) == ["bid 5", "call"]
    game = bidding("3 3 4", "3", "6")
    assert game.legal(0) == ["bid 3", "bid 4", "pass", "pass draw"]
    play(game, 0, "bid 3")
    # 3 and 6 are taken: both cards must follow, in ascending order.
    assert game.legal(0) == ["bid 3", "bid 4"]
    play(game, 0, "bid 3")
    assert game.legal(0) == ["bid 4"]
    play(game, 0, "bid 4")
    assert game.legal(0) == ["call"]


def test_types_never_decrease_within_a_turn() -> None:
    game = bidding("5 5 14 0.2", "9")
    play(game, 0, "bid 5")
    assert game.legal(0) == ["bid 5", "bid 14", "call"]
    play(game, 0, "bid 14")
    assert game.legal(0) == ["call"]


def test_a_seat_that_has_passed_still_forbids_its_total() -> None:
    game = ReferenceCellarDesTriplettes(
        position(3, hands=["6", "", ""], bids=["", "6", "3"], passed=[1, 2], display="23 23")
    )
    assert game.legal(0) == ["pass"]


def test_the_own_total_is_not_forbidden_to_oneself() -> None:
    game = ReferenceCellarDesTriplettes(
        position(3, hands=["6", "", ""], bids=["7", "6", "3"], display="23 23")
    )
    assert game.legal(0) == ["bid 6", "pass"]


def test_one_bidder_gets_the_display_for_its_bid() -> None:
    game = bidding("3 5")
    play(game, 0, "bid 3, call")
    for seat in range(1, 5):
        play(game, seat, "pass")
    play(game, 0, "pass")
    assert game.hands[0] == cards("5 23 23 23")
    assert game.known_hands[0] == cards("23 23 23")
    assert game.display == ["3"]
    assert game.placing == [0, 1, 2, 3, 4]


def test_without_a_bidder_nothing_moves() -> None:
    game = ReferenceCellarDesTriplettes(
        position(3, hands=["3", "", "4"], display="6 7", pile="9", starting_player=2, to_act=2)
    )
    for seat in (2, 0, 1):
        play(game, seat, "pass")
    assert game.display == cards("6 7")
    assert (game.high_bidder, game.placing) == (None, [2, 0, 1])
    play(game, 2, "done")
    play(game, 0, "done")
    # Seat 1 has no card: the round is over. The same seat starts again, in the final round.
    view = game.view(None)
    assert (view["round"], view["starting_player"], view["to_act"]) == (3, 2, [2])
    assert (view["display"], view["pile"], view["final_round"]) == (cards("6 7 9"), [], True)
    assert view["truncated"] is False


# ------------------------------------------------------------------ pass draw


def drawing(pile: str, bottom: str = "") -> ReferenceCellarDesTriplettes:
    """Seat 0 passes and draws from this pile."""
    game = ReferenceCellarDesTriplettes(
        position(3, hands=["3", "3", "3"], display="6 7", pile=pile, pile_bottom=bottom)
    )
    play(game, 0, "pass draw")
    return game


def test_the_lower_card_is_taken_and_the_other_put_under_the_pile() -> None:
    for pile in ("9 16 20", "16 9 20"):
        game = drawing(pile)
        assert (game.hands[0], game.known_hands[0]) == (cards("3 9"), ["9"])
        assert game.view(None)["pile"] == cards("20 16")
        assert game.view(None)["pile_bottom"] == ["16"]
    game = drawing("16 16 20")
    assert (game.hands[0], game.view(None)["pile"]) == (cards("3 16"), cards("20 16"))


def test_a_known_card_that_is_drawn_leaves_the_bottom() -> None:
    game = drawing("9", "16 21 20")
    assert game.known_hands[0] == ["9"]
    assert game.view(None)["pile_bottom"] == cards("21 20 16")
    play(game, 1, "pass draw")
    assert game.known_hands[1] == ["20"]
    assert game.view(None)["pile_bottom"] == cards("16 21")


def test_the_last_card_is_taken() -> None:
    game = drawing("9")
    assert game.hands[0] == cards("3 9")
    assert game.view(None)["pile"] == []
    # With an empty pile there is no `pass draw`.
    assert game.legal(1) == ["bid 3", "pass"]
    for seat in (1, 2):
        play(game, seat, "pass")
    for seat in (0, 1, 2):
        play(game, seat, "done")
    # Nothing was needed for the display to be as it is; the pile is empty all the same.
    assert (game.final_round, game.truncated) == (True, False)


# ------------------------------------------------------------------ final rounds


def passed_rounds(max_rounds: int, pile: str) -> list[tuple[int, str, bool, bool]]:
    """Round, phase, final_round and truncated after each round in which nobody does anything."""
    full = position(3, hands=["3", "", ""], display="6", pile=pile, round=1)
    full["options"]["max_rounds"] = max_rounds
    game = ReferenceCellarDesTriplettes(full)
    found: list[tuple[int, str, bool, bool]] = []
    while not game.is_over:
        for seat in (0, 1, 2):
            play(game, seat, "pass")
        play(game, 0, "done")
        found.append((game.round, game.phase, game.final_round, game.truncated))
    return found


def test_the_last_round_is_the_final_one() -> None:
    pile = "7 9 10 11"
    assert passed_rounds(3, pile) == [
        (2, "bid", False, False),
        (3, "bid", True, True),
        (3, "over", True, True),
    ]
    # An empty pile alone, and both at once: not truncated.
    assert passed_rounds(3, "7 9 10") == [(2, "bid", True, False), (2, "over", True, False)]
    assert passed_rounds(2, "7 9 10") == [(2, "bid", True, False), (2, "over", True, False)]


def test_drawing_the_pile_empty_in_the_final_round_does_not_change_truncated() -> None:
    game = ReferenceCellarDesTriplettes(
        position(3, hands=["", "", ""], display="6", pile="7", final_round=True, truncated=True)
        | {"round": 100}
    )
    play(game, 0, "pass draw")
    assert game.final_round
    assert game.truncated
    play(game, 1, "pass")
    play(game, 2, "pass")
    play(game, 0, "done")
    assert game.is_truncated
    assert game.view(None)["placing"] == []
    assert game.view(None)["passed"] == [True] * 3
    assert game.view(0)["hands"] == [["7"], None, None]


def test_winners_share() -> None:
    game = ReferenceCellarDesTriplettes(
        position(3, hands=["", "", ""], display="6", final_round=True)
    )
    game.phase = "over"
    game.scored = [5, 7, 7]
    assert game.winners() == [1, 2]
    assert game.returns() == [-0.5, 0.25, 0.25]


# ------------------------------------------------------------------ cellars


def placing(hand: str, more: str = "3 3 6 6") -> ReferenceCellarDesTriplettes:
    """Seat 0 places from a hand, into an empty cellar."""
    full = position(
        5,
        hands=[hand, "", "", "", ""],
        known=[more, "", "", "", ""],
        display="23",
        phase="place",
        passed=[0, 1, 2, 3, 4],
        placing=[0, 1, 2, 3, 4],
        high_bidder=0,
    )
    full["cellars"][0] = [[[None] * size for size in ROWS.values()]]
    full["covered"][0] = [[]]
    full["scores"][0] = 0
    return ReferenceCellarDesTriplettes(full)


def gains(game: ReferenceCellarDesTriplettes, line: str) -> list[int]:
    """Points of each placement of a line."""
    found: list[int] = []
    for word in line.split(", "):
        before = game.scored[0]
        game.apply(f"place {word}", 0)
        found.append(game.scored[0] - before)
    return found


def test_the_first_placing_example_of_the_rulebook() -> None:
    """Violet with three stars, green with two, one and three: 10 points."""
    game = placing("22 14 7 21")
    assert gains(game, "22 right, 14 right, 7 right, 21 r2c2") == [3, 2, 1, 3 + 1]
    assert game.scored[0] == 10


def test_the_second_placing_example_of_the_rulebook() -> None:
    """An eighth card, blue with two stars, completes a row and a triangle: 2 + 4 + 1 points."""
    game = placing("9 23 5 12 16", "16 16 19 19")
    gains(game, "9 right, 23 right, 5 right, 19 right, 16 r2c2, 16 r2c3, 12 right")
    assert gains(game, "16 r2c1") == [7]


def test_a_cellar_grows_at_both_ends() -> None:
    game = placing("3 4 5 7 8 9")
    # More than six cards: no `done`. The first card is `right`.
    assert game.legal(0) == [f"place {card} right" for card in cards("3 4 5 6 7 8 9")]
    gains(game, "4 right, 5 left, 7 r2c1")
    assert game.view(None)["cellars"][0][0][0] == ["5", "4", None, None, None]
    gains(game, "8 left")
    # Everything has shifted by one column.
    assert game.view(None)["cellars"][0][0][:2] == [
        ["8", "5", "4", None, None],
        [None, "7", None, None],
    ]
    assert [word for word in game.legal(0) if word.startswith("place 3")] == [
        "place 3 r2c1",
        "place 3 left",
        "place 3 right",
    ]
    gains(game, "9 right, 3 left")
    assert game.view(None)["cellars"][0][0][:2] == [
        ["3", "8", "5", "4", "9"],
        [None, None, "7", None],
    ]
    assert [word for word in game.legal(0) if word.startswith("place 3")] == [
        "place 3 r2c1",
        "place 3 r2c2",
        "place 3 r2c4",
    ]
    assert game.legal(0)[-1] == "done"


def test_an_empty_bottle_is_covered_once_by_a_wine() -> None:
    game = placing("0.2 0.2 10 17", "0.2 3 4")
    assert gains(game, "0.2 right, 3 right, 10 r2c1") == [0, 1, 2]
    # Not by another empty bottle, which has other places.
    assert [word for word in game.legal(0) if word.startswith("place 0.2")] == [
        "place 0.2 left",
        "place 0.2 right",
    ]
    assert "place 17 r1c1" in game.legal(0)
    # The wine completes the triangle.
    assert gains(game, "17 r1c1") == [3 + 1]
    assert game.view(None)["covered"][0] == [["r1c1"]]
    assert "place 4 r1c1" not in game.legal(0)
    # What is covered shifts with the cards.
    gains(game, "4 left")
    assert game.view(None)["covered"][0] == [["r1c2"]]
    assert game.view(None)["cellars"][0][0][0] == ["4", "17", "3", None, None]


def test_a_turn_ends_with_the_last_card() -> None:
    game = placing("10 17", "")
    gains(game, "10 right, 17 right")
    # No other seat has a card: the round is over too.
    assert game.phase == "bid"


def full_cellar(cards_in_order: list[str]) -> Cellar:
    """Cellar with all 15 slots filled."""
    cellar = Cellar()
    cellar.showing = dict(zip(ALL_PLACES, cards_in_order, strict=True))
    return cellar


def test_a_second_cellar_is_opened_when_the_first_is_full_and_no_empty_bottle_shows() -> None:
    game = placing("0.2 3 6", "4 4")
    wines = cards("5 5 5 7 7 7 8 8 8 9 9 9 10 10")
    game.cellars[0] = [full_cellar(["0.2", *wines])]
    # The empty bottle can still be covered: nothing else is possible.
    assert game.legal(0) == ["place 3 r1c1", "place 4 r1c1", "place 6 r1c1", "done"]
    gains(game, "4 r1c1")
    assert len(game.cellars[0]) == 1
    assert game.legal(0) == [
        "place 0.2 right",
        "place 3 right",
        "place 4 right",
        "place 6 right",
        "done",
    ]
    assert gains(game, "0.2 right") == [0]
    view = game.view(None)
    assert view["cellars"][0][1][0] == ["0.2", None, None, None, None]
    assert view["covered"][0] == [["r1c1"], []]
    assert view["cellars"][0][0][0][0] == "4"


# ------------------------------------------------------------------ triplets


def test_there_are_18_lines_and_16_triangles() -> None:
    """The geometry gives exactly the page's list."""
    lines: set[frozenset[Place]] = set()
    triangles: set[frozenset[Place]] = set()
    for r, c in ALL_PLACES:
        lines.add(frozenset([(r, c), (r, c + 1), (r, c + 2)]))
        lines.add(frozenset([(r, c), (r + 1, c), (r + 2, c)]))
        lines.add(frozenset([(r, c), (r + 1, c - 1), (r + 2, c - 2)]))
        triangles.add(frozenset([(r, c), (r, c + 1), (r + 1, c)]))
        triangles.add(frozenset([(r, c), (r + 1, c - 1), (r + 1, c)]))
    lines = {line for line in lines if line <= set(ALL_PLACES)}
    triangles = {triangle for triangle in triangles if triangle <= set(ALL_PLACES)}
    assert (len(lines), len(triangles)) == (18, 16)
    found = {frozenset(t) for t in itertools.combinations(ALL_PLACES, 3) if is_triplet(t)}
    assert found == lines | triangles


def test_a_triplet_is_of_one_colour_and_all_alike_or_all_different() -> None:
    for line, expected in [
        ("7 7 7", 4),
        ("7 14 21", 1),
        ("21 7 14", 1),
        ("7 7 14", 0),
        ("7 14 20", 0),
        ("7 8 9", 0),
        ("0.2 0.2 0.2", 0),
        ("0.2 7 7", 0),
    ]:
        assert triplet_points(cards(line)) == expected


def test_the_score_is_the_stars_and_triplets_that_lie_in_the_cellars() -> None:
    """Whatever the order of building, and with empty bottles covered in between."""
    rng = random.Random(3)
    for _ in range(300):
        cellar, score = Cellar(), 0
        pool = rng.sample(["3", "10", "17", "6", "13", "0.2"], 3)
        for _ in range(rng.randint(1, 20)):
            card = rng.choice(pool)
            places = list(cellar.open_places(card).values())
            if not places or cellar.is_complete():
                break
            score += cellar.put(card, rng.choice(places))
        assert score == points([cellar])


def test_completing_several_triplets_brings_all_their_points() -> None:
    cellar = full_cellar(["7"] * 15)
    cellar.showing[2, 2] = EMPTY
    # 2 lines along the row, 2 and 1 along the diagonals, and 6 triangles.
    assert cellar.put("7", (2, 2)) == 1 + 4 * 11
    assert len(cellar.triplets()) == 34
    assert SLOTS[:15] == [cellar.word(place) for place in ALL_PLACES]


# ------------------------------------------------------------------ no dead end


def test_can_end_turn_is_what_laying_card_by_card_comes_to() -> None:
    """Brute force over multisets against brute force over orders of laying."""

    def reaches(so_far: int, last: int, hand: list[str], forbidden: set[int]) -> bool:
        if so_far not in forbidden:
            return True
        return any(
            reaches(so_far + TENTHS[card], TENTHS[card], hand[:at] + hand[at + 1 :], forbidden)
            for at, card in enumerate(hand)
            if TENTHS[card] >= last
        )

    rng = random.Random(4)
    seen: Counter[bool] = Counter()
    for _ in range(3_000):
        hand = rng.choices(cards("0.2 3 3 4 5 6"), k=rng.randint(0, 4))
        last = rng.choice(cards("0.2 3 4"))
        sums = {30 + total(more) for k in range(5) for more in itertools.combinations(hand, k)}
        forbidden = {30, *rng.sample(sorted(sums), min(len(sums), rng.randint(1, 4)))}
        found = can_end_turn(30, last, hand, forbidden)
        assert found == reaches(30, TENTHS[last], hand, forbidden)
        seen[found] += 1
    assert min(seen[True], seen[False]) > 300


# ------------------------------------------------------------------ the enumeration of worlds


def test_worlds_are_all_ways_of_placing_single_cards() -> None:
    """The enumeration against every permutation of the hidden cards, with and without condition."""
    for turn in ("", "6"):
        full = position(
            3,
            hands=["3 4", "3 10", "6"],
            known=["", "4", ""],
            bids=["6", turn, ""],
            turn=turn,
            to_act=1,
            display="16 17 18 20",
            pile="0.2 3",
            pile_bottom="23",
        )
        view = ReferenceCellarDesTriplettes(full).view(0)
        hidden = worlds.hidden_cards(view, 0)
        assert hidden == by_value(cards("3 10 6 0.2 3"))
        counted: Counter[worlds.World] = Counter()
        for order in itertools.permutations(hidden):
            hands = (tuple(full["hands"][0]), tuple(by_value([*order[:2], "4"])), order[2:3])
            placed = {**full, "hands": [list(hand) for hand in hands]}
            # The seat in mid-turn has to have a legal action.
            if ReferenceCellarDesTriplettes(placed).legal(1):
                counted[hands, (*order[3:], "23")] += 1
        found = worlds.worlds(view, 0)
        # A hand of two hidden cards has two orders.
        assert counted == Counter({world: 2 * ways for world, ways in found.items()})
        assert worlds.world_of(full) in found
        if turn:
            by_hand = worlds.acting_hand_law(view, 0)
            assert worlds.share_of_deals(view, 0) == found.total() / 60
            for hand, share in by_hand.items():
                ways = sum(
                    number
                    for world, number in found.items()
                    if world[0][1] == tuple(by_value([*hand, "4"]))
                )
                assert abs(ways / found.total() - share) < 1e-12
            tops: Counter[str] = Counter()
            pairs: Counter[tuple[str, str]] = Counter()
            for world, number in found.items():
                tops[world[1][0]] += number
                pairs[world[1][0], world[1][1]] += number
            single = worlds.elsewhere_law(view, 0, by_hand)
            assert single == pytest.approx({c: n / found.total() for c, n in tops.items()})
            double = worlds.pairs_elsewhere_law(view, 0, by_hand)
            assert double == pytest.approx({c: n / found.total() for c, n in pairs.items()})


def test_positions_written_by_hand_are_whole() -> None:
    full = rulebook_bids().view(None)
    check_cards(full)
    assert full["scores"] == [points(built) for built in rulebook_bids().cellars]
