"""Lamps, buttons and buzzer on pins for real, as far as pins in memory are."""

import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from device.panel.buttons import Debouncer, Press
from device.panel.gpio import GpioPanel, NoPanel, open_panel
from device.panel.lamps import ALL, Lamp, lamp_names
from device.panel.memory import MemoryFactory, MemoryPin
from device.panel.wiring import Pins, Wiring
from device.ports.panel import ButtonEdge, Panel, PanelInput, PanelTrouble

LAMPS = {lamp.value: 2 + place for place, lamp in enumerate(Lamp)}
ME = threading.main_thread().name
PATIENCE_S = 20.0


class Clock:
    """The machine's own clocks; only the monotonic one is used by a panel."""

    def monotonic_s(self) -> float:
        return time.monotonic()

    def wall_at(self) -> str:
        raise AssertionError("a panel stamps no record")


class Bench:
    """A panel on a chip in memory, what it did with its pins, and what it told."""

    def __init__(self) -> None:
        self.chip = MemoryFactory(on_change=self._note)
        self.inbox: queue.SimpleQueue[PanelInput] = queue.SimpleQueue()
        self.changes: list[tuple[str, int, bool]] = []
        """Which thread set which pin high or low."""
        self._changed = threading.Condition()
        self._panels: list[GpioPanel] = []

    def _note(self, gpio: int, high: bool) -> None:
        with self._changed:
            self.changes.append((threading.current_thread().name, gpio, high))
            self._changed.notify_all()

    def panel(self, open_chip: Callable[[], Any] | None = None, **wiring: Any) -> GpioPanel:
        panel = GpioPanel(
            Wiring(pins=Pins.MOCK, **wiring),
            self.inbox.put,
            Clock(),
            factory=open_chip or (lambda: self.chip),
            retries_s=(0.01,),
        )
        self._panels.append(panel)
        return panel

    def history(self, gpio: int) -> list[bool]:
        """What a pin was set to, in order."""
        return [high for _, number, high in self.changes if number == gpio]

    def wait(self, holds: Callable[[], bool]) -> None:
        """Wait until the pins have become so."""
        with self._changed:
            assert self._changed.wait_for(holds, PATIENCE_S), f"never so; the last changes were {self.changes[-20:]}"

    def told(self) -> PanelInput:
        """The next thing that the panel tells the table."""
        return self.inbox.get(timeout=PATIENCE_S)

    def edge(self) -> ButtonEdge:
        """The same, which must be a button's."""
        told = self.told()
        assert isinstance(told, ButtonEdge), told
        return told

    def close(self) -> None:
        for panel in self._panels:
            panel.close()
        assert "panel" not in {thread.name for thread in threading.enumerate()}, "a panel's thread lives on"


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.close()


def show(panel: Panel, *lamps: Lamp) -> None:
    panel.show(lamp_names(lamps))


def test_every_steady_lamp_is_lit_before_show_returns_and_by_its_caller(bench: Bench) -> None:
    panel = bench.panel(lamps=LAMPS)
    for lamp in Lamp:
        if lamp in (Lamp.ERROR, Lamp.LAST_HAND, Lamp.SUPERVISOR):
            continue
        show(panel, lamp)
        assert bench.chip.lit() == {LAMPS[lamp.value]}
    show(panel)
    assert bench.chip.lit() == set()
    assert {thread for thread, _, _ in bench.changes} == {ME}


def test_the_lamp_before_goes_out_first(bench: Bench) -> None:
    panel = bench.panel(lamps=LAMPS)
    show(panel, Lamp.PLAYER_DRAW)
    bench.changes.clear()
    show(panel, Lamp.BANKER_DRAW)
    assert [change[1:] for change in bench.changes] == [
        (LAMPS["player-draw"], False),
        (LAMPS["banker-draw"], True),
    ]


def test_a_lamp_that_stays_is_not_touched(bench: Bench) -> None:
    panel = bench.panel(lamps=LAMPS)
    show(panel, Lamp.READY)
    show(panel, Lamp.READY, Lamp.SUPERVISOR)
    show(panel, Lamp.READY)
    assert bench.history(LAMPS["ready"]) == [True]


