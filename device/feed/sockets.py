"""One Unix socket that anyone entitled may connect to: the newest view at once and at each change.

Theory of operation. The table's thread only calls `publish`, which swaps one value in each connection's mailbox and
returns; a connection's own writer thread does the sending. A reader that is slow or stuck misses the views in between,
never the newest, and delays nobody. On a feed with orders each connection has a reader thread too, which hands whole
lines to the inbox, a few at a time: who sends orders without waiting for replies waits at the socket, not in the inbox
before a card. On a read-only feed what a client sends is thrown away.
"""

import contextlib
import itertools
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from device.feed.listening import Door
from device.threads.worker import NoThreadError, Worker, wait_for_end

MOST_CONNECTIONS = 32
LONGEST_ORDER_BYTES = 4096
MOST_ORDERS_OPEN = 2
"""Orders of one connection whose replies have not gone out yet; its further ones are not read before."""
BREATH_S = 0.1
"""Pause after a connection that was turned away, for want of places, file descriptors, threads or memory."""
BEGINS_WITHIN_S = 2.0
"""How long a connection's thread may take to begin; after that the client is turned away, and comes again."""
ENDS_WITHIN_S = 2.0
"""How long all threads of a feed together are waited for when it closes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLine:
    """A line from a staff client; `reply` queues one line back to it and never blocks. Every line gets one reply."""

    line: bytes
    reply: Callable[[bytes], None]
    peer: int
    """Which connection it came over; no two connections of a feed have the same number."""


class Feed:
    """A listening socket and its connections; `publish` may be called from one thread at any time."""

    def __init__(
        self,
        path: Path,
        *,
        mode: int = 0o660,
        group: str | None = None,
        on_order: Callable[[OrderLine], None] | None = None,
        on_gone: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Open the socket at `path`; without `on_order` the feed is read-only.

        `on_order` is called on the connection's own thread and keeps only this connection waiting. `on_gone` is called
        there after a connection's last order, with its number, if it gave any.

        A socket left behind by a table that died is replaced; one that answers, or any other file, is not. One whose
        file is removed later is opened anew. Raises FeedError.
        """
        self._on_order = on_order
        self._on_gone = on_gone
        self._numbers = itertools.count(1)
        self._latest = b""
        self._connections: set[_Connection] = set()
        self._leaving: set[threading.Thread] = set()
        self._guard = threading.Lock()
        self._closing = threading.Event()
        self._door: Final = Door(path, mode, group, backlog=MOST_CONNECTIONS)
        self._accepter = Worker(self._accept, name=f"feed-{path.stem}", lasting=True)
        self._accepter.start()

    def publish(self, line: bytes) -> None:
        """Make `line` (without its newline) the newest view; every connection gets it, or a newer one."""
        with self._guard:
            self._latest = line
            connections = tuple(self._connections)
        for connection in connections:
            connection.show(line)

    def close(self) -> None:
        """Say goodbye to everyone, remove the socket and wait for the threads, but for none that is stuck."""
        with self._guard:
            self._closing.set()
            connections = tuple(self._connections)
        self._door.shut()
        for connection in connections:
            connection.abandon()
        wait_for_end(self._threads(connections), longest_s=ENDS_WITHIN_S)

    def _threads(self, connections: "tuple[_Connection, ...]") -> Iterator[threading.Thread]:
        """The accepter first: it adds to the others until it has ended."""
        yield self._accepter
        for connection in connections:
            yield from connection.threads
        with self._guard:
            leaving = tuple(self._leaving)
        yield from leaving

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                client = self._door.next_client()
            except OSError:
                self._closing.wait(BREATH_S)  # out of file descriptors, or a client gone before it was accepted
                continue
            if client is None:
                continue
            taken = False
            try:
                self._clear_away()
                taken = self._take_in(client)
            except MemoryError:
                time.sleep(BREATH_S)  # this client has bad luck; the next may find that there is memory again
            finally:
                if not taken:
                    client.close()
            if not taken:
                self._closing.wait(BREATH_S)  # a crowd at the door must not keep this process busy

    def _clear_away(self) -> None:
        """Whose threads died for want of memory before they could say goodbye must not keep their places."""
        with self._guard:
            connections = tuple(self._connections)
        for connection in connections:
            if connection.has_lost_a_thread:
                connection.close()
                if connection.is_served_by_nobody:
                    self._forget(connection)

    def _take_in(self, client: socket.socket) -> bool:
        connection = _Connection(client, next(self._numbers), self._on_order, self._forget)
        with self._guard:
            if self._closing.is_set() or len(self._connections) >= MOST_CONNECTIONS:
                return False
            connection.show(self._latest)
            self._connections.add(connection)
        try:
            connection.start()  # without the guard: `publish` never waits for a thread to start
        except (NoThreadError, MemoryError):
            self._forget(connection)
            return False
        return True

    def _forget(self, connection: "_Connection") -> None:
        if connection.gave_orders:
            self._on_gone(connection.peer)
        with self._guard:
            self._connections.discard(connection)
            # Whoever calls this is about to end; until then `close` must still be able to wait for it.
            self._leaving = {thread for thread in self._leaving if thread.is_alive()}
            if (me := threading.current_thread()) is not self._accepter:
                self._leaving.add(me)


