"""The server without a transport: a line in, a line out.

>>> from cardgames.serve.service import Service
>>> service = Service()
>>> reply = service.answer(b'{"v": 1, "id": 7, "type": "new", "game": "triplets", "seed": 1}')
>>> reply[:47]
b'{"type":"state","table":"t1","game":"triplets",'
>>> service.answer(b'{"v": 1, "type": "close", "table": "t1"}')
b'{"type":"closed","table":"t1","v":1,"id":null}\\n'
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any

from cardgames import GameRecord, IllegalActionError, NotationError
from cardgames.seeds import new_seed, one_way
from cardgames.serve import replies, telling
from cardgames.serve import requests as ask
from cardgames.serve.errors import RefusedError
from cardgames.serve.limits import Limits
from cardgames.serve.opening import as_table, dealt, loaded, seed_of
from cardgames.serve.replies import AnyReply
from cardgames.serve.requests import AnyRequest, Id
from cardgames.serve.searches import IsGone, Searches
from cardgames.serve.shelf import Shelf
from cardgames.serve.table import Table
from cardgames.serve.turns import turn
from cardgames.serve.wire import BadLineError, error_line, read, write

__all__ = ["Service"]

_LARGE_LINE = 1 << 16  # bytes; of longer ones one at a time is answered

_WORLD, _BOT = 0, 1  # streams of a choice: what is drawn for a bot, and what it draws itself


class Service:
    """Tables and those who play at them. It may be used by several threads.

    Parameters
    ----------
    limits
        What clients may ask for; None: the defaults.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = Limits() if limits is None else limits
        self._shelf = Shelf(self.limits.tables)
        self._searches = Searches(self.limits)
        # What is read from a line may take many times its size: one large line at a time.
        self._large_lines = Lock()
        self._handlers: dict[type, Callable[[Any], AnyReply]] = {
            ask.Hello: self._hello,
            ask.New: self._new,
            ask.Load: self._load,
            ask.Tables: self._tables,
            ask.State: self._state,
            ask.Position: self._position,
            ask.View: self._view,
            ask.Legal: self._legal,
            ask.Apply: self._apply,
            ask.Undo: self._undo,
            ask.History: self._history,
            ask.Save: self._save,
            ask.Close: self._close,
        }
        # What may take long, and is given up when nobody waits for it any more.
        self._long_handlers: dict[type, Callable[[Any, IsGone], AnyReply]] = {
            ask.BotMove: self._bot_move,
            ask.Analyse: self._analyse,
        }

    def stop(self) -> None:
        """Ends searches that are running, soon."""
        self._searches.stop()

    def answer(self, line: bytes | None, is_gone: IsGone = lambda: False) -> bytes:
        """The reply to a line, with its end of line.

        Parameters
        ----------
        line
            Without its end of line; None stands for one that was too long to be kept.
        is_gone
            Tells whether nobody waits for the reply any more: asked often during a search, which is
            given up then. Nothing has changed, and what is replied does not matter.

        Returns
        -------
        bytes
            A line of JSON of `limits.reply_bytes` at the most.
        """
        if line is None or len(line) <= _LARGE_LINE:
            return self._answer(line, is_gone)
        try:
            with turn(self._large_lines, partial(self._searches.refuse_ended, is_gone)):
                return self._answer(line, is_gone)
        except RefusedError as refusal:
            return error_line(refusal)

    def _answer(self, line: bytes | None, is_gone: IsGone) -> bytes:
        id: Id | None = None
        try:
            if line is None or len(line) > self.limits.line_bytes:
                most = self.limits.line_bytes
                raise RefusedError("too_long", f"the line is longer than {most:,} bytes")
            request = read(line)
            id = request.id
            reply = write(self._done(request, is_gone))
            if len(reply) > self.limits.reply_bytes:
                most = self.limits.reply_bytes
                raise RefusedError(
                    "limit", f"the reply would be longer than {most:,} bytes", "reply_bytes"
                )
            return reply
        except BadLineError as error:
            return error_line(error.refusal, error.id)
        except RefusedError as refusal:
            return error_line(refusal, id)
        except Exception:  # a fault of the server must not end it
            with suppress(Exception):
                traceback.print_exc(file=sys.stderr)
            return error_line(
                RefusedError("internal", "the server has a fault; see its stderr"), id
            )

    def _done(self, request: AnyRequest, is_gone: IsGone) -> AnyReply:
        long_handler = self._long_handlers.get(type(request))
        if long_handler is not None:
            return long_handler(request, is_gone)
        return self._handlers[type(request)](request)

    # --- Tables ---

    def _hello(self, request: ask.Hello) -> AnyReply:
        return telling.greeting(request.id, self.limits)

    def _new(self, request: ask.New) -> AnyReply:
        self._shelf.refuse_full()
        return self._open(request.id, dealt(request), request.secrets)

    def _load(self, request: ask.Load) -> AnyReply:
        self._shelf.refuse_full()
        return self._open(request.id, loaded(request), request.secrets)

    def _open(self, id: Id | None, record: GameRecord, is_secured: bool) -> AnyReply:
        name = self._shelf.new_name(is_secured)
        table = as_table(name, record, is_secured, self.limits.actions)
        reply = telling.table_state(id, table, with_secrets=True)
        self._shelf.put(table)
        return reply

    def _tables(self, request: ask.Tables) -> AnyReply:
        return replies.TableList(id=request.id, tables=self._shelf.open_names())

    def _close(self, request: ask.Close) -> AnyReply:
        table = self._shelf.get(request.table)
        table.demand_owner(request.secret)
        self._shelf.remove(table)
        return replies.Closed(id=request.id, table=table.name)

    # --- To look at ---

    def _state(self, request: ask.State) -> AnyReply:
        table = self._shelf.get(request.table)
        with table.lock:
            return telling.table_state(request.id, table)

    def _position(self, request: ask.Position) -> AnyReply:
        table = self._shelf.get(request.table)
        table.demand_owner(request.secret)
        with table.lock:
            return telling.whole_position(request.id, table)

    def _view(self, request: ask.View) -> AnyReply:
        table = self._shelf.get(request.table)
        if request.seat != "spectator":
            table.demand_seat(request.seat, request.secret)
        with table.lock:
            return telling.seat_view(
                request.id, table, request.seat, text=request.text, svg=request.svg
            )

    def _history(self, request: ask.History) -> AnyReply:
        table = self._shelf.get(request.table)
        if request.seat is None:
            table.demand_owner(request.secret)
        elif request.seat != "spectator":
            table.demand_seat(request.seat, request.secret)
        with table.lock:
            return telling.history(request.id, table, request.seat, request.start, request.count)

    def _save(self, request: ask.Save) -> AnyReply:
        table = self._shelf.get(request.table)
        table.demand_owner(request.secret)
        with table.lock:
            record = table.record()
        return telling.saved(request.id, table, record)

    def _legal(self, request: ask.Legal) -> AnyReply:
        table = self._shelf.get(request.table)
        with table.lock:
            seat = _seat(table, request)
            return telling.legal_actions(request.id, table, seat, info=request.info)

    # --- To play ---

    def _apply(self, request: ask.Apply) -> AnyReply:
        table = self._shelf.get(request.table)
        with table.lock:
            seat = _acting_seat(table, request)
            action = _action(table, request.action)
            self._play(table, action, seat)
            return telling.table_state(request.id, table, (seat, action))

    def _bot_move(self, request: ask.BotMove, is_gone: IsGone) -> AnyReply:
        table = self._shelf.get(request.table)
        with table.lock:
            seat = _acting_seat(table, request)
            self._refuse_full_history(table)
            state, revision = table.state.copy(), table.revision
            given = seed_of(request.seed)
            seeds = [
                table.seed_of_choice(seat, part) if given is None else one_way(given, part)
                for part in (_WORLD, _BOT)
            ]
        bot = self._searches.bot(request.bot, is_gone)
        # Meanwhile others may play.
        action = self._searches.choice(bot, state, seat, *seeds, is_gone=is_gone)
        with table.lock:
            if table.revision != revision:
                raise RefusedError("changed", "the table changed while the bot was thinking")
            self._play(table, action, seat)
            return telling.table_state(request.id, table, (seat, action))

    def _play(self, table: Table, action: int, seat: int) -> None:
        self._refuse_full_history(table)
        try:
            table.apply(action, seat)
        except IllegalActionError as error:
            raise RefusedError("illegal_action", str(error)) from None

    def _refuse_full_history(self, table: Table) -> None:
        most = self.limits.actions
        if len(table) >= most:
            raise RefusedError(
                "limit", f"{most} actions were played, and no more are kept", "actions"
            )

    def _undo(self, request: ask.Undo) -> AnyReply:
        table = self._shelf.get(request.table)
        table.demand_owner(request.secret)
        with table.lock:
            table.undo(request.count)
            return telling.table_state(request.id, table)

    def _analyse(self, request: ask.Analyse, is_gone: IsGone) -> AnyReply:
        table = self._shelf.get(request.table)
        with table.lock:
            seat = _acting_seat(table, request)
            state = table.state.copy()
        given = seed_of(request.seed)
        analysis = self._searches.analysis(
            state,
            seat,
            request.method,
            request.simulations,
            request.seconds,
            new_seed() if given is None else given,
            is_gone,
        )
        return telling.searched(request.id, table, analysis)


def _seat(table: Table, request: ask.Legal | ask.Apply | ask.BotMove | ask.Analyse) -> int | None:
    """The seat that a request is for, once its secret is right; None if none may act."""
    seat = request.seat
    if seat is None:
        seat = None if table.state.is_terminal else table.state.current_player
    if seat is not None:
        table.demand_seat(seat, request.secret)
    return seat


def _acting_seat(table: Table, request: ask.Apply | ask.BotMove | ask.Analyse) -> int:
    seat = _seat(table, request)
    to_act = table.state.to_act
    if seat is None or seat not in to_act:
        who = "nobody may act: the game is over" if not to_act else f"to act: {list(to_act)}"
        raise RefusedError("bad_seat", f"this seat may not act now; {who}")
    return seat


def _action(table: Table, action: int | str) -> int:
    try:
        if isinstance(action, str):
            return table.game.parse_action(action)
        table.game.action_to_string(action)
        return action
    except NotationError as error:
        raise RefusedError("bad_action", str(error)) from None