def test_lamps_without_a_pin_and_unknown_names_do_no_harm(bench: Bench) -> None:
    panel = bench.panel(lamps={"ready": 5})
    panel.show(frozenset({"ready", "stand", "error", "no-such-lamp"}))
    panel.buzz()
    assert bench.chip.lit() == {5}


@pytest.mark.parametrize("lamp", [Lamp.ERROR, Lamp.LAST_HAND])
def test_a_flashing_lamp_flashes_by_the_panels_own_thread_until_it_is_put_out(bench: Bench, lamp: Lamp) -> None:
    panel, gpio = bench.panel(lamps=LAMPS), LAMPS[lamp.value]
    show(panel, lamp)
    bench.wait(lambda: bench.history(gpio)[:3] == [True, False, True])
    show(panel)
    bench.wait(lambda: not bench.history(gpio)[-1])
    panel.close()
    assert gpio not in bench.chip.lit()
    assert {thread for thread, number, _ in bench.changes if number == gpio} == {"panel"}


def test_a_flashing_lamp_keeps_its_rhythm_while_others_change(bench: Bench) -> None:
    panel, gpio = bench.panel(lamps=LAMPS), LAMPS["last-hand"]
    show(panel, Lamp.LAST_HAND)
    bench.wait(lambda: bench.history(gpio) == [True])
    for _ in range(50):
        show(panel, Lamp.LAST_HAND, Lamp.PLAYER_DRAW)
        show(panel, Lamp.LAST_HAND, Lamp.STAND)
    bench.wait(lambda: bench.history(gpio)[:2] == [True, False])


def test_the_supervisors_lamp_is_steady_until_all_is_acknowledged_then_flashes_slowly(bench: Bench) -> None:
    panel, gpio = bench.panel(lamps=LAMPS), LAMPS["supervisor"]
    held = lamp_names((Lamp.ERROR, Lamp.SUPERVISOR))
    panel.show(held)
    bench.wait(lambda: len(bench.history(LAMPS["error"])) >= 6)
    assert bench.history(gpio) == [True]
    panel.show(held, lamp_names((Lamp.SUPERVISOR,)))
    bench.wait(lambda: bench.history(gpio)[:4] == [True, False, True, False])
    panel.show(held)
    bench.wait(lambda: bench.history(gpio)[-1])
    panel.show(frozenset())
    bench.wait(lambda: not bench.history(gpio)[-1])
    assert {thread for thread, number, _ in bench.changes if number == gpio} == {"panel"}


def test_the_buzzer_sounds_once_for_a_refused_press(bench: Bench) -> None:
    bench.panel(buzzer=18).buzz()
    bench.wait(lambda: bench.history(18) == [True, False])


def test_the_buzzer_sounds_three_times_when_the_error_lamp_comes_on_and_not_while_it_stays(bench: Bench) -> None:
    panel = bench.panel(lamps=LAMPS, buzzer=18)
    show(panel, Lamp.ERROR, Lamp.SUPERVISOR)
    bench.wait(lambda: bench.history(18) == [True, False] * 3)
    show(panel, Lamp.ERROR, Lamp.SUPERVISOR, Lamp.LOCK)
    flashes = len(bench.history(LAMPS["error"]))
    bench.wait(lambda: len(bench.history(LAMPS["error"])) >= flashes + 3)
    assert bench.history(18) == [True, False] * 3


def test_closing_puts_everything_out_and_gives_the_pins_back(bench: Bench) -> None:
    panel = bench.panel(lamps=LAMPS, buttons={"bets": 17}, buzzer=18)
    panel.show(lamp_names(ALL))
    panel.buzz()
    bench.wait(lambda: 18 in bench.chip.lit())
    pins = list(bench.chip.pins.values())
    panel.close()
    panel.close()
    assert {pin.function for pin in pins} == {"input"}
    show(panel, Lamp.READY)
    assert bench.chip.lit() == set()
    bench.panel(lamps=LAMPS, buttons={"bets": 17}, buzzer=18).close()
    assert bench.inbox.empty(), "the pins were not free again"


