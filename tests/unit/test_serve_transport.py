"""The server on pipes and on a port: lines in, lines out, and how it ends."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

import pytest

from cardgames.serve import tcp as tcp_module
from cardgames.serve.limits import Limits
from cardgames.serve.service import Service
from cardgames.serve.tcp import TcpServer
from cardgames.serve.transport import lines

from .serving import Message, check, refused

needs_posix = pytest.mark.skipif(os.name != "posix", reason="POSIX signals and pipes")

SECONDS = 60


def line_of(**fields: Any) -> bytes:
    return json.dumps({"v": 1, **fields}).encode() + b"\n"


# --- Lines ---


def received(chunks: list[bytes], most: int) -> list[bytes | None]:
    rest: Iterator[bytes] = iter(chunks)
    return list(lines(lambda size: next(rest, b""), most))


def test_lines_do_not_depend_on_how_they_arrive() -> None:
    text = b"a\n\nbcd\r\n" + b"x" * 10 + b"\n" + b"y" * 11 + b"\n" + b"z" * 12 + b"\nend"
    expected = [b"a", b"", b"bcd", b"x" * 10, b"y" * 11, None, b"end"]
    random = Random(1)
    assert received([text], 10) == expected
    for _ in range(200):
        cuts = sorted(random.randrange(len(text) + 1) for _ in range(random.randrange(1, 12)))
        parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        assert received([part for part in parts if part], 10) == expected


def test_of_a_line_that_is_too_long_nothing_is_kept() -> None:
    assert received([b"x" * 1000] * 1000 + [b"\nhello\n"], 10) == [None, b"hello"]
    assert received([b"x" * 100], 10) == [None]
    assert received([], 10) == received([b""], 10) == []


# --- Standard input and output ---


@contextmanager
def server(*arguments: str, module: str = "cardgames.serve") -> Generator[subprocess.Popen[bytes]]:
    """A server as a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", *module.split(), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def asked(process: subprocess.Popen[bytes], line: bytes) -> Message:
    """The reply to a line."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    process.stdin.flush()
    reply: Message = json.loads(process.stdout.readline())
    check("Reply", reply)
    return reply


@pytest.mark.parametrize("module", ["cardgames.serve", "cardgames serve"])
def test_a_process_answers_line_by_line_and_ends_with_its_input(module: str) -> None:
    with server(module=module) as process:
        table = asked(process, line_of(id=1, type="new", game="triplets", seed=1))["table"]
        refused("not_json", asked(process, b"nonsense\n"))
        refused("too_long", asked(process, b"x" * (5 << 20) + b"\n"))
        assert asked(process, line_of(id=2, type="state", table=table))["id"] == 2
        # Several at once, the last one without its end of line.
        out, err = process.communicate(line_of(type="tables") * 3 + b'{"v": 1}', SECONDS)
        assert out.count(b"\n") == 4
        assert process.returncode == 0
        assert err == b""


def test_nothing_but_replies_gets_onto_standard_output() -> None:
    program = """
import os, sys
from cardgames.serve import searches, command
def prints(*arguments):
    print("printed"); os.write(1, b"written\\n"); sys.stdout.flush()
    raise ZeroDivisionError
searches.ask = prints
sys.exit(command.main([]))
"""
    new = line_of(type="new", game="triplets")
    move = line_of(type="bot_move", table="t1", bot="random")
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=new + move + new,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["type"] for reply in replies] == ["state", "error", "state"]
    refused("internal", replies[1])
    for word in (b"printed\n", b"written\n", b"ZeroDivisionError"):
        assert word in done.stderr
    assert done.returncode == 0


@needs_posix
@pytest.mark.parametrize(("number", "code"), [(0, 1), (1, 1), (2, 0)])
def test_a_stream_that_was_closed_from_the_start_is_told_or_not_needed(
    number: int, code: int
) -> None:
    program = "import os, sys; os.close(int(sys.argv[1])); os.execv(sys.executable, sys.argv[2:])"
    done = subprocess.run(
        [sys.executable, "-c", program, str(number), sys.executable, "-m", "cardgames.serve"],
        input=line_of(type="tables"),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == code
    if code:
        assert done.stdout == b""
        assert done.stderr.startswith(b"cardgames: stdin or stdout cannot be used: ")
        assert done.stderr.count(b"\n") == 1
    else:
        assert json.loads(done.stdout)["type"] == "tables"


@needs_posix
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-c", "sigterm"]
)
@pytest.mark.parametrize("is_busy", [False, True], ids=["waiting", "searching"])
def test_a_signal_ends_it_quietly(number: int, code: int, is_busy: bool) -> None:
    with server() as process:
        asked(process, line_of(type="new", game="bottle_imp"))
        if is_busy:
            assert process.stdin is not None
            process.stdin.write(line_of(type="analyse", table="t1", seconds=10))
            process.stdin.flush()
            time.sleep(0.3)
        process.send_signal(number)
        out, err = process.communicate(timeout=8)
        assert (out, err, process.returncode) == (b"", b"", code)


def ended(program: str, input: bytes = b"") -> tuple[int, bytes]:
    """The exit code of a program that serves, and what it told on standard error."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=input,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    return done.returncode, done.stderr


