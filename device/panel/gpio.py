"""The panel on real pins, and the panel that is not there.

Two threads touch the lamps and share none: the caller of `show` writes the steady lamps itself, at once, because a
draw lamp must not wait for another thread's turn; the thread ``panel`` writes the flashing lamps and the buzzer, whose
times are its business, and takes missing pins when they become free. Buttons only put what their contact did into the
inbox (`buttons` makes presses of it later): a callback that did more would make lgpio lose edges.
"""

import contextlib
import queue
from dataclasses import dataclass
from typing import Any, assert_never

from device.panel.contact import Contact, InboxPut
from device.panel.lamps import Lamp
from device.panel.pins import Claims, OpenFactory, open_factory
from device.panel.rhythm import ALARM, REFUSED, Beeper, Flash, Tune
from device.panel.wiring import Part, Pins, Wire, Wiring
from device.ports.clock import Clock
from device.ports.panel import Panel, PanelTrouble
from device.threads.worker import Worker, wait_for_end

RETRIES_S = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Pauses between attempts to take missing pins; the last one for ever."""

ENDS_WITHIN_S = 2.0
"""How long the panel's thread is waited for when it closes."""

FLASHING = {lamp.value: lamp.look.flash for lamp in Lamp if lamp.look.flash is not Flash.STEADY} | {
    Lamp.SUPERVISOR.value: Flash.STEADY
}
"""The lamps of the thread ``panel``: those that flash, and the supervisor's, which does at times."""
_BUZZER = "buzzer"


