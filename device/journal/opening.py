"""Opening the table's journal when the file may be damaged: set aside and named, never deleted, never passed over.

A table must be able to deal although its record's file was torn. A damaged file is renamed and kept, the new journal
says in its `meta` what it follows and why, and whoever opens says it to the staff. Everything else is no reason for a
new journal: a foreign file, newer software's file, one in use, a disk that refuses.
"""

from dataclasses import dataclass
from pathlib import Path

from device.journal import files
from device.journal.errors import DamagedError
from device.journal.sqlite import SqliteJournal
from device.ports.clock import Clock
from device.ports.journal import JournalError


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    """A damaged journal that was moved out of the way."""

    path: Path
    """Where it is now."""
    why: str
    """What was wrong with it, in words for the staff."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The journal to write to."""

    journal: SqliteJournal
    set_aside: SetAside | None
    """Not None: the journal is a new one, and this must be said to people."""
    was_gone: bool = False
    """There was no file, though its key shows that there had been one: the journal is new, and people must know."""


def open_or_set_aside(path: Path, *, clock: Clock) -> Opened:
    """Open the journal at `path`, creating it where there is none; a damaged one is set aside for a new one.

    Raises JournalError for everything that is not damage (see `SqliteJournal`). Where no new journal can be made, the
    damaged one stays in its place, so that the next attempt finds it and says so again.
    """
    was_gone = files.was_ours(path) and not path.exists()
    try:
        return Opened(journal=_open(path, clock), set_aside=None, was_gone=was_gone)
    except DamagedError as error:
        moved = SetAside(path=files.set_aside(path, at=clock.wall_at()), why=str(error))
    note = {"follows": moved.path.name, "follows_because": moved.why}
    try:
        return Opened(journal=SqliteJournal(path, clock=clock, note=note), set_aside=moved)
    except JournalError:
        if not path.exists():
            files.put_back(moved.path, path)
        raise


def _open(path: Path, clock: Clock) -> SqliteJournal:
    """Open it; a page that could not be read may look like a damaged one, so damage must show twice, on a good disk."""
    try:
        return SqliteJournal(path, clock=clock)
    except DamagedError:
        files.read_through(path)
        return SqliteJournal(path, clock=clock)
