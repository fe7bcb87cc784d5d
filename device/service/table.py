"""The composition root of `zapato table`: every part is made here, once, and put together."""

import logging
import queue
import secrets
import signal
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from device.feed.sockets import Feed
from device.journal.errors import DamagedError
from device.journal.files import set_aside
from device.journal.sqlite import SqliteJournal
from device.line.port_name import port_hints
from device.line.serial_line import SerialLine
from device.line.tape import TapeHead
from device.line.tape_recorder import TapeRecorder
from device.panel.buttons import Debouncer
from device.panel.gpio import open_panel
from device.panel.pins import OpenFactory
from device.panel.wiring import Pins, Wiring
from device.ports.clock import Clock
from device.ports.line import Line
from device.readers.line_link import LineLink
from device.readers.link import ShoeLink
from device.readers.marks import CardMarks
from device.readers.passages import ReadId
from device.readers.reader_link import ReaderLink
from device.rules.money import format_amount
from device.rules.profile import Profile
from device.service.effects import Outlets, TableEffects
from device.service.engine import Engine
from device.service.loop import Inbox, Input, Stop, TableLoop
from device.settings import ReaderKind, ReaderSettings, Settings
from device.system.clock import SystemClock
from device.system.notify import Notifier
from device.table.health import PartHealth
from device.table.views import Limit, TableInfo

log = logging.getLogger("zapato.table")


def run_table(settings: Settings, profile: Profile, *, pins: OpenFactory | None = None) -> None:
    """Run one table until it is told to end (SIGTERM, SIGINT).

    `pins` opens the panel's pin factory, for whoever watches the lamps; None: the one that the settings name. Raises
    JournalError, FeedError, PortNameError or ProfileInPlay, before anything is dealt, when a part cannot start; a
    reader or a panel that is not there is no reason not to start.
    """
    clock = SystemClock()
    inbox: Inbox = queue.SimpleQueue()
    marks = CardMarks()
    notifier = Notifier()
    opened: list[Callable[[], None]] = [notifier.close]
    try:
        journal, note = _open_journal(settings.journal.path, clock)
        opened.append(journal.close)
        line = _line(settings, inbox.put, clock)
        panel = open_panel(_wiring(settings), inbox.put, clock, factory=pins)
        opened.append(panel.close)
        public = Feed(settings.feed.public, mode=int(settings.feed.public_mode, 8), group=settings.feed.public_group)
        opened.append(public.close)
        staff = Feed(
            settings.feed.staff,
            mode=int(settings.feed.staff_mode, 8),
            group=settings.feed.staff_group,
            on_order=inbox.put,
        )
        opened.append(staff.close)
        outlets = Outlets(line=line, panel=panel, public=public, staff=staff, notify=notifier.say)
        effects = TableEffects(outlets=outlets, profile=profile, table=_sign(settings, profile), demo=settings.demo)
        engine = Engine(
            journal=journal,
            profile=profile,
            marks=marks,
            effects=effects,
            has_gates=settings.reader.kind is ReaderKind.SHOE,
        )
        link = _begin(engine, effects, settings.reader, marks, clock)
        engine.set_health(notes=(*port_hints(settings.reader.port), *note))
        loop = TableLoop(
            inbox=inbox,
            engine=engine,
            link=link,
            effects=effects,
            outlets=outlets,
            debouncer=Debouncer(debounce_ms=settings.panel.debounce_ms),
            journal=journal,
            clock=clock,
        )
        _stop_on_signals(inbox.put)
        opened.append(line.close)
        line.start()
        notifier.say("READY=1")
        log.info("table %s is ready: profile %s, journal %s", settings.table.name, profile.name, journal.path)
        loop.run()
        notifier.say("STOPPING=1")
    finally:
        for close in reversed(opened):
            close()


def _begin(engine: Engine, effects: TableEffects, reader: ReaderSettings, marks: CardMarks, clock: Clock) -> ReaderLink:
    """Fold the record, then make the link that goes on where the record ends."""
    engine.start(clock.monotonic_s())
    link = _link(reader, engine.last_read, marks)
    effects.use_link(link)
    engine.set_health(reader=PartHealth(ok=link.state.up, detail=link.state.detail))
    return link


def _link(reader: ReaderSettings, last_read: ReadId | None, marks: CardMarks) -> ReaderLink:
    if reader.kind is ReaderKind.SHOE:
        return ShoeLink(last_read)
    return LineLink(
        boot=secrets.token_hex(4).upper(),
        is_serialised=marks.is_serialised,
        min_gap_s=reader.min_gap_ms / 1000,
        suffix=reader.suffix,
    )


def _open_journal(path: Path, clock: Clock) -> tuple[SqliteJournal, tuple[str, ...]]:
    """The journal, and what the screens must say about it: a damaged one is set aside and never written again."""
    try:
        return SqliteJournal(path, clock=clock), ()
    except DamagedError as error:
        aside = set_aside(path, at=clock.wall_at())
        note = f"{error}; it was set aside as {aside.name} and a new journal begun: tell the pit"
        log.error("%s", note)
        return SqliteJournal(path, clock=clock, note={"after_damaged": aside.name}), (note,)


def _line(settings: Settings, put: Callable[[Input], None], clock: Clock) -> Line:
    reader = settings.reader
    if reader.tape is None:
        return SerialLine(reader.port, reader.baud, put, clock)
    file = reader.tape.open("w", encoding="utf-8")
    head = TapeHead(name=settings.table.name, reader=reader.kind.value, device=reader.port, date=clock.wall_at())
    recorder = TapeRecorder(file, head, clock, lambda trouble: log.warning("%s", trouble))
    return recorder.around(lambda heard: SerialLine(reader.port, reader.baud, heard, clock), put)


def _wiring(settings: Settings) -> Wiring:
    panel = settings.panel
    return Wiring(
        pins=Pins(panel.factory.value),
        lamps=panel.lamps.pins(),
        buttons=panel.buttons.pins(),
        buzzer=panel.buzzer,
    )


def _sign(settings: Settings, profile: Profile) -> TableInfo:
    return TableInfo(
        name=settings.table.name,
        limits=tuple(
            Limit(
                wager=limit.wager,
                min=format_amount(limit.min, profile.number_format),
                max=format_amount(limit.max, profile.number_format),
            )
            for limit in settings.table.limits
        ),
    )


def _stop_on_signals(put: Callable[[Input], None]) -> None:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        put(Stop())  # SimpleQueue.put may be called from a signal handler

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
