"""A device that never stops sending holds nobody up."""

import threading
from collections.abc import Callable
from typing import cast

import pytest
import serial
from line.line_inbox import PATIENCE_S, Inbox, SystemClock

from device.line.serial_line import MOST_BYTES_PER_S, Machine, SerialLine


class _Spout:
    """A port that always has more bytes, and a clock that stands still while it is read."""

    in_waiting = 4096

    def __init__(self, reads: int) -> None:
        self._reads = reads

    def read(self, count: int) -> bytes:
        self._reads -= 1
        if not self._reads:
            raise OSError(5, "gone")
        return bytes(count)

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


def test_a_device_that_never_stops_sending_is_read_no_faster_than_any_serial_line() -> None:
    inbox = Inbox()
    rests: list[float] = []
    done = threading.Event()
    lines: list[SerialLine] = []

    class Still(SystemClock):
        def monotonic_s(self) -> float:
            return 7.0

    def wait(_stop: threading.Event, seconds: float) -> None:
        rests.append(seconds)
        if len(rests) == 6:
            done.set()
            lines[0]._stop.set()

    reads = MOST_BYTES_PER_S // 4096 + 60
    machine = Machine(wait=wait, open_port=lambda _path, _baud: cast("serial.Serial", _Spout(reads)))
    lines.append(SerialLine("/dev/spout", 115200, inbox.put, Still(), machine))
    lines[0].start()
    assert done.wait(PATIENCE_S)
    lines[0].close()
    # The first second's worth comes at once, then each read is waited for; the clock stands still, so ever longer.
    assert rests == pytest.approx([(4096 * count - MOST_BYTES_PER_S) / MOST_BYTES_PER_S for count in range(25, 31)])
