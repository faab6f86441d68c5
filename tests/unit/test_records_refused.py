"""Records that are refused: text that is none, games that cannot have happened, wrong values."""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, cast

import pytest

import cardgames
from cardgames import RecordError, WineDeck
from cardgames.records import (
    MAX_LENGTH,
    GameRecord,
)

from ..property.game_set import items_of
from .recorded import (
    ENDING,
    ENDING_RECORD,
    GAMES,
    OWN,
    OWN_DECK,
    TWO,
    ending_record,
    played,
)

Edit = Callable[[dict[str, Any]], object]


def setting(*path: str | int, to: object) -> Edit:
    """Sets an entry of a record."""

    def edit(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = to

    return edit


def without(key: str) -> Edit:
    """Leaves a key out."""
    return lambda data: data.pop(key)


TAMPERED: tuple[tuple[str, Edit, str], ...] = (
    ("no-format", without("format"), "is no record: must be a JSON object with the format 'card"),
    ("other-format", setting("format", to="pgn"), "is no record: must be a JSON object"),
    ("no-version", without("version"), "version: must be 1, not null"),
    ("later-version", setting("version", to=2), "version: must be 1, not 2"),
    ("version-true", setting("version", to=True), "version: must be 1, not true"),
    ("version-float", setting("version", to=1.0), "version: must be 1, not 1.0"),
    ("unknown-key", setting("comment", to="!"), "a record has no key 'comment'"),
    ("no-game", without("game"), "game: is missing"),
    ("other-game", setting("game", to="bridge"), "game: there is no game 'bridge'; the games are"),
    ("game-list", setting("game", to=["triplets"]), "game: must be the name of a game, not ['t"),
    ("no-options", without("options"), "options: is missing"),
    ("options-null", setting("options", to=None), "options: must be an object, not null"),
    ("few-options", lambda data: data["options"].pop("lead"), "options: lead is missing"),
    (
        "unknown-option",
        setting("options", "wild", to=1),
        "options: wild: is no option of triplets; its options are num_players, decks, ",
    ),
    ("odd-option", setting("options", "self", to=1), "options: self: is no option of triplets"),
    ("option-value", setting("options", "decks", to=9), "options: decks: must be an integer from"),
    ("option-type", setting("options", "lead", to=[["any"]]), "options: lead: must be 'any' or"),
    (
        "other-options-than-start",
        setting("options", "max_rounds", to=30),
        "start: options: max_rounds is 1000, but this game is triplets(num_players=2,max_rounds=30",
    ),
    ("seed-and-start", setting("seed", to="1"), "seed, start: a record has one of them, not both"),
    ("no-start", setting("start", to=None), "seed, start: a record has one of them, not neither"),
    ("start-list", setting("start", to=[]), "start: must be a position or null, not []"),
    ("start-empty", setting("start", to={}), "start: game: is missing"),
    ("start-other", setting("start", "round", to=0), "start: round: must be an integer from 1"),
    ("start-view", setting("start", "hands", 1, to=None), "start: hands[1]: must be a list, not n"),
    ("seed-word", setting("seed", to="one"), "seed: must be a whole number from 0 to 18446744073"),
    ("seed-negative", setting("seed", to=-1), "seed: must be a whole number from 0 to 1844674407"),
    ("seed-large", setting("seed", to=str(2**64)), "seed: must be a whole number from 0 to 18446"),
    ("seed-digits", setting("seed", to="²"), "seed: must be a whole number from 0 to 1844674407"),
    ("seed-long", setting("seed", to="1" * 9999), "seed: must be a whole number from 0 to 184467"),
    ("seed-float", setting("seed", to=1.0), "seed: must be a whole number from 0 to 184467440737"),
    ("seed-true", setting("seed", to=True), "seed: must be a whole number from 0 to 184467440737"),
    ("players-text", setting("players", to="AnnBob"), "players: must be a list, not 'AnnBob'"),
    ("few-players", setting("players", to=["Ann"]), "players: must be 2 names, not 1"),
    ("player-null", setting("players", 1, to=None), "players[1]: must be a name, not null"),
    ("player-long", setting("players", 1, to="B" * 201), "players[1]: must be up to 200 printable"),
    ("player-line", setting("players", 1, to="B\nb"), "players[1]: must be up to 200 printable"),
    ("player-escape", setting("players", 1, to="\x1b[2J"), "players[1]: must be up to 200 print"),
    ("player-half", setting("players", 1, to="\ud800"), "players[1]: must be up to 200 printable"),
    ("no-actions", without("actions"), "actions: is missing"),
    ("actions-object", setting("actions", to={}), "actions: must be a list, not {}"),
    ("action-text", setting("actions", 1, to="3"), "action 2: must be a seat and a word, not '3'"),
    ("action-short", setting("actions", 1, to=[1]), "action 2: must be a seat and a word, not [1]"),
    ("action-seat", setting("actions", 1, 0, to=2), "action 2, '3': the seat must be from 0 to 1,"),
    ("action-seat-true", setting("actions", 1, 0, to=True), "action 2, '3': the seat must be from"),
    ("action-number", setting("actions", 1, 1, to=3), "action 2, seat 1: must be a word, not 3"),
    (
        "action-unknown",
        setting("actions", 1, 1, to="1"),
        "action 2, seat 1: '1' is no action of triplets; actions look like ",
    ),
    (
        "action-illegal",
        setting("actions", 1, 1, to="4"),
        "action 2: player 1 may not play '4': it does not hold",
    ),
    (
        "action-of-another",
        setting("actions", 0, 0, to=1),
        "action 1: player 1 may not play 'triplet 2': it is not its turn; to act: 0",
    ),
    (
        "action-after-the-end",
        lambda data: data["actions"].append([0, "3"]),
        "action 3: player 0 may not play '3'; the game is over",
    ),
    ("action-lost", lambda data: data["actions"].pop(), "result: must be null: the game is not ov"),
    ("no-result", without("result"), "result: is missing"),
    ("result-null", setting("result", to=None), "result: the game is over, so it must be an objec"),
    ("result-short", lambda data: data["result"].pop("winners"), "result: the game is over, so it"),
    ("scores", setting("result", "scores", 0, to=2), "result: scores must be [1, 0], as the game"),
    ("scores-float", setting("result", "scores", 0, to=1.0), "result: scores must be [1, 0], as "),
    ("winners", setting("result", "winners", to=[1]), "result: winners must be [0], as the game"),
    ("returns", setting("result", "returns", to=[0, 0]), "result: returns must be [1.0, -1.0], as"),
    ("returns-text", setting("result", "returns", to="1"), "result: returns must be [1.0, -1.0],"),
    ("truncated", setting("result", "truncated", to=0), "result: truncated must be false, as the"),
)


@pytest.mark.parametrize(
    ("edit", "message"),
    [case[1:] for case in TAMPERED],
    ids=[case[0] for case in TAMPERED],
)
def test_what_cannot_have_happened_is_refused(edit: Edit, message: str) -> None:
    data = copy.deepcopy(ENDING_RECORD)
    edit(data)
    with pytest.raises(RecordError) as caught:
        GameRecord.from_json(json.dumps(data))
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


HOSTILE = {
    "empty": ("", "is no JSON: Expecting value at character 1"),
    "cut": (json.dumps(ENDING_RECORD)[:-40], "is no JSON: "),
    "open": ('{"format": "card', "is no JSON: Unterminated string starting at character 12"),
    "twice": (json.dumps(ENDING_RECORD) * 2, "is no JSON: Extra data at character "),
    "python": (repr(ENDING_RECORD), "is no JSON: Expecting property name enclosed in double"),
    "number": ("5", "is no record: must be a JSON object"),
    "list": ("[]", "is no record: must be a JSON object"),
    "null": ("null", "is no record: must be a JSON object"),
    "deep-lists": ("[" * 1_000_000, "is no "),
    "deep-lists-closed": ("[" * 100_000 + "]" * 100_000, "is no record: "),
    "deep-objects": ('{"a":' * 200_000, "is no "),
    "many-digits": ('{"seed": ' + "9" * 1_000_000 + "}", "has a number of 1,000,000 digits"),
    "many-decimals": ("0." + "9" * 1_000_000, "is no record: must be a JSON object"),
    "infinite": ("1e999999", "is no record: must be a JSON object"),
    "nan": ("[NaN]", "is no JSON: NaN is no number there"),
    "key-twice": ('{"seed": 1, "seed": 2}', "the key 'seed' is there twice"),
    "many-keys": (
        "{" + ", ".join(f'"{i}": 0' for i in range(300_000)) + ', "0": 0}',
        "the key '0' is there twice",
    ),
    "too-long": (" " * (MAX_LENGTH + 1), "is longer than 8,388,608 characters"),
    "nul": ("\0", "is no JSON: Expecting value at character 1"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_refused(name: str) -> None:
    text, message = HOSTILE[name]
    with pytest.raises(RecordError) as caught:
        GameRecord.from_json(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("key", list(ENDING_RECORD))
def test_lists_in_lists_are_refused_anywhere(key: str) -> None:
    nested: Any = []
    for _ in range(500):
        nested = [nested]
    with pytest.raises(RecordError):
        GameRecord.from_json(json.dumps(ENDING_RECORD | {key: nested}))


def refusal(text: str) -> str | None:
    """Why a text is no record; None if it is one."""
    try:
        GameRecord.from_json(text)
    except RecordError as error:
        return str(error)
    return None


def test_random_edits_give_a_record_or_a_record_error() -> None:
    """Characters of the line are changed, left out and put in."""
    random = Random(1)
    lines = [ending_record().to_json(), *(played(game.new_state(2)).to_json() for game in GAMES)]
    marks = '0123456789[]{}",: -.eE\\nulltrue\x00é'
    read = 0
    for _ in range(1500):
        text = list(random.choice(lines))
        for _ in range(random.randint(1, 3)):
            place = random.randrange(len(text))
            text[place : place + random.randint(0, 2)] = random.choices(
                marks, k=random.randint(0, 2)
            )
        reason = refusal("".join(text))
        read += reason is None
        assert reason is None or "\n" not in reason
    assert read < 1000


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every dict and list of a record with every key and place of it."""
    for key, inside in items_of(value):
        yield value, key
        yield from places(inside)


def test_random_values_give_a_record_or_a_record_error() -> None:
    """Values anywhere in a record become others."""
    random = Random(2)
    values: list[Any] = [
        None,
        True,
        0,
        1,
        -1,
        2**70,
        1.5,
        "",
        "3",
        "standard",
        [],
        {},
        [[]],
        [0, 1],
    ]
    records = [ENDING_RECORD, *(json.loads(played(game.new_state(2)).to_json()) for game in GAMES)]
    for _ in range(1500):
        data: Any = copy.deepcopy(random.choice(records))
        place, key = random.choice(list(places(data)))
        place[key] = random.choice(values)
        reason = refusal(json.dumps(data))
        assert reason is None or "\n" not in reason


@pytest.mark.parametrize("text", [None, b"{}", 5, ["{}"]], ids=str)
def test_only_text_is_read(text: Any) -> None:
    with pytest.raises(TypeError, match="a record must be a str, not "):
        GameRecord.from_json(text)


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (
            "other",
            "options: deck: must be 'standard', or an object with the texts of the files",
        ),
        (None, "options: deck: must be 'standard', or an object with the texts of the files"),
        (
            {"bottles": ""},
            "options: deck: must be 'standard', or an object with the texts of the files",
        ),
        ({"bottles": 1, "clients": ""}, "options: deck: must be 'standard', or an object with"),
        (
            {"bottles": OWN_DECK.bottles_csv().replace("2,Rosé", "2,Rose"), "clients": ""},
            "options: the deck is not right: bottles, row 3, column wine_type: must be one of",
        ),
        (
            {"bottles": "x" * (2**22 + 1), "clients": ""},
            "options: the deck is not right: bottles: is longer than 4194304 characters",
        ),
    ],
    ids=["word", "null", "few", "number", "fault", "long"],
)
def test_a_deck_with_a_fault_is_refused(deck: object, message: str) -> None:
    data = json.loads(played(OWN.new_state(1)).to_json())
    data["options"]["deck"] = deck
    with pytest.raises(RecordError) as caught:
        GameRecord.from_json(json.dumps(data))
    assert str(caught.value).startswith(message)


def test_the_files_of_a_deck_must_be_texts() -> None:
    assert WineDeck.from_csv_text(OWN_DECK.bottles_csv(), OWN_DECK.clients_csv()) == OWN_DECK
    wrong: Any = b""
    with pytest.raises(TypeError, match="bottles must be a str, not bytes"):
        WineDeck.from_csv_text(wrong, "")


def test_another_deck_is_another_game() -> None:
    """The stand-in deck does not pass for the deck of a position."""
    record = played(OWN.new_state(1))
    data = json.loads(played(record.state_after(3), moves=0).to_json())
    data["options"]["deck"] = "standard"
    with pytest.raises(RecordError, match="start: options: deck is "):
        GameRecord.from_json(json.dumps(data))


# --- Records that are made in Python ---


class FourLong(list[Any]):
    """A list that says it has four entries and yields none."""

    def __len__(self) -> int:
        return 4

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class Sly(int):
    """A number that says it is another one."""

    def __index__(self) -> int:
        return 10**9

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "triplets", "seed": 1}, "game must be a Game, not str"),
        ({"seed": "1"}, "seed must be an int, not str"),
        ({"start": 5}, "a position must be a dict, not int"),
        ({"seed": 1, "players": "AB"}, "players must be a list of names, not str"),
        ({"seed": 1, "players": iter(["A"])}, "players must be a list of names, not list_iterator"),
        ({"seed": 1, "players": (1, 2)}, r"players\[0\] must be a str, not int"),
        ({"seed": 1, "actions": itertools.repeat((0, 1))}, "actions must be a list, not repeat"),
        ({"seed": 1, "actions": "01"}, "actions must be a list, not str"),
        ({"seed": 1, "actions": ((0,),)}, r"action 1 must be a seat and an id, not \(0,\)"),
        ({"seed": 1, "actions": (5,)}, "action 1 must be a seat and an id, not 5"),
        ({"seed": 1, "actions": ((0, "3"),)}, "an action must be an int, not str"),
        ({"seed": 1, "actions": ((None, 3),)}, "a seat must be an int, not NoneType"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_types_are_refused(arguments: dict[str, Any], message: str) -> None:
    arguments = {"game": TWO} | arguments
    with pytest.raises(TypeError, match=f"^{message}"):
        GameRecord(**arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "seed, start: a record has one of them, not neither"),
        ({"seed": 1, "start": ENDING}, "seed, start: a record has one of them, not both"),
        ({"seed": 2**64}, "seed must be from 0 to 18446744073709551615"),
        ({"start": {}}, "start: game: is missing"),
        ({"seed": 1, "players": ("A",)}, "players: must be 2 names, not 1"),
        ({"seed": 1, "players": ("A", "\t")}, r"players\[1\]: must be up to 200 printable"),
        ({"seed": 1, "actions": ((9, 1),)}, "action 1: player must be from 0 to 1, not 9"),
        ({"seed": 1, "actions": ((0, -1),)}, "action 1: there is no action -1"),
        ({"seed": 1, "actions": ((0, 10**400),)}, "action 1: there is no action <a very large"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_values_are_refused(arguments: dict[str, Any], message: str) -> None:
    arguments = {"game": TWO} | arguments
    with pytest.raises(cardgames.CardGamesError, match=f"^{message}"):
        GameRecord(**arguments)


def test_what_lies_is_taken_for_what_it_is() -> None:
    state = TWO.new_state(1)
    seat, action = state.current_player, state.legal_actions()[0]
    lying: Any = FourLong([[seat, action]])
    record = GameRecord(TWO, 1, players=cast("tuple[str, ...]", ["A", "B"]), actions=lying)
    assert record.actions == ((seat, action),)
    assert type(record.actions[0]) is tuple
    assert record.players == ("A", "B")
    seed = GameRecord(TWO, Sly(1)).seed
    assert (type(seed), seed) == (int, 1)
