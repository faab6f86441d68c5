"""Checks the reference and the enumeration of worlds without the core."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from . import bottle_imp_worlds as worlds
from .bottle_imp_reference import (
    COLOUR,
    POINTS,
    RANK,
    Options,
    Position,
    ReferenceBottleImp,
    RuleError,
    actions_per_round,
    all_option_sets,
    deal_sizes,
    deck,
    default_options,
    max_legal_actions,
)

OPTION_SETS = list(all_option_sets())


def random_deal(
    options: Options, dealer: int, rng: random.Random
) -> tuple[list[list[str]], list[list[str]] | None]:
    """Shuffle and deal."""
    cards = deck(options["num_players"])
    rng.shuffle(cards)
    hands: list[list[str]] = []
    for size in deal_sizes(options, dealer):
        hands.append(cards[:size])
        cards = cards[size:]
    if options["num_players"] != 2:
        assert not cards
        return hands, None
    return hands, [cards[:6], cards[6:]]


def first_position(options: Options, rng: random.Random) -> Position:
    """What the reference needs of a position to start a game with."""
    dealer = rng.randrange(options["num_players"])
    hands, open_hands = random_deal(options, dealer, rng)
    return {
        "round": 1,
        "dealer": dealer,
        "hands": hands,
        "open_hands": open_hands,
        "scores": [0] * options["num_players"],
        "last_trick": [],
        "last_round": None,
    }


def new_game(options: Options, rng: random.Random) -> ReferenceBottleImp:
    return ReferenceBottleImp(options, first_position(options, rng))


def random_step(game: ReferenceBottleImp, rng: random.Random) -> None:
    """Play a random action, and deal if a round was settled."""
    seat = rng.choice(game.to_act())
    game.apply(rng.choice(game.legal(seat)), seat)
    if game.needs_deal:
        hands, open_hands = random_deal(game.options, (game.dealer + 1) % game.n, rng)
        game.deal(hands, open_hands)


def game_with(
    options: Options, rng: random.Random, phase: str, wanted: range, player: int
) -> Position | None:
    """Position of a random first round in this phase whose number of worlds is wanted."""
    game = new_game(options, rng)
    while game.round == 1 and not game.is_over:
        view = game.view(player)
        if view["phase"] == phase and worlds.count_worlds(view, player) in wanted:
            return game.view(None)
        random_step(game, rng)
    return None


# ------------------------------------------------------------------ the reference


def check_cards(position: Position) -> None:
    """Every card of the game is in exactly one place."""
    open_hands: list[list[str]] = position["open_hands"] or []
    cards: list[str] = [card for hand in position["hands"] for card in hand]
    cards += [card for hand in open_hands for card in hand]
    cards += [entry["card"] for entry in position["trick"]]
    cards += [card for won in position["won"] for card in won]
    for made in position["passes"]:
        cards += made["devil"]
        if position["phase"] == "pass":
            cards += [made[k] for k in worlds.choice_names(position) if made[k] is not None]
    assert sorted(cards, key=RANK.__getitem__) == deck(position["options"]["num_players"])


def check_totals(position: Position) -> None:
    """What a round brought adds up."""
    options, last = position["options"], position["last_round"]
    pack = deck(options["num_players"])
    in_play = len(pack) - len(last["devil"])
    assert sum(len(won) for won in last["won"]) == in_play
    assert sorted(
        [card for won in last["won"] for card in won] + last["devil"], key=RANK.__getitem__
    ) == list(pack)
    if options["num_players"] == 2:
        assert len(last["devil"]) == 2 * options["devil_cards"]
    elif options["num_players"] == 5:
        assert len(last["devil"]) == 4
    else:
        assert len(last["devil"]) == options["num_players"]
    assert all(float(bottle["price"]) < 19 for bottle in last["bottles"])
    owners = [bottle["owner"] for bottle in last["bottles"]]
    assert all(
        any(bottle["price"] in won for won in [last["won"][bottle["owner"]]])
        for bottle in last["bottles"]
    )
    devil = sum(POINTS[card] for card in last["devil"])
    if options["teams"] is None:
        for seat, gain in enumerate(last["gain"]):
            if seat in owners:
                assert gain == -owners.count(seat) * devil
            else:
                assert gain == sum(POINTS[card] for card in last["won"][seat])


@pytest.mark.parametrize("number", range(len(OPTION_SETS)))
def test_random_games(number: int) -> None:
    options = OPTION_SETS[number]
    rng = random.Random(number)
    for _ in range(6):
        game = new_game(options, rng)
        actions = most = 0
        while not game.is_over:
            position = game.view(None)
            check_cards(position)
            if position["passed"] == [0] * game.n and position["round"] > 1:
                check_totals(position)
            for seat in range(game.n):
                most = max(most, len(game.legal(seat)))
                assert bool(game.legal(seat)) == (seat in game.to_act())
            random_step(game, rng)
            actions += 1
        check_cards(game.view(None))
        check_totals(game.view(None))
        assert actions == options["rounds"] * actions_per_round(options)
        assert most == max_legal_actions(options)
        winners = game.winners()
        assert all(
            (game.scores()[s] == max(game.scores())) == (s in winners) for s in range(game.n)
        )
        assert abs(sum(game.returns())) < 1e-9
        for viewer in range(-1, game.n):
            assert game.view(viewer) == game.view(None)


def test_views_hide() -> None:
    for number, options in enumerate(OPTION_SETS):
        rng = random.Random(1_000 + number)
        game = new_game(options, rng)
        while not game.is_over:
            full = game.view(None)
            for player in range(-1, game.n):
                assert game.view(player) == worlds.view_of(full, player)
            random_step(game, rng)


def test_order_of_simultaneous_choices_does_not_matter() -> None:
    for number, options in enumerate(OPTION_SETS):
        rng = random.Random(2_000 + number)
        start = first_position(options, rng)
        first = ReferenceBottleImp(options, start)
        made: list[list[str]] = [[] for _ in range(first.n)]
        while first.phase == "pass":
            seat = rng.choice(first.to_act())
            word = rng.choice(first.legal(seat))
            made[seat].append(word)
            first.apply(word, seat)
        second = ReferenceBottleImp(options, start)
        for seat in rng.sample(range(first.n), first.n):
            for word in made[seat]:
                second.apply(word, seat)
        assert first.view(None) == second.view(None)


def test_refuses_what_is_not_allowed() -> None:
    game = new_game(default_options(4), random.Random(0))
    for word in ["left 1", "19", "devil 19", "devil 2.5", "open 1", game.hands[0][0]]:
        with pytest.raises(RuleError):
            game.apply(word, 0)
    with pytest.raises(RuleError):
        game.deal(game.hands, None)


def cards(line: str) -> list[str]:
    """Cards of a line."""
    return line.split(" ")


def game_of(options: Options, dealer: int, hands: list[str], gifts: str) -> ReferenceBottleImp:
    """Start of play after every seat in turn laid and gave the cards of its part of `gifts`."""
    start = {
        "round": 1,
        "dealer": dealer,
        "hands": [cards(hand) for hand in hands],
        "open_hands": None,
        "scores": [0] * options["num_players"],
        "last_trick": [],
        "last_round": None,
    }
    game = ReferenceBottleImp(options, start)
    for seat, line in enumerate(gifts.split("; ")):
        for kind, card in zip(("devil", "left", "right"), line.split(" "), strict=True):
            game.apply(f"{kind} {card}", seat)
    return game


def play(game: ReferenceBottleImp, line: str) -> tuple[list[str], list[int | None], int]:
    """Play the cards of a line, whoever's turn it is: prices, owners and the seat to lead."""
    for card in cards(line):
        game.apply(card, game.to_act()[0])
    return game.prices, game.owners, game.leader


