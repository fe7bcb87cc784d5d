"""Whether a backup is what was written: its signature, every byte of its files, the record as `verify` checks it."""

import contextlib
import sqlite3
import stat
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

from device.backup import manifest as listing
from device.backup import moving
from device.backup.errors import BackupError, NotWholeError, of_system
from device.backup.manifest import Entry, Manifest
from device.backup.moving import Step
from device.backup.place import ARCHIVE, UNNAMED
from device.journal import checking, faults, files, inspection, joins, signing
from device.journal.checking import NotVerifiedError, Verified
from device.journal.errors import DamagedError
from device.journal.joins import NotJoinedError
from device.ports.journal import JournalError


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup's folder, opened."""

    path: Path
    manifest: Manifest
    public_key: str
    """Of the key that the manifest is signed with."""

    @property
    def journal(self) -> Path:
        """The copy of the record."""
        return self.path / listing.JOURNAL

    def archived(self, entry: Entry) -> Path:
        """Where an ended file lies."""
        return self.path.parent / ARCHIVE / entry.name


def open_backup(path: Path, *, trusted: Set[str] = frozenset(), finished: bool = True) -> Backup:
    """Open a backup's folder, named itself or by its manifest; raises BackupError and NotWholeError.

    `trusted`: public keys as hex; where any is given, the manifest must be signed with one of them. `finished`: refuse
    what was never found whole, by its name: each byte of a bad backup is as it was signed, and the record in it is bad.
    """
    folder = path.parent if path.name == listing.MANIFEST else path
    ending = folder.resolve().suffix
    if finished and ending in UNNAMED:
        raise NotWholeError(f"{folder}: no backup was found whole under this name ({ending}): use another one")
    manifest, public_key = listing.read(folder)
    if trusted and public_key not in trusted:
        raise NotWholeError(f"{folder}: it is signed with another key ({public_key})")
    return Backup(path=folder, manifest=manifest, public_key=public_key)


def check(
    backup: Backup,
    *,
    trusted: Set[str] = frozenset(),
    step: Step | None = None,
    archive: bool = True,
    record: bool = True,
) -> Verified | None:
    """Look at every byte; returns what the record is, None for one with nothing on it.

    `archive`: whether the ended files are read as well; `record`: whether the record is followed event by event,
    beyond being to the last byte the file that was followed when the backup was made. Raises NotWholeError for the
    first thing that is wrong, and BackupError where it cannot be read.
    """
    manifest = backup.manifest
    for entry in manifest.files:
        check_file(backup.path / entry.name, entry, step=step)
    if archive:
        for entry in manifest.archive:
            check_file(backup.archived(entry), entry, step=step)
    if manifest.entry(listing.JOURNAL) is None or not record:
        return None
    verified = check_journal(backup.journal, trusted=trusted, step=step)
    head = manifest.head
    if head is not None:
        if (verified.events, verified.head) != (head.seq, head.hash):
            raise NotWholeError(
                f"{backup.journal}: it does not end where the backup was signed, with record {head.seq}"
            )
        if not signing.is_genuine(head.signed, epoch=head.epoch):
            raise NotWholeError(f"{backup.path}: the signature of the record's end is false")
    return verified


def check_file(path: Path, entry: Entry, *, step: Step | None = None) -> None:
    """Raise NotWholeError where the file is another one than was listed, or none."""
    try:
        there = path.lstat()
        if stat.S_ISREG(there.st_mode) and there.st_size != entry.bytes:  # before a terabyte of nothing is read
            raise NotWholeError(
                f"{path}: it is not the file that was backed up ({there.st_size} of {entry.bytes} bytes)"
            )
        found = moving.entry_of(path, step=step)
    except FileNotFoundError:
        raise NotWholeError(f"{path}: it is missing in the backup") from None
    except OSError as error:
        raise of_system(error, path, "read the backup") from error
    if (found.bytes, found.sha256) != (entry.bytes, entry.sha256):
        raise NotWholeError(f"{path}: it is not the file that was backed up ({found.bytes} of {entry.bytes} bytes)")


def check_journal(path: Path, *, trusted: Set[str] = frozenset(), step: Step | None = None) -> Verified:
    """Check a record's file as `zapato verify` does; raises NotWholeError and BackupError."""

    def told(stage: checking.Stage, done: int, total: int) -> None:
        if step is not None:
            step(stage.value, done, total)

    try:
        return checking.verify_file(path, trusted=trusted, progress=told)
    except NotVerifiedError as error:
        where = f"record {error.seq}: " if error.seq is not None else ""
        raise NotWholeError(f"{path}: {where}{error.what}") from None
    except JournalError as error:
        raise BackupError(checking.describe(error, path)) from None


def check_end(path: Path) -> None:
    """Look at a record's file as a table does that starts on it: its last shoe, its newest signature, its pages' ends.

    Raises NotWholeError where that is not whole, and BackupError.
    """
    try:
        with contextlib.closing(files.connect(path)) as connection:
            inspection.inspect(connection, path)
    except DamagedError as error:
        raise NotWholeError(str(error)) from None
    except sqlite3.Error as error:
        raise NotWholeError(str(faults.of_sqlite(error, path))) from None
    except JournalError as error:
        raise BackupError(str(error)) from None


def check_joined(older: Path, newer: Path) -> None:
    """Raise NotWholeError where `newer` does not go on from `older`."""
    try:
        joins.check_files(older, newer)
    except NotJoinedError as error:
        raise NotWholeError(f"{newer}: {error}") from None
    except JournalError as error:
        raise BackupError(str(error)) from None
