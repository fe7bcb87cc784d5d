"""One boot's events in the order of their numbers, each once, with holes found and named.

Theory of operation. The board numbers events 1 to 65535 and then 1 again, keeps the last 64 that are not acknowledged
and sends all of these each 250 ms. So:

* A number not later than `done` is a repeat. It is acknowledged again only if it was acknowledged before: the host
  never acknowledges what is not on record.
* The number after `done` is delivered at once.
* A later number waits, since the board sends the missing one again. It is lost when a later event was sent twice more
  without it and 1 s has gone by. A damaged frame may have been the missing one: it starts that second again. After 3 s
  the wait is over in any case.
* A heartbeat tells the number given last: a hole with nothing after it is found like that.
* One damaged frame in 65,536 has a right checksum. So a number far ahead proves no loss by itself: it must come twice,
  or a heartbeat must have got there. If neither has happened in 3 s, no such event was sent.
* A hello carries the number given last and uses none up. A young board that gives its hello a number of its own is
  understood too: of a boot's first 64 numbers none can have been refused by a full ring, so a hello's is no loss. In
  its first hour no board gets around to number 1 again.
"""

from dataclasses import dataclass

from device.readers.shoe_frames import HIGHEST_SEQ, EventFrame

RING_SIZE = 64
WAIT_S = 1.0
MOST_WAIT_S = 3.0
_RESENDS = 2
_YOUNG_MS = 3_600_000


def ahead(seq: int, of: int) -> int:
    """How many numbers `seq` is after `of`; negative when before. Half the circle of 65535 counts as before.

    The board keeps 64 events, but holes between them may stretch their numbers far beyond a window of 64.
    """
    half = HIGHEST_SEQ // 2
    return (seq - of + half) % HIGHEST_SEQ - half


def step(seq: int, by: int = 1) -> int:
    """The number `by` after `seq`; 65535 is followed by 1, and 0 (nothing yet) too."""
    return (seq + by - 1) % HIGHEST_SEQ + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole:
    """Numbers `first` to `last` never came and never will."""

    first: int
    last: int


@dataclass(slots=True, kw_only=True)
class _Sighting:
    """A number seen before its turn: since when, and how often again on a line without damage."""

    since_s: float
    quiet_since_s: float
    again: int = 0
    confirmed: bool = False
    """Whether the board has said it twice, in whatever way."""

    def is_due(self, now_s: float) -> bool:
        return self.is_clean(now_s) or self.is_overdue(now_s)

    def is_overdue(self, now_s: float) -> bool:
        return now_s - self.since_s >= MOST_WAIT_S

    def is_clean(self, now_s: float) -> bool:
        return now_s - self.quiet_since_s >= WAIT_S and self.again >= _RESENDS


