"""The panel's lamps and buttons, one at a time, through the panel of a table."""

import os
import queue
import tempfile
import time
from contextlib import suppress

from device.panel.buttons import Debouncer, Press
from device.panel.gpio import open_panel
from device.panel.wiring import BadWiring, Pins, Wiring
from device.ports.panel import ButtonEdge, Panel, PanelInput, PanelTrouble
from device.settings import PanelSettings
from device.setup.wanted import Done, Failed, LightLamp, Pressed, WatchForPress
from device.system.clock import SystemClock

WAIT_S = 15.0
_POLL_S = 0.05
_LIBRARY_FOLDER = "LG_WD"


class TriedPanel:
    """The panel while it is tried: opened by the first deed, anew when its pins are others, and released."""

    def __init__(self, *, wait_s: float = WAIT_S) -> None:
        self._wait_s = wait_s
        self._open: tuple[PanelSettings, Panel] | None = None
        self._inbox: queue.SimpleQueue[PanelInput] = queue.SimpleQueue()

    def light(self, deed: LightLamp) -> Done | Failed:
        """This lamp alone."""
        try:
            self._panel(deed.panel).show(frozenset({deed.lamp} if deed.lamp else ()))
        except BadWiring as error:
            return Failed(says=str(error))
        return self._stands()

    def watch(self, deed: WatchForPress) -> Pressed | Failed:
        """The first button that is pressed."""
        try:
            panel = self._panel(deed.panel)
        except BadWiring as error:
            return Failed(says=str(error))
        panel.show(frozenset())
        debouncer = Debouncer(debounce_ms=deed.panel.debounce_ms, hold=frozenset())
        until_s = time.monotonic() + self._wait_s
        trouble = ""
        while (now_s := time.monotonic()) < until_s:
            touches = debouncer.poll(now_s) if self._inbox.empty() else ()
            with suppress(queue.Empty):
                match self._inbox.get(timeout=_POLL_S):
                    case ButtonEdge() as edge:
                        touches += debouncer.edge(edge)
                    case PanelTrouble(detail=detail):
                        trouble = detail
            for touch in touches:
                if isinstance(touch, Press):
                    return Pressed(button=touch.button)
        return Failed(says=f"no button was pressed within {self._wait_s:.0f} s. {trouble}".strip())

    def release(self) -> Done:
        """All lamps out, the pins given back."""
        if self._open is not None:
            self._open[1].close()
            self._open = None
        return Done()

    def _panel(self, settings: PanelSettings) -> Panel:
        if self._open is not None and self._open[0] == settings:
            return self._open[1]
        self.release()
        wiring = Wiring(
            pins=Pins(settings.factory.value),
            lamps=settings.lamps.pins(),
            buttons=settings.buttons.pins(),
            buzzer=settings.buzzer,
        )
        if _LIBRARY_FOLDER not in os.environ:  # the pins' library leaves a pipe where it works
            os.environ[_LIBRARY_FOLDER] = tempfile.gettempdir()
        self._inbox = queue.SimpleQueue()
        panel = open_panel(wiring, self._inbox.put, SystemClock())
        self._open = (settings, panel)
        return panel

    def _stands(self) -> Done | Failed:
        """What the panel has said of itself since it was opened."""
        detail = ""
        kept = []
        with suppress(queue.Empty):
            while True:
                said = self._inbox.get_nowait()
                if isinstance(said, PanelTrouble):
                    detail = said.detail
                else:
                    kept.append(said)
        for one in kept:
            self._inbox.put(one)
        return Failed(says=detail) if detail else Done()
