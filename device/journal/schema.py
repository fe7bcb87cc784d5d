"""The shape of a journal's file: the record itself, the signed heads, and what is derived from them for people.

The file says what it is (`application_id`) and its shape (`user_version`), so that a foreign database is recognised.
"""

import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING

from device.files.shapes import bring_up, run_script
from device.journal.errors import ForeignError, NewerError

if TYPE_CHECKING:
    from sqlite_utils import Database, Migrations

APPLICATION_ID = 0x5A41_5041
"""``ZAPA``, at offset 68 of the file."""

SHAPE = 3
"""How many migrations a file of today has been through."""

ADDED: Mapping[int, tuple[tuple[str, str, str], ...]] = {
    2: (
        ("incidents", "acknowledged_at", "TEXT"),
        ("incidents", "acknowledged_by", "TEXT"),
        ("coups", "manual", "INTEGER"),
    ),
}
"""What each shape after the first added to the derived tables: table, column, type; always behind what was there."""

_SHOE_PACKS = """
CREATE TABLE shoe_packs (
  shoe INTEGER, pack TEXT, first_seq INTEGER, refused TEXT, retired_at TEXT, PRIMARY KEY (shoe, pack)
) STRICT, WITHOUT ROWID;
"""

ADDED_TABLES: Mapping[str, tuple[int, str]] = {"shoe_packs": (3, _SHOE_PACKS)}
"""Derived tables that a shape after the first brought: which, and how each is made."""

PROJECTIONS = ("shoes", "coups", "cards", "incidents", "staff_actions", "dealers_on", "shoe_packs")
"""The derived tables: dropped and filled again from `events`, they hold the same rows."""

VIEWS = ("coup_report", "shoe_audit", "hands_per_hour")
"""Questions of people, answered from the derived tables."""

_RECORD = """
CREATE TABLE events (
  seq INTEGER PRIMARY KEY, epoch TEXT, shoe INTEGER, coup INTEGER, at TEXT, kind TEXT, version INTEGER, body TEXT,
  hash TEXT
) STRICT;

CREATE TABLE heads (
  seq INTEGER PRIMARY KEY, hash TEXT NOT NULL, at TEXT NOT NULL, public_key TEXT NOT NULL, signature TEXT NOT NULL
) STRICT;

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events is append-only'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events is append-only'); END;
-- A plain trigger on DELETE does not see INSERT OR REPLACE, and nothing may be slipped in between either.
CREATE TRIGGER events_only_next BEFORE INSERT ON events
  WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events)
  BEGIN SELECT RAISE(ABORT, 'events takes only the next seq'); END;
CREATE TRIGGER heads_no_update BEFORE UPDATE ON heads BEGIN SELECT RAISE(ABORT, 'heads is append-only'); END;
CREATE TRIGGER heads_no_delete BEFORE DELETE ON heads BEGIN SELECT RAISE(ABORT, 'heads is append-only'); END;
CREATE TRIGGER heads_only_later BEFORE INSERT ON heads
  WHEN NEW.seq <= (SELECT coalesce(max(seq), 0) FROM heads)
  BEGIN SELECT RAISE(ABORT, 'heads is append-only'); END;
"""

