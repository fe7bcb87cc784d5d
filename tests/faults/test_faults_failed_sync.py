"""After a sync that failed the system may hold for written what the disk never got, and the next sync says all is well.

So nothing is ever acknowledged on the word of a second sync: what was not synced is written again.
"""

import errno
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from faults import fault_shim
from faults.fault_shim import Call, Plan
from journal.journal_tools import NAME, SteppingClock, written
from journal.shim import disk_shim

from device.journal import checking
from device.journal.sqlite import SqliteJournal
from device.ports.journal import JournalError

TESTS = Path(__file__).parents[1]
CUTS = 8

pytestmark = pytest.mark.needs("cc")


def lived(folder: Path, libraries: str, *, then: str, nth: int) -> tuple[dict[str, bytes], list[disk_shim.Entry]]:
    """The `nth` sync of a log fails, the table is ended before it tries again, and the next one goes on."""
    disk = folder / "disk"
    disk.mkdir()
    written(disk / NAME, coups=3)
    before = {str(one): one.read_bytes() for one in disk.iterdir()}
    log, path = folder / "log", os.pathsep.join((str(TESTS), str(TESTS.parent)))
    plan = Plan(folder / "plan")
    surroundings = os.environ | {"PYTHONPATH": path}
    surroundings |= fault_shim.environment(libraries, disk, plan.path, log=log)
    words = [sys.executable, "-m", "faults.gate_process", str(disk / NAME)]
    plan.fail(Call.SYNC, error=errno.EIO, after=nth, times=1, only="-wal")
    done = subprocess.run([*words, "before"], env=surroundings, check=True, capture_output=True, text=True)
    assert "nothing of this step is on record" in done.stdout
    assert plan.failed == 1
    # Nor has the disk room for the log to be carried over into the database, where it would be safe.
    plan.fail(Call.WRITE, error=errno.ENOSPC, times=-1, only=f"${NAME}")
    subprocess.run([*words, then], env=surroundings, check=True)
    assert plan.failed
    return before, disk_shim.read_log(log)


def lost(folder: Path, before: dict[str, bytes], entries: list[disk_shim.Entry]) -> int:
    """In how many of some power cuts after the failed sync something that was acknowledged is gone, or all is."""
    failed = next(at for at, entry in enumerate(entries) if entry.op == "F")
    chance = random.Random(5)
    gone = 0
    for cut in range(CUTS):
        at = len(entries) if cut % 2 else chance.randint(failed, len(entries))
        told = max((entry.a for entry in entries[:at] if entry.op == "M"), default=0)
        place = folder / f"cut-{cut}"
        place.mkdir()
        for name, data in disk_shim.disk_after(before, entries[:at], chance).items():
            if not name.endswith("-shm"):
                (place / Path(name).name).write_bytes(data)
                (place / Path(name).name).chmod(0o600)
        try:
            journal = SqliteJournal(place / NAME, clock=SteppingClock())
            journal.close()
            gone += checking.verify_file(place / NAME).events < told
        except JournalError:
            gone += 1
    return gone


def test_what_a_failed_sync_left_in_memory_only_is_not_taken_for_written(fast: Path, libraries: str) -> None:
    before, entries = lived(fast, libraries, then="after", nth=6)
    assert lost(fast, before, entries) == 0


def test_the_proof_can_fail(fast: Path, libraries: str) -> None:
    """Without that care records that count as acknowledged are gone after a power cut."""
    before, entries = lived(fast, libraries, then="bare", nth=6)
    assert lost(fast, before, entries) > 0
