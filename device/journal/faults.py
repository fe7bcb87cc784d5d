"""What SQLite and the operating system say when a file cannot be used, put into place, cause and remedy."""

import errno
import os
import sqlite3
from pathlib import Path

from device.files import faults, system_faults
from device.journal.errors import DamagedError, DiskError
from device.ports.journal import JournalError

_NOTHING_WRITTEN = "nothing of this step is on record"

_MEDDLED = "somebody else wrote to it: stop that program and check the file with `zapato verify`"

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_DISK = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
_DISK_OF_SYSTEM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS)


def of_sqlite(error: sqlite3.Error, path: Path, *, writing: bool = False) -> JournalError:
    """The JournalError to raise for `error` on the journal at `path`."""
    primary = faults.code_of(error, path)
    tail = f"; {_NOTHING_WRITTEN}" if writing else ""
    if primary in _DAMAGE:
        return DamagedError(
            f"{path}: the file is damaged ({error}): move it aside, keep it, go on with a backup or a new journal{tail}"
        )
    remedy = faults.remedy_of_sqlite(primary)
    if remedy is None:
        remedy = _MEDDLED if primary == sqlite3.SQLITE_CONSTRAINT else "check the file with `zapato verify`"
    kind = DiskError if primary in _DISK or _is_of_the_disk(primary, path) else JournalError
    return kind(f"{path}: {remedy} ({faults.name_of(error)}: {error}){tail}")


def is_read_only(error: sqlite3.Error) -> bool:
    """Whether SQLite has the file, or its log, for reading alone."""
    return (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF == sqlite3.SQLITE_READONLY


def of_system(error: OSError, path: Path, doing: str) -> JournalError:
    """The JournalError to raise for `error` while `doing` something with `path`."""
    kind = DiskError if error.errno in _DISK_OF_SYSTEM else JournalError
    return kind(f"{path}: cannot {doing}: {system_faults.remedy_of_system(error)} ({error.strerror or error})")


def may_be_written(path: Path) -> bool:
    """Whether the system lets us write to the journal and to what SQLite keeps beside it.

    The system is asked, and no file opened: where a process closes one, its locks on that file are gone, those of the
    table's own connection too. Whoever left the journal next would then delete the log that the table writes to.
    """
    parts = (path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm", "-journal")))
    there = [part for part in parts if os.access(part, os.F_OK, effective_ids=True)]
    return os.access(path.parent, os.W_OK | os.X_OK, effective_ids=True) and all(
        os.access(part, os.R_OK | os.W_OK, effective_ids=True) for part in there
    )


def _is_of_the_disk(primary: int, path: Path) -> bool:
    """Whether a file that was not opened, or for reading alone, may be written: then it was the disk that refused."""
    if primary not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        return False
    try:
        return may_be_written(path) or bool(os.statvfs(path.parent).f_flag & os.ST_RDONLY)
    except OSError as error:
        return error.errno in _DISK_OF_SYSTEM
