"""Periods of the archive on a wall clock that is set: the whole loop, its record in files, and days that go astray."""

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from journal.archive_tools import archived
from journal.journal_tools import folder_in_memory
from service.engine_tools import HandClock
from service.loop_tools import NO_BURN, Desk

from device.journal import checking, joins
from device.journal.archive import ArchivingJournal
from device.journal.opening import open_or_set_aside
from device.journal.reading import Reader
from device.settings import ArchivePeriod
from device.table import events as ev

MONDAY = datetime.fromisoformat("2026-11-30T12:00:00+00:00")
"""The first day of a week and the last of a month."""
AGAIN = "the table is started again"
ON = "the table runs on"


class Calendar(HandClock):
    """A monotonic clock, and a wall clock so many days from that Monday."""

    days = 0

    def wall_at(self) -> str:
        moment = MONDAY + timedelta(days=self.days, seconds=self.now_s - 1000.0)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


@pytest.fixture
def fast() -> Iterator[Path]:
    with folder_in_memory() as folder:
        yield folder


class House:
    """A table that opens a shoe and ends it, whatever its clock says, and may be started again."""

    def __init__(self, folder: Path, period: ArchivePeriod) -> None:
        self.path = folder / "j.sqlite3"
        self.clock = Calendar()
        self._period = period
        self.troubles: list[str] = []
        self._begin()

    def _begin(self) -> None:
        self._journal = ArchivingJournal(
            open_or_set_aside(self.path, clock=self.clock).journal,
            period=self._period,
            table="BAC 1",
            clock=self.clock,
            on_trouble=self.troubles.append,
        )
        self._desk = Desk(NO_BURN, clock=self.clock, record=self._journal)

    def shoe_on_day(self, days: int, how: str) -> int:
        """Set the clock to that day, deal there; how many files have ended by then."""
        if how is AGAIN:
            self.close()
        self.clock.days = days
        if how is AGAIN:
            self._begin()
        self._desk.wait(1.0)
        assert self._desk.order(order="shoe")["ok"]
        assert self._desk.order(order="end-shoe", by="sup1")["ok"]
        return len(archived(self.path))

    def close(self) -> None:
        self._desk.stop()
        self._journal.close()


@pytest.mark.parametrize(
    ("period", "steps"),
    [
        pytest.param(
            ArchivePeriod.DAY,
            # forwards, and right again: the file begun too early goes on; back: nothing is over until a day is
            [(0, 0, ON), (14, 1, ON), (0, 1, ON), (1, 2, ON), (-14, 2, ON), (-13, 3, ON), (2, 4, ON), (2, 4, AGAIN)],
            id="day",
        ),
        pytest.param(
            ArchivePeriod.WEEK,
            [(0, 0, ON), (14, 1, ON), (0, 1, ON), (6, 1, ON), (7, 2, ON), (-14, 2, ON), (-8, 2, ON), (-7, 3, ON)],
            id="week",
        ),
        pytest.param(
            ArchivePeriod.MONTH,
            # over a month's end and back; two weeks either way within a month; the next month's end
            [(0, 0, ON), (1, 1, ON), (0, 1, ON), (1, 1, ON), (15, 1, ON), (1, 1, ON), (29, 1, ON), (32, 2, ON)],
            id="month",
        ),
        pytest.param(
            ArchivePeriod.DAY,
            # started two weeks behind its record, unsure: nothing is over; right again: nothing was; then the next day
            [(0, 0, ON), (-14, 0, AGAIN), (-14, 0, ON), (0, 0, ON), (1, 1, ON)],
            id="unsure",
        ),
        pytest.param(
            ArchivePeriod.DAY,
            # ... and a midnight passes by the wrong clock: a file too many, none too few
            [(0, 0, ON), (-14, 0, AGAIN), (-13, 1, ON), (0, 2, ON), (0, 2, AGAIN), (1, 3, ON)],
            id="unsure over a midnight",
        ),
    ],
)
def test_a_set_clock_loses_no_period_and_puts_none_off(
    fast: Path, period: ArchivePeriod, steps: Sequence[tuple[int, int, str]]
) -> None:
    house = House(fast, period)
    seen = [(days, house.shoe_on_day(days, how), how) for days, _, how in steps]
    house.close()
    assert seen == list(steps)
    assert house.troubles == []
    files = [house.path]
    while (follows := joins.ends_of(files[0]).follows) is not None:
        files.insert(0, fast / "archive" / follows.file)
    assert sorted(files[:-1]) == archived(house.path)
    shoes = []
    for before, after in itertools.pairwise(files):
        joins.check_files(before, after)
    for path in files:
        checking.verify_file(path)
        with contextlib.closing(Reader(path)) as reader:
            shoes += [one.event.shoe for one in reader.records() if isinstance(one.event, ev.ShoeOpened)]
    assert shoes == list(range(1, len(steps) + 1)), "each shoe is in one file, and in order"
