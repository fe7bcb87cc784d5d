"""Whether the wall clock can be believed, and when it was set: it stamps the record, and nobody else looks at it.

A Raspberry Pi has no clock that goes on without power. It starts with the time at which it was switched off, or an
older one, and learns the right one minutes later, from the network, or never. So the table looks at two things: whether
the clock stands before what is on record already, and whether it moved otherwise than the monotonic clock did.
"""

from collections.abc import Iterable
from datetime import datetime

from device.ports.clock import Clock
from device.ports.journal import Record
from device.table.events import ClockSet, ClockUnsure, Event
from device.table.health import PartHealth

TOLERANCE_S = 2.0
"""Less than this is how clocks are kept right from day to day."""

_AT_ONE_MOMENT_S = 0.1
"""Two clocks were read at one moment when no more time went by meanwhile."""


def recorded_until(records: Iterable[Record]) -> str:
    """The latest time on record that is no doubt of, as text; empty where there is none.

    `records` are in their order. What was stamped before the clock was put back does not count.
    """
    latest = ""
    for record in records:
        event = record.event
        if isinstance(event, ClockSet) and event.by_s < 0:
            latest = record.at
        elif isinstance(event, ClockUnsure):
            latest = max(latest, event.recorded_until)
        else:
            latest = max(latest, record.at)
    return latest


class ClockWatch:
    """Looks at the clock before each step; used by one thread."""

    def __init__(self, clock: Clock, recorded_until: str = "") -> None:
        """`recorded_until`: the latest time on record as the table starts; empty: there is no record."""
        self._clock = clock
        self._until_s = _seconds(recorded_until)
        self._until = recorded_until
        wall_s, self._ahead_s = self._read()
        self._unsure = self._is_behind(wall_s)
        self._said_in_shoe: int | None = None
        self._unsaid: list[Event] = []
        self.health = self._health(wall_s)
        """What people must know of the clock."""

    def look(self, shoe: int) -> tuple[Event, ...]:
        """What is to be put on record before anything else is, until `said`; `shoe` is the one in play."""
        wall_s, ahead_s = self._read()
        by_s, self._ahead_s = ahead_s - self._ahead_s, ahead_s
        if abs(by_s) > TOLERANCE_S:
            self._unsaid.append(ClockSet(by_s=round(by_s, 3), was_unsure=self._unsure))
            if by_s < 0:  # whoever put it back knew why: what was stamped before is no measure any more
                self._until_s = None
            self._unsure = self._is_behind(wall_s)
            self._said_in_shoe = None
            self.health = self._health(wall_s)
        if self._unsure and self._until_s is not None and shoe != self._said_in_shoe:
            behind_s = round(self._until_s - wall_s, 3)
            self._unsaid.append(ClockUnsure(behind_s=behind_s, recorded_until=self._until))
            self._said_in_shoe = shoe
        return tuple(self._unsaid)

    def said(self) -> None:
        """What `look` told is on record."""
        self._unsaid.clear()

    def _read(self) -> tuple[float, float]:
        """The wall clock, and how far it is ahead of the monotonic one; both read at one moment."""
        while True:
            before_s = self._clock.monotonic_s()
            at = self._clock.wall_at()
            after_s = self._clock.monotonic_s()
            if after_s - before_s < _AT_ONE_MOMENT_S:
                wall_s = _seconds(at) or 0.0
                return wall_s, wall_s - after_s

    def _is_behind(self, wall_s: float) -> bool:
        return self._until_s is not None and self._until_s - wall_s > TOLERANCE_S

    def _health(self, wall_s: float) -> PartHealth:
        if not self._unsure or self._until_s is None:
            return PartHealth()
        return PartHealth(
            ok=False,
            detail=f"the clock stands {_long(self._until_s - wall_s)} before times that are on record: those from now "
            "on are in doubt until it is right; connect the network, or set it with `timedatectl set-time`",
        )


def _seconds(at: str) -> float | None:
    try:
        return datetime.fromisoformat(at).timestamp()
    except (ValueError, OverflowError):
        return None


def _long(seconds: float) -> str:
    for unit, length_s in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * length_s:
            return f"{seconds / length_s:.0f} {unit}"
    return f"{seconds:.0f} seconds"
