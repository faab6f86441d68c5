"""Pictures of Wine Cellar views: what is special about them."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

import cardgames
from cardgames.pictures import _wine_cellar_bottles as bottles
from cardgames.pictures import _wine_cellar_facts as facts
from cardgames.pictures import lines, svg, wording
from cardgames.pictures import wine_cellar as pictures
from cardgames.wine_cellar import (
    Bottle,
    Client,
    WineCellar,
    WineCellarState,
    WineCellarView,
    WineDeck,
    bid,
)

from .pictured import SVG, Shown, bottle_key, entry_of_view, games_of, show, shown

each_game = games_of(WineCellar)

RIGHT = 41  # where the right half of a line of text begins
COUNTRIES = {
    "France": 'Republic of <b>Wine</b> & "Cork" upon the Long River, the first',
    "Italy": 'Republic of <b>Wine</b> & "Cork" upon the Long River, the other',
    "Spain": "葡萄酒共和国葡萄酒共和国葡萄酒共和国",
    "USA": "W" * 60,
}


def odd_deck() -> WineDeck:
    """Long and strange names of countries, the highest points, few countries for 3 players."""
    standard = WineDeck.standard()

    def named(country: str) -> str:
        return COUNTRIES.get(country, country)[:60]

    everywhere = tuple(sorted({named(bottle.country) for bottle in standard.bottles}))
    return WineDeck(
        bottles=[
            replace(b, country=named(b.country), ages=tuple(min(20, 3 * age) for age in b.ages))
            for b in standard.bottles
        ],
        clients=[
            replace(
                c,
                bonus1=20,
                bonus2=19,
                country_bonus=20,
                countries=(everywhere, tuple(map(named, c.countries[1])), everywhere, everywhere),
            )
            for c in standard.clients
        ],
    )


def played(game: WineCellar, actions: int, seed: int = 3) -> WineCellarState:
    """A random game after so many actions, each seat in turn."""
    random = Random(seed)
    state = game.new_state(seed=seed)
    for _ in range(actions):
        state.apply(random.choice(state.legal_actions()))
    return state


@cache
def odd_cases() -> tuple[Shown, ...]:
    """Views of a game with a strange deck."""
    game = WineCellar(num_players=3, deck=odd_deck())
    states = [played(game, actions) for actions in (0, 4, 22, 50, 51)]
    return tuple(show(state.view(viewer)) for state in states for viewer in (None, 0, 2))


def all_cases(game: WineCellar) -> tuple[Shown, ...]:
    """The views of a game, and those with a strange deck."""
    return (*shown(game), *odd_cases()) if game.num_players == 3 else shown(game)


def matches(view: WineCellarView, seat: int, bottle: Bottle) -> tuple[int, bool]:
    """1 or 2 for the client's type that a bottle is of, else 0; whether its country is listed."""
    client = view.clients[seat]
    assert client is not None
    types = (client.type1, client.type2)
    kind = types.index(bottle.wine_type) + 1 if bottle.wine_type in types else 0
    return kind, bottle.country in client.countries_for(view.game.num_players)


# --- Cellars in text ---


def stacks_in_text(text: str) -> dict[int, tuple[str, list[str]]]:
    """What stands behind `seat 3: ` and the rows of the stack below it, for each seat."""
    found: dict[int, tuple[str, list[str]]] = {}
    written = text.split("\n")
    for number, line in enumerate(written):
        for start in (1, RIGHT):
            match = re.match(r"seat (\d): (.*?)(?= {3}|$)", line[start:])
            if match is None or (start == RIGHT and not line.startswith(" seat")):
                continue
            end = next(i for i in range(number, len(written)) if written[i].startswith("─"))
            is_pair = re.match(r" seat \d: .* seat \d: ", line) is not None
            stop = RIGHT if is_pair and start == 1 else None
            rows = [row[start:stop].rstrip() for row in written[number + 1 : end]]
            found[int(match[1])] = match[2], [row for row in rows if row]
    return found


