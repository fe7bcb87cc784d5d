"""What SQLite and the operating system say when a file cannot be used, put into place, cause and remedy."""

import errno
import os
import sqlite3
from pathlib import Path

from device.journal.errors import DamagedError, DiskError
from device.ports.journal import JournalError

_NOTHING_WRITTEN = "nothing of this step is on record"

_REMEDIES = {
    sqlite3.SQLITE_FULL: "the disk is full: free some space",
    sqlite3.SQLITE_IOERR: "the disk does not answer as it should: look at its cable or card, and at the kernel's log",
    sqlite3.SQLITE_READONLY: "it cannot be written: look at its permissions and at how the disk is mounted",
    sqlite3.SQLITE_PERM: "it cannot be written: look at its permissions",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: look at the permissions of the file and of its folder",
    sqlite3.SQLITE_BUSY: "another program holds it locked: close that program",
    sqlite3.SQLITE_LOCKED: "another program holds it locked: close that program",
    sqlite3.SQLITE_NOMEM: "memory ran out: look at what else runs on this machine",
    sqlite3.SQLITE_CONSTRAINT: "somebody else wrote to it: stop that program and check the file with `zapato verify`",
}
_ROOM_BYTES = 256 * 1024
"""A disk with less room than this cannot take the files of a journal at work."""

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_DISK = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
_DISK_OF_SYSTEM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS)


def of_sqlite(error: sqlite3.Error, path: Path, *, writing: bool = False) -> JournalError:
    """The JournalError to raise for `error` on the journal at `path`."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    primary = code & 0xFF
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    tail = f"; {_NOTHING_WRITTEN}" if writing else ""
    if primary in _DAMAGE:
        return DamagedError(
            f"{path}: the file is damaged ({error}): move it aside, keep it, go on with a backup or a new journal{tail}"
        )
    if primary == sqlite3.SQLITE_IOERR and _is_full(path):  # SQLite does not always say so itself
        primary = sqlite3.SQLITE_FULL
    remedy = _REMEDIES.get(primary, "check the file with `zapato verify`")
    kind = DiskError if primary in _DISK else JournalError
    return kind(f"{path}: {remedy} ({name}: {error}){tail}")


def _is_full(path: Path) -> bool:
    try:
        disk = os.statvfs(path.parent)
    except OSError:
        return False
    return disk.f_bavail * disk.f_frsize < _ROOM_BYTES


def of_system(error: OSError, path: Path, doing: str) -> JournalError:
    """The JournalError to raise for `error` while `doing` something with `path`."""
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            remedy = "no such folder: create it or name another place"
        case errno.EACCES | errno.EPERM:
            remedy = f"no permission for user {os.geteuid()}: look at the permissions of the file and of its folder"
        case errno.EROFS:
            remedy = "the disk is mounted read-only: mount it for writing"
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            remedy = "the disk is full: free some space"
        case errno.EISDIR:
            remedy = "it is a folder: name a file"
        case _:
            remedy = "look at the disk and at the kernel's log"
    kind = DiskError if error.errno in _DISK_OF_SYSTEM else JournalError
    return kind(f"{path}: cannot {doing}: {remedy} ({error.strerror or error})")
