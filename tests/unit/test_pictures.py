"""Text and pictures of views: complete, tidy, and without anything that the view does not hold."""

import re
import xml.etree.ElementTree as ET

from cardgames.pictures import svg

from .pictured import SVG, AnyGame, entry_of, games_of, shown, states

each_game = games_of()


@each_game
def test_text_fits_a_terminal(game: AnyGame) -> None:
    for case in shown(game):
        lines = case.text.split("\n")
        assert max(map(len, lines)) <= 80
        assert all(line.isprintable() and line == line.rstrip() and line for line in lines)


@each_game
def test_text_shows_what_lies_in_sight_and_no_unknown_card(game: AnyGame) -> None:
    entry = entry_of(game)
    for case in shown(game):
        found = entry.cards_in_text(case.text)
        assert entry.on_table(case.view) <= found <= entry.known(case.view)


@each_game
def test_picture_shows_what_lies_in_sight_and_no_unknown_card(game: AnyGame) -> None:
    entry = entry_of(game)
    for case in shown(game):
        found = entry.cards_in_tooltips(case.tooltips)
        assert entry.on_table(case.view) <= found <= entry.known(case.view)
        assert {name for name, _ in found} <= set(case.words)


@each_game
def test_hidden_parts_do_not_matter(game: AnyGame) -> None:
    pictures = entry_of(game).pictures
    for state in states(game, seed=2):
        for seat in range(game.num_players):
            view, other = state.view(seat), state.determinize(seat, 5).view(seat)
            assert pictures.text(view) == pictures.text(other)
            assert pictures.svg(view) == pictures.svg(other)


@each_game
def test_picture_is_a_document_of_its_own(game: AnyGame) -> None:
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
def test_every_seat_and_its_score_appear(game: AnyGame) -> None:
    for case in shown(game):
        lines = case.text.split("\n")
        for seat, score in enumerate(case.view.scores):
            assert any(re.match(rf" [ ►★] {seat}\b.*\s{score}\s", line) for line in lines)
            assert f"Seat {seat}" in case.words
            assert str(score) in case.words


@each_game
def test_round_and_phase_appear(game: AnyGame) -> None:
    entry = entry_of(game)
    for case in shown(game):
        phase = entry.phases[case.view.phase]
        assert phase in case.text
        assert phase in case.words
        words = f"round {case.view.round} {entry.round_words}"
        assert words in case.text
        assert words in case.words
    assert {case.view.phase for case in shown(game)} == set(entry.phases)


@each_game
def test_marks_for_the_viewer_and_those_to_act_and_winners(game: AnyGame) -> None:
    for case in shown(game):
        view, words = case.view, case.words
        assert words.count("you") == (view.player in range(game.num_players))
        assert words.count("to act") == len(view.to_act) == case.text.count("►")
        best = view.scores.count(max(view.scores)) if view.phase == "over" else 0
        assert words.count("winner") == best == case.text.count("★")


@each_game
def test_str_and_notebook_use_them(game: AnyGame) -> None:
    pictures = entry_of(game).pictures
    state = game.new_state(seed=4)
    view = state.view(0)
    assert str(view) == pictures.text(view)
    assert view.to_svg() == pictures.svg(view)
    assert view._repr_svg_() == view.to_svg()  # pyright: ignore[reportPrivateUsage]
    assert str(state) == pictures.text(state.view())
    assert state.to_svg() == pictures.svg(state.view())
    assert state._repr_svg_() == state.to_svg()


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
