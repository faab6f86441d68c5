"""Searches and bots for a seat, within the limits of the server."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any, Literal

from cardgames import BotError, State
from cardgames.analysis import Analysis
from cardgames.bots import GreedyBot, RandomBot, SearchBot, make_bot
from cardgames.matches import ask
from cardgames.search import ISMCTS, FlatMonteCarlo, Searcher
from cardgames.serve.errors import RefusedError
from cardgames.serve.limits import Limits
from cardgames.serve.turns import turn

IsGone = Callable[[], bool]
"""Whether nobody waits for the reply any more."""
Method = Literal["ismcts", "puct", "flat"]
NamedBot = RandomBot | GreedyBot | SearchBot

BOT_WORDS = ("random", "greedy", "ismcts:N", "puct:N", "flat:N")

_SIMULATIONS = 1000  # where nothing is said


class Searches:
    """Runs a few searches at once; others wait for their turn.

    Parameters
    ----------
    limits
        Those of the server.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._places = threading.BoundedSemaphore(limits.searches)
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Ends all searches soon, with what they have found so far."""
        self._stopped.set()

    def analysis(
        self,
        state: State,
        seat: int,
        method: Method,
        simulations: int | None,
        seconds: float | None,
        seed: int,
        is_gone: IsGone,
    ) -> Analysis:
        """What a search finds out for a seat that may act."""
        if simulations is None and seconds is None:
            simulations = min(_SIMULATIONS, self._limits.simulations)
        searcher = self._searcher(method, simulations, seconds, is_gone).with_seed(seed)
        with turn(self._places, partial(self.refuse_ended, is_gone)):
            return searcher.analyse(state, seat)

    def bot(self, word: str, is_gone: IsGone) -> NamedBot:
        """The bot of a word, which keeps to the limits."""
        try:
            bot = make_bot(word)
        except BotError as error:
            raise RefusedError("bad_bot", str(error)) from None
        if not isinstance(bot, SearchBot):
            return bot
        method: dict[str, Method] = {"ismcts": "ismcts", "puct": "puct", "flat": "flat"}
        seconds = bot.searcher.seconds
        simulations = bot.searcher.simulations if seconds is None else None
        kind = method[word.partition(":")[0]]
        return SearchBot(self._searcher(kind, simulations, seconds, is_gone))

    def choice(
        self,
        bot: NamedBot,
        state: State,
        seat: int,
        world_seed: int,
        bot_seed: int,
        *,
        is_gone: IsGone,
    ) -> int:
        """The action of a bot for a seat that may act."""
        bot = bot.with_seed(bot_seed)
        # Only searches take long enough to wait for each other.
        look = partial(self.refuse_ended, is_gone)
        with turn(self._places, look) if isinstance(bot, SearchBot) else nullcontext():
            return ask(bot, state, seat, world_seed)

    def refuse_ended(self, is_gone: IsGone) -> None:
        """Refuses when the server ends, or whoever asks has gone."""
        self._refuse_gone(is_gone)
        if self._stopped.is_set():
            raise RefusedError("limit", "the server is ending", "searches")

    def _refuse_gone(self, is_gone: IsGone) -> None:
        if is_gone():  # nobody reads this
            raise RefusedError("limit", "nobody waits for the reply", "searches")

    def _searcher(
        self, method: Method, simulations: int | None, seconds: float | None, is_gone: IsGone
    ) -> Searcher:
        limits = self._limits
        for name, value in (("simulations", simulations), ("seconds", seconds)):
            most = getattr(limits, name)
            if value is not None and value > most:
                raise RefusedError("limit", f"{name}: at most {most:.15g}, not {value:.15g}", name)

        def progress(done: int) -> bool:
            self._refuse_gone(is_gone)  # so that no bot plays what a search cut short would choose
            return self._stopped.is_set()

        # The time ends a search of which only the simulations are told as well.
        settings: dict[str, Any] = {
            "simulations": simulations,
            "seconds": limits.seconds if seconds is None else seconds,
            "memory": limits.search_bytes,
            "progress": progress,
        }
        if method == "flat":
            return FlatMonteCarlo(**settings)
        return ISMCTS(**settings, selection="puct" if method == "puct" else "ucb")
