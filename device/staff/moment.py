"""What time it is, as a wait needs it that neither a restart nor a changed clock may shorten."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from device.staff.errors import StaffError

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A moment on this machine."""

    boot: str
    """Which start of the machine it lies in; another text after each."""
    uptime_s: float
    """Seconds since that start on a clock that never steps, the same in every process."""
    at: str
    """Wall time in UTC for people; it may step, so nothing is measured with it."""


class MachineClock(Protocol):
    """Where moments come from."""

    def now(self) -> Moment:
        """This moment; raises StaffError where the machine cannot tell."""
        ...


class LinuxClock:
    """The machine's own; implements `MachineClock`."""

    def __init__(self, boot_id: Path = _BOOT_ID) -> None:
        self._boot_id = boot_id

    def now(self) -> Moment:
        """This moment; raises StaffError where the kernel does not say which start of the machine this is."""
        try:
            boot = self._boot_id.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise StaffError(
                f"{self._boot_id}: cannot be read ({error}), so waits after wrong PINs cannot be kept: mount /proc"
            ) from error
        at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        # CLOCK_MONOTONIC and not BOOTTIME: time asleep then only makes a wait longer.
        return Moment(boot=boot, uptime_s=time.clock_gettime(time.CLOCK_MONOTONIC), at=at)
