"""Pictures of Triplets views: what is special about them."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import cardgames
from cardgames.pictures import _triplets_cards as cards
from cardgames.pictures import _triplets_facts as facts
from cardgames.pictures import svg
from cardgames.triplets import SUITS, Bound, Triplets, TripletsState, TripletsView, card

from .pictured import (
    SVG,
    Shown,
    games_of,
    playing_cards_in_text,
    playing_cards_in_tooltips,
    show,
    shown,
)
from .triplets_positions import FOUR, LOWEST, REFILL, THREE, TWO, TWO_DECKS, make

each_game = games_of(Triplets)

FIVE = Triplets(num_players=5)
TEN = Triplets(num_players=10, decks=4, max_rounds=100_000)
BACK = f'fill="{svg.BACK}" stroke="{svg.BACK_EDGE}"'


def line_of(case: Shown, label: str, after: str = "") -> str:
    """What follows a label in the text, all its lines together; the first after another label."""
    lines = case.text.split("\n")
    places = [i for i, line in enumerate(lines) if line[1:].startswith(after.ljust(16))]
    first = places[0] if after else 0
    start = next(i for i in range(first, len(lines)) if lines[i][1:].startswith(label.ljust(16)))
    found = [lines[start][17:]]
    for line in lines[start + 1 :]:
        if not line.startswith(" " * 17):
            break
        found.append(line)
    return " ".join(" ".join(found).split())


def seat_line(case: Shown, seat: int) -> str:
    """The line of a seat in the table, its blanks made one."""
    lines = case.text.split("\n")
    found = next(line for line in lines if re.match(rf" [ ►★] {seat}\b", line))
    return " ".join(found.split())


def titles(case: Shown, pattern: str) -> list[str]:
    """The tooltips that match, in the order of the picture."""
    return [title for title in case.tooltips if re.fullmatch(pattern, title)]


# --- All cards, each where it lies, and no other ---


def cards_of(view: TripletsView) -> Counter[tuple[str, str]]:
    """All cards that a view holds, those of several decks counted."""
    groups = [*view.hands, *view.stacks, view.removed, *(entry.cards for entry in view.pot)]
    return Counter((c.rank, c.suit) for group in groups for c in group if c is not None)


@each_game
def test_every_card_of_a_view_appears_once(game: Triplets) -> None:
    for case in shown(game):
        expected = cards_of(case.view)
        assert Counter(playing_cards_in_text(case.text)) == expected
        assert Counter(playing_cards_in_tooltips(case.tooltips)) == expected
        if case.view.player is None:
            assert expected.total() == 52 * game.options.decks


@each_game
def test_picture_names_no_unknown_card_anywhere(game: Triplets) -> None:
    for case in shown(game):
        found = re.findall(r"\b(10|[2-9JQKA]) of ([cdhs])(?:lub|iamond|eart|pade)", case.picture)
        assert set(found) == set(cards_of(case.view))


def test_hidden_cards_appear_nowhere() -> None:
    hands = {0: "2c 9c", 1: "3d Jd", 2: "4h Qh"}
    stacks = {0: "5c 6c*", 1: "7d 8d", 2: "Ah"}
    state = make(THREE, hands=hands, stacks=stacks)
    gone = {(c.rank, c.suit) for c in state.view().removed}
    for viewer in (cardgames.SPECTATOR, 0, 1, 2):
        words = f"6c {hands.get(viewer, '')}"
        expected = {(c.rank, c.suit) for c in map(card, words.split())}
        case = show(state.view(viewer))
        assert set(playing_cards_in_text(case.text)) - gone == expected
        assert set(playing_cards_in_tooltips(case.tooltips)) - gone == expected


# --- The pot ---


def test_pot_tells_in_order_who_played_what_and_what_leaves() -> None:
    state = make(
        hands={0: "2c 4c", 1: "2d 4h", 2: "Kc", 3: "Kd"},
        pot="- 3s Qs, 1 6c, 2 7c 7d 7h, 3 7s, 0 9d, 1 5c",
    )
    case = show(state.view(0))
    expected = "middle: 3s Qs 1: 6c 2: (7c 7d 7h)× 3: 7s× negates 0: 9d ◄ 1: 5c out"
    assert line_of(case, "pot") == expected
    assert line_of(case, "winning") == "single 9 of seat 0"
    assert "Winning: single 9 of seat 0" in case.words
    assert "pot, 9 cards, in the order played" in case.words
    assert titles(case, r"\w+ of \w+, (seat \d .*|from the middle)") == [
        "3 of spades, from the middle",
        "Q of spades, from the middle",
        "6 of clubs, seat 1 leads",
        "7 of clubs, seat 2 stays in, to be removed",
        "7 of diamonds, seat 2 stays in, to be removed",
        "7 of hearts, seat 2 stays in, to be removed",
        "7 of spades, seat 3 negates, to be removed",
        "9 of diamonds, seat 0 stays in, winning",
        "5 of clubs, seat 1 goes out",
    ]
    start = case.words.index("middle")
    below = [word for word in case.words[start:] if re.match(r"seat \d|leads|negates|out", word)]
    assert below[:8] == [
        "seat 1",
        "leads",
        "seat 2",
        "seat 3",
        "negates",
        "seat 0",
        "seat 1",
        "out",
    ]


@pytest.mark.parametrize(
    ("game", "pot", "effects", "winning"),
    [
        # Page, Play: only the first card of the rank on a standing triplet negates.
        (FOUR, "0 7c 7d 7h, 1 7s, 2 9c", "lead× negate× beat", 2),
        (FOUR, "0 7c 7d 7h, 1 8c 8d 8h, 2 7s", "lead× beat× out", 1),
        (FOUR, "0 7c 7d 7h, 1 Ac, 2 7s", "lead× out negate×", 2),
        (FOUR, "0 Ac, 1 2c 2d 2h, 2 Kc", "lead beat× out", 1),
        (TWO_DECKS, "0 7c 7d 7h, 1 7s, 2 7c", "lead× negate× beat", 2),
        # Ruling: a triplet of the rank may meet a negated one, and can be negated again.
        (TWO_DECKS, "0 7c 7d 7h, 1 7s, 2 7c 7d 7h, 3 7s", "lead× negate× beat× negate×", 3),
        (FOUR, "- 2c 3c 4c, 0 Jc, 1 10d, 2 Jd", "middle lead out beat", 3),
    ],
)
def test_pot_tells_what_each_play_did(game: Triplets, pot: str, effects: str, winning: int) -> None:
    state = make(game, hands={0: "Kh Ah", 1: "3d Kd", 2: "3h Qd", 3: "3s Qh"}, pot=pot)
    played = facts.pot(state.view())
    words = [f"{entry.effect or 'middle'}{'×' if entry.leaves else ''}" for entry in played]
    assert " ".join(words) == effects
    assert [entry.wins for entry in played] == [i == winning for i in range(len(played))]


@each_game
def test_pot_agrees_with_what_actions_do_and_what_leaves_the_game(game: Triplets) -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        random = Random(seed)
        state = game.new_state(seed=seed)
        leaving: list[str] = []
        while state.to_act:
            action = random.choice(state.legal_actions())
            info, before = state.action_info(action), state.view()
            state.apply(action)
            after = state.view()
            effect = info.effect
            assert effect is not None
            if info.effect == "negate" or len(info.cards) == 3:
                leaving += map(str, info.cards)
            if after.round == before.round and after.phase == "play":
                last = facts.pot(after)[-1]
                assert (last.player, last.cards, last.effect) == (
                    before.to_act[0],
                    info.cards,
                    info.effect,
                )
                pot = [str(c) for entry in facts.pot(after) if entry.leaves for c in entry.cards]
                assert pot == leaving
                check_winning(after)
            else:
                gone = after.removed[len(before.removed) :]
                assert [str(c) for c in gone] == leaving
                leaving = []
            seen[effect] += 1
    assert min(seen[effect] for effect in ("lead", "beat", "out")) > 0


def check_winning(view: TripletsView) -> None:
    """The entry that is told to win is the one that the view names."""
    best = next(entry for entry in facts.pot(view) if entry.wins)
    assert view.winning is not None
    kind = "triplet" if len(best.cards) == 3 else "single"
    expected = (view.winning.kind, view.winning.rank, view.winning.player)
    assert (kind, best.cards[0].rank, best.player) == expected


def test_before_the_first_play_the_leader_is_named() -> None:
    state = make(hands={0: "2c", 1: "3c", 2: "4c", 3: "5c"}, to_act=2)
    case = show(state.view(0))
    assert line_of(case, "winning") == "none yet, seat 2 leads"
    assert line_of(case, "pot") == "empty"
    assert "Winning: none yet, seat 2 leads" in case.words
    assert "winning" in case.words  # in the legend only
    assert case.words.count("winning") == 1


def test_long_pots_are_drawn_smaller() -> None:
    state = make(TWO_DECKS, hands={0: "2c", 1: "3c", 2: "4c", 3: "5c"}, pot="0 6c, 1 6d, 2 6h")
    view = state.view(0)
    heights: list[float] = []
    for times in (1, 10, 30):
        case = show(replace(view, pot=view.pot * times))
        assert len(titles(case, r"6 of .*, seat \d .*")) == 3 * times
        scales = re.findall(r"scale\(([\d.]+)\)\"><g><title>6 of", case.picture)
        assert len(set(scales)) == 1
        heights.append(float(scales[0]))
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 3


# --- Seats ---


def test_who_is_in_and_out_and_eliminated_appears() -> None:
    state = make(FIVE, hands={0: "2c 3c", 1: "4c 5c", 2: "6d", 4: "Kc"}, dealer=3, pot="1 9c, 2 5d")
    case = show(state.view(1))
    assert [seat_line(case, seat) for seat in range(5)] == [
        "0 2 2 0 in",
        "1 you 2 2 0 in",
        "2 1 1 0 out",
        "3 dealer 0 0 0 eliminated",
        "► 4 1 1 0 in",
    ]
    counts = [case.words.count(word) for word in ("in", "out", "eliminated", "dealer", "to act")]
    assert counts == [3, 2, 1, 1, 1]  # "out" below the card of seat 2 too
    assert case.words.count("winning") == 2  # seat 1, and the legend
    assert "seat 3 hand" not in case.text


def test_a_seat_without_cards_may_still_be_in() -> None:
    """Page, Play: until its turn a seat without a card is in and can win the round."""
    state = make(hands={0: "2c", 2: "4c", 3: "5c"}, pot="1 9c", to_act=1)
    case = show(state.view(0))
    assert seat_line(case, 1) == "1 0 0 0 in, no cards"
    assert "in, no cards" in case.words
    assert "eliminated" not in case.words
    assert line_of(case, "seat 1 hand") == "empty"
    assert line_of(case, "  stack", "seat 1 hand") == "empty"
    assert "hand, 0 cards" in case.words


def test_viewer_sits_below_the_others_clockwise_above_and_eliminated_ones_last() -> None:
    state = FIVE.new_state(seed=3)
    for viewer, below in ((3, 3), (None, 0), (cardgames.SPECTATOR, 0)):
        words = show(state.view(viewer)).words
        places = [word for word in words if word.startswith("Seat ")]
        assert places == [f"Seat {(below + place) % 5}" for place in (1, 2, 3, 4, 0)]
    late = make(FIVE, hands={0: "2c", 1: "3c", 4: "4c"})
    words = show(late.view(1)).words
    places = [word for word in words if word.startswith("Seat ")]
    assert places == ["Seat 4", "Seat 0", "Seat 2", "Seat 3", "Seat 1"]


def test_options_appear_when_they_are_not_the_usual_ones() -> None:
    said = {
        FOUR: "4 players, 1 deck",
        LOWEST: "4 players, 1 deck; every round is opened with the lowest card",
        REFILL: "4 players, 1 deck; the winner of a round draws",
        TWO_DECKS: "4 players, 2 decks",
    }
    for game, words in said.items():
        case = show(game.new_state(seed=1).view(0))
        assert words in case.words
        for part in words.split("; "):
            assert part in case.text
    text = show(FOUR.new_state(seed=1).view(0)).text
    assert "lowest" not in text
    assert "draws" not in text


# --- Hands and stacks ---


def test_hands_show_known_cards_and_bounds_of_the_others() -> None:
    state = make(
        hands={0: "2c", 1: "7h* 8h 10d Ks* Ac", 2: "4c", 3: "5c"},
        bounds={1: "8-10 8-K 2-A"},
        stacks={1: "As"},
    )
    case = show(state.view(0))
    assert line_of(case, "seat 1 hand") == "7h° Ks° ▒8-10▒ ▒8-K▒ ▒▒"
    assert "all know" not in case.text
    assert titles(case, r".*known to all|hidden card.*")[:5] == [
        "7 of hearts, known to all",
        "K of spades, known to all",
        "hidden card, 8-10",
        "hidden card, 8-K",
        "hidden card",
    ]
    assert [case.words.count(word) for word in ("8-10", "8-K", "2-A")] == [1, 1, 0]
    assert case.words.count("hand, 5 cards") == 1
    for viewer in (1, None):
        own = show(state.view(viewer))
        label = "your hand" if viewer == 1 else "seat 1 hand"
        assert line_of(own, label) == "7h° 8h 10d Ks° Ac"
        assert line_of(own, "  all know") == "▒8-10▒ ▒8-K▒ ▒▒"
        caption = own.words.index("what all know of the unmarked cards in hand")
        assert own.words[caption + 1 : caption + 4] == ("8-10", "8-K", "any")
        assert titles(own, "hidden card, .*") == []


def test_backs_are_drawn_for_hidden_cards_only() -> None:
    state = make(hands={0: "2c 2d", 1: "3c 3d* 3h", 2: "4c", 3: "5c 5d"})
    for viewer, backs in ((0, 5), (1, 5), (3, 5), (cardgames.SPECTATOR, 7), (None, 0)):
        assert show(state.view(viewer)).picture.count(BACK) == backs


def test_a_card_whose_rank_is_certain_is_told_so() -> None:
    assert facts.bound_words(Bound("9", "9")) == "9"
    assert facts.bound_words(Bound("2", "A")) == ""
    state = make(hands={0: "2c", 1: "9h Kc", 2: "4c", 3: "5c"}, bounds={1: "9-9 2-A"})
    case = show(state.view(0))
    assert line_of(case, "seat 1 hand") == "▒9▒ ▒▒"
    assert "hidden card, 9" in case.tooltips


def test_stacks_show_their_size_and_their_known_part_from_the_top() -> None:
    state = make(
        hands={0: "2c", 1: "3c", 2: "4c", 3: "5c"},
        stacks={0: "6c 6d Jh* 2s*", 1: "As* 7c*", 2: "8c 8d 8h"},
    )
    case = show(state.view(0))
    assert line_of(case, "  stack", "your hand") == "▒▒×2 │ Jh 2s"
    assert line_of(case, "  stack", "seat 1 hand") == "│ As 7c"
    assert line_of(case, "  stack", "seat 2 hand") == "▒▒×3"
    assert line_of(case, "  stack", "seat 3 hand") == "empty"
    assert titles(case, r".* from the top of the stack of seat \d") == [
        "A of spades, number 1 from the top of the stack of seat 1",
        "7 of clubs, number 2 from the top of the stack of seat 1",
        "J of hearts, number 3 from the top of the stack of seat 0",
        "2 of spades, number 4 from the top of the stack of seat 0",
    ]
    assert "whole stack, from the top, known to all" in case.words
    assert "below 2 cards, from the top, known to all" in case.words
    sizes = [word for word, before in zip(case.words[1:], case.words, strict=False)
             if before == "stack"]  # fmt: skip
    assert [sizes[0], sizes[1], sizes[3]] == ["2", "3", "4"]  # clockwise from seat 1, seat 0 last
    everything = show(state.view())
    assert line_of(everything, "  stack", "seat 0 hand") == "6c 6d │ Jh 2s"
    assert line_of(everything, "  stack", "seat 2 hand") == "8c 8d 8h"
    assert everything.words.count("from the top, not known to all") == 2


def test_higher_stacks_are_drawn_higher() -> None:
    heights = [cards.pile(size).height for size in (0, 1, 9, 20, 40, 208)]
    assert heights == sorted(heights)
    assert heights[0] < heights[1] < heights[-1] < 2 * cards.HEIGHT


def test_removed_cards_are_counted_and_listed_in_order() -> None:
    view = make(hands={0: "2c", 1: "3c", 2: "4c", 3: "5c"}).view(0)
    gone = tuple(map(card, ("7h", "7s", "6c", "6d")))
    case = show(replace(view, removed=gone))
    assert line_of(case, "removed") == "4 cards 7h 7s 6c 6d"
    assert "Removed from the game: 4 cards" in case.words
    assert titles(case, ".*, removed from the game") == [
        f"{facts.told(c)}, removed from the game" for c in gone
    ]
    none = show(replace(view, removed=()))
    assert line_of(none, "removed") == "0 cards"
    assert "Removed from the game: 0 cards" in none.words


def test_suits_are_told_apart_by_shape_and_red_from_black() -> None:
    paths: dict[str, tuple[str, str]] = {}
    for suit in SUITS:
        node = ET.fromstring(cards.face(card(f"10{suit}")).markup)
        assert [text.text for text in node.iter("text")] == ["10"]
        drawn = {(path.get("d") or "", path.get("fill") or "") for path in node.iter("path")}
        assert len(drawn) == 1
        paths[suit] = drawn.pop()
        chip = ET.fromstring(cards.chip(card(f"10{suit}")).markup)
        assert {path.get("d") for path in chip.iter("path")} == {paths[suit][0]}
    assert len({outline for outline, _ in paths.values()}) == 4
    assert paths["c"][1] == paths["s"][1] != paths["d"][1] == paths["h"][1]


# --- The end ---


def over(game: Triplets, **given: Any) -> TripletsState:
    return make(game, phase="over", **given)


def test_the_last_seat_with_cards_wins() -> None:
    case = show(over(THREE, hands={1: "2c 3c"}, stacks={1: "5c"}, winner=1).view(0))
    assert "game over: seat 1 wins" in case.text
    assert line_of(case, "result") == "no other seat has cards"
    assert "Seat 1 wins with 3 cards" in case.words
    assert "no other seat has cards" in case.words
    assert [seat_line(case, seat) for seat in range(3)] == [
        "0 you dealer 0 0 0 eliminated",
        "★ 1 3 2 1",
        "2 0 0 0 eliminated",
    ]
    assert case.words.count("winner") == 1


def test_the_winner_of_the_last_round_wins_when_all_cards_have_left() -> None:
    """Page, Play: if the last cards all left the game, the winner of the last round wins."""
    case = show(over(TWO, hands={}, winner=1).view(0))
    assert "game over: seat 1 wins" in case.text
    assert line_of(case, "result") == "no seat has cards: the last round decides"
    assert "Seat 1 wins with 0 cards" in case.words
    assert case.words.count("winner") == case.text.count("★") == 1
    assert seat_line(case, 0) == "0 you dealer 0 0 0 eliminated"
    assert seat_line(case, 1) == "★ 1 0 0 0"


def test_a_game_stopped_by_max_rounds_is_told_so_and_winners_share() -> None:
    game = Triplets(num_players=4, max_rounds=2)
    hands = {0: "2c 3c", 1: "4c", 3: "5c 6c"}
    state = over(game, hands=hands, winner=1)
    assert state.is_truncated
    case = show(state.view(cardgames.SPECTATOR))
    assert "game over: seats 0 and 3 win" in case.text
    assert line_of(case, "result") == "stopped by max_rounds: 3 seats hold cards"
    assert "stopped by max_rounds: 3 seats hold cards" in case.words
    assert "Seats 0 and 3 win with 2 cards each" in case.words
    assert case.words.count("winner") == case.text.count("★") == 2
    assert "in" not in case.words
    assert "pot" not in case.text


@each_game
def test_winners_in_pictures_are_those_of_the_state(game: Triplets) -> None:
    state = game.new_state(seed=8).copy()
    random = Random(8)
    while state.to_act:
        state.apply(random.choice(state.legal_actions()))
    case = show(state.view())
    marked = [seat for seat in range(game.num_players) if seat_line(case, seat)[0] == "★"]
    assert tuple(marked) == state.winners()
    assert ("stopped by max_rounds" in case.text) == state.is_truncated


# --- Room ---


def crowded_views() -> Iterator[TripletsView]:
    """Views in which much has to be said: all options, long rounds, ten winners, one rich seat."""
    game = Triplets(num_players=10, decks=4, lead="lowest", refill="round", max_rounds=100_000)
    state = game.new_state(seed=1)
    for viewer in (None, cardgames.SPECTATOR, 9):
        view = replace(state.view(viewer), round=100_000)
        yield view
        yield replace(view, phase="over", to_act=(), pot=(), scores=(20,) * 10)
    rich = " ".join(f"{rank}{suit}*" for rank in ("9", "10", "J", "Q", "K") for suit in SUITS * 4)
    yield make(TEN, hands={1: "2c 2d", 3: "2h"}, stacks={1: rich}, to_act=1).view(0)


@each_game
def test_picture_fits_a_notebook(game: Triplets) -> None:
    for case in shown(game):
        assert float(ET.fromstring(case.picture).get("width", "0")) == 992


def test_picture_and_text_have_room_for_the_longest_words_and_stacks() -> None:
    for view in crowded_views():
        case = show(view)
        assert float(ET.fromstring(case.picture).get("width", "0")) == 992
        assert max(map(len, case.text.split("\n"))) <= 80
        expected = cards_of(view)
        assert Counter(playing_cards_in_text(case.text)) == expected
        assert Counter(playing_cards_in_tooltips(case.tooltips)) == expected


def test_hand_of_five_ends_before_the_stack() -> None:
    state = make(hands={0: "2c", 1: "3c 3d 3h 3s 10c", 2: "4c", 3: "5c"}, stacks={1: "6c"})
    root = ET.fromstring(show(state.view()).picture)
    starts = [
        [next(child.iter(SVG + "text"), root).text for child in node]
        for node in root.iter(SVG + "g")
    ]
    place = starts.index(["hand, 5 cards", "stack"])
    hand, stack = list(root.iter(SVG + "g"))[place]
    offset = re.match(r"translate\(([\d.]+) ", stack.get("transform") or "")
    laid = re.findall(r"translate\(([\d.]+) 0\)", ET.tostring(hand[1], "unicode"))
    assert offset is not None
    assert len(laid) >= 5
    assert max(map(float, laid)) + cards.WIDTH <= float(offset[1])