@each_game
def test_text_stacks_every_cellar_from_the_top_with_the_score_that_counts(game: WineCellar) -> None:
    some = False
    for case in shown(game):
        view: WineCellarView = case.view
        found = stacks_in_text(case.text)
        assert bool(found) == any(view.cellars)
        for seat, (sums, rows) in found.items():
            cellar = view.cellars[seat]
            if not cellar:
                assert (sums, rows) == ("empty", [])
                continue
            some = True
            assert len(rows) == len(cellar)
            for place, (row, bottle) in enumerate(zip(rows, cellar, strict=True)):
                before, _, after = row.partition(f"[{bottle.ages[place]}]")
                number, letters = bottle_key(bottle)
                head = f"{place + 1} {number:>2}{letters} {bottle.country}"
                assert before.startswith(head)
                ages = [*map(int, before.removeprefix(head).split()), bottle.ages[place]]
                ages += map(int, re.findall(r"\d", after[: 2 * (7 - place)]))
                assert tuple(ages) == bottle.ages
                kind, listed = matches(view, seat, bottle)
                expected = (str(kind) if kind else "") + ("c" if listed else "")
                assert after[2 * (7 - place) :].strip() == expected
        assert not found or set(found) == set(range(game.num_players))
    assert some


@each_game
def test_sums_are_those_of_the_rules_when_a_game_is_scored(game: WineCellar) -> None:
    for case in all_cases(game):
        view: WineCellarView = case.view
        for seat, details in enumerate(view.last_details):
            parts = (details.ages, details.first_type, details.second_type, details.countries)
            sums = f"{'+'.join(map(str, parts))} = {details.total}"
            if view.phase == "over":
                assert f"seat {seat}: {sums}" in case.text
                words = "ages {} + first type {} + second type {} + countries {}".format(*parts)
                assert f"{words} = {details.total}" in case.words
            else:
                assert view.last_clients is not None
                client = f"#{view.last_clients[seat].id}"
                assert re.search(rf"  seat {seat} cellar {client} *{re.escape(sums)}", case.text)
            start = case.words.index(f"seat {seat}", case.words.index("second type"))
            assert case.words[start + 1 : start + 5] == tuple(map(str, parts))


# --- Cellars in the picture ---


def placed_nodes(case: Shown) -> list[tuple[str, float, ET.Element]]:
    """The tooltip, the height and the drawing of every bottle in a cellar, in drawing order."""
    found: list[tuple[str, float, ET.Element]] = []

    def walk(node: ET.Element, y: float) -> None:
        move = re.match(r"translate\(\S+ ([-\d.]+)\)", node.get("transform", ""))
        y += float(move[1]) if move else 0
        title = node.find(SVG + "title")
        if title is not None and re.search(r", \d\w\w from the top: ", title.text or ""):
            found.append((title.text or "", y, node))
        for child in node:
            walk(child, y)

    walk(ET.fromstring(case.picture), 0)
    return found


def told_in_cellar(view: WineCellarView, seat: int, place: int) -> str:
    bottle, client = view.cellars[seat][place], view.clients[seat]
    assert client is not None
    kind, listed = matches(view, seat, bottle)
    nth = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")[place]
    age = bottle.ages[place]
    words = f"{bottle.number} {bottle.wine_type}, {bottle.country}"
    words += f", Age Scores {' '.join(map(str, bottle.ages))}, {nth} from the top: "
    words += "1 point" if age == 1 else f"{age} points"
    words += ("", f", first type +{client.bonus1}", f", second type +{client.bonus2}")[kind]
    return words + (f", country +{client.country_bonus}" if listed else "")


