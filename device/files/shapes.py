"""A database's file brought to the shape of today, one migration after the other."""

import contextlib
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Migrations


def bring_up(
    connection: sqlite3.Connection,
    shape: int,
    *,
    today: int,
    application: int,
    migrations: Callable[[], "Migrations"],
) -> None:
    """Bring the open file from `shape` to `today`, and name it as ours; each step is one transaction.

    `shape` and `today` count the migrations that a file has been through; SQLite keeps the count as `user_version`.
    """
    if shape == today:
        return
    with _without_numpy():
        from sqlite_utils import Database  # noqa: PLC0415 - whoever goes on with a file of today never pays for it

    database = Database(connection, execute_plugins=False, recursive_triggers=False)
    connection.execute(f"PRAGMA application_id = {application}")
    migrations().apply(database)
    connection.execute(f"PRAGMA user_version = {today}")


@contextlib.contextmanager
def _without_numpy() -> Iterator[None]:
    """sqlite-utils loads NumPy wherever it is installed, to know its kinds of numbers, which no record of ours has.

    That would cost a table's first start a third of its time, and 25 MB for as long as it runs.
    """
    if "numpy" in sys.modules:
        yield
        return
    sys.modules["numpy"] = None  # type: ignore[assignment]  # what Python takes for a module that is not there
    try:
        yield
    finally:
        del sys.modules["numpy"]


def run_script(connection: sqlite3.Connection, script: str) -> None:
    """Run several statements within the open transaction (`executescript` would commit it first)."""
    for statement in re.split(r";\s*$", script, flags=re.MULTILINE):
        if statement.strip():
            connection.execute(statement)
