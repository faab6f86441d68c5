"""A client with the secret of a seat gets the same bytes whatever its seat cannot know."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from cardgames import SPECTATOR, State
from cardgames.cli_replay import is_seen_by
from cardgames.serve.service import Service

from .game_set import AnyGame, Position
from .game_sets import (
    changed_generator,
    each_game,
    every,
    full_position,
    scaled,
    set_of,
    some_of,
    trajectory,
    viewers,
)

Message = dict[str, Any]


class Seat:
    """A table with secrets in a server of its own, and what the client of one seat is told."""

    def __init__(self, record: Message, seat: int) -> None:
        self.service = Service()
        opened = self.ask("load", record=record, secrets=True)
        assert opened["type"] == "state", opened
        self.names = [opened["table"], opened["secrets"]["owner"], *opened["secrets"]["seats"]]
        self.seat = seat
        self.table = opened["table"]
        self.owner = opened["secrets"]["owner"]
        self.secret = opened["secrets"]["seats"][seat]

    def ask(self, type: str, **fields: Any) -> Message:
        reply: Message = json.loads(self.told(type, **fields))
        return reply

    def told(self, type: str, **fields: Any) -> bytes:
        return self.service.answer(json.dumps({"v": 1, "type": type, **fields}).encode())

    def everything(self, legal: list[int], illegal: list[int]) -> list[bytes]:
        """All that the client can ask for, with its seat's secret and without one.

        The name of the table, which is drawn, and times are left out.
        """
        mine = {"table": self.table, "seat": self.seat, "secret": self.secret}
        replies: list[bytes] = []
        for seat in ({"seat": self.seat, "secret": self.secret}, {"seat": "spectator"}):
            at = {"table": self.table, **seat}
            replies.append(self.told("view", **at, text=True, svg=True))
            replies.append(self.told("history", **at))
        replies.append(self.told("state", table=self.table))
        replies.append(self.told("legal", **mine, info=True))
        replies.append(self.told("analyse", **mine, simulations=3, seed=1))
        replies.append(self.told("analyse", **mine, simulations=10**9))
        replies += [self.told("apply", **mine, action=action) for action in illegal]
        for type in ("position", "save", "undo", "close", "history"):
            replies.append(self.told(type, table=self.table, secret=self.secret))
        for action in legal:
            replies.append(self.told("apply", **mine, action=action))
            replies.append(self.told("undo", table=self.table, secret=self.owner))
        for bot in ("random", "greedy", "flat:2"):
            replies.append(self.told("bot_move", **mine, bot=bot, seed=5))
            replies.append(self.told("undo", table=self.table, secret=self.owner))
        for other in range(len(self.names) - 2):
            if other != self.seat:
                theirs = {"table": self.table, "seat": other, "secret": self.secret}
                replies.append(self.told("view", **theirs))
                replies.append(self.told("legal", **theirs))
                replies.append(self.told("apply", **theirs, action=0))
                replies.append(self.told("bot_move", **theirs, bot="greedy"))
        return [self.without_names(reply) for reply in replies]

    def without_names(self, reply: bytes) -> bytes:
        reply = reply.replace(self.table.encode(), b"TABLE")
        assert not [name for name in self.names if name.encode() in reply]
        return re.sub(rb'"seconds":[^,}]*', b'"seconds":0', reply)


def record_of(game: AnyGame, position: Position) -> Message:
    """The beginning of a game as a record, which has a deck of one's own as well."""
    return {
        "format": "cardgames-record",
        "version": 1,
        "game": game.name,
        "options": game.saved_options(),
        "start": position,
        "players": [],
        "actions": [],
        "result": None,
    }


@each_game
def test_replies_are_the_same_whatever_the_seat_cannot_know(game: AnyGame) -> None:
    random = Random(f"81 {game}")
    found = [(state, seat) for state in trajectory(game, 81).states for seat in state.to_act]
    for state, seat in some_of(found, scaled(6), random):
        legal = state.legal_actions(seat)
        acting = [action for action in legal if len(state.to_act) > 1][:3]
        illegal = [action for action in range(0, game.num_actions, 7) if action not in legal][:5]
        positions: list[Position] = [
            full_position(state),
            changed_generator(set_of(game).renamed(full_position(state), seat, random), random),
            full_position(state.determinize(seat, 3)),
        ]
        told = [
            compared(Seat(record_of(game, position), seat).everything(acting, illegal), state)
            for position in positions
        ]
        assert told[0] == told[1] == told[2]


def compared(replies: list[bytes], state: State) -> list[bytes]:
    """The replies that come before the game goes on: a move in turn may uncover what was hidden."""
    if len(state.to_act) > 1:
        return replies
    return [reply for reply in replies if b'"played"' not in reply]


@each_game
def test_replies_are_the_same_whatever_others_have_chosen_before(game: AnyGame) -> None:
    random = Random(f"82 {game}")
    found = [state for state in trajectory(game, 82).states if len(state.to_act) > 2]
    for state in some_of(found, scaled(4), random):
        chooser, seat = random.sample(state.to_act, 2)
        choices = state.legal_actions(chooser)
        legal = state.legal_actions(seat)[:3]
        told: list[list[bytes]] = []
        for action in (choices[0], choices[-1]):
            client = Seat(record_of(game, full_position(state)), seat)
            secret = client.owner
            played = client.ask(
                "apply", table=client.table, seat=chooser, action=action, secret=secret
            )
            assert played["type"] == "state"
            told.append(client.everything(legal, []))
        assert told[0] == told[1]


def test_what_the_history_hides_is_what_viewers_do_not_see() -> None:
    """For games from their deal: every word that is told was seen, and all that was seen is told.

    What is chosen at the same time counts as not seen, as it may be uncovered later or never.
    """
    hidden = told = 0
    for game in every(3):
        played = trajectory(game, 83)
        service = Service()
        name = "t1"
        record = record_of(game, {}) | {"seed": "83", "start": None}
        answer = service.answer(json.dumps({"v": 1, "type": "load", "record": record}).encode())
        assert b'"type":"state"' in answer
        moves = list(zip(played.states, played.moves, strict=False))[:150]
        for _, (seat, action) in moves:
            line = {"v": 1, "type": "apply", "table": name, "seat": seat, "action": action}
            assert b'"type":"state"' in service.answer(json.dumps(line).encode())
        for viewer in viewers(game):
            at = {"table": name, "seat": "spectator" if viewer == SPECTATOR else viewer}
            line = {"v": 1, "type": "history", **at}
            actions = json.loads(service.answer(json.dumps(line).encode()))["actions"]
            for (state, (seat, action)), entry in zip(moves, actions, strict=True):
                assert entry["seat"] == seat
                if viewer == seat:
                    assert entry["action"] == action
                    continue
                is_told = entry["action"] is not None
                if is_told:
                    assert entry["action"] == action
                    assert is_seen_by(state, seat, action, viewer)
                    assert len(state.to_act) == 1
                told += is_told
                hidden += not is_told
    assert min(told, hidden) > 1000