@each_game
def test_picture_stacks_every_cellar_from_the_top(game: WineCellar) -> None:
    for case in all_cases(game):
        view: WineCellarView = case.view
        first = view.player if view.player is not None and view.player >= 0 else 0
        players = view.game.num_players
        order = [(first + step) % players for step in (*range(1, players), 0)]
        expected = [(seat, place) for seat in order for place in range(len(view.cellars[seat]))]
        found = placed_nodes(case)
        assert [title for title, _, _ in found] == [told_in_cellar(view, *at) for at in expected]
        for (_, place), (_, y, _), (_, above, _) in zip(
            expected[1:], found[1:], found[:-1], strict=True
        ):
            assert place == 0 or y > above


@each_game
def test_picture_marks_the_one_age_score_that_counts(game: WineCellar) -> None:
    for case in all_cases(game):
        view: WineCellarView = case.view
        for title, _, node in placed_nodes(case):
            number, nth = re.match(r"(\d+) .*, (\d)\w\w from the top: ", title).groups()  # type: ignore[union-attr]
            words = list(node.iter(SVG + "text"))
            bottle = view.game.options.deck.bottle(int(number))
            name = facts.short_names(view.game, bottles.NAME)[bottle.country]
            written = [nth, bottle.wine_type[:2], number, name]
            assert [word.text for word in words[:4]] == written
            ages = words[4:12]
            assert [word.text for word in ages] == [str(age) for age in bottle.ages]
            marked = [i for i, word in enumerate(ages, 1) if word.get("font-weight") == "bold"]
            assert marked == [int(nth)]
            assert [rect.get("fill") for rect in node.iter(SVG + "rect")].count(svg.INK) == 1


def test_marks_of_matches_stay_in_their_row() -> None:
    deck = odd_deck()
    names = {bottle.country: bottle.country for bottle in deck.bottles}
    client = deck.clients[0]
    bottle = replace(deck.bottles[0], wine_type=client.type2, country=client.countries[0][0])
    (each,) = facts.placed(WineCellar(num_players=2, deck=deck), [bottle], client)
    node = ET.fromstring(bottles.placed(each, names).markup)
    marks = [rect for rect in node.findall("rect") if rect.get("rx") == "8"]
    assert len(marks) == 2
    assert all(float(r.get("x", "")) + float(r.get("width", "")) <= bottles.STACK for r in marks)
    assert {"2+19", "c+20"} <= {word.text for word in node.iter("text")}


# --- Types ---


def test_types_are_told_apart_by_letters() -> None:
    deck = WineDeck.standard()
    letters = {"Red": "Re", "White": "Wh", "Rosé": "Ro", "Sparkling": "Sp"}
    names = facts.short_names(WineCellar(), 16)
    for kind, expected in letters.items():
        bottle = next(bottle for bottle in deck.bottles if bottle.wine_type == kind)
        for drawn in (bottles.row(bottle, names), bottles.chip(bottle)):
            node = ET.fromstring(drawn.markup)
            assert {expected, str(bottle.number)} <= {word.text for word in node.iter("text")}
    text = str(WineCellar().new_state(seed=1))
    assert "Re Red, Wh White, Sp Sparkling" in text
    assert "12Ro = bottle 12, Rosé" in text.rsplit("\n", 1)[-1]


# --- Hidden things ---


def clients_of(view: WineCellarView) -> set[int]:
    """The ids of all clients that a view names."""
    found: set[Client | None] = {*view.clients, *(view.last_clients or ())}
    for pair in view.dealt_clients:
        found.update(pair or ())
    for row in view.past_clients:
        for past in row:
            found |= {past.kept, past.discarded}
    found.update(view.client_deck or ())
    if view.eno is not None:
        found.add(view.eno.client)
    return {client.id for client in found if client is not None}


@each_game
def test_all_known_clients_appear_and_no_others(game: WineCellar) -> None:
    for case in all_cases(game):
        known = clients_of(case.view)
        body = case.text.rsplit("\n", 1)[0]
        assert {int(word) for word in re.findall(r"#(\d+)", body)} == known
        found = re.findall(r"\bclient (\d+)|>#(\d+)<", case.picture)
        assert {int(told or tag) for told, tag in found} == known


