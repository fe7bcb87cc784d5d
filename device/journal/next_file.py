"""From one file of a record to the next: the new file takes the old one's place, the old one goes into the archive.

The journal's path always names a whole file. The new file is made ready beside it, the old one gets a second name in
the archive, and then the new one takes the path, which the system does at once or not at all. Until that moment nothing
has happened, and whoever opens the journal after a crash takes back what had been made ready.
"""

import contextlib
import errno
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from device.files import owners
from device.journal import faults, files, inspection
from device.journal.chain import Head, extend
from device.journal.private_files import sync_folder
from device.journal.projections import project
from device.ports.journal import JournalError
from device.table.events import Event, RecordContinued
from device.table.order_watch import order_left
from device.table.state import State
from device.table.vocabulary import ReadIdentity

ARCHIVE = "archive"
"""The folder of ended files, beside the journal."""

_ENDINGS = ("", "-wal", "-shm", "-journal")
_INSERT = f"INSERT INTO events ({inspection.COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_READABLE = 0o440
"""Nobody writes to an ended file again."""

_NO_SECOND_NAME = (errno.EXDEV, errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A file that has ended and what its successor begins with."""

    path: Path
    """The journal; the ended file stands there, closed."""
    first: RecordContinued
    """`first.file` is the ended file's name in the archive."""
    at: str
    why: str
    """Why the ended file ended; it stands in the `meta` of the new one."""


def archive_of(journal: Path) -> Path:
    """The folder in which the ended files of a journal lie."""
    return journal.parent / ARCHIVE


class Carried(TypedDict):
    """What outlives a file, under the names of the fields of its successor's first event."""

    shoe: int
    dealer: str | None
    last_read: ReadIdentity | None
    seat: int
    order_kept: tuple[str, ...]
    retired: tuple[str, ...]


def carried(state: State) -> Carried:
    """All that the next shoe's opening takes from before it."""
    return Carried(
        shoe=state.shoe.number,
        dealer=state.dealer,
        last_read=state.last_read,
        seat=state.shoe.seat,
        order_kept=order_left(state.shoe),
        retired=state.retired,
    )


def make(change: Change) -> None:
    """Put the next file into the journal's place and the ended one into the archive; the caller holds the lock.

    Raises JournalError; the ended file is then still in its place, or the next one is already, and the archive is
    as it was or holds the ended file: `take_back` puts the rest in order.
    """
    path, folder = change.path, archive_of(change.path)
    _require_closed(path)
    try:
        _make_ready(change)
        _make_folder(folder)
        _give_second_name(path, folder / change.first.file)
        _beside(path).rename(path)
        sync_folder(path.parent)
    except OSError as error:
        raise faults.of_system(error, path, "begin the next file") from error
    close_to_writers(path, change.first)


def _require_closed(path: Path) -> None:
    """What SQLite keeps beside the ended file must be gone: it would be carried into the one that takes its place."""
    for ending in ("-journal", "-wal"):
        part = path.with_name(path.name + ending)
        if part.exists():
            raise JournalError(f"{part}: it belongs to the file that was to end, and the disk did not let it go")


def take_back(path: Path) -> None:
    """Undo a change that was cut short before the next file was in its place; nothing that is on record is touched.

    Raises JournalError when the disk refuses.
    """
    try:
        if path.exists() and path.stat().st_nlink > 1 and archive_of(path).is_dir():
            for archived in archive_of(path).iterdir():
                if archived.samefile(path):  # a second name of the file that is still in use
                    archived.unlink()
            sync_folder(archive_of(path))
    except OSError as error:
        raise faults.of_system(error, path, "take back a name in the archive") from error
    for name in (path.name + ".next.new", path.name + ".next"):
        _clear(path.with_name(name))


def _clear(path: Path) -> None:
    try:
        for ending in _ENDINGS:
            path.with_name(path.name + ending).unlink(missing_ok=True)
    except OSError as error:
        raise faults.of_system(error, path, "clear away a next file that was not finished") from error


def close_to_writers(path: Path, first: RecordContinued) -> None:
    """Take the right to write from the file that `path` goes on from; no harm is done where that is not possible."""
    archived = archive_of(path) / Path(first.file).name
    with contextlib.suppress(OSError):
        if archived.stat().st_mode & 0o777 != _READABLE:
            archived.chmod(_READABLE)


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ".next")


def _make_ready(change: Change) -> None:
    note = {"follows": change.first.file, "follows_because": change.why}
    make_file(_beside(change.path), (change.first,), at=change.at, note=note)


def make_file(target: Path, events: Sequence[Event], *, at: str, note: dict[str, str]) -> None:
    """Make a record's file that begins with these events, the first of which says what it goes on from.

    All of it is in the one file, which may be renamed. Raises JournalError.
    """
    first = events[0]
    assert isinstance(first, RecordContinued)
    _clear(target)  # what a cut short attempt left, above all a log: it would be taken for this file's
    files.create(target, created_at=at, note=note)
    with contextlib.closing(inspection.open_for_writing(target)) as connection:
        try:
            (epoch,) = connection.execute("SELECT value FROM meta WHERE key = 'epoch'").fetchone()
            _, rows, records = extend(Head(), epoch, at, [(first.shoe, 0, event) for event in events])
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(_INSERT, rows)
            for record in records:
                project(connection, record)
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = DELETE")  # all of it in the one file that is renamed
        except sqlite3.Error as error:
            raise faults.of_sqlite(error, target) from error


def _make_folder(folder: Path) -> None:
    try:
        owners.make_folder(folder, 0o750)
    except FileExistsError:
        return
    sync_folder(folder.parent)


def _give_second_name(path: Path, archived: Path) -> None:
    try:
        os.link(path, archived)
    except OSError as error:
        if error.errno in _NO_SECOND_NAME:
            raise JournalError(
                f"{archived}: cannot be put into the archive ({error.strerror}): `{ARCHIVE}` must be a folder on the "
                "journal's own disk, whose file system knows hard links, and the table's user must own the journal"
            ) from error
        raise
    sync_folder(archived.parent)