@needs_posix
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_signal_within_an_annotation_that_is_read_ends_it_as_any_other(
    name: str, code: int
) -> None:
    """Python ends by the signal after a KeyboardInterrupt in `eval`, by which msgspec reads them.

    And a process that ends does not listen to other signals.
    """
    program = f"""
import signal, sys
from cardgames.serve import command, telling
def greeting(*arguments):
    eval("signal.raise_signal(signal.{name})")
telling.greeting = greeting
code = command.main([])
signal.raise_signal(signal.SIGINT); signal.raise_signal(signal.SIGTERM)
sys.exit(code)
"""
    assert ended(program, line_of(type="hello")) == (code, b"")


@needs_posix
def test_signals_while_a_client_connects_end_it() -> None:
    """Whatever they fall into: a thread that starts, the end of the server.

    An error that is raised while a thread starts may become a RuntimeError of its locks.
    """
    program = """
import json, signal, socket, sys, threading
from cardgames.serve import command, tcp
def with_signals(do):
    def done(*arguments):
        do(*arguments)
        try:
            signal.raise_signal(signal.SIGINT); signal.raise_signal(signal.SIGTERM)
        except BaseException:
            raise RuntimeError
    return done
threading.Thread.start = with_signals(threading.Thread.start)
tcp.TcpServer.close = with_signals(tcp.TcpServer.close)
serve = tcp.TcpServer.serve
def served(server, *arguments):
    client = socket.create_connection((tcp.HOST, server.port))
    serve(server, *arguments)
    client.close()
tcp.TcpServer.serve = served
sys.exit(command.main(["--port", "0"]))
"""
    code, err = ended(program)
    assert code == 130
    assert err.count(b"\n") == 1  # the port


@needs_posix
def test_a_closed_pipe_ends_it_quietly() -> None:
    with server() as process:
        asked(process, line_of(type="tables"))
        assert process.stdout is not None
        process.stdout.close()
        assert process.stdin is not None
        process.stdin.write(line_of(type="tables") * 2)
        process.stdin.flush()
        assert process.wait(SECONDS) == 1
        assert process.stderr is not None
        assert process.stderr.read() == b""


# --- A port ---


