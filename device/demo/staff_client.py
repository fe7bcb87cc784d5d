"""The demo's staff at the staff feed: sees the newest view, signs in, gives orders, reads the replies."""

import contextlib
import itertools
import json
import select
import socket
import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from device.files.system_faults import sudo_for

View = dict[str, Any]
REPLY_PATIENCE_S = 10.0


class StaffClient:
    """One connection to the staff feed, made again whenever it breaks; used by one thread.

    Where `pins` are given, an order is signed by the people named in it as ``by`` and ``second``, by `hand` where
    nobody is: each signs in when first needed, and again when the table knows the session no longer.
    """

    def __init__(self, path: Path, *, pins: Mapping[str, str] | None = None, hand: str = "") -> None:
        self._path = path
        self._pins = pins or {}
        self._hand = hand
        self._sessions: dict[str, str] = {}
        self._socket: socket.socket | None = None
        self._rest = b""
        self._ids = itertools.count(1)
        self._newest: View | None = None
        self.seen: View | None = None
        """The newest view that came, for onlookers of other threads."""
        self._known: View | None = None
        """The newest view of this connection."""
        self._replies: deque[View] = deque()

    def wait_for_view(self, timeout_s: float) -> View | None:
        """The newest view not returned before, or None when the time is over."""
        deadline_s = time.monotonic() + timeout_s
        while self._newest is None:
            left_s = deadline_s - time.monotonic()
            if left_s <= 0 or not self._hear(left_s):
                break
        else:
            self._hear(0)  # what has come meanwhile is newer
        view, self._newest = self._newest, None
        return view

    def order(self, order: dict[str, Any]) -> View:
        """Give an order and wait for its reply; raises OSError when none came."""
        if not self._pins:
            return self.say(order)
        reply = self._signed(order)
        if reply.get("refusal") == "not-signed-in":
            self._sessions.clear()
            reply = self._signed(order)
        return reply

    def _signed(self, order: dict[str, Any]) -> View:
        """Give an order with the sessions of those whom it names; the refusal where one of them is not let in."""
        unsigned = {key: value for key, value in order.items() if key not in ("by", "second")}
        signers = {"session": order.get("by", self._hand), "second_session": order.get("second")}
        for field, name in signers.items():
            if name is None:
                continue
            if name not in self._sessions:
                reply = self.say({"order": "sign-in", "name": name, "pin": self._pins.get(name, "")})
                if not reply["ok"]:
                    return reply
                self._sessions[name] = reply["session"]
            unsigned[field] = self._sessions[name]
        return self.say(unsigned)

    def say(self, order: dict[str, Any]) -> View:
        """Send a line as it stands and wait for its reply; raises OSError when none came."""
        if self._socket is None and not self._connect():
            raise ConnectionError(f"{self._path}: no table serves this feed")
        assert self._socket is not None
        id = str(next(self._ids))
        try:
            self._socket.sendall(json.dumps({"id": id, **order}).encode() + b"\n")
        except OSError:
            self._drop()
            raise
        deadline_s = time.monotonic() + REPLY_PATIENCE_S
        while (left_s := deadline_s - time.monotonic()) > 0:
            while self._replies:
                reply = self._replies.popleft()
                if reply["reply"] == id:
                    return reply
            self._hear(left_s)
            if self._socket is None:
                raise ConnectionError(f"{self._path}: the table hung up before it answered")
        raise TimeoutError(f"{self._path}: the table did not answer within {REPLY_PATIENCE_S:.0f} s")

    def close(self) -> None:
        """Hang up."""
        self._drop()

    def _connect(self) -> bool:
        client = socket.socket(socket.AF_UNIX)
        try:
            client.connect(str(self._path))
        except PermissionError:
            client.close()
            raise PermissionError(
                f"{self._path}: no permission for this user: type {sudo_for(self._path) or 'sudo'} before it"
            ) from None
        except OSError:
            client.close()
            return False
        self._socket, self._rest, self._known = client, b"", None
        return True

    def _drop(self) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.close()
            self._socket = None
        self._sessions.clear()  # they end with the connection
        self._replies.clear()

    def _hear(self, timeout_s: float) -> bool:
        """Take in what has come, waiting at most `timeout_s` for something; False when nothing has."""
        if self._socket is None and not self._connect():
            time.sleep(min(timeout_s, 0.05))  # until a table serves the socket there is nothing to wait on
            return timeout_s > 0
        assert self._socket is not None
        if not select.select([self._socket], [], [], timeout_s)[0]:
            return False
        try:
            data = self._socket.recv(1 << 20)
        except OSError:
            data = b""
        if not data:
            self._drop()
            return True
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            said = json.loads(line)
            if "reply" in said:
                self._replies.append(said)
            elif said != self._known:  # in a quiet hour the table sends its newest view again
                self._newest = self.seen = self._known = said
        return True
