# mypy: ignore-errors
"""A Pico's pins for the real main.py and board.py, on MicroPython's unix port: one card passes, again and again.

Inputs with a pull-up read 1 until something pulls them down. The watchdog is fed once a round, and that moves the card.
"""

import os
import sys
import time

import pins

SCRIPT = ((300, pins.GATE_A, 0), (12, pins.GATE_B, 0), (60, pins.GATE_A, 1), (12, pins.GATE_B, 1))
"""Milliseconds after the one before, pin, level: a receiver pulls its line low while its beam is broken."""
LEVELS = {pins.LID: 0, pins.SERVICE: 0 if os.getenv("SERVICE") else 1}


class Pin:
    """One pin."""

    IN, OUT, PULL_UP, IRQ_RISING, IRQ_FALLING = 0, 1, 1, 8, 4
    made: dict[int, "Pin"] = {}

    def __init__(self, number: int, mode: int = 0, pull: int = -1, value: int | None = None) -> None:
        self.number = number
        self.level = LEVELS.get(number, 1 if pull == self.PULL_UP else 0) if value is None else value
        self.handler = None
        Pin.made[number] = self

    def value(self, level: int | None = None) -> int:
        if level is not None:
            self.level = 1 if level else 0
        elif self.number in (pins.GATE_A, pins.GATE_B) and not Pin.made[pins.GATES_LIGHT].level:
            return 0
        return self.level

    def irq(self, handler: object, trigger: int, hard: bool) -> None:
        assert hard and trigger == self.IRQ_RISING | self.IRQ_FALLING
        self.handler = handler


class UART:
    """A barcode engine that says the same code all the time."""

    def __init__(self, number: int, **settings: object) -> None:
        assert settings["baudrate"] == 9600, settings
        self._at_ms = time.ticks_ms()
        self._left = b""

    def any(self) -> int:
        if not self._left and time.ticks_diff(time.ticks_ms(), self._at_ms) > 250:
            self._at_ms = time.ticks_ms()
            self._left = b"9H\r"
        return len(self._left)

    def readinto(self, into: bytearray) -> int | None:
        if not self._left:
            return None
        into[0] = self._left[0]
        self._left = self._left[1:]
        return 1

    def write(self, data: bytes) -> int:
        return len(data)


class WDT:
    """Fed by the loop alone; it plays the card."""

    def __init__(self, timeout: int) -> None:
        assert timeout <= 8388, "a Pico's watchdog waits no longer"
        self._next = 0
        self._at_ms = time.ticks_ms()

    def feed(self) -> None:
        after_ms, number, level = SCRIPT[self._next % 4]
        if time.ticks_diff(time.ticks_ms(), self._at_ms) >= after_ms:
            self._at_ms = time.ticks_ms()
            self._next += 1
            Pin.made[number].level = level
            Pin.made[number].handler(Pin.made[number])
            if os.getenv("BREAKS"):
                raise MemoryError("as told")


class ADC:
    """Noise."""

    CORE_TEMP = 4

    def __init__(self, channel: int) -> None:
        assert channel == self.CORE_TEMP

    def read_u16(self) -> int:
        return time.ticks_us() & 0xFFFF


def unique_id() -> bytes:
    return bytes([0xE6, 0x61, 0x4C, 0x31, 0x1B, 0x7D, 0x5A, 0x2F])


def reset() -> None:
    sys.exit(7)
