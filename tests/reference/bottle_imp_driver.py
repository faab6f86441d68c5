"""What is particular to the comparison of the core with the reference in Bottle Imp."""

from __future__ import annotations

from collections import Counter

import cardgames

from .bottle_imp_reference import (
    ALL_CARDS,
    ReferenceBottleImp,
    actions_per_round,
    all_option_sets,
    default_options,
    max_legal_actions,
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
    full_position,
)

KINDS = {False: ("", "devil ", "left ", "right "), True: ("", "devil ", "open ", "hidden ")}


class BottleImpDriver(GameDriver):
    """Bottle Imp: the reference is handed each deal."""

    def __init__(self) -> None:
        self.name = "bottle_imp"
        self.policies: dict[str, Policy] = {"uniform": choose_any}

    def option_sets(self) -> list[Options]:
        """Every legal combination, each with 1, 2 and 3 rounds."""
        return list(all_option_sets())

    def option_name(self, options: Options) -> str:
        """Such as ``5p_2r_2bottles``."""
        parts = [f"{options['num_players']}p", f"{options['rounds']}r"]
        if options["bottles"] == 2:
            parts.append("2bottles")
        if options["teams"] is not None:
            parts.append(f"teams{options['teams']}")
        if options["rotate_teams"]:
            parts.append("rotate")
        if options["devil_cards"] == 2:
            parts.append("2devil")
        return "_".join(parts)

    def default_options(self) -> list[tuple[Options, Options]]:
        """Only the number of players is given: the defaults themselves are compared as well."""
        return [({"num_players": number}, default_options(number)) for number in range(2, 7)]

    def words(self, options: Options) -> list[str]:
        """Page: 54 x kind + card."""
        return [kind + card for kind in KINDS[options["num_players"] == 2] for card in ALL_CARDS]

    def check_game(self, subject: Subject) -> None:
        """Bounds and notation."""
        game, options = subject.game, subject.options
        rounds = options["rounds"]
        if game.max_legal_actions != max_legal_actions(options):
            raise DisagreementError(f"max_legal_actions {game.max_legal_actions} of {options}")
        if game.max_game_length != rounds * actions_per_round(options):
            raise DisagreementError(f"max_game_length {game.max_game_length} of {options}")
        subject.check_words()
        # Page: `left`, `right` with 2 players and `open`, `hidden` with more are no words.
        for kind in KINDS[options["num_players"] != 2][2:]:
            try:
                game.parse_action(kind + "1")
            except cardgames.NotationError:
                continue
            raise DisagreementError(f"{kind}1 is a word of {options}")

    def fault_of_start(self, start: Position) -> str | None:
        """The reference itself refuses a wrong deal."""
        if start["round"] != 1 or any(start["scores"]) or start["last_round"] is not None:
            return "it is not the first round"
        return None

    def new_reference(self, options: Options, start: Position) -> ReferenceBottleImp:
        """Reference with the core's deal."""
        return ReferenceBottleImp(options, start)

    def after_action(self, play: Comparison) -> bool:
        """Hand the reference the next deal."""
        reference: ReferenceBottleImp = play.reference
        if not reference.round_ended:
            return False
        if reference.needs_deal:
            position = full_position(play.state)
            if position["phase"] != "pass":
                raise play.disagreement("the core has not dealt the next round")
            reference.deal(position["hands"], position["open_hands"])
        return True

    def happened(self, reference: ReferenceBottleImp) -> Counter[str]:
        """This reference takes no note."""
        return Counter()

    def check_end(self, play: Comparison) -> None:
        """Page: every round has exactly so many actions."""
        length = play.options["rounds"] * actions_per_round(play.options)
        play.same("number of actions", play.tally.actions, length)
