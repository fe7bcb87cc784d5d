"""The record of a table in a file, durable when `append` returns.

One transaction a step, with everything derived from it, and one sync to the disk: the write-ahead log is extended and
synced once, and all other upkeep waits for `tidy`, when no card is under way. A second writer is refused. A step that
cannot be written raises, leaves nothing behind, and the same object goes on when the disk heals.
"""

import contextlib
import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from device.journal import faults, files, inspection, next_file, uses
from device.journal.chain import Head, Row, extend
from device.journal.private_files import forget_unfinished, sync_folder
from device.journal.projections import project
from device.journal.same_file import followed, identity
from device.journal.sealing import Draw, sealer_beside, sealing_key_path
from device.journal.seals import read_back
from device.journal.signing import SignedHead, Signer, key_path
from device.ports.clock import Clock
from device.ports.journal import JournalError, Record
from device.table.events import Event, RecordContinued, ShoeEnded

QUIET_RECORDS = 500
"""Records since the last upkeep that make `tidy` do it again: some 5 MB of log."""

HARD_RECORDS = 20_000
"""Records without a quiet moment after which `append` does the upkeep itself, so that the log cannot fill the disk."""

_INSERT = f"INSERT INTO events ({inspection.COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


class SqliteJournal:
    """The one writer of a journal file, used from one thread at a time; implements `ports.journal.Journal`."""

    def __init__(
        self,
        path: Path,
        *,
        clock: Clock,
        note: Mapping[str, str] | None = None,
        lock: files.WriterLock | None = None,
        draw: Draw = secrets.token_bytes,
    ) -> None:
        """Open the journal at `path`, or create it (with `note` among its `meta` facts) where there is no file.

        `lock`: the right to write to it, from the `finish` of the journal that stood there before. `draw`: where salts
        come from.

        The current shoe's chain is checked; how long that takes does not grow with the record's age. Raises
        DamagedError for a torn, empty or altered journal, ForeignError for another kind of file, NewerError,
        InUseError, and JournalError for what the system refuses.
        """
        if not path.name:
            raise JournalError(f"{path}: this names no file: give the journal a name in a folder")
        path = followed(path)
        self.path = path
        self._clock = clock
        self._signer = Signer(key_path(path))
        self._lock: files.WriterLock | None = lock or files.WriterLock(path)
        self._connection: sqlite3.Connection | None = None
        self._doubtful = self._failed = self._may_only_read = False
        self._untidied = 0
        try:
            next_file.take_back(path)
            if not path.exists():
                files.create(path, created_at=clock.wall_at(), note=dict(note or {}))
            files.require_content(path)
            files.require_whole_log(path)
            self._connection = inspection.open_for_writing(path)
            self._file = identity(path)
            # What is read here counts as on record, and the shoe is told so: it must be on the disk, not only seem so.
            files.settle_log(self._connection, path)
            self._head, self.epoch, records = inspection.inspect(self._connection, path)
            self._signer.ensure_key()
            _, self._seals = read_back(records, sealer_beside(path, draw=draw))
            # A full disk must not keep the table from learning where it stood; it is held at its first step then.
            with contextlib.suppress(sqlite3.OperationalError):
                self._upkeep(self._connection)
            for key in (key_path(path), sealing_key_path(path)):
                forget_unfinished(key)
            sync_folder(path.parent)  # the names of file, log and keys, whoever gave them, and whatever came of it then
        except sqlite3.Error as error:
            self.close()
            raise faults.of_sqlite(error, path) from error
        except OSError as error:
            self.close()
            raise faults.of_system(error, path, "make sure of what is on record") from error
        except BaseException:
            self.close()
            raise

    @property
    def head(self) -> Head:
        """Where the chain ends: the last record's number and hash."""
        return self._head

    def append(self, events: Sequence[tuple[int, int, Event]]) -> tuple[Record, ...]:
        """Write the events of one step, each with its shoe and coup number, durably and all or none.

        Returns what was written. Raises JournalError, naming the file and the remedy, when the step is not on record;
        nothing of it is then, and the call may be made again when the trouble is over.
        """
        if not events:
            return ()
        connection = self._ready()
        at = self._clock.wall_at()
        seals = self._seals.step()
        head, rows, records = extend(self._head, self.epoch, at, events, seals)
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(_INSERT, rows)
            for record in records:
                project(connection, record)
            if any(isinstance(event, ShoeEnded) for _, _, event in events):
                self._write_signed_head(connection, rows[-1])
            connection.execute("COMMIT")
        except BaseException as error:
            self._take_back(connection)
            if isinstance(error, sqlite3.Error):
                self._may_only_read = faults.is_read_only(error)
                raise faults.of_sqlite(error, self.path, writing=True) from error
            raise
        self._head = head
        self._seals.take(seals)
        self._untidied += len(rows)
        if self._untidied >= HARD_RECORDS or self._failed:
            self._failed = False  # what a failed step left in the log would look like steps that were lost
            with contextlib.suppress(sqlite3.Error):  # the step is on record; upkeep may fail and be tried again later
                self._upkeep(connection)
        return records

    @property
    def use(self) -> uses.Use | None:
        """What the file is for, where somebody has said so."""
        return uses.read(self._ready())

    def use_as(self, use: uses.Use) -> None:
        """Go on for this use; raises JournalError where the file is of another."""
        uses.claim(self._ready(), self.path, use)

    @property
    def all_open(self) -> bool:
        """Whether no face on record is still under seal."""
        return self._seals.all_open

    def record(self, seq: int) -> Record | None:
        """The record of that number, None where there is none; raises JournalError."""
        try:
            found = inspection.row(self._ready(), seq)
        except sqlite3.Error as error:
            raise faults.of_sqlite(error, self.path) from error
        return None if found is None else inspection.named(found, self.path)

    def first_at(self, *, until_at: str) -> str:
        """The time of the oldest record that was not stamped later than `until_at`, empty where all were.

        Those before it were stamped by a clock that ran ahead. Raises JournalError.
        """
        words = "SELECT at FROM events WHERE at <= ? ORDER BY seq LIMIT 1"
        try:
            found = self._ready().execute(words, (until_at,)).fetchone()
        except sqlite3.Error as error:
            raise faults.of_sqlite(error, self.path) from error
        return "" if found is None else str(found[0])

    def last_shoe(self) -> Iterator[Record]:
        """The records of the shoe in play, or of the last one, oldest first; shoe 0 is before the first one.

        Hidden faces are there again; a record whose face cannot be read any more says so.
        """
        try:
            rows = inspection.rows_of_last_shoe(self._ready())
        except sqlite3.Error as error:
            raise faults.of_sqlite(error, self.path) from error
        records, _ = read_back([inspection.named(row, self.path) for row in rows], self._seals.sealer)
        return iter(records)

    def known_profiles(self) -> dict[tuple[str, int], str]:
        """The house rules on record, in this file or before it, and the hash they had the last time."""
        try:
            shoes = self._ready().execute("SELECT profile, profile_version, profile_hash FROM shoes ORDER BY shoe")
            found = shoes.fetchall()
        except sqlite3.Error as error:
            raise faults.of_sqlite(error, self.path) from error
        first = self.record(1)
        before = first.event.profiles if first is not None and isinstance(first.event, RecordContinued) else ()
        return {(name, version): hash_ for name, version, hash_ in (*before, *found)}

    def tidy(self) -> None:
        """Carry the log over into the database when there is enough of it; cheap when there is not.

        Called when the table is quiet. Raises JournalError when the disk refuses; no record is lost by that.
        """
        if self._untidied < QUIET_RECORDS:
            return
        connection = self._ready()
        try:
            self._upkeep(connection)
        except sqlite3.Error as error:
            raise faults.of_sqlite(error, self.path) from error

    def close(self) -> None:
        """Release the file; the last connection to leave carries the log over into the database."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
        if self._lock is not None:
            self._lock.release()

    def finish(self) -> tuple[SignedHead, files.WriterLock]:
        """End this file for good: its last record signed, everything in the one file, and closed.

        Returns the signed end, and the right to write in the file's place, which nobody else got meanwhile. Raises
        JournalError, with this journal still open and fit for use, when somebody reads the file or the disk refuses.
        """
        connection = self._ready()
        try:
            signed = self._signed_end(connection)
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            self._take_back(connection)
            raise faults.of_sqlite(error, self.path) from error
        lock, self._lock = self._lock, None
        assert lock is not None
        self.close()
        return signed, lock

    def _signed_end(self, connection: sqlite3.Connection) -> SignedHead:
        columns = "seq, hash, at, public_key, signature"
        found = connection.execute(f"SELECT {columns} FROM heads WHERE seq = ?", (self._head.seq,)).fetchone()
        if found is not None:
            return SignedHead(*found)
        at = self._clock.wall_at()
        signed = self._signer.sign(epoch=self.epoch, seq=self._head.seq, hash_=self._head.digest.hex(), at=at)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO heads VALUES (?, ?, ?, ?, ?)", signed)
        connection.execute("COMMIT")
        return signed

    def _ready(self) -> sqlite3.Connection:
        """The connection, after making sure that it still writes to the file that bears the journal's name."""
        if self._connection is None:
            raise JournalError(f"{self.path}: the journal is closed")
        if identity(self.path) != self._file:
            raise JournalError(
                f"{self.path}: the file was moved, deleted or replaced while the table was writing to it: put it back"
            )
        if self._may_only_read and faults.may_be_written(self.path):
            # On a disk that was shut for writing SQLite opens a file for reading alone, and would leave it so for ever.
            # Not before it may be written: each look would cost a handle that SQLite gives back as all are closed.
            fresh = inspection.open_for_writing(self.path)
            self._connection.close()
            self._connection, self._may_only_read = fresh, False
        if self._doubtful:
            self._prove_head(self._connection)
            self._doubtful = False
        return self._connection

    def _prove_head(self, connection: sqlite3.Connection) -> None:
        """After a failed step: the file must end where we think it ends."""
        try:
            head = inspection.stored_head(connection)
        except sqlite3.Error as error:
            raise faults.of_sqlite(error, self.path, writing=True) from error
        if head != self._head:
            raise JournalError(
                f"{self.path}: it ends with record {head.seq}, {self._head.seq} was expected: start the table again"
            )

    def _take_back(self, connection: sqlite3.Connection) -> None:
        self._doubtful = self._failed = True
        with contextlib.suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def _write_signed_head(self, connection: sqlite3.Connection, last: Row) -> None:
        signed = self._signer.sign(epoch=last.epoch, seq=last.seq, hash_=last.hash, at=last.at)
        connection.execute("INSERT INTO heads VALUES (?, ?, ?, ?, ?)", signed)

    def _upkeep(self, connection: sqlite3.Connection) -> None:
        self._untidied = 0
        _, in_log, carried_over = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if in_log != carried_over:  # somebody is reading an older state; the log grows until they are done
            return
        # The first commit after this starts the log anew and syncs twice: that one is ours, not a card's.
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("UPDATE meta SET value = ? WHERE key = 'tidied_at'", (self._clock.wall_at(),))
            connection.execute("COMMIT")
        except BaseException:
            self._take_back(connection)
            raise
