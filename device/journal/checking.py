"""Whether a journal is what was written: chain, signatures, fold and derived tables, from first record to last."""

import sqlite3
from collections.abc import Callable, Set
from dataclasses import dataclass
from pathlib import Path

from device.journal import faults, files, inspection, projections, signing
from device.journal.chain import Head, follow
from device.journal.errors import DamagedError, RecordError
from device.journal.reading import Reader
from device.journal.schema import PROJECTIONS
from device.journal.signing import SignedHead
from device.ports.journal import JournalError, Record
from device.table.evolve import evolve
from device.table.state import INITIAL

Progress = Callable[[int, int], None]
"""Called now and then with how many records are done, and of how many."""

_PROGRESS_EVERY = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """A journal that is what was written."""

    events: int
    shoes: int
    coups: int
    head: str
    """The last record's hash; 64 zeros for a journal without records."""
    signed: int
    """How many signed heads there are."""
    keys: frozenset[str]
    """The public keys they were signed with, as hex: more than one when the key was replaced."""


class NotVerifiedError(Exception):
    """The journal is not what was written; `seq` is the first bad record, None where no single record is at fault."""

    def __init__(self, what: str, *, seq: int | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.seq = seq


def verify_file(
    path: Path, *, trusted: Set[str] = frozenset(), derived: bool = True, progress: Progress | None = None
) -> Verified:
    """`verify` on the journal at `path`; once more from the start if a table began to write to it meanwhile."""
    with Reader(path) as reader:
        try:
            return verify(reader, trusted=trusted, derived=derived, progress=progress)
        except NotVerifiedError:
            if not reader.overtaken():
                raise
    with Reader(path) as reader:
        return verify(reader, trusted=trusted, derived=derived, progress=progress)


def verify(
    reader: Reader, *, trusted: Set[str] = frozenset(), derived: bool = True, progress: Progress | None = None
) -> Verified:
    """Check everything as it stood at one moment; raises NotVerifiedError for the first thing that is wrong.

    `trusted`: public keys as hex; where any is given, every head must be signed by one of them. `derived`: whether the
    derived tables must hold exactly what their events say. Raises JournalError when the file cannot be read at all.
    """
    try:
        with reader.snapshot():
            return _verify(reader, trusted, derived, progress or (lambda _done, _of: None))
    except DamagedError as error:
        raise NotVerifiedError(str(error), seq=error.seq) from error


def _verify(reader: Reader, trusted: Set[str], derived: bool, progress: Progress) -> Verified:
    total = reader.count()
    heads = reader.heads()
    scratch = reader.connection if derived else None
    if scratch is not None:
        _make_scratch_tables(reader)
    head = Head()
    state = INITIAL
    for row in reader.rows():
        try:
            head = follow(head, row)
            record = row.record()
            state = evolve(state, record.event)
        except RecordError as error:
            raise NotVerifiedError(error.what, seq=error.seq) from error
        except Exception as error:
            raise NotVerifiedError(f"it does not follow from what was before it ({error!r})", seq=row.seq) from error
        if row.seq in heads:
            _check_head(heads.pop(row.seq), record, trusted)
        if scratch is not None:
            projections.project(scratch, record)
        if row.seq % _PROGRESS_EVERY == 0:
            progress(row.seq, total)
    if heads:
        seq = min(heads)
        raise NotVerifiedError(f"missing: the record was signed up to {seq} and ends with {head.seq}", seq=head.seq + 1)
    _check_pages(reader)
    if scratch is not None:
        _compare(reader)
    progress(head.seq, total)
    return _summary(reader, head)


def _summary(reader: Reader, head: Head) -> Verified:
    ((shoes, coups),) = reader.query("SELECT (SELECT count(*) FROM record.shoes), (SELECT count(*) FROM record.coups)")
    signed = reader.heads()
    return Verified(
        events=head.seq,
        shoes=shoes,
        coups=coups,
        head=head.digest.hex(),
        signed=len(signed),
        keys=frozenset(one.public_key for one in signed.values()),
    )


def _check_head(head: SignedHead, record: Record, trusted: Set[str]) -> None:
    if head.hash != record.hash:
        raise NotVerifiedError("it is not the record that was signed", seq=record.seq)
    if not signing.is_genuine(head, epoch=record.epoch):
        raise NotVerifiedError("the signature of the record up to here is false", seq=record.seq)
    if trusted and head.public_key not in trusted:
        raise NotVerifiedError(f"the record up to here was signed with another key ({head.public_key})", seq=record.seq)


def _check_pages(reader: Reader) -> None:
    ((found,),) = reader.query("PRAGMA record.integrity_check(1)")
    if found != "ok":
        raise NotVerifiedError(f"{reader.path}: the file is damaged ({' '.join(str(found).split())})")


def _make_scratch_tables(reader: Reader) -> None:
    marks = ", ".join("?" * len(PROJECTIONS))
    for name, sql in reader.query(
        f"SELECT name, sql FROM record.sqlite_schema WHERE tbl_name IN ({marks}) AND type IN ('table', 'index')"
        " AND sql IS NOT NULL ORDER BY type DESC",
        PROJECTIONS,
    ):
        try:
            reader.connection.execute(sql)
        except sqlite3.Error as error:
            raise NotVerifiedError(f"the derived table {name} is not of the right shape ({error})") from error


def _compare(reader: Reader) -> None:
    for table in PROJECTIONS:
        for here, there in (("main", "record"), ("record", "main")):
            found = reader.objects(f"SELECT * FROM {here}.{table} EXCEPT SELECT * FROM {there}.{table} LIMIT 1")
            if found:
                key = ", ".join(f"{name} {found[0][name]}" for name in ("shoe", "coup", "seq") if name in found[0])
                raise NotVerifiedError(
                    f"the derived table {table} does not hold what the events say ({key}); --rebuild fills it again"
                )


def rebuild(path: Path, *, progress: Progress | None = None) -> None:
    """Empty the derived tables and fill them again from the events, in one transaction; nobody else may be writing.

    Raises JournalError; nothing is changed then.
    """
    files.require_content(path)
    lock = files.WriterLock(path)
    try:
        connection = inspection.open_for_writing(path)
        try:
            _fill_again(connection, Reader(path), progress or (lambda _done, _of: None))
        except sqlite3.Error as error:
            raise faults.of_sqlite(error, path, writing=True) from error
        finally:
            connection.close()
    finally:
        lock.release()


def _fill_again(connection: sqlite3.Connection, reader: Reader, progress: Progress) -> None:
    with reader:
        total = reader.count()
        connection.execute("BEGIN IMMEDIATE")
        try:
            projections.clear(connection)
            for record in reader.records():
                projections.project(connection, record)
                if record.seq % _PROGRESS_EVERY == 0:
                    progress(record.seq, total)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def describe(error: JournalError | NotVerifiedError, path: Path) -> str:
    """The message for people; a record's own error does not know its file."""
    return f"{path}: {error}" if isinstance(error, RecordError) else str(error)
