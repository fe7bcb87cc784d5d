"""One step of the table, in the order that never changes: record, acknowledgement, lamps, views.

Who has seen anything can find it on record, and a card is neither lost nor doubled by a power cut: what is not on
record was not acknowledged, so the shoe says it again, and what is on record is recognised by its identity. The engine
has no threads; `loop` gives it inputs one at a time, and `zapato play` does the same without a port.
"""

from collections import deque
from collections.abc import Iterable
from contextlib import suppress

from msgspec.structs import replace

from device.ports.journal import Journal, JournalError, Record
from device.readers.marks import Marks
from device.readers.passages import Passage, ReadId
from device.rules.profile import Profile
from device.service.clock_watch import recorded_until
from device.service.following import Effects, NoPacks, Packs
from device.service.hand_dealt import HandDealt
from device.service.house_rules import changed_note, check_profile
from device.service.intake import command_of
from device.service.order_kinds import DEALING_ORDERS, TRIAL_ORDERS, order_name
from device.service.stopwatch import Stopwatch
from device.service.ticks import ReadTicks
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyCommand, AnyOrder, decide
from device.table.evolve import evolve
from device.table.health import HEALTHY, Health, PartHealth
from device.table.state import INITIAL, State
from device.table.timing import Timer
from device.table.vocabulary import IncidentKind, Refusal


