"""`start-up…`: from the start of `zapato table` to its word "ready", and until staff see where it stands.

Its reader is not plugged in, as a table that comes up faster than its shoe finds it. "Ready" is what it tells the
service manager. The floor of `start-up` is an interpreter that opens the same file and reads the same shoe, that of a
cold start one that loads the libraries a table needs and makes a database with one row: what is above it is ours.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from device.bench.confinement import Confine, free
from device.bench.ready_watch import ReadyWatch
from device.bench.report import BenchError, Goal, Line, Of, Side
from device.bench.shoes import shuffled
from device.bench.table_machine import Machine
from device.bench.table_process import Table
from device.journal.sqlite import SqliteJournal
from device.settings import load_profile
from device.system.clock import SystemClock

READY_MS = 2_000.0
MOST_TIMES_BARE = 12.0

_FLOOR = """\
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
rows = database.execute("SELECT * FROM events WHERE shoe = (SELECT max(shoe) FROM events)").fetchall()
print(len(rows))
"""
LIBRARIES = """\
import argon2, click, cryptography.hazmat.primitives.asymmetric.ed25519, msgspec, serial, sqlite3, sys, tomllib
database = sqlite3.connect(sys.argv[1])
database.execute("PRAGMA journal_mode = WAL")
database.execute("CREATE TABLE events (seq INTEGER PRIMARY KEY, body TEXT)")
database.execute("INSERT INTO events VALUES (1, 'x')")
database.commit()
"""


def measure(*, folder: Path | None = None, coups: int = 60, runs: int = 2) -> Iterator[Line]:
    """Start the table so many times on a shoe of so many coups, and as often on nothing; files lie in `folder`."""
    with TemporaryDirectory(prefix="zapato-bench-", dir=folder) as name:
        place = Path(name)
        write_shoe(place / "journal.sqlite3", coups)
        pairs = [(_start(place, coups), _bare(_FLOOR, place / "journal.sqlite3")) for _ in range(runs)]
        yield Line(
            name="start-up",
            value=statistics.median(table for table, _ in pairs),
            unit="ms",
            floor=statistics.median(floor for _, floor in pairs),
            more={"coups": coups, "runs": runs},
        )
    cold = [_cold(folder) for _ in range(runs)]
    yield Line(
        name="start-up-ready",
        value=statistics.median(ready for ready, _ in cold),
        unit="ms",
        floor=statistics.median(floor for _, floor in cold),
        goal=Goal(side=Side.AT_MOST, limit=MOST_TIMES_BARE, of=Of.RATIO),
        aim=Goal(side=Side.AT_MOST, limit=READY_MS),
        more={"runs": runs},
    )


def write_shoe(path: Path, coups: int) -> None:
    """Make a journal with a shoe in play, so many coups into it."""
    with closing(SqliteJournal(path, clock=SystemClock())) as journal:
        Machine(load_profile("live"), record=journal.append).deal(shuffled(0), most_coups=coups)


def ready_ms(folder: Path, *, env: Mapping[str, str] | None = None, confine: Confine = free) -> float:
    """Milliseconds from the start of a table in `folder` until it says that it is ready; `env` is its environment."""
    with closing(ReadyWatch()) as watch:
        began_s = time.monotonic()
        environment = {**(os.environ if env is None else env), **watch.environment}
        with Table(folder, port=str(folder / "no-reader"), dealt=False, env=environment) as table:
            confine(table.pid)
            table.wait_for(watch.is_ready, "the table does not get ready")
            return (time.monotonic() - began_s) * 1000


def _cold(folder: Path | None) -> tuple[float, float]:
    with TemporaryDirectory(prefix="z", dir=folder) as name:  # short: the names of sockets must be
        return ready_ms(Path(name)), _bare(LIBRARIES, Path(name) / "bare.sqlite3")


def _start(folder: Path, coups: int) -> float:
    """Milliseconds until the staff view shows the last coup."""
    began_s = time.monotonic()
    with Table(folder, port=str(folder / "no-reader"), dealt=False) as table, closing(table.staff()) as staff:
        view = staff.view(lambda _: True)
        took_ms = (time.monotonic() - began_s) * 1000
        if len(view["coups"]) != coups:
            raise BenchError(f"the table came up with {len(view['coups'])} coups of {coups} on record")
    return took_ms


def _bare(program: str, journal: Path) -> float:
    began_s = time.monotonic()
    subprocess.run([sys.executable, "-c", program, str(journal)], check=True, capture_output=True)
    return (time.monotonic() - began_s) * 1000
