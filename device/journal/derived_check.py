"""The derived tables: filled again from the events, and compared with those on file row by row."""

import contextlib
import itertools
import sqlite3
from typing import Any, TypeAlias

from device.journal import schema
from device.journal.errors import NotVerifiedError, RecordError
from device.journal.projections import is_projected, project
from device.journal.reading import Reader
from device.journal.record_check import PROGRESS_EVERY, Progress, Stage
from device.table.events import EVENTS

_Rows: TypeAlias = list[tuple[Any, ...]]

_AT_ONCE = 1000
"""Rows of a table that are compared together."""


def fill(reader: Reader, derived: sqlite3.Connection, *, progress: Progress | None) -> None:
    """Make the derived tables of `derived` anew, within its open transaction, from the events that `reader` reads."""
    total = reader.count()
    if progress is not None:
        progress(Stage.DERIVED, 0, total)
    schema.create_derived(derived)
    # What no table needs is not even decoded; a kind that is not known is, so that it is named.
    needless = {kind for kind, event in EVENTS.items() if not is_projected(event)}
    for row in reader.rows():
        if row.kind not in needless:
            try:
                project(derived, row.record())
            except RecordError as error:
                raise NotVerifiedError(error.what, seq=error.seq) from error
            except sqlite3.IntegrityError as error:
                raise NotVerifiedError(f"the derived tables cannot take it ({error})", seq=row.seq) from error
        if progress is not None and row.seq % PROGRESS_EVERY == 0:
            progress(Stage.DERIVED, row.seq, total)
    if progress is not None:
        progress(Stage.DERIVED, total, total)


def check_derived(reader: Reader, *, progress: Progress | None) -> None:
    """Whether the file's pages are whole and its tables, views and guards are what they should be.

    The tables are filled again in the reader's scratch database. Raises NotVerifiedError for the first difference.
    """
    fill(reader, reader.connection, progress=progress)
    _check_pages(reader)
    _compare(reader, progress)
    _check_guards(reader)


def _check_pages(reader: Reader) -> None:
    ((found,),) = reader.query("PRAGMA record.integrity_check(1)")
    if found != "ok":
        raise NotVerifiedError(f"{reader.path}: the file is damaged ({' '.join(str(found).split())})")


def _compare(reader: Reader, progress: Progress | None) -> None:
    """Row by row in the tables' own order, so that a year needs no more memory than a shoe."""
    ((shape,),) = reader.query("PRAGMA record.user_version")
    later, tables = schema.added_after(shape), schema.tables_of(shape)
    columns = {
        table: [
            column for column in reader.query(f"PRAGMA main.table_info({table})") if (table, column[1]) not in later
        ]
        for table in tables
    }
    for table in tables:
        if columns[table] != reader.query(f"PRAGMA record.table_info({table})"):
            raise NotVerifiedError(f"the derived table {table} is missing or altered; --rebuild makes it again")
    total = sum(reader.query(f"SELECT count(*) FROM main.{table}")[0][0] for table in tables)
    done = 0
    for table in tables:
        names = [name for _, name, *_ in columns[table]]
        in_key = sorted((place, name) for _, name, _, _, _, place in columns[table] if place)
        key = ", ".join(name for _, name in in_key)  # as the table lies in the file: nothing has to be sorted
        wanted = ", ".join(names)
        made = reader.stored(f"SELECT {wanted} FROM main.{table} ORDER BY {key}", _AT_ONCE)
        found = reader.stored(f"SELECT {wanted} FROM record.{table} ORDER BY {key}", _AT_ONCE)
        expected: _Rows
        there: _Rows
        for expected, there in itertools.zip_longest(made, found, fillvalue=[]):
            if expected != there:
                odd = dict(zip(names, _first_difference(expected, there), strict=True))
                where = ", ".join(f"{name} {odd[name]}" for name in ("shoe", "coup", "seq") if name in odd)
                raise NotVerifiedError(
                    f"the derived table {table} does not hold what the events say ({where}); --rebuild fills it again"
                )
            done += len(expected)
            if progress is not None:
                progress(Stage.COMPARED, done, total)


def _first_difference(expected: _Rows, there: _Rows) -> tuple[Any, ...]:
    """The first row that is missing, altered or too many."""
    for at, (one, other) in enumerate(zip(expected, there, strict=False)):
        if one != other:
            return other if one in there[at:] else one
    longer = max(expected, there, key=len)
    return longer[min(len(expected), len(there))]


_OF_A_COPY = frozenset(
    {
        ("table", "_litestream_lock", "CREATE TABLE _litestream_lock (id INTEGER)"),
        ("table", "_litestream_seq", "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)"),
    }
)
"""What Litestream adds to the file that it copies from: a counter and an empty table, nothing of the record."""


def _check_guards(reader: Reader) -> None:
    """Tables, indexes, the triggers that make the record append-only, and the views people query are the schema's.

    Not looked at: what SQLite itself keeps (``ANALYZE``), the list of migrations, and what a copying program adds.
    """
    asked = (
        "SELECT type, name, sql FROM {}sqlite_master "
        "WHERE name NOT GLOB 'sqlite_*' AND tbl_name <> '_sqlite_migrations' ORDER BY name"
    )
    ((shape,),) = reader.query("PRAGMA record.user_version")
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        schema.create(fresh, shape)
        expected = {tuple(row) for row in fresh.execute(asked.format(""))}
    found = {tuple(row) for row in reader.query(asked.format("record."))}
    for kind, name, _ in sorted(expected - found):
        raise NotVerifiedError(f"the {kind} {name} of the journal is missing or altered", seq=None)
    for kind, name, _ in sorted(found - expected - _OF_A_COPY):
        raise NotVerifiedError(f"the {kind} {name} does not belong into a journal", seq=None)