@each_game
def test_picture_names_no_unknown_bottle_anywhere(game: WineCellar) -> None:
    for case in all_cases(game):
        found = re.findall(r"(?<![\w.+])(\d+) (?:Red|White|Rosé|Sparkling)\b", case.picture)
        known = {number for number, _ in entry_of_view(case.view).known(case.view)}
        assert set(found) == known


def card_in(view: WineCellarView, seat: int) -> str:
    bottle = view.bids[seat]
    assert bottle is not None
    return "".join(bottle_key(bottle))


def test_pending_bids_are_seen_by_their_seat_only() -> None:
    state = played(WineCellar(num_players=4), 4)
    for seat in (0, 2):
        state.apply(state.legal_actions(seat)[0], seat)
    whole = state.view()
    for viewer in (0, 1, 3, cardgames.SPECTATOR):
        case = show(state.view(viewer))
        for seat in (0, 2):
            bottle = whole.bids[seat]
            assert bottle is not None
            line = next(line for line in case.text.split("\n") if re.match(rf" . {seat}\b", line))
            if seat == viewer:
                assert re.search(rf" {card_in(whole, seat)} +has chosen$", line)
                assert case.words.count("bid") == 1
                told = f"{facts.told_in_full(bottle)}, bid, face down"
                assert case.tooltips.count(told) == 2  # on the table and in the hand
            else:
                assert line.endswith(f" {lines.HIDDEN}     has chosen")
                assert bottle_key(bottle) not in entry_of_view(whole).cards_in_text(case.text)
                assert not re.search(rf"(?<!\d){facts.told(bottle)}", case.picture)
        hidden = 2 - (viewer in (0, 2))
        assert case.words.count("bid, face down") == hidden
        assert case.words.count("no bid yet") == 2
        assert case.words.count("has chosen") == 2


def test_pending_clients_are_seen_by_their_seat_only() -> None:
    state = WineCellar(num_players=3).new_state(seed=5)
    state.apply(0, 1)
    dealt = state.view().dealt_clients
    own = show(state.view(1))
    assert dealt[1] is not None
    kept, discarded = dealt[1]
    assert re.search(rf" your client +#{kept.id} .*\(not shown yet\)$", own.text, re.MULTILINE)
    assert re.search(rf"^   discarded +#{discarded.id} ", own.text, re.MULTILINE)
    assert own.words.count("not shown yet") == 1
    for viewer in (0, 2, cardgames.SPECTATOR):
        case = show(state.view(viewer))
        for client in (kept, discarded):
            assert not re.search(rf"(#|client ){client.id}\b", case.text + case.picture)
        assert case.words.count("has chosen") == 1
    choosing = show(state.view(0))
    for number, client in enumerate(dealt[0] or (), 1):
        assert re.search(rf"^ your choice {number} +#{client.id} ", choosing.text, re.MULTILINE)
        assert f"choice {number}" in choosing.words
        assert f"client {client.id}" in choosing.words
    assert choosing.words.count("two clients, one to keep") == 2


def test_hidden_hands_are_backs_with_their_number() -> None:
    state = played(WineCellar(num_players=4, games=3), 12)
    case = show(state.view(cardgames.SPECTATOR))
    assert case.picture.count(f'fill="{svg.BACK}" stroke="{svg.BACK_EDGE}"') == 4 * 7
    low = state.view().low_left
    assert low is not None
    for seat in range(4):
        hand = f" seat {seat} hand     {'  '.join([lines.HIDDEN] * 7)}"
        assert f"{hand}  ({low[seat]} of the lower half)" in case.text
        assert f"hand, 7 cards, {low[seat]} of the lower half" in case.words


def test_hand_of_the_viewer_has_its_age_scores() -> None:
    state = played(WineCellar(num_players=4), 12)
    view = state.view(2)
    hand = view.hands[2]
    assert hand is not None
    text = str(view)
    for bottle in hand:
        row = f"{''.join(bottle_key(bottle))} {bottle.country}"
        assert re.search(rf" {row} +{' '.join(map(str, bottle.ages))}( |$)", text, re.MULTILINE)


