"""What is particular to the comparison of the core with the reference in Cellar des Triplettes."""

from __future__ import annotations

import copy
import random
from collections import Counter

import cardgames
from cardgames import cellar_des_triplettes

from .cellar_des_triplettes_reference import (
    COLOUR,
    DEALT,
    DISPLAY,
    EMPTY,
    SLOTS,
    STARS,
    TENTHS,
    TYPES,
    ReferenceCellarDesTriplettes,
    all_option_sets,
    by_value,
    deck,
    default_options,
    max_game_length,
    total,
    touch,
)
from .driver import (
    Comparison,
    DisagreementError,
    GameDriver,
    Options,
    Policy,
    Position,
    Subject,
    choose_any,
    differences,
)

# Page: no seat ever has more than 5 cellars.
MOST_CELLARS = 5


def all_words() -> list[str]:
    """Page: the 400 words by id."""
    words = [f"bid {card}" for card in TYPES]
    words += ["call", "pass", "pass draw"]
    words += [f"place {card} {slot}" for card in TYPES for slot in SLOTS]
    return [*words, "done"]


# ------------------------------------------------------------------ ways to play


def _but(words: list[str], *unwanted: str) -> list[str]:
    return [word for word in words if word not in unwanted] or words


def _good_placement(reference: ReferenceCellarDesTriplettes, seat: int, words: list[str]) -> str:
    """The placement with most points; if there are several, next to most of its colour."""
    places = _but(words, "done")
    if places == ["done"]:
        return "done"

    def worth(word: str) -> tuple[int, int]:
        after = copy.deepcopy(reference.cellars[seat][-1])
        if after.is_complete():
            return 0, 0
        _, card, slot = word.split(" ")
        place = after.open_places(card)[slot]
        points = after.put(card, place)
        near = [other for at, other in after.showing.items() if touch(at, place)]
        return points, sum(COLOUR.get(other) == COLOUR.get(card) for other in near)

    return max(places, key=worth)


def draw_and_place(
    rng: random.Random, reference: ReferenceCellarDesTriplettes, seat: int, words: list[str]
) -> str:
    """Bid few cards, take cards from the pile, place everything: the pile becomes empty."""
    for wanted in ("pass draw", "call"):
        if wanted in words and rng.random() < 0.85:
            return wanted
    return choose_any(rng, reference, seat, _but(words, "done"))


def hold(
    rng: random.Random, reference: ReferenceCellarDesTriplettes, seat: int, words: list[str]
) -> str:
    """Place as seldom as possible, and bid with much."""
    if "done" in words:
        return "done"
    return choose_any(rng, reference, seat, _but(words, "pass", "pass draw", "call"))


def one_collector(
    rng: random.Random, reference: ReferenceCellarDesTriplettes, seat: int, words: list[str]
) -> str:
    """Seat 1 alone bids, one card a round, and places all it gets, some of it well."""
    choices = _but(words, "done")
    if reference.phase == "bid":
        finished = seat != 1 or bool(reference.bids[seat])
        wanted = ["call", "pass"] if finished else [w for w in words if w.startswith("bid")]
        choices = [word for word in words if word in wanted] or words
    elif "done" in words and (seat != 1 or len(reference.hands[seat]) == 1):
        # The last card is to bid with.
        choices = words if reference.final_round else ["done"]
    elif rng.random() < 0.8:
        return _good_placement(reference, seat, words)
    return choose_any(rng, reference, seat, words if rng.random() < 0.02 else choices)


def underbid(
    rng: random.Random, reference: ReferenceCellarDesTriplettes, seat: int, words: list[str]
) -> str:
    """Lay the lowest card and call at once: small totals meet. The rest is placed well."""
    if reference.phase == "place":
        if "done" in words and rng.random() < 0.7:
            return "done"
        return _good_placement(reference, seat, words)
    if "call" in words and rng.random() < 0.6:
        return "call"
    bids = [word for word in words if word.startswith("bid")]
    if bids and rng.random() < 0.9:
        return bids[0]
    return choose_any(rng, reference, seat, words)


# ------------------------------------------------------------------ the driver


