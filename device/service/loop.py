"""The loop of the table process: one inbox, one thread that touches state, record and lamps.

Threads and the inputs they put: ``line-reader`` the port's bytes, comings and goings; gpiozero's callbacks contact
edges; the staff's desk what people ask for. They only put, and what they put never changes. The loop takes one input at
a time and gives it to the link, the debouncer or the engine. Everything that could wait (port, feeds, buzzer) has a
thread and a mailbox of its own.
"""

import contextlib
import logging
import queue
from collections.abc import Callable
from typing import assert_never

from device.panel.buttons import Debouncer
from device.ports.clock import Clock
from device.ports.journal import Journal, JournalError
from device.ports.line import BytesIn, LineLost, LineOpened
from device.ports.panel import ButtonEdge, PanelTrouble
from device.readers.kinds import POLL_S
from device.readers.passages import LinkState, Noise, Passage
from device.readers.reader_link import LinkOutput, ReaderLink
from device.service.clerk import Clerk
from device.service.clock_watch import ClockWatch
from device.service.desk import Checked, PeerGone, SignedLine, StaffNote
from device.service.effects import Outlets, TableEffects
from device.service.engine import Engine
from device.service.inbox import Given, Inbox, Stop
from device.service.keys import BETWEEN_COUPS, Keys
from device.service.pack_keeper import NotOurPack, RegistryTrouble, RetiredThere
from device.service.panel_socket import PanelPress
from device.service.record_watch import RecordChecked
from device.service.status_line import status_line
from device.table.commands import PackRefused
from device.table.events import RetirementKept
from device.table.health import PartHealth

log = logging.getLogger("zapato.table")

TRY_AGAIN_S = 1.0
"""How often a record that failed is tried again."""

QUIET_S = 0.5
"""After so long without any input the table is quiet enough for the record's upkeep."""

START_S = 5.0
"""How long a reader may take to answer after the start before it is called lost."""

END_WITHIN_S = 3.0
"""How long a table that is asked to end still deals with what came before: a flood must not keep it."""

BEAT_S = 5.0
"""After so long without a new view the newest is sent again: who hears nothing for much longer knows that we hang."""

COUNTERS_S = 1.0
"""How often the reader's counters reach the staff view: a noisy line must not redraw screens all the time."""


