"""A private SQLite file: known by its first bytes, and one change at a time."""

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

_MAGIC = b"SQLite format 3\x00"
_BYTES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first bytes of a file."""

    is_empty: bool
    is_sqlite: bool
    application: int | None
    """The application id; None where the file is too short to have one."""


def read_header(path: Path) -> Header:
    """Look at the file without opening it as a database, which might touch it; raises OSError."""
    with path.open("rb") as file:
        header = file.read(_BYTES)
    whole = len(header) == _BYTES
    return Header(
        is_empty=not header,
        is_sqlite=header.startswith(_MAGIC),
        application=int.from_bytes(header[68:72], "big") if whole else None,
    )


def connect(path: Path, *, busy_s: float, synchronous: str = "EXTRA") -> sqlite3.Connection:
    """Open a file that is there; what is deleted leaves no trace in it, and what is committed is on the disk.

    `busy_s`: how long another process's change is waited for. `synchronous`: as SQLite names it; without EXTRA a power
    cut may bring the journal of a change back that was done, and undo it. Raises sqlite3.Error.
    """
    address = f"file:{quote(str(path.absolute()))}?mode=rw"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=busy_s)
    try:
        connection.text_factory = _text
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def transaction(
    path: Path, *, busy_s: float, begin: str = "BEGIN IMMEDIATE", synchronous: str = "EXTRA"
) -> Iterator[sqlite3.Connection]:
    """One change of the file, alone with it, all or nothing; raises sqlite3.Error.

    Each has a connection of its own, so that threads and processes may come as they like. With `begin` ``BEGIN`` it is
    one look at the file instead, beside other looks.
    """
    with contextlib.closing(connect(path, busy_s=busy_s, synchronous=synchronous)) as connection:
        connection.execute(begin)
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
