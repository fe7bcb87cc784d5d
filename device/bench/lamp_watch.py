"""What a measured process says of its pins: one small message for each that changes, through a pipe.

The time is taken before anything else is done, on the clock that all processes of a machine share.
"""

import os
import select
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from device.bench.disk_shim import sync_counter
from device.bench.report import BenchError

_MESSAGE = struct.Struct("=qqBB")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A pin changed at `at_ns`, and the process had made so many syncs by then (-1: they are not counted)."""

    at_ns: int
    syncs: int
    gpio: int
    high: bool


def teller(fd: int) -> Callable[[int, bool], None]:
    """For the measured process: what its pins call when they change; `fd` is the pipe's end."""
    syncs = sync_counter()

    def tell(gpio: int, high: bool) -> None:
        at_ns = time.monotonic_ns()
        os.write(fd, _MESSAGE.pack(at_ns, syncs(), gpio, high))

    return tell


def memory_factory(on_change: Callable[[int, bool], None]) -> Any:
    """Pins in memory that tell of their changes; raises BenchError where gpiozero is not installed."""
    try:
        from device.panel.memory import MemoryFactory  # noqa: PLC0415 - gpiozero is an extra
    except ModuleNotFoundError as error:
        raise BenchError(f"{error.name} is not installed; install zapato with its extra gpio") from None
    return MemoryFactory(on_change=on_change)


class Watch:
    """For the measuring process: the other end of such a pipe."""

    def __init__(self) -> None:
        self._read, self.write_end = os.pipe()
        os.set_blocking(self._read, False)
        self.last: Change | None = None
        """The latest change taken."""

    def taken_by_child(self) -> None:
        """The child has its end now; let go of it here, so that the child's end is seen."""
        os.close(self.write_end)

    def changes(self) -> list[Change]:
        """What has changed since the last call, oldest first."""
        try:
            data = os.read(self._read, _MESSAGE.size * 256)
        except BlockingIOError:
            return []
        found = [
            Change(at_ns=at_ns, syncs=syncs, gpio=gpio, high=bool(high))
            for at_ns, syncs, gpio, high in _MESSAGE.iter_unpack(data)
        ]
        self.last = found[-1] if found else self.last
        return found

    def wait(self, timeout_s: float) -> bool:
        """Wait until a change can be read; False when the time is over."""
        return bool(select.select([self._read], [], [], timeout_s)[0])

    def close(self) -> None:
        """Release the pipe."""
        os.close(self._read)
