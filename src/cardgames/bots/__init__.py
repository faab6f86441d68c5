"""Bots: players that are asked for an action, with what their seat can know.

>>> import cardgames
>>> from cardgames.bots import make_bot
>>> state = cardgames.Triplets(num_players=3).new_state(seed=1)
>>> bot = make_bot("greedy")
>>> state.is_legal(bot.choose(state, state.current_player))
True

docs/bots.md says how each of them plays, and how to write one.
"""

from cardgames.bots.bot import Bot, BotFor, bot_name, make_bot
from cardgames.bots.greedy import GreedyBot
from cardgames.bots.random_bot import RandomBot
from cardgames.bots.search_bot import SearchBot

__all__ = ["Bot", "BotFor", "GreedyBot", "RandomBot", "SearchBot", "bot_name", "make_bot"]
