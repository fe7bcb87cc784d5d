"""Ctrl-C and SIGTERM as a wish that a loop looks at, so that a screen always leaves tidily."""

import contextlib
import os
import signal
from types import FrameType
from typing import Final


class Stopping:
    """Becomes true when somebody asks the process to end; made in the main thread, once."""

    def __init__(self) -> None:
        self._asked = False
        woken, wakes = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self.descriptor: Final = woken
        """Something to read here means that a signal came: who sleeps in `select` on it wakes up at once."""
        signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask)

    def __bool__(self) -> bool:
        if not self._asked:
            with contextlib.suppress(BlockingIOError):
                os.read(self.descriptor, 4096)  # a signal that asks for nothing must not keep the loop awake
        return self._asked

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True
