"""Who ends a program: what is done when a signal asks for it, for as long as a block runs."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""By a service manager, by Ctrl-C, by a terminal that closes."""


@contextmanager
def told_of(numbers: Sequence[signal.Signals], handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Have `handler` called for these signals, in the main thread; afterwards they do what they did before.

    A SIGHUP that was ignored when the program started stays ignored: `nohup` wants one that outlives its terminal.
    """
    taken = [one for one in numbers if one != signal.SIGHUP or signal.getsignal(one) is not signal.SIG_IGN]
    before = {number: signal.signal(number, handler) for number in taken}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
