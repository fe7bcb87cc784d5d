"""`backup-delay`: whether a backup that is made while the table deals keeps a card from its lamp.

The value is the median time from a card's last byte to its lamp while `zapato backup` runs again and again; the floor
is the same table's without one. They take turns, some cards each; syncs are as slow as an SD card's.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from device.bench.card_to_lamp import SYNC_MS, Samples, TimedTable
from device.bench.disk_shim import ShimError, build, environment
from device.bench.lamp_watch import memory_factory
from device.bench.report import BenchError, Goal, Line, Of, Side
from device.bench.table_process import COMMAND, Process
from device.bench.timing import percentile

MOST_TIMES = 1.5
CARDS_A_TURN = 15


class _Backups:
    """Backups of the table in `folder`, one after another, while it is wanted."""

    def __init__(self, folder: Path, env: Mapping[str, str], stack: ExitStack) -> None:
        self._folder, self._env, self._stack = folder, env, stack
        self._running: Process | None = None
        self.made = 0

    def keep_running(self) -> None:
        """Begin the next one where the last has ended; raises BenchError when it could not be made."""
        if self.is_running():
            return
        into = self._folder / "backups"
        into.mkdir(exist_ok=True)
        words = (*COMMAND, "backup", "--config", str(self._folder / "table.toml"), "--into", str(into))
        self._running = self._stack.enter_context(Process(words, self._folder / "backup.log", env=self._env))

    def is_running(self) -> bool:
        """Whether there is one that has not ended; one that has is counted."""
        if self._running is not None and self._running.is_over():
            self._count()
            self._running = None
        return self._running is not None

    def _count(self) -> None:
        assert self._running is not None
        if self._running.code() != 0:
            raise BenchError(f"a backup could not be made: {self._running.last_words()}")
        self.made += 1


def measure(*, folder: Path | None = None, turns: int = 3) -> Iterator[Line]:
    """Time cards in so many turns with and without a backup; the table's files lie in `folder`."""
    memory_factory(lambda _gpio, _high: None)
    still, busy = Samples(), Samples()
    with TemporaryDirectory(prefix="zapato-bench-", dir=folder) as name, ExitStack() as stack:
        place = Path(name)
        try:
            env, note = os.environ | environment(build(place), place, sync_ms=SYNC_MS), ""
        except ShimError as error:
            env, note = dict(os.environ), f"measured on this disk's own syncs: {error}"
        table = TimedTable(place, env, stack)
        backups = _Backups(place, env, stack)
        for _ in range(turns):
            _time(table, still)
            wanted = len(busy.table_ms) + CARDS_A_TURN
            while len(busy.table_ms) < wanted:
                backups.keep_running()
                _time(table, busy, cards=1)
            while backups.is_running():  # dealt on, for the shoe must be heard; one more card under it is timed as well
                _time(table, busy, cards=1)
    yield Line(
        name="backup-delay",
        value=percentile(busy.table_ms, 0.5),
        unit="ms",
        floor=percentile(still.table_ms, 0.5),
        goal=Goal(side=Side.AT_MOST, limit=MOST_TIMES, of=Of.RATIO),
        note=note,
        more={
            "samples": len(busy.table_ms),
            "backups": backups.made,
            "longest": max(busy.table_ms),
            "longest_without": max(still.table_ms),
        },
    )


def _time(table: TimedTable, samples: Samples, cards: int = CARDS_A_TURN) -> None:
    wanted = len(samples.table_ms) + cards
    while len(samples.table_ms) < wanted:
        timed = table.move(samples)
        if timed is not None:
            samples.table_ms.append(timed[1])