def test_a_round_by_hand() -> None:
    """Tricks of one round worked out on paper."""
    game = game_of(
        {**default_options(3), "rounds": 1},
        2,
        [
            "1 2 3 4 5 6 20 21 22 23 24 25",
            "7 8 9 10 11 12 26 27 28 29 30 31",
            "13 14 15 16 17 18 32 33 34 35 36 37",
        ],
        "1 2 3; 7 8 9; 13 14 15",
    )
    # 0 gave 2 to 1 and 3 to 2; 1 gave 8 to 2 and 9 to 0; 2 gave 14 to 0 and 15 to 1.
    assert game.view(None)["hands"] == [
        cards("4 5 6 9 14 20 21 22 23 24 25"),
        cards("2 10 11 12 15 26 27 28 29 30 31"),
        cards("3 8 16 17 18 32 33 34 35 36 37"),
    ]
    # The seat left of the dealer leads. Yellow led: seat 1 has 2, 12, 15, 28; seat 2 only 18.
    # The highest card below 19 wins and takes the bottle.
    assert game.to_act() == [0]
    game.apply("25", 0)
    assert game.legal(1) == ["2", "12", "15", "28"]
    game.apply("28", 1)
    assert game.legal(2) == ["18"]
    assert play(game, "18") == (["18"], [2], 2)
    assert game.won == [[], [], ["18", "25", "28"]]
    # Nothing below 18: the highest card wins, whatever its colour; the bottle stays.
    assert play(game, "33 24 31") == (["18"], [2], 2)
    # Red led: the highest below 18 wins, 16 over 11 and 14; the owner takes it again.
    assert play(game, "16 14 11") == (["16"], [2], 2)
    # Blue led by 17, above the price now: 10 is the highest below 16, and wins.
    assert play(game, "17 6 10") == (["10"], [1], 1)
    # Yellow led: seat 2 has none left and may play anything.
    game.apply("2", 1)
    assert game.legal(2) == cards("3 8 32 34 35 36 37")
    assert play(game, "37 5") == (["5"], [0], 0)
    assert game.view(None)["voids"] == [[], [], ["yellow"]]
    assert game.won[0] == ["2", "5", "37"]
    # Both 4 and 3 are below 5, the higher of them wins.
    assert play(game, "4 12 3") == (["4"], [0], 0)
    # Nothing is below 4 any more.
    assert play(game, "9 15 8") == (["4"], [0], 1)
    assert play(game, "30 32 20") == (["4"], [0], 2)
    play(game, "35 23 27 36 21 29 34 22 26")
    assert game.is_over
    # Devil's trick: 1, 7 and 13 are worth 1 + 3 + 3; seat 0 has the bottle.
    # Seat 1 won 6 10 17, then 8 9 15. Seat 2 won the rest.
    assert game.won[1] == cards("6 8 9 10 15 17")
    assert game.scores()[:2] == [-7, 1 + 2 + 3 + 2 + 4 + 4]
    assert game.scores()[2] == sum(POINTS[card] for card in game.won[2])
    everything = sum(POINTS[card] for card in deck(3))
    assert sum(POINTS[card] for won in game.won for card in won) == everything - 7
    assert game.winners() == [2]
    assert game.returns() == [-0.5, -0.5, 1.0]