class EventOrder:
    """The events of one boot. `done`: all is accounted for up to here; None: nothing is known of this boot's past.

    With no past there is no loss to name before the hello: the first event kept by the board is the first one.
    `acknowledged` is the highest number on record, None while there is none.
    """

    def __init__(self, done: int | None) -> None:
        self.done = done
        self.acknowledged: int | None = done or None
        self._hello = 0
        self._begun: _Sighting | None = None
        self._hellos: set[int] = set()
        """Numbers carried by hellos that can be no lost event."""
        self._waiting: dict[int, tuple[EventFrame, _Sighting]] = {}
        self._young: bool | None = None
        self._top: tuple[int, _Sighting] | None = None
        """The first number named by a heartbeat that is still ahead."""

    def reopened(self) -> None:
        """The line is new: what waits out of order will be sent again."""
        self._begun = None
        self._hellos.clear()
        self._waiting.clear()
        self._top = None

    def hello(self, seq: int, now_s: float) -> None:
        """The board named itself and the number it gave last."""
        if self._begun is None:
            self._begun = _Sighting(since_s=now_s, quiet_since_s=now_s, again=_RESENDS)
            self._hello = seq
        if self.done is None and seq == 0:
            self.done = 0
        if 1 <= seq <= RING_SIZE:
            self._hellos.add(seq)

    def heartbeat(self, last_seq: int, uptime_ms: int, now_s: float) -> None:
        """The board named the number it gave last, and how long it has been running."""
        self._young = uptime_ms < _YOUNG_MS
        for seq, (_, sighting) in self._waiting.items():
            sighting.confirmed |= ahead(seq, last_seq) <= 0
        if last_seq == 0 or self.done is None or not self._is_ahead(last_seq):
            self._top = None
        elif self._top is None or not self._is_ahead(self._top[0]) or ahead(last_seq, self._top[0]) < 0:
            self._top = last_seq, _Sighting(since_s=now_s, quiet_since_s=now_s)
        else:
            self._top[1].again += 1
            self._top[1].confirmed = True

    def event(self, frame: EventFrame, now_s: float) -> bool:
        """Take an event; True when it is a repeat of what was already delivered."""
        seq = frame.id.seq
        if self.done is None and seq == 1 and self._hello <= 1:
            self.done = 0
        if not self._is_ahead(seq):
            return True
        if seq in self._waiting:
            self._waiting[seq][1].again += 1
            self._waiting[seq][1].confirmed = True
        elif len(self._waiting) < 2 * RING_SIZE:
            self._waiting[seq] = frame, _Sighting(since_s=now_s, quiet_since_s=now_s)
        return False

    def damaged(self, now_s: float) -> None:
        """Something on the line could not be read: it may have been what is waited for."""
        sightings = [sighting for _, sighting in (*self._waiting.values(), *([self._top] if self._top else []))]
        for sighting in sightings:
            sighting.again = 0
            sighting.quiet_since_s = now_s
        if self._begun is not None:
            self._begun.quiet_since_s = now_s

    def release(self, now_s: float) -> list[EventFrame | Hole]:
        """What may be delivered now, in order; a hole stands where its events would have stood."""
        out: list[EventFrame | Hole] = []
        if self.done is None:
            self._begin(now_s)
        while self.done is not None:
            following = self._waiting.pop(step(self.done), None)
            if following is not None:
                out.append(following[0])
                self.done = following[0].id.seq
                continue
            last, sighting = self._gap(self.done)
            if sighting is None or not sighting.is_due(now_s):
                break
            if not sighting.confirmed:
                self._forget(step(last))
                continue
            first = step(self.done)
            hellos = [hello for hello in self._hellos if first <= hello and ahead(hello, last) <= 0]
            if hellos and self._young is None and not sighting.is_overdue(now_s):
                break
            out += _holes(first, last, without=hellos if self._young and sighting.is_clean(now_s) else [])
            self.done = last
        return out

    def acknowledge(self, seq: int) -> bool:
        """All up to `seq` is on record; False when that says nothing new, or was never delivered."""
        if self.done is None or seq == 0 or self._is_ahead(seq) or self.is_acknowledged(seq):
            return False
        self.acknowledged = seq
        return True

    def is_acknowledged(self, seq: int) -> bool:
        """Whether this number is on record."""
        return self.acknowledged is not None and ahead(seq, self.acknowledged) <= 0

    def _is_ahead(self, seq: int) -> bool:
        return self.done is None or ahead(seq, self.done) > 0

    def _begin(self, now_s: float) -> None:
        """Find where an unknown boot begins, once all that its board kept has been sent again."""
        if self._begun is not None and self._begun.is_due(now_s):
            first = min(0, *(ahead(seq, step(self._hello)) for seq in (*self._waiting, step(self._hello))))
            self.done = step(self._hello, first)

    def _forget(self, seq: int) -> None:
        """What was said of this number once and never again was never said by the board."""
        if self._waiting.pop(seq, None) is None:
            self._top = None

    def _gap(self, done: int) -> tuple[int, _Sighting | None]:
        """The last number missing before the next thing seen, and the sighting of that thing; None: nothing is."""
        if self._waiting:
            seq = min(self._waiting, key=lambda seq: ahead(seq, done))
            return step(seq, -1), self._waiting[seq][1]
        if self._top is not None and self._is_ahead(self._top[0]):
            return self._top
        return done, None


def _holes(first: int, last: int, *, without: list[int]) -> list[Hole]:
    """Numbers `first` to `last` as holes, but for those `without`, which lie between them and before any wrap."""
    holes = []
    for number in sorted(without):
        if number != first:
            holes.append(Hole(first=first, last=step(number, -1)))
        first = step(number)
    if ahead(first, last) <= 0:
        holes.append(Hole(first=first, last=last))
    return holes
