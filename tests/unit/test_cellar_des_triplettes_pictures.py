"""Pictures of Cellar des Triplettes views: what is special about them."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

import cardgames
from cardgames.cellar_des_triplettes import (
    SLOTS,
    Card,
    Cellar,
    CellarDesTriplettes,
    CellarDesTriplettesView,
    card,
    euros,
)
from cardgames.pictures import _cellar_des_triplettes_bottles as bottles
from cardgames.pictures import svg

from .cellar_positions import FIVE, FOUR, THREE, make
from .options import walk
from .pictured import SVG, Shown, games_of, show, shown, wine_key

each_game = games_of(CellarDesTriplettes)

TRIPLETS = "16 16 16 9 23 / 9 9 22* . / 23"  # 4 points in the row, a 1 there and two aslant
TWO_FULL = (
    "16 16 16 9 23 / 9 9 22 21 / 23 23 20 / 20 14 / 14 | "
    "12 12 12 5 19 / 5 5 22 21 / 19 19 20 / 13 14 / 13 | 7"
)


def written(which: Card) -> str:
    """A card in text: its value, the letter of its colour, raised stars."""
    value, letter = wine_key(which)
    return value + letter + ("", "¹", "²", "³")[which.stars]


def told(which: Card) -> str:
    """A card in a tooltip."""
    if which.stars == 0:
        return "0.2 empty bottle, no stars"
    stars = "1 star" if which.stars == 1 else f"{which.stars} stars"
    return f"{which.value} {which.variety}, {which.colour}, {stars}"


def line_of(case: Shown, label: str) -> str:
    """What follows a label in the text, all its lines together."""
    lines = case.text.split("\n")
    start = next(i for i, line in enumerate(lines) if line[1:].startswith(label.ljust(16)))
    found = [lines[start][17:]]
    for line in lines[start + 1 :]:
        if not line.startswith(" " * 17):
            break
        found.append(line)
    return " ".join(" ".join(found).split())


# --- Cellars in text ---


def cellars_in_text(text: str) -> list[tuple[str, list[list[str]]]]:
    """Heading and rows of each pyramid, the bottom row first; every row has to be centred.

    A cell is five characters wide, a row begins half a cell and its gap further to the right than
    the row below it, and there is nothing but cells in a line.
    """
    found: list[tuple[str, list[list[str]]]] = []
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not re.match(r" {5}seat \d", line):
            continue
        bases = [match.start() for match in re.finditer(r"seat \d", line)]
        end = next(i for i in range(number, len(lines)) if lines[i].startswith("─"))
        rows = lines[number + 1 : end][::-1]
        assert [row[:5].strip() for row in rows] == [f"r{i}" for i in range(1, len(rows) + 1)]
        for place, base in enumerate(bases):
            stop = bases[place + 1] if place + 1 < len(bases) else 80
            pyramid: list[list[str]] = []
            for row, whole in enumerate(rows):
                starts = [base + 3 * row + 6 * column for column in range(5 - row)]
                assert starts[0] + starts[-1] == 2 * base + 24  # the middle of all rows is one
                pyramid.append([whole.ljust(80)[start : start + 5] for start in starts])
                drawn = " ".join(pyramid[-1])
                assert whole.ljust(80)[base:stop].rstrip() == (" " * 3 * row + drawn).rstrip()
            found.append((line[base:stop].strip(), pyramid))
    return found


def expected_rows(cellar: Cellar) -> list[list[str]]:
    slots = iter(SLOTS)
    return [
        [
            " ··  "
            if which is None
            else f"{written(which):>4}{'°' if slot in cellar.covered else ' '}"
            for which, slot in zip(row, slots, strict=False)
        ]
        for row in cellar.rows
    ]


def expected_heading(view: CellarDesTriplettesView, seat: int, number: int) -> str:
    stars = sum(c.stars for row in view.cellars[seat][number].rows for c in row if c)
    points = Counter(t.points for t in view.score_details(seat).triplets if t.cellar == number)
    name = f"seat {seat} #{number + 1}" if len(view.cellars[seat]) > 1 else f"seat {seat}"
    words = f"{name}: {stars} star{'' if stars == 1 else 's'}"
    for each in (4, 1):
        words += f"+{points[each]}×{each}" if points[each] else ""
    return f"{words} = {stars + 4 * points[4] + points[1]}" if points else words


def check_cellars_in_text(case: Shown) -> None:
    view = case.view
    found = cellars_in_text(case.text)
    cellars = [(seat, n, c) for seat, own in enumerate(view.cellars) for n, c in enumerate(own)]
    for (heading, rows), (seat, number, cellar) in zip(found, cellars, strict=True):
        assert heading == expected_heading(view, seat, number)
        expected = expected_rows(cellar)
        assert rows == expected[: len(rows)]
        assert not any(any(row) for row in cellar.rows[len(rows) :])  # only empty rows are left out


@each_game
def test_text_draws_every_cellar_as_a_pyramid_of_centred_rows(game: CellarDesTriplettes) -> None:
    for case in shown(game):
        check_cellars_in_text(case)


def test_text_draws_triplets_empty_bottles_and_several_cellars() -> None:
    state = make(FOUR, cellars={0: TRIPLETS, 1: "14 21 7 / 0.2 14"})
    case = show(state.view(0))
    check_cellars_in_text(case)
    assert "seat 0: 18 stars+1×4+3×1 = 25" in case.text
    assert "22v³°" in case.text
    assert " 0.2e " in case.text
    several = show(make(FIVE, cellars={0: TWO_FULL}).view(None))
    check_cellars_in_text(several)
    assert len(cellars_in_text(several.text)) == 7
    assert "seat 0 #3: 1 star" in several.text


# --- Cellars in the picture ---


def check_cellars_in_picture(case: Shown) -> None:
    view = case.view
    expected: Counter[str] = Counter()
    for seat, cellars in enumerate(view.cellars):
        for cellar in cellars:
            for slot, which in zip(SLOTS, (c for row in cellar.rows for c in row), strict=False):
                covers = ", on an empty bottle" if slot in cellar.covered else ""
                free = f"{slot} is free"
                expected[f"{told(which)}, in {slot}{covers}" if which else free] += 1
        for triplet in view.score_details(seat).triplets:
            points = "1 point" if triplet.points == 1 else f"{triplet.points} points"
            cards, slots = " ".join(map(str, triplet.cards)), " ".join(triplet.slots)
            expected[f"triplet {cards} in {slots}: {points}"] += 1
    pattern = r".*, in r\dc\d(, on an empty bottle)?|r\dc\d is free|triplet .*"
    assert Counter(title for title in case.tooltips if re.fullmatch(pattern, title)) == expected


@each_game
def test_picture_draws_every_slot_and_triplet_once(game: CellarDesTriplettes) -> None:
    for case in shown(game):
        check_cellars_in_picture(case)


def test_picture_draws_triplets_empty_bottles_and_several_cellars() -> None:
    state = make(FOUR, cellars={0: TRIPLETS, 1: "14 21 7 / 0.2 14"})
    case = show(state.view(0))
    check_cellars_in_picture(case)
    assert "triplet 16 16 16 in r1c1 r1c2 r1c3: 4 points" in case.tooltips
    assert "22 Bordeaux, violet, 3 stars, in r2c3, on an empty bottle" in case.tooltips
    assert "0.2 empty bottle, no stars, in r2c1" in case.tooltips
    assert "18 stars + 1×4 + 3×1" in case.words
    several = show(make(FIVE, cellars={0: TWO_FULL}).view(2))
    check_cellars_in_picture(several)
    assert "full: 34 stars + 1×4 + 4×1 = 42" in several.words


def test_picture_has_rows_centred_above_each_other() -> None:
    cellar = make(FOUR, cellars={0: TRIPLETS}).view().cellars[0][0]
    drawn = bottles.pyramid(cellar, ())
    places = {
        match[3]: (float(match[1]), float(match[2]))
        for match in re.finditer(
            r'translate\(([\d.]+) ([\d.]+)\)"><g><title>[^<]*?(r\dc\d)', drawn.markup
        )
    }
    assert set(places) == set(SLOTS[:15])
    for row in range(1, 6):
        xs = [places[f"r{row}c{column}"][0] for column in range(1, 7 - row)]
        assert (xs[0] + xs[-1] + bottles.WIDTH) / 2 == drawn.width / 2
        assert len({places[f"r{row}c{column}"][1] for column in range(1, 7 - row)}) == 1
    heights = [places[f"r{row}c1"][1] for row in range(1, 6)]
    assert heights == sorted(heights, reverse=True)  # row 5 on top


def test_bottles_are_told_apart_by_shape_price_letter_and_stars() -> None:
    outlines: list[str] = []
    for value, stars in (("7", 1), ("14", 2), ("21", 3), ("0.2", 0)):
        markup = bottles.face(card(value)).markup
        node = ET.fromstring(markup)
        words = [text.text for text in node.iter("text")]
        assert words == [value, "g"] if stars else words == [value]
        shapes = [path.get("d") or "" for path in node.iter("path")]
        assert len(shapes) == 1 + stars
        outlines.append(shapes[0])
    assert len(set(outlines)) == 4


# --- Bids ---


def written_bid(called: Iterable[Card], turn: Iterable[Card]) -> str:
    words = " ".join(map(written, called))
    laid = " ".join(map(written, turn))
    return f"{words} + {laid}".strip() if laid else words


@each_game
def test_bids_appear_with_their_totals(game: CellarDesTriplettes) -> None:
    some = False
    for case in shown(game):
        view: CellarDesTriplettesView = case.view
        for seat, bid in enumerate(view.bids):
            if not bid:
                continue
            some = True
            total = euros(view.bid_totals[seat])
            assert f"bid {total} Euros" in case.words
            turn = view.turn if seat in view.to_act else ()
            called = Counter(bid) - Counter(turn)
            line = next(line for line in case.text.split("\n") if line[3:5] == f"{seat} ")
            cards = written_bid(sorted(called.elements(), key=lambda c: c.index), turn)
            assert re.search(
                rf" {re.escape(total)}  ?{re.escape(cards)}$", line.replace("  +", " +")
            )
        assert case.words.count("no bid") == (
            sum(not bid for bid in view.bids) if view.phase == "bid" else 0
        )
    assert some


def test_cards_of_the_present_turn_are_apart() -> None:
    state = make(FOUR, starting=1, bids={1: "5 14 0.2", 2: "8"}, turn="14", to_act=1)
    case = show(state.view(cardgames.SPECTATOR))
    assert re.search(r"► 1 start .* 19\.2  0\.2e 5y¹ \+ 14g²$", case.text, re.MULTILINE)
    assert re.search(r"   2 .* 8  8v¹$", case.text, re.MULTILINE)
    laid = [title for title in case.tooltips if title.endswith(", laid in this turn")]
    assert laid == [f"{told(card('14'))}, laid in this turn"]
    assert case.words.count("not yet called") == 1
    assert "bid 19.2 Euros" in case.words


# --- Hidden and known cards ---


def test_hidden_cards_appear_nowhere() -> None:
    hidden = {0: "3 3 3 7", 1: "9 9 9 10", 2: "14 14 14 17"}
    state = make(FOUR, hands=hidden, known={1: "10"}, display="5 6 8 12", pile="19 19 19 ...")
    for seat in range(4):
        case = show(state.view(seat))
        others = {v for other, hand in hidden.items() if other != seat for v in hand.split()}
        for value in others & {"3", "9", "14"} | {"19"}:  # all three of each are hidden
            body = case.text.rsplit("\n", 1)[0]
            assert written(card(value)) not in body
            assert told(card(value)) not in case.picture
        if seat in hidden:
            for value in hidden[seat].split():
                assert written(card(value)) in line_of(case, "your hand")
                assert told(card(value)) in case.picture
    everything = show(state.view(None))
    for value in ("3", "9", "14", "19"):
        assert written(card(value)) in everything.text.rsplit("\n", 1)[0]
        assert told(card(value)) in everything.picture


@each_game
def test_picture_names_no_unknown_card_anywhere(game: CellarDesTriplettes) -> None:
    for case in shown(game):
        view = case.view
        groups = (*view.hands, *view.known_hands, *view.bids, view.display, view.pile)
        known = {str(which) for group in (*groups, view.pile_bottom) for which in group or ()}
        for cellars in view.cellars:
            known.update(str(c) for cellar in cellars for row in cellar.rows for c in row if c)
        varieties = "|".join({which.variety for which in view.game.deck if which.stars})
        found = re.findall(rf"(?<![\w.])(0\.2|\d+) (?:{varieties}|empty bottle)\b", case.picture)
        assert set(found) == known


def test_hands_show_known_cards_and_backs() -> None:
    state = make(FOUR, hands={1: "5 7 7 16 20"}, known={1: "7 16"})
    case = show(state.view(0))
    assert line_of(case, "seat 1 hand") == "7g¹ 16b² ▒▒ ▒▒ ▒▒"
    assert case.picture.count(f'fill="{svg.BACK}" stroke="{svg.BACK_EDGE}"') == 3 + 5 + 5 + 1
    assert case.words.count("hand, 5 cards") == 4
    own = show(state.view(1))
    assert line_of(own, "your hand") == "5y¹ 7g¹ 7g¹ 16b² 20r³"
    assert line_of(own, "  known to all") == "7g¹ 16b²"
    known = [title for title in own.tooltips if title.endswith(", known to all")]
    assert known == [f"{told(card('7'))}, known to all", f"{told(card('16'))}, known to all"]
    empty = show(make(FOUR, hands={1: ""}, passed=[1]).view(0))
    assert line_of(empty, "seat 1 hand") == "empty"
    assert "hand, 0 cards" in empty.words


def test_display_pile_and_its_known_cards_appear() -> None:
    state = make(FOUR, display="0.2 5 14 14", pile="3 ...", bottom="22 7")
    size = state.view().pile_size
    case = show(state.view(2))
    assert line_of(case, "display") == "0.2e 5y¹ 14g² 14g²"
    assert line_of(case, "pile") == f"{size} cards"
    assert line_of(case, "  known bottom") == "22v³ 7g¹ (the lowest last)"
    assert f"pile, {size} cards" in case.words
    under = [title for title in case.tooltips if title.endswith(", under the pile")]
    assert under == [f"{told(card(value))}, under the pile" for value in ("22", "7")]
    assert "from the top" not in case.text
    everything = show(state.view(None))
    pile = " ".join(map(written, state.view().pile or ()))
    assert line_of(everything, "  from the top") == pile
    assert "pile, from the top" in everything.words


# --- Seats, rounds, the end ---


def test_viewer_sits_below_the_others_clockwise_above() -> None:
    state = FIVE.new_state(seed=3)
    for viewer, below in ((3, 3), (None, 0), (cardgames.SPECTATOR, 0)):
        words = show(state.view(viewer)).words
        places = [word for word in words if word.startswith("Seat ")]
        assert places == [f"Seat {(below + place) % 5}" for place in (1, 2, 3, 4, 0)]


def test_roles_and_progress_of_the_seats_appear() -> None:
    bid = show(make(FOUR, starting=2, bids={2: "5"}, passed=[3]).view(0))
    assert [bid.words.count(word) for word in ("start", "passed", "high bid")] == [1, 1, 0]
    assert re.search(r"^ {3}2 start ", bid.text, re.MULTILINE)
    assert re.search(r"^ {3}3 .* passed ", bid.text, re.MULTILINE)
    place = show(make(FOUR, phase="place", starting=2, high=1, placing=[2, 3, 0]).view(0))
    counts = [place.words.count(word) for word in ("start", "high bid", "waits", "done", "passed")]
    assert counts == [1, 1, 2, 1, 0]
    assert re.search(r"^ {3}1 high .* done$", place.text, re.MULTILINE)
    assert re.search(r"^ ► 2 start ", place.text, re.MULTILINE)


@pytest.mark.parametrize(
    ("truncated", "why", "badge"),
    [
        (False, "the pile has run out", "final round"),
        (True, "no more are allowed", "final round (limit)"),
    ],
)
def test_final_round_is_named_with_its_reason(truncated: bool, why: str, badge: str) -> None:
    game = CellarDesTriplettes(num_players=4, max_rounds=7) if truncated else FOUR
    pile = "..." if truncated else ""
    state = make(game, final=True, truncated=truncated, pile=pile)
    case = show(state.view(1))
    assert f"final round: {why}" in case.text
    assert badge in case.words
    assert f"final round: {why}" in case.tooltips
    other = show(make(FOUR).view(1))
    assert "final" not in other.text
    assert not any("final" in word for word in other.words)


def test_winners_are_named_with_their_points() -> None:
    *_, end = walk(THREE)
    alone = show(replace(end.view(0), scores=(20, 19, 31)))
    assert "game over: seat 2 wins" in alone.text
    assert "Seat 2 wins with 31 points" in alone.words
    assert alone.words.count("winner") == 1
    shared = show(replace(end.view(cardgames.SPECTATOR), scores=(30, 29, 30)))
    assert "game over: seats 0 and 2 win" in shared.text
    assert "Seats 0 and 2 win with 30 points" in shared.words
    assert shared.words.count("winner") == 2


@each_game
def test_points_of_every_seat_are_split(game: CellarDesTriplettes) -> None:
    for case in shown(game):
        for seat, score in enumerate(case.view.scores):
            details = case.view.score_details(seat)
            points = [triplet.points for triplet in details.triplets]
            start = case.words.index(f"seat {seat}")
            numbers = (details.stars, points.count(4), points.count(1), score)
            assert case.words[start + 1 : start + 5] == tuple(map(str, numbers))


@each_game
def test_picture_fits_a_notebook(game: CellarDesTriplettes) -> None:
    for case in shown(game):
        assert float(ET.fromstring(case.picture).get("width", "0")) <= 1000
        assert ET.fromstring(case.picture).tag == SVG + "svg"
