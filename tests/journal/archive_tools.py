"""What the tests of the archive share: short shoes, a clock of the calendar, and a table's record on both."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from journal.journal_tools import Step, house, numbered

from device.journal.archive import ArchivingJournal
from device.journal.opening import open_or_set_aside
from device.ports.journal import Journal
from device.rules.card import Card, parse_cards
from device.settings import ArchivePeriod
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import ReadIdentity

COUP = parse_cards("4h 2s 9c Ad 8d".replace(" ", ""))


class Calendar:
    """A clock whose date the test sets; the second goes on with each look."""

    def __init__(self, day: str = "2026-11-05") -> None:
        self.day = day
        self._looks = 0

    def monotonic_s(self) -> float:
        return float(self._looks)

    def wall_at(self) -> str:
        self._looks += 1
        minutes, seconds = divmod(self._looks, 60)
        return f"{self.day}T12:{minutes % 60:02}:{seconds:02}.000Z"


class Table:
    """A table that deals short shoes into a record, and forgets everything when it is started again."""

    def __init__(
        self, path: Path, clock: Calendar, *, period: ArchivePeriod = ArchivePeriod.MONTH, name: str = "BAC 1"
    ) -> None:
        self.troubles: list[str] = []
        self.journal: Journal = ArchivingJournal(
            open_or_set_aside(path, clock=clock).journal,
            period=period,
            table=name,
            clock=clock,
            on_trouble=self.troubles.append,
        )
        self.state: State = INITIAL
        for record in self.journal.last_shoe():
            self.state = evolve(self.state, record.event)

    def give(self, command: AnyCommand) -> Step:
        """A command, carried out and put on record."""
        after, step = numbered(self.state, decide(self.state, command, house(quick=True)))
        if step:
            self.journal.append(step)
        self.state = after
        return step

    def open(self) -> None:
        """Open the next shoe."""
        self.give(cmd.OpenShoe(by="sup1"))

    def coup(self) -> None:
        """Deal a coup."""
        self._deal(COUP)

    def half(self) -> None:
        """Deal a coup's first two cards."""
        self._deal(COUP[:2])

    def rest(self) -> None:
        """And the others."""
        self._deal(COUP[2:])

    def _deal(self, cards: Sequence[Card]) -> None:
        for card in cards:
            seen = self.state.last_read.seq if self.state.last_read is not None else 0
            self.give(cmd.CardLeft(card=card, read=ReadIdentity("1A2B3C4D", seen + 1), since_s=30.0))

    def end(self) -> None:
        """End the shoe."""
        self.give(cmd.EndShoe(by="sup1"))

    def shoe(self, *, coups: int = 1) -> None:
        """Deal a whole shoe."""
        self.open()
        for _ in range(coups):
            self.coup()
        self.end()

    def close(self) -> None:
        """Release the record."""
        self.journal.close()


def archived(path: Path) -> list[Path]:
    """The ended files of a record, by name."""
    folder = path.parent / "archive"
    return sorted(folder.iterdir()) if folder.is_dir() else []


def reads(tables: Iterator[Path]) -> list[ReadIdentity]:
    """Every report of the shoe that is on record in these files, in order."""
    from device.journal.reading import Reader

    found = []
    for path in tables:
        with Reader(path) as reader:
            found += [record.event.read for record in reader.records() if record.event.read is not None]
    return found


def years_end(path: Path) -> Calendar:
    """Two shoes in November and one in December, with the table running all the time."""
    clock = Calendar("2026-11-05")
    table = Table(path, clock)
    table.give(cmd.ChangeDealer(dealer="d14"))
    table.shoe(coups=2)
    clock.day = "2026-11-30"
    table.shoe()
    clock.day = "2026-12-01"
    table.shoe()
    assert table.troubles == []
    table.close()
    return clock
