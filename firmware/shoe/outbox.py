"""The board's memory of what it has not been thanked for: the last 64 events, their numbers, when each was sent.

An event gets the next number and stays, sent again every 250 ms, until the host acknowledges it. When 64 wait, the
newest is not taken: its number is used up all the same, so that the host sees the hole in the count and holds the
table. All places are made at the start; an event costs its own bytes and nothing else.
"""

from array import array

from micropython import const

from shoe import ticks
from shoe.frame import encode

RING_SIZE = 64
RESEND_MS = 250
LAST_SEQ = 65535
_RING = const(64)
_WIDEST_HOLE = const(62)
"""The host compares numbers within a window of 64: a hole must stay narrower, however many events are lost."""


def after(seq: int) -> int:
    """The number after `seq`: 65535 is followed by 1."""
    return 1 if seq >= LAST_SEQ else seq + 1


def steps(start: int, end: int) -> int:
    """How many numbers after `start` comes `end`."""
    return (end - start) % LAST_SEQ


class Outbox:
    """Numbers events and keeps them until they are acknowledged; `boot` is eight upper-case hex digits."""

    def __init__(self, boot: str, last_seq: int = 0) -> None:
        self.boot = boot
        self.last_seq = last_seq
        """The number given last; 0 before the first."""
        self.lost = 0
        """Events that found all places taken."""
        self.kept = 0
        """How many events wait for the host."""
        self._frames: list[bytes] = [b""] * _RING
        self._seqs = array("H", bytes(2 * _RING))
        self._sent_at = array("i", bytes(4 * _RING))
        self._sent = bytearray(_RING)
        self._first = 0
        self._hole = 0

    def put(self, kind: str, fields: str) -> bool:
        """Take in an event, `fields` being what follows its number; False when it is lost and only its number used."""
        if self.kept == _RING:
            self.lost += 1
            if self._hole < _WIDEST_HOLE:
                self._hole += 1
                self.last_seq = after(self.last_seq)
            return False
        self._hole = 0
        self.last_seq = after(self.last_seq)
        place = (self._first + self.kept) % _RING
        self._frames[place] = encode("%s,%s,%d,%s" % (kind, self.boot, self.last_seq, fields))
        self._seqs[place] = self.last_seq
        self._sent[place] = 0
        self.kept += 1
        return True

    def due(self, now_ms: int) -> bytes | None:
        """The oldest frame that was never sent or last sent 250 ms ago; it counts as sent now."""
        for number in range(self.kept):
            place = (self._first + number) % _RING
            if not self._sent[place] or ticks.since(now_ms, self._sent_at[place]) >= RESEND_MS:
                self._sent[place] = 1
                self._sent_at[place] = now_ms
                return self._frames[place]
        return None

    def send_again(self) -> None:
        """A host that asks who this is has just come, or come back: it gets what is kept without waiting."""
        for place in range(_RING):
            self._sent[place] = 0

    def acknowledge(self, boot: str, seq: int) -> int:
        """Forget everything up to `seq`; returns how many events that were.

        The window runs from the oldest event kept to the number given last, across the wrap. Another boot's number, or
        one outside the window, is an acknowledgement that comes late and means nothing any more.
        """
        if not self.kept or boot != self.boot or not 1 <= seq <= LAST_SEQ:
            return 0
        oldest = self._seqs[self._first]
        reach = steps(oldest, seq)
        if reach > steps(oldest, self.last_seq):
            return 0
        forgotten = 0
        while self.kept and steps(oldest, self._seqs[self._first]) <= reach:
            self._frames[self._first] = b""
            self._first = (self._first + 1) % _RING
            self.kept -= 1
            forgotten += 1
        return forgotten
