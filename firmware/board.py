"""A Raspberry Pi Pico as the shoe's board: pins, UART, USB, watchdog and chance. Everything else is in shoe/."""

import hashlib
import os
import sys
import time

import machine
import pins
from shoe.edges import EdgeLog
from shoe.host_line import HostLine
from shoe.loop import Board

TICKS = 0x3FFFFFFF
"""The clocks' width, see shoe/ticks.py: a Pico's own already, but nothing here need know that."""
WATCHDOG_MS = 4000
"""The loop's longest round is a few milliseconds; a program that hangs is started anew."""


class Pico(Board):
    """The pins of pins.py. Make one, give it the log for edges, then let the loop run."""

    def __init__(self, baud: int) -> None:
        pull_up = machine.Pin.PULL_UP
        self._gates = (
            machine.Pin(pins.GATE_A, machine.Pin.IN, pull_up),
            machine.Pin(pins.GATE_B, machine.Pin.IN, pull_up),
        )
        self._light = machine.Pin(pins.GATES_LIGHT, machine.Pin.OUT, value=1)
        self._lid = machine.Pin(pins.LID, machine.Pin.IN, pull_up)
        self._buttons = [machine.Pin(number, machine.Pin.IN, pull_up) for _, number in pins.BUTTONS]
        self._pressed = [False] * len(self._buttons)
        self._outputs = [machine.Pin(number, machine.Pin.OUT, value=0) for _, number in pins.OUTPUTS]
        self._fault = machine.Pin(pins.FAULT_LAMP, machine.Pin.OUT, value=0)
        self._life = machine.Pin(pins.LIFE, machine.Pin.OUT, value=0)
        self._uart = machine.UART(
            pins.READER_UART,
            baudrate=pins.READER_BAUD or baud,
            tx=machine.Pin(pins.READER_TX),
            rx=machine.Pin(pins.READER_RX),
            txbuf=64,
            rxbuf=256,
            timeout=0,
        )
        self._one = bytearray(1)
        self._log = EdgeLog()
        self._watchdog: machine.WDT | None = None

    def watch(self, log: EdgeLog) -> None:
        """From now on the gates' edges go into `log`, and the watchdog bites when the loop stops."""
        self._log = log
        both = machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING
        self._gates[0].irq(handler=self._edge_a, trigger=both, hard=True)
        self._gates[1].irq(handler=self._edge_b, trigger=both, hard=True)
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def _edge_a(self, pin: machine.Pin) -> None:
        self._log.note(0, 1 - pin.value(), time.ticks_us() & TICKS)

    def _edge_b(self, pin: machine.Pin) -> None:
        self._log.note(1, 1 - pin.value(), time.ticks_us() & TICKS)

    def host(self) -> HostLine:
        """USB, as bytes."""
        return HostLine(sys.stdin.buffer, sys.stdout.buffer)

    def ms(self) -> int:
        return time.ticks_ms() & TICKS

    def us(self) -> int:
        return time.ticks_us() & TICKS

    def dark(self, gate: int) -> int:
        return 1 - self._gates[gate].value()

    def lid(self) -> bool:
        return bool(self._lid.value())

    def pressed(self) -> list[bool]:
        for place in range(len(self._buttons)):
            self._pressed[place] = not self._buttons[place].value()
        return self._pressed

    def from_reader(self) -> int:
        if self._uart.any() and self._uart.readinto(self._one):
            return self._one[0]
        return -1

    def to_reader(self, data: bytes) -> None:
        self._uart.write(data)

    def show(self, levels: list[bool], fault: bool, beam_off: bool) -> None:
        for place in range(len(levels)):
            self._outputs[place].value(levels[place])
        self._fault.value(fault)
        self._light.value(not beam_off)
        self._life.value(time.ticks_ms() & 512 != 0)

    def feed(self) -> None:
        if self._watchdog is not None:
            self._watchdog.feed()

    def rest(self, line: HostLine) -> None:
        line.wait(1)


def wants_service() -> bool:
    """Whether the service jumper is set."""
    return not machine.Pin(pins.SERVICE, machine.Pin.IN, machine.Pin.PULL_UP).value()


def uid() -> str:
    """The number that the Pico's flash chip bears."""
    return machine.unique_id().hex().upper()


def draw_boot() -> str:
    """A boot number never used before, as far as a Pico can: every source of chance it has, through one hash."""
    noise = machine.ADC(machine.ADC.CORE_TEMP)
    mixed = hashlib.sha256(os.urandom(32) + machine.unique_id())
    for _ in range(64):
        mixed.update(noise.read_u16().to_bytes(2, "little") + (time.ticks_us() & TICKS).to_bytes(4, "little"))
    drawn: bytes = mixed.digest()
    return drawn[:4].hex().upper()