# --- The table, seats ---


@each_game
def test_prizes_and_revealed_bids_appear_in_text_with_their_age_scores(game: WineCellar) -> None:
    for case in shown(game):
        view: WineCellarView = case.view
        assert (" prizes: none" in case.text) == (not view.prizes)
        rows = [(f" *{''.join(bottle_key(bottle))}", bottle) for bottle in view.prizes]
        if view.phase in ("take", "over"):
            for seat, bottle in enumerate(view.bids):
                assert bottle is not None
                rows.append((f"{seat} +{''.join(bottle_key(bottle))}", bottle))
        for head, bottle in rows:
            row = rf" {head} {bottle.country} +{' '.join(map(str, bottle.ages))}( |$)"
            assert re.search(row, case.text, re.MULTILINE)


@each_game
def test_order_of_taking_appears(game: WineCellar) -> None:
    some = False
    for case in shown(game):
        view: WineCellarView = case.view
        if view.phase != "take":
            assert "takes now" not in case.words
            continue
        some = True
        for seat in range(game.num_players):
            line = next(line for line in case.text.split("\n") if re.match(rf" . {seat}\b", line))
            if seat in view.take_order:
                place = view.take_order.index(seat) + 1
                word = "takes now" if place == 1 else f"takes {wording.ordinal(place)}"
            else:
                word = "has taken"
            assert line.endswith(f" {card_in(view, seat)}".ljust(8) + word)
            assert word in case.words
        if len(view.take_order) > 1:
            order = ", then ".join(f"seat {seat}" for seat in view.take_order)
            assert f"bids: {order} to take" in case.words
    assert some


@each_game
def test_game_of_several_and_scores_of_each_appear(game: WineCellar) -> None:
    for case in shown(game):
        view: WineCellarView = case.view
        several = game.options.games > 1
        words = f"game {view.game_number} of 3"
        assert (words in case.text) == (words in case.words) == several
        for number, scores in enumerate(view.game_scores if several else (), 1):
            assert f"game {number}" in case.words
            listed = "  ".join(f"seat {seat} {score}" for seat, score in enumerate(scores))
            text = " ".join(case.text.split())
            assert f"game {number} scored {' '.join(listed.split())}" in text
            for score in scores:
                assert str(score) in case.words


def test_cellars_of_the_game_before_appear_in_order() -> None:
    state = played(WineCellar(num_players=3, games=3), 17 * 3 + 9)
    view = state.view(0)
    assert view.last_cellars is not None
    case = show(view)
    tags = [title for title in case.tooltips if re.search(r", \d\w\w from the top$", title)]
    expected = [
        f"{facts.told_in_full(bottle)}, {wording.ordinal(place)} from the top"
        for cellar in view.last_cellars
        for place, bottle in enumerate(cellar, 1)
    ]
    assert tags == expected
    for cellar in view.last_cellars:
        assert " ".join("".join(bottle_key(bottle)) for bottle in cellar) in case.text


def test_earlier_clients_appear_and_the_own_discarded_one() -> None:
    state = played(WineCellar(num_players=4, games=3), 17 * 4 * 2 + 10)
    view = state.view(1)
    case = show(view)
    games = range(3 - len(view.past_clients), 3)
    items: list[str] = []
    for game, row in zip(games, view.past_clients, strict=True):
        own = row[1]
        assert own.discarded is not None
        items.append(f"game {game} #{own.kept.id}, discarded #{own.discarded.id}")
        assert f"game {game}: client {row[0].kept.id}" in case.tooltips
        assert row[0].discarded is None
    assert items
    assert f"   earlier       {'  '.join(items)}" in case.text


