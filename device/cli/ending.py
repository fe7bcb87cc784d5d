"""A command that is ended by a signal ends what it started, too, and gives back what it holds."""

import signal
from contextlib import AbstractContextManager
from types import FrameType

from device.system.signals import told_of


def ends_in_order() -> AbstractContextManager[None]:
    """SIGTERM and SIGHUP leave this block as an exit does: what is open in it is closed, what runs for it is ended."""

    def end(number: int, _: FrameType | None) -> None:
        raise SystemExit(128 + number)

    return told_of((signal.SIGTERM, signal.SIGHUP), end)
