"""The record itself from first to last: chain, signatures, and whether each event follows from those before it.

Whatever is looked at record by record and knows no more than one shoe is a `ShoeCheck`: it is named in `SHOE_CHECKS`,
made anew where a shoe opens, and so needs no memory beyond that shoe.
"""

import enum
from collections.abc import Callable, Set
from typing import NamedTuple, Protocol

from device.journal import joins, signing
from device.journal.chain import Head, follow
from device.journal.errors import NotVerifiedError, RecordError
from device.journal.house_rules import check_rules
from device.journal.reading import Reader
from device.journal.seal_check import SealCheck
from device.journal.signing import SignedHead
from device.ports.journal import Record
from device.table.events import ShoeEnded, ShoeOpened
from device.table.evolve import evolve
from device.table.state import INITIAL


class Stage(enum.Enum):
    """What a long check is at, in words for people."""

    RECORDS = "records checked"
    DERIVED = "records put into tables"
    COMPARED = "rows compared"


Progress = Callable[[Stage, int, int], None]
"""Called now and then with how much of a stage is done, and of how much; at the stage's end both are the same."""

PROGRESS_EVERY = 1000
"""Records, or rows, from one call to the next."""


class ShoeCheck(Protocol):
    """Something that is looked at from a shoe's first record to its last."""

    def see(self, record: Record) -> None:
        """The next record; raises RecordError saying what is wrong with it."""
        ...


class Fold:
    """Whether each event can follow on the table's state before it."""

    def __init__(self) -> None:
        self._state = INITIAL

    def see(self, record: Record) -> None:
        """Fold the record's event."""
        try:
            self._state = evolve(self._state, record.event)
        except Exception as error:
            raise RecordError(record.seq, f"it does not follow from what was before it ({error!r})") from error


SHOE_CHECKS: tuple[Callable[[], ShoeCheck], ...] = (Fold,)
"""What is made anew at each shoe's opening, which carries all that outlives the shoe before it."""


class Followed(NamedTuple):
    """A record that is what was written, as far as it goes."""

    head: Head
    lost_seals: int
    """How many faces stay under seal for ever, because the table lost the key."""


def check_record(reader: Reader, *, trusted: Set[str], progress: Progress | None) -> Followed:
    """Follow the record to its end; raises NotVerifiedError for the first bad record.

    `trusted`: public keys as hex; where any is given, every head must be signed by one of them.
    """
    total = reader.count()
    heads = reader.heads()
    head = Head()
    checks = [make() for make in SHOE_CHECKS]
    seals = SealCheck()  # a shoe's opening opens what was sealed after the end of the shoe before
    unsigned: int | None = None
    epoch = reader.epoch()
    for row in reader.rows():
        try:
            head = follow(head, row)
            if row.epoch != epoch:
                raise RecordError(row.seq, f"it is of the record {row.epoch!r}, and the file (`meta`) says {epoch!r}")
            record = row.record()
            joins.check_beginning(record, trusted)
            if isinstance(record.event, ShoeOpened):
                check_rules(record.seq, record.event)
                checks = [make() for make in SHOE_CHECKS]
            for check in checks:
                check.see(record)
            seals.see(record)
        except RecordError as error:
            raise NotVerifiedError(error.what, seq=error.seq) from error
        if isinstance(record.event, ShoeEnded):
            _require_signed(unsigned)
            unsigned = row.seq
        if row.seq in heads:
            _check_head(heads.pop(row.seq), record, trusted)
            unsigned = None
        if progress is not None and row.seq % PROGRESS_EVERY == 0:
            progress(Stage.RECORDS, row.seq, total)
    _require_signed(unsigned)
    if heads:
        signed = min(heads)
        raise NotVerifiedError(
            f"missing: the record was signed at {signed} and ends with {head.seq}", seq=min(signed, head.seq + 1)
        )
    if progress is not None:
        progress(Stage.RECORDS, total, total)
    return Followed(head, seals.lost)


def _require_signed(unsigned: int | None) -> None:
    """Each shoe's end is signed in the step that records it; a head that is not there was taken away."""
    if unsigned is not None:
        raise NotVerifiedError("the signed head of the shoe that ended here is missing", seq=unsigned)


def _check_head(head: SignedHead, record: Record, trusted: Set[str]) -> None:
    if head.hash != record.hash:
        raise NotVerifiedError("it is not the record that was signed", seq=record.seq)
    if not signing.is_genuine(head, epoch=record.epoch):
        raise NotVerifiedError("the signature of the record up to here is false", seq=record.seq)
    if trusted and head.public_key not in trusted:
        raise NotVerifiedError(f"the record up to here was signed with another key ({head.public_key})", seq=record.seq)
