"""What the greedy bot chooses, in words, for the tests of its rules."""

from __future__ import annotations

from cardgames import State
from cardgames.bots import GreedyBot


def chosen(state: State, player: int | None = None) -> str:
    """The bot's action for a seat, by default for whoever is to act."""
    seat = state.current_player if player is None else player
    return state.game.action_to_string(GreedyBot().choose(state, seat))
