"""While the disk takes its time, the service manager is told that the table lives: a slow card is no reason to kill it.

An SD card may keep a sync waiting for half a minute. The loop stands still then, for nothing may be shown that is not
on record; a watchdog that ended the process would gain nothing, since the next one would wait for the same disk, and
the shoe would be without a table meanwhile. So a thread speaks for the loop, as long as the loop is inside the record
and for `MOST_S` at most. A loop that hangs anywhere else is not spoken for.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Final

from device.ports.clock import Clock
from device.ports.journal import Journal, Record
from device.table.events import Event
from device.threads.worker import Worker, wait_for_end

EACH_S: Final = 3.0
"""How often the thread looks; the second look at one wait, and each after it, is told. The limit must be well above."""

MOST_S: Final = 60.0
"""A disk that does not answer for so long is given up: the watchdog may do what it is there for."""

ENDS_WITHIN_S: Final = 2.0


class PatientJournal:
    """The record, with somebody who speaks for the table while it waits for the disk; a context manager."""

    def __init__(
        self,
        journal: Journal,
        notify: Callable[[str], None],
        clock: Clock,
        *,
        each_s: float = EACH_S,
        most_s: float = MOST_S,
    ) -> None:
        """`notify` takes words to the service manager from any thread."""
        self._journal = journal
        self._notify = notify
        self._clock = clock
        self._each_s = each_s
        self._most_s = most_s
        self._since_s: float | None = None
        self._stop = threading.Event()
        self._thread = Worker(self._run, name="disk-patience", lasting=True)

    def __enter__(self) -> "PatientJournal":
        """Begin to watch."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the thread; the journal stays open."""
        self._stop.set()
        wait_for_end([self._thread], longest_s=ENDS_WITHIN_S)

    # The record's own, on the table's thread.

    def append(self, events: Sequence[tuple[int, int, Event]]) -> tuple[Record, ...]:
        """As the journal's."""
        self._since_s = self._clock.monotonic_s()
        try:
            return self._journal.append(events)
        finally:
            self._since_s = None

    def last_shoe(self) -> Iterator[Record]:
        """As the journal's."""
        return self._journal.last_shoe()

    def known_profiles(self) -> dict[tuple[str, int], str]:
        """As the journal's."""
        return self._journal.known_profiles()

    def tidy(self) -> None:
        """As the journal's."""
        self._since_s = self._clock.monotonic_s()
        try:
            self._journal.tidy()
        finally:
            self._since_s = None

    def close(self) -> None:
        """As the journal's."""
        self._journal.close()

    # The thread.

    def _run(self) -> None:
        told = False
        while not self._stop.wait(self._each_s):
            since_s = self._since_s
            waited_s = 0.0 if since_s is None else self._clock.monotonic_s() - since_s
            if self._each_s <= waited_s <= self._most_s:
                self._notify(f"WATCHDOG=1\nSTATUS=the disk has not answered for {waited_s:.0f} s")
                told = True
            elif told and since_s is None:
                self._notify("STATUS=the disk answers again")
                told = False
