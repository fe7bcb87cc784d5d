"""A table without ports and without waiting: a simulated board, the real link, the real engine, a clock that is moved.

Bytes go from the board to the link and back exactly as over a port. Only `wait` moves the clock, so a script gives the
same answer on any machine.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from device.play.script import Deed, Draw, DrawUnread, LinkChange, Order, PushBack, PushIn, Restart, Step, Wait
from device.ports.journal import Journal, Record
from device.readers.link import ShoeLink
from device.readers.marks import CardMarks
from device.readers.passages import LinkState, Noise, ReadId
from device.readers.reader_link import LinkOutput
from device.rules.profile import Profile
from device.service.engine import Engine
from device.sim.board import Board
from device.sim.sim_shoe import draw_boot_number
from device.table import commands as cmd
from device.table.health import Health, PartHealth
from device.table.state import State
from device.table.vocabulary import Phase

BEAT_S = 0.25
"""How finely waiting is cut, so that heartbeats and resends come as they would."""


class PlayClock:
    """A clock that only `wait` moves; its wall time starts at the real one."""

    def __init__(self) -> None:
        self._now_s = 0.0
        self._from = datetime.now(UTC)

    def monotonic_s(self) -> float:
        """Seconds since the script began."""
        return self._now_s

    def wall_at(self) -> str:
        """The real time of the script's begin and what has passed since, in UTC."""
        at = self._from + timedelta(seconds=self._now_s)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def move_to(self, now_s: float) -> None:
        """Let time pass."""
        self._now_s = now_s


class PlayedTable:
    """One table for one script; each step gives the records it put into the journal."""

    def __init__(
        self, *, profile: Profile, open_journal: Callable[[], Journal], clock: PlayClock, opens_shoes: bool = False
    ) -> None:
        """`open_journal` gives the record, anew after each death of the process; `opens_shoes`: a card opens a shoe."""
        self.clock = clock
        self._profile = profile
        self._open_journal = open_journal
        self._opens_shoes = opens_shoes
        self._board = Board(boot=draw_boot_number())
        self._port_open = True
        self._out: list[Record] = []
        self._start()

    @property
    def state(self) -> State:
        """The table's state now."""
        return self._engine.state

    @property
    def health(self) -> Health:
        """How the parts stand now."""
        return self._engine.health

    def run(self, steps: tuple[Step, ...]) -> Iterator[tuple[Step, tuple[Record, ...]]]:
        """Carry out the steps; raises JournalError when the record fails, with the table as it was."""
        for step in steps:
            self._do(step.deed)
            yield step, self.take()

    def take(self) -> tuple[Record, ...]:
        """The records made since the last call."""
        out, self._out = tuple(self._out), []
        return out

    def close(self) -> None:
        """Release the record."""
        self._journal.close()

    def _start(self) -> None:
        self._journal = self._open_journal()
        self._engine = Engine(journal=self._journal, profile=self._profile, marks=CardMarks(), effects=self)
        self._out += self._engine.start(self.clock.monotonic_s())
        self._link = ShoeLink(self._engine.last_read)
        if self._port_open:
            self._link.opened(self.clock.monotonic_s())
        self._pump()

    # The engine's effects: the acknowledgement travels as bytes; lamps and views are asked for when they are printed.

    def acknowledge(self, read: ReadId) -> None:
        """Hand the acknowledgement to the link."""
        self._link.acknowledge(read)

    def show(self, state: State, health: Health) -> None:
        """Nothing to do here."""

    def refused(self) -> None:
        """No buzzer here."""

    def _do(self, deed: Deed) -> None:
        match deed:
            case Draw(code=code):
                self._leaves(lambda now_ms: self._board.card_left(code, now_ms))
            case DrawUnread():
                self._leaves(lambda now_ms: self._board.card_left(None, now_ms))
            case PushBack():
                self._board.pulled_back(self._now_ms())
            case PushIn():
                self._board.pushed_in(self._now_ms())
            case Order(command=command):
                self._out += self._engine.order(command, self.clock.monotonic_s())
            case Restart():
                self._journal.close()
                self._start()
            case LinkChange(up=up):
                self._change_link(up=up)
            case Wait(seconds=seconds):
                self._wait(seconds)
        self._pump()

    def _leaves(self, leave: Callable[[int], object]) -> None:
        if self._opens_shoes and self.state.phase in (Phase.CLOSED, Phase.SHOE_OVER) and not self.state.held:
            self._out += self._engine.order(cmd.OpenShoe(), self.clock.monotonic_s())
        leave(self._now_ms())

    def _change_link(self, *, up: bool) -> None:
        now_s = self.clock.monotonic_s()
        if up == self._port_open:
            return
        self._port_open = up
        if up:
            self._link.opened(now_s)
        else:
            self._board.take_output()
            self._link.lost("reader: the link is lost; check plug and cable", now_s)
            self._take_link_state(self._link.state)

    def _wait(self, seconds: float) -> None:
        end_s = round(self.clock.monotonic_s() + seconds, 6)
        while self.clock.monotonic_s() < end_s:
            timer_s = self._engine.next_timer_s()
            next_s = min(end_s, self.clock.monotonic_s() + BEAT_S)
            if timer_s is not None and self.clock.monotonic_s() < timer_s < next_s:
                next_s = timer_s
            self.clock.move_to(next_s)
            self._pump()

    def _pump(self) -> None:
        """Carry bytes both ways until neither side has any, then let timers fall due."""
        now_s, now_ms = self.clock.monotonic_s(), self._now_ms()
        self._take(self._link.poll(now_s))
        while self._port_open:
            to_board = self._link.take_output()
            self._board.feed(to_board, now_ms)
            self._board.tick(now_ms)
            to_host = self._board.take_output()
            if not to_board and not to_host:
                break
            self._take(self._link.feed(to_host, now_s))
        self._out += self._engine.timer_due(now_s)

    def _take(self, heard: list[LinkOutput]) -> None:
        for item in heard:
            match item:
                case Noise():
                    pass
                case LinkState():
                    self._take_link_state(item)
                case _:
                    self._out += self._engine.passages((item,))

    def _take_link_state(self, link: LinkState) -> None:
        self._engine.set_health(reader=PartHealth(ok=link.up, detail=link.detail))

    def _now_ms(self) -> int:
        return round(self.clock.monotonic_s() * 1000)
