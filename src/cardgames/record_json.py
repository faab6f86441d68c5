"""Reading a record of a game in JSON: its form and words here, the rules in `cardgames.records`."""

from __future__ import annotations

import json
from typing import Any, Never, cast

from cardgames.arguments import MAX_SEED
from cardgames.errors import CardGamesError, NotationError, RecordError, shown_json
from cardgames.game import Game
from cardgames.positions import items, mapping, same
from cardgames.registry import game_class

FORMAT = "cardgames-record"
VERSION = 1
MAX_LENGTH = 1 << 23  # characters

_KEYS = ("format", "version", "game", "options", "seed", "start", "players", "actions", "result")
_BEGINNINGS = ("seed", "start")  # one of them may be left out
_MOST_DIGITS = 30  # more than any number of a record has


def parsed(text: str) -> dict[str, object]:
    """The keys of a record and their values, of which only format and version are checked.

    Raises
    ------
    RecordError
        It is no JSON, or no record of this version.
    """
    if len(text) > MAX_LENGTH:
        raise RecordError(f"is longer than {MAX_LENGTH:,} characters")
    try:
        value: object = json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant
        )
    except RecursionError:
        raise RecordError("is no record: lists are nested too deep in each other") from None
    except json.JSONDecodeError as error:
        reason = error.msg.removesuffix(" at")  # as some of Python's messages end
        raise RecordError(f"is no JSON: {reason} at character {error.pos + 1}") from None
    data = cast("dict[str, object]", value if isinstance(value, dict) else {})
    if data.get("format") != FORMAT:
        raise RecordError(f"is no record: must be a JSON object with the format {FORMAT!r}")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise RecordError(f"version: must be {VERSION}, not {shown_json(version)}")
    for key in data:
        if key not in _KEYS:
            raise RecordError(f"a record has no key {shown_json(key)}")
    for key in _KEYS:
        if key not in data and key not in _BEGINNINGS:
            raise RecordError(f"{key}: is missing")
    return data


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object; readers do not agree on the value of a key that is there twice."""
    value: dict[str, object] = {}
    for key, entry in pairs:
        if key in value:
            raise RecordError(f"the key {shown_json(key)} is there twice")
        value[key] = entry
    return value


def _integer(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise RecordError(f"has a number of {len(text):,} digits")
    return int(text)


def _constant(text: str) -> Never:
    raise RecordError(f"is no JSON: {text} is no number there")


def read_game(data: dict[str, object]) -> Game[Any]:
    """The game of a record."""
    name, options = data["game"], mapping(data["options"])
    if type(name) is not str:
        raise RecordError(f"game: must be the name of a game, not {shown_json(name)}")
    if options is None:
        raise RecordError(f"options: must be an object, not {shown_json(data['options'])}")
    try:
        cls = game_class(name)
    except NotationError as error:
        raise RecordError(f"game: {error}") from None
    try:
        game = cls.from_saved_options(cast("dict[str, Any]", options))
    except CardGamesError as error:
        raise RecordError(f"options: {error}") from None
    for option in game.saved_options():  # a default may be another one in another release
        if option not in options:
            raise RecordError(f"options: {option} is missing")
    return game


def read_seed(data: dict[str, object]) -> int | None:
    """The seed of a record: in text in general, as many readers of JSON round large numbers."""
    value = seed = data.get("seed")
    if type(value) is str and value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS:
        seed = int(value)
    if seed is None or (type(seed) is int and 0 <= seed <= MAX_SEED):
        return seed
    raise RecordError(f"seed: must be a whole number from 0 to {MAX_SEED}, not {shown_json(value)}")


def read_start(data: dict[str, object]) -> dict[str, Any] | None:
    """The position of a record, which is not checked yet."""
    value = data.get("start")
    if value is None or isinstance(value, dict):
        return cast("dict[str, Any] | None", value)
    raise RecordError(f"start: must be a position or null, not {shown_json(value)}")


def read_players(data: dict[str, object]) -> tuple[str, ...]:
    """The names of a record; how many there must be is not checked yet."""
    names = _list(data["players"], "players")
    for seat, name in enumerate(names):
        if type(name) is not str:
            raise RecordError(f"players[{seat}]: must be a name, not {shown_json(name)}")
    return cast("tuple[str, ...]", tuple(names))


def read_actions(data: dict[str, object], game: Game[Any]) -> tuple[tuple[int, int], ...]:
    """The actions of a record, as seats and ids; whether they are legal is not checked yet."""
    actions: list[tuple[int, int]] = []
    for number, entry in enumerate(_list(data["actions"], "actions"), 1):
        pair = items(entry)
        if pair is None or len(pair) != 2:
            raise RecordError(
                f"action {number}: must be a seat and a word, not {shown_json(entry)}"
            )
        seat, word = pair
        if type(seat) is not int or not 0 <= seat < game.num_players:
            raise RecordError(
                f"action {number}, {shown_json(word)}: the seat must be from 0 to "
                f"{game.num_players - 1}, not {shown_json(seat)}"
            )
        if type(word) is not str:
            raise RecordError(
                f"action {number}, seat {seat}: must be a word, not {shown_json(word)}"
            )
        try:
            actions.append((seat, game.parse_action(word)))
        except NotationError as error:
            raise RecordError(f"action {number}, seat {seat}: {error}") from None
    return tuple(actions)


def check_result(data: dict[str, object], is_over: bool, result: dict[str, object]) -> None:
    """Refuses another result than the one that the actions lead to."""
    given = data["result"]
    if not is_over:
        if given is not None:
            raise RecordError("result: must be null: the game is not over after the last action")
        return
    entries = mapping(given)
    if entries is None or set(entries) != set(result):
        raise RecordError(
            f"result: the game is over, so it must be an object with the keys "
            f"{', '.join(result)}, not {shown_json(given)}"
        )
    for key, value in result.items():
        found = _numbers(entries[key]) if key == "returns" else entries[key]
        if not same(found, value):
            raise RecordError(
                f"result: {key} must be {shown_json(value)}, as the game came out, "
                f"not {shown_json(entries[key])}"
            )


def _numbers(value: object) -> list[object]:
    """Numbers as floats: in some languages 1.0 is written as 1."""
    return [float(entry) if type(entry) is int else entry for entry in items(value) or []]


def _list(value: object, key: str) -> list[object]:
    entries = items(value)
    if entries is None:
        raise RecordError(f"{key}: must be a list, not {shown_json(value)}")
    return entries
