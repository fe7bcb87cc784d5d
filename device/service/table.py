"""The composition root of `zapato table`: every part is made here, once, and put together."""

import contextlib
import errno
import logging
import os
import queue
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TextIO

from device.feed.sockets import Feed
from device.files.system_faults import remedy_of_system
from device.line.hardware import open_hardware
from device.line.port_name import port_hints
from device.line.serial_line import Machine, SerialLine
from device.line.tape import TapeHead
from device.line.tape_recorder import TapeRecorder
from device.panel.buttons import Debouncer
from device.panel.gpio import open_panel
from device.panel.pins import OpenFactory
from device.panel.wiring import Pins, Wiring
from device.ports.clock import Clock
from device.ports.journal import Journal
from device.ports.line import Line
from device.readers.kinds import features_of
from device.readers.marks import CardMarks
from device.rules.profile import Profile
from device.service.clerk import Clerk
from device.service.clock_watch import ClockWatch
from device.service.desk import StaffDesk, StaffNote
from device.service.disk_patience import PatientJournal
from device.service.effects import Outlets, TableEffects
from device.service.engine import Engine
from device.service.inbox import Inbox, Input, Stop
from device.service.loop import TableLoop
from device.service.pack_keeper import PackKeeper
from device.service.pack_marks import LivePacks, marks_of
from device.service.panel_socket import take_press
from device.service.production import reader_remarks, remarks
from device.service.reader_links import link_from
from device.service.record import TableRecord
from device.service.record_watch import RecordWatch
from device.service.sign import extras_of, sign_of
from device.settings import Settings
from device.system.clock import SystemClock
from device.system.notify import Notifier
from device.system.signals import ENDING, told_of
from device.table.health import Health, PartHealth
from device.threads.worker import NoThreadError

log = logging.getLogger("zapato.table")


class CannotStartError(Exception):
    """A part of the table cannot be had; the message names it, the cause and the remedy."""


def run_table(settings: Settings, profile: Profile, *, pins: OpenFactory | None = None) -> None:
    """Run one table until it is told to end by SIGTERM, SIGINT or SIGHUP; for the main thread. See `serve_table`."""
    inbox: Inbox = queue.SimpleQueue()
    asked: list[Input] = []  # no lock: one signal may come in the middle of another

    def put(given: Input) -> None:
        asked.append(given)
        inbox.put(given)

    def stop(_number: int, _frame: FrameType | None) -> None:
        put(Stop())  # SimpleQueue.put may be called from a signal handler

    with told_of(ENDING, stop):
        try:
            serve_table(settings, profile, inbox, pins=pins, stop_asked=lambda: bool(asked))
        except NoThreadError as error:
            raise CannotStartError(str(error)) from None


def serve_table(
    settings: Settings,
    profile: Profile,
    inbox: Inbox,
    *,
    pins: OpenFactory | None = None,
    stop_asked: Callable[[], bool] = lambda: False,
) -> None:
    """Run one table until there is a `Stop` in its inbox.

    `stop_asked`: whether one was put there; behind a flood it is not waited for without end. `pins` opens the panel's
    pin factory, for whoever watches the lamps; None: the one that the settings name. Raises JournalError, FeedError,
    PortNameError, ProfileInPlay, SettingsError or CannotStartError, before anything is dealt, when a part cannot start.
    A reader or a panel that is not there is no reason not to start, and a disk that refuses is waited for.
    """
    clock = SystemClock()
    packs = LivePacks(settings.table.name) if settings.cards.uses_packs else None
    marks = marks_of(settings, packs)
    with contextlib.ExitStack() as parts:
        notifier = Notifier()
        parts.callback(notifier.close)
        record = parts.enter_context(TableRecord(settings, clock))
        line = _line(settings, inbox.put, clock)
        parts.callback(line.close)
        # The feeds before the panel: a second table with the same settings ends here and never touches a lamp.
        feed = settings.feed
        public = Feed(feed.public, mode=feed.public_permissions, group=feed.public_group)
        parts.callback(public.close)
        desk = StaffDesk(settings.staff.path, inbox.put)
        parts.callback(desk.close)
        staff = Feed(
            feed.staff,
            mode=feed.staff_permissions,
            group=feed.staff_group,
            on_order=desk.take,
            on_gone=desk.gone,
        )
        parts.callback(staff.close)
        keys = Feed(
            feed.panel,
            mode=feed.panel_permissions,
            group=feed.panel_group,
            on_order=lambda line: take_press(line, inbox.put),
        )
        parts.callback(keys.close)
        panel = open_panel(_wiring(settings), inbox.put, clock, factory=pins)
        parts.callback(panel.close)
        outlets = Outlets(line=line, panel=panel, public=public, staff=staff, notify=notifier.say)
        effects = TableEffects(
            outlets=outlets,
            profile=profile,
            table=sign_of(settings.table, profile),
            extras=extras_of(settings.table, profile),
            demo=settings.demo,
            production=settings.production,
        )
        if not record.wait(inbox=inbox, effects=effects, notify=notifier.say):
            return
        journal = parts.enter_context(PatientJournal(record.journal, notifier.say, clock))
        keeper = _keeper(settings, profile, packs, inbox.put, clock)
        if keeper is not None:
            parts.callback(keeper.close)
            keeper.start()
        watch = parts.enter_context(RecordWatch(settings.journal.path, inbox.put))
        loop = _loop(
            settings,
            profile,
            record,
            journal,
            marks=marks,
            keeper=keeper,
            inbox=inbox,
            effects=effects,
            outlets=outlets,
            clock=clock,
            desk=desk,
            watch=watch,
        )
        line.start()
        notifier.say("READY=1")
        log.info("table %s is ready: profile %s, journal %s", settings.table.name, profile.name, settings.journal.path)
        loop.run(stop_asked)
        notifier.say("STOPPING=1")


