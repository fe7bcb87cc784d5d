"""Where each card is: a row of `cards` is made when it leaves the shoe and moves until it has its place.

Places: ``player-1`` … ``banker-3``, ``indicator``, ``burned``; on the way there ``waiting``, ``incident``, ``kept``.
"""

import sqlite3

from device.ports.journal import Record
from device.rules.card import Card
from device.table.vocabulary import Origin, Source

# The short index of unplaced cards serves only a question that repeats the index's own condition word for word; without
# it every card that the table ever dealt would be looked at.
_UNPLACED = "cards WHERE place IN ('waiting', 'incident', 'kept') AND place"
_JUST_RESOLVED = (
    f"SELECT c.shoe, c.coup, c.seq FROM (SELECT shoe, coup, seq, incident FROM {_UNPLACED} = 'incident') c"
    " JOIN incidents i ON i.seq = c.incident WHERE i.resolved_seq IS NOT NULL"
    " ORDER BY i.resolved_seq DESC, c.seq LIMIT 1"
)
_NEXT_OF = {
    Origin.WAITING: f"SELECT shoe, coup, seq FROM {_UNPLACED} = 'waiting' ORDER BY placed_seq, seq LIMIT 1",
    Origin.KEPT: f"SELECT shoe, coup, seq FROM {_UNPLACED} = 'kept' ORDER BY placed_seq, seq LIMIT 1",
    Origin.INCIDENT: _JUST_RESOLVED,
}
"""The row that an event with this origin speaks of.

What waits and what is kept is taken in its order; a card of an incident is placed right after the decision on it.
"""


def place(  # noqa: PLR0913 - a card, its place and where it was before
    db: sqlite3.Connection,
    record: Record,
    origin: Origin,
    to: str,
    *,
    card: Card | None,
    source: Source | None,
    incident: int | None = None,
    code: str | None = None,
) -> None:
    """A card reaches a place: a new row when it left the shoe with this event, else its row moves there."""
    face = card.value if card is not None else None
    if origin is Origin.SHOE:
        read = record.event.read
        db.execute(
            "INSERT INTO cards VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                record.seq,
                record.shoe,
                record.coup,
                to,
                face,
                code,
                record.at,
                (source or Source.SHOE).value,
                read.boot if read is not None else None,
                read.seq if read is not None else None,
                incident,
                record.seq,
            ),
        )
        db.execute(
            "UPDATE shoes SET cards_seen = cards_seen + 1 WHERE shoe = ? AND closed_at IS NOT NULL", (record.shoe,)
        )
        return
    found = db.execute(_NEXT_OF[origin]).fetchone()
    if found is not None:
        db.execute(
            "UPDATE cards SET shoe = ?, coup = ?, place = ?, card = ?, source = coalesce(?, source),"
            " incident = coalesce(?, incident), placed_seq = ? WHERE shoe = ? AND coup = ? AND seq = ?",
            (
                record.shoe,
                record.coup,
                to,
                face,
                source.value if source is not None else None,
                incident,
                record.seq,
                *found,
            ),
        )


def keep(db: sqlite3.Connection, record: Record, *, incident: int | None) -> None:
    """The card of an incident, by the incident's seq, is kept for the next coup."""
    db.execute(
        "UPDATE cards SET place = 'kept', placed_seq = ?"
        " WHERE place IN ('waiting', 'incident', 'kept') AND place = 'incident' AND incident = ?",
        (record.seq, incident),
    )


def forget(db: sqlite3.Connection) -> None:
    """The passage of the incident just resolved was no card."""
    found = db.execute(_JUST_RESOLVED).fetchone()
    if found is not None:
        db.execute("DELETE FROM cards WHERE shoe = ? AND coup = ? AND seq = ?", found)
        db.execute("UPDATE shoes SET cards_seen = cards_seen - 1 WHERE shoe = ?", (found[0],))
