"""Corrections, as rows: what stands of a coup now. What stood before is read from the record itself.

A card that a correction leaves out of the hands left the shoe all the same: its row stays, at the place ``corrected``,
without a face. One that it adds and that has no row gets one without a passage.
"""

import sqlite3

from device.journal.projecting import projects, staff_action
from device.ports.journal import Record
from device.rules.card import Card, format_cards
from device.rules.hand import Hand
from device.table import events as ev
from device.table.vocabulary import Source

_Hands = tuple[tuple[Hand, tuple[Card, ...], tuple[Card, ...]], ...]


@projects(ev.HandsCorrected)
def _hands_corrected(db: sqlite3.Connection, record: Record, event: ev.HandsCorrected) -> None:
    _faces(db, record, event.coup, _hands(event))
    _action(db, record, event)


@projects(ev.CoupCorrected)
def _coup_corrected(db: sqlite3.Connection, record: Record, event: ev.CoupCorrected) -> None:
    db.execute(
        "UPDATE coups SET player = ?, banker = ?, player_total = ?, banker_total = ?, outcome = ?, natural = ?,"
        " player_pair = ?, banker_pair = ?, corrected_by = ?, reason = ? WHERE shoe = ? AND coup = ?",
        (
            format_cards(event.player),
            format_cards(event.banker),
            event.player_total,
            event.banker_total,
            event.outcome.value,
            event.natural,
            event.player_pair,
            event.banker_pair,
            f"{event.by}, {event.second}",
            event.reason,
            record.shoe,
            event.coup,
        ),
    )
    _faces(db, record, event.coup, _hands(event))
    _action(db, record, event)


def _hands(event: ev.HandsCorrected | ev.CoupCorrected) -> _Hands:
    return ((Hand.PLAYER, event.was_player, event.player), (Hand.BANKER, event.was_banker, event.banker))


def _action(db: sqlite3.Connection, record: Record, event: ev.HandsCorrected | ev.CoupCorrected) -> None:
    detail = (
        f"coup {event.coup}: {format_cards(event.was_player)} {format_cards(event.was_banker)}"
        f" to {format_cards(event.player)} {format_cards(event.banker)}"
    )
    staff_action(db, record, "correct", detail=detail, by=event.by, second=event.second, reason=event.reason)


def _faces(db: sqlite3.Connection, record: Record, coup: int, hands: _Hands) -> None:
    """The cards of the coup, each with the face that stands now."""
    key = record.seq
    for hand, was, now in hands:
        for index in range(max(len(was), len(now))):
            place = f"{hand.value}-{index + 1}"
            if index >= len(now):
                _take_out(db, record, coup, place)
            elif index >= len(was):
                key = _put_in(db, record, (coup, place, now[index]), key)
            elif was[index] is not now[index]:
                db.execute(
                    "UPDATE cards SET card = ?, source = ? WHERE shoe = ? AND coup = ? AND place = ?",
                    (now[index].value, Source.SUPERVISOR.value, record.shoe, coup, place),
                )


def _take_out(db: sqlite3.Connection, record: Record, coup: int, place: str) -> None:
    db.execute(
        "UPDATE cards SET card = NULL, place = 'corrected', placed_seq = ? WHERE shoe = ? AND coup = ? AND place = ?",
        (record.seq, record.shoe, coup, place),
    )


def _put_in(db: sqlite3.Connection, record: Record, lies: tuple[int, str, Card], key: int) -> int:
    """A card at a place of a coup where none lay; the key that the next such row may take."""
    coup, place, card = lies
    done = db.execute(
        "UPDATE cards SET card = ?, source = ?, place = ?, placed_seq = ? WHERE shoe = ? AND coup = ? AND seq ="
        " (SELECT min(seq) FROM cards WHERE shoe = ? AND coup = ? AND place = 'corrected')",
        (card.value, Source.SUPERVISOR.value, place, record.seq, record.shoe, coup, record.shoe, coup),
    )
    if done.rowcount:
        return key
    db.execute(
        "INSERT INTO cards (seq, shoe, coup, place, card, source, placed_seq) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (key, record.shoe, coup, place, card.value, Source.SUPERVISOR.value, record.seq),
    )
    return -record.seq  # both hands may get a third card, and a row's key must be one that no event will take
