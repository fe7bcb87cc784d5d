"""What SQLite and the operating system say when a file cannot be used, put into place, cause and remedy."""

import errno
import sqlite3
from pathlib import Path

from device.files import faults
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
    kind = DiskError if primary in _DISK else JournalError
    return kind(f"{path}: {remedy} ({faults.name_of(error)}: {error}){tail}")


def of_system(error: OSError, path: Path, doing: str) -> JournalError:
    """The JournalError to raise for `error` while `doing` something with `path`."""
    kind = DiskError if error.errno in _DISK_OF_SYSTEM else JournalError
    return kind(f"{path}: cannot {doing}: {faults.remedy_of_system(error)} ({error.strerror or error})")