class CellarDesTriplettesDriver(GameDriver):
    """Cellar des Triplettes: the reference needs the first position only."""

    def __init__(self) -> None:
        self.name = "cellar_des_triplettes"
        self.policies: dict[str, Policy] = {
            "uniform": choose_any,
            "draw_and_place": draw_and_place,
            "hold": hold,
            "one_collector": one_collector,
            "underbid": underbid,
        }

    def option_sets(self) -> list[Options]:
        """3, 4 and 5 players, each with some numbers of rounds."""
        return list(all_option_sets())

    def option_name(self, options: Options) -> str:
        """Such as ``4p_100r``."""
        return f"{options['num_players']}p_{options['max_rounds']}r"

    def default_options(self) -> list[tuple[Options, Options]]:
        """Nothing, or only the number of players."""
        given: list[tuple[Options, Options]] = [({}, default_options())]
        return given + [({"num_players": n}, default_options(n)) for n in (3, 4, 5)]

    def words(self, options: Options) -> list[str]:
        """The same for all options."""
        return all_words()

    def check_game(self, subject: Subject) -> None:
        """Bounds, deck and notation."""
        game, options = subject.game, subject.options
        shown = f"cellar_des_triplettes(num_players={options['num_players']}"
        if options["max_rounds"] != 100:
            shown += f",max_rounds={options['max_rounds']}"
        for what, core, page in [
            ("str", str(game), shown + ")"),
            ("num_actions", game.num_actions, 400),
            ("max_legal_actions", game.max_legal_actions, 88),
            ("max_game_length", game.max_game_length, max_game_length(options)),
            ("deck", [str(card) for card in game.deck], deck(options["num_players"])),
        ]:
            if core != page:
                raise DisagreementError(f"{what}: core {core!r}, page {page!r} of {options}")
        for card in game.deck:
            word = str(card)
            colour = "none" if word == EMPTY else COLOUR[word]
            found = (card.value, card.colour, card.stars, card.tenths, card.index)
            if found != (word, colour, STARS[word], TENTHS[word], TYPES.index(word)):
                raise DisagreementError(f"card {card!r}")
        subject.check_words()

    def fault_of_start(self, start: Position) -> str | None:
        """Compare a new game with what the rulebook's setup makes of its cards."""
        options = start["options"]
        number, max_rounds = options["num_players"], options["max_rounds"]
        dealt = [card for hand in start["hands"] for card in hand]
        if by_value(dealt + start["display"] + start["pile"]) != deck(number):
            return "the deal is not the deck"
        if [len(hand) for hand in start["hands"]] != [DEALT] * number:
            return "hands are dealt 5 cards"
        if len(start["display"]) != DISPLAY:
            return "the display is dealt 4 cards"
        if start["starting_player"] not in range(number):
            return "nobody starts"
        expected: Position = {
            "game": self.name,
            "options": options,
            "round": 1,
            "phase": "bid",
            # Page: with max_rounds 1 the first round is the final one, and truncated.
            "final_round": max_rounds == 1,
            "truncated": max_rounds == 1,
            "starting_player": start["starting_player"],
            "high_bidder": None,
            "to_act": [start["starting_player"]],
            "hands": [by_value(hand) for hand in start["hands"]],
            "hand_sizes": [DEALT] * number,
            "known_hands": [[] for _ in range(number)],
            "bids": [[] for _ in range(number)],
            "turn": [],
            "passed": [False] * number,
            "display": by_value(start["display"]),
            "pile": start["pile"],
            "pile_size": len(start["pile"]),
            "pile_bottom": [],
            "placing": [],
            "cellars": [[[[None] * size for size in (5, 4, 3, 2, 1)]] for _ in range(number)],
            "covered": [[[]] for _ in range(number)],
            "scores": [0] * number,
            "rng": None,
        }
        return "; ".join(differences(start, expected)) or None

    def new_reference(self, options: Options, start: Position) -> ReferenceCellarDesTriplettes:
        """Reference with the core's deal."""
        return ReferenceCellarDesTriplettes(start)

    def after_action(self, play: Comparison) -> bool:
        """Nothing is drawn after the deal; a round has ended when nothing lies on the table."""
        reference: ReferenceCellarDesTriplettes = play.reference
        return reference.is_over or (
            reference.phase == "bid" and not any(reference.bids) and not any(reference.passed)
        )

    def check_end(self, play: Comparison) -> None:
        """Page: the bounds; a seat's score equals the stars showing plus all triplets."""
        reference: ReferenceCellarDesTriplettes = play.reference
        if play.tally.actions > max_game_length(play.options):
            raise play.disagreement("the game is too long")
        for seat in range(reference.n):
            if len(reference.cellars[seat]) > MOST_CELLARS:
                raise play.disagreement(f"seat {seat} has too many cellars")
            points = sum(points for _, _, _, points in reference.triplets(seat))
            play.same(f"score of {seat}", reference.scored[seat], reference.stars(seat) + points)
        reference.happened["truncated"] += reference.is_truncated
        reference.happened["games with shared victory"] += len(reference.winners()) > 1

    def likely_refusal(self, play: Comparison) -> tuple[str, int]:
        """Mostly what is nearly right: a card of the seat to act, in the phase."""
        reference: ReferenceCellarDesTriplettes = play.reference
        seat = reference.to_act()[0]
        hand = reference.hands[seat]
        if not hand or play.rng.random() < 0.3:
            return super().likely_refusal(play)
        if reference.phase == "place":
            return f"place {play.rng.choice(hand)} {play.rng.choice(SLOTS)}", seat
        words = ["call", "pass", "pass draw", "done", *(f"bid {card}" for card in hand)]
        return play.rng.choice(words), seat

    # -------------------------------------------------------------- helpers of the module

    def compare_helpers(self, play: Comparison) -> None:
        """Score details and the actions of a bid."""
        reference: ReferenceCellarDesTriplettes = play.reference
        viewer = play.rng.randrange(-1, reference.n)
        for seat in range(reference.n):
            expected = (reference.stars(seat), reference.triplets(seat), reference.scored[seat])
            for shown in (play.state, play.state.view(viewer)):
                details = shown.score_details(seat)
                triplets = [
                    (found.cellar, found.slots, tuple(map(str, found.cards)), found.points)
                    for found in details.triplets
                ]
                play.same(
                    f"score details of {seat}", (details.stars, triplets, details.total), expected
                )
        if reference.phase == "bid":
            self._compare_bid_actions(play)

    def _compare_bid_actions(self, play: Comparison) -> None:
        reference: ReferenceCellarDesTriplettes = play.reference
        rng, seat = play.rng, reference.to_act()[0]
        hand = reference.hands[seat]
        wanted = rng.sample(hand, rng.randint(0, len(hand)))
        if rng.random() < 0.1:
            wanted.append(rng.choice(TYPES))
        rng.shuffle(wanted)
        expected = self._bid_actions(reference, seat, wanted)
        what = f"bid_actions of {wanted} by {seat}"
        try:
            found = cellar_des_triplettes.bid_actions(play.state, wanted)
        except cardgames.CardGamesError as error:
            if expected is None:
                return
            if isinstance(expected, list) or not str(error).endswith(expected):
                raise play.disagreement(f"{what}: {error}; expected {expected}") from error
            return
        play.same(what, found, expected)
        state = play.state.copy()
        for action in found:
            state.apply(action, seat)
        play.same(f"turn after {what}", state.view(None).turn, ())

    def _bid_actions(
        self, reference: ReferenceCellarDesTriplettes, seat: int, wanted: list[str]
    ) -> list[int] | str | None:
        """Ids, the end of a message, or None for any other refusal."""
        words = all_words()
        if Counter(wanted) - Counter(reference.hands[seat]):
            return None
        laid = by_value(wanted)
        if laid and reference.turn and TENTHS[laid[0]] < TENTHS[reference.turn[-1]]:
            return None
        if not laid and not reference.turn:
            return None
        money = total(reference.bids[seat]) + total(laid)
        for other in range(reference.n):
            if other != seat and reference.bids[other] and money == total(reference.bids[other]):
                shown = f"{money // 10}.{money % 10}" if money % 10 else f"{money // 10}"
                return f"equals the bid of seat {other} ({shown})"
        return [words.index(f"bid {card}") for card in laid] + [words.index("call")]