class NoPanel:
    """The panel of a table that has none."""

    def show(self, lamps: frozenset[str], slow: frozenset[str] = frozenset()) -> None:
        """Do nothing."""

    def buzz(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _FlashThese:
    lamps: frozenset[str]
    slow: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Play:
    tune: Tune


@dataclass(frozen=True, slots=True, kw_only=True)
class _Failed:
    name: str
    device: Any
    error: Exception


class _Stop:
    """The thread's stop flag, as a letter so that it also wakes it."""


_Letter = _FlashThese | _Play | _Failed | _Stop


class GpioPanel:
    """The panel on gpiozero pins; fits `ports.panel.Panel`.

    Whatever the pins do, nothing here raises and the table goes on. Each change of what is wrong is put into the inbox
    once, as a PanelTrouble that names all of it, with an empty detail when everything works again. Missing pins are
    tried again for ever.
    """

    def __init__(
        self,
        wiring: Wiring,
        inbox_put: InboxPut,
        clock: Clock,
        *,
        factory: OpenFactory | None = None,
        retries_s: tuple[float, ...] = RETRIES_S,
    ) -> None:
        """Take the pins and begin; lamps are out. `inbox_put` is called from several threads and must not block.

        `factory` opens the pin factory; None: the one that the wiring names.
        """
        self._put = inbox_put
        self._clock = clock
        self._retries_s = retries_s
        self._wires = {wire.name: wire for wire in wiring.wires() if wire.part is not Part.BUTTON}
        self._outputs: dict[str, Any] = {}
        self._contacts: list[Contact] = []
        self._claims = Claims(wiring.wires(), factory or (lambda: open_factory(wiring.pins)))
        self._said: tuple[str, ...] = ()
        self._attempts = 0
        self._retry_at_s: float | None = None
        self._wanted: frozenset[str] = frozenset()
        self._wanted_slow: frozenset[str] = frozenset()
        self._flashing_since_s: dict[str, float] = {}
        self._slow: frozenset[str] = frozenset()
        self._written: dict[str, bool] = {}
        self._beeper = Beeper()
        self._closed = False
        self._letters: queue.SimpleQueue[_Letter] = queue.SimpleQueue()
        self._attempt(clock.monotonic_s())
        self._thread = Worker(self._run, name="panel", lasting=True)
        self._thread.start()

    # For the thread that owns the panel.

    def show(self, lamps: frozenset[str], slow: frozenset[str] = frozenset()) -> None:
        """Light exactly these; the steady ones have changed when this returns, dark ones before lit ones."""
        before, before_slow = self._wanted, self._wanted_slow
        if self._closed or (lamps, slow) == (before, before_slow):
            return
        self._wanted, self._wanted_slow = lamps, slow  # before any write: see _join
        for name in before - lamps:
            if name not in FLASHING:
                self._write(name, on=False)
        for name in lamps - before:
            if name not in FLASHING:
                self._write(name, on=True)
        flashing = lamps & FLASHING.keys()
        if (flashing, slow) != (before & FLASHING.keys(), before_slow):
            self._letters.put(_FlashThese(lamps=frozenset(flashing), slow=slow))

    def buzz(self) -> None:
        """Sound the buzzer once."""
        self._letters.put(_Play(tune=REFUSED))

    def close(self) -> None:
        """Put all lamps out, give the pins back and end the thread."""
        if self._closed:
            return
        self._closed = True
        self._letters.put(_Stop())
        wait_for_end([self._thread], longest_s=ENDS_WITHIN_S)
        for contact in self._contacts:
            contact.close()
        for device in self._outputs.values():
            with contextlib.suppress(Exception):
                device.off()
        self._outputs.clear()
        self._claims.close()

    # For the thread `panel`.

    def _run(self) -> None:
        try:
            while self._step():
                pass
        except MemoryError:
            raise  # it begins anew in a moment, with what it knew
        except Exception as error:  # a thread that dies must become an input
            self._put(
                PanelTrouble(detail=f"the panel's own thread ended: {error!r}; restart the table and report this")
            )

    def _step(self) -> bool:
        """Do what is due and wait for the next letter or time; False: it is time to end."""
        now_s = self._clock.monotonic_s()
        if self._retry_at_s is not None and now_s >= self._retry_at_s:
            self._attempt(now_s)
        self._keep_time(now_s)
        try:
            letter = self._letters.get(timeout=self._pause_s(now_s))
        except queue.Empty:
            return True
        now_s = self._clock.monotonic_s()
        match letter:
            case _FlashThese():
                self._flash_these(letter, now_s)
            case _Play():
                self._beeper.play(letter.tune, now_s)
            case _Failed():
                self._give_up(letter, now_s)
            case _Stop():
                return False
            case _:
                assert_never(letter)
        return True

    def _keep_time(self, now_s: float) -> None:
        """Bring flashing lamps and buzzer to where they belong now."""
        for name, since_s in self._flashing_since_s.items():
            self._write_once(name, on=self._flash_of(name).lit(now_s - since_s))
        self._write_once(_BUZZER, on=self._beeper.sounding(now_s))

    def _pause_s(self, now_s: float) -> float | None:
        due: list[float | None] = [self._retry_at_s, self._beeper.changes_at_s(now_s)]
        for name, since_s in self._flashing_since_s.items():
            after_s = self._flash_of(name).changes_after_s(now_s - since_s)
            due.append(None if after_s is None else since_s + after_s)
        return min((max(0.0, at_s - now_s) for at_s in due if at_s is not None), default=None)

    def _flash_of(self, name: str) -> Flash:
        return Flash.SLOW if name in self._slow else FLASHING[name]

    def _flash_these(self, letter: _FlashThese, now_s: float) -> None:
        lamps = letter.lamps
        for name in (letter.slow ^ self._slow) & self._flashing_since_s.keys():
            self._flashing_since_s[name] = now_s  # another rhythm begins with on
        self._slow = letter.slow
        for name in self._flashing_since_s.keys() - lamps:
            del self._flashing_since_s[name]
            self._write_once(name, on=False)
        for name in lamps - self._flashing_since_s.keys():
            self._flashing_since_s[name] = now_s
            if name == Lamp.ERROR.value:
                self._beeper.play(ALARM, now_s)  # trouble is always seen and heard

    def _give_up(self, failed: _Failed, now_s: float) -> None:
        if self._outputs.get(failed.name) is not failed.device:
            return  # known already: it has failed several times before this thread came to it
        del self._outputs[failed.name]
        self._claims.lost(self._wires[failed.name], failed.error)
        self._attempts = 0
        self._report(now_s)

    # For the constructor, then for the thread `panel`.

    def _attempt(self, now_s: float) -> None:
        """Try to take the pins that are missing, and say what still stands in the way."""
        for wire, device in self._claims.attempt():
            self._join(wire, device)
        self._report(now_s)

    def _join(self, wire: Wire, device: Any) -> None:
        if wire.part is Part.BUTTON:
            try:
                self._contacts.append(Contact(wire.name, device, self._put, self._clock))
            except Exception as error:  # taken as an input, but its edges cannot be had
                self._claims.lost(wire, error)
            return
        self._outputs[wire.name] = device
        if wire.part is Part.BUZZER or wire.name in FLASHING:
            return  # _keep_time writes these
        # A steady lamp belongs to `show`, which did not know of it until the line above. It says what it wants before
        # it writes, so if that is still the same after our write, either ours was right or its own is yet to come.
        while True:
            wanted = self._wanted
            self._write(wire.name, on=wire.name in wanted)
            if self._wanted is wanted:
                return

    def _report(self, now_s: float) -> None:
        causes = self._claims.causes
        if causes != self._said:
            self._said = causes
            self._put(PanelTrouble(detail="; ".join(causes)))
        if self._claims.complete:
            self._retry_at_s = None
            return
        self._retry_at_s = now_s + self._retries_s[min(self._attempts, len(self._retries_s) - 1)]
        self._attempts += 1

    # For both.

    def _write(self, name: str, *, on: bool) -> None:
        device = self._outputs.get(name)
        if device is None:
            return
        try:
            if on:
                device.on()
            else:
                device.off()
        except Exception as error:  # a pin that fails must not stop the table
            self._letters.put(_Failed(name=name, device=device, error=error))

    def _write_once(self, name: str, *, on: bool) -> None:
        """Write what the thread `panel` owns, if it is not so already."""
        if self._written.get(name, False) is not on:
            self._written[name] = on
            self._write(name, on=on)


def open_panel(wiring: Wiring, inbox_put: InboxPut, clock: Clock, *, factory: OpenFactory | None = None) -> Panel:
    """The panel that the wiring asks for: on pins, or none."""
    return NoPanel() if wiring.pins is Pins.OFF else GpioPanel(wiring, inbox_put, clock, factory=factory)
