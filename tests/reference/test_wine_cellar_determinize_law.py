"""Checks that the core draws worlds and deals of Wine Cellar from the laws of the page.

Small positions are enumerated in full and large ones compared place by place, with chi-square tests
over fixed seeds: a change of the generator may in principle fail one of them by chance, with a
probability of at most one in ten thousand for the whole file.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from cardgames.wine_cellar import WineCellar

from . import wine_cellar_worlds as worlds
from .chi_square import accept, chi_square, draws_for
from .wine_cellar_decks import made_deck
from .wine_cellar_driver import WineCellarDriver, deck_of
from .wine_cellar_reference import (
    Cards,
    Position,
    ReferenceWineCellar,
    bottles_in_play,
    lower_half,
    read_cards,
)

DRIVER = WineCellarDriver()

# As many worlds of bottles and clients together are counted jointly.
MOST_JOINT = 3_000


# ------------------------------------------------------------------ positions to draw from


@dataclass(frozen=True)
class Case:
    """A place in a game with few clients, and who looks at it.

    Attributes
    ----------
    clients
        Number of clients in use.
    at
        Game, round and phase.
    acted
        Seats that have chosen already, or in phase "take" how many have taken.
    bottle_worlds, client_worlds
        How many there must be, by hand.
    """

    name: str
    num_players: int
    games: int
    clients: int
    at: tuple[int, int, str]
    acted: tuple[int, ...]
    player: int
    bottle_worlds: int | None
    client_worlds: int
    low_left: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Found:
    """A state of the core, the seat that looks at it, what it sees, and what is on the cards."""

    game: Any
    state: Any
    player: int
    view: Position
    cards: Cards


def small_game(case: Case) -> tuple[Any, Cards]:
    """Game with just so many clients in use, all of them of set B in the variant."""
    texts = made_deck(f"law {case.clients}", ["B"] * case.clients, [0, 1, 5])
    uses_set = case.games == 3 and case.num_players < 4
    game = WineCellar(
        num_players=case.num_players,
        games=case.games,
        client_set="B" if uses_set else "A",
        deck=deck_of(texts),
    )
    return game, read_cards(*texts)


def act(state: Any, seat: int, rng: random.Random) -> None:
    """Random action of a seat."""
    state.apply(rng.choice(state.legal_actions(seat)), seat)


def reach(game: Any, case: Case, rng: random.Random) -> Any:
    """State at the place of a case, in a random game."""
    state = game.new_state(rng.getrandbits(60))
    while True:
        view = state.view(None)
        if (view.game_number, view.round, view.phase) == case.at:
            break
        act(state, rng.choice(state.to_act), rng)
    for seat in case.acted:
        act(state, state.current_player if case.at[2] == "take" else seat, rng)
    return state


def find(case: Case) -> Found:
    """Position of a case."""
    game, cards = small_game(case)
    rng = random.Random(case.name)
    for _ in range(1_000):
        state = reach(game, case, rng)
        view = state.view(case.player).to_dict()
        if case.low_left is None or view["low_left"] == list(case.low_left):
            return Found(game, state, case.player, view, cards)
    raise AssertionError(f"no position of the kind {case.name}")


CASES = [
    Case("2 players, choosing clients", 2, 1, 6, (1, 1, "client"), (1,), 0, 1, 6 * 2 * 2),
    Case("2 players, nobody has chosen", 2, 1, 6, (1, 1, "client"), (), 1, 1, 6 * 2),
    Case("2 players, bids", 2, 1, 6, (1, 3, "bid"), (1,), 0, 6, 3 * 2),
    Case("2 players, own bid only", 2, 1, 7, (1, 6, "bid"), (0,), 0, 1, 4 * 3 * 2),
    Case("2 players, take", 2, 1, 6, (1, 2, "take"), (0,), 1, 1, 3 * 2),
    Case("2 players, too few clients", 2, 3, 5, (2, 1, "client"), (0,), 1, 1, 3 * 2),
    Case("2 players, game 2", 2, 3, 9, (2, 1, "client"), (1,), 0, 1, 12 * 2),
    Case("2 players, game 3 after a shuffle", 2, 3, 7, (3, 1, "client"), (1,), 0, 1, 120),
    Case("2 players, first shuffle for game 3", 2, 3, 8, (3, 1, "client"), (1,), 0, 1, 720),
    Case("2 players, bids of game 3", 2, 3, 13, (3, 6, "bid"), (1,), 0, 3, 24),
    Case("2 players, the end", 2, 3, 14, (3, 8, "over"), (), 1, 1, 120),
    Case("3 players, hands and bids", 3, 1, 8, (1, 7, "bid"), (1, 2), 0, 24, 24),
    Case("3 players, a bid", 3, 1, 7, (1, 6, "bid"), (2,), 1, 20 * 3, 6),
    Case("3 players, take", 3, 1, 7, (1, 5, "take"), (0, 0), 2, 20, 6),
    Case("3 players, game 2", 3, 3, 13, (2, 1, "client"), (1,), 0, 1, 2520),
    Case("3 players, bids of game 2", 3, 3, 12, (2, 7, "bid"), (0, 2), 1, 4, 24),
    Case("3 players, the end", 3, 3, 18, (3, 8, "over"), (), 1, 1, 720),
    Case("low", 3, 3, 6, (1, 6, "bid"), (0,), 1, 9 * 3, 2, (1, 2, 2)),
    Case("low, take", 3, 3, 6, (1, 5, "take"), (0,), 0, 9, 2, (2, 1, 2)),
    Case("low, one hand is all of one half", 3, 3, 6, (1, 6, "bid"), (2,), 0, 4 * 3, 2, (1, 0, 2)),
    Case("low, 4 players", 4, 3, 9, (1, 7, "bid"), (1, 2), 0, 24 * 4, 24, (1, 1, 1, 0)),
    Case("4 players, choosing clients", 4, 1, 8, (1, 1, "client"), (0, 2, 3), 0, None, 90 * 4),
    Case("4 players, three clients to choose", 4, 1, 9, (1, 1, "client"), (1,), 0, None, 1260),
    Case("4 players, last bids", 4, 1, 8, (1, 8, "bid"), (0, 3), 1, 6, 6),
    Case("5 players, last bids", 5, 1, 10, (1, 8, "bid"), (0,), 2, 24, 24),
    Case("6 players, last bids", 6, 1, 12, (1, 8, "bid"), (0, 5), 2, 120, 120),
    Case("7 players, last takes", 7, 1, 14, (1, 7, "take"), (0,) * 6, 6, 720, 720),
    Case("Eno, choosing clients", 1, 1, 4, (1, 1, "client"), (), 0, None, 2),
    Case("Eno, five cards left", 1, 1, 4, (1, 3, "bid"), (), 0, 120, 2),
    Case("Eno, four cards left", 1, 1, 5, (1, 3, "take"), (), 0, 24, 6),
    Case("Eno, last card", 1, 1, 2, (1, 7, "bid"), (), 0, 1, 1),
]


# ------------------------------------------------------------------ single draws


def check_draw(found: Found, drawn: Any) -> None:
    """View kept, position accepted, and the game can go on by the rules."""
    state, player, view = found.state, found.player, found.view
    assert drawn.view(player).to_dict() == view
    assert drawn.information_key(player) == state.information_key(player)
    assert drawn.to_act == state.to_act
    assert drawn.legal_words(player) == state.legal_words(player)
    full = drawn.view(None).to_dict()
    assert full["rng"] != state.view(None).to_dict()["rng"]
    assert found.game.state_from_dict(full).view(None).to_dict() == full
    reference = ReferenceWineCellar(found.cards, full)
    assert reference.view(player) == view
    for seat in range(reference.n):
        assert drawn.legal_words(seat) == reference.legal(seat)
    check_past(full)


def check_past(full: Position) -> None:
    """What was done could have been done: clients kept and bids pending were there to choose."""
    for seat, client in enumerate(full["clients"]):
        assert client is None or client in full["dealt_clients"][seat]
    if full["phase"] == "bid":
        for seat, bid in enumerate(full["bids"]):
            assert bid is None or bid in full["hands"][seat]


def check_draws(found: Found) -> None:
    """Some draws; the seed decides; drawing is not acting."""
    before = found.state.to_bytes()
    generators: set[tuple[str, ...]] = set()
    for seed in range(20):
        drawn = found.state.determinize(found.player, seed)
        assert drawn.to_bytes() == found.state.determinize(found.player, seed).to_bytes()
        check_draw(found, drawn)
        generators.add(drawn.view(None).rng)
    assert len(generators) == 20
    assert found.state.to_bytes() == before


@pytest.mark.parametrize("options", DRIVER.option_sets(), ids=DRIVER.option_name)
def test_every_draw_keeps_the_view_and_can_be_played_on(options: dict[str, Any]) -> None:
    subject = DRIVER.subject(options)
    n = options["num_players"]
    rng = random.Random(DRIVER.option_name(options))
    state = subject.game.new_state(rng.getrandbits(60))
    cards = DRIVER.new_reference(options, state.view(None).to_dict()).cards
    while not state.is_terminal:
        if rng.random() < 6 / n / (17 * options["games"]):
            for player in range(n):
                view = state.view(player).to_dict()
                found = Found(subject.game, state, player, view, cards)
                check_draws(found)
                play_on(found, rng)
        act(state, rng.choice(state.to_act), rng)


def play_on(found: Found, rng: random.Random) -> None:
    """Play a determinization to its end, beside the reference."""
    drawn = found.state.determinize(found.player, rng.getrandbits(60))
    reference = ReferenceWineCellar(found.cards, drawn.view(None).to_dict())
    while not reference.is_over:
        assert drawn.to_act == tuple(reference.to_act())
        seat = rng.choice(reference.to_act())
        words = reference.legal(seat)
        assert drawn.legal_words(seat) == words
        word = rng.choice(words)
        drawn.apply(found.game.parse_action(word), seat)
        reference.apply(word, seat)
        if reference.needs_shuffle:
            full = drawn.view(None).to_dict()
            reference.deal(full["dealt_clients"], full["client_deck"])
    assert drawn.is_terminal
    full = drawn.view(None).to_dict()
    assert {**full, "rng": None} == reference.view(None)


# ------------------------------------------------------------------ small positions


def draws(state: Any, player: int, number: int) -> Iterator[Position]:
    """Full positions of so many determinizations."""
    for seed in range(number):
        yield state.determinize(player, seed).view(None).to_dict()


def uniform(every: list[Any]) -> dict[Any, float]:
    """Law with the same probability for each."""
    assert len(set(every)) == len(every)
    return dict.fromkeys(every, 1 / len(every))


def marginal(law: dict[Any, float], part: Any) -> dict[Any, float]:
    """Law of a part of what a law is about."""
    found: dict[Any, float] = {}
    for outcome, share in law.items():
        key = part(outcome)
        found[key] = found.get(key, 0.0) + share
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_world_is_equally_likely(case: Case) -> None:
    found = find(case)
    check_draws(found)
    view, player = found.view, found.player
    ways = worlds.client_worlds(found.cards, view, player)
    assert len(ways) == case.client_worlds
    # Every world of clients comes about in as many ways.
    assert len(set(ways.values())) == 1
    of_clients = uniform(list(ways))
    of_bottles: dict[worlds.BottleWorld, float] = {}
    if case.bottle_worlds is not None:
        of_bottles = uniform(worlds.bottle_worlds(view, player))
        assert len(of_bottles) == case.bottle_worlds
    is_joint = 0 < len(of_clients) * len(of_bottles) <= MOST_JOINT
    cells = max(len(of_clients), len(of_bottles), len(of_clients) * len(of_bottles) * is_joint)
    number = draws_for(cells)
    bottles: Counter[Hashable] = Counter()
    clients: Counter[Hashable] = Counter()
    both: Counter[Hashable] = Counter()
    for full in draws(found.state, player, number):
        one, other = worlds.bottle_world_of(full), worlds.client_world_of(full)
        bottles[one] += bool(of_bottles)
        clients[other] += 1
        both[one, other] += is_joint
    actual = found.state.view(None).to_dict()
    assert worlds.client_world_of(actual) in of_clients
    assert clients.keys() == of_clients.keys()
    p_values = [chi_square(clients, of_clients)]
    if of_bottles:
        assert worlds.bottle_world_of(actual) in of_bottles
        assert bottles.keys() == of_bottles.keys()
        p_values.append(chi_square(bottles, of_bottles))
    if is_joint:
        law = {
            (one, other): share * part
            for one, share in of_bottles.items()
            for other, part in of_clients.items()
        }
        p_values.append(chi_square(both, law))
    # What a wrong sampler would first get wrong: single hands, bids, pairs and choices.
    for part in range(3):
        for seat in range(len(view["hands"])):
            for counts, world_law in ((bottles, of_bottles), (clients, of_clients)):
                if not world_law or (part == 2 and world_law is of_bottles):
                    continue
                p_values.append(check_part(counts, world_law, part, seat))
    accept(p_values)


def check_part(counts: Counter[Any], law: dict[Any, float], part: int, seat: int) -> float:
    """Chi-square of what one seat has: hand, bid; pair, kept client, earlier discarded ones."""

    def of(world: Any) -> Hashable:
        if part < 2:
            mine: Hashable = world[part][seat]
            return mine
        return tuple(row[seat] for row in world[2])

    seen: Counter[Hashable] = Counter()
    for world, number in counts.items():
        seen[of(world)] += number
    return chi_square(seen, marginal(law, of))


# ------------------------------------------------------------------ much is hidden

LARGE_CASES = [
    Case("3 players, first choice", 3, 1, 9, (1, 1, "client"), (1,), 0, None, 0),
    Case("3 players, first bids", 3, 1, 9, (1, 1, "bid"), (0, 2), 1, None, 0),
    Case("5 players, first takes", 5, 1, 30, (1, 1, "take"), (0, 0), 3, None, 0),
    Case("8 players, third bids", 8, 1, 99, (1, 3, "bid"), (1, 2, 4, 6, 7), 0, None, 0),
    Case("low: 3 players, first bids", 3, 3, 20, (1, 1, "bid"), (1,), 0, None, 0),
    Case("low: 5 players, third bids", 5, 3, 30, (1, 3, "bid"), (1, 4), 2, None, 0),
    Case("low: 7 players, fifth takes", 7, 3, 50, (1, 5, "take"), (0, 0, 0), 6, None, 0),
    Case("low: 8 players, choosing clients", 8, 3, 60, (1, 1, "client"), (0, 3, 7), 4, None, 0),
]


def place_law(view: Position, seat: int) -> dict[Any, float]:
    """Probability of each unseen bottle for any one of the bottles of a hidden hand."""
    unseen = worlds.unseen_bottles(view)
    if view["low_left"] is None:
        return uniform(unseen)
    low = [b for b in unseen if b in lower_half(view["options"]["num_players"])]
    high = [b for b in unseen if b not in low]
    share = view["low_left"][seat] / view["hand_sizes"][seat]
    law = {bottle: share / len(low) for bottle in low}
    return law | {bottle: (1 - share) / len(high) for bottle in high}


def two_places_law(view: Position, one: int, other: int) -> dict[Any, float]:
    """Probability of each two bottles for one of the bottles of each of two hidden hands."""
    unseen = worlds.unseen_bottles(view)
    half = lower_half(view["options"]["num_players"]) if view["low_left"] is not None else []
    first, second = place_law(view, one), place_law(view, other)
    law: dict[Any, float] = {}
    for mine in unseen:
        # The second bottle is equally any other one of its half.
        alike = [b for b in unseen if (b in half) == (mine in half)]
        for its in unseen:
            if its == mine:
                continue
            share = second[its]
            if its in alike:
                share *= len(alike) / (len(alike) - 1)
            law[mine, its] = first[mine] * share
    return law


@pytest.mark.parametrize("case", LARGE_CASES, ids=lambda case: case.name)
def test_every_place_has_its_law(case: Case) -> None:
    found = find(case)
    check_draws(found)
    view, player, number = found.view, found.player, 12_000
    hidden = worlds.hidden_hands(view)
    seats = [seat for seat in range(case.num_players) if seat != player]
    assert hidden == seats
    clients = worlds.unseen_clients(found.cards, view, player)
    pending = [seat for seat in seats if view["chosen"][seat]]
    held: dict[int, Counter[Hashable]] = {seat: Counter() for seat in seats}
    bids: dict[int, Counter[Hashable]] = {seat: Counter() for seat in pending}
    ranks: dict[int, Counter[Hashable]] = {seat: Counter() for seat in pending}
    two: Counter[Hashable] = Counter()
    of_seat: dict[int, Counter[Hashable]] = {seat: Counter() for seat in seats}
    tops: Counter[Hashable] = Counter()
    lasts: Counter[Hashable] = Counter()
    rng = random.Random(case.name)
    for full in draws(found.state, player, number):
        # Any one of the bottles of a hand has the law of a place.
        bottle = {seat: rng.choice(full["hands"][seat]) for seat in seats}
        for seat in seats:
            held[seat][bottle[seat]] += 1
            pair = full["dealt_clients"][seat]
            free = pair if view["phase"] == "client" else [set(pair) - {view["clients"][seat]}]
            of_seat[seat][rng.choice(pair) if free is pair else free[0].pop()] += 1
        two[bottle[seats[0]], bottle[seats[-1]]] += 1
        for seat in pending:
            if view["phase"] == "bid":
                bids[seat][full["bids"][seat]] += 1
                ranks[seat][full["hands"][seat].index(full["bids"][seat])] += 1
            else:
                bids[seat][full["clients"][seat]] += 1
                ranks[seat][full["dealt_clients"][seat].index(full["clients"][seat])] += 1
        if full["client_deck"]:
            tops[full["client_deck"][0]] += 1
            lasts[full["client_deck"][-1]] += 1
    any_client = uniform(clients)
    is_bid = view["phase"] == "bid"
    p_values = [chi_square(held[seat], place_law(view, seat)) for seat in seats]
    p_values += [chi_square(of_seat[seat], any_client) for seat in seats]
    p_values.append(chi_square(two, two_places_law(view, seats[0], seats[-1])))
    for seat in pending:
        size = view["hand_sizes"][seat] if is_bid else 2
        p_values.append(chi_square(ranks[seat], uniform(list(range(size)))))
        p_values.append(chi_square(bids[seat], place_law(view, seat) if is_bid else any_client))
    if tops:
        p_values += [chi_square(tops, any_client), chi_square(lasts, any_client)]
    accept(p_values)


def test_the_order_of_the_whole_deck_of_eno_is_drawn() -> None:
    found = find(Case("Eno, start", 1, 1, 30, (1, 1, "bid"), (), 0, None, 0))
    unseen = worlds.unseen_bottles(found.view)
    assert len(unseen) == 8
    places: list[Counter[Hashable]] = [Counter() for _ in unseen]
    neighbours: Counter[Hashable] = Counter()
    for full in draws(found.state, 0, 20_000):
        deck = full["eno"]["deck"]
        for place, bottle in enumerate(deck):
            places[place][bottle] += 1
        neighbours[deck[2], deck[3]] += 1
    pairs = [(one, other) for one in unseen for other in unseen if one != other]
    accept(
        [
            *(chi_square(place, uniform(unseen)) for place in places),
            chi_square(neighbours, uniform(pairs)),
        ]
    )


# ------------------------------------------------------------------ deals and shuffles


@pytest.mark.parametrize(("num_players", "games"), [(1, 1), (2, 1), (3, 1), (3, 3), (5, 3), (8, 1)])
def test_deals_are_fair(num_players: int, games: int) -> None:
    game = WineCellar(num_players=num_players, games=games)
    bottles, low = bottles_in_play(num_players), lower_half(num_players)
    clients = [client.id for client in game.clients]
    held: list[Counter[Hashable]] = [Counter() for _ in range(num_players)]
    prizes: Counter[Hashable] = Counter()
    pairs: list[Counter[Hashable]] = [Counter() for _ in range(num_players)]
    lasts: Counter[Hashable] = Counter()
    firsts: Counter[Hashable] = Counter()
    rng = random.Random(num_players)
    for seed in range(8_000):
        full = game.new_state(seed).view(None).to_dict()
        for seat in range(num_players):
            held[seat][rng.choice(full["hands"][seat])] += 1
            pairs[seat][rng.choice(full["dealt_clients"][seat])] += 1
        prizes[rng.choice(full["prizes"])] += 1
        firsts[full["client_deck"][0]] += 1
        lasts[full["client_deck"][-1]] += 1
    law, prize_law = uniform(bottles), uniform(bottles)
    if games == 3:
        # Of each half 4 to a hand, whatever the sizes of the halves; the rest are the prizes.
        high = len(bottles) - len(low)
        rest = {True: len(low) - 4 * num_players, False: high - 4 * num_players}
        law = {b: 0.5 / (len(low) if b in low else high) for b in bottles}
        prize_law = {
            b: rest[b in low] / num_players / (len(low) if b in low else high) for b in bottles
        }
    p_values = [chi_square(found, law) for found in held]
    p_values += [chi_square(found, uniform(clients)) for found in (*pairs, firsts, lasts)]
    p_values.append(chi_square(prizes, prize_law))
    accept(p_values)


def test_clients_are_shuffled_anew_whatever_they_were() -> None:
    game, _ = small_game(Case("", 2, 3, 4, (2, 1, "client"), (), 0, None, 0))
    ids = [client.id for client in game.clients]
    pairs = [(one, other) for at, one in enumerate(ids) for other in ids[at + 1 :]]
    rng = random.Random(1)
    joint: Counter[Hashable] = Counter()
    for seed in range(4_000):
        state = game.new_state(seed)
        before = state.view(None).to_dict()["dealt_clients"][0]
        while state.view(None).game_number == 1:
            act(state, state.current_player, rng)
        joint[tuple(before), tuple(state.view(None).to_dict()["dealt_clients"][0])] += 1
    accept([chi_square(joint, uniform([(one, other) for one in pairs for other in pairs]))])


def test_a_draw_does_not_foresee_the_next_shuffle() -> None:
    case = Case("", 2, 3, 5, (1, 8, "take"), (0,), 0, None, 0)
    game, _ = small_game(case)
    state = reach(game, case, random.Random(3))
    last = state.legal_actions()[0]
    dealt: Counter[Hashable] = Counter()
    for seed in range(20_000):
        drawn = state.determinize(1, seed)
        drawn.apply(last)
        full = drawn.view(None).to_dict()
        pairs = tuple(tuple(pair) for pair in full["dealt_clients"])
        dealt[pairs, tuple(full["client_deck"])] += 1
    ids = {client.id for client in game.clients}
    law: dict[Any, float] = {}
    for left in sorted(ids):
        rest = sorted(ids - {left})
        for at, one in enumerate(rest):
            for other in rest[at + 1 :]:
                its = tuple(sorted(set(rest) - {one, other}))
                law[((one, other), its), (left,)] = 1 / 30
    assert len(law) == 30
    accept([chi_square(dealt, law)])
