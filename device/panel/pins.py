"""Pins taken and given back, by gpiozero with a pin factory that was chosen.

gpiozero, left alone, tries one factory after another and warns; on a Pi 5 it ends with one that cannot work there. So
every device here is given its factory, and gpiozero's own choice is never asked for. The libraries are imported when
pins are wanted: a table without a panel needs neither.
"""

import contextlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from device.panel.trouble import PinsUnavailable, chip_trouble, pin_trouble, working_folder_trouble
from device.panel.wiring import Part, Pins, Wire

# gpiozero has no types: its factories and devices are Any here, and nowhere else than in this folder.
OpenFactory = Callable[[], Any]


def open_factory(pins: Pins) -> Any:
    """The chosen pin factory; raises PinsUnavailable."""
    match pins:
        case Pins.LGPIO:
            return _open_lgpio()
        case Pins.MOCK:
            return _open_mock()
        case Pins.OFF:
            raise PinsUnavailable('the panel is off; set factory in [panel] to "lgpio" or "mock" to use pins')


def _open_mock() -> Any:
    try:
        from device.panel.memory import MemoryFactory  # noqa: PLC0415 - only where pins are wanted
    except ModuleNotFoundError as error:
        raise PinsUnavailable(f"{error.name} is not installed; install zapato with its extra gpio") from error
    return MemoryFactory()


def _open_lgpio() -> Any:
    try:
        here = Path.cwd()
        folder = os.environ.get("LG_WD") or str(here)
    except FileNotFoundError as error:
        raise PinsUnavailable(working_folder_trouble("(removed)")) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PinsUnavailable(working_folder_trouble(folder))
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - only where pins are wanted
    except ModuleNotFoundError as error:
        raise PinsUnavailable(f"{error.name} is not installed; install zapato with its extra pi") from error
    except OSError as error:
        # On import lgpio makes a pipe in its folder; when that fails it stumbles over the missing `.lgd-nfy-3`.
        raise PinsUnavailable(working_folder_trouble(folder)) from error
    except (ImportError, AttributeError) as error:
        raise PinsUnavailable(f"lgpio is incomplete ({error}); install lgpio 0.2.2.0 or later") from error
    finally:
        # lgpio moves the whole process into LG_WD; relative paths of the settings must keep their meaning.
        os.chdir(here)
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio's own error derives from Exception and from nothing narrower
        raise PinsUnavailable(chip_trouble(error)) from error


def _claim(factory: Any, wire: Wire) -> Any:
    import gpiozero  # noqa: PLC0415 - only where pins are wanted

    match wire.part:
        case Part.LAMP:
            return gpiozero.LED(wire.pin, pin_factory=factory)
        case Part.BUZZER:
            return gpiozero.Buzzer(wire.pin, pin_factory=factory)
        case Part.BUTTON:
            # Not gpiozero's Button: it runs a thread for each, and starts wrong when it is pressed meanwhile.
            return gpiozero.InputDevice(wire.pin, pull_up=True, pin_factory=factory)


def _pin_user(factory: Any, pin: int) -> str | None:
    """Whom the kernel names as the owner of a pin; None where it cannot be asked."""
    try:
        chip = factory.chip  # pins in memory have none, and lgpio is not imported for them
        import lgpio  # noqa: PLC0415 - there only on a Pi

        handle = lgpio.gpiochip_open(chip)
        try:
            return str(lgpio.gpio_get_line_info(handle, pin)[4]) or None
        finally:
            lgpio.gpiochip_close(handle)
    except Exception:  # whatever it is, the owner is only a help
        return None


class Claims:
    """The wires of a panel: those that are ours, and those still to be had with what stands in their way.

    Used by one thread at a time. `attempt` may be called again and again; nothing here raises for what pins do.
    """

    def __init__(self, wires: Sequence[Wire], factory: OpenFactory) -> None:
        """`factory` opens the chosen pin factory or raises PinsUnavailable; it is called when pins are wanted."""
        self._open = factory
        self._factory: Any = None
        self._missing: list[Wire] = list(wires)
        self._devices: dict[Wire, Any] = {}
        self._no_pins = ""
        self._troubles: dict[Wire, str] = {}

    @property
    def complete(self) -> bool:
        """Whether every wire is ours."""
        return not self._missing

    @property
    def causes(self) -> tuple[str, ...]:
        """What is wrong now, each cause once; the same words as long as it is the same cause."""
        if self._no_pins:
            return (self._no_pins,)
        return tuple(self._troubles[wire] for wire in self._missing if wire in self._troubles)

    def attempt(self) -> list[tuple[Wire, Any]]:
        """Try to take what is missing; returns what is ours now, each with its gpiozero device."""
        if not self._missing or not self._opened():
            return []
        taken: list[tuple[Wire, Any]] = []
        for wire in self._missing:
            try:
                taken.append((wire, _claim(self._factory, wire)))
            except Exception as error:  # see _open_lgpio
                self._troubles[wire] = pin_trouble(wire, error, _pin_user(self._factory, wire.pin))
            else:
                self._troubles.pop(wire, None)
        self._devices.update(taken)
        self._missing = [wire for wire in self._missing if wire not in self._devices]
        if not self._devices:
            self._close_factory()  # a chip that has gone for good comes back under another handle, if it does
        return taken

    def lost(self, wire: Wire, error: Exception) -> None:
        """A wire that was ours has failed: it is given up, to be taken again."""
        device = self._devices.pop(wire, None)
        if device is None:
            return
        with contextlib.suppress(Exception):
            device.close()
        self._missing.append(wire)
        self._troubles[wire] = pin_trouble(wire, error, None)
        if not self._devices:
            self._close_factory()

    def close(self) -> None:
        """Give all pins back."""
        for device in self._devices.values():
            with contextlib.suppress(Exception):
                device.close()
        self._devices.clear()
        self._missing.clear()
        self._close_factory()

    def _opened(self) -> bool:
        if self._factory is None:
            try:
                self._factory = self._open()
            except Exception as error:  # PinsUnavailable, or what a library thought of besides
                self._no_pins = str(error) or repr(error)
            else:
                self._no_pins = ""
        return self._factory is not None

    def _close_factory(self) -> None:
        factory, self._factory = self._factory, None
        if factory is not None:
            with contextlib.suppress(Exception):
                factory.close()
