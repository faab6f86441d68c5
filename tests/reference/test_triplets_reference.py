"""Checks the reference and the enumeration of worlds of Triplets without the core."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from . import triplets_worlds as worlds
from .triplets_positions import cards, few_cards, position
from .triplets_reference import (
    CARDS,
    HAND,
    Options,
    Position,
    ReferenceTriplets,
    RuleError,
    all_words,
    ascending,
    default_options,
    game_length,
    pack,
    value,
    without,
)

OPTION_SETS: list[Options] = [
    default_options(num_players=n, decks=decks, lead=lead, refill=refill, max_rounds=max_rounds)
    for n in range(2, 11)
    for decks in ((1, 3) if n >= 4 else (1,))
    for lead, refill, max_rounds in (
        ("any", "rule", 10),
        ("lowest", "rule", 1),
        ("any", "round", 4),
        ("lowest", "round", 30 // decks),
    )
]


def deal(options: Options, rng: random.Random) -> Position:
    """Shuffle and deal by the rulebook."""
    n = options["num_players"]
    cards = pack(options)
    rng.shuffle(cards)
    share = len(cards) // n
    piles = [cards[share * seat : share * (seat + 1)] for seat in range(n)]
    dealer = rng.randrange(n)
    return position(
        hands=[" ".join(pile[:HAND]) for pile in piles],
        stacks=[" ".join(pile[HAND:]) for pile in piles],
        pot=" ".join(cards[share * n :]),
        dealer=dealer,
        to_act=dealer,
        round=1,
        **{key: options[key] for key in ("decks", "lead", "refill", "max_rounds")},
    )


def play(game: ReferenceTriplets, line: str) -> None:
    """Play actions of a line, each ``seat word``, separated by commas."""
    for part in line.split(", "):
        seat, word = part.split(" ", 1)
        game.apply(word, int(seat))


# ------------------------------------------------------------------ random games


def check_cards(full: Position) -> None:
    """Every card of the game is in exactly one place."""
    found = [*full["removed"]]
    for place in [*full["hands"], *full["stacks"], *(entry["cards"] for entry in full["pot"])]:
        found += place
    assert ascending(found) == pack(full["options"])


def check_knowledge(full: Position) -> None:
    """Known parts are there, what is known of a stack is below, and bounds are nested and met."""
    for seat, hand in enumerate(full["hands"]):
        assert len(hand) <= HAND
        assert hand or not full["stacks"][seat]
        bounds = [(value(low), value(high)) for low, high in full["bounds"][seat]]
        for inner, outer in itertools.pairwise(bounds):
            assert outer[0] <= inner[0] <= inner[1] <= outer[1]
        assert worlds.can_be_matched(without(hand, full["known_hands"][seat]), bounds)
        known = full["known_stacks"][seat]
        below = len(known) - known.count(None)
        assert known == [None] * (len(known) - below) + full["stacks"][seat][len(known) - below :]


def check_views(game: ReferenceTriplets, full: Position) -> None:
    """What is hidden in a view is null, and everything else as it is."""
    for player in range(-1, game.n):
        view = game.view(player)
        assert view["stacks"] == full["known_stacks"]
        for seat, hand in enumerate(full["hands"]):
            hidden = len(hand) - len(full["known_hands"][seat])
            shown = hand if seat == player else full["known_hands"][seat] + [None] * hidden
            assert view["hands"][seat] == shown
        assert {**view, "hands": full["hands"], "stacks": full["stacks"]} == full


def play_out(game: ReferenceTriplets, rng: random.Random) -> int:
    """Play a random game to its end and check it all the way; the number of actions."""
    actions = 0
    while True:
        full = game.view(None)
        check_cards(full)
        check_knowledge(full)
        check_views(game, full)
        # Nothing but the position decides.
        again = ReferenceTriplets(full)
        assert again.view(None) == full
        if game.is_over:
            return actions
        (seat,) = game.to_act()
        legal = game.legal(seat)
        assert again.legal(seat) == legal
        assert seat in full["in"]
        assert len(full["in"]) >= 2
        assert 0 < len(legal) <= 5
        assert [word for word in all_words() if word in legal] == legal
        assert not any(game.legal(other) for other in range(game.n) if other != seat)
        word = rng.choice(legal)
        held = game.winning.player if game.winning else seat
        winner = held if game.effect(word) == "out" else seat
        before = game.round
        game.apply(word, seat)
        if game.is_over or game.round > before:
            # Page: whoever stays in holds the winning card, so that its holder wins.
            assert game.in_round[0] == winner if game.is_over else game.turn == winner
        actions += 1


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda o: "-".join(map(str, o.values())))
def test_random_games(options: Options) -> None:
    rng = random.Random(str(options))
    seen: Counter[str] = Counter()
    starts = [deal(options, rng), *(few_cards(rng, options) for _ in range(8))]
    for start in starts:
        game = ReferenceTriplets(start)
        assert game.view(None) == start
        actions = play_out(game, rng)
        assert actions <= game_length(options)
        assert abs(sum(game.returns())) < 1e-9
        assert game.winners()
        assert game.round <= options["max_rounds"]
        seen["ended by the rules"] += not game.is_truncated
    if options["max_rounds"] >= 10:
        assert seen["ended by the rules"]


# ------------------------------------------------------------------ the setup


def test_cards_and_words() -> None:
    assert len(CARDS) == 52
    assert CARDS[:5] == cards("2c 2d 2h 2s 3c")
    assert CARDS[-1] == "As"
    words = all_words()
    assert len(words) == 26
    assert words[3] == "5"
    assert words[16] == "triplet 5"


def test_the_dealer_begins_with_the_lowest_card() -> None:
    for lead in ("any", "lowest"):
        game = ReferenceTriplets(
            position(hands=["4c 4d 4h Ks", "3c"], round=1, to_act=0, dealer=0, lead=lead)
        )
        # Not a triplet, though it could be one.
        assert game.legal(0) == ["4"]
        assert game.legal(1) == []


def test_later_leaders_play_what_they_like_unless_the_option_says_lowest() -> None:
    hands = ["4c 4d 4h Ks 2c", "3c"]
    assert ReferenceTriplets(position(hands=hands)).legal(0) == ["2", "4", "K", "triplet 4"]
    assert ReferenceTriplets(position(hands=hands, lead="lowest")).legal(0) == ["2"]


def test_refuses_what_is_not_allowed() -> None:
    game = ReferenceTriplets(position(hands=["4c 4d Ks", "3c"]))
    for word, seat in [("4", 1), ("5", 0), ("triplet 4", 0), ("3", 0), ("", 0), ("king", 0)]:
        with pytest.raises(RuleError):
            game.apply(word, seat)
    assert game.view(None) == position(hands=["4c 4d Ks", "3c"])


# ------------------------------------------------------------------ escalation


def test_a_card_as_high_has_to_be_played() -> None:
    game = ReferenceTriplets(position(hands=["7c 2c", "6c 7d 9c 9d 2d", "3c 4c", "8c 8d"]))
    play(game, "0 7")
    assert game.legal(1) == ["7", "9"]
    assert [game.effect(word) for word in game.legal(1)] == ["beat", "beat"]
    play(game, "1 7")
    # Nothing as high: any card, and out.
    assert game.legal(2) == ["3", "4"]
    assert game.effect("4") == "out"
    play(game, "2 4")
    assert game.in_round == [0, 1, 3]
    # The same winning card is to be met, and it is seat 1's now.
    assert game.view(None)["winning"] == {"kind": "single", "rank": "7", "player": 1}
    assert game.legal(3) == ["8"]


def test_equal_cards_go_round_until_somebody_cannot_play_one() -> None:
    # The rulebook's example with three fives.
    game = ReferenceTriplets(position(hands=["5c 3c Ac", "5d 2d 2s", "5h 2h 3s"]))
    play(game, "0 5, 1 5, 2 5")
    # Seat 0 laid the first five and still has to play an ace.
    assert game.legal(0) == ["A"]
    play(game, "0 A, 1 2, 2 2")
    # Everyone else is out: seat 0 wins at once and leads.
    assert game.round == 3
    assert game.to_act() == [0]
    assert game.scores() == [7, 1, 1]


def test_the_round_ends_at_once_when_one_seat_is_in() -> None:
    game = ReferenceTriplets(position(hands=["9c 2c", "3c 4d", "5c 6d"], stacks=["Kc", "Kd", "Kh"]))
    play(game, "0 9, 1 3")
    assert game.round == 2
    play(game, "2 5")
    assert game.round == 3
    assert game.to_act() == [0]
    # Under its stack, the first card played on top, publicly known.
    assert game.view(None)["stacks"][0] == cards("Kc 9c 3c 5c")
    assert game.view(None)["known_stacks"][0] == [None, *cards("9c 3c 5c")]


def test_the_middle_cards_come_first() -> None:
    game = ReferenceTriplets(
        position(hands=["2c 9c", "3c 4d"], stacks=["Kc"], pot="Qs 3d 3h", round=1)
    )
    play(game, "0 2, 1 4, 0 9, 1 3")
    assert game.view(None)["hands"][0] == ["Kc"]
    assert game.view(None)["stacks"][0] == cards("Qs 3d 3h 2c 4d 9c 3c")


# ------------------------------------------------------------------ triplets


def test_a_triplet_beats_any_single() -> None:
    game = ReferenceTriplets(position(hands=["Ac Ad 3c", "2c 2d 2h 5c 6c", "Kc 4d"]))
    play(game, "0 A")
    # No card is as high as an ace: a triplet or any one card.
    assert game.legal(1) == ["2", "5", "6", "triplet 2"]
    assert [game.effect(word) for word in game.legal(1)] == ["out", "out", "out", "beat"]
    play(game, "1 triplet 2")
    assert game.view(None)["winning"] == {"kind": "triplet", "rank": "2", "player": 1}


def test_a_card_as_high_or_a_lower_triplet_must_be_played() -> None:
    game = ReferenceTriplets(position(hands=["9c 3c", "2c 2d 2h 5c Jc", "9d 9h 9s 3d 4d"]))
    play(game, "0 9")
    assert game.legal(1) == ["J", "triplet 2"]
    play(game, "1 J")
    # Cards of a triplet that is too low as a single may be played alone, and out.
    assert game.legal(2) == ["3", "4", "9", "triplet 9"]
    assert game.effect("9") == "out"


def test_a_card_as_high_among_three_equal_ones_must_be_played() -> None:
    game = ReferenceTriplets(position(hands=["9c 3c", "9d 9h 9s 4c 5c"]))
    play(game, "0 9")
    assert game.legal(1) == ["9", "triplet 9"]


def test_only_a_higher_triplet_beats_a_triplet() -> None:
    game = ReferenceTriplets(
        position(hands=["5c 5d 5h Ac", "4c 4d 4h Ks 2c", "6c 6d 6h 3c 3d", "5s 2d 7c"])
    )
    play(game, "0 triplet 5")
    assert game.legal(1) == ["2", "4", "K"]
    assert [game.effect(word) for word in game.legal(1)] == ["out"] * 3
    play(game, "1 K")
    # Neither a higher triplet nor the fourth card is compulsory.
    assert game.legal(2) == ["3", "6", "triplet 6"]
    play(game, "2 triplet 6")
    # Its triplet is beaten: the fourth five is just a card.
    assert game.legal(3) == ["2", "5", "7"]
    assert [game.effect(word) for word in game.legal(3)] == ["out"] * 3


def test_the_fourth_card_negates() -> None:
    game = ReferenceTriplets(position(hands=["3c 3d 3h Ac", "Kc Kd 2c", "3s 4c", "4d 2d"]))
    play(game, "0 triplet 3, 1 2")
    assert game.legal(2) == ["3", "4"]
    assert [game.effect(word) for word in game.legal(2)] == ["negate", "out"]
    play(game, "2 3")
    # The rulebook's example: now just a 3, to be met by a 4.
    assert game.view(None)["winning"] == {"kind": "single", "rank": "3", "player": 2}
    assert game.in_round == [0, 2, 3]
    assert game.legal(3) == ["4"]
    assert game.effect("4") == "beat"


def test_who_holds_nothing_but_the_fourth_card_negates() -> None:
    game = ReferenceTriplets(position(hands=["3c 3d 3h Ac", "3s", "Kc"]))
    play(game, "0 triplet 3")
    assert game.legal(1) == ["3"]
    assert game.effect("3") == "negate"


def test_triplets_and_the_negating_card_leave_the_game() -> None:
    game = ReferenceTriplets(
        position(hands=["3c 3d 3h Ac", "3s 2c", "8c 8d 8h 8s 9c", "Kc 2d"], stacks=["Kd", "Qc"])
    )
    before = len(game.removed)
    play(game, "0 triplet 3, 1 3, 2 triplet 8, 3 K, 0 A, 1 2")
    # Seat 2 has won: in the order played, without what left the game.
    assert game.view(None)["removed"][before:] == cards("3c 3d 3h 3s 8c 8d 8h")
    assert game.to_act() == [2]
    assert game.view(None)["stacks"][2] == cards("Kc Ac 2c")
    assert game.view(None)["pot"] == []


def test_the_fourth_card_after_its_triplet_was_beaten_goes_to_the_winner() -> None:
    game = ReferenceTriplets(position(hands=["3c 3d 3h Ac", "8c 8d 8h 9c", "3s 2d", "8s 2h"]))
    before = len(game.removed)
    play(game, "0 triplet 3, 1 triplet 8, 2 3, 3 2, 0 A")
    assert game.view(None)["removed"][before:] == cards("3c 3d 3h 8c 8d 8h")
    assert game.view(None)["stacks"][1] == cards("3s 2h Ac")


def test_only_the_first_of_several_fourth_cards_negates() -> None:
    game = ReferenceTriplets(
        position(
            hands=["3c 3d 3h 2c", "3c 5c", "3d 3h 3s 4c", "3s 2d"],
            decks=2,
        )
    )
    before = len(game.removed)
    play(game, "0 triplet 3, 1 3")
    # With several decks a single 3 is met by a 3, and by a triplet of threes.
    assert game.legal(2) == ["3", "4", "triplet 3"]
    assert game.effect("3") == "beat"
    play(game, "2 triplet 3")
    # And that can be negated again.
    assert game.effect("3") == "negate"
    play(game, "3 3, 0 2")
    assert game.view(None)["winning"] == {"kind": "single", "rank": "3", "player": 3}
    play(game, "1 5, 2 4, 3 2")
    assert game.view(None)["removed"][before:] == cards("3c 3d 3h 3c 3d 3h 3s 3s")
    assert game.view(None)["stacks"][1] == []
    assert game.view(None)["hands"][1] == ascending(cards("2c 5c 4c 2d"))


# ------------------------------------------------------------------ drawing


def test_a_seat_draws_when_it_goes_out_or_has_nothing_in_hand() -> None:
    game = ReferenceTriplets(
        position(
            hands=["9c 3c 4c", "Kc", "2c 5c 6c 7c 8c"],
            stacks=["2d 2h", "3d 3h 4d 4h 5d 5h", "Qc Qd"],
        )
    )
    play(game, "0 9")
    # It stays in: no card is drawn.
    assert game.view(None)["hands"][0] == cards("3c 4c")
    play(game, "1 K")
    # Nothing left in hand: five new ones.
    assert game.view(None)["hands"][1] == cards("3d 3h 4d 4h 5d")
    play(game, "2 8")
    assert game.view(None)["hands"][2] == cards("2c 5c 6c 7c Qc")
    play(game, "0 3")
    # As many as there are.
    assert game.view(None)["hands"][0] == cards("2d 2h 4c")
    # The winner has not gone out, and draws nothing.
    assert game.to_act() == [1]
    assert game.view(None)["hands"][1] == cards("3d 3h 4d 4h 5d")


@pytest.mark.parametrize("refill", ["rule", "round"])
@pytest.mark.parametrize("max_rounds", [2, 3])
def test_the_winner_draws_when_it_has_collected_only_by_the_option(
    refill: str, max_rounds: int
) -> None:
    game = ReferenceTriplets(
        position(
            hands=["9c 3c", "4c 5c"], stacks=["Kc"], refill=refill, max_rounds=max_rounds, round=2
        )
    )
    play(game, "0 9, 1 5")
    # After the last round too.
    assert game.is_truncated == (max_rounds == 2)
    full = game.view(None)
    if refill == "rule":
        assert full["hands"][0] == ["3c"]
        assert full["stacks"][0] == cards("Kc 9c 5c")
    else:
        assert full["hands"][0] == cards("3c 5c 9c Kc")
        assert full["known_hands"][0] == cards("5c 9c")
        assert full["stacks"][0] == []


def test_a_winner_without_a_card_in_hand_draws_what_it_has_collected() -> None:
    game = ReferenceTriplets(position(hands=["9c", "4c 5c"]))
    play(game, "0 9")
    assert game.scores() == [0, 2]
    play(game, "1 5")
    assert game.view(None)["hands"][0] == cards("5c 9c")
    assert game.view(None)["known_hands"][0] == cards("5c 9c")
    assert game.view(None)["bounds"][0] == []
    assert game.to_act() == [0]


# ------------------------------------------------------------------ out of the game


def test_a_cardless_seat_is_out_in_its_turn() -> None:
    game = ReferenceTriplets(position(hands=["9c", "Jc", "Qc 2c", "3c 4c"]))
    play(game, "0 9, 1 J, 2 Q")
    # Both are in until their turns come.
    assert game.in_round == [0, 1, 2, 3]
    play(game, "3 3")
    # Seats 0 and 1 cannot act: seat 2 has won.
    assert game.round == 3
    assert game.to_act() == [2]
    assert game.in_round == [2, 3]
    assert game.view(None)["stacks"][2] == cards("9c Jc Qc 3c")


def test_cardless_seats_are_passed_over_and_others_go_on() -> None:
    game = ReferenceTriplets(position(hands=["9c", "Jc Kc", "Qc 2c"]))
    play(game, "0 9, 1 J, 2 Q")
    assert game.to_act() == [1]
    assert game.in_round == [1, 2]
    play(game, "1 K")
    # Seat 1 holds nothing now, and wins when seat 2 goes out.
    assert game.scores() == [0, 0, 1]
    play(game, "2 2")
    assert game.is_over
    assert game.winners() == [1]
    assert game.in_round == [1]
    assert game.scores() == [0, 5, 0]
    assert game.returns() == [-0.5, 1.0, -0.5]


def test_the_game_is_not_over_before_the_round_is() -> None:
    game = ReferenceTriplets(position(hands=["9c 2c 3c", "Jc", "Qc"]))
    play(game, "0 9, 1 J, 2 Q")
    # Seat 0 alone holds cards, but has to play on.
    assert not game.is_over
    assert game.legal(0) == ["2", "3"]
    play(game, "0 2")
    # Seat 2 has won the round, and both hold cards.
    assert game.round == 3
    assert game.to_act() == [2]
    assert game.in_round == [0, 2]


def test_if_the_last_cards_leave_the_game_the_winner_of_the_round_wins() -> None:
    game = ReferenceTriplets(position(hands=["5c 5d 5h", "5s"]))
    play(game, "0 triplet 5, 1 5")
    assert game.is_over
    assert not game.is_truncated
    assert game.scores() == [0, 0]
    assert game.winners() == [1]
    assert game.returns() == [-1.0, 1.0]
    full = game.view(None)
    assert (full["in"], full["to_act"], full["pot"], full["winning"]) == ([1], [], [], None)
    assert full["removed"][-4:] == cards("5c 5d 5h 5s")
    assert full["round"] == 2


@pytest.mark.parametrize(
    ("hands", "winners"),
    [(["9c 3c", "4c", "5c 6c 7c 8d"], [0]), (["9c", "4c 2c", "5c 6c 7c 8c"], [0, 2])],
)
def test_after_so_many_rounds_most_cards_win(hands: list[str], winners: list[int]) -> None:
    game = ReferenceTriplets(position(hands=hands, round=7, max_rounds=7))
    play(game, "0 9, 1 4, 2 5")
    assert game.is_truncated
    assert game.round == 7
    assert game.winners() == winners
    assert game.in_round == [0]


def test_an_end_by_the_rules_in_the_last_round_is_no_truncation() -> None:
    game = ReferenceTriplets(position(hands=["9c", "4c"], round=7, max_rounds=7))
    play(game, "0 9, 1 4")
    assert game.is_over
    assert not game.is_truncated
    assert game.winners() == [0]


# ------------------------------------------------------------------ what is known


def test_of_equal_cards_a_known_one_goes_first_then_by_suit() -> None:
    hands = ["7c 7d 7h 7s 2c", "3c"]
    game = ReferenceTriplets(position(hands=hands, known=["7h"]))
    assert game.cards_for("7") == ["7h"]
    # The known one and the first two of the others, listed by suit.
    assert game.cards_for("triplet 7") == cards("7c 7d 7h")
    game = ReferenceTriplets(position(hands=hands, known=["7h 7s"]))
    assert game.cards_for("triplet 7") == cards("7c 7h 7s")
    game = ReferenceTriplets(position(hands=hands))
    assert game.cards_for("triplet 7") == cards("7c 7d 7h")


def test_of_two_copies_the_known_one_goes_first() -> None:
    game = ReferenceTriplets(
        position(hands=["7h 7h 7s 2c", "3c", "3d", "3h"], known=["7h"], decks=2)
    )
    play(game, "0 7")
    assert game.view(-1)["known_hands"][0] == []
    assert game.view(-1)["hands"][0] == [None] * 3
    assert len(game.view(-1)["bounds"][0]) == 3


def test_a_card_collected_face_up_stays_known() -> None:
    game = ReferenceTriplets(position(hands=["9c", "4c 5c"], stacks=["Kc"]))
    # The king is drawn unseen, then what lies below it, seen.
    play(game, "0 9, 1 5, 0 K")
    assert game.view(1)["known_hands"][0] == cards("5c 9c")
    assert game.view(1)["hands"][0] == cards("5c 9c")


def test_who_leads_the_lowest_holds_nothing_lower() -> None:
    game = ReferenceTriplets(
        position(hands=["4c 9c Kc 7c", "8c 2c 2d 2h Kd"], known=["7c"], round=1, bounds=["3-K 3-K"])
    )
    play(game, "0 4")
    assert game.view(-1)["bounds"][0] == [["4", "K"], ["4", "A"]]
    # Of who beats a card, nothing is known.
    play(game, "1 8")
    assert game.view(-1)["bounds"][1] == [["2", "A"]] * 4


def test_a_lead_of_one_s_choice_tells_nothing() -> None:
    game = ReferenceTriplets(position(hands=["4c 9c Kc", "8c 2c"]))
    play(game, "0 4")
    assert game.view(-1)["bounds"][0] == [["2", "A"]] * 2


def test_who_goes_out_against_a_single_holds_nothing_as_high() -> None:
    game = ReferenceTriplets(position(hands=["9c Kc", "8c 2c 3c 3d 3h"], stacks=["", "Ac Ad"]))
    play(game, "0 9, 1 2")
    # Before it draws; the new card can be anything.
    assert game.view(-1)["bounds"][1] == [["2", "8"]] * 4 + [["2", "A"]]


def test_who_goes_out_against_a_triplet_tells_nothing() -> None:
    game = ReferenceTriplets(position(hands=["9c 9d 9h Kc", "8c 2c 3c"]))
    play(game, "0 triplet 9, 1 2")
    assert game.view(-1)["bounds"][1] == [["2", "A"]] * 2


def test_after_negation_the_bound_is_that_of_a_single() -> None:
    game = ReferenceTriplets(position(hands=["9c 9d 9h Kc", "9s 2c", "3c 4c 8c"]))
    play(game, "0 triplet 9, 1 9, 2 3")
    assert game.view(-1)["bounds"][2] == [["2", "8"]] * 2


def test_the_tightest_bound_that_admits_a_card_goes_with_it() -> None:
    start = position(hands=["4c 7c Kc 9c", "Ac"], bounds=["4-5 3-8 2-9"])
    for word, left in [
        ("4", [["3", "8"], ["2", "9"], ["2", "A"]]),
        ("7", [["4", "5"], ["2", "9"], ["2", "A"]]),
        ("9", [["4", "5"], ["3", "8"], ["2", "A"]]),
        ("K", [["4", "5"], ["3", "8"], ["2", "9"]]),
    ]:
        game = ReferenceTriplets(start)
        game.apply(word, 0)
        assert game.view(-1)["bounds"][0] == left


def test_a_known_card_takes_no_bound_with_it() -> None:
    game = ReferenceTriplets(position(hands=["4c 4d Kc", "Ac"], known=["4d"], bounds=["2-5"]))
    play(game, "0 4")
    assert game.view(-1)["bounds"][0] == [["2", "5"], ["2", "A"]]


# ------------------------------------------------------------------ worlds


def test_a_matching_is_found_if_there_is_one() -> None:
    assert worlds.can_be_matched(cards("4c Kc"), [(2, 4), (0, 12)])
    assert not worlds.can_be_matched(cards("Qc Kc"), [(2, 4), (0, 12)])
    assert worlds.can_be_matched(cards("4c 4d"), [(2, 2), (2, 2)])
    assert not worlds.can_be_matched(cards("4c 5d"), [(2, 2), (2, 2)])
    assert worlds.can_be_matched([], [])


def test_worlds_of_two_hands_by_hand() -> None:
    # Seat 0 sees its own card. The others hold two of 3, 8 and K; one lies in the stack.
    full = position(hands=["Ac", "3c", "8c"], stacks=["Kc"], bounds=["", "2-8"])
    law = worlds.law_of_hands(ReferenceTriplets(full).view(0), 0)
    assert law == {
        hands: pytest.approx(1 / 4)
        for hands in [
            (("3c",), ("8c",)),
            (("3c",), ("Kc",)),
            (("8c",), ("3c",)),
            (("8c",), ("Kc",)),
        ]
    }


def test_copies_count_as_different() -> None:
    full = position(
        hands=["Ac", "3c 3c", "8c", ""], stacks=["8c"], bounds=["", "", ""], decks=2, to_act=0
    )
    law = worlds.law_of_hands(ReferenceTriplets(full).view(0), 0)
    # Four cards for three places in hands; of each two copies.
    assert law[("3c", "3c"), ("8c",)] == pytest.approx(2 / 12)
    assert law[("3c", "8c"), ("8c",)] == pytest.approx(4 / 12)
    assert sum(law.values()) == pytest.approx(1)


def test_worlds_contain_the_truth() -> None:
    rng = random.Random(0)
    seen = 0
    for number in range(300):
        options = default_options(num_players=2 + number % 3, max_rounds=9, lead="lowest")
        game = ReferenceTriplets(few_cards(rng, options))
        while not game.is_over:
            full = game.view(None)
            for player in range(game.n):
                view = game.view(player)
                if len(worlds.unseen_cards(view)) <= 6:
                    seen += 1
                    assert worlds.world_of(full, view) in worlds.law_of_worlds(view, player)
            (seat,) = game.to_act()
            game.apply(rng.choice(game.legal(seat)), seat)
    assert seen > 1_000
