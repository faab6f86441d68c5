"""Wine Cellar in the property tests.

Bottles are named by their numbers, `"12"`, clients by their ids, `"#5"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from cardgames import WineCellar, WineDeck

from .game_set import AnyGame, GameSet, Move, Past, Position, highest

_TYPES = "Red|White|Rosé|Sparkling"


def own_deck() -> WineDeck:
    """Another deck: clients with other ids, few enough to be shuffled before every game."""
    standard = WineDeck.standard()
    bottles = [
        replace(card, ages=tuple(reversed(card.ages)), country=card.country.upper())
        for card in standard.bottles
    ]
    clients = [
        replace(
            card,
            id=3 * card.id,
            bonus1=card.bonus1 + 14,
            set="B" if card.id > 12 else "",
            countries=tuple(
                tuple(country.upper() for country in column) for column in card.countries
            ),
        )
        for card in standard.clients[:20]
    ]
    return WineDeck(bottles, clients)


def _games() -> Iterator[WineCellar]:
    """Every number of players once; the advanced variant with and without sets and shuffles."""
    for players in (1, 2, 3, 5, 7):
        yield WineCellar(players)
    yield WineCellar(2, 3, deck=own_deck(), client_set="B")  # 8 clients: shuffled before game 3
    yield WineCellar(3, 3, "B")  # 15: shuffled before game 3
    yield WineCellar(6, 3, deck=own_deck())  # 20: shuffled before games 2 and 3
    yield WineCellar(8)
    yield WineCellar(4, 3)  # 30: never shuffled


# --- Which cards a position has, and who sees them ---


def _sees_hand(position: Position, viewer: int, seat: int) -> bool:
    n = position["options"]["num_players"]
    return viewer == seat or position["game_number"] > 1 or (n == 2 and viewer >= 0)


def _unseen_hands(position: Position, viewer: int) -> list[int]:
    seats = range(position["options"]["num_players"])
    return [seat for seat in seats if not _sees_hand(position, viewer, seat)]


def _discard(position: Position, seat: int) -> int:
    pair: list[int] = position["dealt_clients"][seat]
    (other,) = set(pair) - {position["clients"][seat]}
    return other


def _unseen_clients(position: Position, viewer: int) -> list[int]:
    """Of the present and the earlier deals since the last shuffle, in order, then the undealt."""
    unseen: list[int] = []
    for seat, pair in enumerate(position["dealt_clients"]):
        if seat == viewer:
            continue
        unseen += [past[seat][1] for past in position["past_clients"]]
        if position["phase"] == "client":
            unseen += pair
        elif position["eno"] is None:  # Eno's client is the one that the player did not keep
            unseen.append(_discard(position, seat))
    return [*unseen, *position["client_deck"]]


def _named(position: Position) -> Iterator[str]:
    """The cards that a position or a view names, some of them more than once."""
    eno: dict[str, Any] = position["eno"] or {}
    bottles = [
        *(hand for hand in position["hands"] if hand is not None),
        *position["cellars"],
        *(position["last_cellars"] or ()),
        *(eno.get(key) or () for key in ("deck", "face_up", "taken")),
        position["bids"],
        position["prizes"],
    ]
    clients = [
        *(pair for pair in position["dealt_clients"] if pair is not None),
        *(pair for past in position["past_clients"] for pair in past),
        *(position[key] or () for key in ("clients", "last_clients", "client_deck")),
        [eno.get("client")],
    ]
    yield from (str(number) for cards in bottles for number in cards if number is not None)
    yield from (f"#{number}" for cards in clients for number in cards if number is not None)


def _hidden_cards(position: Position, viewer: int) -> set[str]:
    hidden = {
        str(card) for seat in _unseen_hands(position, viewer) for card in position["hands"][seat]
    }
    if position["eno"] is not None:
        hidden.update(map(str, position["eno"]["deck"]))
    hidden.update(f"#{client}" for client in _unseen_clients(position, viewer))
    # After a shuffle a client that was seen is hidden again, where it is no longer shown.
    return hidden - {f"#{client}" for client in position["last_clients"] or ()}


# --- Other positions that look the same ---


def _renamed(position: Position, viewer: int, random: Random) -> Position:
    """Hidden bottles and clients change places, hidden choices are others."""
    changed = position | _other_bottles(position, viewer, random)
    clients = _unseen_clients(position, viewer)
    random.shuffle(clients)
    rest = iter(clients)
    pasts: list[list[list[int]]] = [
        [list(pair) for pair in row] for row in position["past_clients"]
    ]
    pairs: list[list[int]] = []
    kept = list(position["clients"])
    for seat, pair in enumerate(position["dealt_clients"]):
        if seat == viewer:
            pairs.append(pair)
            continue
        for row in pasts:
            row[seat][1] = next(rest)
        if position["phase"] == "client":
            pairs.append(sorted([next(rest), next(rest)]))
            kept[seat] = kept[seat] and random.choice(pairs[-1])
        elif position["eno"] is None:
            pairs.append(sorted([kept[seat], next(rest)]))
        else:
            pairs.append(pair)
    return changed | {
        "past_clients": pasts,
        "dealt_clients": pairs,
        "clients": kept,
        "client_deck": list(rest),
    }


def _other_bottles(position: Position, viewer: int, random: Random) -> Position:
    hands: list[list[int]] = [list(hand) for hand in position["hands"]]
    seats = _unseen_hands(position, viewer)
    eno: dict[str, Any] | None = position["eno"]
    deck: list[int] = list(eno["deck"]) if eno is not None else []
    cards = [card for seat in seats for card in hands[seat]] + deck
    random.shuffle(cards)
    low = 0
    if position["low_left"] is not None:
        low = (9 * max(2, len(hands)) + 1) // 2
    for seat in seats:
        # As many of the lower half as before, the others from the upper one.
        need = sum(card <= low for card in hands[seat])
        lows = [card for card in cards if card <= low][:need]
        highs = [card for card in cards if card > low][: len(hands[seat]) - need]
        hands[seat] = sorted([*lows, *highs])
        cards = [card for card in cards if card not in hands[seat]]
    bids = list(position["bids"])
    if position["phase"] == "bid":
        for seat, bid in enumerate(bids):
            if seat != viewer and bid is not None:
                bids[seat] = random.choice(hands[seat])
    changed: Position = {"hands": hands, "bids": bids}
    if eno is not None:
        changed["eno"] = eno | {"deck": cards}
    return changed


# --- How a world came about ---


def _past(
    game: AnyGame, positions: Sequence[Position], moves: Sequence[Move], world: Position
) -> Past:
    """From the deal of the present game on. Choices that are hidden now are those of the world."""
    number = world["game_number"]
    begin = next(i for i, old in enumerate(positions) if old["game_number"] == number)
    dealt, played = positions[begin], moves[begin:]
    words = [game.action_to_string(move.action) for move in played]
    last = {move.seat: i for i, move in enumerate(played) if words[i].startswith("bid ")}
    pending: set[int] = set()
    if world["phase"] == "bid":
        pending.update(last[seat] for seat, chosen in enumerate(world["chosen"]) if chosen)
    hands = [list(hand) for hand in world["hands"]]
    replay: list[Move] = []
    for i, (seat, real) in enumerate(played):
        action = real
        if words[i].startswith("keep "):
            place = world["dealt_clients"][seat].index(world["clients"][seat])
            action = game.parse_action(f"keep {place + 1}")
        elif i in pending:  # the bottle is in the hand still
            action = game.parse_action(f"bid {world['bids'][seat]}")
        elif words[i].startswith("bid "):
            hands[seat].append(int(words[i].removeprefix("bid ")))
        replay.append(Move(seat, action))
    start = dealt | {
        "hands": [sorted(hand) for hand in hands],
        "dealt_clients": world["dealt_clients"],
        "past_clients": world["past_clients"],
        "client_deck": world["client_deck"],
        "rng": world["rng"],
    }
    if dealt["eno"] is not None:
        shown = dealt["eno"]["deck_size"] - world["eno"]["deck_size"]
        deck = [*dealt["eno"]["deck"][:shown], *world["eno"]["deck"]]
        start["eno"] = dealt["eno"] | {"deck": deck}
    return Past(begin, start, replay)


# --- The pictures ---


def _cards_in_text(text: str) -> set[str]:
    body = text.rsplit("\n", 1)[0]  # the last line explains the signs
    return set(re.findall(r"(?<![\w.#])\d+(?=(?:Re|Ro|Wh|Sp)\b)|#\d+", body))


def _cards_in_picture(picture: str) -> set[str]:
    bottles = re.findall(rf"(?<![\w.+#])(\d+) (?:{_TYPES})\b", picture)
    clients = re.findall(r"(?:client |#)(\d+)", re.sub(r'"[^"]*"', "", picture))
    return {*bottles, *(f"#{number}" for number in clients)}


WINE_CELLAR = GameSet(
    games=tuple(_games()),
    length_is_fixed=True,
    always_reaches_max_legal=True,
    has_simultaneous_choices=True,
    scores_are_free=False,
    hides_something=lambda position, viewer: True,
    card_words=range(4, 32),
    cards_are_bytes=True,
    card_keys=(
        *("hands", "bids", "prizes", "cellars", "last_cellars", "eno"),
        *("dealt_clients", "clients", "past_clients", "last_clients", "client_deck"),
    ),
    winners=highest,
    was_truncated=lambda history: False,
    cards_in_position=lambda position: set(_named(position)),
    hidden_cards=_hidden_cards,
    cards_in_text=_cards_in_text,
    cards_in_picture=_cards_in_picture,
    renamed=_renamed,
    past=_past,
)
