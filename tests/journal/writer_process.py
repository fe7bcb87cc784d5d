"""A process that writes a journal and says, after each step that is on record, up to which record: to be cut or killed.

``python -m journal.writer_process JOURNAL STEPS SEED QUIET HARD``. With the disk library preloaded it marks the
library's log too, and says how many syncs each step took.
"""

import ctypes
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

from journal.journal_tools import SteppingClock, quick_steps

from device.journal import sqlite
from device.table.evolve import evolve
from device.table.state import INITIAL


def main(path: str, steps: str, seed: str, quiet: str, hard: str) -> None:
    """Append `STEPS` steps, tidying after each; upkeep comes after QUIET records, or after HARD within a step."""
    sqlite.QUIET_RECORDS = int(quiet)
    sqlite.HARD_RECORDS = int(hard)
    process = ctypes.CDLL(None)
    watched = hasattr(process, "disk_shim_mark")
    syncs: Callable[[], int] = process.disk_shim_syncs if watched else lambda: 0
    journal = sqlite.SqliteJournal(Path(path), clock=SteppingClock())
    state = INITIAL
    for record in journal.last_shoe():
        state = evolve(state, record.event)
    already = journal.head.seq
    done = 0
    for step in itertools.islice(quick_steps(coups=100_000, seed=int(seed)), int(steps)):
        done += len(step)
        if done <= already:
            continue
        before = syncs()
        records = journal.append(step)
        took = syncs() - before
        if watched:
            process.disk_shim_mark(ctypes.c_int64(records[-1].seq))
        sys.stdout.write(f"{records[-1].seq} {took}\n")
        sys.stdout.flush()
        journal.tidy()
    journal.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
