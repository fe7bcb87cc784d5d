"""The one way for everybody but the table to read a journal: while it is written, from a copy, from a backup.

Nothing is ever changed or created by reading. A face that nobody may see yet is under seal in the file, and None in the
event that is read. In records of before the seals it stands open; it is left out all the same.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
from msgspec.structs import replace

from device.journal import faults, files, inspection, schema
from device.journal.chain import Row
from device.journal.codec import recorded
from device.journal.errors import DamagedError, ForeignError, NewerError
from device.journal.faces import UNREAD, hidden_fields, with_face
from device.journal.inspection import COLUMNS
from device.journal.signing import SignedHead
from device.ports.journal import Record
from device.table.events import Event

_BATCH = 500
"""Rows a query: short reads, so that a long listing does not keep the table from carrying its log over."""


class Reader:
    """A journal opened for reading alone.

    The database that is open is a scratch one; the journal is attached to it as `record`, so that derived tables can be
    worked out beside those on file. Names without a prefix mean the journal's tables.
    """

    def __init__(self, path: Path) -> None:
        """Open; raises ForeignError, NewerError, DamagedError or JournalError, each naming the file and the remedy."""
        self.path = path
        files.require_content(path)
        # Where no log lies beside it, nobody writes: then the file is read as it is and no log is created by looking.
        self._live = self._is_written()
        try:
            self._connection = files.connect_for_reading(path, live=self._live)
        except sqlite3.Error as error:
            raise inspection.explained(error, path) from error
        try:
            schema.recognise(self._connection, "record")
        except (sqlite3.Error, ForeignError, NewerError) as error:
            self.close()
            raise inspection.explained(error, path) from error

    def __enter__(self) -> "Reader":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    def overtaken(self) -> bool:
        """Whether somebody began to write to a file that was read as one that nobody writes to."""
        return not self._live and self._is_written()

    def _is_written(self) -> bool:
        return self.path.with_name(self.path.name + "-wal").exists()

    @property
    def connection(self) -> sqlite3.Connection:
        """For those who work out derived tables in the scratch database."""
        return self._connection

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """Within the block everything is read as it stood at one moment, whatever the table writes meanwhile."""
        with self._explaining():
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("ROLLBACK")

    def rows(self, *, after: int = 0, shoe: int | None = None, coup: int | None = None) -> Iterator[Row]:
        """The stored rows behind record `after`, oldest first, of one shoe or one coup if wanted.

        Values are as they stand in the file, which may hold anything after an alteration.
        """
        wanted = (" AND shoe = :shoe" if shoe is not None else "") + (" AND coup = :coup" if coup is not None else "")
        query = f"SELECT {COLUMNS} FROM record.events WHERE seq > :after{wanted} ORDER BY seq LIMIT {_BATCH}"
        while True:
            with self._explaining(after):
                batch = self._batch(query, {"after": after, "shoe": shoe, "coup": coup})
            for row in batch:
                after = row[0]
                yield Row._make(row)
            if len(batch) < _BATCH:
                return

    def _batch(self, query: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
        """The rows of a query; text is taken to be whole, which is far quicker, and only where it is not, mended."""
        usual = self._connection.text_factory
        try:
            self._connection.text_factory = str
            return self._connection.execute(query, parameters).fetchall()
        except sqlite3.OperationalError:
            self._connection.text_factory = usual
            return self._connection.execute(query, parameters).fetchall()
        finally:
            self._connection.text_factory = usual

    def records(self, *, after: int = 0, shoe: int | None = None, coup: int | None = None) -> Iterator[Record]:
        """The records behind `after`, oldest first, without hidden faces; raises RecordError at one that is garbled."""
        for row in self.rows(after=after, shoe=shoe, coup=coup):
            record = row.record()
            if record.sealed is None and hidden_fields(type(record.event)):  # of before the seals: it stands open there
                record = replace(record, event=with_face(record.event, UNREAD))
            yield record

    def count(self) -> int:
        """How many records there are."""
        ((last,),) = self.query("SELECT coalesce(max(seq), 0) FROM record.events")
        return int(last)

    def epoch(self) -> str:
        """Which record the file says it is; empty where it does not."""
        found = self.query("SELECT value FROM record.meta WHERE key = 'epoch'")
        return str(found[0][0]) if found else ""

    def heads(self) -> dict[int, SignedHead]:
        """The signed heads by the record they were made at."""
        found = self.query("SELECT seq, hash, at, public_key, signature FROM record.heads ORDER BY seq")
        return {row[0]: SignedHead(*row) for row in found}

    def query(self, sql: str, parameters: tuple[Any, ...] | dict[str, Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query on the journal's tables."""
        with self._explaining():
            return self._connection.execute(sql, parameters).fetchall()

    def objects(self, sql: str, parameters: tuple[Any, ...] | dict[str, Any] = ()) -> list[dict[str, Any]]:
        """The rows of a query, each as a mapping by column."""
        with self._explaining():
            cursor = self._connection.execute(sql, parameters)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    def stored(self, sql: str, at_once: int) -> Iterator[list[tuple[Any, ...]]]:
        """The rows of a query, so many at once, with text as the bytes that are stored; within `snapshot`."""
        with self._as(bytes):
            cursor = self._connection.execute(sql)
        while True:
            with self._as(bytes):
                found = cursor.fetchmany(at_once)
            if not found:
                return
            yield found

    @contextlib.contextmanager
    def _as(self, text: type[str] | type[bytes]) -> Iterator[None]:
        usual = self._connection.text_factory
        self._connection.text_factory = text
        try:
            with self._explaining():
                yield
        finally:
            self._connection.text_factory = usual

    @contextlib.contextmanager
    def _explaining(self, after: int | None = None) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            explained = faults.of_sqlite(error, self.path)
            if after is not None and isinstance(explained, DamagedError):
                raise DamagedError(str(explained), seq=after + 1) from error
            raise explained from error


def public_body(event: Event) -> dict[str, Any]:
    """An event's fields as JSON values, for people: what is `hidden` is there as None, whatever the event holds.

    The event that turns the card carries it as `card`, so a face stands open from its turn on and never before.
    """
    body: dict[str, Any] = msgspec.to_builtins(recorded(event))
    return body | dict.fromkeys(hidden_fields(type(event)))
