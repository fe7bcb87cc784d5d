"""Opening a journal: is it one, is it whole, where does it end. The work does not grow with the record's age."""

import sqlite3
from pathlib import Path

from device.journal import faults, files, schema
from device.journal.chain import Head, Row, follow
from device.journal.errors import DamagedError, ForeignError, NewerError, RecordError
from device.ports.journal import JournalError, Record

_FULL_CHECK_BYTES = 8 * 1024 * 1024
"""Up to this size every page is looked at when the file is opened; beyond it the ends of every table."""

COLUMNS = "seq, epoch, shoe, coup, at, kind, version, body, hash"
_TO_CURRENT_SHOE = "SELECT max(seq) FROM (SELECT seq FROM events WHERE shoe <> ? ORDER BY seq DESC LIMIT 1)"


_LOG_LIMIT_BYTES = 32 * 1024 * 1024
"""The log is reused in place, which costs less than growing it; one that once grew past this is cut back."""


def open_for_writing(path: Path) -> sqlite3.Connection:
    """A connection with the settings that make a commit durable and a step one sync; raises JournalError."""
    try:
        connection = files.connect(path)
    except sqlite3.Error as error:
        raise faults.of_sqlite(error, path) from error
    try:
        shape = schema.recognise(connection)
        # The header says WAL since the file was made; said again in case somebody's tool changed it.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute(f"PRAGMA journal_size_limit = {_LOG_LIMIT_BYTES}")
        schema.migrate(connection, shape)
    except Exception as error:
        connection.close()
        raise explained(error, path) from error
    return connection


def explained(error: Exception, path: Path) -> Exception:
    """Give an error its file's name; a file that SQLite cannot read at all was a journal only if its key is there."""
    if files.is_no_database(error) or (isinstance(error, ForeignError) and files.was_ours(path)):
        return files.not_a_journal(path)
    if isinstance(error, sqlite3.Error):
        return faults.of_sqlite(error, path)
    if isinstance(error, ForeignError | NewerError):
        return type(error)(f"{path}: {error}")
    return error


def inspect(connection: sqlite3.Connection, path: Path) -> tuple[Head, str, list[Record]]:
    """Where the record ends, its epoch, and the records of its last shoe.

    Raises DamagedError where pages or that shoe are not whole.
    """
    _require_whole_pages(connection, path)
    rows = rows_of_last_shoe(connection)
    head = Head()
    if rows and rows[0].seq > 1:
        (before,) = connection.execute("SELECT hash FROM events WHERE seq = ?", (rows[0].seq - 1,)).fetchone() or ("",)
        try:
            head = Head(rows[0].seq - 1, bytes.fromhex(before or ""))
        except ValueError:
            raise _altered(path, RecordError(rows[0].seq - 1, "its hash is garbled")) from None
    try:
        for row in rows:
            head = follow(head, row)
    except RecordError as error:
        raise _altered(path, error) from error
    records = [named(row, path) for row in rows]
    _require_signed_tail(connection, path, head)
    (epoch,) = connection.execute("SELECT value FROM meta WHERE key = 'epoch'").fetchone() or (None,)
    if not epoch:
        raise DamagedError(f"{path}: the file does not say which record it is (`meta` has no epoch): move it aside")
    return head, epoch, records


def _altered(path: Path, error: RecordError) -> DamagedError:
    return DamagedError(
        f"{path}: the record is not as it was written: {error}: move the file aside, keep it as evidence, and go on "
        "with a backup or a new journal",
        seq=error.seq,
    )


def _require_whole_pages(connection: sqlite3.Connection, path: Path) -> None:
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (page_bytes,) = connection.execute("PRAGMA page_size").fetchone()
    if pages * page_bytes <= _FULL_CHECK_BYTES:
        checks = ["PRAGMA quick_check(1)"]
    else:
        checks = [f"PRAGMA quick_check({table})" for table in ("_sqlite_migrations", "meta")]
        for table in ("events", "heads", *schema.PROJECTIONS):
            for end in ("ASC", "DESC"):  # by the table's own order: its root, and its first and last page
                key = {
                    "coups": f"shoe {end}, coup {end}",
                    "cards": f"shoe {end}, coup {end}, seq {end}",
                    "shoe_packs": f"shoe {end}, pack {end}",
                }
                connection.execute(
                    f"SELECT * FROM {table} ORDER BY {key.get(table, f'rowid {end}')} LIMIT 1"
                ).fetchall()
    for check in checks:
        (found,) = connection.execute(check).fetchone()
        if found != "ok":
            raise faults.of_sqlite(_damage(found), path)


def _damage(found: str) -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError(found.replace("\n", " "))
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def _require_signed_tail(connection: sqlite3.Connection, path: Path, head: Head) -> None:
    """The last signed head must be among the records: what was cut off behind it shows here."""
    signed = connection.execute("SELECT seq, hash FROM heads ORDER BY seq DESC LIMIT 1").fetchone()
    if signed is None:
        return
    found = connection.execute("SELECT hash FROM events WHERE seq = ?", (signed[0],)).fetchone()
    if signed[0] > head.seq or found != (signed[1],):
        raise _altered(path, RecordError(min(signed[0], head.seq + 1), "missing or altered since it was signed"))


def rows_of_last_shoe(connection: sqlite3.Connection) -> list[Row]:
    """The stored rows of the highest shoe number, oldest first."""
    last = connection.execute("SELECT shoe FROM events ORDER BY seq DESC LIMIT 1").fetchone()
    if last is None:
        return []
    (before,) = connection.execute(_TO_CURRENT_SHOE, last).fetchone()
    found = connection.execute(f"SELECT {COLUMNS} FROM events WHERE seq > ? ORDER BY seq", (before or 0,))
    return [Row(*row) for row in found]


def row(connection: sqlite3.Connection, seq: int) -> Row | None:
    """The stored row of that number."""
    found = connection.execute(f"SELECT {COLUMNS} FROM events WHERE seq = ?", (seq,)).fetchone()
    return None if found is None else Row(*found)


def stored_head(connection: sqlite3.Connection) -> Head:
    """Where the file's record ends."""
    last = connection.execute("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
    return Head() if last is None else Head(last[0], bytes.fromhex(last[1]))


def named(row: Row, path: Path) -> Record:
    """The row's record; an error gets the file's name."""
    try:
        return row.record()
    except RecordError as error:
        raise JournalError(f"{path}: {error}") from error
