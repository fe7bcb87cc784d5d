"""The way through gpiozero's lgpio factory, on a stand-in for lgpio that keeps a chip's lines in memory."""

# ruff: noqa: ARG002 - the arguments are lgpio's own

import importlib
import queue
import sys
import time
import types
from collections.abc import Callable, Iterator

import pytest

from device.panel.gpio import GpioPanel
from device.panel.wiring import Pins, Wiring
from device.ports.panel import ButtonEdge, PanelInput, PanelTrouble

PATIENCE_S = 20.0
PI_5 = 0xC04170


class LgpioError(Exception):
    """lgpio calls it `error`."""


class Alert:
    """What lgpio.callback returns."""

    def __init__(self, chip: "Chip", gpio: int, func: Callable[[int, int, int, int], None]) -> None:
        self._chip = chip
        self._gpio = gpio
        chip.alerts[gpio] = func

    def cancel(self) -> None:
        self._chip.alerts.pop(self._gpio, None)


class Chip(types.ModuleType):
    """The functions of lgpio that gpiozero uses, on lines in memory."""

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    error = LgpioError

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.owners: dict[int, str] = {}
        self.outputs: set[int] = set()
        self.flags: dict[int, int] = {}
        self.levels: dict[int, bool] = {}
        self.alerts: dict[int, Callable[[int, int, int, int], None]] = {}
        self.handles: list[int] = []
        self.closed: list[int] = []

    def gpiochip_open(self, chip: int) -> int:
        self.handles.append(chip)
        return len(self.handles)

    def gpiochip_close(self, handle: int) -> None:
        self.closed.append(handle)

    def _claim(self, gpio: int) -> None:
        if gpio in self.owners:
            raise LgpioError("GPIO busy")

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> None:
        self._claim(gpio)
        self.outputs.discard(gpio)
        self.flags[gpio] = flags

    def gpio_claim_output(self, handle: int, gpio: int) -> None:
        self._claim(gpio)
        self.outputs.add(gpio)

    def gpio_claim_alert(self, handle: int, gpio: int, edges: int, flags: int) -> None:
        self.flags[gpio] = flags

    def callback(self, handle: int, gpio: int, edges: int, func: Callable[[int, int, int, int], None]) -> Alert:
        return Alert(self, gpio, func)

    def gpio_free(self, handle: int, gpio: int) -> None:
        self.flags.pop(gpio, None)

    def gpio_get_mode(self, handle: int, gpio: int) -> int:
        return self.flags.get(gpio, 0) | (2 if gpio in self.outputs else 0)

    def gpio_read(self, handle: int, gpio: int) -> int:
        return int(self.levels.get(gpio, False))

    def gpio_write(self, handle: int, gpio: int, level: bool) -> None:
        self.levels[gpio] = level

    def gpio_get_line_info(self, handle: int, gpio: int) -> list[object]:
        return [0, gpio, 1, f"GPIO{gpio}", self.owners.get(gpio, "")]


class Clock:
    """The machine's own clocks; only the monotonic one is used by a panel."""

    def monotonic_s(self) -> float:
        return time.monotonic()

    def wall_at(self) -> str:
        raise AssertionError("a panel stamps no record")


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> Iterator[Chip]:
    """A Pi 5 with lgpio, in a folder where it may work."""
    chip = Chip()
    monkeypatch.setitem(sys.modules, "lgpio", chip)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.chdir(str(tmp_path))
    monkeypatch.setattr(importlib.import_module("gpiozero.pins.local"), "get_pi_revision", lambda: PI_5)
    yield chip
    sys.modules.pop("gpiozero.pins.lgpio", None)  # it holds the stand-in


@pytest.fixture
def inbox() -> "queue.SimpleQueue[PanelInput]":
    return queue.SimpleQueue()


def test_lamps_and_buttons_on_lgpio_lines(chip: Chip, inbox: "queue.SimpleQueue[PanelInput]") -> None:
    wiring = Wiring(pins=Pins.LGPIO, lamps={"ready": 5, "stand": 6}, buttons={"bets": 17})
    panel = GpioPanel(wiring, inbox.put, Clock())
    assert chip.outputs == {5, 6}
    assert chip.flags[17] & chip.SET_PULL_UP
    panel.show(frozenset({"stand"}))
    assert chip.levels == {5: False, 6: True}
    press = chip.alerts[17]
    for level in (0, 1, 2):  # closed, open, and lgpio's watchdog, which is no edge
        press(0, 17, level, 123_456_789)
    edges = [inbox.get(timeout=PATIENCE_S) for _ in range(2)]
    assert [(edge.button, edge.pressed) for edge in edges if isinstance(edge, ButtonEdge)] == [
        ("bets", True),
        ("bets", False),
    ]
    panel.close()
    assert chip.levels[6] is False
    assert chip.outputs == set()
    assert chip.alerts == {}
    assert len(chip.closed) == len(chip.handles)
    assert inbox.empty()


def test_a_line_that_the_kernel_has_given_away(chip: Chip, inbox: "queue.SimpleQueue[PanelInput]") -> None:
    chip.owners = {8: "spi0 CS0"}
    wiring = Wiring(pins=Pins.LGPIO, lamps={"ready": 5, "stand": 8})
    panel = GpioPanel(wiring, inbox.put, Clock(), retries_s=(0.01,))
    panel.show(frozenset({"ready", "stand"}))
    trouble = inbox.get(timeout=PATIENCE_S)
    assert isinstance(trouble, PanelTrouble)
    assert 'GPIO8 (lamp stand) is busy, taken by "spi0 CS0"' in trouble.detail
    assert chip.levels == {5: True}
    chip.owners = {}
    assert inbox.get(timeout=PATIENCE_S) == PanelTrouble(detail="")
    assert chip.levels == {5: True, 8: True}
    panel.close()
