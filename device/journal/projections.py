"""What people query, derived from the record in the transaction that writes it: shoes, coups, cards, incidents, staff.

Everything here follows from the events alone, in their order, so that the same rows come out when the tables are filled
again. A face that is still unseen is NULL in `cards` until the event that turns it. Each projecting function gets the
connection, the record and its event; the tables themselves are in `schema`.
"""

import sqlite3

from device.journal import correction_projections, pack_projections  # noqa: F401 - they register what they project
from device.journal.card_places import forget, keep, lift, move_on, next_in_hand, place, show_in_hand, show_opened
from device.journal.incident_projections import incident_row
from device.journal.people_projections import dealer_on
from device.journal.projecting import PROJECTED, projects, staff_action
from device.ports.journal import Record
from device.rules.card import format_cards
from device.table import events as ev
from device.table.vocabulary import CoupKind, Origin

UNPROJECTED: tuple[type[ev.Event], ...] = (
    ev.InspectionBegan,
    ev.CardInspected,
    ev.TagRead,
    ev.RetirementKept,
    ev.ShoePassed,
    ev.BurnBegan,
    ev.BurnLeft,
    ev.BurnEnded,
    ev.BetsOpened,
    ev.FreeCoupOpened,
    ev.BetsClosed,
    ev.WentOn,
    ev.CoupBegan,
    ev.TableCleared,
    ev.ReportNoted,
    ev.ClockUnsure,
    ev.ClockSet,
    ev.RemainingSet,
)
"""Events that no derived table needs: they are read from `events` itself."""

_OPENS_UNTURNED = (ev.ShoeEnded, ev.ShoeOpened, ev.CardBurned)
"""Events that open faces of cards which were never turned: from a shoe's end on anybody may know them."""


def project(connection: sqlite3.Connection, record: Record) -> None:
    """Bring the derived tables up to `record`, within the open transaction."""
    projecting = PROJECTED.get(type(record.event))
    if projecting is not None:
        projecting(connection, record, record.event)
    if record.opens and isinstance(record.event, _OPENS_UNTURNED):
        show_opened(connection, record, shoe=record.shoe - isinstance(record.event, ev.ShoeOpened))


def is_projected(event: type[ev.Event]) -> bool:
    """Whether the event changes a derived table."""
    return event in PROJECTED


# Shoes.


@projects(ev.ShoeOpened)
def _shoe_opened(db: sqlite3.Connection, record: Record, event: ev.ShoeOpened) -> None:
    db.execute(
        "INSERT OR REPLACE INTO shoes (shoe, profile, profile_version, profile_hash, packs, opened_at, opened_by,"
        " shuffles) VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
        (
            event.shoe,
            event.profile,
            event.profile_version,
            event.profile_hash,
            event.decks,
            record.at,
            event.by,
        ),
    )
    staff_action(db, record, "open-shoe", by=event.by)


@projects(ev.PackShuffled)
def _pack_shuffled(db: sqlite3.Connection, record: Record, event: ev.PackShuffled) -> None:
    db.execute("UPDATE shoes SET shuffles = shuffles + 1 WHERE shoe = ?", (record.shoe,))


@projects(ev.CutCardOut)
def _cut_card_out(db: sqlite3.Connection, record: Record, event: ev.CutCardOut) -> None:
    if event.origin is Origin.INCIDENT:  # the unread passage was counted as a card, and was none
        forget(db)
    if not event.again:
        db.execute(
            "UPDATE shoes SET cut_at = ?, last_coup = ? WHERE shoe = ?", (record.at, event.last_coup, record.shoe)
        )


@projects(ev.ShoeEnded)
def _shoe_ended(db: sqlite3.Connection, record: Record, event: ev.ShoeEnded) -> None:
    # Only now is the number of cards told: of a running shoe it would say where the cut card is.
    db.execute(
        "UPDATE shoes SET closed_at = ?, closed_by = ?, why = ?,"
        " cards_seen = (SELECT count(*) FROM cards WHERE cards.shoe = shoes.shoe AND read_at IS NOT NULL)"
        " WHERE shoe = ?",
        (record.at, event.by, event.why.value, record.shoe),
    )
    staff_action(db, record, "end-shoe", by=event.by)


@projects(ev.RecordContinued)
def _record_continued(db: sqlite3.Connection, record: Record, event: ev.RecordContinued) -> None:
    if event.dealer is not None:  # who deals was said in the file before
        dealer_on(db, record, event.dealer)


# Coups.


