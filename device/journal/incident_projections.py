"""The incidents of each shoe: raised, resolved by whom and how, acknowledged."""

import sqlite3

from device.journal.card_places import place
from device.journal.projecting import projects, staff_action
from device.ports.journal import Record
from device.table import events as ev
from device.table.vocabulary import IncidentKind


@projects(ev.IncidentRaised)
def _incident_raised(db: sqlite3.Connection, record: Record, event: ev.IncidentRaised) -> None:
    if event.origin is not None:
        code = event.detail if event.incident is IncidentKind.CODE_UNKNOWN else None
        place(db, record, event.origin, "incident", card=None, source=None, incident=record.seq, code=code)
    db.execute(
        "INSERT INTO incidents (seq, shoe, coup, id, kind, detail, holds, options, raised_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            record.seq,
            record.shoe,
            record.coup,
            event.id,
            event.incident.value,
            event.detail,
            event.holds,
            " ".join(option.value for option in event.options),
            record.at,
        ),
    )
    if event.by is not None:
        action = "pause" if event.incident is IncidentKind.PAUSED else "report"
        staff_action(db, record, action, detail=event.incident.value, by=event.by)


@projects(ev.IncidentResolved)
def _incident_resolved(db: sqlite3.Connection, record: Record, event: ev.IncidentResolved) -> None:
    db.execute(
        "UPDATE incidents SET resolved_seq = ?, resolved_at = ?, resolution = ?, resolved_by = ?, second = ?,"
        " reason = ?, exposed = ? WHERE seq = ?",
        (
            record.seq,
            record.at,
            event.option.value,
            event.by,
            event.second,
            event.reason,
            event.exposed,
            incident_row(db, record, event.id),
        ),
    )
    detail = f"{event.incident.value}: {event.option.value}"
    staff_action(db, record, "resolve", detail=detail, by=event.by, second=event.second, reason=event.reason)


def incident_row(db: sqlite3.Connection, record: Record, number: int) -> int | None:
    """The row of incident `number` of this shoe, or None: a recent one, so the table is walked from its end."""
    found = db.execute(
        "SELECT seq FROM incidents WHERE id = ? AND shoe = ? ORDER BY seq DESC LIMIT 1", (number, record.shoe)
    ).fetchone()
    return None if found is None else int(found[0])


@projects(ev.IncidentsSeen)
def _incidents_seen(db: sqlite3.Connection, record: Record, event: ev.IncidentsSeen) -> None:
    for number in event.ids:
        db.execute(
            "UPDATE incidents SET acknowledged_at = ?, acknowledged_by = ? WHERE seq = ?",
            (record.at, event.by, incident_row(db, record, number)),
        )
    staff_action(
        db,
        record,
        "acknowledge",
        detail=event.incident.value,
        by=event.by,
        second=event.second,
        reason=event.reason,
    )
