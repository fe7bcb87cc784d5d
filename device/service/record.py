"""The table's record from the first attempt to open it until it is closed."""

import logging
from collections.abc import Callable

from device.journal.archive import ArchivingJournal
from device.journal.errors import DiskError
from device.journal.opening import Opened, open_or_set_aside
from device.ports.clock import Clock
from device.service.disk_wait import wait_for_disk
from device.service.effects import TableEffects
from device.service.inbox import Inbox
from device.service.production import use_of_table
from device.settings import Settings

log = logging.getLogger("zapato.table")


class TableRecord:
    """Opens the journal, now or when the disk lets it; a context manager that closes it."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._journal: ArchivingJournal | None = None
        self._trouble: DiskError | None = None
        self.notes: tuple[str, ...] = ()
        """What staff must know of how the record was found."""

    def __enter__(self) -> "TableRecord":
        """Open it, unless the disk refuses; raises JournalError for any other trouble."""
        try:
            self._open()
        except DiskError as error:
            self._trouble = error
        return self

    def __exit__(self, *_: object) -> None:
        if self._journal is not None:
            self._journal.close()

    @property
    def journal(self) -> ArchivingJournal:
        """The open journal, once `wait` said that it is."""
        assert self._journal is not None
        return self._journal

    def wait(self, *, inbox: Inbox, effects: TableEffects, notify: Callable[[str], None]) -> bool:
        """Wait until the journal is open; False when the process was asked to end before the disk let it be opened."""
        if self._trouble is None:
            return True
        log.error("%s; the table is held, and begins by itself when the disk is well", self._trouble)
        opened = wait_for_disk(
            self._trouble, try_to_open=self._open, inbox=inbox, effects=effects, notify=notify, clock=self._clock
        )
        return opened is not None

    def _open(self) -> Opened:
        settings = self._settings
        is_first = not settings.journal.path.exists()
        opened = open_or_set_aside(settings.journal.path, clock=self._clock)
        use = use_of_table(settings)
        try:
            if use is not None:
                opened.journal.use_as(use)
            self._say_how(opened, is_first=is_first)
            self._journal = ArchivingJournal(
                opened.journal,
                period=settings.journal.archive,
                table=settings.table.name,
                clock=self._clock,
                on_trouble=self._note,
            )
        except BaseException:
            opened.journal.close()
            raise
        return opened

    def _say_how(self, opened: Opened, *, is_first: bool) -> None:
        if is_first and not opened.was_gone:
            path = self._settings.journal.path
            # Nothing tells a new table from one whose disk is not mounted: whoever started it knows.
            log.info("%s: no record was here and the first is begun; if there should be one, mount its disk", path)
        if opened.was_gone:
            path = self._settings.journal.path
            self._note(f"{path}: the journal was gone and a new one was begun: tell the pit, and look for it")
        if opened.set_aside is not None:
            aside = opened.set_aside
            self._note(f"{aside.why}; it was set aside as {aside.path.name} and a new journal begun: tell the pit")

    def _note(self, note: str) -> None:
        log.error("%s", note)
        if note not in self.notes:
            self.notes = (*self.notes, note)
