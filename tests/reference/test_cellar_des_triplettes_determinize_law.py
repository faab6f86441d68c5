"""Checks that the core draws worlds and deals of Cellar des Triplettes from the laws of the page.

Small positions are enumerated in full and large ones compared place by place, with chi-square tests
over fixed seeds: a change of the generator may in principle fail one of them by chance, with a
probability of at most one in ten thousand for the whole file.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from . import cellar_des_triplettes_worlds as worlds
from .cellar_des_triplettes_driver import CellarDesTriplettesDriver, underbid
from .cellar_des_triplettes_positions import position
from .cellar_des_triplettes_reference import (
    Position,
    ReferenceCellarDesTriplettes,
    deck,
    default_options,
)
from .chi_square import accept, chi_square, draws_for
from .driver import full_position

DRIVER = CellarDesTriplettesDriver()


@dataclass(frozen=True)
class Case:
    """A position, who looks at it, and the share of all deals that meet the condition on it."""

    name: str
    full: Position
    player: int
    share: Fraction | None


SMALL_CASES = [
    Case(
        "no turn: hands and pile, one card three times",
        position(
            3,
            hands=["3 4", "6 6", "7 9"],
            known=["", "10", ""],
            display="16 17 18 20",
            pile="6 13",
            pile_bottom="23 14",
        ),
        0,
        None,
    ),
    Case(
        "hidden pile only",
        position(
            3,
            hands=["", "", ""],
            known=["3 3", "4", "10 16"],
            display="16 17 18 20",
            pile="6 6 9 13 0.2",
        ),
        2,
        None,
    ),
    Case(
        "hands of three others only",
        position(
            4, hands=["3", "5 6", "0.2 0.2 7", "8 8"], display="16 17", pile_bottom="20", to_act=2
        ),
        3,
        None,
    ),
    Case(
        "placing",
        position(
            3,
            hands=["6 7", "7 7 9", "3"],
            known=["", "10 10 11 13", "14"],
            display="16 17 18 20",
            pile="9 4",
            phase="place",
            passed=[0, 1, 2],
            to_act=1,
            placing=[1, 2, 0],
            high_bidder=1,
        ),
        0,
        None,
    ),
    Case(
        "turn: call is legal, the hand cannot go on",
        position(
            3,
            hands=["3 4", "3 4", "4 7"],
            bids=["7", "6", ""],
            turn="6",
            to_act=1,
            display="16 17 18 20",
            pile="3 0.2",
        ),
        0,
        None,
    ),
    Case(
        "turn: call is illegal, a known card suffices",
        position(
            3,
            hands=["3 4", "3 4", "4 7"],
            known=["", "10", ""],
            bids=["6", "6", ""],
            turn="6",
            to_act=1,
            display="16 17 18 20",
            pile="3 0.2",
        ),
        0,
        None,
    ),
    Case(
        "turn: seen by the seat to act",
        position(
            3,
            hands=["3 4", "3 10", "4 7"],
            bids=["6", "6", ""],
            turn="6",
            to_act=1,
            display="16 17 18 20",
            pile="3 0.2",
        ),
        1,
        None,
    ),
    Case(
        "turn: one other total",
        position(
            3,
            hands=["3 4", "3 10", "4"],
            bids=["6", "6", ""],
            turn="6",
            to_act=1,
            display="16 17 18 20",
            pile="0.2 3",
        ),
        0,
        Fraction(2, 5),
    ),
    Case(
        "turn: two other totals, seen by a seat that bid",
        position(
            3,
            hands=["3 9", "6 6", "3 7"],
            bids=["4", "4", "10"],
            turn="4",
            to_act=1,
            display="16 17 18 20",
            pile="4 0.2",
        ),
        0,
        Fraction(2, 3),
    ),
    Case(
        "turn: three other totals",
        position(
            4,
            hands=["3 6 0.2", "6", "", "8 8 8"],
            bids=["3 3", "6", "9", "12"],
            turn="3 3",
            to_act=0,
            passed=[2],
            display="16 17 19 20",
            pile="7 0.2",
        ),
        3,
        Fraction(17, 20),
    ),
    Case(
        "turn: four other totals, and a known card that is of use only with others",
        position(
            5,
            hands=["10", "3", "5 5", "3", ""],
            known=["", "3", "7", "", ""],
            bids=["4", "11", "4", "9", "16"],
            turn="4",
            to_act=2,
            display="16 17 19 20",
            pile="0.2 12",
            pile_bottom="22",
        ),
        0,
        Fraction(6, 15),
    ),
    Case(
        "turn after an earlier turn: the bid counts, the earlier cards do not bind",
        position(
            3,
            hands=["3 4", "0.2 6 0.2", "3 3"],
            bids=["10", "4 6", ""],
            turn="4",
            to_act=1,
            passed=[2],
            display="16 17 18 20",
            pile="0.2 4",
            pile_bottom="13",
        ),
        0,
        Fraction(5, 7),
    ),
    Case(
        "turn: one of 28 deals",
        position(
            3,
            hands=["9", "20 20", "3 3 6"],
            bids=["3 17", "20", "10 13 17"],
            turn="20",
            to_act=1,
            display="16 17 18 21",
            pile="4 4 7",
        ),
        0,
        Fraction(1, 28),
    ),
]

# Much is hidden here, and little of it meets the condition.
RARE_CASES = [
    Case(
        "one deal of 561",
        position(
            5,
            hands=["7 8 9", "23 23", "3 4 5", "3 4 5 6 7", "0.2 0.2 4 8 10"],
            bids=["3 20", "23", "5 19 22", "", ""],
            turn="23",
            to_act=1,
            passed=[2],
            display="21 21 21 22",
            pile="6 7 8 9 10 10 11 11 12 12 13 13 14 14 15 15 16 16 17",
        ),
        0,
        Fraction(1, 561),
    ),
    Case(
        "six deals of 780",
        position(
            4,
            hands=["7 8 9", "22 23", "3 5 5", "3 6 7"],
            bids=["22", "22", "12 15 17", "6 19 20"],
            turn="22",
            to_act=1,
            display="21 21 21 5",
            pile="23 23 6 8 8 9 9 10 10 10 12 12 13 13 13 14 14 15 15 16 16 16 17 17 0.2 0.2 0.2 3 "
            "19 19 20 20",
        ),
        0,
        Fraction(6, 780),
    ),
    Case(
        "one deal of 45 for three cards, beside known ones that do not suffice",
        position(
            5,
            hands=["6 7 8 9", "3 5 6", "0.2 19 20", "3 4 5 6", "5 10 14"],
            known=["", "", "3 4", "", ""],
            bids=["7 12", "18 20", "19", "16 23", "18"],
            turn="19",
            to_act=2,
            passed=[0, 3],
            display="21 21 21 22",
            pile="19 20 8 8 9 9 10 10 11 11 11 12 12 13 13 13 14 14 15 15 15 16 16 17 17 17",
            pile_bottom="22 22 23 23",
        ),
        1,
        Fraction(11, 494),
    ),
]


def state_of(full: Position) -> Any:
    """State of the core."""
    return DRIVER.subject(full["options"]).game.state_from_dict(full)


def check_turn(full: Position) -> None:
    """The cards of the present turn could all be laid from the hand that was drawn."""
    if not full["turn"]:
        return
    (seat,) = full["to_act"]
    before = copy.deepcopy(full)
    before["turn"] = []
    before["hands"][seat] += full["turn"]
    for card in full["turn"]:
        before["bids"][seat].remove(card)
    reference = ReferenceCellarDesTriplettes(before)
    for card in full["turn"]:
        reference.apply(f"bid {card}", seat)
    again = reference.view(None)
    assert all(again[key] == full[key] for key in ("hands", "bids", "turn", "to_act"))


def check_draws(state: Any, player: int) -> None:
    """Some draws: view kept, position accepted, past legal, nothing stuck; the seed decides."""
    view = state.view(player).to_dict()
    ordinary = state.view(None).to_dict()
    generators: set[tuple[str, ...]] = set()
    for number in range(30):
        drawn = state.determinize(player, number)
        assert drawn.view(player).to_dict() == view
        assert drawn.legal_words(player) == state.legal_words(player)
        assert drawn.to_bytes() == state.determinize(player, number).to_bytes()
        full = drawn.view(None).to_dict()
        assert full["rng"] != ordinary["rng"]
        generators.add(tuple(full["rng"]))
        assert state.game.state_from_dict(full).view(None).to_dict() == full
        check_turn(full)
        reference = ReferenceCellarDesTriplettes(full)
        for seat in range(reference.n):
            assert drawn.legal_words(seat) == reference.legal(seat)
        assert all(map(reference.legal, reference.to_act()))
    assert len(generators) == 30
    # Drawing is not acting.
    assert state.view(None).to_dict() == ordinary


def draws(state: Any, player: int, number: int) -> Iterator[Position]:
    """Full positions of so many determinizations."""
    for seed in range(number):
        yield state.determinize(player, seed).view(None).to_dict()


@pytest.mark.parametrize("case", SMALL_CASES, ids=lambda case: case.name)
def test_every_way_of_placing_the_cards_is_equally_likely(case: Case) -> None:
    state, player = state_of(case.full), case.player
    check_draws(state, player)
    view = state.view(player).to_dict()
    ways = worlds.worlds(view, player)
    assert worlds.world_of(case.full) in ways
    if case.share is not None:
        assert worlds.share_of_deals(view, player) == pytest.approx(float(case.share))
    law = {world: number / ways.total() for world, number in ways.items()}
    observed = Counter(worlds.world_of(full) for full in draws(state, player, draws_for(len(law))))
    assert observed.keys() == law.keys()
    p_values = [chi_square(observed, law)]
    # What a wrong sampler would first get wrong: single hands.
    for seat in range(len(view["hands"])):
        hands: Counter[Hashable] = Counter()
        hands_law: Counter[Hashable] = Counter()
        for world, number in ways.items():
            hands[world[0][seat]] += observed[world]
            hands_law[world[0][seat]] += number
        shares = {hand: number / ways.total() for hand, number in hands_law.items()}
        p_values.append(chi_square(hands, shares))
    accept(p_values)


def check_places(state: Any, player: int, number: int) -> None:
    """The hand in mid-turn has its law, and so has every hidden place beside it."""
    view = state.view(player).to_dict()
    acting = worlds.acting_seat(view, player)
    assert acting is not None
    law = worlds.acting_hand_law(view, player)
    single = worlds.elsewhere_law(view, player, law)
    pairs = worlds.pairs_elsewhere_law(view, player, law)
    sizes = worlds.hidden_sizes(view, player)
    others = [seat for seat, size in enumerate(sizes) if size and seat != acting]
    pile = worlds.hidden_pile(view)
    hands: Counter[Hashable] = Counter()
    tops: Counter[Hashable] = Counter()
    lasts: Counter[Hashable] = Counter()
    first_two: Counter[Hashable] = Counter()
    held: dict[int, Counter[Hashable]] = {seat: Counter() for seat in others}
    rng = random.Random(number)
    for full in draws(state, player, number):
        hands[worlds.hidden_part(full, view, acting)] += 1
        if pile:
            tops[full["pile"][0]] += 1
            lasts[full["pile"][pile - 1]] += 1
        if pile > 1:
            first_two[tuple(full["pile"][:2])] += 1
        for seat in others:
            # Any one of the cards of a hand has the law of a place.
            held[seat][rng.choice(worlds.hidden_part(full, view, seat))] += 1
    p_values = [chi_square(hands, law)]
    p_values += [chi_square(cards, single) for cards in held.values()]
    if pile:
        p_values += [chi_square(tops, single), chi_square(lasts, single)]
    if pile > 1:
        p_values.append(chi_square(first_two, pairs))
    accept(p_values)


@pytest.mark.parametrize("case", RARE_CASES, ids=lambda case: case.name)
def test_conditions_that_few_deals_meet(case: Case) -> None:
    state, player = state_of(case.full), case.player
    check_draws(state, player)
    share = worlds.share_of_deals(state.view(player).to_dict(), player)
    assert share == pytest.approx(float(case.share or 1))
    check_places(state, player, 10_000)


def conditioned(view: Position, player: int) -> bool:
    """Whether it depends on hidden cards that the seat to act can finish its turn."""
    acting = worlds.acting_seat(view, player)
    return acting is not None and not worlds.can_finish(view, view["known_hands"][acting])


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_conditions_that_come_up_in_play(num_players: int) -> None:
    rng = random.Random(num_players)
    subject = DRIVER.subject(default_options(num_players))
    found = 0
    while found < 4:
        state = subject.game.new_state(rng.getrandbits(60))
        player = rng.randrange(num_players)
        reference = ReferenceCellarDesTriplettes(full_position(state))
        fresh = True
        while reference.round < 8 and fresh and not reference.is_over:
            view = reference.view(player)
            if conditioned(view, player) and worlds.share_of_deals(view, player) < 0.7:
                check_draws(state, player)
                check_places(state, player, 5_000)
                found += 1
                fresh = False
            seat = reference.to_act()[0]
            word = underbid(rng, reference, seat, reference.legal(seat))
            reference.apply(word, seat)
            state.apply(subject.ids[word], seat)


def test_nothing_is_drawn_when_all_is_known() -> None:
    full = position(
        3,
        hands=["3 4", "", ""],
        known=["", "6 6", "7"],
        display="16 17 18 20",
        pile_bottom="23 14 21",
    )
    state = state_of(full)
    for seed in range(20):
        drawn = full_position(state.determinize(0, seed))
        assert drawn == full


# ------------------------------------------------------------------ starting seats and deals


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_deals_are_fair(num_players: int) -> None:
    """Who starts, where each card goes, and how often neighbours in the deck are dealt together."""
    game = DRIVER.subject(default_options(num_players)).game
    cards = deck(num_players)
    starts: Counter[Hashable] = Counter()
    places: list[Counter[Hashable]] = []
    pairs: Counter[Hashable] = Counter()
    for seed in range(6_000):
        full = game.new_state(seed).view(None).to_dict()
        start = full["starting_player"]
        starts[start] += 1
        # Hands and display are sorted: in each any one of the cards has the law of a place.
        rng = random.Random(seed)
        dealt = [rng.choice(hand) for hand in [*full["hands"], full["display"]]] + full["pile"]
        places = places or [Counter() for _ in dealt]
        for at, card in enumerate(dealt):
            places[at][card] += 1
        at = rng.randrange(len(full["pile"]) - 1)
        pairs[tuple(full["pile"][at : at + 2])] += 1
    number = len(cards)
    copies = Counter(cards)
    law = {card: amount / number for card, amount in copies.items()}
    pairs_law: dict[Hashable, float] = {
        (one, other): copies[one] * (copies[other] - (one == other)) / (number * (number - 1))
        for one in copies
        for other in copies
    }
    p_values = [chi_square(place, law) for place in places]
    p_values.append(chi_square(pairs, pairs_law))
    p_values.append(chi_square(starts, dict.fromkeys(range(num_players), 1 / num_players)))
    accept(p_values)
