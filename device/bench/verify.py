"""`verify`: how many events a second a record is checked for, on one processor: read, hashed, decoded, folded.

The floor is the chain of hashes alone, over the same bytes, which lie ready. What is derived from the record is a
number of its own: filled again from the events, and compared row by row.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from device.bench.report import Goal, Line, Of, Side
from device.bench.shoes import shuffled
from device.bench.table_machine import Machine
from device.bench.timing import rates_a_second
from device.journal.derived_check import check_derived
from device.journal.reading import Reader
from device.journal.record_check import check_record
from device.journal.sqlite import SqliteJournal
from device.settings import load_profile
from device.system.clock import SystemClock
from device.table.events import Event

YEAR_EVENTS = 4_000_000
"""A year of one table: 400,000 coups."""

YEAR_S = 240


def write_record(path: Path, shoes: int) -> None:
    """Make a journal of so many whole shoes, each written at once: syncing every step would take longer than all."""
    steps: list[tuple[int, int, Event]] = []
    machine = Machine(load_profile("live"), record=steps.extend)
    with closing(SqliteJournal(path, clock=SystemClock())) as journal:
        for seed in range(shoes):
            machine.deal(shuffled(seed))
            machine.clear()
            journal.append(steps)
            steps.clear()


def bare_chain(texts: Sequence[bytes]) -> bytes:
    """The last hash of a chain over these records."""
    link = bytes(32)
    for text in texts:
        link = hashlib.sha256(link + text).digest()
    return link


def measure(*, folder: Path | None = None, shoes: int = 10, rounds: int = 3) -> Iterator[Line]:
    """Check a record of so many shoes, so many times; it lies in `folder`."""
    with TemporaryDirectory(prefix="zapato-bench-", dir=folder) as name:
        path = Path(name) / "journal.sqlite3"
        write_record(path, shoes)
        with Reader(path) as reader, reader.snapshot():
            texts = [msgspec.json.encode(row[:8]) for row in reader.rows()]
            events = len(texts)

            def record() -> int:
                return check_record(reader, trusted=frozenset(), progress=None).head.seq

            def derived() -> int:
                check_derived(reader, progress=None)
                return events

            value, derived_value, floor = rates_a_second(
                rounds, record, derived, lambda: len(texts) if bare_chain(texts) else 0
            )
    more = {"events": events, "shoes": shoes, "rounds": rounds}
    yield Line(
        name="verify",
        value=value,
        unit="events/s",
        floor=floor,
        goal=Goal(side=Side.AT_LEAST, limit=0.008, of=Of.RATIO),
        aim=Goal(side=Side.AT_LEAST, limit=-(-YEAR_EVENTS // YEAR_S)),
        more=more,
    )
    yield Line(name="verify-derived", value=derived_value, unit="events/s", floor=floor, more=more)
