"""Bottle Imp in the property tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from cardgames import BottleImp

from .game_set import AnyGame, GameSet, Move, Past, Position, highest, words_but_options

_COLOUR_OF = {card.rank: card.colour for card in BottleImp(num_players=6).deck}
_TEAMS = {4: ("2-2", "2-1-1"), 5: ("2-2-1",), 6: ("2-2-2", "2-2-1-1")}


def _games() -> Iterator[BottleImp]:
    for players in range(2, 7):
        for teams in (None, *_TEAMS.get(players, ())):
            for rotate in (False, True) if teams else (False,):
                for bottles in (1, 2) if players >= 5 else (1,):
                    yield BottleImp(players, 2, bottles, teams, rotate)
    yield BottleImp(num_players=2, rounds=2, devil_cards=2)
    yield BottleImp(num_players=3, rounds=1)
    yield BottleImp()


def _gifts(position: Position) -> Iterator[tuple[int, int, str | None]]:
    """Giver, receiver and card of everything that is given in the pass."""
    n = position["options"]["num_players"]
    for giver, made in enumerate(position["passes"]):
        for name, step in (("open", 1), ("hidden", 1)) if n == 2 else (("left", 1), ("right", -1)):
            yield giver, (giver + step) % n, made[name]


def _unseen(position: Position, viewer: int) -> set[str]:
    """Cards of this round that the viewer has not seen."""
    if position["phase"] == "over":
        return set()
    unseen: set[str] = set()
    for seat, hand in enumerate(position["hands"]):
        if seat != viewer:
            unseen.update(hand, position["passes"][seat]["devil"])
    for giver, receiver, gift in _gifts(position):
        if gift is not None and giver != viewer and position["phase"] == "pass":
            unseen.add(gift)
        elif giver == viewer and receiver != viewer:
            unseen.discard(gift or "")
    return unseen


def _hidden(position: Position, viewer: int) -> set[str]:
    last = position["last_round"]
    return _unseen(position, viewer) if last is None else set()


def _renamed(position: Position, viewer: int, random: Random) -> Position:
    """Unseen cards change names; in play those of one colour, so that everybody has followed."""
    names: dict[str, str] = {}
    unseen = sorted(_unseen(position, viewer))
    for colour in ("yellow", "blue", "red"):
        group = [card for card in unseen if _COLOUR_OF[card] == colour]
        names.update(zip(group, random.sample(group, len(group)), strict=True))
    if position["phase"] == "pass":
        names = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))

    def renamed(cards: list[str]) -> list[str]:
        return sorted((names.get(card, card) for card in cards), key=float)

    passes = [
        {
            name: renamed(cards) if name == "devil" else names.get(cards, cards)
            for name, cards in made.items()
        }
        for made in position["passes"]
    ]
    return position | {"hands": [renamed(hand) for hand in position["hands"]], "passes": passes}


def _past(
    game: AnyGame, positions: Sequence[Position], moves: Sequence[Move], world: Position
) -> Past | None:
    if world["phase"] == "over":
        return None
    begin = next(i for i, old in enumerate(positions) if old["round"] == world["round"])
    dealt = positions[begin]
    gift_names = ("open", "hidden") if game.num_players == 2 else ("left", "right")
    hands = [set(hand) for hand in world["hands"]]
    choices: list[list[int]] = []
    for seat, made in enumerate(world["passes"]):
        own = [("devil", card) for card in made["devil"]]
        own += [(name, made[name]) for name in gift_names if made[name] is not None]
        choices.append([game.parse_action(f"{name} {card}") for name, card in own])
        if world["phase"] == "play":
            hands[seat].update(world["played"][seat])
            if game.num_players == 2:
                hands[seat].update(world["open_hands"][seat])
            gifts = _gifts(world)
            hands[seat] -= {gift for _, receiver, gift in gifts if receiver == seat}
        hands[seat].update(card for _, card in own)
        if game.num_players == 2:
            hands[seat] -= set(dealt["open_hands"][seat])
    start = dealt | {"hands": [sorted(hand, key=float) for hand in hands], "rng": world["rng"]}
    replay: list[Move] = []
    for number, move in enumerate(moves[begin:]):
        if number < sum(world["passed"]):
            left = choices[move.seat]
            # The viewer has made its own choices in this order in every world.
            choice = move.action if move.action in left else left[0]
            left.remove(choice)
            replay.append(Move(move.seat, choice))
        else:
            replay.append(move)
    return Past(begin, start, replay)


def _cards_in_text(text: str) -> set[str]:
    body = text.rsplit("\n", 1)[0]  # the last line explains the signs
    return set(re.findall(r"(?<![\w.])(\d+(?:\.5)?)[ybr][¹²³⁴⁵⁶]", body))


def _cards_in_picture(picture: str) -> set[str]:
    return set(re.findall(r"(?<![\w.])(\d+(?:\.5)?) (?:yellow|blue|red)\b", picture))


BOTTLE_IMP = GameSet(
    games=tuple(_games()),
    length_is_fixed=True,
    always_reaches_max_legal=True,
    has_simultaneous_choices=True,
    scores_are_free=True,
    hides_something=lambda position, viewer: position["phase"] != "over",
    card_words=range(13),
    cards_are_bytes=False,
    card_keys=(),
    winners=highest,
    was_truncated=lambda history: False,
    cards_in_position=words_but_options,
    hidden_cards=_hidden,
    cards_in_text=_cards_in_text,
    cards_in_picture=_cards_in_picture,
    renamed=_renamed,
    past=_past,
)
