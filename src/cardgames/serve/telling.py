"""What the server tells of a table, as replies. What a seat may know is the state's own view."""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec
from msgspec import UNSET

import cardgames
from cardgames import SPECTATOR, GameRecord, State
from cardgames.analysis import Analysis
from cardgames.serve import replies
from cardgames.serve.limits import Limits
from cardgames.serve.requests import VERSION, Id
from cardgames.serve.searches import BOT_WORDS
from cardgames.serve.table import Table, phase_of

Seat = int | Literal["spectator"]


def greeting(id: Id | None, limits: Limits) -> replies.Greeting:
    """What the server is."""
    games = [
        replies.GameInfo(
            name=name,
            options=[
                replies.Option(
                    name=spec.name,
                    type=spec.type.__name__,
                    default=spec.default_text,
                    allowed=spec.allowed_text,
                    help=spec.help,
                )
                for spec in type(cardgames.make(name)).option_specs()
            ],
        )
        for name in cardgames.games()
    ]
    return replies.Greeting(
        id=id,
        library=cardgames.__version__,
        versions=[VERSION],
        games=games,
        bots=list(BOT_WORDS),
        limits=limits,
    )


def table_state(
    id: Id | None,
    table: Table,
    played: tuple[int, int] | None = None,
    *,
    with_secrets: bool = False,
) -> replies.TableState:
    """What everybody knows; who asked for an action is told it too."""
    state, keys = table.state, table.keys
    return replies.TableState(
        id=id,
        table=table.name,
        game=table.game.name,
        text=str(table.game),
        players=list(table.players),
        secured=keys is not None,
        actions=len(table),
        phase=phase_of(state),
        to_act=list(state.to_act),
        current=None if state.is_terminal else state.current_player,
        scores=list(state.scores()),
        terminal=state.is_terminal,
        truncated=state.is_truncated,
        winners=list(state.winners()),
        returns=list(state.returns()),
        played=UNSET if played is None else _action(table, *played),
        secrets=replies.Secrets(owner=keys.owner, seats=list(keys.seats))
        if with_secrets and keys is not None
        else UNSET,
    )


def whole_position(id: Id | None, table: Table) -> replies.WholePosition:
    """Everything."""
    return replies.WholePosition(id=id, table=table.name, position=table.state.view().to_dict())


def seat_view(
    id: Id | None, table: Table, seat: Seat, *, text: bool, svg: bool
) -> replies.SeatView:
    """What a seat knows."""
    view: Any = table.state.view(viewer_of(seat))
    return replies.SeatView(
        id=id,
        table=table.name,
        seat=seat,
        view=view.to_dict(),
        text=str(view) if text else UNSET,
        svg=view.to_svg() if svg else UNSET,
    )


def viewer_of(seat: Seat) -> int:
    """The viewer as the library names it."""
    return SPECTATOR if seat == "spectator" else seat


def legal_actions(
    id: Id | None, table: Table, seat: int | None, *, info: bool
) -> replies.LegalActions:
    """What a seat may play."""
    state = table.state
    actions = [] if seat is None else state.legal_actions(seat)
    return replies.LegalActions(
        id=id,
        table=table.name,
        seat=seat,
        actions=[
            replies.LegalAction(
                action=action,
                word=table.game.action_to_string(action),
                info=_info(state, action) if info else UNSET,
            )
            for action in actions
        ],
    )


def _info(state: State, action: int) -> dict[str, Any]:
    # Where several seats may act, what an action does here may be told of another one of them.
    owner = state if len(state.to_act) == 1 else state.game
    info = owner.action_info(action)
    values: dict[str, Any] = msgspec.to_builtins(info)
    return {"kind": type(info).__name__, **values}


def history(
    id: Id | None, table: Table, seat: Seat | None, start: int, count: int
) -> replies.Played:
    """The actions as far as the viewer knows them."""
    viewer = None if seat is None else viewer_of(seat)
    return replies.Played(
        id=id,
        table=table.name,
        start=start,
        total=len(table),
        actions=[_action(table, *move) for move in table.history(viewer, start, count)],
    )


def _action(table: Table, seat: int, action: int | None) -> replies.Action:
    word = None if action is None else table.game.action_to_string(action)
    return replies.Action(seat=seat, action=action, word=word)


def searched(id: Id | None, table: Table, analysis: Analysis) -> replies.Searched:
    """What a search found out."""
    found = msgspec.convert(analysis.to_dict(), replies.Analysis)
    return replies.Searched(id=id, table=table.name, analysis=found)


def saved(id: Id | None, table: Table, record: GameRecord) -> replies.Saved:
    """The game as a record."""
    return replies.Saved(id=id, table=table.name, record=json.loads(record.to_json()))