def test_viewer_sits_below_the_others_clockwise_above() -> None:
    state = WineCellar(num_players=6).new_state(seed=3)
    for viewer, below in ((3, 3), (None, 0), (cardgames.SPECTATOR, 0)):
        words = show(state.view(viewer)).words
        places = [word for word in words if word.startswith("Seat ")]
        assert places == [f"Seat {(below + place) % 6}" for place in (1, 2, 3, 4, 5, 0)]


@pytest.mark.parametrize("scores", [(60, 59, 70), (60, 60, 41)])
def test_winners_are_named_with_their_points(scores: tuple[int, ...]) -> None:
    end = played(WineCellar(num_players=3), 51)
    case = show(replace(end.view(1), scores=scores))
    alone = scores[2] == 70
    assert ("seat 2 wins" if alone else "seats 0 and 1 win") in case.text
    words = "Seat 2 wins with 70 points" if alone else "Seats 0 and 1 win with 60 points"
    assert words in case.words


# --- Eno ---


@pytest.mark.parametrize("actions", [0, 1, 2, 6, 16, 17])
def test_eno_has_a_corner(actions: int) -> None:
    state = played(WineCellar(num_players=1), actions)
    for viewer in (None, 0, cardgames.SPECTATOR):
        view = state.view(viewer)
        assert view.eno is not None
        case = show(view)
        eno = view.eno
        assert "1 player against Eno" in case.text
        assert "discarded" not in case.text + case.picture  # the other client is Eno's
        assert case.words.count("Eno") == 1
        size = wording.plural(eno.deck_size, "card")
        assert f" Eno's deck      {size}" in case.text
        assert any(word.startswith(f"deck, {size}") for word in case.words)
        face_up = "  ".join("".join(bottle_key(b)) for b in eno.face_up) or "none"
        taken = "  ".join("".join(bottle_key(b)) for b in eno.taken) or "none"
        assert f"   face up       {face_up}\n" in case.text
        assert f"   left the game {taken}\n" in case.text
        for bottle in eno.face_up:
            assert f"{facts.told_in_full(bottle)}, Eno's bid" in case.tooltips
        for bottle in eno.taken:
            assert f"{facts.told_in_full(bottle)}, left the game" in case.tooltips
        assert ("the client that is not kept" in case.words) == (eno.client is None)
        hidden = 0 if eno.deck is not None else eno.deck_size
        hidden += view.hand_sizes[0] if view.hands[0] is None else 0
        hidden += 1 if eno.client is None else 0
        hidden += 1 if view.phase == "client" and view.dealt_clients[0] is None else 0
        assert case.picture.count(f'fill="{svg.BACK}" stroke="{svg.BACK_EDGE}"') == hidden
        assert ("from the top" in case.text.split("\n your")[0].split("\n seat")[0]) == bool(
            eno.deck
        )


# --- Other decks ---


def test_any_country_is_escaped_and_named_in_full() -> None:
    for case in odd_cases():
        view: WineCellarView = case.view
        assert "<b>" not in case.picture
        assert "&lt;b&gt;" in case.picture
        body = case.text.split("\n")
        assert max(map(len, body)) <= 80
        assert all(line.isprintable() and line == line.rstrip() and line for line in body)
        for most, words in ((12, body), (16, case.words)):
            names = facts.short_names(view.game, most)
            assert len(set(names.values())) == len(names)
            assert max(map(lines.columns, names.values())) <= most
            for bottle in view.prizes:
                name = names[bottle.country]
                assert any(name in line for line in words)
                if name != bottle.country:
                    assert any(line.strip() == f"{name} = {bottle.country}" for line in words)


def test_text_of_a_deck_with_high_age_scores_has_one_stack_below_the_other() -> None:
    for case in odd_cases():
        view: WineCellarView = case.view
        stacks = stacks_in_text(case.text)
        names = facts.short_names(view.game, 12)
        for seat, cellar in enumerate(view.cellars if any(view.cellars) else ()):
            rows = stacks[seat][1][: len(cellar)]
            for place, (row, bottle) in enumerate(zip(rows, cellar, strict=True)):
                number, letters = bottle_key(bottle)
                before, _, after = row.partition(f"[{bottle.ages[place]:>2}]")
                assert before.startswith(
                    f"{place + 1} {number:>2}{letters} {names[bottle.country]}"
                )
                scores = after[: 3 * (7 - place)].split()
                assert tuple(map(int, scores)) == bottle.ages[place + 1 :]