class _Connection:
    """One client: a mailbox that holds the newest view and the replies owed, and the threads that serve it."""

    def __init__(
        self,
        client: socket.socket,
        peer: int,
        on_order: Callable[[OrderLine], None] | None,
        forget: Callable[["_Connection"], None],
    ) -> None:
        self._client = client
        self.peer = peer
        self.gave_orders = False
        self._on_order = on_order
        self._forget = forget
        self._mail = threading.Condition()
        self._view = b""
        self._replies: deque[bytes] = deque()
        self._orders_open = 0
        self._closed = False
        self._abandoned = False
        name = f"feed-client-{client.fileno()}"
        self._writer = Worker(self._write, name=f"{name}-out", begins_within_s=BEGINS_WITHIN_S)
        self._reader = Worker(self._read, name=f"{name}-in", begins_within_s=BEGINS_WITHIN_S)

    def start(self) -> None:
        """Begin to serve; raises NoThreadError, with nothing left running, when there are no more threads."""
        self._reader.start()
        try:
            self._writer.start()
        except (NoThreadError, MemoryError):
            self.close()
            raise

    def show(self, view: bytes) -> None:
        with self._mail:
            self._view = view
            self._mail.notify_all()

    def reply(self, line: bytes) -> None:
        with self._mail:
            if self._closed:
                self._orders_open -= 1
            else:
                self._replies.append(line)
            self._mail.notify_all()

    def close(self) -> None:
        with self._mail:
            self._closed = True
            self._mail.notify_all()
        with contextlib.suppress(OSError):
            self._client.shutdown(socket.SHUT_RDWR)

    def abandon(self) -> None:
        """Close, and wait for no reply: nobody will give one any more."""
        with self._mail:
            self._abandoned = True
        self.close()

    @property
    def threads(self) -> tuple[Worker, Worker]:
        return self._writer, self._reader

    @property
    def has_lost_a_thread(self) -> bool:
        return not (self._writer.is_alive() and self._reader.is_alive())

    @property
    def is_served_by_nobody(self) -> bool:
        return not (self._writer.is_alive() or self._reader.is_alive())

    def _write(self) -> None:
        try:
            while True:
                with self._mail:
                    self._mail.wait_for(lambda: self._closed or self._view or self._replies)
                    if self._closed:
                        return
                    replies = len(self._replies)
                    lines = [*self._replies, self._view] if self._view else list(self._replies)
                    self._replies.clear()
                    self._view = b""
                try:
                    self._client.sendall(b"".join(line + b"\n" for line in lines))
                finally:
                    with self._mail:
                        self._orders_open -= replies
                        self._mail.notify_all()
        except OSError:
            return  # the client is gone
        finally:
            self.close()

    def _read(self) -> None:
        buffer = b""
        try:
            while data := self._client.recv(4096):
                buffer = self._take_lines(buffer + data)
                if len(buffer) > LONGEST_ORDER_BYTES:
                    return
        except OSError:
            return
        finally:
            self.close()
            wait_for_end([self._writer], longest_s=ENDS_WITHIN_S)  # it sends nothing any more once the socket is shut
            self._client.close()
            self._wait_for_answers()
            self._forget(self)

    def _wait_for_answers(self) -> None:
        """Keep this connection's place: who orders and hangs up again and again must not fill the inbox."""
        with self._mail:
            self._orders_open -= len(self._replies)
            self._replies.clear()
            self._mail.wait_for(lambda: self._abandoned or self._orders_open <= 0)

    def _take_lines(self, buffer: bytes) -> bytes:
        if self._on_order is None:
            return b""
        *lines, rest = buffer.split(b"\n")
        for line in lines:
            if line.strip():
                with self._mail:
                    self._mail.wait_for(lambda: self._closed or self._orders_open < MOST_ORDERS_OPEN)
                    if self._closed:
                        return b""
                    self._orders_open += 1
                self.gave_orders = True
                try:
                    self._on_order(OrderLine(line=line, reply=self.reply, peer=self.peer))
                except BaseException:
                    with self._mail:
                        self._orders_open -= 1  # nobody will answer it; its place must not be kept for ever
                    raise
        return rest
