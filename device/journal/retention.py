"""How long ended files are kept, and how one leaves: by a person's word, after its verified copy.

Nothing is ever removed by itself. A file may leave when the house rules that its shoes were played by no longer keep
it, it verifies and joins its successor, and a copy elsewhere is the same to the last byte.
"""

import hashlib
import json
import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from device.files import owners
from device.files.whole import write_whole
from device.journal import checking, faults, joins, next_file
from device.journal.checking import NotVerifiedError
from device.journal.house_rules import retentions
from device.journal.joins import Ends, NotJoinedError
from device.journal.private_files import sync_folder
from device.journal.reading import Reader
from device.journal.removed_list import LIST, next_line, read_list
from device.journal.signing import Signer, key_path
from device.table.events import ShoeOpened

_BLOCK_BYTES = 1024 * 1024


class KeptError(Exception):
    """The file stays; the message says why and what would let it leave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Archived:
    """An ended file."""

    ends: Ends
    retention_days: int
    """The longest time that the house rules of any of its shoes, or those in use now, keep it."""
    shoes: int
    bytes: int

    @property
    def kept_until(self) -> datetime | None:
        """When it may leave; None where its last time cannot be read, so that it never may."""
        try:
            last_at = datetime.fromisoformat(self.ends.last.at) if self.ends.last is not None else None
        except ValueError:
            return None
        return last_at + timedelta(days=self.retention_days) if last_at is not None else None


def archived(journal: Path, *, retention_days: int) -> list[Archived]:
    """The ended files of a record that are in its archive, oldest first; raises JournalError.

    `retention_days`: what the house rules in use now say.
    """
    *ended, _ = joins.series(journal, next_file.archive_of(journal))
    return [_looked_at(ends, retention_days) for ends in ended]


def strays(journal: Path) -> list[Path]:
    """Files of this table in the archive that nothing there goes on from: one after them must be missing."""
    folder = next_file.archive_of(journal)
    known = joins.series(journal, folder)
    keys = frozenset[str]().union(*(joins.keys_of(one.path) for one in known))
    found = []
    for path in sorted(folder.glob("*.sqlite3")) if folder.is_dir() else []:
        if all(path != one.path for one in known) and joins.keys_of(path) & keys:
            found.append(path)
    return found


def removed(journal: Path) -> list[dict[str, Any]]:
    """What left the archive, oldest first: the lines of its list.

    Raises JournalError, and KeptError where the list is not as it was written.
    """
    path = next_file.archive_of(journal) / LIST
    try:
        return read_list(path)
    except NotVerifiedError as error:
        raise KeptError(f"{path}: {error.what}: put the list back from a backup, and delete no line") from None


def remove(journal: Path, file: Path, *, copy: Path, retention_days: int, now_at: str) -> dict[str, object]:
    """Remove the oldest ended file, whose copy lies elsewhere; returns the line that was put on the list.

    Raises KeptError, with nothing changed, where it must stay, and JournalError where a file cannot be read.
    """
    line = _may_leave(journal, file, copy=copy, retention_days=retention_days, now_at=now_at)
    removed(journal)  # a garbled list is mended first
    listed = next_file.archive_of(journal) / LIST
    text = next_line(listed, line, Signer(key_path(journal)))
    try:
        handle = os.open(listed, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o640)
        try:
            owners.give(handle, listed.parent)
            write_whole(handle, (text + "\n").encode())
            os.fsync(handle)
        finally:
            os.close(handle)
        sync_folder(listed.parent)
        file.unlink()
        sync_folder(file.parent)
    except OSError as error:
        raise faults.of_system(error, file, "remove the file") from error
    written: dict[str, object] = json.loads(text)
    return written


def _may_leave(journal: Path, file: Path, *, copy: Path, retention_days: int, now_at: str) -> dict[str, object]:
    ended = archived(journal, retention_days=retention_days)
    if not ended or not file.samefile(ended[0].ends.path):
        oldest = f": the oldest is {ended[0].ends.path}" if ended else ", which is empty"
        raise KeptError(f"{file}: files leave in their order, and this is not the oldest of the archive{oldest}")
    oldest_file = ended[0]
    until = oldest_file.kept_until
    if until is None or datetime.fromisoformat(now_at) <= until:
        when = f"{until:%Y-%m-%d}" if until is not None else "a date that its last record does not tell"
        raise KeptError(f"{file}: it is kept {oldest_file.retention_days} days, until {when}")
    try:
        verified = checking.verify_file(file)
        joins.check_files(file, ended[1].ends.path if len(ended) > 1 else journal)
    except NotVerifiedError as error:
        raise KeptError(f"{file}: it does not verify, and stays as evidence: {error.what}") from error
    except NotJoinedError as error:
        raise KeptError(f"{file}: the file after it does not go on from it: {error}") from error
    digest = _same(file, copy)
    return {
        "file": file.name,
        "epoch": oldest_file.ends.epoch,
        "events": verified.events,
        "head": verified.head,
        "sha256": digest,
        "copied_to": str(copy.absolute()),
        "removed_at": now_at,
    }


def _same(file: Path, copy: Path) -> str:
    """The SHA-256 of both, which are two files."""
    try:
        if copy.samefile(file):
            raise KeptError(f"{copy}: this is the file itself and no copy: copy it to another disk first")
        ours, theirs = _digest(file), _digest(copy)
    except OSError as error:
        raise faults.of_system(error, copy, "compare the copy") from error
    if ours != theirs:
        raise KeptError(f"{copy}: it is not the same as {file}, to the last byte: copy it again with `cp`")
    return ours


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def _looked_at(ends: Ends, in_use_days: int) -> Archived:
    with Reader(ends.path) as reader, reader.snapshot():
        days = [in_use_days, *retentions(reader)]
        ((shoes,),) = reader.query("SELECT count(*) FROM record.events WHERE kind = ?", (ShoeOpened.KIND,))
    return Archived(ends=ends, retention_days=max(days), shoes=shoes, bytes=ends.path.stat().st_size)
