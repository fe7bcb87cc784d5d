"""A process that goes on in a new file, and marks in the disk library's log what is on record: to be cut anywhere.

``python -m journal.archive_process JOURNAL``: a shoe in November, then one in December.
"""

import ctypes
import sys
from pathlib import Path

from journal.archive_tools import Calendar, Table


def main(path: str) -> None:
    """Each mark is the number of reports of the shoe that are on record by then."""
    mark = ctypes.CDLL(None).disk_shim_mark
    clock = Calendar("2026-11-30")
    table = Table(Path(path), clock)
    table.shoe()
    mark(ctypes.c_int64(5))
    clock.day = "2026-12-01"
    table.open()
    mark(ctypes.c_int64(5))
    table.coup()
    mark(ctypes.c_int64(10))
    assert table.troubles == []


if __name__ == "__main__":
    main(*sys.argv[1:])
