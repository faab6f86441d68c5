"""Text and pictures of views: complete, tidy, and without anything that the view does not hold."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

import cardgames
from cardgames._core.bottle_imp import BottleImpState
from cardgames.bottle_imp import BottleImp, BottleImpView, Card
from cardgames.pictures import bottle_imp as pictures
from cardgames.pictures import svg

SVG = "{http://www.w3.org/2000/svg}"
GAMES = (
    BottleImp(num_players=2, rounds=2),
    BottleImp(num_players=2, rounds=2, devil_cards=2),
    BottleImp(num_players=3, rounds=2),
    BottleImp(num_players=4, rounds=2),
    BottleImp(num_players=4, rounds=2, teams="2-1-1", rotate_teams=True),
    BottleImp(num_players=5, rounds=2),
    BottleImp(num_players=5, rounds=2, teams="2-2-1"),
    BottleImp(num_players=6, rounds=2),
    BottleImp(num_players=6, rounds=2, bottles=2, teams="2-2-1-1"),
)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)


def states(game: BottleImp, seed: int) -> Iterator[BottleImpState]:
    """Play a random game, with a stop at the start, now and then on the way, and at the end."""
    random = Random(seed)
    state = game.new_state(seed=seed)
    yield state
    while state.to_act:
        seat = random.choice(state.to_act)
        state.apply(random.choice(state.legal_actions(seat)), seat)
        if random.random() < 0.05 or not state.to_act:
            yield state


def viewers(game: BottleImp) -> Iterable[int | None]:
    return (None, cardgames.SPECTATOR, *range(game.num_players))


class Shown(NamedTuple):
    """A view with its text, its picture, and the words and tooltips in the picture."""

    view: BottleImpView
    text: str
    picture: str
    words: tuple[str, ...]
    tooltips: tuple[str, ...]


def show(view: BottleImpView) -> Shown:
    picture = pictures.svg(view)
    root = ET.fromstring(picture)
    words, tooltips = (
        tuple(node.text or "" for node in root.iter(SVG + tag)) for tag in ("text", "title")
    )
    return Shown(view, pictures.text(view), picture, words, tooltips)


@cache
def shown(game: BottleImp) -> tuple[Shown, ...]:
    """Give many views of a game, drawn once for all tests."""
    return tuple(
        show(state.view(viewer)) for state in states(game, seed=1) for viewer in viewers(game)
    )


def cards_on_table(view: BottleImpView) -> set[Card]:
    """The cards of a view that lie somewhere in sight now: these a picture has to show as faces."""
    shown: set[Card] = set()
    for hand in (*view.hands, *(view.open_hands or ())):
        shown.update(hand or ())
    shown.update(played.card for played in (*view.trick, *view.last_trick))
    for choices in view.passes:
        shown.update(choices.devil or ())
        if view.phase == "pass":
            shown.update(card for card in (choices.left, choices.right) if card)
    return shown


def cards_known(view: BottleImpView) -> set[Card]:
    """All cards that a view names anywhere."""
    known = cards_on_table(view)
    for choices in view.passes:
        known.update(card for card in (choices.left, choices.right) if card)
    for cards in (*view.won, *view.played):
        known.update(cards)
    if view.last_round:
        known.update(view.last_round.devil)
    return known


def cards_in_text(text: str) -> set[tuple[str, str]]:
    """Rank and first letter of the colour of each card, without the example in the last line."""
    body = text.rsplit("\n", 1)[0]
    return set(re.findall(r"(?<![\w.])(\d+(?:\.5)?)([ybr])[¹²³⁴⁵⁶]", body))


def cards_in_picture(tooltips: Iterable[str]) -> set[tuple[str, str]]:
    """Rank and first letter of the colour of each card with a face or a tag."""
    found = (re.match(r"(\d+(?:\.5)?) (yellow|blue|red)\b", title) for title in tooltips)
    return {(match[1], match[2][0]) for match in found if match}


def keys(cards: Iterable[Card]) -> set[tuple[str, str]]:
    return {(card.rank, card.colour[0]) for card in cards}


@each_game
def test_text_fits_a_terminal(game: BottleImp) -> None:
    for case in shown(game):
        lines = case.text.split("\n")
        assert max(map(len, lines)) <= 80
        assert all(line.isprintable() and line == line.rstrip() and line for line in lines)


@each_game
def test_text_shows_what_lies_in_sight_and_no_unknown_card(game: BottleImp) -> None:
    for case in shown(game):
        found = cards_in_text(case.text)
        assert keys(cards_on_table(case.view)) <= found <= keys(cards_known(case.view))


@each_game
def test_picture_shows_what_lies_in_sight_and_no_unknown_card(game: BottleImp) -> None:
    for case in shown(game):
        found = cards_in_picture(case.tooltips)
        assert keys(cards_on_table(case.view)) <= found <= keys(cards_known(case.view))
        assert {rank for rank, _ in found} <= set(case.words)


@each_game
def test_tooltips_list_the_cards_played_and_won(game: BottleImp) -> None:
    for case in shown(game):
        listed = [title for title in case.tooltips if re.match(r"seat \d played", title)]
        expected = [
            f"seat {seat} played {ranks(played)}; won {ranks(won)}"
            for seat, (played, won) in enumerate(zip(case.view.played, case.view.won, strict=True))
        ]
        assert sorted(listed) == expected


def ranks(cards: Iterable[Card]) -> str:
    return " ".join(card.rank for card in cards) or "nothing"


@each_game
def test_hidden_parts_do_not_matter(game: BottleImp) -> None:
    for state in states(game, seed=2):
        for seat in range(game.num_players):
            view, other = state.view(seat), state.determinize(seat, 5).view(seat)
            assert pictures.text(view) == pictures.text(other)
            assert pictures.svg(view) == pictures.svg(other)


@each_game
def test_picture_is_a_document_of_its_own(game: BottleImp) -> None:
    tags = {SVG + tag for tag in ("svg", "title", "g", "rect", "circle", "path", "text")}
    for case in shown(game):
        root = ET.fromstring(case.picture)
        assert root.tag == SVG + "svg"
        assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
        assert root[0].tag == SVG + "title"
        assert root.get("aria-label") == root[0].text
        assert root.get("role") == "img"
        assert root[1].tag == SVG + "rect"
        for node in root.iter():
            assert node.tag in tags
            assert not {"id", "class", "href"} & set(node.attrib)
            assert "url(" not in "".join(node.attrib.values())


@each_game
def test_every_seat_and_its_score_appear(game: BottleImp) -> None:
    for case in shown(game):
        lines = case.text.split("\n")
        for seat, score in enumerate(case.view.scores):
            assert any(re.match(rf" [ ►★] {seat}\b.*\s{score}\s", line) for line in lines)
            assert f"Seat {seat}" in case.words
            assert str(score) in case.words


@each_game
def test_round_phase_and_bottles_appear(game: BottleImp) -> None:
    names = {"pass": "passing cards", "play": "playing", "over": "game over"}
    for case in shown(game):
        assert names[case.view.phase] in case.text
        assert names[case.view.phase] in case.words
        assert f"round {case.view.round} of 2" in case.text
        assert f"round {case.view.round} of 2" in case.words
        for bottle in case.view.bottles:
            assert bottle.price in case.words
            assert f"price {bottle.price}, " in case.text
    assert {case.view.phase for case in shown(game)} == set(names)


@each_game
def test_marks_for_the_viewer_the_dealer_and_those_to_act(game: BottleImp) -> None:
    for case in shown(game):
        view, words = case.view, case.words
        assert words.count("you") == (view.player in range(game.num_players))
        assert words.count("dealer") == 1
        assert words.count("to act") == len(view.to_act)
        assert (words.count("winner") > 0) == (view.phase == "over")


def test_hidden_hands_are_backs_with_their_number() -> None:
    state = BottleImp(num_players=4).new_state(seed=3)
    case = show(state.view(cardgames.SPECTATOR))
    assert cards_in_picture(case.tooltips) == set()
    assert case.words.count("9 cards") == 4
    assert case.picture.count(f'fill="{svg.BACK}" stroke="{svg.BACK_EDGE}"') == 4 * 9


def test_pending_choices_of_others_are_counted_only() -> None:
    state = BottleImp(num_players=3).new_state(seed=3)
    for _ in range(2):
        state.apply(state.legal_actions(1)[0], 1)
    case = show(state.view(0))
    assert "seat 1 passes   2 of 3 chosen  ▒▒ to seat 2  ·· to seat 0" in case.text
    assert "2 of 3 chosen" in case.words
    own = pictures.text(state.view(1))
    chosen = state.view(1).passes[1].left
    assert chosen is not None
    assert re.search(rf"2 of 3 chosen  {re.escape(chosen.rank)}[ybr]. to seat 2", own)


def by_colour(cards: Iterable[Card]) -> list[tuple[str, str]]:
    order = ("yellow", "blue", "red")
    return [
        (card.rank, card.colour[0])
        for card in sorted(cards, key=lambda card: (order.index(card.colour), card.index))
    ]


@each_game
def test_hands_are_sorted_by_colour_then_rank(game: BottleImp) -> None:
    for case in shown(game):
        if case.view.player is None or case.view.player < 0 or case.view.phase == "over":
            continue
        seat = case.view.player
        lines = case.text.partition(" your hand ")[2].split("\n")
        own = lines[
            : next(i for i, line in enumerate(lines) if i and not line.startswith("  " * 4))
        ]
        hand = case.view.hands[seat]
        assert hand is not None
        expected = by_colour(hand)
        assert re.findall(r"(\d+(?:\.5)?)([ybr])[¹²³⁴⁵⁶]", "\n".join(own)) == expected
        # In the picture the faces of a hand follow each other; their tooltips tell the points too.
        faces = [
            match.groups()
            for title in case.tooltips
            if (match := re.match(r"(\d+(?:\.5)?) ([ybr])\w+, \d points?$", title))
        ]
        starts = range(len(faces) - len(expected) + 1)
        assert any(faces[start : start + len(expected)] == expected for start in starts)


@each_game
def test_a_last_trick_of_the_round_before_is_named_so(game: BottleImp) -> None:
    for case in shown(game):
        if not case.view.last_trick:
            continue
        earlier = not any(case.view.won)
        assert ("of the round before" in case.words) == earlier
        assert bool(re.search(r"last trick .*\n?.*\(of the round before\)", case.text)) == earlier
    state = game.new_state(seed=6)
    while state.view().round == 1:
        state.apply(state.legal_actions()[0])
    dealt = show(state.view())
    assert "(of the round before)" in dealt.text
    assert "of the round before" in dealt.words


def test_viewer_sits_at_the_bottom() -> None:
    state = BottleImp(num_players=5).new_state(seed=3)
    for viewer, bottom in ((3, 3), (None, 0), (cardgames.SPECTATOR, 0)):
        words = show(state.view(viewer)).words
        places = [word for word in words if word.startswith("Seat ")]
        left_up, left_low = (bottom + 2) % 5, (bottom + 1) % 5
        assert places[:3] == [f"Seat {left_up}", f"Seat {left_low}", f"Seat {bottom}"]


@each_game
def test_str_and_notebook_use_them(game: BottleImp) -> None:
    state = game.new_state(seed=4)
    view = state.view(1)
    assert str(view) == pictures.text(view)
    assert view._repr_svg_() == pictures.svg(view)  # pyright: ignore[reportPrivateUsage]
    assert str(state) == pictures.text(state.view())
    assert state._repr_svg_() == pictures.svg(state.view())


# Building blocks


def test_numbers_are_short() -> None:
    assert [svg.number(x) for x in (3, 2.5, 1 / 3, -0.001, 100, -7.10)] == [
        "3",
        "2.5",
        "0.33",
        "0",
        "100",
        "-7.1",
    ]


def test_text_and_attributes_are_escaped() -> None:
    markup = svg.titled('<a> & "b"', svg.element("path", d='<"&>', fill=None))
    node = ET.fromstring(markup)
    assert node[0].text == '<a> & "b"'
    assert node[1].attrib == {"d": '<"&>'}


def test_blocks_take_their_room() -> None:
    box = svg.Block(10, 20, svg.rect(10, 20))
    row = svg.row([box, svg.EMPTY, box], gap=3)
    assert (row.width, row.height) == (23, 20)
    column = svg.column([box, svg.EMPTY, box], gap=3)
    assert (column.width, column.height) == (10, 43)
    assert svg.spread([box, box], 100).height == 100
    assert svg.spread([box, box], 10, gap=3).height == 43
    assert svg.panel(box, 50, padding=5).height == 30
    assert svg.sides(box, box, 50).width == 50
    wrapped = svg.wrap([box, box, box], 25, gap=5)
    assert (wrapped.width, wrapped.height) == (25, 45)
    assert svg.row([]).width == svg.column([]).height == svg.fan([], 30).width == 0


def test_fan_keeps_to_its_width() -> None:
    box = svg.Block(10, 20, svg.rect(10, 20))
    assert svg.fan([box], 30).width == 10
    assert svg.fan([box, box], 30, gap=4).width == 24
    assert svg.fan([box] * 7, 30, gap=4).width == 30


def test_long_text_is_squeezed_into_its_room() -> None:
    assert "textLength" not in svg.text(0, 0, "short", fit=100)
    assert 'textLength="20"' in svg.text(0, 0, "rather long", fit=20)