class Engine:
    """The table's state, its record and the order of effects; used by one thread."""

    def __init__(  # noqa: PLR0913 - the parts of one table
        self,
        *,
        journal: Journal,
        profile: Profile,
        marks: Marks,
        effects: Effects,
        packs: Packs | None = None,
        has_gates: bool = True,
        production: bool = False,
        countdown_s: int = 0,
        health: Health = HEALTHY,
    ) -> None:
        """`has_gates`: the reader knows passages, so a code that is none of ours is still a card that left.

        `production`: real games are played here, and orders for trials are refused. `countdown_s`: the table closes
        bets by itself when they have been open so long; 0: it does not.
        `health` is what is known of the parts before the first view is shown.
        """
        self.state: State = INITIAL
        self.health: Health = health
        self.profile = profile
        self._journal = journal
        self._marks = marks
        self._effects = effects
        self._packs = packs or NoPacks()
        self._has_gates = has_gates
        self._production = production
        self.recorded_until = ""
        """The latest time on record as the table started."""
        self.strange_codes = 0
        """Codes of no card, from a reader without gates: counted, and nothing more."""
        self._restart_unsaid = False
        self._hash_before: str | None = None
        self._faces_lost = False
        self._pending: deque[Passage] = deque()
        self._ticks = ReadTicks()
        self._watch = Stopwatch(profile, countdown_s)
        self._by_hand = HandDealt()
        self._back_unsaid = False

    # Starting

    def start(self, now_s: float) -> tuple[Record, ...]:
        """Fold the shoe on record and go on from there; an open coup waits for somebody's word.

        A record that can be read but not written to holds the table; the restart is put on record before anything else.
        Raises JournalError when the record cannot be read, ProfileInPlay when that shoe is played by other house rules.
        """
        records = list(self._journal.last_shoe())
        for record in records:
            self.state = evolve(self.state, record.event)
            self._faces_lost = self._faces_lost or record.unreadable
        check_profile(self.state.shoe, self.profile)
        self._packs.follow(self.state)
        self._watch.step(None, self.state, now_s)
        self._look_up_profile()
        self._restart_unsaid = bool(records)
        self.recorded_until = recorded_until(records)
        try:
            return self._say_restart(now_s) or self._show()
        except JournalError:
            return ()

    def _look_up_profile(self) -> None:
        """Whether the house rules are still those that the record knows by their name and version."""
        profile = self.profile
        self._hash_before = self._journal.known_profiles().get((profile.name, profile.version))
        note = changed_note(profile, self._hash_before)
        if note:
            self.health = replace(self.health, notes=(*self.health.notes, note))

    def _say_restart(self, now_s: float) -> tuple[Record, ...]:
        done = self._step(cmd.TableRestarted(faces_lost=self._faces_lost), now_s) if self._restart_unsaid else ()
        self._restart_unsaid = self._faces_lost = False
        if self._back_unsaid:
            done += self._step(cmd.ReaderBack(), now_s)
            self._back_unsaid = False
        return done

    @property
    def last_read(self) -> ReadId | None:
        """Up to which report of the shoe the record holds everything: where the link goes on."""
        read = self.state.last_read
        return ReadId(boot=read.boot, seq=read.seq) if read is not None else None

    # Inputs

    def passages(self, arrived: Iterable[Passage]) -> tuple[Record, ...]:
        """Take passages, in order; one that cannot be put on record waits here, unacknowledged, and is tried again."""
        self._pending.extend(arrived)
        done: list[Record] = []
        while self._pending:
            passage = self._pending[0]
            since_s = self._watch.since_turn_s(passage.at_s)
            command = command_of(passage, self._marks, since_s, has_gates=self._has_gates)
            if command is not None and self._by_hand.includes(command, passage, by_hand=self.state.by_hand):
                command = cmd.DiagnosticSeen(read=command.read, what="dealt-by-hand")
            try:
                done += self._say_restart(passage.at_s)
                if command is None:
                    self.strange_codes += 1
                else:
                    done += self._step(command, passage.at_s)
            except JournalError:
                break
            self._pending.popleft()
            if isinstance(command, cmd.CardLeft):
                self._ticks.passed(passage.at_s)
        return tuple(done)

    def order(self, command: AnyOrder, now_s: float) -> tuple[Record, ...]:
        """Carry out an order; raises JournalError, with nothing changed, when it cannot be put on record."""
        self._catch_up(now_s)
        if self._production and isinstance(command, TRIAL_ORDERS):
            return self._record((ev.OrderRefused(order=order_name(command), why=Refusal.NOT_IN_PRODUCTION),), now_s)
        if isinstance(command, cmd.Undo):
            command = replace(command, since_s=self._watch.since_press_s(now_s))
        if isinstance(command, cmd.Enter) and not self.health.reader.ok:
            command = replace(command, by_hand=True, since_s=self._watch.since_turn_s(now_s))
        if isinstance(command, DEALING_ORDERS) and not (self.health.reader.ok or self.state.by_hand):
            refused = ev.OrderRefused(
                order=order_name(command), why=Refusal.READER_LOST, by=getattr(command, "by", None)
            )
            return self._record((refused,), now_s)
        return self._step(command, now_s)

    def note(self, events: tuple[ev.Event, ...], now_s: float) -> tuple[Record, ...]:
        """Put on record what changes nothing at the table: who came and went, what was refused to whom.

        Raises JournalError as `order` does.
        """
        self._catch_up(now_s)
        return self._record(events, now_s)

    def _catch_up(self, now_s: float) -> None:
        self.passages(())
        if self._pending:  # what left the shoe comes first, and cannot be put on record
            raise JournalError(self.health.journal.detail)
        self._say_restart(now_s)

    def next_timer_s(self) -> float | None:
        """When `timer_due` wants to be called, on the clock that inputs are given in; None: no timer runs."""
        timer = self._table_timer()
        due = [at_s for at_s in (timer[1] if timer is not None else None, self._ticks.next_due_s) if at_s is not None]
        return min(due, default=None)

    def _table_timer(self) -> tuple[Timer, float] | None:
        """The table's own timer and its time; none while reader or record are lost, at once when both are back."""
        return self._watch.due(self.state) if self.health.may_deal(by_hand=self.state.by_hand) else None

    def timer_due(self, now_s: float) -> tuple[Record, ...]:
        """Confirm reads, and give the table the timer it asked for, where their time has come."""
        if self._ticks.fall_due(now_s):
            self.set_health(reads=self._ticks.shown)
        self._watch.dealing(self.health.may_deal(by_hand=self.state.by_hand), self.state, now_s)
        timer = self._table_timer()
        if timer is None or now_s < timer[1]:
            return ()
        return self.order(timer[0].command, now_s)

    def try_again(self, now_s: float) -> tuple[Record, ...]:
        """After a failure of the record: put on record what waits, or see whether anything can be written again."""
        if self.health.journal.ok:
            return ()
        if self._pending:
            return self.passages(())
        try:
            return self._say_restart(now_s) or self._record((ev.ReportNoted(what="record-works-again"),), now_s)
        except JournalError:
            return ()

    def journal_failed(self, detail: str) -> None:
        """The record's upkeep failed: hold the table until it can be written again."""
        self._journal_is(PartHealth(ok=False, detail=detail))

    def reader_is(self, reader: PartHealth, now_s: float, numbered: ReadId | None = None) -> tuple[Record, ...]:
        """Take what was seen of the reader; after manual play its coming back holds the table first.

        `numbered`: the number that it had given last when it answered, of a reader that keeps what it cannot tell.
        """
        done: tuple[Record, ...] = ()
        if reader.ok and self.state.by_hand:
            looked_for = any(one.kind is IncidentKind.MANUAL_PLAY for one in self.state.incidents)
            self._by_hand.reader_back(None if looked_for else numbered)
            self._back_unsaid = True
            with suppress(JournalError):  # it is said as soon as the record can be written
                done = self._say_restart(now_s)
        if reader.ok:
            self.health = replace(self.health, starting=False)
        self.set_health(reader=reader)
        return done

    def started(self) -> None:
        """The reader is not there, or had time enough to answer: from now on it is lost."""
        if self.health.starting:
            self.health = replace(self.health, starting=False)
            self._show()

    def set_health(  # noqa: PLR0913 - each part that can be seen
        self,
        *,
        reader: PartHealth | None = None,
        panel: PartHealth | None = None,
        clock: PartHealth | None = None,
        notes: tuple[str, ...] | None = None,
        counters: dict[str, int] | None = None,
        reads: int | None = None,
    ) -> None:
        """Take what was seen of a part; lamps and views follow if it changed."""
        seen = {"reader": reader, "panel": panel, "clock": clock, "notes": notes, "counters": counters, "reads": reads}
        health = replace(self.health, **{part: value for part, value in seen.items() if value is not None})
        if health != self.health:
            self.health = health
            self._show()

    # One step

    def _step(self, command: AnyCommand, now_s: float) -> tuple[Record, ...]:
        if not isinstance(command, cmd.OpenShoe):
            return self._record(decide(self.state, command, self.profile), now_s)
        self._packs.freshen()
        known = replace(command, hash_before=self._hash_before)
        records = self._record(decide(self.state, known, self.profile), now_s)
        if any(isinstance(record.event, ev.ShoeOpened) for record in records):
            self._hash_before = self.profile.sha256
        return records

    def _record(self, events: tuple[ev.Event, ...], now_s: float) -> tuple[Record, ...]:
        if not events:
            return ()
        after = self.state
        rows = []
        for event in events:
            after = evolve(after, event)
            rows.append((after.shoe.number, after.coup.number if after.coup is not None else 0, event))
        try:
            records = self._journal.append(rows)
        except JournalError as error:
            self._journal_is(PartHealth(ok=False, detail=str(error)))
            raise
        before, self.state = self.state, after
        if after.by_hand and not before.by_hand:
            self._by_hand.began()
        self._acknowledge(before)
        self._watch.step(before, self.state, now_s)
        self._journal_is(PartHealth(), shown=False)
        self._show()
        self._packs.follow(self.state)
        if any(isinstance(event, ev.OrderRefused) for event in events):
            self._effects.refused()
        return records

    def _acknowledge(self, before: State) -> None:
        read = self.last_read
        if read is not None and self.state.last_read != before.last_read:
            self._effects.acknowledge(read)

    def _journal_is(self, health: PartHealth, *, shown: bool = True) -> None:
        if health != self.health.journal:
            self.health = replace(self.health, journal=health)
            if shown:
                self._show()

    def _show(self) -> tuple[Record, ...]:
        self._effects.show(self.state, self.health)
        return ()