class Connection:
    """A client over TCP."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), SECONDS)
        self.file = self.socket.makefile("rb")

    def ask(self, type: str, **fields: Any) -> Message:
        return self.line(line_of(type=type, **fields))

    def line(self, line: bytes) -> Message:
        self.socket.sendall(line)
        return self.reply()

    def reply(self) -> Message:
        reply: Message = json.loads(self.file.readline())
        check("Reply", reply)
        return reply

    def is_closed(self) -> bool:
        try:
            return self.file.readline() == b""
        except ConnectionError:
            return True

    def close(self) -> None:
        self.file.close()
        self.socket.close()


Connect = Callable[[], Connection]


@contextmanager
def listening(**limits: Any) -> Generator[Connect]:
    """A server on a port, in this process; gives what connects to it."""
    tcp = TcpServer(Service(Limits(**limits)), 0)
    thread = threading.Thread(target=tcp.serve)
    thread.start()
    connections: list[Connection] = []

    def connect() -> Connection:
        connections.append(Connection(tcp.port))
        return connections[-1]

    try:
        yield connect
    finally:
        for connection in connections:
            connection.close()
        tcp.close()
        thread.join(SECONDS)
        assert not thread.is_alive()


def test_two_clients_play_one_game_each_with_the_secret_of_its_seat() -> None:
    with listening() as connect:
        clients = [connect(), connect()]
        opened = clients[0].ask("new", game="bottle_imp(num_players=2,rounds=1)", secrets=True)
        table, seats = opened["table"], opened["secrets"]["seats"]
        state, random = opened, Random(1)
        seat: int
        while not state["terminal"]:
            seat = random.choice(state["to_act"])
            mine = {"table": table, "seat": seat, "secret": seats[seat]}
            legal = clients[seat].ask("legal", **mine)["actions"]
            assert legal
            word = random.choice(legal)["word"]
            other = clients[1 - seat]
            theirs = mine | {"secret": seats[1 - seat]}
            refused("forbidden", other.ask("apply", **theirs, action=word))
            state = clients[seat].ask("apply", **mine, action=word)
            assert other.ask("state", table=table)["actions"] == state["actions"]
        assert {clients[i].ask("state", table=table)["winners"][0] for i in range(2)} == {
            state["winners"][0]
        }


def test_a_long_search_of_one_client_does_not_stop_another() -> None:
    with listening() as connect:
        busy, other = connect(), connect()
        table = busy.ask("new", game="bottle_imp", seed=1)["table"]
        busy.socket.sendall(line_of(type="analyse", table=table, seconds=10))
        for _ in range(20):
            assert other.ask("bot_move", table=table, bot="greedy")["type"] == "state"
        readable, _, _ = select.select([busy.socket], [], [], 0)
        assert readable == []  # it is still searching, until the server ends


@pytest.mark.parametrize("tells_end", [True, False], ids=["as here", "as elsewhere"])
def test_searches_of_clients_that_have_gone_are_given_up(
    tells_end: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those that wait for their turn, and those that come after them."""
    if not tells_end:  # by the system, before all that they sent is read
        monkeypatch.setattr(tcp_module, "_POLLRDHUP", 0)
    with listening(searches=1, seconds=600) as connect:
        other = connect()
        table = other.ask("new", game="bottle_imp", seed=1)["table"]
        for _ in range(3):
            gone = connect()
            gone.socket.sendall(line_of(type="analyse", table=table, seconds=500) * 50)
            gone.close()
        move = line_of(type="bot_move", table=table, bot="flat:500s")
        gone = connect()
        gone.socket.sendall(move)
        gone.close()
        assert other.ask("analyse", table=table, simulations=1)["type"] == "analysis"
        assert other.ask("state", table=table)["actions"] == 0


