"""What is particular to the comparison of the core with the reference in Wine Cellar."""

from __future__ import annotations

import random
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import cardgames
from cardgames import wine_cellar
from cardgames.wine_deck import WineDeck

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
    full_position,
)
from .wine_cellar_decks import KINDS, cards_of, texts_of
from .wine_cellar_reference import (
    CLIENT_COLUMNS,
    ReferenceWineCellar,
    all_words,
    bottles_in_play,
    clients_in_use,
    game_length,
    label,
    lower_half,
    max_legal_actions,
    max_score,
    score_parts,
    words_of,
)

DEALT = 8


@cache
def deck_of(texts: tuple[str, str]) -> WineDeck:
    """Deck of the core, from two files."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("bottles.csv", "clients.csv")]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8", newline="")
        return WineDeck.from_csv(*paths)


def given_to_core(options: Options) -> Options:
    """Options with the core's deck instead of the kind of deck."""
    if "deck" not in options:
        return options
    return {**options, "deck": deck_of(texts_of(options))}


# ------------------------------------------------------------------ ways to play


def one_sided(
    rng: random.Random, reference: ReferenceWineCellar, seat: int, words: list[str]
) -> str:
    """Mostly the lowest or the highest of what there is, the same for a whole game."""
    if rng.random() < 0.1:
        return choose_any(rng, reference, seat, words)
    wants_high = (sum(reference.dealt[0]) + seat) % 2
    return words[-1 if wants_high else 0]


def _worth(reference: ReferenceWineCellar, seat: int, word: str) -> int:
    _, bottle, end = word.split(" ")
    cellar = list(reference.cellars[seat])
    cellar.insert(0 if end == "top" else len(cellar), int(bottle))
    client = reference.clients[seat]
    assert client is not None
    return sum(score_parts(reference.cards, reference.n, cellar, client))


def close(rng: random.Random, reference: ReferenceWineCellar, seat: int, words: list[str]) -> str:
    """Take what scores most, but leave it to the others when ahead: totals come close."""
    if reference.phase != "take" or rng.random() < 0.2:
        return choose_any(rng, reference, seat, words)
    cellars = [_sum_so_far(reference, other) for other in range(reference.n)]
    is_ahead = cellars[seat] > min(cellars) and reference.round > 4
    return (min if is_ahead else max)(words, key=lambda word: _worth(reference, seat, word))


def _sum_so_far(reference: ReferenceWineCellar, seat: int) -> int:
    client = reference.clients[seat]
    assert client is not None
    cellar = reference.cellars[seat]
    return reference.scores()[seat] + sum(score_parts(reference.cards, reference.n, cellar, client))


# ------------------------------------------------------------------ the driver


