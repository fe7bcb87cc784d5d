"""`start-up-million`: whether a table with years on record starts as quickly as one with a shoe.

The value is the time from the start of the table to "ready" on a record of a million events whose last shoe is in play;
the floor is that on a record which holds this shoe alone. They take turns, and the best of each counts: whatever else
the machine does only makes a start longer. The long record is made once, through the
journal's own appending, and kept in the folder for temporary files: the next run begins at once.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from device.bench.report import BenchError, Goal, Line, Of, Side
from device.bench.shoes import shuffled
from device.bench.start_up import ready_ms, write_shoe
from device.bench.table_machine import Machine
from device.journal.sqlite import SqliteJournal
from device.settings import load_profile
from device.system.clock import SystemClock
from device.table.events import Event

EVENTS = 1_000_000
COUPS = 60
_WHOLE = "whole"


def kept_in(folder: Path | None) -> Path:
    """Where the long record is kept: a folder of this user's alone; raises BenchError where somebody else made it."""
    place = (folder or Path(tempfile.gettempdir())) / f"zapato-bench-kept-{os.getuid()}"
    place.mkdir(mode=0o700, exist_ok=True)
    about = place.lstat()
    if place.is_symlink() or about.st_uid != os.getuid():
        raise BenchError(f"{place} is not a folder of yours: remove it, or name another place with --folder")
    return place


def write_events(path: Path, least: int, coups: int = COUPS) -> None:
    """Make a journal of so many events or some more: whole shoes, then one in play, so many coups into it."""
    steps: list[tuple[int, int, Event]] = []
    machine = Machine(load_profile("live"), record=steps.extend)
    written = seed = 0
    with closing(SqliteJournal(path, clock=SystemClock())) as journal:
        while written < least:
            seed += 1
            machine.deal(shuffled(seed))
            machine.clear()
            journal.append(steps)  # a shoe at a time: its last record's signature is given with it
            written += len(steps)
            steps.clear()
        machine.deal(shuffled(0), most_coups=coups)
        journal.append(steps)


def long_record(folder: Path, events: int) -> Path:
    """A folder with a journal of so many events, made now or kept from before."""
    place = folder / f"{events}-events"
    if not (place / _WHOLE).exists():
        place.mkdir(exist_ok=True)
        for left in place.iterdir():  # by a run that was ended
            left.unlink()
        write_events(place / "journal.sqlite3", events)
        (place / _WHOLE).touch()
    return place


def measure(*, folder: Path | None = None, events: int = EVENTS, runs: int = 5) -> Iterator[Line]:
    """Start on both so many times; `folder`: where the records lie, on the table's own disk if it is to be told."""
    kept = kept_in(folder)
    long = long_record(kept, events)
    with TemporaryDirectory(prefix="shoe-", dir=kept) as name:
        short = Path(name)
        write_shoe(short / "journal.sqlite3", COUPS)
        pairs = [(ready_ms(long), ready_ms(short)) for _ in range(runs)]
    yield Line(
        name="start-up-million",
        value=min(one for one, _ in pairs),
        unit="ms",
        floor=min(other for _, other in pairs),
        goal=Goal(side=Side.AT_MOST, limit=1.2, of=Of.RATIO),
        more={"events": events, "runs": runs, "megabytes": (long / "journal.sqlite3").stat().st_size / 1e6},
    )