@pytest.mark.parametrize("tells_end", [True, False], ids=["as here", "as elsewhere"])
def test_a_client_that_sends_no_more_gets_its_replies(
    tells_end: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not tells_end:
        monkeypatch.setattr(tcp_module, "_POLLRDHUP", 0)
    with listening() as connect:
        client = connect()
        client.socket.sendall(
            line_of(type="new", game="bottle_imp", seed=1)
            + line_of(type="analyse", table="t1", seconds=1)
            + line_of(type="bot_move", table="t1", bot="flat:1s")
            + line_of(type="tables")
        )
        client.socket.shutdown(socket.SHUT_WR)
        told = [client.reply()["type"] for _ in range(4)]
        assert told == ["state", "analysis", "state", "tables"]
        assert client.is_closed()


def send_until_full(client: socket.socket, line: bytes) -> None:
    """Send requests until the server takes no more of them."""
    client.settimeout(1)
    with suppress(TimeoutError):
        while True:
            client.sendall(line * 1000)


def test_a_client_that_does_not_read_or_does_not_end_its_line_stops_nobody() -> None:
    with listening() as connect:
        deaf, slow, other = connect(), connect(), connect()
        table = other.ask("new", game="bottle_imp", seed=1)["table"]
        slow.socket.sendall(b'{"v": 1')
        send_until_full(deaf.socket, line_of(type="view", table=table, seat=0, svg=True))
        assert other.ask("state", table=table)["actions"] == 0
        assert slow.line(b', "type": "tables"}\n')["tables"] == [table]


def test_a_table_stays_when_the_connection_that_opened_it_ends() -> None:
    with listening(tables=1, connections=1) as connect:
        first = connect()
        table = first.ask("new", game="triplets")["table"]
        first.close()
        second = connect_again(connect)
        refused("limit", second.ask("new", game="triplets"))
        assert second.ask("tables")["tables"] == [table]
        second.ask("close", table=table)
        assert second.ask("new", game="triplets")["type"] == "state"


def connect_again(connect: Connect) -> Connection:
    """A connection, once there is room: the server has to see first that another one has closed."""
    for _ in range(100):
        connection = connect()
        with suppress(ConnectionError):
            if connection.ask("hello")["type"] == "hello":
                return connection
        time.sleep(0.05)
    raise AssertionError("there is no room for a connection")


def test_one_connection_too_many_is_told_and_closed() -> None:
    with listening(connections=2) as connect:
        first, second = connect(), connect()
        assert first.ask("hello")["type"] == second.ask("hello")["type"] == "hello"
        third = connect()
        reply = third.reply()
        refused("limit", reply)
        assert reply["error"]["limit"] == "connections"
        assert third.is_closed()
        first.close()
        connect_again(connect)


def test_a_page_in_a_browser_cannot_send_requests() -> None:
    """It can send a POST to any port, whose body may be lines of JSON."""
    with listening() as connect:
        browser, other = connect(), connect()
        head = b"POST / HTTP/1.1\r\nContent-Type: text/plain\r\n\r\n"
        body = line_of(type="new", game="triplets")
        refused("not_json", browser.line(head + body))
        assert browser.is_closed()
        assert other.ask("tables")["tables"] == []


# The first message of TLS. Its session ticket is of whoever made the page.
CLIENT_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x8a" * 32 + b"\x20ticket\n"


@pytest.mark.parametrize(
    "head",
    [
        b"POST /" + b"a" * (1 << 22) + b" HTTP/1.1\r\nHost: x\r\n",
        b"\r\n \t\r\nPOST / HTTP/1.1\r\n",
        CLIENT_HELLO,
        b"hello\n",
        b"[]\n",
        b"\x00\n",
    ],
    ids=["long address", "blank line", "https", "word", "list", "zero"],
)
def test_nor_can_one_in_another_way(head: bytes) -> None:
    with listening() as connect:
        browser, other = connect(), connect()
        with suppress(ConnectionError):  # it may be closed before all is sent
            browser.socket.sendall(head + line_of(type="new", game="triplets") * 2)
        while not browser.is_closed():
            pass
        assert other.ask("tables")["tables"] == []


def test_after_a_request_any_line_may_follow() -> None:
    with listening() as connect:
        client = connect()
        refused("not_json", client.line(b"\n"))
        assert client.ask("tables")["tables"] == []
        refused("not_json", client.line(b"hello\n"))
        assert client.ask("tables")["tables"] == []


def test_an_abrupt_end_of_a_client_leaves_the_others() -> None:
    with listening() as connect:
        other = connect()
        table = other.ask("new", game="bottle_imp")["table"]
        for rest in (b"", b'{"v": 1', line_of(type="view", table=table, seat=0, svg=True) * 100):
            gone = connect()
            gone.socket.sendall(rest)
            gone.close()
        assert other.ask("state", table=table)["table"] == table


@needs_posix
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-c", "sigterm"]
)
def test_a_process_tells_its_port_and_ends_quietly(number: int, code: int) -> None:
    with server("--port", "0") as process:
        assert process.stderr is not None
        told = json.loads(process.stderr.readline())
        assert told == {"listening": {"host": "127.0.0.1", "port": told["listening"]["port"]}}
        client = Connection(told["listening"]["port"])
        table = client.ask("new", game="bottle_imp")["table"]
        client.socket.sendall(line_of(type="analyse", table=table, seconds=10))
        time.sleep(0.2)
        process.send_signal(number)
        out, err = process.communicate(timeout=8)
        assert (out, err, process.returncode) == (b"", b"", code)
        client.close()


def test_a_port_that_is_taken_is_told_in_a_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with server("--port", str(port)) as process:
            out, err = process.communicate(timeout=SECONDS)
            assert process.returncode == 1
            assert out == b""
            assert err.startswith(f"cardgames: port {port} cannot be had: ".encode())
            assert err.count(b"\n") == 1


def test_only_this_machine_can_connect() -> None:
    tcp = TcpServer(Service(), 0)
    try:
        assert tcp._listener.getsockname()[0] == "127.0.0.1"  # pyright: ignore[reportPrivateUsage]
    finally:
        tcp.close()
