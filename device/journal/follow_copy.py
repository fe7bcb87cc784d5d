"""A second file that holds all that is on record a moment later, for programs that carry it further.

A program that copies databases wants the database for itself: it keeps it open, adds tables of its own, decides about
the log. A table's record is written by its table alone. So such a program gets this file, which one reader of the
record keeps: each new record is written here as it stands there, chained onto the one before, with all that is derived
from it. The table knows nothing of it; the reader asks for what is new and lets go at once.

Each file of the record has its own, named by its epoch.
"""

import contextlib
import sqlite3
from pathlib import Path

from device.journal import faults, inspection, live_copy
from device.journal.chain import Head, follow
from device.journal.private_files import sync_folder
from device.journal.projections import project
from device.journal.reading import Reader
from device.ports.journal import JournalError

_INSERT = f"INSERT INTO events ({inspection.COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_AT_ONCE = 500
_LOG_PAGES = 1000
_KEPT = 2
"""The file that is followed and the one before; older ones lie in the record's archive, and go."""


class Follower:
    """Follows one journal into a folder; used by one thread."""

    def __init__(self, journal: Path, folder: Path) -> None:
        self._journal = journal
        self._folder = folder
        self._head = Head()
        self._epoch = ""
        self._connection: sqlite3.Connection | None = None

    def step(self) -> int:
        """Bring the copy up to what is on record now; returns how many records came.

        Raises JournalError, naming the file: nothing half is written then, and the call may be made again.
        """
        with Reader(self._journal) as reader:
            epoch = reader.epoch()
            if epoch != self._epoch:
                self._open(epoch)
            count = 0
            while new := self._take(reader):
                count += new
            return count

    def close(self) -> None:
        """Release the copy."""
        connection, self._connection, self._epoch = self._connection, None, ""
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def path_of(self, epoch: str) -> Path:
        """The copy of the file of that epoch."""
        return self._folder / f"record-{epoch[:16]}.sqlite3"

    def _open(self, epoch: str) -> None:
        self.close()
        path = self.path_of(epoch)
        try:
            if not path.exists():
                unfinished = path.with_name(path.name + ".new")
                live_copy.copy_journal(self._journal, unfinished)
                unfinished.rename(path)
                sync_folder(path.parent)
            self._connection = inspection.open_for_writing(path)
            self._connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
            self._head = inspection.stored_head(self._connection)
            self._epoch = epoch
            self._forget_old()
        except sqlite3.Error as error:
            raise faults.of_sqlite(error, path) from error
        except OSError as error:
            raise faults.of_system(error, path, "write the copy") from error

    def _take(self, reader: Reader) -> int:
        """The next records, at most so many, in one step."""
        connection, head = self._connection, self._head
        if connection is None:
            raise JournalError(f"{self._folder}: the copy is closed")
        with reader.snapshot():
            rows = [row for row, _ in zip(reader.rows(after=head.seq), range(_AT_ONCE), strict=False)]
            heads = reader.query(
                "SELECT seq, hash, at, public_key, signature FROM record.heads WHERE seq > ? AND seq <= ?",
                (head.seq, rows[-1].seq if rows else 0),
            )
        if not rows:
            return 0
        for row in rows:
            head = follow(head, row)
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(_INSERT, rows)
            for row in rows:
                project(connection, row.record())
            connection.executemany("INSERT INTO heads VALUES (?, ?, ?, ?, ?)", heads)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise faults.of_sqlite(error, self.path_of(self._epoch)) from error
        self._head = head
        return len(rows)

    def _forget_old(self) -> None:
        found = sorted(self._folder.glob("record-*.sqlite3"), key=lambda path: path.stat().st_mtime_ns)
        current = self.path_of(self._epoch)
        for old in [path for path in found if path != current][: -(_KEPT - 1)]:
            for ending in ("-wal", "-shm", ""):
                old.with_name(old.name + ending).unlink(missing_ok=True)
