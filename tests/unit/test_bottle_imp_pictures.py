"""Pictures of Bottle Imp views: what is special about them."""

import re
from collections.abc import Iterable

import cardgames
from cardgames.bottle_imp import BottleImp, Card
from cardgames.pictures import bottle_imp as pictures
from cardgames.pictures import svg

from .pictured import entry_of_view, games_of, show, shown

each_game = games_of(BottleImp)


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
def test_bottles_and_dealer_appear(game: BottleImp) -> None:
    for case in shown(game):
        assert case.words.count("dealer") == 1
        for bottle in case.view.bottles:
            assert bottle.price in case.words
            assert f"price {bottle.price}, " in case.text


def test_hidden_hands_are_backs_with_their_number() -> None:
    state = BottleImp(num_players=4).new_state(seed=3)
    case = show(state.view(cardgames.SPECTATOR))
    assert entry_of_view(case.view).cards_in_tooltips(case.tooltips) == set()
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
