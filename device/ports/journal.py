"""The record, as the table uses it: durable when `append` returns."""

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from device.rules.card import Card
from device.table.events import Event


class Sealed(msgspec.Struct, frozen=True, kw_only=True):
    """A face that nobody may see yet, as it is on record."""

    commit: str
    """SHA-256 over 16 bytes of salt and the text of the face, as hex: it can mean no other card later."""
    box: str
    """Salt and text under the table's own key, as base64; of one length whatever the face."""


class Opening(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was sealed in record `seal`: anybody can work out that record's commitment from it."""

    seal: int
    salt: str
    """As hex."""
    card: Card | None
    """None: it was not read."""
    tag: str | None = None
    """The card's own tag, where the reader told one."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One event on record."""

    seq: int
    epoch: str
    shoe: int
    coup: int
    at: str
    """Wall time in UTC, stamped once when the event was appended; order is `seq` alone."""
    event: Event
    """Its hidden face is there as the table writes or folds it; for every other reader it is None."""
    hash: str
    sealed: Sealed | None = None
    opens: tuple[Opening, ...] = ()
    """The seals of earlier records, or of this one, that this one opens."""
    lost: tuple[int, ...] = ()
    """The records whose seals should be opened here and cannot be: the key they were made with is gone."""
    unreadable: bool = False
    """Its face could not be read back, and nobody was told of it yet."""


class JournalError(Exception):
    """The record cannot be read or written; the message names the file, what is wrong and what to do."""


class Journal(Protocol):
    """An append-only record with one writer."""

    def append(self, events: Sequence[tuple[int, int, Event]]) -> tuple[Record, ...]:
        """Write the events of one step, each with its shoe and coup number, durably and all or none.

        Returns what was written. Raises JournalError when the step is not on record; nothing of it is then.
        """
        ...

    def last_shoe(self) -> Iterator[Record]:
        """The records of the shoe in play, or of the last one, oldest first: what a restart folds.

        Records made before any shoe was opened belong to shoe 0. Hidden faces are there again, as far as the key
        can still be read that they were sealed with; a record whose face is lost is `unreadable`.
        """
        ...

    def known_profiles(self) -> dict[tuple[str, int], str]:
        """The house rules that shoes on record were opened by: name and version, and the hash they had the last time.

        Raises JournalError when the record cannot be read.
        """
        ...

    def tidy(self) -> None:
        """Do the upkeep that must never stand in a card's way; called when the table is quiet."""
        ...

    def close(self) -> None:
        """Release the file."""
        ...
