"""A staff client of the table: the newest view, and orders with their replies."""

import json
import select
import socket
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from device.bench.report import BenchError

View = Mapping[str, Any]

LOOK_S = 0.05
"""How long is waited before whoever serves the shoe has a turn again."""


class StaffClient:
    """Connected to `staff.sock`; `idle` is called again and again while something is waited for."""

    def __init__(self, path: Path, *, idle: Callable[[], None] = lambda: None) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._idle = idle
        self._rest = b""
        self._view: View | None = None
        self._replies: dict[str, View] = {}
        self._orders = 0
        self._session: Mapping[str, str] = {}

    def view(self, seen: Callable[[View], bool], timeout_s: float = 20.0) -> View:
        """The newest view as soon as `seen` says yes to it; raises BenchError when it never does."""
        self._wait(lambda: self._view is not None and seen(self._view), timeout_s)
        assert self._view is not None
        return self._view

    def sign_in(self, name: str, pin: str) -> None:
        """Give every order from now on as this person; raises BenchError when the table does not let them in."""
        reply = self._say({"order": "sign-in", "name": name, "pin": pin})
        if not reply["ok"]:
            raise BenchError(f"the table does not let {name} in: {reply.get('why')}")
        self._session = {"session": str(reply["session"])}

    def order(self, order: Mapping[str, str]) -> None:
        """Give an order and wait for its reply; raises BenchError when it is refused."""
        why = self.ask(order)
        if why is not None:
            raise BenchError(f"the table refused {dict(order)}: {why}")

    def ask(self, order: Mapping[str, str], timeout_s: float = 20.0) -> str | None:
        """Give an order and wait for its reply: why it was refused, or None when it was carried out."""
        reply = self._say({**order, **self._session}, timeout_s)
        return None if reply["ok"] else str(reply.get("why"))

    def _say(self, order: Mapping[str, str], timeout_s: float = 20.0) -> View:
        self._orders += 1
        id = str(self._orders)
        self._socket.sendall(json.dumps({"id": id, **order}).encode() + b"\n")
        self._wait(lambda: id in self._replies, timeout_s)
        return self._replies.pop(id)

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _wait(self, done: Callable[[], bool], timeout_s: float) -> None:
        until_s = time.monotonic() + timeout_s
        while not done():
            self._idle()
            if select.select([self._socket], [], [], LOOK_S)[0]:
                self._take(self._socket.recv(65536))
            elif time.monotonic() > until_s:
                raise BenchError(f"the table has not answered for {timeout_s:.0f} s; its last view: {self._say_view()}")

    def _take(self, data: bytes) -> None:
        if not data:
            raise BenchError("the table has hung up")
        *lines, self._rest = (self._rest + data).split(b"\n")
        newest = None
        for line in lines:
            if line.startswith(b'{"reply"'):
                reply = json.loads(line)
                self._replies[reply["reply"]] = reply
            else:
                newest = line
        if newest is not None:
            self._view = json.loads(newest)

    def _say_view(self) -> str:
        view = self._view
        if view is None:
            return "none"
        return f"phase {view['phase']}, banner {view['banner']}, instruction {view['instruction']}"
