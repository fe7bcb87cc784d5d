"""What SQLite says when a file cannot be used, as remedies."""

import os
import sqlite3
from pathlib import Path

_REMEDIES = {
    sqlite3.SQLITE_FULL: "the disk is full: free some space",
    sqlite3.SQLITE_IOERR: "the disk does not answer as it should: look at its cable or card, and at the kernel's log",
    sqlite3.SQLITE_READONLY: "it cannot be written: look at its permissions and at how the disk is mounted",
    sqlite3.SQLITE_PERM: "it cannot be written: look at its permissions",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: look at the permissions of the file and of its folder",
    sqlite3.SQLITE_BUSY: "another program holds it locked: close that program",
    sqlite3.SQLITE_LOCKED: "another program holds it locked: close that program",
    sqlite3.SQLITE_NOMEM: "memory ran out: look at what else runs on this machine",
}
_ROOM_BYTES = 256 * 1024
"""A disk with less room than this cannot take the files of a database at work."""


def code_of(error: sqlite3.Error, path: Path) -> int:
    """SQLite's primary code for the fault of the file at `path`; SQLITE_ERROR where it has none."""
    primary = int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF
    if primary == sqlite3.SQLITE_IOERR and _is_full(path):  # SQLite does not always say so itself
        return sqlite3.SQLITE_FULL
    return primary


def name_of(error: sqlite3.Error) -> str:
    """SQLite's own name for the fault, for whoever looks it up."""
    return str(getattr(error, "sqlite_errorname", type(error).__name__))


def remedy_of_sqlite(code: int) -> str | None:
    """What to do about a fault with this primary code; None for one that says something about the contents."""
    return _REMEDIES.get(code)


def _is_full(path: Path) -> bool:
    try:
        disk = os.statvfs(path.parent)
    except OSError:
        return False
    return disk.f_bavail * disk.f_frsize < _ROOM_BYTES
