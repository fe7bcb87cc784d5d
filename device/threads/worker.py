"""A thread whose start and end are waited for, but never without end.

`threading.Thread.start` waits until the new thread says that it began. A thread that dies before that, because there is
no memory for its very first step, never says so, and whoever started it would stand there for ever: a feed would take
in nobody any more, and a process that waits for that feed would not end. So every thread of a table is a `Worker`.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

log = logging.getLogger("zapato.table")

BEGINS_WITHIN_S: Final = 30.0
"""How long a thread may take to begin, on however busy a machine; one that begins later does nothing."""

AGAIN_S: Final = 0.2
"""The pause before a lasting thread that ran out of memory begins anew."""


class NoThreadError(RuntimeError):
    """The machine has no thread to give, or no memory for one; nothing was left running."""


class Worker(threading.Thread):
    """A daemon thread; `start` raises NoThreadError where `Thread.start` might wait without end."""

    def __init__(
        self,
        work: Callable[[], object],
        *,
        name: str,
        lasting: bool = False,
        begins_within_s: float = BEGINS_WITHIN_S,
    ) -> None:
        """`lasting`: where memory runs out in it `work` is called anew; it must be able to go on from what it left."""
        super().__init__(name=name, daemon=True)
        self._work: Callable[[], object] | None = work
        self._lasting = lasting
        self._begins_within_s = begins_within_s
        # A thread's own first wait, with an end; without this attribute in some later Python it would be as before.
        self._started = _Patience(begins_within_s)
        self._claim = threading.Lock()  # whoever has it first, thread or starter, decides whether there is any work
        self._begun = threading.Lock()
        self._begun.acquire()

    def start(self) -> None:
        """Start, and return when `work` is about to be called; raises NoThreadError, and it will not be called then."""
        try:
            super().start()
            if self._begun.acquire(timeout=self._begins_within_s):
                return
            why = "it did not begin"
        except (RuntimeError, MemoryError) as error:
            why = str(error) or type(error).__name__
        if self._claim.acquire(blocking=False):
            self._work = None
            raise NoThreadError(
                f"the thread {self.name} cannot be had ({why}): this machine has no memory or no threads left; "
                "end other programs, or raise the limits of this one"
            )

    def run(self) -> None:
        """Do the work; on the new thread."""
        if not self._claim.acquire(blocking=False):
            return
        self._begun.release()
        work, self._work = self._work, None
        assert work is not None
        while True:
            try:
                work()
                return
            except MemoryError:
                if not self._lasting:
                    raise
            time.sleep(AGAIN_S)


def wait_for_end(threads: Iterable[threading.Thread], *, longest_s: float) -> bool:
    """Wait for all of them together, so long and no longer; False, and a line in the log, where one is left.

    A thread that never began is no thread to wait for.
    """
    until_s = time.monotonic() + longest_s
    left = []
    for thread in threads:
        with contextlib.suppress(RuntimeError):
            thread.join(max(0.0, until_s - time.monotonic()))
        if thread.is_alive():
            left.append(thread.name)
    if left:
        log.warning("not waited for any longer: %s", ", ".join(left))
    return not left


class _Patience(threading.Event):
    """An event that nobody waits for without end."""

    def __init__(self, longest_s: float) -> None:
        super().__init__()
        self._longest_s = longest_s

    def wait(self, timeout: float | None = None) -> bool:
        return super().wait(self._longest_s if timeout is None else timeout)
