"""Whatever a line holds gets one reply, and the server goes on."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from cardgames.serve import wire
from cardgames.serve.errors import MEANINGS, Code
from cardgames.serve.requests import AnyRequest
from cardgames.serve.shelf import Shelf

from .serving import Client, refused

HELLO = '{"v": 1, "id": 3, "type": "hello"}'

LINES: list[tuple[str, bytes]] = [
    ("not_utf8", b"\xff\xfe"),
    ("not_utf8", HELLO.encode("utf-16")),
    ("not_utf8", b'{"v": 1, "id": "\xed\xa0\x80", "type": "hello"}'),  # half of a pair
    ("not_json", b""),
    ("not_json", b"  "),
    ("not_json", b"hello"),
    ("not_json", HELLO.encode() + b"}"),
    ("not_json", HELLO.encode() * 2),
    ("not_json", b"\xef\xbb\xbf" + HELLO.encode()),
    ("not_json", b"{'v': 1}"),
    ("not_json", b'{"v": 1, "v": 1, "type": "hello"}'),
    ("not_json", b'{"v": 1, "type": "new", "game": "triplets", "options": {"a": 1, "a": 1}}'),
    ("not_json", b'{"v": 1, "id": "\\ud800", "type": "hello"}'),
    ("not_json", b'{"v": 1, "id": "\\udc00", "type": "hello"}'),
    ("not_json", b'{"v": NaN}'),
    ("not_json", b'{"v": Infinity}'),
    ("not_json", b'{"v": -Infinity}'),
    ("not_json", b'{"v": 1e999}'),
    ("not_json", b'{"v": ' + b"1" * 31 + b"}"),
    ("not_json", b'{"v": ' + b"1" * 10_000 + b"}"),
    ("not_json", b"[" * 65 + b"]" * 65),
    ("not_json", b"[" * 500_000),
    ("not_json", b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    ("not_json", b'{"v": 1, "type": "hello", "x": "\x01"}'),
    ("bad_message", b"[" * 64 + b"]" * 64),
    ("bad_message", b"null"),
    ("bad_message", b"5"),
    ("bad_message", b'"hello"'),
    ("bad_message", b"true"),
    ("bad_message", b"{}"),
    ("bad_message", b'{"v": 1}'),
    ("bad_message", b'{"v": 1, "type": "new"}'),
    ("bad_message", b'{"v": 1, "type": "new", "game": null}'),
    ("bad_message", b'{"v": 1, "type": "new", "game": "triplets", "seed": 1.5}'),
    ("bad_message", b'{"v": 1, "type": "new", "game": "triplets", "seed": true}'),
    ("bad_message", b'{"v": 1, "type": "new", "game": "triplets", "seed": 9007199254740992}'),
    ("bad_message", b'{"v": 1, "type": "new", "game": "triplets", "secrets": 1}'),
    ("bad_message", b'{"v": 1, "type": "new", "game": "triplets", "players": "Ann"}'),
    ("bad_message", b'{"v": 1, "type": "hello", "secret": "x"}'),
    ("bad_message", b'{"v": 1, "id": [], "type": "hello"}'),
    ("bad_message", b'{"v": 1, "id": true, "type": "hello"}'),
    ("bad_message", b'{"v": 1, "id": 1e5, "type": "hello"}'),
    ("bad_message", b'{"v": 1, "id": 9007199254740992, "type": "hello"}'),
    ("bad_message", b'{"v": 1, "id": "' + b"a" * 201 + b'", "type": "hello"}'),
    ("bad_message", b'{"v": 1, "type": "load"}'),
    ("bad_version", b'{"v": 2, "type": "hello"}'),
    ("bad_version", b'{"v": "1", "type": "hello"}'),
    ("bad_version", b'{"v": 1.0, "type": "hello"}'),
    ("bad_version", b'{"v": true, "type": "hello"}'),
    ("bad_version", b'{"v": null, "type": "whatever"}'),
    ("unknown_type", b'{"v": 1, "type": "goodbye"}'),
    ("unknown_type", b'{"v": 1, "type": "Hello"}'),
    ("unknown_type", b'{"v": 1, "type": ["hello"]}'),
    ("unknown_type", b'{"v": 1, "type": null}'),
]


@pytest.mark.parametrize(("code", "line"), LINES, ids=[f"{i}" for i in range(len(LINES))])
def test_a_line_that_is_no_request_is_refused_and_the_next_is_answered(
    code: str, line: bytes
) -> None:
    client = Client()
    refused(code, client.line(line))
    assert client.line(HELLO.encode())["id"] == 3


SEED = (
    "seed: must be a whole number from 0 to 9007199254740991, "
    "a text of 1 to 20 digits (for larger ones) or null, not "
)
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("analyse", {"method": "mcts"}, "method: must be one of flat, ismcts, puct, not 'mcts'"),
    ("analyse", {"method": None}, "method: must be one of flat, ismcts, puct, not null"),
    ("analyse", {"seconds": 0}, "seconds: must be a number above 0 or null, not 0"),
    (
        "analyse",
        {"simulations": 0.5},
        "simulations: must be a whole number from 1 to 9007199254740991 or null, not 0.5",
    ),
    (
        "view",
        {"seat": "nobody"},
        "seat: must be a whole number from 0 to 255 or 'spectator', not 'nobody'",
    ),
    (
        "history",
        {"seat": -1},
        "seat: must be a whole number from 0 to 255, 'spectator' or null, not -1",
    ),
    ("history", {"count": 10_001}, "count: must be a whole number from 1 to 10000, not 10001"),
    ("legal", {"seat": True}, "seat: must be a whole number from 0 to 255 or null, not true"),
    ("legal", {"seat": 1.0}, "seat: must be a whole number from 0 to 255 or null, not 1.0"),
    ("legal", {"info": 1}, "info: must be true or false, not 1"),
    (
        "apply",
        {"action": None},
        "action: must be a whole number from 0 to 9007199254740991 or a text, not null",
    ),
    ("apply", {}, "action: is missing"),
    ("state", {"table": 1}, "table: must be a text of up to 100 characters, not 1"),
    (
        "close",
        {"tabel": "t1"},
        "close has no field 'tabel'; its fields are type, table, secret, v, id",
    ),
    ("new", {"game": "triplets", "seed": 2**53}, SEED + f"{2**53}"),
    ("new", {"game": "triplets", "seed": "0x10"}, SEED + "'0x10'"),
    ("new", {"game": "triplets", "seed": ""}, SEED + "''"),
    ("new", {"game": "triplets", "players": None}, "players: must be a list, not null"),
    ("new", {"game": "triplets", "players": ["Ann", 5]}, "players[1]: must be a text, not 5"),
    ("new", {"game": "triplets", "players": [[], 5]}, "players[0]: must be a text, not []"),
    (
        "new",
        {"game": "triplets", "players": ["A"] * 99 + [5, 6]},
        "players[99]: must be a text, not 5",
    ),
    ("new", {"game": "triplets", "options": []}, "options: must be an object or null, not []"),
    (
        "hello",
        {"id": [True]},
        "id: must be a whole number from -9007199254740991 to 9007199254740991, "
        "a text of up to 200 characters or null, not [true]",
    ),
]


@pytest.mark.parametrize(("type", "fields", "message"), WRONG, ids=[case[2] for case in WRONG])
def test_what_is_wrong_with_a_request_is_said_with_what_is_allowed(
    type: str, fields: dict[str, Any], message: str
) -> None:
    table = {} if type in ("new", "hello") else {"table": "t1"}
    line = json.dumps({"v": 1, "type": type, **table, **fields}).encode()
    assert refused("bad_message", Client().line(line)) == message


def test_every_field_of_every_request_says_what_it_allows() -> None:
    """A value that no field takes, in each of them."""
    client = Client()
    for kind in get_args(AnyRequest):
        tag = kind.__struct_config__.tag
        fields = [field for field in msgspec.structs.fields(kind) if field.name != "v"]
        needed = {
            field.name: 0 if field.name == "seat" else "0" for field in fields if field.required
        }
        for field in fields:
            request: dict[str, Any] = {"v": 1, "type": tag, **needed, field.name: [[]]}
            told = refused("bad_message", client.line(json.dumps(request).encode()))
            assert re.fullmatch(rf"{field.name}(\[0\])?: must be .+, not \[.*\]", told)


def test_a_wrong_request_is_answered_with_its_id() -> None:
    client = Client()
    for rest in ('"v": 2', '"v": 1, "type": "x"', '"v": 1, "type": "hello", "x": 1', '"w": 1'):
        assert client.line(f'{{"id": "mine", {rest}}}'.encode())["id"] == "mine"


NEW: list[tuple[str, dict[str, Any]]] = [
    ("bad_game", {"game": "chess"}),
    ("bad_game", {"game": ""}),
    ("bad_game", {"game": "triplets("}),
    ("bad_game", {"game": "x" * 100_000}),
    ("bad_game", {"game": "triplets(num_players=11)"}),
    ("bad_game", {"game": "triplets(hands=4)"}),
    ("bad_game", {"game": "triplets", "options": {"self": 1}}),
    ("bad_game", {"game": "triplets", "options": {"": 1}}),
    ("bad_game", {"game": "triplets", "options": {"num_players": "4"}}),
    ("bad_game", {"game": "triplets", "options": {"num_players": 4.0}}),
    ("bad_game", {"game": "triplets", "options": {"num_players": 10**25}}),
    ("bad_game", {"game": "bottle_imp", "options": {"teams": [2, 2]}}),
    ("bad_game", {"game": "wine_cellar", "options": {"deck": {"bottles": "", "clients": ""}}}),
    ("bad_game", {"game": "wine_cellar", "options": {"deck": 5}}),
    ("bad_game", {"game": "wine_cellar(deck=0123456789abcdef)"}),
    ("bad_value", {"game": "triplets", "seed": str(2**64)}),
    ("bad_value", {"game": "triplets", "players": [""]}),
    ("bad_value", {"game": "triplets", "players": ["a" * 201, "", "", ""]}),
]


@pytest.mark.parametrize(("code", "fields"), NEW, ids=[f"{i}" for i in range(len(NEW))])
def test_a_game_that_there_is_none_of_is_not_opened(code: str, fields: dict[str, Any]) -> None:
    client = Client()
    message = client.refuse(code, "new", **fields)
    assert len(message) < 1000
    assert client.ask("tables")["tables"] == []


LOADED: list[dict[str, Any]] = [
    {"record": {}},
    {"record": {"format": "cardgames-record", "version": 2}},
    {"position": {}},
    {"position": {"game": "triplets"}},
    {"position": {"game": "triplets", "options": []}},
    {"position": {"game": 5, "options": {}}},
    {"position": {"game": "triplets", "options": {}}},
]


@pytest.mark.parametrize("fields", LOADED, ids=str)
def test_what_is_no_saved_game_is_not_loaded(fields: dict[str, Any]) -> None:
    client = Client()
    client.refuse("bad_record", "load", **fields)
    assert client.ask("tables")["tables"] == []


def test_a_damaged_record_or_a_view_is_not_loaded() -> None:
    client = Client()
    table = client.new("triplets", seed=1)
    client.play(table, Random(1), 5)
    record = client.ask("save", table=table)["record"]
    first, *rest = record["actions"]
    for damaged in (
        record | {"actions": [[first[0], "triplet A"], *rest]},
        record | {"actions": [[9, first[1]], *rest]},
        record | {"seed": "x"},
        record | {"options": {}},
        record | {"more": 1},
        record | {"result": {}},
    ):
        client.refuse("bad_record", "load", record=damaged)
    view = client.ask("view", table=table, seat=0)["view"]
    assert "hidden" in client.refuse("bad_record", "load", position=view)
    client.refuse("bad_message", "load", record=record, position=view)


def test_wrong_actions_are_refused_and_change_nothing() -> None:
    client = Client()
    table = client.new("bottle_imp", seed=1)
    before = client.ask("position", table=table)
    assert "devil" in client.refuse("illegal_action", "apply", table=table, action="17")
    client.refuse("illegal_action", "apply", table=table, action=0)
    client.refuse("bad_action", "apply", table=table, action="eighteen")
    client.refuse("bad_action", "apply", table=table, action="")
    client.refuse("bad_action", "apply", table=table, action=216)
    client.refuse("bad_action", "apply", table=table, action=2**53 - 1)
    client.refuse("bad_seat", "apply", table=table, action="17", seat=4)
    client.refuse("bad_seat", "apply", table=table, action="17", seat=255)
    client.refuse("bad_seat", "view", table=table, seat=4)
    client.refuse("bad_seat", "history", table=table, seat=4)
    client.refuse("bad_bot", "bot_move", table=table, bot="clever")
    client.refuse("bad_bot", "bot_move", table=table, bot="ismcts:0")
    client.refuse("bad_value", "bot_move", table=table, bot="random", seed="9" * 20)
    client.refuse("bad_value", "undo", table=table)
    assert client.ask("position", table=table) == before


def test_a_seat_whose_turn_it_is_not_may_not_play() -> None:
    client = Client()
    table = client.new("triplets", seed=1)
    (to_act,) = client.ask("state", table=table)["to_act"]
    other = (to_act + 1) % 4
    for type, fields in (
        ("apply", {"action": "3"}),
        ("bot_move", {"bot": "random"}),
        ("analyse", {}),
    ):
        message = client.refuse("bad_seat", type, table=table, seat=other, **fields)
        assert f"to act: [{to_act}]" in message
    assert client.words(table, seat=other) == []


def test_a_fault_of_the_server_is_told_and_does_not_end_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    client = Client()

    def fail(self: Shelf) -> list[str]:
        raise ZeroDivisionError("a fault that tells hidden things")

    monkeypatch.setattr(Shelf, "open_names", fail)
    assert "hidden" not in client.refuse("internal", "tables")
    out, err = capsys.readouterr()
    assert out == ""
    assert "ZeroDivisionError" in err
    assert client.ask("hello")


def test_the_list_of_codes_is_closed_and_each_is_explained() -> None:
    assert tuple(MEANINGS) == get_args(Code)


# --- Lines at random ---

KEYS = ("v", "id", "type", "table", "seat", "secret", "action", "count", "bot", "game", "record")
NOTHING: list[Any] = []
VALUES: tuple[Any, ...] = (
    *(None, True, 0, 1, -1, 3, 2**53, 10**25, 1.5, -0.0, "", "x", "t1", "spectator", "random"),
    *(NOTHING, [1], {}, {"a": [NOTHING]}, "\u0000", "ä😀", "7", "triplets", "'", "{", "a" * 300),
)


def good_lines(client: Client) -> list[dict[str, Any]]:
    """Requests of all types that are right, or nearly."""
    table = client.new("triplets(num_players=3)", seed=1)
    record = client.ask("save", table=table)["record"]
    position = client.ask("position", table=table)["position"]
    at: dict[str, Any] = {"v": 1, "id": 1, "table": table}
    return [
        {"v": 1, "id": 1, "type": "hello"},
        {"v": 1, "type": "new", "game": "bottle_imp", "options": {"num_players": 3}, "seed": 5},
        {"v": 1, "type": "load", "record": record},
        {"v": 1, "type": "load", "position": position, "secrets": True},
        {"v": 1, "type": "tables"},
        at | {"type": "state"},
        at | {"type": "position", "secret": None},
        at | {"type": "view", "seat": 1, "text": True},
        at | {"type": "legal", "info": True},
        at | {"type": "apply", "action": "3", "seat": 0},
        at | {"type": "undo", "count": 1},
        at | {"type": "history", "start": 0, "count": 5},
        at | {"type": "bot_move", "bot": "random", "seed": "7"},
        at | {"type": "analyse", "simulations": 3},
        at | {"type": "save"},
        {"v": 1, "type": "close", "table": "t2"},
    ]


def keys_of(value: Any) -> list[Any]:
    """The keys of an object, the places of a list."""
    kind = value.__class__
    return [*range(len(value))] if kind is list else [*value] if kind is dict else []


def mutated(message: dict[str, Any], random: Random) -> bytes:
    """A line that is a request with errors in its values, keys or bytes."""
    message = json.loads(json.dumps(message))
    for _ in range(random.randrange(3)):
        holder: Any = message
        while keys := keys_of(holder):
            key = random.choice(keys)
            if random.random() < 0.5 or not keys_of(holder[key]):
                if random.random() < 0.2 and type(holder) is dict:
                    del holder[key]
                    holder[random.choice(KEYS)] = deepcopy(random.choice(VALUES))
                else:
                    holder[key] = deepcopy(random.choice(VALUES))
                break
            holder = holder[key]
    line = bytearray(json.dumps(message, ensure_ascii=random.random() < 0.5).encode())
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        place = random.randrange(len(line))
        change = random.randrange(4)
        if change == 0:
            line[place] = random.randrange(256)
        elif change == 1:
            del line[place : place + random.randrange(1, 9)]
        elif change == 2:
            line[place:place] = random.choice((b'"', b"{", b"[", b"\\", b"0", b",", b"\x00", b"e9"))
        else:
            line[place:place] = line[place : place + random.randrange(1, 40)]
        line = line or bytearray(b" ")
    return bytes(line).replace(b"\n", b" ")


def test_thousands_of_mutated_lines_get_a_reply_each(capsys: pytest.CaptureFixture[str]) -> None:
    random = Random(1)
    client = Client(tables=40, simulations=50, seconds=0.05)
    lines = good_lines(client)
    codes: set[str] = set()
    good = 0
    for number in range(4000):
        reply = client.line(mutated(random.choice(lines), random))
        if reply["type"] == "error":
            codes.add(reply["error"]["code"])
        else:
            good += 1
        if number % 250 == 0:  # the tables that were opened would reach the limit
            for name in client.ask("tables")["tables"]:
                client.ask("close", table=name)
            lines = good_lines(client)
    assert good > 500
    assert codes >= {"not_json", "not_utf8", "bad_message", "bad_version", "unknown_type"}
    assert codes >= {"unknown_table", "bad_seat", "bad_action", "bad_record", "bad_game", "bad_bot"}
    assert "internal" not in codes
    assert capsys.readouterr() == ("", "")


def test_random_bytes_get_a_reply_each() -> None:
    random = Random(2)
    client = Client()
    for _ in range(1000):
        reply = client.line(random.randbytes(random.randrange(30)).replace(b"\n", b""))
        assert reply["type"] == "error"


def test_a_key_given_twice_among_very_many_is_found_soon() -> None:
    line = b"{" + b",".join(b'"%d":1' % i for i in range(200_000)) + b',"5":1}'
    assert "'5'" in refused("not_json", Client().line(line))


def test_the_depth_that_is_allowed_is_the_documented_one() -> None:
    assert wire.MAX_DEPTH == 64
    assert f"nested deeper than {wire.MAX_DEPTH}" in MEANINGS["not_json"]
