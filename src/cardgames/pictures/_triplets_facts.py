"""What the text and the picture of a Triplets view have in common: names, the pot, the hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardgames.pictures import wording
from cardgames.pictures.hands import marked
from cardgames.triplets import RANKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardgames.triplets import Bound, Card, Effect, TripletsView

PHASES = {"play": "playing", "over": "game over"}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_EFFECTS = {"lead": "leads", "beat": "stays in", "negate": "negates", "out": "goes out"}


class Played(NamedTuple):
    """An entry of the pot.

    Attributes
    ----------
    player
        The seat that played it, None for the middle cards.
    cards
        Its cards.
    effect
        What it did, None for the middle cards.
    wins
        Whether it is the winning card or triplet now.
    """

    player: int | None
    cards: tuple[Card, ...]
    effect: Effect | None
    wins: bool

    @property
    def leaves(self) -> bool:
        """Whether its cards leave the game at the end of the round."""
        return self.effect == "negate" or (self.player is not None and len(self.cards) == 3)

    def told(self) -> str:
        """Say who played it and what it did: `seat 2 negates, to be removed`."""
        if self.player is None or self.effect is None:
            return "from the middle"
        words = f"seat {self.player} {_EFFECTS[self.effect]}"
        if self.wins:
            words += ", winning"
        return f"{words}, to be removed" if self.leaves else words


class Hand(NamedTuple):
    """What a view tells of a seat's hand.

    Attributes
    ----------
    cards
        The cards that are seen, each with whether everybody knows it.
    hidden
        The bounds of the others, the tightest first.
    """

    cards: tuple[tuple[Card, bool], ...]
    hidden: tuple[Bound, ...]


class Stack(NamedTuple):
    """What a view tells of a seat's stack.

    Attributes
    ----------
    top
        Its upper cards from the top, which nobody knows at the table: None where not seen.
    known
        The cards below them from the top down, which everybody knows.
    """

    top: tuple[Card | None, ...]
    known: tuple[Card, ...]


def told(card: Card) -> str:
    """Name a card in words: `10 of hearts`."""
    return f"{card.rank} of {SUITS[card.suit]}"


def cards_told(cards: Iterable[Card]) -> str:
    """Name cards in a sentence."""
    return ", ".join(map(told, cards)) or "none"


def bound_words(bound: Bound) -> str:
    """Write which ranks a hidden card may have: `2-7`, one rank, or nothing if it may have any."""
    if (bound.low, bound.high) == (RANKS[0], RANKS[-1]):
        return ""
    return bound.low if bound.low == bound.high else f"{bound.low}-{bound.high}"


def told_hidden(bound: Bound) -> str:
    """Tell what is known of a hidden card in words."""
    words = bound_words(bound)
    return f"hidden card, {words}" if words else "hidden card"


def pot(view: TripletsView) -> tuple[Played, ...]:
    """List the entries of the pot with what each did."""
    effects: list[Effect | None] = []
    meets: tuple[Card, ...] = ()
    winning: int | None = None
    for place, entry in enumerate(view.pot):
        effect = None if entry.player is None else _effect(entry.cards, meets)
        if effect is not None and effect != "out":
            meets, winning = entry.cards, place
        effects.append(effect)
    return tuple(
        Played(entry.player, entry.cards, effect, place == winning)
        for place, (entry, effect) in enumerate(zip(view.pot, effects, strict=True))
    )


def _effect(cards: Sequence[Card], meets: Sequence[Card]) -> Effect:
    """Tell what cards did to the winning ones that they met."""
    if not meets:
        return "lead"
    if len(cards) == 3:
        return "beat"
    rank, met = RANKS.index(cards[0].rank), RANKS.index(meets[0].rank)
    if len(meets) == 3:
        return "negate" if rank == met else "out"
    return "beat" if rank >= met else "out"


def hand(view: TripletsView, seat: int) -> Hand:
    """Tell what is seen of a seat's hand."""
    seen = [card for card in view.hands[seat] if card is not None]
    hidden = view.bounds[seat] if len(seen) < len(view.hands[seat]) else ()
    return Hand(marked(seen, view.known_hands[seat]), hidden)


