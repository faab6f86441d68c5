"""Triplets in the property tests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from cardgames import Triplets
from cardgames.triplets import RANKS, SUITS

from .game_set import AnyGame, GameSet, Move, Past, Position, highest, words_but_options

_VALUES = {str(rank): value for value, rank in enumerate(RANKS)}
_SUITS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
_DEAL = -1  # the time at which the first hands are drawn; later ones are numbers of moves
_NEVER = 10**9


def _games() -> Iterator[Triplets]:
    """Few rounds, as a whole game has hundreds of actions; the last goes on to its end."""
    yield Triplets(2, max_rounds=12)
    yield Triplets(3, lead="lowest", max_rounds=8)
    yield Triplets(3, refill="round", max_rounds=8)
    yield Triplets(4, max_rounds=6)
    yield Triplets(4, decks=2, refill="round", max_rounds=6)
    yield Triplets(4, decks=4, lead="lowest", max_rounds=6)
    yield Triplets(7, max_rounds=4)
    yield Triplets(7, decks=2, lead="lowest", refill="round", max_rounds=3)
    yield Triplets(10, decks=4, max_rounds=2)
    yield Triplets(10, max_rounds=8)
    yield Triplets(4, lead="lowest", refill="round")


def _value(card: str) -> int:
    return _VALUES[card[:-1]]


def _place(card: str) -> tuple[int, int]:
    """By rank, then by suit."""
    return _value(card), SUITS.index(card[-1])


def _ascending(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=_place)


def _less(cards: Sequence[str], taken: Sequence[str]) -> list[str]:
    """Cards without some of them, ascending; there may be copies."""
    left = Counter(cards)
    left.subtract(taken)
    assert min(left.values(), default=0) >= 0
    return _ascending(list(left.elements()))


# --- Which cards a position has, and who sees them ---


def _secret_hands(position: Position) -> list[list[str]]:
    """The cards of each hand that only its owner knows."""
    return [
        _less(hand, known)
        for hand, known in zip(position["hands"], position["known_hands"], strict=True)
    ]


def _secret_stack(position: Position, seat: int) -> list[str]:
    """The cards of a stack that nobody knows, from the top; they lie above the others."""
    size = position["known_stacks"][seat].count(None)
    cards: list[str] = position["stacks"][seat][:size]
    return cards


def _unseen(position: Position, viewer: int) -> list[str]:
    """The cards that the viewer does not see, copies included."""
    hands = _secret_hands(position)
    cards = [card for seat, hand in enumerate(hands) if seat != viewer for card in hand]
    for seat in range(len(hands)):
        cards += _secret_stack(position, seat)
    return cards


def _hidden_cards(position: Position, viewer: int) -> set[str]:
    """All cards are known to be there: what is hidden is in none of the places that are seen."""
    everywhere = [
        *(card for row in (*position["hands"], *position["stacks"]) for card in row),
        *(card for entry in position["pot"] for card in entry["cards"]),
        *position["removed"],
    ]
    unseen = _unseen(position, viewer)
    return set(unseen) - set(_less(everywhere, unseen))


# --- Other positions that look the same ---


def _meets(cards: Sequence[str], bounds: Sequence[Sequence[str]]) -> bool:
    """Whether cards can be matched with nested bounds, the tightest first."""
    left = list(cards)
    for low, high in bounds:
        fitting = [card for card in left if _VALUES[low] <= _value(card) <= _VALUES[high]]
        if not fitting:
            return False
        # Which of them does not matter to wider bounds, which admit all of them.
        left.remove(fitting[0])
    return not left


def _renamed(position: Position, viewer: int, random: Random) -> Position:
    """Hidden cards change places, two at a time, as far as the bounds of the hands allow."""
    hands = _secret_hands(position)
    secret = [[] if seat == viewer else hand for seat, hand in enumerate(hands)]
    secret += [_secret_stack(position, seat) for seat in range(len(hands))]
    places = [(row, i) for row, cards in enumerate(secret) for i in range(len(cards))]
    for _ in range(3 * len(places)):
        (a, i), (b, j) = random.choice(places), random.choice(places)
        secret[a][i], secret[b][j] = secret[b][j], secret[a][i]
        changed = {row for row in (a, b) if row < len(hands)}
        if not all(_meets(secret[row], position["bounds"][row]) for row in changed):
            secret[a][i], secret[b][j] = secret[b][j], secret[a][i]
    new_hands: list[list[str]] = []
    new_stacks: list[list[str]] = []
    for seat, known in enumerate(position["known_hands"]):
        own = hands[seat] if seat == viewer else secret[seat]
        new_hands.append(_ascending([*known, *own]))
        top = secret[len(hands) + seat]
        new_stacks.append([*top, *position["stacks"][seat][len(top) :]])
    return position | {"hands": new_hands, "stacks": new_stacks}


# --- How a world came about ---


@dataclass(frozen=True)
class _Lesson:
    """A play after which the hidden cards left in the hand are known to be within a bound."""

    time: int
    low: int
    high: int


@dataclass(frozen=True)
class _Card:
    """A hidden card that a seat has drawn, and when it was played."""

    word: str
    until: int


@dataclass(frozen=True)
class _Story:
    """What everybody has seen of the hidden cards of a seat."""

    draws: list[int]
    played: list[_Card]
    lessons: list[_Lesson]


def _laid(position: Position, seat: int, action: str) -> list[str]:
    """The cards that an action takes out of the hidden part of a hand; publicly known go first."""
    *triplet, rank = action.split()
    public = [card for card in position["known_hands"][seat] if card[:-1] == rank]
    secret = [card for card in _secret_hands(position)[seat] if card[:-1] == rank]
    return secret[: max(0, (3 if triplet else 1) - len(public))]


def _lesson(position: Position, time: int, action: str) -> _Lesson | None:
    """What a play tells of the cards that are left (page, Known to a player)."""
    rank, winning = action.rsplit(maxsplit=1)[-1], position["winning"]
    lead = position["options"]["lead"]
    if winning is None and (position["round"] == 1 or lead == "lowest"):
        return _Lesson(time, _VALUES[rank], len(RANKS) - 1)
    if winning is None or winning["kind"] == "triplet" or action.startswith("triplet"):
        return None
    highest_left = _VALUES[winning["rank"]] - 1
    return _Lesson(time, 0, highest_left) if _VALUES[rank] <= highest_left else None


def _story(
    game: AnyGame, positions: Sequence[Position], moves: Sequence[Move], seat: int
) -> _Story:
    sizes = [position["known_stacks"][seat].count(None) for position in positions]
    draws = [_DEAL] * len(positions[0]["hands"][seat])
    played: list[_Card] = []
    lessons: list[_Lesson] = []
    for time, move in enumerate(moves):
        draws += [time] * (sizes[time] - sizes[time + 1])
        if move.seat == seat:
            word = game.action_to_string(move.action)
            played += [_Card(card, time) for card in _laid(positions[time], seat, word)]
            lesson = _lesson(positions[time], time, word)
            lessons += [] if lesson is None else [lesson]
    return _Story(draws, played, lessons)


def _past(
    game: AnyGame, positions: Sequence[Position], moves: Sequence[Move], world: Position
) -> Past | None:
    """From the deal on, each hidden card drawn when nothing that was seen later speaks against it.

    Page, Play: a world may hold a card that would have gone before an equal one that was played.
    Such a world has no past.
    """
    dealt = positions[0]
    hands: list[list[str]] = []
    stacks: list[list[str]] = []
    is_excepted = False
    both = zip(_secret_hands(positions[-1]), _secret_hands(world), strict=True)
    for seat, (real, held) in enumerate(both):
        undrawn = _secret_stack(world, seat)
        cards = [*dealt["hands"][seat], *dealt["stacks"][seat]]
        drawn = cards[: len(cards) - len(undrawn)]
        if held != real:
            story = _story(game, positions, moves, seat)
            # What was learnt of the hand is true of the world, whatever the suits.
            assert _dealt_so(story, held, by_suit=False) is not None
            found = _dealt_so(story, held, by_suit=True)
            is_excepted |= found is None
            drawn = found or drawn
        size = len(dealt["hands"][seat])
        hands.append(_ascending(drawn[:size]))
        stacks.append([*drawn[size:], *undrawn])
    if is_excepted:
        return None
    return Past(0, dealt | {"hands": hands, "stacks": stacks, "rng": world["rng"]}, list(moves))


def _dealt_so(story: _Story, held: Sequence[str], *, by_suit: bool) -> list[str] | None:
    """The order in which a seat may have drawn what it has played and holds; None if none fits."""
    cards = [*story.played, *(_Card(word, _NEVER) for word in held)]

    def may_be(card: _Card, draw: int) -> bool:
        after = [lesson for lesson in story.lessons if draw < lesson.time < card.until]
        # An equal card of an earlier suit would have gone first.
        first = by_suit and any(
            draw < other.until < card.until
            and other.word[:-1] == card.word[:-1]
            and _place(card.word) < _place(other.word)
            for other in cards
        )
        value = _value(card.word)
        fits = all(lesson.low <= value <= lesson.high for lesson in after)
        return draw < card.until and fits and not first

    owners: dict[int, _Card] = {}

    def seat_card(card: _Card, tried: set[int]) -> bool:
        """Find a draw for the card; those that have one may move to another (Kuhn)."""
        for place, draw in enumerate(story.draws):
            if place in tried or not may_be(card, draw):
                continue
            tried.add(place)
            if place not in owners or seat_card(owners[place], tried):
                owners[place] = card
                return True
        return False

    assert len(cards) == len(story.draws)
    if not all(seat_card(card, set()) for card in cards):
        return None
    return [owners[place].word for place in range(len(story.draws))]


# --- How a game ended ---


def _holders(position: Position) -> int:
    return sum(score > 0 for score in position["scores"])


def _winners(position: Position) -> tuple[int, ...]:
    """Who has cards, most at the limit of rounds; the winner of the last round if nobody has."""
    return highest(position) if _holders(position) else tuple(position["in"])


# --- The pictures ---


def _cards_in_text(text: str) -> set[str]:
    body = text.rsplit("\n", 1)[0]  # the last line explains the signs
    return set(re.findall(r"(?<![\w.-])(?:10|[2-9JQKA])[cdhs](?!\w)", body))


def _cards_in_picture(picture: str) -> set[str]:
    found = re.findall(rf"(?<![\w.])(10|[2-9JQKA]) of ({'|'.join(_SUITS)})\b", picture)
    return {rank + _SUITS[suit] for rank, suit in found}


TRIPLETS = GameSet(
    games=tuple(_games()),
    length_is_fixed=False,
    always_reaches_max_legal=False,
    has_simultaneous_choices=False,
    scores_are_free=False,
    hides_something=lambda position, viewer: bool(_unseen(position, viewer)),
    card_words=(*range(4, 14), *range(24, 59)),
    cards_are_bytes=True,
    card_keys=(),
    winners=_winners,
    was_truncated=lambda history: _holders(history[-1]) > 1,
    cards_in_position=words_but_options,
    hidden_cards=_hidden_cards,
    cards_in_text=_cards_in_text,
    cards_in_picture=_cards_in_picture,
    renamed=_renamed,
    past=_past,
)
