"""SIGTERM and SIGINT as a wish that a simulator's loop looks at, and that wakes it."""

import contextlib
import os
import signal
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def quit_signals(told: Callable[[], None]) -> Iterator[int]:
    """Call `told` when a signal asks the process to end; gives a descriptor that can be read from then on.

    In the main thread only. Afterwards signals do what they did before.
    """
    wake, woken = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    old_wakeup = signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    numbers = (signal.SIGTERM, signal.SIGINT)
    old_handlers = {number: signal.signal(number, lambda _number, _frame: told()) for number in numbers}
    try:
        yield wake
    finally:
        for number, handler in old_handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(old_wakeup)
        os.close(wake)
        os.close(woken)
