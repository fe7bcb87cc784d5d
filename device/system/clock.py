"""The machine's own two clocks."""

import time
from datetime import UTC, datetime


class SystemClock:
    """The clock of a real table; implements `ports.clock.Clock`."""

    def monotonic_s(self) -> float:
        """Seconds since an unknown moment; never steps, not even when the network sets the time."""
        return time.monotonic()

    def wall_at(self) -> str:
        """Now in UTC with milliseconds: ``2025-03-01T20:15:07.042Z``; steps when the network sets it."""
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
