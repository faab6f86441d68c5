"""Searches and bots for a seat, within the limits of the server."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from typing import Any, Literal

from cardgames import BotError, State
from cardgames.analysis import Analysis
from cardgames.bots import Bot, RandomBot, SearchBot, make_bot
from cardgames.matches import ask
from cardgames.search import ISMCTS, FlatMonteCarlo, Searcher
from cardgames.serve.errors import RefusedError
from cardgames.serve.limits import Limits

Method = Literal["ismcts", "puct", "flat"]

BOT_WORDS = ("random", "greedy", "ismcts:N", "puct:N", "flat:N")

_SIMULATIONS = 1000  # where nothing is said
_LOOK_SECONDS = 0.05  # between two looks whether the server stops


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
    ) -> Analysis:
        """What a search finds out for a seat that may act."""
        if simulations is None and seconds is None:
            simulations = min(_SIMULATIONS, self._limits.simulations)
        searcher = self._searcher(method, simulations, seconds).with_seed(seed)
        with self._place():
            return searcher.analyse(state, seat)

    def bot(self, word: str) -> Bot:
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
        return SearchBot(self._searcher(method[word.partition(":")[0]], simulations, seconds))

    def choice(self, bot: Bot, state: State, seat: int, world_seed: int, bot_seed: int) -> int:
        """The action of a bot for a seat that may act."""
        if isinstance(bot, RandomBot | SearchBot):
            bot = bot.with_seed(bot_seed)
        # Only searches take long enough to wait for each other.
        with self._place() if isinstance(bot, SearchBot) else nullcontext():
            return ask(bot, state, seat, world_seed)

    def _searcher(self, method: Method, simulations: int | None, seconds: float | None) -> Searcher:
        limits = self._limits
        for name, value in (("simulations", simulations), ("seconds", seconds)):
            most = getattr(limits, name)
            if value is not None and value > most:
                raise RefusedError("limit", f"{name}: at most {most:.15g}, not {value:.15g}", name)
        # The time ends a search of which only the simulations are told as well.
        settings: dict[str, Any] = {
            "simulations": simulations,
            "seconds": limits.seconds if seconds is None else seconds,
            "memory": limits.search_bytes,
            "progress": lambda _done: self._stopped.is_set(),  # pyright: ignore[reportUnknownLambdaType]
        }
        if method == "flat":
            return FlatMonteCarlo(**settings)
        return ISMCTS(**settings, selection="puct" if method == "puct" else "ucb")

    @contextmanager
    def _place(self) -> Generator[None]:
        while not self._places.acquire(timeout=_LOOK_SECONDS):
            self._refuse_stopped()
        try:
            self._refuse_stopped()
            yield
        finally:
            self._places.release()

    def _refuse_stopped(self) -> None:
        if self._stopped.is_set():
            raise RefusedError("limit", "the server is ending", "searches")
