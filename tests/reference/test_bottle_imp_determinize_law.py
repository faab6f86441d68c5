"""Checks that the core draws worlds, deals and dealers from the laws of the page.

Small positions are enumerated in full and large ones compared card by card, with chi-square tests
over fixed seeds: a change of the generator may in principle fail one of them by chance, with a
probability of at most one in ten thousand for the whole file.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from . import bottle_imp_worlds as worlds
from .bottle_imp_driver import BottleImpDriver
from .bottle_imp_reference import Options, Position, deal_sizes, deck, default_options
from .chi_square import accept, chi_square, draws_for

DRIVER = BottleImpDriver()


# ------------------------------------------------------------------ positions to draw from


@dataclass(frozen=True)
class Found:
    """A state of the core, the seat that looks at it, and what it sees."""

    state: Any
    player: int
    view: Position
    dealt_open: list[list[str]] | None


@dataclass(frozen=True)
class Case:
    """A kind of position: what `accepts` a view of a seat, and the options of the game."""

    name: str
    options: Options
    phase: str
    accepts: Callable[[Position, int], bool]


def games_of(options: Options, seed: int) -> Iterator[Found]:
    """Positions of the first two rounds of random games, each from the view of a random seat."""
    game = DRIVER.subject(options).game
    rng = random.Random(seed)
    while True:
        state = game.new_state(rng.getrandbits(60))
        dealt_open: list[list[str]] | None = None
        player = rng.randrange(options["num_players"])
        while True:
            view = state.view(player).to_dict()
            if view["round"] > 2 or view["phase"] == "over":
                break
            if not any(view["passed"]):
                dealt_open = view["open_hands"]
            yield Found(state, player, view, dealt_open)
            seat = rng.choice(state.to_act)
            state.apply(rng.choice(state.legal_actions(seat)), seat)


def find(case: Case, seed: int) -> Found:
    """First position of this kind."""
    for number, found in enumerate(games_of(case.options, seed)):
        if number > 200_000:
            break
        if found.view["phase"] == case.phase and case.accepts(found.view, found.player):
            return Found(found.state.copy(), found.player, found.view, found.dealt_open)
    raise AssertionError(f"no position of the kind {case.name}")


def draw(found: Found, number: int) -> Position:
    """Full position of a determinization."""
    position: Position = found.state.determinize(found.player, number).view(None).to_dict()
    return position


def check_draws(found: Found) -> None:
    """Some draws: the view is the same, the past could have been played, the seed decides."""
    ordinary = found.state.view(None).to_dict()
    generators: set[tuple[str, ...]] = set()
    for number in range(30):
        drawn = found.state.determinize(found.player, number)
        assert drawn.view(found.player).to_dict() == found.view
        assert drawn.to_bytes() == found.state.determinize(found.player, number).to_bytes()
        full = drawn.view(None).to_dict()
        assert full["rng"] != ordinary["rng"]
        generators.add(tuple(full["rng"]))
        again = worlds.replay(full, found.dealt_open)
        assert again is not None, "the drawn past is not legal"
        assert again.view(None) == {**full, "rng": None}
    assert len(generators) == 30
    # Drawing is not acting.
    assert found.state.view(None).to_dict() == ordinary


# ------------------------------------------------------------------ everything enumerated


def other_voids(view: Position, player: int) -> list[list[str]]:
    """Voids of the other seats."""
    return [voids for seat, voids in enumerate(view["voids"]) if seat != player]


def certain_cards(view: Position, player: int) -> int:
    """Number of unseen cards of which the player knows where they are."""
    return sum(len(slot.certain) for slot in worlds.slots_of(view, player))


def _layouts(view: Position, player: int, least: int, most: int) -> bool:
    """Whether there are so many layouts."""
    if len(worlds.unseen_cards(view, player)) > 16:
        return False
    return least <= worlds.count_layouts(view, player) <= most


def _many(view: Position, player: int) -> bool:
    """Whether all layouts can be drawn, and hands are large enough to be drawn wrongly."""
    players = len(view["hand_sizes"])
    largest = max(size for seat, size in enumerate(view["hand_sizes"]) if seat != player)
    return largest >= {3: 4, 4: 3, 5: 2, 6: 1}[players] and _layouts(view, player, 6, 2_500)


def _three(view: Position, player: int) -> bool:
    return _layouts(view, player, 3, 15) and any(other_voids(view, player))


def _one_void(view: Position, player: int) -> bool:
    voids = sorted(map(len, other_voids(view, player)))
    return voids == [0, 0, 1] and _many(view, player)


def _two_voids(view: Position, player: int) -> bool:
    voids = [tuple(colours) for colours in other_voids(view, player) if colours]
    return len(set(voids)) >= 2 and _many(view, player)


def _two_voids_of_one(view: Position, player: int) -> bool:
    voids = max(map(len, other_voids(view, player)))
    return voids == 2 and _many(view, player)


def _certain(view: Position, player: int) -> bool:
    return certain_cards(view, player) >= 1 and _two_voids(view, player)


def _no_void(view: Position, player: int) -> bool:
    return not any(other_voids(view, player)) and _layouts(view, player, 6, 2_500)


def _by_dealer(view: Position, player: int) -> bool:
    return view["dealer"] == player and _voids(view, player)


def _not_by_dealer(view: Position, player: int) -> bool:
    return view["dealer"] != player and _voids(view, player)


def _voids(view: Position, player: int) -> bool:
    return any(other_voids(view, player)) and _many(view, player)


def _made(number: int) -> Callable[[Position, int], bool]:
    def accepts(view: Position, player: int) -> bool:
        return bool(view["passed"][1 - player] == number)

    return accepts


def _played(number: int) -> Callable[[Position, int], bool]:
    def accepts(view: Position, player: int) -> bool:
        return bool(len(view["played"][1 - player]) == number)

    return accepts


def _two(devil_cards: int) -> Options:
    return {**default_options(2), "devil_cards": devil_cards}


LAYOUT_CASES = [
    Case("3 players, voids", default_options(3), "play", _voids),
    Case("3 players, two voids", default_options(3), "play", _two_voids),
    Case("3 players, given cards not yet played", default_options(3), "play", _certain),
    Case("4 players, no void", default_options(4), "play", _no_void),
    Case("4 players, one void", default_options(4), "play", _one_void),
    Case("4 players, voids in two colours", default_options(4), "play", _two_voids),
    Case("4 players, a seat without two colours", default_options(4), "play", _two_voids_of_one),
    Case("4 players, given cards not yet played", default_options(4), "play", _certain),
    Case("5 players, seen by the dealer", default_options(5), "play", _by_dealer),
    Case("5 players, not by the dealer", default_options(5), "play", _not_by_dealer),
    Case("5 players, given cards not yet played", default_options(5), "play", _certain),
    Case("6 players, voids", default_options(6), "play", _voids),
    Case("6 players, voids in two colours", default_options(6), "play", _two_voids),
    Case("2 players, at the first lead", _two(1), "play", _played(0)),
    Case("2 players, later", _two(1), "play", _played(7)),
    Case("2 players, two Devil's cards, at the first lead", _two(2), "play", _played(0)),
    Case("2 players, two Devil's cards, later", _two(2), "play", _played(6)),
    Case("2 players, pass, 1 of 3", _two(1), "pass", _made(1)),
    Case("2 players, pass, 2 of 3", _two(1), "pass", _made(2)),
    Case("2 players, pass, 3 of 3", _two(1), "pass", _made(3)),
    Case("2 players, pass, 1 of 4", _two(2), "pass", _made(1)),
    Case("2 players, pass, 2 of 4", _two(2), "pass", _made(2)),
    Case("2 players, pass, 3 of 4", _two(2), "pass", _made(3)),
]


@pytest.mark.parametrize("case", LAYOUT_CASES, ids=lambda case: case.name)
def test_every_layout_is_equally_likely(case: Case) -> None:
    """Hands and Devil's cards together (in the pass: with the pending choices)."""
    found = find(case, LAYOUT_CASES.index(case))
    check_draws(found)
    expected = set(worlds.layouts(found.view, found.player))
    observed: Counter[worlds.World] = Counter(
        worlds.layout_of(draw(found, number)) for number in range(draws_for(len(expected)))
    )
    assert observed.keys() == expected
    # All of it at once, and what a wrong sampler would first get wrong: the colours of the hands.
    share = 1 / len(expected)
    colours: Counter[Hashable] = Counter()
    colours_law: dict[Hashable, float] = {}
    for layout in expected:
        key = tuple(worlds.count_colours(hand) for hand in layout[0])
        colours[key] += observed[layout]
        colours_law[key] = colours_law.get(key, 0.0) + share
    accept(
        [
            chi_square(observed, dict.fromkeys(expected, share)),
            chi_square(colours, colours_law),
        ]
    )


