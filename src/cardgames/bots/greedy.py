"""The bot that plays by a few plain rules, those of each game in a module of its own."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, ClassVar, SupportsIndex, cast

from cardgames._core.state import State
from cardgames.arguments import checked_seed
from cardgames.bots.bot import seat_and_choices
from cardgames.errors import BotError, shown
from cardgames.registry import GAMES

# An action for a view, its seat and the legal actions, of which there are two at least. Rules get
# nothing else, so they cannot make use of what the seat does not know.
Rules = Callable[[Any, int, Sequence[int]], int]


class GreedyBot:
    """Plays by a few rules for each game, such as a beginner may have; docs/bots.md has them.

    It does not search, and draws nothing at random: in equal views it plays the same.
    """

    __slots__ = ()

    name: ClassVar[str] = "greedy"

    def choose(self, state: State, player: SupportsIndex) -> int:
        """The action of a seat by the rules of its game, from the seat's view alone.

        Raises
        ------
        TypeError, CardGamesError
            `state` is no state, `player` no seat; the seat may not act now.
        BotError
            There are no rules for the game.
        """
        seat, legal = seat_and_choices(state, player)
        if len(legal) == 1:
            return legal[0]
        return _rules(state.game.name)(state.view(seat), seat, legal)

    def with_seed(self, seed: SupportsIndex) -> GreedyBot:
        """This bot: nothing that it does depends on a seed.

        Raises
        ------
        TypeError, CardGamesError
            The seed is no integer or out of range.
        """
        checked_seed(seed)
        return self

    def __repr__(self) -> str:
        return "GreedyBot()"


@cache
def _rules(game: str) -> Rules:
    """The rules for a game, imported when they are first used."""
    if game not in GAMES:
        raise BotError(
            f"the greedy bot has no rules for {shown(game)}; it plays {', '.join(GAMES)}"
        )
    return cast("Rules", importlib.import_module(f"cardgames.bots.greedy_{game}").choose)
