"""The shape of the people's file.

The file says what it is (`application_id`) and its shape (`user_version`), so that a foreign database is recognised.
"""

import sqlite3
from typing import TYPE_CHECKING

from device.files.shapes import bring_up, run_script
from device.staff.errors import DamagedError, ForeignError, NewerError

if TYPE_CHECKING:
    from sqlite_utils import Database, Migrations

APPLICATION_ID = 0x5A41_5053
"""``ZAPS``, at offset 68 of the file."""

SHAPE = 1
"""How many migrations a file of today has been through."""

_PEOPLE = """
CREATE TABLE people (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, roles TEXT NOT NULL, pin_hash TEXT NOT NULL,
  pin_is_own INTEGER NOT NULL CHECK (pin_is_own IN (0, 1)), pin_at TEXT NOT NULL, last_own_hash TEXT,
  added_at TEXT NOT NULL, disabled_at TEXT
) STRICT;

-- The record names people, so nobody goes and no name comes to mean another.
CREATE TRIGGER people_stay BEFORE DELETE ON people BEGIN SELECT RAISE(ABORT, 'people are disabled, not deleted'); END;
CREATE TRIGGER people_keep_their_names BEFORE UPDATE OF id, name, folded ON people
  BEGIN SELECT RAISE(ABORT, 'people keep their names'); END;

CREATE TABLE badges (
  person INTEGER PRIMARY KEY REFERENCES people (id), mark TEXT NOT NULL UNIQUE, given_at TEXT NOT NULL
) STRICT;

-- `who` is a person's number, or a drawer for names that nobody has; `uptime_s` counts from the start named in `boot`.
CREATE TABLE tries (
  who TEXT PRIMARY KEY, wrong INTEGER NOT NULL, boot TEXT NOT NULL, uptime_s REAL NOT NULL, at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""


def recognise(connection: sqlite3.Connection) -> int:
    """The shape of the open file; raises DamagedError, ForeignError or NewerError without the file's name."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (shape,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if not application and not shape and not tables:
            raise DamagedError("it is empty: move it aside and put back a copy, or begin anew without it")
        raise ForeignError("it is an SQLite database, but not one of people of this software: name another file")
    if shape > SHAPE:
        raise NewerError(f"newer software wrote it (shape {shape}, this one knows {SHAPE}): update this software")
    return int(shape)


def migrate(connection: sqlite3.Connection, shape: int) -> None:
    """Bring the open file from `shape` to today's; each step is one transaction."""
    bring_up(connection, shape, today=SHAPE, application=APPLICATION_ID, migrations=_migrations)


def _migrations() -> "Migrations":
    from sqlite_utils import Migrations  # noqa: PLC0415 - as above

    migrations = Migrations("staff")

    @migrations(name="1 people, badges and wrong PINs")
    def _one(database: "Database") -> None:
        run_script(database.conn, _PEOPLE)

    return migrations
