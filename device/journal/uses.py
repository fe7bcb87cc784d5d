"""What a record's file is for: real games, or what a program dealt. Neither goes on in a file of the other.

The file says it in its `meta`, which belongs to no step: it keeps people from mixing the two by mistake, and proves
nothing to anybody else.
"""

import contextlib
import enum
import sqlite3
from pathlib import Path

from device.journal import files
from device.ports.journal import JournalError

_KEY = "use"


class Use(enum.Enum):
    """For what."""

    REAL = "real"
    """A table with production = true has written to it."""
    SIMULATED = "simulated"
    """A demonstration, a script, a tape or a simulated reader has."""


def read(connection: sqlite3.Connection, table: str = "meta") -> Use | None:
    """What an open file says; None where nothing was said yet, or something that newer software knows."""
    found = connection.execute(f"SELECT value FROM {table} WHERE key = ?", (_KEY,)).fetchone()
    with contextlib.suppress(ValueError):
        return None if found is None else Use(found[0])
    return None


def claim(connection: sqlite3.Connection, path: Path, use: Use) -> None:
    """Say it, unless it was said; raises JournalError for a file of the other use.

    A disk that refuses the word is no reason to stand still: it is said at the next start.
    """
    said = read(connection)
    if said is use:
        return
    if said is not None:
        raise JournalError(refusal(path, use))
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (_KEY, use.value))
        connection.execute("COMMIT")
    except sqlite3.Error:
        with contextlib.suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def refusal(path: Path, use: Use) -> str:
    """Why a file of the other use is not gone on with, and what to do."""
    if use is Use.REAL:
        return (
            f"{path}: simulated cards are on record in it, and real games are played here: move the file away with its "
            "keys, or name another one in journal.path"
        )
    return f"{path}: real games are on record in it, and nothing simulated goes on there: name another journal"


def use_of(path: Path) -> Use | None:
    """What a file says that is not open here; None also where there is none or it cannot be read. Changes nothing."""
    try:
        if not path.is_file():
            return None
        with contextlib.closing(files.connect_for_reading(path, live=False)) as connection:
            return read(connection, "record.meta")
    except (sqlite3.Error, OSError, JournalError):
        return None
