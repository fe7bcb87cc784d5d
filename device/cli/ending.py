"""A command that is ended by a signal ends what it started, too, and gives back what it holds."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ends_in_order() -> Iterator[None]:
    """SIGTERM and SIGHUP leave this block as an exit does: what is open in it is closed, what runs for it is ended.

    A SIGHUP that was ignored when the program started, as under `nohup`, stays ignored.
    """

    def end(number: int, _: FrameType | None) -> None:
        raise SystemExit(128 + number)

    ends = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, end) for number in ends}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