@pytest.mark.parametrize("seed", range(3))
def test_every_world_of_three_is_equally_likely(seed: int) -> None:
    """Hands, Devil's cards and the notes of who gave what."""
    found = find(Case("3 players", default_options(3), "play", _three), 100 + seed)
    expected = set(worlds.worlds(found.view, found.player))
    assert len(expected) == worlds.count_worlds(found.view, found.player) >= 300
    observed: Counter[Hashable] = Counter(
        worlds.world_of(draw(found, number)) for number in range(draws_for(len(expected)))
    )
    assert observed.keys() == expected
    accept([chi_square(observed, dict.fromkeys(expected, 1 / len(expected)))])


@pytest.mark.parametrize("seed", range(3))
def test_notes_of_four_have_the_joint_law(seed: int) -> None:
    """Four players: 2744 ways to write the notes, looked at from several sides."""

    def accepts(view: Position, player: int) -> bool:
        return _layouts(view, player, 2, 12) and any(other_voids(view, player))

    found = find(Case("4 players", default_options(4), "play", accepts), 200 + seed)
    player = found.player
    left, opposite, right = ((player + step) % 4 for step in (1, 2, 3))

    def both_given_to_opposite(world: worlds.World) -> Hashable:
        return world[1][left][1], world[1][right][2]

    def hand_and_gift_of_opposite(world: worlds.World) -> Hashable:
        return world[0], world[1][left][1]

    def given_to_both_neighbours(world: worlds.World) -> Hashable:
        return world[1][opposite][1], world[1][opposite][2]

    def given_by_left_and_by_opposite(world: worlds.World) -> Hashable:
        return world[1][left][1], world[1][opposite][2]

    sides = [
        both_given_to_opposite,
        hand_and_gift_of_opposite,
        given_to_both_neighbours,
        given_by_left_and_by_opposite,
    ]
    laws: list[dict[Hashable, float]] = [{} for _ in sides]
    number = worlds.count_worlds(found.view, player)
    possible: set[worlds.World] = set()
    for world in worlds.worlds(found.view, player):
        possible.add(world)
        for law, side in zip(laws, sides, strict=True):
            law[side(world)] = law.get(side(world), 0.0) + 1 / number
    assert len(possible) == number
    seen: list[Counter[Hashable]] = [Counter() for _ in sides]
    for draw_number in range(30_000):
        world = worlds.world_of(draw(found, draw_number))
        assert world in possible
        for counts, side in zip(seen, sides, strict=True):
            counts[side(world)] += 1
    accept([chi_square(counts, law) for counts, law in zip(seen, laws, strict=True)])


