"""A screen's end of the feed: connects, reads views line by line, reconnects for ever. One thread, nothing blocks.

Theory of operation. `wait` sleeps in `select` until the table says something or the time is up, and returns what the
screen should show now. Every way in which there is nothing to show is one `Reason`; a screen that has had no good
connection for `PATIENCE_S` says so instead of going on to show a hand that may long be over. A line that is no view
ends the connection: whatever sent it cannot be trusted about the next line either.

    disconnected ──connect──▶ silent ──first view──▶ live
         ▲                      │ closed, garbage      │
         └──────── back-off ◀───┴──────────────────────┘
"""

import contextlib
import enum
import errno
import select
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.screen.view import Kind, NewerViewError, PublicView, ViewError, view_from_json

PATIENCE_S = 2.0
"""How long the last view stands without a connection before the screen says that it has none."""

FIRST_RETRY_S, LONGEST_RETRY_S = 0.1, 2.0
LONGEST_LINE = 4 * 1024 * 1024
"""Bytes; a view of the longest shoe is a hundredth of it."""


class Reason(enum.Enum):
    """Why there is nothing to show; the value is the word's code in the catalogues."""

    CONNECTING = "connecting"
    REFUSED = "refused"
    MISSING = "missing"
    FORBIDDEN = "forbidden"
    SILENT = "silent"
    CLOSED = "closed"
    GARBAGE = "garbage"
    OTHER_VERSION = "other-version"


Shown = PublicView | Reason
"""What a screen shows: a view, or why it has none."""


@dataclass(slots=True)
class _Link:
    socket: socket.socket
    buffer: bytearray


class Subscription:
    """Keeps the newest view of one feed socket."""

    def __init__(self, path: Path, kind: Kind, now_s: Callable[[], float]) -> None:
        """`now_s` is a monotonic clock in seconds. Nothing is opened yet."""
        self._path = path
        self._kind = kind
        self._now_s = now_s
        self._link: _Link | None = None
        self._view: PublicView | None = None
        self._reason = Reason.CONNECTING
        self._live = False
        self._live_since_s = 0.0
        self._good_s = now_s()
        self._retry_at_s = now_s()
        self._retry_s = FIRST_RETRY_S

    def wait(self, longest_s: float) -> Shown:
        """Wait until something may have changed, at most `longest_s`; say what the screen shows now."""
        now = self._now_s()
        if self._link is None and now >= self._retry_at_s:
            self._connect()
        readable = [self._link.socket] if self._link is not None else []
        pause = longest_s if readable else max(0.0, min(longest_s, self._retry_at_s - now))
        with contextlib.suppress(OSError, ValueError):
            if select.select(readable, [], [], pause)[0]:
                self._read()
        return self._shown()

    def close(self) -> None:
        """Hang up."""
        if self._link is not None:
            self._link.socket.close()
            self._link = None

    def _shown(self) -> Shown:
        if self._live:
            self._good_s = self._now_s()
        patient = self._now_s() - self._good_s < PATIENCE_S
        if self._view is not None and (self._live or (patient and self._reason not in _AT_ONCE)):
            return self._view
        return self._reason

    def _connect(self) -> None:
        link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            link.settimeout(0)  # a Unix socket connects at once or not at all
            link.connect(str(self._path))
        except OSError as error:
            link.close()
            self._lose(_CAUSES.get(error.errno or 0, Reason.CONNECTING))
            return
        self._link = _Link(socket=link, buffer=bytearray())
        if self._reason not in _AT_ONCE:
            self._reason = Reason.SILENT

    def _lose(self, reason: Reason) -> None:
        self.close()
        # Only a connection that has held for a while earns a quick retry: one that flaps must not flicker.
        if self._live and self._now_s() - self._live_since_s >= PATIENCE_S:
            self._retry_s = FIRST_RETRY_S
        self._live = False
        if self._reason not in _AT_ONCE or reason in _AT_ONCE:
            self._reason = reason
        self._retry_at_s = self._now_s() + self._retry_s
        self._retry_s = min(LONGEST_RETRY_S, self._retry_s * 2)

    def _read(self) -> None:
        link = self._link
        assert link is not None
        try:
            data = link.socket.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lose(Reason.CLOSED)
            return
        link.buffer += data
        *lines, rest = link.buffer.split(b"\n")
        link.buffer = rest
        try:
            for line in lines:
                self._take(bytes(line))
        except NewerViewError:
            self._lose(Reason.OTHER_VERSION)
        except ViewError:
            self._lose(Reason.GARBAGE)
        else:
            if len(rest) > LONGEST_LINE:
                self._lose(Reason.GARBAGE)

    def _take(self, line: bytes) -> None:
        if line.startswith(b'{"reply"'):
            return  # the answer to somebody's order; this screen gives none
        self._view = view_from_json(line, self._kind)
        if not self._live:
            self._live_since_s = self._now_s()
        self._live = True
        self._reason = Reason.SILENT


_AT_ONCE = (Reason.GARBAGE, Reason.OTHER_VERSION)
"""Reasons that are shown without patience, and until a good view comes: what was last shown is in doubt."""

_CAUSES = {
    errno.ECONNREFUSED: Reason.REFUSED,
    errno.ENOENT: Reason.MISSING,
    errno.EACCES: Reason.FORBIDDEN,
    errno.EPERM: Reason.FORBIDDEN,
}
