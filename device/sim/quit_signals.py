"""SIGTERM and SIGINT as a wish that a simulator's loop looks at, and that wakes it."""

import contextlib
import os
import signal
from collections.abc import Callable, Iterator

from device.system.signals import told_of


@contextlib.contextmanager
def quit_signals(told: Callable[[], None]) -> Iterator[int]:
    """Call `told` when a signal asks the process to end; gives a descriptor that can be read from then on.

    In the main thread only. Afterwards signals do what they did before.
    """
    wake, woken = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    old_wakeup = signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    try:
        with told_of((signal.SIGTERM, signal.SIGINT), lambda _number, _frame: told()):
            yield wake
    finally:
        signal.set_wakeup_fd(old_wakeup)
        os.close(wake)
        os.close(woken)
