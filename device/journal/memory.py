"""A record that lives and dies with its process: for table scripts and tests."""

import secrets
from collections.abc import Iterator, Sequence

from device.journal.chain import Head, Row, extend
from device.journal.sealing import Draw, Sealer
from device.journal.seals import Seals, read_back
from device.ports.clock import Clock
from device.ports.journal import Record
from device.table.events import Event, ShoeOpened


class MemoryJournal:
    """Behaves as the journal in a file does, hash chain and all; implements `ports.journal.Journal`.

    Rows are kept in their stored form, so that what a restart folds has been through the codec.
    """

    def __init__(self, *, clock: Clock, epoch: str | None = None, draw: Draw = secrets.token_bytes) -> None:
        self.epoch = epoch or secrets.token_hex(16)
        """Drawn once for each record: what tells two records with the same numbers apart."""
        self._clock = clock
        self._head = Head()
        self._rows: list[Row] = []
        self._seals = Seals(Sealer(secrets.token_bytes(32), draw=draw))

    @property
    def head(self) -> Head:
        """Where the chain ends now."""
        return self._head

    def append(self, events: Sequence[tuple[int, int, Event]]) -> tuple[Record, ...]:
        """Keep the events of one step, each with its shoe and coup number."""
        if not events:
            return ()
        seals = self._seals.step()
        head, rows, records = extend(self._head, self.epoch, self._clock.wall_at(), events, seals)
        self._rows.extend(rows)
        self._seals.take(seals)
        self._head = head
        return records

    def last_shoe(self) -> Iterator[Record]:
        """The records of the shoe in play, or of the last one, oldest first."""
        shoe = self._rows[-1].shoe if self._rows else 0
        start = len(self._rows)
        while start and self._rows[start - 1].shoe == shoe:
            start -= 1
        records, self._seals = read_back([row.record() for row in self._rows[start:]], self._seals.sealer)
        return iter(records)

    def known_profiles(self) -> dict[tuple[str, int], str]:
        """The house rules on record, and the hash they had the last time."""
        opened = (row.record().event for row in self._rows if row.kind == ShoeOpened.KIND)
        return {(one.profile, one.profile_version): one.profile_hash for one in opened if isinstance(one, ShoeOpened)}

    def lose_key(self) -> None:
        """As if the sealing key were gone when the table starts again: for trials of that."""
        self._seals = Seals(Sealer(secrets.token_bytes(32)))

    def tidy(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to release: opened again, it is this object still, with all that is on record."""
