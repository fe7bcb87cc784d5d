"""How long wrong PINs make a person wait: pure arithmetic on what the file keeps.

No clock that can be set is used. Within one start of the machine the time since a wait began is the difference of two
uptimes. After a restart the wait began in an earlier start, so at least this start's uptime has passed since; that much
is taken off and no more. So a wait ends at the latest as long after a restart as it is long, and never too early.
"""

from dataclasses import dataclass, replace

from device.staff.moment import Moment

FREE_TRIES = 3
"""The wrong PIN from which on there is a wait."""
FIRST_WAIT_S = 30.0
LONGEST_WAIT_S = 900.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tries:
    """The wrong PINs since the last right one, and when the last of them was; none when `wrong` is 0."""

    wrong: int = 0
    boot: str = ""
    uptime_s: float = 0.0
    at: str = ""
    """Wall time, for people to read."""


NO_TRIES = Tries()


def wait_after(wrong: int) -> float:
    """Seconds to wait after so many wrong PINs in a row: 30 after the third, then twice as long each, at most 900."""
    if wrong < FREE_TRIES:
        return 0.0
    doublings = min(wrong - FREE_TRIES, 10)  # far beyond the longest wait; a power without end would overflow
    return min(FIRST_WAIT_S * 2.0**doublings, LONGEST_WAIT_S)


def remaining_s(tries: Tries, now: Moment) -> float:
    """Seconds until the next PIN is looked at, 0 when it may be now."""
    passed_s = now.uptime_s - tries.uptime_s if tries.boot == now.boot else now.uptime_s
    # A file from a machine whose clock ran otherwise must not make a wait longer than it ever was.
    wait_s = wait_after(tries.wrong)
    return min(max(wait_s - max(passed_s, 0.0), 0.0), wait_s)


def counted(tries: Tries, now: Moment) -> Tries:
    """The tries with one more wrong PIN, now."""
    return replace(tries, wrong=tries.wrong + 1, boot=now.boot, uptime_s=now.uptime_s, at=now.at)
