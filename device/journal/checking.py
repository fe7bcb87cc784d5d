"""Whether a journal is what was written: chain, signatures, fold and derived tables, from first record to last."""

import contextlib
import os
import sqlite3
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

from device.journal import faults, files, inspection, joins
from device.journal.derived_check import check_derived, fill
from device.journal.derived_process import DerivedProcess
from device.journal.errors import DamagedError, NotVerifiedError, RecordError
from device.journal.reading import Reader
from device.journal.record_check import Followed, Progress, Stage, check_record
from device.ports.journal import JournalError

__all__ = ["NotVerifiedError", "Progress", "Stage", "Verified", "describe", "rebuild", "verify_file"]

_LONG_RECORDS = 20_000
"""A record shorter than this is checked in less time than a second process needs to be worth its start."""


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
    signed_to: int
    """The newest record that a signature covers; 0: none does. What comes after it, the chain alone holds together."""
    keys: frozenset[str]
    """The public keys they were signed with, as hex: more than one when the key was replaced."""
    lost_seals: int = 0
    """How many faces stay under seal for ever: the table lost the key, and said so on record."""
    follows: str = ""
    """The name of the file that it goes on from; empty where it is the record's first one."""


def verify_file(
    path: Path, *, trusted: Set[str] = frozenset(), progress: Progress | None = None, in_two: bool | None = None
) -> Verified:
    """Check everything as it stood at one moment; raises NotVerifiedError for the first thing that is wrong.

    `trusted`: public keys as hex; where any is given, every head must be signed by one of them, and one there must be.
    `in_two`: whether a second process checks the derived tables meanwhile; None: where that is worth it. Raises
    JournalError when the file cannot be read at all. If a table began to write to the file meanwhile, it is checked
    once more from the start.
    """
    with Reader(path) as reader:
        try:
            return _verify(reader, trusted, progress, in_two=in_two)
        except NotVerifiedError:
            if not reader.overtaken():
                raise
    with Reader(path) as reader:
        return _verify(reader, trusted, progress, in_two=in_two)


def _verify(reader: Reader, trusted: Set[str], progress: Progress | None, *, in_two: bool | None) -> Verified:
    if in_two is None:
        in_two = reader.count() >= _LONG_RECORDS and len(os.sched_getaffinity(0)) > 1
    try:
        if in_two:
            return _verify_in_two(reader, trusted, progress)
        with reader.snapshot():
            followed = check_record(reader, trusted=trusted, progress=progress)
            check_derived(reader, progress=progress)
            return _summary(reader, followed, trusted)
    except DamagedError as error:
        raise NotVerifiedError(str(error), seq=error.seq) from error


def _verify_in_two(reader: Reader, trusted: Set[str], progress: Progress | None) -> Verified:
    """The record here, the derived tables in another process; what is wrong with the record counts first."""
    # The other process comes first to what it will see: the record that is followed here is never the shorter one.
    with DerivedProcess(reader.path, progress=progress) as other, reader.snapshot():

        def both(stage: Stage, done: int, total: int) -> None:
            other.listen()
            if progress is not None:
                progress(stage, done, total)

        followed = check_record(reader, trusted=trusted, progress=both)
        other.finish()
        return _summary(reader, followed, trusted)


def rebuild(path: Path, *, trusted: Set[str] = frozenset(), progress: Progress | None = None) -> None:
    """Make the derived tables anew from the events, in one transaction; nobody else may be writing.

    Raises NotVerifiedError when the events are not what was written, and JournalError; nothing is changed then.
    """
    files.require_content(path)
    lock = files.WriterLock(path)
    try:
        with contextlib.closing(inspection.open_for_writing(path)) as connection, Reader(path) as reader:
            connection.execute("BEGIN IMMEDIATE")
            check_record(reader, trusted=trusted, progress=progress)
            fill(reader, connection, progress=progress)
            connection.execute("COMMIT")  # an error leaves by closing, which takes everything back
    except DamagedError as error:
        raise NotVerifiedError(str(error), seq=error.seq) from error
    except sqlite3.Error as error:
        raise faults.of_sqlite(error, path, writing=True) from error
    finally:
        lock.release()


def _summary(reader: Reader, followed: Followed, trusted: Set[str]) -> Verified:
    ((shoes, coups),) = reader.query("SELECT (SELECT count(*) FROM record.shoes), (SELECT count(*) FROM record.coups)")
    signed = reader.heads()
    follows = joins.followed(reader)
    if trusted and followed.head.seq and not signed and not follows:
        raise NotVerifiedError(
            "nothing of it is signed, so no key tells who wrote it: a table signs where a shoe and where a file ends",
            seq=1,
        )
    return Verified(
        events=followed.head.seq,
        shoes=shoes,
        coups=coups,
        head=followed.head.digest.hex(),
        signed=len(signed),
        signed_to=max(signed, default=0),
        keys=frozenset(one.public_key for one in signed.values()),
        lost_seals=followed.lost_seals,
        follows=follows,
    )


def describe(error: JournalError | NotVerifiedError, path: Path) -> str:
    """The message for people; a record's own error does not know its file."""
    return f"{path}: {error}" if isinstance(error, RecordError) else str(error)
