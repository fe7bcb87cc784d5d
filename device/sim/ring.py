"""The board's memory of what it has not been thanked for: 64 events, their numbers, and when each was sent."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

RING_SIZE = 64
RESEND_MS = 250
LAST_SEQ = 65535
WIDEST_HOLE = RING_SIZE - 2
"""The host compares numbers within a window of 64: a hole in the count must stay narrower, however many are lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventId:
    """The identity of one event: the boot number drawn at start and the count since then."""

    boot: str
    seq: int
    taken: bool = True
    """False: the ring was full, the event is lost and only its number remains."""


@dataclass(slots=True)
class _Kept:
    seq: int
    frame: bytes
    sent_at_ms: int | None = None


class Ring:
    """Gives out sequence numbers (1 to 65535, then 1 again) and keeps events until they are acknowledged."""

    def __init__(self, last_seq: int = 0) -> None:
        self.last_seq = last_seq
        """The number given last; 0 before the first."""
        self.lost = 0
        """Events that found the ring full."""
        self._kept: deque[_Kept] = deque()
        self._hole = 0

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[int]:
        return (kept.seq for kept in self._kept)

    def put(self, frame_of: Callable[[int], bytes]) -> bool:
        """Take in the event that `frame_of` writes for its number; False when it is lost, though its number is used."""
        if len(self._kept) >= RING_SIZE:
            self.lost += 1
            if self._hole < WIDEST_HOLE:
                self._hole += 1
                self.last_seq = after(self.last_seq)
            return False
        seq = after(self.last_seq)
        self._kept.append(_Kept(seq, frame_of(seq)))
        self.last_seq = seq
        self._hole = 0
        return True

    def send_due(self, now_ms: int, send: Callable[[bytes], bool]) -> None:
        """Send, oldest first, what was never sent or last sent 250 ms ago, until `send` has no room."""
        for kept in self._kept:
            if kept.sent_at_ms is None or now_ms - kept.sent_at_ms >= RESEND_MS:
                if not send(kept.frame):
                    return  # a later event must not overtake one that still waits for room
                kept.sent_at_ms = now_ms

    def send_again(self) -> None:
        """A host that asks who this is has just come, or come back: it gets what is kept without waiting."""
        for kept in self._kept:
            kept.sent_at_ms = None

    def next_due_ms(self, now_ms: int) -> int | None:
        """When `send_due` has something to send again; None when nothing is kept."""
        return min(
            (now_ms if kept.sent_at_ms is None else kept.sent_at_ms + RESEND_MS for kept in self._kept), default=None
        )

    def acknowledge(self, seq: int) -> list[int]:
        """Forget everything up to `seq`; returns the numbers forgotten, in order.

        The window runs from the oldest event kept to the number given last, across the wrap; a number outside it is an
        acknowledgement that comes late and means nothing any more.
        """
        if not self._kept or not 1 <= seq <= LAST_SEQ:
            return []
        oldest = self._kept[0].seq
        reach = steps(oldest, seq)
        if reach > steps(oldest, self.last_seq):
            return []
        forgotten = []
        while self._kept and steps(oldest, self._kept[0].seq) <= reach:
            forgotten.append(self._kept.popleft().seq)
        return forgotten


def after(seq: int) -> int:
    """The number after `seq`."""
    return 1 if seq >= LAST_SEQ else seq + 1


def steps(start: int, end: int) -> int:
    """How many numbers after `start` comes `end`, 65535 being followed by 1."""
    return (end - start) % LAST_SEQ