@projects(ev.ResultShown)
def _result_shown(db: sqlite3.Connection, record: Record, event: ev.ResultShown) -> None:
    db.execute(
        "INSERT OR REPLACE INTO coups VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?)",
        (
            record.shoe,
            event.coup,
            event.coup_kind.value,
            format_cards(event.player),
            format_cards(event.banker),
            event.player_total,
            event.banker_total,
            event.outcome.value,
            event.natural,
            event.player_pair,
            event.banker_pair,
            _began_at(db, record, event.coup),
            record.at,
            event.dealer,
            event.corrected_by or None,
            event.corrected_why or None,
            event.manual,
        ),
    )


@projects(ev.CoupVoided)
def _coup_voided(db: sqlite3.Connection, record: Record, event: ev.CoupVoided) -> None:
    people = f"{event.by}, {event.second}"
    done = db.execute(
        "UPDATE coups SET kind = ?, player_total = NULL, banker_total = NULL, outcome = NULL, natural = 0,"
        " player_pair = 0, banker_pair = 0, voided_by = ?, reason = ? WHERE shoe = ? AND coup = ?",
        (CoupKind.VOID.value, people, event.reason, record.shoe, event.coup),
    )
    if done.rowcount == 0:
        db.execute(
            "INSERT INTO coups VALUES (?, ?, ?, ?, ?, NULL, NULL, NULL, 0, 0, 0, ?, ?, ?, NULL, ?, ?, ?)",
            (
                record.shoe,
                event.coup,
                CoupKind.VOID.value,
                format_cards(event.player),
                format_cards(event.banker),
                _began_at(db, record, event.coup),
                record.at,
                event.dealer,
                people,
                event.reason,
                event.manual,
            ),
        )
    staff_action(db, record, "void", by=event.by, second=event.second, reason=event.reason)


def _began_at(db: sqlite3.Connection, record: Record, coup: int) -> str:
    """When the coup began: a few records back, so the record is walked from here and needs no index for it."""
    found = db.execute(
        "SELECT at FROM events WHERE seq < ? AND kind = ? AND shoe = ? AND coup = ? ORDER BY seq DESC LIMIT 1",
        (record.seq, ev.CoupBegan.KIND, record.shoe, coup),
    ).fetchone()
    return record.at if found is None else str(found[0])


# Cards.


@projects(ev.IndicatorBurned)
def _indicator_burned(db: sqlite3.Connection, record: Record, event: ev.IndicatorBurned) -> None:
    place(db, record, event.origin, "indicator", card=event.card, source=event.source)


@projects(ev.CardBurned)
def _card_burned(db: sqlite3.Connection, record: Record, event: ev.CardBurned) -> None:
    place(db, record, event.origin, "burned", card=None, source=None)


@projects(ev.CardDealt)
def _card_dealt(db: sqlite3.Connection, record: Record, event: ev.CardDealt) -> None:
    place(db, record, event.origin, next_in_hand(db, record, event.hand), card=event.card, source=event.source)


@projects(ev.CardLaid)
def _card_laid(db: sqlite3.Connection, record: Record, event: ev.CardLaid) -> None:
    place(db, record, event.origin, next_in_hand(db, record, event.hand), card=None, source=event.source)


@projects(ev.HandTurned)
def _hand_turned(db: sqlite3.Connection, record: Record, event: ev.HandTurned) -> None:
    for index, card in enumerate(event.cards, start=2 if event.third else 0):
        if card is not None:
            show_in_hand(db, record, event.hand, index, card)


@projects(ev.CardNamed)
def _card_named(db: sqlite3.Connection, record: Record, event: ev.CardNamed) -> None:
    show_in_hand(db, record, event.hand, event.index, event.card, source=event.source)


@projects(ev.CardLifted)
def _card_lifted(db: sqlite3.Connection, record: Record, event: ev.CardLifted) -> None:
    lift(db, record, event)


@projects(ev.CardsMovedOn)
def _cards_moved_on(db: sqlite3.Connection, record: Record, event: ev.CardsMovedOn) -> None:
    move_on(db, record, event)


@projects(ev.CardWaits)
def _card_waits(db: sqlite3.Connection, record: Record, event: ev.CardWaits) -> None:
    if not event.cut:
        place(db, record, event.origin, "waiting", card=None, source=None)


@projects(ev.CardKept)
def _card_kept(db: sqlite3.Connection, record: Record, event: ev.CardKept) -> None:
    to = "before-turn" if event.for_turn else "kept"
    keep(db, record, incident=incident_row(db, record, event.incident), to=to)