def test_two_bottles_by_hand() -> None:
    game = game_of(
        {**default_options(6), "rounds": 1},
        5,
        [
            "1 2 2.5 3 4 4.5 5 6 6.5",
            "7 8 8.5 9 10 10.5 11 12 12.5",
            "13 14 14.5 15 16 16.5 17 18 18.5",
            "20 20.5 21 22 22.5 23 24 24.5 25",
            "26 26.5 27 28 28.5 29 30 30.5 31",
            "32 32.5 33 34 34.5 35 36 36.5 37",
        ],
        "1 2 2.5; 7 8 8.5; 13 14 14.5; 20 20.5 21; 26 26.5 27; 32 32.5 33",
    )
    # Both bottles at 19: the first one taken is bottle 0.
    assert play(game, "5 12 15 22 28 2.5") == (["15", "19"], [2, None], 2)
    # Now only the other one, at 19, can be taken: 18.5 is not below 15, but below 19.
    assert play(game, "18.5 22.5 28.5 34 4 9") == (["15", "18.5"], [2, 2], 2)
    # 18 is below 18.5 and takes the dearer bottle, again from itself.
    assert play(game, "18 25 20.5 36 4.5 12.5") == (["15", "18"], [2, 2], 2)
    # 17 takes it once more; 6 and 10 are below both prices and do not matter.
    assert play(game, "17 23 30 35 6 10") == (["15", "17"], [2, 2], 2)
    assert play(game, "8 27 30.5 37 6.5 10.5") == (["15", "10.5"], [2, 1], 1)
    # Now bottle 0 is the dearer one: 14.5 is the highest below 15.
    assert play(game, "14.5 16 24 29 34.5 3") == (["14.5", "10.5"], [1, 1], 1)
    assert play(game, "11 16.5 14 31 36.5 8.5") == (["14", "10.5"], [3, 1], 3)
    assert play(game, "24.5 33 26.5 32.5 2 21") == (["2", "10.5"], [1, 1], 1)
    # 1, 7, 13, 20, 26 and 32 are worth 1 + 3 + 3 + 4 + 3 + 6, twice for both bottles.
    assert game.is_over
    assert game.scores()[1] == -40


