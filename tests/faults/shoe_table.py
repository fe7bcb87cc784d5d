"""All of a table process but ports and threads, in time of its own: board, link, loop, engine and the real record.

Record, loop and link are those of `zapato table`; only the inbox waits without waiting, and the board is at the other
end of a function call. So a disk may fail at every single call, which processes would be too slow for.
"""

import queue
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from journal.journal_tools import house

from device.panel.buttons import Debouncer
from device.ports.journal import JournalError
from device.ports.line import BytesIn, LineOpened
from device.readers.link import ShoeLink
from device.readers.marks import CardMarks
from device.rules.profile import Profile
from device.service.clerk import Clerk
from device.service.effects import Outlets, TableEffects
from device.service.engine import Engine
from device.service.inbox import Inbox, Input
from device.service.loop import TableLoop
from device.service.record import TableRecord
from device.settings import Settings, parse_settings
from device.sim.board import Board
from device.sim.ring import EventId
from device.table import commands as cmd
from device.table.decide import AnyOrder
from device.table.health import Health, PartHealth
from device.table.views import TableInfo
from device.table.vocabulary import Phase

NAME = "table.sqlite3"
QUICK = house(quick=True)
COUP = ("4H", "2S", "9C", "AD", "8D")
PATIENCE_S = 60.0


class Time:
    """A clock that stands until it is moved; its calendar's day is set by hand."""

    def __init__(self, day: str = "2026-11-05") -> None:
        self.now_s = 1000.0
        self.day = day

    def monotonic_s(self) -> float:
        return self.now_s

    def wall_at(self) -> str:
        ms = int(self.now_s * 1000)
        return f"{self.day}T{ms // 3_600_000 % 24:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02}.{ms % 1000:03}Z"


class _Inbox(queue.SimpleQueue[Input]):
    """Waiting moves the clock; `on_wait` is asked each time."""

    def __init__(self, time: Time) -> None:
        super().__init__()
        self._time = time
        self.on_wait: Callable[[], None] = lambda: None

    def get(self, block: bool = True, timeout: float | None = None) -> Input:  # noqa: ARG002 - its shape
        if not self.empty():
            return super().get_nowait()
        assert timeout is not None
        self._time.now_s += timeout + 0.001
        self.on_wait()
        raise queue.Empty


@dataclass(frozen=True, slots=True)
class _Outlet:
    """Where bytes, lamps, views and words to the service manager go."""

    takes: Callable[[bytes], None]

    def start(self) -> None:
        """Nothing to open."""

    def send(self, data: bytes) -> None:
        self.takes(data)

    def publish(self, line: bytes) -> None:
        self.takes(line)

    def show(self, lamps: frozenset[str], slow: frozenset[str] = frozenset()) -> None:
        """Nobody looks."""

    def buzz(self) -> None:
        """Nobody hears."""

    def close(self) -> None:
        """Nothing to close."""


@dataclass
class Seen:
    """What people and the shoe were told."""

    acknowledged: list[tuple[str, int]] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    notes: set[str] = field(default_factory=set)
    refused: list[str] = field(default_factory=list)


