"""Looking into a private database without being able to change it: for the parts with people and packs."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from device.files import databases, private
from device.files.faults import code_of, name_of, remedy_of_sqlite


class UnusableError(Exception):
    """The file is not what it should be; the message names it and says what is wrong."""


@contextlib.contextmanager
def looked_into(path: Path, *, application: int, what: str) -> Iterator[sqlite3.Connection]:
    """The file opened for reading alone; raises FileNotFoundError, PermissionError and UnusableError.

    A change that was cut off in the middle is left for the next program that writes: this one mends nothing.
    """
    found = private.look(path)
    if found is None:
        raise FileNotFoundError(path)
    if not found.is_file:
        raise UnusableError(f"{path}: it is no file")
    header = databases.read_header(path)
    if not header.is_sqlite:
        raise UnusableError(f"{path}: it is damaged")
    if header.application != application:
        raise UnusableError(f"{path}: it is no file with {what}")
    if path.with_name(path.name + "-journal").exists():
        raise UnusableError(f"{path}: a change of it was cut off; the next program that uses it takes it back")
    try:
        address = f"{path.absolute().as_uri()}?mode=ro"
        with contextlib.closing(sqlite3.connect(address, uri=True, timeout=2.0, isolation_level=None)) as connection:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if said != "ok":
                raise UnusableError(f"{path}: it is damaged ({' '.join(str(said).split())})")
            yield connection
    except sqlite3.Error as error:
        remedy = remedy_of_sqlite(code_of(error, path)) or "it is damaged"
        raise UnusableError(f"{path}: {remedy} ({name_of(error)})") from error
