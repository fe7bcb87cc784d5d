"""The people's file on the disk: 0600 from its first byte, and what to do when it cannot be used."""

import contextlib
import errno
import os
import secrets
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from device.staff import schema
from device.staff.errors import DamagedError, ForeignError, NewerError, StaffError, StaffFileError

_BUSY_S = 5.0
"""How long another process's change is waited for before it is named as the trouble, to whoever still waits."""

_MAGIC = b"SQLite format 3\x00"
_HEADER_BYTES = 100

_REMEDIES = {
    sqlite3.SQLITE_FULL: "the disk is full: free some space",
    sqlite3.SQLITE_IOERR: "the disk does not answer as it should: look at its cable or card, and at the kernel's log",
    sqlite3.SQLITE_READONLY: "it cannot be written: look at its permissions and at how the disk is mounted",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: look at the permissions of the file and of its folder",
    sqlite3.SQLITE_BUSY: "another program holds it locked: close that program",
}
_GONE = "there is no such file; `zapato staff add` makes one"

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def check(path: Path) -> None:
    """See that there is a file of people of this software, ours alone and whole; raises StaffFileError."""
    _check_access(path)
    with transaction(path) as connection:
        schema.recognise(connection)
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            what = " ".join(str(found).split())
            raise DamagedError(f"it is damaged ({what}): move it aside, keep it, and put back a copy")


def create(path: Path) -> None:
    """Make an empty file at `path`, whole or not at all; one that is there by then stays. Raises StaffFileError."""
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    try:
        write_private(unfinished, b"")
        with contextlib.closing(_connect(unfinished)) as connection:
            schema.migrate(connection, 0)
            connection.execute("INSERT INTO meta VALUES ('drawers', ?)", (secrets.token_hex(16),))
        with contextlib.suppress(FileExistsError):  # another process was first: its file is as good
            os.link(unfinished, path)
        sync_folder(path.parent)
    except sqlite3.Error as error:
        raise of_sqlite(error, path) from error
    except OSError as error:
        raise of_system(error, path, "create the file") from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


@contextlib.contextmanager
def transaction(path: Path) -> Iterator[sqlite3.Connection]:
    """One change of the file, alone with it, all or nothing; raises StaffError with the file's name.

    Each has a connection of its own, so that threads and processes may come as they like.
    """
    try:
        with contextlib.closing(_connect(path)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
    except sqlite3.Error as error:
        raise of_sqlite(error, path) from error
    except (DamagedError, ForeignError, NewerError) as error:  # what reads the rows does not know the file's name
        raise type(error)(f"{path}: {error}") from error


def write_private(path: Path, content: bytes) -> None:
    """A new file that its owner alone may read, on the disk when this returns; raises FileExistsError, OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(handle, 0o600)
        os.write(handle, content)
        os.fsync(handle)
    finally:
        os.close(handle)


def check_private(path: Path, what: str) -> None:
    """Refuse a file that others may read or write, or that is no file; raises StaffFileError, FileNotFoundError."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise
    except OSError as error:
        raise of_system(error, path, f"look at {what}") from error
    if not stat.S_ISREG(mode):
        raise StaffFileError(f"{path}: it is no file: name another one")
    if mode & 0o077:
        raise StaffFileError(f"{path}: others may read {what}: run `chmod 600 {path}`")


def sync_folder(folder: Path) -> None:
    """See that a new name in the folder outlives a power cut."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def of_sqlite(error: sqlite3.Error, path: Path) -> StaffError:
    """The StaffError to raise for `error` on the file at `path`."""
    primary = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    if primary == sqlite3.SQLITE_CANTOPEN and not path.exists():  # since it was last looked at
        return StaffFileError(f"{path}: {_GONE}")
    if primary in _DAMAGE:
        return DamagedError(f"{path}: it is damaged ({error}): move it aside, keep it, and put back a copy")
    remedy = _REMEDIES.get(primary, "look at the file and its disk")
    return StaffFileError(f"{path}: {remedy} ({name}: {error}); nothing was changed")


def of_system(error: OSError, path: Path, doing: str) -> StaffFileError:
    """The StaffFileError to raise for `error` while `doing` something with `path`."""
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            remedy = "no such folder: create it or name another place"
        case errno.EACCES | errno.EPERM:
            remedy = f"no permission for user {os.geteuid()}: look at the permissions of the file and of its folder"
        case errno.EROFS:
            remedy = "the disk is mounted read-only: mount it for writing"
        case errno.ENOSPC | errno.EDQUOT:
            remedy = "the disk is full: free some space"
        case errno.ENAMETOOLONG:
            remedy = "the name is too long: choose a shorter one"
        case _:
            remedy = "look at the disk and at the kernel's log"
    return StaffFileError(f"{path}: cannot {doing}: {remedy} ({error.strerror or error})")


def _check_access(path: Path) -> None:
    try:
        _check_header(path)
        check_private(path, "the people's PINs")
    except FileNotFoundError:
        raise StaffFileError(f"{path}: {_GONE}") from None


def _check_header(path: Path) -> None:
    """Know a foreign file by its first bytes: nothing is opened in it, and nobody is told to change its permissions."""
    if not path.is_file():
        return
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise of_system(error, path, "read the file") from error
    if header and not header.startswith(_MAGIC):
        raise DamagedError(f"{path}: it is no file of people, or a damaged one: name another, or put back a copy")
    if len(header) == _HEADER_BYTES and int.from_bytes(header[68:72], "big") != schema.APPLICATION_ID:
        raise ForeignError(f"{path}: it is a database, but not one of people of this software: name another file")


def _connect(path: Path) -> sqlite3.Connection:
    address = f"file:{quote(str(path.absolute()))}?mode=rw"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=_BUSY_S)
    try:
        connection.text_factory = _text
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # an old PIN's hash does not linger in free pages
    except BaseException:
        connection.close()
        raise
    return connection


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