class WineCellarDriver(GameDriver):
    """Wine Cellar: the reference needs the first position, and what a shuffle brings.

    In the options of this driver `deck` is a kind of deck, see `wine_cellar_decks`.
    """

    def __init__(self) -> None:
        self.name = "wine_cellar"
        self.policies: dict[str, Policy] = {
            "uniform": choose_any,
            "one_sided": one_sided,
            "close": close,
        }

    def subject(self, options: Options, given: Options | None = None) -> Subject:
        """Game with these options; the core gets the deck itself."""
        return super().subject(options, given_to_core(options if given is None else given))

    def option_sets(self) -> list[Options]:
        """All numbers of players, of games, and sets, with each kind of deck."""
        return [
            {"num_players": n, "games": games, "client_set": client_set, "deck": kind}
            for n in range(1, 9)
            for games in ((1, 3) if n > 1 else (1,))
            for client_set in ("AB" if games == 3 and n in (2, 3) else "A")
            for kind in KINDS
        ]

    def option_name(self, options: Options) -> str:
        """Such as ``3p_3g_B_exact``."""
        n, games, client_set, deck = options.values()
        return f"{n}p_{games}g_{client_set}_{deck}"

    def default_options(self) -> list[tuple[Options, Options]]:
        """Nothing, the number of players, and a deck that is the standard one in disguise."""
        every: Options = {"num_players": 4, "games": 1, "client_set": "A", "deck": "standard"}
        given: list[Options] = [{}, {"games": 3}, *({"num_players": n} for n in range(1, 9))]
        given.append({"num_players": 5, "games": 1, "client_set": "A", "deck": "copy"})
        return [(some, {**every, **some}) for some in given]

    def words(self, options: Options) -> list[str]:
        """The same for all options."""
        return all_words()

    def check_game(self, subject: Subject) -> None:
        """Bounds, cards and notation."""
        game, options = subject.game, subject.options
        n, cards = options["num_players"], cards_of(options)
        deck: WineDeck = game.options.deck
        shown = {**options, "deck": label(cards)}
        for what, core, page in [
            ("num_actions", game.num_actions, 218),
            ("max_legal_actions", game.max_legal_actions, max_legal_actions(options)),
            ("max_game_length", game.max_game_length, game_length(options)),
            ("max_score", game.max_score, max_score(cards, options)),
            ("position_options", game.position_options(), shown),
            ("is_standard", deck.is_standard, shown["deck"] == "standard"),
            ("str of the deck", str(deck), shown["deck"]),
            ("bottles", [bottle.number for bottle in game.bottles], bottles_in_play(n)),
            ("clients", [client.id for client in game.clients], clients_in_use(cards, options)),
        ]:
            if core != page:
                raise DisagreementError(f"{what}: core {core!r}, page {page!r} of {options}")
        if deck.is_standard:
            if cardgames.make(str(game)) != game:
                raise DisagreementError(f"{game} does not make the game again")
        elif f"deck={shown['deck']}" not in str(game):
            raise DisagreementError(f"{game} does not name the deck {shown['deck']}")
        self._check_cards(subject)
        subject.check_words()

    def _check_cards(self, subject: Subject) -> None:
        n, cards = subject.options["num_players"], cards_of(subject.options)
        for bottle in subject.game.bottles:
            row = cards.bottles[bottle.number]
            ages = tuple(int(row[f"age{at}"]) for at in range(1, 9))
            if (bottle.wine_type, bottle.country, bottle.ages) != (
                row["wine_type"],
                row["country"],
                ages,
            ):
                raise DisagreementError(f"bottle {bottle!r}, file {row}")
        for client in subject.game.clients:
            row = cards.clients[client.id]
            core = (client.set, client.type1, client.type2)
            numbers = (client.bonus1, client.bonus2, client.country_bonus)
            countries = [list(column) for column in client.countries]
            if (
                core != (row["set"], row["type1"], row["type2"])
                or numbers != (int(row["bonus1"]), int(row["bonus2"]), int(row["country_bonus"]))
                or countries != [words_of(row[column]) for column in CLIENT_COLUMNS[7:]]
                or list(client.countries_for(n)) != countries[(n + 1) // 2 - 1]
            ):
                raise DisagreementError(f"client {client!r}, file {row}")

    # -------------------------------------------------------------- start

    def fault_of_start(self, start: Position) -> str | None:
        """Compare a new game with what the rulebook's setup makes of its cards."""
        options = start["options"]
        n, games, eno = options["num_players"], options["games"], start["eno"]
        places = [*start["hands"], start["prizes"], *([eno["deck"]] if eno else [])]
        if sorted(bottle for place in places for bottle in place) != bottles_in_play(n):
            return "the deal is not the bottles in play"
        if [len(place) for place in places] != [DEALT] * n + ([2, DEALT] if n == 1 else [n]):
            return "not 8 to each hand and the rest to the prizes"
        if games == 3 and any(
            sum(bottle in lower_half(n) for bottle in hand) != 4 for hand in start["hands"]
        ):
            return "not 4 of the lower half to each hand"
        if any(len(pair) != 2 for pair in start["dealt_clients"]):
            return "not 2 clients to each"
        expected: Position = {
            "game": self.name,
            "options": options,
            "game_number": 1,
            "round": 1,
            "phase": "client",
            "to_act": list(range(n)),
            "hands": [sorted(hand) for hand in start["hands"]],
            "hand_sizes": [DEALT] * n,
            "low_left": [4] * n if games == 3 else None,
            "dealt_clients": [sorted(pair) for pair in start["dealt_clients"]],
            "clients": [None] * n,
            "past_clients": [],
            "chosen": [False] * n,
            "bids": [None] * n,
            "prizes": sorted(start["prizes"]),
            "take_order": [],
            "cellars": [[] for _ in range(n)],
            "scores": [0] * n,
            "game_scores": [],
            "last_cellars": None,
            "last_clients": None,
            "eno": None,
            "client_deck": start["client_deck"],
            "rng": None,
        }
        if n == 1:
            expected["eno"] = {
                "deck": eno["deck"],
                "deck_size": DEALT,
                "face_up": [],
                "client": None,
                "taken": [],
            }
        return "; ".join(differences(start, expected)) or None

    def new_reference(self, options: Options, start: Position) -> ReferenceWineCellar:
        """Reference with the core's deal."""
        cards = cards_of(options)
        dealt = [client for pair in start["dealt_clients"] for client in pair]
        if sorted(dealt + start["client_deck"]) != clients_in_use(cards, options):
            raise DisagreementError("the clients are not those in use")
        return ReferenceWineCellar(cards, start)

    # -------------------------------------------------------------- playing

    def after_action(self, play: Comparison) -> bool:
        """Hand over what a shuffle brings; a round has ended when the next choice is open."""
        reference: ReferenceWineCellar = play.reference
        if reference.needs_shuffle:
            full = full_position(play.state)
            reference.deal(full["dealt_clients"], full["client_deck"])
        return reference.is_over or (
            reference.phase in ("client", "bid") and not any(reference.chosen())
        )

    def check_end(self, play: Comparison) -> None:
        """Page: exactly so many actions."""
        play.same("number of actions", play.tally.actions, game_length(play.options))

    def likely_refusal(self, play: Comparison) -> tuple[str, int]:
        """Mostly what is nearly right: a bottle of some hand or prize, by some seat."""
        reference: ReferenceWineCellar = play.reference
        rng = play.rng
        if rng.random() < 0.3:
            return super().likely_refusal(play)
        seat = rng.randrange(reference.n)
        bottle = rng.choice(reference.hands[seat] + reference.prizes + reference.revealed())
        words = [f"take {bottle} top", f"take {bottle} bottom", f"bid {bottle}", "keep 1", "keep 2"]
        return rng.choice(words), seat

    # -------------------------------------------------------------- what else is offered

    def compare_helpers(self, play: Comparison) -> None:
        """Score details, and that the full position makes the state again."""
        reference: ReferenceWineCellar = play.reference
        viewer = play.rng.randrange(-1, reference.n)
        for seat in range(reference.n):
            expected = reference.details(seat)
            for shown in (play.state, play.state.view(viewer)):
                found = _details(shown, seat)
                wanted = None if expected is None else (*expected, sum(expected))
                play.same(f"score details of {seat}", found, wanted)
        play.compare_reading(play.state.view(None).to_dict())


def _details(shown: Any, seat: int) -> tuple[int, int, int, int, int] | None:
    try:
        found: wine_cellar.ScoreDetails = shown.score_details(seat)
    except ValueError:
        return None
    return found.ages, found.first_type, found.second_type, found.countries, found.total