def _loop(  # noqa: PLR0913 - the parts of one table
    settings: Settings,
    profile: Profile,
    record: TableRecord,
    journal: Journal,
    *,
    marks: CardMarks,
    keeper: PackKeeper | None,
    inbox: Inbox,
    effects: TableEffects,
    outlets: Outlets,
    clock: Clock,
    desk: StaffDesk,
    watch: RecordWatch,
) -> TableLoop:
    """Fold the record, and go on where it ends."""
    if not settings.production:  # there the panel says it all the time
        for remark in reader_remarks(settings, profile):
            log.info("%s", remark)
    notes = (*port_hints(settings.reader.port), *record.notes, *remarks(settings, profile))
    engine = Engine(
        journal=journal,
        profile=profile,
        marks=marks,
        effects=effects,
        packs=keeper,
        has_gates=features_of(settings.reader.kind).has_gates,
        production=settings.production,
        countdown_s=settings.table.countdown_s,
        # Nobody shall see a moment of "deal" before the reader is known to be there.
        health=Health(reader=PartHealth(ok=False, detail="reader: the port is not open"), starting=True, notes=notes),
    )
    engine.start(clock.monotonic_s())
    link = link_from(settings.reader, marks, last_read=engine.last_read, refuses_simulated=settings.production)
    effects.use_link(link)
    engine.set_health(reader=PartHealth(ok=link.state.up, detail=link.state.detail))
    if desk.note:  # the first thing the loop learns, so that it goes when there is somebody
        log.warning("%s", desk.note)
        inbox.put(StaffNote(detail=desk.note))
    return TableLoop(
        inbox=inbox,
        engine=engine,
        clerk=Clerk(engine, unsigned=lambda: desk.unsigned),
        link=link,
        effects=effects,
        outlets=outlets,
        debouncer=Debouncer(debounce_ms=settings.panel.debounce_ms),
        journal=journal,
        clock=clock,
        clock_watch=ClockWatch(clock, engine.recorded_until),
        name=settings.table.name,
        foot_means=settings.panel.foot_means.value,
        poll_s=features_of(settings.reader.kind).poll_s,
        on_shoe_over=watch.shoe_over,
        on_damage=record.journal.give_up,
    )


def _keeper(
    settings: Settings, profile: Profile, packs: LivePacks | None, put: Callable[[Input], None], clock: Clock
) -> PackKeeper | None:
    if packs is None:
        return None
    name = settings.table.name
    return PackKeeper(settings.cards.registry, packs, put, table=name, profile=profile, clock=clock)


def _line(settings: Settings, put: Callable[[Input], None], clock: Clock) -> Line:
    reader = settings.reader
    machine = Machine(open_port=open_hardware) if settings.production else Machine()
    file = _open_tape(reader.tape) if reader.tape is not None else None
    if file is None:
        return SerialLine(reader.port, reader.speed, put, clock, machine)
    head = TapeHead(name=settings.table.name, reader=reader.kind.value, device=reader.port, date=clock.wall_at())
    recorder = TapeRecorder(file, head, clock, lambda trouble: log.warning("%s", trouble))
    return recorder.around(lambda heard: SerialLine(reader.port, reader.speed, heard, clock, machine), put)


def _open_tape(path: Path) -> TextIO | None:
    """A new tape; the one before it is kept as ``name.before``, for it may be the tape of a crash.

    Only the table's own user may read it: it tells every card, those that lie face down too.
    """
    try:
        if path.is_file():
            path.replace(path.with_name(f"{path.name}.before"))
        return open(path, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600))
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS):  # no table waits for its tape
            log.warning("%s: %s; the table goes on without a tape", path, remedy_of_system(error))
            return None
        raise CannotStartError(
            f"{path}: the tape cannot be written: {error.strerror}; correct reader.tape in the settings or leave it out"
        ) from None


def _wiring(settings: Settings) -> Wiring:
    panel = settings.panel
    return Wiring(
        pins=Pins(panel.factory.value),
        lamps=panel.lamps.pins(),
        buttons=panel.buttons.pins(),
        buzzer=panel.buzzer,
    )
