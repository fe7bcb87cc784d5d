"""The table's record, file by file: between two shoes a new file begins where the calendar says so.

Never within a shoe, so that each file's shoes fold alone. The change is made as the table starts and when a shoe is
opened; where it cannot be made the old file simply goes on, and the next shoe tries again.
"""

from collections.abc import Callable, Iterator, Sequence

from device.journal import next_file, periods
from device.journal.sqlite import SqliteJournal
from device.ports.clock import Clock
from device.ports.journal import JournalError, Record
from device.settings import ArchivePeriod
from device.table.events import Event, RecordContinued, ShoeOpened
from device.table.evolve import evolve
from device.table.state import INITIAL


class ArchivingJournal:
    """A journal that goes on in a new file when its period is over; implements `ports.journal.Journal`."""

    def __init__(
        self,
        journal: SqliteJournal,
        *,
        period: ArchivePeriod,
        table: str,
        clock: Clock,
        on_trouble: Callable[[str], None],
    ) -> None:
        """Take over an open journal and change its file if that is due; `table` is named in the archive.

        `on_trouble` is told why a change could not be made. Raises JournalError when neither file can be opened.
        """
        self._journal: SqliteJournal | None = journal
        self._path = journal.path
        self._period = period
        self._table = table
        self._clock = clock
        self._on_trouble = on_trouble
        self._damage = ""
        first = journal.record(1)
        if first is not None and isinstance(first.event, RecordContinued):
            next_file.close_to_writers(self._path, first.event)
        self._change_if_due()
        self._open()

    def append(self, events: Sequence[tuple[int, int, Event]]) -> tuple[Record, ...]:
        """Write the events of one step, the opening of a shoe to a new file if that is due."""
        if events and isinstance(events[0][2], ShoeOpened):
            self._change_if_due()
        return self._open().append(events)

    def last_shoe(self) -> Iterator[Record]:
        """The records of the shoe in play, or of the last one, oldest first, as far as they are in this file."""
        return self._open().last_shoe()

    def known_profiles(self) -> dict[tuple[str, int], str]:
        """The house rules on record, in this file or before it, and the hash they had the last time."""
        return self._open().known_profiles()

    def tidy(self) -> None:
        """Do the upkeep of the file in use."""
        self._open().tidy()

    def close(self) -> None:
        """Release the file."""
        if self._journal is not None:
            self._journal.close()

    def give_up(self, damage: str) -> None:
        """The file was found to be damaged: it ends before the next shoe, whatever the calendar says.

        `damage`: what is wrong with it, for the new file to say.
        """
        self._damage = damage

    def begin_next(self) -> str | None:
        """Go on in a new file now; the archived one's name, None with a shoe in play, a face under seal or no record.

        Raises JournalError when that cannot be done; the old file is in use then, or `append` will say why it is not.
        """
        journal = self._open()
        first, last = journal.record(1), journal.record(journal.head.seq)
        state = INITIAL
        for record in journal.last_shoe():
            state = evolve(state, record.event)
        # A seal that is closed yet is opened as the next shoe is: in the same file, so that each file can be checked.
        if first is None or last is None or not state.between_shoes or not journal.all_open:
            return None
        if last.seq == 1 and isinstance(first.event, RecordContinued):  # nothing came after the file before
            return None
        folder = next_file.archive_of(self._path)
        damaged = bool(self._damage)
        name = periods.archive_name(folder, table=self._table, first_at=first.at, last_at=last.at, damaged=damaged)
        epoch, profiles, use = journal.epoch, journal.known_profiles(), journal.use
        signed, lock = journal.finish()
        self._journal = None
        change = next_file.Change(
            path=self._path,
            first=RecordContinued(
                file=name,
                epoch_before=epoch,
                seq_before=signed.seq,
                hash_before=signed.hash,
                signed_at=signed.at,
                public_key=signed.public_key,
                signature=signed.signature,
                profiles=tuple((*known, hash_) for known, hash_ in sorted(profiles.items())),
                **next_file.carried(state),
            ),
            at=self._clock.wall_at(),
            why=self._damage or "a new period of the archive began",
        )
        try:
            next_file.make(change)
        finally:  # whichever file is in the place now is gone on with
            self._journal = SqliteJournal(self._path, clock=self._clock, lock=lock)
            if use is not None:
                self._journal.use_as(use)
        self._damage = ""
        return name

    def _change_if_due(self) -> None:
        try:
            journal = self._open()
            first, last = journal.record(1), journal.record(journal.head.seq)
            if first is None or last is None:
                return
            now_at = self._clock.wall_at()
            # Not simply the first record: a clock that ran ahead then would put off every further file until its time.
            since_at = journal.first_at(until_at=now_at)
            due = since_at and periods.is_due(self._period, first_at=since_at, last_at=last.at, now_at=now_at)
            if due or self._damage:
                self.begin_next()
        except JournalError as error:
            self._on_trouble(f"the file of the last period stays in use; the next shoe tries again: {error}")

    def _open(self) -> SqliteJournal:
        if self._journal is None:
            self._journal = SqliteJournal(self._path, clock=self._clock)
        return self._journal
