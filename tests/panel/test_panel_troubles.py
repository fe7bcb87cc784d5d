"""Pins that are not to be had: the table goes on, says which pin, whose and what to do, and tries again."""

import queue
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from device.panel import pins as pins_module
from device.panel.gpio import GpioPanel
from device.panel.lamps import Lamp, lamp_names
from device.panel.memory import MemoryFactory
from device.panel.trouble import PinsUnavailable
from device.panel.wiring import Pins, Wire, Wiring
from device.ports.panel import ButtonEdge, PanelInput, PanelTrouble

PATIENCE_S = 20.0


class Clock:
    """The machine's own clocks; only the monotonic one is used by a panel."""

    def monotonic_s(self) -> float:
        return time.monotonic()

    def wall_at(self) -> str:
        raise AssertionError("a panel stamps no record")


class Bench:
    """A panel on a chip in memory, and what it tells."""

    def __init__(self) -> None:
        self.chip = MemoryFactory()
        self.inbox: queue.SimpleQueue[PanelInput] = queue.SimpleQueue()
        self._panels: list[GpioPanel] = []

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

    def trouble(self) -> str:
        told = self.inbox.get(timeout=PATIENCE_S)
        assert isinstance(told, PanelTrouble), told
        return told.detail

    def close(self) -> None:
        for panel in self._panels:
            panel.close()


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.close()


def test_a_busy_pin_is_named_once_and_the_other_lamps_work(bench: Bench) -> None:
    bench.chip.busy = {8}
    tries = 0
    taken = pins_module._claim

    def counted(factory: Any, wire: Wire) -> Any:
        nonlocal tries
        tries += wire.pin == 8
        if tries > 5:
            bench.chip.busy = set()
        return taken(factory, wire)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins_module, "_claim", counted)
        panel = bench.panel(lamps={"stand": 8, "ready": 5}, buttons={"bets": 17})
        panel.show(lamp_names((Lamp.READY, Lamp.STAND)))
        said = bench.trouble()
        assert "GPIO8 (lamp stand) is busy" in said
        assert "SPI (dtparam=spi=on)" in said
        assert "panel.lamps.stand" in said
        assert 5 in bench.chip.lit()
        assert bench.trouble() == "", "told again though nothing had changed"
    assert tries > 5
    assert bench.chip.lit() == {5, 8}, "the lamp that was wanted meanwhile is lit as soon as its pin is free"


def test_a_busy_flashing_lamp_and_buzzer_work_once_they_are_free(bench: Bench) -> None:
    bench.chip.busy = {20, 18}
    panel = bench.panel(lamps={"error": 20}, buzzer=18)
    said = bench.trouble()
    assert "GPIO20 (lamp error)" in said
    assert "GPIO18 (buzzer)" in said
    went: queue.SimpleQueue[tuple[int, bool]] = queue.SimpleQueue()
    bench.chip.on_change = lambda gpio, high: went.put((gpio, high))
    panel.show(lamp_names((Lamp.ERROR,)))
    bench.chip.busy = set()
    assert bench.trouble() == ""
    expected = {(20, True), (20, False)}
    while expected:
        expected.discard(went.get(timeout=PATIENCE_S))
    panel.buzz()
    while went.get(timeout=PATIENCE_S) != (18, True):
        pass


def test_a_busy_button_works_once_it_is_free(bench: Bench) -> None:
    bench.chip.busy = {17}
    bench.panel(buttons={"bets": 17})
    assert "GPIO17 (button bets)" in bench.trouble()
    bench.chip.busy = set()
    assert bench.trouble() == ""
    bench.chip.press(17)
    edge = bench.inbox.get(timeout=PATIENCE_S)
    assert isinstance(edge, ButtonEdge)
    assert (edge.button, edge.pressed) == ("bets", True)


def test_a_pin_of_our_own_process_is_busy_too(bench: Bench) -> None:
    first = bench.panel(lamps={"ready": 5})
    bench.panel(lamps={"stand": 5})
    assert "GPIO5 (lamp stand) is busy" in bench.trouble()
    first.close()


def test_a_missing_chip_leaves_the_table_running_and_is_tried_again(bench: Bench) -> None:
    tries = 0

    def chip() -> Any:
        nonlocal tries
        tries += 1
        if tries < 4:
            raise PinsUnavailable("no GPIO chip: plug it in")
        return bench.chip

    panel = bench.panel(chip, lamps={"ready": 5, "error": 6}, buttons={"bets": 17}, buzzer=18)
    panel.show(frozenset({"ready"}))
    panel.buzz()
    assert bench.trouble() == "no GPIO chip: plug it in"
    assert bench.trouble() == ""
    assert tries == 4
    assert 5 in bench.chip.lit()


def test_a_library_that_fails_in_a_way_of_its_own_is_a_trouble_too(bench: Bench) -> None:
    def chip() -> Any:
        raise ZeroDivisionError("odd")

    bench.panel(chip, lamps={"ready": 5})
    assert bench.trouble() == "odd"


def test_a_lamp_that_fails_later_is_said_and_comes_back(bench: Bench) -> None:
    panel = bench.panel(lamps={"stand": 8, "ready": 5})
    bench.chip.broken = {8}
    panel.show(frozenset({"stand"}))
    said = bench.trouble()
    assert "GPIO8 (lamp stand) does not work: no access to GPIO" in said
    panel.show(frozenset({"stand", "ready"}))
    assert 5 in bench.chip.lit()
    bench.chip.broken = set()
    assert bench.trouble() == ""
    assert bench.chip.lit() == {5, 8}


def test_as_long_as_no_pin_is_to_be_had_the_chip_is_opened_anew(bench: Bench) -> None:
    opened = 0

    def chip() -> Any:
        nonlocal opened
        opened += 1
        if opened == 4:
            bench.chip.busy = set()
        return bench.chip

    bench.chip.busy = {5, 17}
    bench.panel(chip, lamps={"ready": 5}, buttons={"bets": 17})
    assert "GPIO5" in bench.trouble()
    assert bench.trouble() == ""
    assert opened == 4


def test_a_lamp_that_fails_again_and_again_is_said_once(bench: Bench) -> None:
    panel = bench.panel(lamps={"stand": 8, "ready": 5})
    bench.chip.broken = {8}
    for lamps in ({"stand"}, set(), {"stand"}, {"stand", "ready"}):
        panel.show(frozenset(lamps))
    assert "GPIO8" in bench.trouble()
    bench.chip.broken = set()
    assert bench.trouble() == ""
    assert bench.chip.lit() == {5, 8}


def test_when_every_pin_is_gone_the_chip_is_opened_anew(bench: Bench) -> None:
    opened = 0

    def chip() -> Any:
        nonlocal opened
        opened += 1
        return bench.chip

    panel = bench.panel(chip, lamps={"ready": 5})
    bench.chip.broken = {5}
    panel.show(frozenset({"ready"}))
    assert "GPIO5" in bench.trouble()
    bench.chip.broken = set()
    assert bench.trouble() == ""
    assert opened >= 2
    assert bench.chip.lit() == {5}


def test_a_thread_that_dies_says_so(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Any, now_s: float) -> None:
        raise ZeroDivisionError("a fault of our own")

    panel = bench.panel(lamps={"ready": 5})
    monkeypatch.setattr(type(panel), "_keep_time", fail)
    panel.buzz()
    assert "a fault of our own" in bench.trouble()
    panel.show(frozenset({"ready"}))
    assert bench.chip.lit() == {5}, "steady lamps do not depend on that thread"