def test_team_scores_by_hand() -> None:
    options = {**default_options(6), "rounds": 1, "teams": "2-2-1-1", "bottles": 2}
    game = new_game(options, random.Random(1))
    game.choices = [[("devil", card)] for card in cards("1 7 18 25 37 3")]  # 1+3+5+6+6+1 = 22
    game.won = [["2"], ["12"], ["4"], ["17"], ["28"], ["36"]]  # 1, 4, 2, 4, 6, 6 points
    assert game.teams == [[0, 3], [1, 4], [2], [5]]
    game.owners = [0, 3]
    # A team with both bottles pays twice; a team without gets both seats' tricks; a seat alone
    # gets double.
    assert game.round_gains() == [-44, 10, 4, -44, 10, 12]
    game.owners = [5, 4]
    assert game.round_gains() == [5, -22, 4, 5, -22, -44]
    game.owners = [2, 2]
    assert game.round_gains() == [5, 10, -88, 5, 10, 12]
    # Without teams nothing is doubled but the price of two bottles.
    game.teams = None
    assert game.round_gains() == [1, 4, -44, 4, 6, 6]


def test_rotating_teams_by_hand() -> None:
    rng = random.Random(1)
    for dealer, expected in [
        (3, [[0, 2], [1], [3]]),
        (0, [[0], [1, 3], [2]]),
        (1, [[0, 2], [1], [3]]),
        (2, [[0], [1, 3], [2]]),
    ]:
        options = {**default_options(4), "teams": "2-1-1", "rotate_teams": True}
        hands, _ = random_deal(options, dealer, rng)
        start = {**first_position(options, rng), "dealer": dealer, "hands": hands}
        assert ReferenceBottleImp(options, start).teams == expected


def test_devils_eye_by_hand() -> None:
    start = {
        "round": 1,
        "dealer": 0,
        "hands": [
            cards("1 3 11 2 6 14 4 8 16 5 10 21"),
            cards("7 13 24 9 17 26 12 20 29 15 23 31"),
        ],
        "open_hands": [cards("18 22 27 30 33 34"), cards("25 28 32 35 36 37")],
        "scores": [0, 0],
        "last_trick": [],
        "last_round": None,
    }
    game = ReferenceBottleImp({**default_options(2), "rounds": 1}, start)
    for word in ("devil 1", "open 3", "hidden 11"):
        game.apply(word, 0)
    assert game.view(1)["passes"][0] == {"devil": None, "open": None, "hidden": None}
    for word in ("devil 7", "open 24", "hidden 13"):
        game.apply(word, 1)
    assert game.open_hands == [cards("18 22 24 27 30 33 34"), cards("3 25 28 32 35 36 37")]
    assert game.view(1)["passes"][0] == {"devil": None, "open": "3", "hidden": "11"}
    assert game.view(-1)["passes"][0] == {"devil": None, "open": "3", "hidden": None}
    # The seat left of the dealer leads, and may lead anything.
    assert game.to_act() == [1]
    assert len(game.legal(1)) == 17
    game.apply("35", 1)
    # Blue led: the open hand has 27 and 30 and must follow, the hidden hand is free.
    assert game.legal(0) == cards("2 4 5 6 8 10 13 14 16 21 27 30")
    game.apply("21", 0)
    # The leader's second card is bound as well: 3 and 32 of the open hand.
    assert game.legal(1) == cards("3 9 11 12 15 17 20 23 26 29 31 32")
    game.apply("3", 1)
    assert play(game, "30") == (["3"], [1], 1)
    assert game.won == [[], ["3", "21", "30", "35"]]