class ShoeTable:
    """One table on the record in `folder`, with a shoe that outlives it."""

    def __init__(
        self,
        folder: Path,
        *,
        board: Board | None = None,
        settings: Settings | None = None,
        profile: Profile = QUICK,
        marks: CardMarks | None = None,
    ) -> None:
        """`settings`, `profile` and `marks` are those of a table that was there before."""
        self.time = Time()
        self.board = board or Board(boot="1A2B3C4D", now_ms=self._now_ms())
        self.dealt: dict[tuple[str, int], str] = {}
        self.seen = Seen()
        self.folder = folder
        self.on_moment: Callable[[], None] = lambda: None
        """Asked whenever time passes: whether the disk is to heal by now."""
        self.settings = settings or parse_settings(f'[journal]\npath = "{NAME}"\n', "table.toml", folder)
        self._profile = profile
        self._marks = marks or CardMarks()

    def _now_ms(self) -> int:
        return int(self.time.now_s * 1000)

    # The process.

    def start(self) -> None:
        """Open the record, waiting for the disk as the process does, and let the shoe be heard."""
        self._inbox = _Inbox(self.time)
        self._inbox.on_wait = self._moment
        self._to_board: list[bytes] = []
        outlet = _Outlet(lambda _: None)
        outlets = Outlets(
            line=_Outlet(self._to_board.append), panel=outlet, public=outlet, staff=outlet, notify=lambda _: None
        )
        self._effects = TableEffects(outlets=outlets, profile=self._profile, table=TableInfo(name="BAC 1"))
        show = self._effects.show

        def shown(state: object, health: Health) -> None:
            if not health.journal.ok and health.journal.detail not in self.seen.troubles:
                self.seen.troubles.append(health.journal.detail)
            show(state, health)  # type: ignore[arg-type]

        self._effects.show = shown  # type: ignore[method-assign]
        self.record = TableRecord(self.settings, self.time)
        self.record.__enter__()
        assert self.record.wait(inbox=self._as_inbox(), effects=self._effects, notify=lambda _: self._moment())
        self.engine = Engine(
            journal=self.record.journal,
            profile=self._profile,
            marks=self._marks,
            effects=self._effects,
            health=Health(reader=PartHealth(ok=False, detail="not open"), starting=True, notes=self.record.notes),
        )
        self.engine.start(self.time.now_s)
        link = ShoeLink(self.engine.last_read)
        self._effects.use_link(link)
        self._loop = TableLoop(
            inbox=self._as_inbox(),
            engine=self.engine,
            clerk=Clerk(self.engine),
            link=link,
            effects=self._effects,
            outlets=outlets,
            debouncer=Debouncer(debounce_ms=30),
            journal=self.record.journal,
            clock=self.time,
        )
        self._inbox.put(LineOpened(port="/dev/pts/0", at_s=self.time.now_s))
        self.until(lambda: self.engine.health.reader.ok, "the shoe")

    def _moment(self) -> None:
        self.on_moment()

    def _as_inbox(self) -> Inbox:
        return self._inbox

    def stop(self) -> None:
        """End the process as its user would."""
        self.record.__exit__(None, None, None)

    # What happens.

    def turn(self) -> None:
        """The loop takes one input, or time passes until something is due; the board and the wire do their part."""
        self.on_moment()
        assert self._loop.serve_one()
        self.seen.notes |= set(self.record.notes)
        now_ms = self._now_ms()
        while self._to_board:
            self.board.feed(self._to_board.pop(0), now_ms)
        self._thanked()
        self.board.tick(now_ms)
        said = self.board.take_output()
        if said:
            self._inbox.put(BytesIn(data=said, at_s=self.time.now_s))

    def _thanked(self) -> None:
        self.seen.acknowledged += [(one.boot, one.seq) for one in self.board.take_acknowledged()]

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Let time pass until it is so."""
        end_s = self.time.now_s + PATIENCE_S
        while not true():
            assert self.time.now_s < end_s, f"in vain waited for {what}; {self.engine.health}"
            self.turn()

    def draw(self, code: str) -> EventId:
        """A card leaves; the table and the shoe go on until the shoe is thanked for it."""
        event = self.board.card_left(code, self._now_ms())
        self.dealt[event.boot, event.seq] = code
        self.until(lambda: (event.boot, event.seq) in self.seen.acknowledged, f"the thanks for {code}")
        return event

    def give(self, command: AnyOrder) -> None:
        """Somebody gives an order, again each second until it is not refused by the record."""

        def carried_out() -> bool:
            try:
                self.engine.order(command, self.time.now_s)
            except JournalError as error:
                self.seen.refused.append(str(error))
                self.time.now_s += 1.0
                self.on_moment()
                return False
            return True

        self.until(carried_out, f"{command}")

    def coup(self) -> None:
        """A whole coup, and the quiet after it."""
        for code in COUP:
            self.draw(code)
        self.rest(2.0)

    def rest(self, seconds: float) -> None:
        """Nothing happens for so long."""
        end_s = self.time.now_s + seconds
        while self.time.now_s < end_s:
            self.turn()

    def shoe(self, coups: int = 1) -> None:
        """A shoe from its opening to its end."""
        self.give(cmd.OpenShoe(by="sup1"))
        for _ in range(coups):
            self.coup()
        self.give(cmd.EndShoe(by="sup1"))
        self.until(lambda: self.engine.state.phase in (Phase.SHOE_OVER, Phase.CLOSED), "the shoe's end")