def test_buttons_put_their_edges_into_the_inbox_and_nothing_else(bench: Bench) -> None:
    bench.panel(buttons={"bets": 17, "show": 27})
    for _ in range(3):  # a chattering contact: every edge is told, debouncing comes later
        bench.chip.press(17)
        bench.chip.release(17)
    bench.chip.press(27)
    edges = [bench.edge() for _ in range(7)]
    told = [(edge.button, edge.pressed) for edge in edges]
    assert told == [("bets", True), ("bets", False)] * 3 + [("show", True)]
    times = [edge.at_s for edge in edges]
    assert times == sorted(times)
    assert bench.inbox.empty()


def test_the_chatter_of_a_pin_becomes_one_press(bench: Bench) -> None:
    bench.panel(buttons={"bets": 17})
    for _ in range(5):
        bench.chip.press(17)
        bench.chip.release(17)
    bench.chip.press(17)
    debouncer = Debouncer(debounce_ms=10_000)
    edges = [bench.edge() for _ in range(11)]
    assert [debouncer.edge(edge) for edge in edges] == [()] * 11
    deadline_s = debouncer.deadline_s
    assert deadline_s is not None
    assert debouncer.poll(deadline_s) == (Press(button="bets", at_s=edges[-1].at_s),)


class HeldDown(MemoryPin):
    """A contact that is closed while the panel takes its pin."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


def test_a_button_held_while_the_table_starts_is_not_a_press(bench: Bench) -> None:
    bench.chip.pin(17, pin_class=HeldDown)
    bench.panel(buttons={"bets": 17})
    assert bench.inbox.empty()
    bench.chip.release(17)
    edge = bench.edge()
    assert (edge.button, edge.pressed) == ("bets", False)
    debouncer = Debouncer()
    assert debouncer.edge(edge) == ()
    assert debouncer.poll(edge.at_s + 60) == ()


def test_a_closed_panel_hears_no_button(bench: Bench) -> None:
    panel = bench.panel(buttons={"bets": 17})
    pin = bench.chip.pin(17)
    panel.close()
    pin.drive_low()
    assert bench.inbox.empty()


def test_show_and_the_panels_thread_never_leave_a_lamp_wrong(bench: Bench) -> None:
    # A pin that becomes free in the middle of a busy table: whoever writes last must have written what is wanted.
    gpio = LAMPS["stand"]
    for last in (Lamp.STAND, Lamp.READY) * 10:
        bench.chip.busy = {gpio}
        panel = bench.panel(lamps=LAMPS)
        bench.chip.busy = set()
        for number in range(300):
            show(panel, Lamp.STAND if number % 2 else Lamp.READY)
        show(panel, last)
        while bench.told() != PanelTrouble(detail=""):
            pass
        assert bench.chip.lit() == {LAMPS[last.value]}
        panel.close()


def test_a_lamp_put_out_at_the_very_moment_its_pin_is_taken_stays_out(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    about_to_light, put_out = threading.Event(), threading.Event()
    write = GpioPanel._write

    def slow_write(panel: GpioPanel, name: str, *, on: bool) -> None:
        if threading.current_thread() is not threading.main_thread() and on:
            about_to_light.set()
            assert put_out.wait(PATIENCE_S)
        write(panel, name, on=on)

    monkeypatch.setattr(GpioPanel, "_write", slow_write)
    bench.chip.busy = {LAMPS["stand"]}
    panel = bench.panel(lamps=LAMPS)
    show(panel, Lamp.STAND)
    bench.chip.busy = set()
    assert about_to_light.wait(PATIENCE_S)
    show(panel, Lamp.READY)
    put_out.set()
    while bench.told() != PanelTrouble(detail=""):
        pass
    assert bench.chip.lit() == {LAMPS["ready"]}


def test_a_table_without_a_panel() -> None:
    class Never:
        def monotonic_s(self) -> float:
            raise AssertionError("nobody asks for the time")

        def wall_at(self) -> str:
            raise AssertionError("nobody asks for the time")

    panel = open_panel(Wiring(pins=Pins.OFF, lamps=LAMPS), lambda _: pytest.fail("nothing to tell"), Never())
    assert isinstance(panel, NoPanel)
    show(panel, Lamp.ERROR)
    panel.buzz()
    panel.close()


def test_a_panel_fits_the_shape_the_table_knows() -> None:
    panels: list[type[Panel]] = [GpioPanel, NoPanel]
    assert len(panels) == 2
