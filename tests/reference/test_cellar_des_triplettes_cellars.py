"""Compares the points of the core with the reference in cellars where much can be completed."""

from __future__ import annotations

import copy
import itertools
import random
from collections import Counter

import pytest

from .cellar_des_triplettes_driver import CellarDesTriplettesDriver
from .cellar_des_triplettes_positions import placing_position, points
from .cellar_des_triplettes_reference import (
    COLOUR,
    EMPTY,
    ROWS,
    STARS,
    Cellar,
    Place,
    ReferenceCellarDesTriplettes,
    by_value,
    deck,
    default_options,
    is_triplet,
)

DRIVER = CellarDesTriplettesDriver()


ALL_PLACES: list[Place] = [(row, column) for row in ROWS for column in range(1, ROWS[row] + 1)]


def cellar_without_triplets() -> Cellar:
    """Full cellar with neither a triplet nor a green bottle."""
    rng = random.Random(1)
    wines = [card for card in deck(5) if card != EMPTY and COLOUR[card] != "green"]
    while True:
        cellar = Cellar()
        cellar.showing = dict(zip(ALL_PLACES, rng.sample(wines, len(ALL_PLACES)), strict=True))
        if not cellar.triplets():
            return cellar


@pytest.mark.parametrize(
    ("bottles", "bonus"),
    [
        (("14", "14", "14"), 4),
        (("7", "14", "21"), 1),
        (("21", "7", "14"), 1),
        (("7", "7", "14"), 0),
    ],
)
def test_exactly_the_triplets_bring_a_bonus_whichever_bottle_comes_last(
    bottles: tuple[str, str, str], bonus: int
) -> None:
    """Every three slots of a full cellar, the last one by covering an empty bottle."""
    subject = DRIVER.subject(default_options(5))
    ordinary = cellar_without_triplets()
    found = 0
    for places in itertools.combinations(ALL_PLACES, 3):
        for last in range(3):
            cellar = Cellar()
            cellar.showing = ordinary.showing | dict(zip(places, bottles, strict=True))
            cellar.showing[places[last]] = EMPTY
            state = subject.game.state_from_dict(placing_position(5, [bottles[last]], [cellar]))
            before = state.scores()[0]
            state.apply(subject.ids[f"place {bottles[last]} {cellar.word(places[last])}"], 0)
            gained = state.scores()[0] - before - STARS[bottles[last]]
            assert gained == (bonus if is_triplet(places) else 0), (places, places[last])
            details = state.score_details(0)
            assert [triplet.points for triplet in details.triplets] == [gained] * bool(gained)
            found += is_triplet(places)
    assert found == 3 * 34


def pack_of_few_colours(num_players: int, colours: int, rng: random.Random) -> list[str]:
    """All cards of some colours, and the empty bottles, shuffled."""
    pack = deck(num_players)
    chosen = rng.sample(sorted({COLOUR[card] for card in pack if card != EMPTY}), colours)
    pack = [card for card in pack if card == EMPTY or COLOUR[card] in chosen]
    rng.shuffle(pack)
    return pack


def build(pack: list[str], most: int, rng: random.Random) -> list[Cellar]:
    """Cellars built at random of up to so many cards, which leave the pack."""
    built = [Cellar()]
    for _ in range(most):
        if built[-1].is_complete():
            built.append(Cellar())
        card = rng.choice(pack)
        places = list(built[-1].open_places(card).values())
        if places:
            pack.remove(card)
            built[-1].put(card, rng.choice(places))
    return [Cellar.of(cellar.rows(), cellar.covered_words()) for cellar in built]


@pytest.mark.parametrize(("num_players", "colours"), [(4, 1), (5, 1), (3, 2), (4, 2), (5, 2)])
def test_every_placement_brings_the_points_of_the_reference(num_players: int, colours: int) -> None:
    rng = random.Random(10 * num_players + colours)
    subject = DRIVER.subject(default_options(num_players))
    completed: Counter[int] = Counter()
    for _ in range(240):
        pack = pack_of_few_colours(num_players, colours, rng)
        built = build(pack, rng.randint(3, len(pack) - 4), rng)
        hand = by_value(pack[: rng.randint(1, min(11, len(pack)))])
        full = placing_position(num_players, hand, built)
        state = subject.game.state_from_dict(full)
        reference = ReferenceCellarDesTriplettes(full)
        details = state.score_details(0)
        assert details.stars == reference.stars(0)
        assert details.total == reference.scored[0] == points(built)
        assert [
            (found.cellar, found.slots, tuple(map(str, found.cards)), found.points)
            for found in details.triplets
        ] == reference.triplets(0)
        assert state.legal_words(0) == reference.legal(0)
        for word in reference.legal(0):
            after, expected = state.copy(), copy.deepcopy(reference)
            after.apply(subject.ids[word], 0)
            expected.apply(word, 0)
            assert after.view(None).to_dict() | {"rng": None} == expected.view(None)
            completed[expected.happened["triplets"]] += 1
            completed[10 + expected.happened["several triplets at once"]] += 1
    # Not only what brings nothing was compared.
    assert completed[1] > 50
    assert completed[11] > 10
