"""Matches: bots play a game, each with what its seat can know.

>>> import cardgames
>>> game = cardgames.Triplets(num_players=3)
>>> record = cardgames.play_match(game, ["greedy", "random", "random"], seed=1)
>>> record.players, record.is_over
(('greedy', 'random', 'random'), True)
>>> record == cardgames.play_match(game, ["greedy", "random", "random"], seed=1)
True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, SupportsIndex, cast

from cardgames._core.state import State, acting_seat
from cardgames.arguments import as_integer, as_text, checked_seed
from cardgames.bots import BotFor, bot_name, make_bot
from cardgames.bots.bot import is_bot, seeded
from cardgames.errors import BotError, IllegalActionError, shown
from cardgames.game import Game, StateT
from cardgames.records import GameRecord, GameRecorder
from cardgames.seeds import new_seed, one_way

__all__ = ["OnAction", "ask", "play_match"]

# Called with the position after an action, the seat that acted and the action.
OnAction = Callable[[StateT, int, int], object]

_WORLDS = 0  # the stream of a match that the worlds come from; those of the seats are 1, 2, ...


def ask(bot: BotFor[StateT], state: StateT, player: SupportsIndex, seed: SupportsIndex) -> int:
    """The action that a bot chooses for a seat. A match asks its bots in this way only.

    The bot gets a determinization of the state for the seat (see docs/api.md), never the state
    itself: what it sees is what the seat knows, and the rest is drawn.

    Parameters
    ----------
    bot
        Anything with a method `choose(state, player)`.
    state
        The position; it stays as it is.
    player
        A seat that may act now.
    seed
        0 to 2**64 - 1, of the world that is drawn. The bot can work it out: it should not tell how
        the true cards were dealt.

    Returns
    -------
    int
        An action that is legal for the seat.

    Raises
    ------
    BotError
        What the bot chose is no action, or is not legal.
    TypeError, CardGamesError
        An argument is of a wrong type; the seat may not act now. What the bot raises goes through
        as it is.
    """
    _refuse_no_bot(bot, "bot")
    seat = acting_seat(state, as_integer(player, "player"))
    answer: object = bot.choose(state.determinize(seat, seed), seat)
    try:
        action = as_integer(answer, "an action")
        if not state.is_legal(action, seat):
            state.copy().apply(action, seat)  # which says why
    except (TypeError, IllegalActionError) as error:
        raise BotError(
            f"bot {shown(bot_name(bot))} at seat {seat} chose {shown(answer)}: {error}"
        ) from None
    return action


def play_match(
    start: Game[StateT] | StateT,
    bots: Sequence[BotFor[StateT] | str],
    seed: SupportsIndex | None = None,
    *,
    on_action: OnAction[StateT] | None = None,
) -> GameRecord:
    """Bots play one game to its end.

    Where several seats may act at the same time, they are asked one after the other, and none
    gets to know what was chosen before it.

    Parameters
    ----------
    start
        A game, which is dealt from `seed`; or a state, a copy of which is played on.
    bots
        One for each seat: a bot, or the text of one as `cardgames.bots.make_bot` takes it, such as
        "greedy" or "ismcts:500".
    seed
        0 to 2**64 - 1: the deal, the worlds that the bots are given, and the seeds of those that
        take one (`with_seed`). With the same seed, bots and start the match is the same, as far as
        the bots' choices depend on nothing else. None draws one from the operating system.
    on_action
        Called as `on_action(state, player, action)` after each action. The state is that of the
        match, not a copy: it must not be changed, and is another position after the next action.

    Returns
    -------
    GameRecord
        The game, with the names of the bots.

    Raises
    ------
    BotError
        There are not as many bots as seats, there is no bot of a text, or a bot chose what is not
        legal.
    TypeError, CardGamesError
        An argument is of a wrong type or out of range. What a bot or `on_action` raises goes
        through as it is, and ends the match.
    """
    value = new_seed() if seed is None else checked_seed(seed)
    if issubclass(type(start), Game):
        state = cast("Game[StateT]", start).new_state(value)
    elif issubclass(type(start), State):
        state = cast("StateT", start)
    else:
        raise TypeError(f"start must be a Game or a State, not {type(start).__name__}")
    if on_action is not None and not callable(on_action):
        raise TypeError(f"on_action must be a function, not {type(on_action).__name__}")
    seats = [
        seeded(bot, one_way(value, seat + 1), bot_name(bot))
        for seat, bot in enumerate(_checked_bots(bots, state.game.num_players))
    ]
    recorder = GameRecorder(state, [bot_name(bot) for bot in seats])
    state = recorder.state
    move = 0
    while not state.is_terminal:
        seat = state.current_player
        action = ask(seats[seat], state, seat, one_way(value, _WORLDS, move))
        recorder.apply(action, seat)
        move += 1
        if on_action is not None:
            on_action(state, seat, action)
    return recorder.record()


def _checked_bots(bots: object, num_players: int) -> list[BotFor[Any]]:
    """One bot for each seat; texts become bots."""
    if isinstance(bots, str | bytes) or not isinstance(bots, Sequence):
        raise TypeError(f"bots must be a list with a bot for each seat, not {type(bots).__name__}")
    given = list(islice(cast("Sequence[object]", bots), num_players + 1))
    if len(given) != num_players:
        count = f"more than {num_players}" if len(given) > num_players else f"{len(given)}"
        if type(cast("object", bots)) in (list, tuple):  # another one may be endless
            count = f"{len(cast('Sequence[object]', bots))}"
        raise BotError(f"bots: there must be {num_players}, one for each seat, not {count}")
    return [_as_bot(bot, f"bots[{seat}]") for seat, bot in enumerate(given)]


def _as_bot(bot: object, name: str) -> BotFor[Any]:
    if isinstance(bot, str):
        return make_bot(as_text(bot, name))
    return _refuse_no_bot(bot, name)


def _refuse_no_bot(bot: object, name: str) -> BotFor[Any]:
    if not is_bot(bot):
        raise TypeError(
            f"{name} must be a bot, with a method choose(state, player), not {shown(bot)}"
        )
    return cast("BotFor[Any]", bot)