class TableLoop:
    """Runs one table until it is stopped; everything here happens on the calling thread."""

    def __init__(  # noqa: PLR0913 - the parts that the composition root puts together
        self,
        *,
        inbox: Inbox,
        engine: Engine,
        clerk: Clerk,
        link: ReaderLink,
        effects: TableEffects,
        outlets: Outlets,
        debouncer: Debouncer,
        journal: Journal,
        clock: Clock,
        clock_watch: ClockWatch | None = None,
        name: str = "table",
        foot_means: str = "bets",
        poll_s: float = POLL_S,
        on_shoe_over: Callable[[], None] = lambda: None,
        on_damage: Callable[[str], None] = lambda damage: None,  # noqa: ARG005 - its shape
    ) -> None:
        """`name`: what the service manager's status calls the table.

        `foot_means`: which button the foot switch is another contact of.

        `on_shoe_over`: called at the end of each shoe; `on_damage`: with what was found to be wrong with the record.

        `poll_s`: how often the link is looked at, and the watchdog fed, when nothing happens.
        """
        self._name = name
        self._status = ""
        self._poll_s = poll_s
        self._on_shoe_over = on_shoe_over
        self._on_damage = on_damage
        self._was_over = engine.state.shoe.over
        self._end_at_s: float | None = None
        self._inbox = inbox
        self._engine = engine
        self._keys = Keys(engine, effects, foot_means=foot_means)
        self._clerk = clerk
        self._notes: dict[str, str] = {}
        self._link = link
        self._effects = effects
        self._outlets = outlets
        self._debouncer = debouncer
        self._journal = journal
        self._clock = clock
        self._clock_watch = clock_watch
        self._began_at_s = now_s = clock.monotonic_s()
        self._tried_at_s = self._beat_at_s = self._counted_at_s = self._heard_at_s = now_s
        # Moments, not the times since: what is waited for and what is asked afterwards is one number, so that rounding
        # cannot make a wait of nothing, again and again, for a moment that has not quite come.
        self._poll_at_s = now_s + poll_s
        self._beaten = effects.published

    def run(self, stop_asked: Callable[[], bool] = lambda: False) -> None:
        """Serve inputs until a Stop.

        `stop_asked`: whether a Stop is on its way; what came before it is dealt with for END_WITHIN_S and no longer.
        """
        while self.serve_one() and not (stop_asked() and self._has_waited_enough()):
            pass
        self._clerk.close(self._clock.monotonic_s())

    def _has_waited_enough(self) -> bool:
        """Whether the Stop that was asked for stands behind more than can be dealt with in time, as in a flood."""
        now_s = self._clock.monotonic_s()
        if self._end_at_s is None:
            self._end_at_s = now_s + END_WITHIN_S
        if now_s < self._end_at_s:
            return False
        log.warning(
            "ended with %d messages unheard: they came faster than they could be dealt with", self._inbox.qsize()
        )
        return True

    def serve_one(self) -> bool:
        """Wait for one input, or until something is due, and deal with it; False after a Stop."""
        try:
            given = self._inbox.get(timeout=self._patience_s())
        except queue.Empty:
            given = None
        now_s = self._clock.monotonic_s()
        if isinstance(given, Stop):
            return False
        self._look_at_clock(now_s)
        if given is not None:
            self._heard_at_s = now_s
            self._take(given, now_s)
        self._due(now_s)
        return True

    def _patience_s(self) -> float:
        now_s = self._clock.monotonic_s()
        due = [self._poll_at_s, self._engine.next_timer_s(), self._debouncer.deadline_s, self._keys.test_at_s]
        return max(0.0, min(at_s for at_s in due if at_s is not None) - now_s)

    def _take(self, given: Given, now_s: float) -> None:
        match given:
            case BytesIn(data=data, at_s=at_s):
                outputs = self._link.feed(data, at_s)
                if any(isinstance(one, LinkState) and not one.up for one in outputs):
                    self._engine.started()  # something answered, and it is no reader of ours
                self._heard(outputs)
            case LineOpened(at_s=at_s):
                self._link.opened(at_s)
                self._heard(self._link.poll(now_s))
            case LineLost(detail=detail, at_s=at_s):
                self._engine.started()
                self._link.lost(detail, at_s)
                self._heard(self._link.poll(now_s))
            case ButtonEdge():
                self._keys.touched(self._debouncer.edge(given), now_s)
            case PanelPress():
                given.reply(self._keys.pressed(given, now_s))
            case PanelTrouble(detail=detail):
                self._engine.set_health(panel=PartHealth(ok=not detail, detail=detail))
            case StaffNote(detail=detail):
                self._note("staff", detail)
            case RegistryTrouble(detail=detail):
                self._note("packs", detail)
            case RecordChecked(damage=damage):
                self._checked(damage)
            case RetiredThere(packs=packs):
                self._retired_there(packs, now_s)
            case NotOurPack(foreign=foreign):
                with contextlib.suppress(JournalError):  # it is said again until it is on record
                    self._engine.order(PackRefused(foreign=foreign), now_s)
            case Checked() | SignedLine() | PeerGone():
                self._clerk.take(given, now_s)
            case _:
                assert_never(given)

    def _look_at_clock(self, now_s: float) -> None:
        """What the wall clock did is on record before anything that it stamps from then on."""
        if self._clock_watch is None:
            return
        news = self._clock_watch.look(self._engine.state.shoe.number)
        self._engine.set_health(clock=self._clock_watch.health)
        if news and self._engine.health.journal.ok:
            with contextlib.suppress(JournalError):  # it is said again until it is on record
                self._engine.note(news, now_s)
                self._clock_watch.said()

    def _note(self, about: str, detail: str) -> None:
        others = tuple(note for note in self._engine.health.notes if note != self._notes.get(about))
        self._notes[about] = detail
        self._engine.set_health(notes=(*others, detail) if detail else others)

    def _checked(self, damage: str) -> None:
        """The whole record was looked at: damage is told, and the file goes before another shoe is put into it."""
        if damage:
            log.error("%s", damage)
            self._on_damage(damage)
            self._note("record", f"{damage}; it is kept, and the next shoe begins a new file: tell the pit")

    def _retired_there(self, packs: tuple[str, ...], now_s: float) -> None:
        """The registry has them as retired: once that is on record, the table need not remember them any more."""
        kept = tuple(pack for pack in packs if pack in self._engine.state.retired)
        if kept:
            with contextlib.suppress(JournalError):  # it is said again until it is on record
                self._engine.note((RetirementKept(packs=kept),), now_s)

    def _due(self, now_s: float) -> None:
        if self._inbox.empty():  # an edge that waits there is older than what would be decided now
            self._keys.touched(self._debouncer.poll(now_s), now_s)
        with contextlib.suppress(JournalError):  # shown by health, and tried again
            self._engine.timer_due(now_s)
        self._keys.go_on_testing(now_s)
        over = self._engine.state.shoe.over
        if over and not self._was_over:
            self._on_shoe_over()
        self._was_over = over
        if now_s >= self._poll_at_s:
            self._poll_at_s = now_s + self._poll_s
            self._heard(self._link.poll(now_s))
            self._outlets.notify("WATCHDOG=1")
        if self._effects.published != self._beaten:
            self._beaten, self._beat_at_s = self._effects.published, now_s
        elif now_s - self._beat_at_s >= BEAT_S:
            self._beat_at_s = now_s
            self._effects.show_again()
        if now_s - self._began_at_s >= START_S:
            self._engine.started()
        if now_s - self._tried_at_s >= TRY_AGAIN_S:
            self._tried_at_s = now_s
            self._engine.try_again(now_s)
        if now_s - self._counted_at_s >= COUNTERS_S:
            self._counted_at_s = now_s
            self._clerk.due(now_s)
            self._engine.set_health(counters=self._counters())
            self._say_status()
        if now_s - self._heard_at_s >= QUIET_S:
            self._heard_at_s = now_s
            self._tidy()

    def _say_status(self) -> None:
        status = status_line(self._name, self._engine.state, self._engine.health)
        if status != self._status:
            self._status = status
            self._outlets.notify(f"STATUS={status}")

    def _counters(self) -> dict[str, int]:
        counters = {name: count for name, count in self._link.counters.items() if name != "good"}
        if self._engine.strange_codes:
            counters["unknown-code"] = self._engine.strange_codes
        return counters | self._clerk.counters

    def _tidy(self) -> None:
        if self._engine.state.phase not in BETWEEN_COUPS:
            return
        try:
            self._journal.tidy()
        except JournalError as error:
            self._engine.journal_failed(str(error))

    def _heard(self, outputs: list[LinkOutput]) -> None:
        passages: list[Passage] = []
        for item in outputs:
            match item:
                case Noise():
                    pass  # counted by the link
                case LinkState(up=up, detail=detail, numbered=numbered):
                    self._pass_on(passages)
                    passages = []
                    self._log_reader(up=up, detail=detail)
                    self._engine.reader_is(PartHealth(ok=up, detail=detail), self._clock.monotonic_s(), numbered)
                case _:
                    passages.append(item)
        self._pass_on(passages)
        self._effects.send()

    def _log_reader(self, *, up: bool, detail: str) -> None:
        """Say each change in the log: a table without screens has no other place for it."""
        if detail:
            log.warning("%s", detail)
        elif up:
            log.info("reader: it is there")

    def _pass_on(self, passages: list[Passage]) -> None:
        if passages:
            self._keys.stop_lamp_test()
            self._engine.passages(passages)