_DERIVED = """
CREATE TABLE shoes (
  shoe INTEGER PRIMARY KEY, profile TEXT, profile_version INTEGER, profile_hash TEXT, packs INTEGER, opened_at TEXT,
  opened_by TEXT, cut_at TEXT, last_coup INTEGER, closed_at TEXT, closed_by TEXT, why TEXT, shuffles INTEGER,
  cards_seen INTEGER
) STRICT;

CREATE TABLE coups (
  shoe INTEGER, coup INTEGER, kind TEXT, player TEXT, banker TEXT, player_total INTEGER, banker_total INTEGER,
  outcome TEXT, natural INTEGER, player_pair INTEGER, banker_pair INTEGER, started_at TEXT, ended_at TEXT, dealer TEXT,
  corrected_by TEXT, voided_by TEXT, reason TEXT, PRIMARY KEY (shoe, coup)
) STRICT, WITHOUT ROWID;

-- Kept in the order of the table, so that writing a card touches one page.
CREATE TABLE cards (
  seq INTEGER NOT NULL, shoe INTEGER NOT NULL, coup INTEGER NOT NULL, place TEXT NOT NULL, card TEXT, code TEXT,
  read_at TEXT, source TEXT, board TEXT, passage INTEGER, incident INTEGER, placed_seq INTEGER,
  PRIMARY KEY (shoe, coup, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX cards_unplaced ON cards (place, seq) WHERE place IN ('waiting', 'incident', 'kept');

CREATE TABLE incidents (
  seq INTEGER PRIMARY KEY, shoe INTEGER, coup INTEGER, id INTEGER, kind TEXT, detail TEXT, holds INTEGER, options TEXT,
  raised_at TEXT, resolved_seq INTEGER, resolved_at TEXT, resolution TEXT, resolved_by TEXT, second TEXT, reason TEXT,
  exposed INTEGER
) STRICT;

CREATE TABLE staff_actions (
  seq INTEGER PRIMARY KEY, shoe INTEGER, coup INTEGER, at TEXT, action TEXT, detail TEXT, by TEXT, second TEXT,
  reason TEXT
) STRICT;

CREATE TABLE dealers_on (seq INTEGER PRIMARY KEY, shoe INTEGER, coup INTEGER, dealer TEXT, from_at TEXT, until_at TEXT)
STRICT;
"""

_VIEWS = """
CREATE VIEW coup_report AS
SELECT c.shoe, c.coup, s.profile, c.kind, c.player, c.player_total, c.banker, c.banker_total, c.outcome, c.natural,
  c.player_pair, c.banker_pair, c.started_at, c.ended_at,
  round((julianday(c.ended_at) - julianday(c.started_at)) * 86400, 1) AS lasted_s,
  c.dealer, c.corrected_by, c.voided_by, c.reason,
  (SELECT count(*) FROM incidents i WHERE i.shoe = c.shoe AND i.coup = c.coup) AS incidents
FROM coups c LEFT JOIN shoes s ON s.shoe = c.shoe;

-- Closed shoes only: what a running shoe is made of must not be told. A card that was never read counts as `unseen`.
CREATE VIEW shoe_audit AS
WITH ranks(rank) AS (VALUES ('A'),('2'),('3'),('4'),('5'),('6'),('7'),('8'),('9'),('T'),('J'),('Q'),('K')),
  suits(suit) AS (VALUES ('c'),('d'),('h'),('s')),
  closed AS (SELECT shoe, packs * (1 + shuffles) AS packs FROM shoes WHERE closed_at IS NOT NULL),
  counted AS (SELECT shoe, card, count(*) AS seen FROM cards WHERE card IS NOT NULL GROUP BY shoe, card)
SELECT closed.shoe, rank || suit AS card, closed.packs AS packs, coalesce(seen, 0) AS seen,
  max(coalesce(seen, 0) - closed.packs, 0) AS surplus
FROM closed CROSS JOIN suits CROSS JOIN ranks
LEFT JOIN counted ON counted.shoe = closed.shoe AND counted.card = rank || suit
UNION ALL
SELECT closed.shoe, 'unseen', NULL, (SELECT count(*) FROM cards c WHERE c.shoe = closed.shoe AND c.card IS NULL), 0
FROM closed;

-- Whole clock hours (UTC) of one dealer; the time between hands counts up to five minutes, the rest was a pause.
CREATE VIEW hands_per_hour AS
WITH timed AS (
  SELECT shoe, coup, dealer, started_at, substr(started_at, 1, 13) || ':00Z' AS hour,
    (julianday(ended_at) - julianday(started_at)) * 86400 AS dealing_s,
    (julianday(started_at) - julianday(lag(ended_at) OVER (PARTITION BY shoe, dealer ORDER BY coup))) * 86400 AS gap_s
  FROM coups
)
SELECT hour, dealer, count(*) AS hands, round(sum(dealing_s), 1) AS dealing_s,
  round(sum(CASE WHEN gap_s BETWEEN 0 AND 300 THEN gap_s ELSE 0 END), 1) AS between_hands_s,
  round(count(*) * 3600 / nullif(sum(dealing_s)
    + sum(CASE WHEN gap_s BETWEEN 0 AND 300 THEN gap_s ELSE 0 END), 0), 1) AS hands_per_hour
FROM timed GROUP BY hour, dealer;
"""


