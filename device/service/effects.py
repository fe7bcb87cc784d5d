"""What follows a step that is on record: the shoe is told, then the lamps are set, then the views go out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import msgspec
from msgspec.structs import replace

from device.panel.lamps import LAMP_TEST_STEPS, Lamp, lamp_names, lamp_test
from device.ports.line import Line
from device.ports.panel import Panel
from device.readers.passages import ReadId
from device.readers.reader_link import ReaderLink
from device.rules.profile import Profile
from device.service.lighting import lit_lamps, slow_lamps
from device.table.health import HEALTHY, Health
from device.table.state import INITIAL, State
from device.table.views import NO_EXTRAS, TableExtras, TableInfo, public_view, staff_view


class Publisher(Protocol):
    """A feed, as the table uses it."""

    def publish(self, line: bytes) -> None:
        """Make `line` the newest view."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlets:
    """Where effects go; none of these ever makes the caller wait."""

    line: Line
    panel: Panel
    public: Publisher
    staff: Publisher
    notify: Callable[[str], None]


class TableEffects:
    """The effects of one table, in their fixed order; used by the engine's thread alone."""

    def __init__(  # noqa: PLR0913 - what lamps and views are made of
        self,
        *,
        outlets: Outlets,
        profile: Profile,
        table: TableInfo,
        extras: TableExtras = NO_EXTRAS,
        demo: bool = False,
        production: bool = False,
    ) -> None:
        self._outlets = outlets
        self._link: ReaderLink | None = None
        self._profile = profile
        self._table = table
        self._extras = extras
        self._demo = demo
        self._production = production
        self._lit: tuple[frozenset[str], frozenset[str]] | None = None
        self._published: tuple[bytes, bytes] = (b"", b"")
        self.published = 0
        """How often views have changed."""
        self._shown: tuple[State, Health] = (INITIAL, HEALTHY)
        self._test_step: int | None = None
        self._lamps: frozenset[str] = frozenset()
        self._slow: frozenset[str] = frozenset()

    def use_link(self, link: ReaderLink) -> None:
        """Tell the shoe through `link` from now on: it can only be made once the record says where it stands."""
        self._link = link

    def acknowledge(self, read: ReadId) -> None:
        """Tell the shoe that everything up to `read` is on durable record."""
        if self._link is not None:
            self._link.acknowledge(read)
            self.send()

    def send(self) -> None:
        """Hand to the port what the link has to say."""
        data = self._link.take_output() if self._link is not None else b""
        if data:
            self._outlets.line.send(data)

    def show(self, state: State, health: Health) -> None:
        """Set the lamps, then publish the views that changed; lamps that change have precedence over their test."""
        lamps = lamp_names(lit_lamps(state, health, self._profile))
        if lamps != self._lamps:
            self._test_step = None
        self._lamps = lamps
        self._slow = lamp_names(slow_lamps(state, health))
        self._light()
        if self._link is not None:
            self._link.set_lamps(self._lamps)
            self.send()
        self._shown = (state, health)
        self._publish()

    def _publish(self) -> None:
        state, health = self._shown
        health = replace(health, self_test=self._test_step is not None)
        profile, table, extras, demo = self._profile, self._table, self._extras, self._demo
        public = msgspec.json.encode(public_view(state, health, profile, table, extras=extras, demo=demo))
        staff = msgspec.json.encode(
            staff_view(state, health, profile, table, extras=extras, demo=demo, production=self._production)
        )
        before, self._published = self._published, (public, staff)
        self.published += (public, staff) != before
        if public != before[0]:
            self._outlets.public.publish(public)
        if staff != before[1]:
            self._outlets.staff.publish(staff)

    def show_again(self) -> None:
        """Publish the newest views once more: nothing changed, and the table is alive."""
        public, staff = self._published
        if public:
            self._outlets.public.publish(public)
            self._outlets.staff.publish(staff)

    def refused(self) -> None:
        """Sound the buzzer."""
        self._outlets.panel.buzz()

    # The lamp test covers what the lamps would show, and the banner says so; the caller sees to it that it runs between
    # coups only.

    def begin_lamp_test(self) -> None:
        """Show the first picture of the lamp test."""
        self._test_step = 0
        self._light()
        self._publish()

    def next_of_lamp_test(self) -> bool:
        """Show the next picture; False once the test is over and the lamps tell the truth again."""
        if self._test_step is not None:
            self._test_step = self._test_step + 1 if self._test_step + 1 < LAMP_TEST_STEPS else None
            self._light()
            self._publish()
        return self._test_step is not None

    def stop_lamp_test(self) -> None:
        """Tell the truth at once: a card has left, or something else needs the lamps."""
        if self._test_step is not None:
            self._test_step = None
            self._light()
            self._publish()

    def _light(self) -> None:
        lit, slow = self._lamps, self._slow
        if self._test_step is not None:
            lit = lamp_names(lamp_test(self._test_step)) | (lit & {Lamp.LOCK.value})  # a test never moves the lock
            slow = frozenset()
        if (lit, slow) != self._lit:
            self._lit = (lit, slow)
            self._outlets.panel.show(lit, slow)
