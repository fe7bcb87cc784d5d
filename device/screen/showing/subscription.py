"""A screen's end of the feed: connects, reads views line by line, reconnects for ever. One thread, nothing blocks.

Theory of operation. `serve` takes what has come and returns what the screen should show now; `wait` sleeps before until
there is something to serve. Every way in which there is nothing to show is one `Reason`; a screen that has had no good
connection for `PATIENCE_S` says so instead of going on to show a hand that may long be over. A line that is no view
ends the connection: whatever sent it cannot be trusted about the next line either. What staff say goes over the same
connection, and the answers come among the views.

    disconnected ──connect──▶ silent ──first view──▶ live
         ▲                      │ closed, garbage      │
         └──────── back-off ◀───┴──────────────────────┘
"""

import contextlib
import enum
import errno
import select
from collections.abc import Callable
from pathlib import Path

from device.screen.showing.connection import Connection, EndlessLineError, GoneError
from device.screen.view import Kind, NewerViewError, PublicView, ViewError, view_from_json

PATIENCE_S = 2.0
"""How long the last view stands without a connection before the screen says that it has none."""

SILENCE_S = 15.0
"""How long a table that sends its view again every few seconds may say nothing before it is taken to hang."""

FIRST_RETRY_S, LONGEST_RETRY_S = 0.1, 2.0

MOST_REPLIES = 64
"""Answers kept until somebody takes them; a screen that gives no orders has none coming."""


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


class Subscription:
    """Keeps the newest view of one feed socket."""

    def __init__(
        self, path: Path, kind: Kind, now_s: Callable[[], float], *, report: Callable[[str], None] = lambda _: None
    ) -> None:
        """`now_s` is a monotonic clock in seconds; `report` is told what is wrong. Nothing is opened yet."""
        self._path = path
        self._kind = kind
        self._now_s = now_s
        self._report = report
        self._link: Connection | None = None
        self._view: PublicView | None = None
        self._line = b""
        self._beats = False
        """Whether the table sends its view again and again on this connection, so that silence means something."""
        self._heard_s = now_s()
        self._reason = Reason.CONNECTING
        self._live = False
        self._live_since_s = 0.0
        self._good_s = now_s()
        self._retry_at_s = now_s()
        self._retry_s = FIRST_RETRY_S
        self._replies: list[bytes] = []
        self._connections = 0

    @property
    def connection(self) -> int:
        """The number of the connection there is, 0 while there is none: what was said over another one is lost."""
        return 0 if self._link is None else self._connections

    def wait(self, longest_s: float) -> Shown:
        """Wait until something may have changed, at most `longest_s`; say what the screen shows now."""
        if self._link is None and self._now_s() >= self._retry_at_s:
            self._connect()
        due_s = self.due_in_s()
        pause = longest_s if due_s is None else min(longest_s, due_s)
        with contextlib.suppress(OSError, ValueError):
            select.select(*self.descriptors(), [], pause)
        return self.serve()

    def descriptors(self) -> tuple[list[int], list[int]]:
        """What to wait on: to read, and to write."""
        if self._link is None:
            return [], []
        return [self._link.fileno()], [self._link.fileno()] if self._link.has_unsent else []

    def due_in_s(self) -> float | None:
        """After how many seconds `serve` has something to do though nothing came; None: never."""
        now = self._now_s()
        due = [] if self._link is not None else [self._retry_at_s]
        if self._live and self._beats:
            due.append(self._heard_s + SILENCE_S)
        if self._view is not None and not self._live and now - self._good_s < PATIENCE_S:
            due.append(self._good_s + PATIENCE_S)
        return max(0.0, min(due) - now) if due else None

    def serve(self) -> Shown:
        """Do what can be done at once: connect, read, send what waits; say what the screen shows now."""
        if self._link is None and self._now_s() >= self._retry_at_s:
            self._connect()
        if self._link is not None:
            self._read(self._link)
        return self._shown()

    def say(self, line: bytes) -> bool:
        """Send a line to the table; False when there is no connection or it takes no more."""
        if self._link is None:
            return False
        try:
            return self._link.say(line)
        except GoneError:
            self._lose(Reason.CLOSED)
            return False

    def take_replies(self) -> list[bytes]:
        """The answers that came since the last call, each a line as it came."""
        replies, self._replies = self._replies, []
        return replies

    def close(self) -> None:
        """Hang up."""
        if self._link is not None:
            self._link.close()
            self._link = None

    def _shown(self) -> Shown:
        if self._live and self._beats and self._now_s() - self._heard_s >= SILENCE_S:
            self._live = False  # the connection stands, and nobody is there: the next line makes it live again
            self._good_s = self._now_s() - PATIENCE_S
            self._report(f"{self._path}: the table is connected and has said nothing for {SILENCE_S:g} s; is it stuck?")
        if self._live:
            self._good_s = self._now_s()
        patient = self._now_s() - self._good_s < PATIENCE_S
        if self._view is not None and (self._live or (patient and self._reason not in _AT_ONCE)):
            return self._view
        return self._reason

    def _connect(self) -> None:
        try:
            self._link = Connection(self._path)
        except OSError as error:
            self._lose(_CAUSES.get(error.errno or 0, Reason.CONNECTING), str(error.strerror or error))
            return
        self._connections += 1
        self._line, self._beats = b"", False
        if self._reason not in _AT_ONCE:
            self._reason = Reason.SILENT

    def _lose(self, reason: Reason, why: str = "") -> None:
        self.close()
        self._report(f"{self._path}: {_SAID.get(reason, 'no connection to the table')}{f' ({why})' if why else ''}")
        # Only a connection that has held for a while earns a quick retry: one that flaps must not flicker.
        if self._live and self._now_s() - self._live_since_s >= PATIENCE_S:
            self._retry_s = FIRST_RETRY_S
        self._live = False
        if self._reason not in _AT_ONCE or reason in _AT_ONCE:
            self._reason = reason
        self._retry_at_s = self._now_s() + self._retry_s
        self._retry_s = min(LONGEST_RETRY_S, self._retry_s * 2)

    def _read(self, link: Connection) -> None:
        try:
            link.flush()
            for line in link.lines():
                self._take(line)
        except GoneError:
            self._lose(Reason.CLOSED)
        except NewerViewError as error:
            self._lose(Reason.OTHER_VERSION, str(error))
        except (ViewError, EndlessLineError) as error:
            self._lose(Reason.GARBAGE, str(error))

    def _take(self, line: bytes) -> None:
        if line.startswith(b'{"reply"'):
            self._replies.append(line)
            del self._replies[:-MOST_REPLIES]
            return
        self._heard_s = self._now_s()
        if line == self._line and self._view is not None:
            self._beats = True
        else:
            self._view, self._line = view_from_json(line, self._kind), line
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

_SAID = {
    Reason.REFUSED: "nobody answers there; is the table running?",
    Reason.MISSING: "there is no such socket; is the table running?",
    Reason.FORBIDDEN: "this user may not connect; it must be in the group of the socket",
    Reason.CLOSED: "the table hung up",
    Reason.GARBAGE: "what came is no view of a table",
    Reason.OTHER_VERSION: "the table is of a later version than this screen",
}
"""What a loss is called in the process's log."""
