"""Whether a journal is what was written: chain, signatures, fold and derived tables, from first record to last."""

import contextlib
import sqlite3
from collections.abc import Callable, Set
from dataclasses import dataclass
from pathlib import Path

from device.journal import faults, files, inspection, joins, projections, schema, signing
from device.journal.chain import Head, follow
from device.journal.errors import DamagedError, RecordError
from device.journal.reading import Reader
from device.journal.schema import PROJECTIONS
from device.journal.signing import SignedHead
from device.ports.journal import JournalError, Record
from device.table.events import ShoeEnded
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
    follows: str = ""
    """The name of the file that it goes on from; empty where it is the record's first one."""


class NotVerifiedError(Exception):
    """The journal is not what was written; `seq` is the first bad record, None where no single record is at fault."""

    def __init__(self, what: str, *, seq: int | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.seq = seq


def verify_file(path: Path, *, trusted: Set[str] = frozenset(), progress: Progress | None = None) -> Verified:
    """`verify` on the journal at `path`; once more from the start if a table began to write to it meanwhile."""
    with Reader(path) as reader:
        try:
            return verify(reader, trusted=trusted, progress=progress)
        except NotVerifiedError:
            if not reader.overtaken():
                raise
    with Reader(path) as reader:
        return verify(reader, trusted=trusted, progress=progress)


def verify(reader: Reader, *, trusted: Set[str] = frozenset(), progress: Progress | None = None) -> Verified:
    """Check everything as it stood at one moment; raises NotVerifiedError for the first thing that is wrong.

    `trusted`: public keys as hex; where any is given, every head must be signed by one of them. Raises JournalError
    when the file cannot be read at all.
    """
    try:
        with reader.snapshot():
            schema.create_derived(reader.connection)
            head = _check_record(reader, trusted, progress, reader.connection)
            _check_pages(reader)
            _compare(reader)
            _check_guards(reader)
            return _summary(reader, head)
    except DamagedError as error:
        raise NotVerifiedError(str(error), seq=error.seq) from error


def rebuild(path: Path, *, trusted: Set[str] = frozenset(), progress: Progress | None = None) -> None:
    """Make the derived tables anew from the events, in one transaction; nobody else may be writing.

    Raises NotVerifiedError when the events are not what was written, and JournalError; nothing is changed then.
    """
    files.require_content(path)
    lock = files.WriterLock(path)
    try:
        with contextlib.closing(inspection.open_for_writing(path)) as connection, Reader(path) as reader:
            connection.execute("BEGIN IMMEDIATE")
            schema.create_derived(connection)
            _check_record(reader, trusted, progress, connection)
            connection.execute("COMMIT")  # an error leaves by closing, which takes everything back
    except DamagedError as error:
        raise NotVerifiedError(str(error), seq=error.seq) from error
    except sqlite3.Error as error:
        raise faults.of_sqlite(error, path, writing=True) from error
    finally:
        lock.release()


def _check_record(reader: Reader, trusted: Set[str], progress: Progress | None, derived: sqlite3.Connection) -> Head:
    """Follow chain, signatures and fold from the first record to the last, and fill the derived tables on the way."""
    total = reader.count()
    heads = reader.heads()
    head = Head()
    state = INITIAL
    unsigned: int | None = None
    for row in reader.rows():
        try:
            head = follow(head, row)
            record = row.record()
            joins.check_beginning(record, trusted)
            state = evolve(state, record.event)
        except RecordError as error:
            raise NotVerifiedError(error.what, seq=error.seq) from error
        except Exception as error:
            raise NotVerifiedError(f"it does not follow from what was before it ({error!r})", seq=row.seq) from error
        if isinstance(record.event, ShoeEnded):
            _require_signed(unsigned)
            unsigned = row.seq
        if row.seq in heads:
            _check_head(heads.pop(row.seq), record, trusted)
            unsigned = None
        projections.project(derived, record)
        if progress is not None and row.seq % _PROGRESS_EVERY == 0:
            progress(row.seq, total)
    _require_signed(unsigned)
    if heads:
        signed = min(heads)
        raise NotVerifiedError(
            f"missing: the record was signed at {signed} and ends with {head.seq}", seq=min(signed, head.seq + 1)
        )
    return head


def _require_signed(unsigned: int | None) -> None:
    """Each shoe's end is signed in the step that records it; a head that is not there was taken away."""
    if unsigned is not None:
        raise NotVerifiedError("the signed head of the shoe that ended here is missing", seq=unsigned)


def _check_guards(reader: Reader) -> None:
    """The triggers that make the record append-only, and the views people query, are those of the schema."""
    asked = "SELECT type, name, sql FROM {}sqlite_master WHERE type IN ('trigger', 'view') ORDER BY name"
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        schema.migrate(fresh, 0)
        expected = {tuple(row) for row in fresh.execute(asked.format(""))}
    found = {tuple(row) for row in reader.query(asked.format("record."))}
    for kind, name, _ in sorted(expected - found):
        raise NotVerifiedError(f"the {kind} {name} of the journal is missing or altered", seq=None)
    for kind, name, _ in sorted(found - expected):
        raise NotVerifiedError(f"the {kind} {name} does not belong into a journal", seq=None)


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
        follows=joins.followed(reader),
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


def _compare(reader: Reader) -> None:
    for table in PROJECTIONS:
        if reader.query(f"PRAGMA main.table_info({table})") != reader.query(f"PRAGMA record.table_info({table})"):
            raise NotVerifiedError(f"the derived table {table} is missing or altered; --rebuild makes it again")
        for here, there in (("main", "record"), ("record", "main")):
            found = reader.objects(f"SELECT * FROM {here}.{table} EXCEPT SELECT * FROM {there}.{table} LIMIT 1")
            if found:
                key = ", ".join(f"{name} {found[0][name]}" for name in ("shoe", "coup", "seq") if name in found[0])
                raise NotVerifiedError(
                    f"the derived table {table} does not hold what the events say ({key}); --rebuild fills it again"
                )


def describe(error: JournalError | NotVerifiedError, path: Path) -> str:
    """The message for people; a record's own error does not know its file."""
    return f"{path}: {error}" if isinstance(error, RecordError) else str(error)
