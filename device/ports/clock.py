"""Time as the table needs it: one clock for durations, another for the record."""

from typing import Protocol


class Clock(Protocol):
    """Two clocks that are never mixed: the monotonic one is for durations, the wall clock only stamps the record."""

    def monotonic_s(self) -> float:
        """Seconds on a clock that never steps; its zero means nothing."""
        ...

    def wall_at(self) -> str:
        """Now in UTC as ISO 8601 with milliseconds and ``Z``; may step when the network sets it."""
        ...