def public_bounds(view: TripletsView, seat: int) -> tuple[Bound, ...]:
    """List the bounds that all know of cards which only the viewer sees, if they say anything."""
    bounds = view.bounds[seat]
    return bounds if None not in view.hands[seat] and any(map(bound_words, bounds)) else ()


def stack(view: TripletsView, seat: int) -> Stack:
    """Tell what is seen of a seat's stack."""
    known = tuple(card for card in view.known_stacks[seat] if card is not None)
    whole = view.stacks[seat]
    return Stack(whole[: len(whole) - len(known)], known)


def state(view: TripletsView, seat: int) -> str:
    """Say in a word whether a seat is in the round, out of it, or out of the game."""
    if is_eliminated(view, seat):
        return "eliminated"
    if view.phase == "over":
        return ""
    if seat in view.in_round:
        return "in" if view.scores[seat] else "in, no cards"
    return "out"


def is_eliminated(view: TripletsView, seat: int) -> bool:
    """Tell whether a seat has no card left and cannot win the round any more."""
    return view.scores[seat] == 0 and seat not in view.in_round


def winning_words(view: TripletsView) -> str:
    """Name the winning card or triplet and whose it is."""
    if view.phase == "over":
        return ""
    if view.winning is None:
        return f"none yet, {wording.listed(view.to_act)} leads"
    return f"{view.winning.kind} {view.winning.rank} of seat {view.winning.player}"


def player_words(view: TripletsView) -> str:
    """Name the number of players and decks."""
    options = view.game.options
    return f"{options.num_players} players, {wording.plural(options.decks, 'deck')}"


def option_words(view: TripletsView) -> str:
    """Say which rules differ from the usual ones."""
    options = view.game.options
    words: list[str] = []
    if options.lead == "lowest":
        words.append("every round is opened with the lowest card")
    if options.refill == "round":
        words.append("the winner of a round draws")
    return ", ".join(words)


def round_words(view: TripletsView) -> str:
    """Name the round."""
    return f"round {view.round} of at most {view.game.options.max_rounds}"


def end_words(view: TripletsView) -> str:
    """Say why the game is over, once it is."""
    if view.phase != "over":
        return ""
    holders = sum(map(bool, view.scores))
    if holders > 1:
        return f"stopped by max_rounds: {holders} seats hold cards"
    return "no other seat has cards" if holders else "no seat has cards: the last round decides"


def result(view: TripletsView) -> str:
    """Say in a sentence who has won and with how many cards, once the game is over."""
    each = " each" if len(wording.winners(view)) > 1 else ""
    return wording.result(view, "card") + each


def summary(view: TripletsView) -> str:
    """Tell a view in a few sentences, for those who do not see its picture."""
    parts = [
        f"Triplets, {player_words(view)}, {round_words(view)}, {PHASES[view.phase]}, "
        f"{wording.status(view)}, {wording.seen_by(view)}"
    ]
    if option_words(view):
        parts.append(option_words(view).capitalize())
    if view.phase == "over":
        parts.append(end_words(view).capitalize())
    else:
        parts.append(f"In the round: {wording.listed(view.in_round)}")
        parts.append(f"Winning: {winning_words(view)}")
    for played in pot(view):
        parts.append(f"{played.told().capitalize()}: {cards_told(played.cards)}")
    for seat, cards in enumerate(view.hands):
        if seat == view.player:
            parts.append(f"Hand: {cards_told(card for card in cards if card)}")
    parts.append(f"Removed from the game: {wording.plural(len(view.removed), 'card')}")
    parts.append(wording.told_scores(view))
    return ". ".join(parts) + "."
