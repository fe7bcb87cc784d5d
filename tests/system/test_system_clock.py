"""The machine's clocks fit the port."""

import re
from datetime import UTC, datetime, timedelta

from device.ports.clock import Clock
from device.system.clock import SystemClock


def test_the_wall_clock_is_utc_with_milliseconds() -> None:
    clock: Clock = SystemClock()
    before = datetime.now(UTC) - timedelta(milliseconds=1)
    at = clock.wall_at()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", at)
    assert before <= datetime.fromisoformat(at) <= datetime.now(UTC)


def test_the_monotonic_clock_never_goes_back() -> None:
    clock = SystemClock()
    looks = [clock.monotonic_s() for _ in range(1000)]
    assert looks == sorted(looks)
