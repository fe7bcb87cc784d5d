"""The simulated shoe's control channel: order lines in, reply lines out, over a Unix socket or standard input.

Nobody who talks to the shoe can stop it: a client that does not read its replies is dropped.
"""

import json
import os
import select
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

STANDARD_INPUT = "-"
MOST_LINE_BYTES = 4096
MOST_PATH_BYTES = 107


class ControlError(Exception):
    """The channel cannot be opened; the message says why and what to do."""


class Control:
    """Serves any number of clients from the owner's own loop: register `fds`, call `serve` when one is readable."""

    def __init__(self, where: str | None, *, quit_with_input: bool = False) -> None:
        self._path: Path | None = None
        self._server: socket.socket | None = None
        self._clients: dict[int, socket.socket] = {}
        self._rests: dict[int, bytes] = {}
        self._stdin_obeys = where == STANDARD_INPUT
        self._stdin: int | None = sys.stdin.fileno() if self._stdin_obeys or quit_with_input else None
        self.input_closed = False
        """Standard input was watched and has ended: whoever started us is gone."""
        if where is not None and not self._stdin_obeys:
            self._listen(Path(where))

    def _listen(self, path: Path) -> None:
        if len(os.fsencode(path)) > MOST_PATH_BYTES:
            raise ControlError(f"{path}: the name of a socket may have {MOST_PATH_BYTES} bytes; choose a shorter one")
        server = socket.socket(socket.AF_UNIX)
        try:
            if path.is_socket():
                try:
                    server.connect(str(path))
                except OSError:
                    path.unlink()  # left behind by a shoe that was killed
                else:
                    raise ControlError(f"{path}: another simulated shoe listens there; choose another name")
                finally:
                    server.close()
                server = socket.socket(socket.AF_UNIX)
            server.bind(str(path))
            path.chmod(0o600)
            server.listen()
        except OSError as error:
            server.close()
            raise ControlError(f"{path}: cannot be made: {error.strerror}; name a place of yours") from error
        server.settimeout(0)
        self._server, self._path = server, path

    @property
    def fds(self) -> list[int]:
        """What to wait for."""
        fds = list(self._clients)
        if self._server is not None:
            fds.append(self._server.fileno())
        if self._stdin is not None:
            fds.append(self._stdin)
        return fds

    def serve(self, fd: int, obey: Callable[[str], dict[str, Any]]) -> None:
        """Take what lies at `fd` and answer each whole line."""
        if fd == self._stdin:
            self._serve_stdin(obey)
        elif self._server is not None and fd == self._server.fileno():
            client, _ = self._server.accept()
            client.settimeout(0)
            self._clients[client.fileno()] = client
            self._rests[client.fileno()] = b""
        elif fd in self._clients:
            self._serve_client(fd, obey)

    def _serve_client(self, fd: int, obey: Callable[[str], dict[str, Any]]) -> None:
        client = self._clients[fd]
        try:
            data = client.recv(MOST_LINE_BYTES)
            if data:
                for line in self._lines(fd, data):
                    answer = _as_line(obey(line))
                    if client.send(answer) < len(answer):
                        data = b""
        except OSError:
            data = b""
        if not data:
            self._drop(fd)

    def _serve_stdin(self, obey: Callable[[str], dict[str, Any]]) -> None:
        assert self._stdin is not None
        fd = self._stdin
        data = os.read(fd, MOST_LINE_BYTES)
        if not data:
            self._stdin = None
            self.input_closed = True
        elif self._stdin_obeys:
            for line in self._lines(fd, data):
                say(obey(line))

    def _lines(self, fd: int, data: bytes) -> list[str]:
        *lines, rest = (self._rests.get(fd, b"") + data).split(b"\n")
        self._rests[fd] = rest[-MOST_LINE_BYTES:]
        return [line.decode("utf-8", "replace") for line in lines if line.strip()]

    def _drop(self, fd: int) -> None:
        self._clients.pop(fd).close()
        self._rests.pop(fd, None)

    def close(self) -> None:
        """Hang up on everybody and take the socket away."""
        for fd in list(self._clients):
            self._drop(fd)
        if self._server is not None:
            self._server.close()
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def _as_line(reply: dict[str, Any]) -> bytes:
    return json.dumps(reply, separators=(",", ":")).encode() + b"\n"


def say(message: dict[str, Any]) -> None:
    """Print one object as a line on standard output; a reader that is slow or gone misses it and stops nothing."""
    try:
        fd = sys.stdout.fileno()
        room = select.poll()
        room.register(fd, select.POLLOUT)
        if room.poll(0):
            os.write(fd, _as_line(message))
    except (OSError, ValueError):
        return
