"""A chip in memory: gpiozero's own stand-in, which here also tells of its lamps and can fail like a real one.

For trying a table without hardware, for measuring how soon a lamp follows a card, and for tests.
"""

from collections.abc import Callable, Iterable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

_PI_3B = "a02082"


class ChipFault(Exception):
    """What a pin of a real chip raises: only its words say what it is."""


class MemoryPin(MockPin):  # type: ignore[misc] # gpiozero has no types
    """One pin of a `MemoryFactory`."""

    def __init__(self, factory: Any, info: Any) -> None:
        """Take the pin; raises ChipFault when it is busy."""
        self.gpio = int(info.name.removeprefix("GPIO"))
        if self.gpio in factory.busy:
            raise ChipFault("GPIO busy")
        super().__init__(factory, info)

    def _set_state(self, value: Any) -> None:
        if self.gpio in self.factory.broken:
            raise ChipFault("no access to GPIO")
        before = self.state
        super()._set_state(value)
        if self.state != before:
            self.factory.on_change(self.gpio, bool(value))

    def _change_state(self, value: Any) -> bool:
        changed = bool(super()._change_state(value))
        # gpiozero keeps every state a pin ever had, for its own tests: tried for weeks, a table would grow by it.
        del self.states[:-1]
        return changed


class MemoryFactory(MockFactory):  # type: ignore[misc] # gpiozero has no types
    """A Pi's 28 pins in memory.

    `busy` are the pins that somebody else has, `broken` those that cannot be written; both may change at any time.
    """

    def __init__(self, *, busy: Iterable[int] = (), on_change: Callable[[int, bool], None] | None = None) -> None:
        """`on_change` is called with an output's BCM number and whether it is high now, by the thread that set it."""
        self.busy = set(busy)
        self.broken: set[int] = set()
        self.on_change = on_change or (lambda _gpio, _high: None)
        # Both are named, as gpiozero would otherwise ask the environment for them.
        super().__init__(revision=_PI_3B, pin_class=MemoryPin)

    def lit(self) -> set[int]:
        """The outputs that are high."""
        return {pin.gpio for pin in list(self.pins.values()) if pin.function == "output" and pin.state}

    def press(self, gpio: int) -> None:
        """Close a button's contact to ground."""
        self.pin(gpio).drive_low()

    def release(self, gpio: int) -> None:
        """Open a button's contact."""
        self.pin(gpio).drive_high()
