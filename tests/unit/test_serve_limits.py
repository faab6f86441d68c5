"""What a client can make the server do and keep is bounded."""

from __future__ import annotations

import gc
import sys
import threading
import time
import tracemalloc
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest

from cardgames.bots import GreedyBot
from cardgames.serve import service, wire
from cardgames.serve.limits import Limits, bounds, limit_names

from .serving import Client, Message, refused


def over(client: Client, limit: str, type: str, **fields: Any) -> str:
    """The message of the error that names this limit."""
    reply = client.send(type, **fields)
    message = refused("limit", reply)
    assert reply["error"]["limit"] == limit
    return message


def test_a_line_is_as_long_as_allowed_and_no_longer() -> None:
    client = Client(line_bytes=1024)
    line = b'{"v": 1, "type": "tables"}'
    assert client.line(line.ljust(1024))["type"] == "tables"
    refused("too_long", client.line(line.ljust(1025)))
    refused("too_long", client.line(None))
    assert client.line(line)["type"] == "tables"


def test_large_lines_wait_for_each_other_and_others_do_not_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is read from them takes many times their size."""
    client = Client()
    small = b'{"v": 1, "type": "tables"}'
    large = small.ljust(1 << 17)
    begun, may_end = threading.Event(), threading.Event()
    is_reading = threading.Lock()

    def slowly(line: bytes) -> Any:
        if len(line) < len(large):
            return wire.read(line)
        assert is_reading.acquire(blocking=False)
        begun.set()
        assert may_end.wait(60)
        is_reading.release()
        return wire.read(line)

    monkeypatch.setattr(service, "read", slowly)
    replies: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: replies.append(client.service.answer(large)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    assert begun.wait(60)
    assert client.line(small)["type"] == "tables"
    refused("limit", msgspec.json.decode(client.service.answer(large, lambda: True)))
    assert replies == []
    may_end.set()
    for thread in threads:
        thread.join()
    assert [msgspec.json.decode(reply)["type"] for reply in replies] == ["tables"] * 4


def test_no_more_tables_are_opened_than_allowed() -> None:
    client = Client(tables=3)
    names = [client.new("triplets") for _ in range(3)]
    record = client.ask("save", table=names[0])["record"]
    over(client, "tables", "new", game="triplets")
    over(client, "tables", "new", game="triplets", secrets=True)
    over(client, "tables", "load", record=record)
    client.ask("close", table=names[1])
    client.ask("load", record=record)
    over(client, "tables", "new", game="triplets")


def test_no_more_actions_are_kept_than_allowed() -> None:
    client = Client(actions=10)
    table = client.new("triplets", seed=1)
    client.play(table, Random(1), 10)
    word = client.words(table)[0]
    before = client.ask("position", table=table)
    over(client, "actions", "apply", table=table, action=word)
    over(client, "actions", "bot_move", table=table, bot="random")
    assert client.ask("position", table=table) == before
    client.ask("undo", table=table)
    client.ask("bot_move", table=table, bot="random")


def test_a_record_of_more_actions_than_allowed_is_not_loaded() -> None:
    client = Client()
    table = client.new("triplets", seed=1)
    client.play(table, Random(1), 11)
    record = client.ask("save", table=table)["record"]
    over(Client(actions=10), "actions", "load", record=record)
    assert Client(actions=11).ask("load", record=record)["actions"] == 11


def long_game(client: Client, actions: int) -> str:
    """A table on which so many actions were played."""
    table = client.new("triplets(max_rounds=10000,num_players=10,decks=4)", seed=1)
    for _ in range(actions):
        client.service.answer(bot_move(table))
    assert client.ask("state", table=table)["actions"] == actions
    return table


def bot_move(table: str) -> bytes:
    return msgspec.json.encode({"v": 1, "type": "bot_move", "table": table, "bot": "random"})


def test_no_reply_is_longer_than_allowed() -> None:
    client = Client(reply_bytes=1 << 16)
    table = long_game(client, 2000)
    over(client, "reply_bytes", "history", table=table, count=2000)
    assert len(client.ask("history", table=table, count=1000)["actions"]) == 1000


def test_searches_and_bots_keep_to_the_limits() -> None:
    client = Client(simulations=100, seconds=0.5)
    table = client.new("triplets", seed=1)
    client.play(table, Random(1), 20)
    over(client, "simulations", "analyse", table=table, simulations=101)
    over(client, "seconds", "analyse", table=table, seconds=0.6)
    over(client, "seconds", "analyse", table=table, seconds=1e300)
    for bot, limit in (("ismcts:101", "simulations"), ("flat:1s", "seconds")):
        over(client, limit, "bot_move", table=table, bot=bot)
    analysis = client.ask("analyse", table=table)["analysis"]
    assert analysis["simulations"] in (0, 100)  # none if there is only one action


def test_the_time_ends_a_search_that_has_a_number_only() -> None:
    client = Client(simulations=2**31 - 1, seconds=0.2)
    table = client.new("bottle_imp", seed=1)
    for fields in ({"simulations": 10**9}, {"simulations": 10**9, "method": "flat"}):
        analysis = client.ask("analyse", table=table, **fields)["analysis"]
        assert analysis["stopped_by"] == "seconds"
        assert analysis["seconds"] < 8
    start = time.perf_counter()
    client.ask("bot_move", table=table, bot="puct:1000000000")
    assert time.perf_counter() - start < 8


def test_the_memory_ends_a_search() -> None:
    client = Client(search_bytes=1 << 17, seconds=20.0)
    table = client.new("bottle_imp", seed=1)
    analysis = client.ask("analyse", table=table, simulations=100_000)["analysis"]
    assert analysis["stopped_by"] == "memory"


def test_searches_wait_for_each_other_and_others_do_not_wait() -> None:
    client = Client(searches=1, seconds=5.0)
    table = client.new("bottle_imp", seed=1)
    done: list[str] = []

    def search() -> None:
        client.ask("analyse", table=table, seconds=1.5)
        done.append("search")

    threads = [threading.Thread(target=search) for _ in range(2)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    client.ask("view", table=table, seat=0, text=True)
    client.ask("apply", table=table, action=client.words(table)[0])
    done.append("played")
    for thread in threads:
        thread.join()
    assert done == ["played", "search", "search"]
    assert time.perf_counter() - start > 2.9


def test_a_server_that_ends_stops_its_searches() -> None:
    client = Client(searches=1, seconds=600.0)
    table = client.new("bottle_imp", seed=1)
    replies: list[Message] = []
    threads = [
        threading.Thread(
            target=lambda: replies.append(client.send("analyse", table=table, seconds=500))
        )
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    time.sleep(2)  # both have begun by then
    client.service.stop()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    assert sorted(reply["type"] for reply in replies) == ["analysis", "error"]
    assert {"progress"} == {
        reply["analysis"]["stopped_by"] for reply in replies if reply["type"] == "analysis"
    }


@pytest.mark.parametrize("is_waiting", [False, True], ids=["searching", "waiting"])
def test_a_search_that_nobody_waits_for_is_given_up(is_waiting: bool) -> None:
    client = Client(searches=1, seconds=600.0)
    table = client.new("bottle_imp", seed=1)
    requests: list[dict[str, Any]] = [
        {"type": "analyse", "seconds": 500},
        {"type": "bot_move", "bot": "flat:500s"},
    ]
    other = threading.Thread(target=lambda: client.send("analyse", table=table, seconds=500))
    if is_waiting:
        other.start()
        time.sleep(0.5)  # it has begun by then, or waits too
    for request in requests:
        line = msgspec.json.encode({"v": 1, "table": table, **request})
        looks = iter([False] * 3)
        reply = client.service.answer(line, partial(next, looks, True))
        refused("limit", msgspec.json.decode(reply))
    assert client.ask("state", table=table)["actions"] == 0
    client.service.stop()
    if is_waiting:
        other.join()


def test_what_a_bot_chose_is_not_played_in_another_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = Client()
    table = client.new("triplets", seed=1)
    choose = GreedyBot.choose

    def slowly(self: GreedyBot, state: Any, player: Any) -> int:
        client.ask("apply", table=table, action=client.words(table)[0])
        return choose(self, state, player)

    monkeypatch.setattr(GreedyBot, "choose", slowly)
    client.refuse("changed", "bot_move", table=table, bot="greedy")
    assert client.ask("state", table=table)["actions"] == 1
    monkeypatch.undo()
    client.ask("bot_move", table=table, bot="greedy")


def traced() -> int:
    """Bytes in use, without what Python keeps to use again."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def test_memory_does_not_grow_with_what_is_asked() -> None:
    """Nor much with what is played: some ten bytes an action, and none when it is taken back."""
    client = Client(tables=4)
    table = long_game(client, 10)
    answer = client.service.answer
    requests: list[dict[str, Any]] = [
        {"type": "apply", "table": table, "action": "x"},
        {"type": "view", "table": table, "seat": 1},
        {"type": "legal", "table": table},
        {"type": "save", "table": table},
        {"type": "new", "game": "bottle_imp", "secrets": True},
    ]
    lines = [msgspec.json.encode({"v": 1, **request}) for request in requests]
    undo = msgspec.json.encode({"v": 1, "type": "undo", "table": table, "count": 50})

    def work() -> None:
        for _ in range(50):
            answer(bot_move(table))
        for line in (*lines, b"{" * 50, b"x" * 100_000, undo):
            answer(line)

    for _ in range(5):
        work()
    tracemalloc.start()
    try:
        work()
        before = traced()
        for _ in range(10):
            work()
        after = traced()
        assert after - before < 150_000  # of 600 requests and 1 MB of lines
        for _ in range(1000):
            answer(bot_move(table))
        kept = traced()
        assert kept - after < 1000 * 20 + 50_000
    finally:
        tracemalloc.stop()


def test_every_limit_has_a_range_and_its_default_is_in_it() -> None:
    for name in limit_names():
        limit = bounds(name)
        assert limit.least <= limit.default <= limit.most
        assert limit.description
        fields: dict[str, Any] = {name: limit.kind(limit.most)}
        assert msgspec.convert(fields, Limits) == Limits(**fields)
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({name: limit.kind(limit.least) - 1}, Limits)


def test_an_error_needs_no_more_than_a_short_line() -> None:
    client = Client(reply_bytes=1 << 16)
    for value in ("x" * 100_000, ["x" * 1000] * 1000, {"x" * 50_000: 1}):
        for key in ("type", "v", "id", "table", "game"):
            line = msgspec.json.encode({"v": 1, "type": "new", "game": "triplets"} | {key: value})
            assert len(client.service.answer(line)) < 2000
    assert sys.getsizeof(client.told) < 2000