# ------------------------------------------------------------------ the enumeration of worlds


def all_candidates(full: Position, player: int) -> set[worlds.World]:
    """All ways to put the unseen cards anywhere and to write any card into any unseen note."""
    view = worlds.view_of(full, player)
    unseen = worlds.unseen_cards(view, player)
    num_players = view["options"]["num_players"]
    names = ("devil", *worlds.choice_names(view))
    sizes: list[tuple[int, str, int]] = []
    for seat in range(num_players):
        if seat != player:
            sizes.append((seat, "hand", len(full["hands"][seat])))
            for name in names:
                if full["phase"] == "pass" or name == "devil":
                    made = full["passes"][seat][name]
                    sizes.append(
                        (seat, name, len(made) if name == "devil" else int(made is not None))
                    )
    found: set[worlds.World] = set()
    notes = worlds.unseen_notes(view, player)
    for order in set(itertools.permutations(unseen)):
        hands: list[tuple[str, ...]] = [tuple(hand or ()) for hand in view["hands"]]
        passes: list[dict[str, Any]] = [dict(made) for made in view["passes"]]
        at = 0
        for seat, kind, size in sizes:
            cards = sorted(order[at : at + size], key=RANK.__getitem__)
            at += size
            if kind == "hand":
                hands[seat] = tuple(cards)
            elif kind == "devil":
                passes[seat]["devil"] = cards
            else:
                passes[seat][kind] = cards[0] if cards else None
        assert at == len(order)
        for written in itertools.product(deck(num_players), repeat=len(notes)):
            for note, card in zip(notes, written, strict=True):
                passes[note.giver][note.kind] = card
            found.add(
                (
                    tuple(hands),
                    tuple((tuple(p["devil"]), p[names[1]], p[names[2]]) for p in passes),
                )
            )
    return found


SMALL: list[tuple[int, int, str, range, int]] = [
    # players, Devil's cards, phase, number of worlds, most unseen cards
    (2, 1, "play", range(2, 12), 6),
    (2, 2, "play", range(2, 40), 6),
    (3, 1, "play", range(150, 1300), 4),
]


@pytest.mark.parametrize(("num_players", "devil_cards", "phase", "wanted", "most"), SMALL)
def test_worlds_are_those_that_can_be_played(
    num_players: int, devil_cards: int, phase: str, wanted: range, most: int
) -> None:
    """Of all ways to place cards and notes, the worlds are those that replay to the same view."""
    options = {**default_options(num_players), "devil_cards": devil_cards}
    done = 0
    for seed in range(10_000):
        rng = random.Random(seed)
        player = rng.randrange(num_players)
        game = new_game(options, rng)
        dealt_open = None if game.open_hands is None else [list(h) for h in game.open_hands]
        while game.round == 1:
            view = game.view(player)
            if (
                view["phase"] == phase
                and len(worlds.unseen_cards(view, player)) <= most
                and worlds.count_worlds(view, player) in wanted
            ):
                break
            random_step(game, rng)
        else:
            continue
        full, view = game.view(None), game.view(player)
        expected: set[worlds.World] = set()
        for world in all_candidates(full, player):
            again = worlds.replay(worlds.with_world(full, world), dealt_open)
            if again is not None and again.view(player) == view:
                expected.add(world)
        found = list(worlds.worlds(view, player))
        assert len(found) == len(set(found)) == worlds.count_worlds(view, player)
        assert set(found) == expected
        assert worlds.world_of(full) in expected
        done += 1
        if done == 6:
            return
    raise AssertionError("no such positions")


