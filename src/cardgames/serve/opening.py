"""How tables begin: newly dealt games, saved ones, positions."""

from __future__ import annotations

import json
import os
from typing import Any, cast

import cardgames
from cardgames import CardGamesError, Game, GameRecord, RecordError
from cardgames.arguments import MAX_SEED
from cardgames.serve.errors import RefusedError
from cardgames.serve.requests import Load, New, Seed
from cardgames.serve.table import Table, start_of


def seed_of(seed: Seed | None) -> int | None:
    """A seed as a number."""
    if seed is None:
        return None
    if isinstance(seed, str) and not seed.isdigit():  # the pattern takes an end of line for the end
        raise RefusedError("bad_value", "seed: must be digits")
    value = int(seed)
    if value > MAX_SEED:
        raise RefusedError("bad_value", f"seed: must be from 0 to {MAX_SEED}, not {value}")
    return value


def dealt(request: New) -> GameRecord:
    """The beginning of a new game."""
    game = _game(request.game, request.options)
    state = game.new_state(seed_of(request.seed))
    try:
        return start_of(state, request.players)
    except RecordError as error:
        raise RefusedError("bad_value", str(error)) from None


def loaded(request: Load) -> GameRecord:
    """A game that was saved, or the beginning of one from a position."""
    if (request.record is None) == (request.position is None):
        raise RefusedError("bad_message", "record, position: exactly one of them must be given")
    if request.record is not None:
        record = request.record
        if request.secrets and isinstance(record.get("start"), dict):
            record = record | {"start": _unforeseen(record["start"])}
        try:
            return GameRecord.from_json(json.dumps(record))
        except CardGamesError as error:
            raise RefusedError("bad_record", str(error)) from None
    position = cast("dict[str, Any]", request.position)
    if request.secrets:
        position = _unforeseen(position)
    name, options = position.get("game"), position.get("options")
    if not isinstance(name, str) or not isinstance(options, dict):
        raise RefusedError("bad_record", "a position must have a game and its options")
    game = _game(name, cast("dict[str, Any]", options))
    try:
        return start_of(game.state_from_dict(position), ())
    except CardGamesError as error:
        raise RefusedError("bad_record", str(error)) from None


def _unforeseen(position: dict[str, Any]) -> dict[str, Any]:
    """The position with a generator: if it has none, with one that nobody can know.

    Else it would follow from the cards, and who knows them all could deal the next ones.
    """
    if position.get("rng") is not None:
        return position
    return position | {"rng": [f"0x{os.urandom(8).hex()}" for _ in range(4)]}


def _game(text: str, options: dict[str, Any] | None) -> Game[Any]:
    try:
        game = cardgames.make(text)
        if options is None:
            return game
        if text.strip() not in cardgames.games():
            raise RefusedError("bad_game", "game: must be a name alone where options are given")
        return type(game).from_saved_options(options)
    except CardGamesError as error:
        raise RefusedError("bad_game", str(error)) from None
    except TypeError:  # from a key that is no keyword at all, such as "self"
        raise RefusedError("bad_game", f"options: {text} has no such options") from None


def as_table(name: str, record: GameRecord, is_secured: bool, most: int) -> Table:
    """A table on which the actions of a record have been played."""
    if len(record.actions) > most:
        raise RefusedError(
            "limit", f"the record has {len(record.actions)} actions, at most {most}", "actions"
        )
    start = GameRecord(record.game, record.seed, record.start, record.players)
    table = Table(name, start, is_secured=is_secured)
    for seat, action in record.actions:
        table.apply(action, seat)
    return table
