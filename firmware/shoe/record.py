"""What goes on record: events with their times, in the order in which they happened, and who hears of them.

A card whose code may still come is held back with its number not yet given; whatever happens meanwhile waits behind it.
"""

from micropython import const

from shoe import ticks
from shoe.frame import escape
from shoe.listener import Listener
from shoe.outbox import Outbox

_MOST_BEHIND = const(8)
_STRAY_AGAIN_MS = const(500)
_MASK = const(0x3FFFFFFF)


class Record:
    """Writes events into the outbox; times on the line count from `zero_ms`."""

    def __init__(self, outbox: Outbox, zero_ms: int) -> None:
        self.listener: Listener | None = None
        self.holds = False
        """A card is held back."""
        self._outbox = outbox
        self._zero_ms = zero_ms
        self._in_ms = self._out_ms = 0
        self._behind: list[tuple[str, str]] = []
        self._has_strayed = False
        self._stray_ms = zero_ms

    def uptime(self, at_ms: int) -> int:
        """Milliseconds since the start of this boot."""
        return (at_ms - self._zero_ms) & _MASK

    def event(self, kind: str, at_ms: int, more: str = "") -> None:
        """Something that happened at that time; `more` are its other fields, each with a comma before it."""
        self._put(kind, str(self.uptime(at_ms)) + more)

    def card(self, in_ms: int, out_ms: int, code: str | None) -> None:
        """A card left, with its code or without one."""
        self._put(*self._card(in_ms, out_ms, code))

    def hold(self, in_ms: int, out_ms: int) -> None:
        """A card left, and its code may still come."""
        self.holds = True
        self._in_ms = in_ms
        self._out_ms = out_ms

    def settle(self, code: str | None) -> None:
        """Tell the card that was held back, and what happened since."""
        self.holds = False
        self.card(self._in_ms, self._out_ms, code)
        behind, self._behind = self._behind, []
        for kind, fields in behind:
            self._put(kind, fields)

    def is_full(self) -> bool:
        """Whether so much waits behind a card that it must not be held back any longer."""
        return len(self._behind) >= _MOST_BEHIND

    def stray(self, now_ms: int) -> None:
        """A code was seen without a passage; a reader that sees one again and again says so twice a second at most."""
        if not self._has_strayed or ticks.since(now_ms, self._stray_ms) >= _STRAY_AGAIN_MS:
            self._has_strayed = True
            self._stray_ms = now_ms
            self.event("R", now_ms)

    def _card(self, in_ms: int, out_ms: int, code: str | None) -> tuple[str, str]:
        times = "%d,%d" % (self.uptime(in_ms), self.uptime(out_ms))
        return ("N", times) if code is None else ("C", times + "," + escape(code))

    def _put(self, kind: str, fields: str) -> None:
        if self.holds:
            self._behind.append((kind, fields))
            return
        taken = self._outbox.put(kind, fields)
        if self.listener is not None:
            self.listener.heard(kind, self._outbox.last_seq, fields, taken)