REPLAYED: list[tuple[int, int, str, range]] = [
    (3, 1, "play", range(2, 3000)),
    (4, 1, "play", range(2, 30_000)),
    (5, 1, "play", range(2, 300_000_000)),
    (6, 1, "play", range(2, 3_000_000_000)),
    (2, 1, "pass", range(2, 1400)),
    (2, 2, "pass", range(2, 700)),
]


@pytest.mark.parametrize(("num_players", "devil_cards", "phase", "wanted"), REPLAYED)
def test_worlds_can_be_played(
    num_players: int, devil_cards: int, phase: str, wanted: range
) -> None:
    """A sample of the worlds replays to the same view, and the counts are right."""
    options = {**default_options(num_players), "devil_cards": devil_cards}
    done = 0
    for seed in range(10_000):
        rng = random.Random(seed)
        player = rng.randrange(num_players)
        full = game_with(options, rng, phase, wanted, player)
        if full is None:
            continue
        view = worlds.view_of(full, player)
        dealt_open = full["open_hands"]
        layouts = list(worlds.layouts(view, player))
        assert len(layouts) == len(set(layouts)) == worlds.count_layouts(view, player)
        assert worlds.layout_of(full) in set(layouts)
        found = list(itertools.islice(worlds.worlds(view, player), 20_000))
        if worlds.count_worlds(view, player) < 20_000:
            assert len(found) == len(set(found)) == worlds.count_worlds(view, player)
            assert worlds.world_of(full) in set(found)
        for world in rng.sample(found, min(100, len(found))):
            again = worlds.replay(worlds.with_world(full, world), dealt_open)
            assert again is not None
            assert again.view(player) == view
        done += 1
        if done == 10:
            return
    raise AssertionError("no such positions")


def test_every_layout_has_as_many_worlds() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        player = rng.randrange(3)
        full = game_with(default_options(3), rng, "play", range(400, 3000), player)
        if full is None:
            continue
        view = worlds.view_of(full, player)
        counted = Counter(
            (hands, tuple(devil for devil, _, _ in passes))
            for hands, passes in worlds.worlds(view, player)
        )
        assert len(counted) == worlds.count_layouts(view, player)
        assert set(counted.values()) == {worlds.count_notes(view, player)}


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_marginals_are_those_of_the_enumeration(num_players: int) -> None:
    for seed in range(12):
        rng = random.Random(seed)
        player = rng.randrange(num_players)
        game = new_game(default_options(num_players), rng)
        view = game.view(player)
        while view["phase"] == "pass" or worlds.count_layouts(view, player) >= 3000:
            random_step(game, rng)
            view = game.view(player)
        full = game.view(None)
        assert full["round"] == 1
        found = worlds.marginals(view, player)
        counted: Counter[tuple[str, tuple[int, str]]] = Counter()
        hands_seen: Counter[tuple[int, tuple[int, ...]]] = Counter()
        number = 0
        for hands, passes in worlds.layouts(view, player):
            number += 1
            layout = worlds.with_world(full, (hands, passes))
            for card, place in worlds.place_of(layout, view, player).items():
                counted[card, place] += 1
            for seat in range(num_players):
                hands_seen[seat, worlds.count_colours(hands[seat])] += 1
        expected = {
            (card, place): share
            for card, places in found.items()
            for place, share in places.items()
        }
        assert counted.keys() == expected.keys()
        for key, share in expected.items():
            assert abs(counted[key] / number - share) < 1e-12
        for seat in range(num_players):
            if seat != player:
                law = worlds.colours_in_hand(view, player, seat)
                assert {key for of, key in hands_seen if of == seat} == set(law)
                for numbers, share in law.items():
                    assert abs(hands_seen[seat, numbers] / number - share) < 1e-12


def test_voids_are_kept() -> None:
    """In an enumerated layout no seat holds what it is known not to have."""
    rng = random.Random(5)
    checked = 0
    while checked < 20:
        player = rng.randrange(4)
        full = game_with(default_options(4), rng, "play", range(2, 3_000_000), player)
        if full is None or not any(full["voids"]):
            continue
        checked += 1
        for hands, _ in worlds.layouts(worlds.view_of(full, player), player):
            for seat in range(4):
                assert not {COLOUR[card] for card in hands[seat]} & set(full["voids"][seat])
