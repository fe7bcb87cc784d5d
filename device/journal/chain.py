"""The hash chain: each record carries a hash over itself and the hash before it, so none can be altered or left out.

The hash of a record is SHA-256 over the 32 bytes of the previous record's hash (32 zero bytes before the first) and the
UTF-8 of the compact JSON array ``[seq,epoch,shoe,coup,at,kind,version,body]``, where the body is its stored text as a
JSON string and nothing beyond ASCII is escaped. It is kept as 64 lower-case hexadecimal digits.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from device.journal.codec import CODEC, NO_MARKS, Marks
from device.journal.errors import RecordError
from device.journal.seals import SealingStep
from device.ports.journal import Record
from device.table.events import Event

_ENCODER = msgspec.json.Encoder()


class Row(NamedTuple):
    """A record as it is stored, in the order of the columns of `events`."""

    seq: int
    epoch: str
    shoe: int
    coup: int
    at: str
    kind: str
    version: int
    body: str
    hash: str

    def record(self) -> Record:
        """The record with its event, a sealed face left out; raises RecordError where the body cannot be read."""
        event = CODEC.decode(self.kind, self.version, self.body, seq=self.seq)
        return self.with_event(event, CODEC.marks(self.body, seq=self.seq))

    def with_event(self, event: Event, marks: Marks) -> Record:
        """The record that the row is stored for."""
        return Record(
            seq=self.seq,
            epoch=self.epoch,
            shoe=self.shoe,
            coup=self.coup,
            at=self.at,
            event=event,
            hash=self.hash,
            sealed=marks.sealed,
            opens=marks.opens,
            lost=marks.lost,
        )


class Head(NamedTuple):
    """Where a chain ends: the last record's number and its hash, as bytes."""

    seq: int = 0
    digest: bytes = bytes(32)


def digest(previous: bytes, row: Row) -> bytes:
    """The 32 bytes of the row's hash, from the 32 bytes before it; the row's own `hash` is not looked at."""
    return hashlib.sha256(previous + _ENCODER.encode(row[:8])).digest()


def extend(
    head: Head, epoch: str, at: str, events: Sequence[tuple[int, int, Event]], seals: SealingStep | None = None
) -> tuple[Head, list[Row], tuple[Record, ...]]:
    """Chain the events of one step, each with its shoe and coup, onto `head`: the new head, the rows, the records.

    The rows hold hidden faces under seal alone, and without `seals` not at all; the records hold the events as given.
    """
    seq, link = head
    rows: list[Row] = []
    records: list[Record] = []
    for shoe, coup, event in events:
        seq += 1
        marks = NO_MARKS if seals is None else seals.marks(seq, event)
        kind, version, body = CODEC.encode(event, marks)
        link = digest(link, Row(seq, epoch, shoe, coup, at, kind, version, body, ""))
        row = Row(seq, epoch, shoe, coup, at, kind, version, body, link.hex())
        rows.append(row)
        records.append(row.with_event(event, marks))
    return Head(seq, link), rows, tuple(records)


def follow(head: Head, row: Row) -> Head:
    """Check that `row` is the one after `head`, and return the new head; raises RecordError saying what is wrong."""
    if row.seq != head.seq + 1:
        raise RecordError(head.seq + 1, f"missing; the next one is {row.seq}")
    try:
        link = digest(head.digest, row)
    except (UnicodeEncodeError, TypeError) as error:
        raise RecordError(row.seq, f"cannot be hashed ({error}); it was altered") from error
    if link.hex() != row.hash:
        raise RecordError(row.seq, "its hash does not follow from the record before it; it or that record was altered")
    return Head(row.seq, link)
