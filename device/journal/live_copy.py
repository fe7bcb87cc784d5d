"""A consistent copy of a journal, taken while its table writes, without a moment's wait for the table."""

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from device.files import owners
from device.journal import faults
from device.journal.reading import Reader

CopyProgress = Callable[[int, int], None]
"""Called with how many pages are copied, and of how many."""

_PAGES = 1024
"""4 MB at a time: often enough for Ctrl-C and for a word about how far it is."""


def copy_journal(source: Path, target: Path, *, progress: CopyProgress | None = None) -> None:
    """Write the journal as it stands at one moment to the new file `target`, all of it in the one file.

    The journal is read under SQLite's own snapshot: whoever writes goes on writing, its log cannot be started anew
    before the copy is done, and nothing else of it is touched. Nobody else may know `target` yet. Raises JournalError,
    also naming `target` where that disk refuses.
    """
    for _ in range(2):
        with Reader(source) as reader:
            _copy(reader, target, progress)
            if not reader.overtaken():  # else it was read as a file at rest, and somebody began to write to it
                return


def _copy(reader: Reader, target: Path, progress: CopyProgress | None) -> None:
    def told(_status: int, remaining: int, total: int) -> None:
        if progress is not None:
            progress(total - remaining, total)

    try:
        handle = os.open(target, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            owners.give(handle, target.parent)
        finally:
            os.close(handle)
    except OSError as error:
        raise faults.of_system(error, target, "write the copy") from error
    try:
        with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copy, reader.snapshot():
            reader.count()  # from here on it is one moment
            try:
                copy.execute("PRAGMA synchronous = FULL")
                reader.connection.backup(copy, pages=_PAGES, progress=told, name="record", sleep=0)
                copy.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.Error as error:  # the reader would give it the journal's name
                raise faults.of_sqlite(error, target) from error
    except sqlite3.Error as error:
        raise faults.of_sqlite(error, target) from error
