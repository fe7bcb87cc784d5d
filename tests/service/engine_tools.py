"""A table process's insides, put together by hand: everything it touches writes down, in one list, what it was told."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from device.journal.memory import MemoryJournal
from device.ports.journal import JournalError, Record
from device.readers.marks import CardMarks
from device.readers.passages import CodePassed, Passage, ReadId
from device.rules.profile import Profile
from device.service.effects import Outlets, TableEffects
from device.service.engine import Engine
from device.settings import load_profile
from device.table.events import Event
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.views import TableInfo

LIVE = load_profile("live")
BOOT = "0A1B2C3D"
DISK_FULL = "j.sqlite3: the disk is full: free some space"


class HandClock:
    """A clock that stands until the test moves it."""

    def __init__(self, now_s: float = 1000.0) -> None:
        self.now_s = now_s

    def monotonic_s(self) -> float:
        return self.now_s

    def wall_at(self) -> str:
        return "2025-03-01T20:15:07.042Z"


class Notebook:
    """What was done to the outside, in order of doing: one word and its object each."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, object]] = []

    def note(self, what: str, thing: object = None) -> None:
        self.notes.append((what, thing))

    def words(self) -> list[str]:
        return [what for what, _ in self.notes]

    def last(self, what: str) -> object:
        return next(thing for noted, thing in reversed(self.notes) if noted == what)


class Diary:
    """A journal in memory that notes every attempt and refuses when told; what it holds survives its table's death."""

    def __init__(self, notebook: Notebook, clock: HandClock, memory: MemoryJournal | None = None) -> None:
        self.memory = memory or MemoryJournal(clock=clock)
        self.broken = False
        self.breaks_at: frozenset[int] = frozenset()
        """Attempts, counted from 0, that fail."""
        self.untidy = ""
        self.attempts = 0
        self._notebook = notebook

    def append(self, events: Sequence[tuple[int, int, Event]]) -> tuple[Record, ...]:
        self.attempts += 1
        if self.broken or self.attempts - 1 in self.breaks_at:
            self._notebook.note("refused by the disk")
            raise JournalError(DISK_FULL)
        records = self.memory.append(events)
        self._notebook.note("journal", records)
        return records

    def last_shoe(self) -> Iterator[Record]:
        return self.memory.last_shoe()

    def known_profiles(self) -> dict[tuple[str, int], str]:
        return self.memory.known_profiles()

    def tidy(self) -> None:
        self._notebook.note("tidy")
        if self.untidy:
            raise JournalError(self.untidy)

    def close(self) -> None:
        self._notebook.note("closed")

    def events(self) -> list[Event]:
        """The events of the last shoe on record."""
        return [record.event for record in self.memory.last_shoe()]

    def folded(self) -> State:
        """The state that the record alone gives."""
        state = INITIAL
        for event in self.events():
            state = evolve(state, event)
        return state


class NotedLine:
    """A port that notes what goes out."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook

    def start(self) -> None:
        self._notebook.note("port opened")

    def send(self, data: bytes) -> None:
        self._notebook.note("line", data)

    def close(self) -> None:
        self._notebook.note("port closed")


class NotedPanel:
    """A panel that notes its lamps."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook

    def show(self, lamps: frozenset[str], _slow: frozenset[str] = frozenset()) -> None:
        self._notebook.note("lamps", lamps)

    def buzz(self) -> None:
        self._notebook.note("buzz")

    def close(self) -> None:
        self._notebook.note("dark")


class NotedFeed:
    """A feed that notes its views."""

    def __init__(self, notebook: Notebook, name: str) -> None:
        self._notebook = notebook
        self._name = name

    def publish(self, line: bytes) -> None:
        self._notebook.note(self._name, msgspec.json.decode(line))


class NotedLink:
    """A reader's link that hears nothing of its own and says what it acknowledges."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._out = b""

    def acknowledge(self, id: ReadId) -> None:
        self._notebook.note("acknowledge", id)
        self._out = b"A%d" % id.seq

    def set_lamps(self, lamps: frozenset[str]) -> None:
        self._notebook.note("shoe lamps", lamps)

    def take_output(self) -> bytes:
        out, self._out = self._out, b""
        return out


def outlets_of(notebook: Notebook) -> Outlets:
    """Outlets that note everything."""
    return Outlets(
        line=NotedLine(notebook),
        panel=NotedPanel(notebook),
        public=NotedFeed(notebook, "public"),
        staff=NotedFeed(notebook, "staff"),
        notify=lambda message: notebook.note("notify", message),
    )


class Bench:
    """An engine with real effects on outlets that note everything; time is an argument, or the bench's own clock."""

    def __init__(
        self,
        profile: Profile = LIVE,
        *,
        memory: MemoryJournal | None = None,
        has_gates: bool = True,
        production: bool = False,
        broken: bool = False,
    ) -> None:
        self.clock = HandClock()
        self.notebook = Notebook()
        self.diary = Diary(self.notebook, self.clock, memory)
        self.diary.broken = broken
        self.effects = TableEffects(outlets=outlets_of(self.notebook), profile=profile, table=TableInfo(name="BAC 1"))
        self.effects.use_link(NotedLink(self.notebook))  # type: ignore[arg-type] # only what effects use of a link
        self.engine = Engine(
            journal=self.diary,
            profile=profile,
            marks=CardMarks(),
            effects=self.effects,
            has_gates=has_gates,
            production=production,
        )
        self.engine.start(self.clock.now_s)
        self._seq = self.engine.last_read.seq if self.engine.last_read is not None else 0

    def card(self, code: str, *, at_s: float | None = None) -> CodePassed:
        """The next report of the board: a card."""
        return CodePassed(id=self.next_id(), at_s=self.clock.now_s if at_s is None else at_s, code=code)

    def next_id(self) -> ReadId:
        """The identity of the board's next report."""
        self._seq += 1
        return ReadId(boot=BOOT, seq=self._seq)

    def deal(self, codes: str, *, at_s: float | None = None) -> tuple[Record, ...]:
        """Cards leave one after another: ``deal("9H 2C TD 4S")``."""
        done: list[Record] = []
        for code in codes.split():
            done += self.engine.passages([self.card(code, at_s=at_s)])
        return tuple(done)

    def give(self, *passages: Passage) -> tuple[Record, ...]:
        """Reports arrive."""
        return self.engine.passages(passages)

    @property
    def staff(self) -> dict[str, Any]:
        """The newest staff view."""
        view = self.notebook.last("staff")
        assert isinstance(view, dict)
        return view
