"""The ended files of a record beside its backups: copied and verified once, and shared by all of them."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from device.backup import looking, moving
from device.backup.errors import BackupError, NotWholeError
from device.backup.manifest import Entry
from device.backup.moving import Step
from device.files import private
from device.journal.next_file import archive_of

_MOST_BYTES = 10_000
_SPOILT = ".spoilt"
"""Kept to be looked into, the newest of each file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """The ended files as they lie in the store."""

    entries: tuple[Entry, ...]
    names: tuple[str, ...]
    """Those that were copied this time."""
    troubles: tuple[str, ...]
    """Ended files that are not in the store, and why."""


class _Note(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lies beside a stored file: it was verified, and which file it is a copy of."""

    entry: Entry
    source: str
    source_bytes: int
    source_ns: int


def ended_files(journal: Path) -> list[Path]:
    """The files in a record's archive, by name."""
    folder = archive_of(journal)
    found = folder.glob("*.sqlite3") if folder.is_dir() else ()
    return sorted(one for one in found if one.is_file() and not one.is_symlink())


def store_ended(journal: Path, store: Path, *, step: Step | None) -> Stored:
    """Bring into `store` what is not there yet; one that does not verify is told, and keeps nothing else from it.

    What is there is read again each time: one file that its disk has spoilt would spoil every backup.
    Raises OSError where the store's disk refuses.
    """
    entries, names, troubles = [], [], []
    known = {(note.source, note.source_bytes, note.source_ns): note for note in _notes(store)}
    for path in ended_files(journal):
        found = path.stat()
        note = known.get((path.name, found.st_size, found.st_mtime_ns))
        if note is not None and not _is_as_it_was(store / note.entry.name, note.entry, step):
            note = None
        if note is None:
            try:
                note = _store(path, store, step)
            except (NotWholeError, BackupError) as error:
                troubles.append(f"the ended file {path.name}: {error}")
                continue
            names.append(note.entry.name)
        entries.append(note.entry)
    return Stored(entries=tuple(entries), names=tuple(names), troubles=tuple(troubles))


def _is_as_it_was(stored: Path, entry: Entry, step: Step | None) -> bool:
    """Whether the stored file is still the one that was verified; one that is not is taken out of its name."""
    try:
        looking.check_file(stored, entry, step=step)
    except (NotWholeError, BackupError):
        moving.remove(stored.with_name(stored.name + _SPOILT))
        stored.rename(stored.with_name(stored.name + _SPOILT))
        return False
    return True


def _store(path: Path, store: Path, step: Step | None) -> _Note:
    unfinished = store / f"{path.name}.new"
    unfinished.unlink(missing_ok=True)
    found = path.stat()
    try:
        copied = moving.copy(path, unfinished, step=step)
        looking.check_file(unfinished, msgspec.structs.replace(copied, name=unfinished.name), step=step)
        looking.check_journal(unfinished, step=step)
        name = path.name
        if (store / name).exists() and moving.entry_of(store / name).sha256 != copied.sha256:
            name = f"{path.stem}_{copied.sha256[:12]}.sqlite3"  # another file had that name once
        unfinished.rename(store / name)
    except BaseException:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    note = _Note(
        entry=msgspec.structs.replace(copied, name=name),
        source=path.name,
        source_bytes=found.st_size,
        source_ns=found.st_mtime_ns,
    )
    private.replace(store / f"{name}.json", msgspec.json.encode(note) + b"\n")
    return note


def _notes(store: Path) -> Iterator[_Note]:
    """Of the stored files that are there in their length."""
    for path in store.glob("*.sqlite3.json"):
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            note = msgspec.json.decode(private.read(path, most=_MOST_BYTES), type=_Note)
            if (store / note.entry.name).stat().st_size == note.entry.bytes:
                yield note
