"""`start-up`: from the start of `zapato table`, on a journal with a shoe in play, until staff see where it stands.

Its reader is not plugged in, as a table that comes up faster than its shoe finds it. The floor is an interpreter that
opens the same file and reads the same shoe.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from device.bench.report import BenchError, Line
from device.bench.shoes import shuffled
from device.bench.table_machine import Machine
from device.bench.table_process import Table
from device.journal.sqlite import SqliteJournal
from device.settings import load_profile
from device.system.clock import SystemClock

_FLOOR = """\
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
rows = database.execute("SELECT * FROM events WHERE shoe = (SELECT max(shoe) FROM events)").fetchall()
print(len(rows))
"""


def measure(*, folder: Path | None = None, coups: int = 60, runs: int = 3) -> Iterator[Line]:
    """Start the table so many times on a shoe of so many coups; the journal lies in `folder`."""
    with TemporaryDirectory(prefix="zapato-bench-", dir=folder) as name:
        place = Path(name)
        write_shoe(place / "journal.sqlite3", coups)
        pairs = [(_start(place, coups), _floor(place / "journal.sqlite3")) for _ in range(runs)]
    yield Line(
        name="start-up",
        value=statistics.median(table for table, _ in pairs),
        unit="ms",
        floor=statistics.median(floor for _, floor in pairs),
        more={"coups": coups, "runs": runs},
    )


def write_shoe(path: Path, coups: int) -> None:
    """Make a journal with a shoe in play, so many coups into it."""
    with closing(SqliteJournal(path, clock=SystemClock())) as journal:
        Machine(load_profile("live"), record=journal.append).deal(shuffled(0), most_coups=coups)


def _start(folder: Path, coups: int) -> float:
    """Milliseconds until the staff view shows the last coup."""
    began_s = time.monotonic()
    with Table(folder, port=str(folder / "no-reader"), dealt=False) as table, closing(table.staff()) as staff:
        view = staff.view(lambda _: True)
        took_ms = (time.monotonic() - began_s) * 1000
        if len(view["coups"]) != coups:
            raise BenchError(f"the table came up with {len(view['coups'])} coups of {coups} on record")
    return took_ms


def _floor(journal: Path) -> float:
    began_s = time.monotonic()
    subprocess.run([sys.executable, "-c", _FLOOR, str(journal)], check=True, capture_output=True)
    return (time.monotonic() - began_s) * 1000