def test_short_names_are_unique_even_for_alike_countries() -> None:
    standard = WineDeck.standard()
    alike = {
        country: f"Republic of Wine {number:>2}" if number else "Republic of…"
        for number, country in enumerate(sorted({b.country for b in standard.bottles}))
    }
    deck = WineDeck(
        bottles=[replace(b, country=alike[b.country]) for b in standard.bottles],
        clients=[
            replace(c, countries=tuple(tuple(alike[x] for x in names) for names in c.countries))
            for c in standard.clients
        ],
    )
    names = facts.short_names(WineCellar(deck=deck), 12)
    assert names["Republic of…"] == "Republic of…"
    assert len(set(names.values())) == len(names) == 12
    assert max(map(len, names.values())) <= 12


def test_deck_and_set_of_clients_are_named() -> None:
    game = WineCellar(num_players=2, games=3, client_set="B")
    assert "stand-in deck, clients B" in str(game.new_state(seed=1))
    deck = odd_deck()
    case = show(WineCellar(num_players=2, deck=deck).new_state(seed=1).view(0))
    assert f"deck {deck.content_hash}" in case.text
    assert any(deck.content_hash in word for word in case.words)


def test_a_clients_countries_are_all_written() -> None:
    standard = WineDeck.standard()
    everywhere = tuple(sorted({bottle.country for bottle in standard.bottles}))
    deck = WineDeck(
        bottles=standard.bottles,
        clients=[replace(c, countries=(everywhere,) * 4) for c in standard.clients],
    )
    state = played(WineCellar(num_players=8, deck=deck), 8)
    case = show(state.view(0))
    listed = " ".join(case.words)
    assert listed.count(", ".join(everywhere[:3])) >= 8
    for country in everywhere:
        assert sum(country in word for word in case.words) >= 8


# --- Sizes ---


@each_game
def test_picture_fits_a_notebook(game: WineCellar) -> None:
    for case in all_cases(game):
        assert float(ET.fromstring(case.picture).get("width", "0")) <= 1000


@each_game
def test_same_view_is_drawn_the_same(game: WineCellar) -> None:
    for case in shown(game)[:3]:
        assert pictures.svg(case.view) == case.picture
        assert pictures.text(case.view) == case.text


def test_text_of_eight_players_stays_short() -> None:
    state = played(WineCellar(num_players=8, games=3), 17 * 8 * 2 - 1)
    assert max(str(state.view(viewer)).count("\n") for viewer in viewers()) < 110


def viewers() -> Iterator[int | None]:
    yield from (None, cardgames.SPECTATOR, 0)


def test_wide_characters_take_two_columns() -> None:
    assert lines.columns("ab") == 2
    assert lines.columns("国a") == 3
    assert lines.padded("国", 4) == "国  "
    assert svg.text_width("国", 10) > svg.text_width("a", 10)


def test_a_bid_is_shown_to_all_once_all_have_bid() -> None:
    state = played(WineCellar(num_players=3), 3)
    hands = state.view().hands
    chosen = [hand[-1] for hand in hands if hand]
    for seat, bottle in enumerate(chosen):
        state.apply(bid(bottle), seat)
    case = show(state.view(cardgames.SPECTATOR))
    for seat, bottle in enumerate(chosen):
        assert f"{facts.told_in_full(bottle)}, bid of seat {seat}" in case.tooltips
    assert words_of(chosen) <= entry_of_view(case.view).cards_in_text(case.text)


def words_of(some: Iterable[Bottle]) -> set[tuple[str, str]]:
    return set(map(bottle_key, some))
