"""The shape of the registry's file.

The file says what it is (`application_id`) and its shape (`user_version`), so that a foreign database is recognised.
"""

import sqlite3
from typing import TYPE_CHECKING

from device.cards.errors import DamagedError, ForeignError, RegistryFileError
from device.files.shapes import bring_up, run_script

if TYPE_CHECKING:
    from sqlite_utils import Database, Migrations

APPLICATION_ID = 0x5A41_5052
"""``ZAPR``, at offset 68 of the file."""

SHAPE = 1
"""How many migrations a file of today has been through."""

_PACKS = """
-- `generation`: whose key the boxes, marks and proof are made with. `changes` grows with every step.
CREATE TABLE site (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1), site TEXT NOT NULL, generation INTEGER NOT NULL,
  proof BLOB NOT NULL, changes INTEGER NOT NULL
) STRICT;

-- `label_generation`: whose key made the checks on its labels; null for tags, and while it has none.
CREATE TABLE packs (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, cards INTEGER NOT NULL, added_at TEXT NOT NULL,
  added_by TEXT NOT NULL, training INTEGER NOT NULL CHECK (training IN (0, 1)), note TEXT NOT NULL,
  "table" TEXT NOT NULL, shoe INTEGER, retired_at TEXT, why TEXT NOT NULL, label_generation INTEGER,
  marks BLOB NOT NULL, box BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER packs_stay BEFORE DELETE ON packs BEGIN SELECT RAISE(ABORT, 'packs are retired, not deleted'); END;
CREATE TRIGGER packs_stay_retired BEFORE UPDATE OF state ON packs WHEN old.state = 'retired' AND new.state != 'retired'
  BEGIN SELECT RAISE(ABORT, 'a retired pack stays retired'); END;

CREATE TABLE history (
  id INTEGER PRIMARY KEY, at TEXT NOT NULL, pack TEXT NOT NULL, what TEXT NOT NULL, "by" TEXT NOT NULL,
  why TEXT NOT NULL
) STRICT;
CREATE INDEX history_of_packs ON history (pack);
CREATE TRIGGER history_stays BEFORE DELETE ON history BEGIN SELECT RAISE(ABORT, 'what was done stays'); END;
CREATE TRIGGER history_is_told_once BEFORE UPDATE ON history BEGIN SELECT RAISE(ABORT, 'what was done stays'); END;
"""


def recognise(connection: sqlite3.Connection) -> int:
    """The shape of the open file; raises RegistryFileError without the file's name."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (shape,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if not application and not shape and not tables:
            raise DamagedError("the file is empty: move it aside and put back a backup (`zapato cards restore`)")
        raise ForeignError("it is an SQLite database, but no registry of packs: name another file")
    if shape > SHAPE:
        raise RegistryFileError(
            f"newer software wrote it (shape {shape}, this one knows {SHAPE}): update this software"
        )
    return int(shape)


def migrate(connection: sqlite3.Connection, shape: int) -> None:
    """Bring the open file from `shape` to today's; each step is one transaction."""
    bring_up(connection, shape, today=SHAPE, application=APPLICATION_ID, migrations=_migrations)


def _migrations() -> "Migrations":
    from sqlite_utils import Migrations  # noqa: PLC0415 - as above

    migrations = Migrations("cards")

    @migrations(name="1 packs and their history")
    def _one(database: "Database") -> None:
        run_script(database.conn, _PACKS)

    return migrations