# ------------------------------------------------------------------ large positions, card by card


def _after(plays: int) -> Callable[[Position, int], bool]:
    def accepts(view: Position, player: int) -> bool:
        return sum(map(len, view["played"])) == plays

    return accepts


def _voids_after(plays: int) -> Callable[[Position, int], bool]:
    def accepts(view: Position, player: int) -> bool:
        return _after(plays)(view, player) and any(other_voids(view, player))

    return accepts


def _crossed(view: Position, player: int) -> bool:
    """Two other seats have large hands, and each may have a colour that the other has not."""
    least = {3: 5, 4: 4, 5: 4, 6: 3}[len(view["hand_sizes"])]
    held = [
        set(view["voids"][seat])
        for seat, size in enumerate(view["hand_sizes"])
        if seat != player and size >= least
    ]
    return any(one - other and other - one for one in held for other in held)


def _passed(choices: int) -> Callable[[Position, int], bool]:
    def accepts(view: Position, player: int) -> bool:
        return sum(view["passed"]) == choices

    return accepts


LARGE_CASES = [
    Case(f"{num_players} players, {name}", default_options(num_players), phase, accepts)
    for num_players in (3, 4, 5, 6)
    for name, phase, accepts in [
        ("nothing chosen", "pass", _passed(0)),
        ("some choices", "pass", _passed(num_players)),
        ("most choices", "pass", _passed(3 * num_players - 3)),
        ("first lead", "play", _after(0)),
        ("early voids", "play", _voids_after(3 * num_players - 2)),
        ("crossed voids", "play", _crossed),
        ("late voids", "play", _voids_after(5 * num_players - 1)),
    ]
]


@pytest.mark.parametrize("case", LARGE_CASES, ids=lambda case: case.name)
def test_every_card_has_its_places(case: Case) -> None:
    """Each unseen card lies in each place and in each note as often as the law says, and each
    hand has as many cards of each colour."""
    found = find(case, 300 + LARGE_CASES.index(case))
    check_draws(found)
    where = worlds.marginals(found.view, found.player)
    notes = worlds.note_marginals(found.view, found.player)
    places: dict[str, Counter[Hashable]] = {card: Counter() for card in where}
    written: dict[worlds.Note, Counter[Hashable]] = {note: Counter() for note in notes}
    others = [seat for seat in range(case.options["num_players"]) if seat != found.player]
    colours: dict[int, Counter[Hashable]] = {seat: Counter() for seat in others}
    for number in range(40_000 if case.accepts is _crossed else 10_000):
        full = draw(found, number)
        for seat in others:
            colours[seat][worlds.count_colours(full["hands"][seat])] += 1
        for card, place in worlds.place_of(full, found.view, found.player).items():
            places[card][place] += 1
        for note in notes:
            written[note][full["passes"][note.giver][note.kind]] += 1
    p_values = [chi_square(places[card], law) for card, law in where.items()]
    p_values += [chi_square(written[note], law) for note, law in notes.items()]
    p_values += [
        chi_square(colours[seat], worlds.colours_in_hand(found.view, found.player, seat))
        for seat in others
    ]
    accept(p_values)