def recognise(connection: sqlite3.Connection, database: str = "main") -> int:
    """The shape of the open file's tables, by its number; raises ForeignError or NewerError without the file's name."""
    (application,) = connection.execute(f"PRAGMA {database}.application_id").fetchone()
    (shape,) = connection.execute(f"PRAGMA {database}.user_version").fetchone()
    if application != APPLICATION_ID:
        raise ForeignError("it is an SQLite database, but not a journal of this software: name another file")
    if shape > SHAPE:
        raise NewerError(f"newer software wrote it (shape {shape}, this one knows {SHAPE}): update this software")
    return int(shape)


def migrate(connection: sqlite3.Connection, shape: int) -> None:
    """Bring the open file from `shape` to today's; each step is one transaction."""
    bring_up(connection, shape, today=SHAPE, application=APPLICATION_ID, migrations=_migrations)


def _migrations() -> "Migrations":
    from sqlite_utils import Migrations  # noqa: PLC0415 - as above

    migrations = Migrations("journal")

    @migrations(name="1 the record and what is derived from it")
    def _one(database: "Database") -> None:
        run_script(database.conn, _RECORD + _DERIVED + _VIEWS)

    @migrations(name="2 who acknowledged an incident; coups dealt by hand")
    def _two(database: "Database") -> None:
        _add_columns(database.conn, 2)
        database.conn.execute("UPDATE main.coups SET manual = 0")  # as the events of older software say

    @migrations(name="3 which packs of the registry were in a shoe")
    def _three(database: "Database") -> None:
        _add_tables(database.conn, 3)  # events of older software name no packs: it begins empty

    return migrations


def _add_tables(connection: sqlite3.Connection, shape: int) -> None:
    for since, script in ADDED_TABLES.values():
        if since == shape:
            run_script(connection, script)


def _add_columns(connection: sqlite3.Connection, shape: int) -> None:
    for table, column, kind in ADDED.get(shape, ()):
        connection.execute(f"ALTER TABLE main.{table} ADD COLUMN {column} {kind}")


def create(connection: sqlite3.Connection, shape: int) -> None:
    """Make the tables, views and guards of a journal of that shape, empty; nothing says that it is one."""
    run_script(connection, _RECORD + _DERIVED + _VIEWS)
    for later in range(2, shape + 1):
        _add_columns(connection, later)
        _add_tables(connection, later)


def tables_of(shape: int) -> tuple[str, ...]:
    """The derived tables that a file of that shape has."""
    return tuple(name for name in PROJECTIONS if ADDED_TABLES.get(name, (0, ""))[0] <= shape)


def added_after(shape: int) -> frozenset[tuple[str, str]]:
    """The columns, with their tables, that a file of that shape has not yet."""
    return frozenset((table, column) for at, new in ADDED.items() if at > shape for table, column, _ in new)


def create_derived(connection: sqlite3.Connection) -> None:
    """Make the derived tables anew and empty, within the open transaction; the record itself is not touched."""
    for kind, names in (("VIEW", VIEWS), ("TABLE", PROJECTIONS)):
        for name in names:
            connection.execute(f"DROP {kind} IF EXISTS main.{name}")
    run_script(connection, _DERIVED)
    for shape in range(2, SHAPE + 1):
        _add_columns(connection, shape)
        _add_tables(connection, shape)
    run_script(connection, _VIEWS)
