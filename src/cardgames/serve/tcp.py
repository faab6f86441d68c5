"""The server on a port of this machine."""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from cardgames.serve.errors import RefusedError
from cardgames.serve.service import Service
from cardgames.serve.transport import lines
from cardgames.serve.wire import error_line

HOST = "127.0.0.1"  # never anything else: there is no encryption

_LOOK_SECONDS = 0.2  # between two looks whether it is closed
_WAIT_SECONDS = 5.0  # for all connections to end
_REFUSAL_SECONDS = 1.0
_PROBE_SECONDS = 0.2  # between two looks whether who sends no more still reads
_POLLRDHUP: int = getattr(select, "POLLRDHUP", 0)  # of Linux
_BLANKS = b" \t\r"  # of JSON, within a line


class TcpServer:
    """Answers on a port of 127.0.0.1; every connection has a thread of its own.

    Parameters
    ----------
    service
        What answers, for all connections together.
    port
        1 to 65535, or 0 for any that is free.

    Raises
    ------
    OSError
        The port cannot be had.

    Attributes
    ----------
    port
        The port that it listens on.
    """

    def __init__(self, service: Service, port: int) -> None:
        self._service = service
        self._listener = socket.create_server((HOST, port))
        self._listener.settimeout(_LOOK_SECONDS)
        self.port: int = self._listener.getsockname()[1]
        self._connections: dict[socket.socket, threading.Thread] = {}
        self._lock = threading.Lock()
        self._is_closed = False

    def serve(self, is_ending: Callable[[], bool] = lambda: False) -> None:
        """Takes connections until another thread calls `close`, or soon after `is_ending` is true.

        Nothing should be raised into it from outside, such as by the handler of a signal: it starts
        threads.
        """
        while not self._is_closed and not is_ending():
            try:
                connection, _ = self._listener.accept()
            except TimeoutError:
                continue
            except OSError:  # such as too many files of the process; others may end
                time.sleep(_LOOK_SECONDS)
                continue
            self._take(connection)

    def close(self) -> None:
        """Ends the listening, all searches and all connections."""
        self._is_closed = True
        self._listener.close()
        self._service.stop()
        with self._lock:
            connections = dict(self._connections)
        for connection in connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        end = time.monotonic() + _WAIT_SECONDS
        for thread in connections.values():
            thread.join(max(end - time.monotonic(), 0))

    def _take(self, connection: socket.socket) -> None:
        most = self._service.limits.connections
        thread = threading.Thread(target=self._run, args=(connection,), daemon=True)
        with self._lock:
            if len(self._connections) < most and not self._is_closed:
                self._connections[connection] = thread
                try:
                    thread.start()
                except RuntimeError:  # the system has no more threads
                    del self._connections[connection]
                    connection.close()
                return
        refusal = RefusedError("limit", f"there are {most} connections already", "connections")
        with connection, suppress(OSError):
            connection.settimeout(_REFUSAL_SECONDS)
            connection.sendall(error_line(refusal))

    def _run(self, connection: socket.socket) -> None:
        try:
            # Whoever has gone is not told anything.
            with connection, suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._converse(connection)
        finally:
            with self._lock:
                self._connections.pop(connection, None)

    def _converse(self, connection: socket.socket) -> None:
        peer = _Peer(connection)
        is_first = True
        for line in lines(connection.recv, self._service.limits.line_bytes):
            connection.sendall(self._service.answer(line, peer.is_gone))
            text = b"" if line is None else line.strip(_BLANKS)
            if is_first and (line is None or (text and not text.startswith(b"{"))):
                return  # a page in a browser, whose other lines somebody may have made
            is_first = is_first and not text


class _Peer:
    """Whoever is at the other end of a connection."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._next_probe = 0.0

    def is_gone(self) -> bool:
        """Whether the other end cannot get a reply any more.

        One that sends no more may still read, as `nc` does. Only sending tells: who has closed
        refuses it. So a space is sent, which is allowed before a reply.
        """
        self._connection.setblocking(False)
        try:
            now = time.monotonic()
            if self._has_ended() and now >= self._next_probe:
                self._next_probe = now + _PROBE_SECONDS
                self._connection.send(b" ")
        except BlockingIOError:  # it has not read what it got before
            return False
        except OSError:
            return True
        finally:
            self._connection.setblocking(True)
        return False

    def _has_ended(self) -> bool:
        """Whether it sends no more; not every system tells so before all it sent is read."""
        if _POLLRDHUP:
            poll = select.poll()
            poll.register(self._connection, _POLLRDHUP)
            return bool(poll.poll(0))
        try:
            return self._connection.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:  # it may send more
            return False
