"""A button's contact on its pin: each edge goes into the inbox, and nothing else is done there."""

import contextlib
from collections.abc import Callable
from typing import Any

from device.ports.clock import Clock
from device.ports.panel import ButtonEdge, PanelInput

InboxPut = Callable[[PanelInput], None]


class Contact:
    """A button's pin; kept alive here, as gpiozero holds callbacks weakly."""

    def __init__(self, name: str, device: Any, put: InboxPut, clock: Clock) -> None:
        self._name = name
        self._put = put
        self._clock = clock
        self._pin = device.pin
        # The pin's own edges, not the device's events: those leave out an edge that repeats a level, which is all
        # that is ever seen of a lost one.
        self._pin.when_changed = self._changed

    def _changed(self, _ticks: float, level: int) -> None:
        if level in (0, 1):  # lgpio also reports 2: its watchdog, which is not used
            self._put(ButtonEdge(button=self._name, pressed=not level, at_s=self._clock.monotonic_s()))

    def close(self) -> None:
        """Report nothing any more; never raises."""
        with contextlib.suppress(Exception):
            self._pin.when_changed = None
