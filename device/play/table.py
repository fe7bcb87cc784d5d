"""A table for one script: a simulated board whose bytes go to the link and back exactly as over a port.

Only `wait` moves the clock, so a script gives the same answer on any machine.
"""

from collections.abc import Callable, Iterator

from device.play.deeds import Deed, Draw, DrawUnread, LinkChange, Order, PushBack, PushIn, Restart, Step, Wait
from device.play.fed_table import FedTable, HandClock
from device.ports.journal import Journal, Record
from device.readers.marks import PackRegistry
from device.rules.profile import Profile
from device.sim.board import Board
from device.sim.sim_shoe import draw_boot_number
from device.table.health import Health
from device.table.state import State

BEAT_S = 1.0
"""The longest piece that waiting is cut into; heartbeats, resends and timers come at their own times."""


class PlayedTable:
    """Carries out a script's steps; each gives the records that it put into the journal."""

    def __init__(
        self,
        *,
        profile: Profile,
        open_journal: Callable[[], Journal],
        clock: HandClock,
        opens_shoes: bool = False,
        tags: PackRegistry | None = None,
    ) -> None:
        """`tags`: which card each tag is, and of which pack, as the register of the packs has it."""
        self._clock = clock
        self._board = Board(boot=draw_boot_number())
        self._port_open = True
        self._table = FedTable(
            profile=profile, open_journal=open_journal, clock=clock, opens_shoes=opens_shoes, registry=tags
        )
        self._open_port()
        self._pump()

    @property
    def state(self) -> State:
        """The table's state now."""
        return self._table.state

    @property
    def health(self) -> Health:
        """How the parts stand now."""
        return self._table.health

    def run(self, steps: tuple[Step, ...]) -> Iterator[tuple[Step, tuple[Record, ...]]]:
        """Carry out the steps; raises JournalError when the record fails, with the table as it was."""
        for step in steps:
            self._do(step.deed)
            yield step, self._table.take()

    def take(self) -> tuple[Record, ...]:
        """The records made since the last call."""
        return self._table.take()

    def close(self) -> None:
        """Release the record."""
        self._table.die()

    def _do(self, deed: Deed) -> None:
        match deed:
            case Draw(code=code, up=up):
                if up:
                    self._table.lies_face_up()
                self._board.card_left(code, self._now_ms())
            case DrawUnread():
                self._board.card_left(None, self._now_ms())
            case PushBack():
                self._board.pulled_back(self._now_ms())
            case PushIn():
                self._board.pushed_in(self._now_ms())
            case Order(command=command):
                self._table.order(command)
            case Restart():
                self._table.die()
                self._table.start()
                self._open_port()
            case LinkChange(up=up):
                self._change_link(up=up)
            case Wait(seconds=seconds):
                self._wait(seconds)
        self._pump()

    def _open_port(self) -> None:
        if self._port_open:
            self._table.link.opened(self._clock.monotonic_s())

    def _change_link(self, *, up: bool) -> None:
        if up == self._port_open:
            return
        self._port_open = up
        if up:
            self._open_port()
        else:
            self._board.take_output()
            self._table.link.lost("reader: the link is lost; check plug and cable", self._clock.monotonic_s())

    def _wait(self, seconds: float) -> None:
        end_s = round(self._clock.monotonic_s() + seconds, 6)
        while self._clock.monotonic_s() < end_s:
            now_s = self._clock.monotonic_s()
            due_s = (self._table.next_timer_s(), self._board.next_due_ms() / 1000, now_s + BEAT_S)
            self._clock.move_to(min(end_s, *(at_s for at_s in due_s if at_s is not None and at_s > now_s)))
            self._pump()

    def _pump(self) -> None:
        """Carry bytes both ways until neither side has any, with the board's and the link's time at now."""
        self._table.pass_time()
        while self._port_open:
            to_board = self._table.link.take_output()
            self._board.feed(to_board, self._now_ms())
            self._board.tick(self._now_ms())
            to_host = self._board.take_output()
            if not to_board and not to_host:
                break
            self._table.heard(self._table.link.feed(to_host, self._clock.monotonic_s()))
        self._table.pass_time()  # what has come may have made a timer due

    def _now_ms(self) -> int:
        return round(self._clock.monotonic_s() * 1000)
