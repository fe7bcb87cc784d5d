"""The record, as the table uses it: durable when `append` returns."""

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from device.table.events import Event


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One event on record."""

    seq: int
    epoch: str
    shoe: int
    coup: int
    at: str
    """Wall time in UTC, stamped once when the event was appended; order is `seq` alone."""
    event: Event
    hash: str


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

        Records made before any shoe was opened belong to shoe 0.
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
