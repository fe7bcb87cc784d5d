"""What the dealer's panel says to the table: signed orders over the staff feed, presses over a socket of their own.

Theory of operation. Nothing here waits: what cannot be sent at once lies in a bounded buffer, and every line said gets
exactly one `Answered`, from the table, or from here when the connection went, the table did not answer in time, or the
line could not be sent. What a line says (a PIN may be in it) is never kept, printed or logged: only its id is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from device.screen.dealer.state import Answered, Say, Wire
from device.screen.showing.connection import Connection, EndlessLineError, GoneError
from device.screen.showing.subscription import Subscription
from device.screen.view import safe_text

ANSWER_S = 10.0
"""How long an answer may take; a table under load answers in a tenth of a second."""

MOST_OPEN = 16
"""Lines without an answer; a dealer's hand has one or two."""

LONGEST_LINE = 4000
"""Bytes; the table hangs up on longer ones."""

FIRST_RETRY_S, LONGEST_RETRY_S = 0.1, 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Open:
    wire: Wire
    connection: int
    """Over which connection of that wire it was said."""
    until_s: float


class OrdersLine:
    """Both wires to the table and the lines on them that have no answer yet."""

    def __init__(
        self,
        feed: Subscription,
        panel: Path | None,
        now_s: Callable[[], float],
        *,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`feed`: the staff feed, which somebody else serves; `panel`: the panel's socket, None: there is none."""
        self._feed = feed
        self._presses: Final = None if panel is None else _Presses(panel, now_s, report)
        self._now_s = now_s
        self._report = report
        self._open: dict[str, _Open] = {}
        self._answers: list[Answered] = []

    def descriptors(self) -> tuple[list[int], list[int]]:
        """What to wait on besides the feed: to read, and to write."""
        return ([], []) if self._presses is None else self._presses.descriptors()

    def due_in_s(self) -> float | None:
        """After how many seconds `serve` has something to do though nothing came; None: never."""
        due = [one.until_s - self._now_s() for one in self._open.values()]
        if self._presses is not None and (retry_s := self._presses.due_in_s()) is not None:
            due.append(retry_s)
        if self._answers:
            return 0.0
        return max(0.0, min(due)) if due else None

    def say(self, say: Say) -> None:
        """Send a line; its answer comes out of `serve`, whatever becomes of it."""
        id = str(say.line.get("id", ""))
        trouble = self._send(id, say)
        if trouble is not None:
            self._answers.append(trouble)

    def serve(self) -> list[Answered]:
        """Send what waits, take in what came; the answers since the last call."""
        replies = self._feed.take_replies()
        if self._presses is not None:
            replies += self._presses.serve()
        for line in replies:
            self._take(line)
        now = self._now_s()
        for id, one in list(self._open.items()):
            if one.connection != self._connection(one.wire):
                self._answer_lost(id, "the connection to the table broke; look at the table whether it was done")
            elif now >= one.until_s:
                self._answer_lost(id, f"the table did not answer within {ANSWER_S:.0f} s; look whether it was done")
        answers, self._answers = self._answers, []
        return answers

    def close(self) -> None:
        """Hang up the panel's socket; the feed is closed by who serves it."""
        if self._presses is not None:
            self._presses.close()

    def _send(self, id: str, say: Say) -> Answered | None:
        """Send it, or say why it cannot be sent: then it was surely not done."""
        if not id or id in self._open:
            return _refused(id, "repeated-id", "the panel gave two lines the same name")
        line = msgspec.json.encode(say.line)
        if len(line) > LONGEST_LINE:
            return _refused(id, "too-long", f"more than {LONGEST_LINE} bytes; say it in fewer words")
        if len(self._open) >= MOST_OPEN:
            return _refused(id, "busy", "the table has not answered what was asked before")
        sent = self._feed.say(line) if say.wire is Wire.STAFF else self._presses is not None and self._presses.say(line)
        if not sent:
            return _refused(id, "no-connection", "no connection to the table")
        self._open[id] = _Open(wire=say.wire, connection=self._connection(say.wire), until_s=self._now_s() + ANSWER_S)
        return None

    def _connection(self, wire: Wire) -> int:
        """The number of the wire's connection; another one than before when it broke."""
        if wire is Wire.STAFF:
            return self._feed.connection
        return 0 if self._presses is None else self._presses.connection

    def _answer_lost(self, id: str, why: str) -> None:
        del self._open[id]
        self._answers.append(Answered(id=id, ok=False, why=why, refusal="no-answer", lost=True))

    def _take(self, line: bytes) -> None:
        try:
            fields = msgspec.json.decode(line)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            fields = None
        if not isinstance(fields, dict):
            self._report("an answer of the table could not be read and was left out")
            return
        id = fields.get("reply")
        if not isinstance(id, str) or self._open.pop(id, None) is None:
            return  # of a line that was answered from here already
        self._answers.append(_answered(id, fields))


def _answered(id: str, fields: Mapping[str, object]) -> Answered:
    return Answered(
        id=id,
        ok=fields.get("ok") is True,
        why=_text(fields.get("why")),
        refusal=_text(fields.get("refusal")),
        fields=tuple((str(key), value) for key, value in fields.items()),
    )


def _text(value: object) -> str:
    """A sentence of the table, fit to be drawn; what is none is none."""
    return safe_text(value) if isinstance(value, str) else ""


def _refused(id: str, refusal: str, why: str) -> Answered:
    return Answered(id=id, ok=False, why=why, refusal=refusal)


class _Presses:
    """The panel's own socket: connects and reconnects for ever, quietly where the table serves none."""

    def __init__(self, path: Path, now_s: Callable[[], float], report: Callable[[str], None]) -> None:
        self._path = path
        self._now_s = now_s
        self._report = report
        self._link: Connection | None = None
        self._retry_at_s = now_s()
        self._retry_s = FIRST_RETRY_S
        self._connections = 0

    @property
    def connection(self) -> int:
        """The number of the connection there is, 0 while there is none."""
        return 0 if self._link is None else self._connections

    def descriptors(self) -> tuple[list[int], list[int]]:
        if self._link is None:
            return [], []
        return [self._link.fileno()], [self._link.fileno()] if self._link.has_unsent else []

    def due_in_s(self) -> float | None:
        return None if self._link is not None else max(0.0, self._retry_at_s - self._now_s())

    def say(self, line: bytes) -> bool:
        if self._link is None:
            self._connect()
        if self._link is None:
            return False
        try:
            return self._link.say(line)
        except GoneError:
            self._lose("the table hung up")
            return False

    def serve(self) -> list[bytes]:
        if self._link is None:
            if self._now_s() >= self._retry_at_s:
                self._connect()
            if self._link is None:
                return []
        try:
            self._link.flush()
            lines = self._link.lines()
        except (GoneError, EndlessLineError) as error:
            self._lose(str(error))
            return []
        if lines:
            self._retry_s = FIRST_RETRY_S
        return lines

    def close(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None

    def _connect(self) -> None:
        try:
            self._link = Connection(self._path)
        except OSError as error:
            self._lose(error.strerror or str(error))
            return
        self._connections += 1

    def _lose(self, why: str) -> None:
        self.close()
        self._report(f"{self._path}: no connection for the panel's keys ({why})")
        self._retry_at_s = self._now_s() + self._retry_s
        self._retry_s = min(LONGEST_RETRY_S, self._retry_s * 2)
