"""Checks that the core draws worlds and deals of Triplets from the laws of the page.

Small positions are enumerated in full. Where nothing is known of hidden cards the law is met
exactly, which is tested with chi-square tests over fixed seeds: a change of the generator may in
principle fail one of them by chance, with a probability of at most one in ten thousand for the
whole file. With bounds the joint law of the hands has to be near: the distance (total variation)
of what was drawn is at most 0.05, of which less than 0.01 is due to the number of draws.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from cardgames.triplets import Triplets

from . import triplets_worlds as worlds
from .chi_square import accept, chi_square, draws_for
from .driver import full_position
from .triplets_driver import TripletsDriver
from .triplets_positions import few_cards, position
from .triplets_reference import (
    ANYTHING,
    HAND,
    Options,
    Position,
    ReferenceTriplets,
    default_options,
    pack,
)

DRIVER = TripletsDriver()

# Page: distance of the joint law of the hands, and what of it the number of draws may make.
MOST_DISTANCE = 0.05
NOISE = 0.01


# ------------------------------------------------------------------ positions to draw from


@dataclass(frozen=True)
class Case:
    """A position, and who looks at it.

    Attributes
    ----------
    ways
        In how many ways the hands can be, by hand where it is given.
    """

    name: str
    full: Position
    player: int = 0
    ways: int | None = None

    def state(self) -> Any:
        """State of the core."""
        return Triplets(**self.full["options"]).state_from_dict(self.full)

    def view(self) -> Position:
        """What the player sees."""
        return ReferenceTriplets(self.full).view(self.player)


def by_name(case: Case) -> str:
    """Name of a case."""
    return case.name


UNBOUNDED = [
    Case("one hand and a stack", position(hands=["Ac", "3c 9d"], stacks=["", "5c Kd 7h"]), 0, 10),
    Case("one's own stack", position(hands=["Ac", "3c"], stacks=["5c Kd 7h"]), 0, 4),
    Case("hands alone", position(hands=["Ac", "3c 9d", "5c 7h 7d"]), 0, 10),
    Case("stacks alone", position(hands=["Ac", "3c"], known=["", "3c"], stacks=["5c Kd", "7h 7d"])),
    Case(
        "known cards in hands and below in stacks",
        position(
            hands=["Ac", "3c 9d 2d", "5c 8c"],
            known=["Ac", "9d", "8c"],
            stacks=["7h 7d", "Kc Kd Qc", ""],
            known_below=[1, 2],
        ),
    ),
    Case("copies", position(hands=["Ac", "3c 3c", "3d", "5c"], stacks=["5c 5d"], decks=2)),
    Case(
        "a copy of what the viewer holds and of what is known",
        position(
            hands=["Ac Kc", "3c Ac", "Ac 5c", "5c"],
            known=["", "3c", ""],
            stacks=["3c 5d"],
            decks=4,
        ),
    ),
    Case(
        "in a round, for a seat that has gone out",
        position(
            hands=["9c 8c", "7h 7c", "Qh"],
            stacks=["2d 3d", "", "4d"],
            pot="Kh, 0 Ks, 1 3s, 2 Kd",
            winning="single K by 2",
            in_round=[0, 2],
            to_act=0,
        ),
        1,
    ),
    Case(
        "bounds of the viewer's own hand",
        position(hands=["3c 4c 5c", "9c Kc"], bounds=["3-4 3-5"], stacks=["8h 2d"]),
        0,
        6,
    ),
    Case(
        "the end after so many rounds",
        position(hands=["3c", "9c Kc"], stacks=["", "8h"], to_act=None, in_round=[1], max_rounds=2),
        0,
        3,
    ),
]

BOUNDED = [
    Case(
        "one hand, one of two below 6",
        position(hands=["Ac", "3c 9d"], bounds=["", "2-5"], stacks=["5c", "Kd 7h"]),
        0,
        7,
    ),
    Case(
        "one hand, both below 9",
        position(hands=["Ac", "3c 8d", "Qc"], bounds=["", "2-8 2-8"], stacks=["5c", "Kd 7h"]),
        0,
        None,
    ),
    Case(
        "one hand, four different bounds",
        position(
            hands=["Ac", "4c 6c 9c Kc"], bounds=["", "4-5 3-8 2-9"], stacks=["4d 7d", "2d Qd"]
        ),
    ),
    Case(
        "one hand, a single loose card",
        position(hands=["Ac", "4c 6c 5c 7c Kc"], bounds=["", "2-8 2-8 2-8 2-8"], stacks=["4d Qd"]),
    ),
    Case(
        "one hand, a card known besides",
        position(
            hands=["Ac", "4c 6c 9c"], known=["", "6c"], bounds=["", "2-5"], stacks=["3d 7d 2d"]
        ),
    ),
    Case(
        "two hands, no stacks, both below something",
        position(hands=["Ac", "3c 5h 9d", "4c 7h Kd"], bounds=["", "2-5 2-9", "2-8 2-8"]),
    ),
    Case(
        "two hands, no stacks, one low and one high",
        position(hands=["Ac", "3c 5h 9d", "8c Jh Kd"], bounds=["", "2-5 2-9", "8-A 3-A"]),
    ),
    Case(
        "two hands, no stacks, the same bounds",
        position(hands=["Ac", "3c 5h Kd", "4c 6h Qd"], bounds=["", "2-8 2-8", "2-8 2-8"]),
        0,
        # Either hand holds two of the four low cards and one of the two high ones.
        6 * 2,
    ),
    Case(
        "two hands, the bounds cross",
        position(
            hands=["Ac", "6c 7h 2d", "5c 9h Kd"], bounds=["", "2-7 2-7", "5-A 5-A"], stacks=["8d"]
        ),
    ),
    Case(
        "two hands, one card to spare",
        position(hands=["Ac", "3c 9d", "4c 8d"], bounds=["", "2-4", "2-5 2-9"], stacks=["", "5d"]),
    ),
    Case(
        "three hands, no stacks",
        position(
            hands=["Ac", "3c 9d", "4c 8d", "5c Kd"],
            bounds=["", "2-5", "2-5", "2-5"],
        ),
        0,
        36,
    ),
    Case(
        "three hands, no stacks, mixed bounds",
        position(
            hands=["Ac", "3c 7d", "4c 8d", "6c Kd"],
            bounds=["", "2-4 2-8", "2-8 2-8", "5-K"],
        ),
    ),
    Case(
        "three hands of one card and one of two",
        position(
            hands=["Ac", "3c", "5c", "7c", "8d Kd"],
            bounds=["", "2-5", "2-7", "3-8", "4-K 2-K"],
        ),
    ),
    Case(
        "three hands seen by a seat without a card",
        position(
            hands=["3c 4d", "", "5c 8d", "7c Jd"],
            bounds=["2-5 2-5", "", "2-8 2-8", ""],
            to_act=0,
        ),
        1,
    ),
    Case(
        "copies of two decks",
        position(
            hands=["Ac", "3c 3c 9d", "3d 9d", "Kc"],
            bounds=["", "2-5 2-5", "2-9 2-9"],
            stacks=["3d"],
            decks=2,
        ),
    ),
    Case(
        "copies of four decks, no stacks",
        position(
            hands=["Ac", "3c 3c 9d", "3c 9d 9d", "5c 9d"],
            bounds=["", "2-5 2-5", "3-9 3-9", "4-A"],
            decks=4,
        ),
    ),
    Case(
        "very tight: one card for two bounds",
        position(
            hands=["Ac", "5c 6d", "5d 8c", "Kc"],
            bounds=["", "5-5 2-6", "5-5 2-9", ""],
            stacks=["Qd"],
        ),
    ),
    Case(
        "very tight: only one way for the low cards",
        position(
            hands=["Ac", "2c 3c", "4c 5c", "6c Kc"],
            bounds=["", "2-3 2-3", "2-5 2-5", "2-6"],
        ),
        0,
        1,
    ),
    Case(
        "very tight: a rare card among many",
        position(
            hands=["Ac", "2c Kc", "3c Qc"],
            bounds=["", "2-2", "3-3"],
            stacks=["Kd Jd", "10d Qh"],
        ),
        0,
        30,
    ),
    Case(
        "very tight: three hands want the same three cards",
        position(
            hands=["Ac", "2c Kc", "3c Qc", "4c Jc"],
            bounds=["", "2-3", "2-3", "2-4"],
            stacks=["", "10d"],
        ),
        0,
        # The 4 is in the last of these hands; four other cards are for three places.
        2 * 4 * 3 * 2,
    ),
    Case(
        "tight for one, nearly free for the other",
        position(
            hands=["Ac", "4c 4d 4h", "9c 10c Jc"],
            bounds=["", "4-4 4-4 3-5", "4-A 4-A 3-A"],
            stacks=["5d"],
        ),
    ),
    Case(
        "bounds that every card meets, two hands of one card",
        position(hands=["Ac", "3c", "5c"], bounds=["", "2-8", "2-9"]),
        0,
        2,
    ),
    Case(
        "bounds that every card meets, three hands of one card",
        position(hands=["Ac", "10s", "10d", "10c"], bounds=["", "10-A", "8-10", "2-Q"]),
        0,
        6,
    ),
    Case(
        "bounds that every card meets, four hands of one card",
        position(hands=["Ac", "3c", "5c", "6d", "7h"], bounds=["", "2-8", "2-9", "3-K", "2-7"]),
        0,
        24,
    ),
    Case(
        "bounds that every card meets, two hands of two cards",
        position(hands=["Ac", "3c 4d", "5c 7c"], bounds=["", "2-8 2-9", "2-9 2-9"]),
        0,
        6,
    ),
    Case(
        "bounds that every card meets, and a stack",
        position(hands=["Ac", "3c", "5c"], bounds=["", "2-8", "2-8"], stacks=["", "4d", "6c"]),
        0,
        12,
    ),
    Case(
        "bounds that every card but one meets",
        position(hands=["Ac", "3c", "5c", "Kd"], bounds=["", "2-8", "2-9", "2-A"]),
        0,
        2,
    ),
    Case(
        "in a round",
        position(
            hands=["9c 8c", "7h Jc", "6h Qh"],
            bounds=["", "2-7", "2-9 2-Q"],
            stacks=["2d 3d", "", ""],
            pot="Kh, 0 Ks, 1 3s, 2 Kd",
            winning="single K by 2",
            in_round=[0, 2],
            to_act=0,
        ),
        0,
    ),
]


@cache
def reached_by_play(number: int) -> Case:
    """Position of a random game with few cards, with bounds on hands that the viewer hides."""
    rng = random.Random(number)
    while True:
        n = rng.choice([2, 3, 4, 5])
        decks = rng.choice([1, 2]) if n >= 4 else 1
        start = few_cards(rng, default_options(num_players=n, decks=decks, lead="lowest"))
        game = ReferenceTriplets(start)
        for _ in range(rng.randint(1, 15)):
            if not game.is_over:
                (seat,) = game.to_act()
                game.apply(rng.choice(game.legal(seat)), seat)
        player = rng.randrange(n)
        case = Case(f"by play {number}", game.view(None), player)
        view = case.view()
        constrained = sum(
            bool(set(bounds) - {ANYTHING}) for bounds in worlds.bounds_of(view, player)
        )
        is_small = constrained >= 1 + number % 2 and len(worlds.unseen_cards(view)) <= 9
        if is_small and 6 <= len(worlds.law_of_hands(view, player)) <= 50:
            return case


PLAYED = range(12)


# ------------------------------------------------------------------ single draws


def check_draw(case: Case, state: Any, drawn: Any) -> None:
    """View kept, position accepted, and the same to do."""
    view = case.view()
    assert drawn.view(case.player).to_dict() == view
    assert drawn.information_key(case.player) == state.information_key(case.player)
    assert drawn.to_act == state.to_act
    assert drawn.legal_words(case.player) == state.legal_words(case.player)
    full = drawn.view(None).to_dict()
    assert full["rng"] != state.view(None).to_dict()["rng"]
    # A position is accepted only if the hands meet their bounds.
    assert state.game.state_from_dict(full).view(None).to_dict() == full
    reference = ReferenceTriplets(full)
    assert reference.view(case.player) == view
    for seat in range(reference.n):
        assert drawn.legal_words(seat) == reference.legal(seat)


def check_draws(case: Case, state: Any, number: int = 20) -> None:
    """Some draws; the seed decides; drawing is not acting."""
    before = state.to_bytes()
    generators: set[tuple[str, ...]] = set()
    for seed in range(number):
        drawn = state.determinize(case.player, seed)
        assert drawn.to_bytes() == state.determinize(case.player, seed).to_bytes()
        check_draw(case, state, drawn)
        generators.add(drawn.view(None).rng)
    assert len(generators) == number
    assert state.to_bytes() == before


@pytest.mark.parametrize("options", DRIVER.option_sets(), ids=DRIVER.option_name)
def test_every_draw_keeps_the_view_and_can_be_played_on(options: Options) -> None:
    subject = DRIVER.subject(options)
    name = DRIVER.option_name(options)
    rng = random.Random(name)
    for policy in DRIVER.policies.values():
        state = DRIVER.first_state(subject, rng.getrandbits(60))
        reference = ReferenceTriplets(full_position(state))
        for turn in range(150):
            if turn == 0 or rng.random() < 0.03:
                case = Case(name, full_position(state), rng.randrange(reference.n))
                check_draws(case, state, 4)
                play_on(state.determinize(case.player, rng.getrandbits(60)), rng)
            if reference.is_over:
                break
            (seat,) = reference.to_act()
            word = policy(rng, reference, seat, reference.legal(seat))
            state.apply(subject.ids[word])
            reference.apply(word, seat)


def play_on(drawn: Any, rng: random.Random) -> None:
    """Play on from a determinization, beside the reference."""
    reference = ReferenceTriplets(drawn.view(None).to_dict())
    for _ in range(60):
        assert drawn.to_act == tuple(reference.to_act())
        assert drawn.is_terminal == reference.is_over
        if reference.is_over:
            break
        (seat,) = reference.to_act()
        words = reference.legal(seat)
        assert drawn.legal_words(seat) == words
        word = rng.choice(words)
        drawn.apply(drawn.game.parse_action(word), seat)
        reference.apply(word, seat)
    assert full_position(drawn) == reference.view(None)


# ------------------------------------------------------------------ small positions

Part = Callable[[Any], Hashable]


def world_of(drawn: Any, view: Position) -> worlds.World:
    """World of a state of the core."""
    full = drawn.view(None)
    hands, stacks = (
        [[str(card) for card in place] for place in places] for places in (full.hands, full.stacks)
    )
    return worlds.world_of({"hands": hands, "stacks": stacks}, view)


def count(state: Any, player: int, number: int, view: Position) -> Counter[worlds.World]:
    """Worlds of so many determinizations."""
    return Counter(world_of(state.determinize(player, seed), view) for seed in range(number))


def count_hands(state: Any, player: int, number: int, view: Position) -> Counter[worlds.Hands]:
    """Hidden cards of the hands in so many determinizations, without a look at every one of them.

    The keys of all seats are the same if and only if their hands are.
    """
    others = [seat for seat in range(len(view["hands"])) if seat != player]
    times: Counter[Hashable] = Counter()
    seeds: dict[Hashable, int] = {}
    for seed in range(number):
        drawn = state.determinize(player, seed)
        key = tuple(drawn.information_key(seat) for seat in others)
        times[key] += 1
        seeds[key] = seed
    return Counter(
        {
            worlds.hands_of_world(world_of(state.determinize(player, seed), view)): times[key]
            for key, seed in seeds.items()
        }
    )


def regrouped(counts: Mapping[Any, Any], part: Part) -> Counter[Any]:
    """Numbers or probabilities of a part of what they are about."""
    found: Counter[Any] = Counter()
    for outcome, number in counts.items():
        found[part(outcome)] += number
    return found


@pytest.mark.parametrize("case", UNBOUNDED, ids=by_name)
def test_without_bounds_every_way_to_lay_the_cards_is_equally_likely(case: Case) -> None:
    state, view = case.state(), case.view()
    check_draws(case, state)
    law = worlds.law_of_worlds(view, case.player)
    assert worlds.world_of(case.full, view) in law
    counts = count(state, case.player, max(6_000, 25 * len(law)), view)
    assert counts.keys() == law.keys()
    law_of_hands = worlds.law_of_hands(view, case.player)
    hands = count_hands(state, case.player, 2 * draws_for(len(law_of_hands)), view)
    assert hands.keys() == law_of_hands.keys()
    assert case.ways in (None, len(hands))
    p_values = [chi_square(counts, law), chi_square(hands, law_of_hands)]
    # What a wrong sampler would first get wrong: single hands and stacks.
    for at, seat in itertools.product((0, 1), range(len(view["hands"]))):

        def of(world: Any, at: int = at, seat: int = seat) -> Hashable:
            place: Hashable = world[at][seat]
            return place

        p_values.append(chi_square(regrouped(counts, of), regrouped(law, of)))
    accept(p_values)


def draws_for_noise(law: Mapping[Any, float]) -> int:
    """So many that draws from the law itself are at a distance of less than `NOISE` from it."""
    # The mean of |count / number - p| is the root of 2 p (1 - p) / (pi number).
    total = sum(math.sqrt(2 * p * (1 - p) / math.pi) for p in law.values()) / 2
    return math.ceil((total / NOISE) ** 2 * 1.1) + 1_000


def distance(counts: Counter[Any], law: Mapping[Any, float]) -> float:
    """Total variation."""
    assert counts.keys() <= law.keys(), "something was drawn that cannot be"
    number = counts.total()
    return sum(abs(counts[outcome] / number - share) for outcome, share in law.items()) / 2


def check_hands(case: Case) -> None:
    """The joint law of the hands is near."""
    state, view = case.state(), case.view()
    check_draws(case, state)
    law = worlds.law_of_hands(view, case.player)
    assert case.ways in (None, len(law))
    assert worlds.hands_of_world(worlds.world_of(case.full, view)) in law
    hands = count_hands(state, case.player, draws_for_noise(law), view)
    assert hands.keys() == law.keys()
    assert distance(hands, law) <= MOST_DISTANCE


def check_stacks(case: Case) -> None:
    """Whatever the hands are, the rest is laid into the stacks in any order."""
    view = case.view()
    drawn = count(case.state(), case.player, 4_000, view)
    orders: dict[worlds.Hands, Counter[worlds.Hands]] = {}
    for world, number in drawn.items():
        orders.setdefault(worlds.hands_of_world(world), Counter())[world[1]] += number
    accept([chi_square(seen, worlds.law_of_stacks(view, hands)) for hands, seen in orders.items()])


@pytest.mark.parametrize("case", BOUNDED, ids=by_name)
def test_with_bounds_the_joint_law_of_the_hands_is_near(case: Case) -> None:
    check_hands(case)


@pytest.mark.parametrize("case", BOUNDED, ids=by_name)
def test_with_bounds_the_rest_is_laid_into_the_stacks_in_any_order(case: Case) -> None:
    check_stacks(case)


@pytest.mark.parametrize("number", PLAYED)
def test_the_laws_hold_in_positions_reached_by_play(number: int) -> None:
    case = reached_by_play(number)
    check_hands(case)
    check_stacks(case)


def test_the_cases_are_of_many_kinds() -> None:
    kinds: Counter[str] = Counter()
    for case in [*BOUNDED, *map(reached_by_play, PLAYED)]:
        view = case.view()
        bounds = [of_hand for of_hand in worlds.bounds_of(view, case.player) if of_hand]
        constrained = [of_hand for of_hand in bounds if set(of_hand) - {ANYTHING}]
        assert constrained
        kinds[f"{min(3, len(constrained))} hands"] += 1
        kinds["no stacks"] += not any(worlds.hidden_sizes(view["stacks"]))
        kinds["mixed bounds"] += any(len(set(of_hand)) > 1 for of_hand in constrained)
        kinds["several decks"] += case.full["options"]["decks"] > 1
        kinds["low and high"] += any(low > 0 and high < 12 for hand in bounds for low, high in hand)
        share = len(list(worlds.ways(view, case.player))) / worlds.ways_without_bounds(view)
        kinds["less than a tenth of all ways"] += share < 0.1
    assert len(kinds) == 8
    assert min(kinds.values()) >= 3, kinds


# ------------------------------------------------------------------ much is hidden


def test_every_hidden_place_has_the_same_law_in_a_new_game() -> None:
    state = Triplets(num_players=4).new_state(7)
    view = state.view(0).to_dict()
    unseen = worlds.unseen_cards(view)
    assert len(unseen) == 47
    places: list[Counter[Hashable]] = [Counter() for _ in range(7)]
    pairs: Counter[Hashable] = Counter()
    rng = random.Random(0)
    for seed in range(30_000):
        full = state.determinize(0, seed).view(None)
        drawn = [str(rng.choice(full.hands[seat])) for seat in (1, 2, 3)]
        drawn += [str(full.stacks[seat][at]) for seat, at in ((0, 0), (0, -1), (2, 0), (3, 4))]
        for place, card in zip(places, drawn, strict=True):
            place[card] += 1
        pairs[drawn[2], drawn[5]] += 1
    law = dict.fromkeys(unseen, 1 / 47)
    law_of_pairs = dict.fromkeys(itertools.permutations(unseen, 2), 1 / (47 * 46))
    accept([*(chi_square(place, law) for place in places), chi_square(pairs, law_of_pairs)])


LARGER = [
    Case(
        "one hand of five among many",
        position(
            hands=["Ac", "4c 6c 9c Kc 2h", "Jd"],
            bounds=["", "4-5 3-8 2-9 2-9"],
            stacks=["4d 7d 10d 2s 7s", "2d Qd 5s"],
        ),
    ),
    Case(
        "two hands of three among many",
        position(
            hands=["Ac", "4c 6c 9c", "2c 3d Kd"],
            bounds=["", "2-8 2-8", "2-3 2-5"],
            stacks=["4d 10d 2s", "2d Qd Qc"],
        ),
    ),
    Case(
        "three hands of three, no stacks",
        position(
            hands=["Ac", "4c 6c 9c", "2c 3d Kd", "8d 7d Qd"],
            bounds=["", "2-8 2-8", "2-3 2-5", "5-8 5-A 2-A"],
        ),
    ),
]


@pytest.mark.parametrize("case", LARGER, ids=by_name)
def test_in_larger_positions_every_hand_has_nearly_its_law(case: Case) -> None:
    state, view = case.state(), case.view()
    law = worlds.law_of_hands(view, case.player)
    number = 40_000
    hands = count_hands(state, case.player, number, view)
    assert hands.keys() <= law.keys()
    for at in range(len(next(iter(law)))):
        for card in worlds.unseen_cards(view):

            def holds(held: Any, at: int = at, card: str = card) -> bool:
                return card in held[at]

            share = regrouped(law, holds)[True]
            # Four times the deviation of so many draws, and what the page allows.
            allowed = MOST_DISTANCE + 4 * math.sqrt(share * (1 - share) / number)
            assert abs(regrouped(hands, holds)[True] / number - share) <= allowed


# ------------------------------------------------------------------ deals


def dealt(full: Any) -> Iterator[tuple[str, str]]:
    """Some places of a deal and what lies there."""
    yield "dealer", str(full.dealer)
    for seat, (hand, stack) in enumerate(zip(full.hands, full.stacks, strict=True)):
        if seat < 3:
            yield f"hand {seat}", str(hand[full.dealer % HAND])
            if stack:
                yield f"top {seat}", str(stack[0])
                yield f"bottom {seat}", str(stack[-1])
    if full.pot:
        yield "middle", str(full.pot[0].cards[-1])


@pytest.mark.parametrize(("num_players", "decks"), [(2, 1), (3, 1), (5, 1), (6, 4), (10, 1)])
def test_deals_are_fair(num_players: int, decks: int) -> None:
    game = Triplets(num_players=num_players, decks=decks)
    rng = random.Random(num_players)
    found: dict[str, Counter[Hashable]] = {}
    for seed in range(12_000):
        full = game.new_state(seed).view(None)
        for place, card in dealt(full):
            if place.startswith("hand"):
                # Hands are sorted: any one card of it has the law of a place.
                card = str(rng.choice(full.hands[int(place[-1])]))  # noqa: PLW2901
            found.setdefault(place, Counter())[card] += 1
    law = dict.fromkeys(pack(default_options()), 1 / 52)
    dealers = {str(seat): 1 / num_players for seat in range(num_players)}
    accept(
        [
            chi_square(counts, dealers if place == "dealer" else law)
            for place, counts in found.items()
        ]
    )
