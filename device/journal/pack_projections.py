"""The packs of each shoe: from the moment they are known to be in it, and when they were retired."""

import sqlite3

from device.journal.projecting import projects
from device.ports.journal import Record
from device.table import events as ev


@projects(ev.PackSeen)
def _pack_seen(db: sqlite3.Connection, record: Record, event: ev.PackSeen) -> None:
    _in_shoe(db, record, event.pack)


@projects(ev.InspectionEnded)
def _inspection_ended(db: sqlite3.Connection, record: Record, event: ev.InspectionEnded) -> None:
    if not event.closing:
        for pack in event.packs:
            _in_shoe(db, record, pack)


def _in_shoe(db: sqlite3.Connection, record: Record, pack: str) -> None:
    db.execute("INSERT OR IGNORE INTO shoe_packs VALUES (?, ?, ?, NULL, NULL)", (record.shoe, pack, record.seq))


@projects(ev.PackRefused)
def _pack_refused(db: sqlite3.Connection, record: Record, event: ev.PackRefused) -> None:
    _in_shoe(db, record, event.pack)
    db.execute("UPDATE shoe_packs SET refused = ? WHERE shoe = ? AND pack = ?", (event.why, record.shoe, event.pack))


@projects(ev.PacksRetired)
def _packs_retired(db: sqlite3.Connection, record: Record, event: ev.PacksRetired) -> None:
    for pack in event.packs:
        _in_shoe(db, record, pack)
        db.execute("UPDATE shoe_packs SET retired_at = ? WHERE shoe = ? AND pack = ?", (record.at, record.shoe, pack))
