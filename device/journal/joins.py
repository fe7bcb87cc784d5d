"""Whether the files of a record join: each begins with the signed end of the one before.

A file that goes on from another names that file, its last record's number and hash, and the signature over them, in
its first record, where the chain covers them. So the end of the older file cannot be cut off, altered or gone on with
unseen by whoever has both; and the signature alone shows that the older end was the table's own.
"""

import contextlib
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

from device.journal import signing
from device.journal.errors import RecordError
from device.journal.reading import Reader
from device.journal.signing import SignedHead
from device.ports.journal import JournalError, Record
from device.table.events import RecordContinued


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """Both ends of a journal's file, as they are stored."""

    path: Path
    epoch: str
    first: Record | None
    last: Record | None
    """None in a file without records, as `first`."""

    @property
    def follows(self) -> RecordContinued | None:
        """What it says of the file before; None where it is the first one."""
        event = self.first.event if self.first is not None else None
        return event if isinstance(event, RecordContinued) else None


def ends_of(path: Path) -> Ends:
    """Look at a file's first and last record; raises JournalError."""
    with Reader(path) as reader, reader.snapshot():
        count = reader.count()
        first = next(reader.records(), None)
        last = next(reader.records(after=count - 1), None) if count else None
        return Ends(path=path, epoch=reader.epoch(), first=first, last=last)


def followed(reader: Reader) -> str:
    """The name of the file that an open one goes on from; empty where it is the first."""
    first = next(reader.records(), None)
    return first.event.file if first is not None and isinstance(first.event, RecordContinued) else ""


def check_beginning(record: Record, trusted: Set[str]) -> None:
    """Check what a record says of the file before it, if it is one that does; raises RecordError."""
    event = record.event
    if not isinstance(event, RecordContinued):
        return
    if record.seq != 1:
        raise RecordError(record.seq, "only a file's first record goes on from another file")
    end = SignedHead(event.seq_before, event.hash_before, event.signed_at, event.public_key, event.signature)
    if not signing.is_genuine(end, epoch=event.epoch_before):
        raise RecordError(1, f"the signature of the end of the file before ({event.file}) is false")
    if trusted and event.public_key not in trusted:
        raise RecordError(1, f"the file before was signed with another key ({event.public_key})")


class NotJoinedError(Exception):
    """A file does not go on where the one before it ends; the message says how, and names the older one."""


def check_files(older: Path, newer: Path) -> None:
    """`check_join` on two files; raises NotJoinedError, and JournalError where one cannot be read."""
    check_join(ends_of(older), ends_of(newer))


def check_join(older: Ends, newer: Ends) -> None:
    """Check that `newer` goes on exactly where `older` ends; raises NotJoinedError."""
    said = newer.follows
    if said is None:
        raise NotJoinedError(f"it does not say that it goes on from another file, so not from {older.path}")
    if said.epoch_before != older.epoch:
        raise NotJoinedError(f"it goes on from another file ({said.file}) and not from {older.path}")
    end = older.last.seq if older.last is not None else 0
    if end < said.seq_before:
        raise NotJoinedError(
            f"the end of {older.path} is missing: it was closed with record {said.seq_before} and ends with {end}"
        )
    if end > said.seq_before:
        raise NotJoinedError(
            f"{older.path} was closed with record {said.seq_before} and was written to afterwards, up to {end}"
        )
    if older.last is None or older.last.hash != said.hash_before:
        raise NotJoinedError(f"the last record of {older.path} is not the one that was signed")


def before(newer: Ends, folder: Path) -> Ends | None:
    """The file in `folder` that `newer` goes on from, by what is in it; None where there is none.

    The name that the file had is tried first, then every other file there. Raises JournalError where a file of that
    very name cannot be read.
    """
    said = newer.follows
    if said is None or not folder.is_dir():
        return None
    named = folder / Path(said.file).name
    if named.is_file():
        found = ends_of(named)
        if found.epoch == said.epoch_before:
            return found
    for path in sorted(folder.iterdir()):
        if path == named or not path.is_file() or path.suffix != ".sqlite3":
            continue
        with contextlib.suppress(JournalError):
            found = ends_of(path)
            if found.epoch == said.epoch_before:
                return found
    return None


def keys_of(path: Path) -> frozenset[str]:
    """The public keys that a file's heads were signed with; none for what is no journal."""
    with contextlib.suppress(JournalError), Reader(path) as reader:
        return frozenset(one.public_key for one in reader.heads().values())
    return frozenset()


def series(journal: Path, folder: Path) -> list[Ends]:
    """The files of a record from the oldest that is there to `journal` itself; raises JournalError."""
    found = [ends_of(journal)]
    while (older := before(found[0], folder)) is not None and all(older.epoch != one.epoch for one in found):
        found.insert(0, older)
    return found