@pytest.mark.parametrize("num_players", [3, 4])
def test_pending_choices_of_two_seats_are_drawn_together(num_players: int) -> None:
    """In the pass every ordered pair of unseen cards is as likely as the next."""

    def accepts(view: Position, player: int) -> bool:
        return bool(view["passed"][player - 1] == 3 and view["passed"][player - 2] >= 1)

    found = find(Case("pass", default_options(num_players), "pass", accepts), 400 + num_players)
    first, second = (found.player - 1) % num_players, (found.player - 2) % num_players
    observed: Counter[Hashable] = Counter()
    unseen = worlds.unseen_cards(found.view, found.player)
    pairs = [(one, other) for one in unseen for other in unseen if one != other]
    for number in range(25 * len(pairs)):
        passes = draw(found, number)["passes"]
        observed[passes[first]["left"], passes[second]["devil"][0]] += 1
    accept([chi_square(observed, dict.fromkeys(pairs, 1 / len(pairs)))])


def test_nothing_is_drawn_when_the_game_is_over() -> None:
    options = {**default_options(5), "rounds": 1}
    rng = random.Random(1)
    state = DRIVER.subject(options).game.new_state(1)
    while not state.is_terminal:
        seat = rng.choice(state.to_act)
        state.apply(rng.choice(state.legal_actions(seat)), seat)
    full = state.view(None).to_dict()
    assert list(worlds.worlds(state.view(2).to_dict(), 2)) == [worlds.world_of(full)]
    for seed in range(20):
        drawn = state.determinize(2, seed).view(None).to_dict()
        assert {**drawn, "rng": None} == {**full, "rng": None}


# ------------------------------------------------------------------ dealers and deals


def place_of_deal(position: Position) -> dict[str, Hashable]:
    """Where each card was dealt to."""
    places: dict[str, Hashable] = {}
    for seat, hand in enumerate(position["hands"]):
        places.update(dict.fromkeys(hand, ("hand", seat)))
    for seat, hand in enumerate(position["open_hands"] or []):
        places.update(dict.fromkeys(hand, ("open", seat)))
    return places


@functools.cache
def deal_law(num_players: int, dealer: int) -> dict[Hashable, float]:
    """Probability of each place for any one card."""
    number = len(deck(num_players))
    sizes = deal_sizes(default_options(num_players), dealer)
    law: dict[Hashable, float] = {("hand", seat): size / number for seat, size in enumerate(sizes)}
    if num_players == 2:
        law.update({("open", seat): 6 / number for seat in range(2)})
    return law


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("second", [False, True], ids=["first deal", "second deal"])
def test_deals_are_fair(num_players: int, second: bool) -> None:
    """Dealers and where each card goes, over many seeds; cards in pairs too."""
    options = {**default_options(num_players), "rounds": 2}
    game = DRIVER.subject(options).game
    dealers: Counter[Hashable] = Counter()
    places: dict[str, dict[int, Counter[Hashable]]] = {}
    pairs: Counter[Hashable] = Counter()
    cards = deck(num_players)
    rng = random.Random(num_players)
    for seed in range(1_000 if second else 4_000):
        state = game.new_state(seed)
        position = state.view(None).to_dict()
        dealer = position["dealer"]
        dealers[dealer] += 1
        if second:
            while position["round"] == 1:
                seat = state.current_player
                state.apply(rng.choice(state.legal_actions(seat)), seat)
                if len(state.to_act) == num_players:
                    position = state.view(None).to_dict()
            assert position["dealer"] == (dealer + 1) % num_players
            dealer = position["dealer"]
        holders = place_of_deal(position)
        for card, place in holders.items():
            places.setdefault(card, {}).setdefault(dealer, Counter())[place] += 1
        # Neighbours in the pack, which a bad shuffle keeps together.
        start = rng.randrange(len(cards) - 1)
        pairs[holders[cards[start]] == holders[cards[start + 1]]] += 1
    p_values = [
        chi_square(dealers, dict.fromkeys(range(num_players), 1 / num_players)),
    ]
    sizes = [float(size) for size in deal_sizes(options, 0)]
    sizes += [6.0, 6.0] if num_players == 2 else []
    together = sum(size * (size - 1) for size in sizes) / (len(cards) * (len(cards) - 1))
    p_values.append(chi_square(pairs, {True: together, False: 1 - together}))
    for by_dealer in places.values():
        for dealer, counts in by_dealer.items():
            p_values.append(chi_square(counts, deal_law(num_players, dealer)))
    accept(p_values)
