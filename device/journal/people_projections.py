"""What people do, as rows: who dealt when, who ordered what, who came in and who was not let in."""

import sqlite3

from device.journal.projecting import projects, staff_action
from device.ports.journal import Record
from device.table import events as ev


@projects(ev.FaceUpReported)
def _face_up_reported(db: sqlite3.Connection, record: Record, event: ev.FaceUpReported) -> None:
    staff_action(db, record, "report", detail="face-up", by=event.by)


@projects(ev.FreeCoupOrdered)
def _free_coup_ordered(db: sqlite3.Connection, record: Record, event: ev.FreeCoupOrdered) -> None:
    staff_action(db, record, "free-coup", by=event.by)


@projects(ev.ManualPlayBegan)
def _manual_play_began(db: sqlite3.Connection, record: Record, event: ev.ManualPlayBegan) -> None:
    staff_action(db, record, "manual-play", by=event.by)


@projects(ev.PressTakenBack)
def _press_taken_back(db: sqlite3.Connection, record: Record, event: ev.PressTakenBack) -> None:
    if event.shuffled:
        db.execute("UPDATE shoes SET shuffles = shuffles - 1 WHERE shoe = ?", (record.shoe,))
    staff_action(db, record, "undo", detail=event.order, by=event.by)


@projects(ev.SupervisorCalled)
def _supervisor_called(db: sqlite3.Connection, record: Record, event: ev.SupervisorCalled) -> None:
    staff_action(db, record, "call-supervisor")


@projects(ev.OrderRefused)
def _order_refused(db: sqlite3.Connection, record: Record, event: ev.OrderRefused) -> None:
    called = f", called {event.called.value}" if event.called is not None else ""
    staff_action(db, record, "refused", detail=f"{event.order}: {event.why.value}{called}", by=event.by)


@projects(ev.SignedIn)
def _signed_in(db: sqlite3.Connection, record: Record, event: ev.SignedIn) -> None:
    staff_action(db, record, "sign-in", detail=event.how.value, by=event.name)


@projects(ev.SignedOut)
def _signed_out(db: sqlite3.Connection, record: Record, event: ev.SignedOut) -> None:
    staff_action(db, record, "sign-out", detail=event.why.value, by=event.name)


@projects(ev.SignInRefused)
def _sign_in_refused(db: sqlite3.Connection, record: Record, event: ev.SignInRefused) -> None:
    how = f", by {event.how.value}" if event.how is not None else ""
    times = f", {event.times} times" if event.times > 1 else ""
    staff_action(db, record, "sign-in-refused", detail=f"{event.why.value}{how}{times}", by=event.name)


@projects(ev.PinChanged)
def _pin_changed(db: sqlite3.Connection, record: Record, event: ev.PinChanged) -> None:
    staff_action(db, record, "pin-changed", by=event.name)


@projects(ev.DealerChanged)
def _dealer_changed(db: sqlite3.Connection, record: Record, event: ev.DealerChanged) -> None:
    db.execute(
        "UPDATE dealers_on SET until_at = ? WHERE seq = (SELECT max(seq) FROM dealers_on) AND until_at IS NULL",
        (record.at,),
    )
    if event.dealer is not None:
        dealer_on(db, record, event.dealer)


def dealer_on(db: sqlite3.Connection, record: Record, dealer: str) -> None:
    """Begin a dealer's time at the table."""
    db.execute(
        "INSERT INTO dealers_on VALUES (?, ?, ?, ?, ?, NULL)",
        (record.seq, record.shoe, record.coup, dealer, record.at),
    )
