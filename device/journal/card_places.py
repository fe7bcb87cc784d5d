"""Where each card is: a row of `cards` is made when it leaves the shoe and moves until it has its place.

Places: ``player-1`` … ``banker-3``, ``indicator``, ``burned``; on the way there ``waiting``, ``incident``, ``kept``,
``before-turn``.
"""

import sqlite3

from device.ports.journal import Record
from device.rules.card import Card
from device.rules.hand import Hand
from device.table.events import CardLifted, CardsMovedOn
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
    Origin.WAITING: f"SELECT shoe, coup, seq FROM {_UNPLACED} = 'waiting' ORDER BY seq LIMIT 1",
    Origin.KEPT: f"SELECT shoe, coup, seq FROM {_UNPLACED} = 'kept' ORDER BY seq LIMIT 1",
    # Few and of the shoe in play: looked for among its cards, by their key.
    Origin.BEFORE_TURN: "SELECT shoe, coup, seq FROM cards WHERE shoe = (SELECT max(shoe) FROM shoes)"
    " AND place = 'before-turn' ORDER BY placed_seq, seq LIMIT 1",
    Origin.INCIDENT: _JUST_RESOLVED,
}
"""The row that an event with this origin speaks of.

What waits and what is kept is taken in the order in which it left; a card of an incident is placed right after the
decision on it.
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
    if origin is Origin.KEPT:  # who named it did so before
        source = None
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


_HANDS = "('player-1', 'player-2', 'player-3', 'banker-1', 'banker-2', 'banker-3')"


def next_in_hand(db: sqlite3.Connection, record: Record, hand: Hand) -> str:
    """The place that the next card of a hand takes."""
    name = hand.value
    # BETWEEN, since SQLite makes a table of a list of three each time that it is asked.
    (before,) = db.execute(
        "SELECT count(*) FROM cards WHERE shoe = ? AND coup = ? AND place BETWEEN ? AND ?",
        (record.shoe, record.coup, f"{name}-1", f"{name}-3"),
    ).fetchone()
    return f"{name}-{before + 1}"


def show_in_hand(  # noqa: PLR0913 - a card and its place
    db: sqlite3.Connection, record: Record, hand: Hand, index: int, card: Card, *, source: Source | None = None
) -> None:
    """A card that lies in a hand shows its face: it was turned, or named by eye."""
    db.execute(
        "UPDATE cards SET card = ?, source = coalesce(?, source) WHERE shoe = ? AND coup = ? AND place = ?",
        (
            card.value,
            source.value if source is not None else None,
            record.shoe,
            record.coup,
            f"{hand.value}-{index + 1}",
        ),
    )


def show_opened(db: sqlite3.Connection, record: Record, *, shoe: int) -> None:
    """Cards that were never turned show their faces: the seals of where they ended are open."""
    faces = {opening.seal: opening.card.value for opening in record.opens if opening.card is not None}
    unseen = db.execute("SELECT placed_seq, coup, seq FROM cards WHERE shoe = ? AND card IS NULL", (shoe,)).fetchall()
    db.executemany(
        "UPDATE cards SET card = ? WHERE shoe = ? AND coup = ? AND seq = ?",
        [(faces[placed], shoe, coup, seq) for placed, coup, seq in unseen if placed in faces],
    )


def lift(db: sqlite3.Connection, record: Record, event: CardLifted) -> None:
    """What lay in a hand was no card: its row goes, and the others take the places that they have now."""
    rows = db.execute(
        f"SELECT seq FROM cards WHERE shoe = ? AND coup = ? AND place IN {_HANDS} ORDER BY seq",
        (record.shoe, record.coup),
    ).fetchall()
    by_nth = dict(zip(sorted({event.nth, *event.player, *event.banker}), (seq for (seq,) in rows), strict=False))
    db.execute(
        "DELETE FROM cards WHERE shoe = ? AND coup = ? AND seq = ?", (record.shoe, record.coup, by_nth.get(event.nth))
    )
    for hand, nths in ((Hand.PLAYER, event.player), (Hand.BANKER, event.banker)):
        for index, nth in enumerate(nths, start=1):
            db.execute(
                "UPDATE cards SET place = ? WHERE shoe = ? AND coup = ? AND seq = ?",
                (f"{hand.value}-{index}", record.shoe, record.coup, by_nth.get(nth)),
            )
    db.execute("UPDATE shoes SET cards_seen = cards_seen - 1 WHERE shoe = ? AND closed_at IS NOT NULL", (record.shoe,))


def move_on(db: sqlite3.Connection, record: Record, event: CardsMovedOn) -> None:
    """Cards of the coup are kept for the next one: the last that were dealt to its hands, and what left too early."""
    rows = db.execute(
        f"SELECT seq FROM cards WHERE shoe = ? AND coup = ? AND (place IN {_HANDS} OR place = 'before-turn')"
        " ORDER BY seq",
        (record.shoe, record.coup),
    ).fetchall()
    nths = sorted({*event.nths, *event.player, *event.banker})
    for nth, (seq,) in zip(nths, rows, strict=False):
        if nth in event.nths:
            db.execute(
                "UPDATE cards SET place = 'kept', card = NULL, placed_seq = ? WHERE shoe = ? AND coup = ? AND seq = ?",
                (record.seq, record.shoe, record.coup, seq),
            )


def keep(db: sqlite3.Connection, record: Record, *, incident: int | None, to: str = "kept") -> None:
    """The card of an incident, by the incident's seq, is kept for the next coup, or for the turns of this one."""
    db.execute(
        "UPDATE cards SET place = ?, placed_seq = ?"
        " WHERE place IN ('waiting', 'incident', 'kept') AND place = 'incident' AND incident = ?",
        (to, record.seq, incident),
    )


def forget(db: sqlite3.Connection) -> None:
    """The passage of the incident just resolved was no card."""
    found = db.execute(_JUST_RESOLVED).fetchone()
    if found is not None:
        db.execute("DELETE FROM cards WHERE shoe = ? AND coup = ? AND seq = ?", found)
        db.execute("UPDATE shoes SET cards_seen = cards_seen - 1 WHERE shoe = ?", (found[0],))
