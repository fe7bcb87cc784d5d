"""One Unix socket that anyone entitled may connect to: the newest view at once and at each change.

Theory of operation. The table's thread only calls `publish`, which swaps one value in each connection's mailbox and
returns; a connection's own writer thread does the sending. A reader that is slow or stuck misses the views in between,
never the newest, and delays nobody. On a feed with orders each connection has a reader thread too, which hands whole
lines to the inbox, a few at a time: who sends orders without waiting for replies waits at the socket, not in the inbox
before a card. On a read-only feed what a client sends is thrown away.
"""

import contextlib
import os
import shutil
import socket
import stat
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOST_CONNECTIONS = 32
LONGEST_ORDER_BYTES = 4096
MOST_ORDERS_OPEN = 2
"""Orders of one connection whose replies have not gone out yet; its further ones are not read before."""
BREATH_S = 0.1
"""Pause after a connection that was turned away, for want of places, file descriptors or threads."""


class FeedError(Exception):
    """The socket cannot be opened; the message names path, cause and remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLine:
    """A line from a staff client; `reply` queues one line back to it and never blocks."""

    line: bytes
    reply: Callable[[bytes], None]


class Feed:
    """A listening socket and its connections; `publish` may be called from one thread at any time."""

    def __init__(
        self,
        path: Path,
        *,
        mode: int = 0o660,
        group: str | None = None,
        on_order: Callable[[OrderLine], None] | None = None,
    ) -> None:
        """Open the socket at `path`; without `on_order` the feed is read-only.

        A socket left behind by a table that died is replaced; one that answers, or any other file, is not. Raises
        FeedError.
        """
        self._path: Final = path
        self._on_order = on_order
        self._latest = b""
        self._connections: set[_Connection] = set()
        self._guard = threading.Lock()
        self._closing = threading.Event()
        self._listener = _listen(path, mode, group)
        self._accepter = threading.Thread(target=self._accept, name=f"feed-{path.stem}", daemon=True)
        self._accepter.start()

    def publish(self, line: bytes) -> None:
        """Make `line` (without its newline) the newest view; every connection gets it, or a newer one."""
        with self._guard:
            self._latest = line
            connections = tuple(self._connections)
        for connection in connections:
            connection.show(line)

    def close(self) -> None:
        """Say goodbye to everyone, remove the socket and wait for the threads."""
        with self._guard:
            self._closing.set()
            connections = tuple(self._connections)
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in connections:
            connection.close()
        self._accepter.join()
        for connection in connections:
            connection.join()
        self._path.unlink(missing_ok=True)

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                client, _ = self._listener.accept()
            except OSError:
                self._closing.wait(BREATH_S)  # out of file descriptors, or a client gone before it was accepted
                continue
            if not self._take_in(client):
                client.close()
                self._closing.wait(BREATH_S)  # a crowd at the door must not keep this process busy

    def _take_in(self, client: socket.socket) -> bool:
        connection = _Connection(client, self._on_order, self._forget)
        with self._guard:
            if self._closing.is_set() or len(self._connections) >= MOST_CONNECTIONS:
                return False
            connection.show(self._latest)
            self._connections.add(connection)
        try:
            connection.start()  # without the guard: `publish` never waits for a thread to start
        except RuntimeError:  # the system gives us no more threads
            self._forget(connection)
            return False
        return True

    def _forget(self, connection: "_Connection") -> None:
        with self._guard:
            self._connections.discard(connection)


class _Connection:
    """One client: a mailbox that holds the newest view and the replies owed, and the threads that serve it."""

    def __init__(
        self,
        client: socket.socket,
        on_order: Callable[[OrderLine], None] | None,
        forget: Callable[["_Connection"], None],
    ) -> None:
        self._client = client
        self._on_order = on_order
        self._forget = forget
        self._mail = threading.Condition()
        self._view = b""
        self._replies: deque[bytes] = deque()
        self._orders_open = 0
        self._closed = False
        name = f"feed-client-{client.fileno()}"
        self._writer = threading.Thread(target=self._write, name=f"{name}-out", daemon=True)
        self._reader = threading.Thread(target=self._read, name=f"{name}-in", daemon=True)

    def start(self) -> None:
        """Begin to serve; raises RuntimeError, with nothing left running, when there are no more threads."""
        self._reader.start()
        try:
            self._writer.start()
        except RuntimeError:
            self.close()
            raise

    def show(self, view: bytes) -> None:
        with self._mail:
            self._view = view
            self._mail.notify_all()

    def reply(self, line: bytes) -> None:
        with self._mail:
            self._replies.append(line)
            self._mail.notify_all()

    def close(self) -> None:
        with self._mail:
            self._closed = True
            self._mail.notify_all()
        with contextlib.suppress(OSError):
            self._client.shutdown(socket.SHUT_RDWR)

    def join(self) -> None:
        for thread in (self._writer, self._reader):
            if thread.ident is not None:
                thread.join()

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
                self._client.sendall(b"".join(line + b"\n" for line in lines))
                if replies:
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
            if self._writer.ident is not None:
                self._writer.join()
            self._client.close()
            self._forget(self)

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
                self._on_order(OrderLine(line=line, reply=self.reply))
        return rest


def _listen(path: Path, mode: int, group: str | None) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _make_way(path)
        old_mask = os.umask(0o177)  # nobody else connects before mode and group are set
        try:
            listener.bind(str(path))
        finally:
            os.umask(old_mask)
        if group is not None:
            _give_to_group(path, group)
        path.chmod(mode)
        listener.listen(MOST_CONNECTIONS)
    except OSError as error:
        listener.close()
        raise FeedError(f"{path}: the feed's socket cannot be opened: {_cause(error, path)}") from None
    except FeedError:
        listener.close()
        raise
    return listener


def _give_to_group(path: Path, group: str) -> None:
    try:
        shutil.chown(path, group=group)
    except LookupError:
        raise FeedError(
            f"{path}: there is no group {group!r} on this machine; create it or change the setting"
        ) from None
    except PermissionError:
        raise FeedError(
            f"{path}: this user may not give the socket to group {group!r}; make it a member or change the setting"
        ) from None


def _make_way(path: Path) -> None:
    """Remove the socket of a table that died; raises FeedError for everything else that has the name."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(found.st_mode):
        raise FeedError(f"{path}: the feed's socket cannot be opened: another file has that name; move it away")
    probe = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    probe.settimeout(0)  # a table that hangs does not accept, and is a table all the same
    try:
        probe.connect(str(path))
    except ConnectionRefusedError:
        path.unlink()
        return
    except BlockingIOError:
        pass
    except OSError as error:
        raise FeedError(
            f"{path}: the feed's socket cannot be opened: another program's socket has that name "
            f"({error.strerror}); give this feed its own"
        ) from None
    finally:
        probe.close()
    raise FeedError(f"{path}: another table is serving this feed; stop it, or give this one its own socket")


def _cause(error: OSError, path: Path) -> str:
    if isinstance(error, FileNotFoundError):
        return f"the folder {path.parent} does not exist; create it"
    if isinstance(error, PermissionError):
        return f"no permission in {path.parent}; run as the table's user, or change the folder's owner"
    return f"{error.strerror or error}"
