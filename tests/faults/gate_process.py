"""A table that is ended after a sync of its record failed, and the next: `gate_process.py JOURNAL before|after|bare`.

``before`` appends until a sync fails, and dies. ``after`` goes on from what it finds and dies; what is on record is
marked in the disk library's log at once, since the shoe would be thanked for it. ``bare`` is ``after`` without the care
that is taken of what is found.
"""

import ctypes
import itertools
import os
import sys
from pathlib import Path

from journal.journal_tools import SteppingClock, quick_steps

from device.journal import files
from device.journal.sqlite import SqliteJournal
from device.ports.journal import JournalError


def main(path: str, how: str) -> None:
    """As the head of this file says."""
    mark = ctypes.CDLL(None).disk_shim_mark
    if how == "bare":
        files.settle_log = lambda connection, path: None  # noqa: ARG005 - its shape
    journal = SqliteJournal(Path(path), clock=SteppingClock())
    mark(ctypes.c_int64(journal.head.seq))
    done = 0
    for step in itertools.islice(quick_steps(coups=100), 45):
        done += len(step)
        if done <= journal.head.seq:
            continue
        try:
            journal.append(step)
        except JournalError as error:
            sys.stdout.write(f"{error}\n")
            break
        mark(ctypes.c_int64(journal.head.seq))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
