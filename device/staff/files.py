"""The people's file on the disk: 0600 from its first byte, and what to do when it cannot be used."""

import contextlib
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from device.files import databases, faults, private, system_faults
from device.staff import schema
from device.staff.errors import DamagedError, ForeignError, NewerError, StaffError, StaffFileError

_BUSY_S = 5.0
"""How long another process's change is waited for before it is named as the trouble, to whoever still waits."""

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

    def fill(unfinished: Path) -> None:
        with contextlib.closing(databases.connect(unfinished, busy_s=_BUSY_S)) as connection:
            schema.migrate(connection, 0)
            connection.execute("INSERT INTO meta VALUES ('drawers', ?)", (secrets.token_hex(16),))

    try:
        private.make_once(path, fill)
    except sqlite3.Error as error:
        raise of_sqlite(error, path) from error
    except OSError as error:
        raise of_system(error, path, "create the file") from error


@contextlib.contextmanager
def transaction(path: Path) -> Iterator[sqlite3.Connection]:
    """One change of the file, alone with it, all or nothing; raises StaffError with the file's name."""
    try:
        with databases.transaction(path, busy_s=_BUSY_S) as connection:
            yield connection
    except sqlite3.Error as error:
        raise of_sqlite(error, path) from error
    except (DamagedError, ForeignError, NewerError) as error:  # what reads the rows does not know the file's name
        raise type(error)(f"{path}: {error}") from error


def is_there(path: Path) -> bool:
    """Whether anything lies there; raises StaffFileError where that cannot be seen."""
    try:
        return system_faults.is_there(path)
    except OSError as error:
        raise of_system(error, path, "see whether it is there") from error


def check_private(path: Path, what: str) -> None:
    """Refuse a file that others may read or write, or that is no file; raises StaffFileError, FileNotFoundError."""
    try:
        found = private.look(path)
    except OSError as error:
        raise of_system(error, path, f"look at {what}") from error
    if found is None:
        raise FileNotFoundError(path)
    if not found.is_file:
        raise StaffFileError(f"{path}: it is no file: name another one")
    if not found.is_private:
        raise StaffFileError(f"{path}: others may read {what}: run `chmod 600 {path}`")


def of_sqlite(error: sqlite3.Error, path: Path) -> StaffError:
    """The StaffError to raise for `error` on the file at `path`."""
    primary = faults.code_of(error, path)
    if primary == sqlite3.SQLITE_CANTOPEN and not path.exists():  # since it was last looked at
        return StaffFileError(f"{path}: {_GONE}")
    if primary in _DAMAGE:
        return DamagedError(f"{path}: it is damaged ({error}): move it aside, keep it, and put back a copy")
    remedy = faults.remedy_of_sqlite(primary) or "look at the file and its disk"
    return StaffFileError(f"{path}: {remedy} ({faults.name_of(error)}: {error}); nothing was changed")


def of_system(error: OSError, path: Path, doing: str) -> StaffFileError:
    """The StaffFileError to raise for `error` while `doing` something with `path`."""
    return StaffFileError(
        f"{path}: cannot {doing}: {system_faults.remedy_of_system(error)} ({error.strerror or error})"
    )


def _check_access(path: Path) -> None:
    try:
        _check_header(path)
        check_private(path, "the people's PINs")
    except FileNotFoundError:
        raise StaffFileError(f"{path}: {_GONE}") from None


def _check_header(path: Path) -> None:
    """Know a foreign file by its first bytes: nothing is opened in it, and nobody is told to change its permissions."""
    try:
        found = private.look(path)
        if found is None or not found.is_file:
            return
        header = databases.read_header(path)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise of_system(error, path, "read the file") from error
    if not header.is_empty and not header.is_sqlite:
        raise DamagedError(f"{path}: it is no file of people, or a damaged one: name another, or put back a copy")
    if header.application is not None and header.application != schema.APPLICATION_ID:
        raise ForeignError(f"{path}: it is a database, but not one of people of this software: name another file")
